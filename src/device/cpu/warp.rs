//! A warp: its registers, and which of its lanes are where.
//!
//! Lanes that are at the same place form a front. The front that is deepest in calls and lowest in the code goes first, so lanes that
//! part meet again where their ways do: compilers lay code out so that what follows comes later. Compared with a stack of
//! reconvergence points this keeps the promise of independent thread scheduling, that every lane gets on whatever the others
//! wait for: a front that goes round and round has to let others go after a while.

use super::block::BlockState;
use super::bulk::BulkGroups;
use super::cluster::{ClusterLanes, shared_address};
use super::kernel_launch::KernelLaunch;
use super::lanes::{Lanes, WARP, lanes_of, mask_of};
use super::memory::LocalBytes;
use super::program::{Constant, Op, RegisterSlot, Step};
use super::registers::RegisterFile;
use super::stack::{LaneStacks, MOST_LOCAL};
use super::tensor_memory::PendingTransfers;
use super::warpgroup::ProductQueue;
use crate::device::error::{Fault, FaultKind};
use crate::isa::{SpecialKind, SpecialRegister};
use std::sync::Arc;

/// Steps after which other fronts and other warps have their turn.
pub(super) const TURN: u32 = 4096;

/// Most nested calls.
const MOST_CALLS: usize = 256;

/// Most registers of all frames.
const MOST_REGISTERS: usize = 1 << 18;

/// A failed step.
pub type StepFailure = Box<Fault>;

/// Where a call came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Caller {
    /// The step of the call.
    pub step: u32,
    /// Which of its targets was called.
    pub target: u32,
    /// Where its registers begin.
    pub base: u32,
    /// Where its frame begins in local memory.
    pub local: u32,
}

/// What a front waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wait {
    /// Nothing.
    Ready,
    /// Other lanes of the warp.
    Lanes,
    /// A barrier of the block.
    Barrier(u32),
    /// The end of a phase of an mbarrier object.
    Phase,
    /// The barrier of the cluster.
    Cluster,
    /// So many columns of tensor memory.
    TensorMemory(u32),
    /// So many registers for each thread (`setmaxnreg.inc`).
    Registers(u32),
    /// So many products of each warp of its group.
    Products(u32),
}

/// Lanes that are at the same place.
#[derive(Clone, Debug)]
pub struct Front {
    /// The next step.
    pub pc: u32,
    /// Which lanes.
    pub mask: u32,
    /// Where the registers of the function begin.
    pub base: u32,
    /// Where the frame of the function begins in local memory.
    pub local: u32,
    /// The callers, outermost first: shared, as fronts part and meet more often than they call.
    pub callers: Arc<[Caller]>,
    /// What it waits for.
    pub wait: Wait,
    /// When it last ran.
    pub turn: u64,
}

/// How a step goes on.
pub enum StepFlow {
    /// With the next one.
    Next,
    /// Elsewhere, with all lanes.
    Jump(u32),
    /// The front is gone or was put away.
    Gone,
    /// The lanes wait for others, and come back to the step: it is not done.
    Waits,
}

/// A copy that is under way.
pub struct PendingCopy {
    pub lane: usize,
    pub group: u32,
    pub offset: usize,
    pub bytes: Vec<(u64, bool)>,
    pub unit: u32,
    pub step: u32,
    /// It has been done already, though nobody may rely on it yet.
    pub has_landed: bool,
}

impl PendingCopy {
    /// Bytes that it writes.
    pub fn size(&self) -> u32 {
        self.unit * self.bytes.len() as u32
    }
}

/// The `cp.async` of a warp's lanes that nobody has waited for.
#[derive(Default)]
pub struct CopyQueue {
    pending: Vec<PendingCopy>,
    /// Groups that each lane has made.
    groups: [u32; WARP],
}

impl CopyQueue {
    /// The group that a lane's next copy belongs to.
    pub fn group(&self, lane: usize) -> u32 {
        self.groups[lane]
    }

    /// A copy is under way.
    pub fn push(&mut self, copy: PendingCopy) {
        self.pending.push(copy);
    }

    /// A lane ends a group.
    pub fn commit(&mut self, lane: usize) {
        self.groups[lane] += 1;
    }

