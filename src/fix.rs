//! Applies the edits that findings carry.
//!
//! Nothing is applied that makes a module worse: what a round of fixes gives is judged before it is taken, and where it is worse the
//! guilty ones are found by halving and left out.

use crate::diagnostic::{Applicability, Diagnostic, Edit, Fix, Level, RuleInfo};
use crate::driver::{self, Report};
use crate::fingerprint;
use crate::legality;
use crate::options::Options;
use crate::source::{Source, SourceTooLarge};
use std::collections::{BTreeMap, HashSet};

/// Rounds after which nothing more is applied. A fix may bring up a finding with a fix of its own, but not for ever.
const ROUNDS: usize = 64;

/// Attempts of one call. Judging a module is as dear as linting it, and there may be thousands of fixes that do not hold.
const ATTEMPTS: usize = 256;

/// A text after fixes.
#[derive(Debug)]
pub struct Fixed {
    /// The text.
    pub text: Vec<u8>,
    /// The rules of the findings that were mended, each as often as it was, in order of application.
    pub applied: Vec<&'static RuleInfo>,
    /// What is found in the text now.
    pub report: Report,
}

/// Applies the fixes that findings of a text offer, again and again until none is left that may be applied: the safe ones, or with
/// [`Applicability::Unsafe`] the others, too. The text does not parse worse afterwards, and has no more errors of group `isa`.
///
/// ```
/// use ptxlint::diagnostic::Applicability;
/// let kernel = b".version 8.0\n.target sm_80\n.address_size 64\n\
///     .entry k() { .reg .b32 %r<3>; and.u32 %r1, %r2, %r2; ret; }";
/// let fixed = ptxlint::fix::fix(kernel, &ptxlint::Options::default(), Applicability::Safe)?;
/// assert!(fixed.text.windows(8).any(|text| text == b"and.b32 "));
/// assert_eq!(fixed.applied[0].name, "bitwise-type");
/// # Ok::<(), ptxlint::source::SourceTooLarge>(())
/// ```
///
/// # Errors
/// [`SourceTooLarge`] for more than 4 GiB.
pub fn fix(bytes: &[u8], options: &Options, most: Applicability) -> Result<Fixed, SourceTooLarge> {
    let report = driver::check(bytes, options)?;
    let mut fixer = Fixer {
        options,
        most,
        standing: TextQuality::of(bytes, options)?,
        refused: HashSet::new(),
        seen: HashSet::from([fingerprint::fnv1a(bytes)]),
        attempts: ATTEMPTS,
        fixed: Fixed { text: bytes.to_vec(), applied: Vec::new(), report },
    };
    let mut settled = 0;
    for _ in 0..ROUNDS {
        if fixer.round()? {
            continue;
        }
        // What has made the text worse may mend it, now that others are applied.
        let applied = fixer.fixed.applied.len();
        if fixer.refused.is_empty() || applied == settled {
            break;
        }
        settled = applied;
        fixer.refused.clear();
    }
    Ok(fixer.fixed)
}

/// Applies fixes to a text that is not PTX as a whole, and of which `judge` says what is wrong. A round of fixes that would give more
/// errors is not applied.
///
/// # Errors
/// What `judge` says.
pub fn fix_by<E>(bytes: &[u8], most: Applicability, judge: impl Fn(&[u8]) -> Result<Report, E>) -> Result<Fixed, E> {
    let errors = |report: &Report| report.findings.iter().filter(|finding| finding.level == Level::Error).count();
    let mut fixed = Fixed { text: bytes.to_vec(), applied: Vec::new(), report: judge(bytes)? };
    for _ in 0..ROUNDS {
        let taken = candidates(&fixed, most, &HashSet::new());
        let text = applied(&fixed.text, &taken);
        let report = judge(&text)?;
        if taken.is_empty() || errors(&report) > errors(&fixed.report) {
            break;
        }
        fixed.applied.extend(taken.iter().map(|candidate| candidate.rule));
        (fixed.text, fixed.report) = (text, report);
    }
    Ok(fixed)
}

/// The fix of a finding that is applied: the first one that may be.
pub fn choice(finding: &Diagnostic, most: Applicability) -> Option<&Fix> {
    finding.fixes.iter().find(|fix| fix.applicability == Applicability::Safe || most == Applicability::Unsafe)
}

/// How well the assembler would take a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TextQuality {
    is_ptx: bool,
    syntax_errors: usize,
    isa_errors: usize,
}

