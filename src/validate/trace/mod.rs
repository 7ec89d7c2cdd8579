//! The values of a kernel over repeated launches: what one launch leaves must not reach the next.

mod replay;
mod subject;

pub use replay::{ReplayResult, ReplaySession, replay};
pub use subject::{BufferElement, Subject, SubjectParameter};

use super::{Coverage, Deviation, Timeline};
use crate::device::session::{Allocated, Ready};
use crate::device::{Device, DeviceError, Failed, Session};
use crate::kernels::ToleranceSource;
use std::time::Duration;

/// Launches on fresh devices that tell whether a kernel is steady: so many do not agree by chance.
const FRESH_RUNS: usize = 3;

/// An element of a buffer whose value is shown after each launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Watch {
    /// Which parameter.
    pub parameter: usize,
    /// Which element; the last one when `None`.
    pub index: Option<usize>,
    /// What to read it as, unless as what the buffer holds.
    pub element: Option<BufferElement>,
}

/// What to trace.
pub struct TracePlan<'a> {
    /// The kernel and its launch.
    pub subject: &'a Subject,
    /// The same launch with other inputs; when `None`, those of the first in reverse.
    pub other: Option<&'a Subject>,
    /// Other sizes of the kernel, each with what is special about it.
    pub sizes: &'a [(String, Subject)],
    /// What is shown; when empty, the first and the last element of each buffer that the kernel writes.
    pub watches: &'a [Watch],
    /// How far results may be off.
    pub tolerance: ToleranceSource,
    /// Asked before each launch but the first.
    pub goes_on: &'a dyn Fn() -> bool,
}

/// An element that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ElementDifference {
    /// The parameter's name.
    pub parameter: String,
    /// Which element.
    pub index: usize,
    /// What it was.
    pub before: String,
    /// What it is.
    pub now: String,
}

/// What is said of a launch.
#[derive(Clone, PartialEq, Debug)]
pub enum StepVerdict {
    /// Outputs are within the tolerance, of which they use so much at most.
    Right(f64),
    /// The first element that is further off.
    Wrong(ElementDifference),
    /// Outputs are those of the first launch, bit by bit.
    Identical,
    /// No buffer is other than before, so there is nothing to compare.
    NothingWritten,
    /// The same input has left something else that is not known to be right, though not on fresh devices: what an earlier launch
    /// left has reached this one.
    StateLeak(ElementDifference),
    /// The same input has left something else, but so do fresh devices, or the reference allows both.
    NotReproducible(ElementDifference),
    /// Another input has left something else.
    Changed,
    /// Another input has left the same.
    Unchanged,
    /// The device has not done it.
    Stopped(DeviceError),
}

impl StepVerdict {
    /// Whether it speaks against the kernel. Different bits that are right all the same do not: sums of atomics have an order of
    /// their own each time.
    fn fails(&self, all: &[Self]) -> bool {
        match self {
            Self::Wrong(_) | Self::StateLeak(_) | Self::Stopped(_) => true,
            Self::NotReproducible(_) => !all.iter().any(|verdict| matches!(verdict, Self::Right(_))),
            Self::Right(_) | Self::Identical | Self::NothingWritten | Self::Changed | Self::Unchanged => false,
        }
    }
}

/// A launch and what it left.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceStep {
    /// What is special about it.
    pub title: String,
    /// The kernel with its dimensions.
    pub subject: String,
    /// Names of elements and their values; a dash for one that there is not.
    pub samples: Vec<(String, String)>,
    /// Names of the parameters that the kernel writes, and hashes of their buffers.
    pub hashes: Vec<(String, u64)>,
    /// What is said of it.
    pub verdicts: Vec<StepVerdict>,
    /// How long the launch took, if it came to its end.
    pub time: Option<Duration>,
}

impl TraceStep {
    /// Whether nothing speaks against the kernel.
    pub fn passed(&self) -> bool {
        !self.verdicts.iter().any(|verdict| verdict.fails(&self.verdicts))
    }
}

/// All launches, one after another.
#[derive(Debug, Default)]
pub struct LaunchTrace {
    /// The launches.
    pub steps: Vec<TraceStep>,
    /// What was executed, on a device that counts it.
    pub coverage: Coverage,
}

impl LaunchTrace {
    /// Whether nothing speaks against the kernel.
    pub fn passed(&self) -> bool {
        self.steps.iter().all(TraceStep::passed)
    }

