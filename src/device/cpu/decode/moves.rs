//! Moves, comparisons and choices.

use super::super::lanes::{Compute, binary, quaternary, unary};
use super::super::memory::{space_of, window_of};
use super::super::program::{Insight, MemorySpace, Op, RegisterSlot};
use super::words::Words;
use super::{Decoder, Result};
use crate::device::cpu::half_lanes::{HalfLane, packed};
use crate::ids::VarId;
use crate::ir::{Operand, OperandKind};
use crate::isa::{ScalarType, StateSpace, TypeClass, Word, op, word};
use half::{bf16, f16};
use std::cmp::Ordering;

/// Whether a comparison of two floating-point numbers holds, by how they are ordered, if they are.
fn float_comparison(word: Word) -> Option<fn(Option<Ordering>) -> bool> {
    use Ordering::{Equal, Greater, Less};
    Some(match word {
        word::EQ => |order| order == Some(Equal),
        word::NE => |order| matches!(order, Some(Less | Greater)),
        word::LT => |order| order == Some(Less),
        word::LE => |order| matches!(order, Some(Less | Equal)),
        word::GT => |order| order == Some(Greater),
        word::GE => |order| matches!(order, Some(Greater | Equal)),
        word::EQU => |order| !matches!(order, Some(Less | Greater)),
        word::NEU => |order| order != Some(Equal),
        word::LTU => |order| !matches!(order, Some(Greater | Equal)),
        word::LEU => |order| order != Some(Greater),
        word::GTU => |order| !matches!(order, Some(Less | Equal)),
        word::GEU => |order| order != Some(Less),
        word::NUM => |order| order.is_some(),
        word::NAN => |order| order.is_none(),
        _ => return None,
    })
}

/// The comparison as a function of two registers.
fn integer_comparison(word: Word, ty: ScalarType) -> Option<Compute> {
    macro_rules! comparison {
        ($T:ty) => {
            match word {
                word::EQ => binary(|a: $T, b: $T| a == b),
                word::NE => binary(|a: $T, b: $T| a != b),
                word::LT | word::LO => binary(|a: $T, b: $T| a < b),
                word::LE | word::LS => binary(|a: $T, b: $T| a <= b),
                word::GT | word::HI => binary(|a: $T, b: $T| a > b),
                word::GE | word::HS => binary(|a: $T, b: $T| a >= b),
                _ => return None,
            }
        };
    }
    Some(match (ty.bits(), ty.class()) {
        (16, TypeClass::Signed) => comparison!(i16),
        (16, _) => comparison!(u16),
        (32, TypeClass::Signed) => comparison!(i32),
        (32, _) => comparison!(u32),
        (64, TypeClass::Signed) => comparison!(i64),
        (64, _) => comparison!(u64),
        _ => return None,
    })
}

fn single_comparison(word: Word) -> Option<Compute> {
    Some(match word {
        word::EQ => binary(|a: f32, b: f32| a == b),
        word::LT => binary(|a: f32, b: f32| a < b),
        word::LE => binary(|a: f32, b: f32| a <= b),
        word::GT => binary(|a: f32, b: f32| a > b),
        word::GE => binary(|a: f32, b: f32| a >= b),
        _ => return None,
    })
}

pub fn flush32(a: f32) -> f32 {
    if a.is_subnormal() { 0f32.copysign(a) } else { a }
}

impl Decoder<'_, '_> {
    fn comparison(&self, word: Word, ty: ScalarType, ftz: bool) -> Result<Compute> {
        if !ty.is_float() {
            return integer_comparison(word, ty).ok_or_else(|| self.refuse_form());
        }
        if ty == ScalarType::F32
            && !ftz
            && let Some(compute) = single_comparison(word)
        {
            return Ok(compute);
        }
        let holds = float_comparison(word).ok_or_else(|| self.refuse_form())?;
        Ok(match ty {
            ScalarType::F32 if ftz => binary(move |a: f32, b: f32| holds(flush32(a).partial_cmp(&flush32(b)))),
            ScalarType::F32 => binary(move |a: f32, b: f32| holds(a.partial_cmp(&b))),
            ScalarType::F64 => binary(move |a: f64, b: f64| holds(a.partial_cmp(&b))),
            ScalarType::F16 => binary(move |a: f16, b: f16| holds(a.flushed(ftz).partial_cmp(&b.flushed(ftz)))),
            ScalarType::Bf16 => binary(move |a: bf16, b: bf16| holds(a.partial_cmp(&b))),
            _ => return Err(self.refuse_form()),
        })
    }

