//! `ptxlint verify --rules`: what the device says of the rules.

use super::super::Ending;
use super::super::arguments::{self, ListFormat};
use super::super::progress::RunProgress;
use super::super::ptxas::Assembler;
use super::super::terminal::Terminal;
use super::super::writer::plural;
use super::VerifyArguments;
use super::assembling::Assembling;
use super::choice::Backend;
use super::evidence::Folder;
use super::interrupt;
use super::report_html::{self, Head};
use crate::device::Device;
use crate::kernels::ParameterValue;
use crate::render::human::paint;
use crate::render::json;
use crate::rules::{self, Rule};
use crate::validate::{self, Behaviour, Confirmation, KernelOutcome, Reading, Trial};
use serde::Serialize;
use std::io::{self, Write};
use std::rc::Rc;

const PROGRESS: &str = "{bar:30} {pos}/{len} rules, {eta} left";

/// What became of a demonstration and its twin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum DemonstrationStatus {
    Confirmed,
    NotConfirmed,
    NotShown,
}

/// What is told of a bad demonstration and its twin, or of a rule without any.
#[derive(Debug, Serialize)]
pub(super) struct DemonstrationRow {
    pub rule: &'static str,
    pub status: DemonstrationStatus,
    pub bad: Option<&'static str>,
    pub good: Option<&'static str>,
    /// What the bad kernel did, in a word or two.
    pub misbehaviour: Option<&'static str>,
    /// How many times as long it took, if times were compared.
    pub slowdown: Option<f64>,
    /// What happened, or why the device does not show it.
    pub details: String,
}

impl DemonstrationRow {
    fn of_trial(rule: &'static Rule, trial: &Trial) -> Self {
        let status = match () {
            () if trial.confirms() => DemonstrationStatus::Confirmed,
            () if trial.is_impossible() => DemonstrationStatus::NotShown,
            () => DemonstrationStatus::NotConfirmed,
        };
        Self {
            rule: rule.name,
            status,
            bad: Some(trial.bad.name),
            good: Some(trial.good.name),
            misbehaviour: trial.misbehaviour.name(),
            slowdown: trial.misbehaviour.slowdown(),
            details: details(trial),
        }
    }

    fn not_shown(rule: &'static Rule, reason: &str) -> Self {
        let details = reason.to_string();
        let (status, bad, good, misbehaviour, slowdown) = (DemonstrationStatus::NotShown, None, None, None, None);
        Self { rule: rule.name, status, bad, good, misbehaviour, slowdown, details }
    }
}

fn details(trial: &Trial) -> String {
    if let KernelOutcome::Stopped(error) = &trial.good_outcome {
        return format!("the good twin does not run: {error}");
    }
    match &trial.misbehaviour {
        Behaviour::Rejected(error)
        | Behaviour::NotStarted(error)
        | Behaviour::Stopped(error)
        | Behaviour::Unknown(error) => error.to_string(),
        Behaviour::NotShown(reason) => reason.to_string(),
        Behaviour::Timed { bad, good } => {
            let [bad, good] = [bad, good].map(|time| time.as_secs_f64() * 1e6);
            format!("{:.2}x: {bad:.1} µs instead of {good:.1} µs", bad / good)
        }
        Behaviour::Traffic { unit, bad, good } => {
            format!("{:.2}x: {bad} instead of {good} {unit}, counted by the interpreter", *bad as f64 / *good as f64)
        }
        Behaviour::WrongResult { buffer, index, found, right } => {
            if let Some(past) = words(trial, *buffer).and_then(|words| index.checked_sub(words)) {
                return format!(
                    "buffer {buffer}: element {index} is written, {} past the end",
                    plural(past + 1, "element")
                );
            }
            let [found, right] = [*found, *right].map(|word| number(trial, *buffer, word));
            format!("buffer {buffer}, element {index}: {found} instead of {right}")
        }
        Behaviour::Inconspicuous => "the bad kernel leaves the same results as the good one".to_string(),
    }
}

/// How many words a buffer has.
fn words(trial: &Trial, buffer: usize) -> Option<usize> {
    trial.bad.launch()?.arguments.iter().filter_map(ParameterValue::elements).nth(buffer)
}

