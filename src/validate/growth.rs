//! How errors grow with the length of what is summed up.

use super::Check;

/// A length of a kernel's series and the errors there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Growth {
    /// The kernel.
    pub kernel: &'static str,
    /// See [`Case::length`](super::Case::length).
    pub length: u32,
    /// The largest absolute error.
    pub max_absolute: f64,
    /// The largest relative error.
    pub max_relative: f64,
    /// The absolute error that theory allows at least: the absolute part of the tolerance.
    pub allowed: f64,
    /// By how much the absolute error is larger than at the length before.
    pub factor: Option<f64>,
    /// Whether that is a sudden jump: errors of sums grow with their length at most, so more than twice of that has another
    /// cause.
    pub jumps: bool,
}

/// The errors of the series among the checks, by kernel and length.
pub fn growth(checks: &[Check]) -> Vec<Growth> {
    let mut rows: Vec<Growth> = Vec::new();
    for check in checks {
        let (Some(length), Ok(outputs)) = (check.length, &check.outcome) else { continue };
        let Some(output) = outputs.first() else { continue };
        let (max_absolute, max_relative) = (output.max_absolute, output.max_relative);
        let before = rows.iter().rfind(|row| row.kernel == check.kernel).filter(|before| before.max_absolute > 0.0);
        let factor = before.map(|before| max_absolute / before.max_absolute);
        let longer = before.map_or(1.0, |before| f64::from(length) / f64::from(before.length));
        // A NaN is no growth that would be in order, either.
        let jumps = max_absolute.is_nan() || factor.is_some_and(|factor| factor > 2.0 * longer);
        let kernel = check.kernel;
        rows.push(Growth {
            kernel,
            length,
            max_absolute,
            max_relative,
            allowed: output.tolerance.absolute,
            factor,
            jumps,
        });
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::super::{Deviation, Obstacle};
    use super::*;
    use crate::kernels::{Arithmetic, BuildError, ExpectedBuffer, ToleranceSource};

    fn check(length: Option<u32>, error: f64) -> Check {
        of_kernel("k", length, error)
    }

    fn of_kernel(kernel: &'static str, length: Option<u32>, error: f64) -> Check {
        let expected = ExpectedBuffer { parameter: 0, values: vec![1.0], arithmetic: Arithmetic::EXACT };
        let comparison = Deviation::new(&expected, &[1.0 + error], ToleranceSource::Computed);
        let outcome = Ok(vec![comparison]);
        Check { kernel, title: String::new(), dtype: "f32", suite: None, length, time: None, outcome }
    }

    #[test]
    fn jumps() {
        let failed = Check { outcome: Err(Obstacle::Build(BuildError::NestedGuard)), ..check(Some(48), 0.0) };
        let errors = [(32, 0.0), (64, 0.125), (128, 0.5), (256, 2.5), (512, f64::NAN)];
        let mut checks: Vec<Check> = errors.map(|(length, error)| check(Some(length), error)).into();
        checks.insert(1, check(None, 7.0));
        checks.insert(2, failed);
        let rows = growth(&checks);
        assert_eq!(rows.iter().map(|row| row.length).collect::<Vec<_>>(), [32, 64, 128, 256, 512]);
        assert_eq!(rows.iter().map(|row| row.jumps).collect::<Vec<_>>(), [false, false, false, true, true]);
        assert_eq!(rows[2].factor, Some(4.0));
        assert_eq!(rows[1].factor, None);
        let other = growth(&[check(Some(32), 0.125), of_kernel("other", Some(64), 4.0), check(Some(64), 0.25)]);
        assert_eq!(other.iter().map(|row| row.factor).collect::<Vec<_>>(), [None, None, Some(2.0)]);
    }
}
