//! Rules on a device: their bad demonstrations misbehave, and the good twins do not.

use super::demonstrations::{DEMONSTRATIONS, Demonstration};
use super::download_words;
use crate::device::{Arg, Checks, Cpu, Device, DeviceError, FaultKind, MemoryTraffic, Repetition};
use crate::kernels::{Launch, ParameterValue};
use crate::rules::Rule;
use std::time::Duration;

/// What a kernel did.
#[derive(Clone, PartialEq, Debug)]
pub enum KernelOutcome {
    /// It ran; the words of its buffers.
    Finished(Vec<Vec<u32>>),
    /// The device did not take it, or stopped it.
    Stopped(DeviceError),
}

/// How a bad kernel behaved, its good twin being what is right.
#[derive(Clone, PartialEq, Debug)]
pub enum Behaviour {
    /// The module was not loaded, or does not have the kernel.
    Rejected(DeviceError),
    /// The kernel was not started.
    NotStarted(DeviceError),
    /// The kernel was stopped, and why.
    Stopped(DeviceError),
    /// A word of a buffer differs from the good twin's.
    WrongResult {
        /// Which of the buffers.
        buffer: usize,
        /// Which word.
        index: usize,
        /// What the bad kernel left.
        found: u32,
        /// What the good one left.
        right: u32,
    },
    /// Both leave the same, in these times.
    Timed {
        /// Of the bad kernel.
        bad: Duration,
        /// Of the good one.
        good: Duration,
    },
    /// Both leave the same, and ask so much of memory, counted by the interpreter.
    Traffic {
        /// What is counted.
        unit: &'static str,
        /// Of the bad kernel.
        bad: u64,
        /// Of the good one.
        good: u64,
    },
    /// Both left the same.
    Inconspicuous,
    /// The device does not show it, and why.
    NotShown(&'static str),
    /// The device cannot tell.
    Unknown(DeviceError),
}

/// A bad kernel and its good twin.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The bad kernel.
    pub bad: &'static Demonstration,
    /// Its twin.
    pub good: &'static Demonstration,
    /// What the bad kernel did.
    pub misbehaviour: Behaviour,
    /// What became of the good one.
    pub good_outcome: KernelOutcome,
    /// What the bad one left, if it ran to its end.
    pub bad_outcome: KernelOutcome,
}

/// What the device says of a rule.
#[derive(Clone, PartialEq, Debug)]
pub enum Confirmation {
    /// Demonstrations were run.
    Tried(Vec<Trial>),
    /// The rule is about something that a device does not show, and why.
    NotShown(&'static str),
}

/// From this ratio of times on a kernel is slower: less may be chance.
const SLOWER: f64 = 1.05;

/// Runs that are timed; the median counts.
const REPETITION: Repetition = Repetition { warm_up: 3, runs: 21, cold: true };

impl Behaviour {
    /// How many times as long the bad kernel takes, if that is what it shows.
    pub fn slowdown(&self) -> Option<f64> {
        match self {
            Self::Timed { bad, good } => Some(bad.as_secs_f64() / good.as_secs_f64()),
            _ => None,
        }
    }

    /// The behaviour in a word or two; none if the kernel behaves.
    pub fn name(&self) -> Option<&'static str> {
        match self {
            Self::Rejected(_) => Some("rejected at load"),
            Self::WrongResult { .. } => Some("wrong result"),
            Self::Stopped(DeviceError::Fault(fault)) => Some(match fault.kind {
                FaultKind::Race => "race",
                FaultKind::Deadlock | FaultKind::BarrierDivergence => "deadlock",
                FaultKind::StepLimit | FaultKind::TimeLimit => "never ends",
                _ => "fault",
            }),
            Self::Stopped(DeviceError::TimeLimit { .. }) => Some("never ends"),
            Self::Stopped(_) => Some("fault"),
            Self::NotStarted(_) => Some("not started"),
            Self::Timed { .. } => self.slowdown().is_some_and(|slowdown| slowdown >= SLOWER).then_some("slower"),
            Self::Traffic { .. } => Some("more traffic"),
            Self::Inconspicuous | Self::NotShown(_) | Self::Unknown(_) => None,
        }
    }

