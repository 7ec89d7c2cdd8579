//! What the rules on scopes and fences share: how threads of different blocks hand data over.
//!
//! One stores data, and then a signal: a flag, a counter, a lock that is free again. Another waits for the signal, or learns from a counter that it is
//! the last one, and reads the data.

use super::executors::{Executors, Places, comes_in_other_warp, common_axis, share_warps, stays_along, usual_axis};
use super::guarded::Guarded;
use super::handover_order::{Ordering, Side, between, worst_way};
use crate::facts::expr::{Axis, Expr, IntegerRelation, LeafKinds, Node, Term, evaluate, leaf_in_row};
use crate::facts::ordering::{order_of, reaches_other_blocks};
use crate::facts::{
    AccessKind, Base, Block, Definition, Facts, MemoryAccess, Value, WARP, feasible_blocks, is_spun_on,
};
use crate::ids::InstId;
use crate::isa::{Effects, StateSpace, Word, op, word};
use crate::util::{FastMap, FastSet, gcd};
use std::cell::OnceCell;
use std::rc::Rc;

/// Whether an access is to global memory that a parameter or a variable names.
pub(super) fn is_global(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    !access.asynchronous
        && match access.base {
            Base::Variable(var) => facts.module[var].space == StateSpace::Global,
            Base::Parameter(..) => matches!(access.space, None | Some(StateSpace::Global)),
            Base::Loaded(_) | Base::Unknown => false,
        }
}

/// Whether an access is an ordinary one to a shared variable: no matrix, and no barrier object.
fn is_shared(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let is_plain = |family| access.is_made_by(facts, family);
    matches!(access.base, Base::Variable(var) if facts.module[var].space == StateSpace::Shared)
        && !access.asynchronous
        && [op::LD, op::ST, op::ATOM, op::RED].into_iter().any(is_plain)
}

/// Whether an address, or who comes there, depends on the block; where blocks count along one axis, on that of those that count in the same word.
pub(super) fn depends_on_block(facts: &Facts<'_, '_>, expr: Expr) -> bool {
    let counting = facts.counting_axis();
    let is_block = |axis: Axis| counting.is_none_or(|counting| counting == axis);
    facts.exprs().table.contains(expr, |node| matches!(node, Node::Ctaid(axis) if is_block(axis)))
}

/// Whether only some blocks execute an instruction.
pub(super) fn is_for_some_blocks(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    facts.deciding_truths(inst).into_iter().any(|truth| depends_on_block(facts, truth) && !bounds_work(facts, truth))
}

/// Whether a decision compares a place in the grid with how much there is to do, so that many blocks come.
fn bounds_work(facts: &Facts<'_, '_>, truth: Expr) -> bool {
    let exprs = facts.exprs();
    let table = &exprs.table;
    let mut inner = truth;
    while let Node::Not(of) = table.node(inner) {
        inner = of;
    }
    let Node::Compare(IntegerRelation::Less | IntegerRelation::LessEqual, _, a, b) = table.node(inner) else {
        return false;
    };
    let by_block = |side: Expr| table.has_any(side, LeafKinds::CTAID);
    let is_given = |side: Expr| table.has_any(side, LeafKinds::PARAM.or(LeafKinds::OPAQUE));
    [(a, b), (b, a)].into_iter().any(|(place, count)| by_block(place) && !by_block(count) && is_given(count))
}

/// Whether an access is meant for a grid of several blocks: the kernel asks for the block's index, or only one thread of a block ever updates
/// this word, for which a lock or a counter of its own has no use.
pub(super) fn is_for_a_grid(facts: &Facts<'_, '_>, base: Base) -> bool {
    if Axis::ALL.into_iter().any(|axis| facts.uses_block_axis(axis)) {
        return true;
    }
    let is_update = |access: &&MemoryAccess| access.base == base && access.kind != AccessKind::Read;
    let mut only =
        facts.accesses().iter().filter(is_update).map(|access| Executors::of(facts, access.inst)?.only_thread());
    only.next().flatten().is_some_and(|thread| only.all(|other| other == Some(thread)))
}

/// Whom a handover is between.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Among {
    /// Threads of different blocks.
    Blocks,
    /// Threads of one block.
    Block,
}

impl Among {
    /// The threads of both sides.
    pub fn threads(self) -> [&'static str; 2] {
        match self {
            Self::Blocks => ["a thread of block 0", "a thread of block 1"],
            Self::Block => ["one thread", "another thread"],
        }
    }

