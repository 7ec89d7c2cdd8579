//! Memory accesses: which variable or space, which bytes, read or written.

use super::Facts;
use super::calls::callee_operand;
use super::expr::{Expr, ExprTable, Node, Term};
use super::loaded_pointers::loaded_pointer;
use super::ssa::Value;
use crate::ids::{InstId, VarId};
use crate::ir::{Module, Operand, OperandKind, VariableRole};
use crate::isa::{Class, Effects, Instruction, OperandSpec, Role, ScalarType, Shape, StateSpace, Word, op, word};
use crate::span::Span;
use crate::util::{FastMap, FastSet};

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AccessKind {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// It reads and writes as one operation.
    Atomic,
}

/// What an address points into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Base {
    /// A variable.
    Variable(VarId),
    /// What a pointer parameter points to: the parameter, and the offset of the pointer in it.
    Parameter(VarId, i64),
    /// What a pointer points to that the kernel loads once, the same for all threads.
    Loaded(Value),
    /// Something else.
    Unknown,
}

/// An access of one instruction to memory.
#[derive(Clone, Copy, Debug)]
pub struct MemoryAccess {
    /// The instruction.
    pub inst: InstId,
    /// The instruction itself, or that of the function that it calls.
    pub origin: InstId,
    /// What it does.
    pub kind: AccessKind,
    /// The space that the instruction names; `None` for a generic address.
    pub space: Option<StateSpace>,
    /// The address operand.
    pub operand: Operand,
    /// The address; `None` when it cannot be expressed.
    pub address: Option<Expr>,
    /// What it points into.
    pub base: Base,
    /// Number of bytes that each thread accesses.
    pub size: u32,
    /// What the address must be a multiple of: the size, but for bulk copies.
    pub alignment: u32,
    /// With a memory ordering, or atomic in its own right (`.relaxed`, `.acquire`, `.mmio` …): meant to race.
    pub strong: bool,
    /// `.volatile`: not reordered with others of its kind, and as good as ordered among the threads of a warp.
    pub volatile: bool,
    /// An asynchronous copy.
    pub asynchronous: bool,
    /// A function that the instruction calls makes it.
    pub called: bool,
    /// What that function stores or exchanges, if that can be expressed.
    pub passed: Option<Expr>,
    /// Number of lanes of a warp whose address matters: fewer than all when lanes load rows of matrices for each other.
    pub lanes: u32,
}

/// Where an access is: equal for accesses of the same place.
#[derive(PartialEq, Eq, Hash, Debug)]
pub enum AccessPlace {
    /// At an address of which nothing more is known.
    Address(Expr),
    /// At terms and a number of bytes from a pointer.
    Offset(Base, Vec<Term>, i64),
}

impl MemoryAccess {
    /// Whether an instruction of a family makes it.
    pub fn is_made_by(&self, facts: &Facts<'_, '_>, family: Instruction) -> bool {
        facts.module.opcode(self.origin).instruction.is_some_and(|known| known.is_of_family(family))
    }

    /// The space that is accessed: the one named, or that of the variable behind a generic address.
    pub fn actual_space(&self, facts: &Facts<'_, '_>) -> Option<StateSpace> {
        match (self.space, self.base) {
            (Some(space), _) => Some(space),
            (None, Base::Variable(var)) => Some(facts.module[var].space),
            (None, _) => None,
        }
    }

    /// The variable that the access is meant for, and its size in bytes, when the address has the form that the space wants.
    pub fn extent(&self, facts: &Facts<'_, '_>) -> Option<(VarId, i64)> {
        let Base::Variable(var) = self.base else { return None };
        let variable = &facts.module[var];
        let size = variable.size.filter(|&size| size > 0).and_then(|size| i64::try_from(size).ok())?;
        let wanted = match self.space {
            Some(space) if space == variable.space => Node::Window(var),
            Some(_) => return None,
            None => Node::Generic(var),
        };
        let exprs = facts.exprs();
        let terms = exprs.table.terms(self.address?).0;
        terms.iter().any(|&(expr, _)| exprs.table.node(expr) == wanted).then_some((var, size))
    }