/// A word of a buffer as the number that it is.
fn number(trial: &Trial, buffer: usize, word: u32) -> String {
    let arguments = trial.bad.launch().map_or(Vec::new(), |launch| launch.arguments);
    match arguments.iter().filter(|argument| argument.is_buffer()).nth(buffer) {
        Some(ParameterValue::CountingFloats(_)) => f32::from_bits(word).to_string(),
        _ => word.to_string(),
    }
}

/// Which reading of an operand the device has shown.
#[derive(Debug, Serialize)]
pub(super) struct ShuffleReading {
    reading: &'static str,
    measured: Vec<u32>,
    as_width: Vec<u32>,
    as_clamp_and_mask: Vec<u32>,
}

impl ShuffleReading {
    fn of(confirmation: &Confirmation) -> Option<Self> {
        let (reading, measured) = validate::read_shuffle(confirmation)?;
        Some(Self {
            reading: reading.name(),
            measured: measured.to_vec(),
            as_width: Reading::Width.sums().to_vec(),
            as_clamp_and_mask: Reading::ClampAndMask.sums().to_vec(),
        })
    }

    pub(super) fn sentence(&self) -> String {
        const LANE: usize = 1;
        format!(
            "shfl.sync.down with c = 32: lane {LANE} would have {} if c were a width, {} if it is a clamp and a segment mask; it \
             has {}, and all lanes agree: c is {}",
            self.as_width[LANE], self.as_clamp_and_mask[LANE], self.measured[LANE], self.reading
        )
    }
}

/// Confirms the rules that the arguments name.
pub(super) fn run(
    arguments: &VerifyArguments,
    backend: &Backend,
    terminal: Terminal,
) -> Result<io::Result<Ending>, String> {
    let named = arguments.names.iter().map(|name| arguments::rule(name)).collect::<Result<Vec<_>, _>>()?;
    let wanted = if named.is_empty() { rules::ALL.to_vec() } else { named };
    let assembler = arguments.ptxas.as_deref().map(Assembler::find).transpose()?.map(Rc::new);
    let open = || -> Box<dyn Device> {
        match &assembler {
            Some(assembler) => Box::new(Assembling { device: backend.open_wary(), assembler: Rc::clone(assembler) }),
            None => backend.open_wary(),
        }
    };
    let mut progress = RunProgress::new(wanted.len(), PROGRESS, terminal.is_watched);
    let folder = Folder::open(arguments.evidence.as_deref(), backend);
    let (mut rows, mut shuffle, mut done) = (Vec::new(), None, 0);
    for rule in &wanted {
        let confirmation = validate::confirm(rule, &open);
        if interrupt::is_wanted() {
            break;
        }
        shuffle = shuffle.or_else(|| ShuffleReading::of(&confirmation));
        match &confirmation {
            Confirmation::Tried(trials) => {
                for trial in trials {
                    let row = DemonstrationRow::of_trial(rule, trial);
                    if let Some(folder) = folder.as_ref().filter(|_| row.status != DemonstrationStatus::NotShown) {
                        folder.keep_trial(trial, &row)?;
                    }
                    rows.push(row);
                }
            }
            Confirmation::NotShown(reason) => rows.push(DemonstrationRow::not_shown(rule, reason)),
        }
        progress.step(|| done += 1);
    }
    drop(progress);
    let (device, note) = (backend.name(), backend.note.clone());
    let unwatched = backend.unwatched();
    terminal.tell_of_unwatched(unwatched);
    let report = RulesWriter { device, note, unwatched, rows, shuffle, missing: wanted.len() - done };
    Ok(report.write(arguments.format, terminal).map(|ending| {
        let page = arguments.report.as_deref().and_then(|path| {
            let head = Head::new("rules", report.total(), ending, backend);
            report_html::write(path, &head, report_html::rules(&report), terminal)
        });
        page.unwrap_or(ending)
    }))
}

pub(super) struct RulesWriter {
    device: String,
    note: Option<String>,
    /// See [`Device::unwatched`].
    unwatched: u64,
    pub rows: Vec<DemonstrationRow>,
    pub shuffle: Option<ShuffleReading>,
    /// Rules that nobody has looked at.
    missing: usize,
}

