use crate::check::gate::Environment;
use crate::diagnostic::Finding;
use crate::ids::FunctionId;
use crate::ir::{Function, FunctionKind, Linkage, Module, RegDecl, Variable, VariableRole};
use crate::isa::{ScalarType, StateSpace, TypeClass};
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;

declare_rule! {
    /// ## What it does
    /// Reports registers, variables and parameters that the assembler does not allocate: types that only instructions have,
    /// vectors that are too large, alignments that are no powers of two, arrays of unknown size, state spaces that a place does
    /// not have.
    ///
    /// ## Why is this bad
    /// The assembler rejects the module. A `.bf16` value lives in a `.b16` register, a predicate in a register only, a `.local`
    /// variable and a register in a function only; an array whose size is left open needs an initial value or `.extern`.
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
    let environment = Environment::new(module, cx.options);
    for decl in &module.reg_decls {
        let storage = Storage::of_register(module, decl);
        check_storage(cx, &storage);
        if storage.place == Place::Kernel {
            cx.report(Finding::new(decl.storage_span, "parameters of kernels are in the space `.param`"));
        }
        if decl.function.is_none() && has_stack(&environment) {
            cx.report(Finding::new(decl.span, "registers belong into functions").caption("declared at module level"));
        }
    }
    for variable in &module.variables {
        let storage = Storage::of_variable(module, variable);
        check_storage(cx, &storage);
        check_place(cx, variable, &storage, &environment);
        check_extents(cx, variable, &storage);
        check_pointer(cx, variable, &storage);
    }
    for function in &module.functions {
        check_returns(cx, function.returns);
    }
}

/// Since there is a stack, registers and local variables belong to functions.
fn has_stack(environment: &Environment) -> bool {
    environment.version.is_none_or(|version| version >= 30)
}

/// Where something is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Module,
    Body,
    Kernel,
    /// In the parameters or results of a device function.
    Function,
    /// In those of a prototype, of which the assembler checks little.
    Prototype,
}

/// What the space, the type and their attributes say.
struct Storage {
    space: StateSpace,
    ty: Option<ScalarType>,
    type_span: Span,
    span: Span,
    vector: u8,
    align: Option<u64>,
    /// It is no array.
    is_single: bool,
    place: Place,
}

impl Storage {
    fn of_register(module: &Module<'_>, decl: &RegDecl) -> Self {
        let function = decl.function.map(|id| &module[id]);
        let is_parameter = function.is_some_and(|function| {
            [function.params, function.returns].iter().any(|list| list.span.contains(decl.span.start))
        });
        let place = match function {
            _ if decl.function.is_none() => Place::Module,
            Some(function) if is_parameter && function.kind == FunctionKind::Entry => Place::Kernel,
            Some(_) if is_parameter => Place::Function,
            _ => Place::Body,
        };
        Self {
            space: StateSpace::Reg,
            ty: decl.ty,
            type_span: decl.type_span,
            span: decl.storage_span,
            vector: decl.vector,
            align: decl.align,
            is_single: true,
            place,
        }
    }

    fn of_variable(module: &Module<'_>, variable: &Variable) -> Self {
        let function = variable.function.map(|id| &module[id]);
        let of_function = |function: &Function| {
            [function.params, function.returns].iter().any(|list| list.span.contains(variable.span.start))
        };
        let place = match (variable.role, function) {
            (VariableRole::Module, _) => Place::Module,
            (VariableRole::Local, _) => Place::Body,
            (_, Some(function)) if !of_function(function) => Place::Prototype,
            (_, Some(function)) if function.kind == FunctionKind::Entry => Place::Kernel,
            _ => Place::Function,
        };
        Self {
            space: variable.space,
            ty: variable.ty,
            type_span: variable.type_span,
            span: variable.storage_span,
            vector: variable.vector,
            align: variable.align,
            is_single: variable.dims.is_empty(),
            place,
        }
    }
}

/// Types that may be declared. The others are for instructions.
fn is_declarable(ty: ScalarType) -> bool {
    use ScalarType::*;
    matches!(
        ty,
        Pred | B8 | B16 | B32 | B64 | B128 | U8 | U16 | U32 | U64 | S8 | S16 | S32 | S64 | F16 | F16x2 | F32 | F64
            | Texref
            | Samplerref
            | Surfref
    )
}

fn check_storage(cx: &mut Context<'_, '_>, storage: &Storage) {
    let Some(ty) = storage.ty else { return };
    let finding = |what: String| Finding::new(storage.type_span, what);
    let opaque = ty.class() == TypeClass::Opaque;
    let bits = ty.bits() * u32::from(storage.vector);
    let in_param = storage.space == StateSpace::Param;
    let mistake = if !is_declarable(ty) {
        let help = format!("a value of {} bits has the type `.b{}`", ty.bits(), ty.bits().next_power_of_two().max(8));
        Some(finding(format!("the type `.{}` is for instructions only", ty.name())).help(help))
    } else if storage.place == Place::Prototype {
        None
    } else if storage.vector > 1 && ty == ScalarType::Pred {
        Some(finding("there are no vectors of predicates".into()))
    } else if storage.vector > 1 && opaque {
        Some(finding(format!("there are no vectors of `.{}`", ty.name())))
    } else if bits > 128 {
        Some(finding(format!("a vector of {bits} bits is too large: 128 is the most")))
    } else if ty == ScalarType::Pred && storage.space != StateSpace::Reg {
        Some(finding("predicates live in registers only".into()))
    } else if in_param && (storage.vector > 1 || ty == ScalarType::F16x2) {
        let what = if storage.vector > 1 { "vectors" } else { "values of type `.f16x2`" };
        Some(finding(format!("there are no parameters that are {what}")).help("declare an array of `.b8` with `.align`"))
    } else if opaque && storage.place == Place::Body {
        Some(finding(format!("variables of type `.{}` belong to the module or to a kernel's parameters", ty.name())))
    } else if opaque && !matches!((storage.place, storage.space), (Place::Module, StateSpace::Global) | (Place::Kernel, _)) {
        Some(finding(format!("a variable of type `.{}` is in the space `.global`", ty.name())))
    } else {
        None
    };
    if let Some(finding) = mistake {
        cx.report(finding);
    }
    if ty == ScalarType::Samplerref && storage.is_single && !cx.module.has_target_option(b"texmode_independent") {
        let finding = Finding::new(storage.type_span, "samplers of their own need the texture mode `texmode_independent`");
        cx.report(finding.help("add it to `.target`"));
    }
    let most = if in_param && matches!(storage.place, Place::Function | Place::Body) { 128 } else { u64::MAX };
    check_alignment(cx, storage.align, storage.span, most);
}

