use super::provenance::is_by_index;
use crate::diagnostic::{Finding, Level};
use crate::facts::expr::{Expr, Node};
use crate::facts::{AccessKind, Definition, Facts, MemoryAccess, Value, is_executed_in_every_launch};
use crate::ids::InstId;
use crate::isa::{StateSpace, op};
use crate::rules::{Context, Hook, declare_rule};
use std::ops::Range;

declare_rule! {
    /// ## What it does
    /// Reports accesses to global or generic memory whose address is a constant near 0, whichever way control has come, also in functions that
    /// are called with such a pointer.
    ///
    /// ## Why is this bad
    /// Nothing is mapped there. The access fails with "an illegal memory access was encountered", and the context is lost with all that it
    /// holds.
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
    /// structures behind a null pointer count. A pointer that is null on one path only is reported where `selp` chooses it and the access
    /// follows without a further condition, as a warning; otherwise the code may check it first, or never take that path.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
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
        let Some(address) = access.address else { continue };
        if let Some(address) = constant_of(facts, address).filter(|address| NULL_PAGE.contains(address)) {
            cx.report(describe(facts, access, address));
        } else if is_null_on_one_way(facts, access, address) {
            cx.report(
                Finding::new(
                    access.span(),
                    "the pointer of this access is null if a condition holds, and nothing asks for it",
                )
                .caption("may be an address near 0")
                .level(Level::Warning)
                .help("ask for the null pointer first, or use one that the kernel was given"),
            );
        }
    }
}

/// Whether the address of an access is that of a null pointer where a condition says so, which nothing asks for in between. Where ways meet,
/// one of them may be such that nobody takes it.
fn is_null_on_one_way(facts: &Facts<'_, '_>, access: &MemoryAccess, address: Expr) -> bool {
    let cfg = facts.cfg();
    let block = cfg.block_of(access.inst);
    if access.called || facts.module.guard(access.inst).is_some() {
        return false;
    }
    let (term, constant) = {
        let exprs = facts.exprs();
        let (terms, constant) = exprs.table.terms(address);
        match *terms {
            [(term, 1)] => (term, constant),
            _ => return false,
        }
    };
    let is_null = |expr: Expr| facts.exprs().table.as_constant(expr) == Some(0) && NULL_PAGE.contains(&constant);
    let Node::Select(_, yes, no) = facts.exprs().table.node(term) else { return false };
    // Chosen where it is used: nothing lies in between.
    let is_chosen_here = cfg.insts(block).take_while(|&inst| inst < access.inst).any(|inst| {
        facts.module.opcode(inst).instruction == Some(op::SELP)
            && written(facts, inst).is_some_and(|value| facts.exprs().value(facts, value) == term)
    });
    is_chosen_here && (is_null(yes) != is_null(no))
}

/// The value that an instruction writes.
fn written(facts: &Facts<'_, '_>, inst: InstId) -> Option<Value> {
    let mut found = None;
    facts.module.for_each_written(inst, |reg| found = facts.ssa().and_then(|ssa| ssa.write(inst, reg)));
    found
}

/// The constant that an address is, or the least of those that it is one of. `None` when it may be anything else.
fn constant_of(facts: &Facts<'_, '_>, address: Expr) -> Option<i64> {
    let ssa = facts.ssa()?;
    // Expressions that the address may be, each with what is added to it.
    let (mut seen, mut next, mut least) = (vec![(address, 0)], 0, None);
    while let Some(&(expr, offset)) = seen.get(next) {
        next += 1;
        let node = facts.exprs().table.node(expr);
        let inputs: Vec<(Expr, i64)> = match node {
            Node::Select(_, yes, no) => vec![(yes, offset), (no, offset)],
            Node::Opaque(value) if matches!(ssa.data(value).definition, Definition::Phi { .. }) => {
                let inputs = ssa.inputs(facts.cfg(), value);
                inputs.iter().map(|&input| (facts.exprs().value(facts, input), offset)).collect()
            }
            _ => {
                let exprs = facts.exprs();
                let (terms, constant) = exprs.table.terms(expr);
                let constant = constant.checked_add(offset)?;
                match *terms {
                    [] if NULL_PAGE.contains(&constant) => {
                        least = Some(least.map_or(constant, |least: i64| least.min(constant)));
                        vec![]
                    }
                    [(term, 1)] if term != expr => vec![(term, constant)],
                    // Whatever the index is, it stays within the page.
                    _ => {
                        let bounds = exprs.table.bounds(expr);
                        let [low, high] = [bounds.low, bounds.high].map(|bound| bound.checked_add(offset));
                        let low = low.filter(|low| NULL_PAGE.contains(low))?;
                        high.filter(|high| NULL_PAGE.contains(high) && is_by_index(&exprs.table, expr))?;
                        least = Some(least.map_or(low, |least: i64| least.min(low)));
                        vec![]
                    }
                }
            }
        };
        for input in inputs {
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
    let is_certain = is_executed_in_every_launch(facts, access.inst);
    if is_certain { finding } else { finding.level(Level::Warning) }
}
