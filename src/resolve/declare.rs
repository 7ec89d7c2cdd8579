//! Declarations of registers, variables and parameters.

use super::scope::Binding;
use super::{Numbered, Resolver};
use crate::ids::{InitializerId, NameId, RegDeclId, VarId};
use crate::ir::{
    Attribute, IdRange, Initializer, Linkage, NameErrorKind, PointerAttribute, RegDecl, Variable, VariableRole,
};
use crate::isa::{ScalarType, StateSpace};
use crate::span::Span;

/// What stands before the names of a declaration: space, type and their attributes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Storage {
    /// State space.
    pub(crate) space: StateSpace,
    /// Element type, when it is a known one.
    pub(crate) ty: Option<ScalarType>,
    /// Where the type stands.
    pub(crate) type_span: Span,
    /// Vector length.
    pub(crate) vector: u8,
    /// `.align`
    pub(crate) align: Option<u64>,
    /// Linkage.
    pub(crate) linkage: Linkage,
    /// `.ptr …`
    pub(crate) pointer: Option<PointerAttribute>,
    /// `.attribute(…)`
    pub(crate) attribute: Option<Attribute>,
    /// `.const[N]`
    pub(crate) bank: Option<u8>,
    /// Offset of the first byte of the declaration.
    pub(crate) start: u32,
}

/// One name of a declaration, with what follows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declarator {
    /// The name; empty when it is omitted or `_`.
    pub(crate) name: Span,
    /// The name has dots in it.
    pub(crate) dotted: bool,
    /// `<N>`
    pub(crate) count: Option<u64>,
    /// Array extents.
    pub(crate) dims: IdRange,
    /// Offset one past the declarator.
    pub(crate) end: u32,
}

/// Where a declaration stands, which decides its scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DeclKind {
    /// In a list of parameters, return parameters or locals.
    Variable(VariableRole),
    /// A parameter of a `.callprototype`: its name means nothing.
    PrototypeParam(VariableRole),
}

impl<'s> Resolver<'s> {
    /// Adds an array extent to the arena; used while a declarator is read.
    pub(crate) fn push_dim(&mut self, extent: Option<u64>) {
        self.module.dims.push(extent);
    }

    pub(crate) fn next_dim(&self) -> u32 {
        self.module.dims.len() as u32
    }

    /// Declares one register or register range.
    pub(crate) fn declare_register(&mut self, storage: &Storage, declarator: &Declarator) {
        if declarator.name.is_empty() {
            return;
        }
        let (name, id) = self.push_register(storage, declarator, false);
        match declarator.count {
            Some(count) => self.declare_range(name, id, count),
            None => self.declare_single(name, id, declarator),
        }
    }

    /// Declares a parameter that is a register. That of a prototype has no name.
    pub(crate) fn declare_register_parameter(&mut self, storage: &Storage, declarator: &Declarator, kind: DeclKind) {
        let of_prototype = matches!(kind, DeclKind::PrototypeParam(_));
        let (name, id) = self.push_register(storage, declarator, of_prototype);
        if let (DeclKind::Variable(_), false) = (kind, declarator.name.is_empty()) {
            self.declare_single(name, id, declarator);
        }
    }

    fn push_register(&mut self, storage: &Storage, declarator: &Declarator, of_prototype: bool) -> (NameId, RegDeclId) {
        let name = self.intern(declarator.name);
        let id = RegDeclId::new(self.module.reg_decls.len());
        self.module.reg_decls.push(RegDecl {
            name,
            span: Span::new(declarator.name.start, declarator.end),
            ty: storage.ty,
            type_span: storage.type_span,
            vector: storage.vector,
            align: storage.align,
            storage_span: Span::new(storage.start, storage.type_span.end),
            count: declarator.count,
            function: self.function,
            of_prototype,
            nested: self.scopes.depth() > 1,
        });
        (name, id)
    }

    fn declare_single(&mut self, name: NameId, id: RegDeclId, declarator: &Declarator) {
        let span = declarator.name;
        if let Some(previous) = self.declared_here(name).or_else(|| self.covering_range(span)) {
            self.name_error(name, span, NameErrorKind::Duplicate(previous));
            return;
        }
        if declarator.dotted {
            self.name_error(name, span, NameErrorKind::Dotted);
        }
        let depth = self.scopes.depth();
        let reg = self.new_register(name, id);
        self.scopes.bind(name, Binding::Reg(reg), depth);
        self.remember_number(span, depth);
    }

    /// Notes a name that ends in a number, for ranges that are declared later.
    fn remember_number(&mut self, span: Span, depth: u16) {
        // `a02` is a name of its own beside `a<4>`.
        if let Some((prefix, number)) = self.split_number(span)
            && self.module.names.span(prefix).len() + (number.checked_ilog10().unwrap_or(0) + 1) == span.len()
        {
            let previous = self.last_numbered.get(&prefix).copied();
            let least = previous.map(|last| self.numbered[last as usize]);
            if least.is_none_or(|least| least.depth < depth || number < least.number) {
                self.last_numbered.insert(prefix, self.numbered.len() as u32);
                self.numbered.push(Numbered { prefix, number, depth, span, previous });
            }
        }
    }

