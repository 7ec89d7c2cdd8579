//! Def-use chains in static single assignment form.
//!
//! PTX registers may be written many times. Each write, each join of different writes and each register that is read
//! before any write gets a [`Value`] of its own. Compiler output writes most registers once, before all reads; those need
//! no further work. For the others, joins (phi values) are made on demand, where a read asks for them (after Braun et
//! al., "Simple and Efficient Construction of Static Single Assignment Form", CC 2013), so none is dead on arrival.
//!
//! A guarded write, or a write to one component of a vector register, keeps the old value as an input.

use super::cfg::{Block, Cfg};
use super::dominators::Dominators;
use crate::ids::{FunctionId, InstId, RegId};
use crate::ir::{Access, Component, Module, OperandKind};
use crate::util::FastMap;

/// Index of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(pub u32);

impl Value {
    /// The value's place in arrays that have one element a value.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// The register has this value on entry: it is not initialised.
    Entry,
    /// An instruction writes it.
    Write {
        /// The instruction.
        inst: InstId,
        /// The value that survives when the guard is false or another component is read.
        previous: Option<Value>,
    },
    /// Different values meet at the start of a block, one from each predecessor in order; see [`Ssa::inputs`].
    Phi {
        /// The block.
        /// The block where they meet.
        block: Block,
        /// First input in the arena of inputs.
        first: u32,
    },
}

/// A value of a register.
#[derive(Clone, Copy, Debug)]
pub struct ValueData {
    /// The register.
    pub reg: RegId,
    /// Where the value comes from.
    pub definition: Definition,
}

/// All values of a function, and which of them each read sees.
#[derive(Debug)]
pub struct Ssa {
    first_reg: usize,
    values: Vec<ValueData>,
    phi_inputs: Vec<Value>,
    /// For registers that are written once, before all reads: the value.
    single: Vec<Option<Value>>,
    /// For all other registers: what each read sees, ordered by instruction.
    reads: Vec<(InstId, RegId, Value)>,
    /// For all other registers: the value of each write, ordered by instruction.
    writes: Vec<(InstId, RegId, Value)>,
}

/// The function has more joins than its size justifies; analyses that need values skip it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooComplex;

impl Ssa {
    /// Builds the chains of a function.
    ///
    /// # Errors
    /// [`TooComplex`] when the search for values takes more than eight steps an instruction (and a million).
    pub fn new(
        module: &Module<'_>,
        function: FunctionId,
        cfg: &Cfg,
        dominators: &Dominators,
    ) -> Result<Self, TooComplex> {
        Builder::new(module, function, cfg, dominators).build()
    }

    /// All values.
    pub fn values(&self) -> impl Iterator<Item = Value> + use<> {
        (0..self.values.len() as u32).map(Value)
    }

    /// Register and origin of a value.
    pub fn data(&self, value: Value) -> ValueData {
        self.values[value.index()]
    }

    /// The inputs of a phi value, in the order of its block's predecessors; one more for the entry block.
    pub fn inputs(&self, cfg: &Cfg, value: Value) -> &[Value] {
        match self.values[value.index()].definition {
            Definition::Phi { block, first } => {
                &self.phi_inputs[first as usize..first as usize + input_count(cfg, block)]
            }
            _ => &[],
        }
    }

    /// The value that an instruction reads from a register that is among its operands.
    pub fn read(&self, inst: InstId, reg: RegId) -> Option<Value> {
        self.single[reg.index() - self.first_reg].or_else(|| find(&self.reads, inst, reg))
    }

    /// The value that an instruction writes to a register.
    pub fn write(&self, inst: InstId, reg: RegId) -> Option<Value> {
        self.single[reg.index() - self.first_reg].or_else(|| find(&self.writes, inst, reg))
    }
}

fn find(list: &[(InstId, RegId, Value)], inst: InstId, reg: RegId) -> Option<Value> {
    let index = list.partition_point(|&(i, r, _)| (i, r) < (inst, reg));
    list.get(index).filter(|&&(i, r, _)| (i, r) == (inst, reg)).map(|&(_, _, value)| value)
}

/// What is known of a register before values are assigned.
#[derive(Clone, Copy)]
enum Writes {
    None,
    /// Exactly one write, which does not depend on the old value.
    One(InstId),
    /// Anything else.
    Many,
}

struct Builder<'a, 's> {
    module: &'a Module<'s>,
    cfg: &'a Cfg,
    dominators: &'a Dominators,
    function: FunctionId,
    first_reg: usize,
    ssa: Ssa,
    limit: usize,
    /// Value of a register at the end of a block.
    at_end: FastMap<(u32, u32), Value>,
    /// Value of a register at the start of a block.
    at_start: FastMap<(u32, u32), Value>,
    /// Phi values whose inputs are not filled in yet.
    unfilled: Vec<Value>,
    /// Blocks whose own accesses have their values.
    done: Vec<bool>,
    /// Blocks walked through in search of a value.
    steps: usize,
}

