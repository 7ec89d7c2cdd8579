//! The resolved module: what all rules read.
//!
//! Everything lives in a few flat arenas of [`Module`], indexed by the ids of [`crate::ids`]. Names stay slices of
//! the source. An instruction is 20 bytes, an operand 16; the decoded opcode is shared by all instructions with
//! the same spelling.

mod access;
mod form;
mod function;
mod opcode;
mod operand;
mod section;
mod variable;

pub use access::{Access, RegAccess};
pub use function::{Directive, DirectiveKind, Function, FunctionKind, FunctionSymbol, Linkage, ParamList};
pub use opcode::{Modifier, Opcode};
pub use operand::{Address, Component, Const, ConstKind, List, Operand, OperandKind};
pub use section::{DebugSections, Section, SectionBytes};
pub use variable::{
    Attribute, Initializer, Misfit, MisfitKind, PointerAttribute, Property, RegDecl, Register, Relocation, Symbol,
    Variable, VariableRole,
};

use crate::ids::{
    AddressId, ConstId, FuncId, FunctionId, InitializerId, InstId, LabelId, NameId, OpcodeId, RegDeclId, RegId, VarId,
};
use crate::names::Names;
use crate::source::Source;
use crate::span::Span;

/// A half-open range of ids of one arena.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct IdRange {
    /// Index of the first element.
    pub start: u32,
    /// Index one past the last element.
    pub end: u32,
}

impl IdRange {
    /// The indices.
    pub fn indices(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Number of elements.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether there is no element.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether `index` is in the range.
    pub fn contains(self, index: usize) -> bool {
        self.indices().contains(&index)
    }
}

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub struct Inst {
    /// The opcode with its modifiers.
    pub opcode: OpcodeId,
    /// First operand in the operand arena. The guard, if any, sits just before it.
    pub(crate) operands: u32,
    pub(crate) operand_count: u16,
    pub(crate) guarded: bool,
    /// From the opcode's first byte to the semicolon, both included.
    pub span: Span,
}

/// What a label stands for.
#[derive(Clone, Copy, Debug)]
pub enum LabelKind {
    /// A place in the code: the instruction that follows. It is the end of the body when the id equals the end of
    /// the function's instructions.
    Code(InstId),
    /// `.branchtargets`: label operands.
    BranchTargets(List),
    /// `.calltargets`: function operands.
    CallTargets(List),
    /// `.callprototype`: a function declaration without a name.
    CallPrototype(FunctionId),
}

/// A label definition.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// Its name.
    pub name: NameId,
    /// Where the name is defined.
    pub span: Span,
    /// What it names.
    pub kind: LabelKind,
}

/// A `.loc` directive: the source position of the instructions that follow.
#[derive(Clone, Copy, Debug)]
pub struct Location {
    /// First instruction that it applies to.
    pub inst: InstId,
    /// Index of the `.file` directive.
    pub file: u32,
    /// Line, from 1; 0 means no position.
    pub line: u32,
    /// Column.
    pub column: u32,
}

/// A `.file` directive.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile {
    /// The number that `.loc` uses.
    pub index: u32,
    /// The file name with its quotes.
    pub name: Span,
}

/// An `.alias` directive.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// The directive.
    pub span: Span,
    /// The name that stands for a function.
    pub alias: Span,
    /// The name of the function that it stands for.
    pub aliasee: Span,
    /// Both functions, if they are declared before.
    pub functions: Option<(FuncId, FuncId)>,
}

/// The second half of a `.loc`: the place where a function was inlined.
#[derive(Clone, Copy, Debug)]
pub struct InlinedAt {
    /// Index of the `.loc` in [`Module::locations`].
    pub location: usize,
    /// The label of the function's name, or a section.
    pub name: Span,
    /// File, line and column of the call.
    pub place: [u32; 3],
    /// The place in the text.
    pub span: Span,
}

/// A module directive before the first function: `.version`, `.target`, `.address_size`.
#[derive(Clone, Copy, Debug)]
pub enum HeaderKind {
    /// `.version`, with the place of its number.
    Version(Span),
    /// `.target`, with the place of its list.
    Target(Span),
    /// `.address_size`, with its value.
    AddressSize(u64),
}

