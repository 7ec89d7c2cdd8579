//! Which of the files that paths name are linted.

use super::duplicates;
use super::inputs::{self, LintInput, obstacle};
use clap::Args;
use globset::GlobBuilder;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The options about files.
#[derive(Debug, Args)]
pub(super) struct InputArguments {
    /// Files, folders (their *.ptx files, except those in .gitignore), patterns, or `-` for the standard input
    ///
    /// Files may have any extension. Of executables, libraries, objects, fat binaries, zip archives (wheels) and files that gzip or zstd
    /// has compressed, the PTX in them is linted: `lib.so!kernel.sm_90.ptx` names such a text. In folders such files are found as
    /// *.so, *.o, *.a, *.fatbin, *.whl, *.ptx.gz and *.ptx.zst. A path that does not exist and holds `*`, `?`, `[` or `{` is a pattern; `**` stands for any
    /// folders. Without paths the current folder is linted.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Leave out files and folders, written as in .gitignore, even if they are named; may be repeated
    #[arg(long, value_name = "GLOB", value_delimiter = ',')]
    exclude: Vec<String>,

    /// The name of the text in the standard input, for reports, configuration and overrides
    #[arg(long, value_name = "PATH")]
    stdin_filename: Option<PathBuf>,

    /// Do not fail when there is nothing to check
    #[arg(long)]
    pub allow_empty: bool,

    /// List the files that would be checked, and exit
    #[arg(long, conflicts_with = "show_settings")]
    pub show_files: bool,

    /// Show the settings that each file would be checked with, and exit
    #[arg(long)]
    pub show_settings: bool,
}

impl InputArguments {
    /// All inputs, by name.
    ///
    /// # Errors
    /// What is wrong with the options.
    pub(super) fn collect(&self) -> Result<Vec<LintInput>, String> {
        let exclusion = Exclusion::new(&self.exclude)?;
        if self.stdin_filename.is_some() && !self.paths.iter().any(|path| path == Path::new("-")) {
            return Err("`--stdin-filename` names the standard input: `-` has to be among the paths".into());
        }
        let mut found = Vec::new();
        for path in &self.paths {
            match &self.stdin_filename {
                Some(name) if path == Path::new("-") => {
                    if !exclusion.holds_for(name) {
                        found.push(LintInput::stdin(name));
                    }
                }
                // A folder that is excluded is not one without PTX.
                _ if exclusion.holds_for(path) => {}
                _ if is_pattern(path) => matches(path, &exclusion, &mut found),
                _ => add(path, &exclusion, &mut found),
            }
        }
        if self.paths.is_empty() {
            add(Path::new("."), &exclusion, &mut found);
        }
        if self.allow_empty {
            found.retain(|input| !input.is_empty_folder());
        }
        found.sort();
        found.dedup();
        inputs::once(&mut found);
        Ok(found)
    }
}

/// Adds what a path names; of a folder each text once.
fn add(path: &Path, exclusion: &Exclusion, inputs: &mut Vec<LintInput>) {
    let before = inputs.len();
    inputs::add(path, exclusion, inputs);
    if path.is_dir() {
        let mut found = inputs.split_off(before);
        duplicates::drop_copies(&mut found);
        inputs.append(&mut found);
    }
}

/// Patterns of `--exclude`.
#[derive(Clone)]
pub(super) struct Exclusion(Gitignore);

impl Default for Exclusion {
    fn default() -> Self {
        Self(Gitignore::empty())
    }
}

impl Exclusion {
    fn new(patterns: &[String]) -> Result<Self, String> {
        let mut globs = GitignoreBuilder::new("");
        for pattern in patterns {
            globs.add_line(None, pattern).map_err(|error| format!("`--exclude {pattern}`: {error}"))?;
        }
        globs.build().map(Self).map_err(|error| format!("`--exclude`: {error}"))
    }

