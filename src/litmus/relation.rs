//! Relations between the events of an execution, as matrices of bits.

/// The most events that an execution may have.
pub(super) const MOST_EVENTS: usize = 128;

/// A set of events.
pub(super) type Set = u128;

/// The set of one event.
pub(super) fn only(event: usize) -> Set {
    1 << event
}

/// The events of a set, in order.
pub(super) fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let event = set.trailing_zeros() as usize;
            set &= set - 1;
            event
        })
    })
}

/// Which events are related to which.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct EventRelation {
    successors: Vec<Set>,
}

impl EventRelation {
    pub(super) fn new(events: usize) -> Self {
        Self { successors: vec![0; events] }
    }

    pub(super) fn of(events: usize, holds: impl Fn(usize, usize) -> bool) -> Self {
        let row = |from| (0..events).filter(|&to| holds(from, to)).fold(0, |set, to| set | only(to));
        Self { successors: (0..events).map(row).collect() }
    }

    pub(super) fn has(&self, from: usize, to: usize) -> bool {
        self.successors[from] & only(to) != 0
    }

    pub(super) fn add(&mut self, from: usize, to: usize) {
        self.successors[from] |= only(to);
    }

    pub(super) fn after(&self, event: usize) -> Set {
        self.successors[event]
    }

    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.successors.iter().enumerate().flat_map(|(from, &set)| members(set).map(move |to| (from, to)))
    }

    pub(super) fn or(mut self, other: &Self) -> Self {
        self.successors.iter_mut().zip(&other.successors).for_each(|(mine, theirs)| *mine |= theirs);
        self
    }

    pub(super) fn and(mut self, other: &Self) -> Self {
        self.successors.iter_mut().zip(&other.successors).for_each(|(mine, theirs)| *mine &= theirs);
        self
    }

    /// The pairs that end in the set.
    pub(super) fn into_set(mut self, set: Set) -> Self {
        self.successors.iter_mut().for_each(|successors| *successors &= set);
        self
    }

    /// From an event by this relation, then by the other.
    pub(super) fn then(&self, other: &Self) -> Self {
        let through = |set| members(set).fold(0, |all, middle| all | other.successors[middle]);
        Self { successors: self.successors.iter().map(|&set| through(set)).collect() }
    }

    /// One step of the relation or more.
    pub(super) fn closure(mut self) -> Self {
        for middle in 0..self.successors.len() {
            let beyond = self.successors[middle];
            for successors in &mut self.successors {
                if *successors & only(middle) != 0 {
                    *successors |= beyond;
                }
            }
        }
        self
    }

    /// A closed relation with one more pair, closed again.
    pub(super) fn close_with(&mut self, from: usize, to: usize) {
        let beyond = self.successors[to] | only(to);
        for (event, successors) in self.successors.iter_mut().enumerate() {
            if event == from || *successors & only(from) != 0 {
                *successors |= beyond;
            }
        }
    }

    /// Whether no event is related to itself.
    pub(super) fn is_irreflexive(&self) -> bool {
        (0..self.successors.len()).all(|event| !self.has(event, event))
    }

    pub(super) fn is_acyclic(&self) -> bool {
        self.clone().closure().is_irreflexive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closures_are_what_paths_reach() {
        let steps = EventRelation::of(4, |from, to| to == from + 1);
        assert!(steps.is_acyclic());
        let mut closed = steps.closure();
        assert_eq!(closed, EventRelation::of(4, |from, to| to > from));
        closed.close_with(3, 1);
        assert!(closed.has(2, 2) && closed.has(3, 2) && closed.has(0, 1) && !closed.has(1, 0));
        assert_eq!(closed.clone().closure(), closed);
    }

    #[test]
    fn composition_goes_through_the_middle() {
        let first = EventRelation::of(3, |from, to| (from, to) == (0, 1));
        let second = EventRelation::of(3, |from, to| (from, to) == (1, 2));
        assert_eq!(first.then(&second).pairs().collect::<Vec<_>>(), [(0, 2)]);
        assert_eq!(second.then(&first).pairs().count(), 0);
    }
}
