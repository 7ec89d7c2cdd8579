use super::handover::loaded_parts;
use crate::diagnostic::Finding;
use crate::facts::expr::{Expr, Node, Term, evaluate};
use crate::facts::protocol::{
    calls_others, has_instruction, names_multicast, reaches, ways_avoid, with_effects, with_instruction,
};
use crate::facts::{Block, BlockEntry, Definition, Exit, Facts, Value};
use crate::ids::{InstId, VarId};
use crate::ir::{DirectiveKind, FunctionKind, Operand, OperandKind};
use crate::isa::{Effects, Instruction, SpecialKind, StateSpace, op};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports loads, stores, atomic operations and arrivals in the shared memory of another block of the cluster (`mapa`), and copies to
    /// several blocks, when no barrier of the cluster precedes the first of them, or stands between what a block writes in a slot of another one
    /// and what that one reads there; accesses without one after the last, or after the block has left that they are to; and threads that wait
    /// at this barrier without having arrived, or arrive again before they have waited.
    ///
    /// ## Why is this bad
    /// The blocks of a cluster are launched together, but one may get to the access before the other has begun, or has written what is
    /// read. And a block may end, and its shared memory with it, while another still reads there.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 out) .reqnctapercluster 2, 1, 1
    /// {
    ///     .reg .b32 %r<5>;
    ///     .reg .b64 %rd<2>;
    ///     .shared .align 4 .b32 mine;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %cluster_ctarank;
    ///     mov.u32 %r2, mine;
    ///     st.shared.u32 [%r2], %r1;
    ///     barrier.cluster.arrive.aligned;
    ///     barrier.cluster.wait.aligned;
    ///     xor.b32 %r3, %r1, 1;
    ///     mapa.shared::cluster.u32 %r3, %r2, %r3;
    ///     ld.shared::cluster.u32 %r4, [%r3];
    ///     st.global.u32 [%rd1], %r4;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 out) .reqnctapercluster 2, 1, 1
    /// {
    ///     .reg .b32 %r<5>;
    ///     .reg .b64 %rd<2>;
    ///     .shared .align 4 .b32 mine;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %cluster_ctarank;
    ///     mov.u32 %r2, mine;
    ///     st.shared.u32 [%r2], %r1;
    ///     barrier.cluster.arrive.aligned;
    ///     barrier.cluster.wait.aligned;
    ///     xor.b32 %r3, %r1, 1;
    ///     mapa.shared::cluster.u32 %r3, %r2, %r3;
    ///     ld.shared::cluster.u32 %r4, [%r3];
    ///     st.global.u32 [%rd1], %r4;
    ///     barrier.cluster.arrive.aligned;
    ///     barrier.cluster.wait.aligned;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A barrier of the cluster or a wait for an `mbarrier` on any path before, or after, silences the rule. Kernels that call functions
    /// are not judged, nor copies in kernels that initialise no `mbarrier`. What one block writes and another one reads is compared where both name
    /// the same slot of a variable by the same expression, whatever the rank of the block is. What follows the last copy or arrival is not looked at.
    /// Arrivals and waits are judged where one follows the other on every path. That a block has left is reported where its rank alone decides, in
    /// clusters whose size the kernel demands.
    ///
    /// ## References
    /// PTX ISA 9.7.13.3 "barrier.cluster"; CUDA C++ Programming Guide, "Distributed Shared Memory".
    pub static MISSING_CLUSTER_BARRIER = "missing-cluster-barrier" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if cx.module[facts.function].kind != FunctionKind::Entry {
        return;
    }
    if has_instruction(cx.module, |it| it == op::BARRIER_CLUSTER_WAIT) && !calls_others(facts) {
        report_unpaired(cx, facts);
    }
    let is_remote = |it: Instruction| it == op::MAPA || it.is_variant_of(op::CP_ASYNC_BULK);
    if !has_instruction(cx.module, is_remote) || calls_others(facts) {
        return;
    }
    let module = cx.module;
    let accesses: Vec<(InstId, Operand)> =
        module.insts_of(facts.function).filter_map(|inst| Some((inst, remote_address(facts, inst)?))).collect();
    let barriers = with_effects(facts, Effects::CLUSTER_BARRIER.union(Effects::MBARRIER_WAIT));
    let unordered = accesses.iter().find(|(inst, _)| ways_avoid(facts, None, *inst, &barriers));
    if let Some((_, operand)) = unordered {
        cx.report(
            Finding::new(
                operand.span,
                "another block's shared memory is accessed before the blocks of the cluster have met",
            )
            .caption("that block may not have begun, or not have written it yet")
            .help("put `barrier.cluster.arrive` and `barrier.cluster.wait` before the first access"),
        );
    }
    if unordered.is_none()
        && let Some(finding) = unordered_between_blocks(facts, &accesses, &barriers)
    {
        cx.report(finding);
    }
    if let Some(finding) = ended(facts, &accesses) {
        cx.report(finding);
    }
}