    /// Finds what the access points into when it is known which parameters are numbers.
    pub(super) fn settle_base(&mut self, facts: &Facts<'_, '_>, integers: &FastSet<VarId>) {
        let (Base::Unknown, Some(address)) = (self.base, self.address) else { return };
        let exprs = facts.exprs();
        let terms = exprs.table.terms(address).0;
        let points = |&(expr, _): &Term| {
            matches!(
                exprs.table.node(expr),
                Node::Window(_) | Node::Generic(_) | Node::ToGeneric(..) | Node::FromGeneric(..)
            )
        };
        if !terms.iter().any(points) {
            let found = parameter_of(facts.module, &exprs.table, &terms, &|var| integers.contains(&var));
            self.base = found.unwrap_or(Base::Unknown);
        }
    }

    /// What it stores, or exchanges for what was there; `None` when that cannot be expressed, or depends on what was there.
    pub fn stored(&self, facts: &Facts<'_, '_>) -> Option<Expr> {
        if self.called {
            return self.passed;
        }
        let operands = facts.module.operands(self.inst);
        let value = match self.kind {
            AccessKind::Write => operands.get(1),
            AccessKind::Atomic if facts.module.has_modifier(facts.module.opcode(self.inst), word::EXCH) => {
                operands.get(2)
            }
            AccessKind::Atomic | AccessKind::Read => None,
        };
        facts.exprs().operand(facts, self.inst, *value?)
    }

    /// Whether another access is to the same place, whether or not the addresses of both are generic.
    pub fn is_where(&self, facts: &Facts<'_, '_>, other: &Self) -> bool {
        let (Some(one), Some(another)) = (self.address, other.address) else { return false };
        if one == another || self.base != other.base || self.base == Base::Unknown {
            return one == another;
        }
        self.offset(facts) == other.offset(facts)
    }

    /// The place that it accesses, if that is known: [`Self::is_where`] for many.
    pub fn place(&self, facts: &Facts<'_, '_>) -> Option<AccessPlace> {
        let address = self.address?;
        if self.base == Base::Unknown {
            return Some(AccessPlace::Address(address));
        }
        self.offset(facts).map(|(terms, number)| AccessPlace::Offset(self.base, terms, number))
    }

    /// What the address adds to the pointer, as terms and a number.
    pub fn offset(&self, facts: &Facts<'_, '_>) -> Option<(Vec<Term>, i64)> {
        let exprs = facts.exprs();
        let (terms, number) = exprs.table.terms(self.address?);
        let is_pointer = |&(expr, _): &Term| base_of(facts.module, &exprs.table, expr) == self.base;
        Some((terms.iter().copied().filter(|term| !is_pointer(term)).collect(), number))
    }

    /// Where the address stands.
    pub fn span(&self) -> Span {
        self.operand.span
    }
}

/// What both addresses of a bulk copy are multiples of, however much it copies (PTX ISA, `cp.async.bulk`).
const BULK_ALIGNMENT: u32 = 16;

/// What the address in shared memory of a tensor copy is a multiple of, and that of its tensor map (PTX ISA, `cp.async.bulk.tensor`; CUDA
/// driver API, `CUtensorMap`).
const TENSOR_ALIGNMENT: u32 = 128;
const TENSOR_MAP_ALIGNMENT: u32 = 64;

/// What an address of an instruction is a multiple of, if the number of bytes does not say it.
fn alignment_of(module: &Module<'_>, inst: InstId, instruction: Instruction, operand: Operand) -> Option<u32> {
    match instruction {
        op::CP_ASYNC_BULK | op::CP_REDUCE_ASYNC_BULK => Some(BULK_ALIGNMENT),
        op::CP_ASYNC_BULK_TENSOR | op::CP_REDUCE_ASYNC_BULK_TENSOR => {
            let mut specs = module.operand_specs(inst);
            let (_, spec) = specs.find(|(other, _)| other.span == operand.span)?;
            Some(if spec.role() == Role::TensorMap { TENSOR_MAP_ALIGNMENT } else { TENSOR_ALIGNMENT })
        }
        _ => None,
    }
}