    fn declare_range(&mut self, name: NameId, id: RegDeclId, count: u64) {
        let depth = self.scopes.depth();
        let span = self.module[id].span;
        let same_prefix =
            self.scopes.range(name).filter(|&(_, at)| at == depth).map(|(decl, _)| self.module[decl].span);
        let least = self.last_numbered.get(&name).map(|&last| self.numbered[last as usize]);
        let covered = least.filter(|least| least.depth == depth && least.number < count).map(|least| least.span);
        let variables = self.variable_ranges.get(&name).filter(|(.., at)| *at == depth);
        let variables = variables.map(|&(var, ..)| self.module[var].name_span);
        let previous = same_prefix.or(covered).or(variables);
        self.ranges.entry(name).or_insert(id);
        match previous {
            Some(previous) => {
                self.name_error(name, span, NameErrorKind::Duplicate(previous));
                // The other registers of the range are there all the same.
                if same_prefix.is_none() {
                    self.scopes.bind_range(name, id);
                }
            }
            None => self.scopes.bind_range(name, id),
        }
    }

    /// The range of the current scope that already holds the register of this name.
    fn covering_range(&mut self, span: Span) -> Option<Span> {
        let (prefix, number) = self.split_number(span)?;
        let (decl, depth) = self.scopes.range(prefix)?;
        let decl = &self.module[decl];
        (depth == self.scopes.depth() && decl.count.is_some_and(|count| number < count)).then_some(decl.span)
    }

    /// Declares one variable or parameter.
    pub(crate) fn declare_variable(&mut self, storage: &Storage, declarator: &Declarator, kind: DeclKind) -> VarId {
        let (DeclKind::Variable(role) | DeclKind::PrototypeParam(role)) = kind;
        let named = !declarator.name.is_empty();
        let name = named.then(|| self.intern(declarator.name));
        let size = self.variable_size(storage, declarator.dims);
        let id = VarId::new(self.module.variables.len());
        self.module.variables.push(Variable {
            name,
            name_span: if named { declarator.name } else { storage.type_span },
            span: Span::new(storage.start, declarator.end),
            space: storage.space,
            ty: storage.ty,
            type_span: storage.type_span,
            vector: storage.vector,
            align: storage.align,
            bank: storage.bank,
            storage_span: Span::new(storage.start, storage.type_span.end),
            dims: declarator.dims,
            linkage: storage.linkage,
            role,
            function: self.function,
            pointer: storage.pointer,
            attribute: storage.attribute,
            init: None,
            size,
        });
        match (name, kind, declarator.count) {
            (Some(name), DeclKind::Variable(_), None) => self.bind_variable(name, id, declarator),
            (Some(name), DeclKind::Variable(_), Some(count)) => {
                self.declare_variable_range(name, id, count);
            }
            _ => {}
        }
        id
    }

    /// Declares `name<count>` in another space than that of registers.
    fn declare_variable_range(&mut self, name: NameId, id: VarId, count: u64) {
        let depth = self.scopes.depth();
        let variables = self.variable_ranges.get(&name).filter(|(.., at)| *at == depth);
        let same_prefix = variables.map(|&(var, ..)| self.module[var].name_span);
        let registers = self.scopes.range(name).filter(|&(_, at)| at == depth).map(|(decl, _)| self.module[decl].span);
        if let Some(previous) = same_prefix.or(registers) {
            let span = self.module[id].name_span;
            self.name_error(name, span, NameErrorKind::Duplicate(previous));
        }
        self.variable_ranges.insert(name, (id, count, depth));
    }

    /// Attaches an initial value, which completes an array without extent.
    pub(crate) fn initialize(&mut self, id: VarId, initializer: Initializer) {
        let init = InitializerId::new(self.module.initializers.len());
        self.module.initializers.push(initializer);
        let variable = &mut self.module.variables[id.index()];
        variable.init = Some(init);
        variable.span.end = initializer.span.end;
        let complete = self.module.dims[variable.dims.indices()].iter().all(Option::is_some);
        if !complete && variable.dims.len() == 1 {
            variable.size = variable.element_size().and_then(|size| size.checked_mul(initializer.elements));
        }
    }

    fn bind_variable(&mut self, name: NameId, id: VarId, declarator: &Declarator) {
        if let Some(previous) = self.declared_here(name).or_else(|| self.covering_range(declarator.name)) {
            let redeclares = matches!(self.scopes.get(name).0, Binding::Var(other) if self.may_redeclare(other, id));
            if !redeclares {
                self.name_error(name, declarator.name, NameErrorKind::Duplicate(previous));
                return;
            }
        }
        if declarator.dotted {
            self.name_error(name, declarator.name, NameErrorKind::Dotted);
        }
        let depth = self.scopes.depth();
        if depth == 0 && self.is_special(name) {
            self.name_error(name, declarator.name, NameErrorKind::Reserved);
        }
        self.scopes.bind(name, Binding::Var(id), depth);
        if depth > 0 {
            self.remember_number(declarator.name, depth);
        }
    }

    /// Whether a module variable may be declared once more: an `.extern` declaration beside the definition. Whether the two agree
    /// is a question for later.
    fn may_redeclare(&self, old: VarId, new: VarId) -> bool {
        let (old, new) = (&self.module[old], &self.module[new]);
        old.role == VariableRole::Module && (old.linkage == Linkage::Extern || new.linkage == Linkage::Extern)
    }

    fn variable_size(&self, storage: &Storage, dims: IdRange) -> Option<u64> {
        let element = u64::from(storage.ty?.bytes()) * u64::from(storage.vector);
        self.module.dims[dims.indices()].iter().try_fold(element, |size, extent| size.checked_mul((*extent)?))
    }
}
