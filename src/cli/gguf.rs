//! Dimensions of a model from the header of its GGUF file.
//!
//! Only the header is read, whatever the size of the file: key/value pairs and the list of tensors, of which nothing is kept but what
//! is asked for. Lengths in the file are not trusted. The format: <https://github.com/ggml-org/ggml/blob/master/docs/gguf.md>.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

/// What a model's header tells.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ModelDimensions {
    /// The architecture, such as `qwen2`.
    pub architecture: String,
    /// Length of a token's vector.
    pub hidden: u32,
    /// Length of the vector inside the feed-forward network.
    pub intermediate: u32,
    /// Heads of attention.
    pub heads: u32,
    /// Length of a head's vector.
    pub head_dim: u32,
    /// Whether tensors are quantised as Q4_K.
    pub has_q4_k: bool,
    /// Whether tensors are quantised as Q6_K.
    pub has_q6_k: bool,
}

/// Reads the header of a model, and those of its other shards.
pub(super) fn read(path: &Path) -> Result<ModelDimensions, String> {
    let shards = shards(path);
    let mut headers = Vec::new();
    for shard in shards.as_deref().unwrap_or(&[path.to_path_buf()]) {
        headers.push(header(shard).map_err(|reason| format!("cannot read the model {}: {reason}", shard.display()))?);
    }
    let first = &headers[0];
    let expected = first.number("split.count").map_or(1, |count| count as usize);
    if expected.max(1) != headers.len() {
        return Err(match shards {
            Some(_) => format!("{} says that the model has {expected} shards, not {}", path.display(), headers.len()),
            None => format!(
                "the model has {expected} shards, but {} is not called `…-00001-of-{expected:05}.gguf`",
                path.display()
            ),
        });
    }
    let types = |wanted| headers.iter().any(|header| header.tensor_types.contains_key(&wanted));
    let (has_q4_k, has_q6_k) = (types(Q4_K), types(Q6_K));
    first.model(has_q4_k, has_q6_k).map_err(|reason| format!("cannot use the model {}: {reason}", path.display()))
}

/// Numbers of tensor types (`ggml_type` in ggml.h).
const Q4_K: u32 = 12;
const Q6_K: u32 = 14;

/// The files of a model, if the name of one says that there are several: `name-00001-of-00003.gguf`.
fn shards(path: &Path) -> Option<Vec<PathBuf>> {
    let stem = path.file_name()?.to_str()?.strip_suffix(".gguf")?;
    let (before, count) = stem.rsplit_once("-of-")?;
    let (prefix, number) = before.rsplit_once('-')?;
    let parse = |digits: &str| digits.parse::<u32>().ok().filter(|_| digits.len() == 5);
    let (number, count) = (parse(number)?, parse(count)?);
    let name = |i: u32| path.with_file_name(format!("{prefix}-{i:05}-of-{count:05}.gguf"));
    (1..=count).contains(&number).then(|| (1..=count).map(name).collect())
}

fn header(path: &Path) -> Result<TensorHeader, String> {
    let explain = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_string(),
        io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        io::ErrorKind::UnexpectedEof => "it ends within its header".to_string(),
        _ => error.to_string(),
    };
    // To open a pipe may block for ever.
    if !path.metadata().map_err(explain)?.is_file() {
        return Err("not a regular file".to_string());
    }
    TensorHeader::read(File::open(path).map_err(explain)?).map_err(explain)
}

/// What is kept of a header.
#[derive(Debug, Default)]
struct TensorHeader {
    architecture: Option<String>,
    /// Numbers by key. Of a list, which has a number for each layer, the largest.
    numbers: BTreeMap<String, u64>,
    /// How many tensors there are of each type.
    tensor_types: BTreeMap<u32, u64>,
}

/// Ends of the keys whose numbers are kept.
const WANTED: [&str; 5] =
    ["split.count", ".embedding_length", ".feed_forward_length", ".attention.head_count", ".attention.key_length"];

