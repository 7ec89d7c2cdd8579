//! Devices in processes of their own.

use super::run;
use ptxlint::device::{
    Arg, Cpu, Cuda, Device, DeviceError, DeviceIdentity, FaultKind, Product, Remote, Repetition, WorkerProcess,
};
use ptxlint::isa::Target;
use ptxlint::kernels::{LaunchConfig, Softmax, ToleranceSource};
use ptxlint::validate::Demonstration;
use ptxlint::validate::{Case, Placement};
use std::time::{Duration, Instant};

pub fn process(program: &str, arguments: &[&str], seconds: f64) -> WorkerProcess {
    let arguments = arguments.iter().map(|argument| argument.to_string()).collect();
    let [start_limit, limit] = [60.0, seconds].map(Duration::from_secs_f64);
    WorkerProcess { program: program.into(), arguments, start_limit, limit }
}

/// The interpreter in a process of the tool.
fn interpreter(seconds: f64) -> Remote {
    let process = process(env!("CARGO_BIN_EXE_ptxlint"), &["run-kernel", "cpu"], seconds);
    let identity = process.identify().expect("the interpreter tells what it is");
    assert_eq!(identity, DeviceIdentity { name: Cpu::new().name(), properties: None });
    Remote::new(process, identity)
}

/// A device of whatever this process is.
fn pretender(program: &str, arguments: &[&str], seconds: f64) -> Remote {
    Remote::new(process(program, arguments, seconds), DeviceIdentity { name: String::new(), properties: None })
}

/// Runs a demonstration; gives what it leaves in its first buffer.
pub fn demonstrate(name: &str, device: &mut dyn Device) -> Result<Vec<u8>, DeviceError> {
    let demonstration = Demonstration::by_name(name).expect("it is listed");
    let launch = demonstration.launch().expect("it can be launched");
    let module = device.load(demonstration.ptx)?;
    let args = device.arguments(&launch.arguments)?;
    let kernel = demonstration.kernel().expect("a kernel");
    device.launch(module, kernel, LaunchConfig::new(launch.grid, launch.block), &args)?;
    let Arg::Buffer(buffer) = args[0] else { panic!("an output") };
    let mut bytes = vec![0; 4 * launch.arguments[0].elements().expect("a buffer")];
    device.download(buffer, &mut bytes)?;
    Ok(bytes)
}

#[test]
fn results_are_those_of_the_device() {
    let case = Case::random(Box::new(Softmax { rows: 3, columns: 255 }));
    let mut remote = interpreter(60.0);
    let check =
        case.check(&mut remote, Target::lookup("sm_80").expect("known"), ToleranceSource::Computed, Placement::Device);
    assert!(check.passed(), "{check:?}");
    assert!(check.time.is_some());
    for name in ["shfl-width/bad_sum", "shfl-width/good_sum", "infinite-loop/good_break"] {
        assert_eq!(demonstrate(name, &mut interpreter(60.0)), demonstrate(name, &mut Cpu::new()), "{name}");
    }
}

#[test]
fn errors_are_those_of_the_device() {
    let error = demonstrate("misaligned-access/bad_vector_stride", &mut interpreter(60.0)).expect_err("it faults");
    assert_eq!(Err(error.clone()), demonstrate("misaligned-access/bad_vector_stride", &mut Cpu::new()));
    let DeviceError::Fault(fault) = error else { panic!("{error}") };
    assert_eq!((fault.kind, fault.thread.thread), (FaultKind::Misaligned, [1, 0, 0]));

    let mut remote = interpreter(60.0);
    let ptx = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u32 n) { ret; }";
    let module = remote.load(ptx).expect("PTX");
    let mut launch = |kernel: &str, args: &[Arg]| {
        let config = LaunchConfig::new([1; 3], [1; 3]);
        remote.launch(module, kernel, config, args).map_err(|error| error.to_string())
    };
    assert_eq!(launch("k", &[Arg::Integer(7)]), Ok(()));
    assert_eq!(launch("k", &[Arg::Float(7.0)]), Ok(()));
    assert_eq!(launch("j", &[]), Err("no kernel `j`: the module has `k`".to_string()));
    assert_eq!(launch("k", &[]), Err("0 arguments for 1 parameters".to_string()));
    let size = launch("k", &[Arg::Bytes(vec![0; 3])]).expect_err("too short");
    assert!(size.contains("3 bytes for parameter `n`"), "{size}");
    let buffer = remote.alloc(8).expect("there is memory");
    assert!(remote.download(buffer, &mut [0; 9]).is_err());
    assert_eq!(remote.free(buffer), Ok(()));
    assert!(remote.free(buffer).is_err() && remote.upload(buffer, &[1]).is_err());
    let syntax = remote.load("no PTX").expect_err("it is none");
    assert!(matches!(syntax, DeviceError::Syntax { line: 1, .. }), "{syntax:?}");
    let free = remote.free_memory().ok();
    assert_eq!(remote.alloc(1 << 60), Err(DeviceError::OutOfMemory { bytes: 1 << 60, free }));
    // None of this was the end of the device.
    assert_eq!(remote.synchronise(), Ok(()));
}

