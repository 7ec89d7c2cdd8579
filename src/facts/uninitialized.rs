//! Values that nothing has written: where they come from, and what is computed from them.

use super::cfg::Block;
use super::purity::is_pure;
use super::ssa::{Definition, Value, ValuePlace};
use super::users::User;
use super::{Base, Facts};
use crate::ids::{InstId, RegId};
use crate::ir::{Access, Module, Operand, OperandKind};
use crate::isa::{Effects, Form, ScalarType, Shape, StateSpace, op, word};
use crate::util::FastMap;
use std::cell::Cell;
use std::collections::{HashSet, VecDeque};

/// When a register holds what nothing has written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UndefinedWhen {
    /// Whenever it is read.
    Always,
    /// When control comes over this edge.
    Edge(Block, Block),
    /// When the guard of this instruction, which would write it, is false.
    GuardFalse(InstId),
}

/// A use of a value that nothing has written, with consequences.
#[derive(Clone, Debug)]
pub struct Uninitialized {
    /// The value of the register or slot.
    pub source: Value,
    /// The first instruction that reads it.
    pub read: InstId,
    /// The instruction by which it has consequences: a store, an access to memory, a branch.
    pub effect: InstId,
    /// When.
    pub when: UndefinedWhen,
}

/// Most uninitialised values of a function that are followed.
const MAX_SOURCES: usize = 256;
/// Most values and blocks that are looked at in the search for what is computed from them.
const MAX_STEPS: usize = 20_000;
/// How many more for each instruction of the function.
const STEPS_PER_INSTRUCTION: usize = 8;

/// The uses of uninitialised values that certainly have consequences: those without a condition in any execution that gets to
/// the effect, those with one in any execution in which the condition holds.
pub fn uninitialized(facts: &Facts<'_, '_>) -> Vec<Uninitialized> {
    let Some(ssa) = facts.ssa() else { return Vec::new() };
    let is_source = |&value: &Value| is_uninitialized(facts, value);
    let mut sources: Vec<Value> = ssa.values().filter(is_source).collect();
    facts.fell_short("uninitialized registers", facts.budget(MAX_SOURCES), Some(sources.len()));
    sources.truncate(facts.budget(MAX_SOURCES));
    let users = if sources.is_empty() { None } else { facts.users() };
    sources.retain(|&source| users.is_some_and(|users| !users.is_unread(source)));
    if !sources.is_empty() {
        let unclear = unclear_registers(facts);
        sources.retain(|&source| !matches!(ssa.data(source).place, ValuePlace::Reg(reg) if unclear.contains(&reg)));
    }
    // Each value has a budget of its own, so that what is found of one does not depend on the others; all together have as many as
    // there are instructions.
    let total = Cell::new(facts.budget(MAX_STEPS + STEPS_PER_INSTRUCTION * facts.module[facts.function].insts.len()));
    let mut found = Vec::new();
    let kinds = if sources.is_empty() { 0 } else { facts.module[facts.function].insts.len() };
    let kinds = vec![Cell::new(None); kinds];
    for (number, &source) in sources.iter().enumerate() {
        let kinds = &kinds;
        let search = Search { facts, kinds, steps: Cell::new(facts.budget(MAX_STEPS).min(total.get())) };
        let before = search.steps.get();
        found.extend(search.follow(source));
        total.set(total.get() - (before - search.steps.get()));
        if search.steps.get() == 0 {
            facts.fell_short("uninitialized registers", number, Some(sources.len()));
        }
    }
    found
}

/// The registers that may be results of instructions that the table does not describe.
fn unclear_registers(facts: &Facts<'_, '_>) -> HashSet<RegId> {
    let module = facts.module;
    let mut unclear = HashSet::new();
    for inst in module.insts_of(facts.function) {
        let opcode = module.opcode(inst);
        let forms = opcode.instruction.map_or(&[][..], |instruction| instruction.forms());
        let operands = module.operands(inst);
        let describes = |form: &Form| {
            let counts = form.required_operands()..=form.operands().len();
            counts.contains(&operands.len()) && !form.operands().iter().any(|operand| operand.shape() == Shape::Rest)
        };
        // What only computes has one result, which comes first.
        // Of an instruction with effects any register may be a result, unless a form says which: such registers are never called unwritten.
        if !opcode.effects.are_none() && !opcode.effects.intersects(Effects::CALL) && !forms.iter().any(describes) {
            unclear.extend(operands.iter().filter_map(|operand| operand.register()));
        }
    }
    unclear
}

