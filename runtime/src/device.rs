//! The device that programs find: what its architecture has, and nothing else that could be told of an interpreter.

use crate::error::{Answer, Code};
use crate::state::State;
use ptxlint::device::{Device, KernelInfo};
use std::ffi::c_char;

/// Shared memory of a block unless it asks for more.
pub const SHARED: u32 = 48 << 10;

/// Shared memory of each block that is not its own.
const RESERVED: u32 = 1 << 10;

const REGISTERS: u32 = 64 << 10;
const CLOCK_KHZ: i32 = 1_755_000;
const MEMORY_CLOCK_KHZ: i32 = 2_619_000;

/// What architectures differ in (CUDA C++ Programming Guide, "Compute Capabilities").
#[derive(Clone, Copy)]
struct Architecture {
    threads: u32,
    blocks: u32,
    shared: u32,
}

fn architecture(number: u32) -> Architecture {
    let (threads, blocks, shared) = match number {
        ..80 => (1024, 16, 64 << 10),
        80 => (2048, 32, 164 << 10),
        86 | 87 => (1536, 16, 100 << 10),
        89 => (1536, 24, 100 << 10),
        120.. => (1536, 24, 100 << 10),
        _ => (2048, 32, 228 << 10),
    };
    Architecture { threads, blocks, shared }
}

impl State {
    fn architecture(&self) -> Architecture {
        architecture(self.reporter.settings.architecture)
    }

    /// Major and minor compute capability.
    pub fn capability(&self) -> (i32, i32) {
        let number = self.reporter.settings.architecture as i32;
        (number / 10, number % 10)
    }

    /// The most shared memory that a block may ask for.
    pub fn most_shared(&self) -> u32 {
        self.architecture().shared - RESERVED
    }

    /// Free bytes and all bytes of memory.
    pub fn memory_info(&mut self) -> (u64, u64) {
        let free = self.cpu.free_memory().unwrap_or(0);
        let used: u64 = self.allocations.values().map(|allocation| allocation.bytes).sum();
        (free, free + used)
    }

    /// An attribute by its number, which the runtime and the driver share.
    pub fn attribute(&mut self, number: i32) -> Answer<i32> {
        let own = self.architecture();
        let (major, minor) = self.capability();
        let is_clustered = i32::from(major >= 9);
        Ok(match number {
            1..=3 => 1024,
            4 => 64,
            5 => i32::MAX,
            6 | 7 => 65_535,
            8 => SHARED as i32,
            9 => 65_536,
            10 => 32,
            11 => i32::MAX,
            12 | 82 => REGISTERS as i32,
            13 => CLOCK_KHZ,
            14 => 512,
            15 => 1,
            16 => self.reporter.settings.multiprocessors as i32,
            17 | 18 | 20 | 32..=35 | 50 | 84 | 85 | 86 | 88 | 98 | 100 | 101 => 0,
            19 | 31 | 40 | 41 | 78 | 79 | 80 | 83 | 89 | 90 | 91 | 95 | 99 | 102 | 115 => 1,
            21 | 55 => 131_072,
            22 | 23 | 56 | 57 => 131_072,
            24..=26 | 47..=49 | 58..=60 => 16_384,
            27..=29 | 42..=46 | 61..=68 => 2048,
            30 => 512,
            36 => MEMORY_CLOCK_KHZ,
            37 => 5120,
            38 => 50 << 20,
            39 => own.threads as i32,
            51 => 32,
            69..=74 | 77 => 131_072,
            75 => major,
            76 => minor,
            81 => own.shared as i32,
            87 => 2,
            97 => (own.shared - RESERVED) as i32,
            106 => own.blocks as i32,
            108 | 109 => 0,
            111 => RESERVED as i32,
            120 => is_clustered,
            0 | 161.. | i32::MIN..=-1 => return Err(Code::INVALID_VALUE),
            _ => 0,
        })
    }

