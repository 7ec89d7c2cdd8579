//! What direct calls of functions of the module do: what they return, and how they synchronise.
//!
//! Functions are summarised once for a module (`summaries.rs`), callees before callers; functions that call themselves, directly or
//! through others, have no summary.

use super::barriers::mask_operand;
use super::expr::{Expr, ExprTable, Node};
use super::ordering::Reach;
use super::{
    AccessKind, Barrier, Definition, Divergence, Facts, MemoryAccess, Shortfall, ThreadScope, Value,
    is_other_synchronization,
};
use crate::ids::{FunctionId, InstId, VarId};
use crate::ir::{FunctionKind, Module, Operand, OperandKind, VariableRole};
use crate::isa::{Effects, Instruction, ScalarType, StateSpace, op};
use crate::util::{FastMap, FastSet};
use std::sync::Arc;

/// Instructions between a call and what passes its arguments and results.
const NEARBY: usize = 256;

/// Most accesses of a function that its callers look at.
const MOST_ACCESSES: usize = 64;

/// Most expressions that a result is made of.
const MOST_PARTS: usize = 1000;

/// A part of a parameter: which one, and the byte offset.
pub type ParameterPart = (usize, i64);

/// What a function does for its callers.
#[derive(Debug)]
pub struct Summary {
    /// The expressions of the function.
    pub table: ExprTable,
    /// Parts of return parameters, and what they are.
    returns: Vec<Return>,
    /// Accesses that every call makes, with addresses in the function's own expressions.
    pub(super) accesses: Vec<MemoryAccess>,
    /// Where all lanes of a mask meet in every call.
    pub meetings: Vec<Meeting>,
    /// The expressions that are parts of parameters.
    pub(super) parameters: FastMap<Expr, ParameterPart>,
    /// Every thread that calls it waits for all others of the block in it.
    pub waits: bool,
    /// No thread waits in it for one of another warp.
    pub independent: bool,
    /// It may write memory that its callers can see.
    pub writes: bool,
    /// It may do so otherwise than by [`Summary::accesses`].
    hidden_writes: bool,
    /// Threads of a warp meet in it.
    pub meets_warp: bool,
    /// It orders accesses to memory by fences, or by accesses that threads may wait for.
    pub orders_memory: bool,
    /// For whom it does so by fences, barriers or accesses that acquire or release.
    pub reach: Reach,
    /// What was left out of it.
    shortfalls: Vec<Shortfall>,
}

/// What a part of a return parameter is.
#[derive(Debug)]
struct Return {
    part: ParameterPart,
    /// In the function's own expressions.
    expr: Expr,
    /// How it differs between the threads of a block and of a warp when all give the function the same.
    levels: (Divergence, Divergence),
    /// The parts of parameters that it is made of.
    sources: Vec<ParameterPart>,
    /// Nothing else is: no memory, and no other function.
    is_computed: bool,
}

/// A warp-synchronous instruction.
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    /// The mask, in the function's own expressions.
    pub mask: Expr,
    /// Which lanes a shuffle takes values from: its lane or distance, and its segment.
    pub source: Option<[Expr; 2]>,
    /// The instruction.
    pub inst: InstId,
}

impl Summary {
    pub(super) fn new(facts: &Facts<'_, '_>) -> Self {
        let returns = returns(facts);
        let (accesses, meetings) = (certain_accesses(facts), meetings(facts));
        let addresses = accesses.iter().flat_map(|access| [access.address, access.passed]).flatten();
        let masks = meetings
            .iter()
            .flat_map(|meeting| std::iter::once(meeting.mask).chain(meeting.source.into_iter().flatten()));
        let roots = returns.iter().map(|known| known.expr).chain(addresses).chain(masks);
        let parameters = parameters(facts, roots);
        let (waits, independent) = (waits(facts), is_independent(facts));
        let (writes, meets_warp, orders_memory) = (writes(facts), meets_warp(facts), orders_memory(facts));
        let known = |inst: InstId| accesses.iter().any(|access| access.inst == inst && access.kind != AccessKind::Read);
        let hidden_writes =
            facts.module.insts_of(facts.function).any(|inst| is_visible_write(facts, inst) && !known(inst));
        let table = std::mem::take(&mut facts.exprs().table).complete();
        Self {
            table,
            returns,
            accesses,
            meetings,
            parameters,
            waits,
            independent,
            writes,
            hidden_writes,
            meets_warp,
            orders_memory,
            reach: facts
                .module
                .insts_of(facts.function)
                .map(|inst| Reach::of(facts, inst))
                .max()
                .unwrap_or(Reach::Nobody),
            shortfalls: facts.take_shortfalls(),
        }
    }

