//! What may follow at the cursor: instructions, the modifiers that the forms of the table take there, registers, labels, names.

use super::document::OpenDocument;
use crate::check::{DeclaredTarget, following};
use crate::describe::{Description, instruction_forms, special};
use crate::ids::FunctionId;
use crate::ir::{FunctionKind, Module, VariableRole};
use crate::isa::{Effects, Instruction, ScalarType, SpecialKind, SpecialRegister, Target, Word};
use crate::lexer::{Token, TokenKind, lex};
use crate::options::Options;
use crate::span::Span;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, MarkupContent, MarkupKind, Position,
    TextEdit,
};
use std::collections::BTreeSet;

/// The most registers that are offered; the editor asks again when more is typed.
const MOST_REGISTERS: usize = 500;

const MODULE_DIRECTIVES: [&str; 15] = [
    ".version",
    ".target",
    ".address_size",
    ".entry",
    ".func",
    ".visible",
    ".extern",
    ".weak",
    ".common",
    ".global",
    ".const",
    ".shared",
    ".file",
    ".section",
    ".alias",
];
const FUNCTION_DIRECTIVES: [&str; 12] = [
    ".reg",
    ".shared",
    ".local",
    ".param",
    ".global",
    ".const",
    ".loc",
    ".pragma",
    ".branchtargets",
    ".calltargets",
    ".callprototype",
    ".align",
];

/// What may stand at a position.
pub(super) fn completions(document: &OpenDocument, position: Position) -> Vec<CompletionItem> {
    let offset = document.text.offset(position);
    let unlinted = Options::default();
    let options = document.options.as_deref().unwrap_or(&unlinted);
    document.with_module(|module| {
        if module.comments.iter().any(|comment| comment.start < offset && offset <= comment.end) {
            return Vec::new();
        }
        let tokens = lex(module.source).tokens;
        let before = &tokens[..tokens.partition_point(|token| token.span().start < offset)];
        let completer = Completer { document, module, options, offset };
        completer.complete(before)
    })
}

struct Completer<'a, 's> {
    document: &'a OpenDocument,
    module: &'a Module<'s>,
    options: &'a Options,
    offset: u32,
}

impl Completer<'_, '_> {
    /// `before`: the tokens that start before the cursor.
    fn complete(&self, before: &[Token]) -> Vec<CompletionItem> {
        let typed = self.typed();
        let before = &before[..before.partition_point(|token| token.span().start < typed.start)];
        let statement = &before[statement_start(before)..];
        let word = self.document.text.slice(typed);
        let function = self.function();
        let kind = |at: usize| statement.get(at).map(|token| token.kind());
        if kind(0) == Some(TokenKind::Directive) {
            return self.declaration(statement, typed);
        }
        // Behind a guard `@!%p` stands an opcode, too.
        let guard = match (kind(0), kind(1)) {
            (Some(TokenKind::At), Some(TokenKind::Bang)) => 3,
            (Some(TokenKind::At), _) => 2,
            _ => 0,
        };
        if statement.len() < guard {
            return self.registers(function, typed, Some(ScalarType::Pred));
        }
        let Some(opcode) = statement.get(guard) else {
            return match word.rfind('.') {
                _ if word.starts_with('%') => Vec::new(),
                Some(0) => self.directives(function, typed),
                None if function.is_none() => Vec::new(),
                None => self.instructions(typed),
                Some(dot) => self.modifiers(&word[..dot], Span::new(typed.start + dot as u32 + 1, typed.end)),
            };
        };
        self.operands(function, opcode.span(), typed)
    }

