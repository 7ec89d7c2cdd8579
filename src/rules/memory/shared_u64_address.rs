use crate::diagnostic::{Finding, Level};
use crate::facts::{Definition, Facts};
use crate::ids::{FunctionId, InstId, RegId};
use crate::ir::{Module, OperandKind};
use crate::isa::{Class, Effects, ScalarType, StateSpace, op};
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;

declare_rule! {
    /// ## What it does
    /// Reports accesses to shared memory whose address register is 64 bits wide, whatever its name.
    ///
    /// ## Why is this bad
    /// A shared address is an offset in a window of at most a few hundred KiB and fits in 32 bits. The assembler also accepts a
    /// 64-bit register, and with a true shared-window offset in it the access works, at the cost of a second register and 64-bit
    /// address arithmetic. But 64 bits is the width of *generic* pointers, and `ld.shared` with a generic pointer reads somewhere
    /// else: the width hides that mistake.
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
    /// LLVM's code generator keeps all shared addresses in 64-bit registers unless asked not to (`-nvptx-short-ptr`). In functions
    /// whose parameters have the names that it assigns (`name_param_0`) and that use 64-bit addresses throughout, this is a note,
    /// shown when the rule is selected by name. Where such a function has shared addresses of both widths, the wide ones do not come
    /// from the compiler and are reported as usual, unless they are widened from 32 bits immediately before (as in inline assembly).
    /// If the address is in fact generic and the access therefore wrong, `state-space-mismatch` reports it.
    ///
    /// ## References
    /// PTX ISA 6.4.1 "Addresses as Operands", 5.1.7 "Shared State Space".
    pub static SHARED_U64_ADDRESS = "shared-u64-address" {
        group: Memory,
        level: Warning,
        fixable: false,
        hooks: [Hook::Instructions(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = cx.module;
    if !names_shared_space(module) {
        return;
    }
    let addresses: Vec<SharedAddress> =
        module.insts_of(facts.function).filter_map(|inst| shared_address(module, inst)).collect();
    if !addresses.iter().any(|address| address.wide) {
        return;
    }
    let by_compiler = has_compiler_names(module, facts.function);
    let chosen = by_compiler && !addresses.iter().any(|address| !address.wide && address.plain);
    for address in addresses.iter().filter(|address| address.wide) {
        let harmless = chosen || (by_compiler && (!address.plain || is_widened(facts, address)));
        let finding = finding(module, address.reg, address.span);
        cx.report(if harmless { finding.level(Level::Note) } else { finding });
    }
}

/// Whether a function's parameters, or its labels when it has none, have the names that LLVM's code generator gives them.
fn has_compiler_names(module: &Module<'_>, function: FunctionId) -> bool {
    let data = &module[function];
    let Some(name) = data.name.map(|name| module.name(name)) else { return false };
    let parameters = module.variables[data.params.vars.indices()].iter().filter_map(|variable| variable.name);
    let is_generated = |parameter: &str| {
        parameter.strip_prefix(name).and_then(|rest| rest.strip_prefix("_param_")).is_some_and(is_number)
    };
    let mut parameters = parameters.map(|parameter| module.name(parameter)).peekable();
    if parameters.peek().is_some() {
        return parameters.all(is_generated);
    }
    let labels = &module.labels[data.labels.indices()];
    labels.iter().any(|label| module.name(label.name).trim_start_matches(['$', 'L', '_']).starts_with("BB"))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
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

/// Whether an address was widened from 32 bits as the last thing before its use: then it is none of generic memory.
fn is_widened(facts: &Facts<'_, '_>, address: &SharedAddress) -> bool {
    let module = facts.module;
    let definition = facts.ssa().and_then(|ssa| Some(ssa.data(ssa.read(address.inst, address.reg)?).definition));
    let Some(Definition::Write { inst, previous: None, .. }) = definition else { return false };
    let opcode = module.opcode(inst);
    let is_conversion = opcode.instruction == Some(op::CVT);
    is_conversion && module.types(opcode).eq([ScalarType::U64, ScalarType::U32])
}

/// A register that addresses shared memory.
struct SharedAddress {
    inst: InstId,
    reg: RegId,
    span: Span,
    /// It has 64 bits.
    wide: bool,
    /// A load, store or atomic operation uses it.
    plain: bool,
}

/// The register that an instruction uses as an address of shared memory, if possible one of 64 bits.
fn shared_address(module: &Module<'_>, inst: InstId) -> Option<SharedAddress> {
    let opcode = module.opcode(inst);
    // What synchronises may be given generic addresses.
    if opcode.effects.intersects(Effects::GENERIC_SHARED) {
        return None;
    }
    // `cp.async.ca.shared.global [a], [b]` names a space for each address; `ld.shared [a]` names one for all.
    if !spaces(module, opcode).any(|space| space == StateSpace::Shared) {
        return None;
    }
    let spaces: Vec<StateSpace> = spaces(module, opcode).collect();
    let plain = matches!(opcode.instruction, Some(op::LD | op::ST | op::ATOM | op::RED));
    let addresses = module.operands(inst).iter().filter_map(|operand| match operand.kind {
        OperandKind::Address(id) => Some(id),
        _ => None,
    });
    let shared = addresses.enumerate().filter_map(|(i, address)| {
        let space = *spaces.get(i).or(spaces.last())?;
        let base = module.list(module[address].parts).first()?;
        let OperandKind::Reg { reg, .. } = base.kind else { return None };
        let wide = module.declaration(reg).bits() == Some(64);
        (space == StateSpace::Shared).then_some(SharedAddress { inst, reg, span: base.span, wide, plain })
    });
    shared.max_by_key(|address| address.wide)
}

fn finding(module: &Module<'_>, reg: RegId, span: Span) -> Finding {
    let decl = module.declaration(reg);
    let ty = decl.ty.map(|ty| ty.to_string()).unwrap_or_default();
    Finding::new(span, format!("the shared address `{}` is 64 bits wide", module.register_name(reg)))
        .caption("shared addresses fit in 32 bits")
        .label(decl.span, format!("declared here as `{ty}`"))
        .help(
            "keep shared addresses in `.b32` registers: `mov.u32` of the variable, or `cvt.u32.u64` of a window offset",
        )
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Level;
    use crate::driver::check;
    use crate::options::{Options, Selector, Setting};

    /// A kernel that reads shared memory by a 64-bit address.
    fn kernel(parameter: &str) -> String {
        format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 {parameter})\n{{\n\
             .reg .b32 %r<2>;\n.reg .b64 %rd<2>;\n.shared .align 4 .b8 tile[128];\n\
             mov.u64 %rd1, tile;\nld.shared.u32 %r1, [%rd1];\nst.shared.u32 [%rd1+4], %r1;\nret;\n}}\n"
        )
    }

    fn levels(parameter: &str, options: &Options) -> Vec<Level> {
        let report = check(kernel(parameter).as_bytes(), options).expect("PTX");
        let own = report.findings.iter().filter(|finding| finding.rule.name == "shared-u64-address");
        own.map(|finding| finding.level).collect()
    }

    #[test]
    fn llvm_keeps_shared_addresses_in_64_bits() {
        let mut options = Options::default();
        assert_eq!(levels("out", &options), [Level::Warning; 2]);
        assert_eq!(levels("k_param_0", &options), []);
        options.levels.set(Selector::parse("shared-u64-address").expect("a rule"), Setting::On);
        assert_eq!(levels("k_param_0", &options), [Level::Note; 2]);
        assert_eq!(levels("k_param_x", &options), [Level::Warning; 2]);
    }

    #[test]
    fn widened_addresses_are_notes() {
        let widened = include_str!("../../../fixtures/shared-u64-address/bad_widened.ptx");
        let levels = |text: &str| {
            let mut options = Options::default();
            options.levels.set(Selector::parse("shared-u64-address").expect("a rule"), Setting::On);
            let report = check(text.as_bytes(), &options).expect("PTX");
            report.findings.iter().map(|finding| finding.level).collect::<Vec<_>>()
        };
        assert_eq!(levels(widened), [Level::Note]);
        assert_eq!(levels(&widened.replace("cvt.u64.u32 %rd3, %r4;", "mov.u64 %rd3, tile;")), [Level::Warning]);
    }
}
