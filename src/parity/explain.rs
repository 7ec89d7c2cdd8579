//! From differences to findings: which instruction is the cause, and what it computes.

use super::compare::{ComparedPair, PairDifference, Round};
use super::graph::ValueGraph;
use super::print::ExprPrinter;
use super::shape::{KernelShape, PairParameter, is_shared_access, parameters};
use super::table::{Id, ParityNode, ParityTable};
use crate::diagnostic::{Finding, Level};
use crate::facts::{Block, Definition, Value};
use crate::ids::InstId;
use crate::ir::{Access, Module, OperandKind};
use crate::isa::op;
use crate::util::{FastMap, FastSet};

/// Most findings of a pair of kernels.
const MAX_FINDINGS: usize = 8;
/// Most differences whose causes are looked for.
const MAX_DIFFERENCES: usize = 100;
/// Longest way down from an effect to what differs.
const MAX_PATH: usize = 10_000;

/// The cause of a difference.
#[derive(Clone, Copy)]
struct DifferenceCause {
    inst: InstId,
    /// What it computes there.
    value: Option<Id>,
}

/// What may be the cause of a difference, if the kernel works on a certain vector.
struct CauseCandidate {
    cause: Option<DifferenceCause>,
    /// Values on the way to it that differ.
    different: usize,
}

