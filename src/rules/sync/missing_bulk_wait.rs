use super::missing_tensormap_fence::changed_map;
use crate::diagnostic::{Applicability, Finding, Level};
use crate::facts::Facts;
use crate::facts::expr::{Expr, Node};
use crate::facts::ordering::order_of;
use crate::facts::protocol::{
    Agent, AsyncAccess, Flight, GenericAccess, Overlaps, PathBounds, ProtocolStep, calls_others, followers,
    has_instruction, keeps_addresses, reaches, shared_reads, shared_writes, with_effects, with_instruction,
};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::{Effects, Order, Scope, Semantics, StateSpace, op};
use crate::rules::insertion::behind;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports bulk and tensor copies out of shared memory that form groups (`.bulk_group`) when nothing waits for them: the group is never
    /// committed, the thread ends without `cp.async.bulk.wait_group`, the source is written anew before it, or a flag announces to other blocks a
    /// copy of which only the source has been waited for. So are changes of a tensor map in global memory before a copy by it has been waited for.
    ///
    /// ## Why is this bad
    /// Such a copy reads shared memory after the instruction. Until `cp.async.bulk.wait_group.read` has waited for its group, what is
    /// stored to its source may be copied in place of what was there. Only what `cp.async.bulk.commit_group` has put into a group is waited
    /// for. And shared memory ends with the block.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 out) .reqntid 1, 1, 1
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<2>;
    ///     .shared .align 128 .b8 tile[16];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, tile;
    ///     mov.u32 %r2, 7;
    ///     st.shared.u32 [%r1], %r2;
    ///     fence.proxy.async.shared::cta;
    ///     cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 16;
    ///     cp.async.bulk.commit_group;
    ///     st.shared.u32 [%r1], %r1;
    ///     cp.async.bulk.wait_group.read 0;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 out) .reqntid 1, 1, 1
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<2>;
    ///     .shared .align 128 .b8 tile[16];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, tile;
    ///     mov.u32 %r2, 7;
    ///     st.shared.u32 [%r1], %r2;
    ///     fence.proxy.async.shared::cta;
    ///     cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 16;
    ///     cp.async.bulk.commit_group;
    ///     cp.async.bulk.wait_group.read 0;
    ///     st.shared.u32 [%r1], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A wait on any path after the copy silences the rule. That a store overwrites the source is known only where both addresses differ by
    /// nothing but the thread's index, and in the same round of a loop. Copies that complete on an `mbarrier` are not judged here. That a flag
    /// announces a copy is known by a release at the scope of the GPU, or a fence and a write that is not weak, after the copy in the text, with no wait
    /// on any path to it but for `.read`; it is a warning, since the flag may announce something else. Functions that call others are judged for overwritten
    /// sources alone.
    ///
    /// ## References
    /// PTX ISA 9.7.9.25.6 "Bulk asynchronous copy completion", `cp.async.bulk.commit_group`, `cp.async.bulk.wait_group`.
    pub static MISSING_BULK_WAIT = "missing-bulk-wait" {
        group: Sync,
        level: Error,
        fixable: true,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let copies =
        |it: crate::isa::Instruction| it.is_variant_of(op::CP_ASYNC_BULK) || it.is_of_family(op::CP_REDUCE_ASYNC_BULK);
    if !has_instruction(cx.module, copies) {
        return;
    }
    let starts = Agent::BulkGroups.starts(facts);
    if starts.is_empty() {
        return;
    }
    let (reads, _) = shared_reads(facts);
    let (writes, overlaps) = (shared_writes(facts), Overlaps::new(facts));
    let steps: Vec<(InstId, ProtocolStep)> = cx
        .module
        .insts_of(facts.function)
        .filter_map(|inst| Some((inst, Agent::BulkGroups.step(facts, inst)?)))
        .collect();
    let ends = cx.module[facts.function].kind == FunctionKind::Entry && !calls_others(facts);
    let (mut told, mut told_of_flag) = (false, false);
    let changes = map_changes(facts);
    for start in starts {
        let Some(read) = reads.iter().find(|read| read.inst == start) else { continue };
        let flight = Flight::new(facts, Agent::BulkGroups, start, true);
        let overwritten = |flight| writes.iter().find(|write| overwrites(&overlaps, flight, write, read));
        if let Some(finding) = flight.as_ref().and_then(|flight| changed_in_flight(facts, flight, start, &changes)) {
            cx.report(finding);
        } else if let Some(write) = flight.as_ref().and_then(overwritten) {
            cx.report(overwriting(facts, read, write));
        } else if ends
            && !told
            && let Some(finding) = unawaited(facts, start, &steps)
        {
            told = true;
            cx.report(finding);
        } else if !told_of_flag && let Some(finding) = handed_on(facts, start) {
            told_of_flag = true;
            cx.report(finding);
        }
    }
}

