//! Puts the runs of the threads together, and collects the final states that the memory model allows.

use super::barriers::{BarrierMeeting, meetings};
use super::condition::{Observable, Quantifier};
use super::model::{Axiom, ExecutionFrame};
use super::relation::EventRelation;
use super::test::Test;
use super::traces::{EventKind, Runs, Trace, runs};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub struct ExplorerEffort {
    /// How often an instruction of a loop may be repeated.
    pub rounds: u32,
    /// Whether to find all final states, also after the condition is decided.
    pub all_states: bool,
    /// The most candidate executions to judge.
    pub candidates: u64,
}

impl Default for ExplorerEffort {
    fn default() -> Self {
        Self { rounds: 2, all_states: false, candidates: 20_000_000 }
    }
}

/// Why a test was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExplorerRefusal {
    /// A thread has too many runs.
    TooManyRuns,
    /// An execution has too many events.
    TooManyEvents,
    /// There are more candidate executions than the effort allows.
    TooManyCandidates,
}

impl fmt::Display for ExplorerRefusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::TooManyRuns => "a thread may run in too many ways; `--rounds` lowers the rounds of its loops",
            Self::TooManyEvents => "an execution has more than 128 events; `--rounds` lowers the rounds of its loops",
            Self::TooManyCandidates => "there are too many candidate executions; `--rounds` lowers the rounds of loops",
        })
    }
}

/// A final state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FinalState {
    /// The values of [`Test::observables`], in their order.
    pub values: Vec<i64>,
    /// Whether the expression of the condition is true; `None` without a condition.
    pub satisfies: Option<bool>,
}

/// What has been found out about a test.
#[derive(Clone, Debug)]
pub struct LitmusAnswer {
    /// The final states that were found.
    pub states: BTreeSet<FinalState>,
    /// Whether the condition holds; `None` without one.
    pub holds: Option<bool>,
    /// Whether `states` are all that there are.
    pub has_all_states: bool,
    /// Whether loops may go round more often than was tried.
    pub is_cut: bool,
    /// Whether some runs were left out because their threads would wait at barriers forever.
    pub has_hangs: bool,
    /// How many candidate executions were judged.
    pub candidates: u64,
    /// How many of them each axiom forbids.
    pub forbidden: BTreeMap<Axiom, u64>,
}

/// Explores a test.
///
/// # Errors
/// It is too large.
pub fn explore(test: &Test, effort: ExplorerEffort) -> Result<LitmusAnswer, ExplorerRefusal> {
    let runs = runs(test, effort.rounds).ok_or(ExplorerRefusal::TooManyRuns)?;
    let observables = test.observables();
    let is_cut = runs.iter().any(|runs| runs.is_cut);
    let runs = viable(test, &runs);
    let mut search = Search {
        test,
        effort,
        answer: LitmusAnswer {
            states: BTreeSet::new(),
            holds: None,
            has_all_states: true,
            is_cut,
            has_hangs: false,
            candidates: 0,
            forbidden: BTreeMap::new(),
        },
        runs: &runs,
        known_registers: BTreeSet::new(),
        observables,
        is_decided: false,
    };
    search.choose(&mut Vec::new())?;
    search.conclude();
    Ok(search.answer)
}

/// A run, with what it wants from the other threads and what it has for them: locations with values.
struct ThreadRun<'r> {
    trace: &'r Trace,
    needs: Vec<(usize, i64)>,
    gives: Vec<(usize, i64)>,
}

impl<'r> ThreadRun<'r> {
    fn new(test: &Test, trace: &'r Trace) -> Self {
        let gives: BTreeSet<(usize, i64)> = writes(test, trace).collect();
        let initial: BTreeSet<(usize, i64)> = initial_values(test).collect();
        let needs: BTreeSet<(usize, i64)> =
            reads(test, trace).filter(|read| !gives.contains(read) && !initial.contains(read)).collect();
        Self { trace, needs: needs.into_iter().collect(), gives: gives.into_iter().collect() }
    }
}

