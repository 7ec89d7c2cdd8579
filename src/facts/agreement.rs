//! Lanes that agree: what a warp has made the same for all of its lanes by shuffles, and what depends on the number of the lane alone,
//! so that it is the same for the same lane of each warp.
//!
//! Kernels decide by such values as if they were uniform: each warp reduces the same numbers, lane by lane, and all get the same result.

use super::device::WARP;
use super::expr::Axis;
use super::purity::is_pure;
use super::ssa::Value;
use super::uniformity::{Divergence, ThreadScope};
use super::{Definition, Facts};
use crate::ids::InstId;
use crate::ir::{Access, Component, Operand, OperandKind};
use crate::isa::{ScalarType, SpecialKind, op, word};

/// The distances of a whole butterfly.
const ALL_DISTANCES: u64 = 0b1_1111;

/// Bits of the number of a lane.
const LANE_BITS: u64 = 5;

/// Most instructions that are followed back from a value.
const MOST_STEPS: u32 = 16;

/// Most values on which a reduction may depend.
const MOST_VALUES: u32 = 48;

/// Whether an instruction is the last step of a reduction over all lanes: each step combines a value with that of the lane at another
/// distance, by an operation that may be swapped, so that both partners get the same bits. (Maxima by comparison and selection differ
/// where one of the two is not a number, which is left out of account.)
pub(super) fn reduces_warp(facts: &Facts<'_, '_>, last: InstId) -> bool {
    let mut steps = MOST_VALUES;
    butterfly_step(facts, last)
        .is_some_and(|(combined, distance)| agree(facts, combined, ALL_DISTANCES & !distance, &mut steps))
}

/// Whether any two lanes at some distances have the same value.
fn agree(facts: &Facts<'_, '_>, value: Value, distances: u64, steps: &mut u32) -> bool {
    if distances == 0 || *steps == 0 {
        return distances == 0;
    }
    *steps -= 1;
    let Some(inst) = facts.ssa().and_then(|ssa| ssa.writer(value)) else { return false };
    if let Some((combined, distance)) = butterfly_step(facts, inst) {
        return agree(facts, combined, distances & !distance, steps);
    }
    // What is computed from values that two lanes share, they share, too.
    let module = facts.module;
    let is_special = |operand: &Operand| matches!(operand.kind, OperandKind::Special { .. });
    if module.guard(inst).is_some() || !is_pure(module, inst) || module.operands(inst).iter().any(is_special) {
        return false;
    }
    let mut is_shared = true;
    module.for_each_register(inst, |register| {
        if register.access == Access::Read && is_shared {
            let read = facts.ssa().and_then(|ssa| ssa.read(inst, register.reg));
            is_shared = read.is_some_and(|value| agree(facts, value, distances, steps));
        }
    });
    is_shared
}

/// The value that an instruction combines with the same value of another lane, and the distance of that lane.
fn butterfly_step(facts: &Facts<'_, '_>, inst: InstId) -> Option<(Value, u64)> {
    let module = facts.module;
    let instruction = module.opcode(inst).instruction?;
    let (a, b, is_symmetric) = match *module.operands(inst) {
        [_, a, b] => (a, b, instruction.is_commutative() || matches!(instruction, op::MIN | op::MAX)),
        [_, a, b, _] => (a, b, selects_by_order(facts, inst)),
        _ => return None,
    };
    if !is_symmetric || module.guard(inst).is_some() {
        return None;
    }
    let (a, b) = (read(facts, inst, a)?, read(facts, inst, b)?);
    [(a, b), (b, a)].into_iter().find_map(|(own, other)| {
        let number = exchange(facts, other).filter(|&(from, _)| from == moved(facts, own));
        number.or_else(|| exchanged_truth(facts, own, other))
    })
}

/// Whether an instruction selects one of two values by how these two compare.
fn selects_by_order(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let module = facts.module;
    let [_, a, b, truth] = *module.operands(inst) else { return false };
    let comparison = read(facts, inst, truth).and_then(|truth| facts.ssa()?.writer(truth));
    let Some(comparison) = comparison.filter(|_| module.opcode(inst).instruction == Some(op::SELP)) else {
        return false;
    };
    let opcode = module.opcode(comparison);
    let [_, left, right] = *module.operands(comparison) else { return false };
    let orders = [word::LT, word::LE, word::GT, word::GE];
    let selected = [a, b].map(|operand| read(facts, inst, operand));
    let compared = [left, right].map(|operand| read(facts, comparison, operand));
    opcode.instruction == Some(op::SETP)
        && module.has_any_modifier(opcode, &orders)
        && selected.iter().all(|value| value.is_some() && compared.contains(value))
}

