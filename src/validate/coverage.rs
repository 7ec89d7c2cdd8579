//! What cases execute of their kernels, all together.
//!
//! Dimensions are constants in the text of a kernel, or change it. Texts that differ in nothing but constants are one [`KernelForm`] of the
//! kernel: an instruction of one is the same place of the program as the instruction at its position in the other, so their counts
//! are added. Other texts are forms of their own, and are counted on their own.

use crate::device::{InstructionCoverage, KernelCoverage, Share};

/// What was executed of kernels.
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize))]
pub struct Coverage {
    /// The forms of the kernels, in the order in which they were first launched.
    pub forms: Vec<KernelForm>,
}

/// Texts of a kernel that differ in constants alone.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize))]
pub struct KernelForm {
    /// What was executed, with lines and text of the first configuration.
    pub coverage: KernelCoverage,
    /// What was run: kernels with their dimensions and inputs.
    pub configurations: Vec<String>,
}

/// All forms of a kernel together.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize))]
pub struct KernelSummary {
    /// The name.
    pub kernel: String,
    /// How many forms it has.
    pub forms: usize,
    /// How many configurations were run.
    pub configurations: usize,
    /// Instructions that were reached.
    pub instructions: Share,
    /// Ways of branches that were taken.
    pub branches: Share,
    /// Ways of guards of other instructions.
    pub guards: Share,
}

impl Coverage {
    /// Adds what a configuration has executed.
    pub fn add(&mut self, coverage: Vec<KernelCoverage>, configuration: &str) {
        for kernel in coverage {
            match self.forms.iter_mut().find(|form| is_same_form(&form.coverage, &kernel)) {
                Some(form) => form.add(&kernel, configuration),
                None => {
                    self.forms.push(KernelForm { coverage: kernel, configurations: vec![configuration.to_string()] })
                }
            }
        }
    }

    /// Each kernel with all of its forms.
    pub fn kernels(&self) -> Vec<KernelSummary> {
        let mut names: Vec<&str> = Vec::new();
        for form in &self.forms {
            if !names.contains(&form.coverage.kernel.as_str()) {
                names.push(&form.coverage.kernel);
            }
        }
        names.into_iter().map(|name| self.summary(name, |form| form.coverage.kernel == name)).collect()
    }

    /// All kernels together.
    pub fn total(&self) -> KernelSummary {
        self.summary("all", |_| true)
    }

    fn summary(&self, name: &str, is_part: impl Fn(&KernelForm) -> bool) -> KernelSummary {
        let forms = || self.forms.iter().filter(|form| is_part(form));
        KernelSummary {
            kernel: name.to_string(),
            forms: forms().count(),
            configurations: forms().map(|form| form.configurations.len()).sum(),
            instructions: forms().map(|form| form.coverage.instructions()).sum(),
            branches: forms().map(|form| form.coverage.branches()).sum(),
            guards: forms().map(|form| form.coverage.guards()).sum(),
        }
    }
}

impl KernelForm {
    fn add(&mut self, other: &KernelCoverage, configuration: &str) {
        for (own, other) in self.coverage.instructions.iter_mut().zip(&other.instructions) {
            own.executed += other.executed;
            own.skipped += other.skipped;
            // A way that some configuration can go is one of the form.
            own.decided = own.decided.filter(|_| own.decided == other.decided);
        }
        if !self.configurations.iter().any(|known| known == configuration) {
            self.configurations.push(configuration.to_string());
        }
    }

    /// Instructions of which something was not executed, and what.
    pub fn gaps(&self) -> impl Iterator<Item = (&InstructionCoverage, &'static str)> {
        self.coverage.instructions.iter().filter_map(|instruction| Some((instruction, instruction.gap()?)))
    }
}

/// Whether two texts of a kernel differ in constants alone.
fn is_same_form(a: &KernelCoverage, b: &KernelCoverage) -> bool {
    let agree =
        |(a, b): (&InstructionCoverage, &InstructionCoverage)| a.kind == b.kind && shape(&a.text).eq(shape(&b.text));
    a.kernel == b.kernel
        && a.instructions.len() == b.instructions.len()
        && a.instructions.iter().zip(&b.instructions).all(agree)
}

/// The words of an instruction, and `#` for each number. Names may have digits in them.
fn shape(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |char: char| char.is_ascii_alphanumeric() || "%_$.".contains(char);
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let len =
            if is_word(first) { rest.find(|char| !is_word(char)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (word, after) = rest.split_at(len);
        rest = after;
        Some(if first.is_ascii_digit() { "#" } else { word })
    })
    // The sign of a number is part of it.
    .filter(|word| *word != "-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::InstructionKind;

    fn kernel(name: &str, lines: &[(&str, u64)]) -> KernelCoverage {
        let instruction = |(index, &(text, executed)): (usize, &(&str, u64))| InstructionCoverage {
            line: index as u32 + 1,
            text: text.to_string(),
            kind: if text.starts_with("@%p1 bra") { InstructionKind::Branch } else { InstructionKind::Plain },
            decided: None,
            executed,
            skipped: 0,
        };
        KernelCoverage { kernel: name.into(), instructions: lines.iter().enumerate().map(instruction).collect() }
    }

    #[test]
    fn constants_do_not_make_a_form() {
        let words = |text| shape(text).collect::<Vec<_>>().join(" ");
        assert_eq!(words("add.s32 %r1, %r2, -16;"), "add.s32 %r1 , %r2 , # ;");
        assert_eq!(words("mov.f32 %f1, 0f3F800000;"), words("mov.f32 %f1, 0fBF800000;"));
        assert_eq!(words("ld.global.f32 %f1, [%rd2+4096];"), words("ld.global.f32 %f1, [%rd2+8];"));
        assert_ne!(words("bra L1;"), words("bra L2;"));
        assert_ne!(words("mov.u32 %r1, %r2;"), words("mov.u32 %r1, 2;"));
    }

    #[test]
    fn forms_are_added_up() {
        let mut coverage = Coverage::default();
        coverage.add(vec![kernel("k", &[("mov.u32 %r1, 1;", 3), ("ret;", 0)])], "one");
        coverage.add(vec![kernel("k", &[("mov.u32 %r1, 2;", 4), ("ret;", 5)])], "two");
        coverage.add(vec![kernel("k", &[("mov.u32 %r2, 2;", 1), ("@%p1 bra L;", 1)])], "three");
        coverage.add(vec![kernel("l", &[("mov.u32 %r1, 1;", 0), ("ret;", 0)])], "four");
        assert_eq!(coverage.forms.len(), 3);
        let first = &coverage.forms[0];
        assert_eq!(first.coverage.instructions.iter().map(|it| it.executed).collect::<Vec<_>>(), [7, 5]);
        assert_eq!(first.configurations, ["one", "two"]);
        let [k, l] = &coverage.kernels()[..] else { panic!("two kernels") };
        assert_eq!((k.forms, k.configurations, k.instructions), (2, 3, Share { covered: 4, total: 4 }));
        assert_eq!((k.branches, l.instructions), (Share { covered: 1, total: 2 }, Share { covered: 0, total: 2 }));
        assert_eq!(coverage.total().instructions, Share { covered: 4, total: 6 });
        let gaps: Vec<_> = coverage.forms[1].gaps().map(|(it, gap)| (it.line, gap)).collect();
        assert_eq!(gaps, [(2, "always taken")]);
    }
}
