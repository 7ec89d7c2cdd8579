//! Accesses of different threads of a block to the same bytes of global memory that nothing orders.
//!
//! Almost all stores go to an element of the thread's own, which is seen at a glance. What is left is run, with everything else that
//! touches what these stores point into.

use super::calls::orders_memory;
use super::device::{MAX_THREADS, WARP};
use super::expr::{Axis, Expr, ExprTable, LeafKinds, Node, Term};
use super::launches::{is_structured, laid_out};
use super::race_roots::{deciding, roots_of, with_phis};
use super::races::{Race, is_own_or_atomic, races};
use super::simulation::{SimulationPlan, StoreDifference};
use super::{AccessKind, Base, Block, BlockModel, Facts, MemoryAccess, Stored, Thread};
use crate::ids::InstId;
use crate::isa::{StateSpace, op, word};
use crate::util::{FastMap, FastSet, gcd};
use crate::witness::LaunchScope;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The races on global memory between stores that different threads of a block execute, and with loads and atomics where nothing else
/// orders them.
pub(super) fn global_races(facts: &Facts<'_, '_>) -> Vec<Race> {
    // A kernel that asks for no index is written for one thread.
    if !Axis::ALL.into_iter().any(|axis| facts.uses_thread_axis(axis)) {
        return Vec::new();
    }
    let accesses = facts.accesses();
    let ordered = orders_memory(facts);
    let others = (!ordered).then(|| Others::new(facts, |access| access.kind != AccessKind::Write));
    let stores = Others::new(facts, |access| access.kind == AccessKind::Write);
    let reached = ReachedBySeveral::default();
    let suspects: Vec<&MemoryAccess> =
        accesses.iter().filter(|access| may_meet(facts, access, others.as_ref(), &stores, &reached)).collect();
    let counted = if ordered { Vec::new() } else { counted_and_read(facts) };
    // Only what points to the same memory as a suspect matters.
    let bases: FastSet<Base> = suspects.iter().map(|suspect| suspect.base).chain(counted).collect();
    if bases.is_empty() {
        return Vec::new();
    }
    let partners =
        |access: &MemoryAccess| bases.contains(&access.base) && (!ordered || access.kind == AccessKind::Write);
    let wanted = |access: &MemoryAccess| is_open(facts, access) && partners(access);
    let Some(mut plan) = SimulationPlan::new(facts, wanted) else { return Vec::new() };
    let stores = |pair: [usize; 2]| pair.iter().all(|&index| accesses[index].kind == AccessKind::Write);
    let may_race = |pair: [usize; 2]| {
        let [one, other] = pair.map(|index| &accesses[index]);
        one.base == other.base && (!ordered || stores(pair))
    };
    let is_common = shares_work(facts);
    let differs = |race: &Race| {
        (is_common || !is_counted(facts, race))
            && !begins_exchange(facts, race)
            && !with_phis(facts, deciding(facts, race)).into_iter().any(|root| is_structured(facts, root))
            && (!stores(race.accesses) || race.conflict.difference >= StoreDifference::Likely)
    };
    let axes = laid_out(facts, |access| is_open(facts, access));
    let found = races(facts, &plan, axes, false, may_race, differs);
    if !found.is_empty() {
        return found;
    }
    // Where data decides, only warnings come of it, which are not asked for besides others.
    if ordered || !plan.follow_data(facts) {
        return Vec::new();
    }
    let may_race = |pair: [usize; 2]| may_race(pair) && pair.iter().all(|&index| is_own_or_atomic(&accesses[index]));
    let by_data = |race: &Race| race.conflict.possible && !race.conflict.pending && differs(race);
    let mut found = races(facts, &plan, axes, false, may_race, by_data);
    found.iter_mut().for_each(|race| race.scope = LaunchScope::Some);
    found
}

