//! A part of a file that is read as if it were one.

use object::read::ReadRef;
use std::ops::Range;

/// Bytes of `data` from `start` on.
#[derive(Clone, Copy)]
pub(super) struct Window<R> {
    data: R,
    start: u64,
    size: u64,
}

impl<'d, R: ReadRef<'d>> Window<R> {
    /// The part of `size` bytes from `start` on, if it is there.
    pub(super) fn new(data: R, start: u64, size: u64) -> Option<Self> {
        let end = start.checked_add(size)?;
        (end <= data.len().ok()?).then_some(Self { data, start, size })
    }

    /// Where a place of the part lies in the whole.
    fn offset(&self, at: u64, size: u64) -> Result<u64, ()> {
        let end = at.checked_add(size).ok_or(())?;
        if end <= self.size { Ok(self.start + at) } else { Err(()) }
    }
}

impl<'d, R: ReadRef<'d>> ReadRef<'d> for Window<R> {
    fn len(self) -> Result<u64, ()> {
        Ok(self.size)
    }

    fn read_bytes_at(self, offset: u64, size: u64) -> Result<&'d [u8], ()> {
        self.data.read_bytes_at(self.offset(offset, size)?, size)
    }

    fn read_bytes_at_until(self, range: Range<u64>, delimiter: u8) -> Result<&'d [u8], ()> {
        let size = range.end.checked_sub(range.start).ok_or(())?;
        let start = self.offset(range.start, size)?;
        self.data.read_bytes_at_until(start..start + size, delimiter)
    }
}
