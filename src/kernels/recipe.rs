//! How inputs come about.

use super::{Fill, HalfFormat, Kernel, ParameterValue, Pattern, RandomFloats, RandomHalves, random};

/// How the value of a parameter comes about. What a kernel can fill in need not be copied to a device: [`Recipe::value`] and
/// [`Recipe::kernel`] make the same, bit by bit.
#[derive(Clone, Debug, PartialEq)]
pub enum Recipe {
    /// As it is.
    Given(ParameterValue),
    /// `count` single-precision numbers, uniform in `-size..=size`; see [`RandomFloats`].
    Floats {
        /// Elements.
        count: usize,
        /// What the numbers depend on.
        seed: u64,
        /// The largest magnitude: a small integer, so that nothing is rounded twice.
        size: u8,
    },
    /// `count` numbers of 16 bits, uniform in -1..=1; see [`RandomHalves`].
    Halves {
        /// Elements.
        count: usize,
        /// What the numbers depend on.
        seed: u64,
        /// The format.
        format: HalfFormat,
    },
    /// [`ParameterValue::unwritten`]
    Unwritten(usize),
    /// The same for results of 16 bits: NaNs.
    UnwrittenHalves {
        /// Elements.
        count: usize,
        /// The format.
        format: HalfFormat,
    },
}

impl From<ParameterValue> for Recipe {
    fn from(value: ParameterValue) -> Self {
        Self::Given(value)
    }
}

impl Recipe {
    /// `size` times [`random::floats`].
    pub(super) fn floats(seed: u64, stream: u32, count: usize, size: u8) -> Self {
        Self::Floats { count, seed: random::of_stream(seed, stream), size }
    }

    pub(super) fn halves(seed: u64, stream: u32, count: usize, format: HalfFormat) -> Self {
        Self::Halves { count, seed: random::of_stream(seed, stream), format }
    }

    /// The value, made on the CPU.
    pub fn value(&self) -> ParameterValue {
        match *self {
            Self::Given(ref value) => value.clone(),
            Self::Floats { count, seed, size } => {
                let size = f32::from(size);
                ParameterValue::Floats(
                    (0..count as u64).map(|index| random::uniform(seed, index, -size, size)).collect(),
                )
            }
            Self::Halves { count, seed, format } => ParameterValue::Halves(format.random(seed, 0, count)),
            Self::Unwritten(count) => ParameterValue::unwritten(count),
            Self::UnwrittenHalves { count, format } => ParameterValue::HalfFloats(format, vec![u16::MAX; count]),
        }
    }

    /// The kernel that makes it in a buffer, its only parameter; `None` if it is to be copied.
    pub fn kernel(&self) -> Option<Box<dyn Kernel>> {
        // More elements than kernels fill are copied.
        let count = |count: usize| u32::try_from(count).ok().filter(|&count| (1..=1 << 31).contains(&count));
        Some(match *self {
            Self::Given(_) => return None,
            Self::Floats { count: elements, seed, size } => {
                let size = f32::from(size);
                Box::new(RandomFloats { count: count(elements)?, seed, low: -size, high: size })
            }
            Self::Halves { count: elements, seed, format } => {
                Box::new(RandomHalves { count: count(elements)?, seed, format })
            }
            // Two in a word.
            Self::UnwrittenHalves { count: elements, .. } if elements.is_multiple_of(2) => {
                let pattern = Pattern::Constant(f32::from_bits(u32::MAX));
                Box::new(Fill { rows: 1, columns: count(elements / 2)?, pattern })
            }
            Self::UnwrittenHalves { .. } => return None,
            Self::Unwritten(elements) => {
                Box::new(Fill { rows: 1, columns: count(elements)?, pattern: Pattern::Constant(f32::NAN) })
            }
        })
    }

    /// Whether the parameter is the address of a buffer.
    pub fn is_buffer(&self) -> bool {
        !matches!(self, Self::Given(value) if !value.is_buffer())
    }

    /// How many elements its buffer has; none if it is a number.
    pub fn elements(&self) -> usize {
        match self {
            Self::Given(value) => value.elements().unwrap_or(0),
            Self::Floats { count, .. }
            | Self::Halves { count, .. }
            | Self::Unwritten(count)
            | Self::UnwrittenHalves { count, .. } => *count,
        }
    }

    /// Bytes of its buffer, none if it is a number; see [`Kernel::buffer_bytes`].
    pub fn buffer_bytes(&self) -> u64 {
        (self.elements() as u64).saturating_mul(self.element_bytes() as u64)
    }

    /// Bytes of an element, or of the number.
    pub fn element_bytes(&self) -> usize {
        match self {
            Self::Given(value) => value.element_bytes(),
            Self::Halves { .. } | Self::UnwrittenHalves { .. } => 2,
            Self::Floats { .. } | Self::Unwritten(_) => 4,
        }
    }

    /// The elements of a buffer of this form; see [`ParameterValue::decode`].
    pub fn decode(&self, bytes: &[u8]) -> Vec<f64> {
        match self {
            Self::Given(value) => value.decode(bytes),
            Self::Halves { .. } => ParameterValue::Halves(Vec::new()).decode(bytes),
            Self::UnwrittenHalves { format, .. } => ParameterValue::HalfFloats(*format, Vec::new()).decode(bytes),
            Self::Floats { .. } | Self::Unwritten(_) => ParameterValue::Floats(Vec::new()).decode(bytes),
        }
    }

