//! Where findings come from: the source of which a compiler has made the PTX, by `.loc` and `.file`.

use crate::diagnostic::Diagnostic;
use crate::ids::FunctionId;
use crate::ir::Module;
use crate::source::LineIndex;
use crate::span::Span;
use std::collections::HashMap;
use std::sync::Arc;

/// A source file.
#[derive(Debug)]
pub struct SourceText {
    /// How it is named in reports.
    pub path: String,
    /// Whether it lies below the working directory, so that `path` leads to it from there.
    pub is_local: bool,
    /// Its text.
    pub bytes: Vec<u8>,
    /// Where its lines start.
    pub lines: LineIndex,
    /// Whether it is a header of CUDA's.
    is_of_toolkit: bool,
    /// Rules that comments hide, with the line, or 0 for the whole file.
    allowed: Vec<(u32, String)>,
}

/// Whether a path is one of CUDA's headers by its folders: `cuda-13.0/include`, `nvidia/cu13/include`, `targets/x86_64-linux/include`.
fn is_toolkit_path(path: &str) -> bool {
    let folders: Vec<String> = path.split(['/', '\\']).map(str::to_ascii_lowercase).collect();
    let names_toolkit = |folder: &String| {
        let is_release = folder.strip_prefix("cu").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        is_release || folder.starts_with("cuda") || folder == "nvidia" || folder == "targets" || folder == "usr"
    };
    let include = folders.iter().position(|folder| folder == "include");
    include.is_some_and(|at| folders[..at].iter().any(names_toolkit))
}

impl SourceText {
    /// A file with this text.
    pub fn new(path: String, is_local: bool, bytes: Vec<u8>) -> Self {
        let lines = LineIndex::new(&bytes);
        let allowed = allowed(&bytes, &lines);
        // Folders of one's own may be called anything.
        let is_of_toolkit = !is_local && is_toolkit_path(&path);
        Self { path, is_local, bytes, lines, is_of_toolkit, allowed }
    }

    /// A file that is a header of CUDA's wherever it lies, if that is so.
    pub fn of_toolkit(self, is_of_toolkit: bool) -> Self {
        Self { is_of_toolkit: self.is_of_toolkit || is_of_toolkit, ..self }
    }

    /// A line, from 1.
    pub fn line(&self, number: u32) -> Option<String> {
        let start = self.lines.line_start(number)?;
        let end = self.lines.line_start(number + 1).unwrap_or(self.bytes.len() as u32);
        Some(String::from_utf8_lossy(self.bytes.get(start as usize..end as usize)?).into_owned())
    }

    /// The word at a place, or the line without its indentation if the compiler has told no column. Nothing if there is no such line.
    pub(super) fn span(&self, place: &OriginPlace) -> Option<Span> {
        let start = self.lines.line_start(place.line)?;
        let end = self.lines.line_start(place.line + 1).unwrap_or(self.bytes.len() as u32);
        let line = self.bytes.get(start as usize..end as usize)?.trim_ascii_end();
        if line.is_empty() {
            return None;
        }
        let indent = line.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let column = (place.column as usize).saturating_sub(1);
        let (from, to) = match line.get(column..).filter(|rest| place.column > 0 && !rest.is_empty()) {
            None => (indent, line.len()),
            Some(rest) => {
                let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | 0x80..);
                (column, column + rest.iter().take_while(is_word).count().max(1))
            }
        };
        Some(Span::new(start + from as u32, start + to as u32))
    }

    /// Whether a comment hides findings of a rule on a line.
    pub fn allows(&self, rule: &str, line: u32) -> bool {
        self.allowed.iter().any(|(at, name)| name == rule && (*at == line || *at == 0))
    }
}

