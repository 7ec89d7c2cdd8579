//! Values that are copies of others: moves, and stack slots that are stored and loaded.

use super::Facts;
use super::ssa::{Definition, Value, ValuePlace};
use super::users::User;
use crate::ids::InstId;
use crate::ir::Access;
use crate::isa::op;

/// Longest chain of copies, and most values that are looked through.
const MAX_STEPS: usize = 256;

/// What a value is a copy of, however often it was moved, stored in a stack slot and loaded again.
pub fn original(facts: &Facts<'_, '_>, mut value: Value) -> Value {
    for _ in 0..facts.budget(MAX_STEPS) {
        match copied(facts, value) {
            Some(from) => value = from,
            None => return value,
        }
    }
    facts.fell_short("copies of a value", MAX_STEPS, None);
    value
}

/// The value that a value is a copy of.
fn copied(facts: &Facts<'_, '_>, value: Value) -> Option<Value> {
    let (module, ssa) = (facts.module, facts.ssa()?);
    let data = ssa.data(value);
    let Definition::Write { inst, previous: None } = data.definition else { return None };
    let source = || ssa.read(inst, module.operands(inst).get(1)?.register()?);
    match (data.place, facts.slots().access(inst)) {
        (ValuePlace::Slot(_), _) => source(),
        (ValuePlace::Reg(_), Some((slot, Access::Read))) => ssa.loaded(inst, slot),
        (ValuePlace::Reg(_), _) => source().filter(|_| is_move(facts, inst)),
    }
}

/// Whether an instruction moves a whole register.
pub fn is_move(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let module = facts.module;
    let is_mov = module[module[inst].opcode].instruction == Some(op::MOV);
    is_mov && matches!(module.operands(inst), [to, from] if to.register().is_some() && from.register().is_some())
}

/// The instructions that use a value or a copy of it, copying ones left out; joins are looked through. `None` when they are too many.
pub fn consumers(facts: &Facts<'_, '_>, value: Value) -> Option<Vec<InstId>> {
    let (ssa, users) = (facts.ssa()?, facts.users()?);
    let mut seen = vec![value];
    let mut found = Vec::new();
    let mut next = 0;
    while let Some(&value) = seen.get(next) {
        next += 1;
        for &user in users.of(value) {
            let copy = match user {
                User::Value(value) => Some(value),
                User::Inst(inst) => match facts.slots().access(inst) {
                    Some((slot, Access::Write)) => ssa.stored(inst, slot),
                    Some((_, Access::Read)) => loaded_register(facts, inst),
                    None if is_move(facts, inst) => loaded_register(facts, inst),
                    None => {
                        found.push(inst);
                        None
                    }
                },
            };
            if let Some(copy) = copy.filter(|copy| !seen.contains(copy)) {
                seen.push(copy);
            }
        }
        if seen.len() + found.len() > facts.budget(MAX_STEPS) {
            facts.fell_short("uses of a value and its copies", MAX_STEPS, None);
            return None;
        }
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// The value of the register that is an instruction's first operand.
fn loaded_register(facts: &Facts<'_, '_>, inst: InstId) -> Option<Value> {
    let register = facts.module.operands(inst).first()?.register()?;
    facts.ssa()?.write(inst, register)
}