/// Whether a value is what a register holds before anything is written to it.
fn is_uninitialized(facts: &Facts<'_, '_>, value: Value) -> bool {
    let (module, function) = (facts.module, &facts.module[facts.function]);
    let Some(data) = facts.ssa().map(|ssa| ssa.data(value)) else { return false };
    let lives_on_entry = match data.place {
        ValuePlace::Reg(reg) => {
            let decl = module[reg].decl.index();
            let is_parameter = function.params.regs.contains(decl) || function.returns.regs.contains(decl);
            is_parameter || module[module[reg].decl].function.is_none()
        }
        ValuePlace::Slot(_) => false,
    };
    data.definition == Definition::Entry && !lives_on_entry
}

/// The search, and how far it may still go.
struct Search<'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    /// Which inputs of each instruction count, as far as it was asked: many searches come to the same ones.
    kinds: &'f [Cell<Option<InputKind>>],
    steps: Cell<usize>,
}

impl Search<'_, '_, '_> {
    /// The worst consequence of one uninitialised value.
    fn follow(&self, source: Value) -> Option<Uninitialized> {
        let facts = self.facts;
        let all = self.derived(source)?;
        // What needs no condition is worse than what needs one, so it is looked for first.
        if let Some(effect) = all.effect(facts, |effect| has_consequences(facts, effect)) {
            let read = all.first_read(facts, source)?;
            return Some(Uninitialized { source, read, effect, when: UndefinedWhen::Always });
        }
        for (seed, when) in all.conditional(facts) {
            // Under the condition the join or write counts as uninitialised itself. Only a store to global memory is sure to be seen.
            let derived = self.derived(seed)?;
            let certain = |effect: &UndefinedUse| stores_globally(facts, effect) && self.is_certain(effect.inst, when);
            if let Some(effect) = derived.effect(facts, certain) {
                let read = derived.first_read(facts, seed)?;
                return Some(Uninitialized { source, read, effect, when });
            }
        }
        None
    }

    /// What is uninitialised whenever `seed` is: all that may be computed from it, less what has another input. `None` when the
    /// search has taken too long.
    fn derived(&self, seed: Value) -> Option<Derived> {
        let users = self.facts.users()?;
        // First all that may depend on it, then those are taken out again that have another input: so cycles of joins, each of which
        // has only the others and the seed as inputs, stay in (a greatest fixed point).
        let mut derived = Derived { values: Vec::new(), members: FastMap::default() };
        let mut work = VecDeque::from([seed]);
        derived.members.insert(seed, ());
        while let Some(value) = work.pop_front() {
            derived.values.push(value);
            self.spend(1)?;
            let mut before = None;
            for user in users.of(value) {
                // One instruction may read the value very often.
                if before.replace(user) == Some(user) {
                    continue;
                }
                self.for_each_dependent(value, user, |next| {
                    if derived.members.insert(next, ()).is_none() {
                        work.push_back(next);
                    }
                });
            }
        }
        loop {
            let before = derived.values.len();
            self.spend(before)?;
            let values = std::mem::take(&mut derived.values);
            for value in values {
                if value == seed || self.is_supported(&derived, value) {
                    derived.values.push(value);
                } else {
                    derived.members.remove(&value);
                }
            }
            if derived.values.len() == before {
                return Some(derived);
            }
        }
    }

    /// Whether an instruction is executed whenever the condition holds, before the condition is judged anew.
    fn is_certain(&self, effect: InstId, when: UndefinedWhen) -> bool {
        let facts = self.facts;
        let cfg = facts.cfg();
        let guard = facts.module.guard(effect).is_some();
        match when {
            UndefinedWhen::Always => true,
            UndefinedWhen::Edge(_, block) => !guard && self.always_reaches(block, cfg.block_of(effect)),
            UndefinedWhen::GuardFalse(write) => {
                // `@p ld r; @!p st r`: the guard of the effect holds just when the write was left out.
                let opposite = guard && {
                    let mut exprs = facts.exprs();
                    match (exprs.guard(facts, write), exprs.guard(facts, effect)) {
                        (Some(written), Some(used)) => exprs.table.negate(written) == used,
                        _ => false,
                    }
                };
                (!guard || opposite) && self.always_reaches(cfg.block_of(write), cfg.block_of(effect))
            }
        }
    }

    /// Whether every path from a block comes to another one before it leaves the function or starts again.
    fn always_reaches(&self, from: Block, to: Block) -> bool {
        let cfg = self.facts.cfg();
        if from == to {
            return true;
        }
        if !self.facts.postdominators().dominates(to, from) {
            return false;
        }
        // Where control comes back to the start first, the condition may have changed.
        let mut seen: HashSet<Block> = HashSet::new();
        let mut work = vec![from];
        while let Some(block) = work.pop() {
            if cfg.exit(block) != super::Exit::None || self.spend(1).is_none() {
                return false;
            }
            for &successor in cfg.successors(block) {
                if successor == from {
                    return false;
                }
                if successor != to && seen.insert(successor) {
                    work.push(successor);
                }
            }
        }
        true
    }

    /// Which inputs of an instruction count.
    fn kind(&self, inst: InstId) -> InputKind {
        let place = inst.index() - self.facts.module[self.facts.function].insts.start as usize;
        let kind = self.kinds[place].get().unwrap_or_else(|| kind_of_inputs(self.facts, inst));
        self.kinds[place].set(Some(kind));
        kind
    }

    /// Calls `visit` with the values that are uninitialised because one that they depend on is.
    fn for_each_dependent(&self, value: Value, user: User, mut visit: impl FnMut(Value)) {
        let facts = self.facts;
        let Some(ssa) = facts.ssa() else { return };
        let inst = match user {
            User::Value(next) => {
                if let Definition::Phi { .. } = ssa.data(next).definition {
                    visit(next);
                }
                return;
            }
            User::Inst(inst) => inst,
        };
        let passes_on = match self.kind(inst) {
            InputKind::None => false,
            InputKind::All => true,
            InputKind::Listed => inputs(facts, inst).contains(&value),
        };
        if passes_on {
            facts.module.for_each_written(inst, |reg| {
                if let Some(written) = ssa.write(inst, reg) {
                    visit(written);
                }
            });
            if let Some((slot, Access::Write)) = facts.slots().access(inst) {
                ssa.stored(inst, slot).into_iter().for_each(visit);
            }
        }
    }

    /// Whether what a value is made of makes it a member.
    fn is_supported(&self, derived: &Derived, value: Value) -> bool {
        let facts = self.facts;
        let Some(ssa) = facts.ssa() else { return false };
        match ssa.data(value).definition {
            Definition::Entry => false,
            // A join is meaningless only if it is so on every path, any other result as soon as one input is. A guarded write keeps the old value
            // where its guard is false, so it is left to `conditional`.
            Definition::Phi { .. } => ssa.inputs(facts.cfg(), value).iter().all(|&input| derived.contains(input)),
            Definition::Write { previous: Some(_), .. } => false,
            Definition::Write { inst, previous: None } => match self.kind(inst) {
                InputKind::None => false,
                InputKind::All => {
                    let mut found = false;
                    facts.module.for_each_register(inst, |access| {
                        found = found
                            || access.access == Access::Read
                                && ssa.read(inst, access.reg).is_some_and(|input| derived.contains(input));
                    });
                    found
                }
                InputKind::Listed => inputs(facts, inst).into_iter().any(|input| derived.contains(input)),
            },
        }
    }

    /// Counts steps; nothing when there have been too many.
    fn spend(&self, steps: usize) -> Option<()> {
        let left = self.steps.get().checked_sub(steps);
        self.steps.set(left.unwrap_or(0));
        left.map(drop)
    }
}

