//! Names to ids, while the parser reads.
//!
//! The parser calls one method per declaration, label, operand and instruction; the resolver fills the
//! arenas of [`Module`]. As in ptxas, a name means what is declared *before* its use; only labels may come later.
//! A use that finds nothing waits until its scopes close, and is an error if no label of that name turns up.

mod declare;
mod initializer;
mod lost;
mod scope;

pub(crate) use declare::{DeclKind, Declarator, Storage};
pub(crate) use initializer::InitBuilder;

use crate::ids::{AddressId, ConstId, FuncId, FunctionId, InstId, LabelId, NameId, OpcodeId, RegDeclId, RegId, VarId};
use crate::ir::{
    Address, Alias, Attribute, Component, Const, ConstKind, Function, FunctionKind, FunctionSymbol, IdRange, Inst,
    Label, LabelKind, Linkage, List, Modifier, Module, NameError, NameErrorKind, Opcode, Operand, OperandKind,
    ParamList, Register, Symbol, SyntaxError,
};
use crate::isa::{Effects, Instruction, Role, Roles, SpecialRegister, Word};
use crate::source::Source;
use crate::span::Span;
use scope::{Binding, Scopes};

/// What the names of OptiX's functions begin with. OptiX itself replaces their calls, which no compiler declares anything for.
const OPTIX_PREFIX: &str = "_optix_";

/// Deepest nesting of blocks; ptxas gives up at a few thousand.
pub(crate) const MAX_DEPTH: u16 = 1000;

/// A use of a name that only a label may still explain.
struct Pending {
    operand: u32,
    name: NameId,
}

/// A declared name that ends in a number.
#[derive(Clone, Copy)]
struct Numbered {
    prefix: NameId,
    number: u64,
    depth: u16,
    span: Span,
    /// The one before of the same prefix.
    previous: Option<u32>,
}

/// See [`Resolver::mark`].
pub(crate) struct ResolverMark {
    scratch: usize,
    operands: usize,
    pending: usize,
    directives: usize,
    name_errors: usize,
}

/// Builds a [`Module`].
pub(crate) struct Resolver<'s> {
    pub(crate) module: Module<'s>,
    scopes: Scopes,
    /// Uses that wait for a label, innermost scope last.
    pending: Vec<Pending>,
    /// For each open scope, where its uses start in `pending`.
    pending_starts: Vec<usize>,
    opcode_of: Vec<Option<OpcodeId>>,
    func_of: Vec<Option<FuncId>>,
    /// Operands of the lists that are being read; a stack.
    scratch: Vec<Operand>,
    function: Option<FunctionId>,
    /// Registers of the current function whose number has leading zeros, and their canonical twins.
    canonical: std::collections::HashMap<(RegDeclId, u64), RegId>,
    /// Registers and variables of the open scopes whose name ends in a digit, in order of declaration: of each prefix and scope those
    /// with a number less than any before, so that the last one has the least.
    numbered: Vec<Numbered>,
    /// The last of `numbered` of each prefix.
    last_numbered: std::collections::HashMap<NameId, u32>,
    /// Variables that are declared many at once, `v<4>`, by prefix, with their number and the depth of the declaration.
    variable_ranges: std::collections::HashMap<NameId, (VarId, u64, u16)>,
    /// The first range of each prefix in the current function, whatever its scope.
    ranges: std::collections::HashMap<NameId, RegDeclId>,
    /// Parts of the text that were skipped after syntax errors.
    skipped: Vec<lost::Skipped>,
    /// The first register of the current function; those before it belong to the module or to other functions.
    first_register: usize,
}

impl<'s> Resolver<'s> {
    /// For a text of so many tokens.
    pub(crate) fn new(source: Source<'s>, tokens: usize) -> Self {
        Self {
            module: Module::new(source, tokens),
            scopes: Scopes::new(),
            pending: Vec::new(),
            pending_starts: Vec::new(),
            opcode_of: Vec::new(),
            func_of: Vec::new(),
            scratch: Vec::new(),
            function: None,
            canonical: Default::default(),
            numbered: Vec::new(),
            last_numbered: Default::default(),
            variable_ranges: Default::default(),
            ranges: Default::default(),
            skipped: Vec::new(),
            first_register: 0,
        }
    }

