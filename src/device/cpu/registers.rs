//! The registers of a warp: what is in their lanes, and which lanes and bits of them have values.

use super::lanes::{Compute, Lanes, WARP, lanes_of};
use super::partial::PartialValues;
use super::program::RegisterSlot;
use std::ops::Range;

/// The registers of all frames of a warp, and the constants of its program. A frame's slots are counted from its base.
#[derive(Default)]
pub struct RegisterFile {
    lanes: Vec<Lanes>,
    /// For each register, in which lanes it has a value.
    defined: Vec<u32>,
    /// Of registers that have a value in part: which.
    partial: PartialValues,
    /// What constant slots hold.
    constants: Vec<Lanes>,
}

/// The registers as they were at some time.
pub struct RegisterSnapshot {
    lanes: Vec<Lanes>,
    defined: Vec<u32>,
}

impl RegisterSnapshot {
    /// What a register holds now counts as if it had always been there.
    pub fn keep(&mut self, register: u32, values: &Lanes) {
        if let (Some(lanes), Some(defined)) =
            (self.lanes.get_mut(register as usize), self.defined.get_mut(register as usize))
        {
            (*lanes, *defined) = (*values, u32::MAX);
        }
    }
}

impl RegisterFile {
    /// The registers as they are.
    pub fn snapshot(&self) -> RegisterSnapshot {
        RegisterSnapshot { lanes: self.lanes.clone(), defined: self.defined.clone() }
    }

    /// Whether a register holds something else than it did then.
    pub fn is_changed(&self, since: &RegisterSnapshot, base: u32, slot: RegisterSlot) -> bool {
        if slot.0 & RegisterSlot::CONSTANT != 0 {
            return false;
        }
        let index = (base + slot.0) as usize;
        let defined = since.defined.get(index).copied().unwrap_or(0);
        since.lanes.get(index) != self.lanes.get(index) || self.defined[index] & !defined != 0
    }

    /// So many registers without values. Constants stay as they are.
    pub fn renew(&mut self, count: u32) {
        let count = count as usize;
        self.lanes.clear();
        self.lanes.resize(count, [0; WARP]);
        self.defined.clear();
        self.defined.resize(count, 0);
        self.partial = PartialValues::default();
    }

    /// Adds the next constant of the program.
    pub fn add_constant(&mut self, lanes: Lanes) {
        self.constants.push(lanes);
    }

    /// What a constant is now.
    pub fn set_constant(&mut self, number: usize, lanes: Lanes) {
        self.constants[number] = lanes;
    }

    /// The register's lanes.
    #[inline]
    pub fn lanes(&self, base: u32, slot: RegisterSlot) -> &Lanes {
        if slot.0 & RegisterSlot::CONSTANT != 0 {
            &self.constants[(slot.0 & !RegisterSlot::CONSTANT) as usize]
        } else {
            &self.lanes[(base + slot.0) as usize]
        }
    }

    /// The lanes in which the register has a value.
    #[inline]
    pub fn defined(&self, base: u32, slot: RegisterSlot) -> u32 {
        if slot.0 & RegisterSlot::CONSTANT != 0 { u32::MAX } else { self.defined[(base + slot.0) as usize] }
    }

    /// Computes all lanes of a register where they are. Whether that was done: not if it is one of those that it is computed from.
    #[inline]
    pub fn compute(
        &mut self,
        base: u32,
        to: RegisterSlot,
        from: &[RegisterSlot; 4],
        (compute, defined): (&Compute, u32),
    ) -> bool {
        if from.contains(&to) {
            return false;
        }
        let index = (base + to.0) as usize;
        let (before, rest) = self.lanes.split_at_mut(index);
        let Some((own, after)) = rest.split_first_mut() else { return false };
        let constants = &self.constants;
        let operands = from.map(|slot| {
            let at = base.wrapping_add(slot.0) as usize;
            match slot.0 & RegisterSlot::CONSTANT {
                0 if at < index => &before[at],
                0 => &after[at - index - 1],
                _ => &constants[(slot.0 & !RegisterSlot::CONSTANT) as usize],
            }
        });
        compute(&operands, own);
        self.defined[index] = defined;
        self.partial.forget(index as u32..index as u32 + 1, u32::MAX);
        true
    }

    /// Writes some lanes of a register.
    #[inline]
    pub fn write(&mut self, base: u32, slot: RegisterSlot, mask: u32, values: &Lanes, defined: u32) {
        let index = (base + slot.0) as usize;
        self.partial.forget(index as u32..index as u32 + 1, mask);
        let register = &mut self.lanes[index];
        if mask == u32::MAX {
            *register = *values;
            self.defined[index] = defined;
            return;
        }
        for i in 0..WARP {
            let chosen = 0u64.wrapping_sub(u64::from(mask >> i & 1));
            register[i] = register[i] & !chosen | values[i] & chosen;
        }
        self.defined[index] = self.defined[index] & !mask | defined & mask;
    }

    /// Gives some lanes a frame of registers, which have no values there.
    pub fn enter(&mut self, frame: Range<u32>, mask: u32) {
        let end = frame.end as usize;
        if self.lanes.len() < end {
            self.lanes.resize(end, [0; WARP]);
            self.defined.resize(end, 0);
        }
        for defined in &mut self.defined[frame.start as usize..end] {
            *defined &= !mask;
        }
        self.partial.forget(frame, mask);
    }

    /// What a register holds is its value now, in all lanes: an asynchronous instruction that writes it is done.
    pub fn complete(&mut self, register: u32) {
        self.defined[register as usize] = u32::MAX;
    }

    /// The bits of a register that have values.
    pub fn known_bits(&self, base: u32, slot: RegisterSlot, lane: usize) -> u64 {
        if self.defined(base, slot) >> lane & 1 == 1 {
            return u64::MAX;
        }
        self.partial.known(base + slot.0, lane)
    }

    /// Writes some lanes of a register, of which these bits are known.
    pub fn write_bits(&mut self, base: u32, slot: RegisterSlot, mask: u32, values: &Lanes, known: &Lanes) {
        let defined = lanes_of(mask).filter(|&lane| known[lane] == u64::MAX).fold(0, |all, lane| all | 1 << lane);
        self.write(base, slot, mask, values, defined);
        for lane in lanes_of(mask & !defined).filter(|&lane| known[lane] != 0) {
            self.partial.note(base + slot.0, lane, known[lane]);
        }
    }
}