/// Bounds that no sound header reaches.
const MAX_PAIRS: u64 = 1 << 16;
const MAX_TENSORS: u64 = 1 << 20;
const MAX_TYPES: usize = 256;
const MAX_KEY: u64 = 1 << 10;
const MAX_NESTING: u32 = 8;
const MAX_READ: u64 = 1 << 28;

impl TensorHeader {
    fn read(mut source: impl Read + Seek) -> io::Result<Self> {
        let left = source.seek(io::SeekFrom::End(0))?;
        source.rewind()?;
        let mut reader = Reader { source: BufReader::new(source), big_endian: false, left, read: 0 };
        if &reader.bytes::<4>()? != b"GGUF" {
            return Err(wrong("it does not start with `GGUF`"));
        }
        let version = reader.u32()?;
        // Version numbers are small: one that is large was written in the other byte order.
        reader.big_endian = version > 0xffff;
        let version = if reader.big_endian { version.swap_bytes() } else { version };
        if !(2..=3).contains(&version) {
            return Err(wrong(&format!("it has version {version} of the GGUF format; 2 and 3 are supported")));
        }
        let (tensors, pairs) = (reader.u64()?, reader.u64()?);
        if tensors > MAX_TENSORS || pairs > MAX_PAIRS {
            return Err(wrong(&format!("its header claims {tensors} tensors and {pairs} keys")));
        }
        let mut header = Self::default();
        for _ in 0..pairs {
            header.pair(&mut reader)?;
        }
        for _ in 0..tensors {
            header.tensor(&mut reader)?;
        }
        Ok(header)
    }

    fn pair(&mut self, reader: &mut Reader<impl Read + Seek>) -> io::Result<()> {
        let key = reader.string(MAX_KEY)?;
        let kind = reader.u32()?;
        if key == "general.architecture" && kind == STRING {
            self.architecture = Some(reader.string(MAX_KEY)?);
            return Ok(());
        }
        let number = reader.value(kind, 0)?;
        if let Some(number) = number.filter(|_| WANTED.iter().any(|end| key.ends_with(end))) {
            self.numbers.insert(key, number);
        }
        Ok(())
    }

    fn tensor(&mut self, reader: &mut Reader<impl Read + Seek>) -> io::Result<()> {
        reader.skip_string()?;
        let dimensions = reader.u32()?;
        reader.skip(u64::from(dimensions) * 8)?;
        let kind = reader.u32()?;
        reader.skip(8)?;
        *self.tensor_types.entry(kind).or_default() += 1;
        if self.tensor_types.len() > MAX_TYPES { Err(wrong("its tensors have implausible types")) } else { Ok(()) }
    }

    fn number(&self, key: &str) -> Option<u64> {
        self.numbers.get(key).copied()
    }

    fn model(&self, has_q4_k: bool, has_q6_k: bool) -> Result<ModelDimensions, String> {
        let architecture = self.architecture.clone().ok_or("its header has no `general.architecture`")?;
        let extent = |key: &str| {
            let key = format!("{architecture}.{key}");
            let number = self.number(&key).ok_or_else(|| format!("its header has no `{key}`"))?;
            let extent = u32::try_from(number).ok().filter(|&extent| extent > 0);
            extent.ok_or_else(|| format!("`{key}` is {number}"))
        };
        let (hidden, heads) = (extent("embedding_length")?, extent("attention.head_count")?);
        let key_length = format!("{architecture}.attention.key_length");
        let head_dim = if self.numbers.contains_key(&key_length) {
            extent("attention.key_length")?
        } else if hidden.is_multiple_of(heads) {
            hidden / heads
        } else {
            return Err(format!("{heads} heads do not share {hidden} elements evenly"));
        };
        let intermediate = extent("feed_forward_length")?;
        Ok(ModelDimensions { intermediate, hidden, heads, head_dim, has_q4_k, has_q6_k, architecture })
    }
}

/// Numbers of value types.
const STRING: u32 = 8;
const ARRAY: u32 = 9;

