//! What is undefined on a GPU is a fault that names the instruction and the thread.

use super::launch::{block, fails, fault, kernel, run, succeeds};
use ptxlint::device::{Arg, Cpu, Device, DeviceError, FaultKind};
use ptxlint::kernels::LaunchConfig;

/// `%rd3` is the address of the thread's word of the output.
const OWN: &str = "mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd3, %rd1, %rd3;";

#[test]
fn out_of_bounds() {
    let past = fails(&format!("{OWN} st.global.u32 [%rd3+4], %r1;"), block(64), FaultKind::OutOfBounds, "st.global");
    assert_eq!(past.thread.thread, [63, 0, 0]);
    assert!(past.message.contains("offset 256 of 256"), "{past}");
    fails("ld.global.u32 %r2, [%rd1+-4];", block(1), FaultKind::OutOfBounds, "ld.global");
    fails("mov.u64 %rd3, 0; ld.global.u32 %r2, [%rd3];", block(1), FaultKind::OutOfBounds, "ld.global");
    fails(
        ".shared .b32 s[4]; mov.u32 %r1, 7; st.shared.u32 [s+16], %r1;",
        block(1),
        FaultKind::OutOfBounds,
        "st.shared",
    );
    let dynamic = kernel("st.shared.u32 [tile], 1;").replace(".visible", ".extern .shared .b32 tile[];\n.visible");
    let none = run(&dynamic, block(1), &[0; 4], 1).expect_err("there is no tile").to_string();
    assert!(
        none.contains("0 bytes of shared memory: the kernel has none of its own, and the launch gives none"),
        "{none}"
    );
    fails(".local .b32 l[4]; mov.u32 %r1, 7; st.local.u32 [l+16], %r1;", block(1), FaultKind::OutOfBounds, "st.local");
    succeeds(&format!("{OWN} st.global.u32 [%rd3], %r1;"), block(64));
}

#[test]
fn misaligned() {
    fails("ld.global.u32 %r2, [%rd2+2];", block(1), FaultKind::Misaligned, "ld.global");
    fails("ld.global.v2.u32 {%r2, %r3}, [%rd2+4];", block(1), FaultKind::Misaligned, "ld.global");
    succeeds("ld.global.v2.u32 {%r2, %r3}, [%rd2+8];", block(1));
}

#[test]
fn uninitialised() {
    fails("st.global.u32 [%rd1], %r9;", block(1), FaultKind::Uninitialised, "st.global");
    fails("ld.global.u32 %r1, [%rd9];", block(1), FaultKind::Uninitialised, "ld.global");
    fails("@%p1 bra end; end:", block(1), FaultKind::Uninitialised, "bra");
    let load = ".shared .b32 s; ld.shared.u32 %r1, [s];";
    fails(&format!("{load} st.global.u32 [%rd1], %r1;"), block(1), FaultKind::Uninitialised, "ld.shared");
    succeeds(load, block(1));
    let fault = fails(
        &format!("{OWN} setp.lt.u32 %p1, %r1, 5; @%p1 mov.u32 %r2, 1; add.u32 %r2, %r2, 1; st.global.u32 [%rd3], %r2;"),
        block(32),
        FaultKind::Uninitialised,
        "st.global",
    );
    assert_eq!(fault.thread.thread, [5, 0, 0]);
    // What nobody looks at, what is not chosen, and what is cleared does no harm.
    succeeds("add.u32 %r1, %r8, %r9;", block(1));
    succeeds(
        "mov.u32 %r1, 1; setp.eq.u32 %p1, %r1, 1; selp.u32 %r2, %r1, %r9, %p1; st.global.u32 [%rd1], %r2;",
        block(1),
    );
    succeeds("xor.b32 %r1, %r1, %r1; st.global.u32 [%rd1], %r1;", block(1));
}

