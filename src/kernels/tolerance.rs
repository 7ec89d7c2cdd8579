//! How far a result may be off: bounds from number formats, operations and magnitudes.

/// A number format of operands, operations or results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NumberFormat {
    /// Double precision.
    F64,
    /// Single precision.
    F32,
    /// Single precision with ten bits of mantissa, inside tensor cores.
    Tf32,
    /// Half precision.
    F16,
    /// The upper half of single precision.
    Bf16,
    /// Eight bits, three of them mantissa.
    E4m3,
    /// Eight bits, two of them mantissa.
    E5m2,
    /// Four bits, one of them mantissa.
    E2m1,
    /// Integers of any size: nothing is rounded.
    Integer,
}

impl NumberFormat {
    /// All formats.
    pub const ALL: [Self; 9] =
        [Self::F64, Self::F32, Self::Tf32, Self::F16, Self::Bf16, Self::E4m3, Self::E5m2, Self::E2m1, Self::Integer];

    /// Stored bits of the mantissa, so without the leading one.
    pub const fn mantissa_bits(self) -> Option<i32> {
        match self {
            Self::F64 => Some(52),
            Self::F32 => Some(23),
            Self::Tf32 | Self::F16 => Some(10),
            Self::Bf16 => Some(7),
            Self::E4m3 => Some(3),
            Self::E5m2 => Some(2),
            Self::E2m1 => Some(1),
            Self::Integer => None,
        }
    }

    /// The largest relative error of rounding to nearest: `2^-mantissa_bits / 2`.
    pub fn rounding(self) -> f64 {
        self.mantissa_bits().map_or(0.0, |bits| 0.5 * f64::from(-bits).exp2())
    }

    /// What kernels of this format usually keep, whatever they compute: the defaults of Composable Kernel.
    pub const fn typical(self) -> Tolerance {
        let (relative, absolute) = match self {
            Self::F64 => (1e-7, 1e-7),
            Self::F32 => (1e-5, 3e-6),
            Self::Tf32 => (5e-4, 5e-4),
            Self::F16 | Self::E4m3 | Self::E5m2 => (1e-3, 1e-3),
            Self::Bf16 => (1e-1, 1e-3),
            Self::E2m1 => (0.5, 0.5),
            Self::Integer => (0.0, 0.0),
        };
        Tolerance { absolute, relative }
    }

    /// What many validation suites fix for products of matrices, after PyTorch's.
    pub const fn fixed(self) -> Tolerance {
        let (absolute, relative) = match self {
            Self::F64 => (1e-7, 1e-5),
            Self::F32 => (1e-4, 1e-4),
            Self::F16 => (1e-2, 1e-3),
            Self::Bf16 => (1e-1, 1e-2),
            Self::Tf32 | Self::E4m3 | Self::E5m2 | Self::E2m1 => (1e-2, 1e-2),
            Self::Integer => (0.0, 0.0),
        };
        Tolerance { absolute, relative }
    }
}

/// How a result comes about, as far as its rounding errors depend on it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Arithmetic {
    /// Of operands and single operations.
    pub compute: NumberFormat,
    /// Of partial results.
    pub accumulate: NumberFormat,
    /// Of the result.
    pub output: NumberFormat,
    /// Roundings of partial results that a result depends on, one after another. An approximation counts as many as its error has
    /// roundings.
    pub accumulations: u32,
    /// What partial results may reach though the result is smaller: where numbers of both signs are added.
    pub magnitude: f64,
}

impl Arithmetic {
    /// Nothing is rounded: integers, copies.
    pub const EXACT: Self = Self {
        compute: NumberFormat::Integer,
        accumulate: NumberFormat::Integer,
        output: NumberFormat::Integer,
        accumulations: 0,
        magnitude: 0.0,
    };

    /// Everything is in single precision.
    pub const fn single(accumulations: u32, magnitude: f64) -> Self {
        Self {
            compute: NumberFormat::F32,
            accumulate: NumberFormat::F32,
            output: NumberFormat::F32,
            accumulations,
            magnitude,
        }
    }

    /// Single precision without cancellation: the error is relative. Below the smallest normal number it is absolute.
    pub const fn relative(accumulations: u32) -> Self {
        Self::single(accumulations, f32::MIN_POSITIVE as f64)
    }

    /// A sum of `terms` products whose magnitude is at most `magnitude`, in single precision.
    ///
    /// Partial sums of terms of random sign grow with the square root of their number, and so do errors of random sign: the
    /// product of both is the number of terms (Higham and Mary, *A New Approach to Probabilistic Rounding Error Analysis*, 2019).
    /// Partial sums of terms of one sign are not larger than the result.
    pub const fn of_sum(terms: u32, magnitude: f64) -> Self {
        Self::single(terms, magnitude)
    }

    /// The bound of the error that theory gives: each accumulation rounds a partial result, operations and the result are
    /// rounded once, and the largest of the three counts (Composable Kernel, `check_err.hpp`; Higham, *Accuracy and Stability of
    /// Numerical Algorithms*, section 4.2).
    pub fn tolerance(&self) -> Tolerance {
        let accumulated = self.accumulate.rounding() * f64::from(self.accumulations);
        let relative = accumulated.max(self.compute.rounding()).max(self.output.rounding());
        Tolerance { absolute: relative * self.magnitude, relative }
    }
}

