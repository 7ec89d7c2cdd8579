//! Linking: several modules as one, as `nvlink` and the driver (`cuLinkComplete`) put together what was compiled by itself.
//!
//! A module declares what it takes from others (`.extern`), and PTX wants declarations before uses. So the result has declarations of
//! all functions first, then variables, then what is left of each module. Names that belong to one module get another spelling where
//! two modules have them, and so do the numbers of `.file`.

use crate::ir::{Function, FunctionKind, HeaderKind, Linkage, Module, Variable, VariableRole};
use crate::lexer::{self, TokenKind};
use crate::source::Source;
use crate::span::Span;
use std::collections::{HashMap, HashSet};

/// What stands before the number of a file.
const BEFORE_FILES: [&str; 3] = [".file", ".loc", "inlined_at"];

/// One of the modules.
struct Unit<'t> {
    text: &'t str,
    module: Module<'t>,
    /// Names that it calls otherwise than its text.
    renamed: HashMap<String, String>,
    /// What is added to the numbers of its files.
    first_file: u32,
}

/// Puts modules together.
///
/// # Errors
/// One of them is no PTX, and why.
pub fn link(texts: &[String]) -> Result<String, String> {
    if let [text] = texts {
        return Ok(text.clone());
    }
    let mut units = Vec::new();
    let mut first_file = 0;
    for text in texts {
        let source = Source::new(text.as_bytes()).map_err(|_| "a module of more than 4 GiB".to_string())?;
        let module = crate::parser::parse(source);
        if !module.syntax_errors.is_empty() {
            return Err(format!("module {} of those that are linked is not PTX", units.len() + 1));
        }
        let files = module.files.iter().map(|file| file.index).max().unwrap_or(0);
        units.push(Unit { text, module, renamed: HashMap::new(), first_file });
        first_file += files;
    }
    spell_apart(&mut units);
    let newest = |unit: &&Unit<'_>| unit.version();
    let headers = units.iter().max_by(|a, b| newest(a).total_cmp(&newest(b))).map_or(String::new(), Unit::headers);
    let (declarations, taken) = declarations(&units);
    let bodies: Vec<String> = units.iter().zip(taken).map(|(unit, taken)| unit.without(taken)).collect();
    Ok(format!("{headers}{declarations}{}", bodies.join("\n")))
}

