//! What is to be said of a place in a module: an instruction with its forms, a name with its declaration, a register with what is known
//! of its value. Editors show it at the mouse.

pub mod occurrences;

use crate::facts::{Definition, Divergence, Facts, ThreadScope, has_too_many_edges};
use crate::guard::guarded;
use crate::ids::{FunctionId, InstId, RegDeclId, RegId};
use crate::ir::{Access, Module, Variable, VariableRole};
use crate::isa::{Form, Gate, Instruction, ScalarType, SpecialRegister, Target, TypeClass, Word};
use crate::options::Options;
use crate::source::LineIndex;
use crate::span::Span;
use occurrences::{Entity, Occurrence, OccurrenceRole, Occurrences};
use std::fmt::Write;

/// The most forms of an instruction that are shown.
const MOST_FORMS: usize = 12;

/// The largest function, in instructions, whose values are computed while somebody waits.
const MOST_INSTRUCTIONS: usize = 20_000;

/// What is to be said of something. What stands between backticks is PTX.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Description {
    /// Stands above the code, if anything does.
    pub title: Option<String>,
    /// A declaration, or forms of an instruction; a label has none.
    pub code: String,
    /// Lines that stand below the code.
    pub notes: Vec<String>,
}

impl Description {
    fn new(code: impl Into<String>, notes: Vec<String>) -> Self {
        Self { title: None, code: code.into(), notes }
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let mut text = self.title.clone().unwrap_or_default();
        if !self.code.is_empty() {
            let _ = write!(text, "{}```ptx\n{}\n```\n", if text.is_empty() { "" } else { "\n" }, self.code);
        }
        text + &self.notes.join("  \n")
    }
}

/// Describes what stands at a byte of a module, and says where that starts and ends. Of the options those about launches count: with known
/// blocks more is known of values.
pub fn describe(module: &Module<'_>, offset: u32, options: &Options) -> Option<(Description, Span)> {
    let describer = Describer { module, lines: LineIndex::new(module.source.bytes()), options };
    describer.name(offset).or_else(|| describer.instruction(offset))
}

struct Describer<'a, 's> {
    module: &'a Module<'s>,
    lines: LineIndex,
    options: &'a Options,
}

impl Describer<'_, '_> {
    /// The number of a byte's line.
    fn line(&self, offset: u32) -> u32 {
        self.lines.position(offset).line
    }

