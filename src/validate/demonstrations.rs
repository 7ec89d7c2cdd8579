//! Demonstration kernels: for each rule, if its bugs can show at all, a kernel that misbehaves and one that does not.
//!
//! They are complete: [`Demonstration::launch`] tells how to run them, and what they leave in their buffers depends on nothing else.
//! What is to be rejected need only be loaded; what is only slower has a [`Demonstration::timed_launch`]. They are fixtures of the test suite, so what is found in them is tested.

use crate::ir::FunctionKind;
use crate::kernels::Launch;
use crate::rules::{self, Group, Rule};
use crate::source::Source;

/// A kernel that demonstrates a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

    /// The good twin of a bad kernel.
    pub fn twin(&self) -> Option<&'static Demonstration> {
        let index = DEMONSTRATIONS.iter().position(|kernel| kernel.name == self.name)?;
        DEMONSTRATIONS.get(index + 1).filter(|twin| self.is_bad() && !twin.is_bad())
    }

    /// The kernel that its caller wants, as its `//@ options:` comment says.
    pub fn expected_kernel(&self) -> Option<&'static str> {
        self.ptx.lines().find_map(|line| line.strip_prefix("//@ options: --expect-kernel "))
    }

    /// The name of the kernel to launch: what its caller wants, or the one that there is.
    pub fn kernel(&self) -> Option<&'static str> {
        if let Some(expected) = self.expected_kernel() {
            return Some(expected);
        }
        let module = crate::parser::parse(Source::new(self.ptx.as_bytes()).ok()?);
        let entry = module.functions.iter().find(|function| function.kind == FunctionKind::Entry)?;
        Some(module.name(entry.name?))
    }

    /// Whether the assembler is to judge it, so that there is nothing to launch.
    pub fn is_only_loaded(&self) -> bool {
        self.rule().is_some_and(|rule| rule.group == Group::Isa)
    }

    /// How to launch it, as its `//@ launch:` comment says.
    pub fn launch(&self) -> Option<Launch> {
        self.launch_of("launch")
    }

    /// How to launch it to see what it costs, as its `//@ time:` comment says; `None` if that is not what it shows.
    pub fn timed_launch(&self) -> Option<Launch> {
        self.launch_of("time")
    }

    fn launch_of(&self, purpose: &str) -> Option<Launch> {
        let text = |line: &'static str| line.strip_prefix("//@ ")?.strip_prefix(purpose)?.strip_prefix(':');
        Launch::parse(self.ptx.lines().find_map(text)?).ok()
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

/// All demonstrations, by rule. Behind each bad kernel stands its good twin: the same computation done right.
pub static DEMONSTRATIONS: &[Demonstration] = catalogue![
    "missing-batch-dispatch/bad_dead_read",
    "missing-batch-dispatch/good_row_offset",
    "state-space-mismatch/bad_wrong_window",
    "state-space-mismatch/good_spaces",
    "misaligned-access/bad_vector_stride",
    "misaligned-access/good_vector_stride",
    "out-of-bounds/bad_block",
    "out-of-bounds/good_block",
    "null-access/bad_member",
    "null-access/good_checked",
    "index-overflow/bad_below_zero",
    "index-overflow/good_first_left_out",
    "constant-store/bad_table",
    "constant-store/good_load",
    "missing-bounds-check/bad_loaded",
    "missing-bounds-check/good_branch",
    "kernel-name-mismatch/bad_misspelt",
    "kernel-name-mismatch/good_name",
    "divergent-barrier/bad_guard",
    "divergent-barrier/good_uniform",
    "missing-barrier/bad_tree",
    "missing-barrier/good_tree",
    "missing-barrier/bad_within_warp",
    "missing-barrier/good_within_warp",
    "missing-async-wait/bad_no_wait",
    "missing-async-wait/good_wait_all",
    "missing-proxy-fence/bad_bulk_store",
    "missing-proxy-fence/good_bulk_store",
    "missing-copy-wait/bad_before_wait",
    "missing-copy-wait/good_wait",
    "missing-copy-barrier/bad_elected",
    "missing-copy-barrier/good_named_barrier",
    "insufficient-cluster-scope/bad_relaxed",
    "insufficient-cluster-scope/good_release",
    "missing-bulk-wait/bad_overwritten",
    "missing-bulk-wait/good_overwritten",
    "missing-tcgen05-wait/bad_given_back",
    "missing-tcgen05-wait/good_given_back",
    "tcgen05-handover/bad_shifted",
    "tcgen05-handover/good_shifted",
    "tcgen05-allocation/bad_never_given_back",
    "tcgen05-allocation/good_given_back",
    "mbarrier-parity/bad_zero",
    "mbarrier-parity/good_flipped",
    "mbarrier-byte-count/bad_too_many",
    "mbarrier-byte-count/good_sum",
    "unpaired-mbarrier/bad_nobody_arrives",
    "unpaired-mbarrier/good_copy",
    "mbarrier-init-order/bad_ring",
    "mbarrier-init-order/good_ring",
    "mbarrier-arrival-count/bad_too_many_wanted",
    "mbarrier-arrival-count/good_one",
    "async-race/bad_prefetch_into_current",
    "async-race/good_prefetch_into_current",
    "async-deadlock/bad_too_many_bytes",
    "async-deadlock/good_two_copies",
    "missing-cluster-barrier/bad_no_barrier_after",
    "missing-cluster-barrier/good_both",
    "exit-before-barrier/bad_ret",
    "exit-before-barrier/good_late",
    "warp-sync-divergence/bad_half_warp",
    "warp-sync-divergence/good_half_warp",
    "barrier-thread-count/bad_more_than_block",
    "barrier-thread-count/good_block",
    "global-race/bad_sum",
    "global-race/good_sum",
    "insufficient-scope/bad_histogram",
    "insufficient-scope/good_histogram",
    "insufficient-scope/bad_lock",
    "insufficient-scope/good_lock",
    "missing-fence/bad_lock",
    "missing-fence/good_lock",
    "missing-fence/bad_flag",
    "missing-fence/good_flag",
    "unprotected-store/bad_after_release",
    "unprotected-store/good_before_release",
    "shfl-width/bad_sum",
    "shfl-width/good_sum",
    "loop-branch-direction/bad_leaves_at_once",
    "loop-branch-direction/good_counts_up",
    "loop-branch-direction/bad_inverted_condition",
    "loop-branch-direction/good_do_while",
    "infinite-loop/bad_spin",
    "infinite-loop/good_break",
    "uninitialized-register/bad_one_arm",
    "uninitialized-register/good_one_arm",
    "non-inplace-accumulator/bad_add",
    "non-inplace-accumulator/good_add",
    "out-of-bounds/bad_before_start",
    "out-of-bounds/good_before_start",
    "out-of-bounds/bad_last_round",
    "out-of-bounds/good_last_round",
    "misaligned-access/bad_half_index",
    "misaligned-access/good_guarded_index",
    "launch-bounds/bad_threads",
    "launch-bounds/good_required",
    "wrong-dispatch-strategy/bad_weights_again",
    "wrong-dispatch-strategy/good_weights_once",
    "register-pressure/bad_bound_in_loop",
    "register-pressure/good_no_bound",
    "predicate-pressure/bad_loop",
    "predicate-pressure/good_loop",
    "low-occupancy/bad_chain",
    "low-occupancy/good_chain",
    "uncoalesced-access/bad_array_of_structures",
    "uncoalesced-access/good_structure_of_arrays",
    "bank-conflict/bad_repeated_transpose",
    "bank-conflict/good_repeated_transpose",
    "narrow-access/bad_copy",
    "narrow-access/good_copy",
    "generic-access/bad_chain",
    "generic-access/good_chain",
    "integer-division/bad_repeated",
    "integer-division/good_repeated",
    "fp64-instruction/bad_repeated",
    "fp64-instruction/good_repeated",
    "local-memory/bad_table",
    "local-memory/good_product",
    "uninlined-call/bad_repeated",
    "uninlined-call/good_repeated",
    "syntax-error/bad_missing_semicolon",
    "syntax-error/good_names",
    "invalid-header/bad_target",
    "invalid-header/good_plain",
    "invalid-identifier/bad_kernel",
    "invalid-identifier/good_mangled",
    "undeclared-symbol/bad_misspelt",
    "undeclared-symbol/good_ranges",
    "undefined-label/bad_misspelt",
    "undefined-label/good_table",
    "duplicate-symbol/bad_kinds",
    "duplicate-symbol/good_declarations",
    "invalid-declaration/bad_types",
    "invalid-declaration/good_types",
    "invalid-initializer/bad_kinds",
    "invalid-initializer/good_kinds",
    "inconsistent-declaration/bad_prototypes",
    "inconsistent-declaration/good_declarations",
    "invalid-directive/bad_zero_threads",
    "invalid-directive/good_bound",
    "memory-limit/bad_constants",
    "memory-limit/good_sizes",
    "shared-memory-limit/bad_one",
    "shared-memory-limit/good_limit",
    "unknown-instruction/bad_typo",
    "unknown-instruction/good_long_names",
    "u8-register/bad_arithmetic",
    "u8-register/good_wider_register",
    "bitwise-type/bad_and",
    "bitwise-type/good_bits",
    "f16-memory-type/bad_load",
    "f16-memory-type/good_bits",
    "cvt-rounding/bad_narrowing",
    "cvt-rounding/good_pairs",
    "invalid-modifier/bad_misspelt",
    "invalid-modifier/good_memory",
    "invalid-type/bad_each_kind",
    "invalid-type/good_types",
    "operand-mismatch/bad_each_kind",
    "operand-mismatch/good_operands",
    "call-mismatch/bad_arguments",
    "call-mismatch/good_calls",
    "version-too-low/bad_each_kind",
    "version-too-low/good_version",
    "target-too-low/bad_each_kind",
    "target-too-low/good_newer",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Selector, Setting, check};

    #[test]
    fn kernels_are_bad_or_good_as_named() {
        for kernel in DEMONSTRATIONS {
            let rule = kernel.rule().unwrap_or_else(|| panic!("{}: no such rule", kernel.name));
            let expected_kernels = kernel.expected_kernel().into_iter().map(str::to_string).collect();
            let mut options = Options { expected_kernels, ..Options::default() };
            options.levels.set(Selector::Rule(&rule.info), Setting::On);
            let report = check(kernel.ptx.as_bytes(), &options).expect("small");
            let found = report.findings.iter().any(|finding| *finding.rule == rule.info);
            assert_eq!(found, kernel.is_bad(), "{}", kernel.name);
        }
    }

    #[test]
    fn kernels_can_be_launched() {
        for kernel in DEMONSTRATIONS {
            assert_eq!(kernel.timed_launch().is_some(), kernel.ptx.contains("//@ time:"), "{}", kernel.name);
            let is_rejected = kernel.ptx.contains("//@ ptxas: reject");
            assert_eq!(is_rejected, kernel.is_bad() && kernel.is_only_loaded(), "{}", kernel.name);
            if kernel.is_only_loaded() {
                continue;
            }
            let launch = kernel.launch().unwrap_or_else(|| panic!("{}: no launch", kernel.name));
            let source = crate::source::Source::new(kernel.ptx.as_bytes()).expect("small");
            let module = crate::parser::parse(source);
            let entries: Vec<_> =
                module.functions.iter().filter(|function| function.kind == FunctionKind::Entry).collect();
            let [entry] = entries[..] else { panic!("{}: not one kernel", kernel.name) };
            assert_eq!(launch.arguments.len(), entry.params.len(), "{}: arguments", kernel.name);
            let is_there = kernel.kernel() == entry.name.map(|name| module.name(name));
            assert_eq!(is_there, kernel.name != "kernel-name-mismatch/bad_misspelt", "{}", kernel.name);
        }
    }

    #[test]
    fn every_bad_kernel_has_a_good_twin() {
        for kernel in DEMONSTRATIONS.iter().filter(|kernel| kernel.is_bad()) {
            let twin = kernel.twin().unwrap_or_else(|| panic!("{}: no twin", kernel.name));
            assert_eq!(kernel.rule(), twin.rule(), "{}", kernel.name);
            assert_eq!(twin.twin(), None);
        }
        assert!(Demonstration::by_name("shfl-width/good_sum").is_some_and(|kernel| !kernel.is_bad()));
        assert!(Demonstration::by_name("shfl-width/none").is_none());
    }
}
