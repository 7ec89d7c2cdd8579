//! Places that several parties touch, at least one of them to write: all that races can be about.
//!
//! Most of what threads touch is their own, and to find out what is not takes longer than to leave it out. So each touch leaves a mark in a
//! table without keys, as in a Bloom filter (CACM 13(7), 1970): two places that share a slot look contested, which costs a comparison, and
//! what is contested never looks as if it were not.

/// Slots for each mark.
const SLOTS: usize = 8;

/// Most slots that one touch marks.
const MOST_MARKS: u32 = 32;

/// Somebody writes.
const WRITTEN: u16 = 1 << 15;

/// More than one party is here.
const SHARED: u16 = 1 << 14;

/// The parties, from 1.
const PARTY: u16 = SHARED - 1;

/// Where parties touch the same bytes.
pub struct Contested {
    slots: Vec<u16>,
    /// What is left of a hash is the number of a slot.
    shift: u32,
    /// The logarithm of the bytes that are one place.
    place: u32,
}

impl Contested {
    /// For touches: how many, and of how many bytes each.
    pub fn new(touches: &[(usize, u32)]) -> Self {
        let sizes = || touches.iter().map(|&(_, size)| size);
        let (least, most) = (sizes().min().unwrap_or(1), sizes().max().unwrap_or(1));
        let place = least.max(most / MOST_MARKS).max(1).ilog2();
        let marks: usize = touches.iter().map(|&(count, size)| count * (1 + (size >> place)) as usize).sum();
        let slots = (marks.max(1) * SLOTS).next_power_of_two();
        Self { slots: vec![0; slots], shift: 64 - slots.ilog2(), place }
    }

    /// A party touches bytes of a group of places that are apart from all others.
    #[inline]
    pub fn note(&mut self, group: u64, (address, size): (i64, u32), party: usize, writes: bool) {
        let own = (party as u16 + 1) & PARTY;
        for slot in slots(self.place, self.shift, group, address, size) {
            let mark = &mut self.slots[slot];
            let other = *mark & PARTY;
            let shared = if other != 0 && other != own { SHARED } else { 0 };
            *mark = *mark & !PARTY | own | shared | if writes { WRITTEN } else { 0 };
        }
    }

    /// Somebody touches bytes who is in order with nobody, not even with himself.
    pub fn note_loner(&mut self, group: u64, bytes: (i64, u32), writes: bool) {
        self.note(group, bytes, 0, writes);
        self.note(group, bytes, 1, writes);
    }

    /// Whether several parties may touch some of these bytes, and one of them writes.
    #[inline]
    pub fn contains(&self, group: u64, (address, size): (i64, u32)) -> bool {
        slots(self.place, self.shift, group, address, size)
            .any(|slot| self.slots[slot] & (SHARED | WRITTEN) == SHARED | WRITTEN)
    }
}

/// The slots of bytes.
#[inline]
fn slots(place: u32, shift: u32, group: u64, address: i64, size: u32) -> impl Iterator<Item = usize> {
    // Bytes that end behind the last address are those before it.
    let last = address.saturating_add(i64::from(size.max(1)) - 1);
    let seed = group.wrapping_mul(0xff51_afd7_ed55_8ccd);
    (address >> place..=last >> place)
        .map(move |place| ((place as u64 ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contested(touches: &[(i64, u32, usize, bool)]) -> Contested {
        let mut contested = Contested::new(&touches.iter().map(|&(_, size, ..)| (1, size)).collect::<Vec<_>>());
        touches.iter().for_each(|&(at, size, party, writes)| contested.note(7, (at, size), party, writes));
        contested
    }

    #[test]
    fn what_is_shared_and_written_is_contested() {
        let contested = contested(&[(0, 4, 0, true), (0, 4, 1, false), (64, 4, 2, true), (64, 4, 2, false)]);
        assert!(contested.contains(7, (0, 4)));
        assert!(contested.contains(7, (2, 8)), "any byte of it");
        assert!(!contested.contains(7, (64, 4)), "the same party");
        assert!(!contested.contains(7, (128, 4)), "nobody");
    }

    #[test]
    fn what_is_only_read_is_not_contested() {
        assert!(!contested(&[(0, 4, 0, false), (0, 4, 1, false)]).contains(7, (0, 4)));
    }

    #[test]
    fn wide_touches_meet_narrow_ones_within_them() {
        let contested = contested(&[(0, 16, 0, true), (12, 1, 1, false), (1 << 20, 16, 2, true)]);
        assert!(contested.contains(7, (12, 1)));
        assert!(contested.contains(7, (0, 16)));
        assert!(!contested.contains(7, (1 << 20, 16)));
    }

    #[test]
    fn the_ends_of_all_addresses_are_no_exception() {
        let contested = contested(&[(i64::MAX, 8, 0, true), (i64::MAX, 8, 1, true), (i64::MIN, 8, 0, true)]);
        assert!(contested.contains(7, (i64::MAX, 8)));
        assert!(!contested.contains(7, (i64::MIN, 8)));
    }
}
