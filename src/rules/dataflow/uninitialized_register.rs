use crate::diagnostic::{Finding, Level};
use crate::facts::{Block, Facts, UndefinedWhen, Uninitialized, Value, ValuePlace, uninitialized};
use crate::ids::InstId;
use crate::ir::{Access, Module};
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;

declare_rule! {
    /// ## What it does
    /// Reports registers and stack slots that are read although nothing has written them, when the value reaches memory, an address
    /// or a decision.
    ///
    /// ## Why is this bad
    /// Registers have no defined value when a kernel starts: they hold what an earlier kernel left there, most often zero while you
    /// test. The assembler accepts such reads silently.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     add.u32 %r2, %r1, 1;
    ///     st.global.u32 [%rd2], %r2;
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
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %nctaid.x;
    ///     add.u32 %r2, %r1, 1;
    ///     st.global.u32 [%rd2], %r2;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A read that is undefined in every execution is an error. One that is undefined on some paths only is a warning, and reported
    /// only when the value certainly reaches global memory or an address whenever control takes that path; correlated conditions
    /// (written under `n > 0`, used under `n > 0`) are not reported. Compilers leave registers undefined that do not matter: parts of
    /// packed values, arguments that a function ignores, results of masked loads that are masked again. So reads by selections,
    /// bit-field instructions, vector operands and calls are not judged.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
    ///
    /// ## References
    /// PTX ISA 5.1.1 "Register State Space".
    pub static UNINITIALIZED_REGISTER = "uninitialized-register" {
        group: Dataflow,
        level: Error,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    for found in uninitialized(facts) {
        if let Some(finding) = describe(facts, &found) {
            cx.report(finding);
        }
    }
}

fn describe(facts: &Facts<'_, '_>, found: &Uninitialized) -> Option<Finding> {
    let module = facts.module;
    let (name, declaration) = match facts.ssa()?.data(found.source).place {
        ValuePlace::Reg(reg) => (module.register_name(reg).to_string(), Some(module.declaration(reg).span)),
        ValuePlace::Slot(_) => ("the stack slot".to_string(), None),
    };
    let name = if declaration.is_some() { format!("`{name}`") } else { name };
    let span = place_of_read(facts, found);
    let mut finding = match found.when {
        UndefinedWhen::Always => {
            let never = if is_written(facts, found.source) {
                " before anything is written to it"
            } else {
                ", but nothing ever writes it"
            };
            Finding::new(span, format!("{name} is read{never}")).caption("has no defined value")
        }
        UndefinedWhen::Edge(from, to) => {
            let (branch, way) = decision(facts, (from, to));
            Finding::new(span, format!("{name} may be read before anything is written to it"))
                .caption("has no defined value when control arrives on another path")
                .label(module[branch].span, format!("{way}, nothing writes it"))
                .level(Level::Warning)
        }
        UndefinedWhen::GuardFalse(write) => {
            Finding::new(span, format!("{name} may be read before anything is written to it"))
                .caption("has no defined value when the guard is false")
                .label(module[write].span, "written here under a guard only")
                .level(Level::Warning)
        }
    };
    if let Some(declaration) = declaration.filter(|_| found.when == UndefinedWhen::Always) {
        finding = finding.label(declaration, "declared here, without a value");
    }
    if found.effect != found.read {
        finding = finding.label(module[found.effect].span, "and the undefined value is used here");
    }
    Some(finding.help(format!("initialise {name} on every path to this point")))
}

/// Whether any instruction writes the register or slot that a value belongs to.
fn is_written(facts: &Facts<'_, '_>, value: Value) -> bool {
    let Some(ssa) = facts.ssa() else { return false };
    let place = ssa.data(value).place;
    ssa.values().any(|other| other != value && ssa.data(other).place == place)
}

/// Where the instruction names what it reads.
fn place_of_read(facts: &Facts<'_, '_>, found: &Uninitialized) -> Span {
    let module: &Module<'_> = facts.module;
    let place = facts.ssa().map(|ssa| ssa.data(found.source).place);
    let mut span = None;
    module.for_each_register(found.read, |access| {
        if access.access == Access::Read && place == Some(ValuePlace::Reg(access.reg)) {
            span.get_or_insert(access.span);
        }
    });
    span.unwrap_or(module[found.read].span)
}

/// The last decision before control takes an edge, and how it was made.
fn decision(facts: &Facts<'_, '_>, (mut from, mut to): (Block, Block)) -> (InstId, &'static str) {
    let (module, cfg) = (facts.module, facts.cfg());
    let end = cfg.last(from);
    // Single predecessors may be those of a cycle that the entry does not reach.
    for _ in 0..cfg.len() {
        let branch = cfg.last(from);
        if cfg.successors(from).len() > 1 && module.guard(branch).is_some() {
            let taken = cfg.successors(from).first() == Some(&to);
            return (branch, if taken { "when this branch is taken" } else { "when this branch is not taken" });
        }
        let [only] = cfg.predecessors(from) else { break };
        (from, to) = (*only, from);
    }
    (end, "when control comes from here")
}
