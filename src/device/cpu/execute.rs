//! What each operation does to a warp.

use super::block::{BlockState, Launch};
use super::lanes::{Lanes, WARP, lanes_of, mask_of};
use super::memory::FUNCTION_WINDOW;
use super::program::{Op, Shuffle, Slot, Step, Vote};
use super::warp::{Failure, Flow, Front, Wait, Warp};
use crate::device::error::FaultKind;

impl Warp {
    /// Does a step for some lanes of a front, at least one.
    #[inline]
    pub fn execute(
        &mut self,
        front: &mut Front,
        mask: u32,
        step: &Step,
        launch: &Launch<'_>,
        block: &mut BlockState,
    ) -> Result<Flow, Failure> {
        let base = front.base;
        match &step.op {
            Op::Compute { compute, to, from } => {
                let mut out = [0; WARP];
                compute(&from.map(|slot| self.lanes(base, slot)), &mut out);
                let defined = from.iter().fold(u32::MAX, |all, &slot| all & self.defined(base, slot));
                self.write(base, *to, mask, &out, defined);
            }
            Op::Select { to, from, condition } => {
                let holds = mask_of(self.lanes(base, *condition));
                let [a, b] = from.map(|slot| self.lanes(base, slot));
                let out: Lanes = std::array::from_fn(|i| if holds >> i & 1 == 1 { a[i] } else { b[i] });
                let chosen = holds & self.defined(base, from[0]) | !holds & self.defined(base, from[1]);
                let defined = chosen & self.defined(base, *condition);
                self.write(base, *to, mask, &out, defined);
            }
            Op::Load(transfer) => self.load(front, mask, transfer, launch, block)?,
            Op::Store(transfer) => self.store(front, mask, transfer, launch, block)?,
            Op::Atomic(atomic) => self.atomic(front, mask, atomic, launch, block)?,
            Op::Copy { to, from, size, source_size } => {
                self.copy(front, mask, (to, from), *size, *source_size, launch, block)?;
            }
            Op::CommitCopies => lanes_of(mask).for_each(|lane| self.groups[lane] += 1),
            Op::WaitCopies { keep } => self.wait_copies(mask, *keep, launch, block)?,
            Op::FrameAddress { to, offset } => {
                self.write(base, *to, mask, &[u64::from(front.local + offset); WARP], u32::MAX);
            }
            Op::Clock { to } => self.write(base, *to, mask, &[block.instructions & 0x7fff_ffff; WARP], u32::MAX),
            Op::ActiveMask { to } => self.write(base, *to, mask, &[u64::from(mask); WARP], u32::MAX),
            Op::Branch { to } => return Ok(self.part(front, mask, *to)),
            Op::BranchIndexed { index, targets } => {
                return self.branch_indexed(front, mask, *index, targets, launch, block);
            }
            Op::Call { address, targets } => {
                let functions: Vec<u32> = targets.iter().map(|target| target.function).collect();
                return self.call(front, mask, *address, &functions, launch, block);
            }
            Op::Return => {
                let back = self.leave(front, mask, launch);
                self.put(Front { mask: front.mask & !mask, pc: front.pc + 1, ..front.clone() });
                self.put(back);
                return Ok(Flow::Gone);
            }
            Op::Exit => {
                self.live &= !mask;
                self.put(Front { mask: front.mask & !mask, pc: front.pc + 1, ..front.clone() });
                return Ok(Flow::Gone);
            }
            Op::Trap => {
                let message = "the kernel traps".to_string();
                return Err(launch.fault(FaultKind::Trap, message, front.pc, block, self.thread(mask)));
            }
            Op::Barrier(barrier) => {
                if self.arrive(front, mask, barrier, launch, block)? {
                    self.put(Front { mask: front.mask & !mask, pc: front.pc + 1, ..front.clone() });
                    return Ok(Flow::Gone);
                }
            }
            Op::WarpBarrier { members } => {
                let members = self.members(front, mask, *members, launch, block)?;
                let waiting = |front: &&Front, launch: &Launch<'_>| {
                    front.wait == Wait::Lanes
                        && matches!(launch.program.steps[front.pc as usize].op, Op::WarpBarrier { .. })
                };
                let there =
                    self.fronts.iter().filter(|it| waiting(it, launch)).fold(mask, |all, front| all | front.mask);
                if members & self.live & !there != 0 {
                    return Ok(self.await_lanes(front, mask));
                }
                for front in std::mem::take(&mut self.fronts) {
                    let released = waiting(&&front, launch) && front.mask & members != 0;
                    let pc = if released { front.pc + 1 } else { front.pc };
                    let wait = if released { Wait::Ready } else { front.wait };
                    self.put(Front { pc, wait, ..front });
                }
                block.tick(self.index);
                // Lanes that were waiting may be at the next step already.
                self.put(Front { mask: front.mask & !mask, pc: front.pc + 1, ..front.clone() });
                self.put(Front { mask, pc: front.pc + 1, ..front.clone() });
                return Ok(Flow::Gone);
            }
            Op::Shuffle { mode, to, from, members } => {
                if !self.is_together(front, mask, *members, launch, block)? {
                    return Ok(self.await_lanes(front, mask));
                }
                self.shuffle(front, mask, *mode, *to, *from, launch, block)?;
                block.tick(self.index);
            }
            Op::Vote { vote, to, from, members } => {
                if !self.is_together(front, mask, *members, launch, block)? {
                    return Ok(self.await_lanes(front, mask));
                }
                let undefined = mask & !self.defined(base, *from);
                if undefined != 0 {
                    let message = "the value that lanes decide on has no value in this one".to_string();
                    let thread = self.thread(undefined);
                    return Err(launch.fault(FaultKind::Uninitialised, message, front.pc, block, thread));
                }
                let groups = match members {
                    Some(slot) => *self.lanes(base, *slot),
                    None => [u64::from(mask); WARP],
                };
                self.vote(base, mask, vote, *to, *from, &groups);
                block.tick(self.index);
            }
            Op::Elect { to, members } => {
                if !self.is_together(front, mask, Some(*members), launch, block)? {
                    return Ok(self.await_lanes(front, mask));
                }
                let leader = mask.trailing_zeros();
                let [lane, is_leader] = *to;
                if let Some(lane) = lane {
                    self.write(base, lane, mask, &[u64::from(leader); WARP], u32::MAX);
                }
                if let Some(slot) = is_leader {
                    let values = std::array::from_fn(|lane| u64::from(lane as u32 == leader));
                    self.write(base, slot, mask, &values, u32::MAX);
                }
            }
            Op::Fence => block.acquired = true,
            Op::Matrix { compute, to, from } => {
                if !self.is_whole(front, mask, launch, block)? {
                    return Ok(self.await_lanes(front, mask));
                }
                let mut out = vec![[0; WARP]; to.len()];
                let operands: Vec<&Lanes> = from.iter().map(|&slot| self.lanes(base, slot)).collect();
                compute(&operands, &mut out);
                let all = from.iter().fold(u32::MAX, |all, &slot| all & self.defined(base, slot));
                let defined = if all == u32::MAX { u32::MAX } else { 0 };
                for (&slot, values) in to.iter().zip(&out) {
                    self.write(base, slot, mask, values, defined);
                }
                block.tick(self.index);
            }
            Op::MatrixMemory { place, registers, transposed, stores } => {
                if !self.is_whole(front, mask, launch, block)? {
                    return Ok(self.await_lanes(front, mask));
                }
                self.matrix_memory(front, place, registers, *transposed, *stores, launch, block)?;
            }
            Op::Nothing => {}
        }
        Ok(Flow::Next)
    }

    /// Some lanes of a front go elsewhere, the others on.
    fn part(&mut self, front: &Front, mask: u32, to: u32) -> Flow {
        if mask == front.mask {
            return Flow::Jump(to);
        }
        self.put(Front { pc: to, mask, ..front.clone() });
        self.put(Front { pc: front.pc + 1, mask: front.mask & !mask, ..front.clone() });
        Flow::Gone
    }

    fn branch_indexed(
        &mut self,
        front: &Front,
        mask: u32,
        index: Slot,
        targets: &[u32],
        launch: &Launch<'_>,
        block: &BlockState,
    ) -> Result<Flow, Failure> {
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
        Ok(Flow::Gone)
    }

    fn call(
        &mut self,
        front: &Front,
        mask: u32,
        address: Option<Slot>,
        functions: &[u32],
        launch: &Launch<'_>,
        block: &BlockState,
    ) -> Result<Flow, Failure> {
        let others = Front { pc: front.pc + 1, mask: front.mask & !mask, ..front.clone() };
        let Some(address) = address else {
            let entered = self.enter(front, mask, 0, launch, block)?;
            self.put(others);
            self.put(entered);
            return Ok(Flow::Gone);
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
            let function = called.wrapping_sub(FUNCTION_WINDOW) / 16;
            let Some(target) = functions.iter().position(|&it| u64::from(it) == function) else {
                let message = format!("no function that may be called at address {called:#x}");
                return Err(launch.fault(FaultKind::InvalidOperand, message, front.pc, block, self.thread(same)));
            };
            let entered = self.enter(front, same, target, launch, block)?;
            self.put(entered);
            rest &= !same;
        }
        Ok(Flow::Gone)
    }

    /// Some lanes of a front wait for others of their warp; the rest goes on.
    fn await_lanes(&mut self, front: &Front, mask: u32) -> Flow {
        self.put(Front { pc: front.pc + 1, mask: front.mask & !mask, ..front.clone() });
        self.put(Front { mask, wait: Wait::Lanes, ..front.clone() });
        Flow::Gone
    }

    /// The lanes that a mask operand names: the same in all lanes, these among them.
    fn members(
        &self,
        front: &Front,
        mask: u32,
        slot: Slot,
        launch: &Launch<'_>,
        block: &BlockState,
    ) -> Result<u32, Failure> {
        let undefined = mask & !self.defined(front.base, slot);
        if undefined != 0 {
            let message = "the member mask has no value".to_string();
            return Err(launch.fault(FaultKind::Uninitialised, message, front.pc, block, self.thread(undefined)));
        }
        let values = self.lanes(front.base, slot);
        for lane in lanes_of(mask) {
            if values[lane] as u32 >> lane & 1 == 0 {
                let message =
                    format!("lane {lane} executes this, but is not in its member mask {:#010x}", values[lane] as u32);
                return Err(launch.fault(FaultKind::InactiveLane, message, front.pc, block, self.thread(1 << lane)));
            }
        }
        Ok(lanes_of(mask).fold(0, |all, lane| all | values[lane] as u32))
    }

    /// Whether all lanes that take part have come.
    fn is_together(
        &self,
        front: &Front,
        mask: u32,
        members: Option<Slot>,
        launch: &Launch<'_>,
        block: &BlockState,
    ) -> Result<bool, Failure> {
        match members {
            None => Ok(true),
            Some(slot) => Ok(self.members(front, mask, slot, launch, block)? & self.live & !mask == 0),
        }
    }

    /// Whether all 32 lanes have come.
    fn is_whole(&self, front: &Front, mask: u32, launch: &Launch<'_>, block: &BlockState) -> Result<bool, Failure> {
        if self.live != u32::MAX {
            let message = format!("all lanes of the warp must take part, and {:#010x} have ended", !self.live);
            return Err(launch.fault(FaultKind::InactiveLane, message, front.pc, block, self.thread(mask)));
        }
        Ok(mask == u32::MAX)
    }

    #[expect(clippy::too_many_arguments, reason = "the operands of the instruction")]
    fn shuffle(
        &mut self,
        front: &Front,
        mask: u32,
        mode: Shuffle,
        to: [Option<Slot>; 2],
        from: [Slot; 3],
        launch: &Launch<'_>,
        block: &BlockState,
    ) -> Result<(), Failure> {
        let [value, lanes, clamps] = from.map(|slot| *self.lanes(front.base, slot));
        let known = self.defined(front.base, from[0]);
        let undefined = mask & !(self.defined(front.base, from[1]) & self.defined(front.base, from[2]));
        if undefined != 0 {
            let message = "the lane operand has no value".to_string();
            return Err(launch.fault(FaultKind::Uninitialised, message, front.pc, block, self.thread(undefined)));
        }
        let mut out = [0; WARP];
        let mut in_range = [0; WARP];
        let mut defined = 0;
        for lane in lanes_of(mask) {
            let by = lanes[lane] as i32 & 0x1f;
            let clamp = clamps[lane] as i32 & 0x1f;
            let segment = (clamps[lane] >> 8) as i32 & 0x1f;
            let own = lane as i32;
            let last = (own & segment) | (clamp & !segment);
            let first = own & segment;
            let (source, ok) = match mode {
                Shuffle::Up => (own - by, own - by >= last),
                Shuffle::Down => (own + by, own + by <= last),
                Shuffle::Butterfly => (own ^ by, own ^ by <= last),
                Shuffle::Index => (first | (by & !segment), first | (by & !segment) <= last),
            };
            let source = if ok { source as usize } else { lane };
            if mask >> source & 1 == 0 {
                let message = format!("lane {lane} reads lane {source}, which does not take part");
                return Err(launch.fault(FaultKind::InactiveLane, message, front.pc, block, self.thread(1 << lane)));
            }
            out[lane] = value[source] & 0xffff_ffff;
            in_range[lane] = u64::from(ok);
            defined |= (known >> source & 1) << lane;
        }
        if let Some(slot) = to[0] {
            self.write(front.base, slot, mask, &out, defined);
        }
        if let Some(slot) = to[1] {
            self.write(front.base, slot, mask, &in_range, u32::MAX);
        }
        Ok(())
    }

    fn vote(&mut self, base: u32, mask: u32, vote: &Vote, to: [Option<Slot>; 2], from: Slot, groups: &Lanes) {
        let values = *self.lanes(base, from);
        let holds = mask_of(&values);
        let mut out = [0; WARP];
        let mut all_same = [0; WARP];
        for lane in lanes_of(mask) {
            let group = groups[lane] as u32 & mask;
            let alike = || lanes_of(group).filter(|&other| values[other] == values[lane]);
            out[lane] = match vote {
                Vote::All => u64::from(holds & group == group),
                Vote::Any => u64::from(holds & group != 0),
                Vote::Uniform => u64::from(holds & group == group || holds & group == 0),
                Vote::Ballot => u64::from(holds & group),
                Vote::MatchAny => alike().fold(0, |all, other| all | 1 << other),
                Vote::MatchAll => {
                    let same = alike().count() == group.count_ones() as usize;
                    all_same[lane] = u64::from(same);
                    if same { u64::from(group) } else { 0 }
                }
                Vote::Reduce(combine) => {
                    let mut members = lanes_of(group).map(|other| values[other]);
                    let first = members.next().unwrap_or(0);
                    members.fold(first, combine)
                }
            };
        }
        if let Some(slot) = to[0] {
            self.write(base, slot, mask, &out, u32::MAX);
        }
        if let Some(slot) = to[1] {
            self.write(base, slot, mask, &all_same, u32::MAX);
        }
    }
}
