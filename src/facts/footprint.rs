//! What a block touches, in short: it tells of most places at once that another block does not come there.

use super::simulation::{AccessEvent, BlockTrace, threads_of};
use super::{AccessKind, Base, Facts};
use crate::util::{FastMap, FastSet, hash_of};

/// What a block touches before anything may order it with others.
pub(super) struct Footprint {
    /// The accesses that happen, also later ones.
    pub(super) accesses: FastSet<usize>,
    extents: FastMap<Base, Extent>,
    read: Granules,
    written: Granules,
}

/// The bytes between the first and the last one that a block touches of what a base stands for.
struct Extent {
    start: i64,
    end: i64,
    /// Whether it writes any.
    written: bool,
}

impl Footprint {
    pub(super) fn of(facts: &Facts<'_, '_>, trace: &BlockTrace) -> Self {
        let (extents, count) = extents(facts, trace);
        let mut footprint = Self {
            accesses: trace.events.iter().map(|event| event.access).collect(),
            extents,
            read: Granules::new(count),
            written: Granules::new(count),
        };
        for (_, event, touched) in unordered(trace) {
            let access = &facts.accesses()[event.access];
            let (salt, size) = (hash_of(&access.base), i64::from(access.size));
            let granules = if access.kind == AccessKind::Read { &mut footprint.read } else { &mut footprint.written };
            touched.for_each(|(_, address)| granules.add(salt, address, size));
        }
        footprint
    }

    /// Whether two blocks come to bytes of a base that one of them writes, as far as extents tell.
    pub(super) fn may_share(&self, other: &Self, base: Base) -> bool {
        match (self.extents.get(&base), other.extents.get(&base)) {
            (Some(own), Some(there)) => {
                (own.written || there.written) && own.start < there.end && there.start < own.end
            }
            _ => false,
        }
    }

    /// Whether the block may touch bytes in a way that does not go with how another one accesses them. It does not say so of all bytes that the
    /// block leaves alone, but of few of them it does not.
    pub(super) fn may_meet(&self, salt: u64, address: i64, size: i64, kind: AccessKind) -> bool {
        self.written.may_contain(salt, address, size)
            || (kind != AccessKind::Read && self.read.may_contain(salt, address, size))
    }
}

/// How far what a block does reaches in what each base stands for, and how many accesses of threads they are.
fn extents(facts: &Facts<'_, '_>, trace: &BlockTrace) -> (FastMap<Base, Extent>, usize) {
    let (mut extents, mut count): (FastMap<Base, Extent>, usize) = (FastMap::default(), 0);
    for (_, event, touched) in unordered(trace) {
        let access = &facts.accesses()[event.access];
        let (mut least, mut most) = (i64::MAX, i64::MIN);
        for (_, address) in touched {
            (least, most, count) = (least.min(address), most.max(address), count + 1);
        }
        if least > most {
            continue;
        }
        let end = most.saturating_add(i64::from(access.size));
        let extent = extents.entry(access.base).or_insert(Extent { start: least, end, written: false });
        extent.start = extent.start.min(least);
        extent.end = extent.end.max(end);
        extent.written |= access.kind != AccessKind::Read;
    }
    (extents, count)
}

/// What a block does before anything may order it with others: events with their numbers, and the threads that are not synchronised.
pub(super) fn unordered(
    trace: &BlockTrace,
) -> impl Iterator<Item = (usize, &AccessEvent, impl Iterator<Item = (usize, i64)>)> {
    let before = trace.events.iter().enumerate();
    before.take_while(|(_, event)| trace.synchronizes.is_none_or(|phase| event.phase <= phase)).map(
        |(number, event)| {
            let threads = threads_of(event.mask).filter(|&thread| !event.is_synchronized(thread));
            (number, event, threads.filter_map(|thread| Some((thread, event.address.at(thread)?))))
        },
    )
}

/// Bytes of a granule.
const GRANULE: i64 = 16;

/// Granules of an access that are noted one by one; larger ones are everywhere.
const MOST_GRANULES: i64 = 16;

/// Bits for each access of a thread, and the most of all, as powers of two.
const BITS_OF_ACCESS: u32 = 3;
const MOST_BITS: u32 = 20;

/// A set of granules of memory that may have more than were added (a Bloom filter with one hash function).
struct Granules {
    words: Vec<u64>,
    /// How far a hash is shifted to tell a bit.
    shift: u32,
    has_all: bool,
}

impl Granules {
    /// None, with room for so many.
    fn new(count: usize) -> Self {
        let bits = (usize::BITS - count.leading_zeros() + BITS_OF_ACCESS).clamp(6, MOST_BITS);
        Self { words: vec![0; 1 << (bits - 6)], shift: u64::BITS - bits, has_all: false }
    }

    /// The granules of some bytes; `None` if they are too many.
    fn granules(address: i64, size: i64) -> Option<std::ops::RangeInclusive<i64>> {
        let last = address.saturating_add(size.max(1) - 1).div_euclid(GRANULE);
        let first = address.div_euclid(GRANULE);
        (last - first < MOST_GRANULES).then_some(first..=last)
    }

    /// The word and the bit of a granule (Fibonacci hashing).
    fn place(&self, salt: u64, granule: i64) -> (usize, u64) {
        let hash = (granule as u64 ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift;
        ((hash >> 6) as usize, 1 << (hash & 63))
    }

    fn add(&mut self, salt: u64, address: i64, size: i64) {
        let Some(granules) = Self::granules(address, size) else {
            self.has_all = true;
            return;
        };
        for granule in granules {
            let (word, bit) = self.place(salt, granule);
            self.words[word] |= bit;
        }
    }

    fn may_contain(&self, salt: u64, address: i64, size: i64) -> bool {
        let Some(mut granules) = Self::granules(address, size).filter(|_| !self.has_all) else { return true };
        granules.any(|granule| {
            let (word, bit) = self.place(salt, granule);
            self.words[word] & bit != 0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn granules_have_all_that_was_added_and_little_else() {
        let mut granules = Granules::new(1000);
        (0..1000).for_each(|index| granules.add(7, index * 4096 - 2_000_000, 4));
        assert!((0..1000).all(|index| granules.may_contain(7, index * 4096 - 2_000_000 + 3, 8)));
        let others = (0..1000).filter(|index| granules.may_contain(7, index * 4096 - 2_000_000 + 64, 4)).count();
        assert!(others < 200, "{others} of 1000");
        assert!(granules.may_contain(7, 64, 4096), "too large to be looked up");
        granules.add(7, 0, 4096);
        assert!(granules.may_contain(7, 64, 4));
    }
}