    fn result(&self, part: ParameterPart) -> Option<&Return> {
        self.returns.iter().find(|known| known.part == part)
    }

    /// What a part of a return parameter is, in the function's own expressions.
    pub fn returned(&self, part: ParameterPart) -> Option<Expr> {
        self.result(part).map(|known| known.expr)
    }

    /// How a part of a return parameter differs between the threads of a block and of a warp of its own accord: because of thread
    /// indices, or what the function does to memory.
    pub(super) fn levels(&self, part: ParameterPart) -> Option<(Divergence, Divergence)> {
        self.result(part).map(|known| known.levels)
    }
}

/// The operand of a call that names the function.
pub fn callee_operand(module: &Module<'_>, call: InstId) -> Option<Operand> {
    module.operands(call).iter().copied().find(|operand| matches!(operand.kind, OperandKind::Func(_)))
}

/// The function that an instruction calls, if it is one of the module.
pub fn callee(module: &Module<'_>, inst: InstId) -> Option<FunctionId> {
    if !module.opcode(inst).effects.intersects(Effects::CALL) {
        return None;
    }
    module.operands(inst).iter().find_map(|operand| match operand.kind {
        OperandKind::Func(func) => module[func].definition,
        _ => None,
    })
}

/// The variables that a call gets its results in (`results`), or passes its arguments in.
pub(crate) fn passed<'a>(module: &'a Module<'_>, call: InstId, results: bool) -> &'a [Operand] {
    let operands = module.operands(call);
    let at = operands.iter().position(|operand| matches!(operand.kind, OperandKind::Func(_)));
    let Some(at) = at else { return &[] };
    let list = if results { at.checked_sub(1).and_then(|i| operands.get(i)) } else { operands.get(at + 1) };
    match list.map(|operand| operand.kind) {
        Some(OperandKind::Args(list)) => module.list(list),
        _ => &[],
    }
}

fn place_of(module: &Module<'_>, call: InstId, results: bool, var: VarId) -> Option<usize> {
    let is_var = |operand: &Operand| matches!(operand.kind, OperandKind::Var(other) if other == var);
    passed(module, call, results).iter().position(is_var)
}

/// An unguarded load or store of parameter space, at a constant place of one variable.
pub(crate) struct ParameterAccess<'a> {
    pub(crate) var: VarId,
    pub(crate) offset: i64,
    pub(crate) is_load: bool,
    /// The type of each element.
    pub(crate) ty: ScalarType,
    /// What is loaded or stored.
    pub(crate) elements: &'a [Operand],
}

impl<'a> ParameterAccess<'a> {
    /// The access that an instruction is.
    pub(crate) fn of(module: &'a Module<'_>, inst: InstId) -> Option<Self> {
        let opcode = module.opcode(inst);
        let is_load = match opcode.instruction? {
            op::LD => true,
            op::ST => false,
            _ => return None,
        };
        if module.space(opcode) != Some(StateSpace::Param) || module.guard(inst).is_some() {
            return None;
        }
        let [first, second] = module.operands(inst) else { return None };
        let (address, value) = if is_load { (second, first) } else { (first, second) };
        let OperandKind::Address(id) = address.kind else { return None };
        let [base] = module.list(module[id].parts) else { return None };
        let OperandKind::Var(var) = base.kind else { return None };
        let elements = match value.kind {
            OperandKind::Vector(list) => module.list(list),
            _ => std::slice::from_ref(value),
        };
        Some(Self { var, offset: module[id].offset, is_load, ty: module.types(opcode).next()?, elements })
    }
}

