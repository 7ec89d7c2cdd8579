//! Accesses that race in every launch that was tried.

use super::block_warps::counts_warps_of_row;
use super::device::WARP;
use super::expr::{Expr, Node};
use super::few_rounds::{few_rounds, has_quiet_loop};
use super::given_shifts::launches_with_shifts;
use super::global_races::{begins_exchange, stores_together};
use super::launches::{Candidate, ObservedLaunch, candidates, is_shared, shared_axes};
use super::model::GridPlace;
use super::protocol::{PathBounds, followers, with_effects};
use super::race_roots::{
    divides_index, is_placed_by_what_decides, is_structured_race, names_thread, own_parts, roots_of, with_phis,
};
use super::shapes::{lengths, names_row};
use super::simulation::{AccessConflict, Purse, SimulationPlan, StoreDifference, conflicts, threads_of};
use super::unused_reads::{is_read_ahead, reads_for_nothing};
use super::unwritten::{in_own_arrays, is_lone_warp, is_plausible};
use super::{AccessKind, Base, BlockModel, Divergence, Facts, MemoryAccess, Sample, Thread, ThreadScope};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::{Effects, StateSpace};
use crate::util::{FastMap, FastSet};
use crate::witness::{LaunchScope, ParameterContent, Witness};

/// A conflict that every plausible launch has in which both accesses happen.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// The conflict in the launch that shows it.
    pub conflict: AccessConflict,
    /// The instructions: first the one that happens first in that launch, then the other.
    pub insts: [InstId; 2],
    /// Indices of the accesses, in the same order.
    pub accesses: [usize; 2],
    /// The threads, in the same order.
    pub threads: [Thread; 2],
    /// The launch.
    pub sample: Sample,
    /// The blocks of the threads, where they are of different ones.
    pub places: Option<[GridPlace; 2]>,
    /// Of which launches it is true.
    pub scope: LaunchScope,
}

impl Race {
    /// Who touches which bytes in the launch.
    pub fn witness(&self, facts: &Facts<'_, '_>) -> Witness {
        let accesses = self.accesses.map(|index| &facts.accesses()[index]);
        let roots: Vec<Expr> = accesses.iter().filter_map(|access| access.address).collect();
        let touch = |side: usize| {
            self.model(facts, side).touch(self.threads[side], accesses[side], Some(self.conflict.address))
        };
        let acts = [0, 1].map(touch);
        acts.into_iter().fold(self.model(facts, 0).witness(&roots, &self.insts, self.scope), Witness::act)
    }

    /// The block of one of the threads.
    pub(super) fn model<'f, 'a, 's>(&self, facts: &'f Facts<'a, 's>, side: usize) -> BlockModel<'f, 'a, 's> {
        let model = BlockModel::of(facts, self.sample);
        self.places.map_or(model, |places| model.at(places[side]))
    }

    /// A thread as a message names it: `thread 3`, `thread 3 of block 1`.
    pub fn thread_name(&self, side: usize) -> String {
        let thread = self.threads[side];
        match self.places.map(|places| places[side].block) {
            None => thread.to_string(),
            Some([x, 0, 0]) => format!("{thread} of block {x}"),
            Some([x, y, 0]) => format!("{thread} of block ({x}, {y})"),
            Some([x, y, z]) => format!("{thread} of block ({x}, {y}, {z})"),
        }
    }

    /// The place behind a pointer: `data+64`.
    pub fn place(&self, facts: &Facts<'_, '_>) -> Option<String> {
        let touched = self.witness(facts).acts.into_iter().find_map(|act| act.touched)?;
        let name = touched.base?;
        Some(if touched.offset == 0 { format!("`{name}`") } else { format!("`{name}+{}`", touched.offset) })
    }
}

/// The races on shared memory.
pub(super) fn shared_races(facts: &Facts<'_, '_>) -> Vec<Race> {
    let writes = |access: &MemoryAccess| access.kind != AccessKind::Read && is_shared(facts, access);
    if !facts.accesses().iter().any(writes) {
        return Vec::new();
    }
    facts.shared_plan().map_or_else(Vec::new, |plan| {
        let axes = shared_axes(facts);
        let is_open = |race: &Race| !begins_exchange(facts, race) && !stores_together(facts, race);
        let found = races(facts, plan, axes, true, is_judged_here(facts), is_open);
        // Where data decides, or lanes are relied on, only warnings come of it, which are not asked for besides others.
        let found = if found.is_empty() { races_by_data(facts, axes) } else { found };
        if found.is_empty() { races_of_lanes(facts, axes) } else { found }
    })
}