/// A place of a variable in shared memory: what an address adds to that of the variable, as terms and a number.
type NamedSlot = (VarId, Vec<Term>, i64);

/// A slot that every block writes in another one, or in its own memory, and reads on the other side with no barrier of the cluster between the
/// two: the blocks follow each other in no order.
fn unordered_between_blocks(
    facts: &Facts<'_, '_>,
    accesses: &[(InstId, Operand)],
    barriers: &[InstId],
) -> Option<Finding> {
    let module = facts.module;
    let is_given = |inst: InstId| {
        let ways = facts.conditions()?.all(facts, facts.cfg().block_of(inst));
        let table = &facts.exprs().table;
        let differs = |node: Node| matches!(node, Node::Special(..) | Node::Opaque(_) | Node::Ctaid(_));
        let is_same = |way: &BlockEntry| way.truth.is_some_and(|truth| !table.contains(truth, differs));
        (module.guard(inst).is_none() && ways.iter().all(is_same)).then_some(inst)
    };
    let is_direct = |inst: InstId| module.opcode(inst).instruction.is_some_and(is_direct);
    let is_remote = |inst: InstId| accesses.iter().any(|&(remote, _)| remote == inst);
    let is_own_block = |inst: InstId| {
        let rank = mapped_rank(facts, inst).map(|rank| facts.exprs().table.node(rank));
        matches!(rank, None | Some(Node::Special(..)))
    };
    let remote: Vec<(InstId, Operand, NamedSlot)> = accesses
        .iter()
        .filter(|(inst, _)| is_direct(*inst) && !is_own_block(*inst))
        .filter_map(|&(inst, operand)| Some((is_given(inst)?, operand, slot_of(facts, inst, operand)?)))
        .collect();
    if remote.is_empty() {
        return None;
    }
    let own = facts.own_accesses().filter(|access| {
        is_direct(access.inst) && !is_remote(access.inst) && access.actual_space(facts) == Some(StateSpace::Shared)
    });
    let own: Vec<(InstId, Operand, NamedSlot)> = own
        .filter_map(|access| {
            Some((is_given(access.inst)?, access.operand, slot_of(facts, access.inst, access.operand)?))
        })
        .collect();
    let writes = |inst: InstId| module.opcode(inst).effects.intersects(Effects::WRITES_MEMORY.union(Effects::ATOMIC));
    let follows =
        |write: InstId, read: InstId| writes(write) && !writes(read) && ways_avoid(facts, Some(write), read, barriers);
    for (other, there, slot) in &remote {
        for (mine, here, _) in own.iter().filter(|(_, _, known)| known == slot) {
            let [write, read] =
                if writes(*other) { [(*other, *there), (*mine, *here)] } else { [(*mine, *here), (*other, *there)] };
            if follows(write.0, read.0) {
                let message = "this reads what another block of the cluster writes, and no barrier of the cluster is between the two";
                let finding = Finding::new(read.1.span, message)
                    .caption("the other block may not have written it yet")
                    .label(write.1.span, "each block writes here")
                    .help("put `barrier.cluster.arrive` and `barrier.cluster.wait` between the two");
                return Some(finding);
            }
        }
    }
    None
}

/// The slot that an access is to, in whichever block.
fn slot_of(facts: &Facts<'_, '_>, inst: InstId, operand: Operand) -> Option<NamedSlot> {
    let mut address = facts.exprs().address(facts, inst, operand)?;
    if let Some((value, map)) = map_of(facts, address) {
        let mapped = facts.exprs().operand(facts, map, *facts.module.operands(map).get(1)?)?;
        let mut exprs = facts.exprs();
        let opaque = exprs.table.intern(Node::Opaque(value));
        let offset = exprs.table.difference(address, opaque)?;
        address = exprs.table.add_scaled(offset, mapped, 1)?;
    }
    let exprs = facts.exprs();
    let (terms, number) = exprs.table.terms(address);
    let (mut var, mut rest) = (None, Vec::new());
    for &(term, factor) in terms.iter() {
        match exprs.table.node(term) {
            Node::Window(found) | Node::Generic(found) if var.is_none() && factor == 1 => var = Some(found),
            Node::Window(_) | Node::Generic(_) => return None,
            _ => rest.push((term, factor)),
        }
    }
    Some((var?, rest, number))
}

