//! A device while a case is checked on it.

use super::{Obstacle, Placement};
use crate::device::{Arg, Buffer, Device, DeviceError, LoadedModule, Session};
use crate::isa::Target;
use crate::kernels::{BuildError, HalfFormat, Kernel, Recipe, ReduceMax, Widen};
use std::time::Duration;

/// A device, what is written for it, and the buffers that are to be given back.
pub(super) struct Stage<'d> {
    pub device: &'d mut dyn Device,
    pub target: Target,
    buffers: Vec<Buffer>,
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        for buffer in self.buffers.drain(..) {
            // A device that has failed has lost them anyway.
            let _ = self.device.free(buffer);
        }
    }
}

impl<'d> Stage<'d> {
    pub(super) fn new(device: &'d mut dyn Device, target: Target) -> Self {
        Self { device, target, buffers: Vec::new() }
    }

    fn alloc(&mut self, bytes: usize) -> Result<Buffer, DeviceError> {
        let buffer = self.device.alloc(bytes as u64)?;
        self.buffers.push(buffer);
        Ok(buffer)
    }

    /// A buffer with these bytes.
    pub(super) fn upload(&mut self, bytes: &[u8]) -> Result<Buffer, DeviceError> {
        let buffer = self.alloc(bytes.len())?;
        self.device.upload(buffer, bytes)?;
        Ok(buffer)
    }

    /// The elements of a buffer that was made by this recipe.
    pub(super) fn download(&mut self, buffer: Buffer, form: &Recipe) -> Result<Vec<f64>, DeviceError> {
        let mut bytes = vec![0; form.elements() * form.element_bytes()];
        self.device.download(buffer, &mut bytes)?;
        Ok(form.decode(&bytes))
    }

    pub(super) fn load(&mut self, kernel: &dyn Kernel) -> Result<LoadedModule, Obstacle> {
        let ptx = kernel.ptx(self.target).map_err(Obstacle::Build)?;
        Ok(self.device.load(&ptx)?)
    }

    /// Runs a kernel to its end.
    pub(super) fn run(&mut self, kernel: &dyn Kernel, args: &[Arg]) -> Result<Duration, Obstacle> {
        let ptx = kernel.ptx(self.target).map_err(Obstacle::Build)?;
        let compiled = Session::new().open(self.device).compile(&ptx, kernel.name())?;
        let ready = compiled.bind(args)?.launch(kernel.launch())?.synchronise()?;
        Ok(ready.time())
    }

    /// Runs a kernel that only serves the check.
    pub(super) fn help(&mut self, kernel: &dyn Kernel, args: &[Arg]) -> Result<(), Obstacle> {
        match self.run(kernel, args) {
            Ok(_) => Ok(()),
            Err(Obstacle::Device(error)) => Err(Obstacle::Helper(kernel.name(), error)),
            Err(other) => Err(other),
        }
    }

    /// The argument that a recipe describes, filled in by a kernel where `placement` is the device.
    pub(super) fn argument(&mut self, recipe: &Recipe, placement: Placement) -> Result<Arg, Obstacle> {
        if !recipe.is_buffer() {
            return Ok(Arg::Bytes(recipe.value().to_bytes()));
        }
        // First on the device, which tells when it lacks the memory.
        let buffer = self.alloc(recipe.elements() * recipe.element_bytes())?;
        match (recipe.kernel(), placement) {
            (Some(kernel), Placement::Device) => self.help(kernel.as_ref(), &[buffer.into()])?,
            _ => self.device.upload(buffer, &recipe.value().to_bytes())?,
        }
        Ok(buffer.into())
    }

    /// The numbers of 16 bits of a buffer of this form in single precision.
    pub(super) fn widened(&mut self, arg: &Arg, form: &Recipe, format: HalfFormat) -> Result<Buffer, Obstacle> {
        let buffer = self.alloc(4 * form.elements())?;
        self.help(&Widen { count: count(form)?, format }, &[arg.clone(), buffer.into()])?;
        Ok(buffer)
    }

    /// A buffer of this form, with its numbers in single precision if they have 16 bits.
    pub(super) fn single(&mut self, buffer: Buffer, form: &Recipe) -> Result<Buffer, Obstacle> {
        form.half_format().map_or(Ok(buffer), |format| self.widened(&buffer.into(), form, format))
    }

    /// The largest magnitude of the single-precision numbers of a buffer of this form, found by the device.
    pub(super) fn largest(&mut self, arg: &Arg, form: &Recipe) -> Result<f64, Obstacle> {
        let result = self.upload(&[0; 4])?;
        self.help(&ReduceMax { count: count(form)? }, &[arg.clone(), result.into()])?;
        let [bits] = self.words(result)?;
        Ok(f64::from(f32::from_bits(bits)))
    }

    /// The first words of a buffer.
    pub(super) fn words<const N: usize>(&mut self, buffer: Buffer) -> Result<[u32; N], DeviceError> {
        let words = super::download_words(self.device, &buffer.into(), N)?;
        Ok(std::array::from_fn(|index| words[index]))
    }
}

/// Elements of a buffer, for kernels that count in 32 bits.
pub(super) fn count(form: &Recipe) -> Result<u32, Obstacle> {
    let elements = form.elements();
    let why =
        || BuildError::Dimension(format!("a buffer of {elements} elements is too large to be compared on the device"));
    u32::try_from(elements).map_err(|_| Obstacle::Build(why()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_do_not_wrap() {
        assert_eq!(count(&Recipe::Unwritten(7)), Ok(7));
        let error = count(&Recipe::Unwritten((1 << 32) + 1)).expect_err("too many");
        assert!(error.to_string().contains("4294967297"), "{error}");
    }
}
