//! What the reader's terminal can show.

use super::arguments::ColorWhen;
use crate::render::human::paint;
use crate::render::text::Charset;
use std::env;
use std::io::{self, IsTerminal, Write};

/// Where reports go to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terminal {
    /// Whether reports have colours.
    pub color: bool,
    /// Whether there are to be colours wherever the report goes.
    is_forced: bool,
    /// Whether complaints have colours.
    complaint_color: bool,
    /// Which characters are shown.
    pub charset: Charset,
    /// Columns of the terminal, if reports go to one.
    pub columns: Option<usize>,
    /// Whether both standard output and standard error are seen by somebody.
    pub is_watched: bool,
}

impl Terminal {
    pub(super) fn detect(color: ColorWhen) -> Self {
        let (stdout, stderr) = (io::stdout().is_terminal(), io::stderr().is_terminal());
        let is_colored = |is_terminal| match color {
            ColorWhen::Always => true,
            ColorWhen::Never => false,
            ColorWhen::Auto if is_set("NO_COLOR") => false,
            ColorWhen::Auto if is_on("FORCE_COLOR") || is_on("CLICOLOR_FORCE") => true,
            ColorWhen::Auto if env::var_os("CLICOLOR").is_some_and(|value| value == "0") => false,
            ColorWhen::Auto => is_terminal && env::var_os("TERM").is_none_or(|term| term != "dumb"),
        };
        let columns =
            if stdout { console::Term::stdout().size_checked().map(|(_, columns)| columns.into()) } else { None };
        Self {
            color: is_colored(stdout),
            is_forced: is_colored(false),
            complaint_color: is_colored(stderr),
            charset: charset(),
            columns,
            is_watched: stdout && stderr,
        }
    }

    /// What the reader of a file can see.
    pub(super) fn in_a_file(self) -> Self {
        Self { color: self.is_forced, columns: None, ..self }
    }

    /// Columns that a line of a report may take.
    pub(super) fn width(&self) -> usize {
        const FILE_WIDTH: usize = 140;
        self.columns.unwrap_or(FILE_WIDTH)
    }

    /// Tells of memory in which a device has not looked for races.
    pub(super) fn tell_of_unwatched(&self, bytes: u64) {
        if bytes > 0 {
            let sign = paint("warning:", "33;1", self.complaint_color);
            let _ = writeln!(io::stderr(), "{sign} races were {}", unwatched(bytes));
        }
    }

    /// Tells on the standard error what is worth knowing, and no mistake.
    pub(super) fn note(&self, message: &str) {
        let sign = paint("note:", "36;1", self.complaint_color);
        let _ = writeln!(io::stderr(), "{sign} {}", self.charset.line(message));
    }

    /// Tells on the standard error what could not be done.
    pub(super) fn complain(&self, message: &str) {
        let sign = paint("error:", "31;1", self.complaint_color);
        // When even this can't be written, the exit code has to do.
        let _ = writeln!(io::stderr(), "{sign} {}", self.charset.line(message));
    }
}

/// What has become of races in so many bytes, behind their name.
pub(super) fn unwatched(bytes: u64) -> String {
    format!("not checked in {bytes} bytes of buffers: out of memory")
}

/// Whether a variable asks for something: it is set, and not to 0.
fn is_on(variable: &str) -> bool {
    is_set(variable) && env::var_os(variable).is_some_and(|value| value != "0")
}

fn is_set(variable: &str) -> bool {
    env::var_os(variable).is_some_and(|value| !value.is_empty())
}

/// The charset of the locale, which the first of these variables decides (POSIX, 8.2). On Windows the console takes Unicode.
fn charset() -> Charset {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find(|variable| is_set(variable)).and_then(env::var_os);
    let locale = locale.unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    if cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8") { Charset::Unicode } else { Charset::Ascii }
}