    /// The scope that fences need.
    pub fn scope(self) -> Word {
        match self {
            Self::Blocks => word::GPU,
            Self::Block => word::CTA,
        }
    }
}

/// How data goes from one thread to another, of another block where there are several.
#[derive(Clone, Copy)]
pub(super) struct Handover {
    /// The data is stored.
    pub write: InstId,
    /// The signal is given.
    pub signal: InstId,
    /// The signal is waited for, or looked at.
    pub wait: InstId,
    /// The data is read, or overwritten.
    pub read: InstId,
    /// What is between the store and the signal.
    pub before: Ordering,
    /// What is between the wait and the read, where that matters: a thread that takes a lock needs a fence for whatever it does then, others
    /// for weak reads.
    pub after: Ordering,
    /// The wait takes a lock, which the same thread releases later.
    pub locks: bool,
    /// Whose handover it is.
    pub among: Among,
}

impl Handover {
    /// How badly it is ordered.
    fn faults(&self) -> (u8, u8) {
        (self.before.fault(), self.after.fault())
    }
}

/// Most pairs of accesses that are looked at, each along the code between them.
const MOST_PAIRS: usize = 256;

/// Most accesses that may be waits, each with all that follows from it.
const MOST_WAITS: usize = 64;

/// The handovers of a kernel, one for each signal and wait: the one that is ordered worst.
pub(super) fn handovers(facts: &Facts<'_, '_>) -> Vec<Handover> {
    let is_open = |access: &&MemoryAccess| is_global(facts, access) || is_shared(facts, access);
    let mut accesses: Vec<&MemoryAccess> = facts.accesses().iter().filter(is_open).collect();
    let is_strong = |access: &&&MemoryAccess| access.strong || access.volatile || access.kind == AccessKind::Atomic;
    if !accesses.iter().any(|access| is_strong(&access)) {
        return Vec::new();
    }
    let feasible = feasible_blocks(facts);
    accesses.retain(|access| feasible.contains(&facts.cfg().block_of(access.inst)));
    let returns = |access: &&MemoryAccess| access.kind == AccessKind::Read || access.is_made_by(facts, op::ATOM);
    let words = || accesses.iter().filter(is_strong).filter(|access| access.address.is_some()).copied();
    // A kernel that asks for no index is written for one thread, unless it waits for other blocks.
    let asks = Axis::ALL.into_iter().any(|axis| facts.uses_block_axis(axis) || facts.uses_thread_axis(axis));
    let is_wide =
        |access: &&MemoryAccess| asks || order_of(facts.module, access.origin).is_none_or(reaches_other_blocks);
    // What depends on the block, or is shared, is waited for in loops.
    let may_wait = |access: &&MemoryAccess| {
        let is_common = access.address.is_some_and(|address| !depends_on_block(facts, address));
        (is_common && !is_shared(facts, access))
            || facts.natural_loops().innermost(facts.cfg().block_of(access.inst)).is_some()
    };
    let waits: Vec<&MemoryAccess> = words().filter(returns).filter(is_wide).filter(may_wait).collect();
    let most = facts.budget(MOST_WAITS);
    if waits.len() > most {
        facts.fell_short("waits for other threads", most, Some(waits.len()));
    }
    let is_read = |access: &&&MemoryAccess| !access.strong && access.kind == AccessKind::Read;
    let mut search = HandoverSearch {
        facts,
        read_bases: accesses.iter().filter(is_read).map(|access| access.base).collect(),
        accesses,
        waits,
        axis: usual_axis(facts),
        executors: FastMap::default(),
        visitors: FastMap::default(),
        visited: FastMap::default(),
        places: FastMap::default(),
        orderings: FastMap::default(),
        pairs: 0,
        found: Vec::new(),
    };
    for i in 0..most.min(search.waits.len()) {
        if search.through(search.waits[i]).is_none() {
            facts.fell_short("accesses of a handover", search.pairs, None);
            break;
        }
    }
    search.found
}

/// Two accesses of a thread, the side that it is on, and whom the handover is between.
type OrderingKey = ([(InstId, InstId); 2], Side, Among);

