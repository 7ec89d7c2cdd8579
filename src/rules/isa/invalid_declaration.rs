use crate::check::gate::DeclaredTarget;
use crate::diagnostic::Finding;
use crate::ids::FunctionId;
use crate::ir::{Function, FunctionKind, Linkage, Module, RegDecl, Variable, VariableRole};
use crate::isa::{ScalarType, StateSpace, TypeClass};
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;

declare_rule! {
    /// ## What it does
    /// Reports registers, variables and parameters that the assembler cannot allocate: types that only instructions have, vectors
    /// that are too large, alignments that are not powers of two, arrays of unknown size, state spaces that are not allowed in that
    /// position.
    ///
    /// ## Why is this bad
    /// The assembler rejects the module. A `.bf16` value needs a `.b16` register. Predicates exist only as registers; registers and
    /// `.local` variables only in functions. An array whose size is left open needs an initial value or `.extern`.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .bf16 %h<4>;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .b16 %h<4>;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Module-level registers of modules before PTX 2.0, which had no stack, are not reported.
    ///
    /// ## References
    /// PTX ISA chapter 5 "State Spaces, Types, and Variables", 11.1 `.entry`, `.func`.
    pub static INVALID_DECLARATION = "invalid-declaration" {
        group: Isa,
        level: Error,
        fixable: false,
        hooks: [Hook::Module(check)],
    }
}

fn check(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    let environment = DeclaredTarget::new(module, cx.options);
    for decl in &module.reg_decls {
        let storage = StorageMistakes::of_register(module, decl);
        check_storage(cx, &storage);
        if storage.place == DeclaredIn::Kernel {
            cx.report(Finding::new(decl.storage_span, "kernel parameters must be in `.param`"));
        }
        if decl.function.is_none() && has_stack(&environment) && !is_spilled(module, decl.span) {
            cx.report(
                Finding::new(decl.span, "registers must be declared inside a function")
                    .caption("declared at module level"),
            );
        }
    }
    for variable in &module.variables {
        // What a damaged list of parameters says is not worth much.
        if variable.function.is_some_and(|id| module[id].broken && module[id].body.is_none()) {
            continue;
        }
        let storage = StorageMistakes::of_variable(module, variable);
        check_storage(cx, &storage);
        check_place(cx, variable, &storage, &environment);
        check_extents(cx, variable, &storage);
        check_pointer(cx, variable, &storage);
    }
    for function in &module.functions {
        check_returns(cx, function.returns);
    }
}

/// Whether this may be a part of a function whose header or braces are no PTX: then that is the mistake.
fn is_spilled(module: &Module<'_>, span: Span) -> bool {
    module.syntax_errors.iter().any(|error| error.function.is_none() && error.span.start >= span.start)
}

/// Since there is a stack, registers and local variables belong to functions.
fn has_stack(environment: &DeclaredTarget) -> bool {
    environment.version.is_none_or(|version| version >= 30)
}

/// Where something is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DeclaredIn {
    Module,
    Body,
    Kernel,
    /// In the parameters or results of a device function.
    Function,
    /// In those of a prototype, of which the assembler checks little.
    Prototype,
}

/// What the space, the type and their attributes say.
struct StorageMistakes {
    space: StateSpace,
    ty: Option<ScalarType>,
    type_span: Span,
    span: Span,
    vector: u8,
    align: Option<u64>,
    /// It is no array.
    is_single: bool,
    place: DeclaredIn,
    /// It belongs to a kernel, or to a prototype within one.
    in_kernel: bool,
    /// It belongs to no function, or to one with a body.
    has_body: bool,
    /// It is single and gets a place: it is no parameter without a body.
    is_allocated: bool,
}

