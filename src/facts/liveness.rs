//! How many registers are live at once.

use super::cfg::Block;
use super::expr::Node;
use super::ssa::{Definition, Value, ValuePlace};
use super::users::User;
use super::{Divergence, Facts, ThreadScope};
use crate::ids::{InstId, RegId};
use crate::ir::{Access, Module};
use crate::isa::{Effects, ScalarType, StateSpace, word};
use crate::util::FastMap;

/// The most registers that hold values which are still needed, at one point of a function. An estimate of what the assembler
/// needs: it moves instructions and computes values again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pressure {
    /// In units of 32 bits.
    pub registers: u32,
    /// An instruction behind which they are live.
    pub at: Option<InstId>,
    /// Predicates.
    pub predicates: u32,
    /// An instruction behind which they are live.
    pub predicates_at: Option<InstId>,
}

/// Most blocks through which registers may be live, all together.
const MAX_STEPS: usize = 20_000_000;

/// Computes the pressure, register by register: the blocks in which one is live are found by walking back from its reads
/// (Appel, "Modern Compiler Implementation", 10.1). `None` when that takes too long.
pub fn pressure(facts: &Facts<'_, '_>) -> Option<Pressure> {
    let module = facts.module;
    let first = module[facts.function].insts.start as usize;
    let mut uses: Vec<(RegId, InstId, Use)> = Vec::new();
    for &block in facts.cfg().reverse_postorder() {
        for inst in facts.cfg().insts(block) {
            let guarded = module.guard(inst).is_some();
            module.for_each_register(inst, |access| match access.access {
                Access::Read => uses.push((access.reg, inst, Use::Read)),
                Access::Write => {
                    uses.extend(guarded.then_some((access.reg, inst, Use::Keep)));
                    uses.push((access.reg, inst, Use::Write));
                }
            });
        }
    }
    uses.sort_unstable();
    let count = module[facts.function].insts.len() + 1;
    let mut counter = Counter {
        facts,
        first,
        steps: facts.budget(MAX_STEPS),
        changes: [vec![0; count], vec![0; count]],
        seen: Vec::new(),
    };
    counter.seen.resize(facts.cfg().len(), u32::MAX);
    let mut list: Vec<(InstId, Use)> = Vec::new();
    for (number, all) in uses.chunk_by(|a, b| a.0 == b.0).enumerate() {
        // A guarded write keeps nothing when no other instruction writes the register.
        let keeps = all.iter().filter(|(.., kind)| *kind == Use::Write).count() > 1;
        list.clear();
        list.extend(all.iter().map(|&(_, inst, kind)| (inst, kind)).filter(|&(_, kind)| keeps || kind != Use::Keep));
        counter.register(number as u32, all[0].0, &list)?;
    }
    let [(registers, at), (predicates, predicates_at)] = counter.changes.map(|changes| greatest(&changes, first));
    Some(Pressure { registers, at, predicates, predicates_at })
}

/// How an instruction uses a register, in the order in which it does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Read,
    /// A guarded write leaves the old value for some threads.
    Keep,
    Write,
}

/// The greatest of the sums of the first numbers, and the instruction to which it belongs.
fn greatest(changes: &[i64], first: usize) -> (u32, Option<InstId>) {
    let (mut sum, mut most, mut at) = (0, 0, None);
    for (index, change) in changes.iter().enumerate() {
        sum += change;
        if sum > most {
            (most, at) = (sum, Some(InstId::new(first + index)));
        }
    }
    (u32::try_from(most).unwrap_or(u32::MAX), at)
}

struct Counter<'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    first: usize,
    steps: usize,
    /// For each instruction by how much the number of live registers behind it differs from that behind the one before, and
    /// the same for predicates.
    changes: [Vec<i64>; 2],
    /// The register for which each block was entered last.
    seen: Vec<u32>,
}

