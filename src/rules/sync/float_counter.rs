//! Counters in single precision that come to stand still: from 2^24 on, adding 1 changes nothing.

use crate::facts::{Definition, Facts, LoopId, Value, guard_value, original};
use crate::ids::InstId;
use crate::ir::{Operand, OperandKind};
use crate::isa::{ScalarType, op, word};

/// Most steps that are added one by one.
const MOST_STEPS: usize = 4096;

/// The number at which the counter of a loop stands still, where a branch that leaves it for this truth of its guard does not do so for any
/// number until then.
pub(super) fn stands_still(facts: &Facts<'_, '_>, id: LoopId, branch: InstId, leaves_if: bool) -> Option<f32> {
    let (module, ssa) = (facts.module, facts.ssa()?);
    let OperandKind::Reg { negated, .. } = module.guard(branch)?.kind else { return None };
    let Definition::Write { inst, previous: None } = ssa.data(original(facts, guard_value(facts, branch)?)).definition
    else {
        return None;
    };
    let opcode = module.opcode(inst);
    if opcode.instruction != Some(op::SETP) || module.types(opcode).next() != Some(ScalarType::F32) {
        return None;
    }
    let &[_, a, b] = module.operands(inst) else { return None };
    let counter = |operand: Operand| Some(original(facts, ssa.read(inst, operand.register()?)?));
    let (value, bound, is_left) = match (number(facts, inst, a), number(facts, inst, b)) {
        (None, Some(bound)) => (counter(a)?, bound, true),
        (Some(bound), None) => (counter(b)?, bound, false),
        _ => return None,
    };
    let (start, step) = counted(facts, id, value)?;
    let last = last_number(start, step)?;
    let words = || module.modifiers(opcode).iter().filter_map(|modifier| modifier.word);
    let comparison = words().find(|word| word.is_like(word::EQ))?;
    let (x, y) = if is_left { (last, bound) } else { (bound, last) };
    // Whether numbers that grow come nearer to where the comparison changes.
    let (holds, rises) = match comparison {
        word::LT | word::LTU => (x < y, false),
        word::LE | word::LEU => (x <= y, false),
        word::GT | word::GTU => (x > y, true),
        word::GE | word::GEU => (x >= y, true),
        _ => return None,
    };
    let is_known = bound.is_finite() && last.is_finite();
    let truth = holds != negated;
    let nears = (rises == is_left) == (step > 0.0);
    // Where the last number stays, those before it do: they are farther from the bound.
    let stays = truth != leaves_if && nears != holds;
    (is_known && stays).then_some(last)
}

/// The number that an operand is, in single precision.
fn number(facts: &Facts<'_, '_>, inst: InstId, operand: Operand) -> Option<f32> {
    let module = facts.module;
    let literal = |operand: Operand| Some(module[operand.constant()?].float()? as f32);
    if operand.constant().is_some() {
        return literal(operand);
    }
    let ssa = facts.ssa()?;
    literal_of(facts, original(facts, ssa.read(inst, operand.register()?)?))
}

/// The number that a value is, where an instruction sets it.
fn literal_of(facts: &Facts<'_, '_>, value: Value) -> Option<f32> {
    let (module, ssa) = (facts.module, facts.ssa()?);
    let Definition::Write { inst, previous: None } = ssa.data(value).definition else { return None };
    let source = *module.operands(inst).get(1)?;
    let is_move = module.opcode(inst).instruction == Some(op::MOV);
    Some(module[source.constant().filter(|_| is_move)?].float()? as f32)
}

/// What a counter begins with and what each round adds, where a value is the counter or what it is in the next round.
fn counted(facts: &Facts<'_, '_>, id: LoopId, value: Value) -> Option<(f32, f32)> {
    let (module, ssa, cfg, loops) = (facts.module, facts.ssa()?, facts.cfg(), facts.natural_loops());
    let header = loops.get(id).header;
    let is_carried =
        |value: Value| matches!(ssa.data(value).definition, Definition::Phi { block, .. } if block == header);
    // The counter that an addition adds a number to.
    let sum = |value: Value| {
        let Definition::Write { inst, previous: None } = ssa.data(value).definition else { return None };
        let opcode = module.opcode(inst);
        let &[_, a, b] = module.operands(inst) else { return None };
        let is_plain = !module.has_any_modifier(opcode, &[word::RZ, word::RM, word::RP, word::SAT, word::FTZ]);
        let is_sum = opcode.instruction == Some(op::ADD) && module.types(opcode).next() == Some(ScalarType::F32);
        let counter = original(facts, ssa.read(inst, a.register()?)?);
        (is_sum && is_plain && is_carried(counter)).then_some((counter, number(facts, inst, b)?))
    };
    let counter = if is_carried(value) { value } else { sum(value)?.0 };
    let (mut start, mut step) = (None, None);
    let inputs = ssa.inputs(cfg, counter);
    if inputs.len() != cfg.predecessors(header).len() {
        return None;
    }
    for (&from, &input) in cfg.predecessors(header).iter().zip(inputs) {
        let input = original(facts, input);
        if loops.contains(id, from) {
            let (of, added) = sum(input)?;
            if of != counter || (!is_carried(value) && input != value) || *step.get_or_insert(added) != added {
                return None;
            }
        } else {
            let number = literal_of(facts, input)?;
            if *start.get_or_insert(number) != number {
                return None;
            }
        }
    }
    Some((start?, step?))
}

/// The number from which on adding a step changes nothing. Between powers of two all steps are alike, and are made at once.
fn last_number(start: f32, step: f32) -> Option<f32> {
    let mut number = start;
    for _ in 0..MOST_STEPS {
        let next = number + step;
        if next == number {
            return Some(number);
        }
        let (once, twice) = (f64::from(next) - f64::from(number), f64::from(next + step) - f64::from(next));
        number = next;
        // A number that grows stays among those of its exponent until the next power of two.
        let is_growing = (number > 0.0) == (step > 0.0) && number != 0.0;
        if once == twice && is_growing && number.is_finite() {
            let end = f64::from(f32::from_bits((number.abs().to_bits() & 0x7f80_0000).saturating_add(0x0080_0000)));
            let rounds = ((end - f64::from(number.abs())) / once.abs()).floor() - 1.0;
            if rounds >= 1.0 && end.is_finite() {
                number = (f64::from(number) + rounds * once) as f32;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::last_number;

    #[test]
    fn counters_stand_still_where_a_step_is_lost() {
        assert_eq!(last_number(0.0, 1.0), Some(16_777_216.0));
        assert_eq!(last_number(0.0, -1.0), Some(-16_777_216.0));
        assert_eq!(last_number(0.0, 2.0), Some(33_554_432.0));
        for (start, step) in [(2e6_f32, 0.1_f32), (3e4, 0.001), (8e6, 0.3), (-1.6e7, -0.7), (1.6e7, 3.0), (-5.0, 4e5)] {
            let mut number = start;
            while number + step != number {
                number += step;
            }
            assert_eq!(last_number(start, step), Some(number), "{start} {step}");
        }
        assert_eq!(last_number(0.0, 0.0), Some(0.0));
    }
}