#[test]
fn races() {
    let shared = ".shared .b32 s[64]; mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, s; add.u32 %r4, %r3, %r2;
        xor.b32 %r5, %r1, 32; shl.b32 %r5, %r5, 2; add.u32 %r5, %r3, %r5; st.shared.u32 [%r5], %r1; bar.sync 0;
        st.shared.u32 [%r4], %r1;";
    // Whichever comes second has the fault.
    let (race, _) = fault(&format!("{shared} ld.shared.u32 %r6, [%r5];"), block(64));
    assert_eq!(race.kind, FaultKind::Race, "{race}");
    let other = race.other.expect("two accesses");
    assert_eq!(other.thread.thread[0], race.thread.thread[0] ^ 32, "{other:?}");
    succeeds(&format!("{shared} bar.sync 0; ld.shared.u32 %r6, [%r5];"), block(64));
    // Lanes of a warp are no more in step than others, unless they say so.
    let neighbour = shared.replace("xor.b32 %r5, %r1, 32", "xor.b32 %r5, %r1, 1");
    fails(&format!("{neighbour} ld.shared.u32 %r6, [%r5];"), block(64), FaultKind::Race, "ld.shared");
    succeeds(&format!("{neighbour} bar.warp.sync -1; ld.shared.u32 %r6, [%r5];"), block(64));
    // A write after reads.
    let (race, _) = fault(
        &format!("{shared} bar.sync 0; ld.shared.u32 %r6, [%r5]; add.u32 %r7, %r6, 9; st.shared.u32 [%r4], %r7;"),
        block(64),
    );
    assert_eq!(race.kind, FaultKind::Race, "{race}");
    succeeds(
        &format!(
            "{shared} bar.sync 0; ld.shared.u32 %r6, [%r5]; add.u32 %r7, %r6, 9; bar.sync 0; st.shared.u32 [%r4], %r7;"
        ),
        block(64),
    );
    // Only the read and the write of it have no order: the second warp runs after the first.
    let late = fails(
        &format!(
            "{shared} bar.sync 0; setp.lt.u32 %p1, %r1, 32; @%p1 ld.shared.u32 %r6, [%r5]; add.u32 %r7, %r1, 9;
            @!%p1 st.shared.u32 [%r4], %r7;"
        ),
        block(64),
        FaultKind::Race,
        "st.shared",
    );
    assert!(late.other.as_ref().is_some_and(|other| !other.writes), "{late}");
    // Blocks have no order.
    let grid = LaunchConfig::new([2, 1, 1], [1, 1, 1]);
    let number = "mov.u32 %r1, %ctaid.x; add.u32 %r1, %r1, 1;";
    fails(&format!("{number} st.global.u32 [%rd1], %r1;"), grid, FaultKind::Race, "st.global");
    succeeds(&format!("{number} red.global.add.u32 [%rd1], %r1;"), grid);
}

#[test]
fn barriers() {
    let half = "mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0;";
    fails(&format!("{half} @%p1 bar.sync 0; bar.sync 1;"), block(64), FaultKind::BarrierDivergence, "bar.sync");
    fails(
        &format!("{half} @%p1 bra even; bar.sync 1; bra done; even: bar.sync 0; done:"),
        block(64),
        FaultKind::BarrierDivergence,
        "bar.sync",
    );
    let warps = "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32;";
    let fault = fails(
        &format!("{warps} @%p1 bra low; bar.sync 1; bra done; low: bar.sync 0; done:"),
        block(64),
        FaultKind::Deadlock,
        "bar.sync",
    );
    assert!(fault.message.contains("barrier 0") && fault.message.contains("barrier 1"), "{fault}");
    fails("bar.sync 0, 96;", block(64), FaultKind::Deadlock, "bar.sync");
    fails("mov.u32 %r1, 48; bar.sync 0, %r1;", block(64), FaultKind::InvalidOperand, "bar.sync");
    succeeds(&format!("{warps} @%p1 bra low; bar.sync 1, 64; bra done; low: bar.arrive 1, 64; done:"), block(64));
    succeeds(&format!("{half} @%p1 bra even; barrier.sync 0; bra done; even: barrier.sync 0; done:"), block(64));
}

#[test]
fn warp_instructions() {
    let half = "mov.u32 %r1, %laneid; setp.lt.u32 %p1, %r1, 16;";
    fails(
        &format!("{half} @%p1 shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1; @!%p1 bar.warp.sync -1;"),
        block(32),
        FaultKind::InactiveLane,
        "shfl.sync",
    );
    fails(
        &format!("{half} @%p1 shfl.sync.bfly.b32 %r2, %r1, 16, 31, 0xffff;"),
        block(32),
        FaultKind::InactiveLane,
        "shfl.sync",
    );
    fails("shfl.sync.bfly.b32 %r2, %r2, 1, 31, 1;", block(32), FaultKind::InactiveLane, "shfl.sync");
    // Both halves of a warp come at once, each with a mask of its own.
    let halves = "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 16; selp.b32 %r3, 0xffff, 0xffff0000, %p1;";
    succeeds(&format!("{halves} shfl.sync.bfly.b32 %r2, %r1, 8, 31, %r3;"), block(32));
    let across = format!("{halves} shfl.sync.bfly.b32 %r2, %r1, 16, 31, %r3;");
    let fault = fails(&across, block(32), FaultKind::InactiveLane, "shfl.sync");
    assert!(fault.message.contains("lane 0 reads lane 16, which is not in its member mask 0x0000ffff"), "{fault}");
    succeeds(&format!("{half} @%p1 shfl.sync.bfly.b32 %r2, %r1, 1, 31, 0xffff;"), block(32));
    // Both sides of a branch come to a shuffle: they meet.
    let out = succeeds(
        &format!(
            "{half} mul.wide.u32 %rd3, %r1, 4; add.u64 %rd3, %rd1, %rd3;
            @%p1 bra low; shfl.sync.bfly.b32 %r2, %r1, 16, 31, -1; bra done;
            low: shfl.sync.bfly.b32 %r2, %r1, 16, 31, -1; done: st.global.u32 [%rd3], %r2;"
        ),
        block(32),
    );
    assert_eq!((out[0], out[16], out[31]), (16, 0, 15));
}

