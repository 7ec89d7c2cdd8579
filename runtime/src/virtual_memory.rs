//! Virtual memory: addresses that programs reserve, and memory that they map there piece by piece.
//!
//! Addresses are those of the host, as the interpreter takes buffers at them as they are; the memory behind a handle is a file without a name,
//! which can be mapped more than once and at another place later. What follows each other and may be accessed is one buffer to the
//! interpreter, so that copies and accesses go from one piece to the next.

use crate::error::{self, Answer, Code};
use crate::state::State;
use ptxlint::device::Device;
use std::collections::{BTreeMap, HashMap};

/// What sizes and addresses are multiples of.
pub const GRANULARITY: u64 = 2 << 20;

/// `CUmemAllocationProp`, which programs may ask for again.
pub type Properties = [u64; 4];

/// Memory that may be mapped.
struct Physical {
    file: i32,
    bytes: u64,
    properties: Properties,
    /// References of the program's.
    references: u32,
    /// Places where it is mapped.
    places: u32,
}

/// Memory at an address.
struct Mapping {
    bytes: u64,
    handle: u64,
    /// What the device may do (`CUmemAccess_flags`).
    access: i32,
}

/// What a program has reserved, made and mapped.
#[derive(Default)]
pub struct VirtualMemory {
    /// Bytes by address.
    reserved: BTreeMap<u64, u64>,
    physical: HashMap<u64, Physical>,
    last_handle: u64,
    mapped: BTreeMap<u64, Mapping>,
    /// The buffers that the interpreter has of it: bytes by address.
    shared: BTreeMap<u64, u64>,
}

fn is_whole(number: u64) -> bool {
    number.is_multiple_of(GRANULARITY)
}

impl VirtualMemory {
    /// Reserves addresses, which nobody can use until something is mapped there.
    pub fn reserve(&mut self, bytes: u64, alignment: u64) -> Answer<u64> {
        let alignment = alignment.max(GRANULARITY);
        if bytes == 0 || !is_whole(bytes) || !alignment.is_power_of_two() {
            return Err(Code::INVALID_VALUE);
        }
        let whole = bytes.checked_add(alignment).ok_or(Code::OUT_OF_MEMORY)? as usize;
        // SAFETY: new addresses, of which those around the aligned part are given back.
        unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
            let base = libc::mmap(std::ptr::null_mut(), whole, libc::PROT_NONE, flags, -1, 0);
            if base == libc::MAP_FAILED {
                return Err(Code::OUT_OF_MEMORY);
            }
            let start = (base as u64).next_multiple_of(alignment);
            let before = (start - base as u64) as usize;
            if before > 0 {
                libc::munmap(base, before);
            }
            let behind = whole - before - bytes as usize;
            if behind > 0 {
                libc::munmap((start + bytes) as *mut libc::c_void, behind);
            }
            self.reserved.insert(start, bytes);
            Ok(start)
        }
    }

    /// Gives addresses back, at which nothing is mapped.
    pub fn give_back(&mut self, address: u64, bytes: u64) -> Answer {
        let is_used = self.mapped.range(address..address.saturating_add(bytes)).next().is_some();
        if self.reserved.get(&address) != Some(&bytes) || is_used {
            return Err(Code::INVALID_VALUE);
        }
        self.reserved.remove(&address);
        // SAFETY: they were reserved so, and nobody uses them.
        unsafe { libc::munmap(address as *mut libc::c_void, bytes as usize) };
        Ok(())
    }

    fn create(&mut self, bytes: u64, properties: Properties) -> Answer<u64> {
        // SAFETY: a new file, whose descriptor nobody else knows.
        let file = unsafe { libc::memfd_create(c"ptxlint".as_ptr(), libc::MFD_CLOEXEC) };
        if file < 0 {
            return Err(Code::OUT_OF_MEMORY);
        }
        // SAFETY: the same file.
        if unsafe { libc::ftruncate(file, bytes as libc::off_t) } != 0 {
            // SAFETY: the same file.
            unsafe { libc::close(file) };
            return Err(Code::OUT_OF_MEMORY);
        }
        self.last_handle += 1;
        self.physical.insert(self.last_handle, Physical { file, bytes, properties, references: 1, places: 0 });
        Ok(self.last_handle)
    }

    fn known(&mut self, handle: u64) -> Answer<&mut Physical> {
        self.physical.get_mut(&handle).filter(|it| it.references > 0).ok_or(Code::INVALID_VALUE)
    }

    /// What a handle was made with.
    pub fn properties(&mut self, handle: u64) -> Answer<Properties> {
        self.known(handle).map(|it| it.properties)
    }

    /// The program refers to the handle once less; the memory stays as long as it is mapped.
    pub fn release(&mut self, handle: u64) -> Answer {
        self.known(handle)?.references -= 1;
        self.forget(handle);
        Ok(())
    }

    /// The memory of a handle goes if nobody can use it.
    fn forget(&mut self, handle: u64) {
        if let Some(it) = self.physical.get(&handle)
            && it.references == 0
            && it.places == 0
        {
            // SAFETY: nothing of the file is mapped, and nobody knows it.
            unsafe { libc::close(it.file) };
            self.physical.remove(&handle);
        }
    }

    /// The handle of what is mapped at an address, to which the program refers once more.
    pub fn retain_at(&mut self, address: u64) -> Answer<u64> {
        let handle = self.mapping_at(address)?.handle;
        self.physical.get_mut(&handle).ok_or(Code::INVALID_VALUE)?.references += 1;
        Ok(handle)
    }

    /// What the device may do at an address.
    pub fn access(&self, address: u64) -> Answer<i32> {
        self.mapping_at(address).map(|mapping| mapping.access)
    }

    fn mapping_at(&self, address: u64) -> Answer<&Mapping> {
        let found = self.mapped.range(..=address).next_back();
        found.filter(|(start, it)| address - **start < it.bytes).map(|(_, it)| it).ok_or(Code::INVALID_VALUE)
    }

    /// Puts memory at addresses that were reserved. Nobody may access it before he has been let.
    pub fn map(&mut self, address: u64, bytes: u64, offset: u64, handle: u64) -> Answer {
        let end = address.checked_add(bytes).ok_or(Code::INVALID_VALUE)?;
        let reserved = self.reserved.range(..=address).next_back().map(|(start, bytes)| start + bytes);
        let within = self.known(handle)?.bytes >= bytes;
        // CUDA takes no other offset yet.
        if bytes == 0 || !is_whole(address | bytes) || offset != 0 || !within {
            return Err(Code::INVALID_VALUE);
        }
        if reserved.is_none_or(|reserved| end > reserved) {
            return Err(Code::INVALID_VALUE);
        }
        if self.mapped.range(..end).next_back().is_some_and(|(start, it)| start + it.bytes > address) {
            return Err(Code::ALREADY_MAPPED);
        }
        let file = self.known(handle)?.file;
        // SAFETY: the addresses are reserved, and nothing is there yet.
        let made = unsafe {
            let flags = libc::MAP_SHARED | libc::MAP_FIXED;
            libc::mmap(address as *mut libc::c_void, bytes as usize, libc::PROT_NONE, flags, file, 0)
        };
        if made == libc::MAP_FAILED {
            return Err(Code::OUT_OF_MEMORY);
        }
        self.known(handle)?.places += 1;
        self.mapped.insert(address, Mapping { bytes, handle, access: 0 });
        Ok(())
    }

    /// The mappings that some addresses are made of, by their beginnings; nothing if they do not end where these do.
    fn pieces(&self, address: u64, bytes: u64) -> Answer<Vec<u64>> {
        let (mut at, end) = (address, address.checked_add(bytes).ok_or(Code::INVALID_VALUE)?);
        let mut pieces = Vec::new();
        while at < end {
            pieces.push(at);
            at += self.mapped.get(&at).ok_or(Code::INVALID_VALUE)?.bytes;
        }
        (at == end && bytes > 0).then_some(pieces).ok_or(Code::INVALID_VALUE)
    }

    /// Runs of pieces that follow each other and may be accessed.
    fn runs(&self) -> BTreeMap<u64, u64> {
        let mut runs: BTreeMap<u64, u64> = BTreeMap::new();
        for (&start, mapping) in self.mapped.iter().filter(|(_, it)| it.access != 0) {
            // Reservations that happen to follow each other stay apart.
            let begins = self.reserved.contains_key(&start);
            match runs.last_entry() {
                Some(mut run) if run.key() + run.get() == start && !begins => *run.get_mut() += mapping.bytes,
                _ => drop(runs.insert(start, mapping.bytes)),
            }
        }
        runs
    }
}

