//! Accesses of different blocks to the same bytes of global memory that nothing orders.
//!
//! Blocks run in any order, at the same time or one after the other, and no barrier is common to them. Whatever two of them do to the
//! same bytes is in no order, but behind fences and accesses that one may wait for while the other makes them. So it is enough to run two
//! neighbours along an axis of the grid, each for itself, and to look where they meet before either has synchronised. A launch may have
//! one block only, so a race between blocks is never an error.

use super::block_pairs::{FULL_SHARE, GRID_BLOCKS, pairs_along};
use super::expr::{Axis, Expr, ExprTable, LeafKinds, Node, Term};
use super::footprint::{Footprint, unordered};
use super::global_races::{begins_exchange, is_counted, is_open, shares_work};
use super::launches::{Candidate, ObservedLaunch, candidates, is_structured_among, laid_out};
use super::model::GridPlace;
use super::race_roots::{deciding, with_phis};
use super::races::{MOST_RACES, Race, given_leaves};
use super::simulation::{
    AccessConflict, AccessEvent, Attendance, BlockTrace, MOST_THREADS, Purse, SimulationPlan, StoreDifference,
    are_harmless, are_opposed, attendance, store_difference, threads_of,
};
use super::unused_reads::reads_for_nothing;
use super::{AccessKind, Base, BlockModel, Definition, Facts, MemoryAccess, Sample, Thread};
use crate::ids::InstId;
use crate::isa::StateSpace;
use crate::util::{FastMap, FastSet, hash_of};
use crate::witness::LaunchScope;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Launches in which both blocks do something and one of which must show a race.
const FIRST_LAUNCHES: usize = 2;

/// Most launches in which two blocks are compared.
const MOST_LAUNCHES: usize = 24;

/// Launches in which data that nobody knows keeps threads of both blocks from all that they would do, after which no other one is tried.
const MUTE_LAUNCHES: usize = 4;

/// Comparisons of accesses in one launch, and how many more for each access event.
const COMPARISONS: usize = 20_000;
const COMPARISONS_PER_EVENT: usize = 16;

/// The races between blocks.
pub(super) fn grid_races(facts: &Facts<'_, '_>) -> Vec<Race> {
    let writes = |access: &MemoryAccess| access.kind != AccessKind::Read && is_open(facts, access);
    if !facts.accesses().iter().any(writes) {
        return Vec::new();
    }
    // A kernel that does not ask for its block is written for one.
    let axes: Vec<Axis> = Axis::ALL.into_iter().filter(|&axis| facts.uses_block_axis(axis)).collect();
    let bases = if axes.is_empty() { FastSet::default() } else { common_bases(facts, &axes) };
    if bases.is_empty() {
        return Vec::new();
    }
    let wanted =
        |access: &MemoryAccess| bases.contains(&access.base) && is_open(facts, access) && is_computed(facts, access);
    let Some(mut plan) = SimulationPlan::between_blocks(facts, wanted) else { return Vec::new() };
    let axes: Vec<Axis> = axes.into_iter().filter(|&axis| is_work_shared(facts, &plan, axis)).collect();
    let launches = launches_of(facts, laid_out(facts, wanted));
    // All pairs of blocks share it: what each may take would be ninefold otherwise.
    let purse = Purse::new(facts, &plan);
    let found = races_along(facts, &plan, &launches, &axes, &purse);
    if !found.is_empty() || !plan.follow_data(facts) {
        return found;
    }
    // With sizes of which one block has more than its share others have nothing to do, and may not be there.
    let is_shared = |launch: &&Candidate| launch.sample == Sample::with_sizes(launch.sample.shape, FULL_SHARE);
    let launches: Vec<Candidate> = launches.iter().filter(is_shared).copied().collect();
    races_along(facts, &plan, &launches, &axes, &Purse::new(facts, &plan))
}

