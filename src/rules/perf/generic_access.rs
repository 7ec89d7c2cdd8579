use crate::diagnostic::Finding;
use crate::facts::pointers::{Proof, proof};
use crate::facts::{Facts, MemoryAccess};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports loads, stores and atomics through a generic address whose state space is known.
    ///
    /// ## Why is this bad
    /// A generic access first has to find out which window its address lies in. The assembler must assume that it touches shared,
    /// local or global memory, and cannot move it past other accesses. An access to a named space is faster, and shared memory needs
    /// only a 32-bit address.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k()
    /// {
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<4>;
    ///     .shared .align 4 .b8 tile[4096];
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     mov.u64 %rd2, tile;
    ///     cvta.shared.u64 %rd3, %rd2;
    ///     add.u64 %rd3, %rd3, %rd1;
    ///     st.u32 [%rd3], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k()
    /// {
    ///     .reg .b32 %r<4>;
    ///     .shared .align 4 .b8 tile[4096];
    ///     mov.u32 %r1, %tid.x;
    ///     shl.b32 %r2, %r1, 2;
    ///     mov.u32 %r3, tile;
    ///     add.u32 %r3, %r3, %r2;
    ///     st.shared.u32 [%r3], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// The space is known when the address comes from a variable, from a conversion, or from a kernel parameter: a launch can only
    /// pass pointers to global memory. Pointers that are loaded from memory or passed to a device function are not judged, nor are
    /// those that may belong to several spaces.
    ///
    /// ## References
    /// PTX ISA 6.4.1.1 "Generic Addressing", 9.7.9.20 `cvta`.
    pub static GENERIC_ACCESS = "generic-access" {
        group: Perf,
        level: Perf,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    for access in facts.own_accesses().filter(|access| access.space.is_none()) {
        if let Some(proof) = proof(facts, access) {
            cx.report(finding(access, &proof));
        }
    }
}

fn finding(access: &MemoryAccess, proof: &Proof) -> Finding {
    let space = proof.space.name();
    Finding::new(access.span(), format!("a generic access to memory that is known to be `.{space}`"))
        .caption(proof.origin.clone())
        .help(format!("name the space: `.{space}` after the instruction, with an address of that space"))
}
