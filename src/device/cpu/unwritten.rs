//! Loads of what nobody has written, until it is clear whether anybody wants what they got.
//!
//! Compilers move loads before the condition that decides whether their value is wanted, and into the round before the one that uses it. So
//! such a load is told of when its value, or what is computed from it, decides something or leaves the registers: what is discarded is
//! never told of. A load counts as wanted, too, where a function is called, as nobody follows what the function is given, and where matrix units
//! are asked for something. `mbarrier` objects are nothing that anybody loads, so that is told of at once.

use super::access::MemoryPlace;
use super::block::BlockState;
use super::kernel_launch::KernelLaunch;
use super::lanes::{WARP, lanes_of};
use super::packing::{RegisterUsage, each_register};
use super::program::{Op, Pass, Program, RegisterSlot, Step};
use super::warp::{Front, StepFailure, Warp};
use crate::device::error::FaultKind;
use std::collections::HashMap;

/// Stands for all registers.
const EVERY_REGISTER: RegisterSlot = RegisterSlot(u32::MAX);

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
        each_register(step, &mut |&mut slot, usage| self.slots.extend((usage == RegisterUsage::Read).then_some(slot)));
        let is_matrix_unit = matches!(
            step.op,
            Op::WarpgroupProduct(_)
                | Op::TensorMemory(_)
                | Op::TensorMemoryCopy(_)
                | Op::TensorShift(_)
                | Op::TensorProduct(_)
                | Op::TensorCommit(_)
        );
        self.slots.extend(is_matrix_unit.then_some(EVERY_REGISTER));
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
    pub place: MemoryPlace,
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

    /// Registers from one on, in order.
    pub fn registers(&self, from: u32) -> Vec<u32> {
        let mut registers: Vec<u32> = self.0.keys().copied().filter(|&register| register >= from).collect();
        registers.sort_unstable();
        registers
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
        let all = if wanted.contains(&EVERY_REGISTER) { self.registers.blamed(front.base) } else { Vec::new() };
        for &slot in wanted.iter().chain(&all) {
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

#[cfg(test)]
mod tests {
    use crate::device::{Arg, Cpu, Device, DeviceError, FaultKind};
    use crate::launch::LaunchConfig;

    /// What 32 threads store, of which the first half has written to the tile that all of them read.
    fn run(body: &str) -> Result<Vec<u32>, DeviceError> {
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64
            .func (.reg .b32 %result) next (.reg .b32 %given) {{ add.u32 %result, %given, 1; ret; }}
            .entry k(.param .u64 to) {{
            .reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<4>; .shared .align 4 .b32 tile[32];
            ld.param.u64 %rd1, [to]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2;
            mov.u32 %r2, tile; shl.b32 %r3, %r1, 2; add.u32 %r4, %r2, %r3; setp.lt.u32 %p1, %r1, 16;
            @%p1 st.shared.u32 [%r4], %r1;
            bar.sync 0;
            ld.shared.u32 %r5, [%r4];
            {body}
            ret; }}"
        );
        let mut cpu = Cpu::new();
        let module = cpu.load(&text).expect("a module");
        let buffer = cpu.alloc(128).expect("a buffer");
        cpu.launch(module, "k", LaunchConfig::new([1, 1, 1], [32, 1, 1]), &[Arg::Buffer(buffer)])?;
        let mut bytes = [0; 128];
        cpu.download(buffer, &mut bytes).expect("room");
        Ok(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
    }

    #[test]
    fn what_is_discarded_is_not_told_of() {
        let right: Vec<u32> = (0..32).map(|lane| if lane < 16 { lane + 1 } else { 0 }).collect();
        for body in [
            // Computed for all, chosen for some.
            "add.u32 %r6, %r5, 1; setp.gt.u32 %p2, %r6, 3; selp.b32 %r7, %r6, 0, %p1; st.global.u32 [%rd3], %r7;",
            // Not stored by those that have read nothing.
            "add.u32 %r6, %r5, 1; mov.u32 %r7, 0; st.global.u32 [%rd3], %r7; @%p1 st.global.u32 [%rd3], %r6;",
            // Overwritten.
            "add.u32 %r6, %r5, 1; @!%p1 mov.u32 %r6, 0; st.global.u32 [%rd3], %r6;",
        ] {
            assert_eq!(run(body).expect(body), right, "{body}");
        }
    }

    #[test]
    fn what_is_wanted_is_told_of_where_it_was_read() {
        for body in [
            "st.global.u32 [%rd3], %r5;",
            "add.u32 %r6, %r5, 1; add.u32 %r6, %r6, %r1; st.global.u32 [%rd3], %r6;",
            "setp.gt.u32 %p2, %r5, 3; @%p2 st.global.u32 [%rd3], %r1;",
            "setp.gt.u32 %p2, %r5, 3; @%p2 bra E; st.global.u32 [%rd3], %r1; E:",
            "and.b32 %r6, %r5, 7; mul.wide.u32 %rd2, %r6, 4; add.u64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r1;",
            "shfl.sync.bfly.b32 %r6, %r5, 1, 31, -1;",
            "st.shared.u32 [%r4], %r5;",
            "call (%r6), next, (%r5);",
            "selp.b32 %r6, %r5, 0, %p1; selp.b32 %r7, %r6, %r5, %p1; st.global.u32 [%rd3], %r7;",
        ] {
            let ended = run(body);
            let Err(DeviceError::Fault(fault)) = &ended else { panic!("{body}: {ended:?}") };
            assert_eq!(fault.kind, FaultKind::Uninitialised, "{body}");
            assert_eq!(fault.message, "offset 64 of shared memory was never written", "{body}");
            assert_eq!((fault.thread.thread, fault.line), ([16, 0, 0], 11), "{body}");
        }
    }
}