/// Reads comments like `// ptxlint: allow(rule)`. One on a line of its own holds for the next line.
fn allowed(bytes: &[u8], lines: &LineIndex) -> Vec<(u32, String)> {
    const MARK: &[u8] = b"ptxlint:";
    let mut found = Vec::new();
    let mut start = 0;
    while let Some(at) = bytes[start..].windows(MARK.len()).position(|window| window == MARK) {
        let at = start + at;
        start = at + MARK.len();
        let number = lines.position(at as u32).line;
        let before = &bytes[lines.line_start(number).unwrap_or(0) as usize..at];
        // `//`, `/*` and `#`, with anything between them and the mark.
        let comment = before.windows(2).position(|pair| pair == b"//" || pair == b"/*");
        let Some(comment) = comment.or_else(|| before.iter().position(|&byte| byte == b'#')) else { continue };
        let is_alone = before[..comment].trim_ascii().is_empty();
        let rest = bytes[start..].trim_ascii_start();
        let rest = &rest[..rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len())];
        let (line, names) = match rest.strip_prefix(b"allow-file(") {
            Some(names) => (0, names),
            None => match rest.strip_prefix(b"allow(") {
                Some(names) => (number + u32::from(is_alone), names),
                None => continue,
            },
        };
        let Some(end) = names.iter().position(|&byte| byte == b')') else { continue };
        let names = String::from_utf8_lossy(&names[..end]);
        found.extend(names.split(',').map(|name| (line, name.trim().to_string())));
    }
    found
}

/// A place in a source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OriginPlace {
    /// The number of its `.file`.
    file: u32,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1; 0 if the compiler has told none.
    pub column: u32,
}

/// Where an instruction comes from.
#[derive(Clone, Debug)]
pub struct InstructionOrigin {
    /// The place, and those where the function that holds it was inlined, innermost first.
    pub places: Vec<OriginPlace>,
    /// The inlined function that holds the first place.
    pub function: Option<String>,
}

/// The sources of a module.
#[derive(Debug, Default)]
pub struct SourceMap {
    /// By number: the name of the file as the module has it, and its text.
    files: HashMap<u32, (String, Option<Arc<SourceText>>)>,
    /// Parts of the module with the same origin, in its order: start, end, number of the origin.
    ranges: Vec<(u32, u32, usize)>,
    origins: Vec<Option<InstructionOrigin>>,
}

/// Functions that were inlined into each other are followed so far.
const DEPTH: usize = 32;

impl SourceMap {
    /// Reads the directives of a module. `load` finds a source by the name that `.file` has.
    pub fn new(module: &Module<'_>, mut load: impl FnMut(&str) -> Option<Arc<SourceText>>) -> Self {
        let mut map = Self { origins: origins(module), ..Self::default() };
        for id in module.function_ids() {
            map.add_function(module, id);
        }
        map.ranges.sort_unstable();
        for file in &module.files {
            let name = module.source.text_of(file.name);
            let name = name.trim_matches('"');
            map.files.entry(file.index).or_insert_with(|| (name.to_string(), load(name)));
        }
        map
    }

    fn add_function(&mut self, module: &Module<'_>, id: FunctionId) {
        let function = &module[id];
        let insts = function.insts.indices();
        let first = module.locations.partition_point(|location| location.inst.index() < insts.start);
        let end = module.locations.partition_point(|location| location.inst.index() < insts.end);
        let start_of = |inst: usize| module.insts[inst].span.start;
        for i in first..end {
            let location = &module.locations[i];
            let next = match module.locations.get(i + 1) {
                Some(next) if i + 1 < end => next.inst.index(),
                _ => insts.end,
            };
            if next > location.inst.index() {
                self.ranges.push((start_of(location.inst.index()), module.insts[next - 1].span.end, i));
            }
        }
        // What stands before the first instruction belongs to the function as a whole.
        if first < end {
            self.ranges.push((function.span.start, start_of(module.locations[first].inst.index()), first));
        }
    }

    /// Where the text at an offset comes from.
    pub fn origin(&self, offset: u32) -> Option<&InstructionOrigin> {
        let after = self.ranges.partition_point(|&(start, ..)| start <= offset);
        let &(_, end, origin) = self.ranges.get(after.checked_sub(1)?)?;
        self.origins.get(origin)?.as_ref().filter(|_| offset < end)
    }

    /// The source of a place, if it was found.
    pub fn text(&self, place: &OriginPlace) -> Option<&SourceText> {
        self.files.get(&place.file)?.1.as_deref()
    }

