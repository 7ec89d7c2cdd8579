//! `cp.async.bulk`: what copies do, and who touches their bytes too early.

use super::launch::{self, block, kernel, run};
use super::mbarriers::{assembles, fails, succeeds};
use ptxlint::device::FaultKind;
use ptxlint::kernels::LaunchConfig;

/// Buffers in shared memory and an mbarrier for one arrival, known to all threads; `%p1` is true in the first one.
const SETUP: &str = ".shared .align 8 .b64 bar; .shared .align 16 .b32 s[64]; .shared .align 16 .b32 w[64];
    mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, s; add.u32 %r4, %r3, %r2;
    cvt.u64.u32 %rd4, %r2; add.u64 %rd3, %rd1, %rd4; setp.eq.u32 %p1, %r1, 0; mov.u32 %r7, w; add.u32 %r8, %r7, %r2;
    @%p1 mbarrier.init.shared::cta.b64 [bar], 1; bar.sync 0;";

const EXPECT: &str = "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 256;";
const COPY: &str = "@%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%rd2], 256, [bar];";
const WAIT: &str = "wait: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0; @!%p2 bra wait;";
const USE: &str = "ld.shared.u32 %r6, [%r4]; st.global.u32 [%rd3], %r6;";

/// Fills `s`, which copies may read then.
const FILL: &str = "add.u32 %r9, %r1, 100; st.shared.u32 [%r4], %r9; fence.proxy.async.shared::cta; bar.sync 0;";
const OUT: &str = "@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [s], 256; @%p1 cp.async.bulk.commit_group;";

fn races(body: &str, at: &str) {
    fails(&format!("{SETUP} {body}"), block(64), FaultKind::Race, at);
}

#[test]
fn copies_into_shared_memory() {
    let input: Vec<u8> = (0..64u32).flat_map(|word| (word * 7).to_le_bytes()).collect();
    for (name, copy) in [
        ("cluster", COPY.to_string()),
        ("cta", COPY.replace("shared::cluster", "shared::cta")),
        ("policy", COPY.replace("bytes", "bytes.L2::cache_hint").replace("[bar];", "[bar], %rd9;")),
        (
            "in two",
            format!(
                "{} {}",
                COPY.replace("256", "16"),
                COPY.replace("[s]", "[s+16]").replace("[%rd2]", "[%rd2+16]").replace("256", "240")
            ),
        ),
    ] {
        let policy = "createpolicy.fractional.L2::evict_first.b64 %rd9, 1.0;";
        let body = format!("{SETUP} {policy} {EXPECT} {copy} {WAIT} {USE}");
        assembles(&body);
        let out = run(&kernel(&body), block(64), &input, 64).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(out, (0..64).map(|word| word * 7).collect::<Vec<_>>(), "{name}");
    }
    // Within shared memory, which of the cluster is that of the block.
    let inner = "@%p1 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [w], [s], 256, [bar];";
    let out = succeeds(
        &format!("{SETUP} {FILL} {EXPECT} {inner} {WAIT} ld.shared.u32 %r6, [%r8]; st.global.u32 [%rd3], %r6;"),
        block(64),
    );
    assert_eq!(out, (100..164).collect::<Vec<_>>());
}

/// What threads of another block have stored in global memory a copy sees behind a proxy fence, on either side of what orders the blocks.
#[test]
fn copies_of_what_other_blocks_store() {
    let body = |by_writer: &str, by_reader: &str| {
        format!(
            "{SETUP} mov.u32 %r10, %ctaid.x; setp.ne.u32 %p3, %r10, 0; @!%p1 bra end; mov.u32 %r11, 1; mov.u32 %r12, 9;
            @%p3 bra second; st.global.u32 [%rd1+16], %r12; {by_writer} st.release.gpu.global.u32 [%rd1], %r11; bra end;
            second: ld.acquire.gpu.global.u32 %r13, [%rd1]; setp.eq.u32 %p4, %r13, 0; @%p4 bra second; {by_reader}
            mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 16;
            cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%rd1+16], 16, [bar];
            {WAIT} ld.shared.u32 %r6, [s]; st.global.u32 [%rd1+64], %r6; end:"
        )
    };
    let two = LaunchConfig::new([2, 1, 1], [32, 1, 1]);
    let fill = "st.global.v4.u32 [%rd1+16], {%r12, %r12, %r12, %r12};";
    let run = |by_writer: &str, by_reader: &str| {
        let all = body(by_writer, by_reader).replace("st.global.u32 [%rd1+16], %r12;", fill);
        succeeds(&all, two)[16]
    };
    assert_eq!(
        [run("fence.proxy.async;", ""), run("", "fence.proxy.async;"), run("fence.proxy.async.global;", "")],
        [9; 3]
    );
    fails(&body("", ""), two, FaultKind::Race, "cp.async.bulk");
    fails(&body("fence.proxy.async.shared::cta;", ""), two, FaultKind::Race, "cp.async.bulk");
}

