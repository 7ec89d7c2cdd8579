//! Where the names of a module stand, and what they mean there.

use crate::ids::{FuncId, LabelId, NameId, RegDeclId, VarId};
use crate::ir::{Access, Module, OperandKind, Symbol, VariableRole};
use crate::isa::SpecialRegister;
use crate::span::Span;
use std::collections::{HashMap, HashSet};

/// What a name means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Entity {
    /// A register: its declarator, and its name if the declarator is that of a range. The range itself has none.
    Register(RegDeclId, Option<NameId>),
    /// A variable or parameter; of several declarations of the module the first.
    Variable(VarId),
    /// A function.
    Function(FuncId),
    /// A label, or the table or prototype that it names.
    Label(LabelId),
    /// A special register.
    Special(SpecialRegister),
}

/// What happens to it at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OccurrenceRole {
    /// It is declared there.
    Declaration,
    /// It is used there, and not written.
    Read,
    /// An instruction writes it there.
    Write,
}

/// A name at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The place.
    pub span: Span,
    /// What the name means.
    pub entity: Entity,
    /// What happens to it.
    pub role: OccurrenceRole,
}

/// All names of a module by position.
#[derive(Debug)]
pub struct Occurrences(Vec<Occurrence>);

impl Occurrences {
    /// Collects the names of a module.
    pub fn of(module: &Module<'_>) -> Self {
        let mut collector = Collector { module, shared: HashMap::new(), written: HashSet::new(), list: Vec::new() };
        collector.declarations();
        collector.uses();
        let mut list = collector.list;
        list.retain(|occurrence| !occurrence.span.is_empty());
        // A declaration that is a use as well, such as the name of a prototype, is a declaration.
        list.sort_by_key(|occurrence| (occurrence.span, occurrence.role != OccurrenceRole::Declaration));
        list.dedup_by_key(|occurrence| occurrence.span);
        Self(list)
    }

    /// In the order of the text.
    pub fn iter(&self) -> impl Iterator<Item = &Occurrence> {
        self.0.iter()
    }

    /// The name at a byte, or just before it.
    pub fn at(&self, offset: u32) -> Option<Occurrence> {
        let after = self.0.partition_point(|occurrence| occurrence.span.start <= offset);
        let near = self.0[after.saturating_sub(2)..after].iter().rev();
        near.copied().find(|occurrence| offset <= occurrence.span.end)
    }

    /// All places of what a name means; of a range of registers those of all its members.
    pub fn of_entity(&self, entity: Entity) -> impl Iterator<Item = Occurrence> {
        let is_same = move |other: Entity| match (entity, other) {
            (Entity::Register(range, None), Entity::Register(decl, _)) => range == decl,
            // The declarator of the range declares its members.
            (Entity::Register(range, Some(_)), Entity::Register(decl, None)) => range == decl,
            _ => entity == other,
        };
        self.0.iter().copied().filter(move |occurrence| is_same(occurrence.entity))
    }
}

struct Collector<'a, 's> {
    module: &'a Module<'s>,
    /// The first declaration of each variable of the module: several are one variable.
    shared: HashMap<NameId, VarId>,
    /// Where the registers stand that instructions write.
    written: HashSet<Span>,
    list: Vec<Occurrence>,
}

impl Collector<'_, '_> {
    fn add(&mut self, span: Span, entity: Entity, role: OccurrenceRole) {
        self.list.push(Occurrence { span, entity, role });
    }

    /// Where a name stands within an operand or declarator.
    fn within(&self, span: Span, name: NameId) -> Span {
        let (text, name) = (self.module.source.slice(span), self.module.names.bytes(name));
        let at = text.windows(name.len().max(1)).position(|window| window == name).unwrap_or(0) as u32;
        Span::new(span.start + at, (span.start + at + name.len() as u32).min(span.end))
    }

    fn declarations(&mut self) {
        let module = self.module;
        for (i, decl) in module.reg_decls.iter().enumerate() {
            let span = self.within(decl.span, decl.name);
            self.add(span, Entity::Register(RegDeclId::new(i), None), OccurrenceRole::Declaration);
        }
        for (i, variable) in module.variables.iter().enumerate() {
            let Some(name) = variable.name else { continue };
            let mut id = VarId::new(i);
            if variable.role == VariableRole::Module {
                id = *self.shared.entry(name).or_insert(id);
            }
            self.add(variable.name_span, Entity::Variable(id), OccurrenceRole::Declaration);
        }
        for function in &module.functions {
            if let Some(symbol) = function.symbol.filter(|_| function.name.is_some()) {
                self.add(function.name_span, Entity::Function(symbol), OccurrenceRole::Declaration);
            }
        }
        for (i, label) in module.labels.iter().enumerate() {
            let span = self.within(label.span, label.name);
            self.add(span, Entity::Label(LabelId::new(i)), OccurrenceRole::Declaration);
        }
        for alias in &module.aliases {
            if let Some((own, other)) = alias.functions {
                self.add(alias.alias, Entity::Function(own), OccurrenceRole::Read);
                self.add(alias.aliasee, Entity::Function(other), OccurrenceRole::Read);
            }
        }
    }

    fn uses(&mut self) {
        let module = self.module;
        for i in 0..module.insts.len() {
            module.for_each_register(crate::ids::InstId::new(i), |access| {
                if access.access == Access::Write {
                    self.written.insert(access.span);
                }
            });
        }
        for operand in &module.operands {
            let (name, entity) = match operand.kind {
                OperandKind::Reg { reg, .. } => {
                    let register = module[reg];
                    let member = module[register.decl].count.map(|_| register.name);
                    (register.name, Entity::Register(register.decl, member))
                }
                OperandKind::Var(id) => {
                    let Some(name) = module[id].name else { continue };
                    (name, self.variable(id))
                }
                OperandKind::Func(id) => (module[id].name, Entity::Function(id)),
                OperandKind::Label(id) => (module[id].name, Entity::Label(id)),
                OperandKind::Special { register, .. } => {
                    self.add(operand.span, Entity::Special(register), OccurrenceRole::Read);
                    continue;
                }
                _ => continue,
            };
            let role = if self.written.contains(&operand.span) { OccurrenceRole::Write } else { OccurrenceRole::Read };
            let span = self.within(operand.span, name);
            self.add(span, entity, role);
        }
        for relocation in &module.relocations {
            let (name, entity) = match relocation.symbol {
                Symbol::Var(id) => (module[id].name, self.variable(id)),
                Symbol::Func(id) => (Some(module[id].name), Entity::Function(id)),
                Symbol::Unresolved(_) => continue,
            };
            if let Some(name) = name {
                let span = self.within(relocation.span, name);
                self.add(span, entity, OccurrenceRole::Read);
            }
        }
    }

    fn variable(&self, id: VarId) -> Entity {
        let variable = &self.module[id];
        let shared = variable.name.filter(|_| variable.role == VariableRole::Module);
        Entity::Variable(shared.and_then(|name| self.shared.get(&name).copied()).unwrap_or(id))
    }
}
