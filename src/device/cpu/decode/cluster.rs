//! `mapa`, `getctarank`, `barrier.cluster`, and which window a shared address is in.

use super::super::cluster::RANK_SHIFT;
use super::super::lanes::{binary, unary};
use super::super::launch_control::{CANCELED, CancelLaunch};
use super::super::memory;
use super::super::program::{ClusterStep, Constant, MemorySpace, Op, RegisterSlot};
use super::memory::space_of;
use super::words::Words;
use super::{Decoder, Result};
use crate::isa::{ScalarType, SpecialKind, SpecialRegister, op, word};

/// The rank in an address.
fn rank_of(address: u64) -> u64 {
    address >> RANK_SHIFT & 0xff
}

impl Decoder<'_, '_> {
    /// `%cluster_ctarank`
    fn own_rank(&mut self) -> RegisterSlot {
        let register = SpecialRegister { kind: SpecialKind::ClusterCtarank, index: 0 };
        self.constant(Constant::Special(register, 0))
    }

    /// The address of the same place in another block of the cluster.
    pub(super) fn map_address(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore(&[word::SHARED_CLUSTER]);
        let ty = words.ty().ok_or_else(|| self.refuse_form())?;
        let (to, address) = (self.result(0)?, self.source(1, ty)?);
        let rank = self.source(2, ScalarType::U32)?;
        let map = |address: u64, rank: u32| address & !(0xff << RANK_SHIFT) | u64::from(rank).min(0xfe) << RANK_SHIFT;
        self.emit_compute(to, &[address, rank], binary(map));
        Ok(())
    }

    /// `getctarank`
    pub(super) fn rank_of_address(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore(&[word::SHARED_CLUSTER]);
        let ty = words.ty().ok_or_else(|| self.refuse_form())?;
        let (to, address) = (self.result(0)?, self.source(1, ty)?);
        self.emit_compute(to, &[address], unary(rank_of));
        Ok(())
    }

    /// `isspacep.shared::cta`, `isspacep.shared::cluster`
    pub(super) fn is_shared(&mut self, to: RegisterSlot, address: RegisterSlot, of_cluster: bool) {
        if of_cluster {
            return self.emit_compute(to, &[address], unary(|a: u64| memory::space_of(a) == MemorySpace::Shared));
        }
        let own = self.own_rank();
        let is_own =
            |address: u64, own: u64| memory::space_of(address) == MemorySpace::Shared && rank_of(address) == own;
        self.emit_compute(to, &[address, own], binary(is_own));
    }

    /// `clusterlaunchcontrol`
    pub(super) fn launch_control(&mut self, words: &Words<'_>) -> Result<()> {
        words.types();
        if words.op == op::CLUSTERLAUNCHCONTROL_TRY_CANCEL {
            words.ignore(&[word::ASYNC, word::SHARED_CTA, word::MBARRIER_COMPLETE_TX_BYTES]);
            let everywhere = words.has(word::MULTICAST_CLUSTER_ALL);
            let [to, mbarrier] = [self.place(0, space_of(words))?, self.place(1, space_of(words))?];
            self.program.cancels = true;
            self.emit(Op::CancelLaunch(Box::new(CancelLaunch { to, mbarrier, everywhere })));
            return Ok(());
        }
        let answer = self.operand(1)?;
        let [low, high] = self.wide_operand(answer)?;
        // Which word a number is in, and from which bit on.
        let [x, y, z] = [(low, 32), (high, 0), (high, 32)];
        let wanted = [word::GET_FIRST_CTAID_X, word::GET_FIRST_CTAID_Y, word::GET_FIRST_CTAID_Z];
        let place = match words.one_of(&wanted) {
            Some(word::GET_FIRST_CTAID_X) => x,
            Some(word::GET_FIRST_CTAID_Y) => y,
            Some(_) => z,
            None if words.has(word::IS_CANCELED) => {
                let to = self.result(0)?;
                self.emit_compute(to, &[low], unary(|a: u64| a & CANCELED));
                return Ok(());
            }
            None => {
                words.ignore(&[word::GET_FIRST_CTAID, word::V4]);
                let results = self.operand(0)?;
                let zero = self.bits(0);
                for (part, (from, shift)) in self.parts(results).into_iter().zip([x, y, z, (zero, 0)]) {
                    let to = self.result_of(part)?;
                    self.emit_compute(to, &[from], unary(move |a: u64| (a >> shift) as u32));
                }
                return Ok(());
            }
        };
        let to = self.result(0)?;
        self.emit_compute(to, &[place.0], unary(move |a: u64| (a >> place.1) as u32));
        Ok(())
    }

    /// `barrier.cluster`
    pub(super) fn cluster_barrier(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore(&[word::ALIGNED, word::RELEASE, word::ACQUIRE]);
        let releases = !words.has(word::RELAXED);
        let step = match words.op {
            op::BARRIER_CLUSTER_ARRIVE => ClusterStep::Arrive { releases },
            _ => ClusterStep::Wait,
        };
        self.emit(Op::ClusterBarrier(step));
        Ok(())
    }
}
