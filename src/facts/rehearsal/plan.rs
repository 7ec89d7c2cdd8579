//! What the instructions of a kernel do in a rehearsal.

use super::actions::{
    AwaitedName, GroupWorker, MapUse, NumberSource, PlannedAddress, PlannedCopy, RegisterComputation, RehearsedAction,
    RehearsedStep, TensorSums, VoteMode, WorkKinds,
};
use super::agents::buffer_of;
use super::buffers;
use super::lane_operation::LaneOperation;
use super::shared;
use super::slice::slice;
use super::{ALL_STEPS, STEPS_PER_INSTRUCTION};
use crate::facts::device::EntryRegisters;
use crate::facts::expr::Node;
use crate::facts::ordering::order_of;
use crate::facts::protocol::{is_unknown, names_multicast};
use crate::facts::{Barrier, Facts, never_returns};
use crate::ids::{InstId, RegId, VarId};
use crate::ir::{Component, LabelKind, Module, Opcode, Operand, OperandKind};
use crate::isa::{Class, Effects, Role, ScalarType, Semantics, StateSpace, Word, op, word};
use crate::semantics::{InstructionForm, IntegerFormat};
use crate::util::{FastMap, FastSet};
use std::cell::Cell;

/// What an instruction descriptor would say of a copy into tensor memory: eight columns.
const COPIED_COLUMNS: u64 = 2 << 17;

/// What `clusterlaunchcontrol.try_cancel` writes.
const CANCELLATION_BYTES: u64 = 16;

/// Bytes of a parameter that is a single number, at most.
const WIDEST_NUMBER: u64 = 8;

/// The instructions of a kernel.
#[derive(Debug)]
pub(super) struct RehearsalPlan {
    pub(super) first: usize,
    pub(super) steps: Vec<RehearsedStep>,
    pub(super) registers: usize,
    /// Whether it matters what is stored in shared memory.
    pub(super) reads_memory: bool,
    /// Whether any `mbarrier` object is made.
    pub(super) makes_objects: bool,
    /// Whether integers may be loaded from global memory.
    pub(super) loads_data: bool,
    /// Whether barriers alone order what threads load and store.
    pub(super) has_plain_accesses: bool,
    /// What of this there is: what fills shared memory, and matrices that are multiplied; and any copy.
    pub(super) work: WorkKinds,
    /// Whether threads tell others at barriers of the block that they have come, and go on.
    pub(super) has_arrivals: bool,
    /// Whether any copy that an object counts is of different sizes at different times.
    pub(super) has_copies_of_any_size: bool,
    /// Whether copies by tensor maps are expected to bring a number of bytes that is not always the same.
    pub(super) has_boxes_of_any_size: bool,
    /// Buffers in global memory that threads write and copies read.
    pub(super) buffers: Vec<VarId>,
    /// Where each array in shared memory that has a size ends, in order.
    pub(super) ends: Vec<u64>,
    /// Whether there is an array in shared memory whose size launches say.
    pub(super) has_open_array: bool,
    /// Whether the size of what a launch works on decides anything.
    pub(super) has_sizes: bool,
    /// Whether there was nothing to do in a launch with a small size.
    pub(super) is_idle_when_small: Cell<bool>,
    /// Steps that are left for all rehearsals.
    pub(super) steps_left: Cell<usize>,
    /// Steps that are left for rehearsals after one in which warps were apart, once there was one.
    pub(super) spare_steps: Cell<Option<usize>>,
    /// Whether there are elements of 4 or 6 bits, which copies may spread: they fill more bytes of shared memory than they are counted for.
    pub(super) has_packed_elements: bool,
    /// Registers of each thread at the start, if the assembler keeps `setmaxnreg`.
    pub(super) entry_registers: Option<u32>,
}

