use super::executors::Executors;
use super::handover::{
    Handover, Waits, depends_on_block, handovers, is_for_a_grid, is_for_some_blocks, is_global, loaded_parts,
};
use super::handover_order::Ordering;
use super::narrow_signal::{NarrowSignal, narrow_signal};
use super::neighbours::neighbours_at;
use crate::diagnostic::{Finding, Level};
use crate::facts::expr::{Expr, Node};
use crate::facts::ordering::{has_narrow_order, order_of, reaches_other_blocks};
use crate::facts::{AccessKind, Definition, Facts, MemoryAccess};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::Effects;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports scopes that leave out the threads that matter: atomic operations and strong accesses with `.cta` on a word in global memory
    /// that several blocks use, and `fence` or `membar` with `.cta` where data is handed over from one block to another.
    ///
    /// ## Why is this bad
    /// An operation of the scope of a block is one operation for the threads of that block only. Another block may come between its read
    /// and its write, so counts get lost and two blocks own one lock; and what a fence of that scope orders, another block may see in
    /// another order.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry count(.param .u64 total)
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [total];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %ctaid.x;
    ///     red.relaxed.cta.global.add.u32 [%rd2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry count(.param .u64 total)
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [total];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %ctaid.x;
    ///     red.relaxed.gpu.global.add.u32 [%rd2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Only kernels that read `%ctaid` are judged, and words that one thread of a block alone updates, at places that do not depend on
    /// the block, nor on data that is the same for a whole block. Where the index of the block chooses the place, indices and extents
    /// alone have to show that another block comes there: a neighbour, whatever number of warps blocks have. Where the number of the thread
    /// in the grid is divided by 512, blocks of 512 threads have words of their own. Of code that only some blocks execute, words count that another block's code
    /// names by the same address. Fences are judged as in `missing-fence`, with the same limits, and besides where a block stores data and a signal side by side in
    /// two arrays and a loop waits for the signals of other places.
    ///
    /// ## References
    /// PTX ISA 8.5 "Scope", 8.7.1 "Morally Strong Operations", 9.7.13.4 `membar`, `fence`, 9.7.13.14 `atom`.
    pub static INSUFFICIENT_SCOPE = "insufficient-scope" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = cx.module;
    if module[facts.function].kind != FunctionKind::Entry || !module.has_effects(Effects::WRITES_MEMORY) {
        return;
    }
    let mut told: Vec<InstId> = Vec::new();
    let waits = Waits::new(facts);
    for access in facts.accesses() {
        if let Some(blocks) = sharing_blocks(facts, &waits, access) {
            told.push(access.inst);
            cx.report(of_access(facts, access, blocks));
        }
    }
    if !has_narrow_order(module) {
        return;
    }
    for handover in handovers(facts) {
        for (ordering, is_before) in [(handover.before, true), (handover.after, false)] {
            if let Ordering::Narrow(inst) = ordering
                && !told.contains(&inst)
            {
                told.push(inst);
                cx.report(of_fence(facts, handover, inst, is_before));
            }
        }
    }
    if told.is_empty()
        && let Some(signal) = narrow_signal(facts)
    {
        cx.report(of_signal(facts, &signal));
    }
}

/// Two blocks that share what an access of the scope of a block is made to.
fn sharing_blocks(facts: &Facts<'_, '_>, waits: &Waits<'_, '_, '_>, access: &MemoryAccess) -> Option<[u32; 2]> {
    let is_strong = access.kind == AccessKind::Atomic || access.strong;
    let is_narrow = order_of(facts.module, access.origin).is_some_and(|order| !reaches_other_blocks(order));
    if !is_strong || !is_narrow || !is_global(facts, access) {
        return None;
    }
    let address = access.address?;
    if depends_on_block(facts, address) {
        if is_met_by_another_block(facts, waits, access) {
            return Some([0, 1]);
        }
        let counts = access.kind == AccessKind::Atomic && is_by_index(facts, address);
        let is_free = counts && !waits.come_before(access, &[]);
        return if is_free { neighbours_at(facts, access) } else { None };
    }
    let writes = |other: &&MemoryAccess| other.base == access.base && other.kind != AccessKind::Read;
    let others = || facts.accesses().iter().filter(writes);
    let is_shared = is_common(facts, address)
        && others().next().is_some()
        && is_for_a_grid(facts, access.base)
        && (!is_for_some_blocks(facts, access.inst)
            || others().any(|other| is_of_another_block(facts, waits, [access, other])));
    is_shared.then_some([0, 1])
}