/// The terms of an address with their factors, and a constant.
type AddressTerms = (Vec<(Expr, i64)>, i64);

/// What an address is made of, generic or not, if it is the same whenever it is computed.
fn lasting(facts: &Facts<'_, '_>, address: Expr) -> Option<AddressTerms> {
    let exprs = facts.exprs();
    let table = &exprs.table;
    let (terms, constant) = table.terms(table.unconverted(address));
    let mut terms: Vec<_> = terms.iter().map(|&(term, factor)| (table.unconverted(term), factor)).collect();
    terms.sort_unstable();
    let changes = |node: Node| matches!(node, Node::Opaque(_) | Node::Iteration(_));
    (!table.contains(address, changes)).then_some((terms, constant))
}

/// The instructions that change tensor maps in global memory, and where these are.
fn map_changes(facts: &Facts<'_, '_>) -> Vec<(InstId, AddressTerms)> {
    let module = facts.module;
    let changes = |it| it == op::TENSORMAP_REPLACE || it == op::TENSORMAP_CP_FENCEPROXY;
    let map = |inst: InstId| {
        let address = facts.exprs().address(facts, inst, *module.operands(inst).first()?)?;
        Some((inst, lasting(facts, address)?))
    };
    with_instruction(facts, changes).into_iter().filter_map(map).collect()
}

/// A tensor map that is changed while a copy may still use it, perhaps in the next round of the loop.
fn changed_in_flight(
    facts: &Facts<'_, '_>,
    flight: &Flight,
    start: InstId,
    changes: &[(InstId, AddressTerms)],
) -> Option<Finding> {
    if changes.is_empty() {
        return None;
    }
    let module = facts.module;
    let (_, address) = changed_map(facts, start)?;
    let address = lasting(facts, address)?;
    let is_such =
        |(change, other): &&(InstId, AddressTerms)| *other == address && flight.is_pending_in_a_round(facts, *change);
    let &(change, _) = changes.iter().find(is_such)?;
    Some(
        Finding::new(module[change].span, "a tensor map is changed while a copy may still be using it")
            .level(Level::Warning)
            .caption("the copy may go by what is written here")
            .label(module[start].span, "copies by it from here on")
            .help("let the thread that copies wait with `cp.async.bulk.wait_group.read 0` before this"),
    )
}

/// How an instruction orders memory, if that is for threads of other blocks.
fn order_for_others(facts: &Facts<'_, '_>, inst: InstId) -> Option<Order> {
    order_of(facts.module, inst).filter(|order| order.scope >= Some(Scope::Gpu))
}

/// Whether an instruction writes what threads of other blocks may wait for.
fn is_flag(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let opcode = facts.module.opcode(inst);
    opcode.effects.intersects(Effects::WRITES_MEMORY.union(Effects::ATOMIC))
        && matches!(facts.module.space(opcode), None | Some(StateSpace::Global))
        && order_for_others(facts, inst).is_some_and(|order| order.semantics != Semantics::Weak)
}

/// A copy whose bytes may not be there yet when a flag tells other blocks of them.
fn handed_on(facts: &Facts<'_, '_>, start: InstId) -> Option<Finding> {
    let module = facts.module;
    let releases = |inst: InstId| order_for_others(facts, inst).is_some_and(|order| order.semantics.releases());
    let later = || module.insts_of(facts.function).filter(|&inst| inst > start);
    let flags: Vec<InstId> = later().filter(|&inst| is_flag(facts, inst)).collect();
    if flags.is_empty() {
        return None;
    }
    let flight = Flight::new(facts, Agent::BulkGroups, start, false)?;
    let pending = |inst: InstId| flight.is_pending(facts, inst);
    let is_fence = |inst: InstId| module.opcode(inst).effects.intersects(Effects::FENCE);
    let fences: Vec<InstId> = later().filter(|&inst| is_fence(inst) && releases(inst) && pending(inst)).collect();
    let follows_fence = |flag: InstId| fences.iter().any(|&fence| reaches(facts, fence, &[flag]) == Some(true));
    let flag = flags.into_iter().find(|&flag| pending(flag) && (releases(flag) || follows_fence(flag)))?;
    Some(
        Finding::new(module[flag].span, "this tells other blocks of a bulk copy that may not be done")
            .level(Level::Warning)
            .caption("others may read what was there before the copy")
            .label(module[start].span, "copies to global memory from here on")
            .help("wait with `cp.async.bulk.wait_group 0`, without `.read`, before this"),
    )
}

