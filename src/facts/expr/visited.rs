//! Which expressions a walk has come to.

use super::Expr;
use std::cell::Cell;

/// Expressions that are looked up without hashing.
const FEW: usize = 16;

/// A set of expressions. Most walks come to a few only, which are kept in place.
pub(in crate::facts) struct VisitedExprs {
    few: [Expr; FEW],
    count: usize,
    /// All of them, once there are more.
    many: Option<Marks>,
}

impl Default for VisitedExprs {
    fn default() -> Self {
        Self { few: [Expr(0); FEW], count: 0, many: None }
    }
}

impl VisitedExprs {
    /// Adds an expression; false if it is there already.
    pub fn insert(&mut self, expr: Expr) -> bool {
        if let Some(many) = &mut self.many {
            return many.set(expr);
        }
        if self.few[..self.count].contains(&expr) {
            return false;
        }
        match self.few.get_mut(self.count) {
            Some(place) => {
                *place = expr;
                self.count += 1;
            }
            None => {
                let many = self.many.insert(Marks::begin());
                for expr in self.few.into_iter().chain([expr]) {
                    many.set(expr);
                }
            }
        }
        true
    }
}

impl Drop for VisitedExprs {
    fn drop(&mut self) {
        if let Some(many) = self.many.take() {
            MARKS.set(many);
        }
    }
}

thread_local! {
    /// The marks of the last walk, for the next.
    static MARKS: Cell<Marks> = const { Cell::new(Marks { round: 0, rounds: Vec::new() }) };
}

/// Most expressions whose marks are kept from one walk to the next.
const MOST_KEPT: usize = 1 << 18;

/// The walk that was the last to come to each expression: nothing is hashed, and nothing has to be cleared.
#[derive(Default)]
struct Marks {
    round: u32,
    rounds: Vec<u32>,
}

impl Marks {
    fn begin() -> Self {
        let mut marks = MARKS.take();
        if marks.round == u32::MAX || marks.rounds.len() > MOST_KEPT {
            marks = Self::default();
        }
        marks.round += 1;
        marks
    }

    /// Marks an expression; false if it is marked already.
    fn set(&mut self, expr: Expr) -> bool {
        if self.rounds.len() <= expr.index() {
            self.rounds.resize((expr.index() + 1).next_power_of_two(), 0);
        }
        std::mem::replace(&mut self.rounds[expr.index()], self.round) != self.round
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_new_once() {
        let mut seen = VisitedExprs::default();
        for round in 0..3 {
            for number in 0..3 * FEW as u32 {
                assert_eq!(seen.insert(Expr(number)), round == 0, "{number} in round {round}");
            }
        }
    }
}
