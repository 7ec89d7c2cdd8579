//! `cargo xtask isa`: the instruction table from text to Rust.

mod emit;
mod forms;
mod gates;
mod model;
mod operands;
mod parse;
mod roles;
mod vocabulary;

use std::path::{Path, PathBuf};

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn generated_path() -> PathBuf {
    root().join("src/isa/generated.rs")
}

/// Names and texts of `isa/*.isa`.
fn files() -> Result<Vec<(String, String)>, Box<dyn std::error::Error>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root().join("isa"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "isa") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.push((format!("isa/{name}"), std::fs::read_to_string(&path)?));
        }
    }
    Ok(files)
}

/// Reads `isa/*.isa` and returns the generated source.
fn generate() -> Result<String, Box<dyn std::error::Error>> {
    Ok(emit::emit(&parse::parse(&files()?)?))
}

/// The names of all instructions and words.
#[cfg(test)]
pub(crate) fn names() -> Result<std::collections::BTreeSet<String>, Box<dyn std::error::Error>> {
    let table = parse::parse(&files()?)?;
    Ok(table.by_name.into_keys().chain(table.words.into_keys()).collect())
}

/// Writes the generated source.
pub(crate) fn write() -> Result<(), Box<dyn std::error::Error>> {
    Ok(std::fs::write(generated_path(), generate()?)?)
}

#[cfg(test)]
mod tests;
