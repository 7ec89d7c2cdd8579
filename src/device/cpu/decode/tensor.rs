//! Copies of tensors, and what changes tensor maps.

use super::super::clocks::FencedSpaces;
use super::super::program::{BulkCompletion, MemorySpace, Op, RegisterSlot, StepAddress, Transfer, Update};
use super::super::tensor::TensorCopy;
use super::memory::space_of;
use super::update::update;
use super::words::Words;
use super::{Decoder, Result};
use crate::device::tensor_map::{TensorElement, TensorField};
use crate::ir::OperandKind;
use crate::isa::{ScalarType, Word, op, word};

impl Decoder<'_, '_> {
    /// The parts of `[map, {coordinates}]`.
    fn tensor(&mut self, index: usize) -> Result<(StepAddress, Vec<RegisterSlot>)> {
        let module = self.module;
        let OperandKind::Address(id) = self.operand(index)?.kind else { return Err(self.refuse_form()) };
        let address = module[id];
        let [base, coordinates] = module.list(address.parts) else { return Err(self.refuse_form()) };
        let (base, coordinates) = (*base, *coordinates);
        let map = self.based(base, MemorySpace::Generic, address.offset)?;
        Ok((map, self.vector_sources(coordinates, ScalarType::S32)?))
    }

    /// `cp.async.bulk.tensor`, `cp.reduce.async.bulk.tensor`
    pub(super) fn tensor_copy(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore_like(word::CTA);
        words.ignore(&[word::RELAXED, word::L2_CACHE_HINT, word::TILE, word::CTA_GROUP_1, word::CTA_GROUP_2]);
        let dimensions = [word::_1D, word::_2D, word::_3D, word::_4D, word::_5D];
        let named = words.one_of(&dimensions).ok_or_else(|| self.refuse_form())?;
        let unrolls = words.one_of(&[word::IM2COL, word::IM2COL_NO_OFFS]);
        let gathers = words.one_of(&[word::TILE_GATHER4, word::TILE_SCATTER4]).is_some();
        let spaces = words.in_order(&[word::GLOBAL, word::SHARED_CTA, word::SHARED_CLUSTER]);
        let stores = spaces.first() == Some(&word::GLOBAL);
        let (tensor, shared) = if stores { (0, 1) } else { (1, 0) };
        let multicast = words.has(word::MULTICAST_CLUSTER);
        let completion = match words.one_of(&[word::MBARRIER_COMPLETE_TX_BYTES, word::BULK_GROUP]) {
            Some(word::BULK_GROUP) => BulkCompletion::Group,
            Some(_) => BulkCompletion::MBarrier(self.place(2, MemorySpace::Shared)?),
            None => return Err(self.refuse_form()),
        };
        let (map, coordinates) = self.tensor(tensor)?;
        let expected = dimensions.iter().position(|it| *it == named).map_or(0, |index| index + 1);
        if coordinates.len() != if gathers { 5 } else { expected } {
            return Err(self.refuse_form());
        }
        let shared = self.place(shared, MemorySpace::Shared)?;
        let offsets = match unrolls {
            Some(word::IM2COL) => {
                let operand = self.operand(3)?;
                Some(self.vector_sources(operand, ScalarType::U16)?)
            }
            Some(_) => Some(Vec::new()),
            None => None,
        };
        let mask = 3 + usize::from(unrolls == Some(word::IM2COL));
        let receivers = if multicast { Some(self.source(mask, ScalarType::U32)?) } else { None };
        let in_pairs = words.has(word::CTA_GROUP_2);
        let reductions = if words.op == op::CP_REDUCE_ASYNC_BULK_TENSOR { self.reductions(words)? } else { Vec::new() };
        let copy = TensorCopy {
            map,
            coordinates,
            shared,
            stores,
            gathers,
            offsets,
            completion,
            receivers,
            in_pairs,
            reductions,
        };
        self.emit(Op::TensorCopy(Box::new(copy)));
        Ok(())
    }