/// The first read of what another lane of the warp has just written, where nothing but `.volatile` and lockstep orders them: compilers keep
/// such accesses, but lanes need not run in step.
fn races_of_lanes(facts: &Facts<'_, '_>, axes: [bool; 3]) -> Vec<Race> {
    let is_volatile = |access: &MemoryAccess| access.volatile && is_shared(facts, access);
    if !facts.own_accesses().any(is_volatile) {
        return Vec::new();
    }
    let meetings = with_effects(facts, Effects::WARP_SYNCHRONOUS);
    let Some(plan) = SimulationPlan::new(facts, |access| is_shared(facts, access)) else { return Vec::new() };
    let of_lanes = |race: &Race| {
        let accesses = race.accesses.map(|index| &facts.accesses()[index]);
        race.conflict.same_warp
            && accesses.iter().all(|access| is_volatile(access))
            && accesses.map(|access| access.kind) == [AccessKind::Write, AccessKind::Read]
            && leads_to_before(facts, race.insts, &meetings)
    };
    let plan = plan.with_independent_lanes();
    let mut found = races(facts, &plan, axes, true, is_judged_here(facts), of_lanes);
    found.sort_by_key(|race| race.insts[1]);
    found.truncate(1);
    found.iter_mut().for_each(|race| race.scope = LaunchScope::Some);
    found
}

/// Whether control gets from one instruction to another without any of those at which lanes meet.
fn leads_to_before(facts: &Facts<'_, '_>, [from, to]: [InstId; 2], meetings: &[InstId]) -> bool {
    let bounds = PathBounds { stops: meetings, ..PathBounds::default() };
    followers(facts, from, &[to], bounds).is_some_and(|found| !found.is_empty())
}

/// The races of threads that data of their own may let come.
fn races_by_data(facts: &Facts<'_, '_>, axes: [bool; 3]) -> Vec<Race> {
    let Some(mut plan) = SimulationPlan::new(facts, |access| is_own_or_atomic(access) && is_shared(facts, access))
    else {
        return Vec::new();
    };
    if !plan.follow_data(facts) {
        return Vec::new();
    }
    let by_data = |race: &Race| {
        race.conflict.possible
            && !race.conflict.pending
            && !begins_exchange(facts, race)
            && !is_placed_by_what_decides(facts, race)
    };
    let mut found = races(facts, &plan, axes, true, is_judged_here(facts), by_data);
    found.iter_mut().for_each(|race| race.scope = LaunchScope::Some);
    found
}

/// Whether data may let a thread come to an access: those of functions that are called are followed where they are atomic operations, for
/// which debug code has functions.
pub(super) fn is_own_or_atomic(access: &MemoryAccess) -> bool {
    !access.called || access.kind == AccessKind::Atomic
}

/// Which pairs of accesses are judged in a function: what two calls of functions do is judged in the kernels that it is part of.
fn is_judged_here(facts: &Facts<'_, '_>) -> impl Fn([usize; 2]) -> bool {
    let is_kernel = facts.module[facts.function].kind == FunctionKind::Entry;
    move |pair| is_kernel || !pair.iter().all(|&index| facts.accesses()[index].called)
}

/// From which instruction on accesses of called functions are left out where races are looked for in a function that is called itself.
pub(super) fn last_called(facts: &Facts<'_, '_>) -> Option<InstId> {
    if facts.module[facts.function].kind == FunctionKind::Entry {
        return None;
    }
    let own = facts.own_accesses().count();
    let most = facts.budget(CALLED_FOR_RACES + CALLED_FOR_EACH * own);
    let mut called = facts.accesses().iter().filter(|access| access.called);
    let first = called.nth(most)?;
    facts.fell_short("accesses of called functions", most, Some(most + 1 + called.count()));
    Some(first.inst)
}

/// Accesses of called functions with which those of a function may race that is called itself, and how many more for each of its own.
const CALLED_FOR_RACES: usize = 8;
const CALLED_FOR_EACH: usize = 4;

/// The races of a plan between the pairs of accesses that `may_race` chooses, as far as `is_wanted` takes them.
pub(super) fn races(
    facts: &Facts<'_, '_>,
    plan: &SimulationPlan,
    laid_out: [bool; 3],
    within_arrays: bool,
    may_race: impl Fn([usize; 2]) -> bool,
    is_wanted: impl Fn(&Race) -> bool,
) -> Vec<Race> {
    let all: Vec<Candidate> = candidates(facts, laid_out).collect();
    let found = races_in(facts, plan, &all, within_arrays, &may_race, &is_wanted);
    // What the first block does not do, others may.
    if found.is_empty() && asks_for_block(facts) {
        return races_in(facts, plan, &second_blocks(&all), within_arrays, &may_race, &is_wanted);
    }
    if found.is_empty()
        && let Some(whole) = named_block(facts, &all)
    {
        let all: Vec<Candidate> = std::iter::once(whole).chain(all).collect();
        return races_in(facts, plan, &all, within_arrays, &may_race, &is_wanted);
    }
    if found.is_empty() && !within_arrays {
        let shifted = launches_with_shifts(facts, plan, &all).into_iter();
        let mut races = shifted.map(|all| races_in(facts, plan, &all, within_arrays, &may_race, &is_wanted));
        let mut some = races.find(|races| !races.is_empty()).unwrap_or_default();
        some.iter_mut().for_each(|race| race.scope = LaunchScope::Some);
        return some;
    }
    found
}

