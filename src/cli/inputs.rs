//! Which files are linted.

#[cfg(feature = "binaries")]
use super::binaries::{self, EmbeddedText};
use super::selection::Exclusion;
use crate::source::SourceTooLarge;
use crate::util::closest;
use std::cmp::Ordering;
use std::collections::HashSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Something to lint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LintInput {
    /// Its name in reports.
    pub name: String,
    place: InputPlace,
}

impl Ord for LintInput {
    /// By name; the texts in a file as they lie there.
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key()).then_with(|| (&self.name, &self.place).cmp(&(&other.name, &other.place)))
    }
}

impl PartialOrd for LintInput {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum InputPlace {
    /// The standard input, and the file that it is said to be.
    Stdin(Option<PathBuf>),
    File(PathBuf),
    /// A text in a file, with its number there.
    #[cfg(feature = "binaries")]
    Member(PathBuf, usize, EmbeddedText),
    /// Nothing that can be read, and the reason.
    Nowhere(String),
    /// A folder without PTX, or a pattern without files; how that is told.
    Empty(&'static str),
}

/// The name of the standard input in reports.
const STDIN: &str = "<stdin>";

/// All inputs that `paths` name, by name. Reports have this order, whatever the order of a folder's entries on the disk.
pub(super) fn collect(paths: &[PathBuf]) -> Vec<LintInput> {
    let mut inputs = Vec::new();
    for path in paths {
        add(path, &Exclusion::default(), &mut inputs);
    }
    if paths.is_empty() {
        walk(Path::new("."), &Exclusion::default(), &mut inputs);
    }
    inputs.sort();
    inputs.dedup();
    once(&mut inputs);
    inputs
}

/// Keeps files once that are named in several ways, or by links, by the first of their names.
pub(super) fn once(inputs: &mut Vec<LintInput>) {
    let mut seen = HashSet::new();
    inputs.retain(|input| match &input.place {
        InputPlace::File(path) if !is_open_already(path) => {
            path.canonicalize().map_or(true, |path| seen.insert((path, 0)))
        }
        #[cfg(feature = "binaries")]
        InputPlace::Member(path, number, _) => path.canonicalize().map_or(true, |path| seen.insert((path, *number))),
        _ => true,
    });
}

/// Adds what a path names, without what is excluded below it.
pub(super) fn add(path: &Path, exclusion: &Exclusion, inputs: &mut Vec<LintInput>) {
    if path == Path::new("-") {
        inputs.push(LintInput { name: STDIN.to_string(), place: InputPlace::Stdin(None) });
        return;
    }
    match path.metadata() {
        Err(_) if add_member(path, inputs) => {}
        Err(error) => inputs.push(LintInput::nowhere(path, reason(&error) + &meant_command(path))),
        Ok(metadata) if metadata.is_dir() => walk(path, exclusion, inputs),
        Ok(metadata) if metadata.is_file() => add_file(path, inputs),
        Ok(_) if is_open_already(path) => inputs.push(LintInput::file(path)),
        // To open a pipe may block for ever, and a device may have no end.
        Ok(_) => {
            inputs.push(LintInput::nowhere(path, "it is a pipe or a device; pass its text to `ptxlint -`".to_string()))
        }
    }
}

/// Adds a file, or the texts in it if it holds some.
pub(super) fn add_file(path: &Path, inputs: &mut Vec<LintInput>) {
    match (has_ptx_name(path), texts(path)) {
        (true, _) | (_, Ok(None)) => inputs.push(LintInput::file(path)),
        (_, Ok(Some(texts))) if texts.is_empty() => inputs.push(LintInput::empty(path, "there is no PTX in this file")),
        (_, Ok(Some(mut texts))) => inputs.append(&mut texts),
        (_, Err(reason)) => inputs.push(LintInput::nowhere(path, reason)),
    }
}

/// The texts in a file; none if it is nothing that holds others.
#[cfg(feature = "binaries")]
fn texts(path: &Path) -> Result<Option<Vec<LintInput>>, String> {
    let input = |(number, member): (usize, EmbeddedText)| LintInput {
        name: format!("{}!{}", path.to_string_lossy(), member.path),
        place: InputPlace::Member(path.to_path_buf(), number, member),
    };
    Ok(binaries::open(path)?.map(|members| members.into_iter().enumerate().map(input).collect()))
}

#[cfg(not(feature = "binaries"))]
fn texts(_: &Path) -> Result<Option<Vec<LintInput>>, String> {
    Ok(None)
}

/// Adds the texts that a path like `lib.so!kernel.sm_90.ptx` names; false if it names none.
fn add_member(path: &Path, inputs: &mut Vec<LintInput>) -> bool {
    let name = path.to_string_lossy();
    let Some(file) = name.match_indices('!').map(|(at, _)| Path::new(&name[..at])).find(|file| file.is_file()) else {
        return false;
    };
    let wanted = |input: &LintInput| {
        input.name.strip_prefix(&*name).is_some_and(|rest| rest.is_empty() || rest.starts_with('!'))
    };
    let before = inputs.len();
    if let Ok(Some(texts)) = texts(file) {
        inputs.extend(texts.into_iter().filter(wanted));
    }
    inputs.len() > before
}

/// Asks whether a path that does not exist is a misspelt command.
fn meant_command(path: &Path) -> String {
    let command = closest(
        &path.to_string_lossy(),
        ["explain", "extract", "graph", "kernels", "parity", "rules", "help"].into_iter(),
    );
    command.map_or(String::new(), |command| format!("; did you mean the command `{command}`?"))
}

/// Whether a path names a stream that the shell has opened, as in `ptxlint <(generate)`.
pub(super) fn is_open_already(path: &Path) -> bool {
    path == Path::new("/dev/stdin") || path.starts_with("/dev/fd") || path.starts_with("/proc/self/fd")
}

/// Adds the `*.ptx` files below a folder that are not excluded.
pub(super) fn walk(folder: &Path, exclusion: &Exclusion, inputs: &mut Vec<LintInput>) {
    let before = inputs.len();
    // Those above the folder count, too.
    let above = folder.canonicalize().unwrap_or_default();
    if let Some(obstacle) = above.ancestors().find_map(obstacle) {
        inputs.push(obstacle);
        return;
    }
    let (entries, obstacles) = exclusion.walk(folder);
    for entry in entries {
        match entry {
            Ok(entry) if is_ptx(&entry) => inputs.push(LintInput::file(shown(folder, &entry))),
            #[cfg(feature = "binaries")]
            Ok(entry) if binaries::is_candidate(entry.path()) && entry.path().is_file() => {
                // Most such files have no PTX; that others are damaged is for those to tell who read them.
                inputs.extend(texts(shown(folder, &entry)).ok().flatten().unwrap_or_default());
            }
            Ok(_) => {}
            Err(error) => inputs.push(LintInput::nowhere(failed_path(&error).unwrap_or(folder), io_reason(&error))),
        }
    }
    if let Ok(mut obstacles) = obstacles.lock() {
        inputs.append(&mut obstacles);
    }
    if inputs.len() == before {
        let message = "no .ptx file in this folder; hidden files and those in .gitignore have to be named explicitly";
        inputs.push(LintInput::empty(folder, message));
    }
}

/// The path of an entry of a folder: `./` would only be in the way.
fn shown<'a>(folder: &Path, entry: &'a ignore::DirEntry) -> &'a Path {
    let path = if folder == Path::new(".") { entry.path().strip_prefix(".").ok() } else { None };
    path.unwrap_or(entry.path())
}

