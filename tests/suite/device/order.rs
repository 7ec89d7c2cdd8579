//! Release and acquire, within a block and between blocks.

use super::launch::{block, fails, succeeds};
use ptxlint::device::FaultKind;
use ptxlint::kernels::LaunchConfig;

/// The second warp waits for a flag that the first one sets behind its data.
fn message(set: &str, get: &str) -> String {
    format!(
        ".shared .b32 flag; .shared .b32 data; mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r1, 32;
        mov.u32 %r2, 0; @%p1 st.shared.u32 [flag], %r2; bar.sync 0; mov.u32 %r3, 1; mov.u32 %r4, 7;
        @%p1 bra first; @%p2 bra second; bra end;
        first: st.shared.u32 [data], %r4; {set} bra end;
        second: {get} setp.eq.u32 %p3, %r5, 0; @%p3 bra second; AFTER ld.shared.u32 %r6, [data];
        st.global.u32 [%rd1], %r6; end:"
    )
}

const RELEASE: &str = "st.release.cta.shared.u32 [flag], %r3;";
const ACQUIRE: &str = "ld.acquire.cta.shared.u32 %r5, [flag];";

fn works(set: &str, get: &str, after: &str) {
    assert_eq!(succeeds(&message(set, get).replace("AFTER", after), block(64))[0], 7);
}

fn races(set: &str, get: &str, after: &str) {
    fails(&message(set, get).replace("AFTER", after), block(64), FaultKind::Race, "ld.shared");
}

#[test]
fn releases_and_acquires() {
    let (relaxed_store, relaxed_load) = (RELEASE.replace("release", "relaxed"), ACQUIRE.replace("acquire", "relaxed"));
    works(RELEASE, ACQUIRE, "");
    races(&relaxed_store, ACQUIRE, "");
    races(RELEASE, &relaxed_load, "");
    // A later release is none of what the flag says.
    races(&format!("{relaxed_store} fence.acq_rel.cta;"), ACQUIRE, "");
}

/// A block stores the same word eight or sixteen bytes wide, again and again, while another one looks.
#[test]
fn wide_accesses_are_in_one_piece() {
    let wide = [
        (
            "mov.b64 %rd5, {%r3, %r3}; st.relaxed.gpu.global.u64 [%rd1], %rd5;",
            "ld.relaxed.gpu.global.u64 %rd5, [%rd1]; mov.b64 {%r4, %r5}, %rd5; mov.u32 %r6, %r4; mov.u32 %r7, %r4;",
        ),
        (
            "st.relaxed.gpu.global.v4.u32 [%rd1], {%r3, %r3, %r3, %r3};",
            "ld.relaxed.gpu.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd1];",
        ),
    ];
    for (store, load) in wide {
        let body = format!(
            "mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 0; mov.u32 %r3, 0;
            loop: add.u32 %r3, %r3, 1; @%p1 bra first; {load} setp.ne.u32 %p2, %r4, %r5; setp.ne.or.u32 %p2, %r4, %r6, %p2;
            setp.ne.or.u32 %p2, %r4, %r7, %p2; @!%p2 bra next; trap;
            first: {store} next: setp.lt.u32 %p3, %r3, 20000; @%p3 bra loop;"
        );
        succeeds(&body, LaunchConfig::new([2, 1, 1], [1, 1, 1]));
    }
}

#[test]
fn fences() {
    let (set, get) = ("st.volatile.shared.u32 [flag], %r3;", "ld.volatile.shared.u32 %r5, [flag];");
    let fence = "membar.cta;";
    works(&format!("{fence} {set}"), get, fence);
    works(&format!("{fence} {set}"), ACQUIRE, "");
    works(RELEASE, get, fence);
    races(set, get, fence);
    races(&format!("{fence} {set}"), get, "");
    races(&format!("{set} {fence}"), get, fence);
}

#[test]
fn atomics() {
    let (set, get) =
        ("atom.release.cta.shared.exch.b32 %r9, [flag], %r3;", "atom.acquire.cta.shared.or.b32 %r5, [flag], 0;");
    works(set, get, "");
    works(&set.replace("release", "acq_rel"), &get.replace("acquire", "acq_rel"), "");
    races(&set.replace("release", "relaxed"), get, "");
    races(set, &get.replace("acquire", "relaxed"), "");
    // What another one adds does not undo the release.
    works(&format!("{set} atom.relaxed.cta.shared.add.u32 %r9, [flag], 1;"), get, "");
    // What is stored over it does.
    races(&format!("{set} st.relaxed.cta.shared.u32 [flag], %r4;"), &get.replace("or.b32 %r5, [flag], 0; ", ""), "");
}