/// The parameter that an unguarded load or store of parameter space accesses with one register, and the offset.
fn parameter_access(module: &Module<'_>, inst: InstId, wanted: Instruction) -> Option<(VarId, i64)> {
    let access = ParameterAccess::of(module, inst)?;
    let is_whole = access.elements.len() == 1 && access.ty.bits() >= 32;
    (access.is_load == (wanted == op::LD) && is_whole).then_some((access.var, access.offset))
}

/// Whether a variable passes arguments or results of calls, and is no parameter of the function itself.
fn is_passed(module: &Module<'_>, var: VarId) -> bool {
    module[var].role == VariableRole::Local
}

/// The call whose result a load reads, and which part of its results.
pub fn call_of_result(facts: &Facts<'_, '_>, load: InstId) -> Option<(InstId, ParameterPart)> {
    let module = facts.module;
    let (var, offset) = parameter_access(module, load, op::LD).filter(|&(var, _)| is_passed(module, var))?;
    let first = facts.cfg().first(facts.cfg().block_of(load)).index();
    let before = (first..load.index()).rev().take(NEARBY).map(InstId::new);
    before.into_iter().find_map(|call| Some((call, (place_of(module, call, true, var)?, offset))))
}

/// The store that passes a part of an argument to a call.
pub fn argument(facts: &Facts<'_, '_>, call: InstId, (index, offset): ParameterPart) -> Option<InstId> {
    let module = facts.module;
    let OperandKind::Var(var) = passed(module, call, false).get(index)?.kind else { return None };
    let first = facts.cfg().first(facts.cfg().block_of(call)).index();
    let mut before = (first..call.index()).rev().take(NEARBY).map(InstId::new);
    before.find(|&inst| parameter_access(module, inst, op::ST) == Some((var, offset)))
}

/// The loads of results of the next call that depend on what a store passes to it, each with whether an expression says how.
pub fn results_of_argument(facts: &Facts<'_, '_>, store: InstId) -> Vec<(InstId, bool)> {
    let (module, cfg) = (facts.module, facts.cfg());
    let passed = parameter_access(module, store, op::ST).filter(|&(var, _)| is_passed(module, var));
    let Some((var, offset)) = passed else { return Vec::new() };
    let after = |from: InstId| cfg.insts(cfg.block_of(from)).filter(move |&inst| inst > from).take(NEARBY);
    let call = after(store).find_map(|call| Some((call, place_of(module, call, false, var)?)));
    let Some((call, index)) = call else { return Vec::new() };
    let Some(summary) = facts.summary(call) else { return Vec::new() };
    let depends = |load: InstId| {
        let (_, part) = call_of_result(facts, load).filter(|&(from, _)| from == call)?;
        let expr = summary.returned(part)?;
        let exact = !summary.table.walk(expr, &mut |leaf, _| summary.parameters.get(&leaf) != Some(&(index, offset)));
        // What is made of parameters in ways that no expression says differs as they do.
        let derived = || {
            summary
                .result(part)
                .is_some_and(|known| known.levels.0 == Divergence::Unknown && known.sources.contains(&(index, offset)))
        };
        (exact || derived()).then_some((load, exact))
    };
    after(call).filter_map(depends).collect()
}

/// What is passed to a call, and its result, which a load reads, is computed from: the values, where nothing else has a part in it.
pub(super) fn computed_from(facts: &Facts<'_, '_>, load: InstId) -> Option<Vec<Value>> {
    let (call, part) = call_of_result(facts, load)?;
    let summary = facts.summary(call)?;
    let result = summary.result(part).filter(|result| result.is_computed)?;
    let passed = |&part: &ParameterPart| {
        let store = argument(facts, call, part)?;
        facts.module.operands(store).get(1).map(|operand| (store, operand.register()))
    };
    let stores: Option<Vec<_>> = result.sources.iter().map(passed).collect();
    let in_registers = stores?.into_iter().filter_map(|(store, reg)| Some((store, reg?)));
    in_registers.map(|(store, reg)| facts.ssa()?.read(store, reg)).collect()
}

