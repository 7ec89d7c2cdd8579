//! Whether threads come to any access of a plan, in whatever launch.
//!
//! Where a way depends on data, no launch decides it: all of them lose their threads at the same branch, and to run one after the other
//! would show nothing. This follows all ways that some launch may take, without numbers.

use super::own_data::Choice;
use super::plan::{Action, BlockExit, Truth};
use super::{Expr, Node, SimulationPlan, Value};
use crate::facts::{Block, Definition, Divergence, Facts, ThreadScope};
use crate::util::{FastMap, FastSet};

/// Deeper expressions are taken for known ones.
const MOST_DEPTH: usize = 200;

/// Rounds in which joins are found to be known. Where it takes more, all count as known.
const ROUNDS: usize = 16;

impl SimulationPlan {
    /// Whether some launch may come to an access: if not, no run has any event. `in_grid`: of models that have a place in a grid;
    /// `given`: leaves to which launches may give numbers of their own.
    pub fn has_attainable_access(&self, facts: &Facts<'_, '_>, in_grid: bool, given: &[Expr]) -> bool {
        self.comes_to_access(facts, in_grid, given, false)
    }

    /// The same for accesses of which some launch knows the address.
    pub fn has_attainable_address(&self, facts: &Facts<'_, '_>, in_grid: bool, given: &[Expr]) -> bool {
        self.comes_to_access(facts, in_grid, given, true)
    }

    fn comes_to_access(&self, facts: &Facts<'_, '_>, in_grid: bool, given: &[Expr], with_address: bool) -> bool {
        let mut numbers =
            KnowableNumbers { facts, in_grid, given, joins: FastSet::default(), known: FastMap::default() };
        if !numbers.find_joins(self) {
            return true;
        }
        #[cfg(test)]
        if tests::counts_as_attainable() {
            return true;
        }
        let cfg = facts.cfg();
        if cfg.is_empty() {
            return false;
        }
        let mut seen = vec![false; cfg.len()];
        let mut work = vec![Block(0)];
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut seen[block.index()], true) {
                continue;
            }
            for step in &self.steps[block.index()] {
                if let Action::Access(index, _) = step.action
                    && let Some(address) = facts.accesses()[index].address
                    && (!with_address || numbers.has_number(address, 0))
                    && (step.choice != Choice::Unknown || step.guard.is_none_or(|guard| numbers.has_truth(guard)))
                {
                    return true;
                }
            }
            let join = || facts.postdominators().immediate(block);
            // Where data of their own decide, threads go both ways.
            if self.follows_data(block) {
                work.extend(cfg.successors(block));
            }
            match self.ways[block.index()] {
                BlockExit::Jump(next) | BlockExit::Trap(_, next) => work.push(next),
                BlockExit::Branch(truth, target, other) => {
                    // Who cannot be told where to go goes past the branch, and nobody ends the grid.
                    let is_doomed = [target, other].map(|next| cfg.is_doomed(next));
                    if numbers.has_truth(truth) || is_doomed[0] != is_doomed[1] {
                        work.extend([target, other]);
                    }
                    work.extend(join());
                }
                BlockExit::Leave(truth, next) => work.extend(numbers.has_truth(truth).then_some(next)),
                BlockExit::Unknown => work.extend(join()),
                BlockExit::Exit => {}
            }
        }
        #[cfg(test)]
        tests::note_unattainable();
        false
    }

    /// Whether threads go on behind a block although nothing says which way they take.
    fn follows_data(&self, block: Block) -> bool {
        self.choices.get(block.index()).is_some_and(|choice| *choice != Choice::Unknown)
            || self.data_loops.contains_key(&block)
    }
}

/// Which expressions have a number in some thread of some launch, as far as can be told without running one.
struct KnowableNumbers<'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    in_grid: bool,
    given: &'f [Expr],
    /// Joins that get a number on some way.
    joins: FastSet<Value>,
    known: FastMap<Expr, bool>,
}