    pub(crate) fn text(&self, span: Span) -> &'s [u8] {
        self.module.source.slice(span)
    }

    pub(crate) fn syntax_error(&mut self, span: Span, expected: crate::ir::Expected) {
        let function = self.function;
        if let Some(id) = function {
            self.module.functions[id.index()].broken = true;
        }
        self.module.syntax_errors.push(SyntaxError { span, expected, function });
    }

    /// Reports that a statement, which began at `mark`, is no PTX. If a name in it is none, that is the reason.
    pub(crate) fn statement_error(&mut self, mark: &ResolverMark, span: Span, expected: crate::ir::Expected) {
        let names = self.module.name_errors.get(mark.name_errors..).unwrap_or_default();
        if names.iter().any(|error| matches!(error.kind, NameErrorKind::Dotted) && error.span.start <= span.start) {
            if let Some(id) = self.function {
                self.module.functions[id.index()].broken = true;
            }
            return;
        }
        self.syntax_error(span, expected);
    }

    pub(super) fn name_error(&mut self, name: NameId, span: Span, kind: NameErrorKind) {
        let function = self.function;
        if let (Some(id), false) = (function, matches!(kind, NameErrorKind::Dotted)) {
            self.module.functions[id.index()].broken = true;
        }
        self.module.name_errors.push(NameError { name, span, function, kind });
    }

    // Operand lists ---------------------------------------------------------------------------------------------

    /// Starts a list of operands; [`Self::push`] fills it and [`Self::end_list`] ends it.
    pub(crate) fn begin_list(&self) -> usize {
        self.scratch.len()
    }

    pub(crate) fn push(&mut self, operand: Operand) {
        self.scratch.push(operand);
    }

    /// A point to which [`Self::rollback`] returns when a statement turns out to be no PTX.
    pub(crate) fn mark(&self) -> ResolverMark {
        ResolverMark {
            scratch: self.scratch.len(),
            operands: self.module.operands.len(),
            pending: self.pending.len(),
            directives: self.module.directives.len(),
            name_errors: self.module.name_errors.len(),
        }
    }

    /// Forgets the operands read since `mark`, so that a broken statement raises no further errors.
    pub(crate) fn rollback(&mut self, mark: &ResolverMark) {
        self.scratch.truncate(mark.scratch);
        self.module.operands.truncate(mark.operands);
        self.pending.truncate(mark.pending);
        self.module.directives.truncate(mark.directives);
    }

    /// Moves the list that began at `start` to the operand arena.
    pub(crate) fn end_list(&mut self, start: usize) -> List {
        let first = self.module.operands.len();
        for (i, operand) in self.scratch[start..].iter().enumerate() {
            if let OperandKind::Unresolved(name) = operand.kind {
                self.pending.push(Pending { operand: (first + i) as u32, name });
            }
        }
        self.module.operands.extend_from_slice(&self.scratch[start..]);
        let len = self.scratch.len() - start;
        self.scratch.truncate(start);
        List { start: first as u32, len: u16::try_from(len).unwrap_or(u16::MAX) }
    }

    pub(crate) fn constant(&mut self, value: Const, span: Span) -> Operand {
        let id = ConstId::new(self.module.consts.len());
        self.module.consts.push(value);
        Operand { kind: OperandKind::Const(id), span }
    }

    pub(crate) fn address(&mut self, address: Address) -> AddressId {
        let id = AddressId::new(self.module.addresses.len());
        self.module.addresses.push(address);
        id
    }

    // Names -----------------------------------------------------------------------------------------------------

    pub(crate) fn intern(&mut self, span: Span) -> NameId {
        self.module.names.intern(span)
    }

    /// The operand that a word stands for.
    #[inline]
    pub(crate) fn word(&mut self, span: Span, negated: bool) -> Operand {
        let name = self.module.names.intern(span);
        let kind = match self.lookup(name, span) {
            Binding::Reg(reg) => self.register(reg, Component::None, negated),
            other => self.operand_kind(other, name, Component::None, negated),
        };
        Operand { kind, span }
    }

    /// Whether a word with dots ends in a component, as `%tid.x` does.
    pub(crate) fn names_component(&self, span: Span) -> bool {
        let end = self.text(span).rsplit(|&b| b == b'.').next().unwrap_or_default();
        !matches!(Component::from_name(end), Component::None | Component::Unknown)
    }

    /// The operand that a word with dots stands for: a register component, or a name that only LLVM writes.
    pub(crate) fn dotted_word(&mut self, span: Span, negated: bool) -> Operand {
        let whole = self.module.names.intern(span);
        let bound = self.scopes.get(whole).0;
        if bound != Binding::Unbound {
            return Operand { kind: self.operand_kind(bound, whole, Component::None, negated), span };
        }
        let text = self.text(span);
        let dot = text.iter().position(|&b| b == b'.').unwrap_or(text.len());
        let base = Span::new(span.start, span.start + dot as u32);
        let name = self.module.names.intern(base);
        let component = Component::from_name(text.get(dot + 1..).unwrap_or_default());
        let kind = match self.lookup(name, base) {
            binding @ (Binding::Reg(_) | Binding::Special(_)) => self.operand_kind(binding, name, component, negated),
            _ => OperandKind::Unresolved(whole),
        };
        Operand { kind, span }
    }

    /// A register as an operand. Whoever uses a register of the module has values that come from elsewhere, in arrays that have no place
    /// for them.
    #[inline]
    fn register(&mut self, reg: RegId, component: Component, negated: bool) -> OperandKind {
        if reg.index() < self.first_register {
            self.break_flow();
        }
        OperandKind::Reg { reg, component, negated }
    }

    #[cold]
    fn break_flow(&mut self) {
        if let Some(id) = self.function {
            self.module.functions[id.index()].broken = true;
        }
    }

    fn operand_kind(&mut self, binding: Binding, name: NameId, component: Component, negated: bool) -> OperandKind {
        match binding {
            Binding::Reg(reg) => self.register(reg, component, negated),
            Binding::Special(register) => OperandKind::Special { register, component, negated },
            Binding::Var(var) => OperandKind::Var(var),
            Binding::Func(func) => OperandKind::Func(func),
            // A place in the code of an outer scope may yet be hidden by one of this scope.
            Binding::Label(label) if !self.is_place(label) || self.scopes.get(name).1 == self.scopes.depth() => {
                OperandKind::Label(label)
            }
            Binding::Label(_) | Binding::Unbound => OperandKind::Unresolved(name),
            Binding::WarpSize => self.constant(Const { bits: 32, kind: ConstKind::WarpSize }, Span::default()).kind,
        }
    }

    /// The meaning of a name at this place; creates the register when it is one of a range.
    #[inline]
    fn lookup(&mut self, name: NameId, span: Span) -> Binding {
        let (binding, depth) = self.scopes.get(name);
        let is_label = matches!(binding, Binding::Label(_));
        if binding != Binding::Unbound && !is_label && !self.scopes.may_be_hidden(depth) {
            return binding;
        }
        self.lookup_slowly(name, span, binding, depth)
    }

    #[inline(never)]
    fn lookup_slowly(&mut self, name: NameId, span: Span, binding: Binding, depth: u16) -> Binding {
        if let Some((prefix, index)) = self.split_number(span)
            && let Some((decl, range_depth)) = self.range_of(prefix, index)
            && (binding == Binding::Unbound
                || range_depth > depth
                // A register hides the label of its name.
                || (matches!(binding, Binding::Label(_)) && range_depth == depth))
        {
            return Binding::Reg(self.register_of_range(name, span, decl, index, range_depth));
        }
        if binding != Binding::Unbound {
            return binding;
        }
        if !self.variable_ranges.is_empty()
            && let Some((prefix, index)) = self.split_number(span)
            && let Some(&(var, count, _)) = self.variable_ranges.get(&prefix)
            && index < count
        {
            return Binding::Var(var);
        }
        let text = self.module.names.text(name);
        let predefined = if text == "WARP_SZ" {
            Binding::WarpSize
        } else if let Some(special) = text.starts_with('%').then(|| SpecialRegister::from_name(text)).flatten() {
            Binding::Special(special)
        } else {
            return Binding::Unbound;
        };
        self.scopes.bind(name, predefined, 0);
        predefined
    }

    fn is_special(&self, name: NameId) -> bool {
        let text = self.module.names.text(name);
        text.starts_with('%') && SpecialRegister::from_name(text).is_some()
    }

    /// The innermost visible range that holds the register of this number. A range of an inner block hides the registers of an
    /// outer one only as far as it has registers of these numbers itself.
    fn range_of(&self, prefix: NameId, index: u64) -> Option<(RegDeclId, u16)> {
        let mut range = self.scopes.range(prefix);
        while let Some((decl, _)) = range
            && self.module[decl].count.is_none_or(|count| index >= count)
        {
            range = self.scopes.outer_range(decl);
        }
        range
    }

    /// Prefix and number of a name that ends in digits, and that more than digits precede.
    fn split_number(&mut self, span: Span) -> Option<(NameId, u64)> {
        let text = self.text(span);
        let digits = text.iter().rev().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 || digits == text.len() {
            return None;
        }
        let number = text[text.len() - digits..]
            .iter()
            .try_fold(0u64, |number, &digit| number.checked_mul(10)?.checked_add(u64::from(digit - b'0')))?;
        let prefix = self.module.names.intern(Span::new(span.start, span.end - digits as u32));
        Some((prefix, number))
    }

    fn register_of_range(&mut self, name: NameId, span: Span, decl: RegDeclId, index: u64, depth: u16) -> RegId {
        let digits_at = self.module.names.span(self.module[decl].name).len();
        let leading_zero = self.text(span).get(digits_at as usize) == Some(&b'0') && span.len() > digits_at + 1;
        if leading_zero && self.canonical.is_empty() {
            self.remember_canonical_registers();
        }
        let known = if self.canonical.is_empty() { None } else { self.canonical.get(&(decl, index)).copied() };
        let reg = known.unwrap_or_else(|| self.new_register(name, decl));
        // It belongs to the module, though the function is the first that names it.
        if self.module[decl].function.is_none() {
            self.break_flow();
        }
        if leading_zero || !self.canonical.is_empty() {
            self.canonical.insert((decl, index), reg);
        }
        self.scopes.bind(name, Binding::Reg(reg), depth);
        reg
    }

    /// `%r01` is `%r1`: from the first such spelling on, registers of ranges are also found by number.
    #[cold]
    fn remember_canonical_registers(&mut self) {
        let first = self.function.map_or(0, |id| self.module[id].registers.start as usize);
        for i in first..self.module.registers.len() {
            let register = self.module.registers[i];
            if self.module[register.decl].count.is_none() {
                continue;
            }
            let digits = &self.module.name(register.name)[self.module.name(self.module[register.decl].name).len()..];
            if let Ok(index) = digits.parse() {
                self.canonical.insert((register.decl, index), RegId::new(i));
            }
        }
    }

    fn new_register(&mut self, name: NameId, decl: RegDeclId) -> RegId {
        let id = RegId::new(self.module.registers.len());
        self.module.registers.push(Register { name, decl });
        id
    }

    // Scopes ----------------------------------------------------------------------------------------------------

    /// Opens a block. Returns whether the nesting is within [`MAX_DEPTH`]; blocks below it share one scope.
    pub(crate) fn open_scope(&mut self) -> bool {
        let fits = self.scopes.depth() < MAX_DEPTH;
        if fits {
            self.scopes.open();
            self.pending_starts.push(self.pending.len());
        }
        fits
    }

    pub(crate) fn close_scope(&mut self) {
        let start = self.pending_starts.pop().unwrap_or(0);
        let depth = self.scopes.depth();
        let mut kept = start;
        for i in start..self.pending.len() {
            let Pending { operand, name } = self.pending[i];
            match self.scopes.get(name) {
                // A table or prototype must be declared before its use, like everything but a place in the code.
                (Binding::Label(label), at) if at == depth && self.is_place(label) => {
                    self.module.operands[operand as usize].kind = OperandKind::Label(label);
                }
                _ => {
                    self.pending.swap(kept, i);
                    kept += 1;
                }
            }
        }
        self.pending.truncate(kept);
        self.scopes.close();
        let depth = self.scopes.depth();
        while let Some(last) = self.numbered.pop_if(|numbered| numbered.depth > depth) {
            match last.previous {
                Some(previous) => self.last_numbered.insert(last.prefix, previous),
                None => self.last_numbered.remove(&last.prefix),
            };
        }
    }

    // Functions -------------------------------------------------------------------------------------------------

    /// Whether a kernel is being declared.
    pub(crate) fn is_in_kernel(&self) -> bool {
        self.function.is_some_and(|id| self.module[id].kind == FunctionKind::Entry)
    }

    /// Marks a function whose header could not be read; its directives are forgotten with the statement.
    pub(crate) fn break_function(&mut self, id: FunctionId) {
        let function = &mut self.module.functions[id.index()];
        function.broken = true;
        function.directives.end = function.directives.start;
    }

    /// Starts a function declaration; its parameters are declared next.
    pub(crate) fn begin_function(&mut self, kind: FunctionKind, linkage: Linkage, start: u32) -> FunctionId {
        let module = &mut self.module;
        let empty = |len: usize| IdRange { start: len as u32, end: len as u32 };
        let function = Function {
            name: None,
            symbol: None,
            name_span: Span::at(start),
            span: Span::at(start),
            kind,
            linkage,
            params: ParamList::default(),
            returns: ParamList::default(),
            attribute: None,
            directives: empty(module.directives.len()),
            body: None,
            insts: empty(module.insts.len()),
            registers: empty(module.registers.len()),
            reg_decls: empty(module.reg_decls.len()),
            labels: empty(module.labels.len()),
            variables: empty(module.variables.len()),
            broken: false,
        };
        let id = FunctionId::new(module.functions.len());
        module.functions.push(function);
        if kind != FunctionKind::Prototype {
            self.function = Some(id);
            self.first_register = self.module.registers.len();
            self.open_scope();
        }
        id
    }

    /// Ends a function declaration: unresolved names become errors, and the function's ranges are complete.
    pub(crate) fn end_function(&mut self, id: FunctionId, end: u32) {
        let module = &mut self.module;
        let ends = [
            module.directives.len(),
            module.insts.len(),
            module.registers.len(),
            module.reg_decls.len(),
            module.labels.len(),
            module.variables.len(),
        ]
        .map(|len| len as u32);
        let function = &mut module.functions[id.index()];
        function.span.end = end;
        [
            function.directives.end,
            function.insts.end,
            function.registers.end,
            function.reg_decls.end,
            function.labels.end,
            function.variables.end,
        ] = ends;
        if function.kind == FunctionKind::Prototype {
            return;
        }
        self.close_scope();
        let mut unresolved = std::mem::take(&mut self.pending);
        for Pending { operand, name } in unresolved.drain(..) {
            let span = self.module.operands[operand as usize].span;
            if !self.module.name(name).starts_with(OPTIX_PREFIX) {
                let kind = self.unresolved_kind(span);
                self.name_error(name, span, kind);
            }
        }
        self.pending = unresolved;
        self.canonical.clear();
        self.variable_ranges.retain(|_, (.., depth)| *depth == 0);
        self.ranges.clear();
        self.function = None;
    }

    fn unresolved_kind(&mut self, span: Span) -> NameErrorKind {
        match self.split_number(span).and_then(|(prefix, _)| self.ranges.get(&prefix)) {
            Some(&decl) => NameErrorKind::OutsideRange(decl),
            None => NameErrorKind::Undeclared,
        }
    }

    /// Names the function that is being declared and binds the name at module level.
    pub(crate) fn name_function(&mut self, id: FunctionId, span: Span, dotted: bool) {
        let name = self.intern(span);
        if self.func_of.len() <= name.index() {
            self.func_of.resize((name.index() + 1).next_power_of_two(), None);
        }
        let symbol = match self.func_of[name.index()] {
            Some(symbol) => symbol,
            None => {
                let symbol = FuncId::new(self.module.symbols.len());
                self.module.symbols.push(FunctionSymbol { name, first: id, definition: None, alias_of: None });
                self.func_of[name.index()] = Some(symbol);
                match self.scopes.get(name) {
                    (Binding::Var(var), 0) => {
                        let previous = self.module[var].name_span;
                        self.name_error(name, span, NameErrorKind::Duplicate(previous));
                    }
                    _ if self.is_special(name) => self.name_error(name, span, NameErrorKind::Reserved),
                    // A return parameter of the function's name hides it within the function.
                    (_, 1..) => {}
                    _ => self.scopes.bind(name, Binding::Func(symbol), 0),
                }
                symbol
            }
        };
        if dotted {
            self.name_error(name, span, NameErrorKind::Dotted);
        }
        let FunctionSymbol { first, definition, .. } = self.module[symbol];
        if self.module[first].kind != self.module[id].kind {
            let previous = self.module[first].name_span;
            self.name_error(name, span, NameErrorKind::Inconsistent(previous));
        } else if let Some(definition) = definition {
            // Not even a prototype may follow the definition.
            let previous = self.module[definition].name_span;
            self.name_error(name, span, NameErrorKind::Duplicate(previous));
        }
        let function = &mut self.module.functions[id.index()];
        (function.name, function.symbol, function.name_span) = (Some(name), Some(symbol), span);
    }

    /// Marks the declaration as the definition.
    pub(crate) fn begin_body(&mut self, id: FunctionId, open: Span) {
        self.module.functions[id.index()].body = Some(open);
        let Some(symbol) = self.module[id].symbol else { return };
        self.module.symbols[symbol.index()].definition.get_or_insert(id);
    }

    /// Records where the body ends.
    pub(crate) fn close_body(&mut self, id: FunctionId, span: Span) {
        self.module.functions[id.index()].body = Some(span);
    }

    pub(crate) fn set_attribute(&mut self, id: FunctionId, attribute: Attribute) {
        self.module.functions[id.index()].attribute = Some(attribute);
    }

    /// Where the next parameters will go: indices of the next variable and `.reg` declarator.
    pub(crate) fn next_params(&self) -> (u32, u32) {
        (self.module.variables.len() as u32, self.module.reg_decls.len() as u32)
    }

    pub(crate) fn set_parameters(&mut self, id: FunctionId, params: ParamList, returns: ParamList) {
        let function = &mut self.module.functions[id.index()];
        (function.params, function.returns) = (params, returns);
    }

    /// `.alias name, aliasee;`
    pub(crate) fn alias(&mut self, span: Span, alias: Span, aliasee: Span) {
        let functions = self.function_symbol(alias).zip(self.function_symbol(aliasee));
        if let Some((alias, aliasee)) = functions {
            self.module.symbols[alias.index()].alias_of.get_or_insert(aliasee);
        }
        self.module.aliases.push(Alias { span, alias, aliasee, functions });
    }

    fn function_symbol(&mut self, span: Span) -> Option<FuncId> {
        let name = self.intern(span);
        let symbol = self.func_of.get(name.index()).copied().flatten();
        if symbol.is_none() {
            self.name_error(name, span, NameErrorKind::UndeclaredFunction);
        }
        symbol
    }

    /// The variable or function that an initial value names.
    pub(crate) fn symbol(&mut self, span: Span) -> Symbol {
        let name = self.intern(span);
        match self.lookup(name, span) {
            Binding::Var(var) => Symbol::Var(var),
            Binding::Func(func) => Symbol::Func(func),
            _ => {
                self.name_error(name, span, NameErrorKind::Undeclared);
                Symbol::Unresolved(name)
            }
        }
    }

    // Statements ------------------------------------------------------------------------------------------------

    /// Defines a label in the current scope.
    pub(crate) fn label(&mut self, span: Span, kind: LabelKind) {
        let name = self.intern(span);
        let id = LabelId::new(self.module.labels.len());
        self.module.labels.push(Label { name, span, kind });
        if let Some(previous) = self.declared_here(name) {
            self.name_error(name, span, NameErrorKind::Duplicate(previous));
            return;
        }
        let depth = self.scopes.depth();
        self.scopes.bind(name, Binding::Label(id), depth);
    }

    /// Whether a label names a place in the code, rather than a table or prototype.
    fn is_place(&self, label: LabelId) -> bool {
        matches!(self.module[label].kind, LabelKind::Code(_))
    }

    /// Where the current scope declares a name, if it does.
    fn declared_here(&self, name: NameId) -> Option<Span> {
        let (binding, depth) = self.scopes.get(name);
        if depth != self.scopes.depth() {
            return None;
        }
        Some(match binding {
            Binding::Reg(reg) => self.module[self.module[reg].decl].span,
            Binding::Var(var) => self.module[var].name_span,
            Binding::Label(label) => self.module[label].span,
            Binding::Func(func) => self.module[self.module[func].first].name_span,
            Binding::Special(_) | Binding::WarpSize | Binding::Unbound => return None,
        })
    }

    /// The id that the next instruction will get.
    pub(crate) fn next_inst(&self) -> InstId {
        InstId::new(self.module.insts.len())
    }

    /// Adds an instruction whose operands are the list that began at `list`; the guard, if any, is its first element.
    pub(crate) fn inst(&mut self, opcode: Span, list: usize, guarded: bool, end: u32) {
        let operands = self.end_list(list);
        let opcode_id = self.opcode(opcode);
        self.module.insts.push(Inst {
            opcode: opcode_id,
            operands: operands.start + u32::from(guarded),
            operand_count: operands.len - u16::from(guarded),
            guarded,
            span: Span::new(opcode.start, end),
        });
    }

    #[inline]
    fn opcode(&mut self, span: Span) -> OpcodeId {
        let name = self.module.names.intern(span);
        if let Some(&Some(id)) = self.opcode_of.get(name.index()) {
            return id;
        }
        self.decode_opcode(name, span)
    }

    #[cold]
    fn decode_opcode(&mut self, name: NameId, span: Span) -> OpcodeId {
        let text = self.text(span);
        let first = self.module.modifiers.len() as u32;
        let dots = dots_outside_comments(text);
        let clamp = |offset: usize| u16::try_from(offset).unwrap_or(u16::MAX);
        for &dot in &dots {
            let len = text[dot + 1..].iter().take_while(|&&b| is_word_byte(b) || b == b':').count();
            let word = Word::lookup(&text[dot + 1..dot + 1 + len]);
            self.module.modifiers.push(Modifier { start: clamp(dot), end: clamp(dot + 1 + len), word });
        }
        let base_len = text.iter().take_while(|&&b| is_word_byte(b) || b == b'%').count();
        let modifiers = IdRange { start: first, end: self.module.modifiers.len() as u32 };
        let (instruction, name_words) = self.instruction(&text[..base_len], text, modifiers);
        let id = OpcodeId::new(self.module.opcodes.len());
        let forms = || instruction.into_iter().flat_map(Instruction::forms);
        let specs = || forms().flat_map(|form| form.operands());
        self.module.opcodes.push(Opcode {
            name,
            base_len: clamp(base_len),
            modifiers,
            instruction,
            name_words,
            effects: instruction.map_or(Effects::NONE, Instruction::effects),
            writes: instruction.map_or(1, written_operands),
            scale: instruction.and_then(scale_operand),
            roles: specs().fold(Roles::default(), |roles, spec| roles.with(spec.role())),
            uses_async_proxy: specs().any(|spec| spec.access().is_by_async_proxy()),
        });
        if self.opcode_of.len() <= name.index() {
            self.opcode_of.resize((name.index() + 1).next_power_of_two(), None);
        }
        self.opcode_of[name.index()] = Some(id);
        id
    }

    /// The instruction with the longest name that the opcode starts with, and how many dotted words that name takes.
    fn instruction(&self, base: &[u8], text: &[u8], modifiers: IdRange) -> (Option<Instruction>, u8) {
        let mut name = String::from_utf8_lossy(base).into_owned();
        let mut found = (Instruction::lookup(&name), 0);
        for (i, modifier) in self.module.modifiers[modifiers.indices()].iter().take(MAX_NAME_WORDS).enumerate() {
            name.push_str(&String::from_utf8_lossy(&text[usize::from(modifier.start)..usize::from(modifier.end)]));
            if let Some(instruction) = Instruction::lookup(&name) {
                found = (Some(instruction), i as u8 + 1);
            }
        }
        found
    }
}