fn returns(facts: &Facts<'_, '_>) -> Vec<Return> {
    let module = facts.module;
    let vars = module[facts.function].returns.vars.indices();
    let mut stores: Vec<(ParameterPart, InstId)> = Vec::new();
    for inst in module.insts_of(facts.function) {
        if let Some((var, offset)) = parameter_access(module, inst, op::ST)
            && vars.contains(&var.index())
        {
            stores.push(((var.index() - vars.start, offset), inst));
        }
    }
    let once = |part: ParameterPart| stores.iter().filter(|(other, _)| *other == part).count() == 1;
    let single = stores.iter().filter(|(part, _)| stores.len() <= NEARBY && once(*part));
    let expr = |inst: InstId| facts.exprs().operand(facts, inst, *module.operands(inst).get(1)?);
    single
        .filter_map(|&(part, inst)| {
            let expr = expr(inst).filter(|&expr| is_small(facts, expr))?;
            let (sources, is_computed) = sources(facts, inst);
            Some(Return { part, expr, levels: levels_of(facts, inst), sources, is_computed })
        })
        .collect()
}

fn is_small(facts: &Facts<'_, '_>, expr: Expr) -> bool {
    facts.exprs().table.parts(expr).len() <= MOST_PARTS
}

/// The levels of what a store stores.
fn levels_of(facts: &Facts<'_, '_>, store: InstId) -> (Divergence, Divergence) {
    let level = |scope: ThreadScope| {
        let Some(reg) = facts.module.operands(store).get(1).and_then(|operand| operand.register()) else {
            return Divergence::Uniform;
        };
        let value = facts.ssa().and_then(|ssa| ssa.read(store, reg));
        value.zip(facts.uniformity()).map_or(Divergence::Unknown, |(value, known)| known.level(value, scope))
    };
    (level(ThreadScope::Block), level(ThreadScope::Warp))
}

/// The parts of parameters from which what a store stores is computed, or by which it is chosen, other than through memory; and whether
/// nothing else has a part in it.
fn sources(facts: &Facts<'_, '_>, store: InstId) -> (Vec<ParameterPart>, bool) {
    const OTHERS: Effects = Effects::READS_MEMORY
        .union(Effects::ATOMIC)
        .union(Effects::CALL)
        .union(Effects::BARRIER)
        .union(Effects::WARP_SYNCHRONOUS)
        .union(Effects::CONVERGENT);
    let (module, cfg) = (facts.module, facts.cfg());
    let vars = module[facts.function].params.vars.indices();
    let Some(ssa) = facts.ssa() else { return (Vec::new(), false) };
    let mut is_computed = true;
    let read = |inst: InstId, operand: Option<Operand>| ssa.read(inst, operand?.register()?);
    let mut found = Vec::new();
    let mut seen = FastSet::default();
    let mut work: Vec<Value> = read(store, module.operands(store).get(1).copied()).into_iter().collect();
    while let Some(value) = work.pop() {
        if !seen.insert(value) || seen.len() > MOST_PARTS {
            is_computed &= seen.len() <= MOST_PARTS;
            continue;
        }
        match ssa.data(value).definition {
            Definition::Entry => {}
            Definition::Phi { block, .. } => {
                work.extend(ssa.inputs(cfg, value));
                let branch = facts.dominators().immediate(block).map(|branch| cfg.last(branch));
                work.extend(branch.and_then(|branch| read(branch, module.guard(branch))));
            }
            Definition::Write { inst, previous } => {
                match parameter_access(module, inst, op::LD) {
                    Some((var, offset)) if vars.contains(&var.index()) => {
                        found.push((var.index() - vars.start, offset))
                    }
                    _ => is_computed &= !module.opcode(inst).effects.intersects(OTHERS),
                }
                work.extend(previous);
                ssa.for_each_read(module, inst, |value| work.push(value));
            }
        }
    }
    (found, is_computed)
}

/// Whether every thread that runs the function executes an instruction, and does so once.
pub fn is_always_executed(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let block = facts.cfg().block_of(inst);
    let unconditional = facts.conditions().is_some_and(|conditions| conditions.of(block).is_empty());
    facts.module.guard(inst).is_none() && facts.cfg().is_reachable(block) && unconditional
}