/// An instruction that does something with a value, and the operand by which it reads it.
struct UndefinedUse {
    inst: InstId,
    /// It is the guard, or decides where control goes.
    decides: bool,
    /// It is part of an address.
    addresses: bool,
    /// It is an element of a vector.
    packed: bool,
}

/// What is uninitialised whenever one value is, that value first.
struct Derived {
    values: Vec<Value>,
    members: FastMap<Value, ()>,
}

impl Derived {
    fn contains(&self, value: Value) -> bool {
        self.members.contains_key(&value)
    }

    /// The joins and guarded writes that a member gets into, together with something that is written.
    fn conditional(&self, facts: &Facts<'_, '_>) -> Vec<(Value, UndefinedWhen)> {
        let (Some(ssa), Some(users), cfg) = (facts.ssa(), facts.users(), facts.cfg()) else { return Vec::new() };
        let mut seeds = Vec::new();
        let mut seen: HashSet<Value> = HashSet::new();
        for &value in &self.values {
            for user in users.of(value) {
                let User::Value(next) = user else { continue };
                if self.contains(next) || !seen.insert(next) {
                    continue;
                }
                match ssa.data(next).definition {
                    Definition::Phi { block, .. } => {
                        // One edge suffices to show it, whichever comes first.
                        let from = cfg.predecessors(block).iter().zip(ssa.inputs(cfg, next));
                        let mut from = from.filter(|&(from, input)| self.contains(*input) && cfg.is_reachable(*from));
                        seeds.extend(from.next().map(|(&from, _)| (next, UndefinedWhen::Edge(from, block))));
                    }
                    Definition::Write { inst, .. } if facts.module.guard(inst).is_some() && is_scalar(facts, next) => {
                        seeds.push((next, UndefinedWhen::GuardFalse(inst)));
                    }
                    _ => {}
                }
            }
        }
        seeds
    }

