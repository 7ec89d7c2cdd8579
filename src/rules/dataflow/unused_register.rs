use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::ids::RegDeclId;
use crate::rules::{Context, Hook, declare_rule};
use crate::util::FastMap;

declare_rule! {
    /// ## What it does
    /// Reports declared registers that no instruction mentions, and ranges (`%r<40>`) whose upper part is not used.
    ///
    /// ## Why is this bad
    /// A leftover, or a misspelt name that met another declaration. Unused registers cost nothing at run time.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .b32 %r<2>;
    ///     .reg .f32 %sum;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     st.global.u32 [%rd2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     st.global.u32 [%rd2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A register that is written but never read is reported by `dead-store`. LLVM without optimisation declares larger ranges than
    /// it uses.
    ///
    /// ## References
    /// PTX ISA 5.1.1 "Register State Space", 5.4.6 "Parameterized Variable Names".
    pub static UNUSED_REGISTER = "unused-register" {
        group: Dataflow,
        level: Note,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = facts.module;
    let function = &module[facts.function];
    let mut highest: FastMap<RegDeclId, u64> = FastMap::default();
    for inst in module.insts_of(facts.function) {
        module.for_each_register(inst, |access| {
            let register = module[access.reg];
            let prefix = module.name(module[register.decl].name).len();
            let number = module.name(register.name).get(prefix..).and_then(|digits| digits.parse().ok()).unwrap_or(0);
            let most = highest.entry(register.decl).or_insert(number);
            *most = number.max(*most);
        });
    }
    let parameters = [function.params.regs, function.returns.regs];
    for id in function.reg_decls.indices().map(RegDeclId::new) {
        if parameters.iter().any(|range| range.contains(id.index())) {
            continue;
        }
        let decl = &module[id];
        let name = module.name(decl.name);
        let finding = match (highest.get(&id), decl.count) {
            (None, None) => Finding::new(decl.span, format!("the register `{name}` is not used")),
            (None, Some(_)) => Finding::new(decl.span, format!("no register of the range `{name}` is used")),
            (Some(&most), Some(count)) if most + 1 < count => {
                Finding::new(decl.span, format!("`{name}{most}` is the last register of this range that is used"))
                    .help(format!("`{name}<{}>` declares all that are used", most + 1))
            }
            _ => continue,
        };
        cx.report(finding);
    }
}
