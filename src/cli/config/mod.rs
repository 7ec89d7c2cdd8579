//! The configuration file, `ptxlint.toml`.

mod document;
mod search;

pub(super) use search::{Configurations, FolderPlace};

use super::arguments;
use crate::diagnostic::Level;
use crate::facts::Strategy;
use crate::isa::{CudaRelease, Target};
use crate::options::{Effort, ExpectedLaunch, KernelExpectation, Levels, Options, Selector, Setting};
use document::{ConfigTable, DocumentMistake, SpannedValue};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::path::Path;
use toml::de::DeTable;

/// What a file says.
#[derive(Debug)]
pub(super) struct Config {
    /// The file that it extends, as it is written, and where.
    extend: Option<(String, usize)>,
    /// What that one says. Its patterns are about paths below the folder of the file that extends it.
    base: Option<Box<Config>>,
    /// What is not linted.
    exclude: Option<Gitignore>,
    settings: Settings,
    overrides: Vec<Override>,
    /// The entries `[[kernel]]`.
    kernels: Vec<KernelEntry>,
}

/// An entry `[[kernel]]`.
#[derive(Clone, Debug)]
struct KernelEntry {
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
    pub toolchain: Option<CudaRelease>,
    pub block: Option<[u32; 3]>,
    pub batch_parameter: Option<String>,
    pub expected_kernels: Option<Vec<String>>,
    pub effort: Option<Effort>,
}

/// Settings for some paths.
#[derive(Debug)]
struct Override {
    paths: Gitignore,
    settings: Settings,
}

const FILE: [&str; 12] = [
    "extend",
    "exclude",
    "levels",
    "target",
    "ptx-version",
    "toolchain",
    "block",
    "batch-parameter",
    "expect-kernel",
    "effort",
    "override",
    "kernel",
];
const OVERRIDE: [&str; 9] =
    ["paths", "levels", "target", "ptx-version", "toolchain", "block", "batch-parameter", "expect-kernel", "effort"];
const KERNEL: [&str; 8] = ["name", "dispatch", "reference", "block", "grid", "cluster", "shared", "arguments"];

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
        Self::read(text).map_err(|mistake| mistake.shown(text, name))
    }

    fn read(text: &str) -> Result<Self, DocumentMistake> {
        let document = DeTable::parse(text).map_err(|error| DocumentMistake {
            at: error.span().map_or(0, |span| span.start),
            message: error.message().replace('\n', ", "),
        })?;
        let table = ConfigTable::new(document.get_ref(), 0, &FILE)?;
        Ok(Self {
            extend: table.get("extend", |value| Ok((document::text(value)?.to_string(), value.span().start)))?,
            base: None,
            exclude: table.get("exclude", globs)?,
            settings: settings(&table)?,
            overrides: table.get("override", |value| document::list(value, Override::read))?.unwrap_or_default(),
            kernels: table.get("kernel", |value| document::list(value, KernelEntry::read))?.unwrap_or_default(),
        })
    }

    /// The name of the reference of a kernel, by the last entry that names one.
    pub(super) fn reference(&self, kernel: &str) -> Option<String> {
        let own = self.kernels.iter().rev().find_map(|entry| entry.reference(kernel));
        own.or_else(|| self.base.as_ref()?.reference(kernel))
    }

    /// Whether a path below the file's folder is not to be linted.
    pub(super) fn excludes(&self, path: &Path) -> bool {
        let has = |globs: &Gitignore| globs.matched_path_or_any_parents(path, false).is_ignore();
        self.exclude.as_ref().is_some_and(has) || self.base.as_ref().is_some_and(|base| base.excludes(path))
    }

    /// The options for a path below the file's folder, or for one that is nowhere there; `given` are those of the command line.
    pub(super) fn options(&self, path: Option<&Path>, given: &Settings) -> Options {
        let mut options = Options::default();
        self.apply(path, &mut options);
        if given.block.is_some() {
            options.kernels.iter_mut().for_each(|kernel| kernel.block = None);
        }
        given.apply(&mut options);
        options
    }
}

impl Config {
    /// Adds what the file says to what is known, behind what it extends.
    fn apply(&self, path: Option<&Path>, options: &mut Options) {
        if let Some(base) = &self.base {
            base.apply(path, options);
        }
        options.kernels.extend(self.kernels.iter().map(|kernel| kernel.expectation.clone()));
        self.settings.apply(options);
        for special in &self.overrides {
            if path.is_some_and(|path| special.paths.matched_path_or_any_parents(path, false).is_ignore()) {
                special.settings.apply(options);
            }
        }
    }
}

impl Settings {
    /// Sets what they say; levels are added, all else takes the place of what was there.
    pub(super) fn apply(&self, options: &mut Options) {
        options.levels.extend(&self.levels);
        options.target = self.target.or(options.target);
        options.version = self.version.or(options.version);
        options.toolchain = self.toolchain.or(options.toolchain);
        options.block = self.block.or(options.block);
        options.effort = self.effort.unwrap_or(options.effort);
        if let Some(parameter) = &self.batch_parameter {
            options.batch_parameter.clone_from(parameter);
        }
        if let Some(kernels) = &self.expected_kernels {
            options.expected_kernels.clone_from(kernels);
        }
    }
}

impl Override {
    fn read(value: &SpannedValue<'_>) -> Result<Self, DocumentMistake> {
        let table = document::table(value, &OVERRIDE)?;
        Ok(Self { paths: table.require("paths", globs)?, settings: settings(&table)? })
    }
}

