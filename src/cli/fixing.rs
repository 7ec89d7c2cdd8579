//! `--fix` and `--diff`: what is done with texts that have been mended.

use super::inputs::LintInput;
use crate::diagnostic::Applicability;
use crate::render::diff::unified;
use clap::Args;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// The options about fixes.
#[derive(Clone, Copy, Debug, Args)]
#[group(multiple = true)]
pub(super) struct FixArguments {
    /// Apply the safe fixes of findings until none is left; the report lists what remains
    ///
    /// The text of the standard input is written to the standard output, the report to the standard error.
    #[arg(long)]
    fix: bool,

    /// Show what `--fix` would change as a diff, instead of the report; the exit code is 1 if there is any change
    #[arg(long, conflicts_with = "fix")]
    diff: bool,

    /// With `--fix` or `--diff`: include fixes after which the code may behave differently
    #[arg(long)]
    unsafe_fixes: bool,
}

/// What happens to mended texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fixing {
    /// They take the place of the old ones.
    Write,
    /// The differences are shown.
    Show,
}

impl FixArguments {
    /// Whether texts are mended, and what for.
    ///
    /// # Errors
    /// What is wrong with the options.
    pub(super) fn mode(self) -> Result<Option<Fixing>, String> {
        match (self.fix, self.diff) {
            (false, false) if self.unsafe_fixes => Err("`--unsafe-fixes` needs `--fix` or `--diff`".into()),
            (false, false) => Ok(None),
            (true, _) => Ok(Some(Fixing::Write)),
            (_, true) => Ok(Some(Fixing::Show)),
        }
    }

    /// Which fixes may be applied.
    pub(super) fn most(self) -> Applicability {
        if self.unsafe_fixes { Applicability::Unsafe } else { Applicability::Safe }
    }
}

/// What is to be written to the standard output for a text that has been mended, if anything; files are written at once.
///
/// # Errors
/// Why a file can't be written.
pub(super) fn deliver(input: &LintInput, fixing: Fixing, old: &[u8], new: Vec<u8>) -> Result<Vec<u8>, String> {
    match fixing {
        // The texts in a file are not written back, and have not been mended.
        Fixing::Write if input.member().is_some() => Ok(Vec::new()),
        Fixing::Show => Ok(unified(&input.name, old, &new)),
        // Whoever pipes a text through wants it back in any case.
        Fixing::Write if input.is_stdin() => Ok(new),
        Fixing::Write => match input.path().filter(|_| new != old) {
            None => Ok(Vec::new()),
            Some(path) => match replace(path, &new) {
                Ok(()) => Ok(Vec::new()),
                Err(error) => Err(format!("the fixes cannot be written: {}", reason(&error))),
            },
        },
    }
}

/// Puts a text in the place of a file: all of it or, if something fails, nothing. The file that a link leads to is replaced, not the
/// link.
fn replace(path: &Path, text: &[u8]) -> io::Result<()> {
    let path = path.canonicalize()?;
    let metadata = path.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::other("not a regular file; `-` writes to the standard output"));
    }
    if metadata.permissions().readonly() {
        return Err(ErrorKind::PermissionDenied.into());
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut new = tempfile::Builder::new().prefix(".ptxlint-").tempfile_in(folder)?;
    new.write_all(text)?;
    new.as_file().sync_all()?;
    fs::set_permissions(new.path(), metadata.permissions())?;
    keep_owner(new.as_file(), &metadata);
    new.persist(path).map(drop).map_err(|error| error.error)
}

/// Gives a file the owner and group of another, where that is allowed.
#[cfg(unix)]
fn keep_owner(file: &fs::File, like: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only root may give files away; others own what they may replace in most cases.
    let _ = fchown(file, Some(like.uid()), Some(like.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &fs::File, _: &fs::Metadata) {}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => "permission denied".to_string(),
        _ => error.to_string(),
    }
}
