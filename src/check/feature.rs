//! Directives, types and attributes that not every version and target has.

use super::gate::{DeclaredTarget, Lack};
use crate::ids::FunctionId;
use crate::ir::{
    Directive, DirectiveKind, FunctionKind, HeaderKind, LabelKind, Linkage, Module, PointerAttribute, Variable,
    VariableRole,
};
use crate::isa::{ScalarType, Target, TypeClass};
use crate::options::Options;
use crate::span::Span;

/// Something outside the instructions that the module's version or target lacks.
#[derive(Clone, Copy, Debug)]
pub struct MissingFeature {
    /// The guilty directive, type or attribute.
    pub span: Span,
    /// What it is, for messages.
    pub what: &'static str,
    /// What the module would have to declare.
    pub lack: Lack,
}

/// What a feature needs: a version times 10, and the number of the oldest target.
type Needs = (u8, u32);

/// Finds all uses of features that the module's version or target lacks.
pub(crate) fn features(module: &Module<'_>, options: &Options) -> Vec<MissingFeature> {
    let mut features = Features { environment: DeclaredTarget::new(module, options), missing: Vec::new() };
    headers(module, &mut features);
    variables(module, &mut features);
    functions(module, &mut features);
    for label in &module.labels {
        match label.kind {
            LabelKind::Code(_) => {}
            LabelKind::BranchTargets(_) => features.need(label.span, "`.branchtargets`", (60, 30)),
            LabelKind::CallTargets(_) => features.need(label.span, "`.calltargets`", (21, 0)),
            LabelKind::CallPrototype(_) => features.need(label.span, "`.callprototype`", (21, 0)),
        }
    }
    for alias in &module.aliases {
        features.need(alias.span, "`.alias`", (63, 30));
    }
    for &label in &module.section_labels {
        features.need(label, "labels in sections", (70, 0));
    }
    if let Some(number) = module.negative_in_section {
        features.need(number, "negative numbers in sections", (75, 0));
    }
    for section in &module.sections {
        features.need(section.span, "`.section`", (20, 0));
    }
    features.missing
}

struct Features {
    environment: DeclaredTarget,
    missing: Vec<MissingFeature>,
}

impl Features {
    fn need(&mut self, span: Span, what: &'static str, (version, target): Needs) {
        if self.environment.version.is_some_and(|declared| declared < version) {
            self.missing.push(MissingFeature { span, what, lack: Lack::Version(version) });
        }
        if self.environment.target.is_some_and(|declared| declared.number() < target) {
            let newer = Target::all().filter(|other| other.number() >= target).fold(0, |set, other| set | other.bit());
            self.missing.push(MissingFeature { span, what, lack: Lack::Target(newer) });
        }
    }
}

fn headers(module: &Module<'_>, features: &mut Features) {
    for header in &module.headers {
        match header.kind {
            HeaderKind::Version(_) => {}
            HeaderKind::AddressSize(_) => features.need(header.span, "`.address_size`", (23, 0)),
            HeaderKind::Target(list) => {
                for name in super::gate::target_names(module, list) {
                    match module.source.slice(name) {
                        b"texmode_independent" => features.need(name, "`texmode_independent`", (15, 0)),
                        b"debug" => features.need(name, "option `debug`", (30, 0)),
                        _ => {}
                    }
                }
            }
        }
    }
}

fn variables(module: &Module<'_>, features: &mut Features) {
    let has_body = |function: Option<FunctionId>| function.is_none_or(|id| module[id].body.is_some());
    for decl in &module.reg_decls {
        storage_type(decl.ty, decl.type_span, decl.vector == 1, has_body(decl.function), features);
    }
    for variable in &module.variables {
        let is_allocated =
            variable.dims.is_empty() && has_body(variable.function) && !is_of_prototype(module, variable);
        storage_type(variable.ty, variable.type_span, variable.vector == 1, is_allocated, features);
        match variable.linkage {
            Linkage::Weak => features.need(variable.storage_span, "`.weak`", (31, 0)),
            Linkage::Common => features.need(variable.storage_span, "`.common`", (50, 0)),
            _ => {}
        }
        if let Some(attribute) = variable.attribute {
            features.need(attribute.span, "`.attribute`", (40, 0));
            if attribute.managed {
                features.need(attribute.span, "`.managed`", (0, 30));
            }
            if attribute.unified {
                features.need(attribute.span, "`.unified`", (0, 90));
            }
        }
        if variable.bank.is_some() {
            features.need(variable.storage_span, "numbered constant banks", (15, 0));
        }
        if let Some(PointerAttribute { span, .. }) = variable.pointer {
            features.need(span, "`.ptr`", (22, 0));
        }
        if let Some(init) = variable.init {
            for relocation in module.relocations(&module[init]) {
                features.need(relocation.span, "addresses as initial values", (21, 0));
                if relocation.generic {
                    features.need(relocation.span, "`generic()`", (31, 0));
                }
                if relocation.mask.is_some() {
                    features.need(relocation.span, "masks in initial values", (71, 0));
                }
            }
        }
    }
}