#[test]
fn loops_and_calls_without_end() {
    fails("loop: bra loop;", block(32), FaultKind::StepLimit, "bra");
    fails("loop: bar.sync 0; bra loop;", block(64), FaultKind::StepLimit, "b");
    fails("trap;", block(32), FaultKind::Trap, "trap");
    // A lane that holds a lock gets on while others wait for it.
    succeeds(
        "mov.u32 %r9, 0; again: atom.global.cas.b32 %r2, [%rd1], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra again;
        ld.relaxed.gpu.global.u32 %r3, [%rd1+4]; add.u32 %r3, %r3, 1; st.relaxed.gpu.global.u32 [%rd1+4], %r3;
        fence.acq_rel.gpu; atom.global.exch.b32 %r4, [%rd1], 0;",
        block(64),
    );
}

#[test]
fn launches_that_are_none() {
    let ptx = kernel("st.global.u32 [%rd1], 1;");
    let mut cpu = Cpu::new();
    let module = cpu.load(&ptx).expect("PTX");
    let out = cpu.alloc(4).expect("memory");
    let args = [Arg::Buffer(out), Arg::Buffer(out)];
    let mut launch = |name: &str, config: LaunchConfig, args: &[Arg]| {
        cpu.launch(module, name, config, args).expect_err("no launch").to_string()
    };
    assert_eq!(launch("kernels", block(1), &args), "no kernel `kernels`: the module has `kernel`");
    assert_eq!(launch("kernel", block(1), &args[1..]), "1 arguments for 2 parameters");
    let wrong = [Arg::Buffer(out), Arg::from(1u32)];
    assert_eq!(launch("kernel", block(1), &wrong), "4 bytes for parameter `in`, which has 8");
    assert!(launch("kernel", block(1025), &args).contains("too large"));
    assert!(launch("kernel", block(0), &args).contains("empty"));
    let shared = LaunchConfig { shared_bytes: 300_000, ..block(1) };
    assert!(launch("kernel", shared, &args).contains("300000 bytes of shared memory"));
    assert!(matches!(cpu.alloc(1 << 60), Err(DeviceError::OutOfMemory { .. })));
    let refused = run(&kernel("istypep.texref %p1, %rd1;"), block(1), &[0; 4], 1);
    assert!(refused.is_err_and(|error| error.to_string().contains("does not implement istypep.texref")), "by name");
    let error = |ptx: &str| run(ptx, block(1), &[0; 4], 1).expect_err(ptx).to_string();
    assert!(error("this is no PTX").starts_with("line 1:"));
    // What the assembler would not take is not run either.
    let constant = error(&kernel(".shared .b8 s[512]; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {5}, [s];"));
    assert!(constant.contains("`ldmatrix`") && constant.starts_with("line "), "{constant}");
    assert!(error(&kernel("and.u32 %r1, %r2, %r3;")).contains("`and` does not accept `.u32`"));
    let shared = kernel("mov.u32 %own, 1;").replace(".visible", ".reg .b32 %own;\n.visible");
    assert_eq!(error(&shared), "line 4: registers must be declared inside a function");
    cpu.launch(module, "kernel", block(1), &args).expect("the device still works");
}

/// Blocks that store the same value to one place do not race, whoever comes first.
#[test]
fn the_same_value_from_many_blocks() {
    let body = "mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd3, %rd1, %rd3; add.u32 %r2, %r1, 1;
        st.global.u32 [%rd3], %r2;";
    for _ in 0..2000 {
        let config = LaunchConfig::new([16, 1, 1], [64, 1, 1]);
        let words = run(&kernel(body), config, &[0; 4], 64).unwrap_or_else(|error| panic!("{error}"));
        assert!(words.iter().zip(1..).all(|(&word, number)| word == number), "{words:?}");
    }
}

