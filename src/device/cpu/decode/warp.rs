//! Instructions by which the lanes of a warp work together.

use super::super::exact::FloatFormat;
use super::super::lanes::{Lane, unary};
use super::super::program::{Op, RegisterSlot, Shuffle, Vote};
use super::float::extremum;
use super::words::Words;
use super::{Decoder, Result};
use crate::ir::OperandKind;
use crate::isa::{ScalarType, TypeClass, op, word};

/// The smaller or the greater one of two numbers of 32 bits, as `redux` has it.
pub(super) fn extremum_of(words: &Words<'_>, greatest: bool, ty: ScalarType) -> Option<fn(u64, u64) -> u64> {
    Some(match (ty.class(), greatest) {
        _ if ty == ScalarType::F32 => match (greatest, words.has(word::NAN_RESULT)) {
            (false, false) => |a, b| extremum(FloatFormat::F32, false, false, a, b),
            (false, true) => |a, b| extremum(FloatFormat::F32, false, true, a, b),
            (true, false) => |a, b| extremum(FloatFormat::F32, true, false, a, b),
            (true, true) => |a, b| extremum(FloatFormat::F32, true, true, a, b),
        },
        _ if ty.is_float() => return None,
        (TypeClass::Signed, false) => |a, b| (a as i32).min(b as i32).bits(),
        (TypeClass::Signed, true) => |a, b| (a as i32).max(b as i32).bits(),
        (_, false) => |a, b| a.min(b),
        (_, true) => |a, b| a.max(b),
    })
}

impl Decoder<'_, '_> {
    /// The registers of `d|p`, where `_` is not written.
    fn optional_pair(&mut self, index: usize) -> Result<[Option<RegisterSlot>; 2]> {
        let module = self.module;
        let operand = self.operand(index)?;
        let parts = match operand.kind {
            OperandKind::Pair(list) => module.list(list),
            _ => &[operand][..],
        };
        let mut slots = [None; 2];
        for (slot, part) in slots.iter_mut().zip(parts) {
            *slot = if part.kind == OperandKind::Sink { None } else { Some(self.register(*part)?) };
        }
        Ok(slots)
    }

    pub(super) fn shuffle(&mut self, words: &Words<'_>) -> Result<()> {
        let b32 = ScalarType::B32;
        words.types();
        let mode = match words.one_of(&[word::UP, word::DOWN, word::BFLY, word::IDX]) {
            Some(word::UP) => Shuffle::Up,
            Some(word::DOWN) => Shuffle::Down,
            Some(word::BFLY) => Shuffle::Butterfly,
            Some(_) => Shuffle::Index,
            None => return Err(self.refuse_form()),
        };
        let to = self.optional_pair(0)?;
        let from = [self.source(1, b32)?, self.source(2, b32)?, self.source(3, b32)?];
        let members = if words.has(word::SYNC) { Some(self.source(4, b32)?) } else { None };
        self.emit(Op::Shuffle { mode, to, from, members });
        Ok(())
    }

    pub(super) fn vote(&mut self, words: &Words<'_>) -> Result<()> {
        let b32 = ScalarType::B32;
        let types = words.types();
        let sync = words.has(word::SYNC);
        let op = match words.op {
            op::ACTIVEMASK => Op::ActiveMask { to: self.result(0)? },
            op::ELECT => Op::Elect { to: self.optional_pair(0)?, members: self.source(1, b32)? },
            op::VOTE => {
                let vote = match words.one_of(&[word::ALL, word::ANY, word::UNI, word::BALLOT]) {
                    Some(word::ALL) => Vote::All,
                    Some(word::ANY) => Vote::Any,
                    Some(word::UNI) => Vote::Uniform,
                    _ => Vote::Ballot,
                };
                let to = [Some(self.result(0)?), None];
                let from = self.source(1, ScalarType::Pred)?;
                Op::Vote { vote, to, from, members: if sync { Some(self.source(2, b32)?) } else { None } }
            }
            op::MATCH => {
                let vote = if words.has(word::ALL) { Vote::MatchAll } else { Vote::MatchAny };
                words.has(word::ANY);
                let to = self.optional_pair(0)?;
                let ty = types.first().copied().unwrap_or(b32);
                Op::Vote { vote, to, from: self.source(1, ty)?, members: Some(self.source(2, b32)?) }
            }
            _ => {
                let &ty = types.first().ok_or_else(|| self.refuse_form())?;
                let operations = [word::ADD, word::MIN, word::MAX, word::AND, word::OR, word::XOR];
                let combine: fn(u64, u64) -> u64 = match words.one_of(&operations) {
                    Some(operation @ (word::MIN | word::MAX)) => {
                        extremum_of(words, operation == word::MAX, ty).ok_or_else(|| self.refuse_form())?
                    }
                    _ if ty.is_float() => return Err(self.refuse_form()),
                    Some(word::ADD) => |a, b| (a as u32).wrapping_add(b as u32).bits(),
                    Some(word::AND) => |a, b| a & b,
                    Some(word::OR) => |a, b| a | b,
                    Some(_) => |a, b| a ^ b,
                    None => return Err(self.refuse_form()),
                };
                let to = [Some(self.result(0)?), None];
                let mut from = self.source(1, ty)?;
                if ty == ScalarType::F32 && words.has(word::ABS) {
                    let positive = self.temporary();
                    self.emit_compute(positive, &[from], unary(|bits: u64| bits & 0x7fff_ffff));
                    from = positive;
                }
                Op::Vote { vote: Vote::Reduce(combine), to, from, members: Some(self.source(2, b32)?) }
            }
        };
        self.emit(op);
        Ok(())
    }
}
