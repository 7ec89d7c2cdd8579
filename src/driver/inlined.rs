//! A kernel with the functions that it calls in place of the calls, as a text of its own.
//!
//! Summaries tell what every call of a function does. What a function does under conditions, in loops or around barriers depends on who
//! calls it, so such functions are put where they are called ("procedure integration": Muchnick, "Advanced Compiler Design and
//! Implementation", 1997, 15.2), and the rules judge the kernel once more. The bodies are blocks of their own, in which names hide those
//! around them; what calls pass through parameter space passes through registers; a list of pieces says where each part comes from.

use super::keys::{named_functions, reached};
use crate::facts::calls::{ParameterAccess, callee, passed};
use crate::facts::{Shortfall, has_too_many_edges};
use crate::ids::{FunctionId, InstId, RegId, VarId};
use crate::ir::{Access, FunctionKind, Module, Operand, OperandKind, VariableRole};
use crate::isa::{Effects, ScalarType, StateSpace, TypeClass, op};
use crate::span::Span;
use crate::util::{FastMap, FastSet};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

/// Most instructions of a kernel with its callees in place.
const MOST_INSTRUCTIONS: usize = 4_000;

/// Most bytes outside functions, which are read again for each kernel.
const MOST_OUTSIDE: usize = 1 << 16;

/// Which functions of a module are put in place of their calls.
pub(super) struct InlinedFunctions {
    /// Whether the body of each may stand elsewhere.
    movable: Vec<bool>,
    /// Whether it, or a function that it calls, does more than a summary tells.
    telling: Vec<bool>,
    /// Those of which nothing can be said.
    illegal: HashSet<FunctionId>,
}

impl InlinedFunctions {
    /// Those of a module, unless there is none: of `illegal` functions nothing can be said.
    pub(super) fn of(module: &Module<'_>, illegal: &HashSet<FunctionId>) -> Option<Self> {
        if !module.opcodes.iter().any(|opcode| opcode.effects.intersects(Effects::CALL)) {
            return None;
        }
        let calls = |id| module.insts_of(id).filter_map(|inst| callee(module, inst));
        let movable = module.function_ids().map(|id| !illegal.contains(&id) && is_movable(module, id)).collect();
        // Nobody calls kernels.
        let is_telling = |id: FunctionId| module[id].kind == FunctionKind::Func && is_telling(module, id);
        let mut telling: Vec<bool> = module.function_ids().map(is_telling).collect();
        let mut callers = vec![Vec::new(); module.functions.len()];
        for caller in module.function_ids() {
            calls(caller).for_each(|callee| callers[callee.index()].push(caller));
        }
        let mut work: Vec<FunctionId> = module.function_ids().filter(|id| telling[id.index()]).collect();
        while let Some(at) = work.pop() {
            for &caller in &callers[at.index()] {
                if !std::mem::replace(&mut telling[caller.index()], true) {
                    work.push(caller);
                }
            }
        }
        Some(Self { movable, telling, illegal: illegal.clone() })
    }

    /// A kernel with them in place of their calls; nothing if it calls none of them, or still calls one of which nothing can be said.
    ///
    /// # Errors
    /// What was left out, if that would be too much.
    pub(super) fn inlined(&self, module: &Module<'_>, kernel: FunctionId) -> Result<Option<InlinedKernel>, Shortfall> {
        let data = &module[kernel];
        let Some(body) = data.body.filter(|_| data.kind == FunctionKind::Entry && !data.broken) else {
            return Ok(None);
        };
        let mut builder = InlinedBuilder::new(module, self);
        let frame = builder.frame(kernel, FastMap::default(), None, Vec::new());
        if frame.expanded.is_empty() {
            return Ok(None);
        }
        let shortfall = || Shortfall { what: "functions that it calls".into(), looked: 0, of: None };
        builder.body(&frame).map_err(|TooLarge| shortfall())?;
        let kept = builder.kept();
        if kept.iter().any(|id| self.illegal.contains(id)) {
            return Ok(None);
        }
        let mut text = Text::default();
        outside(module, &mut text).map_err(|TooLarge| shortfall())?;
        for id in kept {
            text.copy(module, module[id].span, None);
        }
        text.copy(module, Span::new(data.span.start, body.start + 1), None);
        for (name, bits) in &builder.registers {
            text.make(&format!(".reg .b{bits} {name};\n"), data.name_span, None);
        }
        text.append(builder.text);
        text.make("}\n", data.name_span, None);
        Ok(Some(InlinedKernel { text: text.bytes, pieces: text.pieces }))
    }
}

