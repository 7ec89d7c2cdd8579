use crate::check::gate::{VERSIONS, architecture, parse_version, target_names, written};
use crate::diagnostic::Finding;
use crate::ir::HeaderKind;
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;
use crate::util::closest;

declare_rule! {
    /// ## What it does
    /// Reports PTX versions and targets that do not exist, targets that are newer than the declared version, and options of `.target`
    /// and `.address_size` that current assemblers reject.
    ///
    /// ## Why is this bad
    /// The assembler rejects the module before it reads anything else.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 7.0
    /// .target sm_90
    /// .address_size 64
    /// .entry k() { ret; }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 7.8
    /// .target sm_90
    /// .address_size 64
    /// .entry k() { ret; }
    /// ```
    ///
    /// ## Limits
    /// Versions and targets of future releases are unknown to ptxlint and are reported.
    ///
    /// ## References
    /// PTX ISA 11.1 `.version`, `.target`, `.address_size`.
    pub static INVALID_HEADER = "invalid-header" {
        group: Isa,
        level: Error,
        fixable: false,
        hooks: [Hook::Module(check)],
    }
}

fn check(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    let mut targets = Targets::default();
    for header in &module.headers {
        match header.kind {
            HeaderKind::Version(number) => targets.version = version(cx, number),
            HeaderKind::Target(list) => targets.list(cx, list),
            HeaderKind::AddressSize(32) => {
                let finding = Finding::new(header.span, "32-bit addresses are no longer supported")
                    .help("declare `.address_size 64`");
                cx.report(finding);
            }
            HeaderKind::AddressSize(_) => {}
        }
    }
    if let Some(debug) = targets.debug
        && module.sections.is_empty()
    {
        let finding = Finding::new(debug, "the option `debug` requires debug sections, but there are none")
            .help("remove the option, or add the `.section`s of debug information");
        cx.report(finding);
    }
}

/// Checks the number of `.version`; what it says if it exists.
fn version(cx: &mut Context<'_, '_>, number: Span) -> Option<u8> {
    let version = parse_version(cx.module.source.slice(number)).filter(|version| VERSIONS.contains(version));
    if version.is_none() {
        let text = cx.module.source.text_of(number);
        let (least, most) = (VERSIONS.first().copied().unwrap_or(0), VERSIONS.last().copied().unwrap_or(0));
        let range = format!("versions run from {} to {}, with gaps", written(least), written(most));
        cx.report(Finding::new(number, format!("unknown PTX version {text}")).help(range));
    }
    version
}

/// What the lists of `.target` have said so far.
#[derive(Default)]
struct Targets {
    version: Option<u8>,
    has_architecture: bool,
    texture_mode: Option<Span>,
    debug: Option<Span>,
    /// The first architecture that has double precision.
    double_precision: Option<Span>,
    f64_to_f32: Option<Span>,
}

impl Targets {
    fn list(&mut self, cx: &mut Context<'_, '_>, list: Span) {
        let module = cx.module;
        for name in target_names(module, list) {
            let text = module.source.slice(name);
            if text.starts_with(b"sm_") || text.starts_with(b"compute_") {
                self.architecture(cx, name);
                continue;
            }
            if !self.has_architecture {
                let finding = Finding::new(name, "`.target` starts with an architecture such as `sm_90`");
                cx.report(finding.caption("not an architecture"));
                return;
            }
            match text {
                b"texmode_unified" | b"texmode_independent" => self.mode(cx, name),
                b"debug" => self.debug = Some(name),
                b"map_f64_to_f32" => self.f64_to_f32 = Some(name),
                _ => unknown_option(cx, name),
            }
        }
        if let (Some(option), Some(target)) = (self.f64_to_f32, self.double_precision) {
            let finding = Finding::new(option, "`map_f64_to_f32` is for targets without double precision");
            cx.report(finding.label(target, "this target has it"));
        }
    }

    fn architecture(&mut self, cx: &mut Context<'_, '_>, name: Span) {
        self.has_architecture = true;
        let text = cx.module.source.text_of(name);
        let Some(target) = architecture(text.as_bytes()) else {
            cx.report(Finding::new(name, format!("unknown target `{text}`")));
            return;
        };
        if target.number() >= 13 {
            self.double_precision.get_or_insert(name);
        }
        if self.version.is_some_and(|version| version < target.version()) {
            let finding = Finding::new(name, format!("the declared PTX version does not support target `{text}`"))
                .help(format!("declare `.version {}` or newer", written(target.version())));
            cx.report(finding);
        }
    }

    fn mode(&mut self, cx: &mut Context<'_, '_>, name: Span) {
        let source = cx.module.source;
        match self.texture_mode {
            Some(earlier) if source.slice(earlier) != source.slice(name) => {
                let finding = Finding::new(name, "a module can have only one texture mode");
                cx.report(finding.label(earlier, "conflicts with the first one"));
            }
            None if source.slice(name) == b"texmode_independent" && is_within_function(cx, name) => {
                let finding = Finding::new(name, "a function cannot choose the texture mode of the module");
                cx.report(finding.help("write it after the `.target` at the start"));
            }
            _ => self.texture_mode = Some(name),
        }
    }
}

/// Whether this stands in the body of a function, where the assembler takes a `.target`, too.
fn is_within_function(cx: &Context<'_, '_>, at: Span) -> bool {
    let bodies = cx.module.functions.iter().filter_map(|function| function.body);
    bodies.into_iter().any(|body| body.start < at.start && at.end <= body.end)
}

fn unknown_option(cx: &mut Context<'_, '_>, name: Span) {
    let text = cx.module.source.text_of(name);
    let finding = Finding::new(name, format!("unknown `.target` option `{text}`"));
    let known = ["texmode_unified", "texmode_independent", "debug", "map_f64_to_f32"];
    cx.report(match closest(&text, known.into_iter()) {
        Some(option) => finding.help(format!("did you mean `{option}`?")),
        None => finding,
    });
}
