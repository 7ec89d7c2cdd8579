//! A rehearsal: a block or cluster runs, warp by warp, as far as its numbers are known, to see whether what works asynchronously is waited for.
//!
//! Numbers come from indices and constants; integers that the kernel is given are all the same sample, and what is loaded is unknown. Where an
//! unknown number decides about anything that others may notice, the rehearsal ends and says nothing, unless it is likely what that decides. Copies and matrix units do their work as
//! late as possible: when no thread can go on. What is in order is told by vector clocks of warps and of phases of `mbarrier` objects, so that
//! it does not depend on who was first.

mod actions;
mod agents;
mod blocks;
mod boxes;
mod buffers;
mod clock;
mod lane_operation;
mod likely;
mod machine;
mod memory;
mod numbers;
mod objects;
mod places;
mod plan;
mod registers;
mod shared;
mod slice;
mod touches;
mod warp;

pub use touches::{Disorder, TouchedMemory};
pub use warp::RehearsedLaunch;

use super::expr::{Node, Operation};
use super::protocol::{has_instruction, names_other_blocks, works_in_cluster, works_in_pairs};
use super::shapes::counted_at_barriers;
use super::{BarrierCount, Facts, WARP};
use crate::ids::InstId;
use crate::ir::{DirectiveKind, Operand};
use crate::isa::{Effects, op};
use blocks::Blocks;
use machine::RehearsedCluster;
use plan::RehearsalPlan;
use std::mem::discriminant;

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProtocolFault {
    /// The kind.
    pub kind: ProtocolFaultKind,
    /// The instruction at which it is noticed.
    pub inst: InstId,
    /// The thread, in the linear order of its block.
    pub thread: u32,
    /// The block's rank in the cluster.
    pub rank: u32,
}

/// The kinds of what goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProtocolFaultKind {
    /// Two accesses to the same bytes, or columns of tensor memory, that nothing orders: the one before, and its thread.
    Race {
        /// How they are in each other's way.
        disorder: Disorder,
        /// The instruction that made the access before, or started the work that does.
        other: InstId,
        /// Its thread.
        other_thread: u32,
        /// What memory it is about.
        memory: TouchedMemory,
        /// Whether that thread may lag behind another one of its warp that tells of it.
        lags: bool,
    },
    /// A store into an `mbarrier` object that is in use, and what made the object.
    BarrierOverwritten {
        /// The initialisation.
        init: InstId,
    },
    /// A thread uses an `mbarrier` that nobody has initialised, or that has been invalidated.
    NoBarrier,
    /// A thread waits for a phase that never ends, which lacks so much.
    NeverEnds {
        /// Arrivals.
        arrivals: u64,
        /// Bytes.
        bytes: i64,
        /// Phases that were complete before.
        phase: u32,
    },
    /// A thread waits for as many arrivals as threads of the block have ended, of whom the object counts each.
    LeftEarly {
        /// How many it counts.
        count: u64,
        /// How many have ended.
        ended: u64,
    },
    /// A warp waits at `setmaxnreg.inc` for registers that nobody gives back.
    RegistersNeverFree {
        /// How many it wants for each thread.
        wanted: u32,
    },
    /// A thread arrives at a barrier at which threads may still wait that it has heard nothing of.
    BarrierTaken,
    /// Threads wait at a barrier of their block, to which nobody comes any more.
    BarrierNeverPasses,
    /// An `mbarrier` of a block is used that may not have made it yet.
    NotStarted,
    /// A warp accesses rows of tensor memory that are not its own.
    OtherRows,
    /// Columns of tensor memory are used that are not allocated.
    NotAllocated,
    /// A warp does not execute a product that others of its warpgroup execute.
    PartOfGroup,
    /// A thread waits at an `mbarrier` of another block.
    WaitsElsewhere,
    /// Work of other blocks is asked for when there is none left.
    RequestAfterRefusal,
    /// A copy goes to another block than that of its `mbarrier`.
    OtherBlock,
    /// Memory of a block is used that may have ended.
    EndedBlock,
    /// A copy still writes into shared memory when all threads have ended.
    LeftBehind,
    /// A bulk copy may still read shared memory when the block ends.
    LeftReading,
    /// Bytes are announced in a phase that may be complete by then: all have arrived, and what was announced before may have come.
    AnnouncedTooLate,
    /// A thread waits for bytes that so many copies of the same tensor maps cannot bring.
    UnevenBytes {
        /// What is left for them.
        bytes: u64,
        /// How many they are.
        copies: u64,
    },
    /// A thread waits for so many bytes more than a copy has brought that is not always of the same size.
    ShortCopy {
        /// What it lacks.
        bytes: u64,
    },
    /// Copies by one tensor map are expected to bring so many bytes, of which as many have brought others before.
    OtherBytes {
        /// What is expected now.
        bytes: u64,
        /// What they have brought.
        before: u64,
    },
    /// A phase expects fewer bytes than threads read of the boxes that copies bring by tensor maps.
    FewerBytes {
        /// What is expected.
        expected: u64,
        /// What is read.
        read: u64,
    },
    /// An `mbarrier` is made where there is one.
    InitialisedAgain {
        /// What has made that.
        init: InstId,
    },
    /// A phase has had all its arrivals when one more comes.
    TooManyArrivals {
        /// For how many it was initialised.
        count: u64,
        /// Whether the same warp has arrived last, so that no other number of warps would do.
        is_own: bool,
    },
}

