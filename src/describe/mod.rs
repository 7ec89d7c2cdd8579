//! What the editor shows at the mouse: instructions, names, values, and the pages of rules.

use super::document::OpenDocument;
use super::occurrences::{Entity, Occurrence, OccurrenceRole, Occurrences};
use crate::check::following;
use crate::facts::{Definition, Divergence, Facts, ThreadScope, has_too_many_edges};
use crate::guard::guarded;
use crate::ids::{FunctionId, InstId, RegId};
use crate::ir::{Access, Module, Variable, VariableRole};
use crate::isa::{Form, Gate, Instruction, ScalarType, SpecialRegister, Target, TypeClass, Word};
use crate::options::Options;
use crate::span::Span;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};
use std::fmt::Write;

/// The most forms of an instruction that are shown.
const MOST_FORMS: usize = 12;

/// The largest function, in instructions, whose values are computed while somebody waits.
const MOST_INSTRUCTIONS: usize = 20_000;

/// What is to be said of a position.
pub(super) fn hover(document: &OpenDocument, position: Position) -> Option<Hover> {
    let offset = document.text.offset(position);
    let (mut text, span) = document.with_module(|module| {
        let about = HoverSubject { document, module };
        about.name(offset).or_else(|| about.instruction(offset)).unwrap_or_default()
    });
    let report = document.current_report();
    let findings = report.into_iter().flat_map(|last| &last.report.findings);
    let mut shown = Vec::new();
    for finding in findings.filter(|finding| finding.span.contains(offset) || finding.span == Span::at(offset)) {
        if !shown.contains(&finding.rule.name) {
            shown.push(finding.rule.name);
            let rule = if text.is_empty() { "" } else { "\n\n---\n\n" };
            let _ = write!(text, "{rule}# {}\n\n{}", finding.rule.name, finding.rule.page());
        }
    }
    (!text.is_empty()).then(|| Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text }),
        range: (!span.is_empty()).then(|| document.text.range(span)),
    })
}

struct HoverSubject<'a, 's> {
    document: &'a OpenDocument,
    module: &'a Module<'s>,
}

impl HoverSubject<'_, '_> {
    /// What the name at a byte means.
    fn name(&self, offset: u32) -> Option<(String, Span)> {
        let module = self.module;
        let occurrences = Occurrences::of(module);
        let at = occurrences.at(offset)?;
        let text = match at.entity {
            Entity::Register(..) => self.register(at),
            Entity::Special(register) => special(register),
            Entity::Variable(id) => self.variable(&module[id]),
            Entity::Function(id) => {
                let symbol = &module[id];
                self.function(symbol.definition.unwrap_or(symbol.first))
            }
            Entity::Label(_) => {
                let all = || occurrences.of_entity(at.entity);
                let uses = all().filter(|occurrence| occurrence.role != OccurrenceRole::Declaration).count();
                let declaration = all().find(|occurrence| occurrence.role == OccurrenceRole::Declaration)?;
                let line = self.document.text.position(declaration.span.start).line + 1;
                let times = if uses == 1 { "once".to_string() } else { format!("{uses} times") };
                format!("Label of line {line}, named {times} elsewhere")
            }
        };
        Some((text, at.span))
    }

    fn register(&self, at: Occurrence) -> String {
        let Entity::Register(id, _) = at.entity else { return String::new() };
        let decl = &self.module[id];
        let source = self.module.source;
        let declaration = source.text_of(decl.storage_span.to(decl.type_span));
        let mut text = code(&format!("{declaration} {};", source.text_of(decl.span)));
        let line = self.document.text.position(decl.span.start).line + 1;
        let _ = write!(text, "Register, declared on line {line}");
        let value = guarded(|| self.value(at, decl.ty)).ok().flatten();
        text + &value.unwrap_or_default()
    }

