//! Buffers and arguments of a launch, all or none.

use super::{Arg, Buffer, Device, DeviceError};
use crate::launch::ParameterValue;

/// Makes and fills buffers.
///
/// # Errors
/// The device does not take one of them. Those before are given back; for lack of memory, what all of them need is told.
pub(super) fn fill<D: Device + ?Sized>(device: &mut D, values: &[ParameterValue]) -> Result<Vec<Arg>, DeviceError> {
    let mut args = Vec::new();
    for value in values {
        if let Some(arg) = Arg::of_number(value) {
            args.push(arg);
            continue;
        }
        match with_bytes(device, &value.as_bytes()) {
            Ok(buffer) => args.push(Arg::Buffer(buffer)),
            Err(error) => {
                give_back(device, &args);
                return Err(match error {
                    DeviceError::OutOfMemory { .. } => {
                        let bytes = values.iter().map(ParameterValue::buffer_bytes).fold(0, u64::saturating_add);
                        DeviceError::OutOfMemory { bytes, free: device.free_memory().ok() }
                    }
                    other => other,
                });
            }
        }
    }
    Ok(args)
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