fn overwrites(overlaps: &Overlaps<'_, '_, '_>, flight: &Flight, write: &GenericAccess, read: &AsyncAccess) -> bool {
    flight.is_pending(overlaps.facts, write.inst)
        && keeps_addresses(overlaps.facts, read.inst, write.inst, [read.address, write.address])
        && overlaps.may_prove(write, read)
}

fn overwriting(facts: &Facts<'_, '_>, read: &AsyncAccess, write: &GenericAccess) -> Finding {
    Finding::new(write.operand.span, "shared memory is written while a bulk copy may still be reading it")
        .caption("may be copied in place of what was there")
        .label(facts.module[read.inst].span, "copies it from here on")
        .help(
            "let the thread that copies wait with `cp.async.bulk.wait_group.read 0` before this store, and others for that thread at a \
             barrier",
        )
}

/// A copy that a wait follows, although only copies that come later are put into a group.
fn uncommitted(facts: &Facts<'_, '_>, start: InstId, [commits, waits]: [&[InstId]; 2]) -> Option<Finding> {
    let mut others = Agent::BulkGroups.starts(facts);
    others.retain(|&other| other != start);
    let barriers = with_effects(facts, Effects::BARRIER);
    let follow = |wanted: &[InstId], stops: &[InstId], tolls: &[InstId]| {
        followers(facts, start, wanted, PathBounds { stops, tolls, most: 0 })
    };
    // Copies of one group follow each other.
    let is_of_group = !follow(&others, &[commits, waits].concat(), &barriers)?.is_empty();
    if is_of_group || !follow(commits, &[waits, &others].concat(), &[])?.is_empty() {
        return None;
    }
    let wait = *follow(waits, &[commits, &others].concat(), &[])?.first()?;
    Some(
        Finding::new(facts.module[start].span, "this copy is in no group when the thread waits for its groups")
            .level(Level::Warning)
            .caption("no `cp.async.bulk.commit_group` follows before the next copy")
            .label(facts.module[wait].span, "does not wait for it")
            .help("put `cp.async.bulk.commit_group` after the copy")
            .fixes(Applicability::Safe, vec![behind(facts.module, start, "cp.async.bulk.commit_group;")]),
    )
}

/// A copy that nothing waits for on any way to the end of the kernel.
fn unawaited(facts: &Facts<'_, '_>, start: InstId, steps: &[(InstId, ProtocolStep)]) -> Option<Finding> {
    let of = |wanted: &dyn Fn(ProtocolStep) -> bool| -> Vec<InstId> {
        steps.iter().filter(|(_, step)| wanted(*step)).map(|(inst, _)| *inst).collect()
    };
    let commits = of(&|step| step == ProtocolStep::Commit);
    let waits = of(&|step| matches!(step, ProtocolStep::Wait { .. }));
    let span = facts.module[start].span;
    if !reaches(facts, start, &commits)? {
        return Some(
            Finding::new(span, "this copy is in no group, so nothing can wait for it")
                .caption("no `cp.async.bulk.commit_group` follows")
                .help("put `cp.async.bulk.commit_group` after the copy and `cp.async.bulk.wait_group.read 0` before its source is needed"),
        );
    }
    if let Some(finding) = uncommitted(facts, start, [&commits, &waits]) {
        return Some(finding);
    }
    (!reaches(facts, start, &waits)?).then(|| {
        Finding::new(span, "nothing waits for this copy before the thread ends")
            .level(Level::Warning)
            .caption("may still be reading shared memory when the block ends")
            .help("let the thread that copies execute `cp.async.bulk.wait_group.read 0` before it ends")
    })
}
