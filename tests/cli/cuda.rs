//! The code that calls the driver of GPUs, against a library that stands for it (`cuda/fake-driver`).

use super::remote::{demonstrate, process};
use super::report_html;
use super::{Folder, Run, tool};
use ptxlint::device::{Arg, Buffer, Cpu, Device, DeviceError, LoadedModule, Product, Properties, Remote, Repetition};
use ptxlint::kernels::LaunchConfig;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

const ONE: LaunchConfig = LaunchConfig::new([1; 3], [1; 3]);

/// Stores its second parameter where the first one says.
const STORE: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry store(.param .u64 place, .param .u32 value) {\n\
    .reg .b64 %rd<2>; .reg .b32 %r<2>;\nld.param.u64 %rd1, [place]; ld.param.u32 %r1, [value]; st.global.u32 [%rd1], %r1; ret; }";

/// A folder with the libraries, which a process finds with this environment.
struct Machine {
    folder: Folder,
    settings: String,
}

impl Machine {
    /// One on which something goes wrong; see `cuda/fake-driver/src/settings.rs`.
    fn with(settings: &str) -> Self {
        let tests = env::current_exe().expect("this program");
        let library = tests.with_file_name("libfake_driver.so");
        assert!(library.exists(), "{} is missing: cargo builds it for tests", library.display());
        let folder = Folder::new();
        symlink(library, folder.path().join("libcuda.so")).expect("a link");
        let settings = format!("log={},{settings}", folder.path().join("log").display());
        Self { folder, settings }
    }

    fn with_library(self) -> Self {
        symlink("libcuda.so", self.folder.path().join("libcublas.so")).expect("a link");
        self
    }

    fn log(&self) -> Vec<String> {
        let text = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        text.lines().map(str::to_string).collect()
    }

    fn count(&self, call: &str) -> usize {
        self.log().iter().filter(|line| *line == call).count()
    }

    /// The process that has loaded the library last.
    fn process(&self) -> Option<PathBuf> {
        let log = self.log();
        let id = log.iter().rev().find_map(|line| line.strip_prefix("process "))?;
        Some(PathBuf::from(format!("/proc/{id}")))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = tool();
        command.args(arguments).env("LD_LIBRARY_PATH", self.folder.path()).env("FAKE_CUDA", &self.settings);
        command
    }

    fn run(&self, arguments: &[&str]) -> Run {
        Run::of(&mut self.command(arguments))
    }

    fn try_device(&self, seconds: f64, ordinal: u32) -> Result<Remote, DeviceError> {
        let path = format!("LD_LIBRARY_PATH={}", self.folder.path().display());
        let settings = format!("FAKE_CUDA={}", self.settings);
        let (tool, device) = (env!("CARGO_BIN_EXE_ptxlint"), format!("cuda:{ordinal}"));
        let process = process("env", &[&path, &settings, tool, "run-kernel", &device], seconds);
        Ok(Remote::new(process.clone(), process.identify()?))
    }

    fn device(&self) -> Remote {
        self.try_device(30.0, 0).expect("there is a device")
    }
}

fn crash(name: &str) -> impl Fn(&DeviceError) -> bool {
    move |error| matches!(error, DeviceError::Crash { name: found, .. } if found == name)
}

/// A buffer, and the module with the kernel `store`.
fn prepare(device: &mut dyn Device) -> (Buffer, LoadedModule) {
    (device.alloc(8).expect("memory"), device.load(STORE).expect("PTX"))
}

