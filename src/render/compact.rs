//! One line a finding, for editors and `grep`.

use super::text::Charset;
use super::{FileFindings, RenderedBlock};

/// `path:line:column: level[rule] message`, with the place in the source if the compiler has told it, at most `limit` of them.
pub fn render(file: FileFindings<'_>, charset: Charset, limit: usize) -> Vec<RenderedBlock> {
    let path = charset.line(file.path);
    let line = |finding: &crate::diagnostic::Diagnostic| {
        let at = file.lines.position(file.within(finding.span).start);
        let (level, rule, message) = (finding.level, finding.rule.name, charset.words(&finding.message));
        let origin = file.origin(finding).and_then(|(map, origin)| Some(map.describe(map.authored(origin)?)));
        let origin = origin.map_or(String::new(), |place| format!(" ({})", charset.line(&place)));
        RenderedBlock {
            text: format!("{path}:{}:{}: {level}[{rule}] {message}{origin}\n", at.line, at.column),
            findings: 1,
        }
    };
    file.findings.iter().take(limit).map(line).collect()
}