/// The launch of a block that has all threads which the kernel names, where the first launch has fewer: some do nothing there. Where the step of
/// a loop says how many threads there are, what they are compared with is the end of what they go through.
fn named_block(facts: &Facts<'_, '_>, all: &[Candidate]) -> Option<Candidate> {
    if names_row(facts) {
        return None;
    }
    let usual = all.iter().find(|candidate| candidate.usual)?.sample.shape;
    // Among the threads that a kernel names are the neighbours of a number.
    let number = facts.named_threads().last()?.saturating_sub(1);
    let shape = [number.checked_next_multiple_of(WARP)?, 1, 1];
    let count = |shape: [u32; 3]| shape.into_iter().fold(1_u32, u32::saturating_mul);
    let block = facts.block_shape();
    let fits = usual[1..] == [1, 1] && count(shape) <= block.most_threads && block.threads().is_none();
    (fits && count(shape) > count(usual)).then(|| Candidate { sample: Sample::new(shape, 0), usual: true })
}

/// Launches with the same shapes that are about the second block of a grid.
fn second_blocks(all: &[Candidate]) -> Vec<Candidate> {
    let mut launches: Vec<Candidate> = Vec::new();
    for candidate in all {
        let sample = Sample::new(candidate.sample.shape, 1);
        if !launches.iter().any(|known| known.sample == sample) {
            launches.push(Candidate { sample, usual: candidate.usual });
        }
    }
    launches
}

/// Whether the index of the block alone decides on some way, whatever the kernel is given.
fn asks_for_block(facts: &Facts<'_, '_>) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let exprs = facts.exprs();
    let truths: Vec<Expr> = conditions.truths().collect();
    let mut parts: Vec<Expr> = Vec::new();
    exprs.table.walk_all(truths.iter().copied(), &mut |part, _| {
        parts.push(part);
        true
    });
    // An expression is only made of older ones.
    parts.sort_unstable();
    parts.dedup();
    // For each part of the conditions whether the index of the block is in it, and whether what the kernel is given is.
    let mut within: FastMap<Expr, [bool; 2]> = FastMap::default();
    for expr in parts {
        let node = exprs.table.node(expr);
        let mut found = [matches!(node, Node::Ctaid(_)), matches!(node, Node::Param { .. } | Node::Opaque(_))];
        exprs.table.for_parts(node, &mut |part| {
            let [block, given] = within.get(&part).copied().unwrap_or_default();
            found = [found[0] || block, found[1] || given];
        });
        within.insert(expr, found);
    }
    truths.iter().any(|truth| within.get(truth) == Some(&[true, false]))
}

