//! Chores of the repository; `cargo xtask` lists them.

mod isa;
mod modules;

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
        _ => Err("usage: cargo xtask isa|map".into()),
    }
}
