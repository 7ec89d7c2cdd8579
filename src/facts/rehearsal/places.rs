//! Where lanes and copies touch memory, and how many bytes copies are to bring there.

use super::ProtocolFaultKind;
use super::actions::PlannedAddress;
use super::agents::FIRST_BUFFER;
use super::machine::{RehearsalEnd, RehearsedCluster, StepOutcome};
use super::numbers::{LANES, LanePlaces, lanes_of};
use super::touches::TouchedPlace;
use super::warp::WITHIN_BLOCK;

impl RehearsedCluster<'_, '_, '_> {
    /// The rows of shared memory that some lanes touch.
    pub(super) fn places(
        &self,
        index: usize,
        address: PlannedAddress,
        bytes: u32,
        mask: u32,
    ) -> StepOutcome<Vec<TouchedPlace>> {
        let of_lanes = self.reader(index).shared(address, mask).ok_or(RehearsalEnd::Unknown)?;
        self.places_at(&of_lanes, bytes)
    }

    /// The same of lanes whose addresses are known.
    pub(super) fn places_at(&self, of_lanes: &LanePlaces, bytes: u32) -> StepOutcome<Vec<TouchedPlace>> {
        let (mut starts, mut count) = ([0; LANES], 0);
        for (_, at) in of_lanes.iter() {
            // Lanes mostly touch the same bytes, or neighbouring ones.
            if count == 0 || starts[count - 1] != at {
                starts[count] = at;
                count += 1;
            }
        }
        let starts = &mut starts[..count];
        if !starts.is_sorted() {
            starts.sort_unstable();
        }
        // With sizes for which the arrays are too short nobody launches a kernel.
        if starts.iter().any(|&at| self.leaves_array(at & WITHIN_BLOCK, bytes)) {
            return Err(RehearsalEnd::Misfit);
        }
        // Each row is looked at once.
        let (mut places, mut past): (Vec<TouchedPlace>, u64) = (Vec::new(), 0);
        for &mut at in starts {
            let end = u64::from(at) + u64::from(bytes.max(1));
            let start = past.max(u64::from(at));
            past = past.max(end);
            for place in TouchedPlace::of_extent(start, end) {
                match places.last_mut().filter(|last| last.row == place.row) {
                    Some(last) => last.bytes |= place.bytes,
                    None => places.push(place),
                }
            }
        }
        Ok(places)
    }

    /// Whether bytes of shared memory begin in an array and end beyond it, or lie behind all arrays.
    fn leaves_array(&self, at: u32, bytes: u32) -> bool {
        let ends = &self.plan.ends;
        match ends.get(ends.partition_point(|&end| end <= u64::from(at))) {
            Some(&end) => u64::from(at) + u64::from(bytes) > end,
            None => !self.plan.has_open_array && !ends.is_empty(),
        }
    }

    /// The rows of buffers that some lanes touch, as far as it is known which.
    pub(super) fn places_in_buffers(
        &self,
        index: usize,
        address: PlannedAddress,
        bytes: u32,
        mask: u32,
    ) -> Vec<TouchedPlace> {
        let base = self.numbers(index, address.base);
        let known = lanes_of(mask).filter_map(|lane| base.at(lane));
        let starts = known.map(|base| base.wrapping_add(address.offset)).filter(|&at| at >= FIRST_BUFFER);
        starts.flat_map(|at| TouchedPlace::in_buffer(at, bytes)).collect()
    }

    /// Complains of copies by a tensor map that are to bring another number of bytes than as many have brought before: they always bring the whole
    /// box, also where it leaves the tensor.
    pub(super) fn compare_bytes(&mut self, object: u32, touch: Option<u32>) -> StepOutcome {
        let boxes = self.objects.get(&object).and_then(|it| it.phases.expected_of_boxes());
        if let (Some((boxes, bytes)), Some(touch)) = (boxes, touch) {
            self.boxes.expect(boxes, bytes, touch);
        }
        let expected = self.objects.get(&object).and_then(|it| it.phases.expected_of_map());
        let (Some((copies, bytes)), Some(touch)) = (expected, touch) else { return Ok(()) };
        let before = *self.brought.entry(copies).or_insert(bytes);
        if before == bytes {
            return Ok(());
        }
        let touch = self.touches.get(touch);
        let kind = ProtocolFaultKind::OtherBytes { bytes, before };
        Err(RehearsalEnd::ProtocolFault(self.warps[touch.warp].fault(touch.inst, touch.lane, kind)))
    }
}
