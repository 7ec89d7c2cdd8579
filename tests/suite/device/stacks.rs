//! `alloca`, `stacksave`, `stackrestore`: memory that functions ask for while they run.

use ptxlint::device::{Arg, Cpu, Device, DeviceError, Fault, FaultKind};
use ptxlint::kernels::LaunchConfig;

/// Thread `t` asks for `t + 1` words and calls a function that asks for as many, in a frame behind the largest of the warp.
const SUMS: &str = "
.func (.reg .u32 r) sum(.reg .u32 n)
{
    .local .align 4 .b8 own[8];
    .reg .u32 p, i, a, s, v, e;
    .reg .pred q;
    mov.u32 a, own;
    st.local.u32 [a], n;
    mul.lo.u32 s, n, 4;
    alloca.u32 p, s;
    mov.u32 i, 0;
fill:
    mad.lo.u32 e, i, 4, p;
    st.local.u32 [e], i;
    add.u32 i, i, 1;
    setp.lt.u32 q, i, n;
    @q bra fill;
    mov.u32 r, 0;
    mov.u32 i, 0;
add:
    mad.lo.u32 e, i, 4, p;
    ld.local.u32 v, [e];
    add.u32 r, r, v;
    add.u32 i, i, 1;
    setp.lt.u32 q, i, n;
    @q bra add;
    ld.local.u32 v, [a];
    add.u32 r, r, v;
    ret;
}
.visible .entry k(.param .u64 out)
{
    .reg .u32 t, n, p, v, s, r, b, z;
    .reg .pred q;
    .reg .u64 o, w;
    ld.param.u64 o, [out];
    mov.u32 t, %tid.x;
    add.u32 n, t, 1;
    stacksave.u32 s;
    mul.lo.u32 b, n, 4;
    alloca.u32 p, b, 16;
    st.local.u32 [p], 1000;
    call (r), sum, (n);
    ld.local.u32 v, [p];
    add.u32 r, r, v;
    BEFORE
    stackrestore.u32 s;
    AFTER
    mad.wide.u32 w, t, 4, o;
    st.global.u32 [w], r;
    ret;
}
";

/// What 32 threads store, with code in the places of `BEFORE` and `AFTER`.
fn run(before: &str, after: &str) -> Result<Vec<u32>, Box<Fault>> {
    let text = SUMS.replace("BEFORE", before).replace("AFTER", after);
    let ptx = format!(".version 8.0\n.target sm_80\n.address_size 64\n{text}");
    let mut cpu = Cpu::new();
    let module = cpu.load(&ptx).expect("PTX");
    let out = cpu.alloc(128).expect("memory");
    match cpu.launch(module, "k", LaunchConfig::new([1; 3], [32, 1, 1]), &[Arg::Buffer(out)]) {
        Ok(()) => {}
        Err(DeviceError::Fault(fault)) => return Err(fault),
        Err(error) => panic!("{error}"),
    }
    let mut bytes = [0; 128];
    cpu.download(out, &mut bytes).expect("a buffer");
    Ok(bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four"))).collect())
}

#[test]
fn each_lane_has_a_stack_of_its_own() {
    let sums: Vec<u32> = (1..=32).map(|n| n * (n - 1) / 2 + n + 1000).collect();
    assert_eq!(run("", "").expect("no fault"), sums);
    // What has been given back is there to be asked for again, at the same place.
    let again = "alloca.u32 z, b, 16; sub.u32 z, z, p; add.u32 r, r, z;";
    assert_eq!(run("", again).expect("no fault"), sums);
    // However much has been asked for before, what follows is aligned as it says.
    let aligned = "alloca.u32 z, b, 32; and.b32 r, z, 31;";
    assert_eq!(run(aligned, "").expect("no fault"), [0; 32]);
}

#[test]
fn what_was_asked_for_ends() {
    let fault = |before, after| run(before, after).expect_err("a fault");
    // Lane 0 has four bytes, though others have more.
    let behind = fault("ld.local.u32 v, [p+4];", "");
    assert_eq!(behind.kind, FaultKind::OutOfBounds, "{behind}");
    assert_eq!(behind.thread.thread, [0; 3], "{behind}");
    let given_back = fault("", "ld.local.u32 v, [p];");
    assert_eq!(given_back.kind, FaultKind::OutOfBounds, "{given_back}");
    let forgotten =
        fault("", "alloca.u32 z, b, 16; ld.local.u32 v, [z]; add.u32 r, r, v; setp.eq.u32 q, r, 0; @q trap;");
    assert_eq!(forgotten.kind, FaultKind::Uninitialised, "{forgotten}");
    let endless = fault("alloca.u32 z, 600000;", "");
    assert_eq!(endless.kind, FaultKind::StackOverflow, "{endless}");
    let unknown = fault("add.u32 s, s, 4096;", "");
    assert_eq!(unknown.kind, FaultKind::InvalidOperand, "{unknown}");
}
