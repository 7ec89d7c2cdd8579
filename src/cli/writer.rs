//! Writes reports as files are done, and the sums at the end.

use super::Ending;
use super::baseline::{BaselineEffect, KnownFindings};
use super::fixing::Fixing;
use super::lint::{FindingCounts, InputOutcome, InputStatus, PendingFindings, RenderedFindings};
use super::ptxas::Assembled;
use super::reporting::{ReportArguments, ReportFormat, Sink};
use super::terminal::Terminal;
use crate::Waiting;
use crate::diagnostic::Level;
use crate::driver::{self, Incomplete};
use crate::guard::guarded;
use crate::options::Effort;
use crate::render::human::paint;
use crate::render::{Document, Remark, RenderedBlock, json};
use std::io::{self, BufWriter, Write};
use std::sync::Arc;
use std::time::Duration;

/// The report in the making.
pub(super) struct Writer {
    out: BufWriter<Box<dyn Write>>,
    terminal: Terminal,
    format: ReportFormat,
    statistics: bool,
    quiet: bool,
    exit_zero: bool,
    fixing: Option<Fixing>,
    /// How many findings have been mended.
    fixed: usize,
    /// How many findings have fixes that are safe, and how many have others.
    fixable: [usize; 2],
    /// How many findings the baseline hides, and how many that it lists are gone.
    baselined: [usize; 2],
    /// What the baseline is to list.
    updates: Vec<(String, KnownFindings)>,
    /// Whether a diff has been shown.
    differs: bool,
    /// How many findings may still be written.
    room: usize,
    /// How many findings have been written, folded ones included.
    written: usize,
    counts: FindingCounts,
    linted: usize,
    failed: usize,
    /// The assembler has rejected a file.
    rejected: bool,
    /// What formats need that are one document.
    document: Document,
    /// The document of `--format json`.
    json: json::JsonReport,
    /// ptxlint itself has failed on a file, if only in part.
    panicked: bool,
    incomplete: Vec<json::JsonIncomplete>,
    /// Rules that wait until errors are mended.
    waiting: Vec<json::JsonWaiting>,
    /// What the run has not judged, whatever the file: said once, to people.
    pub(super) unjudged: Option<&'static str>,
}

impl Writer {
    pub(super) fn new(arguments: &ReportArguments, fixing: Option<Fixing>, Sink { out, terminal }: Sink) -> Self {
        Self {
            out: BufWriter::new(out),
            terminal,
            format: arguments.format,
            statistics: arguments.statistics,
            quiet: arguments.quiet,
            exit_zero: arguments.exit_zero,
            fixing,
            fixed: 0,
            fixable: [0; 2],
            baselined: [0; 2],
            updates: Vec::new(),
            differs: false,
            room: arguments.max_findings.unwrap_or(usize::MAX),
            written: 0,
            counts: FindingCounts::new(),
            linted: 0,
            failed: 0,
            rejected: false,
            document: Document::default(),
            json: json::JsonReport::default(),
            panicked: false,
            incomplete: Vec::new(),
            waiting: Vec::new(),
            unjudged: None,
        }
    }

