//! The rules, one file each.
//!
//! A rule is added by writing its file, naming it in the registry below, and giving it a folder in `fixtures/`.

mod context;
mod declare;
pub mod inline_asm;
pub(crate) mod insertion;
pub(crate) mod sanitizer;

pub use crate::diagnostic::Group;
use crate::diagnostic::Level;
use crate::options::Selector;
pub use context::Context;
pub(crate) use declare::declare_rule;
pub use declare::{Hook, Rule};

/// Declares the modules of each group, those that its rules share, and the list of all rules.
macro_rules! registry {
    ($($group:ident $(shares $($shared:ident),*)? { $($file:ident: $rule:ident,)* })*) => {
        $(pub(crate) mod $group {
            $($(pub(crate) mod $shared;)*)?
            $(pub(crate) mod $file;)*
        })*

        /// All rules, by group. Rules for special mistakes come before the general ones of their group.
        pub static ALL: &[&Rule] = &[$($(&$group::$file::$rule,)*)*];
    };
}

registry! {
    isa shares missing_modifier {
        syntax_error: SYNTAX_ERROR,
        invalid_header: INVALID_HEADER,
        invalid_identifier: INVALID_IDENTIFIER,
        undeclared_symbol: UNDECLARED_SYMBOL,
        undefined_label: UNDEFINED_LABEL,
        duplicate_symbol: DUPLICATE_SYMBOL,
        invalid_declaration: INVALID_DECLARATION,
        invalid_initializer: INVALID_INITIALIZER,
        inconsistent_declaration: INCONSISTENT_DECLARATION,
        invalid_directive: INVALID_DIRECTIVE,
        memory_limit: MEMORY_LIMIT,
        shared_memory_limit: SHARED_MEMORY_LIMIT,
        unknown_instruction: UNKNOWN_INSTRUCTION,
        u8_register: U8_REGISTER,
        bitwise_type: BITWISE_TYPE,
        f16_memory_type: F16_MEMORY_TYPE,
        cvt_rounding: CVT_ROUNDING,
        invalid_modifier: INVALID_MODIFIER,
        invalid_type: INVALID_TYPE,
        operand_mismatch: OPERAND_MISMATCH,
        call_mismatch: CALL_MISMATCH,
        version_too_low: VERSION_TOO_LOW,
        target_too_low: TARGET_TOO_LOW,
    }
    dispatch shares parity_divergence {
        missing_batch_dispatch: MISSING_BATCH_DISPATCH,
        wrong_dispatch_strategy: WRONG_DISPATCH_STRATEGY,
    }
    memory shares choices, given_up, mangled, provenance {
        state_space_mismatch: STATE_SPACE_MISMATCH,
        misaligned_access: MISALIGNED_ACCESS,
        out_of_bounds: OUT_OF_BOUNDS,
        missing_bounds_check: MISSING_BOUNDS_CHECK,
        shared_u64_address: SHARED_U64_ADDRESS,
        kernel_name_mismatch: KERNEL_NAME_MISMATCH,
        null_access: NULL_ACCESS,
        index_overflow: INDEX_OVERFLOW,
        constant_store: CONSTANT_STORE,
        stale_nc_load: STALE_NC_LOAD,
    }
    sync shares acquired_signal, arrays, claimed_slot, released_signal, divergence, early_arrival, early_bins, early_copy_arrival, early_count, early_credit, early_release, executors, float_counter, grid_barrier, guarded, handover, handover_order, late_reset, locked_lanes, lone_wait, lost_minimum, lost_updates, match_groups, narrow_signal, neighbours, orbit, own_bins, races, rehearsed, scattered, stalled, unfilled_tiles, weak_barrier {
        divergent_barrier: DIVERGENT_BARRIER,
        missing_barrier: MISSING_BARRIER,
        missing_async_wait: MISSING_ASYNC_WAIT,
        exit_before_barrier: EXIT_BEFORE_BARRIER,
        warp_sync_divergence: WARP_SYNC_DIVERGENCE,
        aligned_divergence: ALIGNED_DIVERGENCE,
        operand_out_of_range: OPERAND_OUT_OF_RANGE,
        missing_copy_wait: MISSING_COPY_WAIT,
        missing_copy_barrier: MISSING_COPY_BARRIER,
        barrier_thread_count: BARRIER_THREAD_COUNT,
        global_race: GLOBAL_RACE,
        insufficient_scope: INSUFFICIENT_SCOPE,
        insufficient_cluster_scope: INSUFFICIENT_CLUSTER_SCOPE,
        missing_fence: MISSING_FENCE,
        unprotected_store: UNPROTECTED_STORE,
        shfl_width: SHFL_WIDTH,
        loop_branch_direction: LOOP_BRANCH_DIRECTION,
        infinite_loop: INFINITE_LOOP,
        setmaxnreg_count: SETMAXNREG_COUNT,
        missing_proxy_fence: MISSING_PROXY_FENCE,
        wgmma_hazard: WGMMA_HAZARD,
        missing_tcgen05_wait: MISSING_TCGEN05_WAIT,
        missing_bulk_wait: MISSING_BULK_WAIT,
        unchecked_mbarrier_wait: UNCHECKED_MBARRIER_WAIT,
        mbarrier_parity: MBARRIER_PARITY,
        mbarrier_byte_count: MBARRIER_BYTE_COUNT,
        tcgen05_allocation: TCGEN05_ALLOCATION,
        missing_cluster_barrier: MISSING_CLUSTER_BARRIER,
        missing_dependency_wait: MISSING_DEPENDENCY_WAIT,
        unpaired_mbarrier: UNPAIRED_MBARRIER,
        mbarrier_init_order: MBARRIER_INIT_ORDER,
        mbarrier_arrival_count: MBARRIER_ARRIVAL_COUNT,
        tcgen05_handover: TCGEN05_HANDOVER,
        missing_tensormap_fence: MISSING_TENSORMAP_FENCE,
        async_race: ASYNC_RACE,
        async_deadlock: ASYNC_DEADLOCK,
    }
    dataflow {
        uninitialized_register: UNINITIALIZED_REGISTER,
        uninitialized_accumulator: UNINITIALIZED_ACCUMULATOR,
        unreachable_code: UNREACHABLE_CODE,
        dead_store: DEAD_STORE,
        unused_register: UNUSED_REGISTER,
        unused_parameter: UNUSED_PARAMETER,
        redundant_move: REDUNDANT_MOVE,
        empty_loop: EMPTY_LOOP,
        non_inplace_accumulator: NON_INPLACE_ACCUMULATOR,
    }
    resource {
        launch_bounds: LAUNCH_BOUNDS,
        register_pressure: REGISTER_PRESSURE,
        predicate_pressure: PREDICATE_PRESSURE,
        low_occupancy: LOW_OCCUPANCY,
        setmaxnreg_limit: SETMAXNREG_LIMIT,
        toolchain_too_old: TOOLCHAIN_TOO_OLD,
    }
    perf {
        uncoalesced_access: UNCOALESCED_ACCESS,
        bank_conflict: BANK_CONFLICT,
        narrow_access: NARROW_ACCESS,
        generic_access: GENERIC_ACCESS,
        integer_division: INTEGER_DIVISION,
        fp64_instruction: FP64_INSTRUCTION,
        local_memory: LOCAL_MEMORY,
        uninlined_call: UNINLINED_CALL,
        setmaxnreg_ignored: SETMAXNREG_IGNORED,
        wgmma_serialized: WGMMA_SERIALIZED,
        redundant_fence: REDUNDANT_FENCE,
    }
    style shares internal_error {
        unused_suppression: UNUSED_SUPPRESSION,
    }
}

