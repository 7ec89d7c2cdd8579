//! Loads of what nobody has written, until it is clear whether anybody wants what they got.
//!
//! Compilers move loads before the condition that decides whether their value is wanted, and into the round before the one that uses it. So
//! such a load is told of when its value, or what is computed from it, decides something or leaves the registers: what is discarded is
//! never told of. A load counts as wanted, too, where a function is called, as nobody follows what the function is given.

use super::access::BytePlace;
use super::block::BlockState;
use super::kernel_launch::KernelLaunch;
use super::lanes::{WARP, lanes_of};
use super::packing::{Use, each_register};
use super::program::{Op, Pass, Program, RegisterSlot, Step};
use super::warp::{Front, StepFailure, Warp};
use crate::device::error::FaultKind;
use std::collections::HashMap;

/// The registers whose values each step of a program wants: those that it reads, unless it makes a register of them and nothing else.
#[derive(Default)]
pub struct WantedRegisters {
    slots: Vec<RegisterSlot>,
    /// For each step, how many of these are its own or those of steps before it.
    ends: Vec<u32>,
}

impl WantedRegisters {
    /// Those of a program. Of steps whose registers are not known here none: they tell by themselves of operands without a value.
    pub fn of(program: &mut Program) -> Self {
        let mut this = Self { slots: Vec::new(), ends: Vec::with_capacity(program.steps.len()) };
        for step in &mut program.steps {
            this.add(step);
            this.ends.push(this.slots.len() as u32);
        }
        this
    }

    fn add(&mut self, step: &mut Step) {
        if matches!(step.op, Op::Compute { .. } | Op::Select { .. }) {
            return;
        }
        each_register(step, &mut |&mut slot, usage| self.slots.extend((usage == Use::Read).then_some(slot)));
        let Op::Call { targets, .. } = &step.op else { return };
        for pass in targets.iter().flat_map(|target| &target.arguments) {
            if let Pass::Register { from, .. } | Pass::Store { from, .. } = *pass {
                self.slots.push(from);
            }
        }
    }

    /// Those of a step.
    pub fn of_step(&self, pc: u32) -> &[RegisterSlot] {
        let start = pc.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.slots[start as usize..self.ends[pc as usize] as usize]
    }
}

/// Where a lane has read what nobody had written.
#[derive(Clone, Copy, Debug)]
pub struct UnwrittenRead {
    /// The load.
    pub pc: u32,
    /// What it read.
    pub place: BytePlace,
}

/// The reads that are to blame for what a register lacks, lane by lane.
pub type Blame = [Option<UnwrittenRead>; WARP];

/// Registers that have no value because of such loads.
#[derive(Default)]
pub struct UnwrittenReads(HashMap<u32, Box<Blame>>);

impl UnwrittenReads {
    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Some lanes of registers are written or begin anew.
    #[inline]
    pub fn forget(&mut self, registers: std::ops::Range<u32>, mask: u32) {
        if self.0.is_empty() {
            return;
        }
        for register in registers {
            let Some(blame) = self.0.get_mut(&register) else { continue };
            lanes_of(mask).for_each(|lane| blame[lane] = None);
            if blame.iter().all(Option::is_none) {
                self.0.remove(&register);
            }
        }
    }

    /// Whom to blame for a register.
    pub fn of(&self, register: u32) -> Option<&Blame> {
        self.0.get(&register).map(|blame| &**blame)
    }

    /// These loads are to blame for what lanes of a register lack.
    pub fn note(&mut self, register: u32, blame: &Blame) {
        if blame.iter().any(Option::is_some) {
            self.0.insert(register, Box::new(*blame));
        }
    }
}

impl Warp {
    /// Whom to blame for what a result lacks that is made of some registers: for each lane the first that lacks a value.
    #[cold]
    pub fn blame_of(&self, base: u32, from: &[RegisterSlot]) -> Blame {
        let mut all = [None; WARP];
        for blame in from.iter().filter_map(|&slot| self.registers.blame(base, slot)) {
            for (known, own) in all.iter_mut().zip(blame) {
                *known = known.or(*own);
            }
        }
        all
    }

    /// A step wants the values of some registers: tells of the loads that are to blame for what they lack.
    ///
    /// # Errors
    /// The fault of the first lane, if the launch does not go on.
    #[cold]
    pub fn tell_of_unwritten(
        &mut self,
        front: &Front,
        mask: u32,
        wanted: &[RegisterSlot],
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        for &slot in wanted {
            let Some(&blame) = self.registers.blame(front.base, slot) else { continue };
            for (lane, read) in lanes_of(mask).filter_map(|lane| Some((lane, blame[lane]?))) {
                launch.tolerate_unnoticed(read.pc, || {
                    let message = block.describe_unwritten(read.place);
                    launch.fault(FaultKind::Uninitialised, message, read.pc, block, self.thread(1 << lane))
                })?;
                // It has been told: what comes of the value is not told again.
                self.registers.settle(front.base, slot, 1 << lane);
            }
        }
        Ok(())
    }
}