/// Looks for what is handed over through words that threads wait for.
struct HandoverSearch<'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    /// To global memory, and to shared variables.
    accesses: Vec<&'f MemoryAccess>,
    /// What is looked at by plain loads.
    read_bases: FastSet<Base>,
    /// Those that may wait for a word.
    waits: Vec<&'f MemoryAccess>,
    /// The axis along which the blocks are neighbours that a word is looked at for.
    axis: Axis,
    /// Of the accesses that have been looked at.
    executors: FastMap<InstId, Option<Executors>>,
    /// The same, if data lets them come.
    visitors: FastMap<InstId, Option<Executors>>,
    /// Where those that may execute an instruction access something.
    visited: FastMap<(InstId, Expr), Rc<Places>>,
    /// Where they make accesses.
    places: FastMap<(InstId, Expr), Rc<Places>>,
    /// What orders pairs of accesses.
    orderings: FastMap<OrderingKey, Option<Ordering>>,
    pairs: usize,
    found: Vec<Handover>,
}

/// A wait for a word, and whom it is for.
struct AwaitedWord {
    guarded: Guarded,
    /// The number that is waited for, if it is one.
    number: Option<i64>,
    locks: bool,
    /// What the thread that takes a lock has loaded to choose it.
    key: Vec<Value>,
    whoever: Among,
}

impl AwaitedWord {
    /// Whether both accesses are to one place that belongs to a lock: the same data chooses both.
    fn protects(&self, facts: &Facts<'_, '_>, [one, other]: [&MemoryAccess; 2]) -> bool {
        let Some(address) = one.address.filter(|_| one.address == other.address) else { return false };
        let chosen = loaded_parts(facts, address);
        !chosen.is_empty()
            && chosen.iter().all(|value| self.key.contains(value))
            && !depends_on_block(facts, address)
            && !facts.exprs().table.depends_on_thread(address)
    }
}

/// Whether two accesses are to different fields of records: whatever the indices of threads are, and the rounds of loops, their bytes are never the same.
fn are_other_fields(facts: &Facts<'_, '_>, [one, other]: [&MemoryAccess; 2]) -> bool {
    let (Some(address), Some(beside)) = (one.address, other.address) else { return false };
    let exprs = facts.exprs();
    let table = &exprs.table;
    let ((terms, start), (others, end)) = (table.terms(address), table.terms(beside));
    // Where arrays begin is the same for all.
    let is_start = |term: &&Term| table.has_only(term.0, LeafKinds::PARAM.or(LeafKinds::VARIABLE));
    let starts = |terms: &[Term]| terms.iter().filter(is_start).copied().collect::<Vec<Term>>();
    if starts(&terms) != starts(&others) {
        return false;
    }
    let steps = terms.iter().chain(others.iter()).filter(|term| !is_start(term)).map(|term| term.1.unsigned_abs());
    let step = i64::try_from(steps.fold(0, gcd)).unwrap_or(0);
    let distance = start.wrapping_sub(end);
    match step {
        0 => false,
        _ => {
            let ahead = distance.rem_euclid(step);
            ahead >= i64::from(other.size) && step - ahead >= i64::from(one.size)
        }
    }
}

/// Whether each warp has a place of its own for what two accesses have in common: its lanes hand it over by other means.
fn stays_in_warp(facts: &Facts<'_, '_>, [one, other]: [&MemoryAccess; 2]) -> bool {
    let Some(address) = one.address.filter(|_| one.address == other.address) else { return false };
    let exprs = facts.exprs();
    let of_warp = |warp: i64| {
        let in_row = |node| leaf_in_row(node, warp * i64::from(WARP));
        let leaf = |_: Expr, node: Node| in_row(node).or_else(|| node.is_leaf().then_some(0));
        evaluate(&exprs.table, address, &leaf)
    };
    matches!([0, 1].map(of_warp), [Some(first), Some(second)] if first != second)
}

/// The values in an expression of which nothing is known.
pub(super) fn loaded_parts(facts: &Facts<'_, '_>, expr: Expr) -> Vec<Value> {
    let mut found = Vec::new();
    facts.exprs().table.walk(expr, &mut |_, node| {
        if let Node::Opaque(value) = node {
            found.push(value);
        }
        true
    });
    found
}

/// The words through which something is handed over.
enum SignalWords {
    /// One for all blocks.
    Common,
    /// One for the threads of a block, in shared memory.
    OfBlock,
    /// One for each block: those that give a signal, with those that wait for it.
    OfBlocks(FastSet<(u32, u32)>),
}

