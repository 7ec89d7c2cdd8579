//! What a run needs: the module, the kernel, its launch, its arguments and buffers, all checked before anything is run.

use super::arguments::RunArguments;
use super::dtype::Dtype;
use super::npy::Array;
use super::value::{ArgumentValue, StructMember, argument};
use crate::cli::inputs;
use crate::cli::writer::plural;
use crate::device::{ImageObject, KernelFormal, TENSOR_MAP_BYTES, TensorMap, kernels, variable};
use crate::driver;
use crate::facts::BlockShape;
use crate::ir::FunctionKind;
use crate::isa::{ScalarType, TypeClass};
use crate::kernels::LaunchConfig;
use crate::source::Source;
use crate::util::alternatives;

/// Bytes of an address.
const ADDRESS: usize = 8;

/// A run that can begin.
pub(super) struct RunPlan {
    /// The file's name in reports.
    pub file: String,
    pub ptx: String,
    pub kernel: String,
    /// The kernel that is launched before it, and may still run.
    pub primary: Option<String>,
    pub config: LaunchConfig,
    pub cluster: Option<[u32; 3]>,
    /// What each parameter gets.
    pub contents: Vec<PlannedArgument>,
    pub buffers: Vec<Named>,
    /// What variables of the module hold.
    pub variables: Vec<Named>,
}

/// An address within bytes: where it stands, of which buffer, by its number, and how far into that.
pub(super) type PlacedPointer = (usize, usize, i64);

/// A buffer or a variable by its name.
pub(super) struct Named {
    pub name: String,
    pub array: Array,
    /// Addresses among its elements, which are zeros there.
    pub pointers: Vec<PlacedPointer>,
    /// Whether its elements have values before the launch.
    pub is_defined: bool,
}

/// What a parameter gets.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum PlannedArgument {
    /// These bytes.
    Bytes(Vec<u8>),
    /// The address of a byte of a buffer, which is named by its number.
    Address(usize, i64),
    /// Bytes, with addresses at some of their offsets.
    Structure(Vec<u8>, Vec<PlacedPointer>),
    /// A tensor map of a buffer.
    TensorMap(usize, TensorMap),
    /// The handle of a texture or surface of a buffer.
    Image(usize, ImageObject),
}

impl RunPlan {
    /// Reads the files and the values that arguments name.
    ///
    /// # Errors
    /// What is wrong or missing.
    pub(super) fn new(arguments: &RunArguments) -> Result<Self, String> {
        let (file, ptx) = text(arguments)?;
        Self::of_text(file, ptx, arguments)
    }

    /// Reads the values that arguments name, for the module in `ptx`.
    ///
    /// # Errors
    /// What is wrong or missing.
    pub(super) fn of_text(file: String, ptx: String, arguments: &RunArguments) -> Result<Self, String> {
        let is_other = Source::new(ptx.as_bytes()).ok().and_then(driver::why_not_ptx);
        if let Some(kind) = is_other {
            return Err(format!("{file} is not PTX: {kind}"));
        }
        let known = kernels(&ptx).map_err(|error| error.to_string())?;
        let kernel = choose(&file, &known, arguments.kernel.as_deref())?;
        let primary = arguments.primary.as_deref().map(|name| choose(&file, &known, Some(name))).transpose()?;
        let formals =
            known.into_iter().find(|(name, _)| *name == kernel).map(|(_, formals)| formals).unwrap_or_default();
        let block = arguments.block.or_else(|| required_block(&ptx, &kernel));
        let block = block.ok_or_else(|| {
            format!("`{kernel}` has no `.reqntid`: use `--block` to give the number of threads per block")
        })?;
        let config = LaunchConfig { grid: arguments.grid, block, shared_bytes: arguments.shared };
        let values = assign(&formals, &arguments.arguments)?;
        let mut this = Self {
            file,
            ptx,
            kernel,
            primary,
            config,
            cluster: arguments.cluster,
            contents: Vec::new(),
            buffers: Vec::new(),
            variables: Vec::new(),
        };
        let given: Vec<_> =
            arguments.buffers.iter().map(|text| named_value(text, "--buffer")).collect::<Result<_, _>>()?;
        for (name, value) in &given {
            match value {
                ArgumentValue::Array(array, is_defined) => this.add_buffer(name, array.clone(), *is_defined)?,
                // What it points to may come later.
                ArgumentValue::Structure(_) => this.add_buffer(name, Array::flat(Dtype::U8, Vec::new()), true)?,
                _ => return Err(format!("`--buffer {name}` is not an array or a structure")),
            }
        }
        for (formal, value) in formals.iter().zip(&values) {
            if let (true, ArgumentValue::Array(array, is_defined)) = (is_pointer(formal), value) {
                this.add_buffer(&formal.name, array.clone(), *is_defined)?;
            }
        }
        for (name, value) in &given {
            let ArgumentValue::Structure(members) = value else { continue };
            let layout = this.lay_out(members).map_err(|error| format!("buffer `{name}`: {error}"))?;
            let number = this.find(name)?;
            (this.buffers[number].array, this.buffers[number].pointers) = layout.whole().array();
        }
        for text in &arguments.variables {
            let (name, value) = named_value(text, "--set")?;
            let contents = this.variable(&name, value).map_err(|error| format!("variable `{name}`: {error}"))?;
            this.variables.push(contents);
        }
        for (formal, value) in formals.iter().zip(&values) {
            let content =
                this.content(formal, value).map_err(|error| format!("parameter `{}`: {error}", formal.name))?;
            this.contents.push(content);
        }
        Ok(this)
    }

