//! Rules about inline assembly: what the compiler of the language around a statement must know of it. They see the source, not a
//! module; their code is `cli::inline_asm`.

use super::{Rule, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports asm statements with outputs whose instructions do more than compute them, or do not compute the same each time, and that
    /// are not `volatile`.
    ///
    /// ## Why is this bad
    /// The compiler removes a statement whose outputs are not used, executes one of two with the same inputs, and moves one out of a
    /// loop. nvcc 13.5 does all of that: it removes an unused `atom`, and turns a loop that waits with `ld.acquire` into
    /// one that loads once and never ends. A "memory" clobber prevents it, too.
    ///
    /// A note, and no warning, reports a plain load: whether the memory changes cannot be seen.
    ///
    /// ## Bad
    /// ```cuda
    /// __device__ void wait(const unsigned *flag) {
    ///     unsigned value;
    ///     do {
    ///         asm("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(flag));
    ///     } while (value == 0);
    /// }
    /// ```
    ///
    /// ## Good
    /// ```cuda
    /// __device__ void wait(const unsigned *flag) {
    ///     unsigned value;
    ///     do {
    ///         asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
    ///     } while (value == 0);
    /// }
    /// ```
    ///
    /// ## Limits
    /// In Python only `is_pure=True` of Triton's `inline_asm_elementwise` counts, in Rust only `options(pure)`.
    ///
    /// ## References
    /// "Inline PTX Assembly in CUDA", "Pitfalls"; the Rust Reference, "Inline assembly".
    pub static MISSING_VOLATILE = "missing-volatile" {
        group: Memory,
        level: Warning,
        fixable: true,
        hooks: [],
    }
}

declare_rule! {
    /// ## What it does
    /// Reports asm statements that write memory or order accesses to it without a "memory" clobber, and those of Rust that do so
    /// despite `options(nomem)` or `options(readonly)`.
    ///
    /// ## Why is this bad
    /// The language lets the compiler keep values in registers, and move its own accesses over such a statement. nvcc and Clang
    /// do not use that freedom if the statement is `volatile`, so this is a note; what `nomem` says they do use.
    ///
    /// ## Bad
    /// ```cuda
    /// __device__ void put(unsigned address, unsigned value) {
    ///     asm volatile("st.shared.u32 [%0], %1;" :: "r"(address), "r"(value));
    /// }
    /// ```
    ///
    /// ## Good
    /// ```cuda
    /// __device__ void put(unsigned address, unsigned value) {
    ///     asm volatile("st.shared.u32 [%0], %1;" :: "r"(address), "r"(value) : "memory");
    /// }
    /// ```
    ///
    /// ## Limits
    /// Each statement is reported once. Instructions that only start a copy count by what they are called, not by when they are done.
    ///
    /// ## References
    /// "Inline PTX Assembly in CUDA", "Incorrect Optimization".
    pub static MISSING_MEMORY_CLOBBER = "missing-memory-clobber" {
        group: Memory,
        level: Warning,
        fixable: false,
        hooks: [],
    }
}

declare_rule! {
    /// ## What it does
    /// Reports `%` in asm statements that must be written `%%`, and the reverse.
    ///
    /// ## Why is this bad
    /// In a statement with operands or clobbers, `%` starts an operand. nvcc rejects `%p1` there, as the modifier `p` on operand 1;
    /// `%tid` it accepts, which Clang rejects: that is a note. Without operands and clobbers, and in the assembly of LLVM
    /// that Triton takes, `%%` stays as it is, and the assembler rejects it.
    ///
    /// ## Bad
    /// ```cuda
    /// __device__ unsigned is_set(unsigned x) {
    ///     unsigned y;
    ///     asm("{.reg .pred %p1; setp.ne.u32 %p1, %1, 0; selp.u32 %0, 1, 0, %p1;}" : "=r"(y) : "r"(x));
    ///     return y;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```cuda
    /// __device__ unsigned is_set(unsigned x) {
    ///     unsigned y;
    ///     asm("{.reg .pred %%p1; setp.ne.u32 %%p1, %1, 0; selp.u32 %0, 1, 0, %%p1;}" : "=r"(y) : "r"(x));
    ///     return y;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Letters after `%` that are modifiers in no compiler are reported as nvcc does.
    ///
    /// ## References
    /// "Inline PTX Assembly in CUDA", "Assembler (ASM) Statements".
    pub static PERCENT_ESCAPE = "percent-escape" {
        group: Isa,
        level: Error,
        fixable: true,
        hooks: [],
    }
}