impl ComparedPair<'_, '_, '_> {
    /// One finding for each cause.
    pub fn findings(&mut self, strides: &[u64], count_name: &str) -> Vec<Finding> {
        let differences = self.differences(strides);
        if differences.is_empty() {
            return Vec::new();
        }
        let is_placed = differences.iter().any(|it| !matches!(it, PairDifference::Missing { .. }));
        let proven = self.proven();
        let mut causes: Vec<InstId> = Vec::new();
        let mut findings = Vec::new();
        for difference in differences.into_iter().take(MAX_DIFFERENCES) {
            let (inst, finding) = match difference {
                PairDifference::Missing { .. } if is_placed => continue,
                PairDifference::Missing { inst, copy } => self.missing(inst, copy, count_name),
                PairDifference::Extra(inst) => {
                    let slice = slice(&self.ours, inst);
                    if self.follows_from(&slice, &causes) {
                        continue;
                    }
                    self.extra(inst, &slice, &proven, count_name)
                }
                PairDifference::Stride { inst, found, expected } => self.stride(inst, found, expected, count_name),
                PairDifference::Overlap { inst, found, length } => {
                    let message =
                        "the vectors of the batched kernel overlap: they are closer together than they are long";
                    self.distance_finding(inst, found, length, message, count_name)
                }
                PairDifference::SamePlace { inst } => {
                    let message = "the batched kernel stores all vectors at the same place";
                    (inst, Finding::new(self.module()[inst].span, message))
                }
                PairDifference::SameInput { inst } => {
                    let message = "the batched kernel loads the same for all vectors, here and everywhere";
                    (inst, Finding::new(self.module()[inst].span, message))
                }
                PairDifference::Unguarded(inst) => (inst, self.unguarded(inst, count_name)),
                PairDifference::Start(value) => self.start(value),
                PairDifference::End(inst) => self.end(inst, count_name),
            };
            if !causes.contains(&inst) {
                causes.push(inst);
                findings.push(finding);
            }
            if findings.len() == MAX_FINDINGS {
                break;
            }
        }
        findings
    }

    /// Findings about vectors that are apart by another dimension than they are long: they may be parts of something longer.
    pub fn doubts(&mut self, strides: &[u64], count_name: &str) -> Vec<Finding> {
        let message = "the vectors of the batched kernel are apart by another dimension than they are long";
        let doubtful = self.doubtful_strides(strides).into_iter();
        doubtful
            .map(|(inst, found, length)| {
                self.distance_finding(inst, found, length, message, count_name).1.level(Level::Warning)
            })
            .collect()
    }

    fn distance_finding(
        &mut self,
        inst: InstId,
        found: Id,
        length: Id,
        message: &str,
        count_name: &str,
    ) -> (InstId, Finding) {
        let batch = self.table.intern(ParityNode::Batch);
        let expected = self.table.multiply(batch, length).unwrap_or(found);
        let (inst, mut finding) = self.stride(inst, found, expected, count_name);
        finding.message = message.to_string();
        (inst, finding)
    }

    /// Whether values depend on what is known to be wrong.
    fn follows_from(&self, slice: &[Value], causes: &[InstId]) -> bool {
        let stores_wrong = causes.iter().any(|cause| self.ours.shared_stores.contains(cause));
        let mut insts = slice.iter().filter_map(|&value| self.defining(value));
        insts.any(|inst| causes.contains(&inst) || (stores_wrong && is_shared_access(self.module(), inst, op::LD)))
    }

    fn module(&self) -> &Module<'_> {
        self.ours.facts.module
    }

    pub fn printer(&self, count_name: &str) -> ExprPrinter<'_> {
        let count = self.ours.parameters.iter().find(|&(_, &parameter)| parameter == PairParameter::Count);
        let count = count.and_then(|(&id, _)| self.module()[id].name).map(|name| self.module().name(name));
        let [ours, theirs] = [self.ours.facts, self.theirs.facts].map(|facts| {
            let names = parameters(facts).into_iter().map(|(_, variable)| variable.name);
            names.map(|name| name.map_or("?", |name| facts.module.name(name)).to_string()).collect()
        });
        let count = count.unwrap_or(count_name).to_string();
        let is_numbered = self.ours.batch.is_some() || self.ours.unrolled.is_some();
        let batch = if is_numbered { "vector" } else { "ctaid.y" };
        ExprPrinter { table: &self.table, parameters: theirs, extras: ours, count, batch }
    }

    fn defining(&self, value: Value) -> Option<InstId> {
        defining(&self.ours, value)
    }

    /// Values on which only effects depend that the reference has, too.
    fn proven(&self) -> FastSet<Value> {
        let mut work = Vec::new();
        for inst in self.matched() {
            registers(&self.ours, inst, &mut work);
        }
        closure(&self.ours, work).into_iter().collect()
    }

    /// An instruction that does something else than the reference, because of a value that it uses or on its own.
    fn extra(&mut self, inst: InstId, slice: &[Value], proven: &FastSet<Value>, count_name: &str) -> (InstId, Finding) {
        if let Some([place, value]) = self.mixed_up(inst) {
            let message = format!("the batched kernel stores the value of vector {value} for vector {place}");
            return (inst, Finding::new(self.module()[inst].span, message));
        }
        let partner = self.partner(inst);
        let their_slice = partner.map(|partner| self::slice(&self.theirs, partner)).unwrap_or_default();
        let suspects: Vec<Value> = slice.iter().copied().filter(|value| !proven.contains(value)).collect();
        let copies = self.copies_of(inst);
        let distances: Vec<Vec<Id>> = copies.iter().map(|&copy| self.distances(copy)).collect();
        let mut vector = copies[0];
        let (mut best, mut is_unknown): (Option<(DifferenceCause, Option<DifferenceCause>)>, bool) = (None, false);
        for Round { ours, theirs } in &self.rounds {
            let known: FastSet<Id> = theirs.values().collect();
            let table = &mut self.table;
            let candidates = copies.iter().zip(&distances).map(|(&copy, distances)| {
                let graph = &ours[copy];
                (copy, distances, cause(&self.ours, graph, &suspects, table, &known, distances))
            });
            // An instruction works for the vector for which the least differs.
            let nearest = candidates.min_by_key(|(.., candidate)| candidate.different);
            let Some((copy, distances, CauseCandidate { cause: Some(cause), .. })) = nearest else { continue };
            let graph = &ours[copy];
            vector = copy;
            let mut known: FastSet<Id> = graph.values().map(|id| self.table.split_batch(id).0).collect();
            for &distance in distances {
                known.extend(graph.values().map(|id| self.table.add(id, distance, -1)));
            }
            let other = self::cause(&self.theirs, theirs, &their_slice, &mut self.table, &known, &[]).cause;
            is_unknown = cause.value.is_some_and(|value| has_unknown(&self.table, value));
            best = Some((self.surplus(cause, graph, theirs), other));
            break;
        }
        if let Some(found) = partner.and_then(|partner| self.descend(inst, partner, &suspects))
            && best.is_none_or(|(cause, _)| found.0.inst < cause.inst)
        {
            best = Some((found.0, Some(found.1)));
        }
        let printer = self.printer(count_name);
        let Some((cause, theirs)) = best else { return self.effect_finding(inst, partner, &printer) };
        let module = self.module();
        let text = cause.value.map(|value| printer.expression(value)).unwrap_or_default();
        let message =
            format!("the batched kernel computes something else than its reference{}", self.for_vector(vector));
        let mut finding = Finding::new(module[cause.inst].span, message).caption(format!("this is {text}"));
        if let Some(theirs) = theirs
            && let Some(value) = theirs.value
        {
            let other = self.theirs.facts.module;
            let line = String::from_utf8_lossy(other.source.slice(other[theirs.inst].span));
            finding = finding.help(format!("the reference has {}: `{line}`", printer.expression(value)));
        }
        if inst != cause.inst {
            finding = finding.label(module[inst].span, "what differs gets here");
        }
        if is_unknown {
            finding = finding.level(Level::Warning);
        }
        (cause.inst, finding)
    }

    /// For which copies of the body an instruction may work: where it accesses what the reference does, if there is such a one.
    fn copies_of(&self, inst: InstId) -> Vec<usize> {
        if self.ours.unrolled.is_none() {
            return (0..self.last().ours.len()).collect();
        }
        let lacking = self.lacking();
        let at_place: Vec<usize> = lacking.iter().copied().filter(|&copy| self.is_at_place(inst, copy)).collect();
        if at_place.is_empty() { lacking } else { at_place }
    }

    /// Words for a vector of an unrolled batch.
    fn for_vector(&self, copy: usize) -> String {
        self.ours.unrolled.as_ref().map_or(String::new(), |_| format!(" for vector {copy}"))
    }

    /// Where an input of the cause is a value that the reference has less often, and nothing else uses it, the input is the cause:
    /// it is right in another place.
    fn surplus(&self, mut cause: DifferenceCause, ours: &ValueGraph, theirs: &ValueGraph) -> DifferenceCause {
        let Some(users) = self.ours.facts.users() else { return cause };
        let mut left: FastMap<Id, i64> = FastMap::default();
        for id in ours.values() {
            *left.entry(id).or_default() += 1;
        }
        for id in theirs.values() {
            *left.entry(id).or_default() -= 1;
        }
        let is_surplus = |value: Value| {
            ours.value(value)
                .is_some_and(|id| left.get(&id).is_some_and(|&left| left > 0) && self.table.is_operation(id))
                && users.of(value).len() == 1
        };
        loop {
            let mut inputs = Vec::new();
            reads(&self.ours, cause.inst, &mut inputs);
            let surplus = inputs.into_iter().filter(|&value| is_surplus(value));
            let next = surplus.filter_map(|value| Some((self.defining(value)?, value))).min();
            match next.filter(|&(inst, _)| inst < cause.inst) {
                Some((inst, value)) => cause = DifferenceCause { inst, value: ours.value(value) },
                None => return cause,
            }
        }
    }

    /// The instruction of the reference that does what most resembles the work of one of ours.
    fn partner(&self, inst: InstId) -> Option<InstId> {
        let round = self.last();
        let theirs = &round.theirs.effects;
        let matched: FastSet<Id> =
            round.ours.iter().flat_map(|graph| graph.effects.iter().map(|effect| effect.id)).collect();
        let kind = round.ours[0].effects.iter().find(|effect| effect.inst == inst)?.kind;
        let opcode = |module: &Module<'_>, inst: InstId| module.opcode(inst).instruction;
        let is_alike = |other: InstId| opcode(self.module(), inst) == opcode(self.theirs.facts.module, other);
        let alike = || theirs.iter().filter(|effect| effect.kind == kind && is_alike(effect.inst));
        alike().find(|effect| !matched.contains(&effect.id)).or_else(|| alike().next()).map(|effect| effect.inst)
    }

    /// Walks down from an effect and that of the reference, as long as both are made the same way and differ in one input. Gives
    /// the instructions that compute what differs there; or those that use it, if it is right in another place.
    fn descend(&self, inst: InstId, partner: InstId, suspects: &[Value]) -> Option<(DifferenceCause, DifferenceCause)> {
        let round = self.rounds.first()?;
        let of = |graph: &ValueGraph, inst: InstId| {
            let effects = graph.effects.iter().filter(|effect| effect.inst == inst);
            effects.map(|effect| effect.id).collect::<Vec<_>>()
        };
        let theirs = of(&round.theirs, partner);
        let different_inputs = |a: Id, b: Id| {
            let inputs = self.table.children(a).into_iter().zip(self.table.children(b));
            inputs.filter(|(a, b)| a != b).count()
        };
        let pairs = round.ours.iter().filter_map(|graph| {
            let pair = of(graph, inst).into_iter().zip(theirs.iter().copied()).find(|(a, b)| a != b)?;
            Some((graph, pair))
        });
        let (graph, (ours, theirs)) = pairs.min_by_key(|&(_, (a, b))| different_inputs(a, b))?;
        let mut path = path(&self.table, ours, theirs);
        let count = |shape: &KernelShape<'_, '_, '_>, graph: &ValueGraph, id: Id| {
            shape.ssa.values().filter(|&value| graph.value(value) == Some(id)).count()
        };
        let &(deepest, _) = path.last()?;
        if count(&self.ours, graph, deepest) <= count(&self.theirs, &round.theirs, deepest) {
            path.pop();
        }
        path.iter().rev().find_map(|&(ours, theirs)| {
            let of_ours = |value: &Value| graph.value(*value) == Some(ours);
            let mine = suspects.iter().copied().filter(of_ours).filter_map(|value| self.defining(value)).min()?;
            let values = self.theirs.ssa.values().filter(|&value| round.theirs.value(value) == Some(theirs));
            let other = values.filter_map(|value| defining(&self.theirs, value)).min()?;
            let cause = |inst, value| DifferenceCause { inst, value: Some(value) };
            Some((cause(mine, ours), cause(other, theirs)))
        })
    }

    /// An effect whose inputs all occur in the reference, but not together: it is wrong itself, or the branch to it.
    fn effect_finding(&self, inst: InstId, partner: Option<InstId>, printer: &ExprPrinter<'_>) -> (InstId, Finding) {
        let module = self.module();
        let id = |graph: &ValueGraph, inst: InstId| {
            graph.effects.iter().find(|effect| effect.inst == inst).map(|effect| effect.id)
        };
        let round = self.last();
        let vector = self.copies_of(inst)[0];
        let of_vector = self.for_vector(vector);
        let ours = id(&round.ours[vector], inst);
        let without_condition = |id: Id| {
            let mut children = self.table.children(id);
            (children.pop(), children)
        };
        let inputs = ours.map(|id| without_condition(id).1);
        let mut theirs = round.theirs.effects.iter().map(|effect| effect.id);
        let same_inputs = theirs.find(|&id| Some(without_condition(id).1) == inputs);
        let (Some(ours), Some(theirs)) = (ours, same_inputs.or(partner.and_then(|it| id(&round.theirs, it)))) else {
            let message = format!("the batched kernel does something else than its reference{of_vector}");
            return (inst, Finding::new(module[inst].span, message));
        };
        let text = |id: Option<Id>| id.map_or(String::new(), |id| printer.expression(id));
        if same_inputs.is_none() {
            let message = format!("the batched kernel does something else than its reference{of_vector}");
            let finding = Finding::new(module[inst].span, message).caption(format!("this is {}", text(Some(ours))));
            return (inst, finding.help(format!("the reference has {}", text(Some(theirs)))));
        }
        let above = |&block: &Block| self.ours.facts.dominators().immediate(block).filter(|&above| above != block);
        let blocks = std::iter::successors(Some(self.ours.cfg.block_of(inst)), above).skip(1);
        let mut branches = blocks.map(|block| self.ours.cfg.last(block)).filter(|&last| module.guard(last).is_some());
        let at = if module.guard(inst).is_some() { inst } else { branches.next().unwrap_or(inst) };
        let message = format!("the batched kernel does this under another condition than its reference{of_vector}");
        let ours = without_condition(ours).0;
        let theirs = without_condition(theirs).0;
        let mut finding = Finding::new(module[at].span, message)
            .caption(format!("the condition is {}", text(ours)))
            .help(format!("in the reference the condition is {}", text(theirs)));
        if at != inst {
            finding = finding.label(module[inst].span, "what happens under the condition");
        }
        (at, finding)
    }

    fn missing(&self, inst: InstId, copy: usize, count_name: &str) -> (InstId, Finding) {
        let module = self.module();
        let other = self.theirs.facts.module;
        let line = String::from_utf8_lossy(other.source.slice(other[inst].span)).into_owned();
        let function = &module[self.ours.facts.function];
        let printer = self.printer(count_name);
        let effect = self.last().theirs.effects.iter().find(|effect| effect.inst == inst);
        let text = effect.map(|effect| printer.expression(effect.id)).unwrap_or_default();
        let step = self.ours.batch.and_then(|batch| {
            let (_, next) = self.ours.loop_inputs(batch.counter, batch.id)?;
            self.defining(next)
        });
        let message = match step {
            Some(_) => format!("the batched kernel lacks `{line}` of its reference for vector {copy} of a round"),
            None => format!("the batched kernel lacks `{line}` of its reference{}", self.for_vector(copy)),
        };
        let span = step.map_or(function.name_span, |step| module[step].span);
        let finding = Finding::new(span, message).help(format!("the reference has {text}"));
        (step.unwrap_or_else(|| self.ours.cfg.first(Block(0))), finding)
    }

    /// The instruction with which an address starts to grow as it should not.
    fn stride(&mut self, inst: InstId, found: Id, expected: Id, count_name: &str) -> (InstId, Finding) {
        let (found_factor, wanted) = (self.batch_factor(found), self.batch_factor(expected));
        let mut cause = None;
        for value in address_slice(&self.ours, inst) {
            let Some(id) = self.rounds[0].ours[0].value(value) else { continue };
            let (_, terms) = self.table.split_batch(id);
            let factor = self.batch_factor(terms);
            if let (Some(factor), Some(wanted), Some(inst)) = (factor, wanted, self.defining(value))
                && factor != 0
                && (wanted == 0 || wanted % factor != 0)
                && cause.is_none_or(|cause| inst < cause)
            {
                cause = Some(inst);
            }
        }
        let printer = self.printer(count_name);
        let message = "the address of the batched kernel moves by another distance from vector to vector";
        let mut finding = Finding::new(self.module()[cause.unwrap_or(inst)].span, message);
        finding = match (found_factor, wanted) {
            (Some(found), Some(wanted)) => finding.caption(format!("{found} bytes instead of {wanted}")),
            _ => finding.caption(format!("{} instead of {}", printer.expression(found), printer.expression(expected))),
        };
        if cause.is_some_and(|cause| cause != inst) {
            finding = finding.label(self.module()[inst].span, "the address is used here");
        }
        (cause.unwrap_or(inst), finding)
    }

    /// The factor of the number of the vector, if it is a number and nothing else depends on the vector.
    fn batch_factor(&self, terms: Id) -> Option<i64> {
        let sum = self.table.sum(terms);
        match sum.terms.as_slice() {
            [] => Some(0),
            &[(term, factor)] if self.table.node(term) == ParityNode::Batch => Some(factor),
            _ => None,
        }
    }

    fn unguarded(&self, inst: InstId, count_name: &str) -> Finding {
        let message = "this is also done for vectors that do not exist";
        let help = format!("the loop takes several vectors at once: guard it with a comparison with `{count_name}`");
        Finding::new(self.module()[inst].span, message).help(help)
    }

    fn start(&self, value: Value) -> (InstId, Finding) {
        let inst = self.defining(value).unwrap_or_else(|| self.ours.cfg.first(self.ours.blocks[value.index()]));
        let finding = Finding::new(self.module()[inst].span, "the loop over vectors does not start with the first one");
        (inst, finding)
    }

    fn end(&self, inst: InstId, count_name: &str) -> (InstId, Finding) {
        let guard = self.module().guard(inst).and_then(|guard| guard.register());
        let value = guard.and_then(|reg| self.ours.ssa.read(inst, reg));
        let at = value.and_then(|value| self.defining(value)).unwrap_or(inst);
        let message = "the loop over vectors goes on under another condition than that there are vectors left";
        let printer = self.printer(count_name);
        let id = value.and_then(|value| self.last().ours[0].value(value));
        let mut finding = Finding::new(self.module()[at].span, message);
        if let Some(id) = id {
            finding = finding.caption(format!("this is {}", printer.expression(id)));
        }
        (at, finding)
    }
}

