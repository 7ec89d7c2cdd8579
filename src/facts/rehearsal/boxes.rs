//! How large the boxes of tensor maps are at least: as far as threads read what copies have brought, and nobody else has written.

use super::ProtocolFaultKind;
use super::actions::RehearsedAction;
use super::plan::RehearsalPlan;
use super::touches::{ROW, TouchManner, TouchedPlace, TouchedRow};
use super::warp::WITHIN_BLOCK;
use std::collections::{BTreeMap, BTreeSet};

/// What the bytes of a row of a box are a multiple of (CUDA driver API, `cuTensorMapEncodeTiled`).
const UNIT: u32 = 16;

/// BoxReads in shared memory, and who reads of them.
#[derive(Default)]
pub(super) struct BoxReads {
    /// Whether there are any, and nobody has written to places that are not known.
    is_on: bool,
    /// Where they begin.
    starts: BTreeSet<u32>,
    /// Whether boxes are copied out of shared memory, and where those begin that were.
    takes: bool,
    sources: BTreeSet<u32>,
    /// The bytes of each row that threads have read, and that they, or copies of known size, have written.
    read: BTreeMap<u32, u128>,
    written: BTreeMap<u32, u128>,
    /// Phases by the places of all boxes that they count: the bytes that were expected, and one of the copies.
    phases: BTreeMap<Vec<u32>, (u64, u32)>,
}

impl BoxReads {
    pub(super) fn new(plan: &RehearsalPlan) -> Self {
        let is_box = |action: &RehearsedAction| matches!(action, RehearsedAction::Copy(copy) if copy.to.is_some() && copy.bytes.is_none());
        let is_on = !plan.has_packed_elements && plan.steps.iter().any(|step| is_box(&step.action));
        let is_source = |action: &RehearsedAction| matches!(action, RehearsedAction::Copy(copy) if copy.from.is_some() && copy.bytes.is_none());
        let takes = plan.steps.iter().any(|step| is_source(&step.action));
        Self { is_on, takes, ..Self::default() }
    }

    /// A copy of a box begins to write at some places, of which the first is where the box begins.
    pub(super) fn begin(&mut self, places: &[TouchedPlace]) -> Option<u32> {
        let &TouchedPlace { row: TouchedRow::Shared(row), bytes } = places.first()? else { return None };
        let start = row * ROW + bytes.trailing_zeros();
        self.starts.insert(start);
        Some(start)
    }

    /// A place was touched by threads, or by a copy that is told how much it brings.
    pub(super) fn touch(&mut self, place: TouchedPlace, manner: TouchManner) {
        let TouchedRow::Shared(row) = place.row else { return };
        let rows = match manner {
            _ if !self.is_on && !self.takes => return,
            TouchManner::Reads => &mut self.read,
            TouchManner::Writes | TouchManner::Fills => &mut self.written,
            TouchManner::Takes => return,
        };
        *rows.entry(row).or_default() |= place.bytes;
    }

    /// Somebody has written, and it is not known where.
    pub(super) fn give_up(&mut self) {
        self.is_on = false;
        self.takes = false;
    }

    /// How many bytes a copy of a box out of shared memory reads at least: what threads have written there to be copied, up to where another copy
    /// begins. What is read by threads, too, may lie beside the box. `None` the first time, when it is not known where others begin.
    pub(super) fn taken_from(&mut self, place: TouchedPlace, plan: &RehearsalPlan) -> Option<u32> {
        let TouchedRow::Shared(row) = place.row else { return None };
        let start = row * ROW + place.bytes.trailing_zeros();
        if self.sources.insert(start) || !self.takes {
            return None;
        }
        let next = [&self.sources, &self.starts].map(|known| known.range(start + 1..).next().copied());
        let most = next.into_iter().flatten().map(|next| next - start).min();
        let most = most.unwrap_or(u32::MAX).min(room(start, plan));
        let mut end = start;
        for place in TouchedPlace::of_bytes(start, most) {
            let TouchedRow::Shared(row) = place.row else { break };
            let of = |rows: &BTreeMap<u32, u128>| rows.get(&row).copied().unwrap_or(0);
            let missing = place.bytes & !(of(&self.written) & !of(&self.read));
            if missing != 0 {
                end = row * ROW + missing.trailing_zeros();
                break;
            }
            end = row * ROW + (u128::BITS - place.bytes.leading_zeros());
        }
        Some(end - start)
    }

    /// A phase has been waited for in which boxes at some places were to bring so many bytes, and nothing else.
    pub(super) fn expect(&mut self, mut boxes: Vec<u32>, bytes: u64, touch: u32) {
        boxes.sort_unstable();
        boxes.dedup();
        self.phases.entry(boxes).or_insert((bytes, touch));
    }

    /// A phase that expects fewer bytes than threads read of its boxes: one of the copies, and what is wrong.
    pub(super) fn short_phase(&self, plan: &RehearsalPlan) -> Option<(u32, ProtocolFaultKind)> {
        if !self.is_on {
            return None;
        }
        self.phases.iter().find_map(|(boxes, &(expected, touch))| {
            let read = boxes.iter().map(|&start| u64::from(self.bytes_of(start, plan))).sum::<u64>();
            (read > expected).then_some((touch, ProtocolFaultKind::FewerBytes { expected, read }))
        })
    }

    /// How many bytes a box has at least.
    fn bytes_of(&self, start: u32, plan: &RehearsalPlan) -> u32 {
        let next = self.starts.range(start + 1..).next().map(|&next| next - start);
        let most = room(start, plan).min(next.unwrap_or(u32::MAX));
        let places: Vec<TouchedPlace> = TouchedPlace::of_bytes(start, most).collect();
        let end = places.iter().rev().find_map(|place| {
            let TouchedRow::Shared(row) = place.row else { return None };
            let of = |rows: &BTreeMap<u32, u128>| rows.get(&row).copied().unwrap_or(0);
            let read = of(&self.read) & !of(&self.written) & place.bytes;
            (read != 0).then(|| row * ROW + (u128::BITS - read.leading_zeros()))
        });
        end.map_or(0, |end| (end - start).next_multiple_of(UNIT))
    }
}

/// The bytes from an address on to the end of its array, or of the block's shared memory.
fn room(start: u32, plan: &RehearsalPlan) -> u32 {
    let within = start & WITHIN_BLOCK;
    let array = plan.ends.get(plan.ends.partition_point(|&end| end <= u64::from(within)));
    let array = array.map_or(u32::MAX, |&end| (end - u64::from(within)) as u32);
    array.min(WITHIN_BLOCK + 1 - within)
}
