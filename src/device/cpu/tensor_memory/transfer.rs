//! What warps do to tensor memory: `tcgen05.alloc`, `.dealloc`, `.relinquish_alloc_permit`, `.ld`, `.st` and `.wait`.

use super::super::access::{How, LaneAccess, Who};
use super::super::block::BlockState;
use super::super::kernel_launch::KernelLaunch;
use super::super::lanes::{Lanes, WARP};
use super::super::program::{RegisterSlot, StepAddress};
use super::super::warp::{Front, StepFailure, StepFlow, Wait, Warp};
use super::order::{TensorAccess, TensorAgent};
use super::{COLUMNS, LANES, LANES_OF_WARP, NOTED_LANES, TensorPlace, UNIT};
use crate::device::error::FaultKind;

/// The shape of a transfer (PTX ISA 9.7.16.2.3.1): which lane and column of tensor memory a register of a thread goes with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TransferShape {
    /// `.32x32b`
    Lanes32,
    /// `.16x64b`
    Bits64,
    /// `.16x128b`
    Bits128,
    /// `.16x256b`
    Bits256,
    /// `.16x32bx2`: the second half of the warp has columns that begin so many further.
    Halves(usize),
}

impl TransferShape {
    /// Lanes of tensor memory.
    const fn lanes(self) -> usize {
        if matches!(self, Self::Lanes32) { LANES_OF_WARP } else { LANES_OF_WARP / 2 }
    }

    /// Where a register of a thread is, from the first lane and column; columns before they are packed or unpacked.
    const fn place(self, thread: usize, register: usize) -> TensorPlace {
        let (lane, column) = match self {
            Self::Lanes32 => (thread, register),
            Self::Bits64 => (thread / 4 + thread % 2 * 8, thread / 2 % 2 + register * 2),
            Self::Bits128 => (thread / 4 + register % 2 * 8, thread % 4 + register / 2 * 4),
            Self::Bits256 => (thread / 4 + register / 2 % 2 * 8, register % 2 + thread % 4 * 2 + register / 4 * 8),
            Self::Halves(_) => (thread % 16, register),
        };
        TensorPlace { lane, column }
    }

    /// The columns of a register of a thread: two with halves of its bits each if `packed`.
    fn places(self, thread: usize, register: usize, packed: bool) -> impl Iterator<Item = TensorPlace> {
        let TensorPlace { lane, column } = self.place(thread, register);
        let second = match self {
            Self::Halves(columns) if thread >= 16 => columns,
            _ => 0,
        };
        let count = 1 + usize::from(packed);
        (0..count).map(move |part| TensorPlace { lane, column: column * count + part + second })
    }
}

/// What becomes of all that a thread loads.
pub struct ColumnReduction {
    /// Where the result goes.
    pub to: RegisterSlot,
    /// The result of two numbers.
    pub combine: fn(u64, u64) -> u64,
}

/// `tcgen05.ld`, `tcgen05.ld.red`, `tcgen05.st`
pub struct TensorTransfer {
    /// `.red`
    pub reduction: Option<ColumnReduction>,
    /// Where.
    pub place: StepAddress,
    /// Which thread has what.
    pub shape: TransferShape,
    /// Registers hold the lower halves of two columns each.
    pub packed: bool,
    /// The registers.
    pub registers: Vec<RegisterSlot>,
    /// To tensor memory.
    pub stores: bool,
}

/// A step of a whole warp on tensor memory.
pub enum TensorMemoryStep {
    /// `tcgen05.alloc`: where the address goes, and how many columns.
    Allocate {
        /// In shared memory.
        to: StepAddress,
        /// How many.
        columns: RegisterSlot,
    },
    /// `tcgen05.dealloc`: the address, and how many columns.
    Free {
        /// What `tcgen05.alloc` gave.
        address: RegisterSlot,
        /// How many.
        columns: RegisterSlot,
    },
    /// `tcgen05.relinquish_alloc_permit`
    Relinquish,
    /// `tcgen05.ld`, `tcgen05.st`
    Transfer(TensorTransfer),
    /// `tcgen05.wait`
    Wait {
        /// For stores rather than loads.
        stores: bool,
    },
}

