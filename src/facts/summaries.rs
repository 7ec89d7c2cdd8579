//! The summaries of a module's functions: made when callers ask for them, and dropped when no caller is left that may ask.

use super::Facts;
use super::calls::{Summary, callee};
use super::has_too_many_edges;
use crate::ids::{FunctionId, VarId};
use crate::ir::Module;
use crate::util::{FastMap, FastSet};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A function, and the shape of blocks that its callers are known to have.
type Key = (FunctionId, Option<[u32; 3]>);

/// The summaries of a module's functions, as far as they have been asked for: one for each shape of blocks that callers are known to
/// have. They are the same whoever asks first, so threads share them.
#[derive(Debug, Default)]
pub struct Summaries {
    /// Functions of which nothing is known, whatever their code looks like.
    opaque: HashSet<FunctionId>,
    known: Mutex<Known>,
    graph: OnceLock<CallGraph>,
    /// Where variables of functions begin in the module, in order, and how many come before each of these places.
    owned: OnceLock<Vec<(usize, usize)>>,
}

impl Summaries {
    /// Those of a module in which nothing can be said of some functions.
    pub(crate) fn without(opaque: HashSet<FunctionId>) -> Self {
        Self { opaque, ..Self::default() }
    }

    /// What is known so far. It stays true when a thread panics: entries are whole when they are added.
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The summary of a function; those of its callees are made first. A function that calls itself, directly or through others,
    /// has none.
    pub(super) fn of(self: &Arc<Self>, caller: &Facts<'_, '_>, function: FunctionId) -> Option<Arc<Summary>> {
        let (module, block) = (caller.module, caller.block);
        if let Some(summary) = self.known().summaries.get(&(function, block)) {
            return summary.clone();
        }
        let graph = self.graph.get_or_init(|| CallGraph::new(module));
        self.known().count_callers(graph);
        let (mut work, mut made) = (vec![(function, false)], None);
        while let Some((at, callees_known)) = work.pop() {
            let key = (at, block);
            let unreadable = module[at].body.is_none()
                || module[at].broken
                || self.opaque.contains(&at)
                || has_too_many_edges(module, at);
            if callees_known {
                // Another thread may have made it meanwhile.
                let is_known = self.known().summaries.contains_key(&key);
                if !is_known {
                    let facts = Facts::sharing(module, at, block, Arc::clone(self)).with_effort(caller.effort);
                    made = Some(Arc::new(Summary::new(&facts)));
                    self.known().add(graph, key, made.clone());
                }
                self.known().end(graph, at);
            } else if unreadable || graph.recursive.contains(&at) {
                self.known().add(graph, key, None);
            } else if self.known().begin(graph, key) {
                work.push((at, true));
                work.extend(graph.callees(at).iter().map(|&callee| (callee, false)));
            }
        }
        // The last one that was made is that of the function.
        self.known().summaries.get(&(function, block)).cloned().unwrap_or(made)
    }

    /// The rules have judged a function, and ask for none of its callees any more. Summaries that no caller is left for are dropped:
    /// modules have thousands of functions, and a summary takes many times the text of a small one.
    pub(crate) fn judged(&self, function: FunctionId) {
        self.known().judge(self.graph.get(), function);
    }

    /// A number for a variable that does not depend on other functions of the module: its place among the function's own variables, or,
    /// after those, among the variables of the module.
    pub(super) fn ordinal(&self, module: &Module<'_>, function: FunctionId, var: VarId) -> usize {
        let own = module[function].variables.indices();
        if own.contains(&var.index()) {
            return var.index() - own.start;
        }
        let places = self.owned.get_or_init(|| {
            let mut ranges: Vec<_> = module.functions.iter().map(|function| function.variables.indices()).collect();
            ranges.sort_unstable_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
            let (mut places, mut count, mut end) = (vec![(0, 0)], 0, 0);
            // Prototypes have parameters within the variables of their function.
            for range in ranges {
                let start = range.start.max(end);
                end = end.max(range.end);
                count += range.end.saturating_sub(start);
                places.push((end, count));
            }
            places
        });
        let before = places.partition_point(|&(place, _)| place <= var.index());
        own.len() + var.index() - places[before - 1].1
    }
}

