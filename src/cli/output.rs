//! Files that are written when the work for them is done: whether they can be is known before.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Whether a file can be written there, if one is named. Nothing is left there, and what is there stays.
///
/// # Errors
/// What is in the way.
pub(super) fn can_be_written(path: Option<&Path>) -> Result<(), String> {
    let Some(path) = path else { return Ok(()) };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let cannot = |why: String| Err(format!("cannot write {}: {why}", path.display()));
    match () {
        () if path.is_dir() => cannot("it is a folder".to_string()),
        () if !folder.is_dir() => cannot(format!("there is no folder {}", folder.display())),
        () => try_out(path).or_else(|error| cannot(error.to_string())),
    }
}

fn try_out(path: &Path) -> io::Result<()> {
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(_) => fs::remove_file(path),
        // To open a pipe is to wait for its reader.
        Err(error) if error.kind() == ErrorKind::AlreadyExists && !path.is_file() => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => OpenOptions::new().append(true).open(path).map(drop),
        Err(error) => Err(error),
    }
}

/// Whether files can be written into a folder, if one is named; it is made if there is none.
///
/// # Errors
/// What is in the way.
pub(super) fn can_be_filled(folder: Option<&Path>) -> Result<(), String> {
    let Some(folder) = folder else { return Ok(()) };
    let filled = fs::create_dir_all(folder).and_then(|()| tempfile::tempfile_in(folder).map(drop));
    filled.map_err(|error| format!("cannot write the evidence {}: {error}", folder.display()))
}
