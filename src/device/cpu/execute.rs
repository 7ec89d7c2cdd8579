//! What each operation does to a warp.

use super::block::BlockState;
use super::clocks::FencedSpaces;
use super::kernel_launch::KernelLaunch;
use super::lanes::{Lanes, WARP, lanes_of, mask_of};
use super::program::{CallTarget, Insight, Op, RegisterSlot, Step};
use super::warp::{Front, StepFailure, StepFlow, Wait, Warp};
use crate::device::error::FaultKind;
use std::sync::atomic::Ordering::Relaxed;

impl Warp {
    /// Does a step for some lanes of a front, at least one.
    #[inline]
    pub fn execute(
        &mut self,
        front: &mut Front,
        mask: u32,
        step: &Step,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<StepFlow, StepFailure> {
        let base = front.base;
        block.note_effects(&step.op);
        if self.registers.has_unwritten() {
            self.tell_of_unwritten(front, mask, launch.program.wanted.of_step(front.pc), launch, block)?;
        }
        match &step.op {
            Op::Compute { compute, to, from, insight } => {
                let blame = self.registers.has_unwritten().then(|| self.blame_of(base, from));
                let defined = from.iter().fold(u32::MAX, |all, &slot| all & self.defined(base, slot));
                let is_whole = *insight == Insight::None || mask & !defined == 0;
                let mut out = [0; WARP];
                compute(&from.map(|slot| self.lanes(base, slot)), &mut out);
                if is_whole {
                    self.write(base, *to, mask, &out, defined);
                } else {
                    let known = self.known_results(base, compute, *from, *insight);
                    self.write_bits(base, *to, mask, &out, &known);
                }
                if let Some(blame) = blame {
                    self.registers.set_blame(base, *to, mask, blame);
                }
            }
            Op::Select { to, from, condition } => {
                let blame =
                    self.registers.has_unwritten().then(|| self.blame_of(base, &[from[0], from[1], *condition]));
                let holds = mask_of(self.lanes(base, *condition));
                let [a, b] = from.map(|slot| self.lanes(base, slot));
                let out: Lanes = std::array::from_fn(|i| if holds >> i & 1 == 1 { a[i] } else { b[i] });
                let chosen = holds & self.defined(base, from[0]) | !holds & self.defined(base, from[1]);
                let decided = self.defined(base, *condition);
                if mask & !(chosen & decided) != 0 {
                    let known = std::array::from_fn(|lane| {
                        let [yes, no] = from.map(|slot| self.known_bits(base, slot, lane));
                        match (decided >> lane & 1, holds >> lane & 1) {
                            // Whatever decides, these bits are the same.
                            (0, _) => yes & no & !(a[lane] ^ b[lane]),
                            (_, 1) => yes,
                            _ => no,
                        }
                    });
                    self.write_bits(base, *to, mask, &out, &known);
                } else {
                    self.write(base, *to, mask, &out, chosen & decided);
                }
                if let Some(blame) = blame {
                    self.registers.set_blame(base, *to, mask, blame);
                }
            }
            Op::Load(transfer) => self.load(front, mask, transfer, launch, block)?,
            Op::Store(transfer) => self.store(front, mask, transfer, launch, block)?,
            Op::Atomic(atomic) => self.atomic(front, mask, atomic, launch, block)?,
            Op::WideAtomic(atomic) => self.wide_atomic(front, mask, atomic, launch, block)?,
            Op::Texture(fetch) => self.fetch(front, mask, fetch, launch, block)?,
            Op::Surface(access) => self.surface(front, mask, access, launch, block)?,
            Op::Copy(copy) => self.copy(front, mask, copy, launch, block)?,
            Op::CommitCopies => lanes_of(mask).for_each(|lane| self.copies.commit(lane)),
            Op::WaitCopies { keep } => self.wait_copies(mask, *keep, launch, block)?,
            Op::FrameAddress { to, offset } => {
                self.write(base, *to, mask, &[u64::from(front.local.wrapping_add(*offset)); WARP], u32::MAX);
            }
            Op::Stack(step) => self.change_stack(front, mask, *step, launch, block)?,
            Op::Clock { to } => self.write(base, *to, mask, &[block.instructions() & 0x7fff_ffff; WARP], u32::MAX),
            Op::ActiveMask { to } => self.write(base, *to, mask, &[u64::from(mask); WARP], u32::MAX),
            Op::Branch { to } => return Ok(self.part(front, mask, *to)),
            Op::BranchIndexed { index, targets } => {
                return self.branch_indexed(front, mask, *index, targets, launch, block);
            }
            Op::Call { address, targets } => {
                return self.call(front, mask, *address, targets, launch, block);
            }
            Op::Return => {
                let back = self.leave(front, mask, launch);
                self.put(Front { mask: front.mask & !mask, pc: front.pc + 1, ..front.clone() });
                self.put(back);
                return Ok(StepFlow::Gone);
            }
            Op::Exit => {
                if launch.checks.aligned {
                    self.check_barriers(front, mask, launch, block)?;
                }
                self.end_lanes(mask);
                block.cluster.end_threads(self.rank(), mask.count_ones());
                self.lanes_ended(block);
                self.put(Front { mask: front.mask & !mask, pc: front.pc + 1, ..front.clone() });
                return Ok(StepFlow::Gone);
            }
            Op::Trap => {
                let message = "the kernel traps".to_string();
                return Err(launch.fault(FaultKind::Trap, message, front.pc, block, self.thread(mask)));
            }
            Op::FailAssertion(told) => return Err(self.fail_assertion(front, mask, *told, launch, block)),
            Op::Barrier(barrier) => {
                if self.arrive(front, mask, barrier, launch, block)? {
                    self.put(Front { mask: front.mask & !mask, pc: front.pc + 1, ..front.clone() });
                    return Ok(StepFlow::Gone);
                }
            }
            Op::WarpBarrier { .. } | Op::Shuffle { .. } | Op::Vote { .. } | Op::Elect { .. } => {
                return self.together(front, mask, step, launch, block);
            }
            Op::MBarrier(step) => return self.mbarrier(front, mask, step, launch, block),
            Op::BulkCopy(copy) => self.bulk_copy(front, mask, copy, launch, block)?,
            Op::AsyncStore(store) => self.async_store(front, mask, store, launch, block)?,
            Op::CancelLaunch(step) => self.cancel_launch(front, mask, step, launch, block)?,
            Op::TensorCopy(copy) => self.tensor_copy(front, mask, copy, launch, block)?,
            Op::PublishTensorMap(places) => self.publish_tensor_map(front, mask, places, launch, block)?,
            Op::AcquireTensorMap(place) => self.acquire_tensor_map(front, mask, place, launch, block)?,
            Op::CommitBulk => self.bulk_groups.commit(mask),
            Op::WaitBulk { keep, reads } => self.wait_bulk(mask, *keep, *reads, launch, block)?,
            Op::LetDependentsBegin => launch.order.lets_dependents_begin.store(true, Relaxed),
            Op::WaitForPrimary => block.clocks.learn_primary(self.index(), mask),
            Op::FenceInit => block.fence_init(self.index()),
            Op::Fence { narrow } => block.fence(self.index(), *narrow, launch),
            Op::ProxyFence(spaces) => {
                block.fence(self.index(), false, launch);
                if spaces.intersects(FencedSpaces::GLOBAL) {
                    block.fence_others(self.index());
                }
                block.clocks.fence_proxy(self.index(), *spaces);
            }
            Op::Matrix { compute, to, from } => {
                if !self.is_whole(front, mask, launch, block)? {
                    return Ok(self.await_lanes(front, mask));
                }
                self.registers.compute_many(base, compute, to, from).map_err(|message| {
                    launch.fault(FaultKind::InvalidOperand, message, front.pc, block, self.thread(mask))
                })?;
                block.clocks.tick(self.index());
            }
            Op::MatrixMemory(transfer) => {
                if !self.is_whole(front, mask, launch, block)? {
                    return Ok(self.await_lanes(front, mask));
                }
                self.matrix_memory(front, transfer, launch, block)?;
                block.clocks.meet(self.index());
            }
            Op::FragmentMemory(step) => {
                if !self.is_whole(front, mask, launch, block)? {
                    return Ok(self.await_lanes(front, mask));
                }
                self.fragment_memory(front, step, launch, block)?;
            }
            Op::WarpgroupProduct(step) => {
                if !self.is_whole(front, mask, launch, block)? {
                    return Ok(self.await_lanes(front, mask));
                }
                self.multiply_in_group(front, step, launch, block)?;
            }
            Op::TensorMemory(step) => {
                if !self.is_whole(front, mask, launch, block)? {
                    return Ok(self.await_lanes(front, mask));
                }
                return self.tensor_memory(front, step, launch, block);
            }
            Op::TensorMemoryCopy(copy) => self.copy_to_tensor_memory(front, mask, copy, launch, block)?,
            Op::TensorShift(shift) => self.shift_tensor_memory(front, mask, shift, launch, block)?,
            Op::ReleaseTensorMemory => block.clocks.release_tensor_memory(self.index()),
            Op::AcquireTensorMemory => block.clocks.acquire_tensor_memory(self.index()),
            Op::TensorProduct(step) => self.multiply_in_unit(front, mask, step, launch, block)?,
            Op::TensorCommit(commit) => self.commit_work(front, mask, commit, launch, block)?,
            Op::FenceProducts => self.products.fence(self.registers.snapshot()),
            Op::CommitProducts => self.products.commit(),
            Op::WaitProducts { keep } => return self.wait_products(front, (mask, *keep), launch, block),
            Op::SetRegisters(step) => return Ok(self.set_registers(front, mask, *step, launch, block)),
            Op::ClusterBarrier(kind) => return self.cluster_barrier(front, mask, *kind, launch, block),
            Op::Print(addresses) => self.print(front, mask, *addresses, launch, block)?,
            Op::Allocate { to, bytes } => {
                let undefined = mask & !self.defined(front.base, *bytes);
                let message = "the size of an allocation has no value";
                self.tolerate(undefined, FaultKind::Uninitialised, message, front.pc, launch, block)?;
                let mut addresses = [0; WARP];
                for lane in lanes_of(mask & !undefined) {
                    addresses[lane] =
                        launch.memory.heap.map_or(0, |heap| heap.allocate(self.lanes(front.base, *bytes)[lane]));
                }
                self.write(front.base, *to, mask, &addresses, u32::MAX);
            }
            Op::Nothing => {}
        }
        Ok(StepFlow::Next)
    }

    /// Some lanes of a front go elsewhere, the others on.
    fn part(&mut self, front: &Front, mask: u32, to: u32) -> StepFlow {
        if mask == front.mask {
            return StepFlow::Jump(to);
        }
        self.put(Front { pc: to, mask, ..front.clone() });
        self.put(Front { pc: front.pc + 1, mask: front.mask & !mask, ..front.clone() });
        StepFlow::Gone
    }

    fn branch_indexed(
        &mut self,
        front: &Front,
        mask: u32,
        index: RegisterSlot,
        targets: &[u32],
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<StepFlow, StepFailure> {
        let undefined = mask & !self.defined(front.base, index);
        if undefined != 0 {
            let message = "the index has no value".to_string();
            return Err(launch.fault(FaultKind::Uninitialised, message, front.pc, block, self.thread(undefined)));
        }
        let indices = *self.lanes(front.base, index);
        self.put(Front { pc: front.pc + 1, mask: front.mask & !mask, ..front.clone() });
        for lane in lanes_of(mask) {
            let Some(&to) = targets.get(indices[lane] as u32 as usize) else {
                let message = format!("index {} of {} targets", indices[lane] as u32, targets.len());
                return Err(launch.fault(FaultKind::InvalidOperand, message, front.pc, block, self.thread(1 << lane)));
            };
            self.put(Front { pc: to, mask: 1 << lane, ..front.clone() });
        }
        Ok(StepFlow::Gone)
    }

    fn call(
        &mut self,
        front: &Front,
        mask: u32,
        address: Option<RegisterSlot>,
        targets: &[CallTarget],
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<StepFlow, StepFailure> {
        let others = Front { pc: front.pc + 1, mask: front.mask & !mask, ..front.clone() };
        let Some(address) = address else {
            let entered = self.enter(front, mask, 0, launch, block)?;
            self.put(others);
            self.put(entered);
            return Ok(StepFlow::Gone);
        };
        let undefined = mask & !self.defined(front.base, address);
        if undefined != 0 {
            let message = "the address of the function has no value".to_string();
            return Err(launch.fault(FaultKind::Uninitialised, message, front.pc, block, self.thread(undefined)));
        }
        let addresses = *self.lanes(front.base, address);
        self.put(others);
        let mut rest = mask;
        while rest != 0 {
            let called = addresses[rest.trailing_zeros() as usize];
            let same = lanes_of(rest).filter(|&lane| addresses[lane] == called).fold(0, |all, lane| all | 1 << lane);
            let Some(target) = targets.iter().position(|target| target.address == called) else {
                let message = format!("no function that may be called at address {called:#x}");
                return Err(launch.fault(FaultKind::InvalidOperand, message, front.pc, block, self.thread(same)));
            };
            let entered = self.enter(front, same, target, launch, block)?;
            self.put(entered);
            rest &= !same;
        }
        Ok(StepFlow::Gone)
    }

    /// Some lanes of a front wait for others of their warp; the rest goes on.
    pub(super) fn await_lanes(&mut self, front: &Front, mask: u32) -> StepFlow {
        self.wait_for(front, mask, Wait::Lanes)
    }

    /// Some lanes of a front wait, and try their step again then; the rest goes on.
    pub(super) fn wait_for(&mut self, front: &Front, mask: u32, wait: Wait) -> StepFlow {
        self.put(Front { pc: front.pc + 1, mask: front.mask & !mask, ..front.clone() });
        self.put(Front { mask, wait, ..front.clone() });
        StepFlow::Waits
    }

    /// Whether all 32 lanes have come.
    fn is_whole(
        &self,
        front: &Front,
        mask: u32,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<bool, StepFailure> {
        if self.live() != u32::MAX {
            let message = format!("all lanes of the warp must take part, and {:#010x} have ended", !self.live());
            return Err(launch.fault(FaultKind::InactiveLane, message, front.pc, block, self.thread(mask)));
        }
        Ok(mask == u32::MAX)
    }
}