    /// What is known of the value that an instruction reads or writes.
    fn value(&self, at: Occurrence, ty: Option<ScalarType>) -> Option<String> {
        let module = self.module;
        let inst = self.inst_at(at.span.start)?;
        let function = module.function_of(inst)?;
        let is_costly = module[function].insts.len() > MOST_INSTRUCTIONS || has_too_many_edges(module, function);
        if at.role == OccurrenceRole::Declaration || module[function].broken || is_costly {
            return None;
        }
        let mut found: Option<(RegId, Access)> = None;
        module.for_each_register(inst, |access| {
            if access.span.start <= at.span.start && at.span.end <= access.span.end {
                found = Some((access.reg, access.access));
            }
        });
        let (register, access) = found?;
        let block = self.document.options.as_ref().and_then(|options| options.block);
        let facts = Facts::new(module, function, block);
        let ssa = facts.ssa()?;
        let value = match access {
            Access::Read => ssa.read(inst, register)?,
            Access::Write => ssa.write(inst, register)?,
        };
        let mut text = String::new();
        match ssa.data(value).definition {
            Definition::Write { inst: writer, .. } if writer != inst => {
                let line = self.document.text.position(module[writer].span.start).line + 1;
                let _ = write!(text, "  \nWritten on line {line}: `{}`", one_line(&self.slice(module[writer].span)));
            }
            Definition::Entry => text.push_str("  \nNot written before"),
            Definition::Phi { .. } => text.push_str("  \nWritten in several places that lead here"),
            Definition::Write { .. } => {}
        }
        if let Some(constant) = facts.constant_value(value) {
            let _ = write!(text, "  \nValue: {}", number(constant, ty));
        } else if let Some(uniformity) = facts.uniformity() {
            let uniform = [(ThreadScope::Block, "block"), (ThreadScope::Warp, "warp")]
                .into_iter()
                .find(|&(scope, _)| uniformity.level(value, scope) == Divergence::Uniform);
            let words = match (uniform, uniformity.level(value, ThreadScope::Block)) {
                (Some((_, scope)), _) => format!("The same in all threads of a {scope}"),
                (None, Divergence::Thread) => "Differs between threads: computed from the thread's index".to_string(),
                (None, Divergence::Data) => "Differs between threads, unless the data are equal".to_string(),
                (None, _) => return Some(text),
            };
            let _ = write!(text, "  \n{words}");
        }
        Some(text)
    }

    fn variable(&self, variable: &Variable) -> String {
        let mut text = code(&one_line(&self.slice(variable.span)));
        text.push_str(match variable.role {
            VariableRole::Param => "Parameter",
            VariableRole::Return => "Return parameter",
            VariableRole::Module => "Variable of the module",
            VariableRole::Local => "Variable of the function",
        });
        let _ = write!(text, " in `{}`", variable.space);
        let bytes = |count: u64| if count == 1 { "1 byte".to_string() } else { format!("{count} bytes") };
        if let Some(size) = variable.size {
            let _ = write!(text, ", {}", bytes(size));
        }
        if let Some(alignment) = variable.alignment() {
            let _ = write!(text, ", aligned to {}", bytes(alignment));
        }
        text
    }

    fn function(&self, id: FunctionId) -> String {
        let function = &self.module[id];
        let end = function.body.map_or(function.span.end, |body| body.start);
        let header = self.slice(Span::new(function.span.start, end));
        let kind = function.kind.noun();
        let mut text = code(header.trim());
        if function.is_definition() {
            let count = function.insts.len();
            let _ = write!(text, "A {kind} of {count} instruction{}", if count == 1 { "" } else { "s" });
        } else {
            let _ = write!(text, "A {kind} that is defined elsewhere");
        }
        text
    }

    /// The instruction whose opcode stands at a byte, with the forms that its words leave.
    fn instruction(&self, offset: u32) -> Option<(String, Span)> {
        let module = self.module;
        let inst = self.inst_at(offset)?;
        let opcode = &module[module[inst].opcode];
        let start = module[inst].span.start;
        let span = Span::new(start, start + module.names.bytes(opcode.name).len() as u32);
        let instruction = opcode.instruction.filter(|_| offset <= span.end)?;
        let words: Vec<Word> = module.modifiers(opcode).iter().filter_map(|modifier| modifier.word).collect();
        Some((described(instruction, &words), span))
    }

    /// The instruction that holds a byte.
    fn inst_at(&self, offset: u32) -> Option<InstId> {
        let after = self.module.insts.partition_point(|inst| inst.span.start <= offset);
        let id = InstId::new(after.checked_sub(1)?);
        // A guard stands before the instruction that it belongs to.
        let holds = |id: InstId| {
            let guard = self.module.guard(id).map_or(self.module[id].span, |guard| guard.span);
            self.module[id].span.to(guard).contains(offset)
        };
        let next = (after < self.module.insts.len()).then(|| InstId::new(after));
        Some(id).filter(|&id| holds(id)).or_else(|| next.filter(|&id| holds(id)))
    }

