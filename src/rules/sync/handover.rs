//! What the rules on scopes and fences share: how threads of different blocks hand data over.
//!
//! One stores data, and then a signal: a flag, a counter, a lock that is free again. Another waits for the signal, or learns from a counter that it is
//! the last one, and reads the data.

use crate::facts::expr::{Axis, Expr, IntegerRelation, Node};
use crate::facts::{AccessKind, Base, Block, Definition, Facts, Flow, LoopId, MemoryAccess, guard_value};
use crate::ids::InstId;
use crate::ir::Module;
use crate::isa::{Effects, Order, Scope, Semantics, StateSpace, op, word};
use crate::util::FastSet;
use std::collections::VecDeque;

/// How an instruction orders memory, by its modifiers or, where they don't say, by itself.
pub(super) fn order_of(module: &Module<'_>, inst: InstId) -> Option<Order> {
    let opcode = &module[module[inst].opcode];
    let mut order = opcode.instruction?.default_order()?;
    for known in module.modifiers(opcode).iter().filter_map(|modifier| modifier.word) {
        match known {
            word::WEAK => order.semantics = Semantics::Weak,
            // A volatile access is a relaxed one at the scope of the system.
            word::VOLATILE => order = Order { semantics: Semantics::Relaxed, scope: Some(Scope::Sys) },
            word::RELAXED => order.semantics = Semantics::Relaxed,
            word::ACQUIRE => order.semantics = Semantics::Acquire,
            word::RELEASE => order.semantics = Semantics::Release,
            word::ACQ_REL => order.semantics = Semantics::AcqRel,
            word::SC => order.semantics = Semantics::Sc,
            word::CTA => order.scope = Some(Scope::Cta),
            word::CLUSTER => order.scope = Some(Scope::Cluster),
            word::GPU | word::GL => order.scope = Some(Scope::Gpu),
            word::SYS => order.scope = Some(Scope::Sys),
            _ => {}
        }
    }
    Some(order)
}

/// Whether an order holds among threads of different blocks. A cluster may be what its author had in mind.
pub(super) fn reaches_other_blocks(order: Order) -> bool {
    order.scope.is_some_and(|scope| scope > Scope::Cta)
}

/// Whether an access is to global memory that a parameter or a variable names.
pub(super) fn is_global(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    !access.called
        && !access.asynchronous
        && match access.base {
            Base::Variable(var) => facts.module[var].space == StateSpace::Global,
            Base::Parameter(..) => matches!(access.space, None | Some(StateSpace::Global)),
            Base::Unknown => false,
        }
}

/// Whether an address, or who comes there, depends on the block.
pub(super) fn depends_on_block(facts: &Facts<'_, '_>, expr: Expr) -> bool {
    facts.exprs().table.contains(expr, |node| matches!(node, Node::Ctaid(_)))
}

/// Whether only some blocks execute an instruction.
pub(super) fn is_for_some_blocks(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let guard = facts.exprs().guard(facts, inst);
    let ways = facts.conditions().map(|conditions| conditions.all(facts, facts.cfg().block_of(inst)));
    let truths = ways.into_iter().flatten().filter_map(|way| way.truth);
    let truths: Vec<Expr> = guard.into_iter().chain(truths).collect();
    truths.into_iter().any(|truth| depends_on_block(facts, truth))
}

/// Whether an instruction is meant for a grid of several blocks: the kernel asks for the block's index, or only one thread of a block comes
/// there, for which a lock or a counter of its own has no use.
pub(super) fn is_for_a_grid(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    if Axis::ALL.into_iter().any(|axis| facts.uses_block_axis(axis)) {
        return true;
    }
    let ways = facts.conditions().map(|conditions| conditions.all(facts, facts.cfg().block_of(inst)));
    let exprs = facts.exprs();
    let table = &exprs.table;
    ways.into_iter().flatten().any(|way| match way.truth.map(|truth| table.node(truth)) {
        Some(Node::Compare(relation @ (IntegerRelation::Equal | IntegerRelation::NotEqual), _, a, b)) => {
            way.wanted == (relation == IntegerRelation::Equal)
                && [(a, b), (b, a)]
                    .into_iter()
                    .any(|(index, number)| table.depends_on_thread(index) && table.as_constant(number).is_some())
        }
        _ => false,
    })
}

