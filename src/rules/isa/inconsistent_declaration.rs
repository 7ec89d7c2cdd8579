use crate::check::signature::parameters;
use crate::diagnostic::Finding;
use crate::ids::{FuncId, NameId};
use crate::ir::{
    Alias, DirectiveKind, Function, FunctionKind, FunctionSymbol, Linkage, Module, ParamList, SyntaxError, Variable,
    VariableRole,
};
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;
use std::collections::HashMap;

declare_rule! {
    /// ## What it does
    /// Reports declarations of one function or variable that contradict each other, prototypes without a definition, and aliases that
    /// do not match their function.
    ///
    /// ## Why is this bad
    /// The assembler rejects the module. A prototype must have the parameters of the definition: their number, types, sizes,
    /// alignments and state spaces. What is defined elsewhere must be declared `.extern`.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .func f(.param .u32 a);
    /// .func f(.param .u64 a) { ret; }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .func f(.param .u64 a);
    /// .func f(.param .u64 a) { ret; }
    /// ```
    ///
    /// ## Limits
    /// Whether another module defines what is `.extern` is not known.
    ///
    /// ## References
    /// PTX ISA 11.1 `.func`, `.alias`, 11.6 "Linking Directives".
    pub static INCONSISTENT_DECLARATION = "inconsistent-declaration" {
        group: Isa,
        level: Error,
        fixable: false,
        hooks: [Hook::Module(check)],
    }
}

fn check(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    for function in &module.functions {
        if let Some(symbol) = function.symbol {
            check_function(cx, function, &module[module[symbol].first]);
        }
    }
    for symbol in &module.symbols {
        check_definition(cx, symbol);
    }
    for alias in &module.aliases {
        check_alias(cx, alias);
    }
    check_variables(cx);
}

fn contradiction(cx: &mut Context<'_, '_>, at: Span, earlier: Span, message: String) {
    cx.report(Finding::new(at, message).label(earlier, "declared here"));
}

/// A function against its first declaration.
fn check_function(cx: &mut Context<'_, '_>, function: &Function, first: &Function) {
    let module = cx.module;
    let name = module.source.text_of(function.name_span);
    if function.is_definition() && function.linkage == Linkage::Extern {
        let finding = Finding::new(function.name_span, format!("`{name}` is both `.extern` and defined"));
        cx.report(finding.help("`.extern` is for functions of other modules; `.visible` is for definitions"));
    }
    if function.name_span == first.name_span
        || function.kind != first.kind
        || is_unreadable(first)
        || is_unreadable(function)
    {
        return;
    }
    // A declaration without a word on linkage repeats the first one, but not `.extern`.
    let repeats = function.linkage == Linkage::Internal && first.linkage != Linkage::Extern;
    if function.linkage != first.linkage && !repeats {
        let message = format!("the linkage of `{name}` differs from its first declaration");
        contradiction(cx, function.name_span, first.name_span, message);
    }
    if is_noreturn(module, function) != is_noreturn(module, first) {
        let message = format!("only one declaration of `{name}` has `.noreturn`");
        contradiction(cx, function.name_span, first.name_span, message);
    }
    let conventions =
        [(DirectiveKind::AbiPreserve, ".abi_preserve"), (DirectiveKind::AbiPreserveControl, ".abi_preserve_control")];
    for (kind, directive) in conventions {
        if preserved(module, function, kind) != preserved(module, first, kind) {
            let message = format!("`{directive}` of `{name}` is not that of its first declaration");
            contradiction(cx, function.name_span, first.name_span, message);
            return;
        }
    }
    if let Some(difference) = signature_difference(module, first, function) {
        let (at, what) = match difference {
            SignatureDifference::Number => {
                (function.name_span, "the number of parameters differs in this declaration".into())
            }
            SignatureDifference::Parameter(span, what) => (span, format!("the {what} of this parameter differs")),
        };
        contradiction(cx, at, first.name_span, format!("{what} of `{name}` from its first declaration"));
    }
}

/// Whether the header is no PTX, so that nobody knows the parameters.
fn is_unreadable(function: &Function) -> bool {
    function.broken && function.body.is_none()
}

/// How many registers a function keeps for its caller; `None` where it does not say so.
fn preserved(module: &Module<'_>, function: &Function, kind: DirectiveKind) -> Option<i64> {
    let directives = &module.directives[function.directives.indices()];
    let directive = directives.iter().find(|directive| directive.kind == kind)?;
    module.list(directive.args).first()?.constant().and_then(|id| module[id].integer())
}

fn is_noreturn(module: &Module<'_>, function: &Function) -> bool {
    module.directives[function.directives.indices()].iter().any(|directive| directive.kind == DirectiveKind::NoReturn)
}

