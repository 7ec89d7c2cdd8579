//! What the threads of a rehearsal load, store and add.

use super::FIRST_OF_ROWS;
use super::ProtocolFaultKind;
use super::actions::{NumberSource, PlannedAddress, RehearsedStep};
use super::machine::{Here, RehearsedCluster, StepOutcome};
use super::numbers::{LANES, LaneNumbers, LanePlaces, lanes_of};
use super::objects::MadeObject;
use super::touches::{TouchManner, TouchedPlace};

impl RehearsedCluster<'_, '_, '_> {
    pub(super) fn load(
        &mut self,
        index: usize,
        here: Here,
        step: &RehearsedStep,
        (address, bytes, lanes): (PlannedAddress, u32, u32),
    ) -> StepOutcome {
        let (_, mask) = here;
        if let NumberSource::Parameter(_) = address.base {
            let numbers = if address.offset == 0 { self.numbers(index, address.base) } else { LaneNumbers::UNKNOWN };
            self.write(index, mask, step, numbers);
            return Ok(());
        }
        let Some(at) = self.reader(index).shared(address, mask) else {
            self.write(index, mask, step, LaneNumbers::UNKNOWN);
            return Ok(());
        };
        if at.len() == 0 && bytes <= 4 {
            self.load_data(index, mask, step, (address, bytes));
            return Ok(());
        }
        let mut numbers = LaneNumbers::UNKNOWN;
        if step.writes.len() == 1 && at.len() == mask.count_ones() as usize {
            let mut each = [None; 32];
            for (lane, at) in at.iter() {
                each[lane] = self.stored(at, bytes);
            }
            let first = at.first().map_or(0, |(lane, _)| lane);
            numbers = LaneNumbers::of_lanes(|lane| if mask >> lane & 1 != 0 { each[lane] } else { each[first] });
        }
        self.write(index, mask, step, numbers);
        if let Some((lane, first)) = at.first() {
            self.use_memory_of(index, (here.0, lane), first);
            let touch = self.new_touch(index, here, false);
            self.leave_unmet(index, here, touch);
            let places = self.places(index, address, bytes, mask & first_lanes(lanes))?;
            self.touch(index, touch, TouchManner::Reads, places.into_iter())?;
        }
        Ok(())
    }

    /// Loads integers from global memory: zeros and ones, if they are to be anything.
    pub(super) fn load_data(
        &mut self,
        index: usize,
        mask: u32,
        step: &RehearsedStep,
        (address, bytes): (PlannedAddress, u32),
    ) {
        let base = self.numbers(index, address.base);
        for (element, &(reg, _)) in step.writes.iter().enumerate() {
            let offset = address.offset.wrapping_add(element as u64 * u64::from(bytes));
            let numbers = match self.launch.data {
                Some(seed) => LaneNumbers::combined(std::slice::from_ref(&base), mask, |it| {
                    Some(datum(it[0].wrapping_add(offset), seed))
                }),
                None => LaneNumbers::UNKNOWN,
            };
            self.warps[index].registers[reg].set(mask, numbers);
        }
    }

    pub(super) fn store(
        &mut self,
        index: usize,
        here: Here,
        (address, bytes, lanes): (PlannedAddress, u32, u32),
        value: NumberSource,
    ) -> StepOutcome {
        let (at, mask) = (here.0, here.1 & first_lanes(lanes));
        let Some(touched) = self.reader(index).shared(address, mask) else {
            self.forget_contents();
            return Ok(());
        };
        if touched.len() == 0 {
            return Ok(());
        }
        if self.plan.reads_memory {
            self.keep(&touched, bytes, &self.numbers(index, value));
        }
        let extent = touched.extent(bytes);
        let may_hit = self.objects.range(extent.start.saturating_sub(7)..extent.end).next().is_some();
        for (lane, address) in touched.iter().filter(|_| may_hit) {
            let end = address.saturating_add(bytes);
            let object = self.objects.range(address.saturating_sub(7)..end).next();
            if let Some((_, &MadeObject { init, .. })) = object {
                let kind = ProtocolFaultKind::BarrierOverwritten { init };
                return Err(self.fault(index, (at, 1 << lane), kind));
            }
        }
        self.progress += 1;
        if let Some((lane, address)) = touched.first() {
            self.use_memory_of(index, (at, lane), address);
        }
        let touch = self.new_touch(index, here, false);
        self.leave_unmet(index, (at, mask), touch);
        let places = self.places_at(&touched, bytes)?;
        self.touch(index, touch, TouchManner::Writes, places.into_iter())
    }

    /// Adds to what is in memory, one lane after the other, or forgets it.
    pub(super) fn change(
        &mut self,
        index: usize,
        here: Here,
        step: &RehearsedStep,
        (address, bytes): (PlannedAddress, u32),
        addend: Option<NumberSource>,
    ) {
        let (_, mask) = here;
        let Some(places) = self.reader(index).shared(address, mask) else {
            self.forget_contents();
            return self.write(index, mask, step, LaneNumbers::UNKNOWN);
        };
        if places.len() == 0 {
            return self.count_on(index, here, step, addend);
        }
        let addends = addend.map_or(LaneNumbers::UNKNOWN, |addend| self.numbers(index, addend));
        let mut before = [None; LANES];
        for (lane, place) in places.iter() {
            TouchedPlace::of_bytes(place, bytes).for_each(|place| self.boxes.touch(place, TouchManner::Writes));
            before[lane] = self.stored(place, bytes);
            let sum = before[lane].zip(addends.at(lane)).map(|(before, addend)| before.wrapping_add(addend));
            self.keep_number(place, bytes, sum);
        }
        self.write(index, mask, step, LaneNumbers::of_lanes(|lane| before[lane]));
    }

    /// Adds to a counter in global memory, which begins with zero if that holds any data: numbers of tiles are handed out this way.
    pub(super) fn count_on(
        &mut self,
        index: usize,
        (at, mask): Here,
        step: &RehearsedStep,
        addend: Option<NumberSource>,
    ) {
        let addends = addend.filter(|_| self.launch.data.is_some()).map(|addend| self.numbers(index, addend));
        let counter = self.counters.entry(at).or_default();
        let mut before = [None; LANES];
        for lane in lanes_of(mask) {
            let Some(addend) = addends.as_ref().and_then(|addends| addends.at(lane)) else { break };
            before[lane] = Some(*counter);
            *counter = counter.wrapping_add(addend);
        }
        self.write(index, mask, step, LaneNumbers::of_lanes(|lane| before[lane]));
    }

    /// Keeps what lanes store.
    fn keep(&mut self, touched: &LanePlaces, bytes: u32, values: &LaneNumbers) {
        // Most of what is stored is not known, and nothing was known there.
        if self.contents.is_empty() && *values == LaneNumbers::UNKNOWN {
            return;
        }
        for (lane, address) in touched.iter() {
            self.keep_number(address, bytes, values.at(lane));
        }
    }

    /// Keeps a number byte by byte: what reads it may be narrower.
    pub(super) fn keep_number(&mut self, address: u32, bytes: u32, number: Option<u64>) {
        let number = number.filter(|_| bytes <= 8);
        for byte in 0..bytes {
            let at = address.wrapping_add(byte);
            match number {
                Some(number) => self.contents.insert(at, (number >> (8 * byte)) as u8),
                None => self.contents.remove(&at),
            };
        }
    }

    /// What some bytes hold, if all are known.
    fn stored(&self, address: u32, bytes: u32) -> Option<u64> {
        let byte = |byte: u32| Some(u64::from(*self.contents.get(&address.wrapping_add(byte))?) << (8 * byte));
        (bytes <= 8).then_some(())?;
        (0..bytes).try_fold(0, |number, at| Some(number | byte(at)?))
    }
}

/// What is at an address in global memory: zero or one, in no regular order (the finaliser of SplitMix64: Steele, Lea and Flood, *Fast
/// Splittable Pseudorandom Number Generators*, OOPSLA 2014); in later samples numbers that grow with the address, as those in lists of places where
/// rows begin do.
fn datum(address: u64, seed: u64) -> u64 {
    let mixed = (address / 4).wrapping_add(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    let mixed = mixed ^ mixed >> 31;
    if seed < FIRST_OF_ROWS { mixed & 1 } else { 1 + 5 * (address / 4 % 64) + mixed % 4 }
}

/// The mask of so many lanes.
fn first_lanes(lanes: u32) -> u32 {
    u32::MAX >> 32_u32.saturating_sub(lanes).min(31)
}
