//! Edits that put an instruction before another one, or behind it.

use crate::diagnostic::Edit;
use crate::ids::InstId;
use crate::ir::Module;
use crate::span::Span;

/// The edit that puts a statement before an instruction and its guard.
pub(crate) fn before(module: &Module<'_>, inst: InstId, statement: &str) -> Edit {
    let start = module.statement_start(inst);
    Edit { span: Span::at(start as u32), text: format!("{statement}{}", gap(module, start)) }
}

/// The edit that puts a statement behind an instruction.
pub(crate) fn behind(module: &Module<'_>, inst: InstId, statement: &str) -> Edit {
    let gap = gap(module, module.statement_start(inst));
    Edit { span: Span::at(module[inst].span.end), text: format!("{gap}{statement}") }
}

/// What stands between two statements there: a new line with the same indentation, if the first one has a line of its own.
pub(crate) fn gap(module: &Module<'_>, start: usize) -> String {
    let bytes = module.source.bytes();
    let line = bytes[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let indent = std::str::from_utf8(&bytes[line..start]).ok().filter(|indent| indent.trim().is_empty());
    indent.map_or(" ".to_string(), |indent| format!("\n{indent}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn guards_stay_with_their_instructions() {
        for guard in ["", "@%p1 ", "@!%p1 ", "@ %p1 ", "@ ! %p1\t"] {
            let text =
                format!(".version 8.0\n.target sm_80\n.entry k() {{\n.reg .pred %p<2>;\n  {guard}bar.sync 0;\n}}\n");
            let module = crate::parser::parse(Source::new(text.as_bytes()).expect("a small text"));
            let inst = InstId::new(0);
            assert_eq!(module.guard(inst).is_some(), !guard.is_empty(), "{guard}");
            let Edit { span, text: inserted } = before(&module, inst, "fence;");
            assert_eq!(
                (&text[span.range()], &text[span.range().end..][..guard.len() + 3]),
                ("", &*format!("{guard}bar"))
            );
            assert_eq!(inserted, "fence;\n  ");
            assert_eq!(behind(&module, inst, "fence;").text, "\n  fence;");
        }
    }
}
