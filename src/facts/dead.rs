//! Instructions whose results nobody uses.

use super::Facts;
use super::purity::is_pure;
use super::ssa::{Definition, Value};
use crate::ids::InstId;
use crate::ir::{Access, Module};
use crate::isa::{Effects, Word, op, word};

/// Which instructions compute for nothing: their results get neither into memory, nor into an address, a decision or a call, directly
/// or through others. (The marking phase of aggressive dead code elimination: Cytron et al., TOPLAS 1991, section 7.1.)
#[derive(Debug)]
pub struct Dead {
    first: usize,
    live: Vec<bool>,
}

impl Dead {
    /// Marks what is of use. `None` when the function is too complex.
    pub fn new(facts: &Facts<'_, '_>) -> Option<Self> {
        let (module, ssa) = (facts.module, facts.ssa()?);
        let insts = module[facts.function].insts;
        let mut this = Self { first: insts.start as usize, live: vec![false; insts.len()] };
        let mut seen = vec![false; ssa.values().count()];
        let mut work: Vec<InstId> =
            module.insts_of(facts.function).filter(|&inst| !is_removable(facts, inst)).collect();
        work.iter().for_each(|inst| this.live[inst.index() - this.first] = true);
        let mut values: Vec<Value> = Vec::new();
        while let Some(inst) = work.pop() {
            ssa.for_each_read(module, inst, |value| values.push(value));
            if let Some((slot, Access::Read)) = facts.slots().access(inst) {
                values.extend(ssa.loaded(inst, slot));
            }
            while let Some(value) = values.pop() {
                if std::mem::replace(&mut seen[value.index()], true) {
                    continue;
                }
                match ssa.data(value).definition {
                    Definition::Entry => {}
                    Definition::Phi { .. } => values.extend(ssa.inputs(facts.cfg(), value)),
                    Definition::Write { inst, previous } => {
                        values.extend(previous);
                        if !std::mem::replace(&mut this.live[inst.index() - this.first], true) {
                            work.push(inst);
                        }
                    }
                }
            }
        }
        Some(this)
    }

    /// Whether an instruction could be taken away together with what it computes.
    pub fn contains(&self, inst: InstId) -> bool {
        !self.live[inst.index() - self.first]
    }
}

/// Whether an instruction does nothing but yield a result: it computes, loads, or stores to a stack slot.
fn is_removable(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let module = facts.module;
    is_pure(module, inst) || is_plain_load(module, inst) || facts.slots().access(inst).is_some()
}

/// Whether an instruction is a load that nobody would miss.
fn is_plain_load(module: &Module<'_>, inst: InstId) -> bool {
    let opcode = module.opcode(inst);
    let loads = matches!(opcode.instruction, Some(op::LD | op::LDU));
    let is_ordered = module
        .modifiers(opcode)
        .iter()
        .filter_map(|m| m.word)
        .any(|word: Word| word == word::VOLATILE || (word.is_like(word::RELAXED) && word != word::WEAK));
    loads && opcode.effects == Effects::READS_MEMORY && !is_ordered
}