/// A header directive and its place.
#[derive(Clone, Copy, Debug)]
pub struct Header {
    /// Which directive.
    pub kind: HeaderKind,
    /// The whole directive.
    pub span: Span,
}

/// What the grammar accepts at the place of a syntax error, in words for a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A token or construct: "expected …".
    Construct(&'static str),
    /// The text is wrong for the reason given, whatever might follow.
    Reason(&'static str),
    /// An opening brace or bracket at this place is never closed.
    Unclosed(Span),
    /// The row of a debug section that ends here is wrong at a place, for a reason: a row is judged when it has been read.
    Row(Span, &'static str),
}

/// A place where the text is no PTX.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// The token at which the grammar failed.
    pub span: Span,
    /// What would have been accepted there.
    pub expected: Expected,
    /// The function whose body holds the error.
    pub function: Option<FunctionId>,
}

/// The words of what was skipped after syntax errors: whatever they declare is missing for that reason alone.
#[derive(Clone, Default, Debug)]
pub struct Lost<'s> {
    words: std::collections::HashSet<&'s [u8]>,
}

impl<'s> Lost<'s> {
    pub(crate) fn insert(&mut self, word: &'s [u8]) {
        self.words.insert(word);
    }

    /// Whether a word stands in skipped text.
    pub fn contains(&self, word: &[u8]) -> bool {
        self.words.contains(word)
    }
}

/// A name that does not resolve, or that is defined twice.
#[derive(Clone, Copy, Debug)]
pub struct NameError {
    /// The name.
    pub name: NameId,
    /// Where it stands.
    pub span: Span,
    /// The function whose body holds it.
    pub function: Option<FunctionId>,
    /// What is wrong.
    pub kind: NameErrorKind,
}

/// See [`NameError`].
#[derive(Clone, Copy, Debug)]
pub enum NameErrorKind {
    /// Nothing of that name is in scope.
    Undeclared,
    /// No label of that name is in scope; the name is a branch target.
    UndefinedLabel,
    /// A function is called before any declaration.
    UndeclaredFunction,
    /// The number of the register is outside the declared range.
    OutsideRange(RegDeclId),
    /// Something of that name exists in the same scope.
    Duplicate(Span),
    /// The declaration of a function disagrees in kind with an earlier one of that name.
    Inconsistent(Span),
    /// The name of a special register, which the module can't have.
    Reserved,
    /// An identifier that only LLVM's printer produces: dots are no part of a PTX identifier.
    Dotted,
}

/// A whole PTX module, parsed and resolved.
pub struct Module<'s> {
    /// The text.
    pub source: Source<'s>,
    /// All identifiers and opcodes.
    pub names: Names<'s>,
    /// `.version`, `.target`, `.address_size` in order.
    pub headers: Vec<Header>,
    /// Where the first item stands that is none of these.
    pub first_item: Option<u32>,
    /// Declarations and definitions of functions, in order. Prototypes of `.callprototype` are among them.
    pub functions: Vec<Function>,
    /// The distinct function names.
    pub symbols: Vec<FunctionSymbol>,
    /// Variables and parameters of all scopes.
    pub variables: Vec<Variable>,
    /// `.reg` declarators.
    pub reg_decls: Vec<RegDecl>,
    /// Registers that the code mentions, grouped by function.
    pub registers: Vec<Register>,
    /// Labels, grouped by function.
    pub labels: Vec<Label>,
    /// Instructions in source order.
    pub insts: Vec<Inst>,
    /// Distinct opcodes in order of first occurrence.
    pub opcodes: Vec<Opcode>,
    /// `.file` directives.
    pub files: Vec<SourceFile>,
    /// `.alias` directives.
    pub aliases: Vec<Alias>,
    /// `.section` directives.
    pub sections: Vec<Section>,
    /// What the sections hold that the assembler reads.
    pub debug_sections: DebugSections,
    /// Labels in sections.
    pub section_labels: Vec<Span>,
    /// The first negative number in a section.
    pub negative_in_section: Option<Span>,
    /// `.loc` directives of inlined code.
    pub inlined: Vec<InlinedAt>,
    /// Initial values of opaque variables.
    pub properties: Vec<Property>,
    /// `.loc` directives in order.
    pub locations: Vec<Location>,
    /// `.pragma` and performance directives of functions.
    pub directives: Vec<Directive>,
    /// Syntax errors in source order.
    pub syntax_errors: Vec<SyntaxError>,
    /// Name errors, ordered by function.
    pub name_errors: Vec<NameError>,
    /// The words that were skipped with syntax errors.
    pub lost: Lost<'s>,
    /// All comments in source order.
    pub comments: Vec<Span>,
    pub(crate) operands: Vec<Operand>,
    pub(crate) addresses: Vec<Address>,
    pub(crate) consts: Vec<Const>,
    pub(crate) dims: Vec<Option<u64>>,
    pub(crate) initializers: Vec<Initializer>,
    pub(crate) init_bytes: Vec<u8>,
    pub(crate) relocations: Vec<Relocation>,
    pub(crate) modifiers: Vec<Modifier>,
}

