//! A session in Neovim, without a window: needs `nvim` in the path, from 0.7 on. `PTXLINT_REQUIRE_NEOVIM=1` makes it a failure when there is none.

use std::io::Write;
use std::process::Command;

const KERNEL: &str = "\
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 data)
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    mov.u32 %r1, %tid.x;
    and.u32 %r2, %r1, 31;
    setp.ne.u32 %p1, %r2, 0;
    @%p1 bra $done;
    .reg .b64 %rd1;
    ld.param.u64 %rd1, [data];
    .loc 1 7 5
    st.global.u32 [%rd1], %r2;
$done:
    ret;
}
.file 1 \"k.cu\"
";

const RECORD: &str = "\
diagnostic 9:8 bitwise-type `and` does not accept `.u32`
hover .reg .b32 %r<4>;
definition $done:
renamed @%p1 bra $finish;
references 3
symbols k: data %p<2> %r<4> %rd1 $finish
fold 5-17
hint 14 k.cu:7
tokens 59
action bitwise-type: replace `.u32` by `.b32`
action Allow `bitwise-type` on this line
fixed and.b32 %r2, %r1, 31;
diagnostic 10:38 shfl-width `c` = 32 is not a valid segment for `shfl.down`: it is not a lane count, and every lane gets its own value
completion ftz sat f32 f64 f16 f16x2
end
";

#[test]
fn a_session_in_neovim() {
    let found = Command::new("nvim").arg("--version").output();
    if !found.is_ok_and(|output| output.status.success()) {
        assert!(std::env::var_os("PTXLINT_REQUIRE_NEOVIM").is_none(), "no nvim, and PTXLINT_REQUIRE_NEOVIM is set");
        // Harnesses swallow what passing tests print, so this goes past them.
        let _ = writeln!(std::io::stderr().lock(), "skipped: no nvim");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (kernel, record) = (folder.path().join("k.ptx"), folder.path().join("record"));
    std::fs::write(&kernel, KERNEL).expect("a file");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/lsp/session.lua");
    let mut nvim = Command::new("nvim");
    // No configuration, no state, no swap file of whoever runs the test.
    nvim.args(["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c"]).arg(format!("luafile {script}"));
    nvim.env("PTXLINT", env!("CARGO_BIN_EXE_ptxlint")).env("KERNEL", &kernel).env("RECORD", &record);
    nvim.env("XDG_STATE_HOME", folder.path()).env("XDG_CACHE_HOME", folder.path()).env("XDG_DATA_HOME", folder.path());
    let output = nvim.output().expect("nvim runs");
    let record = std::fs::read_to_string(&record).unwrap_or_default();
    assert_eq!(record, RECORD, "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{output:?}");
}
