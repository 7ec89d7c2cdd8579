//! Memory: allocations, copies and fills.

use crate::error::{self, Answer, Code};
use crate::state::State;
use ptxlint::device::{Buffer, Device};
use std::sync::atomic::AtomicU32;

/// Who can use an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Kernels only.
    Device,
    /// Kernels and the host.
    Managed,
    /// The host, and kernels.
    Pinned,
    /// The host, who has allocated it itself, and kernels.
    Registered,
    /// Kernels only, at an address that the program has chosen.
    Mapped,
}

impl Kind {
    /// Whether the host cannot use it.
    pub fn is_of_device(self) -> bool {
        matches!(self, Self::Device | Self::Mapped)
    }
}

/// Memory that a program has asked for.
#[derive(Clone, Copy, Debug)]
pub struct Allocation {
    pub buffer: Buffer,
    /// The bytes that were asked for.
    pub bytes: u64,
    pub kind: Kind,
    /// The pool that it is from.
    pub pool: Option<usize>,
    pub advice: Advice,
    /// Where the mapping begins, and its bytes.
    mapping: Option<(usize, usize)>,
}

/// What a program has said about where managed memory should be.
#[derive(Clone, Copy, Debug)]
pub struct Advice {
    read_mostly: bool,
    preferred: i32,
    accessed_by: i32,
    prefetched: i32,
}

/// The number of the host as a place, and that of no place.
const HOST: i32 = -1;
const NOWHERE: i32 = -2;

impl Default for Advice {
    fn default() -> Self {
        Self { read_mostly: false, preferred: NOWHERE, accessed_by: NOWHERE, prefetched: NOWHERE }
    }
}

impl Advice {
    /// Takes advice (`cudaMemoryAdvise`) about a place.
    pub fn take(&mut self, number: i32, place: i32) -> Answer {
        match number {
            1 | 2 => self.read_mostly = number == 1,
            3 => self.preferred = place,
            4 => self.preferred = NOWHERE,
            5 => self.accessed_by = place,
            6 => self.accessed_by = NOWHERE,
            _ => return Err(Code::INVALID_VALUE),
        }
        Ok(())
    }

    /// The memory has been brought to a place.
    pub fn prefetch(&mut self, place: i32) {
        self.prefetched = place;
    }

    /// An attribute (`cudaMemRangeAttribute`), of which each number is one element.
    pub fn attribute(&self, number: i32) -> Answer<i32> {
        // Places are told by kind (`cudaMemLocationType`) and number, too.
        let kind = |place: i32| match place {
            NOWHERE => 0,
            HOST => 2,
            _ => 1,
        };
        Ok(match number {
            1 => i32::from(self.read_mostly),
            2 => self.preferred,
            3 => self.accessed_by,
            4 => self.prefetched,
            5 => kind(self.preferred),
            6 => self.preferred.max(0),
            7 => kind(self.prefetched),
            8 => self.prefetched.max(0),
            _ => return Err(Code::INVALID_VALUE),
        })
    }
}

/// Bytes before and behind memory that is shared with the host, which nobody may touch.
const GUARD: usize = 1 << 20;

pub const PAGE: usize = 4096;

/// The first address that no program of the host can use.
const DEVICE: u64 = 1 << 47;

/// A rectangle of bytes in memory: rows, and layers of rows.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub address: u64,
    /// Bytes from one row to the next.
    pub pitch: u64,
    /// Bytes from one layer to the next.
    pub layer: u64,
}

impl Layout {
    fn row(self, row: u64, layer: u64) -> u64 {
        self.address + row * self.pitch + layer * self.layer
    }
}

/// Where a copy goes, as callers say it; `cudaMemcpyKind`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    HostToHost,
    HostToDevice,
    DeviceToHost,
    DeviceToDevice,
    /// As the addresses tell.
    Any,
}

impl Direction {
    pub fn of(kind: i32) -> Answer<Self> {
        Ok(match kind {
            0 => Self::HostToHost,
            1 => Self::HostToDevice,
            2 => Self::DeviceToHost,
            3 => Self::DeviceToDevice,
            4 => Self::Any,
            _ => return Err(Code::INVALID_DIRECTION),
        })
    }

    fn is_from_device(self) -> bool {
        matches!(self, Self::DeviceToHost | Self::DeviceToDevice)
    }

    fn is_to_device(self) -> bool {
        matches!(self, Self::HostToDevice | Self::DeviceToDevice)
    }
}

