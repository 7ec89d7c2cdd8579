//! Clusters: shared memory of other blocks, the barrier, and what is wrong.

use super::launch::{kernel, run};
use crate::common::{fixture::Verdict, ptxas};
use ptxlint::device::{DeviceError, FaultKind};
use ptxlint::kernels::LaunchConfig;

/// Runs a kernel in two blocks of 32 threads, which are a cluster. `%r2` is the block's rank, `%r3` the address of the other block's
/// word, `%p1` is true in the first block.
fn go(body: &str) -> Result<Vec<u32>, DeviceError> {
    let setup =
        ".shared .align 8 .b64 bar; .shared .align 16 .b32 w[32]; mov.u32 %r1, %tid.x; mov.u32 %r2, %cluster_ctarank;
        shl.b32 %r4, %r1, 2; mov.u32 %r5, w; add.u32 %r6, %r5, %r4; xor.b32 %r7, %r2, 1;
        mapa.shared::cluster.u32 %r3, %r6, %r7; setp.eq.u32 %p1, %r2, 0;
        mad.lo.u32 %r8, %r2, 32, %r1; mul.wide.u32 %rd4, %r8, 4; add.u64 %rd3, %rd1, %rd4;";
    let ptx = kernel(&format!("{setup} {body}")).replace(")\n{", ")\n.reqnctapercluster 2, 1, 1\n{");
    if let Ok(path) = ptxas::find() {
        let (verdict, messages) = ptxas::assemble(path, ptx.as_bytes(), Some("sm_90a"));
        assert_eq!(verdict, Verdict::Accept, "{messages}\n{body}");
    }
    run(&ptx, LaunchConfig::new([2, 1, 1], [32, 1, 1]), &[0; 256], 64)
}

fn fails(body: &str, kind: FaultKind, words: &str) {
    match go(body) {
        Err(DeviceError::Fault(fault)) => {
            assert_eq!(fault.kind, kind, "{fault} in {body}");
            assert!(fault.message.contains(words), "{fault}");
        }
        other => panic!("no fault but {other:?} in {body}"),
    }
}

const SYNC: &str = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;";
const STORE: &str = "st.shared.u32 [%r6], %r8;";
const LOAD: &str = "ld.shared::cluster.u32 %r9, [%r3];";
const OUT: &str = "st.global.u32 [%rd3], %r9;";

#[test]
fn the_barrier_orders() {
    let others: Vec<u32> = (32..64).chain(0..32).collect();
    assert_eq!(go(&format!("{STORE} {SYNC} {LOAD} {OUT} {SYNC}")).expect("it runs"), others);
    // A release by fence, and an address of any space.
    let generic = "cvt.u64.u32 %rd5, %r6; cvta.shared.u64 %rd6, %rd5; mapa.u64 %rd7, %rd6, %r7; ld.u32 %r9, [%rd7];";
    assert_eq!(go(&format!("{STORE} {SYNC} {generic} {OUT} {SYNC}")).expect("it runs"), others);
    let relaxed = SYNC.replace("arrive", "arrive.relaxed");
    fails(&format!("{STORE} {relaxed} {LOAD} {SYNC}"), FaultKind::Race, "without order");
    // Whoever writes there needs the other one's leave.
    fails(&format!("{STORE} {SYNC} {LOAD} st.shared.u32 [%r6], %r7; {SYNC}"), FaultKind::Race, "without order");
}

#[test]
fn arrivals_in_other_blocks_need_the_scope_of_the_cluster() {
    let exchange = |scope: &str| {
        format!(
            "mov.u32 %r10, bar; setp.ne.u32 %p2, %r1, 0; @%p2 bra made; mbarrier.init.shared::cta.b64 [%r10], 32;
            made: {SYNC} st.shared::cluster.u32 [%r3], %r8; mapa.shared::cluster.u32 %r11, %r10, %r7;
            mbarrier.arrive.release.{scope}.shared::cluster.b64 _, [%r11];
            again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p3, [%r10], 0; @!%p3 bra again;
            ld.shared.u32 %r9, [%r6]; {OUT} {SYNC}"
        )
    };
    let others: Vec<u32> = (32..64).chain(0..32).collect();
    assert_eq!(go(&exchange("cluster")).expect("it runs"), others);
    fails(&exchange("cta"), FaultKind::Race, "without order");
}

