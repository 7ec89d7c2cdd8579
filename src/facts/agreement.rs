//! Lanes that agree: what a warp has made the same for all of its lanes by shuffles, and what depends on the number of the lane alone,
//! so that it is the same for the same lane of each warp.
//!
//! Kernels decide by such values as if they were uniform: each warp reduces the same numbers, lane by lane, and all get the same result.

use super::Facts;
use super::device::WARP;
use super::expr::Axis;
use super::ssa::Value;
use crate::ids::InstId;
use crate::ir::{Component, Operand, OperandKind};
use crate::isa::{ScalarType, SpecialKind, op, word};

/// The distances of a whole butterfly.
const ALL_DISTANCES: u64 = 0b1_1111;

/// Bits of the number of a lane.
const LANE_BITS: u64 = 5;

/// Most instructions that are followed back from a value.
const MOST_STEPS: u32 = 16;

/// Whether an instruction is the last step of a reduction over all lanes: each step combines a value with that of the lane at another
/// distance, by an operation that may be swapped, so that both partners get the same bits.
pub(super) fn reduces_warp(facts: &Facts<'_, '_>, last: InstId) -> bool {
    let (mut inst, mut distances) = (last, 0);
    for _ in 0..LANE_BITS {
        let Some((combined, distance)) = butterfly_step(facts, inst) else { break };
        distances |= distance;
        match facts.ssa().and_then(|ssa| ssa.writer(combined)) {
            Some(previous) => inst = previous,
            None => break,
        }
    }
    distances == ALL_DISTANCES
}

/// The value that an instruction combines with the same value of another lane, and the distance of that lane.
fn butterfly_step(facts: &Facts<'_, '_>, inst: InstId) -> Option<(Value, u64)> {
    let module = facts.module;
    let instruction = module.opcode(inst).instruction?;
    if !(instruction.is_commutative() || matches!(instruction, op::MIN | op::MAX)) || module.guard(inst).is_some() {
        return None;
    }
    let [_, a, b] = *module.operands(inst) else { return None };
    let (a, b) = (read(facts, inst, a)?, read(facts, inst, b)?);
    [(a, b), (b, a)].into_iter().find_map(|(own, other)| {
        let shuffle = facts.ssa()?.writer(other)?;
        let opcode = module.opcode(shuffle);
        let [_, from, distance, clamp, ..] = *module.operands(shuffle) else { return None };
        let whole = opcode.instruction == Some(op::SHFL)
            && module.has_modifier(opcode, word::BFLY)
            && facts.constant(shuffle, clamp) == Some(u64::from(WARP) - 1);
        let distance = facts.constant(shuffle, distance).filter(|distance| distance.is_power_of_two())?;
        (whole && read(facts, shuffle, from) == Some(own)).then_some((own, distance))
    })
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
