//! What the synchronising instructions of a function synchronise.

use super::Facts;
use super::calls::callee_operand;
use super::expr::{Expr, ExprTable, Node, Operation};
use crate::ids::InstId;
use crate::ir::{Module, Operand, OperandKind};
use crate::isa::{Effects, Instruction, op, word};
use crate::span::Span;
use crate::util::FastMap;

/// A barrier of the block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Barrier {
    /// The instruction.
    pub inst: InstId,
    /// Which of the sixteen barriers; `None` when it is not constant.
    pub id: Option<u32>,
    /// For how many threads it waits.
    pub count: BarrierCount,
    /// Whether it waits, or only arrives.
    pub waits: bool,
    /// Whether all threads of a warp must execute it together (`bar`, `.aligned`).
    pub aligned: bool,
}

/// The threads that a barrier waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BarrierCount {
    /// All threads of the block: no count is given.
    All,
    /// So many threads.
    Threads(u32),
    /// A number that is not constant.
    Unknown,
}

/// Whether an instruction waits at a barrier and combines a predicate of all threads.
pub fn is_reduction(instruction: Instruction) -> bool {
    matches!(instruction, op::BAR_RED | op::BAR_CTA_RED | op::BARRIER_RED | op::BARRIER_CTA_RED)
}

/// For how many threads a barrier waits, if that is known; `Some(None)` for all of a block of unknown size.
type Width = Option<Option<u32>>;

/// For each barrier of a function, by its number, the number of threads that every instruction waits for; `None` when they differ, or
/// some only arrive.
pub(super) type Widths = FastMap<Option<u32>, Option<Width>>;

/// The widths of the barriers of a function.
pub(super) fn widths(facts: &Facts<'_, '_>) -> Widths {
    let mut found = Widths::default();
    for barrier in facts.barriers() {
        let width = barrier.waits.then(|| barrier.width(facts));
        let known = found.entry(barrier.id).or_insert(width);
        if *known != width {
            *known = None;
        }
    }
    found
}

impl Barrier {
    /// The barrier that an instruction is, if it is one of the block.
    pub fn of(facts: &Facts<'_, '_>, inst: InstId) -> Option<Self> {
        let module = facts.module;
        let opcode = module.opcode(inst);
        let waits = opcode.effects.intersects(Effects::BARRIER);
        if !waits && !opcode.effects.intersects(Effects::BARRIER_ARRIVE) {
            return None;
        }
        let instruction = opcode.instruction?;
        // Reductions have a destination first and a predicate last.
        let operands = module.operands(inst);
        let reduces = is_reduction(instruction);
        let operands = if reduces { operands.get(1..operands.len().saturating_sub(1))? } else { operands };
        let constant = |index: usize| {
            let operand = *operands.get(index)?;
            facts.constant(inst, operand).and_then(|value| u32::try_from(value).ok())
        };
        let count = match operands.len() {
            0 | 1 => BarrierCount::All,
            _ => constant(1).map_or(BarrierCount::Unknown, BarrierCount::Threads),
        };
        let named_aligned = module.modifiers(opcode).iter().any(|m| m.word.is_some_and(|w| w == word::ALIGNED));
        Some(Self { inst, id: constant(0), count, waits, aligned: instruction.is_of_family(op::BAR) || named_aligned })
    }

    /// The operand that says which barrier it is.
    pub fn id_operand(&self, facts: &Facts<'_, '_>) -> Option<Operand> {
        let module = facts.module;
        let reduces = is_reduction(module.opcode(self.inst).instruction?);
        // Reductions have a destination first.
        module.operands(self.inst).get(usize::from(reduces)).copied()
    }

    /// Whether all that the function does to this barrier is to wait for as many threads. Otherwise arrivals pair up in ways that are
    /// not modelled: some threads only arrive, or the number of the barrier is not known.
    pub fn is_plain(&self, facts: &Facts<'_, '_>) -> bool {
        let widths = facts.widths_of_barriers();
        let alike = |id| widths.get(&id).is_none_or(|known| *known == Some(self.width(facts)));
        self.waits && self.id.is_some() && alike(self.id) && alike(None)
    }

    /// For how many threads it waits; `None` when that is not known, or all of a block of unknown size.
    fn width(&self, facts: &Facts<'_, '_>) -> Width {
        match self.count {
            BarrierCount::All => Some(facts.block_shape().threads()),
            BarrierCount::Threads(count) => Some(Some(count)),
            BarrierCount::Unknown => None,
        }
    }

    /// Whether another instruction arrives at the same barrier, or may do so.
    pub fn may_be(&self, other: &Barrier) -> bool {
        self.inst != other.inst && (self.id.is_none() || other.id.is_none() || self.id == other.id)
    }

    /// Whether all threads of the block meet at this very instruction. Without `.aligned` a barrier is a rendezvous of whoever comes:
    /// threads may be at another one with the same number, or at this one in another round of a loop.
    pub fn is_one_place(&self, facts: &Facts<'_, '_>) -> bool {
        let block = facts.cfg().block_of(self.inst);
        self.aligned
            || (facts.loops().component(block).is_none() && !facts.barriers().iter().any(|other| self.may_be(other)))
    }

