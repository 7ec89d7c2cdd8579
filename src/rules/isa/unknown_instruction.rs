use crate::check::{Mistake, MistakeKind};
use crate::diagnostic::{Applicability, Finding};
use crate::isa::Instruction;
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;
use crate::util;

declare_rule! {
    /// ## What it does
    /// Reports opcodes that do not exist in any version of PTX.
    ///
    /// ## Why is this bad
    /// The assembler rejects the module. Some names need all their words: `shf.l` and `mul.lo` exist, `shf` does not.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .b32 %r<3>;
    ///     mvo.b32 %r1, 1;
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
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// The instruction table covers PTX up to 9.5. Opcodes are case-sensitive, as in the assembler.
    ///
    /// ## References
    /// PTX ISA, chapter 9 "Instruction Set".
    pub static UNKNOWN_INSTRUCTION = "unknown-instruction" {
        group: Isa,
        level: Error,
        fixable: true,
        hooks: [Hook::Mistake(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, mistake: &Mistake) -> bool {
    let MistakeKind::UnknownInstruction = mistake.kind else { return false };
    let module = cx.module;
    let opcode = &module[mistake.opcode];
    let start = module[mistake.inst].span.start;
    let span = Span::new(start, start + u32::from(opcode.base_len));
    let base = &module.name(opcode.name)[..usize::from(opcode.base_len)];
    let finding = Finding::new(span, format!("unknown instruction `{base}`"));
    let longer: Vec<&str> = longer_names(base).collect();
    let finding = if !longer.is_empty() {
        finding.help(format!("`{base}` is part of {}", util::alternatives(longer.into_iter().map(str::to_string))))
    } else if let Some(name) = suggestion(base) {
        finding.help(format!("did you mean `{name}`?")).fix(Applicability::Unsafe, span, name)
    } else {
        finding
    };
    cx.report(finding);
    true
}

/// Instructions whose name starts with `base` and goes on with a dot.
fn longer_names(base: &str) -> impl Iterator<Item = &'static str> + '_ {
    let names = Instruction::all().map(Instruction::name);
    names.filter(move |name| name.strip_prefix(base).is_some_and(|rest| rest.starts_with('.'))).take(6)
}

fn suggestion(base: &str) -> Option<&'static str> {
    let first_words = Instruction::all().map(|instruction| instruction.name().split('.').next().unwrap_or_default());
    let lower = base.to_ascii_lowercase();
    let exact = first_words.clone().find(|name| *name == lower && lower != base);
    exact.or_else(|| util::closest(base, first_words))
}