/// The races of a plan in launches, of which the first one that makes sense finds them. Where none makes sense nothing is known.
fn races_in(
    facts: &Facts<'_, '_>,
    plan: &SimulationPlan,
    all: &[Candidate],
    within_arrays: bool,
    may_race: &impl Fn([usize; 2]) -> bool,
    is_wanted: &impl Fn(&Race) -> bool,
) -> Vec<Race> {
    // No launch shows anything where all lose their threads before they come to an access.
    if !plan.has_attainable_access(facts, false, &given_leaves(all)) {
        return Vec::new();
    }
    let laid_out_by_z = all.iter().any(|candidate| candidate.sample.shape[2] > 1);
    let purse = Purse::new(facts, plan);
    let find = |launch: &ObservedLaunch| found_in(facts, launch, may_race, is_wanted, laid_out_by_z, &purse);
    let FirstLaunch { number, candidate, launch, mut races } =
        match first_launch(facts, plan, all, within_arrays, &find, &purse) {
            Ok(first) => first,
            Err(races) => return races,
        };
    let (first, mut all) = (Repeats::of(facts, &launch), all.to_vec());
    add_confirming(facts, &mut all, (number, candidate), &races, within_arrays);
    let purse = purse.anew(facts, plan);
    purse.confirms();
    let mut shown_again: FastSet<[usize; 2]> = FastSet::default();
    for (number, &candidate) in all.iter().enumerate().skip(number) {
        // What is not confirmed by all launches is told of those that were looked at.
        if purse.is_spent() {
            facts.fell_short("launches", number, Some(all.len()));
            races = of_some_launches(races);
            break;
        }
        // What is told of some launches only is settled for those that are not usual.
        if races.iter().all(|race| !candidate.usual && race.scope == LaunchScope::Some) {
            break;
        }
        let Some(launch) = ObservedLaunch::run(facts, plan, candidate.sample, &purse) else { continue };
        // Conflicts come in the order of their pairs, and so do races.
        let wanted = |pair: [usize; 2]| races.binary_search_by_key(&pair, |race| race.conflict.accesses).is_ok();
        let takes_part = |index: usize| races.iter().any(|race| race.conflict.accesses.contains(&index));
        let conflicts = conflicts_of(facts, &launch, wanted, takes_part, &purse);
        // What was found in part of a launch refutes nothing.
        if purse.is_cut() {
            continue;
        }
        if launch.sample != races.first().map_or(launch.sample, |race| race.sample) {
            shown_again.extend(conflicts.iter().map(|conflict| conflict.accesses));
        }
        let counts = Repeats::of(facts, &launch);
        let is_lone = |race: &Race, part| is_lone(facts, &launch, within_arrays, (race, part));
        if candidate.usual {
            races.iter_mut().for_each(|race| weaken(facts, &launch, &conflicts, race));
        }
        let shows = |race: &Race| confirms([&first, &counts], &launch, &conflicts, race, &is_lone);
        let has_all = |race: &Race| shows(race) && !lacks_thread(&launch, race);
        if races.iter().all(has_all) || (within_arrays && launch.reads_nothing(facts, plan, &purse)) {
            continue;
        }
        if candidate.usual {
            // Of tiles that threads fill again and again one launch may have several, and another one the first only.
            let is_first_tile = |race: &Race| counts.are_apart(race);
            races.retain(|race| shows(race) || is_too_small(facts, &launch, race) || is_first_tile(race));
        }
        let in_doubt = |race: &Race| !shows(race) || is_missed(facts, &launch, &counts.events, &conflicts, race);
        races.iter_mut().filter(|race| in_doubt(race)).for_each(|race| race.scope = LaunchScope::Some);
    }
    // What was found with fewer rounds of loops than a launch has must have shown in another one.
    races.retain(|race| !purse.shortens_loops() || shown_again.contains(&race.conflict.accesses));
    races
}

/// The launch that shows races: the first that makes sense and has accesses.
struct FirstLaunch {
    /// How many candidates have been looked at.
    number: usize,
    candidate: Candidate,
    launch: ObservedLaunch,
    races: Vec<Race>,
}

/// Looks for the first launch. Where no launch makes sense what is wrong may show: these races are the error.
fn first_launch(
    facts: &Facts<'_, '_>,
    plan: &SimulationPlan,
    all: &[Candidate],
    within_arrays: bool,
    find: &impl Fn(&ObservedLaunch) -> Vec<Race>,
    purse: &Purse,
) -> Result<FirstLaunch, Vec<Race>> {
    // Of the first launch in which threads read what no thread has written.
    let mut unwritten: Option<Vec<Race>> = None;
    let (mut is_short, mut some_make_sense, mut last) = (false, false, Vec::new());
    for (number, &candidate) in all.iter().enumerate() {
        if purse.is_spent() {
            facts.fell_short("launches", number, Some(all.len()));
            return Err(Vec::new());
        }
        if !candidate.usual {
            let races = unwritten.filter(|_| !some_make_sense).map(|races| in_own_arrays(facts, races));
            return Err(of_some_launches(races.unwrap_or_default()));
        }
        let launch = ObservedLaunch::run(facts, plan, candidate.sample, purse);
        let Some(launch) = launch.filter(|launch| !launch.trace.events.is_empty()) else { continue };
        let races = find(&launch);
        let is_cut = launch.trace.exhausted || purse.is_cut();
        let ((candidate, launch), races) = match races.is_empty() && is_cut && !std::mem::replace(&mut is_short, true) {
            true => found_after_loops(facts, plan, (candidate, launch), find, purse),
            false => ((candidate, launch), races),
        };
        let makes_sense = !within_arrays || is_plausible(facts, plan, &launch, (&races, unwritten.is_some()), purse);
        // With larger sizes more happens. Rows of several may be shorter than they, which nothing tells.
        let is_small = || launch.sample.size().is_some_and(|size| size < TILE) && facts.has_threads_in_a_row();
        if makes_sense && races.is_empty() && is_small() {
            some_make_sense = true;
            continue;
        }
        plan.note_shortfall(facts, &launch.trace);
        if makes_sense {
            return Ok(FirstLaunch { number: number + 1, candidate, launch, races });
        }
        if facts.has_threads_in_a_row() {
            unwritten = unwritten.or_else(|| Some(races.clone()));
        }
        last = races;
    }
    // All launches of a known block are usual.
    Err(if some_make_sense { Vec::new() } else { last })
}

