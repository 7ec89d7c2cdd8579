//! Fetches from textures, and loads and stores of surfaces.

use super::Cpu;
use super::access::{How, LaneAccess, MemoryBytes, Who};
use super::block::BlockState;
use super::kernel_launch::KernelLaunch;
use super::lanes::{WARP, lanes_of};
use super::memory::IMAGE_WINDOW;
use super::program::{MemorySpace, RegisterSlot};
use super::warp::{Front, StepFailure, Warp};
use crate::device::error::FaultKind;
use crate::device::image::{Image, ImageObject, Sampler, Tap, TexelClass};
use half::f16;

/// Bytes from one handle to the next.
const HANDLE_STEP: u64 = 16;

/// Sides of a cube.
const SIDES: u64 = 6;

/// Which side of a cube a direction from its middle meets, and where, from 0 to 1 along both edges (*CUDA C++ Programming Guide*, "Cubemap
/// Textures").
fn side_of_cube([x, y, z]: [f32; 3]) -> (u64, [f32; 2]) {
    let [far_x, far_y, far_z] = [x, y, z].map(f32::abs);
    let (side, far, across, down) = if far_x >= far_y && far_x >= far_z {
        if x >= 0.0 { (0, x, -z, -y) } else { (1, -x, z, -y) }
    } else if far_y >= far_z {
        if y >= 0.0 { (2, y, x, z) } else { (3, -y, x, -z) }
    } else if z >= 0.0 {
        (4, z, x, -y)
    } else {
        (5, -z, -x, -y)
    };
    (side, [across, down].map(|at| (at / far + 1.0) / 2.0))
}

/// What a fetch gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FetchType {
    /// Integers of 32 bits, as they are stored.
    Integer,
    /// Numbers in single precision.
    Single,
    /// Numbers in half precision.
    Half,
}

/// `tex`, `tex.base`, `tex.level`, `tex.grad`, `tld4`
#[derive(Debug)]
pub struct TextureFetch {
    /// The handle.
    pub handle: RegisterSlot,
    /// One to three coordinates.
    pub coordinates: Vec<RegisterSlot>,
    /// Whether these are integers.
    pub is_integer: bool,
    /// The coordinates are a direction from the middle of a cube, whose sides are layers.
    pub is_cube: bool,
    /// The layer of a layered texture.
    pub layer: Option<RegisterSlot>,
    /// Four results, `None` for `_`.
    pub results: Vec<Option<RegisterSlot>>,
    /// What they are.
    pub ty: FetchType,
    /// One channel of the four texels around the coordinates, rather than the channels of one place.
    pub gathers: Option<usize>,
}

/// What becomes of accesses beyond the edges of a surface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BeyondSurface {
    /// The kernel ends.
    Traps,
    /// They go to the edge.
    Clamps,
    /// Loads give zeros, and stores are left out.
    Vanishes,
}

/// `suld.b`, `sust.b`
#[derive(Debug)]
pub struct SurfaceAccess {
    /// The handle.
    pub handle: RegisterSlot,
    /// One to three coordinates; the first one in bytes.
    pub coordinates: Vec<RegisterSlot>,
    /// The layer of a layered surface.
    pub layer: Option<RegisterSlot>,
    /// Registers, `None` for `_`.
    pub elements: Vec<Option<RegisterSlot>>,
    /// Bytes of each.
    pub size: u32,
    /// Beyond the edges.
    pub beyond: BeyondSurface,
    /// Whether it stores.
    pub stores: bool,
}

impl Cpu {
    /// Makes an object that kernels know by a handle.
    pub fn add_image_object(&mut self, object: ImageObject) -> u64 {
        self.images.push(Some(object));
        IMAGE_WINDOW + self.images.len() as u64 * HANDLE_STEP
    }

    /// The object of a handle.
    pub fn image_object(&self, handle: u64) -> Option<ImageObject> {
        find(&self.images, handle)
    }

    /// Takes an object away; whether it was there.
    pub fn remove_image_object(&mut self, handle: u64) -> bool {
        self.forget_launches();
        number(handle).and_then(|number| self.images.get_mut(number)).and_then(Option::take).is_some()
    }
}

fn number(handle: u64) -> Option<usize> {
    let offset = handle.checked_sub(IMAGE_WINDOW + HANDLE_STEP)?;
    offset.is_multiple_of(HANDLE_STEP).then_some((offset / HANDLE_STEP) as usize)
}

/// The object of a handle among others.
pub fn find(images: &[Option<ImageObject>], handle: u64) -> Option<ImageObject> {
    images.get(number(handle)?).copied().flatten()
}

/// A texel by its place along each axis, or the border.
type Texel = Option<[u64; 3]>;

