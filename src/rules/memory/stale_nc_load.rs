use super::given_up::carried;
use crate::diagnostic::Finding;
use crate::facts::expr::{Axis, Expr, Node, Term};
use crate::facts::ordering::{order_of, reaches_other_blocks};
use crate::facts::protocol::reaches;
use crate::facts::{AccessKind, Base, Block, Definition, Facts, LoopId, MemoryAccess, Value, guard_value, is_pure};
use crate::ids::InstId;
use crate::ir::{Operand, OperandKind};
use crate::isa::{Effects, StateSpace, op, word};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports non-coherent loads (`ld.global.nc`, `__ldg`) of an address to which the same thread, or another one of its
    /// block, has stored before.
    ///
    /// ## Why is this bad
    /// Non-coherent loads go through a cache that stores do not update: they may only read what is not written while the kernel runs. Such
    /// a load may return what was there before the store.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
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
    ///     st.global.u32 [%rd3], %r1;
    ///     bar.sync 0;
    ///     ld.global.nc.u32 %r2, [%rd3];
    ///     st.global.u32 [%rd3+4096], %r2;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
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
    ///     st.global.u32 [%rd3], %r1;
    ///     bar.sync 0;
    ///     ld.global.u32 %r2, [%rd3];
    ///     st.global.u32 [%rd3+4096], %r2;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Only stores on every path to the load are considered, in the same round of a loop: to the same address, by the same expression, or by
    /// a thread less than 256 places away, where both addresses follow from the index along x by the same stride. Behind a fence for other blocks, or a store
    /// or atomic operation that releases to them, it is enough that the array is a parameter's, and that all of its places that are stored to are others than that of the load. Where a loop exchanges
    /// two pointers, what it loads in a round is what it has stored in the one before.
    ///
    /// ## References
    /// PTX ISA 9.7.9.9 "ld.global.nc"; CUDA C++ Programming Guide, "Read-Only Data Cache Load Function".
    pub static STALE_NC_LOAD = "stale-nc-load" {
        group: Memory,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = cx.module;
    let is_non_coherent = |inst: InstId| {
        let opcode = module.opcode(inst);
        opcode.instruction == Some(op::LD) && module.has_modifier(opcode, word::NC)
    };
    // Builds without optimisation call a function for such a load.
    let may_be = |inst: InstId| is_non_coherent(inst) || module.opcode(inst).effects.intersects(Effects::CALL);
    if !module.insts_of(facts.function).any(may_be) {
        return;
    }
    let loads: Vec<&MemoryAccess> = facts
        .accesses()
        .iter()
        .filter(|it| is_non_coherent(it.origin) && it.actual_space(facts) == Some(StateSpace::Global))
        .collect();
    // A pointer that the kernel is given is one of global memory, whatever the store says.
    let is_global = |access: &MemoryAccess| match access.base {
        Base::Parameter(..) => matches!(access.space, None | Some(StateSpace::Global)),
        _ => access.actual_space(facts) == Some(StateSpace::Global),
    };
    let writes = |access: &&MemoryAccess| access.kind != AccessKind::Read && is_global(access);
    let stores: Vec<&MemoryAccess> = match loads.is_empty() {
        true => Vec::new(),
        false => facts.own_accesses().filter(writes).collect(),
    };
    // What threads of other blocks wait for: a fence, or a signal that releases what was stored before.
    let is_wide = |inst: &InstId| {
        let effects = module.opcode(*inst).effects;
        let signals = effects.intersects(Effects::ATOMIC.union(Effects::WRITES_MEMORY));
        order_of(module, *inst).is_some_and(|order| {
            reaches_other_blocks(order)
                && (effects.intersects(Effects::FENCE) || (signals && order.semantics.releases()))
        })
    };
    let fences: Vec<InstId> = match stores.is_empty() {
        true => Vec::new(),
        false => module.insts_of(facts.function).filter(is_wide).collect(),
    };
    let mut told = false;
    for load in loads {
        let before = |store: &&&MemoryAccess| {
            let is_same = store.address.is_some() && store.is_where(facts, load);
            (is_same || mirrors(facts, store, load)) && precedes(facts, store.inst, load.inst)
        };
        let Some(store) = stores.iter().find(before) else {
            // One fence that others wait for is one mistake, however much is loaded after it, and so are two pointers that change places.
            let finding = if told {
                None
            } else {
                published(facts, load, &stores, &fences).or_else(|| swapped(facts, load, &stores))
            };
            told |= finding.is_some();
            finding.into_iter().for_each(|finding| cx.report(finding));
            continue;
        };
        cx.report(
            Finding::new(load.span(), "a non-coherent load reads what the kernel has stored, and may miss it")
                .caption("may return what was there before")
                .label(store.span(), "stored here")
                .help("load with `ld.global`, without `.nc`"),
        );
    }
}