/// Whether a value is what lanes add up with those above or below them (`shfl.down`, `shfl.up`): one lane has the total, and each other one a part of
/// it.
pub(super) fn is_total_of_one_lane(facts: &Facts<'_, '_>, value: Value) -> bool {
    let (Some(ssa), module) = (facts.ssa(), facts.module) else { return false };
    let adds = |value: Value| {
        let inst = ssa.writer(value)?;
        let opcode = module.opcode(inst);
        let [_, a, b] = *module.operands(inst) else { return None };
        let is_sum = opcode.instruction == Some(op::ADD) && module.guard(inst).is_none();
        let (a, b) = (read(facts, inst, a).filter(|_| is_sum)?, read(facts, inst, b)?);
        [(a, b), (b, a)].into_iter().find_map(|(own, other)| {
            let shuffle = ssa.writer(moved(facts, other))?;
            let opcode = module.opcode(shuffle);
            let [_, from, ..] = *module.operands(shuffle) else { return None };
            let shifts =
                opcode.instruction == Some(op::SHFL) && module.has_any_modifier(opcode, &[word::DOWN, word::UP]);
            let from = read(facts, shuffle, from).filter(|_| shifts)?;
            (moved(facts, from) == moved(facts, own)).then_some(own)
        })
    };
    let uniformity = facts.uniformity();
    let is_same = |value: Value| uniformity.is_none_or(|it| it.level(value, ThreadScope::Warp) == Divergence::Uniform);
    let is_total = |value: Value| adds(value).is_some_and(|own| !is_same(own));
    match ssa.data(value).definition {
        Definition::Phi { .. } => ssa.inputs(facts.cfg(), value).iter().any(|&input| is_total(input)),
        _ => is_total(value),
    }
}

/// The value that a value is, with the same bits.
fn moved(facts: &Facts<'_, '_>, mut value: Value) -> Value {
    for _ in 0..MOST_STEPS {
        let Some(inst) = facts.ssa().and_then(|ssa| ssa.writer(value)) else { break };
        let [_, from] = *facts.module.operands(inst) else { break };
        let is_move = facts.module.opcode(inst).instruction == Some(op::MOV);
        let Some(from) = read(facts, inst, from).filter(|_| is_move) else { break };
        value = from;
    }
    value
}

/// The value of which a value is that of another lane, and the distance of that lane.
fn exchange(facts: &Facts<'_, '_>, value: Value) -> Option<(Value, u64)> {
    let module = facts.module;
    let shuffle = facts.ssa()?.writer(moved(facts, value))?;
    let opcode = module.opcode(shuffle);
    let [_, from, distance, clamp, ..] = *module.operands(shuffle) else { return None };
    let whole = opcode.instruction == Some(op::SHFL)
        && module.has_modifier(opcode, word::BFLY)
        && facts.constant(shuffle, clamp) == Some(u64::from(WARP) - 1);
    let distance = facts.constant(shuffle, distance).filter(|distance| whole && distance.is_power_of_two())?;
    Some((moved(facts, read(facts, shuffle, from)?), distance))
}

/// The same for truths, which lanes exchange as the numbers 1 and 0: the truth that both `own` and `other` are, or that neither is, in
/// this lane and in the other one.
fn exchanged_truth(facts: &Facts<'_, '_>, own: Value, other: Value) -> Option<(Value, u64)> {
    let (module, ssa) = (facts.module, facts.ssa()?);
    let comparison = ssa.writer(other)?;
    let opcode = module.opcode(comparison);
    let [_, number, zero] = *module.operands(comparison) else { return None };
    let is_unequal = module.has_modifier(opcode, word::NE);
    let is_truth = opcode.instruction == Some(op::SETP)
        && (is_unequal || module.has_modifier(opcode, word::EQ))
        && facts.constant(comparison, zero) == Some(0);
    let (sent, distance) = exchange(facts, read(facts, comparison, number).filter(|_| is_truth)?)?;
    let selection = ssa.writer(sent)?;
    let [_, one, zero, truth] = *module.operands(selection) else { return None };
    let is_number = module.opcode(selection).instruction == Some(op::SELP)
        && facts.constant(selection, one).is_some_and(|one| one != 0)
        && facts.constant(selection, zero) == Some(0);
    let truth = read(facts, selection, truth).filter(|_| is_number)?;
    let own = if is_unequal { Some(own) } else { negated(facts, own) };
    (own == Some(truth)).then_some((truth, distance))
}

