//! What a rule is, and the macro that declares one.

use super::context::Context;
use crate::check::Mistake;
use crate::diagnostic::{Group, RuleInfo};
use crate::facts::Facts;

/// When a rule is asked.
#[derive(Clone, Copy)]
pub enum Hook {
    /// Once for each module.
    Module(fn(&mut Context<'_, '_>)),
    /// Once for each function body without syntax or name errors.
    Function(fn(&mut Context<'_, '_>, &Facts<'_, '_>)),
    /// As `Function`, for rules that judge instructions one by one: they run on functions with errors of legality, too, since what
    /// is wrong elsewhere changes nothing of what they say.
    Instructions(fn(&mut Context<'_, '_>, &Facts<'_, '_>)),
    /// For each mistake of the checker, until a rule takes it; returns whether it did.
    Mistake(fn(&mut Context<'_, '_>, &Mistake) -> bool),
}

/// A rule: what users see of it, and its code.
pub struct Rule {
    /// Its name, its place in the catalogue and its page.
    pub info: RuleInfo,
    /// Its code.
    pub hooks: &'static [Hook],
}

impl Rule {
    /// Whether the rule follows data and control through functions.
    pub fn follows_flow(&self) -> bool {
        self.hooks.iter().any(|hook| matches!(hook, Hook::Function(_)))
    }

    /// Whether what it says of a kernel may depend on what functions do that the kernel calls: on what threads do to memory, and on where
    /// they wait for each other.
    pub fn follows_calls(&self) -> bool {
        matches!(self.info.group, Group::Memory | Group::Sync) && self.follows_flow()
    }
}

impl std::ops::Deref for Rule {
    type Target = RuleInfo;

    fn deref(&self) -> &RuleInfo {
        &self.info
    }
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.info.fmt(f)
    }
}

impl Eq for Rule {}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.info == other.info
    }
}

/// Declares a rule; its documentation comment becomes its page.
macro_rules! declare_rule {
    (
        $(#[doc = $doc:literal])*
        pub static $id:ident = $name:literal {
            group: $group:ident,
            level: $level:ident,
            fixable: $fixable:literal,
            hooks: [$($hook:expr),*],
        }
    ) => {
        $(#[doc = $doc])*
        pub static $id: $crate::rules::Rule = $crate::rules::Rule {
            info: $crate::diagnostic::RuleInfo {
                name: $name,
                group: $crate::diagnostic::Group::$group,
                level: $crate::diagnostic::Level::$level,
                fixable: $fixable,
                documentation: concat!($($doc, "\n"),*),
            },
            hooks: &[$($hook),*],
        };
    };
}

pub(crate) use declare_rule;
