//! From a name to its declaration and its uses, and another name for it.

use super::document::OpenDocument;
use super::locations;
use super::text::{IndexedText, uri_of};
use crate::describe::occurrences::{Entity, Occurrence, OccurrenceRole, Occurrences};
use crate::ids::NameId;
use crate::ir::{Linkage, Module};
use crate::lexer::{TokenKind, lex};
use crate::source::Source;
use crate::span::Span;
use lsp_types::{DocumentHighlight, DocumentHighlightKind, Location, Position, Range, TextEdit, Uri};
use std::collections::HashMap;

/// Where what stands at a position is declared: in this document, in another open one, or for a `.loc` in the source that it names.
pub(super) fn definition<'d>(
    document: &OpenDocument,
    position: Position,
    others: impl Iterator<Item = &'d OpenDocument>,
) -> Vec<Location> {
    let offset = document.text.offset(position);
    document.with_module(|module| {
        let occurrences = Occurrences::of(module);
        let Some(at) = occurrences.at(offset) else { return source_location(document, module, offset) };
        let own = own_definitions(module, &occurrences, at.entity);
        let here = |span: Span| Location::new(document.uri.clone(), document.text.range(span));
        match external(module, at.entity) {
            // What this module only declares may be defined in another one.
            Some(name) => {
                let found: Vec<Location> = others.filter_map(|other| definition_of(other, name)).collect();
                if found.is_empty() { own.into_iter().map(here).collect() } else { found }
            }
            None => own.into_iter().map(here).collect(),
        }
    })
}

fn own_definitions(module: &Module<'_>, occurrences: &Occurrences, entity: Entity) -> Vec<Span> {
    if let Entity::Function(id) = entity {
        let symbol = &module[id];
        return vec![module[symbol.definition.unwrap_or(symbol.first)].name_span];
    }
    let declarations =
        occurrences.of_entity(entity).filter(|occurrence| occurrence.role == OccurrenceRole::Declaration);
    declarations.map(|occurrence| occurrence.span).collect()
}

/// The name of what the module declares and does not define.
fn external<'s>(module: &Module<'s>, entity: Entity) -> Option<&'s str> {
    match entity {
        Entity::Function(id) if module[id].definition.is_none() => Some(module.name(module[id].name)),
        Entity::Variable(id) if module[id].linkage == Linkage::Extern => module[id].name.map(|name| module.name(name)),
        _ => None,
    }
}

/// Where a document defines a function or variable that others see.
fn definition_of(document: &OpenDocument, name: &str) -> Option<Location> {
    // Few documents have the name at all.
    if !document.text.content().contains(name) {
        return None;
    }
    let span = document.with_module(|module| {
        let id = module.names.lookup(name.as_bytes())?;
        let function = module.functions.iter().find(|function| function.name == Some(id) && function.is_definition());
        let variable = || {
            let is_it = |variable: &&crate::ir::Variable| {
                variable.name == Some(id) && variable.function.is_none() && variable.linkage != Linkage::Extern
            };
            module.variables.iter().find(is_it).map(|variable| variable.name_span)
        };
        function.map(|function| function.name_span).or_else(variable)
    })?;
    Some(Location::new(document.uri.clone(), document.text.range(span)))
}

/// The place in the source that a `.loc` names.
fn source_location(document: &OpenDocument, module: &Module<'_>, offset: u32) -> Vec<Location> {
    let line = document.text.line_at(offset);
    let found = locations::of(document, module).into_iter().find(|location| line.contains(location.span.start));
    let place = found.and_then(|location| {
        let path = location.path.as_deref().filter(|path| path.is_file())?;
        let at = Position::new(location.line.checked_sub(1)?, location.column.saturating_sub(1));
        Some(Location::new(uri_of(path)?, Range::new(at, at)))
    });
    place.into_iter().collect()
}

/// All places of what stands at a position.
pub(super) fn references(document: &OpenDocument, position: Position, with_declaration: bool) -> Vec<Location> {
    let offset = document.text.offset(position);
    document.with_module(|module| {
        let occurrences = Occurrences::of(module);
        let Some(at) = occurrences.at(offset) else { return Vec::new() };
        let wanted = |occurrence: &Occurrence| with_declaration || occurrence.role != OccurrenceRole::Declaration;
        let spans = occurrences.of_entity(at.entity).filter(wanted).map(|occurrence| occurrence.span);
        spans.map(|span| Location::new(document.uri.clone(), document.text.range(span))).collect()
    })
}