    fn of(bad: &KernelOutcome, good: &KernelOutcome) -> Self {
        match (bad, good) {
            (KernelOutcome::Stopped(error), _) => match error {
                DeviceError::Fault(_) | DeviceError::Crash { .. } | DeviceError::TimeLimit { .. } => {
                    Self::Stopped(error.clone())
                }
                DeviceError::Syntax { .. } | DeviceError::Rejected(_) | DeviceError::UnknownKernel { .. } => {
                    Self::Rejected(error.clone())
                }
                DeviceError::Illegal { .. } => Self::NotShown(
                    "the interpreter judges by the rules' own table: what is legal is for the assembler to judge, on a GPU or with `--ptxas`",
                ),
                DeviceError::Launch(_) => Self::NotStarted(error.clone()),
                _ => Self::Unknown(error.clone()),
            },
            (KernelOutcome::Finished(_), KernelOutcome::Stopped(_)) => Self::Inconspicuous,
            (KernelOutcome::Finished(bad), KernelOutcome::Finished(good)) => {
                difference(bad, good).unwrap_or(Self::Inconspicuous)
            }
        }
    }
}

/// The first word that differs.
fn difference(bad: &[Vec<u32>], good: &[Vec<u32>]) -> Option<Behaviour> {
    let words = |(buffer, (bad, good)): (usize, (&Vec<u32>, &Vec<u32>))| {
        let index = bad.iter().zip(good).position(|(bad, good)| bad != good)?;
        Some(Behaviour::WrongResult { buffer, index, found: bad[index], right: good[index] })
    };
    bad.iter().zip(good).enumerate().find_map(words)
}

impl Trial {
    /// Whether the bad kernel misbehaves and the good one does not.
    pub fn confirms(&self) -> bool {
        self.misbehaviour.name().is_some() && matches!(self.good_outcome, KernelOutcome::Finished(_))
    }

    /// Whether the device lacks something that the kernels need.
    pub fn is_impossible(&self) -> bool {
        let is_refusal =
            |outcome: &KernelOutcome| matches!(outcome, KernelOutcome::Stopped(DeviceError::Unsupported { .. }));
        let is_silent = matches!(self.misbehaviour, Behaviour::NotShown(_));
        is_silent || is_refusal(&self.bad_outcome) || is_refusal(&self.good_outcome)
    }
}

/// Runs a rule's demonstrations, each on a device of its own.
pub fn confirm(rule: &'static Rule, open: &dyn Fn() -> Box<dyn Device>) -> Confirmation {
    let bad = DEMONSTRATIONS.iter().filter(|kernel| kernel.rule() == Some(rule) && kernel.is_bad());
    let mut trials = Vec::new();
    for (bad, good) in bad.filter_map(|bad| Some((bad, bad.twin()?))) {
        let [bad_outcome, good_outcome] = [run(bad, open().as_mut()), run(good, open().as_mut())];
        let misbehaviour = match Behaviour::of(&bad_outcome, &good_outcome) {
            // Something else is wrong with it, which shows nothing about the rule.
            Behaviour::Rejected(error) if !bad.is_only_loaded() && bad.expected_kernel().is_none() => {
                Behaviour::Unknown(error)
            }
            Behaviour::Inconspicuous if matches!(good_outcome, KernelOutcome::Finished(_)) => {
                look_closer(bad, good, open)
            }
            other => other,
        };
        trials.push(Trial { bad, good, misbehaviour, good_outcome, bad_outcome });
    }
    if trials.is_empty() { Confirmation::NotShown(why_not(rule)) } else { Confirmation::Tried(trials) }
}

/// What else may tell kernels apart that leave the same: times, and the assembler of a GPU.
fn look_closer(bad: &Demonstration, good: &Demonstration, open: &dyn Fn() -> Box<dyn Device>) -> Behaviour {
    // Whoever knows what it is made of is a GPU.
    let is_gpu = open().properties().is_some();
    match (bad.timed_launch(), good.timed_launch()) {
        (None, _) | (_, None) if bad.is_only_loaded() && !is_gpu => Behaviour::NotShown(
            "the interpreter takes the module: what is legal is for the assembler to judge, on a GPU or with `--ptxas`",
        ),
        (None, _) | (_, None) => Behaviour::Inconspicuous,
        _ if !is_gpu => more_traffic(bad, good)
            .unwrap_or(Behaviour::NotShown("results are right, and times of the interpreter tell nothing")),
        (Some(bad_launch), Some(good_launch)) => {
            let bad = time(bad, &bad_launch, open().as_mut());
            let good = time(good, &good_launch, open().as_mut());
            match (bad, good) {
                (Ok(bad), Ok(good)) => Behaviour::Timed { bad, good },
                (Err(error), _) | (_, Err(error)) => Behaviour::Unknown(error),
            }
        }
    }
}