/// An access to the shared memory of a block that may have ended.
fn ended(facts: &Facts<'_, '_>, accesses: &[(InstId, Operand)]) -> Option<Finding> {
    let module = facts.module;
    let later =
        with_effects(facts, Effects::CLUSTER_BARRIER.union(Effects::MBARRIER_WAIT).union(Effects::MBARRIER_ARRIVE));
    // Who is arrived at waits, and so is there.
    let direct = |(inst, _): &&(InstId, Operand)| module.opcode(*inst).instruction.is_some_and(is_direct);
    let left = |&(inst, operand): &(InstId, Operand)| Some((operand, left_before(facts, inst, &later)?));
    if let Some((operand, exit)) = accesses.iter().filter(direct).find_map(left) {
        let message = "the other block may have ended, and its shared memory with it, before this access";
        let finding = Finding::new(operand.span, message)
            .caption("in the shared memory of a block that has left")
            .label(module[exit].span, "here it leaves")
            .help("let every block execute the barrier of the cluster that follows the last access before it ends");
        return Some(finding);
    }
    let mut last = accesses.iter().rev().filter(direct);
    let (_, operand) = last.find(|(inst, _)| reaches(facts, *inst, &later) == Some(false))?;
    let message = "the other block may end, and its shared memory with it, before this access";
    let help = "put `barrier.cluster.arrive` and `barrier.cluster.wait` after the last access, and let every block execute them before it ends";
    Some(Finding::new(operand.span, message).caption("no barrier of the cluster follows").help(help))
}

/// Where the block that an access is to has left the kernel, though it waits at no barrier that follows: its rank sends it out, and that of who
/// accesses does not.
fn left_before(facts: &Facts<'_, '_>, inst: InstId, later: &[InstId]) -> Option<InstId> {
    let (module, cfg) = (facts.module, facts.cfg());
    let blocks = blocks_of_cluster(facts)?;
    let rank = mapped_rank(facts, inst)?;
    let ways = facts.conditions()?.all(facts, cfg.block_of(inst));
    let exprs = facts.exprs();
    let at = |expr: Expr, rank: i64| {
        evaluate(&exprs.table, expr, &|_, node: Node| match node {
            Node::Special(register, _) => (register.kind == SpecialKind::ClusterCtarank).then_some(rank),
            _ => None,
        })
    };
    let leaves = |way: &BlockEntry| {
        let Some(truth) = way.truth else { return false };
        let goes = |own: i64| at(truth, own).is_some_and(|value| (value != 0) == way.wanted);
        let stays_out = |own: i64| at(truth, own).is_some_and(|value| (value != 0) != way.wanted);
        (0..blocks).any(|own| goes(own) && at(rank, own).is_some_and(stays_out))
    };
    let is_way_out = |way: &BlockEntry| {
        let is_open = |next: Block| {
            let first = cfg.first(next);
            !later.contains(&first) && reaches(facts, first, later) == Some(false)
        };
        cfg.exit(way.branch) == Exit::Guarded || cfg.successors(way.branch).iter().any(|&next| is_open(next))
    };
    let way = ways.iter().find(|way| is_way_out(way) && leaves(way))?;
    module.guard(way.inst).map(|_| way.inst)
}

/// How many blocks a cluster has, if the kernel says so.
fn blocks_of_cluster(facts: &Facts<'_, '_>) -> Option<i64> {
    let module = facts.module;
    let directives = &module.directives[module[facts.function].directives.indices()];
    let cluster = directives.iter().find(|it| it.kind == DirectiveKind::ReqNctaPerCluster)?;
    let mut extents = module.list(cluster.args).iter().map(|operand| module[operand.constant()?].integer());
    let count = extents.try_fold(1_i64, |count, extent| count.checked_mul(extent?))?;
    (2..=16).contains(&count).then_some(count)
}

/// The rank that `mapa` was given for the address of an access.
fn mapped_rank(facts: &Facts<'_, '_>, inst: InstId) -> Option<Expr> {
    let module = facts.module;
    let is_address = |operand: &&Operand| matches!(operand.kind, OperandKind::Address(_));
    let operand = *module.operands(inst).iter().find(is_address)?;
    let address = facts.exprs().address(facts, inst, operand)?;
    let (_, map) = map_of(facts, address)?;
    facts.exprs().operand(facts, map, *facts.module.operands(map).get(2)?)
}

