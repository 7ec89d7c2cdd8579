//! What the findings in a function depend on: its text, what the module declares outside functions, and the functions that it names.

use crate::ids::{FunctionId, InstId};
use crate::ir::{LabelKind, Module, Operand, OperandKind};
use crate::span::Span;
use std::collections::HashSet;
use xxhash_rust::xxh3::xxh3_128;

/// Hashes of all that the findings in the functions of a module depend on, except for options.
pub(super) struct FunctionKeys {
    outside: OutsideText,
    /// Where the functions are.
    functions: Vec<Span>,
    /// For each function itself and those that it names, directly or through others.
    reached: Vec<Vec<FunctionId>>,
    /// Nothing for declarations, of which there is nothing to judge.
    keys: Vec<Option<u128>>,
}

/// What a place counts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum SpanAnchor {
    /// The start of the function of this place among those that the finding depends on; the first is its own.
    Function(usize),
    /// The start of the text outside functions.
    Outside,
}

impl FunctionKeys {
    /// The keys of a module, of which the assembler refuses some functions.
    pub(super) fn of(module: &Module<'_>, illegal: &HashSet<FunctionId>) -> Self {
        let mut definitions: Vec<Span> =
            module.functions.iter().filter(|it| it.is_definition()).map(|it| it.span).collect();
        definitions.sort_unstable_by_key(|span| span.start);
        let outside = OutsideText::new(module, &definitions);
        let mut hash = ContentHash::new();
        for part in outside.parts() {
            hash.add(&module.source.bytes()[part.range()]);
        }
        let own: Vec<u128> = module.function_ids().map(|id| own_hash(module, id, illegal)).collect();
        let reached: Vec<Vec<FunctionId>> = module.function_ids().map(|id| reached(module, id)).collect();
        let key = |(id, reached): (FunctionId, &Vec<FunctionId>)| {
            let before = outside.before(module[id].span).filter(|_| module[id].is_definition())?;
            let mut key = hash;
            key.add(&before.to_le_bytes());
            reached.iter().for_each(|function| key.add(&own[function.index()].to_le_bytes()));
            Some(key.value())
        };
        let keys = module.function_ids().zip(&reached).map(key).collect();
        let functions = module.functions.iter().map(|function| function.span).collect();
        Self { outside, functions, reached, keys }
    }

    /// The key of a function that is judged; nothing for others.
    pub(super) fn key(&self, function: FunctionId) -> Option<u128> {
        self.keys[function.index()]
    }

    /// A place that a finding in a function names, by what does not move with other functions; nothing within those that it does not name.
    pub(super) fn relative(&self, function: FunctionId, span: Span) -> Option<(SpanAnchor, Span)> {
        let reached = &self.reached[function.index()];
        let around = |id: &FunctionId| {
            let function = self.functions[id.index()];
            function.start <= span.start && span.end <= function.end
        };
        let (anchor, start) = match reached.iter().position(around) {
            Some(at) => (SpanAnchor::Function(at), self.functions[reached[at].index()].start),
            None => {
                let offset = self.outside.offset(span.start)?;
                self.outside.offset(span.end)?;
                (SpanAnchor::Outside, span.start - offset)
            }
        };
        Some((anchor, Span::new(span.start - start, span.end - start)))
    }

    /// The place in the file of one that is [`relative`](Self::relative).
    pub(super) fn place(&self, function: FunctionId, anchor: SpanAnchor, relative: Span) -> Option<Span> {
        let place = |offset: u32| match anchor {
            SpanAnchor::Function(at) => {
                let function = self.reached[function.index()].get(at)?;
                Some(self.functions[function.index()].start + offset)
            }
            SpanAnchor::Outside => Some(self.outside.place(offset)),
        };
        Some(Span::new(place(relative.start)?, place(relative.end)?))
    }
}

/// The text outside the definitions of functions, as if it were one. What is between two definitions but space and comments is no part of it, so
/// that functions may be added, removed and moved.
struct OutsideText {
    removed: Vec<RemovedText>,
    end: u32,
}

