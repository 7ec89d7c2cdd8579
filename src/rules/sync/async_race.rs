use super::early_arrival::early_arrival;
use super::rehearsed;
use crate::diagnostic::{Finding, Group};
use crate::facts::Facts;
use crate::facts::rehearsal::{Disorder, ProtocolFault, ProtocolFaultKind, TouchedMemory};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports two accesses to the same shared or tensor memory that nothing orders, where a bulk copy, `cp.async`, `wgmma` or `tcgen05` makes at least
    /// one of them, or where threads of two warps share memory with the help of an `mbarrier` or the barrier of a cluster.
    ///
    /// ## Why is this bad
    /// What works asynchronously goes on until a phase of an `mbarrier` is complete, or a group has been waited for. Whoever reads its result before, or
    /// overwrites what it reads, gets a mixture of old and new bytes. This happens when a stage of a ring is given back before it has been read, when a
    /// product is still under way, or when a copy goes out before the stage is free.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n) .reqntid 64, 1, 1
    /// {
    ///     .reg .pred %p<5>;
    ///     .reg .b32 %r<15>;
    ///     .reg .b64 %rd<4>;
    ///     .shared .align 128 .b8 stages[256];
    ///     .shared .align 8 .b64 full[2];
    ///     .shared .align 8 .b64 empty[2];
    ///     ld.param.u64 %rd1, [out];
    ///     ld.param.u64 %rd2, [in];
    ///     ld.param.u32 %r9, [n];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     cvta.to.global.u64 %rd2, %rd2;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, stages;
    ///     mov.u32 %r3, full;
    ///     mov.u32 %r4, empty;
    ///     setp.ne.u32 %p1, %r1, 32;
    ///     @%p1 bra READY;
    ///     mbarrier.init.shared::cta.b64 [%r3], 1;
    ///     mbarrier.init.shared::cta.b64 [%r3+8], 1;
    ///     mbarrier.init.shared::cta.b64 [%r4], 32;
    ///     mbarrier.init.shared::cta.b64 [%r4+8], 32;
    ///     fence.mbarrier_init.release.cluster;
    /// READY:
    ///     bar.sync 0;
    ///     mov.u32 %r5, 0;
    ///     setp.lt.u32 %p2, %r1, 32;
    ///     mul.wide.u32 %rd3, %r1, 4;
    ///     add.u64 %rd1, %rd1, %rd3;
    /// STEP:
    ///     and.b32 %r6, %r5, 1;
    ///     shr.u32 %r7, %r5, 1;
    ///     and.b32 %r7, %r7, 1;
    ///     shl.b32 %r8, %r6, 3;
    ///     add.u32 %r10, %r4, %r8;
    ///     add.u32 %r11, %r3, %r8;
    ///     shl.b32 %r12, %r6, 7;
    ///     add.u32 %r12, %r12, %r2;
    ///     @%p2 bra READ;
    ///     @%p1 bra DONE;
    ///     xor.b32 %r7, %r7, 1;
    /// FREE:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r10], %r7;
    ///     @!%p3 bra FREE;
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r11], 128;
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r12], [%rd2], 128, [%r11];
    ///     add.u64 %rd2, %rd2, 128;
    ///     bra NEXT;
    /// READ:
    ///     shl.b32 %r13, %r1, 2;
    ///     add.u32 %r12, %r12, %r13;
    /// FULL:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r11], %r7;
    ///     @!%p3 bra FULL;
    ///     mbarrier.arrive.shared::cta.b64 _, [%r10];
    ///     ld.shared.u32 %r14, [%r12];
    ///     st.global.u32 [%rd1], %r14;
    ///     add.u64 %rd1, %rd1, 128;
    /// NEXT:
    ///     add.u32 %r5, %r5, 1;
    ///     setp.lt.u32 %p4, %r5, %r9;
    ///     @%p4 bra STEP;
    /// DONE:
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n) .reqntid 64, 1, 1
    /// {
    ///     .reg .pred %p<5>;
    ///     .reg .b32 %r<15>;
    ///     .reg .b64 %rd<4>;
    ///     .shared .align 128 .b8 stages[256];
    ///     .shared .align 8 .b64 full[2];
    ///     .shared .align 8 .b64 empty[2];
    ///     ld.param.u64 %rd1, [out];
    ///     ld.param.u64 %rd2, [in];
    ///     ld.param.u32 %r9, [n];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     cvta.to.global.u64 %rd2, %rd2;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, stages;
    ///     mov.u32 %r3, full;
    ///     mov.u32 %r4, empty;
    ///     setp.ne.u32 %p1, %r1, 32;
    ///     @%p1 bra READY;
    ///     mbarrier.init.shared::cta.b64 [%r3], 1;
    ///     mbarrier.init.shared::cta.b64 [%r3+8], 1;
    ///     mbarrier.init.shared::cta.b64 [%r4], 32;
    ///     mbarrier.init.shared::cta.b64 [%r4+8], 32;
    ///     fence.mbarrier_init.release.cluster;
    /// READY:
    ///     bar.sync 0;
    ///     mov.u32 %r5, 0;
    ///     setp.lt.u32 %p2, %r1, 32;
    ///     mul.wide.u32 %rd3, %r1, 4;
    ///     add.u64 %rd1, %rd1, %rd3;
    /// STEP:
    ///     and.b32 %r6, %r5, 1;
    ///     shr.u32 %r7, %r5, 1;
    ///     and.b32 %r7, %r7, 1;
    ///     shl.b32 %r8, %r6, 3;
    ///     add.u32 %r10, %r4, %r8;
    ///     add.u32 %r11, %r3, %r8;
    ///     shl.b32 %r12, %r6, 7;
    ///     add.u32 %r12, %r12, %r2;
    ///     @%p2 bra READ;
    ///     @%p1 bra DONE;
    ///     xor.b32 %r7, %r7, 1;
    /// FREE:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r10], %r7;
    ///     @!%p3 bra FREE;
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r11], 128;
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r12], [%rd2], 128, [%r11];
    ///     add.u64 %rd2, %rd2, 128;
    ///     bra NEXT;
    /// READ:
    ///     shl.b32 %r13, %r1, 2;
    ///     add.u32 %r12, %r12, %r13;
    /// FULL:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r11], %r7;
    ///     @!%p3 bra FULL;
    ///     ld.shared.u32 %r14, [%r12];
    ///     mbarrier.arrive.shared::cta.b64 _, [%r10];
    ///     st.global.u32 [%rd1], %r14;
    ///     add.u64 %rd1, %rd1, 128;
    /// NEXT:
    ///     add.u32 %r5, %r5, 1;
    ///     setp.lt.u32 %p4, %r5, %r9;
    ///     @%p4 bra STEP;
    /// DONE:
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A block of the size that the kernel requires or is bounded by, or a cluster of up to four, is rehearsed (where the kernel says neither, blocks that what it
    /// counts and compares threads with speaks for, and clusters of two and four, and none of them may come to its end; the block up to the last warp that it chooses by its number counts most): all threads run, integer parameters, and those of 32 bits
    /// in structures, are 9, 14 or 512 (768 and 1024, where a kernel has nothing to copy otherwise), and copies and matrix units do their work as late as possible. What is loaded is unknown; pointers are taken not to be null, and data that may end a kernel at its start not to do so. The rule is silent where unknown numbers
    /// decide who arrives, waits, copies or multiplies, where functions are called, and where a launch comes to its end. It has to go wrong in two
    /// launches. Where integers from global memory decide in all of them, six more are rehearsed in which these are zeros and ones, and counters that are added to begin with zero. Copies by tensor map count for their first 16 bytes, as matrices do, since neither says how large it is; but a phase has to expect as many bytes as threads read of its boxes, where no thread writes them, and a copy out of shared memory that is made again reads on as far as threads have written what none of them reads. What threads of one warp load and
    /// store is taken to be in order among them; but where one of them arrives at an `mbarrier` or copies, the others need not have got so far unless they met before, which is reported, too, where data decides who reads what they have stored. What threads of two warps load and store counts where the kernel has no atomic operations and no accesses stronger than weak ones, and
    /// where it goes wrong with all three sizes; two stores to the same place do not count, since they may store the same. Copies by `cp.async` may be done in any order as long as they belong to different groups. `.relaxed`
    /// arrivals and waits keep nothing in order that threads load and store, but for what a fence does. The rule is silent where another rule on
    /// synchronisation has warned of the kernel, but for `unpaired-mbarrier`.
    ///
    /// ## References
    /// PTX ISA 9.7.9.25 "Asynchronous copy", 9.7.13.15 "mbarrier", 9.7.15.7 "Asynchronous warpgroup instructions", 9.7.16.6 "Memory consistency model" of `tcgen05`.
    pub static ASYNC_RACE = "async-race" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let Some((launch, fault)) = rehearsed::fault(cx, facts) else {
        let is_open =
            cx.module[facts.function].kind == FunctionKind::Entry && cx.reported(Group::Sync).next().is_none();
        if let Some(finding) = is_open.then(|| early_arrival(facts)).flatten() {
            cx.report(finding);
        }
        return;
    };
    if let Some((finding, other)) = describe(facts, &fault) {
        let acts: Vec<(InstId, u32)> = other.into_iter().chain([(fault.inst, fault.thread)]).collect();
        let finding = rehearsed::with_condition(finding, launch);
        cx.report(finding.witness(rehearsed::witness(facts, launch, &acts)));
    }
}

