//! Copies of boxes of tensors: `cp.async.bulk.tensor`, `cp.reduce.async.bulk.tensor` (PTX ISA 9.7.9.25.5).
//!
//! A copy is a bulk copy whose rows lie apart in global memory and whose pieces may be exchanged in shared memory. Elements of the box
//! outside of the tensor are filled when they are read, and left alone when they are written; an mbarrier object counts them all the same.

use super::access::{How, LaneAccess, MemoryBytes, Who};
use super::block::BlockState;
use super::bulk::{CopiedBytes, CopyRegion, PendingBulk};
use super::cluster::shared_address;
use super::kernel_launch::KernelLaunch;
use super::lanes::{Lanes, lanes_of};
use super::program::{BulkCompletion, MemorySpace, RegisterSlot, StepAddress, Update};
use super::shadow::ShadowAccess;
use super::warp::{Front, StepFailure, Warp};
use crate::device::error::FaultKind;
use crate::device::tensor_map::{PixelBox, TENSOR_MAP_BYTES, TensorElement, TensorMap};
use std::collections::HashMap;

/// Shared memory of a box begins at multiples of it.
const ALIGNMENT: u64 = 128;
/// Tensor maps begin at multiples of it.
const MAP_ALIGNMENT: u32 = 64;
/// Bytes that lie together in shared memory whatever the swizzle. Tiles begin at multiples of it in their rows: GPUs stop where one does
/// not (an H200 did, with an illegal instruction).
const PIECE: u64 = 16;
/// Half of the last bit of a fraction of 10 bits.
const TF32_HALF: u64 = 1 << 12;
/// What fills half-precision elements outside of a tensor that is to have NaNs there, and larger ones as often as it fits (an H200's).
const NOT_A_NUMBER: u64 = 0x7ff7_7ff7_7ff7_7ff7;

/// `cp.async.bulk.tensor`, `cp.reduce.async.bulk.tensor`
pub struct TensorCopy {
    /// The tensor map.
    pub map: StepAddress,
    /// Where the box begins in the tensor, or its column and its rows.
    pub coordinates: Vec<RegisterSlot>,
    /// Where it is in shared memory.
    pub shared: StepAddress,
    /// From shared to global memory.
    pub stores: bool,
    /// The rows are any four.
    pub gathers: bool,
    /// `.im2col`: how far pixels are from the places of the filter, along each dimension of an image.
    pub offsets: Option<Vec<RegisterSlot>>,
    /// What tells that it is done.
    pub completion: BulkCompletion,
    /// The blocks of the cluster that get the box; the one of the address when `None`.
    pub receivers: Option<RegisterSlot>,
    /// The objects that count the bytes are those of the first blocks of pairs, or of the second ones.
    pub in_pairs: bool,
    /// For each type of elements the new value from the old and the copied one; empty for plain copies.
    pub reductions: Vec<Option<Update>>,
}

/// A block that gets a box.
#[derive(Clone, Copy)]
pub struct BoxReceiver {
    /// Its rank in the cluster.
    pub rank: usize,
    /// The rank of the block whose object counts the bytes; that of the address when `None`.
    pub counts: Option<usize>,
}

impl TensorCopy {
    /// The place of the reduction for a tensor's elements, if the copy is one; what is wrong where there is none for them.
    fn reduction(&self, map: &TensorMap) -> Result<Option<usize>, String> {
        let element = TensorElement::ALL.iter().position(|it| *it == map.element);
        match element.filter(|_| !self.reductions.is_empty()) {
            Some(at) if self.reductions[at].is_none() => {
                Err(format!("elements of type .{} are not combined this way", map.element.scalar().name()))
            }
            reduction => Ok(reduction),
        }
    }
}

/// A row of a box.
struct BoxRow {
    /// Where it is in the box.
    place: u64,
    /// The address of its first byte within the tensor.
    address: u64,
    /// Bytes before it that are outside of the tensor.
    before: u64,
    /// Bytes within the tensor.
    bytes: u64,
}

