//! The rules, one file each.
//!
//! A rule is added by writing its file, naming it in the registry below, and giving it a folder in `fixtures/`.

mod context;
mod declare;

pub use context::Context;
pub(crate) use declare::declare_rule;
pub use declare::{Group, Hook, Rule};

/// Declares the modules of each group, those that its rules share, and the list of all rules.
macro_rules! registry {
    ($($group:ident $(shares $($shared:ident),*)? { $($file:ident: $rule:ident,)* })*) => {
        $(pub(crate) mod $group {
            $($(mod $shared;)*)?
            $(pub(crate) mod $file;)*
        })*

        /// All rules, by group. Rules for special mistakes come before the general ones of their group.
        pub static ALL: &[&Rule] = &[$($(&$group::$file::$rule,)*)*];
    };
}

registry! {
    isa {
        syntax_error: SYNTAX_ERROR,
        invalid_identifier: INVALID_IDENTIFIER,
        undeclared_symbol: UNDECLARED_SYMBOL,
        undefined_label: UNDEFINED_LABEL,
        duplicate_symbol: DUPLICATE_SYMBOL,
        unknown_instruction: UNKNOWN_INSTRUCTION,
        unknown_target: UNKNOWN_TARGET,
        u8_register: U8_REGISTER,
        bitwise_type: BITWISE_TYPE,
        f16_memory_type: F16_MEMORY_TYPE,
        cvt_rounding: CVT_ROUNDING,
        invalid_modifier: INVALID_MODIFIER,
        invalid_type: INVALID_TYPE,
        operand_mismatch: OPERAND_MISMATCH,
        version_too_low: VERSION_TOO_LOW,
        target_too_low: TARGET_TOO_LOW,
    }
    dispatch {
        missing_batch_dispatch: MISSING_BATCH_DISPATCH,
        wrong_dispatch_strategy: WRONG_DISPATCH_STRATEGY,
    }
    memory {
        shared_u64_address: SHARED_U64_ADDRESS,
        kernel_name_mismatch: KERNEL_NAME_MISMATCH,
    }
    sync shares divergence {
        divergent_barrier: DIVERGENT_BARRIER,
        shfl_width: SHFL_WIDTH,
        loop_branch_direction: LOOP_BRANCH_DIRECTION,
        infinite_loop: INFINITE_LOOP,
    }
    style {
        unused_suppression: UNUSED_SUPPRESSION,
    }
}

pub(crate) use style::unused_suppression;

/// The rule of this name.
pub fn by_name(name: &str) -> Option<&'static Rule> {
    ALL.iter().find(|rule| rule.name == name).copied()
}

/// The rule whose name is most like a misspelt one.
pub fn suggest(name: &str) -> Option<&'static str> {
    crate::util::closest(name, ALL.iter().map(|rule| rule.name))
}