/// Whether every thread of a kernel executes an instruction in every launch, and does so once.
pub fn is_executed_in_every_launch(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    facts.module[facts.function].kind == FunctionKind::Entry && is_always_executed(facts, inst)
}

/// The accesses that every call makes; none of a function in which threads of the block wait for each other.
fn certain_accesses(facts: &Facts<'_, '_>) -> Vec<MemoryAccess> {
    if !is_independent(facts) {
        return Vec::new();
    }
    let private = |access: &MemoryAccess| {
        matches!(access.space, Some(StateSpace::Param | StateSpace::Local))
            || facts.slots().access(access.inst).is_some()
    };
    let certain = |access: &&MemoryAccess| {
        let small = access.address.is_some_and(|address| is_small(facts, address));
        !access.asynchronous && !private(access) && small && is_always_executed(facts, access.inst)
    };
    let with_value = |access: &MemoryAccess| {
        let passed = access.stored(facts).filter(|&value| is_small(facts, value));
        MemoryAccess { passed, ..*access }
    };
    let mut all: Vec<MemoryAccess> = facts.accesses().iter().filter(certain).map(with_value).collect();
    let most = facts.budget(MOST_ACCESSES);
    facts.fell_short("accesses of called functions", most, Some(all.len()));
    all.truncate(most);
    all.shrink_to_fit();
    all
}

/// Where all lanes of a mask meet in every call.
fn meetings(facts: &Facts<'_, '_>) -> Vec<Meeting> {
    let module = facts.module;
    let certain = module.insts_of(facts.function).filter(|&inst| is_always_executed(facts, inst));
    let is_small = |meeting: &Meeting| {
        [meeting.mask].into_iter().chain(meeting.source.into_iter().flatten()).all(|expr| is_small(facts, expr))
    };
    certain.filter_map(|inst| Meeting::of(facts, inst)).filter(is_small).take(NEARBY).collect()
}

impl Meeting {
    /// That of an instruction, or the first one of every call of a function, in the expressions of the caller.
    pub fn of(facts: &Facts<'_, '_>, inst: InstId) -> Option<Self> {
        let module = facts.module;
        if let Some(mask) = mask_operand(module, inst) {
            let operand = |operand: Operand| facts.exprs().operand(facts, inst, operand);
            let is_shuffle = module.opcode(inst).instruction == Some(op::SHFL);
            let source = match module.operands(inst) {
                &[_, _, from, segment, _] if is_shuffle => operand(from).zip(operand(segment)),
                _ => None,
            };
            return Some(Self { mask: operand(mask)?, source: source.map(<[Expr; 2]>::from), inst });
        }
        let summary = facts.summary(inst)?;
        let meeting = summary.meetings.first()?;
        let mut known = FastMap::default();
        let mut here = |expr| facts.exprs().called(facts, (inst, &summary), expr, &mut known);
        let source = meeting.source.and_then(|[from, segment]| Some([here(from)?, here(segment)?]));
        Some(Self { mask: here(meeting.mask)?, source, inst: meeting.inst })
    }
}

/// The loads of what a call returns.
pub fn results(facts: &Facts<'_, '_>, call: InstId) -> impl Iterator<Item = InstId> {
    let cfg = facts.cfg();
    let after = cfg.insts(cfg.block_of(call)).filter(move |&inst| inst > call).take(NEARBY);
    after.filter(move |&load| call_of_result(facts, load).is_some_and(|(from, _)| from == call))
}

/// The leaves of expressions that are loaded from parameters.
fn parameters(facts: &Facts<'_, '_>, roots: impl Iterator<Item = Expr>) -> FastMap<Expr, ParameterPart> {
    let module = facts.module;
    let vars = module[facts.function].params.vars.indices();
    let exprs = facts.exprs();
    let mut found = FastMap::default();
    let Some(ssa) = facts.ssa() else { return found };
    for root in roots {
        exprs.table.walk(root, &mut |expr, node| {
            if let Node::Opaque(value) = node
                && let Definition::Write { inst, previous: None } = ssa.data(value).definition
                && let Some((var, offset)) = parameter_access(module, inst, op::LD)
                && vars.contains(&var.index())
            {
                found.insert(expr, (var.index() - vars.start, offset));
            }
            true
        });
    }
    found
}

