//! Lints mutants of PTX files, with every rule and with checks of arithmetic, and reports panics, slow answers and hunger for memory:
//!
//! ```text
//! cargo run --profile checked --package mutants -- --minutes 30 --keep target/mutants fixtures
//! ```
//!
//! A mutant is one function of a file with the declarations before it, changed in up to eight places. Its number and the seed make it:
//! the same numbers give the same mutants on every machine. What is wrong is kept as a file, ready for `ptxlint`. The process ends
//! with 1 if anything was. A stack overflow ends it at once, so the number of the mutant at work is kept in `current`, next to the
//! mutants.

mod limits;
mod mutate;
mod pieces;

use limits::Meter;
use ptxlint::{Levels, Options, Selector, Setting};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The slowest answer that is allowed, in seconds of the processor.
const SLOWEST: f64 = 1.0;

/// The most memory that the process may need, in bytes.
const LARGEST: u64 = 1 << 30;

/// The stack of the thread that lints: that of the command's worker threads.
const STACK: usize = 2 << 20;

const USAGE: &str = "usage: mutants [--seed N] [--from N] [--count N] [--minutes N] [--keep FOLDER] [--plain] PATH...";

struct Arguments {
    seed: u64,
    from: u64,
    count: u64,
    minutes: f64,
    keep: PathBuf,
    /// Lints the pieces themselves.
    plain: bool,
    paths: Vec<PathBuf>,
}

fn arguments() -> Result<Arguments, String> {
    let mut it = Arguments {
        seed: 1,
        from: 0,
        count: u64::MAX,
        minutes: f64::INFINITY,
        keep: PathBuf::from("target/mutants"),
        plain: false,
        paths: Vec::new(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("`{word}` needs a value"));
        let number = |text: String| text.parse().map_err(|_| format!("`{text}` is not a number"));
        match word.as_str() {
            "--seed" => it.seed = number(value()?)?,
            "--from" => it.from = number(value()?)?,
            "--count" => it.count = number(value()?)?,
            "--minutes" => it.minutes = value()?.parse().map_err(|_| "`--minutes` needs a number")?,
            "--keep" => it.keep = value()?.into(),
            "--plain" => it.plain = true,
            option if option.starts_with("--") => return Err(format!("unknown option `{option}`")),
            path => it.paths.push(path.into()),
        }
    }
    if it.paths.is_empty() {
        return Err("name files or folders".to_string());
    }
    if it.count == u64::MAX && it.minutes.is_infinite() {
        it.count = 10_000;
    }
    Ok(it)
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(arguments) => arguments,
        Err(mistake) => {
            eprintln!("{mistake}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    // Panics are findings here; where they happened is what one wants to know.
    let run = std::thread::Builder::new().stack_size(STACK).spawn(move || run(&arguments));
    match run.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(0))) => ExitCode::SUCCESS,
        Ok(Ok(Err(error))) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
        _ => ExitCode::FAILURE,
    }
}

/// Returns how many mutants were bad.
fn run(arguments: &Arguments) -> Result<u64, String> {
    let pieces = pieces::read(&arguments.paths)?;
    if pieces.is_empty() {
        return Err("there is no PTX".to_string());
    }
    std::fs::create_dir_all(&arguments.keep).map_err(|error| format!("{}: {error}", arguments.keep.display()))?;
    println!("{} functions", pieces.len());
    let mut meter = Meter::new();
    let (mut done, mut bytes, mut bad, mut slowest) = (0_u64, 0_u64, 0_u64, 0.0_f64);
    let count = if arguments.plain { arguments.count.min(pieces.len() as u64) } else { arguments.count };
    for number in (arguments.from..).take(usize::try_from(count).unwrap_or(usize::MAX)) {
        if meter.total() > arguments.minutes * 60.0 {
            break;
        }
        let text = if arguments.plain {
            pieces[number as usize % pieces.len()].clone()
        } else {
            mutate::mutant(&pieces, arguments.seed, number)
        };
        if number % 64 == 0 {
            let _ = std::fs::write(arguments.keep.join("current"), number.to_string());
        }
        let before = meter.total();
        let complaint = judge(&text);
        let seconds = meter.total() - before;
        slowest = slowest.max(seconds);
        let complaint = complaint
            .or_else(|| (seconds > SLOWEST).then(|| format!("{seconds:.2} s")))
            .or_else(|| meter.grew_beyond(LARGEST).map(|bytes| format!("{} MB of memory", bytes >> 20)));
        if let Some(complaint) = complaint {
            bad += 1;
            let path = arguments.keep.join(format!("{}-{number}.ptx", arguments.seed));
            println!("{}: {complaint}", path.display());
            keep(&path, &text);
        }
        (done, bytes) = (done + 1, bytes + text.len() as u64);
        if done % 100_000 == 0 {
            println!("{done} mutants, {:.0} s", meter.total());
        }
    }
    println!(
        "{done} mutants ({} MB) in {:.0} s of processor time: {bad} bad; the slowest took {slowest:.3} s, the process {} MB",
        bytes >> 20,
        meter.total(),
        meter.peak() >> 20
    );
    Ok(bad)
}

fn keep(path: &Path, text: &[u8]) {
    if let Err(error) = std::fs::write(path, text) {
        eprintln!("{}: {error}", path.display());
    }
}

/// What is wrong with the answer to a text.
fn judge(text: &[u8]) -> Option<String> {
    let mut levels = Levels::default();
    levels.set(Selector::All, Setting::On);
    let options = Options { levels, ..Options::default() };
    let judged = std::panic::catch_unwind(|| ptxlint::check(text, &options));
    let report = match judged {
        Err(_) => return Some("it panics outside of any rule".to_string()),
        Ok(Err(error)) => return Some(error.to_string()),
        Ok(Ok(report)) => report,
    };
    report.findings.iter().find_map(|finding| {
        let inside = finding.span.start <= finding.span.end && finding.span.end as usize <= text.len();
        if finding.rule.name == "internal-error" {
            Some(format!("{}: {}", finding.message, finding.caption.as_deref().unwrap_or_default()))
        } else {
            (!inside).then(|| format!("`{}` reports a place outside of the file", finding.rule.name))
        }
    })
}
