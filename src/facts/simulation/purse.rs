//! The steps that all launches of one question share.
//!
//! A launch has budgets of its own; but many are asked, and where each one takes all that it may, the others hardly say more.

use super::conflict::COMPARISONS;
use super::{ADDRESSES, FUEL, SimulationPlan};
use crate::facts::Facts;
use std::cell::Cell;

/// How many launches of the greatest size are run for one question: by work, by addresses, by comparisons. Smaller ones take less.
const LAUNCHES: [usize; 3] = [16, 4, 2];

/// Functions with fewer instructions get less.
const WHOLE: usize = 32;

/// What functions with few accesses get besides, so that all launches are asked: the less, the more accesses there are, and nothing from
/// `MANY` on.
const FOR_SMALL: [usize; 3] = [1_200_000, 600_000, 300_000];
const MANY: usize = 500;

/// The steps that are left: of work, of addresses, and of comparisons of accesses.
#[derive(Debug)]
pub struct Purse {
    left: Cell<[usize; 3]>,
}

impl Purse {
    /// For the launches of a plan that are asked the same.
    pub fn new(facts: &Facts<'_, '_>, plan: &SimulationPlan) -> Self {
        let (budgets, few) = (budgets(plan), MANY.saturating_sub(plan.accesses));
        let part = facts.module[facts.function].insts.len().clamp(1, WHOLE);
        let all = |i: usize| facts.budget((FOR_SMALL[i] / MANY * few + budgets[i] * LAUNCHES[i]) / WHOLE * part);
        Self { left: Cell::new(std::array::from_fn(all)) }
    }

    /// Whether some kind of steps is used up: what later launches say is not the whole truth.
    pub fn is_spent(&self) -> bool {
        self.left.get().contains(&0)
    }

    /// The work and the addresses that a launch may take.
    pub(super) fn for_launch(&self, facts: &Facts<'_, '_>, plan: &SimulationPlan) -> [usize; 2] {
        let ([work, addresses, _], own) = (self.left.get(), budgets(plan).map(|budget| facts.budget(budget)));
        [work.min(own[0]), addresses.min(own[1])]
    }

    /// The comparisons that are left.
    pub(super) fn comparisons(&self) -> usize {
        self.left.get()[2]
    }

    /// Takes what was used.
    pub(in crate::facts) fn take(&self, used: [usize; 3]) {
        let left = self.left.get();
        self.left.set(std::array::from_fn(|i| left[i].saturating_sub(used[i])));
    }
}

/// What one launch may take.
fn budgets(plan: &SimulationPlan) -> [usize; 3] {
    [FUEL.of(plan.accesses), ADDRESSES.of(plan.accesses), COMPARISONS.of(plan.accesses)]
}
