//! What stays the same of a kernel while its values are computed again and again: parameters, loops, counters.

use super::graph::ValueGraph;
use super::table::{Id, ParityNode, ParityTable};
use crate::facts::{Block, Cfg, Definition, Facts, LoopId, NaturalLoops, Ssa, Value};
use crate::ids::{InstId, NameId, VarId};
use crate::ir::{Access, Module, Opcode, Operand, OperandKind, Variable};
use crate::isa::{Class, Effects, Instruction, StateSpace, TypeClass, Word, op, word};
use crate::util::FastMap;

/// What a parameter is to both kernels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PairParameter {
    /// The reference's parameter with this number; its bytes if it is a scalar there, and the batched kernel has an array of them.
    Reference { number: u32, scalar: Option<u32> },
    /// Only the batched kernel has it.
    Extra(u32),
    /// The number of vectors.
    Count,
    /// A number that was found out.
    Constant(i64),
}

/// The parameters of both kernels.
#[derive(Clone, Debug)]
pub(super) struct Matching {
    /// Those of the batched kernel, and of the reference.
    pub parameters: [FastMap<VarId, PairParameter>; 2],
    /// Scalars that only one of the kernels has.
    pub free: Vec<Free>,
    /// Which parameters of the reference are pointers, or numbers in arrays of the batched kernel.
    pub pointers: Vec<bool>,
}

/// A scalar parameter that the other kernel has none for, perhaps since the number is a constant there.
#[derive(Clone, Debug)]
pub(super) struct Free {
    /// Whether it is the reference's.
    pub is_theirs: bool,
    pub var: VarId,
    /// What it is in expressions.
    pub node: ParityNode,
    pub name: String,
    /// The greatest number it can hold.
    pub greatest: i64,
}

/// A batch whose vectors the kernel names one by one.
#[derive(Clone, Debug)]
pub(super) struct Unrolled {
    pub vectors: i64,
    /// How far the next vector is behind parameters of the reference.
    pub strides: FastMap<u32, Id>,
    /// Where each vector has what the reference has in each of its variables in shared memory; empty if that is not known.
    pub shared: Vec<Vec<SharedPlace>>,
}

/// A variable in shared memory, and bytes behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SharedPlace {
    pub variable: u32,
    pub offset: i64,
}

/// A loop over the vectors of a batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct BatchLoop {
    pub id: LoopId,
    /// The join at its header that counts vectors.
    pub counter: Value,
    pub step: i64,
}

/// The classes of what loops carry: what is in one class counts as equal.
#[derive(Clone, Default, Debug)]
pub(super) struct Classes {
    /// By join at a loop's header.
    pub carried: FastMap<Value, u32>,
    /// By loop.
    pub loops: FastMap<LoopId, u32>,
}

pub(super) struct KernelShape<'f, 'a, 's> {
    pub facts: &'f Facts<'a, 's>,
    pub ssa: &'f Ssa,
    pub cfg: &'f Cfg,
    pub loops: &'f NaturalLoops,
    pub parameters: FastMap<VarId, PairParameter>,
    /// Which parameters of the reference are pointers, or numbers in arrays of the batched kernel.
    pub pointers: Vec<bool>,
    /// Whether `%ctaid.y` selects the vector.
    pub has_grid_batch: bool,
    /// All loops that go on while there are vectors left.
    pub batch_loops: Vec<BatchLoop>,
    /// The one that counts as such.
    pub batch: Option<BatchLoop>,
    /// The batch, if there is no such loop.
    pub unrolled: Option<Unrolled>,
    /// Whether some loop goes on depending on the number of vectors.
    pub tests_count: bool,
    /// By how much a counter grows each round.
    pub steps: FastMap<Value, Id>,
    /// Joins by block.
    pub joins: Vec<Vec<Value>>,
    /// The block that defines each value.
    pub blocks: Vec<Block>,
    /// The variables in shared memory, in the order of their declarations.
    pub shared_variables: Vec<VarId>,
    /// Stores to shared memory.
    pub shared_stores: Vec<InstId>,
    /// The modifiers of each opcode that matter.
    pub words: FastMap<NameId, Vec<Word>>,
    /// What instructions that only compute read and write.
    computations: Vec<Computation>,
    /// The values that the computations read and write.
    computed: Vec<Value>,
}

