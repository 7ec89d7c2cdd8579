//! Calls: arguments and results against the parameters of the function or prototype.

use super::operand::{OperandMistake, classify};
use crate::ids::{FunctionId, InstId, RegDeclId, VarId};
use crate::ir::{FunctionKind, LabelKind, Module, Operand, OperandKind, ParamList, Variable, VariableRole};
use crate::isa::{Atom, AtomSet, ScalarType, StateSpace};

const ADDRESSES: AtomSet =
    AtomSet::of(&[Atom::RegB32, Atom::RegU32, Atom::RegS32, Atom::RegB64, Atom::RegU64, Atom::RegS64]);
const TABLES: AtomSet = AtomSet::of(&[Atom::Prototype, Atom::CallTargets]);
const FLOATS: AtomSet = AtomSet::of(&[Atom::HexSingle, Atom::HexDouble, Atom::Decimal]);

/// The parts of `call (results), callee, (arguments), table`.
struct Call<'m> {
    results: &'m [Operand],
    callee: Operand,
    arguments: &'m [Operand],
    table: Option<Operand>,
}

/// What is wrong with the operands of a call.
pub(super) fn check(module: &Module<'_>, inst: InstId) -> Vec<OperandMistake> {
    let mut mistakes = Vec::new();
    match parts(module, module.operands(inst)) {
        Ok(call) => {
            if let Some(function) = called(module, &call, &mut mistakes) {
                let function = &module[function];
                list(module, call.results, function.returns, true, &mut mistakes);
                list(module, call.arguments, function.params, false, &mut mistakes);
            }
        }
        Err(mistake) => mistakes.push(mistake),
    }
    mistakes
}

fn parts<'m>(module: &'m Module<'_>, operands: &'m [Operand]) -> Result<Call<'m>, OperandMistake> {
    let arguments = |operand: &Operand| match operand.kind {
        OperandKind::Args(list) => Some(module.list(list)),
        _ => None,
    };
    let (results, rest) = match operands.split_first() {
        Some((first, rest)) if arguments(first).is_some() => (arguments(first).unwrap_or_default(), rest),
        _ => (&[][..], operands),
    };
    let (arguments, callee, rest) = match rest {
        [callee, second, rest @ ..] if arguments(second).is_some() => {
            (arguments(second).unwrap_or_default(), *callee, rest)
        }
        [callee, rest @ ..] => (&[][..], *callee, rest),
        [] => return Err(OperandMistake::Count { found: operands.len(), least: 1, most: 4 }),
    };
    match rest {
        [] => Ok(Call { results, callee, arguments, table: None }),
        [table] => Ok(Call { results, callee, arguments, table: Some(*table) }),
        _ => Err(OperandMistake::Count { found: operands.len(), least: 1, most: 4 }),
    }
}

/// The function or prototype whose parameters count; `None` when it is unknown or cannot be called so.
fn called(module: &Module<'_>, call: &Call<'_>, mistakes: &mut Vec<OperandMistake>) -> Option<FunctionId> {
    let mut wrong = |index, operand: Operand, allowed| {
        let found = classify(module, operand);
        if found != Atom::Invalid {
            mistakes.push(OperandMistake::Kind { index, span: operand.span, found, allowed });
        }
        None
    };
    match (call.callee.kind, call.table) {
        (OperandKind::Func(symbol), None) => {
            let first = module[symbol].first;
            match module[first].kind {
                FunctionKind::Entry => wrong(0, call.callee, AtomSet::of(&[Atom::Func])),
                _ => Some(first),
            }
        }
        (OperandKind::Func(_), Some(table)) => wrong(2, table, AtomSet::NONE),
        _ if !ADDRESSES.contains(classify(module, call.callee)) => {
            wrong(0, call.callee, ADDRESSES.union(AtomSet::of(&[Atom::Func])))
        }
        (_, None) => wrong(0, call.callee, AtomSet::of(&[Atom::Func])),
        (_, Some(table)) => match table.kind {
            OperandKind::Label(label) => match module[label].kind {
                LabelKind::CallPrototype(function) => Some(function),
                LabelKind::CallTargets(targets) => module.list(targets).iter().find_map(|target| match target.kind {
                    OperandKind::Func(symbol) => Some(module[symbol].first),
                    _ => None,
                }),
                _ => wrong(2, table, TABLES),
            },
            // An array of function addresses.
            OperandKind::Var(id)
                if matches!(module[id].ty, Some(ScalarType::U8 | ScalarType::U32 | ScalarType::U64)) =>
            {
                None
            }
            _ => wrong(2, table, TABLES),
        },
    }
}

