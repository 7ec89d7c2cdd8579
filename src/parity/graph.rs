//! The values of a kernel as expressions.

mod arithmetic;

use super::shape::{Classes, KernelShape, PairParameter, Unrolled};
use super::shared;
use super::table::{Id, ParityNode, ParityTable};
use crate::facts::{Block, Definition, Exit, LoopId, Value};
use crate::ids::InstId;
use crate::ir::{Component, ConstKind, Opcode, Operand, OperandKind};
use crate::isa::{Effects, ScalarType, SpecialKind, StateSpace, TypeClass, op, word};
use crate::util::{FastMap, FastSet};

/// What an instruction does besides computing a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EffectKind {
    /// Reads global memory.
    Load,
    /// Writes memory.
    Store,
    /// Waits, or anything else.
    Other,
}

/// An instruction that does something, or one element of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct GraphEffect {
    pub inst: InstId,
    pub kind: EffectKind,
    /// What it does, under which conditions.
    pub id: Id,
    /// It is only done for vectors that exist.
    pub is_guarded: bool,
}

/// An access behind a parameter, and the terms of its address that select the vector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    pub inst: InstId,
    pub parameter: u32,
    pub terms: Id,
}

/// All values of a kernel, for one vector of an unrolled loop.
pub(super) struct ValueGraph {
    values: Vec<Option<Id>>,
    pub effects: Vec<GraphEffect>,
    pub strides: Vec<Stride>,
    /// Addresses in shared memory that are accessed.
    pub shared: Vec<Id>,
    /// At the end of which blocks, and under which conditions, each loop goes on.
    pub exits: FastMap<LoopId, Vec<(Block, Id)>>,
    /// Conditions under which control gets to a block, from the entry on.
    conditions: Vec<Vec<Id>>,
    /// Conditions that were looked at in all.
    work: usize,
    /// The classes of loops.
    loops: FastMap<LoopId, u32>,
    /// Instructions of which something is beyond this analysis.
    unknown: FastSet<InstId>,
}

/// Most conditions that are looked at.
const MAX_WORK: usize = 5_000_000;

impl ValueGraph {
    /// Computes all values. The vector number `Batch` is the one that copy number `copy` of the loop over vectors works on.
    /// `known` is a graph of the same kernel, from which is taken what has not changed; `reference` is that of the reference, if there
    /// is one.
    pub fn new(
        shape: &KernelShape<'_, '_, '_>,
        table: &mut ParityTable,
        classes: &Classes,
        copy: i64,
        known: Option<&ValueGraph>,
        reference: Option<&ValueGraph>,
    ) -> Self {
        table.unrolled = if shape.unrolled.is_some() { copy } else { 0 };
        let graph = ValueGraph {
            values: vec![None; shape.blocks.len()],
            effects: Vec::new(),
            strides: Vec::new(),
            shared: Vec::new(),
            exits: FastMap::default(),
            conditions: vec![Vec::new(); shape.cfg.len()],
            work: 0,
            loops: classes.loops.clone(),
            unknown: FastSet::default(),
        };
        let mut builder = GraphBuilder {
            shape,
            table,
            classes,
            copy,
            known,
            has_known_loops: known.is_some_and(|known| known.loops == classes.loops),
            has_known_conditions: false,
            expected: reference.map(|graph| graph.shared.iter().copied().collect()).unwrap_or_default(),
            current: Block(0),
            graph,
            shared: SharedState::default(),
            unknowns: 0,
        };
        for &block in shape.cfg.reverse_postorder() {
            builder.block(block);
            if builder.graph.is_too_complex() {
                break;
            }
        }
        let mut graph = builder.graph;
        graph.effects.sort_by_key(|effect| effect.inst);
        graph.strides.sort_by_key(|stride| stride.inst);
        graph
    }

    /// Whether the kernel is nested so deeply that its values were given up.
    pub fn is_too_complex(&self) -> bool {
        self.work > MAX_WORK
    }