impl SignalWords {
    /// Whether a thread of one block may give a signal for which one of another waits.
    fn are_between(&self, (one, other): (u32, u32)) -> bool {
        match self {
            Self::Common => one != other,
            Self::OfBlock => one == other,
            Self::OfBlocks(pairs) => one != other && pairs.contains(&(one, other)),
        }
    }

    fn are_apart(&self) -> bool {
        matches!(self, Self::OfBlocks(pairs) if pairs.iter().all(|(one, other)| one == other))
    }
}

impl<'f> HandoverSearch<'f, '_, '_> {
    /// What a wait lets through. `None` when there are too many pairs of accesses.
    fn through(&mut self, wait: &'f MemoryAccess) -> Option<()> {
        let facts = self.facts;
        let is_signal = |access: &&&MemoryAccess| {
            access.base == wait.base && access.kind != AccessKind::Read && !changes_nothing(facts, access)
        };
        let stores: Vec<&MemoryAccess> = self.accesses.iter().filter(is_signal).copied().collect();
        // What is handed over is written and looked at elsewhere: most words that many threads count in are not for that.
        let takes = may_take_lock(facts, wait);
        let is_handed = |access: &&MemoryAccess| {
            let is_plain = !access.strong && access.kind == AccessKind::Write;
            let is_other = access.base != wait.base || (takes && are_beside(facts, access, wait));
            is_plain && is_other && (takes || self.read_bases.contains(&access.base))
        };
        if stores.is_empty() || !self.accesses.iter().any(is_handed) {
            return Some(());
        }
        let Some(guarded) = Guarded::new(facts, wait) else { return Some(()) };
        self.look_along(wait);
        let locks = guarded.locks(facts, wait, &stores);
        let is_of_block = is_shared(facts, wait);
        let whoever = if !is_of_block && is_for_a_grid(facts, wait.base) { Among::Blocks } else { Among::Block };
        let key = wait.address.filter(|_| locks).map_or_else(Vec::new, |address| loaded_parts(facts, address));
        let number = if locks { guarded.free(facts) } else { guarded.awaited(facts) };
        let awaited = AwaitedWord { number, guarded, locks, key, whoever };
        // What is handed over is not a word that threads wait for, but it may be volatile, so that compilers keep the order. A block
        // hands on shared data by words in shared memory.
        let is_data = |access: &&&MemoryAccess| {
            let is_plain = !access.strong && access.kind != AccessKind::Atomic;
            let is_other = access.base != wait.base || (locks && are_beside(facts, access, wait));
            is_plain && is_other && (is_of_block || is_global(facts, access))
        };
        let data: Vec<&MemoryAccess> = self.accesses.iter().filter(is_data).copied().collect();
        let is_write = |access: &&&MemoryAccess| access.kind == AccessKind::Write;
        // What a thread loads until it has changed is waited for itself.
        let is_late = |access: &&&MemoryAccess| {
            let is_wanted = locks || access.kind == AccessKind::Read && !is_spun_on(facts, access);
            is_wanted && awaited.guarded.holds(facts, access.inst)
        };
        let mut late: FastMap<Base, Vec<&MemoryAccess>> = FastMap::default();
        for &read in data.iter().filter(is_late) {
            late.entry(read.base).or_default().push(read);
        }
        let is_signal = |signal: &&MemoryAccess| {
            // Locks may be given back by plain stores.
            let is_strong = signal.strong || signal.volatile || signal.kind == AccessKind::Atomic;
            let given = given(facts, signal);
            let is_other = awaited.number.zip(given).is_some_and(|(number, given)| number as u32 != given as u32);
            // What takes a lock again is no sign that it is free.
            let is_other = is_other || (locks && (signal.inst == wait.inst || are_beside(facts, signal, wait)));
            !is_other && (is_strong || locks && given.is_some())
        };
        let signals: Vec<&MemoryAccess> = stores.into_iter().filter(is_signal).collect();
        if signals.is_empty() {
            return Some(());
        }
        // What may be handed over does not depend on the signal, and is nothing where data is all in the words that are waited for.
        let most = facts.budget(MOST_PAIRS);
        let reads_of = |write: &MemoryAccess| late.get(&write.base).into_iter().flatten().copied();
        let handed: Vec<[&MemoryAccess; 2]> = (data.iter().filter(is_write).copied())
            .flat_map(|write| reads_of(write).map(move |read| [write, read]))
            .filter(|&pair| !are_other_fields(facts, pair))
            .filter(|&pair| whoever == Among::Blocks || !(stays_in_warp(facts, pair) || self.share_warps(pair)))
            .take(most + 1)
            .collect();
        if handed.is_empty() {
            return Some(());
        }
        for signal in signals {
            let Some(words) = self.words(&awaited, signal, wait) else { continue };
            for &[write, read] in &handed {
                self.pairs += 1;
                if self.pairs > most {
                    return None;
                }
                self.pair(&awaited, &words, [write, signal, wait, read]);
            }
        }
        Some(())
    }

