//! Expressions of SSA values.

use super::counters::is_in_header;
use super::evaluate::decided;
use super::{Axis, Expr, ExprTable, IntegerFormat, IntegerRelation, Node, Operation};
use crate::facts::calls::{self, ParameterPart, Summary};
use crate::facts::ssa::{Definition, Value, ValuePlace};
use crate::facts::uniformity::register_of;
use crate::facts::{Block, Facts};
use crate::ids::{ConstId, InstId, RegId, VarId};
use crate::ir::{Access, Component, ConstKind, FunctionKind, Module, Operand, OperandKind, VariableRole};
use crate::isa::{Class, Instruction, ScalarType, SpecialKind, SpecialRegister, StateSpace, TypeClass, Word, op, word};
use crate::semantics::InstructionForm;
use crate::util::FastMap;

/// Longest chain of instructions that is followed.
const MAX_DEPTH: u32 = 200;

/// Stands for the place of an expression that is being computed.
const OPEN: u32 = u32::MAX;

/// Marks the place of an expression for which something was not followed to its end.
pub(super) const CUT_SHORT: u32 = 1 << 31;

/// Computes expressions on demand and remembers them.
#[derive(Debug, Default)]
pub struct ExprBuilder {
    /// The expressions.
    pub table: ExprTable,
    /// The expression of each value, its place from 1; 0 where none is known, [`OPEN`] while it is being looked for, with
    /// [`CUT_SHORT`].
    pub(super) values: Vec<u32>,
    /// How often something was not followed to its end, as it was too far from where the search began.
    cuts: u64,
    /// Values in the order in which they were computed, to forget what was computed with a loop's counter still unknown.
    pub(super) computed: Vec<Value>,
    /// Whether a number is being looked for that may count a loop's rounds.
    pub(super) counts: bool,
    /// What that number becomes in a round is too far away: it counts nothing, and how it is made matters no more.
    pub(super) is_too_far: bool,
    /// Work that may still be done; hostile code can ask for much.
    budget: Option<u64>,
}

impl ExprBuilder {
    /// The expression of a value.
    pub fn value(&mut self, facts: &Facts<'_, '_>, value: Value) -> Expr {
        self.of_value(facts, value, 0)
    }

    /// The expression of an operand that an instruction reads.
    pub fn operand(&mut self, facts: &Facts<'_, '_>, inst: InstId, operand: Operand) -> Option<Expr> {
        self.of_operand(facts, inst, operand, 0)
    }

    /// The expression of the address that an operand in brackets names.
    pub fn address(&mut self, facts: &Facts<'_, '_>, inst: InstId, operand: Operand) -> Option<Expr> {
        let (OperandKind::Address(id) | OperandKind::Offset(id)) = operand.kind else { return None };
        let address = facts.module[id];
        let base = *facts.module.list(address.parts).first()?;
        let base = self.of_operand(facts, inst, base, 0)?;
        let offset = self.table.constant(address.offset);
        self.table.add_scaled(base, offset, 1)
    }

    /// The truth of an instruction's guard; `None` without one.
    pub fn guard(&mut self, facts: &Facts<'_, '_>, inst: InstId) -> Option<Expr> {
        let guard = facts.module.guard(inst)?;
        self.of_operand(facts, inst, guard, 0)
    }

    pub(super) fn opaque(&mut self, value: Value) -> Expr {
        self.table.intern(Node::Opaque(value))
    }

