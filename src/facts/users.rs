//! Who reads each value: the def-use chains turned round.

use super::cfg::Cfg;
use super::slots::Slots;
use super::ssa::{Definition, Ssa, Value};
use crate::ids::{FunctionId, InstId};
use crate::ir::{Access, Module};
use crate::util::bucketed;

/// A reader of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum User {
    /// An instruction reads it.
    Inst(InstId),
    /// It is an input of a join, or the old value that a partial write keeps.
    Value(Value),
}

/// The readers of all values of a function.
#[derive(Debug)]
pub struct Users {
    starts: Vec<u32>,
    users: Vec<User>,
}

impl Users {
    /// Collects the readers.
    pub fn new(module: &Module<'_>, function: FunctionId, cfg: &Cfg, ssa: &Ssa, slots: &Slots) -> Self {
        let mut edges: Vec<(Value, User)> = Vec::with_capacity(3 * module[function].insts.len());
        for inst in module.insts_of(function) {
            module.for_each_register(inst, |access| {
                if access.access == Access::Read {
                    edges.extend(ssa.read(inst, access.reg).map(|value| (value, User::Inst(inst))));
                }
            });
            if let Some((slot, Access::Read)) = slots.access(inst) {
                edges.extend(ssa.loaded(inst, slot).map(|value| (value, User::Inst(inst))));
            }
        }
        for value in ssa.values() {
            match ssa.data(value).definition {
                Definition::Write { previous: Some(previous), .. } => edges.push((previous, User::Value(value))),
                Definition::Phi { .. } => {
                    edges.extend(ssa.inputs(cfg, value).iter().map(|&input| (input, User::Value(value))));
                }
                _ => {}
            }
        }
        let (starts, edges) = bucketed(&edges, ssa.len(), |(value, _)| value.index());
        let users = edges.into_iter().map(|(_, user)| user).collect();
        Self { starts, users }
    }

    /// The readers of a value.
    pub fn of(&self, value: Value) -> &[User] {
        &self.users[self.starts[value.index()] as usize..self.starts[value.index() + 1] as usize]
    }
}
