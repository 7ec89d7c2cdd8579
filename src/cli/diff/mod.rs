//! `ptxlint diff`: what has changed between two versions of some kernels.

mod budget;
mod measure;
mod report;

use super::Ending;
use super::arguments::{ConfigurationArguments, LevelArguments, ListFormat, target};
use super::config::Settings;
use super::inputs;
use super::ptxas::Assembler;
use super::terminal::Terminal;
use crate::guard::guarded;
use crate::isa::Target;
use budget::RegressionBudget;
use clap::Args;
use measure::{METRICS, MeasuredFinding, MeasuredKernel};
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

const EXAMPLES: &str = "\
Examples:
  ptxlint diff old.ptx new.ptx                         what has changed, kernel by kernel
  ptxlint diff build.old build.new --fail-if 'registers>+5%' --fail-if 'errors>+0'
                                                       two folders; exit code 1 if a kernel breaks a budget
  ptxlint diff old.ptx new.ptx --ptxas --fail-if 'ptxas-spills>0' --format json

A budget is METRIC OP NUMBER, with OP one of >, >=, <, <=. A number with a sign is a change (+8, +5%), which says nothing of new kernels.
Kernels are paired by name; where several files of one version have a kernel of that name, by the file, too. Findings are paired by
rule, function and statement, so that lines may move. What is not known of a kernel breaks no budget; a new version that is not legal PTX
breaks all of them.

Exit codes: 0 no budget was broken, 1 one was, 2 a file could not be compared, or the run itself failed.

Metrics:
";

/// What the help says besides the options.
pub(super) fn help() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let lines = METRICS.iter().map(|metric| format!("  {:16} {}\n", metric.name, metric.meaning));
        EXAMPLES.to_string() + lines.collect::<String>().trim_end()
    });
    &TEXT
}

/// The arguments of `ptxlint diff`.
#[derive(Debug, Args)]
pub(super) struct DiffArguments {
    /// The old version: a file, a folder with *.ptx files, or `-` for the standard input
    #[arg(value_name = "OLD")]
    old: PathBuf,

    /// The new version
    #[arg(value_name = "NEW")]
    new: PathBuf,

    /// End with exit code 1 if a kernel of the new version breaks this budget, such as registers>+5%; may be repeated
    #[arg(long, value_name = "BUDGET", value_parser = RegressionBudget::parse)]
    fail_if: Vec<RegressionBudget>,

    #[command(flatten)]
    levels: LevelArguments,

    /// Judge against this target, whatever the files declare
    #[arg(long, value_name = "sm_NN", value_parser = target)]
    target: Option<Target>,

    #[command(flatten)]
    configuration: ConfigurationArguments,

    /// Assemble both versions, too; PATH: the assembler [default: `ptxas`]
    #[arg(long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = "ptxas")]
    ptxas: Option<PathBuf>,

    /// How to write the report
    #[arg(long, default_value = "human")]
    format: ListFormat,
}

/// A version: its kernels, and what was found outside of them.
#[derive(Debug, Default)]
struct Version {
    kernels: Vec<MeasuredKernel>,
    others: Vec<MeasuredFinding>,
}

/// What has become of a kernel.
#[derive(Debug)]
struct KernelChange<'a> {
    old: Option<&'a MeasuredKernel>,
    new: Option<&'a MeasuredKernel>,
}

/// A budget that a kernel breaks.
#[derive(Debug)]
struct Break<'a> {
    budget: &'a RegressionBudget,
    kernel: &'a str,
    old: Option<u64>,
    new: u64,
}

/// All that is to be told.
#[derive(Debug)]
struct DiffReport<'a> {
    pairs: Vec<KernelChange<'a>>,
    /// Findings outside kernels that came and went.
    came: Vec<&'a MeasuredFinding>,
    went: Vec<&'a MeasuredFinding>,
    broken: Vec<Break<'a>>,
    /// Errors of the new version that make it illegal, where there are budgets: what cannot be assembled keeps within none.
    illegal: Vec<&'a MeasuredFinding>,
}

/// Compares the versions and tells.
pub(super) fn run(mut arguments: DiffArguments, terminal: Terminal) -> io::Result<Ending> {
    let settings =
        Settings { levels: std::mem::take(&mut arguments.levels.0), target: arguments.target, ..Settings::default() };
    let mut complaints = Vec::new();
    let versions = read(&arguments, &settings, &mut complaints);
    for complaint in &complaints {
        terminal.complain(complaint);
    }
    let [old, new] = match versions {
        Ok(versions) => versions,
        Err(mistake) => {
            terminal.complain(&mistake);
            return Ok(Ending::Failure);
        }
    };
    let comparison = DiffReport::new(&old, &new, &arguments.fail_if);
    let text = match arguments.format {
        ListFormat::Human => report::human(&comparison, terminal),
        ListFormat::Json => report::json(&comparison),
    };
    super::print(&text)?;
    Ok(match comparison.broken.is_empty() && comparison.illegal.is_empty() {
        _ if !complaints.is_empty() => Ending::Failure,
        true => Ending::Clean,
        false => Ending::Findings,
    })
}

