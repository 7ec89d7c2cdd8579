//! Lints mutants of PTX files, with every rule and with checks of arithmetic, and reports panics, slow answers and hunger for memory:
//!
//! ```text
//! cargo run --profile checked --package mutants -- --minutes 30 --jobs 8 --keep target/mutants fixtures
//! ```
//!
//! A mutant is one function of a file with the declarations before it, or a small file, changed in up to eight places, and sometimes
//! linted for a known block. Its number and the seed make it: the same numbers give the same mutants on every machine (for the same
//! files). What is wrong is kept as a file, ready for `ptxlint --all`. Workers are processes: one that overflows its stack, hangs or
//! grows without end costs one mutant. The program ends with 1 if anything was bad.

mod limits;
mod parent;
mod seeds;
mod worker;

use mutants::{Dice, rough};
use seeds::Seeds;
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str =
    "usage: mutants [--seed N] [--from N] [--count N] [--minutes N] [--jobs N] [--keep FOLDER] [--plain] PATH...

--seed N      another seed makes other mutants (1)
--from N      the number of the first mutant (0)
--count N     how many mutants (10000 unless --minutes is given)
--minutes N   stop after this time
--jobs N      how many workers (one for each processor)
--keep FOLDER where bad mutants and report.txt go (target/mutants)
--plain       lint the files' functions as they are";

/// Blocks that some mutants are linted for.
const BLOCKS: [[u32; 3]; 8] =
    [[32, 1, 1], [1, 1, 1], [256, 1, 1], [16, 16, 1], [33, 1, 1], [1024, 1, 1], [8, 4, 2], [32, 4, 1]];

#[derive(Clone)]
struct Arguments {
    seed: u64,
    from: u64,
    /// The number behind that of the last mutant.
    to: u64,
    /// From the number of a worker's mutant to that of its next.
    step: u64,
    /// The time that is left.
    minutes: f64,
    jobs: usize,
    keep: PathBuf,
    /// Lints the seeds themselves.
    plain: bool,
    worker: bool,
    paths: Vec<PathBuf>,
}

impl Arguments {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let jobs = std::thread::available_parallelism().map_or(1, |n| n.get());
        let keep = PathBuf::from("target/mutants");
        let (minutes, paths) = (f64::INFINITY, Vec::new());
        let mut it =
            Self { seed: 1, from: 0, to: u64::MAX, step: 0, minutes, jobs, keep, plain: false, worker: false, paths };
        let mut count: Option<u64> = None;
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("`{word}` needs a value"));
            let number = |text: String| text.parse().map_err(|_| format!("`{text}` is not a number"));
            match word.as_str() {
                "--seed" => it.seed = number(value()?)?,
                "--from" => it.from = number(value()?)?,
                "--count" => count = Some(number(value()?)?),
                "--minutes" => it.minutes = value()?.parse().map_err(|_| "`--minutes` needs a number")?,
                "--jobs" => it.jobs = number(value()?)?.clamp(1, 1024) as usize,
                "--step" => it.step = number(value()?)?,
                "--keep" => it.keep = value()?.into(),
                "--plain" => it.plain = true,
                "--worker" => it.worker = true,
                option if option.starts_with("--") => return Err(format!("unknown option `{option}`")),
                path => it.paths.push(path.into()),
            }
        }
        if it.paths.is_empty() {
            return Err("name files or folders".to_string());
        }
        if it.step == 0 {
            it.step = it.jobs as u64;
        }
        let usual = if it.minutes.is_finite() || it.plain { u64::MAX } else { 10_000 };
        it.to = it.from.saturating_add(count.unwrap_or(usual));
        Ok(it)
    }

    /// The command line of a worker.
    fn for_worker(&self, from: u64, minutes: f64) -> Vec<std::ffi::OsString> {
        let numbers = [("--seed", self.seed), ("--from", from), ("--count", self.to - from), ("--step", self.step)];
        let mut words: Vec<std::ffi::OsString> = vec!["--worker".into()];
        words.extend(numbers.into_iter().flat_map(|(name, number)| [name.into(), number.to_string().into()]));
        words.extend(["--minutes".into(), minutes.to_string().into(), "--keep".into(), self.keep.clone().into()]);
        words.extend(self.plain.then(|| "--plain".into()));
        words.extend(self.paths.iter().map(Into::into));
        words
    }

    /// Where a bad mutant is kept.
    fn file(&self, kind: &str, number: u64) -> PathBuf {
        self.keep.join(format!("{kind}-{}-{number}.ptx", self.seed))
    }
}

/// The mutant of a number, and the block that it is linted for.
fn mutant_of(arguments: &Arguments, seeds: &Seeds, number: u64) -> std::io::Result<(Vec<u8>, Option<[u32; 3]>)> {
    if arguments.plain {
        return Ok((seeds.read(number as usize)?, None));
    }
    let mut dice = Dice::of(arguments.seed, number);
    let text = seeds.read(dice.roll(seeds.len()))?;
    let donor = seeds.read(dice.roll(seeds.len()))?;
    let text = rough::mutant(text, &donor, &seeds.modifiers, &mut dice);
    let block = if dice.roll(4) == 0 { dice.pick(&BLOCKS).copied() } else { None };
    Ok((text, block))
}

fn main() -> ExitCode {
    let arguments = match Arguments::parse(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(mistake) => {
            eprintln!("{mistake}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let bad = if arguments.worker { worker::run(arguments).map(|()| 0) } else { parent::run(&arguments) };
    match bad {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
