//! Holds the graphs of two kernels against each other.
//!
//! What loops carry is compared by coinduction: at first all such values count as equal; those that start or go on differently
//! are told apart, round by round, until nothing changes (the partitioning of Alpern, Wegman and Zadeck, POPL 1988).

use super::assume::ParameterNumbers;
use super::done::Done;
use super::graph::{EffectKind, Stride, ValueGraph};
use super::shape::{Classes, KernelShape, Matching, PairParameter, match_parameters};
use super::table::{Id, ParityNode, ParityTable};
use crate::facts::{Facts, LoopId, Value};
use crate::ids::InstId;
use crate::ir::{Component, OperandKind};
use crate::isa::{SpecialKind, TypeClass};
use crate::util::{FastMap, FastSet};

/// Rounds until what loops carry must be told apart.
const MAX_ROUNDS: usize = 12;
/// Above all initial classes of what loops carry, which have numbers by type, and of loops.
const FIRST_CLASSES: [u32; 2] = [1000, 1];
/// Copies of the body of an unrolled loop over vectors.
const MAX_COPIES: i64 = 16;
/// Numbers that are tried for parameters that only one kernel has.
const MAX_ATTEMPTS: usize = 4;
/// Parameters that get numbers.
const MAX_ASSUMPTIONS: usize = 16;

/// The values of both kernels in one round.
pub(super) struct Round {
    /// One graph for each copy of the body of the loop over vectors.
    pub ours: Vec<ValueGraph>,
    pub theirs: ValueGraph,
}

/// Both kernels, and what came out of comparing them.
pub(super) struct ComparedPair<'f, 'a, 's> {
    pub ours: KernelShape<'f, 'a, 's>,
    pub theirs: KernelShape<'f, 'a, 's>,
    pub table: ParityTable,
    /// All rounds; in the last one, what is equal has the same id.
    pub rounds: Vec<Round>,
    /// What was guessed, in words.
    pub assumptions: Vec<String>,
}

/// Why kernels cannot be compared.
pub(super) type PairObstacle = &'static str;

const FEWER: PairObstacle = "it has fewer parameters than the reference, or others, and no constants in their place";

/// What differs.
#[derive(Clone, Copy, Debug)]
pub(super) enum PairDifference {
    /// An effect of the batched kernel that the reference does not have.
    Extra(InstId),
    /// An effect of the reference that a copy of the body of the batched kernel does not have.
    Missing { inst: InstId, copy: usize },
    /// Terms of an address that select the vector, which should be others.
    Stride { inst: InstId, found: Id, expected: Id },
    /// Terms that select vectors closer to each other than these bytes that they are long.
    Overlap { inst: InstId, found: Id, length: Id },
    /// A store to the same place for all vectors.
    SamePlace { inst: InstId },
    /// A load, and like all others it loads the same for all vectors.
    SameInput { inst: InstId },
    /// An access that is also made for vectors that do not exist.
    Unguarded(InstId),
    /// The loop over vectors does not start with vector 0.
    Start(Value),
    /// The loop over vectors goes on under another condition than that there are vectors left.
    End(InstId),
}

/// What is known of both kernels, but for their texts.
#[derive(Clone, Copy)]
pub(super) struct PairFacts<'k> {
    /// Distances of vectors behind parameters.
    pub strides: &'k [u64],
    /// Name of the parameter with the number of vectors.
    pub batch_parameter: &'k str,
}

impl<'f, 'a, 's> ComparedPair<'f, 'a, 's> {
    pub fn new(ours: &'f Facts<'a, 's>, theirs: &'f Facts<'a, 's>, known: PairFacts<'_>) -> Result<Self, PairObstacle> {
        let matchings = match_parameters(ours, theirs, known.batch_parameter);
        let [first, others @ ..] = matchings.as_slice() else {
            return Err(FEWER);
        };
        let mut pair = Self::assuming(ours, theirs, first, known)?;
        for other in others {
            if pair.differences(known.strides).is_empty() {
                break;
            }
            if let Ok(mut second) = Self::assuming(ours, theirs, other, known)
                && second.differences(known.strides).is_empty()
            {
                pair = second;
            }
        }
        Ok(pair)
    }