impl ProtocolFault {
    /// Whether another block shows the same. Which of the instructions of an unrolled loop comes too late depends on how many threads go round.
    fn is_like(&self, other: &Self) -> bool {
        match (self.kind, other.kind) {
            (ProtocolFaultKind::EndedBlock, ProtocolFaultKind::EndedBlock) => true,
            (
                ProtocolFaultKind::Race { disorder, memory, .. },
                ProtocolFaultKind::Race { disorder: other, memory: there, .. },
            ) => (disorder, memory) == (other, there),
            (own, kind) => discriminant(&own) == discriminant(&kind) && self.inst == other.inst,
        }
    }
}

impl ProtocolFaultKind {
    /// Whether it is about loads and stores of threads alone: a size that makes rows of threads overlap is not what a kernel is meant for.
    fn is_among_threads(self) -> bool {
        matches!(self, Self::Race { disorder, .. } if disorder.is_among_threads())
    }

    /// Whether it is about memory that warps share, of which they know nothing as long as each keeps to its own.
    fn is_between_warps(self) -> bool {
        matches!(self, Self::Race { memory: TouchedMemory::Shared, .. }) && !self.is_among_threads()
    }

    /// Whether it is about what warps do to each other.
    fn is_of_warps(self) -> bool {
        let is_for_tensors = matches!(self, Self::Race { memory: TouchedMemory::Tensor, .. });
        self.is_between_warps() || is_for_tensors || self == Self::BarrierTaken
    }

    /// Whether warps have no part in what others need all of, or no such place: that of a block which is no block of the kernel's.
    fn is_of_places(self) -> bool {
        matches!(self, Self::OtherRows | Self::PartOfGroup)
    }

    /// Whether an object counts all threads of such a block, of which some have ended.
    fn is_of_all(self, block: [u32; 3]) -> bool {
        matches!(self, Self::LeftEarly { count, .. } if count == u64::from(block.iter().product::<u32>()))
    }

    /// Whether it is no defence that launches of other sizes come to their end: what the kernel does shows that sizes need not fit.
    fn is_of_rest(self) -> bool {
        matches!(self, Self::ShortCopy { .. } | Self::LeftEarly { .. })
    }

    /// Whether a block of another size may be all that it lacks.
    fn is_of_block(self) -> bool {
        match self {
            Self::NeverEnds { arrivals, .. } => arrivals != 0,
            Self::NoBarrier
            | Self::RegistersNeverFree { .. }
            | Self::BarrierTaken
            | Self::BarrierNeverPasses
            | Self::PartOfGroup
            | Self::OtherRows
            | Self::TooManyArrivals { is_own: false, .. } => true,
            // That threads of one warp need not go in step does not come of how many warps there are.
            Self::Race { lags, .. } => !lags && self.is_among_threads(),
            _ => false,
        }
    }
}