/// A kernel with callees in place of its calls.
pub(super) struct InlinedKernel {
    text: Vec<u8>,
    pieces: Vec<Piece>,
}

impl InlinedKernel {
    /// The text of a module that holds it.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Where a place of the text comes from, and the call of the kernel that it is in place of.
    pub(super) fn origin(&self, span: Span) -> (Span, Option<Span>) {
        let piece = self.piece(span.start);
        let start = match piece.origin {
            Origin::Made(origin) => return (origin, piece.call),
            Origin::Copied(start) => start + (span.start - piece.at),
        };
        let last = self.piece(span.end.saturating_sub(1).max(span.start));
        let end = match last.origin {
            Origin::Copied(from) if last.at == piece.at => from + (span.end - last.at),
            _ => start + 1,
        };
        (Span::new(start, end), piece.call)
    }

    fn piece(&self, at: u32) -> Piece {
        self.pieces[self.pieces.partition_point(|piece| piece.at <= at).saturating_sub(1)]
    }
}

/// A part of the text.
#[derive(Clone, Copy)]
struct Piece {
    /// Where it begins.
    at: u32,
    origin: Origin,
    /// The call of the kernel that it is in place of.
    call: Option<Span>,
}

/// Where a part of the text comes from.
#[derive(Clone, Copy)]
enum Origin {
    /// It begins at a place of the file, and is the same.
    Copied(u32),
    /// It stands for something of the file.
    Made(Span),
}

/// There is more than [`MOST_INSTRUCTIONS`] or [`MOST_OUTSIDE`].
struct TooLarge;

/// A text, and where its parts come from.
#[derive(Default)]
struct Text {
    bytes: Vec<u8>,
    pieces: Vec<Piece>,
}

impl Text {
    fn begin(&mut self, origin: Origin, call: Option<Span>) {
        self.pieces.push(Piece { at: self.bytes.len() as u32, origin, call });
    }

    fn copy(&mut self, module: &Module<'_>, span: Span, call: Option<Span>) {
        self.begin(Origin::Copied(span.start), call);
        self.bytes.extend_from_slice(module.source.slice(span));
        self.bytes.push(b'\n');
    }

    fn make(&mut self, text: &str, origin: Span, call: Option<Span>) {
        self.begin(Origin::Made(origin), call);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn append(&mut self, other: Self) {
        let by = self.bytes.len() as u32;
        self.bytes.extend(other.bytes);
        self.pieces.extend(other.pieces.into_iter().map(|piece| Piece { at: piece.at + by, ..piece }));
    }
}

/// What stands outside functions, but for sections, of which rules about kernels ask nothing.
fn outside(module: &Module<'_>, text: &mut Text) -> Result<(), TooLarge> {
    let bytes = module.source.bytes();
    let definitions = module.functions.iter().filter(|function| function.is_definition()).map(|it| it.span);
    let to_brace = |span: Span| {
        let length = bytes[span.end as usize..].iter().position(|&byte| byte == b'}').map_or(0, |at| at + 1);
        Span::new(span.start, span.end + length as u32)
    };
    let mut left_out: Vec<Span> =
        definitions.chain(module.sections.iter().map(|section| to_brace(section.span))).collect();
    left_out.sort_unstable();
    left_out.push(Span::at(module.source.text().end));
    let mut at = module.source.text().start;
    for span in left_out {
        if span.start > at {
            if text.bytes.len() + (span.start - at) as usize > MOST_OUTSIDE {
                return Err(TooLarge);
            }
            text.copy(module, Span::new(at, span.start), None);
        }
        at = at.max(span.end);
    }
    Ok(())
}

/// The body of a function, where it stands once.
struct Frame {
    number: usize,
    function: FunctionId,
    /// The registers that parameters of a callee are passed in.
    bound: FastMap<VarId, String>,
    /// The label behind it, of a callee.
    end: Option<String>,
    /// The calls that functions are put in place of.
    expanded: FastMap<InstId, FunctionId>,
    /// Variables of the function itself by which those pass.
    passing: FastSet<VarId>,
    /// The functions that it is within, itself last.
    path: Vec<FunctionId>,
}

impl Frame {
    /// What the names of the registers begin with that stand for a variable.
    fn registers(&self, var: VarId) -> Option<String> {
        let own = || self.passing.contains(&var).then(|| format!("$passed_{}_{}", self.number, var.index()));
        self.bound.get(&var).cloned().or_else(own)
    }
}

/// The kernel as it grows.
struct InlinedBuilder<'a, 's> {
    module: &'a Module<'s>,
    functions: &'a InlinedFunctions,
    text: Text,
    /// Registers that pass arguments and results, with their widths.
    registers: BTreeSet<(String, u32)>,
    /// The functions that are still named.
    named: FastSet<FunctionId>,
    frames: usize,
    instructions: usize,
    /// The call of the kernel that stands at the end of the text.
    call: Option<Span>,
}

impl<'a, 's> InlinedBuilder<'a, 's> {
    fn new(module: &'a Module<'s>, functions: &'a InlinedFunctions) -> Self {
        Self {
            module,
            functions,
            text: Text::default(),
            registers: BTreeSet::new(),
            named: FastSet::default(),
            frames: 0,
            instructions: 0,
            call: None,
        }
    }