    /// `cudaDeviceProp`, as the runtime of a version lays it out.
    pub fn properties(&mut self, version: u32) -> Vec<u8> {
        let mut layout = Layout { bytes: Vec::new(), is_old: version < 13 };
        let (_, all) = self.memory_info();
        let name = self.name();
        let mut text = [0; 256];
        text[..name.len()].copy_from_slice(name.as_bytes());
        layout.put(&text, 1);
        layout.put(b"ptxlint device 0", 1);
        layout.put(&[0; 8], 1);
        layout.int(0);
        layout.size(all);
        layout.size(u64::from(SHARED));
        let get = |state: &mut Self, number: i32| state.attribute(number).unwrap_or(0);
        layout.ints(&[REGISTERS as i32, 32]);
        layout.size(i32::MAX as u64);
        layout.ints(&[1024, 1024, 1024, 64, i32::MAX, 65_535, 65_535]);
        layout.old(CLOCK_KHZ);
        layout.size(65_536);
        let (major, minor) = self.capability();
        layout.ints(&[major, minor]);
        layout.size(512);
        layout.size(32);
        layout.old(1);
        layout.int(self.reporter.settings.multiprocessors as i32);
        layout.old(0);
        layout.ints(&[0, 1]);
        layout.old(0);
        self.texture_limits(&mut layout);
        layout.size(512);
        // concurrentKernels, ECC, bus, device, domain, TCC, engines, unified addressing
        layout.ints(&[1, 0, 0, 0, 0, 0, 1, 1]);
        layout.old(MEMORY_CLOCK_KHZ);
        layout.ints(&[get(self, 37), get(self, 38), 0, get(self, 39), 1, 1, 1]);
        layout.size(get(self, 81) as u64);
        // registers, managed memory, boards, atomics of the host
        layout.ints(&[REGISTERS as i32, 1, 0, 0, 0]);
        layout.old(2);
        layout.ints(&[0, 1, 1, 1, 1]);
        layout.old(0);
        layout.size(get(self, 97) as u64);
        layout.ints(&[0, 0, get(self, 106), 0]);
        layout.size(get(self, 111) as u64);
        // what may be registered, pools, remote access, clusters
        layout.ints(&[1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, get(self, 120), 0]);
        layout.put(&[0; 4 * 63], 4);
        layout.bytes
    }

    fn texture_limits(&self, layout: &mut Layout) {
        const LARGE: i32 = 131_072;
        const DEEP: i32 = 16_384;
        layout.ints(&[LARGE, 32_768]);
        layout.old(1 << 28);
        layout.ints(&[LARGE, 65_536, 32_768, 32_768, LARGE, 65_000, 2_097_120, 32_768, 32_768, DEEP, DEEP, DEEP]);
        layout.ints(&[8192, 8192, 32_768, 32_768, 32_768, 2048, 32_768, 32_768, 2048, 32_768, 2046]);
        layout
            .ints(&[32_768, LARGE, 65_536, DEEP, DEEP, DEEP, 32_768, 2048, 32_768, 32_768, 2048, 32_768, 32_768, 2046]);
    }

    /// What the device is called.
    pub fn name(&self) -> String {
        format!("ptxlint interpreter (sm_{})", self.reporter.settings.architecture)
    }

    /// Writes the name into a buffer of the program.
    pub unsafe fn write_name(&self, to: *mut c_char, length: i32) {
        let name = self.name();
        let count = name.len().min((length.max(1) - 1) as usize);
        std::ptr::copy_nonoverlapping(name.as_ptr(), to.cast(), count);
        to.add(count).write(0);
    }

    /// How many blocks of a kernel a multiprocessor has room for.
    pub fn occupancy(&self, info: &KernelInfo, threads: u32, shared: u32) -> u32 {
        fit(self.architecture(), info, threads, shared)
    }

    /// The block for which a multiprocessor has most threads, and how many such blocks fill the device.
    pub fn best_block(&self, info: &KernelInfo, limit: u32, shared: impl Fn(u32) -> u32) -> (u32, u32) {
        let most = if limit == 0 { 1024 } else { limit.min(1024) };
        let most = info.most_threads.map_or(most, |threads| most.min(threads as u32));
        let threads = |block: u32| block * self.occupancy(info, block, shared(block));
        let candidates = (1..=most / 32).map(|warps| warps * 32).chain((most < 32).then_some(most));
        let best = candidates.max_by_key(|&block| (threads(block), block)).unwrap_or(32);
        let blocks = self.occupancy(info, best, shared(best)) * self.reporter.settings.multiprocessors;
        (best, blocks)
    }
}

fn fit(own: Architecture, info: &KernelInfo, threads: u32, shared: u32) -> u32 {
    if threads == 0 || threads > 1024 || info.most_threads.is_some_and(|most| u64::from(threads) > most) {
        return 0;
    }
    let by_threads = own.threads / threads.next_multiple_of(32);
    let needed = info.shared_bytes + shared;
    if needed > own.shared - RESERVED {
        return 0;
    }
    by_threads.min(own.blocks).min(own.shared / (needed + RESERVED))
}

/// How many blocks of a launch a multiprocessor of the largest device has room for.
pub fn blocks_of_a_multiprocessor(info: &KernelInfo, threads: u32, shared: u32) -> u32 {
    fit(architecture(90), info, threads, shared)
}

/// A structure of C, field by field.
struct Layout {
    bytes: Vec<u8>,
    /// Before version 13 there were more fields.
    is_old: bool,
}

impl Layout {
    fn put(&mut self, bytes: &[u8], alignment: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(alignment), 0);
        self.bytes.extend_from_slice(bytes);
    }

    fn int(&mut self, number: i32) {
        self.put(&number.to_le_bytes(), 4);
    }

    fn ints(&mut self, numbers: &[i32]) {
        numbers.iter().for_each(|&number| self.int(number));
    }

    fn old(&mut self, number: i32) {
        if self.is_old {
            self.int(number);
        }
    }

    fn size(&mut self, number: u64) {
        self.put(&number.to_le_bytes(), 8);
    }
}
