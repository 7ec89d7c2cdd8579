//! What mutants are made of: files taken to pieces, one function each with the declarations before it, and small files as a whole.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Longer pieces would take most of the time.
const LONGEST: usize = 100_000;

/// How much of a folder is read to learn modifiers.
const MOST_LEARNED: usize = 4 << 20;

/// Where a piece is: what stands before the first function of its file, and the function.
struct Seed {
    file: usize,
    prelude: usize,
    body: Range<usize>,
}

/// The pieces of files. Only their places are kept: workers share what the system keeps of files.
pub(crate) struct Seeds {
    files: Vec<PathBuf>,
    seeds: Vec<Seed>,
    /// Modifiers of opcodes.
    pub(crate) modifiers: Vec<Vec<u8>>,
}

impl Seeds {
    /// Looks through files, and folders for `.ptx` files.
    pub(crate) fn find(paths: &[PathBuf]) -> Result<Self, String> {
        let mut files = Vec::new();
        paths.iter().try_for_each(|path| find(path, &mut files))?;
        files.sort();
        files.dedup();
        let mut seeds = Vec::new();
        let mut learned = Vec::new();
        for (file, path) in files.iter().enumerate() {
            let text = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
            split(&text, file, &mut seeds);
            if learned.len() < MOST_LEARNED {
                learned.extend_from_slice(&text[..text.len().min(LONGEST)]);
            }
        }
        let modifiers = mutants::modifiers([learned.as_slice()]);
        if seeds.is_empty() { Err("there is no PTX".to_string()) } else { Ok(Self { files, seeds, modifiers }) }
    }

    pub(crate) fn len(&self) -> usize {
        self.seeds.len()
    }

    /// The text of a piece.
    pub(crate) fn read(&self, index: usize) -> io::Result<Vec<u8>> {
        let Seed { file, prelude, body } = &self.seeds[index];
        let mut file = File::open(&self.files[*file])?;
        let mut text = vec![0; prelude + body.len()];
        file.read_exact(&mut text[..*prelude])?;
        file.seek(SeekFrom::Start(body.start as u64))?;
        file.read_exact(&mut text[*prelude..])?;
        Ok(text)
    }
}

fn find(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let fail = |error: io::Error| format!("{}: {error}", path.display());
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

/// Appends the pieces of a text. A function starts with a line that declares one.
fn split(text: &[u8], file: usize, seeds: &mut Vec<Seed>) {
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let trimmed = line.trim_ascii_start();
        if trimmed.starts_with(b".") {
            let words = trimmed.split(|&byte| byte == b' ' || byte == b'\t').take(3);
            if words.map(<[u8]>::trim_ascii).any(|word| word == b".entry" || word == b".func") {
                starts.push(at);
            }
        }
        at += line.len();
    }
    let prelude = starts.first().copied().unwrap_or(0);
    starts.push(text.len());
    // What calls functions needs them; one function is its file anyway.
    if text.len() <= LONGEST {
        seeds.push(Seed { file, prelude: 0, body: 0..text.len() });
    }
    let bodies = starts.windows(2).map(|pair| pair[0]..pair[1]);
    let short = bodies.filter(|body| prelude + body.len() <= LONGEST);
    seeds.extend(short.filter(|_| starts.len() > 2).map(|body| Seed { file, prelude, body }));
}
