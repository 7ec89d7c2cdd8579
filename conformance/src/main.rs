//! Compares ptxlint's verdicts with those of the assembler.
//!
//! ```text
//! conformance run [NAME…] [--gates] [--parse-only] [--target T] [--version V] [--show N] [--sample N] [--offset N]
//!                 [--require PERCENT]
//!     generates probes for the instructions whose names start so (all of them without a name), judges them with the assembler
//!     and with ptxlint, and prints agreement by instruction and the disagreements; fails when agreement is below the percentage;
//!     --sample: only every n-th probe, --offset: from which on
//! conformance probes [NAME…] [--gates]      prints the probes as JSON lines
//! conformance gates [NAME…]                 measures the lowest version and the targets of each form and word
//! conformance modules [TOPIC…] [--show N]   compares verdicts and lines on whole modules, by topic
//! conformance verdicts [TOPIC…]             prints what the assembler says of those modules
//! conformance replay [FOLDER…] [--show N] [--bytes N] [--sample N]
//!     runs the launches that findings name on the interpreter, and kernels without findings in the launches that rules try first;
//!     prints how often rules and the interpreter agree, and where they don't (without a folder: fixtures); --bytes: the size of the
//!     largest file, --sample: only every n-th file
//! conformance wild FOLDER… [--rule NAME]… [--all] [--skeleton] [--show N] [--lines 1] [--seconds N] [--verdicts FILE] [--require]
//!     lints PTX of others and shows groups of findings without a verdict in conformance/wild.tsv, and how many are true;
//!     --all: those with a verdict, too; --skeleton: as lines for that file; --show: places of each group; --lines 1: with their PTX;
//!     --seconds: for each file; --require: fails unless 95 % of errors are true, 80 % of warnings true or arguable, and at most
//!     0.5 % of kernels have a false finding
//! conformance values [NAME…] [--measure] [--offset N] [--count N] runs what computes registers on the interpreter, and compares with what a GPU has computed
//!                                           (conformance/values.txt); with --measure on the GPU, whose results it writes there
//! conformance launches [FOLDER…] [--made-up] [--offset N] [--sample N] [--tool PATH]
//!     runs kernels that say how they are launched on the interpreter and a GPU, and compares all buffers; --made-up: kernels of others, in
//!     launches that are made up, but for those in which the interpreter finds a fault; --sample: only every n-th file; --tool: the
//!     command that has the GPU (target/release/ptxlint)
//! conformance mutants PATH… [--count N] [--seed N] [--show N] [--most-bytes N]
//!     changes one thing in each of N copies of the files, and compares what is said of the copies
//! conformance deletions PATH… [--show N] [--sample N] [--most-bytes N]
//!     takes one line of the asynchronous protocol after the other from each kernel, and prints how many the rules on synchronisation miss
//! conformance refusals [FOLDER…] [--show N] [--most PERCENT] [--target T] [--sample N]
//!     loads PTX of others into the interpreter without running it, and prints how many kernels it refuses and because of what; without a
//!     folder legal probes of all instructions; fails when more than the percentage are refused
//! conformance asm FOLDER… [--tool PATH] [--seed N] [--show N]
//!     makes one mistake in each statement of inline assembly in C++ below the folders, and counts those that the command finds
//!     (target/release/ptxlint); statements with findings are listed
//! conformance labelled [async] [CLASS…] [--show N] [--require PERCENT] [--measure]
//!     compiles the labelled kernels (conformance/labelled, or its folder async, whose kernels are also run on the interpreter) by nvcc and
//!     clang, and prints how many mistakes are found and how many correct
//!     twins have a finding, by class; fails when less than the percentage is found, when a twin has a finding, or when something is found
//!     without the block that is not found with it; --measure: runs those of `async`, which were compiled before, on a GPU, and prints
//!     which mistakes show there
//! conformance judge [--target T] [--version V] < probes.jsonl      prints ptxlint's verdicts; a line with `text` instead of `instr` is a
//!                                                                  whole module
//! ```

mod asm;
mod batch;
mod deletions;
mod gates;
mod generate;
mod gpu;
mod labelled;
mod launches;
mod modules;
mod mutants;
mod packages;
mod probe;
mod ptxas;
mod refusals;
mod replay;
mod values;
mod wild;

use probe::Probe;
use ptxlint::diagnostic::Level;
use ptxlint::isa::Instruction;
use ptxlint::rules::Group;
use ptxlint::{Levels, Options, Selector, Setting};
use std::io::{BufRead, Write};

/// The command line.
struct Arguments {
    command: String,
    names: Vec<String>,
    version: String,
    target: String,
    gates: bool,
    parse_only: bool,
    measure: bool,
    made_up: bool,
    show: usize,
    /// Only every n-th probe.
    sample: usize,
    /// The first probe of an instruction that is judged.
    offset: usize,
    /// The least agreement in percent with which a run succeeds.
    require: f64,
    /// The most refusals in percent with which loading succeeds.
    most: f64,
    /// How many mutants are made, or spellings run.
    count: Option<usize>,
    seed: u64,
    /// The command that lints what the library does not.
    tool: String,
    /// The longest file of which mutants are made.
    most_bytes: usize,
}