/// Sizes that fill one tile of most kernels and begin a second one: with smaller ones that show nothing larger ones are asked, too.
const TILE: i64 = 33;

/// The races of a launch that was given up: it is run again with fewer rounds of its loops, and with sizes that let others begin again a few times.
/// Where none of these runs shows any, the launch is the first that comes to its end.
fn found_after_loops(
    facts: &Facts<'_, '_>,
    plan: &SimulationPlan,
    given_up: (Candidate, ObservedLaunch),
    find: &impl Fn(&ObservedLaunch) -> Vec<Race>,
    purse: &Purse,
) -> ((Candidate, ObservedLaunch), Vec<Race>) {
    // Rings of buffers, whose rounds `mbarrier` objects order, have rules of their own.
    if facts.effects().intersects(Effects::MBARRIER_INIT) {
        return (given_up, Vec::new());
    }
    // What follows a loop without barriers matters where threads meet there; otherwise the first rounds tell as much.
    let shortens = has_quiet_loop(facts) && !facts.barriers().is_empty();
    purse.shorten_loops(shortens);
    let mut tiles = if shortens { few_rounds(facts, given_up.0, true) } else { Vec::new() };
    tiles.splice(0..0, shortens.then_some(given_up.0));
    let (number_of_tiles, mut ended) = (tiles.len(), None);
    for (number, candidate) in tiles.into_iter().chain(few_rounds(facts, given_up.0, false)).enumerate() {
        if purse.is_spent() || (number >= number_of_tiles && ended.is_some()) {
            break;
        }
        let Some(launch) = ObservedLaunch::run(facts, plan, candidate.sample, purse) else { continue };
        let races = find(&launch);
        if !races.is_empty() {
            return ((candidate, launch), races);
        }
        if !launch.trace.exhausted && !purse.is_cut() {
            ended.get_or_insert((candidate, launch));
        }
    }
    purse.shorten_loops(false);
    (ended.unwrap_or(given_up), Vec::new())
}

/// The same races, told of some launches.
fn of_some_launches(mut races: Vec<Race>) -> Vec<Race> {
    races.iter_mut().for_each(|race| race.scope = LaunchScope::Some);
    races
}

/// Adds launches that confirm what one has shown.
fn add_confirming(
    facts: &Facts<'_, '_>,
    all: &mut Vec<Candidate>,
    (place, shown): (usize, Candidate),
    races: &[Race],
    within_arrays: bool,
) {
    // Where a number is a shift in memory, no other one says how many threads come.
    if within_arrays || shown.sample.given_leaf().is_none() {
        add_after_usual(all, with_counts(facts, shown, races));
    }
    add_other_blocks(all, place, shown);
}

/// Whether a launch has fewer threads than the kernel is meant for, so that it refutes nothing: one warp, which shows nothing of what goes on
/// between several, rows of one warp where the kernel counts those of a row, fewer threads than a table has elements, or than the kernel names.
fn is_too_small(facts: &Facts<'_, '_>, launch: &ObservedLaunch, race: &Race) -> bool {
    let row = |sample: Sample| sample.shape[0];
    is_lone_warp(facts, launch)
        || (row(launch.sample) <= WARP && row(race.sample) > WARP && counts_warps_of_row(facts))
        || leaves_table(facts, launch, race)
        || (lacks_thread(launch, race) && names_thread(facts, race))
}

/// Adds what a launch gives to its block, given to blocks of the other usual shapes, which get other sizes otherwise and often nothing to do.
/// With as many threads as most blocks have, those may well be the ones that the author has had in mind: they tell most, and come before steps
/// run out. Fewer refute only, and come after all usual ones, which take away what they do not have.
fn add_other_blocks(all: &mut Vec<Candidate>, place: usize, shown: Candidate) {
    let mut added: Vec<Candidate> = Vec::new();
    for candidate in all.iter().filter(|candidate| candidate.usual) {
        let sample = shown.sample.in_block(candidate.sample.shape);
        if all.iter().chain(&added).all(|known| known.sample != sample) {
            added.push(Candidate { sample, usual: sample.thread_count() >= MANY_THREADS });
        }
    }
    let (usual, others): (Vec<Candidate>, Vec<Candidate>) = added.into_iter().partition(|candidate| candidate.usual);
    add_after_usual(all, others);
    all.splice(place..place, usual);
}

