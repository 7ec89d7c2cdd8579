use crate::check::{Mistake, MistakeKind};
use crate::diagnostic::{Applicability, Finding};
use crate::isa::{Class, Instruction, ScalarType, Slot, Word, op};
use crate::rules::{Context, Hook, declare_rule};
use crate::util;

declare_rule! {
    /// ## What it does
    /// Reports bitwise instructions with a type other than a `.b` type: `and`, `or`, `xor`, `not`, `cnot`, `shl`, `lop3`, `shf`,
    /// `brev`, `bfi`, `popc`, `clz`, `prmt`, `fns`, `bmsk`.
    ///
    /// ## Why is this bad
    /// Bitwise instructions have neither sign nor numeric value: their types are `.pred`, `.b16`, `.b32` and `.b64`. The assembler
    /// rejects `and.u32`. Only `shr` also accepts `.u` and `.s` types, because what it shifts in depends on the sign.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .u32 %r<4>;
    ///     mov.u32 %r1, %tid.x;
    ///     and.u32 %r2, %r1, 31;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .u32 %r<4>;
    ///     mov.u32 %r1, %tid.x;
    ///     and.b32 %r2, %r1, 31;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Registers need no `.b` type: `and.b32` accepts `.u32` and `.s32` registers.
    ///
    /// ## References
    /// PTX ISA 9.7.8 "Logic and Shift Instructions".
    pub static BITWISE_TYPE = "bitwise-type" {
        group: Isa,
        level: Error,
        fixable: true,
        hooks: [Hook::Mistake(check)],
    }
}

const BITWISE: [Instruction; 16] = [
    op::AND,
    op::OR,
    op::XOR,
    op::NOT,
    op::CNOT,
    op::SHL,
    op::LOP3,
    op::SHF_L,
    op::SHF_R,
    op::BREV,
    op::BFI,
    op::POPC,
    op::CLZ,
    op::PRMT,
    op::FNS,
    op::BMSK,
];

fn check(cx: &mut Context<'_, '_>, mistake: &Mistake) -> bool {
    let MistakeKind::WrongWord { index, word, slot } = mistake.kind else { return false };
    let Some(instruction) = mistake.instruction(cx.module) else { return false };
    let Class::Type(found) = word.class() else { return false };
    if !BITWISE.contains(&instruction) {
        return false;
    }
    let modifier = cx.module.all_modifiers(&cx.module[mistake.opcode])[index];
    let span = modifier.span(cx.module[mistake.inst].span.start);
    let takes = util::alternatives(slot.values().iter().map(|value| value.word.to_string()));
    let finding = Finding::new(span, format!("`{}` does not accept `{word}`", instruction.name()))
        .caption(format!("expected {takes}"));
    let finding = match replacement(found, slot) {
        Some(right) => finding.help(format!("use `{right}`")).fix(Applicability::Safe, span, right.to_string()),
        None => finding,
    };
    cx.report(finding);
    true
}

/// The type of the same width that the slot takes.
fn replacement(found: ScalarType, slot: &Slot) -> Option<Word> {
    let same_width = |word: &Word| matches!(word.class(), Class::Type(ty) if ty.bits() == found.bits());
    slot.values().iter().map(|value| value.word).find(same_width)
}
