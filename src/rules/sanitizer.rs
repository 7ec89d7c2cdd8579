//! What `ptxlint sanitize` calls the faults of a launch. Their code is the interpreter; where a rule looks for the same mistake in the
//! text (`out-of-bounds`, `divergent-barrier`), they have its name.

use super::{Rule, declare_rule};
#[cfg(feature = "device")]
use super::{memory::out_of_bounds::OUT_OF_BOUNDS, sync::divergent_barrier::DIVERGENT_BARRIER};

#[cfg(feature = "device")]
pub use super::sync::global_race::racing_instructions;

declare_rule! {
    /// ## What it does
    /// Reports two threads of a launch that access the same bytes without order, at least one of them writing. `ptxlint sanitize` runs the
    /// launch on the interpreter and underlines both accesses.
    ///
    /// ## Why is this bad
    /// Which value is read, or stays in memory, depends on how fast threads are: results differ from run to run and from device to device.
    ///
    /// ## Limits
    /// Between blocks half of an order is asked for: the writer must have released what it wrote, the reader may have acquired by any
    /// atomic operation or fence. In launches that were made up, races in global memory between blocks, and of threads that all do the same,
    /// are reported where `global-race` finds them in the text, too; and none whose addresses depend on what buffers hold or on parameters
    /// that scale them. Stores of the same value are not a race.
    ///
    /// ## References
    /// PTX ISA, "Memory Consistency Model"; Flanagan and Freund, *FastTrack*, PLDI 2009.
    pub static RACE = "race" {
        group: Sync,
        level: Error,
        fixable: false,
        hooks: [],
    }
}

declare_rule! {
    /// ## What it does
    /// Reports a value of a launch that was never written and that decides an address, a branch or a result: a register, shared
    /// or local memory, a buffer.
    ///
    /// ## Why is this bad
    /// On a GPU there is something in that place, and rarely the same twice.
    ///
    /// ## Limits
    /// In launches that were made up all bytes of buffers have values.
    ///
    /// ## References
    /// Stepanov and Serebryany, *MemorySanitizer*, CGO 2015.
    pub static UNINITIALIZED = "uninitialized" {
        group: Dataflow,
        level: Error,
        fixable: false,
        hooks: [],
    }
}

declare_rule! {
    /// ## What it does
    /// Reports an access of a launch whose address is not a multiple of its size.
    ///
    /// ## Why is this bad
    /// A GPU ends the kernel, and everything of the process with it.
    ///
    /// ## Limits
    /// In launches that were made up buffers begin at multiples of 256 bytes.
    ///
    /// ## References
    /// PTX ISA, "Addresses as Operands".
    pub static MISALIGNED = "misaligned" {
        group: Memory,
        level: Error,
        fixable: false,
        hooks: [],
    }
}

declare_rule! {
    /// ## What it does
    /// Reports threads of a launch that wait at barriers or `mbarrier` objects for threads that never come.
    ///
    /// ## Why is this bad
    /// The kernel never ends.
    ///
    /// ## Limits
    /// Blocks that wait for each other by spinning on global memory are in loops that nobody ends instead (`endless`).
    ///
    /// ## References
    /// PTX ISA, "bar, barrier".
    pub static DEADLOCK = "deadlock" {
        group: Sync,
        level: Error,
        fixable: false,
        hooks: [],
    }
}

declare_rule! {
    /// ## What it does
    /// Reports a warp instruction of a launch that names a lane which does not come, or reads the register of one that takes no part.
    ///
    /// ## Why is this bad
    /// What it gives is undefined; or the warp waits for ever.
    ///
    /// ## Limits
    /// None are known.
    ///
    /// ## References
    /// PTX ISA, "shfl.sync", "vote.sync".
    pub static INACTIVE_LANE = "inactive-lane" {
        group: Sync,
        level: Error,
        fixable: false,
        hooks: [],
    }
}

declare_rule! {
    /// ## What it does
    /// Reports an operand of a launch whose value the instruction does not take, such as the number of a barrier beyond 15.
    ///
    /// ## Why is this bad
    /// The behaviour is undefined.
    ///
    /// ## Limits
    /// None are known.
    ///
    /// ## References
    /// The page of the instruction in the PTX ISA.
    pub static INVALID_OPERAND = "invalid-operand" {
        group: Isa,
        level: Error,
        fixable: false,
        hooks: [],
    }
}

declare_rule! {
    /// ## What it does
    /// Reports calls of a launch that nest deeper than stacks are.
    ///
    /// ## Why is this bad
    /// A GPU ends the kernel, or threads overwrite each other's local memory.
    ///
    /// ## Limits
    /// 256 calls within one another are the bound; a GPU's depends on its settings.
    ///
    /// ## References
    /// CUDA C++ Programming Guide, "cudaLimitStackSize".
    pub static STACK_OVERFLOW = "stack-overflow" {
        group: Resource,
        level: Error,
        fixable: false,
        hooks: [],
    }
}

declare_rule! {
    /// ## What it does
    /// Reports a thread of a launch that executes `trap`, or fails an assertion.
    ///
    /// ## Why is this bad
    /// The launch ends with an error.
    ///
    /// ## Limits
    /// Launches that were made up and end so make no sense; they are not reported.
    ///
    /// ## References
    /// PTX ISA, "trap".
    pub static TRAP = "trap" {
        group: Dataflow,
        level: Error,
        fixable: false,
        hooks: [],
    }
}

declare_rule! {
    /// ## What it does
    /// Reports a launch that takes more steps, or more time, than it may, or whose threads go round in loops that nobody is left to end.
    ///
    /// ## Why is this bad
    /// It probably never ends.
    ///
    /// ## Limits
    /// Launches that were made up may take long for no bad reason; they are not reported.
    ///
    /// ## References
    /// <https://en.wikipedia.org/wiki/Watchdog_timer>
    pub static ENDLESS = "endless" {
        group: Dataflow,
        level: Error,
        fixable: false,
        hooks: [],
    }
}

declare_rule! {
    /// ## What it does
    /// Says what `ptxlint sanitize` has not judged in a kernel, and why: the interpreter does not run it, or it takes real data.
    ///
    /// ## Why is this bad
    /// It isn't: but nothing should be taken for checked that was not.
    ///
    /// ## Limits
    /// It is reported once for each kernel.
    ///
    /// ## References
    /// `ptxlint run --help`
    pub static NOT_JUDGED = "not-judged" {
        group: Style,
        level: Note,
        fixable: false,
        hooks: [],
    }
}

/// The rules that only `ptxlint sanitize` reports.
pub(super) static ALL: &[&Rule] = &[
    &RACE,
    &UNINITIALIZED,
    &MISALIGNED,
    &DEADLOCK,
    &INACTIVE_LANE,
    &INVALID_OPERAND,
    &STACK_OVERFLOW,
    &TRAP,
    &ENDLESS,
    &NOT_JUDGED,
];

/// Accesses outside of memory.
#[cfg(feature = "device")]
pub(crate) static BEYOND: &Rule = &OUT_OF_BOUNDS;

/// Lanes of a warp at different barriers.
#[cfg(feature = "device")]
pub(crate) static DIVERGENCE: &Rule = &DIVERGENT_BARRIER;