    pub(super) fn of_value(&mut self, facts: &Facts<'_, '_>, value: Value, depth: u32) -> Expr {
        match self.values.get(value.index()) {
            // Until the value is known it stands for itself: cycles end here.
            Some(&OPEN) => {
                self.cuts += u64::from(!is_in_header(facts, value));
                return self.opaque(value);
            }
            Some(&place) if place > 0 => {
                self.cuts += u64::from(place & CUT_SHORT != 0);
                return Expr((place & !CUT_SHORT) - 1);
            }
            Some(_) => {}
            None => {
                self.start(facts);
                return self.of_value(facts, value, depth);
            }
        }
        let budget = self.budget.get_or_insert(64 * facts.module[facts.function].insts.len() as u64 + 100_000);
        self.is_too_far |= self.counts && depth > MAX_DEPTH;
        // What another number of a loop counts is no help: it changes from round to round, or it does not, whatever it is. And to look for each
        // of them within the search for each other one would take for ever.
        let is_other = self.counts && is_in_header(facts, value);
        if self.is_too_far || is_other || depth > MAX_DEPTH || *budget == 0 {
            self.cuts += 1;
            return self.opaque(value);
        }
        *budget -= 1;
        self.values[value.index()] = OPEN;
        let (start, cuts) = (self.computed.len(), self.cuts);
        let expr = self.compute(facts, value, depth + 1, start).unwrap_or_else(|| self.opaque(value));
        self.values[value.index()] = (expr.0 + 1) | if self.cuts == cuts { 0 } else { CUT_SHORT };
        self.computed.push(value);
        expr
    }

    fn compute(&mut self, facts: &Facts<'_, '_>, value: Value, depth: u32, start: usize) -> Option<Expr> {
        let data = facts.ssa()?.data(value);
        match data.definition {
            Definition::Entry => None,
            Definition::Phi { .. } => {
                self.induction(facts, value, depth, start).or_else(|| self.choice(facts, value, depth))
            }
            Definition::Write { inst, previous } => {
                let new = match data.place {
                    ValuePlace::Reg(_) => self.result(facts, inst, value, depth)?,
                    ValuePlace::Slot(_) => {
                        let stored = *facts.module.operands(inst).get(1)?;
                        self.of_operand(facts, inst, stored, depth)?
                    }
                };
                let Some(previous) = previous else { return Some(new) };
                let guard = facts.module.guard(inst)?;
                let truth = self.of_operand(facts, inst, guard, depth)?;
                let old = self.of_value(facts, previous, depth);
                Some(self.select(truth, new, old))
            }
        }
    }

    fn select(&mut self, truth: Expr, yes: Expr, no: Expr) -> Expr {
        match self.table.as_constant(truth) {
            Some(0) => no,
            Some(_) => yes,
            None if yes == no => yes,
            None => self.table.intern(Node::Select(truth, yes, no)),
        }
    }

    /// What two ways of one branch bring to where they meet: the guard selects it.
    fn choice(&mut self, facts: &Facts<'_, '_>, phi: Value, depth: u32) -> Option<Expr> {
        let (ssa, cfg, dominators) = (facts.ssa()?, facts.cfg(), facts.dominators());
        let Definition::Phi { block, .. } = ssa.data(phi).definition else { return None };
        let &[one, other] = ssa.inputs(cfg, phi) else { return None };
        let &[from, from_other] = cfg.predecessors(block) else { return None };
        if facts.natural_loops().headed_by(block).is_some() {
            return None;
        }
        let branch = dominators.immediate(block)?;
        // The guard sends control to the target, which comes first.
        let &[target, next] = cfg.successors(branch) else { return None };
        let comes = |way: Block, from: Block| match from == branch {
            true => way == block,
            false => way != block && cfg.predecessors(way) == [branch] && dominators.dominates(way, from),
        };
        let (yes, no) = match () {
            () if comes(target, from) && comes(next, from_other) => (one, other),
            () if comes(target, from_other) && comes(next, from) => (other, one),
            () => return None,
        };
        let last = cfg.last(branch);
        let truth = self.of_operand(facts, last, facts.module.guard(last)?, depth)?;
        let (yes, no) = (self.of_value(facts, yes, depth), self.of_value(facts, no, depth));
        let is_truth =
            register_of(facts, phi).is_some_and(|reg| facts.module.declaration(reg).ty == Some(ScalarType::Pred));
        Some(match (self.table.as_constant(yes), self.table.as_constant(no)) {
            (_, Some(0)) if is_truth => self.both(truth, yes),
            (Some(0), _) if is_truth => {
                let opposite = self.table.negate(truth);
                self.both(opposite, no)
            }
            _ => self.select(truth, yes, no),
        })
    }