/// How a rehearsal ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rehearsal {
    /// Every thread has come to its end.
    Complete,
    /// The same, but none has copied or multiplied anything: there was nothing to do.
    Idle,
    /// The same as complete, but what threads did in shared memory was all within their own warps, or nothing came twice to the same place: other
    /// launches show more of it.
    Apart,
    /// Something goes wrong.
    ProtocolFault(ProtocolFault),
    /// Something was not known.
    Unknown,
    /// Shared memory is too short for such a launch.
    Misfit,
}

/// Steps of a rehearsal.
const STEPS: usize = 300_000;

/// Steps of all rehearsals of a kernel, and how many more for each of its instructions.
const ALL_STEPS: usize = 400_000;
const STEPS_PER_INSTRUCTION: usize = 10;

/// Steps of all rehearsals of a kernel after the one that shows that more of them may be of use.
const SPARE_STEPS: usize = 45_000;

/// Steps of all rehearsals with data.
const STEPS_WITH_DATA: usize = STEPS / 4;

/// Launches that are rehearsed with data, where nothing is known without.
const SAMPLES_OF_DATA: u64 = 8;

/// The first of them in which data tells where rows begin.
const FIRST_OF_ROWS: u64 = 5;

/// Blocks of a cluster at most.
const MOST_BLOCKS: u32 = 8;

/// Sizes that are rehearsed: rings of some stages go round several times; and one for kernels that divide work into tiles.
const SIZES: [u64; 3] = [9, 14, 512];

/// Sizes that take the place of those for which a kernel has nothing to do, or less than a ring of stages holds.
const LARGER_SIZES: [u64; 4] = [1024, 768, 4096, 2304];

/// Sizes that take the place of all others where shared memory is too short for the first of them: some kernels hold all of it at once.
const SMALLER_SIZES: [u64; 2] = [3, 2];

/// Sizes of which the first block gets the last tile, for tiles of most sizes, and which is not a whole one.
const SIZES_WITH_REST: [u64; 2] = [592, 1200];

/// Sizes of which some tiles are whole ones and the last one is not, for tiles of most sizes.
const SIZES_WITH_PART: [u64; 2] = [77, 205];

/// Sizes that are odd numbers of tiles of 16, 32, 64, and 128 elements, as far as they have one.
const SIZES_OF_ODD_TILES: [u64; 3] = [112, 240, 496];

/// Steps of each of their rehearsals.
const ODD_STEPS: usize = STEPS / 6;

/// The launches of a block to rehearse, and those that take the place of idle ones.
fn usual_launches(block: [u32; 3], cluster: [u32; 3]) -> Vec<RehearsedLaunch> {
    launches(block, cluster, &[&SIZES[..], &LARGER_SIZES].concat())
}

/// The launches of a block with some sizes.
fn launches(block: [u32; 3], cluster: [u32; 3], sizes: &[u64]) -> Vec<RehearsedLaunch> {
    let grid = [2 * cluster[0], cluster[1], cluster[2]];
    sizes.iter().map(|&size| RehearsedLaunch { block, grid, cluster, size, data: None }).collect()
}

/// Rehearses the launches of a kernel until there is something to say of all: the same kind of fault in two of them and no launch that comes to its
/// end. `None` if there is not. Where all depends on what is loaded from global memory, launches are rehearsed in which that is zeros and ones.
pub fn rehearse(facts: &Facts<'_, '_>) -> Option<(RehearsedLaunch, ProtocolFault)> {
    if !may_go_wrong(facts) {
        return None;
    }
    rehearse_likely(facts).filter(|(_, fault)| !is_of_permutation(facts, fault))
}

/// Whether a race is one of threads at places that are made of the bits of their indices, each of which something moves that the kernel is given: all
/// numbers are the same in a rehearsal, so that they are no permutation.
fn is_of_permutation(facts: &Facts<'_, '_>, fault: &ProtocolFault) -> bool {
    let ProtocolFaultKind::Race { other, .. } = fault.kind else { return false };
    [fault.inst, other].into_iter().flat_map(|inst| facts.accesses_at(inst)).filter_map(|access| access.address).any(
        |address| {
            let exprs = facts.exprs();
            let table = &exprs.table;
            let is_given = |node: Node| matches!(node, Node::Param { .. });
            table.contains(address, |node| match node {
                Node::Binary(Operation::Shl | Operation::Shr, _, bits, by) => {
                    table.contains(by, is_given) && table.depends_on_thread(bits)
                }
                _ => false,
            })
        },
    )
}