/// Some memory with guards around it that the host and kernels share.
fn map(bytes: usize) -> Option<(usize, usize, &'static [AtomicU32])> {
    let inner = bytes.max(1).next_multiple_of(PAGE);
    let whole = inner + 2 * GUARD;
    // SAFETY: new memory, of which nobody else knows; the inner part is made readable and writable, and holds zeros.
    unsafe {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        let base = libc::mmap(std::ptr::null_mut(), whole, libc::PROT_NONE, flags, -1, 0);
        if base == libc::MAP_FAILED {
            return None;
        }
        let start = base.cast::<u8>().add(GUARD);
        if libc::mprotect(start.cast(), inner, libc::PROT_READ | libc::PROT_WRITE) != 0 {
            libc::munmap(base, whole);
            return None;
        }
        let words = std::slice::from_raw_parts(start.cast::<AtomicU32>(), bytes.div_ceil(4));
        Some((base as usize, whole, words))
    }
}

impl State {
    /// Memory for kernels alone.
    pub fn allocate(&mut self, bytes: u64) -> Answer<u64> {
        self.check()?;
        let buffer = self.cpu.alloc(bytes).map_err(|error| error::of_device(&error))?;
        let address = self.cpu.address(buffer).map_err(|error| error::of_device(&error))?;
        self.allocations.insert(
            address,
            Allocation { buffer, bytes, kind: Kind::Device, pool: None, advice: Advice::default(), mapping: None },
        );
        Ok(address)
    }

    /// Memory that the host and kernels share.
    pub fn allocate_shared(&mut self, bytes: u64, kind: Kind) -> Answer<u64> {
        self.check()?;
        let free = self.cpu.free_memory().map_err(|error| error::of_device(&error))?;
        if bytes > free {
            return Err(Code::OUT_OF_MEMORY);
        }
        let (base, whole, words) = map(bytes as usize).ok_or(Code::OUT_OF_MEMORY)?;
        let address = words.as_ptr() as u64;
        let buffer = self.cpu.share(address, words).map_err(|error| error::of_device(&error))?;
        self.allocations.insert(
            address,
            Allocation { buffer, bytes, kind, pool: None, advice: Advice::default(), mapping: Some((base, whole)) },
        );
        Ok(address)
    }

    /// Lets kernels use memory that the program has mapped.
    pub unsafe fn share_mapped(&mut self, address: u64, bytes: u64) -> Answer {
        let words = std::slice::from_raw_parts(address as *const AtomicU32, (bytes / 4) as usize);
        let buffer = self.cpu.share(address, words).map_err(|error| error::of_device(&error))?;
        let (kind, advice) = (Kind::Mapped, Advice::default());
        self.allocations.insert(address, Allocation { buffer, bytes, kind, pool: None, advice, mapping: None });
        Ok(())
    }

    /// Lets kernels use memory of the host.
    pub unsafe fn register(&mut self, address: u64, bytes: u64) -> Answer {
        if address == 0 || bytes == 0 {
            return Err(Code::INVALID_VALUE);
        }
        // Whole words: a buffer of the interpreter begins and ends with one.
        let start = address & !3;
        let end = (address + bytes).next_multiple_of(4);
        let words = std::slice::from_raw_parts(start as *const AtomicU32, ((end - start) / 4) as usize);
        let buffer = self.cpu.share(start, words).map_err(|_| Code::ALREADY_REGISTERED)?;
        self.allocations.insert(
            start,
            Allocation {
                buffer,
                bytes: end - start,
                kind: Kind::Registered,
                pool: None,
                advice: Advice::default(),
                mapping: None,
            },
        );
        Ok(())
    }

    /// Takes that back.
    pub fn unregister(&mut self, address: u64) -> Answer {
        match self.allocations.get(&(address & !3)) {
            Some(allocation) if allocation.kind == Kind::Registered => self.release(address & !3),
            _ => Err(Code::NOT_REGISTERED),
        }
    }

    /// Frees memory of some kinds; `function` is who asks.
    pub fn free(&mut self, address: u64, kinds: &[Kind], function: &str) -> Answer {
        if address == 0 {
            return Ok(());
        }
        self.check()?;
        match self.allocations.get(&address) {
            Some(allocation) if kinds.contains(&allocation.kind) => self.release(address),
            _ => {
                let what = "which is not the beginning of such memory, or has been freed";
                self.reporter.misuse(format!("{function} of {address:#x}, {what}"));
                Err(Code::INVALID_VALUE)
            }
        }
    }

    /// Memory that begins there is used no more.
    pub fn release(&mut self, address: u64) -> Answer {
        let Some(allocation) = self.allocations.remove(&address) else { return Err(Code::INVALID_VALUE) };
        self.cpu.free(allocation.buffer).map_err(|error| error::of_device(&error))?;
        if let Some(pool) = allocation.pool {
            self.pools.give_back(pool, allocation.bytes);
        }
        if let Some((base, whole)) = allocation.mapping {
            // SAFETY: it was mapped so, and the interpreter has let go of its words.
            unsafe { libc::munmap(base as *mut libc::c_void, whole) };
        }
        Ok(())
    }