impl Counter<'_, '_, '_> {
    /// Adds the places where one register is live.
    fn register(&mut self, number: u32, reg: RegId, uses: &[(InstId, Use)]) -> Option<()> {
        let cfg = self.facts.cfg();
        let (class, width) = width(self.facts.module, reg);
        let mut live_out: Vec<Block> = Vec::new();
        for list in uses.chunk_by(|a, b| cfg.block_of(a.0) == cfg.block_of(b.0)) {
            let block = cfg.block_of(list[0].0);
            if list[0].1 != Use::Write {
                live_out.extend(cfg.predecessors(block));
            }
        }
        // Blocks at whose end the register is live.
        let mut ends: Vec<Block> = Vec::new();
        while let Some(block) = live_out.pop() {
            self.steps = self.steps.checked_sub(1)?;
            if std::mem::replace(&mut self.seen[block.index()], number) == number || !cfg.is_reachable(block) {
                continue;
            }
            ends.push(block);
            let from = uses.partition_point(|(inst, _)| *inst < cfg.first(block));
            if uses.get(from).is_none_or(|(inst, _)| *inst > cfg.last(block)) {
                live_out.extend(cfg.predecessors(block));
            }
        }
        // Within each block it is live from a write, or the start, to the last read before the next write, or the end.
        for list in uses.chunk_by(|a, b| cfg.block_of(a.0) == cfg.block_of(b.0)) {
            let block = cfg.block_of(list[0].0);
            let mut start = cfg.first(block).index();
            let mut end = start;
            for &(inst, kind) in list {
                match kind {
                    Use::Read | Use::Keep => end = inst.index(),
                    Use::Write => {
                        self.add(class, width, start, end);
                        (start, end) = (inst.index(), inst.index());
                    }
                }
            }
            let lives_on = self.seen[block.index()] == number;
            self.add(class, width, start, if lives_on { cfg.last(block).index() + 1 } else { end });
        }
        for block in ends {
            let from = uses.partition_point(|(inst, _)| *inst < cfg.first(block));
            if uses.get(from).is_none_or(|(inst, _)| *inst > cfg.last(block)) {
                self.add(class, width, cfg.first(block).index(), cfg.last(block).index() + 1);
            }
        }
        Some(())
    }

    /// Counts a register as live behind the instructions from `start` on, up to `end`.
    fn add(&mut self, class: usize, width: i64, start: usize, end: usize) {
        if end > start {
            self.changes[class][start - self.first] += width;
            self.changes[class][end - self.first] -= width;
        }
    }
}

/// Whether a register is a predicate (1) or not (0), and how many places it takes.
fn width(module: &Module<'_>, reg: RegId) -> (usize, i64) {
    let decl = module.declaration(reg);
    match decl.ty {
        Some(ScalarType::Pred) => (1, 1),
        ty => (0, i64::from(ty.map_or(32, ScalarType::bits).div_ceil(32)) * i64::from(decl.vector)),
    }
}

/// The registers that a thread needs at some point whatever the order of instructions, and the point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Number of 32-bit registers.
    pub registers: u32,
    /// The instruction before which so many hold values.
    pub at: InstId,
}

/// The most registers that hold values at a point that no order of instructions avoids: at the start of a loop what the rounds hand on
/// to each other, at a barrier what was loaded before and is stored after it. Values that can be computed again are not counted, nor
/// what warps have in common, for which there are registers of another kind. `None` when that takes too long.
pub fn kept(facts: &Facts<'_, '_>) -> Option<Kept> {
    let (module, ssa, users, cfg) = (facts.module, facts.ssa()?, facts.users()?, facts.cfg());
    let first = module[facts.function].insts.start as usize;
    let mut pins: Vec<InstId> =
        facts.barriers().iter().filter(|barrier| barrier.waits).map(|barrier| barrier.inst).collect();
    let loops = facts.natural_loops();
    pins.extend(loops.ids().map(|id| cfg.first(loops.get(id).header)));
    if pins.is_empty() {
        return None;
    }
    let mut walk =
        Walk { facts, first, steps: facts.budget(MAX_STEPS), changes: vec![0; module[facts.function].insts.len() + 1] };
    for value in ssa.values() {
        let ValuePlace::Reg(reg) = ssa.data(value).place else { continue };
        let (class, width) = width(module, reg);
        let kept = class == 0 && !users.is_unread(value) && must_be_kept(facts, value);
        if kept && walk.value(value, width).is_none() {
            facts.fell_short("registers that are needed in any order", 0, None);
            return None;
        }
    }
    let running = walk.changes.iter().scan(0, |sum: &mut i64, change| {
        *sum += change;
        Some(*sum)
    });
    let sums: Vec<i64> = running.collect();
    let (count, at) = pins.into_iter().map(|pin| (sums[pin.index() - first], pin)).max_by_key(|(count, _)| *count)?;
    Some(Kept { registers: u32::try_from(count).unwrap_or(0), at })
}

