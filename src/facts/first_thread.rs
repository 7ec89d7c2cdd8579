//! Indices of threads that are read to tell the first thread of the block from the others: cooperative groups ask whether the sum of all three
//! is zero, also where blocks have one row.

use super::{Facts, User, Value};
use crate::ids::InstId;
use crate::isa::{op, word};

/// Most instructions that are followed from a read.
const MOST_STEPS: usize = 16;

/// Whether what an instruction reads only goes into sums that are compared for equality.
pub(super) fn tells_first_thread(facts: &Facts<'_, '_>, read: InstId) -> bool {
    let (module, Some(ssa), Some(users)) = (facts.module, facts.ssa(), facts.users()) else { return false };
    let result = |inst: InstId| {
        let mut found: Option<Value> = None;
        module.for_each_written(inst, |reg| found = ssa.write(inst, reg));
        found
    };
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
