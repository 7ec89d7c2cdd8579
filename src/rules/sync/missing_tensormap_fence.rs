use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::facts::expr::{Expr, Node};
use crate::facts::protocol::{calls_others, has_instruction, ways_avoid, with_instruction};
use crate::ids::InstId;
use crate::ir::{Module, Operand, OperandKind};
use crate::isa::{Effects, Role, StateSpace, Word, op, word};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports tensor copies that use a tensor map which the kernel has changed with `tensormap.replace` when nothing makes the change
    /// known to the proxy that reads it.
    ///
    /// ## Why is this bad
    /// Tensor maps are read through a proxy of their own, with a cache. `tensormap.cp_fenceproxy`, or
    /// `fence.proxy.tensormap::generic.release`, publishes the changes of the generic proxy, and `fence.proxy.tensormap::generic.acquire`
    /// makes the thread that copies see them. Without both, the copy may use the map as it was before.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_90a
    /// .address_size 64
    /// .visible .entry k(.param .u64 map, .param .u64 to) .reqntid 32, 1, 1
    /// {
    ///     .reg .pred %p<4>;
    ///     .reg .b32 %r<8>;
    ///     .reg .b64 %rd<6>;
    ///     .shared .align 128 .b8 tile[512];
    ///     .shared .align 128 .b8 draft[128];
    ///     .shared .align 8 .b64 full;
    ///     ld.param.u64 %rd1, [map];
    ///     ld.param.u64 %rd2, [to];
    ///     cvta.to.global.u64 %rd3, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, tile;
    ///     mov.u32 %r3, full;
    ///     mov.u32 %r4, draft;
    ///     setp.ne.u32 %p1, %r1, 0;
    ///     @%p1 bra CHANGED;
    ///     mbarrier.init.shared::cta.b64 [%r3], 1;
    ///     fence.mbarrier_init.release.cluster;
    ///     tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%r4], %rd2;
    /// CHANGED:
    ///     bar.warp.sync -1;
    ///     tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd1], [%r4], 128;
    ///     @%p1 bra WAIT;
    ///     mov.u32 %r5, 0;
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 512;
    ///     cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [%r2], [%rd1, {%r5}], [%r3];
    /// WAIT:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0;
    ///     @!%p2 bra WAIT;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_90a
    /// .address_size 64
    /// .visible .entry k(.param .u64 map, .param .u64 to) .reqntid 32, 1, 1
    /// {
    ///     .reg .pred %p<4>;
    ///     .reg .b32 %r<8>;
    ///     .reg .b64 %rd<6>;
    ///     .shared .align 128 .b8 tile[512];
    ///     .shared .align 128 .b8 draft[128];
    ///     .shared .align 8 .b64 full;
    ///     ld.param.u64 %rd1, [map];
    ///     ld.param.u64 %rd2, [to];
    ///     cvta.to.global.u64 %rd3, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, tile;
    ///     mov.u32 %r3, full;
    ///     mov.u32 %r4, draft;
    ///     setp.ne.u32 %p1, %r1, 0;
    ///     @%p1 bra CHANGED;
    ///     mbarrier.init.shared::cta.b64 [%r3], 1;
    ///     fence.mbarrier_init.release.cluster;
    ///     tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%r4], %rd2;
    /// CHANGED:
    ///     bar.warp.sync -1;
    ///     tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd1], [%r4], 128;
    ///     @%p1 bra WAIT;
    ///     fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;
    ///     mov.u32 %r5, 0;
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 512;
    ///     cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [%r2], [%rd1, {%r5}], [%r3];
    /// WAIT:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0;
    ///     @!%p2 bra WAIT;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A fence on any path between the change and the copy silences the rule, unless it names another map at a known distance. Where a map is published
    /// anew in each round, an acquiring fence counts only between that and the copy. Copies by
    /// maps in parameters or constant memory are not judged, nor are functions that call others, and maps that other kernels change.
    ///
    /// ## References
    /// PTX ISA 9.7.9.26 "tensormap.replace", 9.7.13.4 "membar / fence", `fence.proxy.tensormap`; 9.7.13.13 "tensormap.cp_fenceproxy".
    pub static MISSING_TENSORMAP_FENCE = "missing-tensormap-fence" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !has_instruction(cx.module, |it| it == op::TENSORMAP_REPLACE) || calls_others(facts) {
        return;
    }
    let module = cx.module;
    let insts = || module.insts_of(facts.function);
    let changes = with_instruction(facts, |it| it == op::TENSORMAP_REPLACE);
    let copies_fenced = |inst: InstId| module.opcode(inst).instruction == Some(op::TENSORMAP_CP_FENCEPROXY);
    let releases: Vec<InstId> =
        insts().filter(|&inst| copies_fenced(inst) || fences(module, inst, word::RELEASE)).collect();
    let acquires: Vec<InstId> = insts().filter(|&inst| fences(module, inst, word::ACQUIRE)).collect();
    let copy = |inst: InstId| changed_map(facts, inst).map(|(map, address)| (inst, map, address));
    let copies: Vec<(InstId, Operand, Expr)> = insts().filter_map(copy).collect();
    for &(copy, map, address) in &copies {
        let is_about = |&fence: &InstId| !is_about_another(facts, fence, address);
        let avoiding = |from: &[InstId], fences: &[InstId]| {
            let stops: Vec<InstId> = fences.iter().copied().filter(is_about).collect();
            from.iter().rev().copied().find(|&change| ways_avoid(facts, Some(change), copy, &stops))
        };
        let lacking = |fences: &[InstId]| avoiding(&changes, fences);
        if let Some(change) = lacking(&releases) {
            cx.report(describe(facts, change, map, true));
            return;
        }
        // A change that is published anew in each round needs a fence between that and the copy.
        let published: Vec<InstId> = releases.iter().copied().filter(is_about).collect();
        if let Some(change) = lacking(&acquires).or_else(|| avoiding(&published, &acquires)) {
            cx.report(describe(facts, change, map, false));
            return;
        }
    }
}