    /// Takes up the next file.
    pub(super) fn take(&mut self, mut outcome: InputOutcome) -> io::Result<()> {
        let name = outcome.name.clone();
        self.write_pending(&mut outcome)?;
        self.note_status(&outcome);
        self.deliver(&outcome)?;
        if self.fixing == Some(Fixing::Show) {
            return self.out.flush();
        }
        self.rejected |= outcome.assembled.as_ref().is_some_and(|assembled| !assembled.accepted);
        let assembled = match (self.format, &outcome.assembled) {
            (ReportFormat::Human | ReportFormat::Compact, Some(assembled)) => assembled.describe(&outcome.name),
            _ => String::new(),
        };
        let baselined = outcome.baseline.take().map(|effect| self.note(effect));
        let mut unlooked = summaries(&outcome.incomplete, outcome.effort.more());
        unlooked.extend(outcome.note.take());
        // That errors come first is no surprise: only the report for people says so, and the documents in a field of their own.
        if self.format == ReportFormat::Human && !self.quiet {
            unlooked.extend(delayed(&outcome.waiting));
        }
        // There may be very many.
        if self.format == ReportFormat::Json {
            let path: Arc<str> = name.as_str().into();
            let incomplete = outcome.incomplete.into_iter().map(|it| json::JsonIncomplete::new(&path, it));
            self.incomplete.extend(incomplete);
            self.waiting.extend(outcome.waiting.into_iter().map(|it| json::JsonWaiting::new(&path, it)));
        } else if self.is_document() {
            self.document.incomplete.extend(outcome.incomplete.iter().map(|it| Remark {
                path: outcome.name.clone(),
                line: None,
                level: Level::Note,
                source: "ptxlint",
                text: it.to_string(),
            }));
        }
        if let Some(assembled) = &outcome.assembled {
            self.document.remarks.extend(remarks(&outcome.name, assembled));
        }
        if self.is_document() {
            self.document.files.push(json::File {
                path: outcome.name,
                member: outcome.member,
                status: outcome.status.name(),
                findings: outcome.counts.values().sum(),
                message: outcome.message,
                baselined,
                fixed: self.fixing.map(|_| outcome.fixed),
                ptxas: outcome.assembled.as_ref().and_then(|assembled| serde_json::to_value(assembled).ok()),
            });
        }
        for (key, count) in outcome.counts {
            *self.counts.entry(key).or_default() += count;
        }
        if let RenderedFindings::Text(blocks) = outcome.output {
            self.write_blocks(&blocks)?;
        }
        for line in assembled.lines() {
            writeln!(self.out, "{}", self.terminal.charset.line(line))?;
        }
        self.tell_unlooked(&name, unlooked)?;
        // Reports appear as soon as they are there, and before complaints about later files.
        self.out.flush()
    }

    /// Writes findings that are to be JSON. A mistake of ours in one file must not cost the reports of the others.
    fn write_pending(&mut self, outcome: &mut InputOutcome) -> io::Result<()> {
        let RenderedFindings::Pending(pending) = &outcome.output else { return Ok(()) };
        if self.fixing == Some(Fixing::Show) {
            return Ok(());
        }
        guarded(|| self.write_json(pending)).unwrap_or_else(|panic| {
            (outcome.status, outcome.message) = (InputStatus::InternalError, Some(panic));
            outcome.counts.clear();
            Ok(())
        })
    }

    /// Counts a file, and complains if it could not be linted.
    fn note_status(&mut self, outcome: &InputOutcome) {
        self.panicked |= outcome.status == InputStatus::InternalError;
        match complaint(outcome) {
            None => self.linted += 1,
            Some(text) => {
                self.failed += 1;
                self.terminal.complain(&text);
                let (path, level) = (outcome.name.clone(), Level::Error);
                self.document.remarks.push(Remark { path, line: None, level, source: "ptxlint", text });
            }
        }
    }

    /// What was not looked at in a file.
    fn tell_unlooked(&mut self, name: &str, unlooked: Vec<String>) -> io::Result<()> {
        for line in unlooked {
            let line = format!("{name}: {line}");
            if self.is_document() {
                let text = line.clone();
                let (path, level) = (name.to_string(), Level::Note);
                self.document.remarks.push(Remark { path, line: None, level, source: "ptxlint", text });
            } else if self.format == ReportFormat::Human {
                let sign = paint("note:", "36;1", self.terminal.color);
                writeln!(self.out, "{sign} {}", self.terminal.charset.line(&line))?;
            } else {
                // Programs read a finding from each line.
                self.terminal.note(&line);
            }
        }
        Ok(())
    }

    /// Remembers what a baseline has done; how many findings it hides.
    fn note(&mut self, effect: BaselineEffect) -> usize {
        self.baselined[0] += effect.hidden;
        self.baselined[1] += effect.gone;
        self.updates.extend(effect.update);
        effect.hidden
    }

    /// What the baseline is to list of the files, by path.
    pub(super) fn updates(&mut self) -> Vec<(String, KnownFindings)> {
        std::mem::take(&mut self.updates)
    }

