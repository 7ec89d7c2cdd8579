//! Kernels of any length whose cost has to stay linear: each is the worst case of some analysis.

/// A name, and the text of a length.
pub type Shape = (&'static str, fn(usize) -> String);

/// All of them.
pub const SHAPES: [Shape; 12] = [
    ("a ladder of decisions above a barrier", ladder),
    ("barriers between stores", barriers),
    ("branches", branches),
    ("asynchronous copies", copies),
    ("loads and stores of neighbours", neighbours),
    ("nested loops", nested_loops),
    ("shared variables", variables),
    ("stores of all threads to places in global memory", global_stores),
    ("stores and loads in shared memory", shared_memory),
    ("stores without a declaration", undeclared),
    ("what is no statement", garbage),
    ("functions that call each other and store", |n| calls(n / 16)),
];

const HEAD: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// A kernel around statements, behind declarations.
fn kernel(declarations: &str, body: &str) -> String {
    format!(
        "{HEAD}{declarations}.visible .entry k(.param .u64 p)\n{{\n.reg .pred %p<8>;\n.reg .b32 %r<64>;\n.reg .b64 %rd<16>;\n\
         ld.param.u64 %rd1, [p];\ncvta.to.global.u64 %rd2, %rd1;\nmov.u32 %r1, %tid.x;\n{body}st.global.u32 [%rd2], %r1;\n\
         ret;\n}}\n"
    )
}

/// Text for each number below `count`.
fn repeat(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect()
}

fn ladder(count: usize) -> String {
    let steps = repeat(count, |i| format!("setp.gt.s32 %p1, %r1, {i};\n@%p1 bra E{i};\n"));
    let ends: String = (0..count).rev().map(|i| format!("E{i}:\n")).collect();
    kernel("", &format!("{steps}bar.sync 0;\n{ends}"))
}

fn barriers(count: usize) -> String {
    kernel(".shared .align 4 .b8 sh[16384];\n", &"st.shared.u32 [sh], %r1;\nbar.sync 0;\n".repeat(count))
}

fn branches(count: usize) -> String {
    let step = |i: usize| format!("setp.eq.s32 %p1, %r1, {i};\n@%p1 bra L{i};\nadd.s32 %r1, %r1, 1;\nL{i}:\n");
    kernel("", &repeat(count, step))
}

fn copies(count: usize) -> String {
    let copy = |i: usize| {
        let to = 16 * (i % 64);
        format!("cp.async.ca.shared.global [%r3+{to}], [%rd2+{}], 16;\ncp.async.commit_group;\n", 16 * i)
    };
    let body = format!("mov.u32 %r3, sh;\n{}cp.async.wait_group 0;\nld.shared.u32 %r4, [sh];\n", repeat(count, copy));
    kernel(".shared .align 16 .b8 sh[1024];\n", &body)
}

fn calls(count: usize) -> String {
    let function = |i: usize| {
        let body = match i {
            0 => "mov.b32 r, a;".to_string(),
            _ => format!("call (r), f{}, (a);\ncall (r), f{}, (r);", i - 1, i.saturating_sub(2)),
        };
        let place = 4 * (i % 256);
        format!(
            ".func (.reg .b32 o) f{i}(.reg .b32 a)\n{{\n.reg .b32 r;\n{body}\nst.shared.u32 [sh+{place}], a;\nmov.b32 o, a;\n\
             ret;\n}}\n"
        )
    };
    let last = count - 1;
    format!(
        "{HEAD}.shared .align 4 .b8 sh[1024];\n{}.visible .entry k()\n{{\n.reg .b32 r;\nmov.u32 r, %tid.x;\ncall (r), f{last}, (r);\n\
         ret;\n}}\n",
        repeat(count, function)
    )
}

fn neighbours(count: usize) -> String {
    let step = |i: usize| format!("ld.global.u32 %r5, [%rd4+{}];\nst.global.u32 [%rd4+{}], %r5;\n", 4 * i, 4 * i + 4);
    kernel("", &format!("mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd2, %rd3;\n{}", repeat(count, step)))
}

fn nested_loops(count: usize) -> String {
    let heads = repeat(count, |i| format!("L{i}: add.s32 %r2, %r2, 1;\n"));
    let tails: String = (0..count).rev().map(|i| format!("setp.lt.s32 %p1, %r2, %r3;\n@%p1 bra L{i};\n")).collect();
    kernel("", &format!("mov.u32 %r2, 0;\nmov.u32 %r3, 9;\n{heads}{tails}"))
}

fn variables(count: usize) -> String {
    let declarations = repeat(count, |i| format!(".shared .align 4 .b32 s{i};\n"));
    kernel(&declarations, &repeat(count, |i| format!("st.shared.u32 [s{i}], %r1;\n")))
}

fn global_stores(count: usize) -> String {
    kernel("", &repeat(count, |i| format!("st.global.u32 [%rd2+{}], %r1;\n", 4 * i)))
}

fn shared_memory(count: usize) -> String {
    let step = |i: usize| {
        let (to, from) = (4 * i % 4096, 12 * i % 4096);
        format!("st.shared.u32 [%r4+{to}], %r1;\nld.shared.u32 %r5, [%r4+{from}];\n")
    };
    let body = format!("mul.lo.s32 %r2, %r1, 4;\nmov.u32 %r3, sh;\nadd.s32 %r4, %r3, %r2;\n{}", repeat(count, step));
    kernel(".shared .align 4 .b8 sh[16384];\n", &body)
}

fn undeclared(count: usize) -> String {
    kernel("", &repeat(count, |i| format!("mov.u32 %zz{i}, 1;\n")))
}

fn garbage(count: usize) -> String {
    kernel("", &repeat(count, |i| format!("@@@ foo{i}\n")))
}
