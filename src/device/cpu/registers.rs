//! The registers of a warp: what is in their lanes, and which lanes and bits of them have values.

use super::lanes::{ComputeMany, Lanes, Vectors, WARP, lanes_of};
use super::partial::PartialValues;
use super::program::{Insight, Op, RegisterSlot, Step};
use super::unwritten::{Blame, UnwrittenReads};
use std::hash::{Hash, Hasher};
use std::mem;
use std::ops::Range;

/// The registers of all frames of a warp, and before them the constants of its program. A frame's slots are counted from its base.
///
/// Where the lanes of a register are changes: what a step computes goes to spare lanes, which then change places with those of the
/// result. So no step has to know whether its result is one of its operands.
#[derive(Default)]
#[allow(clippy::vec_box, reason = "lanes change places, and a pointer is soon moved")]
pub struct RegisterFile {
    lanes: Vec<Box<Lanes>>,
    /// For each of them, in which lanes it has a value.
    defined: Vec<u32>,
    /// How many of them are constants.
    constants: u32,
    /// Up to where there are registers that this block has had. What is beyond is of the block before.
    clean: usize,
    spare: Box<Lanes>,
    /// The same for results of some lanes together with what the others had.
    mixed: Box<Lanes>,
    /// More of them, for what is loaded.
    spares: Vec<Box<Lanes>>,
    /// Room for what matrix instructions compute.
    results: Vec<Box<Lanes>>,
    /// Of registers that have a value in part: which.
    partial: PartialValues,
    /// Of registers without a value: which loads are to blame.
    unwritten: UnwrittenReads,
    vectors: Vectors,
}