    /// Hands on what was made of a text.
    fn deliver(&mut self, outcome: &InputOutcome) -> io::Result<()> {
        self.fixed += outcome.fixed;
        for (sum, count) in self.fixable.iter_mut().zip(outcome.fixable) {
            *sum += count;
        }
        match self.fixing {
            None => Ok(()),
            Some(Fixing::Show) => {
                self.differs |= !outcome.delivered.is_empty();
                self.out.write_all(&outcome.delivered)
            }
            Some(Fixing::Write) => {
                let mut stdout = io::stdout().lock();
                stdout.write_all(&outcome.delivered)?;
                stdout.flush()
            }
        }
    }

    fn write_blocks(&mut self, blocks: &[RenderedBlock]) -> io::Result<()> {
        for block in blocks.iter().take(self.room) {
            self.written += block.findings;
            self.out.write_all(block.text.as_bytes())?;
        }
        self.room = self.room.saturating_sub(blocks.len());
        Ok(())
    }

    fn write_json(&mut self, findings: &PendingFindings) -> io::Result<()> {
        findings.each(self.room, |mut finding| {
            self.room -= 1;
            self.written += 1;
            if self.format.dialect().is_some() {
                // What others show to people, who know their functions by the names that they wrote.
                finding.demangle();
                self.document.findings.push(finding);
                return Ok(());
            }
            if self.format == ReportFormat::Json {
                return self.json.write(&finding, &mut self.out);
            }
            serde_json::to_writer(&mut self.out, &finding)?;
            self.out.write_all(b"\n")
        })
    }

    /// Writes what comes last.
    pub(super) fn finish(mut self, elapsed: Duration) -> io::Result<Ending> {
        match self.format {
            _ if self.fixing == Some(Fixing::Show) => {}
            ReportFormat::Human => {
                self.write_statistics()?;
                if !self.quiet {
                    self.write_summary(elapsed)?;
                }
            }
            ReportFormat::Compact => self.write_statistics()?,
            ReportFormat::Json => self.write_document()?,
            ReportFormat::JsonLines => {}
            ReportFormat::Sarif | ReportFormat::Github | ReportFormat::Gitlab | ReportFormat::Junit => {
                self.write_dialect()?
            }
        }
        self.out.flush()?;
        Ok(match self.at(Level::Error) {
            _ if self.failed > 0 || self.panicked => Ending::Failure,
            0 if !self.rejected && !self.differs => Ending::Clean,
            _ if self.exit_zero => Ending::Clean,
            _ => Ending::Findings,
        })
    }

    /// Whether the report is written when all is known.
    fn is_document(&self) -> bool {
        self.format == ReportFormat::Json || self.format.dialect().is_some()
    }

    fn write_dialect(&mut self) -> io::Result<()> {
        self.document.complete = self.failed == 0;
        self.format.dialect().map_or(Ok(()), |dialect| self.document.write(dialect, &mut self.out))
    }

    fn at(&self, level: Level) -> usize {
        self.counts.iter().filter(|((of, _), _)| *of == level).map(|(_, count)| count).sum()
    }

    fn omitted(&self) -> usize {
        self.counts.values().sum::<usize>() - self.written
    }

    /// The counts, largest first.
    fn ranking(&self) -> Vec<(Level, &'static str, usize)> {
        let mut ranking: Vec<_> = self.counts.iter().map(|(&(level, rule), &count)| (level, rule, count)).collect();
        ranking.sort_by_key(|&(level, rule, count)| (std::cmp::Reverse(count), rule, level));
        ranking
    }

    fn write_statistics(&mut self) -> io::Result<()> {
        if !self.statistics || self.counts.is_empty() {
            return Ok(());
        }
        for (level, rule, count) in self.ranking() {
            writeln!(self.out, "{count:8} {:8} {rule}", level.name())?;
        }
        if self.format == ReportFormat::Human { writeln!(self.out) } else { Ok(()) }
    }