impl Warp {
    /// A step of all lanes on tensor memory.
    pub fn tensor_memory(
        &mut self,
        front: &Front,
        step: &TensorMemoryStep,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<StepFlow, StepFailure> {
        match step {
            TensorMemoryStep::Allocate { to, columns } => return self.allocate(front, to, *columns, launch, block),
            TensorMemoryStep::Free { address, columns } => self.free(front, *address, *columns, launch, block)?,
            TensorMemoryStep::Relinquish => block.tensor_memory.blocks[self.rank()].relinquished = true,
            TensorMemoryStep::Transfer(transfer) => self.transfer(front, transfer, launch, block)?,
            TensorMemoryStep::Wait { stores } => self.wait_transfers(*stores, block),
        }
        Ok(StepFlow::Next)
    }

    /// What all lanes of the warp have to give alike.
    fn alike(
        &self,
        front: &Front,
        values: &Lanes,
        what: &str,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<u64, StepFailure> {
        match values.iter().any(|value| value != &values[0]) {
            false => Ok(values[0]),
            true => {
                let message = format!("lanes of the warp give different {what}");
                Err(launch.fault(FaultKind::InvalidOperand, message, front.pc, block, self.thread(u32::MAX)))
            }
        }
    }

    fn count_of_columns(
        &self,
        front: &Front,
        slot: RegisterSlot,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<u32, StepFailure> {
        let columns = self.operand(front, u32::MAX, Some(slot), launch, block)?;
        let columns = self.alike(front, &columns, "numbers of columns", launch, block)? as u32;
        if columns.is_power_of_two() && (UNIT..=COLUMNS as u32).contains(&columns) {
            return Ok(columns);
        }
        let message =
            format!("{columns} columns of tensor memory: it has to be a power of two from {UNIT} to {COLUMNS}");
        Err(launch.fault(FaultKind::InvalidOperand, message, front.pc, block, self.thread(u32::MAX)))
    }

    /// `tcgen05.alloc`: the warp waits until there is room.
    fn allocate(
        &mut self,
        front: &Front,
        to: &StepAddress,
        columns: RegisterSlot,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<StepFlow, StepFailure> {
        let who = self.who(front.pc, 0);
        let columns = self.count_of_columns(front, columns, launch, block)?;
        let addresses = self.addresses(front, u32::MAX, to, launch, block)?;
        let address = self.alike(front, &addresses, "addresses", launch, block)?;
        if block.tensor_memory.blocks[self.rank()].relinquished {
            let message = "tensor memory is allocated after tcgen05.relinquish_alloc_permit".to_string();
            return Err(launch.fault(FaultKind::InvalidOperand, message, who.pc, block, who.thread()));
        }
        let target = self.locate(who, (to.space, address, 4), launch, block)?;
        let Some(first) = block.tensor_memory.blocks[self.rank()].allocate(columns) else {
            self.put(Front { wait: Wait::TensorMemory(columns), ..front.clone() });
            return Ok(StepFlow::Waits);
        };
        block.tensor_memory.allocators.push((who, self.rank()));
        self.note(LaneAccess { who, target, size: 4, how: How::weak(true) }, true, launch, block)?;
        if let super::super::access::MemoryBytes::Shared(offset) = target {
            block.shared.store(offset, 4, u64::from(first), true);
        }
        block.note_progress();
        Ok(StepFlow::Next)
    }

    /// Lets a warp that waits for tensor memory try again if there is room. Whether it can.
    pub fn retry_allocation(&mut self, block: &BlockState) -> bool {
        let memory = &block.tensor_memory.blocks[self.rank()];
        self.wake(|wait| matches!(wait, Wait::TensorMemory(columns) if memory.has_room(columns)))
    }

    /// `tcgen05.dealloc`: whoever works on the columns must be done.
    fn free(
        &mut self,
        front: &Front,
        address: RegisterSlot,
        columns: RegisterSlot,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let who = self.who(front.pc, 0);
        let columns = self.count_of_columns(front, columns, launch, block)?;
        let addresses = self.operand(front, u32::MAX, Some(address), launch, block)?;
        let address = self.alike(front, &addresses, "addresses", launch, block)?;
        let first = TensorPlace::of(address);
        let access = TensorAccess { who, agent: TensorAgent::Owner, writes: true };
        let all = (0..LANES / NOTED_LANES * columns as usize)
            .map(|index| first.further(index / columns as usize * NOTED_LANES, index % columns as usize));
        block.access_tensor_memory(self.rank(), all, access, launch)?;
        if first.lane != 0 || !block.tensor_memory.blocks[self.rank()].free(first.column as u32, columns) {
            let message = format!("{columns} columns at address {address:#x} are not what tcgen05.alloc has given");
            return Err(launch.fault(FaultKind::InvalidOperand, message, who.pc, block, who.thread()));
        }
        block.note_progress();
        Ok(())
    }

    /// The first place of a transfer, which has to be within the lanes of the warp.
    fn first_place(
        &self,
        front: &Front,
        transfer: &TensorTransfer,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<TensorPlace, StepFailure> {
        let addresses = self.addresses(front, u32::MAX, &transfer.place, launch, block)?;
        let first = TensorPlace::of(self.alike(front, &addresses, "addresses", launch, block)?);
        let own = self.own_index() % (LANES / LANES_OF_WARP) * LANES_OF_WARP;
        let lanes = transfer.shape.lanes();
        let is_own = first.lane >= own && first.lane + lanes <= own + LANES_OF_WARP;
        if is_own && first.lane.is_multiple_of(lanes) {
            return Ok(first);
        }
        let message = format!(
            "warp {} of the block reaches lanes {own} to {} of tensor memory, and not {} from lane {} on",
            self.own_index(),
            own + LANES_OF_WARP - 1,
            lanes,
            first.lane
        );
        Err(launch.fault(FaultKind::OutOfBounds, message, front.pc, block, self.thread(u32::MAX)))
    }

    /// `tcgen05.ld`, `tcgen05.st`
    fn transfer(
        &mut self,
        front: &Front,
        transfer: &TensorTransfer,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let who: Who = self.who(front.pc, 0);
        let first = self.first_place(front, transfer, launch, block)?;
        let (shape, packed, stores) = (transfer.shape, transfer.packed, transfer.stores);
        let count = transfer.registers.len();
        let places = |thread: usize, register: usize| {
            shape.places(thread, register, packed).map(move |place| first.further(place.lane, place.column))
        };
        let all = (0..count).flat_map(|register| (0..WARP).flat_map(move |thread| places(thread, register)));
        let access = TensorAccess { who, agent: TensorAgent::Warp(None), writes: stores };
        let records = block.access_tensor_memory(self.rank(), all, access, launch)?;
        if launch.checks.races {
            self.begin_transfer(records, stores);
        }
        let memory = &mut block.tensor_memory.blocks[self.rank()];
        let mask = if packed { 0xffff } else { u32::MAX };
        let mut reduced: Option<([u64; WARP], u32)> = None;
        for (register, &slot) in transfer.registers.iter().enumerate() {
            if stores {
                let (values, known) = (*self.lanes(front.base, slot), self.defined(front.base, slot));
                for (thread, value) in values.into_iter().enumerate() {
                    for (part, place) in places(thread, register).enumerate() {
                        memory.store(place, (value >> (16 * part)) as u32 & mask, known >> thread & 1 == 1);
                    }
                }
                continue;
            }
            let (mut values, mut known) = ([0; WARP], u32::MAX);
            for (thread, value) in values.iter_mut().enumerate() {
                for (part, place) in places(thread, register).enumerate() {
                    let (bits, is_known) = memory.load(place);
                    *value |= u64::from(bits & mask) << (16 * part);
                    known &= !(u32::from(!is_known) << thread);
                }
            }
            // Registers wait for themselves: compilers use them before tcgen05.wait::ld.
            self.write(front.base, slot, u32::MAX, &values, known);
            if let Some(ColumnReduction { combine, .. }) = transfer.reduction {
                reduced = Some(match reduced {
                    Some((all, all_known)) => {
                        (std::array::from_fn(|thread| combine(all[thread], values[thread])), all_known & known)
                    }
                    None => (values, known),
                });
            }
        }
        if let (Some(ColumnReduction { to, .. }), Some((values, known))) = (&transfer.reduction, reduced) {
            self.write(front.base, *to, u32::MAX, &values, known);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each shape covers its lanes and columns once.
    #[test]
    fn shapes_cover_their_places() {
        let shapes = [
            (TransferShape::Lanes32, 4, 4, false),
            (TransferShape::Bits64, 4, 8, false),
            (TransferShape::Bits128, 4, 8, false),
            (TransferShape::Bits256, 8, 16, false),
            (TransferShape::Halves(4), 4, 8, false),
            (TransferShape::Lanes32, 4, 8, true),
            (TransferShape::Bits256, 8, 32, true),
        ];
        for (shape, registers, columns, packed) in shapes {
            let mut places: Vec<(usize, usize)> = (0..WARP)
                .flat_map(|thread| (0..registers).flat_map(move |register| shape.places(thread, register, packed)))
                .map(|place| (place.lane, place.column))
                .collect();
            places.sort_unstable();
            let all = (0..shape.lanes()).flat_map(|lane| (0..columns).map(move |column| (lane, column)));
            assert!(all.eq(places), "{shape:?}");
        }
        // The second register of the fifth thread, in the manual's figures.
        let of = |shape: TransferShape| shape.places(5, 1, false).next().map(|place| (place.lane, place.column));
        assert_eq!(of(TransferShape::Bits64), Some((9, 2)));
        assert_eq!(of(TransferShape::Bits128), Some((9, 1)));
        assert_eq!(of(TransferShape::Bits256), Some((1, 3)));
    }
}
