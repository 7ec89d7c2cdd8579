use crate::check::gate::{parse_version, written};
use crate::diagnostic::Finding;
use crate::ir::HeaderKind;
use crate::isa::CudaRelease;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports a `.version` that the CUDA release, or the driver, that is to take the module does not read (`--toolchain 12.6`, or
    /// `toolchain = "12.6"` in `ptxlint.toml`).
    ///
    /// ## Why is this bad
    /// An assembler reads no PTX that is newer than itself, and neither does the driver when it loads a module: it fails on machines with
    /// an older driver, with `CUDA_ERROR_UNSUPPORTED_PTX_VERSION`. That a newer toolkit runs on an older driver of the same major
    /// version holds for machine code only.
    ///
    /// ## Bad
    /// ```ptx
    /// // ptxlint --toolchain 12.6
    /// .version 8.7
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k() { ret; }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// // ptxlint --toolchain 12.6
    /// .version 8.5
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k() { ret; }
    /// ```
    ///
    /// ## Limits
    /// Silent unless a toolchain is named. Releases from 13.0 on generate no machine code for targets before `sm_75`, but still read
    /// their PTX for newer ones; that is not reported.
    ///
    /// ## References
    /// PTX ISA 11.1 `.version`, "Release Notes"; CUDA Compatibility, "Minor version compatibility".
    pub static TOOLCHAIN_TOO_OLD = "toolchain-too-old" {
        group: Resource,
        level: Error,
        fixable: false,
        hooks: [Hook::Module(check)],
    }
}

fn check(cx: &mut Context<'_, '_>) {
    let Some(toolchain) = cx.options.toolchain else { return };
    let number = cx.module.headers.iter().find_map(|header| match header.kind {
        HeaderKind::Version(span) => Some(span),
        _ => None,
    });
    let Some(number) = number else { return };
    let Some(version) = parse_version(cx.module.source.slice(number)).filter(|version| *version > toolchain.ptx())
    else {
        return;
    };
    let text = cx.module.source.text_of(number);
    let most = written(toolchain.ptx());
    let finding = Finding::new(number, format!("CUDA {} does not read PTX {text}", toolchain.name()))
        .caption(format!("its assembler and driver read PTX up to {most}"));
    cx.report(match CudaRelease::first_with(version) {
        Some(first) => finding.help(format!("PTX {text} needs {}", first.with_driver())),
        None => finding,
    });
}