impl TextQuality {
    fn of(bytes: &[u8], options: &Options) -> Result<Self, SourceTooLarge> {
        let source = Source::new(bytes)?;
        if driver::why_not_ptx(source).is_some() {
            return Ok(Self { is_ptx: false, syntax_errors: 0, isa_errors: 0 });
        }
        let module = crate::parser::parse(source);
        let isa_errors = legality::rejections(&module, options);
        Ok(Self { is_ptx: true, syntax_errors: module.syntax_errors.len(), isa_errors })
    }

    fn is_worse_than(self, before: Self) -> bool {
        (before.is_ptx && !self.is_ptx)
            || self.syntax_errors > before.syntax_errors
            || self.isa_errors > before.isa_errors
    }
}

/// A fix that could be applied.
#[derive(Clone, Debug)]
struct FixCandidate {
    rule: &'static RuleInfo,
    /// What its finding is known by.
    identity: u64,
    edits: Vec<Edit>,
}

struct Fixer<'a> {
    options: &'a Options,
    most: Applicability,
    standing: TextQuality,
    /// Findings whose fixes have made the module worse.
    refused: HashSet<u64>,
    /// Texts that there were, by hash: fixes that undo each other would go on for ever.
    seen: HashSet<u64>,
    attempts: usize,
    fixed: Fixed,
}

impl Fixer<'_> {
    /// Applies what does not overlap; whether anything was.
    fn round(&mut self) -> Result<bool, SourceTooLarge> {
        let candidates = candidates(&self.fixed, self.most, &self.refused);
        let mut taken = Vec::new();
        self.take(&candidates, &mut taken)?;
        if taken.is_empty() {
            // There may be others that were in the way of those just refused.
            return Ok(!candidates.is_empty() && self.attempts > 0);
        }
        let text = applied(&self.fixed.text, &taken);
        if !self.seen.insert(fingerprint::fnv1a(&text)) {
            return Ok(false);
        }
        self.fixed.report = driver::check(&text, self.options)?;
        self.standing = TextQuality::of(&text, self.options)?;
        self.fixed.text = text;
        self.fixed.applied.extend(taken.iter().map(|candidate| candidate.rule));
        Ok(true)
    }

    /// Adds to `taken` those of the candidates that together with it leave the module no worse.
    fn take(&mut self, candidates: &[FixCandidate], taken: &mut Vec<FixCandidate>) -> Result<(), SourceTooLarge> {
        if candidates.is_empty() || self.attempts == 0 {
            return Ok(());
        }
        self.attempts -= 1;
        let before = taken.len();
        taken.extend_from_slice(candidates);
        if !TextQuality::of(&applied(&self.fixed.text, taken), self.options)?.is_worse_than(self.standing) {
            return Ok(());
        }
        taken.truncate(before);
        if let [refused] = candidates {
            self.refused.insert(refused.identity);
            return Ok(());
        }
        let (first, second) = candidates.split_at(candidates.len() / 2);
        self.take(first, taken)?;
        self.take(second, taken)
    }
}

/// Fixes whose edits do not touch each other, earlier findings first.
fn candidates(fixed: &Fixed, most: Applicability, refused: &HashSet<u64>) -> Vec<FixCandidate> {
    let Fixed { text, report, .. } = fixed;
    let identities = fingerprint::identities(text, &report.findings);
    let newline = newline(text);
    let mut occupied = BTreeMap::new();
    let mut candidates = Vec::new();
    for (finding, identity) in report.findings.iter().zip(identities) {
        let Some(fix) = choice(finding, most) else { continue };
        let identity = identity.hash();
        if refused.contains(&identity) || !fits(&fix.edits, text, &occupied) {
            continue;
        }
        occupied.extend(fix.edits.iter().map(|edit| (edit.span.start, edit.span.end)));
        let edit = |edit: &Edit| Edit { span: edit.span, text: edit.text.replace('\n', newline) };
        candidates.push(FixCandidate { rule: finding.rule, identity, edits: fix.edits.iter().map(edit).collect() });
    }
    candidates
}

/// Whether edits lie within the text in order, and away from those that are occupied.
fn fits(edits: &[Edit], text: &[u8], occupied: &BTreeMap<u32, u32>) -> bool {
    let mut end = 0;
    !edits.is_empty()
        && edits.iter().enumerate().all(|(i, edit)| {
            let is_behind = i == 0 || edit.span.start >= end;
            end = edit.span.end;
            let last_before = occupied.range(..=edit.span.end).next_back();
            // Edits that touch would depend on their order.
            is_behind
                && edit.span.range().end <= text.len()
                && last_before.is_none_or(|(_, &end)| end < edit.span.start)
        })
}