    pub(super) fn of_operand(
        &mut self,
        facts: &Facts<'_, '_>,
        inst: InstId,
        operand: Operand,
        depth: u32,
    ) -> Option<Expr> {
        let module = facts.module;
        match operand.kind {
            OperandKind::Reg { reg, component: Component::None, negated } => {
                let value = facts.ssa()?.read(inst, reg)?;
                let expr = self.of_value(facts, value, depth);
                match (negated, module.declaration(reg).ty) {
                    (false, _) => Some(expr),
                    (true, Some(ScalarType::Pred)) => Some(self.table.negate(expr)),
                    (true, _) => None,
                }
            }
            OperandKind::Const(id) => self.constant(module, id),
            // Each read of a clock is a value of its own.
            OperandKind::Special { register, .. } if register.kind.is_counter() => None,
            OperandKind::Special { register, component, negated: false } => Some(self.special(register, component)),
            OperandKind::Var(var) => Some(self.table.intern(Node::Window(var))),
            OperandKind::Offset(_) => self.address(facts, inst, operand),
            _ => None,
        }
    }

    fn constant(&mut self, module: &Module<'_>, id: ConstId) -> Option<Expr> {
        let value = module[id];
        matches!(value.kind, ConstKind::Signed | ConstKind::Unsigned | ConstKind::WarpSize)
            .then(|| self.table.constant(value.bits as i64))
    }

    fn special(&mut self, register: SpecialRegister, component: Component) -> Expr {
        let node = match (register.kind, Axis::of(component)) {
            (SpecialKind::Tid, Some(axis)) => Node::Tid(axis),
            (SpecialKind::Ntid, Some(axis)) => Node::Ntid(axis),
            (SpecialKind::Ctaid, Some(axis)) => Node::Ctaid(axis),
            (SpecialKind::Nctaid, Some(axis)) => Node::Nctaid(axis),
            (SpecialKind::LaneId, _) => Node::Lane,
            (SpecialKind::WarpId, _) => Node::Warp,
            _ => Node::Special(register, component),
        };
        self.table.intern(node)
    }

    /// What an instruction computes for its first destination.
    fn result(&mut self, facts: &Facts<'_, '_>, inst: InstId, value: Value, depth: u32) -> Option<Expr> {
        let module = facts.module;
        let opcode = module.opcode(inst);
        let operands = module.operands(inst);
        let instruction = opcode.instruction?;
        let ty = module.types(opcode).next();
        let first = operands.first()?;
        if first.register().is_none() {
            return match first.kind {
                OperandKind::Pair(list) if instruction == op::SHFL => {
                    let number = module.list(list).first()?.register()?;
                    self.shuffled(facts, inst, value, number, depth)
                }
                // `setp p|q` gives the comparison and its opposite.
                OperandKind::Pair(list) if instruction == op::SETP => {
                    let truth = self.setp(facts, inst, depth)?;
                    let ValuePlace::Reg(reg) = facts.ssa()?.data(value).place else { return None };
                    let is_second = module.list(list).get(1).is_some_and(|part| part.register() == Some(reg));
                    Some(if is_second { self.table.negate(truth) } else { truth })
                }
                _ => None,
            };
        }
        match instruction {
            op::LD => return self.load(facts, inst, depth),
            op::SETP => return self.setp(facts, inst, depth),
            op::SHFL => return self.shuffled(facts, inst, value, first.register()?, depth),
            op::ISSPACEP => return self.is_in_space(facts, inst, depth),
            op::CVTA | op::CVTA_TO => return self.cvta(facts, inst, instruction == op::CVTA_TO, depth),
            _ => {}
        }
        let ty = ty?;
        if ty.is_float() || ty.lanes() > 1 || module.has_modifier(opcode, word::SAT) {
            return None;
        }
        let mut inputs = [None; 4];
        for (index, (slot, &operand)) in inputs.iter_mut().zip(&operands[1..]).enumerate() {
            *slot = self.of_operand(facts, inst, operand, depth);
            if operand.constant().is_some() && instruction != op::CVT {
                *slot = slot.map(|literal| self.nearest(ty, instruction, index, literal));
            }
        }
        if instruction == op::CVT {
            let from = module.types(opcode).nth(1)?;
            return self.convert(ty, from, inputs[0]?);
        }
        if ty == ScalarType::Pred {
            return self.logic(instruction, inputs);
        }
        self.arithmetic(instruction, ty, inputs)
    }

