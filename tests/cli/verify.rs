//! Kernels and rules on a device.

use super::json::Schema;
use super::{Folder, Run, run, tool};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A cell of each row, by its place.
fn column(text: &str, place: usize) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with("PASS")).filter_map(|line| line.split_whitespace().nth(place)).collect()
}

#[test]
fn kernels_pass() {
    let run = run(["verify", "--device=cpu", "fill_zero", "softmax"]);
    let text = run.ends_with(0);
    assert!(text.starts_with("interpreter on "), "{text}");
    assert!(text.ends_with("15/15 checks passed\n"), "{text}");
    assert_eq!(column(text, 6), ["0"; 15], "no mismatches");
    assert!(text.contains("Softmax { rows: 3, columns: 255 }"), "{text}");
    assert!(text.contains(" Fill { rows: 7, columns: 45, pattern: Zero }\n"), "{text}");
    let infinite = text.lines().find(|line| line.ends_with("all infinite, which gives NaN")).expect("an edge case");
    assert_eq!(infinite.split_whitespace().nth(7), Some("2048"), "{infinite}");
    assert_eq!(run.stderr, "");
}

#[test]
fn failures_are_told() {
    let run = run(["verify", "--device=cpu", "gemv_coalesced", "--tolerance", "typical"]);
    let text = run.ends_with(1);
    assert!(text.contains("\nFAIL") && text.contains("\n      parameter 0, element "), "{text}");
    assert!(text.ends_with("4/5 checks passed\n"), "{text}");
}

#[test]
fn reports_have_the_form_of_the_schema() {
    let schema = Schema::of("verify.schema.json");
    let value = schema.check(run(["verify", "--device=cpu", "softmax", "--format", "json"]).ends_with(0));
    assert_eq!((&value["summary"]["total"], &value["summary"]["passed"]), (&14.into(), &14.into()));
    let failed = run(["verify", "--device=cpu", "gemv_coalesced", "--tolerance=typical", "--format=json"]);
    let value = schema.check(failed.ends_with(1));
    let checks = value["checks"].as_array().expect("checks");
    let bad = checks.iter().find(|check| check["passed"] == false).expect("one fails");
    assert!(bad["outputs"][0]["first_mismatch"]["index"].is_u64() && bad["outputs"][0]["used"].as_f64() > Some(1.0));
}

#[test]
fn suites_and_places_are_chosen() {
    let args = ["verify", "--device=cpu", "--suite=error-growth", "--suite=ggml", "--compare=device"];
    let text = run(args).ends_with(0).to_string();
    let headings: Vec<_> = text.lines().filter(|line| line.contains(": ") && !line.contains('{')).collect();
    assert!(headings.iter().any(|line| line.starts_with("error-growth: ")), "{text}");
    assert!(text.contains("\nno sudden jumps up to 256: ") && text.ends_with("10/10 checks passed\n"), "{text}");
    let schema = Schema::of("verify.schema.json");
    let value = schema.check(run(args.into_iter().chain(["--format=json"])).ends_with(0));
    assert_eq!(value["checks"][0]["suite"], "error-growth");
    assert_eq!(value["checks"][0]["outputs"][0]["compared_on"], "device");
    let growth = value["growth"].as_array().expect("a series for each format");
    assert_eq!((growth.len(), &growth[4]["kernel"], &growth[4]["factor"]), (8, &"attention_f16".into(), &Value::Null));
    let error = |row: &Value, name: &str| row[name].as_f64().expect("a number");
    assert!(growth.iter().all(|row| error(row, "max_absolute_error") < error(row, "absolute_tolerance")));
    assert!(text.contains("Errors of attention_f16 by length of the sequence:\n"), "{text}");
    assert_eq!(value["checks"][8]["dtype"], "Q4_K");
}

#[test]
fn rules_are_confirmed() {
    let run = run(["verify", "--device=cpu", "--rules"]);
    let text = run.ends_with(0);
    let line = |name: &str| text.lines().find(|line| line.contains(name)).expect(name);
    assert!(line("missing-barrier/bad_tree").starts_with("CONFIRMED ") && line("bad_tree").contains(" race: line 40"));
    assert!(line("bank-conflict/").contains(" more traffic: 16.50x: 3168 instead of 192 turns"), "{text}");
    let silent = line("low-occupancy");
    assert!(
        silent.starts_with("not confirmable on this device: ")
            && silent.ends_with("times of the interpreter tell nothing")
    );
    assert!(line("cvt-rounding").ends_with("on a GPU or with `--ptxas`"), "{text}");
    assert!(line("c = 32").ends_with("c is a clamp and a segment mask"), "{text}");
    assert!(text.contains(" demonstrations confirmed, 0 not; "), "{text}");
}

