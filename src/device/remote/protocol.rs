//! What a device and its worker say to each other: a line of JSON, and the bytes of a buffer after it.

use super::DeviceIdentity;
use crate::device::{Arg, Buffer, DeviceError, LoadedModule, Product, Repetition};
use crate::launch::LaunchConfig;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Read};
use std::time::Duration;

/// What a worker is to do.
#[derive(Debug, Serialize, Deserialize)]
pub enum Request {
    Identify,
    FreeMemory,
    Alloc {
        bytes: u64,
    },
    Free(Buffer),
    /// So many bytes follow.
    Upload {
        buffer: Buffer,
        bytes: u64,
    },
    Download {
        buffer: Buffer,
        bytes: u64,
    },
    Load {
        ptx: String,
    },
    Launch(LaunchCall),
    Synchronise,
    Benchmark(LaunchCall, Repetition),
    Multiply(Product, Repetition),
}

/// A kernel and its launch.
#[derive(Debug, Serialize, Deserialize)]
pub struct LaunchCall {
    pub module: LoadedModule,
    pub kernel: String,
    pub config: LaunchConfig,
    pub args: Vec<Arg>,
}

/// What a worker has done.
#[derive(Debug, Serialize, Deserialize)]
pub enum Reply {
    Identity(DeviceIdentity),
    FreeMemory(u64),
    Buffer(Buffer),
    /// So many bytes follow.
    Bytes(u64),
    Module(LoadedModule),
    /// With the time of the last kernel that has ended.
    Done(Option<Duration>),
    Times(Option<Vec<Duration>>),
    Failed(DeviceError),
}

/// Numbers that JSON cannot hold, or only nearly.
pub mod bits {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(number.to_bits())
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(deserializer: D) -> Result<f64, D::Error> {
        u64::deserialize(deserializer).map(f64::from_bits)
    }
}

/// Longest line that is taken for a message.
const MOST_LINE: u64 = 1 << 30;
/// What replies begin with. Kernels that print write to the same output as their process. The first byte is not among the others.
const MARK: &[u8] = b"\x02ptxlint ";

pub fn line(message: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(message)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// A line that can be told from what kernels print.
pub fn marked_line(message: &impl Serialize) -> io::Result<Vec<u8>> {
    Ok([MARK.to_vec(), line(message)?].concat())
}

/// The next message that is marked; what is before it is left out.
pub fn read_marked_line<T: for<'a> Deserialize<'a>>(input: &mut impl BufRead) -> io::Result<T> {
    let mut matched = 0;
    while matched < MARK.len() {
        let mut byte = [0];
        input.read_exact(&mut byte)?;
        matched = if byte[0] == MARK[matched] { matched + 1 } else { usize::from(byte[0] == MARK[0]) };
    }
    read_line(input)?.ok_or(io::ErrorKind::UnexpectedEof.into())
}

/// The next message; none at the end of the input.
pub fn read_line<T: for<'a> Deserialize<'a>>(input: &mut impl BufRead) -> io::Result<Option<T>> {
    let mut bytes = Vec::new();
    input.take(MOST_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let nonsense = || {
        let start = String::from_utf8_lossy(&bytes[..bytes.len().min(60)]).trim().to_string();
        io::Error::new(io::ErrorKind::InvalidData, format!("no message: `{start}`"))
    };
    serde_json::from_slice(&bytes).map(Some).map_err(|_| nonsense())
}

/// The bytes that follow a message.
pub fn read_bytes(input: &mut impl Read, size: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let reserved = usize::try_from(size).map(|size| bytes.try_reserve_exact(size));
    if !matches!(reserved, Ok(Ok(()))) {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    let count = input.take(size).read_to_end(&mut bytes)?;
    if count as u64 == size { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}
