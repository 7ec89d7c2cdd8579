//! Kernels in the user's files.

use super::super::arguments::ParityArguments;
use super::super::config::{Configurations, FolderPlace};
use super::super::inputs::{self, LintInput};
use super::{Comparisons, Listing, PairRow, PairVerdict};
use crate::driver;
use crate::guard::guarded;
use crate::ids::FunctionId;
use crate::ir::{FunctionKind, Module};
use crate::options::Options;
use crate::parity::{self, BatchDispatch, PairKnowledge, PairOutcome};
use crate::rules::dispatch::missing_batch_dispatch::strategy_by_name;
use crate::source::Source;
use crate::util::alternatives;
use std::path::PathBuf;
use std::sync::Arc;

/// A file that could be read.
struct ReadFile {
    name: String,
    bytes: Arc<[u8]>,
    place: FolderPlace,
    options: Options,
}

/// A kernel in a file.
#[derive(Clone, Copy)]
struct FileKernel<'a, 's> {
    text: &'a ReadFile,
    module: &'a Module<'s>,
    function: FunctionId,
    name: &'a str,
}

/// Compares the kernels of two files, or those of which the configuration names the references.
pub(super) fn compare(arguments: &ParityArguments, configurations: &mut Configurations) -> Result<Comparisons, String> {
    let mut complaints = Vec::new();
    let mut read = |paths: &[PathBuf]| texts(paths, arguments, configurations, &mut complaints);
    let given = arguments.batched.as_ref().zip(arguments.reference.as_ref());
    let (batched, references) = match given {
        Some((batched, reference)) => {
            (read(std::slice::from_ref(batched))?, Some(read(std::slice::from_ref(reference))?))
        }
        None => (read(&arguments.paths)?, None),
    };
    let modules: Vec<_> = batched.iter().map(parse).collect();
    let other_modules: Option<Vec<_>> = references.as_ref().map(|texts| texts.iter().map(parse).collect());
    let kernels = kernels(&batched, &modules);
    let candidates = match (&references, &other_modules) {
        (Some(texts), Some(modules)) => self::kernels(texts, modules),
        _ => kernels.clone(),
    };
    if given.is_some() && !complaints.is_empty() {
        return Ok(Comparisons { headline: String::new(), dimensions: None, rows: Vec::new(), complaints });
    }
    let rows = match given {
        Some(_) => explicit(arguments, &kernels, &candidates)?,
        None => configured(arguments, &kernels, &candidates),
    };
    if rows.is_empty() {
        complaints.push(nothing_to_compare(given.is_some()));
    }
    Ok(Comparisons { headline: String::new(), dimensions: None, rows, complaints })
}

fn nothing_to_compare(is_given: bool) -> String {
    if is_given {
        return "no kernel in the files to compare".to_string();
    }
    "no pair of kernels was found; name a model (`--model`), dimensions (`--hidden`, …), two files (`--batched` and \
     `--reference`), or the references of kernels (`[[kernel]]` with `reference` in ptxlint.toml)"
        .to_string()
}

fn texts(
    paths: &[PathBuf],
    arguments: &ParityArguments,
    configurations: &mut Configurations,
    complaints: &mut Vec<String>,
) -> Result<Vec<ReadFile>, String> {
    let mut texts = Vec::new();
    for input in inputs::collect(paths) {
        let place = input.folder().map(|folder| configurations.of(folder)).transpose()?.unwrap_or_default();
        match text(&input, place, arguments) {
            Ok(text) => texts.push(text),
            Err(complaint) => complaints.push(complaint),
        }
    }
    Ok(texts)
}

fn text(input: &LintInput, place: FolderPlace, arguments: &ParityArguments) -> Result<ReadFile, String> {
    let name = input.name.clone();
    let bytes = input.read().map_err(|reason| format!("cannot read {name}: {reason}"))?;
    let source = Source::new(&bytes).map_err(|error| format!("cannot read {name}: {error}"))?;
    if let Some(reason) = driver::why_not_ptx(source) {
        return Err(format!("{name} is not PTX: {reason}"));
    }
    let options = place.options(input.path(), &arguments.settings());
    Ok(ReadFile { name, bytes: bytes.into(), place, options })
}

fn parse(text: &ReadFile) -> Module<'_> {
    crate::parser::parse(Source::new(&text.bytes).expect("its size was checked"))
}

