//! Traces and replays: what one launch leaves in a device must not reach the next.

use ptxlint::device::{Arg, Buffer, Checks, Cpu, Device, DeviceError, LoadedModule, Share};
use ptxlint::forward_device;
use ptxlint::isa::Target;
use ptxlint::kernels::{
    CoalescedGemv, Fill, Launch, LaunchConfig, ParameterValue, Pattern, SplitGemv, ToleranceSource,
};
use ptxlint::validate::{
    BufferElement, ElementDifference, LaunchTrace, Recorder, ReplaySession, StepVerdict, Subject, Timeline, TracePlan,
    Track, Watch, replay, trace,
};
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

const ACCUMULATE: &str = include_str!("../../examples/trace/accumulate.ptx");

fn target() -> Target {
    Target::lookup("sm_80").expect("known")
}

fn accumulate() -> Subject {
    let launch = Launch::parse("grid=2 block=32 args=zeros[64] f32[64] 60").expect("well-formed");
    Subject::launched(ACCUMULATE.to_string(), "accumulate", &launch).expect("it fits")
}

fn cpu() -> Box<dyn Device> {
    Box::new(Cpu::new())
}

fn plan(subject: &Subject) -> TracePlan<'_> {
    TracePlan {
        subject,
        other: None,
        sizes: &[],
        watches: &[],
        tolerance: ToleranceSource::Computed,
        goes_on: &|| true,
    }
}

fn run(plan: &TracePlan<'_>, open: &dyn Fn() -> Box<dyn Device>) -> LaunchTrace {
    trace(plan, open, &Timeline::start())
}

fn verdicts(trace: &LaunchTrace) -> Vec<&[StepVerdict]> {
    trace.steps.iter().map(|step| step.verdicts.as_slice()).collect()
}

#[test]
fn what_is_added_to_leaks() {
    let subject = accumulate();
    let trace = run(&plan(&subject), &cpu);
    let leak = |index: usize, before: &str, now: &str| {
        let [before, now] = [before, now].map(str::to_string);
        StepVerdict::StateLeak(ElementDifference { parameter: "y".to_string(), index, before, now })
    };
    let expected: [&[StepVerdict]; 5] =
        [&[], &[leak(1, "2", "4")], &[StepVerdict::Changed], &[leak(0, "0", "126")], &[StepVerdict::Identical]];
    assert_eq!(verdicts(&trace), expected);
    assert!(!trace.passed() && trace.steps[0].passed() && !trace.steps[1].passed());
    assert_eq!(trace.steps[0].samples, [("y[0]".into(), "0".into()), ("y[63]".into(), "0".into())]);
    assert_eq!(trace.steps[0].hashes, trace.steps[4].hashes);
    assert_ne!(trace.steps[0].hashes, trace.steps[1].hashes);
}

#[test]
fn what_callers_fill_does_not_leak() {
    let mut subject = accumulate();
    subject.parameters[0].is_reset = true;
    let trace = run(&plan(&subject), &cpu);
    let same: &[StepVerdict] = &[StepVerdict::Identical];
    assert_eq!(verdicts(&trace), [&[], same, &[StepVerdict::Changed], same, same]);
    assert!(trace.passed());
}

#[test]
fn elements_are_watched() {
    let subject = accumulate();
    let watch = |parameter, index, element| Watch { parameter, index, element };
    let watches = [
        watch(0, Some(3), None),
        watch(1, None, None),
        watch(1, Some(1), Some(BufferElement::U32)),
        watch(1, Some(64), None),
        watch(2, Some(0), None),
    ];
    let trace = run(&TracePlan { watches: &watches, ..plan(&subject) }, &cpu);
    let values =
        |step: usize| -> Vec<&str> { trace.steps[step].samples.iter().map(|(_, value)| value.as_str()).collect() };
    assert_eq!(values(0), ["6", "63", "1065353216", "-", "-"]);
    // Another input has its elements in reverse.
    assert_eq!(values(2), ["132", "0", "1115160576", "-", "-"]);
    assert_eq!(trace.steps[0].samples[1].0, "x[63]");
}