/// Whether threads work on elements of their own somewhere, or store what only they know.
pub(super) fn shares_work(facts: &Facts<'_, '_>) -> bool {
    let mut exprs: Vec<Expr> = facts.accesses().iter().filter_map(|access| access.address).collect();
    let stores = |access: &&MemoryAccess| access.kind == AccessKind::Write && is_open(facts, access);
    let stored = facts.accesses().iter().filter(stores).filter_map(|access| facts.stored_by(access).expr());
    exprs.extend(stored);
    let table = &facts.exprs().table;
    exprs.into_iter().any(|expr| table.depends_on_thread(expr))
}

/// Whether a parameter says how many threads come to a race: for work of which nothing is divided among threads that is one, in kernels made
/// of a template for any number.
pub(super) fn is_counted(facts: &Facts<'_, '_>, race: &Race) -> bool {
    let truths: Vec<Expr> = roots_of(facts, race);
    let table = &facts.exprs().table;
    let holds = |expr: Expr| table.has_any(expr, LeafKinds::PARAM.or(LeafKinds::OPAQUE));
    !truths.into_iter().all(|truth| {
        table.walk(truth, &mut |_, node| match node {
            Node::Compare(_, _, a, b) => {
                ![(a, b), (b, a)].into_iter().any(|(index, count)| table.depends_on_thread(index) && holds(count))
            }
            _ => true,
        })
    })
}

/// Whether a race is with the read before a loop that tries to exchange what was read: what others do in the meantime the exchange tells.
pub(super) fn begins_exchange(facts: &Facts<'_, '_>, race: &Race) -> bool {
    let module = facts.module;
    let kinds = race.accesses.map(|index| facts.accesses()[index].kind);
    let exchanges = |inst: InstId| {
        let opcode = module.opcode(inst);
        module.modifiers(opcode).iter().any(|modifier| modifier.word == Some(word::CAS))
    };
    kinds.contains(&AccessKind::Read) && race.insts.into_iter().any(exchanges)
}

/// Whether a warp stores a matrix where a lane of it has read: it does so when all of its lanes have come there (PTX ISA 9.7.14.5.16, `stmatrix`).
pub(super) fn stores_together(facts: &Facts<'_, '_>, race: &Race) -> bool {
    let [first, _] = race.accesses.map(|index| facts.accesses()[index].kind);
    race.conflict.same_warp
        && first == AccessKind::Read
        && facts.module.opcode(race.insts[1]).instruction == Some(op::STMATRIX)
}

/// What atomics update and other accesses read.
fn counted_and_read(facts: &Facts<'_, '_>) -> Vec<Base> {
    let bases = |kind: AccessKind| {
        let wanted = move |access: &&MemoryAccess| access.kind == kind && is_open(facts, access);
        facts.accesses().iter().filter(wanted).map(|access| access.base)
    };
    let read: FastSet<Base> = bases(AccessKind::Read).collect();
    bases(AccessKind::Atomic).filter(|base| read.contains(base)).collect()
}

/// Whether an access is to global memory, and others may race with it.
pub(super) fn is_open(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let global = match access.base {
        Base::Variable(var) => facts.module[var].space == StateSpace::Global,
        Base::Parameter(..) | Base::Loaded(_) => matches!(access.space, None | Some(StateSpace::Global)),
        Base::Unknown => false,
    };
    global && access.address.is_some() && !access.volatile && (!access.strong || access.kind == AccessKind::Atomic)
}

/// Whether different threads may meet at the address of a store, as far as a look tells: two that execute it, or one that makes another
/// access, also one that loads or updates if such accesses are given.
fn may_meet(
    facts: &Facts<'_, '_>,
    access: &MemoryAccess,
    others: Option<&Others>,
    stores: &Others,
    reached: &ReachedBySeveral,
) -> bool {
    if access.kind != AccessKind::Write || !is_open(facts, access) {
        return false;
    }
    let Some(address) = access.address else { return false };
    let apart = is_apart(facts, address);
    (!apart && reached.contains(facts, facts.cfg().block_of(access.inst)) && stores_differ(facts, access))
        || others.is_some_and(|others| others.have_neighbour(facts, access, address, apart))
        || stores.have_neighbour(facts, access, address, true)
        || (!apart && stores.are_several(access.base))
}