    fn write_summary(&mut self, elapsed: Duration) -> io::Result<()> {
        if self.linted == 0 && self.failed > 0 {
            return Ok(());
        }
        let ranking = self.ranking();
        if let [(_, rule, _), others @ ..] = ranking.as_slice() {
            writeln!(
                self.out,
                "For more about a rule: `ptxlint explain {rule}`{}",
                self.terminal.charset.line(&also(rule, others))
            )?;
        }
        self.write_fixes()?;
        self.write_baseline()?;
        if let Some(unjudged) = self.unjudged {
            writeln!(self.out, "{} {unjudged}", paint("note:", "36;1", self.terminal.color))?;
        }
        let counts: Vec<String> = Level::ALL.into_iter().rev().filter_map(|level| self.level_count(level)).collect();
        let counts = if counts.is_empty() { "no findings".to_string() } else { counts.join(", ") };
        write!(self.out, "{counts} in {}, {}", plural(self.linted, "file"), seconds(elapsed))?;
        if self.failed > 0 {
            write!(self.out, "; {} could not be linted", plural(self.failed, "input"))?;
        }
        match self.omitted() {
            0 => writeln!(self.out),
            omitted => writeln!(self.out, "; `--max-findings` left out {}", plural(omitted, "finding")),
        }
    }

    /// Tells what was mended, and what can be.
    fn write_fixes(&mut self) -> io::Result<()> {
        if self.fixing.is_some() {
            writeln!(self.out, "fixed {}", plural(self.fixed, "finding"))?;
        }
        let [safe, others] = match (self.fixing, self.fixable) {
            // What is left of the safe ones would have made things worse.
            (Some(_), [_, others]) => [0, others],
            (None, fixable) => fixable,
        };
        match (safe, others) {
            (0, 0) => Ok(()),
            (safe, 0) => writeln!(self.out, "{} can be fixed with `--fix`", plural(safe, "finding")),
            (0, others) => writeln!(self.out, "{} can be fixed with `--fix --unsafe-fixes`", plural(others, "finding")),
            (safe, others) => {
                writeln!(
                    self.out,
                    "{} can be fixed with `--fix`, {others} more with `--unsafe-fixes`",
                    plural(safe, "finding")
                )
            }
        }
    }

    /// Tells what is not heard, and what need not be listed any more.
    fn write_baseline(&mut self) -> io::Result<()> {
        let [hidden, gone] = self.baselined;
        let verb = |count| if count == 1 { "is" } else { "are" };
        if hidden > 0 {
            writeln!(self.out, "{} {} in the baseline", plural(hidden, "finding"), verb(hidden))?;
        }
        if gone > 0 {
            let them = if gone == 1 { "it" } else { "them" };
            let count = plural(gone, "finding");
            writeln!(self.out, "{count} of the baseline {} gone; `--update-baseline` removes {them}", verb(gone))?;
        }
        Ok(())
    }

    /// "3 errors" in the level's colour.
    fn level_count(&self, level: Level) -> Option<String> {
        let (count, style) = match level {
            Level::Error => (plural(self.at(level), "error"), "31;1"),
            Level::Warning => (plural(self.at(level), "warning"), "33;1"),
            Level::Perf => (format!("{} perf", self.at(level)), "36;1"),
            Level::Note => (plural(self.at(level), "note"), "36;1"),
        };
        (self.at(level) > 0).then(|| paint(&count, style, self.terminal.color))
    }

    fn write_document(&mut self) -> io::Result<()> {
        let count = |&(level, rule, findings): &(Level, &'static str, usize)| json::RuleCount {
            rule,
            level: level.name(),
            findings,
        };
        let end = json::JsonReportEnd {
            files: std::mem::take(&mut self.document.files),
            incomplete: std::mem::take(&mut self.incomplete),
            waiting: std::mem::take(&mut self.waiting),
            summary: json::JsonSummary {
                error: self.at(Level::Error),
                warning: self.at(Level::Warning),
                perf: self.at(Level::Perf),
                note: self.at(Level::Note),
                omitted: self.omitted(),
            },
            statistics: self.statistics.then(|| self.ranking().iter().map(count).collect()),
        };
        std::mem::take(&mut self.json).finish(&end, &mut self.out)
    }
}

