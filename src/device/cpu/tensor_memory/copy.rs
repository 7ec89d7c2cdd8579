//! `tcgen05.cp`: from shared to tensor memory (PTX ISA 9.7.16.9.1).

use super::super::block::BlockState;
use super::super::kernel_launch::KernelLaunch;
use super::super::lanes::lanes_of;
use super::super::matrix_descriptor::CHUNK;
use super::super::program::{RegisterSlot, StepAddress};
use super::super::warp::{Front, StepFailure, Warp};
use super::order::{TensorAccess, TensorAgent};
use super::{LANES, LANES_OF_WARP, TensorPlace};

/// The lanes that rows of shared memory get to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CopyLanes {
    /// One after the other: `.128x256b`, `.128x128b`.
    All,
    /// The first lane of each warp: `.4x256b`.
    First,
    /// `.64x128b.warpx2::02_13`: the first two warps' lanes, and those of the other two again.
    Halves,
    /// `.64x128b.warpx2::01_23`: every second warp's lanes, and those of the warps behind them again.
    Neighbours,
    /// `.32x128b.warpx4`: the lanes of every warp.
    Every,
}

impl CopyLanes {
    /// How many rows there are.
    const fn rows(self) -> usize {
        match self {
            Self::All => LANES,
            Self::First => LANES / LANES_OF_WARP,
            Self::Halves | Self::Neighbours => LANES / 2,
            Self::Every => LANES_OF_WARP,
        }
    }

    /// The lanes that a row gets to.
    fn of(self, row: usize) -> impl Iterator<Item = usize> {
        let warp = LANES_OF_WARP;
        let (first, copies, apart) = match self {
            Self::All => (row, 1, 0),
            Self::First => (row * warp, 1, 0),
            Self::Halves => (row, 2, 2 * warp),
            Self::Neighbours => (row / warp * 2 * warp + row % warp, 2, warp),
            Self::Every => (row, LANES / warp, warp),
        };
        (0..copies).map(move |copy| first + copy * apart)
    }
}

/// `tcgen05.cp`
pub struct TensorMemoryCopy {
    /// Where to.
    pub to: StepAddress,
    /// A descriptor of shared memory.
    pub from: RegisterSlot,
    /// Which lanes.
    pub lanes: CopyLanes,
    /// Chunks of a row.
    pub chunks: usize,
    /// `.cta_group::2`: the other block of the pair copies, too.
    pub paired: bool,
}

impl Warp {
    /// `tcgen05.cp`, for each lane.
    pub fn copy_to_tensor_memory(
        &mut self,
        front: &Front,
        mask: u32,
        copy: &TensorMemoryCopy,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let addresses = self.addresses(front, mask, &copy.to, launch, block)?;
        for lane in lanes_of(mask) {
            let who = self.who(front.pc, lane);
            let first = TensorPlace::of(addresses[lane]);
            let shared = self.layout_for_unit(front, who, copy.from, launch, block)?;
            self.check_layout(who, shared, launch, block)?;
            let ranks = self.pair_of(copy.paired, who, launch, block)?..;
            for rank in ranks.take(1 + usize::from(copy.paired)) {
                let (mut words, mut cells) = (Vec::new(), Vec::new());
                for row in 0..copy.lanes.rows() {
                    for chunk in 0..copy.chunks {
                        let address = shared.along_depth(row as u64, chunk as u64);
                        let (bits, word) = self.read_for_unit(who, (rank, address), launch, block)?;
                        words.extend(word..word + CHUNK as usize / 4);
                        for column in 0..CHUNK as usize / 4 {
                            let value = (bits[column / 2] >> (column % 2 * 32)) as u32;
                            let to = chunk * CHUNK as usize / 4 + column;
                            cells.extend(copy.lanes.of(row).map(|lane| (first.further(lane, to), value)));
                        }
                    }
                }
                let agent = TensorAgent::Unit(block.tensor_units.works.len());
                block.begin_work(who, words);
                let places = cells.iter().map(|&(place, _)| place);
                block.access_tensor_memory(rank, places, TensorAccess { who, agent, writes: true }, launch)?;
                for (place, value) in cells {
                    block.set_tensor_value(rank, place, value, true);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_of_rows() {
        let of = |lanes: CopyLanes, row: usize| lanes.of(row).collect::<Vec<_>>();
        assert_eq!(of(CopyLanes::First, 3), [96]);
        assert_eq!(of(CopyLanes::Halves, 33), [33, 97]);
        assert_eq!(of(CopyLanes::Neighbours, 33), [65, 97]);
        assert_eq!(of(CopyLanes::Every, 5), [5, 37, 69, 101]);
        for lanes in [CopyLanes::All, CopyLanes::Halves, CopyLanes::Neighbours, CopyLanes::Every] {
            let mut all: Vec<usize> = (0..lanes.rows()).flat_map(|row| lanes.of(row)).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..LANES), "{lanes:?}");
        }
    }
}
