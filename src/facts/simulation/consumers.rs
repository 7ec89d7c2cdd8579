//! Loads for nothing: compilers load for all threads what guarded instructions take, and threads that these leave out may load anything.

use super::super::{Block, Facts, Value, guard_value, is_pure};
use crate::facts::copies::loaded_register;
use crate::facts::users::User;
use crate::ids::InstId;
use crate::ir::Operand;

/// Most instructions that are followed from a load.
const MOST_STEPS: usize = 16;

/// An instruction whose guard decides whether what a load without a guard gets is taken at all: it goes to instructions of its block with this
/// guard alone, directly or through computations.
pub(super) fn guarded_taker(facts: &Facts<'_, '_>, block: Block, load: InstId) -> Option<InstId> {
    let (module, cfg) = (facts.module, facts.cfg());
    let users = facts.users()?;
    let guard_of = |inst: InstId| (guard_value(facts, inst), module.guard(inst).map(Operand::is_negated));
    let mut work = vec![result(facts, load)?];
    let mut taker: Option<InstId> = None;
    let mut steps = 0;
    while let Some(value) = work.pop() {
        for user in users.of(value) {
            let User::Inst(inst) = user else { return None };
            steps += 1;
            if steps > MOST_STEPS || cfg.block_of(inst) != block || guard_value(facts, inst) == Some(value) {
                return None;
            }
            match (module.guard(inst), taker) {
                (None, _) if is_pure(module, inst) => work.push(result(facts, inst)?),
                (None, _) => return None,
                (Some(_), None) => taker = Some(inst),
                (Some(_), Some(known)) if guard_of(inst) != guard_of(known) => return None,
                (Some(_), Some(_)) => {}
            }
        }
    }
    taker
}

/// The only value that an instruction writes.
fn result(facts: &Facts<'_, '_>, inst: InstId) -> Option<Value> {
    let is_only = facts.module.opcode(inst).writes.count_ones() == 1;
    loaded_register(facts, inst).filter(|_| is_only)
}
