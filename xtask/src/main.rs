//! Chores of the repository; `cargo xtask` lists them.

mod chores;
#[cfg(test)]
mod functions;
mod instructions;
mod isa;
mod modules;
#[cfg(test)]
mod names;
mod python;
mod rule;
mod site;
#[cfg(test)]
mod types;
#[cfg(test)]
mod wording;

use instructions::Purpose;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["isa"] => isa::write(),
        ["map"] => modules::bless(),
        ["new-rule", name, group] => rule::create(name, group),
        ["book"] => chores::book(),
        ["bless"] => chores::bless(),
        ["ci"] => chores::ci(),
        ["instructions"] => instructions::instructions(Purpose::Show),
        ["instructions", "bless"] => instructions::instructions(Purpose::Bless),
        ["instructions", "check"] => instructions::instructions(Purpose::Check),
        ["site"] => site::site(),
        ["site", "test"] => site::test(),
        ["python"] => python::test(false),
        _ => Err(USAGE.into()),
    }
}

const USAGE: &str = "which chore?

cargo xtask new-rule NAME GROUP   a rule's file, its line in the registry, its first fixtures
cargo xtask isa                   src/isa/generated.rs from isa/*.isa
cargo xtask map                   the map of modules in ARCHITECTURE.md
cargo xtask bless                 both, and all that tests expect: pages of the book, snapshots, findings of the corpus
cargo xtask book                  the book of `docs`, in target/book
cargo xtask site                  the book and the playground, in target/site; `site test` looks at them in a browser
cargo xtask python                build the Python package, and run its tests
cargo xtask instructions          how many it takes to lint what each producer wrote, beside the stored numbers; `bless` stores them
cargo xtask ci                    what has to pass on every change";
