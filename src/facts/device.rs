//! What a multiprocessor can hold, by target.

use super::{BlockShape, Facts};
use crate::ids::{FunctionId, VarId};
use crate::ir::{Directive, DirectiveKind, Module, OperandKind};
use crate::isa::{SpecialKind, StateSpace};
use crate::span::Span;

/// Limits of a multiprocessor (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Multiprocessor {
    /// Warps.
    pub warps: u32,
    /// Blocks.
    pub blocks: u32,
    /// Registers of 32 bits.
    pub registers: u32,
    /// Bytes of shared memory.
    pub shared: u32,
    /// Bytes of shared memory that the system takes for each block.
    pub reserved: u32,
}

/// Most threads of a block, on all targets.
pub const MAX_THREADS: u64 = 1024;
/// Most registers of a thread, on all targets since sm_35.
pub const MAX_REGISTERS: u64 = 255;
/// Threads of a warp.
pub const WARP: u32 = 32;

impl Multiprocessor {
    /// The limits of the module's target, if it is known.
    pub fn of(module: &Module<'_>) -> Option<Self> {
        let digits: String =
            module.target_name()?.strip_prefix("sm_")?.chars().take_while(char::is_ascii_digit).collect();
        let (warps, blocks, kilobytes) = match digits.parse::<u32>().ok()? {
            50 | 53 | 60 | 62 => (64, 32, 64),
            52 | 61 => (64, 32, 96),
            70 | 72 => (64, 32, 96),
            75 => (32, 16, 64),
            80 => (64, 32, 164),
            86 => (48, 16, 100),
            87 | 88 => (48, 16, 164),
            89 => (48, 24, 100),
            90 | 100 | 103 => (64, 32, 228),
            110 => (48, 24, 228),
            120 | 121 => (48, 24, 100),
            _ => return None,
        };
        let reserved = if digits.len() > 2 || digits.as_str() >= "80" { 1024 } else { 0 };
        Some(Self { warps, blocks, registers: 65536, shared: kilobytes << 10, reserved })
    }

    /// Most threads.
    pub fn threads(&self) -> u32 {
        self.warps * WARP
    }
}

/// Registers that a thread of a kernel has when it starts, as the assembler works them out for `setmaxnreg`.
///
/// Pinned on ptxas 13.5 for 64 launch bounds (`registers_at_entry` of the test suite).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntryRegisters {
    /// The number, if it is below what a thread can have at all.
    pub limit: Option<u32>,
    /// The directive that tells it.
    pub directive: Span,
    /// Whether the assembler honours `setmaxnreg`, for which it has to know how many blocks share a multiprocessor.
    pub is_certain: bool,
}

impl EntryRegisters {
    /// Those of a kernel, if its directives tell them.
    ///
    /// `.maxnreg` is the number. Otherwise the warps of `.minnctapersm` blocks share the registers of a multiprocessor, of which each of
    /// its four parts has a quarter; where that bound is not given, or cannot be met, the assembler takes one block.
    pub fn of(module: &Module<'_>, kernel: FunctionId) -> Option<Self> {
        let given = |kind| {
            let (directive, numbers) = directive(module, kernel, kind)?;
            (!numbers.is_empty()).then_some((numbers, directive.span))
        };
        let below_most = |registers: u64| u32::try_from(registers).ok().filter(|_| registers < MAX_REGISTERS);
        if let Some((most, directive)) = given(DirectiveKind::MaxNreg) {
            return Some(Self { limit: below_most(most[0]), directive, is_certain: true });
        }
        let (extents, of_threads) = given(DirectiveKind::ReqNtid).or_else(|| given(DirectiveKind::MaxNtid))?;
        let threads = extents.iter().fold(1, |product: u64, &extent| product.saturating_mul(extent));
        let warps = threads.div_ceil(u64::from(WARP));
        if threads > MAX_THREADS || warps == 0 {
            return None;
        }
        let multiprocessor = Multiprocessor::of(module)?;
        let blocks = given(DirectiveKind::MinNctaPerSm)
            .filter(|(blocks, _)| (1..=u64::from(multiprocessor.warps) / warps).contains(&blocks[0]));
        let is_certain = blocks.is_some();
        let (warps, directive) = blocks.map_or((warps, of_threads), |(blocks, at)| (warps * blocks[0], at));
        let share = u64::from(multiprocessor.registers) / PARTS / warps.div_ceil(PARTS) / u64::from(WARP);
        Some(Self { limit: below_most(share / GRANULE * GRANULE), directive, is_certain })
    }
}

