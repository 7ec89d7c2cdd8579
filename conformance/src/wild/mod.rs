//! Findings on foreign code, and what people who have read them say.
//!
//! Fixtures show what we thought of; code that nobody here has seen shows the rest. This command lints folders of PTX that others
//! wrote or compiled, puts findings of the same kind on kernels of the same family into one group, and remembers what somebody who
//! has read a group said of it: `true`, `arguable` or `false`, with the reason. It shows the groups that nobody has judged.
//!
//! The first folder below a given one is the project. Wheels of GPU libraries carry PTX (`cuobjdump -xptx all LIBRARY.so`), so do the
//! caches of just-in-time compilers. Nothing of it belongs into the repository; verdicts do (`conformance/wild.tsv`).

mod finding;
mod kernel;
mod lint;
mod report;
mod verdicts;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use verdicts::Verdicts;

/// The command line.
pub(crate) struct Arguments {
    folders: Vec<PathBuf>,
    verdicts: PathBuf,
    rules: Vec<String>,
    all: bool,
    skeleton: bool,
    samples: usize,
    lines: usize,
    seconds: u64,
    require: bool,
}

impl Arguments {
    fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut this = Self {
            folders: Vec::new(),
            verdicts: Path::new(env!("CARGO_MANIFEST_DIR")).join("wild.tsv"),
            rules: Vec::new(),
            all: false,
            skeleton: false,
            samples: 2,
            lines: 0,
            seconds: 60,
            require: false,
        };
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
            let number = |text: String| text.parse::<usize>().map_err(|_| format!("`{text}` is not a number"));
            match argument.as_str() {
                "--verdicts" => this.verdicts = value()?.into(),
                "--rule" => this.rules.push(value()?),
                "--all" => this.all = true,
                "--skeleton" => this.skeleton = true,
                "--show" => this.samples = number(value()?)?,
                "--lines" => this.lines = number(value()?)?,
                "--seconds" => this.seconds = number(value()?)? as u64,
                "--require" => this.require = true,
                _ if argument.starts_with('-') => return Err(format!("no such option: {argument}")),
                _ => this.folders.push(argument.into()),
            }
        }
        if this.folders.is_empty() { Err("wild wants folders of PTX".to_string()) } else { Ok(this) }
    }
}

/// Lints the folders that the arguments name and prints what is new.
pub(crate) fn run(arguments: impl IntoIterator<Item = String>) -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse(arguments)?;
    let verdicts = Verdicts::read(&arguments.verdicts)?;
    let files = files(&arguments.folders)?;
    if files.is_empty() {
        return Err("no file is called *.ptx there".into());
    }
    let linted = lint::all(&files, Duration::from_secs(arguments.seconds));
    let summary = report::print(&linted, &verdicts, &arguments);
    (!arguments.require || summary.meets_the_targets()).then_some(()).ok_or_else(|| "the targets are not met".into())
}

/// A file, and the project that it is of.
pub(crate) struct File {
    /// The folder below the given one, or the given one itself.
    pub project: String,
    /// Where it is.
    pub path: PathBuf,
}

/// The PTX files of folders, by name.
pub(crate) fn files(folders: &[PathBuf]) -> std::io::Result<Vec<File>> {
    let mut found = Vec::new();
    for folder in folders {
        let mut paths = BTreeSet::new();
        collect(folder, &mut paths)?;
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for path in paths {
            let below = path.strip_prefix(folder).unwrap_or(&path);
            let project = below.parent().and_then(|parent| parent.components().next());
            let project =
                project.map_or_else(|| name(folder), |first| first.as_os_str().to_string_lossy().into_owned());
            found.push(File { project, path });
        }
    }
    Ok(found)
}

fn collect(path: &Path, found: &mut BTreeSet<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            let entry = entry?;
            // Links may lead round in circles.
            if entry.file_type()?.is_dir() || entry.file_type()?.is_file() {
                collect(&entry.path(), found)?;
            }
        }
    } else if path.extension().is_some_and(|extension| extension == "ptx") {
        found.insert(path.to_path_buf());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn projects_are_folders() {
        let folder = std::env::temp_dir().join(format!("ptxlint-wild-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("one/deep")).expect("a folder");
        for name in ["one/deep/a.ptx", "one/b.txt", "c.ptx"] {
            std::fs::write(folder.join(name), "").expect("a file");
        }
        let found = files(std::slice::from_ref(&folder)).expect("it reads");
        std::fs::remove_dir_all(&folder).expect("it goes");
        let projects: Vec<&str> = found.iter().map(|file| file.project.as_str()).collect();
        assert_eq!(projects.len(), 2);
        assert!(projects[0].starts_with("ptxlint-wild-"), "{projects:?}");
        assert_eq!(projects[1], "one");
    }
}