    /// Takes out the copies that are chosen, in the order in which they began.
    pub fn take(&mut self, chosen: impl Fn(&PendingCopy) -> bool) -> Vec<PendingCopy> {
        let (taken, left) = std::mem::take(&mut self.pending).into_iter().partition(chosen);
        self.pending = left;
        taken
    }

    /// How many groups each lane has made.
    pub fn groups(&self) -> [u32; WARP] {
        self.groups
    }
}

/// 32 threads. What is public here has its own module, which alone knows what is in it.
pub struct Warp {
    /// Its index in the cluster.
    index: usize,
    /// The rank of its block.
    rank: usize,
    /// Its index in its block.
    own_index: usize,
    /// Lanes that have not ended.
    live: u32,
    /// Where lanes are.
    fronts: Vec<Front>,
    /// Local memory of each lane, as much in all of them.
    local: Vec<LocalBytes>,
    /// Where that ends for each lane, in programs in which it may differ.
    stacks: Option<Box<LaneStacks>>,
    /// Lanes at the barrier of the cluster.
    pub cluster: ClusterLanes,
    /// Registers of all frames.
    pub registers: RegisterFile,
    /// `cp.async` that nobody has waited for.
    pub copies: CopyQueue,
    /// Groups of bulk copies that each lane has made.
    pub bulk_groups: BulkGroups,
    /// Products of its warpgroup that it has not waited for.
    pub products: ProductQueue,
    /// Transfers from and to tensor memory that it has not waited for.
    pub transfers: PendingTransfers,
    /// Steps that are left.
    budget: u64,
    /// A front has used up its turn.
    fair: bool,
    turn: u64,
}

/// The memory of a warp that has ended, for the one of the same index in the next block of the launch.
#[derive(Default)]
pub struct SpareWarp {
    registers: RegisterFile,
    local: Vec<LocalBytes>,
}

impl Warp {
    /// A warp before its first step.
    pub fn new(index: usize, launch: &KernelLaunch<'_>, block: &BlockState, spare: Option<SpareWarp>) -> Self {
        let threads = launch.shape.block.iter().product::<u32>();
        let (rank, own_index) = (index / launch.block_warps(), index % launch.block_warps());
        let count = (threads - own_index as u32 * WARP as u32).min(WARP as u32);
        let live = if count == 32 { u32::MAX } else { (1 << count) - 1 };
        let code = launch.program.functions[0];
        let front = Front {
            pc: code.entry,
            mask: live,
            base: 0,
            local: 0,
            callers: Arc::default(),
            wait: Wait::Ready,
            turn: 0,
        };
        let is_first = spare.is_none();
        let SpareWarp { registers, local } = spare.unwrap_or_default();
        let mut warp = Self {
            index,
            rank,
            own_index,
            live,
            fronts: vec![front],
            local,
            stacks: launch.program.moves_stack.then(|| Box::new(LaneStacks::new(code.frame))),
            cluster: ClusterLanes::default(),
            registers,
            copies: CopyQueue::default(),
            bulk_groups: BulkGroups::default(),
            products: ProductQueue::default(),
            transfers: PendingTransfers::default(),
            budget: launch.checks.steps,
            fair: false,
            turn: 0,
        };
        warp.set_constants(is_first, launch, block);
        warp.registers.renew(code.registers);
        warp.local.iter_mut().for_each(LocalBytes::clear);
        warp.grow_local(code.frame);
        warp
    }

    /// Gives constants their values: all of them, or those that differ from block to block.
    fn set_constants(&mut self, all: bool, launch: &KernelLaunch<'_>, block: &BlockState) {
        for (number, &constant) in launch.program.constants.iter().enumerate() {
            let lanes = match constant {
                Constant::Special(register, component) if is_of_block(register) => {
                    [special(register, component, 0, self, launch, block); WARP]
                }
                Constant::Special(register, component) if all => {
                    std::array::from_fn(|lane| special(register, component, lane, self, launch, block))
                }
                _ if !all => continue,
                Constant::Bits(bits) => [bits; WARP],
                Constant::Shared(offset) => [shared_address(self.rank, offset); WARP],
                Constant::Special(..) => continue,
            };
            if all {
                self.registers.add_constant(lanes);
            } else {
                self.registers.set_constant(number, lanes);
            }
        }
    }

