//! Indices of threads that cooperative groups read also where blocks have one row: to tell the first thread of the block from the others, as
//! they ask whether the sum of all three is zero, and for the rank of a thread in its block.

use super::expr::Axis;
use super::{Facts, Ssa, User, Value};
use crate::ids::InstId;
use crate::ir::OperandKind;
use crate::isa::{SpecialKind, op, word};

/// Most instructions that are followed from a read.
const MOST_STEPS: usize = 16;

/// Whether what an instruction reads only goes into sums that are compared for equality.
pub(super) fn tells_first_thread(facts: &Facts<'_, '_>, read: InstId) -> bool {
    let (module, Some(ssa), Some(users)) = (facts.module, facts.ssa(), facts.users()) else { return false };
    let result = |inst: InstId| written_value(facts, ssa, inst);
    let Some(first) = result(read) else { return false };
    // With each value whether it is a sum, or the opposite of an index, which nothing else makes.
    let mut work: Vec<(Value, bool)> = vec![(first, false)];
    let mut steps = 0;
    while let Some((value, is_sum)) = work.pop() {
        for user in users.of(value) {
            let User::Inst(inst) = user else { return false };
            steps += 1;
            let opcode = module.opcode(inst);
            let equality = [word::EQ, word::NE].into_iter().any(|relation| module.has_modifier(opcode, relation));
            match opcode.instruction {
                Some(op::SETP) if is_sum && equality => continue,
                Some(op::ADD | op::OR | op::NEG) if steps <= MOST_STEPS => {}
                _ => return false,
            }
            let Some(next) = result(inst) else { return false };
            work.push((next, true));
        }
    }
    steps > 0
}

/// Whether what an instruction reads, an index along y or z, only goes into the rank of the thread in its block: sums of indices times extents of
/// the block, to which that along x is added last, or of which it is asked whether they are its opposite.
pub(super) fn tells_rank(facts: &Facts<'_, '_>, read: InstId) -> bool {
    let (module, Some(ssa), Some(users)) = (facts.module, facts.ssa(), facts.users()) else { return false };
    let result = |inst: InstId| written_value(facts, ssa, inst);
    let special = |value: Value| special(facts, ssa.writer(value)?);
    let is_length = |value: Value| matches!(special(value), Some((SpecialKind::Ntid, _)));
    let is_product = |inst: InstId| {
        let mut all = module.opcode(inst).instruction == Some(op::MUL_LO) && !has_constant(facts, inst);
        ssa.for_each_read(module, inst, |factor| all &= is_length(factor));
        all
    };
    let is_extent = |value: Value| is_length(value) || ssa.writer(value).is_some_and(is_product);
    let is_index = |&first: &Value| matches!(special(first), Some((SpecialKind::Tid, _)));
    let is_opposite = |value: Value| {
        let negation = ssa.writer(value).filter(|&inst| module.opcode(inst).instruction == Some(op::NEG));
        let mut of_first_axis = false;
        negation.into_iter().for_each(|inst| {
            ssa.for_each_read(module, inst, |index| {
                of_first_axis = special(index) == Some((SpecialKind::Tid, Axis::X))
            });
        });
        of_first_axis
    };
    let is_equation = |inst: InstId| {
        let (opcode, mut has_opposite) = (module.opcode(inst), false);
        ssa.for_each_read(module, inst, |side| has_opposite |= is_opposite(side));
        let is_equality = [word::EQ, word::NE].into_iter().any(|relation| module.has_modifier(opcode, relation));
        opcode.instruction == Some(op::SETP) && is_equality && has_opposite
    };
    let Some(first) = result(read).filter(is_index) else { return false };
    let (mut work, mut parts) = (vec![first], vec![first]);
    while let Some(value) = work.pop() {
        for user in users.of(value) {
            let User::Inst(inst) = user else { return false };
            if value != first && is_equation(inst) {
                continue;
            }
            let is_sum = match module.opcode(inst).instruction {
                Some(op::MAD_LO | op::ADD) => true,
                Some(op::MUL_LO) => false,
                _ => return false,
            };
            if has_constant(facts, inst) || parts.len() > MOST_STEPS {
                return false;
            }
            // An index that no extent has been multiplied by is added to another one.
            let (mut is_rank, mut is_known, mut is_scaled) = (false, true, value != first);
            ssa.for_each_read(module, inst, |other| match special(other) {
                Some((SpecialKind::Tid, Axis::X)) => is_rank = true,
                Some((SpecialKind::Tid, _)) => {}
                _ if is_extent(other) => is_scaled = true,
                _ => is_known &= parts.contains(&other),
            });
            match result(inst) {
                _ if !is_known || (is_rank && !(is_sum && is_scaled)) => return false,
                _ if is_rank => {}
                Some(next) => {
                    parts.push(next);
                    work.push(next);
                }
                None => return false,
            }
        }
    }
    users.of(first).len() > 0
}

/// What an instruction writes to a register.
fn written_value(facts: &Facts<'_, '_>, ssa: &Ssa, inst: InstId) -> Option<Value> {
    let mut found: Option<Value> = None;
    facts.module.for_each_written(inst, |reg| found = ssa.write(inst, reg));
    found
}

/// The special register that an instruction copies.
fn special(facts: &Facts<'_, '_>, inst: InstId) -> Option<(SpecialKind, Axis)> {
    let is_copy = matches!(facts.module.opcode(inst).instruction, Some(op::MOV | op::CVT));
    facts.module.operands(inst).iter().filter(|_| is_copy).find_map(|operand| match operand.kind {
        OperandKind::Special { register, component, .. } => Some((register.kind, Axis::of(component)?)),
        _ => None,
    })
}

fn has_constant(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    facts.module.operands(inst).iter().any(|operand| operand.constant().is_some())
}
