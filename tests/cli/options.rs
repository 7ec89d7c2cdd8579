//! Levels, exit codes, and the other options.

use super::{ERROR, Folder, Run, WARNING, kernel, run, run_on, tool};

/// The exit code for a kernel with this body.
fn code<const N: usize>(options: [&str; N], body: &str) -> Option<i32> {
    let folder = Folder::new();
    let file = folder.add("k.ptx", kernel(body));
    Run::of(tool().args(options).arg(file)).code
}

#[test]
fn errors_fail_the_run() {
    assert_eq!(code([], ""), Some(0));
    assert_eq!(code([], WARNING), Some(0));
    assert_eq!(code([], ERROR), Some(1));
}

#[test]
fn levels_can_be_moved() {
    assert_eq!(code(["--deny", "warnings"], WARNING), Some(1));
    assert_eq!(code(["--deny", "shfl-width"], WARNING), Some(1));
    assert_eq!(code(["--deny", "sync"], WARNING), Some(1));
    assert_eq!(code(["--deny", "isa"], WARNING), Some(0));
    assert_eq!(code(["--warn", "errors"], ERROR), Some(0));
    assert_eq!(code(["--allow", "bitwise-type"], ERROR), Some(0));
    assert_eq!(code(["--ignore", "all", "--select", "shfl-width,bitwise-type"], ERROR), Some(1));
}

#[test]
fn the_last_level_option_wins() {
    assert_eq!(code(["--deny", "warnings", "--warn", "sync"], WARNING), Some(0));
    assert_eq!(code(["--warn", "sync", "--deny", "warnings"], WARNING), Some(1));
    assert_eq!(code(["--ignore", "isa", "--select", "isa"], ERROR), Some(1));
    assert_eq!(code(["--select", "isa", "--ignore", "isa"], ERROR), Some(0));
}

#[test]
fn wrong_options_are_explained() {
    run(["--deny", "shlf-width"]).fails_with("unknown rule or group `shlf-width`; did you mean `shfl-width`?");
    run(["--ignore", "synk"]).fails_with("did you mean `sync`?");
    run(["--select", "waning,error"]).fails_with("unknown rule or group `waning`");
    run(["--deny", "warning"]).fails_with("did you mean `warnings`?");
    run(["--jobs", "0"]).fails_with("--jobs");
    run(["--format", "xml"]).fails_with("json-lines");
    run(["--statistics", "--format", "json-lines"]).fails_with("use `--format json`");
    run(["--block", "32,0"]).fails_with("is not a block size");
    run(["--block", "32,32,2"]).fails_with("exceeds the limit of 1024");
    run(["--target", "sm_9O"]).fails_with("unknown target `sm_9O`; did you mean");
    run(["--ptx-version", "eight"]).fails_with("is not a PTX version");
    run(["--toolchain", "12"]).fails_with("`12` is neither a CUDA release from 6.0 to 13.5 nor a driver such as r550");
    run(["--toolchain", "r100"]).fails_with("is neither a CUDA release");
    run(["explain", "shlf-width"]).fails_with("did you mean `shfl-width`?");
    run(["explain"]).fails_with("<RULE>");
}

#[test]
fn target_and_version_can_be_given() {
    let body = "add.u16x2 %r1, %r2, %r2;";
    assert_eq!(code([], body), Some(1));
    assert_eq!(code(["--target", "sm_90"], body), Some(0));
    assert_eq!(code(["--target", "sm_90", "--ptx-version", "7.8"], body), Some(1));
}

#[test]
fn the_toolchain_can_be_given() {
    let folder = super::Folder::new();
    folder.add("k.ptx", ".version 8.7\n.target sm_90\n.address_size 64\n.visible .entry k() { ret; }\n");
    let run = |toolchain: &str| folder.run(["--toolchain", toolchain, "--format", "compact", "k.ptx"]);
    for old in ["12.6", "r560", "r569.99", "11.0"] {
        assert!(run(old).ends_with(1).contains("toolchain-too-old"), "{old}");
    }
    for enough in ["12.8", "r570", "r570.86.10", "13.5", "r999"] {
        run(enough).ends_with(0);
    }
    let human = folder.run(["--toolchain", "12.6", "k.ptx"]);
    assert!(human.ends_with(1).contains("PTX 8.7 needs CUDA 12.8 and driver 570, or newer"), "{}", human.stdout);
}

#[test]
fn the_shape_of_blocks_can_be_given() {
    let body = "bar.sync 1, 256;";
    assert_eq!(code([], body), Some(0));
    assert_eq!(code(["--block", "128"], body), Some(1));
    assert_eq!(code(["--block", "128,2"], body), Some(0));
}