impl State {
    /// Memory that is nowhere yet.
    pub fn create_physical(&mut self, bytes: u64, properties: Properties) -> Answer<u64> {
        self.check()?;
        if bytes == 0 || !is_whole(bytes) {
            return Err(Code::INVALID_VALUE);
        }
        let free = self.cpu.free_memory().map_err(|error| error::of_device(&error))?;
        if bytes > free { Err(Code::OUT_OF_MEMORY) } else { self.virtual_memory.create(bytes, properties) }
    }

    /// Takes away what is mapped at some addresses.
    pub fn unmap(&mut self, address: u64, bytes: u64) -> Answer {
        let pieces = self.virtual_memory.pieces(address, bytes)?;
        let removed: Vec<(u64, Mapping)> =
            pieces.into_iter().filter_map(|at| Some((at, self.virtual_memory.mapped.remove(&at)?))).collect();
        // The interpreter lets go of the memory before it goes.
        self.share_runs()?;
        for (at, mapping) in removed {
            // SAFETY: the addresses stay reserved, with nothing behind them.
            unsafe {
                let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
                libc::mmap(at as *mut libc::c_void, mapping.bytes as usize, libc::PROT_NONE, flags, -1, 0);
            }
            if let Some(it) = self.virtual_memory.physical.get_mut(&mapping.handle) {
                it.places -= 1;
            }
            self.virtual_memory.forget(mapping.handle);
        }
        Ok(())
    }

    /// Says what the device may do with what is mapped at some addresses: nothing, reading, or everything.
    pub fn set_access(&mut self, address: u64, bytes: u64, access: i32) -> Answer {
        for at in self.virtual_memory.pieces(address, bytes)? {
            let Some(mapping) = self.virtual_memory.mapped.get_mut(&at) else { continue };
            mapping.access = access;
            if access != 0 {
                let all = libc::PROT_READ | libc::PROT_WRITE;
                // SAFETY: it is mapped so.
                unsafe { libc::mprotect(at as *mut libc::c_void, mapping.bytes as usize, all) };
            }
        }
        self.share_runs()
    }

    /// Lets the interpreter have what may be accessed, in as few buffers as possible.
    fn share_runs(&mut self) -> Answer {
        let runs = self.virtual_memory.runs();
        let shared = std::mem::take(&mut self.virtual_memory.shared);
        for (&start, bytes) in &shared {
            if runs.get(&start) != Some(bytes) {
                self.release(start)?;
            }
        }
        for (&start, &bytes) in &runs {
            if shared.get(&start) != Some(&bytes) {
                // SAFETY: the run is mapped, readable and writable, until it is unmapped, before which the buffer is freed.
                unsafe { self.share_mapped(start, bytes)? };
            }
        }
        self.virtual_memory.shared = runs;
        Ok(())
    }
}