    /// Compares the kernels with numbers for parameters that only one has: those that suit where they are used first, unless others
    /// suit everywhere.
    fn assuming(
        ours: &'f Facts<'a, 's>,
        theirs: &'f Facts<'a, 's>,
        matching: &Matching,
        known: PairFacts<'_>,
    ) -> Result<Self, PairObstacle> {
        let mut plain = Self::matched_by(ours, theirs, matching, known)?;
        if matching.free.is_empty() {
            return Ok(plain);
        }
        let mut first = None;
        for binding in plain.bindings(&matching.free).into_iter().take(MAX_ATTEMPTS) {
            let (mut matching, mut binding, mut assumptions) = (matching.clone(), binding, Vec::new());
            let mut pair = loop {
                assumptions.extend(bind(&mut matching, &binding));
                let mut pair = Self::matched_by(ours, theirs, &matching, known)?;
                match pair.bindings(&matching.free).into_iter().next() {
                    Some(next) if assumptions.len() < MAX_ASSUMPTIONS => binding = next,
                    _ => break pair,
                }
            };
            pair.assumptions.splice(0..0, assumptions);
            if pair.differences(known.strides).is_empty() {
                return Ok(pair);
            }
            first.get_or_insert(pair);
        }
        if first.is_none()
            && matching.free.iter().any(|free| free.is_theirs)
            && !plain.differences(known.strides).is_empty()
        {
            return Err(FEWER);
        }
        Ok(first.unwrap_or(plain))
    }

    /// Compares the kernels with a certain view of their parameters.
    fn matched_by(
        ours: &'f Facts<'a, 's>,
        theirs: &'f Facts<'a, 's>,
        matching: &Matching,
        known: PairFacts<'_>,
    ) -> Result<Self, PairObstacle> {
        const COMPLEX: PairObstacle = "it is too complex";
        let has_grid_batch = !reads_batch_index(theirs);
        let mut table = ParityTable::default();
        let (us, them) = (ours.block_shape(), theirs.block_shape());
        for axis in 0..3 {
            let most = us.most[axis].max(them.most[axis]).max(1);
            table.thread_bits[axis] = u64::from(most.next_power_of_two()) - 1;
        }
        let [our_parameters, their_parameters] = matching.parameters.clone();
        let shape =
            |facts, parameters, has_batch| KernelShape::new(facts, parameters, matching.pointers.clone(), has_batch);
        let mut ours = shape(ours, our_parameters, has_grid_batch).ok_or(COMPLEX)?;
        let mut theirs = shape(theirs, their_parameters, false).ok_or("its reference is too complex")?;
        let mut first_class = u32::MAX / 2;
        let our_graph = ours.find_counters(&mut table, &mut first_class);
        let their_graph = theirs.find_counters(&mut table, &mut first_class);
        match ours.batch_loops.as_slice() {
            [] => {}
            &[batch] if batch.step <= MAX_COPIES => ours.batch = Some(batch),
            [_] => return Err("its loop over vectors takes too many of them at once"),
            _ => return Err("it has several loops over vectors"),
        }
        let mut pair = Self { ours, theirs, table, rounds: Vec::new(), assumptions: Vec::new() };
        pair.run(&our_graph, &their_graph)?;
        if !pair.finds_vectors()
            && let Some(unrolled) = pair.unrolled(known.strides)
        {
            pair.assumptions.push(format!("{} vectors, unrolled", unrolled.vectors));
            pair.ours.unrolled = Some(unrolled);
            pair.rounds.clear();
            pair.run(&our_graph, &their_graph)?;
        }
        Ok(pair)
    }