/// The races of blocks that are neighbours along some axis, or lie otherwise so that they may meet.
fn races_along(
    facts: &Facts<'_, '_>,
    plan: &SimulationPlan,
    launches: &[Candidate],
    axes: &[Axis],
    purse: &Purse,
) -> Vec<Race> {
    let mut races: Vec<Race> = Vec::new();
    // No launch shows anything where all lose their threads before they come to an access.
    if !plan.has_attainable_address(facts, true, &given_leaves(launches)) {
        return races;
    }
    let mut runs = BlockRuns { facts, plan, edges: edges_of_shares(facts, plan), purse, known: FastMap::default() };
    for &axis in axes {
        for blocks in pairs_along(facts, axes, axis) {
            let last = |axis: Axis| blocks.map(|block| block[axis.index()]).into_iter().max().unwrap_or_default();
            let grid = Axis::ALL.map(|axis| if axes.contains(&axis) { GRID_BLOCKS.max(last(axis) + 1) } else { 1 });
            let places = blocks.map(|block| GridPlace { grid, block });
            for race in races_of(&mut runs, launches, places) {
                if !races.iter().any(|known| known.accesses == race.accesses) {
                    races.push(race);
                }
            }
        }
    }
    races
}

/// Launches in which two blocks are compared: those with sizes of which each block has its full share come first, for every shape, and then
/// those that are tried for one block.
fn launches_of(facts: &Facts<'_, '_>, laid_out: [bool; 3]) -> Vec<Candidate> {
    let all: Vec<Candidate> = candidates(facts, laid_out).collect();
    let mut shapes: Vec<[u32; 3]> = Vec::new();
    for candidate in all.iter().filter(|candidate| candidate.usual) {
        if !shapes.contains(&candidate.sample.shape) {
            shapes.push(candidate.sample.shape);
        }
    }
    let sized = |shape: [u32; 3]| Candidate { sample: Sample::with_sizes(shape, FULL_SHARE), usual: true };
    shapes.into_iter().map(sized).chain(all.into_iter().take(MOST_LAUNCHES)).collect()
}

/// Whether blocks along an axis do different work: its index decides on an address, on a way, or on what is stored where they may meet. Code
/// that prints its place in the grid reads all three, and so does a block that looks for its counter by its rank in the grid.
fn is_work_shared(facts: &Facts<'_, '_>, plan: &SimulationPlan, axis: Axis) -> bool {
    let mut roots: Vec<Expr> = plan.roots(facts);
    let exprs = facts.exprs();
    let table = &exprs.table;
    let is_ranked =
        |address: Expr| table.contains(address, |node| matches!(node, Node::Nctaid(other) if other != axis));
    let far = |access: &&MemoryAccess| access.space != Some(StateSpace::Local);
    let addresses = facts.accesses().iter().filter(far).filter_map(|access| Some((access.kind, access.address?)));
    let shared = addresses.filter(|&(kind, address)| kind != AccessKind::Atomic || !is_ranked(address));
    roots.extend(shared.map(|(_, address)| address));
    roots.into_iter().any(|root| table.has_any(root, LeafKinds::ctaid(axis)))
}

/// Whether the address of an access follows from indices and from numbers that are no pitches, masks or factors of them.
fn is_computed(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let Some(address) = access.address else { return false };
    let is_phi = |value| facts.ssa().is_some_and(|ssa| matches!(ssa.data(value).definition, Definition::Phi { .. }));
    let unknown = |node: Node| matches!(node, Node::Opaque(value) if !is_phi(value));
    !facts.exprs().table.contains(address, unknown)
        && (!is_structured_among(facts, address, is_index)
            || leaves_out_an_axis(facts, address)
            || has_columns(facts, address))
}