    /// What a lane gets from another one is some lane's number: the one that all have, if they have the same, or nothing more is known of it than within which
    /// bounds all have theirs.
    fn shuffled(
        &mut self,
        facts: &Facts<'_, '_>,
        inst: InstId,
        value: Value,
        number: RegId,
        depth: u32,
    ) -> Option<Expr> {
        if facts.ssa()?.data(value).place != ValuePlace::Reg(number) {
            return None;
        }
        let source = *facts.module.operands(inst).get(1)?;
        let source = self.of_operand(facts, inst, source, depth)?;
        let is_same =
            |node: Node| matches!(node, Node::Param { .. } | Node::Ctaid(_) | Node::Ntid(_) | Node::Nctaid(_));
        if !self.table.contains(source, |node| node.is_leaf() && !is_same(node)) {
            return Some(source);
        }
        let bounds = self.table.bounds(source);
        let format = |signed| IntegerFormat { bits: 32, signed };
        let itself = self.opaque(value);
        if bounds.fits(format(true)) || bounds.fits(format(false)) {
            self.table.narrow(itself, bounds);
        }
        Some(itself)
    }

    /// A literal as an instruction reads it: of the numbers with the same low bits the one that is nearest to zero.
    fn nearest(&mut self, ty: ScalarType, instruction: Instruction, index: usize, literal: Expr) -> Expr {
        let format = IntegerFormat::of(ty);
        let read = InstructionForm { instruction, words: &[], to: format, from: format }.operand(index);
        match self.table.as_constant(literal) {
            Some(value) if ty != ScalarType::Pred => {
                self.table.constant(IntegerFormat { signed: true, ..read }.read(value))
            }
            _ => literal,
        }
    }

    fn arithmetic(&mut self, instruction: Instruction, ty: ScalarType, inputs: [Option<Expr>; 4]) -> Option<Expr> {
        let format = match instruction {
            // Bits have no sign. As indices do not wrap round, the reading nearest to zero is the one that was meant.
            op::AND | op::OR | op::XOR => IntegerFormat { signed: true, ..IntegerFormat::of(ty) },
            _ => IntegerFormat::of(ty),
        };
        let a = inputs[0]?;
        let b = inputs[1];
        let c = inputs[2];
        match instruction {
            op::MOV => Some(a),
            op::ADD => self.table.add_scaled(a, b?, 1),
            op::SUB => self.table.add_scaled(a, b?, -1),
            op::NEG => {
                let zero = self.table.constant(0);
                self.table.add_scaled(zero, a, -1)
            }
            op::MUL_LO => self.table.multiply(a, b?),
            op::MUL_WIDE | op::MUL24_LO => self.product(instruction, format, a, b?),
            op::MUL_HI if format.bits <= 32 => self.high_product(format, a, b?),
            op::MAD_LO => {
                let product = self.table.multiply(a, b?)?;
                self.table.add_scaled(product, c?, 1)
            }
            op::MAD_WIDE | op::MAD24_LO => {
                let product = self.product(instruction, format, a, b?)?;
                self.table.add_scaled(product, c?, 1)
            }
            op::SHL => match self.table.as_constant(b?) {
                Some(count @ 0..=62) => {
                    let zero = self.table.constant(0);
                    self.table.add_scaled(zero, a, 1 << count)
                }
                _ => self.binary(Operation::Shl, format, a, b?),
            },
            op::OR => self.or(format, a, b?),
            op::NOT => {
                let minus_one = self.table.constant(-1);
                self.table.add_scaled(minus_one, a, -1)
            }
            op::SELP => Some(self.select(c?, a, b?)),
            op::BFE if !format.signed => {
                let (position, length) = (self.table.as_constant(b?)?, self.table.as_constant(c?)?);
                let mask = if (0..63).contains(&length) { (1 << length) - 1 } else { return None };
                let shifted = self.table.constant(position);
                let shifted = self.binary(Operation::Shr, format, a, shifted)?;
                let mask = self.table.constant(mask);
                self.binary(Operation::And, format, shifted, mask)
            }
            _ => self.binary(Operation::of(instruction)?, format, a, b?),
        }
    }

