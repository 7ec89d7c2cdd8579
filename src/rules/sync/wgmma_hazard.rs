use crate::diagnostic::{Applicability, Finding};
use crate::facts::Facts;
use crate::facts::device::WARPS_OF_GROUP;
use crate::facts::protocol::{
    Agent, Flight, ProtocolStep, calls_others, executing, first_use_in_flight, shape_of, ways_avoid, with_instruction,
};
use crate::facts::{Block, Value, WARP, is_move, is_pure};
use crate::ids::{InstId, RegId};
use crate::ir::{FunctionKind, Module, OperandKind};
use crate::isa::{Effects, op};
use crate::rules::insertion::before;
use crate::rules::{Context, Hook, declare_rule};
use crate::util::{FastMap, FastSet};

declare_rule! {
    /// ## What it does
    /// Reports uses of registers that `wgmma.mma_async` is still working on: accumulators that are read before `wgmma.wait_group`,
    /// registers of the matrix A that are written anew before it, groups that are waited for but were never committed, and a
    /// `wgmma.mma_async` without `wgmma.fence` after its registers were computed. So is one that only part of a warpgroup executes.
    ///
    /// ## Why is this bad
    /// `wgmma.mma_async` returns at once; its registers belong to it until `wgmma.wait_group` says that its group is complete. What is read
    /// before is undefined. Where the assembler notices, it makes every `wgmma` of the function wait for the one before (advisory C7510 and
    /// its neighbours), which costs a large part of the speed.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_90a
    /// .address_size 64
    /// .visible .entry k(.param .u64 out, .param .u64 a, .param .u64 b)
    /// {
    ///     .reg .f32 %f<4>;
    ///     .reg .b64 %rd<4>;
    ///     ld.param.u64 %rd1, [out];
    ///     ld.param.u64 %rd2, [a];
    ///     ld.param.u64 %rd3, [b];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     wgmma.fence.sync.aligned;
    ///     wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd2, %rd3, 0, 1, 1, 0, 0;
    ///     wgmma.commit_group.sync.aligned;
    ///     st.global.f32 [%rd1], %f0;
    ///     wgmma.wait_group.sync.aligned 0;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_90a
    /// .address_size 64
    /// .visible .entry k(.param .u64 out, .param .u64 a, .param .u64 b)
    /// {
    ///     .reg .f32 %f<4>;
    ///     .reg .b64 %rd<4>;
    ///     ld.param.u64 %rd1, [out];
    ///     ld.param.u64 %rd2, [a];
    ///     ld.param.u64 %rd3, [b];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     wgmma.fence.sync.aligned;
    ///     wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd2, %rd3, 0, 1, 1, 0, 0;
    ///     wgmma.commit_group.sync.aligned;
    ///     wgmma.wait_group.sync.aligned 0;
    ///     st.global.f32 [%rd1], %f0;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A use is reported if nothing waits for the product on any path to it; if something does on one path and nothing on another, the rule
    /// is silent, except that a register of the matrix A may be written in the next round of the loop. Computations are looked through, since compilers move them across the wait: what counts is the instruction that does
    /// something with the result. A fence is missing between products if none stands on any path from the one over the computation to the other,
    /// of sums or of registers of the matrix A; on which side of a fence a computation stands does not matter. That only part of a warpgroup executes a product is known where thread
    /// indices alone decide. What a later `wgmma` accumulates into may be in flight. Shared memory that is overwritten before the wait
    /// is not judged.
    ///
    /// ## References
    /// PTX ISA 9.7.15.7 "Asynchronous Warpgroup Level Multiply-and-Accumulate Operation using wgmma.fence, wgmma.commit_group,
    /// wgmma.wait_group".
    pub static WGMMA_HAZARD = "wgmma-hazard" {
        group: Sync,
        level: Warning,
        fixable: true,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !cx.module.has_effects(Effects::WARPGROUP) {
        return;
    }
    let starts = Agent::Warpgroup.starts(facts);
    if starts.is_empty() {
        return;
    }
    report_missing_fence(cx, facts, &starts);
    let unfenced = unfenced_sums(facts, &starts).or_else(|| unfenced_sources(facts, &starts));
    let others = unfenced.into_iter().chain(apart(facts, &starts));
    others.for_each(|finding| cx.report(finding));
    let writers = writers_of_sources(facts, &starts);
    let mut reported: Vec<InstId> = Vec::new();
    for &start in &starts {
        let Some(flight) = Flight::new(facts, Agent::Warpgroup, start, false) else { return };
        let accumulates = |inst: InstId, reg: RegId| {
            Agent::Warpgroup.step(facts, inst) == Some(ProtocolStep::Start)
                && accumulators(facts.module, inst).contains(&reg)
        };
        let used = first_use_in_flight(facts, &flight, accumulators(facts.module, start), accumulates);
        if let Some((used, register)) = used.filter(|(used, _)| !reported.contains(used)) {
            reported.push(used);
            cx.report(describe(facts, start, used, register, true));
        }
        let sources = sources(facts.module, start);
        let overwritten = sources.iter().find_map(|reg| {
            let pending = |inst: &&InstId| flight.is_pending_in_a_round(facts, **inst);
            writers.get(reg)?.iter().find(pending).map(|&inst| (inst, *reg))
        });
        if let Some((inst, register)) = overwritten.filter(|(inst, _)| !reported.contains(inst)) {
            reported.push(inst);
            cx.report(describe(facts, start, inst, register, false));
        }
    }
}

/// The registers of an operand that is a vector.
fn vector(module: &Module<'_>, inst: InstId, index: usize) -> Vec<RegId> {
    match module.operands(inst).get(index).map(|operand| operand.kind) {
        Some(OperandKind::Vector(list)) => module.list(list).iter().filter_map(|element| element.register()).collect(),
        _ => Vec::new(),
    }
}

fn accumulators(module: &Module<'_>, inst: InstId) -> Vec<RegId> {
    vector(module, inst, 0)
}

/// The registers that hold the matrix A, if they do.
fn sources(module: &Module<'_>, inst: InstId) -> Vec<RegId> {
    vector(module, inst, 1)
}

/// The instructions that write registers of matrices A, other than copies from register to register.
fn writers_of_sources(facts: &Facts<'_, '_>, starts: &[InstId]) -> FastMap<RegId, Vec<InstId>> {
    let module = facts.module;
    let mut writers: FastMap<RegId, Vec<InstId>> = FastMap::default();
    for reg in starts.iter().flat_map(|&start| sources(module, start)) {
        writers.entry(reg).or_default();
    }
    if writers.is_empty() {
        return writers;
    }
    for inst in module.insts_of(facts.function).filter(|&inst| !is_move(facts, inst)) {
        module.for_each_written(inst, |reg| {
            if let Some(writers) = writers.get_mut(&reg) {
                writers.push(inst);
            }
        });
    }
    writers
}

/// The first product has to be ordered behind whatever has touched its registers.
fn report_missing_fence(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>, starts: &[InstId]) {
    let module = facts.module;
    if module[facts.function].kind != FunctionKind::Entry || calls_others(facts) {
        return;
    }
    let fences = with_instruction(facts, |it| it == op::WGMMA_FENCE);
    let unfenced = starts.iter().find(|&&start| ways_avoid(facts, None, start, &fences));
    if let Some(&start) = unfenced {
        let message = "no `wgmma.fence` precedes the first `wgmma.mma_async`";
        cx.report(
            Finding::new(module[start].span, message)
                .caption("works on registers whose earlier accesses nothing orders before it")
                .help("put `wgmma.fence.sync.aligned` between the last access to its registers and this instruction")
                .fixes(Applicability::Safe, vec![before(module, start, "wgmma.fence.sync.aligned;")]),
        );
    }
}

/// A product that only part of a warpgroup executes: four warps, the first of which has a number that is a multiple of four.
fn apart(facts: &Facts<'_, '_>, starts: &[InstId]) -> Option<Finding> {
    let shape = shape_of(facts);
    let module = facts.module;
    if module[facts.function].kind != FunctionKind::Entry {
        return None;
    }
    let mut judged: FastSet<Block> = FastSet::default();
    // All products of a block of code have the same threads.
    let each = starts.iter().filter(|&&start| judged.insert(facts.cfg().block_of(start)));
    for &start in each {
        let executing = executing(facts, shape, start)?;
        if executing.partial_warp().is_some() {
            continue;
        }
        let Some([goes, stays]) = executing.partial_group(WARPS_OF_GROUP * WARP as usize) else { continue };
        return Some(
            Finding::new(module[start].span, "only part of a warpgroup executes this `wgmma.mma_async`")
                .caption(format!("thread {goes} executes it, thread {stays} of the same four warps does not"))
                .help("let all four warps execute it, whose first one has a number that is a multiple of four"),
        );
    }
    None
}

/// Most values that are looked at to see what sums are made of.
const MOST_PARTS: usize = 256;

/// Sums that are computed anew between two products, with no `wgmma.fence` in between. Compilers move computations across a fence, so that it does
/// not matter on which side of it they stand.
fn unfenced_sums(facts: &Facts<'_, '_>, starts: &[InstId]) -> Option<Finding> {
    let fences = with_instruction(facts, |it| it == op::WGMMA_FENCE);
    let unfenced = |from: InstId, to: InstId| ways_avoid(facts, Some(from), to, &fences);
    for &start in starts {
        let sum = facts.ssa()?.read(start, *accumulators(facts.module, start).first()?)?;
        let (made, _) = makers(facts, vec![sum], starts, false)?;
        for computed in made {
            let mut inputs = Vec::new();
            facts.ssa()?.for_each_read(facts.module, computed, |value| inputs.push(value));
            let (_, products) = makers(facts, inputs, starts, true)?;
            if let Some(&product) = products.iter().find(|&&it| unfenced(it, computed) && unfenced(computed, start)) {
                return Some(
                    Finding::new(
                        facts.module[start].span,
                        "no `wgmma.fence` orders what was computed with the sums before this product",
                    )
                    .caption("adds to registers that the thread has written since the product before")
                    .label(facts.module[computed].span, "one of them is written here")
                    .label(facts.module[product].span, "it comes from this product")
                    .help(
                        "put `wgmma.fence.sync.aligned` between the last access to its registers and this instruction",
                    )
                    .fixes(Applicability::Safe, vec![before(facts.module, start, "wgmma.fence.sync.aligned;")]),
                );
            }
        }
    }
    None
}

/// Registers of the matrix A that are computed anew between two products that read them, with no `wgmma.fence` in between, on either side of the
/// computation.
fn unfenced_sources(facts: &Facts<'_, '_>, starts: &[InstId]) -> Option<Finding> {
    let fences = with_instruction(facts, |it| it == op::WGMMA_FENCE);
    let unfenced = |from: InstId, to: InstId| ways_avoid(facts, Some(from), to, &fences);
    let module = facts.module;
    for &start in starts {
        let Some(&register) = sources(module, start).first() else { continue };
        let read = facts.ssa()?.read(start, register)?;
        let (made, _) = makers(facts, vec![read], starts, false)?;
        for computed in made.into_iter().filter(|&computed| unfenced(computed, start)) {
            let reads = |product: &&InstId| sources(module, **product).contains(&register);
            if let Some(&product) = starts.iter().filter(reads).find(|&&product| unfenced(product, computed)) {
                let message = "no `wgmma.fence` orders what was computed of the matrix A before this product";
                let caption = format!("reads `{}`, written since the product before", module.register_name(register));
                let finding = Finding::new(module[start].span, message)
                    .caption(caption)
                    .label(module[computed].span, "it is written here")
                    .help(
                        "put `wgmma.fence.sync.aligned` between the last access to its registers and this instruction",
                    )
                    .fixes(Applicability::Safe, vec![before(module, start, "wgmma.fence.sync.aligned;")]);
                let is_other = product != start;
                return Some(if is_other {
                    finding.label(module[product].span, "the product before")
                } else {
                    finding
                });
            }
        }
    }
    None
}

/// What makes some values: the computations, and the products. Copies and joins are looked through, and computations as well if `deep`.
fn makers(
    facts: &Facts<'_, '_>,
    mut work: Vec<Value>,
    starts: &[InstId],
    deep: bool,
) -> Option<(Vec<InstId>, Vec<InstId>)> {
    let ssa = facts.ssa()?;
    let (mut computed, mut products) = (Vec::new(), Vec::new());
    let mut seen: FastSet<Value> = work.iter().copied().collect();
    while let Some(value) = work.pop() {
        if seen.len() > MOST_PARTS || !facts.spend(1) {
            return None;
        }
        let mut next: Vec<Value> = ssa.inputs(facts.cfg(), value).to_vec();
        if let Some(inst) = ssa.writer(value) {
            if starts.contains(&inst) {
                products.push(inst);
                continue;
            }
            if !is_move(facts, inst) {
                computed.push(inst);
            }
            if (deep && is_pure(facts.module, inst)) || is_move(facts, inst) {
                ssa.for_each_read(facts.module, inst, |value| next.push(value));
            }
        }
        work.extend(next.into_iter().filter(|&value| seen.insert(value)));
    }
    Some((computed, products))
}

fn describe(facts: &Facts<'_, '_>, start: InstId, place: InstId, register: RegId, read: bool) -> Finding {
    let module = facts.module;
    let name = module.register_name(register);
    let (message, caption, what) = match read {
        true => (
            format!("`{name}` is used before `wgmma.wait_group` has waited for the product that it comes from"),
            "may have no value yet",
            "accumulates into it from here on",
        ),
        false => (
            format!("`{name}` is written while `wgmma.mma_async` may still be reading it"),
            "written here",
            "reads it from here on",
        ),
    };
    Finding::new(module[place].span, message)
        .caption(caption)
        .label(module[start].span, what)
        .help("put `wgmma.commit_group.sync.aligned` after the products and `wgmma.wait_group.sync.aligned 0` before this instruction")
}
