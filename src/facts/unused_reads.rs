//! Loads for nothing: where nobody looks at what was read, it does not matter what that was.

use super::expr::{Expr, Node, evaluate};
use super::races::Race;
use super::{AccessKind, Block, Facts, MemoryAccess, User, Value, guard_value, is_pure};
use crate::ids::{InstId, RegId};
use crate::ir::Access;
use crate::isa::{ScalarType, op};
use crate::util::FastSet;

/// Whether a race is with a read whose value the reading thread does not look at: compilers load before they test what else decides.
pub(super) fn reads_for_nothing(facts: &Facts<'_, '_>, race: &Race) -> bool {
    let is_read = |side: &usize| facts.accesses()[race.accesses[*side]].kind == AccessKind::Read;
    let Some(side) = [0, 1].into_iter().find(is_read) else { return false };
    let (module, Some(ssa), Some(users)) = (facts.module, facts.ssa(), facts.users()) else { return false };
    let mut work: Vec<Value> = Vec::new();
    let written =
        |inst: InstId, work: &mut Vec<Value>| module.for_each_written(inst, |reg| work.extend(ssa.write(inst, reg)));
    written(race.insts[side], &mut work);
    let loaded = work.clone();
    // What the thread never gets to does not count.
    let model = race.model(facts, side);
    let stays_away = |inst: InstId| {
        let block = facts.cfg().block_of(inst);
        let reaches = |conditions| model.reaches(&facts.exprs().table, conditions, block, race.threads[side]);
        facts.conditions().and_then(reaches) == Some(false)
    };
    let (mut guarded, mut seen): (Vec<InstId>, Vec<Value>) = (Vec::new(), Vec::new());
    while let Some(value) = work.pop() {
        if seen.contains(&value) {
            continue;
        }
        seen.push(value);
        if seen.len() > MOST_TESTS {
            return false;
        }
        for user in users.of(value) {
            let User::Inst(inst) = user else { return false };
            let opcode = module.opcode(inst);
            let tests = opcode.instruction == Some(op::SETP)
                || (matches!(opcode.instruction, Some(op::AND | op::OR | op::NOT))
                    && module.types(opcode).next() == Some(ScalarType::Pred));
            if guard_value(facts, inst) == Some(value) {
                guarded.push(inst);
            } else if tests {
                written(inst, &mut work);
            } else if !stays_away(inst) {
                return false;
            }
        }
    }
    let leaf = |expr: Expr, node: Node| match node {
        Node::Opaque(value) if loaded.contains(&value) => None,
        _ => model.leaf(expr, node, race.threads[side], &[]),
    };
    let decided = |inst: InstId| {
        let mut exprs = facts.exprs();
        let truth = exprs.guard(facts, inst);
        truth.is_some_and(|truth| evaluate(&exprs.table, truth, &leaf).is_some())
    };
    !guarded.is_empty() && guarded.into_iter().all(decided)
}

/// Bytes of an access without the last elements of a vector that nobody looks at: compilers load whole vectors.
pub(super) fn wanted_bytes(facts: &Facts<'_, '_>, access: &MemoryAccess) -> u32 {
    let module = facts.module;
    let length = u32::from(module.vector_length(module.opcode(access.origin)));
    let is_vector = access.kind == AccessKind::Read && length > 1 && !access.called;
    let Some((ssa, users)) = facts.ssa().zip(facts.users()).filter(|_| is_vector) else { return access.size };
    let (mut count, mut wanted) = (0, 0);
    module.for_each_written(access.inst, |reg| {
        count += 1;
        if ssa.write(access.inst, reg).is_none_or(|value| users.of(value).len() > 0) {
            wanted = count;
        }
    });
    // What goes to `_` is in no register.
    if count == length && wanted > 0 { access.size / length * wanted } else { access.size }
}

/// Most values that are computed from a loaded one to test it.
const MOST_TESTS: usize = 16;

/// Most blocks that are entered from a load, counted once for each set of registers that hold what it has loaded.
const MOST_STEPS: usize = 512;

/// Whether a race is between a load ahead in the last round of a loop, and a write behind that loop: loops that load in each round what the
/// next one needs load something for nothing in their last round.
///
/// As there are barriers in the loop, all threads go round it equally often, and are in the same round: a thread that has left it in the phase
/// of the load was in its last round.
pub(super) fn is_read_ahead(facts: &Facts<'_, '_>, race: &Race) -> bool {
    let kinds = race.accesses.map(|index| facts.accesses()[index].kind);
    let [load, write] = race.insts;
    if kinds[0] != AccessKind::Read || kinds[1] == AccessKind::Read {
        return false;
    }
    let (cfg, loops) = (facts.cfg(), facts.natural_loops());
    let from = cfg.block_of(load);
    let Some(around) = loops.left(from, Some(cfg.block_of(write))).last() else { return false };
    let is_around = |inst: InstId| loops.contains(around, cfg.block_of(inst));
    let has_barrier =
        facts.barriers().iter().any(|barrier| is_around(barrier.inst) && facts.waits_for_block(barrier.inst));
    has_barrier && Walk::new(facts, |block| loops.contains(around, block)).finds_no_use(load)
}