    /// The place that its author can mend: the first one outside of CUDA's headers, whose functions (`atomicAdd`, `__shfl_sync`) are
    /// inlined where they are called.
    pub fn authored<'o>(&self, origin: &'o InstructionOrigin) -> Option<&'o OriginPlace> {
        let is_authored = |place: &&OriginPlace| match self.files.get(&place.file) {
            Some((_, Some(text))) => !text.is_of_toolkit,
            Some((name, None)) => !is_toolkit_path(name),
            None => true,
        };
        origin.places.iter().find(is_authored).or(origin.places.first())
    }

    /// The name of a place's file.
    pub fn path(&self, place: &OriginPlace) -> &str {
        match self.files.get(&place.file) {
            Some((_, Some(text))) => &text.path,
            Some((name, None)) => name,
            None => "<unknown>",
        }
    }

    /// File, line and, if it is known, column.
    pub fn describe(&self, place: &OriginPlace) -> String {
        let column = if place.column > 0 { format!(":{}", place.column) } else { String::new() };
        format!("{}:{}{column}", self.path(place), place.line)
    }

    /// Whether a comment in a source hides a finding: at its line, or where that was inlined.
    pub fn hides(&self, finding: &Diagnostic) -> bool {
        let Some(origin) = self.origin(finding.span.start) else { return false };
        let allows =
            |place: &OriginPlace| self.text(place).is_some_and(|text| text.allows(finding.rule.name, place.line));
        origin.places.iter().any(allows)
    }
}

/// The origin that each `.loc` tells; none where its line is 0.
fn origins(module: &Module<'_>) -> Vec<Option<InstructionOrigin>> {
    let mut origins: Vec<Option<InstructionOrigin>> = Vec::with_capacity(module.locations.len());
    let mut inlined = module.inlined.iter().peekable();
    // A call that was inlined itself has had a `.loc` of its own before.
    let mut known: HashMap<OriginPlace, usize> = HashMap::new();
    // The same label stands at many lines.
    let mut names: HashMap<&[u8], Option<String>> = HashMap::new();
    let labels = if module.inlined.is_empty() { HashMap::new() } else { section_labels(module) };
    for (i, location) in module.locations.iter().enumerate() {
        let place = OriginPlace { file: location.file, line: location.line, column: location.column };
        let mut origin = InstructionOrigin { places: vec![place], function: None };
        while let Some(call) = inlined.next_if(|it| it.location <= i) {
            let [file, line, column] = call.place;
            let site = OriginPlace { file, line, column };
            match known.get(&site).and_then(|&at| origins[at].as_ref()) {
                Some(caller) => origin.places.extend(&caller.places[..caller.places.len().min(DEPTH)]),
                None => origin.places.push(site),
            }
            origin.function =
                names.entry(module.source.slice(call.name)).or_insert_with_key(|label| name(&labels, label)).clone();
        }
        known.insert(place, i);
        origins.push((place.line > 0).then_some(origin));
    }
    origins
}

/// What follows each label of the sections.
fn section_labels<'s>(module: &Module<'s>) -> HashMap<&'s [u8], &'s [u8]> {
    let source = module.source.bytes();
    let start = module.sections.first().map_or(source.len(), |section| section.span.start as usize);
    let text = source.get(start..).unwrap_or_default();
    let mut labels = HashMap::new();
    let mut at = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let start = line.len() - line.trim_ascii_start().len();
        if let Some(length) = line[start..].iter().position(|&byte| byte == b':') {
            labels.insert(&line[start..start + length], &text[at + start + length + 1..]);
        }
        at += line.len();
    }
    labels
}

/// The bytes of a section behind a label, up to a zero, as text: `$L__info_string0: .b8 95,90, …`, or
/// `.b8 95 .b8 90 …`.
fn name(labels: &HashMap<&[u8], &[u8]>, label: &[u8]) -> Option<String> {
    let text = labels.get(label)?;
    let words = text.split(|byte| byte.is_ascii_whitespace() || *byte == b',').filter(|word| !word.is_empty());
    let mut name = Vec::new();
    // One directive lists all bytes, or each byte has a directive of its own.
    for number in words.filter(|word| *word != b".b8") {
        match std::str::from_utf8(number).ok()?.parse::<u8>().ok()? {
            0 => return String::from_utf8(name).ok(),
            byte => name.push(byte),
        }
    }
    None
}