/// Whether what a parameter scales in an address are rows alone: blocks may meet in the same row, however long rows are.
fn has_columns(facts: &Facts<'_, '_>, address: Expr) -> bool {
    let terms = facts.exprs().table.terms(address).0.to_vec();
    let (rows, columns): (Vec<Term>, Vec<Term>) =
        terms.into_iter().partition(|&(expr, _)| is_structured_among(facts, expr, is_index));
    let exprs = facts.exprs();
    let depends = |&(expr, _): &Term, axis: Axis| {
        exprs.table.contains(expr, |node| node == Node::Tid(axis) || node == Node::Ctaid(axis))
    };
    let is_column =
        |axis: Axis| columns.iter().any(|term| depends(term, axis)) && !rows.iter().any(|term| depends(term, axis));
    Axis::ALL.into_iter().any(is_column)
}

/// Whether blocks along some axis of the grid have the same addresses, whatever the kernel is given.
fn leaves_out_an_axis(facts: &Facts<'_, '_>, address: Expr) -> bool {
    let depends = |axis: Axis| facts.exprs().table.has_any(address, LeafKinds::ctaid(axis));
    Axis::ALL.into_iter().any(|axis| facts.uses_block_axis(axis) && !depends(axis))
}

/// Whether a leaf is the index of a thread or of a block.
fn is_index(node: Node) -> bool {
    matches!(node, Node::Tid(_) | Node::Lane | Node::Warp | Node::Ctaid(_))
}

/// What something is written in where different blocks may meet, as far as a look at the addresses tells.
fn common_bases(facts: &Facts<'_, '_>, axes: &[Axis]) -> FastSet<Base> {
    let judged = |access: &&MemoryAccess| is_open(facts, access) && is_computed(facts, access);
    let accesses: Vec<&MemoryAccess> = facts.accesses().iter().filter(judged).collect();
    let written: FastSet<Base> =
        accesses.iter().filter(|access| access.kind != AccessKind::Read).map(|access| access.base).collect();
    let plain: FastSet<Base> =
        accesses.iter().filter(|access| access.kind != AccessKind::Atomic).map(|access| access.base).collect();
    let mut elements: FastMap<Base, GridElement> = FastMap::default();
    let mut common = FastSet::default();
    let exprs = facts.exprs();
    for access in accesses.iter().filter(|access| written.contains(&access.base) && plain.contains(&access.base)) {
        let element = access.address.and_then(|address| GridElement::of(&exprs.table, address, access.size, axes));
        let is_same = match element {
            Some(element) => *elements.entry(access.base).or_insert(element) == element,
            None => false,
        };
        if !is_same {
            common.insert(access.base);
        }
    }
    common
}

/// Where an access lies, as far as a look tells that no other block comes there: in the part of an array that a block has, or in the
/// element that a thread of the grid has.
#[derive(Clone, Copy, PartialEq, Eq)]
struct GridElement {
    /// The terms of the address that are the same in all threads of the grid.
    origin: u64,
    /// How far the parts of neighbours are from each other.
    length: i64,
    /// Which part it is of those at the origin: all accesses have to be in the same one.
    number: i64,
}

impl GridElement {
    /// The part in which an address lies, as far as accesses along `axes` differ.
    fn of(table: &ExprTable, address: Expr, size: u32, axes: &[Axis]) -> Option<Self> {
        let (terms, constant) = table.terms(address);
        let of_thread = || {
            let length = terms.iter().find(|&&(expr, _)| table.node(expr) == Node::Tid(Axis::X))?.1;
            let (origin, moving) = split(table, &terms, length, &[Node::Ntid(Axis::X), Node::Nctaid(Axis::X)]);
            Some((origin, Self::of_thread(table, &moving)?))
        };
        let of_block = || {
            let blocks = terms.iter().filter(|&&(expr, _)| table.has_any(expr, LeafKinds::CTAID));
            let length = blocks.map(|&(_, factor)| factor).min()?;
            let extents: Vec<Node> = axes.iter().map(|&axis| Node::Nctaid(axis)).collect();
            let (origin, moving) = split(table, &terms, length, &extents);
            Some((origin, Self::of_block(table, &moving, axes)?))
        };
        let in_row = if axes == [Axis::X] { of_thread() } else { None };
        let (origin, (length, first, last)) = in_row.or_else(of_block)?;
        let low = constant.checked_add(first)?;
        let high = constant.checked_add(last)?.checked_add(i64::from(size) - 1)?;
        let number = low.div_euclid(length);
        (high.div_euclid(length) == number).then(|| Self { origin: hash_of(&origin), length, number })
    }