/// Gives names that belong to one module another spelling where others have them.
fn spell_apart(units: &mut [Unit<'_>]) {
    let mut known: HashSet<String> = HashSet::new();
    for (number, unit) in units.iter_mut().enumerate() {
        let names = unit.names();
        let internal = names.iter().filter(|(_, linkage)| *linkage == Linkage::Internal).map(|(name, _)| name.clone());
        let labels = unit.module.section_labels.iter().map(|&span| unit.slice(span).to_string());
        let own: HashSet<String> = internal.chain(labels).collect();
        unit.renamed = own
            .iter()
            .filter(|name| known.contains(*name))
            .map(|name| (name.clone(), format!("{name}__unit{number}")))
            .collect();
        known.extend(own);
        known.extend(names.into_iter().map(|(name, _)| name));
    }
}

/// All declarations, in the order in which PTX wants them, and what of each module they take the place of.
fn declarations(units: &[Unit<'_>]) -> (String, Vec<Vec<Span>>) {
    let mut defined: HashMap<String, Linkage> = HashMap::new();
    for unit in units {
        for function in unit.functions().filter(|function| function.is_definition()) {
            defined.entry(unit.name_of(function)).or_insert(function.linkage);
        }
        for variable in unit.variables().filter(|variable| variable.linkage != Linkage::Extern) {
            defined.entry(unit.variable_name(variable)).or_insert(variable.linkage);
        }
    }
    let (mut of_functions, mut of_variables) = (String::new(), String::new());
    let (mut declared, mut bodies) = (HashSet::new(), HashSet::new());
    let mut taken = vec![Vec::new(); units.len()];
    for (unit, taken) in units.iter().zip(&mut taken) {
        taken.extend(unit.module.headers.iter().map(|header| header.span));
        for function in unit.functions() {
            let name = unit.name_of(function);
            if !function.is_definition() {
                taken.push(function.span);
                if declared.insert(name.clone()) {
                    of_functions.push_str(&unit.declaration(function, defined.get(&name).copied()));
                }
            } else if !bodies.insert(name) && function.linkage == Linkage::Weak {
                taken.push(function.span);
            }
        }
        for variable in unit.variables() {
            let name = unit.variable_name(variable);
            let statement = unit.statement(variable);
            let is_other = variable.linkage == Linkage::Extern && defined.contains_key(&name);
            let is_new = !is_other && declared.insert(name);
            if is_new && !taken.contains(&statement) {
                of_variables.push_str(&unit.piece(statement));
                of_variables.push('\n');
            }
            // What is defined twice stays, for the assembler to complain of.
            if is_new || matches!(variable.linkage, Linkage::Extern | Linkage::Weak | Linkage::Common) {
                taken.push(statement);
            }
        }
    }
    (of_functions + &of_variables, taken)
}

impl<'t> Unit<'t> {
    fn slice(&self, span: Span) -> &'t str {
        &self.text[span.start as usize..span.end as usize]
    }

    fn functions(&self) -> impl Iterator<Item = &Function> {
        self.module.functions.iter().filter(|it| it.kind != FunctionKind::Prototype && it.name.is_some())
    }

    fn variables(&self) -> impl Iterator<Item = &Variable> {
        self.module.variables.iter().filter(|it| it.role == VariableRole::Module && it.name.is_some())
    }

    /// A name as the result spells it.
    fn spelled(&self, name: &str) -> String {
        self.renamed.get(name).cloned().unwrap_or_else(|| name.to_string())
    }

    fn name_of(&self, function: &Function) -> String {
        self.spelled(function.name.map_or("", |name| self.module.name(name)))
    }

    fn variable_name(&self, variable: &Variable) -> String {
        self.spelled(variable.name.map_or("", |name| self.module.name(name)))
    }

    /// The names that the module declares, before any is changed.
    fn names(&self) -> Vec<(String, Linkage)> {
        let functions = self.functions().map(|it| (it.name, it.linkage));
        let variables = self.variables().map(|it| (it.name, it.linkage));
        let named = |(name, linkage): (Option<_>, _)| Some((self.module.name(name?).to_string(), linkage));
        functions.chain(variables).filter_map(named).collect()
    }

    fn version(&self) -> f64 {
        let number = self.module.headers.iter().find_map(|header| match header.kind {
            HeaderKind::Version(span) => self.slice(span).parse().ok(),
            _ => None,
        });
        number.unwrap_or(0.0)
    }

    fn headers(&self) -> String {
        self.module.headers.iter().map(|header| format!("{}\n", self.slice(header.span))).collect()
    }

    /// A declaration without a body, with the linkage of the definition if there is one.
    fn declaration(&self, function: &Function, linkage: Option<Linkage>) -> String {
        let text = self.piece(function.span);
        let linkage = match linkage {
            Some(Linkage::Visible) => ".visible",
            Some(Linkage::Weak) => ".weak",
            _ => ".extern",
        };
        match text.split_once(".extern") {
            Some((before, behind)) if function.linkage == Linkage::Extern => format!("{before}{linkage}{behind}\n"),
            _ => format!("{text}\n"),
        }
    }

    /// The statement that declares a variable, perhaps with others.
    fn statement(&self, variable: &Variable) -> Span {
        // The linkage stands before what the declaration itself begins with.
        let storage = variable.storage_span.start as usize;
        let linkage = self.text[..storage].rfind('.').filter(|_| variable.linkage != Linkage::Internal);
        let start = linkage.unwrap_or(storage) as u32;
        let behind = self.text[variable.name_span.end as usize..]
            .find(';')
            .map_or(self.text.len(), |length| variable.name_span.end as usize + length + 1);
        Span::new(start, behind as u32)
    }

    /// What is left when some parts are taken away.
    fn without(&self, mut taken: Vec<Span>) -> String {
        taken.sort_by_key(|span| span.start);
        let mut text = String::new();
        let mut at = self.module.source.text().start;
        for span in taken.into_iter().chain([Span::new(self.text.len() as u32, self.text.len() as u32)]) {
            if span.start >= at {
                text.push_str(&self.piece(Span::new(at, span.start)));
            }
            at = at.max(span.end);
        }
        text
    }

    /// A part of the text as the result spells it.
    fn piece(&self, span: Span) -> String {
        let part = self.slice(span);
        let Ok(source) = Source::new(part.as_bytes()) else { return part.to_string() };
        let mut text = String::new();
        let (mut at, mut is_file) = (0, false);
        for token in lexer::lex(source).tokens {
            let range = token.span().start as usize..token.span().end as usize;
            let word = &part[range.clone()];
            let other = match token.kind() {
                TokenKind::Word => self.renamed.get(word).cloned(),
                TokenKind::Integer if is_file => {
                    word.parse().ok().map(|file: u32| (file + self.first_file).to_string())
                }
                _ => None,
            };
            if let Some(other) = other {
                text.push_str(&part[at..range.start]);
                text.push_str(&other);
                at = range.end;
            }
            is_file = BEFORE_FILES.contains(&word);
        }
        text.push_str(&part[at..]);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::{Arg, Cpu, Device};
    use crate::launch::LaunchConfig;

    const FIRST: &str = r#".version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 r) twice(.param .b32 x);
.extern .global .align 4 .b8 table[8];
.global .align 4 .u32 own = 5;
.weak .func (.param .b32 r) same(.param .b32 x) { .reg .b32 %r<2>; ld.param.b32 %r1, [x]; st.param.b32 [r], %r1; ret; }
.visible .entry first(.param .u64 out) {
    .reg .b32 %r<5>; .reg .b64 %rd<2>;
    .loc 1 7 0
    ld.param.u64 %rd1, [out];
    ld.global.u32 %r1, [own];
    ld.global.u32 %r2, [table+4];
    add.u32 %r1, %r1, %r2;
    { .param .b32 x; .param .b32 r; st.param.b32 [x], %r1; call.uni (r), twice, (x); ld.param.b32 %r3, [r]; }
    { .param .b32 x; .param .b32 r; st.param.b32 [x], %r3; call.uni (r), same, (x); ld.param.b32 %r3, [r]; }
    st.global.u32 [%rd1], %r3;
    ret;
}
.file 1 "first.cu"
"#;

    const SECOND: &str = r#".version 8.3
.target sm_80
.address_size 64
.global .align 4 .u32 own = 7;
.visible .global .align 4 .b8 table[8] = {1, 0, 0, 0, 2, 0, 0, 0};
.weak .func (.param .b32 r) same(.param .b32 x) { .reg .b32 %r<2>; ld.param.b32 %r1, [x]; st.param.b32 [r], %r1; ret; }
.visible .func (.param .b32 r) twice(.param .b32 x) {
    .reg .b32 %r<4>;
    .loc 1 3 0
    ld.param.b32 %r1, [x];
    ld.global.u32 %r2, [own];
    mad.lo.u32 %r3, %r1, 2, %r2;
    st.param.b32 [r], %r3;
    ret;
}
.file 1 "second.cu"
"#;

    #[test]
    fn modules_find_what_others_define() {
        let linked = link(&[FIRST, SECOND].map(str::to_string)).expect("a module");
        assert!(
            linked.starts_with(".version 8.3")
                && linked.contains(".loc 2 3 0")
                && linked.contains(".file 2 \"second.cu\"")
        );
        let mut cpu = Cpu::new();
        let module = cpu.load(&linked).unwrap_or_else(|error| panic!("{error}: {linked}"));
        let out = cpu.alloc(4).expect("a buffer");
        cpu.launch(module, "first", LaunchConfig::new([1; 3], [1; 3]), &[Arg::Buffer(out)]).expect("a launch");
        let mut found = [0; 4];
        cpu.download(out, &mut found).expect("room");
        assert_eq!(u32::from_le_bytes(found), 2 * (5 + 2) + 7);
        assert!(link(&["nonsense", SECOND].map(str::to_string)).is_err());
    }
}
