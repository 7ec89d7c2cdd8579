use crate::check::parse_version;
use crate::diagnostic::Finding;
use crate::ir::{HeaderKind, Module};
use crate::isa::{Target, versions};
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;

declare_rule! {
    /// ## What it does
    /// Reports a `.target` or `.version` that does not exist.
    ///
    /// ## Why is this bad
    /// The assembler rejects the module. Version numbers have gaps (after 7.8 comes 8.0), and only some targets have variants with
    /// `a` or `f`.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_91
    /// .address_size 64
    /// .entry k()
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
    /// .entry k()
    /// {
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Versions and targets that are newer than all that this linter knows (PTX 9.5, `sm_121`) are not reported.
    ///
    /// ## References
    /// PTX ISA 11.1 `.version`, 11.2 `.target`.
    pub static UNKNOWN_TARGET = "unknown-target" {
        group: Isa,
        level: Error,
        fixable: false,
        hooks: [Hook::Module(check)],
    }
}

fn check(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    let newest = versions().last().copied().unwrap_or_default();
    for header in &module.headers {
        let HeaderKind::Version(span) = header.kind else { continue };
        let version = parse_version(module.source.slice(span));
        if version.is_some_and(|version| version < newest && !versions().contains(&version)) {
            cx.report(Finding::new(span, format!("there is no PTX {}", module.source.text_of(span))));
        }
    }
    let newest = Target::all().filter_map(|target| number(target.name())).max().unwrap_or_default();
    for (span, name) in declared(module) {
        if Target::lookup(name).is_none() && number(name).is_some_and(|number| number < newest) {
            cx.report(Finding::new(span, format!("there is no target `{name}`")));
        }
    }
}

/// The names of the module's `.target` directives.
pub(super) fn declared<'s>(module: &Module<'s>) -> Vec<(Span, &'s str)> {
    let mut all = Vec::new();
    for header in &module.headers {
        let HeaderKind::Target(list) = header.kind else { continue };
        let text = std::str::from_utf8(module.source.slice(list)).unwrap_or_default();
        let mut start = list.start;
        for part in text.split(',') {
            let name = part.trim();
            let at = start + (part.len() - part.trim_start().len()) as u32;
            all.push((Span::new(at, at + name.len() as u32), name));
            start += part.len() as u32 + 1;
        }
    }
    all
}

/// The number in `sm_90`, `sm_90a` or `sm_90f`. Of leading zeros and other endings the assembler takes no notice.
fn number(name: &str) -> Option<u32> {
    let rest = name.strip_prefix("sm_").filter(|rest| !rest.starts_with('0'))?;
    rest.strip_suffix(['a', 'f']).unwrap_or(rest).parse().ok()
}