/// Whether a variable is a parameter of a `.callprototype`.
fn is_of_prototype(module: &Module<'_>, variable: &Variable) -> bool {
    let is_parameter = matches!(variable.role, VariableRole::Param | VariableRole::Return);
    is_parameter
        && variable.function.is_some_and(|id| {
            let function = &module[id];
            [function.params, function.returns].iter().all(|list| !list.span.contains(variable.span.start))
        })
}

fn storage_type(ty: Option<ScalarType>, span: Span, is_scalar: bool, is_allocated: bool, features: &mut Features) {
    match ty {
        Some(ScalarType::B128) if is_allocated => features.need(span, "type `.b128`", (83, 70)),
        Some(ScalarType::F16x2) if is_scalar => features.need(span, "type `.f16x2`", (42, 53)),
        Some(ty) if ty.class() == TypeClass::Opaque && is_allocated => features.need(span, "opaque types", (15, 0)),
        _ => {}
    }
}

/// Most bytes of a kernel's parameters before the limit was raised.
const SMALL_PARAMETERS: u64 = 4352;
/// Since then.
const LARGE_PARAMETERS: u64 = 32764;

fn functions(module: &Module<'_>, features: &mut Features) {
    for function in &module.functions {
        if function.linkage == Linkage::Weak {
            features.need(function.name_span, "`.weak`", (31, 0));
        }
        if function.kind == FunctionKind::Entry && function.body.is_none() {
            features.need(function.name_span, "prototypes of kernels", (30, 0));
        }
        if let Some(attribute) = function.attribute {
            features.need(attribute.span, "`.unified`", (0, 90));
        }
        if function.kind == FunctionKind::Entry && function.params.span.len() > 2 {
            features.need(function.params.span, "lists of kernel parameters", (14, 0));
            let bytes = super::memory::parameter_bytes(module, function);
            let is_large = bytes.is_some_and(|bytes| bytes > SMALL_PARAMETERS && bytes <= LARGE_PARAMETERS);
            if function.body.is_some() && is_large {
                features.need(function.params.span, "kernels with more than 4352 bytes of parameters", (0, 70));
            }
        }
    }
    for directive in &module.directives {
        if let Some((what, needs)) = directive_needs(directive) {
            features.need(directive.name_span, what, needs);
        }
    }
    // A function of a target without a stack has its parameters in registers.
    for variable in &module.variables {
        let of_function = matches!(variable.role, VariableRole::Param | VariableRole::Return)
            && variable.function.is_none_or(|id| {
                module[id].kind != FunctionKind::Entry || !module[id].params.span.contains(variable.span.start)
            });
        if of_function {
            features.need(variable.storage_span, "`.param` parameters of functions", (20, 20));
        }
    }
}

fn directive_needs(directive: &Directive) -> Option<(&'static str, Needs)> {
    Some(match directive.kind {
        DirectiveKind::MaxNtid => ("`.maxntid`", (13, 0)),
        DirectiveKind::MaxNreg => ("`.maxnreg`", (13, 0)),
        DirectiveKind::MaxNctaPerSm => ("`.maxnctapersm`", (13, 0)),
        DirectiveKind::MinNctaPerSm => ("`.minnctapersm`", (20, 0)),
        DirectiveKind::ReqNtid => ("`.reqntid`", (21, 0)),
        DirectiveKind::Pragma => ("`.pragma`", (20, 0)),
        DirectiveKind::NoReturn => ("`.noreturn`", (64, 30)),
        DirectiveKind::ExplicitCluster => ("`.explicitcluster`", (78, 90)),
        DirectiveKind::ReqNctaPerCluster => ("`.reqnctapercluster`", (78, 90)),
        DirectiveKind::MaxClusterRank => ("`.maxclusterrank`", (78, 90)),
        DirectiveKind::BlocksAreClusters => ("`.blocksareclusters`", (90, 90)),
        DirectiveKind::AbiPreserve => ("`.abi_preserve`", (90, 80)),
        DirectiveKind::AbiPreserveControl => ("`.abi_preserve_control`", (90, 80)),
        DirectiveKind::LocalMaxNreg => ("`.local_maxnreg`", (88, 0)),
        DirectiveKind::Language => ("`.language`", (92, 0)),
        DirectiveKind::Unknown => return None,
    })
}
