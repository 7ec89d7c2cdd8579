//! The kernels of a compiled class, and what is found in each.

use ptxlint::diagnostic::Level;
use ptxlint::ir::FunctionKind;
use ptxlint::rules::Group;
use ptxlint::source::Source;
use ptxlint::{Options, parser};
use std::collections::{BTreeMap, BTreeSet};

/// The rules that have found something in each kernel.
pub(super) type Findings = BTreeMap<String, BTreeSet<&'static str>>;

/// A kernel as a compiler wrote it.
pub(super) struct CompiledKernel {
    /// Its code, that of functions that it calls, and the declarations of what they name: what tells it from its twin.
    pub(super) code: String,
    /// The functions that it calls.
    called: Vec<String>,
}

/// The kernels of a module by name.
pub(super) fn kernels_of(text: &str) -> Result<BTreeMap<String, CompiledKernel>, String> {
    let source = Source::new(text.as_bytes()).map_err(|error| error.to_string())?;
    let module = parser::parse(source);
    let mut functions: Vec<(String, FunctionKind, String)> = Vec::new();
    for function in module.functions.iter().filter(|function| function.is_definition()) {
        let name = function.name.map_or("", |name| module.name(name)).to_string();
        functions.push((name, function.kind, code_of(&source.text_of(function.span))));
    }
    let mut kernels = BTreeMap::new();
    for (name, _, own) in functions.iter().filter(|(_, kind, _)| *kind == FunctionKind::Entry) {
        let own_words = words(own);
        let helpers = functions
            .iter()
            .filter(|(name, kind, _)| *kind != FunctionKind::Entry && own_words.contains(name.as_str()));
        let (mut code, mut called) = (own.clone(), Vec::new());
        for (helper, _, text) in helpers {
            code += text;
            called.push(helper.clone());
        }
        let named = words(&code).into_iter().map(str::to_string).collect::<BTreeSet<_>>();
        for line in text.lines().filter(|line| is_declaration(line)) {
            if words(line).into_iter().any(|word| word.len() > 2 && named.contains(word)) {
                code += line;
            }
        }
        kernels.insert(name.clone(), CompiledKernel { code, called });
    }
    Ok(kernels)
}

/// Whether a line declares a variable of the module.
fn is_declaration(line: &str) -> bool {
    let words = [".shared", ".global", ".const", ".visible .global", ".visible .const", ".extern .shared"];
    words.iter().any(|word| line.starts_with(word))
}

/// Code without comments and information on lines.
fn code_of(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default().trim());
    let code = lines.filter(|line| !line.is_empty() && !line.starts_with(".loc"));
    code.map(|line| format!("{line}\n")).collect()
}

fn words(text: &str) -> BTreeSet<&str> {
    // Directives and modifiers are words of their own.
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$' || c == '%' || c == '.';
    text.split(|c: char| !is_part(c)).filter(|word| !word.starts_with(['.', '%']) && !word.is_empty()).collect()
}

/// Lints a module, with the block that all of its kernels are launched with if it is known. What is found in a function counts for
/// the kernels that call it.
pub(super) fn lint(
    text: &str,
    kernels: &BTreeMap<String, CompiledKernel>,
    block: Option<[u32; 3]>,
) -> Result<Findings, String> {
    let options = Options { block, ..Options::default() };
    let report = ptxlint::check(text.as_bytes(), &options).map_err(|error| error.to_string())?;
    let mut found = Findings::new();
    for finding in &report.findings {
        let counts = matches!(finding.level, Level::Error | Level::Warning)
            && matches!(finding.rule.group, Group::Memory | Group::Sync | Group::Dataflow | Group::Isa);
        let Some(function) = finding.function.as_deref().filter(|_| counts) else { continue };
        let is_in = |(name, kernel): &(&String, &CompiledKernel)| {
            name.as_str() == function || kernel.called.iter().any(|called| called == function)
        };
        for (name, _) in kernels.iter().filter(is_in) {
            found.entry(name.clone()).or_default().insert(finding.rule.name);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.shared .align 4 .b8 tile[16];\n\
        .func f() {\n.reg .b32 %r<3>;\nst.shared.u32 [tile], %r1; // what is stored\nret;\n}\n\
        .entry k() {\ncall f;\nret;\n}\n.entry other() {\nret;\n}\n";

    #[test]
    fn code_has_what_is_called_and_declared() {
        let kernels = kernels_of(TEXT).expect("a module");
        let code = &kernels["k"].code;
        assert!(code.contains("st.shared.u32 [tile], %r1;") && code.contains("tile[16]"), "{code}");
        assert!(!code.contains("what is stored"));
        assert!(!kernels["other"].code.contains("st.shared"));
    }

    #[test]
    fn what_a_function_does_counts_for_its_callers() {
        let text =
            TEXT.replace("[tile], %r1", "[0], %r1").replace(".reg .b32 %r<3>;", ".reg .b32 %r<3>;mov.u32 %r1, 3;");
        let kernels = kernels_of(&text).expect("a module");
        let found = lint(&text.replace("st.shared", "st.global"), &kernels, None).expect("a module");
        assert!(found.contains_key("k") && !found.contains_key("other"), "{found:?}");
    }
}
