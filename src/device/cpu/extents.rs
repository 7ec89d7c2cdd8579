//! The variable of shared memory that an access means. A block's shared memory is one piece to the interpreter, and PTX says nothing about what
//! lies behind a variable: an access whose address is made of one variable's and leaves it is wrong, even where another variable lies.

use super::origins::{Origins, ValueOrigin};
use super::program::{Constant, MemorySpace, Op, Program, StepAddress};

/// A variable of shared memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedExtent {
    /// Its name.
    pub name: String,
    /// Its first byte.
    pub start: u64,
    /// The byte behind its last; those of dynamic shared memory end where the block's memory does.
    pub end: Option<u64>,
}

/// What a value is made of, as far as variables of shared memory go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Maker {
    /// None.
    Nobody,
    /// The one of a number.
    One(u32),
    /// Several, or nobody knows.
    Unknown,
}

impl ValueOrigin for Maker {
    const NONE: Self = Self::Nobody;
    const FRAME: Self = Self::Unknown;

    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nobody, it) | (it, Self::Nobody) => it,
            (Self::One(a), Self::One(b)) if a == b => self,
            _ => Self::Unknown,
        }
    }

    fn of_constant(program: &Program, constant: Constant) -> Self {
        match constant {
            Constant::Shared(at) => program.variable_at(at).map_or(Self::Unknown, Self::One),
            _ => Self::Nobody,
        }
    }

    fn loaded(_: &Program, place: &StepAddress, _: u32, _: u32) -> Self {
        // Parameters of kernels are no addresses of shared memory. What else is loaded may be.
        if place.space == MemorySpace::Param { Self::Nobody } else { Self::Unknown }
    }

    fn updated(size: u32) -> Option<Self> {
        (size <= 8).then_some(Self::Unknown)
    }

    fn ignores(op: &Op) -> bool {
        matches!(op, Op::Print(_))
    }
}

impl Program {
    /// The number of the variable of shared memory that has the byte.
    fn variable_at(&self, at: u64) -> Option<u32> {
        if self.beyond_variables.contains(&at) {
            return None;
        }
        let is_in = |it: &SharedExtent| it.start <= at && it.end.is_none_or(|end| at < end);
        self.shared_variables.iter().position(is_in).map(|number| number as u32)
    }

    /// The variable of shared memory that the address of a step is made of, if that is known and there are others.
    #[inline]
    pub fn variable_of(&self, step: u32) -> Option<&SharedExtent> {
        let number = (*self.extents.get(step as usize)?)?;
        self.shared_variables.get(number as usize)
    }

    /// For each step, the number of the variable of shared memory that its address is made of; nothing where there is one variable, or
    /// where nobody knows.
    pub fn find_extents(&self) -> Vec<Option<u32>> {
        if self.shared_variables.len() < 2 {
            return Vec::new();
        }
        let Some(makers) = Origins::<Maker>::find(self) else { return Vec::new() };
        let number = |op: &Op| {
            let place = match op {
                Op::Load(transfer) | Op::Store(transfer) => &transfer.place,
                Op::Atomic(atomic) => &atomic.place,
                _ => return None,
            };
            match makers.of(place.base) {
                Maker::One(number) if place.space == MemorySpace::Shared => Some(number),
                _ => None,
            }
        };
        self.steps.iter().map(|step| number(&step.op)).collect()
    }
}