/// A wait may give up before the phase is over, and whoever does not look reads too early.
#[test]
fn waits_that_give_up() {
    let once = "mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;";
    races(&format!("{EXPECT} {COPY} {once} {USE}"), "ld.shared");
    races(&format!("{EXPECT} {COPY} {} {USE}", once.replace("try", "test")), "ld.shared");
    // Threads of the first warp look again; when those of the second come the phase is over.
    let counts = format!(
        "mov.u32 %r9, 0; wait: {once} @!%p2 add.u32 %r9, %r9, 1; @!%p2 bra wait; bar.sync 0; st.global.u32 [%rd3], %r9;"
    );
    let out = succeeds(&format!("{SETUP} {EXPECT} {COPY} {counts}"), block(64));
    assert_eq!((&out[..32], &out[32..]), (&[1; 32][..], &[0; 32][..]));
}

#[test]
fn copies_into_global_memory() {
    let out = succeeds(&format!("{SETUP} {FILL} {OUT} @%p1 cp.async.bulk.wait_group 0;"), block(64));
    assert_eq!(out, (100..164).collect::<Vec<_>>());
    // What has been read is on its way when the block ends.
    let out = succeeds(&format!("{SETUP} {FILL} {OUT} @%p1 cp.async.bulk.wait_group.read 0;"), block(64));
    assert_eq!(out, (100..164).collect::<Vec<_>>());
    let reduce = OUT.replace("cp.async.bulk.global", "cp.reduce.async.bulk.global");
    let sum = reduce.replace("bulk_group [", "bulk_group.add.u32 [");
    let out = succeeds(&format!("{SETUP} {FILL} {sum} {sum} @%p1 cp.async.bulk.wait_group 0;"), block(64));
    assert_eq!(out, (100..164).map(|value| 2 * value).collect::<Vec<_>>());
    let least = reduce.replace("bulk_group [", "bulk_group.min.s32 [");
    let out = succeeds(&format!("{SETUP} {FILL} {least} @%p1 cp.async.bulk.wait_group 0;"), block(64));
    assert_eq!(out, [0; 64]);
    let inner = "@%p1 cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [w], [s], 256, [bar];";
    let out = succeeds(
        &format!(
            "{SETUP} st.shared.u32 [%r8], %r1; {FILL} {EXPECT} {inner} {WAIT} ld.shared.u32 %r6, [%r8]; st.global.u32 [%rd3], %r6;"
        ),
        block(64),
    );
    assert_eq!(out, (0..64).map(|word| 100 + 2 * word).collect::<Vec<_>>());
}

#[test]
fn destinations_are_left_alone_until_copies_are_done() {
    races(&format!("{EXPECT} {COPY} {USE} {WAIT}"), "ld.shared");
    races(&format!("{EXPECT} {COPY} st.shared.u32 [%r4], %r1; {WAIT}"), "st.shared");
    // Others than those who have waited know nothing of it, unless these tell them.
    let first = format!("{EXPECT} {COPY} @!%p1 bra rest; {WAIT} rest:");
    races(&format!("{first} {USE}"), "ld.shared");
    succeeds(&format!("{SETUP} {first} bar.sync 0; {USE}"), block(64));
    // Nor may others still use the destination when the copy begins.
    let body = format!("{SETUP} st.shared.u32 [%r4], %r1; {EXPECT} {COPY} {WAIT}");
    assembles(&body);
    assert_eq!(launch::fault(&body, block(64)).0.kind, FaultKind::Race);
    races(&format!("{FILL} {OUT} ld.global.u32 %r9, [%rd3]; @%p1 cp.async.bulk.wait_group 0;"), "ld.global");
    // The group that is waited for is not the last one.
    races(
        &format!(
            "{FILL} {OUT} @%p1 cp.async.bulk.wait_group 1; @%p1 ld.global.u32 %r9, [%rd3]; @%p1 cp.async.bulk.wait_group 0;"
        ),
        "ld.global",
    );
    // To have read is not to have written.
    races(&format!("{FILL} {OUT} @%p1 cp.async.bulk.wait_group.read 0; @%p1 ld.global.u32 %r9, [%rd3];"), "ld.global");
    succeeds(
        &format!("{SETUP} {FILL} {OUT} @%p1 cp.async.bulk.wait_group 0; bar.sync 0; ld.global.u32 %r9, [%rd3];"),
        block(64),
    );
}

/// Another block, which is told to go on, sees what a copy has written only if it was waited for before.
#[test]
fn copies_are_there_for_other_blocks_when_they_are_waited_for() {
    let handed_over = |wait: &str| {
        format!(
            "{SETUP} mov.u32 %r10, %ctaid.x; setp.ne.u32 %p3, %r10, 0; @%p3 bra reads;
             {FILL} {OUT} @%p1 {wait} 0; @%p1 fence.proxy.async.global; @%p1 st.release.gpu.global.u32 [%rd2], 1; bra done;
             reads: ld.acquire.gpu.global.u32 %r11, [%rd2]; setp.eq.u32 %p4, %r11, 0; @%p4 bra reads;
             ld.global.u32 %r12, [%rd3]; done:"
        )
    };
    let two = LaunchConfig::new([2, 1, 1], [64, 1, 1]);
    let out = succeeds(&handed_over("cp.async.bulk.wait_group"), two);
    assert_eq!(out, (100..164).collect::<Vec<_>>());
    let early = handed_over("cp.async.bulk.wait_group.read");
    assembles(&early);
    assert_eq!(launch::fault(&early, two).0.kind, FaultKind::Race);
}

