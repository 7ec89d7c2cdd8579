//! `ptxlint extract`: the texts in executables, libraries and archives as files.

use super::inputs::{self, LintInput};
use super::terminal::Terminal;
use super::{Ending, print};
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

/// The arguments.
#[derive(Debug, Args)]
pub(super) struct ExtractArguments {
    /// Files that hold PTX, or folders of them; `lib.so!kernel.sm_90.ptx` is one text
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// The folder to write the texts into; without it the only text goes to the standard output
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// Writes the texts.
pub(super) fn run(arguments: &ExtractArguments, terminal: Terminal) -> io::Result<Ending> {
    let inputs = inputs::collect(&arguments.paths);
    let Some(folder) = &arguments.output else { return show(&inputs, terminal) };
    let mut ending = Ending::Clean;
    let mut names = String::new();
    for input in &inputs {
        let path = folder.join(below(&input.name));
        match input.read().and_then(|text| write(&path, &text).map_err(|error| error.to_string())) {
            Ok(()) => names.extend([&*path.to_string_lossy(), "\n"]),
            Err(reason) => {
                terminal.complain(&format!("cannot extract {}: {reason}", input.name));
                ending = Ending::Failure;
            }
        }
    }
    print(&names)?;
    Ok(ending)
}

/// Writes the only text to the standard output.
fn show(inputs: &[LintInput], terminal: Terminal) -> io::Result<Ending> {
    let text = match inputs {
        [input] => input.read().map_err(|reason| format!("cannot extract {}: {reason}", input.name)),
        _ => Err(several(inputs)),
    };
    match text {
        Ok(text) => {
            let mut stdout = io::stdout().lock();
            stdout.write_all(&text)?;
            stdout.flush()?;
            Ok(Ending::Clean)
        }
        Err(complaint) => {
            terminal.complain(&complaint);
            Ok(Ending::Failure)
        }
    }
}

fn several(inputs: &[LintInput]) -> String {
    const SHOWN: usize = 5;
    let names: Vec<&str> = inputs.iter().take(SHOWN).map(|input| input.name.as_str()).collect();
    let dots = if inputs.len() > SHOWN { ", …" } else { "" };
    format!(
        "these are {} texts: name one, or a folder for them with `--output` ({}{dots})",
        inputs.len(),
        names.join(", ")
    )
}

/// Where a text goes below the folder. What leads out of it is left away: archives may hold any names.
fn below(name: &str) -> PathBuf {
    let name = name.replace('!', "/");
    let parts = Path::new(&name).components().filter(|part| matches!(part, Component::Normal(_)));
    parts.collect()
}

fn write(path: &Path, text: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_folder() {
        assert_eq!(below("a/lib.so!../../etc/k.ptx"), Path::new("a/lib.so/etc/k.ptx"));
        assert_eq!(below("/tmp/x.whl!/k.ptx"), Path::new("tmp/x.whl/k.ptx"));
    }
}
