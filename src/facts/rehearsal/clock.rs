//! What happens before what: vector clocks of warps and of `mbarrier` objects.

use super::actions::MapUse;

/// How far somebody knows each warp and each object to have got.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct VectorClock(Vec<KnownTime>);

/// How far one of them has got: by what orders memory, and by what `.relaxed` barriers tell as well.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct KnownTime {
    ordered: u32,
    heard: u32,
}

impl VectorClock {
    /// How far one of them has got, for all that is heard.
    pub(super) fn at(&self, party: usize) -> u32 {
        self.0.get(party).map_or(0, |time| time.heard)
    }

    /// How far its accesses to memory are in order before what comes now.
    pub(super) fn ordered_at(&self, party: usize) -> u32 {
        self.0.get(party).map_or(0, |time| time.ordered)
    }

    /// Notes that one of them has got so far.
    pub(super) fn set(&mut self, party: usize, time: u32) {
        self.make_room(party + 1);
        self.0[party] = KnownTime { ordered: time, heard: time };
    }

    /// Takes in what another one knows.
    pub(super) fn join(&mut self, other: &VectorClock) {
        self.make_room(other.0.len());
        for (own, time) in self.0.iter_mut().zip(&other.0) {
            own.ordered = own.ordered.max(time.ordered);
            own.heard = own.heard.max(time.heard);
        }
    }

    /// Takes in what another one knows, though nothing orders memory.
    pub(super) fn hear(&mut self, other: &VectorClock) {
        self.make_room(other.0.len());
        for (own, time) in self.0.iter_mut().zip(&other.0) {
            own.heard = own.heard.max(time.heard);
        }
    }

    /// Whether all is heard that another one has heard.
    pub(super) fn has_heard(&self, other: &VectorClock) -> bool {
        other.0.iter().enumerate().all(|(party, time)| self.at(party) >= time.heard)
    }

    fn make_room(&mut self, parties: usize) {
        if self.0.len() < parties {
            self.0.resize(parties, KnownTime::default());
        }
    }
}

/// What the bytes of a copy by tensor map are a multiple of.
const BOX_BYTES: u64 = 16;

/// An `mbarrier` object.
#[derive(Clone, Debug)]
pub(super) struct PhasedObject {
    /// Its place in clocks.
    pub(super) party: usize,
    /// How many arrivals a phase has.
    pub(super) count: u64,
    /// How many the current one lacks.
    pub(super) pending: u64,
    /// How many bytes it lacks. Those that came unasked make it negative.
    pub(super) bytes: i64,
    /// Copies whose size is not known that have come in this phase: how many by each tensor map.
    pub(super) untold: Vec<(Option<MapUse>, u64)>,
    /// Where these begin to write.
    pub(super) boxes: Vec<u32>,
    /// The warp that was the last to arrive in this phase.
    pub(super) last: Option<usize>,
    /// Whether a copy has come in this phase that is not always of the same size.
    pub(super) is_short: bool,
    /// Phases that are complete.
    pub(super) phase: u32,
    /// What those know who arrived in this phase, and in the complete ones.
    pub(super) arrived: VectorClock,
    pub(super) complete: VectorClock,
}

impl PhasedObject {
    pub(super) fn new(party: usize, count: u64) -> Self {
        Self {
            party,
            count,
            pending: count,
            bytes: 0,
            untold: Vec::new(),
            boxes: Vec::new(),
            last: None,
            is_short: false,
            phase: 0,
            arrived: VectorClock::default(),
            complete: VectorClock::default(),
        }
    }

    /// Whether anybody has arrived since the last phase was complete, or announced bytes.
    pub(super) fn is_in_a_phase(&self) -> bool {
        self.pending != self.count || self.bytes != 0
    }

    /// Completes the phase if it lacks nothing.
    pub(super) fn settle(&mut self) -> bool {
        if self.pending != 0 || (self.bytes != 0 && !self.untold_bring()) {
            return false;
        }
        self.phase += 1;
        (self.pending, self.bytes) = (self.count, 0);
        self.untold.clear();
        self.boxes.clear();
        (self.last, self.is_short) = (None, false);
        self.complete.join(&self.arrived);
        self.complete.set(self.party, self.phase);
        true
    }

