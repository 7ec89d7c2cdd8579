//! The configuration file.

use super::{ERROR, Folder, WARNING, kernel, tool};
use std::process::Stdio;

/// A folder with a kernel `k.ptx`, and a configuration.
fn folder(config: &str, body: &str) -> Folder {
    let folder = Folder::new();
    folder.add("ptxlint.toml", config);
    folder.add("k.ptx", kernel(body));
    folder
}

/// Asserts that a configuration is refused with these words.
#[track_caller]
fn refused(config: &str, complaint: &str) {
    let run = folder(config, ERROR).run(["k.ptx"]);
    run.fails_with(complaint);
    assert_eq!(run.stdout, "", "nothing is linted under a configuration that nobody meant");
}

#[test]
fn levels_can_be_set() {
    let code = |config: &str, body: &str| folder(config, body).run(["k.ptx"]).code;
    assert_eq!(code("", WARNING), Some(0));
    assert_eq!(code("levels.shfl-width = 'deny'", WARNING), Some(1));
    assert_eq!(code("[levels]\nwarnings = 'deny'", WARNING), Some(1));
    assert_eq!(code("[levels]\nbitwise-type = 'warn'", ERROR), Some(0));
    assert_eq!(code("[levels]\nbitwise-type = 'allow'", ERROR), Some(0));
    assert_eq!(code("[levels]\nisa = 'ignore'", ERROR), Some(0));
}

#[test]
fn what_is_more_special_wins() {
    let is_error = |config: &str| {
        let report = folder(config, WARNING).run(["k.ptx"]).stdout;
        assert!(report.contains("[shfl-width]"), "{report}");
        report.contains("error[shfl-width]")
    };
    for (general, special) in [("all", "sync"), ("sync", "shfl-width"), ("all", "shfl-width"), ("warnings", "sync")] {
        assert!(is_error(&format!("[levels]\n{general} = 'warn'\n{special} = 'deny'")), "{special}");
        assert!(is_error(&format!("[levels]\n{special} = 'deny'\n{general} = 'warn'")), "{special}");
        assert!(!is_error(&format!("[levels]\n{special} = 'warn'\n{general} = 'deny'")), "{special}");
    }
}

#[test]
fn the_nearest_file_holds() {
    let folder = folder("levels.bitwise-type = 'warn'", ERROR);
    folder.add("deep/er/k.ptx", kernel(ERROR));
    folder.add("other/k.ptx", kernel(ERROR));
    folder.add("other/ptxlint.toml", "levels.sync = 'ignore'");
    folder.run(["k.ptx", "deep"]).ends_with(0);
    let report = folder.run(["--format", "compact"]);
    let lines: Vec<&str> = report.ends_with(1).lines().filter(|line| line.contains("error[")).collect();
    assert!(matches!(lines[..], [line] if line.starts_with("other")), "{report:?}");
    // From below, and by a way round, it is the same.
    let from_below = |path: &str| {
        let mut tool = tool();
        super::Run::of(tool.current_dir(folder.path().join("deep")).arg(path)).code
    };
    assert_eq!(from_below("er/k.ptx"), Some(0));
    assert_eq!(from_below("../deep/er/k.ptx"), Some(0));
    assert_eq!(from_below("../other/k.ptx"), Some(1));
}

#[test]
fn the_standard_input_is_in_the_working_directory() {
    let folder = folder("levels.bitwise-type = 'warn'", "");
    let input = std::fs::File::open(folder.add("input", kernel(ERROR))).expect("a file");
    let mut tool = tool();
    let run = super::Run::of(tool.current_dir(folder.path()).arg("-").stdin(Stdio::from(input)));
    assert!(run.ends_with(0).contains("warning[bitwise-type]"));
}

#[test]
fn the_command_line_wins() {
    let folder = folder("target = 'sm_90'\nlevels.bitwise-type = 'ignore'\nexpect-kernel = ['x']", ERROR);
    folder.add("none.toml", "");
    folder.run(["k.ptx"]).ends_with(1);
    folder.run(["--expect-kernel", "k", "k.ptx"]).ends_with(0);
    folder.run(["--select", "bitwise-type", "--expect-kernel", "k", "k.ptx"]).ends_with(1);
    folder.run(["--no-config", "--ignore", "isa", "k.ptx"]).ends_with(0);
    assert!(!folder.run(["--config", "none.toml", "k.ptx"]).ends_with(1).contains("kernel-name-mismatch"));
    folder.run(["--config", "nowhere.toml", "k.ptx"]).fails_with("nowhere.toml: there is no such file");
    folder.run(["--config", "none.toml", "--no-config"]).fails_with("cannot be used with");
}

