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
use super::slots::{SlotId, Slots};
use crate::ids::{FunctionId, InstId, RegId};
use crate::ir::IdRange;
use crate::ir::{Access, Component, Module, OperandKind};
use crate::util::bucketed;

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

/// What holds a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValuePlace {
    /// A register.
    Reg(RegId),
    /// A stack slot.
    Slot(SlotId),
}

/// A value of a register or stack slot.
#[derive(Clone, Copy, Debug)]
pub struct ValueData {
    /// What holds it.
    pub place: ValuePlace,
    /// Where the value comes from.
    pub definition: Definition,
}

/// All values of a function, and which of them each read sees.
#[derive(Debug)]
pub struct Ssa {
    first_reg: usize,
    /// Number of registers; the homes from here on are slots.
    registers: u32,
    /// The first instruction of the function.
    first_inst: usize,
    values: Vec<PackedValue>,
    phi_inputs: Vec<Value>,
    /// For registers and slots that are written once, before all reads: the value, or [`NOTHING`].
    single: Vec<u32>,
    /// For all others: what each read sees.
    reads: ByInst,
    /// For all others: the value of each write.
    writes: ByInst,
    /// Joins that may join a value with nothing but itself, and were left for want of rounds.
    superfluous: usize,
}

/// Dense number of a register or slot of the function: registers first.
type Home = u32;

/// No value.
const NOTHING: u32 = u32::MAX;

/// A value in twelve bytes: there are as many as instructions, and more where many paths join.
#[derive(Clone, Copy, Debug)]
struct PackedValue {
    home: Home,
    /// 0 on entry; for a write one more than the place of the instruction in the function; for a phi [`PackedValue::PHI`] and the block.
    origin: u32,
    /// For a write the value that survives, or [`NOTHING`]; for a phi the first input.
    from: u32,
}

impl PackedValue {
    const PHI: u32 = 1 << 31;

    fn new(home: Home, definition: Definition, first_inst: usize) -> Self {
        let (origin, from) = match definition {
            Definition::Entry => (0, 0),
            Definition::Write { inst, previous } => {
                ((inst.index() - first_inst) as u32 + 1, previous.map_or(NOTHING, |value| value.0))
            }
            Definition::Phi { block, first } => (block.index() as u32 | Self::PHI, first),
        };
        Self { home, origin, from }
    }

    fn definition(self, first_inst: usize) -> Definition {
        match self.origin {
            0 => Definition::Entry,
            origin if origin & Self::PHI != 0 => {
                Definition::Phi { block: Block(origin & !Self::PHI), first: self.from }
            }
            origin => Definition::Write {
                inst: InstId::new(first_inst + origin as usize - 1),
                previous: (self.from != NOTHING).then_some(Value(self.from)),
            },
        }
    }
}

/// The function has more joins than its size justifies; analyses that need values skip it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooComplex;

impl Ssa {
    /// How many joins may be superfluous: nobody looked long enough.
    pub fn superfluous(&self) -> usize {
        self.superfluous
    }

    /// Builds the chains of a function.
    ///
    /// # Errors
    /// [`TooComplex`] when the search for values takes more than `most` steps.
    pub fn new(
        module: &Module<'_>,
        function: FunctionId,
        cfg: &Cfg,
        dominators: &Dominators,
        slots: &Slots,
        most: usize,
    ) -> Result<Self, TooComplex> {
        SsaBuilder::new(module, function, cfg, dominators, slots, most).build()
    }