/// How data goes from a thread of one block to a thread of another.
#[derive(Clone, Copy)]
pub(super) struct Handover {
    /// The data is stored.
    pub write: InstId,
    /// The signal is given.
    pub signal: InstId,
    /// The signal is waited for, or looked at.
    pub wait: InstId,
    /// The data is read.
    pub read: InstId,
    /// What is between the store and the signal.
    pub before: Ordering,
    /// What is between the wait and the read; what was read by an atomic operation counts as ordered if there is nothing at all.
    pub after: Ordering,
}

/// What orders two accesses of a thread for threads of other blocks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ordering {
    /// Something does, on every way from one to the other.
    Enough,
    /// A fence, or the access itself, whose scope is the block.
    Narrow(InstId),
    /// Nothing.
    None,
}

/// Most pairs of accesses that are looked at, each along the code between them.
const MOST_PAIRS: usize = 256;

/// Most accesses that may be waits, each with all that follows from it.
const MOST_WAITS: usize = 64;

/// The handovers between blocks of a kernel, one for each signal and wait.
pub(super) fn handovers(facts: &Facts<'_, '_>) -> Vec<Handover> {
    let module = facts.module;
    let accesses: Vec<&MemoryAccess> = facts.accesses().iter().filter(|access| is_global(facts, access)).collect();
    let is_strong = |access: &&&MemoryAccess| access.strong || access.volatile || access.kind == AccessKind::Atomic;
    let returns = |access: &MemoryAccess| {
        access.kind == AccessKind::Read
            || module[module[access.inst].opcode].instruction.is_some_and(|known| known.is_of_family(op::ATOM))
    };
    let common = |access: &&&MemoryAccess| access.address.is_some_and(|address| !depends_on_block(facts, address));
    let waits: Vec<&MemoryAccess> =
        accesses.iter().filter(is_strong).filter(common).filter(|access| returns(access)).copied().collect();
    let signals: Vec<&MemoryAccess> = accesses
        .iter()
        .filter(is_strong)
        .filter(common)
        .filter(|access| access.kind != AccessKind::Read)
        .copied()
        .collect();
    let mut found: Vec<Handover> = Vec::new();
    let mut pairs = 0;
    let most = facts.budget(MOST_WAITS);
    if waits.len() > most {
        facts.fell_short("waits for other threads", most, Some(waits.len()));
    }
    for wait in waits.iter().take(most) {
        let matching: Vec<&&MemoryAccess> = signals.iter().filter(|signal| signal.base == wait.base).collect();
        if matching.is_empty() {
            continue;
        }
        let Some(guarded) = Guarded::new(facts, wait.inst) else { continue };
        let data = accesses.iter().filter(|access| !is_strong(access) && access.base != wait.base);
        let reads: Vec<&MemoryAccess> = data
            .clone()
            .filter(|access| access.kind == AccessKind::Read && guarded.holds(facts, access.inst))
            .copied()
            .collect();
        for signal in matching {
            for write in data.clone().filter(|access| access.kind == AccessKind::Write) {
                for read in reads.iter().filter(|read| read.base == write.base) {
                    pairs += 1;
                    if pairs > facts.budget(MOST_PAIRS) {
                        facts.fell_short("accesses of a handover", pairs, None);
                        return found;
                    }
                    if meet(facts, &guarded, write, read)
                        && let Some(before) = between(facts, write.inst, signal.inst, Semantics::releases)
                    {
                        let after =
                            between(facts, wait.inst, read.inst, Semantics::acquires).unwrap_or(Ordering::Enough);
                        let handover = Handover {
                            write: write.inst,
                            signal: signal.inst,
                            wait: wait.inst,
                            read: read.inst,
                            before,
                            after,
                        };
                        let is_known = |known: &Handover| known.signal == signal.inst && known.wait == wait.inst;
                        match found.iter_mut().find(|known| is_known(known)) {
                            // What is badly ordered is what is told.
                            Some(known) if known.before == Ordering::Enough => *known = handover,
                            Some(_) => {}
                            None => found.push(handover),
                        }
                    }
                }
            }
        }
    }
    found
}

/// Whether what a block stores is what another one reads after the wait: both are at places that do not depend on the block, or the read
/// goes over what all blocks have stored.
fn meet(facts: &Facts<'_, '_>, guarded: &Guarded, write: &MemoryAccess, read: &MemoryAccess) -> bool {
    let (Some(stored), Some(loaded)) = (write.address, read.address) else { return false };
    let is_known = |expr: Expr| !facts.exprs().table.contains(expr, |node| is_unknown(facts, node));
    if !is_known(stored) || !is_known(loaded) || depends_on_block(facts, loaded) {
        return false;
    }
    depends_on_block(facts, stored) || guarded.spins
}

