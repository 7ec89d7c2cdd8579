use super::rehearsed;
use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::facts::rehearsal::{ProtocolFault, ProtocolFaultKind};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports threads that wait at an `mbarrier` for a phase that never ends, or at `setmaxnreg.inc` for registers that no warp gives back, and phases
    /// that get more arrivals than they count, copies to shared memory, or out of it, that are still under way when all threads have ended, and bytes that are announced in a phase that may be complete. So are barriers of a block that threads share
    /// who know nothing of each other, or to which too few come, copies whose `mbarrier` is in another block, and shared memory of blocks that may have ended. Uses of an `mbarrier` that is not initialised, or no more, are reported, too, and the initialisation of one
    /// that has not been invalidated.
    ///
    /// ## Why is this bad
    /// A phase ends when all arrivals that `mbarrier.init` counts and all bytes that were announced have come. If the two sides of a ring do not agree on
    /// counts, bytes, stages or parities, one of them waits for ever, and the kernel with it; or phases end too early, and it goes on with old data. The registers of a block are shared out
    /// among its warps: `setmaxnreg.inc` waits until others have given back enough of theirs.
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
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r11], 64;
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r12], [%rd2], 64, [%r11];
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r12+64], [%rd2+64], 64, [%r11];
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
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r12], [%rd2], 64, [%r11];
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r12+64], [%rd2+64], 64, [%r11];
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
    /// counts and compares threads with speaks for, and clusters of two and four, and none of them may come to its end): all threads run, integer parameters, and those of 32 bits
    /// in structures, are 9, 14 or 512 (768 and 1024, where a kernel has nothing to copy otherwise), and copies and matrix units do their work as late as possible. What is loaded is unknown; the rule is silent where unknown numbers
    /// decide who arrives, waits, copies or multiplies, where functions are called, and where a launch comes to its end. It has to go wrong in two
    /// launches, and in none of them come to its end, but for threads that return before they arrive at an `mbarrier` that counts them all, and for copies of different sizes that bring less than is expected, and boxes that are expected to bring different numbers of bytes, for which two more are rehearsed, whose last tile is not a whole one. Where
    /// integers from global memory decide in all of them, six more are rehearsed in which these are zeros and ones, and counters that are added to begin with zero. `mbarrier-arrival-count`, `mbarrier-byte-count`, `mbarrier-parity` and `unpaired-mbarrier` say more, and come first: the rule is silent where
    /// another rule on synchronisation has warned of the kernel. The row of tensor memory that a warp names is judged for `.32x32b`, and not if it is the first one. Of columns only the
    /// first one has to be allocated. Bytes that come by tensor map are taken to be as many as were announced, if they can be: all copies by the same map bring the
    /// same, a multiple of 16. A second initialisation counts if it is another instruction, or if the same warp comes back to it.
    ///
    /// ## References
    /// PTX ISA 9.7.13.15.4 "Phase of the mbarrier object", 9.7.13.15.5 "Tracking asynchronous operations by the mbarrier object", 9.7.13.15.9
    /// "mbarrier.init"; CUDA driver API, `cuTensorMapEncodeTiled`.
    pub static ASYNC_DEADLOCK = "async-deadlock" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let Some((launch, fault)) = rehearsed::fault(cx, facts) else { return };
    if let Some(finding) = describe(facts, &fault) {
        let witness = rehearsed::witness(facts, launch, &[(fault.inst, fault.thread)]);
        cx.report(rehearsed::with_condition(finding, launch).witness(witness));
    }
}

fn describe(facts: &Facts<'_, '_>, fault: &ProtocolFault) -> Option<Finding> {
    let span = facts.module[fault.inst].span;
    let number = |count: u64, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    match fault.kind {
        ProtocolFaultKind::NeverEnds { arrivals, bytes, phase } => {
            let lacks = match (arrivals, bytes) {
                (0, 0) => "no thread begins another one".to_string(),
                (0, 1..) => format!("it lacks {}", number(bytes.unsigned_abs(), "byte")),
                (_, ..0) => format!("{} more come than it expects", number(bytes.unsigned_abs(), "byte")),
                _ => format!("it lacks {}", number(arrivals, "arrival")),
            };
            let which = match phase {
                0 => "the first phase".to_string(),
                _ => format!("phase {}", phase + 1),
            };
            let message = format!("{which} of this `mbarrier` never ends: {lacks}");
            Some(
                Finding::new(span, message)
                    .caption(format!("thread {} waits for ever", fault.thread))
                    .help("compare the count of `mbarrier.init`, the arrivals, the bytes and the parity on both sides of the barrier"),
            )
        }
        ProtocolFaultKind::UnevenBytes { bytes, copies } => {
            let message = match copies {
                1 => format!("a tensor copy cannot bring {bytes} bytes to this `mbarrier`"),
                _ => format!("{copies} tensor copies cannot bring {bytes} bytes to this `mbarrier`"),
            };
            Some(
                Finding::new(span, message)
                    .caption(format!("thread {} waits for ever", fault.thread))
                    .help("announce as many bytes as they bring: those with the same tensor map bring the same, a multiple of 16"),
            )
        }
        ProtocolFaultKind::ShortCopy { bytes } => Some(
            Finding::new(span, format!("a phase of this `mbarrier` never ends: its copies bring {bytes} bytes less than is expected"))
                .caption(format!("thread {} waits for ever", fault.thread))
                .help("announce as many bytes as are copied, also of a tile that is not a whole one"),
        ),
        ProtocolFaultKind::LeftEarly { count, ended } => Some(
            Finding::new(
                span,
                format!("a phase of this `mbarrier` never ends: it counts {count} threads, and {ended} of them have returned"),
            )
            .caption(format!("thread {} waits for ever", fault.thread))
            .help("let threads that have nothing to do arrive before they return, or `mbarrier.arrive_drop`"),
        ),
        ProtocolFaultKind::OtherBytes { bytes, before } => Some(
            Finding::new(span, format!("this copy is expected to bring {bytes} bytes here, and {before} elsewhere"))
                .caption("copies by one tensor map always count as many")
                .help("announce the size of the whole box, also where it goes over the edge of the tensor"),
        ),
        ProtocolFaultKind::InitialisedAgain { init } => Some(
            Finding::new(span, "an `mbarrier` is initialised where there already is one")
                .caption(format!("thread {} executes this", fault.thread))
                .label(facts.module[init].span, "it is made here, and never made invalid")
                .help("execute `mbarrier.inval` before"),
        ),
        ProtocolFaultKind::RegistersNeverFree { wanted } => Some(
            Finding::new(span, format!("{wanted} registers for each thread of this warp never get free"))
                .caption(format!("thread {} waits for ever", fault.thread))
                .help("let all warps of a group that needs few registers execute `setmaxnreg.dec`, to so few that all others get theirs"),
        ),
        ProtocolFaultKind::TooManyArrivals { count, .. } => {
            let message =
                format!("a phase of this `mbarrier` has had {} when another one comes", number(count, "arrival"));
            Some(
                Finding::new(span, message)
                    .caption(format!("thread {} arrives once too often", fault.thread))
                    .help("let as many threads arrive as `mbarrier.init` says, and none before the phase is complete"),
            )
        }
        _ => {
            let (message, caption, help) = plain_text(fault)?;
            Some(Finding::new(span, message).caption(caption).help(help))
        }
    }
}

