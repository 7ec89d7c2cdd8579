//! The header is what cbindgen writes of the source, and a program in C gets what it declares.

use std::path::{Path, PathBuf};
use std::process::Command;

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[test]
fn the_header_is_that_of_the_source() {
    let config = cbindgen::Config::from_file(here("cbindgen.toml")).expect("a configuration");
    let source = here("src/lib.rs");
    let made = cbindgen::Builder::new().with_src(source).with_config(config).generate().expect("a header");
    let mut written = Vec::new();
    made.write(&mut written);
    let header = here("include/ptxlint.h");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&header, &written).expect("it can be written");
    }
    let known = std::fs::read(&header).unwrap_or_default();
    assert!(known == written, "`BLESS=1 cargo test -p ptx-linter-capi` writes capi/include/ptxlint.h anew");
}

#[test]
fn a_program_in_c_runs_kernels() {
    let own = std::env::current_exe().expect("a path");
    let folder = own.parent().expect("a folder");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ptxlint_c_example");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-I"]).arg(here("include")).arg(here("tests/example.c"));
    compiler.arg("-L").arg(folder).arg("-lptxlint_c").arg("-o").arg(&program);
    let compiled = match compiler.output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("skipped: no compiler of C ({error})");
            return;
        }
    };
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(&program).env("LD_LIBRARY_PATH", folder).output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let fault = r#"{"kind":"out of bounds","line":20,"message":"4 bytes at offset 16 of 16 bytes of global memory","other":null,"thread":{"block":[0,0,0],"thread":[4,0,0]},"times":1}"#;
    let expected = format!("out of bounds in line 20 by thread 4 of block 0, 1 time\n[{fault}]\nprinted: 7 sevens\n");
    assert_eq!(text, expected);
}
