use crate::diagnostic::Finding;
use crate::facts::protocol::{calls_others, has_instruction, in_rounds, parity, reaches, ways_avoid, with_effects};
use crate::facts::{AccessKind, Base, Facts, MemoryAccess};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::{Effects, StateSpace, Word, op, word};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports kernels with `griddepcontrol.wait` that read before it what they write themselves, in place, that read all they read before it, that
    /// store before it what they do not read, or in which threads that do not execute it read what others read after it.
    ///
    /// ## Why is this bad
    /// A kernel that is launched as dependent on another one may begin while that one is still running. Until `griddepcontrol.wait` has
    /// returned, what the earlier kernel writes may not be there, and what it reads may still be wanted. Only memory that no kernel writes in
    /// between, such as weights, may be read before.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 data)
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<4>;
    ///     ld.param.u64 %rd1, [data];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd2, %r1, 4;
    ///     add.s64 %rd3, %rd1, %rd2;
    ///     ld.global.u32 %r2, [%rd3];
    ///     griddepcontrol.wait;
    ///     add.u32 %r2, %r2, 1;
    ///     st.global.u32 [%rd3], %r2;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 data)
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<4>;
    ///     ld.param.u64 %rd1, [data];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd2, %r1, 4;
    ///     add.s64 %rd3, %rd1, %rd2;
    ///     griddepcontrol.wait;
    ///     ld.global.u32 %r2, [%rd3];
    ///     add.u32 %r2, %r2, 1;
    ///     st.global.u32 [%rd3], %r2;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A read is reported if the kernel also writes through the same parameter, and no path to it passes a wait, nor a barrier at which
    /// another thread could tell that it has waited. What always follows a wait at an `mbarrier`, to which threads may arrive that
    /// have waited for earlier kernels, is taken to be in order, unless the first of these waits is for an odd phase, which is over at once. Reads of other memory are taken for reads of constant data, unless nothing is read
    /// afterwards, by threads or by copies, but more of arrays that are read before, too: what a kernel has waited for it means to read. That is not said of a kernel that launches dependents
    /// itself and reads one array, which may be weights: its dependents can wait for nothing but this kernel, so that it waits for those
    /// before. Threads that never wait are judged by what others read after the wait through the same parameter; what they alone read counts as constant. Stores before the wait are taken for stores to memory that only this kernel uses if it reads there, too. Kernels that call
    /// functions are not judged.
    ///
    /// ## References
    /// PTX ISA 9.7.13.13 "griddepcontrol"; CUDA C++ Programming Guide, "Programmatic Dependent Launch and Synchronization".
    pub static MISSING_DEPENDENCY_WAIT = "missing-dependency-wait" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !has_instruction(cx.module, |it| it == op::GRIDDEPCONTROL)
        || cx.module[facts.function].kind != FunctionKind::Entry
        || calls_others(facts)
    {
        return;
    }
    let module = cx.module;
    let controls = |inst: &InstId, kind: Word| {
        let opcode = module.opcode(*inst);
        opcode.instruction == Some(op::GRIDDEPCONTROL) && module.has_modifier(opcode, kind)
    };
    let is_wait = |inst: &InstId| controls(inst, word::WAIT);
    let waits: Vec<InstId> = module.insts_of(facts.function).filter(is_wait).collect();
    let Some(&wait) = waits.first() else { return };
    let meets = Effects::BARRIER.union(Effects::CLUSTER_BARRIER).union(Effects::MBARRIER_WAIT);
    // Where threads meet before any has waited none hears of a wait.
    let leads = |from: InstId, to: InstId| ways_avoid(facts, Some(from), to, &[]);
    let follows_wait = |&meeting: &InstId| waits.iter().any(|&wait| leads(wait, meeting));
    let (mut stops, others): (Vec<InstId>, Vec<InstId>) =
        with_effects(facts, meets).into_iter().partition(follows_wait);
    stops.extend(&waits);
    // Who always waits at an `mbarrier` before may hear of it there from threads that do something else.
    let is_told = |inst: InstId| {
        others.iter().any(|&meeting| {
            facts.always_follows(meeting, inst)
                && module.opcode(meeting).effects.intersects(Effects::MBARRIER_WAIT)
                && !passes_at_once(facts, meeting)
                && !waits.iter().any(|&wait| leads(meeting, wait))
        })
    };
    let is_early = |inst: InstId| ways_avoid(facts, None, inst, &stops) && !is_told(inst);
    let global: Vec<&MemoryAccess> = facts.own_accesses().filter(|access| is_global(facts, access)).collect();
    let written: Vec<Base> = global.iter().filter(|it| it.kind != AccessKind::Read).map(|it| it.base).collect();
    let depends = |access: &&&MemoryAccess| {
        access.kind == AccessKind::Read && matches!(access.base, Base::Parameter(..)) && written.contains(&access.base)
    };
    let early = global.iter().filter(depends).find(|access| is_early(access.inst));
    if let Some(access) = early {
        cx.report(
            Finding::new(access.span(), "this reads before `griddepcontrol.wait` what earlier kernels may still write")
                .caption("read here, and written through the same parameter")
                .label(module[wait].span, "the kernel waits for earlier kernels here")
                .help("move the read after the wait"),
        );
    } else if let Some(last) = last_of_early_reads(facts, &global, is_early) {
        // Its own dependents can wait for nothing but this kernel.
        let launches = module.insts_of(facts.function).any(|inst| controls(&inst, word::LAUNCH_DEPENDENTS));
        if launches && reads_one_array(&global) {
            return;
        }
        cx.report(
            Finding::new(module[last].span, "all that this kernel reads is read before `griddepcontrol.wait`")
                .caption("after the wait nothing else is read")
                .label(module[wait].span, "the kernel waits for earlier kernels here")
                .help("move the reads of what earlier kernels write after the wait"),
        );
    } else if let Some((early, late)) = read_without_waiting(facts, &global, &waits, is_early) {
        cx.report(
            Finding::new(
                early.span(),
                "this reads what other threads read after `griddepcontrol.wait`, which these do not execute",
            )
            .caption("read here, perhaps while earlier kernels still write it")
            .label(late.span(), "read after the wait here")
            .label(module[wait].span, "others wait for earlier kernels here")
            .help("let these threads wait, too, before they read"),
        );
    } else if let Some(store) = early_store_for_others(&global, is_early) {
        cx.report(
            Finding::new(store.span(), "this stores before `griddepcontrol.wait` where earlier kernels may still read")
                .caption("stored here, and not read in this kernel")
                .label(module[wait].span, "the kernel waits for earlier kernels here")
                .help("move the store after the wait"),
        );
    }
}