fn word(device: &mut dyn Device, buffer: Buffer) -> Result<u32, DeviceError> {
    let mut bytes = [0; 4];
    device.download(buffer, &mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

#[test]
fn kernels_run() {
    let machine = Machine::with("");
    let run = machine.run(&["verify", "--device", "cuda", "softmax", "gemv_coalesced"]);
    let text = run.ends_with(0);
    assert!(text.starts_with("Fake GPU 0\n") && text.ends_with(" checks passed\n"), "{text}");
    let passed: Vec<&str> = text.lines().filter(|line| line.starts_with("PASS")).collect();
    assert!(passed.len() > 10 && !text.contains("FAIL"), "{text}");
    assert!(passed.iter().all(|line| line.contains("    0.5 ms  ")), "times are those of events: {text}");
    let auto = machine.run(&["verify", "softmax"]);
    assert!(auto.ends_with(0).starts_with("Fake GPU 0\n"), "{auto:?}");
    for name in ["shfl-width/bad_sum", "shfl-width/good_sum"] {
        assert_eq!(demonstrate(name, &mut machine.device()), demonstrate(name, &mut Cpu::new()), "{name}");
    }
}

#[test]
fn what_the_device_is() {
    let device = Machine::with("devices=2,memory=1000000").try_device(30.0, 1).expect("there are two");
    let properties = Properties {
        multiprocessors: 4,
        clock: 1.5e9,
        bandwidth: 128e9,
        l2_bytes: 1 << 20,
        memory_bytes: 1_000_000,
        capability: (9, 0),
        driver: 13_000,
    };
    assert_eq!((device.name(), device.properties()), ("Fake GPU 1".to_string(), Some(properties)));
}

#[test]
fn devices_that_are_not_there() {
    let fails = |settings: &str, ordinal: u32, reason: &str| {
        let error = Machine::with(settings).try_device(30.0, ordinal).err().expect(settings);
        assert_eq!(error.to_string(), reason, "{settings}");
    };
    fails("", 1, "there is no GPU 1: there are 1");
    fails("devices=0", 0, "no CUDA-capable device is detected");
    fails("version=12020", 0, "the driver is for CUDA 12.2, and at least 12.4 is needed");
    fails("fail=cuDevicePrimaryCtxRetain:1:2", 0, "out of memory");
    let run = Machine::with("devices=0").run(&["verify", "fill_zero"]);
    let first = "no GPU (no CUDA-capable device is detected): kernels run on the interpreter\n";
    assert!(run.ends_with(0).starts_with(first), "{run:?}");
    let run = Machine::with("crash=cuInit:1").run(&["verify", "fill_zero"]);
    assert!(run.ends_with(0).contains("signal: 6"), "{run:?}");
    assert!(
        run.stdout.lines().next().is_some_and(|line| line.contains("the fake driver crashes in cuInit")),
        "{run:?}"
    );
}

#[test]
fn memory_is_given_back() {
    let machine = Machine::with("memory=65536");
    let mut device = machine.device();
    let (buffer, module) = prepare(&mut device);
    let free = device.free_memory().expect("it tells");
    assert_eq!(free, 65_536 - 8);
    assert_eq!(device.alloc(65_536), Err(DeviceError::OutOfMemory { bytes: 65_536, free: Some(free) }));
    for value in 0..300 {
        let other = device.alloc(40_000).expect("there is room for one");
        let args = [Arg::BufferAt(buffer, 4), Arg::Integer(value)];
        assert_eq!(device.launch(module, "store", ONE, &args), Ok(()));
        assert_eq!(device.free(other), Ok(()));
    }
    assert_eq!(device.free_memory(), Ok(free));
    let mut bytes = [0; 8];
    assert_eq!(device.download(buffer, &mut bytes), Ok(()));
    assert_eq!(bytes[4..], 299u32.to_le_bytes());
    let empty = device.alloc(0).expect("nothing is a buffer, too");
    assert_eq!(
        (device.upload(empty, &[]), device.download(empty, &mut []), device.free(empty)),
        (Ok(()), Ok(()), Ok(()))
    );
    assert_eq!(machine.count("cuMemAlloc_v2"), machine.count("cuMemFree_v2") + 2, "one refused, one still there");
    // Events and kernels are made once.
    assert_eq!((machine.count("cuEventCreate"), machine.count("cuModuleGetFunction")), (2 * 2, 1));
}

/// A process that ends as it should gives everything back before its context.
#[test]
fn everything_is_given_back_in_the_end() {
    let machine = Machine::with("").with_library();
    let mut command = machine.command(&["run-kernel", "cuda:0"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the tool starts");
    let product = r#"{"Multiply":[{"m":1,"n":1,"k":1,"a":0,"b":0,"c":0},{"warm_up":1,"runs":2,"cold":true}]}"#;
    let load = format!("{{\"Load\":{{\"ptx\":{STORE:?}}}}}");
    let requests =
        ["{\"Alloc\":{\"bytes\":64}}", "{\"Upload\":{\"buffer\":0,\"bytes\":4}}\n\u{1}\u{2}\u{3}\u{4}", &load, product];
    let mut text = requests.join("\n").replace("\u{4}\n", "\u{4}");
    text.push('\n');
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && stdout.contains("{\"Times\":[") && !stdout.contains("Failed"), "{stdout}");
    let pairs = [
        ("cuMemAlloc_v2", "cuMemFree_v2"),
        ("cuModuleLoadDataEx", "cuModuleUnload"),
        ("cuEventCreate", "cuEventDestroy_v2"),
        ("cuStreamCreate", "cuStreamDestroy_v2"),
        ("cublasCreate_v2", "cublasDestroy_v2"),
        ("cuDevicePrimaryCtxRetain", "cuDevicePrimaryCtxRelease_v2"),
    ];
    for (made, ended) in pairs {
        assert_eq!(machine.count(made), machine.count(ended), "{made}");
        assert!(machine.count(made) > 0, "{made}");
    }
    assert_eq!(machine.log().last().map(String::as_str), Some("cuDevicePrimaryCtxRelease_v2"));
}

#[test]
fn launches_that_cannot_be() {
    let machine = Machine::with("");
    let mut device = machine.device();
    let (buffer, module) = prepare(&mut device);
    let args = [Arg::Buffer(buffer), Arg::Integer(7)];
    let mut fails = |kernel: &str, config: LaunchConfig, args: &[Arg], reason: &str| {
        let error = device.launch(module, kernel, config, args).expect_err(reason);
        assert!(error.to_string().contains(reason) && !error.is_loss(), "{error:?}: {reason}");
    };
    fails("stare", ONE, &args, "no kernel `stare`: the module has `store`");
    fails("store", ONE, &args[..1], "1 arguments for 2 parameters");
    fails("store", ONE, &[args[0].clone(), Arg::Bytes(vec![0; 3])], "3 bytes for parameter 1, which has 4");
    fails(
        "store",
        LaunchConfig::new([1, 0, 1], [1; 3]),
        &args,
        "[1, 0, 1] blocks: there can be 1 to [2147483647, 65535, 65535]",
    );
    fails(
        "store",
        LaunchConfig::new([1; 3], [1, 1, 65]),
        &args,
        "[1, 1, 65] threads: there can be 1 to [1024, 1024, 64]",
    );
    fails(
        "store",
        LaunchConfig::new([1; 3], [64, 32, 1]),
        &args,
        "2048 threads in a block, and the kernel takes at most 1024",
    );
    let much = LaunchConfig { shared_bytes: 300_000, ..ONE };
    fails("store", much, &args, "300000 bytes of shared memory, and a block has at most 232448");
    // After all that the device is as it was, also for more shared memory than blocks get without asking.
    assert_eq!(device.launch(module, "store", LaunchConfig { shared_bytes: 100_000, ..ONE }, &args), Ok(()));
    assert_eq!(word(&mut device, buffer), Ok(7));
    assert_eq!(machine.count("cuFuncSetAttribute"), 1);
    let other = device.alloc(4).expect("memory");
    assert_eq!(device.free(other), Ok(()));
    for error in [device.free(other), device.upload(other, &[1]), device.upload(buffer, &[0; 9])] {
        assert!(matches!(error, Err(DeviceError::Handle(_))), "{error:?}");
    }
    assert_eq!(
        device.download(buffer, &mut [0; 9]),
        Err(DeviceError::Handle("9 bytes out of a buffer of 8".to_string()))
    );
}

#[test]
fn modules_that_are_none() {
    let machine = Machine::with("");
    let mut device = machine.device();
    let error = device.load(&STORE.replace("ret;", "\nret %;")).expect_err("no PTX");
    let text = error.to_string();
    assert!(
        text.starts_with("the module is rejected: line 7: ") && text.ends_with(" (CUDA_ERROR_INVALID_PTX)"),
        "{text}"
    );
    assert!(device.load("a\0b").is_err_and(|error| error.to_string().contains("null character")));
    assert!(device.load(STORE).is_ok());
}

/// The error of a kernel comes when somebody waits for it, and the device is lost with it.
#[test]
fn kernels_that_fault() {
    let machine = Machine::with("");
    let mut device = machine.device();
    let (buffer, module) = prepare(&mut device);
    let past_the_end = [Arg::BufferAt(buffer, 1 << 20), Arg::Integer(1)];
    assert_eq!(device.launch(module, "store", ONE, &past_the_end), Ok(()));
    let error = device.synchronise().expect_err("an access out of bounds");
    assert_eq!(error.to_string(), "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered");
    assert_eq!(device.alloc(4), Err(DeviceError::Lost(Box::new(error))));
    let misaligned = demonstrate("misaligned-access/bad_vector_stride", &mut machine.device()).expect_err("it faults");
    assert!(crash("CUDA_ERROR_MISALIGNED_ADDRESS")(&misaligned), "{misaligned:?}");
    // Whatever is asked for next gives the error.
    let after = |act: fn(&mut Remote, Buffer) -> Result<(), DeviceError>| {
        let machine = Machine::with("fault=719");
        let mut device = machine.device();
        let (buffer, module) = prepare(&mut device);
        assert_eq!(device.launch(module, "store", ONE, &[Arg::Buffer(buffer), Arg::Integer(1)]), Ok(()));
        act(&mut device, buffer).expect_err("the kernel has failed")
    };
    for error in [
        after(|device, buffer| device.download(buffer, &mut [0; 4])),
        after(|device, buffer| device.upload(buffer, &[0; 4])),
        after(|device, buffer| device.free(buffer)),
    ] {
        assert!(crash("CUDA_ERROR_LAUNCH_FAILED")(&error), "{error:?}");
    }
    let run = Machine::with("fault=700").run(&["verify", "--device=cuda", "fill_zero"]);
    assert!(
        run.ends_with(1).contains("CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered"),
        "{run:?}"
    );
    assert!(run.stdout.ends_with("0/1 checks passed\n"), "each check has a device of its own: {run:?}");
}

#[test]
fn drivers_that_fail() {
    let failing = |settings: &str, act: fn(&mut Remote) -> Result<(), DeviceError>| {
        let machine = Machine::with(settings);
        let mut device = machine.device();
        act(&mut device).expect_err(settings)
    };
    let memory = failing("fail=cuMemAlloc_v2:1:2", |device| device.alloc(64).map(|_| ()));
    assert!(matches!(memory, DeviceError::OutOfMemory { bytes: 64, .. }), "{memory:?}");
    let copy = failing("fail=cuMemcpyHtoDAsync_v2:1:1", |device| {
        let buffer = device.alloc(64)?;
        device.upload(buffer, &[1])
    });
    assert_eq!(copy, DeviceError::Internal("CUDA_ERROR_INVALID_VALUE: invalid argument".to_string()));
    let launch = failing("fail=cuLaunchKernel:1:1", |device| {
        let (buffer, module) = prepare(device);
        device.launch(module, "store", ONE, &[Arg::Buffer(buffer), Arg::Integer(1)])
    });
    assert_eq!(launch, DeviceError::Launch("invalid argument (CUDA_ERROR_INVALID_VALUE)".to_string()));
    // Calls that wait for nothing may give the error of a kernel, too.
    let late = failing("fail=cuMemAlloc_v2:1:700", |device| device.alloc(64).map(|_| ()));
    assert!(crash("CUDA_ERROR_ILLEGAL_ADDRESS")(&late), "{late:?}");
    // An error that the driver has no name for.
    let unnamed = failing("fail=cuMemGetInfo_v2:1:46", |device| device.free_memory().map(|_| ()));
    assert!(unnamed.to_string().contains("CUDA_ERROR_DEVICE_UNAVAILABLE"), "{unnamed:?}");
    let crashed = failing("crash=cuLaunchKernel:1", |device| {
        let (buffer, module) = prepare(device);
        device.launch(module, "store", ONE, &[Arg::Buffer(buffer), Arg::Integer(1)])
    });
    let text = crashed.to_string();
    assert!(text.contains("signal: 6") && text.ends_with(": the fake driver crashes in cuLaunchKernel"), "{text}");
}

#[test]
fn kernels_that_never_end() {
    let machine = Machine::with("hang=1");
    let started = Instant::now();
    let mut device = machine.try_device(5.0, 0).expect("a device");
    let (buffer, module) = prepare(&mut device);
    assert_eq!(device.launch(module, "store", ONE, &[Arg::Buffer(buffer), Arg::Integer(1)]), Ok(()));
    assert_eq!(device.synchronise(), Err(DeviceError::TimeLimit { seconds: 5.0 }));
    assert!(matches!(word(&mut device, buffer), Err(DeviceError::Lost(_))));
    assert!(started.elapsed() < Duration::from_secs(20));
    assert!(is_gone(&machine));
    let run = machine.run(&["verify", "--device=cuda", "--time-limit=1", "fill_zero"]);
    assert!(run.ends_with(1).contains("still running after 1 s"), "{run:?}");
}

/// What kernels print goes the same way as replies.
#[test]
fn kernels_that_print() {
    for text in ["hello\n", "no end of line", "\u{2}ptxlint", "{\"Done\":null}\n"] {
        let machine = Machine::with(&format!("print={text}"));
        let mut device = machine.device();
        let (buffer, module) = prepare(&mut device);
        for value in [1, 2] {
            let args = [Arg::Buffer(buffer), Arg::Integer(value)];
            assert_eq!(device.launch(module, "store", ONE, &args), Ok(()));
            assert_eq!(word(&mut device, buffer), Ok(value as u32), "{text}");
        }
    }
}

/// The cache is emptied before each run, and the time for it does not count.
#[test]
fn kernels_are_timed() {
    let machine = Machine::with("");
    let mut device = machine.device();
    let (buffer, module) = prepare(&mut device);
    let args = [Arg::Buffer(buffer), Arg::Integer(3)];
    let mut times = |cold, runs| {
        let often = Repetition { warm_up: 2, runs, cold };
        device.benchmark(module, "store", ONE, &args, often).expect("it runs")
    };
    let half = Duration::from_micros(500);
    assert_eq!(times(false, 3), [half; 3]);
    assert_eq!((machine.count("cuMemsetD8Async"), machine.count("cuLaunchKernel")), (0, 5));
    assert_eq!(times(true, 4), [half; 4]);
    assert_eq!((machine.count("cuMemsetD8Async"), machine.count("cuLaunchKernel")), (4, 11));
    let order = ["cuMemsetD8Async", "cuEventRecord", "cuLaunchKernel", "cuEventRecord"];
    let log = machine.log();
    let first = log.iter().position(|call| call == order[0]).expect("it is there");
    assert_eq!(log[first..first + 8], [order, order].concat());
    assert_eq!(times(false, 600).len(), 600);
    assert_eq!(times(true, 0), [Duration::ZERO; 0]);
    assert_eq!(machine.count("cuEventCreate"), machine.count("cuEventDestroy_v2") + 2 * 2);
    assert_eq!(device.launch(module, "store", ONE, &args), Ok(()));
    assert_eq!(device.elapsed(), None, "it has not been waited for");
    assert_eq!((device.synchronise(), device.elapsed()), (Ok(()), Some(half)));
}

/// All three forms: row by matrix, matrix by column, matrix by matrix.
#[test]
fn products_of_the_library() {
    let machine = Machine::with("").with_library();
    let mut device = machine.device();
    for (m, n, k) in [(1, 5, 3), (5, 1, 3), (4, 3, 2), (1, 1, 1)] {
        let matrix = |rows: u32, columns: u32, seed: u32| -> Vec<f32> {
            (0..rows * columns).map(|index| ((index * 7 + seed) % 11) as f32 - 5.0).collect()
        };
        let (left, right) = (matrix(m, k, 1), matrix(k, n, 2));
        let mut place = |numbers: &[f32]| {
            let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
            let buffer = device.alloc(bytes.len() as u64).expect("memory");
            device.upload(buffer, &bytes).expect("it fits");
            buffer
        };
        let [a, b, c] = [&left, &right, &matrix(m, n, 0)].map(|numbers| place(numbers));
        let product = Product { m, n, k, a, b, c };
        let often = Repetition { warm_up: 1, runs: 2, cold: true };
        let times = device.library_product(&product, often).expect("it works");
        assert_eq!(times, Some(vec![Duration::from_micros(125); 2]));
        let mut bytes = vec![0; 4 * (m * n) as usize];
        device.download(c, &mut bytes).expect("it fits");
        let found: Vec<f32> =
            bytes.chunks_exact(4).map(|word| f32::from_le_bytes(word.try_into().expect("four"))).collect();
        let element = |row: u32, column: u32| -> f32 {
            (0..k).map(|inner| left[(row * k + inner) as usize] * right[(inner * n + column) as usize]).sum()
        };
        let right: Vec<f32> = (0..m * n).map(|index| element(index / n, index % n)).collect();
        assert_eq!(found, right, "{m} × {n} × {k}");
        let error = device.library_product(&Product { m: m + 1, ..product }, often).expect_err("too small");
        assert!(matches!(&error, DeviceError::Handle(text) if text.starts_with("A is ")), "{error:?}");
        assert!(device.library_product(&Product { k: 0, ..product }, often).is_err());
    }
    assert_eq!((machine.count("cublasSgemv_v2"), machine.count("cublasSgemm_v2")), (3 * 3, 3));
    let machine = Machine::with("");
    let mut other = machine.device();
    let buffer = other.alloc(4).expect("memory");
    let product = Product { m: 1, n: 1, k: 1, a: buffer, b: buffer, c: buffer };
    assert_eq!(other.library_product(&product, Repetition { warm_up: 0, runs: 1, cold: false }), Ok(None));
}

/// Whether the process with the driver ends soon.
fn is_gone(machine: &Machine) -> bool {
    let Some(process) = machine.process() else { return false };
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(20) {
        // Those that nobody has asked for their status are gone, too.
        let status = fs::read_to_string(process.join("stat")).unwrap_or_default();
        if status.is_empty() || status.contains(") Z ") {
            return true;
        }
        thread::sleep(Duration::from_millis(20));
    }
    false
}

/// The terminal's Ctrl-C goes to all processes, and yet the check that is under way comes to its end.
#[test]
fn interruptions() {
    let machine = Machine::with("");
    let mut command = machine.command(&["verify", "--device=cuda"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn().expect("the tool starts");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut stdout = String::new();
    while !stdout.contains("\nPASS") {
        assert_ne!(reader.read_line(&mut stdout).expect("text"), 0, "{stdout}");
    }
    let group = format!("-{}", child.id());
    let signal = Command::new("kill").args(["-INT", "--", &group]).status().expect("kill runs");
    assert!(signal.success());
    reader.read_to_string(&mut stdout).expect("text");
    let Output { status, stderr, .. } = child.wait_with_output().expect("it ends");
    let run = Run::from(Output { status, stdout: stdout.into_bytes(), stderr });
    run.fails_with("checks were not run");
    let rows = run.stdout.lines().filter(|line| line.starts_with("PASS")).count();
    assert_eq!(run.stdout.lines().last(), Some(format!("{rows}/{rows} checks passed").as_str()));
    assert!(is_gone(&machine));
}

/// A worker with a kernel that never ends goes when whoever has started it does.
#[test]
fn workers_end_with_their_parents() {
    let machine = Machine::with("hang=1");
    let mut command = machine.command(&["verify", "--device=cuda", "--time-limit=100", "fill_zero"]);
    let mut parent = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the tool starts");
    let started = Instant::now();
    while machine.log().last().is_none_or(|call| call != "cuStreamSynchronize") || machine.count("cuLaunchKernel") == 0
    {
        assert!(started.elapsed() < Duration::from_secs(30), "{:?}", machine.log());
        thread::sleep(Duration::from_millis(20));
    }
    assert!(machine.process().is_some_and(|process| process.exists()));
    parent.kill().expect("it runs");
    parent.wait().expect("it ends");
    assert!(is_gone(&machine));
}

#[test]
fn without_a_device_every_request_fails() {
    let machine = Machine::with("");
    let mut command = machine.command(&["run-kernel", "cuda:7"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the tool starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"\"Identify\"\n\"Synchronise\"\n").expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(text.matches("there is no GPU 7: there are 1").count(), 2, "{text}");
}

#[test]
fn pages_have_the_roof_of_the_gpu() {
    let machine = Machine::with("");
    let path = machine.folder.path().join("gpu.html");
    let run = machine.run(&["verify", "--device=cuda", "gemv_naive", "softmax", "--report", &path.to_string_lossy()]);
    run.ends_with(0);
    let text_of_page = fs::read_to_string(path).expect("a page");
    let page = report_html::parse(&text_of_page);
    let roofline = report_html::text(report_html::by_id(&page, "roofline"));
    assert!(roofline.contains("% of the roof") && !roofline.contains("Reference device"), "{roofline}");
    assert!(text_of_page.contains("compute capability ") && text_of_page.contains(" multiprocessors at "));
}
