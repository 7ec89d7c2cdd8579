//! The command line: arguments, files, threads, exit codes.

mod arguments;
mod baseline;
#[cfg(feature = "binaries")]
mod binaries;
mod cache;
mod catalogue;
mod chrome;
mod config;
mod coverage;
mod diff;
mod duplicates;
pub mod exec;
#[cfg(feature = "binaries")]
mod extract;
mod fixing;
mod gguf;
mod graph;
mod init;
mod inline_asm;
mod inputs;
mod kernels;
mod lint;
mod litmus;
mod lsp;
mod manual;
mod output;
mod parallel;
mod parity;
mod progress;
mod ptxas;
mod reporting;
mod run;
mod sanitize;
mod selection;
mod settings;
mod sources;
mod terminal;
mod trace;
mod verify;
mod writer;

use arguments::{Arguments, Subcommands};
use std::io::{self, Write};
use std::process::ExitCode;
use terminal::Terminal;

/// How a run ended, as exit codes tell it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Ending {
    /// No finding at level error.
    Clean = 0,
    /// Findings at level error.
    Findings = 1,
    /// Something could not be done.
    Failure = 2,
}

/// Runs the tool with the arguments of the process.
pub fn main() -> ExitCode {
    ExitCode::from(run_with(std::env::args_os()))
}

/// Runs the tool with these arguments, the program's name first, and gives its exit code. What is wrong with the arguments ends the
/// process.
pub fn run_with(arguments: impl IntoIterator<Item = std::ffi::OsString>) -> u8 {
    crate::guard::keep_quiet();
    let arguments = Arguments::read(arguments);
    let terminal = Terminal::detect(arguments.color);
    let ending = match arguments.command {
        None => lint::run(arguments.lint, None, terminal),
        Some(Subcommands::Explain { rule }) => print(&catalogue::page(rule, terminal)),
        Some(Subcommands::Graph(arguments)) => graph::run(arguments, terminal),
        Some(Subcommands::Completions { shell }) => manual::completions(shell),
        Some(Subcommands::Diff(arguments)) => diff::run(*arguments, terminal),
        Some(Subcommands::Exec(arguments)) => exec::run(*arguments, terminal),
        #[cfg(feature = "binaries")]
        Some(Subcommands::Extract(arguments)) => extract::run(&arguments, terminal),
        Some(Subcommands::Init(arguments)) => init::run(&arguments, terminal),
        Some(Subcommands::Litmus(arguments)) => litmus::run(&arguments, terminal),
        Some(Subcommands::Lsp(arguments)) => lsp::run(&arguments, terminal),
        Some(Subcommands::Man { output }) => manual::pages(output.as_deref(), terminal),
        Some(Subcommands::Kernels(command)) => kernels::run(command, terminal),
        Some(Subcommands::Parity(arguments)) => parity::run(&arguments, terminal),
        Some(Subcommands::Run(arguments)) => run::run(&arguments, terminal),
        Some(Subcommands::Sanitize(arguments)) => lint::sanitize(*arguments, terminal),
        Some(Subcommands::RunKernel { device }) => verify::run_kernel(device, terminal),
        Some(Subcommands::Trace(arguments)) => trace::run(&arguments, terminal),
        Some(Subcommands::Verify(arguments)) => verify::run(&arguments, terminal),
        Some(Subcommands::Rules { format }) => print(&catalogue::list(format, terminal)),
    };
    match ending {
        Ok(ending) => ending as u8,
        // Whoever reads has seen enough, as in `ptxlint k.ptx | head`. 128 + SIGPIPE is what a shell shows for programs that
        // this signal ends: the pipeline must not look as if nothing had been found.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => 141,
        Err(error) => {
            terminal.complain(&format!("cannot write the report: {error}"));
            Ending::Failure as u8
        }
    }
}

fn print(text: &str) -> io::Result<Ending> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(Ending::Clean)
}