    /// Compares blocks that have the word of a wait in common.
    fn look_along(&mut self, wait: &MemoryAccess) {
        let axis = wait.address.map_or(self.axis, |word| common_axis(self.facts, word));
        if axis != self.axis {
            self.axis = axis;
            self.executors.clear();
            self.places.clear();
        }
    }

    /// Keeps a handover if it is one, and no worse one is known.
    fn pair(&mut self, awaited: &AwaitedWord, words: &SignalWords, accesses: [&MemoryAccess; 4]) {
        let locks = awaited.locks;
        let [write, signal, wait, read] = accesses;
        if !self.meet(awaited, words, [write, read]) {
            return;
        }
        let Some(among) = self.among([write.inst, read.inst], awaited) else { return };
        let before = match self.between([write, signal], Side::Giver, among) {
            Some(Ordering::Enough) if among == Among::Blocks && self.leaves_others_behind([write, signal]) => {
                Ordering::Alone
            }
            Some(ordering) => ordering,
            None if self.comes_late(awaited, accesses, among) => Ordering::Late,
            None => return,
        };
        let Some(after) = self.between([wait, read], Side::Taker, among) else { return };
        let matters = locks || (read.kind == AccessKind::Read && !read.volatile);
        let after = if matters { after } else { Ordering::Enough };
        let [write, signal, wait, read] = accesses.map(|access| access.inst);
        let handover = Handover { write, signal, wait, read, before, after, locks, among };
        match self.found.iter_mut().find(|known| known.signal == signal && known.wait == wait) {
            Some(known) if known.faults() < handover.faults() => *known = handover,
            Some(_) => {}
            None => self.found.push(handover),
        }
    }

    /// Whether one thread gives the signal for all of its block, some of which may not have stored their data.
    fn leaves_others_behind(&mut self, [write, signal]: [&MemoryAccess; 2]) -> bool {
        let facts = self.facts;
        leaves_others_behind(facts, [write, signal], |inst| self.executors(inst).map(Executors::only_thread))
    }

    /// Who gives a signal where others wait; `None` if nobody does.
    fn words(&mut self, awaited: &AwaitedWord, signal: &MemoryAccess, wait: &MemoryAccess) -> Option<SignalWords> {
        let facts = self.facts;
        let is_common = |word: &MemoryAccess| word.address.is_some_and(|address| !depends_on_block(facts, address));
        let is_of_block = is_shared(facts, wait);
        match is_common(signal) && is_common(wait) {
            true if is_of_block => Some(SignalWords::OfBlock).filter(|_| awaited.guarded.idles),
            true => Some(SignalWords::Common),
            false if !awaited.guarded.idles || is_of_block => None,
            false => Some(SignalWords::OfBlocks(self.meetings(signal, wait))).filter(|words| !words.are_apart()),
        }
    }

    /// Whether what a thread stores is what another one reads after the wait. Either both places, and the word, do not depend on the block, or
    /// the read goes over what all blocks have stored; or a thread of one block stores where one of another reads, and gives the signal where
    /// that one waits.
    fn meet(&mut self, awaited: &AwaitedWord, words: &SignalWords, [write, read]: [&MemoryAccess; 2]) -> bool {
        let is_common = matches!(words, SignalWords::Common);
        if is_common && (meet(self.facts, &awaited.guarded, write, read) || awaited.protects(self.facts, [write, read]))
        {
            return true;
        }
        awaited.guarded.idles
            && (self.meetings(write, read).into_iter().any(|pair| words.are_between(pair))
                || self.share_place(words, [write, read]))
    }