impl Image {
    fn address_of(&self, [x, y, z]: [u64; 3]) -> u64 {
        self.address + z * self.layer + y * self.pitch + x * self.format.bytes()
    }
}

impl Warp {
    /// The objects that lanes name.
    fn image(
        &self,
        who: Who,
        front: &Front,
        slot: RegisterSlot,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<ImageObject, StepFailure> {
        let fault = |kind, message| launch.fault(kind, message, who.pc, block, who.thread());
        if self.defined(front.base, slot) >> who.lane & 1 == 0 {
            return Err(fault(FaultKind::Uninitialised, "the handle has no value".to_string()));
        }
        let handle = self.lanes(front.base, slot)[who.lane];
        let missing = || fault(FaultKind::InvalidOperand, format!("{handle:#x} is not a texture or surface object"));
        find(launch.memory.images, handle).ok_or_else(missing)
    }

    /// A texture fetch.
    pub fn fetch(
        &mut self,
        front: &Front,
        mask: u32,
        fetch: &TextureFetch,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let mut values = [[0; WARP]; 4];
        let slots = || fetch.coordinates.iter().chain(&fetch.layer);
        let undefined = slots().fold(0, |all, &slot| all | mask & !self.defined(front.base, slot));
        let message = "a coordinate has no value";
        self.tolerate(undefined, FaultKind::Uninitialised, message, front.pc, launch, block)?;
        for lane in lanes_of(mask & !undefined) {
            let who = Who { pc: front.pc, warp: self.index(), lane };
            match self.fetch_lane(who, front, fetch, launch, block) {
                Ok(texel) => (0..4).for_each(|channel| values[channel][lane] = texel[channel]),
                Err(failure) => launch.tolerate(failure)?,
            }
        }
        for (slot, values) in fetch.results.iter().zip(&values) {
            if let Some(slot) = *slot {
                self.write(front.base, slot, mask, values, u32::MAX);
            }
        }
        Ok(())
    }

    fn fetch_lane(
        &self,
        who: Who,
        front: &Front,
        fetch: &TextureFetch,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<[u64; 4], StepFailure> {
        if let Some(texel) = self.made_up_texel(front, who.lane, fetch, launch) {
            return Ok(texel);
        }
        let ImageObject::Texture(image, sampler) = self.image(who, front, fetch.handle, launch, block)? else {
            let message = "the handle is that of a surface".to_string();
            return Err(launch.fault(FaultKind::InvalidOperand, message, who.pc, block, who.thread()));
        };
        let value = |slot: RegisterSlot| self.lanes(front.base, slot)[who.lane];
        let is_linear = sampler.is_linear && fetch.ty != FetchType::Integer || fetch.gathers.is_some();
        let layer = fetch.layer.map(|layer| u64::from(value(layer) as u32));
        let axes = match fetch.is_cube {
            true => {
                let direction = std::array::from_fn(|axis| f32::from_bits(value(fetch.coordinates[axis]) as u32));
                let (side, place) = side_of_cube(direction);
                // Coordinates on a side are never of texels.
                let sampler = Sampler { is_normalised: true, ..sampler };
                let [width, height, sides] = image.extent;
                if width != height || !sides.is_multiple_of(SIDES) {
                    let message = format!(
                        "a texture of {width} × {height} × {sides} elements is not a cube: it has six square sides"
                    );
                    return Err(launch.fault(FaultKind::InvalidOperand, message, who.pc, block, who.thread()));
                }
                let cube = layer.unwrap_or(0).min(sides / SIDES - 1);
                let along = |axis: usize| sampler.taps(place[axis], axis, width, is_linear);
                [along(0), along(1), vec![(Some(cube * SIDES + side), 1.0)]]
            }
            false => {
                let mut axes = [(); 3].map(|()| vec![(Some(0), 1.0)]);
                for (axis, &slot) in fetch.coordinates.iter().enumerate() {
                    let extent = image.extent[axis];
                    axes[axis] = match fetch.is_integer {
                        true => sampler.tap(value(slot) as i32, axis, extent),
                        false => sampler.taps(f32::from_bits(value(slot) as u32), axis, extent, is_linear),
                    };
                }
                if let Some(layer) = layer {
                    // Layers are neither interpolated nor repeated.
                    axes[2] = vec![(Some(layer.min(image.extent[2] - 1)), 1.0)];
                }
                axes
            }
        };
        let texel = |[x, y, z]: [&Tap; 3]| Some([x.0?, y.0?, z.0?]);
        if let Some(channel) = fetch.gathers {
            let [left, right] = [&axes[0][0], &axes[0][1]];
            let [top, bottom] = [&axes[1][0], &axes[1][1]];
            let mut gathered = [0; 4];
            for (to, (x, y)) in gathered.iter_mut().zip([(left, bottom), (right, bottom), (right, top), (left, top)]) {
                let read = self.texel(who, texel([x, y, &axes[2][0]]), &image, &sampler, launch, block)?;
                *to = result(read[channel], &image, &sampler, fetch.ty);
            }
            return Ok(gathered);
        }
        if let [[x], [y], [z]] = [&axes[0][..], &axes[1][..], &axes[2][..]] {
            let channels = self.texel(who, texel([x, y, z]), &image, &sampler, launch, block)?;
            return Ok(channels.map(|bits| result(bits, &image, &sampler, fetch.ty)));
        }
        let mut sums = [0.0; 4];
        for z in &axes[2] {
            for y in &axes[1] {
                for x in axes[0].iter().filter(|x| x.1 * y.1 * z.1 != 0.0) {
                    let channels = self.texel(who, texel([x, y, z]), &image, &sampler, launch, block)?;
                    for (sum, bits) in sums.iter_mut().zip(channels) {
                        *sum += x.1 * y.1 * z.1 * image.format.number(bits, sampler.makes_floats);
                    }
                }
            }
        }
        Ok(sums.map(|sum| rounded(sum, fetch.ty)))
    }

    /// The channels of a texel; the first three that the format lacks are 0, and the last one is 1.
    fn texel(
        &self,
        who: Who,
        at: Texel,
        image: &Image,
        sampler: &Sampler,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<[u64; 4], StepFailure> {
        let one = match image.format.class {
            TexelClass::Float if image.format.bits == 16 => u64::from(f16::ONE.to_bits()),
            TexelClass::Float => u64::from(1f32.to_bits()),
            TexelClass::Unsigned if sampler.makes_floats => u64::MAX >> (64 - image.format.bits),
            TexelClass::Signed if sampler.makes_floats => u64::MAX >> (65 - image.format.bits),
            _ => 1,
        };
        let mut channels = [0, 0, 0, one];
        let Some(place) = at else {
            return Ok(sampler.border.map(|colour| stored(colour, image)));
        };
        let size = image.format.bits / 8;
        let bytes = image.format.bytes() as u32;
        let target = self.locate(who, (MemorySpace::Global, image.address_of(place), bytes), launch, block)?;
        for channel in 0..image.format.channels {
            let part = Self::further(target, channel * size);
            channels[channel as usize] = self.read_image(who, part, size, launch, block)?;
        }
        Ok(channels)
    }

    /// Reads a part of an image, of which nobody may have written nothing.
    fn read_image(
        &self,
        who: Who,
        target: MemoryBytes<'_>,
        size: u32,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<u64, StepFailure> {
        self.note(LaneAccess { who, target, size, how: How::weak(false) }, true, launch, block)?;
        let (value, is_known) = self.read(target, size, launch, block, who.lane);
        if !is_known {
            self.tolerate_unwritten(who, target, launch, block)?;
        }
        Ok(value)
    }

    /// A load or store of a surface.
    pub fn surface(
        &mut self,
        front: &Front,
        mask: u32,
        access: &SurfaceAccess,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let slots = || access.coordinates.iter().chain(&access.layer);
        let undefined = slots().fold(0, |all, &slot| all | mask & !self.defined(front.base, slot));
        let message = "a coordinate has no value";
        self.tolerate(undefined, FaultKind::Uninitialised, message, front.pc, launch, block)?;
        let mut values = vec![[0; WARP]; access.elements.len()];
        if access.stores {
            block.note_progress();
        }
        for lane in lanes_of(mask & !undefined) {
            let who = Who { pc: front.pc, warp: self.index(), lane };
            if let Some(element) = self.made_up_elements(front, lane, access, launch) {
                values.iter_mut().enumerate().for_each(|(index, lanes)| lanes[lane] = element(index));
                continue;
            }
            let target = match self.surface_place(who, front, access, launch, block) {
                Ok(Some(target)) => target,
                Ok(None) => continue,
                Err(failure) => {
                    launch.tolerate(failure)?;
                    continue;
                }
            };
            for (index, element) in access.elements.iter().enumerate() {
                let target = Self::further(target, index as u32 * access.size);
                match *element {
                    Some(from) if access.stores => {
                        let known = self.known_bits(front.base, from, lane);
                        let value = self.lanes(front.base, from)[lane];
                        let place = LaneAccess { who, target, size: access.size, how: How::weak(true) };
                        self.put_value(place, value, known, launch, block)?;
                    }
                    _ => values[index][lane] = self.read_image(who, target, access.size, launch, block)?,
                }
            }
        }
        for (slot, values) in access.elements.iter().zip(&values).filter(|_| !access.stores) {
            if let Some(slot) = *slot {
                self.write(front.base, slot, mask, values, u32::MAX);
            }
        }
        Ok(())
    }

    /// Where an access of a lane goes; nowhere if it vanishes.
    fn surface_place<'b>(
        &self,
        who: Who,
        front: &Front,
        access: &SurfaceAccess,
        launch: &KernelLaunch<'b>,
        block: &BlockState,
    ) -> Result<Option<MemoryBytes<'b>>, StepFailure> {
        let fault = |kind, message| launch.fault(kind, message, who.pc, block, who.thread());
        let ImageObject::Surface(image) = self.image(who, front, access.handle, launch, block)? else {
            return Err(fault(FaultKind::InvalidOperand, "the handle is that of a texture".to_string()));
        };
        let bytes = access.size * access.elements.len() as u32;
        let mut place = [0i64; 3];
        for (axis, &slot) in access.coordinates.iter().enumerate() {
            place[axis] = i64::from(self.lanes(front.base, slot)[who.lane] as i32);
        }
        if let Some(layer) = access.layer {
            place[2] = i64::from(self.lanes(front.base, layer)[who.lane] as u32);
        }
        let row = (image.extent[0] * image.format.bytes()) as i64;
        let last = [row - i64::from(bytes), image.extent[1] as i64 - 1, image.extent[2] as i64 - 1];
        if place[0] % i64::from(bytes) != 0 {
            return Err(fault(
                FaultKind::Misaligned,
                format!("byte {} of a row is not a multiple of {bytes}", place[0]),
            ));
        }
        if (0..3).any(|axis| !(0..=last[axis]).contains(&place[axis])) {
            match access.beyond {
                BeyondSurface::Vanishes => return Ok(None),
                BeyondSurface::Clamps => (0..3).for_each(|axis| place[axis] = place[axis].clamp(0, last[axis].max(0))),
                BeyondSurface::Traps => {
                    let [width, height, depth] = image.extent;
                    let [x, y, z] = place;
                    let message = format!(
                        "{bytes} bytes at byte {x} of row {y} in layer {z} of a surface of {width} × {height} × {depth} elements"
                    );
                    return Err(fault(FaultKind::OutOfBounds, message));
                }
            }
        }
        let [x, y, z] = place.map(|at| at as u64);
        let address = image.address + z * image.layer + y * image.pitch + x;
        self.locate(who, (MemorySpace::Global, address, bytes), launch, block).map(Some)
    }
}

/// A colour of the border as the image would store it.
fn stored(colour: f32, image: &Image) -> u64 {
    match image.format.class {
        TexelClass::Float if image.format.bits == 16 => u64::from(f16::from_f32(colour).to_bits()),
        TexelClass::Float => u64::from(colour.to_bits()),
        TexelClass::Unsigned => (colour as u64) & u64::MAX >> (64 - image.format.bits),
        TexelClass::Signed => (colour as i64 as u64) & u64::MAX >> (64 - image.format.bits),
    }
}

/// A channel as a register holds it.
fn result(bits: u64, image: &Image, sampler: &Sampler, ty: FetchType) -> u64 {
    let format = image.format;
    match ty {
        FetchType::Integer if format.class == TexelClass::Signed => {
            let shift = 64 - format.bits;
            ((bits << shift) as i64 >> shift) as u64 & 0xffff_ffff
        }
        FetchType::Integer => bits,
        _ => rounded(format.number(bits, sampler.makes_floats), ty),
    }
}

fn rounded(number: f64, ty: FetchType) -> u64 {
    match ty {
        FetchType::Half => u64::from(f16::from_f64(number).to_bits()),
        _ => u64::from((number as f32).to_bits()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_meet_sides() {
        assert_eq!(side_of_cube([2.0, 1.0, -1.0]), (0, [0.75, 0.25]));
        assert_eq!(side_of_cube([-2.0, 1.0, -1.0]), (1, [0.25, 0.25]));
        assert_eq!(side_of_cube([1.0, 2.0, -1.0]), (2, [0.75, 0.25]));
        assert_eq!(side_of_cube([1.0, -2.0, -1.0]), (3, [0.75, 0.75]));
        assert_eq!(side_of_cube([1.0, -1.0, 2.0]), (4, [0.75, 0.75]));
        assert_eq!(side_of_cube([1.0, -1.0, -2.0]), (5, [0.25, 0.75]));
        assert_eq!(side_of_cube([1.0, 1.0, 1.0]).0, 0, "edges belong to the side of the first axis");
    }
}
