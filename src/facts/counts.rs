//! Numbers that count threads: how many lanes of a warp voted for something, or bits of a word, and what is computed of that.
//!
//! Launches give numbers that are loaded or reduced as they give sizes, in the hundreds. What counts the lanes of a warp is small in every
//! launch, and often says how many threads have work, also after it was handed to the other warps through a word of shared memory.
//! This is interval analysis with widening (Cousot and Cousot, POPL 1977), from the counting instructions on.

use super::copies::loaded_register;
use super::expr::{Bounds, Expr, ExprTable, IntegerFormat, LeafValues, Node, Term, evaluate, leaf_in_row};
use super::users::User;
use super::{Block, BlockEntry, Conditions, Definition, Facts, Value, ValuePlace};
use crate::ids::InstId;
use crate::ir::Operand;
use crate::isa::{Effects, StateSpace, op, word};
use crate::util::FastMap;
use std::cell::Cell;

/// The most that values are that are counts, or computed of counts. Words of shared memory are taken to hold what stores to exactly their address
/// store: stores to computed addresses are not looked at, so this is what a launch may be assumed to have, not a proof.
#[derive(Debug, Default)]
pub(super) struct Counts {
    most: FastMap<Value, i64>,
}

/// Most values that are followed from counting instructions.
const MOST_FOLLOWED: usize = 512;

/// How often the bounds of a value may grow before nothing is known of it.
const MOST_GROWTHS: u8 = 6;

/// Most sums over the lanes of a warp of which each lane is looked at.
const MOST_SUMS: usize = 64;

/// Most choices and sums in each other that are looked into, and branches on the way to a block.
const MOST_CHOICES: u32 = 8;

/// Lanes of a warp, and warps of a block.
const LANES: i64 = 32;
const WARPS: i64 = 32;

impl Counts {
    /// The counts of a function.
    pub(super) fn of(facts: &Facts<'_, '_>) -> Self {
        let module = facts.module;
        let counting: Vec<InstId> = module.insts_of(facts.function).filter(|&inst| counts(facts, inst)).collect();
        let sums = Cell::new(facts.budget(MOST_SUMS));
        let mut search = CountSearch { facts, words: FastMap::default(), known: FastMap::default(), sums };
        if !counting.is_empty() {
            search.collect_words();
            search.run(&counting);
        }
        let most = |(value, known): (Value, KnownCount)| Some((value, known.bounds?.high)).filter(|it| it.1 < i64::MAX);
        Self { most: search.known.into_iter().filter_map(most).collect() }
    }

    /// How much a value can be at most, if it is a count.
    pub(super) fn most(&self, value: Value) -> Option<i64> {
        self.most.get(&value).copied()
    }
}

/// Whether an instruction counts lanes or bits.
fn counts(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let opcode = facts.module.opcode(inst);
    match opcode.instruction {
        Some(op::REDUX) => facts.module.has_modifier(opcode, word::ADD),
        Some(op::POPC) => true,
        _ => false,
    }
}

/// What stores to one address of shared memory store, and who loads it.
#[derive(Default)]
struct SharedWord {
    stored: Vec<(InstId, Operand)>,
    loaded: Vec<Value>,
    /// Whether something else is done there.
    is_unknown: bool,
}

/// What is known of a value so far: no bounds before anything is known.
#[derive(Clone, Copy, Default)]
struct KnownCount {
    bounds: Option<Bounds>,
    growths: u8,
}

struct CountSearch<'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    words: FastMap<Expr, SharedWord>,
    known: FastMap<Value, KnownCount>,
    /// Sums whose lanes are still looked at one by one; what is left counts all lanes.
    sums: Cell<usize>,
}

