//! What earlier runs have found in texts and functions.
//!
//! A text that has been judged needs only be read and hashed the next time, and of one that has changed the functions that are new are
//! judged. All is kept by keys: hashes of a text, or of a function and all that it depends on, of the options, and of the program. Most texts
//! and functions have no finding, and of these a list of keys says all there is to say; the results of others are files of their own, named by
//! their keys. A cache that is lost, damaged or cut off costs time and nothing else.

mod keys;
mod results;
mod stored;

use crate::driver::{self, ContentHash, Cores, FileStatus, FunctionMemory, FunctionResults, Report};
use crate::options::Options;
use crate::source::SourceTooLarge;
use clap::Args;
use keys::KeyFiles;
use results::ResultFiles;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use stored::{StoredFunction, StoredReport};

/// Most keys of texts in a file.
const MOST_TEXTS: usize = 1 << 16;

/// Most keys of functions in a file. Each file is read as a whole when a function is asked for.
const MOST_FUNCTIONS: usize = 1 << 17;

/// What says whether there is a cache.
#[derive(Debug, Default, Args)]
pub(super) struct CacheArguments {
    /// Remember what was found in texts and functions in a folder, and judge only what has changed [default: the user's cache folder]
    ///
    /// The folder `ptxlint` in the user's cache folder (`$XDG_CACHE_HOME`, `~/.cache`; `~/Library/Caches` on macOS, `%LOCALAPPDATA%` on
    /// Windows) is used without this option, too, as soon as it exists. It takes 140 megabytes at most, and may be deleted at any time.
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true)]
    cache: Option<Option<PathBuf>>,

    /// Use no cache
    #[arg(long, conflicts_with = "cache")]
    no_cache: bool,
}

/// What earlier runs have found.
#[derive(Debug)]
pub(super) struct Cache {
    /// What all keys of this run begin with.
    program: ContentHash,
    /// Texts without findings.
    clean_texts: KeyFiles,
    /// Functions without findings.
    clean_functions: KeyFiles,
    /// What was found in others.
    results: ResultFiles,
}

impl Cache {
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
        Ok(program().map(|program| Self::new(&folder, program)))
    }

    fn new(folder: &Path, program: ContentHash) -> Self {
        Self {
            program,
            clean_texts: KeyFiles::new(folder, "clean", MOST_TEXTS),
            clean_functions: KeyFiles::new(folder, "functions", MOST_FUNCTIONS),
            results: ResultFiles::new(folder.join("results")),
        }
    }

    /// Checks a text, or what of it is not known.
    ///
    /// # Errors
    /// [`SourceTooLarge`] for more than 4 GiB.
    pub(super) fn check(&self, text: &[u8], options: &Options, cores: &Cores) -> Result<Report, SourceTooLarge> {
        let mut keys = self.program;
        keys.add(format!("{options:?}").as_bytes());
        let mut key = keys;
        key.add(text);
        let key = key.value();
        if self.clean_texts.knows(key) {
            return Ok(Report::empty(FileStatus::Ok));
        }
        if let Some(known) = self.results.get(key).and_then(StoredReport::into_report) {
            return Ok(known);
        }
        let report = driver::check_remembering(text, options, cores, &mut OptionsMemory { cache: self, keys })?;
        match StoredReport::of(&report) {
            Some(stored) if stored.is_clean() => self.clean_texts.add(key),
            Some(stored) => self.results.add(key, &stored),
            None => {}
        }
        Ok(report)
    }

    /// Writes what is new, and drops what has not been asked for for long. Failures cost time only, and are not told.
    pub(super) fn write(self) {
        self.clean_texts.write();
        self.clean_functions.write();
        self.results.sweep();
    }
}

/// What is known of functions under options.
struct OptionsMemory<'a> {
    cache: &'a Cache,
    /// What their keys begin with.
    keys: ContentHash,
}

impl OptionsMemory<'_> {
    fn key(&self, function: u128) -> u128 {
        let mut key = self.keys;
        key.add(&function.to_le_bytes());
        key.value()
    }
}

impl FunctionMemory for OptionsMemory<'_> {
    /// The only function of a text is as good as the text, of which nothing is known.
    fn start(&mut self, definitions: usize) -> bool {
        definitions > 1
    }

    fn recall(&mut self, function: u128, _instructions: usize) -> Option<FunctionResults> {
        let key = self.key(function);
        if self.cache.clean_functions.knows(key) {
            return Some(FunctionResults::default());
        }
        self.cache.results.get(key).and_then(StoredFunction::into_results)
    }

    fn keep(&mut self, function: u128, results: FunctionResults) {
        let key = self.key(function);
        if results.findings.is_empty() && results.incomplete.is_empty() {
            self.cache.clean_functions.add(key);
        } else {
            self.cache.results.add(key, &StoredFunction::of(results));
        }
    }
}