impl<'a, 's> Builder<'a, 's> {
    fn new(module: &'a Module<'s>, function: FunctionId, cfg: &'a Cfg, dominators: &'a Dominators) -> Self {
        let registers = module[function].registers;
        let ssa = Ssa {
            first_reg: registers.start as usize,
            values: Vec::with_capacity(registers.len()),
            phi_inputs: Vec::new(),
            single: vec![None; registers.len()],
            reads: Vec::new(),
            writes: Vec::new(),
        };
        let limit = module[function].insts.len() * 8 + 1_000_000;
        Self {
            module,
            cfg,
            dominators,
            function,
            first_reg: registers.start as usize,
            ssa,
            limit,
            at_end: FastMap::default(),
            at_start: FastMap::default(),
            unfilled: Vec::new(),
            done: vec![false; cfg.len()],
            steps: 0,
        }
    }

    fn build(mut self) -> Result<Ssa, TooComplex> {
        self.assign_single_values();
        self.assign_within_blocks()?;
        while let Some(phi) = self.unfilled.pop() {
            self.fill(phi)?;
        }
        self.remove_trivial_phis();
        Ok(self.ssa)
    }

    fn new_value(&mut self, reg: RegId, definition: Definition) -> Value {
        let value = Value(self.ssa.values.len() as u32);
        self.ssa.values.push(ValueData { reg, definition });
        value
    }

    /// Whether a write leaves part of the old value.
    fn is_partial(&self, inst: InstId, reg: RegId) -> bool {
        if self.module.guard(inst).is_some() {
            return true;
        }
        // Components of vector registers are rare: look only when the declaration has some.
        self.module.declaration(reg).vector > 1
            && self.module.operands(inst).iter().any(|operand| match operand.kind {
                OperandKind::Reg { reg: r, component, .. } => r == reg && component != Component::None,
                _ => false,
            })
    }

    /// Finds the registers that are written once, in full, before all reads.
    fn assign_single_values(&mut self) {
        let mut writes = vec![Writes::None; self.ssa.single.len()];
        let module = self.module;
        for inst in module.insts_of(self.function) {
            module.for_each_register(inst, |access| {
                if access.access == Access::Write {
                    let slot = &mut writes[access.reg.index() - self.first_reg];
                    *slot = match slot {
                        Writes::None if !self.is_partial(inst, access.reg) => Writes::One(inst),
                        _ => Writes::Many,
                    };
                }
            });
        }
        for inst in module.insts_of(self.function) {
            module.for_each_register(inst, |access| {
                let slot = &mut writes[access.reg.index() - self.first_reg];
                if let (Access::Read, Writes::One(write)) = (access.access, *slot) {
                    if !self.precedes(write, inst) {
                        *slot = Writes::Many;
                    }
                }
            });
        }
        for (i, writes) in writes.into_iter().enumerate() {
            if let Writes::One(inst) = writes {
                let reg = RegId::new(self.first_reg + i);
                self.ssa.single[i] = Some(self.new_value(reg, Definition::Write { inst, previous: None }));
            }
        }
    }

    /// Whether `write` has been executed whenever `read` is.
    fn precedes(&self, write: InstId, read: InstId) -> bool {
        let (from, to) = (self.cfg.block_of(write), self.cfg.block_of(read));
        if from == to { write < read } else { self.dominators.dominates(from, to) || !self.cfg.is_reachable(to) }
    }

    /// Gives values to the other registers, as far as their blocks decide them.
    fn assign_within_blocks(&mut self) -> Result<(), TooComplex> {
        let module = self.module;
        let mut current: FastMap<RegId, Value> = FastMap::default();
        let mut accesses = Vec::new();
        let unreachable = self.cfg.blocks().filter(|&block| !self.cfg.is_reachable(block));
        let order: Vec<Block> = self.cfg.reverse_postorder().iter().copied().chain(unreachable).collect();
        for block in order {
            current.clear();
            for inst in self.cfg.insts(block) {
                accesses.clear();
                module.for_each_register(inst, |access| {
                    if self.ssa.single[access.reg.index() - self.first_reg].is_none() {
                        accesses.push((access.reg, access.access));
                    }
                });
                for &(reg, access) in &accesses {
                    self.assign(block, inst, reg, access, &mut current)?;
                }
            }
            for (&reg, &value) in &current {
                self.at_end.insert((block.0, reg.index() as u32), value);
            }
            self.done[block.index()] = true;
        }
        self.ssa.reads.sort_unstable_by_key(|&(inst, reg, _)| (inst, reg));
        self.ssa.reads.dedup_by_key(|&mut (inst, reg, _)| (inst, reg));
        self.ssa.writes.sort_unstable_by_key(|&(inst, reg, _)| (inst, reg));
        self.ssa.writes.dedup_by_key(|&mut (inst, reg, _)| (inst, reg));
        Ok(())
    }

    fn assign(
        &mut self,
        block: Block,
        inst: InstId,
        reg: RegId,
        access: Access,
        current: &mut FastMap<RegId, Value>,
    ) -> Result<(), TooComplex> {
        let partial = access == Access::Write && self.is_partial(inst, reg);
        let mut old = None;
        if access == Access::Read || partial {
            let value = match current.get(&reg) {
                Some(&value) => value,
                None => {
                    let value = self.value_at_start(block, reg)?;
                    current.insert(reg, value);
                    value
                }
            };
            old = Some(value);
        }
        match access {
            Access::Read => self.ssa.reads.extend(old.map(|value| (inst, reg, value))),
            Access::Write => {
                let value = self.new_value(reg, Definition::Write { inst, previous: old });
                self.ssa.writes.push((inst, reg, value));
                current.insert(reg, value);
            }
        }
        Ok(())
    }

