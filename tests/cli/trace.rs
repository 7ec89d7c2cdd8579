//! Traces of launches, replays, coverage and timelines.

use super::json::Schema;
use super::{Folder, run, run_on};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

const ACCUMULATE: &str = "examples/trace/accumulate.ptx";
const LAUNCH: &str = "grid=2 block=32 args=zeros[64] f32[64] 60";

#[test]
fn shipped_kernels() {
    let run = run(["trace", "gemv_coalesced", "--k=16", "--n=8", "--device=cpu", "--replay=3"]);
    let text = run.ends_with(0);
    assert!(text.starts_with("interpreter on "), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert!(!text.contains('\x1b'), "colours are for terminals");
    for part in [
        "┌─ 2 Second execution, same input ─",
        "┌─ 6 Boundary: k below a tile ─",
        "─ CoalescedGemv { k: 321, n: 321 } ─┐\n",
        "│ SAME  bit for bit the first result ",
        "│ 6 of 6 frames are identical: 3 in one device, 3 in a fresh device each ",
        "│ DETERMINISTIC ",
        "│ PASS  State isolation: 3 of 3 ",
        "│ PASS  Correctness: 11 of 11 ",
    ] {
        assert!(text.contains(part), "{part:?} is missing: {text}");
    }
}

#[test]
fn a_state_leak() {
    let run = run(["trace", ACCUMULATE, "--device=cpu", "--watch=y[1]", "--watch=1[last]"]);
    let text = run.ends_with(1);
    assert!(text.contains("│ STATE LEAK  y[1] was 2 and is 4: fresh devices give the first result"), "{text}");
    assert!(text.contains("│ y[1]: 2, 4, 128, 130, 2 "), "{text}");
    assert!(
        text.contains("│ x[63]: 63, 63, 0, 63, 63 ") && text.contains("│ FAIL  State isolation: 1 of 3 "),
        "{text}"
    );
    let text = super::run(["trace", ACCUMULATE, "--device=cpu", "--reset", "y"]);
    assert!(text.ends_with(0).contains("│ Filled before each launch, as the kernel adds to it: y "), "{text:?}");
}

#[test]
fn other_terminals() {
    let mut command = super::tool();
    command.env("LC_ALL", "C").args(["trace", ACCUMULATE, "--device=cpu", "--color=always"]);
    let run = super::Run::of(&mut command);
    let text = run.ends_with(1);
    assert!(text.is_ascii() && text.contains("| \x1b[31;1mSTATE LEAK\x1b[0m  y[1] was 2"), "{text}");
}

#[test]
fn reports_have_the_form_of_the_schema() {
    let schema = Schema::of("trace.schema.json");
    let json = |arguments: &[&str], code: i32| -> Value {
        let all = ["trace", "--device=cpu", "--format=json"].iter().chain(arguments);
        schema.check(run(all).ends_with(code))
    };
    let right = json(&["rms_norm", "--hidden=20", "--replay=2", "--coverage"], 0);
    assert_eq!((&right["passed"], &right["steps"][0]["verdicts"][0]["verdict"]), (&true.into(), &"right".into()));
    assert_eq!((&right["replay"]["identical"], &right["replay"]["first"]), (&4.into(), &Value::Null));
    assert_eq!(right["coverage"]["kernels"][0]["kernel"], "rms_norm");
    let steps = right["steps"].as_array().expect("steps").iter();
    let subjects: BTreeSet<&str> = steps.filter_map(|step| step["subject"].as_str()).collect();
    assert_eq!(right["coverage"]["kernels"][0]["configurations"], subjects.len());
    let leak = json(&[ACCUMULATE], 1);
    assert_eq!((&leak["replay"], leak.get("coverage")), (&Value::Null, None));
    let verdict = &leak["steps"][1]["verdicts"][0];
    assert_eq!(
        (&verdict["verdict"], &verdict["index"], &verdict["now"]),
        (&"state-leak".into(), &1.into(), &"4".into())
    );
    assert_ne!(leak["steps"][0]["hashes"], leak["steps"][1]["hashes"]);
    let launch = "grid=2 block=32 args=zeros[64] f32[40] 60";
    let fault = json(&[ACCUMULATE, "--launch", launch, "--replay=1"], 1);
    assert_eq!(fault["steps"][0]["verdicts"][0]["verdict"], "stopped");
    assert!(fault["replay"]["error"].as_str().is_some_and(|error| error.contains("out of bounds")), "{fault}");
}

#[test]
fn kernels_of_files() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(ACCUMULATE)).expect("the example");
    let (head, kernel) = text.split_at(text.find(".visible").expect("a kernel"));
    let two = format!("{head}{kernel}{}", kernel.replace("accumulate", "other"));
    let folder = Folder::new();
    folder.add("two.ptx", two.replace("//@ launch", "// launch"));
    folder.add("binary.ptx", b"\xff\xfe");
    let fails = |arguments: &[&str], complaint: &str| {
        let all = ["trace", "--device=cpu"].iter().chain(arguments);
        super::Run::of(super::tool().current_dir(folder.path()).args(all)).fails_with(complaint);
    };
    fails(&["two.ptx", "--launch", LAUNCH], "has several kernels; choose one with `--kernel`: accumulate, other");
    fails(&["two.ptx", "--kernel=other"], "`--launch` is missing, such as");
    fails(
        &["two.ptx", "--kernel=another", "--launch", LAUNCH],
        "no kernel `another`: the module has `accumulate`, `other`",
    );
    fails(&["two.ptx", "--kernel=other", "--launch=grid=1"], "`--launch`: a launch needs");
    fails(&["two.ptx", "--kernel=other", "--launch=grid=1 block=1 args=1 2 3"], "no argument is a buffer");
    fails(&["two.ptx", "--kernel=other", "--launch=grid=1 block=1 args=zeros[9999999999] 1 2"], "zeros[9999999999]");
    fails(&["two.ptx", "--kernel=other", "--launch=grid=1 block=1 args=zeros[1] f32[1] 1.5"], "`n` is an integer");
    fails(&["two.ptx", "--kernel=other", "--launch=grid=1 block=1 args=1 2"], "2 arguments for 3 parameters");
    fails(&["two.ptx", "--kernel=other", "--launch=grid=1 block=2000 args=zeros[1] f32[1] 1"], "is too large");
    fails(&["two.ptx", "--kernel=other", "--launch", LAUNCH, "--watch=y"], "it is written `ARG[ELEMENT]`");
    fails(&["two.ptx", "--kernel=other", "--launch", LAUNCH, "--watch=z[0]"], "no parameter `z`; it has y, x, n");
    fails(&["two.ptx", "--kernel=other", "--launch", LAUNCH, "--watch=y[0]:f8"], "unknown type `f8`");
    fails(&["two.ptx", "--kernel=other", "--launch", LAUNCH, "--k=1"], "`--k` is for the kernels of ptxlint");
    fails(&["binary.ptx", "--launch", LAUNCH], "binary.ptx is not PTX");
    fails(&["nowhere.ptx", "--launch", LAUNCH], "cannot read nowhere.ptx");
    fails(&["softmax", "--rows=1"], "`--columns` is missing: `ptxlint trace softmax --rows N --columns N`");
    fails(&["softmax", "--rows=1", "--columns=2", "--launch", LAUNCH], "`--launch` is for kernels in files");
    fails(&["coalesced_gemv"], "did you mean `gemv_coalesced`?");
    fails(&["sofmax"], "did you mean `softmax`?");
    let piped = run_on(["trace", "-", "--device=cpu", "--kernel=other", "--launch", LAUNCH], &two);
    assert!(piped.ends_with(1).contains("STATE LEAK"), "{piped:?}");
}

