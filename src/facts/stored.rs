//! What stores store, as far as it matters for whether two threads store the same.

use super::agreement::is_total_of_one_lane;
use super::expr::{Axis, Expr, ExprTable, LeafKinds, Node};
use super::uniformity::{Divergence, ThreadScope};
use super::{AccessKind, Definition, Facts, MemoryAccess, Value, ValuePlace};
use crate::ids::InstId;
use crate::ir::{Operand, OperandKind};
use crate::isa::{Effects, Instruction, SpecialKind, StateSpace, op};

/// What an instruction stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stored {
    /// A number.
    Number(Expr),
    /// What was loaded from an address.
    Loaded(Expr),
    /// Something that follows by arithmetic from data that each thread loads for itself, or from its index: as good as surely
    /// different in threads in which what it is made of is. For that stands the number of an expression, if there is one.
    Distinct(Option<Expr>),
    /// A vector of which some elements are numbers: where this mixture of them differs, so do the vectors of two threads.
    Elements(Expr),
    /// Something else.
    Unknown,
}

/// Between which threads values are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Peers {
    /// Those of one block.
    Block,
    /// Those of different blocks.
    Grid,
}

impl Stored {
    /// What a store stores, for threads of one block.
    pub(super) fn by(facts: &Facts<'_, '_>, inst: InstId) -> Self {
        Self::among(facts, inst, Peers::Block)
    }