    /// What the warp of the next block can use again.
    pub fn into_spare(self) -> SpareWarp {
        SpareWarp { registers: self.registers, local: self.local }
    }

    /// Makes room for a frame that ends there.
    pub fn grow_local(&mut self, end: u32) {
        if end > 0 {
            self.local.resize_with(WARP, LocalBytes::default);
            self.local.iter_mut().for_each(|bytes| bytes.grow(end as usize));
        }
    }

    /// Its index in the cluster.
    #[inline]
    pub fn index(&self) -> usize {
        self.index
    }

    /// The rank of its block.
    #[inline]
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Its index in its block.
    pub fn own_index(&self) -> usize {
        self.own_index
    }

    /// Lanes that have not ended.
    pub fn live(&self) -> u32 {
        self.live
    }

    /// Some lanes end.
    pub fn end_lanes(&mut self, mask: u32) {
        self.live &= !mask;
    }

    /// Whether all lanes have ended.
    pub fn is_done(&self) -> bool {
        self.live == 0
    }

    /// Where lanes are that have not ended, but for those that are running.
    pub fn fronts(&self) -> &[Front] {
        &self.fronts
    }

    /// Takes fronts out, in order.
    pub fn take_fronts(&mut self, chosen: impl FnMut(&Front) -> bool) -> Vec<Front> {
        let (taken, left) = std::mem::take(&mut self.fronts).into_iter().partition(chosen);
        self.fronts = left;
        taken
    }

    /// Lets fronts go on with the step that they wait at. Whether any does.
    pub fn wake(&mut self, wakes: impl Fn(Wait) -> bool) -> bool {
        let mut any = false;
        for front in self.fronts.iter_mut().filter(|front| wakes(front.wait)) {
            (front.wait, any) = (Wait::Ready, true);
        }
        any
    }

    /// How many bytes of local memory each lane has, where that is the same for all of them.
    pub fn local_len(&self) -> Option<usize> {
        self.stacks.is_none().then(|| self.local.first().map_or(0, LocalBytes::len))
    }

    /// Where the local memory of a lane ends.
    pub fn local_end(&self, lane: usize) -> usize {
        let own = self.stacks.as_ref().map(|stacks| stacks.end(lane) as usize);
        own.or_else(|| self.local_len()).unwrap_or(0)
    }

    /// Where the stacks of lanes end, if they may differ.
    pub fn stacks_mut(&mut self) -> Option<&mut LaneStacks> {
        self.stacks.as_deref_mut()
    }

    /// The local memory of a lane.
    #[inline]
    pub fn local(&self, lane: usize) -> &LocalBytes {
        &self.local[lane]
    }

    /// The same, to be changed.
    #[inline]
    pub fn local_mut(&mut self, lane: usize) -> &mut LocalBytes {
        &mut self.local[lane]
    }

    /// The register's lanes.
    #[inline]
    pub fn lanes(&self, base: u32, slot: RegisterSlot) -> &Lanes {
        self.registers.lanes(base, slot)
    }

    /// The lanes in which the register has a value.
    #[inline]
    pub fn defined(&self, base: u32, slot: RegisterSlot) -> u32 {
        self.registers.defined(base, slot)
    }

    /// Writes some lanes of a register.
    #[inline]
    pub fn write(&mut self, base: u32, slot: RegisterSlot, mask: u32, values: &Lanes, defined: u32) {
        self.registers.write(base, slot, mask, values, defined);
    }

    /// The bits of a register that have values.
    pub fn known_bits(&self, base: u32, slot: RegisterSlot, lane: usize) -> u64 {
        self.registers.known_bits(base, slot, lane)
    }

    /// Writes some lanes of a register, of which these bits are known.
    pub fn write_bits(&mut self, base: u32, slot: RegisterSlot, mask: u32, values: &Lanes, known: &Lanes) {
        self.registers.write_bits(base, slot, mask, values, known);
    }

    /// The lanes where the step's guard holds.
    #[inline]
    fn guarded(&self, front: &Front, step: &Step) -> Result<u32, u32> {
        let Some((slot, negated)) = step.guard else { return Ok(front.mask) };
        let undefined = front.mask & !self.defined(front.base, slot);
        if undefined != 0 {
            return Err(undefined);
        }
        let holds = mask_of(self.lanes(front.base, slot));
        Ok(front.mask & if negated { !holds } else { holds })
    }