    /// The first effect of a member that passes a test.
    fn effect(&self, facts: &Facts<'_, '_>, passes: impl Fn(&UndefinedUse) -> bool) -> Option<InstId> {
        let mut readers: Vec<InstId> = Vec::new();
        for &value in &self.values {
            readers.extend(facts.users()?.of(value).filter_map(|user| match user {
                User::Inst(inst) => Some(inst),
                User::Value(_) => None,
            }));
        }
        readers.sort_unstable();
        readers.dedup();
        let cfg = facts.cfg();
        readers.retain(|&inst| cfg.is_reachable(cfg.block_of(inst)));
        readers.into_iter().find(|&inst| effects(facts, inst, |value| self.contains(value)).iter().any(&passes))
    }

    /// The first instruction that reads a member, directly or through joins with others.
    fn first_read(&self, facts: &Facts<'_, '_>, source: Value) -> Option<InstId> {
        let users = facts.users()?;
        let cfg = facts.cfg();
        // The report points at the read, not at the effect: it is where the author looks for the missing write.
        let mut first: Option<InstId> = None;
        let mut seen = HashSet::from([source]);
        let mut work = vec![source];
        // Joins of uninitialised values alone are passed through.
        while let Some(value) = work.pop() {
            for user in users.of(value) {
                match user {
                    User::Inst(inst) if cfg.is_reachable(cfg.block_of(inst)) => {
                        first = Some(first.map_or(inst, |first| first.min(inst)));
                    }
                    User::Value(value) if self.contains(value) && seen.insert(value) => work.push(value),
                    _ => {}
                }
            }
        }
        first
    }
}

/// Whether a value is that of a register without components, or of a slot.
fn is_scalar(facts: &Facts<'_, '_>, value: Value) -> bool {
    facts.ssa().is_some_and(|ssa| match ssa.data(value).place {
        ValuePlace::Reg(reg) => facts.module.declaration(reg).vector == 1,
        ValuePlace::Slot(_) => true,
    })
}

/// Which of the values that an instruction reads make its results meaningless.
#[derive(Clone, Copy)]
enum InputKind {
    /// None of them: it has no results, or uses parts of its operands only.
    None,
    /// Each of them.
    All,
    /// Those that [`inputs`] lists.
    Listed,
}