/// An instruction whose results are decided by what it reads from registers, and by global memory, which counts as unchanged;
/// others read and write nothing here.
#[derive(Clone, Copy, Default)]
struct Computation {
    /// Where in the list of values those begin that it reads, those that it writes, and where these end.
    bounds: [u32; 3],
}

impl<'f, 'a, 's> KernelShape<'f, 'a, 's> {
    /// `None` when the function is too complex.
    pub fn new(
        facts: &'f Facts<'a, 's>,
        parameters: FastMap<VarId, PairParameter>,
        pointers: Vec<bool>,
        has_grid_batch: bool,
    ) -> Option<Self> {
        let (ssa, cfg) = (facts.ssa()?, facts.cfg());
        let is_shared_store = |inst: &InstId| is_shared_access(facts.module, *inst, op::ST);
        let shared_stores = facts.module.insts_of(facts.function).filter(is_shared_store).collect();
        let mut words = FastMap::default();
        for inst in facts.module.insts_of(facts.function) {
            let opcode = facts.module.opcode(inst);
            words.entry(opcode.name).or_insert_with(|| words_that_matter(facts.module, opcode));
        }
        let (computations, computed) = computations(facts, ssa);
        let mut joins = vec![Vec::new(); cfg.len()];
        let mut blocks = Vec::new();
        // Rounds of refinement look up joins by block and blocks by value again and again, so both directions are kept.
        for value in ssa.values() {
            blocks.push(match ssa.data(value).definition {
                Definition::Entry => Block(0),
                Definition::Write { inst, .. } => cfg.block_of(inst),
                Definition::Phi { block, .. } => {
                    joins[block.index()].push(value);
                    block
                }
            });
        }
        Some(Self {
            facts,
            ssa,
            cfg,
            loops: facts.natural_loops(),
            parameters,
            pointers,
            has_grid_batch,
            batch_loops: Vec::new(),
            tests_count: false,
            batch: None,
            unrolled: None,
            steps: FastMap::default(),
            joins,
            blocks,
            shared_variables: shared_variables(facts),
            shared_stores,
            words,
            computations,
            computed,
        })
    }

    /// The values that an instruction reads and writes, if it only loads or computes; nothing otherwise.
    pub fn computation(&self, inst: InstId) -> (&[Value], &[Value]) {
        let first = self.facts.module.insts_of(self.facts.function).next().map_or(0, InstId::index);
        let [start, middle, end] = self.computations[inst.index() - first].bounds.map(|bound| bound as usize);
        (&self.computed[start..middle], &self.computed[middle..end])
    }

