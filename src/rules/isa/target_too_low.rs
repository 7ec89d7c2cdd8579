use super::invalid_modifier::base;
use crate::check::{Lack, Mistake, MistakeKind, features};
use crate::diagnostic::Finding;
use crate::ir::Module;
use crate::isa::{Instruction, Target};
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
    let Some((span, what, Lack::Target(targets))) = lack(cx.module, mistake) else { return false };
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
pub(super) fn lack(module: &Module<'_>, mistake: &Mistake) -> Option<(Span, String, Lack)> {
    match mistake.kind {
        MistakeKind::Lack { index, lack } => {
            let (span, what) = subject(module, mistake, index);
            Some((span, what, lack))
        }
        MistakeKind::Register { span, lack } => {
            Some((span, format!("special register `{}`", module.source.text_of(span)), lack))
        }
        _ => None,
    }
}

/// The place of a gated form or word, and its name for a message.
fn subject(module: &Module<'_>, mistake: &Mistake, index: Option<usize>) -> (Span, String) {
    let opcode = &module[mistake.opcode];
    let name = mistake.instruction(module).map_or("", Instruction::name);
    match index {
        Some(index) => {
            let span = module.all_modifiers(opcode)[index].span(module[mistake.inst].span.start);
            (span, format!("`{}` of `{name}`", module.source.text_of(span)))
        }
        None => {
            let form = mistake.form.map_or(name, |form| form.notation().split(' ').next().unwrap_or(name));
            (base(module, mistake), format!("`{form}`"))
        }
    }
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
