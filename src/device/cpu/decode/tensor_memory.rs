//! `tcgen05`: tensor memory and the products of matrix units.

use super::super::program::{MemorySpace, Op, StepAddress};
use super::super::tensor_memory::{
    ColumnReduction, CopyLanes, ProductKind, TensorCommit, TensorFactor, TensorMemoryCopy, TensorMemoryStep,
    TensorProduct, TensorShift, TensorTransfer, TransferShape,
};
use super::memory::space_of;
use super::warp::extremum_of;
use super::words::Words;
use super::{Decoder, Result};
use crate::ir::OperandKind;
use crate::isa::{ScalarType, Word, op, word};

/// Bits of a row of shared memory that a chunk has.
const CHUNK_BITS: usize = 128;

/// Words about what units keep of factors, which no kernel can see.
const COLLECTORS: [Word; 24] = [
    word::COLLECTOR_A_DISCARD,
    word::COLLECTOR_A_FILL,
    word::COLLECTOR_A_USE,
    word::COLLECTOR_A_LASTUSE,
    word::COLLECTOR_B_DISCARD,
    word::COLLECTOR_B_FILL,
    word::COLLECTOR_B_USE,
    word::COLLECTOR_B_LASTUSE,
    word::COLLECTOR_B0_DISCARD,
    word::COLLECTOR_B0_FILL,
    word::COLLECTOR_B0_USE,
    word::COLLECTOR_B0_LASTUSE,
    word::COLLECTOR_B1_DISCARD,
    word::COLLECTOR_B1_FILL,
    word::COLLECTOR_B1_USE,
    word::COLLECTOR_B1_LASTUSE,
    word::COLLECTOR_B2_DISCARD,
    word::COLLECTOR_B2_FILL,
    word::COLLECTOR_B2_USE,
    word::COLLECTOR_B2_LASTUSE,
    word::COLLECTOR_B3_DISCARD,
    word::COLLECTOR_B3_FILL,
    word::COLLECTOR_B3_USE,
    word::COLLECTOR_B3_LASTUSE,
];

impl Decoder<'_, '_> {
    /// `tcgen05`
    pub(super) fn tensor_memory(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore(&[word::SYNC, word::ALIGNED, word::B32, word::CTA_GROUP_1]);
        match words.op {
            op::TCGEN05_ALLOC => {
                let (to, columns) = (self.place(0, space_of(words))?, self.source(1, ScalarType::B32)?);
                words.ignore(&[word::CTA_GROUP_2]);
                self.emit_on_tensor_memory(TensorMemoryStep::Allocate { to, columns });
            }
            op::TCGEN05_DEALLOC => {
                let (address, columns) = (self.source(0, ScalarType::B32)?, self.source(1, ScalarType::B32)?);
                words.ignore(&[word::CTA_GROUP_2]);
                self.emit_on_tensor_memory(TensorMemoryStep::Free { address, columns });
            }
            op::TCGEN05_RELINQUISH_ALLOC_PERMIT => {
                words.ignore(&[word::CTA_GROUP_2]);
                self.emit_on_tensor_memory(TensorMemoryStep::Relinquish);
            }
            op::TCGEN05_LD | op::TCGEN05_LD_RED | op::TCGEN05_ST => return self.tensor_transfer(words),
            op::TCGEN05_WAIT_LD | op::TCGEN05_WAIT_ST => {
                self.emit_on_tensor_memory(TensorMemoryStep::Wait { stores: words.op == op::TCGEN05_WAIT_ST });
            }
            op::TCGEN05_CP => return self.tensor_memory_copy(words),
            op::TCGEN05_MMA | op::TCGEN05_MMA_WS => return self.tensor_product(words),
            op::TCGEN05_COMMIT => {
                words.ignore(&[word::CTA_GROUP_2, word::MBARRIER_ARRIVE_ONE, word::B64]);
                let receives = words.has(word::MULTICAST_CLUSTER);
                let place = self.place(0, space_of(words))?;
                let receivers = if receives { Some(self.source(1, ScalarType::B16)?) } else { None };
                self.emit(Op::TensorCommit(Box::new(TensorCommit { place, receivers })));
            }
            op::TCGEN05_SHIFT => {
                words.ignore(&[word::DOWN]);
                let (paired, place) = (words.has(word::CTA_GROUP_2), self.tensor_place(0)?);
                self.emit(Op::TensorShift(Box::new(TensorShift { place, paired })));
            }
            op::TCGEN05_FENCE_BEFORE_THREAD_SYNC => {
                self.program.fences.before = true;
                self.emit(Op::ReleaseTensorMemory);
            }
            op::TCGEN05_FENCE_AFTER_THREAD_SYNC => {
                self.program.fences.after = true;
                self.emit(Op::AcquireTensorMemory);
            }
            _ => return Err(self.refuse_form()),
        }
        Ok(())
    }

