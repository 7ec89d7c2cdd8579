//! Operands: registers, constants, special registers and addresses, each as the slot that holds its value.

use super::super::lanes::unary;
use super::super::memory::{LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW};
use super::super::program::{Constant, MemorySpace, Op, RegisterSlot};
use super::{Decoder, Result, definition, function_address};
use crate::ids::{AddressId, RegId, VarId};
use crate::ir::{Component, Const, ConstKind, Operand, OperandKind};
use crate::isa::{ScalarType, SpecialKind};
use crate::span::Span;

/// The components of vector registers, in order.
const COMPONENTS: [Component; 4] = [Component::X, Component::Y, Component::Z, Component::W];

impl Decoder<'_, '_> {
    pub(super) fn operand_count(&self) -> usize {
        self.module.operands(self.inst).len()
    }

    pub(super) fn operand(&self, index: usize) -> Result<Operand> {
        self.module.operands(self.inst).get(index).copied().ok_or_else(|| self.refuse_form())
    }

    /// The parts of a vector operand or of a vector register; the operand itself otherwise.
    pub(super) fn parts(&self, operand: Operand) -> Vec<Operand> {
        match operand.kind {
            OperandKind::Vector(list) => self.module.list(list).to_vec(),
            OperandKind::Reg { reg, component: Component::None, negated } => {
                let count = usize::from(self.module.declaration(reg).vector);
                let part = |component| Operand { kind: OperandKind::Reg { reg, component, negated }, ..operand };
                if count > 1 { COMPONENTS[..count.min(4)].iter().copied().map(part).collect() } else { vec![operand] }
            }
            _ => vec![operand],
        }
    }

    /// The slot of a register operand as it is, whatever sign stands before it.
    pub(super) fn register(&self, operand: Operand) -> Result<RegisterSlot> {
        match operand.kind {
            OperandKind::Reg { reg, component: Component::None, .. } => {
                let decl = self.module.declaration(reg);
                if decl.vector != 1 {
                    return Err(self.refuse_at("vector registers here", operand.span));
                }
                if decl.ty.is_some_and(|ty| ty.bits() > 64) {
                    return Err(self.refuse_at("128-bit registers here", operand.span));
                }
                Ok(self.slot(reg))
            }
            OperandKind::Reg { reg, component, .. } if self.module.declaration(reg).vector > 1 => {
                let index = COMPONENTS.iter().position(|&known| known == component);
                let index = index.ok_or_else(|| self.refuse_at("this operand", operand.span))?;
                Ok(self.component_slot(reg, index as u32))
            }
            _ => Err(self.refuse_at("this operand", operand.span)),
        }
    }

    /// Where a component of a vector register is: the first one in the register's own slot, others behind all registers.
    pub(super) fn component_slot(&self, reg: RegId, index: u32) -> RegisterSlot {
        match (index, self.components.get(&reg)) {
            (1.., Some(first)) => RegisterSlot(first + index - 1),
            _ => self.slot(reg),
        }
    }

    pub(super) fn slot(&self, reg: RegId) -> RegisterSlot {
        RegisterSlot(reg.index() as u32 - self.module[self.function].registers.start)
    }

    /// Both halves of a 128-bit register, the lower one first.
    pub(super) fn wide_register(&mut self, operand: Operand) -> Result<[RegisterSlot; 2]> {
        let decl = operand.register().map(|reg| (reg, self.module.declaration(reg)));
        match decl {
            Some((reg, decl)) if decl.vector == 1 && decl.ty == Some(ScalarType::B128) => {
                let lower = self.slot(reg);
                let upper = match self.upper.get(&reg) {
                    Some(&slot) => slot,
                    None => self.temporary(),
                };
                self.upper.insert(reg, upper);
                Ok([lower, upper])
            }
            _ => Err(self.refuse_at("this operand", operand.span)),
        }
    }

    /// Width in bits of a register operand; of its type otherwise.
    pub(super) fn register_bits(&self, operand: Operand) -> u32 {
        match operand.kind {
            OperandKind::Reg { reg, .. } => self.module.declaration(reg).bits().unwrap_or(64),
            _ => 64,
        }
    }

    /// The register that the instruction writes; one that nobody reads for `_`.
    pub(super) fn result(&mut self, index: usize) -> Result<RegisterSlot> {
        let operand = self.operand(index)?;
        self.result_of(operand)
    }

    pub(super) fn result_of(&mut self, operand: Operand) -> Result<RegisterSlot> {
        match operand.kind {
            OperandKind::Sink => Ok(self.temporary()),
            _ => self.register(operand),
        }
    }

    /// The value of an operand that is read as a type.
    pub(super) fn source(&mut self, index: usize, ty: ScalarType) -> Result<RegisterSlot> {
        let operand = self.operand(index)?;
        self.source_of(operand, ty)
    }