/// Whether nothing is known of a number. What loops carry along follows from their rounds.
fn is_unknown(facts: &Facts<'_, '_>, node: Node) -> bool {
    let is_carried =
        |value| facts.ssa().is_some_and(|ssa| matches!(ssa.data(value).definition, Definition::Phi { .. }));
    matches!(node, Node::Opaque(value) if !is_carried(value))
}

/// The code that runs only after a value has been looked at.
struct Guarded {
    wait: InstId,
    /// The branches whose guards depend on the value.
    branches: FastSet<Block>,
    /// The loop that goes round until the value is right.
    spin: Option<LoopId>,
    /// The wait tries to take a lock: what it guards may be in its loop.
    takes: bool,
    /// Whether there is such a loop, or somebody else's lock is tried until it is free.
    spins: bool,
}

impl Guarded {
    fn new(facts: &Facts<'_, '_>, wait: InstId) -> Option<Self> {
        let (module, cfg, loops) = (facts.module, facts.cfg(), facts.natural_loops());
        let flow = Flow::new(facts, &[wait])?;
        let decides = |block: &Block| {
            cfg.successors(*block).len() > 1
                && guard_value(facts, cfg.last(*block)).is_some_and(|guard| flow.contains(guard))
        };
        let branches: FastSet<Block> = cfg.reverse_postorder().iter().copied().filter(decides).collect();
        let leaves = |id: LoopId| {
            let inside = |block: Block| loops.contains(id, block);
            branches.iter().any(|&block| inside(block) && cfg.successors(block).iter().any(|&next| !inside(next)))
        };
        let spin = loops.innermost(cfg.block_of(wait)).filter(|&id| leaves(id));
        let opcode = &module[module[wait].opcode];
        let takes = module
            .modifiers(opcode)
            .iter()
            .any(|modifier| modifier.word.is_some_and(|known| matches!(known, word::CAS | word::EXCH)));
        if branches.is_empty() {
            return None;
        }
        Some(Self { wait, branches, spin, takes, spins: spin.is_some() || takes })
    }

    /// Whether an instruction comes after the wait, and because of what was seen there.
    fn holds(&self, facts: &Facts<'_, '_>, inst: InstId) -> bool {
        let (cfg, loops, dominators) = (facts.cfg(), facts.natural_loops(), facts.dominators());
        let (wait, block) = (cfg.block_of(self.wait), cfg.block_of(inst));
        let Some(conditions) = facts.conditions() else { return false };
        if conditions
            .all(facts, block)
            .iter()
            .any(|way| self.branches.contains(&way.branch) && (self.takes || !self.is_in_spin(facts, block)))
        {
            return inst > self.wait || block != wait;
        }
        let Some(spin) = self.spin else { return false };
        // One thread may wait for all of its block: what decides who waits comes before both.
        let deciders = conditions.of(loops.get(spin).header).iter().map(|way| way.branch);
        let comes_after = |before: Block| dominators.dominates(before, block);
        let is_after = comes_after(wait)
            || deciders.into_iter().any(|before| !loops.contains(spin, before) && comes_after(before));
        is_after && !loops.contains(spin, block) && inst > self.wait
    }

    fn is_in_spin(&self, facts: &Facts<'_, '_>, block: Block) -> bool {
        self.spin.is_some_and(|spin| facts.natural_loops().contains(spin, block))
    }
}

/// What orders two accesses on the worst way from one to the other; `None` if there is no way.
fn between(facts: &Facts<'_, '_>, from: InstId, to: InstId, wanted: fn(Semantics) -> bool) -> Option<Ordering> {
    let (module, cfg) = (facts.module, facts.cfg());
    let mut worst: Option<Ordering> = None;
    let mut seen: FastSet<(Block, Option<InstId>)> = FastSet::default();
    let own = |inst: InstId| order_of(module, inst).filter(|order| wanted(order.semantics));
    // The access that stands for the signal may order by itself: the store releases, the load acquires.
    let itself = [from, to].into_iter().find_map(|inst| own(inst).map(|order| (inst, order)));
    let narrow = match itself {
        Some((_, order)) if reaches_other_blocks(order) => return Some(Ordering::Enough),
        Some((inst, _)) => Some(inst),
        None => None,
    };
    let start = cfg.block_of(from);
    let mut work = VecDeque::from([(start, true, narrow)]);
    while let Some((block, is_first, mut narrow)) = work.pop_front() {
        let mut is_open = true;
        for inst in cfg.insts(block).filter(|&inst| !is_first || inst > from) {
            if inst == to {
                let ordering = narrow.map_or(Ordering::None, Ordering::Narrow);
                if ordering == Ordering::None {
                    return Some(ordering);
                }
                worst = Some(ordering);
                is_open = false;
                break;
            }
            match fence(facts, inst) {
                Some(true) => {
                    worst = worst.or(Some(Ordering::Enough));
                    is_open = false;
                    break;
                }
                Some(false) => narrow = Some(inst),
                None => {}
            }
        }
        if is_open {
            for &next in cfg.successors(block) {
                if seen.insert((next, narrow)) && facts.spend(1) {
                    work.push_back((next, false, narrow));
                }
            }
        }
    }
    worst
}