    /// `ctaid.x * ntid.x + tid.x` times a stride: its length, and the lowest and highest byte that an access at 0 begins at.
    fn of_thread(table: &ExprTable, moving: &[Term]) -> Option<(i64, i64, i64)> {
        let is_index = |expr: Expr| table.node(expr) == Node::Tid(Axis::X);
        let is_start = |expr: Expr| match table.node(expr) {
            Node::Product(a, b) => {
                let factors = [table.node(a), table.node(b)];
                factors.contains(&Node::Ctaid(Axis::X)) && factors.contains(&Node::Ntid(Axis::X))
            }
            _ => false,
        };
        match *moving {
            [(a, length), (b, other)] if length == other && length > 0 => {
                ((is_index(a) && is_start(b)) || (is_index(b) && is_start(a))).then_some((length, 0, 0))
            }
            _ => None,
        }
    }

    /// The number of the block in the grid times a number of bytes, and what is less within the block.
    fn of_block(table: &ExprTable, moving: &[Term], axes: &[Axis]) -> Option<(i64, i64, i64)> {
        let (blocks, within): (Vec<Term>, Vec<Term>) =
            moving.iter().partition(|&&(expr, _)| table.has_any(expr, LeafKinds::CTAID));
        let &(_, length) = blocks.first().filter(|(_, length)| *length > 0)?;
        if blocks.iter().any(|&(_, other)| other != length) || !counts_blocks(table, &blocks, axes) {
            return None;
        }
        let (mut low, mut high) = (0_i64, 0_i64);
        for (expr, factor) in within {
            let bounds = table.bounds(expr);
            let ends = [bounds.low.checked_mul(factor)?, bounds.high.checked_mul(factor)?];
            low = low.checked_add(ends[0].min(ends[1]))?;
            high = high.checked_add(ends[0].max(ends[1]))?;
        }
        Some((length, low, high))
    }
}

/// The terms of an address that are the same in all threads of the grid, and those that are not. Left out are the rounds of loops over the
/// grid, multiples of a length times `extents`: they take each thread, or block, to a part that no other one comes to, either.
fn split(table: &ExprTable, terms: &[Term], length: i64, extents: &[Node]) -> (Vec<Term>, Vec<Term>) {
    let is_round = |&(expr, factor): &Term| {
        length > 0 && factor % length == 0 && {
            let factors = factors(table, expr);
            extents.iter().all(|extent| factors.contains(extent))
        }
    };
    let stays = |&(expr, _): &Term| !table.contains(expr, differs_in_grid);
    terms.iter().filter(|term| !is_round(term)).copied().partition(stays)
}

/// The factors of a product.
fn factors(table: &ExprTable, product: Expr) -> Vec<Node> {
    let (mut factors, mut open) = (Vec::new(), vec![product]);
    while let Some(expr) = open.pop() {
        match table.node(expr) {
            Node::Product(a, b) => open.extend([a, b]),
            node => factors.push(node),
        }
    }
    factors
}

/// Whether terms are the number of a block among those of the grid along some axes: its index along one of them, that along another one times
/// the extent of the first, and so on.
fn counts_blocks(table: &ExprTable, terms: &[Term], axes: &[Axis]) -> bool {
    let mut parts: Vec<(Axis, Vec<Axis>)> = Vec::new();
    for &(expr, _) in terms {
        let (mut blocks, mut extents) = (Vec::new(), Vec::new());
        for factor in factors(table, expr) {
            match factor {
                Node::Ctaid(axis) => blocks.push(axis),
                Node::Nctaid(axis) => extents.push(axis),
                _ => return false,
            }
        }
        let [block] = blocks[..] else { return false };
        extents.sort_unstable_by_key(|axis| axis.index());
        parts.push((block, extents));
    }
    parts.sort_unstable_by_key(|(_, extents)| extents.len());
    let mut before: Vec<Axis> = Vec::new();
    for (block, extents) in &parts {
        if *extents != before || before.contains(block) {
            return false;
        }
        before.push(*block);
        before.sort_unstable_by_key(|axis| axis.index());
    }
    axes.iter().all(|axis| before.contains(axis))
}