fn rehearse_likely(facts: &Facts<'_, '_>) -> Option<(RehearsedLaunch, ProtocolFault)> {
    let clusters = clusters(facts);
    let blocks = Blocks::of(facts, clusters.iter().map(|extents| extents.iter().product()))?;
    let plan = plan::plan(facts);
    let (block, cluster) = match (blocks, &clusters[..]) {
        (_, []) => return None,
        (Blocks::Known(block), &[cluster]) => (block, cluster),
        (Blocks::Known(block), _) => return in_likely_launches(facts, &plan, (&[block], None), &clusters),
        (Blocks::Likely { blocks, chosen }, _) => {
            return in_likely_launches(facts, &plan, (&blocks, chosen), &clusters);
        }
    };
    let launches = usual_launches(block, cluster);
    match rehearse_all(facts, &plan, &launches) {
        RehearsalSummary::Fault(..) if plan.has_run_out() => None,
        RehearsalSummary::Fault(launch, fault, times) => {
            (times > if fault.kind.is_among_threads() { SIZES.len() - 1 } else { 1 }).then_some((launch, fault))
        }
        RehearsalSummary::Unknown if plan.loads_data => match with_data(facts, &plan, &launches) {
            RehearsalSummary::Fault(launch, fault, _) => (!fault.kind.is_among_threads()).then_some((launch, fault)),
            _ => None,
        },
        RehearsalSummary::Complete(launch) => with_rest(facts, &plan, launch),
        RehearsalSummary::Unknown | RehearsalSummary::Misfit => with_rest(facts, &plan, launches[0]),
    }
}

/// Rehearses launches like one that has come to its end, in which the last tile is not a whole one, if copies are of different sizes, or are expected to
/// be: a copy that brings less than is expected, or boxes that do. That others come to their end is no defence, since the kernel tells that tiles need not
/// be whole.
fn with_rest(
    facts: &Facts<'_, '_>,
    plan: &RehearsalPlan,
    complete: RehearsedLaunch,
) -> Option<(RehearsedLaunch, ProtocolFault)> {
    let RehearsedLaunch { block, cluster, .. } = complete;
    let rest = plan.has_copies_of_any_size.then_some(SIZES_WITH_REST);
    let part = plan.has_boxes_of_any_size.then_some(SIZES_WITH_PART);
    let sizes: Vec<u64> = [rest, part].into_iter().flatten().flatten().collect();
    let is_of_part = |kind| matches!(kind, ProtocolFaultKind::ShortCopy { .. } | ProtocolFaultKind::OtherBytes { .. });
    let short = launches(block, cluster, &sizes).into_iter().find_map(|launch| {
        match rehearse_launch(facts, plan, launch, facts.budget(STEPS)).rehearsal {
            Rehearsal::ProtocolFault(fault) if is_of_part(fault.kind) => Some((launch, fault)),
            _ => None,
        }
    });
    short.or_else(|| with_odd_tiles(facts, plan, complete))
}

/// Rehearses launches in which the number of tiles is odd, if there was nothing to do for small sizes: rings of an even number of stages begin anew with each
/// tile of the result otherwise, whatever their stages and phases are then. A fault has to be seen in all launches that come as far.
fn with_odd_tiles(
    facts: &Facts<'_, '_>,
    plan: &RehearsalPlan,
    complete: RehearsedLaunch,
) -> Option<(RehearsedLaunch, ProtocolFault)> {
    let RehearsedLaunch { block, cluster, .. } = complete;
    if !plan.work.fills || !plan.is_idle_when_small.get() {
        return None;
    }
    let mut found: Option<(RehearsedLaunch, ProtocolFault)> = None;
    for launch in launches(block, cluster, &SIZES_OF_ODD_TILES) {
        match (rehearse_launch(facts, plan, launch, facts.budget(ODD_STEPS)).rehearsal, &found) {
            (Rehearsal::Idle, _) => {}
            (Rehearsal::ProtocolFault(fault), None) => found = Some((launch, fault)),
            (Rehearsal::ProtocolFault(fault), Some((_, known))) if fault.is_like(known) => return found,
            _ => return None,
        }
    }
    None
}