    /// All values.
    pub fn values(&self) -> impl Iterator<Item = Value> + use<> {
        (0..self.values.len() as u32).map(Value)
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The only instruction that may have written a value.
    pub fn writer(&self, value: Value) -> Option<InstId> {
        match self.data(value).definition {
            Definition::Write { inst, previous: None } => Some(inst),
            _ => None,
        }
    }

    /// Register and origin of a value.
    pub fn data(&self, value: Value) -> ValueData {
        let PackedValue { home, .. } = self.values[value.index()];
        let place = match home.checked_sub(self.registers) {
            Some(slot) => ValuePlace::Slot(SlotId(slot)),
            None => ValuePlace::Reg(RegId::new(self.first_reg + home as usize)),
        };
        ValueData { place, definition: self.definition(value) }
    }

    fn definition(&self, value: Value) -> Definition {
        self.values[value.index()].definition(self.first_inst)
    }

    /// The inputs of a phi value, in the order of its block's predecessors; one more for the entry block. The input from a
    /// block that control does not reach is the value itself.
    pub fn inputs(&self, cfg: &Cfg, value: Value) -> &[Value] {
        match self.definition(value) {
            Definition::Phi { block, first } => {
                &self.phi_inputs[first as usize..first as usize + input_count(cfg, block)]
            }
            _ => &[],
        }
    }

    /// Whether a register is written once, before all reads.
    pub fn is_single(&self, reg: RegId) -> bool {
        self.single[reg.index() - self.first_reg] != NOTHING
    }

    fn single_value(&self, home: Home) -> Option<Value> {
        let value = self.single[home as usize];
        (value != NOTHING).then_some(Value(value))
    }

    /// The value that an instruction reads from a register that is among its operands.
    pub fn read(&self, inst: InstId, reg: RegId) -> Option<Value> {
        let home = (reg.index() - self.first_reg) as Home;
        self.single_value(home).or_else(|| self.reads.find(inst, home))
    }

    /// Calls `visit` with the value of each register that an instruction reads, its guard and the parts of its addresses included.
    #[inline]
    pub fn for_each_read(&self, module: &Module<'_>, inst: InstId, mut visit: impl FnMut(Value)) {
        module.for_each_register(inst, |register| {
            if register.access == Access::Read {
                self.read(inst, register.reg).into_iter().for_each(&mut visit);
            }
        });
    }

    /// The value that an instruction writes to a register.
    pub fn write(&self, inst: InstId, reg: RegId) -> Option<Value> {
        let home = (reg.index() - self.first_reg) as Home;
        self.single_value(home).or_else(|| self.writes.find(inst, home))
    }

    /// The value of a stack slot that an instruction stores.
    pub fn stored(&self, inst: InstId, slot: SlotId) -> Option<Value> {
        let home = self.registers + slot.0;
        self.single_value(home).or_else(|| self.writes.find(inst, home))
    }

    /// The value of a stack slot that an instruction loads.
    pub fn loaded(&self, inst: InstId, slot: SlotId) -> Option<Value> {
        let home = self.registers + slot.0;
        self.single_value(home).or_else(|| self.reads.find(inst, home))
    }
}

/// Values of registers and slots at instructions.
#[derive(Debug, Default)]
struct ByInst {
    first_inst: usize,
    /// For each instruction, the first of its values; empty when there are none at all.
    starts: Vec<u32>,
    values: Vec<(Home, Value)>,
}

impl ByInst {
    /// Orders values by instruction.
    fn new(insts: IdRange, values: Vec<(InstId, Home, Value)>) -> Self {
        let first_inst = insts.start as usize;
        if values.is_empty() {
            return Self { first_inst, ..Self::default() };
        }
        let (starts, ordered) = bucketed(&values, insts.len(), |&(inst, ..)| inst.index() - first_inst);
        drop(values);
        Self { first_inst, starts, values: ordered.iter().map(|&(_, home, value)| (home, value)).collect() }
    }

    fn find(&self, inst: InstId, home: Home) -> Option<Value> {
        let place = inst.index().checked_sub(self.first_inst)?;
        let (start, end) = (*self.starts.get(place)?, *self.starts.get(place + 1)?);
        let values = &self.values[start as usize..end as usize];
        values.iter().find(|(other, _)| *other == home).map(|&(_, value)| value)
    }
}

/// Rounds of removing superfluous joins; compiler output needs two or three.
const MAX_ROUNDS: usize = 50;

/// What is known of a register before values are assigned.
#[derive(Clone, Copy)]
enum Writes {
    None,
    /// Exactly one write, which does not depend on the old value.
    One(InstId),
    /// Anything else.
    Many,
}

/// An access to a register that is not written once before all reads.
#[derive(Clone, Copy)]
struct SlowAccess {
    home: Home,
    inst: InstId,
    access: Access,
}

/// A value at the start or end of each block, for one register at a time; emptied in constant time.
struct BlockValues {
    stamp: u32,
    stamps: Vec<u32>,
    values: Vec<Value>,
}

impl BlockValues {
    fn new(blocks: usize) -> Self {
        Self { stamp: 0, stamps: vec![0; blocks], values: vec![Value(0); blocks] }
    }

    fn clear(&mut self) {
        self.stamp += 1;
    }

    fn get(&self, block: Block) -> Option<Value> {
        (self.stamps[block.index()] == self.stamp).then(|| self.values[block.index()])
    }

