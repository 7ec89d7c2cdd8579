//! Texts of which earlier runs had nothing to report.
//!
//! Most texts have no finding, and these need only be read and hashed the next time. The cache holds their keys: hashes of the text, of
//! the options, and of the program. What has a finding, or was not looked at as a whole, is judged anew, so a report never depends on what
//! a cache says of it. Keys are never wrong, only unknown: a cache that is lost, damaged or cut off costs time and nothing else.

use crate::driver::{ContentHash, FileStatus, Report};
use crate::options::Options;
use clap::Args;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Bytes of a key.
const KEY: usize = 16;

/// Most keys of a file; the older of the two files is dropped when the newer one has as many.
const MOST_KEYS: usize = 1 << 16;

/// The newer and the older keys. Each file is a sorted list.
const FILES: [&str; 2] = ["clean", "clean.old"];

/// What says whether there is a cache.
#[derive(Debug, Default, Args)]
pub(super) struct CacheArguments {
    /// Remember texts without findings in a folder, and skip them while nothing changes [default: the user's cache folder]
    ///
    /// The folder `ptxlint` in the user's cache folder (`$XDG_CACHE_HOME`, `~/.cache`; `~/Library/Caches` on macOS, `%LOCALAPPDATA%` on
    /// Windows) is used without this option, too, as soon as it exists. It takes two megabytes at most, and may be deleted at any time.
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true)]
    cache: Option<Option<PathBuf>>,

    /// Use no cache
    #[arg(long, conflicts_with = "cache")]
    no_cache: bool,
}

/// The keys of texts without findings.
#[derive(Debug)]
pub(super) struct CleanTexts {
    folder: PathBuf,
    /// What all keys of this run begin with.
    program: ContentHash,
    /// The contents of the files.
    known: [Vec<u8>; 2],
    /// Keys that the newer file does not have.
    new: Mutex<BTreeSet<u128>>,
}

impl CleanTexts {
    /// Opens the cache that the arguments ask for, or that exists.
    ///
    /// # Errors
    /// Why a folder that was asked for cannot be made.
    pub(super) fn open(arguments: &CacheArguments) -> Result<Option<Self>, String> {
        let folder = match &arguments.cache {
            _ if arguments.no_cache => None,
            Some(Some(folder)) => Some(folder.clone()),
            Some(None) => Some(usual_folder().ok_or("there is no cache folder for the user; name one: `--cache=DIR`")?),
            None => usual_folder().filter(|folder| folder.is_dir()),
        };
        let Some(folder) = folder else { return Ok(None) };
        if arguments.cache.is_some() {
            let fail = |error: io::Error| format!("cannot make the cache folder {}: {error}", folder.display());
            fs::create_dir_all(&folder).map_err(fail)?;
        }
        Ok(program().map(|program| Self::new(folder, program)))
    }

    fn new(folder: PathBuf, program: ContentHash) -> Self {
        let known = FILES.map(|name| read(&folder.join(name)));
        Self { folder, program, known, new: Mutex::default() }
    }

    /// The key of a text under options.
    pub(super) fn key(&self, text: &[u8], options: &Options) -> u128 {
        let mut hash = self.program;
        hash.add(format!("{options:?}").as_bytes());
        hash.add(text);
        hash.value()
    }

    /// The report on a text that is known to have no finding.
    pub(super) fn report(&self, key: u128) -> Option<Report> {
        let has = |keys: &Vec<u8>| keys.as_chunks::<KEY>().0.binary_search(&key.to_be_bytes()).is_ok();
        if !has(&self.known[0]) {
            if !has(&self.known[1]) {
                return None;
            }
            self.add(key);
        }
        Some(Report {
            status: FileStatus::Ok,
            reason: None,
            findings: Vec::new(),
            target: None,
            waiting: Vec::new(),
            incomplete: Vec::new(),
        })
    }

    /// Remembers a text if there is nothing to report of it.
    pub(super) fn learn(&self, key: u128, report: &Report) {
        let is_clean = report.findings.is_empty() && report.incomplete.is_empty() && report.waiting.is_empty();
        if is_clean && report.status == FileStatus::Ok {
            self.add(key);
        }
    }

    fn add(&self, key: u128) {
        self.new.lock().unwrap_or_else(PoisonError::into_inner).insert(key);
    }

    /// Writes what is new. Other processes may do so at the same time: each file is replaced as a whole, and what one of them loses is
    /// found again the next time. Failures cost time only, and are not told.
    pub(super) fn write(self) {
        let new = self.new.into_inner().unwrap_or_else(PoisonError::into_inner);
        if new.is_empty() {
            return;
        }
        let [newer, older] = FILES.map(|name| self.folder.join(name));
        // As it is by now.
        let keys = read(&newer);
        let mut keys: Vec<[u8; KEY]> = keys.as_chunks::<KEY>().0.to_vec();
        if keys.len() >= MOST_KEYS {
            let _ = fs::rename(&newer, &older);
            keys.clear();
        }
        keys.extend(new.into_iter().map(u128::to_be_bytes));
        keys.sort_unstable();
        keys.dedup();
        keys.truncate(MOST_KEYS);
        let _ = replace(&newer, keys.as_flattened());
    }
}

