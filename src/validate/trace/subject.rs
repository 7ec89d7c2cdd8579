//! A kernel with all that a launch of it takes.

use crate::device::{Content, DeviceError, parameters};
use crate::isa::Target;
use crate::kernels::{Argument, Expected, Kernel, Launch, LaunchConfig, Value};
use crate::validate::Obstacle;

/// What the bytes of a buffer are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    /// Bytes.
    U8,
    /// 16-bit words.
    U16,
    /// 32-bit integers.
    U32,
    /// 32-bit integers with a sign.
    S32,
    /// Single-precision numbers.
    F32,
    /// Double-precision numbers.
    F64,
}

impl Element {
    /// Reads a name as in PTX.
    pub fn parse(name: &str) -> Option<Self> {
        let all = [Self::U8, Self::U16, Self::U32, Self::S32, Self::F32, Self::F64];
        all.into_iter().find(|element| element.name() == name)
    }

    /// The name in PTX.
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::S32 => "s32",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// Bytes of an element.
    pub const fn size(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 => 2,
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
    /// What it gets.
    pub content: Content,
    /// What its buffer holds.
    pub element: Element,
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
    pub expected: Option<Vec<Expected>>,
}

impl Subject {
    /// A kernel of this crate with inputs from a seed.
    ///
    /// # Errors
    /// The kernel cannot be written for the target.
    pub fn shipped(kernel: &dyn Kernel, target: Target, seed: u64) -> Result<Self, Obstacle> {
        let ptx = kernel.ptx(target).map_err(Obstacle::Build)?;
        let inputs = kernel.inputs(seed);
        let expected = kernel.reference(&inputs);
        let formals = parameters(&ptx, kernel.name())?;
        let parameter = |(index, (formal, value)): (usize, (crate::device::Formal, &Value))| SubjectParameter {
            name: formal.name,
            content: Content::from(value),
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
    /// The module has no such kernel, or it has other parameters.
    pub fn launched(ptx: String, kernel: &str, launch: &Launch) -> Result<Self, DeviceError> {
        let formals = parameters(&ptx, kernel)?;
        if formals.len() != launch.arguments.len() {
            let message = format!("{} arguments for {} parameters", launch.arguments.len(), formals.len());
            return Err(DeviceError::Launch(message));
        }
        // What a kernel leaves in zeros is most likely what it computes with.
        let of_zeros = if ptx.contains(".f32") { Element::F32 } else { Element::U32 };
        let parameter = |(formal, argument): (crate::device::Formal, &Argument)| SubjectParameter {
            content: content(argument, formal.size),
            element: match argument {
                Argument::Floats(_) => Element::F32,
                Argument::Zeros(_) => of_zeros,
                _ => Element::U32,
            },
            name: formal.name,
            is_reset: false,
        };
        let parameters = formals.into_iter().zip(&launch.arguments).map(parameter).collect();
        let config = LaunchConfig::new(launch.grid, launch.block);
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
            if let (Content::Buffer(bytes), false) = (&mut parameter.content, written.contains(&index)) {
                let chunks = bytes.rchunks_exact(parameter.element.size());
                *bytes = chunks.flatten().copied().collect();
            }
        }
        other
    }

    pub(super) fn contents(&self) -> Vec<Content> {
        self.parameters.iter().map(|parameter| parameter.content.clone()).collect()
    }

    /// The buffers, by parameter.
    pub(super) fn buffers(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.parameters.iter().enumerate().filter_map(|(index, parameter)| match &parameter.content {
            Content::Buffer(bytes) => Some((index, bytes.as_slice())),
            Content::Bytes(_) => None,
        })
    }
}

fn element_of(value: &Value) -> Element {
    match value {
        Value::Bytes(_) => Element::U8,
        Value::Halves(_) => Element::U16,
        Value::Floats(_) | Value::F32(_) => Element::F32,
        Value::Words(_) | Value::U32(_) | Value::U64(_) => Element::U32,
    }
}

/// Whether a buffer holds something that a kernel may want to read.
fn is_filled(value: &Value) -> bool {
    match value {
        Value::Floats(numbers) => !numbers.iter().all(|number| number.is_nan()),
        Value::Words(words) => !words.iter().all(|&word| word == u32::MAX),
        _ => false,
    }
}

/// A `size` byte parameter's content.
fn content(argument: &Argument, size: usize) -> Content {
    let words: Vec<u32> = match *argument {
        Argument::Zeros(count) => vec![0; count],
        Argument::Integers(count) => (0..count as u32).collect(),
        Argument::Floats(count) => (0..count).map(|i| (i as f32).to_bits()).collect(),
        Argument::Integer(integer) => return Content::Bytes(integer.to_le_bytes()[..size.min(8)].to_vec()),
        Argument::Float(number) if size == 4 => return Content::Bytes((number as f32).to_le_bytes().to_vec()),
        Argument::Float(number) => return Content::Bytes(number.to_le_bytes().to_vec()),
    };
    Content::Buffer(words.iter().flat_map(|word| word.to_le_bytes()).collect())
}
