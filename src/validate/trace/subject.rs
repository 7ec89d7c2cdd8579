//! A kernel with all that a launch of it takes.

use crate::device::{DeviceError, KernelFormal, demand_host_memory, parameters};
use crate::isa::{ScalarType, Target, TypeClass};
use crate::kernels::{ExpectedBuffer, HalfFormat, Kernel, Launch, LaunchConfig, ParameterValue};
use crate::validate::Obstacle;

/// What the bytes of a buffer are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BufferElement {
    /// Bytes.
    U8,
    /// 16-bit words.
    U16,
    /// 32-bit integers.
    U32,
    /// 32-bit integers with a sign.
    S32,
    /// Half-precision numbers.
    F16,
    /// Numbers in the upper half of single precision.
    Bf16,
    /// Single-precision numbers.
    F32,
    /// Double-precision numbers.
    F64,
}

impl BufferElement {
    /// Reads a name as in PTX.
    pub fn parse(name: &str) -> Option<Self> {
        let all = [Self::U8, Self::U16, Self::U32, Self::S32, Self::F16, Self::Bf16, Self::F32, Self::F64];
        all.into_iter().find(|element| element.name() == name)
    }

    /// The name in PTX.
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8 => ScalarType::U8.name(),
            Self::U16 => ScalarType::U16.name(),
            Self::U32 => ScalarType::U32.name(),
            Self::S32 => ScalarType::S32.name(),
            Self::F16 => ScalarType::F16.name(),
            Self::Bf16 => ScalarType::Bf16.name(),
            Self::F32 => ScalarType::F32.name(),
            Self::F64 => ScalarType::F64.name(),
        }
    }

    /// Bytes of an element.
    pub const fn size(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 | Self::F16 | Self::Bf16 => 2,
            Self::U32 | Self::S32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    /// All elements of a buffer.
    pub fn decode(self, bytes: &[u8]) -> Vec<f64> {
        let decode = |element: &[u8]| {
            let bits = bits(element);
            match self {
                Self::U8 | Self::U16 | Self::U32 => bits as f64,
                Self::S32 => f64::from(bits as u32 as i32),
                Self::F16 => f64::from(HalfFormat::F16.to_f32(bits as u16)),
                Self::Bf16 => f64::from(HalfFormat::Bf16.to_f32(bits as u16)),
                Self::F32 => f64::from(f32::from_bits(bits as u32)),
                Self::F64 => f64::from_bits(bits),
            }
        };
        bytes.chunks_exact(self.size()).map(decode).collect()
    }

    /// An element of a buffer in words; nothing if the buffer is too short.
    pub fn show(self, bytes: &[u8], index: usize) -> Option<String> {
        let start = index.checked_mul(self.size())?;
        let bits = bits(bytes.get(start..start.checked_add(self.size())?)?);
        Some(match self {
            Self::U8 | Self::U16 | Self::U32 => bits.to_string(),
            Self::S32 => (bits as u32 as i32).to_string(),
            Self::F16 => number(HalfFormat::F16.to_f32(bits as u16)),
            Self::Bf16 => number(HalfFormat::Bf16.to_f32(bits as u16)),
            Self::F32 => number(f32::from_bits(bits as u32)),
            Self::F64 => f64::from_bits(bits).to_string(),
        })
    }
}

/// Up to eight bytes as a number.
fn bits(element: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..element.len()].copy_from_slice(element);
    u64::from_le_bytes(word)
}

/// As short as it can be without another meaning.
fn number(float: f32) -> String {
    let magnitude = float.abs();
    if magnitude != 0.0 && !(1e-4..1e9).contains(&magnitude) { format!("{float:e}") } else { float.to_string() }
}

/// A parameter and what it gets.
#[derive(Clone, PartialEq, Debug)]
pub struct SubjectParameter {
    /// Its name.
    pub name: String,
    /// What it gets: a buffer of bytes, or bytes.
    pub content: ParameterValue,
    /// What its buffer holds.
    pub element: BufferElement,
    /// Callers fill the buffer before each launch, although the kernel writes it.
    pub is_reset: bool,
}

