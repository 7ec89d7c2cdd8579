//! Which bytes of shared memory the threads write, and which the asynchronous proxy reads.

use super::{async_accesses, reaches_without};
use crate::facts::device::WARP;
use crate::facts::expr::{Expr, Node, evaluate};
use crate::facts::model::BlockModel;
use crate::facts::ssa::Definition;
use crate::facts::{AccessKind, Block, Facts, MemoryAccess, Thread};
use crate::ids::InstId;
use crate::ir::Operand;
use crate::isa::{Class, Role, StateSpace, op};
use crate::util::FastMap;
use std::cell::RefCell;
use std::rc::Rc;

/// An access by the generic proxy to the block's shared memory: a store, an atomic operation, a copy, or a load.
#[derive(Clone, Copy, Debug)]
pub struct GenericAccess {
    /// The instruction.
    pub inst: InstId,
    /// Where the address stands.
    pub operand: Operand,
    /// The address; `None` when it cannot be expressed.
    pub address: Option<Expr>,
    /// Number of bytes of each thread.
    pub size: u32,
}

impl GenericAccess {
    /// The access of some threads.
    pub fn of(access: &MemoryAccess) -> Self {
        Self { inst: access.inst, operand: access.operand, address: access.address, size: access.size }
    }
}

/// An access to the block's shared memory by the asynchronous proxy: a read, but where a copy fills it.
#[derive(Clone, Copy, Debug)]
pub struct AsyncAccess {
    /// The instruction.
    pub inst: InstId,
    /// The address, or the descriptor of a matrix.
    pub operand: Operand,
    /// Whether a matrix unit makes it.
    pub by_matrix_unit: bool,
    /// The address; `None` when it cannot be expressed.
    pub address: Option<Expr>,
    /// How many bytes there are, at least.
    pub size: u32,
}

/// The least that a tensor copy moves: the inner extent of a box is a multiple of 16 bytes.
pub const LEAST_TENSOR_BYTES: u32 = 16;

/// What the threads of a function write to shared memory by the generic proxy, but for objects that only barriers and allocations use.
pub fn shared_writes(facts: &Facts<'_, '_>) -> Vec<GenericAccess> {
    let module = facts.module;
    let is_data = |inst: InstId, operand: Operand| {
        let opcode = module.opcode(inst);
        let mut specs = module.operand_specs(inst);
        opcode.instruction != Some(op::TCGEN05_ALLOC)
            && !super::names_cluster(module, opcode)
            && !specs.any(|(other, spec)| other.span == operand.span && spec.role() != Role::Address)
            && !async_accesses(module, inst).any(|(_, role, access)| role == Role::Address && access.later)
    };
    let written = facts.own_accesses().filter(|access| {
        access.kind != AccessKind::Read
            && access.actual_space(facts) == Some(StateSpace::Shared)
            && is_data(access.inst, access.operand)
    });
    written.map(GenericAccess::of).collect()
}

/// What the asynchronous proxy reads of the block's shared memory, and whether it writes any, in a function.
pub fn shared_reads(facts: &Facts<'_, '_>) -> (Vec<AsyncAccess>, bool) {
    let module = facts.module;
    let (mut reads, mut writes) = (Vec::new(), false);
    for inst in module.insts_of(facts.function) {
        let opcode = module.opcode(inst);
        let Some(instruction) = opcode.instruction else { continue };
        let is_shared = |space: Option<StateSpace>| space == Some(StateSpace::Shared);
        let spaces = module.modifiers(opcode).iter().filter_map(|modifier| match modifier.word?.class() {
            Class::Space(space) => Some(space),
            _ => None,
        });
        for (operand, role, access) in async_accesses(module, inst) {
            let by_matrix_unit = role == Role::MatrixDescriptor;
            writes |= role == Role::Address && access.writes && is_shared(module.space(opcode));
            let reads_shared = role == Role::Address && access.reads && is_shared(spaces.clone().next_back());
            if !access.reads || !(by_matrix_unit || reads_shared) {
                continue;
            }
            let address = if by_matrix_unit { None } else { facts.exprs().address(facts, inst, operand) };
            let bytes = module.operand_specs(inst).find(|(_, spec)| spec.role() == Role::Size);
            let bytes = bytes
                .and_then(|(size, _)| facts.constant(inst, size))
                .filter(|_| !instruction.is_variant_of(op::TCGEN05_CP));
            let size = bytes.and_then(|bytes| u32::try_from(bytes).ok()).unwrap_or(LEAST_TENSOR_BYTES);
            reads.push(AsyncAccess { inst, operand, by_matrix_unit, address, size });
        }
    }
    (reads, writes)
}

/// How the address of a write differs from that of a read.
struct Distance {
    expr: Expr,
    /// What it depends on besides the thread's index, if that is one thing: which warp copies, for instance.
    unknown: Option<Expr>,
}

/// Number of bytes in each thread that is tried, as far as it is known.
type ThreadDistances = Rc<[Option<i64>]>;

/// Where the threads of the usual block write, and the asynchronous proxy reads: the same parts of addresses are asked for time and again.
pub struct Overlaps<'f, 'a, 's> {
    /// The function.
    pub facts: &'f Facts<'a, 's>,
    model: BlockModel<'f, 'a, 's>,
    threads: Vec<Thread>,
    /// What distances without their constants are, for a number of what they depend on besides.
    known: RefCell<FastMap<(Expr, i64), ThreadDistances>>,
}

impl<'f, 'a, 's> Overlaps<'f, 'a, 's> {
    /// Those in the usual block of a function.
    pub fn new(facts: &'f Facts<'a, 's>) -> Self {
        let model = BlockModel::new(facts, 0);
        Self { facts, threads: model.threads().collect(), model, known: RefCell::default() }
    }

