//! The asynchronous protocol: agents that work behind the back of the threads that issue their work, how work is grouped and waited
//! for, and by which proxy they reach memory.
//!
//! What instructions do comes from the table: effects say what starts, commits and waits, roles what is read and written by which proxy.

mod objects;
mod overlap;
mod paths;
mod rounds;
mod threads;

pub use objects::{BarrierObject, BarrierRing, BarrierUse, barrier_uses, parity};
pub use overlap::{
    AsyncAccess, GenericAccess, LEAST_TENSOR_BYTES, Overlaps, keeps_addresses, shared_reads, shared_writes,
};
pub use paths::{
    Flight, FlightState, PathBounds, first_use_in_flight, followers, precursors, reaches, reaches_without, ways,
    ways_avoid,
};
pub use rounds::{ROUNDS, in_rounds};
pub use threads::{Executing, LARGER_SHAPE, USUAL_SHAPE, executing, shape_of};

use super::Facts;
use crate::ids::InstId;
use crate::ir::{Module, Opcode, OperandKind};
use crate::isa::{Effects, Instruction, Role, RoleAccess, op, word};

/// What works asynchronously, and is waited for by groups.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Agent {
    /// The matrix unit of a warpgroup (`wgmma`).
    Warpgroup,
    /// What reads tensor memory into registers.
    TensorLoads,
    /// What writes registers to tensor memory.
    TensorStores,
    /// What does bulk copies that form groups of the thread that issues them.
    BulkGroups,
}

/// What an instruction does in the protocol of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProtocolStep {
    /// It hands work to the agent.
    Start,
    /// It makes a group of all work since the last one.
    Commit,
    /// It waits until no more than so many groups go on; `None` if the number is not constant.
    Wait {
        /// The most groups that may go on.
        pending: Option<u32>,
        /// Whether it waits for what the work reads only.
        sources_only: bool,
    },
}

impl Agent {
    /// The effect that the instructions of its protocol have.
    pub const fn effect(self) -> Effects {
        match self {
            Self::Warpgroup => Effects::WARPGROUP,
            Self::TensorLoads => Effects::TENSOR_LOADS,
            Self::TensorStores => Effects::TENSOR_STORES,
            Self::BulkGroups => Effects::BULK_GROUPS,
        }
    }

    /// What an instruction does in the protocol of this agent.
    pub fn step(self, facts: &Facts<'_, '_>, inst: InstId) -> Option<ProtocolStep> {
        let module = facts.module;
        let opcode = module.opcode(inst);
        if !opcode.effects.intersects(self.effect()) {
            return None;
        }
        if opcode.effects.intersects(Effects::WAITS) {
            // Where no number of groups is named, none may go on.
            let pending = match module.operands(inst).first() {
                Some(&groups) => facts.constant(inst, groups).map(|groups| groups as u32),
                None => Some(0),
            };
            return Some(ProtocolStep::Wait { pending, sources_only: module.has_modifier(opcode, word::READ) });
        }
        if opcode.effects.intersects(Effects::COMMITS) {
            return Some(ProtocolStep::Commit);
        }
        // Other bulk copies are tracked by an `mbarrier`.
        let is_tracked = self != Self::BulkGroups || module.has_modifier(opcode, word::BULK_GROUP);
        is_tracked.then_some(ProtocolStep::Start)
    }

    /// Whether its work is part of a group only once it was committed.
    pub fn commits(self) -> bool {
        matches!(self, Self::Warpgroup | Self::BulkGroups)
    }

    /// The work that a function gives to the agent, in order.
    pub fn starts(self, facts: &Facts<'_, '_>) -> Vec<InstId> {
        if !facts.effects().intersects(self.effect()) {
            return Vec::new();
        }
        let starts = |&inst: &InstId| self.step(facts, inst) == Some(ProtocolStep::Start);
        facts.module.insts_of(facts.function).filter(starts).collect()
    }

    /// Where a function waits for it, in order.
    pub fn waits(self, facts: &Facts<'_, '_>) -> Vec<InstId> {
        let waits = |&inst: &InstId| matches!(self.step(facts, inst), Some(ProtocolStep::Wait { .. }));
        facts.module.insts_of(facts.function).filter(waits).collect()
    }
}

/// Whether any opcode of a module is wanted: cheaper than to look at all instructions.
pub fn has_instruction(module: &Module<'_>, wanted: impl Fn(Instruction) -> bool) -> bool {
    module.opcodes.iter().filter_map(|opcode| opcode.instruction).any(wanted)
}

