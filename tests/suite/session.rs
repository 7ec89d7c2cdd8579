//! Sessions report what a check from scratch reports, after whatever edits, and judge only what has changed.

use crate::common::{corpus, files_below, relative, repository, with_all_rules};
use fastrand::Rng;
use ptxlint::Options;
use ptxlint::driver::{CheckSession, Report};

fn options() -> Options {
    with_all_rules(Options::default())
}

/// Everything that a report says.
fn said(report: &Report) -> String {
    format!("{report:#?}")
}

/// Compares a session's report on a text with that of a check from scratch.
fn compare(session: &mut CheckSession, name: &str, text: &[u8]) {
    let known = said(&session.check(text).expect("a small file"));
    let fresh = said(&ptxlint::check(text, session.options()).expect("a small file"));
    if known != fresh {
        let differs = known.lines().zip(fresh.lines()).position(|(a, b)| a != b).unwrap_or(0);
        let around = |text: &str| text.lines().skip(differs.saturating_sub(8)).take(24).collect::<Vec<_>>().join("\n");
        panic!(
            "{name}\nsession:\n{}\nfresh:\n{}\ntext:\n{}",
            around(&known),
            around(&fresh),
            String::from_utf8_lossy(text)
        );
    }
}

/// An edit as people and their tools make: of a line, or of a letter.
fn edited(text: &[u8], random: &mut Rng) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    if lines.is_empty() {
        return text.to_vec();
    }
    let at = random.usize(..lines.len());
    match random.usize(..8) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = random.usize(..lines.len());
            lines.swap(at, other);
        }
        3 => lines.insert(at, b"// a comment\n".to_vec()),
        4 => lines.insert(at, b"\tbar.sync 0;\n".to_vec()),
        5 => lines.insert(0, b"// a comment\n".to_vec()),
        6 => lines[at].retain(|byte| !matches!(byte, b'{' | b'}' | b';')),
        _ => {
            let digits: Vec<usize> =
                (0..lines[at].len()).filter(|&column| lines[at][column].is_ascii_digit()).collect();
            if let Some(&column) = digits.get(random.usize(..digits.len().max(1))) {
                lines[at][column] = b'0' + random.u8(..10);
            }
        }
    }
    lines.concat()
}

/// Edits a text a few times, takes back the last edit, and compares each time.
fn follow(name: &str, text: &[u8], edits: usize) {
    let mut session = CheckSession::new(options());
    let mut random = Rng::with_seed(name.bytes().fold(7, |seed, byte| seed * 31 % 1_000_003 + u64::from(byte)));
    compare(&mut session, name, text);
    let (mut now, mut before) = (text.to_vec(), text.to_vec());
    for _ in 0..edits {
        before = std::mem::take(&mut now);
        now = edited(&before, &mut random);
        compare(&mut session, name, &now);
    }
    compare(&mut session, name, &before);
}

#[test]
fn sessions_report_what_a_fresh_check_reports() {
    let folder = repository("fixtures");
    for path in files_below(&folder, "ptx") {
        let name = relative(&path, &folder);
        if !name.starts_with('_') {
            let text = std::fs::read(&path).expect("a fixture");
            follow(&name, &text, if text.len() < 8192 { 3 } else { 1 });
        }
    }
}

#[test]
fn sessions_follow_edits_of_modules_with_many_functions() {
    let files = corpus::files();
    let functions = |text: &[u8]| {
        text.windows(6).filter(|window| [b".func ", b".entry"].contains(&window.first_chunk().expect("six"))).count()
    };
    let modules = files.iter().filter(|file| functions(&file.text) > 3 && file.text.len() < 60_000);
    let mut count = 0;
    for file in modules {
        count += 1;
        follow(&file.name, &file.text, 4);
    }
    assert!(count > 3, "{count} modules with functions");
    follow("demo", many(6).as_bytes(), 12);
}

/// A module with copies of the demonstration's kernels.
fn many(copies: usize) -> String {
    let demo = std::fs::read_to_string(repository("examples/demo.ptx")).expect("the demonstration");
    let start = demo.find(".visible").expect("a kernel");
    let copy = |number| demo[start..].replace(".entry ", &format!(".entry copy{number}_"));
    (0..copies).fold(demo[..start].to_string(), |text, number| text + &copy(number))
}

#[test]
fn only_what_has_changed_is_judged() {
    let text = many(4);
    let kernels = text.matches(".entry ").count();
    let mut session = CheckSession::new(options());
    compare(&mut session, "all", text.as_bytes());
    assert_eq!(session.judged(), (kernels, 0));
    // A comment before everything moves all places.
    compare(&mut session, "the same", text.as_bytes());
    assert_eq!(session.judged(), (0, kernels));
    let last = text.rfind("ret;").expect("a return");
    let edited = format!("{}mov.u32 %r1, %r1;\n{}", &text[..last], &text[last..]);
    compare(&mut session, "one", edited.as_bytes());
    assert_eq!(session.judged(), (1, kernels - 1));
    let first = text.find("ret;").expect("a return");
    let longer = format!("{}bar.sync 0;\n{}", &text[..first], &text[first..]);
    compare(&mut session, "places behind it", longer.as_bytes());
    assert_eq!(session.judged(), (1, kernels - 1));
    // Declarations count for all.
    let start = text.find(".visible").expect("a kernel");
    let declared = format!("{}.global .u32 counter;\n{}", &text[..start], &text[start..]);
    compare(&mut session, "a declaration", declared.as_bytes());
    assert_eq!(session.judged(), (kernels, 0));
}

#[test]
fn callers_are_judged_again_with_what_they_call() {
    let module = |body: &str| {
        format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.func f() {{ {body} ret; }}\n\
             .entry k() {{ .reg .b32 %r<3>; .reg .pred %p; mov.u32 %r1, %tid.x; setp.eq.u32 %p, %r1, 0; @%p bra L; call f; L: ret; }}\n\
             .entry other() {{ ret; }}\n"
        )
    };
    let mut session = CheckSession::new(options());
    compare(&mut session, "without a barrier", module("").as_bytes());
    let before = session.check(module("").as_bytes()).expect("short").findings.len();
    compare(&mut session, "with a barrier", module("bar.sync 0;").as_bytes());
    assert_eq!(session.judged(), (2, 1));
    let after = session.check(module("bar.sync 0;").as_bytes()).expect("short").findings.len();
    assert!(after > before, "{before} {after}");
}