    fn emit_on_tensor_memory(&mut self, step: TensorMemoryStep) {
        self.emit(Op::TensorMemory(Box::new(step)));
    }

    /// A place in tensor memory: its addresses have 32 bits, as those of shared memory do.
    fn tensor_place(&mut self, index: usize) -> Result<StepAddress> {
        self.place(index, MemorySpace::Shared)
    }

    /// `tcgen05.ld`, `tcgen05.st`
    fn tensor_transfer(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore_like(word::X1);
        let stores = words.op == op::TCGEN05_ST;
        let reduces = words.op == op::TCGEN05_LD_RED;
        let packed = words.one_of(&[word::PACK_16B, word::UNPACK_16B]).is_some();
        let shapes = [word::_32X32B, word::_16X64B, word::_16X128B, word::_16X256B, word::_16X32BX2];
        let shape = words.one_of(&shapes).ok_or_else(|| self.refuse_form())?;
        if reduces && shape != word::_32X32B {
            return Err(self.refuse("reductions of columns of which two threads have one half each"));
        }
        let place = self.tensor_place(usize::from(!stores) + usize::from(reduces))?;
        let (shape, registers) = match shape {
            word::_32X32B => (TransferShape::Lanes32, 1),
            word::_16X64B => (TransferShape::Bits64, 1),
            word::_16X128B => (TransferShape::Bits128, 1),
            word::_16X256B => (TransferShape::Bits256, 1),
            _ => {
                let columns = self.constant_operand(if stores { 1 } else { 2 })? as usize;
                (TransferShape::Halves(columns), if stores { 2 } else { 1 })
            }
        };
        let registers = if stores { self.fragment(registers)? } else { self.fragment_results(0)? };
        let reduction = if reduces { Some(self.reduction_of_columns(words)?) } else { None };
        self.emit_on_tensor_memory(TensorMemoryStep::Transfer(TensorTransfer {
            reduction,
            place,
            shape,
            packed,
            registers,
            stores,
        }));
        Ok(())
    }

    /// What `tcgen05.ld.red` makes of what it loads, and where that goes.
    fn reduction_of_columns(&mut self, words: &Words<'_>) -> Result<ColumnReduction> {
        let &[ty] = &words.types()[..] else { return Err(self.refuse_form()) };
        let greatest = words.has(word::MAX);
        words.ignore(&[word::MIN]);
        let combine = extremum_of(words, greatest, ty).ok_or_else(|| self.refuse_form())?;
        let results = self.fragment_results(1)?;
        let &[to] = &results[..] else { return Err(self.refuse_form()) };
        Ok(ColumnReduction { to, combine })
    }

