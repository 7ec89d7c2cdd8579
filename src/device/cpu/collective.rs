//! What the lanes of a warp do together: shuffles, votes, matches, reductions, barriers of a warp.
//!
//! A lane waits until all lanes that its member mask names have come, be it to the same instruction or to one of the same kind
//! elsewhere; then all of them are done at once.

use super::block::BlockState;
use super::kernel_launch::KernelLaunch;
use super::lanes::{Lanes, WARP, lanes_of, mask_of};
use super::program::{Op, RegisterSlot, Shuffle, Step, Vote};
use super::warp::{Front, StepFailure, StepFlow, Wait, Warp};
use crate::device::error::FaultKind;

/// The register that names the lanes that take part.
fn members_of(op: &Op) -> Option<RegisterSlot> {
    match *op {
        Op::WarpBarrier { members } | Op::Elect { members, .. } => Some(members),
        Op::Shuffle { members, .. } | Op::Vote { members, .. } => members,
        _ => None,
    }
}

/// Whether lanes at one instruction meet lanes at the other.
fn are_alike(a: &Op, b: &Op) -> bool {
    match (a, b) {
        (Op::WarpBarrier { .. }, Op::WarpBarrier { .. }) | (Op::Elect { .. }, Op::Elect { .. }) => true,
        (Op::Shuffle { mode: a, .. }, Op::Shuffle { mode: b, .. }) => a == b,
        (Op::Vote { vote: a, .. }, Op::Vote { vote: b, .. }) => std::mem::discriminant(a) == std::mem::discriminant(b),
        _ => false,
    }
}