impl Arguments {
    fn parse() -> Result<Self, Box<dyn std::error::Error>> {
        let mut arguments = std::env::args().skip(1);
        let mut this = Self {
            command: arguments.next().unwrap_or_default(),
            names: Vec::new(),
            version: "9.5".into(),
            target: "sm_100a".into(),
            gates: false,
            parse_only: false,
            measure: false,
            made_up: false,
            show: 20,
            sample: 1,
            offset: 0,
            require: 0.0,
            most: 100.0,
            count: None,
            seed: 1,
            tool: "target/release/ptxlint".into(),
            most_bytes: 12_000,
        };
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
            match argument.as_str() {
                "--gates" => this.gates = true,
                "--measure" => this.measure = true,
                "--made-up" => this.made_up = true,
                "--parse-only" => this.parse_only = true,
                "--target" => this.target = value()?,
                "--version" => this.version = value()?,
                "--show" => this.show = value()?.parse()?,
                "--sample" => this.sample = value()?.parse()?,
                "--offset" => this.offset = value()?.parse()?,
                "--count" => this.count = Some(value()?.parse()?),
                "--seed" => this.seed = value()?.parse()?,
                "--tool" => this.tool = value()?,
                "--most-bytes" => this.most_bytes = value()?.parse()?,
                "--most" => this.most = value()?.parse()?,
                "--require" => this.require = value()?.parse()?,
                name if !name.starts_with('-') => this.names.push(argument),
                _ => return Err(format!("no such option: {argument}").into()),
            }
        }
        Ok(this)
    }

    /// Whether an instruction is asked for.
    fn wants(&self, name: &str) -> bool {
        let fits = |wanted: &String| match wanted.strip_suffix('=') {
            Some(exact) => name == exact,
            None => name == wanted || name.starts_with(&format!("{wanted}.")),
        };
        self.names.is_empty() || self.names.iter().any(fits)
    }

    /// The instructions that are asked for.
    fn instructions(&self) -> Vec<Instruction> {
        Instruction::all().filter(|instruction| self.wants(instruction.name())).collect()
    }

    fn probes(&self, instruction: Instruction) -> Vec<Probe> {
        let extent = generate::Extent { gates: self.gates };
        generate::probes(instruction, extent).into_iter().skip(self.offset).step_by(self.sample.max(1)).collect()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    match words.next().as_deref() {
        Some("wild") => return wild::run(words),
        Some("replay") => return replay::run(words),
        _ => {}
    }
    let arguments = Arguments::parse()?;
    match arguments.command.as_str() {
        "run" => run(&arguments),
        "probes" => {
            for instruction in arguments.instructions() {
                for probe in arguments.probes(instruction) {
                    println!("{}", serde_json::to_string(&probe)?);
                }
            }
            Ok(())
        }
        "gates" => Ok(gates::print(&ptxas::Ptxas::find()?, &arguments.instructions())?),
        "modules" => modules::run(&arguments.names, arguments.show),
        "verdicts" => modules::print_verdicts(&arguments.names),
        "mutants" => mutants::run(&mutants::Settings {
            paths: arguments.names.clone(),
            count: arguments.count.unwrap_or(3000),
            seed: arguments.seed,
            show: arguments.show,
            most_bytes: arguments.most_bytes,
        }),
        "deletions" => deletions::run(&deletions::Settings {
            paths: arguments.names.clone(),
            show: arguments.show,
            sample: arguments.sample,
            most_bytes: arguments.most_bytes,
        }),
        "refusals" if arguments.names.is_empty() => {
            let render = |probe: &Probe| probe.render(&arguments.version, &arguments.target);
            let instructions = Instruction::all()
                .map(|instruction| (instruction.name(), arguments.probes(instruction).iter().map(render).collect()));
            refusals::table(instructions, arguments.most)
        }
        "refusals" => refusals::run(&arguments.names, arguments.show, arguments.most),
        "asm" => asm::run(&asm::Settings {
            folders: arguments.names.clone(),
            tool: arguments.tool.clone(),
            seed: arguments.seed as usize,
            show: arguments.show,
        }),
        "labelled" if arguments.measure => labelled::run_on_gpu(&arguments.names, &arguments.tool),
        "labelled" => labelled::run(&arguments.names, arguments.show, arguments.require),
        "values" => values(&arguments),
        "launches" if arguments.made_up => {
            launches::run_made_up(&arguments.names, &arguments.tool, (arguments.offset, arguments.sample))
        }
        "launches" => launches::run(&arguments.names, &arguments.tool),
        "judge" => judge(&arguments.version, &arguments.target),
        _ => {
            let commands = "run, probes, gates, modules, verdicts, values, launches, replay, wild, mutants, deletions, refusals, asm, labelled, judge";
            Err(format!("commands: {commands}; see the head of conformance/src/main.rs").into())
        }
    }
}

