//! Files taken to pieces: one function each, with the declarations before it.

use std::path::{Path, PathBuf};

/// Longer functions would take most of the time.
const LONGEST: usize = 100_000;

/// The functions of all files.
pub(crate) fn read(paths: &[PathBuf]) -> Result<Vec<Vec<u8>>, String> {
    let mut files = Vec::new();
    paths.iter().try_for_each(|path| find(path, &mut files))?;
    files.sort();
    let mut pieces = Vec::new();
    for file in files {
        let text = std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        split(&text, &mut pieces);
    }
    Ok(pieces)
}

fn find(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", path.display());
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    for entry in path.read_dir().map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "ptx") {
            find(&path, files)?;
        }
    }
    Ok(())
}

/// Appends the functions of a text. A function starts with a line that declares one; what stands before the first is common to all.
fn split(text: &[u8], pieces: &mut Vec<Vec<u8>>) {
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let trimmed = line.trim_ascii_start();
        let words = String::from_utf8_lossy(&trimmed[..trimmed.len().min(60)]).into_owned();
        let declares = words.split_whitespace().take(3).any(|word| word == ".entry" || word == ".func");
        if declares && words.starts_with('.') {
            starts.push(at);
        }
        at += line.len();
    }
    let prelude = &text[..starts.first().copied().unwrap_or(0)];
    starts.push(text.len());
    for pair in starts.windows(2) {
        let length = prelude.len() + pair[1] - pair[0];
        if length <= LONGEST {
            pieces.push([prelude, &text[pair[0]..pair[1]]].concat());
        }
    }
}
