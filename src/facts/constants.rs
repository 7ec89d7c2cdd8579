//! Values that are the same in every execution.

use super::Facts;
use super::cfg::Cfg;
use super::slots::Slots;
use super::ssa::{Definition, Ssa, Value, ValuePlace};
use crate::ids::InstId;
use crate::ir::{Access, Module, Operand};
use crate::isa::{Instruction, ScalarType, op, word};
use crate::semantics::{InstructionForm, IntegerFormat};
use crate::util::FastMap;
use std::cell::RefCell;

/// Longest chain of instructions that is followed.
const MAX_DEPTH: u32 = 64;

/// Constant values of a function, found on demand: a value is followed back through moves, integer arithmetic and
/// joins of equal constants. A value that depends on itself around a loop counts as varying.
#[derive(Debug, Default)]
pub struct Constants {
    known: RefCell<FastMap<Value, Option<u64>>>,
}

/// What the search needs.
#[derive(Clone, Copy)]
struct ConstantSearch<'a, 's> {
    module: &'a Module<'s>,
    cfg: &'a Cfg,
    ssa: &'a Ssa,
    slots: &'a Slots,
}

impl<'a, 's> ConstantSearch<'a, 's> {
    fn of(facts: &'a Facts<'_, 's>) -> Option<Self> {
        Some(Self { module: facts.module, cfg: facts.cfg(), ssa: facts.ssa()?, slots: facts.slots() })
    }
}

impl Constants {
    /// The constant bits of a value, zero-extended to 64.
    pub fn value(&self, facts: &Facts<'_, '_>, value: Value) -> Option<u64> {
        self.search(ConstantSearch::of(facts)?, value, 0)
    }

    /// The constant bits of an operand that an instruction reads, zero-extended to 64.
    pub fn operand(&self, facts: &Facts<'_, '_>, inst: InstId, operand: Operand) -> Option<u64> {
        self.search_operand(ConstantSearch::of(facts)?, inst, operand, 0)
    }

    fn search_operand(
        &self,
        context: ConstantSearch<'_, '_>,
        inst: InstId,
        operand: Operand,
        depth: u32,
    ) -> Option<u64> {
        if let Some(reg) = operand.register().filter(|_| !operand.is_negated()) {
            return self.search(context, context.ssa.read(inst, reg)?, depth);
        }
        context.module[operand.constant()?].integer().map(|value| value as u64)
    }

    fn search(&self, context: ConstantSearch<'_, '_>, value: Value, depth: u32) -> Option<u64> {
        if let Some(&known) = self.known.borrow().get(&value) {
            return known;
        }
        if depth > MAX_DEPTH {
            return None;
        }
        // While the value is being computed it counts as varying: cycles end here.
        self.known.borrow_mut().insert(value, None);
        let result = self.compute(context, value, depth + 1);
        self.known.borrow_mut().insert(value, result);
        result
    }

    fn compute(&self, context: ConstantSearch<'_, '_>, value: Value, depth: u32) -> Option<u64> {
        let data = context.ssa.data(value);
        match data.definition {
            Definition::Entry | Definition::Write { previous: Some(_), .. } => None,
            Definition::Write { inst, .. } if matches!(context.slots.access(inst), Some((_, Access::Read))) => {
                let (slot, _) = context.slots.access(inst)?;
                self.search(context, context.ssa.loaded(inst, slot)?, depth)
            }
            Definition::Phi { .. } => {
                // A join that is its own input joins nothing new there.
                let mut inputs = context.ssa.inputs(context.cfg, value).iter().filter(|&&input| input != value);
                let first = self.search(context, *inputs.next()?, depth)?;
                inputs.all(|&input| self.search(context, input, depth) == Some(first)).then_some(first)
            }
            Definition::Write { inst, .. } => match data.place {
                ValuePlace::Reg(reg) => {
                    let width = context.module.declaration(reg).bits()?;
                    self.instruction(context, inst, depth).map(|bits| truncate(bits, width))
                }
                // The value that a store puts into a slot is its second operand.
                ValuePlace::Slot(_) => {
                    let stored = *context.module.operands(inst).get(1)?;
                    self.search_operand(context, inst, stored, depth)
                }
            },
        }
    }

    /// The result of an instruction with one destination register.
    fn instruction(&self, context: ConstantSearch<'_, '_>, inst: InstId, depth: u32) -> Option<u64> {
        let module = context.module;
        let opcode = module.opcode(inst);
        let operands = module.operands(inst);
        let ty = module.types(opcode).next()?;
        let plain = operands.first().is_some_and(|operand| operand.register().is_some());
        if !plain || operands.len() > 4 || ty.is_float() || ty.lanes() > 1 {
            return None;
        }
        if module.has_modifier(opcode, word::SAT) {
            return None;
        }
        let instruction = opcode.instruction?;
        if instruction == op::SELP {
            // Two equal choices are none.
            let mut choice =
                operands[1..].iter().take(2).map(|&operand| self.search_operand(context, inst, operand, depth));
            let (yes, no) = (choice.next()??, choice.next()??);
            return (yes == no).then(|| truncate(yes, ty.bits()));
        }
        let mut inputs = [0; 3];
        for (slot, &operand) in inputs.iter_mut().zip(&operands[1..]) {
            *slot = self.search_operand(context, inst, operand, depth)?;
        }
        fold(instruction, ty, module.types(opcode).nth(1), &inputs[..operands.len() - 1])
    }
}

/// The low `width` bits.
fn truncate(bits: u64, width: u32) -> u64 {
    if width >= 64 { bits } else { bits & ((1 << width) - 1) }
}

/// Integer arithmetic on constants; `None` for instructions that are not folded.
fn fold(instruction: Instruction, ty: ScalarType, source: Option<ScalarType>, inputs: &[u64]) -> Option<u64> {
    let from = match instruction {
        op::CVT => source.filter(|source| !source.is_float())?,
        op::MOV | op::ADD | op::SUB | op::NEG | op::MUL_LO | op::MUL_WIDE | op::MAD_LO => ty,
        op::NOT | op::AND | op::OR | op::XOR | op::SHL | op::SHR => ty,
        _ => return None,
    };
    let form = InstructionForm { instruction, words: &[], to: IntegerFormat::of(ty), from: IntegerFormat::of(from) };
    form.evaluate(inputs, false).map(|outcome| outcome.bits)
}