    fn set(&mut self, block: Block, value: Value) {
        self.stamps[block.index()] = self.stamp;
        self.values[block.index()] = value;
    }
}

struct SsaBuilder<'a, 's> {
    module: &'a Module<'s>,
    cfg: &'a Cfg,
    dominators: &'a Dominators,
    slots: &'a Slots,
    function: FunctionId,
    first_reg: usize,
    first_inst: usize,
    block_of: Vec<Block>,
    ssa: Ssa,
    /// What each slow read sees, and the value of each slow write, register by register.
    reads: Vec<(InstId, Home, Value)>,
    writes: Vec<(InstId, Home, Value)>,
    limit: usize,
    /// Blocks walked through in search of a value.
    steps: usize,
    at_start: BlockValues,
    at_end: BlockValues,
    /// Phi values whose inputs are not filled in yet.
    unfilled: Vec<Value>,
    /// Phi values of the current register.
    phis: Vec<Value>,
    /// First value of the current register.
    first_value: usize,
    same: Replacements,
}

impl<'a, 's> SsaBuilder<'a, 's> {
    fn new(
        module: &'a Module<'s>,
        function: FunctionId,
        cfg: &'a Cfg,
        dominators: &'a Dominators,
        slots: &'a Slots,
        most: usize,
    ) -> Self {
        let registers = module[function].registers;
        let insts = module[function].insts;
        let ssa = Ssa {
            first_reg: registers.start as usize,
            registers: registers.len() as u32,
            first_inst: insts.start as usize,
            values: Vec::with_capacity(registers.len()),
            phi_inputs: Vec::new(),
            single: vec![NOTHING; registers.len() + slots.len()],
            reads: ByInst::default(),
            writes: ByInst::default(),
            superfluous: 0,
        };
        let mut block_of = Vec::with_capacity(insts.len());
        for block in cfg.blocks() {
            block_of.extend(cfg.insts(block).map(|_| block));
        }
        Self {
            module,
            cfg,
            dominators,
            slots,
            function,
            first_reg: registers.start as usize,
            first_inst: insts.start as usize,
            block_of,
            ssa,
            reads: Vec::new(),
            writes: Vec::new(),
            limit: most,
            steps: 0,
            at_start: BlockValues::new(cfg.len()),
            at_end: BlockValues::new(cfg.len()),
            unfilled: Vec::new(),
            phis: Vec::new(),
            first_value: 0,
            same: Replacements::default(),
        }
    }

    fn build(mut self) -> Result<Ssa, TooComplex> {
        let slow = self.assign_single_values();
        let mut rest = slow.as_slice();
        while let Some(first) = rest.first() {
            let count = rest.partition_point(|access| access.home <= first.home);
            self.assign_register(&rest[..count])?;
            rest = &rest[count..];
        }
        let insts = self.module[self.function].insts;
        self.ssa.values.shrink_to_fit();
        self.ssa.phi_inputs.shrink_to_fit();
        self.ssa.reads = ByInst::new(insts, std::mem::take(&mut self.reads));
        self.ssa.writes = ByInst::new(insts, std::mem::take(&mut self.writes));
        Ok(self.ssa)
    }

    fn block_of(&self, inst: InstId) -> Block {
        self.block_of[inst.index() - self.first_inst]
    }

    fn new_value(&mut self, home: Home, definition: Definition) -> Value {
        let value = Value(self.ssa.values.len() as u32);
        self.ssa.values.push(PackedValue::new(home, definition, self.first_inst));
        value
    }

    /// Calls `visit` for each register and slot that an instruction uses, reads first.
    #[inline]
    fn for_each_access(&self, inst: InstId, mut visit: impl FnMut(Home, Access)) {
        let slot = self.slots.access(inst).map(|(slot, access)| (self.ssa.registers + slot.0, access));
        if let Some((home, Access::Read)) = slot {
            visit(home, Access::Read);
        }
        self.module
            .for_each_register(inst, |access| visit((access.reg.index() - self.first_reg) as Home, access.access));
        if let Some((home, Access::Write)) = slot {
            visit(home, Access::Write);
        }
    }

    /// Whether a write leaves part of the old value.
    fn is_partial(&self, inst: InstId, home: Home) -> bool {
        if self.module.guard(inst).is_some() {
            return true;
        }
        if home >= self.ssa.registers {
            return false;
        }
        let reg = RegId::new(self.first_reg + home as usize);
        // Components of vector registers are rare: look only when the declaration has some.
        self.module.declaration(reg).vector > 1
            && self.module.operands(inst).iter().any(|operand| match operand.kind {
                OperandKind::Reg { reg: r, component, .. } => r == reg && component != Component::None,
                _ => false,
            })
    }

