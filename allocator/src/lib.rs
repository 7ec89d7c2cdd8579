//! The memory allocator of the command: mimalloc for what is small, the system for what is large.
//!
//! Reports take many short-lived allocations, for which mimalloc needs about a tenth of the time. Tables that grow are another matter: it
//! copies them to places twice as large, and keeps the old ones for a while. The system moves pages instead, and has them back at once:
//! what a process holds at most falls by a quarter where a text is large.

use mimalloc::MiMalloc;
use std::alloc::{GlobalAlloc, Layout, System};

/// From how many bytes on a block of memory comes from the system: glibc's own bound for blocks that have pages of their own.
const LARGE: usize = 128 << 10;

/// mimalloc for what is small, the system for what is large.
pub struct Allocator;

/// Keeps glibc from raising the bound from which blocks have pages of their own, as it does when such a block is freed: the pages of large
/// blocks would then stay with the process. To be called once, when a process starts.
pub fn give_back_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: this sets a number of the C library's, whose lock it takes.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE as libc::c_int);
    }
}

// SAFETY: which allocator a block belongs to follows from its size, which callers hand over as it was when they got it; both keep the
// contract of `GlobalAlloc`, and a block that changes sides is copied.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that the allocators ask for.
        unsafe { if layout.size() < LARGE { MiMalloc.alloc(layout) } else { System.alloc(layout) } }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        unsafe { if layout.size() < LARGE { MiMalloc.alloc_zeroed(layout) } else { System.alloc_zeroed(layout) } }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above; a block of this size came from this allocator.
        unsafe { if layout.size() < LARGE { MiMalloc.dealloc(block, layout) } else { System.dealloc(block, layout) } }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match (layout.size() < LARGE, size < LARGE) {
            // SAFETY: the block came from this allocator, and its new size belongs there, too.
            (true, true) => unsafe { MiMalloc.realloc(block, layout, size) },
            // SAFETY: as before.
            (false, false) => unsafe { System.realloc(block, layout, size) },
            // SAFETY: the caller promises a size that, rounded up to the alignment, is no more than `isize::MAX`; the blocks are apart,
            // and each is as large as what is copied.
            _ => unsafe {
                let new = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
                if !new.is_null() {
                    std::ptr::copy_nonoverlapping(block, new, layout.size().min(size));
                    self.dealloc(block, layout);
                }
                new
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[global_allocator]
    static ALLOCATOR: Allocator = Allocator;

    #[test]
    fn blocks_keep_what_they_hold_when_they_change_sides() {
        give_back_large_blocks();
        let mut bytes: Vec<u8> = Vec::new();
        let byte = |at: usize| (at % 251) as u8;
        for at in 0..3 * LARGE {
            bytes.push(byte(at));
        }
        assert!(bytes.iter().enumerate().all(|(at, &it)| it == byte(at)));
        bytes.truncate(LARGE / 3);
        bytes.shrink_to_fit();
        assert!(bytes.len() == LARGE / 3 && bytes.iter().enumerate().all(|(at, &it)| it == byte(at)));
        assert!(vec![0u8; 2 * LARGE].iter().all(|&it| it == 0));
    }

    #[test]
    fn blocks_are_aligned() {
        for size in [8, LARGE - 1, LARGE, 5 * LARGE] {
            let layout = Layout::from_size_align(size, 4096).expect("a power of two");
            // SAFETY: the size is not zero, and the block is given back with the layout that it was taken with.
            unsafe {
                let block = ALLOCATOR.alloc(layout);
                assert!(!block.is_null() && (block as usize).is_multiple_of(4096));
                ALLOCATOR.dealloc(block, layout);
            }
        }
    }
}
