//! Rules against the interpreter: the launch in which a finding shows is run.
//!
//! A rule that looks at launches names one in which its finding shows ([`Witness`]). Here that launch is made: parameters hold what
//! the witness says, pointers point to buffers that are large enough for small launches, and the interpreter runs it with all checks.
//! Since a witness says nothing of what buffers hold, there are two runs: with zeros, and with small random integers. A
//! launch that ends by a fault elsewhere is made once more with as much dynamic shared memory as a block can have, since kernels do not say
//! how much they need, and one that ends without a fault in other orders of warps and copies. Tensor maps, textures and surfaces are made up.
//!
//! What comes of it is a [`ReplayVerdict`]. Only a launch that gets to every place of the finding and ends without a fault speaks against
//! it; a launch that faults elsewhere, or that the interpreter does not take, says nothing.

mod launch;
mod sanitize;
mod symptoms;

use crate::device::{Device, DeviceError, Fault, MOST_SHARED, Schedule};
use crate::diagnostic::{Diagnostic, Level, ReplayVerdict};
use crate::facts::{self, Base, BlockModel, Facts, MemoryAccess};
use crate::ids::{FunctionId, InstId};
use crate::ir::{FunctionKind, Module};
use crate::isa::Role;
use crate::source::{LineIndex, Source};
use crate::span::Span;
use crate::witness::{Deed, LaunchScope, Witness};
pub use launch::BufferFilling;
use launch::Runner;
pub use sanitize::{finding_of, sanitize, sanitize_kernels};
use std::collections::{HashMap, HashSet};
pub use symptoms::{Symptoms, symptoms};

/// What became of a launch: the lines that it has executed, or why it did not end.
type Run = Result<Vec<u32>, DeviceError>;

/// Why a launch without a fault says nothing where only a host can make what it works on.
const MADE_UP: &str = "nothing is known of the boxes and images that it works on";

/// How many other orders of warps and copies a launch without a fault is made in.
const OTHER_ORDERS: u64 = 4;

/// Replays findings on a module.
pub struct Replayer<'s> {
    module: Module<'s>,
    text: Option<&'s str>,
    lines: LineIndex,
    /// By kernel; equal launches are run once.
    runners: HashMap<String, Runner>,
}

impl<'s> Replayer<'s> {
    /// For findings on the module in `bytes`. `None` for more bytes than a module may have.
    pub fn new(bytes: &'s [u8]) -> Option<Self> {
        let source = Source::new(bytes).ok()?;
        let module = crate::parser::parse(source);
        let text = std::str::from_utf8(bytes).ok();
        Some(Self { module, text, lines: LineIndex::new(bytes), runners: HashMap::new() })
    }

    /// What the interpreter says of a finding. `None` if the finding is not about a launch.
    pub fn replay(&mut self, finding: &Diagnostic) -> Option<ReplayVerdict> {
        self.replay_with_room(finding).map(|(verdict, _)| verdict)
    }

    /// The same, and how many bytes of dynamic shared memory the launch had.
    fn replay_with_room(&mut self, finding: &Diagnostic) -> Option<(ReplayVerdict, u64)> {
        let mut witness = finding.witness.as_deref()?.clone();
        let mut verdict = self.replay_in(finding, &witness, Schedule::Late)?;
        if matches!(verdict, ReplayVerdict::EndedBefore { .. }) && witness.dynamic_shared > 0 {
            let given = std::mem::replace(&mut witness.dynamic_shared, MOST_SHARED);
            let with_all = self.replay_in(finding, &witness, Schedule::Late)?;
            match with_all {
                ReplayVerdict::EndedBefore { .. } | ReplayVerdict::Refused { .. } => witness.dynamic_shared = given,
                _ => verdict = with_all,
            }
        }
        for seed in 1..=OTHER_ORDERS {
            if verdict != ReplayVerdict::Contradicted {
                break;
            }
            let other = self.replay_in(finding, &witness, Schedule::Random(seed))?;
            if matches!(other, ReplayVerdict::Confirmed { .. }) {
                verdict = other;
            }
        }
        Some((verdict, witness.dynamic_shared))
    }