    /// The word that the cursor stands in or behind, up to the cursor.
    fn typed(&self) -> Span {
        let line = self.document.text.line_at(self.offset);
        let text = self.document.text.slice(Span::new(line.start, self.offset));
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '%' | '.');
        // A colon is a part of `L2::cache_hint`, and ends a label.
        let mut start = text.len();
        while let Some(last) = text[..start].chars().next_back() {
            let rest = &text[..start];
            if is_part(last) {
                start -= 1;
            } else if rest.ends_with("::") {
                start -= 2;
            } else {
                break;
            }
        }
        Span::new(line.start + start as u32, self.offset)
    }

    fn function(&self) -> Option<FunctionId> {
        let holds = |id: &FunctionId| {
            let body = self.module[*id].body;
            body.is_some_and(|body| body.start < self.offset && (self.offset < body.end || !self.is_closed(body)))
        };
        self.module.function_ids().find(holds)
    }

    /// Whether the closing brace of a body is there.
    fn is_closed(&self, body: Span) -> bool {
        self.module.source.slice(body).ends_with(b"}")
    }

    fn item(&self, label: &str, kind: CompletionItemKind, typed: Span) -> CompletionItem {
        CompletionItem {
            label: label.to_string(),
            kind: Some(kind),
            // Editors differ in what they take for a word: the range is told.
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(
                self.document.text.range(typed),
                label.to_string(),
            ))),
            filter_text: Some(label.to_string()),
            ..CompletionItem::default()
        }
    }

    fn directives(&self, function: Option<FunctionId>, typed: Span) -> Vec<CompletionItem> {
        let names: &[&str] = if function.is_some() { &FUNCTION_DIRECTIVES } else { &MODULE_DIRECTIVES };
        names.iter().map(|name| self.item(name, CompletionItemKind::KEYWORD, typed)).collect()
    }

    /// Within a declaration or directive: types and spaces, or targets.
    fn declaration(&self, statement: &[Token], typed: Span) -> Vec<CompletionItem> {
        let text = |token: &Token| self.document.text.slice(token.span());
        let word = self.document.text.slice(typed);
        if statement.first().is_some_and(|first| text(first) == ".target") {
            return Target::all()
                .map(|target| self.item(target.name(), CompletionItemKind::ENUM_MEMBER, typed))
                .collect();
        }
        if !word.starts_with('.') {
            return Vec::new();
        }
        let names = ScalarType::ALL.iter().map(|ty| ty.to_string());
        let others =
            [".v2", ".v4", ".align", ".ptr", ".global", ".shared", ".const", ".local", ".entry", ".func", ".param"];
        let names = names.chain(others.iter().map(ToString::to_string));
        names.map(|name| self.item(&name, CompletionItemKind::TYPE_PARAMETER, typed)).collect()
    }

    /// The instructions that the module may use, by the first words of their names.
    fn instructions(&self, typed: Span) -> Vec<CompletionItem> {
        let environment = DeclaredTarget::new(self.module, self.options);
        let is_there = |instruction: &Instruction| is_usable(*instruction, &environment);
        let item = |instruction: Instruction| CompletionItem {
            detail: Some(format!("PTX ISA {}", instruction.section())),
            documentation: Some(markdown(instruction_forms(instruction, &[]))),
            ..self.item(instruction.name(), CompletionItemKind::KEYWORD, typed)
        };
        Instruction::all().filter(is_there).map(item).collect()
    }

    /// The words that may follow an opcode.
    fn modifiers(&self, opcode: &str, typed: Span) -> Vec<CompletionItem> {
        let environment = DeclaredTarget::new(self.module, self.options);
        let parts: Vec<&str> = opcode.split('.').collect();
        let mut items = Vec::new();
        // The names of instructions that go on here: `cp.async.bulk` behind `cp.async`.
        let longer: BTreeSet<&str> = Instruction::all()
            .filter(|instruction| is_usable(*instruction, &environment))
            .filter_map(|instruction| {
                let rest = instruction.name().strip_prefix(opcode)?.strip_prefix('.')?;
                rest.split('.').next()
            })
            .collect();
        let longest = (1..=parts.len()).rev().find_map(|count| {
            Instruction::lookup(&parts[..count].join(".")).map(|instruction| (instruction, &parts[count..]))
        });
        if let Some((instruction, rest)) = longest {
            let words: Option<Vec<Word>> = rest.iter().map(|word| Word::lookup(word.as_bytes())).collect();
            let words = words.unwrap_or_default();
            let known = words.len() == rest.len();
            // Words in the order of the form: what it has behind the last one first.
            let following = if known { following(instruction, &words, &environment) } else { Vec::new() };
            for (word, place) in following.into_iter().filter(|(word, _)| !longer.contains(word.name())) {
                let kind = match word.class() {
                    crate::isa::Class::Type(_) => CompletionItemKind::TYPE_PARAMETER,
                    _ => CompletionItemKind::ENUM_MEMBER,
                };
                items.push(CompletionItem {
                    sort_text: Some(format!("{place:02}{}", word.name())),
                    ..self.item(word.name(), kind, typed)
                });
            }
        }
        items.extend(longer.into_iter().map(|word| CompletionItem {
            sort_text: Some(format!("00{word}")),
            ..self.item(word, CompletionItemKind::KEYWORD, typed)
        }));
        items
    }

    fn operands(&self, function: Option<FunctionId>, opcode: Span, typed: Span) -> Vec<CompletionItem> {
        let name = self.document.text.slice(opcode);
        let base = name.split('.').next().unwrap_or_default();
        let effects = Instruction::lookup(base).map_or(Effects::NONE, Instruction::effects);
        let mut items = Vec::new();
        if !effects.intersects(Effects::BRANCH) {
            items.extend(self.registers(function, typed, None));
            items.extend(self.specials(typed));
            items.extend(self.variables(function, typed));
        }
        if effects.intersects(Effects::BRANCH) {
            items.extend(self.labels(function, typed));
            items.extend(self.registers(function, typed, None));
        }
        if effects.intersects(Effects::CALL) {
            items.extend(self.functions(typed));
            items.extend(self.labels(function, typed));
        }
        items
    }

    /// Registers in scope, and those of ranges that the code has used; `wanted`: of this type alone.
    fn registers(&self, function: Option<FunctionId>, typed: Span, wanted: Option<ScalarType>) -> Vec<CompletionItem> {
        let Some(function) = function else { return Vec::new() };
        let module = self.module;
        let own = &module.reg_decls[module[function].reg_decls.indices()];
        let shared = module.reg_decls.iter().filter(|decl| decl.function.is_none() && !decl.of_prototype);
        let mut items = Vec::new();
        let detail = |ty: Option<ScalarType>| Some(format!(".reg{}", ty.map_or(String::new(), |ty| format!(" {ty}"))));
        let is_wanted = |ty: Option<ScalarType>| wanted.is_none() || wanted == ty;
        for decl in own.iter().chain(shared).filter(|decl| !decl.of_prototype && is_wanted(decl.ty)) {
            let name = module.name(decl.name);
            let members = match decl.count {
                None => vec![name.to_string()],
                Some(count) => {
                    let room = MOST_REGISTERS.saturating_sub(items.len()) as u64;
                    (0..count.min(room)).map(|i| format!("{name}{i}")).collect()
                }
            };
            items.extend(members.into_iter().enumerate().map(|(i, name)| CompletionItem {
                detail: detail(decl.ty),
                sort_text: Some(format!("0{}{i:06}", module.name(decl.name))),
                ..self.item(&name, CompletionItemKind::VARIABLE, typed)
            }));
        }
        items
    }

    fn specials(&self, typed: Span) -> Vec<CompletionItem> {
        let environment = DeclaredTarget::new(self.module, self.options);
        let mut items = Vec::new();
        for &kind in SpecialKind::ALL.iter().filter(|kind| !kind.is_family()) {
            let gate = SpecialRegister::gate(kind.name());
            if gate.is_some_and(|gate| environment.lacks(gate).is_some()) {
                continue;
            }
            let components: &[&str] = if kind.components() > 1 { &[".x", ".y", ".z"] } else { &[""] };
            items.extend(components.iter().map(|component| CompletionItem {
                detail: Some(kind.description().to_string()),
                documentation: Some(markdown(special(SpecialRegister { kind, index: 0 }))),
                sort_text: Some(format!("1{}{component}", kind.name())),
                ..self.item(&format!("{}{component}", kind.name()), CompletionItemKind::CONSTANT, typed)
            }));
        }
        items
    }

    fn variables(&self, function: Option<FunctionId>, typed: Span) -> Vec<CompletionItem> {
        let module = self.module;
        let is_seen = |variable: &&crate::ir::Variable| {
            variable.role == VariableRole::Module || (function.is_some() && variable.function == function)
        };
        let item = |variable: &crate::ir::Variable| {
            let name = module.name(variable.name?);
            let ty = variable.ty.map_or(String::new(), |ty| format!(" {ty}"));
            Some(CompletionItem {
                detail: Some(format!("{}{ty}", variable.space)),
                ..self.item(name, CompletionItemKind::FIELD, typed)
            })
        };
        let mut items: Vec<CompletionItem> = module.variables.iter().filter(is_seen).filter_map(item).collect();
        items.dedup_by(|next, kept| next.label == kept.label);
        items
    }

    fn labels(&self, function: Option<FunctionId>, typed: Span) -> Vec<CompletionItem> {
        let Some(function) = function else { return Vec::new() };
        let labels = &self.module.labels[self.module[function].labels.indices()];
        labels
            .iter()
            .map(|label| self.item(self.module.name(label.name), CompletionItemKind::REFERENCE, typed))
            .collect()
    }

    fn functions(&self, typed: Span) -> Vec<CompletionItem> {
        let module = self.module;
        let callable = module.symbols.iter().filter(|symbol| module[symbol.first].kind == FunctionKind::Func);
        callable.map(|symbol| self.item(module.name(symbol.name), CompletionItemKind::FUNCTION, typed)).collect()
    }
}