/// Whether the first wait is for the odd phase before the first one of an `mbarrier`, which is over when it is made: so producers wait for slots of
/// which none has been used.
fn passes_at_once(facts: &Facts<'_, '_>, wait: InstId) -> bool {
    let Some(phase) = parity(facts, wait).and_then(|operand| facts.exprs().operand(facts, wait, operand)) else {
        return false;
    };
    let constant = facts.exprs().table.as_constant(phase);
    let is_odd = |number: i64| number & 1 == 1;
    let (loops, block) = (facts.natural_loops(), facts.cfg().block_of(wait));
    let mut around = loops.ids().filter(|&id| loops.contains(id, block));
    constant.is_some_and(is_odd)
        || around.any(|id| in_rounds(facts, id, &[phase]).is_some_and(|numbers| is_odd(numbers[0][0])))
}

/// An early read by threads that never wait for earlier kernels, of an array that others read only after they have, and such a read.
fn read_without_waiting<'m>(
    facts: &Facts<'_, '_>,
    global: &[&'m MemoryAccess],
    waits: &[InstId],
    is_early: impl Fn(InstId) -> bool,
) -> Option<(&'m MemoryAccess, &'m MemoryAccess)> {
    let is_of_array =
        |access: &&&MemoryAccess| access.kind == AccessKind::Read && matches!(access.base, Base::Parameter(..));
    let waits_later = |inst: InstId| reaches(facts, inst, waits) != Some(false);
    let has_waited = |inst: InstId| waits.iter().any(|&wait| facts.always_follows(wait, inst));
    let (early, late): (Vec<&MemoryAccess>, Vec<&MemoryAccess>) =
        global.iter().filter(is_of_array).partition(|access| is_early(access.inst));
    let (ahead, never): (Vec<&MemoryAccess>, Vec<&MemoryAccess>) =
        early.iter().partition(|access| waits_later(access.inst));
    never.iter().copied().filter(|access| !ahead.iter().any(|it| it.base == access.base)).find_map(|access| {
        let behind = late.iter().copied().find(|it| it.base == access.base && has_waited(it.inst))?;
        Some((access, behind))
    })
}

