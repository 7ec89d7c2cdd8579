//! `mbarrier`: phases, transactions, what they order, and what is wrong.

use super::launch::{self, block, kernel};
use crate::common::ptxas;
use ptxlint::device::{Fault, FaultKind};
use ptxlint::kernels::LaunchConfig;

/// An object for so many arrivals at `bar`, made by the first thread.
fn object(arrivals: u32) -> String {
    format!(
        ".shared .align 8 .b64 bar; .shared .b32 s[64];
        mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, s; add.u32 %r4, %r3, %r2;
        cvt.u64.u32 %rd4, %r2; add.u64 %rd3, %rd1, %rd4; setp.eq.u32 %p1, %r1, 0;
        @%p1 mbarrier.init.shared::cta.b64 [bar], {arrivals}; bar.sync 0;"
    )
}

/// Waits for the end of a phase of this parity.
fn wait() -> &'static str {
    "wait: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0; @!%p2 bra wait;"
}

/// The assembler takes it, where there is one.
pub fn assembles(body: &str) {
    if let Ok(path) = ptxas::find() {
        let (verdict, messages) = ptxas::assemble(path, kernel(body).as_bytes(), Some("sm_90a"));
        assert_eq!(verdict, crate::common::fixture::Verdict::Accept, "{messages}\n{body}");
    }
}

pub fn succeeds(body: &str, config: LaunchConfig) -> Vec<u32> {
    assembles(body);
    launch::succeeds(body, config)
}

pub fn fails(body: &str, config: LaunchConfig, kind: FaultKind, at: &str) -> Fault {
    assembles(body);
    launch::fails(body, config, kind, at)
}

#[test]
fn arrivals_end_phases() {
    let out = succeeds(
        &format!(
            "{} mbarrier.arrive.shared::cta.b64 %rd5, [bar], 2; mbarrier.pending_count.b64 %r10, %rd5;
            mbarrier.test_wait.shared::cta.b64 %p2, [bar], %rd5; selp.u32 %r11, 1, 0, %p2;
            mbarrier.arrive.b64 %rd6, [%rd9]; mbarrier.pending_count.b64 %r12, %rd6;
            mbarrier.test_wait.shared::cta.b64 %p2, [bar], %rd6; selp.u32 %r13, 1, 0, %p2;
            mbarrier.test_wait.parity.shared::cta.b64 %p2, [bar], 0; selp.u32 %r14, 1, 0, %p2;
            mbarrier.test_wait.parity.shared::cta.b64 %p2, [bar], 1; selp.u32 %r15, 1, 0, %p2;
            mbarrier.arrive.noComplete.shared::cta.b64 %rd7, [bar], 1; mbarrier.pending_count.b64 %r16, %rd7;
            st.global.v4.u32 [%rd1], {{%r10, %r11, %r12, %r13}}; st.global.v2.u32 [%rd1+16], {{%r14, %r15}};
            st.global.u32 [%rd1+24], %r16;",
            object(3).replace("bar.sync 0;", "mov.u32 %r9, bar; cvt.u64.u32 %rd8, %r9; cvta.shared.u64 %rd9, %rd8;")
        ),
        block(1),
    );
    assert_eq!(out[..7], [3, 0, 1, 1, 1, 0, 3]);
}

/// A lane that arrives tells of what it has done, and of what the others had done when it met them.
#[test]
fn lanes_arrive_for_themselves() {
    let body = |before: &str, arrivals: u32, arrive: &str| {
        format!(
            "{} setp.ge.u32 %p3, %r1, 32; setp.ne.u32 %p4, %r1, 0; @%p3 bra wait; st.shared.u32 [%r4], %r1; {before} {arrive} bra end;
            {} ld.shared.u32 %r5, [%r3+20]; setp.eq.u32 %p1, %r1, 32; @%p1 st.global.u32 [%rd1], %r5; end:",
            object(arrivals),
            wait()
        )
    };
    let (one, all) =
        ("@!%p4 mbarrier.arrive.shared::cta.b64 %rd5, [bar];", "mbarrier.arrive.shared::cta.b64 %rd5, [bar];");
    fails(&body("", 1, one), block(64), FaultKind::Race, "ld.shared");
    assert_eq!(succeeds(&body("bar.warp.sync -1;", 1, one), block(64))[0], 5);
    assert_eq!(succeeds(&body("", 32, all), block(64))[0], 5);
    // Lanes one after the other.
    let each = "mov.u32 %r6, 0; next: setp.eq.u32 %p5, %r6, %r1; @%p5 mbarrier.arrive.shared::cta.b64 %rd5, [bar];
        add.u32 %r6, %r6, 1; setp.lt.u32 %p6, %r6, 32; @%p6 bra next;";
    assert_eq!(succeeds(&body("", 32, each), block(64))[0], 5);
}