    /// Whether a thread of one block stores where the same one of its neighbour reads, wherever that is: slices of a sum, one after the other.
    fn share_place(&mut self, words: &SignalWords, [write, read]: [&MemoryAccess; 2]) -> bool {
        let (facts, axis) = (self.facts, self.axis);
        if !write.is_where(facts, read) || !write.address.is_some_and(|address| stays_along(facts, address, axis, 0)) {
            return false;
        }
        for access in [write, read] {
            self.executors(access.inst);
        }
        let [Some(writers), Some(readers)] = [write, read].map(|it| self.executors[&it.inst].as_ref()) else {
            return false;
        };
        writers.neighbours(readers).any(|pair| words.are_between(pair))
    }

    /// The blocks of two different threads that make two accesses at the same place.
    fn meetings(&mut self, one: &MemoryAccess, other: &MemoryAccess) -> FastSet<(u32, u32)> {
        let [Some(one), Some(other)] = [one, other].map(|access| self.places(access)) else {
            return FastSet::default();
        };
        let mut met = FastSet::default();
        for (place, threads) in one.iter() {
            let others = other.get(place).map_or(&[][..], Vec::as_slice);
            let (parts, other_parts) = (by_block(threads), by_block(others));
            for (mine, theirs) in parts.into_iter().flat_map(|mine| other_parts.map(|theirs| (mine, theirs))) {
                if let ([first, ..], [other_first, ..]) = (mine, theirs)
                    && (mine.len() > 1 || theirs.len() > 1 || first != other_first)
                {
                    met.insert((first.0, other_first.0));
                }
            }
        }
        met
    }

    /// Which threads of two blocks make an access where, if that is known.
    fn places(&mut self, access: &MemoryAccess) -> Option<Rc<Places>> {
        let (facts, address) = (self.facts, access.address?);
        let key = (access.inst, address);
        if let Some(places) = self.places.get(&key) {
            return Some(Rc::clone(places));
        }
        let places = Rc::new(self.executors(access.inst)?.places(facts, address));
        self.places.insert(key, Rc::clone(&places));
        Some(places)
    }

    /// Who executes an instruction, if that is known.
    fn executors(&mut self, inst: InstId) -> Option<&Executors> {
        let (facts, axis) = (self.facts, self.axis);
        self.executors.entry(inst).or_insert_with(|| Executors::along(facts, axis, inst)).as_ref()
    }

    /// Whether threads that make two accesses at the same place are of one warp, as far as indices decide.
    fn share_warps(&mut self, pair: [&MemoryAccess; 2]) -> bool {
        let facts = self.facts;
        let [Some(one), Some(other)] = pair.map(|access| access.address) else { return false };
        for access in pair {
            self.visitors.entry(access.inst).or_insert_with(|| Executors::if_data_permits(facts, access.inst));
        }
        let [Some(threads), Some(others)] = pair.map(|access| self.visitors[&access.inst].as_ref()) else {
            return false;
        };
        if threads.are_of_one_warp(others) {
            return true;
        }
        let mut places = |threads: &Executors, access: &MemoryAccess, address| {
            let known = self.visited.entry((access.inst, address));
            Rc::clone(known.or_insert_with(|| Rc::new(threads.places(facts, address))))
        };
        share_warps([&places(threads, pair[0], one), &places(others, pair[1], other)])
    }

    /// What orders two accesses, as [`between`] tells. Each write comes with every read, so that it is asked often.
    fn between(&mut self, accesses: [&MemoryAccess; 2], side: Side, among: Among) -> Option<Ordering> {
        let facts = self.facts;
        let key = (accesses.map(|access| (access.inst, access.origin)), side, among);
        *self.orderings.entry(key).or_insert_with(|| between(facts, accesses, side, among))
    }

    /// Whether the data is stored after the signal, and neither side does anything between the two that could put that right.
    fn comes_late(&self, awaited: &AwaitedWord, accesses: [&MemoryAccess; 4], among: Among) -> bool {
        let facts = self.facts;
        let [write, signal, wait, read] = accesses.map(|access| access.inst);
        let given = given(facts, accesses[1]);
        let obstacles = |inst: InstId| {
            let effects = facts.module.opcode(inst).effects;
            let orders = effects.intersects(Effects::BARRIER.union(Effects::CALL));
            orders
                || inst != wait && self.waits.iter().any(|other| other.inst == inst && other.base != accesses[0].base)
        };
        among == Among::Blocks
            && !awaited.locks
            && awaited.guarded.spin.is_some()
            && given.is_some()
            && (awaited.number.is_some() || self.is_only_store(accesses[1]))
            && leads_to(facts, [signal, write], obstacles)
            && leads_to(facts, [wait, read], obstacles)
            && !self.waits.iter().any(|other| between_any(facts, [other.inst, write]))
    }

