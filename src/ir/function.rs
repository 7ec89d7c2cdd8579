//! Functions and their directives.

use super::IdRange;
use super::operand::List;
use super::variable::Attribute;
use crate::ids::{FuncId, FunctionId, NameId};
use crate::span::Span;

/// Linkage of a symbol (PTX ISA 11.6).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Linkage {
    /// Visible within the module only.
    #[default]
    Internal,
    /// `.extern`
    Extern,
    /// `.visible`
    Visible,
    /// `.weak`
    Weak,
    /// `.common`
    Common,
}

/// What a function declaration declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionKind {
    /// `.entry`: a kernel.
    Entry,
    /// `.func`: a device function.
    Func,
    /// `.callprototype`: the type of an indirect call.
    Prototype,
}

impl FunctionKind {
    /// The word for messages.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Entry => "kernel",
            Self::Func => "function",
            Self::Prototype => "prototype",
        }
    }
}

/// A parameter list: ids of consecutive variables. `.reg` parameters are registers and not in it.
#[derive(Clone, Copy, Default, Debug)]
pub struct ParamList {
    /// The variables.
    pub vars: IdRange,
    /// The `.reg` declarators.
    pub regs: IdRange,
    /// Where the list stands, parentheses included; empty when it is omitted.
    pub span: Span,
}

impl ParamList {
    /// Number of parameters.
    pub fn len(&self) -> usize {
        self.vars.len() + self.regs.len()
    }

    /// Whether there is no parameter.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// One declaration or definition of a function.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name; `None` when it could not be read.
    pub name: Option<NameId>,
    /// All declarations of this name.
    pub symbol: Option<FuncId>,
    /// Where the name stands.
    pub name_span: Span,
    /// From the first directive to the closing brace or semicolon.
    pub span: Span,
    /// Kernel, device function or prototype.
    pub kind: FunctionKind,
    /// Linkage.
    pub linkage: Linkage,
    /// Parameters.
    pub params: ParamList,
    /// Return parameters.
    pub returns: ParamList,
    /// `.attribute(…)`
    pub attribute: Option<Attribute>,
    /// Performance-tuning and other directives.
    pub directives: IdRange,
    /// The braces of the body, if there is one.
    pub body: Option<Span>,
    /// Instructions of the body.
    pub insts: IdRange,
    /// Registers that the body mentions.
    pub registers: IdRange,
    /// `.reg` declarators of the body, those of `.reg` parameters included.
    pub reg_decls: IdRange,
    /// Labels of the body.
    pub labels: IdRange,
    /// Variables that belong to the function, parameters first.
    pub variables: IdRange,
    /// The body has syntax or name errors, or uses registers of the module: rules that follow data or control skip it.
    pub broken: bool,
}

impl Function {
    /// Whether this declaration has a body.
    pub fn is_definition(&self) -> bool {
        self.body.is_some()
    }
}

/// A function name and its declarations.
#[derive(Clone, Copy, Debug)]
pub struct FunctionSymbol {
    /// The name.
    pub name: NameId,
    /// The first declaration.
    pub first: FunctionId,
    /// The one with a body.
    pub definition: Option<FunctionId>,
    /// `.alias`: the function that stands in for it.
    pub alias_of: Option<FuncId>,
}

/// Which directive of a function header or body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DirectiveKind {
    /// `.maxntid nx{, ny{, nz}}`
    MaxNtid,
    /// `.reqntid nx{, ny{, nz}}`
    ReqNtid,
    /// `.minnctapersm n`
    MinNctaPerSm,
    /// `.maxnctapersm n` (deprecated)
    MaxNctaPerSm,
    /// `.maxnreg n`
    MaxNreg,
    /// `.noreturn`
    NoReturn,
    /// `.pragma "…"`
    Pragma,
    /// `.explicitcluster`
    ExplicitCluster,
    /// `.reqnctapercluster nx{, ny{, nz}}`
    ReqNctaPerCluster,
    /// `.maxclusterrank n`
    MaxClusterRank,
    /// `.blocksareclusters`
    BlocksAreClusters,
    /// `.abi_preserve n`
    AbiPreserve,
    /// `.abi_preserve_control n`
    AbiPreserveControl,
    /// `.local_maxnreg n` (undocumented)
    LocalMaxNreg,
    /// `.language n`, `.language "…"`
    Language,
    /// A directive of another name.
    Unknown,
}

impl DirectiveKind {
    /// The directive of this name, dot included.
    pub fn from_name(name: &[u8]) -> Self {
        match name {
            b".maxntid" => Self::MaxNtid,
            b".reqntid" => Self::ReqNtid,
            b".minnctapersm" => Self::MinNctaPerSm,
            b".maxnctapersm" => Self::MaxNctaPerSm,
            b".maxnreg" => Self::MaxNreg,
            b".noreturn" => Self::NoReturn,
            b".pragma" => Self::Pragma,
            b".explicitcluster" => Self::ExplicitCluster,
            b".reqnctapercluster" => Self::ReqNctaPerCluster,
            b".maxclusterrank" => Self::MaxClusterRank,
            b".blocksareclusters" => Self::BlocksAreClusters,
            b".abi_preserve" => Self::AbiPreserve,
            b".abi_preserve_control" => Self::AbiPreserveControl,
            b".local_maxnreg" => Self::LocalMaxNreg,
            b".language" => Self::Language,
            _ => Self::Unknown,
        }
    }
}

impl DirectiveKind {
    /// How many integers may follow the directive; if any may, one must.
    pub const fn max_numbers(self) -> usize {
        match self {
            Self::MaxNtid | Self::ReqNtid | Self::ReqNctaPerCluster => 3,
            Self::MinNctaPerSm
            | Self::MaxNctaPerSm
            | Self::MaxNreg
            | Self::MaxClusterRank
            | Self::AbiPreserve
            | Self::AbiPreserveControl
            | Self::LocalMaxNreg
            | Self::Language => 1,
            Self::NoReturn | Self::Pragma | Self::ExplicitCluster | Self::BlocksAreClusters | Self::Unknown => 0,
        }
    }
}

/// A directive of a function header, with its integer arguments.
#[derive(Clone, Copy, Debug)]
pub struct Directive {
    /// Which one.
    pub kind: DirectiveKind,
    /// The directive with its arguments.
    pub span: Span,
    /// Its name alone.
    pub name_span: Span,
    /// Integer arguments, as constant operands.
    pub args: List,
}
