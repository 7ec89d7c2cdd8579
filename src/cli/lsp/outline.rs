//! The symbols of a document, and what of it can be folded.

use super::document::OpenDocument;
use super::navigation::spelled;
use crate::ids::FunctionId;
use crate::ir::{Function, FunctionKind, LabelKind, Module, Variable, VariableRole};
use crate::lexer::{TokenKind, lex};
use crate::span::Span;
use lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolKind};

/// Functions with their parameters, variables, registers and labels, and the variables of the module.
pub(super) fn symbols(document: &OpenDocument) -> Vec<DocumentSymbol> {
    document.with_module(|module| {
        let outline = Outline { document, module };
        let globals = module.variables.iter().filter(|variable| variable.role == VariableRole::Module);
        let mut symbols: Vec<DocumentSymbol> = globals.filter_map(|variable| outline.variable(variable)).collect();
        for id in module.function_ids() {
            // Prototypes are labels of the functions that have them.
            if module[id].kind != FunctionKind::Prototype {
                symbols.extend(outline.function(id));
            }
        }
        symbols.sort_by_key(|symbol| (symbol.range.start.line, symbol.range.start.character));
        symbols
    })
}

struct Outline<'a, 's> {
    document: &'a OpenDocument,
    module: &'a Module<'s>,
}

impl Outline<'_, '_> {
    fn symbol(&self, name: &str, detail: String, kind: SymbolKind, all: Span, own: Span) -> Option<DocumentSymbol> {
        // The protocol forbids symbols without a name.
        (!name.is_empty()).then(|| {
            #[expect(deprecated, reason = "the type has the field")]
            DocumentSymbol {
                name: name.to_string(),
                detail: Some(detail),
                kind,
                tags: None,
                deprecated: None,
                range: self.document.text.range(all.to(own)),
                selection_range: self.document.text.range(own),
                children: None,
            }
        })
    }

    fn variable(&self, variable: &Variable) -> Option<DocumentSymbol> {
        let ty = variable.ty.map_or(String::new(), |ty| format!(" {ty}"));
        let detail = format!("{}{ty}", variable.space);
        let name = spelled(self.module, variable.name);
        self.symbol(name, detail, SymbolKind::VARIABLE, variable.span, variable.name_span)
    }

    fn function(&self, id: FunctionId) -> Option<DocumentSymbol> {
        let (module, function) = (self.module, &self.module[id]);
        let word = if function.kind == FunctionKind::Entry { ".entry" } else { ".func" };
        let name = spelled(module, function.name);
        let own = function.name_span;
        let mut symbol = self.symbol(name, word.to_string(), SymbolKind::FUNCTION, function.span, own)?;
        symbol.children = Some(self.children(function));
        Some(symbol)
    }

    fn children(&self, function: &Function) -> Vec<DocumentSymbol> {
        let module = self.module;
        let variables = module.variables[function.variables.indices()].iter();
        let mut children: Vec<DocumentSymbol> = variables.filter_map(|variable| self.variable(variable)).collect();
        children.extend(module.reg_decls[function.reg_decls.indices()].iter().filter_map(|decl| {
            let count = decl.count.map_or(String::new(), |count| format!("<{count}>"));
            let name = format!("{}{count}", module.name(decl.name));
            let ty = decl.ty.map_or(String::new(), |ty| format!(" {ty}"));
            self.symbol(&name, format!(".reg{ty}"), SymbolKind::FIELD, decl.span, decl.span)
        }));
        children.extend(module.labels[function.labels.indices()].iter().filter_map(|label| {
            let detail = match label.kind {
                LabelKind::Code(_) => "label",
                LabelKind::BranchTargets(_) => ".branchtargets",
                LabelKind::CallTargets(_) => ".calltargets",
                LabelKind::CallPrototype(_) => ".callprototype",
            };
            self.symbol(module.name(label.name), detail.to_string(), SymbolKind::KEY, label.span, label.span)
        }));
        children.sort_by_key(|symbol| (symbol.range.start.line, symbol.range.start.character));
        children
    }
}

/// Braces and comments of several lines.
pub(super) fn folds(document: &OpenDocument) -> Vec<FoldingRange> {
    document.with_module(|module| {
        let line = |offset: u32| document.text.position(offset).line;
        let mut folds = Vec::new();
        let mut fold = |start: u32, end: u32, kind: Option<FoldingRangeKind>| {
            if start < end {
                folds.push(FoldingRange { start_line: start, end_line: end, kind, ..FoldingRange::default() });
            }
        };
        let mut open = Vec::new();
        for token in lex(module.source).tokens {
            match token.kind() {
                TokenKind::LBrace => open.push(token.span().start),
                // The line of the closing brace stays in sight.
                TokenKind::RBrace => {
                    if let Some(start) = open.pop() {
                        fold(line(start), line(token.span().start).saturating_sub(1), None);
                    }
                }
                _ => {}
            }
        }
        let mut run: Option<(u32, u32)> = None;
        for comment in &module.comments {
            let (start, end) = (line(comment.start), line(comment.end));
            let is_alone = document.text.slice(Span::new(document.text.line_at(comment.start).start, comment.start));
            run = match run {
                Some((first, last)) if last + 1 == start && is_alone.trim().is_empty() => Some((first, end)),
                _ => {
                    if let Some((first, last)) = run {
                        fold(first, last, Some(FoldingRangeKind::Comment));
                    }
                    Some((start, end))
                }
            };
        }
        if let Some((first, last)) = run {
            fold(first, last, Some(FoldingRangeKind::Comment));
        }
        folds
    })
}