    /// The number of a buffer.
    pub(super) fn buffer(&self, name: &str) -> Option<usize> {
        self.buffers.iter().position(|buffer| buffer.name == name)
    }

    /// What needs to know addresses as numbers.
    pub(super) fn needs_addresses(&self) -> Option<&'static str> {
        if self.buffers.iter().any(|buffer| !buffer.pointers.is_empty()) {
            return Some("pointers within buffers");
        }
        self.contents.iter().find_map(|content| match content {
            PlannedArgument::TensorMap(..) => Some("tensor maps"),
            PlannedArgument::Image(..) => Some("textures and surfaces"),
            _ => None,
        })
    }

    /// What a variable of the module gets: an array, a number of its type, addresses or a structure.
    pub(super) fn variable(&self, name: &str, value: ArgumentValue) -> Result<Named, String> {
        let declared = variable(&self.ptx, name);
        let (array, pointers) = match (value, &declared) {
            (ArgumentValue::Array(array, _), _) => (array, Vec::new()),
            // That there is no such variable is told with those that there are, once the module is loaded.
            (_, None) => (Array::flat(Dtype::U8, Vec::new()), Vec::new()),
            (ArgumentValue::Number(text), Some(formal)) => {
                (Array::flat(self.dtype(name), number(formal, &text)?), Vec::new())
            }
            (ArgumentValue::Structure(members), Some(formal)) => self.lay_out(&members)?.padded(formal.size).array(),
            (ArgumentValue::Pointer { buffer, offset }, Some(_)) => {
                self.lay_out(&[StructMember::Pointer { buffer, offset }])?.array()
            }
            _ => return Err("it takes an array, a number, an address or a structure".to_string()),
        };
        Ok(Named { name: name.to_string(), array, pointers, is_defined: true })
    }

    /// The type of the elements of a variable, as it is declared.
    pub(super) fn dtype(&self, name: &str) -> Dtype {
        let declared = variable(&self.ptx, name).and_then(|variable| variable.ty);
        declared.map_or(Dtype::U8, dtype_of)
    }

    fn add_buffer(&mut self, name: &str, array: Array, is_defined: bool) -> Result<(), String> {
        if self.buffer(name).is_some() {
            return Err(format!("there are two buffers `{name}`"));
        }
        self.buffers.push(Named { name: name.to_string(), array, pointers: Vec::new(), is_defined });
        Ok(())
    }

    fn find(&self, name: &str) -> Result<usize, String> {
        let known = || alternatives(self.buffers.iter().map(|buffer| buffer.name.clone()));
        self.buffer(name).ok_or_else(|| match self.buffers.is_empty() {
            true => format!("unknown buffer `{name}`: `--buffer {name}=…` makes one"),
            false => format!("unknown buffer `{name}`; there are {}", known()),
        })
    }

    fn content(&self, formal: &KernelFormal, value: &ArgumentValue) -> Result<PlannedArgument, String> {
        let sized = |bytes: Vec<u8>| match bytes.len() == formal.size {
            true => Ok(bytes),
            false => Err(format!("it has {}, but the value has {}", plural(formal.size, "byte"), bytes.len())),
        };
        match value {
            ArgumentValue::Number(text) => number(formal, text).map(PlannedArgument::Bytes),
            ArgumentValue::Array(array, _) if !is_pointer(formal) => {
                sized(array.bytes.clone()).map(PlannedArgument::Bytes)
            }
            ArgumentValue::Array(..) => Ok(PlannedArgument::Address(self.find(&formal.name)?, 0)),
            ArgumentValue::Pointer { buffer, offset } if formal.size == ADDRESS => {
                Ok(PlannedArgument::Address(self.find(buffer)?, *offset))
            }
            ArgumentValue::Pointer { .. } => {
                Err(format!("it has {}, but an address has {ADDRESS}", plural(formal.size, "byte")))
            }
            ArgumentValue::TensorMap(value) if formal.size == TENSOR_MAP_BYTES => {
                let buffer = self.find(&value.buffer)?;
                Ok(PlannedArgument::TensorMap(buffer, value.of(&self.buffers[buffer].array)?))
            }
            ArgumentValue::TensorMap(_) => {
                Err(format!("it has {}, but a tensor map has {TENSOR_MAP_BYTES}", plural(formal.size, "byte")))
            }
            ArgumentValue::Image(value) if formal.size == ADDRESS => {
                let buffer = self.find(&value.buffer)?;
                Ok(PlannedArgument::Image(buffer, value.of(&self.buffers[buffer].array)?))
            }
            ArgumentValue::Image(_) => {
                Err(format!("it has {}, but the handle of a texture has {ADDRESS}", plural(formal.size, "byte")))
            }
            ArgumentValue::Structure(members) => {
                let StructureLayout { bytes, pointers, .. } = self.lay_out(members)?.padded(formal.size);
                Ok(PlannedArgument::Structure(sized(bytes)?, pointers))
            }
        }
    }

    /// The bytes of a structure, and where addresses belong.
    fn lay_out(&self, members: &[StructMember]) -> Result<StructureLayout, String> {
        let mut layout = StructureLayout { bytes: Vec::new(), pointers: Vec::new(), alignment: 1, dtypes: Vec::new() };
        for member in members {
            let part = match member {
                StructMember::Number(dtype, text) => StructureLayout::of_element(*dtype, dtype.bytes_of(text)?),
                StructMember::Pointer { buffer, offset } => StructureLayout {
                    pointers: vec![(0, self.find(buffer)?, *offset)],
                    ..StructureLayout::of_element(Dtype::U64, vec![0; ADDRESS])
                },
                StructMember::Structure(members) => self.lay_out(members)?.whole(),
            };
            layout.add(part);
        }
        Ok(layout)
    }
}