/// Writes a file beside its place, and moves it there.
fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
    file.write_all(content)?;
    file.persist(path)?;
    Ok(())
}

/// A list of keys; an empty one where there is none, or no list.
fn read(path: &Path) -> Vec<u8> {
    let is_list = |keys: &Vec<u8>| {
        let (keys, rest) = keys.as_chunks::<KEY>();
        rest.is_empty() && keys.is_sorted()
    };
    let is_small =
        fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() <= (MOST_KEYS * KEY) as u64);
    let keys = if is_small { fs::read(path).unwrap_or_default() } else { Vec::new() };
    if is_list(&keys) { keys } else { Vec::new() }
}

/// The folder of the user's caches, and ours in it.
fn usual_folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let caches = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Caches"))
    } else {
        variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")))
    };
    caches.filter(|folder| folder.is_absolute()).map(|folder| folder.join("ptxlint"))
}

/// A hash of the program: its release, and the file that it is, which developers build again and again.
fn program() -> Option<ContentHash> {
    let file = std::env::current_exe().and_then(fs::metadata).ok()?;
    let modified = file.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    let mut hash = ContentHash::new();
    hash.add(env!("CARGO_PKG_VERSION").as_bytes());
    hash.add(&file.len().to_le_bytes());
    hash.add(&modified.as_nanos().to_le_bytes());
    Some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLEAN: &[u8] = b".version 8.0\n.target sm_80\n.address_size 64\n.entry k() { ret; }";
    const DIRTY: &[u8] = b".version 8.0\n.target sm_80\n.address_size 64\n.entry k() { bar.sync 99; ret; }";

    fn open(folder: &Path) -> CleanTexts {
        CleanTexts::new(folder.to_path_buf(), ContentHash::new())
    }

    /// Judges a text as the command does; whether the cache knew it.
    fn judge(cache: &CleanTexts, text: &[u8], options: &Options) -> bool {
        let key = cache.key(text, options);
        let known = cache.report(key);
        let report = crate::driver::check(text, options).expect("a short text");
        cache.learn(key, &report);
        if let Some(known) = &known {
            assert_eq!(format!("{:?}", known.findings), format!("{:?}", report.findings));
        }
        known.is_some()
    }

    #[test]
    fn what_has_no_finding_is_known_the_next_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let (usual, other) = (Options::default(), Options { block: Some([32, 1, 1]), ..Options::default() });
        for round in 0..3 {
            let cache = open(folder.path());
            assert_eq!(judge(&cache, CLEAN, &usual), round > 0, "round {round}");
            assert!(!judge(&cache, DIRTY, &usual), "what has findings is judged anew");
            assert_eq!(judge(&cache, CLEAN, &other), round > 1, "other options are another question");
            // The first round does not learn this one.
            if round == 0 {
                cache.new.lock().expect("nothing panics").remove(&cache.key(CLEAN, &other));
            }
            cache.write();
        }
    }

    #[test]
    fn damage_costs_time_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = open(folder.path());
        judge(&cache, CLEAN, &Options::default());
        cache.write();
        for content in [&b"odd"[..], &[[9; KEY], [1; KEY]].concat(), b""] {
            fs::write(folder.path().join(FILES[0]), content).expect("it is writable");
            let cache = open(folder.path());
            assert!(!judge(&cache, CLEAN, &Options::default()));
            cache.write();
            assert!(judge(&open(folder.path()), CLEAN, &Options::default()));
        }
    }

    #[test]
    fn the_oldest_keys_go_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let learn = |numbers: std::ops::Range<u128>| {
            let cache = open(folder.path());
            numbers.for_each(|number| cache.add(number));
            cache.write();
        };
        let knows = |number: u128| open(folder.path()).report(number).is_some();
        let most = MOST_KEYS as u128;
        learn(0..most);
        learn(most..most + 1);
        assert!(knows(0) && knows(most), "the full file is kept as the older one");
        // What is asked for again stays.
        let cache = open(folder.path());
        assert!(cache.report(7).is_some());
        cache.write();
        learn(most..2 * most);
        learn(2 * most..2 * most + 1);
        assert!(knows(2 * most) && !knows(0));
        let size: u64 =
            FILES.iter().map(|name| fs::metadata(folder.path().join(name)).map_or(0, |file| file.len())).sum();
        assert!(size <= 2 * (MOST_KEYS * KEY) as u64, "{size}");
    }

    #[test]
    fn processes_keep_what_others_write() {
        let folder = tempfile::tempdir().expect("a folder");
        let caches = [open(folder.path()), open(folder.path())];
        caches.iter().zip([3, 5]).for_each(|(cache, number)| cache.add(number));
        caches.into_iter().for_each(CleanTexts::write);
        assert!([3, 5].into_iter().all(|number| open(folder.path()).report(number).is_some()));
    }
}
