//! Launches that go on after faults, and what the interpreter tells besides: what kernels print, and what a launch has done.

use super::launch::{block, kernel};
use ptxlint::device::{Arg, Buffer, Cpu, Device, DeviceError, FaultKind};
use ptxlint::kernels::LaunchConfig;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

/// `%rd3` is the address of the thread's word of the output.
const OWN: &str = "mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd3, %rd1, %rd3;";

/// A report: its kind, the text of the instruction, the thread and how often.
type Told = (FaultKind, String, u32, u64);

/// Runs a kernel of this body that goes on after faults: the reports, and the output.
fn reports(body: &str, config: LaunchConfig) -> (Vec<Told>, Vec<u32>) {
    let ptx = kernel(body);
    let mut cpu = Cpu::new();
    cpu.go_on_after_faults(true);
    let module = cpu.load(&ptx).expect("it is PTX");
    let out = cpu.alloc(256).expect("memory");
    cpu.upload(out, &[0; 256]).expect("room");
    let given: Buffer = cpu.alloc(256).expect("memory");
    let ended = cpu.launch(module, "kernel", config, &[Arg::Buffer(out), Arg::Buffer(given)]);
    assert_eq!(matches!(ended, Err(DeviceError::Fault(_))), !cpu.faults().is_empty(), "{ended:?}");
    let report = |report: &ptxlint::device::FaultReport| {
        let fault = &report.fault;
        (fault.kind, ptx[fault.span.range()].to_string(), fault.thread.thread[0], report.times)
    };
    let reports = cpu.faults().iter().map(report).collect();
    let mut bytes = [0; 256];
    cpu.download(out, &mut bytes).expect("room");
    (reports, bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
}

#[test]
fn every_race_is_told_once() {
    let body = format!(
        ".shared .b32 s[2]; {OWN} and.b32 %r3, %r1, 1; add.u32 %r3, %r3, 7; st.shared.u32 [s], %r3; st.shared.u32 [s+4], %r3;
        bar.sync 0; st.global.u32 [%rd3], %r1;"
    );
    let (reports, output) = reports(&body, block(64));
    let places: Vec<(FaultKind, &str)> = reports.iter().map(|(kind, text, ..)| (*kind, text.as_str())).collect();
    assert_eq!(places, [(FaultKind::Race, "st.shared.u32 [s], %r3;"), (FaultKind::Race, "st.shared.u32 [s+4], %r3;")]);
    assert!(reports.iter().all(|(.., times)| *times > 1), "{reports:?}");
    assert_eq!(output, (0..64).collect::<Vec<u32>>(), "all threads have come to their ends");
}

#[test]
fn of_a_thread_the_first_fault_is_told() {
    // Threads from 60 on leave the buffer, twice; the loads that nobody has written are another place.
    let body = format!(
        "{OWN} add.u64 %rd4, %rd3, 16; st.global.u32 [%rd4], %r1; st.global.u32 [%rd4+0], %r1; ld.global.u32 %r4, [%rd2+64];
        add.u32 %r4, %r4, %r1; st.global.u32 [%rd3], %r4;"
    );
    let (reports, output) = reports(&body, block(64));
    let expected = [
        (FaultKind::OutOfBounds, "st.global.u32 [%rd4], %r1;".to_string(), 60, 4),
        (FaultKind::Uninitialised, "ld.global.u32 %r4, [%rd2+64];".to_string(), 0, 60),
    ];
    assert_eq!(reports.iter().filter(|report| report.0 != FaultKind::Race).cloned().collect::<Vec<_>>(), expected);
    assert_eq!(output[63], 63, "what was told counts as written");
}

#[test]
fn undefined_guards_and_addresses() {
    let body = format!("{OWN} @%p9 st.global.u32 [%rd3], %r1; ld.global.u32 %r2, [%rd9]; st.global.u32 [%rd3], 5;");
    let (found, output) = reports(&body, block(33));
    // The guard leads each thread astray: nothing more is told of it.
    assert_eq!(found, [(FaultKind::Uninitialised, "st.global.u32 [%rd3], %r1;".to_string(), 0, 33)]);
    assert_eq!(output[..33], [5; 33]);
    let (found, _) = reports(&format!("{OWN} ld.global.u32 %r2, [%rd9]; st.global.u32 [%rd3], %r2;"), block(2));
    assert_eq!(found, [(FaultKind::Uninitialised, "ld.global.u32 %r2, [%rd9];".to_string(), 0, 2)]);
}

#[test]
fn a_block_that_cannot_go_on_ends_alone() {
    let body = format!(
        "{OWN} mov.u32 %r5, %ctaid.x; setp.eq.u32 %p1, %r5, 1; @%p1 trap; mul.wide.u32 %rd4, %r5, 4; add.u64 %rd4, %rd1, %rd4;
        st.global.u32 [%rd4], 9;"
    );
    let (found, output) = reports(&body, LaunchConfig::new([3, 1, 1], [1, 1, 1]));
    assert_eq!(found, [(FaultKind::Trap, "trap;".to_string(), 0, 1)]);
    assert_eq!(output[..3], [9, 0, 9]);
    assert_eq!(reports(&format!("{OWN} st.global.u32 [%rd3], 1;"), block(64)).0, []);
}

#[test]
fn assertions_fail_as_such() {
    let ptx = "
.version 8.0
.target sm_80
.address_size 64
.extern .func __assertfail(.param .b64 message, .param .b64 file, .param .b32 line, .param .b64 function, .param .b64 size);
.visible .entry kernel()
{
    .param .b64 text;
    .param .b32 line;
    st.param.b64 [text], 0;
    st.param.b32 [line], 7;
    call.uni __assertfail, (text, text, line, text, text);
    ret;
}
";
    let mut cpu = Cpu::new();
    let module = cpu.load(ptx).expect("it is PTX");
    let failed = cpu.launch(module, "kernel", block(1), &[]);
    assert!(matches!(failed, Err(DeviceError::Fault(fault)) if fault.kind == FaultKind::Assertion));
}

/// What CUDA writes to the standard error, for each thread.
#[test]
fn assertions_say_what_has_failed() {
    let ptx = "
.version 8.0
.target sm_80
.address_size 64
.extern .func __assertfail(.param .b64 message, .param .b64 file, .param .b32 line, .param .b64 function, .param .b64 size);
.global .align 1 .b8 condition[6] = {105, 32, 60, 32, 50, 0};
.global .align 1 .b8 file[5] = {107, 46, 99, 117, 0};
.global .align 1 .b8 function[7] = {118, 111, 105, 100, 32, 107, 0};
.visible .entry kernel()
{
    .reg .pred %p<2>; .reg .b32 %r<4>; .reg .b64 %rd<5>;
    .param .b64 message; .param .b64 where; .param .b32 line; .param .b64 who; .param .b64 size;
    mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 2;
    @%p1 bra done;
    mov.u64 %rd1, condition; cvta.global.u64 %rd1, %rd1; st.param.b64 [message], %rd1;
    mov.u64 %rd2, file; cvta.global.u64 %rd2, %rd2; st.param.b64 [where], %rd2;
    mov.u64 %rd3, function; cvta.global.u64 %rd3, %rd3; st.param.b64 [who], %rd3;
    st.param.b32 [line], 17; st.param.b64 [size], 1;
    call.uni __assertfail, (message, where, line, who, size);
done:
    ret;
}
";
    let (told, listened) = (Arc::new(Mutex::new(String::new())), Arc::new(Mutex::new(String::new())));
    let (listener, printed) = (Arc::clone(&told), Arc::clone(&listened));
    let mut cpu = Cpu::new();
    cpu.on_assertion(move |line| listener.lock().expect("no panic").push_str(line));
    cpu.on_print(move |text| printed.lock().expect("no panic").push_str(text));
    let module = cpu.load(ptx).expect("it is PTX");
    let failed = cpu.launch(module, "kernel", block(4), &[]);
    let line =
        |thread: u32| format!("k.cu:17: void k: block: [0,0,0], thread: [{thread},0,0] Assertion `i < 2` failed.\n");
    assert_eq!(*told.lock().expect("no panic"), line(2) + &line(3));
    assert_eq!(*listened.lock().expect("no panic"), "", "that is for the standard output");
    let Err(DeviceError::Fault(fault)) = failed else { panic!("{failed:?}") };
    assert_eq!(fault.message, "an assertion of the kernel has failed: `i < 2`");
}

#[test]
fn what_kernels_print() {
    let ptx = "
.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 v);
.global .align 1 .b8 format[19] = {37, 115, 32, 37, 100, 58, 32, 37, 46, 50, 102, 32, 37, 108, 108, 120, 10, 0, 0};
.global .align 1 .b8 word[3] = {105, 116, 0};
.visible .entry kernel()
{
    .local .align 8 .b8 values[32];
    .reg .b32 %r<4>;
    .reg .b64 %rd<6>;
    .param .b64 f;
    .param .b64 v;
    .param .b32 r;
    mov.u32 %r1, %tid.x;
    mov.u64 %rd1, values;
    cvta.local.u64 %rd1, %rd1;
    mov.u64 %rd2, word;
    cvta.global.u64 %rd2, %rd2;
    mov.u64 %rd3, format;
    cvta.global.u64 %rd3, %rd3;
    st.u64 [%rd1], %rd2;
    st.u32 [%rd1+8], %r1;
    mov.b64 %rd4, 0d3FF8000000000000;
    st.u64 [%rd1+16], %rd4;
    st.u64 [%rd1+24], -1;
    st.param.b64 [f], %rd3;
    st.param.b64 [v], %rd1;
    call.uni (r), vprintf, (f, v);
    ret;
}
";
    let printed = Arc::new(Mutex::new(Vec::new()));
    let mut cpu = Cpu::new();
    let sink = Arc::clone(&printed);
    cpu.on_print(move |text| sink.lock().expect("nobody panics").push(text.to_string()));
    let module = cpu.load(ptx).expect("it is PTX");
    cpu.launch(module, "kernel", block(2), &[]).expect("it prints");
    assert_eq!(
        *printed.lock().expect("nobody panics"),
        ["it 0: 1.50 ffffffffffffffff\n", "it 1: 1.50 ffffffffffffffff\n"]
    );
}