/// The accesses of an instruction.
pub fn accesses_of(facts: &Facts<'_, '_>, inst: InstId) -> Vec<MemoryAccess> {
    let module = facts.module;
    let opcode = module.opcode(inst);
    let touches = Effects::READS_MEMORY.union(Effects::WRITES_MEMORY).union(Effects::ATOMIC);
    let Some(instruction) = opcode.instruction.filter(|_| opcode.effects.intersects(touches)) else {
        return Vec::new();
    };
    if matches!(handle_of(instruction), Some(Role::Texture | Role::Surface)) {
        return Vec::new();
    }
    let spaces: Vec<StateSpace> = module
        .modifiers(opcode)
        .iter()
        .filter_map(|modifier| match modifier.word?.class() {
            Class::Space(space) => Some(space),
            _ => None,
        })
        .collect();
    let copies = instruction.is_of_family(op::CP_ASYNC);
    let size = access_size(facts, inst, instruction);
    let has = |wanted: &dyn Fn(Word) -> bool| module.modifiers(opcode).iter().filter_map(|m| m.word).any(wanted);
    let ordered = opcode.effects.intersects(Effects::ORDERED);
    let strong = ordered || has(&|word| word.is_like(word::RELAXED) && !matches!(word, word::WEAK | word::VOLATILE));
    let volatile = has(&|word| word == word::VOLATILE);
    let addresses = module.operands(inst).iter().filter(|operand| matches!(operand.kind, OperandKind::Address(_)));
    let mut accesses = Vec::new();
    for (i, &operand) in addresses.enumerate() {
        let kind = match (copies, i) {
            (true, 0) => AccessKind::Write,
            (true, 1) => AccessKind::Read,
            // Further addresses are barrier objects and policies.
            (_, 1..) => break,
            _ if opcode.effects.intersects(Effects::ATOMIC) => AccessKind::Atomic,
            _ if opcode.effects.intersects(Effects::WRITES_MEMORY) => AccessKind::Write,
            _ => AccessKind::Read,
        };
        let space = if copies { spaces.get(i).copied() } else { spaces.first().copied() };
        let address = facts.exprs().address(facts, inst, operand);
        let base = address.map_or(Base::Unknown, |address| base_with_loads(facts, address));
        accesses.push(MemoryAccess {
            inst,
            origin: inst,
            kind,
            space,
            operand,
            address,
            base,
            size,
            alignment: alignment_of(module, inst, instruction, operand).unwrap_or(size),
            strong,
            volatile,
            asynchronous: copies,
            called: false,
            passed: None,
            lanes: if matches!(instruction, op::LDMATRIX | op::STMATRIX) { address_lanes(has) } else { 32 },
        });
    }
    accesses
}

/// What stands in the first brackets of an instruction.
fn handle_of(instruction: Instruction) -> Option<Role> {
    let operands = instruction.forms().first()?.operands();
    operands.iter().find(|spec| matches!(spec.shape(), Shape::Address { .. })).map(OperandSpec::role)
}

/// The accesses that a called function makes in every call.
pub fn accesses_of_call(facts: &Facts<'_, '_>, call: InstId, most: usize) -> Vec<MemoryAccess> {
    let module = facts.module;
    let (Some(operand), Some(summary)) = (callee_operand(module, call), facts.summary(call)) else { return Vec::new() };
    let mut known = FastMap::default();
    let mut in_caller = |access: &MemoryAccess| {
        let mut here = |expr: Expr| facts.exprs().called(facts, (call, &summary), expr, &mut known);
        let address = here(access.address?)?;
        let passed = access.passed.and_then(here);
        let base = base_of(module, &facts.exprs().table, address);
        Some(MemoryAccess { inst: call, operand, address: Some(address), base, called: true, passed, ..*access })
    };
    facts.fell_short("accesses of called functions", most, Some(summary.accesses.len()));
    summary.accesses.iter().take(most).filter_map(&mut in_caller).collect()
}

