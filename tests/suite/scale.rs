//! Huge functions: the rules come to an end on them, and find what is found in small ones.

use crate::common;
use ptxlint::diagnostic::Level;
use ptxlint::span::Span;
use ptxlint::{Effort, Options, Report};
use std::fmt::Write;

/// What stands before the kernels of a module.
const HEAD: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// A race within each block of 256 threads.
const RACE: &str =
    "st.shared.u32 [%r2], %r4;\nxor.b32 %r6, %r2, 128;\nld.shared.u32 %r7, [%r6];\nadd.s32 %r4, %r4, %r7;\n";

/// A kernel that keeps a number of each thread in `%r4`, with an element of `tile` for each at `%r2`.
fn kernel(name: &str, declarations: &str, body: &str) -> String {
    format!(
        ".visible .entry {name}(.param .u64 p)\n{{\n.reg .pred %p<4>;\n.reg .b32 %r<10>;\n.reg .b64 %rd<6>;\n\
         .shared .align 4 .b8 tile[1024];\n{declarations}\
         ld.param.u64 %rd1, [p];\ncvta.to.global.u64 %rd1, %rd1;\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\n\
         add.s64 %rd2, %rd1, %rd2;\nshl.b32 %r2, %r1, 2;\nmov.u32 %r3, tile;\nadd.s32 %r2, %r3, %r2;\nmov.u32 %r4, 0;\n\
         {body}st.global.u32 [%rd2], %r4;\nret;\n}}\n"
    )
}

/// Text for each number below `count`.
fn repeat(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect()
}

/// The rules that find something in kernels, once for each finding.
fn findings(kernels: &str) -> Vec<&'static str> {
    let text = format!("{HEAD}{kernels}");
    let report = ptxlint::check(text.as_bytes(), &Options::default()).expect("below 4 GiB");
    report.findings.iter().map(|finding| finding.rule.name).collect()
}

#[test]
fn many_instructions_of_one_register() {
    let body = repeat(200_000, |_| "add.s32 %r4, %r4, %r1;\n".to_string()) + RACE;
    assert_eq!(findings(&kernel("k", "", &body)), ["missing-barrier"]);
}

#[test]
fn many_registers() {
    let chain = repeat(200_000, |i| format!("add.s32 %q{}, %q{i}, %r1;\n", i + 1));
    let body = format!("mov.u32 %q0, 0;\n{chain}mov.u32 %r4, %q200000;\n{RACE}");
    assert_eq!(findings(&kernel("k", ".reg .b32 %q<200001>;\n", &body)), ["missing-barrier"]);
}

#[test]
fn many_branches() {
    let branch =
        |i: usize| format!("setp.lt.u32 %p1, %r1, {};\n@%p1 bra L{i};\nadd.s32 %r4, %r4, 1;\nL{i}:\n", i % 256);
    assert_eq!(findings(&kernel("k", "", &repeat(50_000, branch))), [""; 0]);
    let exchange = "shfl.sync.bfly.b32 %r6, %r4, 1, 31, 0xffffffff;\nadd.s32 %r4, %r4, %r6;\n";
    assert_eq!(findings(&kernel("k", "", &repeat(10_000, |i| branch(i) + exchange))), [""; 0]);
}

#[test]
fn many_barriers() {
    let step = "st.shared.u32 [%r2], %r4;\nbar.sync 0;\nld.shared.u32 %r4, [%r3];\nbar.sync 0;\n";
    assert_eq!(findings(&kernel("k", "", &step.repeat(5_000))), [""; 0]);
    // Within a warp, so that no launch is too small for it.
    let body = RACE.replace("128", "4") + &step.repeat(5_000);
    assert_eq!(findings(&kernel("k", "", &body))[0], "missing-barrier");
}

#[test]
fn many_accesses_between_barriers() {
    let own = "st.shared.u32 [%r2], %r4;\nld.shared.u32 %r7, [%r2];\nadd.s32 %r4, %r4, %r7;\n";
    assert_eq!(findings(&kernel("k", "", &own.repeat(5_000))), [""; 0]);
}

#[test]
fn deep_loops() {
    const DEPTH: usize = 200;
    let heads = repeat(DEPTH, |i| format!("mov.u32 %c{i}, 0;\nL{i}:\n"));
    let mut tails = String::new();
    for i in (0..DEPTH).rev() {
        writeln!(tails, "add.s32 %c{i}, %c{i}, 1;\nsetp.lt.u32 %p1, %c{i}, 3;\n@%p1 bra L{i};").expect("a string");
    }
    let body = format!("{heads}add.s32 %r4, %r4, 1;\n{tails}");
    assert_eq!(findings(&kernel("k", &format!(".reg .b32 %c<{DEPTH}>;\n"), &body)), [""; 0]);
}

#[test]
fn many_kernels() {
    let kernels = repeat(5_000, |i| kernel(&format!("k{i}"), "", RACE));
    assert_eq!(findings(&kernels), vec!["missing-barrier"; 5_000]);
}

/// A ladder of branches, each of which takes a thread away from a barrier.
fn ladder(count: usize) -> String {
    let steps = repeat(count, |i| format!("setp.gt.s32 %p1, %r1, {i};\n@%p1 bra E{i};\n"));
    let ends: String = (0..count).rev().map(|i| format!("E{i}:\n")).collect();
    kernel("k", "", &format!("{steps}bar.sync 0;\n{ends}"))
}

/// Checks kernels with an effort.
fn report(kernels: &str, effort: Effort) -> Report {
    let text = format!("{HEAD}{kernels}");
    ptxlint::check(text.as_bytes(), &Options { effort, ..Options::default() }).expect("below 4 GiB")
}