#[test]
fn suppressions_of_rules_that_do_not_run_are_no_finding() {
    let suppressed = format!("{WARNING} // ptxlint: allow(shfl-width) on purpose");
    let unused = "// ptxlint: allow(shfl-width) no more\n";
    assert_eq!(run_on(["-q", "-"], kernel(&suppressed)).ends_with(0), "");
    assert!(run_on(["-q", "-"], kernel(unused)).ends_with(0).contains("unused-suppression"));
    assert_eq!(run_on(["-q", "-", "--ignore", "shfl-width"], kernel(unused)).ends_with(0), "");
}

#[test]
fn kernels_can_be_expected() {
    let k = kernel("");
    assert_eq!(run_on(["-q", "-", "--expect-kernel", "k"], &k).ends_with(0), "");
    let missing = run_on(["-q", "-", "--expect-kernel", "k", "--expect-kernel", "other"], &k);
    assert!(missing.ends_with(1).contains("no kernel `other`"));
}

#[test]
fn findings_can_be_limited() {
    let many = kernel(&ERROR.repeat(5));
    let lines = |limit: &str| {
        let options = ["-", "--format", "compact", "--max-findings", limit];
        run_on(options, &many).ends_with(1).lines().count()
    };
    assert_eq!((lines("0"), lines("2"), lines("9")), (0, 2, 5));
    let human = run_on(["-", "--max-findings", "2", "--all"], &many);
    assert!(human.ends_with(1).ends_with("; `--max-findings` left out 3 findings\n"), "{human:?}");
    // The limit holds for all files together.
    let folder = Folder::new();
    for name in ["a.ptx", "b.ptx", "c.ptx"] {
        folder.add(name, kernel(&ERROR.repeat(2)));
    }
    let compact = folder.run(["--format", "compact", "--max-findings", "3", "."]);
    let paths: Vec<&str> = compact.ends_with(1).lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(paths, ["a.ptx", "a.ptx", "b.ptx"]);
}

#[test]
fn quiet_runs_write_findings_and_failures_only() {
    assert_eq!(run_on(["-", "--quiet"], kernel("")).ends_with(0), "");
    let findings = run_on(["-", "--quiet"], kernel(ERROR));
    assert!(findings.ends_with(1).ends_with("help: use `.b32`\n\n"), "{findings:?}");
    run(["--quiet", "nowhere.ptx"]).fails_with("cannot lint nowhere.ptx");
}

#[test]
fn colours_have_to_be_asked_for_in_a_pipe() {
    let has_color = |run: &Run| run.stdout.contains('\x1b');
    assert!(!has_color(&run_on(["-"], kernel(ERROR))));
    assert!(!has_color(&run_on(["-", "--color", "never"], kernel(ERROR))));
    assert!(has_color(&run_on(["-", "--color", "always"], kernel(ERROR))));
    assert!(has_color(&run(["explain", "shfl-width", "--color", "always"])));
    assert!(!has_color(&run(["explain", "shfl-width"])));
}

#[test]
fn other_locales_get_ascii() {
    let text = kernel(&format!("{ERROR} // \u{e9}\u{6f22} \x1b[31m"));
    let folder = Folder::new();
    let file = folder.add("k.ptx", text);
    for (variable, value) in [("LC_ALL", "C"), ("LC_ALL", "de_DE.ISO-8859-1"), ("LC_CTYPE", "POSIX")] {
        let mut tool = tool();
        for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
            tool.env_remove(variable);
        }
        let run = Run::of(tool.env("LANG", "C.UTF-8").env(variable, value).arg(&file));
        assert!(run.ends_with(1).is_ascii(), "{variable}={value}: {run:?}");
    }
    let unicode = Run::of(tool().env_remove("LC_ALL").env("LANG", "ko_KR.utf8").arg(&file));
    assert!(unicode.ends_with(1).contains("\u{6f22} ␛[31m"), "{unicode:?}");
}

