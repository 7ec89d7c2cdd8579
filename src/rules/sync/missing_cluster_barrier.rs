use crate::diagnostic::Finding;
use crate::facts::expr::Node;
use crate::facts::protocol::{calls_others, has_instruction, reaches, ways};
use crate::facts::{Definition, Facts};
use crate::ids::InstId;
use crate::ir::{FunctionKind, Operand, OperandKind};
use crate::isa::{Effects, op};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports loads, stores and atomic operations on the shared memory of another block of the cluster (`mapa`) when no barrier of the
    /// cluster precedes the first of them, or none after the last.
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
    /// A barrier of the cluster or a wait for an `mbarrier` on any way before, or behind, silences the rule. Kernels that call functions
    /// are not judged. Copies and remote arrivals are not looked at.
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
    if !has_instruction(cx.module, |it| it == op::MAPA)
        || cx.module[facts.function].kind != FunctionKind::Entry
        || calls_others(facts)
    {
        return;
    }
    let module = cx.module;
    let with = |effects: Effects| -> Vec<InstId> {
        let has = |&inst: &InstId| module[module[inst].opcode].effects.intersects(effects);
        module.insts_of(facts.function).filter(has).collect()
    };
    let accesses: Vec<(InstId, Operand)> =
        module.insts_of(facts.function).filter_map(|inst| Some((inst, remote_address(facts, inst)?))).collect();
    let barriers = with(Effects::CLUSTER_BARRIER.union(Effects::MBARRIER_WAIT));
    let unordered = accesses
        .iter()
        .find(|(inst, _)| ways(facts, None, *inst, &barriers).is_some_and(|ways| ways.exist && !ways.pass));
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
    let later = with(Effects::CLUSTER_BARRIER.union(Effects::MBARRIER_WAIT).union(Effects::MBARRIER_ARRIVE));
    let unfinished = accesses.iter().rev().find(|(inst, _)| reaches(facts, *inst, &later) == Some(false));
    if let Some((_, operand)) = unfinished {
        cx.report(
            Finding::new(operand.span, "the other block may end, and its shared memory with it, before this access")
                .caption("no barrier of the cluster follows")
                .help("put `barrier.cluster.arrive` and `barrier.cluster.wait` behind the last access, and let every block execute them before it ends"),
        );
    }
}

/// The address of an access to memory that `mapa` has computed.
fn remote_address(facts: &Facts<'_, '_>, inst: InstId) -> Option<Operand> {
    let module = facts.module;
    let opcode = &module[module[inst].opcode];
    if !matches!(opcode.instruction?, op::LD | op::ST | op::ATOM | op::RED) {
        return None;
    }
    let is_address = |operand: &&Operand| matches!(operand.kind, OperandKind::Address(_));
    let operand = *module.operands(inst).iter().find(is_address)?;
    let address = facts.exprs().address(facts, inst, operand)?;
    let ssa = facts.ssa()?;
    let is_mapped = |node: Node| match node {
        Node::Opaque(value) => match ssa.data(value).definition {
            Definition::Write { inst, .. } => module[module[inst].opcode].instruction == Some(op::MAPA),
            _ => false,
        },
        _ => false,
    };
    facts.exprs().table.contains(address, is_mapped).then_some(operand)
}
