//! `cp.async.bulk` and `cp.reduce.async.bulk`.

use super::super::program::{AsyncStore, BulkCompletion, BulkCopy, MemorySpace, Op, Update};
use super::update::update;
use super::words::Words;
use super::{Decoder, Result};
use crate::isa::{ScalarType, op, word};

impl Decoder<'_, '_> {
    /// `cp.async.bulk`, `cp.reduce.async.bulk`
    pub(super) fn bulk_copy(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore_like(word::CTA);
        words.ignore(&[word::WEAK, word::RELAXED, word::NOFTZ, word::L2_CACHE_HINT]);
        let reduce = match words.op == op::CP_REDUCE_ASYNC_BULK {
            true => Some(self.reduction(words, MemorySpace::Global)?),
            false => None,
        };
        let spaces = words.in_order(&[word::GLOBAL, word::SHARED_CTA, word::SHARED_CLUSTER]);
        let [to, from] = spaces[..] else { return Err(self.refuse_form()) };
        let [to, from] =
            [to, from].map(|word| if word == word::GLOBAL { MemorySpace::Global } else { MemorySpace::Shared });
        let completion = match words.one_of(&[word::MBARRIER_COMPLETE_TX_BYTES, word::BULK_GROUP]) {
            Some(word::BULK_GROUP) => BulkCompletion::Group,
            Some(_) => BulkCompletion::MBarrier(self.place(3, MemorySpace::Shared)?),
            None => return Err(self.refuse_form()),
        };
        let (to, from) = (self.place(0, to)?, self.place(1, from)?);
        let size = self.source(2, ScalarType::U32)?;
        let receivers = if words.has(word::MULTICAST_CLUSTER) { Some(self.source(4, ScalarType::U32)?) } else { None };
        self.emit(Op::BulkCopy(Box::new(BulkCopy { to, from, size, completion, receivers, reduce })));
        Ok(())
    }

    /// `st.async`, `red.async`
    pub(super) fn async_store(&mut self, words: &Words<'_>) -> Result<()> {
        let reduces = words.op == op::RED_ASYNC;
        if !words.has(word::MBARRIER_COMPLETE_TX_BYTES) || self.operand_count() < 3 {
            return Err(self.refuse_form());
        }
        words.ignore(&[word::WEAK, word::RELAXED, word::CLUSTER, word::SHARED_CLUSTER, word::V2, word::V4]);
        let ty = words.ty().ok_or_else(|| self.refuse_form())?;
        let reduce = if reduces { Some(self.reduction(words, MemorySpace::Shared)?.0) } else { None };
        let operand = self.operand(1)?;
        let values = self.vector_sources(operand, ty)?;
        let [to, mbarrier] = [self.place(0, MemorySpace::Shared)?, self.place(2, MemorySpace::Shared)?];
        self.emit(Op::AsyncStore(Box::new(AsyncStore { to, mbarrier, values, size: ty.bytes(), reduce })));
        Ok(())
    }

    fn reduction(&mut self, words: &Words<'_>, space: MemorySpace) -> Result<(Update, u32)> {
        let ty = words.ty().ok_or_else(|| self.refuse_form())?;
        let operation =
            words.one_of(&[word::ADD, word::AND, word::OR, word::XOR, word::MIN, word::MAX, word::INC, word::DEC]);
        let update = operation.and_then(|operation| update(operation, ty, space));
        let update = update.ok_or_else(|| self.refuse_form())?;
        Ok((update, ty.bytes()))
    }
}