/// The runs of which each value read is written by some run, or there from the beginning.
fn viable<'r>(test: &Test, runs: &'r [Runs]) -> Vec<Vec<ThreadRun<'r>>> {
    let of_thread = |runs: &'r Runs| runs.traces.iter().map(|trace| ThreadRun::new(test, trace)).collect();
    let mut left: Vec<Vec<ThreadRun<'_>>> = runs.iter().map(of_thread).collect();
    loop {
        let provided: BTreeSet<(usize, i64)> =
            left.iter().flatten().flat_map(|run| run.gives.iter().copied()).collect();
        let count: usize = left.iter().map(Vec::len).sum();
        for runs in &mut left {
            runs.retain(|run| run.needs.iter().all(|need| provided.contains(need)));
        }
        if left.iter().map(Vec::len).sum::<usize>() == count {
            return left;
        }
    }
}

fn initial_values(test: &Test) -> impl Iterator<Item = (usize, i64)> {
    let locations = test.locations.iter().enumerate().filter(|(place, location)| location.memory == *place);
    locations.map(|(place, location)| (place, location.initial))
}

fn writes<'r>(test: &'r Test, trace: &'r Trace) -> impl Iterator<Item = (usize, i64)> + 'r {
    trace.events.iter().filter_map(|event| match event.kind {
        EventKind::Write { location, value, .. } => Some((test.locations[location].memory, value)),
        _ => None,
    })
}

fn reads<'r>(test: &'r Test, trace: &'r Trace) -> impl Iterator<Item = (usize, i64)> + 'r {
    trace.events.iter().filter_map(|event| match event.kind {
        EventKind::Read { location, value, .. } => Some((test.locations[location].memory, value)),
        _ => None,
    })
}

/// Whether each value that one of the runs needs is given by another.
fn have_what_they_need(chosen: &[&ThreadRun<'_>]) -> bool {
    chosen.iter().all(|run| run.needs.iter().all(|need| chosen.iter().any(|other| other.gives.contains(need))))
}

struct Search<'r> {
    test: &'r Test,
    effort: ExplorerEffort,
    answer: LitmusAnswer,
    runs: &'r [Vec<ThreadRun<'r>>],
    observables: Vec<Observable>,
    /// Final registers that are known to be possible, where the condition is about nothing else.
    known_registers: BTreeSet<Vec<i64>>,
    is_decided: bool,
}

impl<'r> Search<'r> {
    /// Chooses a run for each further thread.
    fn choose(&mut self, chosen: &mut Vec<&'r ThreadRun<'r>>) -> Result<(), ExplorerRefusal> {
        if chosen.len() == self.runs.len() {
            return self.together(chosen);
        }
        for run in &self.runs[chosen.len()] {
            if self.is_decided {
                return Ok(());
            }
            chosen.push(run);
            let is_complete = chosen.len() == self.runs.len();
            if (!is_complete || have_what_they_need(chosen)) && self.is_worth_it(chosen) {
                self.choose(chosen)?;
            }
            chosen.pop();
        }
        Ok(())
    }

