//! Branches, loops, guards, and where a thread stands in the grid.

use super::types::{Integer, Pred, Reg, TypedOperand, U32};
use super::{BuildError, Builder, LaunchAxis};
use std::fmt::Write;

impl Builder {
    /// The thread's place in its block.
    pub fn thread_index(&mut self, axis: LaunchAxis) -> Reg<U32> {
        self.make("mov.u32", &[&format_args!("%tid.{}", axis.name())])
    }

    /// The block's place in the grid.
    pub fn block_index(&mut self, axis: LaunchAxis) -> Reg<U32> {
        self.make("mov.u32", &[&format_args!("%ctaid.{}", axis.name())])
    }

    /// Blocks of the grid.
    pub fn grid_extent(&mut self, axis: LaunchAxis) -> Reg<U32> {
        self.make("mov.u32", &[&format_args!("%nctaid.{}", axis.name())])
    }

    /// The thread's place in the grid: block times extent plus thread.
    pub fn global_index(&mut self, axis: LaunchAxis) -> Reg<U32> {
        let block = self.block_index(axis);
        let thread = self.thread_index(axis);
        let extent = self.block[axis as usize];
        self.mad(block, extent, thread)
    }

    /// The instructions of `body`, each of them executed only where the predicate holds: for single loads and stores.
    pub fn predicated(&mut self, predicate: Reg<Pred>, body: impl FnOnce(&mut Self)) {
        if self.guard.is_some() {
            self.fail(BuildError::NestedGuard);
        }
        self.guard = Some(format!("@{predicate} "));
        body(self);
        self.guard = None;
    }

    /// `body` where the predicate holds. Values that it makes are its own; what is to outlast it goes to a
    /// [`MutableRegister`](super::MutableRegister).
    pub fn if_then(&mut self, predicate: Reg<Pred>, body: impl FnOnce(&mut Self)) {
        let end = self.label("end");
        self.branch(&format!("@!{predicate} "), &end);
        self.inside_branch(body);
        self.place(&end);
    }

    /// One of two bodies.
    pub fn if_else(&mut self, predicate: Reg<Pred>, then: impl FnOnce(&mut Self), otherwise: impl FnOnce(&mut Self)) {
        let other = self.label("else");
        let end = self.label("end");
        self.branch(&format!("@!{predicate} "), &other);
        self.inside_branch(then);
        self.branch("", &end);
        self.place(&other);
        self.inside_branch(otherwise);
        self.place(&end);
    }

    /// Ends the thread where the predicate holds. No barrier and no shuffle may follow.
    pub fn return_if(&mut self, predicate: Reg<Pred>) {
        self.structural();
        self.returned = true;
        let _ = writeln!(self.body, "    @{predicate} ret;");
    }

    /// `for (index = start; index < end; index += step) body`.
    ///
    /// `end + step` must be a number of type `T`, or the index wraps. Where a body has barriers or shuffles, all threads must go
    /// round the same number of times.
    pub fn for_range<T: Integer>(
        &mut self,
        start: impl Into<TypedOperand<T>>,
        end: impl Into<TypedOperand<T>>,
        step: impl Into<TypedOperand<T>>,
        body: impl FnOnce(&mut Self, Reg<T>),
    ) {
        let (end, step) = (end.into(), step.into());
        let index = self.variable(start);
        let (again, done) = (self.label("loop"), self.label("done"));
        let nothing = self.compare(super::Predicate::GreaterOrEqual, *index, end);
        self.branch(&format!("@{nothing} "), &done);
        self.place(&again);
        body(self, *index);
        self.add_in_place(index, step);
        let more = self.less(*index, end);
        self.branch(&format!("@{more} "), &again);
        self.place(&done);
    }

    fn inside_branch(&mut self, body: impl FnOnce(&mut Self)) {
        self.branches += 1;
        body(self);
        self.branches -= 1;
    }

    fn label(&mut self, name: &str) -> String {
        self.labels += 1;
        format!("${name}_{}", self.labels)
    }

    fn place(&mut self, label: &str) {
        let _ = writeln!(self.body, "{label}:");
    }

    fn branch(&mut self, guard: &str, label: &str) {
        self.structural();
        let _ = writeln!(self.body, "    {guard}bra {label};");
    }

    /// Control flow is not for guarded bodies.
    fn structural(&mut self) {
        if self.guard.is_some() {
            self.fail(BuildError::NestedGuard);
        }
    }

    /// Notes an instruction that all threads of the block or warp must come by.
    pub(super) fn convergent(&mut self, what: &'static str) {
        if self.branches > 0 || self.returned || self.guard.is_some() {
            self.fail(BuildError::Divergent(what));
        }
    }
}
