use crate::check::damage;
use crate::check::gate::DeclaredTarget;
use crate::diagnostic::Finding;
use crate::ir::{Directive, DirectiveKind, Function, FunctionKind, Module};
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;
use std::collections::{HashMap, HashSet};

declare_rule! {
    /// ## What it does
    /// Reports directives with invalid values, or in combination with others that they exclude: performance directives of functions,
    /// pragmas, source files, source locations and debug information.
    ///
    /// ## Why is this bad
    /// The assembler rejects the module. `.maxntid` and `.reqntid` are mutually exclusive, as are `.maxclusterrank` and
    /// `.reqnctapercluster`; `.blocksareclusters` needs the sizes of block and cluster; extents cannot be zero.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_90
    /// .address_size 64
    /// .entry k() .maxntid 256 .reqntid 128
    /// {
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_90
    /// .address_size 64
    /// .entry k() .reqntid 128
    /// {
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Blocks and clusters that are too large for the hardware are not reported; the assembler accepts them.
    ///
    /// Of debug information the sections `.debug_info` and `.debug_abbrev` are read, as far as the assembler reads them for
    /// `.target …, debug`: units, abbreviations and the sizes of attributes, but no expressions of locations.
    ///
    /// ## References
    /// PTX ISA 11.4 "Performance-Tuning Directives", 11.5 "Debugging Directives", 11.7 "Cluster Dimension Directives"; DWARF
    /// Debugging Information Format 2.0, section 7.5.
    pub static INVALID_DIRECTIVE = "invalid-directive" {
        group: Isa,
        level: Error,
        fixable: false,
        hooks: [Hook::Module(check)],
    }
}

fn check(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    let environment = DeclaredTarget::new(module, cx.options);
    for directive in &module.directives {
        check_value(cx, directive, &environment);
    }
    for function in module.functions.iter().filter(|function| !function.directives.is_empty()) {
        check_combination(cx, function);
    }
    check_pragmas(cx, &environment);
    check_files(cx);
    check_sections(cx);
}

/// The numbers of a directive.
fn values(module: &Module<'_>, directive: &Directive) -> Vec<(i64, Span)> {
    let constant = |operand: &crate::ir::Operand| Some((module[operand.constant()?].integer()?, operand.span));
    module.list(directive.args).iter().filter_map(constant).collect()
}

fn check_value(cx: &mut Context<'_, '_>, directive: &Directive, environment: &DeclaredTarget) {
    use DirectiveKind::{
        AbiPreserve, AbiPreserveControl, LocalMaxNreg, MaxNctaPerSm, MaxNreg, MaxNtid, MinNctaPerSm, ReqNtid,
    };
    if directive.kind == MaxNctaPerSm && environment.version.is_some_and(|version| version >= 21) {
        let finding = Finding::new(directive.name_span, "`.maxnctapersm` was removed in PTX 2.1");
        cx.report(finding.help("write `.minnctapersm`"));
        return;
    }
    let (least, most) = match directive.kind {
        MaxNtid | ReqNtid | MinNctaPerSm | MaxNreg | LocalMaxNreg => (1, i64::from(u32::MAX)),
        AbiPreserve => (0, MOST_PRESERVED),
        AbiPreserveControl => (0, MOST_CONTROL),
        _ => return,
    };
    let name = cx.module.source.text_of(directive.name_span);
    for (value, span) in values(cx.module, directive) {
        if value < least {
            cx.report(Finding::new(span, format!("`{name}` must be at least {least}")));
        } else if value > most {
            cx.report(Finding::new(span, format!("`{name}` must be at most {most}")));
        }
    }
}

/// Most registers that a function can promise to preserve; the assembler tells by its own calling convention.
const MOST_PRESERVED: i64 = 239;
/// Most of the control registers likewise.
const MOST_CONTROL: i64 = 11;

fn check_combination(cx: &mut Context<'_, '_>, function: &Function) {
    use DirectiveKind::{
        AbiPreserve, AbiPreserveControl, BlocksAreClusters, MaxClusterRank, MaxNtid, NoReturn, ReqNctaPerCluster,
        ReqNtid,
    };
    let module = cx.module;
    let directives = &module.directives[function.directives.indices()];
    let find = |kind: DirectiveKind| directives.iter().find(|directive| directive.kind == kind);
    for (first, second) in [(MaxNtid, ReqNtid), (ReqNctaPerCluster, MaxClusterRank)] {
        if let (Some(first), Some(second)) = (find(first), find(second)) {
            let (earlier, later) = if first.span.start < second.span.start { (first, second) } else { (second, first) };
            let [a, b] = [earlier, later].map(|directive| module.source.text_of(directive.name_span));
            let finding = Finding::new(later.span, format!("`{a}` and `{b}` are mutually exclusive"));
            cx.report(finding.label(earlier.span, "the other one"));
        }
    }
    let is_given =
        |kind| find(kind).is_some_and(|directive| values(module, directive).iter().any(|(value, _)| *value != 0));
    if let Some(directive) = find(BlocksAreClusters).filter(|_| !is_given(ReqNtid) || !is_given(ReqNctaPerCluster)) {
        let message = "`.blocksareclusters` needs `.reqntid` and `.reqnctapercluster`";
        cx.report(Finding::new(directive.span, message));
    }
    if let Some(directive) = find(NoReturn).filter(|_| !function.returns.is_empty()) {
        let finding = Finding::new(directive.span, "a function that returns a value cannot be `.noreturn`");
        cx.report(finding.label(function.returns.span, "returned here"));
    }
    for kind in [AbiPreserve, AbiPreserveControl] {
        let mut all = directives.iter().filter(|directive| directive.kind == kind);
        if let (Some(first), Some(second)) = (all.next(), all.next()) {
            let name = module.source.text_of(second.name_span);
            let finding = Finding::new(second.span, format!("duplicate `{name}`"));
            cx.report(finding.label(first.span, "the first one"));
        }
    }
}

