//! NVIDIA's assembler against the fixtures: are they what they say, and does ptxlint agree?

use crate::common;
use crate::common::fixture::{Fixture, Verdict, judge};
use crate::common::{corpus, fixes, page, ptxas, repository, snippets, with_all_rules};
use ptxlint::diagnostic::Applicability;
use std::path::Path;

/// Calls `check` with the assembler, or says that there is none.
fn with_ptxas(check: impl FnOnce(&'static Path) -> Vec<String>) {
    match ptxas::find() {
        Ok(path) => {
            let complaints = check(path);
            assert!(complaints.is_empty(), "{}", complaints.join("\n"));
        }
        Err(reason) => ptxas::skipped(reason),
    }
}

/// The fixtures of all rules with their names.
fn fixtures() -> Vec<(String, Fixture)> {
    let folder = repository("fixtures");
    let files = common::files_below(&folder, "ptx").into_iter();
    let named = files.map(|path| (common::relative(&path, &folder), path)).filter(|(name, _)| !name.starts_with('_'));
    named.map(|(name, path)| (name, Fixture::read(&path).expect("the fixture tests read it"))).collect()
}

#[test]
fn fixtures_assemble_as_they_say() {
    with_ptxas(|ptxas| {
        ptxas::in_parallel(&fixtures(), |(name, fixture)| {
            let (verdict, messages) = ptxas::assemble(ptxas, &fixture.text, fixture.arch.as_deref());
            if verdict == fixture.ptxas { Ok(()) } else { Err(format!("{name}: {verdict:?}\n{messages}")) }
        })
    });
}

/// A file that the assembler accepts has no `isa` error, one that it rejects has at least one. What a fixture says of the
/// assembler is checked above, so this needs none.
#[test]
fn ptxlint_agrees_on_fixtures() {
    for (name, fixture) in fixtures() {
        assert_eq!(judge(&fixture.text, &fixture.linted_with()), fixture.ptxas, "{name}");
    }
}

/// The newest CUDA release of the table reads what the newest assembler reads.
#[test]
fn the_newest_toolchain_is_known() {
    with_ptxas(|ptxas| {
        let newest = ptxlint::isa::CudaRelease::all().next_back().expect("there are some");
        let text = ".version 99.9\n.target sm_90\n.address_size 64\n";
        let (_, messages) = ptxas::assemble(ptxas, text.as_bytes(), None);
        let said = format!("current version is '{}.{}'", newest.ptx() / 10, newest.ptx() % 10);
        if messages.contains(&said) { Vec::new() } else { vec![messages] }
    });
}

/// What `setmaxnreg-limit` takes for the number of registers at entry is what the assembler says.
#[test]
fn registers_at_entry() {
    let threads = [32, 100, 128, 160, 192, 224, 288, 300, 384, 416, 448, 544, 640, 768, 1000, 1024];
    let bounds: Vec<(u32, u32)> =
        threads.into_iter().flat_map(|threads| (1..=4).map(move |blocks| (threads, blocks))).collect();
    with_ptxas(|ptxas| {
        ptxas::in_parallel(&bounds, |(threads, blocks)| {
            let text = format!(
                ".version 8.8\n.target sm_90a\n.address_size 64\n.entry k() .maxntid {threads} .minnctapersm {blocks} {{\n\
                 setmaxnreg.dec.sync.aligned.u32 256;\nret;\n}}\n"
            );
            let (_, messages) = ptxas::assemble(ptxas, text.as_bytes(), None);
            let said = messages.split_once("in the program (").and_then(|(_, tail)| tail.split(')').next());
            let report = ptxlint::check(text.as_bytes(), &Default::default()).expect("a small file");
            let finding = report.findings.iter().find(|finding| finding.rule.name == "setmaxnreg-limit");
            let ours = finding.and_then(|finding| finding.message.rsplit(' ').next());
            if said == ours {
                Ok(())
            } else {
                Err(format!("{threads} threads, {blocks} blocks: {said:?}, not {ours:?}"))
            }
        })
    });
}

/// The assembler serialises `wgmma` where `wgmma-serialized` says so, and for that reason. Bodies of a kernel with the code of the assembler's
/// advice, if it gives any.
#[test]
fn wgmma_is_serialized() {
    const FENCE: &str = "wgmma.fence.sync.aligned;";
    const WORK: &str = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd2, %rd2, 1, 1, 1, 0, 0;\n\
                        wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;";
    const CALL: &str =
        "{ .param .b32 p; .param .b32 q; st.param.u32 [p], %r1; mov.u64 %rd4, own; call (q), %rd4, (p), proto; }";
    let branch = |condition: &str| format!("{condition}\n@!%p1 bra END;");
    let index = branch("setp.lt.u32 %p1, %r2, 128;");
    let size = branch("setp.lt.u32 %p1, %r1, 128;");
    let warp = branch("shr.u32 %r3, %r2, 7;\nshfl.sync.idx.b32 %r3, %r3, 0, 31, -1;\nsetp.eq.u32 %p1, %r3, 0;");
    let again = "sub.u32 %r2, %r2, 1;\nsetp.gt.s32 %p1, %r2, 0;\n@%p1 bra LOOP;";
    let cases = [
        (format!("{FENCE}\n{WORK}\nEND:"), None),
        (format!("{WORK}\nEND:"), None),
        (format!("{FENCE}\n{WORK}\nEND: call.uni foreign;"), Some("C7509")),
        (format!("call.uni foreign;\n{FENCE}\n{WORK}\nEND:"), Some("C7509")),
        (format!("bra OVER;\ncall.uni foreign;\nOVER:\n{FENCE}\n{WORK}\nEND:"), None),
        (
            format!("proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n{CALL}\n{FENCE}\n{WORK}\nEND:"),
            Some("C7510"),
        ),
        (format!("{FENCE}\n{index}\n{WORK}\nEND:"), Some("C7519")),
        (format!("{index}\n{WORK}\nEND:"), Some("C7519")),
        (format!("{index}\n{FENCE}\n{WORK}\nEND:"), None),
        (format!("{FENCE}\n{size}\n{WORK}\nEND:"), None),
        (format!("{FENCE}\n{warp}\n{WORK}\nEND:"), None),
        (format!("{FENCE}\nLOOP:\n{WORK}\n{again}\nEND:"), Some("C7519")),
        (format!("LOOP:\n{FENCE}\n{WORK}\n{again}\nEND:"), None),
        (format!("setp.lt.u32 %p1, %r2, 77;\n{FENCE}\n@%p1 {WORK}\nEND:"), Some("C7519")),
        (format!("setp.lt.u32 %p1, %r1, 77;\n{FENCE}\n@%p1 {WORK}\nEND:"), None),
    ];
    with_ptxas(|ptxas| {
        ptxas::in_parallel(&cases, |(body, expected)| {
            let text = format!(
                ".version 8.6\n.target sm_90a\n.address_size 64\n.extern .func foreign();\n.func (.param .b32 x) own(.param .b32 y)\n\
                 {{\n.reg .b32 %a;\nld.param.u32 %a, [y];\nst.param.u32 [x], %a;\nret;\n}}\n\
                 .visible .entry k(.param .u64 out, .param .u64 a, .param .u32 n)\n{{\n.reg .pred %p<2>;\n.reg .f32 %f<4>;\n\
                 .reg .b32 %r<4>;\n.reg .b64 %rd<5>;\nld.param.u64 %rd1, [out];\nld.param.u64 %rd2, [a];\nld.param.u32 %r1, [n];\n\
                 mov.u32 %r2, %tid.x;\nmov.f32 %f0, 0f00000000;\nmov.f32 %f1, %f0;\nmov.f32 %f2, %f0;\nmov.f32 %f3, %f0;\n{body}\n\
                 st.global.f32 [%rd1], %f0;\nret;\n}}\n"
            );
            let (_, messages) = ptxas::assemble(ptxas, text.as_bytes(), None);
            let said = ["C7509", "C7510", "C7519"].into_iter().find(|code| messages.contains(code));
            let report = ptxlint::check(text.as_bytes(), &with_all_rules(Default::default())).expect("a small file");
            let finding = report.findings.iter().find(|finding| finding.rule.name == "wgmma-serialized");
            let caption = finding.and_then(|finding| finding.caption.as_deref()).unwrap_or_default();
            let agree = expected.map_or(finding.is_none(), |code| caption.contains(code));
            if said == *expected && agree {
                Ok(())
            } else {
                Err(format!(
                    "expected {expected:?}, the assembler says {said:?}, the rule {caption:?}\n{text}\n{messages}"
                ))
            }
        })
    });
}

/// When all fixes are applied and ptxlint sees no error any more, neither does the assembler.
#[test]
fn fixed_fixtures_assemble() {
    with_ptxas(|ptxas| {
        ptxas::in_parallel(&fixtures(), |(name, fixture)| {
            let options = fixture.linted_with();
            let fixed = fixes::apply_all(&fixture.text, &options).map_err(|error| format!("{name}: {error}"))?;
            if fixed == fixture.text {
                return Ok(());
            }
            let (verdict, messages) = ptxas::assemble(ptxas, &fixed, fixture.arch.as_deref());
            let text = String::from_utf8_lossy(&fixed);
            let complaint = || format!("{name}, fixed: the assembler says {verdict:?}\n{messages}\n{text}");
            if verdict == judge(&fixed, &options) { Ok(()) } else { Err(complaint()) }
        })
    });
}

#[test]
fn examples_of_rule_pages_assemble_or_not() {
    with_ptxas(|ptxas| {
        ptxas::in_parallel(&page::all_examples(), |example| {
            let (verdict, messages) = ptxas::assemble(ptxas, example.text.as_bytes(), None);
            let judgement = judge(example.text.as_bytes(), &with_all_rules(example.options()));
            let name = format!("{}, {}", example.rule.name, example.heading);
            if example.heading == "Good" && verdict == Verdict::Reject {
                return Err(format!("{name}: the assembler rejects it:\n{messages}"));
            }
            if verdict == judgement {
                Ok(())
            } else {
                Err(format!("{name}: the assembler says {verdict:?}\n{messages}"))
            }
        })
    });
}

#[test]
fn snippets_assemble_as_they_say() {
    with_ptxas(|ptxas| {
        ptxas::in_parallel(&snippets::all(), |snippet| {
            let (verdict, messages) = ptxas::assemble(ptxas, &snippet.module, Some("sm_90"));
            if verdict == snippet.verdict { Ok(()) } else { Err(format!("{snippet}: {verdict:?}\n{messages}")) }
        })
    });
}

#[test]
fn corpus_assembles_or_not() {
    with_ptxas(|ptxas| {
        ptxas::in_parallel(&corpus::files(), |file| {
            let (verdict, messages) = ptxas::assemble(ptxas, &file.text, None);
            if verdict == file.verdict { Ok(()) } else { Err(format!("{}: {verdict:?}\n{messages}", file.name)) }
        })
    });
}

/// Every demonstration of a rule about illegal code is rejected, and its good twin is not.
#[test]
fn the_assembler_confirms_rules() {
    with_ptxas(|ptxas| {
        let Some(tool) = option_env!("CARGO_BIN_EXE_ptxlint") else { return Vec::new() };
        let mut command = std::process::Command::new(tool);
        command.args(["verify", "--device=cpu", "--rules", "--color=never"]);
        let output = command.arg(format!("--ptxas={}", ptxas.display())).output().expect("the tool runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let confirmed = |rule: &str| {
            text.lines().any(|line| line.starts_with("CONFIRMED") && line.contains(&format!(" {rule}/bad")))
        };
        let isa = ptxlint::rules::ALL.iter().filter(|rule| rule.group == ptxlint::rules::Group::Isa);
        isa.filter(|rule| !confirmed(rule.name))
            .map(|rule| format!("{} is not confirmed:\n{text}", rule.name))
            .collect()
    });
}

/// Texts that are fixed, with their names: every fixture, what compilers wrote, the folder `PTXLINT_CORPUS` where there is one, and
/// each of them with a mistake made at random.
fn texts_to_fix() -> Vec<(String, Vec<u8>)> {
    let mut texts: Vec<(String, Vec<u8>)> = fixtures().into_iter().map(|(name, it)| (name, it.text)).collect();
    texts.extend(corpus::files().into_iter().map(|file| (file.name, file.text)));
    if let Some(folder) = std::env::var_os("PTXLINT_CORPUS") {
        let paths = common::files_below(Path::new(&folder), "ptx").into_iter();
        texts.extend(paths.map(|path| (path.display().to_string(), std::fs::read(&path).expect("a file"))));
    }
    let mut random = fastrand::Rng::with_seed(17);
    let mutants: Vec<_> =
        texts.iter().map(|(name, text)| (format!("{name}, spoilt"), spoilt(text, &mut random))).collect();
    texts.extend(mutants);
    texts
}

/// A text in which one word of an instruction is gone, doubled or another one's.
fn spoilt(text: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '%');
    let mut words: Vec<(usize, usize)> = Vec::new();
    for (before, separator) in text.match_indices(|c| !is_part(c)) {
        let at = before + separator.len();
        let length = text[at..].find(|c| !is_part(c)).unwrap_or(text.len() - at);
        if length > 0 {
            words.push((at, at + length));
        }
    }
    let mut pick = || words[random.usize(..words.len())];
    let (start, end) = pick();
    let other = pick();
    let word = &text[start..end];
    let new = match random.u8(..4) {
        0 => String::new(),
        1 => text[other.0..other.1].to_string(),
        2 => word.rsplit_once('.').map_or_else(|| format!("{word}x"), |(front, _)| front.to_string()),
        _ => word.replacen('.', ".rn.", 1),
    };
    format!("{}{new}{}", &text[..start], &text[end..]).into_bytes()
}