#[test]
fn long_chains_of_decisions() {
    for count in [20, 200, 300, 1000] {
        let found = report(&ladder(count), Effort::Default);
        let rules: Vec<&str> = found.findings.iter().map(|finding| finding.rule.name).collect();
        assert_eq!(rules, ["divergent-barrier"], "{count}");
        // Where not every launch was tried, the level is that of what happens in some.
        let is_error = found.findings[0].level == Level::Error;
        let is_told = found.incomplete.iter().any(|it| it.rule == "divergent-barrier");
        assert!(is_error || is_told, "{count}: {:?}", found.findings);
    }
}

#[test]
fn what_is_not_looked_at_is_told() {
    let own = |i: usize| format!("st.shared.u32 [%r2], %r4;\nld.shared.u32 %r7, [%r2];\nadd.s32 %r4, %r7, {i};\n");
    let kernels = kernel("k", "", &(repeat(2_000, own) + RACE));
    let usual = report(&kernels, Effort::Default);
    let [first, ..] = usual.incomplete.as_slice() else { panic!("nothing is told: {:?}", usual.findings) };
    assert_eq!((first.rule, first.function.as_deref()), ("missing-barrier", Some("k")));
    assert_eq!((&*first.shortfall.what, first.shortfall.of), ("accesses", Some(4_002)));
    assert!((100..4_002).contains(&first.shortfall.looked), "{first}");
    let low = report(&kernels, Effort::Low).incomplete;
    assert!(low[0].shortfall.looked < first.shortfall.looked, "{}", low[0]);
    let unlimited = report(&kernels, Effort::Unlimited);
    assert_eq!(unlimited.incomplete, []);
    assert_eq!(unlimited.findings.iter().map(|finding| finding.rule.name).collect::<Vec<_>>(), ["missing-barrier"]);
}

/// What a rule says because it has not looked at all would be refuted by what it has not looked at.
#[test]
fn less_effort_finds_nothing_more() {
    // Beside the rules' folders there are texts of other tests.
    let is_of_rule = |path: &std::path::PathBuf| {
        let folder = path.parent().and_then(std::path::Path::file_name).unwrap_or_default().to_string_lossy();
        ptxlint::rules::by_name(&folder).is_some()
    };
    let all = common::files_below(&common::repository("fixtures"), "ptx");
    let files: Vec<_> = all.into_iter().filter(is_of_rule).collect();
    assert!(files.len() > 1_500, "{} fixtures", files.len());
    for path in files {
        let text = std::fs::read(&path).expect("a readable file");
        let usual = common::findings(&text, &Options::default());
        let low = common::findings(&text, &Options { effort: Effort::Low, ..Options::default() });
        let is_known =
            |it: &common::Finding| usual.iter().any(|other| (it.rule, it.position) == (other.rule, other.position));
        let more: Vec<String> = low.iter().filter(|it| !is_known(it)).map(ToString::to_string).collect();
        assert!(more.is_empty(), "{}: {}", path.display(), more.join("\n"));
    }
}

/// What is said of each kernel of a text, with places that count from where the kernel starts.
fn said(kernels: &str) -> Vec<(Option<std::sync::Arc<str>>, &'static str, String)> {
    let report = report(kernels, Effort::Default);
    let before = HEAD.len();
    let mut said = Vec::new();
    for finding in &report.findings {
        let name = finding.function.as_deref().expect("a function");
        let start = before + kernels.find(&format!(".entry {name}(")).expect("the kernel");
        let start = u32::try_from(start).expect("below 4 GiB");
        let place = |span: Span| span.start.wrapping_sub(start)..span.end.wrapping_sub(start);
        let labels: Vec<_> = finding.labels.iter().map(|label| (place(label.span), &label.message)).collect();
        let witness = finding.witness.clone().map(|mut witness| {
            for act in &mut witness.acts {
                let place = place(act.span);
                act.span = Span::new(place.start, place.end);
            }
            witness
        });
        let (place, level) = (place(finding.span), finding.level);
        let text = format!("{level:?} {place:?} {} {labels:?} {witness:?}", finding.message);
        said.push((finding.function.clone(), finding.rule.name, text));
    }
    said.extend(report.incomplete.iter().map(|it| (it.function.clone(), it.rule, it.to_string())));
    said
}

#[test]
fn neighbours_do_not_matter() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut kernels: Vec<(String, String)> = Vec::new();
    for rule in
        ["missing-barrier", "divergent-barrier", "global-race", "out-of-bounds", "exit-before-barrier", "bank-conflict"]
    {
        for entry in folder.join(rule).read_dir().expect("fixtures") {
            let text = std::fs::read_to_string(entry.expect("a fixture").path()).expect("text");
            // Files with one kernel and nothing else.
            let Some(start) = text.find(".visible .entry") else { continue };
            let head = &text[..start];
            let plain = head.lines().all(|line| {
                let line = line.trim();
                line.is_empty()
                    || [".version 8.0", ".target sm_80", ".address_size 64", "//"].iter().any(|it| line.starts_with(it))
            });
            let alone = text.matches(".entry").count() == 1 && !text.contains(".func");
            let Some(end) = text[start..].find('(') else { continue };
            if plain && alone {
                let name = text[start + ".visible .entry".len()..start + end].trim();
                let new = format!("k{}", kernels.len());
                kernels.push((new.clone(), text[start..].replacen(name, &new, 1)));
            }
        }
    }
    assert!(kernels.len() > 20, "{}", kernels.len());
    let all: String = kernels.iter().map(|(_, text)| text.as_str()).collect();
    let together = said(&all);
    for (name, text) in &kernels {
        let alone = said(text);
        let among: Vec<_> =
            together.iter().filter(|(function, ..)| function.as_deref() == Some(name)).cloned().collect();
        assert_eq!(alone, among, "{text}");
    }
}
