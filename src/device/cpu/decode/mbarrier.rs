//! `mbarrier` and `cp.async.mbarrier.arrive`.

use super::super::lanes::unary;
use super::super::mbarrier::pending_count;
use super::super::program::{MBarrierKind, MBarrierStep, Op, Slot};
use super::memory::space_of;
use super::words::Words;
use super::{Decoder, Result};
use crate::ir::OperandKind;
use crate::isa::ScalarType;

impl Decoder<'_, '_> {
    /// `mbarrier`
    pub(super) fn mbarrier(&mut self, words: &Words<'_>) -> Result<()> {
        let u32 = ScalarType::U32;
        words.types();
        let what = words.one_of(&[
            "init",
            "inval",
            "arrive",
            "arrive_drop",
            "test_wait",
            "try_wait",
            "pending_count",
            "expect_tx",
            "complete_tx",
        ]);
        let kind = match what {
            Some("pending_count") => {
                let (to, state) = (self.result(0)?, self.source(1, ScalarType::B64)?);
                self.emit_compute(to, &[state], unary(pending_count));
                return Ok(());
            }
            Some("init") => MBarrierKind::Init,
            Some("inval") => MBarrierKind::Invalidate,
            Some("expect_tx") => MBarrierKind::Expect,
            Some("complete_tx") => MBarrierKind::Complete,
            Some(it @ ("arrive" | "arrive_drop")) => MBarrierKind::Arrive {
                drops: it == "arrive_drop",
                expects: words.has("expect_tx"),
                completes: !words.has("noComplete"),
            },
            Some(_) => MBarrierKind::Wait { parity: words.has("parity") },
            None => return Err(self.refuse_form()),
        };
        let (relaxed, space) = (words.has("relaxed"), space_of(words));
        words.ignore(&["release", "acquire", "cta", "cluster"]);
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
        self.emit(Op::MBarrier(Box::new(MBarrierStep { kind, place, operand, to, releases, acquires })));
        Ok(())
    }

    /// The register of a result, if it is not `_`.
    fn optional_result(&mut self, index: usize) -> Result<Option<Slot>> {
        let operand = self.operand(index)?;
        if operand.kind == OperandKind::Sink { Ok(None) } else { Ok(Some(self.register(operand)?)) }
    }

    /// `cp.async.mbarrier.arrive`
    pub(super) fn arrive_after_copies(&mut self, words: &Words<'_>) -> Result<()> {
        words.types();
        words.ignore(&["mbarrier", "arrive"]);
        let kind = MBarrierKind::ArriveAfterCopies { increments: !words.has("noinc") };
        let place = self.place(0, space_of(words))?;
        let step = MBarrierStep { kind, place, operand: None, to: None, releases: false, acquires: false };
        self.emit(Op::MBarrier(Box::new(step)));
        Ok(())
    }
}