/// The one result of `mapa` that an address is made of, and the instruction.
fn map_of(facts: &Facts<'_, '_>, address: Expr) -> Option<(Value, InstId)> {
    let (module, ssa) = (facts.module, facts.ssa()?);
    let mut maps: Vec<(Value, InstId)> = Vec::new();
    facts.exprs().table.walk(address, &mut |_, node| {
        if let Node::Opaque(value) = node
            && let Definition::Write { inst, .. } = ssa.data(value).definition
            && module.opcode(inst).instruction == Some(op::MAPA)
        {
            maps.push((value, inst));
        }
        true
    });
    let [map] = maps[..] else { return None };
    Some(map)
}

/// An arrival and a wait at the cluster's barrier take turns in each thread.
fn report_unpaired(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = facts.module;
    let all = |wanted: Instruction| with_instruction(facts, |it| it == wanted);
    let (arrivals, waits) = (all(op::BARRIER_CLUSTER_ARRIVE), all(op::BARRIER_CLUSTER_WAIT));
    // On every way from the first no other one is passed, and the second follows for certain.
    let skips = |from: Option<InstId>, to: InstId, stops: &[InstId]| {
        let [before, block] = [from.unwrap_or(to), to].map(|inst| facts.cfg().block_of(inst));
        ways_avoid(facts, from, to, stops)
            && module.guard(to).is_none()
            && facts.postdominators().dominates(block, before)
    };
    let unarrived = waits.iter().find_map(|&wait| {
        let mut froms = std::iter::once(None).chain(waits.iter().copied().map(Some));
        Some((froms.find(|&from| skips(from, wait, &arrivals))?, wait))
    });
    if let Some((from, wait)) = unarrived {
        let mut finding = Finding::new(
            module[wait].span,
            "this waits at the barrier of the cluster, but the thread has not arrived there",
        )
        .caption("undefined without an arrival before")
        .help("put `barrier.cluster.arrive` before it");
        if let Some(from) = from {
            finding = finding.label(module[from].span, "has waited for the last arrival");
        }
        cx.report(finding);
    }
    let twice = arrivals.iter().find_map(|&first| {
        let second = arrivals.iter().copied().find(|&second| skips(Some(first), second, &waits))?;
        Some((first, second))
    });
    if let Some((first, second)) = twice {
        cx.report(
            Finding::new(
                module[second].span,
                "this arrives at the barrier of the cluster again before the thread has waited there",
            )
            .caption("undefined without a wait before")
            .label(module[first].span, "has arrived here")
            .help("put `barrier.cluster.wait` between the two"),
        );
    }
}

/// Whether an instruction accesses memory by itself.
pub(super) fn is_direct(instruction: Instruction) -> bool {
    matches!(instruction, op::LD | op::ST | op::ATOM | op::RED)
}

/// The address of an access to memory that `mapa` has computed.
pub(super) fn remote_address(facts: &Facts<'_, '_>, inst: InstId) -> Option<Operand> {
    let module = facts.module;
    let opcode = module.opcode(inst);
    // A kernel that sets no barrier up is a sample of one instruction.
    let has_barriers = || has_instruction(module, |it| it == op::MBARRIER_INIT);
    if opcode.instruction?.is_variant_of(op::CP_ASYNC_BULK) && names_multicast(module, opcode) && has_barriers() {
        return module.operands(inst).first().copied();
    }
    let arrives = opcode.effects.intersects(Effects::MBARRIER_ARRIVE);
    let is_sent = matches!(opcode.instruction?, op::ST_ASYNC | op::RED_ASYNC) && has_barriers();
    if !arrives && !is_sent && !is_direct(opcode.instruction?) {
        return None;
    }
    let is_address = |operand: &&Operand| matches!(operand.kind, OperandKind::Address(_));
    let operand = *module.operands(inst).iter().find(is_address)?;
    let address = facts.exprs().address(facts, inst, operand)?;
    loaded_parts(facts, address).into_iter().any(|value| mapped_by(facts, value).is_some()).then_some(operand)
}

/// The `mapa` that makes a value, if one does.
pub(super) fn mapped_by(facts: &Facts<'_, '_>, value: Value) -> Option<InstId> {
    match facts.ssa()?.data(value).definition {
        Definition::Write { inst, .. } if facts.module.opcode(inst).instruction == Some(op::MAPA) => Some(inst),
        _ => None,
    }
}