impl RulesWriter {
    fn count(&self, status: DemonstrationStatus) -> usize {
        self.rows.iter().filter(|row| row.status == status).count()
    }

    fn write(&self, format: ListFormat, terminal: Terminal) -> io::Result<Ending> {
        let mut out = io::stdout().lock();
        match format {
            ListFormat::Human => self.human(&mut out, terminal)?,
            ListFormat::Json => {
                serde_json::to_writer_pretty(&mut out, &RulesDocument::new(self))?;
                writeln!(out)?;
            }
        }
        out.flush()?;
        Ok(if self.missing > 0 {
            terminal.complain(&format!("interrupted: {} not looked at", plural(self.missing, "rule")));
            Ending::Failure
        } else if self.count(DemonstrationStatus::NotConfirmed) > 0 {
            Ending::Findings
        } else {
            Ending::Clean
        })
    }

    fn human(&self, out: &mut impl Write, terminal: Terminal) -> io::Result<()> {
        if let Some(note) = &self.note {
            writeln!(out, "{note}")?;
        }
        writeln!(out, "{}", self.device)?;
        let (tried, silent): (Vec<_>, Vec<_>) =
            self.rows.iter().partition(|row| row.status != DemonstrationStatus::NotShown);
        let width = tried.iter().filter_map(|row| row.bad).map(str::len).max().unwrap_or(0);
        for row in tried {
            let is_confirmed = row.status == DemonstrationStatus::Confirmed;
            let (word, style) = if is_confirmed { ("CONFIRMED", "32;1") } else { ("NOT CONFIRMED", "31;1") };
            let name = row.bad.unwrap_or(row.rule);
            let misbehaviour = row.misbehaviour.map_or(String::new(), |name| format!("{name}: "));
            let details = terminal.charset.line(&row.details);
            writeln!(out, "{:13} {name:width$}  {misbehaviour}{details}", paint(word, style, terminal.color))?;
        }
        let mut reasons: Vec<&str> = silent.iter().map(|row| row.details.as_str()).collect();
        reasons.sort_unstable();
        reasons.dedup();
        for reason in reasons {
            let rules: Vec<_> = silent.iter().filter(|row| row.details == reason).map(|row| row.rule).collect();
            writeln!(out, "not confirmable on this device: {}: {reason}", rules.join(", "))?;
        }
        if let Some(shuffle) = &self.shuffle {
            writeln!(out, "{}", shuffle.sentence())?;
        }
        writeln!(out, "{}", self.total())
    }

    fn total(&self) -> String {
        let [confirmed, refuted, not_shown] =
            [DemonstrationStatus::Confirmed, DemonstrationStatus::NotConfirmed, DemonstrationStatus::NotShown]
                .map(|status| self.count(status));
        format!(
            "{} confirmed, {refuted} not; {} not confirmable on this device",
            plural(confirmed, "demonstration"),
            plural(not_shown, "rule")
        )
    }
}

/// The report in JSON.
#[derive(Serialize)]
struct RulesDocument<'a> {
    schema_version: u32,
    tool: json::Tool,
    device: &'a str,
    unwatched_bytes: u64,
    demonstrations: &'a [DemonstrationRow],
    shuffle: Option<&'a ShuffleReading>,
    summary: RulesSummary,
}

#[derive(Serialize)]
struct RulesSummary {
    confirmed: usize,
    not_confirmed: usize,
    not_shown: usize,
    not_run: usize,
}

impl<'a> RulesDocument<'a> {
    fn new(report: &'a RulesWriter) -> Self {
        Self {
            schema_version: json::SCHEMA_VERSION,
            tool: json::Tool::THIS,
            device: &report.device,
            unwatched_bytes: report.unwatched,
            demonstrations: &report.rows,
            shuffle: report.shuffle.as_ref(),
            summary: RulesSummary {
                confirmed: report.count(DemonstrationStatus::Confirmed),
                not_confirmed: report.count(DemonstrationStatus::NotConfirmed),
                not_shown: report.count(DemonstrationStatus::NotShown),
                not_run: report.missing,
            },
        }
    }
}