/// Whether an instruction orders what is around it for other blocks (`true`) or for its own only; `None` if it orders nothing.
fn fence(facts: &Facts<'_, '_>, inst: InstId) -> Option<bool> {
    let module = facts.module;
    let opcode = &module[module[inst].opcode];
    if opcode.effects.intersects(Effects::CALL) {
        return facts.summary(inst).is_none_or(|summary| summary.orders_memory).then_some(true);
    }
    if opcode.effects.intersects(Effects::FENCE) {
        return Some(order_of(module, inst).is_none_or(reaches_other_blocks));
    }
    let is_access =
        opcode.effects.intersects(Effects::ATOMIC.union(Effects::READS_MEMORY).union(Effects::WRITES_MEMORY));
    let order =
        order_of(module, inst).filter(|order| is_access && order.semantics.releases() | order.semantics.acquires());
    // What another access orders is somebody's idea of a fence.
    order.filter(|&order| reaches_other_blocks(order)).map(|_| true)
}

/// The weak loads of global memory that loops repeat until they return another value, and do nothing else meanwhile.
pub(super) fn weak_spins(facts: &Facts<'_, '_>) -> Vec<InstId> {
    let is_weak = |access: &&MemoryAccess| {
        access.kind == AccessKind::Read && !access.strong && !access.volatile && is_global(facts, access)
    };
    facts
        .accesses()
        .iter()
        .filter(is_weak)
        .filter(|access| is_spun_on(facts, access))
        .map(|access| access.inst)
        .collect()
}

fn is_spun_on(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let (module, cfg, loops) = (facts.module, facts.cfg(), facts.natural_loops());
    let (Some(id), Some(address)) = (loops.innermost(cfg.block_of(access.inst)), access.address) else { return false };
    let blocks: Vec<Block> =
        cfg.reverse_postorder().iter().copied().filter(|&block| loops.contains(id, block)).collect();
    let is_idle = |inst: InstId| {
        let opcode = &module[module[inst].opcode];
        let busy = Effects::READS_MEMORY
            .union(Effects::WRITES_MEMORY)
            .union(Effects::ATOMIC)
            .union(Effects::BARRIER)
            .union(Effects::CALL)
            .union(Effects::FENCE);
        inst == access.inst || !opcode.effects.intersects(busy)
    };
    let inside = |block: Block| loops.contains(id, block);
    let leaves = |block: &&Block| cfg.successors(**block).iter().any(|&next| !inside(next));
    let mut exits = blocks.iter().filter(leaves);
    let (Some(&exit), None) = (exits.next(), exits.next()) else { return false };
    if !blocks.iter().flat_map(|&block| cfg.insts(block)).all(is_idle) {
        return false;
    }
    let Some(guard) = facts.exprs().guard(facts, cfg.last(exit)) else { return false };
    let defined = |value| match facts.ssa().map(|ssa| ssa.data(value).definition) {
        Some(Definition::Write { inst, .. }) => Some(inst),
        _ => None,
    };
    let is_loaded = |node: Node| matches!(node, Node::Opaque(value) if defined(value) == Some(access.inst));
    let is_fixed = |node: Node| match node {
        Node::Iteration(_) => false,
        Node::Special(register, _) => !register.kind.is_volatile(),
        Node::Opaque(value) => defined(value).is_some_and(|inst| !inside(cfg.block_of(inst))),
        _ => true,
    };
    let exprs = facts.exprs();
    let table = &exprs.table;
    table.contains(guard, is_loaded)
        && table.walk(guard, &mut |_, node| is_fixed(node) || is_loaded(node))
        && table.walk(address, &mut |_, node| is_fixed(node))
}