    /// Notes copies whose size is not known.
    pub(super) fn fill_untold(&mut self, map: Option<MapUse>, start: Option<u32>) {
        self.boxes.extend(start);
        match self.untold.iter_mut().find(|(known, _)| map.is_some() && *known == map) {
            Some((_, copies)) => *copies += 1,
            None => self.untold.push((map, 1)),
        }
    }

    /// Copies whose size is not known.
    pub(super) fn untold_copies(&self) -> u64 {
        self.untold.iter().map(|&(_, copies)| copies).sum()
    }

    /// Whether copies whose size is not known can bring what is expected. All copies by one map bring the same, a multiple of
    /// [`BOX_BYTES`] (CUDA driver API, `cuTensorMapEncodeTiled`).
    fn untold_bring(&self) -> bool {
        let common = self.untold.iter().fold(0, |common, &(_, copies)| greatest_common_divisor(common, copies));
        common != 0 && (self.bytes <= 0 || (self.bytes as u64).is_multiple_of(BOX_BYTES * common))
    }

    /// The boxes of a phase whose copies are all to boxes, and how many bytes they are to bring.
    pub(super) fn expected_of_boxes(&self) -> Option<(Vec<u32>, u64)> {
        let is_known = self.pending == 0 && self.bytes > 0 && self.boxes.len() as u64 == self.untold_copies();
        is_known.then(|| (self.boxes.clone(), self.bytes as u64))
    }

    /// What copies by a single tensor map are to bring, and how many they are, if nothing else is lacking.
    pub(super) fn expected_of_map(&self) -> Option<((MapUse, u64), u64)> {
        match self.untold[..] {
            [(Some(map), copies)] if self.pending == 0 => Some(((map, copies), u64::try_from(self.bytes).ok()?)),
            _ => None,
        }
    }

    /// Whether the last complete phase has a parity.
    pub(super) fn has_parity(&self, parity: u64) -> bool {
        u64::from(self.phase & 1) != parity & 1
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::expr::{ExprTable, Node};
    use crate::ids::OpcodeId;

    #[test]
    fn what_is_heard_is_not_in_order() {
        let [mut own, mut other] = [VectorClock::default(), VectorClock::default()];
        other.set(2, 5);
        own.hear(&other);
        assert_eq!([own.at(2), own.ordered_at(2)], [5, 0]);
        own.join(&other);
        assert_eq!(own.ordered_at(2), 5);
    }

    #[test]
    fn copies_by_one_map_share_bytes_evenly() {
        let phase = |bytes: i64, maps: &[Option<MapUse>]| {
            let mut object = PhasedObject::new(0, 0);
            object.bytes = bytes;
            maps.iter().for_each(|&map| object.fill_untold(map, None));
            object.settle()
        };
        let address = ExprTable::default().intern(Node::Lane);
        let map = |number: usize| Some((address, OpcodeId::new(number)));
        assert!(phase(64, &[map(0), map(0)]) && phase(48, &[map(0)]) && phase(48, &[map(0), map(1)]));
        assert!(!phase(48, &[map(0), map(0)]) && !phase(24, &[map(0)]) && !phase(16, &[]));
        assert!(phase(48, &[None, None]) && phase(80, &[map(0), map(0), map(1)]));
    }

    #[test]
    fn phases_want_arrivals_and_bytes() {
        let mut object = PhasedObject::new(3, 1);
        assert!(object.has_parity(1) && !object.has_parity(0));
        object.bytes += 16;
        assert!(object.is_in_a_phase());
        object.pending -= 1;
        assert!(!object.settle());
        object.bytes -= 16;
        assert!(object.settle() && object.has_parity(0) && object.pending == 1);
        assert_eq!(object.complete.at(3), 1);
    }
}