    /// What the name at a byte means.
    fn name(&self, offset: u32) -> Option<(Description, Span)> {
        let module = self.module;
        let occurrences = Occurrences::of(module);
        let at = occurrences.at(offset)?;
        let description = match at.entity {
            Entity::Register(id, _) => self.register(id, at),
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
                let line = self.line(declaration.span.start);
                let times = if uses == 1 { "once".to_string() } else { format!("{uses} times") };
                Description::new("", vec![format!("Label of line {line}, named {times} elsewhere")])
            }
        };
        Some((description, at.span))
    }

    fn register(&self, id: RegDeclId, at: Occurrence) -> Description {
        let decl = &self.module[id];
        let source = self.module.source;
        let declaration = source.text_of(decl.storage_span.to(decl.type_span));
        let mut notes = vec![format!("Register, declared on line {}", self.line(decl.span.start))];
        notes.extend(guarded(|| self.value(at, decl.ty)).ok().flatten().unwrap_or_default());
        Description::new(format!("{declaration} {};", source.text_of(decl.span)), notes)
    }

    /// What is known of the value that an instruction reads or writes.
    fn value(&self, at: Occurrence, ty: Option<ScalarType>) -> Option<Vec<String>> {
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
        let name = module[function].name.map_or("", |name| module.name(name));
        let facts = Facts::new(module, function, self.options.block_of(name));
        let ssa = facts.ssa()?;
        let value = match access {
            Access::Read => ssa.read(inst, register)?,
            Access::Write => ssa.write(inst, register)?,
        };
        let mut notes = Vec::new();
        match ssa.data(value).definition {
            Definition::Write { inst: writer, .. } if writer != inst => {
                let (line, text) = (self.line(module[writer].span.start), one_line(&self.slice(module[writer].span)));
                notes.push(format!("Written on line {line}: `{text}`"));
            }
            Definition::Entry => notes.push("Not written before".to_string()),
            Definition::Phi { .. } => notes.push("Written in several places that lead here".to_string()),
            Definition::Write { .. } => {}
        }
        if let Some(constant) = facts.constant_value(value) {
            notes.push(format!("Value: {}", number(constant, ty)));
        } else if let Some(uniformity) = facts.uniformity() {
            let is_uniform = |scope| uniformity.level(value, scope) == Divergence::Uniform;
            let words = match uniformity.level(value, ThreadScope::Block) {
                Divergence::Uniform => Some("The same in all threads of a block"),
                _ if is_uniform(ThreadScope::Warp) => Some("The same in all threads of a warp"),
                Divergence::Thread => Some("Differs between threads: computed from the thread's index"),
                Divergence::Data => Some("Differs between threads, unless the data are equal"),
                _ => None,
            };
            notes.extend(words.map(String::from));
        }
        Some(notes)
    }

    fn variable(&self, variable: &Variable) -> Description {
        let role = match variable.role {
            VariableRole::Param => "Parameter",
            VariableRole::Return => "Return parameter",
            VariableRole::Module => "Variable of the module",
            VariableRole::Local => "Variable of the function",
        };
        let mut text = format!("{role} in `{}`", variable.space);
        let bytes = |count: u64| if count == 1 { "1 byte".to_string() } else { format!("{count} bytes") };
        if let Some(size) = variable.size {
            let _ = write!(text, ", {}", bytes(size));
        }
        if let Some(alignment) = variable.alignment() {
            let _ = write!(text, ", aligned to {}", bytes(alignment));
        }
        Description::new(one_line(&self.slice(variable.span)), vec![text])
    }

    fn function(&self, id: FunctionId) -> Description {
        let function = &self.module[id];
        let end = function.body.map_or(function.span.end, |body| body.start);
        let header = self.slice(Span::new(function.span.start, end));
        let (kind, count) = (function.kind.noun(), function.insts.len());
        let note = match (function.is_definition(), count) {
            (true, 1) => format!("A {kind} of 1 instruction"),
            (true, _) => format!("A {kind} of {count} instructions"),
            (false, _) => format!("A {kind} that is defined elsewhere"),
        };
        Description::new(header.trim(), vec![note])
    }

    /// The instruction whose opcode stands at a byte, with the forms that its words leave.
    fn instruction(&self, offset: u32) -> Option<(Description, Span)> {
        let module = self.module;
        let inst = self.inst_at(offset)?;
        let opcode = module.opcode(inst);
        let start = module[inst].span.start;
        let span = Span::new(start, start + module.names.bytes(opcode.name).len() as u32);
        let instruction = opcode.instruction.filter(|_| offset <= span.end)?;
        let words: Vec<Word> = module.modifiers(opcode).iter().filter_map(|modifier| modifier.word).collect();
        Some((instruction_forms(instruction, &words), span))
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
pub fn instruction_forms(instruction: Instruction, words: &[Word]) -> Description {
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
    let mut title = format!("`{}` (PTX ISA {})", instruction.name(), instruction.section());
    let gates: Vec<String> = forms.iter().filter_map(|form| demanded(form.gate())).collect();
    if let Some(first) = gates.first().filter(|_| gates.len() == forms.len()) {
        let _ = write!(title, " from {first} on");
    }
    Description { title: Some(title), code: listing.trim_end().to_string(), notes: Vec::new() }
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
pub fn special(register: SpecialRegister) -> Description {
    let kind = register.kind;
    let number = if kind.is_family() { register.index.to_string() } else { String::new() };
    let name = match kind.name().strip_suffix("_64").filter(|_| kind.is_family()) {
        Some(stem) => format!("{stem}{number}_64"),
        None => format!("{}{number}", kind.name()),
    };
    let components = if kind.components() > 1 { format!(".v{} ", kind.components()) } else { String::new() };
    Description::new(format!(".sreg {components}{} {name};", kind.ty()), vec![kind.description().to_string()])
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
