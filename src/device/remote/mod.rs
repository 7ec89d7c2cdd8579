//! A device in a process of its own, with a time limit for everything that it is asked: what kernels do to the device, its driver
//! or the process ends with the process.

mod process;
mod protocol;
mod worker;

pub use process::WorkerProcess;
pub(super) use protocol::bits;
pub use worker::serve;

use super::{Arg, Buffer, Device, DeviceError, LoadedModule, Product, Properties, Repetition};
use crate::launch::LaunchConfig;
use process::{Connection, misplaced};
use protocol::{LaunchCall, Reply, Request};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a device is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DeviceIdentity {
    /// Its name, in words.
    pub name: String,
    /// What it is made of; see [`Device::properties`].
    pub properties: Option<Properties>,
}

/// A device in a process of its own, which is started when it is first needed and killed with the device, or when it does anything
/// wrong. Then the device is lost: everything fails with [`DeviceError::Lost`].
pub struct Remote {
    process: WorkerProcess,
    identity: DeviceIdentity,
    state: State,
    elapsed: Option<Duration>,
}

enum State {
    New,
    Running(Connection),
    Lost(DeviceError),
}

impl Remote {
    /// The device of a process that would tell this about itself.
    pub fn new(process: WorkerProcess, identity: DeviceIdentity) -> Self {
        Self { process, identity, state: State::New, elapsed: None }
    }

    /// Asks for something, and picks what is wanted from the reply.
    fn ask<T>(&mut self, request: &Request, pick: impl FnOnce(Reply) -> Result<T, Reply>) -> Result<T, DeviceError> {
        self.ask_with(request, &[], 0, |reply, _| pick(reply))
    }

    /// Asks for something with bytes; as many bytes as are wanted come with the reply.
    fn ask_with<T>(
        &mut self,
        request: &Request,
        payload: &[u8],
        wanted: u64,
        pick: impl FnOnce(Reply, Vec<u8>) -> Result<T, Reply>,
    ) -> Result<T, DeviceError> {
        let loss = match self.connection()?.ask(request, payload, wanted) {
            Ok((Reply::Failed(error), _)) if !error.is_loss() => return Err(error),
            Ok((Reply::Failed(error), _)) | Err(error) => error,
            Ok((reply, bytes)) => match pick(reply, bytes) {
                Ok(picked) => return Ok(picked),
                Err(reply) => misplaced(&reply),
            },
        };
        self.state = State::Lost(loss.clone());
        Err(loss)
    }

    fn connection(&mut self) -> Result<&mut Connection, DeviceError> {
        if let State::New = self.state {
            match Connection::start(&self.process) {
                Ok((connection, _)) => self.state = State::Running(connection),
                Err(error) => {
                    self.state = State::Lost(error.clone());
                    return Err(error);
                }
            }
        }
        match &mut self.state {
            State::Running(connection) => Ok(connection),
            State::Lost(reason) => Err(DeviceError::Lost(Box::new(reason.clone()))),
            State::New => unreachable!("it was just started"),
        }
    }

    /// Asks for something that has no result.
    fn tell(&mut self, request: &Request, payload: &[u8]) -> Result<(), DeviceError> {
        self.elapsed = self.ask_with(request, payload, 0, |reply, _| match reply {
            Reply::Done(elapsed) => Ok(elapsed),
            other => Err(other),
        })?;
        Ok(())
    }
}

fn call(module: LoadedModule, kernel: &str, config: LaunchConfig, args: &[Arg]) -> LaunchCall {
    LaunchCall { module, kernel: kernel.to_string(), config, args: args.to_vec() }
}

fn times(reply: Reply) -> Result<Option<Vec<Duration>>, Reply> {
    match reply {
        Reply::Times(times) => Ok(times),
        other => Err(other),
    }
}

impl Device for Remote {
    fn name(&self) -> String {
        self.identity.name.clone()
    }

    fn properties(&self) -> Option<Properties> {
        self.identity.properties
    }

    fn free_memory(&mut self) -> Result<u64, DeviceError> {
        self.ask(&Request::FreeMemory, |reply| match reply {
            Reply::FreeMemory(bytes) => Ok(bytes),
            other => Err(other),
        })
    }

    fn alloc(&mut self, bytes: u64) -> Result<Buffer, DeviceError> {
        self.ask(&Request::Alloc { bytes }, |reply| match reply {
            Reply::Buffer(buffer) => Ok(buffer),
            other => Err(other),
        })
    }

    fn free(&mut self, buffer: Buffer) -> Result<(), DeviceError> {
        self.tell(&Request::Free(buffer), &[])
    }

    fn upload(&mut self, buffer: Buffer, bytes: &[u8]) -> Result<(), DeviceError> {
        self.tell(&Request::Upload { buffer, bytes: bytes.len() as u64 }, bytes)
    }

    fn download(&mut self, buffer: Buffer, bytes: &mut [u8]) -> Result<(), DeviceError> {
        let wanted = bytes.len() as u64;
        let contents =
            self.ask_with(&Request::Download { buffer, bytes: wanted }, &[], wanted, |reply, contents| match reply {
                Reply::Bytes(_) => Ok(contents),
                other => Err(other),
            })?;
        bytes.copy_from_slice(&contents);
        Ok(())
    }

    fn load(&mut self, ptx: &str) -> Result<LoadedModule, DeviceError> {
        self.ask(&Request::Load { ptx: ptx.to_string() }, |reply| match reply {
            Reply::Module(module) => Ok(module),
            other => Err(other),
        })
    }

    fn launch(
        &mut self,
        module: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        args: &[Arg],
    ) -> Result<(), DeviceError> {
        self.tell(&Request::Launch(call(module, kernel, config, args)), &[])
    }

    fn synchronise(&mut self) -> Result<(), DeviceError> {
        self.tell(&Request::Synchronise, &[])
    }

    fn elapsed(&self) -> Option<Duration> {
        self.elapsed
    }

    fn benchmark(
        &mut self,
        module: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        args: &[Arg],
        repetition: Repetition,
    ) -> Result<Vec<Duration>, DeviceError> {
        let request = Request::Benchmark(call(module, kernel, config, args), repetition);
        self.ask(&request, |reply| times(reply)?.ok_or(Reply::Times(None)))
    }

    fn library_product(
        &mut self,
        product: &Product,
        repetition: Repetition,
    ) -> Result<Option<Vec<Duration>>, DeviceError> {
        self.ask(&Request::Multiply(*product, repetition), times)
    }
}