impl CountSearch<'_, '_, '_> {
    /// The loads and stores of shared memory at addresses that are the same in every launch.
    fn collect_words(&mut self) {
        let (facts, module) = (self.facts, self.facts.module);
        for inst in module.insts_of(facts.function) {
            let opcode = module.opcode(inst);
            let touches = Effects::READS_MEMORY.union(Effects::WRITES_MEMORY).union(Effects::ATOMIC);
            if module.space(opcode) != Some(StateSpace::Shared) || !opcode.effects.intersects(touches) {
                continue;
            }
            for &operand in module.operands(inst) {
                let Some(address) = facts.exprs().address(facts, inst, operand) else { continue };
                if !is_fixed(facts, address) {
                    continue;
                }
                let word = self.words.entry(address).or_default();
                match (opcode.instruction, module.operands(inst)) {
                    (Some(op::LD), _) => word.loaded.extend(loaded_register(facts, inst)),
                    (Some(op::ST), &[_, value, ..]) => word.stored.push((inst, value)),
                    _ => word.is_unknown = true,
                }
            }
        }
    }

    /// Follows values from counting instructions to all that is computed of them, and their bounds until they grow no more.
    fn run(&mut self, counting: &[InstId]) {
        let facts = self.facts;
        let mut work: Vec<Value> = counting.iter().filter_map(|&inst| loaded_register(facts, inst)).collect();
        self.known = work.iter().map(|&value| (value, KnownCount::default())).collect();
        while let Some(value) = work.pop() {
            for next in self.computed_of(value) {
                if self.known.insert(next, KnownCount::default()).is_none() {
                    work.push(next);
                }
            }
            if self.known.len() > facts.budget(MOST_FOLLOWED) {
                facts.fell_short("counts of lanes", MOST_FOLLOWED, None);
                self.known.clear();
                return;
            }
        }
        let mut work: Vec<Value> = self.known.keys().copied().collect();
        work.sort_unstable();
        while let Some(value) = work.pop() {
            if self.update(value) {
                work.extend(self.computed_of(value));
            }
        }
    }

    /// The values that are computed of a value by what is followed.
    fn computed_of(&self, value: Value) -> Vec<Value> {
        let facts = self.facts;
        let of_user = |user: User| match user {
            User::Value(value) => vec![value],
            User::Inst(inst) => match facts.module.opcode(inst).instruction {
                Some(op::ST) => self.word(inst, 0).map_or(Vec::new(), |word| word.loaded.clone()),
                Some(op::MOV | op::CVT | op::SELP | op::ADD | op::REDUX) => {
                    loaded_register(facts, inst).into_iter().collect()
                }
                _ => Vec::new(),
            },
        };
        facts.users().into_iter().flat_map(|users| users.of(value)).flat_map(of_user).collect()
    }

    /// The word of shared memory that an operand of an instruction is the address of, as far as it is known what is there.
    fn word(&self, inst: InstId, operand: usize) -> Option<&SharedWord> {
        let &operand = self.facts.module.operands(inst).get(operand)?;
        let address = self.facts.exprs().address(self.facts, inst, operand)?;
        self.words.get(&address).filter(|word| !word.is_unknown)
    }

    /// Computes the bounds of a value anew. Whether they have grown.
    fn update(&mut self, value: Value) -> bool {
        let bounds = self.computed(value);
        let known = self.known.entry(value).or_default();
        let joined = union(known.bounds, bounds);
        if joined == known.bounds {
            return false;
        }
        known.growths += 1;
        known.bounds = if known.growths > MOST_GROWTHS { Some(Bounds::ANY) } else { joined };
        true
    }

    /// The bounds of what defines a value; `None` where nothing has come to it yet.
    fn computed(&self, value: Value) -> Option<Bounds> {
        let facts = self.facts;
        let any = Some(Bounds::ANY);
        let Some(ssa) = facts.ssa() else { return any };
        let data = ssa.data(value);
        match data.definition {
            Definition::Entry => any,
            Definition::Phi { .. } => {
                let inputs = ssa.inputs(facts.cfg(), value);
                inputs.iter().fold(None, |all, &input| union(all, self.bounds(input)))
            }
            Definition::Write { inst, previous } => {
                let new = match data.place {
                    ValuePlace::Reg(_) => self.result(inst),
                    ValuePlace::Slot(_) => any,
                };
                previous.map_or(new, |previous| union(new, self.bounds(previous)))
            }
        }
    }

    /// The bounds of what an instruction writes to its first operand.
    fn result(&self, inst: InstId) -> Option<Bounds> {
        let facts = self.facts;
        let (module, any) = (facts.module, Some(Bounds::ANY));
        let opcode = module.opcode(inst);
        let operand = |index: usize| module.operands(inst).get(index).map_or(any, |&it| self.operand(inst, it));
        let Some(ty) = module.types(opcode).next().filter(|ty| !ty.is_float()) else { return any };
        let found = match opcode.instruction {
            Some(op::POPC) => Some(Bounds::new(0, i64::from(ty.bits()))),
            Some(op::REDUX) if counts(facts, inst) => operand(1).map(|each| self.sum_of_lanes(inst, each)),
            Some(op::MOV | op::CVT) => operand(1),
            Some(op::SELP) => union(operand(1), operand(2)),
            Some(op::ADD) => operand(1).zip(operand(2)).map(|(a, b)| a.add(b, 1)),
            Some(op::LD) => self.word(inst, 1).map_or(any, |word| {
                word.stored.iter().fold(None, |all, &(store, value)| union(all, self.operand(store, value)))
            }),
            _ => any,
        };
        let wraps = |bounds: Bounds| !bounds.fits(IntegerFormat::of(ty)) && opcode.instruction != Some(op::LD);
        if found.is_some_and(wraps) { any } else { found }
    }

    /// The bounds of a sum over the lanes of a warp, of which each has a number within bounds: many lanes add a zero that a condition on their
    /// index selects. Rows of blocks are taken to be whole warps.
    fn sum_of_lanes(&self, inst: InstId, each: Bounds) -> Bounds {
        let facts = self.facts;
        // At least one lane comes.
        let all = each.add(each, LANES - 1).join(each);
        let expr = facts.module.operands(inst).get(1).and_then(|&source| facts.exprs().operand(facts, inst, source));
        let (Some(expr), true) = (expr, each.low >= 0 && all.high < i64::MAX) else { return all };
        let Some(left) = self.sums.get().checked_sub(1) else {
            facts.fell_short("sums of lanes", MOST_SUMS, None);
            return all;
        };
        self.sums.set(left);
        let (block, conditions) = (facts.cfg().block_of(inst), facts.conditions());
        let table = &facts.exprs().table;
        let most = |thread: i64| match conditions {
            Some(conditions) if stays_away(table, conditions, block, thread) => 0,
            _ => bounds_in_thread(table, expr, thread, MOST_CHOICES).high.clamp(0, each.high),
        };
        let of_warp = |warp: i64| (0..LANES).map(|lane| most(warp * LANES + lane)).fold(0, i64::saturating_add);
        Bounds::new(0, (0..WARPS).map(of_warp).max().unwrap_or(0).min(all.high))
    }

    fn operand(&self, inst: InstId, operand: Operand) -> Option<Bounds> {
        let value = operand.register().and_then(|reg| self.facts.ssa()?.read(inst, reg));
        match value {
            Some(value) => self.bounds(value),
            None => {
                let number = operand.constant().and_then(|constant| self.facts.module[constant].integer());
                Some(number.map_or(Bounds::ANY, |number| Bounds::new(number, number)))
            }
        }
    }

    /// What is known of a value: of one that no count has come to what its expression says.
    fn bounds(&self, value: Value) -> Option<Bounds> {
        if let Some(known) = self.known.get(&value) {
            return known.bounds;
        }
        let mut exprs = self.facts.exprs();
        let expr = exprs.value(self.facts, value);
        Some(exprs.table.bounds(expr))
    }
}