/// Plans a kernel.
pub(super) fn plan(facts: &Facts<'_, '_>) -> RehearsalPlan {
    let module = facts.module;
    let function = &module[facts.function];
    let (shared, first_register) = (shared::addresses(facts), function.registers.start as usize);
    let ends = shared::ends(facts, &shared);
    let has_open_array = ends.len() < shared.len();
    let buffers = buffers::written_and_copied(facts);
    let planner = Planner { facts, module, shared, first_register, buffers: &buffers, pointers: pointers(facts) };
    let insts = module.insts_of(facts.function);
    let first = function.insts.start as usize;
    let (mut steps, registers) = (insts.map(|inst| planner.step(inst)).collect::<Vec<_>>(), function.registers.len());
    let reads_memory = slice(&mut steps, registers);
    let entry = EntryRegisters::of(module, facts.function).filter(|entry| entry.is_certain);
    // What gives back more than there is the assembler rejects.
    let is_rejected = |entry: u32| {
        let gives = |step: &RehearsedStep| match step.action {
            RehearsedAction::SetRegisters { count, increases: false } => count > entry,
            _ => false,
        };
        steps.iter().any(gives)
    };
    let entry_registers = entry.and_then(|entry| entry.limit).filter(|&entry| !is_rejected(entry));
    let is_plain = |inst: InstId| {
        let opcode = module.opcode(inst);
        let accesses = opcode.instruction.is_some_and(|it| matches!(it, op::LD | op::ST));
        let is_strong = || order_of(module, inst).is_some_and(|order| order.semantics != Semantics::Weak);
        !(opcode.effects.intersects(Effects::ATOMIC) || (accesses && is_strong()))
    };
    let has_plain_accesses = module.insts_of(facts.function).all(is_plain);
    let may_load_data = |step: &RehearsedStep| match &step.action {
        RehearsedAction::LoadData(..) => true,
        RehearsedAction::Atomic { address, addend, .. } => {
            addend.is_some() && !address.is_shared && !step.writes.is_empty()
        }
        RehearsedAction::Load(address, bytes, _) => {
            *bytes <= 4 && !address.is_shared && !matches!(address.base, NumberSource::Parameter(_))
        }
        _ => false,
    };
    let loads_data = steps.iter().any(may_load_data);
    let has_copies_of_any_size = any_counted_copy(&steps, |copy| copy.is_of_any_size);
    let has_boxes_of_any_size = any_counted_copy(&steps, |copy| copy.map.is_some()) && expects_any_bytes(facts);
    let loads_size = |step: &RehearsedStep| match &step.action {
        RehearsedAction::LoadFields => true,
        RehearsedAction::Load(address, ..) => {
            matches!(address.base, NumberSource::Parameter(var) if is_size(facts, var))
        }
        _ => false,
    };
    let has_sizes = steps.iter().any(loads_size);
    let work = steps.iter().fold(WorkKinds::default(), |known, step| known.or(WorkKinds::of(&step.action)));
    let arrives = |step: &RehearsedStep| matches!(step.action, RehearsedAction::Barrier { waits: false, .. });
    let has_arrivals = steps.iter().any(arrives);
    let all_steps = ALL_STEPS + STEPS_PER_INSTRUCTION * steps.len();
    let makes_objects = steps.iter().any(|step| matches!(step.action, RehearsedAction::Init(..)));
    RehearsalPlan {
        first,
        steps,
        registers,
        reads_memory,
        makes_objects,
        loads_data,
        has_plain_accesses,
        work,
        has_arrivals,
        has_copies_of_any_size,
        has_boxes_of_any_size,
        buffers,
        ends,
        has_open_array,
        has_sizes,
        is_idle_when_small: Cell::new(false),
        steps_left: Cell::new(facts.budget(all_steps)),
        spare_steps: Cell::new(None),
        has_packed_elements: has_packed_elements(facts),
        entry_registers,
    }
}

/// Whether any instruction names elements of 4 or 6 bits.
fn has_packed_elements(facts: &Facts<'_, '_>) -> bool {
    const PACKED: [Word; 5] = [word::E2M1, word::E3M2, word::E2M3, word::B4X16_P64, word::B6X16_P32];
    let module = facts.module;
    let names = |inst: InstId| PACKED.iter().any(|&word| module.has_modifier(module.opcode(inst), word));
    facts.effects().intersects(Effects::ASYNCHRONOUS) && module.insts_of(facts.function).any(names)
}

impl RehearsalPlan {
    /// Whether all steps of the kernel's rehearsals are spent.
    pub(super) fn has_run_out(&self) -> bool {
        self.steps_left.get() == 0
    }

    /// Whether no steps are left for further rehearsals.
    pub(super) fn has_spent_all(&self) -> bool {
        self.spare_steps.get() == Some(0) || self.has_run_out()
    }
}

/// Whether a parameter is taken for a size.
pub(super) fn is_size(facts: &Facts<'_, '_>, var: VarId) -> bool {
    facts.is_integer(var) || facts.module[var].size.is_some_and(|it| it <= 4)
}

struct Planner<'p, 'a, 's> {
    facts: &'p Facts<'a, 's>,
    module: &'p Module<'s>,
    shared: FastMap<VarId, u64>,
    first_register: usize,
    buffers: &'p [VarId],
    /// Registers with generic addresses that are made addresses of global memory.
    pointers: FastSet<RegId>,
}

/// The registers of a function that hold generic addresses of global memory.
fn pointers(facts: &Facts<'_, '_>) -> FastSet<RegId> {
    let module = facts.module;
    let to_global = |inst: &InstId| {
        let opcode = module.opcode(*inst);
        opcode.instruction == Some(op::CVTA_TO) && module.space(opcode) == Some(StateSpace::Global)
    };
    let source = |inst: InstId| module.operands(inst).get(1).and_then(|operand| operand.register());
    module.insts_of(facts.function).filter(to_global).filter_map(source).collect()
}

