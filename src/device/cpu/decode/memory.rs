//! Loads, stores, atomics and copies.

use super::super::program::{
    AccessOrder, AsyncCopy, Atomic, Constant, MemorySpace, Op, RegisterSlot, StepAddress, Transfer, WideAtomic,
};
use super::update::update;
use super::words::Words;
use super::{Decoder, Result};
use crate::ids::InstId;
use crate::ir::{DirectiveKind, Operand, OperandKind};
use crate::isa::{ScalarType, TypeClass, Word, op, word};

/// The space that an opcode names.
pub(super) fn space_of(words: &Words<'_>) -> MemorySpace {
    match words.one_of(&[
        word::GLOBAL,
        word::CONST,
        word::SHARED,
        word::SHARED_CTA,
        word::SHARED_CLUSTER,
        word::LOCAL,
        word::PARAM,
        word::PARAM_ENTRY,
        word::PARAM_FUNC,
    ]) {
        None => MemorySpace::Generic,
        Some(word::GLOBAL | word::CONST) => MemorySpace::Global,
        Some(word::LOCAL) => MemorySpace::Local,
        Some(word::PARAM | word::PARAM_ENTRY | word::PARAM_FUNC) => MemorySpace::Param,
        Some(_) => MemorySpace::Shared,
    }
}

fn ignore_hints(words: &Words<'_>) {
    for member in [word::CA, word::EVICT_LAST, word::L2_128B, word::CTA] {
        words.ignore_like(member);
    }
    words.ignore(&[word::L2_CACHE_HINT, word::NC, word::WEAK]);
}

impl Decoder<'_, '_> {
    /// The place that an address operand names.
    pub(super) fn place(&mut self, index: usize, space: MemorySpace) -> Result<StepAddress> {
        let module = self.module;
        let operand = self.operand(index)?;
        let OperandKind::Address(id) = operand.kind else { return Err(self.refuse_form()) };
        let address = module[id];
        let [base] = module.list(address.parts) else {
            return Err(self.refuse_at("this address", operand.span));
        };
        self.based(*base, space, address.offset)
    }

    /// The place at an offset from a base.
    pub(super) fn based(&mut self, base: Operand, space: MemorySpace, offset: i64) -> Result<StepAddress> {
        match (base.kind, base.constant()) {
            (OperandKind::Var(var), _) => {
                let (space, at) = self.variable(var, base.span)?;
                if space == MemorySpace::Shared {
                    // The base says which variable is meant.
                    return Ok(StepAddress { space, base: self.constant(Constant::Shared(at)), offset });
                }
                Ok(StepAddress { space, base: self.bits(0), offset: (at as i64).wrapping_add(offset) })
            }
            (_, Some(id)) if space == MemorySpace::Shared => {
                let at = self.constant_bits(self.module[id], ScalarType::U64);
                Ok(StepAddress { space, base: self.constant(Constant::Shared(at)), offset })
            }
            _ => Ok(StepAddress { space, base: self.source_of(base, ScalarType::U64)?, offset }),
        }
    }

    fn transfer(&mut self, words: &Words<'_>, at: usize, of: usize) -> Result<Transfer> {
        let ty = words.ty().ok_or_else(|| self.refuse_form())?;
        let space = space_of(words);
        ignore_hints(words);
        let order = AccessOrder {
            acquires: words.has(word::ACQUIRE),
            releases: words.has(word::RELEASE),
            narrow: words.has(word::CTA),
        };
        // Devices that are mapped into memory are not modelled: an operation on one is a strong one on memory.
        let strong =
            words.one_of(&[word::MMIO, word::VOLATILE, word::RELAXED]).is_some() || order.releases || order.acquires;
        words.ignore(&[word::VOLATILE, word::RELAXED]);
        words.ignore(&[word::V2, word::V4, word::V8]);
        let operand = self.operand(of)?;
        let parts = self.parts(operand);
        let loads = of == 0;
        let mut elements = Vec::new();
        let mut register = ty.bits().min(64);
        for part in parts {
            if ty == ScalarType::B128 {
                elements.extend(self.wide_register(part)?.map(Some));
                continue;
            }
            elements.push(match part.kind {
                OperandKind::Sink if loads => None,
                _ if loads => {
                    register = self.register_bits(part);
                    Some(self.register(part)?)
                }
                _ => Some(self.source_of(part, ty)?),
            });
        }
        let extends = ty.class() == TypeClass::Signed && register > ty.bits();
        let place = self.place(at, space)?;
        Ok(Transfer {
            place,
            elements,
            size: ty.bytes().min(8),
            non_coherent: words.has(word::NC),
            unused: if loads { self.unused_bytes() } else { 0 },
            sign_from: if extends { ty.bits() } else { 0 },
            sign_to: register,
            strong,
            order,
        })
    }