fn add_after_usual(all: &mut Vec<Candidate>, more: Vec<Candidate>) {
    let place = all.iter().position(|candidate| !candidate.usual).unwrap_or(all.len());
    all.splice(place..place, more);
}

/// As many threads as most blocks have at least.
const MANY_THREADS: u32 = 4 * WARP;

/// Launches in which a power of two says how many threads come, where a number that the kernel is given or loads does. With fewer the
/// threads of a row are not all there, and read what nobody has written, which makes no sense; with more they leave it.
fn with_counts(facts: &Facts<'_, '_>, shown: Candidate, races: &[Race]) -> Vec<Candidate> {
    let leaves = counts_of(facts, shown.sample, races);
    let with = |count: i64| {
        let each = leaves.iter().take(MOST_COUNTS).map(move |&leaf| shown.sample.fixing(leaf, count));
        // What is loaded in several places is often one number.
        let loaded = (!leaves.is_empty()).then(|| shown.sample.loading(count));
        loaded.into_iter().chain(each).map(|sample| Candidate { sample, usual: true })
    };
    COUNTS.into_iter().flat_map(with).collect()
}

/// The numbers that the index of a thread is compared with to tell whether it makes an access of a race: what is given or loaded, and the
/// same for all threads.
fn counts_of(facts: &Facts<'_, '_>, sample: Sample, races: &[Race]) -> Vec<Expr> {
    let uniformity = facts.uniformity();
    let roots: Vec<Expr> = races.iter().flat_map(|race| roots_of(facts, race)).collect();
    let mut sides: Vec<Expr> = Vec::new();
    {
        let table = &facts.exprs().table;
        table.walk_all(roots, &mut |_, node| {
            if let Node::Compare(_, _, a, b) = node {
                sides.extend(match [a, b].map(|side| table.depends_on_thread(side)) {
                    [true, false] => Some(b),
                    [false, true] => Some(a),
                    _ => None,
                });
            }
            true
        });
    }
    let sides = with_phis(facts, sides);
    // How many lanes can be counted at most is known, and with all of them there is a race.
    let is_free = |value| facts.counts().most(value).is_none();
    let is_same = |value| uniformity.is_some_and(|known| known.level(value, ThreadScope::Block) == Divergence::Uniform);
    let model = BlockModel::of(facts, sample);
    let is_integer = |expr, var, offset| matches!(model.held(expr, var, offset), ParameterContent::Integer(_));
    let mut counts: Vec<Expr> = Vec::new();
    facts.exprs().table.walk_all(sides, &mut |expr, node| {
        match node {
            Node::Param { var, offset } if is_integer(expr, var, offset) => counts.push(expr),
            Node::Opaque(value) if is_same(value) && is_free(value) => counts.push(expr),
            _ => {}
        }
        true
    });
    counts
}

/// Whether those who meet in a race are not there in a launch. Where a few threads come they meet no others: in arrays of the block that says
/// something of how it is laid out if what the kernel is given has a part in it, in memory that is given nothing. So it is where threads share
/// places by a division, or the kernel asks for them, and those that did are missing.
fn is_lone(facts: &Facts<'_, '_>, launch: &ObservedLaunch, within_arrays: bool, (race, part): (&Race, u32)) -> bool {
    let is_given =
        |node: Node| matches!(node, Node::Param { .. } | Node::Opaque(_) | Node::Special(..) | Node::Ntid(_));
    let says = || {
        let parts = own_parts(facts, race);
        let table = &facts.exprs().table;
        parts.into_iter().any(|part| table.contains(part, is_given))
    };
    ((!within_arrays || !says()) && !several_come(launch, race.conflict.accesses, part))
        || (lacks_thread(launch, race) && divides_index(facts, 2, race))
}

/// Whether a launch has no thread for one side of a race, makes both accesses all the same, and has no race there: a block may be
/// meant to have no more threads than that.
fn is_missed(
    facts: &Facts<'_, '_>,
    launch: &ObservedLaunch,
    counts: &[u8],
    conflicts: &[AccessConflict],
    race: &Race,
) -> bool {
    let accesses = race.conflict.accesses;
    lacks_thread(launch, race)
        && accesses.iter().all(|&access| counts[access] > 0)
        && conflicts.binary_search_by_key(&accesses, |conflict| conflict.accesses).is_err()
        // Many more threads than there are places would have shared some.
        && !divides_index(facts, i64::from(launch.sample.thread_count().saturating_sub(WARP).max(2)), race)
}