    /// A product whose result depends on how its factors are read: beyond their width, or of their low 24 bits.
    fn product(&mut self, instruction: Instruction, format: IntegerFormat, a: Expr, b: Expr) -> Option<Expr> {
        let read = if matches!(instruction, op::MUL_WIDE | op::MAD_WIDE) {
            format
        } else {
            IntegerFormat { bits: 24, ..format }
        };
        let (a, b) = (self.as_read(read, a), self.as_read(read, b));
        self.table.multiply(a, b)
    }

    /// The upper half of a product of twice as many bits: what compilers make of a division by a constant.
    fn high_product(&mut self, format: IntegerFormat, a: Expr, b: Expr) -> Option<Expr> {
        let (a, b) = (self.as_read(format, a), self.as_read(format, b));
        let product = self.table.multiply(a, b)?;
        let half = self.table.constant(i64::from(format.bits));
        self.binary(Operation::Shr, IntegerFormat { bits: 64, signed: true }, product, half)
    }

    /// A number of which an instruction reads the low bits in a format. Indices do not wrap round, so a number is only taken for
    /// another one where its bounds say so.
    fn as_read(&mut self, format: IntegerFormat, a: Expr) -> Expr {
        if let Some(value) = self.table.as_constant(a) {
            return self.table.constant(format.read(value));
        }
        let range = self.table.bounds(a);
        let unsigned_negative = !format.signed && range.low < 0 && range.low > i64::MIN / 2;
        if unsigned_negative || (format.bits < 32 && !range.fits(format)) {
            return self.table.intern(Node::Cast(format, a));
        }
        a
    }

    /// `a | b`; a sum when no bit can be set in both.
    fn or(&mut self, format: IntegerFormat, a: Expr, b: Expr) -> Option<Expr> {
        for (high, low) in [(a, b), (b, a)] {
            let align = self.table.alignment(high);
            let range = self.table.bounds(low);
            if range.low >= 0 && range.high < align {
                return self.table.add_scaled(high, low, 1);
            }
        }
        self.binary(Operation::Or, format, a, b)
    }

    fn binary(&mut self, operation: Operation, format: IntegerFormat, a: Expr, b: Expr) -> Option<Expr> {
        if let (Some(x), Some(y)) = (self.table.as_constant(a), self.table.as_constant(b)) {
            return operation.apply(format, x, y).map(|value| self.table.constant(value));
        }
        if let Some(simple) = self.simplify(operation, format, a, b) {
            return Some(simple);
        }
        let (a, b) = if operation.commutes() { (a.min(b), a.max(b)) } else { (a, b) };
        Some(self.table.intern(Node::Binary(operation, format, a, b)))
    }