/// Rehearses a kernel in several blocks, or clusters, of which any may be the one that it is made for: what goes wrong in most of them, while none comes to
/// its end. Those that have too many or too few threads for what it counts say nothing, unless they all come to the same.
fn in_likely_launches(
    facts: &Facts<'_, '_>,
    plan: &RehearsalPlan,
    (blocks, chosen): (&[[u32; 3]], Option<u32>),
    clusters: &[[u32; 3]],
) -> Option<(RehearsedLaunch, ProtocolFault)> {
    // The warps that a kernel chooses by their numbers it has.
    let chosen = chosen.filter(|_| blocks.len() > 1);
    let is_chosen = |block: [u32; 3]| Some(block.iter().product()) == chosen;
    let is_of_chosen =
        |(launch, fault): &(RehearsedLaunch, ProtocolFault)| is_chosen(launch.block) && !fault.kind.is_of_block();
    let (mut found, mut unknown, mut misfits) = (Vec::new(), 0, 0);
    for (&block, &cluster) in blocks.iter().flat_map(|block| clusters.iter().map(move |cluster| (block, cluster))) {
        let launches = usual_launches(block, cluster);
        let summary = match rehearse_all(facts, plan, &launches) {
            RehearsalSummary::Unknown if plan.loads_data => with_data(facts, plan, &launches),
            known => known,
        };
        match summary {
            RehearsalSummary::Fault(launch, fault, times) if times > 1 => found.push((launch, fault)),
            // What warps do to each other a single one cannot show.
            RehearsalSummary::Complete(_)
                if is_lone_warp(block) && is_for_all_blocks(&found) && !facts.barriers().is_empty() => {}
            RehearsalSummary::Complete(launch) => return with_rest(facts, plan, launch),
            RehearsalSummary::Misfit => misfits += 1,
            // What other blocks show may come of their size.
            RehearsalSummary::Unknown if is_chosen(block) => return None,
            _ => unknown += 1,
        }
        // What is not known does mostly not depend on the block.
        if unknown > 1 && found.len() <= unknown && !found.iter().any(is_of_chosen) {
            return None;
        }
        // Launches that were not rehearsed could have come to their end. Blocks that end too early do so for any size.
        if plan.has_run_out() && !found.iter().all(|(_, fault)| fault.kind == ProtocolFaultKind::EndedBlock) {
            return None;
        }
        if plan.has_spent_all() {
            break;
        }
    }
    most_likely(facts, &found, (unknown, misfits), [blocks.len(), clusters.len()], is_of_chosen)
}

/// The fault that counts of those that blocks show of which none comes to its end; `(unknown, misfits)` others show nothing. A fault of the block that a kernel
/// chooses counts most.
fn most_likely(
    facts: &Facts<'_, '_>,
    found: &[(RehearsedLaunch, ProtocolFault)],
    (unknown, misfits): (usize, usize),
    [blocks, clusters]: [usize; 2],
    is_of_chosen: impl Fn(&(RehearsedLaunch, ProtocolFault)) -> bool,
) -> Option<(RehearsedLaunch, ProtocolFault)> {
    if let Some(&of_chosen) = found.iter().find(|it| is_of_chosen(it)) {
        return Some(of_chosen);
    }
    // Arrays are too short for all other blocks of several warps, or objects count more threads than they have.
    let is_too_few = |fault: &ProtocolFault| matches!(fault.kind, ProtocolFaultKind::NeverEnds { arrivals: 1.., .. });
    let rest: Vec<_> = found.iter().filter(|(_, fault)| !is_too_few(fault)).copied().collect();
    if let [(launch, fault)] = rest[..]
        && (misfits > 1 && unknown == 0)
        && (fault.kind.is_of_all(launch.block) || (fault.kind.is_between_warps() && found.len() == 1))
    {
        return Some((launch, fault));
    }
    // Of the clusters that a known block may be part of, all others lack blocks or room.
    if let [(launch, fault)] = found[..]
        && (blocks == 1 && misfits > 0 && unknown == 0)
        && !fault.kind.is_among_threads()
    {
        return Some((launch, fault));
    }
    // For fewer threads than its barriers count no kernel is made.
    let counted = counted_at_barriers(facts).unwrap_or(0);
    let threads = |launch: &RehearsedLaunch| launch.block.iter().product::<u32>();
    let large: Vec<_> = found.iter().copied().filter(|(launch, _)| threads(launch) >= counted).collect();
    if large.len() >= MANY_LAUNCHES && large.iter().all(|(_, fault)| fault.is_like(&large[0].1)) {
        return large.first().copied();
    }
    // A hang may come of another cluster, too.
    let is_of_launch = |kind: ProtocolFaultKind| {
        kind.is_of_block() || (clusters > 1 && matches!(kind, ProtocolFaultKind::NeverEnds { .. }))
    };
    let of_kernel: Vec<_> = found.iter().filter(|(_, fault)| !is_of_launch(fault.kind)).collect();
    if let [&(launch, fault)] = of_kernel[..]
        && (threads(&launch) == counted && unknown == 0 && found.len() >= MANY_LAUNCHES)
    {
        // All other blocks have too few threads for what the kernel counts, or too many.
        return Some((launch, fault));
    }
    let count = |fault: &ProtocolFault| of_kernel.iter().filter(|(_, other)| fault.is_like(other)).count();
    let &&(launch, fault) = of_kernel.iter().rev().max_by_key(|(_, fault)| count(fault))?;
    (count(&fault) >= 2 && 2 * count(&fault) > of_kernel.len()).then_some((launch, fault))
}

