//! The command that holds batched kernels against their references.

mod files;
mod report;
mod shipped;

use super::Ending;
use super::arguments::ParityArguments;
use super::config::{Configurations, FolderPlace};
use super::gguf;
use super::terminal::Terminal;
use crate::diagnostic::Diagnostic;
use crate::kernels::Dimensions;
use crate::parity::BatchDispatch;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// A batched kernel, its reference, and what came of the comparison.
#[derive(Debug)]
struct PairRow {
    batched: String,
    reference: String,
    dispatch: Option<BatchDispatch>,
    verdict: PairVerdict,
}

#[derive(Debug)]
enum PairVerdict {
    /// Nobody looked, and why.
    Skipped(String),
    /// There is nothing to compare, and why.
    Impossible(String),
    Compared(Listing),
}

/// The text of a batched kernel and what is wrong with it.
#[derive(Debug)]
struct Listing {
    /// Its name in reports.
    name: String,
    text: Arc<[u8]>,
    violations: Vec<Diagnostic>,
    /// Why what it computes was not compared, if it was not.
    obstacle: Option<String>,
    /// What was assumed to compare it.
    assumptions: Vec<String>,
}

/// What was compared: words for the headline, and the pairs.
#[derive(Debug)]
struct Comparisons {
    headline: String,
    /// Those for which kernels were written.
    dimensions: Option<Dimensions>,
    rows: Vec<PairRow>,
    /// Files that could not be read, and why.
    complaints: Vec<String>,
}

/// Compares what the arguments name and writes the report.
pub(super) fn run(arguments: &ParityArguments, terminal: Terminal) -> io::Result<Ending> {
    match compare(arguments) {
        Ok(comparisons) => {
            comparisons.complaints.iter().for_each(|complaint| terminal.complain(complaint));
            report::write(&comparisons, arguments, terminal)
        }
        Err(complaint) => {
            terminal.complain(&complaint);
            Ok(Ending::Failure)
        }
    }
}

fn compare(arguments: &ParityArguments) -> Result<Comparisons, String> {
    let mut configurations = arguments.configuration.find()?;
    let mut comparisons = if let Some(path) = &arguments.model {
        let model = gguf::read(path)?;
        shipped::model(&path.display().to_string(), &model, target(arguments, &here(&mut configurations)?))
    } else if let Some(dimensions) = arguments.dimensions()? {
        shipped::dimensions(&dimensions, target(arguments, &here(&mut configurations)?))
    } else {
        files::compare(arguments, &mut configurations)?
    };
    skip(&mut comparisons.rows, &arguments.skip)?;
    Ok(comparisons)
}

/// What holds in the working directory.
fn here(configurations: &mut Configurations) -> Result<FolderPlace, String> {
    configurations.of(Path::new(""))
}

/// The target for which kernels are written.
fn target(arguments: &ParityArguments, place: &FolderPlace) -> crate::isa::Target {
    let configured = place.options(None, &arguments.settings()).target;
    configured.unwrap_or_else(super::kernels::default_target)
}

/// Skips the pairs of which a kernel has one of these names.
fn skip(rows: &mut [PairRow], names: &[String]) -> Result<(), String> {
    for name in names {
        let mut is_there = false;
        for row in rows.iter_mut() {
            if name.eq_ignore_ascii_case(&row.batched) || name.eq_ignore_ascii_case(&row.reference) {
                row.verdict = PairVerdict::Skipped("as `--skip` expects it".to_string());
                is_there = true;
            }
        }
        if !is_there {
            let names = rows.iter().flat_map(|row| [row.batched.as_str(), row.reference.as_str()]);
            let near = crate::util::closest(name, names);
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return Err(format!("`--skip {name}`: unknown pair of kernels{near}"));
        }
    }
    Ok(())
}