/// A kernel and its launch.
#[derive(Clone, PartialEq, Debug)]
pub struct Subject {
    /// The kernel with its dimensions.
    pub title: String,
    /// The name of the kernel.
    pub kernel: String,
    /// The module.
    pub ptx: String,
    /// How it is launched.
    pub config: LaunchConfig,
    /// One for each parameter of the kernel.
    pub parameters: Vec<SubjectParameter>,
    /// What it should leave, if that is known.
    pub expected: Option<Vec<ExpectedBuffer>>,
}

impl Subject {
    /// A kernel of this crate with inputs from a seed.
    ///
    /// # Errors
    /// The kernel cannot be written for the target, or its inputs do not fit into the memory of this machine.
    pub fn shipped(kernel: &dyn Kernel, target: Target, seed: u64) -> Result<Self, Obstacle> {
        let ptx = kernel.ptx(target).map_err(Obstacle::Build)?;
        demand_memory(kernel.buffer_bytes())?;
        let inputs = kernel.inputs(seed);
        let expected = kernel.reference(&inputs);
        let formals = parameters(&ptx, kernel.name())?;
        let parameter = |(index, (formal, value)): (usize, (KernelFormal, &ParameterValue))| SubjectParameter {
            name: formal.name,
            content: value.untyped(),
            element: element_of(value),
            // An output that begins as something else than "not written" is added to.
            is_reset: is_filled(value) && expected.iter().any(|expected| expected.parameter == index),
        };
        let parameters = formals.into_iter().zip(&inputs).enumerate().map(parameter).collect();
        let (title, name) = (format!("{kernel:?}"), kernel.name().to_string());
        Ok(Self { title, kernel: name, ptx, config: kernel.launch(), parameters, expected: Some(expected) })
    }

    /// A kernel of a module, launched as a text says.
    ///
    /// # Errors
    /// The module has no such kernel, or it has other parameters, or numbers do not fit theirs, or buffers do not fit into the memory
    /// of this machine.
    pub fn launched(ptx: String, kernel: &str, launch: &Launch) -> Result<Self, DeviceError> {
        let formals = parameters(&ptx, kernel)?;
        if formals.len() != launch.arguments.len() {
            let message = format!("{} arguments for {} parameters", launch.arguments.len(), formals.len());
            return Err(DeviceError::Launch(message));
        }
        demand_memory(launch.arguments.iter().map(ParameterValue::buffer_bytes))?;
        // What a kernel leaves in zeros is most likely what it computes with.
        let of_zeros = if ptx.contains(".f32") { BufferElement::F32 } else { BufferElement::U32 };
        let parameter = |(formal, argument): (KernelFormal, &ParameterValue)| {
            Ok(SubjectParameter {
                content: content(argument, &formal).map_err(DeviceError::Launch)?,
                element: if matches!(argument, ParameterValue::Zeros(_)) { of_zeros } else { element_of(argument) },
                name: formal.name,
                is_reset: false,
            })
        };
        let parameters =
            formals.into_iter().zip(&launch.arguments).map(parameter).collect::<Result<_, DeviceError>>()?;
        let config = launch.config();
        let kernel = kernel.to_string();
        Ok(Self { title: kernel.clone(), kernel, ptx, config, parameters, expected: None })
    }

    /// The parameter of a name or number.
    pub fn parameter(&self, name: &str) -> Option<usize> {
        let by_name = self.parameters.iter().position(|parameter| parameter.name == name);
        by_name.or_else(|| name.parse().ok().filter(|&index| index < self.parameters.len()))
    }

    /// The same launch with the elements of its buffers in reverse, except those that the kernel writes. So indices stay indices.
    /// What it should leave is not known.
    pub(super) fn reversed(&self, written: &[usize]) -> Self {
        let mut other = Self { expected: None, ..self.clone() };
        for (index, parameter) in other.parameters.iter_mut().enumerate() {
            if let (ParameterValue::Bytes(bytes), false) = (&mut parameter.content, written.contains(&index)) {
                let chunks = bytes.rchunks_exact(parameter.element.size());
                *bytes = chunks.flatten().copied().collect();
            }
        }
        other
    }

    pub(super) fn contents(&self) -> Vec<ParameterValue> {
        self.parameters.iter().map(|parameter| parameter.content.clone()).collect()
    }

    /// The buffers, by parameter.
    pub(super) fn buffers(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.parameters.iter().enumerate().filter_map(|(index, parameter)| match &parameter.content {
            ParameterValue::Bytes(bytes) => Some((index, bytes.as_slice())),
            _ => None,
        })
    }
}