impl KnowableNumbers<'_, '_, '_> {
    /// Finds the joins; false if that takes too long.
    fn find_joins(&mut self, plan: &SimulationPlan) -> bool {
        let mut open: Vec<_> = plan.phis.iter().flatten().collect();
        for _ in 0..ROUNDS {
            let before = open.len();
            open.retain(|phi| {
                let is_known = phi.inputs.iter().any(|&(_, input)| self.has_number(input, 0));
                if is_known {
                    self.joins.insert(phi.value);
                }
                !is_known
            });
            if open.len() == before {
                return true;
            }
            // What was unknown may depend on the joins that were found.
            self.known.retain(|_, is_known| *is_known);
        }
        false
    }

    fn has_truth(&mut self, truth: Truth) -> bool {
        truth.is_some_and(|truth| self.has_number(truth, 0))
    }

    fn has_number(&mut self, expr: Expr, depth: usize) -> bool {
        if depth > MOST_DEPTH || self.given.contains(&expr) {
            return true;
        }
        if let Some(&known) = self.known.get(&expr) {
            return known;
        }
        let node = self.facts.exprs().table.node(expr);
        let mut has = |part: Expr| self.has_number(part, depth + 1);
        let is_known = match node {
            Node::Opaque(value) => self.has_value(value),
            // A zero or a falsehood decides.
            Node::Product(a, b) | Node::Both(a, b) => has(a) || has(b),
            Node::Select(truth, yes, no) => has(truth) && (has(yes) || has(no)),
            Node::Binary(_, _, a, b) | Node::Compare(_, _, a, b) => has(a) && has(b),
            Node::Not(a) | Node::Cast(_, a) | Node::ToGeneric(_, a) | Node::FromGeneric(_, a) => has(a),
            Node::Sum { .. } => {
                let mut terms = Vec::new();
                self.facts.exprs().table.for_parts(node, &mut |term| terms.push(term));
                terms.into_iter().all(|term| self.has_number(term, depth + 1))
            }
            _ => true,
        };
        self.known.insert(expr, is_known);
        is_known
    }

    /// Whether a value that no expression says more of has a number: a join, or what is the same in all threads of the only block.
    fn has_value(&self, value: Value) -> bool {
        let is_join = self.facts.ssa().is_some_and(|ssa| matches!(ssa.data(value).definition, Definition::Phi { .. }));
        if is_join {
            return self.joins.contains(&value);
        }
        let is_same = || {
            let uniformity = self.facts.uniformity();
            uniformity.is_some_and(|known| known.level(value, ThreadScope::Block) == Divergence::Uniform)
        };
        !self.in_grid && is_same()
    }
}

#[cfg(test)]
mod tests {
    use crate::options::Options;
    use std::cell::Cell;
    use std::path::Path;

    thread_local! {
        /// How often the answer was no, and whether it is always yes.
        static ANSWERS: Cell<(usize, bool)> = const { Cell::new((0, false)) };
    }

    pub(super) fn counts_as_attainable() -> bool {
        ANSWERS.get().1
    }

    pub(super) fn note_unattainable() {
        let (count, always) = ANSWERS.get();
        ANSWERS.set((count + 1, always));
    }

    fn texts(folder: &Path, found: &mut Vec<(String, Vec<u8>)>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                texts(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "ptx") {
                found.push((path.display().to_string(), std::fs::read(&path).expect("a text")));
            }
        }
    }

    /// What rules find of which launches are asked.
    fn findings(text: &[u8], always: bool) -> String {
        ANSWERS.set((ANSWERS.get().0, always));
        let report = crate::driver::check(text, &Options::default()).expect("a short text");
        format!("{:#?}", report.findings)
    }

    #[test]
    fn launches_that_are_not_run_would_have_found_nothing() {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
        let mut all = Vec::new();
        for folder in ["_corpus", "global-race", "missing-barrier", "out-of-bounds"] {
            texts(&fixtures.join(folder), &mut all);
        }
        for (name, text) in &all {
            assert_eq!(findings(text, false), findings(text, true), "{name}");
        }
        assert!(ANSWERS.get().0 > 1, "some kernels lose all threads: {:?}", ANSWERS.get());
    }

    /// A kernel that shifts an array by one element, if a condition on an index or on data is false.
    fn kernel(condition: &str) -> String {
        format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p, .param .u64 q) {{\n\
             .reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\n\
             ld.param.u64 %rd1, [p]; cvta.to.global.u64 %rd1, %rd1; ld.param.u64 %rd5, [q]; cvta.to.global.u64 %rd5, %rd5;\n\
             mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; add.s64 %rd6, %rd5, %rd2;\n\
             ld.global.u32 %r2, [%rd6];\n{condition}\n@%p1 bra DONE;\n\
             ld.global.u32 %r3, [%rd3+4];\nst.global.u32 [%rd3], %r3;\nDONE: ret;\n}}\n"
        )
    }

    #[test]
    fn data_make_accesses_unattainable_and_indices_do_not() {
        let races = |condition: &str| findings(kernel(condition).as_bytes(), false).contains("global-race");
        let refused = |condition: &str| {
            ANSWERS.set((0, false));
            races(condition);
            ANSWERS.get().0
        };
        assert!(races("setp.eq.u32 %p1, %r1, 0;"));
        assert_eq!(refused("setp.eq.u32 %p1, %r1, 0;"), 0);
        assert!(!races("setp.ne.u32 %p1, %r2, 0;"));
        assert!(refused("setp.ne.u32 %p1, %r2, 0;") > 0);
    }
}
