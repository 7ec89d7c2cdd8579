//! How texts are compressed.

use std::io::Read;

/// How a text is stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Packing {
    /// As it is.
    None,
    /// A block of LZ4 without a frame.
    Lz4,
    /// Frames of zstd.
    Zstd,
}

/// A byte of LZ4 stands for 255 bytes at most.
const LZ4_RATIO: u64 = 255;

impl Packing {
    /// The text of `size` bytes.
    ///
    /// # Errors
    /// Why it can't be had.
    pub(super) fn unpack(self, bytes: &[u8], size: u64) -> Result<Vec<u8>, String> {
        match self {
            Packing::None => Ok(bytes.to_vec()),
            Packing::Lz4 => {
                if size > (bytes.len() as u64).saturating_mul(LZ4_RATIO) {
                    return Err(format!("{} compressed bytes cannot stand for {size}", bytes.len()));
                }
                let mut text = vec![0; usize::try_from(size).map_err(|_| "it is too large")?];
                let length = lz4_flex::block::decompress_into(bytes, &mut text)
                    .map_err(|error| format!("its compressed text is damaged: {error}"))?;
                text.truncate(length);
                Ok(text)
            }
            Packing::Zstd => {
                let mut text = Vec::new();
                let reader = zstd(bytes)?.take(size.saturating_add(1));
                let read = { reader }.read_to_end(&mut text);
                read.map_err(|error| format!("its compressed text is damaged: {error}"))?;
                if text.len() as u64 > size {
                    return Err(format!("its compressed text is longer than the {size} bytes it is said to have"));
                }
                Ok(text)
            }
        }
    }
}

/// Unpacks a frame of zstd.
///
/// # Errors
/// Why it is none.
pub(super) fn zstd(reader: impl Read) -> Result<impl Read, String> {
    ruzstd::decoding::StreamingDecoder::new(reader).map_err(|error| format!("its compressed text is damaged: {error}"))
}
