//! Counts of what the steps of a program have done.

use super::program::{Op, Program};
use super::{Lines, Loaded};
use crate::device::coverage::{InstructionCoverage, InstructionKind, KernelCoverage};
use std::ops::Range;

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
        let parts =
            rest.map(|(_, step)| step).any(|step| matches!(step.op, Op::Branch { .. } | Op::BranchIndexed { .. }));
        let kind = match step.guard {
            None => InstructionKind::Plain,
            Some(_) if parts => InstructionKind::Branch,
            Some(_) => InstructionKind::Guarded,
        };
        let text = with_guard(text, step.span.start as usize..step.span.end as usize);
        instructions.push(InstructionCoverage { line: lines.line(step.span), text, kind, executed, skipped });
    }
    instructions
}

/// The words of an instruction, and of the guard before it.
fn with_guard(text: &str, span: Range<usize>) -> String {
    let before = text.get(..span.start).unwrap_or_default();
    let statement = before.rfind([';', '{', '}', ':']).map_or(0, |end| end + 1);
    let start = before[statement..].rfind('@').map_or(span.start, |at| statement + at);
    let words: Vec<&str> = text.get(start..span.end).unwrap_or_default().split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_belong_to_instructions() {
        let text = "a;\n L: @!%p1   bra  L;\n b;";
        let at = |word: &str| text.find(word).expect("it is there");
        assert_eq!(with_guard(text, at("bra")..at("\n b")), "@!%p1 bra L;");
        assert_eq!(with_guard(text, at("b;")..text.len()), "b;");
    }
}