/// The message, the caption and the help for a fault about which there is no more to say.
fn plain_text(fault: &ProtocolFault) -> Option<(&'static str, String, &'static str)> {
    Some(match fault.kind {
        ProtocolFaultKind::NoBarrier => (
            "no `mbarrier` is here: none has been initialised, or it has been invalidated",
            format!("thread {} uses one", fault.thread),
            "execute `mbarrier.init` before, and `mbarrier.inval` after the last use",
        ),
        ProtocolFaultKind::BarrierTaken => (
            "this barrier may still let others through who have not met this thread",
            format!("thread {} arrives, and may count among those before", fault.thread),
            "give each group of threads a barrier of its own, or have the thread hear of those before",
        ),
        ProtocolFaultKind::BarrierNeverPasses => (
            "too few threads come to this barrier",
            format!("thread {} waits for ever", fault.thread),
            "let as many threads arrive as the barrier counts, in the same order on all sides",
        ),
        ProtocolFaultKind::OtherBlock => (
            "the `mbarrier` of this copy is in another block than where it goes",
            format!("thread {} executes this", fault.thread),
            "name the `mbarrier` of the block that receives the bytes, by `mapa`",
        ),
        ProtocolFaultKind::PartOfGroup => (
            "not all warps of the warpgroup execute this `wgmma.mma_async`",
            format!("the warp of thread {} does not", fault.thread),
            "let all four warps execute it, whatever rows they have",
        ),
        ProtocolFaultKind::WaitsElsewhere => (
            "threads can only wait at an `mbarrier` of their own block",
            format!("thread {} waits at one of another block", fault.thread),
            "let the other block arrive at an `mbarrier` of this one, and wait there",
        ),
        ProtocolFaultKind::RequestAfterRefusal => (
            "this asks for another block's work after the last request was refused",
            format!("thread {} has seen the refusal", fault.thread),
            "ask again only if `clusterlaunchcontrol.query_cancel.is_canceled` was true",
        ),
        ProtocolFaultKind::NotStarted => (
            "this uses an `mbarrier` of another block, which may not have initialised it yet",
            format!("thread {} executes this", fault.thread),
            "put `barrier.cluster.arrive` and `barrier.cluster.wait` after the initialisation",
        ),
        ProtocolFaultKind::OtherRows => (
            "this warp has no access to these rows of tensor memory",
            format!("thread {} executes this", fault.thread),
            "let warp `w` of a block access the rows from `w % 4 * 32` on",
        ),
        ProtocolFaultKind::NotAllocated => (
            "this uses columns of tensor memory that are not allocated",
            format!("thread {} executes this", fault.thread),
            "allocate as many columns as are used",
        ),
        ProtocolFaultKind::EndedBlock => (
            "the block whose shared memory this is may have ended",
            format!("thread {} executes this, and no thread of that block waits for it", fault.thread),
            "put `barrier.cluster.arrive` and `barrier.cluster.wait` at the end of the kernel",
        ),
        ProtocolFaultKind::LeftBehind => (
            "the block ends before this copy has come",
            format!("thread {} starts it, and no thread waits for it", fault.thread),
            "wait for the last phase before the threads end, or copy no more than is used: another block may own the memory by then",
        ),
        ProtocolFaultKind::LeftReading => (
            "the block may end while this copy is still reading its shared memory",
            format!("thread {} starts it, and never waits for it", fault.thread),
            "let the thread that copies execute `cp.async.bulk.wait_group.read 0` before it ends",
        ),
        ProtocolFaultKind::AnnouncedTooLate => (
            "the phase may be complete before these bytes are announced",
            format!("thread {} executes this when all have arrived", fault.thread),
            "announce all bytes of a phase before the last thread arrives",
        ),
        _ => return None,
    })
}