#[test]
fn targets_and_versions_can_be_given() {
    let code = |config: &str, options: &[&str]| {
        let folder = folder(config, "add.u16x2 %r1, %r2, %r2;");
        super::Run::of(tool().current_dir(folder.path()).args(options).arg("k.ptx")).code
    };
    assert_eq!(code("", &[]), Some(1));
    assert_eq!(code("target = 'sm_90'", &[]), Some(0));
    assert_eq!(code("target = 'sm_90'\nptx-version = '7.8'", &[]), Some(1));
    assert_eq!(code("target = 'sm_90'", &["--target", "sm_80"]), Some(1));
    assert_eq!(code("target = 'sm_90'\ntoolchain = '11.4'", &[]), Some(1));
    assert_eq!(code("target = 'sm_90'\ntoolchain = '11.4'", &["--toolchain", "13.0"]), Some(0));
}

#[test]
fn paths_have_overrides() {
    let folder = folder(
        "[[override]]\npaths = ['gen/', '*_old.ptx']\nlevels = { all = 'ignore' }\n\
         [[override]]\npaths = ['/gen/new.ptx']\nlevels = { isa = 'select' }\n",
        "",
    );
    for name in ["gen/a.ptx", "gen/deep/b.ptx", "gen/new.ptx", "src/gen.ptx", "src/k_old.ptx", "src/gen/new.ptx"] {
        folder.add(name, kernel(ERROR));
    }
    let report = folder.run(["--format", "compact", "."]);
    let names: Vec<&str> = report.ends_with(1).lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(names, ["gen/new.ptx", "src/gen.ptx"]);
    let elsewhere = tempfile::tempdir().expect("a folder");
    let other = elsewhere.path().join("gen_old.ptx");
    std::fs::write(&other, kernel(ERROR)).expect("a file");
    let mut tool = tool();
    // Paths of a file that is named count from its folder, in which this kernel is not.
    let run = super::Run::of(tool.arg("--config").arg(folder.path().join("ptxlint.toml")).arg(other));
    run.ends_with(1);
}

/// Stores to the same place for every vector, whatever `%ctaid.y`.
const ONE_VECTOR: &str = ".reg .b64 %rd<3>; ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; \
     mad.wide.u32 %rd2, %r1, 4, %rd1; st.global.u32 [%rd2], %r1;";
/// Stores to a place of each vector by `%ctaid.y`.
const GRID_Y: &str = ".reg .b64 %rd<3>; ld.param.u64 %rd1, [p]; mov.u32 %r1, %ctaid.y; \
     mad.wide.u32 %rd2, %r1, 4, %rd1; st.global.u32 [%rd2], %r1;";

fn rows(body: &str) -> String {
    kernel(body).replace("k()", "rows_scale(.param .u64 p)")
}

#[test]
fn kernels_are_expected_to_find_their_vectors() {
    let folder = folder("[[kernel]]\nname = 'rows_*'\ndispatch = 'grid_y'\n", "");
    folder.add("one.ptx", rows(ONE_VECTOR));
    folder.add("many.ptx", rows(GRID_Y));
    assert!(folder.run(["one.ptx"]).ends_with(1).contains("error[missing-batch-dispatch]"));
    folder.run(["many.ptx"]).ends_with(0);
    folder.run(["--no-config", "one.ptx"]).ends_with(0);
    folder.add("ptxlint.toml", "[[kernel]]\nname = 'rows_*'\ndispatch = 'register_unroll'\n");
    let run = folder.run(["many.ptx"]);
    assert!(run.ends_with(1).contains("error[wrong-dispatch-strategy]"));
    assert!(run.stdout.contains("it is expected to be a kernel of the register_unroll kind"), "{run:?}");
    // The last entry that says anything wins.
    folder.add(
        "ptxlint.toml",
        "[[kernel]]\nname = '*'\ndispatch = 'register_unroll'\n[[kernel]]\nname = 'rows_?cale'\ndispatch = 'grid_y'\n\
         [[kernel]]\nname = 'rows_scale'\n",
    );
    folder.run(["many.ptx"]).ends_with(0);
}

#[test]
fn kernels_have_blocks() {
    // The barrier counts 96 threads: blocks of 192 complete it twice, smaller ones never.
    let body = "bar.sync 1, 96;";
    let code = |config: &str, options: &[&str]| {
        let folder = folder(config, body);
        super::Run::of(tool().current_dir(folder.path()).args(options).arg("k.ptx")).code
    };
    assert_eq!(code("", &[]), Some(0));
    assert_eq!(code("block = 64", &[]), Some(1));
    assert_eq!(code("block = [32, 6]", &[]), Some(0));
    assert_eq!(code("block = 192\n[[kernel]]\nname = 'k'\nblock = [32, 2, 1]", &[]), Some(1));
    assert_eq!(code("block = 64\n[[kernel]]\nname = 'other'\nblock = [32, 2, 1]", &["--block", "192"]), Some(0));
    assert_eq!(code("[[kernel]]\nname = '*'\nblock = 64", &["--block", "192"]), Some(0));
}