/// The summaries that are kept, and for whom. A function may ask for those of its callees until it has been judged, and until its own
/// summary has been made or nobody may ask for that.
#[derive(Debug, Default)]
struct Known {
    summaries: FastMap<Key, Option<Arc<Summary>>>,
    /// The shape of blocks that all callers had so far. Where there are several no summary is dropped.
    block: Option<Option<[u32; 3]>>,
    has_several_blocks: bool,
    /// The functions that have been judged.
    judged: FastSet<FunctionId>,
    /// For each function how many may still ask for its summary; empty until somebody asks for any.
    callers: Vec<u32>,
    /// The functions that ask for nothing any more.
    done: Vec<bool>,
}

impl Known {
    fn count_callers(&mut self, graph: &CallGraph) {
        if !self.callers.is_empty() {
            return;
        }
        let count = graph.starts.len() - 1;
        (self.callers, self.done) = (vec![0; count], vec![false; count]);
        graph.calls.iter().for_each(|callee| self.callers[callee.index()] += 1);
        let judged: Vec<FunctionId> = self.judged.iter().copied().collect();
        judged.into_iter().for_each(|function| self.settle(graph, function));
    }

    fn judge(&mut self, graph: Option<&CallGraph>, function: FunctionId) {
        self.judged.insert(function);
        if let Some(graph) = graph.filter(|_| !self.callers.is_empty()) {
            self.settle(graph, function);
        }
    }

    /// Keeps the summaries that a function asks for until its own is made; says whether that has still to be done. Otherwise another thread
    /// that is done with the function would let them go, and this one would make them again and again.
    fn begin(&mut self, graph: &CallGraph, key: Key) -> bool {
        let is_new = !self.summaries.contains_key(&key);
        if is_new {
            graph.callees(key.0).iter().for_each(|callee| self.callers[callee.index()] += 1);
        }
        is_new
    }

    fn end(&mut self, graph: &CallGraph, function: FunctionId) {
        self.release(graph, function);
        self.settle(graph, function);
    }

    fn add(&mut self, graph: &CallGraph, key: Key, summary: Option<Arc<Summary>>) {
        let (function, block) = key;
        self.has_several_blocks |= *self.block.get_or_insert(block) != block;
        self.summaries.insert(key, summary);
        self.settle(graph, function);
    }

    /// One caller less for all that a function calls.
    fn release(&mut self, graph: &CallGraph, function: FunctionId) {
        for &callee in graph.callees(function) {
            self.callers[callee.index()] -= 1;
            if self.callers[callee.index()] == 0 {
                self.settle(graph, callee);
            }
        }
    }

    /// Drops what is kept for a function that asks for nothing any more, and for those of which nobody asks for anything then.
    fn settle(&mut self, graph: &CallGraph, function: FunctionId) {
        let Some(block) = self.block.filter(|_| !self.has_several_blocks) else { return };
        let mut work = vec![function];
        while let Some(at) = work.pop() {
            let is_wanted = self.callers[at.index()] > 0;
            let is_done = self.judged.contains(&at) && (!is_wanted || self.summaries.contains_key(&(at, block)));
            if !is_wanted {
                self.summaries.remove(&(at, block));
            }
            if is_done && !std::mem::replace(&mut self.done[at.index()], true) {
                for &callee in graph.callees(at) {
                    self.callers[callee.index()] -= 1;
                    if self.callers[callee.index()] == 0 {
                        work.push(callee);
                    }
                }
            }
        }
    }
}

/// Which functions call which.
#[derive(Debug)]
struct CallGraph {
    /// The callees of all functions, each once for a caller.
    calls: Vec<FunctionId>,
    /// Where those of each function begin, and where the last ones end.
    starts: Vec<u32>,
    /// The functions that call themselves, directly or through others.
    recursive: FastSet<FunctionId>,
}

impl CallGraph {
    fn new(module: &Module<'_>) -> Self {
        let (mut calls, mut starts) = (Vec::new(), vec![0]);
        let mut own = Vec::new();
        for at in module.function_ids() {
            own.extend(module.insts_of(at).filter_map(|inst| callee(module, inst)));
            own.sort_unstable();
            own.dedup();
            calls.append(&mut own);
            starts.push(calls.len() as u32);
        }
        let mut graph = Self { calls, starts, recursive: FastSet::default() };
        graph.recursive = graph.recursive();
        graph
    }