/// The bytes of a structure.
struct StructureLayout {
    bytes: Vec<u8>,
    pointers: Vec<PlacedPointer>,
    /// What its address is a multiple of: the largest size of a member.
    alignment: usize,
    /// The types of its members.
    dtypes: Vec<Dtype>,
}

impl StructureLayout {
    fn of_element(dtype: Dtype, bytes: Vec<u8>) -> Self {
        Self { alignment: bytes.len(), bytes, pointers: Vec::new(), dtypes: vec![dtype] }
    }

    /// Adds a member at the next place that is aligned for it.
    fn add(&mut self, member: Self) {
        let start = self.bytes.len().next_multiple_of(member.alignment);
        self.bytes.resize(start, 0);
        self.bytes.extend(member.bytes);
        self.pointers.extend(member.pointers.into_iter().map(|(at, buffer, offset)| (start + at, buffer, offset)));
        self.alignment = self.alignment.max(member.alignment);
        self.dtypes.extend(member.dtypes);
    }

    /// With the padding behind its members, as in C: its size is a multiple of its alignment.
    fn whole(mut self) -> Self {
        self.bytes.resize(self.bytes.len().next_multiple_of(self.alignment), 0);
        self
    }

    /// With the padding that a larger alignment of the parameter asks for.
    fn padded(mut self, size: usize) -> Self {
        if self.bytes.len() < size && size - self.bytes.len() < ADDRESS {
            self.bytes.resize(size, 0);
        }
        self
    }