/// A definition with the space and comments around it.
struct RemovedText {
    definition: Span,
    span: Span,
    /// The length of all those before.
    before: u32,
}

impl OutsideText {
    /// The text of a module with these definitions, which are in order.
    fn new(module: &Module<'_>, definitions: &[Span]) -> Self {
        let end = module.source.bytes().len() as u32;
        let mut removed: Vec<RemovedText> = Vec::with_capacity(definitions.len());
        let mut start = 0;
        for &definition in definitions {
            let definition = Span::new(definition.start.max(start), definition.end.max(start));
            let gap = trimmed(module, Span::new(start, definition.start));
            let span = Span::new(gap.end, definition.end);
            if let Some(last) = removed.last_mut() {
                last.span.end = gap.start;
            }
            removed.push(RemovedText { definition, span, before: 0 });
            start = definition.end;
        }
        if let Some(last) = removed.last_mut() {
            last.span.end = trimmed(module, Span::new(start, end)).start;
        }
        let mut before = 0;
        for text in &mut removed {
            text.before = before;
            before += text.span.end - text.span.start;
        }
        Self { removed, end }
    }

    fn parts(&self) -> impl Iterator<Item = Span> {
        let starts = std::iter::once(0).chain(self.removed.iter().map(|text| text.span.end));
        let ends = self.removed.iter().map(|text| text.span.start).chain([self.end]);
        starts.zip(ends).map(|(start, end)| Span::new(start, end))
    }

    /// Where a place of the file is in it; nothing within what is removed.
    fn offset(&self, place: u32) -> Option<u32> {
        let after = self.removed.partition_point(|text| text.span.end <= place);
        match self.removed.get(after) {
            // Where one starts, its offset is that of its end, too.
            Some(text) if text.span.start <= place => None,
            _ => Some(place - self.removed_by(after)),
        }
    }

    /// How much of it is before a definition; nothing for one within another one.
    fn before(&self, definition: Span) -> Option<u32> {
        let at = self.removed.binary_search_by_key(&definition.start, |text| text.definition.start).ok()?;
        let RemovedText { span, before, .. } = self.removed[at];
        Some(span.start - before)
    }

    /// The length of the first texts that are removed.
    fn removed_by(&self, count: usize) -> u32 {
        let last = count.checked_sub(1).map(|at| &self.removed[at]);
        last.map_or(0, |text| text.before + (text.span.end - text.span.start))
    }

    /// The place in the file, which is behind what is removed there.
    fn place(&self, offset: u32) -> u32 {
        let before = self.removed.partition_point(|text| text.span.start - text.before <= offset);
        offset + self.removed_by(before)
    }
}

/// A part of a module without space and comments at its ends; nothing at its end if it has nothing else.
fn trimmed(module: &Module<'_>, part: Span) -> Span {
    let bytes = module.source.bytes();
    let comments = &module.comments;
    let Span { mut start, mut end } = part;
    loop {
        let text = &bytes[Span::new(start, end).range()];
        start = end - text.trim_ascii_start().len() as u32;
        match comments.binary_search_by_key(&start, |comment| comment.start) {
            Ok(at) if start < end => start = comments[at].end.min(end),
            _ => break,
        }
    }
    loop {
        let text = &bytes[Span::new(start, end).range()];
        end = start + text.trim_ascii_end().len() as u32;
        let last = comments.partition_point(|comment| comment.start < end).checked_sub(1).map(|at| comments[at]);
        match last {
            Some(comment) if start < end && end <= comment.end => end = comment.start.max(start),
            _ => break,
        }
    }
    if start < end { Span::new(start, end) } else { Span::at(part.end) }
}