#[test]
fn dropping_lowers_what_later_phases_expect() {
    let out = succeeds(
        &format!(
            "{} mbarrier.arrive_drop.shared::cta.b64 %rd5, [bar]; mbarrier.arrive.shared::cta.b64 %rd5, [bar];
            mbarrier.arrive.shared::cta.b64 %rd6, [bar]; mbarrier.pending_count.b64 %r10, %rd6;
            mbarrier.test_wait.shared::cta.b64 %p2, [bar], %rd6; selp.u32 %r11, 1, 0, %p2;
            st.global.v2.u32 [%rd1], {{%r10, %r11}};",
            object(2)
        ),
        block(1),
    );
    assert_eq!(out[..2], [1, 1]);
}

#[test]
fn transactions_hold_phases_up() {
    let out = succeeds(
        &format!(
            "{} mbarrier.arrive.expect_tx.shared::cta.b64 %rd5, [bar], 32;
            mbarrier.complete_tx.shared::cta.b64 [bar], 48;
            mbarrier.test_wait.shared::cta.b64 %p2, [bar], %rd5; selp.u32 %r10, 1, 0, %p2;
            mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 32;
            mbarrier.test_wait.shared::cta.b64 %p2, [bar], %rd5; selp.u32 %r11, 1, 0, %p2;
            mbarrier.complete_tx.shared::cta.b64 [bar], 16;
            mbarrier.test_wait.shared::cta.b64 %p2, [bar], %rd5; selp.u32 %r12, 1, 0, %p2;
            st.global.v2.u32 [%rd1], {{%r10, %r11}}; st.global.u32 [%rd1+8], %r12;",
            object(1)
        ),
        block(1),
    );
    assert_eq!(out[..3], [0, 0, 1]);
}

/// Each thread of a block gives a value to its neighbour in the other warp.
fn exchange(arrive: &str, wait: &str) -> String {
    format!(
        "{} st.shared.u32 [%r4], %r1; {arrive} {wait}
        xor.b32 %r5, %r2, 128; add.u32 %r5, %r3, %r5; ld.shared.u32 %r6, [%r5]; st.global.u32 [%rd3], %r6;",
        object(64)
    )
}

#[test]
fn phases_order_memory() {
    let arrive = "mbarrier.arrive.shared::cta.b64 _, [bar];";
    let out = succeeds(&exchange(arrive, wait()), block(64));
    assert_eq!(out, (0..64).map(|thread| thread ^ 32).collect::<Vec<_>>());
    let state = "mbarrier.arrive.shared::cta.b64 %rd5, [bar];";
    succeeds(&exchange(state, "wait: mbarrier.test_wait.b64 %p2, [bar], %rd5; @!%p2 bra wait;"), block(64));
    succeeds(&exchange(state, "wait: mbarrier.try_wait.shared.b64 %p2, [bar], %rd5, 100; @!%p2 bra wait;"), block(64));
    // Whoever does not wait, does not release, or does not acquire knows nothing of the others.
    let race = |arrive: &str, wait: &str| {
        let fault = fails(&exchange(arrive, wait), block(64), FaultKind::Race, "ld.shared");
        assert!(fault.other.is_some_and(|other| other.writes), "two accesses");
    };
    race(&arrive.replace("arrive", "arrive.relaxed.cta"), wait());
    race(arrive, &wait().replace("parity", "parity.relaxed.cta"));
    let body = exchange(arrive, "");
    assembles(&body);
    let (fault, _) = launch::fault(&body, block(64));
    assert!(matches!(fault.kind, FaultKind::Race | FaultKind::Uninitialised), "{fault}");
}

#[test]
fn fences_tell_nobody_of_other_lanes() {
    // Lane 0 of each warp arrives for all: they have to meet before, and a fence is no such place.
    let arrive = |before: &str| {
        let lane = "and.b32 %r7, %r1, 31; setp.eq.u32 %p3, %r7, 0;";
        let body = exchange(&format!("{lane} {before} @%p3 mbarrier.arrive.shared::cta.b64 _, [bar];"), wait());
        body.replace("[bar], 64", "[bar], 2")
    };
    for fence in ["fence.proxy.async.shared::cta;", "fence.acq_rel.cta;", "membar.cta;"] {
        succeeds(&arrive(&format!("{fence} bar.warp.sync 0xffffffff;")), block(64));
        succeeds(&arrive(&format!("bar.warp.sync 0xffffffff; {fence}")), block(64));
        let fault = fails(&arrive(fence), block(64), FaultKind::Race, "ld.shared");
        assert!(fault.other.is_some_and(|other| other.thread.thread[0] % 32 != 0), "lane 0 tells of its own store");
    }
}

