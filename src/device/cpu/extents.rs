//! The variable of shared memory that an access means. A block's shared memory is one piece to the interpreter, and PTX says nothing about what
//! lies behind a variable: an access whose address is made of one variable's and leaves it is wrong, even where another variable lies.

use super::program::{Constant, MemorySpace, Op, Program, RegisterSlot};

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

impl Maker {
    fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nobody, it) | (it, Self::Nobody) => it,
            (Self::One(a), Self::One(b)) if a == b => self,
            _ => Self::Unknown,
        }
    }
}

struct Makers<'p> {
    program: &'p Program,
    registers: Vec<Maker>,
    has_changed: bool,
}

impl Makers<'_> {
    fn of(&self, slot: RegisterSlot) -> Maker {
        if slot.0 & RegisterSlot::CONSTANT == 0 {
            return self.registers[slot.0 as usize];
        }
        match self.program.constants.get((slot.0 & !RegisterSlot::CONSTANT) as usize) {
            Some(Constant::Shared(at)) => self.program.variable_at(*at).map_or(Maker::Unknown, Maker::One),
            Some(_) => Maker::Nobody,
            None => Maker::Unknown,
        }
    }

    fn add(&mut self, to: RegisterSlot, maker: Maker) {
        let known = &mut self.registers[to.0 as usize];
        let joined = known.with(maker);
        self.has_changed |= joined != *known;
        *known = joined;
    }

    /// Goes once through all steps. Nothing if there is one whose results nobody follows.
    fn pass(&mut self) -> Option<()> {
        let program = self.program;
        for step in &program.steps {
            match &step.op {
                Op::Compute { to, from, .. } => {
                    let maker = from.iter().fold(Maker::Nobody, |all, &slot| all.with(self.of(slot)));
                    self.add(*to, maker);
                }
                Op::Select { to, from, .. } => self.add(*to, self.of(from[0]).with(self.of(from[1]))),
                Op::Load(transfer) => {
                    // Parameters of kernels are no addresses of shared memory. What else is loaded may be.
                    let is_number = transfer.place.space == MemorySpace::Param;
                    let maker = if is_number { Maker::Nobody } else { Maker::Unknown };
                    transfer.elements.iter().flatten().for_each(|&slot| self.add(slot, maker));
                }
                Op::Shuffle { to, from, .. } => {
                    let maker = self.of(from[0]);
                    to.iter().flatten().for_each(|&slot| self.add(slot, maker));
                }
                Op::Atomic(atomic) => atomic.result.iter().for_each(|&slot| self.add(slot, Maker::Unknown)),
                Op::FrameAddress { to, .. } => self.add(*to, Maker::Unknown),
                Op::Store(_)
                | Op::Branch { .. }
                | Op::BranchIndexed { .. }
                | Op::Return
                | Op::Exit
                | Op::Trap
                | Op::FailAssertion(_)
                | Op::Fence { .. }
                | Op::WarpBarrier { .. }
                | Op::Nothing => {}
                // Votes, counts and clocks are numbers.
                Op::Barrier(_) | Op::Clock { .. } | Op::ActiveMask { .. } | Op::Vote { .. } | Op::Elect { .. } => {}
                // What matrices and textures hold are no addresses.
                Op::Matrix { .. } | Op::MatrixMemory(_) | Op::FragmentMemory(_) | Op::Texture(_) => {}
                Op::Copy(_) | Op::CommitCopies | Op::WaitCopies { .. } | Op::Print(_) => {}
                _ => return None,
            }
        }
        Some(())
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

    /// For each step, the number of the variable of shared memory that its address is made of; nothing where there is one variable, or
    /// where nobody knows.
    pub fn find_extents(&self) -> Vec<Option<u32>> {
        // Functions have registers of their own.
        let (&[kernel], true) = (self.functions.as_slice(), self.shared_variables.len() > 1) else { return Vec::new() };
        let registers = vec![Maker::Nobody; kernel.registers as usize];
        let mut makers = Makers { program: self, registers, has_changed: true };
        while std::mem::take(&mut makers.has_changed) {
            if makers.pass().is_none() {
                return Vec::new();
            }
        }
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