/// Nothing is made of what no machine has the memory for.
#[test]
fn sizes_that_no_memory_holds() {
    for arguments in [
        &["softmax", "--rows=2147483647", "--columns=1073741824"][..],
        &["layer_norm", "--rows=2147483647", "--columns=1073741824"],
        &["gemv_naive", "--k=2147483648", "--n=2147483648"],
        &["gemv_split", "--k=2147483648", "--n=2147483648"],
        &["batched_q6k_gemv", "--k=2147483648", "--n=1073741824", "--batch=1073741824"],
        &["attention_f16", "--heads=65535", "--length=1048576", "--head-dim=256"],
        &["batched_rope", "--heads=1048576", "--head-dim=2048", "--batch=65535"],
        &["batched_swiglu", "--length=2147483648", "--batch=65535"],
    ] {
        let run = run(["trace", "--device=cpu"].iter().chain(arguments));
        run.fails_with("cannot be traced: not enough memory: ");
        assert!(run.stderr.contains("needed, and ") && run.stderr.ends_with(" are free\n"), "{run:?}");
    }
}

/// A kernel that never ends takes as long as it may, whatever was to follow.
#[test]
fn kernels_that_never_end() {
    let folder = Folder::new();
    let ptx = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\nloop:\n    bra loop;\n}\n";
    folder.add("hang.ptx", ptx);
    let launch = "--launch=grid=60000,60000 block=1024 args=zeros[1]";
    let mut command = super::tool();
    command.current_dir(folder.path()).args(["trace", "hang.ptx", launch, "--device=cpu"]);
    command.args(["--time-limit=1", "--replay=10"]);
    let started = Instant::now();
    let run = super::Run::of(&mut command);
    let text = run.ends_with(1);
    assert!(
        text.contains("STOPPED  line 7: time limit: the launch is still running after 1 s, thread (0, 0, 0)"),
        "{text}"
    );
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}