/// The steps of a run that were done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RunDone {
    /// How many.
    pub steps: u32,
    /// How many of them are the first ones of their instructions.
    pub instructions: u32,
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
    /// Has what the registers hold go into a hash.
    pub fn hash_into(&self, hasher: &mut impl Hasher) {
        for (lanes, defined) in self.lanes.iter().zip(&self.defined).take(self.clean) {
            (lanes, defined).hash(hasher);
        }
    }

    /// The vectors of this machine.
    #[inline]
    pub fn vectors(&self) -> Vectors {
        self.vectors
    }

    /// The registers as they are.
    pub fn snapshot(&self) -> RegisterSnapshot {
        let from = self.constants as usize;
        let lanes = self.lanes[from..self.clean].iter().map(|lanes| **lanes).collect();
        RegisterSnapshot { lanes, defined: self.defined[from..].to_vec() }
    }

    /// Whether a register holds something else than it did then.
    pub fn is_changed(&self, since: &RegisterSnapshot, base: u32, slot: RegisterSlot) -> bool {
        if slot.0 & RegisterSlot::CONSTANT != 0 {
            return false;
        }
        let (own, then) = (self.index(base, slot), (base + slot.0) as usize);
        let defined = since.defined.get(then).copied().unwrap_or(0);
        since.lanes.get(then) != Some(&*self.lanes[own]) || self.defined[own] & !defined != 0
    }

    /// So many registers without values. Constants stay as they are.
    pub fn renew(&mut self, count: u32) {
        self.clean = self.constants as usize;
        self.defined.truncate(self.clean);
        self.make_room((self.constants + count) as usize);
        self.partial = PartialValues::default();
        self.unwritten = UnwrittenReads::default();
    }

    /// Has registers up to an index, of which those that nobody has had before are zero.
    fn make_room(&mut self, end: usize) {
        if end <= self.clean {
            return;
        }
        let there = self.lanes.len().min(end);
        self.lanes[self.clean..there].iter_mut().for_each(|lanes| lanes.fill(0));
        if there < end {
            self.lanes.resize_with(end, Box::default);
        }
        self.defined.resize(end, 0);
        self.clean = end;
    }

    /// Adds the next constant of the program, before there are any registers.
    pub fn add_constant(&mut self, lanes: Lanes) {
        debug_assert_eq!(self.lanes.len(), self.constants as usize, "constants come first");
        self.lanes.push(Box::new(lanes));
        self.defined.push(u32::MAX);
        self.constants += 1;
    }

    /// What a constant is now.
    pub fn set_constant(&mut self, number: usize, lanes: Lanes) {
        *self.lanes[number] = lanes;
    }

    /// Where a slot is. There is no branch here, as it would go either way at random.
    #[inline(always)]
    fn index(&self, base: u32, slot: RegisterSlot) -> usize {
        let of_frame = (slot.0 >> 31).wrapping_sub(1);
        let start = (self.constants + base) & of_frame;
        (start + (slot.0 & !RegisterSlot::CONSTANT)) as usize
    }

    /// The register's lanes.
    #[inline]
    pub fn lanes(&self, base: u32, slot: RegisterSlot) -> &Lanes {
        &self.lanes[self.index(base, slot)]
    }

    /// The lanes in which the register has a value.
    #[inline]
    pub fn defined(&self, base: u32, slot: RegisterSlot) -> u32 {
        self.defined[self.index(base, slot)]
    }

    /// Does computations that follow each other, for some lanes, until one needs more thought: those whose operands lack values of which
    /// part may be known nevertheless.
    pub fn compute_run(&mut self, base: u32, mask: u32, steps: &[Step]) -> RunDone {
        let mut done = RunDone::default();
        for step in steps {
            let Op::Compute { compute, to, from: [a, b, c, d], insight } = &step.op else { break };
            let [a, b, c, d] = [self.index(base, *a), self.index(base, *b), self.index(base, *c), self.index(base, *d)];
            let defined = self.defined[a] & self.defined[b] & self.defined[c] & self.defined[d];
            if mask & !defined != 0 && (*insight != Insight::None || !self.unwritten.is_empty()) {
                break;
            }
            compute(&[&self.lanes[a], &self.lanes[b], &self.lanes[c], &self.lanes[d]], &mut self.spare);
            let index = self.index(base, *to);
            if mask == u32::MAX {
                mem::swap(&mut self.lanes[index], &mut self.spare);
            } else {
                choose(self.vectors, mask, [&self.spare, &self.lanes[index]], &mut self.mixed);
                mem::swap(&mut self.lanes[index], &mut self.mixed);
            }
            self.defined[index] = self.defined[index] & !mask | defined & mask;
            self.forget(base, *to, mask);
            done.steps += 1;
            done.instructions += u32::from(step.counted);
        }
        done
    }

    /// Computes registers of all lanes at once, which have values if all operands do, or tells what is wrong with these.
    pub fn compute_many(
        &mut self,
        base: u32,
        compute: &ComputeMany,
        to: &[RegisterSlot],
        from: &[RegisterSlot],
    ) -> Result<(), String> {
        let mut results = mem::take(&mut self.results);
        if results.len() < to.len() {
            results.resize_with(to.len(), Box::default);
        }
        let operands: Vec<&Lanes> = from.iter().map(|&slot| self.lanes(base, slot)).collect();
        let computed = compute(&operands, &mut results[..to.len()]);
        if computed.is_ok() {
            let all = from.iter().fold(u32::MAX, |all, &slot| all & self.defined(base, slot));
            let defined = if all == u32::MAX { u32::MAX } else { 0 };
            for (&slot, values) in to.iter().zip(&mut results) {
                let index = self.index(base, slot);
                self.forget(base, slot, u32::MAX);
                mem::swap(&mut self.lanes[index], values);
                self.defined[index] = defined;
            }
        }
        self.results = results;
        computed
    }

    /// Writes some lanes of a register.
    #[inline]
    pub fn write(&mut self, base: u32, slot: RegisterSlot, mask: u32, values: &Lanes, defined: u32) {
        let index = self.index(base, slot);
        self.forget(base, slot, mask);
        if mask == u32::MAX {
            *self.lanes[index] = *values;
            self.defined[index] = defined;
            return;
        }
        choose(self.vectors, mask, [values, &self.lanes[index]], &mut self.mixed);
        mem::swap(&mut self.lanes[index], &mut self.mixed);
        self.defined[index] = self.defined[index] & !mask | defined & mask;
    }

    /// Lanes of any values, which [`RegisterFile::put`] takes back.
    #[inline]
    pub fn take_spare(&mut self) -> Box<Lanes> {
        self.spares.pop().unwrap_or_default()
    }

    /// Writes some lanes of a register, as [`RegisterFile::write`] does.
    #[inline]
    pub fn put(&mut self, base: u32, slot: RegisterSlot, mask: u32, mut values: Box<Lanes>, defined: u32) {
        if mask == u32::MAX {
            let index = self.index(base, slot);
            self.forget(base, slot, mask);
            mem::swap(&mut self.lanes[index], &mut values);
            self.defined[index] = defined;
        } else {
            self.write(base, slot, mask, &values, defined);
        }
        self.spares.push(values);
    }

    /// Gives some lanes a frame of registers, which have no values there.
    pub fn enter(&mut self, frame: Range<u32>, mask: u32) {
        let [start, end] = [frame.start, frame.end].map(|at| (self.constants + at) as usize);
        self.make_room(end);
        for defined in &mut self.defined[start..end] {
            *defined &= !mask;
        }
        self.partial.forget(frame.clone(), mask);
        self.unwritten.forget(frame, mask);
    }

    /// Some lanes of a register are written: what was known of them is no more.
    #[inline]
    fn forget(&mut self, base: u32, slot: RegisterSlot, mask: u32) {
        let register = base + slot.0;
        self.partial.forget(register..register + 1, mask);
        self.unwritten.forget(register..register + 1, mask);
    }

    /// Whether there are registers without a value because of loads of what was never written.
    #[inline]
    pub fn has_unwritten(&self) -> bool {
        !self.unwritten.is_empty()
    }

    /// The loads that are to blame for what a register lacks.
    pub fn blame(&self, base: u32, slot: RegisterSlot) -> Option<&Blame> {
        if slot.0 & RegisterSlot::CONSTANT != 0 { None } else { self.unwritten.of(base + slot.0) }
    }

    /// The registers of a frame, and of those that it calls, without a value because of such loads.
    pub fn blamed(&self, base: u32) -> Vec<RegisterSlot> {
        self.unwritten.registers(base).into_iter().map(|register| RegisterSlot(register - base)).collect()
    }

    /// These loads are to blame for what lanes of a register lack that has just been written.
    pub fn set_blame(&mut self, base: u32, slot: RegisterSlot, mask: u32, mut blame: Blame) {
        let lacking = mask & !self.defined(base, slot);
        let before = self.blame(base, slot).copied().unwrap_or_default();
        for (lane, own) in blame.iter_mut().enumerate() {
            match (lacking >> lane & 1, mask >> lane & 1) {
                (1, _) => {}
                (_, 1) => *own = None,
                _ => *own = before[lane],
            }
        }
        self.unwritten.note(base + slot.0, &blame);
    }

    /// What some lanes of a register hold counts as their value.
    pub fn settle(&mut self, base: u32, slot: RegisterSlot, mask: u32) {
        self.forget(base, slot, mask);
        let index = self.index(base, slot);
        self.defined[index] |= mask;
    }

    /// What a register holds is its value now, in all lanes: an asynchronous instruction that writes it is done.
    pub fn complete(&mut self, register: u32) {
        self.defined[(self.constants + register) as usize] = u32::MAX;
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

/// Puts together some lanes of one register and the others of another one. Where only some lanes were written in place, compilers would use
/// instructions for that which take some processors a dozen times as long as to write all of them.
#[inline]
fn choose(vectors: Vectors, mask: u32, [chosen, others]: [&Lanes; 2], result: &mut Lanes) {
    vectors.with(
        #[inline(always)]
        || {
            for i in 0..WARP {
                let keep = 0u64.wrapping_sub(u64::from(mask) >> i & 1);
                result[i] = others[i] & !keep | chosen[i] & keep;
            }
        },
    );
}