    /// Gives a value to each register that is written once, in full, before all reads. Returns the accesses to all others,
    /// ordered by register and instruction, reads first.
    fn assign_single_values(&mut self) -> Vec<SlowAccess> {
        let mut writes = vec![Writes::None; self.ssa.single.len()];
        let mut accesses = Vec::with_capacity(3 * self.block_of.len());
        for inst in self.module.insts_of(self.function) {
            self.for_each_access(inst, |home, access| {
                accesses.push(SlowAccess { home, inst, access });
                let slot = &mut writes[home as usize];
                *slot = match (access, *slot) {
                    (Access::Write, Writes::None) if !self.is_partial(inst, home) => Writes::One(inst),
                    (Access::Write, _) => Writes::Many,
                    // A read above the only write comes round a loop, or sees no value at all.
                    (Access::Read, Writes::None) => Writes::Many,
                    (Access::Read, Writes::One(write)) if !self.precedes(write, inst) => Writes::Many,
                    (Access::Read, known) => known,
                };
            });
        }
        for (i, writes) in writes.iter().enumerate() {
            if let Writes::One(inst) = *writes {
                let definition = Definition::Write { inst, previous: None };
                self.ssa.single[i] = self.new_value(i as Home, definition).0;
            }
        }
        accesses.retain(|access| self.ssa.single[access.home as usize] == NOTHING);
        let (_, mut slow) = bucketed(&accesses, self.ssa.single.len(), |access| access.home as usize);
        slow.dedup_by_key(|access| (access.home, access.inst, access.access as u8));
        slow
    }

    /// Whether `write`, which stands above `read`, has been executed whenever `read` is.
    fn precedes(&self, write: InstId, read: InstId) -> bool {
        let (from, to) = (self.block_of(write), self.block_of(read));
        from == to || self.dominators.dominates(from, to) || !self.cfg.is_reachable(to)
    }

    /// Gives values to all accesses of one register.
    fn assign_register(&mut self, accesses: &[SlowAccess]) -> Result<(), TooComplex> {
        self.at_start.clear();
        self.at_end.clear();
        self.phis.clear();
        self.first_value = self.ssa.values.len();
        let first_write = self.writes.len();
        for access in accesses.iter().filter(|access| access.access == Access::Write) {
            let definition = Definition::Write { inst: access.inst, previous: None };
            let value = self.new_value(access.home, definition);
            self.writes.push((access.inst, access.home, value));
            self.at_end.set(self.block_of(access.inst), value);
        }
        let first_read = self.reads.len();
        let mut next_write = first_write;
        let mut current: Option<(Block, Value)> = None;
        for access in accesses {
            let block = self.block_of(access.inst);
            let known = current.filter(|&(at, _)| at == block).map(|(_, value)| value);
            let partial = access.access == Access::Write && self.is_partial(access.inst, access.home);
            let old = match known {
                None if access.access == Access::Read || partial => Some(self.value_at_start(block, access.home)?),
                known => known,
            };
            if access.access == Access::Read {
                current = old.map(|value| (block, value));
                self.reads.extend(old.map(|value| (access.inst, access.home, value)));
            } else {
                let value = self.writes[next_write].2;
                next_write += 1;
                if partial {
                    let definition = Definition::Write { inst: access.inst, previous: old };
                    self.ssa.values[value.index()] = PackedValue::new(access.home, definition, self.first_inst);
                }
                current = Some((block, value));
            }
        }
        while let Some(phi) = self.unfilled.pop() {
            self.fill(phi)?;
        }
        self.remove_trivial_phis(first_read, first_write);
        Ok(())
    }

    /// The value of a register at the start of a block. Blocks with one way in take it from there; a join gets a phi value
    /// whose inputs are filled in later.
    fn value_at_start(&mut self, block: Block, home: Home) -> Result<Value, TooComplex> {
        let mut at = block;
        let value = loop {
            if let Some(value) = self.at_start.get(at) {
                break value;
            }
            self.steps += 1;
            if self.steps > self.limit || self.ssa.phi_inputs.len() > self.limit {
                return Err(TooComplex);
            }
            match *self.cfg.predecessors(at) {
                [] => break self.new_value(home, Definition::Entry),
                [only] if at.index() != 0 && only != at => match self.at_end.get(only) {
                    Some(value) => break value,
                    None if only == block => break self.new_value(home, Definition::Entry),
                    None => at = only,
                },
                _ => break self.new_phi(at, home),
            }
        };
        self.at_start.set(at, value);
        self.at_start.set(block, value);
        Ok(value)
    }