impl KernelEntry {
    fn read(value: &SpannedValue<'_>) -> Result<Self, DocumentMistake> {
        let table = document::table(value, &KERNEL)?;
        let string = |value| document::text(value).map(str::to_string);
        let expectation = KernelExpectation {
            name: table.require("name", string)?,
            dispatch: table.get("dispatch", |value| document::word(value, &STRATEGIES))?,
            block: table.get("block", block)?,
            launch: ExpectedLaunch {
                grid: table.get("grid", document::extents)?,
                cluster: table.get("cluster", document::extents)?,
                shared_bytes: table.get("shared", document::number)?,
                arguments: table.get("arguments", |value| document::list(value, string))?,
            },
        };
        let has_one_star = expectation.name.matches(['*', '?']).eq(["*"]);
        let reference = table.get("reference", |value| {
            let reference = document::text(value)?;
            if reference.contains('*') && !has_one_star {
                return Err(document::mistake(
                    value,
                    "with `*` in a reference, the name needs exactly one `*` and no `?`",
                ));
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

/// Reads a list of patterns as in .gitignore.
fn globs(value: &SpannedValue<'_>) -> Result<Gitignore, DocumentMistake> {
    let mut globs = GitignoreBuilder::new("");
    document::list(value, |glob| {
        let added = globs.add_line(None, document::text(glob)?);
        added.map(drop).map_err(|error| document::mistake(glob, error.to_string()))
    })?;
    globs.build().map_err(|error| document::mistake(value, error.to_string()))
}

/// Reads the keys that a file and its overrides share.
fn settings(table: &ConfigTable<'_>) -> Result<Settings, DocumentMistake> {
    let string = |value| document::text(value).map(str::to_string);
    Ok(Settings {
        levels: table.get("levels", levels)?.unwrap_or_default(),
        target: table.get("target", |value| document::parsed(value, arguments::target))?,
        version: table.get("ptx-version", |value| document::parsed(value, arguments::version))?,
        toolchain: table.get("toolchain", |value| document::parsed(value, arguments::toolchain))?,
        block: table.get("block", block)?,
        batch_parameter: table.get("batch-parameter", string)?,
        expected_kernels: table.get("expect-kernel", |value| document::list(value, string))?,
        effort: table
            .get("effort", |value| document::word(value, &Effort::ALL.map(|effort| (effort.name(), effort))))?,
    })
}

fn block(value: &SpannedValue<'_>) -> Result<[u32; 3], DocumentMistake> {
    arguments::check_block(document::extents(value)?).map_err(|message| document::mistake(value, message))
}

/// Reads levels. A table has no order, so what is more special wins: a rule over its group, a group over a level, a level over `all`.
fn levels(value: &SpannedValue<'_>) -> Result<Levels, DocumentMistake> {
    let rank = |selector: &Selector| match selector {
        Selector::All => 0,
        Selector::Level(_) => 1,
        Selector::Group(_) => 2,
        Selector::Rule(_) => 3,
    };
    let mut given = Vec::new();
    for (at, name, value) in document::entries(value)? {
        let selector = arguments::selector(name).map_err(|message| DocumentMistake { at, message })?;
        given.push((selector, document::word(value, &LEVELS)?));
    }
    given.sort_by_key(|(selector, _)| rank(selector));
    let mut levels = Levels::default();
    for (selector, setting) in given {
        levels.set(selector, setting);
    }
    Ok(levels)
}

#[cfg(test)]
mod tests {
    use super::super::init::TEMPLATE;
    use super::*;
    use serde_json::Value;

    /// The schema knows the keys that files may have, and no others.
    #[test]
    fn the_schema_has_the_keys() {
        let schema: Value =
            serde_json::from_str(include_str!("../../../schema/ptxlint.schema.json")).expect("the schema is JSON");
        let keys = |pointer: &str| -> Vec<String> {
            let properties = schema.pointer(pointer).and_then(Value::as_object).expect(pointer);
            properties.keys().cloned().collect()
        };
        let sorted = |keys: &[&str]| {
            let mut keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
            keys.sort();
            keys
        };
        assert_eq!(keys("/properties"), sorted(&FILE));
        assert_eq!(keys("/properties/override/items/properties"), sorted(&OVERRIDE));
        assert_eq!(keys("/properties/kernel/items/properties"), sorted(&KERNEL));
        let settings: Vec<&str> = LEVELS.iter().map(|&(name, _)| name).collect();
        assert_eq!(schema["$defs"]["level"]["enum"], Value::from(settings));
    }

    /// What `ptxlint init` writes is right as it is, and each key is when its `#` is taken away.
    #[test]
    fn the_template_is_right() {
        let written = Config::parse(TEMPLATE, "template").expect("a configuration");
        assert!(written.kernels.is_empty() && written.overrides.is_empty() && written.extend.is_none());
        let line = |line: &str| match line.strip_prefix('#') {
            Some(key) if !key.starts_with(' ') => key.to_string() + "\n",
            _ => line.to_string() + "\n",
        };
        let all: String = TEMPLATE.lines().map(line).collect();
        let config = Config::parse(&all, "template").expect("a configuration");
        assert_eq!((config.kernels.len(), config.overrides.len()), (1, 1));
        for key in FILE {
            assert!(all.contains(&format!("{key} = ")) || all.contains(&format!("[{key}]")), "{key} is missing");
        }
    }
}
