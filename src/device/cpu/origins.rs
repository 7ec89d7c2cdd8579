//! What the values of a kernel's registers are made of: the least solution, over all steps, of a question that an analysis asks.

use super::program::{Constant, Op, Program, RegisterSlot, StepAddress};
use super::stack::StackStep;

/// What an analysis knows of a value. `join` goes up in a lattice of finite height.
pub trait ValueOrigin: Copy + Eq {
    /// Made of nothing that matters.
    const NONE: Self;
    /// An address in the thread's frame.
    const FRAME: Self;

    /// Made of both.
    fn join(self, other: Self) -> Self;

    /// What a constant is.
    fn of_constant(program: &Program, constant: Constant) -> Self;

    /// What an element of some bytes is, so many bytes behind the place of a load.
    fn loaded(program: &Program, place: &StepAddress, further: u32, size: u32) -> Self;

    /// What an atomic operation on some bytes returns; nothing if nobody follows that.
    fn updated(size: u32) -> Option<Self>;

    /// Whether a step of a kind that not all analyses follow matters to none of its results.
    fn ignores(_op: &Op) -> bool {
        false
    }
}

/// The origins of a program's registers.
pub struct Origins<'p, O> {
    program: &'p Program,
    registers: Vec<O>,
    has_changed: bool,
}

impl<'p, O: ValueOrigin> Origins<'p, O> {
    /// Those of a program; nothing if it has steps that nobody follows.
    pub fn find(program: &'p Program) -> Option<Self> {
        // Functions have registers of their own.
        let &[kernel] = program.functions.as_slice() else { return None };
        let mut this = Self { program, registers: vec![O::NONE; kernel.registers as usize], has_changed: true };
        while std::mem::take(&mut this.has_changed) {
            this.pass()?;
        }
        Some(this)
    }

    /// That of a register or a constant.
    pub fn of(&self, slot: RegisterSlot) -> O {
        if slot.0 & RegisterSlot::CONSTANT == 0 {
            return self.registers[slot.0 as usize];
        }
        self.program.constant(slot).map_or(O::NONE, |constant| O::of_constant(self.program, constant))
    }

    fn add(&mut self, to: RegisterSlot, origin: O) {
        let known = &mut self.registers[to.0 as usize];
        let joined = known.join(origin);
        self.has_changed |= joined != *known;
        *known = joined;
    }

    /// Goes once through all steps. Nothing if there is one that nobody follows.
    fn pass(&mut self) -> Option<()> {
        let program = self.program;
        for step in &program.steps {
            match &step.op {
                Op::Compute { to, from, .. } => {
                    let origin = from.iter().fold(O::NONE, |all, &slot| all.join(self.of(slot)));
                    self.add(*to, origin);
                }
                Op::Select { to, from, .. } => self.add(*to, self.of(from[0]).join(self.of(from[1]))),
                Op::Shuffle { to, from, .. } => {
                    let origin = self.of(from[0]);
                    to.iter().flatten().for_each(|&slot| self.add(slot, origin));
                }
                Op::Load(transfer) => {
                    for (index, to) in (0..).zip(&transfer.elements) {
                        let origin = O::loaded(program, &transfer.place, index * transfer.size, transfer.size);
                        to.iter().for_each(|&slot| self.add(slot, origin));
                    }
                }
                Op::Atomic(atomic) => {
                    let origin = O::updated(atomic.size)?;
                    atomic.result.iter().for_each(|&slot| self.add(slot, origin));
                }
                Op::WideAtomic(atomic) => {
                    let origin = O::updated(16)?;
                    atomic.result.iter().flatten().for_each(|&slot| self.add(slot, origin));
                }
                Op::FrameAddress { to, .. } | Op::Stack(StackStep::Allocate { to, .. } | StackStep::Save { to }) => {
                    self.add(*to, O::FRAME)
                }
                Op::Stack(StackStep::Restore { .. }) => {}
                Op::Store(_)
                | Op::Branch { .. }
                | Op::BranchIndexed { .. }
                | Op::Return
                | Op::Exit
                | Op::Trap
                | Op::FailAssertion(_) => {}
                Op::Barrier(_) | Op::WarpBarrier { .. } | Op::Fence { .. } | Op::Nothing => {}
                // Their results are no addresses, and they write no memory that others share.
                Op::Clock { .. } | Op::ActiveMask { .. } | Op::Vote { .. } | Op::Elect { .. } | Op::Texture(_) => {}
                Op::Copy(_) | Op::CommitCopies | Op::WaitCopies { .. } | Op::Matrix { .. } | Op::MatrixMemory(_) => {}
                Op::FragmentMemory(_) => {}
                op if O::ignores(op) => {}
                _ => return None,
            }
        }
        Some(())
    }
}
