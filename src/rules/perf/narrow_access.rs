use crate::diagnostic::Finding;
use crate::facts::calls::is_fence;
use crate::facts::expr::{Expr, Node, Term};
use crate::facts::{AccessKind, Base, Facts, MemoryAccess};
use crate::ids::InstId;
use crate::ir::Module;
use crate::isa::{Effects, StateSpace, op};
use crate::rules::{Context, Hook, declare_rule};
use std::collections::HashMap;

declare_rule! {
    /// ## What it does
    /// Reports loads or stores of adjacent elements that one vector access could do at once: the addresses are consecutive, and the
    /// first is provably aligned for the vector.
    ///
    /// ## Why is this bad
    /// Each access costs an instruction and a slot in the queue of the memory unit. `ld.v4` moves 16 bytes for the price of one
    /// access.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 a)
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<4>;
    ///     ld.param.u64 %rd1, [a];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd3, %r1, 8;
    ///     add.u64 %rd2, %rd2, %rd3;
    ///     st.global.u32 [%rd2], %r1;
    ///     st.global.u32 [%rd2+4], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 a)
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<4>;
    ///     ld.param.u64 %rd1, [a];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd3, %r1, 8;
    ///     add.u64 %rd2, %rd2, %rd3;
    ///     st.global.v2.u32 [%rd2], {%r1, %r1};
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Global and shared memory, within a basic block, up to 16 bytes. Pointers in parameters are assumed to be multiples of 16 or of
    /// their `.align`, and different parameters to point to different arrays. Other accesses to the same array in between end a
    /// group, as do barriers and calls.
    ///
    /// ## References
    /// PTX ISA 5.4.2 "Vectors", 6.4.1 "Addresses as Operands" on alignment; CUDA C++ Best Practices Guide.
    pub static NARROW_ACCESS = "narrow-access" {
        group: Perf,
        level: Perf,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

/// Bytes of the widest vector that every target has.
const WIDEST: i64 = 16;

/// What pointers in parameters are taken to be multiples of.
const POINTER_ALIGNMENT: i64 = 16;

/// What accesses must have in common to become one.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    kind: AccessKind,
    terms: Vec<Term>,
    /// The spelling that is used, which says type and cache operators.
    opcode: usize,
    guard: Option<Expr>,
}

/// Accesses of neighbouring elements: offset and index among all accesses.
struct NeighbourGroup {
    base: Base,
    kind: AccessKind,
    align: i64,
    members: Vec<(i64, usize)>,
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let cfg = facts.cfg();
    let accesses = facts.accesses();
    let mut next = 0;
    for block in cfg.blocks() {
        let mut open: HashMap<Key, NeighbourGroup> = HashMap::new();
        let mut closed: Vec<NeighbourGroup> = Vec::new();
        for inst in cfg.insts(block) {
            while accesses.get(next).is_some_and(|access| access.inst < inst) {
                next += 1;
            }
            if orders(facts.module, inst) {
                closed.extend(open.drain().map(|(_, group)| group));
            }
            if accesses.get(next).is_some_and(|access| access.inst == inst && !access.called) {
                closed.extend(separate(facts, &mut open, &accesses[next]));
                add(facts, &mut open, next);
            }
        }
        closed.extend(open.into_values());
        let mut vectors: Vec<Vec<usize>> = closed.iter().flat_map(|group| vectors(accesses, group)).collect();
        vectors.sort_unstable();
        vectors.iter().for_each(|members| cx.report(finding(facts, members)));
    }
}

/// Whether accesses cannot move past an instruction.
fn orders(module: &Module<'_>, inst: InstId) -> bool {
    let opcode = module.opcode(inst);
    let barriers =
        Effects::BARRIER.union(Effects::BARRIER_ARRIVE).union(Effects::CALL).union(Effects::WARP_SYNCHRONOUS);
    opcode.effects.intersects(barriers) || opcode.instruction.is_some_and(is_fence)
}

/// Takes out the groups that an access may overlap.
fn separate(
    facts: &Facts<'_, '_>,
    open: &mut HashMap<Key, NeighbourGroup>,
    access: &MemoryAccess,
) -> Vec<NeighbourGroup> {
    let (writes, base) = (access.kind != AccessKind::Read, base(facts, access));
    let ends = |group: &NeighbourGroup| {
        let same = group.base == base || group.base == Base::Unknown || base == Base::Unknown;
        let other_kind = writes != (group.kind == AccessKind::Write);
        access.strong || access.volatile || (same && other_kind)
    };
    open.extract_if(|_, group| ends(group)).map(|(_, group)| group).collect()
}

/// What an address points into; parameters that were never converted count, too.
fn base(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Base {
    let (Base::Unknown, Some(address)) = (access.base, access.address) else { return access.base };
    let exprs = facts.exprs();
    let (terms, _) = exprs.table.terms(address);
    let mut parameters = terms.iter().filter_map(|&(expr, coefficient)| match exprs.table.node(expr) {
        Node::Param { var, offset } if coefficient == 1 => Some(Base::Parameter(var, offset)),
        _ => None,
    });
    match (parameters.next(), parameters.next()) {
        (Some(base), None) => base,
        _ => Base::Unknown,
    }
}

fn add(facts: &Facts<'_, '_>, open: &mut HashMap<Key, NeighbourGroup>, index: usize) {
    let access = &facts.accesses()[index];
    let (Some((terms, offset)), Some(align)) = (place(facts, access), alignment(facts, access)) else { return };
    let guard = match facts.module.guard(access.inst) {
        None => None,
        Some(_) => match facts.exprs().guard(facts, access.inst) {
            Some(guard) => Some(guard),
            None => return,
        },
    };
    let opcode = facts.module[access.inst].opcode.index();
    let key = Key { kind: access.kind, terms, opcode, guard };
    let new = || NeighbourGroup { base: base(facts, access), kind: access.kind, align, members: Vec::new() };
    open.entry(key).or_insert_with(new).members.push((offset, index));
}

/// The address without its constant offset, and the offset; `None` of what no vector access can replace.
fn place(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<(Vec<Term>, i64)> {
    let plain = !access.strong && !access.volatile && !access.asynchronous && access.kind != AccessKind::Atomic;
    let fitting = access.size.is_power_of_two() && i64::from(access.size) <= WIDEST / 2;
    let space = access.actual_space(facts);
    let meant = match space {
        Some(space) => matches!(space, StateSpace::Global | StateSpace::Shared),
        None => true,
    };
    let opcode = facts.module.opcode(access.inst);
    let scalar_access = matches!(opcode.instruction?, op::LD | op::ST);
    if !(plain && fitting && meant && scalar_access) {
        return None;
    }
    let exprs = facts.exprs();
    let (terms, offset) = exprs.table.terms(access.address?);
    Some((terms.to_vec(), offset))
}

/// What the address without its constant offset is a multiple of.
fn alignment(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<i64> {
    let module = facts.module;
    let exprs = facts.exprs();
    let pointer = |node: Node| match node {
        Node::Param { var, .. } => {
            let declared = module[var].pointer.and_then(|pointer| pointer.align).unwrap_or(1);
            POINTER_ALIGNMENT.max(i64::try_from(declared).unwrap_or(1))
        }
        _ => 1,
    };
    let (terms, _) = exprs.table.terms(access.address?);
    let aligned = |&(expr, coefficient): &Term| {
        let is_pointer = coefficient == 1
            && match exprs.table.node(expr) {
                Node::Window(_) | Node::Generic(_) | Node::ToGeneric(..) | Node::FromGeneric(..) => true,
                Node::Param { var, .. } => module[var].ty.is_none_or(|ty| ty.bits() == 64),
                _ => false,
            };
        if is_pointer {
            return crate::facts::expr::alignment(module, &exprs.table, expr, &pointer);
        }
        let unit = coefficient & coefficient.wrapping_neg();
        exprs.table.alignment(expr).saturating_mul(unit.max(1))
    };
    terms.iter().map(aligned).min()
}

/// The runs of accesses of a group that a vector access can replace.
fn vectors(accesses: &[MemoryAccess], group: &NeighbourGroup) -> Vec<Vec<usize>> {
    let mut members = group.members.clone();
    members.sort_unstable();
    members.dedup_by_key(|&mut (offset, _)| offset);
    let mut found = Vec::new();
    let mut at = 0;
    while at < members.len() {
        let (start, index) = members[at];
        let size = i64::from(accesses[index].size);
        let run = members[at..]
            .iter()
            .enumerate()
            .take_while(|(i, (offset, _))| start.checked_add(*i as i64 * size) == Some(*offset));
        let run = run.count();
        let fits = |&count: &usize| {
            let bytes = count as i64 * size;
            count <= run && bytes <= WIDEST && group.align >= bytes && start.rem_euclid(bytes) == 0
        };
        let count = [4, 2].into_iter().find(fits).unwrap_or(1);
        if count > 1 {
            let mut vector: Vec<usize> = members[at..at + count].iter().map(|&(_, index)| index).collect();
            vector.sort_unstable();
            found.push(vector);
        }
        at += count;
    }
    found
}

fn finding(facts: &Facts<'_, '_>, members: &[usize]) -> Finding {
    let accesses: Vec<&MemoryAccess> = members.iter().map(|&index| &facts.accesses()[index]).collect();
    let (first, count) = (accesses[0], accesses.len());
    let verb = if first.kind == AccessKind::Write { "stores" } else { "loads" };
    let width = first.size * count as u32;
    let message = format!("{count} {verb} of adjacent elements that one access of {width} bytes could do");
    let caption = format!("aligned to {width} bytes with its neighbours");
    let mut finding = Finding::new(first.span(), message).caption(caption);
    for other in &accesses[1..] {
        finding = finding.label(other.span(), "and this one");
    }
    let lanes = u32::from(facts.module.vector_length(facts.module.opcode(first.inst))) * count as u32;
    let width_word = if lanes <= 4 { format!("`.v{lanes}`") } else { "a wider element type".to_string() };
    finding.help(format!("use {width_word}"))
}
