//! Registers that warps give back and ask for by `setmaxnreg` (PTX ISA 9.7.19.5).
//!
//! A warp that ends gives none back: an H100 waits for ever for those that have left.

use super::device::WARPS_OF_GROUP;
use std::ops::Range;

/// What a warp has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WarpRegisters {
    /// As many registers for each thread as it began with.
    Entry,
    /// So many for each thread, since a step.
    Moved(u32, u32),
}

/// The registers of the warps of a cluster.
#[derive(Default, Debug)]
pub struct RegisterPool {
    shares: Vec<WarpRegisters>,
}

impl RegisterPool {
    /// What a warp has.
    pub fn share(&mut self, warp: usize) -> &mut WarpRegisters {
        if self.shares.len() <= warp {
            self.shares.resize(warp + 1, WarpRegisters::Entry);
        }
        &mut self.shares[warp]
    }

    /// Whether a warp can have so many registers for each thread, if all of its block began with so many.
    pub fn has_room(&self, block: Range<usize>, warp: usize, count: u32, entry: u32) -> bool {
        let (mut held, mut given) = (0, 0);
        for other in block {
            let share = self.shares.get(other).copied().unwrap_or(WarpRegisters::Entry);
            held += match share {
                _ if other == warp => count,
                WarpRegisters::Entry => continue,
                WarpRegisters::Moved(count, _) => count,
            };
            given += entry;
        }
        held <= given
    }

    /// A warp that has moved registers, where, and one of its group that never did.
    pub fn left_out(&self, warps: usize, block_warps: usize) -> Option<(usize, u32, usize)> {
        let step = |warp: usize| match self.shares.get(warp) {
            Some(&WarpRegisters::Moved(_, step)) => Some(step),
            _ => None,
        };
        let blocks = (0..warps).step_by(block_warps);
        let groups = blocks.flat_map(|first| {
            let end = first + block_warps;
            (first..end).step_by(WARPS_OF_GROUP).map(move |first| first..(first + WARPS_OF_GROUP).min(end))
        });
        groups.into_iter().find_map(|group| {
            let (moved, at) = group.clone().find_map(|warp| Some((warp, step(warp)?)))?;
            Some((moved, at, group.into_iter().find(|&warp| step(warp).is_none())?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_come_from_who_has_given_some() {
        let mut pool = RegisterPool::default();
        assert!(!pool.has_room(0..8, 4, 232, 168));
        *pool.share(0) = WarpRegisters::Moved(40, 3);
        assert!(pool.has_room(0..8, 4, 232, 168));
        *pool.share(4) = WarpRegisters::Moved(232, 7);
        assert!(!pool.has_room(0..8, 5, 240, 168));
        *pool.share(1) = WarpRegisters::Moved(40, 3);
        assert!(pool.has_room(0..8, 5, 240, 168));
    }

    #[test]
    fn groups_move_registers_together() {
        let mut pool = RegisterPool::default();
        assert_eq!(pool.left_out(8, 8), None);
        for warp in 4..8 {
            *pool.share(warp) = WarpRegisters::Moved(40, 3);
        }
        assert_eq!(pool.left_out(8, 8), None);
        *pool.share(2) = WarpRegisters::Moved(232, 9);
        assert_eq!(pool.left_out(8, 8), Some((2, 9, 0)));
        // Groups begin anew in each block of a cluster.
        assert_eq!(pool.left_out(8, 2), Some((2, 9, 3)));
    }
}