/// Every kind of request, and numbers that JSON does not have.
#[test]
fn a_session() {
    let ptx = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 p, .param .f32 x) {\n\
        .reg .b64 %rd<2>; .reg .f32 %f<2>;\nld.param.u64 %rd1, [p]; ld.param.f32 %f1, [x]; st.global.f32 [%rd1], %f1; ret; }";
    let mut remote = interpreter(60.0);
    let free = remote.free_memory().expect("it tells");
    let buffers = [1u32, 2].map(|_| remote.alloc(1 << 20).expect("there is memory"));
    assert_eq!(remote.free_memory(), Ok(free - (2 << 20)));
    let bytes: Vec<u8> = (0..1 << 20).map(|index: u32| (index % 251) as u8).collect();
    assert_eq!(remote.upload(buffers[0], &bytes), Ok(()));
    assert_eq!(remote.upload(buffers[1], &bytes[..8]), Ok(()));
    let mut found = vec![0; 1 << 20];
    assert_eq!(remote.download(buffers[0], &mut found), Ok(()));
    assert!(found == bytes, "a buffer stays as it is");
    let module = remote.load(ptx).expect("PTX");
    let config = LaunchConfig::new([1; 3], [1; 3]);
    for number in [1.5, -0.0, f64::INFINITY, f64::NAN, f64::from(f32::MIN_POSITIVE)] {
        let args = [Arg::BufferAt(buffers[1], 4), Arg::Float(number)];
        assert_eq!(remote.launch(module, "k", config, &args), Ok(()));
        assert_eq!(remote.synchronise(), Ok(()));
        let mut found = [0; 8];
        assert_eq!(remote.download(buffers[1], &mut found), Ok(()));
        assert_eq!(found[..4], bytes[..4]);
        assert_eq!(found[4..], (number as f32).to_le_bytes(), "{number}");
    }
    // An address in a structure, here a parameter of eight bytes.
    let args = [Arg::Structure(vec![1; 8], vec![(0, buffers[1], 4)]), Arg::Float(3.0)];
    assert_eq!(remote.launch(module, "k", config, &args), Ok(()));
    let mut found = [0; 8];
    assert_eq!(remote.download(buffers[1], &mut found), Ok(()));
    assert_eq!(found[4..], 3f32.to_le_bytes());
    let args = [Arg::Structure(vec![1; 8], vec![(1, buffers[1], 4)]), Arg::Float(3.0)];
    let error = remote.launch(module, "k", config, &args).expect_err("too short");
    assert_eq!(error.to_string(), "an address at byte 1 of 8");
    let often = Repetition { warm_up: 2, runs: 5, cold: true };
    let args = [Arg::Buffer(buffers[0]), Arg::Float(1.0)];
    let times = remote.benchmark(module, "k", config, &args, often).expect("it runs");
    assert!(times.len() == 5 && times.iter().all(|time| !time.is_zero()), "{times:?}");
    let [a, b] = buffers;
    let product = Product { m: 1, n: 1, k: 1, a, b, c: a };
    assert_eq!(remote.library_product(&product, often), Ok(None));
    // What is launched over and over leaves nothing.
    for _ in 0..500 {
        let buffer = remote.alloc(1 << 10).expect("there is memory");
        assert_eq!(remote.launch(module, "k", config, &[Arg::Buffer(buffer), Arg::Float(2.0)]), Ok(()));
        assert_eq!(remote.free(buffer), Ok(()));
    }
    assert_eq!(remote.free_memory(), Ok(free - (2 << 20)));
}

