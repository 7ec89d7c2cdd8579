//! The command that draws control-flow graphs.

use super::Ending;
use super::arguments::{GraphArguments, GraphFormat};
use super::config::{Configurations, Settings};
use super::inputs;
use super::print;
use super::terminal::Terminal;
use crate::driver;
use crate::facts::{Facts, has_too_many_edges};
use crate::guard::guarded;
use crate::ids::FunctionId;
use crate::ir::{FunctionKind, Module};
use crate::render::graph::{FlowGraph, dot, svg};
use crate::source::Source;
use crate::util::{alternatives, closest};
use std::io;

/// Draws one function.
pub(super) fn run(arguments: GraphArguments, terminal: Terminal) -> io::Result<Ending> {
    match draw(&arguments) {
        Err(complaint) => {
            terminal.complain(&complaint);
            Ok(Ending::Failure)
        }
        Ok(text) => match &arguments.output {
            None => print(&text),
            Some(path) => match std::fs::write(path, text) {
                Ok(()) => Ok(Ending::Clean),
                Err(error) => {
                    terminal.complain(&format!("cannot write {}: {error}", path.display()));
                    Ok(Ending::Failure)
                }
            },
        },
    }
}

fn draw(arguments: &GraphArguments) -> Result<String, String> {
    let [input] = inputs::collect(std::slice::from_ref(&arguments.path))
        .try_into()
        .map_err(|_| format!("{} is a folder of several files; name one of them", arguments.path.display()))?;
    let bytes = input.read().map_err(|reason| format!("cannot read {}: {reason}", input.name))?;
    let place = input.folder().map(|folder| Configurations::nearest().of(folder)).transpose()?.unwrap_or_default();
    let options = place.options(input.path(), &Settings::default());
    let report = driver::check(&bytes, &options).map_err(|error| error.to_string())?;
    if let Some(reason) = report.reason {
        return Err(format!("{} is not PTX: {reason}", input.name));
    }
    let module = crate::parser::parse(Source::new(&bytes).map_err(|error| error.to_string())?);
    let function = choose(&module, arguments.function.as_deref())?;
    if module[function].broken {
        return Err(format!(
            "`{}` has syntax or name errors: `ptxlint {}` shows them",
            name(&module, function),
            input.name
        ));
    }
    let too_large = || format!("`{}` is too large to draw", name(&module, function));
    if has_too_many_edges(&module, function) {
        return Err(too_large());
    }
    let drawing = guarded(|| {
        let facts = Facts::new(&module, function, options.block_of(name(&module, function)));
        let graph = FlowGraph::new(&facts, &report.findings, arguments.max_lines);
        match arguments.format() {
            GraphFormat::Dot => Some(dot(&graph)),
            GraphFormat::Svg => svg(&graph),
        }
    });
    match drawing {
        Ok(drawing) => drawing.ok_or_else(|| too_large() + "; `--format dot` leaves the drawing to Graphviz"),
        Err(panic) => Err(format!(
            "internal error while drawing `{}`: {panic}; this is a bug in ptxlint, please report it with the file",
            name(&module, function)
        )),
    }
}

fn name<'s>(module: &Module<'s>, function: FunctionId) -> &'s str {
    module[function].name.map_or("", |name| module.name(name))
}

/// The function of a name; without one the only function, or the only kernel.
fn choose(module: &Module<'_>, wanted: Option<&str>) -> Result<FunctionId, String> {
    let defined: Vec<FunctionId> = module.function_ids().filter(|&id| module[id].body.is_some()).collect();
    let kernels = defined.iter().copied().filter(|&id| module[id].kind == FunctionKind::Entry);
    let names = |count: usize| {
        let more = if defined.len() > count { format!(", and {} more", defined.len() - count) } else { String::new() };
        alternatives(defined.iter().take(count).map(|&id| name(module, id).to_string())) + &more
    };
    match (wanted, defined.as_slice()) {
        (_, []) => Err("the file defines no function".to_string()),
        (None, [only]) => Ok(*only),
        (None, _) => match kernels.collect::<Vec<_>>().as_slice() {
            [only] => Ok(*only),
            _ => Err(format!("which function? Use `--function` with one of {}", names(8))),
        },
        (Some(wanted), _) => defined.iter().copied().find(|&id| name(module, id) == wanted).ok_or_else(|| {
            let suggestion = closest(wanted, defined.iter().map(|&id| name(module, id)));
            let suggestion =
                suggestion.map_or(format!("; there is {}", names(8)), |name| format!("; did you mean `{name}`?"));
            format!("the file defines no function `{wanted}`{suggestion}")
        }),
    }
}