    /// The effects of each instruction that has some.
    pub fn of_insts(&self) -> impl Iterator<Item = &[GraphEffect]> {
        self.effects.chunk_by(|a, b| a.inst == b.inst)
    }

    fn effects_of(&self, inst: InstId) -> &[GraphEffect] {
        let start = self.effects.partition_point(|effect| effect.inst < inst);
        let rest = &self.effects[start..];
        &rest[..rest.iter().take_while(|effect| effect.inst == inst).count()]
    }

    fn strides_of(&self, inst: InstId) -> &[Stride] {
        let start = self.strides.partition_point(|stride| stride.inst < inst);
        let rest = &self.strides[start..];
        &rest[..rest.iter().take_while(|stride| stride.inst == inst).count()]
    }

    pub fn value(&self, value: Value) -> Option<Id> {
        self.values[value.index()]
    }

    /// All values that were computed.
    pub fn values(&self) -> impl Iterator<Item = Id> + '_ {
        self.values.iter().flatten().copied()
    }
}

/// What is known of shared memory: the stores since it was read last, and the barriers between them.
#[derive(Default)]
struct SharedState {
    events: Vec<Id>,
    was_read: bool,
    /// There was a barrier since it was read.
    has_waited: bool,
}

impl SharedState {
    /// What the next reads see.
    fn read(&mut self) -> &[Id] {
        (self.was_read, self.has_waited) = (true, false);
        &self.events
    }

    /// A store; `hasty` stands for that nobody has waited for those who read what was there before.
    fn store(&mut self, store: Id, hasty: Id) {
        if std::mem::take(&mut self.was_read) {
            self.events.clear();
            self.events.extend((!self.has_waited).then_some(hasty));
        }
        self.events.push(store);
    }

    /// A barrier. Several at once are one, and before the first store they only let reads end.
    fn wait(&mut self, barrier: Id) {
        self.has_waited = true;
        if !self.was_read && self.events.last().is_some_and(|&last| last != barrier) {
            self.events.push(barrier);
        }
    }
}

struct GraphBuilder<'b, 'f, 'a, 's> {
    shape: &'b KernelShape<'f, 'a, 's>,
    table: &'b mut ParityTable,
    classes: &'b Classes,
    copy: i64,
    known: Option<&'b ValueGraph>,
    /// The classes of loops are those of the known graph.
    has_known_loops: bool,
    /// The conditions under which control gets to the current block are those of the known graph.
    has_known_conditions: bool,
    /// Addresses in shared memory that the reference accesses.
    expected: FastSet<Id>,
    /// The block whose instructions are looked at.
    current: Block,
    graph: ValueGraph,
    shared: SharedState,
    unknowns: u32,
}