/// Whether a value can't be had otherwise than by keeping it: a loop hands it on and it is no counter, or it was loaded and some
/// instruction stores it.
fn must_be_kept(facts: &Facts<'_, '_>, value: Value) -> bool {
    let (module, Some(ssa)) = (facts.module, facts.ssa()) else { return false };
    let varies =
        || facts.uniformity().is_some_and(|known| known.level(value, ThreadScope::Warp) != Divergence::Uniform);
    match ssa.data(value).definition {
        Definition::Phi { block, .. } if facts.natural_loops().headed_by(block).is_some() => {
            let mut exprs = facts.exprs();
            let expr = exprs.value(facts, value);
            let opaque = exprs.table.node(expr) == Node::Opaque(value);
            drop(exprs);
            opaque && varies()
        }
        Definition::Write { inst, previous: None } => {
            let opcode = module.opcode(inst);
            let stored = |user: User| match user {
                User::Inst(user) => {
                    let writes = Effects::WRITES_MEMORY.union(Effects::ATOMIC);
                    module.opcode(user).effects.intersects(writes) && facts.slots().access(user).is_none()
                }
                User::Value(_) => false,
            };
            opcode.effects == Effects::READS_MEMORY
                && matches!(module.space(opcode), None | Some(StateSpace::Global | StateSpace::Shared))
                && !module.has_modifier(opcode, word::NC)
                && facts.slots().access(inst).is_none()
                && facts.users().is_some_and(|users| users.of(value).any(stored))
                && varies()
        }
        _ => false,
    }
}

/// Finds out where values live.
struct Walk<'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    first: usize,
    steps: usize,
    changes: Vec<i64>,
}

impl Walk<'_, '_, '_> {
    /// Adds the places where a value lives: from its definition to its last use in each block.
    fn value(&mut self, value: Value, width: i64) -> Option<()> {
        let (cfg, ssa) = (self.facts.cfg(), self.facts.ssa()?);
        let (home, start) = match ssa.data(value).definition {
            Definition::Phi { block, .. } => (block, cfg.first(block).index()),
            Definition::Write { inst, .. } => (cfg.block_of(inst), inst.index() + 1),
            Definition::Entry => return Some(()),
        };
        // The end of its life in each block; values that joins take live to the end of the block before.
        let mut ends: FastMap<Block, usize> = FastMap::default();
        let mut work: Vec<Block> = Vec::new();
        let mut lives = |block: Block, end: usize, work: &mut Vec<Block>| {
            let known = ends.get(&block).copied();
            if known.is_none_or(|known| known < end) {
                ends.insert(block, end);
            }
            if known.is_none() && block != home {
                work.extend(cfg.predecessors(block));
            }
        };
        for user in self.facts.users()?.of(value) {
            match user {
                User::Inst(inst) => lives(cfg.block_of(inst), inst.index() + 1, &mut work),
                User::Value(next) => match ssa.data(next).definition {
                    Definition::Phi { block, .. } => {
                        let inputs = cfg.predecessors(block).iter().zip(ssa.inputs(cfg, next));
                        for (&from, _) in inputs.filter(|&(_, &input)| input == value) {
                            lives(from, cfg.last(from).index() + 1, &mut work);
                        }
                    }
                    Definition::Write { inst, .. } => lives(cfg.block_of(inst), inst.index() + 1, &mut work),
                    Definition::Entry => {}
                },
            }
        }
        while let Some(block) = work.pop() {
            self.steps = self.steps.checked_sub(1)?;
            if cfg.is_reachable(block) {
                lives(block, cfg.last(block).index() + 1, &mut work);
            }
        }
        for (block, end) in ends {
            let start = if block == home { start } else { cfg.first(block).index() };
            if end > start {
                self.changes[start - self.first] += width;
                self.changes[end - self.first] -= width;
            }
        }
        Some(())
    }
}