#[test]
fn statistics_and_threads() {
    let mut cpu = Cpu::new();
    cpu.set_threads(NonZeroUsize::MIN).expect("one thread");
    let module = cpu.load(&kernel("")).expect("it is PTX");
    let buffer = cpu.alloc(4).expect("memory");
    for threads in [1, 32] {
        cpu.launch(module, "kernel", block(threads), &[Arg::Buffer(buffer), Arg::Buffer(buffer)]).expect("it ends");
        assert_eq!(cpu.launch_statistics().thread_instructions, 3 * u64::from(threads));
    }
    assert_eq!(cpu.statistics().thread_instructions, 3 * 33);
}

#[test]
fn vector_registers() {
    let ptx = kernel(
        ".reg .v2 .u32 %a; .reg .v4 .u32 %b; .reg .v2 .u32 %c; mov.u32 %a.x, 1; mov.u32 %a.y, 2; mov.u32 %b.x, 10; mov.u32 %b.y, 20;
        mov.u32 %b.z, 30; mov.u32 %b.w, 40; call (%c), f, (%a, %b); st.global.v2.u32 [%rd1], %c; mov.v2.u32 %a, %c;
        st.global.u32 [%rd1+8], %a.g; st.global.v4.u32 [%rd1+16], %b; ld.global.v2.u32 %a, [%rd1+24]; st.global.u32 [%rd1+12], %a.y;",
    );
    let function = ".func (.reg .v2 .u32 r) f(.reg .v2 .u32 a, .reg .v4 .u32 b)
        { add.u32 r.x, a.y, b.w; sub.u32 r.y, b.z, a.x; ret; }\n.visible";
    let output = super::launch::run(&ptx.replacen(".visible", function, 1), block(1), &[0; 4], 8);
    assert_eq!(output.expect("it runs"), [42, 29, 29, 40, 10, 20, 30, 40]);
    // Results are among what is moved; vector registers are packed and unpacked; a value is a register plus a constant.
    let ptx = kernel(
        ".reg .u32 %v<5>; .reg .v2 .u32 %w; .reg .b64 %l; mov.u32 %v1, 1; mov.u32 %v2, 2; mov.u32 %v3, 3; mov.u32 %v4, 4;
        mov.v4.u32 {%v4, %v1, %v2, %v3}, {%v1, %v2, %v3, %v4}; st.global.v4.u32 [%rd1], {%v1, %v2, %v3, %v4};
        mov.v2.u32 %w, {%v1, %v2}; mov.b64 %l, %w; st.global.u64 [%rd1+16], %l; st.global.u32 [%rd1+24], %v1 + 5;
        mov.b64 %w, %l; st.global.u32 [%rd1+28], %w.y;",
    );
    let output = super::launch::run(&ptx, block(1), &[0; 4], 8);
    assert_eq!(output.expect("it runs"), [2, 3, 4, 1, 2, 3, 7, 3]);
}
