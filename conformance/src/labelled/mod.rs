//! Kernels of our own with one mistake each, and twins without it: what is found, by class and by compiler.
//!
//! Each class is a file of `conformance/labelled`, compiled once with the mistakes and once without, by several compilers. A mistake of
//! which nothing is left in the PTX is not counted.

mod compilers;
mod execution;
mod kernels;
mod pairs;

use crate::gpu::Gpu;
use compilers::{ASYNC_BUILDS, BUILDS, Build, Compilers};
use execution::Demonstration;
use kernels::{Findings, kernels_of, lint};
use pairs::{Class, Pair, classes};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// What came of the pairs of one class in one build.
#[derive(Default)]
struct Tally {
    /// Mistakes that are left in the PTX.
    left: usize,
    found: usize,
    missed: Vec<String>,
    /// Found when the block is not known, and not when it is.
    lost: Vec<String>,
    found_with_block: usize,
    /// Correct kernels with a finding.
    false_alarms: Vec<String>,
    /// What the interpreter says, where it runs the kernels.
    execution: Execution,
}

/// Which mistakes fail when they are run, and what else does.
#[derive(Default)]
struct Execution {
    /// Mistakes that were run.
    run: usize,
    /// Of these those without a fault.
    silent: Vec<String>,
    /// Correct kernels with a fault.
    failing_twins: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.left += other.left;
        self.found += other.found;
        self.found_with_block += other.found_with_block;
        self.missed.extend(other.missed);
        self.lost.extend(other.lost);
        self.false_alarms.extend(other.false_alarms);
        self.execution.run += other.execution.run;
        self.execution.silent.extend(other.execution.silent);
        self.execution.failing_twins.extend(other.execution.failing_twins);
    }
}

/// The classes of the asynchronous protocol, in a folder of their own: they are compiled for other targets.
const ASYNC: &str = "async";

/// Compiles and lints the classes that are named, or all, and prints a table; behind `async` those of the asynchronous protocol, which
/// the interpreter runs, too.
///
/// # Errors
/// A compiler is missing, or less than `require` percent is found, something is found in a twin, or a known block hides something.
pub(crate) fn run(names: &[String], show: usize, require: f64) -> Result<(), Box<dyn std::error::Error>> {
    let compilers = Compilers::find()?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("labelled");
    let (folder, names, builds, runs): (_, _, &[Build], bool) = match names {
        [first, names @ ..] if first == ASYNC => (folder.join(ASYNC), names, &ASYNC_BUILDS, true),
        _ => (folder, names, &BUILDS, false),
    };
    let mut totals: Vec<Tally> = builds.iter().map(|_| Tally::default()).collect();
    println!(
        "{:<12} {:>5}{}",
        "class",
        "pairs",
        builds.iter().map(|it| format!("{:>22}", it.name)).collect::<String>()
    );
    for known in &classes(&folder, names)? {
        let Class { name: class, pairs, .. } = known;
        let source = folder.join(format!("{class}.cu"));
        let mut line = format!("{class:<12} {:>5}", pairs.len());
        for (build, total) in builds.iter().zip(&mut totals) {
            if !known.is_built(build.name) {
                line += &format!("{:>22}", "-");
                continue;
            }
            let [bad, good] = [true, false].map(|mistaken| compilers.compile(build, &source, mistaken));
            let tally = tally(pairs, (class, build.name), [&bad?, &good?], runs)?;
            line += &format!("{:>22}", figures(&tally));
            total.add(tally);
        }
        println!("{line}");
    }
    print_totals(totals, show, require)
}

/// How long a GPU may take for one step of a launch: what has not ended by then never does.
const LIMIT: Duration = Duration::from_secs(5);

/// Runs the pairs of the asynchronous protocol on a GPU of compute capability 9.0, as [`run`] has compiled them before, and prints which
/// mistakes show.
///
/// # Errors
/// There is no GPU, or the pairs have not been compiled.
pub(crate) fn run_on_gpu(names: &[String], tool: &str) -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::find(tool, LIMIT)?;
    println!("{}", gpu.name());
    let names: Vec<String> = names.iter().filter(|name| *name != ASYNC).cloned().collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("labelled").join(ASYNC);
    let build = &ASYNC_BUILDS[0];
    let (mut shown, mut hidden, mut wrong, mut not_run) = (0, 0, 0, 0);
    for class in classes(&folder, &names)?.iter().filter(|class| class.is_built(build.name)) {
        let [bad, good] = [true, false].map(|mistaken| compilers::compiled(build, &class.name, mistaken));
        let (bad, good) = (for_driver(&bad?), for_driver(&good?));
        for pair in &class.pairs {
            let (count, words) = match execution::demonstrate(&gpu, [&bad, &good], pair)? {
                Demonstration::Shown(words) => (&mut shown, words),
                Demonstration::Hidden => (&mut hidden, "not shown".to_string()),
                Demonstration::TwinFails(words) => (&mut wrong, format!("the twin: {words}")),
                Demonstration::NotRun(words) => (&mut not_run, words),
            };
            *count += 1;
            println!("{} {}: {words}", class.name, pair.name);
        }
    }
    println!("{shown} shown, {hidden} not, {wrong} with a twin that fails, {not_run} not run");
    Ok(())
}