/// The second block waits for a flag that the first one sets behind its data.
fn between_blocks(set: &str) -> String {
    format!(
        "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; setp.ne.u32 %p1, %r2, 0; setp.ne.u32 %p2, %r1, 0; @%p1 bra second;
        mov.u32 %r4, 7; setp.eq.u32 %p4, %r1, 32; @%p4 st.global.u32 [%rd1+4], %r4; bar.sync 0; @%p2 bra end; {set} bra end;
        second: @%p2 bra end; wait: atom.global.or.b32 %r5, [%rd1], 0; setp.eq.u32 %p3, %r5, 0; @%p3 bra wait;
        membar.gl; ld.global.u32 %r6, [%rd1+4]; st.global.u32 [%rd1+8], %r6; end:"
    )
}

#[test]
fn blocks() {
    let two = LaunchConfig::new([2, 1, 1], [64, 1, 1]);
    let works = |set: &str| assert_eq!(succeeds(&between_blocks(set), two)[2], 7);
    let races = |set: &str| drop(fails(&between_blocks(set), two, FaultKind::Race, "ld.global"));
    let set = "atom.global.exch.b32 %r9, [%rd1], 1;";
    works(&format!("membar.gl; {set}"));
    works(&format!("fence.acq_rel.gpu; {set}"));
    works(&set.replace("atom.global", "atom.release.gpu.global"));
    works("mov.u32 %r3, 1; st.release.gpu.global.u32 [%rd1], %r3;");
    works(&format!("st.global.u32 [%rd1+12], %r4; membar.gl; {set}"));
    races(set);
    races(&set.replace("atom.global", "atom.acquire.gpu.global"));
    races("mov.u32 %r3, 1; st.volatile.global.u32 [%rd1], %r3;");
}

/// Block 0 does something and block 1 something else, each by one thread; block 1 looks at the first word until it is not 0, with the loads that are given.
fn two_blocks(first: &str, look: &str, second: &str) -> String {
    format!(
        "mov.u32 %r2, %ctaid.x; setp.ne.u32 %p1, %r2, 0; mov.u32 %r3, 1; mov.u32 %r4, 7; @%p1 bra second; {first} bra end;
        second: {look} setp.eq.u32 %p3, %r5, 0; @%p3 bra second; {second} end:"
    )
}

const BLOCKS: [u32; 3] = [2, 1, 1];

/// Who acquires one release of a block knows nothing of what the block has released elsewhere since.
#[test]
fn blocks_know_what_was_released_there() {
    let config = LaunchConfig::new(BLOCKS, [1, 1, 1]);
    let store = "st.global.u32 [%rd1+4], %r4;";
    let flag = |offset: u32| format!("st.release.gpu.global.u32 [%rd1+{offset}], %r3;");
    let look = "ld.acquire.gpu.global.u32 %r5, [%rd1];";
    let read = "ld.global.u32 %r6, [%rd1+4]; st.global.u32 [%rd1+8], %r6;";
    // The second block has no way to know how far the first one is, so it waits for a word that orders nothing.
    let late = "late: ld.volatile.global.u32 %r7, [%rd1+16]; setp.eq.u32 %p4, %r7, 0; @%p4 bra late;";
    let last = "st.volatile.global.u32 [%rd1+16], %r3;";
    assert_eq!(
        succeeds(&two_blocks(&format!("{store} {} {last}", flag(0)), look, &format!("{late} {read}")), config)[2],
        7
    );
    let body = two_blocks(&format!("{} {store} {} {last}", flag(0), flag(12)), look, &format!("{late} {read}"));
    fails(&body, config, FaultKind::Race, "ld.global");
}

/// A third block knows of the first one by the second.
#[test]
fn what_is_known_is_passed_on() {
    let body = |pass: &str| {
        format!(
            "mov.u32 %r2, %ctaid.x; setp.eq.u32 %p1, %r2, 0; setp.eq.u32 %p2, %r2, 1; mov.u32 %r3, 1; mov.u32 %r4, 7;
            @%p1 bra first; @%p2 bra second; wait: ld.acquire.gpu.global.u32 %r5, [%rd1+4]; setp.eq.u32 %p3, %r5, 0;
            @%p3 bra wait; ld.global.u32 %r6, [%rd1+8]; st.global.u32 [%rd1+12], %r6; bra end;
            first: st.global.u32 [%rd1+8], %r4; st.release.gpu.global.u32 [%rd1], %r3; bra end;
            second: {pass} setp.eq.u32 %p3, %r5, 0; @%p3 bra second; st.release.gpu.global.u32 [%rd1+4], %r3; end:"
        )
    };
    let config = LaunchConfig::new([3, 1, 1], [1, 1, 1]);
    assert_eq!(succeeds(&body("ld.acquire.gpu.global.u32 %r5, [%rd1];"), config)[3], 7);
    fails(&body("ld.relaxed.gpu.global.u32 %r5, [%rd1];"), config, FaultKind::Race, "ld.global");
}