    /// All joins at headers of loops, but for those of the loop over vectors.
    pub fn carried(&self) -> impl Iterator<Item = Value> + '_ {
        let headers = self.loops.ids().filter(|&id| !self.is_batch(id)).map(|id| self.loops.get(id).header);
        headers.flat_map(|header| self.joins[header.index()].iter().copied())
    }

    pub fn is_batch(&self, id: LoopId) -> bool {
        self.batch.is_some_and(|batch| batch.id == id)
    }

    /// The values that a join at a loop's header takes when the loop is entered, and from its last round; `None` where there are
    /// several of either.
    pub fn loop_inputs(&self, join: Value, id: LoopId) -> Option<(Value, Value)> {
        let (mut initial, mut next) = (None, None);
        let predecessors = self.cfg.predecessors(self.loops.get(id).header);
        let inputs = self.ssa.inputs(self.cfg, join);
        // A header that is the entry block has an input that no predecessor brings.
        if inputs.len() != predecessors.len() {
            return None;
        }
        for (&from, &input) in predecessors.iter().zip(inputs) {
            if !self.cfg.is_reachable(from) {
                continue;
            }
            let side = if self.loops.contains(id, from) { &mut next } else { &mut initial };
            // Several back edges count as one as long as they bring the same value.
            if side.is_some_and(|known| known != input) {
                return None;
            }
            *side = Some(input);
        }
        Some((initial?, next?))
    }

    /// Finds counters and the loop over vectors: computes all values while each join of a loop stands for itself.
    pub fn find_counters(&mut self, table: &mut ParityTable, first_class: &mut u32) -> ValueGraph {
        let mut classes = Classes::default();
        let mut fresh = || {
            *first_class += 1;
            *first_class
        };
        let carried: Vec<Value> = self.carried().collect();
        // A class for each join: nothing counts as equal yet, so a difference of two rounds is a true one.
        classes.carried = carried.iter().map(|&join| (join, fresh())).collect();
        classes.loops = self.loops.ids().map(|id| (id, fresh())).collect();
        let graph = ValueGraph::new(self, table, &classes, 0, None, None);
        for &join in &carried {
            let Some(id) = self.loops.headed_by(self.blocks[join.index()]) else { continue };
            let Some((_, next)) = self.loop_inputs(join, id) else { continue };
            // Both numbers are sums over the same classes, so what does not change in a round cancels.
            let (Some(here), Some(next)) = (graph.value(join), graph.value(next)) else { continue };
            // What is left of `next - here` holds no join when the value grows by the same number in each round.
            let step = table.add(next, here, -1);
            if table.sum(step).terms.iter().all(|&(term, _)| table.is_invariant(term)) {
                self.steps.insert(join, step);
            }
        }
        self.batch_loops = self.find_batch_loops(table, &graph);
        let count = table.intern(ParityNode::Count);
        // `i < n` is the sign of `i - n`: a loop over vectors has their number among the terms.
        let tests_count = |&(_, condition): &(Block, Id)| match table.node(condition) {
            ParityNode::Negative(sum) => table.sum(sum).terms.iter().any(|&(term, _)| term == count),
            _ => false,
        };
        self.tests_count = graph.exits.values().flatten().any(tests_count);
        graph
    }

    fn find_batch_loops(&self, table: &mut ParityTable, graph: &ValueGraph) -> Vec<BatchLoop> {
        let count = table.intern(ParityNode::Count);
        let mut found: Vec<BatchLoop> = Vec::new();
        for (&id, conditions) in &graph.exits {
            for &(_, condition) in conditions {
                let ParityNode::Negative(sum) = table.node(condition) else { continue };
                let sum = table.sum(sum);
                let has = |wanted: Id| sum.terms.iter().any(|&(term, _)| term == wanted);
                // The loop need not count from zero or by one: any join of its header that the condition compares with the number of vectors may count.
                let joins = &self.joins[self.loops.get(id).header.index()];
                let counter = joins.iter().find(|&&join| graph.value(join).is_some_and(has));
                let Some(&counter) = counter.filter(|_| has(count)) else { continue };
                // Only what grows from round to round is the number of a vector.
                let step = self.steps.get(&counter).and_then(|&step| table.as_constant(step));
                if let (Some(step @ 1..), true) = (step, found.iter().all(|other| other.id != id)) {
                    found.push(BatchLoop { id, counter, step });
                }
            }
        }
        found
    }
}

/// What the instructions that only compute read and write.
fn computations(facts: &Facts<'_, '_>, ssa: &Ssa) -> (Vec<Computation>, Vec<Value>) {
    let module = facts.module;
    let effects = Effects::READS_MEMORY.union(Effects::WRITES_MEMORY).union(Effects::BARRIER).union(Effects::CALL);
    let (mut computations, mut values) = (Vec::new(), Vec::new());
    for inst in module.insts_of(facts.function) {
        let opcode = module.opcode(inst);
        let start = values.len() as u32;
        // Shared memory changes between rounds, and a slot of the frame is a register in disguise, which the joins describe.
        let is_load = opcode.instruction == Some(op::LD)
            && module.space(opcode) != Some(StateSpace::Shared)
            && facts.slots().access(inst).is_none();
        if opcode.effects.intersects(effects) && !is_load {
            computations.push(Computation { bounds: [start; 3] });
            continue;
        }
        module.for_each_register(inst, |access| match access.access {
            Access::Read => values.extend(ssa.read(inst, access.reg)),
            // A guarded write keeps the old value where its guard is false, so it reads it.
            Access::Write => {
                if let Some(value) = ssa.write(inst, access.reg)
                    && let Definition::Write { previous, .. } = ssa.data(value).definition
                {
                    values.extend(previous);
                }
            }
        });
        let middle = values.len() as u32;
        module.for_each_written(inst, |reg| values.extend(ssa.write(inst, reg)));
        computations.push(Computation { bounds: [start, middle, values.len() as u32] });
    }
    (computations, values)
}