    /// `tcgen05.cp`
    fn tensor_memory_copy(&mut self, words: &Words<'_>) -> Result<()> {
        let shapes = [word::_128X256B, word::_128X128B, word::_4X256B, word::_64X128B, word::_32X128B];
        let (lanes, bits) = match words.one_of(&shapes).ok_or_else(|| self.refuse_form())? {
            word::_128X256B => (CopyLanes::All, 256),
            word::_128X128B => (CopyLanes::All, 128),
            word::_4X256B => (CopyLanes::First, 256),
            word::_64X128B if words.has(word::WARPX2_02_13) => (CopyLanes::Halves, 128),
            word::_64X128B => (CopyLanes::Neighbours, 128),
            _ => (CopyLanes::Every, 128),
        };
        words.ignore(&[word::WARPX2_01_23, word::WARPX4]);
        let paired = words.has(word::CTA_GROUP_2);
        let (to, from) = (self.tensor_place(0)?, self.source(1, ScalarType::B64)?);
        let copy = TensorMemoryCopy { to, from, lanes, chunks: bits / CHUNK_BITS, paired };
        self.emit(Op::TensorMemoryCopy(Box::new(copy)));
        Ok(())
    }

    fn product_kind(&self, words: &Words<'_>) -> Result<ProductKind> {
        let kinds = [
            (word::KIND_F16, ProductKind::Half),
            (word::KIND_TF32, ProductKind::Tf32),
            (word::KIND_F8F6F4, ProductKind::Narrow),
            (word::KIND_I8, ProductKind::Integer),
            (word::KIND_MXF8F6F4, ProductKind::ScaledNarrow),
            (word::KIND_MXF4, ProductKind::ScaledQuarters(2)),
            (word::KIND_MXF4NVF4, ProductKind::ScaledQuarters(4)),
        ];
        let kind = kinds.into_iter().find(|(word, _)| words.has(*word)).map(|(_, kind)| kind);
        let wide = words.one_of(&[word::SCALE_VEC_1X, word::SCALE_VEC_2X, word::BLOCK32]).is_some();
        words.ignore(&[word::BLOCK_SCALE, word::SCALE_VEC_4X, word::BLOCK16]);
        Ok(match kind.ok_or_else(|| self.refuse_form())? {
            ProductKind::ScaledQuarters(_) if wide => ProductKind::ScaledQuarters(2),
            kind => kind,
        })
    }

    /// `tcgen05.mma`, `tcgen05.mma.ws`
    fn tensor_product(&mut self, words: &Words<'_>) -> Result<()> {
        let kind = self.product_kind(words)?;
        let (paired, spread) = (words.has(word::CTA_GROUP_2), words.op == op::TCGEN05_MMA_WS);
        words.ignore(&COLLECTORS);
        let result = self.tensor_place(0)?;
        let a = match self.operand(1)?.kind {
            OperandKind::Address(_) => TensorFactor::Tensor(self.tensor_place(1)?),
            _ => TensorFactor::Shared(self.source(1, ScalarType::B64)?),
        };
        let b = self.source(2, ScalarType::B64)?;
        let metadata = if words.has(word::SP) { Some(self.tensor_place(3)?) } else { None };
        let mut next = 3 + usize::from(metadata.is_some());
        let instruction = self.source(next, ScalarType::B32)?;
        next += 1;
        let scales = match kind.scales() {
            0 => None,
            _ => {
                next += 2;
                Some([self.tensor_place(next - 2)?, self.tensor_place(next - 1)?])
            }
        };
        let mut disabled = Vec::new();
        if let OperandKind::Vector(_) = self.operand(next)?.kind {
            let operand = self.operand(next)?;
            disabled = self.vector_sources(operand, ScalarType::B32)?;
            next += 1;
        }
        let continues = self.source(next, ScalarType::Pred)?;
        let shift = match self.operand_count() - next {
            1 => 0,
            2 if !spread && matches!(kind, ProductKind::Half | ProductKind::Tf32) => {
                self.constant_operand(next + 1)? as u32
            }
            _ => return Err(self.refuse_form()),
        };
        let product = TensorProduct {
            kind,
            paired,
            spread,
            result,
            a,
            b,
            metadata,
            instruction,
            scales,
            disabled,
            continues,
            shift,
        };
        self.emit(Op::TensorProduct(Box::new(product)));
        Ok(())
    }
}