/// Whether each thread of a block has an address of its own, in whatever round of loops. Rows are taken to be as long as blocks are wide,
/// unless it is known how wide those are.
fn is_apart(facts: &Facts<'_, '_>, address: Expr) -> bool {
    let exprs = facts.exprs();
    let (terms, _) = exprs.table.terms(address);
    if rows_overlap(facts, &exprs.table, &terms) {
        return false;
    }
    let used = Axis::ALL.into_iter().filter(|&axis| facts.uses_thread_axis(axis));
    used.into_iter().all(|axis| {
        let depends = |&&(expr, _): &&Term| exprs.table.has_any(expr, LeafKinds::tid(axis));
        let mut found = terms.iter().filter(depends);
        match (found.next(), found.next()) {
            (Some(&(expr, stride)), None) => {
                is_index(&exprs.table, expr, axis) && !rounds_bridge(&exprs.table, &terms, stride)
            }
            _ => false,
        }
    })
}

/// Whether rows of a known block are longer than what lies between them in an array.
fn rows_overlap(facts: &Facts<'_, '_>, table: &ExprTable, terms: &[Term]) -> bool {
    let [Some(x), Some(y), _] = facts.block_shape().exact else { return false };
    let stride =
        |axis: Axis| terms.iter().find(|(expr, _)| table.node(*expr) == Node::Tid(axis)).map(|&(_, stride)| stride);
    let (Some(column), Some(row)) = (stride(Axis::X), stride(Axis::Y)) else { return false };
    let (column, row) = (column.unsigned_abs(), row.unsigned_abs());
    let overlap = |step: u64, count: u32, next: u64| next < step.saturating_mul(u64::from(count));
    y > 1 && if column < row { overlap(column, x, row) } else { overlap(row, y, column) }
}

/// Whether the rounds of some loop take a thread to the place of another one: their step in bytes divides some distance of two threads.
fn rounds_bridge(table: &ExprTable, terms: &[Term], stride: i64) -> bool {
    terms.iter().any(|&(expr, step)| {
        let (step, stride) = (step.unsigned_abs(), stride.unsigned_abs());
        let distance = step.checked_div(gcd(step, stride)).unwrap_or(0);
        matches!(table.node(expr), Node::Iteration(_)) && distance < MOST_THREADS_OF_BLOCK as u64
    })
}

/// Accesses with which stores may meet, by what they point into and by the terms of their addresses.
struct Others {
    /// For each base the terms that addresses have. Those with the same ones differ by constants, which are kept in order: what is left
    /// of the constant when it is divided by the stride between threads, and the constant.
    known: FastMap<Base, FastMap<Option<Expr>, ConstantClasses>>,
    /// How many accesses there are for each base.
    counts: FastMap<Base, usize>,
}

/// What is left of a constant when it is divided by the stride between threads, and the constant.
type ConstantClasses = BTreeSet<(i64, i64)>;

impl Others {
    fn new(facts: &Facts<'_, '_>, wanted: impl Fn(&MemoryAccess) -> bool) -> Self {
        let mut known: FastMap<Base, FastMap<_, BTreeSet<_>>> = FastMap::default();
        let mut counts: FastMap<Base, usize> = FastMap::default();
        for access in facts.accesses().iter().filter(|access| wanted(access)) {
            if let Some(address) = access.address
                && is_open(facts, access)
            {
                *counts.entry(access.base).or_default() += 1;
                let (terms, stride, constant) = parts(facts, address);
                let place = (constant.checked_rem_euclid(stride).unwrap_or(0), constant);
                known.entry(access.base).or_default().entry(terms).or_default().insert(place);
            }
        }
        Self { known, counts }
    }

    /// Whether more than one access points into something.
    fn are_several(&self, base: Base) -> bool {
        self.counts.get(&base).is_some_and(|&count| count > 1)
    }