/// Arguments, or results, against the parameters.
fn list(
    module: &Module<'_>,
    operands: &[Operand],
    params: ParamList,
    results: bool,
    mistakes: &mut Vec<OperandMistake>,
) {
    // Of a prototype, `.reg` parameters are not kept: their text tells how many there are.
    let text = module.source.text_of(params.span);
    if params.regs.is_empty() && text.contains(".reg") {
        let wanted = text.split(',').count();
        if operands.len() != wanted {
            mistakes.push(OperandMistake::Arguments { results, found: operands.len(), wanted });
        }
        return;
    }
    let variables: Vec<&Variable> = params.vars.indices().map(|i| &module[VarId::new(i)]).collect();
    // An array without a size takes the rest, or nothing.
    let optional = usize::from(!results && variables.last().is_some_and(|last| is_open_array(last)));
    let least = params.len() - optional;
    if operands.len() < least || operands.len() > params.len() {
        mistakes.push(OperandMistake::Arguments { results, found: operands.len(), wanted: least });
        return;
    }
    // The order of a list that mixes spaces is not kept.
    if !params.vars.is_empty() && !params.regs.is_empty() {
        return;
    }
    for (index, &operand) in operands.iter().enumerate() {
        if let Some(variable) = variables.get(index) {
            argument(module, index, operand, variable.ty, Some(variable), results, mistakes);
        } else {
            let declaration = &module[RegDeclId::new(params.regs.start as usize + index)];
            argument(module, index, operand, declaration.ty, None, results, mistakes);
        }
    }
}

fn is_open_array(variable: &Variable) -> bool {
    !variable.dims.is_empty() && variable.size.is_none()
}

/// One argument or result against its parameter, of type `ty`, in the `.param` space if there is a `formal` variable.
fn argument(
    module: &Module<'_>,
    index: usize,
    operand: Operand,
    ty: Option<ScalarType>,
    formal: Option<&Variable>,
    result: bool,
    mistakes: &mut Vec<OperandMistake>,
) {
    let Some(ty) = ty else { return };
    let (span, found) = (operand.span, classify(module, operand));
    let registers = AtomSet::registers(ty, false);
    let mut allowed = match formal {
        Some(formal) if !formal.dims.is_empty() => AtomSet::of(&[Atom::Param]),
        _ if result => registers.union(AtomSet::of(&[Atom::Sink, Atom::Param])),
        _ => registers.union(constants(ty)).union(AtomSet::of(&[Atom::Param])),
    };
    // The assembler takes a packed register for these, too.
    if ty == ScalarType::Pred {
        allowed = AtomSet::of(&[Atom::RegPred, Atom::RegF16x2]);
    } else if ty == ScalarType::F32 {
        allowed = allowed.union(AtomSet::of(&[Atom::RegF16x2]));
    }
    let actual = match operand.kind {
        OperandKind::Var(id) => Some(&module[id]),
        _ => None,
    };
    let is_local = actual.is_none_or(|actual| actual.role == VariableRole::Local && actual.space == StateSpace::Param);
    if found != Atom::Invalid && (!allowed.contains(found) || !is_local) {
        mistakes.push(OperandMistake::Kind { index, span, found, allowed });
        return;
    }
    let Some(actual) = actual else { return };
    match formal {
        Some(formal) if !fits(extent(actual), extent(formal)) => {
            let [found, wanted] = [extent(actual), extent(formal)];
            mistakes.push(OperandMistake::Extent { span, found, wanted });
        }
        Some(formal) if !formal.dims.is_empty() => {}
        _ => {
            let found = actual.ty.map_or(Atom::Invalid, Atom::of_register);
            if !registers.contains(found) || (formal.is_none() && !actual.dims.is_empty()) {
                mistakes.push(OperandMistake::Kind { index, span, found, allowed: registers });
            }
        }
    }
}

/// Constants that may be passed.
fn constants(ty: ScalarType) -> AtomSet {
    let int = AtomSet::of(&[Atom::Int]);
    match ty {
        ScalarType::B8 | ScalarType::B16 | ScalarType::B32 | ScalarType::B64 => int.union(FLOATS),
        _ if ty.is_float() => FLOATS,
        _ => int,
    }
}

/// Whether an argument of the extent `found` may be passed for a parameter.
fn fits(found: (Option<u64>, u64, bool), wanted: (Option<u64>, u64, bool)) -> bool {
    let same_size = wanted.0.is_none() || found.0 == wanted.0;
    same_size && (found.1, found.2) == (wanted.1, wanted.2)
}

/// Size (if it is fixed) and alignment in bytes, and whether it is an array.
fn extent(variable: &Variable) -> (Option<u64>, u64, bool) {
    let natural = variable.element_size().unwrap_or(1);
    (variable.size, variable.align.unwrap_or(natural), !variable.dims.is_empty())
}
