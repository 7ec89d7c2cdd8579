//! Barriers, shuffles, and reductions over warps and blocks.

use super::types::{Numeric, Reg, Shared, U32, Word32};
use super::{Builder, Element, LaunchAxis, Pointer};

/// Lanes of a warp.
pub const WARP: u32 = 32;

/// An associative operation of [`Builder::warp_reduce`] and [`Builder::block_reduce`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// The sum.
    Sum,
    /// The largest value.
    Max,
}

impl Builder {
    /// Waits for all threads of the block; what they wrote to shared memory is then seen by all.
    pub fn barrier(&mut self) {
        self.convergent("bar.sync");
        self.emit("bar.sync", &[&0]);
    }

    /// The thread's lane: its number in the block, x first, modulo 32.
    pub fn lane(&mut self) -> Reg<U32> {
        let thread = self.linear_thread();
        self.and(thread, WARP - 1)
    }

    /// The thread's number in its block, x first.
    pub fn linear_thread(&mut self) -> Reg<U32> {
        let mut linear = self.thread_index(LaunchAxis::X);
        let mut before = self.block[0];
        for axis in [LaunchAxis::Y, LaunchAxis::Z] {
            if self.block[axis as usize] > 1 {
                let index = self.thread_index(axis);
                linear = self.mad(index, before, linear);
            }
            before *= self.block[axis as usize];
        }
        linear
    }

    /// The value of the lane whose number differs in the bits of `mask`.
    pub fn shuffle_xor<T: Word32>(&mut self, value: Reg<T>, mask: u32) -> Reg<T> {
        self.convergent("shfl.sync");
        self.make("shfl.sync.bfly.b32", &[&value, &mask, &(WARP - 1), &"0xffffffff"])
    }

    /// The value of the lane `distance` further on; the last lanes keep their own.
    pub fn shuffle_down<T: Word32>(&mut self, value: Reg<T>, distance: u32) -> Reg<T> {
        self.convergent("shfl.sync");
        self.make("shfl.sync.down.b32", &[&value, &distance, &(WARP - 1), &"0xffffffff"])
    }

    fn combine<T: Numeric>(&mut self, reduction: Reduction, a: Reg<T>, b: Reg<T>) -> Reg<T> {
        match reduction {
            Reduction::Sum => self.add(a, b),
            Reduction::Max => self.max(a, b),
        }
    }

    /// Combines the values of the 32 lanes; every lane gets the result.
    pub fn warp_reduce<T: Word32 + Numeric>(&mut self, reduction: Reduction, value: Reg<T>) -> Reg<T> {
        [16, 8, 4, 2, 1].into_iter().fold(value, |value, mask| {
            let other = self.shuffle_xor(value, mask);
            self.combine(reduction, value, other)
        })
    }

    /// Combines the values of all threads of the block, a multiple of 32 of them; every thread gets the result. `name` is that of
    /// the shared array that holds one value of each warp; it is not used again, so no barrier need follow.
    pub fn block_reduce<T>(&mut self, reduction: Reduction, value: Reg<T>, name: &str) -> Reg<T>
    where
        T: Word32 + Numeric + Element<Register = T>,
    {
        let warps = self.threads().div_ceil(WARP);
        let value = self.warp_reduce(reduction, value);
        if warps == 1 {
            return value;
        }
        let array = self.shared_array::<T>(name, warps);
        let partial = self.shared_base_addr(&array);
        let thread = self.linear_thread();
        let lane = self.and(thread, WARP - 1);
        let warp = self.shr(thread, 5);
        let first = self.equal(lane, 0);
        let own = self.element(partial, warp);
        self.predicated(first, |b| b.store(own, value));
        self.barrier();
        self.reduce_array(reduction, partial, warps)
    }

    /// Combines the first `count` elements of an array in shared memory; every thread that comes by gets the result.
    fn reduce_array<T>(&mut self, reduction: Reduction, array: Pointer<Shared, T>, count: u32) -> Reg<T>
    where
        T: Word32 + Numeric + Element<Register = T>,
    {
        let first = self.load(array);
        (1..count as i32).fold(first, |total, index| {
            let next = self.load(array.offset(index));
            self.combine(reduction, total, next)
        })
    }
}
