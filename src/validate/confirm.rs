//! Rules on a device: their bad demonstrations misbehave, and the good twins do not.

use super::download_words;
use crate::device::{Device, DeviceError, FaultKind};
use crate::diagnostic::Level;
use crate::kernels::{DEMONSTRATIONS, Demonstration, LaunchConfig};
use crate::rules::{Group, Rule};

/// What a kernel did.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
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
    /// Both have left the same.
    Inconspicuous,
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
    /// What the bad one did.
    pub misbehaviour: Behaviour,
    /// What became of the good one.
    pub good_outcome: Outcome,
    /// What the bad one left, if it ran to its end.
    pub bad_outcome: Outcome,
}

/// What the device says of a rule.
#[derive(Clone, PartialEq, Debug)]
pub enum Confirmation {
    /// Demonstrations were run.
    Tried(Vec<Trial>),
    /// The rule is about something that a device does not show, and why.
    NotShown(&'static str),
}

impl Behaviour {
    /// The behaviour in a word or two; none if the kernel behaves.
    pub fn name(&self) -> Option<&'static str> {
        match self {
            Self::Rejected(_) => Some("rejected at load"),
            Self::WrongResult { .. } => Some("wrong result"),
            Self::Stopped(DeviceError::Fault(fault)) => Some(match fault.kind {
                FaultKind::Race => "race",
                FaultKind::Deadlock | FaultKind::BarrierDivergence => "deadlock",
                FaultKind::StepLimit => "never ends",
                _ => "fault",
            }),
            Self::Stopped(DeviceError::TimeLimit { .. }) => Some("never ends"),
            Self::Stopped(_) => Some("fault"),
            Self::Inconspicuous | Self::Unknown(_) => None,
        }
    }