/// Where a row of a box is along each dimension but the first.
type RowPlace = [i64; 4];

/// The rows of a tile, or any that are named.
fn rows_of_tiles(map: &TensorMap, coordinates: &[i64], copy: &TensorCopy) -> Result<Vec<RowPlace>, String> {
    let (first, bytes, gathers) = (coordinates[0], map.element.bytes(), copy.gathers);
    if !(first * i64::from(bytes)).unsigned_abs().is_multiple_of(PIECE) {
        let s = if bytes == 1 { "" } else { "s" };
        return Err(format!(
            "the box begins at element {first} of {bytes} byte{s} in its row, which is not a multiple of {PIECE} bytes"
        ));
    }
    if copy.stores && coordinates.iter().any(|&at| at < 0) {
        return Err("a store begins before the tensor: GPUs stop there".to_string());
    }
    if gathers && map.box_shape[1] != 1 {
        return Err(format!("the box of a copy of any rows has one row, not {}", map.box_shape[1]));
    }
    if gathers {
        return Ok(coordinates[1..].iter().map(|&row| [row, 0, 0, 0]).collect());
    }
    let counts: Vec<i64> = map.rows().map(i64::from).collect();
    let place = |mut rest: i64| {
        let mut place = [0; 4];
        for (axis, count) in counts.iter().enumerate() {
            place[axis] = coordinates[axis + 1] + rest % count * i64::from(map.element_strides[axis + 1]);
            rest /= count;
        }
        place
    };
    Ok((0..counts.iter().product()).map(place).collect())
}

/// The pixels under one place of a filter after the other, from these coordinates on and through as many images as it takes.
fn pixels_of_images(
    map: &TensorMap,
    pixels: &PixelBox,
    coordinates: &[i64],
    offsets: &[i64],
) -> Result<Vec<RowPlace>, String> {
    let axes = pixels.lower.len();
    let lower = |axis: usize| i64::from(pixels.lower[axis]);
    let last = |axis: usize| map.shape[axis + 1] as i64 - 1 + i64::from(pixels.upper[axis]);
    let mut place = [0; 4];
    place[..=axes].copy_from_slice(&coordinates[1..]);
    if let Some(axis) = (0..axes).find(|&axis| !(lower(axis)..=last(axis)).contains(&place[axis])) {
        let (from, to) = (lower(axis), last(axis));
        return Err(format!("the filter begins at {}, and its places are those from {from} to {to}", place[axis]));
    }
    let mut found = Vec::with_capacity(map.box_shape[1] as usize);
    for _ in 0..map.box_shape[1] {
        let mut pixel = place;
        pixel.iter_mut().zip(offsets).for_each(|(at, offset)| *at += offset);
        found.push(pixel);
        let mut axis = 0;
        while axis < axes {
            place[axis] += i64::from(map.element_strides[axis + 1]);
            if place[axis] <= last(axis) {
                break;
            }
            place[axis] = lower(axis);
            axis += 1;
        }
        place[axes] += i64::from(axis == axes);
    }
    Ok(found)
}

/// The box that a lane copies.
struct TensorBox {
    map: TensorMap,
    /// Where the map is, if threads can write there.
    map_place: Option<CopyRegion>,
    rows: Vec<BoxRow>,
    /// Its address in shared memory.
    shared: u64,
    /// Bytes that are copied at once.
    unit: u32,
}

