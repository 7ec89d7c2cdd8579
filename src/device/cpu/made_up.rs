//! Textures, surfaces and tensor maps that nobody has made, for launches whose arguments are made up: no number that stands for an argument
//! is the handle of an object, and a kernel that asks for one would end there.
//!
//! Each texel is a number by its place, stores to surfaces are forgotten, and where an image ends nobody asks. Of a box that a tensor map would
//! describe one thing is sure: the first 16 bytes in shared memory, which are judged as those of any copy. What else it writes is unknown: bytes
//! without a value get one, and an mbarrier object that lacks bytes goes on without them, as late as can be: when its phase has all arrivals and
//! no thread can do anything else.

use super::access::{MemoryBytes, Who};
use super::block::BlockState;
use super::bulk::{CopiedBytes, CopyRegion, PendingBulk};
use super::cluster::shared_address;
use super::kernel_launch::KernelLaunch;
use super::program::{MemorySpace, RegisterSlot, StepAddress};
use super::tensor::{BoxReceiver, TensorCopy};
use super::texture::{self, FetchType, SurfaceAccess, TextureFetch};
use super::warp::{Front, StepFailure, Warp};
use crate::device::error::FaultKind;
use half::f16;

/// What objects hold that are made up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectFilling {
    /// Zeros.
    Zeros,
    /// Another number in each place.
    Counted,
    /// Numbers below eight.
    Small,
}

impl ObjectFilling {
    fn number(self, place: u64) -> u64 {
        match self {
            Self::Zeros => 0,
            Self::Counted => place,
            Self::Small => place.wrapping_add(1).wrapping_mul(6_364_136_223_846_793_005) >> 61,
        }
    }
}

/// Bytes that every box has: rows of boxes are multiples of it.
const LEAST_BOX: u32 = 16;

impl KernelLaunch<'_> {
    /// What stands for an object, where that there is none is what a failure is about.
    pub fn filling_instead(&self, failure: &StepFailure) -> Option<ObjectFilling> {
        let may_be = matches!(failure.kind, FaultKind::InvalidOperand | FaultKind::OutOfBounds | FaultKind::Misaligned);
        self.surroundings.objects.filter(|_| may_be)
    }
}

impl Warp {
    /// What stands for the object that a lane names, if there is none.
    fn filling(
        &self,
        front: &Front,
        handle: RegisterSlot,
        lane: usize,
        launch: &KernelLaunch<'_>,
    ) -> Option<ObjectFilling> {
        let filling = launch.surroundings.objects?;
        let has_value = self.defined(front.base, handle) >> lane & 1 == 1;
        let is_object = || texture::find(launch.memory.images, self.lanes(front.base, handle)[lane]).is_some();
        (has_value && !is_object()).then_some(filling)
    }