    /// The bytes that `.pragma "used_bytes_mask …"` before the instruction leaves out.
    fn unused_bytes(&self) -> u32 {
        let module = self.module;
        let next = module.directives.partition_point(|directive| directive.span.start < self.span.start);
        let Some(directive) = module.directives[..next].last() else { return 0 };
        let first = module[self.function].insts.start as usize;
        let previous = self.inst.index().checked_sub(1).filter(|&index| index >= first).map(InstId::new);
        let follows = previous.is_none_or(|inst| module[inst].span.start < directive.span.start);
        if directive.kind != DirectiveKind::Pragma || !follows {
            return 0;
        }
        let text = module.source.text_of(directive.span);
        let mask = text.split('"').nth(1).and_then(|words| words.trim().strip_prefix("used_bytes_mask"));
        !mask.and_then(|mask| mask.trim().parse::<u32>().ok()).unwrap_or(u32::MAX)
    }

    pub(super) fn load(&mut self, words: &Words<'_>) -> Result<()> {
        let transfer = self.transfer(words, 1, 0)?;
        self.emit(Op::Load(transfer));
        Ok(())
    }

    /// `multimem.ld_reduce`: there is one device, whose value is that of all together.
    pub(super) fn load_from_devices(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore(&[word::ADD, word::MIN, word::MAX, word::AND, word::OR, word::XOR, word::ACC_F32, word::ACC_F16]);
        self.load(words)
    }

    pub(super) fn store(&mut self, words: &Words<'_>) -> Result<()> {
        let transfer = self.transfer(words, 0, 1)?;
        self.emit(Op::Store(transfer));
        Ok(())
    }

    /// `atom` and `red`
    pub(super) fn atomic(&mut self, words: &Words<'_>) -> Result<()> {
        let returns = words.op == op::ATOM;
        let ty = words.ty().ok_or_else(|| self.refuse_form())?;
        let space = space_of(words);
        ignore_hints(words);
        words.ignore(&[word::RELAXED, word::NOFTZ]);
        let both = words.has(word::ACQ_REL);
        let order = AccessOrder {
            acquires: words.has(word::ACQUIRE) || both,
            releases: words.has(word::RELEASE) || both,
            narrow: words.has(word::CTA),
        };
        let operation = words.one_of(&[
            word::ADD,
            word::AND,
            word::OR,
            word::XOR,
            word::MIN,
            word::MAX,
            word::EXCH,
            word::CAS,
            word::INC,
            word::DEC,
        ]);
        let operation = operation.ok_or_else(|| self.refuse_form())?;
        if ty == ScalarType::B128 {
            return self.wide_atomic(operation, space, order);
        }
        let update = update(operation, ty, space).ok_or_else(|| self.refuse_form())?;
        let at = usize::from(returns);
        let place = self.place(at, space)?;
        if words.one_of(&[word::V2, word::V4, word::V8]).is_some() {
            return self.atomics(operation, ty, place, order);
        }
        let first = self.source(at + 1, ty)?;
        let second = if operation == word::CAS { self.source(at + 2, ty)? } else { first };
        let result = if returns { Some(self.result(0)?) } else { None };
        self.emit(Op::Atomic(Atomic { place, result, operands: [first, second], size: ty.bytes(), order, update }));
        Ok(())
    }

    /// `atom.b128`
    fn wide_atomic(&mut self, operation: Word, space: MemorySpace, order: AccessOrder) -> Result<()> {
        let place = self.place(1, space)?;
        let of_result = self.operand(0)?;
        let result = match of_result.kind {
            OperandKind::Sink => None,
            _ => Some(self.wide_operand(of_result)?),
        };
        let first = self.operand(2)?;
        let first = self.wide_operand(first)?;
        let (compare, value) = match operation {
            word::EXCH => (None, first),
            word::CAS => {
                let second = self.operand(3)?;
                (Some(first), self.wide_operand(second)?)
            }
            _ => return Err(self.refuse_form()),
        };
        self.emit(Op::WideAtomic(Box::new(WideAtomic { place, result, compare, value, order })));
        Ok(())
    }

