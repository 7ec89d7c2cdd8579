//! When asynchronous copies are done, and what is reported whenever that is.

use super::launch::{block, kernel};
use super::mbarriers::assembles;
use ptxlint::device::{Arg, Checks, Cpu, Device, DeviceError, FaultKind, Schedule};
use ptxlint::kernels::LaunchConfig;

const SCHEDULES: [Schedule; 5] =
    [Schedule::Late, Schedule::Early, Schedule::Random(0), Schedule::Random(1), Schedule::Random(2)];

fn run(body: &str, schedule: Schedule, races: bool, config: LaunchConfig) -> Result<Vec<u32>, DeviceError> {
    let mut cpu = Cpu::with_checks(Checks { schedule, races, steps: 1 << 20, ..Checks::default() });
    let module = cpu.load(&kernel(body))?;
    let input: Vec<u8> = (0..64u32).flat_map(|word| (word + 100).to_le_bytes()).collect();
    let (out, given) = (cpu.alloc(256)?, cpu.alloc(256)?);
    cpu.upload(out, &[0; 256])?;
    cpu.upload(given, &input)?;
    cpu.launch(module, "kernel", config, &[Arg::Buffer(out), Arg::Buffer(given)])?;
    let mut bytes = [0; 256];
    cpu.download(out, &mut bytes)?;
    Ok(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
}

/// Every schedule leaves this.
fn always(body: &str, right: impl Fn(u32) -> u32) {
    assembles(body);
    for schedule in SCHEDULES {
        let out = run(body, schedule, true, block(64)).unwrap_or_else(|error| panic!("{schedule:?}: {error}\n{body}"));
        assert_eq!(out, (0..64).map(&right).collect::<Vec<_>>(), "{schedule:?} {body}");
    }
}

/// Every schedule reports this.
fn never(body: &str, kind: FaultKind, words: &str) {
    assembles(body);
    for schedule in SCHEDULES {
        match run(body, schedule, true, block(64)) {
            Err(DeviceError::Fault(fault)) => {
                assert_eq!(fault.kind, kind, "{schedule:?}: {fault}");
                assert!(fault.message.contains(words), "{schedule:?}: {fault}");
            }
            other => panic!("{schedule:?}: no fault but {other:?} in {body}"),
        }
    }
}

/// `%r4` is the thread's word of `s`, `%r5` that of its neighbour, `%rd3` its output, `%rd4` its input, `%p1` true in the first thread.
const SETUP: &str = ".shared .align 16 .b32 s[64]; .shared .align 8 .b64 bar;
    mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, s; add.u32 %r4, %r3, %r2; xor.b32 %r6, %r2, 128; add.u32 %r5, %r3, %r6;
    cvt.u64.u32 %rd5, %r2; add.u64 %rd3, %rd1, %rd5; add.u64 %rd4, %rd2, %rd5; setp.eq.u32 %p1, %r1, 0;";
const COPY: &str = "cp.async.ca.shared.global [%r4], [%rd4], 4; cp.async.commit_group;";
const WAIT: &str = "cp.async.wait_group 0;";
const OUT: &str = "ld.shared.u32 %r7, [%r5]; st.global.u32 [%rd3], %r7;";

#[test]
fn copies_of_threads() {
    always(&format!("{SETUP} {COPY} {WAIT} bar.sync 0; {OUT}"), |thread| 100 + (thread ^ 32));
    let writes = "while an asynchronous copy writes it";
    // Others must not look before the thread has waited, barrier or not.
    never(&format!("{SETUP} {COPY} bar.sync 0; {OUT} {WAIT}"), FaultKind::Race, writes);
    never(&format!("{SETUP} {COPY} st.shared.u32 [%r4], 0; {WAIT}"), FaultKind::Race, writes);
    // Two copies to the same bytes, of one thread or of two.
    never(&format!("{SETUP} {COPY} {COPY} {WAIT}"), FaultKind::Race, writes);
    let others = COPY.replace("[%r4]", "[%r5]");
    never(&format!("{SETUP} {COPY} bar.sync 0; {others} {WAIT}"), FaultKind::Race, writes);
    always(&format!("{SETUP} {COPY} {WAIT} bar.sync 0; {others} {WAIT} bar.sync 0; {OUT}"), |thread| 100 + thread);
    let over = "@%p1 mbarrier.init.shared::cta.b64 [bar], 1; bar.sync 0;
        @%p1 cp.async.ca.shared.global [bar], [%rd4], 4; cp.async.wait_all;";
    never(&format!("{SETUP} {over}"), FaultKind::InvalidOperand, "overwrites the mbarrier");
}

#[test]
fn copies_that_objects_count() {
    let body = |between: &str| {
        format!(
            "{SETUP} @%p1 mbarrier.init.shared::cta.b64 [bar], 1; bar.sync 0;
            @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 256;
            @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%rd2], 256, [bar];
            {between}
            wait: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0; @!%p2 bra wait; {OUT}"
        )
    };
    always(&body(""), |thread| 100 + (thread ^ 32));
    never(&body("bar.sync 0; ld.shared.u32 %r9, [%r5];"), FaultKind::Race, "while an asynchronous copy writes it");
    let out = format!(
        "{SETUP} st.shared.u32 [%r4], %r1; fence.proxy.async.shared::cta; bar.sync 0;
        @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [s], 256; @%p1 cp.async.bulk.commit_group; AGAIN
        @%p1 cp.async.bulk.wait_group 0;"
    );
    always(&out.replace("AGAIN", ""), |thread| thread);
    never(&out.replace("AGAIN", "bar.sync 0; st.shared.u32 [%r4], 0;"), FaultKind::Race, "copy reads it");
}

#[test]
fn what_programs_see_depends_on_the_schedule() {
    // Nobody looks for races, and nobody waits.
    let body = format!("{SETUP} {COPY} bar.sync 0; {OUT} {WAIT}");
    let early = run(&body, Schedule::Early, false, block(64)).expect("the values are there");
    assert_eq!(early, (0..64).map(|thread| 100 + (thread ^ 32)).collect::<Vec<_>>());
    let fault = |schedule| run(&body, schedule, false, block(64)).expect_err("some values are not there");
    for schedule in [Schedule::Late, Schedule::Random(3)] {
        assert!(matches!(fault(schedule), DeviceError::Fault(it) if it.kind == FaultKind::Uninitialised));
    }
}

#[test]
fn names() {
    assert_eq!("random:7".parse(), Ok(Schedule::Random(7)));
    assert_eq!("late".parse(), Ok(Schedule::Late));
    assert!("random".parse::<Schedule>().is_err_and(|message| message.contains("random:N")));
}
