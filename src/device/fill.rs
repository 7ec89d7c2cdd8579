//! Buffers and arguments of a launch, all or none.

use super::{Arg, Buffer, Device, DeviceError};
use std::borrow::Cow;

/// What a parameter gets.
pub(super) enum ParameterFilling<'a> {
    /// The address of a new buffer with these bytes.
    Buffer(Cow<'a, [u8]>),
    /// This.
    Arg(Arg),
}

/// Makes and fills buffers.
///
/// # Errors
/// The device does not take one of them. Those before are given back; for lack of memory, what all of them need is told.
pub(super) fn fill<'a, D: Device + ?Sized>(
    device: &mut D,
    fillings: impl IntoIterator<Item = ParameterFilling<'a>>,
) -> Result<Vec<Arg>, DeviceError> {
    let mut fillings = fillings.into_iter();
    let mut args = Vec::new();
    let mut needed: u64 = 0;
    for filling in &mut fillings {
        let bytes = match filling {
            ParameterFilling::Arg(arg) => {
                args.push(arg);
                continue;
            }
            ParameterFilling::Buffer(bytes) => bytes,
        };
        needed = needed.saturating_add(bytes.len() as u64);
        match with_bytes(device, &bytes) {
            Ok(buffer) => args.push(Arg::Buffer(buffer)),
            Err(error) => {
                give_back(device, &args);
                return Err(match error {
                    DeviceError::OutOfMemory { .. } => {
                        let bytes = fillings.map(|filling| filling.bytes()).fold(needed, u64::saturating_add);
                        DeviceError::OutOfMemory { bytes, free: device.free_memory().ok() }
                    }
                    other => other,
                });
            }
        }
    }
    Ok(args)
}

impl ParameterFilling<'_> {
    fn bytes(&self) -> u64 {
        if let Self::Buffer(bytes) = self { bytes.len() as u64 } else { 0 }
    }
}

fn with_bytes<D: Device + ?Sized>(device: &mut D, bytes: &[u8]) -> Result<Buffer, DeviceError> {
    let buffer = device.alloc(bytes.len() as u64)?;
    device.upload(buffer, bytes).inspect_err(|_| give_back(device, &[buffer.into()]))?;
    Ok(buffer)
}

fn give_back<D: Device + ?Sized>(device: &mut D, args: &[Arg]) {
    for arg in args {
        if let Arg::Buffer(buffer) = arg {
            // The first error is the one that counts; a device that is lost has lost its buffers.
            let _ = device.free(*buffer);
        }
    }
}