#[test]
fn rules_in_json() {
    let schema = Schema::of("verify-rules.schema.json");
    let value = schema
        .check(run(["verify", "--device=cpu", "--rules", "shfl-width", "dead-store", "--format=json"]).ends_with(0));
    assert_eq!(value["summary"]["confirmed"], 1);
    assert_eq!(value["summary"]["not_shown"], 1);
    assert_eq!(value["shuffle"]["measured"], value["shuffle"]["as_clamp_and_mask"]);
    assert_ne!(value["shuffle"]["measured"], value["shuffle"]["as_width"]);
    let other: Value =
        schema.check(run(["verify", "--device=cpu", "--rules", "global-race", "--format=json"]).ends_with(0));
    assert_eq!((&other["shuffle"], &other["demonstrations"][0]["misbehaviour"]), (&Value::Null, &"race".into()));
}

#[test]
fn what_cannot_be_done() {
    run(["verify", "sofmax"]).fails_with("did you mean `softmax`?");
    run(["verify", "--suite=gem"]).fails_with("expected one of `shipped`, `gemm`");
    run(["verify", "--compare=gpu"]).fails_with("neither `host` nor `device`");
    run(["verify", "--device=cpu", "conv2d", "--suite=gemm"]).fails_with("no case of `conv2d` in `gemm`");
    run(["verify", "--rules", "shfl-witdh"]).fails_with("did you mean `shfl-width`?");
    run(["verify", "--device", "gpu"]).fails_with("`gpu` is not one of `auto`, `cpu`, `cuda` and `cuda:N`");
    run(["verify", "--target", "sm_1"]).fails_with("unknown target `sm_1`");
    run(["verify", "--rules", "--tolerance", "fixed"]).fails_with("cannot be used with");
}

/// Ctrl-C ends the run with the results so far.
#[cfg(unix)]
#[test]
fn interruptions() {
    let mut command = tool();
    command.args(["verify", "--device=cpu"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the tool starts");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut stdout = String::new();
    while !stdout.contains("\nPASS") {
        assert_ne!(reader.read_line(&mut stdout).expect("text"), 0, "{stdout}");
    }
    let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(signal.success());
    reader.read_to_string(&mut stdout).expect("text");
    let Output { status, stderr, .. } = child.wait_with_output().expect("it ends");
    let run = Run::from(Output { status, stdout: stdout.into_bytes(), stderr });
    run.fails_with("checks were not run");
    let total = run.stdout.lines().last().expect("a total");
    let rows = run.stdout.lines().filter(|line| line.starts_with("PASS")).count();
    assert_eq!(total, format!("{rows}/{rows} checks passed"));
}

/// A launch that goes on is not waited for. Its threads are nowhere twice, so that nobody can tell that they never end.
#[cfg(unix)]
#[test]
fn interruptions_of_launches() {
    const SPIN: &str = ".version 7.0\n.target sm_80\n.address_size 64\n\
                        .visible .entry spin(.param .u64 x)\n{\n\
                        .reg .u64 %rd1;\n    mov.u64 %rd1, 0;\n\
                        again:\n    add.u64 %rd1, %rd1, 1;\n    bra again;\n}\n";
    let folder = Folder::new();
    folder.add("spin.ptx", SPIN);
    let mut command = tool();
    command.current_dir(folder.path()).args([
        "trace",
        "spin.ptx",
        "--launch=grid=1 block=1024 args=zeros[4]",
        "--device=cpu",
    ]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the tool starts");
    thread::sleep(Duration::from_secs(1));
    let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(signal.success());
    let interrupted = Instant::now();
    let run = Run::from(child.wait_with_output().expect("it ends"));
    assert!(interrupted.elapsed() < Duration::from_secs(3), "{:?}", interrupted.elapsed());
    run.fails_with("interrupted: not all launches were made");
    assert!(run.stdout.contains("1 First execution") && run.stdout.contains("STOPPED  interrupted"), "{run:?}");
}

#[test]
fn the_specification() {
    let run = run(["verify", "--device=cpu", "--specification", "d1", "E6", "E1", "H"]);
    let text = run.ends_with(0);
    assert!(text.contains("\nD: correctness\nPASS       D1  identity matrix: y = x, exactly\n"), "{text}");
    assert!(text.contains("\nE: performance\nOPEN       E1  latency"), "{text}");
    assert!(text.contains("\nCONFIRMED  H1 "), "{text}");
    assert!(text.ends_with("\n3 items as the specification asks, 0 not, 5 open\n"), "{text}");
}

#[test]
fn the_specification_in_json() {
    let schema = Schema::of("verify-specification.schema.json");
    let report = run(["verify", "--device=cpu", "--specification", "E6", "H4", "--format=json"]);
    let value = schema.check(report.ends_with(0));
    assert_eq!(value["summary"], serde_json::json!({ "met": 1, "missed": 0, "open": 1, "not_run": 0 }));
    let unknown = run(["verify", "--device=cpu", "--specification", "Z1"]);
    unknown.ends_with(2);
    assert!(unknown.stderr.contains("no item `Z1`"), "{}", unknown.stderr);
}
