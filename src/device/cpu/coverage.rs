//! Counts of what the steps of a program have done.

use super::program::{Op, Program};
use super::{Lines, LoadedPrograms};
use crate::device::coverage::{InstructionCoverage, InstructionKind, KernelCoverage};

use crate::facts::{Definition, Facts};
use crate::ids::InstId;
use crate::ir::Operand;
use crate::isa::{Class, op};
use crate::semantics::{IntegerFormat, IntegerRelation};
use crate::source::Source;
use crate::span::Span;
use std::collections::HashMap;
use std::ops::Range;

/// For each step: threads that executed it, and threads whose guard did not hold.
pub type StepCounts = Vec<[u64; 2]>;

/// Adds what a block has counted.
pub fn add(total: &mut StepCounts, counts: &StepCounts) {
    if total.len() < counts.len() {
        total.resize(counts.len(), [0; 2]);
    }
    for (total, counts) in total.iter_mut().zip(counts) {
        total[0] += counts[0];
        total[1] += counts[1];
    }
}

impl LoadedPrograms {
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

impl LoadedPrograms {
    /// The instructions of a kernel that threads have executed since they were last asked for.
    pub fn take_executed(&mut self, kernel: &str) -> Vec<Span> {
        let Some(index) = self.kernels.iter().position(|(name, _)| name == kernel) else { return Vec::new() };
        let Ok(program) = &self.kernels[index].1 else { return Vec::new() };
        let counts = std::mem::take(&mut self.counts[index]);
        let executed = program.steps.iter().zip(counts).filter(|(_, [executed, _])| *executed > 0);
        executed.map(|(step, _)| step.span).collect()
    }
}

/// Guards that constants decide: for the beginning of an instruction, whether it is executed whenever threads come to it.
fn decided(text: &str) -> HashMap<u32, bool> {
    let mut decided = HashMap::new();
    let Ok(source) = Source::new(text.as_bytes()) else { return decided };
    let module = crate::parser::parse(source);
    for function in module.function_ids().filter(|&id| module[id].is_definition() && !module[id].broken) {
        let facts = Facts::new(&module, function, None);
        for inst in module.insts_of(function) {
            let Some(guard) = module.guard(inst) else { continue };
            if let Some(holds) = comparison(&facts, inst, guard) {
                decided.insert(module[inst].span.start, holds != guard.is_negated());
            }
        }
    }
    decided
}

/// What a predicate always is, if it is a comparison of constants.
fn comparison(facts: &Facts<'_, '_>, inst: InstId, predicate: Operand) -> Option<bool> {
    let (module, ssa) = (facts.module, facts.ssa()?);
    let value = ssa.read(inst, predicate.register()?)?;
    let Definition::Write { inst, previous: None, .. } = ssa.data(value).definition else { return None };
    let opcode = module.opcode(inst);
    let (Some(op::SETP), [operation, ty]) = (opcode.instruction, module.modifiers(opcode)) else { return None };
    let Class::Type(ty) = ty.word?.class() else { return None };
    let [_, a, b] = module.operands(inst) else { return None };
    let [a, b] = [*a, *b].map(|operand| facts.constant(inst, operand));
    let (a, b) = (a?, b?);
    if ty.is_float() || ty.lanes() > 1 {
        return None;
    }
    let (relation, swapped) = IntegerRelation::of(operation.word?)?;
    let (a, b) = if swapped { (b, a) } else { (a, b) };
    Some(relation.holds(IntegerFormat::of(ty), a as i64, b as i64))
}

fn instructions(program: &Program, counts: &StepCounts, text: &str, lines: &Lines) -> Vec<InstructionCoverage> {
    let decided = decided(text);
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
        let (line, decided) = (lines.line(step.span), decided.get(&step.span.start).copied());
        instructions.push(InstructionCoverage { line, text, kind, decided, executed, skipped });
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
    fn constants_decide() {
        let kernel = |body: &str| {
            format!(
                ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u32 n)\n{{\n.reg .pred %p<3>;\n.reg .b32 %r<4>;\n\
                 mov.u32 %r1, 0;\nld.param.u32 %r2, [n];\n{body}\nDONE:\nret;\n}}\n"
            )
        };
        let decided = |body: &str| decided(&kernel(body)).into_values().collect::<Vec<_>>();
        assert_eq!(decided("setp.ge.u32 %p1, %r1, 5;\n@%p1 bra DONE;"), [false]);
        assert_eq!(decided("setp.ge.u32 %p1, %r1, 5;\n@!%p1 bra DONE;"), [true]);
        assert_eq!(decided("setp.gt.u32 %p1, -1, %r1;\n@%p1 bra DONE;"), [true]);
        assert_eq!(decided("setp.gt.s32 %p1, -1, %r1;\n@%p1 bra DONE;"), [false]);
        assert!(decided("setp.ge.u32 %p1, %r1, %r2;\n@%p1 bra DONE;").is_empty());
        assert!(decided("L: setp.ge.u32 %p1, %r1, 5;\n@%p1 bra DONE;\nadd.u32 %r1, %r1, 1;\nbra L;").is_empty());
    }

    #[test]
    fn guards_belong_to_instructions() {
        let text = "a;\n L: @!%p1   bra  L;\n b;";
        let at = |word: &str| text.find(word).expect("it is there");
        assert_eq!(with_guard(text, at("bra")..at("\n b")), "@!%p1 bra L;");
        assert_eq!(with_guard(text, at("b;")..text.len()), "b;");
    }
}
