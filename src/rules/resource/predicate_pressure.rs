use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Counts the predicates that are live at each point, and reports functions where more than seven are live at once.
    ///
    /// ## Why is this bad
    /// A thread has seven predicate registers. The assembler packs further ones into ordinary registers and unpacks them
    /// where they are needed.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .pred %p<9>;
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 64;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     setp.gt.u32 %p1, %r1, 1;
    ///     setp.gt.u32 %p2, %r1, 2;
    ///     setp.gt.u32 %p3, %r1, 3;
    ///     setp.gt.u32 %p4, %r1, 4;
    ///     setp.gt.u32 %p5, %r1, 5;
    ///     setp.gt.u32 %p6, %r1, 6;
    ///     setp.gt.u32 %p7, %r1, 7;
    ///     setp.gt.u32 %p8, %r1, 8;
    ///     @%p1 st.global.u32 [%rd2+4], %r1;
    ///     @%p2 st.global.u32 [%rd2+8], %r1;
    ///     @%p3 st.global.u32 [%rd2+12], %r1;
    ///     @%p4 st.global.u32 [%rd2+16], %r1;
    ///     @%p5 st.global.u32 [%rd2+20], %r1;
    ///     @%p6 st.global.u32 [%rd2+24], %r1;
    ///     @%p7 st.global.u32 [%rd2+28], %r1;
    ///     @%p8 st.global.u32 [%rd2+32], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .pred %p<9>;
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 64;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     setp.gt.u32 %p1, %r1, 1;
    ///     @%p1 st.global.u32 [%rd2+4], %r1;
    ///     setp.gt.u32 %p1, %r1, 2;
    ///     @%p1 st.global.u32 [%rd2+8], %r1;
    ///     setp.gt.u32 %p1, %r1, 3;
    ///     @%p1 st.global.u32 [%rd2+12], %r1;
    ///     setp.gt.u32 %p1, %r1, 4;
    ///     @%p1 st.global.u32 [%rd2+16], %r1;
    ///     setp.gt.u32 %p1, %r1, 5;
    ///     @%p1 st.global.u32 [%rd2+20], %r1;
    ///     setp.gt.u32 %p1, %r1, 6;
    ///     @%p1 st.global.u32 [%rd2+24], %r1;
    ///     setp.gt.u32 %p1, %r1, 7;
    ///     @%p1 st.global.u32 [%rd2+28], %r1;
    ///     setp.gt.u32 %p1, %r1, 8;
    ///     @%p1 st.global.u32 [%rd2+32], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// An estimate from the order of the text; the assembler may recompute a comparison, or move it to its use.
    ///
    /// ## References
    /// PTX ISA 9.3 "Predicated Execution".
    pub static PREDICATE_PRESSURE = "predicate-pressure" {
        group: Resource,
        level: Perf,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

/// Predicate registers of a thread: `P0` to `P6` of the machine.
const PREDICATES: u32 = 7;

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = facts.module;
    let Some(pressure) = facts.pressure() else { return };
    let Some(at) = pressure.predicates_at.filter(|_| pressure.predicates > PREDICATES) else { return };
    let message = format!("{} predicates are live here, but a thread has only {PREDICATES}", pressure.predicates);
    let finding = Finding::new(module[at].span, message)
        .caption("estimated from the order of the text")
        .help("compare where the result is needed, or combine predicates early");
    cx.report(finding);
}