    /// `setp` and `set`
    pub(super) fn compare(&mut self, words: &Words<'_>) -> Result<()> {
        let types = words.types();
        let ftz = words.has(word::FTZ);
        let comparison = words.one_like(word::EQ).ok_or_else(|| self.refuse_form())?;
        let combine = words.one_of(&[word::AND, word::OR, word::XOR]);
        let &ty = types.last().ok_or_else(|| self.refuse_form())?;
        let a = self.source(1, ty)?;
        let b = self.source(2, ty)?;
        let with = match combine {
            Some(_) => Some(self.source(3, ScalarType::Pred)?),
            None => None,
        };
        if matches!(ty, ScalarType::F16x2 | ScalarType::Bf16x2) {
            return self.compare_packed(words, [a, b], comparison, combine.zip(with), ftz);
        }
        let compute = self.comparison(comparison, ty, ftz)?;
        if words.op == op::SET {
            let holds = self.temporary();
            self.emit_compute(holds, &[a, b], compute);
            let holds = self.combined(holds, false, combine.zip(with));
            let to = self.result(0)?;
            let [yes, no] = [set_value(types[0]), 0].map(|bits| self.bits(bits));
            self.emit(Op::Select { to, from: [yes, no], condition: holds });
            return Ok(());
        }
        let operand = self.operand(0)?;
        let results = self.pair(operand)?;
        if results.len() == 1 && combine.is_none() {
            self.emit_compute(results[0], &[a, b], compute);
            return Ok(());
        }
        let holds = self.temporary();
        self.emit_compute(holds, &[a, b], compute);
        let first = self.combined(holds, false, combine.zip(with));
        let second = if results.len() > 1 { Some(self.combined(holds, true, combine.zip(with))) } else { None };
        self.emit_pair(&results, first, second);
        Ok(())
    }

    /// Writes two results of an instruction: its guard may be one of them, and must keep its value until both are written.
    pub(super) fn emit_pair(&mut self, results: &[RegisterSlot], first: RegisterSlot, second: Option<RegisterSlot>) {
        let guard = self.guard;
        if let (Some(second), Some((slot, negated))) = (second, guard)
            && results.contains(&slot)
        {
            let copy = self.temporary();
            self.guard = None;
            self.emit_copy(copy, slot);
            self.guard = Some((copy, negated));
            self.emit_copy(results[1], second);
        } else if let Some(second) = second {
            self.emit_copy(results[1], second);
        }
        self.emit_copy(results[0], first);
        self.guard = guard;
    }

    fn combined(&mut self, holds: RegisterSlot, negate: bool, with: Option<(Word, RegisterSlot)>) -> RegisterSlot {
        let mut holds = holds;
        if negate {
            let to = self.temporary();
            self.emit_compute(to, &[holds], unary(|a: bool| !a));
            holds = to;
        }
        let Some((operation, other)) = with else { return holds };
        let to = self.temporary();
        self.insight = Insight::Bits { width: 1, steering: [0; 4] };
        let compute = match operation {
            word::AND => binary(|a: bool, b: bool| a & b),
            word::OR => binary(|a: bool, b: bool| a | b),
            _ => binary(|a: bool, b: bool| a ^ b),
        };
        self.emit_compute(to, &[holds, other], compute);
        to
    }

    /// The registers of `p|q`, or the one.
    pub(super) fn pair(&mut self, operand: Operand) -> Result<Vec<RegisterSlot>> {
        let module = self.module;
        match operand.kind {
            OperandKind::Pair(list) => module.list(list).iter().map(|&part| self.result_of(part)).collect(),
            _ => Ok(vec![self.result_of(operand)?]),
        }
    }