    /// The definitions that calls which are left name, directly or through others.
    fn kept(&self) -> BTreeSet<FunctionId> {
        self.named.iter().flat_map(|&id| reached(self.module, id)).collect()
    }

    fn frame(
        &mut self,
        function: FunctionId,
        bound: FastMap<VarId, String>,
        end: Option<String>,
        mut path: Vec<FunctionId>,
    ) -> Frame {
        path.push(function);
        let expanded = self.expanded(function, &bound, &path);
        let passing = expanded.keys().flat_map(|&call| variables_of_call(self.module, call)).collect();
        let number = self.frames;
        self.frames += 1;
        Frame { number, function, bound, end, expanded, passing, path }
    }

    /// The calls of a function in whose place bodies are put.
    fn expanded(
        &self,
        function: FunctionId,
        bound: &FastMap<VarId, String>,
        path: &[FunctionId],
    ) -> FastMap<InstId, FunctionId> {
        let (module, functions) = (self.module, self.functions);
        let is_wanted =
            |id: &FunctionId| functions.movable[id.index()] && functions.telling[id.index()] && !path.contains(id);
        let call = |inst| Some((inst, callee(module, inst).filter(is_wanted)?));
        let calls: Vec<(InstId, FunctionId)> = module.insts_of(function).filter_map(call).collect();
        if calls.is_empty() {
            return FastMap::default();
        }
        let (odd, mut uses) = (odd_variables(module, function), FastMap::<VarId, usize>::default());
        for inst in module.insts_of(function).filter(|&inst| module.opcode(inst).effects.intersects(Effects::CALL)) {
            variables_of_call(module, inst).for_each(|var| *uses.entry(var).or_default() += 1);
        }
        let is_plain = |var: VarId| {
            let is_own = module[var].role == VariableRole::Local || bound.contains_key(&var);
            is_own && uses.get(&var) == Some(&1) && !odd.contains(&var)
        };
        let fits = |&(call, callee): &(InstId, FunctionId)| {
            takes_variables(module, call, callee) && variables_of_call(module, call).all(is_plain)
        };
        calls.into_iter().filter(fits).collect()
    }

    /// Adds the body of a function.
    fn body(&mut self, frame: &Frame) -> Result<(), TooLarge> {
        let module = self.module;
        let Some(body) = module[frame.function].body else { return Ok(()) };
        let mut at = body.start + 1;
        for inst in module.insts_of(frame.function) {
            self.instructions += 1;
            if self.instructions > MOST_INSTRUCTIONS {
                return Err(TooLarge);
            }
            let span = module[inst].span;
            let copied = Span::new(at, span.start);
            let passes = passing(module, inst).and_then(|it| Some((frame.registers(it.var)?, it)));
            let end = frame.end.as_ref().filter(|_| module.opcode(inst).effects.intersects(Effects::RETURN));
            if let Some(&callee) = frame.expanded.get(&inst) {
                self.text.copy(module, copied, self.call);
                self.callee(frame, inst, callee)?;
            } else if let Some((registers, access)) = passes {
                self.text.copy(module, copied, self.call);
                let moves = self.moves(&registers, &access);
                self.text.make(&moves, span, self.call);
            } else if let Some(end) = end {
                self.text.copy(module, copied, self.call);
                self.text.make(&format!("bra {end};"), span, self.call);
            } else {
                named_functions(module, inst, |id| {
                    self.named.insert(id);
                });
                continue;
            }
            at = span.end;
        }
        self.text.copy(module, Span::new(at, body.end - 1), self.call);
        Ok(())
    }

