use crate::diagnostic::Finding;
use crate::ir::FunctionKind;
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;
use crate::util;

declare_rule! {
    /// ## What it does
    /// Reports kernels that the caller expects (`--expect-kernel NAME`) but the module does not define.
    ///
    /// ## Why is this bad
    /// The host looks kernels up by name: a name that differs in one letter, or that a C++ compiler has mangled, fails at run time
    /// with `CUDA_ERROR_NOT_FOUND`.
    ///
    /// ## Bad
    /// ```ptx
    /// // ptxlint --expect-kernel saxpy
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry saxpi() { ret; }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// // ptxlint --expect-kernel saxpy
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry saxpy() { ret; }
    /// ```
    ///
    /// ## Limits
    /// Silent unless a name is expected. A `.func` of that name does not count: the host cannot launch it.
    ///
    /// ## References
    /// CUDA Driver API, `cuModuleGetFunction`.
    pub static KERNEL_NAME_MISMATCH = "kernel-name-mismatch" {
        group: Memory,
        level: Error,
        fixable: false,
        hooks: [Hook::Module(check)],
    }
}

fn check(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    let named = |kind| {
        let functions = module.functions.iter().filter(move |function| function.kind == kind);
        functions.filter_map(|function| Some((module.name(function.name?), function)))
    };
    let kernels: Vec<_> = named(FunctionKind::Entry).filter(|(_, function)| function.is_definition()).collect();
    for expected in &cx.options.expected_kernels {
        if kernels.iter().any(|(name, _)| name == expected) {
            continue;
        }
        let near = util::closest(expected, kernels.iter().map(|(name, _)| *name))
            .or_else(|| kernels.iter().map(|(name, _)| *name).find(|name| demangles_to(name, expected)));
        let place = kernels.iter().find(|(name, _)| Some(*name) == near).or(kernels.first());
        let span = place.map_or(Span::at(module.source.text().start), |(_, function)| function.name_span);
        let finding = Finding::new(span, format!("the module defines no kernel `{expected}`"));
        let device_function = named(FunctionKind::Func).find(|(name, _)| name == expected);
        let finding = match (near, device_function, kernels.len()) {
            (_, Some((_, function)), _) => {
                finding.label(function.name_span, "this is a `.func`, which the host cannot launch")
            }
            (Some(near), None, _) => finding.help(format!("did you mean `{near}`?")),
            (None, None, 0) => finding.help("the module defines no kernel at all"),
            (None, None, _) => {
                let names = kernels.iter().take(8).map(|(name, _)| name.to_string());
                finding.help(format!("its kernels: {}", names.collect::<Vec<_>>().join(", ")))
            }
        };
        cx.report(finding);
    }
}

/// Whether a mangled C++ name (`_Z5saxpyfPf`) is that of a function with this plain name.
fn demangles_to(mangled: &str, plain: &str) -> bool {
    mangled.starts_with("_Z") && mangled.contains(&format!("{}{plain}", plain.len()))
}