    /// The lanes where the bits of the step's guard say so, whether they have values or not.
    #[cold]
    fn as_if_guarded(&self, front: &Front, step: &Step) -> u32 {
        let Some((slot, negated)) = step.guard else { return front.mask };
        let holds = mask_of(self.lanes(front.base, slot));
        front.mask & if negated { !holds } else { holds }
    }

    /// Notes a fault of some lanes, if the launch goes on after faults.
    ///
    /// # Errors
    /// The fault of the first lane, if it does not.
    #[inline]
    pub fn tolerate(
        &self,
        lanes: u32,
        kind: FaultKind,
        message: &str,
        pc: u32,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        lanes_of(lanes).try_for_each(|lane| {
            let fault = || launch.fault(kind, message.to_string(), pc, block, self.thread(1 << lane));
            if kind == FaultKind::Uninitialised {
                launch.tolerate_unnoticed(pc, fault)
            } else {
                launch.tolerate(fault())
            }
        })
    }

    /// Puts a front back, together with one that is at the same place.
    pub fn put(&mut self, front: Front) {
        if front.mask == 0 {
            return;
        }
        let joins = |other: &&mut Front| {
            other.pc == front.pc
                && other.base == front.base
                && [other.wait, front.wait].iter().all(|wait| matches!(wait, Wait::Ready | Wait::Lanes))
                && other.callers == front.callers
        };
        match self.fronts.iter_mut().find(joins) {
            Some(other) => {
                other.mask |= front.mask;
                other.wait = Wait::Ready;
            }
            None => self.fronts.push(front),
        }
    }

    /// The front to go on: the deepest and lowest, or the one that has waited longest when it is time for others.
    fn pick(&mut self) -> Option<Front> {
        let ready = self.fronts.iter().enumerate().filter(|(_, front)| front.wait == Wait::Ready);
        let (index, _) = if std::mem::take(&mut self.fair) {
            ready.min_by_key(|(_, front)| front.turn)?
        } else {
            ready.min_by_key(|(_, front)| (usize::MAX - front.callers.len(), front.pc))?
        };
        self.turn += 1;
        let mut front = self.fronts.swap_remove(index);
        front.turn = self.turn;
        Some(front)
    }