fn defining(shape: &KernelShape<'_, '_, '_>, value: Value) -> Option<InstId> {
    match shape.ssa.data(value).definition {
        Definition::Write { inst, .. } => Some(inst),
        _ => None,
    }
}

/// The values of registers that an instruction reads.
fn registers(shape: &KernelShape<'_, '_, '_>, inst: InstId, found: &mut Vec<Value>) {
    shape.facts.module.for_each_register(inst, |access| {
        if access.access == Access::Read {
            found.extend(shape.ssa.read(inst, access.reg));
        }
    });
}

/// The values that an instruction uses, in memory, too.
fn reads(shape: &KernelShape<'_, '_, '_>, inst: InstId, found: &mut Vec<Value>) {
    registers(shape, inst, found);
    if is_shared_access(shape.facts.module, inst, op::LD) {
        shape.shared_stores.iter().for_each(|&store| registers(shape, store, found));
    }
    if let Some(slot) = shape.facts.slots().access(inst).map(|(slot, _)| slot) {
        found.extend(shape.ssa.loaded(inst, slot));
    }
}

/// Predicates that decide whether control gets to an instruction.
fn decisions(shape: &KernelShape<'_, '_, '_>, inst: InstId, found: &mut Vec<Value>) {
    let mut block = shape.cfg.block_of(inst);
    while let Some(above) = shape.facts.dominators().immediate(block).filter(|&above| above != block) {
        block = above;
        decision(shape, block, found);
    }
}