impl StorageMistakes {
    fn of_register(module: &Module<'_>, decl: &RegDecl) -> Self {
        let function = decl.function.map(|id| &module[id]);
        let is_parameter = function.is_some_and(|function| {
            [function.params, function.returns].iter().any(|list| list.span.contains(decl.span.start))
        });
        let place = match function {
            _ if decl.of_prototype => DeclaredIn::Prototype,
            _ if decl.function.is_none() => DeclaredIn::Module,
            Some(function) if is_parameter && function.kind == FunctionKind::Entry => DeclaredIn::Kernel,
            Some(_) if is_parameter => DeclaredIn::Function,
            _ => DeclaredIn::Body,
        };
        let has_body = function.is_none_or(|function| function.body.is_some());
        Self {
            space: StateSpace::Reg,
            ty: decl.ty,
            type_span: decl.type_span,
            span: decl.storage_span,
            vector: decl.vector,
            align: decl.align,
            is_single: true,
            place,
            in_kernel: function.is_some_and(|function| function.kind == FunctionKind::Entry),
            has_body,
            is_allocated: has_body && place != DeclaredIn::Prototype,
        }
    }

    fn of_variable(module: &Module<'_>, variable: &Variable) -> Self {
        let function = variable.function.map(|id| &module[id]);
        let of_function = |function: &Function| {
            [function.params, function.returns].iter().any(|list| list.span.contains(variable.span.start))
        };
        let place = match (variable.role, function) {
            (VariableRole::Module, _) => DeclaredIn::Module,
            (VariableRole::Local, _) => DeclaredIn::Body,
            (_, Some(function)) if !of_function(function) => DeclaredIn::Prototype,
            (_, Some(function)) if function.kind == FunctionKind::Entry => DeclaredIn::Kernel,
            _ => DeclaredIn::Function,
        };
        let has_body = function.is_none_or(|function| function.body.is_some());
        let is_single = variable.dims.is_empty();
        Self {
            space: variable.space,
            ty: variable.ty,
            type_span: variable.type_span,
            span: variable.storage_span,
            vector: variable.vector,
            align: variable.align,
            is_single,
            place,
            in_kernel: function.is_some_and(|function| function.kind == FunctionKind::Entry),
            has_body,
            is_allocated: is_single && has_body && place != DeclaredIn::Prototype,
        }
    }
}

/// How the assembler takes a type in a declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// As a type of storage.
    Storage,
    /// As the type of an instruction, of which nothing is stored.
    Instruction,
    /// Not at all.
    Unknown,
}

fn use_of(ty: ScalarType) -> Use {
    use ScalarType::*;
    match ty {
        Pred | B8 | B16 | B32 | B64 | B128 | U8 | U16 | U32 | U64 | S8 | S16 | S32 | S64 | F16 | F16x2 | F32 | F64
        | Texref | Samplerref | Surfref => Use::Storage,
        Bf16 | Tf32 | Bf16x2 | U8x4 | S8x4 | B1 | U4 | S4 | E3m2 | E2m3 | E2m1 | Ue8m0 | Ue4m3 => Use::Unknown,
        _ => Use::Instruction,
    }
}

fn check_storage(cx: &mut Context<'_, '_>, storage: &StorageMistakes) {
    let Some(ty) = storage.ty else { return };
    let finding = |what: String| Finding::new(storage.type_span, what);
    if let Some(mistake) = storage.shape_mistake(ty).or_else(|| storage.allocation_mistake(ty)) {
        cx.report(match use_of(ty) {
            Use::Storage => finding(mistake),
            _ => {
                let bits = ty.bits().next_power_of_two().max(8);
                finding(mistake).help(format!("use `.b{bits}` for a value of {} bits", ty.bits()))
            }
        });
    }
    let has_samplers = || cx.module.has_target_option(b"texmode_independent");
    if ty == ScalarType::Samplerref && storage.is_allocated && !has_samplers() {
        let text = "separate samplers need the texture mode `texmode_independent`";
        cx.report(finding(text.into()).help("add it to `.target`"));
    }
    let is_limited = storage.space == StateSpace::Param
        && match storage.place {
            DeclaredIn::Body => true,
            DeclaredIn::Function => storage.has_body,
            _ => false,
        };
    check_alignment(cx, storage.align, storage.span, if is_limited { 128 } else { u64::MAX });
}