    /// Runs until all lanes wait or have ended, or for a few thousand steps. Whether anything was done.
    pub fn run<const COUNTS: bool>(
        &mut self,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<bool, StepFailure> {
        let mut left = block.begin_turn(launch);
        let mut worked = false;
        while let Some(mut front) = self.pick() {
            worked = true;
            let meet = self.fronts.iter().map(|other| other.pc).filter(|&pc| pc > front.pc).min().unwrap_or(u32::MAX);
            loop {
                let step = &launch.program.steps[front.pc as usize];
                if self.budget == 0 {
                    let message = format!("still running after {} steps", launch.checks.steps);
                    let thread = self.thread(front.mask);
                    return Err(launch.fault(FaultKind::StepLimit, message, front.pc, block, thread));
                }
                if left == 0 {
                    self.fair = block.ends_fairly(launch);
                    self.put(front);
                    return Ok(true);
                }
                if step.run > 0 {
                    let most = u64::from(step.run.min(left).min(meet - front.pc)).min(self.budget) as u32;
                    let run = &launch.program.steps[front.pc as usize..(front.pc + most) as usize];
                    let done = self.registers.compute_run(front.base, front.mask, run);
                    if done.steps > 0 {
                        block.count_run::<COUNTS>(front.pc, front.mask, done);
                        self.budget -= u64::from(done.steps);
                        left -= done.steps;
                        front.pc += done.steps;
                        if front.pc == meet {
                            self.put(front);
                            break;
                        }
                        continue;
                    }
                }
                self.budget -= 1;
                left -= 1;
                let mask = match self.guarded(&front, step) {
                    Ok(mask) => mask,
                    Err(undefined) => {
                        let wanted: Vec<RegisterSlot> = step.guard.iter().map(|&(slot, _)| slot).collect();
                        self.tell_of_unwritten(&front, undefined, &wanted, launch, block)?;
                        let undefined = self.guarded(&front, step).err().unwrap_or(0);
                        let message = "the guard has no value";
                        self.tolerate(undefined, FaultKind::Uninitialised, message, front.pc, launch, block)?;
                        self.as_if_guarded(&front, step)
                    }
                };
                let (pc, skipped) = (front.pc, front.mask & !mask);
                let flow =
                    if mask == 0 { Ok(StepFlow::Next) } else { self.execute(&mut front, mask, step, launch, block) };
                let executed = if matches!(flow, Ok(StepFlow::Waits)) { 0 } else { mask };
                block.count::<COUNTS>(step, pc, executed, skipped);
                match flow? {
                    StepFlow::Next => {
                        front.pc += 1;
                        if front.pc == meet {
                            self.put(front);
                            break;
                        }
                    }
                    StepFlow::Jump(to) => {
                        front.pc = to;
                        if !self.fronts.is_empty() {
                            self.put(front);
                            break;
                        }
                    }
                    StepFlow::Gone | StepFlow::Waits => break,
                }
            }
        }
        Ok(worked)
    }

    /// The linear index of the first thread of a mask.
    pub fn thread(&self, mask: u32) -> u32 {
        self.index as u32 * WARP as u32 + mask.trailing_zeros().min(31)
    }

    /// Calls a function with some lanes of a front.
    pub fn enter(
        &mut self,
        front: &Front,
        mask: u32,
        target: usize,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<Front, StepFailure> {
        let Op::Call { targets, .. } = &launch.program.steps[front.pc as usize].op else { unreachable!("a call") };
        let caller = front.callers.last().map_or(0, |caller| {
            let Op::Call { targets, .. } = &launch.program.steps[caller.step as usize].op else {
                unreachable!("a call")
            };
            targets[caller.target as usize].function
        });
        let own = launch.program.functions[caller as usize];
        let target_call = &targets[target];
        let code = launch.program.functions[target_call.function as usize];
        let this = Caller { step: front.pc, target: target as u32, base: front.base, local: front.local };
        let callers: Arc<[Caller]> = front.callers.iter().copied().chain([this]).collect();
        let next = self.stacks.as_ref().map(|stacks| stacks.next_frame(mask));
        let (base, local) = (front.base + own.registers, next.unwrap_or(front.local + own.frame));
        let end = (base + code.registers) as usize;
        if callers.len() > MOST_CALLS || end > MOST_REGISTERS || local + code.frame > MOST_LOCAL {
            let message = format!("{} calls within one another", callers.len());
            return Err(launch.fault(FaultKind::StackOverflow, message, front.pc, block, self.thread(mask)));
        }
        self.registers.enter(base..end as u32, mask);
        self.grow_local(local + code.frame);
        if let Some(stacks) = &mut self.stacks {
            stacks.enter(mask, local + code.frame);
        }
        if code.frame > 0 {
            for lane in super::lanes::lanes_of(mask) {
                self.local[lane].forget(local as usize, (local + code.frame) as usize);
            }
        }
        for pass in &target_call.arguments {
            self.pass(*pass, mask, (front.base, front.local), (base, local));
        }
        Ok(Front { pc: code.entry, mask, base, local, callers, wait: Wait::Ready, turn: front.turn })
    }

    /// Returns from a function with some lanes of a front.
    pub fn leave(&mut self, front: &Front, mask: u32, launch: &KernelLaunch<'_>) -> Front {
        let [callers @ .., caller] = &*front.callers else { unreachable!("only functions that are called return") };
        let Op::Call { targets, .. } = &launch.program.steps[caller.step as usize].op else { unreachable!("a call") };
        for pass in &targets[caller.target as usize].results {
            self.pass(*pass, mask, (front.base, front.local), (caller.base, caller.local));
        }
        if let Some(stacks) = &mut self.stacks {
            stacks.leave(mask);
        }
        Front {
            pc: caller.step + 1,
            mask,
            base: caller.base,
            local: caller.local,
            callers: callers.into(),
            wait: Wait::Ready,
            turn: front.turn,
        }
    }

    fn pass(&mut self, pass: super::program::Pass, mask: u32, giver: (u32, u32), taker: (u32, u32)) {
        use super::program::Pass;
        match pass {
            Pass::Register { from, to } => {
                let values = *self.lanes(giver.0, from);
                let known = std::array::from_fn(|lane| self.known_bits(giver.0, from, lane));
                self.write_bits(taker.0, to, mask, &values, &known);
            }
            Pass::Store { from, to, size } => {
                let values = *self.lanes(giver.0, from);
                for lane in super::lanes::lanes_of(mask) {
                    let at = (taker.1 + to) as usize;
                    let known = self.known_bits(giver.0, from, lane);
                    self.local[lane].store_bits(at, size, values[lane], known);
                }
            }
            Pass::Load { from, to, size } => {
                let mut values = [0; WARP];
                let mut known = [0; WARP];
                for lane in super::lanes::lanes_of(mask) {
                    let at = (giver.1 + from) as usize;
                    values[lane] = self.local[lane].load(at, size).0;
                    known[lane] = self.local[lane].known_bits(at, size);
                }
                self.write_bits(taker.0, to, mask, &values, &known);
            }
            Pass::Copy { from, to, size } => {
                for lane in super::lanes::lanes_of(mask) {
                    self.local[lane].copy((giver.1 + from) as usize, (taker.1 + to) as usize, size as usize);
                }
            }
        }
    }
}

/// Whether a special register differs from block to block.
fn is_of_block(register: SpecialRegister) -> bool {
    matches!(register.kind, SpecialKind::Ctaid | SpecialKind::ClusterId | SpecialKind::ClusterCtaid)
}

/// The value of a special register in a lane.
fn special(
    register: SpecialRegister,
    component: u8,
    lane: usize,
    warp: &Warp,
    launch: &KernelLaunch<'_>,
    block: &BlockState,
) -> u64 {
    let axis = usize::from(component);
    let linear = (warp.own_index * WARP + lane) as u32;
    let extent = |extents: [u32; 3]| extents.get(axis).copied().unwrap_or(1);
    let index = block.cluster.index(warp.rank);
    let of_cluster = |part: fn(u32, u32) -> u32, what: [u32; 3]| match (what.get(axis), launch.shape.cluster.get(axis))
    {
        (Some(&extent), Some(&cluster)) => part(extent, cluster),
        _ => 0,
    };
    let bit = 1u32 << lane;
    if register.kind == SpecialKind::CurrentGraphExec {
        return launch.surroundings.graph;
    }
    let value = match register.kind {
        SpecialKind::Tid => launch.thread_index(linear).get(axis).copied().unwrap_or(0),
        SpecialKind::Ntid => extent(launch.shape.block),
        SpecialKind::Ctaid => index.get(axis).copied().unwrap_or(0),
        SpecialKind::Nctaid => extent(launch.shape.grid),
        SpecialKind::ClusterId => of_cluster(|block, cluster| block / cluster, index),
        SpecialKind::ClusterCtaid => of_cluster(|block, cluster| block % cluster, index),
        SpecialKind::NclusterId => of_cluster(|blocks, cluster| blocks / cluster, launch.shape.grid).max(1),
        SpecialKind::ClusterNctaid => extent(launch.shape.cluster),
        SpecialKind::ClusterCtarank => warp.rank as u32,
        SpecialKind::ClusterNctarank => launch.cluster_blocks(),
        SpecialKind::IsExplicitCluster => u32::from(launch.program.required_cluster.is_some()),
        SpecialKind::LaneId => lane as u32,
        SpecialKind::WarpId => warp.own_index as u32,
        SpecialKind::NwarpId => launch.shape.block.iter().product::<u32>().div_ceil(WARP as u32),
        SpecialKind::NsmId => 1,
        SpecialKind::LanemaskEq => bit,
        SpecialKind::LanemaskLt => bit - 1,
        SpecialKind::LanemaskLe => bit | (bit - 1),
        SpecialKind::LanemaskGe => !(bit - 1),
        SpecialKind::LanemaskGt => !(bit | (bit - 1)),
        SpecialKind::TotalSmemSize | SpecialKind::AggrSmemSize => launch.shape.shared_bytes,
        SpecialKind::DynamicSmemSize => launch.shape.shared_bytes - launch.program.shared_bytes,
        // Where cooperative groups find the barrier of the grid, as the driver tells them.
        SpecialKind::Envreg if register.index == 1 => (launch.memory.workspace >> 32) as u32,
        SpecialKind::Envreg if register.index == 2 => launch.memory.workspace as u32,
        _ => 0,
    };
    u64::from(value)
}