/// Whether a block has no more than one warp.
fn is_lone_warp(block: [u32; 3]) -> bool {
    block.iter().product::<u32>() <= WARP
}

/// Whether in so many blocks warps do the same to each other that it does not come of their number.
fn is_for_all_blocks(found: &[(RehearsedLaunch, ProtocolFault)]) -> bool {
    // Where one instruction in two warps races for tensor memory, each warp has all of it: the block has one.
    let is_for_tensors = |fault: &ProtocolFault| match fault.kind {
        ProtocolFaultKind::Race { memory: TouchedMemory::Tensor, other, .. } => other != fault.inst,
        _ => false,
    };
    let is_like = |(_, fault): &(RehearsedLaunch, ProtocolFault)| {
        (fault.kind.is_between_warps() || is_for_tensors(fault)) && fault.is_like(&found[0].1)
    };
    !found.is_empty() && found.iter().all(is_like)
}

/// So many launches have some with too few threads and some with too many.
const MANY_LAUNCHES: usize = 3;

/// Rehearses launches in which integers in global memory are zeros and ones: the first kind of fault that there is in two of them.
fn with_data(facts: &Facts<'_, '_>, plan: &RehearsalPlan, launches: &[RehearsedLaunch]) -> RehearsalSummary {
    let mut found: Vec<(RehearsedLaunch, ProtocolFault)> = Vec::new();
    let (mut are_small, mut steps, mut is_shown) = (false, facts.budget(STEPS_WITH_DATA), false);
    for seed in 0..SAMPLES_OF_DATA {
        // Longer rows show no more of what has come to its end with short ones, but where parts of a block have rows of their own.
        if seed >= FIRST_OF_ROWS && is_shown && found.is_empty() && !has_barriers_of_some(facts) {
            break;
        }
        let size = seed as usize % 2 + if are_small { 2 } else { 0 };
        let launch = RehearsedLaunch { data: Some(seed), ..launches[size] };
        let done = rehearse_launch(facts, plan, launch, steps);
        steps -= done.steps;
        match done.rehearsal {
            // More rows than an array has come into each other's way.
            Rehearsal::ProtocolFault(fault)
                if seed >= FIRST_OF_ROWS && matches!(fault.kind, ProtocolFaultKind::Race { .. }) => {}
            Rehearsal::ProtocolFault(fault) => {
                let is_like = |known: &&(RehearsedLaunch, ProtocolFault)| {
                    discriminant(&known.1.kind) == discriminant(&fault.kind)
                };
                if let Some(&(launch, fault)) = found.iter().find(is_like) {
                    return RehearsalSummary::Fault(launch, fault, 2);
                }
                found.push((launch, fault));
            }
            Rehearsal::Complete => is_shown = true,
            Rehearsal::Idle => {}
            Rehearsal::Apart => are_small = true,
            // Others have come to their end, and there are no steps for more.
            Rehearsal::Unknown if done.lacks_steps && is_shown => break,
            Rehearsal::Unknown => return RehearsalSummary::Unknown,
            Rehearsal::Misfit => return RehearsalSummary::Misfit,
        }
    }
    if found.is_empty() && is_shown { RehearsalSummary::Complete(launches[0]) } else { RehearsalSummary::Unknown }
}

