//! What a report is to look like, and where it goes.

use super::inputs::LintInput;
use super::output;
use super::terminal::Terminal;
use crate::render::Dialect;
use clap::{Args, ValueEnum};
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

/// The options about the report.
#[derive(Debug, Args)]
pub(super) struct ReportArguments {
    /// How to write the report
    #[arg(long, default_value = "human")]
    pub format: ReportFormat,

    /// Write the report to this file instead of the standard output
    #[arg(long, short, value_name = "FILE")]
    pub output_file: Option<PathBuf>,

    /// Exit with 0 even if there are errors; runs that fail still exit with 2
    #[arg(long)]
    pub exit_zero: bool,

    /// Show every finding: don't fold many findings of one rule in one function
    #[arg(long)]
    pub all: bool,

    /// Write at most N findings (or folded reports); all are counted
    #[arg(long, value_name = "N")]
    pub max_findings: Option<usize>,

    /// Add the number of findings of each rule
    #[arg(long)]
    pub statistics: bool,

    /// Print only findings and failures: no counts, hints or progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// How reports are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ReportFormat {
    /// For people: the offending text underlined, with the reasons beside it
    Human,
    /// `path:line:column: level[rule] message`, one line per finding
    Compact,
    /// One JSON document
    Json,
    /// One JSON object per finding, one per line
    JsonLines,
    /// SARIF 2.1.0: code scanning of GitHub and Azure, editors
    Sarif,
    /// Annotations in the log of a GitHub workflow
    Github,
    /// GitLab's Code Quality report
    Gitlab,
    /// JUnit's XML: a suite for each file; errors are failures
    Junit,
}

impl ReportFormat {
    /// The form that others have laid down, if it is one.
    pub(super) fn dialect(self) -> Option<Dialect> {
        match self {
            ReportFormat::Human | ReportFormat::Compact | ReportFormat::Json | ReportFormat::JsonLines => None,
            ReportFormat::Sarif => Some(Dialect::Sarif),
            ReportFormat::Github => Some(Dialect::Github),
            ReportFormat::Gitlab => Some(Dialect::Gitlab),
            ReportFormat::Junit => Some(Dialect::Junit),
        }
    }

    /// Whether it has a place for numbers of findings by rule.
    pub(super) fn has_statistics(self) -> bool {
        matches!(self, ReportFormat::Human | ReportFormat::Compact | ReportFormat::Json)
    }

    /// The word on the command line.
    pub(super) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_string()).unwrap_or_default()
    }
}

/// Where a report goes.
pub(super) struct Sink {
    pub out: Box<dyn Write>,
    /// What its reader can see.
    pub terminal: Terminal,
}

impl ReportArguments {
    /// Opens what the report is written to: the standard error if the standard output is for something else.
    ///
    /// # Errors
    /// What is in the way.
    pub(super) fn open<'a>(
        &self,
        mut inputs: impl Iterator<Item = &'a LintInput>,
        is_stdout_taken: bool,
        terminal: Terminal,
    ) -> Result<Sink, String> {
        let Some(path) = &self.output_file else {
            return Ok(match is_stdout_taken {
                true => Sink { out: Box::new(io::stderr()), terminal: terminal.in_a_file() },
                false => Sink { out: Box::new(io::stdout().lock()), terminal },
            });
        };
        let target = path.canonicalize().ok();
        let is_input = |input: &LintInput| input.path().and_then(|path| path.canonicalize().ok()) == target;
        if target.is_some() && inputs.any(is_input) {
            return Err(format!("cannot write {}: it is one of the files to lint", path.display()));
        }
        output::can_be_written(Some(path))?;
        let file = File::create(path).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        Ok(Sink { out: Box::new(file), terminal: terminal.in_a_file() })
    }
}
