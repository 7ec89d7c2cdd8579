use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::ids::{InstId, RegId};
use crate::ir::{Module, OperandKind};
use crate::isa::{Class, StateSpace};
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;

declare_rule! {
    /// ## What it does
    /// Reports accesses to shared memory whose address register is 64 bits wide, whatever its name.
    ///
    /// ## Why is this bad
    /// A shared address is an offset in a window of at most a few hundred KiB; 32 bits hold it. The assembler takes a 64-bit
    /// register too, and with a true shared-window offset in it the access works, at the price of a second register and
    /// 64-bit address arithmetic. But 64 bits is the width of *generic* pointers, and `ld.shared` with a generic pointer reads
    /// somewhere else: the width hides that mistake.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .f32 %f<2>;
    ///     .reg .b64 %addr<2>;
    ///     .shared .align 4 .f32 tile[32];
    ///     mov.u64 %addr1, tile;
    ///     ld.shared.f32 %f1, [%addr1];
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
    ///     .reg .f32 %f<2>;
    ///     .reg .b32 %addr<2>;
    ///     .shared .align 4 .f32 tile[32];
    ///     mov.u32 %addr1, tile;
    ///     ld.shared.f32 %f1, [%addr1];
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// LLVM's code generator keeps shared addresses in 64-bit registers unless told otherwise (`-nvptx-short-ptr`): expect this
    /// warning on its output. That the address is a generic one, and the access therefore wrong, is not claimed here.
    ///
    /// ## References
    /// PTX ISA 6.4.1 "Addresses as Operands", 5.1.7 "Shared State Space".
    pub static SHARED_U64_ADDRESS = "shared-u64-address" {
        group: Memory,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = cx.module;
    if !names_shared_space(module) {
        return;
    }
    for inst in module.insts_of(facts.function) {
        if let Some((reg, span)) = shared_address(module, inst) {
            cx.report(finding(module, reg, span));
        }
    }
}

/// Whether any opcode of the module is one of shared memory.
fn names_shared_space(module: &Module<'_>) -> bool {
    module.opcodes.iter().any(|opcode| spaces(module, opcode).any(|space| space == StateSpace::Shared))
}

fn spaces<'a>(module: &'a Module<'_>, opcode: &crate::ir::Opcode) -> impl Iterator<Item = StateSpace> + 'a {
    module.modifiers(opcode).iter().filter_map(|modifier| match modifier.word?.class() {
        Class::Space(space) => Some(space),
        _ => None,
    })
}

/// The 64-bit register that an instruction uses as an address of shared memory.
fn shared_address(module: &Module<'_>, inst: InstId) -> Option<(RegId, Span)> {
    let opcode = &module[module[inst].opcode];
    // `cp.async.ca.shared.global [a], [b]` names a space for each address; `ld.shared [a]` names one for all.
    let mut spaces = spaces(module, opcode).peekable();
    spaces.peek()?;
    let spaces: Vec<StateSpace> = spaces.collect();
    let addresses = module.operands(inst).iter().filter_map(|operand| match operand.kind {
        OperandKind::Address(id) => Some(id),
        _ => None,
    });
    addresses.enumerate().find_map(|(i, address)| {
        let space = *spaces.get(i).or(spaces.last())?;
        let base = module.list(module[address].parts).first()?;
        let OperandKind::Reg { reg, .. } = base.kind else { return None };
        let wide = module.declaration(reg).bits() == Some(64);
        (space == StateSpace::Shared && wide).then_some((reg, base.span))
    })
}

fn finding(module: &Module<'_>, reg: RegId, span: Span) -> Finding {
    let decl = module.declaration(reg);
    let ty = decl.ty.map(|ty| ty.to_string()).unwrap_or_default();
    Finding::new(span, format!("the shared address `{}` is 64 bits wide", module.register_name(reg)))
        .caption("32 bits hold every shared address")
        .label(decl.span, format!("declared here as `{ty}`"))
        .help("keep shared addresses in `.b32` registers: `mov.u32` of the variable, or `cvt.u32.u64` of a window offset")
}