impl TensorBox {
    /// The rows of the box of a map that begins at these coordinates, and for pixels how far they are from the filter; what is wrong with
    /// them.
    fn new(
        (map, map_place): (TensorMap, Option<CopyRegion>),
        coordinates: &[i64],
        offsets: Option<&[i64]>,
        copy: &TensorCopy,
        shared: u64,
    ) -> Result<Self, String> {
        let rank = map.shape.len();
        let wanted = if copy.gathers { 2 } else { coordinates.len() };
        if rank != wanted {
            return Err(format!("the tensor map has {rank} dimensions, and the copy names {wanted}"));
        }
        let places = match (&map.pixels, offsets) {
            (Some(pixels), Some(offsets)) => pixels_of_images(&map, pixels, coordinates, offsets)?,
            (None, None) => rows_of_tiles(&map, coordinates, copy)?,
            (Some(_), None) => return Err("the tensor map is of the form im2col, and the copy is not".to_string()),
            (None, Some(_)) => return Err("the copy is of the form im2col, and the tensor map is not".to_string()),
        };
        let element = i64::from(map.element.bytes());
        let columns = coordinates[0].max(0)..(coordinates[0] + i64::from(map.box_shape[0])).min(map.shape[0] as i64);
        let before = (columns.start - coordinates[0]) * element;
        let mut bytes = (columns.end - columns.start).max(0) * element;
        if copy.stores && map.pixels.is_none() {
            // Pieces are written as a whole, though the tensor may end within the last one of a row.
            bytes = (bytes as u64).next_multiple_of(PIECE) as i64;
        }
        let rows = places.into_iter().enumerate().map(|(index, place)| {
            let (mut address, mut is_in) = (map.address as i64 + columns.start * element, true);
            for (axis, at) in place.into_iter().enumerate().take(rank - 1) {
                is_in &= (0..map.shape[axis + 1] as i64).contains(&at);
                address = address.wrapping_add(at.wrapping_mul(map.strides[axis] as i64));
            }
            let (place, bytes) = (index as u64 * map.row_pitch(), if is_in { bytes as u64 } else { 0 });
            BoxRow { place, address: address as u64, before: before as u64, bytes }
        });
        let rows: Vec<BoxRow> = rows.collect();
        let whole = rows.iter().all(|row| (row.address | row.before | row.bytes).is_multiple_of(4));
        let unit = if whole && copy.reductions.is_empty() { 4 } else { map.element.bytes() };
        Ok(Self { map, map_place, rows, shared, unit })
    }

    /// Bytes that are copied, those outside of the tensor, too.
    fn bytes(&self) -> u64 {
        self.map.row_bytes() * self.rows.len() as u64
    }

    /// Bytes of shared memory from its first row to the end of its last one.
    fn extent(&self) -> u64 {
        self.map.row_pitch() * self.rows.len() as u64
    }

    /// What it takes of shared memory: where bytes begin and how many they are.
    fn parts(&self) -> Vec<(u64, u64)> {
        if self.map.row_pitch() == self.map.row_bytes() {
            return vec![(self.shared, self.extent())];
        }
        let pieces = (0..self.map.row_bytes()).step_by(PIECE as usize);
        let places = self.rows.iter().flat_map(|row| pieces.clone().map(|at| self.exchanged(row.place + at)));
        places.map(|place| (place, PIECE)).collect()
    }

    /// The bytes of a unit of the box that are outside of the tensor.
    fn fill(&self) -> u64 {
        if self.map.fills_with_nan { NOT_A_NUMBER >> (64 - 8 * self.unit) } else { 0 }
    }

    /// A unit as a copy hands it on: numbers of type `tf32` are rounded.
    fn converted(&self, value: u64) -> u64 {
        match self.map.element {
            TensorElement::Tf32 | TensorElement::Tf32Ftz if !f32::from_bits(value as u32).is_nan() => {
                (value + TF32_HALF) & !(2 * TF32_HALF - 1)
            }
            _ => value,
        }
    }

    /// The places of the units of a row that are within the tensor.
    fn units(&self, row: &BoxRow) -> impl Iterator<Item = u64> + use<> {
        (row.before..row.before + row.bytes).step_by(self.unit as usize)
    }

    /// Where a byte of the box is in shared memory, from its beginning.
    fn exchanged(&self, place: u64) -> u64 {
        self.map.swizzle.exchanged(self.shared + place)
    }
}