/// Warps of a warpgroup.
pub const WARPS_OF_GROUP: usize = 4;
/// Parts of a multiprocessor, each of which has warps and registers of its own, on all targets with `setmaxnreg`.
const PARTS: u64 = 4;
/// Registers of a thread are allocated in multiples of this.
const GRANULE: u64 = 8;

/// A directive of a function with its integers, if it is there.
pub fn directive<'m>(
    module: &'m Module<'_>,
    function: FunctionId,
    kind: DirectiveKind,
) -> Option<(&'m Directive, Vec<u64>)> {
    let directives = &module.directives[module[function].directives.indices()];
    let directive = directives.iter().find(|directive| directive.kind == kind)?;
    Some((directive, directive_numbers(module, directive)?))
}

/// The integers of a directive; `None` if some argument is none that is at least 0.
pub fn directive_numbers(module: &Module<'_>, directive: &Directive) -> Option<Vec<u64>> {
    let value = |operand: &crate::ir::Operand| u64::try_from(module[operand.constant()?].integer()?).ok();
    module.list(directive.args).iter().map(value).collect()
}

/// Threads of the blocks that a kernel is made for: its exact number, or the most that it says.
pub fn block_threads(facts: &Facts<'_, '_>) -> Option<u32> {
    let shape = facts.block_shape();
    shape.threads().or_else(|| {
        let said = shape.most_threads < BlockShape::UNKNOWN.most_threads
            || directive(facts.module, facts.function, DirectiveKind::MaxNtid).is_some();
        said.then_some(shape.most_threads)
    })
}

/// The static shared variables of a kernel: its own, those of the functions that it calls, and those of the module that any of these
/// name.
pub fn static_shared(module: &Module<'_>, kernel: FunctionId) -> Vec<VarId> {
    let mut variables = shared_of(module, kernel).variables;
    variables.retain(|&var| module[var].size.is_some());
    variables
}

/// Whether a kernel, or a function that it calls, has dynamic shared memory: an array without a size, or the register that tells how
/// much there is.
pub fn has_dynamic_shared(module: &Module<'_>, kernel: FunctionId) -> bool {
    let shared = shared_of(module, kernel);
    shared.asks_for_size || shared.variables.iter().any(|&var| module[var].size.is_none_or(|size| size == 0))
}

/// What a kernel and the functions that it calls know of shared memory.
struct SharedOfKernel {
    /// The variables that they declare or name.
    variables: Vec<VarId>,
    /// Whether they read `%dynamic_smem_size` or the like.
    asks_for_size: bool,
}

fn shared_of(module: &Module<'_>, kernel: FunctionId) -> SharedOfKernel {
    let mut functions = vec![kernel];
    let mut shared = SharedOfKernel { variables: Vec::new(), asks_for_size: false };
    let mut seen = vec![false; module.variables.len()];
    let mut next = 0;
    while let Some(&function) = functions.get(next) {
        next += 1;
        let mut add = |var: VarId| {
            if module[var].space == StateSpace::Shared && !std::mem::replace(&mut seen[var.index()], true) {
                shared.variables.push(var);
            }
        };
        module[function].variables.indices().map(VarId::new).for_each(&mut add);
        for inst in module.insts_of(function) {
            module.for_each_operand(inst, |operand| match operand.kind {
                OperandKind::Var(var) => add(var),
                OperandKind::Func(func) => {
                    functions.extend(module[func].definition.filter(|callee| !functions.contains(callee)));
                }
                OperandKind::Special { register, .. } => {
                    let kind = register.kind;
                    shared.asks_for_size |= matches!(kind, SpecialKind::DynamicSmemSize | SpecialKind::TotalSmemSize);
                }
                _ => {}
            });
        }
    }
    shared
}