/// The races that the first launch shows.
fn found_in(
    facts: &Facts<'_, '_>,
    launch: &ObservedLaunch,
    may_race: &impl Fn([usize; 2]) -> bool,
    is_wanted: &impl Fn(&Race) -> bool,
    laid_out_by_z: bool,
    purse: &Purse,
) -> Vec<Race> {
    let mut conflicts = conflicts_of(facts, launch, may_race, |_| true, purse);
    conflicts.retain(|conflict| !is_settled(facts, launch, conflict));
    let found = conflicts.into_iter().map(|conflict| race(facts, launch, conflict)).filter(is_wanted).collect();
    let mut races = chosen(facts, found);
    // Blocks with layers have too many shapes to try.
    if laid_out_by_z && facts.block_shape().threads().is_none() {
        races.iter_mut().for_each(|race| race.scope = LaunchScope::Some);
    }
    races
}

/// The leaves to which launches give numbers of their own.
pub(super) fn given_leaves(all: &[Candidate]) -> Vec<Expr> {
    let mut leaves: Vec<Expr> = all.iter().filter_map(|candidate| candidate.sample.given_leaf()).collect();
    leaves.dedup();
    leaves
}

/// Whether one of two threads that store to one place by different instructions of global memory executes both: what it stores last is
/// the same whoever comes first.
fn is_settled(facts: &Facts<'_, '_>, launch: &ObservedLaunch, conflict: &AccessConflict) -> bool {
    let [one, other] = conflict.accesses;
    let stores = conflict.accesses.iter().all(|&index| facts.accesses()[index].kind == AccessKind::Write);
    let near = conflict.accesses.iter().any(|&index| is_shared(facts, &facts.accesses()[index]));
    if one == other || !stores || near {
        return false;
    }
    let executes = |thread: usize, access: usize, phase: u32| {
        launch.trace.events.iter().any(|event| {
            event.access == access
                && event.phase == phase
                && event.mask >> thread & 1 != 0
                && event.address.at(thread) == Some(conflict.address)
        })
    };
    let [first, second] = conflict.events.map(|event| &launch.trace.events[event]);
    executes(conflict.threads[0], second.access, first.phase)
        || executes(conflict.threads[1], first.access, second.phase)
}

/// Most races that are followed through all launches.
pub(super) const MOST_RACES: usize = 32;

/// The races that count among those that were found in a launch, as many as are followed: the worst ones first, and one at each place
/// before others there. They come in the order of their pairs.
fn chosen(facts: &Facts<'_, '_>, mut found: Vec<Race>) -> Vec<Race> {
    let (most, count) = (facts.budget(MOST_RACES), found.len());
    if count > most {
        let is_vague = |race: &Race| !race.conflict.pending && race.conflict.difference == StoreDifference::Unknown;
        found.sort_by_key(|race| (is_vague(race), race.conflict.same_warp));
        let mut at_place: FastMap<InstId, usize> = FastMap::default();
        let number = |race: &Race| {
            let number = at_place.entry(race.insts[1]).or_default();
            *number += 1;
            *number
        };
        let numbers: Vec<usize> = found.iter().map(number).collect();
        let mut numbered: Vec<(usize, Race)> = numbers.into_iter().zip(found).collect();
        numbered.sort_by_key(|&(number, _)| number);
        found = numbered.into_iter().map(|(_, race)| race).collect();
    }
    let (mut races, mut looked) = (Vec::new(), 0);
    for race in found {
        if races.len() == most {
            facts.fell_short("races", looked, Some(count));
            break;
        }
        looked += 1;
        if !is_structured_race(facts, &race) && !reads_for_nothing(facts, &race) && !is_read_ahead(facts, &race) {
            races.push(race);
        }
    }
    races.sort_unstable_by_key(|race| race.conflict.accesses);
    races
}

/// Counts of threads that are tried where a number says how many make an access, and most such numbers of a kernel.
const COUNTS: [i64; 4] = [8, 16, 32, 64];
const MOST_COUNTS: usize = 6;

fn conflicts_of(
    facts: &Facts<'_, '_>,
    launch: &ObservedLaunch,
    wanted: impl Fn([usize; 2]) -> bool,
    takes_part: impl Fn(usize) -> bool,
    purse: &Purse,
) -> Vec<AccessConflict> {
    conflicts(facts, &BlockModel::of(facts, launch.sample), &launch.trace, wanted, takes_part, purse)
}

fn race(facts: &Facts<'_, '_>, launch: &ObservedLaunch, conflict: AccessConflict) -> Race {
    let clocks = conflict.events.map(|event| launch.trace.events[event].clock);
    let [first, second] = if clocks[0] <= clocks[1] { [0, 1] } else { [1, 0] };
    let accesses = [conflict.accesses[first], conflict.accesses[second]];
    Race {
        conflict,
        insts: accesses.map(|access| facts.accesses()[access].inst),
        accesses,
        threads: [first, second].map(|side| launch.trace.threads[conflict.threads[side]]),
        sample: launch.sample,
        places: None,
        scope: LaunchScope::Every,
    }
}

