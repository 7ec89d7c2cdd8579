//! What programs of the host ask of the interpreter beyond launches: memory that both see, places by address, copies between buffers,
//! kernels' attributes, and grids whose blocks run side by side.

use super::Cpu;
use super::memory::{self, GlobalBuffer, HostRange};
use super::program::Program;
use crate::device::{Buffer, Device, DeviceError, LoadedModule};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// What is known of a kernel before it is launched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelInfo {
    /// The bytes of each parameter, and their offsets in parameter memory.
    pub parameters: Vec<(u32, u32)>,
    /// Bytes of shared memory that the module declares.
    pub shared_bytes: u32,
    /// Bytes of local memory of a thread.
    pub local_bytes: u32,
    /// Registers that the text declares, which are more than an assembler needs.
    pub registers: u32,
    /// Threads of a block at most (`.maxntid`, `.reqntid`), if the kernel says.
    pub most_threads: Option<u64>,
    /// Blocks of a cluster (`.reqnctapercluster`), if the kernel says.
    pub cluster: Option<[u32; 3]>,
    /// The number of the target that the text names, if that is known: 80 for `sm_80`.
    pub target: Option<u32>,
}

impl KernelInfo {
    fn of(program: &Program) -> Self {
        let code = program.functions[0];
        let required = program.required_block.map(|block| block.iter().map(|&extent| u64::from(extent)).product());
        Self {
            parameters: program.parameters.iter().map(|parameter| (parameter.size, parameter.offset)).collect(),
            shared_bytes: program.shared_bytes,
            local_bytes: code.frame,
            registers: code.registers,
            most_threads: required.or(program.most_threads),
            cluster: program.required_cluster,
            target: program.target,
        }
    }
}

/// Memory that kernels allocate from (`malloc`), which lasts from launch to launch.
#[derive(Debug)]
pub(super) struct DeviceHeap {
    address: u64,
    bytes: u64,
    used: AtomicU64,
}

impl DeviceHeap {
    /// So many bytes; 0 if there are not as many left.
    pub(super) fn allocate(&self, bytes: u64) -> u64 {
        // Nobody has written what lies between two allocations, so who reads behind the end of one is found.
        const GAP: u64 = 16;
        let taken = bytes.checked_add(GAP).and_then(|bytes| bytes.checked_next_multiple_of(16));
        let enough = |used: u64| taken?.checked_add(used).filter(|&used| used <= self.bytes);
        match self.used.fetch_update(Relaxed, Relaxed, enough) {
            Ok(used) if bytes > 0 => self.address + used,
            _ => 0,
        }
    }
}

/// The bytes of that memory, as devices have them unless they are told otherwise (`cudaLimitMallocHeapSize`).
const HEAP_BYTES: u64 = 8 << 20;

impl Cpu {
    /// Gives kernels so many bytes to allocate from, instead of 8 MiB, unless one has allocated some already.
    pub fn set_heap(&mut self, bytes: u64) {
        self.heap_bytes = Some(bytes);
    }

    pub(super) fn make_heap(&mut self) -> Result<(), DeviceError> {
        if self.heap.is_none() {
            let bytes = self.heap_bytes.unwrap_or(HEAP_BYTES);
            let buffer = self.alloc(bytes)?;
            self.heap = Some(DeviceHeap { address: self.address(buffer)?, bytes, used: AtomicU64::new(0) });
        }
        Ok(())
    }

    /// Launches kernels with all blocks of the grid side by side, so that they may wait for one another, and with a barrier for the grid
    /// where cooperative groups look for it (`%envreg1`, `%envreg2`).
    pub fn set_cooperative(&mut self, cooperative: bool) {
        self.cooperative = cooperative;
    }

    /// What is known of a kernel.
    ///
    /// # Errors
    /// There is no such module or kernel, or why it is not run.
    pub fn kernel_info(&self, module: LoadedModule, kernel: &str) -> Result<KernelInfo, DeviceError> {
        let index = self.kernel_index(module, kernel)?;
        self.modules[module.0 as usize].kernels[index].1.as_ref().map(KernelInfo::of).map_err(Clone::clone)
    }

