//! Inputs that are no PTX, or hardly: no panic, no hang, time in proportion to size.

mod common;

use common::hostile::{SHAPES, Shape};
use common::{repository, with_all_rules};
use ptxlint::{Options, Status};
use std::sync::mpsc;
use std::time::{Duration, Instant};

fn options() -> Options {
    with_all_rules(Options::default())
}

/// Checks a text; returns the number of findings.
fn check(text: &[u8]) -> usize {
    ptxlint::check(text, &options()).expect("small").findings.len()
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
        assert_eq!(report.status, Status::NotPtx, "{name}");
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

#[test]
fn random_tokens_are_judged() {
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