    /// Whether it waits for every thread of the block, by its own words or by the block's known size.
    pub fn is_for_all(&self, facts: &Facts<'_, '_>) -> bool {
        match self.count {
            BarrierCount::All => self.waits,
            BarrierCount::Threads(count) => self.waits && facts.block_shape().threads() == Some(count),
            BarrierCount::Unknown => false,
        }
    }
}

/// Whether an instruction synchronises threads of the block in a way that is not modelled: cluster barriers, `mbarrier`
/// objects, calls, asynchronous copies.
pub fn is_other_synchronization(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let module = facts.module;
    let opcode = module.opcode(inst);
    if opcode.effects.intersects(Effects::CALL) {
        return !calls_system(module, inst);
    }
    if opcode.effects.intersects(Effects::CLUSTER_BARRIER) {
        return true;
    }
    let Some(instruction) = opcode.instruction else { return true };
    let families = [op::MBARRIER_INIT, op::WGMMA_MMA_ASYNC, op::CLUSTERLAUNCHCONTROL_TRY_CANCEL, op::FABRIC_WAIT];
    let of_tensor_core = Effects::TENSOR_PRODUCTS.union(Effects::TENSOR_MOVES).union(Effects::MBARRIER_ARRIVE);
    let bulk = [op::CP_ASYNC_BULK, op::CP_REDUCE_ASYNC_BULK];
    // Families are compared faster than names.
    families.iter().any(|&member| instruction.is_of_family(member))
        || opcode.effects.intersects(of_tensor_core)
        || instruction.is_of_family(op::CP_ASYNC) && bulk.iter().any(|&copy| instruction.is_variant_of(copy))
}

/// Functions of CUDA's device runtime in which no thread waits for another one (CUDA C++ Programming Guide, "Formatted Output",
/// "Dynamic Global Memory Allocation and Operations", "Assertion").
const SYSTEM_FUNCTIONS: [&str; 4] = ["vprintf", "malloc", "free", "__assertfail"];

/// Whether an instruction calls a function of the system that orders nothing.
pub(super) fn calls_system(module: &Module<'_>, inst: InstId) -> bool {
    callee_operand(module, inst).is_some_and(|operand| match operand.kind {
        OperandKind::Func(function) => SYSTEM_FUNCTIONS.contains(&module.name(module[function].name)),
        _ => false,
    })
}

/// The lanes that a warp-synchronous instruction waits for.
#[derive(Clone, Copy, Debug)]
pub struct Members {
    /// A bit for each lane.
    pub mask: u32,
    /// Whether that is all; otherwise other lanes may be members, too.
    pub is_whole: bool,
    /// Where it is given; the function, where it is called.
    pub span: Span,
    /// The warp-synchronous instruction, here or in the function that is called.
    pub inst: InstId,
}

/// The members of a warp-synchronous instruction, or of the first one that every call of a function executes, as far as they are constant.
pub fn members(facts: &Facts<'_, '_>, inst: InstId) -> Option<Members> {
    let module = facts.module;
    if let Some(operand) = mask_operand(module, inst) {
        let whole = facts.constant(inst, operand).map(|mask| (mask as u32, true));
        let (mask, is_whole) = whole.or_else(|| {
            let mut exprs = facts.exprs();
            let mask = exprs.operand(facts, inst, operand)?;
            known_lanes(&exprs.table, mask)
        })?;
        return Some(Members { mask, is_whole, span: operand.span, inst });
    }
    let summary = facts.summary(inst)?;
    let callee = callee_operand(module, inst)?;
    summary.meetings.iter().find_map(|meeting| {
        let mut exprs = facts.exprs();
        let mask = exprs.called(facts, (inst, &summary), meeting.mask, &mut FastMap::default())?;
        let (mask, is_whole) = known_lanes(&exprs.table, mask)?;
        Some(Members { mask, is_whole, span: callee.span, inst: meeting.inst })
    })
}

/// The lanes that are surely in a mask, and whether that is all: some may be added to others.
fn known_lanes(table: &ExprTable, mask: Expr) -> Option<(u32, bool)> {
    let constant = |expr: Expr| table.as_constant(expr).map(|mask| mask as u32);
    match table.node(mask) {
        Node::Binary(Operation::Or, _, a, b) => Some((constant(a).or_else(|| constant(b))?, false)),
        _ => Some((constant(mask)?, true)),
    }
}

/// The member mask of a warp-synchronous instruction.
pub fn mask_operand(module: &Module<'_>, inst: InstId) -> Option<Operand> {
    let opcode = module.opcode(inst);
    let masked = match opcode.instruction? {
        op::SHFL | op::VOTE | op::MATCH | op::REDUX | op::ELECT => module.has_modifier(opcode, word::SYNC),
        op::BAR_WARP => true,
        _ => false,
    };
    let operand = *module.operands(inst).last().filter(|_| masked)?;
    (!matches!(operand.kind, OperandKind::Address(_))).then_some(operand)
}