/// Where loads are cached and how wide a vector is does not matter; to round to nearest is the default. Of what is loaded and stored,
/// only the bits matter; how many are loaded is part of what they are.
fn words_that_matter(module: &Module<'_>, opcode: &Opcode) -> Vec<Word> {
    let matters = |word: &Word| {
        let hints = [word::CA, word::EVICT_FIRST, word::L2_128B];
        !hints.iter().any(|&hint| word.is_like(hint))
            && !matches!(*word, word::L2_CACHE_HINT | word::RN | word::NC | word::V2 | word::V4 | word::V8)
    };
    let plain = |word: Word| match (opcode.instruction, word.class()) {
        (Some(op::LD), Class::Type(_)) => None,
        // `st.f32` and `st.u32` store the same bits.
        (Some(op::ST), Class::Type(ty)) => Some(match ty.bits() {
            8 => word::B8,
            16 => word::B16,
            32 => word::B32,
            64 => word::B64,
            _ => word,
        }),
        _ => Some(word),
    };
    module.modifiers(opcode).iter().filter_map(|modifier| modifier.word).filter(matters).filter_map(plain).collect()
}

/// Whether an instruction is a load (`ld`) or store (`st`) of shared memory.
pub(super) fn is_shared_access(module: &Module<'_>, inst: InstId, wanted: Instruction) -> bool {
    let opcode = module.opcode(inst);
    opcode.instruction == Some(wanted) && module.space(opcode) == Some(StateSpace::Shared)
}

/// The parameters of a kernel.
pub(super) fn parameters<'m>(facts: &Facts<'m, '_>) -> Vec<(VarId, &'m Variable)> {
    let module = facts.module;
    module[facts.function].params.vars.indices().map(VarId::new).map(|id| (id, &module[id])).collect()
}

/// Ties the parameters of the batched kernel to those of the reference: by name if all names of the reference are there, else by
/// place, else pointers by name and place and scalars by name. The ways to do so, the most likely first; none when there are too few
/// pointers.
pub(super) fn match_parameters(
    batched: &Facts<'_, '_>,
    reference: &Facts<'_, '_>,
    batch_parameter: &str,
) -> Vec<Matching> {
    let (ours, theirs) = (parameters(batched), parameters(reference));
    // The two modules share no ids, so names are compared as text.
    let name = |module: &Module<'_>, variable: &Variable| {
        variable.name.map_or(String::new(), |name| module.name(name).to_string())
    };
    let our_names: Vec<String> = ours.iter().map(|(_, variable)| name(batched.module, variable)).collect();
    let their_names: Vec<String> = theirs.iter().map(|(_, variable)| name(reference.module, variable)).collect();
    let is_count = |at: usize| {
        let stem = our_names[at].strip_suffix(batch_parameter);
        stem.is_some_and(|stem| stem.is_empty() || stem.ends_with('_')) && !their_names.contains(&our_names[at])
    };
    let candidates: Vec<usize> = (0..ours.len()).filter(|&at| !is_count(at)).collect();
    // By name there is no need to leave the number of vectors out: a reference that takes it, too, has it as an ordinary parameter.
    let by_name: Vec<Option<usize>> =
        their_names.iter().map(|name| our_names.iter().position(|other| other == name)).collect();
    let places = place_parameters(&ours, &theirs, &candidates, by_name);
    // A number that the batched kernel does not take may be a constant there, which the comparison guesses. A pointer cannot be one.
    if places.iter().zip(&theirs).any(|(place, (_, variable))| place.is_none() && greatest(variable).is_none()) {
        return Vec::new();
    }
    let mut matched = [FastMap::default(), FastMap::default()];
    let (mut free, mut pointers) = (Vec::new(), Vec::new());
    for (number, (&place, &(id, variable))) in places.iter().zip(&theirs).enumerate() {
        let ours = place.map(|place| ours[place]);
        // A number for one vector may be an array with one for each.
        let is_scalar = !is_pointer(variable) && ours.is_some_and(|(_, variable)| is_pointer(variable));
        let scalar = variable.ty.filter(|_| is_scalar).map(|ty| ty.bytes());
        let parameter = PairParameter::Reference { number: number as u32, scalar };
        matched[1].insert(id, parameter);
        pointers.push(is_pointer(variable) || is_scalar);
        match (ours, greatest(variable)) {
            (Some((ours, _)), _) => _ = matched[0].insert(ours, parameter),
            (None, Some(greatest)) => {
                let (name, node) = (their_names[number].clone(), ParityNode::Param(number as u32, 0));
                free.push(Free { is_theirs: true, var: id, node, name, greatest });
            }
            (None, None) => {}
        }
    }
    let extras: Vec<usize> = (0..ours.len()).filter(|at| !places.contains(&Some(*at))).collect();
    let mut lone = None;
    for &at in &extras {
        let (var, variable) = ours[at];
        let extra = greatest(variable).map(|greatest| {
            let (name, node) = (our_names[at].clone(), ParityNode::Extra(at as u32));
            Free { is_theirs: false, var, node, name, greatest }
        });
        // Without a telling name the only 32-bit number that the reference does not take is likely to be the number of vectors.
        let is_only = extras.len() == 1 && variable.ty.is_some_and(|ty| ty.bits() == 32);
        let parameter = if is_count(at) || is_only { PairParameter::Count } else { PairParameter::Extra(at as u32) };
        matched[0].insert(var, parameter);
        match parameter {
            PairParameter::Count if is_count(at) => {}
            PairParameter::Count => lone = extra.map(|extra| (at, extra)),
            _ => free.extend(extra),
        }
    }
    let likely = Matching { parameters: matched, free, pointers };
    // A lone scalar may be the number of vectors by another name, or a dimension that is a constant in the reference.
    let other = lone.map(|(at, extra)| {
        let mut other = likely.clone();
        other.parameters[0].insert(extra.var, PairParameter::Extra(at as u32));
        other.free.push(extra);
        other
    });
    std::iter::once(likely).chain(other).collect()
}