/// The predicate of the branch at the end of a block, unless it is that of the loop over vectors.
fn decision(shape: &KernelShape<'_, '_, '_>, block: Block, found: &mut Vec<Value>) {
    let last = shape.cfg.last(block);
    let leaves = |id| shape.cfg.successors(block).iter().any(|&next| !shape.loops.contains(id, next));
    let is_batch = shape.batch.is_some_and(|batch| shape.loops.contains(batch.id, block) && leaves(batch.id));
    if shape.facts.module.guard(last).is_some() && !is_batch {
        reads(shape, last, found);
    }
}

/// The values that a value is made of.
fn inputs(shape: &KernelShape<'_, '_, '_>, value: Value) -> Vec<Value> {
    let mut found = Vec::new();
    match shape.ssa.data(value).definition {
        Definition::Entry => {}
        Definition::Write { inst, previous } => {
            reads(shape, inst, &mut found);
            found.extend(previous);
        }
        Definition::Phi { block, .. } => {
            found.extend(shape.ssa.inputs(shape.cfg, value));
            let Some(&from) = shape.cfg.predecessors(block).iter().max() else { return found };
            decisions(shape, shape.cfg.last(from), &mut found);
            decision(shape, from, &mut found);
        }
    }
    found
}

/// All values that an instruction depends on.
fn slice(shape: &KernelShape<'_, '_, '_>, inst: InstId) -> Vec<Value> {
    let mut work = Vec::new();
    reads(shape, inst, &mut work);
    decisions(shape, inst, &mut work);
    closure(shape, work)
}