    /// What the interpreter says of a finding in one launch and order. `None` if the finding is not about a launch.
    fn replay_in(&mut self, finding: &Diagnostic, witness: &Witness, schedule: Schedule) -> Option<ReplayVerdict> {
        let symptoms = symptoms(finding.rule.name)?;
        let kernel = finding.function.as_deref()?;
        Some(match self.launch_by(kernel, witness, schedule) {
            Err(reason) => ReplayVerdict::Refused { reason },
            Ok(runs) => self.judge(finding, witness, symptoms, &runs),
        })
    }

    /// The launches of a kernel that rules try first, at most `most`.
    pub fn plausible(&self, kernel: &str, most: usize) -> Vec<Witness> {
        let Some(id) = self.kernel(kernel) else { return Vec::new() };
        let facts = Facts::new(&self.module, id, None);
        let axes = facts::laid_out(&facts, |access| facts::is_shared(&facts, access));
        let usual = facts::candidates(&facts, axes).filter(|candidate| candidate.usual).take(most);
        usual.map(|candidate| BlockModel::of(&facts, candidate.sample).witness(&[], &[], LaunchScope::Some)).collect()
    }

    /// Runs the launch of a witness on a device, and gives what all its buffers hold afterwards.
    ///
    /// # Errors
    /// There is no such kernel, or those of the device.
    pub fn contents(
        &self,
        device: &mut dyn Device,
        kernel: &str,
        witness: &Witness,
        filling: BufferFilling,
    ) -> Result<Vec<Vec<u8>>, DeviceError> {
        let text = self.isolated(kernel).map_err(DeviceError::Internal)?;
        Runner::new(text, kernel, self.pointers(kernel)).contents(device, witness, filling)
    }

    /// Runs the launch of a witness in each of the fillings.
    ///
    /// # Errors
    /// The interpreter cannot run the kernel at all, and why.
    pub fn launch(&mut self, kernel: &str, witness: &Witness) -> Result<Vec<Run>, String> {
        self.launch_by(kernel, witness, Schedule::Late)
    }

    fn launch_by(&mut self, kernel: &str, witness: &Witness, schedule: Schedule) -> Result<Vec<Run>, String> {
        if !self.runners.contains_key(kernel) {
            let text = self.isolated(kernel)?;
            self.runners.insert(kernel.to_string(), Runner::new(text, kernel, self.pointers(kernel)));
        }
        let runner = self.runners.get_mut(kernel).ok_or("there is no such kernel")?;
        let runs = runner.runs(witness, schedule, &self.lines);
        match runs.iter().find_map(|run| run.as_ref().err().filter(|error| is_refusal(error))) {
            Some(error) => Err(error.to_string()),
            None => Ok(runs),
        }
    }

    /// The definition of a kernel, if it can be analysed.
    fn kernel(&self, name: &str) -> Option<FunctionId> {
        let is_it = |id: &FunctionId| {
            let function = &self.module[*id];
            let is_kernel = function.kind == FunctionKind::Entry && function.is_definition() && !function.broken;
            is_kernel && function.name.is_some_and(|known| self.module.name(known) == name)
        };
        self.module.function_ids().find(is_it).filter(|&id| !facts::has_too_many_edges(&self.module, id))
    }

    /// Whether a kernel uses tensor maps, textures or surfaces, which only a host can make.
    fn uses_objects(&self, kernel: &str) -> bool {
        const OBJECTS: [Role; 3] = [Role::TensorMap, Role::Texture, Role::Surface];
        let names_one = |inst: InstId| OBJECTS.iter().any(|&role| self.module.opcode(inst).roles.contains(role));
        self.kernel(kernel).is_some_and(|id| self.module.insts_of(id).any(names_one))
    }

    /// The parameters of a kernel that point to what it accesses: which, and the byte offset within it.
    fn pointers(&self, kernel: &str) -> HashSet<(usize, u32)> {
        let Some(id) = self.kernel(kernel) else { return HashSet::new() };
        let facts = Facts::new(&self.module, id, None);
        let first = self.module[id].params.vars.indices().start;
        let pointer = |access: &MemoryAccess| match access.base {
            Base::Parameter(var, offset) => Some((var.index().checked_sub(first)?, u32::try_from(offset).ok()?)),
            Base::Variable(_) | Base::Loaded(_) | Base::Unknown => None,
        };
        facts.accesses().iter().filter_map(pointer).collect()
    }