    /// What the device has not done.
    pub fn errors(&self) -> impl Iterator<Item = &DeviceError> {
        let verdicts = self.steps.iter().flat_map(|step| &step.verdicts);
        verdicts.filter_map(|verdict| if let StepVerdict::Stopped(error) = verdict { Some(error) } else { None })
    }

    /// How many steps of those that have a verdict of some kind do not fail by one.
    pub fn share(&self, is_kind: impl Fn(&StepVerdict) -> bool) -> (usize, usize) {
        let mut share = (0, 0);
        for step in &self.steps {
            let of_kind = || step.verdicts.iter().filter(|verdict| is_kind(verdict));
            share.1 += usize::from(of_kind().next().is_some());
            share.0 += usize::from(of_kind().next().is_some() && !of_kind().any(|it| it.fails(&step.verdicts)));
        }
        share
    }
}

/// What a launch left in the buffers that the kernel writes.
#[derive(Clone, PartialEq, Debug)]
struct Frame {
    outputs: Vec<(usize, Vec<u8>)>,
    /// Some buffer is other than before.
    wrote: bool,
    time: Duration,
}

/// Launches a kernel again and again: twice with the same input, with another one, with the first one again, on a fresh device, and in
/// other sizes.
pub fn trace(plan: &TracePlan<'_>, open: &dyn Fn() -> Box<dyn Device>, timeline: &Timeline) -> LaunchTrace {
    let mut tracer =
        Tracer { plan, open, timeline, title: String::new(), written: Vec::new(), trace: LaunchTrace::default() };
    let mut device = open();
    tracer.settle(plan.subject, |tracer| tracer.repeat(device.as_mut()));
    let mut counted = tracer.count(device.as_ref(), 0, plan.subject);
    for (title, subject) in plan.sizes {
        if !(plan.goes_on)() {
            break;
        }
        tracer.settle(subject, |tracer| tracer.size(title, subject, device.as_mut()));
        counted = tracer.count(device.as_ref(), counted, subject);
    }
    tracer.trace
}

struct Tracer<'a> {
    plan: &'a TracePlan<'a>,
    open: &'a dyn Fn() -> Box<dyn Device>,
    timeline: &'a Timeline,
    /// Of the current step.
    title: String,
    /// Parameters whose buffers the kernel writes.
    written: Vec<usize>,
    trace: LaunchTrace,
}