fn kind_of_inputs(facts: &Facts<'_, '_>, inst: InstId) -> InputKind {
    let module = facts.module;
    let opcode = module.opcode(inst);
    if facts.slots().access(inst).is_some() {
        return InputKind::Listed;
    }
    if !passes_on(module, inst) {
        return InputKind::None;
    }
    let some_differ =
        opcode.effects.intersects(Effects::ACCUMULATES) || matches!(opcode.instruction, Some(op::SUB | op::XOR));
    if some_differ { InputKind::Listed } else { InputKind::All }
}

/// Whether an instruction that accesses no slot makes its results of all that it reads.
fn passes_on(module: &Module<'_>, inst: InstId) -> bool {
    let opcode = module.opcode(inst);
    let multiplies =
        opcode.effects.intersects(Effects::ACCUMULATES) || matches!(opcode.instruction, Some(op::MMA | op::WMMA_MMA));
    (multiplies || is_pure(module, inst)) && module.guard(inst).is_none() && !uses_parts(module, inst)
}

/// The values of which any makes the results of an instruction meaningless.
fn inputs(facts: &Facts<'_, '_>, inst: InstId) -> Vec<Value> {
    let (module, Some(ssa)) = (facts.module, facts.ssa()) else { return Vec::new() };
    if let Some((slot, access)) = facts.slots().access(inst) {
        return match access {
            Access::Read => ssa.loaded(inst, slot).into_iter().collect(),
            Access::Write => {
                let stored = module.operands(inst).get(1).and_then(|operand| operand.register());
                stored.and_then(|reg| ssa.read(inst, reg)).into_iter().collect()
            }
        };
    }
    if !passes_on(module, inst) {
        return Vec::new();
    }
    let opcode = module.opcode(inst);
    let accumulates = opcode.effects.intersects(Effects::ACCUMULATES);
    // Accumulators count only where they are known to be added to.
    let unread =
        module.operands(inst).first().filter(|_| accumulates && !adds(facts, inst)).map(|operand| operand.span);
    let mut read = Vec::new();
    module.for_each_register(inst, |access| {
        if access.access == Access::Read && unread.is_none_or(|span| !span.contains(access.span.start)) {
            read.extend(ssa.read(inst, access.reg));
        }
    });
    // `sub r, x, x` and `xor r, x, x` are zero whatever `x` is: so compilers clear registers.
    let cancels = matches!(opcode.instruction, Some(op::SUB | op::XOR)) && read.len() == 2 && read[0] == read[1];
    if cancels { Vec::new() } else { read }
}

/// Whether an instruction surely adds to what its destination holds.
fn adds(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let module = facts.module;
    let scale = module.opcode(inst).scale.and_then(|scale| module.operands(inst).get(usize::from(scale)));
    let truth = scale.and_then(|&scale| facts.exprs().operand(facts, inst, scale));
    truth.and_then(|truth| facts.exprs().table.as_constant(truth)).is_some_and(|truth| truth != 0)
}

/// Whether the result of an instruction may be sensible although an operand is not.
fn uses_parts(module: &Module<'_>, inst: InstId) -> bool {
    let is_vector = |operand: &Operand| matches!(operand.kind, OperandKind::Vector(_) | OperandKind::Pair(_));
    match module.opcode(inst).instruction {
        Some(op::MOV) => module.operands(inst).iter().any(is_vector),
        Some(op::SELP | op::SLCT | op::AND | op::OR | op::LOP3 | op::BFI | op::BFE) => true,
        Some(op::SHF_L | op::SHF_R | op::PRMT | op::CVT_PACK) => true,
        _ => false,
    }
}

