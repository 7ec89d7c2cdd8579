//! The configuration file, `ptxlint.toml`.

mod document;
mod search;

pub(super) use search::{Configurations, Place};

use super::arguments;
use crate::diagnostic::Level;
use crate::facts::Strategy;
use crate::isa::Target;
use crate::options::{KernelExpectation, Levels, Options, Selector, Setting};
use crate::source::LineIndex;
use document::{Mistake, Table, Value};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::path::Path;
use toml::de::DeTable;

/// What a file says.
#[derive(Debug)]
pub(super) struct Config {
    settings: Settings,
    overrides: Vec<Override>,
    /// The entries `[[kernel]]`.
    kernels: Vec<Kernel>,
}

/// An entry `[[kernel]]`.
#[derive(Clone, Debug)]
struct Kernel {
    expectation: KernelExpectation,
    /// The name of the kernel that does the same for one vector; `*` stands for what it stands for in the kernel's name.
    reference: Option<String>,
}

/// What can be said on the command line, in a file, and for some paths in a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    pub levels: Levels,
    pub target: Option<Target>,
    pub version: Option<u8>,
    pub block: Option<[u32; 3]>,
    pub batch_parameter: Option<String>,
    pub expected_kernels: Option<Vec<String>>,
}

/// Settings for some paths.
#[derive(Debug)]
struct Override {
    paths: Gitignore,
    settings: Settings,
}

const FILE: [&str; 8] =
    ["levels", "target", "ptx-version", "block", "batch-parameter", "expect-kernel", "override", "kernel"];
const OVERRIDE: [&str; 7] = ["paths", "levels", "target", "ptx-version", "block", "batch-parameter", "expect-kernel"];
const KERNEL: [&str; 4] = ["name", "dispatch", "reference", "block"];

/// What a level may be set to: the names of the options that do the same.
const LEVELS: [(&str, Setting); 5] = [
    ("deny", Setting::At(Level::Error)),
    ("warn", Setting::At(Level::Warning)),
    ("select", Setting::On),
    ("ignore", Setting::Off),
    ("allow", Setting::Off),
];

const STRATEGIES: [(&str, Strategy); 2] =
    [(Strategy::GridY.name(), Strategy::GridY), (Strategy::RegisterUnroll.name(), Strategy::RegisterUnroll)];

impl Config {
    /// Reads a file's text; the error names the place.
    fn parse(text: &str, name: &str) -> Result<Self, String> {
        Self::read(text).map_err(|mistake| {
            let position = LineIndex::new(text.as_bytes()).position(mistake.at.min(text.len()) as u32);
            format!("{name}:{}:{}: {}", position.line, position.column, mistake.message)
        })
    }

    fn read(text: &str) -> Result<Self, Mistake> {
        let document = DeTable::parse(text).map_err(|error| Mistake {
            at: error.span().map_or(0, |span| span.start),
            message: error.message().replace('\n', ", "),
        })?;
        let table = Table::new(document.get_ref(), 0, &FILE)?;
        Ok(Self {
            settings: settings(&table)?,
            overrides: table.get("override", |value| document::list(value, Override::read))?.unwrap_or_default(),
            kernels: table.get("kernel", |value| document::list(value, Kernel::read))?.unwrap_or_default(),
        })
    }

    /// The name of the reference of a kernel, by the last entry that names one.
    pub(super) fn reference(&self, kernel: &str) -> Option<String> {
        self.kernels.iter().rev().find_map(|entry| entry.reference(kernel))
    }

    /// The options for a path below the file's folder, or for one that is nowhere there; `given` are those of the command line.
    pub(super) fn options(&self, path: Option<&Path>, given: &Settings) -> Options {
        let mut options = Options {
            kernels: self.kernels.iter().map(|kernel| kernel.expectation.clone()).collect(),
            ..Options::default()
        };
        self.settings.apply(&mut options);
        for special in &self.overrides {
            if path.is_some_and(|path| special.paths.matched_path_or_any_parents(path, false).is_ignore()) {
                special.settings.apply(&mut options);
            }
        }
        if given.block.is_some() {
            options.kernels.iter_mut().for_each(|kernel| kernel.block = None);
        }
        given.apply(&mut options);
        options
    }
}

