//! What a kernel has to do, and what must come out.

use super::Arithmetic;

/// What any kernel for a task has to do: the axes of a roofline (Williams, Waterman and Patterson, *Roofline*, 2009).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// Floating-point operations; a multiply-add is two.
    pub operations: f64,
    /// Bytes to and from global memory if each is moved once.
    pub bytes: f64,
}

impl Work {
    /// Operations for each byte.
    pub fn intensity(&self) -> f64 {
        self.operations / self.bytes
    }
}

/// What a buffer must hold.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedBuffer {
    /// Which parameter.
    pub parameter: usize,
    /// Its elements.
    pub values: Vec<f64>,
    /// How the kernel computes them, which tells how far it may be off.
    pub arithmetic: Arithmetic,
}

impl ExpectedBuffer {
    /// The first element that is further off than theory allows: its index, what was found and what is right. `found` is as [`crate::launch::ParameterValue::decode`] gives it; another
    /// number of elements is off at the first one that is missing or too many.
    pub fn mismatch(&self, found: &[f64]) -> Option<(usize, f64, f64)> {
        let pairs = found.iter().zip(&self.values).enumerate();
        let off = pairs.map(|(index, (&found, &right))| (index, found, right));
        let common = found.len().min(self.values.len());
        let at = |values: &[f64]| values.get(common).copied().unwrap_or(f64::NAN);
        let length = (found.len() != self.values.len()).then(|| (common, at(found), at(&self.values)));
        let tolerance = self.arithmetic.tolerance();
        off.into_iter().find(|&(_, found, right)| !tolerance.accepts(found, right)).or(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mismatches() {
        let expected = ExpectedBuffer {
            parameter: 0,
            values: vec![1.0, f64::NAN, f64::INFINITY],
            arithmetic: Arithmetic::relative(200),
        };
        assert_eq!(expected.mismatch(&[1.000_01, f64::NAN, f64::INFINITY]), None);
        assert_eq!(expected.mismatch(&[1.000_1, f64::NAN, f64::INFINITY]), Some((0, 1.000_1, 1.0)));
        assert!(expected.mismatch(&[1.0, 0.0, f64::INFINITY]).is_some_and(|(index, ..)| index == 1));
        assert!(expected.mismatch(&[1.0, f64::NAN, 1e300]).is_some_and(|(index, ..)| index == 2));
        assert!(expected.mismatch(&[1.0, f64::NAN]).is_some_and(|(index, ..)| index == 2));
    }
}
