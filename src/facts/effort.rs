//! How much work analyses may do, and what they have left out.
//!
//! Budgets are counted in steps, never in time, and belong to one function and one analysis: what a function gets depends neither on the
//! machine nor on other functions.

use std::borrow::Cow;
use std::cell::RefCell;

/// What an analysis has not looked at, because its budget did not suffice.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shortfall {
    /// What it looks at, in the plural: "accesses".
    pub what: Cow<'static, str>,
    /// How many it has looked at.
    pub looked: usize,
    /// How many there are, if that is known.
    pub of: Option<usize>,
}

/// The shortfalls of a function's analyses, since somebody asked for the last time.
#[derive(Debug, Default)]
pub(super) struct Shortfalls(RefCell<Vec<Shortfall>>);

impl Shortfalls {
    /// Notes a shortfall. Of several of one kind the worst is kept.
    pub(super) fn add(&self, new: Shortfall) {
        let missing = |it: &Shortfall| it.of.map_or(usize::MAX, |of| of.saturating_sub(it.looked));
        let mut known = self.0.borrow_mut();
        match known.iter_mut().find(|known| known.what == new.what) {
            Some(known) if missing(known) < missing(&new) => *known = new,
            Some(_) => {}
            None => known.push(new),
        }
    }

    pub(super) fn take(&self) -> Vec<Shortfall> {
        self.0.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_shortfall_of_a_kind_is_kept() {
        let all = Shortfalls::default();
        for (what, looked, of) in
            [("a", 5, Some(10)), ("a", 2, Some(10)), ("b", 1, None), ("a", 9, Some(10)), ("b", 7, Some(9))]
        {
            all.add(Shortfall { what: what.into(), looked, of });
        }
        let expected = [
            Shortfall { what: "a".into(), looked: 2, of: Some(10) },
            Shortfall { what: "b".into(), looked: 1, of: None },
        ];
        assert_eq!(all.take(), expected);
        assert_eq!(all.take(), []);
    }
}