#[test]
fn output_does_not_depend_on_the_number_of_threads() {
    let folder = Folder::new();
    for i in 0..60 {
        folder.add(format!("{}/{i}.ptx", i % 7), kernel(&ERROR.repeat(i % 5)));
    }
    for format in ["compact", "json", "json-lines"] {
        let one = folder.run(["--format", format, "--jobs", "1"]);
        assert!(!one.stdout.is_empty());
        for jobs in ["2", "5"] {
            assert_eq!(folder.run(["--format", format, "--jobs", jobs]).stdout, one.stdout);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_ends_the_run_quietly() {
    use std::process::Stdio;
    let folder = Folder::new();
    let file = folder.add("k.ptx", kernel(&format!("{ERROR}\n").repeat(5000)));
    let mut tool = tool();
    tool.args(["--all", "--format", "compact"]).arg(file).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = tool.spawn().expect("the tool starts");
    drop(child.stdout.take());
    let run = Run::from(child.wait_with_output().expect("the tool ends"));
    assert_eq!((run.code, run.stderr.as_str()), (Some(141), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let folder = Folder::new();
    let file = folder.add("k.ptx", kernel(ERROR));
    let full = std::fs::File::options().write(true).open("/dev/full").expect("/dev/full");
    Run::of(tool().arg(file).stdout(full)).fails_with("cannot write the report: No space left");
}

#[test]
fn what_was_not_looked_at_is_told_and_fails_nothing() {
    let step = |i: usize| format!("st.shared.u32 [%r1], %r2;\nld.shared.u32 %r3, [%r1];\nadd.s32 %r2, %r3, {i};\n");
    let text = kernel(&format!(
        ".shared .align 4 .b8 tile[4096];\nmov.u32 %r4, %tid.x;\nshl.b32 %r4, %r4, 2;\nmov.u32 %r1, tile;\n\
         add.s32 %r1, %r1, %r4;\nmov.u32 %r2, 0;\n{}",
        (0..2_000).map(step).collect::<String>()
    ));
    let folder = Folder::new();
    folder.add("k.ptx", text);
    let options = ["--ignore", "all", "--select", "missing-barrier"];
    let line = "note: k.ptx: `missing-barrier` examined ";
    let with = |more: &[&str]| Run::of(tool().current_dir(folder.path()).args(options).args(more).arg("k.ptx"));
    let human = with(&[]);
    assert!(human.ends_with(0).contains(line) && human.stdout.contains(" of 4000 accesses in `k`"), "{human:?}");
    let compact = with(&["--format", "compact"]);
    assert!(compact.stdout.is_empty() && compact.stderr.contains(line) && compact.code == Some(0), "{compact:?}");
    let json: serde_json::Value = serde_json::from_str(&with(&["--format", "json"]).stdout).expect("JSON");
    assert_eq!(
        (&json["incomplete"][0]["rule"], &json["incomplete"][0]["of"]),
        (&"missing-barrier".into(), &4_000.into())
    );
    let sarif: serde_json::Value = serde_json::from_str(&with(&["--format", "sarif"]).stdout).expect("JSON");
    let notification = &sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"][0];
    let text = notification["message"]["text"].as_str().expect("a text");
    assert!(
        text.starts_with("ptxlint: k.ptx: `missing-barrier` examined ") && notification["level"] == "note",
        "{sarif}"
    );
    let hint = |effort: &str| with(&["--effort", effort]).ends_with(0).to_string();
    assert!(hint("low").contains("; `--effort default` examines more"));
    assert!(hint("default").contains("; `--effort high` examines more"));
    assert!(!with(&["--effort", "unlimited"]).ends_with(0).contains("note: "));
    folder.add("ptxlint.toml", "effort = \"unlimited\"\n");
    assert!(!with(&[]).ends_with(0).contains("note: "));
    with(&["--effort", "some"]).fails_with("expected one of low, default, high, unlimited");
}

#[test]
fn a_cache_changes_no_report() {
    let folder = Folder::new();
    folder.add("clean.ptx", kernel(""));
    folder.add("warning.ptx", kernel(WARNING));
    let with = |more: &[&str]| {
        let run =
            Run::of(tool().current_dir(folder.path()).args(["--format", "compact", "--quiet"]).args(more).arg("."));
        (run.stdout, run.code)
    };
    let count = |folder: std::path::PathBuf| std::fs::read_dir(folder).map_or(0, Iterator::count);
    let kept = || {
        let keys = std::fs::metadata(folder.path().join("cache/clean")).map_or(0, |file| file.len() / 16);
        let folders = std::fs::read_dir(folder.path().join("cache/results")).into_iter().flatten().flatten();
        (keys, folders.map(|folder| count(folder.path())).sum::<usize>())
    };
    let without = with(&["--no-cache"]);
    assert!(without.0.contains("shfl-width") && kept() == (0, 0), "{without:?}");
    for _ in 0..2 {
        assert_eq!(with(&["--cache=cache"]), without);
        assert_eq!(kept(), (1, 1), "each is remembered once");
    }
    with(&["--cache=cache", "--target", "sm_90"]);
    assert_eq!(kept(), (2, 2), "other options are another question");
    std::fs::write(folder.path().join("clean.ptx"), kernel(ERROR)).expect("it is writable");
    assert_eq!(with(&["--cache=cache"]).1, Some(1), "a changed text is judged");
    run(["--cache", "--no-cache"]).fails_with("cannot be used with");
}

#[test]
#[cfg(target_os = "linux")]
fn the_cache_of_the_user_is_used_once_it_exists() {
    let folder = Folder::new();
    let file = folder.add("k.ptx", kernel(""));
    let caches = folder.path().join("caches");
    let with = |options: &[&str]| Run::of(tool().env("XDG_CACHE_HOME", &caches).args(options).arg(&file)).code;
    assert_eq!((with(&[]), caches.exists()), (Some(0), false), "nobody has asked for one");
    assert_eq!(with(&["--cache"]), Some(0));
    let keys = caches.join("ptxlint/clean");
    std::fs::remove_file(&keys).expect("it has been written");
    assert_eq!((with(&["--no-cache"]), keys.exists()), (Some(0), false));
    assert_eq!((with(&[]), keys.exists()), (Some(0), true));
}
