//! Who writes the operands of a statement, against what their constraints say; and what their names are.

use super::module::marker;
use super::statement::{
    AsmLanguage, AsmOperand, AsmOperandKind, AsmPiece, AsmStatement, OperandDirection, PercentEscape, depth_of,
};
use super::{AsmFindings, AsmModule, AsmSite};
use crate::diagnostic::{Applicability, Edit, Finding, Level};
use crate::ids::InstId;
use crate::ir::{self, Access};
use crate::rules::inline_asm::{PERCENT_ESCAPE, UNWRITTEN_ASM_OUTPUT, WRITTEN_ASM_INPUT};
use crate::span::Span;

/// The statement with other constraints for the register operand that stands at a place, if one does, or for the first operand of its vector:
/// an element may be wrong only beside that one.
pub(super) fn retyped(statement: &AsmStatement, place: Span) -> Vec<AsmStatement> {
    let number = |(piece, _): &(AsmPiece, Span)| match piece {
        AsmPiece::Operand(number) => Some(*number),
        _ => None,
    };
    let pieces = &statement.pieces;
    let Some(at) = pieces.iter().position(|piece| piece.1 == place && number(piece).is_some()) else {
        return Vec::new();
    };
    let start = pieces[..at].iter().rposition(|(piece, _)| depth_of(piece) != 0).unwrap_or(at);
    let first = pieces[start..at].iter().find_map(number).filter(|_| depth_of(&pieces[start].0) > 0);
    let with = |number: usize, kind: AsmOperandKind| {
        let mut other = statement.clone();
        other.operands[number].kind = kind;
        other
    };
    let numbers = number(&pieces[at]).into_iter().chain(first);
    let registers = numbers.filter(|&number| matches!(statement.operands[number].kind, AsmOperandKind::Register(_)));
    registers
        .flat_map(|number| AsmOperandKind::registers().map(move |kind| (number, kind)))
        .filter(|&(number, kind)| statement.operands[number].kind != kind)
        .map(|(number, kind)| with(number, kind))
        .collect()
}

/// Operands that the statement names and does not have.
pub(super) fn missing(site: &AsmSite<'_>, told: &mut AsmFindings<'_>) {
    let Some(rule) = crate::rules::by_name("operand-mismatch") else { return };
    let count = site.statement.operands.len();
    let plural = if count == 1 { "" } else { "s" };
    for (piece, span) in &site.statement.pieces {
        if *piece == AsmPiece::Missing {
            let name = String::from_utf8_lossy(site.bytes.get(span.range()).unwrap_or_default());
            let message =
                format!("there is no operand `{name}`: the statement has {count} operand{plural}, counted from 0");
            told.report(rule, Finding::new(*span, message).level(Level::Error));
        }
    }
}

/// `%` that must be doubled, or must not.
pub(super) fn escapes(site: &AsmSite<'_>, told: &mut AsmFindings<'_>) {
    for &(escape, span) in &site.statement.escapes {
        let text = String::from_utf8_lossy(site.bytes.get(span.range()).unwrap_or_default());
        let start = Span::new(span.start, span.start);
        let (level, message, caption, edit) = match escape {
            PercentEscape::Modifier => (
                Level::Error,
                format!("`{text}` is not a register here: `%` starts an operand"),
                "nvcc reads the letter as a modifier, and rejects it; write `%%`",
                Edit { span: start, text: "%".to_string() },
            ),
            PercentEscape::Single => (
                Level::Note,
                format!("the `%` of `{text}` is not doubled"),
                "nvcc accepts it, but Clang does not; write `%%`",
                Edit { span: start, text: "%".to_string() },
            ),
            PercentEscape::Double => (
                Level::Error,
                "`%%` is not an escape here and reaches the assembler as it is".to_string(),
                match site.statement.language {
                    AsmLanguage::Llvm => "`$` starts operands in LLVM's assembly; write `%`",
                    _ => "the statement has neither operands nor clobbers; write `%`",
                },
                Edit { span, text: "%".to_string() },
            ),
        };
        let finding = Finding::new(span, message).level(level).caption(caption);
        told.report(&PERCENT_ESCAPE, finding.fixes(Applicability::Safe, vec![edit]));
    }
}