    /// What a buffer of this form has to hold to have these elements, rounded to its type; nothing for those that are not compared
    /// on devices.
    pub fn encode(&self, elements: &[f64]) -> Option<Vec<u8>> {
        match self {
            Self::Given(ParameterValue::Words(_)) => {
                Some(elements.iter().flat_map(|&number| (number as u32).to_le_bytes()).collect())
            }
            Self::Given(ParameterValue::Halves(_)) => {
                Some(elements.iter().flat_map(|&number| (number as u16).to_le_bytes()).collect())
            }
            _ if self.is_single() => Some(elements.iter().flat_map(|&number| (number as f32).to_le_bytes()).collect()),
            _ => None,
        }
    }

    /// The format of its elements, if it is one of 16 bits and they are numbers.
    pub fn half_format(&self) -> Option<HalfFormat> {
        match *self {
            Self::Given(ParameterValue::HalfFloats(format, _)) | Self::UnwrittenHalves { format, .. } => Some(format),
            _ => None,
        }
    }

    /// The form of the same numbers in single precision, if they have 16 bits.
    pub fn widened(&self) -> Option<Self> {
        self.half_format().map(|_| Self::Unwritten(self.elements()))
    }

    /// Whether its elements are words of 16 or 32 bits that are no numbers of a floating-point format.
    pub fn is_integer(&self) -> bool {
        matches!(self, Self::Given(ParameterValue::Words(_) | ParameterValue::Halves(_)))
    }

    /// Whether its elements are single-precision numbers.
    pub fn is_single(&self) -> bool {
        matches!(self, Self::Given(ParameterValue::Floats(_)) | Self::Floats { .. } | Self::Unwritten(_))
    }
}

/// The values, made on the CPU.
pub(super) fn values(recipes: &[Recipe]) -> Vec<ParameterValue> {
    recipes.iter().map(Recipe::value).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{BatchedQ6KGemv, HalfGemm, NaiveGemv, Softmax, all};
    use super::*;
    use crate::isa::Target;

    #[test]
    fn recipes_are_those_of_the_inputs() {
        let mut filled = 0;
        for kernel in all() {
            let (recipes, inputs) = (kernel.recipes(3), kernel.inputs(3));
            let bytes = |values: &[ParameterValue]| values.iter().map(ParameterValue::to_bytes).collect::<Vec<_>>();
            assert_eq!(bytes(&values(&recipes)), bytes(&inputs), "{kernel:?}");
            let mut told = kernel.buffer_bytes().into_iter();
            for (recipe, input) in recipes.iter().zip(&inputs) {
                let size = recipe.elements().max(1) * recipe.element_bytes();
                assert_eq!(size, input.to_bytes().len(), "{kernel:?}");
                let bytes = if input.is_buffer() { size } else { 0 };
                assert_eq!(told.next(), Some(bytes as u64), "{kernel:?}");
                assert_eq!(recipe.is_single(), matches!(input, ParameterValue::Floats(_)), "{kernel:?}");
                filled += usize::from(recipe.kernel().is_some());
            }
        }
        assert!(filled > 100, "{filled}");
    }

    #[test]
    fn sizes_do_not_wrap() {
        let (most, format) = (1 << 30, HalfFormat::F16);
        let quantized = BatchedQ6KGemv { k: 1 << 31, n: most, batch: most };
        assert_eq!(quantized.buffer_bytes(), [210 << 53, 1 << 63, 1 << 62, 0]);
        assert_eq!(NaiveGemv { k: 1 << 31, n: 1 << 31 }.buffer_bytes(), [1 << 33, u64::MAX, 1 << 33, 0, 0]);
        assert_eq!(HalfGemm { m: most, n: most, k: most, format }.buffer_bytes(), [1 << 61, 1 << 61, 1 << 62]);
        assert_eq!(Softmax { rows: (1 << 31) - 1, columns: 3 }.buffer_bytes(), [25_769_803_764; 2]);
    }

    /// What a kernel leaves, by its own reference.
    #[test]
    fn kernels_make_the_values() {
        let target = Target::lookup("sm_80").expect("known");
        let recipes = [
            Recipe::floats(5, 2, 100, 3),
            Recipe::halves(5, 1, 33, HalfFormat::F16),
            Recipe::halves(5, 1, 33, HalfFormat::Bf16),
            Recipe::Unwritten(7),
        ];
        for recipe in recipes {
            let kernel = recipe.kernel().expect("it is filled in");
            assert!(kernel.ptx(target).is_ok());
            let value = recipe.value();
            let expected = &kernel.reference(&kernel.inputs(0))[0];
            assert_eq!(expected.mismatch(&value.decode(&value.to_bytes())), None, "{recipe:?}");
        }
        assert!(Recipe::Unwritten(0).kernel().is_none() && Recipe::Unwritten(1 << 40).kernel().is_none());
    }
}