/// Where tolerances come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ToleranceSource {
    /// [`Arithmetic::tolerance`]
    #[default]
    Computed,
    /// [`NumberFormat::typical`]
    Typical,
    /// [`NumberFormat::fixed`]
    Fixed,
}

impl ToleranceSource {
    /// The tolerance for results of this arithmetic.
    pub fn of(self, arithmetic: &Arithmetic) -> Tolerance {
        match self {
            Self::Computed => arithmetic.tolerance(),
            Self::Typical => arithmetic.output.typical(),
            Self::Fixed => arithmetic.output.fixed(),
        }
    }
}

/// How far a result may be from the right one: `absolute + relative * |right|`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// In units of the result.
    pub absolute: f64,
    /// As a part of the right result.
    pub relative: f64,
}

impl Tolerance {
    /// Not at all: integers, copies.
    pub const EXACT: Self = Self { absolute: 0.0, relative: 0.0 };

    /// How far a result may be from `right`.
    pub fn allowed(&self, right: f64) -> f64 {
        self.absolute + self.relative * right.abs()
    }

    /// Whether `found` is near enough to `right`. Infinities and NaNs must be the same.
    pub fn accepts(&self, found: f64, right: f64) -> bool {
        found == right
            || (found.is_nan() && right.is_nan())
            || (right.is_finite() && (found - right).abs() <= self.allowed(right))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The data types of Composable Kernel's documentation: bits of the mantissa, relative and absolute tolerance. For the small
    /// formats it counts the leading one, too, or gives both numbers.
    #[test]
    fn the_table_of_composable_kernel() {
        for (format, bits, relative, absolute) in [
            (NumberFormat::F32, 23..=23, 1e-5, 3e-6),
            (NumberFormat::Tf32, 10..=10, 5e-4, 5e-4),
            (NumberFormat::F16, 10..=10, 1e-3, 1e-3),
            (NumberFormat::Bf16, 7..=7, 1e-1, 1e-3),
            (NumberFormat::E4m3, 3..=4, 1e-3, 1e-3),
            (NumberFormat::E5m2, 2..=3, 1e-3, 1e-3),
            (NumberFormat::E2m1, 1..=2, 0.5, 0.5),
        ] {
            let stored = format.mantissa_bits().expect("a floating-point format");
            assert_eq!(stored, *bits.start(), "{format:?}");
            assert_eq!(format.typical(), Tolerance { absolute, relative }, "{format:?}");
            assert_eq!(format.rounding(), 0.5 / f64::from(1 << stored), "{format:?}");
        }
        assert_eq!((NumberFormat::Integer.mantissa_bits(), NumberFormat::Integer.typical()), (None, Tolerance::EXACT));
        assert_eq!((NumberFormat::Integer.rounding(), Arithmetic::EXACT.tolerance()), (0.0, Tolerance::EXACT));
    }

    #[test]
    fn the_fixed_table() {
        for (format, absolute, relative) in [
            (NumberFormat::F64, 1e-7, 1e-5),
            (NumberFormat::F32, 1e-4, 1e-4),
            (NumberFormat::F16, 1e-2, 1e-3),
            (NumberFormat::Bf16, 1e-1, 1e-2),
            (NumberFormat::E4m3, 1e-2, 1e-2),
        ] {
            assert_eq!(format.fixed(), Tolerance { absolute, relative }, "{format:?}");
        }
    }

    /// Formats agree with the machine's own epsilons.
    #[test]
    fn rounding() {
        assert_eq!(NumberFormat::F32.rounding(), f64::from(f32::EPSILON) / 2.0);
        assert_eq!(NumberFormat::F64.rounding(), f64::EPSILON / 2.0);
        assert!(NumberFormat::ALL.iter().all(|&format| format == NumberFormat::Integer || format.rounding() > 0.0));
    }

    #[test]
    fn the_weakest_format_counts() {
        let mixed = |accumulations, magnitude| Arithmetic {
            compute: NumberFormat::F16,
            accumulate: NumberFormat::F32,
            output: NumberFormat::Bf16,
            accumulations,
            magnitude,
        };
        // The result's own rounding, until there are enough accumulations.
        assert_eq!(mixed(10, 4.0).tolerance(), Tolerance { absolute: 4.0 / 256.0, relative: 1.0 / 256.0 });
        assert_eq!(mixed(1 << 17, 4.0).tolerance(), Tolerance { absolute: 4.0 / 128.0, relative: 1.0 / 128.0 });
        let half_result = Arithmetic { output: NumberFormat::F32, ..mixed(10, 1.0) };
        assert_eq!(half_result.tolerance().relative, NumberFormat::F16.rounding());
        // 1e-5 relative, as single precision gets for sums of some length.
        let sum = Arithmetic::of_sum(168, 0.5).tolerance();
        assert!((sum.relative - 1e-5).abs() < 2e-8, "{sum:?}");
        assert!((sum.absolute - sum.relative * 0.5).abs() < 1e-12, "{sum:?}");
    }

    #[test]
    fn sources() {
        let arithmetic = Arithmetic::single(4, 1.0);
        assert_eq!(ToleranceSource::Computed.of(&arithmetic), arithmetic.tolerance());
        assert_eq!(ToleranceSource::Typical.of(&arithmetic), NumberFormat::F32.typical());
        assert_eq!(ToleranceSource::Fixed.of(&arithmetic), NumberFormat::F32.fixed());
        assert_eq!(ToleranceSource::Fixed.of(&Arithmetic::EXACT), Tolerance::EXACT);
    }
}