impl Tracer<'_> {
    /// Does steps; an error is a step, too.
    fn settle(&mut self, subject: &Subject, act: impl FnOnce(&mut Self) -> Result<(), DeviceError>) {
        if let Err(error) = act(self) {
            self.trace.steps.push(TraceStep {
                title: std::mem::take(&mut self.title),
                subject: subject.title.clone(),
                samples: Vec::new(),
                hashes: Vec::new(),
                verdicts: vec![StepVerdict::Stopped(error)],
                time: None,
            });
        }
    }

    fn repeat(&mut self, device: &mut dyn Device) -> Result<(), DeviceError> {
        let subject = self.plan.subject;
        self.title = "First execution".to_string();
        let (ready, first) = self.first(subject, device)?;
        self.step(subject, &first, nothing_written(&first).into_iter().collect());
        let goes_on = self.plan.goes_on;

        if !goes_on() {
            return Ok(());
        }
        self.title = "Second execution, same input".to_string();
        let (mut ready, second) = self.next(ready, subject)?;
        self.compare(subject, &first, &second)?;

        let reversed = subject.reversed(&self.written);
        let other = self.plan.other.unwrap_or(&reversed);
        if other.parameters != subject.parameters && goes_on() {
            self.title = "Different input".to_string();
            let different;
            (ready, different) = self.next(ready, other)?;
            let is_same = different.outputs == first.outputs && different.wrote == first.wrote;
            let changed = if is_same { StepVerdict::Unchanged } else { StepVerdict::Changed };
            self.step(other, &different, vec![nothing_written(&different).unwrap_or(changed)]);

            if !goes_on() {
                return Ok(());
            }
            self.title = "First input again, after another one".to_string();
            let again;
            (ready, again) = self.next(ready, subject)?;
            self.compare(subject, &first, &again)?;
        }
        ready.finish()?;

        if !goes_on() {
            return Ok(());
        }
        self.title = "First input on a fresh device".to_string();
        let fresh = self.fresh(subject)?;
        let verdict = difference(subject, &first, &fresh).map(StepVerdict::NotReproducible);
        let verdict = verdict.or_else(|| nothing_written(&fresh)).unwrap_or(StepVerdict::Identical);
        self.step(subject, &fresh, vec![verdict]);
        Ok(())
    }

    /// The kernel in another size.
    fn size(&mut self, title: &str, subject: &Subject, device: &mut dyn Device) -> Result<(), DeviceError> {
        self.title = title.to_string();
        let (ready, frame) = self.first(subject, device)?;
        ready.finish()?;
        self.step(subject, &frame, Vec::new());
        Ok(())
    }

    /// A launch with fresh buffers.
    fn first<'d>(
        &mut self,
        subject: &Subject,
        device: &'d mut dyn Device,
    ) -> Result<(Session<Ready<'d>>, Frame), DeviceError> {
        let compiled = Session::new().open(device).compile(&subject.ptx, &subject.kernel)?;
        let mut ready = launch(compiled.allocate(&subject.contents())?, subject)?;
        let found = read(&mut ready, subject)?;
        // What is expected is written; otherwise what has changed.
        self.written = match &subject.expected {
            Some(expected) => expected.iter().map(|expected| expected.parameter).collect(),
            None => {
                let changed = subject.buffers().zip(&found).filter(|((_, before), (_, now))| before != now);
                changed.map(|((index, _), _)| index).collect()
            }
        };
        let (wrote, time) = (!self.written.is_empty(), ready.time());
        Ok((ready, self.frame(found, wrote, time)))
    }

    /// A launch after another one: inputs are filled anew, what the kernel writes stays.
    fn next<'d>(
        &self,
        ready: Session<Ready<'d>>,
        subject: &Subject,
    ) -> Result<(Session<Ready<'d>>, Frame), DeviceError> {
        let mut allocated = ready.again();
        for (index, parameter) in subject.parameters.iter().enumerate() {
            if !self.written.contains(&index) || parameter.is_reset {
                allocated.write(index, &parameter.content)?;
            }
        }
        let mut ready = launch(allocated, subject)?;
        let (found, time) = (read(&mut ready, subject)?, ready.time());
        let wrote =
            !self.written.is_empty() || subject.buffers().zip(&found).any(|((_, before), (_, now))| before != now);
        Ok((ready, self.frame(found, wrote, time)))
    }

    /// Adds the coverage of the modules that a device has loaded for a subject, after so many others; gives the number of all.
    fn count(&mut self, device: &dyn Device, before: usize, subject: &Subject) -> usize {
        let all = device.coverage();
        let count = all.len();
        self.trace.coverage.add(all.into_iter().skip(before).collect(), &subject.title);
        count
    }

    fn fresh(&mut self, subject: &Subject) -> Result<Frame, DeviceError> {
        let mut device = (self.open)();
        let frame = self.first(subject, device.as_mut()).map(|(_, frame)| frame);
        self.trace.coverage.add(device.coverage(), &subject.title);
        frame
    }

    fn frame(&self, mut found: Vec<(usize, Vec<u8>)>, wrote: bool, time: Duration) -> Frame {
        found.retain(|(index, _)| self.written.contains(index));
        Frame { outputs: found, wrote, time }
    }

    /// The same input must leave the same.
    fn compare(&mut self, subject: &Subject, first: &Frame, now: &Frame) -> Result<(), DeviceError> {
        let verdict = match difference(subject, first, now) {
            None => nothing_written(now).unwrap_or(StepVerdict::Identical),
            Some(found) if self.is_right(subject, now) || !self.is_steady(subject, first)? => {
                StepVerdict::NotReproducible(found)
            }
            Some(found) => StepVerdict::StateLeak(found),
        };
        self.step(subject, now, vec![verdict]);
        Ok(())
    }

    /// Whether fresh devices leave the same each time.
    fn is_steady(&mut self, subject: &Subject, first: &Frame) -> Result<bool, DeviceError> {
        for _ in 0..FRESH_RUNS {
            if self.fresh(subject)?.outputs != first.outputs {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether outputs are known to be right.
    fn is_right(&self, subject: &Subject, frame: &Frame) -> bool {
        subject.expected.is_some() && matches!(right(subject, frame, self.plan.tolerance), StepVerdict::Right(_))
    }

    /// Judges a launch that came to its end.
    fn step(&mut self, subject: &Subject, frame: &Frame, mut verdicts: Vec<StepVerdict>) {
        if subject.expected.is_some() {
            let tolerance = self.plan.tolerance;
            verdicts.insert(0, self.timeline.span("compare", || right(subject, frame, tolerance)));
        }
        let name = |index: usize| subject.parameters[index].name.clone();
        let hashes = frame.outputs.iter().map(|(index, bytes)| (name(*index), hash(bytes))).collect();
        let samples = self.samples(subject, frame);
        let (title, time) = (std::mem::take(&mut self.title), Some(frame.time));
        self.trace.steps.push(TraceStep { title, subject: subject.title.clone(), samples, hashes, verdicts, time });
    }

    fn samples(&self, subject: &Subject, frame: &Frame) -> Vec<(String, String)> {
        let ends = |&parameter: &usize| [Some(0), None].map(|index| Watch { parameter, index, element: None });
        let default: Vec<Watch> = self.written.iter().flat_map(ends).collect();
        let watches = if self.plan.watches.is_empty() { &default } else { self.plan.watches };
        let sample = |watch: &Watch| {
            let parameter = &subject.parameters[watch.parameter];
            let element = watch.element.unwrap_or(parameter.element);
            let output = frame.outputs.iter().find(|(index, _)| *index == watch.parameter).map(|(_, bytes)| &bytes[..]);
            let input = || subject.buffers().find(|(index, _)| *index == watch.parameter).map(|(_, bytes)| bytes);
            let bytes = output.or_else(input).unwrap_or_default();
            let index = watch.index.unwrap_or((bytes.len() / element.size()).saturating_sub(1));
            let value = element.show(bytes, index).unwrap_or_else(|| "-".to_string());
            (format!("{}[{index}]", parameter.name), value)
        };
        let mut samples: Vec<_> = watches.iter().map(sample).collect();
        samples.dedup();
        samples
    }
}

fn launch<'d>(allocated: Session<Allocated<'d>>, subject: &Subject) -> Result<Session<Ready<'d>>, Failed<'d>> {
    allocated.launch(subject.config)?.synchronise()
}

fn nothing_written(frame: &Frame) -> Option<StepVerdict> {
    (!frame.wrote).then_some(StepVerdict::NothingWritten)
}

/// All buffers.
fn read(ready: &mut Session<Ready<'_>>, subject: &Subject) -> Result<Vec<(usize, Vec<u8>)>, DeviceError> {
    let read = |(index, bytes): (usize, &[u8])| Ok((index, ready.output(index, bytes.len())?));
    subject.buffers().map(read).collect()
}

/// The first element that two launches have left different.
fn difference(subject: &Subject, before: &Frame, now: &Frame) -> Option<ElementDifference> {
    before.outputs.iter().zip(&now.outputs).find_map(|((index, before), (_, now))| {
        let parameter = &subject.parameters[*index];
        let byte = before.iter().zip(now).position(|(a, b)| a != b)?;
        let element = byte / parameter.element.size();
        let [before, now] = [before, now].map(|bytes| parameter.element.show(bytes, element).unwrap_or_default());
        Some(ElementDifference { parameter: parameter.name.clone(), index: element, before, now })
    })
}

/// Whether outputs are what they should be.
fn right(subject: &Subject, frame: &Frame, tolerance: ToleranceSource) -> StepVerdict {
    let mut used: f64 = 0.0;
    for expected in subject.expected.iter().flatten() {
        let parameter = &subject.parameters[expected.parameter];
        let output = frame.outputs.iter().find(|(index, _)| *index == expected.parameter);
        let found = output.map_or(Vec::new(), |(_, bytes)| parameter.element.decode(bytes));
        let comparison = Deviation::new(expected, &found, tolerance);
        used = used.max(comparison.used);
        if comparison.mismatches > 0 {
            let (index, found, right) = comparison.first.unwrap_or((found.len(), f64::NAN, f64::NAN));
            let (before, now) = (right.to_string(), found.to_string());
            return StepVerdict::Wrong(ElementDifference { parameter: parameter.name.clone(), index, before, now });
        }
    }
    StepVerdict::Right(used)
}

/// FNV-1a, which anybody can compute again.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_fnv() {
        assert_eq!(hash(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