    /// Whether what has been chosen may have a final state that is asked for.
    fn is_worth_it(&self, chosen: &[&ThreadRun<'_>]) -> bool {
        let register = |observable| match observable {
            Observable::Register { thread, register } => chosen.get(thread).map(|run| run.trace.registers[register]),
            Observable::Location(_) => None,
        };
        if self.test.filter.as_ref().is_some_and(|filter| filter.value(&register) == Some(false)) {
            return false;
        }
        let truth = self.test.condition.as_ref().and_then(|condition| condition.expression.value(&register));
        self.effort.all_states || truth.is_none_or(|truth| self.is_wanted(truth))
    }

    /// Whether a state decides the condition: an example for `exists`, a counterexample for `forall`.
    fn is_wanted(&self, satisfies: bool) -> bool {
        let quantifier = self.test.condition.as_ref().map(|condition| condition.quantifier);
        satisfies != (quantifier == Some(Quantifier::Forall))
    }

    /// Explores one run of each thread.
    fn together(&mut self, chosen: &[&'r ThreadRun<'r>]) -> Result<(), ExplorerRefusal> {
        let traces: Vec<&Trace> = chosen.iter().map(|run| run.trace).collect();
        let registers = self.observables.iter().filter_map(|observable| match *observable {
            Observable::Register { thread, register } => Some(traces[thread].registers[register]),
            Observable::Location(_) => None,
        });
        let registers: Vec<i64> = registers.collect();
        if self.known_registers.contains(&registers) {
            return Ok(());
        }
        let ways = meetings(self.test, &traces);
        self.answer.has_hangs |= ways.is_empty();
        for meetings in &ways {
            self.explore(&traces, &registers, meetings)?;
        }
        Ok(())
    }

    fn explore(
        &mut self,
        traces: &[&Trace],
        registers: &[i64],
        meetings: &[BarrierMeeting],
    ) -> Result<(), ExplorerRefusal> {
        let frame = ExecutionFrame::new(self.test, traces, meetings).ok_or(ExplorerRefusal::TooManyEvents)?;
        let mut reads_from = Vec::with_capacity(frame.reads.len());
        self.read(&frame, registers, &mut reads_from)
    }

    /// Chooses the write that each further read reads from.
    fn read(
        &mut self,
        frame: &ExecutionFrame<'_>,
        registers: &[i64],
        reads_from: &mut Vec<(usize, usize)>,
    ) -> Result<(), ExplorerRefusal> {
        let Some((read, writes)) = frame.reads.get(reads_from.len()) else {
            return self.judge(frame, registers, reads_from);
        };
        for &write in writes {
            let is_taken =
                reads_from.iter().any(|&(other, reader)| other == write && frame.exclude_each_other(reader, *read));
            if is_taken {
                continue;
            }
            reads_from.push((write, *read));
            self.read(frame, registers, reads_from)?;
            reads_from.pop();
            if self.is_decided || self.known_registers.contains(registers) {
                return Ok(());
            }
        }
        Ok(())
    }

    fn judge(
        &mut self,
        frame: &ExecutionFrame<'_>,
        registers: &[i64],
        reads_from: &[(usize, usize)],
    ) -> Result<(), ExplorerRefusal> {
        self.answer.candidates += 1;
        if self.answer.candidates > self.effort.candidates {
            return Err(ExplorerRefusal::TooManyCandidates);
        }
        let shows_memory = self.observables.iter().any(|observable| matches!(observable, Observable::Location(_)));
        let verdict = frame.judge(reads_from, &mut |coherence| {
            self.note_states(frame, registers, coherence);
            shows_memory && !self.is_decided
        });
        match verdict {
            Err(axiom) => *self.answer.forbidden.entry(axiom).or_default() += 1,
            Ok(()) if !shows_memory && self.test.filter.is_none() => {
                self.known_registers.insert(registers.to_vec());
            }
            Ok(()) => {}
        }
        Ok(())
    }

    /// Adds the final states of an execution: a location may hold what any of its last writes wrote.
    fn note_states(&mut self, frame: &ExecutionFrame<'_>, registers: &[i64], coherence: &EventRelation) {
        let mut states: Vec<Vec<i64>> = vec![Vec::new()];
        let mut registers = registers.iter();
        for observable in &self.observables {
            let values: Vec<i64> = match *observable {
                Observable::Register { .. } => registers.next().copied().into_iter().collect(),
                Observable::Location(location) => {
                    let memory = self.test.locations[location].memory;
                    let writes =
                        frame.writes.iter().find(|(of, _)| *of == memory).map_or(&[][..], |(_, writes)| writes);
                    let last = writes.iter().filter(|&&write| coherence.after(write) == 0);
                    let values: BTreeSet<i64> = last.filter_map(|&write| frame.events[write].value()).collect();
                    values.into_iter().collect()
                }
            };
            states = states
                .iter()
                .flat_map(|state| values.iter().map(|&value| [state.as_slice(), &[value]].concat()))
                .collect();
        }
        for values in states {
            let value = |observable: Observable| {
                self.observables.iter().position(|known| *known == observable).map(|place| values[place])
            };
            if self.test.filter.as_ref().is_some_and(|filter| filter.value(&value) != Some(true)) {
                continue;
            }
            let satisfies = self.test.condition.as_ref().and_then(|condition| condition.expression.value(&value));
            if self.test.condition.is_some()
                && !self.effort.all_states
                && satisfies.is_some_and(|truth| self.is_wanted(truth))
            {
                self.is_decided = true;
            }
            self.answer.states.insert(FinalState { values, satisfies });
        }
    }

    /// Says whether the condition holds.
    fn conclude(&mut self) {
        self.answer.has_all_states = self.test.condition.is_none() || self.effort.all_states;
        let Some(condition) = &self.test.condition else { return };
        let mut truths = self.answer.states.iter().filter_map(|state| state.satisfies);
        self.answer.holds = Some(match condition.quantifier {
            Quantifier::Exists => truths.any(|truth| truth),
            Quantifier::NotExists => !truths.any(|truth| truth),
            Quantifier::Forall => truths.all(|truth| truth),
        });
    }
}