/// Whether an instruction is a fence between tensor maps and the generic proxy with some semantics.
fn fences(module: &Module<'_>, inst: InstId, semantics: Word) -> bool {
    let opcode = module.opcode(inst);
    let has = |wanted| module.has_modifier(opcode, wanted);
    matches!(opcode.instruction, Some(op::FENCE_PROXY | op::MEMBAR_PROXY))
        && has(word::TENSORMAP_GENERIC)
        && (has(semantics) || has(word::ACQ_REL))
}

/// Whether a fence names another map than a copy uses, at a known distance.
fn is_about_another(facts: &Facts<'_, '_>, fence: InstId, used: Expr) -> bool {
    let Some(&first) = facts.module.operands(fence).first() else { return false };
    let Some(fenced) = facts.exprs().address(facts, fence, first) else { return false };
    let table = &mut facts.exprs().table;
    let [fenced, used] = [fenced, used].map(|mut address| {
        while let Node::ToGeneric(_, inner) | Node::FromGeneric(_, inner) = table.node(address) {
            address = inner;
        }
        address
    });
    let distance = table.distance(fenced, used);
    distance.is_some_and(|distance| distance != 0)
}

/// The tensor map by which an instruction copies, with its address, unless it is a parameter or a constant, which the kernel can't change.
pub(super) fn changed_map(facts: &Facts<'_, '_>, inst: InstId) -> Option<(Operand, Expr)> {
    let module = facts.module;
    if !module.opcode(inst).effects.intersects(Effects::ASYNCHRONOUS) {
        return None;
    }
    let (operand, _) = module.operand_specs(inst).find(|(_, spec)| spec.role() == Role::TensorMap)?;
    let OperandKind::Address(id) = operand.kind else { return None };
    let base = *module.list(module[id].parts).first()?;
    let address = facts.exprs().operand(facts, inst, base)?;
    let is_fixed = |node: Node| match node {
        Node::Window(var) | Node::Generic(var) => matches!(module[var].space, StateSpace::Param | StateSpace::Const),
        _ => false,
    };
    (!facts.exprs().table.contains(address, is_fixed)).then_some((operand, address))
}

fn describe(facts: &Facts<'_, '_>, change: InstId, map: Operand, release: bool) -> Finding {
    let help = match release {
        true => {
            "publish the map with `tensormap.cp_fenceproxy`, or `fence.proxy.tensormap::generic.release.gpu`, after the last change"
        }
        false => {
            "let the thread that copies execute `fence.proxy.tensormap::generic.acquire.gpu [map], 128` after the map was published"
        }
    };
    let message = match release {
        true => "the copy may use the tensor map as it was before its change: nothing releases the change to the proxy",
        false => {
            "the copy may use the tensor map as it was before its change: nothing acquires the change for the proxy"
        }
    };
    let label = match facts.module.opcode(change).instruction {
        Some(op::TENSORMAP_REPLACE) => "changed here through the generic proxy",
        _ => "published here",
    };
    Finding::new(map.span, message)
        .caption("read here through the proxy of tensor maps")
        .label(facts.module[change].span, label)
        .help(help)
}