    /// Adds a function in place of a call.
    fn callee(&mut self, caller: &Frame, call: InstId, callee: FunctionId) -> Result<(), TooLarge> {
        let module = self.module;
        let span = module[call].span;
        let outermost = self.call.is_none();
        if outermost {
            self.call = Some(span);
        }
        let data = &module[callee];
        let parameters = data.params.vars.indices().chain(data.returns.vars.indices()).map(VarId::new);
        let arguments = [false, true].into_iter().flat_map(|results| passed(module, call, results));
        let bound = parameters.zip(arguments).filter_map(|(parameter, argument)| match argument.kind {
            OperandKind::Var(var) => Some((parameter, caller.registers(var)?)),
            _ => None,
        });
        let bound = bound.collect();
        let end = format!("$after_{}", self.frames);
        let frame = self.frame(callee, bound, Some(end.clone()), caller.path.clone());
        self.text.make("{\n", span, self.call);
        self.body(&frame)?;
        self.text.make(&format!("}}\n{end}:\n"), span, self.call);
        if outermost {
            self.call = None;
        }
        Ok(())
    }

    /// Moves between the registers that stand for a variable and those of the code.
    fn moves(&mut self, registers: &str, access: &ParameterAccess<'_>) -> String {
        let mut moves = String::new();
        let bits = access.ty.bits();
        for (i, element) in access.elements.iter().enumerate() {
            let name = format!("{registers}_{}_{bits}", access.offset + i as i64 * i64::from(bits / 8));
            // What is narrower than any register is extended when it is loaded.
            let (conversion, width) = match bits {
                8 if access.ty.class() == TypeClass::Signed => ("cvt.s16.s8".to_string(), 16),
                8 => ("cvt.u16.u8".to_string(), 16),
                _ => (format!("mov.b{bits}"), bits),
            };
            let code = String::from_utf8_lossy(self.module.source.slice(element.span));
            let (to, from) = if access.is_load { (&*code, name.as_str()) } else { (name.as_str(), &*code) };
            if !matches!(element.kind, OperandKind::Sink) {
                let _ = write!(moves, "{conversion} {to}, {from};");
            }
            self.registers.insert((name, width));
        }
        moves
    }
}

/// The access to a variable of parameter space that an instruction is, if registers can stand for the variable.
fn passing<'a>(module: &'a Module<'_>, inst: InstId) -> Option<ParameterAccess<'a>> {
    ParameterAccess::of(module, inst).filter(|it| it.offset >= 0 && matches!(it.ty.bits(), 8 | 16 | 32 | 64))
}

/// Whether the body of a function may stand elsewhere, with registers in place of its parameters.
fn is_movable(module: &Module<'_>, id: FunctionId) -> bool {
    let data = &module[id];
    let is_own = data.kind == FunctionKind::Func && data.is_definition() && !data.broken;
    // Each place would have a variable of its own.
    let is_shared = |index: usize| {
        let variable = &module[VarId::new(index)];
        variable.role == VariableRole::Local && variable.space == StateSpace::Shared
    };
    is_own
        && data.params.regs.is_empty()
        && data.returns.regs.is_empty()
        && !data.variables.indices().any(is_shared)
        && !has_too_many_edges(module, id)
        && odd_variables(module, id).iter().all(|&var| module[var].role == VariableRole::Local)
}

/// Whether a function does something of which a summary does not tell all: it synchronises, it accesses memory on some of its ways, or it
/// finds in memory where to do so, perhaps in a structure on the stack of its caller.
fn is_telling(module: &Module<'_>, id: FunctionId) -> bool {
    const SYNCHRONISES: Effects = Effects::BARRIER
        .union(Effects::BARRIER_ARRIVE)
        .union(Effects::CLUSTER_BARRIER)
        .union(Effects::WARP_SYNCHRONOUS)
        .union(Effects::WAITS);
    const ACCESSES: Effects = Effects::READS_MEMORY.union(Effects::WRITES_MEMORY).union(Effects::ATOMIC);
    let (mut has_ways, mut has_accesses) = (false, false);
    let mut pointers = FoundPointers::default();
    for inst in module.insts_of(id) {
        let opcode = module.opcode(inst);
        if opcode.effects.intersects(SYNCHRONISES) || pointers.is_followed(module, inst) {
            return true;
        }
        has_ways |= opcode.effects.intersects(Effects::BRANCH) || module.guard(inst).is_some();
        let is_own = matches!(module.space(opcode), Some(StateSpace::Param | StateSpace::Local | StateSpace::Const));
        has_accesses |= opcode.effects.intersects(ACCESSES) && !is_own;
    }
    has_ways && has_accesses
}

/// The registers that hold pointers from memory, or what is computed from them, in the order of the text.
#[derive(Default)]
struct FoundPointers(FastSet<RegId>);

impl FoundPointers {
    /// Notes what an instruction writes. Whether it accesses memory by such a pointer, or returns one.
    fn is_followed(&mut self, module: &Module<'_>, inst: InstId) -> bool {
        let opcode = module.opcode(inst);
        let is_pointer = |ty: ScalarType| ty.bits() == 64 && !ty.is_float();
        let is_load = opcode.instruction == Some(op::LD)
            && matches!(module.space(opcode), None | Some(StateSpace::Local))
            && module.types(opcode).next().is_some_and(is_pointer);
        let (mut reads, mut written) = (false, Vec::new());
        if !is_load && self.0.is_empty() {
            return false;
        }
        module.for_each_register(inst, |register| match register.access {
            Access::Read => reads |= self.0.contains(&register.reg),
            Access::Write => written.push(register.reg),
        });
        if is_load || reads {
            self.0.extend(written);
        }
        reads && opcode.effects.intersects(Effects::READS_MEMORY.union(Effects::WRITES_MEMORY).union(Effects::ATOMIC))
    }
}

/// The variables of parameter space that code of a function reaches otherwise than by loads, stores and calls that registers can stand
/// for.
fn odd_variables(module: &Module<'_>, id: FunctionId) -> FastSet<VarId> {
    let mut odd = FastSet::default();
    for inst in module.insts_of(id) {
        let is_plain = passing(module, inst).is_some() || module.opcode(inst).effects.intersects(Effects::CALL);
        if !is_plain {
            module.for_each_operand(inst, |operand| match operand.kind {
                OperandKind::Var(var) if module[var].space == StateSpace::Param => {
                    odd.insert(var);
                }
                _ => {}
            });
        }
    }
    odd
}

/// The variables by which a call passes arguments and results.
fn variables_of_call(module: &Module<'_>, call: InstId) -> impl Iterator<Item = VarId> {
    let operands = [false, true].into_iter().flat_map(move |results| passed(module, call, results));
    operands.filter_map(|operand| match operand.kind {
        OperandKind::Var(var) => Some(var),
        _ => None,
    })
}

/// Whether a call that is always made passes a variable for each parameter of a function.
fn takes_variables(module: &Module<'_>, call: InstId, callee: FunctionId) -> bool {
    let is_variable = |operand: &Operand| match operand.kind {
        OperandKind::Var(var) => module[var].space == StateSpace::Param,
        _ => false,
    };
    let fits = |results: bool, count: usize| {
        let operands = passed(module, call, results);
        operands.len() == count && operands.iter().all(is_variable)
    };
    let data = &module[callee];
    module.guard(call).is_none() && fits(false, data.params.vars.len()) && fits(true, data.returns.vars.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::parse;
    use crate::source::Source;

    /// The first kernel of a module with its callees in place.
    fn inlined(text: &str) -> Option<InlinedKernel> {
        inlined_without(text, &HashSet::new())
    }

    fn inlined_without(text: &str, illegal: &HashSet<FunctionId>) -> Option<InlinedKernel> {
        let module = parse(Source::new(text.as_bytes()).expect("a short text"));
        let kernel = module.function_ids().find(|&id| module[id].kind == FunctionKind::Entry).expect("a kernel");
        let functions = InlinedFunctions::of(&module, illegal)?;
        functions.inlined(&module, kernel).expect("it is small")
    }

    const HEADER: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

    /// A function that waits, and passes on what it is given.
    const WAITS: &str = ".func (.param .b32 r) wait(.param .b32 p) { .reg .b32 %r<3>; .reg .pred %p<2>; ld.param.b32 %r1, [p]; \
        setp.eq.u32 %p1, %r1, 7; @%p1 ret; bar.sync 0; st.param.b32 [r], %r1; ret; }\n";

    fn kernel(body: &str) -> String {
        format!("{HEADER}{WAITS}.entry k() {{ .reg .b32 %r<9>; .reg .pred %p<2>; {body} ret; }}\n")
    }

    const CALL: &str =
        "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r4; call.uni (b), wait, (a); ld.param.b32 %r5, [b]; }";

    #[test]
    fn arguments_and_results_pass_through_registers() {
        let whole = inlined(&kernel(&format!("{CALL} {CALL}"))).expect("it calls");
        let module = parse(Source::new(whole.text()).expect("a short text"));
        assert!(module.syntax_errors.is_empty() && module.name_errors.is_empty());
        assert_eq!(module.functions.len(), 1);
        let opcodes: Vec<&str> = (0..module.insts.len()).map(|i| opcode(&module, InstId::new(i))).collect();
        let once = ["mov.b32", "mov.b32", "setp.eq.u32", "bra", "bar.sync", "mov.b32", "bra", "mov.b32"];
        assert_eq!(opcodes, [&once[..], &once[..], &["ret"][..]].concat());
    }

    fn opcode<'s>(module: &Module<'s>, inst: InstId) -> &'s str {
        let text = std::str::from_utf8(module.source.slice(module[inst].span)).expect("ASCII");
        text.split([' ', ';']).next().expect("a word")
    }

