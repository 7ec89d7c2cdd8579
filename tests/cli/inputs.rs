//! Files, folders, pipes, and what is none of them.

use super::{ERROR, Folder, Run, kernel, run_on, tool};
use std::time::{Duration, Instant};

#[test]
fn one_bad_file_hides_nothing() {
    let folder = Folder::new();
    folder.add("a.ptx", kernel(ERROR));
    folder.add("b.ptx", b"\x7fELF\x02\x01\x01");
    folder.add("c.ptx", kernel(ERROR));
    let run = folder.run(["--format", "compact", "c.ptx", "nowhere.ptx", "b.ptx", "a.ptx"]);
    run.fails_with("cannot lint nowhere.ptx: there is no such file or folder");
    run.fails_with("b.ptx is not PTX: the file is an ELF object");
    let found: Vec<&str> = run.stdout.lines().map(|line| &line[..5]).collect();
    assert_eq!(found, ["a.ptx", "c.ptx"]);
}

#[test]
fn what_is_no_ptx_is_called_so() {
    let folder = Folder::new();
    let inputs: [(&str, &[u8], &str); 8] = [
        ("empty.ptx", b"", "the file is empty"),
        ("blank.ptx", b" \r\n\t\n", "the file is empty"),
        ("cubin.ptx", b"\x7fELF\x02", "`cuobjdump -ptx` shows the PTX in it"),
        ("fat.ptx", b"\x50\xed\x55\xba\x01\x00", "a CUDA fat binary"),
        ("zip.ptx", b"PK\x03\x04", "a zip archive"),
        ("bitcode.ptx", b"BC\xc0\xde", "LLVM bitcode"),
        ("zeros.ptx", b"a\0b\0c\0", "binary data"),
        ("letter.ptx", b"Dear Sir or Madam.\n", "it contains no PTX directive"),
    ];
    for (name, bytes, reason) in inputs {
        folder.add(name, bytes);
        let run = folder.run([name]);
        run.fails_with(&format!("{name} is not PTX: "));
        run.fails_with(reason);
        assert_eq!(run.stdout, "");
    }
}

#[test]
fn folders_are_searched() {
    let folder = Folder::new();
    // Git's ignore files hold within a repository.
    folder.add(".git/HEAD", "");
    folder.add(".gitignore", "/build\n*.tmp.ptx\n");
    for name in ["z.ptx", "a/deep/er/k.PTX", "a/k.cu", "build/k.ptx", "k.tmp.ptx", ".hidden/k.ptx", "dir.ptx/k.ptx"] {
        folder.add(name, kernel(ERROR));
    }
    let names = |run: Run| -> Vec<String> {
        run.ends_with(1).lines().map(|line| line.split(':').next().unwrap_or(line).replace('\\', "/")).collect()
    };
    let expected = ["a/deep/er/k.PTX", "dir.ptx/k.ptx", "z.ptx"];
    assert_eq!(names(folder.run(["--format", "compact"])), expected);
    assert_eq!(names(folder.run(["--format", "compact", "."])), expected);
    assert_eq!(names(folder.run(["--format", "compact", "z.ptx", ".", "a", "z.ptx"])), expected);
    // What is named is linted, whatever its extension and whoever ignores it.
    let named = ["--format", "compact", "a/k.cu", "k.tmp.ptx", ".hidden"];
    assert_eq!(names(folder.run(named)), [".hidden/k.ptx", "a/k.cu", "k.tmp.ptx"]);
}

#[test]
fn a_folder_without_ptx_is_a_failure() {
    let folder = Folder::new();
    folder.add("empty.ptx/readme.md", "");
    folder.add("k.ptx", kernel(""));
    folder.run(["empty.ptx"]).fails_with("cannot lint empty.ptx: no .ptx file in this folder");
    folder.run(["empty.ptx", "k.ptx"]).fails_with("no .ptx file in this folder");
    assert!(folder.run(["."]).ends_with(0).starts_with("no findings in 1 file, "));
}

#[test]
fn the_standard_input_is_linted() {
    let run = run_on(["--format", "compact", "-"], kernel(ERROR));
    assert_eq!(run.ends_with(1), "<stdin>:7:8: error[bitwise-type] `and` does not accept `.u32`\n");
    run_on(["-"], "").fails_with("<stdin> is not PTX: the file is empty");
}

#[test]
fn files_may_be_called_like_commands() {
    let folder = Folder::new();
    for command in ["rules", "explain", "help"] {
        folder.add(command, kernel(ERROR));
        assert!(folder.run([&format!("./{command}")]).ends_with(1).contains("bitwise-type"));
    }
    assert!(folder.run(["rules"]).ends_with(0).contains("shfl-width"));
    folder.run(["rule"]).fails_with("did you mean the command `rules`?");
}