/// What a truth is the opposite of.
fn negated(facts: &Facts<'_, '_>, truth: Value) -> Option<Value> {
    let inst = facts.ssa()?.writer(truth)?;
    let [_, from] = *facts.module.operands(inst) else { return None };
    (facts.module.opcode(inst).instruction == Some(op::NOT)).then(|| read(facts, inst, from)).flatten()
}

/// Whether an operation with a constant leaves of a value only bits that follow from the number of the lane.
pub(super) fn keeps_lane_only(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let module = facts.module;
    let [_, a, b, ..] = *module.operands(inst) else { return false };
    if module.guard(inst).is_some() {
        return false;
    }
    let (Some(value), Some(constant)) = (read(facts, inst, a), facts.constant(inst, b)) else { return false };
    let bits = match module.opcode(inst).instruction {
        Some(op::AND) => u64::from(u64::BITS - constant.leading_zeros()),
        Some(op::REM) if constant.is_power_of_two() => u64::from(constant.trailing_zeros()),
        _ => return false,
    };
    let mut steps = MOST_STEPS;
    bits <= lane_bits(facts, value, &mut steps)
}

/// How many of the lowest bits of a value follow from the number of the lane.
fn lane_bits(facts: &Facts<'_, '_>, value: Value, steps: &mut u32) -> u64 {
    if *steps == 0 {
        return 0;
    }
    *steps -= 1;
    let Some(inst) = facts.ssa().and_then(|ssa| ssa.writer(value)) else { return 0 };
    let module = facts.module;
    let operands = module.operands(inst);
    let mut of = |operand: Option<&Operand>| match operand {
        Some(&operand) if facts.constant(inst, operand).is_some() => u64::from(u64::BITS),
        Some(&operand) => match operand.kind {
            OperandKind::Special { register, component, .. } => bits_of_special(facts, register.kind, component),
            _ => read(facts, inst, operand).map_or(0, |value| lane_bits(facts, value, steps)),
        },
        None => 0,
    };
    match module.opcode(inst).instruction {
        Some(op::MOV) => of(operands.get(1)),
        Some(op::CVT) if is_integer_conversion(facts, inst) => of(operands.get(1)),
        Some(op::SHL) => {
            let shift = operands.get(2).and_then(|&operand| facts.constant(inst, operand));
            shift.map_or(0, |shift| of(operands.get(1)).saturating_add(shift))
        }
        Some(op::ADD | op::SUB | op::OR | op::XOR | op::AND) => of(operands.get(1)).min(of(operands.get(2))),
        _ => 0,
    }
}

/// Whether a conversion leaves the lowest bits as they are.
fn is_integer_conversion(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let module = facts.module;
    let opcode = module.opcode(inst);
    module.types(opcode).all(ScalarType::is_integer) && !module.has_modifier(opcode, word::SAT)
}

fn bits_of_special(facts: &Facts<'_, '_>, kind: SpecialKind, component: Component) -> u64 {
    let shape = facts.block_shape();
    let is_used = |axis: Axis| facts.uses_thread_axis(axis) && !shape.is_flat(axis);
    let rows_are_warps = shape.exact[0].is_some_and(|x| x % WARP == 0);
    let is_rank = Axis::of(component).unwrap_or(Axis::X) == Axis::X
        && (rows_are_warps || !(is_used(Axis::Y) || is_used(Axis::Z)));
    match kind {
        SpecialKind::LaneId => u64::from(u64::BITS),
        SpecialKind::Tid if is_rank => LANE_BITS,
        _ => 0,
    }
}

/// The value of a register operand.
pub(super) fn read(facts: &Facts<'_, '_>, inst: InstId, operand: Operand) -> Option<Value> {
    facts.ssa()?.read(inst, operand.register()?)
}
