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
    /// Whether nothing was found yet that other launches may refute.
    searches: Cell<bool>,
    /// Whether the accesses of the last launch have not all been compared.
    is_cut: Cell<bool>,
    /// Whether threads leave loops in which none waits for another after a few rounds.
    shortens_loops: Cell<bool>,
}

/// What a run costs that came to no access and no barrier, in runs, as long as nothing was found: where ways depend on data, most launches come to none,
/// and one that does would hardly be found by asking all.
const PRICE_IN_VAIN: usize = 16;

impl Purse {
    /// For the launches of a plan that are asked the same.
    pub fn new(facts: &Facts<'_, '_>, plan: &SimulationPlan) -> Self {
        let (budgets, few) = (budgets(plan), MANY.saturating_sub(plan.accesses));
        let part = facts.module[facts.function].insts.len().clamp(1, WHOLE);
        let all = |i: usize| facts.budget((FOR_SMALL[i] / MANY * few + budgets[i] * LAUNCHES[i]) / WHOLE * part);
        Self {
            left: Cell::new(std::array::from_fn(all)),
            searches: Cell::new(true),
            is_cut: Cell::new(false),
            shortens_loops: Cell::new(false),
        }
    }

    /// Another one for launches that are run in the same way.
    pub fn anew(&self, facts: &Facts<'_, '_>, plan: &SimulationPlan) -> Self {
        Self { shortens_loops: self.shortens_loops.clone(), ..Self::new(facts, plan) }
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

    /// Notes whether the accesses of a launch have all been compared.
    pub(super) fn note_cut(&self, is_cut: bool) {
        self.is_cut.set(is_cut);
    }

    /// Whether what was found in the last launch is not all that there may be.
    pub fn is_cut(&self) -> bool {
        self.is_cut.get() || self.is_spent()
    }

    /// Lets threads leave loops in which none waits for another after a few rounds, or no longer: what happens after long ones shows, then.
    pub fn shorten_loops(&self, shortens: bool) {
        self.shortens_loops.set(shortens);
    }

    /// Whether threads leave loops after a few rounds.
    pub fn shortens_loops(&self) -> bool {
        self.shortens_loops.get()
    }

    /// Something was found: the launches that are left are asked whether they refute it.
    pub fn confirms(&self) {
        self.searches.set(false);
    }

    /// Takes the work and the addresses of a run. `in_vain`: it came to nothing.
    pub(super) fn take_run(&self, [work, addresses]: [usize; 2], in_vain: bool) {
        let price = if in_vain && self.searches.get() { PRICE_IN_VAIN } else { 1 };
        self.take([work.saturating_mul(price), addresses, 0]);
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
