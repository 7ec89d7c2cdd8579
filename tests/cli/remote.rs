//! Kernels in processes of their own.

use super::run;
use ptxlint::device::{Arg, Cpu, CudaWorker, Device, DeviceError, FaultKind, Remote, Worker, WorkerProcess};
use ptxlint::isa::Target;
use ptxlint::kernels::{Demonstration, LaunchConfig, Softmax, ToleranceSource};
use ptxlint::validate::{Case, Placement, Recorder, Timeline, Track};
use std::time::{Duration, Instant};

fn process(program: &str, arguments: &[&str], seconds: f64) -> WorkerProcess {
    let arguments = arguments.iter().map(|argument| argument.to_string()).collect();
    WorkerProcess { program: program.into(), arguments, limit: Duration::from_secs_f64(seconds) }
}

/// Processes of the tool, on the interpreter.
fn interpreter(seconds: f64) -> Remote {
    let process = process(env!("CARGO_BIN_EXE_ptxlint"), &["run-kernel", "cpu"], seconds);
    let name = process.name().expect("the interpreter has a name");
    assert_eq!(name, Cpu::new().name());
    Remote::new(process, name)
}

/// Runs a demonstration; gives what it leaves in its first buffer.
fn demonstrate(name: &str, device: &mut dyn Device) -> Result<Vec<u8>, DeviceError> {
    let demonstration = Demonstration::by_name(name).expect("it is listed");
    let launch = demonstration.launch().expect("it can be launched");
    let module = device.load(demonstration.ptx)?;
    let args = device.arguments_of(&launch)?;
    let kernel = demonstration.kernel().expect("a kernel");
    device.launch(module, kernel, LaunchConfig::new(launch.grid, launch.block), &args)?;
    let Arg::Buffer(buffer) = args[0] else { panic!("an output") };
    let mut bytes = vec![0; 4 * launch.arguments[0].words().expect("a buffer")];
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
    let module = remote.load(ptx).expect("it is compiled later");
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
}

#[test]
fn kernels_that_never_end_are_stopped() {
    let started = Instant::now();
    let error = demonstrate("infinite-loop/bad_spin", &mut interpreter(1.0)).expect_err("it never ends");
    assert_eq!(error, DeviceError::TimeLimit { seconds: 1.0 });
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}

#[cfg(unix)]
#[test]
fn processes_that_are_no_workers_do_no_harm() {
    let fails = |program: &str, arguments: &[&str], reason: &str| {
        let mut remote = Remote::new(process(program, arguments, 10.0), String::new());
        let error = demonstrate("shfl-width/good_sum", &mut remote).expect_err(program);
        assert!(matches!(&error, DeviceError::Internal(message) if message.contains(reason)), "{program}: {error:?}");
    };
    fails("false", &[], "ended without a reply: exit status: 1");
    fails("echo", &["no JSON"], "ended without a reply");
    // A reply that breaks off within the buffers.
    fails("echo", &[r#"{"Done":{"nanoseconds":1,"buffers":[128]}}"#], "ended without a reply");
    fails("echo", &[r#"{"Name":"a name"}"#], "a kernel was to be run");
    fails("sh", &["-c", "kill -SEGV $$"], "signal: 11");
    fails("sh", &["-c", "echo why >&2; exit 3"], "exit status: 3: why");
    fails("ptxlint-is-not-here", &[], "cannot start the process");
}

#[test]
fn requests_that_are_none_are_refused() {
    for text in ["", "{}\n", "\"Name\"x\n", "{\"Run\":{\"job\":1}}\n"] {
        super::run_on(["run-kernel", "cpu"], text).fails_with("cannot run the kernel");
    }
}

#[test]
fn without_a_driver() {
    if CudaWorker(0).name().is_ok() {
        return;
    }
    run(["verify", "--device", "cuda"]).fails_with("`--device cuda:0`: there is no CUDA driver");
    let run = run(["verify", "fill_zero"]);
    assert!(
        run.ends_with(0).starts_with("no GPU (there is no CUDA driver): kernels run on the interpreter\n"),
        "{run:?}"
    );
}

/// Such processes tell how long a kernel took by itself, which timelines show beside the calls.
#[test]
fn kernels_on_timelines() {
    let timeline = Timeline::start();
    let case = Case::random(Box::new(Softmax { rows: 3, columns: 255 }));
    let target = Target::lookup("sm_80").expect("known");
    let mut recorder = Recorder::open(&timeline, || Box::new(interpreter(60.0)));
    assert!(case.check(&mut recorder, target, ToleranceSource::Computed, Placement::Host).passed());
    let intervals = timeline.intervals();
    let [kernel] = intervals.iter().filter(|it| it.track == Track::Device).collect::<Vec<_>>()[..] else {
        panic!("{intervals:?}")
    };
    let launch = intervals.iter().find(|it| it.name == "launch").expect("it was launched");
    assert!(kernel.name == "kernel" && kernel.length > Duration::ZERO && kernel.length <= launch.length, "{kernel:?}");
    assert!(kernel.start >= launch.start, "{kernel:?} {launch:?}");
}