/// Whether a launch has a race, does not execute both accesses, or does not repeat what the first launch repeats: what meets in
/// two rounds of a loop does not in one.
fn confirms(
    [first, counts]: [&Repeats; 2],
    launch: &ObservedLaunch,
    conflicts: &[AccessConflict],
    race: &Race,
    is_lone: &dyn Fn(&Race, u32) -> bool,
) -> bool {
    let comparable = |access: usize| match counts.events[access] {
        0 => false,
        1 => first.events[access] == 1,
        _ => true,
    };
    let found = conflicts.binary_search_by_key(&race.conflict.accesses, |conflict| conflict.accesses);
    match found.map(|index| &conflicts[index]) {
        Ok(found) => {
            (found.pending || !race.conflict.pending)
                && (found.same_warp <= race.conflict.same_warp
                    || launch.sample.thread_count() <= 2 * WARP
                    || is_lone(race, WARP))
                && found.difference >= race.conflict.difference
        }
        Err(_) => !race.conflict.accesses.into_iter().all(comparable) || is_lone(race, 1),
    }
}

/// Takes the race within a warp for one between warps where another launch with the same block has no other: what meets between warps
/// may do so because a size is too large for the rows of an array.
fn weaken(facts: &Facts<'_, '_>, launch: &ObservedLaunch, conflicts: &[AccessConflict], race: &mut Race) {
    let found = conflicts.binary_search_by_key(&race.conflict.accesses, |conflict| conflict.accesses);
    let Some(found) = found.ok().map(|index| conflicts[index]) else { return };
    let same_block = launch.sample.shape == race.sample.shape;
    let weaker = found.same_warp && !race.conflict.same_warp && found.pending == race.conflict.pending;
    if same_block
        && weaker
        && found.difference >= race.conflict.difference
        && several_come(launch, race.conflict.accesses, WARP)
    {
        *race = Race { scope: race.scope, ..self::race(facts, launch, found) };
    }
}

/// Whether threads of more than one part of the block, warps or single threads, make the accesses in a launch: with small sizes
/// there is often just one, and nobody to meet.
fn several_come(launch: &ObservedLaunch, accesses: [usize; 2], part_size: u32) -> bool {
    let [x, y, _] = launch.sample.shape;
    let part = |thread: usize| {
        let [i, j, k] = launch.trace.threads[thread].index;
        (i + x * (j + y * k)) / part_size
    };
    let made = launch.trace.events.iter().filter(|event| accesses.contains(&event.access));
    let mut parts = made.flat_map(|event| threads_of(event.mask)).map(part);
    parts.next().is_some_and(|first| parts.any(|other| other != first))
}

/// Whether a launch has fewer threads than a table of the module has elements, of which each thread writes its own: others read what nobody has
/// written then, as far as the kernel knows.
fn leaves_table(facts: &Facts<'_, '_>, launch: &ObservedLaunch, race: &Race) -> bool {
    let is_table = |index: usize| match facts.accesses()[index].base {
        Base::Variable(var) => facts.module[var].space == StateSpace::Global,
        _ => false,
    };
    race.accesses.into_iter().all(is_table)
        && lengths(facts).into_iter().any(|length| length > launch.sample.thread_count())
}

/// Whether one of the threads of a race is none of a launch's.
fn lacks_thread(launch: &ObservedLaunch, race: &Race) -> bool {
    let shape = launch.sample.shape;
    race.threads.iter().any(|thread| thread.index.iter().zip(shape).any(|(&index, extent)| index >= extent))
}

/// How often each access happens in a launch.
struct Repeats {
    /// The number of times.
    events: Vec<u8>,
    /// The phases between barriers in which it does, a bit for each.
    phases: Vec<u64>,
}

/// The bit that stands for all phases that have none of their own.
const LATER_PHASES: u64 = 1 << 63;

impl Repeats {
    fn of(facts: &Facts<'_, '_>, launch: &ObservedLaunch) -> Self {
        let accesses = facts.accesses().len();
        let mut this = Self { events: vec![0; accesses], phases: vec![0; accesses] };
        for event in &launch.trace.events {
            let index = event.access;
            this.events[index] = this.events[index].saturating_add(1);
            this.phases[index] |= 1_u64.checked_shl(event.phase).unwrap_or(LATER_PHASES);
        }
        this
    }

    /// Whether barriers keep the accesses of a race apart: they happen in no phase together, as far as phases are told apart.
    fn are_apart(&self, race: &Race) -> bool {
        let [a, b] = race.conflict.accesses.map(|access| self.phases[access]);
        a & b & !LATER_PHASES == 0
    }
}
