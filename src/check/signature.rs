//! Parameters of functions, and what may be passed for them.

use crate::ir::{Module, ParamList, RegDecl, Variable};
use crate::isa::{ScalarType, TypeClass};
use crate::span::Span;

/// A parameter or return parameter, whatever its space.
#[derive(Clone, Debug)]
pub(crate) struct SignatureParameter {
    /// Where it is declared.
    pub(crate) span: Span,
    pub(crate) shape: ValueShape,
}

/// What must agree when a value is passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ValueShape {
    pub(crate) ty: Option<ScalarType>,
    pub(crate) vector: u8,
    /// Extents of an array.
    pub(crate) dims: Vec<Option<u64>>,
    /// Bytes of all elements; `None` for an array without size.
    pub(crate) size: Option<u64>,
    pub(crate) alignment: Option<u64>,
    pub(crate) in_register: bool,
}

impl ValueShape {
    pub(crate) fn of_variable(module: &Module<'_>, variable: &Variable) -> Self {
        Self {
            ty: variable.ty,
            vector: variable.vector,
            dims: module.dims(variable).to_vec(),
            size: variable.size,
            alignment: variable.alignment(),
            in_register: false,
        }
    }

    pub(crate) fn of_register(decl: &RegDecl) -> Self {
        let size = decl.ty.map(|ty| u64::from(ty.bytes()) * u64::from(decl.vector));
        Self { ty: decl.ty, vector: decl.vector, dims: Vec::new(), size, alignment: size, in_register: true }
    }
}

/// The parameters of a list in the order of the text.
pub(crate) fn parameters(module: &Module<'_>, list: ParamList) -> Vec<SignatureParameter> {
    let of_variable = |variable: &Variable| SignatureParameter {
        span: variable.name_span,
        shape: ValueShape::of_variable(module, variable),
    };
    let of_register = |decl: &RegDecl| SignatureParameter { span: decl.span, shape: ValueShape::of_register(decl) };
    let variables = module.variables[list.vars.indices()].iter().map(of_variable);
    let registers = module.reg_decls[list.regs.indices()].iter().map(of_register);
    let mut all: Vec<SignatureParameter> = variables.chain(registers).collect();
    all.sort_by_key(|parameter| parameter.span.start);
    all
}

/// Why a value of one shape can't be passed for another.
pub(crate) fn mismatch(formal: &ValueShape, actual: &ValueShape) -> Option<&'static str> {
    let (Some(formal_type), Some(actual_type)) = (formal.ty, actual.ty) else { return None };
    match (formal.dims.is_empty(), actual.dims.is_empty()) {
        (true, true) if actual.vector != formal.vector => return Some("has a different vector length"),
        (true, true) if !fits(formal_type, actual_type) => return Some("has a different type"),
        (true, true) => {}
        (true, false) => return Some("is an array"),
        (false, true) if actual.in_register => return Some("is a register, but the parameter is an array"),
        (false, true) => return Some("is not an array"),
        (false, false) if actual.dims.len() != formal.dims.len() => {
            return Some("has a different number of dimensions");
        }
        (false, false) if formal.size.is_some_and(|size| size > 0) && formal.size != actual.size => {
            return Some("has a different size");
        }
        (false, false) if !elements_fit(formal_type, actual_type) => return Some("has a different element type"),
        (false, false) => {}
    }
    (formal.alignment != actual.alignment).then_some("has a different alignment")
}

/// Whether a scalar of one type may be passed for one of another.
pub(crate) fn fits(formal: ScalarType, actual: ScalarType) -> bool {
    use ScalarType::{F16x2, Pred};
    match (formal, actual) {
        _ if formal == actual => true,
        (Pred, F16x2) | (F16x2, Pred) => true,
        (F16x2, other) | (other, F16x2) => other.bits() == 32,
        _ if formal.bits() != actual.bits() => false,
        _ if is_untyped(formal) || is_untyped(actual) => true,
        _ => formal.is_integer() && actual.is_integer(),
    }
}

fn elements_fit(formal: ScalarType, actual: ScalarType) -> bool {
    formal == actual || is_untyped(formal) || is_untyped(actual)
}

fn is_untyped(ty: ScalarType) -> bool {
    ty.class() == TypeClass::Bits
}