/// What an address points into, loaded pointers included.
fn base_with_loads(facts: &Facts<'_, '_>, address: Expr) -> Base {
    match base_of(facts.module, &facts.exprs().table, address) {
        Base::Unknown => {}
        base => return base,
    }
    loaded_pointer(facts, address).map_or(Base::Unknown, Base::Loaded)
}

/// What a pointer among the terms of an address points into.
pub fn base_of(module: &Module<'_>, table: &ExprTable, address: Expr) -> Base {
    let (terms, _) = table.terms(address);
    let mut base = None;
    for &(expr, coefficient) in terms.iter() {
        let found = match table.node(expr) {
            Node::Window(var) | Node::Generic(var) => Base::Variable(var),
            Node::ToGeneric(_, inner) | Node::FromGeneric(_, inner) => match table.node(inner) {
                Node::Window(var) | Node::Generic(var) => Base::Variable(var),
                Node::Param { var, offset } => Base::Parameter(var, offset),
                _ => Base::Unknown,
            },
            _ => continue,
        };
        if coefficient != 1 || base.is_some() {
            return Base::Unknown;
        }
        base = Some(found);
    }
    base.or_else(|| parameter_of(module, table, &terms, &|_| false)).unwrap_or(Base::Unknown)
}

/// The only parameter among the terms that can be a pointer, where none of the others can be one.
fn parameter_of(
    module: &Module<'_>,
    table: &ExprTable,
    terms: &[Term],
    is_integer: &dyn Fn(VarId) -> bool,
) -> Option<Base> {
    let mut found = None;
    for &(expr, _) in terms.iter().filter(|(_, coefficient)| *coefficient == 1) {
        let is_wide = |var: VarId, offset: i64| {
            (module[var].ty.is_none_or(|ty| ty.bits() == 64) && !is_integer(var))
                || may_hold_pointer(module, var, offset)
        };
        match table.node(expr) {
            Node::Param { var, offset } if is_wide(var, offset) && found.is_some() => return None,
            Node::Param { var, offset } if is_wide(var, offset) => found = Some(Base::Parameter(var, offset)),
            Node::Opaque(_) | Node::Select(..) | Node::Product(..) | Node::Binary(..) => return None,
            _ => {}
        }
    }
    found
}

/// Whether a parameter is a struct that may hold a pointer at an offset: bytes, aligned as pointers are.
pub(super) fn may_hold_pointer(module: &Module<'_>, var: VarId, offset: i64) -> bool {
    let variable = &module[var];
    let is_struct = variable.ty == Some(ScalarType::B8) && variable.role == VariableRole::Param;
    let end = u64::try_from(offset).ok().filter(|offset| offset % 8 == 0).map(|offset| offset + 8);
    is_struct && end.is_some_and(|end| variable.size.is_some_and(|size| end <= size))
}

/// The lanes that give addresses (PTX ISA, `ldmatrix`: eight for each matrix).
fn address_lanes(has: impl Fn(&dyn Fn(Word) -> bool) -> bool) -> u32 {
    let counted = |wanted: Word| has(&|word| word == wanted);
    match () {
        () if counted(word::X1) => 8,
        () if counted(word::X2) => 16,
        () => 32,
    }
}

/// Bytes that a thread accesses at an address.
fn access_size(facts: &Facts<'_, '_>, inst: InstId, instruction: Instruction) -> u32 {
    let module = facts.module;
    let opcode = module.opcode(inst);
    match instruction {
        op::LDMATRIX | op::STMATRIX => 16,
        // The third operand of a copy is its size.
        op::CP_ASYNC_CA | op::CP_ASYNC_CG | op::CP_ASYNC_BULK => {
            let size = module.operands(inst).get(2).and_then(|&operand| facts.constant(inst, operand));
            size.and_then(|size| u32::try_from(size).ok()).unwrap_or(1)
        }
        _ => {
            let element = module.types(opcode).last().map_or(1, ScalarType::bytes);
            element * u32::from(module.vector_length(opcode))
        }
    }
}