/// Where a pragma stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PragmaScope {
    Module,
    Header,
    Body,
}

fn check_pragmas(cx: &mut Context<'_, '_>, environment: &DeclaredTarget) {
    let module = cx.module;
    for (i, directive) in module.directives.iter().enumerate() {
        if directive.kind != DirectiveKind::Pragma {
            continue;
        }
        let function = module
            .functions
            .iter()
            .rev()
            .find(|function| function.kind != FunctionKind::Prototype && function.directives.contains(i));
        let scope = match function.map(|function| function.body) {
            None => PragmaScope::Module,
            Some(Some(body)) if body.contains(directive.span.start) => PragmaScope::Body,
            Some(_) => PragmaScope::Header,
        };
        for (text, span) in strings(module, directive.span) {
            if let Some(message) = pragma_mistake(&text, scope, environment) {
                cx.report(Finding::new(span, message));
            }
        }
    }
}

/// The strings of a pragma, without quotes.
fn strings(module: &Module<'_>, span: Span) -> Vec<(String, Span)> {
    let text = module.source.slice(span);
    let quotes: Vec<u32> = (0..).zip(text).filter(|(_, b)| **b == b'"').map(|(i, _)| span.start + i).collect();
    let pairs = quotes.chunks_exact(2).map(|pair| Span::new(pair[0] + 1, pair[1]));
    pairs.map(|inner| (module.source.text_of(inner).into_owned(), inner)).collect()
}

fn pragma_mistake(text: &str, scope: PragmaScope, environment: &DeclaredTarget) -> Option<String> {
    let (name, argument) = text.trim_start().split_once(' ').unwrap_or((text.trim_start(), ""));
    let argument = argument.trim();
    let older_than = |version| environment.version.is_some_and(|declared| declared < version);
    match (name, scope) {
        ("used_bytes_mask" | "frequency" | "enable_smem_spilling", PragmaScope::Module | PragmaScope::Header) => {
            Some(format!("pragma `{name}` is only allowed inside function bodies"))
        }
        ("used_bytes_mask", _) if older_than(83) => Some("pragma `used_bytes_mask` needs PTX 8.3".into()),
        ("frequency", _) if older_than(90) => Some("pragma `frequency` needs PTX 9.0".into()),
        ("used_bytes_mask" | "frequency", _) if argument.is_empty() => Some(format!("pragma `{name}` takes a number")),
        ("used_bytes_mask", _) if integer(argument.trim_start_matches('-')).is_none() => {
            Some(format!("`{argument}` is not a number"))
        }
        ("frequency", _) if integer(argument).is_none_or(|value| value == 0) => {
            Some(format!("`{argument}` is not a number greater than 0"))
        }
        ("abi_param_reg", PragmaScope::Body) => {
            Some("pragma `abi_param_reg` is not allowed inside function bodies".into())
        }
        ("abi_param_reg", _) if argument.is_empty() => Some("pragma `abi_param_reg` takes a number".into()),
        ("abi_param_reg", _) => None,
        (_, PragmaScope::Module) if text != "nounroll" => Some(format!("unknown module pragma `{text}`")),
        _ => None,
    }
}

fn integer(text: &str) -> Option<u64> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Source files have numbers of their own; inlined code names a place that stands in a `.loc` before.
fn check_files(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    let mut numbers: HashMap<u32, Span> = HashMap::new();
    for file in &module.files {
        if let Some(earlier) = numbers.insert(file.index, file.name) {
            let finding = Finding::new(file.name, format!("file number {} is already in use", file.index));
            cx.report(finding.label(earlier, "this one"));
        }
    }
    let mut known = HashSet::new();
    let mut locations = module.locations.iter().map(|location| [location.file, location.line, location.column]);
    let mut next = 0;
    for inlined in &module.inlined {
        known.extend(locations.by_ref().take(inlined.location - next));
        next = inlined.location;
        if !known.contains(&inlined.place) {
            cx.report(Finding::new(inlined.span, "no earlier `.loc` describes the call site"));
        }
    }
}

/// Labels of sections are unique, and those that name inlined functions exist.
fn check_sections(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    let mut labels: HashMap<&[u8], Span> = HashMap::with_capacity(module.section_labels.len());
    for &span in &module.section_labels {
        if let Some(earlier) = labels.insert(module.source.slice(span), span) {
            let name = module.source.text_of(span);
            let finding = Finding::new(span, format!("duplicate label `{name}`"));
            cx.report(finding.label(earlier, "first here"));
        }
    }
    let names: HashSet<&[u8]> = module.sections.iter().map(|section| module.source.slice(section.name)).collect();
    for inlined in &module.inlined {
        let name = module.source.slice(inlined.name);
        if !labels.contains_key(name) && !names.contains(name) && !module.lost.contains(name) {
            let text = module.source.text_of(inlined.name);
            cx.report(Finding::new(inlined.name, format!("no section has a label `{text}`")));
        }
    }
    // The assembler reads debug information when the text is in order.
    if module.syntax_errors.is_empty()
        && module.has_target_option(b"debug")
        && let Some((span, reason)) = damage(&module.debug_sections)
    {
        cx.report(Finding::new(span, format!("damaged debug information: {reason}")).caption("read here"));
    }
}
