//! Calls against the functions and prototypes that they name.

use super::classify::classify;
use super::signature::{SignatureParameter, ValueShape, mismatch, parameters};
use crate::ids::{FunctionId, InstId, VarId};
use crate::ir::{FunctionKind, LabelKind, Linkage, Module, Operand, OperandKind, ParamList, Symbol, VariableRole};
use crate::isa::{Atom, AtomSet, ScalarType, StateSpace};
use crate::span::Span;

/// What is wrong with a call.
#[derive(Clone, Copy, Debug)]
pub enum CallMistake {
    /// The callee, the prototype, or what stands behind them.
    Form {
        /// The guilty operand.
        span: Span,
        /// What is wrong with it.
        what: &'static str,
    },
    /// Too few or too many arguments or results.
    Count {
        /// The list of the call; the callee when there is none.
        span: Span,
        /// How many the call has.
        found: usize,
        /// How many the callee has.
        wanted: usize,
        /// Whether these are results.
        results: bool,
        /// The callee's list.
        declared: Span,
    },
    /// An argument or result does not suit its parameter.
    Argument {
        /// The argument.
        span: Span,
        /// What is wrong with it.
        what: &'static str,
        /// The parameter.
        declared: Span,
    },
}

/// Whether the module is assembled without a stack: as soon as a function returns several values. Then there are no indirect calls,
/// but registers of all types may be passed.
pub(crate) fn is_stackless(module: &Module<'_>) -> bool {
    module.functions.iter().any(|function| function.kind == FunctionKind::Func && function.returns.len() > 1)
}

/// Checks one call instruction.
pub(super) fn check(module: &Module<'_>, inst: InstId, stackless: bool) -> Vec<CallMistake> {
    let mut operands = module.operands(inst).iter().copied().peekable();
    let mut list = || operands.next_if(|operand| matches!(operand.kind, OperandKind::Args(_)));
    let results = list();
    let Some(callee) = operands.next() else {
        let span = results.map_or(module[inst].span, |results| results.span);
        return form(span, "the callee is missing");
    };
    let arguments = operands.next_if(|operand| matches!(operand.kind, OperandKind::Args(_)));
    let prototype = operands.next();
    if let Some(surplus) = operands.next() {
        return form(surplus.span, "unexpected operand after the prototype");
    }
    let call = Call { module, inst, callee, results, arguments, stackless };
    match (callee.kind, prototype) {
        (OperandKind::Unresolved(_), _) => Vec::new(),
        (OperandKind::Func(func), None) => {
            let first = module[func].first;
            match module[first].kind {
                FunctionKind::Entry => form(callee.span, "kernels cannot be called"),
                // Its header is no PTX, so nobody knows its parameters.
                _ if module[first].broken && module[first].body.is_none() => Vec::new(),
                _ => call.against(first),
            }
        }
        (OperandKind::Func(_), Some(prototype)) => form(prototype.span, "a direct call must not have a prototype"),
        (OperandKind::Reg { .. }, None) => form(callee.span, "an indirect call needs a prototype"),
        (OperandKind::Reg { .. }, Some(prototype)) => call.indirect(prototype),
        _ => form(callee.span, "this is neither a function nor a register"),
    }
}

fn form(span: Span, what: &'static str) -> Vec<CallMistake> {
    vec![CallMistake::Form { span, what }]
}

struct Call<'a, 's> {
    module: &'a Module<'s>,
    inst: InstId,
    stackless: bool,
    callee: Operand,
    results: Option<Operand>,
    arguments: Option<Operand>,
}

/// Registers that hold the address of a function.
const POINTERS: AtomSet =
    AtomSet::of(&[Atom::RegB64, Atom::RegU64, Atom::RegS64, Atom::RegB32, Atom::RegU32, Atom::RegS32]);

impl Call<'_, '_> {
    fn indirect(&self, prototype: Operand) -> Vec<CallMistake> {
        let module = self.module;
        if self.stackless {
            return form(
                self.callee.span,
                "indirect calls are not allowed in a module with functions that return several values",
            );
        }
        if !POINTERS.contains(classify(module, self.callee)) {
            return form(self.callee.span, "the address of a function must be in a 64-bit integer register");
        }
        match prototype.kind {
            OperandKind::Unresolved(_) => Vec::new(),
            OperandKind::Var(var) => self.table(prototype, var),
            OperandKind::Label(label) => match module[label].kind {
                LabelKind::CallPrototype(function) => self.against(function),
                LabelKind::CallTargets(targets) => {
                    let functions = module.list(targets).iter().filter_map(|target| match target.kind {
                        OperandKind::Func(func) => Some(module[func].first),
                        _ => None,
                    });
                    self.against_all(functions)
                }
                _ => form(prototype.span, "this label names neither a prototype nor call targets"),
            },
            _ => form(prototype.span, "this is neither a prototype nor call targets"),
        }
    }