/// The registers that hold what was loaded, or what was computed of it, in order.
type Holders = Vec<RegId>;

/// What becomes of a loaded value.
struct Walk<'f, 'a, 's, L> {
    facts: &'f Facts<'a, 's>,
    /// Whether a block is in the loop.
    within: L,
    seen: FastSet<(Block, Holders, bool)>,
    work: Vec<BlockEntered>,
}

/// A block that control enters.
#[derive(Clone)]
struct BlockEntered {
    block: Block,
    holders: Holders,
    /// Whether control has left the loop.
    left: bool,
}

impl<'f, 'a, 's, L: Fn(Block) -> bool> Walk<'f, 'a, 's, L> {
    fn new(facts: &'f Facts<'a, 's>, within: L) -> Self {
        Self { facts, within, seen: FastSet::default(), work: Vec::new() }
    }

    /// Whether no way out of the loop has a use for what a load gets, but those that pass a barrier first.
    fn finds_no_use(mut self, load: InstId) -> bool {
        let cfg = self.facts.cfg();
        let mut holders: Holders = Vec::new();
        self.facts.module.for_each_register(load, |access| {
            if access.access == Access::Write {
                holders.push(access.reg);
            }
        });
        holders.sort_unstable();
        let block = cfg.block_of(load);
        let rest: Vec<InstId> = cfg.insts(block).filter(|&inst| inst > load).collect();
        if !self.follow(BlockEntered { block, holders, left: false }, &rest) {
            return false;
        }
        while let Some(step) = self.work.pop() {
            let is_new = self.seen.insert((step.block, step.holders.clone(), step.left));
            if !is_new {
                continue;
            }
            if self.seen.len() > MOST_STEPS || !self.facts.spend(1) {
                return false;
            }
            let insts: Vec<InstId> = cfg.insts(step.block).collect();
            if !self.follow(step, &insts) {
                return false;
            }
        }
        true
    }

    /// Follows the instructions of a block. False when the value is of use on a way out of the loop.
    fn follow(&mut self, mut step: BlockEntered, insts: &[InstId]) -> bool {
        let cfg = self.facts.cfg();
        let waits = |inst: InstId| self.facts.waits_for_block(inst);
        for (number, &inst) in insts.iter().enumerate() {
            if !step.left && waits(inst) {
                return true;
            }
            if self.uses(inst, &mut step.holders) {
                // In the loop it is of use, whichever way control leaves it before the next barrier.
                let passes = insts[number..].iter().any(|&inst| waits(inst)) || !self.leaves(step.block);
                return !step.left && passes;
            }
            if step.holders.is_empty() {
                return true;
            }
        }
        for &next in cfg.successors(step.block) {
            let left = step.left || !(self.within)(next);
            self.work.push(BlockEntered { block: next, holders: step.holders.clone(), left });
        }
        true
    }

    /// Whether an instruction does more with the value than to compute another one; keeps the registers that hold any of them behind it.
    fn uses(&self, inst: InstId, holders: &mut Holders) -> bool {
        let module = self.facts.module;
        let (mut reads, mut written) = (false, Vec::new());
        module.for_each_register(inst, |access| match access.access {
            Access::Read => reads |= holders.contains(&access.reg),
            Access::Write => written.push(access.reg),
        });
        if reads && !is_pure(module, inst) {
            return true;
        }
        if reads {
            holders.extend(written);
            holders.sort_unstable();
            holders.dedup();
        } else if module.guard(inst).is_none() {
            holders.retain(|holder| !written.contains(holder));
        }
        false
    }

    /// Whether control can get from a block out of the loop without a barrier.
    fn leaves(&self, from: Block) -> bool {
        let cfg = self.facts.cfg();
        let mut seen: FastSet<Block> = FastSet::from_iter([from]);
        let mut work = vec![from];
        while let Some(block) = work.pop() {
            for &next in cfg.successors(block) {
                if !(self.within)(next) {
                    return true;
                }
                let waits = cfg.insts(next).any(|inst| self.facts.waits_for_block(inst));
                if !waits && seen.insert(next) {
                    work.push(next);
                }
            }
        }
        false
    }
}
