//! Inputs that are no PTX, or hardly: no panic, no hang, time in proportion to size.

use crate::common::hostile::{SHAPES, Shape};
use crate::common::{repository, with_all_rules};
use ptxlint::{FileStatus, Options};
use std::sync::mpsc;
use std::time::{Duration, Instant};

fn options() -> Options {
    with_all_rules(Options::default())
}

/// Checks a text; returns the number of findings, none of which is a mistake of ours.
fn check(text: &[u8]) -> usize {
    let findings = ptxlint::check(text, &options()).expect("small").findings;
    let panic = findings.iter().find(|finding| finding.rule.name == "internal-error");
    assert!(panic.is_none(), "{panic:?} in {}", String::from_utf8_lossy(text));
    findings.len()
}

/// Runs `work` in a thread of its own and waits for it, but not for ever.
fn within_a_minute<T: Send + 'static>(what: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(work()));
    match receiver.recv_timeout(Duration::from_secs(60)) {
        Ok(result) => result,
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("{what}: still running after a minute"),
        Err(mpsc::RecvTimeoutError::Disconnected) => panic!("{what}: panicked"),
    }
}

#[test]
fn what_is_no_ptx_is_said_to_be_none() {
    let mut noise = vec![0; 5000];
    fastrand::Rng::with_seed(1).fill(&mut noise);
    for (name, bytes) in [
        ("empty", &b""[..]),
        ("white space", b" \r\n\t\n"),
        ("byte order mark", b"\xef\xbb\xbf"),
        ("zeros", &[0; 100]),
        ("ELF", b"\x7fELF\x02\x01\x01\0\0"),
        ("zip", b"PK\x03\x04.version"),
        ("fat binary", b"\x50\xed\x55\xba\x01\0"),
        ("LLVM bitcode", b"BC\xc0\xde"),
        ("prose", b"Dear reader,\nthis is no PTX.\n"),
        ("noise", &noise),
    ] {
        let report = ptxlint::check(bytes, &options()).expect("small");
        assert_eq!(report.status, FileStatus::NotPtx, "{name}");
        assert!(report.reason.is_some() && report.findings.is_empty(), "{name}");
    }
}

#[test]
fn every_beginning_of_a_file_is_judged() {
    for fixture in
        ["syntax-error/good_debug_sections.ptx", "syntax-error/good_old_style.ptx", "undefined-label/good_table.ptx"]
    {
        let text = std::fs::read(repository("fixtures").join(fixture)).expect("a fixture");
        for end in 0..text.len() {
            check(&text[..end]);
            check(&text[end..]);
        }
    }
}

#[test]
fn addresses_at_the_edges_of_numbers_are_judged() {
    for address in ["9223372036854775807", "9223372036854775804", "-9223372036854775808", "18446744073709551615"] {
        let shared = format!("mov.u64 %rd1, {address};\nld.shared.f32 %f1, [%rd1];\nst.shared.f32 [%rd1], %f1;");
        let indexed = format!(
            "mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd1, %rd2, {address};\n\
             st.shared.u32 [%rd1], %r1;\nld.global.u32 %r2, [%rd1];\nst.global.u32 [%rd1+8], %r2;"
        );
        for body in [shared, indexed] {
            let text = format!(
                ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{{\n.reg .f32 %f<9>;\n\
                 .reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n{body}\nret;\n}}\n"
            );
            check(text.as_bytes());
        }
    }
}

#[test]
fn copies_may_be_waited_for_after_the_last_access() {
    let text = ".version 8.0\n.target sm_80\n.address_size 64\n.shared .align 16 .b8 tile[4096];\n\
        .visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n\
        ld.param.u64 %rd1, [p];\ncvta.to.global.u64 %rd1, %rd1;\nmov.u32 %r1, %tid.x;\nshl.b32 %r2, %r1, 4;\n\
        mov.u32 %r3, tile;\nadd.s32 %r2, %r3, %r2;\ncp.async.ca.shared.global [%r2], [%rd1], 16;\n\
        bar.sync 0;\nbar.sync 0;\ncp.async.wait_all;\nret;\n}\n";
    check(text.as_bytes());
}

#[test]
fn registers_of_the_module_are_judged_in_any_function() {
    let texts = [
        ".version 8.0\n.target sm_80\n.address_size 64\n.reg .pred %p1;\n.reg .b32 %m<4>;\n.visible .entry k(.param .u64 y)\n{\n\
         .reg .b32 %r<4>;\n.reg .b64 %rd<4>;\nld.param.u64 %rd1, [y];\nmov.u32 %r1, %tid.x;\nmov.u32 %m1, %r1;\n\
         setp.eq.u32 %p1, %r1, 0;\nselp.b32 %r2, 1, 2, %p1;\nst.global.u32 [%rd1], %r2;\nret;\n}\n\
         .visible .entry l()\n{\n.local .b32 s;\nmov.u32 %m1, s;\n@%p1 ret;\nret;\n}\n",
        ".reg.b64%rd<8>;.entry f(){add.s64%rd6,%rd1;.func __clang_ocl_kern_imp_f()//\n\
         {.local.align 4 .b8[];.reg.b64%SPL;add.u64%rd1,%SPL,0;}\n",
    ];
    for text in texts {
        assert!(check(text.as_bytes()) > 0);
    }
}