impl Warp {
    /// Does a step that lanes do together, or lets these wait.
    pub(super) fn together(
        &mut self,
        front: &Front,
        mask: u32,
        step: &Step,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<StepFlow, StepFailure> {
        let Some((parties, waiting)) = self.gather(front, mask, &step.op, launch, block)? else {
            return Ok(self.await_lanes(front, mask));
        };
        let going;
        let front = match waiting {
            0 => front,
            _ => {
                self.put(Front { mask: waiting, wait: Wait::Lanes, ..front.clone() });
                going = Front { mask: front.mask & !waiting, ..front.clone() };
                &going
            }
        };
        let mask = parties.iter().fold(0, |all, party| all | party.mask);
        match &step.op {
            Op::Shuffle { mode, .. } => self.shuffle(&parties, mask, *mode, launch, block)?,
            Op::Vote { vote, .. } => self.vote(&parties, mask, vote, launch, block)?,
            Op::Elect { .. } => {
                let leader = mask.trailing_zeros();
                let is_leader = std::array::from_fn(|lane| u64::from(lane as u32 == leader));
                self.write_results(&parties, launch, &[u64::from(leader); WARP], u32::MAX, &is_leader);
            }
            _ => {}
        }
        if matches!(step.op, Op::WarpBarrier { .. }) {
            // The others order what lanes execute, but not what they do to memory.
            block.clocks.tick(self.index());
            block.clocks.share_primary(self.index(), mask);
        } else if mask == self.live() {
            block.clocks.meet(self.index());
        }
        let [_, others @ ..] = &parties[..] else { unreachable!("these lanes are there") };
        if others.is_empty() && waiting == 0 {
            return Ok(StepFlow::Next);
        }
        for other in others {
            let step = &launch.program.steps[other.pc as usize];
            match launch.observers.counts {
                Some(_) => block.count::<true>(step, other.pc, other.mask, 0),
                None => block.count::<false>(step, other.pc, other.mask, 0),
            }
            self.put(Front { pc: other.pc + 1, wait: Wait::Ready, ..other.clone() });
        }
        self.put(Front { pc: front.pc + 1, ..front.clone() });
        Ok(StepFlow::Gone)
    }

    /// All lanes that take part, these first, once they have come, and those of these that still wait for others: lanes that name different
    /// members do not wait for each other.
    fn gather(
        &mut self,
        front: &Front,
        mask: u32,
        op: &Op,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<Option<(Vec<Front>, u32)>, StepFailure> {
        let own = Front { mask, ..front.clone() };
        let Some(slot) = members_of(op) else { return Ok(Some((vec![own], 0))) };
        let wanted = self.members(front, mask, slot, launch, block)? & self.live();
        if wanted & !mask == 0 {
            return Ok(Some((vec![own], 0)));
        }
        let meets = |other: &Front, wanted: u32| {
            let op_there = &launch.program.steps[other.pc as usize].op;
            other.wait == Wait::Lanes && are_alike(op, op_there) && other.mask & wanted != 0
        };
        let there = self.fronts().iter().filter(|other| meets(other, wanted)).fold(mask, |all, other| all | other.mask);
        let values = self.lanes(front.base, slot);
        let members = |lane: usize| values[lane] as u32 & self.live();
        let (ready, wanted) = lanes_of(mask)
            .filter(|&lane| members(lane) & !there == 0)
            .fold((0, 0), |(ready, wanted), lane| (ready | 1 << lane, wanted | members(lane)));
        if ready == 0 {
            return Ok(None);
        }
        let mut parties = vec![Front { mask: ready, ..own }];
        for other in self.take_fronts(|other| meets(other, wanted)) {
            self.put(Front { mask: other.mask & !wanted, ..other.clone() });
            parties.push(Front { mask: other.mask & wanted, ..other });
        }
        Ok(Some((parties, mask & !ready)))
    }

    /// The lanes that a mask operand names; these must be among them.
    fn members(
        &self,
        front: &Front,
        mask: u32,
        slot: RegisterSlot,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<u32, StepFailure> {
        let undefined = mask & !self.defined(front.base, slot);
        if undefined != 0 {
            let message = "the member mask has no value".to_string();
            return Err(launch.fault(FaultKind::Uninitialised, message, front.pc, block, self.thread(undefined)));
        }
        let values = self.lanes(front.base, slot);
        for lane in lanes_of(mask) {
            let members = values[lane] as u32;
            if members >> lane & 1 == 0 {
                launch.tolerate_unnoticed(front.pc, || {
                    let message = format!("lane {lane} executes this, but is not in its member mask {members:#010x}");
                    launch.fault(FaultKind::InactiveLane, message, front.pc, block, self.thread(1 << lane))
                })?;
            }
        }
        Ok(lanes_of(mask).fold(0, |all, lane| all | values[lane] as u32))
    }

    /// An operand of all parties, each from the register that its instruction names, and where it has a value.
    fn joint(
        &self,
        parties: &[Front],
        launch: &KernelLaunch<'_>,
        pick: impl Fn(&Op) -> Option<RegisterSlot>,
    ) -> (Lanes, u32) {
        let mut values = [0; WARP];
        let mut defined = 0;
        for party in parties {
            let Some(slot) = pick(&launch.program.steps[party.pc as usize].op) else { continue };
            let own = self.lanes(party.base, slot);
            lanes_of(party.mask).for_each(|lane| values[lane] = own[lane]);
            defined |= self.defined(party.base, slot) & party.mask;
        }
        (values, defined)
    }

    /// Writes the two results of all parties.
    fn write_results(
        &mut self,
        parties: &[Front],
        launch: &KernelLaunch<'_>,
        values: &Lanes,
        defined: u32,
        predicates: &Lanes,
    ) {
        for party in parties {
            let (Op::Shuffle { to, .. } | Op::Vote { to, .. } | Op::Elect { to, .. }) =
                &launch.program.steps[party.pc as usize].op
            else {
                continue;
            };
            if let Some(slot) = to[0] {
                self.write(party.base, slot, party.mask, values, defined);
            }
            if let Some(slot) = to[1] {
                self.write(party.base, slot, party.mask, predicates, u32::MAX);
            }
        }
    }

    fn shuffle(
        &mut self,
        parties: &[Front],
        mask: u32,
        mode: Shuffle,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        let operand = |index: usize| {
            self.joint(parties, launch, |op| match op {
                Op::Shuffle { from, .. } => Some(from[index]),
                _ => None,
            })
        };
        let (value, known) = operand(0);
        let (lanes, lanes_known) = operand(1);
        let (clamps, clamps_known) = operand(2);
        let place = |lane: usize| parties.iter().find(|party| party.mask >> lane & 1 == 1).map_or(0, |party| party.pc);
        let undefined = mask & !(lanes_known & clamps_known);
        if undefined != 0 {
            let message = "the lane operand has no value".to_string();
            let step = place(undefined.trailing_zeros() as usize);
            return Err(launch.fault(FaultKind::Uninitialised, message, step, block, self.thread(undefined)));
        }
        let named = parties.iter().all(|party| members_of(&launch.program.steps[party.pc as usize].op).is_some());
        let (groups, _) = self.joint(parties, launch, members_of);
        let mut out = [0; WARP];
        let mut in_range = [0; WARP];
        let mut defined = 0;
        for lane in lanes_of(mask) {
            let source = source_lane(mode, lane, lanes[lane] as u32, clamps[lane] as u32);
            in_range[lane] = u64::from(source.is_some());
            let source = source.unwrap_or(lane);
            let members = groups[lane] as u32;
            let is_there = mask >> source & 1 == 1;
            if !is_there || named && members >> source & 1 == 0 {
                let why = if is_there { "is not in its member mask" } else { "does not take part" };
                launch.tolerate_unnoticed(place(lane), || {
                    let mask = if is_there { format!(" {members:#010x}") } else { String::new() };
                    let message = format!("lane {lane} reads lane {source}, which {why}{mask}");
                    launch.fault(FaultKind::InactiveLane, message, place(lane), block, self.thread(1 << lane))
                })?;
            }
            // It has been told: what comes of the value is not told again.
            let source = if is_there { source } else { lane };
            out[lane] = value[source] & 0xffff_ffff;
            defined |= (known >> source & 1) << lane;
        }
        self.write_results(parties, launch, &out, defined, &in_range);
        Ok(())
    }

    fn vote(
        &mut self,
        parties: &[Front],
        mask: u32,
        vote: &Vote,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        let (values, known) = self.joint(parties, launch, |op| match op {
            Op::Vote { from, .. } => Some(*from),
            _ => None,
        });
        let undefined = mask & !known;
        if undefined != 0 {
            let message = "the operand has no value".to_string();
            return Err(launch.fault(FaultKind::Uninitialised, message, parties[0].pc, block, self.thread(undefined)));
        }
        let named = parties.iter().all(|party| members_of(&launch.program.steps[party.pc as usize].op).is_some());
        let (groups, _) = self.joint(parties, launch, members_of);
        let holds = mask_of(&values);
        let mut out = [0; WARP];
        let mut all_same = [0; WARP];
        for lane in lanes_of(mask) {
            let group = if named { groups[lane] as u32 & mask } else { mask };
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
        self.write_results(parties, launch, &out, u32::MAX, &all_same);
        Ok(())
    }
}

/// The lane that a shuffle reads; `None` when it is outside the segment and the lane keeps its own value.
fn source_lane(mode: Shuffle, lane: usize, by: u32, clamp: u32) -> Option<usize> {
    let own = lane as i32;
    let by = (by & 0x1f) as i32;
    let segment = (clamp >> 8 & 0x1f) as i32;
    let last = (own & segment) | ((clamp & 0x1f) as i32 & !segment);
    let (source, in_range) = match mode {
        Shuffle::Up => (own - by, own - by >= last),
        Shuffle::Down => (own + by, own + by <= last),
        Shuffle::Butterfly => (own ^ by, own ^ by <= last),
        Shuffle::Index => {
            let source = (own & segment) | (by & !segment);
            (source, source <= last)
        }
    };
    in_range.then_some(source as usize)
}