    fn slice(&self, span: Span) -> String {
        self.module.source.text_of(span).into_owned()
    }
}

/// What the table says of an instruction; of its forms those that take all of the words, if any does.
pub(super) fn described(instruction: Instruction, words: &[Word]) -> String {
    let takes = |form: &Form| {
        words
            .iter()
            .all(|&word| form.slots().iter().any(|slot| slot.value(word).is_some()) || instruction.ignores(word))
    };
    let all = instruction.forms();
    let fitting: Vec<&Form> = all.iter().filter(|form| takes(form)).collect();
    let forms = if fitting.is_empty() { all.iter().collect() } else { fitting };
    let mut listing = String::new();
    for form in forms.iter().take(MOST_FORMS) {
        let _ = writeln!(listing, "{}", form.notation());
        for slot in form.slots().iter().filter(|slot| slot.values().len() > 1) {
            let values: Vec<&str> = slot.values().iter().map(|value| value.word.name()).collect();
            let line = format!("    .{} = {}\n", slot.name(), values.join(" "));
            if !listing.contains(&line) {
                listing.push_str(&line);
            }
        }
    }
    if forms.len() > MOST_FORMS {
        let _ = writeln!(listing, "… and {} more", forms.len() - MOST_FORMS);
    }
    let mut text = format!("**{}** (PTX ISA {})", instruction.name(), instruction.section());
    let gates: Vec<String> = forms.iter().filter_map(|form| demanded(form.gate())).collect();
    if let Some(first) = gates.first().filter(|_| gates.len() == forms.len()) {
        let _ = write!(text, " from {first} on");
    }
    let _ = write!(text, "\n{}", code(listing.trim_end()));
    text
}

/// The version and target from which on something may be used.
fn demanded(gate: &Gate) -> Option<String> {
    let &(version, _, targets) = gate.alternatives.first()?;
    let target = Target::all().find(|target| targets & target.bit() != 0);
    let version = (version > 10).then(|| format!("PTX {}.{}", version / 10, version % 10));
    let oldest = Target::all().next();
    let target = target.filter(|&target| Some(target) != oldest).map(|target| format!("`{}`", target.name()));
    match (version, target) {
        (Some(version), Some(target)) => Some(format!("{version} and {target}")),
        (version, target) => version.or(target),
    }
}

/// What a special register holds.
pub(super) fn special(register: SpecialRegister) -> String {
    let kind = register.kind;
    let number = if kind.is_family() { register.index.to_string() } else { String::new() };
    let name = match kind.name().strip_suffix("_64").filter(|_| kind.is_family()) {
        Some(stem) => format!("{stem}{number}_64"),
        None => format!("{}{number}", kind.name()),
    };
    let components = if kind.components() > 1 { format!(".v{}", kind.components()) } else { String::new() };
    format!(
        "{}{}",
        code(&format!(
            ".sreg {components}{} {name};",
            if components.is_empty() { kind.ty().to_string() } else { format!(" {}", kind.ty()) }
        )),
        kind.description()
    )
}

fn code(text: &str) -> String {
    format!("```ptx\n{text}\n```\n")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A constant as its type reads it.
fn number(bits: u64, ty: Option<ScalarType>) -> String {
    let signed = |width: u32| (bits << (64 - width)) as i64 >> (64 - width);
    match ty.map(|ty| (ty, ty.class(), ty.bits())) {
        Some((ScalarType::F32, ..)) => format!("{:?} (0x{:08x})", f32::from_bits(bits as u32), bits as u32),
        Some((ScalarType::F64, ..)) => format!("{:?} (0x{bits:016x})", f64::from_bits(bits)),
        Some((_, TypeClass::Predicate, _)) => if bits & 1 == 1 { "true" } else { "false" }.to_string(),
        Some((_, TypeClass::Signed, width @ 1..=64)) => format!("{} (0x{:x})", signed(width), bits),
        _ => format!("{bits} (0x{bits:x})"),
    }
}

/// The words that may follow an opcode; shared with completion.
pub(super) fn words_behind(
    module: &Module<'_>,
    options: &Options,
    instruction: Instruction,
    words: &[Word],
) -> Vec<(Word, usize)> {
    following(instruction, words, &crate::check::DeclaredTarget::new(module, options))
}
