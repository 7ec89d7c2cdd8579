use crate::check::{Mistake, MistakeKind};
use crate::diagnostic::{Applicability, Finding, Level};
use crate::ids::RegDeclId;
use crate::ir::{Module, OperandKind};
use crate::isa::{Class, ScalarType, op};
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;

declare_rule! {
    /// ## What it does
    /// Reports 8-bit registers (`.reg .u8`, `.s8`, `.b8`) as a warning, and arithmetic with an 8-bit type (`add.u8`) as an
    /// error.
    ///
    /// ## Why is this bad
    /// An 8-bit register is legal, but nearly useless: only `ld`, `st` and `cvt` accept it, and the assembler rejects arithmetic
    /// instructions and `mov` with an 8-bit type. The hardware has no such registers. Loads of a byte extend into a 16- or 32-bit
    /// register for free.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k(.param .u64 p)
    /// {
    ///     .reg .u8 %c<2>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [p];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     ld.global.u8 %c1, [%rd2];
    ///     st.global.u8 [%rd2+1], %c1;
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
    ///     .reg .b16 %c<2>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [p];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     ld.global.u8 %c1, [%rd2];
    ///     st.global.u8 [%rd2+1], %c1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A register in a nested block is not reported: inline assembly passes bytes between a load and a conversion that way, for lack
    /// of an 8-bit operand constraint. A `.b8` register is not reported when a conversion to or from the 4-bit format `.e2m1x2` uses
    /// it, which requires that type, or when `mov` packs it into or unpacks it from a vector.
    ///
    /// ## References
    /// PTX ISA 5.2.2 "Restricted Use of Sub-Word Sizes", 9.7.9.21 `cvt`.
    pub static U8_REGISTER = "u8-register" {
        group: Isa,
        level: Warning,
        fixable: true,
        hooks: [Hook::Module(check_declarations), Hook::Mistake(check_arithmetic)],
    }
}

fn check_declarations(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    let narrow = |ty| matches!(ty, Some(ScalarType::U8 | ScalarType::S8 | ScalarType::B8));
    let suspect = |i: &usize| narrow(module.reg_decls[*i].ty) && !module.reg_decls[*i].nested;
    let suspects: Vec<usize> = (0..module.reg_decls.len()).filter(suspect).collect();
    if suspects.is_empty() {
        return;
    }
    let needed = needs_bytes(module);
    // One type serves all names of a directive, and so does one finding.
    for list in suspects.chunk_by(|a, b| module.reg_decls[*a].type_span == module.reg_decls[*b].type_span) {
        let type_span = module.reg_decls[list[0]].type_span;
        let demanded = list.iter().any(|&i| needed[i]);
        let Some(ty) = module.reg_decls[list[0]].ty.filter(|ty| *ty != ScalarType::B8 || !demanded) else { continue };
        let finding = Finding::new(type_span, format!("8-bit registers (`{ty}`) only work with `ld`, `st` and `cvt`"));
        let finding = list.iter().fold(finding, |finding, &i| finding.label(module.reg_decls[i].span, "declared here"));
        let finding = finding.help("declare a `.b16` register: loads extend the byte, stores write the low byte").fix(
            Applicability::Unsafe,
            type_span,
            ".b16",
        );
        cx.report(finding);
    }
}

/// For each `.reg` declarator, whether some instruction demands an 8-bit register of it.
fn needs_bytes(module: &Module<'_>) -> Vec<bool> {
    let mut needed = vec![false; module.reg_decls.len()];
    let mut mark = |kind: OperandKind| {
        if let OperandKind::Reg { reg, .. } = kind {
            let decl: RegDeclId = module[reg].decl;
            needed[decl.index()] = true;
        }
    };
    for i in 0..module.insts.len() {
        let inst = crate::ids::InstId::new(i);
        let opcode = module.opcode(inst);
        let fp4 = opcode.instruction == Some(op::CVT) && module.types(opcode).any(|ty| ty == ScalarType::E2m1x2);
        for operand in module.operands(inst).iter().filter(|_| fp4 || opcode.instruction == Some(op::MOV)) {
            match operand.kind {
                OperandKind::Vector(list) => module.list(list).iter().for_each(|element| mark(element.kind)),
                kind if fp4 => mark(kind),
                _ => {}
            }
        }
    }
    needed
}

fn check_arithmetic(cx: &mut Context<'_, '_>, mistake: &Mistake) -> bool {
    let MistakeKind::WrongWord { index, word, slot } = mistake.kind else { return false };
    let Class::Type(ty @ (ScalarType::U8 | ScalarType::S8)) = word.class() else { return false };
    let Some(instruction) = mistake.instruction(cx.module) else { return false };
    let wider = if ty == ScalarType::U8 { ScalarType::U16 } else { ScalarType::S16 };
    let takes_wider = slot.values().iter().any(|value| value.word.class() == Class::Type(wider));
    if !takes_wider {
        return false;
    }
    let modifier = cx.module.all_modifiers(&cx.module[mistake.opcode])[index];
    let span: Span = modifier.span(cx.module[mistake.inst].span.start);
    let finding = Finding::new(span, format!("`{}` does not accept 8-bit types", instruction.name()))
        .level(Level::Error)
        .caption("arithmetic needs at least 16 bits")
        .help(format!("compute in `{wider}` and keep the low byte"))
        .fix(Applicability::Unsafe, span, wider.to_string());
    cx.report(finding);
    true
}