#[test]
fn ends_of_variables_in_shared_memory() {
    let two = ".shared .b32 s[4]; .shared .b32 t[4]; mov.u32 %r1, %tid.x; mul.lo.u32 %r2, %r1, 4;";
    let past = fails(
        &format!("{two} mov.u32 %r3, s; add.u32 %r3, %r3, %r2; st.shared.u32 [%r3+8], %r1;"),
        block(4),
        FaultKind::OutOfBounds,
        "st.shared",
    );
    assert_eq!(past.thread.thread, [2, 0, 0]);
    assert!(past.message.contains("offset 16 of `s`, which has 16 bytes"), "{past}");
    fails(&format!("{two} st.shared.u32 [t+-4], %r1;"), block(1), FaultKind::OutOfBounds, "st.shared");
    let dynamic = kernel(".shared .b32 s[4]; st.shared.u32 [tile], 1; st.shared.u32 [s+16], 1;")
        .replace(".visible", ".extern .shared .b32 tile[];\n.visible");
    let with_room = LaunchConfig { shared_bytes: 64, ..block(1) };
    let past = run(&dynamic, with_room, &[0; 4], 1).expect_err("`s` has an end").to_string();
    assert!(past.contains("offset 16 of `s`, which has 16 bytes"), "{past}");
    // Which of them it is may depend on data.
    succeeds(
        &format!(
            "{two} mov.u32 %r3, s; mov.u32 %r4, t; setp.lt.u32 %p1, %r1, 2; selp.u32 %r5, %r3, %r4, %p1;
            add.u32 %r5, %r5, %r2; st.shared.u32 [%r5], %r1; st.shared.u32 [t+12], %r1;"
        ),
        block(1),
    );
}

#[test]
fn loops_that_nobody_is_left_to_end() {
    let spin = "loop: ld.volatile.global.u32 %r2, [%rd2]; setp.ne.u32 %p1, %r2, 77; @%p1 bra loop;";
    let found = fails(spin, block(64), FaultKind::StepLimit, "");
    assert!(found.message.contains("this loop never ends"), "{found}");
    // One lane has the lock, and waits for the others to come to the barrier of the warp.
    let lock = "loop: atom.global.cas.b32 %r2, [%rd1], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra loop; bar.warp.sync -1;
        atom.global.exch.b32 %r2, [%rd1], 0;";
    let found = fails(lock, block(2), FaultKind::StepLimit, "");
    assert!(found.message.contains("this loop never ends"), "{found}");
}

/// Blocks that run on several threads of the host wait for one another.
#[test]
fn blocks_that_nobody_is_left_to_wake() {
    let grid = |blocks: u32| LaunchConfig::new([blocks, 1, 1], [32, 1, 1]);
    // Each block counts itself, and waits for one more than there are.
    let count = "mov.u32 %r1, %tid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra wait; atom.global.add.u32 %r2, [%rd1], 1;
        wait: ld.volatile.global.u32 %r3, [%rd1]; mov.u32 %r4, %nctaid.x; setp.ne.u32 %p2, %r3, %r4; @%p2 bra wait;";
    succeeds(count, grid(3));
    let short = count.replace("setp.ne.u32 %p2", "add.u32 %r4, %r4, 1; setp.ne.u32 %p2");
    let found = fails(&short, grid(3), FaultKind::StepLimit, "");
    assert!(found.message.contains("this loop never ends"), "{found}");
    // Some wait for a block that takes its time.
    let slow = "mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 2; @%p1 bra wait; mov.u32 %r2, 0;
        count: add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 300000; @%p2 bra count; st.volatile.global.u32 [%rd1], 1; bra end;
        wait: ld.volatile.global.u32 %r3, [%rd1]; setp.ne.u32 %p2, %r3, 1; @%p2 bra wait;
        end:";
    succeeds(slow, grid(3));
}

#[test]
fn who_waits_long_for_others_is_not_in_a_loop_without_end() {
    // The first warp counts for long before it lets the second one go on.
    let body = ".shared .b32 flag; mov.u32 %r1, 0; st.volatile.shared.u32 [flag], %r1; bar.sync 0;
        mov.u32 %r1, %tid.x; mov.u32 %r2, 0; setp.ge.u32 %p1, %r1, 32; @%p1 bra wait;
        count: add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 300000; @%p2 bra count;
        st.volatile.shared.u32 [flag], 1; bra end;
        wait: ld.volatile.shared.u32 %r3, [flag]; setp.ne.u32 %p2, %r3, 1; @%p2 bra wait;
        end:";
    succeeds(body, block(64));
}
