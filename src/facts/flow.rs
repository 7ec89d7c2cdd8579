//! Forward data flow: what is computed from some values.

use super::Facts;
use super::ssa::Value;
use super::users::User;
use crate::ids::InstId;
use crate::ir::{Access, Module, Operand, OperandKind, VariableRole};
use crate::isa::{Effects, StateSpace};
use crate::util::FastSet;

/// The values that depend on some seeds, and the instructions that read one of them.
///
/// Flow through memory is over-approximated: once a dependent value is stored anywhere but to global memory or a stack slot,
/// every load depends on it, except those of constants and parameters. A call that gets a dependent value may do anything with
/// it; see [`Self::escapes`].
#[derive(Debug)]
pub struct Flow {
    dependent: Vec<bool>,
    readers: Vec<InstId>,
    escapes: bool,
}

impl Flow {
    /// Follows the values that the instructions `seeds` write. `None` when the function is too complex.
    pub fn new(facts: &Facts<'_, '_>, seeds: &[InstId]) -> Option<Self> {
        let ssa = facts.ssa()?;
        let users = facts.users()?;
        let mut search = Search {
            facts,
            flow: Self { dependent: vec![false; ssa.values().count()], readers: Vec::new(), escapes: false },
            seen: FastSet::default(),
            work: Vec::new(),
            loads_depend: false,
        };
        for &seed in seeds {
            search.mark_writes(seed);
        }
        while let Some(value) = search.work.pop() {
            for user in users.of(value) {
                match user {
                    User::Value(value) => search.mark(value),
                    User::Inst(inst) => search.visit(inst),
                }
            }
        }
        search.flow.readers.sort_unstable();
        Some(search.flow)
    }

    /// Whether a value depends on the seeds.
    pub fn contains(&self, value: Value) -> bool {
        self.dependent[value.index()]
    }

    /// The instructions that read a dependent value, in order.
    pub fn readers(&self) -> &[InstId] {
        &self.readers
    }

    /// Whether a dependent value is handed to a function.
    pub fn escapes(&self) -> bool {
        self.escapes
    }

    /// Whether an operand of an instruction reads a dependent value.
    pub fn reaches(&self, facts: &Facts<'_, '_>, inst: InstId, operand: crate::ir::Operand) -> bool {
        let OperandKind::Reg { reg, .. } = operand.kind else { return false };
        let value = facts.ssa().and_then(|ssa| ssa.read(inst, reg));
        value.is_some_and(|value| self.contains(value))
    }
}

struct Search<'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    flow: Flow,
    seen: FastSet<InstId>,
    work: Vec<Value>,
    loads_depend: bool,
}

impl Search<'_, '_, '_> {
    fn mark(&mut self, value: Value) {
        if !std::mem::replace(&mut self.flow.dependent[value.index()], true) {
            self.work.push(value);
        }
    }

    fn mark_writes(&mut self, inst: InstId) {
        let Some(ssa) = self.facts.ssa() else { return };
        self.facts.module.for_each_written(inst, |reg| {
            if let Some(value) = ssa.write(inst, reg) {
                self.mark(value);
            }
        });
    }

    fn visit(&mut self, inst: InstId) {
        if !self.seen.insert(inst) {
            return;
        }
        self.flow.readers.push(inst);
        self.mark_writes(inst);
        let module = self.facts.module;
        let opcode = module.opcode(inst);
        if opcode.effects.intersects(Effects::CALL) {
            self.flow.escapes = true;
        }
        if let Some((slot, Access::Write)) = self.facts.slots().access(inst) {
            let stored = self.facts.ssa().and_then(|ssa| ssa.stored(inst, slot));
            stored.into_iter().for_each(|value| self.mark(value));
            return;
        }
        let stores = opcode.effects.intersects(Effects::WRITES_MEMORY);
        if stores && module.space(opcode) != Some(StateSpace::Global) && !self.loads_depend {
            self.reach_all_loads();
        }
    }

    /// A dependent value is in memory: whoever loads may get it, and so may functions that are called, as an argument or by address.
    fn reach_all_loads(&mut self) {
        self.loads_depend = true;
        let module = self.facts.module;
        for inst in module.insts_of(self.facts.function) {
            let effects = module.opcode(inst).effects;
            self.flow.escapes |= effects.intersects(Effects::CALL);
            if effects.intersects(Effects::READS_MEMORY) && !reads_immutable_memory(module, inst) {
                self.mark_writes(inst);
            }
        }
    }
}

/// Whether a load reads constants or parameters of the function, which no store changes.
fn reads_immutable_memory(module: &Module<'_>, load: InstId) -> bool {
    let is_parameter = |operand: &Operand| match operand.kind {
        OperandKind::Address(id) => match module.list(module[id].parts).first().map(|base| base.kind) {
            Some(OperandKind::Var(var)) => module[var].role == VariableRole::Param,
            _ => false,
        },
        _ => false,
    };
    match module.space(module.opcode(load)) {
        Some(StateSpace::Const) => true,
        Some(StateSpace::Param) => module.operands(load).iter().any(is_parameter),
        _ => false,
    }
}