    #[test]
    fn places_are_those_of_the_file() {
        let text = kernel(CALL);
        let whole = inlined(&text).expect("it calls");
        let module = parse(Source::new(whole.text()).expect("a short text"));
        let call = text.find("call.uni").expect("a call");
        for (i, inst) in module.insts.iter().enumerate() {
            let (origin, from) = whole.origin(inst.span);
            let written = &text[origin.range()];
            match opcode(&module, InstId::new(i)) {
                "mov.b32" => assert!(written.starts_with("ld.param") || written.starts_with("st.param"), "{written}"),
                "bra" => assert_eq!(written, "ret;"),
                _ => assert_eq!(written.as_bytes(), module.source.slice(inst.span)),
            }
            let is_called = (origin.end as usize) < text.find(".entry").expect("a kernel");
            assert_eq!(from.map(|span| span.start as usize), is_called.then_some(call), "{written}");
        }
    }

    #[test]
    fn what_cannot_stand_elsewhere_stays_where_it_is() {
        assert!(inlined(&kernel("")).is_none());
        assert!(inlined(&kernel(&CALL.replace("call.uni", "@%p1 call"))).is_none());
        // The variable is stored under a condition, so that no register has its value.
        assert!(inlined(&kernel(&CALL.replace("st.param", "@%p1 st.param"))).is_none());
        for (from, to) in [
            ("bar.sync 0;", ""),
            ("bar.sync 0;", "bar.sync 0; mov.u32 %r2, p;"),
            ("bar.sync 0;", "bar.sync 0; .shared .b32 s;"),
        ] {
            assert!(inlined(&kernel(CALL).replacen(from, to, 1)).is_none(), "{to}");
        }
    }