/// Whether a bad kernel asks more of memory than a good one.
fn more_traffic(bad: &Demonstration, good: &Demonstration) -> Option<Behaviour> {
    let (bad, good) = (count(bad).ok()?, count(good).ok()?);
    let counts = |memory: &MemoryTraffic| {
        let global = memory.global_loads.served + memory.global_stores.served;
        [
            ("sectors of global memory", global),
            ("turns of shared memory", memory.shared.served),
            ("accesses to memory", memory.requests()),
        ]
    };
    counts(&bad).into_iter().zip(counts(&good)).find_map(|((unit, bad), (_, good))| {
        (bad as f64 >= SLOWER * good as f64 && bad > good).then_some(Behaviour::Traffic { unit, bad, good })
    })
}

/// What a demonstration asks of memory.
fn count(demonstration: &Demonstration) -> Result<MemoryTraffic, DeviceError> {
    let launch = demonstration.launch().ok_or_else(|| broken(demonstration))?;
    let mut cpu = Cpu::with_checks(Checks { races: false, traffic: true, ..Checks::default() });
    let module = cpu.load(demonstration.ptx)?;
    let args = cpu.arguments(&launch.arguments)?;
    let kernel = demonstration.kernel().ok_or_else(|| broken(demonstration))?;
    cpu.launch(module, kernel, launch.config(), &args)?;
    Ok(cpu.statistics().memory)
}

/// The median time of a demonstration.
fn time(demonstration: &Demonstration, launch: &Launch, device: &mut dyn Device) -> Result<Duration, DeviceError> {
    let module = device.load(demonstration.ptx)?;
    let args = device.arguments(&launch.arguments)?;
    let kernel = demonstration.kernel().ok_or_else(|| broken(demonstration))?;
    let mut times = device.benchmark(module, kernel, launch.config(), &args, REPETITION)?;
    times.sort_unstable();
    let none = || DeviceError::Internal("the device has timed nothing".to_string());
    times.get(times.len() / 2).copied().ok_or_else(none)
}

fn broken(demonstration: &Demonstration) -> DeviceError {
    DeviceError::Internal(format!("{} cannot be launched", demonstration.name))
}

/// Runs a demonstration, or loads it if that is all.
fn run(demonstration: &Demonstration, device: &mut dyn Device) -> KernelOutcome {
    let run = |device: &mut dyn Device| {
        let module = device.load(demonstration.ptx)?;
        if demonstration.is_only_loaded() {
            return Ok(Vec::new());
        }
        let launch = demonstration.launch().ok_or_else(|| broken(demonstration))?;
        // Whoever knows what it is made of is a GPU; an interpreter sees by itself what is out of bounds.
        let behind = if device.properties().is_some() { WORDS_BEHIND } else { 0 };
        let args = arguments(device, &launch, behind)?;
        let kernel = demonstration.kernel().ok_or_else(|| broken(demonstration))?;
        device.launch(module, kernel, launch.config(), &args)?;
        device.synchronise()?;
        launch.arguments.iter().zip(&args).filter_map(|(argument, arg)| Some((argument.elements()?, arg))).try_fold(
            Vec::new(),
            |mut buffers, (words, arg)| {
                buffers.push(download_words(device, arg, words + behind)?);
                Ok(buffers)
            },
        )
    };
    run(device).map_or_else(KernelOutcome::Stopped, KernelOutcome::Finished)
}

/// Words behind each buffer that belong to nobody: a GPU allocates more than it is asked for, so a kernel that writes there is not stopped.
const WORDS_BEHIND: usize = 64;
const UNTOUCHED: u32 = 0xdead_beef;

