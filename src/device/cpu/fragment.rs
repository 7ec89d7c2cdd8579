//! `wmma.load`, `wmma.store`: fragments of matrices (PTX ISA 9.7.14.4).
//!
//! Which lane holds which element is nobody's business but ours, as long as loads, products and stores agree.

use super::access::{How, LaneAccess, MemoryBytes, Who};
use super::block::BlockState;
use super::kernel_launch::KernelLaunch;
use super::lanes::{WARP, lanes_of};
use super::program::FragmentMemory;
use super::warp::{Front, StepFailure, Warp};
use crate::device::error::FaultKind;

/// How a matrix is spread over the registers of a warp.
#[derive(Clone, Copy, Debug)]
pub struct Fragment {
    /// Rows of the matrix.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
    /// Bits of an element in a register and in memory.
    pub bits: u32,
    /// Registers of a lane.
    pub registers: usize,
}

impl Fragment {
    /// Elements of a register.
    pub fn packed(&self) -> usize {
        (32 / self.bits).max(1) as usize
    }

    /// Row and column of an element of a register. Where there is more room than elements, these are held more than once.
    pub fn place(&self, lane: usize, register: usize, index: usize) -> (usize, usize) {
        let slot = (lane * self.registers + register) * self.packed() + index;
        let element = slot % (self.rows * self.columns);
        (element / self.columns, element % self.columns)
    }

    /// Bytes of a lane's registers, which addresses are multiples of.
    fn bytes(&self) -> u64 {
        self.registers as u64 * u64::from(self.bits.max(32) / 8)
    }
}

impl Warp {
    /// Loads or stores a matrix; all lanes are there.
    pub fn fragment_memory(
        &mut self,
        front: &Front,
        step: &FragmentMemory,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let addresses = self.addresses(front, u32::MAX, &step.place, launch, block)?;
        let strides = self.operand(front, u32::MAX, Some(step.stride), launch, block)?;
        let (address, stride) = (addresses[0], u64::from(strides[0] as u32));
        let fragment = &step.fragment;
        let (thread, pc) = (self.thread(1), front.pc);
        let fault = |kind, message, block: &BlockState| Err(launch.fault(kind, message, pc, block, thread));
        if lanes_of(u32::MAX).any(|lane| addresses[lane] != address || strides[lane] as u32 != strides[0] as u32) {
            let message = "lanes of the warp give different addresses or strides".to_string();
            return fault(FaultKind::InvalidOperand, message, block);
        }
        if !address.is_multiple_of(fragment.bytes()) {
            let message = format!("address {address:#x} is not a multiple of {}", fragment.bytes());
            return fault(FaultKind::Misaligned, message, block);
        }
        let least = if step.by_columns { fragment.rows } else { fragment.columns } as u64;
        let unit = fragment.bytes().min(16);
        if stride < least || !(stride * u64::from(fragment.bits)).is_multiple_of(8 * unit) {
            let message = format!(
                "a stride of {stride} elements, which has to be {least} or more and {unit} bytes or a multiple"
            );
            return fault(FaultKind::InvalidOperand, message, block);
        }
        if step.stores {
            block.note_progress();
        }
        let size = (fragment.bits / 8).max(1);
        for (register, &slot) in step.registers.iter().enumerate() {
            let mut values = if step.stores { *self.lanes(front.base, slot) } else { [0; WARP] };
            let known = if step.stores { self.defined(front.base, slot) } else { u32::MAX };
            for index in 0..fragment.packed() {
                let place = |lane| {
                    let (row, column) = fragment.place(lane, register, index);
                    let (line, at) = if step.by_columns { (column, row) } else { (row, column) };
                    let bits = (line as u64 * stride + at as u64) * u64::from(fragment.bits);
                    (address.wrapping_add(bits / 8), bits % 8)
                };
                if launch.checks.traffic {
                    let addresses = std::array::from_fn(|lane| place(lane).0);
                    block.traffic().count(step.place.space, &addresses, u32::MAX, size, step.stores);
                }
                for (lane, packed) in values.iter_mut().enumerate() {
                    let (address, shift) = place(lane);
                    let who = Who { pc: front.pc, warp: self.index(), lane };
                    let target = self.locate(who, (step.place.space, address, size), launch, block)?;
                    if matches!(target, MemoryBytes::Local(_) | MemoryBytes::Param(_)) {
                        let message = "the matrix is neither in global nor in shared memory".to_string();
                        return fault(FaultKind::OutOfBounds, message, block);
                    }
                    let how = How::weak(step.stores);
                    let at = index as u32 * fragment.bits;
                    if step.stores {
                        let value = *packed >> at;
                        let known = 0u64.wrapping_sub(u64::from(known >> lane & 1));
                        self.put_value(LaneAccess { who, target, size, how }, value, known, launch, block)?;
                        continue;
                    }
                    self.note(LaneAccess { who, target, size, how }, true, launch, block)?;
                    let (value, known) = self.read(target, size, launch, block, lane);
                    if !known {
                        let message = self.describe_unwritten(target, block);
                        return Err(launch.fault(FaultKind::Uninitialised, message, front.pc, block, who.thread()));
                    }
                    let mask = if fragment.bits == 64 { u64::MAX } else { (1 << fragment.bits) - 1 };
                    *packed |= (value >> shift & mask) << at;
                }
            }
            if !step.stores {
                self.write(front.base, slot, u32::MAX, &values, u32::MAX);
            }
        }
        block.clocks.tick(self.index());
        Ok(())
    }
}