    /// The names of the kernels of a module.
    pub fn kernel_names(&self, module: LoadedModule) -> Vec<&str> {
        let kernels = self.modules.get(module.0 as usize).map_or(&[][..], |loaded| &loaded.kernels);
        kernels.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Makes a buffer of memory that programs of the host access, too, under the same address. Whatever it holds counts as written.
    ///
    /// # Errors
    /// The address is none that a host uses, or other buffers are there.
    pub fn share(&mut self, address: u64, words: &'static [AtomicU32]) -> Result<Buffer, DeviceError> {
        let range = HostRange { start: address, bytes: 4 * words.len() as u64, buffer: self.buffers.len() };
        let end = address.checked_add(range.bytes.max(1)).filter(|end| memory::is_host(end - 1));
        let Some(end) = end.filter(|_| memory::is_host(address)) else {
            return Err(DeviceError::Handle(format!("{address:#x} is not an address of the host")));
        };
        let overlaps = |other: &HostRange| other.start < end && address < other.start + other.bytes;
        if self.host_ranges.iter().any(overlaps) {
            return Err(DeviceError::Handle(format!("there is a buffer at {address:#x} already")));
        }
        let buffer = GlobalBuffer::of_host(words, address);
        let buffer = buffer.ok_or(DeviceError::OutOfMemory { bytes: range.bytes, free: None })?;
        let place = self.host_ranges.partition_point(|other| other.start < address);
        self.host_ranges.insert(place, range);
        Ok(self.keep(buffer))
    }

    /// The buffer in which an address lies, the offset there, and the bytes of the buffer. The end of a buffer is still its own.
    pub fn buffer_at(&self, address: u64) -> Option<(Buffer, u64, u64)> {
        let (index, offset) = memory::place_of(address, &self.host_ranges)?;
        let bytes = self.buffers.get(index)?.as_ref()?.bytes;
        (offset <= bytes).then_some((Buffer(index as u32), offset, bytes))
    }

    /// Copies bytes from one place in buffers to another, and with them whether they have values.
    ///
    /// # Errors
    /// The buffers are none of this device, or too small.
    pub fn copy(&mut self, to: (Buffer, u64), from: (Buffer, u64), bytes: u64) -> Result<(), DeviceError> {
        let mut copied = vec![0; bytes as usize];
        self.download_at(from.0, from.1, &mut copied)?;
        let source = self.buffer(from.0)?;
        let defined = (!source.is_whole(from.1, bytes)).then(|| source.defined_bytes(from.1, bytes));
        self.upload_at(to.0, to.1, &copied)?;
        let target = self.buffer_mut(to.0)?;
        if let Some(defined) = defined.filter(|_| !target.is_of_host()) {
            target.restrict(to.1, &defined);
        }
        Ok(())
    }

    pub(super) fn keep(&mut self, buffer: GlobalBuffer) -> Buffer {
        self.allocated += buffer.bytes;
        let number = self.buffers.len() as u32;
        self.buffers.push(Some(buffer));
        self.live.insert(number);
        Buffer(number)
    }

    /// What cooperative groups expect of a driver: the size of the workspace, and the barrier of the grid.
    pub(super) fn make_workspace(&mut self) -> Result<(Buffer, u64), DeviceError> {
        let workspace = [8u32.to_le_bytes(), [0; 4]].concat();
        let buffer = self.alloc(workspace.len() as u64)?;
        self.upload(buffer, &workspace)?;
        Ok((buffer, self.address(buffer)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::{Arg, Checks, FaultKind};
    use crate::launch::LaunchConfig;

    /// The first thread of each block adds one to a counter, and waits until all blocks have.
    const MEET: &str =
        ".version 8.0\n.target sm_80\n.address_size 64\n.entry meet(.param .u64 counter, .param .u32 blocks) {
        .reg .pred %p; .reg .b32 %r<4>; .reg .b64 %rd<2>;
        ld.param.u64 %rd1, [counter];
        ld.param.u32 %r1, [blocks];
        atom.add.release.gpu.u32 %r2, [%rd1], 1;
        wait: ld.acquire.gpu.u32 %r3, [%rd1];
        setp.lt.u32 %p, %r3, %r1;
        @%p bra wait;
        ret;
    }";

    fn words(count: usize) -> &'static [AtomicU32] {
        Box::leak((0..count).map(|_| AtomicU32::new(0)).collect::<Vec<_>>().into_boxed_slice())
    }

    fn at(words: &[AtomicU32]) -> u64 {
        words.as_ptr().addr() as u64
    }

    #[test]
    fn kernels_write_memory_of_the_host() {
        let (shared, other) = (words(4), words(4));
        let mut cpu = Cpu::with_checks(Checks { steps: 100_000, ..Checks::default() });
        cpu.share(at(shared), shared).expect("a buffer");
        assert!(cpu.share(at(shared) + 4, other).is_err(), "that place is taken");
        let module = cpu.load(MEET).expect("a module");
        let config = LaunchConfig::new([1; 3], [1; 3]);
        let launch = |cpu: &mut Cpu, address: u64| {
            cpu.launch(module, "meet", config, &[Arg::Bytes(address.to_le_bytes().to_vec()), Arg::Integer(1)])
        };
        launch(&mut cpu, at(shared) + 8).expect("a launch");
        assert_eq!(shared.iter().map(|word| word.load(Relaxed)).collect::<Vec<_>>(), [0, 0, 1, 0]);
        let Err(DeviceError::Fault(fault)) = launch(&mut cpu, at(shared) + 16) else { panic!("it is behind the end") };
        assert_eq!(
            (fault.kind, fault.message.as_str()),
            (FaultKind::OutOfBounds, "4 bytes at offset 16 of 16 bytes of global memory")
        );
        let (buffer, offset, bytes) = cpu.buffer_at(at(shared) + 12).expect("it is there");
        assert_eq!((offset, bytes), (12, 16));
        cpu.free(buffer).expect("it is there");
        assert_eq!(cpu.buffer_at(at(shared)), None);
        assert!(launch(&mut cpu, at(shared)).is_err());
    }

    #[test]
    fn blocks_of_cooperative_launches_wait_for_one_another() {
        let mut cpu = Cpu::with_checks(Checks { steps: 1 << 20, ..Checks::default() });
        let counter = cpu.alloc(4).expect("a buffer");
        let module = cpu.load(MEET).expect("a module");
        let mut launch = |cooperative: bool| {
            cpu.set_cooperative(cooperative);
            cpu.set_threads(std::num::NonZeroUsize::MIN).expect("a thread");
            cpu.upload(counter, &[0; 4]).expect("room");
            cpu.launch(module, "meet", LaunchConfig::new([40, 1, 1], [1; 3]), &[counter.into(), Arg::Integer(40)])
        };
        assert_eq!(launch(true), Ok(()));
        assert!(launch(false).is_err(), "one after the other they wait for ever");
    }

    #[test]
    fn copies_keep_what_is_known() {
        let mut cpu = Cpu::new();
        let [from, to] = [0; 2].map(|_| cpu.alloc(8).expect("a buffer"));
        cpu.upload(from, &[1, 2]).expect("room");
        cpu.upload(to, &[9; 8]).expect("room");
        cpu.copy((to, 1), (from, 0), 4).expect("room");
        let known = cpu.buffer(to).expect("it is there").defined_bytes(0, 8);
        assert_eq!(known, [true, true, true, false, false, true, true, true]);
        let mut bytes = [0; 8];
        cpu.download(to, &mut bytes).expect("room");
        assert_eq!(bytes, [9, 1, 2, 0, 0, 9, 9, 9]);
        assert!(cpu.copy((to, 5), (from, 0), 4).is_err());
    }
}