    /// Identities that keep sums simple.
    fn simplify(&mut self, operation: Operation, format: IntegerFormat, a: Expr, b: Expr) -> Option<Expr> {
        if a == b && matches!(operation, Operation::And | Operation::Or | Operation::Min | Operation::Max) {
            return Some(a);
        }
        let k = self.table.as_constant(b)?;
        let range = self.table.bounds(a);
        let power = |k: i64| (k > 0 && k.count_ones() == 1).then(|| i64::from(k.trailing_zeros()));
        match operation {
            Operation::Shr | Operation::Shl if k == 0 => Some(a),
            Operation::Div if k == 1 => Some(a),
            // A division by a power of two is a shift when nothing is negative, a remainder a mask.
            Operation::Div if k > 1 && range.low >= 0 => {
                let count = self.table.constant(power(k)?);
                let format = IntegerFormat { signed: false, ..format };
                self.binary(Operation::Shr, format, a, count)
            }
            Operation::Rem if k > 1 && range.low >= 0 && power(k).is_some() => {
                let mask = self.table.constant(k - 1);
                self.binary(Operation::And, format, a, mask)
            }
            // A mask of all low bits that the number can have changes nothing.
            Operation::And if power(k.wrapping_add(1)).is_some() && range.low >= 0 && range.high <= k => Some(a),
            Operation::And if k == -1 => Some(a),
            Operation::Or | Operation::Xor if k == 0 => Some(a),
            // Exact division of a sum whose terms are all multiples.
            Operation::Shr if (1..62).contains(&k) && range.low >= 0 => {
                let (terms, constant) = self.table.terms(a);
                let unit = 1i64 << k;
                let exact = constant % unit == 0 && terms.iter().all(|&(_, coefficient)| coefficient % unit == 0);
                let divided = terms.iter().map(|&(expr, coefficient)| (expr, coefficient / unit)).collect();
                if exact { self.table.sum(divided, constant / unit) } else { None }
            }
            _ => None,
        }
    }

    fn logic(&mut self, instruction: Instruction, inputs: [Option<Expr>; 4]) -> Option<Expr> {
        let a = inputs[0]?;
        match instruction {
            op::MOV => Some(a),
            op::NOT => Some(self.table.negate(a)),
            op::AND => Some(self.both(a, inputs[1]?)),
            op::OR => {
                let (a, b) = (self.table.negate(a), self.table.negate(inputs[1]?));
                let neither = self.both(a, b);
                Some(self.table.negate(neither))
            }
            op::XOR => match (self.table.as_constant(a), self.table.as_constant(inputs[1]?)) {
                (_, Some(0)) => Some(a),
                (_, Some(_)) => Some(self.table.negate(a)),
                (Some(0), None) => inputs[1],
                (Some(_), None) => inputs[1].map(|b| self.table.negate(b)),
                (None, None) => None,
            },
            _ => None,
        }
    }

    fn both(&mut self, a: Expr, b: Expr) -> Expr {
        match (self.table.as_constant(a), self.table.as_constant(b)) {
            (Some(0), _) | (_, Some(0)) => self.table.constant(0),
            (Some(_), _) => b,
            (_, Some(_)) => a,
            _ if a == b => a,
            _ => self.table.intern(Node::Both(a.min(b), a.max(b))),
        }
    }

    /// The comparison that `setp` makes, with its predicate combined.
    fn setp(&mut self, facts: &Facts<'_, '_>, inst: InstId, depth: u32) -> Option<Expr> {
        let module = facts.module;
        let opcode = module.opcode(inst);
        let ty = module.types(opcode).next()?;
        if ty.is_float() || ty.lanes() > 1 {
            return None;
        }
        let operands = module.operands(inst);
        let a = self.of_operand(facts, inst, *operands.get(1)?, depth)?;
        let b = self.of_operand(facts, inst, *operands.get(2)?, depth)?;
        let words = || module.modifiers(opcode).iter().filter_map(|modifier| modifier.word);
        let comparison = words().find(|word| word.is_like(word::EQ))?;
        let truth = self.compare(comparison, IntegerFormat::of(ty), a, b)?;
        let Some(&combined) = operands.get(3) else { return Some(truth) };
        let other = self.of_operand(facts, inst, combined, depth)?;
        let operation = words().find_map(Word::combination)?;
        self.logic(operation, [Some(truth), Some(other), None, None])
    }

    fn compare(&mut self, comparison: Word, format: IntegerFormat, a: Expr, b: Expr) -> Option<Expr> {
        let (relation, swapped) = IntegerRelation::of(comparison)?;
        let (a, b) = match relation {
            IntegerRelation::Equal | IntegerRelation::NotEqual => (a.min(b), a.max(b)),
            _ if swapped => (b, a),
            _ => (a, b),
        };
        Some(self.relation(relation, format, a, b))
    }

