//! Demonstration kernels: for each rule that judges behaviour, a kernel that misbehaves and one that does not.
//!
//! They are complete: any PTX loader takes them, [`Demonstration::launch`] tells how to run them, and what they leave in their
//! buffers depends on nothing else. They are fixtures of the test suite, so what is found in them is tested.

use super::Launch;
use crate::rules::{self, Rule};

/// A kernel that demonstrates a rule.
#[derive(Clone, Copy, Debug)]
pub struct Demonstration {
    /// `rule/file`, such as `shfl-width/bad_sum`.
    pub name: &'static str,
    /// The module, which has one kernel.
    pub ptx: &'static str,
}

impl Demonstration {
    /// The kernel of this name.
    pub fn by_name(name: &str) -> Option<&'static Demonstration> {
        DEMONSTRATIONS.iter().find(|kernel| kernel.name == name)
    }

    /// The rule that it demonstrates.
    pub fn rule(&self) -> Option<&'static Rule> {
        self.name.split('/').next().and_then(rules::by_name)
    }

    /// Whether the rule finds something in it.
    pub fn is_bad(&self) -> bool {
        self.name.split('/').nth(1).is_some_and(|file| file.starts_with("bad"))
    }

    /// How to launch it, as its `//@ launch:` comment says.
    pub fn launch(&self) -> Option<Launch> {
        let text = self.ptx.lines().find_map(|line| line.strip_prefix("//@ launch:"))?;
        Launch::parse(text).ok()
    }
}

/// Lists fixtures by their place below `fixtures/`.
macro_rules! catalogue {
    ($($name:literal,)*) => {
        &[$(Demonstration {
            name: $name,
            ptx: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/", $name, ".ptx")),
        },)*]
    };
}

/// All demonstrations, by rule.
pub static DEMONSTRATIONS: &[Demonstration] = catalogue![
    "missing-batch-dispatch/bad_dead_read",
    "missing-batch-dispatch/good_row_offset",
    "shfl-width/bad_sum",
    "shfl-width/good_sum",
    "loop-branch-direction/bad_leaves_at_once",
    "loop-branch-direction/good_counts_up",
    "loop-branch-direction/bad_inverted_condition",
    "loop-branch-direction/good_do_while",
    "infinite-loop/bad_spin",
    "infinite-loop/good_break",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, check};

    #[test]
    fn kernels_are_bad_or_good_as_named() {
        for kernel in DEMONSTRATIONS {
            let rule = kernel.rule().unwrap_or_else(|| panic!("{}: no such rule", kernel.name));
            let report = check(kernel.ptx.as_bytes(), &Options::default()).expect("small");
            let found = report.findings.iter().any(|finding| finding.rule == rule);
            assert_eq!(found, kernel.is_bad(), "{}", kernel.name);
        }
    }

    #[test]
    fn kernels_can_be_launched() {
        for kernel in DEMONSTRATIONS {
            let launch = kernel.launch().unwrap_or_else(|| panic!("{}: no launch", kernel.name));
            let source = crate::source::Source::new(kernel.ptx.as_bytes()).expect("small");
            let module = crate::parser::parse(source);
            let [entry] = module.functions.as_slice() else { panic!("{}: not one kernel", kernel.name) };
            assert_eq!(launch.arguments.len(), entry.params.len(), "{}: arguments", kernel.name);
        }
    }

    #[test]
    fn every_bad_kernel_has_a_good_twin() {
        for kernel in DEMONSTRATIONS.iter().filter(|kernel| kernel.is_bad()) {
            assert!(
                DEMONSTRATIONS.iter().any(|twin| twin.rule() == kernel.rule() && !twin.is_bad()),
                "{}",
                kernel.name
            );
        }
        assert!(Demonstration::by_name("shfl-width/good_sum").is_some_and(|kernel| !kernel.is_bad()));
        assert!(Demonstration::by_name("shfl-width/none").is_none());
    }
}
