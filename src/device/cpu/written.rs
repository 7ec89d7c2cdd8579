//! Which buffers a kernel can write.
//!
//! Most of what kernels read are inputs that nobody writes, and nothing races there. The address of a store mostly comes from a parameter,
//! by arithmetic with indices: a kernel all of whose stores are like that writes the buffers that these parameters point to, and no other,
//! since what lies past the end of one is never within another. All others need no records of who reads them.

use super::memory::{self, GlobalBuffer, HostRange};
use super::program::{Constant, MemorySpace, Op, Program, RegisterSlot, StepAddress};
use std::collections::BTreeSet;

/// Where a value may come from: a bit for each of the first eight-byte words of parameter memory, and two more.
type Origin = u128;

/// The block's own memory.
const OWN: Origin = 1 << 126;
/// Anything: what was loaded from memory, and parameters beyond those that have bits.
const ANYTHING: Origin = 1 << 127;
/// Words of parameter memory that have bits.
const WORDS: u64 = 126;

/// What the addresses of a kernel's writes are made of: one for each set of parameters that there is.
#[derive(Debug, PartialEq, Eq)]
pub enum StoreOrigins {
    /// Nobody knows.
    Anything,
    /// Parameters, by their words.
    Parameters(BTreeSet<Origin>),
}

/// The origins of a program's registers so far.
struct Origins<'p> {
    program: &'p Program,
    registers: Vec<Origin>,
    changed: bool,
}

impl Origins<'_> {
    fn of(&self, slot: RegisterSlot) -> Origin {
        if slot.0 & RegisterSlot::CONSTANT == 0 {
            return self.registers[slot.0 as usize];
        }
        match self.program.constants.get((slot.0 & !RegisterSlot::CONSTANT) as usize) {
            Some(Constant::Shared(_)) => OWN,
            _ => 0,
        }
    }

    fn add(&mut self, to: RegisterSlot, origin: Origin) {
        let known = &mut self.registers[to.0 as usize];
        self.changed |= origin & !*known != 0;
        *known |= origin;
    }

    /// What an element of some bytes is made of that is loaded from a place.
    fn loaded(&self, place: &StepAddress, further: u32, size: u32) -> Origin {
        match place.space {
            // A parameter at a place that the text names.
            MemorySpace::Param if place.base.0 & RegisterSlot::CONSTANT != 0 => {
                let Some(Constant::Bits(base)) =
                    self.program.constants.get((place.base.0 & !RegisterSlot::CONSTANT) as usize)
                else {
                    return ANYTHING;
                };
                let word = base.wrapping_add(place.offset as u64).wrapping_add(u64::from(further)) / 8;
                if word < WORDS { 1 << word } else { ANYTHING }
            }
            // Half an address is none.
            _ if size < 8 && place.space != MemorySpace::Param => 0,
            _ => ANYTHING,
        }
    }

    /// Goes once through all steps. Nothing if there is one whose writes nobody follows.
    fn pass(&mut self) -> Option<()> {
        let program = self.program;
        for step in &program.steps {
            match &step.op {
                Op::Compute { to, from, .. } => {
                    let origin = from.iter().fold(0, |all, &slot| all | self.of(slot));
                    self.add(*to, origin);
                }
                Op::Select { to, from, .. } => {
                    let origin = self.of(from[0]) | self.of(from[1]);
                    self.add(*to, origin);
                }
                Op::Shuffle { to, from, .. } => {
                    let origin = self.of(from[0]);
                    to.iter().flatten().for_each(|&slot| self.add(slot, origin));
                }
                Op::Load(transfer) => {
                    for (index, to) in (0..).zip(&transfer.elements) {
                        let origin = self.loaded(&transfer.place, index * transfer.size, transfer.size);
                        to.iter().for_each(|&slot| self.add(slot, origin));
                    }
                }
                Op::Atomic(atomic) => {
                    let origin = if atomic.size < 8 { 0 } else { ANYTHING };
                    atomic.result.iter().for_each(|&slot| self.add(slot, origin));
                }
                Op::WideAtomic(atomic) => atomic.result.iter().flatten().for_each(|&slot| self.add(slot, ANYTHING)),
                Op::FrameAddress { to, .. } => self.add(*to, OWN),
                Op::Store(_)
                | Op::Branch { .. }
                | Op::BranchIndexed { .. }
                | Op::Return
                | Op::Exit
                | Op::Trap
                | Op::FailAssertion(_) => {}
                Op::Barrier(_) | Op::WarpBarrier { .. } | Op::Fence { .. } | Op::Nothing => {}
                // Their results are no addresses, and they write no memory that others share.
                Op::Clock { .. } | Op::ActiveMask { .. } | Op::Vote { .. } | Op::Elect { .. } | Op::Texture(_) => {}
                Op::Copy(_) | Op::CommitCopies | Op::WaitCopies { .. } | Op::Matrix { .. } | Op::MatrixMemory(_) => {}
                Op::FragmentMemory(_) => {}
                _ => return None,
            }
        }
        Some(())
    }
}