/// A load of another place of an array that the kernel has stored into before a fence for threads of other blocks, or a signal to them: what these store is
/// meant to be read behind it. Where a place is loaded and stored in turn each thread may have its own.
fn published(
    facts: &Facts<'_, '_>,
    load: &MemoryAccess,
    stores: &[&MemoryAccess],
    fences: &[InstId],
) -> Option<Finding> {
    if fences.is_empty() {
        return None;
    }
    // Places of one array that are always as far from each other are mostly those of different fields.
    let is_apart = |store: &MemoryAccess| {
        let both = store.offset(facts).zip(load.offset(facts));
        both.is_some_and(|((at, first), (from, second))| at == from && first != second)
    };
    let is_own = |store: &&&MemoryAccess| {
        store.base == load.base
            && matches!(load.base, Base::Parameter(..))
            && !is_apart(store)
            && !exclude_each_other(facts, store, load)
    };
    let (mut own, is_known) = (stores.iter().filter(is_own), load.address.is_some());
    if !is_known || own.clone().any(|store| store.address.is_none() || store.is_where(facts, load)) {
        return None;
    }
    let leads = |from: InstId, to: InstId| reaches(facts, from, &[to]) == Some(true);
    let comes_before = |store: InstId| fences.iter().find(|&&fence| leads(store, fence) && leads(fence, load.inst));
    let (store, &fence) = own.find_map(|store| Some((store, comes_before(store.inst)?)))?;
    let is_fence = facts.module.opcode(fence).effects.intersects(Effects::FENCE);
    let what = if is_fence { "a fence" } else { "a signal" };
    let message = format!("a non-coherent load reads what the kernel has stored before {what}, and may miss it");
    let finding = Finding::new(load.span(), message)
        .caption("may return what was there before")
        .label(store.span(), "stored here")
        .label(facts.module[fence].span, "other threads may look at it from here on")
        .help("load with `ld.global`, without `.nc`");
    Some(finding)
}

/// Whether what the kernel is given decides that only one of two accesses is ever made: they are behind the two ways of a branch.
fn exclude_each_other(facts: &Facts<'_, '_>, one: &MemoryAccess, other: &MemoryAccess) -> bool {
    let (cfg, dominators) = (facts.cfg(), facts.dominators());
    let [one, other] = [one, other].map(|access| cfg.block_of(access.inst));
    let parts = |branch: &Block| match *cfg.successors(*branch) {
        [taken, next] => [[one, other], [other, one]]
            .iter()
            .any(|&[first, second]| dominators.dominates(taken, first) && dominators.dominates(next, second)),
        _ => false,
    };
    let mut before = std::iter::successors(Some(one), |&block| dominators.immediate(block));
    before.any(|block| {
        parts(&block) && guard_value(facts, cfg.last(block)).is_some_and(|guard| is_given(facts, guard, 0))
    })
}

/// Most steps by which a number is followed to parameters.
const MOST_STEPS: u32 = 8;

/// Whether a value is computed from parameters alone.
fn is_given(facts: &Facts<'_, '_>, value: Value, depth: u32) -> bool {
    let Some((ssa, inst)) = facts.ssa().and_then(|ssa| Some((ssa, ssa.writer(value)?))) else { return false };
    let opcode = facts.module.opcode(inst);
    let is_parameter = opcode.instruction == Some(op::LD) && facts.module.space(opcode) == Some(StateSpace::Param);
    // Special registers differ between threads or blocks.
    let is_special = |operand: &Operand| matches!(operand.kind, OperandKind::Special { .. });
    let is_computed = is_pure(facts.module, inst) && !facts.module.operands(inst).iter().any(is_special);
    if depth > MOST_STEPS || !(is_parameter || is_computed) {
        return false;
    }
    let mut inputs: Vec<Value> = Vec::new();
    ssa.for_each_read(facts.module, inst, |input| inputs.push(input));
    inputs.into_iter().all(|input| is_given(facts, input, depth + 1))
}