/// Whether a kernel has anything that a rehearsal is about.
fn may_go_wrong(facts: &Facts<'_, '_>) -> bool {
    let protocol = [
        Effects::MBARRIER_WAIT,
        Effects::MBARRIER_ARRIVE,
        Effects::MBARRIER_INIT,
        Effects::MBARRIER_INVAL,
        Effects::ASYNCHRONOUS,
        Effects::CLUSTER_BARRIER,
        Effects::BARRIER_ARRIVE,
    ];
    protocol.into_iter().any(|effect| facts.effects().intersects(effect))
        || has_instruction(facts.module, |it| it == op::SETMAXNREG_INC)
        || has_barriers_of_some(facts)
}

/// Whether parts of a block wait for each other.
fn has_barriers_of_some(facts: &Facts<'_, '_>) -> bool {
    facts.barriers().iter().any(|it| matches!(it.count, BarrierCount::Threads(_)))
}

/// What rehearsals of some launches come to.
enum RehearsalSummary {
    /// The first fault, and in how many launches there is one of its kind.
    Fault(RehearsedLaunch, ProtocolFault, usize),
    /// This launch comes to its end.
    Complete(RehearsedLaunch),
    /// Nothing is known of any launch, or too little.
    Unknown,
    /// Nobody launches blocks of so many threads.
    Misfit,
}

fn rehearse_all(facts: &Facts<'_, '_>, plan: &RehearsalPlan, launches: &[RehearsedLaunch]) -> RehearsalSummary {
    let mut found: Option<(RehearsedLaunch, ProtocolFault)> = None;
    let (mut times, mut wanted, mut are_apart, mut steps, mut misfits) = (0, SIZES.len(), false, 0, 0);
    let mut rest = launches.iter().enumerate();
    while let Some((number, &launch)) = rest.next() {
        // A fault has to be seen twice.
        if number == wanted || times + wanted - number < 2 || plan.has_spent_all() {
            break;
        }
        let done = rehearse_within_means(facts, plan, launch);
        let is_as_before = std::mem::replace(&mut steps, done.steps) == done.steps;
        match done.rehearsal {
            Rehearsal::Complete => return RehearsalSummary::Complete(launch),
            Rehearsal::Idle => {
                wanted += 1;
                plan.is_idle_when_small.set(number == 0 || plan.is_idle_when_small.get());
            }
            // Where the size makes no difference others will not either.
            Rehearsal::Apart if !plan.has_sizes || (launch.size == LARGER_SIZES[0] && is_as_before) => {
                return RehearsalSummary::Complete(launch);
            }
            // A size that is little more shows no more.
            Rehearsal::Apart if number == 0 => {
                (wanted, are_apart) = (launches.len(), true);
                rest.nth(SIZES.len() - 2);
            }
            Rehearsal::Apart => (wanted, are_apart) = (wanted + 1, true),
            // Where steps do not suffice they do not for larger sizes either.
            Rehearsal::Unknown if found.is_none() && done.lacks_steps => break,
            Rehearsal::Unknown => {}
            Rehearsal::Misfit if number == 0 && launch.size == SIZES[0] && plan.has_sizes => {
                return rehearse_all(facts, plan, &SMALLER_SIZES.map(|size| RehearsedLaunch { size, ..launch }));
            }
            Rehearsal::Misfit => misfits += 1,
            Rehearsal::ProtocolFault(fault) => {
                // Loops that are unrolled have the same fault at other places, and what goes wrong first depends on how often loops go round.
                let first = found.get_or_insert((launch, fault)).1;
                let is_either_among_threads = first.kind.is_among_threads() || fault.kind.is_among_threads();
                let is_same = discriminant(&first.kind) == discriminant(&fault.kind);
                times += usize::from(is_same || !is_either_among_threads);
                if first.kind.is_of_rest() && times > 1 {
                    break;
                }
            }
        }
    }
    match found {
        // Of all but what warps do to each other it is a defence that threads have come to their end.
        Some((launch, fault))
            if !are_apart
                || ((fault.kind.is_of_warps() || fault.kind.is_of_places()) && times > 1)
                || (times >= LARGER_SIZES.len() && has_barriers_of_some(facts)) =>
        {
            RehearsalSummary::Fault(launch, fault, times)
        }
        _ if are_apart && !plan.has_spent_all() => RehearsalSummary::Complete(launches[0]),
        // Those without a fault were given up after two.
        None if misfits > 1 => RehearsalSummary::Misfit,
        _ => RehearsalSummary::Unknown,
    }
}

