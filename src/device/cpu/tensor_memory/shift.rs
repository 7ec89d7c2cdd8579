//! `tcgen05.shift` (PTX ISA 9.7.16.9.3).
//!
//! Each row of 32 bytes of the lanes that a warp reaches goes to the next lane, so that the last one is lost. The first one keeps what it has: it
//! is where `tcgen05.cp.4x256b`, which follows in order, puts one row for each warp.

use super::super::block::BlockState;
use super::super::kernel_launch::KernelLaunch;
use super::super::lanes::lanes_of;
use super::super::program::StepAddress;
use super::super::warp::{Front, StepFailure, Warp};
use super::order::{TensorAccess, TensorAgent};
use super::{LANES_OF_WARP, TensorPlace};
use crate::device::error::FaultKind;

/// Columns of 32 bytes.
const SHIFTED_COLUMNS: usize = 8;

/// `tcgen05.shift`
pub struct TensorShift {
    /// The first row.
    pub place: StepAddress,
    /// `.cta_group::2`: in the other block of the pair, too.
    pub paired: bool,
}

impl Warp {
    /// `tcgen05.shift`, for each lane.
    pub fn shift_tensor_memory(
        &mut self,
        front: &Front,
        mask: u32,
        shift: &TensorShift,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let addresses = self.addresses(front, mask, &shift.place, launch, block)?;
        for lane in lanes_of(mask) {
            let who = self.who(front.pc, lane);
            let first = TensorPlace::of(addresses[lane]);
            if !first.lane.is_multiple_of(LANES_OF_WARP) {
                let message =
                    format!("rows are shifted from lane {} on, which is not a multiple of {LANES_OF_WARP}", first.lane);
                return Err(launch.fault(FaultKind::InvalidOperand, message, who.pc, block, who.thread()));
            }
            let ranks = self.pair_of(shift.paired, who, launch, block)?..;
            for rank in ranks.take(1 + usize::from(shift.paired)) {
                let agent = TensorAgent::Unit(block.tensor_units.works.len());
                block.begin_work(who, Vec::new());
                let all = (0..SHIFTED_COLUMNS)
                    .flat_map(|column| (0..LANES_OF_WARP).map(move |row| first.further(row, column)));
                block.access_tensor_memory(rank, all, TensorAccess { who, agent, writes: true }, launch)?;
                for column in 0..SHIFTED_COLUMNS {
                    for row in (1..LANES_OF_WARP).rev() {
                        let (value, known) = block.tensor_value(rank, first.further(row - 1, column));
                        block.set_tensor_value(rank, first.further(row, column), value, known);
                    }
                }
            }
        }
        Ok(())
    }
}