/// What the instructions of a statement do to an operand.
#[derive(Clone, Default)]
struct Uses {
    /// The first write, and whether each has a guard: its register, and whether it is negated.
    writes: Vec<(Span, Option<(u32, bool)>)>,
}

/// Inputs that are written, and outputs that are not.
pub(super) fn directions(site: &AsmSite<'_>, parsed: &ir::Module<'_>, told: &mut AsmFindings<'_>) {
    let Some(function) = parsed.function_ids().next() else { return };
    let mut uses = vec![Uses::default(); site.statement.operands.len()];
    let mut count = 0;
    for inst in parsed.insts_of(function).filter(|&inst| site.module.inside.contains(parsed[inst].span.start)) {
        count += 1;
        let guard = guard(parsed, inst);
        parsed.for_each_register(inst, |access| {
            let number = AsmModule::operand(parsed.register_name(access.reg));
            if let (Access::Write, Some(uses)) = (access.access, number.and_then(|number| uses.get_mut(number))) {
                uses.writes.push((access.span, guard));
            }
        });
    }
    // An empty text is a way to hide values from the optimizer.
    if count == 0 {
        return;
    }
    // Where one output is always there, it may say whether the others are.
    let is_sure = |operand: &AsmOperand, uses: &Uses| {
        operand.direction != OperandDirection::Input && uses.writes.iter().any(|(_, guard)| guard.is_none())
    };
    let has_sure = site.statement.operands.iter().zip(&uses).any(|(operand, uses)| is_sure(operand, uses));
    for (number, (operand, uses)) in site.statement.operands.iter().zip(&uses).enumerate() {
        if matches!(operand.kind, AsmOperandKind::Number(_)) {
            continue;
        }
        let name = marker(site.statement.language, &number.to_string());
        let says = site.bytes.get(operand.span.range()).map(String::from_utf8_lossy).unwrap_or_default();
        match operand.direction {
            OperandDirection::Input => {
                let Some(&(span, _)) = uses.writes.first() else { continue };
                let Some(place) = site.module.source(span) else { continue };
                let message = format!("`{name}` is an input, and the statement writes it");
                let caption = "the compiler expects that the register keeps its value";
                let finding = Finding::new(place, message).level(Level::Warning).caption(caption);
                told.report(&WRITTEN_ASM_INPUT, finding.label(operand.span, "an input"));
            }
            OperandDirection::Output if uses.writes.is_empty() => {
                let message = format!("no instruction of the statement writes its output `{name}`");
                let caption = "the variable has no defined value afterwards";
                let finding = Finding::new(operand.span, message).level(Level::Warning).caption(caption);
                told.report(&UNWRITTEN_ASM_OUTPUT, finding);
            }
            OperandDirection::Output if has_sure => {}
            OperandDirection::Output => {
                let guards: Option<Vec<(u32, bool)>> = uses.writes.iter().map(|&(_, guard)| guard).collect();
                // Without guard somewhere, or with one and its opposite, or under different ones.
                let Some(guards) = guards.filter(|guards| guards.iter().all(|guard| *guard == guards[0])) else {
                    continue;
                };
                let Some(place) = uses.writes.first().and_then(|&(span, _)| site.module.source(span)) else { continue };
                let not = if guards[0].1 { "holds" } else { "does not hold" };
                let message = format!("the output `{name}` is not written where the predicate {not}");
                let caption = "then the variable has no defined value";
                let help = format!("write `{}`, or another value first", says.replacen('=', "+", 1));
                let mut finding = Finding::new(place, message)
                    .level(Level::Warning)
                    .caption(caption)
                    .label(operand.span, "an output whose old value is not an input");
                if site.statement.language == AsmLanguage::Extended {
                    finding = finding.help(help);
                }
                told.report(&UNWRITTEN_ASM_OUTPUT, finding);
            }
            OperandDirection::Both => {}
        }
    }
}

fn guard(parsed: &ir::Module<'_>, inst: InstId) -> Option<(u32, bool)> {
    let guard = parsed.guard(inst)?;
    match guard.kind {
        ir::OperandKind::Reg { reg, negated, .. } => Some((u32::try_from(reg.index()).unwrap_or(u32::MAX), negated)),
        _ => None,
    }
}