    /// The elements of a vector, each of which is atomic by itself.
    fn atomics(&mut self, operation: Word, ty: ScalarType, place: StepAddress, order: AccessOrder) -> Result<()> {
        let returns = self.operand_count() > 2;
        let values = self.operand(1 + usize::from(returns))?;
        let values = self.vector_sources(values, ty)?;
        let results = match (returns, self.operand(0)?.kind) {
            (true, OperandKind::Vector(list)) => self.module.list(list).to_vec(),
            _ => Vec::new(),
        };
        // Results may overwrite the address or values that are still needed.
        let mut copies = Vec::new();
        for from in std::iter::once(place.base).chain(values) {
            let copy = self.temporary();
            self.emit_copy(copy, from);
            copies.push(copy);
        }
        let base = copies.remove(0);
        for (i, copy) in copies.into_iter().enumerate() {
            let offset = place.offset + i64::from(ty.bytes()) * i as i64;
            let space = place.space;
            let place = StepAddress { space, base, offset };
            let result = results.get(i).map(|&part| self.result_of(part)).transpose()?;
            let update = update(operation, ty, space).ok_or_else(|| self.refuse_form())?;
            self.emit(Op::Atomic(Atomic { place, result, operands: [copy, copy], size: ty.bytes(), order, update }));
        }
        Ok(())
    }

    /// The groups of `cp.async` and of bulk copies.
    pub(super) fn copy_group(&mut self, words: &Words<'_>) -> Result<()> {
        let step = match words.op {
            op::CP_ASYNC_COMMIT_GROUP => Op::CommitCopies,
            op::CP_ASYNC_WAIT_ALL => Op::WaitCopies { keep: None },
            op::CP_ASYNC_WAIT_GROUP => Op::WaitCopies { keep: Some(self.constant_operand(0)? as u32) },
            op::CP_ASYNC_BULK_COMMIT_GROUP => Op::CommitBulk,
            _ => Op::WaitBulk { keep: self.constant_operand(0)? as u32, reads: words.has(word::READ) },
        };
        self.emit(step);
        Ok(())
    }

    /// `cp.async`
    pub(super) fn asynchronous_copy(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore(&[word::SHARED, word::SHARED_CTA, word::GLOBAL]);
        ignore_hints(words);
        let to = self.place(0, MemorySpace::Shared)?;
        let from = self.place(1, MemorySpace::Global)?;
        let size = self.constant_operand(2)? as u32;
        let has_policy = words.has(word::L2_CACHE_HINT);
        let source_size = match self.operand_count().saturating_sub(usize::from(has_policy)) {
            4 => Some(self.bytes_to_read(3, size)?),
            _ => None,
        };
        if !matches!(size, 4 | 8 | 16) {
            return Err(self.refuse_form());
        }
        self.emit(Op::Copy(AsyncCopy { to, from, size, source_size }));
        Ok(())
    }

    /// How many bytes of its source a copy reads: as many as an operand says, or none where it is a predicate that is true (`ignore-src`).
    fn bytes_to_read(&mut self, index: usize, size: u32) -> Result<RegisterSlot> {
        let operand = self.operand(index)?;
        let is_predicate = |reg| self.module.declaration(reg).ty == Some(ScalarType::Pred);
        if !operand.register().is_some_and(is_predicate) {
            return self.source_of(operand, ScalarType::U32);
        }
        let condition = self.source_of(operand, ScalarType::Pred)?;
        let from = [0, size].map(|bytes| self.bits(u64::from(bytes)));
        let to = self.temporary();
        self.emit(Op::Select { to, from, condition });
        Ok(to)
    }

    /// The value of an operand that must be a constant integer.
    pub(super) fn constant_operand(&self, index: usize) -> Result<i64> {
        let constant = self.operand(index)?.constant().and_then(|id| self.module[id].integer());
        constant.ok_or_else(|| self.refuse_form())
    }

    /// Instructions that change nothing that a kernel can see.
    pub(super) fn hint(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore_all();
        if matches!(words.op, op::CREATEPOLICY_CVT | op::CREATEPOLICY_FRACTIONAL | op::CREATEPOLICY_RANGE) {
            let to = self.result(0)?;
            let zero = self.bits(0);
            self.emit_copy(to, zero);
            return Ok(());
        }
        self.emit(Op::Nothing);
        Ok(())
    }
}