/// All values that the address depends on at which an instruction accesses memory.
fn address_slice(shape: &KernelShape<'_, '_, '_>, inst: InstId) -> Vec<Value> {
    let module = shape.facts.module;
    let addresses = module.operands(inst).iter().filter_map(|operand| match operand.kind {
        OperandKind::Address(id) => Some(module.list(module[id].parts)),
        _ => None,
    });
    let registers = addresses.flatten().filter_map(|part| part.register());
    closure(shape, registers.filter_map(|reg| shape.ssa.read(inst, reg)).collect())
}

/// What two expressions differ in, from the whole to the smallest part: as long as both are made the same way from inputs of
/// which all but one are equal.
fn path(table: &ParityTable, mut a: Id, mut b: Id) -> Vec<(Id, Id)> {
    let mut path = Vec::new();
    while a != b && path.len() < MAX_PATH {
        path.push((a, b));
        let (mut ours, mut theirs) = match (table.node(a), table.node(b)) {
            (ParityNode::Sum(ours, x), ParityNode::Sum(theirs, y)) if x == y => {
                (table.terms(ours).to_vec(), table.terms(theirs).to_vec())
            }
            (x, y) if std::mem::discriminant(&x) == std::mem::discriminant(&y) && !matches!(x, ParityNode::Sum(..)) => {
                if let (ParityNode::Operation(x, _), ParityNode::Operation(y, _)) = (x, y)
                    && x != y
                {
                    break;
                }
                let parts = |id| table.children(id).into_iter().map(|child| (child, 1)).collect::<Vec<_>>();
                (parts(a), parts(b))
            }
            _ => break,
        };
        let shared = |list: &[(Id, i64)], other: &[(Id, i64)]| {
            list.iter().copied().filter(|part| !other.contains(part)).collect::<Vec<_>>()
        };
        (ours, theirs) = (shared(&ours, &theirs), shared(&theirs, &ours));
        match (ours.as_slice(), theirs.as_slice()) {
            (&[(x, factor)], &[(y, other)]) if factor == other => (a, b) = (x, y),
            _ => break,
        }
    }
    path
}

