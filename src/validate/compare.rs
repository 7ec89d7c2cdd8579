//! Outputs against references.

use crate::kernels::{Expected, Tolerance, ToleranceSource};

/// How far an output is from its reference.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// Which parameter.
    pub parameter: usize,
    /// Elements of the output.
    pub elements: usize,
    /// The largest `|found - right|`; NaN if one of the two is no number and the other is.
    pub max_absolute: f64,
    /// The largest `|found - right| / |right|`.
    pub max_relative: f64,
    /// How far elements may be off.
    pub tolerance: Tolerance,
    /// The largest part of what is allowed that an element is off.
    pub used: f64,
    /// Elements that are further off, or missing.
    pub mismatches: usize,
    /// Elements that are no numbers.
    pub nans: usize,
    /// Elements that are infinite.
    pub infinities: usize,
    /// The first element that is further off: index, what was found, what is right.
    pub first: Option<(usize, f64, f64)>,
}

impl Comparison {
    /// Compares the elements that were found.
    pub fn new(expected: &Expected, found: &[f64], source: ToleranceSource) -> Self {
        let tolerance = source.of(&expected.arithmetic);
        let mut comparison = Self {
            parameter: expected.parameter,
            elements: found.len(),
            max_absolute: 0.0,
            max_relative: 0.0,
            tolerance,
            mismatches: found.len().abs_diff(expected.values.len()),
            nans: found.iter().filter(|number| number.is_nan()).count(),
            infinities: found.iter().filter(|number| number.is_infinite()).count(),
            used: 0.0,
            first: None,
        };
        for (index, (&found, &right)) in found.iter().zip(&expected.values).enumerate() {
            let distance = distance(found, right);
            comparison.max_absolute = worse(comparison.max_absolute, distance);
            let relative = if distance == 0.0 { 0.0 } else { distance / right.abs() };
            comparison.max_relative = worse(comparison.max_relative, relative);
            let used = if distance == 0.0 { 0.0 } else { distance / tolerance.allowed(right) };
            comparison.used = worse(comparison.used, used);
            if !tolerance.accepts(found, right) {
                comparison.mismatches += 1;
                comparison.first.get_or_insert((index, found, right));
            }
        }
        comparison
    }
}

/// Equal numbers, infinities too, and two NaNs have no distance.
fn distance(found: f64, right: f64) -> f64 {
    if found == right || (found.is_nan() && right.is_nan()) { 0.0 } else { (found - right).abs() }
}

/// The larger error; NaN is the largest.
fn worse(a: f64, b: f64) -> f64 {
    if a.is_nan() || a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::Arithmetic;

    #[test]
    fn errors_and_mismatches() {
        let values = vec![1.0, 2.0, f64::NAN, f64::INFINITY, 0.0];
        let expected = Expected { parameter: 3, values, arithmetic: Arithmetic::single(1 << 20, 2.0) };
        let compare = |found: &[f64]| Comparison::new(&expected, found, ToleranceSource::Computed);
        let comparison = compare(&[1.0, 2.5, f64::NAN, f64::INFINITY, 0.125]);
        assert_eq!(comparison.tolerance, Tolerance { absolute: 0.125, relative: 0.0625 });
        assert_eq!((comparison.max_absolute, comparison.max_relative), (0.5, f64::INFINITY));
        assert_eq!(comparison.used, 2.0);
        assert_eq!((comparison.mismatches, comparison.nans, comparison.infinities), (1, 1, 1));
        assert_eq!(comparison.first, Some((1, 2.5, 2.0)));
        let comparison = compare(&[f64::NAN, 2.0, 0.0]);
        assert!(comparison.max_absolute.is_nan() && comparison.max_relative.is_nan());
        assert_eq!((comparison.elements, comparison.mismatches, comparison.nans), (3, 4, 1));
    }
}
