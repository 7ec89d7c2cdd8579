//! What happens before what: vector clocks of warps and of `mbarrier` objects.

/// How far somebody knows each warp and each object to have got.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct VectorClock(Vec<u32>);

impl VectorClock {
    /// How far one of them has got.
    pub(super) fn at(&self, party: usize) -> u32 {
        self.0.get(party).copied().unwrap_or(0)
    }

    /// Notes that one of them has got so far.
    pub(super) fn set(&mut self, party: usize, time: u32) {
        if self.0.len() <= party {
            self.0.resize(party + 1, 0);
        }
        self.0[party] = time;
    }

    /// Takes in what another one knows.
    pub(super) fn join(&mut self, other: &VectorClock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, &time) in self.0.iter_mut().zip(&other.0) {
            *own = (*own).max(time);
        }
    }
}

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
    /// Copies whose size is not known have come in this phase: as many bytes as were expected, then.
    pub(super) untold: bool,
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
            untold: false,
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
        if self.pending != 0 || (self.bytes != 0 && !self.untold) {
            return false;
        }
        self.phase += 1;
        (self.pending, self.bytes, self.untold) = (self.count, 0, false);
        self.complete.join(&self.arrived);
        self.complete.set(self.party, self.phase);
        true
    }

    /// Whether the last complete phase has a parity.
    pub(super) fn has_parity(&self, parity: u64) -> bool {
        u64::from(self.phase & 1) != parity & 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