/// Compilers write the newest version of PTX, which few drivers know.
fn for_driver(ptx: &str) -> String {
    let head = ptx.lines().find(|line| line.starts_with(".version 9."));
    head.map_or_else(|| ptx.to_string(), |head| ptx.replacen(head, ".version 9.0", 1))
}

fn print_totals(totals: Vec<Tally>, show: usize, require: f64) -> Result<(), Box<dyn std::error::Error>> {
    let mut all = Tally::default();
    println!("{:<18}{}", "all", totals.iter().map(|total| format!("{:>22}", figures(total))).collect::<String>());
    totals.into_iter().for_each(|total| all.add(total));
    let percent = 100.0 * all.found as f64 / all.left.max(1) as f64;
    println!("found {} of {} ({percent:.1} %), {} with the block known", all.found, all.left, all.found_with_block);
    let Execution { run, silent, failing_twins } = &all.execution;
    if *run > 0 {
        let percent = 100.0 * (run - silent.len()) as f64 / *run as f64;
        println!("the interpreter finds {} of {run} ({percent:.1} %)", run - silent.len());
    }
    for (title, list) in [
        ("missed", &all.missed),
        ("false alarms", &all.false_alarms),
        ("hidden by the block", &all.lost),
        ("without a fault when run", silent),
        ("twins with a fault when run", failing_twins),
    ] {
        println!("{title}: {}", list.len());
        list.iter().take(show).for_each(|pair| println!("    {pair}"));
    }
    match percent >= require
        && (require == 0.0 || all.false_alarms.len() + all.lost.len() + all.execution.failing_twins.len() == 0)
    {
        true => Ok(()),
        false => Err(format!("less than {require} % found, false alarms, or findings that a known block hides").into()),
    }
}

fn figures(tally: &Tally) -> String {
    format!("{} of {}, {} false", tally.found, tally.left, tally.false_alarms.len())
}

fn tally(
    pairs: &[Pair],
    (class, build): (&str, &str),
    [bad, good]: [&str; 2],
    runs: bool,
) -> Result<Tally, Box<dyn std::error::Error>> {
    let [bad_kernels, good_kernels] = [bad, good].map(kernels_of);
    let (bad_kernels, good_kernels) = (bad_kernels?, good_kernels?);
    let [failing, failing_twins] = match runs {
        true => [execution::failing(bad, pairs)?, execution::failing(good, pairs)?],
        false => Default::default(),
    };
    let [found, alarms] = [lint(bad, &bad_kernels, None)?, lint(good, &good_kernels, None)?];
    // The same with the block known, once for each block that the class has.
    let mut known: BTreeMap<[u32; 3], [Findings; 2]> = BTreeMap::new();
    for pair in pairs {
        if let std::collections::btree_map::Entry::Vacant(place) = known.entry(pair.block) {
            place.insert([lint(bad, &bad_kernels, Some(pair.block))?, lint(good, &good_kernels, Some(pair.block))?]);
        }
    }
    let mut tally = Tally::default();
    for pair in pairs {
        let name = format!("{class} {build} {}", pair.name);
        let (Some(bad), Some(good)) = (bad_kernels.get(&pair.name), good_kernels.get(&pair.name)) else {
            continue;
        };
        let [found_known, alarms_known] = &known[&pair.block];
        for (alarms, with) in [(&alarms, ""), (alarms_known, " (block known)")] {
            if let Some(rules) = alarms.get(&pair.name) {
                tally.false_alarms.push(format!("{name}{with}: {}", joined(rules)));
            }
        }
        if failing_twins.contains(&pair.name) {
            tally.execution.failing_twins.push(name.clone());
        }
        if bad.code == good.code || pair.gone.iter().any(|gone| gone == build) {
            continue;
        }
        tally.left += 1;
        if runs {
            tally.execution.run += 1;
            if !failing.contains(&pair.name) {
                tally.execution.silent.push(name.clone());
            }
        }
        let is_found = found.contains_key(&pair.name);
        tally.found += usize::from(is_found);
        let is_found_known = found_known.contains_key(&pair.name);
        tally.found_with_block += usize::from(is_found_known);
        if !is_found {
            tally
                .missed
                .push(format!("{name}{}", if is_found_known { " (found when the block is known)" } else { "" }));
        } else if !is_found_known {
            tally.lost.push(format!("{name}: {}", joined(&found[&pair.name])));
        }
    }
    Ok(tally)
}

fn joined(rules: &std::collections::BTreeSet<&'static str>) -> String {
    rules.iter().copied().collect::<Vec<_>>().join(", ")
}