/// The instructions of a function that are wanted, in order.
pub fn with_instruction(facts: &Facts<'_, '_>, wanted: impl Fn(Instruction) -> bool) -> Vec<InstId> {
    let module = facts.module;
    let is_wanted = |&inst: &InstId| module.opcode(inst).instruction.is_some_and(&wanted);
    module.insts_of(facts.function).filter(is_wanted).collect()
}

/// The instructions of a function that have any of some effects, in order.
pub fn with_effects(facts: &Facts<'_, '_>, effects: Effects) -> Vec<InstId> {
    let module = facts.module;
    if !facts.effects().intersects(effects) {
        return Vec::new();
    }
    let has = |&inst: &InstId| module.opcode(inst).effects.intersects(effects);
    module.insts_of(facts.function).filter(has).collect()
}

/// Whether an instruction may do anything: it calls a function that is not one of the system's.
pub fn is_unknown(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let opcode = facts.module.opcode(inst);
    opcode.effects.intersects(Effects::CALL) && !super::barriers::calls_system(facts.module, inst)
}

/// Whether a function calls another one whose steps are not looked at.
pub fn calls_others(facts: &Facts<'_, '_>) -> bool {
    facts.effects().intersects(Effects::CALL)
        && facts.module.insts_of(facts.function).any(|inst| is_unknown(facts, inst))
}

/// Whether an instruction orders accesses to shared memory by the generic proxy and by the asynchronous one.
pub fn is_async_fence(module: &Module<'_>, inst: InstId) -> bool {
    let opcode = module.opcode(inst);
    let has = |wanted| module.has_modifier(opcode, wanted);
    opcode.effects.intersects(Effects::FENCE) && (has(word::ASYNC) || has(word::ASYNC_GENERIC)) && !has(word::GLOBAL)
}

/// The operands of an instruction by which an asynchronous proxy reaches memory, with what it does there.
pub fn async_accesses(
    module: &Module<'_>,
    inst: InstId,
) -> impl Iterator<Item = (crate::ir::Operand, Role, RoleAccess)> {
    let specs = module.opcode(inst).uses_async_proxy.then(|| module.operand_specs(inst));
    let accesses = specs.into_iter().flatten().map(|(operand, spec)| (operand, spec.role(), spec.access()));
    accesses.filter(|(operand, role, access)| {
        access.is_by_async_proxy()
            && (*role != Role::MatrixDescriptor || !matches!(operand.kind, OperandKind::Address(_)))
    })
}

/// Whether an opcode names the shared memory of the cluster.
pub fn names_cluster(module: &Module<'_>, opcode: &Opcode) -> bool {
    module.has_modifier(opcode, word::SHARED_CLUSTER)
}

/// Whether a function does what makes sense with several blocks in a cluster alone.
pub fn works_in_cluster(facts: &Facts<'_, '_>) -> bool {
    let module = facts.module;
    let works = module.insts_of(facts.function).any(|inst| {
        let opcode = module.opcode(inst);
        opcode.effects.intersects(Effects::CLUSTER_BARRIER)
            || matches!(opcode.instruction, Some(op::MAPA | op::GETCTARANK))
            || names_other_blocks(module, opcode)
    });
    works || works_in_pairs(facts)
}

/// Whether a function has two blocks of a cluster work on tensor memory together.
pub fn works_in_pairs(facts: &Facts<'_, '_>) -> bool {
    let module = facts.module;
    module.insts_of(facts.function).any(|inst| module.has_modifier(module.opcode(inst), word::CTA_GROUP_2))
}

/// Those of some instructions that control does not only meet before another one.
pub fn not_before(facts: &Facts<'_, '_>, inst: InstId, others: &[InstId]) -> Vec<InstId> {
    let is_before =
        |other: InstId| reaches(facts, other, &[inst]) == Some(true) && reaches(facts, inst, &[other]) == Some(false);
    others.iter().copied().filter(|&other| !is_before(other)).collect()
}

/// Whether an opcode has its work done in several blocks of the cluster.
pub fn names_multicast(module: &Module<'_>, opcode: &Opcode) -> bool {
    names_other_blocks(module, opcode) || module.has_modifier(opcode, word::MULTICAST_CLUSTER_ALL)
}

/// The same, and tells which: what goes to all blocks of the cluster goes to one where that is all that there is.
pub fn names_other_blocks(module: &Module<'_>, opcode: &Opcode) -> bool {
    let words = [word::MULTICAST_CLUSTER, word::MULTICAST_CLUSTER_16B, word::MULTICAST_CLUSTER_32B];
    module.has_any_modifier(opcode, &words)
}