/// The values, and all that they depend on.
fn closure(shape: &KernelShape<'_, '_, '_>, mut work: Vec<Value>) -> Vec<Value> {
    let mut seen: FastSet<Value> = FastSet::default();
    let mut slice = Vec::new();
    while let Some(value) = work.pop() {
        if seen.insert(value) {
            slice.push(value);
            work.extend(inputs(shape, value));
        }
    }
    slice
}

/// The first instruction of a slice that computes what the other kernel does not have, from inputs that it has.
fn cause(
    shape: &KernelShape<'_, '_, '_>,
    graph: &ValueGraph,
    slice: &[Value],
    table: &mut ParityTable,
    known: &FastSet<Id>,
    distances: &[Id],
) -> CauseCandidate {
    let mut different: FastSet<Value> = FastSet::default();
    for &value in slice {
        if let Some(id) = graph.value(value)
            && !known.contains(&id)
            && !is_batch_only(table, id, known)
            && !is_moved(table, id, known, distances)
        {
            different.insert(value);
        }
    }
    let carries = |join: Value, value: Value| {
        let Definition::Phi { block, .. } = shape.ssa.data(join).definition else { return false };
        shape.loops.headed_by(block).is_some() && shape.ssa.inputs(shape.cfg, join).contains(&value)
    };
    let is_cause = |value: Value| {
        let mut before = inputs(shape, value).into_iter().filter(|input| different.contains(input));
        before.all(|input| carries(input, value))
    };
    let causes = different.iter().copied().filter(|&value| is_cause(value));
    let first = causes.filter_map(|value| Some((defining(shape, value)?, value))).min();
    let cause = first.map(|(inst, value)| DifferenceCause { inst, value: graph.value(value) });
    CauseCandidate { cause, different: different.len() }
}