    fn reductions(&self, words: &Words<'_>) -> Result<Vec<Option<Update>>> {
        let operations: [Word; 8] =
            [word::ADD, word::AND, word::OR, word::XOR, word::MIN, word::MAX, word::INC, word::DEC];
        let operation = words.one_of(&operations).ok_or_else(|| self.refuse_form())?;
        let is_logic = [word::AND, word::OR, word::XOR].contains(&operation);
        let update = |element: TensorElement| match element.scalar() {
            // GPUs stop at these, though not at unsigned ones.
            ScalarType::S64 if is_logic => None,
            ScalarType::Tf32 => update(operation, ScalarType::F32, MemorySpace::Global),
            ty => update(operation, ty, MemorySpace::Global),
        };
        Ok(TensorElement::ALL.into_iter().map(update).collect())
    }

    /// `tensormap.replace`: stores a field.
    pub(super) fn replace_in_tensor_map(&mut self, words: &Words<'_>) -> Result<()> {
        words.types();
        words.ignore(&[word::TILE, word::B1024]);
        let of_dimensions = [
            (word::BOX_DIM, TensorField::Box),
            (word::GLOBAL_DIM, TensorField::Shape),
            (word::GLOBAL_STRIDE, TensorField::Stride),
            (word::ELEMENT_STRIDE, TensorField::ElementStride),
        ];
        let others = [
            (word::GLOBAL_ADDRESS, TensorField::Address),
            (word::RANK, TensorField::Rank),
            (word::ELEMTYPE, TensorField::Element),
            (word::INTERLEAVE_LAYOUT, TensorField::Interleave),
            (word::SWIZZLE_MODE, TensorField::Swizzle),
            (word::SWIZZLE_ATOMICITY, TensorField::Atomicity),
            (word::FILL_MODE, TensorField::Fill),
        ];
        let found = |fields: &[(Word, TensorField)]| fields.iter().find(|(word, _)| words.has(*word)).map(|it| it.1);
        let (field, dimension, value) = match found(&of_dimensions) {
            Some(field) => (field, self.constant_operand(1)? as usize, 2),
            None => (found(&others).ok_or_else(|| self.refuse_form())?, 0, 1),
        };
        let space = space_of(words);
        let (offset, size) = field.place(dimension);
        let ty = if size == 8 { ScalarType::U64 } else { ScalarType::U32 };
        let value = self.source(value, ty)?;
        let mut place = self.place(0, space)?;
        place.offset += offset as i64;
        self.emit(Op::Store(Transfer::plain(place, value, size)));
        Ok(())
    }

    /// `tensormap.cp_fenceproxy`
    pub(super) fn publish_tensor_map(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore_all();
        let places = [self.place(0, MemorySpace::Global)?, self.place(1, MemorySpace::Shared)?];
        self.emit(Op::PublishTensorMap(Box::new(places)));
        Ok(())
    }

    /// `fence.proxy`
    pub(super) fn proxy_fence(&mut self, words: &Words<'_>) -> Result<()> {
        let crosses = words.has(word::ASYNC);
        let is_global = words.has(word::GLOBAL);
        let is_shared = words.has(word::SHARED_CTA) | words.has(word::SHARED_CLUSTER);
        let spaces = match (is_shared, is_global) {
            (true, false) => FencedSpaces::SHARED,
            (false, true) => FencedSpaces::GLOBAL,
            _ => FencedSpaces::ALL,
        };
        self.program.fences.of_one_space |= crosses && spaces != FencedSpaces::ALL;
        let acquires_map = words.has(word::TENSORMAP_GENERIC) && words.has(word::ACQUIRE);
        words.ignore_all();
        if acquires_map {
            let place = self.place(0, MemorySpace::Generic)?;
            self.emit(Op::AcquireTensorMap(place));
            return Ok(());
        }
        self.emit(if crosses { Op::ProxyFence(spaces) } else { Op::Fence { narrow: false } });
        Ok(())
    }
}
