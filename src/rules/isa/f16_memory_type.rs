use crate::check::{Mistake, MistakeKind};
use crate::diagnostic::{Applicability, Finding};
use crate::isa::{Class, ScalarType, op};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports loads, stores and moves with a half-precision type: `ld.f16`, `st.bf16`, `mov.f16x2` and the like.
    ///
    /// ## Why is this bad
    /// Only arithmetic instructions have half-precision types. Loads, stores and moves are untyped, 16 or 32 bits wide; the assembler
    /// rejects anything else.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k(.param .u64 p)
    /// {
    ///     .reg .b16 %h<2>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [p];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     ld.global.f16 %h1, [%rd2];
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k(.param .u64 p)
    /// {
    ///     .reg .b16 %h<2>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [p];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     ld.global.b16 %h1, [%rd2];
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Atomics and reductions do accept `.f16`, `.bf16` and their pairs; they are not affected.
    ///
    /// ## References
    /// PTX ISA 5.2.3 "Alternate Floating-Point Data Formats", 9.7.9.8 `ld`, 9.7.9.11 `st`.
    pub static F16_MEMORY_TYPE = "f16-memory-type" {
        group: Isa,
        level: Error,
        fixable: true,
        hooks: [Hook::Mistake(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, mistake: &Mistake) -> bool {
    let (MistakeKind::WrongWord { index, word, .. } | MistakeKind::IllegalModifier { index, word }) = mistake.kind
    else {
        return false;
    };
    let Some(instruction) = mistake.instruction(cx.module) else { return false };
    let Class::Type(found) = word.class() else { return false };
    let moves_bits = matches!(instruction, op::LD | op::LDU | op::ST | op::MOV);
    let right = match found {
        ScalarType::F16 | ScalarType::Bf16 => ".b16",
        ScalarType::F16x2 | ScalarType::Bf16x2 => ".b32",
        _ => return false,
    };
    if !moves_bits {
        return false;
    }
    let modifier = cx.module.all_modifiers(&cx.module[mistake.opcode])[index];
    let span = modifier.span(cx.module[mistake.inst].span.start);
    let finding = Finding::new(span, format!("`{}` does not accept `{word}`", instruction.name()))
        .caption("loads, stores and moves are untyped")
        .help(format!("use `{right}`"))
        .fix(Applicability::Safe, span, right);
    cx.report(finding);
    true
}