/// A finding, and what another thread has done before.
fn describe(facts: &Facts<'_, '_>, fault: &ProtocolFault) -> Option<(Finding, Option<(InstId, u32)>)> {
    let span = |inst: InstId| facts.module[inst].span;
    match fault.kind {
        ProtocolFaultKind::Race { disorder, other, other_thread, memory, lags } => {
            let place = match memory {
                TouchedMemory::Shared => "shared memory",
                TouchedMemory::Tensor => "tensor memory",
                TouchedMemory::Global => "global memory",
            };
            let (message, before) = match disorder {
                Disorder::ReadsTooEarly => ("this reads {} while it may still be written", "writes it"),
                Disorder::OverwritesReader => ("this overwrites {} that may still be read", "reads it"),
                Disorder::OverwritesWriter => ("this overwrites {} that may still be written", "writes it"),
                Disorder::FillsTooLate => ("this fills {} that was read before anything was there", "reads it"),
                Disorder::ReadsUnfenced => {
                    ("this reads {} that a thread has written without a proxy fence", "writes it")
                }
                Disorder::ReadsStore => ("this reads {} that a thread of another warp may still write", "writes it"),
                Disorder::OverwritesLoad => {
                    ("this overwrites {} that a thread of another warp may still read", "reads it")
                }
            };
            let (between, help) = match disorder {
                Disorder::ReadsUnfenced => (
                    "no proxy fence is in between",
                    "put `fence.proxy.async` after the store or the wait for `cp.async`, before the barrier or signal that is waited for here",
                ),
                _ if lags => (
                    "nothing waits for that in between, as threads of a warp need not go in step",
                    "put `bar.warp.sync` after this access, before one thread of the warp tells others or copies",
                ),
                _ => (
                    "nothing waits for that in between",
                    "wait for the phase or the group that says that the work is done, or arrive only then",
                ),
            };
            let finding = Finding::new(span(fault.inst), message.replace("{}", place))
                .caption(format!("thread {} executes this", fault.thread))
                .label(span(other), format!("{before}, for thread {other_thread}; {between}"))
                .help(help);
            Some((finding, Some((other, other_thread))))
        }
        ProtocolFaultKind::FewerBytes { expected, read } => {
            let message =
                format!("copies of a phase are expected to bring {expected} bytes, and threads read {read} of them");
            let finding = Finding::new(span(fault.inst), message)
                .caption("one of the copies")
                .help("announce the bytes of all boxes that the phase counts: it may be complete before all of them are there");
            Some((finding, None))
        }
        ProtocolFaultKind::BarrierOverwritten { init } => {
            let finding = Finding::new(span(fault.inst), "this store overwrites an `mbarrier` that is in use")
                .caption(format!("thread {} stores into it", fault.thread))
                .label(span(init), "it is made here, and never made invalid")
                .help("execute `mbarrier.inval` before the memory is used for something else");
            Some((finding, None))
        }
        _ => None,
    }
}
