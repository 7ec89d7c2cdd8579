//! What launches ask of memory, counted as the hardware serves it: sectors of 32 bytes of global memory, and turns of the 32 banks of
//! shared memory (CUDA C++ Programming Guide, "Device Memory Accesses" and "Shared Memory" of each compute capability).

use super::lanes::{Lanes, WARP, lanes_of};
use super::memory;
use super::program::MemorySpace;
use std::ops::AddAssign;

/// Bytes of a sector of global memory.
const SECTOR: u64 = 32;
/// Bytes of a word of a bank of shared memory.
const WORD: u64 = 4;
/// Banks of shared memory.
const BANKS: usize = 32;

/// What warps ask of a memory, and what it takes to serve them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Traffic {
    /// Accesses, each of a whole warp.
    pub requests: u64,
    /// Different bytes of each access, in all.
    pub bytes: u64,
    /// Global memory: sectors of 32 bytes that accesses touch. Shared memory: turns that they take.
    pub served: u64,
    /// As many as the bytes need at best.
    pub needed: u64,
}

impl Traffic {
    /// The part of what is served that is needed, from 0 to 1: the efficiency of profilers. `None` if there is no traffic.
    pub fn efficiency(&self) -> Option<f64> {
        (self.served > 0).then(|| self.needed as f64 / self.served as f64)
    }
}

impl AddAssign for Traffic {
    fn add_assign(&mut self, other: Self) {
        self.requests += other.requests;
        self.bytes += other.bytes;
        self.served += other.served;
        self.needed += other.needed;
    }
}

/// Traffic by memory and direction; atomics are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MemoryTraffic {
    /// Loads from global memory, those of asynchronous copies too.
    pub global_loads: Traffic,
    /// Stores to global memory.
    pub global_stores: Traffic,
    /// Loads from shared memory and stores to it.
    pub shared: Traffic,
}

impl AddAssign for MemoryTraffic {
    fn add_assign(&mut self, other: Self) {
        self.global_loads += other.global_loads;
        self.global_stores += other.global_stores;
        self.shared += other.shared;
    }
}

impl MemoryTraffic {
    /// Accesses of all kinds.
    pub fn requests(&self) -> u64 {
        self.global_loads.requests + self.global_stores.requests + self.shared.requests
    }

    /// Counts an access of some lanes, of so many bytes each.
    pub fn count(&mut self, space: MemorySpace, addresses: &Lanes, mask: u32, bytes: u32, stores: bool) {
        let Some(first) = lanes_of(mask).next() else { return };
        let space = if space == MemorySpace::Generic { memory::space_of(addresses[first]) } else { space };
        match space {
            MemorySpace::Global if stores => self.global_stores += global(addresses, mask, bytes),
            MemorySpace::Global => self.global_loads += global(addresses, mask, bytes),
            MemorySpace::Shared => self.shared += shared(addresses, mask, bytes),
            _ => {}
        }
    }
}

impl MemoryTraffic {
    /// Counts a bulk copy from or to global memory, which moves whole sectors.
    pub fn count_bulk(&mut self, address: u64, bytes: u32, stores: bool) {
        if memory::space_of(address) == MemorySpace::Global {
            let sectors = u64::from(bytes).div_ceil(SECTOR);
            let traffic = Traffic { requests: 1, bytes: u64::from(bytes), served: sectors, needed: sectors };
            *if stores { &mut self.global_stores } else { &mut self.global_loads } += traffic;
        }
    }
}

/// The different addresses, in order.
fn different(addresses: &Lanes, mask: u32) -> impl Iterator<Item = u64> {
    let mut sorted = [u64::MAX; WARP];
    let mut count = 0;
    for lane in lanes_of(mask) {
        sorted[count] = addresses[lane];
        count += 1;
    }
    sorted[..count].sort_unstable();
    let mut last = None;
    sorted.into_iter().take(count).filter(move |&address| last.replace(address) != Some(address))
}

/// Accesses are aligned, so different ones of up to 32 bytes share no byte and are in one sector each.
fn global(addresses: &Lanes, mask: u32, bytes: u32) -> Traffic {
    let bytes = u64::from(bytes);
    let (mut total, mut served, mut last) = (0, 0, None);
    for address in different(addresses, mask) {
        total += bytes;
        let sector = address / SECTOR;
        served += u64::from(last.replace(sector) != Some(sector));
    }
    Traffic { requests: 1, bytes: total, served, needed: total.div_ceil(SECTOR) }
}

/// Lanes that together want 128 bytes are served at once; a bank gives one word a turn.
fn shared(addresses: &Lanes, mask: u32, bytes: u32) -> Traffic {
    let together = (BANKS as u32 * WORD as u32 / bytes).clamp(8, 32);
    let mut traffic = Traffic { requests: 1, ..Traffic::default() };
    for first in (0..WARP as u32).step_by(together as usize) {
        let part = mask & (((1u64 << together) - 1) << first) as u32;
        if part == 0 {
            continue;
        }
        let mut turns = [0; BANKS];
        let mut last = None;
        for address in different(addresses, part) {
            traffic.bytes += u64::from(bytes);
            // What is narrower than a word may share it.
            for word in address / WORD..=(address + u64::from(bytes) - 1) / WORD {
                turns[word as usize % BANKS] += u64::from(last.replace(word) != Some(word));
            }
        }
        traffic.served += turns.into_iter().max().unwrap_or(0);
        traffic.needed += 1;
    }
    traffic
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(address: impl Fn(u64) -> u64) -> Lanes {
        std::array::from_fn(|lane| address(lane as u64))
    }

    #[test]
    fn sectors() {
        let count = |address: &dyn Fn(u64) -> u64, mask, bytes| {
            let Traffic { bytes, served, needed, .. } = global(&lanes(address), mask, bytes);
            (bytes, served, needed)
        };
        assert_eq!(count(&|lane| 4 * lane, u32::MAX, 4), (128, 4, 4));
        assert_eq!(count(&|lane| 4 * lane + 16, u32::MAX, 4), (128, 5, 4));
        assert_eq!(count(&|lane| 16 * lane, u32::MAX, 16), (512, 16, 16));
        assert_eq!(count(&|lane| 4096 * lane, u32::MAX, 4), (128, 32, 4));
        assert_eq!(count(&|_| 64, u32::MAX, 4), (4, 1, 1));
        assert_eq!(count(&|lane| 4 * (31 - lane), 0xffff, 4), (64, 2, 2));
    }

    #[test]
    fn turns() {
        let count = |address: &dyn Fn(u64) -> u64, mask, bytes| {
            let Traffic { served, needed, .. } = shared(&lanes(address), mask, bytes);
            (served, needed)
        };
        assert_eq!(count(&|lane| 4 * lane, u32::MAX, 4), (1, 1));
        assert_eq!(count(&|lane| 8 * lane, u32::MAX, 4), (2, 1));
        assert_eq!(count(&|lane| 128 * lane, u32::MAX, 4), (32, 1));
        assert_eq!(count(&|lane| 132 * lane, u32::MAX, 4), (1, 1));
        assert_eq!(count(&|_| 0, u32::MAX, 4), (1, 1));
        assert_eq!(count(&|lane| lane, u32::MAX, 1), (1, 1));
        assert_eq!(count(&|lane| 8 * lane, u32::MAX, 8), (2, 2));
        assert_eq!(count(&|lane| 16 * lane, u32::MAX, 16), (4, 4));
        assert_eq!(count(&|lane| 128 * lane, 0xff, 4), (8, 1));
    }
}
