//! Writes PTX kernels.
//!
//! A [`Builder`] makes one kernel, instruction by instruction, and [`Builder::finish`] gives the module's text. What PTX leaves to the
//! writer's care is kept by types: a register has the [`Type`] of its values, a [`Pointer`] knows its state [`AddressSpace`] and [`Element`],
//! registers are made by the instruction that writes them (so none is read uninitialised) and only a [`MutableRegister`] is written
//! again. Control flow is by structure ([`Builder::for_range`], [`Builder::if_then`], [`Builder::predicated`]), so that no label
//! goes astray. What cannot be a type is a [`BuildError`] of `finish`: barriers and shuffles that part of a block or warp would miss,
//! instructions that the target lacks, names used twice, too much shared memory.
//!
//! ```
//! use ptxlint::isa::Target;
//! use ptxlint::kernels::builder::{LaunchAxis, Builder, F32, U32};
//!
//! let mut b = Builder::new("scale", Target::lookup("sm_80").expect("known"), [256, 1, 1]);
//! let x = b.pointer_parameter::<F32>("x");
//! let n = b.parameter::<U32>("n");
//! let index = b.global_index(LaunchAxis::X);
//! let inside = b.less(index, n);
//! b.if_then(inside, |b| {
//!     let element = b.element(x, index);
//!     let value = b.load(element);
//!     let doubled = b.mul(value, 2.0);
//!     b.store(element, doubled);
//! });
//! let ptx = b.finish()?;
//! assert!(ptxlint::check(ptx.as_bytes(), &Default::default()).expect("small").findings.is_empty());
//! # Ok::<(), ptxlint::kernels::builder::BuildError>(())
//! ```

mod arithmetic;
mod control;
mod matrix;
mod memory;
mod types;
mod warp;

pub use arithmetic::{Convert, Predicate};
pub use matrix::{Half, LeftFragment, MatrixRows, ProductFragment, RightFragment};
pub use memory::{Cursor, Index, SharedArray};
pub use types::{
    AddressSpace, BF16, Element, F16, F32, F64, Float, Global, Integer, MutableRegister, Numeric, Pointer, Pred, Reg,
    S8, S32, Shared, Type, TypedOperand, U8, U16, U32, U64, Word32,
};
pub use warp::{Reduction, WARP};

use crate::isa::Target;
use std::fmt::{self, Display, Write};
use types::CLASSES;

/// Static shared memory of a block on every target, in bytes (PTX ISA 5.1.8; CUDA C++ Programming Guide, Technical Specifications
/// per Compute Capability).
pub const STATIC_SHARED_BYTES: u32 = 48 * 1024;

/// An axis of grid and block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaunchAxis {
    /// The first one: neighbouring threads differ in it.
    X,
    /// The second one.
    Y,
    /// The third one.
    Z,
}

impl LaunchAxis {
    const fn name(self) -> &'static str {
        match self {
            LaunchAxis::X => "x",
            LaunchAxis::Y => "y",
            LaunchAxis::Z => "z",
        }
    }
}