/// What a GPU of compute capability 9.0 has computed, and, where the interpreter differed, all of its results.
const VALUES: &str = "conformance/values.txt";
const RESULTS: &str = "target/values";

fn values(arguments: &Arguments) -> Result<(), Box<dyn std::error::Error>> {
    const TARGET: &str = "sm_90a";
    let mut instances = values::instances(&arguments.instructions(), TARGET);
    instances.extend(values::chains().into_iter().filter(|instance| arguments.wants(instance.name())));
    instances.extend(values::memory_instances(TARGET, |name| arguments.wants(name)));
    let count = arguments.count.unwrap_or(usize::MAX);
    let instances: Vec<_> = instances.into_iter().skip(arguments.offset).take(count).collect();
    let act = if arguments.measure { values::measure } else { values::check };
    act(&instances, TARGET, VALUES, RESULTS)
}

/// Agreement of one instruction.
#[derive(Default)]
struct Tally {
    probes: usize,
    accepted: usize,
    false_errors: Vec<(String, String)>,
    missed: Vec<(String, String)>,
}

impl Tally {
    /// Probes with the same verdict, in percent.
    fn agreement(&self) -> f64 {
        let wrong = self.false_errors.len() + self.missed.len();
        100.0 * (self.probes - wrong) as f64 / self.probes.max(1) as f64
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let ptxas = ptxas::Ptxas::find()?;
    let options = isa_only();
    let mut total = Tally::default();
    for instruction in arguments.instructions() {
        let probes = arguments.probes(instruction);
        let settings =
            batch::Settings { version: &arguments.version, target: &arguments.target, codegen: !arguments.parse_only };
        let verdicts = batch::judge(&ptxas, &probes, settings)?;
        let mut tally = Tally::default();
        for (probe, verdict) in probes.iter().zip(&verdicts) {
            let errors = isa_errors(&probe.render(&arguments.version, &arguments.target), &options);
            tally.probes += 1;
            tally.accepted += usize::from(verdict.accepted);
            let place = match (&probe.version, &probe.target) {
                (Some(version), Some(target)) => format!("{} [{version} {target}]", probe.instr),
                _ => probe.instr.clone(),
            };
            match (verdict.accepted, errors.first()) {
                (true, Some(error)) => tally.false_errors.push((place, error.clone())),
                (false, None) => tally.missed.push((place, verdict.message.clone())),
                _ => {}
            }
        }
        print_tally(instruction.name(), &tally, arguments.show);
        total.probes += tally.probes;
        total.accepted += tally.accepted;
        total.false_errors.append(&mut tally.false_errors);
        total.missed.append(&mut tally.missed);
    }
    print_tally("all", &total, 0);
    let agreement = total.agreement();
    (agreement >= arguments.require)
        .then_some(())
        .ok_or_else(|| format!("agreement is {agreement:.3} %, less than {} %", arguments.require).into())
}

fn print_tally(name: &str, tally: &Tally, show: usize) {
    let agreement = tally.agreement();
    println!(
        "{name}: {} probes, {} accepted, agreement {agreement:.3} %, {} false errors, {} missed",
        tally.probes,
        tally.accepted,
        tally.false_errors.len(),
        tally.missed.len()
    );
    for (kind, list) in [("FALSE", &tally.false_errors), ("MISSED", &tally.missed)] {
        // A few of each message, evenly spread.
        for (text, why) in list.iter().step_by((list.len() / show.max(1)).max(1)).take(show) {
            println!("    {kind} {text}   | {why}");
        }
    }
}

/// The `isa` errors of a module, as `rule: message`.
pub(crate) fn isa_errors(text: &str, options: &Options) -> Vec<String> {
    match ptxlint::check(text.as_bytes(), options) {
        Ok(report) => report
            .findings
            .iter()
            .filter(|finding| finding.rule.group == Group::Isa && finding.level == Level::Error)
            .map(|finding| format!("{}: {}", finding.rule.name, finding.message))
            .collect(),
        Err(error) => vec![error.to_string()],
    }
}

/// Options under which only the `isa` rules run.
pub(crate) fn isa_only() -> Options {
    let mut levels = Levels::default();
    levels.set(Selector::All, Setting::Off);
    levels.set(Selector::Group(Group::Isa), Setting::On);
    Options { levels, ..Options::default() }
}

/// A line of `judge` that is no probe.
#[derive(serde::Deserialize)]
struct WholeModule {
    id: String,
    text: String,
}

fn judge(version: &str, target: &str) -> Result<(), Box<dyn std::error::Error>> {
    let options = isa_only();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (id, text) = match serde_json::from_str::<WholeModule>(&line) {
            Ok(module) => (module.id, module.text),
            Err(_) => {
                let probe: Probe = serde_json::from_str(&line)?;
                let text = probe.render(version, target);
                (probe.id, text)
            }
        };
        let errors = isa_errors(&text, &options);
        let verdict = serde_json::json!({
            "id": id, "accepted": errors.is_empty(), "message": errors.first().cloned().unwrap_or_default(),
            "errors": errors,
        });
        writeln!(out, "{verdict}")?;
    }
    Ok(())
}