#[test]
fn a_line_may_be_very_long() {
    let folder = Folder::new();
    let filler = "mov.b32 %r1, 0; ".repeat(50_000_000 / 16);
    folder.add("long.ptx", kernel(&format!("{filler}{ERROR}{filler}")).replace('\n', " "));
    folder.add("other.ptx", kernel(ERROR));
    let started = Instant::now();
    let run = folder.run(["."]);
    assert!(started.elapsed() < Duration::from_secs(120), "{:?}", started.elapsed());
    assert!(run.ends_with(1).contains("2 errors in 2 files"));
    assert!(run.stdout.lines().all(|line| line.chars().count() < 200));
    assert!(run.stdout.contains("and.u32 %r1, %r2, %r2;"));
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;

    #[test]
    fn links_to_files_are_followed() {
        let folder = Folder::new();
        let outside = Folder::new();
        symlink(outside.add("k.ptx", kernel(ERROR)), folder.path().join("link.ptx")).expect("a link");
        symlink(folder.path(), folder.path().join("loop")).expect("a link");
        symlink(folder.path(), folder.path().join("loop.ptx")).expect("a link");
        let run = folder.run(["--format", "compact"]);
        assert_eq!(run.ends_with(1), "link.ptx:7:8: error[bitwise-type] `and` does not accept `.u32`\n");
        symlink("nowhere", folder.path().join("dead.ptx")).expect("a link");
        folder.run(["."]).fails_with("cannot lint dead.ptx: there is no such file or folder");
        symlink("circle.ptx", folder.path().join("circle.ptx")).expect("a link");
        folder.run(["circle.ptx"]).fails_with("cannot lint circle.ptx: ");
    }

    #[test]
    fn pipes_without_a_writer_do_not_block() {
        let folder = Folder::new();
        let is_made = Command::new("mkfifo").arg(folder.path().join("pipe.ptx")).status();
        assert!(is_made.expect("mkfifo runs").success());
        folder.add("k.ptx", kernel(""));
        folder.run(["pipe.ptx"]).fails_with("cannot lint pipe.ptx: it is a pipe or a device");
        assert!(folder.run(["."]).ends_with(0).contains("1 file"));
        folder.run(["/dev/zero"]).fails_with("it is a pipe or a device");
    }

    #[test]
    fn a_file_of_two_names_is_linted_once() {
        let folder = Folder::new();
        folder.add("sub/k.ptx", kernel(ERROR));
        symlink(folder.path().join("sub/k.ptx"), folder.path().join("link.ptx")).expect("a link");
        let whole = folder.path().join("sub/k.ptx");
        let run = folder.run([
            "--format",
            "compact",
            "sub/../sub/k.ptx",
            "sub/k.ptx",
            &whole.to_string_lossy(),
            "sub",
            "link.ptx",
        ]);
        assert_eq!(run.ends_with(1).lines().count(), 1, "{run:?}");
    }

    #[test]
    fn patterns_that_are_pipes_are_not_read() {
        let folder = Folder::new();
        folder.add("a/k.ptx", kernel(ERROR));
        folder.add("b/k.ptx", kernel(ERROR));
        let is_made = Command::new("mkfifo").arg(folder.path().join("b/.gitignore")).status();
        assert!(is_made.expect("mkfifo runs").success());
        symlink("/dev/zero", folder.path().join("a/.ignore")).expect("a link");
        folder.add("k.ptx", kernel(ERROR));
        let run = folder.run(["--format", "compact", "."]);
        run.fails_with("b/.gitignore: it is a pipe or a device");
        run.fails_with("a/.ignore: it is a pipe or a device");
        assert!(run.stdout.starts_with("k.ptx:7:8: "), "{run:?}");
        folder.run(["b"]).fails_with("b/.gitignore: it is a pipe or a device");
        assert_eq!(folder.run(["--format", "compact", "b/k.ptx"]).ends_with(1).lines().count(), 1);
    }

    #[test]
    fn an_endless_input_ends() {
        for (endless, reason) in [("/dev/zero", "not PTX"), ("/dev/urandom", "not PTX")] {
            let input = std::fs::File::open(endless).expect("a device");
            let run = Run::of(tool().arg("-").stdin(input));
            run.fails_with(reason);
        }
    }

    #[test]
    fn pipes_of_the_shell_are_read() {
        let run = run_on(["--format", "compact", "/dev/stdin"], kernel(ERROR));
        assert!(run.ends_with(1).starts_with("/dev/stdin:7:8: "), "{run:?}");
    }

    #[test]
    fn unreadable_files_are_reported() {
        let folder = Folder::new();
        let file = folder.add("secret.ptx", kernel(""));
        folder.add("k.ptx", kernel(ERROR));
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o000)).expect("permissions");
        if std::fs::read(&file).is_ok() {
            // Root reads everything.
            return;
        }
        let run = folder.run(["."]);
        run.fails_with("cannot lint secret.ptx: permission denied");
        assert!(run.stdout.contains("k.ptx:7:8"));
    }

    #[test]
    fn names_need_not_be_text() {
        let folder = Folder::new();
        let name = std::ffi::OsStr::from_bytes(b"k\xff\x1b[31m\n.ptx");
        if std::fs::write(folder.path().join(name), kernel(ERROR)).is_err() {
            // Some file systems hold text only.
            return;
        }
        let compact = folder.run(["--format", "compact"]);
        let line = "k\u{fffd}␛[31m␊.ptx:7:8: error[bitwise-type] `and` does not accept `.u32`\n";
        assert_eq!(compact.ends_with(1), line);
        let json = folder.run(["--format", "json", "."]);
        assert!(json.ends_with(1).contains(r#""path": "k�\u001b[31m\n.ptx""#), "{json:?}");
        assert_eq!(Run::of(tool().current_dir(folder.path()).arg(name)).code, Some(1));
    }

    #[test]
    fn memory_is_bounded() {
        let folder = Folder::new();
        folder.add("junk.ptx", [".version 8.0\n.target sm_80\n", &"x".repeat(50_000_000)].concat());
        folder.add("lines.ptx", kernel(&"mov.b32 %r1, 0;\n".repeat(50_000_000 / 16)));
        for name in ["junk.ptx", "lines.ptx"] {
            let mut shell = Command::new("sh");
            let tool = env!("CARGO_BIN_EXE_ptxlint");
            shell.args(["-c", "ulimit -v 2000000 && exec \"$0\" -q \"$1\"", tool]).arg(folder.path().join(name));
            let run = Run::of(&mut shell);
            assert!(run.code.is_some_and(|code| code < 2), "{name}: {run:?}");
        }
    }
}
