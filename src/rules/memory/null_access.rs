use crate::diagnostic::{Finding, Level};
use crate::facts::expr::{Expr, Node};
use crate::facts::{AccessKind, Definition, Facts, MemoryAccess, Value, is_always_executed};
use crate::ir::FunctionKind;
use crate::isa::StateSpace;
use crate::rules::{Context, Hook, declare_rule};
use std::ops::Range;

declare_rule! {
    /// ## What it does
    /// Reports accesses to global or generic memory whose address is a constant near 0, whichever way control has come, also in functions that
    /// are called with such a pointer.
    ///
    /// ## Why is this bad
    /// Nothing is mapped there. The access fails with "an illegal memory access was encountered", and the context is lost with all that it holds.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k()
    /// {
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<2>;
    ///     mov.u64 %rd1, 0;
    ///     mov.u32 %r1, %tid.x;
    ///     st.global.u32 [%rd1+16], %r1;
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
    ///     mov.u32 %r1, %ntid.x;
    ///     st.global.u32 [%rd2+16], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// An error where every thread makes the access, otherwise a warning: who gets there fails. An address is near 0 up to 4,095, so members of
    /// structures behind a null pointer count. Pointers that are null on some paths only are not reported: the code may check them first.
    ///
    /// ## References
    /// PTX ISA 5.1.4 "Global State Space", 6.4.1 "Addresses as Operands".
    pub static NULL_ACCESS = "null-access" {
        group: Memory,
        level: Error,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

/// Addresses that nothing is mapped to: the first page, in which members of a structure behind a null pointer lie, too.
const NULL_PAGE: Range<i64> = 0..4096;

/// Most joins that a pointer is followed through.
const MOST_JOINS: usize = 16;

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    for access in facts.accesses() {
        if !matches!(access.space, None | Some(StateSpace::Global))
            || !facts.cfg().is_reachable(facts.cfg().block_of(access.inst))
        {
            continue;
        }
        let Some(address) = access.address.and_then(|address| constant_of(facts, address)) else { continue };
        if NULL_PAGE.contains(&address) {
            cx.report(describe(facts, access, address));
        }
    }
}

/// The constant that an expression is, or the least of several that it is one of.
fn constant_of(facts: &Facts<'_, '_>, expr: Expr) -> Option<i64> {
    let (value, constant) = {
        let exprs = facts.exprs();
        if let Some(constant) = exprs.table.as_constant(expr) {
            return Some(constant);
        }
        let (terms, constant) = exprs.table.terms(expr);
        let &[(term, 1)] = &*terms else { return None };
        let Node::Opaque(value) = exprs.table.node(term) else { return None };
        (value, constant)
    };
    least_of(facts, value)?.checked_add(constant).filter(|address| NULL_PAGE.contains(address))
}

/// The least constant of those that meet in a value, when nothing but constants near 0 does.
fn least_of(facts: &Facts<'_, '_>, value: Value) -> Option<i64> {
    let ssa = facts.ssa()?;
    let (mut seen, mut next, mut least) = (vec![value], 0, None);
    while let Some(&value) = seen.get(next) {
        next += 1;
        if let Some(constant) = facts.constant_value(value) {
            let constant = i64::try_from(constant).ok().filter(|constant| NULL_PAGE.contains(constant))?;
            least = Some(least.map_or(constant, |least: i64| least.min(constant)));
            continue;
        }
        let Definition::Phi { .. } = ssa.data(value).definition else { return None };
        for &input in ssa.inputs(facts.cfg(), value) {
            if !seen.contains(&input) {
                seen.push(input);
            }
        }
        if seen.len() > MOST_JOINS {
            return None;
        }
    }
    least
}

fn describe(facts: &Facts<'_, '_>, access: &MemoryAccess, address: i64) -> Finding {
    let what = match access.kind {
        AccessKind::Read => "loads from",
        AccessKind::Write => "stores to",
        AccessKind::Atomic => "is an atomic operation on",
    };
    let finding = Finding::new(access.span(), format!("this {what} address {address}, where nothing is mapped"))
        .caption("an address near 0 in every launch")
        .help("use a pointer that the kernel was given, or the address of a variable");
    let is_kernel = facts.module[facts.function].kind == FunctionKind::Entry;
    if is_kernel && is_always_executed(facts, access.inst) { finding } else { finding.level(Level::Warning) }
}
