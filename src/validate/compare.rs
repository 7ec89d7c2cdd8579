//! Outputs against references.

use super::stage::{Stage, count};
use super::{Obstacle, Placement};
use crate::device::Buffer;
use crate::kernels::{
    ExpectedBuffer, NumberFormat, Recipe, Tolerance, ToleranceSource, Verification, Verify, VerifyWords,
    WordVerification,
};

/// How far an output is from its reference.
#[derive(Clone, PartialEq, Debug)]
pub struct Deviation {
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
    /// Where it was found out.
    pub placement: Placement,
}

impl Deviation {
    /// Compares the elements that were found.
    pub fn new(expected: &ExpectedBuffer, found: &[f64], source: ToleranceSource) -> Self {
        Self::within(source.of(&expected.arithmetic), expected.parameter, &expected.values, found)
    }

    /// Compares elements on the host.
    pub(super) fn within(tolerance: Tolerance, parameter: usize, right: &[f64], found: &[f64]) -> Self {
        let mut comparison = Self {
            parameter,
            elements: found.len(),
            max_absolute: 0.0,
            max_relative: 0.0,
            tolerance,
            mismatches: found.len().abs_diff(right.len()),
            nans: found.iter().filter(|number| number.is_nan()).count(),
            infinities: found.iter().filter(|number| number.is_infinite()).count(),
            used: 0.0,
            first: None,
            placement: Placement::Host,
        };
        for (index, (&found, &right)) in found.iter().zip(right).enumerate() {
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

    /// Compares buffers of this form on the device: a few words come back. Only of a failure the elements do, to tell which one is wrong.
    /// Nothing if no kernel compares them within this tolerance.
    pub(super) fn on_device(
        stage: &mut Stage<'_>,
        tolerance: Tolerance,
        parameter: usize,
        form: &Recipe,
        buffers: [Buffer; 2],
    ) -> Option<Result<Self, Obstacle>> {
        if form.is_single() {
            Some(Self::of_numbers(stage, tolerance, parameter, form, buffers))
        } else if form.is_integer() && tolerance == Tolerance::EXACT {
            Some(Self::of_integers(stage, parameter, form, buffers))
        } else {
            None
        }
    }

    fn of_numbers(
        stage: &mut Stage<'_>,
        tolerance: Tolerance,
        parameter: usize,
        form: &Recipe,
        [found, right]: [Buffer; 2],
    ) -> Result<Self, Obstacle> {
        let [absolute, relative] = [tolerance.absolute, tolerance.relative].map(single_above);
        let result = stage.upload(&[0; 4 * Verify::WORDS])?;
        let kernel = Verify { count: count(form)?, absolute, relative };
        stage.help(&kernel, &[found.into(), right.into(), result.into()])?;
        let verification = Verification::of(stage.words(result)?);
        Ok(Self {
            parameter,
            elements: form.elements(),
            max_absolute: verification.max_absolute.into(),
            max_relative: verification.max_relative.into(),
            tolerance: Tolerance { absolute: absolute.into(), relative: relative.into() },
            used: verification.used.into(),
            mismatches: verification.mismatches as usize,
            nans: verification.nans as usize,
            infinities: verification.infinities as usize,
            first: element(stage, verification.first, form, [found, right])?,
            placement: Placement::Device,
        })
    }

    fn of_integers(
        stage: &mut Stage<'_>,
        parameter: usize,
        form: &Recipe,
        [found, right]: [Buffer; 2],
    ) -> Result<Self, Obstacle> {
        let result = stage.upload(&[0; 4 * VerifyWords::WORDS])?;
        let kernel = VerifyWords { count: count(form)?, bytes: form.element_bytes() as u32 };
        stage.help(&kernel, &[found.into(), right.into(), result.into()])?;
        let verification = WordVerification::of(stage.words(result)?);
        Ok(Self {
            parameter,
            elements: form.elements(),
            max_absolute: verification.max_absolute.into(),
            max_relative: verification.max_relative.into(),
            tolerance: Tolerance::EXACT,
            used: if verification.mismatches > 0 { f64::INFINITY } else { 0.0 },
            mismatches: verification.mismatches as usize,
            nans: 0,
            infinities: 0,
            first: element(stage, verification.first, form, [found, right])?,
            placement: Placement::Device,
        })
    }
}

/// An element of both buffers, with its index.
fn element(
    stage: &mut Stage<'_>,
    index: Option<u32>,
    form: &Recipe,
    buffers: [Buffer; 2],
) -> Result<Option<(usize, f64, f64)>, Obstacle> {
    let Some(index) = index.map(|index| index as usize) else { return Ok(None) };
    let [found, right] = buffers.map(|buffer| stage.download(buffer, form));
    Ok(Some((index, found?[index], right?[index])))
}

/// The tolerance for references that are rounded to single precision themselves. What must be exact is not rounded.
pub(super) fn for_rounded(tolerance: Tolerance) -> Tolerance {
    if tolerance == Tolerance::EXACT {
        return tolerance;
    }
    let least = f64::from(f32::from_bits(1));
    Tolerance { absolute: tolerance.absolute + least, relative: tolerance.relative + NumberFormat::F32.rounding() }
}

/// The least single-precision number that is not below.
fn single_above(number: f64) -> f32 {
    let near = number as f32;
    if f64::from(near) < number { near.next_up() } else { near }
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
    fn tolerances_in_single_precision() {
        assert_eq!(single_above(0.5), 0.5);
        assert_eq!(single_above(0.1), 0.1f32);
        assert!(f64::from(0.3f32) > 0.3 && single_above(0.3) == 0.3f32);
        assert_eq!(single_above(1.0 + 1e-12), 1.0f32.next_up());
        assert_eq!(for_rounded(Tolerance::EXACT), Tolerance::EXACT);
        let one = for_rounded(Tolerance { absolute: 0.0, relative: NumberFormat::F32.rounding() });
        assert_eq!(one.relative, f64::from(f32::EPSILON));
    }

    #[test]
    fn errors_and_mismatches() {
        let values = vec![1.0, 2.0, f64::NAN, f64::INFINITY, 0.0];
        let expected = ExpectedBuffer { parameter: 3, values, arithmetic: Arithmetic::single(1 << 20, 2.0) };
        let compare = |found: &[f64]| Deviation::new(&expected, found, ToleranceSource::Computed);
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
