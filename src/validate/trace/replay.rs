//! The same launch over and over must leave the same.

use super::{ElementDifference, Frame, Subject, difference, hash, launch, read};
use crate::device::{Device, DeviceError, Session};
use std::time::Duration;

/// In what a frame was run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplaySession {
    /// In the device of the first frame.
    Same,
    /// In a fresh device.
    Fresh,
}

/// What repeating a launch has shown.
#[derive(Clone, PartialEq, Debug)]
pub struct ReplayResult {
    /// For each frame in the same device, the hash of all buffers.
    pub same: Vec<u64>,
    /// For each frame in a device of its own.
    pub fresh: Vec<u64>,
    /// The first frame that differs from the first of all, and where it does.
    pub first: Option<(ReplaySession, usize, ElementDifference)>,
}

impl ReplayResult {
    /// How many frames have left the same as the first one.
    pub fn identical(&self) -> usize {
        let frames = || self.same.iter().chain(&self.fresh);
        frames().filter(|hash| Some(*hash) == self.same.first()).count()
    }
}

/// Runs a launch `frames` times in one device, and as many times in a fresh one each. All buffers are filled before each frame.
/// It ends early when `go_on` says so.
///
/// # Errors
/// A launch fails.
pub fn replay(
    subject: &Subject,
    frames: usize,
    open: &dyn Fn() -> Box<dyn Device>,
    go_on: &dyn Fn() -> bool,
) -> Result<ReplayResult, DeviceError> {
    let mut replay = ReplayResult { same: Vec::new(), fresh: Vec::new(), first: None };
    let mut device = open();
    let Some(recorded) = replay.repeat(subject, frames, device.as_mut(), go_on)? else { return Ok(replay) };
    for number in 0..frames {
        if !go_on() {
            break;
        }
        let frame = run(subject, open().as_mut())?;
        replay.take(ReplaySession::Fresh, number, subject, &recorded, &frame);
    }
    Ok(replay)
}

impl ReplayResult {
    /// Frames in one device; the first of them.
    fn repeat(
        &mut self,
        subject: &Subject,
        frames: usize,
        device: &mut dyn Device,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<Frame>, DeviceError> {
        let compiled = Session::new().open(device).compile(&subject.ptx, &subject.kernel)?;
        let mut allocated = compiled.allocate(&subject.contents())?;
        let mut recorded = None;
        for number in 0..frames {
            if !go_on() {
                break;
            }
            for (index, parameter) in subject.parameters.iter().enumerate() {
                allocated.write(index, &parameter.content)?;
            }
            let mut ready = launch(allocated, subject)?;
            let frame = Frame { outputs: read(&mut ready, subject)?, wrote: true, time: Duration::ZERO };
            allocated = ready.again();
            let recorded = recorded.get_or_insert_with(|| frame.clone());
            self.take(ReplaySession::Same, number, subject, recorded, &frame);
        }
        Ok(recorded)
    }

    fn take(&mut self, session: ReplaySession, number: usize, subject: &Subject, recorded: &Frame, frame: &Frame) {
        let all: Vec<u8> = frame.outputs.iter().flat_map(|(_, bytes)| hash(bytes).to_le_bytes()).collect();
        match session {
            ReplaySession::Same => self.same.push(hash(&all)),
            ReplaySession::Fresh => self.fresh.push(hash(&all)),
        }
        if self.first.is_none() {
            self.first = difference(subject, recorded, frame).map(|found| (session, number, found));
        }
    }
}

fn run(subject: &Subject, device: &mut dyn Device) -> Result<Frame, DeviceError> {
    let compiled = Session::new().open(device).compile(&subject.ptx, &subject.kernel)?;
    let mut ready = launch(compiled.allocate(&subject.contents())?, subject)?;
    Ok(Frame { outputs: read(&mut ready, subject)?, wrote: true, time: Duration::ZERO })
}