#[test]
fn sources_stay_until_they_are_read() {
    let again = "bar.sync 0; st.shared.u32 [%r4], %r1;";
    races(&format!("{FILL} {OUT} {again}"), "st.shared");
    let fault = fails(&format!("{SETUP} {FILL} {OUT}"), block(64), FaultKind::Race, "cp.async.bulk");
    assert!(fault.message.contains("still reads"), "{fault}");
    let fault = fails(&format!("{SETUP} {EXPECT} {COPY}"), block(64), FaultKind::Race, "cp.async.bulk");
    assert!(fault.message.contains("still writes"), "{fault}");
    succeeds(&format!("{SETUP} {FILL} {OUT} @%p1 cp.async.bulk.wait_group.read 0; {again}"), block(64));
}

#[test]
fn copies_see_what_is_behind_a_proxy_fence() {
    let wait = "@%p1 cp.async.bulk.wait_group 0;";
    races(&format!("{} {OUT} {wait}", FILL.replace("fence.proxy.async.shared::cta;", "")), "cp.async.bulk");
    races(
        &format!("{} {OUT} {wait}", FILL.replace("fence.proxy.async.shared::cta;", "fence.acq_rel.cta;")),
        "cp.async",
    );
    // A fence before the writes is none for them; one by the thread that copies, after the barrier, is.
    let early = FILL.replace("fence.proxy.async.shared::cta;", "");
    races(&format!("fence.proxy.async; {early} {OUT} {wait}"), "cp.async.bulk");
    succeeds(&format!("{SETUP} {early} fence.proxy.async; {OUT} {wait}"), block(64));
}

#[test]
fn copies_of_global_memory_see_what_is_behind_a_proxy_fence() {
    let body = |fence: &str| {
        let copy = COPY.replace("%rd2", "%rd1");
        format!(
            "st.global.u32 [%rd3], %r1; membar.gl; {fence} bar.sync 0; {EXPECT} {copy} {WAIT} ld.shared.u32 %r6, [%r4];"
        )
    };
    races(&body(""), "cp.async.bulk");
    races(&body("fence.proxy.async.shared::cta;"), "cp.async.bulk");
    for fence in
        ["fence.proxy.async;", "fence.proxy.async.global;", "fence.proxy.async.shared::cta; fence.proxy.async.global;"]
    {
        succeeds(&format!("{SETUP} {}", body(fence)), block(64));
    }
    // One for global memory is none for shared memory.
    let wait = "@%p1 cp.async.bulk.wait_group 0;";
    races(&format!("{} {OUT} {wait}", FILL.replace("shared::cta; bar", "global; bar")), "cp.async.bulk");
}

#[test]
fn whoever_waits_for_a_copy_knows_that_it_has_read() {
    let in_place = |wait: &str| {
        let copy = COPY.replace("%rd2", "%rd1");
        format!("{EXPECT} {copy} {wait} st.global.u32 [%rd3], %r1;")
    };
    let out = succeeds(&format!("{SETUP} {}", in_place(WAIT)), block(64));
    assert_eq!(out, (0..64).collect::<Vec<_>>());
    races(&in_place(""), "st.global");
}

#[test]
fn misuse() {
    let one = |body: &str, kind, words: &str| {
        let fault = fails(&format!("{SETUP} {body}"), block(1), kind, "cp.async.bulk");
        assert!(fault.message.contains(words), "{fault}");
    };
    let sized = |size: &str| format!("mov.u32 %r9, {size}; {}", COPY.replace("256", "%r9"));
    one(&sized("24"), FaultKind::InvalidOperand, "not a multiple of 16");
    one(&sized("272"), FaultKind::OutOfBounds, "at offset 256 of 256 bytes of global");
    let aside = |from: &str, to: &str| format!("mov.u32 %r9, s; {}", COPY.replace("256", "16").replace(from, to));
    one(&aside("[s]", "[%r9+8]"), FaultKind::Misaligned, "not a multiple of 16");
    one(&aside("[%rd2]", "[%rd2+4]"), FaultKind::Misaligned, "not a multiple of 16");
    one(&aside("[s]", "[%r9+4096]"), FaultKind::OutOfBounds, "shared memory");
    one(&COPY.replace("[bar]", "[w]"), FaultKind::Uninitialised, "no mbarrier");
    one(OUT, FaultKind::Uninitialised, "offset 16");
    let wrong = format!("{} {COPY} {WAIT}", EXPECT.replace("256", "240"));
    let body = format!("{SETUP} {wrong}");
    assembles(&body);
    let (fault, _) = launch::fault(&body, block(64));
    assert_eq!(fault.kind, FaultKind::Deadlock, "{fault}");
    assert!(fault.message.contains("0 of 1 arrivals and -16 bytes"), "{fault}");
}