/// What the assembler says of a file, as remarks.
fn remarks(path: &str, assembled: &Assembled) -> Vec<Remark> {
    let remark = |message: &super::ptxas::PtxasMessage| Remark {
        path: path.to_string(),
        line: message.line,
        level: if message.severity == "warning" { Level::Warning } else { Level::Error },
        source: "ptxas",
        text: message.text.clone(),
    };
    let mut remarks: Vec<Remark> = assembled.messages.iter().map(remark).collect();
    if !assembled.accepted && remarks.iter().all(|remark| remark.level < Level::Error) {
        let text = format!("ptxas {} rejects the file for {}", assembled.release, assembled.arch);
        remarks.push(Remark { path: path.to_string(), line: None, level: Level::Error, source: "ptxas", text });
    }
    remarks
}

/// What is said of an input that could not be linted.
fn complaint(outcome: &InputOutcome) -> Option<String> {
    let name = &outcome.name;
    let message = outcome.message.as_deref().unwrap_or("no reason given");
    match outcome.status {
        InputStatus::Read(driver::FileStatus::Ok | driver::FileStatus::SyntaxError) => None,
        InputStatus::Read(driver::FileStatus::NotPtx) => Some(format!("{name} is not PTX: {message}")),
        InputStatus::Unreadable => Some(format!("cannot lint {name}: {message}")),
        // The findings tell it, and are there.
        InputStatus::InternalError if !outcome.counts.is_empty() => None,
        InputStatus::InternalError => Some(format!(
            "internal error in {name}: {message}; this is a bug in ptxlint, please report it with the file"
        )),
    }
}

/// The rules that have not run on functions with errors: a line about the first function, with the number of others.
fn delayed(waiting: &[Waiting]) -> Option<String> {
    let first = waiting.iter().find(|it| !it.rules.is_empty())?;
    let others = waiting.iter().filter(|it| !it.rules.is_empty()).count() - 1;
    let more = match others {
        0 => String::new(),
        count => format!("; nor on {}", plural(count, "other function")),
    };
    // The document for programs names them all.
    const SHOWN: usize = 4;
    let shown = Waiting { rules: first.rules.iter().copied().take(SHOWN).collect(), ..first.clone() };
    let (count, hidden) = (first.rules.len(), first.rules.len().saturating_sub(SHOWN));
    let others = if hidden > 0 { format!(" and {hidden} more") } else { String::new() };
    Some(format!("{}{others}{more}", shown.line(count)))
}

/// What rules have not looked at in a file: a line for each, about the first function and the number of others.
fn summaries(incomplete: &[Incomplete], more_effort: Option<Effort>) -> Vec<String> {
    let hint = more_effort.map_or_else(String::new, |effort| format!("; `--effort {}` examines more", effort.name()));
    let mut rules: Vec<&str> = Vec::new();
    for it in incomplete {
        if !rules.contains(&it.rule) {
            rules.push(it.rule);
        }
    }
    let line = |rule: &str| {
        let first = incomplete.iter().find(|it| it.rule == rule)?;
        let others: std::collections::BTreeSet<_> = incomplete
            .iter()
            .filter(|it| it.rule == rule && it.function != first.function)
            .map(|it| &it.function)
            .collect();
        let more = match others.len() {
            0 => String::new(),
            count => format!(", and not everything in {}", plural(count, "other function")),
        };
        Some(format!("{first}{more}{hint}"))
    };
    rules.into_iter().filter_map(line).collect()
}

/// The other rules that have found something; those that have found most, if they are many.
fn also(first: &str, others: &[(Level, &'static str, usize)]) -> String {
    const SHOWN: usize = 6;
    let mut names: Vec<&str> = Vec::new();
    for &(_, rule, _) in others {
        if rule != first && !names.contains(&rule) {
            names.push(rule);
        }
    }
    let more = if names.len() > SHOWN { ", …" } else { "" };
    names.truncate(SHOWN);
    if names.is_empty() { String::new() } else { format!(" (also: {}{more})", names.join(", ")) }
}

/// A number of things in words.
pub(super) fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn seconds(elapsed: Duration) -> String {
    match elapsed.as_millis() {
        0 => "under 1 ms".to_string(),
        millis @ 1..1000 => format!("{millis} ms"),
        _ => format!("{:.1} s", elapsed.as_secs_f64()),
    }
}