    fn callees(&self, function: FunctionId) -> &[FunctionId] {
        let at = function.index();
        &self.calls[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The functions of cycles of calls (Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972).
    fn recursive(&self) -> FastSet<FunctionId> {
        let count = self.starts.len() - 1;
        // When each function was entered, from 1, and the earliest that it leads back to; `usize::MAX` for those that are done.
        let (mut entered, mut lowest) = (vec![0; count], vec![0; count]);
        let mut found = FastSet::default();
        let (mut open, mut entries) = (Vec::new(), 0);
        for root in (0..count).map(FunctionId::new) {
            let mut path = vec![(root, 0)];
            while let Some((at, next)) = path.last_mut() {
                let (at, i) = (*at, at.index());
                if entered[i] == 0 {
                    entries += 1;
                    (entered[i], lowest[i]) = (entries, entries);
                    open.push(at);
                }
                if let Some(&callee) = self.callees(at).get(*next) {
                    *next += 1;
                    match entered[callee.index()] {
                        0 => path.push((callee, 0)),
                        _ if lowest[callee.index()] == usize::MAX => {}
                        when => {
                            lowest[i] = lowest[i].min(when);
                            if callee == at {
                                found.insert(at);
                            }
                        }
                    }
                    continue;
                }
                path.pop();
                if let Some((caller, _)) = path.last()
                    && lowest[i] != usize::MAX
                {
                    lowest[caller.index()] = lowest[caller.index()].min(lowest[i]);
                }
                if lowest[i] == entered[i] {
                    let start = open.iter().rposition(|&it| it == at).unwrap_or(0);
                    let cycle = open.split_off(start);
                    cycle.iter().for_each(|it| lowest[it.index()] = usize::MAX);
                    if cycle.len() > 1 {
                        found.extend(cycle);
                    }
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    /// Functions of which each calls the two before.
    fn chain(count: usize) -> String {
        let mut text =
            ".version 8.0\n.target sm_80\n.address_size 64\n.func f0() { ret; }\n.func f1() { ret; }\n".to_string();
        for i in 2..count {
            text += &format!(".func f{i}() {{ call f{}; call f{}; ret; }}\n", i - 1, i - 2);
        }
        text
    }

    /// Asks for the summaries of all that a function calls.
    fn judge(module: &Module<'_>, summaries: &Arc<Summaries>, function: usize) {
        let function = FunctionId::new(function);
        let facts = Facts::sharing(module, function, None, Arc::clone(summaries));
        let mut calls = module.insts_of(function).filter(|&inst| callee(module, inst).is_some());
        assert!(calls.all(|call| facts.summary(call).is_some()));
        summaries.judged(function);
    }

    /// How many summaries are kept after each function is judged, in an order.
    fn kept(count: usize, order: impl Iterator<Item = usize>) -> Vec<usize> {
        let text = chain(count);
        let module = crate::parser::parse(Source::new(text.as_bytes()).expect("a short text"));
        let summaries = Arc::new(Summaries::default());
        let kept = |function: usize| {
            judge(&module, &summaries, function);
            summaries.known().summaries.len()
        };
        order.map(kept).collect()
    }

    #[test]
    fn summaries_go_when_no_caller_is_left() {
        let in_order = kept(50, 0..50);
        assert!(in_order.iter().all(|&kept| kept <= 2), "{in_order:?}");
        assert_eq!(in_order.last(), Some(&0));
    }

    #[test]
    fn summaries_stay_while_somebody_may_ask() {
        // The last function asks for all, and nobody else for the one before.
        let backwards = kept(50, (0..50).rev());
        assert_eq!(backwards[0], 48);
        assert_eq!(backwards.last(), Some(&0));
    }

    #[test]
    fn threads_that_ask_at_once_make_no_summary_again_and_again() {
        let text = chain(2000);
        let module = crate::parser::parse(Source::new(text.as_bytes()).expect("a text below 4 GiB"));
        let summaries = Arc::new(Summaries::default());
        std::thread::scope(|scope| {
            for first in 0..4 {
                let (module, summaries) = (&module, &summaries);
                scope.spawn(move || (first..2000).step_by(4).for_each(|function| judge(module, summaries, function)));
            }
        });
        assert!(summaries.known().summaries.is_empty());
    }
}