/// How two signatures differ.
enum SignatureDifference {
    /// They have different numbers of parameters.
    Number,
    /// What differs in a parameter, which is that of the second one.
    Parameter(Span, &'static str),
}

fn signature_difference(module: &Module<'_>, first: &Function, second: &Function) -> Option<SignatureDifference> {
    let lists = [(first.returns, second.returns), (first.params, second.params)];
    if lists.iter().any(|(first, second)| first.len() != second.len()) {
        return Some(SignatureDifference::Number);
    }
    lists.into_iter().find_map(|(first, second)| list_difference(module, first, second))
}

fn list_difference(module: &Module<'_>, first: ParamList, second: ParamList) -> Option<SignatureDifference> {
    let pairs = parameters(module, first).into_iter().zip(parameters(module, second));
    pairs.into_iter().find_map(|(first, second)| {
        let (a, b) = (first.shape, second.shape);
        let what = match () {
            () if (a.ty, a.vector, a.dims) != (b.ty, b.vector, b.dims) => "type",
            () if a.alignment != b.alignment => "alignment",
            () if a.in_register != b.in_register => "state space",
            () => return None,
        };
        Some(SignatureDifference::Parameter(second.span, what))
    })
}

/// What is declared without `.extern` must be defined.
fn check_definition(cx: &mut Context<'_, '_>, symbol: &FunctionSymbol) {
    let first = &cx.module[symbol.first];
    if symbol.definition.is_some() || symbol.alias_of.is_some() || first.linkage == Linkage::Extern || first.broken {
        return;
    }
    let name = cx.module.name(symbol.name);
    // The body may be what stands outside all functions.
    let is_spilled = |error: &SyntaxError| error.function.is_none() && error.span.start > first.span.start;
    if cx.module.lost.contains(name.as_bytes()) || cx.module.syntax_errors.iter().any(is_spilled) {
        return;
    }
    // An alias that failed has been reported as such.
    if cx.module.aliases.iter().any(|alias| cx.module.source.slice(alias.alias) == name.as_bytes()) {
        return;
    }
    let finding = Finding::new(first.name_span, format!("`{name}` is declared but never defined"));
    cx.report(finding.help("declare it `.extern` if another module defines it"));
}

fn check_alias(cx: &mut Context<'_, '_>, alias: &Alias) {
    let module = cx.module;
    let Some((new, old)) = alias.functions else { return };
    if [new, old].iter().any(|&id| is_unreadable(&module[module[id].first])) {
        return;
    }
    let is_entry = |id: FuncId| module[module[id].first].kind == FunctionKind::Entry;
    for (id, span) in [(new, alias.alias), (old, alias.aliasee)] {
        if is_entry(id) {
            let finding = Finding::new(span, format!("the kernel `{}` cannot be part of an alias", text(module, id)));
            cx.report(finding.label(module[module[id].first].name_span, "a kernel"));
            return;
        }
    }
    let (new_name, old_name) = (text(module, new), text(module, old));
    let defined_before = |id: FuncId| module[id].definition.filter(|&id| module[id].span.start < alias.span.start);
    if let Some(definition) = defined_before(new) {
        let message = format!("`{new_name}` has a body and cannot become an alias");
        return contradiction(cx, alias.alias, module[definition].name_span, message);
    }
    let earlier = module.aliases.iter().take_while(|other| other.span.start < alias.span.start);
    if let Some(earlier) = earlier.filter(|other| other.functions.is_some_and(|(other, _)| other == new)).last() {
        return contradiction(cx, alias.alias, earlier.span, format!("`{new_name}` is already an alias"));
    }
    if module[module[old].first].linkage == Linkage::Weak {
        let finding =
            Finding::new(alias.aliasee, format!("`{old_name}` is `.weak`, and weak functions cannot have aliases"));
        cx.report(finding.label(module[module[old].first].name_span, "declared here"));
    }
    let (first, second) = (&module[module[new].first], &module[module[old].first]);
    if let Some(difference) = signature_difference(module, first, second) {
        let what = match difference {
            SignatureDifference::Number => "the numbers",
            SignatureDifference::Parameter(..) => "the types",
        };
        let message = format!("`{new_name}` cannot be an alias of `{old_name}`: {what} of their parameters differ");
        contradiction(cx, alias.alias, second.name_span, message);
    }
}

fn text(module: &Module<'_>, id: FuncId) -> String {
    module.name(module[id].name).to_string()
}

/// Declarations of a variable beside `.extern` ones.
fn check_variables(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    if !module.variables.iter().any(|variable| variable.linkage == Linkage::Extern) {
        return;
    }
    let mut known: HashMap<NameId, &Variable> = HashMap::new();
    for variable in module.variables.iter().filter(|variable| variable.role == VariableRole::Module) {
        let Some(name) = variable.name else { continue };
        let Some(first) = known.insert(name, variable) else { continue };
        if first.linkage != Linkage::Extern && variable.linkage != Linkage::Extern {
            continue;
        }
        let text = module.name(name);
        let what = if first.linkage == Linkage::Extern && variable.linkage == Linkage::Internal {
            "was declared `.extern`, so its definition must be `.visible`, `.weak` or `.common`"
        } else if (first.ty, first.vector) != (variable.ty, variable.vector) {
            "has a different type in its first declaration"
        } else if !extents_agree(module.dims(first), module.dims(variable)) {
            "has different extents in its first declaration"
        } else {
            continue;
        };
        contradiction(cx, variable.name_span, first.name_span, format!("`{text}` {what}"));
    }
}

/// Whether extents are the same, as far as they are given.
fn extents_agree(first: &[Option<u64>], second: &[Option<u64>]) -> bool {
    let agree = |(first, second): (&Option<u64>, &Option<u64>)| first.is_none() || second.is_none() || first == second;
    first.len() == second.len() && first.iter().zip(second).all(agree)
}