    fn relation(&mut self, relation: IntegerRelation, format: IntegerFormat, a: Expr, b: Expr) -> Expr {
        if let (Some(x), Some(y)) = (self.table.as_constant(a), self.table.as_constant(b)) {
            let truth = relation.holds(format, x, y);
            return self.table.constant(i64::from(truth));
        }
        // No extent is 0, no index reaches beyond its extent.
        match decided(relation, format, [a, b].map(|side| self.table.bounds(side))) {
            Some(truth) => self.table.constant(i64::from(truth)),
            None => self.table.intern(Node::Compare(relation, format, a, b)),
        }
    }

    /// A conversion between integers. Widening keeps the number, as indices do not wrap round; narrowing keeps it when it fits.
    fn convert(&mut self, to: ScalarType, from: ScalarType, a: Expr) -> Option<Expr> {
        if from.is_float() {
            return None;
        }
        let signed = if to.bits() < from.bits() { to.class() } else { from.class() } == TypeClass::Signed;
        let a = if to.bits() < from.bits() { self.without_wider_casts(to.bits() as u8, a) } else { a };
        Some(self.as_read(IntegerFormat { bits: to.bits().min(from.bits()) as u8, signed }, a))
    }

    /// A number of which only the lowest bits are kept: that terms of a sum were cut off to as many or more bits makes no difference.
    /// Otherwise `-n` that was widened without its sign, and a counter up from 0, would never meet.
    fn without_wider_casts(&mut self, bits: u8, a: Expr) -> Expr {
        let is_wider = |node: Node| matches!(node, Node::Cast(format, _) if format.bits >= bits);
        let (terms, constant) = self.table.terms(a);
        if !terms.iter().any(|&(expr, _)| is_wider(self.table.node(expr))) {
            return a;
        }
        let terms = terms.to_vec();
        let mut sum = self.table.constant(constant);
        for (expr, factor) in terms {
            let inner = match self.table.node(expr) {
                Node::Cast(format, inner) if format.bits >= bits => inner,
                _ => expr,
            };
            match self.table.add_scaled(sum, inner, factor) {
                Some(longer) => sum = longer,
                None => return a,
            }
        }
        sum
    }

    /// What a load reads, when that is known before the kernel runs or is what a stack slot holds.
    fn load(&mut self, facts: &Facts<'_, '_>, inst: InstId, depth: u32) -> Option<Expr> {
        let module = facts.module;
        if let Some((slot, Access::Read)) = facts.slots().access(inst) {
            let value = facts.ssa()?.loaded(inst, slot)?;
            return Some(self.of_value(facts, value, depth));
        }
        if let Some((call, part)) = calls::call_of_result(facts, inst) {
            return self.call_result(facts, call, part, depth);
        }
        let opcode = module.opcode(inst);
        let is_parameter = module
            .modifiers(opcode)
            .iter()
            .any(|modifier| modifier.word.is_some_and(|word| word.class() == Class::Space(StateSpace::Param)));
        let OperandKind::Address(id) = module.operands(inst).get(1)?.kind else { return None };
        let base = *module.list(module[id].parts).first()?;
        let (var, offset) = match base.kind {
            OperandKind::Var(var) => (var, module[id].offset),
            _ if is_parameter => {
                let (var, start) = self.parameter_place(facts, inst, base, depth)?;
                (var, start.checked_add(module[id].offset)?)
            }
            _ => return None,
        };
        let entry = module[facts.function].kind == FunctionKind::Entry;
        let float = module.types(opcode).next().is_none_or(ScalarType::is_float);
        let fits = is_parameter && entry && module[var].role == VariableRole::Param && !float;
        fits.then(|| self.table.intern(Node::Param { var, offset }))
    }

