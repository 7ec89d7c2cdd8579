//! Which expressions a walk has come to.

use super::Expr;
use crate::util::FastSet;

/// Expressions that are looked up without hashing.
const FEW: usize = 16;

/// A set of expressions. Most walks come to a few only, which are kept in place.
pub(in crate::facts) struct VisitedExprs {
    few: [Expr; FEW],
    count: usize,
    /// All of them, once there are more.
    many: FastSet<Expr>,
}

impl Default for VisitedExprs {
    fn default() -> Self {
        Self { few: [Expr(0); FEW], count: 0, many: FastSet::default() }
    }
}

impl VisitedExprs {
    /// Adds an expression; false if it is there already.
    pub fn insert(&mut self, expr: Expr) -> bool {
        if !self.many.is_empty() {
            return self.many.insert(expr);
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
                self.many.extend(self.few);
                self.many.insert(expr);
            }
        }
        true
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
