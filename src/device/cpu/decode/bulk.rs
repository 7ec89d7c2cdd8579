//! `cp.async.bulk` and `cp.reduce.async.bulk`.

use super::super::program::{BulkCompletion, BulkCopy, Op, Space, Update};
use super::memory::{SCOPES, update};
use super::words::Words;
use super::{Decoder, Result};
use crate::isa::ScalarType;

impl Decoder<'_, '_> {
    /// Bulk copies and their groups.
    pub(super) fn bulk_copy(&mut self, words: &Words<'_>) -> Result<()> {
        if words.has("commit_group") {
            self.emit(Op::CommitBulk);
            return Ok(());
        }
        if words.has("wait_group") {
            let keep = self.constant_operand(0)? as u32;
            self.emit(Op::WaitBulk { keep, reads: words.has("read") });
            return Ok(());
        }
        if words.has("prefetch") {
            return self.hint(words);
        }
        words.ignore(&SCOPES);
        words.ignore(&["weak", "relaxed", "noftz", "L2::cache_hint"]);
        let reduce = match words.has("reduce") {
            true => Some(self.reduction(words)?),
            false => None,
        };
        let spaces = words.in_order(&["global", "shared::cta", "shared::cluster"]);
        let [to, from] = spaces[..] else { return Err(self.refuse_form()) };
        let [to, from] = [to, from].map(|word| if word == "global" { Space::Global } else { Space::Shared });
        let completion = match words.one_of(&["mbarrier::complete_tx::bytes", "bulk_group"]) {
            Some("bulk_group") => BulkCompletion::Group,
            Some(_) => BulkCompletion::MBarrier(self.place(3, Space::Shared)?),
            None => return Err(self.refuse_form()),
        };
        let (to, from) = (self.place(0, to)?, self.place(1, from)?);
        let size = self.source(2, ScalarType::U32)?;
        self.emit(Op::BulkCopy(Box::new(BulkCopy { to, from, size, completion, reduce })));
        Ok(())
    }

    fn reduction(&mut self, words: &Words<'_>) -> Result<(Update, u32)> {
        let ty = words.ty().ok_or_else(|| self.refuse_form())?;
        let operation = words.one_of(&["add", "and", "or", "xor", "min", "max", "inc", "dec"]);
        let update = operation.and_then(|operation| update(operation, ty)).ok_or_else(|| self.refuse_form())?;
        Ok((update, ty.bytes()))
    }
}