/// Writes a file beside its place, and moves it there.
fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
    file.write_all(content)?;
    file.persist(path)?;
    Ok(())
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

    const HEAD: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";
    const CLEAN: &str = ".entry k() { ret; }\n";
    /// Has a finding with a witness and labels.
    const DIRTY: &str = ".entry k() .reqntid 64 { .reg .pred %p<2>; .reg .b32 %r<2>; mov.u32 %r1, %tid.x; \
        setp.lt.u32 %p1, %r1, 32; @%p1 bar.sync 0; ret; }\n";
    const OTHER: &str = ".entry other() { ret; }\n";

    fn open(folder: &Path) -> Cache {
        Cache::new(folder, ContentHash::new())
    }

    /// What a cache has learned.
    #[derive(PartialEq, Debug, Default)]
    struct Learned {
        clean_texts: usize,
        clean_functions: usize,
        results: usize,
    }

    fn results(folder: &Path) -> usize {
        let folders = fs::read_dir(folder.join("results")).into_iter().flatten().flatten();
        folders.map(|folder| fs::read_dir(folder.path()).map_or(0, Iterator::count)).sum()
    }

    /// Judges a text of these functions as the command does, and holds the report against one without a cache.
    fn learned(folder: &Path, functions: &[&str], options: &Options) -> Learned {
        let text = format!("{HEAD}{}", functions.concat());
        let cache = open(folder);
        let before = results(folder);
        let report = cache.check(text.as_bytes(), options, &Cores::idle(0)).expect("a short text");
        let without = driver::check(text.as_bytes(), options).expect("a short text");
        let shown = |report: &Report| format!("{:?} {:?}", report.findings, report.incomplete);
        assert_eq!(shown(&report), shown(&without));
        let [clean_texts, clean_functions] =
            [&cache.clean_texts, &cache.clean_functions].map(|files| files.new_keys().len());
        cache.write();
        Learned { clean_texts, clean_functions, results: results(folder) - before }
    }

    #[test]
    fn a_text_is_known_the_next_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let (usual, other) = (Options::default(), Options { block: Some([64, 1, 1]), ..Options::default() });
        for options in [&usual, &other] {
            // The only function is as good as the text. Other options are another question.
            let clean = Learned { clean_texts: 1, ..Learned::default() };
            assert_eq!(learned(folder.path(), &[CLEAN], options), clean);
            let dirty = Learned { results: 1, ..Learned::default() };
            assert_eq!(learned(folder.path(), &[DIRTY], options), dirty);
            for text in [CLEAN, DIRTY] {
                assert_eq!(learned(folder.path(), &[text], options), Learned::default());
            }
        }
    }

    #[test]
    fn a_changed_function_is_judged_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let learned = |functions: &[&str], options: &Options| {
            let Learned { clean_texts, clean_functions, results } = learned(folder.path(), functions, options);
            [clean_texts, clean_functions, results]
        };
        let (usual, other) = (Options::default(), Options { block: Some([64, 1, 1]), ..Options::default() });
        assert_eq!(learned(&[DIRTY, OTHER], &usual), [0, 1, 2], "the text, and each function");
        assert_eq!(learned(&[OTHER, DIRTY], &usual), [0, 0, 1], "what is found moves with its function");
        assert_eq!(learned(&[CLEAN, OTHER], &usual), [1, 1, 0], "one of them is mended");
        assert_eq!(learned(&[OTHER, CLEAN], &other), [1, 2, 0], "other options are another question");
        let declared = ".extern .func f();\n";
        assert_eq!(learned(&[declared, OTHER, CLEAN], &usual), [1, 2, 0], "what is declared may matter to both");
        let with_callee = |callee: &str| [callee, ".entry caller() { call f; ret; }\n"].concat();
        assert_eq!(learned(&[&with_callee(".func f() { ret; }"), OTHER], &usual), [1, 3, 0]);
        assert_eq!(learned(&[&with_callee(".func f() { exit; }"), OTHER], &usual), [1, 2, 0], "its caller, too");
    }

    #[test]
    fn damage_costs_time_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let learned = |functions: &[&str]| learned(folder.path(), functions, &Options::default());
        let all = || [learned(&[OTHER, CLEAN]), learned(&[OTHER, DIRTY])];
        let first = all();
        for content in [&b"odd"[..], &[[9; 16], [1; 16]].concat(), b""] {
            for name in ["clean", "functions"] {
                fs::write(folder.path().join(name), content).expect("it is writable");
            }
            fs::remove_dir_all(folder.path().join("results")).expect("it is there");
            assert_eq!(all(), first);
            assert_eq!(all(), [Learned::default(), Learned::default()]);
        }
    }
}
