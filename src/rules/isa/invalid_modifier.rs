use super::missing_modifier::completed;
use crate::check::{Mistake, MistakeKind};
use crate::diagnostic::{Applicability, Finding};
use crate::facts::calls::callee;
use crate::ids::FunctionId;
use crate::ir::{FunctionKind, Module, Opcode};
use crate::isa::{Class, Constraint, Instruction, Relation, Slot, Word};
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;
use crate::util;

declare_rule! {
    /// ## What it does
    /// Reports modifiers that an instruction does not accept, words that are not modifiers at all, missing modifiers, and kernels
    /// whose `tcgen05` instructions use both `.cta_group::1` and `.cta_group::2`.
    ///
    /// ## Why is this bad
    /// The assembler rejects the instruction. Which modifiers go together depends on the types: `.ftz` belongs to `.f32`,
    /// `.relu` to the half-precision formats.
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
    ///     add.ftz.s32 %r2, %r1, %r1;
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
    ///     add.s32 %r2, %r1, %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// The order of modifiers is not checked where the assembler does not check it. The form that fits best decides what is
    /// reported.
    ///
    /// ## References
    /// PTX ISA, chapter 9, the syntax of each instruction.
    pub static INVALID_MODIFIER = "invalid-modifier" {
        group: Isa,
        level: Error,
        fixable: true,
        hooks: [Hook::Mistake(check), Hook::Module(check_groups)],
    }
}

fn check(cx: &mut Context<'_, '_>, mistake: &Mistake) -> bool {
    let module = cx.module;
    let opcode = &module[mistake.opcode];
    let start = module[mistake.inst].span.start;
    let place = |index: usize| module.all_modifiers(opcode)[index].span(start);
    let name = mistake.instruction(module).map_or("", Instruction::name);
    let finding = match mistake.kind {
        MistakeKind::NameApart { index } => {
            let first = start + u32::from(opcode.base_len);
            let between = Span::new(index.checked_sub(1).map_or(first, |i| place(i).end), place(index).start);
            let message = format!("no white space may stand within the name `{name}`");
            Finding::new(place(index), message).fix(Applicability::Safe, between, "")
        }
        MistakeKind::UnknownModifier { index } => unknown(module, place(index), mistake),
        MistakeKind::IllegalModifier { index, word } => match word.class() {
            Class::Type(_) => return false,
            _ => illegal(place(index), name, word, mistake),
        },
        MistakeKind::WrongWord { index, word, slot } => match word.class() {
            Class::Type(_) => return false,
            _ => Finding::new(place(index), format!("`{name}` accepts {}, not `{word}`", words(slot))),
        },
        MistakeKind::MissingModifier { slot } => match slot.class() {
            crate::isa::SlotClass::Type => return false,
            _ => {
                let base = base(module, mistake);
                let finding = Finding::new(base, format!("`{name}` needs a modifier: {}", words(slot)));
                completed(finding, module, mistake, slot, base.end)
            }
        },
        MistakeKind::Constraint { index, constraint: Constraint { word, relation, others } } => {
            let others = util::alternatives(others.iter().map(Word::to_string));
            let message = match relation {
                Relation::Needs => format!("`{word}` of `{name}` requires {others}"),
                Relation::Excludes => format!("`{word}` and {others} of `{name}` are mutually exclusive"),
                Relation::Precedes => format!("`{word}` of `{name}` must come before {others}"),
            };
            Finding::new(place(index), message)
        }
        _ => return false,
    };
    cx.report(finding);
    true
}

/// Looks for kernels that work on tensor memory both as single blocks and as pairs of blocks. The assembler counts what is called,
/// and also what is never reached.
fn check_groups(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    let group = |opcode: &Opcode| {
        let tensor = opcode.instruction.is_some_and(|instruction| instruction.section().starts_with(TENSOR_MEMORY));
        let word =
            module.modifiers(opcode).iter().find(|modifier| modifier.word.is_some_and(|word| GROUPS.contains(&word)));
        word.copied().filter(|_| tensor)
    };
    let used = |word: Word| module.opcodes.iter().filter_map(group).any(|modifier| modifier.word == Some(word));
    if !GROUPS.into_iter().all(used) {
        return;
    }
    let entries = module.functions.iter().enumerate().filter(|(_, function)| function.kind == FunctionKind::Entry);
    for (index, _) in entries {
        let mut found: Vec<(Word, Span)> = Vec::new();
        let mut functions = vec![FunctionId::new(index)];
        let mut next = 0;
        while let Some(&function) = functions.get(next) {
            next += 1;
            for inst in module.insts_of(function) {
                let opcode = module.opcode(inst);
                if let Some(modifier) = group(opcode)
                    && let Some(word) = modifier.word
                    && !found.iter().any(|&(known, _)| known == word)
                {
                    found.push((word, modifier.span(module[inst].span.start)));
                }
                let called = callee(module, inst).filter(|called| !functions.contains(called));
                functions.extend(called);
            }
        }
        if let &[(first, place), (second, other)] = found.as_slice() {
            let message = format!("`{second}` in a kernel that also has `{first}`");
            let finding = Finding::new(other, message).label(place, format!("`{first}` here"));
            cx.report(finding.help("use the same `.cta_group` in all `tcgen05` instructions of a kernel"));
        }
    }
}

/// The two ways to work on tensor memory.
const GROUPS: [Word; 2] = [Word::of("cta_group::1"), Word::of("cta_group::2")];

/// The manual's section on instructions for tensor memory.
const TENSOR_MEMORY: &str = "9.7.16.";

/// The instruction's name at its place.
pub(super) fn base(module: &Module<'_>, mistake: &Mistake) -> Span {
    let opcode = &module[mistake.opcode];
    let start = module[mistake.inst].span.start;
    let words = module.all_modifiers(opcode);
    let end = match usize::from(opcode.name_words).checked_sub(1) {
        Some(last) => words[last].span(start).end,
        None => start + u32::from(opcode.base_len),
    };
    Span::new(start, end)
}

/// The words of a slot for a message.
pub(super) fn words(slot: &Slot) -> String {
    util::alternatives(slot.values().iter().map(|value| value.word.to_string()))
}

fn illegal(span: Span, name: &str, word: Word, mistake: &Mistake) -> Finding {
    let finding = Finding::new(span, format!("`{name}` does not accept `{word}` here"));
    match mistake.form {
        Some(form) => finding.help(format!("the closest form is `{}`", form.notation())),
        None => finding,
    }
}

fn unknown(module: &Module<'_>, span: Span, mistake: &Mistake) -> Finding {
    let text = module.source.text_of(span);
    let finding = Finding::new(span, format!("unknown modifier `{text}`"));
    let instruction = mistake.instruction(module);
    let forms = instruction.map(Instruction::forms).unwrap_or_default();
    let own = forms.iter().flat_map(|form| form.slots()).flat_map(Slot::values).map(|value| value.word.name());
    match util::closest(text.trim_start_matches('.'), own) {
        Some(near) => {
            finding.help(format!("did you mean `.{near}`?")).fix(Applicability::Unsafe, span, format!(".{near}"))
        }
        None => finding,
    }
}