    /// Whether one thread's load or atomic may meet another one's store: not when their distance is no multiple of the stride between
    /// threads, or one that no block spans, and where each has a place of its own neither at the same place.
    fn have_neighbour(&self, facts: &Facts<'_, '_>, access: &MemoryAccess, store: Expr, apart: bool) -> bool {
        let Some(known) = self.known.get(&access.base) else { return false };
        let (terms, stride, constant) = parts(facts, store);
        let others = known.keys().any(|other| *other != terms || other.is_none());
        let same = known.get(&terms);
        others
            || same.is_some_and(|places| {
                let residue = constant.checked_rem_euclid(stride).unwrap_or(0);
                let reach = MOST_THREADS_OF_BLOCK.saturating_mul(stride.saturating_abs());
                let (low, high) = match stride {
                    0 => (i64::MIN, i64::MAX),
                    _ => (constant.saturating_sub(reach - 1), constant.saturating_add(reach - 1)),
                };
                places.range((residue, low)..=(residue, high)).any(|&(_, other)| !apart || other != constant)
            })
    }
}

/// The terms of an address as an expression (`None` when there is none for them), its stride between threads along the first axis, 0
/// without one, and its constant.
fn parts(facts: &Facts<'_, '_>, address: Expr) -> (Option<Expr>, i64, i64) {
    let mut exprs = facts.exprs();
    let (terms, constant) = exprs.table.terms(address);
    let index = terms.iter().find(|(expr, _)| exprs.table.node(*expr) == Node::Tid(Axis::X));
    let stride = index.map_or(0, |&(_, stride)| stride);
    let terms = terms.to_vec();
    (exprs.table.sum(terms, 0), stride, constant)
}

/// Whether what an access stores may be said to differ between threads.
fn stores_differ(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    match facts.stored_by(access) {
        Stored::Distinct(_) => true,
        Stored::Number(expr) | Stored::Loaded(expr) | Stored::Elements(expr) => {
            facts.exprs().table.depends_on_thread(expr)
        }
        Stored::Unknown => false,
    }
}

/// The blocks that some thread other than the first of its warp may get to, as far as they have been asked for, and the steps that it took
/// to find out.
#[derive(Default)]
struct ReachedBySeveral {
    known: RefCell<FastMap<Block, (bool, usize)>>,
}

impl ReachedBySeveral {
    fn contains(&self, facts: &Facts<'_, '_>, block: Block) -> bool {
        let before = facts.steps_left();
        // The answer costs the same each time, so that what a rule gets to does not depend on who has asked before.
        if let Some(&(several, steps)) = self.known.borrow().get(&block).filter(|(_, steps)| *steps <= before) {
            facts.spend(steps);
            return several;
        }
        let several = several_come(facts, block);
        if !facts.is_spent() {
            self.known.borrow_mut().insert(block, (several, before - facts.steps_left()));
        }
        several
    }
}

/// Whether some thread other than the first of its warp may get to a block.
fn several_come(facts: &Facts<'_, '_>, block: Block) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    // What guards the store may hold for few sizes only.
    const SEEDS: u64 = 4;
    (0..SEEDS).any(|seed| {
        let model = BlockModel::new(facts, seed);
        let exprs = facts.exprs();
        let is_named = |thread: &Thread| model.names(*thread) && !model.linear(*thread).is_multiple_of(WARP);
        let tried = |thread: &Thread| matches!(model.linear(*thread), 1 | 2 | 33 | 65) || is_named(thread);
        let mut threads = model.threads().filter(tried);
        let arrival = model.arrival(&exprs.table, conditions, block);
        threads.any(|thread| arrival.of(thread) == Some(true))
    })
}

/// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
const MOST_THREADS_OF_BLOCK: i64 = MAX_THREADS as i64;

/// Whether an expression is the index along an axis, alone or times something: each thread along the axis then has a place of its own.
fn is_index(table: &ExprTable, expr: Expr, axis: Axis) -> bool {
    let index = Node::Tid(axis);
    match table.node(expr) {
        Node::Product(a, b) => [a, b].map(|part| table.node(part)).contains(&index),
        node => node == index,
    }
}