#[test]
fn blocks_outlive_their_shared_memory() {
    fails(
        &format!(
            "{STORE} {SYNC} @%p1 bra end; mov.u32 %r10, 0; again: add.u32 %r10, %r10, 1; setp.lt.u32 %p2, %r10, 9000; @%p2 bra again; {LOAD} end:"
        ),
        FaultKind::OutOfBounds,
        "block 0 of the cluster has ended",
    );
    fails(
        &format!("{SYNC} mapa.shared::cluster.u32 %r3, %r6, 2; {LOAD} {SYNC}"),
        FaultKind::OutOfBounds,
        "no block 2 in a cluster of 2",
    );
    fails(
        &format!("{SYNC} ld.shared::cluster.u32 %r9, [%r3+128]; {SYNC}"),
        FaultKind::OutOfBounds,
        "of 144 bytes of shared memory",
    );
}

#[test]
fn arrivals_and_waits_alternate() {
    fails("barrier.cluster.wait;", FaultKind::InvalidOperand, "without having arrived");
    fails("barrier.cluster.arrive; barrier.cluster.arrive;", FaultKind::InvalidOperand, "arrives again");
    fails(
        &format!("@%p1 bra first; {SYNC} {SYNC} bra end; first: {SYNC} bar.sync 1, 64; end:"),
        FaultKind::Deadlock,
        "wait at barrier 1",
    );
    // Those who have ended are not waited for.
    go(&format!("@%p1 ret; {SYNC} {SYNC}")).expect("it runs");
}

#[test]
fn objects_of_other_blocks() {
    let init = "setp.eq.u32 %p3, %r1, 0; @%p3 mbarrier.init.shared::cta.b64 [bar], 32;";
    let wait = "wait: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [bar], 0; @!%p2 bra wait;";
    let arrive = "mov.u32 %r10, bar; mapa.shared::cluster.u32 %r11, %r10, %r7;
        mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r11];";
    let store = "st.shared::cluster.u32 [%r3], %r8;";
    let get = format!("ld.shared.u32 %r9, [%r6]; {OUT}");
    let others: Vec<u32> = (32..64).chain(0..32).collect();
    assert_eq!(go(&format!("{init} {SYNC} {store} {arrive} {wait} {get} {SYNC}")).expect("it runs"), others);
    // A copy to the other block's shared memory, of which its object tells.
    let expect = "@%p3 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 128;";
    let copy = "add.u32 %r12, %r3, 0; mapa.shared::cluster.u32 %r13, %r5, %r7; mov.u32 %r10, bar;
        mapa.shared::cluster.u32 %r11, %r10, %r7; @%p3 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r13], [s], 128, [%r11];";
    let source = ".shared .align 16 .b32 s[32]; mov.u32 %r14, s; add.u32 %r14, %r14, %r4; st.shared.u32 [%r14], %r8; fence.proxy.async;";
    let one = init.replace("32;", "1;");
    let aligned = format!("{source} {one} {SYNC} {expect} {copy} {wait} {get} {SYNC}");
    let out = go(&aligned);
    assert_eq!(out.expect("it runs"), others);
}

/// The first block has read before the second one ends, which need not have waited for that.
#[test]
fn blocks_may_have_ended() {
    let reads = |after: &str| format!("{STORE} {SYNC} @!%p1 bra end; {LOAD} {OUT} end: {after}");
    fails(&reads(""), FaultKind::Race, "block 1 of the cluster may have ended");
    go(&reads(SYNC)).expect("it runs");
    go(&reads("barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.aligned;")).expect("it runs");
    // The second block waits for the first one's word at an object of its own.
    let init = "setp.eq.u32 %p3, %r1, 0; @%p3 mbarrier.init.shared::cta.b64 [bar], 32;";
    let tell = "mov.u32 %r10, bar; mapa.shared::cluster.u32 %r11, %r10, %r7;
        mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r11]; ret;";
    let wait = "wait: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [bar], 0; @!%p2 bra wait;";
    go(&format!("{init} {STORE} {SYNC} @!%p1 bra second; {LOAD} {OUT} {tell} second: {wait}")).expect("it runs");
}

/// Blocks of a cluster begin when they like: they have to meet before one reaches into another.
#[test]
fn blocks_may_not_have_begun() {
    let store = "st.shared::cluster.u32 [%r3], %r8;";
    fails(&format!("{store} {SYNC}"), FaultKind::Race, "may not have begun");
    // Threads of the block itself know that it has, and any meeting will do.
    go(&format!("mapa.shared::cluster.u32 %r3, %r6, %r2; {store} {SYNC}")).expect("it runs");
    let relaxed = "barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.aligned;";
    go(&format!("{relaxed} {store} {SYNC}")).expect("it runs");
}