/// The text with these candidates applied; they do not overlap.
fn applied(text: &[u8], candidates: &[FixCandidate]) -> Vec<u8> {
    let mut edits: Vec<&Edit> = candidates.iter().flat_map(|candidate| &candidate.edits).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut fixed = Vec::with_capacity(text.len() + 64);
    let mut done = 0;
    for edit in edits {
        fixed.extend_from_slice(&text[done..edit.span.range().start]);
        fixed.extend_from_slice(edit.text.as_bytes());
        done = edit.span.range().end;
    }
    fixed.extend_from_slice(&text[done..]);
    fixed
}

/// How the lines of a text end: as its first one does.
fn newline(text: &[u8]) -> &'static str {
    let end = text.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    if end > 0 && text[end - 1] == b'\r' { "\r\n" } else { "\n" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Finding, Group, Level};
    use crate::span::Span;

    const KERNEL: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k() { .reg .b32 %r<3>;\nBODY\nret; }\n";

    fn fixed(body: &str, most: Applicability) -> (String, usize) {
        let fixed = fix(KERNEL.replace("BODY", body).as_bytes(), &Options::default(), most).expect("small");
        let text = String::from_utf8(fixed.text).expect("text");
        let (_, body) = text.split_once("%r<3>;").expect("a body");
        (body.trim().trim_end_matches("ret; }").trim().to_string(), fixed.applied.len())
    }

    #[test]
    fn fixes_are_applied_until_none_is_left() {
        let (body, applied) =
            fixed("and.u32 %r1, %r2, 1; or.u32 %r1, %r2, 1;\nxor.s32 %r1, %r2, 1;", Applicability::Safe);
        assert_eq!((body.as_str(), applied), ("and.b32 %r1, %r2, 1; or.b32 %r1, %r2, 1;\nxor.b32 %r1, %r2, 1;", 3));
    }

    #[test]
    fn unsafe_ones_have_to_be_asked_for() {
        let body = ".reg .f32 %f<2>; cvt.s32.f32 %r1, %f1;";
        assert_eq!(fixed(body, Applicability::Safe), (body.to_string(), 0));
        assert_eq!(fixed(body, Applicability::Unsafe).0, ".reg .f32 %f<2>; cvt.rzi.s32.f32 %r1, %f1;");
    }

    #[test]
    fn names_are_mended_by_what_is_declared_before_them() {
        let (function, body) = (".func calculate() { ret; }\n", ".reg .b64 %rd<3>; mov.u64 %rd1, calculates;");
        let kernel = KERNEL.replace("BODY", body);
        let applied =
            |text: &str| fix(text.as_bytes(), &Options::default(), Applicability::Unsafe).expect("small").applied;
        assert!(applied(&(kernel.clone() + function)).is_empty());
        assert_eq!(applied(&kernel.replacen(".entry", &(function.to_string() + ".entry"), 1)).len(), 1);
    }

    #[test]
    fn registers_are_declared_as_their_uses_want_them() {
        for (body, declaration) in [
            ("mov.u32 %x, 1;", ".b32 %x"),
            ("setp.eq.u32 %x, %r1, %r2;\n@%x bra L; L:", ".pred %x"),
            ("@!%x bra L; L:", ".pred %x"),
            (".reg .f32 %f<2>; add.f32 %x, %f1, %f1;", ".f32 %x"),
            ("mul.wide.u32 %x, %r1, 4;", ".b64 %x"),
            ("cvt.u16.u32 %x, %r1; cvt.u32.u16 %r1, %x;", ".b16 %x"),
            // A load may extend; what is computed of it decides.
            ("ld.global.u32 %x, [%r1]; add.u64 %x, %x, 1;", ".b64 %x"),
            ("mov.b64 {%x, %r1}, 1;", ".b32 %x"),
        ] {
            let (fixed, applied) = fixed(body, Applicability::Unsafe);
            let all = format!(".entry k() {{ .reg {declaration}; .reg .b32 %r<3>;");
            let text = fix(KERNEL.replace("BODY", body).as_bytes(), &Options::default(), Applicability::Unsafe);
            let text = String::from_utf8(text.expect("small").text).expect("text");
            assert_eq!((fixed.as_str(), applied), (body, 1), "{text}");
            assert!(text.contains(&all), "{text}");
        }
        // No use tells the type, they want different ones, or the name is declared elsewhere.
        for body in [
            "ld.global.u32 %r1, [%x];",
            "mov.u32 %x, 1; mov.u64 %x, 1;",
            "add.u32 %r1, %x, 1; { .reg .b32 %x; }",
            "mov.u64 something_else, 1;",
        ] {
            assert_eq!(fixed(body, Applicability::Unsafe), (body.to_string(), 0));
        }
    }

    #[test]
    fn addresses_are_converted() {
        let offered = |body: &str| {
            let text = KERNEL.replace("k()", "k(.param .u64 p)").replace("BODY", body);
            let report = driver::check(text.as_bytes(), &Options::default()).expect("small");
            let finding = report.findings.iter().find(|it| it.rule.name == "state-space-mismatch").expect("a finding");
            let edits = finding.fixes.last().expect("a fix").edits.clone();
            let candidate = FixCandidate { rule: finding.rule, identity: 0, edits };
            let fixed = String::from_utf8(applied(text.as_bytes(), &[candidate])).expect("text");
            let left = driver::check(fixed.as_bytes(), &Options::default()).expect("small").findings;
            assert!(left.iter().all(|it| it.level != Level::Error), "{fixed} {left:?}");
            fixed
        };
        let window = ".reg .b64 %d<3>; .shared .align 4 .b32 s;\n  mov.u64 %d1, s;\n  st.relaxed.gpu.u32 [%d1], 1;";
        let converted =
            "  .reg .b64 %generic;\n  cvta.shared.u64 %generic, %d1;\n  st.relaxed.gpu.u32 [%generic], 1;\n";
        assert!(offered(window).contains(converted));
        let pointer = ".reg .b64 %d<3>;\n  ld.param.u64 %d1, [p];\n  st.shared.u32 [%d1+4], 1;";
        let converted = "  .reg .b64 %shared;\n  cvta.to.shared.u64 %shared, %d1;\n  st.shared.u32 [%shared+4], 1;\n";
        assert!(offered(pointer).contains(converted));
    }

    #[test]
    fn edits_that_touch_wait() {
        let edit = |start, end| Edit { span: Span::new(start, end), text: String::new() };
        let occupied = BTreeMap::from([(4, 6), (10, 10)]);
        let fits = |edits: &[Edit]| super::fits(edits, &[b' '; 20], &occupied);
        assert!(fits(&[edit(0, 3)]) && fits(&[edit(7, 9)]) && fits(&[edit(11, 11), edit(12, 20)]));
        assert!(!fits(&[edit(0, 4)]) && !fits(&[edit(5, 5)]) && !fits(&[edit(6, 8)]) && !fits(&[edit(0, 20)]));
        assert!(!fits(&[edit(10, 10)]) && !fits(&[edit(2, 3), edit(1, 2)]) && !fits(&[edit(19, 21)]) && !fits(&[]));
    }

    #[test]
    fn line_ends_are_those_of_the_text() {
        assert_eq!(
            (newline(b"a\r\nb\n"), newline(b"a\nb\r\n"), newline(b"\n"), newline(b"")),
            ("\r\n", "\n", "\n", "\n")
        );
    }

    /// What is worse is not taken, and what is good beside it is.
    #[test]
    fn harm_is_left_out() {
        let text = KERNEL.replace("BODY", "and.u32 %r1, %r2, 1;\nadd.s32 %r1, %r2, 1;\nor.u32 %r1, %r2, 1;");
        let at = text.find("add").expect("an instruction") as u32;
        static HARM: RuleInfo =
            RuleInfo { name: "harm", group: Group::Style, level: Level::Warning, fixable: true, documentation: "" };
        let options = Options::default();
        let mut report = driver::check(text.as_bytes(), &options).expect("small");
        let finding = Finding::new(Span::new(at, at + 3), "").fix(Applicability::Safe, Span::new(at, at + 3), "frob");
        let mut harmful = report.findings[0].clone();
        (harmful.rule, harmful.span, harmful.fixes) = (&HARM, finding.span, finding.fixes);
        report.findings.push(harmful);
        report.findings.sort_by_key(|finding| finding.span);
        let mut fixer = Fixer {
            options: &options,
            most: Applicability::Safe,
            standing: TextQuality::of(text.as_bytes(), &options).expect("small"),
            refused: HashSet::new(),
            seen: HashSet::new(),
            attempts: ATTEMPTS,
            fixed: Fixed { text: text.clone().into_bytes(), applied: Vec::new(), report },
        };
        assert!(fixer.round().expect("small"));
        assert_eq!(fixer.fixed.text, text.replace("and.u32", "and.b32").replace("or.u32", "or.b32").into_bytes());
        assert_eq!(fixer.refused.len(), 1);
    }
}