#[test]
fn shipped_kernels_are_judged_by_their_references() {
    let kernel = |k, n| CoalescedGemv { k, n };
    let shipped = |k, n, seed| Subject::shipped(&kernel(k, n), target(), seed).expect("it can be written");
    let (subject, other) = (shipped(16, 8, 1), shipped(16, 8, 2));
    let mut wrong = shipped(20, 8, 1);
    wrong.expected.as_mut().expect("a reference")[0].values[5] += 1.0;
    let sizes = [("larger".to_string(), shipped(300, 30, 1)), ("wrong".to_string(), wrong)];
    let trace = run(&TracePlan { other: Some(&other), sizes: &sizes, ..plan(&subject) }, &cpu);
    assert_eq!(trace.steps.len(), 7);
    let (right, last) = (&trace.steps[..6], &trace.steps[6]);
    assert!(
        right.iter().all(|step| step.passed() && matches!(step.verdicts[0], StepVerdict::Right(used) if used < 1.0))
    );
    assert!(matches!(&last.verdicts[..], [StepVerdict::Wrong(it)] if it.index == 5), "{last:?}");
    assert_eq!(trace.share(|verdict| matches!(verdict, StepVerdict::Right(_) | StepVerdict::Wrong(_))), (6, 7));
    assert_eq!(trace.share(|verdict| matches!(verdict, StepVerdict::Identical)), (3, 3));
}

/// Outputs that are added to are filled before each launch, those that are not stay.
#[test]
fn contracts_of_shipped_kernels() {
    let split = SplitGemv { k: 40, n: 8, splits: 4, warps: 8 };
    let subject = Subject::shipped(&split, target(), 1).expect("it can be written");
    let reset: Vec<bool> = subject.parameters.iter().map(|parameter| parameter.is_reset).collect();
    assert_eq!(reset, [true, false, false, false, false]);
    assert!(run(&plan(&subject), &cpu).passed());
    let fill = Fill { rows: 3, columns: 5, pattern: Pattern::Sequential };
    let subject = Subject::shipped(&fill, target(), 1).expect("it can be written");
    assert!(!subject.parameters[0].is_reset);
    // Without inputs there is no different one.
    let trace = run(&plan(&subject), &cpu);
    assert_eq!((trace.steps.len(), trace.passed()), (3, true));
}

/// What leaves nothing is not the same each time, but nothing.
#[test]
fn nothing_written() {
    let mut subject = accumulate();
    let ParameterValue::Raw(n) = &mut subject.parameters[2].content else { panic!("a number") };
    n.fill(0);
    let trace_of_none = run(&plan(&subject), &cpu);
    let nothing: &[StepVerdict] = &[StepVerdict::NothingWritten];
    assert_eq!(verdicts(&trace_of_none), [nothing; 5]);
    assert!(trace_of_none.passed());
    assert_eq!(trace_of_none.share(|verdict| matches!(verdict, StepVerdict::Identical)), (0, 0));

    // With another input there is something.
    let other = accumulate();
    let trace = run(&TracePlan { other: Some(&other), ..plan(&subject) }, &cpu);
    assert_eq!(verdicts(&trace), [nothing, nothing, &[StepVerdict::Changed], nothing, nothing]);
}

#[test]
fn errors_are_steps() {
    let mut subject = accumulate();
    subject.parameters[0].content = ParameterValue::Bytes(vec![0; 4 * 10]);
    let trace = run(&plan(&subject), &cpu);
    let [step] = &trace.steps[..] else { panic!("{trace:?}") };
    assert!(matches!(step.verdicts[..], [StepVerdict::Stopped(DeviceError::Fault(_))]), "{step:?}");
    assert_eq!((step.title.as_str(), step.time, trace.passed()), ("First execution", None, false));
    subject.ptx = "no PTX".to_string();
    assert!(matches!(
        run(&plan(&subject), &cpu).steps[0].verdicts[..],
        [StepVerdict::Stopped(DeviceError::Syntax { .. })]
    ));
}

#[test]
fn what_a_trace_executes_is_counted() {
    let subject = accumulate();
    let counting = || -> Box<dyn Device> { Box::new(Cpu::with_checks(Checks { coverage: true, ..Checks::default() })) };
    let coverage = run(&plan(&subject), &counting).coverage;
    assert_eq!(coverage.total().instructions, Share { covered: 15, total: 15 });
    assert_eq!(coverage.total().branches, Share { covered: 2, total: 2 });
    assert!(run(&plan(&subject), &cpu).coverage.forms.is_empty());
}

/// The interpreter, but some of all launches leave one bit wrong: as sums of atomics in racing order would.
struct Racing {
    device: Cpu,
    launches: Rc<Cell<usize>>,
    wrong: fn(usize) -> bool,
    is_wrong: bool,
}