impl StorageMistakes {
    /// What is wrong wherever it stands.
    fn shape_mistake(&self, ty: ScalarType) -> Option<String> {
        let is_vector = self.vector > 1;
        let is_opaque = ty.class() == TypeClass::Opaque;
        let bits = ty.bits() * u32::from(self.vector);
        let in_body = self.place == DeclaredIn::Body || (self.place == DeclaredIn::Prototype && !self.in_kernel);
        if use_of(ty) == Use::Unknown {
            Some(format!("the type `.{}` is only valid in instructions", ty.name()))
        } else if ty == ScalarType::Pred && (is_vector || !self.is_single) {
            Some("predicates cannot form vectors or arrays".into())
        } else if is_vector && (is_opaque || use_of(ty) == Use::Instruction) {
            Some(format!("`.{}` cannot form vectors", ty.name()))
        } else if bits > 128 {
            Some(format!("a vector of {bits} bits is too large: the limit is 128"))
        } else if is_opaque && in_body {
            Some(format!("variables of type `.{}` must be kernel parameters or declared at module level", ty.name()))
        } else {
            None
        }
    }

    /// What is wrong with what takes a place of its own. Of arrays, and of parameters without a body, the assembler checks little.
    fn allocation_mistake(&self, ty: ScalarType) -> Option<String> {
        let in_param = self.space == StateSpace::Param;
        let is_opaque = ty.class() == TypeClass::Opaque;
        let belongs = matches!((self.place, self.space), (DeclaredIn::Module, StateSpace::Global))
            || (self.place == DeclaredIn::Kernel && in_param);
        let has_bytes = belongs || matches!(self.space, StateSpace::Global | StateSpace::Const);
        if use_of(ty) == Use::Instruction && (self.is_allocated || (!self.is_single && has_bytes && self.has_body)) {
            Some(format!("the type `.{}` is only valid in instructions", ty.name()))
        } else if !self.is_allocated {
            None
        } else if ty == ScalarType::Pred && self.space != StateSpace::Reg {
            Some("predicates can only be registers".into())
        } else if in_param && self.vector > 1 {
            Some("parameters cannot be vectors: declare an array of `.b8` with `.align`".into())
        } else if in_param && ty == ScalarType::F16x2 {
            Some("parameters cannot have type `.f16x2`: declare a `.b32`".into())
        } else if is_opaque && !belongs {
            Some(format!("a variable of type `.{}` must be in `.global`", ty.name()))
        } else {
            None
        }
    }
}

/// The greatest alignment, in bytes.
const MOST_ALIGNED: u64 = 1 << 30;

fn check_alignment(cx: &mut Context<'_, '_>, align: Option<u64>, span: Span, most: u64) {
    let Some(align) = align else { return };
    if !align.is_power_of_two() {
        cx.report(Finding::new(span, format!("the alignment {align} is not a power of two")));
    } else if align > most.min(MOST_ALIGNED) {
        cx.report(Finding::new(
            span,
            format!("an alignment of {align} bytes is too large here: the limit is {}", most.min(MOST_ALIGNED)),
        ));
    }
}