/// What keeps a folder from being walked: a file with patterns that is none. To open a pipe may block for ever, and a device may have no end.
pub(super) fn obstacle(folder: &Path) -> Option<LintInput> {
    let files = [".ignore", ".gitignore", ".git/info/exclude"].map(|name| folder.join(name));
    let odd = files.into_iter().find(|path| path.metadata().is_ok_and(|it| !it.is_file() && !it.is_dir()))?;
    let reason = "it is a pipe or a device and cannot be read; the folder is skipped: name its files";
    Some(LintInput::nowhere(&odd, reason.to_string()))
}

/// Whether a folder's entry is a PTX file or a link to one. Links to folders are not followed; a dead link is a file that can't be read.
fn is_ptx(entry: &ignore::DirEntry) -> bool {
    let path = entry.path();
    has_ptx_name(path)
        && entry.file_type().is_some_and(|kind| {
            let is_dead = || path.metadata().is_err();
            kind.is_file() || kind.is_symlink() && (path.is_file() || is_dead())
        })
}

fn has_ptx_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ptx"))
}

fn failed_path(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => failed_path(err),
        _ => None,
    }
}

fn io_reason(error: &ignore::Error) -> String {
    error.io_error().map_or_else(|| error.to_string(), reason)
}

impl LintInput {
    /// The standard input, whose text is that of a file.
    pub(super) fn stdin(path: &Path) -> Self {
        Self { name: path.to_string_lossy().into_owned(), place: InputPlace::Stdin(Some(path.to_path_buf())) }
    }

    pub(super) fn file(path: &Path) -> Self {
        Self { name: path.to_string_lossy().into_owned(), place: InputPlace::File(path.to_path_buf()) }
    }

    /// A place where files could be, but none are.
    pub(super) fn empty(path: &Path, reason: &'static str) -> Self {
        Self { name: path.to_string_lossy().into_owned(), place: InputPlace::Empty(reason) }
    }

