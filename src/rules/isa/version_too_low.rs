use super::target_too_low::subject;
use super::unknown_target;
use crate::check::{Lack, Mistake, MistakeKind, parse_version};
use crate::diagnostic::{Applicability, Finding};
use crate::ir::HeaderKind;
use crate::isa::Target;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports targets, instructions and modifiers that are newer than the module's `.version`.
    ///
    /// ## Why is this bad
    /// The assembler rejects the module, even when the target has the feature.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 7.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .b32 %r<3>;
    ///     mov.b32 %r1, 0;
    ///     bmsk.clamp.b32 %r2, %r1, 4;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 7.6
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .b32 %r<3>;
    ///     mov.b32 %r1, 0;
    ///     bmsk.clamp.b32 %r2, %r1, 4;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A driver that is older than the version in the fix cannot load the module.
    ///
    /// ## References
    /// PTX ISA 11.1 `.version`, "PTX ISA Notes" of each instruction.
    pub static VERSION_TOO_LOW = "version-too-low" {
        group: Isa,
        level: Error,
        fixable: true,
        hooks: [Hook::Mistake(check), Hook::Module(check_headers)],
    }
}

fn check(cx: &mut Context<'_, '_>, mistake: &Mistake) -> bool {
    let MistakeKind::Lack { index, lack: Lack::Version(version) } = mistake.kind else { return false };
    let module = cx.module;
    let (span, what) = subject(module, mistake, index);
    let declared = module.version_text().unwrap_or("?");
    let finding = Finding::new(span, format!("PTX {declared} has no {what}"));
    report(cx, finding, version);
    true
}

/// The version that introduced `.address_size`, times 10.
const ADDRESS_SIZE: u8 = 23;

/// What stands at the module's head must be as old as its version.
fn check_headers(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    let Some(declared) = module.version_text() else { return };
    let Some(version) = parse_version(declared.as_bytes()) else { return };
    let sizes = module.headers.iter().filter(|header| matches!(header.kind, HeaderKind::AddressSize(_)));
    for header in sizes.filter(|_| version < ADDRESS_SIZE) {
        report(cx, Finding::new(header.span, format!("PTX {declared} has no `.address_size`")), ADDRESS_SIZE);
    }
    for (span, name) in unknown_target::declared(module) {
        let target = Target::lookup(name).filter(|target| target.version() > version);
        if let Some(target) = target {
            report(cx, Finding::new(span, format!("PTX {declared} has no target `{name}`")), target.version());
        }
    }
}

/// Reports what is too new for the module's version, which `version` would mend.
fn report(cx: &mut Context<'_, '_>, finding: Finding, version: u8) {
    let needed = format!("{}.{}", version / 10, version % 10);
    let finding = finding.help(format!("declare `.version {needed}`"));
    let number = cx.module.headers.iter().find_map(|header| match header.kind {
        HeaderKind::Version(span) => Some(span),
        _ => None,
    });
    cx.report(match number {
        Some(number) => {
            finding.label(number, "the version is declared here").fix(Applicability::Unsafe, number, needed)
        }
        None => finding,
    });
}