#[test]
fn random_bytes_are_judged() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..300 {
        let mut bytes = vec![0; random.usize(..2000)];
        random.fill(&mut bytes);
        let text = [b".version 8.0\n.target sm_80\n.entry k() {\n", bytes.as_slice()].concat();
        check(&text);
        let ascii: Vec<u8> = text.iter().map(|byte| byte & 0x7f | 1).collect();
        check(&ascii);
    }
}

/// Pieces of modules, which make sense in some places.
const TOKENS: [&str; 72] = [
    ".version 8.0",
    ".target sm_80",
    ".address_size 64",
    ".entry",
    ".func",
    ".visible",
    ".extern",
    ".weak",
    ".global",
    ".shared",
    ".param",
    ".reg",
    ".const",
    ".align",
    ".b32",
    ".u64",
    ".f32",
    ".pred",
    ".v2",
    ".ptr",
    ".loc",
    ".file",
    ".section",
    ".debug_info",
    ".pragma",
    ".alias",
    ".branchtargets",
    ".callprototype",
    ".calltargets",
    ".maxntid",
    ".noreturn",
    ".attribute",
    ".b8",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ",",
    ";",
    ";\n",
    ":",
    "@",
    "!",
    "|",
    "=",
    "+",
    "-",
    "_",
    "0",
    "1",
    "0x10",
    "1.5",
    "0f3F800000",
    "\"x\"",
    "%r1",
    "%r2",
    "%p1",
    "%rd1",
    "%tid.x",
    "a",
    "k",
    "l",
    "add.u32",
    "bra",
    "ret",
    "call",
    "ld.global.u32",
    "shfl.sync.down.b32",
];

#[test]
fn random_tokens_are_judged() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..3000 {
        let mut text = String::from(".version 8.0 .target sm_80\n");
        if random.bool() {
            text += ".entry k(.param .u64 a) { .reg .b32 %r<3>; .reg .pred %p<2>;\n";
        }
        for _ in 0..random.usize(..60) {
            text += TOKENS[random.usize(..TOKENS.len())];
            text += if random.u8(..8) == 0 { "\n" } else { " " };
        }
        check(text.as_bytes());
    }
}

/// Shapes whose repetitions cost next to nothing, with a great many of them.
#[test]
fn huge_inputs_are_judged() {
    let shape = |name: &str| SHAPES.iter().find(|(other, _)| *other == name).expect("a shape").1;
    for (name, n) in [
        ("nested blocks", 100_000),
        ("parentheses in an operand", 100_000),
        ("deep vectors", 100_000),
        ("nested initial values", 100_000),
        ("commas", 1_000_000),
        ("labels", 1_000_000),
        ("one line", 100_000),
        ("wide vector", 200_000),
    ] {
        let make = shape(name);
        within_a_minute(name, move || check(make(n).as_bytes()));
    }
}

/// Eight times the size takes eight times as long, more or less: 64 times would betray a square. The margin is wide, so that a busy
/// machine does not matter.
#[test]
fn addresses_near_the_end_of_the_address_space_are_judged() {
    check(
        b".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) {\n\
        .reg .b64 %rd<9>;\nld.param.u64 %rd1, [p];\ncvta.to.global.u64 %rd2, %rd1;\n\
        add.s64 %rd4, %rd2, 9223372036854775801;\nadd.s64 %rd6, %rd2, 9223372036854775805;\n\
        ld.global.u64 %rd7, [%rd4];\nld.global.u64 %rd8, [%rd6];\n\
        add.s64 %rd7, %rd7, %rd8;\nst.global.u64 [%rd2], %rd7;\nret;\n}\n",
    );
}

#[test]
fn time_grows_with_size() {
    for &(name, make) in SHAPES {
        let seconds = |n: usize| {
            within_a_minute(name, move || {
                let text = make(n);
                let start = Instant::now();
                check(text.as_bytes());
                start.elapsed().as_secs_f64()
            })
        };
        let (mut small, mut large) = (f64::MAX, f64::MAX);
        // Other work on the machine may disturb a measurement, but hardly three of them.
        for _ in 0..3 {
            small = small.min(seconds(SIZE));
            large = large.min(seconds(8 * SIZE));
            if large < 40.0 * small + 0.3 {
                break;
            }
        }
        assert!(large < 40.0 * small + 0.3, "{name}: {small:.4} s, and {large:.4} s for eight times as much");
    }
}

const SIZE: usize = 500;

#[test]
fn shapes_are_what_they_say() {
    let names: std::collections::BTreeSet<&str> = SHAPES.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.len(), SHAPES.len(), "two shapes of one name");
    for &(name, make) in SHAPES as &[Shape] {
        assert!(make(20).len() > make(10).len() && make(10).starts_with(".version"), "{name}");
    }
}
