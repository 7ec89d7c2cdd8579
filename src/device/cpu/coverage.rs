//! Counts of what the steps of a program have done.

use super::program::{Op, Program};
use super::{Lines, Loaded};
use crate::device::coverage::{InstructionCoverage, InstructionKind, KernelCoverage};

/// For each step: threads that executed it, and threads whose guard did not hold.
pub type Counts = Vec<[u64; 2]>;

/// Adds what a block has counted.
pub fn add(total: &mut Counts, counts: &Counts) {
    if total.len() < counts.len() {
        total.resize(counts.len(), [0; 2]);
    }
    for (total, counts) in total.iter_mut().zip(counts) {
        total[0] += counts[0];
        total[1] += counts[1];
    }
}

impl Loaded {
    /// The coverage of the kernels that were launched and counted.
    pub fn coverage(&self) -> impl Iterator<Item = KernelCoverage> {
        let counted = self.kernels.iter().zip(&self.counts).filter(|(_, counts)| !counts.is_empty());
        counted.filter_map(|((name, program), counts)| {
            let program = program.as_ref().ok()?;
            let instructions = instructions(program, counts, &self.text, &self.lines);
            Some(KernelCoverage { kernel: name.clone(), instructions })
        })
    }
}

fn instructions(program: &Program, counts: &Counts, text: &str, lines: &Lines) -> Vec<InstructionCoverage> {
    let mut instructions = Vec::new();
    for (index, (step, &[executed, skipped])) in program.steps.iter().zip(counts).enumerate() {
        if !step.counted {
            continue;
        }
        // A branch may need steps for its operands before it parts.
        let rest = program.steps[index..].iter().enumerate().take_while(|(i, step)| *i == 0 || !step.counted);
        let parts = rest.map(|(_, step)| step).any(|step| matches!(step.op, Op::Branch { .. } | Op::BranchIndexed { .. }));
        let kind = match step.guard {
            None => InstructionKind::Plain,
            Some(_) if parts => InstructionKind::Branch,
            Some(_) => InstructionKind::Guarded,
        };
        let words = text.get(step.span.start as usize..step.span.end as usize).unwrap_or_default();
        let words: Vec<&str> = words.split_whitespace().collect();
        let line = lines.line(step.span);
        instructions.push(InstructionCoverage { line, text: words.join(" "), kind, executed, skipped });
    }
    instructions
}