/// The same within the document, with what reads and what writes it told apart.
pub(super) fn highlights(document: &OpenDocument, position: Position) -> Vec<DocumentHighlight> {
    let offset = document.text.offset(position);
    document.with_module(|module| {
        let occurrences = Occurrences::of(module);
        let Some(at) = occurrences.at(offset) else { return Vec::new() };
        let highlight = |occurrence: Occurrence| DocumentHighlight {
            range: document.text.range(occurrence.span),
            kind: Some(match occurrence.role {
                OccurrenceRole::Declaration => DocumentHighlightKind::TEXT,
                OccurrenceRole::Read => DocumentHighlightKind::READ,
                OccurrenceRole::Write => DocumentHighlightKind::WRITE,
            }),
        };
        occurrences.of_entity(at.entity).map(highlight).collect()
    })
}

/// What would get another name, and its name now; nothing for what has none of its own.
pub(super) fn renamed(document: &OpenDocument, position: Position) -> Option<(Range, String)> {
    let offset = document.text.offset(position);
    document.with_module(|module| {
        let at = Occurrences::of(module).at(offset)?;
        let range = document.text.range(at.span);
        (!matches!(at.entity, Entity::Special(_))).then(|| (range, document.text.slice(at.span).to_string()))
    })
}

/// Gives what stands at a position another name. A single register of a range gets a declaration of its own. The error says why it can't be had:
/// where the name would mean something else afterwards, nothing is changed.
pub(super) fn rename(
    document: &OpenDocument,
    position: Position,
    name: &str,
) -> Result<HashMap<Uri, Vec<TextEdit>>, String> {
    if !is_identifier(name) {
        return Err(format!("`{name}` is not a valid PTX identifier"));
    }
    let offset = document.text.offset(position);
    let edits = document.with_module(|module| {
        let occurrences = Occurrences::of(module);
        let at = occurrences.at(offset).ok_or("there is no name here")?;
        let edits = edits(module, &occurrences, at, name)?;
        let text = applied(&document.text, &edits);
        let source = Source::new(text.as_bytes()).map_err(|error| error.to_string())?;
        let after = crate::parser::parse(source);
        if meaning(module, &occurrences) != meaning(&after, &Occurrences::of(&after)) {
            return Err(format!("`{name}` means something else here"));
        }
        Ok(edits)
    })?;
    let edit = |(span, text): (Span, String)| TextEdit::new(document.text.range(span), text);
    Ok(HashMap::from([(document.uri.clone(), edits.into_iter().map(edit).collect())]))
}

fn is_identifier(name: &str) -> bool {
    let Ok(source) = Source::new(name.as_bytes()) else { return false };
    let lexed = lex(source);
    let is_word = |span: Span| span == Span::new(0, name.len() as u32);
    matches!(lexed.tokens[..], [token] if token.kind() == TokenKind::Word && is_word(token.span()))
}

/// The edits in source order.
fn edits(
    module: &Module<'_>,
    occurrences: &Occurrences,
    at: Occurrence,
    name: &str,
) -> Result<Vec<(Span, String)>, String> {
    let all = || occurrences.of_entity(at.entity);
    Ok(match at.entity {
        Entity::Special(_) => return Err("special registers are predefined".to_string()),
        Entity::Register(decl, None) => {
            // Of the members of a range the part before the number changes.
            let prefix = module.names.bytes(module[decl].name).len() as u32;
            all().map(|one| (Span::new(one.span.start, one.span.start + prefix), name.to_string())).collect()
        }
        Entity::Register(decl, Some(_)) => {
            let declare = |one: Occurrence| match one.role {
                OccurrenceRole::Declaration => (Span::at(module[decl].span.end), format!(", {name}")),
                _ => (one.span, name.to_string()),
            };
            all().map(declare).collect()
        }
        _ => all().map(|one| (one.span, name.to_string())).collect(),
    })
}

fn applied(text: &IndexedText, edits: &[(Span, String)]) -> String {
    let mut applied = String::with_capacity(text.content().len());
    let mut done = 0;
    for (span, new) in edits {
        applied.push_str(text.slice(Span::new(done, span.start)));
        applied.push_str(new);
        done = span.end;
    }
    applied + text.slice(Span::new(done, u32::try_from(text.content().len()).unwrap_or(u32::MAX)))
}

/// What a module says but for its names: how many mistakes it has, and which of the names that it uses are the same.
fn meaning(module: &Module<'_>, occurrences: &Occurrences) -> (usize, usize, Vec<usize>) {
    let mut numbers = HashMap::new();
    let uses = occurrences.iter().filter(|occurrence| occurrence.role != OccurrenceRole::Declaration);
    let number = |occurrence: &Occurrence| {
        let next = numbers.len();
        *numbers.entry(occurrence.entity).or_insert(next)
    };
    let used = uses.map(number).collect();
    (module.syntax_errors.len(), module.name_errors.len(), used)
}

/// A name as people read it.
pub(super) fn spelled<'s>(module: &Module<'s>, name: Option<NameId>) -> &'s str {
    name.map_or("", |name| module.name(name))
}
