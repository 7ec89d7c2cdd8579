//! What a litmus test asks about its final states.

use super::test::{Comparison, Test};

/// A question about the final states.
#[derive(Clone, Debug)]
pub struct Condition {
    /// How many of them it is about.
    pub quantifier: Quantifier,
    /// What is to be true in them.
    pub expression: Expression,
}

/// Which final states have to satisfy a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    /// One at least.
    Exists,
    /// None.
    NotExists,
    /// All.
    Forall,
}

impl Quantifier {
    /// As it is written in a test.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Exists => "exists",
            Self::NotExists => "~exists",
            Self::Forall => "forall",
        }
    }
}

/// A part of the final state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Observable {
    /// A register, by the position of its thread in the test and its own in the thread.
    Register {
        /// The position of the thread.
        thread: usize,
        /// The position of the register among those of the thread.
        register: usize,
    },
    /// A location in memory, by its position in the test.
    Location(usize),
}

/// A statement about a final state.
#[derive(Clone, Debug)]
pub enum Expression {
    /// Any of these is true.
    Any(Vec<Expression>),
    /// All of these are true.
    All(Vec<Expression>),
    /// This is not true.
    Not(Box<Expression>),
    /// Two values compare so.
    Compare(Compare),
}

/// A comparison of two values of a final state.
#[derive(Clone, Copy, Debug)]
pub struct Compare {
    pub(super) what: Comparison,
    pub(super) left: ConditionTerm,
    pub(super) right: ConditionTerm,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum ConditionTerm {
    Constant(i64),
    State(Observable),
}

impl Expression {
    /// Whether it is true; `None` if that depends on values that are not known.
    pub(super) fn value(&self, state: &impl Fn(Observable) -> Option<i64>) -> Option<bool> {
        match self {
            Self::Any(parts) => decided(parts, true, state),
            Self::All(parts) => decided(parts, false, state),
            Self::Not(part) => part.value(state).map(|value| !value),
            Self::Compare(Compare { what, left, right }) => {
                let value = |term| match term {
                    ConditionTerm::Constant(value) => Some(value),
                    ConditionTerm::State(observable) => state(observable),
                };
                Some(what.holds(value(*left)?, value(*right)?))
            }
        }
    }

    /// All parts of the state that it mentions.
    pub(super) fn observables(&self) -> Vec<Observable> {
        match self {
            Self::Any(parts) | Self::All(parts) => parts.iter().flat_map(Self::observables).collect(),
            Self::Not(part) => part.observables(),
            Self::Compare(Compare { left, right, .. }) => [left, right]
                .into_iter()
                .filter_map(|term| match term {
                    ConditionTerm::State(observable) => Some(*observable),
                    ConditionTerm::Constant(_) => None,
                })
                .collect(),
        }
    }

    /// As it would be written in a test.
    #[must_use]
    pub fn text(&self, test: &Test) -> String {
        let join = |parts: &[Self], sign: &str| {
            format!("({})", parts.iter().map(|part| part.text(test)).collect::<Vec<_>>().join(sign))
        };
        match self {
            Self::Any(parts) => join(parts, r" \/ "),
            Self::All(parts) => join(parts, r" /\ "),
            Self::Not(part) => format!("~{}", part.text(test)),
            Self::Compare(Compare { what, left, right }) => {
                let term = |term: &ConditionTerm| match *term {
                    ConditionTerm::Constant(value) => value.to_string(),
                    ConditionTerm::State(observable) => test.name_of(observable),
                };
                format!("{} {} {}", term(left), sign(*what), term(right))
            }
        }
    }
}

/// The value of a disjunction (which one true part decides) or a conjunction (one that is false).
fn decided(parts: &[Expression], by: bool, state: &impl Fn(Observable) -> Option<i64>) -> Option<bool> {
    let mut is_known = true;
    for part in parts {
        match part.value(state) {
            Some(value) if value == by => return Some(by),
            Some(_) => {}
            None => is_known = false,
        }
    }
    is_known.then_some(!by)
}

fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "==",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterOrEqual => ">=",
    }
}