impl<'b> GraphBuilder<'b, '_, '_, '_> {
    fn unknown(&mut self) -> Id {
        self.unknowns += 1;
        self.table.intern(ParityNode::Unknown(self.unknowns))
    }

    fn block(&mut self, block: Block) {
        self.current = block;
        self.graph.conditions[block.index()] = self.conditions(block);
        let conditions = &self.graph.conditions[block.index()];
        self.has_known_conditions = self.known.is_some_and(|known| {
            known.conditions[block.index()] == *conditions
                && (self.has_known_loops || !conditions.iter().any(|&id| self.table.varies(id)))
        });
        let shape = self.shape;
        for &join in &shape.joins[block.index()] {
            let id = match shape.loops.headed_by(block) {
                Some(around) => self.carried(join, around),
                None => self.join(join, block),
            };
            self.graph.values[join.index()] = Some(id);
        }
        for inst in shape.cfg.insts(block) {
            if !self.reuse(inst) {
                let unknowns = self.unknowns;
                self.inst(inst, block);
                if self.unknowns > unknowns {
                    self.graph.unknown.insert(inst);
                }
            }
        }
        self.exits(block);
    }

    /// Takes over what an instruction computes from the known graph, if it reads the same there.
    fn reuse(&mut self, inst: InstId) -> bool {
        let Some(known) = self.known else { return false };
        let (reads, writes) = self.shape.computation(inst);
        let is_same = |&read: &Value| match (self.graph.value(read), known.value(read)) {
            // What varies looks different behind a loop of another class.
            (Some(id), Some(other)) => id == other && (self.has_known_loops || !self.table.varies(id)),
            _ => false,
        };
        if writes.is_empty() || !reads.iter().all(is_same) || known.unknown.contains(&inst) {
            return false;
        }
        let (effects, strides) = (known.effects_of(inst), known.strides_of(inst));
        let only_computes = effects.is_empty() && strides.is_empty();
        if !only_computes && !self.has_known_conditions {
            return false;
        }
        self.graph.effects.extend_from_slice(effects);
        self.graph.strides.extend_from_slice(strides);
        for write in writes {
            self.graph.values[write.index()] = known.values[write.index()];
        }
        true
    }

    /// Conditions under which a block is reached: those of its dominator, and of the edge from there, if all ways take it.
    fn conditions(&mut self, block: Block) -> Vec<Id> {
        let shape = self.shape;
        let Some(above) = shape.facts.dominators().immediate(block).filter(|&above| above != block) else {
            return Vec::new();
        };
        let mut conditions = self.graph.conditions[above.index()].clone();
        self.graph.work += conditions.len();
        let dominators = shape.facts.dominators();
        let comes_from_above =
            |&from: &Block| from == above || !shape.cfg.is_reachable(from) || dominators.dominates(block, from);
        if shape.cfg.predecessors(block).contains(&above) && shape.cfg.predecessors(block).iter().all(comes_from_above)
        {
            conditions.extend(self.edge(above, block));
        }
        conditions
    }

    /// The condition under which control goes from one block to another; `None` when it says nothing, or ends a loop.
    fn edge(&mut self, from: Block, to: Block) -> Option<Id> {
        let shape = self.shape;
        let leaves = shape.loops.left(from, Some(to)).next().is_some();
        let batch = shape.batch.filter(|batch| shape.loops.contains(batch.id, from));
        if leaves || batch.is_some_and(|batch| self.ends(batch.id, from)) {
            return None;
        }
        self.branch(from, to)
    }

    /// Whether a loop may be left from a block.
    fn ends(&self, id: LoopId, block: Block) -> bool {
        self.shape.cfg.successors(block).iter().any(|&next| !self.shape.loops.contains(id, next))
    }

    /// The condition under which a branch goes to a block.
    fn branch(&mut self, from: Block, to: Block) -> Option<Id> {
        let (cfg, module) = (self.shape.cfg, self.shape.facts.module);
        let last = cfg.last(from);
        let effects = module.opcode(last).effects;
        let guard = module.guard(last)?;
        let here = std::mem::replace(&mut self.current, from);
        let truth = self.operand(last, guard, None);
        self.current = here;
        match *cfg.successors(from) {
            [_] if cfg.exit(from) != Exit::None => Some(self.table.not(truth)),
            [taken, other] if taken != other && effects.intersects(Effects::BRANCH) => {
                Some(if to == taken { truth } else { self.table.not(truth) })
            }
            _ => None,
        }
    }

    /// Records under which conditions the loops around a block go on.
    fn exits(&mut self, block: Block) {
        let shape = self.shape;
        let successors = shape.cfg.successors(block);
        let stays: Vec<Block> = successors.to_vec();
        let mut at = shape.loops.innermost(block);
        while let Some(id) = at {
            at = shape.loops.get(id).parent;
            let (inside, outside): (Vec<Block>, Vec<Block>) =
                stays.iter().partition(|&&next| shape.loops.contains(id, next));
            let returns = shape.cfg.exit(block) != Exit::None;
            if outside.is_empty() && !returns {
                continue;
            }
            let Some(&inside) = inside.first() else { continue };
            let condition = self.branch(block, inside).unwrap_or_else(|| self.table.truth(true));
            self.graph.exits.entry(id).or_default().push((block, condition));
        }
    }

    /// A value that a loop carries from round to round.
    fn carried(&mut self, join: Value, around: LoopId) -> Id {
        let shape = self.shape;
        let inputs = shape.loop_inputs(join, around);
        let batch = shape.batch.filter(|batch| batch.id == around);
        if let Some(batch) = batch {
            return self.carried_by_batch(join, batch.counter, batch.step, inputs);
        }
        if let (Some(&step), Some((initial, _))) = (shape.steps.get(&join), inputs)
            && let Some(initial) = self.graph.value(initial)
            && let Some(&class) = self.classes.loops.get(&around)
        {
            let round = self.table.intern(ParityNode::Iteration(class));
            if let Some(travelled) = self.table.multiply(step, round) {
                return self.table.add(initial, travelled, 1);
            }
        }
        match self.classes.carried.get(&join) {
            Some(&class) => self.table.intern(ParityNode::Carried(class)),
            None => self.unknown(),
        }
    }

    /// A value that the loop over vectors carries: its counter, or what grows with it.
    fn carried_by_batch(&mut self, join: Value, counter: Value, step: i64, inputs: Option<(Value, Value)>) -> Id {
        let number = self.table.intern(ParityNode::Batch);
        let copy = self.table.constant(self.copy);
        let number = self.table.add(number, copy, -1);
        if join == counter {
            return number;
        }
        let growth = self.shape.steps.get(&join).and_then(|&growth| self.table.as_constant(growth));
        let initial = inputs.and_then(|(initial, _)| self.graph.value(initial));
        match (growth, initial) {
            (Some(growth), Some(initial)) if growth % step == 0 => self.table.add(initial, number, growth / step),
            _ => self.unknown(),
        }
    }

    /// A value that depends on the way by which control came.
    fn join(&mut self, join: Value, block: Block) -> Id {
        let shape = self.shape;
        let above = shape.facts.dominators().immediate(block);
        let shared = above.map_or(0, |above| self.graph.conditions[above.index()].len());
        let mut ways: Vec<(Id, Id)> = Vec::new();
        let inputs = shape.ssa.inputs(shape.cfg, join);
        for (&from, &input) in shape.cfg.predecessors(block).iter().zip(inputs) {
            if !shape.cfg.is_reachable(from) {
                continue;
            }
            let mut conditions = self.graph.conditions[from.index()].get(shared..).unwrap_or_default().to_vec();
            conditions.extend(self.edge(from, block));
            let condition = self.table.all(&conditions);
            let condition = self.table.for_existing(condition);
            let value = self.read(input, block);
            ways.push((condition, value));
        }
        ways.retain(|&(condition, _)| self.table.as_constant(condition) != Some(0));
        if let Some(&(_, value)) = ways.first()
            && ways.iter().all(|&(_, other)| other == value)
        {
            return value;
        }
        if let [(condition, yes), (other, no)] = ways[..]
            && self.table.not(condition) == other
        {
            return self.table.select(condition, yes, no);
        }
        ways.sort_unstable();
        let arguments: Vec<Id> = ways.into_iter().flat_map(|(condition, value)| [condition, value]).collect();
        self.table.operation(None, &[], 0, &arguments)
    }

    /// A value as a block sees it.
    fn read(&mut self, value: Value, block: Block) -> Id {
        let shape = self.shape;
        let Some(mut id) = self.graph.value(value) else {
            return match shape.ssa.data(value).definition {
                Definition::Entry => self.table.intern(ParityNode::Undefined),
                _ => self.unknown(),
            };
        };
        if !self.table.varies(id) {
            return id;
        }
        for left in shape.loops.left(shape.blocks[value.index()], Some(block)) {
            if let (false, Some(&class)) = (shape.is_batch(left), self.classes.loops.get(&left)) {
                id = self.table.intern(ParityNode::After(id, class));
            }
        }
        id
    }

    fn operand(&mut self, inst: InstId, operand: Operand, ty: Option<ScalarType>) -> Id {
        let facts = self.shape.facts;
        let module = facts.module;
        match operand.kind {
            OperandKind::Reg { reg, component: Component::None, negated } => {
                let id = match self.shape.ssa.read(inst, reg) {
                    Some(value) => self.read(value, self.current),
                    None => self.unknown(),
                };
                if negated { self.table.not(id) } else { id }
            }
            OperandKind::Const(id) => {
                let constant = module[id];
                let bits = ty.map_or(32, ScalarType::bits);
                match (constant.kind, constant.float(), constant.integer()) {
                    (ConstKind::HexSingle, ..) => self.table.intern(ParityNode::Float(constant.bits & 0xffff_ffff, 32)),
                    (_, Some(value), _) if bits == 32 => {
                        self.table.intern(ParityNode::Float(u64::from((value as f32).to_bits()), 32))
                    }
                    (_, Some(value), _) => self.table.intern(ParityNode::Float(value.to_bits(), 64)),
                    (.., Some(value)) if bits == 32 => self.table.constant(i64::from(value as i32)),
                    (.., Some(value)) => self.table.constant(value),
                    _ => self.unknown(),
                }
            }
            OperandKind::Special { register, component: Component::Y, negated: false }
                if register.kind == SpecialKind::Ctaid && self.shape.has_grid_batch =>
            {
                self.table.intern(ParityNode::Batch)
            }
            OperandKind::Special { register, component, negated: false } => {
                self.table.intern(ParityNode::Special(register, component))
            }
            OperandKind::Var(var) => {
                // What is in others is told by their names.
                let place = self.shape.shared_variables.iter().position(|&shared| shared == var);
                let name = || module[var].name.map_or("", |name| module.name(name));
                let node = match place {
                    Some(place) => ParityNode::Shared(place as u32),
                    None => ParityNode::Variable(self.table.name(name())),
                };
                self.table.intern(node)
            }
            OperandKind::Offset(_) | OperandKind::Address(_) => self.address(inst, operand),
            _ => self.unknown(),
        }
    }

    fn address(&mut self, inst: InstId, operand: Operand) -> Id {
        let module = self.shape.facts.module;
        let (OperandKind::Address(id) | OperandKind::Offset(id)) = operand.kind else { return self.unknown() };
        let address = module[id];
        let [base] = *module.list(address.parts) else { return self.unknown() };
        let base = self.operand(inst, base, None);
        let offset = self.table.constant(address.offset);
        self.table.add(base, offset, 1)
    }

    /// The conditions under which an instruction takes effect.
    fn condition(&mut self, inst: InstId, block: Block) -> Id {
        let mut conditions = self.graph.conditions[block.index()].clone();
        self.graph.work += conditions.len();
        if let Some(guard) = self.shape.facts.module.guard(inst) {
            conditions.push(self.operand(inst, guard, None));
        }
        self.table.all(&conditions)
    }

    fn inst(&mut self, inst: InstId, block: Block) {
        let module = self.shape.facts.module;
        let opcode = module.opcode(inst);
        let operands = module.operands(inst);
        match opcode.instruction {
            Some(op::BRA | op::RET | op::EXIT) => {}
            Some(op::LD) => self.load(inst, block, opcode, operands),
            Some(op::ST) => self.store(inst, block, opcode, operands),
            _ if opcode.writes & 1 != 0 && !operands.is_empty() => {
                let ty = module.types(opcode).next();
                if let Some(results) = self.simple(inst, opcode, operands, ty) {
                    self.write(inst, &operands[0], &results);
                } else {
                    self.generic(inst, block, opcode, operands);
                }
            }
            _ => self.generic(inst, block, opcode, operands),
        }
        let ssa = self.shape.ssa;
        module.for_each_written(inst, |reg| {
            if let Some(value) = ssa.write(inst, reg)
                && self.graph.values[value.index()].is_none()
            {
                self.graph.values[value.index()] = Some(self.unknown());
            }
        });
    }

    /// The operands that take part in a tuple: its elements, or the operand itself.
    fn parts(&self, operand: &'b Operand) -> &'b [Operand] {
        match operand.kind {
            OperandKind::Vector(list) | OperandKind::Pair(list) => self.shape.facts.module.list(list),
            _ => std::slice::from_ref(operand),
        }
    }

    fn write(&mut self, inst: InstId, destination: &'b Operand, results: &[Id]) {
        for (part, &result) in self.parts(destination).iter().zip(results) {
            if let Some(value) = part.register().and_then(|reg| self.shape.ssa.write(inst, reg)) {
                self.define(inst, value, result);
            }
        }
    }

    fn define(&mut self, inst: InstId, value: Value, new: Id) {
        let Definition::Write { previous, .. } = self.shape.ssa.data(value).definition else { return };
        let id = match (previous, self.shape.facts.module.guard(inst)) {
            (Some(previous), Some(guard)) => {
                let truth = self.operand(inst, guard, None);
                let old = self.read(previous, self.current);
                self.table.select(truth, new, old)
            }
            (Some(_), None) => self.unknown(),
            (None, _) => new,
        };
        self.graph.values[value.index()] = Some(id);
    }

    fn load(&mut self, inst: InstId, block: Block, opcode: &Opcode, operands: &'b [Operand]) {
        let facts = self.shape.facts;
        let module = facts.module;
        let (Some(ty), [destination, source, ..]) = (module.types(opcode).last(), operands) else { return };
        if let Some(slot) = self.shape.facts.slots().access(inst).map(|(slot, _)| slot) {
            let stored = self.shape.ssa.loaded(inst, slot);
            let id = stored.map(|value| self.read(value, block));
            return self.write(inst, destination, id.as_slice());
        }
        let space = module.space(opcode).unwrap_or(StateSpace::Global);
        if space == StateSpace::Param {
            let id = self.parameter(*source, ty);
            return self.write(inst, destination, &[id]);
        }
        let condition = self.condition(inst, block);
        let address = self.address(inst, *source);
        let (address, is_own) = self.place(inst, space, address);
        let state = match space {
            StateSpace::Shared if is_own => self.table.operation(None, &[], 1, self.shared.read()),
            StateSpace::Shared => self.unknown(),
            _ => self.table.constant(0),
        };
        let mut results = Vec::new();
        for (index, part) in self.parts(destination).iter().enumerate() {
            let offset = self.table.constant(index as i64 * i64::from(ty.bytes()));
            let element = self.table.add(address, offset, 1);
            let word = match self.scalar_at(element, ty.bytes()) {
                Some(scalar) => scalar,
                None => {
                    // Which state of memory it sees is no part of what the instruction does.
                    let nothing = self.table.constant(0);
                    let place = self.table.load(space, ty, element, nothing);
                    self.effect(inst, EffectKind::Load, opcode, &[place], condition);
                    self.table.load(space, ty, element, state)
                }
            };
            // Whether the highest bit is a sign only shows in a register with more bits.
            let has_sign = ty.class() == TypeClass::Signed && self.is_wider(part, ty);
            results.push(if has_sign { self.table.signed(word, ty.bits()) } else { word });
        }
        self.write(inst, destination, &results);
    }

    /// Whether a register has more bits than a type.
    fn is_wider(&self, operand: &Operand, ty: ScalarType) -> bool {
        let register = operand.register().and_then(|reg| self.shape.facts.module.declaration(reg).ty);
        register.is_some_and(|register| register.bits() > ty.bits())
    }

    /// Where an access is for the vector that is looked at, and whether no other vector has that place for itself.
    fn place(&mut self, inst: InstId, space: StateSpace, address: Id) -> (Id, bool) {
        match (space, &self.shape.unrolled) {
            (StateSpace::Global, _) => (self.without_batch(inst, address), true),
            (StateSpace::Shared, Some(Unrolled { shared, .. })) if !shared.is_empty() => {
                let owner = shared::owner(self.table, shared, address, &self.expected);
                let own = shared::in_reference(self.table, shared, address, self.copy as usize);
                (own.unwrap_or(address), owner.is_none_or(|owner| owner as i64 == self.copy))
            }
            (StateSpace::Shared, _) => {
                self.graph.shared.push(address);
                (address, true)
            }
            _ => (address, true),
        }
    }

    /// What a parameter of the kernel holds.
    fn parameter(&mut self, source: Operand, ty: ScalarType) -> Id {
        let module = self.shape.facts.module;
        let OperandKind::Address(id) = source.kind else { return self.unknown() };
        let address = module[id];
        let base = module.list(address.parts).first().map(|base| base.kind);
        let Some(OperandKind::Var(var)) = base else { return self.unknown() };
        let node = match self.shape.parameters.get(&var) {
            Some(&PairParameter::Reference { number, .. }) => ParityNode::Param(number, address.offset as u32),
            Some(&PairParameter::Extra(number)) => ParityNode::Extra(number),
            Some(PairParameter::Count) => ParityNode::Count,
            Some(&PairParameter::Constant(value)) => return self.table.constant(value),
            None => return self.unknown(),
        };
        let bits = if ty.bits() <= 32 && ty.class() != TypeClass::Signed { (1 << ty.bits()) - 1 } else { u64::MAX };
        self.table.bounded(node, bits)
    }

    /// An address less the terms that select the vector, which are noted.
    fn without_batch(&mut self, inst: InstId, address: Id) -> Id {
        let sum = self.table.sum(address);
        let base = sum.terms.iter().find_map(|&(term, factor)| match self.table.node(term) {
            ParityNode::Param(number, 0) if factor == 1 && self.is_pointer(number) => Some(number),
            _ => None,
        });
        let Some(parameter) = base else { return address };
        let (rest, terms) = match &self.shape.unrolled {
            None => self.table.split_batch(address),
            Some(unrolled) => {
                let batch = self.table.intern(ParityNode::Batch);
                let none = self.table.constant(0);
                let stride = unrolled.strides.get(&parameter).copied().unwrap_or(none);
                let terms = self.table.multiply(batch, stride).unwrap_or(none);
                (self.table.add(address, stride, -self.copy), terms)
            }
        };
        self.graph.strides.push(Stride { inst, parameter, terms });
        rest
    }

    fn is_pointer(&self, number: u32) -> bool {
        self.shape.pointers.get(number as usize).is_some_and(|&is_pointer| is_pointer)
    }

    /// The scalar parameter of the reference that an address of the batched kernel's array of them stands for.
    fn scalar_at(&mut self, address: Id, bytes: u32) -> Option<Id> {
        let ParityNode::Param(number, 0) = self.table.node(address) else { return None };
        let is_scalar = self.shape.parameters.values().any(|&parameter| match parameter {
            PairParameter::Reference { number: other, scalar } => other == number && scalar == Some(bytes),
            _ => false,
        });
        is_scalar.then_some(address)
    }

    fn store(&mut self, inst: InstId, block: Block, opcode: &Opcode, operands: &'b [Operand]) {
        let module = self.shape.facts.module;
        let (Some(ty), [destination, source, ..]) = (module.types(opcode).last(), operands) else { return };
        if let Some(slot) = self.shape.facts.slots().access(inst).map(|(slot, _)| slot) {
            let value = self.operand(inst, *source, Some(ty));
            if let Some(stored) = self.shape.ssa.stored(inst, slot) {
                self.define(inst, stored, value);
            }
            return;
        }
        let space = module.space(opcode).unwrap_or(StateSpace::Global);
        let condition = self.condition(inst, block);
        let address = self.address(inst, *destination);
        let (address, is_own) = self.place(inst, space, address);
        for (index, &part) in self.parts(source).iter().enumerate() {
            let offset = self.table.constant(index as i64 * i64::from(ty.bytes()));
            let element = self.table.add(address, offset, 1);
            let value = self.operand(inst, part, Some(ty));
            let id = self.effect(inst, EffectKind::Store, opcode, &[element, value], condition);
            if space == StateSpace::Shared && is_own {
                let hasty = self.table.truth(false);
                self.shared.store(id, hasty);
            }
        }
    }

    /// Notes an effect; nothing that is never done for an existing vector is one.
    fn effect(&mut self, inst: InstId, kind: EffectKind, opcode: &Opcode, arguments: &[Id], condition: Id) -> Id {
        let is_guarded = self.table.asks_for_existence(condition);
        let condition = self.table.for_existing(condition);
        let arguments: Vec<Id> = arguments.iter().copied().chain([condition]).collect();
        let id = self.operation(opcode, 0, &arguments);
        if self.table.as_constant(condition) != Some(0) {
            self.graph.effects.push(GraphEffect { inst, kind, id, is_guarded });
        }
        id
    }

    /// An operation by its name.
    fn operation(&mut self, opcode: &Opcode, output: u8, arguments: &[Id]) -> Id {
        let words = self.shape.words.get(&opcode.name).map_or(&[][..], Vec::as_slice);
        self.table.operation(opcode.instruction, words, output, arguments)
    }

    /// The carry flag as an instruction finds it: that of the instructions before it in its block that set it.
    fn carry(&mut self, inst: InstId, block: Block) -> Id {
        const MOST: usize = 256;
        let (shape, module) = (self.shape, self.shape.facts.module);
        let sets = |&before: &InstId| {
            let opcode = module.opcode(before);
            module.has_modifier(opcode, word::CC)
        };
        let mut setters: Vec<InstId> = Vec::new();
        for before in shape.cfg.insts(block).filter(|&before| before < inst).rev().filter(sets).take(MOST) {
            setters.push(before);
            if !reads_carry(module.opcode(before)) {
                break;
            }
        }
        let mut flag = None;
        for before in setters.into_iter().rev() {
            let opcode = module.opcode(before);
            if module.guard(before).is_some() || (flag.is_none() && reads_carry(opcode)) {
                return self.unknown();
            }
            let ty = module.types(opcode).next();
            let operands = module.operands(before).get(1..).unwrap_or_default();
            let mut inputs: Vec<Id> = operands.iter().map(|&operand| self.operand(before, operand, ty)).collect();
            inputs.extend(flag);
            flag = Some(self.operation(opcode, CARRY, &inputs));
        }
        flag.unwrap_or_else(|| self.unknown())
    }

    /// An instruction of which nothing is known but that the same inputs give the same results.
    fn generic(&mut self, inst: InstId, block: Block, opcode: &Opcode, operands: &'b [Operand]) {
        let writes = opcode.writes & 1 != 0 && !operands.is_empty();
        let ty = self.shape.facts.module.types(opcode).next();
        let sources = &operands[usize::from(writes)..];
        let mut arguments = Vec::with_capacity(sources.len());
        for source in sources {
            for &part in self.parts(source) {
                arguments.push(self.operand(inst, part, ty));
            }
        }
        if reads_carry(opcode) {
            let carry = self.carry(inst, block);
            arguments.push(carry);
        }
        let commutes = matches!(
            opcode.instruction,
            Some(op::MUL | op::ADD | op::FMA | op::MIN | op::MAX | op::MUL_HI | op::AND | op::OR | op::XOR)
        );
        if commutes && arguments.len() >= 2 {
            arguments[..2].sort_unstable();
        }
        let effects = Effects::READS_MEMORY.union(Effects::WRITES_MEMORY).union(Effects::BARRIER).union(Effects::CALL);
        if !writes || opcode.effects.intersects(effects) {
            let condition = self.condition(inst, block);
            let id = self.effect(inst, EffectKind::Other, opcode, &arguments, condition);
            if opcode.effects.intersects(Effects::BARRIER) {
                self.shared.wait(id);
            }
        }
        if writes {
            let count = self.parts(&operands[0]).len();
            let results: Vec<Id> = (0..count).map(|output| self.operation(opcode, output as u8, &arguments)).collect();
            self.write(inst, &operands[0], &results);
        }
    }
}

/// The number of the result that is the carry flag.
const CARRY: u8 = u8::MAX;

/// Whether an instruction reads the carry flag.
fn reads_carry(opcode: &Opcode) -> bool {
    matches!(opcode.instruction, Some(op::ADDC | op::SUBC | op::MADC_LO | op::MADC_HI))
}

#[cfg(test)]
mod tests;