/// Whether an address is the same in every launch and all threads: a variable and an offset.
fn is_fixed(facts: &Facts<'_, '_>, address: Expr) -> bool {
    let exprs = facts.exprs();
    !exprs.table.contains(address, |node| node.is_leaf() && !matches!(node, Node::Window(_)))
}

/// What leaves are in a thread of a row of a block.
fn leaves(thread: i64) -> impl LeafValues {
    move |_: Expr, node: Node| leaf_in_row(node, thread)
}

/// Whether a condition on its index keeps a thread from a block: one on the way that all come who come there.
fn stays_away(table: &ExprTable, conditions: &Conditions, mut block: Block, thread: i64) -> bool {
    for _ in 0..MOST_CHOICES {
        let &[BlockEntry { branch, truth, wanted, .. }] = conditions.of(block) else { return false };
        let decided = truth.and_then(|truth| evaluate(table, truth, &leaves(thread)));
        if decided.is_some_and(|value| (value != 0) != wanted) {
            return true;
        }
        block = branch;
    }
    false
}

/// The bounds of what an expression is in a thread, where conditions on its index decide which of several numbers that is.
fn bounds_in_thread(table: &ExprTable, expr: Expr, thread: i64, depth: u32) -> Bounds {
    let Some(depth) = depth.checked_sub(1) else { return table.bounds(expr) };
    match table.node(expr) {
        Node::Select(truth, yes, no) => match evaluate(table, truth, &leaves(thread)) {
            Some(0) => bounds_in_thread(table, no, thread, depth),
            Some(_) => bounds_in_thread(table, yes, thread, depth),
            None => bounds_in_thread(table, yes, thread, depth).join(bounds_in_thread(table, no, thread, depth)),
        },
        Node::Sum { constant, .. } => {
            let terms = table.terms(expr).0;
            let add =
                |sum: Bounds, &(term, factor): &Term| sum.add(bounds_in_thread(table, term, thread, depth), factor);
            terms.iter().fold(Bounds::new(constant, constant), add)
        }
        _ => table.bounds(expr),
    }
}

fn union(one: Option<Bounds>, other: Option<Bounds>) -> Option<Bounds> {
    match (one, other) {
        (Some(a), Some(b)) => Some(a.join(b)),
        (known, None) | (None, known) => known,
    }
}
