//! What a run spends its time with: the operations of devices, one after another.

use crate::device::{Arg, Buffer, Device, DeviceError, KernelCoverage, LoadedModule, Product, Repetition};
use crate::forward_device;
use crate::kernels::LaunchConfig;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Where an interval of time was spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Track {
    /// In the calls of this program.
    Host,
    /// In kernels, by the device's own clock. It tells how long, not when: they are put at the end of the call that waited for them.
    Device,
}

/// Time that was spent with something.
#[derive(Clone, PartialEq, Debug)]
pub struct Interval {
    /// What it was: `open`, `load`, `allocate`, `upload`, `launch`, `synchronise`, `download`, `free`, `compare`, `kernel`, or what
    /// [`Timeline::check`] was told.
    pub name: String,
    /// Whether it is the whole of what was done with a kernel.
    pub is_check: bool,
    /// Where.
    pub track: Track,
    /// Its beginning, from that of the timeline.
    pub start: Duration,
    /// How long it took.
    pub length: Duration,
    /// The kernel that it was for.
    pub kernel: Option<String>,
    /// Bytes that were allocated or copied.
    pub bytes: Option<u64>,
}

impl Interval {
    fn end(&self) -> Duration {
        self.start + self.length
    }
}

/// All that was done since it was made.
#[derive(Debug)]
pub struct Timeline {
    started: Instant,
    /// The kernel that is being checked.
    kernel: RefCell<Option<String>>,
    intervals: RefCell<Vec<Interval>>,
    coverage: RefCell<Vec<KernelCoverage>>,
}

impl Timeline {
    /// One that begins now.
    pub fn start() -> Rc<Self> {
        Rc::new(Self {
            started: Instant::now(),
            kernel: RefCell::default(),
            intervals: RefCell::default(),
            coverage: RefCell::default(),
        })
    }

    /// The intervals, in the order of their ends.
    pub fn intervals(&self) -> Vec<Interval> {
        self.intervals.borrow().clone()
    }

    /// What the devices have executed that were closed since the last time.
    pub fn take_coverage(&self) -> Vec<KernelCoverage> {
        self.coverage.take()
    }

    /// Does something and takes the time.
    pub fn span<R>(&self, name: &str, act: impl FnOnce() -> R) -> R {
        self.span_of(name, None, act)
    }

    /// Runs and judges a kernel. What is done between the last copy from the device and the next operation is comparing.
    pub fn check<R>(&self, title: &str, kernel: &str, act: impl FnOnce() -> R) -> R {
        let outer = self.kernel.replace(Some(kernel.to_string()));
        let before = self.intervals.borrow().len();
        let start = self.now();
        let result = act();
        let end = self.now();
        if let Some((start, end)) = self.after_download(before, end) {
            self.push("compare", Track::Host, start, end - start, None);
        }
        self.push(title, Track::Host, start, end - start, None);
        if let Some(whole) = self.intervals.borrow_mut().last_mut() {
            whole.is_check = true;
        }
        self.kernel.replace(outer);
        result
    }

    /// From the end of the last copy from the device to the beginning of what follows it.
    fn after_download(&self, first: usize, end: Duration) -> Option<(Duration, Duration)> {
        let intervals = self.intervals.borrow();
        let part = &intervals[first..];
        let last = part.iter().rposition(|interval| interval.name == "download")?;
        let next = part[last + 1..].iter().map(|interval| interval.start).min();
        Some((part[last].end(), next.unwrap_or(end)))
    }

    fn span_of<R>(&self, name: &str, bytes: Option<u64>, act: impl FnOnce() -> R) -> R {
        let start = self.now();
        let result = act();
        self.push(name, Track::Host, start, self.now() - start, bytes);
        result
    }

    fn push(&self, name: &str, track: Track, start: Duration, length: Duration, bytes: Option<u64>) {
        let kernel = self.kernel.borrow().clone();
        let name = name.to_string();
        self.intervals.borrow_mut().push(Interval { name, is_check: false, track, start, length, kernel, bytes });
    }

    fn now(&self) -> Duration {
        self.started.elapsed()
    }
}

/// A device whose operations are put on a timeline.
pub struct Recorder {
    device: Box<dyn Device>,
    timeline: Rc<Timeline>,
    /// A kernel was started, and nobody has waited for it.
    launched: bool,
}