fn check_place(cx: &mut Context<'_, '_>, variable: &Variable, storage: &StorageMistakes, environment: &DeclaredTarget) {
    let name = cx.module.source.text_of(variable.name_span);
    let space = variable.space;
    let what = match (storage.place, space) {
        (DeclaredIn::Module, StateSpace::Local | StateSpace::Param) if is_spilled(cx.module, variable.span) => return,
        (DeclaredIn::Module, StateSpace::Local) if has_stack(environment) => {
            "`.local` variables must be declared inside a function"
        }
        (DeclaredIn::Module, StateSpace::Param) => "`.param` variables must be declared inside a function",
        (DeclaredIn::Kernel, space) if space != StateSpace::Param => "kernel parameters must be in `.param`",
        (DeclaredIn::Function | DeclaredIn::Prototype, space) if space != StateSpace::Param => {
            "function parameters must be in `.param` or in registers"
        }
        (DeclaredIn::Body, StateSpace::Tex) => "`.tex` variables must be declared at module level",
        (_, StateSpace::Tex) if environment.version.is_some_and(|version| version >= 15) => {
            "the space `.tex` was removed in PTX 1.5: declare a `.global .texref`"
        }
        _ if variable.linkage == Linkage::Common && space != StateSpace::Global => {
            "`.common` variables must be in `.global`"
        }
        _ if variable.linkage == Linkage::Common && variable.ty.is_some_and(|ty| ty.class() == TypeClass::Opaque) => {
            "`.common` variables cannot have an opaque type"
        }
        _ if variable.attribute.is_some() && space != StateSpace::Global => {
            "only `.global` variables can have attributes"
        }
        _ if variable.bank.is_some() && environment.version.is_some_and(|version| version >= 22) => {
            "numbered constant banks were removed in PTX 2.2"
        }
        _ if variable.bank.is_some_and(|bank| bank > 10) => "constant banks are numbered 0 to 10",
        _ if variable.bank.is_some_and(|bank| bank > 0) && !is_open_extern(cx.module, variable) => {
            "constant banks from 1 on can only hold `.extern` arrays without a size"
        }
        _ => return,
    };
    cx.report(
        Finding::new(variable.storage_span, what).label(variable.name_span, format!("the declaration of `{name}`")),
    );
}

fn is_open_extern(module: &Module<'_>, variable: &Variable) -> bool {
    variable.linkage == Linkage::Extern && matches!(module.dims(variable).first(), Some(None))
}

/// Arrays need a size.
fn check_extents(cx: &mut Context<'_, '_>, variable: &Variable, storage: &StorageMistakes) {
    let dims = cx.module.dims(variable);
    if dims.iter().skip(1).any(|&extent| extent == Some(0)) {
        cx.report(Finding::new(variable.span, "the elements of this array have no size"));
        return;
    }
    let is_last = |id: FunctionId| is_last_parameter(cx.module, id, variable);
    // The assembler takes an extent of zero for an omitted one.
    if !matches!(dims.first(), Some(None | Some(0))) || variable.linkage == Linkage::Extern {
        return;
    }
    let what = match (storage.place, variable.role) {
        (DeclaredIn::Kernel, _) => "an array that is a kernel parameter needs a size",
        (_, VariableRole::Return) => "an array that is returned needs a size",
        (DeclaredIn::Prototype, _) if is_last_of_prototype(cx.module, variable) => return,
        (DeclaredIn::Function, _) if variable.function.is_none_or(is_last) => return,
        (DeclaredIn::Function | DeclaredIn::Prototype, _) => "only the last parameter may be an array without a size",
        _ if variable.init.is_some_and(|init| cx.module[init].elements > 0) => return,
        _ => "an array needs a size, an initial value, or `.extern`",
    };
    cx.report(Finding::new(variable.name_span, what).caption("no size"));
}

fn is_last_parameter(module: &Module<'_>, id: FunctionId, variable: &Variable) -> bool {
    let last = module[id].params.vars.indices().last();
    last.is_some_and(|i| module.variables[i].span == variable.span)
}

fn is_last_of_prototype(module: &Module<'_>, variable: &Variable) -> bool {
    let mut prototypes = module.function_ids().filter(|&id| module[id].kind == FunctionKind::Prototype);
    prototypes.any(|id| is_last_parameter(module, id, variable))
}

/// `.ptr` and its alignment.
fn check_pointer(cx: &mut Context<'_, '_>, variable: &Variable, storage: &StorageMistakes) {
    let Some(pointer) = variable.pointer else { return };
    if !storage.in_kernel || storage.place == DeclaredIn::Body {
        cx.report(Finding::new(pointer.span, "only kernel parameters can have this attribute"));
    }
    check_alignment(cx, pointer.align, pointer.span, u64::MAX);
}

/// Several return values are possible in registers only.
fn check_returns(cx: &mut Context<'_, '_>, returns: crate::ir::ParamList) {
    if returns.len() > 1 && !returns.vars.is_empty() {
        let finding = Finding::new(returns.span, "only one value can be returned in `.param`");
        cx.report(finding.help("return an array of `.b8`, or several values in registers"));
    }
}
