//! Checks a module again and again while it is edited: functions that nothing has changed about are not judged again.

use super::run::FunctionFindings;
use super::{Cores, Incomplete, Report, check_by};
use crate::diagnostic::Diagnostic;
use crate::ids::{FunctionId, InstId};
use crate::ir::{LabelKind, Module, Operand, OperandKind};
use crate::legality::RawFindings;
use crate::options::Options;
use crate::source::SourceTooLarge;
use crate::span::Span;
use std::collections::{HashMap, HashSet};

/// Texts of which the findings are kept: as many steps back may be undone without judging anything anew.
const GENERATIONS: u64 = 16;

/// Checks the texts of a module as it is edited.
///
/// What the rules find in a function depends on its text, on what the module declares outside functions, on the functions that it calls,
/// and on the options. A session keeps findings by these, and judges only functions that are new. Its reports are those of
/// [`check`](super::check()).
///
/// ```
/// let mut session = ptxlint::driver::CheckSession::new(ptxlint::Options::default());
/// let kernel = ".version 8.0\n.target sm_80\n.address_size 64\n\
///     .entry k() { .reg .b32 %r<3>; and.u32 %r1, %r2, %r2; ret; }\n";
/// assert_eq!(session.check(kernel.as_bytes())?.findings.len(), 1);
/// let edited = format!("{kernel}.entry other() {{ ret; }}\n");
/// assert_eq!(session.check(edited.as_bytes())?.findings.len(), 1);
/// # Ok::<(), ptxlint::source::SourceTooLarge>(())
/// ```
#[derive(Debug)]
pub struct CheckSession {
    options: Options,
    cores: Cores,
    cache: FunctionCache,
}

impl CheckSession {
    /// A session that knows nothing yet.
    pub fn new(options: Options) -> Self {
        Self { options, cores: Cores::idle(0), cache: FunctionCache::default() }
    }

    /// Lets it judge functions on other cores, too.
    pub fn with_cores(self, cores: Cores) -> Self {
        Self { cores, ..self }
    }

    /// The options of its reports.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Checks the text as it is now.
    ///
    /// # Errors
    /// [`SourceTooLarge`] for more than 4 GiB.
    pub fn check(&mut self, bytes: &[u8]) -> Result<Report, SourceTooLarge> {
        self.judge(bytes, &|| true)
    }

    /// Checks the text as it is now, unless `wanted` says before the end that nobody waits for it any more. It is asked between rules.
    ///
    /// # Errors
    /// [`SourceTooLarge`] for more than 4 GiB.
    pub fn check_while(
        &mut self,
        bytes: &[u8],
        wanted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Report>, SourceTooLarge> {
        let report = self.judge(bytes, wanted)?;
        Ok((!self.cache.interrupted).then_some(report))
    }

    fn judge(&mut self, bytes: &[u8], wanted: &(dyn Fn() -> bool + Sync)) -> Result<Report, SourceTooLarge> {
        self.cache.generation += 1;
        self.cache.interrupted = false;
        let report = check_by(bytes, &self.options, &self.cores, Some(SessionRun { cache: &mut self.cache, wanted }));
        let oldest = self.cache.generation.saturating_sub(GENERATIONS);
        self.cache.entries.retain(|_, entry| entry.used > oldest);
        report
    }

    /// How many instructions there are in the functions that the last check has judged.
    pub fn judged_instructions(&self) -> usize {
        self.cache.judged_instructions
    }

    /// How many functions the last check has judged, and how many it knew.
    pub fn judged(&self) -> (usize, usize) {
        (self.cache.judged, self.cache.known)
    }
}

/// A check within a session.
pub(super) struct SessionRun<'a> {
    pub cache: &'a mut FunctionCache,
    /// Whether anybody still waits for the findings. Once nobody does, nobody will.
    pub wanted: &'a (dyn Fn() -> bool + Sync),
}

/// What is known of functions, by a hash of all that it depends on.
#[derive(Debug, Default)]
pub(super) struct FunctionCache {
    entries: HashMap<u128, CachedFunction>,
    generation: u64,
    judged: usize,
    known: usize,
    /// Instructions of those that were judged.
    judged_instructions: usize,
    /// The last check ended before its end.
    interrupted: bool,
}

#[derive(Debug)]
struct CachedFunction {
    findings: Vec<RelativeFinding>,
    incomplete: Vec<Incomplete>,
    /// The last generation that asked for it.
    used: u64,
}

