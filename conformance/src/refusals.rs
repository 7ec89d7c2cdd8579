//! What the interpreter refuses by name: how many kernels of real files, and because of which instruction.
//!
//! Nothing is run. A kernel is decoded whole when its module is loaded, up to the first instruction that is not implemented.

use ptxlint::device::{Cpu, Device, DeviceError};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What became of the kernels of all files.
#[derive(Default)]
struct Tally {
    files: usize,
    kernels: usize,
    refused: usize,
    /// Refused because a function is defined in another module, which no device could run either.
    unlinked: usize,
    /// How many kernels are refused for a reason, and the first of them.
    reasons: BTreeMap<String, (usize, String)>,
    /// Modules that are not loaded at all, and why.
    modules: Vec<String>,
}

/// Loads the files below `folders`, and prints how many kernels are refused; fails when those are more than `most` percent.
pub(crate) fn run(folders: &[String], show: usize, most: f64) -> Result<(), Box<dyn std::error::Error>> {
    let folders: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
    let mut tally = Tally::default();
    for file in crate::wild::files(&folders)? {
        tally.file(&file.path.display().to_string(), &std::fs::read(&file.path)?);
    }
    tally.print(show);
    let share = tally.share();
    (share <= most).then_some(()).ok_or_else(|| format!("{share:.2} % are refused, more than {most} %").into())
}

/// Loads probes of instructions, those that are legal, and prints which instructions have forms that are refused; fails as [`run`] does.
pub(crate) fn table(
    instructions: impl Iterator<Item = (&'static str, Vec<String>)>,
    most: f64,
) -> Result<(), Box<dyn std::error::Error>> {
    let (mut all, mut all_refused) = (0, 0);
    for (name, modules) in instructions {
        let (mut legal, mut refused) = (0, Vec::new());
        for text in modules {
            let mut device = Cpu::new();
            let Ok(module) = device.load(&text) else { continue };
            legal += 1;
            refused.extend(device.refusals(module).first().map(|(_, error)| error.to_string()));
        }
        if let Some(first) = refused.first() {
            println!("{name}: {} of {legal} forms are refused, such as {first}", refused.len());
        }
        all += legal;
        all_refused += refused.len();
    }
    let share = 100.0 * all_refused as f64 / all.max(1) as f64;
    println!("all: {all_refused} of {all} forms are refused ({share:.2} %)");
    (share <= most).then_some(()).ok_or_else(|| format!("{share:.2} % are refused, more than {most} %").into())
}

impl Tally {
    fn file(&mut self, path: &str, bytes: &[u8]) {
        self.files += 1;
        let mut device = Cpu::new();
        let module = match device.load(&String::from_utf8_lossy(bytes)) {
            Ok(module) => module,
            Err(error) => {
                self.modules.push(format!("{path}: {error}"));
                return;
            }
        };
        self.kernels += device.kernels(module).count();
        for (kernel, error) in device.refusals(module) {
            let reason = match error {
                DeviceError::Unsupported { what, .. } => what.clone(),
                other => other.to_string(),
            };
            let is_unlinked = reason.starts_with("the external function");
            *if is_unlinked { &mut self.unlinked } else { &mut self.refused } += 1;
            let reason = if is_unlinked { "a function of another module".to_string() } else { reason };
            let entry = self.reasons.entry(reason).or_insert_with(|| (0, format!("{path} `{kernel}`: {error}")));
            entry.0 += 1;
        }
    }

    /// Kernels that are refused, in percent of those that a device could run.
    fn share(&self) -> f64 {
        100.0 * self.refused as f64 / (self.kernels - self.unlinked).max(1) as f64
    }

    fn print(&self, show: usize) {
        println!("{} files, {} kernels, of which {} need other modules", self.files, self.kernels, self.unlinked);
        println!("refused: {} ({:.2} %)", self.refused, self.share());
        let mut reasons: Vec<_> = self.reasons.iter().collect();
        reasons.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (reason, (count, first)) in reasons {
            println!("{count:7} {reason}");
            println!("        {first}");
        }
        println!("modules that are not loaded: {}", self.modules.len());
        self.modules.iter().take(show).for_each(|module| println!("    {module}"));
    }
}
