//! What is known of the shape of blocks.

use super::device::MAX_THREADS;
use super::expr::Axis;
use crate::ids::FunctionId;
use crate::ir::{DirectiveKind, Module};

/// The dimensions of the blocks that run a kernel, as far as they are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockShape {
    /// Exact extents: from `.reqntid`, or from the caller.
    pub exact: [Option<u32>; 3],
    /// Greatest extents: from `.maxntid`, otherwise the hardware's.
    pub most: [u32; 3],
    /// Most threads in all.
    pub most_threads: u32,
}

/// The hardware's limits (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability").
const MOST: [u32; 3] = [MOST_THREADS, MOST_THREADS, 64];
const MOST_THREADS: u32 = MAX_THREADS as u32;

impl BlockShape {
    /// Nothing is known.
    pub const UNKNOWN: BlockShape = BlockShape { exact: [None; 3], most: MOST, most_threads: MOST_THREADS };

    /// Reads the directives of a function; `given` is what the caller knows.
    pub fn new(module: &Module<'_>, function: FunctionId, given: Option<[u32; 3]>) -> Self {
        let mut shape = Self::UNKNOWN;
        for directive in &module.directives[module[function].directives.indices()] {
            let mut extents = [1u32; 3];
            for (slot, operand) in extents.iter_mut().zip(module.list(directive.args)) {
                let value = operand.constant().and_then(|id| module[id].integer());
                *slot = value.and_then(|value| u32::try_from(value).ok()).unwrap_or(1).max(1);
            }
            let threads = extents.iter().fold(1u32, |product, &extent| product.saturating_mul(extent));
            match directive.kind {
                DirectiveKind::ReqNtid => shape.exact = extents.map(Some),
                // Only the product is a limit: any shape with so many threads may be launched.
                DirectiveKind::MaxNtid => {
                    shape.most_threads = shape.most_threads.min(threads);
                    shape.most = MOST.map(|most| most.min(threads));
                }
                _ => {}
            }
        }
        if let (None, Some(extents)) = (shape.exact[0], given) {
            shape.exact = extents.map(Some);
        }
        match shape.exact {
            [Some(x), Some(y), Some(z)] if x.saturating_mul(y).saturating_mul(z) <= MOST_THREADS => {
                shape.most = [x, y, z];
                shape.most_threads = x * y * z;
            }
            // No device launches such a block, however many billions of threads it may have: as if nothing had been demanded.
            _ => shape.exact = [None; 3],
        }
        shape
    }

    /// The exact number of threads, if it is known.
    pub fn threads(&self) -> Option<u32> {
        let [x, y, z] = self.exact;
        x?.checked_mul(y?)?.checked_mul(z?)
    }

    /// Whether all threads have the same index along an axis.
    pub fn is_flat(&self, axis: Axis) -> bool {
        self.most[axis.index()] == 1
    }
}
