use super::invalid_modifier::base;
use crate::check::{DeclaredTarget, Lack, Mistake, MistakeKind, features};
use crate::diagnostic::Finding;
use crate::ir::Opcode;
use crate::isa::{Form, Instruction, Slot, Target, Word};
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;

declare_rule! {
    /// ## What it does
    /// Reports instructions, modifiers, directives and types that the module's `.target` does not support.
    ///
    /// ## Why is this bad
    /// The assembler rejects the module. Features of targets with an `a` are not available on newer ones; those of targets with an
    /// `f` are shared within a family.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_70
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .b32 %r<3>;
    ///     mov.b32 %r1, 0;
    ///     add.u16x2 %r2, %r1, %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_90
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .b32 %r<3>;
    ///     mov.b32 %r1, 0;
    ///     add.u16x2 %r2, %r1, %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Nothing is reported when the target is unknown.
    ///
    /// ## References
    /// PTX ISA 11.2 `.target`, "Target ISA Notes" of each instruction.
    pub static TARGET_TOO_LOW = "target-too-low" {
        group: Isa,
        level: Error,
        fixable: false,
        hooks: [Hook::Mistake(check), Hook::Module(check_features)],
    }
}

fn check(cx: &mut Context<'_, '_>, mistake: &Mistake) -> bool {
    let Some((span, what, Lack::Target(targets))) = lack(cx, mistake) else { return false };
    report(cx, span, &what, targets);
    true
}

fn check_features(cx: &mut Context<'_, '_>) {
    for missing in features(cx.module, cx.options) {
        if let Lack::Target(targets) = missing.lack {
            report(cx, missing.span, missing.what, targets);
        }
    }
}

fn report(cx: &mut Context<'_, '_>, span: Span, what: &str, targets: u64) {
    let given = cx.options.target.map(Target::name);
    let declared = given.or(cx.module.target_text()).unwrap_or("?");
    let finding = Finding::new(span, format!("the target `{declared}` does not support {what}"))
        .help(format!("it needs {}", describe(targets)));
    cx.report(finding);
}

/// What the module does not have: its place, its name for a message, and what it needs.
pub(super) fn lack(cx: &Context<'_, '_>, mistake: &Mistake) -> Option<(Span, String, Lack)> {
    let module = cx.module;
    match mistake.kind {
        MistakeKind::Lack { index, lack } => {
            let (span, what) = subject(cx, mistake, index)?;
            Some((span, what, lack))
        }
        MistakeKind::Register { span, lack } => {
            Some((span, format!("special register `{}`", module.source.text_of(span)), lack))
        }
        _ => None,
    }
}

/// The place of what is new, a word or a form, and its name for a message.
fn subject(cx: &Context<'_, '_>, mistake: &Mistake, index: Option<usize>) -> Option<(Span, String)> {
    let module = cx.module;
    let opcode = &module[mistake.opcode];
    let instruction = mistake.instruction(module)?;
    let (name, start) = (instruction.name(), module[mistake.inst].span.start);
    if let Some(index) = index.or_else(|| new_word(cx, opcode, instruction)) {
        let span = module.all_modifiers(opcode)[index].span(start);
        return Some((span, format!("`{}` of `{name}`", module.source.text_of(span))));
    }
    let base = base(module, mistake);
    let end = module.all_modifiers(opcode).last().map_or(base.end, |word| word.span(start).end);
    let written = module.source.text_of(Span::new(base.start, end));
    let environment = DeclaredTarget::new(module, cx.options);
    let is_new = instruction.forms().iter().all(|form| environment.lacks(form.gate()).is_some());
    Some((base, if is_new { format!("`{written}`") } else { format!("this form of `{written}`") }))
}

/// The first modifier that no form takes which the module may use, if it may use any.
fn new_word(cx: &Context<'_, '_>, opcode: &Opcode, instruction: Instruction) -> Option<usize> {
    let environment = DeclaredTarget::new(cx.module, cx.options);
    let open = |gate| environment.lacks(gate).is_none();
    let usable: Vec<&Form> = instruction.forms().iter().filter(|form| open(form.gate())).collect();
    let takes = |form: &&Form, word| {
        let fits = |slot: &Slot| slot.value(word).is_some_and(|value| open(value.gate()));
        form.is_open() || form.slots().iter().any(fits)
    };
    let is_new = |word: Word| !usable.iter().any(|form| takes(form, word));
    let modifiers = cx.module.modifiers(opcode);
    let new = modifiers.iter().position(|modifier| modifier.word.is_some_and(is_new));
    new.filter(|_| !usable.is_empty()).map(|index| index + usize::from(opcode.name_words))
}

/// A set of targets in words: "`sm_90` or newer", or a list.
fn describe(targets: u64) -> String {
    let members: Vec<Target> = Target::all().filter(|target| targets & target.bit() != 0).collect();
    let Some(first) = members.first() else { return "a target that does not exist".into() };
    let newer: u64 = Target::all().filter(|target| target >= first).fold(0, |set, target| set | target.bit());
    if newer == targets {
        return format!("`{}` or newer", first.name());
    }
    let names: Vec<&str> = members.iter().take(6).map(|target| target.name()).collect();
    let more = if members.len() > names.len() { " or another target of its family" } else { "" };
    format!("`{}`{more}", names.join("`, `"))
}