impl Warp {
    /// Begins a copy for each lane.
    pub fn tensor_copy(
        &mut self,
        front: &Front,
        mask: u32,
        copy: &TensorCopy,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let maps = self.addresses(front, mask, &copy.map, launch, block)?;
        let shared = self.addresses(front, mask, &copy.shared, launch, block)?;
        let coordinates = copy.coordinates.iter().map(|&slot| self.operand(front, mask, Some(slot), launch, block));
        let coordinates: Vec<Lanes> = coordinates.collect::<Result<_, _>>()?;
        let offsets = copy.offsets.iter().flatten().map(|&slot| self.operand(front, mask, Some(slot), launch, block));
        let offsets: Vec<Lanes> = offsets.collect::<Result<_, _>>()?;
        let receivers = self.operand(front, mask, copy.receivers, launch, block)?;
        let mbarriers = match &copy.completion {
            BulkCompletion::MBarrier(place) => Some((place, self.addresses(front, mask, place, launch, block)?)),
            BulkCompletion::Group => None,
        };
        block.note_progress();
        for lane in lanes_of(mask) {
            let who = Who { pc: front.pc, warp: self.index(), lane };
            let invalid = |message: String, block: &BlockState| {
                launch.fault(FaultKind::InvalidOperand, message, who.pc, block, who.thread())
            };
            let map = self.tensor_map(who, (copy.map.space, maps[lane]), launch, block);
            let (rank, own) = block.shared_place(self.rank(), shared[lane]);
            if !own.is_multiple_of(ALIGNMENT) {
                let message = format!("the box's address {own:#x} in shared memory is not a multiple of {ALIGNMENT}");
                return Err(launch.fault(FaultKind::Misaligned, message, who.pc, block, who.thread()));
            }
            let mbarrier = mbarriers.as_ref().map(|(place, addresses)| (*place, addresses[lane]));
            let ranks: Vec<usize> = match copy.receivers {
                Some(_) => lanes_of(receivers[lane] as u32 & 0xffff).collect(),
                None => vec![rank],
            };
            // Of a pair the block counts that has the rank's lowest bit of the named object.
            let named = mbarrier.map_or(0, |(_, address)| block.shared_place(self.rank(), address).0);
            let counts = |rank: usize| if copy.in_pairs { rank & !1 | named & 1 } else { rank };
            let receiver = |&rank: &usize| BoxReceiver { rank, counts: (ranks.len() > 1).then(|| counts(rank)) };
            let ranks: Vec<BoxReceiver> = ranks.iter().map(receiver).collect();
            let map = match map.map_err(|failure| (launch.filling_instead(&failure), failure)) {
                Ok(map) => map,
                Err((Some(filling), _)) => {
                    self.copy_unknown_box(who, (copy, own, filling), (&ranks, mbarrier), launch, block)?;
                    continue;
                }
                Err((None, failure)) => return Err(failure),
            };
            let coordinates: Vec<i64> = coordinates.iter().map(|it| i64::from(it[lane] as u32 as i32)).collect();
            let offsets: Vec<i64> = offsets.iter().map(|it| i64::from(it[lane] as u16)).collect();
            let offsets = copy.offsets.is_some().then_some(&offsets[..]);
            let part = TensorBox::new(map, &coordinates, offsets, copy, own);
            let part = part.map_err(|message| invalid(message, block))?;
            if copy.stores {
                let reduction = copy.reduction(&part.map).map_err(|message| invalid(message, block))?;
                self.store_box(who, &part, reduction, launch, block)?;
                continue;
            }
            self.load_box(who, &part, (&ranks, mbarrier), launch, block)?;
        }
        Ok(())
    }