/// Reads and measures both versions. What is wrong with one file goes to the complaints.
fn read(arguments: &DiffArguments, settings: &Settings, complaints: &mut Vec<String>) -> Result<[Version; 2], String> {
    let assembler = arguments.ptxas.as_deref().map(Assembler::find).transpose()?;
    if assembler.is_none()
        && let Some(budget) = arguments.fail_if.iter().find(|budget| budget.metric.starts_with("ptxas-"))
    {
        return Err(format!("`--fail-if '{}'` needs `--ptxas`", budget.text));
    }
    let mut configurations = arguments.configuration.find()?;
    let mut versions = [Version::default(), Version::default()];
    for (version, root) in versions.iter_mut().zip([&arguments.old, &arguments.new]) {
        for input in inputs::collect(std::slice::from_ref(root)) {
            let place = input.folder().map(|folder| configurations.of(folder)).transpose()?.unwrap_or_default();
            let options = place.options(input.path(), settings);
            let measured = input.read().and_then(|bytes| {
                let target = options.target.map(Target::name).map(str::to_string).or_else(|| declared_target(&bytes));
                let assemble =
                    |assembler: &Assembler| assembler.assemble(&bytes, target.as_deref().unwrap_or_default());
                let assembled = assembler.as_ref().map(assemble).transpose();
                let assembled = assembled.map_err(|error| format!("ptxas could not be run: {error}"))?;
                let path = below(&input.name, root);
                guarded(|| measure::kernels(&path, &bytes, &options, assembled.as_ref()))
                    .unwrap_or_else(|panic| Err(format!("internal error: {panic}; this is a bug in ptxlint")))
            });
            match measured {
                Ok((kernels, others)) => {
                    version.kernels.extend(kernels);
                    version.others.extend(others);
                }
                Err(reason) => complaints.push(format!("cannot compare {}: {reason}", input.name)),
            }
        }
    }
    Ok(versions)
}

/// The first target that a text declares.
fn declared_target(bytes: &[u8]) -> Option<String> {
    let module = crate::parser::parse(crate::source::Source::new(bytes).ok()?);
    let names = module.target_text()?;
    names.split(',').map(str::trim).find(|name| name.starts_with("sm_")).map(str::to_string)
}

/// The name of a file as it is seen from the folder that holds a version; files themselves have their last name.
fn below(name: &str, root: &Path) -> String {
    let path = Path::new(name);
    match path.strip_prefix(root) {
        Ok(rest) if !rest.as_os_str().is_empty() => rest.to_string_lossy().into_owned(),
        _ if path == root => {
            path.file_name().map_or_else(|| name.to_string(), |name| name.to_string_lossy().into_owned())
        }
        _ => name.to_string(),
    }
}

impl<'a> DiffReport<'a> {
    fn new(old: &'a Version, new: &'a Version, budgets: &'a [RegressionBudget]) -> Self {
        let pairs = pair(&old.kernels, &new.kernels);
        let mut broken = Vec::new();
        for budget in budgets {
            for KernelChange { old, new } in &pairs {
                let Some(new) = new else { continue };
                // What is not known breaks nothing.
                let Some(&number) = new.numbers.get(budget.metric) else { continue };
                let before = old.and_then(|old| old.numbers.get(budget.metric).copied());
                if budget.is_broken(before, number) {
                    broken.push(Break { budget, kernel: &new.name, old: before, new: number });
                }
            }
        }
        let (came, went) = changes(&old.others, &new.others);
        let all = new.kernels.iter().flat_map(|kernel| &kernel.findings).chain(&new.others);
        let illegal = all.filter(|found| !budgets.is_empty() && found.is_illegal()).collect();
        Self { pairs, came, went, broken, illegal }
    }
}

/// Pairs kernels by name, or by name and file where a version has several of that name. In the order of the new version; those that
/// are gone come last.
fn pair<'a>(old: &'a [MeasuredKernel], new: &'a [MeasuredKernel]) -> Vec<KernelChange<'a>> {
    let mut counts: HashMap<&str, [usize; 2]> = HashMap::new();
    for (side, kernels) in [old, new].into_iter().enumerate() {
        for kernel in kernels {
            counts.entry(&kernel.name).or_default()[side] += 1;
        }
    }
    let is_clear = |name: &str| counts.get(name).is_some_and(|&[old, new]| old <= 1 && new <= 1);
    let key = |kernel: &'a MeasuredKernel| {
        (kernel.name.as_str(), if is_clear(&kernel.name) { "" } else { kernel.path.as_str() })
    };
    let mut olds: BTreeMap<(&str, &str), &MeasuredKernel> = old.iter().map(|kernel| (key(kernel), kernel)).collect();
    let mut pairs: Vec<KernelChange<'_>> =
        new.iter().map(|kernel| KernelChange { old: olds.remove(&key(kernel)), new: Some(kernel) }).collect();
    pairs.extend(olds.into_values().map(|kernel| KernelChange { old: Some(kernel), new: None }));
    pairs
}

/// The findings that only one of two lists has.
fn changes<'a>(
    old: &'a [MeasuredFinding],
    new: &'a [MeasuredFinding],
) -> (Vec<&'a MeasuredFinding>, Vec<&'a MeasuredFinding>) {
    let only = |these: &'a [MeasuredFinding], those: &[MeasuredFinding]| -> Vec<&'a MeasuredFinding> {
        let known: std::collections::HashSet<_> = those.iter().map(|found| &found.identity).collect();
        these.iter().filter(|found| !known.contains(&found.identity)).collect()
    };
    (only(new, old), only(old, new))
}

impl<'a> KernelChange<'a> {
    fn name(&self) -> &'a str {
        self.new.or(self.old).map_or("", |kernel| &kernel.name)
    }

    /// The findings that came and went; of kernels that are new or gone all of them.
    fn changes(&self) -> (Vec<&'a MeasuredFinding>, Vec<&'a MeasuredFinding>) {
        let of = |kernel: Option<&'a MeasuredKernel>| kernel.map_or(&[][..], |kernel| &kernel.findings);
        changes(of(self.old), of(self.new))
    }
}
