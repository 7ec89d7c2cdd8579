//! Sparse factors: which elements their metadata names, and where the registers of `mma.sp` and `wgmma.mma_async.sp` have it (PTX ISA
//! 9.7.15.6.1).

use super::super::lanes::Lanes;
use super::words::Words;
use super::{Decoder, Result};
use crate::isa::op;

/// Bits of metadata for a chunk of a row: two indices.
pub(in crate::device::cpu) const NIBBLE: u32 = 4;

/// Those of sixteen values of two indices of which the first is the smaller one, each as a bit.
const ASCENDING: u16 = {
    let (mut all, mut nibble) = (0, 0);
    while nibble < 16 {
        if nibble & 3 < nibble >> 2 {
            all |= 1 << nibble;
        }
        nibble += 1;
    }
    all
};

/// The elements of a chunk of a row that are there, of which four bits of metadata say which ones they are.
#[derive(Clone, Copy, Debug)]
pub(in crate::device::cpu) struct SparseChunk {
    /// Elements of a row that four bits are for: half of them are there.
    pub chunk: usize,
    /// Elements that an index stands for: two of four bits, which come in pairs.
    unit: usize,
    /// The values of four bits that mean something, each as a bit.
    meaningful: u16,
}

impl SparseChunk {
    /// Chunks of elements that are so many bits apart.
    fn new(spacing: u32, meaningful: u16) -> Option<Self> {
        let (chunk, unit) = match spacing {
            // Of 19 bits that take 32: one of two is named by both of its halves.
            32 => return Some(Self { chunk: 2, unit: 1, meaningful: 1 << 0b0100 | 1 << 0b1110 }),
            4 => (8, 2),
            8 | 16 => (4, 1),
            _ => return None,
        };
        Some(Self { chunk, unit, meaningful })
    }

    /// Chunks of `tcgen05.mma.sp`, which may also have the last element of the middle two first (PTX ISA 9.7.16.10.8).
    pub(in crate::device::cpu) fn of_tensor_unit(spacing: usize) -> Option<Self> {
        Self::new(spacing as u32, ASCENDING | 1 << 0b0110)
    }

    /// The places within a chunk that four bits name.
    fn places(self, nibble: u64) -> Option<[usize; 2]> {
        let is_meaningful = self.meaningful >> nibble & 1 == 1;
        is_meaningful.then_some(match self.chunk {
            2 => [nibble as usize >> 3; 2],
            _ => [nibble & 3, nibble >> 2].map(|place| place as usize),
        })
    }

    /// Rows with their zeros, of rows without them. `nibble` tells the four bits for a chunk of a row.
    ///
    /// # Errors
    /// Metadata names no places of a chunk that has something else than zeros.
    pub(in crate::device::cpu) fn expand<T: Copy + Default + PartialEq>(
        self,
        packed: &[T],
        depth: usize,
        nibble: impl Fn(usize, usize) -> u64,
    ) -> std::result::Result<Vec<T>, String> {
        let half = self.chunk / 2;
        let mut rows = vec![T::default(); packed.len() * 2];
        for (index, values) in packed.chunks_exact(half).enumerate() {
            let (row, chunk) = (index / (depth / self.chunk), index % (depth / self.chunk));
            let nibble = nibble(row, chunk);
            let Some(places) = self.places(nibble) else {
                if values.iter().all(|value| *value == T::default()) {
                    continue;
                }
                return Err(format!(
                    "the metadata of chunk {chunk} of row {row} is {nibble:#06b}, which names no elements"
                ));
            };
            let first = row * depth + chunk * self.chunk;
            for (units, place) in values.chunks(self.unit).zip(places) {
                rows[first + place * self.unit..][..units.len()].copy_from_slice(units);
            }
        }
        Ok(rows)
    }
}

/// How a row of a sparse factor in registers is laid out, of which they hold half.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sparsity {
    elements: SparseChunk,
    /// A register has metadata for two rows, in halves.
    halves: bool,
    /// Which threads of four have the metadata.
    selector: usize,
}

impl Sparsity {
    /// The layout for a row of `depth` elements that are so many bits apart.
    fn new(spacing: u32, depth: usize, selector: usize, is_ordered: bool) -> Option<Self> {
        let elements = SparseChunk::new(spacing, if is_ordered { ASCENDING } else { u16::MAX })?;
        let this = Self { elements, halves: spacing >= 16, selector };
        let threads = this.threads(depth);
        (matches!(threads, 1 | 2 | 4) && (selector + 1) * threads <= 4).then_some(this)
    }