impl Recorder {
    /// Opens a device.
    pub fn open(timeline: &Rc<Timeline>, open: impl FnOnce() -> Box<dyn Device>) -> Self {
        Self { device: timeline.span("open", open), timeline: Rc::clone(timeline), launched: false }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.timeline.coverage.borrow_mut().extend(self.device.coverage());
    }
}

impl Device for Recorder {
    forward_device! { name elapsed properties coverage unwatched free_memory }

    fn alloc(&mut self, bytes: u64) -> Result<Buffer, DeviceError> {
        self.timeline.span_of("allocate", Some(bytes), || self.device.alloc(bytes))
    }

    fn free(&mut self, buffer: Buffer) -> Result<(), DeviceError> {
        self.timeline.span("free", || self.device.free(buffer))
    }

    fn upload(&mut self, buffer: Buffer, bytes: &[u8]) -> Result<(), DeviceError> {
        self.timeline.span_of("upload", Some(bytes.len() as u64), || self.device.upload(buffer, bytes))
    }

    fn download(&mut self, buffer: Buffer, bytes: &mut [u8]) -> Result<(), DeviceError> {
        self.timeline.span_of("download", Some(bytes.len() as u64), || self.device.download(buffer, bytes))
    }

    fn load(&mut self, ptx: &str) -> Result<LoadedModule, DeviceError> {
        self.timeline.span_of("load", Some(ptx.len() as u64), || self.device.load(ptx))
    }

    fn launch(
        &mut self,
        module: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        args: &[Arg],
    ) -> Result<(), DeviceError> {
        let result = self.timeline.span("launch", || self.device.launch(module, kernel, config, args));
        self.launched = result.is_ok();
        result
    }

    fn synchronise(&mut self) -> Result<(), DeviceError> {
        let result = self.timeline.span("synchronise", || self.device.synchronise());
        if let (true, Some(length)) = (std::mem::take(&mut self.launched), self.device.elapsed()) {
            let end = self.timeline.now();
            self.timeline.push("kernel", Track::Device, end.saturating_sub(length), length, None);
        }
        result
    }

    fn benchmark(
        &mut self,
        module: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        args: &[Arg],
        repetition: Repetition,
    ) -> Result<Vec<Duration>, DeviceError> {
        self.timeline.span("benchmark", || self.device.benchmark(module, kernel, config, args, repetition))
    }

    fn library_product(
        &mut self,
        product: &Product,
        repetition: Repetition,
    ) -> Result<Option<Vec<Duration>>, DeviceError> {
        self.timeline.span("library product", || self.device.library_product(product, repetition))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Cpu;
    use crate::isa::Target;
    use crate::kernels::{ResidualAdd, ToleranceSource};
    use crate::validate::{Case, Placement};

    #[test]
    fn a_check_on_a_timeline() {
        let timeline = Timeline::start();
        let case = Case::random(Box::new(ResidualAdd { length: 8 }));
        let target = Target::lookup("sm_80").expect("known");
        let check = timeline.check("add", "residual_add", || {
            let mut recorder = Recorder::open(&timeline, || Box::new(Cpu::new()));
            case.check(&mut recorder, target, ToleranceSource::Computed, Placement::Host)
        });
        assert!(check.passed() && timeline.take_coverage().is_empty());
        let intervals = timeline.intervals();
        let names: Vec<&str> = intervals.iter().map(|interval| interval.name.as_str()).collect();
        let made = [&["open"], &["allocate", "upload"].repeat(3)[..]].concat();
        let run = ["load", "launch", "synchronise", "download"];
        assert_eq!(names, [&made, &run[..], &["free"; 3], &["compare", "add"]].concat());
        let (whole, parts) = intervals.split_last().expect("some");
        assert!(whole.is_check && !parts.iter().any(|part| part.is_check));
        assert!(parts.iter().all(|part| part.start >= whole.start && part.end() <= whole.end()));
        let mut parts = parts.to_vec();
        parts.sort_by_key(|part| part.start);
        assert!(parts.windows(2).all(|pair| pair[0].end() <= pair[1].start));
        let compared = parts.iter().position(|part| part.name == "compare").expect("it is there");
        assert_eq!((parts[compared - 1].name.as_str(), parts[compared + 1].name.as_str()), ("download", "free"));
        assert!(intervals.iter().all(|interval| interval.kernel.as_deref() == Some("residual_add")));
        assert_eq!(parts.iter().find(|part| part.name == "download").and_then(|part| part.bytes), Some(32));
    }
}
