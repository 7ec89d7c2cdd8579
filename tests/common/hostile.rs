//! Inputs that nobody writes and somebody will feed in: one shape each, of any size.

/// A shape and the text of it with `n` repetitions.
pub type Shape = (&'static str, fn(usize) -> String);

const HEADERS: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

fn module(text: &str) -> String {
    format!("{HEADERS}{text}")
}

fn body(text: &str) -> String {
    module(&format!(
        ".entry k(.param .u64 p) {{\n.reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\n{text}\n ret;\n}}\n"
    ))
}

fn repeat(n: usize, text: impl Fn(usize) -> String) -> String {
    (0..n).map(text).collect()
}

/// All shapes.
pub const SHAPES: &[Shape] = &[
    ("open braces", |n| body(&"{".repeat(n))),
    ("nested blocks", |n| body(&format!("{}{}", "{".repeat(n), "}".repeat(n)))),
    ("blocks side by side", |n| body(&"{ } ".repeat(n))),
    ("closing braces", |n| module(&"}".repeat(n))),
    ("parentheses in an operand", |n| body(&format!("mov.b32 %r1, {}1{};", "(".repeat(n), ")".repeat(n)))),
    ("minus signs in an operand", |n| body(&format!("mov.b32 %r1, {}1;", "-".repeat(n)))),
    ("conditional expression", |n| body(&format!("mov.b32 %r1, {}1;", "1?1:".repeat(n)))),
    ("long sum", |n| body(&format!("mov.b32 %r1, 1{};", "+1".repeat(n)))),
    ("brackets", |n| body(&format!("ld.global.b32 %r1, {}", "[".repeat(n)))),
    ("commas", |n| body(&format!("add.u32 {};", ",".repeat(n)))),
    ("many operands", |n| body(&format!("add.u32 %r1{};", ", %r2".repeat(n)))),
    ("deep vectors", |n| body(&format!("ld.global.b32 {}%r1{}, [p];", "{".repeat(n), "}".repeat(n)))),
    ("wide vector", |n| body(&format!("ld.global.b32 {{%r1{}}}, [p];", ", %r2".repeat(n)))),
    ("initial values", |n| module(&format!(".global .b8 a[] = {{0{}}};", ",1".repeat(n)))),
    ("nested initial values", |n| module(&format!(".global .b8 a[] = {}1{};", "{".repeat(n), "}".repeat(n)))),
    ("array extents", |n| module(&format!(".global .b8 a{} = {{1}};", "[1]".repeat(n)))),
    ("semicolons", |n| body(&";".repeat(n))),
    ("at signs", |n| body(&"@".repeat(n))),
    ("dots", |n| body(&".".repeat(n))),
    ("long opcode", |n| body(&format!("add{} %r1, %r1, %r1;", ".u32".repeat(n)))),
    ("long name", |n| body(&format!("mov.b32 {}, 1;", "a".repeat(n)))),
    ("long comment", |n| body(&format!("/*{}*/", "*".repeat(n)))),
    ("stars in a comment", |n| body(&format!("/*{}*/", "a*".repeat(n)))),
    ("long directive", |n| body(&format!("{};", ".a::b".repeat(n)))),
    ("long opcode of two kinds", |n| body(&format!("add{};", ".a::b".repeat(n)))),
    ("comment starts", |n| body(&"/*".repeat(n))),
    ("quotes", |n| body(&"\"".repeat(n))),
    ("line comments", |n| body(&"// c\n".repeat(n))),
    ("one line", |n| body(&"add.u32 %r1, %r1, %r2; ".repeat(n))),
    ("labels", |n| body(&repeat(n, |i| format!("l{i}: ")))),
    ("labels with branches", |n| body(&repeat(n, |i| format!("l{i}: @%p1 bra l{};\n", n - 1 - i)))),
    ("branches to undefined labels", |n| body(&repeat(n, |i| format!("bra label_{i};\nlabel_x{i}:\n")))),
    ("one undefined label", |n| body(&format!("{}{}", repeat(n, |i| format!("l{i}:\n")), "bra nowhere;\n".repeat(n)))),
    ("undeclared names", |n| body(&repeat(n, |i| format!("mov.b32 name_{i}, 1; .reg .b32 other_{i};\n")))),
    ("one undeclared name", |n| body(&"mov.b32 name, 1;\n".repeat(n))),
    ("numbers outside a range", |n| body(&repeat(n, |i| format!("mov.b32 %r{}, 1;\n", i + 9)))),
    ("registers one by one", |n| body(&repeat(n, |i| format!(".reg .b32 a{i}; mov.b32 a{i}, {i};\n")))),
    ("ranges of one prefix", |n| body(&".reg .b32 a<5>;\n".repeat(n))),
    ("ranges and single registers", |n| body(&repeat(n, |i| format!(".reg .b32 a{i}; .reg .b32 a<2>;\n")))),
    ("blocks with registers", |n| body(&"{ .reg .b32 %r<2>; mov.b32 %r1, 1; }\n".repeat(n))),
    ("blocks under single registers", |n| {
        body(&format!("{}{}", repeat(n, |i| format!(".reg .b32 a{i}x1;\n")), "{ }\n".repeat(n)))
    }),
    ("nested ranges", |n| {
        let depth = n.min(900);
        let inner = "mov.b32 %r8, 1;".repeat(n);
        body(&format!("{}{inner}{}", "{ .reg .b32 %r<2>;\n".repeat(depth), "}".repeat(depth)))
    }),
    ("duplicate labels", |n| body(&"l:\n".repeat(n))),
    ("duplicate functions", |n| module(&".func f() { ret; }\n".repeat(n))),
    ("functions", |n| module(&repeat(n, |i| format!(".func f{i}() {{ ret; }}\n")))),
    ("kernels with a shuffle", |n| {
        let shuffle = "shfl.sync.down.b32 %r1, %r1, 16, 32, -1;";
        module(&repeat(n, |i| format!(".entry k{i}() {{ .reg .b32 %r<2>; mov.b32 %r1, 1; {shuffle} ret; }}\n")))
    }),
    ("prototypes", |n| body(&repeat(n, |i| format!("p{i}: .callprototype _ (.param .b32 _);\n")))),
    ("findings", |n| body(&"and.u32 %r1, %r1, %r1;\n".repeat(n))),
    ("unknown instructions", |n| body(&repeat(n, |i| format!("ad{i}.u32 %r1, %r1, %r1;\n")))),
    ("unknown modifiers", |n| body(&repeat(n, |i| format!("add.u{i} %r1, %r1, %r1;\n")))),
    ("suppressed findings", |n| body(&"and.u32 %r1, %r1, %r1; // ptxlint: allow(bitwise-type)\n".repeat(n))),
    ("unused suppressions", |n| body(&"// ptxlint: allow(bitwise-type)\n".repeat(n))),
    ("unknown suppressions", |n| body(&format!("// ptxlint: allow({})\n", "bitwise-typo,".repeat(n)))),
    ("branch table", |n| {
        let labels: Vec<String> = (0..n).map(|i| format!("l{i}")).collect();
        let code = repeat(n, |i| format!("l{i}: add.u32 %r1, %r1, 1;\n"));
        body(&format!("t: .branchtargets {};\nbrx.idx %r1, t;\n{code}", labels.join(", ")))
    }),
    ("branches through one table", |n| {
        let labels: Vec<String> = (0..n).map(|i| format!("l{i}")).collect();
        let code = repeat(n, |i| format!("l{i}: brx.idx %r1, t;\n"));
        body(&format!("t: .branchtargets {};\n{code}", labels.join(", ")))
    }),
    ("steps before one exit", |n| {
        let step = |i: usize| format!("setp.ge.s32 %p1, %r1, {i}; @%p1 bra end; add.s32 %r1, %r1, 1; bra end;\n");
        body(&format!("mov.b32 %r1, 0;\n{}end:", repeat(n, step)))
    }),
    ("steps under one test", |n| {
        let step = |i: usize| format!("l{i}: @%p1 bra l{}; add.s32 %r1, %r1, 1; bra end;\n", i + 1);
        let test = "mov.b32 %r1, 0; setp.ge.s32 %p1, %r1, 5; @%p1 bra end;\n";
        body(&format!("{test}{}l{n}:\nend:", repeat(n, step)))
    }),
    ("loops side by side", |n| {
        let round = |i: usize| format!("l{i}: add.s32 %r1, %r1, 1; setp.gt.s32 %p1, %r1, 5; @%p1 bra l{i};\n");
        body(&format!("mov.b32 %r1, 0;\n{}", repeat(n, round)))
    }),
    ("loops within loops", |n| {
        let end = |i: usize| format!("add.s32 %r1, %r1, 1; setp.lt.s32 %p1, %r1, 5; @%p1 bra l{};\n", n - 1 - i);
        body(&format!("mov.b32 %r1, 0;\n{}{}", repeat(n, |i| format!("l{i}:\n")), repeat(n, end)))
    }),
    ("endless loops", |n| {
        body(&repeat(n, |i| format!("@%p1 bra m{i};\nl{i}: add.s32 %r1, %r1, 1; bra l{i};\nm{i}:\n")))
    }),
    ("joins of many registers", |n| {
        let declared = format!(".reg .b32 v<{n}>;\n");
        let write = repeat(n, |i| format!("mov.b32 v{i}, 1;\n"));
        let branch = repeat(n, |i| format!("@%p1 bra l{i}; mov.b32 v{i}, 2;\nl{i}:\n"));
        let read = repeat(n, |i| format!("add.u32 %r1, %r1, v{i};\n"));
        body(&format!("{declared}{write}{branch}{read}"))
    }),
    ("ladder of branches", |n| {
        let rung = |i: usize| {
            format!("a{i}: @%p1 bra b{}; bra a{};\nb{i}: @%p2 bra a{}; bra b{};\n", i + 1, i + 1, i + 1, i + 1)
        };
        body(&format!("{}a{n}: b{n}:", repeat(n, rung)))
    }),
    ("backward ladder", |n| {
        let rung = |i: usize| format!("a{i}: @%p1 bra a{}; @%p2 bra a{};\n", i.saturating_sub(1), (i + 1).min(n - 1));
        body(&repeat(n, rung))
    }),
    ("debug data", |n| module(&format!(".section .debug_info {{ {} }}", ".b8 1,2,3\n".repeat(n)))),
    ("positions", |n| body(&".loc 1 2 3\n".repeat(n))),
    ("batched stores", |n| {
        let store = "mov.u32 %r1, %ctaid.y; st.global.u32 [%rd1], %r1;\n".repeat(n);
        module(&format!(".entry batched() {{ .reg .b32 %r<2>; .reg .b64 %rd<2>; mov.b64 %rd1, 0;\n{store} ret; }}"))
    }),
];
