//! Fixes applied to texts.

use ptxlint::Options;
use ptxlint::diagnostic::{Diagnostic, Fix};
use ptxlint::source::LineIndex;

/// The text after a fix; an error when its edits overlap or lie outside the text.
pub fn apply(text: &[u8], fix: &Fix) -> Result<Vec<u8>, String> {
    let mut fixed = Vec::with_capacity(text.len() + 16);
    let mut done = 0;
    for edit in &fix.edits {
        let range = edit.span.range();
        let gap = text.get(done..range.start).ok_or_else(|| format!("edits overlap or are out of order: {fix:?}"))?;
        text.get(range.clone()).ok_or_else(|| format!("an edit lies outside the text: {fix:?}"))?;
        fixed.extend_from_slice(gap);
        fixed.extend_from_slice(edit.text.as_bytes());
        done = range.end;
    }
    fixed.extend_from_slice(&text[done..]);
    Ok(fixed)
}

/// The text after the first fix of each finding, one at a time until none is offered.
pub fn apply_all(text: &[u8], options: &Options) -> Result<Vec<u8>, String> {
    let mut text = text.to_vec();
    for _ in 0..100 {
        let report = ptxlint::check(&text, options).map_err(|error| error.to_string())?;
        let Some(fix) = report.findings.iter().find_map(|finding| finding.fixes.first()) else { return Ok(text) };
        text = apply(&text, fix)?;
    }
    Err("fixes go on without end".into())
}

/// Checks one fix: the text that it gives parses no worse, and the finding is gone.
pub fn check(text: &[u8], options: &Options, finding: &Diagnostic, fix: &Fix) -> Result<(), String> {
    let fixed = apply(text, fix)?;
    if fixed == text {
        return Err("the fix changes nothing".into());
    }
    let report = ptxlint::check(&fixed, options).map_err(|error| error.to_string())?;
    let is_syntax = |finding: &&Diagnostic| finding.rule.name == "syntax-error";
    let before = ptxlint::check(text, options).map_err(|error| error.to_string())?;
    let errors = |findings: &[Diagnostic]| findings.iter().filter(is_syntax).count();
    if report.reason.is_some() || errors(&report.findings) > errors(&before.findings) {
        return Err(format!("the fix breaks the syntax:\n{}", String::from_utf8_lossy(&fixed)));
    }
    let (old_lines, new_lines) = (LineIndex::new(text), LineIndex::new(&fixed));
    let line = old_lines.position(finding.span.start).line;
    let stays = report.findings.iter().any(|other| {
        other.rule == finding.rule
            && other.message == finding.message
            && new_lines.position(other.span.start).line == line
    });
    if stays { Err(format!("the fix leaves the finding:\n{}", String::from_utf8_lossy(&fixed))) } else { Ok(()) }
}
