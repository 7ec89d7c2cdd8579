//! Reports in the forms that other programs read: one document about all files.

use super::{annotations, json, junit, sarif};
use crate::diagnostic::Level;
use std::io::{self, BufWriter, Write};

/// Something to be told of a file that no rule has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The file.
    pub path: String,
    /// The line, if it is about one.
    pub line: Option<u32>,
    /// How bad it is.
    pub level: Level,
    /// Who says so: `ptxlint` or `ptxas`.
    pub source: &'static str,
    /// What.
    pub text: String,
}

/// All that is told of all files.
#[derive(Debug, Default)]
pub struct Document {
    /// The files, by path.
    pub files: Vec<json::File>,
    /// The findings, by path and position.
    pub findings: Vec<json::JsonFinding>,
    /// What else is to be said.
    pub remarks: Vec<Remark>,
    /// What rules have not looked at; only SARIF has a place for it.
    pub incomplete: Vec<Remark>,
    /// Whether every file could be linted.
    pub complete: bool,
}

/// A form that others have laid down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// SARIF 2.1.0.
    Sarif,
    /// Commands in the log of a GitHub workflow, which become annotations.
    Github,
    /// A report of GitLab's Code Quality.
    Gitlab,
    /// JUnit's XML.
    Junit,
}

impl Document {
    /// Writes it, one finding after the other where the form allows: there may be very many.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write(&self, dialect: Dialect, out: &mut dyn Write) -> io::Result<()> {
        let mut out = BufWriter::new(out);
        match dialect {
            Dialect::Sarif => sarif::write(self, &mut out)?,
            Dialect::Github => annotations::write_github(self, &mut out)?,
            Dialect::Gitlab => annotations::write_gitlab(self, &mut out)?,
            Dialect::Junit => junit::write(self, &mut out)?,
        }
        out.flush()
    }
}

/// A message and what to do about it.
pub(super) fn with_help(message: &str, help: Option<&str>) -> String {
    help.map_or_else(|| message.to_string(), |help| format!("{message}\nhelp: {help}"))
}

/// The word for a level of those who know but three.
pub(super) fn severity(level: &str) -> &'static str {
    match level {
        "error" => "error",
        "warning" => "warning",
        _ => "note",
    }
}