pub(crate) use style::internal_error::INTERNAL_ERROR;
pub(crate) use style::unused_suppression;

impl Selector {
    /// Reads `all`, `errors`, `warnings`, a group or a rule.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "all" => return Some(Self::All),
            "errors" => return Some(Self::Level(Level::Error)),
            "warnings" => return Some(Self::Level(Level::Warning)),
            _ => {}
        }
        let group = Group::ALL.into_iter().find(|group| group.name() == text).map(Self::Group);
        group.or_else(|| by_name(text).map(|rule| Self::Rule(&rule.info)))
    }
}

/// The rules that lint: those about modules, then those about inline assembly.
pub fn listed() -> impl Iterator<Item = &'static Rule> + Clone {
    ALL.iter().chain(inline_asm::ALL).copied()
}

/// The rule of this name; `parity-divergence`, which is about two modules and so none of [`ALL`], is one, too, and so are
/// `internal-error`, which is about ptxlint itself, and the names of faults in launches.
pub fn by_name(name: &str) -> Option<&'static Rule> {
    let others = [&dispatch::parity_divergence::PARITY_DIVERGENCE, &INTERNAL_ERROR];
    listed().chain(others).chain(sanitizer::ALL.iter().copied()).find(|rule| rule.name == name)
}

/// The rule whose name is most like a misspelt one.
pub fn suggest(name: &str) -> Option<&'static str> {
    crate::util::closest(name, listed().map(|rule| rule.name))
}