    fn compare_packed(
        &mut self,
        words: &Words<'_>,
        [a, b]: [RegisterSlot; 2],
        comparison: Word,
        with: Option<(Word, RegisterSlot)>,
        ftz: bool,
    ) -> Result<()> {
        let types = words.types();
        let brain = types.last() == Some(&ScalarType::Bf16x2);
        let holds = float_comparison(comparison).ok_or_else(|| self.refuse_form())?;
        let half = move |bits: u16| match brain {
            true => bf16::from_bits(bits).wide(),
            false => f16::from_bits(bits).flushed(ftz),
        };
        let halves = [0, 16].map(|shift| {
            let to = self.temporary();
            let compute =
                binary(move |a: u32, b: u32| holds(half((a >> shift) as u16).partial_cmp(&half((b >> shift) as u16))));
            self.emit_compute(to, &[a, b], compute);
            self.combined(to, false, with)
        });
        if words.op == op::SETP {
            let operand = self.operand(0)?;
            let results = self.pair(operand)?;
            let second = (results.len() > 1).then_some(halves[1]);
            self.emit_pair(&results, halves[0], second);
            return Ok(());
        }
        let one: u32 = match types[0] {
            ScalarType::F16x2 => 0x3c00,
            ScalarType::Bf16x2 => 0x3f80,
            _ => 0xffff,
        };
        let to = self.result(0)?;
        let compute = binary(move |low: bool, high: bool| (u32::from(low) * one) | ((u32::from(high) * one) << 16));
        self.emit_compute(to, &halves, compute);
        Ok(())
    }

    /// `selp` and `slct`
    pub(super) fn select(&mut self, words: &Words<'_>) -> Result<()> {
        let types = words.types();
        let &ty = types.first().ok_or_else(|| self.refuse_form())?;
        let [a, b] = [self.source(1, ty)?, self.source(2, ty)?];
        let to = self.result(0)?;
        if words.op == op::SELP {
            let condition = self.source(3, ScalarType::Pred)?;
            self.emit(Op::Select { to, from: [a, b], condition });
            return Ok(());
        }
        let ftz = words.has(word::FTZ);
        let &by_type = types.get(1).ok_or_else(|| self.refuse_form())?;
        let by = self.source(3, by_type)?;
        let condition = self.temporary();
        let compute = match by_type {
            ScalarType::F32 if ftz => unary(|c: f32| flush32(c) >= 0.0),
            ScalarType::F32 => unary(|c: f32| c >= 0.0),
            _ => unary(|c: i32| c >= 0),
        };
        self.emit_compute(condition, &[by], compute);
        self.emit(Op::Select { to, from: [a, b], condition });
        Ok(())
    }

    /// `mov`: copies, addresses, packing and unpacking.
    pub(super) fn move_register(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore(&[word::V2, word::V4]);
        let ty = words.ty().ok_or_else(|| self.refuse_form())?;
        let [to, from] = [self.operand(0)?, self.operand(1)?];
        if ty == ScalarType::B128 {
            let [to, from] = [self.wide_operand(to)?, self.wide_operand(from)?];
            self.emit_copies(&to, &from);
            return Ok(());
        }
        let [parts, sources] = [self.parts(to), self.parts(from)];
        if parts.len() > 1 && parts.len() == sources.len() {
            let values = self.vector_sources(from, ty)?;
            let results = parts.into_iter().map(|part| self.result_of(part)).collect::<Result<Vec<_>>>()?;
            self.emit_copies(&results, &values);
            return Ok(());
        }
        match (parts.len(), sources.len()) {
            (2.., _) => {
                let value = self.source_of(from, ty)?;
                let copy = self.temporary();
                self.emit_copy(copy, value);
                let width = self.part_width(ty, parts.len())?;
                for (i, &part) in parts.iter().enumerate() {
                    if part.kind != OperandKind::Sink {
                        let to = self.register(part)?;
                        let compute = unpack(i as u32 * width, width);
                        self.emit_compute(to, &[copy], compute);
                    }
                }
            }
            (_, 2..) => {
                let width = self.part_width(ty, sources.len())?;
                let values = self.vector_sources(from, ty)?;
                let to = self.result(0)?;
                self.emit_pack(to, &values, width);
            }
            _ => {
                let value = self.source_of(from, ty)?;
                let to = self.result(0)?;
                self.emit_copy(to, value);
            }
        }
        Ok(())
    }

    /// Copies registers at once: results may be among what is copied.
    fn emit_copies(&mut self, to: &[RegisterSlot], from: &[RegisterSlot]) {
        let copies: Vec<RegisterSlot> = from.iter().map(|_| self.temporary()).collect();
        for (&copy, &from) in copies.iter().zip(from) {
            self.emit_copy(copy, from);
        }
        for (&to, &copy) in to.iter().zip(&copies) {
            self.emit_copy(to, copy);
        }
    }

    /// The halves of a 128-bit operand: of a register, or of two.
    pub(super) fn wide_operand(&mut self, operand: Operand) -> Result<[RegisterSlot; 2]> {
        let module = self.module;
        match operand.kind {
            OperandKind::Vector(list) => match module.list(list) {
                &[low, high] => Ok([self.result_of(low)?, self.result_of(high)?]),
                _ => Err(self.refuse_form()),
            },
            _ => self.wide_register(operand),
        }
    }