    pub(super) fn source_of(&mut self, operand: Operand, ty: ScalarType) -> Result<RegisterSlot> {
        let slot = match operand.kind {
            OperandKind::Reg { .. } => self.register(operand)?,
            OperandKind::Const(id) => {
                let bits = self.constant_bits(self.module[id], ty);
                return Ok(self.bits(bits));
            }
            OperandKind::Special { register, component, .. } => match register.kind {
                SpecialKind::Clock
                | SpecialKind::Clock64
                | SpecialKind::ClockHi
                | SpecialKind::GlobalTimer
                | SpecialKind::GlobalTimerLo
                | SpecialKind::GlobalTimerHi => {
                    let to = self.temporary();
                    self.emit(Op::Clock { to });
                    to
                }
                SpecialKind::Envreg if matches!(register.index, 1 | 2) => self.constant(Constant::Special(register, 0)),
                SpecialKind::Pm | SpecialKind::Pm64 | SpecialKind::Envreg => {
                    return Err(self.refuse_at(register.kind.name(), operand.span));
                }
                _ => {
                    let component = match component {
                        Component::X | Component::None => 0,
                        Component::Y => 1,
                        Component::Z => 2,
                        _ => 3,
                    };
                    self.constant(Constant::Special(register, component))
                }
            },
            OperandKind::Offset(id) if self.is_sum(id) => self.sum_value(id, ty)?,
            OperandKind::Var(_) | OperandKind::Offset(_) | OperandKind::Func(_) => self.address_value(operand)?,
            _ => return Err(self.refuse_at("this operand", operand.span)),
        };
        if !operand.is_negated() {
            return Ok(slot);
        }
        let to = self.temporary();
        self.emit_compute(to, &[slot], unary(|a: bool| !a));
        Ok(to)
    }

    pub(super) fn constant_bits(&self, constant: Const, ty: ScalarType) -> u64 {
        let bits = match (constant.kind, ty) {
            (ConstKind::HexSingle, ScalarType::F64) => constant.float().unwrap_or(0.0).to_bits(),
            (ConstKind::HexDouble | ConstKind::Decimal, ScalarType::F32) => {
                u64::from((f64::from_bits(constant.bits) as f32).to_bits())
            }
            _ => constant.bits,
        };
        if ty.bits() >= 64 { bits } else { bits & ((1 << ty.bits()) - 1) }
    }

    /// Whether an operand is a register plus a constant.
    fn is_sum(&self, id: AddressId) -> bool {
        let parts = self.module.list(self.module[id].parts);
        matches!(parts, [Operand { kind: OperandKind::Reg { .. }, .. }])
    }

    /// The sum of a register and a constant, in the width of a type.
    fn sum_value(&mut self, id: AddressId, ty: ScalarType) -> Result<RegisterSlot> {
        let address = self.module[id];
        let base = self.module.list(address.parts)[0];
        let base = self.source_of(base, ty)?;
        let mask = u64::MAX >> (64 - ty.bits().min(64));
        let to = self.temporary();
        self.emit_compute(to, &[base], unary(move |a: u64| a.wrapping_add(address.offset as u64) & mask));
        Ok(to)
    }

    /// A variable's or function's address as a value: within its own space.
    pub(super) fn address_value(&mut self, operand: Operand) -> Result<RegisterSlot> {
        let module = self.module;
        let (base, offset) = match operand.kind {
            OperandKind::Offset(id) => {
                let address = module[id];
                let parts = module.list(address.parts);
                if parts.len() != 1 {
                    return Err(self.refuse_at("this operand", operand.span));
                }
                (parts[0], address.offset)
            }
            _ => (operand, 0),
        };
        match base.kind {
            OperandKind::Func(func) => {
                let function = definition(module, func);
                let function = function.ok_or_else(|| self.refuse_at("the address of this function", operand.span))?;
                Ok(self.bits(function_address(function)))
            }
            OperandKind::Var(var) => match self.variable(var, operand.span)? {
                (MemorySpace::Frame, at) => {
                    let to = self.temporary();
                    self.emit(Op::FrameAddress { to, offset: at.wrapping_add(offset as u64) as u32 });
                    Ok(to)
                }
                (MemorySpace::Shared, at) => {
                    let named = at.wrapping_add(offset as u64);
                    if named < at || named >= at.saturating_add(self.module[var].size.unwrap_or(u64::MAX).max(1)) {
                        self.program.beyond_variables.push(named);
                    }
                    Ok(self.constant(Constant::Shared(named)))
                }
                (_, at) => Ok(self.bits(at.wrapping_add(offset as u64))),
            },
            _ => Err(self.refuse_at("this operand", operand.span)),
        }
    }

    /// Where a variable is.
    pub(super) fn variable(&self, var: VarId, span: Span) -> Result<(MemorySpace, u64)> {
        let variable = &self.module[var];
        if let Some(&offset) = self.parameters.get(&var) {
            return Ok((MemorySpace::Param, u64::from(offset)));
        }
        if let Some(&offset) = self.frame.get(&var) {
            return Ok((MemorySpace::Frame, u64::from(offset)));
        }
        if let Some(&offset) = self.shared.get(&var) {
            return Ok((MemorySpace::Shared, offset));
        }
        if let Some(&address) = self.globals.get(&var) {
            return Ok((MemorySpace::Global, address));
        }
        Err(self.refuse_at(&format!("this {} variable", variable.space), span))
    }

    /// The generic address of what is at an address of a space.
    pub(super) fn generic_base(space: MemorySpace) -> u64 {
        match space {
            MemorySpace::Shared => SHARED_WINDOW,
            MemorySpace::Local | MemorySpace::Frame => LOCAL_WINDOW,
            MemorySpace::Param => PARAM_WINDOW,
            MemorySpace::Global | MemorySpace::Generic => 0,
        }
    }
}
