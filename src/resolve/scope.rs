//! Lexical scopes: which name means what at the current place of the text.
//!
//! Each name has one current meaning; entering a declaration pushes the old one to the log of its scope, and
//! leaving the scope restores it. A lookup is one array access however deep the nesting is.
//!
//! Depth 0 is the module, 1 a function (parameters and body share it), more are nested blocks.

use crate::ids::{FuncId, LabelId, NameId, RegDeclId, RegId, VarId};
use crate::isa::SpecialRegister;
use std::collections::HashMap;

/// What a name means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binding {
    Unbound,
    Reg(RegId),
    Var(VarId),
    Func(FuncId),
    Label(LabelId),
    Special(SpecialRegister),
    WarpSize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct ScopeEntry {
    binding: Binding,
    /// `%r<N>` declares the prefix `%r` in a name space of its own.
    range: Option<RegDeclId>,
    depth: u16,
    range_depth: u16,
}

const UNBOUND: ScopeEntry = ScopeEntry { binding: Binding::Unbound, range: None, depth: 0, range_depth: 0 };

/// What a scope has overwritten.
#[derive(Default)]
struct ScopeLog {
    /// Names that had no meaning before: nearly all, and there may be very many.
    new: Vec<NameId>,
    /// Other names, and what they meant; one that was new to the scope has been noted there before.
    old: Vec<(NameId, ScopeEntry)>,
}

/// The current meaning of all names.
pub(super) struct Scopes {
    entries: Vec<ScopeEntry>,
    /// What each open scope has overwritten.
    logs: Vec<ScopeLog>,
    depth: u16,
    /// For a range that is declared while another one of its prefix is visible: that other one and its depth.
    outer_ranges: HashMap<RegDeclId, (RegDeclId, u16)>,
    /// Ranges declared in nested blocks; while there are none, a found name needs no second look.
    nested_ranges: u32,
}

impl Scopes {
    pub(super) fn new() -> Self {
        Self {
            entries: Vec::new(),
            logs: vec![ScopeLog::default()],
            depth: 0,
            outer_ranges: HashMap::new(),
            nested_ranges: 0,
        }
    }

    pub(super) fn depth(&self) -> u16 {
        self.depth
    }

    pub(super) fn open(&mut self) {
        self.depth += 1;
        if self.logs.len() <= self.depth as usize {
            self.logs.push(ScopeLog::default());
        }
    }

    pub(super) fn close(&mut self) {
        let mut log = std::mem::take(&mut self.logs[self.depth as usize]);
        let new = log.new.drain(..).map(|name| (name, UNBOUND));
        for (name, old) in log.old.drain(..).rev().chain(new) {
            let entry = &mut self.entries[name.index()];
            if entry.range != old.range && entry.range_depth > 1 {
                self.nested_ranges -= 1;
            }
            *entry = old;
        }
        self.logs[self.depth as usize] = log;
        self.depth -= 1;
    }

    #[inline]
    fn entry(&self, name: NameId) -> ScopeEntry {
        self.entries.get(name.index()).copied().unwrap_or(UNBOUND)
    }

    /// The meaning of a name and the depth of its declaration.
    #[inline]
    pub(super) fn get(&self, name: NameId) -> (Binding, u16) {
        let entry = self.entry(name);
        (entry.binding, entry.depth)
    }

    /// The innermost register range with this prefix and the depth of its declaration.
    #[inline]
    pub(super) fn range(&self, prefix: NameId) -> Option<(RegDeclId, u16)> {
        let entry = self.entry(prefix);
        entry.range.map(|decl| (decl, entry.range_depth))
    }

    /// The range of the same prefix around another one.
    pub(super) fn outer_range(&self, decl: RegDeclId) -> Option<(RegDeclId, u16)> {
        self.outer_ranges.get(&decl).copied()
    }

    /// Whether a register range may hide a name that was found at `depth`: a range of an inner scope, or any range
    /// for a name of the module.
    #[inline]
    pub(super) fn may_be_hidden(&self, depth: u16) -> bool {
        self.nested_ranges > 0 || depth == 0
    }

    /// Gives a name a meaning in the scope at `depth`, which must be open.
    pub(super) fn bind(&mut self, name: NameId, binding: Binding, depth: u16) {
        let entry = self.save(name, depth);
        entry.binding = binding;
        entry.depth = depth;
    }

    /// Declares a register range in the current scope.
    pub(super) fn bind_range(&mut self, prefix: NameId, decl: RegDeclId) {
        let depth = self.depth;
        let entry = self.save(prefix, depth);
        let outer = entry.range.map(|outer| (outer, entry.range_depth));
        entry.range = Some(decl);
        entry.range_depth = depth;
        self.outer_ranges.extend(outer.map(|outer| (decl, outer)));
        if depth > 1 {
            self.nested_ranges += 1;
        }
    }

    fn save(&mut self, name: NameId, depth: u16) -> &mut ScopeEntry {
        if self.entries.len() <= name.index() {
            self.entries.resize((name.index() + 1).next_power_of_two(), UNBOUND);
        }
        let entry = &mut self.entries[name.index()];
        if depth > 0 {
            let log = &mut self.logs[depth as usize];
            if *entry == UNBOUND { log.new.push(name) } else { log.old.push((name, *entry)) }
        }
        entry
    }
}