/// Whether a leaf may differ between threads of a grid.
fn differs_in_grid(node: Node) -> bool {
    matches!(node, Node::Tid(_) | Node::Ctaid(_) | Node::Lane | Node::Warp | Node::Iteration(_) | Node::Opaque(_))
}

/// What blocks of launches do: one that several pairs have in common is run once.
struct BlockRuns<'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    plan: &'f SimulationPlan,
    edges: Vec<u32>,
    purse: &'f Purse,
    known: FastMap<(Sample, GridPlace), Option<Rc<BlockRun>>>,
}

/// What a block of a launch does.
struct BlockRun {
    launch: ObservedLaunch,
    footprint: Footprint,
}

impl BlockRun {
    /// Whether none of the threads comes to an access, and some do not since branches depend on data that nobody knows.
    fn is_mute(&self) -> bool {
        self.launch.trace.events.is_empty() && self.launch.trace.lost != 0
    }
}

impl BlockRuns<'_, '_, '_> {
    /// What a block does; `None` where its launch makes no sense.
    fn of(&mut self, sample: Sample, place: GridPlace) -> Option<Rc<BlockRun>> {
        let Self { facts, plan, ref edges, purse, .. } = *self;
        let run = || {
            let model = BlockModel::of(facts, sample).at(place);
            let threads = threads_of_block(plan, edges, &model);
            let launch = ObservedLaunch::run_threads(facts, plan, &model, &threads, purse)?;
            Some(Rc::new(BlockRun { footprint: Footprint::of(facts, &launch.trace), launch }))
        };
        self.known.entry((sample, place)).or_insert_with(run).clone()
    }
}

/// The races between two blocks in all launches in which both accesses happen.
fn races_of(runs: &mut BlockRuns<'_, '_, '_>, launches: &[Candidate], places: [GridPlace; 2]) -> Vec<Race> {
    let BlockRuns { facts, plan, purse, .. } = *runs;
    let (mut races, mut looked, mut some_ended): (Option<Vec<Race>>, usize, bool) = (None, 0, false);
    let mut mute = 0;
    // A launch that was given up is told of where no other one was run to its end.
    let mut given_up: Option<Rc<BlockRun>> = None;
    for (number, &Candidate { sample, usual }) in launches.iter().enumerate() {
        if purse.is_spent() {
            facts.fell_short("launches", number, Some(launches.len()));
            // What few launches confirm is not told.
            return if number * 2 < launches.len() { Vec::new() } else { races.unwrap_or_default() };
        }
        if races.as_ref().is_some_and(Vec::is_empty) {
            break;
        }
        let [Some(one), Some(other)] = places.map(|place| runs.of(sample, place)) else { continue };
        let pair = BlockPair { facts, runs: [&one, &other] };
        let is_given_up = |run: &BlockRun| run.launch.trace.exhausted;
        match &mut races {
            None if !usual => return Vec::new(),
            None => {
                // What happened until a launch was given up did happen.
                some_ended |= !is_given_up(&one) && !is_given_up(&other);
                looked += usize::from(pair.runs.iter().all(|run| !run.footprint.accesses.is_empty()));
                mute += usize::from(pair.runs.iter().all(|run| run.is_mute()));
                let found = pair.meetings(purse);
                if !found.is_empty() {
                    let found = found.into_values().map(|conflict| pair.race(conflict, &one.launch, places));
                    races = Some(found.filter(|race| is_certain(facts, race)).take(MOST_RACES).collect());
                    purse.confirms();
                } else if looked == FIRST_LAUNCHES || (looked == 0 && mute == MUTE_LAUNCHES) {
                    break;
                }
                if is_given_up(&one) || is_given_up(&other) {
                    given_up.get_or_insert(if is_given_up(&one) { one } else { other });
                }
            }
            Some(_) if is_given_up(&one) || is_given_up(&other) => {}
            Some(races) => {
                let found = pair.meetings(purse);
                let [first, second] = pair.runs.map(|run| &run.footprint.accesses);
                races.retain(|race| {
                    let [one, other] = race.conflict.accesses;
                    let both = |[a, b]: [usize; 2]| first.contains(&a) && second.contains(&b);
                    // Blocks that are larger than their share of the work also meet themselves there.
                    let meets = || found.keys().any(|pair| pair.contains(&one) || pair.contains(&other));
                    !(both([one, other]) || both([other, one])) || meets()
                });
            }
        }
    }
    if let Some(run) = given_up.filter(|_| !some_ended) {
        plan.note_shortfall(facts, &run.launch.trace);
    }
    races.unwrap_or_default()
}