/// All kernels with bodies.
fn kernels<'a, 's>(texts: &'a [ReadFile], modules: &'a [Module<'s>]) -> Vec<FileKernel<'a, 's>> {
    let of = |(text, module): (&'a ReadFile, &'a Module<'s>)| {
        module.function_ids().filter_map(move |function| {
            let data = &module[function];
            let is_kernel = data.kind == FunctionKind::Entry && data.body.is_some();
            let name = module.name(data.name.filter(|_| is_kernel)?);
            Some(FileKernel { text, module, function, name })
        })
    };
    texts.iter().zip(modules).flat_map(of).collect()
}

impl FileKernel<'_, '_> {
    fn is(&self, other: &Self) -> bool {
        std::ptr::eq(self.module, other.module) && self.function == other.function
    }

    /// How it is expected to find its vectors.
    fn dispatch(&self, arguments: &ParityArguments) -> Option<BatchDispatch> {
        let configured = || self.text.options.expected_dispatch(self.name);
        arguments.dispatch.map(BatchDispatch::from).or_else(configured).or_else(|| strategy_by_name(self.name))
    }

    /// The name of its reference in the configuration.
    fn configured_reference(&self) -> Option<String> {
        self.text.place.config().and_then(|config| config.reference(self.name))
    }
}

/// The pairs of the configuration.
fn configured(
    arguments: &ParityArguments,
    kernels: &[FileKernel<'_, '_>],
    candidates: &[FileKernel<'_, '_>],
) -> Vec<PairRow> {
    let is_wanted = |kernel: &&FileKernel<'_, '_>| arguments.kernel.as_ref().is_none_or(|name| name == kernel.name);
    let row = |kernel: &FileKernel<'_, '_>| {
        let name = kernel.configured_reference()?;
        Some(pair(arguments, kernel, by_name(kernel, &name, candidates), &name))
    };
    kernels.iter().filter(is_wanted).filter_map(row).collect()
}

/// The kernels of one file with those of another.
fn explicit(
    arguments: &ParityArguments,
    kernels: &[FileKernel<'_, '_>],
    candidates: &[FileKernel<'_, '_>],
) -> Result<Vec<PairRow>, String> {
    let names =
        |kernels: &[FileKernel<'_, '_>]| alternatives(kernels.iter().take(8).map(|kernel| kernel.name.to_string()));
    if let Some(name) = &arguments.kernel
        && !kernels.iter().any(|kernel| kernel.name == name)
    {
        return Err(format!("unknown kernel `{name}`; expected {}", names(kernels)));
    }
    // Beside kernels that are batched by their names, others are helpers.
    let is_batched = |kernel: &&FileKernel<'_, '_>| strategy_by_name(kernel.name).is_some();
    let any_is_batched = kernels.iter().any(|kernel| is_batched(&kernel));
    let is_wanted = |kernel: &&FileKernel<'_, '_>| match &arguments.kernel {
        Some(name) => name == kernel.name,
        None => is_batched(kernel) || !any_is_batched,
    };
    let wanted: Vec<_> = kernels.iter().filter(is_wanted).collect();
    let row = |kernel: &&FileKernel<'_, '_>| {
        let given = arguments.reference_kernel.clone().or_else(|| kernel.configured_reference());
        let reference = match (&given, candidates) {
            (Some(name), _) => by_name(kernel, name, candidates),
            (None, [only]) if wanted.len() == 1 && !only.is(kernel) => Some(*only),
            (None, _) => by_key(kernel, candidates),
        };
        pair(arguments, kernel, reference, given.as_deref().unwrap_or("?"))
    };
    let rows: Vec<PairRow> = wanted.iter().map(row).collect();
    if candidates.is_empty() {
        return Err("no kernel in the file with the references".to_string());
    }
    if rows.iter().all(|row| row.reference == "?") && !rows.is_empty() {
        return Err(format!(
            "no kernel's name determines its reference; name them with `--kernel` ({}) and `--reference-kernel` ({})",
            names(kernels),
            names(candidates)
        ));
    }
    Ok(rows)
}

/// The kernel of a name; that of the same file before all others.
fn by_name<'a, 's>(
    kernel: &FileKernel<'a, 's>,
    name: &str,
    candidates: &[FileKernel<'a, 's>],
) -> Option<FileKernel<'a, 's>> {
    let mut named = candidates.iter().filter(|other| other.name == name && !other.is(kernel));
    let near = named.clone().find(|other| other.text.name == kernel.text.name);
    near.or_else(|| named.next()).copied()
}

/// The kernel of the same name without `batched`.
fn by_key<'a, 's>(kernel: &FileKernel<'a, 's>, candidates: &[FileKernel<'a, 's>]) -> Option<FileKernel<'a, 's>> {
    let plain = |name: &str| name.to_ascii_lowercase().replace('_', "");
    let key = plain(kernel.name).replacen("batched", "", 1);
    candidates.iter().find(|other| plain(other.name) == key && !other.is(kernel)).copied()
}

fn pair(
    arguments: &ParityArguments,
    kernel: &FileKernel<'_, '_>,
    reference: Option<FileKernel<'_, '_>>,
    name: &str,
) -> PairRow {
    let dispatch = kernel.dispatch(arguments);
    let verdict = match reference {
        Some(reference) => compared(kernel, &reference, dispatch),
        None if name == "?" => PairVerdict::Skipped("no kernel's name is the same without `batched`".to_string()),
        None => PairVerdict::Impossible(format!("there is no kernel `{name}`")),
    };
    let reference = reference.map_or(name, |reference| reference.name).to_string();
    PairRow { batched: kernel.name.to_string(), reference, dispatch, verdict }
}

fn compared(
    kernel: &FileKernel<'_, '_>,
    reference: &FileKernel<'_, '_>,
    dispatch: Option<BatchDispatch>,
) -> PairVerdict {
    for kernel in [kernel, reference] {
        if parity::find_kernel(kernel.module, kernel.name) != Some(kernel.function) {
            let file = &kernel.text.name;
            return PairVerdict::Impossible(format!(
                "`{}` cannot be analysed; `ptxlint {file}` may say why",
                kernel.name
            ));
        }
    }
    let options = Options { block: kernel.text.options.block_of(kernel.name), ..kernel.text.options.clone() };
    let comparison = PairKnowledge { expected: dispatch, options, ..PairKnowledge::default() };
    let compare = || parity::compare(kernel.module, kernel.function, reference.module, reference.function, &comparison);
    let (name, text) = (kernel.text.name.clone(), Arc::clone(&kernel.text.bytes));
    match guarded(compare) {
        Ok(PairOutcome { violations, obstacle, assumptions }) => {
            PairVerdict::Compared(Listing { name, text, violations, obstacle, assumptions })
        }
        // A mistake of ours in one pair must not cost the verdicts on the others.
        Err(panic) => {
            PairVerdict::Impossible(format!("internal error: {panic}; this is a bug in ptxlint, please report it"))
        }
    }
}