    #[test]
    fn functions_that_call_themselves_are_put_in_place_once() {
        let text = kernel(CALL).replacen(
            "bar.sync 0;",
            "bar.sync 0; { .param .b32 c; .param .b32 d; st.param.b32 [c], %r1; call.uni (d), wait, (c); }",
            1,
        );
        let whole = inlined(&text).expect("it calls");
        let module = parse(Source::new(whole.text()).expect("a short text"));
        assert!(module.syntax_errors.is_empty() && module.name_errors.is_empty());
        // The function is still there for the call within it.
        assert_eq!(module.functions.iter().filter(|function| function.is_definition()).count(), 2);
        let is_barrier = |&i: &usize| opcode(&module, InstId::new(i)) == "bar.sync";
        assert_eq!((0..module.insts.len()).filter(is_barrier).count(), 2);
    }

    /// Where it is legal its summary tells enough, so that it is called.
    #[test]
    fn nothing_is_said_of_what_calls_an_illegal_function() {
        let other = ".func other() { ret; }\n";
        let text = kernel(&format!("call.uni other; {CALL}")).replacen(".func", &format!("{other}.func"), 1);
        assert!(inlined(&text).is_some());
        for index in [0, 1] {
            assert!(inlined_without(&text, &HashSet::from([FunctionId::new(index)])).is_none(), "{index}");
        }
    }

    #[test]
    fn what_would_be_too_much_is_told() {
        let many = "add.s32 %r1, %r1, 1;".repeat(MOST_INSTRUCTIONS);
        let text = kernel(&format!("{CALL} {many}"));
        let module = parse(Source::new(text.as_bytes()).expect("a short text"));
        let functions = InlinedFunctions::of(&module, &HashSet::new()).expect("it calls");
        let kernel = module.function_ids().last().expect("a kernel");
        assert!(functions.inlined(&module, kernel).is_err());
    }
}