/// The threads of a block that are run: neighbours meet at the edges of blocks and warps, and of shares.
fn threads_of_block(plan: &SimulationPlan, edges: &[u32], model: &BlockModel<'_, '_, '_>) -> Vec<Thread> {
    if plan.parts_meet() {
        return model.threads_of_warps(MOST_THREADS);
    }
    let last = model.thread_count().saturating_sub(1);
    // At the corners of a block are the ends of its rows and columns.
    let is_corner = |thread: &Thread| {
        thread.index.iter().zip(model.shape).all(|(&index, extent)| index == 0 || index + 1 == extent)
    };
    let is_at_edge = |thread: &Thread| {
        matches!(model.linear(*thread), 0..4 | 31..34) || model.linear(*thread) + 2 > last || is_corner(thread)
    };
    let is_named = |thread: &Thread| model.names(*thread);
    let mut threads: Vec<Thread> = model.threads().filter(|thread| is_at_edge(thread) || is_named(thread)).collect();
    let at_share = edges.iter().copied().filter(|&thread| thread < model.shape[0]).map(|x| Thread { index: [x, 0, 0] });
    at_share.for_each(|thread| {
        if !threads.contains(&thread) {
            threads.push(thread)
        }
    });
    threads.truncate(MOST_THREADS);
    threads
}

