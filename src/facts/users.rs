//! Who reads each value: the def-use chains turned round.

use super::cfg::Cfg;
use super::slots::Slots;
use super::ssa::{Definition, Ssa, Value};
use crate::ids::{FunctionId, InstId};
use crate::ir::{Access, Module};

/// A reader of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum User {
    /// An instruction reads it.
    Inst(InstId),
    /// It is an input of a join, or the old value that a partial write keeps.
    Value(Value),
}

/// A reader in four bytes: twice an instruction, or twice a value and one.
#[derive(Clone, Copy, Debug)]
struct PackedUser(u32);

impl PackedUser {
    fn new(user: User) -> Self {
        match user {
            User::Inst(inst) => Self((inst.index() as u32) << 1),
            User::Value(value) => Self((value.index() as u32) << 1 | 1),
        }
    }

    fn user(self) -> User {
        match self.0 & 1 {
            0 => User::Inst(InstId::new(self.0 as usize >> 1)),
            _ => User::Value(Value(self.0 >> 1)),
        }
    }
}

/// The readers of all values of a function.
#[derive(Debug)]
pub struct Users {
    starts: Vec<u32>,
    users: Vec<PackedUser>,
}

impl Users {
    /// Collects the readers.
    pub fn new(module: &Module<'_>, function: FunctionId, cfg: &Cfg, ssa: &Ssa, slots: &Slots) -> Self {
        // Counted first, so that nothing but the readers has to be kept: where those of the value before the last begin, then where
        // the last one's do.
        let mut starts = vec![0u32; ssa.len() + 2];
        for_each_use(module, function, cfg, ssa, slots, &mut |value, _| starts[value.index() + 2] += 1);
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let count = starts.last().map_or(0, |&count| count as usize);
        let mut users = vec![PackedUser(0); count];
        for_each_use(module, function, cfg, ssa, slots, &mut |value, user| {
            let next = &mut starts[value.index() + 1];
            users[*next as usize] = PackedUser::new(user);
            *next += 1;
        });
        Self { starts, users }
    }

    /// Whether nobody reads a value.
    pub fn is_unread(&self, value: Value) -> bool {
        self.starts[value.index()] == self.starts[value.index() + 1]
    }

    /// The readers of a value.
    pub fn of(&self, value: Value) -> impl ExactSizeIterator<Item = User> + Clone + '_ {
        let range = self.starts[value.index()] as usize..self.starts[value.index() + 1] as usize;
        self.users[range].iter().map(|user| user.user())
    }
}

/// Calls `visit` with each value that is read, and who reads it.
fn for_each_use(
    module: &Module<'_>,
    function: FunctionId,
    cfg: &Cfg,
    ssa: &Ssa,
    slots: &Slots,
    visit: &mut impl FnMut(Value, User),
) {
    for inst in module.insts_of(function) {
        ssa.for_each_read(module, inst, |value| visit(value, User::Inst(inst)));
        if let Some((slot, Access::Read)) = slots.access(inst)
            && let Some(value) = ssa.loaded(inst, slot)
        {
            visit(value, User::Inst(inst));
        }
    }
    for value in ssa.values() {
        match ssa.data(value).definition {
            Definition::Write { previous: Some(previous), .. } => visit(previous, User::Value(value)),
            Definition::Phi { .. } => {
                ssa.inputs(cfg, value).iter().for_each(|&input| visit(input, User::Value(value)));
            }
            _ => {}
        }
    }
}
