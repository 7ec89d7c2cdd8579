//! What ptxlint says of itself: its version, manual pages, completions.

use super::arguments::Arguments;
use super::terminal::Terminal;
use super::{Ending, print};
use crate::check::gate::VERSIONS;
use crate::isa::{Instruction, Target};
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use std::io;
use std::path::Path;
use std::sync::LazyLock;

/// The version and, where the build knew it, the commit with its day.
pub(super) const VERSION: &str = match option_env!("PTXLINT_VERSION") {
    Some(version) => version,
    None => env!("CARGO_PKG_VERSION"),
};

/// The version, and what it knows of PTX.
pub(super) fn long_version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(describe);
    &TEXT
}

fn describe() -> String {
    let newest = VERSIONS.last().copied().unwrap_or_default();
    let targets: Vec<&str> = Target::all().map(Target::name).collect();
    let (first, last) = (targets.first().unwrap_or(&""), targets.last().unwrap_or(&""));
    format!(
        "{VERSION}\nPTX ISA up to {}.{}, {} instructions, {} targets from {first} to {last}",
        newest / 10,
        newest % 10,
        Instruction::all().count(),
        targets.len(),
    )
}

/// Writes the completions for a shell.
pub(super) fn completions(shell: Shell) -> io::Result<Ending> {
    let all = Arguments::command();
    // The generators would name what is hidden, too.
    let shown = all.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    let mut command = Command::new("ptxlint").args(all.get_arguments().cloned()).subcommands(shown);
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, "ptxlint", &mut text);
    print(&String::from_utf8_lossy(&text))
}

/// Writes the manual page, or all pages into a folder.
pub(super) fn pages(folder: Option<&Path>, terminal: Terminal) -> io::Result<Ending> {
    // The page says of the version what `-V` does; what is known of PTX would be a line too much.
    let command = Arguments::command().long_version(VERSION);
    let Some(folder) = folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        return print(&String::from_utf8_lossy(&page));
    };
    match std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder)) {
        Ok(()) => Ok(Ending::Clean),
        Err(error) => {
            terminal.complain(&format!("cannot write the manual pages into {}: {error}", folder.display()));
            Ok(Ending::Failure)
        }
    }
}