    /// The elements of a vector operand; the operand itself if it is none.
    pub(super) fn vector_sources(&mut self, operand: Operand, ty: ScalarType) -> Result<Vec<RegisterSlot>> {
        self.parts(operand).into_iter().map(|part| self.source_of(part, ty)).collect()
    }

    /// Bits of each of two or four parts of a register.
    fn part_width(&self, ty: ScalarType, parts: usize) -> Result<u32> {
        match parts {
            2 | 4 => Ok(ty.bits() / parts as u32),
            _ => Err(self.refuse_form()),
        }
    }

    fn emit_pack(&mut self, to: RegisterSlot, values: &[RegisterSlot], width: u32) {
        let mask = (1u64 << width) - 1;
        if values.len() == 2 {
            let compute = match width {
                32 => binary(|a: u32, b: u32| u64::from(a) | u64::from(b) << 32),
                _ => binary(move |a: u64, b: u64| a & mask | (b & mask) << width),
            };
            return self.emit_compute(to, values, compute);
        }
        let compute = quaternary(move |a: u64, b: u64, c: u64, d: u64| {
            a & mask | (b & mask) << width | (c & mask) << (2 * width) | (d & mask) << (3 * width)
        });
        self.emit_compute(to, values, compute);
    }

    /// `cvta`, `isspacep`
    pub(super) fn convert_address(&mut self, words: &Words<'_>) -> Result<()> {
        let ty =
            if words.op == op::ISSPACEP { ScalarType::U64 } else { words.ty().ok_or_else(|| self.refuse_form())? };
        let space = match words.one_of(&[
            word::GLOBAL,
            word::SHARED,
            word::SHARED_CTA,
            word::SHARED_CLUSTER,
            word::LOCAL,
            word::CONST,
            word::PARAM,
            word::PARAM_ENTRY,
        ]) {
            Some(word::GLOBAL | word::CONST) => MemorySpace::Global,
            Some(word::LOCAL) => MemorySpace::Local,
            Some(word::PARAM | word::PARAM_ENTRY) => MemorySpace::Param,
            Some(_) => MemorySpace::Shared,
            None => return Err(self.refuse_form()),
        };
        let to = self.result(0)?;
        let from = self.source(1, ty)?;
        if words.op == op::ISSPACEP && space == MemorySpace::Shared {
            self.is_shared(to, from, words.has(word::SHARED_CLUSTER));
            return Ok(());
        }
        let base = Self::generic_base(space);
        let compute = match words.op {
            op::ISSPACEP if space == MemorySpace::Global => {
                let (constants, wanted) = (self.constant_windows(), words.has(word::CONST));
                unary(move |a: u64| space_of(a) == space && constants.contains(&window_of(a)) == wanted)
            }
            op::ISSPACEP => unary(move |a: u64| space_of(a) == space),
            op::CVTA_TO => unary(move |a: u64| a.wrapping_sub(base)),
            op::CVTA => unary(move |a: u64| a.wrapping_add(base)),
            _ => return Err(self.refuse_form()),
        };
        self.emit_compute(to, &[from], compute);
        Ok(())
    }
}

impl Decoder<'_, '_> {
    /// The windows of the module's variables in constant memory.
    fn constant_windows(&self) -> Vec<u64> {
        let is_constant = |var: VarId| self.module[var].space == StateSpace::Const;
        self.globals.iter().filter(|&(&var, _)| is_constant(var)).map(|(_, &address)| window_of(address)).collect()
    }
}

fn unpack(shift: u32, width: u32) -> Compute {
    let mask = (1u64 << width) - 1;
    unary(move |a: u64| a >> shift & mask)
}

/// What `set` writes when the comparison holds.
fn set_value(ty: ScalarType) -> u64 {
    match ty {
        ScalarType::F32 => 0x3f80_0000,
        ScalarType::F16 => 0x3c00,
        ScalarType::Bf16 => 0x3f80,
        ScalarType::U16 | ScalarType::S16 => 0xffff,
        _ => 0xffff_ffff,
    }
}

/// Halves of a packed register, each by itself.
pub fn halves(f: impl Fn(u16, u16, u16) -> u16 + Send + Sync + 'static) -> Compute {
    packed(f)
}