/// A finding whose places do not depend on where functions are in the file.
#[derive(Debug)]
struct RelativeFinding {
    diagnostic: Diagnostic,
    /// What each of its places counts from, in the order of [`Diagnostic::spans_mut`].
    anchors: Vec<SpanAnchor>,
}

/// What a place counts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SpanAnchor {
    /// The start of the function of this place among those that the finding depends on; the first is its own.
    Function(usize),
    /// The start of the text outside functions.
    Outside,
}

impl FunctionCache {
    /// The cache as one text of the module sees it.
    pub(super) fn of<'a>(&'a mut self, module: &'a Module<'_>, illegal: &'a HashSet<FunctionId>) -> CachedModule<'a> {
        (self.judged, self.known) = (0, 0);
        self.judged_instructions = 0;
        let mut definitions: Vec<Span> =
            module.functions.iter().filter(|it| it.is_definition()).map(|it| it.span).collect();
        definitions.sort_unstable_by_key(|span| span.start);
        let outside = OutsideText::new(module.source.bytes().len() as u32, definitions);
        let mut hash = ContentHash::new();
        for part in outside.parts() {
            hash.add(&module.source.bytes()[part.range()]);
        }
        let mut cached = CachedModule {
            cache: self,
            outside,
            functions: Vec::new(),
            instructions: Vec::new(),
            reached: Vec::new(),
            keys: Vec::new(),
        };
        cached.functions = module.functions.iter().map(|function| function.span).collect();
        cached.instructions = module.functions.iter().map(|function| function.insts.len()).collect();
        let own: Vec<u128> = module.function_ids().map(|id| own_hash(module, id, illegal)).collect();
        for id in module.function_ids() {
            let reached = reached(module, id);
            let before = cached.outside.before(module[id].span).filter(|_| module[id].is_definition());
            cached.keys.push(before.map(|before| {
                let mut key = hash;
                key.add(&before.to_le_bytes());
                reached.iter().for_each(|function| key.add(&own[function.index()].to_le_bytes()));
                key.0
            }));
            cached.reached.push(reached);
        }
        cached
    }
}

/// The cache as one text of the module sees it.
pub(super) struct CachedModule<'a> {
    cache: &'a mut FunctionCache,
    outside: OutsideText,
    /// Where the functions are.
    functions: Vec<Span>,
    /// How many instructions they have.
    instructions: Vec<usize>,
    /// For each function itself and those that it names, directly or through others.
    reached: Vec<Vec<FunctionId>>,
    /// Nothing for declarations, of which there is nothing to judge.
    keys: Vec<Option<u128>>,
}

impl CachedModule<'_> {
    /// What is known of a function.
    pub(super) fn findings(&mut self, function: FunctionId) -> Option<FunctionFindings> {
        let key = self.keys[function.index()]?;
        let Some(entry) = self.cache.entries.get_mut(&key) else {
            self.cache.judged += 1;
            self.cache.judged_instructions += self.instructions[function.index()];
            return None;
        };
        entry.used = self.cache.generation;
        self.cache.known += 1;
        let mut diagnostics = Vec::with_capacity(entry.findings.len());
        for RelativeFinding { diagnostic, anchors } in &entry.findings {
            let mut diagnostic = diagnostic.clone();
            for (span, anchor) in diagnostic.spans_mut().zip(anchors) {
                let place = |offset: u32| match anchor {
                    SpanAnchor::Function(at) => {
                        self.functions[self.reached[function.index()][*at].index()].start + offset
                    }
                    SpanAnchor::Outside => self.outside.place(offset),
                };
                *span = Span::new(place(span.start), place(span.end));
            }
            diagnostics.push(diagnostic);
        }
        let raw = RawFindings { diagnostics, ..RawFindings::default() };
        Some(FunctionFindings { raw, incomplete: entry.incomplete.clone() })
    }

    /// Notes that the findings are not all there are.
    pub(super) fn interrupt(&mut self) {
        self.cache.interrupted = true;
    }

    /// Keeps what was found in a function, unless that is about functions which it does not name.
    pub(super) fn keep(&mut self, function: FunctionId, diagnostics: &[Diagnostic], incomplete: &[Incomplete]) {
        let Some(key) = self.keys[function.index()] else { return };
        let relative = |diagnostic: &Diagnostic| self.relative(function, diagnostic.clone());
        let Some(findings) = diagnostics.iter().map(relative).collect() else { return };
        let used = self.cache.generation;
        self.cache.entries.insert(key, CachedFunction { findings, incomplete: incomplete.to_vec(), used });
    }

    fn relative(&self, function: FunctionId, mut diagnostic: Diagnostic) -> Option<RelativeFinding> {
        let reached = &self.reached[function.index()];
        let mut anchors = Vec::new();
        for span in diagnostic.spans_mut() {
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
            anchors.push(anchor);
            *span = Span::new(span.start - start, span.end - start);
        }
        Some(RelativeFinding { diagnostic, anchors })
    }
}

