//! How a kernel finds the vector of a batch that it works on.

use super::Facts;
use super::flow::Flow;
use super::loops::Loops;
use crate::ids::InstId;
use crate::ir::{Component, OperandKind, Variable};
use crate::isa::{Effects, SpecialKind, StateSpace, op};
pub use crate::options::Strategy;

/// What a kernel does about one strategy.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// Where the index or the number of vectors is read.
    pub reads: Vec<InstId>,
    /// The first instruction where it takes effect: a store whose address depends on the index, or a guard that depends on the
    /// number.
    pub effect: Option<InstId>,
    /// The effect is the condition of a loop.
    pub bounds_loop: bool,
}

/// What a kernel does about both strategies, and about other ways to number vectors.
#[derive(Clone, Debug, Default)]
pub struct VectorDispatch {
    /// `%ctaid.y`, up to the addresses of stores.
    pub grid_y: Evidence,
    /// The batch parameter, up to guards and loops.
    pub register_unroll: Evidence,
    /// The vector comes from `%ctaid.z`, from a part of `%ctaid.x`, or from a called function.
    pub other: bool,
}

impl VectorDispatch {
    /// Follows the values of a kernel; `None` when it is too complex. `batch_parameter` is the name of the parameter that
    /// holds the number of vectors, alone or behind an underscore (`k_m_dim`).
    pub fn new(facts: &Facts<'_, '_>, batch_parameter: &str) -> Option<Self> {
        let mut dispatch = Self::default();
        dispatch.grid_y.reads = special_reads(facts, SpecialKind::Ctaid, Component::Y);
        let flow = Flow::new(facts, &dispatch.grid_y.reads)?;
        dispatch.grid_y.effect = store_address(facts, &flow);
        dispatch.other |= flow.escapes();
        dispatch.register_unroll.reads = parameter_reads(facts, batch_parameter);
        let flow = Flow::new(facts, &dispatch.register_unroll.reads)?;
        dispatch.other |= flow.escapes();
        let loops = facts.loops();
        let guards: Vec<InstId> = guarded(facts, &flow).collect();
        let bound = guards.iter().copied().find(|&inst| decides_loop(facts, loops, inst));
        dispatch.register_unroll.bounds_loop = bound.is_some();
        dispatch.register_unroll.effect = bound.or(guards.first().copied());
        dispatch.other |= has_other_index(facts)?;
        Some(dispatch)
    }

    /// The evidence for a strategy.
    pub fn of(&self, strategy: Strategy) -> &Evidence {
        match strategy {
            Strategy::GridY => &self.grid_y,
            Strategy::RegisterUnroll => &self.register_unroll,
        }
    }
}

/// Instructions that read a component of a special register.
fn special_reads(facts: &Facts<'_, '_>, kind: SpecialKind, component: Component) -> Vec<InstId> {
    let module = facts.module;
    let reads = |inst: &InstId| {
        module.operands(*inst).iter().any(|operand| match operand.kind {
            OperandKind::Special { register, component: c, .. } => register.kind == kind && c == component,
            _ => false,
        })
    };
    module.insts_of(facts.function).filter(reads).collect()
}

/// Loads of the parameter of this name.
fn parameter_reads(facts: &Facts<'_, '_>, name: &str) -> Vec<InstId> {
    let module = facts.module;
    let is_batch = |variable: &Variable| {
        let stem = variable.name.and_then(|id| module.name(id).strip_suffix(name));
        variable.space == StateSpace::Param && stem.is_some_and(|stem| stem.is_empty() || stem.ends_with('_'))
    };
    let reads = |inst: &InstId| {
        module.operands(*inst).iter().any(|operand| match operand.kind {
            OperandKind::Address(id) => match module.list(module[id].parts).first().map(|base| base.kind) {
                Some(OperandKind::Var(var)) => is_batch(&module[var]),
                _ => false,
            },
            _ => false,
        })
    };
    module.insts_of(facts.function).filter(reads).collect()
}

/// The first store to global or generic memory whose address depends on the flow.
fn store_address(facts: &Facts<'_, '_>, flow: &Flow) -> Option<InstId> {
    let module = facts.module;
    flow.readers().iter().copied().find(|&inst| {
        let opcode = module.opcode(inst);
        let far = matches!(module.space(opcode), None | Some(StateSpace::Global));
        far && opcode.effects.intersects(Effects::WRITES_MEMORY)
            && module.operands(inst).iter().any(|operand| match operand.kind {
                OperandKind::Address(id) => {
                    module.list(module[id].parts).iter().any(|&part| flow.reaches(facts, inst, part))
                }
                _ => false,
            })
    })
}

/// Instructions whose guard depends on the flow.
fn guarded<'f>(facts: &'f Facts<'_, '_>, flow: &'f Flow) -> impl Iterator<Item = InstId> + 'f {
    let module = facts.module;
    flow.readers()
        .iter()
        .copied()
        .filter(move |&inst| module.guard(inst).is_some_and(|guard| flow.reaches(facts, inst, guard)))
}

/// Whether a guarded branch decides if a loop goes on.
fn decides_loop(facts: &Facts<'_, '_>, loops: &Loops, inst: InstId) -> bool {
    let module = facts.module;
    let cfg = facts.cfg();
    if !module.opcode(inst).effects.intersects(Effects::BRANCH) {
        return false;
    }
    let block = cfg.block_of(inst);
    let Some(cycle) = loops.component(block) else { return false };
    cfg.successors(block).iter().any(|&successor| loops.component(successor) != Some(cycle))
}

/// Whether the kernel numbers its vectors in another way: by `%ctaid.z`, or by a quotient, remainder or part of `%ctaid.x`.
fn has_other_index(facts: &Facts<'_, '_>) -> Option<bool> {
    let module = facts.module;
    let z = special_reads(facts, SpecialKind::Ctaid, Component::Z);
    if store_address(facts, &Flow::new(facts, &z)?).is_some() {
        return Some(true);
    }
    let x = special_reads(facts, SpecialKind::Ctaid, Component::X);
    let flow = Flow::new(facts, &x)?;
    let decodes = |inst: &InstId| {
        let instruction = module.opcode(*inst).instruction;
        matches!(instruction, Some(op::DIV | op::REM | op::MUL_HI | op::SHR | op::BFE | op::AND))
    };
    let parts: Vec<InstId> = flow.readers().iter().copied().filter(decodes).collect();
    Some(store_address(facts, &Flow::new(facts, &parts)?).is_some())
}
