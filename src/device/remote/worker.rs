//! The worker's side: a device that does what it is told.

use super::DeviceIdentity;
use super::protocol::{LaunchCall, Reply, Request, marked_line, read_bytes, read_line};
use crate::device::{Device, DeviceError};
use std::io::{self, BufReader, Read, Write};

/// Does what the input asks for until it ends. If there is no device the reply to everything is why.
///
/// # Errors
/// The other side does not keep to the protocol, or takes no replies.
pub fn serve(
    mut device: Result<Box<dyn Device>, DeviceError>,
    input: impl Read,
    mut output: impl Write,
) -> io::Result<()> {
    let mut input = BufReader::new(input);
    while let Some(request) = read_line(&mut input)? {
        let payload = match request {
            Request::Upload { bytes, .. } => read_bytes(&mut input, bytes)?,
            _ => Vec::new(),
        };
        let answer = match &mut device {
            Ok(device) => answer(device.as_mut(), request, &payload),
            Err(error) => Err(error.clone()),
        };
        let (reply, payload) = answer.unwrap_or_else(|error| (Reply::Failed(error), Vec::new()));
        output.write_all(&marked_line(&reply)?)?;
        output.write_all(&payload)?;
        output.flush()?;
    }
    Ok(())
}

fn answer(device: &mut dyn Device, request: Request, payload: &[u8]) -> Result<(Reply, Vec<u8>), DeviceError> {
    let reply = match request {
        Request::Identify => Reply::Identity(DeviceIdentity { name: device.name(), properties: device.properties() }),
        Request::FreeMemory => Reply::FreeMemory(device.free_memory()?),
        Request::Alloc { bytes } => Reply::Buffer(device.alloc(bytes)?),
        Request::Free(buffer) => done(device, |device| device.free(buffer))?,
        Request::Upload { buffer, .. } => done(device, |device| device.upload(buffer, payload))?,
        Request::Download { buffer, bytes } => {
            let mut contents = memory(bytes)?;
            device.download(buffer, &mut contents)?;
            return Ok((Reply::Bytes(bytes), contents));
        }
        Request::Load { ptx } => Reply::Module(device.load(&ptx)?),
        Request::Launch(LaunchCall { module, kernel, config, args }) => {
            done(device, |device| device.launch(module, &kernel, config, &args))?
        }
        Request::Synchronise => done(device, |device| device.synchronise())?,
        Request::Benchmark(LaunchCall { module, kernel, config, args }, repetition) => {
            Reply::Times(Some(device.benchmark(module, &kernel, config, &args, repetition)?))
        }
        Request::Multiply(product, repetition) => Reply::Times(device.library_product(&product, repetition)?),
    };
    Ok((reply, Vec::new()))
}

fn done(
    device: &mut dyn Device,
    act: impl FnOnce(&mut dyn Device) -> Result<(), DeviceError>,
) -> Result<Reply, DeviceError> {
    act(device)?;
    Ok(Reply::Done(device.elapsed()))
}

/// Memory of the host for the bytes of a buffer.
fn memory(bytes: u64) -> Result<Vec<u8>, DeviceError> {
    let none = || DeviceError::OutOfMemory { bytes, free: None };
    let size = usize::try_from(bytes).map_err(|_| none())?;
    let mut memory = Vec::new();
    memory.try_reserve_exact(size).map_err(|_| none())?;
    memory.resize(size, 0);
    Ok(memory)
}
