//! Scales of axes.

/// What a place on an axis means.
#[derive(Clone, PartialEq, Debug)]
pub enum AxisScale {
    /// Magnitudes.
    Log(Log),
    /// One row for each name; the value is its index.
    Names(Vec<String>),
}

/// Logarithms, with a lane for zero and below at one end, and a lane for what is not finite at the other, where there is such.
#[derive(Clone, PartialEq, Debug)]
pub struct Log {
    /// Decimal logarithms of the ends.
    from: f64,
    to: f64,
    has_zero: bool,
    has_beyond: bool,
    /// Values and their labels.
    ticks: Vec<(f64, String)>,
}

/// The part of an axis that a lane takes.
const LANE: f64 = 0.14;
/// The part of the range that is added at both ends, so that no mark is on the frame.
const ROOM: f64 = 0.03;
/// Labels on an axis, about.
const LABELS: i32 = 8;

impl Log {
    /// From a power of ten below all values to one above. `label` is the label of a power.
    pub fn powers(values: &[f64], label: fn(i32) -> String) -> Self {
        let (from, to) = range(values).unwrap_or((0.0, 0.0));
        let (first, last) = (from.floor() as i32, to.ceil() as i32);
        let last = last.max(first + 1);
        let step = (last - first) / LABELS + 1;
        let ticks = (first..=last).filter(|power| power % step == 0).map(|power| (10f64.powi(power), label(power)));
        let ticks = ticks.filter(|(value, _)| value.is_normal()).collect();
        Self { ticks, ..Self::over([f64::from(first), f64::from(last)], values) }
    }

    /// With a label for each value.
    pub fn values(values: &[f64]) -> Self {
        let (from, to) = range(values).unwrap_or((0.0, 0.0));
        let ticks =
            values.iter().filter(|value| is_magnitude(value)).map(|&value| (value, value.to_string())).collect();
        Self { ticks, ..Self::over([from, to], values) }
    }

    /// Between two logarithms, with the lanes that the values need.
    fn over([from, to]: [f64; 2], values: &[f64]) -> Self {
        let room = (ROOM * (to - from)).max(ROOM);
        let has_zero = values.iter().any(|&value| value <= 0.0 && value.is_finite());
        let has_beyond = values.iter().any(|value| !value.is_finite());
        Self { from: from - room, to: to + room, has_zero, has_beyond, ticks: Vec::new() }
    }

    fn at(&self, value: f64) -> f64 {
        let low = if self.has_zero { LANE } else { 0.0 };
        let high = if self.has_beyond { 1.0 - LANE } else { 1.0 };
        if !value.is_finite() {
            return (1.0 + high) / 2.0;
        }
        if value <= 0.0 {
            return low / 2.0;
        }
        let part = (value.log10() - self.from) / (self.to - self.from);
        low + part.clamp(0.0, 1.0) * (high - low)
    }
}

impl AxisScale {
    /// Where a value is, from 0 to 1.
    pub fn at(&self, value: f64) -> f64 {
        match self {
            Self::Log(log) => log.at(value),
            Self::Names(names) => ((value + 0.5) / names.len().max(1) as f64).clamp(0.0, 1.0),
        }
    }

    /// Labels and where they are.
    pub fn ticks(&self) -> Vec<(f64, &str)> {
        match self {
            Self::Log(log) => {
                let zero = log.has_zero.then(|| (log.at(0.0), "0"));
                let beyond = log.has_beyond.then(|| (log.at(f64::INFINITY), "∞, NaN"));
                let powers = log.ticks.iter().map(|(value, label)| (log.at(*value), label.as_str()));
                zero.into_iter().chain(powers).chain(beyond).collect()
            }
            Self::Names(names) => {
                names.iter().enumerate().map(|(index, name)| (self.at(index as f64), name.as_str())).collect()
            }
        }
    }
}

fn is_magnitude(value: &f64) -> bool {
    value.is_finite() && *value > 0.0
}