#[test]
fn objects_are_made_before_they_are_used() {
    let body = format!("{} mbarrier.arrive.shared::cta.b64 _, [bar];", object(64).replace("bar.sync 0;", ""));
    assembles(&body);
    assert_eq!(launch::fault(&body, block(64)).0.kind, FaultKind::Race);
    // Nor are they unmade while others may use them.
    fails(
        &format!(
            "{} mbarrier.arrive.shared::cta.b64 _, [bar]; {} @%p1 mbarrier.inval.shared::cta.b64 [bar];",
            object(64),
            wait()
        ),
        block(64),
        FaultKind::Race,
        "mbarrier",
    );
    succeeds(
        &format!(
            "{} mbarrier.arrive.shared::cta.b64 _, [bar]; {} bar.sync 0; @%p1 mbarrier.inval.shared::cta.b64 [bar];
            @%p1 st.shared.u32 [bar], %r1;",
            object(64),
            wait()
        ),
        block(64),
    );
}

#[test]
fn waits_that_never_end_are_deadlocks() {
    let fault = fails(
        &format!("{} @%p1 mbarrier.arrive.shared::cta.b64 _, [bar]; {}", object(3), wait()),
        block(64),
        FaultKind::Deadlock,
        "mbarrier.try_wait",
    );
    assert!(fault.message.contains("64 threads wait in line"), "{fault}");
    assert!(fault.message.contains("phase 0 lacks 2 of 3 arrivals"), "{fault}");
    fails(
        &format!(
            "{} mbarrier.arrive.shared::cta.b64 %rd5, [bar]; wait: mbarrier.test_wait.shared::cta.b64 %p2, [bar], %rd5; @!%p2 bra wait;",
            object(2)
        ),
        block(1),
        FaultKind::Deadlock,
        "mbarrier.test_wait",
    );
    let fault = fails(
        &format!("{} mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 16; {}", object(1), wait()),
        block(1),
        FaultKind::Deadlock,
        "mbarrier.try_wait",
    );
    assert!(fault.message.contains("0 of 1 arrivals and 16 bytes"), "{fault}");
    // Some wait at a barrier of the block for those who wait here.
    let fault = fails(
        &format!("{} @%p1 bra wait; bar.sync 0; ret; {} bar.sync 0;", object(1), wait()),
        block(64),
        FaultKind::Deadlock,
        "mbarrier.try_wait",
    );
    assert!(fault.message.contains("barrier 0"), "{fault}");
}

#[test]
fn waits_give_up() {
    // A thread that tries once goes on, and so does one that tries a few times before it helps itself.
    let out = succeeds(
        &format!(
            "{} mov.u32 %r10, 0; again: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0; @%p2 bra done;
            add.u32 %r10, %r10, 1; setp.eq.u32 %p3, %r10, 5; @%p3 mbarrier.arrive.shared::cta.b64 _, [bar]; bra again;
            done: st.global.u32 [%rd1], %r10;",
            object(1)
        ),
        block(1),
    );
    assert_eq!(out[0], 5);
    // A thread that waits here does not keep others from what they wait for in memory.
    succeeds(
        &format!(
            "{} @!%p1 bra other; mbarrier.test_wait.parity.shared::cta.b64 %p2, [bar], 0;
            mov.u32 %r9, 7; st.release.cta.shared.u32 [%r3], %r9; bra end;
            other: ld.acquire.cta.shared.u32 %r8, [%r3]; setp.ne.u32 %p3, %r8, 7; @%p3 bra other; end:",
            object(1)
                .replace("bar.sync 0;", "@%p1 st.shared.u32 [%r3], 0; bar.sync 0;")
                .replace("st.shared.u32 [%r3], 0;", "st.shared.u32 [%r3], %r1;")
        ),
        block(64),
    );
}