impl Settings {
    /// Sets what they say; levels are added, all else takes the place of what was there.
    pub(super) fn apply(&self, options: &mut Options) {
        options.levels.extend(&self.levels);
        options.target = self.target.or(options.target);
        options.version = self.version.or(options.version);
        options.block = self.block.or(options.block);
        if let Some(parameter) = &self.batch_parameter {
            options.batch_parameter.clone_from(parameter);
        }
        if let Some(kernels) = &self.expected_kernels {
            options.expected_kernels.clone_from(kernels);
        }
    }
}

impl Override {
    fn read(value: &Value<'_>) -> Result<Self, Mistake> {
        let table = document::table(value, &OVERRIDE)?;
        let paths = table.require("paths", |value| {
            let mut globs = GitignoreBuilder::new("");
            document::list(value, |glob| {
                let added = globs.add_line(None, document::text(glob)?);
                added.map(drop).map_err(|error| document::mistake(glob, error.to_string()))
            })?;
            globs.build().map_err(|error| document::mistake(value, error.to_string()))
        })?;
        Ok(Self { paths, settings: settings(&table)? })
    }
}

impl Kernel {
    fn read(value: &Value<'_>) -> Result<Self, Mistake> {
        let table = document::table(value, &KERNEL)?;
        let string = |value| document::text(value).map(str::to_string);
        let expectation = KernelExpectation {
            name: table.require("name", string)?,
            dispatch: table.get("dispatch", |value| document::word(value, &STRATEGIES))?,
            block: table.get("block", block)?,
        };
        let has_one_star = expectation.name.matches(['*', '?']).eq(["*"]);
        let reference = table.get("reference", |value| {
            let reference = document::text(value)?;
            if reference.contains('*') && !has_one_star {
                return Err(document::mistake(value, "for `*` in a reference, the name needs one `*` and no `?`"));
            }
            Ok(reference.to_string())
        })?;
        Ok(Self { expectation, reference })
    }

    /// The name of the reference of a kernel.
    fn reference(&self, kernel: &str) -> Option<String> {
        let reference = self.reference.as_deref().filter(|_| self.expectation.matches(kernel))?;
        Some(match self.expectation.name.split_once('*') {
            Some((before, after)) if reference.contains('*') => {
                reference.replace('*', &kernel[before.len()..kernel.len() - after.len()])
            }
            _ => reference.to_string(),
        })
    }
}

/// Reads the keys that a file and its overrides share.
fn settings(table: &Table<'_>) -> Result<Settings, Mistake> {
    let string = |value| document::text(value).map(str::to_string);
    Ok(Settings {
        levels: table.get("levels", levels)?.unwrap_or_default(),
        target: table.get("target", |value| document::parsed(value, arguments::target))?,
        version: table.get("ptx-version", |value| document::parsed(value, arguments::version))?,
        block: table.get("block", block)?,
        batch_parameter: table.get("batch-parameter", string)?,
        expected_kernels: table.get("expect-kernel", |value| document::list(value, string))?,
    })
}

fn block(value: &Value<'_>) -> Result<[u32; 3], Mistake> {
    arguments::check_block(document::extents(value)?).map_err(|message| document::mistake(value, message))
}

/// Reads levels. A table has no order, so what is more special wins: a rule over its group, a group over a level, a level over `all`.
fn levels(value: &Value<'_>) -> Result<Levels, Mistake> {
    let rank = |selector: &Selector| match selector {
        Selector::All => 0,
        Selector::Level(_) => 1,
        Selector::Group(_) => 2,
        Selector::Rule(_) => 3,
    };
    let mut given = Vec::new();
    for (at, name, value) in document::entries(value)? {
        let selector = arguments::selector(name).map_err(|message| Mistake { at, message })?;
        given.push((selector, document::word(value, &LEVELS)?));
    }
    given.sort_by_key(|(selector, _)| rank(selector));
    let mut levels = Levels::default();
    for (selector, setting) in given {
        levels.set(selector, setting);
    }
    Ok(levels)
}