/// Most dotted words in the name of an instruction.
const MAX_NAME_WORDS: usize = 5;

/// The operands that some form of the instruction writes.
fn written_operands(instruction: Instruction) -> u8 {
    let specs = instruction.forms().iter().flat_map(|form| form.operands().iter().enumerate());
    specs.filter(|(i, spec)| *i < 8 && spec.is_written()).fold(0, |mask, (i, _)| mask | 1 << i)
}

/// Where the operand stands that says whether an instruction adds to what its destination holds.
fn scale_operand(instruction: Instruction) -> Option<u8> {
    let form = instruction.forms().first().filter(|_| instruction.effects().intersects(Effects::ACCUMULATES))?;
    let place = form.operands().iter().position(|spec| spec.role() == Role::Accumulate)?;
    u8::try_from(place).ok()
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

/// Offsets of the dots of an opcode, which may have comments between its words.
fn dots_outside_comments(text: &[u8]) -> Vec<usize> {
    let mut dots = Vec::new();
    let mut i = 0;
    while i < text.len() {
        let skip = match &text[i..] {
            [b'/', b'/', rest @ ..] => rest.iter().position(|b| matches!(b, b'\r' | b'\n')).map(|n| n + 2),
            [b'/', b'*', rest @ ..] => rest.windows(2).position(|w| w == b"*/").map(|n| n + 4),
            [b'.', ..] => {
                dots.push(i);
                Some(1)
            }
            _ => Some(1),
        };
        i += skip.unwrap_or(text.len());
    }
    dots
}

#[cfg(test)]
mod tests;