macro_rules! arena_index {
    ($($id:ty => $field:ident: $element:ty;)*) => {$(
        impl std::ops::Index<$id> for Module<'_> {
            type Output = $element;
            #[inline]
            fn index(&self, id: $id) -> &$element {
                &self.$field[id.index()]
            }
        }
    )*};
}

arena_index! {
    FunctionId => functions: Function;
    FuncId => symbols: FunctionSymbol;
    VarId => variables: Variable;
    RegDeclId => reg_decls: RegDecl;
    RegId => registers: Register;
    LabelId => labels: Label;
    InstId => insts: Inst;
    OpcodeId => opcodes: Opcode;
    AddressId => addresses: Address;
    ConstId => consts: Const;
    InitializerId => initializers: Initializer;
}

impl<'s> Module<'s> {
    /// An empty module over `source`.
    pub(crate) fn new(source: Source<'s>, tokens: usize) -> Self {
        Self {
            source,
            names: Names::new(source.bytes()),
            headers: Vec::new(),
            first_item: None,
            functions: Vec::new(),
            symbols: Vec::new(),
            variables: Vec::new(),
            reg_decls: Vec::new(),
            registers: Vec::new(),
            labels: Vec::new(),
            insts: Vec::with_capacity(tokens / 4),
            opcodes: Vec::new(),
            files: Vec::new(),
            aliases: Vec::new(),
            sections: Vec::new(),
            debug_sections: DebugSections::default(),
            section_labels: Vec::new(),
            negative_in_section: None,
            inlined: Vec::new(),
            properties: Vec::new(),
            locations: Vec::new(),
            directives: Vec::new(),
            syntax_errors: Vec::new(),
            name_errors: Vec::new(),
            lost: Lost::default(),
            comments: Vec::new(),
            operands: Vec::with_capacity(tokens / 2),
            addresses: Vec::new(),
            consts: Vec::new(),
            dims: Vec::new(),
            initializers: Vec::new(),
            init_bytes: Vec::new(),
            relocations: Vec::new(),
            modifiers: Vec::new(),
        }
    }

    /// The operands of an instruction, without its guard.
    #[inline]
    pub fn operands(&self, inst: InstId) -> &[Operand] {
        let inst = &self[inst];
        &self.operands[inst.operands as usize..inst.operands as usize + inst.operand_count as usize]
    }

    /// Visits the operands of an instruction without its guard, and all that they are made of.
    pub fn for_each_operand(&self, inst: InstId, mut visit: impl FnMut(Operand)) {
        self.operands(inst).iter().for_each(|&operand| self.visit_with_parts(operand, &mut visit));
    }

    fn visit_with_parts(&self, operand: Operand, visit: &mut impl FnMut(Operand)) {
        visit(operand);
        let parts = match operand.kind {
            OperandKind::Vector(list) | OperandKind::Args(list) | OperandKind::Pair(list) => list,
            OperandKind::Address(id) | OperandKind::Offset(id) => self[id].parts,
            _ => return,
        };
        self.list(parts).iter().for_each(|&part| self.visit_with_parts(part, visit));
    }