    /// The tensor map at an address, and where that is.
    fn tensor_map(
        &self,
        who: Who,
        (space, address): (MemorySpace, u64),
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(TensorMap, Option<CopyRegion>), StepFailure> {
        let (mut bytes, mut map_place) = ([0; TENSOR_MAP_BYTES], None);
        for (half, part) in bytes.chunks_mut(MAP_ALIGNMENT as usize).enumerate() {
            let address = address.wrapping_add(half as u64 * u64::from(MAP_ALIGNMENT));
            let target = self.locate(who, (space, address, MAP_ALIGNMENT), launch, block)?;
            let how = How::weak(false);
            self.note(LaneAccess { who, target, size: MAP_ALIGNMENT, how }, true, launch, block)?;
            if half == 0 {
                block.check_tensor_map(who, (target, address), launch).or_else(|failure| launch.tolerate(failure))?;
                map_place = CopyRegion::of(target, address, TENSOR_MAP_BYTES as u64, launch);
            }
            for (index, word) in part.chunks_mut(8).enumerate() {
                let place = Self::further(target, index as u32 * 8);
                let (value, known) = self.read(place, 8, launch, block, who.lane);
                if !known {
                    let message = self.describe_unwritten(place, block);
                    return Err(launch.fault(FaultKind::Uninitialised, message, who.pc, block, who.thread()));
                }
                word.copy_from_slice(&value.to_le_bytes());
            }
        }
        let map = TensorMap::decode(&bytes).map_err(|message| {
            let message = format!("the tensor map at address {address:#x}: {message}");
            launch.fault(FaultKind::InvalidOperand, message, who.pc, block, who.thread())
        })?;
        Ok((map, map_place))
    }

    /// The mbarrier object that counts the bytes of a box for one of its receivers.
    pub fn mbarrier_of<'s>(
        &self,
        receiver: BoxReceiver,
        mbarrier: Option<(&'s StepAddress, u64)>,
        block: &BlockState,
    ) -> Option<(&'s StepAddress, u64)> {
        mbarrier.map(|(place, address)| match receiver.counts {
            None => (place, address),
            Some(rank) => (place, shared_address(rank, block.shared_place(self.rank(), address).1)),
        })
    }

    /// A copy to the shared memory of some blocks.
    fn load_box(
        &self,
        who: Who,
        part: &TensorBox,
        (ranks, mbarrier): (&[BoxReceiver], Option<(&StepAddress, u64)>),
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let mut source: Option<CopyRegion> = None;
        let mut values = Vec::with_capacity((part.bytes() / u64::from(part.unit)) as usize);
        for row in &part.rows {
            let first = self.row(who, part, row, false, launch, block)?;
            for at in (0..part.map.row_bytes()).step_by(part.unit as usize) {
                let within = at.wrapping_sub(row.before);
                let value = match first {
                    Some(first) if within < row.bytes => {
                        let place = Self::further(first, within as u32);
                        let (value, known) = block.peek(place, part.unit);
                        if !known {
                            let message = self.describe_unwritten(place, block);
                            return Err(launch.fault(FaultKind::Uninitialised, message, who.pc, block, who.thread()));
                        }
                        part.converted(value)
                    }
                    _ => part.fill(),
                };
                values.push((part.exchanged(row.place + at), value));
            }
            let region = first.and_then(|first| CopyRegion::of(first, row.address, row.bytes, launch));
            source = CopyRegion::joined(source, region);
        }
        for &receiver in ranks {
            let rank = receiver.rank;
            let mbarrier = self.mbarrier_of(receiver, mbarrier, block);
            let awaited = self.awaited(who, mbarrier, launch, block)?;
            let base = block.cluster.shared_start(rank);
            let mut destination: Option<CopyRegion> = None;
            for (at, bytes) in part.parts() {
                let address = shared_address(rank, at);
                let taken = CopiedBytes { space: MemorySpace::Shared, address, size: bytes as u32 };
                self.claim(who, taken, false, launch, block)?;
                let target = MemoryBytes::Shared(base + at as usize);
                destination = CopyRegion::joined(destination, CopyRegion::of(target, address, bytes, launch));
            }
            let Some(destination) = destination else { continue };
            let values = values.iter().map(|&(at, value)| (at + base as u64, value)).collect();
            let copy = PendingBulk {
                who,
                awaited,
                source: source.clone(),
                map: part.map_place.clone(),
                destination,
                unit: part.unit,
                values,
                bytes: Some(part.bytes()),
                reduction: None,
                has_read: false,
                has_landed: false,
                released: Vec::new(),
            };
            block.begin(copy, launch)?;
        }
        Ok(())
    }

    /// A copy to global memory.
    fn store_box(
        &self,
        who: Who,
        part: &TensorBox,
        reduction: Option<usize>,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let mut destination: Option<CopyRegion> = None;
        let mut values = Vec::new();
        let base = block.cluster.shared_start(self.rank());
        let size = part.extent();
        // All of it has to be there, though what is outside of the tensor is not read.
        for at in [0, size - PIECE] {
            let address = shared_address(self.rank(), part.shared + at);
            self.locate(who, (MemorySpace::Shared, address, PIECE as u32), launch, block)?;
        }
        for row in &part.rows {
            let Some(first) = self.row(who, part, row, true, launch, block)? else { continue };
            let Some(region) = CopyRegion::of(first, row.address, row.bytes, launch) else { continue };
            for at in part.units(row) {
                let from = MemoryBytes::Shared(base + part.exchanged(row.place + at) as usize);
                self.read_unit(who, from, part.unit, launch, block)?;
                let (value, _) = block.peek(from, part.unit);
                if reduction.is_some() && !block.peek(Self::further(first, (at - row.before) as u32), part.unit).1 {
                    let message = self.describe_unwritten(Self::further(first, (at - row.before) as u32), block);
                    return Err(launch.fault(FaultKind::Uninitialised, message, who.pc, block, who.thread()));
                }
                values.push((region.start() + at - row.before, value));
            }
            destination = CopyRegion::joined(destination, Some(region));
        }
        let Some(destination) = destination else { return Ok(()) };
        let mut source: Option<CopyRegion> = None;
        for (at, bytes) in part.parts() {
            let target = MemoryBytes::Shared(base + at as usize);
            source = CopyRegion::joined(source, CopyRegion::of(target, at, bytes, launch));
        }
        let copy = PendingBulk {
            who,
            awaited: self.bulk_groups.awaited(who.lane),
            source,
            map: part.map_place.clone(),
            destination,
            unit: part.unit,
            values,
            bytes: Some(part.bytes()),
            reduction,
            has_read: false,
            has_landed: false,
            released: Vec::new(),
        };
        block.begin(copy, launch)
    }

    /// A copy reads a unit of shared memory, which must have a value that the asynchronous proxy sees.
    pub fn read_unit(
        &self,
        who: Who,
        from: MemoryBytes<'_>,
        unit: u32,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        let how = How::weak(false);
        self.note(LaneAccess { who, target: from, size: unit, how }, true, launch, block)?;
        if let MemoryBytes::Shared(offset) = from {
            block.check_proxy(who, offset, "an asynchronous copy", launch)?;
        }
        if block.peek(from, unit).1 {
            return Ok(());
        }
        let message = self.describe_unwritten(from, block);
        Err(launch.fault(FaultKind::Uninitialised, message, who.pc, block, who.thread()))
    }

    /// The first byte of a row that is in the tensor, if any is: a copy reads or writes the row.
    fn row<'b>(
        &self,
        who: Who,
        part: &TensorBox,
        row: &BoxRow,
        writes: bool,
        launch: &KernelLaunch<'b>,
        block: &mut BlockState,
    ) -> Result<Option<MemoryBytes<'b>>, StepFailure> {
        if row.bytes == 0 {
            return Ok(None);
        }
        let element = part.map.element.bytes();
        let last = row.address.wrapping_add(row.bytes).wrapping_sub(u64::from(element));
        self.locate(who, (MemorySpace::Global, last, element), launch, block)?;
        let first = self.locate(who, (MemorySpace::Global, row.address, element), launch, block)?;
        if let (true, MemoryBytes::Global(buffer, _)) = (writes, first)
            && buffer.constant
        {
            let message = "constant memory is written".to_string();
            return Err(launch.fault(FaultKind::OutOfBounds, message, who.pc, block, who.thread()));
        }
        if launch.checks.traffic {
            block.traffic().count_bulk(row.address, row.bytes as u32, writes);
        }
        let strong = writes && part.unit == element && part.unit < 4;
        let how = How { strong, asynchronous: !writes, ..How::weak(writes) };
        let size = if part.unit < 4 { part.unit } else { row.bytes as u32 };
        for at in (0..row.bytes as u32).step_by(size as usize) {
            let target = Self::further(first, at);
            self.note(LaneAccess { who, target, size, how }, true, launch, block)?;
            if !writes {
                block.check_global_proxy(who, (target, size), launch)?;
            }
        }
        Ok(Some(first))
    }
}