/// The arguments of a launch, with so many words behind each buffer.
fn arguments(device: &mut dyn Device, launch: &Launch, behind: usize) -> Result<Vec<Arg>, DeviceError> {
    let with_words_behind = |value: &ParameterValue| {
        if behind == 0 || !value.is_buffer() {
            return value.clone();
        }
        let mut bytes = value.to_bytes();
        bytes.extend(UNTOUCHED.to_le_bytes().repeat(behind));
        ParameterValue::Bytes(bytes)
    };
    device.arguments(&launch.arguments.iter().map(with_words_behind).collect::<Vec<_>>())
}

/// Why a rule without demonstrations has none.
fn why_not(rule: &Rule) -> &'static str {
    match rule.name {
        "shared-u64-address" => "devices take such addresses, too",
        "unused-suppression" => "it is about comments",
        "toolchain-too-old" => "it is about other assemblers than the one at hand",
        "setmaxnreg-limit" => "the assembler rejects it, and nothing else counts registers",
        "setmaxnreg-count" | "setmaxnreg-ignored" => "how many registers a warp owns changes no result that is defined",
        "aligned-divergence" | "operand-out-of-range" => "what hardware does then is not defined",
        "uninitialized-accumulator" => "descriptors of matrices would have to be arguments",
        "redundant-fence" => "without it the results are the same",
        "wgmma-serialized" => "it is about what the assembler makes of it",
        "wgmma-hazard" => "the assembler waits where the program does not",
        "unchecked-mbarrier-wait" => "waits of the interpreter never time out",
        "missing-dependency-wait" => "a kernel that runs alone depends on none",
        "stale-nc-load" => "caches are not modelled",
        "missing-tensormap-fence" => "the proxy of tensor maps is not modelled as a cache",
        _ => "the assembler removes it: results and times are the same with and without",
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Case, KernelValidator, Placement};
    use super::*;
    use crate::device::{Buffer, LoadedModule, Properties};
    use crate::isa::Target;
    use crate::kernels::{LaunchConfig, ResidualAdd};
    use crate::rules;
    use crate::span::Span;

    #[test]
    fn both_kernels_count() {
        let bad = DEMONSTRATIONS.iter().find(|kernel| kernel.is_bad()).expect("there is one");
        let good = bad.twin().expect("it has a twin");
        let trial = |bad_outcome: KernelOutcome, good_outcome: KernelOutcome| {
            let misbehaviour = Behaviour::of(&bad_outcome, &good_outcome);
            Trial { bad, good, misbehaviour, good_outcome, bad_outcome }
        };
        let finished = |word| KernelOutcome::Finished(vec![vec![word]]);
        let endless = KernelOutcome::Stopped(DeviceError::TimeLimit { seconds: 1.0 });
        assert!(trial(endless.clone(), finished(1)).confirms() && trial(finished(0), finished(1)).confirms());
        assert!(!trial(finished(1), finished(1)).confirms() && !trial(endless.clone(), endless.clone()).confirms());
        let unsupported = DeviceError::Unsupported { what: "tcgen05".to_string(), span: Span::new(0, 1), line: 1 };
        let refused = trial(KernelOutcome::Stopped(unsupported), finished(1));
        assert!(refused.is_impossible() && !refused.confirms());
        assert!(!trial(endless, finished(1)).is_impossible());
    }

    #[test]
    fn behaviours() {
        let finished = |words: [u32; 3]| KernelOutcome::Finished(vec![vec![0; 2], words.to_vec()]);
        let wrong = Behaviour::of(&finished([1, 2, 3]), &finished([1, 5, 3]));
        assert_eq!(wrong, Behaviour::WrongResult { buffer: 1, index: 1, found: 2, right: 5 });
        assert_eq!(wrong.name(), Some("wrong result"));
        assert_eq!(Behaviour::of(&finished([1; 3]), &finished([1; 3])), Behaviour::Inconspicuous);
        let unknown = KernelOutcome::Stopped(DeviceError::OutOfMemory { bytes: 1, free: None });
        assert_eq!(Behaviour::of(&unknown, &finished([1; 3])).name(), None);
        assert_eq!(Behaviour::of(&finished([1; 3]), &unknown), Behaviour::Inconspicuous);
        let name = |error| Behaviour::of(&KernelOutcome::Stopped(error), &finished([1; 3])).name();
        assert_eq!(name(DeviceError::Rejected("line 1".to_string())), Some("rejected at load"));
        assert_eq!(name(DeviceError::Launch("too large".to_string())), Some("not started"));
        assert_eq!(name(DeviceError::TimeLimit { seconds: 1.0 }), Some("never ends"));
        assert_eq!(name(DeviceError::Crash { name: String::new(), message: String::new() }), Some("fault"));
    }

    /// A device that says that it is a GPU, whose bad kernels take four times as long.
    struct Pretended(Cpu, bool);

    impl Device for Pretended {
        fn name(&self) -> String {
            "a GPU".to_string()
        }
        fn alloc(&mut self, bytes: u64) -> Result<Buffer, DeviceError> {
            self.0.alloc(bytes)
        }
        fn free(&mut self, buffer: Buffer) -> Result<(), DeviceError> {
            self.0.free(buffer)
        }
        fn upload(&mut self, buffer: Buffer, bytes: &[u8]) -> Result<(), DeviceError> {
            self.0.upload(buffer, bytes)
        }
        fn download(&mut self, buffer: Buffer, bytes: &mut [u8]) -> Result<(), DeviceError> {
            self.0.download(buffer, bytes)
        }
        fn load(&mut self, ptx: &str) -> Result<LoadedModule, DeviceError> {
            self.1 = ptx.contains("//~");
            if ptx.contains("ptxas: reject") {
                return Err(DeviceError::Rejected("line 1".to_string()));
            }
            self.0.load(ptx)
        }
        fn launch(
            &mut self,
            module: LoadedModule,
            kernel: &str,
            config: LaunchConfig,
            args: &[Arg],
        ) -> Result<(), DeviceError> {
            self.0.launch(module, kernel, config, args)
        }
        fn synchronise(&mut self) -> Result<(), DeviceError> {
            self.0.synchronise()
        }
        fn free_memory(&mut self) -> Result<u64, DeviceError> {
            self.0.free_memory()
        }
        fn properties(&self) -> Option<Properties> {
            let (multiprocessors, clock, bandwidth) = (1, 1.0, 1.0);
            let (l2_bytes, memory_bytes, capability, driver) = (1, 1, (9, 0), 12_000);
            Some(Properties { multiprocessors, clock, bandwidth, l2_bytes, memory_bytes, capability, driver })
        }
        fn benchmark(
            &mut self,
            _: LoadedModule,
            _: &str,
            _: LaunchConfig,
            _: &[Arg],
            repetition: Repetition,
        ) -> Result<Vec<Duration>, DeviceError> {
            let micros = if self.1 { 40 } else { 10 };
            Ok((0..repetition.runs).map(|run| Duration::from_micros(micros + u64::from(run == 0))).collect())
        }
    }

    #[test]
    fn gpus_compare_themselves() {
        let target = Target::lookup("sm_80").expect("known");
        let placement_on = |open: fn() -> Box<dyn Device>| {
            let mut validator = KernelValidator::new(target, open);
            let check = validator.validate(&Case::random(Box::new(ResidualAdd { length: 100 })));
            check.outcome.as_ref().expect("it runs")[0].placement
        };
        assert_eq!(placement_on(|| Box::new(Pretended(Cpu::new(), false))), Placement::Device);
        assert_eq!(placement_on(|| Box::new(Cpu::new())), Placement::Host);
    }

    #[test]
    fn gpus_time_and_reject() {
        let open = || -> Box<dyn Device> { Box::new(Pretended(Cpu::new(), false)) };
        let confirm = |rule| match confirm(rules::by_name(rule).expect("a rule"), &open) {
            Confirmation::Tried(mut trials) => trials.remove(0),
            other => panic!("{other:?}"),
        };
        let slow = confirm("integer-division");
        assert!(slow.confirms() && slow.misbehaviour.slowdown() == Some(4.0), "{slow:?}");
        assert_eq!(slow.misbehaviour.name(), Some("slower"));
        let rejected = confirm("cvt-rounding");
        assert!(rejected.confirms() && rejected.misbehaviour.name() == Some("rejected at load"), "{rejected:?}");
        let time = |micros| Duration::from_micros(micros);
        assert_eq!(Behaviour::Timed { bad: time(104), good: time(100) }.name(), None);
    }
}