    /// Whether the batched kernel finds its vectors in a way that this analysis knows.
    pub fn finds_vectors(&self) -> bool {
        self.ours.batch.is_some()
            || self.ours.unrolled.is_some()
            || self.ours.tests_count
            || reads_batch_index(self.ours.facts)
    }

    /// Whether the batched kernel stores anything, or its reference neither.
    pub fn stores_something(&self) -> bool {
        let stores = |graph: &ValueGraph| graph.effects.iter().any(|effect| effect.kind == EffectKind::Store);
        let Round { ours, theirs } = self.last();
        ours.iter().any(stores) || !stores(theirs)
    }

    pub fn last(&self) -> &Round {
        self.rounds.last().expect("there is a first round")
    }

    /// The instructions whose effects the reference has, too. A copy of the body fits one vector: there, all that the instruction
    /// does has to be found.
    pub fn matched(&self) -> FastSet<InstId> {
        let round = self.last();
        let theirs = Done::by(&self.table, &round.theirs);
        let mut matched = FastSet::default();
        for graph in &round.ours {
            let fits = graph.of_insts().filter(|effects| theirs.has_all(effects));
            matched.extend(fits.map(|effects| effects[0].inst));
        }
        matched
    }

    fn copies(&self) -> i64 {
        let unrolled = self.ours.unrolled.as_ref().map_or(1, |unrolled| unrolled.vectors);
        self.ours.batch.map_or(unrolled, |batch| batch.step)
    }

    /// Runs rounds until nothing changes; takes graphs of both kernels with other classes.
    fn run(&mut self, our_graph: &ValueGraph, their_graph: &ValueGraph) -> Result<(), PairObstacle> {
        let mut ours = vec![initial_classes(&self.ours); self.copies() as usize];
        let mut theirs = initial_classes(&self.theirs);
        let classes = ours.iter().chain([&theirs]);
        let mut known = classes
            .flat_map(|classes| {
                let loops = classes.loops.values().map(|&class| (true, class));
                classes.carried.values().map(|&class| (false, class)).chain(loops)
            })
            .collect::<std::collections::HashSet<_>>()
            .len();
        let mut next = FIRST_CLASSES;
        for _ in 0..MAX_ROUNDS {
            let last = self.rounds.last();
            let their_last = last.map_or(their_graph, |last| &last.theirs);
            let reference = ValueGraph::new(&self.theirs, &mut self.table, &theirs, 0, Some(their_last), None);
            let mut graphs: Vec<ValueGraph> = Vec::new();
            for (classes, copy) in ours.iter().zip(0..) {
                let known = match self.ours.unrolled {
                    // Each vector has addresses of its own.
                    Some(_) => last.map(|last| &last.ours[copy as usize]),
                    // The copies of a round have more in common than the rounds.
                    None => graphs.first().or(last.and_then(|last| last.ours.first())).or(Some(our_graph)),
                };
                let graph = ValueGraph::new(&self.ours, &mut self.table, classes, copy, known, Some(&reference));
                graphs.push(graph);
            }
            if reference.is_too_complex() || graphs.iter().any(ValueGraph::is_too_complex) {
                return Err("it is too complex");
            }
            let mut numbers = Numbers { known: FastMap::default(), kept: FastSet::default(), next };
            for (classes, graph) in ours.iter_mut().zip(&graphs) {
                refine(&self.ours, graph, classes, &mut numbers);
            }
            refine(&self.theirs, &reference, &mut theirs, &mut numbers);
            self.rounds.push(Round { ours: graphs, theirs: reference });
            if numbers.known.len() == known {
                return Ok(());
            }
            known = numbers.known.len();
            next = numbers.next;
        }
        Err("its loops depend on each other in too many ways")
    }

