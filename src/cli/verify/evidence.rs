//! `--evidence`: what was run, where, and what came of it, in a file for each kernel.

use super::choice::Backend;
use crate::isa::Target;
use crate::render::json;
use crate::validate::{Case, Trial, fingerprint};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// A folder for evidence of a device.
pub(super) struct Folder {
    path: PathBuf,
    device: DeviceRow,
}

/// A file.
#[derive(Serialize)]
struct Record<'a, T> {
    schema_version: u32,
    tool: json::Tool,
    kind: &'static str,
    /// A demonstration, or a kernel with its dimensions.
    name: &'a str,
    suite: Option<&'static str>,
    target: Option<&'static str>,
    kernels: Vec<KernelRow<'a>>,
    device: &'a DeviceRow,
    date: String,
    /// The row of the report.
    outcome: &'a T,
}

#[derive(Serialize)]
struct KernelRow<'a> {
    name: &'a str,
    hash: String,
}

#[derive(Serialize)]
struct DeviceRow {
    name: String,
    is_gpu: bool,
    capability: Option<String>,
    driver: Option<String>,
}

/// What evidence is about.
struct EvidenceSubject<'a> {
    /// `kernel` or `rule`.
    kind: &'static str,
    name: &'a str,
    suite: Option<&'static str>,
    target: Option<&'static str>,
}

impl Folder {
    /// The folder, if one was named.
    pub(super) fn open(path: Option<&Path>, backend: &Backend) -> Option<Self> {
        let properties = backend.open().properties();
        let device = DeviceRow {
            name: backend.name(),
            is_gpu: properties.is_some(),
            capability: properties.map(|gpu| format!("{}.{}", gpu.capability.0, gpu.capability.1)),
            driver: properties.map(|gpu| format!("{}.{}", gpu.driver / 1000, gpu.driver % 1000 / 10)),
        };
        path.map(|path| Self { path: path.to_path_buf(), device })
    }

    /// Keeps what came of a demonstration and its twin.
    ///
    /// # Errors
    /// A sentence about the file that cannot be written.
    pub(super) fn keep_trial(&self, trial: &Trial, outcome: &impl Serialize) -> Result<(), String> {
        let kernel = |name, ptx: &str| KernelRow { name, hash: fingerprint(ptx) };
        let kernels = vec![kernel(trial.bad.name, trial.bad.ptx), kernel(trial.good.name, trial.good.ptx)];
        let record = self.record(
            EvidenceSubject { kind: "rule", name: trial.bad.name, suite: None, target: None },
            kernels,
            outcome,
        );
        self.write(&format!("rules/{}.json", trial.bad.name), &record)
    }

    /// Keeps what came of a case. A kernel that cannot be written for the target has not been run.
    ///
    /// # Errors
    /// A sentence about the file that cannot be written.
    pub(super) fn keep_check(&self, case: &Case, target: Target, outcome: &impl Serialize) -> Result<(), String> {
        let Ok(ptx) = case.kernel.ptx(target) else { return Ok(()) };
        let (title, suite) = (case.title(), case.suite.map(|suite| suite.name()));
        let kernels = vec![KernelRow { name: case.kernel.name(), hash: fingerprint(&ptx) }];
        let subject = EvidenceSubject { kind: "kernel", name: &title, suite, target: Some(target.name()) };
        let record = self.record(subject, kernels, outcome);
        // Titles are too long for names of files, and hold characters that some systems do not take.
        let number = fingerprint(&title);
        let number = number.rsplit(':').next().unwrap_or_default();
        let (suite, kernel) = (suite.unwrap_or("other"), case.kernel.name());
        self.write(&format!("kernels/{suite}/{kernel}-{number}.json"), &record)
    }

    fn record<'a, T>(
        &'a self,
        subject: EvidenceSubject<'a>,
        kernels: Vec<KernelRow<'a>>,
        outcome: &'a T,
    ) -> Record<'a, T> {
        let EvidenceSubject { kind, name, suite, target } = subject;
        let (schema_version, tool) = (json::SCHEMA_VERSION, json::Tool::THIS);
        let date = date(seconds());
        Record { schema_version, tool, kind, name, suite, target, kernels, device: &self.device, date, outcome }
    }

    fn write(&self, name: &str, record: &impl Serialize) -> Result<(), String> {
        let path = self.path.join(name);
        let write = || {
            fs::create_dir_all(path.parent().unwrap_or(&self.path))?;
            let mut text = serde_json::to_string_pretty(record)?;
            text.push('\n');
            fs::write(&path, text)
        };
        write().map_err(|error| format!("cannot write the evidence {}: {error}", path.display()))
    }
}

/// Seconds since 1970.
fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The day and the time, in UTC.
pub(super) fn now() -> String {
    let seconds = seconds();
    let minutes = seconds / 60;
    format!("{} {:02}:{:02} UTC", date(seconds), minutes / 60 % 24, minutes % 60)
}

/// The present time in the format of RFC 3339.
pub(super) fn timestamp() -> String {
    let seconds = seconds();
    format!("{}T{:02}:{:02}:{:02}Z", date(seconds), seconds / 3600 % 24, seconds / 60 % 60, seconds % 60)
}

/// Seconds since 1970 as the day, in UTC (Hinnant, *chrono-compatible low-level date algorithms*).
fn date(seconds: u64) -> String {
    const DAYS_OF_ERA: u64 = 146_097;
    // Eras of 400 years that begin in March, so that the leap day is the last one.
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / DAYS_OF_ERA, days % DAYS_OF_ERA);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", 400 * era + year + next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (seconds, expected) in [
            (0, "1970-01-01"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (1_709_251_200, "2024-03-01"),
            (1_767_225_599, "2025-12-31"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }
}