/// Whether a block makes a narrow access to a word that another block comes to as well, though the index of the block chooses it.
fn is_met_by_another_block(facts: &Facts<'_, '_>, waits: &Waits<'_, '_, '_>, access: &MemoryAccess) -> bool {
    let places = |access: &MemoryAccess| {
        let address = access.address.filter(|&address| is_by_index(facts, address))?;
        Some(Executors::of(facts, access.inst)?.places(facts, address))
    };
    let Some(own) = places(access) else { return false };
    let is_partner = |other: &&MemoryAccess| {
        other.base == access.base
            && other.inst != access.inst
            && [access, *other].iter().any(|it| it.kind != AccessKind::Read)
            && !waits.come_before(other, &[])
    };
    let meets = |other: &MemoryAccess| {
        places(other).is_some_and(|theirs| {
            own.iter().any(|(place, threads)| {
                let others = theirs.get(place).into_iter().flatten();
                others.into_iter().any(|&(block, _)| threads.iter().any(|&(own, _)| own != block))
            })
        })
    };
    !waits.come_before(access, &[]) && facts.accesses().iter().filter(is_partner).any(meets)
}

/// Whether an address follows from indices, extents and the pointer that it begins at.
fn is_by_index(facts: &Facts<'_, '_>, address: Expr) -> bool {
    let (mut pointers, exprs) = (0, facts.exprs());
    exprs.table.walk(address, &mut |_, node| {
        pointers += usize::from(matches!(node, Node::Param { .. }));
        !matches!(node, Node::Opaque(_) | Node::Iteration(_) | Node::Special(..))
    }) && pointers <= 1
}

/// Whether a block other than that of a narrow access updates the same word, without having waited for it.
fn is_of_another_block(facts: &Facts<'_, '_>, waits: &Waits<'_, '_, '_>, [access, other]: [&MemoryAccess; 2]) -> bool {
    let executors = [access, other].map(|access| Executors::of(facts, access.inst));
    let [Some(one), Some(another)] = executors else { return false };
    access.is_where(facts, other)
        && one.are_in_two_blocks(&another)
        && [access, other].into_iter().all(|access| !waits.come_before(access, &[]))
}

/// Whether an address follows from numbers that are the same in all blocks, or from what each thread has loaded for itself.
fn is_common(facts: &Facts<'_, '_>, address: Expr) -> bool {
    let own = |value| {
        let Some(Definition::Write { inst, .. }) = facts.ssa().map(|ssa| ssa.data(value).definition) else {
            return false;
        };
        facts.accesses_at(inst).iter().any(|access| {
            is_global(facts, access)
                && access.address.is_some_and(|address| facts.exprs().table.depends_on_thread(address))
        })
    };
    loaded_parts(facts, address).into_iter().all(own)
}

fn of_access(facts: &Facts<'_, '_>, access: &MemoryAccess, [one, other]: [u32; 2]) -> Finding {
    let (message, caption) = match access.kind {
        AccessKind::Atomic => (
            "this operation is atomic only among the threads of its block",
            format!("blocks {one} and {other} both come here: one may overwrite what the other has just written"),
        ),
        AccessKind::Write => (
            "this store is meant for other blocks, but its scope is its own block",
            format!("block {one} stores what block {other} reads"),
        ),
        AccessKind::Read => (
            "this load is meant for other blocks, but its scope is its own block",
            format!("block {other} reads what block {one} stores"),
        ),
    };
    Finding::new(facts.module[access.inst].span, message)
        .caption(caption)
        .level(Level::Warning)
        .help("use `.gpu` in place of `.cta`, or give each block a word of its own")
}

fn of_signal(facts: &Facts<'_, '_>, &NarrowSignal { fence, data, signal, wait, read }: &NarrowSignal) -> Finding {
    let module = facts.module;
    Finding::new(module[fence].span, "the scope of this is a block, but other blocks rely on it")
        .caption("a thread of another block may see the signal before the data")
        .label(module[data].span, "a thread stores the data here")
        .label(module[signal].span, "and gives the signal here")
        .label(module[wait].span, "others wait for the signal of another place here")
        .label(module[read].span, "and read the data of that place here")
        .level(Level::Warning)
        .help("use the scope `.gpu`: `fence.acq_rel.gpu`, `membar.gl` (`__threadfence()`)")
}

fn of_fence(facts: &Facts<'_, '_>, handover: Handover, inst: InstId, is_before: bool) -> Finding {
    let module = facts.module;
    let Handover { write, signal, wait, read, .. } = handover;
    let finding = Finding::new(module[inst].span, "the scope of this is a block, but other blocks rely on it")
        .level(Level::Warning);
    let finding = if is_before {
        finding
            .caption("a thread of block 1 may see the signal before the data")
            .label(module[write].span, "a thread of block 0 stores the data here")
            .label(module[signal].span, "and gives the signal here")
    } else {
        finding
            .caption("the data may be older than the signal")
            .label(module[wait].span, "a thread of block 1 waits for the signal of block 0 here")
            .label(module[read].span, "and reads the data here")
    };
    finding.help("use the scope `.gpu`: `fence.acq_rel.gpu`, `membar.gl` (`__threadfence()`)")
}
