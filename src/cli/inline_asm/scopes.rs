//! Names that a statement declares, and that exist once more for each copy of the function or loop around it.

use super::{AsmFindings, AsmSite};
use crate::diagnostic::{Finding, Level};
use crate::ir;
use crate::rules::inline_asm::UNSCOPED_ASM_NAME;
use crate::span::Span;

/// Judges the declarations of a statement outside braces.
pub(super) fn judge(site: &AsmSite<'_>, parsed: &ir::Module<'_>, told: &mut AsmFindings<'_>) {
    let Some(function) = parsed.function_ids().next() else { return };
    let data = &parsed[function];
    let labels = parsed.labels[data.labels.indices()].iter().map(|label| (label.span, "label"));
    let registers = parsed.reg_decls[data.reg_decls.indices()].iter().map(|decl| (decl.span, "register"));
    let variables = parsed.variables[data.variables.indices()].iter().map(|variable| (variable.name_span, "variable"));
    let mut seen = false;
    for (span, kind) in labels.chain(registers).chain(variables) {
        if seen || !site.module.inside.contains(span.start) || depth(&site.module.text, site.module.inside, span) > 0 {
            continue;
        }
        let Some(place) = site.module.source(span) else { continue };
        let text = String::from_utf8_lossy(site.bytes.get(place.range()).unwrap_or_default()).into_owned();
        if text.contains("%=") || text.contains(":uid}") {
            continue;
        }
        seen = true;
        let message = format!("the {kind} `{text}` is declared outside braces");
        let caption = "when the compiler copies the statement, by inlining or unrolling, the assembler rejects the second declaration";
        let help = "put the text in braces, in which names are local";
        let finding = Finding::new(place, message).level(Level::Warning).caption(caption).help(help);
        told.report(&UNSCOPED_ASM_NAME, finding);
    }
}

/// How many braces of a statement are open at a place.
fn depth(text: &[u8], inside: Span, span: Span) -> i64 {
    let before = text.get(inside.start as usize..span.start as usize).unwrap_or_default();
    let depth_of = |byte: &u8| i64::from(*byte == b'{') - i64::from(*byte == b'}');
    before.iter().map(depth_of).sum()
}
