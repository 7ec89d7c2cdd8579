//! How long kernels take, by the device's clock.

use crate::driver::{Event, Memory, Stream};
use crate::failure::Failure;
use std::time::Duration;

/// How often something is repeated to be timed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// Runs before those that count.
    pub warm_up: u32,
    /// Runs that count.
    pub runs: u32,
    /// Empty the level 2 cache before each run.
    pub cold: bool,
}

/// Most runs that are under way at once.
const BATCH: usize = 256;

/// What happens in a stream between two events.
pub struct Interval {
    before: Event,
    after: Event,
}

impl Interval {
    pub fn new() -> Result<Self, Failure> {
        Ok(Self { before: Event::new()?, after: Event::new()? })
    }

    /// Starts something in the stream, with an event on either side.
    pub fn around(&self, stream: &Stream, start: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
        self.before.record(stream)?;
        start()?;
        self.after.record(stream)
    }

    /// How long it took. The stream must have been waited for.
    pub fn length(&self) -> Result<Duration, Failure> {
        self.before.until(&self.after)
    }
}

/// The time of each counted run. With scratch memory all of that is written before each run, outside of the time that is taken:
/// what the level 2 cache held before is gone then.
pub fn repeat(
    repetition: Repetition,
    stream: &Stream,
    scratch: Option<&Memory>,
    start: impl Fn() -> Result<(), Failure>,
) -> Result<Vec<Duration>, Failure> {
    for _ in 0..repetition.warm_up {
        start()?;
    }
    stream.synchronise()?;
    let runs = repetition.runs as usize;
    let intervals = (0..runs.min(BATCH)).map(|_| Interval::new()).collect::<Result<Vec<_>, _>>()?;
    let mut times = Vec::new();
    while times.len() < runs {
        let batch = &intervals[..intervals.len().min(runs - times.len())];
        for interval in batch {
            scratch.map_or(Ok(()), |scratch| scratch.overwrite(stream))?;
            interval.around(stream, &start)?;
        }
        stream.synchronise()?;
        for interval in batch {
            times.push(interval.length()?);
        }
    }
    Ok(times)
}