/// The greatest alignment, in bytes.
const MOST_ALIGNED: u64 = 1 << 30;

fn check_alignment(cx: &mut Context<'_, '_>, align: Option<u64>, span: Span, most: u64) {
    let Some(align) = align else { return };
    if !align.is_power_of_two() {
        cx.report(Finding::new(span, format!("the alignment {align} is no power of two")));
    } else if align > most.min(MOST_ALIGNED) {
        cx.report(Finding::new(span, format!("an alignment of {align} bytes is too large here: {} is the most", most.min(MOST_ALIGNED))));
    }
}

fn check_place(cx: &mut Context<'_, '_>, variable: &Variable, storage: &Storage, environment: &Environment) {
    let name = cx.module.source.text_of(variable.name_span);
    let space = variable.space;
    let what = match (storage.place, space) {
        (Place::Module, StateSpace::Local) if has_stack(environment) => "`.local` variables belong into functions",
        (Place::Module, StateSpace::Param) => "`.param` variables belong to functions",
        (Place::Kernel, space) if space != StateSpace::Param => "parameters of kernels are in the space `.param`",
        (Place::Function | Place::Prototype, space) if space != StateSpace::Param => {
            "parameters of functions are in the space `.param` or in registers"
        }
        (Place::Body, StateSpace::Tex) => "`.tex` variables belong to the module",
        (_, StateSpace::Tex) if environment.version.is_some_and(|version| version >= 15) => {
            "the space `.tex` is gone since PTX 1.5: declare a `.global .texref`"
        }
        _ if variable.linkage == Linkage::Common && space != StateSpace::Global => {
            "`.common` variables are in the space `.global`"
        }
        _ if variable.linkage == Linkage::Common && variable.ty.is_some_and(|ty| ty.class() == TypeClass::Opaque) => {
            "`.common` variables are not opaque"
        }
        _ if variable.attribute.is_some() && space != StateSpace::Global => {
            "only `.global` variables have attributes"
        }
        _ if variable.bank.is_some() && environment.version.is_some_and(|version| version >= 22) => {
            "numbered constant banks are gone since PTX 2.2"
        }
        _ if variable.bank.is_some_and(|bank| bank > 10) => "the constant banks have the numbers 0 to 10",
        _ if variable.bank.is_some_and(|bank| bank > 0) && !is_open_extern(cx.module, variable) => {
            "the constant banks from 1 on hold `.extern` arrays without size"
        }
        _ => return,
    };
    cx.report(Finding::new(variable.storage_span, what).label(variable.name_span, format!("the declaration of `{name}`")));
}

fn is_open_extern(module: &Module<'_>, variable: &Variable) -> bool {
    variable.linkage == Linkage::Extern && matches!(module.dims(variable).first(), Some(None))
}

/// Arrays need a size.
fn check_extents(cx: &mut Context<'_, '_>, variable: &Variable, storage: &Storage) {
    let dims = cx.module.dims(variable);
    if dims.iter().skip(1).any(|&extent| extent == Some(0)) {
        cx.report(Finding::new(variable.span, "the elements of this array have no size"));
        return;
    }
    // The assembler takes an extent of zero for an omitted one.
    if !matches!(dims.first(), Some(None | Some(0))) || variable.linkage == Linkage::Extern {
        return;
    }
    let is_last = |id: FunctionId| {
        let list = cx.module[id].params;
        list.vars.indices().last().is_some_and(|i| cx.module.variables[i].span == variable.span)
    };
    let what = match (storage.place, variable.role) {
        (Place::Kernel, _) => "an array that is a kernel's parameter needs its size",
        (_, VariableRole::Return) => "an array that is returned needs its size",
        (Place::Prototype, _) => return,
        (Place::Function, _) if variable.function.is_none_or(is_last) => return,
        (Place::Function, _) => "only the last parameter may be an array without size",
        _ if variable.init.is_some_and(|init| init.elements > 0) => return,
        _ => "an array needs its size, an initial value, or `.extern`",
    };
    cx.report(Finding::new(variable.name_span, what).caption("no size"));
}

/// `.ptr` and its alignment.
fn check_pointer(cx: &mut Context<'_, '_>, variable: &Variable, storage: &Storage) {
    let Some(pointer) = variable.pointer else { return };
    if !matches!(storage.place, Place::Kernel | Place::Prototype) {
        cx.report(Finding::new(pointer.span, "only parameters of kernels have this attribute"));
    }
    check_alignment(cx, pointer.align, pointer.span, u64::MAX);
}

/// Several return values are possible in registers only.
fn check_returns(cx: &mut Context<'_, '_>, returns: crate::ir::ParamList) {
    if returns.len() > 1 && !returns.vars.is_empty() {
        let finding = Finding::new(returns.span, "only one value is returned in the space `.param`");
        cx.report(finding.help("return an array of `.b8`, or several values in registers"));
    }
}
