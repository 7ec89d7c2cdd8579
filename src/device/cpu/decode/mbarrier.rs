//! `mbarrier` and `cp.async.mbarrier.arrive`.

use super::super::lanes::unary;
use super::super::mbarrier::pending_count;
use super::super::program::{MBarrierKind, MBarrierStep, Op, RegisterSlot};
use super::memory::space_of;
use super::words::Words;
use super::{Decoder, Result};
use crate::ir::OperandKind;
use crate::isa::{ScalarType, op, word};

impl Decoder<'_, '_> {
    /// `mbarrier`
    pub(super) fn mbarrier(&mut self, words: &Words<'_>) -> Result<()> {
        let u32 = ScalarType::U32;
        words.types();
        let kind = match words.op {
            op::MBARRIER_PENDING_COUNT => {
                let (to, state) = (self.result(0)?, self.source(1, ScalarType::B64)?);
                self.emit_compute(to, &[state], unary(pending_count));
                return Ok(());
            }
            op::MBARRIER_INIT => MBarrierKind::Init,
            op::MBARRIER_INVAL => MBarrierKind::Invalidate,
            op::MBARRIER_EXPECT_TX => MBarrierKind::Expect,
            op::MBARRIER_COMPLETE_TX => MBarrierKind::Complete,
            op::MBARRIER_ARRIVE
            | op::MBARRIER_ARRIVE_EXPECT_TX
            | op::MBARRIER_ARRIVE_DROP
            | op::MBARRIER_ARRIVE_DROP_EXPECT_TX => MBarrierKind::Arrive {
                drops: matches!(words.op, op::MBARRIER_ARRIVE_DROP | op::MBARRIER_ARRIVE_DROP_EXPECT_TX),
                expects: matches!(words.op, op::MBARRIER_ARRIVE_EXPECT_TX | op::MBARRIER_ARRIVE_DROP_EXPECT_TX),
                completes: !words.has(word::NOCOMPLETE),
            },
            op::MBARRIER_TEST_WAIT | op::MBARRIER_TRY_WAIT => MBarrierKind::Wait { parity: false },
            op::MBARRIER_TEST_WAIT_PARITY | op::MBARRIER_TRY_WAIT_PARITY => MBarrierKind::Wait { parity: true },
            _ => return Err(self.refuse_form()),
        };
        let (relaxed, narrow, space) = (words.has(word::RELAXED), words.has(word::CTA), space_of(words));
        words.ignore(&[word::RELEASE, word::ACQUIRE, word::CLUSTER]);
        let has_result = matches!(kind, MBarrierKind::Arrive { .. } | MBarrierKind::Wait { .. });
        let at = usize::from(has_result);
        let operand = match (kind, self.operand_count() > at + 1) {
            (MBarrierKind::Wait { parity: false }, _) => Some(self.source(at + 1, ScalarType::B64)?),
            (_, true) => Some(self.source(at + 1, u32)?),
            (_, false) => None,
        };
        let to = if has_result { self.optional_result(0)? } else { None };
        let place = self.place(at, space)?;
        let releases = matches!(kind, MBarrierKind::Arrive { .. }) && !relaxed;
        let acquires = matches!(kind, MBarrierKind::Wait { .. }) && !relaxed;
        self.emit(Op::MBarrier(Box::new(MBarrierStep { kind, place, operand, to, releases, narrow, acquires })));
        Ok(())
    }

    /// The register of a result, if it is not `_`.
    fn optional_result(&mut self, index: usize) -> Result<Option<RegisterSlot>> {
        let operand = self.operand(index)?;
        if operand.kind == OperandKind::Sink { Ok(None) } else { Ok(Some(self.register(operand)?)) }
    }

    /// `cp.async.mbarrier.arrive`
    pub(super) fn arrive_after_copies(&mut self, words: &Words<'_>) -> Result<()> {
        words.types();
        let kind = MBarrierKind::ArriveAfterCopies { increments: !words.has(word::NOINC) };
        let place = self.place(0, space_of(words))?;
        let step =
            MBarrierStep { kind, place, operand: None, to: None, releases: false, narrow: false, acquires: false };
        self.emit(Op::MBarrier(Box::new(step)));
        Ok(())
    }
}
