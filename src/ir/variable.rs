//! Variables, parameters and registers.

use super::IdRange;
use super::function::Linkage;
use super::operand::ConstKind;
use crate::ids::{FuncId, FunctionId, InitializerId, NameId, RegDeclId, VarId};
use crate::isa::{ScalarType, StateSpace};
use crate::span::Span;

/// Where a variable is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariableRole {
    /// At module level.
    Module,
    /// As a parameter of a function.
    Param,
    /// As a return parameter of a function.
    Return,
    /// In a function body.
    Local,
}

/// `.ptr{.space}{.align N}` of a kernel parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointerAttribute {
    /// The space that the pointer points to; generic when `None`.
    pub space: Option<StateSpace>,
    /// The promised alignment of the pointee in bytes.
    pub align: Option<u64>,
    /// Where `.ptr` stands.
    pub span: Span,
}

/// `.attribute(…)` of a variable or function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// `.managed` is in the list.
    pub managed: bool,
    /// `.unified(…, …)` is in the list.
    pub unified: bool,
    /// The whole attribute.
    pub span: Span,
}

/// The initial value of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Initializer {
    /// Where the value stands.
    pub span: Span,
    /// Its bytes, little-endian, without trailing elements that the text omits; see
    /// [`super::Module::initial_bytes`].
    pub bytes: IdRange,
    /// Symbol addresses within those bytes; see [`super::Module::relocations`].
    pub relocations: IdRange,
    /// Number of elements that the text gives.
    pub elements: u64,
    /// The first element that does not fit its place.
    pub misfit: Option<Misfit>,
}

/// An element of an initial value that does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// The element.
    pub span: Span,
    /// Why it does not fit.
    pub kind: MisfitKind,
}

/// See [`Misfit`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MisfitKind {
    /// The dimension has fewer places.
    TooMany,
    /// A vector has another number of elements than the text.
    VectorLength {
        /// How many there are in the text.
        found: u64,
        /// How many the vector has.
        wanted: u64,
    },
    /// The braces nest deeper or less deep than the variable's dimensions.
    Depth,
    /// A constant of this kind is no value of the type.
    Kind(ConstKind),
    /// The name means nothing that has an address.
    Symbol,
}

/// A `name = value` in the initial value of an opaque variable.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// The type of the variable.
    pub ty: ScalarType,
    /// The property.
    pub name: Span,
    /// Its value, when that is a word.
    pub word: Option<Span>,
}

/// A symbol's address within an initializer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// Byte offset within the variable.
    pub offset: u32,
    /// The symbol.
    pub symbol: Symbol,
    /// Constant that is added to the symbol's address.
    pub addend: i64,
    /// `generic(symbol)`: the generic address rather than the one within the space.
    pub generic: bool,
    /// `mask(symbol)`: which bits of the address are stored; all when `None`.
    pub mask: Option<u64>,
    /// Where the symbol stands.
    pub span: Span,
}

/// What a relocation or alias names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// A variable.
    Var(VarId),
    /// A function.
    Func(FuncId),
    /// Nothing that is declared.
    Unresolved(NameId),
}

/// A variable or parameter outside the register space.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// Its name; `_` and omitted names have none.
    pub name: Option<NameId>,
    /// Where the name stands; the place of the type when there is no name.
    pub name_span: Span,
    /// The whole declarator with its type.
    pub span: Span,
    /// State space.
    pub space: StateSpace,
    /// Element type; `None` when the text names none or an unknown one.
    pub ty: Option<ScalarType>,
    /// Where the type stands.
    pub type_span: Span,
    /// Vector length: 1, 2, 4 or 8.
    pub vector: u8,
    /// `.align`, in bytes.
    pub align: Option<u64>,
    /// The bank of `.const[N]`, which old versions had; 255 stands for any that is higher, too.
    pub bank: Option<u8>,
    /// From the first word of the declaration to its type.
    pub storage_span: Span,
    /// Extents in the dimension arena; empty for a scalar.
    pub dims: IdRange,
    /// Linkage.
    pub linkage: Linkage,
    /// Where it is declared.
    pub role: VariableRole,
    /// The function that it belongs to.
    pub function: Option<FunctionId>,
    /// `.ptr` of a parameter.
    pub pointer: Option<PointerAttribute>,
    /// `.attribute(…)`
    pub attribute: Option<Attribute>,
    /// Initial value.
    pub init: Option<InitializerId>,
    /// Size in bytes, all elements together; `None` for an incomplete array or an unknown type.
    pub size: Option<u64>,
}

impl Variable {
    /// Size of one element in bytes, the vector included.
    pub fn element_size(&self) -> Option<u64> {
        Some(u64::from(self.ty?.bytes()) * u64::from(self.vector))
    }

    /// The alignment that the assembler gives it, in bytes: the declared one, but no less than the size of an element.
    pub fn alignment(&self) -> Option<u64> {
        Some(self.element_size()?.max(self.align.unwrap_or(1)))
    }
}

/// One declarator of a `.reg` directive: `%r<40>`, or a single name.
#[derive(Clone, Copy, Debug)]
pub struct RegDecl {
    /// The name, or the prefix of a range.
    pub name: NameId,
    /// The declarator.
    pub span: Span,
    /// Type; `None` when the text names none or an unknown one.
    pub ty: Option<ScalarType>,
    /// Where the type stands.
    pub type_span: Span,
    /// Vector length: 1, 2 or 4.
    pub vector: u8,
    /// `.align`, which means nothing for a register.
    pub align: Option<u64>,
    /// From the first word of the declaration to its type.
    pub storage_span: Span,
    /// Number of registers of a range `%r<N>`; `None` for a single register.
    pub count: Option<u64>,
    /// The function that it belongs to; `None` at module level.
    pub function: Option<FunctionId>,
    /// It is a parameter of a `.callprototype`, and no register at all.
    pub of_prototype: bool,
    /// It stands in a block within the body, as inline assembly does.
    pub nested: bool,
}

impl RegDecl {
    /// Width in bits of one component.
    pub fn bits(&self) -> Option<u32> {
        self.ty.map(ScalarType::bits)
    }
}

/// A register that the code mentions.
#[derive(Clone, Copy, Debug)]
pub struct Register {
    /// Its name.
    pub name: NameId,
    /// Its declaration.
    pub decl: RegDeclId,
}