/// Fixes come to an end, leave no more errors than there were, and nothing that the assembler took before and takes no more.
#[test]
fn fixing_makes_nothing_worse() {
    let texts = texts_to_fix();
    let ptxas = ptxas::find();
    if let Err(reason) = ptxas {
        ptxas::skipped(reason);
    }
    let fixed_at_all = std::sync::atomic::AtomicUsize::new(0);
    let complaints = ptxas::in_parallel(&texts, |(name, text)| {
        let options = Default::default();
        let errors = |text: &[u8]| {
            let report = ptxlint::check(text, &options).expect("a small file");
            let count = |rule: Option<&str>| {
                let is_meant = |finding: &&ptxlint::diagnostic::Diagnostic| {
                    let is_error = finding.level.name() == "error" && common::is_isa(finding.rule.name);
                    rule.map_or(is_error, |rule| finding.rule.name == rule)
                };
                report.findings.iter().filter(is_meant).count()
            };
            (report.reason.is_some(), count(Some("syntax-error")), count(None))
        };
        for most in [Applicability::Safe, Applicability::Unsafe] {
            let fixed = ptxlint::fix::fix(text, &options, most).expect("a small file");
            if fixed.text == *text {
                continue;
            }
            fixed_at_all.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let (before, after) = (errors(text), errors(&fixed.text));
            let shown = || String::from_utf8_lossy(&fixed.text).into_owned();
            if after.0 && !before.0 || after.1 > before.1 || after.2 > before.2 {
                return Err(format!("{name}: {before:?} became {after:?}\n{}", shown()));
            }
            let again = ptxlint::fix::fix(&fixed.text, &options, most).expect("a small file");
            if again.text != fixed.text {
                return Err(format!("{name}: fixes go on\n{}", shown()));
            }
            let Ok(ptxas) = ptxas else { continue };
            let (verdict, messages) = ptxas::assemble(ptxas, &fixed.text, None);
            if verdict == Verdict::Reject && ptxas::assemble(ptxas, text, None).0 == Verdict::Accept {
                return Err(format!("{name} was accepted; {most:?} fixes spoil it\n{messages}\n{}", shown()));
            }
        }
        Ok(())
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(fixed_at_all.into_inner() > 100, "hardly anything was fixed, so this has shown nothing");
}

/// What conformance/DISAGREEMENTS.md says of its modules is true, of both.
#[test]
fn disagreements_are_as_listed() {
    let text = std::fs::read_to_string(repository("conformance/DISAGREEMENTS.md")).expect("the list is there");
    let sections: Vec<&str> = text.split("\n## ").skip(1).filter(|section| section.contains("```ptx\n")).collect();
    assert!(sections.len() > 10, "the list cannot be read");
    let read = |section: &str| {
        let title = section.lines().next().unwrap_or_default().to_string();
        let says = |who: &str| {
            let word = section.split_once(who).expect(&title).1.split([',', '\n']).next().unwrap_or_default().trim();
            match word {
                "accepts" => Verdict::Accept,
                "rejects" => Verdict::Reject,
                _ => panic!("{title}: {who} {word}"),
            }
        };
        let module = section.split_once("```ptx\n").and_then(|(_, rest)| rest.split_once("```")).expect(&title).0;
        (title.clone(), says("assembler"), says("ptxlint"), module.as_bytes().to_vec())
    };
    let listed: Vec<_> = sections.into_iter().map(read).collect();
    for (title, _, ours, module) in &listed {
        assert_eq!(judge(module, &ptxlint::Options::default()), *ours, "{title}");
    }
    with_ptxas(|ptxas| {
        ptxas::in_parallel(&listed, |(title, theirs, _, module)| {
            let (verdict, messages) = ptxas::assemble(ptxas, module, None);
            if verdict == *theirs { Ok(()) } else { Err(format!("{title}: {verdict:?}\n{messages}")) }
        })
    });
}