/// Where the batched kernel has each parameter of the reference: among the candidates, or where its name is.
fn place_parameters(
    ours: &[(VarId, &Variable)],
    theirs: &[(VarId, &Variable)],
    candidates: &[usize],
    by_name: Vec<Option<usize>>,
) -> Vec<Option<usize>> {
    // Compilers call parameters `kernel_param_0`, so names say nothing unless all of them agree.
    if by_name.iter().all(Option::is_some) {
        return by_name;
    }
    if candidates.len() >= theirs.len() {
        return candidates.iter().copied().take(theirs.len()).map(Some).collect();
    }
    // The batched kernel has fewer parameters, as dimensions have become constants: pointers still come in the same order.
    let candidates = candidates.iter().copied();
    let mut pointers = candidates.filter(|at| is_pointer(ours[*at].1) && !by_name.contains(&Some(*at)));
    let place = |(place, (_, variable)): (Option<usize>, &(VarId, &Variable))| match place {
        None if is_pointer(variable) => pointers.next(),
        place => place,
    };
    by_name.iter().copied().zip(theirs).map(place).collect()
}

/// Whether a parameter may hold an address.
fn is_pointer(variable: &Variable) -> bool {
    variable.ty.is_some_and(|ty| ty.bits() == 64) && variable.dims.is_empty()
}

/// The greatest number that an integer parameter can hold; `None` for pointers and others.
fn greatest(variable: &Variable) -> Option<i64> {
    let ty = variable.ty.filter(|ty| !ty.is_float() && ty.bits() <= 32 && variable.dims.is_empty())?;
    Some((1i64 << (ty.bits() - u32::from(ty.class() == TypeClass::Signed))) - 1)
}

/// The variables in shared memory that a kernel uses, by the order of their declarations, of which one may be the module's.
fn shared_variables(facts: &Facts<'_, '_>) -> Vec<VarId> {
    let module = facts.module;
    let mut found = Vec::new();
    let mut note = |operand: &Operand| {
        if let OperandKind::Var(id) = operand.kind
            && module[id].space == StateSpace::Shared
        {
            found.push(id);
        }
    };
    for inst in module.insts_of(facts.function) {
        for operand in module.operands(inst) {
            match operand.kind {
                OperandKind::Address(id) | OperandKind::Offset(id) => {
                    module.list(module[id].parts).iter().for_each(&mut note)
                }
                _ => note(operand),
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