    /// Threads of each four that have metadata: a register has 32 bits of the `depth / chunk * 4` of two rows.
    fn threads(self, depth: usize) -> usize {
        depth / self.elements.chunk / 4
    }

    /// The four bits for a chunk of a row of sixteen.
    fn nibble(self, metadata: &Lanes, depth: usize, row: usize, chunk: usize) -> u64 {
        let (group, upper) = (row % 8, row / 8);
        let (thread, place) =
            if self.halves { (chunk / 4, chunk % 4 + 4 * upper) } else { (upper + 2 * (chunk / 8), chunk % 8) };
        let lane = group * 4 + self.selector * self.threads(depth) + thread;
        metadata[lane] >> (NIBBLE as usize * place) & 0xf
    }

    /// Sixteen rows with their zeros, of rows without them.
    ///
    /// # Errors
    /// Metadata names no two places of a chunk that has something else than zeros.
    pub(super) fn expand<T: Copy + Default + PartialEq>(
        self,
        packed: &[T],
        depth: usize,
        metadata: &Lanes,
    ) -> std::result::Result<Vec<T>, String> {
        self.elements.expand(packed, depth, |row, chunk| self.nibble(metadata, depth, row, chunk))
    }
}

impl Decoder<'_, '_> {
    /// What an instruction says of its sparse factor; `selector` is the index of that operand.
    pub(super) fn sparsity(
        &mut self,
        words: &Words<'_>,
        depth: usize,
        spacing: u32,
        selector: usize,
    ) -> Result<Sparsity> {
        let selector = self.constant_operand(selector)?;
        let is_ordered = words.op == op::MMA_SP_ORDERED_METADATA;
        let selector = usize::try_from(selector).ok();
        let layout = selector.and_then(|selector| Sparsity::new(spacing, depth, selector, is_ordered));
        layout.ok_or_else(|| self.refuse_form())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::cpu::lanes::WARP;

    /// The threads that the manual's tables name.
    #[test]
    fn selectors_have_as_many_threads_as_metadata_needs() {
        let fits = |spacing, depth| (0..5).filter(|&it| Sparsity::new(spacing, depth, it, true).is_some()).count();
        assert_eq!([fits(16, 16), fits(16, 32), fits(32, 8), fits(32, 16)], [4, 2, 4, 2]);
        assert_eq!([fits(8, 32), fits(8, 64), fits(4, 64), fits(4, 128)], [2, 1, 2, 1]);
    }

    /// Where the manual's figures have the metadata of a row: of halves in the lower or upper half of a register, of bytes in all of it.
    #[test]
    fn metadata_is_where_the_manual_has_it() {
        let halves = Sparsity::new(16, 32, 1, true).expect("a form");
        let mut metadata = [0; WARP];
        // Row 3 + 8, chunk 5: the second thread of the upper pair, upper half, second nibble.
        metadata[3 * 4 + 3] = 0b1101 << 20;
        assert_eq!(halves.nibble(&metadata, 32, 11, 5), 0b1101);
        let bytes = Sparsity::new(8, 64, 0, true).expect("a form");
        let mut metadata = [0; WARP];
        // Row 2 + 8, chunk 9: the fourth thread, second nibble.
        metadata[2 * 4 + 3] = 0b1000 << 4;
        assert_eq!(bytes.nibble(&metadata, 64, 10, 9), 0b1000);
    }

    #[test]
    fn elements_come_to_their_places() {
        let halves = Sparsity::new(16, 16, 0, true).expect("a form");
        let mut metadata = [0x4444; WARP];
        metadata[0] = 0xd9_84;
        let packed: Vec<u64> = (1..=16 * 8).collect();
        let rows = halves.expand(&packed, 16, &metadata);
        assert!(rows.is_err(), "upper halves are zero, which names an element twice");
        metadata.iter_mut().for_each(|word| *word |= 0x4444_0000);
        let rows = halves.expand(&packed, 16, &metadata).expect("all in order");
        assert_eq!(rows[..16], [1, 2, 0, 0, 3, 0, 4, 0, 0, 5, 6, 0, 0, 7, 0, 8]);
        assert_eq!(rows[16..20], [9, 10, 0, 0]);
        assert!(halves.expand(&[0; 16 * 8], 16, &[0; WARP]).is_ok(), "where all is zero nothing is named");
    }
}