    /// A call by a table of functions.
    fn table(&self, operand: Operand, var: VarId) -> Vec<CallMistake> {
        let module = self.module;
        let variable = &module[var];
        let holds_addresses = matches!(variable.ty, Some(ScalarType::U8 | ScalarType::U32 | ScalarType::U64));
        if !holds_addresses || variable.dims.is_empty() || variable.vector > 1 {
            return form(operand.span, "a function table must be an array of type `.u64`, `.u32` or `.u8`");
        }
        if !matches!(variable.space, StateSpace::Global | StateSpace::Const) {
            return form(operand.span, "a function table must be in `.global` or `.const`");
        }
        let Some(init) = variable.init.filter(|_| variable.linkage != Linkage::Extern) else {
            return form(operand.span, "a function table needs an initial value");
        };
        let relocations = module.relocations(&module[init]);
        let functions = relocations.iter().filter_map(|relocation| match relocation.symbol {
            Symbol::Func(func) => Some(module[func].first),
            _ => None,
        });
        match relocations.first() {
            Some(first) if first.offset == 0 && matches!(first.symbol, Symbol::Func(_)) => self.against_all(functions),
            _ => form(operand.span, "a function table must start with a function"),
        }
    }

    fn against_all(&self, functions: impl Iterator<Item = FunctionId>) -> Vec<CallMistake> {
        functions.map(|id| self.against(id)).find(|mistakes| !mistakes.is_empty()).unwrap_or_default()
    }

    fn against(&self, function: FunctionId) -> Vec<CallMistake> {
        let function = &self.module[function];
        let mut mistakes = Vec::new();
        let named = |list: ParamList| if list.span.is_empty() { function.name_span } else { list.span };
        self.list(self.results, function.returns, named(function.returns), true, &mut mistakes);
        self.list(self.arguments, function.params, named(function.params), false, &mut mistakes);
        mistakes
    }

    fn list(
        &self,
        operand: Option<Operand>,
        formals: ParamList,
        declared: Span,
        results: bool,
        mistakes: &mut Vec<CallMistake>,
    ) {
        let actuals = match operand {
            Some(Operand { kind: OperandKind::Args(list), .. }) => self.module.list(list),
            _ => &[],
        };
        if actuals.len() != formals.len() {
            let span = operand.map_or(self.callee.span, |operand| operand.span);
            let (found, wanted) = (actuals.len(), formals.len());
            mistakes.push(CallMistake::Count { span, found, wanted, results, declared });
            return;
        }
        if actuals.is_empty() {
            return;
        }
        for (actual, formal) in actuals.iter().zip(parameters(self.module, formals)) {
            if let Some(what) = self.argument(*actual, &formal, results) {
                mistakes.push(CallMistake::Argument { span: actual.span, what, declared: formal.span });
            }
        }
    }

    fn argument(&self, actual: Operand, formal: &SignatureParameter, is_result: bool) -> Option<&'static str> {
        let module = self.module;
        match actual.kind {
            OperandKind::Reg { reg, .. } => match classify(module, actual) {
                atom if atom.is_register() || atom == Atom::RegVector => {
                    mismatch(&formal.shape, &ValueShape::of_register(module.declaration(reg)))
                        .or_else(|| self.small_mistake(formal))
                }
                _ => Some("is not a whole register"),
            },
            OperandKind::Var(var) => {
                let variable = &module[var];
                match (variable.space, variable.role) {
                    (StateSpace::Param, VariableRole::Local) => {
                        mismatch(&formal.shape, &ValueShape::of_variable(module, variable))
                    }
                    (StateSpace::Param, _) => Some("is a parameter of this function and cannot be passed on"),
                    _ => Some("is neither a register nor a `.param` variable"),
                }
            }
            OperandKind::Sink if is_result => None,
            OperandKind::Const(_) if is_result => Some("is a constant and cannot receive a result"),
            OperandKind::Const(_) if !formal.shape.dims.is_empty() => {
                Some("is a constant, but the parameter is an array")
            }
            OperandKind::Const(_) => {
                let fits = formal.shape.ty.is_none_or(|ty| takes_constant(ty, classify(module, actual)));
                if fits { self.small_mistake(formal) } else { Some("is a constant of another kind") }
            }
            OperandKind::Unresolved(_) => None,
            _ => Some("is neither a register nor a `.param` variable"),
        }
    }
}

impl Call<'_, '_> {
    /// A kernel passes no predicates and no small integers but in `.param` variables.
    fn small_mistake(&self, formal: &SignatureParameter) -> Option<&'static str> {
        use ScalarType::{Pred, S8, S16, U8, U16};
        let is_small = matches!(formal.shape.ty, Some(Pred | U8 | S8 | U16 | S16)) && !self.stackless;
        let in_kernel = || {
            let function = self.module.function_of(self.inst);
            function.is_some_and(|id| self.module[id].kind == FunctionKind::Entry)
        };
        (is_small && in_kernel()).then_some("is too small to be passed in a register: pass a `.param` variable")
    }
}

/// Whether a constant may be passed for a parameter.
fn takes_constant(ty: ScalarType, found: Atom) -> bool {
    match ty {
        ScalarType::Pred => false,
        ScalarType::F16x2 => found == Atom::HexSingle,
        _ if ty.is_integer() => found == Atom::Int,
        _ if ty.is_float() => matches!(found, Atom::HexSingle | Atom::HexDouble | Atom::Decimal),
        _ => found != Atom::Invalid,
    }
}
