//! Values that are copies of others: moves, and stack slots that are stored and loaded.

use super::Facts;
use super::ssa::{Definition, Value, ValuePlace};
use super::users::User;
use crate::ids::InstId;
use crate::ir::Access;
use crate::isa::op;
use crate::util::FastSet;

/// Longest chain of copies.
const MAX_STEPS: usize = 256;

/// Most uses of a value and its copies.
const MOST_USES: usize = 1024;

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
    let is_mov = module.opcode(inst).instruction == Some(op::MOV);
    is_mov && matches!(module.operands(inst), [to, from] if to.register().is_some() && from.register().is_some())
}

/// Whether some instruction that uses a value or a copy of it is wanted; copying ones are looked through, and so are joins. `None` when
/// none of very many is.
pub fn has_consumer(facts: &Facts<'_, '_>, value: Value, is_wanted: impl Fn(InstId) -> bool) -> Option<bool> {
    let (ssa, users) = (facts.ssa()?, facts.users()?);
    let (mut seen, mut work) = (FastSet::from_iter([value]), vec![value]);
    let mut steps = facts.budget(MOST_USES);
    while let Some(value) = work.pop() {
        for user in users.of(value) {
            let Some(left) = steps.checked_sub(1) else {
                facts.fell_short("uses of a value and its copies", facts.budget(MOST_USES), None);
                return None;
            };
            steps = left;
            let copy = match user {
                User::Value(value) => Some(value),
                User::Inst(inst) => match facts.slots().access(inst) {
                    Some((slot, Access::Write)) => ssa.stored(inst, slot),
                    Some((_, Access::Read)) => loaded_register(facts, inst),
                    None if is_move(facts, inst) => loaded_register(facts, inst),
                    None if is_wanted(inst) => return Some(true),
                    None => None,
                },
            };
            work.extend(copy.filter(|&copy| seen.insert(copy)));
        }
    }
    Some(false)
}

/// The value of the register that is an instruction's first operand.
pub(super) fn loaded_register(facts: &Facts<'_, '_>, inst: InstId) -> Option<Value> {
    let register = facts.module.operands(inst).first()?.register()?;
    facts.ssa()?.write(inst, register)
}
