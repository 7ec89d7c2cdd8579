//! Edits that put an instruction before another one, or behind it.

use crate::diagnostic::Edit;
use crate::ids::InstId;
use crate::ir::Module;
use crate::span::Span;

/// The edit that puts a statement before an instruction and its guard.
pub(crate) fn before(module: &Module<'_>, inst: InstId, statement: &str) -> Edit {
    let start = start_of(module, inst);
    Edit { span: Span::at(start as u32), text: format!("{statement}{}", gap(module, start)) }
}

/// The edit that puts a statement behind an instruction.
pub(crate) fn behind(module: &Module<'_>, inst: InstId, statement: &str) -> Edit {
    let gap = gap(module, start_of(module, inst));
    Edit { span: Span::at(module[inst].span.end), text: format!("{gap}{statement}") }
}

/// Where an instruction starts, its guard included.
fn start_of(module: &Module<'_>, inst: InstId) -> usize {
    let opcode = module[inst].span.start;
    let start = module.guard(inst).map_or(opcode, |guard| guard.span.start.min(opcode)) as usize;
    let bytes = module.source.bytes();
    bytes[..start].iter().rposition(|byte| !matches!(byte, b'@' | b'!')).map_or(0, |at| at + 1)
}

/// What stands between two statements there: a new line with the same indentation, if the first one has a line of its own.
fn gap(module: &Module<'_>, start: usize) -> String {
    let bytes = module.source.bytes();
    let line = bytes[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let indent = std::str::from_utf8(&bytes[line..start]).ok().filter(|indent| indent.trim().is_empty());
    indent.map_or(" ".to_string(), |indent| format!("\n{indent}"))
}
