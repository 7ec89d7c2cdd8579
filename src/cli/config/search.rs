//! Which configuration file holds for a path.

use super::super::inputs::is_open_already;
use super::document::DocumentMistake;
use super::{Config, Settings};
use crate::options::Options;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name of the files.
const NAME: &str = "ptxlint.toml";

/// The most bytes of a file that are read.
const LIMIT: u64 = 1 << 20;

/// Finds the nearest configuration file at or above a folder, and remembers it.
#[derive(Debug)]
pub(in crate::cli) struct Configurations {
    /// By folders as they are named.
    named: HashMap<PathBuf, FolderPlace>,
    /// By folders with all links resolved.
    resolved: HashMap<PathBuf, Option<Arc<ConfigText>>>,
    /// What holds everywhere, when the command line says so.
    fixed: Option<Option<Arc<ConfigText>>>,
}

/// A file that has been read.
#[derive(Debug)]
struct ConfigText {
    config: Config,
    /// The file, and those that it extends.
    files: Vec<PathBuf>,
    /// Its folder, with all links resolved.
    folder: PathBuf,
}

/// Where a folder is, as a configuration file sees it.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct FolderPlace {
    source: Option<Arc<ConfigText>>,
    /// The folder, below that of the file.
    below: Option<PathBuf>,
}

impl Configurations {
    /// Files are searched for.
    pub(in crate::cli) fn nearest() -> Self {
        Self { named: HashMap::new(), resolved: HashMap::new(), fixed: None }
    }

    /// No file is read.
    pub(in crate::cli) fn none() -> Self {
        Self { fixed: Some(None), ..Self::nearest() }
    }

    /// This file holds for everything.
    pub(in crate::cli) fn file(path: &Path) -> Result<Self, String> {
        let missing = || format!("cannot read the configuration {}: there is no such file", path.display());
        let mut files = Vec::new();
        let config = read(path, &mut files)?.ok_or_else(missing)?;
        let source = ConfigText { config, files, folder: resolve(path.parent().unwrap_or(Path::new(""))) };
        Ok(Self { fixed: Some(Some(Arc::new(source))), ..Self::nearest() })
    }

    /// What holds in a folder; the error says what is wrong with the file.
    pub(in crate::cli) fn of(&mut self, folder: &Path) -> Result<FolderPlace, String> {
        if let Some(place) = self.named.get(folder) {
            return Ok(place.clone());
        }
        let resolved = resolve(folder);
        let source = match &self.fixed {
            Some(source) => source.clone(),
            None => self.search(&resolved)?,
        };
        let below = source.as_ref().and_then(|source| resolved.strip_prefix(&source.folder).ok());
        let place = FolderPlace { below: below.map(Path::to_path_buf), source };
        self.named.insert(folder.to_path_buf(), place.clone());
        Ok(place)
    }

    fn search(&mut self, folder: &Path) -> Result<Option<Arc<ConfigText>>, String> {
        let mut found = None;
        let mut passed = Vec::new();
        for folder in folder.ancestors() {
            if let Some(known) = self.resolved.get(folder) {
                found.clone_from(known);
                break;
            }
            passed.push(folder);
            let mut files = Vec::new();
            if let Some(config) = read(&folder.join(NAME), &mut files)? {
                found = Some(Arc::new(ConfigText { config, files, folder: folder.to_path_buf() }));
                break;
            }
        }
        for folder in passed {
            self.resolved.insert(folder.to_path_buf(), found.clone());
        }
        Ok(found)
    }
}

impl FolderPlace {
    /// The file that holds here.
    pub(in crate::cli) fn config(&self) -> Option<&Config> {
        self.source.as_ref().map(|source| &source.config)
    }

    /// The configuration file that holds here and those that it extends, as people name them.
    pub(in crate::cli) fn files(&self) -> Vec<String> {
        self.source.iter().flat_map(|source| &source.files).map(|path| shown(path)).collect()
    }

    /// Whether the configuration leaves out a file in the folder.
    pub(in crate::cli) fn excludes(&self, file: &Path) -> bool {
        let Some((config, path)) = self.config().zip(self.path_of(Some(file))) else { return false };
        config.excludes(&path)
    }

    /// A file of the folder as the patterns of the configuration see it.
    fn path_of(&self, file: Option<&Path>) -> Option<PathBuf> {
        let name = file.and_then(Path::file_name);
        name.zip(self.below.as_ref()).map(|(name, folder)| folder.join(name))
    }

    /// The options for a file in the folder, or for a text without a name; `given` are those of the command line.
    pub(in crate::cli) fn options(&self, file: Option<&Path>, given: &Settings) -> Options {
        let Some(config) = self.config() else {
            let mut options = Options::default();
            given.apply(&mut options);
            return options;
        };
        config.options(self.path_of(file).as_deref(), given)
    }
}

/// A folder with all links resolved. One that can't be found has no parents that matter.
fn resolve(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf())
}

/// Reads a file, if it is there, and the files that it extends; adds them to `files`.
fn read(path: &Path, files: &mut Vec<PathBuf>) -> Result<Option<Config>, String> {
    let Some(text) = read_text(path)? else { return Ok(None) };
    let mut config = Config::parse(&text, &shown(path))?;
    files.push(path.to_path_buf());
    if let Some((base, at)) = &config.extend {
        let fail = |message: String| Err(DocumentMistake { at: *at, message }.shown(&text, &shown(path)));
        let base = path.parent().unwrap_or(Path::new("")).join(base);
        let same = |file: &PathBuf| file.canonicalize().ok() == base.canonicalize().ok();
        if base.exists() && files.iter().any(same) {
            return fail(format!("{} extends itself", shown(&base)));
        }
        match read(&base, files)? {
            Some(base) => config.base = Some(Box::new(base)),
            None => return fail(format!("there is no file {}", shown(&base))),
        }
    }
    Ok(Some(config))
}

/// Reads the text of a file, if it is there.
fn read_text(path: &Path) -> Result<Option<String>, String> {
    let fail = |reason: &str| Err(format!("cannot read the configuration {}: {reason}", shown(path)));
    let reason = |error: io::Error| match error.kind() {
        io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        io::ErrorKind::InvalidData => "not valid UTF-8".to_string(),
        _ => error.to_string(),
    };
    match path.metadata() {
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return fail(&reason(error)),
        // To open a pipe may block for ever.
        Ok(metadata) if !metadata.is_file() && !is_open_already(path) => return fail("not a regular file"),
        Ok(_) => {}
    }
    let mut text = String::new();
    match File::open(path).and_then(|file| file.take(LIMIT + 1).read_to_string(&mut text)) {
        Err(error) => fail(&reason(error)),
        Ok(_) if text.len() as u64 > LIMIT => fail("it is larger than 1 MiB"),
        Ok(_) => Ok(Some(text)),
    }
}

/// A path as people name it: from the working directory, if it is below.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    let below = here.ok().and_then(|here| path.strip_prefix(here).ok().map(Path::to_path_buf));
    below.unwrap_or_else(|| path.to_path_buf()).display().to_string()
}