    /// All differences, in the order of the batched kernel's text; those without a place in it come last.
    pub fn differences(&mut self, strides: &[u64]) -> Vec<PairDifference> {
        let mut found = self.wrong_strides(strides);
        found.extend(self.wrong_batch_loop());
        found.extend(self.unguarded_accesses());
        let matched = self.matched();
        let round = self.last();
        for effects in round.ours[0].of_insts() {
            if !matched.contains(&effects[0].inst) {
                found.push(PairDifference::Extra(effects[0].inst));
            }
        }
        for (copy, graph) in round.ours.iter().enumerate() {
            let ours = Done::by(&self.table, graph);
            let missing = round.theirs.of_insts().find(|effects| !ours.has_all(effects));
            found.extend(missing.map(|effects| PairDifference::Missing { inst: effects[0].inst, copy }));
        }
        found.extend(self.missing_waits());
        found
    }

    /// A barrier, or another effect without a value, that the reference has more often.
    fn missing_waits(&self) -> Option<PairDifference> {
        let round = self.last();
        // The vectors of an unrolled batch wait together.
        let ours = round.ours.first().filter(|_| round.ours.len() == 1 || self.ours.unrolled.is_some())?;
        let mut left: FastMap<Id, usize> = FastMap::default();
        for effect in ours.effects.iter().filter(|effect| effect.kind == EffectKind::Other) {
            *left.entry(effect.id).or_default() += 1;
        }
        let mut others = round.theirs.effects.iter().filter(|effect| effect.kind == EffectKind::Other);
        let missing = others.find(|effect| match left.get_mut(&effect.id) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            other => other.is_some(),
        })?;
        Some(PairDifference::Missing { inst: missing.inst, copy: 0 })
    }

    /// Accesses of all copies of the body but the first that are made whether there is such a vector or not.
    fn unguarded_accesses(&self) -> Vec<PairDifference> {
        let round = self.last();
        let theirs = Done::by(&self.table, &round.theirs);
        let mut found = Vec::new();
        let has_guards = round.ours.iter().any(|graph| graph.effects.iter().any(|effect| effect.is_guarded));
        if self.ours.unrolled.is_some() && !has_guards {
            return found;
        }
        for graph in round.ours.iter().skip(1) {
            let is_batched = |stride: &&Stride| self.table.as_constant(stride.terms).is_none();
            let batched: FastSet<InstId> = graph.strides.iter().filter(is_batched).map(|stride| stride.inst).collect();
            let wrong = graph
                .effects
                .iter()
                .filter(|effect| !effect.is_guarded && batched.contains(&effect.inst) && theirs.has(effect));
            found.extend(wrong.map(|effect| PairDifference::Unguarded(effect.inst)));
        }
        found
    }

    /// Whether the loop over vectors takes them all.
    fn wrong_batch_loop(&mut self) -> Vec<PairDifference> {
        let Some(batch) = self.ours.batch else { return Vec::new() };
        let mut found = Vec::new();
        let graph = &self.rounds[self.rounds.len() - 1].ours[0];
        let initial = self.ours.loop_inputs(batch.counter, batch.id).map(|(initial, _)| initial);
        let start = initial.and_then(|value| graph.value(value)).and_then(|id| self.table.as_constant(id));
        if let (Some(value), Some(1..)) = (initial, start) {
            found.push(PairDifference::Start(value));
        }
        let (number, count) = (self.table.intern(ParityNode::Batch), self.table.intern(ParityNode::Count));
        let rest = self.table.add(number, count, -1);
        let step = self.table.constant(batch.step);
        let next = self.table.add(rest, step, 1);
        let [before, after] = [rest, next].map(|sum| self.table.negative(sum));
        for &(block, condition) in graph.exits.get(&batch.id).map_or(&[][..], Vec::as_slice) {
            // A test at the end of the body is about the next vectors.
            let is_at_end = self.ours.loops.get(batch.id).latches.contains(&block);
            if condition != if is_at_end { after } else { before } {
                found.push(PairDifference::End(self.ours.cfg.last(block)));
            }
        }
        found
    }
}