/// How many times its buffers a trace takes: inputs and references in double precision of two launches, what four launches leave,
/// comparisons, and two devices.
const COPIES: u64 = 24;

fn demand_memory(buffers: impl IntoIterator<Item = u64>) -> Result<(), DeviceError> {
    demand_host_memory(buffers.into_iter().fold(0, u64::saturating_add).saturating_mul(COPIES))
}

fn element_of(value: &ParameterValue) -> BufferElement {
    match value {
        ParameterValue::Bytes(_) => BufferElement::U8,
        ParameterValue::Halves(_) => BufferElement::U16,
        ParameterValue::HalfFloats(HalfFormat::F16, _) => BufferElement::F16,
        ParameterValue::HalfFloats(HalfFormat::Bf16, _) => BufferElement::Bf16,
        ParameterValue::Floats(_) | ParameterValue::CountingFloats(_) | ParameterValue::F32(_) => BufferElement::F32,
        _ => BufferElement::U32,
    }
}

/// Whether a buffer holds something that a kernel may want to read.
fn is_filled(value: &ParameterValue) -> bool {
    match value {
        ParameterValue::Floats(numbers) => !numbers.iter().all(|number| number.is_nan()),
        ParameterValue::Words(words) => !words.iter().all(|&word| word == u32::MAX),
        _ => false,
    }
}

/// What a parameter gets: a number as its type has it.
fn content(argument: &ParameterValue, formal: &KernelFormal) -> Result<ParameterValue, String> {
    let KernelFormal { name, size, ty } = formal;
    let is = |class: TypeClass| ty.is_some_and(|ty| ty.class() == class);
    let number = match *argument {
        ParameterValue::Integer(integer) if is(TypeClass::Float) => integer as f64,
        ParameterValue::Integer(integer) => {
            let bits = 8 * (*size).clamp(1, 8) as u32;
            let (least, most) = (-1i128 << (bits - 1), (1i128 << bits) - 1);
            if !(least..=most).contains(&i128::from(integer)) {
                return Err(format!("{integer} has more than the {bits} bits of parameter `{name}`"));
            }
            return Ok(ParameterValue::Raw(integer.to_le_bytes()[..*size.min(&8)].to_vec()));
        }
        ParameterValue::Float(number) if is(TypeClass::Unsigned) || is(TypeClass::Signed) => {
            return Err(format!("parameter `{name}` is an integer, but {number} is not"));
        }
        ParameterValue::Float(number) => number,
        ref other => return Ok(other.untyped()),
    };
    let bytes = if *size == 4 { (number as f32).to_le_bytes().to_vec() } else { number.to_le_bytes().to_vec() };
    Ok(ParameterValue::Raw(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::ScalarType;

    #[test]
    fn numbers_are_of_the_type_of_their_parameter() {
        let of = |argument, ty, size| content(&argument, &KernelFormal { name: "p".to_string(), size, ty: Some(ty) });
        let bytes = |bytes: &[u8]| Ok(ParameterValue::Raw(bytes.to_vec()));
        assert_eq!(of(ParameterValue::Integer(2), ScalarType::F32, 4), bytes(&2f32.to_le_bytes()));
        assert_eq!(of(ParameterValue::Integer(2), ScalarType::F64, 8), bytes(&2f64.to_le_bytes()));
        assert_eq!(of(ParameterValue::Integer(-1), ScalarType::U16, 2), bytes(&[0xff, 0xff]));
        assert_eq!(of(ParameterValue::Integer(255), ScalarType::S8, 1), bytes(&[0xff]));
        assert_eq!(of(ParameterValue::Float(1.5), ScalarType::B32, 4), bytes(&1.5f32.to_le_bytes()));
        for (argument, ty, size) in [
            (ParameterValue::Integer(256), ScalarType::U8, 1),
            (ParameterValue::Integer(-129), ScalarType::U8, 1),
            (ParameterValue::Integer(1 << 32), ScalarType::U32, 4),
            (ParameterValue::Float(1.5), ScalarType::U32, 4),
        ] {
            assert!(of(argument.clone(), ty, size).is_err_and(|error| error.contains("`p`")), "{argument:?} {ty:?}");
        }
    }
}
