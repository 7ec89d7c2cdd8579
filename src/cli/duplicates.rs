//! Copies of a text that builds leave behind: `nvcc --keep` writes the same PTX to `kernel.ptx`, `kernel.fatbin` and `kernel.o`.

use super::inputs::LintInput;
use crate::lexer::lex;
use crate::source::Source;
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// Drops texts in binaries that a folder also has as a file, or in another binary. Files of their own stay, whatever they say.
pub(super) fn drop_copies(inputs: &mut Vec<LintInput>) {
    let folder = |input: &LintInput| input.path().map(|path| path.parent().unwrap_or(Path::new("")).to_path_buf());
    let mut folders: BTreeMap<PathBuf, Vec<usize>> = BTreeMap::new();
    for (at, input) in inputs.iter().enumerate() {
        folders.entry(folder(input).unwrap_or_default()).or_default().push(at);
    }
    let mut is_copy = vec![false; inputs.len()];
    for mut places in folders.into_values() {
        let files: HashSet<Option<&Path>> = places.iter().map(|&at| inputs[at].path()).collect();
        // Texts are read for this only where there may be another one like them.
        if files.len() < 2 || places.iter().all(|&at| inputs[at].member().is_none()) {
            continue;
        }
        places.sort_by_key(|&at| inputs[at].member().is_some());
        let mut seen = HashSet::new();
        for at in places {
            let is_new = tokens(&inputs[at]).is_none_or(|tokens| seen.insert(tokens));
            is_copy[at] = !is_new && inputs[at].member().is_some();
        }
    }
    let mut copies = is_copy.into_iter();
    inputs.retain(|_| !copies.next().unwrap_or(false));
}

/// A hash of what a text says, whatever is between: `fatbinary` removes comments and indentation.
fn tokens(input: &LintInput) -> Option<u64> {
    let text = input.read().ok()?;
    let source = Source::new(&text).ok()?;
    let mut hasher = DefaultHasher::new();
    for token in &lex(source).tokens {
        source.slice(token.span()).hash(&mut hasher);
    }
    Some(hasher.finish())
}