/// Whether all ways through the function lead through a barrier for the whole block.
fn waits(facts: &Facts<'_, '_>) -> bool {
    facts.module.insts_of(facts.function).any(|inst| facts.waits_for_block(inst) && is_always_executed(facts, inst))
}

/// Whether no thread waits for one of another warp: neither at a barrier nor, in a loop, for what another one stores.
fn is_independent(facts: &Facts<'_, '_>) -> bool {
    let module = facts.module;
    let barriers = Effects::BARRIER.union(Effects::BARRIER_ARRIVE);
    let looks = |access: &MemoryAccess| access.strong || access.volatile || access.kind == AccessKind::Atomic;
    let spins = facts.natural_loops().ids().next().is_some() && facts.accesses().iter().any(looks);
    !spins
        && module.insts_of(facts.function).all(|inst| {
            let opcode = module.opcode(inst);
            if opcode.effects.intersects(Effects::CALL) {
                return facts.summary(inst).is_some_and(|summary| summary.independent);
            }
            !opcode.effects.intersects(barriers) && !is_other_synchronization(facts, inst)
        })
}

/// Whether something is written that callers may see.
fn writes(facts: &Facts<'_, '_>) -> bool {
    facts.module.insts_of(facts.function).any(|inst| is_visible_write(facts, inst))
}

/// Whether an instruction may write what callers may see.
fn is_visible_write(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let module = facts.module;
    let opcode = module.opcode(inst);
    if opcode.effects.intersects(Effects::CALL) {
        return facts.summary(inst).is_none_or(|summary| summary.writes);
    }
    let private = matches!(module.space(opcode), Some(StateSpace::Param)) || facts.slots().access(inst).is_some();
    opcode.effects.intersects(Effects::WRITES_MEMORY) && !private
}

/// Whether threads of a warp meet.
fn meets_warp(facts: &Facts<'_, '_>) -> bool {
    let module = facts.module;
    module.insts_of(facts.function).any(|inst| {
        module.opcode(inst).effects.intersects(Effects::WARP_SYNCHRONOUS)
            || facts.summary(inst).is_some_and(|summary| summary.meets_warp)
    })
}

/// Whether an instruction is a memory barrier, of whatever proxy.
pub fn is_fence(instruction: Instruction) -> bool {
    instruction.is_of_family(op::FENCE) || instruction.is_of_family(op::MEMBAR)
}

/// Whether fences, or accesses that threads may wait for, order accesses to memory, here or in a function that is called: relaxed atomics
/// order nothing.
pub fn orders_memory(facts: &Facts<'_, '_>) -> bool {
    let waits = |access: &MemoryAccess| access.volatile || (access.strong && access.kind != AccessKind::Atomic);
    let module = facts.module;
    module.insts_of(facts.function).any(|inst| {
        let opcode = module.opcode(inst);
        opcode.effects.intersects(Effects::ORDERED)
            || opcode.instruction.is_some_and(is_fence)
            || facts.summary(inst).is_some_and(|summary| summary.orders_memory)
    }) || facts.accesses().iter().any(waits)
}

impl Facts<'_, '_> {
    /// What the function does that an instruction calls; `None` when that is not known.
    pub fn summary(&self, call: InstId) -> Option<Arc<Summary>> {
        let summary = self.summaries.of(self, callee(self.module, call)?)?;
        self.pass_on(&summary.shortfalls);
        Some(summary)
    }

    /// Whether a call may write memory otherwise than by the accesses that are known of it.
    pub fn has_hidden_writes(&self, call: InstId) -> bool {
        let known = || self.accesses_at(call).len();
        self.summary(call)
            .is_none_or(|summary| summary.writes && (summary.hidden_writes || summary.accesses.len() != known()))
    }

    /// Whether an instruction is a barrier for the whole block, or calls a function in which all threads wait at one.
    pub fn waits_for_block(&self, inst: InstId) -> bool {
        Barrier::of(self, inst).is_some_and(|barrier| barrier.is_for_all(self) && barrier.is_plain(self))
            || self.summary(inst).is_some_and(|summary| summary.waits)
    }
}