    /// The module's text with the bodies of all other kernels blanked, so that places stay what they are.
    fn isolated(&self, kernel: &str) -> Result<String, String> {
        let text = self.text.ok_or("the file is not valid UTF-8")?;
        let mut bytes = text.as_bytes().to_vec();
        let mut is_there = false;
        for function in self.module.functions.iter().filter(|function| function.is_definition()) {
            if function.kind != FunctionKind::Entry {
                continue;
            }
            if function.name.is_some_and(|name| self.module.name(name) == kernel) {
                is_there = true;
                continue;
            }
            let span = function.span.start as usize..function.span.end as usize;
            bytes[span].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        }
        if !is_there {
            return Err(format!("`{kernel}` is not a kernel, and only kernels are launched"));
        }
        String::from_utf8(bytes).map_err(|_| "the file is not valid UTF-8".to_string())
    }

    fn judge(&self, finding: &Diagnostic, witness: &Witness, symptoms: Symptoms, runs: &[Run]) -> ReplayVerdict {
        let places = self.places(finding, witness);
        let labels = finding.labels.iter().map(|label| self.line(label.span));
        let near: Vec<u32> = places.iter().copied().chain(labels).collect();
        let is_symptom = |fault: &Fault| {
            let is_near =
                near.contains(&fault.line) || fault.other.as_ref().is_some_and(|other| near.contains(&other.line));
            symptoms.kinds.contains(&fault.kind) && (symptoms.anywhere || is_near)
        };
        let faults = || runs.iter().filter_map(|run| fault_of(run));
        if let Some(fault) = faults().find(|fault| is_symptom(fault)) {
            return ReplayVerdict::Confirmed { fault: fault.to_string() };
        }
        let reaches_all = |lines: &Vec<u32>| places.iter().all(|place| lines.binary_search(place).is_ok());
        if runs.iter().flatten().any(reaches_all) {
            let made_up = || finding.function.as_deref().is_some_and(|kernel| self.uses_objects(kernel));
            let unseen = symptoms.unseen.or_else(|| made_up().then_some(MADE_UP));
            return unseen
                .map_or(ReplayVerdict::Contradicted, |reason| ReplayVerdict::Unseen { reason: reason.to_string() });
        }
        match faults().next() {
            Some(fault) => ReplayVerdict::EndedBefore { fault: fault.to_string() },
            None => ReplayVerdict::NotReached,
        }
    }

    /// The lines that some thread has to execute for the finding to show.
    fn places(&self, finding: &Diagnostic, witness: &Witness) -> Vec<u32> {
        let done = witness.acts.iter().filter(|act| !matches!(act.deed, Deed::Misses | Deed::Leaves));
        let mut places: Vec<u32> = done.map(|act| self.line(act.span)).chain([self.line(finding.span)]).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    fn line(&self, span: Span) -> u32 {
        self.lines.position(span.start).line
    }
}

/// The fault of a run, if it ended by one.
fn fault_of(run: &Run) -> Option<&Fault> {
    match run {
        Err(DeviceError::Fault(fault)) => Some(fault),
        _ => None,
    }
}

/// Whether a launch did not even begin.
fn is_refusal(error: &DeviceError) -> bool {
    !matches!(error, DeviceError::Fault(_))
}

/// Replays the findings of a module, notes what came of it, and lowers those that the interpreter contradicts: an error becomes a
/// warning, a warning a note.
pub fn confirm(bytes: &[u8], findings: &mut [Diagnostic]) {
    if findings.iter().all(|finding| finding.witness.is_none()) {
        return;
    }
    let Some(mut replayer) = Replayer::new(bytes) else { return };
    for finding in findings {
        let Some((verdict, room)) = replayer.replay_with_room(finding) else {
            finding.confirmation = None;
            continue;
        };
        if let Some(witness) = &mut finding.witness {
            witness.dynamic_shared = room;
        }
        if verdict == ReplayVerdict::Contradicted {
            finding.level = match finding.level {
                Level::Error => Level::Warning,
                _ => Level::Note,
            };
        }
        finding.confirmation = Some(Box::new(verdict));
    }
}

#[cfg(test)]
mod tests;
