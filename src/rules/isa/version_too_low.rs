use super::target_too_low::lack;
use crate::check::{Lack, Mistake, features};
use crate::diagnostic::{Applicability, Finding};
use crate::ir::HeaderKind;
use crate::isa::CudaRelease;
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;

declare_rule! {
    /// ## What it does
    /// Reports instructions, modifiers, directives and types that are newer than the module's `.version`.
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
        hooks: [Hook::Mistake(check), Hook::Module(check_features)],
    }
}

fn check(cx: &mut Context<'_, '_>, mistake: &Mistake) -> bool {
    let Some((span, what, Lack::Version(version))) = lack(cx, mistake) else { return false };
    report(cx, span, &what, version);
    true
}

fn check_features(cx: &mut Context<'_, '_>) {
    for missing in features(cx.module, cx.options) {
        if let Lack::Version(version) = missing.lack {
            report(cx, missing.span, missing.what, version);
        }
    }
}

fn report(cx: &mut Context<'_, '_>, span: Span, what: &str, version: u8) {
    let module = cx.module;
    let needed = format!("{}.{}", version / 10, version % 10);
    if let Some(given) = cx.options.version {
        let message = format!("PTX {}.{} does not support {what}", given / 10, given % 10);
        cx.report(Finding::new(span, message).help(format!("it needs PTX {needed}")));
        return;
    }
    let declared = module.version_text().unwrap_or("?");
    let finding = Finding::new(span, format!("PTX {declared} does not support {what}"));
    if let Some(toolchain) = cx.options.toolchain.filter(|toolchain| toolchain.ptx() < version) {
        let release = CudaRelease::first_with(version).map(CudaRelease::with_driver).unwrap_or_default();
        let help = format!("it needs PTX {needed}, which is to say {release}; CUDA {} is too old", toolchain.name());
        cx.report(finding.help(help));
        return;
    }
    let finding = finding.help(format!("declare `.version {needed}`"));
    let number = module.headers.iter().find_map(|header| match header.kind {
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