/// The threads along the first axis that come to where the share of the next block begins: as far as its index moves an address.
fn edges_of_shares(facts: &Facts<'_, '_>, plan: &SimulationPlan) -> Vec<u32> {
    let table = &facts.exprs().table;
    let mut found: Vec<u32> = Vec::new();
    for address in plan.addresses(facts) {
        if let Some([block, thread]) = table.strides_along(address, Axis::X)
            && let Some(share) = block.checked_div(thread)
            && let Ok(share) = u32::try_from(share)
            && (4..1024).contains(&share)
            && found.len() < MOST_SHARES
        {
            found.extend([share - 1, share]);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Most threads that are run because a share begins there.
const MOST_SHARES: usize = 8;

/// Whether a race depends on no number that may be a pitch, a mask or a factor, and whoever reads looks at what was read.
fn is_certain(facts: &Facts<'_, '_>, race: &Race) -> bool {
    let meets_itself = meets_itself(facts, race);
    let structured =
        |root: Expr| is_structured_among(facts, root, is_index) && meets_itself.is_none_or(|address| address != root);
    !with_phis(facts, deciding(facts, race)).into_iter().any(structured)
        && !reads_for_nothing(facts, race)
        && (shares_work(facts) || !is_counted(facts, race))
        && !begins_exchange(facts, race)
}

/// The address at which a thread meets the one with the same index in the other block, if the index of the block has no part in it.
fn meets_itself(facts: &Facts<'_, '_>, race: &Race) -> Option<Expr> {
    let [one, other] = race.accesses.map(|index| facts.accesses()[index].address);
    let address = one.filter(|_| one == other && race.threads[0] == race.threads[1])?;
    let places = race.places?;
    let moves = |axis: Axis| places[0].block[axis.index()] != places[1].block[axis.index()];
    let depends = |axis: Axis| facts.exprs().table.has_any(address, LeafKinds::ctaid(axis));
    Axis::ALL.into_iter().all(|axis| !moves(axis) || !depends(axis)).then_some(address)
}

/// What two blocks of a launch did.
struct BlockPair<'t, 'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    runs: [&'t BlockRun; 2],
}

/// Bytes that a thread of one of two blocks accesses.
#[derive(Clone, Copy)]
struct Touch {
    address: i64,
    side: usize,
    event: usize,
    thread: usize,
}

impl BlockPair<'_, '_, '_, '_> {
    fn trace(&self, side: usize) -> &BlockTrace {
        &self.runs[side].launch.trace
    }

    fn event(&self, touch: &Touch) -> &AccessEvent {
        &self.trace(touch.side).events[touch.event]
    }

    fn access(&self, touch: &Touch) -> &MemoryAccess {
        &self.facts.accesses()[self.event(touch).access]
    }

    /// Pairs of accesses by which the blocks meet, and one of the meetings.
    fn meetings(&self, purse: &Purse) -> BTreeMap<[usize; 2], AccessConflict> {
        let mut by_base: FastMap<Base, Vec<Touch>> = FastMap::default();
        for side in [0, 1] {
            for touch in self.touches(side) {
                by_base.entry(self.access(&touch).base).or_default().push(touch);
            }
        }
        let events = self.trace(0).events.len() + self.trace(1).events.len();
        let most = self.facts.budget(COMPARISONS + COMPARISONS_PER_EVENT * events);
        let (mut found, mut compared) = (BTreeMap::new(), 0);
        for mut touches in by_base.into_values() {
            touches.sort_unstable_by_key(|touch| (touch.address, touch.side, touch.event, touch.thread));
            compared += self.search(&touches, &mut found, most.saturating_sub(compared));
        }
        if compared >= most {
            self.facts.fell_short("accesses of two blocks", compared, None);
        }
        purse.take([0, 0, compared]);
        found
    }

    /// What a block touches of what the other one does, too, before anything may order them: of each access and place the first read, or
    /// the last write, which is what stays. What both only read is left out.
    fn touches(&self, side: usize) -> Vec<Touch> {
        let mut known: FastMap<(usize, i64), usize> = FastMap::default();
        let mut touches: Vec<Touch> = Vec::new();
        let [own, other] = [side, 1 - side].map(|side| &self.runs[side].footprint);
        for (number, event, touched) in unordered(self.trace(side)) {
            let access = &self.facts.accesses()[event.access];
            if !own.may_share(other, access.base) {
                continue;
            }
            let (salt, size) = (hash_of(&access.base), i64::from(access.size));
            for (thread, address) in touched.filter(|&(_, at)| other.may_meet(salt, at, size, access.kind)) {
                let touch = Touch { address, side, event: number, thread };
                match known.entry((event.access, address)) {
                    std::collections::hash_map::Entry::Vacant(place) => {
                        place.insert(touches.len());
                        touches.push(touch);
                    }
                    std::collections::hash_map::Entry::Occupied(place) if access.kind == AccessKind::Write => {
                        touches[*place.get()] = touch;
                    }
                    std::collections::hash_map::Entry::Occupied(_) => {}
                }
            }
        }
        touches
    }

    /// Compares all touches that overlap, in the order of their addresses. Returns the number of comparisons.
    fn search(&self, touches: &[Touch], found: &mut BTreeMap<[usize; 2], AccessConflict>, most: usize) -> usize {
        let mut compared = 0;
        for (i, first) in touches.iter().enumerate() {
            let end = first.address.saturating_add(i64::from(self.access(first).size));
            for second in touches[i + 1..].iter().take_while(|touch| touch.address < end) {
                compared += 1;
                if compared >= most {
                    return compared;
                }
                if first.side != second.side {
                    let [one, other] = if first.side == 0 { [first, second] } else { [second, first] };
                    self.compare(one, other, found);
                }
            }
        }
        compared
    }

    fn compare(&self, one: &Touch, other: &Touch, found: &mut BTreeMap<[usize; 2], AccessConflict>) {
        let (events, facts) = ([one, other].map(|touch| self.event(touch)), self.facts);
        let mut accesses = events.map(|event| event.access);
        accesses.sort_unstable();
        if found.contains_key(&accesses) || are_harmless(self.access(one), self.access(other)) {
            return;
        }
        let threads = [one.thread, other.thread];
        let values = [0, 1].map(|side| events[side].value(threads[side]));
        let unknown = values.contains(&None) && events[0].access == events[1].access;
        let stores = [one, other].map(|touch| self.access(touch).kind == AccessKind::Write);
        let difference = match store_difference(facts.accesses(), events, threads) {
            Some(difference) if difference >= StoreDifference::Likely => difference,
            _ => return,
        };
        let attendance = attendance(events, threads, [one, other].map(|touch| self.access(touch).kind), &|pair| {
            are_opposed(facts, pair)
        });
        if attendance == Attendance::Exclusive {
            return;
        }
        let harmless = match stores {
            [true, true] => unknown || self.stores_both(one, other) || self.stores_both(other, one),
            [true, false] => self.wrote_the_same(other, values[0]),
            [false, true] => self.wrote_the_same(one, values[1]),
            [false, false] => false,
        };
        if harmless {
            return;
        }
        let conflict = AccessConflict {
            accesses,
            events: [one.event, other.event],
            threads,
            address: one.address.max(other.address),
            same_warp: false,
            difference,
            pending: false,
            possible: attendance == Attendance::Possible,
        };
        found.insert(accesses, conflict);
    }

    /// Whether the block of a touch also stores there what the other one does: what comes last is the same in both.
    fn stores_both(&self, touch: &Touch, other: &Touch) -> bool {
        let (inst, own) = (self.event(other).access, self.event(touch).access);
        let at = |event: &AccessEvent| {
            threads_of(event.certain()).any(|thread| event.address.at(thread) == Some(touch.address))
        };
        inst != own && self.trace(touch.side).events.iter().any(|event| event.access == inst && at(event))
    }

    /// Whether what a thread reads there it has itself stored before, the same number that the other block stores.
    fn wrote_the_same(&self, read: &Touch, stored: Option<i64>) -> bool {
        let accesses = self.facts.accesses();
        let clock = self.event(read).clock;
        let earlier = self.trace(read.side).events.iter().take_while(|event| event.clock < clock);
        let stores = |event: &AccessEvent| {
            accesses[event.access].kind == AccessKind::Write
                && event.mask >> read.thread & 1 != 0
                && event.address.at(read.thread) == Some(read.address)
                && event.value(read.thread) == stored
        };
        stored.is_some() && earlier.into_iter().any(stores)
    }

    fn race(&self, conflict: AccessConflict, launch: &ObservedLaunch, places: [GridPlace; 2]) -> Race {
        let sides = [0, 1].map(|side| self.trace(side).events[conflict.events[side]].access);
        let insts: [InstId; 2] = sides.map(|access| self.facts.accesses()[access].inst);
        let threads = [0, 1].map(|side| self.trace(side).threads[conflict.threads[side]]);
        // Shown is the access that stands later; the first one is told beside it.
        let order = if insts[0] <= insts[1] { [0, 1] } else { [1, 0] };
        Race {
            conflict,
            insts: order.map(|side| insts[side]),
            accesses: order.map(|side| sides[side]),
            threads: order.map(|side| threads[side]),
            sample: launch.sample,
            places: Some(order.map(|side| places[side])),
            scope: LaunchScope::Some,
        }
    }
}