/// A hash of a function alone: its text, and whether the assembler takes it.
fn own_hash(module: &Module<'_>, id: FunctionId, illegal: &HashSet<FunctionId>) -> u128 {
    let function = &module[id];
    let mut hash = ContentHash::new();
    hash.add(&module.source.bytes()[function.span.range()]);
    hash.add(&[u8::from(function.broken), u8::from(illegal.contains(&id)), u8::from(function.is_definition())]);
    hash.0
}

/// A function and all that it names, directly or through others.
pub(super) fn reached(module: &Module<'_>, function: FunctionId) -> Vec<FunctionId> {
    let mut reached = vec![function];
    let mut next = 0;
    while let Some(&at) = reached.get(next) {
        next += 1;
        let mut note = |named: FunctionId| {
            if !reached.contains(&named) {
                reached.push(named);
            }
        };
        let data = &module[at];
        for label in &module.labels[data.labels.indices()] {
            if let LabelKind::CallTargets(list) = label.kind {
                module.list(list).iter().filter_map(|&target| definition_of(module, target)).for_each(&mut note);
            }
        }
        module.insts_of(at).for_each(|inst| named_functions(module, inst, &mut note));
    }
    reached
}

/// The functions with bodies that an instruction names.
pub(super) fn named_functions(module: &Module<'_>, inst: InstId, mut note: impl FnMut(FunctionId)) {
    module.for_each_operand(inst, |operand| definition_of(module, operand).into_iter().for_each(&mut note));
}

fn definition_of(module: &Module<'_>, operand: Operand) -> Option<FunctionId> {
    match operand.kind {
        OperandKind::Func(func) => module[func].definition,
        _ => None,
    }
}

/// A hash of 128 bits (XXH3): texts that differ have the same one never in practice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContentHash(u128);

impl ContentHash {
    /// The hash of nothing.
    pub(crate) fn new() -> Self {
        Self(0)
    }

    /// Adds a part. Where one ends and the next begins matters.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let parts = [self.0, xxh3_128(bytes)].map(u128::to_le_bytes);
        self.0 = xxh3_128(parts.as_flattened());
    }

    /// The hash of all parts.
    pub(crate) fn value(self) -> u128 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_tell_parts_apart() {
        let hash = |parts: &[&str]| {
            let mut hash = ContentHash::new();
            parts.iter().for_each(|part| hash.add(part.as_bytes()));
            hash.value()
        };
        let parts: [&[&str]; 7] = [&[], &[""], &["", ""], &["ab"], &["a", "b"], &["b", "a"], &["ab", ""]];
        let hashes = parts.map(hash);
        assert_eq!(hashes.iter().collect::<HashSet<_>>().len(), parts.len(), "{hashes:?}");
        assert_eq!(hash(parts[4]), hashes[4]);
    }

    #[test]
    fn places_outside_functions_come_back() {
        let text = ".version 8.0 // one\n.func a() { }\n// two\n/* three */ .func b() { } .global .b32 g; /* four */\n\
            .func c() { }\n // five";
        let module = crate::parser::parse(crate::source::Source::new(text.as_bytes()).expect("a short text"));
        let definitions: Vec<Span> = module.functions.iter().map(|function| function.span).collect();
        let outside = OutsideText::new(&module, &definitions);
        let parts: Vec<&str> = outside.parts().map(|part| &text[part.range()]).collect();
        assert_eq!(parts, [".version 8.0", "", ".global .b32 g;", ""]);
        for place in (0..text.len() as u32).filter(|&place| outside.offset(place).is_some()) {
            let offset = outside.offset(place).expect("it is outside");
            assert_eq!(outside.place(offset), place);
        }
        let known: String =
            (0..text.len()).filter(|&at| outside.offset(at as u32).is_some()).map(|at| &text[at..=at]).collect();
        assert_eq!(known, parts.concat());
        assert_eq!(
            definitions.iter().map(|&it| outside.before(it)).collect::<Vec<_>>(),
            [Some(12), Some(12), Some(27)]
        );
        assert_eq!(outside.before(Span::at(definitions[1].start + 1)), None);
    }
}