#[test]
fn kernels_that_never_end_are_stopped() {
    let started = Instant::now();
    let mut remote = interpreter(1.0);
    let error = demonstrate("infinite-loop/bad_spin", &mut remote).expect_err("it never ends");
    assert_eq!(error, DeviceError::TimeLimit { seconds: 1.0 });
    let lost = remote.alloc(4).expect_err("the process is gone");
    assert_eq!(lost, DeviceError::Lost(Box::new(error)));
    assert_eq!(lost.to_string(), "the device was lost before: still running after 1 s");
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}

/// Processes that do not keep to the protocol: the first request says what is wrong with them, and the next ones say so, too.
#[cfg(unix)]
#[test]
fn processes_that_are_no_workers_do_no_harm() {
    let fails = |program: &str, arguments: &[&str], reason: &str| {
        let mut remote = pretender(program, arguments, 10.0);
        let error = remote.synchronise().expect_err(program);
        assert!(matches!(&error, DeviceError::Internal(message) if message.contains(reason)), "{program}: {error:?}");
        assert_eq!(remote.load(""), Err(DeviceError::Lost(Box::new(error))));
    };
    fails("false", &[], "ended without a reply: exit status: 1");
    fails("echo", &["no reply"], "ended without a reply: exit status: 0");
    fails("sh", &["-c", "kill -SEGV $$"], "signal: 11");
    fails("sh", &["-c", "echo >&2; echo why >&2; echo more >&2; exit 3"], "exit status: 3: why");
    fails("sh", &["-c", "exec >&-; exec sleep 100"], "its output is closed");
    fails("ptxlint-is-not-here", &[], "cannot start the process");
    let says = |text: &str, reason: &str| fails("printf", &[&format!("\\002ptxlint {text}\\n")], reason);
    says("nonsense", "has sent no message: `nonsense`");
    says("{\"Done\":7}", "has sent no message");
    says("{\"FreeMemory\":5}", "a reply to something else: FreeMemory(5)");
    // The device itself says nothing of the kind, but it would not be trusted.
    says("{\"Bytes\":1000000000000}", "1000000000000 bytes where 0 were asked for");
}

/// Whatever a process does it does not hold up its device.
#[cfg(unix)]
#[test]
fn processes_that_do_not_answer_are_stopped() {
    // Neither reading nor writing; writing without end; holding the output of a process that is gone.
    let identity = r#"printf '\002ptxlint {"Identity":{"name":"","properties":null}}\n'"#;
    for script in ["exec sleep 100", "exec yes", "sleep 20 & wait"] {
        let started = Instant::now();
        let process =
            WorkerProcess { start_limit: Duration::from_secs_f64(0.5), ..process("sh", &["-c", script], 0.5) };
        let late = "the process that runs kernels has not started within 0.5 s".to_string();
        assert_eq!(process.identify(), Err(DeviceError::Internal(late)), "{script}");
        let mut remote = pretender("sh", &["-c", &format!("{identity}; {script}")], 0.5);
        let ptx = "x".repeat(1 << 20);
        assert_eq!(remote.load(&ptx), Err(DeviceError::TimeLimit { seconds: 0.5 }), "{script}");
        assert!(started.elapsed() < Duration::from_secs(5), "{script}: {:?}", started.elapsed());
    }
}

#[test]
fn requests_that_are_none_are_refused() {
    for text in
        ["{}\n", "\"Identify\"x\n", "{\"Launch\":{\"module\":1}}\n", "{\"Upload\":{\"buffer\":0,\"bytes\":5}}\n1234"]
    {
        super::run_on(["run-kernel", "cpu"], text).fails_with("cannot run the kernel");
    }
    let huge = "{\"Upload\":{\"buffer\":0,\"bytes\":18446744073709551615}}\n";
    super::run_on(["run-kernel", "cpu"], huge).fails_with("cannot run the kernel: out of memory");
    super::run_on(["run-kernel", "cpu"], "").ends_with(0);
    let run = super::run_on(["run-kernel", "cpu"], "{\"Download\":{\"buffer\":0,\"bytes\":18446744073709551615}}\n");
    assert!(run.ends_with(0).contains("OutOfMemory"), "{run:?}");
}

#[test]
fn without_a_driver() {
    if Cuda::open(0).is_ok() {
        return;
    }
    run(["verify", "--device", "cuda"]).fails_with("`--device cuda:0`: there is no CUDA driver");
    let run = run(["verify", "fill_zero"]);
    assert!(
        run.ends_with(0).starts_with("no GPU (there is no CUDA driver): kernels run on the interpreter\n"),
        "{run:?}"
    );
}