    /// Whether nothing else stores where a signal is given.
    fn is_only_store(&self, signal: &MemoryAccess) -> bool {
        let stores = |other: &&&MemoryAccess| other.base == signal.base && other.kind != AccessKind::Read;
        self.accesses.iter().filter(stores).all(|other| other.inst == signal.inst)
    }

    /// Between whom a store and a read may be; `None` if one thread does both, or nobody.
    fn among(&mut self, [write, read]: [InstId; 2], awaited: &AwaitedWord) -> Option<Among> {
        for inst in [write, read] {
            self.executors(inst);
        }
        let whoever = awaited.whoever;
        let [Some(writers), Some(readers)] = [write, read].map(|inst| self.executors[&inst].as_ref()) else {
            return Some(whoever);
        };
        // For locks that all blocks take there need not be work for two of them in a small launch.
        let is_for_all =
            || awaited.locks && [write, read].into_iter().all(|inst| !is_for_some_blocks(self.facts, inst));
        if whoever == Among::Blocks && (writers.are_in_two_blocks(readers) || is_for_all()) {
            Some(Among::Blocks)
        } else {
            writers.are_in_one_block(readers).then_some(Among::Block)
        }
    }
}

/// Whether an access is to another word of the element that a lock is in, which it may be there to protect. Volatile ones are to further signals.
fn are_beside(facts: &Facts<'_, '_>, one: &MemoryAccess, lock: &MemoryAccess) -> bool {
    let [Some(a), Some(b)] = [one.address, lock.address].map(|it| it.filter(|_| !one.volatile)) else { return false };
    one.base == lock.base && facts.exprs().table.distance(a, b).is_some_and(|it| it != 0)
}

/// Whether an access is of a kind by which locks are taken.
pub(super) fn may_take_lock(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    facts.module.has_any_modifier(facts.module.opcode(access.origin), &[word::CAS, word::EXCH])
}

/// The threads of the first block among some, and those of the second.
fn by_block(threads: &[(u32, u32)]) -> [&[(u32, u32)]; 2] {
    threads.split_at(threads.partition_point(|&(block, _)| block == 0)).into()
}

/// Where a kernel takes locks.
pub(super) fn locks(facts: &Facts<'_, '_>) -> Vec<Lock> {
    let words = || facts.accesses().iter().filter(|access| is_global(facts, access) && access.kind != AccessKind::Read);
    let takes = |access: &&MemoryAccess| access.kind == AccessKind::Atomic && may_take_lock(facts, access);
    let most = facts.budget(MOST_WAITS);
    let count = words().filter(takes).count();
    if count > most {
        facts.fell_short("locks", most, Some(count));
    }
    let mut found = Vec::new();
    for wait in words().filter(takes).take(most) {
        let signals: Vec<&MemoryAccess> = words().filter(|signal| signal.base == wait.base).collect();
        let guarded = Guarded::new(facts, wait).filter(|guarded| guarded.locks(facts, wait, &signals));
        found.extend(guarded.map(|guarded| Lock { word: wait.base, guarded }));
    }
    found
}

/// Code that runs only while a thread holds a lock, and after it.
pub(super) struct Lock {
    /// What the lock is in.
    pub word: Base,
    guarded: Guarded,
}

impl Lock {
    /// The operation that takes it.
    pub fn taken(&self) -> InstId {
        self.guarded.wait
    }

    /// Whether an access comes after the lock has been taken and before it may have been released.
    pub fn protects(&self, facts: &Facts<'_, '_>, inst: InstId) -> bool {
        let released = |access: &&MemoryAccess| {
            access.base == self.word && access.kind != AccessKind::Read && access.inst != self.guarded.wait
        };
        let is_later = |access: &MemoryAccess| between_any(facts, [access.inst, inst]);
        self.guarded.holds(facts, inst)
            && between_any(facts, [self.guarded.wait, inst])
            && !facts.accesses().iter().filter(released).any(is_later)
    }
}

/// Whether control may come from one instruction to another, without going round through the first.
fn between_any(facts: &Facts<'_, '_>, insts: [InstId; 2]) -> bool {
    worst_way(facts, insts, Ordering::None, Among::Block).is_some()
}

/// Whatever threads of a block wait for each other by.
pub(super) const MEETS_BLOCK: Effects = Effects::BARRIER.union(Effects::CALL).union(Effects::WAITS);

