//! What is most likely meant where a modifier is missing.

use crate::check::Mistake;
use crate::diagnostic::{Applicability, Edit, Finding};
use crate::ir::Module;
use crate::isa::{Instruction, Role, Slot, Word};
use crate::span::Span;

const NEAREST: Word = Word::of("rn");
const APPROXIMATE: Word = Word::of("approx");
const SYNC: Word = Word::of("sync");

/// Offers the modifier behind the name of the instruction, which ends at `at`.
pub(super) fn completed(finding: Finding, module: &Module<'_>, mistake: &Mistake, slot: &Slot, at: u32) -> Finding {
    let Some(instruction) = mistake.instruction(module) else { return finding };
    let name = instruction.name();
    let insert = |word: Word| vec![Edit { span: Span::at(at), text: word.to_string() }];
    let rounds = slot.value(NEAREST).is_some() || slot.value(APPROXIMATE).is_some();
    if rounds && has_nearest(instruction) {
        let help = format!("use `{name}.rn` to round to nearest even");
        return finding.help(help).fixes(Applicability::Unsafe, insert(NEAREST));
    }
    match slot.values() {
        [value] if value.word == SYNC => with_mask(finding, module, mistake, at),
        // There is nothing else that it could be.
        [value] if value.word == APPROXIMATE => {
            finding.help(format!("use `{name}.approx`")).fixes(Applicability::Safe, insert(APPROXIMATE))
        }
        _ => finding,
    }
}

/// Whether a form of the instruction rounds to nearest even.
fn has_nearest(instruction: Instruction) -> bool {
    instruction.forms().iter().flat_map(|form| form.slots()).any(|slot| slot.value(NEAREST).is_some())
}

/// The form with `.sync` also names the lanes that take part, last.
fn with_mask(finding: Finding, module: &Module<'_>, mistake: &Mistake, at: u32) -> Finding {
    let operands = module.operands(mistake.inst);
    let Some((form, last)) = mistake.form.zip(operands.last()) else { return finding };
    let lacks_mask = form.operands().len() == operands.len() + 1
        && form.operands().last().is_some_and(|operand| operand.role() == Role::LaneMask);
    if !lacks_mask {
        return finding;
    }
    let edits = vec![
        Edit { span: Span::at(at), text: SYNC.to_string() },
        Edit { span: Span::at(last.span.end), text: ", -1".to_string() },
    ];
    finding
        .help("add `.sync` and, as the last operand, the mask of lanes that execute this together: -1 for all 32")
        .fixes(Applicability::Unsafe, edits)
}