    fn holds_for(&self, path: &Path) -> bool {
        !self.0.is_empty() && is_ignored(&self.0, path)
    }

    /// What is in a folder and below, without what is hidden, ignored or excluded.
    /// Folders with patterns that cannot be read are left out, and told in the list at the end.
    pub(super) fn walk(&self, folder: &Path) -> (ignore::Walk, Arc<Mutex<Vec<LintInput>>>) {
        let mut walk = ignore::WalkBuilder::new(folder);
        let obstacles = Arc::new(Mutex::new(Vec::new()));
        let (exclusion, found) = (self.clone(), Arc::clone(&obstacles));
        walk.filter_entry(move |entry| {
            if entry.depth() > 0 && !exclusion.0.is_empty() && exclusion.holds_for(entry.path()) {
                return false;
            }
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            let obstacle = if is_folder { obstacle(entry.path()) } else { None };
            let is_free = obstacle.is_none();
            if let Ok(mut found) = found.lock() {
                found.extend(obstacle);
            }
            is_free
        });
        (walk.build(), obstacles)
    }
}

/// Whether patterns name a path, or a folder above it, as seen from the working directory.
fn is_ignored(globs: &Gitignore, path: &Path) -> bool {
    let here = std::env::current_dir().ok();
    let below = here.and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path);
    // The crate takes nothing that starts at a root.
    let is_name = |part: &Component| matches!(part, Component::Normal(_) | Component::ParentDir);
    let relative: PathBuf = below.components().filter(is_name).collect();
    globs.matched_path_or_any_parents(relative, path.is_dir()).is_ignore()
}

fn has_wildcard(path: &Path) -> bool {
    path.to_string_lossy().contains(['*', '?', '[', '{'])
}

/// Whether a path is a pattern rather than a file with an odd name.
fn is_pattern(path: &Path) -> bool {
    has_wildcard(path) && path.symlink_metadata().is_err()
}

/// Adds the files that a pattern names. Its folders are searched as others are: without hidden and ignored files.
fn matches(pattern: &Path, exclusion: &Exclusion, inputs: &mut Vec<LintInput>) {
    let text = pattern.to_string_lossy();
    let glob = GlobBuilder::new(text.strip_prefix("./").unwrap_or(&text)).literal_separator(true).build();
    let matcher = match glob {
        Ok(glob) => glob.compile_matcher(),
        Err(error) => return inputs.push(LintInput::nowhere(pattern, format!("invalid pattern: {}", error.kind()))),
    };
    let root: PathBuf = pattern.components().take_while(|part| !has_wildcard(part.as_ref())).collect();
    let root = if root.as_os_str().is_empty() { Path::new(".") } else { &root };
    let before = inputs.len();
    let (entries, obstacles) = exclusion.walk(root);
    for entry in entries.flatten() {
        let path = entry.path().strip_prefix("./").unwrap_or(entry.path());
        if matcher.is_match(path) && path.is_file() {
            inputs::add_file(path, inputs);
        }
    }
    if let Ok(mut obstacles) = obstacles.lock() {
        inputs.append(&mut obstacles);
    }
    if inputs.len() == before {
        inputs.push(LintInput::empty(pattern, "no file matches this pattern"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exclusions_are_written_as_in_gitignore() {
        let excludes = |pattern: &str, path: &str| {
            Exclusion::new(&[pattern.to_string()]).expect("a pattern").holds_for(Path::new(path))
        };
        assert!(excludes("gen_*.ptx", "a/b/gen_1.ptx"));
        assert!(excludes("build/", "build/k.ptx") && excludes("build", "a/build/k.ptx"));
        assert!(!excludes("/k.ptx", "a/k.ptx") && excludes("/k.ptx", "./k.ptx"));
        assert!(excludes("k.ptx", "/nowhere/k.ptx") && excludes("k.ptx", "../k.ptx"));
        assert!(!excludes("other.ptx", "k.ptx"));
    }
}