/// Whether one thread gives a signal for all of its block, some of which may not have written yet. `only_thread` tells who executes an instruction,
/// as far as that is known.
pub(super) fn leaves_others_behind(
    facts: &Facts<'_, '_>,
    [write, signal]: [&MemoryAccess; 2],
    only_thread: impl FnMut(InstId) -> Option<Option<u32>>,
) -> bool {
    let is_own = |address| facts.exprs().table.depends_on_thread(address);
    if !write.address.is_some_and(is_own) {
        return false;
    }
    let [writers, signaller] = [write.inst, signal.inst].map(only_thread);
    let Some(Some(signaller)) = signaller else { return false };
    // Those of a warp wait for each other by more.
    let of_warp = MEETS_BLOCK.union(Effects::WARP_SYNCHRONOUS);
    let is_parted_by = |meets: Effects| {
        !leads_to(facts, [write.inst, signal.inst], |inst| facts.module.opcode(inst).effects.intersects(meets))
    };
    (writers == Some(None) && !is_parted_by(of_warp))
        || (!is_parted_by(MEETS_BLOCK) && comes_in_other_warp(facts, write.inst, signaller))
}

/// Whether control may come from one instruction to another without an obstacle between them.
pub(super) fn leads_to(facts: &Facts<'_, '_>, [from, to]: [InstId; 2], is_obstacle: impl Fn(InstId) -> bool) -> bool {
    let cfg = facts.cfg();
    let mut seen: FastSet<Block> = FastSet::default();
    let mut work = vec![(cfg.block_of(from), true)];
    while let Some((block, is_first)) = work.pop() {
        let mut insts = cfg.insts(block).filter(|&inst| !is_first || inst > from);
        match insts.find(|&inst| inst == to || is_obstacle(inst)) {
            Some(inst) if inst == to => return true,
            Some(_) => continue,
            None => {}
        }
        let next = cfg.successors(block).iter().filter(|&&next| seen.insert(next) && facts.spend(1));
        work.extend(next.map(|&next| (next, false)));
    }
    false
}

/// Whether what an atomic operation returns decides where control goes.
pub(super) fn is_looked_at(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    Guarded::new(facts, access).is_some()
}

/// The number that a signal leaves in its word, if it is one.
pub(super) fn given(facts: &Facts<'_, '_>, signal: &MemoryAccess) -> Option<i64> {
    let value = signal.stored(facts)?;
    facts.exprs().table.as_constant(value)
}

/// Whether an atomic operation only looks at what is there, as when 0 is added.
fn changes_nothing(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let operand = facts.module.operands(access.inst).get(2).copied();
    access.kind == AccessKind::Atomic
        && !access.called
        && facts.module.has_any_modifier(facts.module.opcode(access.inst), &[word::ADD, word::OR, word::XOR])
        && operand.and_then(|operand| facts.constant(access.inst, operand)) == Some(0)
}

/// Code that threads of a kernel come to only after they have waited for a word of global memory.
pub(super) struct Waits<'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    /// The words, with what is behind the waits; followed when somebody first asks.
    spinning: OnceCell<Vec<(Base, Guarded)>>,
}

impl<'f, 'a, 's> Waits<'f, 'a, 's> {
    pub fn new(facts: &'f Facts<'a, 's>) -> Self {
        Self { facts, spinning: OnceCell::new() }
    }

    fn spinning(&self) -> &[(Base, Guarded)] {
        self.spinning.get_or_init(|| {
            let facts = self.facts;
            let is_strong = |wait: &&MemoryAccess| wait.strong || wait.volatile || wait.kind == AccessKind::Atomic;
            let waits = facts.accesses().iter().filter(|wait| is_global(facts, wait)).filter(is_strong);
            let guarded = waits.filter_map(|wait| Some((wait.base, Guarded::new(facts, wait)?)));
            guarded.filter(|(_, guarded)| guarded.spin.is_some()).collect()
        })
    }

    /// Whether a thread comes to an access only after it has waited for another word, which is none of some locks.
    pub fn come_before(&self, access: &MemoryAccess, locks: &[Lock]) -> bool {
        let is_other = |word: Base| word != access.base && locks.iter().all(|lock| lock.word != word);
        self.spinning().iter().any(|(word, guarded)| is_other(*word) && guarded.holds(self.facts, access.inst))
    }
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
