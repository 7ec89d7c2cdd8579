//! The language server: the linter for editors, over the Language Server Protocol on the standard streams.
//!
//! One thread answers, in order of arrival; another lints. A change of a document is applied at once, and what was found is published
//! when the newest text has been linted. Each answer parses the text anew, which is cheaper than to keep a syntax tree in step.

#![expect(clippy::mutable_key_type, reason = "the parts of a URI that are filled lazily have no part in its hash")]

mod actions;
mod completion;
mod document;
mod hover;
mod linting;
mod locations;
mod navigation;
mod outline;
mod server;
mod text;
mod tokens;
mod transport;

use super::Ending;
use super::arguments::ConfigurationArguments;
use super::terminal::Terminal;
use clap::Args;
use std::io;

pub(super) const HELP: &str = "\
An editor starts it and talks to it on the standard streams; the page on editors says how to set up VS Code, Neovim, Helix and Zed.
It lints as the command does: with the nearest `ptxlint.toml` at or above each file, and with the comments that allow findings.";

#[derive(Debug, Args)]
pub(super) struct LspArguments {
    #[command(flatten)]
    configuration: ConfigurationArguments,

    /// Talk on the standard streams; it does so anyway, and editors say it all the same
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Serves until the editor leaves. The exit code is the protocol's: 0 after a proper farewell, otherwise 1.
pub(super) fn run(arguments: &LspArguments, terminal: Terminal) -> io::Result<Ending> {
    let configurations = match arguments.configuration.find() {
        Ok(configurations) => configurations,
        Err(mistake) => {
            terminal.complain(&mistake);
            return Ok(Ending::Failure);
        }
    };
    let (sender, receiver, writer) = transport::stdio()?;
    let find = || arguments.configuration.find();
    let is_proper = server::Server::new(sender, configurations, &find)?.serve(&receiver);
    // The writer ends when the server has dropped its end; the reader may wait for input for ever.
    let _ = writer.join();
    Ok(if is_proper { Ending::Clean } else { Ending::Findings })
}
