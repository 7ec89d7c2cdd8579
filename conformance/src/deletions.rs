//! Kernels of the asynchronous protocol from which one line is taken: which lines does a rule miss?
//!
//! A line counts as found if the kernel without it has an error or a warning of the rules on synchronisation that it does not have as it is.
//! Many lines are redundant, so that not all can be found.

use ptxlint::diagnostic::Level;
use ptxlint::ids::{FunctionId, InstId};
use ptxlint::ir::Module;
use ptxlint::isa::{Effects, op};
use ptxlint::rules::Group;
use ptxlint::source::{LineIndex, Source};
use ptxlint::{Options, parser};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// What the command line asks for.
pub(crate) struct Settings {
    /// Files and folders.
    pub(crate) paths: Vec<String>,
    /// How many missed lines of each instruction are shown.
    pub(crate) show: usize,
    /// Only every n-th line.
    pub(crate) sample: usize,
    /// Longer files are left alone.
    pub(crate) most_bytes: usize,
}

/// What became of the lines of one instruction.
#[derive(Default)]
struct Tally {
    lines: usize,
    found: usize,
    missed: Vec<String>,
}

/// Takes line after line from each file, and prints what was found.
pub(crate) fn run(settings: &Settings) -> Result<(), Box<dyn std::error::Error>> {
    let mut files = Vec::new();
    for path in &settings.paths {
        crate::mutants::collect(Path::new(path), &mut files)?;
    }
    files.sort();
    let mut tallies: BTreeMap<&'static str, Tally> = BTreeMap::new();
    let mut kernels = 0;
    for path in &files {
        let text = std::fs::read(path)?;
        if text.len() <= settings.most_bytes {
            kernels += usize::from(take_lines(path, &text, settings, &mut tallies)?);
        }
    }
    println!("{kernels} files");
    let mut total = Tally::default();
    for (name, tally) in &tallies {
        print(name, tally, settings.show);
        total.lines += tally.lines;
        total.found += tally.found;
    }
    print("all", &total, 0);
    Ok(())
}

fn print(name: &str, tally: &Tally, show: usize) {
    println!("{name:40} {:4} of {:4} found", tally.found, tally.lines);
    for place in tally.missed.iter().step_by((tally.missed.len() / show.max(1)).max(1)).take(show) {
        println!("    missed {place}");
    }
}

/// How many alarms there are of a rule in a function.
type Alarms = HashMap<(&'static str, Option<String>), usize>;

/// The alarms of a text.
fn alarms(text: &[u8]) -> Result<Alarms, Box<dyn std::error::Error>> {
    let report = ptxlint::check(text, &Options::default())?;
    let mut alarms = Alarms::new();
    for finding in report.findings {
        let is_alarm = finding.level >= Level::Warning && finding.rule.group == Group::Sync;
        if is_alarm {
            *alarms.entry((finding.rule.name, finding.function.as_deref().map(str::to_string))).or_default() += 1;
        }
    }
    Ok(alarms)
}

/// Takes one line after the other from a file; whether it has any that count.
fn take_lines(
    path: &Path,
    text: &[u8],
    settings: &Settings,
    tallies: &mut BTreeMap<&'static str, Tally>,
) -> Result<bool, Box<dyn std::error::Error>> {
    let module = parser::parse(Source::new(text)?);
    let index = LineIndex::new(text);
    let before = alarms(text)?;
    let mut any = false;
    for function in (0..module.functions.len()).map(FunctionId::new) {
        let lines: Vec<InstId> = module.insts_of(function).filter(|&inst| is_protocol(&module, inst)).collect();
        for &inst in lines.iter().step_by(settings.sample.max(1)) {
            let Some(instruction) = module.opcode(inst).instruction else { continue };
            let tally = tallies.entry(instruction.name()).or_default();
            any = true;
            tally.lines += 1;
            let after = alarms(&without(&module, text, inst))?;
            if after.iter().any(|(key, &count)| before.get(key).is_none_or(|&known| count > known)) {
                tally.found += 1;
            } else {
                tally.missed.push(format!("{}:{}", path.display(), index.position(module[inst].span.start).line));
            }
        }
    }
    Ok(any)
}

/// Whether an instruction is there for the protocol alone.
fn is_protocol(module: &Module<'_>, inst: InstId) -> bool {
    let opcode = module.opcode(inst);
    let by_effect = Effects::FENCE
        .union(Effects::BARRIER)
        .union(Effects::BARRIER_ARRIVE)
        .union(Effects::CLUSTER_BARRIER)
        .union(Effects::COMMITS)
        .union(Effects::WAITS)
        .union(Effects::MBARRIER_INIT)
        .union(Effects::MBARRIER_ARRIVE)
        .union(Effects::MBARRIER_EXPECT);
    opcode.effects.intersects(by_effect)
        || opcode.instruction.is_some_and(|it| {
            it == op::WGMMA_FENCE
                || it == op::TCGEN05_FENCE_BEFORE_THREAD_SYNC
                || it == op::TCGEN05_FENCE_AFTER_THREAD_SYNC
                || it == op::TCGEN05_DEALLOC
        })
}

/// The text without an instruction. What waits in a loop until a predicate holds finds that it does.
fn without(module: &Module<'_>, text: &[u8], inst: InstId) -> Vec<u8> {
    let (start, end) = (module.statement_start(inst), module[inst].span.end as usize);
    let waits = module.opcode(inst).effects.intersects(Effects::MBARRIER_WAIT);
    let result = module.operands(inst).first().filter(|operand| waits && operand.register().is_some());
    let replacement = result.map_or(String::new(), |operand| {
        format!(
            "setp.eq.u32 {}, 0, 0;",
            String::from_utf8_lossy(&text[operand.span.start as usize..operand.span.end as usize])
        )
    });
    [&text[..start], replacement.as_bytes(), &text[end..]].concat()
}
