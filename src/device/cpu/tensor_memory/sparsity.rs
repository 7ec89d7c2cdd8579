//! Where tensor memory has the metadata of `tcgen05.mma.sp` (PTX ISA 9.7.16.10.8.4).
//!
//! A chunk of a row has four bits. Rows of bytes and of quarters of them have theirs one after the other in two columns of their lane. Those
//! of elements of 16 and 32 bits are in one column, of which the sparsity selector says which one of two it is, and sixteen rows share their
//! lanes: the first eight have the first half of each row, of the upper eight rows in the upper half of a word, and the next eight lanes
//! have the second half. Where columns of the result are spread over lanes there is a copy of the metadata for each part of them.

use super::super::block::BlockState;
use super::super::decode::sparsity::{NIBBLE, SparseChunk};
use super::super::kernel_launch::KernelLaunch;
use super::super::warp::{StepFailure, Warp};
use super::TensorPlace;
use super::instruction::ProductKind;
use super::product::{FactorReads, LaneProduct};
use crate::device::error::FaultKind;

/// Chunks of a row whose metadata is in one word, alone or with that of another row.
const CHUNKS_OF_WORD: usize = u32::BITS as usize / NIBBLE as usize;
/// Rows whose metadata share their lanes.
const GROUP: usize = 16;

/// The metadata of a block's rows.
#[derive(Clone, Copy)]
pub struct Metadata {
    pub kind: ProductKind,
    /// The address that the instruction names.
    pub first: TensorPlace,
    /// The block's rank.
    pub rank: usize,
}

impl Metadata {
    /// The word with the four bits for a chunk of a row, and which of its bits is the first of them.
    fn place(self, row: usize, chunk: usize, selector: usize) -> (TensorPlace, u32) {
        let (lane, column, place) = match self.kind {
            ProductKind::Half | ProductKind::Tf32 => {
                let half = CHUNKS_OF_WORD / 2;
                let within = row % GROUP;
                let lane = row - within + within % 8 + chunk / half * 8;
                (lane, selector, chunk % half + within / 8 * half)
            }
            _ => (row, chunk / CHUNKS_OF_WORD, chunk % CHUNKS_OF_WORD),
        };
        (self.first.further(lane, column), NIBBLE * place as u32)
    }
}

impl Warp {
    /// A block's rows of a sparse factor with their zeros.
    pub fn expand(
        &self,
        packed: &[f64],
        product: &LaneProduct<'_>,
        metadata: Metadata,
        reads: &mut FactorReads,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<Vec<f64>, StepFailure> {
        let (who, layout, depth) = (product.who, product.layout, product.step.depth());
        let failure = |kind, message: String| launch.fault(kind, message, who.pc, block, who.thread());
        if layout.is_in_halves() {
            let message = "metadata of sparse factors of which a block has 64 rows in lanes of 128".to_string();
            return Err(failure(FaultKind::Unsupported, message));
        }
        if !metadata.first.column.is_multiple_of(2) {
            let message = "metadata of sparse factors that begins in an odd column of tensor memory".to_string();
            return Err(failure(FaultKind::Unsupported, message));
        }
        let elements = SparseChunk::of_tensor_unit(metadata.kind.spacing());
        let elements =
            elements.ok_or_else(|| failure(FaultKind::Unsupported, "sparse factors of this kind".to_string()))?;
        let chunks = depth / elements.chunk;
        let mut nibbles = Vec::with_capacity(layout.rows() * chunks);
        for row in 0..layout.rows() {
            for chunk in 0..chunks {
                let (place, bit) = metadata.place(row, chunk, product.instruction.selector);
                let mut all = (0..layout.copies()).map(|copy| {
                    let place = place.further(copy * layout.rows(), 0);
                    reads.places.push((metadata.rank, place));
                    let (bits, known) = block.tensor_value(metadata.rank, place);
                    (known.then_some(bits >> bit & 0xf), place)
                });
                let (nibble, place) = all.next().unwrap_or((None, place));
                let Some(nibble) = nibble else {
                    let message = format!(
                        "the metadata of row {row} in lane {}, column {} of tensor memory was never written",
                        place.lane, place.column
                    );
                    return Err(failure(FaultKind::Uninitialised, message));
                };
                if let Some((_, place)) = all.find(|&(other, _)| other != Some(nibble)) {
                    let message =
                        format!("metadata of row {row} in lane {} differs from that of the first columns", place.lane);
                    return Err(failure(FaultKind::Unsupported, message));
                }
                nibbles.push(u64::from(nibble));
            }
        }
        let rows = elements.expand(packed, depth, |row, chunk| nibbles[row * chunks + chunk]);
        rows.map_err(|message| failure(FaultKind::InvalidOperand, message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each four bits of the words of 128 lanes belong to one chunk of one row.
    #[test]
    fn metadata_covers_its_words() {
        for (kind, chunks, columns) in [
            (ProductKind::Half, 8, 1),
            (ProductKind::Tf32, 8, 1),
            (ProductKind::Integer, 16, 2),
            (ProductKind::ScaledQuarters(2), 16, 2),
        ] {
            let metadata = Metadata { kind, first: TensorPlace { lane: 0, column: 4 }, rank: 0 };
            let mut all: Vec<(usize, usize, u32)> = (0..128)
                .flat_map(|row| (0..chunks).map(move |chunk| metadata.place(row, chunk, 0)))
                .map(|(place, bit)| (place.lane, place.column, bit))
                .collect();
            all.sort_unstable();
            let lanes = (0..128).flat_map(|lane| (4..4 + columns).map(move |column| (lane, column)));
            assert!(all.into_iter().eq(lanes.flat_map(|(lane, column)| (0..8).map(move |at| (lane, column, 4 * at)))));
        }
    }

    /// Row 29 is the sixth of the upper eight rows of the second sixteen.
    #[test]
    fn places_of_chunks() {
        let of = |kind, row, chunk, selector| {
            let metadata = Metadata { kind, first: TensorPlace { lane: 0, column: 0 }, rank: 0 };
            let (place, bit) = metadata.place(row, chunk, selector);
            (place.lane, place.column, bit)
        };
        assert_eq!(of(ProductKind::Half, 29, 2, 0), (21, 0, 24));
        assert_eq!(of(ProductKind::Tf32, 29, 6, 1), (29, 1, 24));
        assert_eq!(of(ProductKind::Half, 21, 6, 1), (29, 1, 8));
        assert_eq!(of(ProductKind::Narrow, 29, 11, 0), (29, 1, 12));
    }
}