#[test]
fn misuse() {
    let one = |body: &str, kind, at: &str, words: &str| {
        let fault = fails(&format!("{} {body}", object(2)), block(1), kind, at);
        assert!(fault.message.contains(words), "{fault}");
    };
    let arrive = "mbarrier.arrive.shared::cta.b64 _, [bar]";
    let (invalid, uninitialised) = (FaultKind::InvalidOperand, FaultKind::Uninitialised);
    one("mbarrier.arrive.shared::cta.b64 _, [s];", uninitialised, "mbarrier", "no mbarrier has been initialised");
    one(
        &format!("mbarrier.inval.shared::cta.b64 [bar]; {arrive};"),
        uninitialised,
        "mbarrier.arrive",
        "has been invalidated",
    );
    one("mbarrier.init.shared::cta.b64 [bar], 1;", invalid, "mbarrier.init", "was not invalidated");
    one("mov.u32 %r9, 0; mbarrier.init.shared::cta.b64 [s], %r9;", invalid, "mbarrier.init", "for 0 arrivals");
    one("mov.u32 %r9, 1048576; mbarrier.init.shared::cta.b64 [s], %r9;", invalid, "mbarrier.init", "1048576 arrivals");
    one(&format!("{arrive}, 3;"), invalid, "mbarrier.arrive", "3 arrivals, and phase 0 of this mbarrier lacks 2");
    one(&format!("{arrive}, 1; {arrive}, 2;"), invalid, "mbarrier.arrive", "lacks 1");
    one(
        "mbarrier.arrive.noComplete.shared::cta.b64 %rd5, [bar], 2;",
        invalid,
        "mbarrier.arrive",
        "2 arrivals would end phase 0",
    );
    one(
        "mov.u32 %r9, 1048576; mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], %r9;",
        invalid,
        "mbarrier.expect_tx",
        "1048576 bytes",
    );
    one(
        "mov.u32 %r9, bar; mbarrier.arrive.shared::cta.b64 _, [%r9+4];",
        FaultKind::Misaligned,
        "mbarrier.arrive",
        "not a multiple of 8",
    );
    one("mbarrier.arrive.b64 _, [%rd1];", FaultKind::OutOfBounds, "mbarrier.arrive", "not in shared memory");
    one("st.shared.u32 [bar+4], %r1;", invalid, "st.shared", "is overwritten");
    one("ld.shared.u32 %r9, [bar];", uninitialised, "ld.shared", "which is opaque");
    one(
        "mov.u32 %r9, 2; mbarrier.test_wait.parity.shared::cta.b64 %p2, [bar], %r9;",
        invalid,
        "mbarrier.test_wait",
        "not the parity",
    );
    let phase = format!("mbarrier.arrive.shared::cta.b64 %rd5, [bar]; {arrive};");
    one(
        &format!("{phase} {arrive}, 2; mbarrier.test_wait.shared::cta.b64 %p2, [bar], %rd5;"),
        invalid,
        "mbarrier.test_wait",
        "2 phases ago",
    );
    one(
        "mbarrier.init.shared::cta.b64 [s+8], 1; mbarrier.arrive.shared::cta.b64 %rd5, [bar]; mbarrier.test_wait.shared::cta.b64 %p2, [s+8], %rd5;",
        invalid,
        "mbarrier.test_wait",
        "does not belong to this mbarrier",
    );
    one("mbarrier.arrive.shared::cta.b64 _, [bar], %r20;", uninitialised, "mbarrier.arrive", "no value");
}

/// Each thread copies its word, and all of them wait for all copies.
fn copy(arrive: &str, wait: &str, arrivals: u32) -> String {
    format!(
        "{} add.u64 %rd6, %rd2, %rd4; cp.async.ca.shared.global [%r4], [%rd6], 4; {arrive} {wait}
        xor.b32 %r5, %r2, 128; add.u32 %r5, %r3, %r5; ld.shared.u32 %r6, [%r5]; st.global.u32 [%rd3], %r6;",
        object(arrivals)
    )
}

#[test]
fn copies_arrive() {
    let own = "cp.async.mbarrier.arrive.noinc.shared.b64 [bar];";
    succeeds(&copy(own, wait(), 64), block(64));
    // Without `.noinc` the phase waits for one arrival more, so that somebody else has to end it.
    let both = "cp.async.mbarrier.arrive.b64 [bar]; mbarrier.arrive.shared::cta.b64 _, [bar];";
    succeeds(&copy(both, wait(), 64), block(64));
    fails(
        &copy("cp.async.mbarrier.arrive.b64 [bar];", wait(), 64),
        block(64),
        FaultKind::Deadlock,
        "mbarrier.try_wait",
    );
    // To arrive is not to wait.
    let body = copy(own, "", 64);
    assembles(&body);
    let (fault, _) = launch::fault(&body, block(64));
    assert!(matches!(fault.kind, FaultKind::Race | FaultKind::Uninitialised), "{fault}");
    // The arrival of a thread does not wait for copies that it makes later.
    let body = copy(own, wait(), 64);
    let at_once = body.replace("cp.async.ca", "cp.async.mbarrier.arrive.noinc.shared.b64 [bar]; cp.async.ca");
    let body = at_once.replace(&format!("], 4; {own}"), "], 4;");
    assembles(&body);
    let (fault, _) = launch::fault(&body, block(64));
    assert!(matches!(fault.kind, FaultKind::Race | FaultKind::Uninitialised), "{fault}");
    // Who has waited for copies knows them, although they belong to an mbarrier, and who has not does not.
    let alone = "cp.async.mbarrier.arrive.noinc.shared.b64 [bar]; cp.async.wait_all; ld.shared.u32 %r7, [%r4];";
    succeeds(&copy(alone, wait(), 64), block(64));
}
