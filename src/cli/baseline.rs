//! `--baseline`: findings that were there already are not heard, so that a project can start with those that are new.

use super::inputs::LintInput;
use crate::diagnostic::Diagnostic;
use crate::fingerprint::{self, Identity};
use crate::options::Options;
use crate::render::json::SCHEMA_VERSION;
use crate::rules;
use clap::Args;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

/// The options about baselines.
#[derive(Debug, Args)]
pub(super) struct BaselineArguments {
    /// Hide the findings listed in this file, matched by rule, function and statement rather than by line
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,

    /// Write the findings of this run to the file of `--baseline`; entries of files that were not checked stay
    #[arg(long, requires = "baseline")]
    pub update_baseline: bool,
}

/// The file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BaselineDocument {
    schema_version: u32,
    findings: Vec<BaselineEntry>,
}

/// Findings that are alike.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BaselineEntry {
    path: String,
    rule: String,
    function: Option<String>,
    context: String,
    count: usize,
}

/// What findings of a file are known by.
type Key = (String, Option<String>, String);

/// Numbers of findings that are alike.
pub(super) type KnownFindings = BTreeMap<Key, usize>;

/// What a file lists, by the paths of files.
pub(super) struct Baseline {
    file: PathBuf,
    /// Its folder, from which paths are seen.
    folder: PathBuf,
    entries: BTreeMap<String, KnownFindings>,
    is_updated: bool,
}

/// What a baseline does to the findings of a file.
#[derive(Default)]
pub(super) struct BaselineEffect {
    /// How many are not heard.
    pub hidden: usize,
    /// How many that it lists are no longer there.
    pub gone: usize,
    /// The file as the baseline names it, and what it is to list of it.
    pub update: Option<(String, KnownFindings)>,
}

impl Baseline {
    /// Reads the file that the options name, if they do.
    ///
    /// # Errors
    /// Why it can't be read.
    pub(super) fn read(arguments: &BaselineArguments) -> Result<Option<Self>, String> {
        let Some(file) = &arguments.baseline else { return Ok(None) };
        let fail = |reason: String| format!("cannot read the baseline {}: {reason}", file.display());
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().map_err(|_| fail(format!("there is no folder {}", folder.display())))?;
        let is_updated = arguments.update_baseline;
        let mut entries: BTreeMap<String, KnownFindings> = BTreeMap::new();
        match fs::read_to_string(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_updated => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(fail("there is no such file; `--update-baseline` writes it".to_string()));
            }
            Err(error) => return Err(fail(error.to_string())),
            Ok(text) => {
                let document: BaselineDocument =
                    serde_json::from_str(&text).map_err(|error| fail(error.to_string()))?;
                if document.schema_version != SCHEMA_VERSION {
                    return Err(fail(format!("its version is {}, not {SCHEMA_VERSION}", document.schema_version)));
                }
                for BaselineEntry { path, rule, function, context, count } in document.findings {
                    *entries.entry(path).or_default().entry((rule, function, context)).or_default() += count;
                }
            }
        }
        Ok(Some(Self { file: file.clone(), folder, entries, is_updated }))
    }

    /// Drops the findings that are listed.
    pub(super) fn apply(
        &self,
        input: &LintInput,
        bytes: &[u8],
        options: &Options,
        findings: &mut Vec<Diagnostic>,
    ) -> BaselineEffect {
        let path = self.path_of(input);
        let identities: Vec<Identity> = fingerprint::identities(bytes, findings).collect();
        let key = |identity: &Identity| {
            let function = identity.function.as_deref().map(str::to_string);
            (identity.rule.to_string(), function, identity.context.clone())
        };
        let mut left = self.entries.get(&path).cloned().unwrap_or_default();
        // Nobody knows what a rule would have found that did not run.
        let ran = |rule: &str| rules::by_name(rule).is_none_or(|rule| options.levels.runs(rule));
        if self.is_updated {
            left.retain(|(rule, ..), _| !ran(rule));
            for identity in &identities {
                *left.entry(key(identity)).or_default() += 1;
            }
            let hidden = std::mem::take(findings).len();
            return BaselineEffect { hidden, gone: 0, update: Some((path, left)) };
        }
        let before = findings.len();
        let mut identities = identities.iter();
        findings.retain(|_| match identities.next().and_then(|identity| left.get_mut(&key(identity))) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        });
        let gone = left.iter().filter(|((rule, ..), _)| ran(rule)).map(|(_, count)| count).sum();
        BaselineEffect { hidden: before - findings.len(), gone, update: None }
    }

    /// A file as it is seen from the folder of the baseline, with `/` on every system.
    fn path_of(&self, input: &LintInput) -> String {
        let Some(path) = input.path() else { return input.name.clone() };
        let member = input.member().map_or(String::new(), |member| format!("!{member}"));
        self.path_from_folder(path) + &member
    }

    fn path_from_folder(&self, path: &Path) -> String {
        let resolved =
            path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_path_buf());
        let below = resolved.strip_prefix(&self.folder).unwrap_or(&resolved);
        let part = |part: Component<'_>| part.as_os_str().to_string_lossy().into_owned();
        match below.is_absolute() {
            true => below.to_string_lossy().into_owned(),
            false => below.components().map(part).collect::<Vec<_>>().join("/"),
        }
    }

    /// Writes what files are to list now, if that is wanted.
    ///
    /// # Errors
    /// Why it can't be written.
    pub(super) fn update(&self, updates: Vec<(String, KnownFindings)>) -> Result<(), String> {
        if !self.is_updated {
            return Ok(());
        }
        let linted: BTreeSet<&String> = updates.iter().map(|(path, _)| path).collect();
        // Of a text in a file it is the file that is looked for.
        let holder = |path: &str| path.match_indices('!').any(|(at, _)| self.folder.join(&path[..at]).exists());
        let is_there = |path: &str| self.folder.join(path).exists() || holder(path);
        let stays = |path: &&String| !linted.contains(path) && is_there(path);
        let old =
            self.entries.iter().filter(|(path, _)| stays(path)).map(|(path, known)| (path.clone(), known.clone()));
        let mut all: BTreeMap<String, KnownFindings> = old.collect();
        all.extend(updates);
        let entries = all.into_iter().flat_map(|(path, known)| {
            known.into_iter().map(move |((rule, function, context), count)| BaselineEntry {
                path: path.clone(),
                rule,
                function,
                context,
                count,
            })
        });
        let document = BaselineDocument { schema_version: SCHEMA_VERSION, findings: entries.collect() };
        // Strings and numbers always have a JSON form.
        let text = serde_json::to_string_pretty(&document).unwrap_or_default() + "\n";
        let written = tempfile::Builder::new().prefix(".ptxlint-").tempfile_in(&self.folder).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            readable(file.path())?;
            file.persist(&self.file).map(drop).map_err(|error| error.error)
        });
        written.map_err(|error| format!("cannot write the baseline {}: {error}", self.file.display()))
    }
}

/// Lets everybody read a file, as one is that was not made for a moment only.
fn readable(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o644))?;
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}
