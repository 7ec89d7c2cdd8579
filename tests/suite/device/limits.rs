//! What the interpreter does at its limits: time, steps, memory for the race detector, and how it counts.

use super::launch::{block, kernel};
use ptxlint::device::{Arg, Checks, Cpu, Device, DeviceError, Fault, FaultKind, Statistics};
use ptxlint::kernels::LaunchConfig;
use std::time::{Duration, Instant};

/// Launches a kernel of this body with an output of so many bytes.
fn launch(body: &str, config: LaunchConfig, bytes: u64, checks: Checks) -> (Cpu, Result<(), DeviceError>) {
    let mut cpu = Cpu::with_checks(checks);
    let module = cpu.load(&kernel(body)).expect("PTX");
    let args = [bytes, 4].map(|bytes| Arg::Buffer(cpu.alloc(bytes).expect("memory")));
    let result = cpu.launch(module, "kernel", config, &args);
    (cpu, result)
}

fn fault(result: Result<(), DeviceError>) -> Fault {
    let Err(DeviceError::Fault(fault)) = result else { panic!("no fault but {result:?}") };
    *fault
}

/// A launch of many blocks ends as soon as one of them has used up its steps, or when its time is over, be it in one block that goes on
/// for ever, in threads that wait for others, or in many blocks that end at once.
#[test]
fn launches_end() {
    let large = LaunchConfig::new([65_535, 65_535, 1], [1024, 1, 1]);
    let started = Instant::now();
    let hangs = "loop:\n bra loop;";
    let (_, result) = launch(hangs, large, 4, Checks { steps: 1 << 16, ..Checks::default() });
    let fault_of_steps = fault(result);
    assert_eq!(
        (fault_of_steps.kind, fault_of_steps.message.as_str()),
        (FaultKind::StepLimit, "still running after 65536 steps")
    );
    let spins = "mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; @%p1 bra loop; bar.sync 0; ret;\n loop:\n bra loop;";
    // On a busy machine the time may be over when a block has just begun, in line 12.
    for (body, last) in [(hangs, 15), (spins, 16), ("", 12)] {
        let checks = Checks { time: Duration::from_millis(200), ..Checks::default() };
        let fault = fault(launch(body, large, 4, checks).1);
        assert_eq!(fault.kind, FaultKind::TimeLimit, "{fault}");
        assert!([12, last].contains(&fault.line), "{fault}");
        assert_eq!(fault.message, "the launch is still running after 0.2 s");
        assert!(fault.to_string().contains(", thread (") && fault.to_string().contains("of block ("), "{fault}");
    }
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

/// Threads of two blocks write something else into the last word of a buffer of 80 MiB.
#[test]
fn races_in_large_buffers() {
    const BYTES: u64 = 80 << 20;
    let race = format!("mov.u32 %r1, %ctaid.x; st.global.u32 [%rd1+{}], %r1;", BYTES - 4);
    let two = LaunchConfig::new([2, 1, 1], [1, 1, 1]);
    let (cpu, result) = launch(&race, two, BYTES, Checks::default());
    let found = fault(result);
    assert_eq!((found.kind, cpu.unwatched()), (FaultKind::Race, 0), "{found}");
    // Without memory for it the detector says so, and finds what it has memory for.
    let poor = Checks { race_memory: 0, ..Checks::default() };
    let (cpu, result) = launch(&race, two, BYTES, poor);
    assert_eq!((result, cpu.unwatched()), (Ok(()), 4096));
    let elsewhere = format!("st.global.u32 [%rd1], 7; {race}");
    let (cpu, result) = launch(&elsewhere, two, BYTES, Checks { race_memory: 6_000, ..Checks::default() });
    assert_eq!((result, cpu.unwatched()), (Ok(()), 4096));
    let (cpu, _) = launch(&race, two, BYTES, Checks { races: false, ..Checks::default() });
    assert_eq!(cpu.unwatched(), 0);
}

/// Blocks of many threads with many registers take much memory, too.
#[test]
fn registers_and_local_variables_need_memory() {
    let body = ".local .b8 l[500000]; mov.u32 %r1, 0; st.local.u32 [l], %r1;";
    let poor = Checks { memory: 1 << 20, ..Checks::default() };
    let (mut cpu, result) = launch(body, block(1024), 4, poor);
    let Err(DeviceError::OutOfMemory { bytes, free }) = result else { panic!("{result:?}") };
    assert!(bytes > 2 * 1024 * 500_000 && free == cpu.free_memory().ok(), "{bytes} {free:?}");
    assert_eq!(launch(body, block(1), 4, Checks { memory: 2 << 20, ..poor }).1, Ok(()));
    assert_eq!(launch(body, block(1024), 4, Checks::default()).1, Ok(()));
}

/// Lanes that wait for others of their warp come to an instruction once.
#[test]
fn waiting_lanes_count_once() {
    let body = "mov.u32 %r1, %laneid;
        setp.ge.u32 %p1, %r1, 16;
        @%p1 bra late;
        meet: shfl.sync.idx.b32 %r2, %r1, 0, 0x1f, 0xffffffff;
        bra done;
        late: add.u32 %r3, %r1, 1;
        bra meet;
        done:";
    let (cpu, result) = launch(body, block(32), 4, Checks { coverage: true, ..Checks::default() });
    assert_eq!(result, Ok(()));
    // Two loads of parameters before, a return behind.
    let Statistics { thread_instructions, warp_instructions, active_lanes, .. } = cpu.statistics();
    let whole = 32 * (2 + 2 + 1 + 1 + 1);
    assert_eq!(thread_instructions, whole + 16 * 3);
    assert_eq!((warp_instructions, active_lanes), (7 + 3, whole + 32 + 16 * 2));
    let coverage = cpu.coverage();
    let shuffle = coverage[0].instructions.iter().find(|it| it.text.starts_with("shfl")).expect("it is there");
    assert_eq!((shuffle.executed, shuffle.skipped), (32, 0));

    // The halves come to two shuffles.
    let apart = body.replace("bra meet;", "shfl.sync.idx.b32 %r2, %r1, 0, 0x1f, 0xffffffff;");
    let (cpu, result) = launch(&apart, block(32), 4, Checks::default());
    assert_eq!((result, cpu.statistics().thread_instructions), (Ok(()), 32 * (2 + 2 + 1) + 16 * 5));
}
