//! The language server, as editors talk to it.

mod client;
mod extension;
mod features;
mod fixtures;
mod neovim;
mod protocol;

use std::path::{Path, PathBuf};

/// All fixtures, by name.
fn fixture_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let paths = ignore::Walk::new(folder).filter_map(Result::ok).map(ignore::DirEntry::into_path);
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "ptx")).collect();
    files.sort();
    assert!(files.len() > 500, "{}", files.len());
    files
}