    fn new_phi(&mut self, block: Block, home: Home) -> Value {
        let first = self.ssa.phi_inputs.len() as u32;
        let value = self.new_value(home, Definition::Phi { block, first });
        self.ssa.phi_inputs.extend(std::iter::repeat_n(value, input_count(self.cfg, block)));
        self.unfilled.push(value);
        self.phis.push(value);
        value
    }

    fn fill(&mut self, phi: Value) -> Result<(), TooComplex> {
        let Definition::Phi { block, first } = self.ssa.definition(phi) else { return Ok(()) };
        let home = self.ssa.values[phi.index()].home;
        let predecessors = self.cfg.predecessors(block).len();
        for i in 0..predecessors {
            let from = self.cfg.predecessors(block)[i];
            let value = match self.at_end.get(from) {
                // Nothing ever comes from a block that control does not reach: the join stands for its other inputs.
                _ if !self.cfg.is_reachable(from) => phi,
                Some(value) => value,
                None => self.value_at_start(from, home)?,
            };
            self.ssa.phi_inputs[first as usize + i] = value;
        }
        if block.index() == 0 {
            let entry = self.new_value(home, Definition::Entry);
            self.ssa.phi_inputs[first as usize + predecessors] = entry;
        }
        Ok(())
    }

    /// Replaces joins of one value with that value, until none of the current register is left.
    fn remove_trivial_phis(&mut self, first_read: usize, first_write: usize) {
        let mut same = std::mem::take(&mut self.same);
        same.reset(self.first_value, self.ssa.values.len());
        let mut pending = self.phis.clone();
        // A join that survives the last round is superfluous, not wrong: rules may know less of it.
        for round in 0.. {
            if round == MAX_ROUNDS {
                self.ssa.superfluous += pending.len();
                break;
            }
            let before = pending.len();
            pending.retain(|&phi| match self.only_input(&mut same, phi) {
                Some(only) => {
                    same.replace(phi, only);
                    false
                }
                None => true,
            });
            if pending.len() == before {
                break;
            }
        }
        if pending.len() < self.phis.len() {
            for i in 0..self.phis.len() {
                let Definition::Phi { block, first } = self.ssa.definition(self.phis[i]) else { continue };
                for input in first as usize..first as usize + input_count(self.cfg, block) {
                    self.ssa.phi_inputs[input] = same.find(self.ssa.phi_inputs[input]);
                }
            }
            for (_, _, value) in &mut self.reads[first_read..] {
                *value = same.find(*value);
            }
            for i in first_write..self.writes.len() {
                let write = self.writes[i].2;
                if let Definition::Write { previous: Some(previous), .. } = self.ssa.definition(write) {
                    self.ssa.values[write.index()].from = same.find(previous).0;
                }
            }
        }
        self.same = same;
    }

    /// The value that a join joins with nothing but itself.
    fn only_input(&self, same: &mut Replacements, phi: Value) -> Option<Value> {
        let mut only = None;
        for &input in self.all_inputs(phi) {
            let input = same.find(input);
            if input != phi && *only.get_or_insert(input) != input {
                return None;
            }
        }
        only
    }

    fn all_inputs(&self, phi: Value) -> &[Value] {
        let Definition::Phi { block, first } = self.ssa.definition(phi) else { return &[] };
        &self.ssa.phi_inputs[first as usize..first as usize + input_count(self.cfg, block)]
    }
}

/// Number of inputs of a phi value: the predecessors, and the outside for the entry block, which comes last.
fn input_count(cfg: &Cfg, block: Block) -> usize {
    cfg.predecessors(block).len() + usize::from(block.index() == 0)
}

/// Which values of one register stand for which: union-find with path halving (Tarjan and van Leeuwen, 1984).
#[derive(Default)]
struct Replacements {
    first: u32,
    parent: Vec<Value>,
}

impl Replacements {
    fn reset(&mut self, first: usize, end: usize) {
        self.first = first as u32;
        self.parent.clear();
        self.parent.extend((first as u32..end as u32).map(Value));
    }

    fn replace(&mut self, value: Value, by: Value) {
        self.parent[(value.0 - self.first) as usize] = by;
    }

    fn find(&mut self, mut value: Value) -> Value {
        loop {
            let index = (value.0 - self.first) as usize;
            let up = self.parent[index];
            if up == value {
                return value;
            }
            self.parent[index] = self.parent[(up.0 - self.first) as usize];
            value = up;
        }
    }
}
