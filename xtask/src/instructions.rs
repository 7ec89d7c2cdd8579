//! How many instructions the program takes to lint what each producer of PTX wrote. On a busy machine they are the same as on an idle one,
//! so a change that costs time shows.

use crate::chores::{Failure, output};
use crate::isa::root;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// What is linted: what compilers wrote, and small kernels, in which the start of the program counts.
const SUBJECTS: [&str; 6] = [
    "fixtures/_corpus/cudaptx",
    "fixtures/_corpus/llvm",
    "fixtures/_corpus/numba",
    "fixtures/_corpus/nvcc",
    "fixtures/_corpus/triton",
    "fixtures/divergent-barrier",
];

/// How much more than the stored number is too much, in percent.
const MOST_MORE: f64 = 3.0;

/// What is done with the numbers, besides printing them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Nothing.
    Show,
    /// They become the stored ones.
    Bless,
    /// More of them than are stored is a failure.
    Check,
}

/// Counts the instructions of the release build under valgrind, and prints them beside those that are stored.
pub(crate) fn instructions(purpose: Purpose) -> Result<(), Failure> {
    crate::chores::run("The release build", "cargo", &["build", "--locked", "--release", "--quiet"], &[])?;
    let path = root().join("benches/instructions.txt");
    let stored = Stored::parse(&std::fs::read_to_string(&path).unwrap_or_default());
    // Another compiler writes other instructions.
    let compiler = output("rustc", &["--version"])?.trim().to_string();
    let is_comparable = stored.compiler == compiler;
    if !is_comparable {
        println!("stored are those of `{}`, which are not compared with those of `{compiler}`", stored.compiler);
    }
    let mut now = Stored { compiler, counts: BTreeMap::new() };
    let mut worse = Vec::new();
    println!("{:28} {:>16} {:>16} {:>8} {:>12}", "", "instructions", "stored", "change", "for a byte");
    for subject in SUBJECTS {
        let count = count(subject)?;
        let bytes = bytes_below(&root().join(subject))?;
        let before = stored.counts.get(subject).copied().filter(|_| is_comparable);
        let change = before.map(|before| (count as f64 / before as f64 - 1.0) * 100.0);
        let [stored, shown] = [before.map(|before| before.to_string()), change.map(|change| format!("{change:+.1} %"))];
        let [stored, shown] = [stored, shown].map(Option::unwrap_or_default);
        println!("{subject:28} {count:>16} {stored:>16} {shown:>8} {:>12}", count / bytes.max(1));
        worse.extend(change.filter(|change| *change > MOST_MORE).map(|_| subject));
        now.counts.insert(subject.to_string(), count);
    }
    match purpose {
        Purpose::Bless => std::fs::write(path, now.text())?,
        Purpose::Check if !worse.is_empty() => {
            return Err(format!(
                "more than {MOST_MORE} % more instructions for {}; where they are worth it, `cargo xtask instructions bless`",
                worse.join(", ")
            )
            .into());
        }
        Purpose::Check | Purpose::Show => {}
    }
    Ok(())
}

/// The numbers that are stored.
struct Stored {
    compiler: String,
    counts: BTreeMap<String, u64>,
}

impl Stored {
    /// The first line names the compiler, the others a subject and a number each.
    fn parse(text: &str) -> Self {
        let (compiler, rest) = text.split_once('\n').unwrap_or_default();
        let entry = |line: &str| {
            let (subject, count) = line.split_once('\t')?;
            Some((subject.to_string(), count.parse().ok()?))
        };
        Self { compiler: compiler.to_string(), counts: rest.lines().filter_map(entry).collect() }
    }

    fn text(&self) -> String {
        let lines = self.counts.iter().map(|(subject, count)| format!("{subject}\t{count}\n"));
        format!("{}\n{}", self.compiler, lines.collect::<String>())
    }
}

/// The instructions of one run.
fn count(subject: &str) -> Result<u64, Failure> {
    let program = root().join("target/release").join(format!("ptxlint{}", std::env::consts::EXE_SUFFIX));
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["--jobs", "1", "--no-cache", "--quiet", "--exit-zero", subject])
        .current_dir(root())
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let told = String::from_utf8_lossy(&run.stderr);
    counted(&told).ok_or_else(|| format!("valgrind has counted nothing: {told}").into())
}

/// The number in what valgrind tells.
fn counted(told: &str) -> Option<u64> {
    told.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
}

fn bytes_below(folder: &Path) -> Result<u64, Failure> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "ptx") {
            bytes += path.metadata()?.len();
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back() {
        let stored = Stored { compiler: "rustc 1.2.3".to_string(), counts: BTreeMap::from([("a/b".to_string(), 42)]) };
        let read = Stored::parse(&stored.text());
        assert_eq!((read.compiler, read.counts), (stored.compiler, stored.counts));
    }

    #[test]
    fn the_number_of_valgrind_is_found() {
        let told = "==7== Events    : Ir\n==7== Collected : 3094450115\n==7==\n==7== I   refs:      3,094,450,115\n";
        assert_eq!(counted(told), Some(3_094_450_115));
        assert_eq!(counted("==7== error"), None);
    }

    #[test]
    fn every_subject_has_texts() {
        for subject in SUBJECTS {
            assert!(bytes_below(&root().join(subject)).is_ok_and(|bytes| bytes > 1000), "{subject}");
        }
    }
}