/// Tensor maps that threads of a block have acquired, by address, with the write that copies see since.
#[derive(Default)]
pub struct AcquiredMaps(HashMap<u64, ShadowAccess>);

impl BlockState {
    /// A tensor map that a thread has written is seen by copies behind a fence of its proxy only.
    fn check_tensor_map(
        &self,
        who: Who,
        (target, address): (MemoryBytes<'_>, u64),
        launch: &KernelLaunch<'_>,
    ) -> Result<(), StepFailure> {
        let MemoryBytes::Global(buffer, offset) = target else { return Ok(()) };
        let Some(write) = last_write(buffer, offset) else { return Ok(()) };
        if self.tensor_maps.0.get(&address) == Some(&write) {
            return Ok(());
        }
        let message = format!(
            "the tensor map at address {address:#x} is used with no fence.proxy.tensormap since it was written"
        );
        Err(launch.race(message, who.pc, self, who.thread(), write))
    }
}

/// The last write to a tensor map in the launch.
fn last_write(buffer: &super::memory::GlobalBuffer, offset: u64) -> Option<ShadowAccess> {
    let words = offset as usize / 4..offset as usize / 4 + TENSOR_MAP_BYTES / 4;
    words.filter_map(|word| buffer.shadow.last_write(word)).max_by_key(|write| write.clock)
}

impl Warp {
    /// `fence.proxy.tensormap::generic.acquire`: copies of the block see what has been written to a tensor map.
    pub fn acquire_tensor_map(
        &self,
        front: &Front,
        mask: u32,
        place: &StepAddress,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        block.fence(self.index(), false, launch);
        let addresses = self.addresses(front, mask, place, launch, block)?;
        for lane in lanes_of(mask) {
            let who = Who { pc: front.pc, warp: self.index(), lane };
            let target = self.locate(who, (place.space, addresses[lane], MAP_ALIGNMENT), launch, block)?;
            let MemoryBytes::Global(buffer, offset) = target else { continue };
            if let Some(write) = last_write(buffer, offset) {
                block.tensor_maps.0.insert(addresses[lane], write);
            }
        }
        Ok(())
    }