/// What an instruction does with those of its operands that hold certain values.
fn effects(facts: &Facts<'_, '_>, inst: InstId, is_member: impl Fn(Value) -> bool) -> Vec<UndefinedUse> {
    let (module, Some(ssa)) = (facts.module, facts.ssa()) else { return Vec::new() };
    let reads = |operand: &Operand| match operand.kind {
        OperandKind::Reg { reg, .. } => ssa.read(inst, reg).is_some_and(&is_member),
        _ => false,
    };
    let plain = UndefinedUse { inst, decides: false, addresses: false, packed: false };
    let mut found = Vec::new();
    if module.guard(inst).is_some_and(|guard| reads(&guard)) {
        found.push(UndefinedUse { decides: true, ..plain });
    }
    // A guard decides for any instruction; other operands only decide where control goes: the index of `brx`.
    let branches = module.opcode(inst).effects.intersects(Effects::BRANCH);
    for operand in module.operands(inst) {
        match operand.kind {
            OperandKind::Reg { .. } if reads(operand) => found.push(UndefinedUse { decides: branches, ..plain }),
            OperandKind::Address(id)
                if module.list(module[id].parts).iter().any(reads) && !may_be_ignored(facts, inst, operand) =>
            {
                found.push(UndefinedUse { addresses: true, ..plain });
            }
            OperandKind::Vector(list) if module.list(list).iter().any(reads) => {
                found.push(UndefinedUse { packed: true, ..plain });
            }
            _ => {}
        }
    }
    found
}

/// Whether an address is the source of a copy that may read no byte of it: `cp.async` with a source size that may be 0, or with a
/// predicate that has it ignored. Masked gathers leave the address undefined then.
fn may_be_ignored(facts: &Facts<'_, '_>, inst: InstId, operand: &Operand) -> bool {
    let module = facts.module;
    let instruction = module.opcode(inst).instruction;
    let [_, source, _, size, ..] = module.operands(inst) else { return false };
    let is_policy = module.operands(inst).len() == 4 && module.has_modifier(module.opcode(inst), word::L2_CACHE_HINT);
    let copies =
        matches!(instruction, Some(op::CP_ASYNC | op::CP_ASYNC_CA | op::CP_ASYNC_CG)) && source.span == operand.span;
    let is_predicate = |reg| module.declaration(reg).ty == Some(ScalarType::Pred);
    let ignored = u64::from(size.register().is_some_and(is_predicate));
    copies && !is_policy && facts.constant(inst, *size).is_none_or(|value| value == ignored)
}

/// Whether a meaningless operand shows: in memory, in the choice of an address, in the way that control takes. Arguments of calls
/// and spilled registers may never be looked at.
fn has_consequences(facts: &Facts<'_, '_>, effect: &UndefinedUse) -> bool {
    let module = facts.module;
    let opcode = module.opcode(effect.inst);
    let touches = Effects::READS_MEMORY.union(Effects::WRITES_MEMORY).union(Effects::ATOMIC);
    let leaves = Effects::BRANCH.union(Effects::EXIT).union(Effects::RETURN);
    if effect.decides {
        return opcode.effects.intersects(touches.union(leaves));
    }
    let hidden = matches!(module.space(opcode), Some(StateSpace::Param | StateSpace::Local));
    // Elements of vectors are often padding that is stored along with what matters, so they prove nothing.
    let private = || !effect.addresses && stores_privately(facts, effect.inst);
    opcode.effects.intersects(touches)
        && !hidden
        && !effect.packed
        && facts.slots().access(effect.inst).is_none()
        && !private()
}

/// Whether an instruction stores to local memory by a generic address, or a single byte to an unknown place: so debug code copies
/// objects without members, which have one byte that nothing writes.
fn stores_privately(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let generic = facts.accesses_at(inst).first().filter(|access| access.space.is_none());
    generic.is_some_and(|access| match access.base {
        Base::Variable(var) => facts.module[var].space == StateSpace::Local,
        Base::Parameter(..) => false,
        Base::Loaded(_) | Base::Unknown => access.size == 1,
    })
}

/// Whether a meaningless operand gets into global memory, or into an address.
fn stores_globally(facts: &Facts<'_, '_>, effect: &UndefinedUse) -> bool {
    let module = facts.module;
    let opcode = module.opcode(effect.inst);
    let writes = opcode.effects.intersects(Effects::WRITES_MEMORY.union(Effects::ATOMIC));
    let outside = matches!(module.space(opcode), Some(StateSpace::Global) | None);
    let accesses = effect.addresses && has_consequences(facts, effect);
    !effect.decides && !effect.packed && (accesses || (writes && outside && has_consequences(facts, effect)))
}
