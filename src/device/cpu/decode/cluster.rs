//! `mapa`, `getctarank`, `barrier.cluster`, and which window a shared address is in.

use super::super::cluster::RANK_SHIFT;
use super::super::lanes::{binary, unary};
use super::super::memory::space_of;
use super::super::program::{ClusterStep, Constant, MemorySpace, Op, RegisterSlot};
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
            return self.emit_compute(to, &[address], unary(|a: u64| space_of(a) == MemorySpace::Shared));
        }
        let own = self.own_rank();
        let is_own = |address: u64, own: u64| space_of(address) == MemorySpace::Shared && rank_of(address) == own;
        self.emit_compute(to, &[address, own], binary(is_own));
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