/// Whether some form of an instruction is for the module's version and target.
fn is_usable(instruction: Instruction, environment: &DeclaredTarget) -> bool {
    instruction.forms().iter().any(|form| environment.lacks(form.gate()).is_none())
}

/// Where the statement starts whose tokens are the last ones.
fn statement_start(tokens: &[Token]) -> usize {
    let ends = |token: &Token| {
        matches!(token.kind(), TokenKind::Semicolon | TokenKind::LBrace | TokenKind::RBrace | TokenKind::Colon)
    };
    // The braces of an operand end no statement.
    let mut depth = 0_usize;
    for (i, token) in tokens.iter().enumerate().rev() {
        match token.kind() {
            TokenKind::RBrace
                if tokens
                    .get(i + 1)
                    .is_some_and(|next| matches!(next.kind(), TokenKind::Comma | TokenKind::RBracket)) =>
            {
                depth += 1;
            }
            TokenKind::LBrace if depth > 0 => depth -= 1,
            TokenKind::LBrace if is_vector(&tokens[..i]) => {}
            _ if depth == 0 && ends(token) => return i + 1,
            _ => {}
        }
    }
    0
}

/// Whether a brace behind these tokens opens an operand: behind an opcode, a comma, a bracket or `=`, and not behind a header.
fn is_vector(before: &[Token]) -> bool {
    before.last().is_some_and(|token| {
        matches!(token.kind(), TokenKind::Comma | TokenKind::DottedWord | TokenKind::LBracket | TokenKind::Equal)
    })
}

fn markdown(description: Description) -> Documentation {
    Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value: description.markdown() })
}