/// Puts numbers in the place of parameters; says so.
fn bind(matching: &mut Matching, binding: &ParameterNumbers) -> Vec<String> {
    let mut words = Vec::new();
    for &(at, number) in binding {
        let free = &matching.free[at];
        matching.parameters[usize::from(free.is_theirs)].insert(free.var, PairParameter::Constant(number));
        words.push(format!("{} = {number}", free.name));
    }
    let mut at = 0..;
    matching.free.retain(|_| at.next().is_some_and(|at| binding.iter().all(|&(bound, _)| bound != at)));
    words
}

/// Whether a kernel reads `%ctaid.y`.
fn reads_batch_index(facts: &Facts<'_, '_>) -> bool {
    let module = facts.module;
    module.insts_of(facts.function).any(|inst| {
        module.operands(inst).iter().any(|operand| match operand.kind {
            OperandKind::Special { register, component, .. } => {
                register.kind == SpecialKind::Ctaid && component == Component::Y
            }
            _ => false,
        })
    })
}

/// One class for all loops, and one for what they carry of each type.
pub(super) fn initial_classes(shape: &KernelShape<'_, '_, '_>) -> Classes {
    let mut classes = Classes::default();
    let module = shape.facts.module;
    for join in shape.carried().filter(|join| !shape.steps.contains_key(join)) {
        let Some(id) = shape.loops.headed_by(shape.blocks[join.index()]) else { continue };
        if shape.loop_inputs(join, id).is_none() {
            continue;
        }
        let ty = match shape.ssa.data(join).place {
            crate::facts::ValuePlace::Reg(reg) => module.declaration(reg).ty,
            crate::facts::ValuePlace::Slot(_) => None,
        };
        let class = ty.map_or(0, |ty| 2 * ty.bits() + u32::from(ty.class() == TypeClass::Float));
        classes.carried.insert(join, class);
    }
    classes.loops = shape.loops.ids().filter(|&id| !shape.is_batch(id)).map(|id| (id, 0)).collect();
    classes
}

/// What tells classes apart: the old class, and the expressions of what is carried, or the conditions of a loop.
type Key = (bool, u32, Vec<Id>, u32);

/// The numbers of new classes.
struct Numbers {
    known: FastMap<Key, u32>,
    /// Old classes of which a part has kept the number, so that what depends on it stays the same.
    kept: FastSet<(bool, u32)>,
    /// The next number of what loops carry, and of loops.
    next: [u32; 2],
}

impl Numbers {
    fn of(&mut self, key: Key) -> u32 {
        let (is_loop, class) = (key.0, key.1);
        *self.known.entry(key).or_insert_with(|| {
            if self.kept.insert((is_loop, class)) {
                return class;
            }
            let next = &mut self.next[usize::from(is_loop)];
            *next += 1;
            *next - 1
        })
    }
}

/// Tells apart what starts or goes on differently.
fn refine(shape: &KernelShape<'_, '_, '_>, graph: &ValueGraph, classes: &mut Classes, numbers: &mut Numbers) {
    let mut loops: FastMap<LoopId, u32> = FastMap::default();
    for (&id, &class) in &classes.loops {
        let mut conditions: Vec<Id> =
            graph.exits.get(&id).into_iter().flatten().map(|&(_, condition)| condition).collect();
        conditions.sort_unstable();
        loops.insert(id, numbers.of((true, class, conditions, 0)));
    }
    let mut carried: FastMap<Value, u32> = FastMap::default();
    for (&join, &class) in &classes.carried {
        let Some(id) = shape.loops.headed_by(shape.blocks[join.index()]) else { continue };
        let Some((initial, next)) = shape.loop_inputs(join, id) else { continue };
        let inputs = [initial, next].map(|value| graph.value(value));
        let inputs = inputs.into_iter().flatten().collect();
        carried.insert(join, numbers.of((false, class, inputs, loops.get(&id).copied().unwrap_or(u32::MAX))));
    }
    *classes = Classes { carried, loops };
}