    /// The distance between a write and a read, where it depends on the thread's index and at most one other thing, of the read alone.
    fn distance(&self, write: &GenericAccess, read: &AsyncAccess) -> Option<Distance> {
        let mut exprs = self.facts.exprs();
        let expr = exprs.table.difference(write.address?, read.address?)?;
        let mut unknown: Option<Expr> = None;
        let is_simple = exprs.table.walk(expr, &mut |part, node| match node {
            Node::Tid(_) | Node::Lane | Node::Warp => true,
            Node::Opaque(_) => *unknown.get_or_insert(part) == part,
            _ => !node.is_leaf(),
        });
        let of_write = |leaf: Expr| !exprs.table.walk(write.address.unwrap_or(leaf), &mut |part, _| part != leaf);
        (is_simple && !unknown.is_some_and(of_write)).then_some(Distance { expr, unknown })
    }

    /// Whether some thread that gets to a write writes bytes that are read, if what the distance depends on besides has a number.
    fn touches(&self, write: &GenericAccess, read: &AsyncAccess, distance: &Distance, number: i64) -> bool {
        let (conditions, block) = (self.facts.conditions(), self.facts.cfg().block_of(write.inst));
        let gets_there = |thread: Thread| {
            conditions
                .is_none_or(|known| self.model.reaches(&self.facts.exprs().table, known, block, thread) != Some(false))
        };
        let (distances, constant) = self.of_threads(distance, number);
        let overlap = 1 - i64::from(write.size)..i64::from(read.size);
        let meets = |rest: &Option<i64>| {
            rest.and_then(|rest| rest.checked_add(constant)).is_some_and(|bytes| overlap.contains(&bytes))
        };
        self.threads.iter().zip(distances.iter()).any(|(&thread, rest)| meets(rest) && gets_there(thread))
    }

    /// A distance without its constant in each thread, and the constant.
    fn of_threads(&self, distance: &Distance, number: i64) -> (ThreadDistances, i64) {
        let mut exprs = self.facts.exprs();
        let (terms, constant) = exprs.table.terms(distance.expr);
        let terms = terms.to_vec();
        let (rest, constant) = exprs.table.sum(terms, 0).map_or((distance.expr, 0), |rest| (rest, constant));
        let mut known = self.known.borrow_mut();
        let distances = known.entry((rest, number)).or_insert_with(|| {
            let in_thread = |&thread: &Thread| {
                let linear = i64::from(self.model.linear(thread));
                let leaf = |expr: Expr, node: Node| match node {
                    Node::Tid(axis) => Some(i64::from(thread.index[axis.index()])),
                    Node::Lane => Some(linear % i64::from(WARP)),
                    Node::Warp => Some(linear / i64::from(WARP)),
                    _ => distance.unknown.filter(|&unknown| unknown == expr).map(|_| number),
                };
                evaluate(&exprs.table, rest, &leaf)
            };
            self.threads.iter().map(in_thread).collect()
        });
        (distances.clone(), constant)
    }

    /// Whether some thread that gets to an access meets bytes of one by the asynchronous proxy. `false` also where it can't be told: addresses have to
    /// differ by nothing but the thread's index.
    pub fn may_prove(&self, write: &GenericAccess, read: &AsyncAccess) -> bool {
        let known = self.distance(write, read).filter(|distance| distance.unknown.is_none());
        known.is_some_and(|distance| self.touches(write, read, &distance, 0))
    }

    /// The last wanted write of bytes that a read by the asynchronous proxy reads. Where the address of the read depends on something else than
    /// the writes' (each warp copies its part), there has to be a wanted write for each part.
    pub fn last(
        &self,
        writes: &[GenericAccess],
        read: &AsyncAccess,
        is_wanted: impl Fn(&GenericAccess) -> bool,
    ) -> Option<GenericAccess> {
        let distances = writes.iter().filter_map(|write| Some((write, self.distance(write, read)?)));
        let near: Vec<(&GenericAccess, Distance)> = distances.collect();
        let choices = if near.iter().any(|(_, distance)| distance.unknown.is_some()) { CHOICES } else { 1 };
        let find = |number: i64| {
            let is_found = |(write, distance): &&(&GenericAccess, Distance)| {
                self.touches(write, read, distance, number) && is_wanted(write)
            };
            near.iter().rev().find(is_found).map(|(write, _)| **write)
        };
        let first = find(0)?;
        (1..choices).all(|number| find(number).is_some()).then_some(first)
    }
}

/// Numbers of warps, or of stages, that copy what others have written.
const CHOICES: i64 = 4;

/// Whether control may get from one instruction to another while everything that two addresses have in common keeps its value. In a later
/// round of a loop the same expression is another address: buffers take turns.
pub fn keeps_addresses(facts: &Facts<'_, '_>, from: InstId, to: InstId, [a, b]: [Option<Expr>; 2]) -> bool {
    let (Some(a), Some(b), Some(ssa)) = (a, b, facts.ssa()) else { return false };
    let mut changed: Vec<Block> = Vec::new();
    let exprs = facts.exprs();
    exprs.table.walk(a, &mut |part, node| {
        let block = match node {
            Node::Iteration(id) => Some(facts.natural_loops().get(id).header),
            Node::Opaque(value) => match ssa.data(value).definition {
                Definition::Entry => None,
                Definition::Write { inst, .. } => Some(facts.cfg().block_of(inst)),
                Definition::Phi { block, .. } => Some(block),
            },
            _ => None,
        };
        let is_common = || !exprs.table.walk(b, &mut |other, _| other != part);
        changed.extend(block.filter(|_| is_common()));
        true
    });
    reaches_without(facts, from, to, &changed) == Some(true)
}
