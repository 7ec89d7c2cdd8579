//! Which buffers a kernel can write.
//!
//! Most of what kernels read are inputs that nobody writes, and nothing races there. The address of a store mostly comes from a parameter,
//! by arithmetic with indices: a kernel all of whose stores are like that writes the buffers that these parameters point to, and no other,
//! since what lies past the end of one is never within another. All others need no records of who reads them.

use super::memory::{self, GlobalBuffer, HostRange};
use super::origins::{Origins, ValueOrigin};
use super::program::{Constant, MemorySpace, Op, Program, RegisterSlot, StepAddress};
use std::collections::BTreeSet;

/// Where a value may come from: a bit for each of the first eight-byte words of parameter memory, and two more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ParameterWords(u128);

/// Words of parameter memory that have bits.
const WORDS: u64 = 126;

impl ParameterWords {
    /// The block's own memory.
    const OWN: Self = Self(1 << 126);
    /// Anything: what was loaded from memory, and parameters beyond those that have bits.
    const ANYTHING: Self = Self(1 << 127);

    fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl ValueOrigin for ParameterWords {
    const NONE: Self = Self(0);
    const FRAME: Self = Self::OWN;

    fn join(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn of_constant(_: &Program, constant: Constant) -> Self {
        if matches!(constant, Constant::Shared(_)) { Self::OWN } else { Self::NONE }
    }

    fn loaded(program: &Program, place: &StepAddress, further: u32, size: u32) -> Self {
        match place.space {
            // A parameter at a place that the text names.
            MemorySpace::Param if place.base.0 & RegisterSlot::CONSTANT != 0 => {
                let Some(Constant::Bits(base)) = program.constant(place.base) else { return Self::ANYTHING };
                let word = base.wrapping_add(place.offset as u64).wrapping_add(u64::from(further)) / 8;
                if word < WORDS { Self(1 << word) } else { Self::ANYTHING }
            }
            // Half an address is none.
            _ if size < 8 && place.space != MemorySpace::Param => Self::NONE,
            _ => Self::ANYTHING,
        }
    }

    fn updated(size: u32) -> Option<Self> {
        Some(if size < 8 { Self::NONE } else { Self::ANYTHING })
    }
}

/// What the addresses of a kernel's writes are made of: one for each set of parameters that there is.
#[derive(Debug, PartialEq, Eq)]
pub enum StoreOrigins {
    /// Nobody knows.
    Anything,
    /// Parameters, by their words.
    Parameters(BTreeSet<ParameterWords>),
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
        let Some(origins) = Origins::<ParameterWords>::find(program) else { return Self::Anything };
        let places = program.steps.iter().filter_map(|step| written(&step.op));
        let all: BTreeSet<ParameterWords> =
            places.map(|place| origins.of(place.base)).filter(|&sources| sources != ParameterWords::OWN).collect();
        // An address that is made of constants alone is that of some variable of the module.
        let is_known =
            all.iter().all(|sources| !sources.has(ParameterWords::ANYTHING) && sources.0 & !ParameterWords::OWN.0 != 0);
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
            let mut found = (0..WORDS as usize).filter(|word| set.0 >> word & 1 == 1).filter_map(pointed).peekable();
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