    /// What it is sorted by: the file, and the number of a text in it.
    fn key(&self) -> (&str, usize) {
        match &self.place {
            #[cfg(feature = "binaries")]
            InputPlace::Member(_, number, member) => {
                let file = self.name.strip_suffix(&member.path).unwrap_or(&self.name);
                (file, *number)
            }
            _ => (&self.name, 0),
        }
    }

    /// Its path in the file that holds it, if it is no file of its own.
    pub(super) fn member(&self) -> Option<&str> {
        match &self.place {
            #[cfg(feature = "binaries")]
            InputPlace::Member(_, _, member) => Some(&member.path),
            _ => None,
        }
    }

    pub(super) fn is_empty_folder(&self) -> bool {
        matches!(self.place, InputPlace::Empty(_))
    }

    /// Whether its text comes from the standard input.
    pub(super) fn is_stdin(&self) -> bool {
        matches!(self.place, InputPlace::Stdin(_))
    }

    /// Why it can't be read, if that is known already.
    pub(super) fn obstacle(&self) -> Option<&str> {
        match &self.place {
            InputPlace::Nowhere(reason) => Some(reason),
            InputPlace::Empty(reason) => Some(reason),
            #[cfg(feature = "binaries")]
            InputPlace::Member(_, _, member) => member.text.as_ref().err().map(String::as_str),
            InputPlace::Stdin(_) | InputPlace::File(_) => None,
        }
    }

    pub(super) fn nowhere(path: &Path, reason: String) -> Self {
        Self { name: path.to_string_lossy().into_owned(), place: InputPlace::Nowhere(reason) }
    }

    /// The file that it is, is said to be, or is in.
    pub(super) fn path(&self) -> Option<&Path> {
        match &self.place {
            #[cfg(feature = "binaries")]
            InputPlace::Member(path, ..) => Some(path),
            InputPlace::File(path) | InputPlace::Stdin(Some(path)) => Some(path),
            InputPlace::Stdin(None) | InputPlace::Nowhere(_) | InputPlace::Empty(_) => None,
        }
    }

    /// The folder whose configuration holds for it; none if it can't be read anyway.
    pub(super) fn folder(&self) -> Option<&Path> {
        match &self.place {
            #[cfg(feature = "binaries")]
            InputPlace::Member(path, ..) => Some(path.parent().unwrap_or(Path::new(""))),
            InputPlace::File(path) | InputPlace::Stdin(Some(path)) => Some(path.parent().unwrap_or(Path::new(""))),
            InputPlace::Stdin(None) => Some(Path::new("")),
            InputPlace::Nowhere(_) | InputPlace::Empty(_) => None,
        }
    }

    /// Reads it; the error says why that is impossible.
    pub(super) fn read(&self) -> Result<Vec<u8>, String> {
        match &self.place {
            InputPlace::Stdin(_) => read_stdin().map_err(|error| reason(&error)),
            InputPlace::File(path) => read_file(path).map_err(|error| reason(&error)),
            #[cfg(feature = "binaries")]
            InputPlace::Member(_, _, member) => member.text.as_ref().map_err(String::clone)?.unpack(),
            InputPlace::Nowhere(reason) => Err(reason.clone()),
            InputPlace::Empty(reason) => Err(reason.to_string()),
        }
    }
}

/// The most bytes that are read. One more than can be linted, so that what is too long is seen to be.
const LIMIT: u64 = u32::MAX as u64 + 1;

/// The most bytes that are read of what may have no end.
const STREAM_LIMIT: u64 = 512 << 20;

fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let metadata = path.metadata()?;
    if !metadata.is_file() {
        return read_stream(std::fs::File::open(path)?);
    }
    if metadata.len() >= LIMIT {
        return Err(io::Error::other(SourceTooLarge));
    }
    // It may grow meanwhile.
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
    std::fs::File::open(path)?.take(LIMIT).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read_stdin() -> io::Result<Vec<u8>> {
    read_stream(io::stdin().lock())
}

/// Reads to the end, or until it is certain that there is nothing to lint.
fn read_stream(mut stream: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.by_ref().take(BEGINNING).read_to_end(&mut bytes)?;
    if bytes.contains(&0) {
        return Ok(bytes);
    }
    stream.take(STREAM_LIMIT - BEGINNING + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > STREAM_LIMIT {
        let message = format!("more than {} MiB of input; write it to a file and check that", STREAM_LIMIT >> 20);
        return Err(io::Error::other(message));
    }
    Ok(bytes)
}

/// Where a zero byte shows that something is no text.
const BEGINNING: u64 = 8192;

/// Why something can't be read, without the error numbers of the operating system.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_string(),
        io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        _ => error.to_string(),
    }
}
