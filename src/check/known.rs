//! Instructions that need not be compared with the table again: others of the same spelling with operands of the same kinds were in order.
//!
//! What is in order depends on the opcode and, for the operands that are told apart here, on nothing but their types, and on the values of
//! constants. All others are judged one by one.

use crate::ids::{InstId, OpcodeId};
use crate::ir::{Component, ConstKind, Module, Operand, OperandKind, RegDecl};
use crate::isa::StateSpace;
use crate::util::FastSet;

/// What the operands of an instruction are: 16 bits for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct OperandKinds(u64, u64);

/// Most operands that are told apart.
const MOST_OPERANDS: usize = 8;

/// A kind of operand: its first number, to which its type is added, and whatever else tells it from others.
const REGISTER: u16 = 0x100;
const FLOAT: u16 = 0x200;
const ADDRESS: u16 = 0x400;
const ADDRESS_WITH_OFFSET: u16 = 0x500;
const VECTOR: u16 = 0x1000;
const INTEGER: u16 = 0x8000;

impl OperandKinds {
    /// The kinds of an instruction's operands; `None` if one of them has to be looked at itself.
    pub(super) fn of(module: &Module<'_>, inst: InstId) -> Option<Self> {
        let operands = module.operands(inst);
        if operands.len() > MOST_OPERANDS {
            return None;
        }
        let mut kinds = Self(0, 0);
        for (place, operand) in operands.iter().enumerate() {
            let part = if place < MOST_OPERANDS / 2 { &mut kinds.0 } else { &mut kinds.1 };
            *part = *part << 16 | u64::from(kind(module, operand)?);
        }
        Some(kinds)
    }
}

fn kind(module: &Module<'_>, operand: &Operand) -> Option<u16> {
    match operand.kind {
        OperandKind::Reg { .. } => Some(REGISTER + register(module, operand)?),
        OperandKind::Const(id) => match module[id].kind {
            ConstKind::Signed | ConstKind::Unsigned => {
                let value = module[id].integer().and_then(|value| u16::try_from(value).ok())?;
                (value < INTEGER).then(|| INTEGER + value)
            }
            ConstKind::HexSingle => Some(FLOAT),
            ConstKind::HexDouble => Some(FLOAT + 1),
            _ => None,
        },
        OperandKind::Address(id) => {
            let address = &module[id];
            let [base] = module.list(address.parts) else { return None };
            let is_plain = !address.indexed && !address.unified;
            let kind = if address.offset_span.is_empty() { ADDRESS } else { ADDRESS_WITH_OFFSET };
            is_plain.then_some(kind + register(module, base)?)
        }
        OperandKind::Vector(list) => {
            let (first, rest) = module.list(list).split_first()?;
            let ty = register(module, first)?;
            let is_same = rest.len() < MOST_OPERANDS && rest.iter().all(|part| register(module, part) == Some(ty));
            is_same.then(|| VECTOR + ((rest.len() as u16) << 8) + ty)
        }
        _ => None,
    }
}

/// The type of an operand that is a scalar register, whole and without a sign.
fn register(module: &Module<'_>, operand: &Operand) -> Option<u16> {
    match operand.kind {
        OperandKind::Reg { reg, component: Component::None, negated: false } => {
            let &RegDecl { ty, vector, .. } = module.declaration(reg);
            ty.filter(|_| vector == 1).map(|ty| ty as u16)
        }
        _ => None,
    }
}

/// What was found to be in order.
#[derive(Default)]
pub(super) struct KnownToFit(FastSet<(OpcodeId, OperandKinds)>);

impl KnownToFit {
    pub(super) fn contains(&self, opcode: OpcodeId, kinds: OperandKinds) -> bool {
        self.0.contains(&(opcode, kinds))
    }

    pub(super) fn insert(&mut self, opcode: OpcodeId, kinds: OperandKinds) {
        self.0.insert((opcode, kinds));
    }
}

/// Whether more than the kinds of operands decides: which registers are the same, or the function that an instruction stands in.
pub(super) fn depends_on_more(verdict: &super::opcode::OpcodeVerdict) -> bool {
    verdict.spaces[0] == Some(StateSpace::Param)
        || verdict.candidates.iter().any(|candidate| candidate.form.wants_distinct())
}
