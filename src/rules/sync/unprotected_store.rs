use super::executors::Executors;
use super::handover::{Lock, Waits, depends_on_block, given, is_for_a_grid, is_global, is_looked_at, locks};
use super::late_reset::late_reset;
use crate::diagnostic::{Finding, Level};
use crate::facts::expr::{Axis, Node};
use crate::facts::{AccessKind, Base, Facts, MemoryAccess};
use crate::ir::FunctionKind;
use crate::isa::Effects;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports plain stores to a word of global memory that other threads access under a lock, or update by atomic operations, where nothing
    /// keeps the two apart, and counters of barriers that are set back only after the others have been let go.
    ///
    /// ## Why is this bad
    /// A lock protects only against threads that take it, and an atomic operation only against other atomic operations. The store may come
    /// between what the owner of the lock reads and what it writes, or be overwritten at once; which value stays is a matter of timing.
    /// `.volatile` changes nothing about that.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry count(.param .u64 total)
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [total];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     setp.ne.u32 %p1, %r1, 0;
    ///     @%p1 bra add;
    ///     st.volatile.global.u32 [%rd2], 0;
    /// add:
    ///     red.global.add.u32 [%rd2], %r1;
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
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [total];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     setp.ne.u32 %p1, %r1, 0;
    ///     @%p1 bra add;
    ///     st.volatile.global.u32 [%rd2], 0;
    /// add:
    ///     bar.sync 0;
    ///     red.global.add.u32 [%rd2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Kernels with barriers or calls are judged for counters of barriers alone. Stores that depend on data, or come after a wait for another
    /// word, are not judged: something may order them. The word has to be at one place for all threads, and so has the one that others wait
    /// for. Weak stores beside atomic operations are `global-race`.
    ///
    /// ## References
    /// PTX ISA 8.10.3 "Atomicity"; ScoR: A Scoped Race Suite (ISCA 2020).
    pub static UNPROTECTED_STORE = "unprotected-store" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = cx.module;
    let orders = Effects::BARRIER.union(Effects::CALL);
    let has =
        |effects: Effects| module.insts_of(facts.function).any(|inst| module.opcode(inst).effects.intersects(effects));
    // A kernel that asks for no index is written for one thread.
    let asks = Axis::ALL.into_iter().any(|axis| facts.uses_block_axis(axis) || facts.uses_thread_axis(axis));
    if module[facts.function].kind != FunctionKind::Entry || !asks || !has(Effects::ATOMIC) {
        return;
    }
    late_reset(facts).into_iter().for_each(|finding| cx.report(finding));
    if has(orders) {
        return;
    }
    let stores: Vec<&MemoryAccess> =
        facts.accesses().iter().filter(|access| is_unguarded_store(facts, access)).collect();
    if stores.is_empty() {
        return;
    }
    let (locks, waits) = (locks(facts), Waits::new(facts));
    for store in stores {
        let is_same = |other: &&MemoryAccess| other.base == store.base && other.address == store.address;
        let protected = facts.accesses().iter().filter(is_same).find_map(|other| {
            let protection = protection(facts, &locks, store, other)?;
            (are_of_two_threads(facts, store, other) && !waits.come_before(store, &locks))
                .then_some((other, protection))
        });
        if let Some((other, protection)) = protected {
            cx.report(finding(facts, store, other, protection));
        }
    }
}

/// What should keep other threads from a word.
#[derive(Clone, Copy)]
enum Protection<'l> {
    Lock(&'l Lock),
    Atomic,
}

/// Whether a store goes to one word of global memory, and who makes it follows from indices alone.
fn is_unguarded_store(facts: &Facts<'_, '_>, store: &MemoryAccess) -> bool {
    let is_plain = store.kind == AccessKind::Write && !store.strong && is_global(facts, store);
    let is_common = |address| !depends_on_block(facts, address) && !facts.exprs().table.depends_on_thread(address);
    if !is_plain || !store.address.is_some_and(is_common) {
        return false;
    }
    let Some(conditions) = facts.conditions() else { return false };
    let guard = facts.exprs().guard(facts, store.inst);
    let ways = conditions.all(facts, facts.cfg().block_of(store.inst));
    let table = &facts.exprs().table;
    let is_index = |node: Node| !matches!(node, Node::Opaque(_) | Node::Iteration(_));
    let follows = |truth| table.walk(truth, &mut |_, node| is_index(node));
    ways.iter().all(|way| way.truth.is_some_and(follows)) && guard.is_none_or(follows)
}

/// What protects another access to the word of a store, but not the store.
fn protection<'l>(
    facts: &Facts<'_, '_>,
    locks: &'l [Lock],
    store: &MemoryAccess,
    other: &MemoryAccess,
) -> Option<Protection<'l>> {
    if other.kind == AccessKind::Atomic {
        // Who looks at the result may be waiting for the store. Weak ones are races.
        let is_update = store.volatile && !is_looked_at(facts, other);
        let differ = given(facts, other).is_none() || given(facts, other) != given(facts, store);
        return (is_update && differ).then_some(Protection::Atomic);
    }
    let is_held = |word: Base| locks.iter().any(|lock| lock.word == word && lock.protects(facts, store.inst));
    let is_locked = |lock: &&Lock| lock.protects(facts, other.inst) && !is_held(lock.word);
    locks.iter().find(is_locked).map(Protection::Lock)
}

/// Whether different threads make two accesses.
fn are_of_two_threads(facts: &Facts<'_, '_>, store: &MemoryAccess, other: &MemoryAccess) -> bool {
    let [Some(stores), Some(others)] = [store, other].map(|access| Executors::of(facts, access.inst)) else {
        return false;
    };
    stores.are_in_one_block(&others) || is_for_a_grid(facts, store.base) && stores.are_in_two_blocks(&others)
}

fn finding(facts: &Facts<'_, '_>, store: &MemoryAccess, other: &MemoryAccess, protection: Protection<'_>) -> Finding {
    let module = facts.module;
    let does = if other.kind == AccessKind::Read { "reads" } else { "writes" };
    let finding = match protection {
        Protection::Lock(lock) => {
            Finding::new(module[store.inst].span, "this store does not take the lock that protects the word elsewhere")
                .caption("may come while another thread holds the lock")
                .label(module[lock.taken()].span, "the lock is taken here")
                .label(module[other.inst].span, format!("and its owner {does} the word here"))
                .help("take the lock for this store, too, or put a barrier between the two phases of the kernel")
        }
        Protection::Atomic => Finding::new(
            module[store.inst].span,
            "other threads update this word by atomic operations at the same time",
        )
        .caption("may undo an update, or be undone by it")
        .label(module[other.inst].span, "another thread updates the word here")
        .help("put a barrier between the two, or store by an atomic operation"),
    };
    finding.level(Level::Warning)
}