    /// `tensormap.cp_fenceproxy`: copies a tensor map from shared to global memory, and releases it.
    pub fn publish_tensor_map(
        &mut self,
        front: &Front,
        mask: u32,
        [to, from]: &[StepAddress; 2],
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let [to_addresses, from_addresses] = [to, from].map(|place| self.addresses(front, mask, place, launch, block));
        let (to_addresses, from_addresses) = (to_addresses?, from_addresses?);
        let lane = mask.trailing_zeros() as usize;
        let who = Who { pc: front.pc, warp: self.index(), lane };
        for at in (0..TENSOR_MAP_BYTES as u64).step_by(8) {
            let source = self.locate(who, (from.space, from_addresses[lane].wrapping_add(at), 8), launch, block)?;
            let target = self.locate(who, (to.space, to_addresses[lane].wrapping_add(at), 8), launch, block)?;
            let how = How::weak(false);
            self.note(LaneAccess { who, target: source, size: 8, how }, true, launch, block)?;
            let (value, known) = self.read(source, 8, launch, block, lane);
            if !known {
                let message = self.describe_unwritten(source, block);
                return Err(launch.fault(FaultKind::Uninitialised, message, who.pc, block, who.thread()));
            }
            let how = How::weak(true);
            self.put_value(LaneAccess { who, target, size: 8, how }, value, u64::MAX, launch, block)?;
        }
        block.note_progress();
        block.fence(self.index(), false, launch);
        Ok(())
    }
}