/// Whether a value only says which vector it is, or is known but for that.
fn is_batch_only(table: &mut ParityTable, id: Id, known: &FastSet<Id>) -> bool {
    let existing = table.for_existing(id);
    let (rest, batch) = table.split_batch(existing);
    let is_batched = existing != id || table.as_constant(batch).is_none();
    match table.node(rest) {
        ParityNode::Count | ParityNode::Extra(_) | ParityNode::Exists => true,
        ParityNode::Sum(..) if table.as_constant(rest).is_some() => is_batched,
        _ => known.contains(&rest),
    }
}

/// Whether a value is known but for the distance of a vector, or leads to that distance.
fn is_moved(table: &mut ParityTable, id: Id, known: &FastSet<Id>, distances: &[Id]) -> bool {
    let is_number = !distances.is_empty() && table.as_constant(id).is_some();
    is_number || distances.iter().any(|&distance| id == distance || known.contains(&table.add(id, distance, -1)))
}

fn has_unknown(table: &ParityTable, id: Id) -> bool {
    let (mut work, mut seen) = (vec![id], FastSet::default());
    while let Some(id) = work.pop() {
        if matches!(table.node(id), ParityNode::Unknown(_)) {
            return true;
        }
        if seen.insert(id) {
            work.extend(table.children(id));
        }
    }
    false
}
