//! Tensor memory: what `tcgen05` works on (PTX ISA 9.7.16.1, 9.7.16.2).
//!
//! A block has 128 lanes of 512 columns of 32 bits. Warps move them to and from registers ([`transfer`]), and its matrix unit works on
//! them by itself ([`unit`], [`product`], [`copy`]). Everything is computed when it is issued. It counts as under way until its thread
//! has waited, or somebody has at the mbarrier object that a commit names: whoever touches the same places before is told so ([`order`]).
//! Between warps it takes `tcgen05.fence` on both sides of what they meet at, in kernels that have such fences: compilers leave all of them out
//! where barriers and waits order threads.

mod copy;
mod instruction;
mod order;
mod product;
mod shift;
mod sparsity;
mod transfer;
mod unit;

pub use copy::{CopyLanes, TensorMemoryCopy};
pub use instruction::ProductKind;
pub use order::PendingTransfers;
pub use product::{TensorFactor, TensorProduct};
pub use shift::TensorShift;
pub use transfer::{ColumnReduction, TensorMemoryStep, TensorTransfer, TransferShape};
pub use unit::{TensorCommit, TensorUnits};

use super::access::Who;
use super::block::BlockState;
use order::CellRecord;

/// Lanes of a block's tensor memory.
pub const LANES: usize = 128;
/// Columns of a block's tensor memory.
pub const COLUMNS: usize = 512;
/// Lanes that a warp of a group of four reaches.
pub const LANES_OF_WARP: usize = 32;
/// Lanes of a column whose accesses are noted together.
const NOTED_LANES: usize = 16;
/// Columns are allocated in multiples of it.
const UNIT: u32 = 32;

/// A place in tensor memory: lane and column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TensorPlace {
    pub lane: usize,
    pub column: usize,
}

impl TensorPlace {
    /// The place of an address: the lane in the upper half, the column in the lower one.
    pub const fn of(address: u64) -> Self {
        Self { lane: (address >> 16 & 0xffff) as usize, column: (address & 0xffff) as usize }
    }

    /// The place so many lanes and columns further.
    pub const fn further(self, lanes: usize, columns: usize) -> Self {
        Self { lane: self.lane + lanes, column: self.column + columns }
    }
}

/// The tensor memory of a block.
#[derive(Default)]
struct TensorMemory {
    /// Lane by lane; empty before the first allocation.
    values: Vec<u32>,
    known: Vec<bool>,
    /// By column and part of the lanes, see [`NOTED_LANES`].
    records: Vec<CellRecord>,
    /// First columns and numbers of columns of what is allocated, in order.
    allocated: Vec<(u32, u32)>,
    /// The block has given up the right to allocate.
    relinquished: bool,
}

impl TensorMemory {
    /// Allocates columns, the lowest that are free; `None` if there are not enough.
    fn allocate(&mut self, columns: u32) -> Option<u32> {
        if self.values.is_empty() {
            self.values = vec![0; LANES * COLUMNS];
            self.known = vec![false; LANES * COLUMNS];
            self.records.resize_with(LANES / NOTED_LANES * COLUMNS, CellRecord::default);
        }
        let mut start = 0;
        let mut index = 0;
        while let Some(&(first, count)) = self.allocated.get(index) {
            if first - start >= columns {
                break;
            }
            start = first + count;
            index += 1;
        }
        let fits = start + columns <= COLUMNS as u32;
        fits.then(|| {
            self.allocated.insert(index, (start, columns));
            start
        })
    }

    /// Whether columns could be allocated now.
    fn has_room(&self, columns: u32) -> bool {
        let mut start = 0;
        let gaps = self.allocated.iter().map(|&(first, count)| (first, first + count));
        gaps.chain([(COLUMNS as u32, 0)]).any(|(first, end)| {
            let fits = first - start >= columns;
            start = end;
            fits
        })
    }

    /// Gives columns back; whether exactly these were allocated.
    fn free(&mut self, start: u32, columns: u32) -> bool {
        let Some(index) = self.allocated.iter().position(|&it| it == (start, columns)) else { return false };
        self.allocated.remove(index);
        for lane in 0..LANES {
            let first = lane * COLUMNS + start as usize;
            self.known[first..first + columns as usize].fill(false);
        }
        for part in 0..LANES / NOTED_LANES {
            let first = part * COLUMNS + start as usize;
            self.records[first..first + columns as usize].fill_with(CellRecord::default);
        }
        true
    }

    /// How many columns are allocated.
    fn columns(&self) -> u32 {
        self.allocated.iter().map(|&(_, count)| count).sum()
    }

    /// Whether a place is in columns that are allocated.
    fn is_allocated(&self, place: TensorPlace) -> bool {
        let column = place.column as u32;
        place.lane < LANES && self.allocated.iter().any(|&(first, count)| (first..first + count).contains(&column))
    }

    /// The value of a place, and whether it has one.
    fn load(&self, place: TensorPlace) -> (u32, bool) {
        let index = place.lane * COLUMNS + place.column;
        (self.values[index], self.known[index])
    }

    fn store(&mut self, place: TensorPlace, value: u32, known: bool) {
        let index = place.lane * COLUMNS + place.column;
        (self.values[index], self.known[index]) = (value, known);
    }
}

/// The tensor memory of the blocks of a cluster.
pub struct TensorMemories {
    /// By rank.
    blocks: Vec<TensorMemory>,
    /// Who has allocated columns, and the ranks of their blocks.
    allocators: Vec<(Who, usize)>,
}

impl TensorMemories {
    /// That of so many blocks.
    pub fn new(blocks: usize) -> Self {
        Self { blocks: (0..blocks).map(|_| TensorMemory::default()).collect(), allocators: Vec::new() }
    }

    /// Who has allocated columns of a block that has not given back all, and how many it has kept.
    fn kept(&self) -> Option<(Who, u32)> {
        let kept = self.allocators.iter().map(|&(who, rank)| (who, self.blocks[rank].columns()));
        kept.into_iter().find(|&(_, columns)| columns > 0)
    }
}

impl BlockState {
    /// The value of a place in the tensor memory of a block of the cluster, and whether it has one; places outside of it have none.
    fn tensor_value(&self, rank: usize, place: TensorPlace) -> (u32, bool) {
        let memory = &self.tensor_memory.blocks[rank];
        if memory.is_allocated(place) { memory.load(place) } else { (0, false) }
    }

    fn set_tensor_value(&mut self, rank: usize, place: TensorPlace, value: u32, known: bool) {
        if self.tensor_memory.blocks[rank].is_allocated(place) {
            self.tensor_memory.blocks[rank].store(place, value, known);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lowest gap that is wide enough is taken, and what is full says so.
    #[test]
    fn columns_are_allocated_in_gaps() {
        let mut memory = TensorMemory::default();
        assert_eq!([128, 64, 256, 64].map(|count| memory.allocate(count)), [Some(0), Some(128), Some(192), Some(448)]);
        assert!(memory.allocate(32).is_none() && !memory.has_room(32) && memory.columns() == 512);
        assert!(!memory.free(128, 32), "a part of what was allocated");
        assert!(memory.free(128, 64) && memory.has_room(64) && !memory.has_room(128));
        assert_eq!([memory.allocate(32), memory.allocate(64), memory.allocate(32)], [Some(128), None, Some(160)]);
    }
}