/// Addresses have the rank of their block, so that a mask leads from one block of a pair to the other.
#[test]
fn addresses_have_ranks() {
    let body = "mov.u32 %r10, w; getctarank.shared::cluster.u32 %r11, %r10; st.global.u32 [%rd3], %r11;";
    let ranks: Vec<u32> = (0..64).map(|thread| thread / 32).collect();
    assert_eq!(go(body).expect("it runs"), ranks);
    // Both read what is in the first block.
    let masked =
        format!("{STORE} {SYNC} and.b32 %r10, %r6, 0xFEFFFFFF; ld.shared::cluster.u32 %r9, [%r10]; {OUT} {SYNC}");
    let leader: Vec<u32> = (0..32).chain(0..32).collect();
    assert_eq!(go(&masked).expect("it runs"), leader);
}

#[test]
fn new_objects_are_released_by_their_fence() {
    let init = "setp.eq.u32 %p3, %r1, 0; @%p3 mbarrier.init.shared::cta.b64 [bar], 32;";
    let fence = "fence.mbarrier_init.release.cluster;";
    let relaxed = "barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.aligned;";
    let arrive = "mov.u32 %r10, bar; mapa.shared::cluster.u32 %r11, %r10, %r7;
        mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r11];
        wait: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [bar], 0; @!%p2 bra wait;";
    go(&format!("{init} {fence} {relaxed} {arrive} {SYNC}")).expect("it runs");
    fails(&format!("{init} {relaxed} {arrive} {SYNC}"), FaultKind::Race, "used without order");
    // The fence is for objects only; others are for all.
    fails(&format!("{STORE} {fence} {relaxed} {LOAD} {SYNC}"), FaultKind::Race, "read without order");
    go(&format!("{STORE} fence.acq_rel.cluster; {relaxed} {LOAD} {SYNC}")).expect("it runs");
}

/// `st.async` tells whoever waits for it of what the thread has read and written before.
#[test]
fn stores_that_objects_count_release() {
    let init = "setp.eq.u32 %p3, %r1, 0; @%p3 mbarrier.init.shared::cta.b64 [bar], 1; .shared .align 16 .b32 halo[32];";
    let expect = "@%p3 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 128;";
    let store =
        "mov.u32 %r10, bar; mapa.shared::cluster.u32 %r11, %r10, %r7; mov.u32 %r12, halo; add.u32 %r12, %r12, %r4;
        mapa.shared::cluster.u32 %r13, %r12, %r7;
        st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r13], %r9, [%r11];";
    let wait = "wait: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [bar], 0; @!%p2 bra wait;";
    // What the other block has read it may be given anew.
    let body = format!(
        "{STORE} {init} {SYNC} {expect} ld.shared.u32 %r9, [%r6]; {store} {wait} st.shared::cluster.u32 [%r3], %r8; {OUT} {SYNC}"
    );
    assert_eq!(go(&body).expect("it runs"), (0..64).collect::<Vec<_>>());
    fails(&body.replace(wait, ""), FaultKind::Race, "without order");
}

#[test]
fn stores_that_objects_count() {
    let init = "setp.eq.u32 %p3, %r1, 0; @%p3 mbarrier.init.shared::cta.b64 [bar], 1;";
    let expect = "@%p3 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 128;";
    let store = "mov.u32 %r10, bar; mapa.shared::cluster.u32 %r11, %r10, %r7;
        st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r3], %r8, [%r11];";
    let wait = "wait: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [bar], 0; @!%p2 bra wait;";
    let get = format!("ld.shared.u32 %r9, [%r6]; {OUT}");
    let others: Vec<u32> = (32..64).chain(0..32).collect();
    let body = format!("{init} {SYNC} {expect} {store} {wait} {get} {SYNC}");
    assert_eq!(go(&body).expect("it runs"), others);
    fails(&body.replace(wait, SYNC), FaultKind::Race, "while an asynchronous copy writes it");
    let sum = "st.shared.u32 [%r6], 1000;";
    let reduce = store.replace(
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.b32",
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32",
    );
    let sums: Vec<u32> = others.iter().map(|value| value + 1000).collect();
    assert_eq!(go(&format!("{sum} {init} {SYNC} {expect} {reduce} {wait} {get} {SYNC}")).expect("it runs"), sums);
    // Bulk copies to both blocks.
    let both = "setp.eq.u32 %p4, %r1, 0; and.pred %p4, %p4, %p1; mov.u16 %h1, 3;
        @%p4 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [w], [%rd2], 128, [bar], %h1;";
    assert_eq!(go(&format!("{init} {SYNC} {expect} {both} {wait} {get} {SYNC}")).expect("it runs"), [0; 64]);
}