    /// As an array: of the type of its members, if they have one, otherwise of bytes.
    fn array(self) -> (Array, Vec<PlacedPointer>) {
        let dtype = match &self.dtypes[..] {
            [first, rest @ ..] if rest.iter().all(|dtype| dtype == first) => *first,
            _ => Dtype::U8,
        };
        (Array::flat(dtype, self.bytes), self.pointers)
    }
}

/// What a buffer or a variable has to hold: `name=value`, whose value is an array, or a number for a variable of the module.
pub(super) fn expected(plan: &RunPlan, texts: &[String]) -> Result<Vec<(String, Array)>, String> {
    let array = |text: &String| match named_value(text, "--expect")? {
        (name, ArgumentValue::Array(array, _)) => Ok((name, array)),
        (name, value @ ArgumentValue::Number(_)) if plan.buffer(&name).is_none() => {
            let expected = plan.variable(&name, value).map_err(|error| format!("variable `{name}`: {error}"))?;
            Ok((name, expected.array))
        }
        (name, ArgumentValue::Number(number)) => Err(format!(
            "`--expect {name}` is not an array; for elements that are all alike write `full(N, TYPE, {number})`"
        )),
        (name, _) => Err(format!("`--expect {name}` is not an array")),
    };
    texts.iter().map(array).collect()
}

fn named_value(text: &str, option: &str) -> Result<(String, ArgumentValue), String> {
    match argument(text) {
        (Some(name), value) => Ok((name.to_string(), ArgumentValue::parse(value)?)),
        (None, _) => Err(format!("`{option} {text}` has no name: write `{option} NAME=VALUE`")),
    }
}

/// The file's name and text.
fn text(arguments: &RunArguments) -> Result<(String, String), String> {
    let inputs = inputs::collect(std::slice::from_ref(&arguments.path));
    let [input] = &inputs[..] else {
        return Err(format!("{} is a folder of several files; name one of them", arguments.path.display()));
    };
    let bytes = input.read().map_err(|reason| format!("cannot read {}: {reason}", input.name))?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{} is not text", input.name))?;
    Ok((input.name.clone(), text))
}

fn choose(file: &str, known: &[(String, Vec<KernelFormal>)], wanted: Option<&str>) -> Result<String, String> {
    let names = || alternatives(known.iter().map(|(name, _)| name.clone()));
    match (wanted, known) {
        (_, []) => Err(format!("{file} has no kernel")),
        (Some(wanted), _) if known.iter().any(|(name, _)| name == wanted) => Ok(wanted.to_string()),
        (Some(wanted), _) => Err(format!("{file} has no kernel `{wanted}`; it has {}", names())),
        (None, [(name, _)]) => Ok(name.clone()),
        (None, _) => Err(format!("{file} has several kernels; `--kernel` names one: {}", names())),
    }
}

fn required_block(ptx: &str, kernel: &str) -> Option<[u32; 3]> {
    let module = crate::parser::parse(Source::new(ptx.as_bytes()).ok()?);
    let id = module.function_ids().find(|&id| {
        let function = &module[id];
        function.kind == FunctionKind::Entry && function.name.is_some_and(|name| module.name(name) == kernel)
    })?;
    match BlockShape::new(&module, id, None).exact {
        [Some(x), Some(y), Some(z)] => Some([x, y, z]),
        _ => None,
    }
}

/// The value of each parameter: by name, or in order where there is no name.
fn assign(formals: &[KernelFormal], texts: &[String]) -> Result<Vec<ArgumentValue>, String> {
    let mut values: Vec<Option<ArgumentValue>> = vec![None; formals.len()];
    for text in texts {
        let (name, value) = argument(text);
        let index = match name {
            Some(name) => formals.iter().position(|formal| formal.name == name).ok_or_else(|| {
                format!(
                    "unknown parameter `{name}`; the parameters are {}",
                    alternatives(formals.iter().map(|it| it.name.clone()))
                )
            })?,
            None => values.iter().position(Option::is_none).ok_or_else(|| {
                let verb = if formals.len() == 1 { "is" } else { "are" };
                format!("too many arguments at `{value}`: there {verb} {}", plural(formals.len(), "parameter"))
            })?,
        };
        let formal = &formals[index];
        if values[index].is_some() {
            return Err(format!("parameter `{}` has two arguments", formal.name));
        }
        values[index] =
            Some(ArgumentValue::parse(value).map_err(|error| format!("parameter `{}`: {error}", formal.name))?);
    }
    let missing: Vec<String> =
        formals.iter().zip(&values).filter(|(_, value)| value.is_none()).map(|(it, _)| asked(it)).collect();
    if missing.is_empty() {
        return Ok(values.into_iter().flatten().collect());
    }
    Err(format!("no argument for {}", missing.join(", ")))
}