/// The place that a step writes, if it writes memory that others share.
fn written(op: &Op) -> Option<&StepAddress> {
    let place = match op {
        Op::Store(transfer) => &transfer.place,
        Op::Atomic(atomic) => &atomic.place,
        Op::WideAtomic(atomic) => &atomic.place,
        Op::FragmentMemory(step) if step.stores => &step.place,
        _ => return None,
    };
    matches!(place.space, MemorySpace::Global | MemorySpace::Generic).then_some(place)
}

impl StoreOrigins {
    /// Those of a program.
    pub fn of(program: &Program) -> Self {
        // Functions have registers of their own.
        let &[kernel] = program.functions.as_slice() else { return Self::Anything };
        let mut origins = Origins { program, registers: vec![0; kernel.registers as usize], changed: true };
        while origins.changed {
            origins.changed = false;
            if origins.pass().is_none() {
                return Self::Anything;
            }
        }
        let places = program.steps.iter().filter_map(|step| written(&step.op));
        let all: BTreeSet<Origin> =
            places.map(|place| origins.of(place.base)).filter(|&origin| origin != OWN).collect();
        // An address that is made of constants alone is that of some variable of the module.
        let is_known = all.iter().all(|&origin| origin & ANYTHING == 0 && origin & !OWN != 0);
        if is_known { Self::Parameters(all) } else { Self::Anything }
    }