    /// A number for the place that coordinates name.
    fn place_of_texel<'s>(
        &self,
        front: &Front,
        lane: usize,
        slots: impl Iterator<Item = &'s RegisterSlot>,
        are_floats: bool,
    ) -> u64 {
        slots.fold(0, |place: u64, &slot| {
            let bits = self.lanes(front.base, slot)[lane] as u32;
            let at = if are_floats { f32::from_bits(bits) as i32 as u32 } else { bits };
            place.wrapping_mul(1 << 8).wrapping_add(u64::from(at))
        })
    }

    /// What a lane fetches from a texture that nobody has made.
    pub fn made_up_texel(
        &self,
        front: &Front,
        lane: usize,
        fetch: &TextureFetch,
        launch: &KernelLaunch<'_>,
    ) -> Option<[u64; 4]> {
        let filling = self.filling(front, fetch.handle, lane, launch)?;
        let slots = fetch.coordinates.iter().chain(&fetch.layer);
        let place = self.place_of_texel(front, lane, slots, !fetch.is_integer);
        Some(std::array::from_fn(|channel| {
            let number = filling.number(place.wrapping_add(channel as u64)) as u32;
            match fetch.ty {
                FetchType::Integer => u64::from(number),
                FetchType::Single => u64::from((number as f32).to_bits()),
                FetchType::Half => u64::from(f16::from_f32(number as f32).to_bits()),
            }
        }))
    }

    /// What a lane loads from a surface that nobody has made: a number for each element.
    pub fn made_up_elements(
        &self,
        front: &Front,
        lane: usize,
        access: &SurfaceAccess,
        launch: &KernelLaunch<'_>,
    ) -> Option<impl Fn(usize) -> u64 + use<>> {
        let filling = self.filling(front, access.handle, lane, launch)?;
        let place = self.place_of_texel(front, lane, access.coordinates.iter().chain(&access.layer), false);
        let keep = u64::MAX >> (64 - 8 * access.size.clamp(1, 8));
        Some(move |element: usize| filling.number(place.wrapping_add(element as u64)) & keep)
    }

    /// A copy of a box whose tensor map nobody has made: where it is in shared memory, the blocks that get it and the mbarrier object.
    pub fn copy_unknown_box(
        &self,
        who: Who,
        (copy, own, filling): (&TensorCopy, u64, ObjectFilling),
        (ranks, mbarrier): (&[BoxReceiver], Option<(&StepAddress, u64)>),
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        if copy.stores {
            return self.store_unknown_box(who, own, launch, block);
        }
        for &receiver in ranks {
            let rank = receiver.rank;
            let mbarrier = self.mbarrier_of(receiver, mbarrier, block);
            let awaited = self.awaited(who, mbarrier, launch, block)?;
            let address = shared_address(rank, own);
            let taken = CopiedBytes { space: MemorySpace::Shared, address, size: LEAST_BOX };
            self.claim(who, taken, false, launch, block)?;
            let start = block.cluster.shared_start(rank) + own as usize;
            let target = MemoryBytes::Shared(start);
            let Some(destination) = CopyRegion::of(target, address, LEAST_BOX.into(), launch) else { continue };
            let words = (0..u64::from(LEAST_BOX)).step_by(4).map(|at| (start as u64 + at, filling.number(own + at)));
            let pending = PendingBulk {
                who,
                awaited,
                source: None,
                map: None,
                destination,
                unit: 4,
                values: words.collect(),
                bytes: None,
                reduction: None,
                has_read: true,
                has_landed: false,
                released: Vec::new(),
            };
            block.begin(pending, launch)?;
        }
        Ok(())
    }

    fn store_unknown_box(
        &self,
        who: Who,
        own: u64,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let address = shared_address(self.rank(), own);
        let first = self.locate(who, (MemorySpace::Shared, address, LEAST_BOX), launch, block)?;
        for at in (0..LEAST_BOX).step_by(4) {
            self.read_unit(who, Self::further(first, at), 4, launch, block)?;
        }
        let pending = PendingBulk {
            who,
            awaited: self.bulk_groups.awaited(who.lane),
            source: CopyRegion::of(first, address, LEAST_BOX.into(), launch),
            map: None,
            destination: CopyRegion::nowhere(),
            unit: 4,
            values: Vec::new(),
            bytes: None,
            reduction: None,
            has_read: false,
            has_landed: false,
            released: Vec::new(),
        };
        block.begin(pending, launch)
    }
}

impl BlockState {
    /// A box has come of which nobody knows how large it is: what it may have written has values.
    pub fn land_unknown(
        &mut self,
        copy: &PendingBulk,
        offset: usize,
        launch: &KernelLaunch<'_>,
    ) -> Result<(), StepFailure> {
        let lacking = self.complete_unknown(copy.who, offset, launch)?;
        let start = copy.destination.start() as usize;
        let stride = self.cluster.shared_stride().max(1);
        let last = start - start % stride + launch.shape.shared_bytes as usize;
        let end = if lacking > 0 { last.min(start + lacking as usize) } else { last };
        let filling = launch.surroundings.objects.unwrap_or(ObjectFilling::Zeros);
        for at in (start..end.saturating_sub(3)).step_by(4) {
            if !self.shared.load(at, 4).1 && self.mbarriers.overlapping(at, 4).is_none() {
                self.shared.store(at, 4, filling.number(at as u64), true);
            }
        }
        Ok(())
    }
}