/// Logarithms of the smallest and the largest magnitude.
fn range(values: &[f64]) -> Option<(f64, f64)> {
    let logs = || values.iter().filter(|value| is_magnitude(value)).map(|value| value.log10());
    Some((logs().reduce(f64::min)?, logs().reduce(f64::max)?))
}

/// A power of ten as a label.
pub fn power(exponent: i32) -> String {
    match exponent {
        -2..=4 => 10f64.powi(exponent).to_string(),
        _ => format!("1e{exponent}"),
    }
}

/// A power of ten as a label in units of 10¹², as in TFLOP/s.
pub fn tera(exponent: i32) -> String {
    power(exponent - 12)
}

/// A power of ten as a label in percent.
pub fn percent(exponent: i32) -> String {
    format!("{} %", power(exponent + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(log: Log) -> Vec<String> {
        AxisScale::Log(log).ticks().into_iter().map(|(_, label)| label.to_string()).collect()
    }

    #[test]
    fn places_are_logarithmic() {
        let scale = AxisScale::Log(Log::powers(&[0.02, 50.0], power));
        let places = [0.01, 0.1, 1.0, 10.0, 100.0].map(|value| scale.at(value));
        assert!(0.0 < places[0] && places[0] < 0.05 && (places[2] - 0.5).abs() < 1e-9, "{places:?}");
        for steps in places.windows(3) {
            assert!((steps[2] - 2.0 * steps[1] + steps[0]).abs() < 1e-9, "{places:?}");
        }
        assert_eq!([1e-9, 1e9].map(|value| scale.at(value)), [0.0, 1.0], "what is outside is at the ends");
        let names = AxisScale::Names(vec!["a".into(), "b".into()]);
        assert_eq!([0.0, 1.0, 9.0].map(|value| names.at(value)), [0.25, 0.75, 1.0]);
    }

    #[test]
    fn zero_and_infinity_have_lanes() {
        let scale = AxisScale::Log(Log::powers(&[0.0, 1.0, 10.0, f64::NAN], power));
        assert_eq!([0.0, -1.0].map(|value| scale.at(value)), [LANE / 2.0; 2]);
        assert!([1.0, 10.0].iter().all(|&value| (LANE..=1.0 - LANE).contains(&scale.at(value))), "{scale:?}");
        assert_eq!([f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(|value| scale.at(value)), [1.0 - LANE / 2.0; 3]);
    }

    #[test]
    fn any_values_give_finite_places() {
        let tiny = f64::from_bits(1);
        let sets: [&[f64]; 7] = [
            &[],
            &[0.0],
            &[f64::INFINITY; 3],
            &[f64::NAN, f64::NEG_INFINITY],
            &[1.0],
            &[tiny, f64::MAX],
            &[5.0, 5.0, 0.0, f64::NAN],
        ];
        for values in sets {
            for log in [Log::powers(values, power), Log::values(values)] {
                let scale = AxisScale::Log(log);
                let more = [0.0, 1.0, tiny, f64::MAX, f64::NAN];
                let places = values.iter().chain(&more).map(|&value| scale.at(value));
                for place in places.chain(scale.ticks().iter().map(|tick| tick.0)) {
                    assert!((0.0..=1.0).contains(&place), "{values:?}: {place} on {scale:?}");
                }
            }
        }
    }

    #[test]
    fn labels_stay_few() {
        assert_eq!(labels(Log::powers(&[1.0], power)), ["1", "10"]);
        assert_eq!(labels(Log::powers(&[], power)), ["1", "10"]);
        assert_eq!(labels(Log::powers(&[1e-7, 2e-5], power)), ["1e-7", "1e-6", "1e-5", "1e-4"]);
        assert_eq!(labels(Log::powers(&[0.002, 0.5, f64::NAN], percent)), ["0.1 %", "1 %", "10 %", "100 %", "∞, NaN"]);
        assert_eq!(labels(Log::values(&[32.0, 64.0])), ["32", "64"]);
        let many = labels(Log::powers(&[1e-300, 1e300], power));
        assert!((4..=10).contains(&many.len()), "{many:?}");
    }
}