    /// The parameter, and the offset in it, to which a register points.
    fn parameter_place(
        &mut self,
        facts: &Facts<'_, '_>,
        inst: InstId,
        base: Operand,
        depth: u32,
    ) -> Option<(VarId, i64)> {
        let address = self.of_operand(facts, inst, base, depth)?;
        let (terms, offset) = self.table.terms(address);
        match *terms {
            [(pointer, 1)] => match self.table.node(pointer) {
                Node::Window(var) => Some((var, offset)),
                _ => None,
            },
            _ => None,
        }
    }

    /// What a call returns, with its arguments put in.
    fn call_result(&mut self, facts: &Facts<'_, '_>, call: InstId, part: ParameterPart, depth: u32) -> Option<Expr> {
        let summary = facts.summary(call)?;
        self.in_caller(facts, (call, &summary), summary.returned(part)?, &mut FastMap::default(), depth)
    }

    /// An expression of a called function, with the arguments of the call put in. What is `known` of other expressions of this call is not
    /// looked for again.
    pub(crate) fn called(
        &mut self,
        facts: &Facts<'_, '_>,
        of: (InstId, &Summary),
        expr: Expr,
        known: &mut FastMap<Expr, Expr>,
    ) -> Option<Expr> {
        self.in_caller(facts, of, expr, known, 0)
    }

    fn in_caller(
        &mut self,
        facts: &Facts<'_, '_>,
        (call, summary): (InstId, &Summary),
        root: Expr,
        known: &mut FastMap<Expr, Expr>,
        depth: u32,
    ) -> Option<Expr> {
        if let Some(&copy) = known.get(&root) {
            return Some(copy);
        }
        for expr in summary.table.parts(root) {
            if known.contains_key(&expr) {
                continue;
            }
            let copy = match summary.parameters.get(&expr) {
                Some(&part) => {
                    let store = calls::argument(facts, call, part)?;
                    self.of_operand(facts, store, *facts.module.operands(store).get(1)?, depth)?
                }
                None => self.copy(facts, &summary.table, expr, known)?,
            };
            known.insert(expr, copy);
        }
        known.get(&root).copied()
    }

    /// An expression of another function's table, whose parts are known here; `None` for what is another function's own.
    fn copy(
        &mut self,
        facts: &Facts<'_, '_>,
        from: &ExprTable,
        expr: Expr,
        known: &FastMap<Expr, Expr>,
    ) -> Option<Expr> {
        let of = |part: Expr| known.get(&part).copied();
        match from.node(expr) {
            node @ (Node::Const(_)
            | Node::Tid(_)
            | Node::Ntid(_)
            | Node::Ctaid(_)
            | Node::Nctaid(_)
            | Node::Lane
            | Node::Warp
            | Node::Special(..)) => Some(self.table.intern(node)),
            node @ (Node::Window(var) | Node::Generic(var)) if facts.module[var].role == VariableRole::Module => {
                Some(self.table.intern(node))
            }
            Node::ToGeneric(space, a) => self.converted(facts, of(a)?, space, false),
            Node::FromGeneric(space, a) => self.converted(facts, of(a)?, space, true),
            Node::Sum { .. } => {
                let (terms, constant) = from.terms(expr);
                let mut sum = self.table.constant(constant);
                for &(term, coefficient) in terms.iter() {
                    sum = self.table.add_scaled(sum, of(term)?, coefficient)?;
                }
                Some(sum)
            }
            Node::Product(a, b) => self.table.multiply(of(a)?, of(b)?),
            Node::Binary(operation, format, a, b) => self.binary(operation, format, of(a)?, of(b)?),
            Node::Compare(relation, format, a, b) => Some(self.relation(relation, format, of(a)?, of(b)?)),
            Node::Both(a, b) => Some(self.both(of(a)?, of(b)?)),
            Node::Not(a) => Some(self.table.negate(of(a)?)),
            Node::Select(truth, a, b) => Some(self.select(of(truth)?, of(a)?, of(b)?)),
            Node::Cast(format, a) => Some(self.table.intern(Node::Cast(format, of(a)?))),
            _ => None,
        }
    }
}