impl Device for Racing {
    forward_device! { alloc free upload load free_memory }

    fn name(&self) -> String {
        "racing".to_string()
    }
    fn download(&mut self, buffer: Buffer, bytes: &mut [u8]) -> Result<(), DeviceError> {
        self.device.download(buffer, bytes)?;
        if self.is_wrong && bytes.len() == 256 && bytes[4 * 7 + 3] == 0x41 {
            bytes[4 * 7] ^= 1;
        }
        Ok(())
    }
    fn launch(
        &mut self,
        module: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        args: &[Arg],
    ) -> Result<(), DeviceError> {
        self.is_wrong = (self.wrong)(self.launches.get());
        self.launches.set(self.launches.get() + 1);
        self.device.launch(module, kernel, config, args)
    }
    fn synchronise(&mut self) -> Result<(), DeviceError> {
        Ok(())
    }
    fn elapsed(&self) -> Option<Duration> {
        Some(Duration::from_nanos(5))
    }
}

fn racing(wrong: fn(usize) -> bool) -> impl Fn() -> Box<dyn Device> {
    let launches = Rc::new(Cell::new(0));
    move || Box::new(Racing { device: Cpu::new(), launches: Rc::clone(&launches), wrong, is_wrong: false })
}

#[test]
fn what_differs_on_a_fresh_device_is_no_leak() {
    let mut subject = accumulate();
    subject.parameters[0].is_reset = true;
    let trace = run(&plan(&subject), &racing(|launch| launch > 0));
    assert!(matches!(&trace.steps[1].verdicts[..], [StepVerdict::NotReproducible(it)] if it.index == 7), "{trace:?}");
    assert!(!trace.steps[1].passed());
}

#[test]
fn replays() {
    let subject = accumulate();
    let same = replay(&subject, 4, &cpu, &|| true).expect("no fault");
    assert_eq!((same.same.len(), same.fresh.len(), same.identical(), &same.first), (4, 4, 8, &None));
    let difference = |frame, session, found: &Option<(ReplaySession, usize, ElementDifference)>| {
        let Some((its_session, its_frame, it)) = found else { panic!("none") };
        assert_eq!((*its_session, *its_frame, it.index, it.parameter.as_str()), (session, frame, 7, "y"));
        assert_eq!((it.before.as_str(), it.now.as_str()), ("14", "14.000001"));
    };
    // Frames count from 0.
    let replayed = replay(&subject, 4, &racing(|launch| launch == 2), &|| true).expect("no fault");
    difference(2, ReplaySession::Same, &replayed.first);
    assert_eq!(replayed.identical(), 7);
    let replayed = replay(&subject, 4, &racing(|launch| launch >= 5), &|| true).expect("no fault");
    difference(1, ReplaySession::Fresh, &replayed.first);
    assert_eq!((replayed.identical(), replayed.fresh[0] == replayed.same[0]), (5, true));
    assert_ne!(replayed.fresh[1], replayed.same[0]);
    let ended = replay(&subject, 4, &cpu, &|| false).expect("no fault");
    assert_eq!((ended.same.len(), ended.fresh.len()), (0, 0));
}

#[test]
fn traces_end_when_they_are_told_to() {
    let subject = accumulate();
    for launches in 1..=4 {
        let asked = Cell::new(0);
        let goes_on = || {
            asked.set(asked.get() + 1);
            asked.get() < launches
        };
        let trace = run(&TracePlan { goes_on: &goes_on, ..plan(&subject) }, &cpu);
        assert_eq!(trace.steps.len(), launches, "{trace:?}");
        assert!(trace.steps.iter().all(|step| !step.title.is_empty()), "{trace:?}");
    }
}

/// Devices with a clock tell how long a kernel took by itself, which timelines show beside the calls.
#[test]
fn kernels_on_timelines() {
    let (timeline, subject, open) = (Timeline::start(), accumulate(), racing(|_| false));
    let open = || -> Box<dyn Device> { Box::new(Recorder::open(&timeline, &open)) };
    assert_eq!(replay(&subject, 2, &open, &|| true).expect("no fault").identical(), 4);
    let intervals = timeline.intervals();
    let kernels: Vec<_> = intervals.iter().filter(|it| it.track == Track::Device).collect();
    assert_eq!(kernels.len(), 4);
    let is_right = |it: &&ptxlint::validate::Interval| it.name == "kernel" && it.length == Duration::from_nanos(5);
    assert!(kernels.iter().all(is_right), "{kernels:?}");
}