    /// The allocation in which an address lies, and where it begins.
    pub fn allocation_at(&self, address: u64) -> Option<(u64, Allocation)> {
        let (&start, &allocation) = self.allocations.range(..=address).next_back()?;
        (address - start < allocation.bytes.max(1)).then_some((start, allocation))
    }

    /// The buffer of the bytes at an address, and the offset; `None` if they are memory of the host alone.
    fn place(&mut self, address: u64, bytes: u64, is_device: bool, function: &str) -> Answer<Option<(Buffer, u64)>> {
        match self.cpu.buffer_at(address) {
            Some((buffer, offset, size)) if offset.checked_add(bytes).is_some_and(|end| end <= size) => {
                Ok(Some((buffer, offset)))
            }
            Some((_, offset, size)) if address >= DEVICE || offset < size => {
                let message = format!("{function}: {bytes} bytes at offset {offset} of {size} bytes of memory");
                self.reporter.misuse(message);
                Err(Code::INVALID_VALUE)
            }
            _ if is_device || address >= DEVICE || address == 0 => {
                let message = format!("{function}: there is no device memory at {address:#x}");
                self.reporter.misuse(message);
                Err(Code::INVALID_VALUE)
            }
            _ => Ok(None),
        }
    }

    /// What is known of where managed memory should be.
    pub fn advice(&mut self, address: u64) -> Answer<&mut Advice> {
        let (start, _) = self.allocation_at(address).ok_or(Code::INVALID_VALUE)?;
        self.allocations.get_mut(&start).map(|allocation| &mut allocation.advice).ok_or(Code::INVALID_VALUE)
    }

    /// A number of 32 bits in memory.
    pub unsafe fn number_at(&mut self, address: u64) -> Answer<u32> {
        let mut number = 0u32;
        self.copy(&raw mut number as u64, address, 4, Direction::DeviceToHost, "a conditional node")?;
        Ok(number)
    }

    /// Copies bytes.
    pub unsafe fn copy(&mut self, to: u64, from: u64, bytes: u64, direction: Direction, function: &str) -> Answer {
        self.check()?;
        if bytes == 0 {
            return Ok(());
        }
        let target = self.place(to, bytes, direction.is_to_device(), function)?;
        let source = self.place(from, bytes, direction.is_from_device(), function)?;
        let length = bytes as usize;
        let copied = match (target, source) {
            (Some(target), Some(source)) => self.cpu.copy(target, source, bytes),
            (Some((buffer, offset)), None) => {
                self.cpu.upload_at(buffer, offset, std::slice::from_raw_parts(from as *const u8, length))
            }
            (None, Some((buffer, offset))) => {
                self.cpu.download_at(buffer, offset, std::slice::from_raw_parts_mut(to as *mut u8, length))
            }
            (None, None) => {
                std::ptr::copy(from as *const u8, to as *mut u8, length);
                Ok(())
            }
        };
        copied.map_err(|error| error::of_device(&error))
    }

    /// Copies rows of layers: width in bytes, height in rows, depth in layers.
    pub unsafe fn copy_rows(
        &mut self,
        to: Layout,
        from: Layout,
        [width, height, depth]: [u64; 3],
        direction: Direction,
        function: &str,
    ) -> Answer {
        for layer in 0..depth {
            for row in 0..height {
                self.copy(to.row(row, layer), from.row(row, layer), width, direction, function)?;
            }
        }
        Ok(())
    }

    /// Fills rows of layers with an element of 1, 2 or 4 bytes; the width is in elements.
    pub unsafe fn fill(
        &mut self,
        to: Layout,
        element: &[u8],
        [width, height, depth]: [u64; 3],
        function: &str,
    ) -> Answer {
        self.check()?;
        let row_bytes = width * element.len() as u64;
        if row_bytes == 0 {
            return Ok(());
        }
        // Buffers have gigabytes, and a piece of the pattern stays in the processor's cache.
        const PIECE: u64 = 1 << 16;
        let piece = PIECE.min(row_bytes);
        let pattern = element.repeat(piece as usize / element.len());
        for layer in 0..depth {
            for row in 0..height {
                let Some((buffer, offset)) = self.place(to.row(row, layer), row_bytes, true, function)? else {
                    return Err(Code::INVALID_VALUE);
                };
                for at in (0..row_bytes).step_by(PIECE as usize) {
                    let part = &pattern[..(row_bytes - at).min(piece) as usize];
                    self.cpu.upload_at(buffer, offset + at, part).map_err(|error| error::of_device(&error))?;
                }
            }
        }
        Ok(())
    }
}