/// What a rehearsal has come to.
struct RehearsedRun {
    rehearsal: Rehearsal,
    /// How many steps it took.
    steps: usize,
    /// Whether they did not suffice.
    lacks_steps: bool,
}

/// Rehearses a launch, in at most so many steps of those that the kernel has left.
fn rehearse_launch(facts: &Facts<'_, '_>, plan: &RehearsalPlan, launch: RehearsedLaunch, most: usize) -> RehearsedRun {
    let left = plan.steps_left.get();
    let steps = most.min(left);
    if steps == 0 {
        return RehearsedRun { rehearsal: Rehearsal::Unknown, steps: 0, lacks_steps: true };
    }
    let (rehearsal, rest) = RehearsedCluster::new(facts, plan, launch).run_and_count(steps);
    let (made, lacks_steps) = (steps - rest, rest == 0 && matches!(rehearsal, Rehearsal::Unknown));
    plan.steps_left.set(left - made);
    if lacks_steps && most >= left {
        facts.fell_short("rehearsed launches", 0, None);
    }
    RehearsedRun { rehearsal, steps: made, lacks_steps }
}

/// Rehearses a launch. Those after the first one in which warps were apart share some steps: what is seen with these is enough.
fn rehearse_within_means(facts: &Facts<'_, '_>, plan: &RehearsalPlan, launch: RehearsedLaunch) -> RehearsedRun {
    let spare = plan.spare_steps.get();
    let steps = spare.unwrap_or(facts.budget(STEPS));
    let done = rehearse_launch(facts, plan, launch, steps);
    match (spare, &done.rehearsal) {
        (Some(_), _) => plan.spare_steps.set(Some(steps - done.steps)),
        (None, Rehearsal::Apart) => plan.spare_steps.set(Some(facts.budget(SPARE_STEPS))),
        _ => {}
    }
    done
}

/// Clusters that are tried where only launches have them.
const LIKELY_CLUSTERS: [[u32; 3]; 2] = [[2, 1, 1], [4, 1, 1]];

/// The extents of clusters that a kernel may have, as far as the rehearsal can run them.
fn clusters(facts: &Facts<'_, '_>) -> Vec<[u32; 3]> {
    let module = facts.module;
    let directives = &module.directives[module[facts.function].directives.indices()];
    match directives.iter().find(|it| it.kind == DirectiveKind::ReqNctaPerCluster) {
        Some(cluster) => required_cluster(facts, module.list(cluster.args)).into_iter().collect(),
        None if works_in_cluster(facts) => {
            // Libraries name the block in kernels that may have a cluster, and are launched without one, too.
            let single = may_be_single(facts).then_some([1; 3]);
            single.into_iter().chain(LIKELY_CLUSTERS).collect()
        }
        None => vec![[1; 3]],
    }
}

/// Whether a kernel that names blocks of a cluster neither meets others nor copies to them.
fn may_be_single(facts: &Facts<'_, '_>) -> bool {
    let module = facts.module;
    let opcodes = || module.insts_of(facts.function).map(|inst| module.opcode(inst));
    !facts.effects().intersects(Effects::CLUSTER_BARRIER)
        && !opcodes().any(|opcode| names_other_blocks(module, opcode))
        && !works_in_pairs(facts)
}

/// The extents of a cluster that a kernel requires, if the rehearsal can run it.
fn required_cluster(facts: &Facts<'_, '_>, list: &[Operand]) -> Option<[u32; 3]> {
    let mut extents = [1; 3];
    for (extent, operand) in extents.iter_mut().zip(list) {
        *extent = u32::try_from(facts.module[operand.constant()?].integer()?).ok()?;
    }
    let count = extents.iter().try_fold(1_u32, |product, &extent| product.checked_mul(extent))?;
    (1..=MOST_BLOCKS).contains(&count).then_some(extents)
}
