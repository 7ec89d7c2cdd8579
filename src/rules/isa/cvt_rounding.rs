use crate::check::{Mistake, MistakeKind};
use crate::diagnostic::{Applicability, Edit, Finding};
use crate::isa::{Slot, Word, op, word};
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;
use crate::util;

declare_rule! {
    /// ## What it does
    /// Reports `cvt` with a rounding modifier that its pair of types forbids, or without the one that it requires.
    ///
    /// ## Why is this bad
    /// The assembler rejects both. A conversion that cannot lose bits does not round: `cvt.f32.f16`, `cvt.f64.f32`, all conversions
    /// between integers. One that can lose bits must say how: `cvt.rn.f16.f32`, `cvt.rn.f32.s32`. Conversions to integers round to an
    /// integer: `cvt.rzi.s32.f32`.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .b16 %h<3>;
    ///     .reg .f32 %f<3>;
    ///     cvt.rn.f32.f16 %f1, %h1;
    ///     cvt.f16.f32 %h2, %f1;
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
    ///     .reg .b16 %h<3>;
    ///     .reg .f32 %f<3>;
    ///     cvt.f32.f16 %f1, %h1;
    ///     cvt.rn.f16.f32 %h2, %f1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Where the assembler accepts a rounding modifier on an exact conversion (`cvt.rn.f32.bf16`), so does this rule.
    ///
    /// ## References
    /// PTX ISA 9.7.9.21 `cvt`, table of rounding modifiers.
    pub static CVT_ROUNDING = "cvt-rounding" {
        group: Isa,
        level: Error,
        fixable: true,
        hooks: [Hook::Mistake(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, mistake: &Mistake) -> bool {
    let module = cx.module;
    if mistake.instruction(module) != Some(op::CVT) {
        return false;
    }
    let opcode = &module[mistake.opcode];
    let start = module[mistake.inst].span.start;
    let place = |index: usize| module.all_modifiers(opcode)[index].span(start);
    let mut types = module.types(opcode);
    let (Some(to), Some(from)) = (types.next(), types.next()) else { return false };
    let pair = format!("from `{from}` to `{to}`");
    let finding = match mistake.kind {
        MistakeKind::IllegalModifier { index, word } if word.is_like(word::RN) => {
            let span = place(index);
            let why = if from.is_integer() && to.is_integer() { "it is between integers" } else { "it is exact" };
            Finding::new(span, format!("the conversion {pair} does not accept a rounding modifier: {why}"))
                .help(format!("remove `{word}`"))
                .fix(Applicability::Safe, span, "")
        }
        MistakeKind::WrongWord { index, word, slot } if word.is_like(word::RN) => {
            let span = place(index);
            let finding = Finding::new(span, format!("the conversion {pair} does not accept `{word}`"))
                .caption(format!("expected {}", roundings(slot)));
            match counterpart(word, slot) {
                Some(right) => {
                    finding.help(format!("use `{right}`")).fix(Applicability::Unsafe, span, right.to_string())
                }
                None => finding,
            }
        }
        MistakeKind::MissingModifier { slot } if is_rounding(slot) => {
            let at = start + u32::from(opcode.base_len);
            let usual = usual(slot);
            Finding::new(Span::new(start, at), format!("the conversion {pair} needs a rounding modifier"))
                .caption(format!("expected {}", roundings(slot)))
                .help(format!("use `cvt{usual}` to round {}", meaning(usual)))
                .fixes(Applicability::Unsafe, vec![Edit { span: Span::at(at), text: usual.to_string() }])
        }
        _ => return false,
    };
    cx.report(finding);
    true
}

fn is_rounding(slot: &Slot) -> bool {
    slot.values().iter().all(|value| value.word.is_like(word::RN))
}

fn roundings(slot: &Slot) -> String {
    util::alternatives(slot.values().iter().map(|value| value.word.to_string()))
}

/// The rounding that people mean most often: to nearest even, or towards zero to an integer.
fn usual(slot: &Slot) -> Word {
    let values = slot.values();
    let preferred = [word::RN, word::RZI];
    let found = preferred.into_iter().find(|&word| slot.value(word).is_some());
    found.unwrap_or(values[0].word)
}

/// The rounding in the same direction of the other kind: `.rn` and `.rni`.
fn counterpart(word: Word, slot: &Slot) -> Option<Word> {
    let name = word.name();
    let other = name.strip_suffix('i').map_or_else(|| format!("{name}i"), str::to_string);
    Word::lookup(other.as_bytes()).filter(|&other| slot.value(other).is_some())
}

fn meaning(word: Word) -> &'static str {
    match word {
        word::RN => "to nearest even",
        word::RZI => "towards zero, as C does",
        word::RZ => "towards zero",
        word::RS => "stochastically",
        _ => "in that direction",
    }
}