/// A store before the wait to memory that the kernel does not read: it is for others, of which those before may not have ended.
fn early_store_for_others<'m>(
    global: &[&'m MemoryAccess],
    is_early: impl Fn(InstId) -> bool,
) -> Option<&'m MemoryAccess> {
    let is_read = |base: Base| global.iter().any(|access| access.kind == AccessKind::Read && access.base == base);
    let is_for_others = |access: &&&MemoryAccess| {
        access.kind == AccessKind::Write && matches!(access.base, Base::Parameter(..)) && !is_read(access.base)
    };
    global.iter().copied().filter(|access| is_for_others(&access)).find(|access| is_early(access.inst))
}

/// The last early read of a kernel that reads, and writes, but reads nothing new after it may have waited. What such a kernel has waited for it does not
/// see. Of an array that it reads on, as weights are read ahead, it is not the early reads that come too soon.
fn last_of_early_reads(
    facts: &Facts<'_, '_>,
    global: &[&MemoryAccess],
    is_early: impl Fn(InstId) -> bool,
) -> Option<InstId> {
    let is_own = |access: &&&MemoryAccess| access.kind == AccessKind::Write;
    let (writes, reads): (Vec<&MemoryAccess>, Vec<&MemoryAccess>) = global.iter().partition(is_own);
    let is_plain =
        |access: &&MemoryAccess| access.kind == AccessKind::Read && matches!(access.base, Base::Parameter(..));
    if !reads.iter().all(is_plain) || !writes.iter().any(|access| !is_early(access.inst)) {
        return None;
    }
    let (early, late): (Vec<&MemoryAccess>, Vec<&MemoryAccess>) = reads.iter().partition(|it| is_early(it.inst));
    let is_among = |list: &[&MemoryAccess], base: Base| list.iter().any(|access| access.base == base);
    if !late.iter().all(|access| is_among(&early, access.base)) {
        return None;
    }
    // By tensor maps, of which nobody knows what they are of.
    let is_read = |inst: InstId| reads.iter().any(|access| access.inst == inst);
    let copies = facts.module.insts_of(facts.function).filter(|&inst| copies_from_global(facts, inst));
    let by_maps: Vec<InstId> = copies.filter(|&inst| !is_read(inst)).collect();
    let once = early.iter().filter(|access| !is_among(&late, access.base)).map(|access| access.inst);
    once.chain(by_maps.iter().copied()).max().filter(|_| by_maps.iter().all(|&inst| is_early(inst)))
}

/// Whether all that a kernel reads it reads through the same parameter.
fn reads_one_array(global: &[&MemoryAccess]) -> bool {
    let mut reads = global.iter().filter(|access| access.kind == AccessKind::Read).map(|access| access.base);
    let first = reads.next();
    reads.all(|base| Some(base) == first)
}

/// Whether an asynchronous copy reads global memory, be it by a tensor map. A prefetch reads nothing that anybody sees.
fn copies_from_global(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let module = facts.module;
    let opcode = module.opcode(inst);
    let mut spaces = module.spaces(opcode);
    let (to, is_async) = (spaces.next(), opcode.effects.intersects(Effects::ASYNCHRONOUS));
    is_async && to == Some(StateSpace::Shared) && spaces.any(|from| from == StateSpace::Global)
}

/// Whether an access is to global memory that others may use.
fn is_global(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    match access.actual_space(facts) {
        Some(space) => space == StateSpace::Global,
        None => matches!(access.base, Base::Parameter(..)),
    }
}