    /// The numbers of the buffers that a launch with these parameters can write; nothing if it may be any.
    pub fn buffers(
        &self,
        parameters: &[u8],
        buffers: &[Option<GlobalBuffer>],
        ranges: &[HostRange],
    ) -> Option<BTreeSet<usize>> {
        let Self::Parameters(sets) = self else { return None };
        let pointed = |word: usize| {
            let bytes = parameters.get(8 * word..8 * word + 8)?;
            let address = u64::from_le_bytes(bytes.try_into().ok()?);
            let is_global = memory::space_of(address) == MemorySpace::Global;
            let (index, _) = memory::place_of(address, ranges).filter(|_| is_global)?;
            buffers.get(index)?.as_ref().map(|_| index)
        };
        let mut all = BTreeSet::new();
        for set in sets {
            let mut found = (0..WORDS as usize).filter(|word| set >> word & 1 == 1).filter_map(pointed).peekable();
            // Numbers alone do not make an address: some part of it has come another way.
            found.peek()?;
            all.extend(found);
        }
        Some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::super::GlobalBuffer;
    use crate::device::{Arg, Buffer, Cpu, Device, DeviceError, FaultKind, LoadedModule};
    use crate::launch::LaunchConfig;

    /// A module with a kernel of three parameters, whose body computes with `%rd1`, `%rd2` (addresses) and `%r1` (the thread).
    fn module(cpu: &mut Cpu, body: &str) -> LoadedModule {
        let text = format!(
            ".version 8.0\n.target sm_90\n.address_size 64\n.global .align 8 .u64 table[4];
            .entry k(.param .u64 from, .param .u64 to, .param .u32 n) {{
            .reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<12>; .shared .align 8 .b64 s[64];
            ld.param.u64 %rd1, [from]; ld.param.u64 %rd2, [to]; mov.u32 %r1, %tid.x;
            mul.wide.u32 %rd3, %r1, 4; add.u64 %rd4, %rd1, %rd3; add.u64 %rd5, %rd2, %rd3;
            {body}
            ret; }}"
        );
        cpu.load(&text).expect("a module")
    }

    fn launch(cpu: &mut Cpu, module: LoadedModule, from: Buffer, to: Buffer) -> Result<(), DeviceError> {
        let arguments = [Arg::Buffer(from), Arg::Buffer(to), Arg::Bytes(64u32.to_le_bytes().to_vec())];
        cpu.launch(module, "k", LaunchConfig::new([2, 1, 1], [64, 1, 1]), &arguments)
    }

    /// Whether the launch of a kernel may write its input, as far as the interpreter knows.
    fn may_write_input(body: &str) -> bool {
        let mut cpu = Cpu::new();
        let module = module(&mut cpu, body);
        let [from, to] = [(); 2].map(|()| cpu.alloc(1024).expect("a buffer"));
        cpu.upload(from, &[0; 1024]).expect("room");
        cpu.upload(to, &[0; 1024]).expect("room");
        let _ = launch(&mut cpu, module, from, to);
        !cpu.buffer(from).is_ok_and(GlobalBuffer::is_only_read)
    }

    #[test]
    fn inputs_are_only_read() {
        let through_shared =
            "mov.u64 %rd6, s; cvta.shared.u64 %rd6, %rd6; add.u64 %rd6, %rd6, %rd3; st.u32 [%rd6], %r1;";
        for body in [
            "ld.global.u32 %r2, [%rd4]; st.global.u32 [%rd5], %r2;",
            "ld.global.nc.u32 %r2, [%rd4]; mul.wide.u32 %rd6, %r2, 4; add.u64 %rd6, %rd2, %rd6; atom.global.add.u32 %r3, [%rd6], 1;",
            "ld.global.u32 %r2, [%rd4]; st.shared.u32 [s], 1;",
            through_shared,
        ] {
            assert!(!may_write_input(body), "{body}");
        }
    }

    #[test]
    fn what_may_be_written_is_known() {
        for body in [
            "st.global.u32 [%rd4], %r1;",
            "red.global.add.u32 [%rd4+4], 1;",
            // Which of both it is only data say.
            "setp.eq.u32 %p1, %r1, 3; selp.b64 %rd6, %rd4, %rd5, %p1; st.global.u32 [%rd6], %r1;",
            // The address has been in memory.
            "st.shared.u64 [s], %rd4; ld.shared.u64 %rd6, [s]; st.global.u32 [%rd6], %r1;",
            "mov.u64 %rd6, table; st.global.u64 [%rd6], %rd4; ld.global.u64 %rd7, [%rd6]; st.global.u32 [%rd7], %r1;",
            // It has been there in halves, and an index that is a parameter comes to it.
            "st.shared.u64 [s], %rd4; ld.shared.v2.u32 {%r2, %r3}, [s]; mov.b64 %rd6, {%r2, %r3}; ld.param.u32 %r4, [n];
             mul.wide.u32 %rd7, %r4, 0; add.u64 %rd6, %rd6, %rd7; st.global.u32 [%rd6], %r1;",
            "mov.u64 %rd6, table; st.global.u64 [%rd6], 1;",
        ] {
            assert!(may_write_input(body), "{body}");
        }
    }

    #[test]
    fn races_in_a_buffer_that_is_input_and_output_are_found() {
        let mut cpu = Cpu::new();
        let module = module(&mut cpu, "xor.b32 %r2, %r1, 1; mul.wide.u32 %rd6, %r2, 4; add.u64 %rd6, %rd1, %rd6;
            ld.global.u32 %r3, [%rd6]; mov.u32 %r4, %ctaid.x; add.u32 %r3, %r3, %r4; add.u32 %r3, %r3, %r1; st.global.u32 [%rd5], %r3;");
        let both = cpu.alloc(1024).expect("a buffer");
        cpu.upload(both, &[0; 1024]).expect("room");
        let ended = launch(&mut cpu, module, both, both);
        assert!(matches!(ended, Err(DeviceError::Fault(fault)) if fault.kind == FaultKind::Race));
        let other = cpu.alloc(1024).expect("a buffer");
        let ended = launch(&mut cpu, module, both, other);
        assert!(
            matches!(ended, Err(DeviceError::Fault(fault)) if fault.kind == FaultKind::Race),
            "two blocks write the same"
        );
    }
}