/// Why a kernel cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// Two parameters or shared arrays have the same name.
    NameTaken(String),
    /// The block has no thread or more than 1024.
    BlockExtents([u32; 3]),
    /// A barrier or shuffle where threads may have gone another way: in a branch, or behind [`Builder::return_if`].
    Divergent(&'static str),
    /// A guard inside a guard, or control flow inside of one.
    NestedGuard,
    /// An instruction that the target or version does not have.
    Unsupported {
        /// The instruction.
        what: &'static str,
        /// The architecture that brought it.
        since: u32,
    },
    /// The PTX version does not know the target; both are given, the version times 10.
    VersionTooLow(&'static str, u8),
    /// Static shared memory in bytes, over [`STATIC_SHARED_BYTES`].
    SharedMemory(u32),
    /// A dimension that the kernel does not take, and why.
    Dimension(String),
}

impl Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NameTaken(name) => write!(f, "the name `{name}` is taken"),
            Self::BlockExtents([x, y, z]) => write!(f, "a block of {x}×{y}×{z} threads: there can be 1 to 1024"),
            Self::Divergent(what) => write!(f, "`{what}` where not all threads come by"),
            Self::NestedGuard => f.write_str("a guarded instruction cannot hold guards, branches or loops"),
            Self::Unsupported { what, since } => write!(f, "`{what}` needs sm_{since}"),
            Self::VersionTooLow(target, version) => {
                write!(f, "PTX {}.{} does not know {target}", version / 10, version % 10)
            }
            Self::SharedMemory(bytes) => {
                write!(f, "{bytes} bytes of static shared memory: there are {STATIC_SHARED_BYTES}")
            }
            Self::Dimension(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for BuildError {}

/// A kernel under construction.
#[derive(Debug)]
pub struct Builder {
    name: String,
    target: Target,
    version: u8,
    block: [u32; 3],
    summary: Vec<String>,
    parameters: Vec<(String, String)>,
    shared: Vec<memory::Declaration>,
    registers: [u32; CLASSES.len()],
    labels: u32,
    body: String,
    /// The guard of instructions, with the `@`.
    guard: Option<String>,
    /// Branches that stand open.
    branches: u32,
    /// Whether some threads may have returned.
    returned: bool,
    error: Option<BuildError>,
}

impl Builder {
    /// A kernel of this name for blocks of exactly `block` threads in x, y and z (`.reqntid`), in the oldest PTX version that
    /// knows the target and what the builder emits.
    pub fn new(name: &str, target: Target, block: [u32; 3]) -> Self {
        let mut builder = Self {
            name: name.to_string(),
            target,
            // 6.0 brought shuffles with a mask of lanes, 6.5 the matrix product of half-precision numbers.
            version: target.version().max(65),
            block,
            summary: Vec::new(),
            parameters: Vec::new(),
            shared: Vec::new(),
            registers: [0; CLASSES.len()],
            labels: 0,
            body: String::new(),
            guard: None,
            branches: 0,
            returned: false,
            error: None,
        };
        let threads = block.iter().map(|&extent| u64::from(extent)).product::<u64>();
        if !(1..=1024).contains(&threads) {
            builder.fail(BuildError::BlockExtents(block));
        }
        builder
    }

    /// Emits another PTX version, times 10 (`85` for 8.5).
    pub fn version(&mut self, version: u8) {
        if version < self.target.version() {
            self.fail(BuildError::VersionTooLow(self.target.name(), version));
        }
        self.version = version;
    }

    /// The target.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Threads of a block.
    pub fn threads(&self) -> u32 {
        self.block.iter().product()
    }

    /// Adds lines to the comment in front of the kernel.
    pub fn summary(&mut self, text: &str) {
        self.summary.extend(text.lines().map(|line| line.trim().to_string()));
    }

    /// A comment on a line of its own.
    pub fn comment(&mut self, text: &str) {
        for line in text.lines() {
            let _ = writeln!(self.body, "\n    // {}", line.trim());
        }
    }

    /// The text of the module.
    ///
    /// # Errors
    /// The first mistake made while building.
    pub fn finish(mut self) -> Result<String, BuildError> {
        let shared = self.shared.iter().map(memory::Declaration::bytes).sum();
        if shared > STATIC_SHARED_BYTES {
            self.fail(BuildError::SharedMemory(shared));
        }
        match self.error.take() {
            Some(error) => Err(error),
            None => Ok(self.module()),
        }
    }

    fn module(&self) -> String {
        let mut text = format!(
            ".version {}.{}\n.target {}\n.address_size 64\n\n",
            self.version / 10,
            self.version % 10,
            self.target.name()
        );
        for declaration in self.shared.iter().filter(|declaration| declaration.is_dynamic()) {
            let _ = writeln!(text, "{declaration}\n");
        }
        for line in &self.summary {
            let _ = writeln!(text, "{}", format!("// {line}").trim_end());
        }
        let parameters: Vec<_> =
            self.parameters.iter().map(|(declared, name)| format!("\n    .param {declared} {name}")).collect();
        let [x, y, z] = self.block;
        let _ = write!(text, ".visible .entry {}({}\n)\n", self.name, parameters.join(","));
        let _ = writeln!(text, ".reqntid {x}, {y}, {z}\n{{");
        for (&(prefix, declared), &count) in CLASSES.iter().zip(&self.registers).filter(|&(_, &count)| count > 0) {
            let _ = writeln!(text, "    .reg .{declared} %{prefix}<{count}>;");
        }
        for declaration in self.shared.iter().filter(|declaration| !declaration.is_dynamic()) {
            let _ = writeln!(text, "    {declaration}");
        }
        let _ = write!(text, "{}\n    ret;\n}}\n", self.body);
        text
    }

    /// A parameter that is a number.
    pub fn parameter<T: Numeric>(&mut self, name: &str) -> Reg<T> {
        self.declare_parameter(format!(".{}", T::NAME), name);
        self.make(format_args!("ld.param.{}", T::NAME), &[&format_args!("[{name}]")])
    }

    /// A parameter that is the address of elements in global memory, a multiple of 16 bytes as every allocation is.
    pub fn pointer_parameter<E: Element>(&mut self, name: &str) -> Pointer<Global, E> {
        self.declare_parameter(".u64 .ptr .global .align 16".into(), name);
        let generic = self.make::<U64>("ld.param.u64", &[&format_args!("[{name}]")]);
        Pointer::new(self.make("cvta.to.global.u64", &[&generic]), 0)
    }

    fn declare_parameter(&mut self, declared: String, name: &str) {
        self.claim(name);
        self.parameters.push((declared, name.to_string()));
    }

    /// Notes a name that must be free.
    fn claim(&mut self, name: &str) {
        let taken = self.parameters.iter().any(|(_, other)| other == name);
        if taken || name == self.name || self.shared.iter().any(|array| array.is_named(name)) {
            self.fail(BuildError::NameTaken(name.to_string()));
        }
    }

    /// Keeps the first error.
    pub(super) fn fail(&mut self, error: BuildError) {
        self.error.get_or_insert(error);
    }

    /// Notes that an instruction needs an architecture.
    fn require(&mut self, what: &'static str, since: u32) {
        if self.target.number() < since {
            self.fail(BuildError::Unsupported { what, since });
        }
    }

    fn register<T: Type>(&mut self) -> Reg<T> {
        let count = &mut self.registers[T::CLASS];
        *count += 1;
        Reg::new(*count - 1)
    }

    /// An instruction without result.
    fn emit(&mut self, opcode: impl Display, operands: &[&dyn Display]) {
        self.begin(opcode);
        self.end(" ", operands);
    }

    /// An instruction that writes a register of its own.
    fn make<T: Type>(&mut self, opcode: impl Display, operands: &[&dyn Display]) -> Reg<T> {
        let result = self.register();
        self.make_in(result, opcode, operands);
        result
    }

    /// An instruction that writes this register.
    fn make_in<T: Type>(&mut self, result: Reg<T>, opcode: impl Display, operands: &[&dyn Display]) {
        self.begin(opcode);
        let _ = write!(self.body, " {result}");
        self.end(", ", operands);
    }

    fn begin(&mut self, opcode: impl Display) {
        let guard = self.guard.as_deref().unwrap_or("");
        let _ = write!(self.body, "    {guard}{opcode}");
    }

    /// The operands, of which the first is separated from what stands before them by `separator`.
    fn end(&mut self, mut separator: &str, operands: &[&dyn Display]) {
        for operand in operands {
            let _ = write!(self.body, "{separator}{operand}");
            separator = ", ";
        }
        self.body.push_str(";\n");
    }
}

#[cfg(test)]
mod tests;