#[test]
fn mistakes_are_shown_where_they_stand() {
    refused("\n  tarrget = 'sm_90'", "ptxlint.toml:2:3: unknown key `tarrget`; did you mean `target`?");
    refused("frobnicate = 1", "it may be `extend`, `exclude`, `levels`, `target`,");
    refused("[levels]\nshlf-width = 'deny'", ":2:1: unknown rule or group `shlf-width`; did you mean `shfl-width`?");
    refused("[levels]\nsync = 'deyn'", ":2:8: `deyn` is not one of `deny`, `warn`");
    refused("[levels]\nsync = 'deyn'", "did you mean `deny`?");
    refused("[levels]\nsync = 2", ":2:8: expected a string, found an integer");
    refused("levels = []", ":1:10: expected a table, found a list");
    refused("target = 'sm_9O'", ":1:10: unknown target `sm_9O`; did you mean");
    refused("ptx-version = 8.0", ":1:15: expected a string, found a floating-point number");
    refused("ptx-version = 'eight'", "is not a PTX version such as 8.0");
    refused("block = [1024, 2]", ":1:9: a block of 2048 threads exceeds the limit of 1024");
    refused("block = 0", "an extent is at least 1");
    refused("block = [1, 1, 1, 1]", "there are one to three extents");
    refused("block = 'big'", "expected a number or a list of up to three, found a string");
    refused("override = 1", "expected a list, found an integer");
    refused("[[override]]\nlevels = {}", ":1:1: the key `paths` is missing");
    refused("[[override]]\npaths = ['a{b']", ":2:10: ");
    refused("[[kernel]]\nname = 'k'\ndispach = 'grid_y'", ":3:1: unknown key `dispach`; did you mean `dispatch`?");
    refused(
        "[[kernel]]\nname = 'k'\ndispatch = 'grid_x'",
        ":3:12: `grid_x` is not one of `grid_y` or `register_unroll`",
    );
    refused("[[kernel]]\ndispatch = 'grid_y'", "the key `name` is missing");
    refused("target = ", "ptxlint.toml:1:10: ");
    refused("target = 'sm_90'\ntarget = 'sm_80'", "ptxlint.toml:2:1: duplicate key");
}

#[test]
fn hostile_files_are_refused() {
    let folder = folder("", ERROR);
    let refused = |bytes: &[u8], complaint: &str| {
        folder.add("ptxlint.toml", bytes);
        folder.run(["k.ptx"]).fails_with(complaint);
    };
    refused(b"\xff\xfe", "not valid UTF-8");
    refused(&vec![b'#'; (1 << 20) + 1], "it is larger than 1 MiB");
    refused(format!("a = {}", "[".repeat(100_000)).as_bytes(), "ptxlint.toml:1:");
    refused("levels.a.".repeat(50_000).as_bytes(), "ptxlint.toml:1:");
    std::fs::remove_file(folder.path().join("ptxlint.toml")).expect("a file");
    folder.add("ptxlint.toml/inside", "");
    folder.run(["k.ptx"]).fails_with("cannot read the configuration ptxlint.toml: not a regular file");
}

#[cfg(unix)]
#[test]
fn pipes_do_not_hang_the_run() {
    let folder = Folder::new();
    folder.add("k.ptx", kernel(ERROR));
    let pipe = folder.path().join("ptxlint.toml");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    folder.run(["k.ptx"]).fails_with("cannot read the configuration ptxlint.toml: not a regular file");
    folder.run(["parity", "--no-config", "--model", "ptxlint.toml"]).fails_with("not a regular file");
}

#[test]
fn reports_are_reproducible() {
    let folder = folder("[levels]\nall = 'select'\nperf = 'warn'\nsync = 'deny'\nstyle = 'ignore'", WARNING);
    for name in ["a/k.ptx", "b/c/k.ptx", "b/k.ptx"] {
        folder.add(name, kernel(&format!("{ERROR}\n{WARNING}")));
    }
    let first = folder.run(["--format", "json", "--jobs", "1", "."]);
    for _ in 0..3 {
        assert_eq!(first.ends_with(1), folder.run(["--format", "json", "--jobs", "4", "."]).ends_with(1));
    }
}