#[test]
fn coverage() {
    let run = run([
        "trace",
        ACCUMULATE,
        "--device=cpu",
        "--launch",
        "grid=1 block=32 args=zeros[64] f32[64] 60",
        "--coverage",
    ]);
    let text = run.ends_with(1);
    assert!(text.contains("\naccumulate: 15 instructions, accumulate\n  line    14 "), "{text}");
    assert!(text.contains("\n  never taken: line 21\n    @%p1 bra END;\n"), "{text}");
    let row = text.lines().find(|line| line.starts_with("accumulate ")).expect("a row");
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells, ["accumulate", "1", "1", "100.0%", "(15/15)", "50.0%", "(1/2)", "-"]);
    super::run(["verify", "--coverage", "--device=cuda"]).fails_with("counted by the interpreter");
}

#[test]
fn coverage_of_checks() {
    let text = run(["verify", "--device=cpu", "--coverage", "residual_add", "layer_norm"]);
    let text = text.ends_with(0);
    for (kernel, forms) in [("residual_add", "2"), ("layer_norm", "1"), ("all", "3")] {
        let is_row = |line: &&str| line.split_whitespace().take(2).eq([kernel, forms]);
        let row = text.lines().find(is_row).expect(kernel);
        assert_eq!(row.matches(" 100.0% (").count() + usize::from(row.ends_with(" -")), 3, "{row}");
    }
    let schema = Schema::of("verify.schema.json");
    let value = schema.check(run(["verify", "--device=cpu", "--coverage", "fill_zero", "--format=json"]).ends_with(0));
    let form = &value["coverage"]["forms"][0];
    assert_eq!(form["configurations"][0], "Fill { rows: 7, columns: 45, pattern: Zero }");
    assert_eq!(form["coverage"]["instructions"].as_array().map(Vec::len), Some(10));
}

/// The events of a file in the Trace Event Format: <https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU>.
fn events(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("a file");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    assert!(["ms", "ns"].contains(&document["displayTimeUnit"].as_str().expect("a unit")));
    let events = document["traceEvents"].as_array().expect("events").clone();
    for event in &events {
        assert!(event["name"].is_string() && event["pid"].is_u64() && event["tid"].is_u64(), "{event}");
        match event["ph"].as_str() {
            Some("M") => assert!(event["args"]["name"].is_string(), "{event}"),
            Some("X") => {
                assert!(event["cat"].is_string() && event["args"].is_object(), "{event}");
                let [start, length] = ["ts", "dur"].map(|key| event[key].as_f64().expect(key));
                assert!(start >= 0.0 && length >= 0.0, "{event}");
            }
            _ => panic!("{event}"),
        }
    }
    events
}

#[test]
fn timelines() {
    let folder = Folder::new();
    let [trace, verify] = ["trace.json", "verify.json"].map(|name| folder.path().join(name));
    let path = |path: &Path| path.to_str().expect("UTF-8").to_string();
    run(["trace", "residual_add", "--length=9", "--device=cpu", "--chrome-trace", &path(&trace)]).ends_with(0);
    run(["verify", "residual_add", "--device=cpu", "--chrome-trace", &path(&verify)]).ends_with(0);
    for file in [&trace, &verify] {
        let events = events(file);
        let named = |name: &str| events.iter().filter(|event| event["name"] == name).collect::<Vec<_>>();
        assert!(named("process_name")[0]["args"]["name"].as_str().is_some_and(|it| it.starts_with("ptxlint on inter")));
        assert_eq!(named("thread_name")[0]["args"]["name"], "host");
        for operation in ["open", "load", "allocate", "upload", "launch", "synchronise", "download", "compare"] {
            let events = named(operation);
            assert!(!events.is_empty(), "{operation}");
            assert!(events.iter().all(|event| event["args"]["kernel"] == "residual_add"), "{events:?}");
        }
        assert!(named("upload").iter().any(|event| event["args"]["bytes"] == if *file == trace { 36 } else { 4 }));
        // Intervals of a thread lie within each other, or behind each other.
        let mut open: Vec<f64> = Vec::new();
        for event in events.iter().filter(|event| event["ph"] == "X") {
            let (start, length) = (event["ts"].as_f64().expect("ts"), event["dur"].as_f64().expect("dur"));
            open.retain(|&end| end > start + 1e-6);
            assert!(open.iter().all(|&end| start + length <= end + 1e-6), "{event}");
            open.push(start + length);
        }
    }
    let checks = events(&verify).iter().filter(|event| event["cat"] == "check").count();
    assert_eq!(checks, 5);
    let nowhere = folder.path().join("nowhere/trace.json");
    for arguments in [&["verify", "fill_zero"][..], &["trace", ACCUMULATE]] {
        let unwritable = run(arguments.iter().chain(&["--device=cpu", "--chrome-trace", &path(&nowhere)]));
        unwritable.fails_with("there is no folder");
        assert_eq!(unwritable.stdout, "", "it is known before anything is run");
    }
}