/// The text outside the definitions of functions, as if it were one.
struct OutsideText {
    /// The definitions with the length of all those before.
    definitions: Vec<(Span, u32)>,
    end: u32,
}

impl OutsideText {
    fn new(end: u32, spans: Vec<Span>) -> Self {
        let mut definitions: Vec<(Span, u32)> = Vec::with_capacity(spans.len());
        let (mut last, mut removed) = (0, 0);
        for span in spans {
            let span = Span::new(span.start.max(last), span.end.max(last));
            definitions.push((span, removed));
            removed += span.end - span.start;
            last = span.end;
        }
        Self { definitions, end }
    }

    fn parts(&self) -> impl Iterator<Item = Span> {
        let starts = std::iter::once(0).chain(self.definitions.iter().map(|(span, _)| span.end));
        let ends = self.definitions.iter().map(|(span, _)| span.start).chain([self.end]);
        starts.zip(ends).map(|(start, end)| Span::new(start, end.max(start)))
    }

    /// Where a place of the file is in it; nothing within a definition.
    fn offset(&self, place: u32) -> Option<u32> {
        let after = self.definitions.partition_point(|(span, _)| span.end <= place);
        match self.definitions.get(after) {
            // Where one starts, its offset is that of its end, too.
            Some((span, _)) if span.start <= place => None,
            _ => Some(place - self.removed_by(after)),
        }
    }

    /// How much of it is before a definition; nothing for one within another one.
    fn before(&self, definition: Span) -> Option<u32> {
        let at = self.definitions.partition_point(|(span, _)| span.start < definition.start);
        let is_inside = at.checked_sub(1).is_some_and(|last| self.definitions[last].0.end > definition.start);
        (!is_inside).then(|| definition.start - self.removed_by(at))
    }

    /// The length of the first definitions.
    fn removed_by(&self, count: usize) -> u32 {
        let last = count.checked_sub(1).map(|at| self.definitions[at]);
        last.map_or(0, |(span, removed)| removed + (span.end - span.start))
    }

    /// The place in the file, which is behind a definition that ends there.
    fn place(&self, offset: u32) -> u32 {
        let before = self.definitions.partition_point(|(span, removed)| span.start - removed <= offset);
        offset + self.removed_by(before)
    }
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

/// FNV-1a of 128 bits: the same in every release and on every machine, and texts that differ have the same one never in practice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContentHash(u128);

impl ContentHash {
    /// The hash of nothing.
    pub(crate) fn new() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    /// Adds a part.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        // The length keeps parts apart.
        for &byte in (bytes.len() as u64).to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(PRIME);
        }
    }

    /// The hash of all parts.
    #[cfg(feature = "cli")]
    pub(crate) fn value(self) -> u128 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_standard() {
        // Of the empty text, and of 8 zero bytes, which is what an empty part adds.
        let mut hash = ContentHash::new();
        assert_eq!(hash.0, 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        hash.add(b"");
        let mut expected = ContentHash::new().0;
        (0..8).for_each(|_| expected = expected.wrapping_mul((1 << 88) + 0x13b));
        assert_eq!(hash.0, expected);
    }

    #[test]
    fn places_outside_functions_come_back() {
        let outside = OutsideText::new(100, vec![Span::new(10, 20), Span::new(20, 25), Span::new(40, 90)]);
        let parts: Vec<Span> = outside.parts().collect();
        assert_eq!(parts, [Span::new(0, 10), Span::new(20, 20), Span::new(25, 40), Span::new(90, 100)]);
        for place in (0..10).chain(25..40).chain(90..100) {
            let offset = outside.offset(place).expect("it is outside");
            assert_eq!(outside.place(offset), place);
        }
        assert_eq!(
            [10, 20, 40].map(|start| outside.before(Span::new(start, start + 1))),
            [Some(10), Some(10), Some(25)]
        );
        assert_eq!(outside.before(Span::new(41, 42)), None);
        assert_eq!([10, 11, 19, 20, 24, 40, 41, 89].map(|place| outside.offset(place)), [None; 8]);
    }
}