/// A word that a block clears for all others may be cleared too late, though the block itself updates it next.
#[test]
fn updates_do_not_hide_stores() {
    let look = "ld.volatile.global.u32 %r5, [%rd1];";
    let update = "red.global.add.u32 [%rd1+4], 1;";
    let last = "st.volatile.global.u32 [%rd1], %r3;";
    let config = LaunchConfig::new(BLOCKS, [1, 1, 1]);
    fails(
        &two_blocks(&format!("st.global.u32 [%rd1+4], %r4; {update} {last}"), look, update),
        config,
        FaultKind::Race,
        "red",
    );
    assert_eq!(succeeds(&two_blocks(&format!("{update} {last}"), look, update), config)[1], 2);
}

/// Non-coherent loads are for what the launch does not write, in whatever order.
#[test]
fn non_coherent_loads() {
    let body = |from: &str| {
        format!(
            "mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd4, %rd1, %rd3; add.u64 %rd5, %rd2, %rd3;
            st.global.u32 [%rd4], %r1; bar.sync 0; ld.global.nc.u32 %r2, [{from}]; st.global.u32 [%rd4+128], %r2;"
        )
    };
    let fault = fails(&body("%rd4"), block(32), FaultKind::Race, "ld.global.nc");
    assert!(fault.message.contains("non-coherent"), "{fault}");
    succeeds(&body("%rd5"), block(32));
}

/// Of what lanes do together only `bar.warp.sync` orders memory.
#[test]
fn matches_order_no_memory() {
    let body = |between: &str| {
        format!(
            ".shared .b32 s[32]; mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, s; add.u32 %r4, %r3, %r2;
            xor.b32 %r5, %r2, 4; add.u32 %r5, %r3, %r5; st.shared.u32 [%r4], %r1; {between} ld.shared.u32 %r6, [%r5];
            st.global.u32 [%rd1], %r6;"
        )
    };
    for between in [
        "match.any.sync.b32 %r7, %r1, -1;",
        "vote.sync.ballot.b32 %r7, 1, -1;",
        "shfl.sync.bfly.b32 %r7, %r1, 1, 31, -1;",
    ] {
        fails(&body(between), block(32), FaultKind::Race, "ld.shared");
    }
    fails(
        &body("bar.warp.sync -1;").replace("st.global.u32 [%rd1], %r6;", "st.global.u32 [%rd1], %r2;"),
        block(32),
        FaultKind::Race,
        "st.global",
    );
    let own = "mul.wide.u32 %rd3, %r1, 4; add.u64 %rd4, %rd1, %rd3; st.global.u32 [%rd4], %r6;";
    let out = succeeds(&body("bar.warp.sync -1;").replace("st.global.u32 [%rd1], %r6;", own), block(32));
    assert_eq!(out[..4], [1, 0, 3, 2]);
}

/// Threads of other warps and blocks that store bytes and halves of words: where they meet is a race, where they have words together none.
#[test]
fn parts_of_words() {
    let store = |of: &str, size: u32, ty: &str| {
        format!(
            "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mad.lo.u32 %r4, %r2, %r3, %r1; {of}
            mul.wide.u32 %rd5, %r5, {size}; add.u64 %rd6, %rd1, %rd5; add.u32 %r6, %r4, 1; st.global.{ty} [%rd6], %r6;"
        )
    };
    for (size, ty, threads) in [(1, "u8", 64), (2, "u16", 32)] {
        let two = LaunchConfig::new([2, 1, 1], [threads, 1, 1]);
        succeeds(&store("mov.u32 %r5, %r4;", size, ty), two);
        // Each word has parts of both blocks.
        succeeds(&store("shl.b32 %r5, %r1, 1; add.u32 %r5, %r5, %r2;", size, ty), two);
        for of in
            ["mov.u32 %r5, %r1;", "add.u32 %r5, %r1, %r2;", "shr.u32 %r5, %r4, 1;", "mad.lo.u32 %r5, %r2, 3, %r1;"]
        {
            fails(&store(of, size, ty), two, FaultKind::Race, "st.global");
        }
    }
}

/// Memory that may be a device's is memory.
#[test]
fn memory_mapped_devices() {
    let body = "mov.u32 %r1, 5; st.mmio.relaxed.sys.global.u32 [%rd1], %r1; ld.mmio.relaxed.sys.global.u32 %r2, [%rd1];
        add.u32 %r2, %r2, 1; st.global.u32 [%rd1+4], %r2;";
    assert_eq!(succeeds(body, block(1))[..2], [5, 6]);
}