declare_rule! {
    /// ## What it does
    /// Reports registers, variables and labels that an asm statement declares outside braces, unless `%=` (`${:uid}`) makes their names
    /// unique.
    ///
    /// ## Why is this bad
    /// When the compiler inlines the function twice, or unrolls the loop around it, the statement is there twice, and the assembler
    /// rejects the second declaration. That depends on optimizations, so it shows up when something else changes.
    ///
    /// ## Bad
    /// ```cuda
    /// __device__ unsigned is_set(unsigned x) {
    ///     unsigned y;
    ///     asm(".reg .pred p; setp.ne.u32 p, %1, 0; selp.u32 %0, 1, 0, p;" : "=r"(y) : "r"(x));
    ///     return y;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```cuda
    /// __device__ unsigned is_set(unsigned x) {
    ///     unsigned y;
    ///     asm("{ .reg .pred p; setp.ne.u32 p, %1, 0; selp.u32 %0, 1, 0, p; }" : "=r"(y) : "r"(x));
    ///     return y;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Statements between one that opens a block and one that closes it are not reported. The first name of a statement is.
    ///
    /// ## References
    /// "Inline PTX Assembly in CUDA", "Namespace Conflicts".
    pub static UNSCOPED_ASM_NAME = "unscoped-asm-name" {
        group: Isa,
        level: Warning,
        fixable: false,
        hooks: [],
    }
}

declare_rule! {
    /// ## What it does
    /// Reports asm statements that write a register which is only an input.
    ///
    /// ## Why is this bad
    /// The compiler expects the same value in the register afterwards, and goes on with it: other uses of the variable, or of a
    /// copy of it, read what the statement has written.
    ///
    /// ## Bad
    /// ```cuda
    /// __device__ unsigned next(unsigned x) {
    ///     asm volatile("add.u32 %0, %0, 1;" :: "r"(x));
    ///     return x;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```cuda
    /// __device__ unsigned next(unsigned x) {
    ///     asm volatile("add.u32 %0, %0, 1;" : "+r"(x));
    ///     return x;
    /// }
    /// ```
    ///
    /// ## Limits
    /// None are known.
    ///
    /// ## References
    /// "Inline PTX Assembly in CUDA", "Parameters"; GCC, "Extended Asm", on input operands.
    pub static WRITTEN_ASM_INPUT = "written-asm-input" {
        group: Dataflow,
        level: Warning,
        fixable: false,
        hooks: [],
    }
}

declare_rule! {
    /// ## What it does
    /// Reports outputs of asm statements (`=r`) that no instruction writes, or that are written under a predicate only.
    ///
    /// ## Why is this bad
    /// The variable has no defined value afterwards. An output replaces the variable; only `+r` keeps its old value where the
    /// statement does not write it.
    ///
    /// ## Bad
    /// ```cuda
    /// __device__ unsigned load_if(const unsigned *p, unsigned condition) {
    ///     unsigned value = 0;
    ///     asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld.global.u32 %0, [%1]; }"
    ///                  : "=r"(value) : "l"(p), "r"(condition));
    ///     return value;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```cuda
    /// __device__ unsigned load_if(const unsigned *p, unsigned condition) {
    ///     unsigned value = 0;
    ///     asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld.global.u32 %0, [%1]; }"
    ///                  : "+r"(value) : "l"(p), "r"(condition));
    ///     return value;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Branches are not followed: what is written somewhere without a predicate counts as written. Where one output is written
    /// without a predicate, it may say whether the others are defined, and they are not reported. Neither are statements without
    /// instructions, which hide values from the optimizer.
    ///
    /// ## References
    /// "Inline PTX Assembly in CUDA", "Parameters".
    pub static UNWRITTEN_ASM_OUTPUT = "unwritten-asm-output" {
        group: Dataflow,
        level: Warning,
        fixable: false,
        hooks: [],
    }
}

/// All of them.
pub static ALL: &[&Rule] = &[
    &MISSING_VOLATILE,
    &MISSING_MEMORY_CLOBBER,
    &PERCENT_ESCAPE,
    &UNSCOPED_ASM_NAME,
    &WRITTEN_ASM_INPUT,
    &UNWRITTEN_ASM_OUTPUT,
];