    fn of(bad: &Outcome, good: &Outcome) -> Self {
        match (bad, good) {
            (Outcome::Stopped(error), _) => match error {
                DeviceError::Fault(_) | DeviceError::Crash { .. } | DeviceError::TimeLimit { .. } => {
                    Self::Stopped(error.clone())
                }
                DeviceError::Syntax { .. } | DeviceError::Rejected(_) | DeviceError::UnknownKernel { .. } => {
                    Self::Rejected(error.clone())
                }
                _ => Self::Unknown(error.clone()),
            },
            (Outcome::Finished(_), Outcome::Stopped(_)) => Self::Inconspicuous,
            (Outcome::Finished(bad), Outcome::Finished(good)) => difference(bad, good).unwrap_or(Self::Inconspicuous),
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
        self.misbehaviour.name().is_some() && matches!(self.good_outcome, Outcome::Finished(_))
    }

    /// Whether the device lacks something that the kernels need.
    pub fn is_impossible(&self) -> bool {
        let is_refusal = |outcome: &Outcome| matches!(outcome, Outcome::Stopped(DeviceError::Unsupported { .. }));
        is_refusal(&self.bad_outcome) || is_refusal(&self.good_outcome)
    }
}

/// Runs a rule's demonstrations, each on a device of its own.
pub fn confirm(rule: &'static Rule, open: &dyn Fn() -> Box<dyn Device>) -> Confirmation {
    let bad = DEMONSTRATIONS.iter().filter(|kernel| kernel.rule() == Some(rule) && kernel.is_bad());
    let mut trials = Vec::new();
    for (bad, good) in bad.filter_map(|bad| Some((bad, bad.twin()?))) {
        let [bad_outcome, good_outcome] = [run(bad, open().as_mut()), run(good, open().as_mut())];
        let misbehaviour = Behaviour::of(&bad_outcome, &good_outcome);
        trials.push(Trial { bad, good, misbehaviour, good_outcome, bad_outcome });
    }
    if trials.is_empty() { Confirmation::NotShown(why_not(rule)) } else { Confirmation::Tried(trials) }
}

/// Runs a demonstration.
fn run(demonstration: &Demonstration, device: &mut dyn Device) -> Outcome {
    let run = |device: &mut dyn Device| {
        let broken = || DeviceError::Launch(format!("{} cannot be launched", demonstration.name));
        let launch = demonstration.launch().ok_or_else(broken)?;
        let module = device.load(demonstration.ptx)?;
        let args = device.arguments_of(&launch)?;
        let kernel = demonstration.kernel().ok_or_else(broken)?;
        device.launch(module, kernel, LaunchConfig::new(launch.grid, launch.block), &args)?;
        device.synchronise()?;
        launch.arguments.iter().zip(&args).filter_map(|(argument, arg)| Some((argument.words()?, arg))).try_fold(
            Vec::new(),
            |mut buffers, (words, arg)| {
                buffers.push(download_words(device, arg, words)?);
                Ok(buffers)
            },
        )
    };
    run(device).map_or_else(Outcome::Stopped, Outcome::Finished)
}

/// Why a rule without demonstrations has none.
fn why_not(rule: &Rule) -> &'static str {
    match (rule.name, rule.group) {
        ("wrong-dispatch-strategy", _) => "results are right: what the other strategy costs is time",
        ("shared-u64-address", _) => "devices take such addresses, too",
        ("launch-bounds", _) => "bounds are kept or ignored by the driver; results are the same",
        (_, Group::Isa) => "it is for the assembler to judge: `ptxlint --ptxas`",
        ("shared-memory-limit", _) => "it is for the assembler to judge: `ptxlint --ptxas`",
        (_, Group::Perf | Group::Resource) => "results are right: what it costs is time",
        _ if rule.level == Level::Perf => "results are right: what it costs is time",
        _ => "results are the same with and without",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    #[test]
    fn both_kernels_count() {
        let bad = DEMONSTRATIONS.iter().find(|kernel| kernel.is_bad()).expect("there is one");
        let good = bad.twin().expect("it has a twin");
        let trial = |bad_outcome: Outcome, good_outcome: Outcome| {
            let misbehaviour = Behaviour::of(&bad_outcome, &good_outcome);
            Trial { bad, good, misbehaviour, good_outcome, bad_outcome }
        };
        let finished = |word| Outcome::Finished(vec![vec![word]]);
        let endless = Outcome::Stopped(DeviceError::TimeLimit { seconds: 1.0 });
        assert!(trial(endless.clone(), finished(1)).confirms() && trial(finished(0), finished(1)).confirms());
        assert!(!trial(finished(1), finished(1)).confirms() && !trial(endless.clone(), endless.clone()).confirms());
        let unsupported = DeviceError::Unsupported { what: "tcgen05".to_string(), span: Span::new(0, 1), line: 1 };
        let refused = trial(Outcome::Stopped(unsupported), finished(1));
        assert!(refused.is_impossible() && !refused.confirms());
        assert!(!trial(endless, finished(1)).is_impossible());
    }

    #[test]
    fn behaviours() {
        let finished = |words: [u32; 3]| Outcome::Finished(vec![vec![0; 2], words.to_vec()]);
        let wrong = Behaviour::of(&finished([1, 2, 3]), &finished([1, 5, 3]));
        assert_eq!(wrong, Behaviour::WrongResult { buffer: 1, index: 1, found: 2, right: 5 });
        assert_eq!(wrong.name(), Some("wrong result"));
        assert_eq!(Behaviour::of(&finished([1; 3]), &finished([1; 3])), Behaviour::Inconspicuous);
        let unknown = Outcome::Stopped(DeviceError::Launch("too large".to_string()));
        assert_eq!(Behaviour::of(&unknown, &finished([1; 3])).name(), None);
        assert_eq!(Behaviour::of(&finished([1; 3]), &unknown), Behaviour::Inconspicuous);
        let name = |error| Behaviour::of(&Outcome::Stopped(error), &finished([1; 3])).name();
        assert_eq!(name(DeviceError::Rejected("line 1".to_string())), Some("rejected at load"));
        assert_eq!(name(DeviceError::TimeLimit { seconds: 1.0 }), Some("never ends"));
        assert_eq!(name(DeviceError::Crash { name: String::new(), message: String::new() }), Some("fault"));
    }
}