    /// The value of a register at the start of a block. Blocks with one way in take it from there; a join gets a phi value
    /// whose inputs are filled in later.
    fn value_at_start(&mut self, block: Block, reg: RegId) -> Result<Value, TooComplex> {
        let mut at = block;
        let value = loop {
            if let Some(&value) = self.at_start.get(&(at.0, reg.index() as u32)) {
                break value;
            }
            self.steps += 1;
            if self.steps > self.limit || self.ssa.phi_inputs.len() > self.limit {
                return Err(TooComplex);
            }
            match *self.cfg.predecessors(at) {
                [only] if at.index() != 0 && self.is_done(only) => {
                    if let Some(&value) = self.at_end.get(&(only.0, reg.index() as u32)) {
                        break value;
                    }
                    at = only;
                }
                [] => break self.new_value(reg, Definition::Entry),
                _ => break self.new_phi(at, reg),
            }
        };
        self.at_start.insert((at.0, reg.index() as u32), value);
        self.at_start.insert((block.0, reg.index() as u32), value);
        Ok(value)
    }

    /// Whether the values at the end of a block are known.
    fn is_done(&self, block: Block) -> bool {
        self.done[block.index()]
    }

    fn new_phi(&mut self, block: Block, reg: RegId) -> Value {
        let first = self.ssa.phi_inputs.len() as u32;
        let value = self.new_value(reg, Definition::Phi { block, first });
        self.ssa.phi_inputs.extend(std::iter::repeat_n(value, input_count(self.cfg, block)));
        self.unfilled.push(value);
        value
    }

    fn fill(&mut self, phi: Value) -> Result<(), TooComplex> {
        let ValueData { reg, definition } = self.ssa.values[phi.index()];
        let Definition::Phi { block, first } = definition else { return Ok(()) };
        let predecessors = self.cfg.predecessors(block).len();
        for i in 0..predecessors {
            let from = self.cfg.predecessors(block)[i];
            let value = match self.at_end.get(&(from.0, reg.index() as u32)) {
                Some(&value) => value,
                None => self.value_at_start(from, reg)?,
            };
            self.ssa.phi_inputs[first as usize + i] = value;
        }
        if block.index() == 0 {
            let entry = self.new_value(reg, Definition::Entry);
            self.ssa.phi_inputs[first as usize + predecessors] = entry;
        }
        Ok(())
    }

    /// Replaces joins of one value with that value, until none is left.
    fn remove_trivial_phis(&mut self) {
        let count = self.ssa.values.len();
        let mut same: Vec<Value> = (0..count as u32).map(Value).collect();
        let mut users: FastMap<Value, Vec<Value>> = FastMap::default();
        let mut work: Vec<Value> = Vec::new();
        for value in self.ssa.values() {
            if let Definition::Phi { .. } = self.ssa.values[value.index()].definition {
                work.push(value);
                for &input in self.all_inputs(value) {
                    users.entry(input).or_default().push(value);
                }
            }
        }
        while let Some(phi) = work.pop() {
            if representative(&mut same, phi) != phi {
                continue;
            }
            let mut only = None;
            let mut trivial = true;
            for &input in self.all_inputs(phi) {
                let input = representative(&mut same, input);
                if input != phi && *only.get_or_insert(input) != input {
                    trivial = false;
                    break;
                }
            }
            if let (true, Some(only)) = (trivial, only) {
                same[phi.index()] = only;
                if let Some(affected) = users.remove(&phi) {
                    work.extend(affected.iter().copied());
                    users.entry(only).or_default().extend(affected);
                }
            }
        }
        for input in &mut self.ssa.phi_inputs {
            *input = representative(&mut same, *input);
        }
        for (_, _, value) in &mut self.ssa.reads {
            *value = representative(&mut same, *value);
        }
        for data in &mut self.ssa.values {
            if let Definition::Write { previous: Some(previous), .. } = &mut data.definition {
                *previous = representative(&mut same, *previous);
            }
        }
    }

    fn all_inputs(&self, phi: Value) -> &[Value] {
        let Definition::Phi { block, first } = self.ssa.values[phi.index()].definition else { return &[] };
        &self.ssa.phi_inputs[first as usize..first as usize + input_count(self.cfg, block)]
    }
}

/// Number of inputs of a phi value: the predecessors, and the outside for the entry block, which comes last.
fn input_count(cfg: &Cfg, block: Block) -> usize {
    cfg.predecessors(block).len() + usize::from(block.index() == 0)
}

/// Union-find with path halving.
fn representative(same: &mut [Value], mut value: Value) -> Value {
    while same[value.index()] != value {
        same[value.index()] = same[same[value.index()].index()];
        value = same[value.index()];
    }
    value
}