/// A load by a pointer that has, in the next round of a loop, the array of another pointer by which the kernel stores in this one.
fn swapped(facts: &Facts<'_, '_>, load: &MemoryAccess, stores: &[&MemoryAccess]) -> Option<Finding> {
    let (ssa, cfg, loops) = (facts.ssa()?, facts.cfg(), facts.natural_loops());
    let (pointer, id) = carried_pointer(facts, load)?;
    let header = loops.get(id).header;
    let ways = cfg.predecessors(header).iter().zip(ssa.inputs(cfg, pointer));
    let next: Vec<Expr> = ways
        .filter(|&(&from, _)| loops.contains(id, from))
        .map(|(_, &input)| facts.exprs().value(facts, input))
        .collect();
    let is_next = |value: Value| {
        let stored = facts.exprs().value(facts, value);
        next.iter().any(|&loaded| are_one_pointer(facts, [loaded, stored], &mut Vec::new()))
    };
    let store = stores.iter().find(|store| {
        carried_pointer(facts, store).is_some_and(|(other, around)| around == id && other != pointer && is_next(other))
    })?;
    let message = "a non-coherent load reads what the kernel has stored in the round before, and may miss it";
    let finding = Finding::new(load.span(), message)
        .caption("the pointers have changed places by then")
        .label(store.span(), "stored here")
        .help("load with `ld.global`, without `.nc`");
    Some(finding)
}

/// Most pairs of values that loops carry in step.
const MOST_CARRIED: usize = 8;

/// Whether two expressions are one pointer, but for conversions between generic addresses and those of global memory: compilers carry both round a loop.
fn are_one_pointer(facts: &Facts<'_, '_>, pair: [Expr; 2], assumed: &mut Vec<[Value; 2]>) -> bool {
    let (pair, nodes) = {
        let exprs = facts.exprs();
        let pair = pair.map(|expr| exprs.table.unconverted(expr));
        (pair, pair.map(|expr| exprs.table.node(expr)))
    };
    if pair[0] == pair[1] {
        return true;
    }
    let ([Node::Opaque(one), Node::Opaque(other)], Some(ssa)) = (nodes, facts.ssa()) else { return false };
    if assumed.contains(&[one, other]) {
        return true;
    }
    let block = |value: Value| match ssa.data(value).definition {
        Definition::Phi { block, .. } => Some(block),
        _ => None,
    };
    if block(one).is_none() || block(one) != block(other) || assumed.len() >= MOST_CARRIED {
        return false;
    }
    assumed.push([one, other]);
    let [one, other] = [one, other].map(|value| ssa.inputs(facts.cfg(), value).to_vec());
    one.len() == other.len()
        && one.into_iter().zip(other).all(|(one, other)| {
            let pair = [one, other].map(|value| facts.exprs().value(facts, value));
            are_one_pointer(facts, pair, assumed)
        })
}

/// The pointer by which an access is made, where a loop around it carries it from round to round, and the loop.
fn carried_pointer(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<(Value, LoopId)> {
    let exprs = facts.exprs();
    let table = &exprs.table;
    table.terms(access.address?).0.iter().find_map(|&term| carried(facts, table, access, term))
}

/// Whether a thread loads what another one of its block has stored, whatever the kernel is given: both make their address of constants and
/// of the index along x, by the same stride, and it counts backwards in one of them or is so much more.
fn mirrors(facts: &Facts<'_, '_>, store: &MemoryAccess, load: &MemoryAccess) -> bool {
    if store.base != load.base || store.base == Base::Unknown {
        return false;
    }
    let split = |access: &MemoryAccess| {
        let (terms, constant) = access.offset(facts)?;
        let table = &facts.exprs().table;
        let (index, rest): (Vec<Term>, Vec<Term>) =
            terms.iter().partition(|(expr, _)| table.node(*expr) == Node::Tid(Axis::X));
        let [(_, stride)] = *index else { return None };
        Some((stride, rest, constant))
    };
    let (Some((one, at, first)), Some((other, from, second))) = (split(store), split(load)) else { return false };
    let apart = second.saturating_sub(first).unsigned_abs();
    let stride = one.unsigned_abs();
    at == from && stride != 0 && one.abs() == other.abs() && apart != 0 && apart % stride == 0 && apart / stride < FEW
}

/// As many threads as nearly all blocks have.
const FEW: u64 = 256;

/// Whether every thread that gets to the second instruction has executed the first in the same round of all loops around the two.
fn precedes(facts: &Facts<'_, '_>, first: InstId, second: InstId) -> bool {
    let (before, after) = (facts.cfg().block_of(first), facts.cfg().block_of(second));
    let loops = facts.natural_loops();
    match before == after {
        true => first < second,
        false => facts.dominators().dominates(before, after) && loops.innermost(before) == loops.innermost(after),
    }
}
