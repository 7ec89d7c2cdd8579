//! Dependent launches, and blocks that take over the work of others.

use crate::common::{fixture::Verdict, ptxas};
use ptxlint::device::{Arg, Buffer, Cpu, Device, DeviceError, FaultKind};
use ptxlint::kernels::LaunchConfig;

/// `first` writes a word for each thread; `second` reads those of `in`, and writes what it has read.
fn pair(first: &str, second: &str) -> String {
    let kernel = |name: &str, body: &str| {
        format!(
            ".entry {name}(.param .u64 in, .param .u64 out) {{
            .reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
            ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out];
            mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd4, %rd1, %rd3; add.u64 %rd5, %rd2, %rd3;
            {body}
            ret; }}\n"
        )
    };
    let head = ".version 8.0\n.target sm_90\n.address_size 64\n";
    format!("{head}{}{}", kernel("first", first), kernel("second", second))
}

const STORE: &str = "add.u32 %r2, %r1, 7; st.global.u32 [%rd5], %r2;";
const BEGIN: &str = "griddepcontrol.launch_dependents;";
const WAIT: &str = "griddepcontrol.wait;";
const COPY: &str = "ld.global.u32 %r3, [%rd4]; st.global.u32 [%rd5], %r3;";

/// Launches both, the second one as a dependent.
fn launch(first: &str, second: &str) -> (Result<(), DeviceError>, Vec<u32>) {
    let ptx = pair(first, second);
    if let Ok(path) = ptxas::find() {
        let (verdict, messages) = ptxas::assemble(path, ptx.as_bytes(), Some("sm_90"));
        assert_eq!(verdict, Verdict::Accept, "{messages}\n{ptx}");
    }
    let mut cpu = Cpu::new();
    let module = cpu.load(&ptx).unwrap_or_else(|error| panic!("{error}"));
    let [a, b, c]: [Buffer; 3] = std::array::from_fn(|_| cpu.alloc(256).expect("memory"));
    [a, b, c].into_iter().for_each(|buffer| cpu.upload(buffer, &[0; 256]).expect("room"));
    let config = LaunchConfig::new([1; 3], [64, 1, 1]);
    cpu.launch(module, "first", config, &[Arg::Buffer(a), Arg::Buffer(b)]).expect("no fault");
    cpu.set_dependent(true);
    let ended = cpu.launch(module, "second", config, &[Arg::Buffer(b), Arg::Buffer(c)]);
    let mut left = [0; 256];
    cpu.download(c, &mut left).expect("room");
    (ended, left.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
}

#[test]
fn dependents_wait_before_they_read() {
    let right: Vec<u32> = (7..71).collect();
    let (ended, left) = launch(&format!("{BEGIN} {STORE}"), &format!("{WAIT} {COPY}"));
    assert_eq!((ended, left), (Ok(()), right.clone()));
    // One thread may wait for the others of its block.
    let one = "setp.eq.u32 %p1, %r1, 0; @%p1 griddepcontrol.wait; bar.sync 0;";
    assert_eq!(launch(&format!("{STORE} {BEGIN}"), &format!("{one} {COPY}")), (Ok(()), right.clone()));
    // Who lets nobody begin is over before.
    assert_eq!(launch(STORE, COPY), (Ok(()), right));
}

#[test]
fn what_dependents_read_too_early() {
    let early = |first: &str, second: &str| match launch(first, second).0 {
        Err(DeviceError::Fault(fault)) => {
            assert_eq!(fault.kind, FaultKind::Race, "{fault}");
            fault
        }
        other => panic!("no fault but {other:?}"),
    };
    // Wherever the first one lets others begin, its stores are not seen before it is over.
    for first in [format!("{BEGIN} {STORE}"), format!("{STORE} {BEGIN}")] {
        let fault = early(&first, &format!("{COPY} {WAIT}"));
        assert!(fault.message.contains("is read with no griddepcontrol.wait, and `first`"), "{fault}");
        assert!(fault.other.as_ref().is_some_and(|other| other.writes && other.line < fault.line), "{fault:?}");
    }
    // Lanes that have waited do not answer for one that has not.
    let one = "setp.eq.u32 %p1, %r1, 5; @%p1 bra READ; griddepcontrol.wait; READ:";
    let fault = early(&format!("{BEGIN} {STORE}"), &format!("{one} {COPY} {WAIT}"));
    assert_eq!(fault.thread.thread, [5, 0, 0], "{fault}");
    // What it still reads must not be overwritten either.
    let reads = format!("ld.global.u32 %r3, [%rd5]; {BEGIN}");
    let fault = early(&reads, "st.global.u32 [%rd4], %r1;");
    assert!(fault.message.contains("is written with no griddepcontrol.wait"), "{fault}");
}

/// A grid of twenty blocks, each of which does its own piece of work, and then those that it can take over: counts pieces.
const STEAL: &str = ".version 8.7\n.target sm_100\n.address_size 64
.entry steal(.param .u64 out) {
    .reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .b128 %answer;
    .shared .align 16 .b8 response[16]; .shared .align 8 .b64 bar;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %ctaid.x; mov.u32 %r2, 0; mov.u32 %r3, 0;
    mbarrier.init.shared::cta.b64 [bar], 1;
    fence.proxy.async.shared::cta;
work:
    mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2;
    red.global.add.u32 [%rd3], 1;
    add.u32 %r3, %r3, 1;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 16;
    clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [response], [bar];
wait:
    mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], %r2;
    @!%p1 bra wait;
    xor.b32 %r2, %r2, 1;
    ld.shared.b128 %answer, [response];
    clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p2, %answer;
    @!%p2 bra done;
    clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r1, %r5, %r6, %r7}, %answer;
    fence.proxy.async.shared::cta;
    bra work;
done:
    mov.u32 %r4, %ctaid.x; mul.wide.u32 %rd4, %r4, 4; add.u64 %rd5, %rd1, %rd4;
    st.global.u32 [%rd5+80], %r3;
    ret;
}";

#[test]
fn blocks_take_over_the_work_of_others() {
    if let Ok(path) = ptxas::find() {
        let (verdict, messages) = ptxas::assemble(path, STEAL.as_bytes(), Some("sm_100"));
        assert_eq!(verdict, Verdict::Accept, "{messages}");
    }
    let mut cpu = Cpu::new();
    let module = cpu.load(STEAL).unwrap_or_else(|error| panic!("{error}"));
    let out = cpu.alloc(160).expect("memory");
    cpu.upload(out, &[0; 160]).expect("room");
    let config = LaunchConfig::new([20, 1, 1], [1, 1, 1]);
    cpu.launch(module, "steal", config, &[Arg::Buffer(out)]).unwrap_or_else(|error| panic!("{error}"));
    let mut left = [0; 160];
    cpu.download(out, &mut left).expect("room");
    let words: Vec<u32> = left.chunks_exact(4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]])).collect();
    let (pieces, of_blocks) = words.split_at(20);
    assert_eq!(pieces, [1; 20], "each piece is done once");
    assert_eq!(of_blocks.iter().sum::<u32>(), 20);
    assert!(of_blocks.iter().any(|&count| count > 1) && of_blocks.contains(&0), "{of_blocks:?}");
}
