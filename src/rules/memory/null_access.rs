use super::choices::{chosen_address, leads_straight};
use super::given_up::is_given_up;
use super::provenance::is_by_index;
use crate::diagnostic::{Finding, Level};
use crate::facts::expr::{Axis, Expr, Node, evaluate};
use crate::facts::{AccessKind, BlockModel, Definition, Facts, MemoryAccess, is_executed_in_every_launch};
use crate::ids::RegId;
use crate::ir::{Access, OperandKind};
use crate::isa::{Effects, StateSpace, op};
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;
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
    /// structures behind a null pointer count. A pointer that is null on one path only is reported, as a warning, where the access follows
    /// without a further condition on the place where `selp`, a branch or a called function chooses it; otherwise the code may check it first.
    /// A branch or a function counts where parameters and indices alone decide: data may be such that no thread takes that path, and so may a
    /// null pointer that the kernel is given. An entry of a table on the stack counts where the thread has just stored a null pointer in it.
    /// So does a pointer that a loop uses and replaces by a null pointer in one of its rounds, which the number of the round alone decides,
    /// where the loop goes on with it.
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
            if !is_left_out(facts, access) {
                cx.report(describe(facts, access, address));
            }
        } else if is_null_on_one_way(facts, access)
            || is_null_in_table(facts, access)
            || is_given_up(facts, access, &NULL_PAGE)
        {
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

/// Whether the indices of threads keep all of them from an access: compilers leave code of templates behind conditions that never hold.
fn is_left_out(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let (model, block) = (BlockModel::new(facts, 0), facts.cfg().block_of(access.inst));
    let exprs = facts.exprs();
    let arrival = model.arrival(&exprs.table, conditions, block);
    model.threads().all(|thread| arrival.of(thread) == Some(false))
}

/// Whether the address of an access is that of a null pointer on one of the ways that lead to it, and nothing asks for it in between.
fn is_null_on_one_way(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let Some(chosen) = chosen_address(facts, access) else { return false };
    let exprs = facts.exprs();
    let table = &exprs.table;
    // Nothing else may be the pointer that is meant.
    let low = chosen.offset.iter().try_fold(chosen.constant, |low, &(term, factor)| {
        let bounds = table.bounds(term);
        let least = if factor > 0 { bounds.low } else { bounds.high };
        low.checked_add(least.checked_mul(factor)?).filter(|_| is_by_index(table, term))
    });
    let is_null = |&expr: &Expr| {
        let address = table.as_constant(expr).zip(low).and_then(|(number, low)| number.checked_add(low));
        address.is_some_and(|address| NULL_PAGE.contains(&address))
    };
    let nulls = chosen.alternatives.iter().filter(|expr| is_null(expr)).count();
    nulls > 0 && nulls < chosen.alternatives.len()
}

/// Whether some thread gets the pointer of an access from an entry of a table on its stack in which it has just stored a null pointer.
fn is_null_in_table(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let (module, Some(ssa)) = (facts.module, facts.ssa()) else { return false };
    let pointer = {
        let exprs = facts.exprs();
        let Some(address) = access.address else { return false };
        match *exprs.table.terms(address).0 {
            [(term, 1)] => exprs.table.node(term),
            _ => return false,
        }
    };
    let Node::Opaque(value) = pointer else { return false };
    let Some(load) = ssa.writer(value).filter(|&inst| module.opcode(inst).instruction == Some(op::LD)) else {
        return false;
    };
    // Whoever asks for the entry first goes another way.
    let blocks = [load, access.inst].map(|inst| facts.cfg().block_of(inst));
    if access.called || module.guard(access.inst).is_some() || !leads_straight(facts, blocks[0], blocks[1]) {
        return false;
    }
    let is_table = |access: &&MemoryAccess| access.actual_space(facts) == Some(StateSpace::Local);
    let Some(entry) = facts.accesses_at(load).first().filter(is_table) else { return false };
    let nulls = null_entries(facts, entry);
    if nulls.is_empty() {
        return false;
    }
    let Some((terms, number)) = entry.offset(facts) else { return false };
    let mut exprs = facts.exprs();
    let Some(offset) = exprs.table.sum(terms, number) else { return false };
    let of_thread = |thread: i64| {
        evaluate(&exprs.table, offset, &|_, node| match node {
            Node::Tid(Axis::X) => Some(thread),
            Node::Tid(_) => Some(0),
            _ => None,
        })
    };
    (0..MOST_ENTRIES).filter_map(of_thread).any(|offset| nulls.contains(&offset))
}

/// As many entries as tables of pointers have at most.
const MOST_ENTRIES: i64 = 32;

/// The offsets in the variable of a load at which the stores before it in the same block have left null pointers.
fn null_entries(facts: &Facts<'_, '_>, load: &MemoryAccess) -> Vec<i64> {
    let (module, cfg) = (facts.module, facts.cfg());
    let before = cfg.insts(cfg.block_of(load.inst)).rev().skip_while(|&inst| inst >= load.inst);
    let (mut seen, mut nulls) = (Vec::new(), Vec::new());
    for inst in before {
        if module.opcode(inst).effects.intersects(Effects::CALL) || module.guard(inst).is_some() {
            break;
        }
        for store in facts.accesses_at(inst).iter().filter(|it| it.kind != AccessKind::Read && it.base == load.base) {
            let (Some((terms, number)), Some(&what)) = (store.offset(facts), module.operands(inst).get(1)) else {
                return nulls;
            };
            if !terms.is_empty() || store.kind == AccessKind::Atomic {
                return nulls;
            }
            let elements = match what.kind {
                OperandKind::Vector(list) => module.list(list),
                _ => std::slice::from_ref(&what),
            };
            let size = i64::from(store.size) / elements.len().max(1) as i64;
            for (place, &element) in (0..).zip(elements) {
                let offset = number.saturating_add(size.saturating_mul(place));
                let is_new = !seen.contains(&offset);
                seen.push(offset);
                let stored = facts.exprs().operand(facts, inst, element);
                let stored = stored.and_then(|stored| facts.exprs().table.as_constant(stored));
                if is_new && size == i64::from(load.size) && stored == Some(0) {
                    nulls.push(offset);
                }
            }
        }
    }
    nulls
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
                    // No pointer is among the terms, so the least index leads to the page.
                    _ => {
                        let low = exprs.table.bounds(expr).low.checked_add(offset);
                        let low = low.filter(|low| NULL_PAGE.contains(low) && is_by_index(&exprs.table, expr))?;
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
    // The load may stand in a function that is given a structure: it is as much of the story as the access.
    let finding = match loaded_at(facts, access) {
        Some(span) => finding.label(span, "the pointer is loaded here, from the stack"),
        None => finding,
    };
    let is_certain = is_executed_in_every_launch(facts, access.inst);
    if is_certain { finding } else { finding.level(Level::Warning) }
}

/// The load of an access's pointer from the stack, if it comes from there.
fn loaded_at(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<Span> {
    let (module, ssa) = (facts.module, facts.ssa()?);
    let OperandKind::Address(id) = access.operand.kind else { return None };
    let mut reg = module.list(module[id].parts).first()?.register().filter(|_| !access.called)?;
    let mut inst = access.inst;
    for _ in 0..MOST_JOINS {
        inst = ssa.writer(ssa.read(inst, reg)?)?;
        if matches!(facts.slots().access(inst), Some((_, Access::Read))) {
            return Some(module[inst].span);
        }
        if module.opcode(inst).effects.intersects(Effects::READS_MEMORY.union(Effects::ATOMIC)) {
            return None;
        }
        let mut read = Vec::new();
        module.for_each_register(inst, |register| {
            if register.access == Access::Read {
                read.push(register.reg);
            }
        });
        // What is added to a null pointer has no part in where that comes from.
        let is_null = |&reg: &RegId| {
            let number = ssa.read(inst, reg).map(|value| facts.exprs().value(facts, value));
            number.and_then(|number| facts.exprs().table.as_constant(number)) == Some(0)
        };
        reg = if read.len() == 1 { read[0] } else { read.into_iter().find(is_null)? };
    }
    None
}