/// Whether any copy that an `mbarrier` object counts is such a one.
fn any_counted_copy(steps: &[RehearsedStep], is_such: impl Fn(&PlannedCopy) -> bool) -> bool {
    steps.iter().any(|step| match &step.action {
        RehearsedAction::Copy(copy) => copy.barrier.is_some() && is_such(copy),
        _ => false,
    })
}

/// Whether an `mbarrier` object is told of bytes whose number is no constant.
fn expects_any_bytes(facts: &Facts<'_, '_>) -> bool {
    let module = facts.module;
    module.insts_of(facts.function).any(|inst| {
        let expects =
            matches!(module.opcode(inst).instruction, Some(op::MBARRIER_EXPECT_TX | op::MBARRIER_ARRIVE_EXPECT_TX));
        let mut counts = module.operand_specs(inst).filter(|(_, spec)| spec.role() == Role::Count);
        expects && counts.next().is_some_and(|(operand, _)| facts.constant(inst, operand).is_none())
    })
}

impl Planner<'_, '_, '_> {
    fn step(&self, inst: InstId) -> RehearsedStep {
        let module = self.module;
        let opcode = module.opcode(inst);
        let guard = module.guard(inst).and_then(|guard| match guard.kind {
            OperandKind::Reg { reg, negated, .. } => Some((self.register(reg), !negated)),
            _ => None,
        });
        let mut writes = Vec::new();
        module.for_each_written(inst, |reg| {
            writes.push((self.register(reg), module.declaration(reg).bits().unwrap_or(64)));
        });
        let is_collective = opcode.effects.intersects(Effects::WARP_SYNCHRONOUS);
        let action = self.action(inst, opcode).unwrap_or(RehearsedAction::Unknown);
        RehearsedStep { guard, action, writes, is_collective }
    }

    fn register(&self, reg: RegId) -> usize {
        reg.index() - self.first_register
    }

    fn source(&self, operand: Operand) -> NumberSource {
        match operand.kind {
            OperandKind::Reg { reg, component: Component::None, negated } => {
                NumberSource::Register { reg: self.register(reg), negated }
            }
            OperandKind::Special { register, component, negated: false } => {
                let axis = match component {
                    Component::Y => 1,
                    Component::Z => 2,
                    _ => 0,
                };
                NumberSource::Special(register.kind, axis)
            }
            OperandKind::Const(id) => {
                self.module[id].integer().map_or(NumberSource::Unknown, |it| NumberSource::Number(it as u64))
            }
            OperandKind::Var(var) => self.variable(var, 0),
            OperandKind::Offset(id) => {
                let address = self.module[id];
                match self.module.list(address.parts).first().map(|base| base.kind) {
                    Some(OperandKind::Var(var)) if !address.indexed => self.variable(var, address.offset),
                    _ => NumberSource::Unknown,
                }
            }
            _ => NumberSource::Unknown,
        }
    }

    fn variable(&self, var: VarId, offset: i64) -> NumberSource {
        self.shared.get(&var).map_or(NumberSource::Unknown, |&at| NumberSource::Shared(at.wrapping_add(offset as u64)))
    }

    fn address(&self, operand: Operand, is_shared: bool) -> PlannedAddress {
        let unknown = PlannedAddress { base: NumberSource::Unknown, offset: 0, is_shared };
        let OperandKind::Address(id) = operand.kind else { return unknown };
        let address = self.module[id];
        let Some(&base) = self.module.list(address.parts).first() else { return unknown };
        let base = match base.kind {
            OperandKind::Var(var) if self.module[var].space == StateSpace::Param => NumberSource::Parameter(var),
            _ => self.source(base),
        };
        PlannedAddress { base, offset: address.offset as u64, is_shared }
    }

    /// What an instruction does; `None` if that cannot be followed.
    fn action(&self, inst: InstId, opcode: &Opcode) -> Option<RehearsedAction> {
        let (module, facts) = (self.module, self.facts);
        let instruction = opcode.instruction?;
        let operands = module.operands(inst);
        let effects = opcode.effects;
        if is_unknown(facts, inst) || effects.intersects(Effects::TRAP) || never_returns(module, inst) {
            return None;
        }
        if instruction == op::BRX_IDX {
            return self.jump(operands);
        }
        if effects.intersects(Effects::BRANCH) {
            let OperandKind::Label(label) = operands.first().filter(|_| instruction == op::BRA)?.kind else {
                return None;
            };
            let LabelKind::Code(target) = module[label].kind else { return None };
            return Some(RehearsedAction::Branch(target));
        }
        if effects.intersects(Effects::EXIT.union(Effects::RETURN)) {
            return Some(RehearsedAction::Exit);
        }
        if effects.intersects(Effects::BARRIER.union(Effects::BARRIER_ARRIVE)) {
            return self.barrier(inst);
        }
        if opcode.roles.contains(Role::Barrier) && self.with_role(inst, Role::Barrier).is_some() {
            return self.mbarrier(inst, opcode);
        }
        if let Some(action) = self.group(inst, opcode) {
            return action;
        }
        if effects.intersects(Effects::ASYNCHRONOUS.union(Effects::TENSOR_MOVES)) || opcode.uses_async_proxy {
            return self.work(inst, opcode);
        }
        if effects.intersects(Effects::FENCE) {
            let has = |wanted| module.has_modifier(opcode, wanted);
            let between_proxies = has(word::ASYNC) || has(word::ASYNC_GENERIC);
            let order = order_of(module, inst).filter(|_| !has(word::MBARRIER_INIT));
            let is_full = order.is_some_and(|it| it.semantics.acquires() && it.semantics.releases());
            return Some(match (between_proxies, is_full) {
                (true, _) => {
                    let space = self.module.spaces(opcode).next();
                    let is_for = |wanted: StateSpace| space.is_none_or(|space| space == wanted);
                    RehearsedAction::FenceProxies([StateSpace::Shared, StateSpace::Global].map(is_for))
                }
                (_, true) => RehearsedAction::Fence,
                _ => RehearsedAction::None,
            });
        }
        match instruction {
            op::BARRIER_CLUSTER_ARRIVE => {
                Some(RehearsedAction::ClusterArrive { releases: !module.has_modifier(opcode, word::RELAXED) })
            }
            op::CLUSTERLAUNCHCONTROL_QUERY_CANCEL if module.has_modifier(opcode, word::IS_CANCELED) => {
                Some(RehearsedAction::IsMoreWork)
            }
            op::CLUSTERLAUNCHCONTROL_QUERY_CANCEL => {
                // The next block along the first axis.
                let index = u64::from(module.has_modifier(opcode, word::GET_FIRST_CTAID_X));
                Some(RehearsedAction::Compute(RegisterComputation::of_number(index)))
            }
            op::BARRIER_CLUSTER_WAIT => Some(RehearsedAction::ClusterWait),
            op::SETMAXNREG_INC | op::SETMAXNREG_DEC => {
                let count = module[operands.first()?.constant()?].integer()?;
                let increases = instruction == op::SETMAXNREG_INC;
                Some(RehearsedAction::SetRegisters { count: u32::try_from(count).ok()?, increases })
            }
            op::TCGEN05_ALLOC | op::TCGEN05_DEALLOC => {
                let columns = self.with_role(inst, Role::Count).map(|operand| self.source(operand))?;
                let first = *operands.first()?;
                Some(match instruction {
                    op::TCGEN05_ALLOC => RehearsedAction::Allocate(self.address(first, true), columns),
                    _ => RehearsedAction::Free(self.source(first), columns),
                })
            }
            _ => Some(self.computation(inst, opcode).unwrap_or(RehearsedAction::None)),
        }
    }

    /// A jump through a list of labels.
    fn jump(&self, operands: &[Operand]) -> Option<RehearsedAction> {
        let &[number, list] = operands else { return None };
        let OperandKind::Label(list) = list.kind else { return None };
        let LabelKind::BranchTargets(targets) = self.module[list].kind else { return None };
        let code = |target: &Operand| match target.kind {
            OperandKind::Label(label) => match self.module[label].kind {
                LabelKind::Code(inst) => Some(inst),
                _ => None,
            },
            _ => None,
        };
        let targets = self.module.list(targets).iter().map(code).collect::<Option<Vec<InstId>>>()?;
        Some(RehearsedAction::Jump(self.source(number), targets))
    }

    fn with_role(&self, inst: InstId, role: Role) -> Option<Operand> {
        self.module.operand_specs(inst).find(|(_, spec)| spec.role() == role).map(|(operand, _)| operand)
    }

    fn barrier(&self, inst: InstId) -> Option<RehearsedAction> {
        let barrier = Barrier::of(self.facts, inst)?;
        if crate::facts::is_reduction(self.module.opcode(inst).instruction?) {
            return None;
        }
        let operands = self.module.operands(inst);
        let id = operands.first().map_or(NumberSource::Number(0), |&id| self.source(id));
        Some(RehearsedAction::Barrier {
            id,
            count: operands.get(1).map(|&count| self.source(count)),
            waits: barrier.waits,
        })
    }

    /// What works on an `mbarrier` object.
    fn mbarrier(&self, inst: InstId, opcode: &Opcode) -> Option<RehearsedAction> {
        let effects = opcode.effects;
        let barrier = self.address(self.with_role(inst, Role::Barrier)?, true);
        let barrier = PlannedAddress { is_shared: self.is_shared(opcode), ..barrier };
        let counts: Vec<NumberSource> = {
            let specs = self.module.operand_specs(inst).filter(|(_, spec)| spec.role() == Role::Count);
            specs.map(|(operand, _)| self.source(operand)).collect()
        };
        let operand = |role: Role| self.with_role(inst, role).map(|operand| self.source(operand));
        let is_ordered = !self.module.has_modifier(opcode, word::RELAXED);
        match opcode.instruction? {
            op::MBARRIER_INIT => Some(RehearsedAction::Init(barrier, *counts.first()?)),
            op::MBARRIER_INVAL => Some(RehearsedAction::Invalidate(barrier)),
            op::MBARRIER_ARRIVE => {
                let count = counts.first().copied();
                Some(RehearsedAction::Arrive { barrier, count, bytes: None, releases: is_ordered })
            }
            op::MBARRIER_ARRIVE_EXPECT_TX => {
                let bytes = Some(*counts.first()?);
                Some(RehearsedAction::Arrive { barrier, count: None, bytes, releases: is_ordered })
            }
            op::MBARRIER_EXPECT_TX => Some(RehearsedAction::ExpectBytes(barrier, *counts.first()?)),
            op::CP_ASYNC_MBARRIER_ARRIVE => {
                Some(RehearsedAction::CopiesArrive(barrier, self.module.has_modifier(opcode, word::NOINC)))
            }
            op::TCGEN05_COMMIT => Some(RehearsedAction::CommitProducts(barrier, operand(Role::BlockMask))),
            _ if effects.intersects(Effects::MBARRIER_WAIT) => {
                let phase = match operand(Role::BarrierPhase) {
                    Some(parity) => AwaitedName::Parity(parity),
                    None => AwaitedName::Token(operand(Role::BarrierState)?),
                };
                Some(RehearsedAction::Wait { barrier, phase, acquires: is_ordered })
            }
            _ if effects.intersects(Effects::MBARRIER_COMPLETE) => self.copy(inst, opcode, Some(barrier)),
            _ => None,
        }
    }

    /// Whether an opcode names shared memory, or takes generic addresses for that.
    fn is_shared(&self, opcode: &Opcode) -> bool {
        opcode.effects.intersects(Effects::GENERIC_SHARED)
            || self.module.spaces(opcode).any(|it| it == StateSpace::Shared)
    }

    fn copy(&self, inst: InstId, opcode: &Opcode, barrier: Option<PlannedAddress>) -> Option<RehearsedAction> {
        let module = self.module;
        let instruction = opcode.instruction?;
        let is_bulk = opcode.effects.intersects(Effects::BULK_GROUPS);
        let in_pairs = module.has_modifier(opcode, word::CTA_GROUP_2);
        let mut copy = PlannedCopy { barrier, in_pairs, ..PlannedCopy::default() };
        if is_bulk {
            let to_shared = self.module.spaces(opcode).next() == Some(StateSpace::Shared);
            let from_shared = self.module.spaces(opcode).next_back() == Some(StateSpace::Shared);
            for (operand, spec) in module.operand_specs(inst).filter(|(_, spec)| spec.role() == Role::Address) {
                if spec.access().writes && to_shared {
                    copy.to = Some(self.address(operand, true));
                } else if spec.access().reads && from_shared {
                    copy.from = Some(self.address(operand, true));
                } else if spec.access().reads && self.is_in_buffer(inst, operand) {
                    copy.from_buffer = Some(self.address(operand, false));
                }
            }
            let size = self.with_role(inst, Role::Size);
            copy.bytes = size.map(|operand| self.source(operand));
            copy.is_of_any_size = size.is_some_and(|size| self.facts.constant(inst, size).is_none());
            if names_multicast(module, opcode) {
                copy.blocks = Some(self.source(self.with_role(inst, Role::BlockMask)?));
            }
            copy.map = self.tensor_map(inst);
            copy.reduces = instruction.is_of_family(op::CP_REDUCE_ASYNC_BULK);
        } else if instruction == op::CLUSTERLAUNCHCONTROL_TRY_CANCEL {
            copy.to = Some(PlannedAddress { is_shared: true, ..self.address(*module.operands(inst).first()?, true) });
            copy.is_request = true;
            copy.bytes = Some(NumberSource::Number(CANCELLATION_BYTES));
            copy.blocks =
                module.has_modifier(opcode, word::MULTICAST_CLUSTER_ALL).then_some(NumberSource::Number(u64::MAX));
        } else {
            // A store of registers, whose size is that of its type.
            let bytes = module.types(opcode).last()?.bytes() * u32::from(module.vector_length(opcode));
            if !matches!(instruction, op::ST_ASYNC | op::RED_ASYNC) {
                return None;
            }
            copy.bytes = Some(NumberSource::Number(u64::from(bytes)));
            copy.beside =
                Some(PlannedAddress { is_shared: true, ..self.address(*module.operands(inst).first()?, true) });
        }
        Some(RehearsedAction::Copy(Box::new(copy)))
    }

    /// The tensor map that an instruction copies by, if nothing about it changes with threads or time.
    fn tensor_map(&self, inst: InstId) -> Option<MapUse> {
        let OperandKind::Address(id) = self.with_role(inst, Role::TensorMap)?.kind else { return None };
        let base = *self.module.list(self.module[id].parts).first()?;
        let mut exprs = self.facts.exprs();
        let address = exprs.operand(self.facts, inst, base)?;
        let is_fixed = |node: Node| match node {
            Node::Window(_) | Node::Generic(_) | Node::Param { .. } => true,
            other => !other.is_leaf(),
        };
        (!exprs.table.contains(address, |node| !is_fixed(node))).then_some((address, self.module[inst].opcode))
    }

    /// What makes groups of work, or waits for some: `None` if the instruction does neither.
    fn group(&self, inst: InstId, opcode: &Opcode) -> Option<Option<RehearsedAction>> {
        let effects = opcode.effects;
        let worker = match opcode.instruction? {
            op::CP_ASYNC_WAIT_ALL => return Some(Some(RehearsedAction::AwaitCopies)),
            op::CP_ASYNC_COMMIT_GROUP | op::CP_ASYNC_WAIT_GROUP => GroupWorker::Copies,
            _ if effects.intersects(Effects::WARPGROUP) => GroupWorker::Warpgroup,
            _ if effects.intersects(Effects::BULK_GROUPS) => GroupWorker::BulkCopies,
            _ if effects.intersects(Effects::TENSOR_LOADS) => GroupWorker::TensorLoads,
            _ if effects.intersects(Effects::TENSOR_STORES) => GroupWorker::TensorStores,
            _ => return None,
        };
        if effects.intersects(Effects::COMMITS) {
            return Some(Some(RehearsedAction::Commit(worker)));
        }
        if effects.intersects(Effects::WAITS) {
            let pending = self.module.operands(inst).first().map_or(NumberSource::Number(0), |&it| self.source(it));
            return Some(Some(RehearsedAction::Await(worker, pending)));
        }
        None
    }

    /// What copies and matrix units are told to do.
    fn work(&self, inst: InstId, opcode: &Opcode) -> Option<RehearsedAction> {
        let module = self.module;
        let effects = opcode.effects;
        let operands = module.operands(inst);
        match opcode.instruction? {
            op::CP_ASYNC_CA | op::CP_ASYNC_CG => {
                let size = module.operands(inst).get(2).map(|&size| self.source(size));
                match size {
                    Some(NumberSource::Number(bytes @ (4 | 8 | 16))) => {
                        Some(RehearsedAction::ThreadCopy(self.address(*operands.first()?, true), bytes as u32))
                    }
                    _ => Some(RehearsedAction::None),
                }
            }
            op::CP_ASYNC_BULK_PREFETCH | op::CP_ASYNC_BULK_PREFETCH_TENSOR => Some(RehearsedAction::None),
            _ if effects.intersects(Effects::BULK_GROUPS) => self.copy(inst, opcode, None),
            _ if effects.intersects(Effects::TENSOR_LOADS.union(Effects::TENSOR_STORES)) => {
                let address = self.address(self.with_role(inst, Role::TensorMemory)?, false);
                let writes = effects.intersects(Effects::TENSOR_STORES);
                let has_own_lanes = module.has_modifier(opcode, word::_32X32B);
                Some(RehearsedAction::TensorAccess { address, writes, has_own_lanes })
            }
            op::TCGEN05_SHIFT | op::TCGEN05_MMA_WS => None,
            _ if opcode.roles.contains(Role::MatrixDescriptor) => {
                let matrices = module.operand_specs(inst).filter(|(operand, spec)| {
                    spec.role() == Role::MatrixDescriptor
                        && !matches!(operand.kind, OperandKind::Address(_) | OperandKind::Vector(_))
                });
                let matrices = matrices.map(|(operand, _)| self.source(operand)).collect();
                let kind = self.with_role(inst, Role::InstructionDescriptor).map(|operand| self.source(operand));
                // Nothing says how many columns a copy fills: its first ones count.
                let kind = kind
                    .or((opcode.instruction == Some(op::TCGEN05_CP)).then_some(NumberSource::Number(COPIED_COLUMNS)));
                let first = *operands.first()?;
                let may_be_halves = [word::KIND_F16, word::KIND_F8F6F4];
                let are_words = opcode.instruction != Some(op::TCGEN05_CP)
                    && !may_be_halves.iter().any(|&kind| module.has_modifier(opcode, kind));
                let sums =
                    kind.map(|descriptor| TensorSums { address: self.address(first, false), descriptor, are_words });
                let in_pairs = module.has_modifier(opcode, word::CTA_GROUP_2);
                Some(RehearsedAction::Product { matrices, sums, in_pairs })
            }
            _ => None,
        }
    }

    /// What computes registers, or moves them to and from memory.
    fn computation(&self, inst: InstId, opcode: &Opcode) -> Option<RehearsedAction> {
        let module = self.module;
        let operands = module.operands(inst);
        let source = |index: usize| operands.get(index).map(|&operand| self.source(operand));
        match opcode.instruction? {
            op::CVTA | op::CVTA_TO => {
                let generic = crate::facts::model::GENERIC;
                let shared = module.space(opcode) == Some(StateSpace::Shared);
                let distance = if opcode.instruction == Some(op::CVTA) { generic } else { -generic };
                Some(RehearsedAction::Window(source(1)?, if shared { distance } else { 0 }))
            }
            op::MAPA => Some(RehearsedAction::Map(source(1)?, source(2)?)),
            op::ELECT => {
                let chosen = match operands.first()?.kind {
                    OperandKind::Pair(list) => *module.list(list).get(1)?,
                    _ => return None,
                };
                Some(RehearsedAction::Elect(chosen.register().map(|reg| self.register(reg))))
            }
            op::SHFL => {
                let indexed = module.has_modifier(opcode, word::IDX);
                Some(RehearsedAction::Shuffle(source(1)?, source(2).filter(|_| indexed)))
            }
            op::LD | op::LDU | op::ST | op::LDMATRIX | op::STMATRIX => self.access(inst, opcode),
            op::MOV => self.movement(inst, opcode),
            op::ACTIVEMASK => Some(RehearsedAction::Mask(None)),
            op::MATCH if module.has_modifier(opcode, word::ANY) => Some(RehearsedAction::Mask(Some(source(1)?))),
            op::VOTE => {
                let has = |wanted| module.has_modifier(opcode, wanted);
                let modes = [(word::ALL, VoteMode::All), (word::ANY, VoteMode::Any), (word::UNI, VoteMode::Uniform)];
                let mode =
                    modes.into_iter().find(|&(wanted, _)| has(wanted)).map_or(VoteMode::Ballot, |(_, mode)| mode);
                Some(RehearsedAction::Vote(source(1)?, mode))
            }
            op::ATOM | op::RED => self.atomic(inst, opcode),
            _ => {
                let sources = operands.get(1..)?.iter().map(|&operand| self.source(operand)).collect();
                self.compute(opcode, sources)
            }
        }
    }

    fn compute(&self, opcode: &Opcode, sources: Vec<NumberSource>) -> Option<RehearsedAction> {
        let module = self.module;
        let mut types = module.types(opcode);
        let first = types.next()?;
        let last = types.last().unwrap_or(first);
        let is_plain = |ty: ScalarType| !ty.is_float() && ty.lanes() == 1 && ty.bits() <= 64;
        if !is_plain(first) || !is_plain(last) || sources.is_empty() || sources.len() > 4 {
            return None;
        }
        let words = module.modifiers(opcode).iter().filter_map(|modifier| modifier.word);
        let words: Vec<Word> = words.filter(|word| !matches!(word.class(), Class::Type(_))).collect();
        let [to, from] = [first, last].map(IntegerFormat::of);
        let instruction = opcode.instruction?;
        let operation = LaneOperation::of(InstructionForm { instruction, words: &words, to, from }, sources.len());
        Some(RehearsedAction::Compute(RegisterComputation { instruction, words, to, from, sources, operation }))
    }

    fn movement(&self, inst: InstId, opcode: &Opcode) -> Option<RehearsedAction> {
        let module = self.module;
        let [to, from] = *module.operands(inst) else { return None };
        let bits = module.types(opcode).next()?.bits();
        let halves = |list| match *module.list(list) {
            [low, high] if bits == 64 => Some([low, high]),
            _ => None,
        };
        match (to.kind, from.kind) {
            (_, OperandKind::Vector(list)) => {
                halves(list).map(|it| RehearsedAction::Pack(it.map(|half| self.source(half))))
            }
            (OperandKind::Vector(list), _) => {
                let register = |half: Operand| half.register().map(|reg| self.register(reg));
                halves(list).map(|it| RehearsedAction::Unpack(self.source(from), it.map(register)))
            }
            _ => self.compute(opcode, vec![self.source(from)]),
        }
    }

    /// What is stored: a number, or some constants one after the other.
    fn stored(&self, value: Operand, bytes: u32) -> NumberSource {
        let OperandKind::Vector(parts) = value.kind else { return self.source(value) };
        let parts = self.module.list(parts);
        if bytes > 8 {
            return NumberSource::Unknown;
        }
        let bits = 8 * bytes / parts.len().max(1) as u32;
        let all = parts.iter().rev().try_fold(0_u64, |all, &part| match self.source(part) {
            NumberSource::Number(number) => Some(all.checked_shl(bits).unwrap_or(0) | number & u64::MAX >> (64 - bits)),
            _ => None,
        });
        all.map_or(NumberSource::Unknown, NumberSource::Number)
    }

    /// A load of integers from global memory, which may tell who does what.
    fn data(&self, inst: InstId, opcode: &Opcode) -> Option<RehearsedAction> {
        let module = self.module;
        let ty = module.types(opcode).last()?;
        let is_plain = !ty.is_float() && ty.lanes() == 1 && ty.bits() <= 32;
        let is_weak = order_of(module, inst).is_none_or(|order| order.semantics == Semantics::Weak);
        if !is_plain || !is_weak || opcode.effects.intersects(Effects::WRITES_MEMORY) {
            return None;
        }
        let operand = module.operands(inst).iter().find(|operand| matches!(operand.kind, OperandKind::Address(_)))?;
        Some(RehearsedAction::LoadData(self.address(*operand, false), ty.bytes()))
    }

    /// An atomic operation on memory that may be shared, or that hands out numbers.
    fn atomic(&self, inst: InstId, opcode: &Opcode) -> Option<RehearsedAction> {
        let module = self.module;
        let operands = module.operands(inst);
        let place = operands.iter().position(|operand| matches!(operand.kind, OperandKind::Address(_)))?;
        let space = module.space(opcode);
        let address = self.address(operands[place], space == Some(StateSpace::Shared));
        let ty = module.types(opcode).last()?;
        let adds = module.has_modifier(opcode, word::ADD) && !ty.is_float() && ty.lanes() == 1;
        let addend = operands.get(place + 1).filter(|_| adds).map(|&addend| self.source(addend));
        let bytes = ty.bytes() * u32::from(module.vector_length(opcode));
        Some(RehearsedAction::Atomic { address, is_global: space == Some(StateSpace::Global), bytes, addend })
    }

    fn store_to_buffer(&self, inst: InstId, opcode: &Opcode) -> Option<RehearsedAction> {
        let module = self.module;
        let operand = *module.operands(inst).first()?;
        let is_store = opcode.instruction == Some(op::ST) && self.is_in_buffer(inst, operand);
        let bytes = module.types(opcode).last()?.bytes() * u32::from(module.vector_length(opcode));
        is_store.then(|| RehearsedAction::StoreToBuffer(self.address(operand, false), bytes))
    }

    /// Whether an address is in a buffer that threads write and copies read.
    fn is_in_buffer(&self, inst: InstId, operand: Operand) -> bool {
        !self.buffers.is_empty()
            && buffers::of_address(self.facts, inst, operand).is_some_and(|buffer| self.buffers.contains(&buffer))
    }

    /// Whether a parameter is a structure, and an opcode loads integers of 32 bits: pointers and numbers of other kinds are wider, or no integers.
    fn has_integer_fields(&self, var: VarId, opcode: &Opcode) -> bool {
        let is_structure = self.module[var].size.is_some_and(|size| size > WIDEST_NUMBER);
        let is_word = |ty: ScalarType| !ty.is_float() && ty.lanes() == 1 && ty.bits() == 32;
        is_structure && self.module.types(opcode).last().is_some_and(is_word)
    }

    /// Whether a pointer to global memory is loaded from a parameter that is a structure.
    fn loads_pointer(&self, inst: InstId, var: VarId) -> bool {
        let mut is_pointer = false;
        self.module.for_each_written(inst, |reg| is_pointer |= self.pointers.contains(&reg));
        is_pointer && self.module[var].size.is_some_and(|size| size > WIDEST_NUMBER)
    }

    fn access(&self, inst: InstId, opcode: &Opcode) -> Option<RehearsedAction> {
        let module = self.module;
        let space = module.space(opcode);
        if space == Some(StateSpace::Global) {
            return self.data(inst, opcode).or_else(|| self.store_to_buffer(inst, opcode));
        }
        if !matches!(space, None | Some(StateSpace::Shared | StateSpace::Param)) {
            return None;
        }
        let is_address = |operand: &&Operand| matches!(operand.kind, OperandKind::Address(_));
        let operand = *module.operands(inst).iter().find(is_address)?;
        let address = self.address(operand, space == Some(StateSpace::Shared));
        if let NumberSource::Parameter(var) = address.base
            && self.has_integer_fields(var, opcode)
        {
            return Some(RehearsedAction::LoadFields);
        }
        if let NumberSource::Parameter(var) = address.base
            && self.loads_pointer(inst, var)
        {
            return Some(RehearsedAction::LoadPointer(buffer_of(var, address.offset)));
        }
        // Eight lanes tell the addresses of the rows of each matrix, which has a register for each lane.
        let matrices = |operand: &Operand| match operand.kind {
            OperandKind::Vector(list) => Some(module.list(list).len() as u32),
            _ => None,
        };
        let (bytes, lanes) = match opcode.instruction {
            Some(op::LDMATRIX | op::STMATRIX) => (16, 8 * module.operands(inst).iter().find_map(matrices).unwrap_or(1)),
            _ => (module.types(opcode).last()?.bytes() * u32::from(module.vector_length(opcode)), 32),
        };
        if opcode.effects.intersects(Effects::WRITES_MEMORY) {
            let value = module.operands(inst).get(1).map_or(NumberSource::Unknown, |&value| self.stored(value, bytes));
            return Some(RehearsedAction::Store(address, bytes, lanes, value));
        }
        Some(RehearsedAction::Load(address, bytes, lanes))
    }
}
