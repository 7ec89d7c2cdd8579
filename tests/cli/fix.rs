//! Fixes on the command line: files, pipes, diffs.

use super::json::Schema;
use super::{ERROR, Folder, Run, WARNING, kernel, run, run_on, tool};
use std::process::{Command, Stdio};

/// A conversion whose fix needs a look.
const UNSAFE: &str = ".reg .f32 %f<2>; cvt.s32.f32 %r1, %f1;";
const UNSAFE_FIXED: &str = ".reg .f32 %f<2>; cvt.rzi.s32.f32 %r1, %f1;";
const FIXED: &str = "and.b32 %r1, %r2, %r2;";

fn read(folder: &Folder, name: &str) -> String {
    String::from_utf8(std::fs::read(folder.path().join(name)).expect("a file")).expect("text")
}

#[test]
fn files_are_mended() {
    let folder = Folder::new();
    folder.add("a.ptx", kernel(&format!("{ERROR}\n{UNSAFE}")));
    folder.add("clean.ptx", kernel(""));
    let before = folder.run(["--quiet", "--format", "compact", "a.ptx"]);
    assert_eq!(before.ends_with(1).lines().count(), 2);
    let fixed = folder.run(["--fix", "."]);
    assert_eq!(read(&folder, "a.ptx"), kernel(&format!("{FIXED}\n{UNSAFE}")));
    assert_eq!(read(&folder, "clean.ptx"), kernel(""));
    // The report has what is left.
    assert!(
        fixed
            .ends_with(1)
            .contains("fixed 1 finding\n1 finding can be fixed with `--fix --unsafe-fixes`\n1 error in 2 files")
    );
    let more = folder.run(["--fix", "--unsafe-fixes", "."]);
    assert!(more.ends_with(0).contains("fixed 1 finding\nno findings in 2 files"), "{more:?}");
    assert_eq!(read(&folder, "a.ptx"), kernel(&format!("{FIXED}\n{UNSAFE_FIXED}")));
    assert!(folder.run(["--fix", "."]).ends_with(0).contains("fixed 0 findings"));
    run(["--unsafe-fixes", "."]).fails_with("`--unsafe-fixes` needs `--fix` or `--diff`");
    run(["--fix", "--diff", "."]).fails_with("cannot be used with");
}

#[test]
fn people_are_told_what_can_be_mended() {
    let both = run_on(["-"], kernel(&format!("{ERROR}\n{UNSAFE}\n{ERROR}")));
    assert!(
        both.ends_with(1).contains("\n2 findings can be fixed with `--fix`, 1 more with `--unsafe-fixes`\n"),
        "{both:?}"
    );
    assert!(!run_on(["-", "--quiet"], kernel(ERROR)).ends_with(1).contains("--fix"));
    assert!(!run_on(["-"], kernel("bar.sync 99;")).ends_with(1).contains("--fix"));
}

#[test]
fn suppressed_findings_stay() {
    let text = kernel(&format!("{ERROR} // ptxlint: allow(bitwise-type) on purpose"));
    assert_eq!(run_on(["--fix", "-"], &text).ends_with(0), text);
    assert_eq!(run_on(["--fix", "--ignore", "isa", "-"], kernel(ERROR)).ends_with(0), kernel(ERROR));
}

#[test]
fn pipes_are_mended() {
    let run = run_on(["--fix", "--format", "compact", "-"], kernel(&format!("{ERROR}\n{WARNING}")));
    assert!(run.ends_with(0).starts_with(&kernel(&format!("{FIXED}\n"))[..100]), "{run:?}");
    assert!(run.stdout.contains(FIXED));
    // The report goes where it is not in the way.
    assert!(run.stderr.is_empty() || run.stderr.starts_with("<stdin>:8:"), "{run:?}");
    let left = run_on(["--fix", "--format", "compact", "-"], kernel(UNSAFE));
    assert_eq!(left.ends_with(1), kernel(UNSAFE));
    assert!(left.stderr.starts_with("<stdin>:7:"), "{left:?}");
    // What is no PTX comes through as it is, too.
    let other = run_on(["--fix", "-"], "Dear Sir or Madam\n");
    assert_eq!(other.ends_with(2), "Dear Sir or Madam\n");
}

