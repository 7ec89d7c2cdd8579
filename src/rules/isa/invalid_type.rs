use super::invalid_modifier::{base, words};
use crate::check::{Mistake, MistakeKind};
use crate::diagnostic::Finding;
use crate::isa::{Class, Instruction, SlotClass};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports types that an instruction does not accept, missing types and superfluous ones.
    ///
    /// ## Why is this bad
    /// The assembler rejects the instruction: "Unexpected instruction types".
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .b32 %r<3>;
    ///     mov.b32 %r1, 1;
    ///     add.b32 %r2, %r1, %r1;
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
    ///     .reg .b32 %r<3>;
    ///     mov.b32 %r1, 1;
    ///     add.u32 %r2, %r1, %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Types of bitwise instructions, half-precision types of loads, stores and moves, and 8-bit arithmetic have rules of their own.
    /// With a wrong type, the operands of the instruction are not checked.
    ///
    /// ## References
    /// PTX ISA, chapter 9, the syntax of each instruction.
    pub static INVALID_TYPE = "invalid-type" {
        group: Isa,
        level: Error,
        fixable: false,
        hooks: [Hook::Mistake(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, mistake: &Mistake) -> bool {
    let module = cx.module;
    let opcode = &module[mistake.opcode];
    let start = module[mistake.inst].span.start;
    let place = |index: usize| module.all_modifiers(opcode)[index].span(start);
    let name = mistake.instruction(module).map_or("", Instruction::name);
    let finding = match mistake.kind {
        MistakeKind::WrongWord { index, word, slot } if matches!(word.class(), Class::Type(_)) => {
            Finding::new(place(index), format!("`{name}` does not accept `{word}` here"))
                .caption(format!("expected {}", words(slot)))
        }
        MistakeKind::IllegalModifier { index, word } if matches!(word.class(), Class::Type(_)) => {
            Finding::new(place(index), format!("`{name}` has one type too many: `{word}`"))
        }
        MistakeKind::MissingModifier { slot } if slot.class() == SlotClass::Type => {
            Finding::new(base(module, mistake), format!("`{name}` needs a type: {}", words(slot)))
        }
        _ => return false,
    };
    let finding = match mistake.form {
        Some(form) => finding.help(format!("the closest form is `{}`", form.notation())),
        None => finding,
    };
    cx.report(finding);
    true
}