/// A parameter, and how to write an argument for it.
fn asked(formal: &KernelFormal) -> String {
    let ty = formal.ty.map_or("", ScalarType::name);
    match is_pointer(formal) {
        true => format!("`{0}` (.{ty}, a number or a buffer: `{0}=zeros(N, f32)`)", formal.name),
        false if formal.size == TENSOR_MAP_BYTES => {
            format!("`{0}` (128 bytes by value: `{0}=@file`, or a tensor map: `{0}=tma(x, box=8x64)`)", formal.name)
        }
        false if is_array(formal) => {
            format!(
                "`{0}` ({1} by value: `{0}=@file` or `{0}={{u32 1, f32 0.5}}`)",
                formal.name,
                plural(formal.size, "byte")
            )
        }
        false => format!("`{0}` (.{ty}: `{0}=1`)", formal.name),
    }
}

fn is_array(formal: &KernelFormal) -> bool {
    formal.ty.is_none_or(|ty| ty.bytes() as usize != formal.size)
}

/// Whether a parameter may hold the address of a buffer.
fn is_pointer(formal: &KernelFormal) -> bool {
    formal.size == ADDRESS && !is_array(formal) && formal.ty.is_some_and(|ty| !ty.is_float())
}

/// The bytes of a number of a parameter's type.
fn number(formal: &KernelFormal, text: &str) -> Result<Vec<u8>, String> {
    let Some(ty) = formal.ty.filter(|_| !is_array(formal)) else {
        return Err(format!(
            "`{text}` is not a value for {}: {}",
            plural(formal.size, "byte"),
            typed(formal.size, text)
        ));
    };
    // Bits are often those of a floating-point number.
    let is_fraction = text.contains(['.', 'n']) && ty.class() == TypeClass::Bits;
    match (is_fraction, formal.size) {
        (true, 4) => Dtype::F32.bytes_of(text),
        (true, 8) => Dtype::F64.bytes_of(text),
        // Both types of 16 bits are common, and the parameter does not say which it is.
        (true, 2) => Err(format!("`{text}` is not a valid {}: {}", dtype_of(ty).name(), typed(2, text))),
        _ => dtype_of(ty).bytes_of(text),
    }
}

/// How a number is written for a parameter that does not say its type.
fn typed(size: usize, text: &str) -> String {
    match size {
        2 => format!("say its type, as in `{{f16 {text}}}` or `{{bf16 {text}}}`"),
        4 => format!("say its type, as in `{{f32 {text}}}`"),
        8 => format!("say its type, as in `{{f64 {text}}}`"),
        _ => "write its members, as in `{u32 1, f32 0.5}`, or `@file`".to_string(),
    }
}

/// The type of elements that are declared so.
fn dtype_of(ty: ScalarType) -> Dtype {
    let bytes = ty.bytes() as usize;
    match (ty.class(), ty) {
        (_, ScalarType::F16) => Dtype::F16,
        (_, ScalarType::Bf16) => Dtype::Bf16,
        (TypeClass::Float, _) if bytes == 4 => Dtype::F32,
        (TypeClass::Float, _) => Dtype::F64,
        (TypeClass::Signed, _) => integer_of(bytes, true),
        _ => integer_of(bytes, false),
    }
}

fn integer_of(size: usize, signed: bool) -> Dtype {
    match (size, signed) {
        (1, true) => Dtype::S8,
        (1, false) => Dtype::U8,
        (2, true) => Dtype::S16,
        (2, false) => Dtype::U16,
        (4, true) => Dtype::S32,
        (4, false) => Dtype::U32,
        (_, true) => Dtype::S64,
        (_, false) => Dtype::U64,
    }
}
