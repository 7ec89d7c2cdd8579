//! Rules against the interpreter, on many files: where do they disagree?
//!
//! One way: each finding that names a launch is replayed. An error that the interpreter contradicts is a bug of one of the two.
//! The other way: kernels of which no rule says anything are run in the launches that rules would try first. A fault there is
//! something that the rules have missed, or an accident of the data that were made up.

use ptxlint::device::{DeviceError, Fault, FaultKind};
use ptxlint::diagnostic::{Diagnostic, Level, ReplayVerdict};
use ptxlint::ir::FunctionKind;
use ptxlint::replay::Replayer;
use ptxlint::source::Source;
use ptxlint::{Options, parser};
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::time::Instant;

/// How many findings there are of each verdict, by level and rule.
type Counts = BTreeMap<(Level, &'static str), BTreeMap<&'static str, usize>>;

/// What is found in all files.
#[derive(Default)]
struct Tally {
    files: usize,
    counts: Counts,
    /// Why launches were refused.
    refusals: BTreeMap<String, usize>,
    contradicted: Vec<String>,
    /// Kernels without a finding: those that were run, those of which all launches ended, and the faults of the others.
    silent: usize,
    ended: usize,
    faults: BTreeMap<&'static str, Vec<String>>,
}

/// Replays the findings of all files below `folders`, and prints what came of it.
pub(crate) fn run(arguments: impl IntoIterator<Item = String>) -> Result<(), Box<dyn std::error::Error>> {
    let mut folders: Vec<PathBuf> = Vec::new();
    let (mut show, mut most_bytes, mut sample) = (20, 1 << 20, 1);
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
        match argument.as_str() {
            "--show" => show = value()?.parse()?,
            "--bytes" => most_bytes = value()?.parse()?,
            "--sample" => sample = value()?.parse::<usize>()?.max(1),
            _ if argument.starts_with('-') => return Err(format!("no such option: {argument}").into()),
            _ => folders.push(argument.into()),
        }
    }
    if folders.is_empty() {
        folders.push(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fixtures"));
    }
    let started = Instant::now();
    let mut tally = Tally::default();
    for file in crate::wild::files(&folders)?.iter().step_by(sample) {
        let bytes = std::fs::read(&file.path)?;
        if bytes.len() <= most_bytes {
            tally.file(&file.path.display().to_string(), &bytes);
        }
    }
    tally.print(show);
    println!("{:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

impl Tally {
    fn file(&mut self, path: &str, bytes: &[u8]) {
        let options = Options::default();
        let Some((report, mut replayer)) = ptxlint::check(bytes, &options).ok().zip(Replayer::new(bytes)) else {
            return;
        };
        if report.reason.is_some() {
            return;
        }
        self.files += 1;
        for finding in &report.findings {
            if let Some(verdict) = replayer.replay(finding) {
                self.finding(path, bytes, finding, &verdict);
            }
        }
        let spoken: HashSet<&str> = report.findings.iter().filter_map(|finding| finding.function.as_deref()).collect();
        for kernel in kernels(bytes).iter().filter(|kernel| !spoken.contains(kernel.as_str())) {
            self.silent_kernel(path, kernel, &mut replayer);
        }
    }

    fn finding(&mut self, path: &str, bytes: &[u8], finding: &Diagnostic, verdict: &ReplayVerdict) {
        let rule = (finding.level, finding.rule.name);
        *self.counts.entry(rule).or_default().entry(verdict.name()).or_default() += 1;
        let line = 1 + bytes[..finding.span.start as usize].iter().filter(|&&byte| byte == b'\n').count();
        match verdict {
            ReplayVerdict::Contradicted => {
                let place = format!("{path}:{line}: {}[{}] {}", finding.level, finding.rule.name, finding.message);
                let launch = finding
                    .witness
                    .as_ref()
                    .map_or_else(String::new, |witness| witness.text(finding.level == Level::Error));
                self.contradicted.push(format!("{place} ({launch})"));
            }
            ReplayVerdict::Refused { reason } => {
                // Lines differ, and what is missing is the same.
                let reason = reason.split_once(": ").map_or(reason.as_str(), |(_, rest)| rest);
                *self.refusals.entry(reason.to_string()).or_default() += 1;
            }
            _ => {}
        }
    }

    fn silent_kernel(&mut self, path: &str, kernel: &str, replayer: &mut Replayer<'_>) {
        const LAUNCHES: usize = 2;
        let mut is_run = false;
        for witness in replayer.plausible(kernel, LAUNCHES) {
            let Ok(runs) = replayer.launch(kernel, &witness) else { return };
            self.silent += usize::from(!std::mem::replace(&mut is_run, true));
            let fault = runs.iter().find_map(|run| match run {
                Err(DeviceError::Fault(fault)) => Some(fault),
                _ => None,
            });
            if let Some(fault) = fault {
                self.faults
                    .entry(name(fault))
                    .or_default()
                    .push(format!("{path} `{kernel}` {}: {fault}", witness.text(false)));
                return;
            }
        }
        self.ended += usize::from(is_run);
    }

    fn print(&self, show: usize) {
        println!("{} files", self.files);
        println!("findings with a launch:");
        for ((level, rule), verdicts) in &self.counts {
            let verdicts: Vec<String> = verdicts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
            println!("    {level}[{rule}]: {}", verdicts.join(", "));
        }
        self.refusals.iter().for_each(|(reason, count)| println!("    refused {count} times: {reason}"));
        println!("contradicted: {}", self.contradicted.len());
        self.contradicted.iter().take(show).for_each(|finding| println!("    {finding}"));
        println!("kernels without a finding that were run: {}, {} of them without a fault", self.silent, self.ended);
        for (kind, faults) in &self.faults {
            println!("    {kind}: {}", faults.len());
            faults.iter().take(show).for_each(|fault| println!("        {fault}"));
        }
    }
}

/// A fault by its kind. Where memory ends that was made up says nothing of the kernel.
fn name(fault: &Fault) -> &'static str {
    match fault.kind {
        FaultKind::OutOfBounds if fault.message.contains("shared") => "out of bounds of shared memory",
        FaultKind::Race if fault.message.contains("shared") => "data race in shared memory",
        FaultKind::Race => "data race in global memory",
        kind => kind.name(),
    }
}

/// The names of a module's kernels.
pub(crate) fn kernels(bytes: &[u8]) -> Vec<String> {
    let Ok(source) = Source::new(bytes) else { return Vec::new() };
    let module = parser::parse(source);
    let is_kernel =
        |function: &&ptxlint::ir::Function| function.kind == FunctionKind::Entry && function.is_definition();
    let kernels = module.functions.iter().filter(is_kernel);
    kernels.filter_map(|kernel| Some(module.name(kernel.name?).to_string())).collect()
}