    /// The guard predicate of an instruction (`@p`, `@!p`).
    #[inline]
    pub fn guard(&self, inst: InstId) -> Option<Operand> {
        let inst = &self[inst];
        inst.guarded.then(|| self.operands[inst.operands as usize - 1])
    }

    /// Where the statement of an instruction starts in the text, its guard included.
    pub fn statement_start(&self, inst: InstId) -> usize {
        let opcode = self[inst].span.start as usize;
        let Some(guard) = self.guard(inst) else { return opcode };
        // Blanks may stand behind the sign of a guard.
        let upto = &self.source.bytes()[..=guard.span.start as usize];
        upto.iter().rposition(|&byte| byte == b'@').unwrap_or(opcode)
    }

    /// The elements of a vector, pair, list or address.
    #[inline]
    pub fn list(&self, list: List) -> &[Operand] {
        &self.operands[list.indices()]
    }

    /// The spelling of a name.
    pub fn name(&self, id: NameId) -> &'s str {
        self.names.text(id)
    }

    /// The spelling of a register.
    pub fn register_name(&self, id: RegId) -> &'s str {
        self.name(self[id].name)
    }

    /// The declaration of a register: its type and width.
    #[inline]
    pub fn declaration(&self, id: RegId) -> &RegDecl {
        &self[self[id].decl]
    }

    /// The declared extents of an array variable, outermost first; `None` for an omitted one.
    pub fn dims(&self, variable: &Variable) -> &[Option<u64>] {
        &self.dims[variable.dims.indices()]
    }

    /// The bytes that an initializer stores, without relocated symbols.
    pub fn initial_bytes(&self, initializer: &Initializer) -> &[u8] {
        &self.init_bytes[initializer.bytes.indices()]
    }

    /// The symbol addresses that an initializer stores.
    pub fn relocations(&self, initializer: &Initializer) -> &[Relocation] {
        &self.relocations[initializer.relocations.indices()]
    }

    /// Ids of all function declarations and definitions.
    pub fn function_ids(&self) -> impl DoubleEndedIterator<Item = FunctionId> + use<> {
        (0..self.functions.len()).map(FunctionId::new)
    }

    /// Ids of the instructions of a function.
    pub fn insts_of(&self, function: FunctionId) -> impl DoubleEndedIterator<Item = InstId> + use<> {
        self[function].insts.indices().map(InstId::new)
    }

    /// The function whose body holds an instruction.
    pub fn function_of(&self, inst: InstId) -> Option<FunctionId> {
        let after = self.functions.partition_point(|f| f.insts.start as usize <= inst.index());
        self.functions[..after].iter().rposition(|f| f.insts.contains(inst.index())).map(FunctionId::new)
    }

    /// The module's declared PTX version as text (`8.4`), if the directive is there.
    pub fn version_text(&self) -> Option<&'s str> {
        self.headers.iter().find_map(|header| match header.kind {
            HeaderKind::Version(span) => std::str::from_utf8(self.source.slice(span)).ok(),
            _ => None,
        })
    }

    /// Whether a `.target` has this option.
    pub fn has_target_option(&self, option: &[u8]) -> bool {
        self.headers.iter().any(|header| match header.kind {
            HeaderKind::Target(list) => {
                let words = self.source.slice(list).split(|b| !b.is_ascii_alphanumeric() && *b != b'_');
                words.into_iter().any(|word| word == option)
            }
            _ => false,
        })
    }

    /// The module's declared target list as text (`sm_90a, debug`), if the directive is there.
    pub fn target_text(&self) -> Option<&'s str> {
        self.headers.iter().find_map(|header| match header.kind {
            HeaderKind::Target(span) => std::str::from_utf8(self.source.slice(span)).ok(),
            _ => None,
        })
    }

    /// The first name of that list: the architecture (`sm_90a`).
    pub fn target_name(&self) -> Option<&'s str> {
        self.target_text()?.split(',').next().map(str::trim)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ir_stays_compact() {
        assert_eq!(size_of::<Inst>(), 20);
        assert_eq!(size_of::<Operand>(), 16);
        assert_eq!(size_of::<Register>(), 8);
        assert_eq!(size_of::<Option<RegId>>(), 4);
    }
}