    /// What a store stores, for threads of different blocks.
    pub fn in_grid(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Self {
        Self::of_call(facts, access, Peers::Grid).unwrap_or_else(|| Self::among(facts, access.inst, Peers::Grid))
    }

    /// What a called function stores, as far as its caller knows; `None` of a store of the function's own.
    fn of_call(facts: &Facts<'_, '_>, access: &MemoryAccess, among: Peers) -> Option<Self> {
        let number = || access.passed.filter(|&value| is_computable(facts, value, among));
        access.called.then(|| number().map_or(Self::Unknown, Self::Number))
    }

    /// What a store of a called function stores, for threads of one block; `None` of a store of the function's own.
    pub(super) fn by_call(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<Self> {
        Self::of_call(facts, access, Peers::Block)
    }

    fn among(facts: &Facts<'_, '_>, inst: InstId, among: Peers) -> Self {
        let module = facts.module;
        let Some(&operand) = module.operands(inst).get(1) else { return Self::Unknown };
        if let OperandKind::Vector(list) = operand.kind {
            return Self::by_elements(facts, inst, module.list(list), among);
        }
        let Some(expr) = facts.exprs().operand(facts, inst, operand) else { return Self::Unknown };
        if is_computable(facts, expr, among) {
            return Self::Number(expr);
        }
        if let Node::Opaque(value) = facts.exprs().table.node(expr)
            && let Some(address) = loaded_from(facts, value)
        {
            return Self::Loaded(address);
        }
        let value = operand.register().and_then(|reg| facts.ssa()?.read(inst, reg));
        let parts = value.and_then(|value| sources(facts, value, among));
        match parts {
            Some(parts) => Self::Distinct(mixed(facts, parts)),
            None if value.is_some_and(|value| is_total_of_one_lane(facts, value)) => {
                Self::Distinct(Some(facts.exprs().table.intern(Node::Tid(Axis::X))))
            }
            None => Self::Unknown,
        }
    }

    /// What a vector store stores, as far as its elements are numbers.
    fn by_elements(facts: &Facts<'_, '_>, inst: InstId, elements: &[Operand], among: Peers) -> Self {
        let number = |&element: &Operand| facts.exprs().operand(facts, inst, element);
        let mut parts: Vec<Expr> = elements.iter().filter_map(number).collect();
        parts.retain(|&part| is_computable(facts, part, among));
        let numbers = if parts.is_empty() { None } else { mixed(facts, parts) };
        if let Some(numbers) = numbers {
            return Self::Elements(numbers);
        }
        // One element that differs suffices.
        let value = |element: &Operand| element.register().and_then(|reg| facts.ssa()?.read(inst, reg));
        let parts = elements.iter().filter_map(value).find_map(|value| sources(facts, value, among));
        parts.map_or(Self::Unknown, |parts| Self::Distinct(self::mixed(facts, parts)))
    }

    /// The expression whose number decides, if there is one.
    pub fn expr(self) -> Option<Expr> {
        match self {
            Self::Number(expr) | Self::Loaded(expr) | Self::Elements(expr) => Some(expr),
            Self::Distinct(expr) => expr,
            Self::Unknown => None,
        }
    }
}

/// Whether nothing that differs between threads in unknown ways is part of an expression.
fn is_computable(facts: &Facts<'_, '_>, expr: Expr, among: Peers) -> bool {
    let level = |value: Value| facts.uniformity().map(|uniformity| uniformity.level(value, ThreadScope::Block));
    facts.exprs().table.walk(expr, &mut |_, node| match node {
        // What is the same in all threads of one block may differ in another one.
        Node::Opaque(value) => among == Peers::Block && level(value) == Some(Divergence::Uniform),
        _ => true,
    })
}

/// The address from which the load that gives a value reads global memory.
fn loaded_from(facts: &Facts<'_, '_>, value: Value) -> Option<Expr> {
    let inst = facts.ssa()?.writer(value)?;
    let access = facts.accesses_at(inst).first().filter(|access| access.kind == AccessKind::Read)?;
    let instruction = facts.module.opcode(inst).instruction?;
    let scalar = facts.module.operands(inst).first()?.register().is_some();
    let plain = matches!(instruction, op::LD | op::LDU);
    let global = matches!(access.space, None | Some(StateSpace::Global | StateSpace::Const));
    access.address.filter(|_| scalar && plain && global)
}

/// Most instructions that are followed backwards.
const MOST_FOLLOWED: usize = 200;

/// One number for several: sums with different factors are equal where all parts are, and hardly ever otherwise. Addresses in launches
/// that are tried have less than 47 bits, so that nothing overflows.
fn mixed(facts: &Facts<'_, '_>, parts: Vec<Expr>) -> Option<Expr> {
    const FACTORS: [i64; 7] = [1, 5, 23, 101, 499, 2003, 9973];
    facts.exprs().table.sum(parts.into_iter().zip(FACTORS.into_iter().cycle()).collect(), 0)
}

/// What decides a value that is made of thread-dependent data by operations that keep different things different in practice: indices of
/// threads, and of blocks where threads of different ones are compared, and the addresses from which is loaded. `None` for other values.
fn sources(facts: &Facts<'_, '_>, value: Value, among: Peers) -> Option<Vec<Expr>> {
    let (ssa, uniformity) = (facts.ssa()?, facts.uniformity()?);
    let module = facts.module;
    let mut seen = crate::util::FastSet::default();
    let mut work = vec![value];
    let mut source = false;
    let mut parts = Vec::new();
    while let Some(value) = work.pop() {
        let is_same = among == Peers::Block && uniformity.level(value, ThreadScope::Block) == Divergence::Uniform;
        if !seen.insert(value) || is_same {
            continue;
        }
        if seen.len() > facts.budget(MOST_FOLLOWED) {
            facts.fell_short("values that decide what is stored", MOST_FOLLOWED, None);
            return None;
        }
        let inst = match ssa.data(value).definition {
            Definition::Entry | Definition::Write { previous: Some(_), .. } => return None,
            Definition::Phi { .. } => {
                work.extend(ssa.inputs(facts.cfg(), value));
                continue;
            }
            Definition::Write { inst, previous: None } => inst,
        };
        if let Some(address) = loaded_from(facts, value) {
            let table = &facts.exprs().table;
            source |= table.depends_on_thread(address) || (among == Peers::Grid && depends_on_block(table, address));
            parts.push(address);
            continue;
        }
        let opcode = module.opcode(inst);
        let instruction = opcode.instruction?;
        // Arguments are the same in all blocks, and what a block shares may be anything.
        if among == Peers::Grid
            && instruction == op::LD
            && matches!(module.space(opcode), Some(StateSpace::Param | StateSpace::Shared))
        {
            continue;
        }
        let touches =
            Effects::READS_MEMORY.union(Effects::WARP_SYNCHRONOUS).union(Effects::ATOMIC).union(Effects::CALL);
        if opcode.effects.intersects(touches)
            || !keeps_data(instruction)
            || !matches!(ssa.data(value).place, ValuePlace::Reg(_))
        {
            return None;
        }
        let is_index = |kind: &OperandKind| match kind {
            OperandKind::Special { register, .. } => {
                register.kind == SpecialKind::Tid || (among == Peers::Grid && register.kind == SpecialKind::Ctaid)
            }
            _ => false,
        };
        if module.operands(inst).iter().any(|operand| is_index(&operand.kind)) {
            source = true;
            parts.push(facts.exprs().value(facts, value));
        }
        ssa.for_each_read(module, inst, |value| work.push(value));
    }
    source.then_some(parts)
}

/// Whether an expression depends on the index of the block.
fn depends_on_block(table: &ExprTable, expr: Expr) -> bool {
    table.has_any(expr, LeafKinds::CTAID)
}

/// Whether the result of an instruction is data of the same kind as what it reads.
fn keeps_data(instruction: Instruction) -> bool {
    let moves = matches!(instruction, op::MOV | op::CVT | op::CVT_PACK);
    let adds = matches!(instruction, op::ADD | op::SUB | op::NEG | op::NOT | op::SHL | op::DIV | op::DIV_FULL);
    let combines = matches!(instruction, op::AND | op::OR | op::XOR);
    let multiplies = matches!(
        instruction,
        op::MUL | op::MUL_LO | op::MUL_HI | op::MUL_WIDE | op::MAD | op::MAD_LO | op::MAD_HI | op::MAD_WIDE | op::FMA
    );
    moves
        || adds
        || combines
        || multiplies
        || matches!(instruction, op::EX2 | op::LG2 | op::SQRT | op::RCP | op::SIN | op::COS)
}