/// Reads numbers and skips what nobody wants.
struct Reader<R> {
    source: BufReader<R>,
    big_endian: bool,
    /// Bytes up to the end of the file.
    left: u64,
    /// Bytes that have been read, without those that were skipped.
    read: u64,
}

impl<R: Read + Seek> Reader<R> {
    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.read += bytes.len() as u64;
        if self.read > MAX_READ {
            return Err(wrong("its header is implausibly large"));
        }
        self.pass(bytes.len() as u64)?;
        self.source.read_exact(bytes)
    }

    /// Counts bytes, if the file has as many.
    fn pass(&mut self, count: u64) -> io::Result<()> {
        self.left = self.left.checked_sub(count).ok_or(io::ErrorKind::UnexpectedEof)?;
        Ok(())
    }

    /// An unsigned integer of 1 to 8 bytes.
    fn unsigned(&mut self, size: usize) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.fill(&mut bytes[..size])?;
        if self.big_endian {
            bytes[..size].reverse();
        }
        Ok(u64::from_le_bytes(bytes))
    }

    fn u32(&mut self) -> io::Result<u32> {
        Ok(self.unsigned(4)? as u32)
    }

    fn u64(&mut self) -> io::Result<u64> {
        self.unsigned(8)
    }

    /// Goes on behind so many bytes.
    fn skip(&mut self, count: u64) -> io::Result<()> {
        self.pass(count)?;
        let count = i64::try_from(count).map_err(|_| io::Error::from(io::ErrorKind::UnexpectedEof))?;
        self.source.seek_relative(count)
    }

    fn string(&mut self, limit: u64) -> io::Result<String> {
        let length = self.u64()?;
        if length > limit {
            return Err(wrong(&format!("its header has a name of {length} bytes")));
        }
        let mut bytes = vec![0; length as usize];
        self.fill(&mut bytes)?;
        String::from_utf8(bytes).map_err(|_| wrong("its header has a name that is not valid UTF-8"))
    }

    fn skip_string(&mut self) -> io::Result<()> {
        let length = self.u64()?;
        self.skip(length)
    }

    /// Reads a value of a kind; the answer is its number if it is a positive integer, or the largest of a list.
    fn value(&mut self, kind: u32, nesting: u32) -> io::Result<Option<u64>> {
        if let Some(size) = size_of(kind) {
            let number = self.unsigned(size)?;
            let is_signed = matches!(kind, 1 | 3 | 5 | 11);
            let is_negative = is_signed && number >> (8 * size - 1) == 1;
            return Ok(Some(number).filter(|_| !is_negative && is_integer(kind)));
        }
        match kind {
            STRING => self.skip_string().map(|()| None),
            ARRAY if nesting < MAX_NESTING => self.list(nesting),
            ARRAY => Err(wrong("its header has lists nested three deep")),
            _ => Err(wrong(&format!("its header has a value of the unknown type {kind}"))),
        }
    }

    fn list(&mut self, nesting: u32) -> io::Result<Option<u64>> {
        /// Lists of numbers for each layer are shorter, those of a vocabulary longer.
        const LAYERS: u64 = 4096;
        let (kind, count) = (self.u32()?, self.u64()?);
        match size_of(kind) {
            Some(size) if count > LAYERS || !is_integer(kind) => {
                let bytes = count.checked_mul(size as u64).ok_or(io::ErrorKind::UnexpectedEof)?;
                self.skip(bytes).map(|()| None)
            }
            _ => {
                let mut largest = None;
                for _ in 0..count {
                    largest = largest.max(self.value(kind, nesting + 1)?);
                }
                Ok(largest)
            }
        }
    }
}

/// Bytes of a value of a kind, if all have as many.
fn size_of(kind: u32) -> Option<usize> {
    match kind {
        0 | 1 | 7 => Some(1),
        2 | 3 => Some(2),
        4..=6 => Some(4),
        10..=12 => Some(8),
        _ => None,
    }
}

/// Whether a kind is neither floating-point nor boolean.
fn is_integer(kind: u32) -> bool {
    matches!(kind, 0..=5 | 10 | 11)
}

fn wrong(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}