#[test]
fn diffs_can_be_applied() {
    let folder = Folder::new();
    let first = kernel(&format!("{ERROR}\n{UNSAFE}\n{}{ERROR}", "mov.b32 %r3, 1;\n".repeat(20)));
    folder.add("a.ptx", &first);
    folder.add("sub/b.ptx", kernel(ERROR).trim_end());
    folder.add("sub/clean.ptx", kernel(""));
    let diff = folder.run(["--diff", "."]);
    assert!(diff.ends_with(1).contains("--- a.ptx\n+++ a.ptx\n@@ -4,7 +4,7 @@\n"), "{diff:?}");
    assert_eq!(read(&folder, "a.ptx"), first, "a diff changes nothing");
    assert!(diff.stdout.contains("-    and.u32 %r1, %r2, %r2;\n+    and.b32 %r1, %r2, %r2;\n"));
    assert!(!diff.stdout.contains("clean.ptx"));
    folder.add("fix.patch", &diff.stdout);
    let patched = Command::new("git").current_dir(folder.path()).args(["apply", "-p0", "fix.patch"]).output();
    if let Ok(patched) = patched {
        assert!(patched.status.success(), "{patched:?}");
        assert_eq!(read(&folder, "a.ptx"), first.replace("and.u32", "and.b32"));
        assert_eq!(read(&folder, "sub/b.ptx"), kernel(FIXED).trim_end());
        assert_eq!(folder.run(["--diff", "."]).ends_with(0), "");
    }
    let more = folder.run(["--diff", "--unsafe-fixes", "a.ptx"]);
    assert!(more.ends_with(1).contains(&format!("+{UNSAFE_FIXED}")), "{more:?}");
    assert!(run_on(["--diff", "-"], kernel(ERROR)).ends_with(1).starts_with("--- <stdin>\n"));
    folder.run(["--diff", "nowhere.ptx"]).fails_with("there is no such file");
    assert_eq!(run_on(["--diff", "--exit-zero", "-"], kernel(ERROR)).code, Some(0));
}

#[test]
fn documents_tell_what_was_mended() {
    let folder = Folder::new();
    folder.add("a.ptx", kernel(&format!("{ERROR}{ERROR}\n{UNSAFE}")));
    let report = Schema::read().check(folder.run(["--fix", "--format", "json", "."]).ends_with(1));
    assert_eq!((&report["files"][0]["fixed"], &report["files"][0]["findings"]), (&2.into(), &1.into()));
    assert_eq!(report["findings"][0]["rule"], "cvt-rounding");
    let plain = Schema::read().check(folder.run(["--format", "json", "."]).ends_with(1));
    assert!(plain["files"][0].get("fixed").is_none());
}

#[test]
fn bytes_that_no_fix_is_about_stay() {
    let folder = Folder::new();
    // Line ends of Windows, bytes that are no text.
    let text = |body: &str| {
        let mut bytes = kernel(&format!("{body} // BYTES")).replace('\n', "\r\n").into_bytes();
        let at = bytes.windows(5).position(|w| w == b"BYTES").expect("bytes");
        bytes.splice(at..at + 5, *b"\xff\xfe\x80");
        bytes
    };
    folder.add("a.ptx", text(ERROR));
    folder.run(["--fix", "a.ptx"]).ends_with(0);
    assert_eq!(std::fs::read(folder.path().join("a.ptx")).expect("a file"), text(FIXED));
}

#[cfg(unix)]
#[test]
fn files_keep_what_they_are() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let folder = Folder::new();
    let path = folder.add("real/a.ptx", kernel(ERROR));
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).expect("permissions");
    symlink("real/a.ptx", folder.path().join("link.ptx")).expect("a link");
    folder.run(["--fix", "link.ptx"]).ends_with(0);
    assert!(folder.path().join("link.ptx").is_symlink());
    assert_eq!(read(&folder, "real/a.ptx"), kernel(FIXED));
    assert_eq!(path.metadata().expect("a file").mode() & 0o777, 0o640);
    assert_eq!(std::fs::read_dir(folder.path().join("real")).expect("a folder").count(), 1, "nothing else is left");
    // A file that may not be written is not replaced either.
    let locked = folder.add("locked.ptx", kernel(ERROR));
    std::fs::set_permissions(&locked, PermissionsExt::from_mode(0o444)).expect("permissions");
    folder
        .run(["--fix", "locked.ptx"])
        .fails_with("cannot lint locked.ptx: the fixes cannot be written: permission denied");
    assert_eq!(read(&folder, "locked.ptx"), kernel(ERROR));
    // What needs no fix need not be writable.
    let clean = folder.add("clean.ptx", kernel(""));
    std::fs::set_permissions(&clean, PermissionsExt::from_mode(0o444)).expect("permissions");
    folder.run(["--fix", "clean.ptx"]).ends_with(0);
    let mut tool = tool();
    let mut child = tool
        .args(["--fix", "/dev/stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a start");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), kernel(ERROR).as_bytes()).expect("it reads");
    Run::from(child.wait_with_output().expect("an end")).fails_with("the fixes cannot be written");
}
