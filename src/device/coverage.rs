//! Which instructions of a kernel were executed, and how often.

/// How often an instruction was executed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize))]
pub struct InstructionCoverage {
    /// Its line in the module, from 1.
    pub line: u32,
    /// Its text, with its guard.
    pub text: String,
    /// What its guard means for coverage.
    pub kind: InstructionKind,
    /// What the guard is whenever threads come to it, if constants decide that: the other way cannot be gone.
    pub decided: Option<bool>,
    /// Threads that executed it.
    pub executed: u64,
    /// Threads that came to it, and whose guard did not hold.
    pub skipped: u64,
}

/// Which ways there are at an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum InstructionKind {
    /// One way.
    Plain,
    /// A branch with a guard: it is taken, or not.
    Branch,
    /// Another instruction with a guard: it is executed, or not.
    Guarded,
}

/// Which instructions of a kernel, and of the functions that it may call, were executed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize))]
pub struct KernelCoverage {
    /// The name of the kernel.
    pub kernel: String,
    /// Its instructions in the order of the text, those of called functions behind.
    pub instructions: Vec<InstructionCoverage>,
}

/// Some of some.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize))]
pub struct Share {
    /// Those that were executed.
    pub covered: usize,
    /// All.
    pub total: usize,
}

impl Share {
    /// Between 0 and 1; of nothing, all is covered.
    pub fn ratio(self) -> f64 {
        if self.total == 0 { 1.0 } else { self.covered as f64 / self.total as f64 }
    }
}

impl std::ops::Add for Share {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { covered: self.covered + other.covered, total: self.total + other.total }
    }
}

impl std::iter::Sum for Share {
    fn sum<I: Iterator<Item = Self>>(shares: I) -> Self {
        shares.fold(Self::default(), |all, share| all + share)
    }
}

impl InstructionCoverage {
    /// Whether some thread executed it.
    pub fn is_executed(&self) -> bool {
        self.executed > 0
    }

    /// The ways of a guard that threads went.
    fn ways(&self) -> Share {
        let covered = usize::from(self.executed > 0) + usize::from(self.skipped > 0);
        Share { covered, total: if self.decided.is_some() { 1 } else { 2 } }
    }

    /// What no thread did here, in words.
    pub fn gap(&self) -> Option<&'static str> {
        if self.decided.is_some() && self.executed + self.skipped > 0 {
            return None;
        }
        match (self.kind, self.executed > 0, self.skipped > 0) {
            (InstructionKind::Plain, true, _) | (_, true, true) => None,
            (_, false, false) => Some("never reached"),
            (InstructionKind::Branch, false, true) => Some("never taken"),
            (InstructionKind::Branch, true, false) => Some("always taken"),
            (_, false, true) => Some("guard never holds"),
            (_, true, false) => Some("guard always holds"),
        }
    }
}

impl KernelCoverage {
    /// Instructions that some thread has executed, or has come to with a guard that does not hold.
    pub fn instructions(&self) -> Share {
        let is_reached = |it: &&InstructionCoverage| it.executed + it.skipped > 0;
        Share { covered: self.instructions.iter().filter(is_reached).count(), total: self.instructions.len() }
    }

    /// Both ways of each branch with a guard.
    pub fn branches(&self) -> Share {
        self.ways(InstructionKind::Branch)
    }

    /// Guards of other instructions that hold, and that do not.
    pub fn guards(&self) -> Share {
        self.ways(InstructionKind::Guarded)
    }

    fn ways(&self, kind: InstructionKind) -> Share {
        self.instructions.iter().filter(|it| it.kind == kind).map(InstructionCoverage::ways).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_gaps() {
        use InstructionKind::{Branch, Guarded, Plain};
        let cases = [
            (Plain, 1, 0, None),
            (Plain, 0, 0, Some("never reached")),
            (Branch, 3, 1, None),
            (Branch, 3, 0, Some("always taken")),
            (Branch, 0, 3, Some("never taken")),
            (Branch, 0, 0, Some("never reached")),
            (Guarded, 0, 3, Some("guard never holds")),
            (Guarded, 3, 0, Some("guard always holds")),
        ];
        let instruction = |&(kind, executed, skipped, gap): &(InstructionKind, u64, u64, Option<&str>)| {
            let it = InstructionCoverage { line: 1, text: String::new(), kind, decided: None, executed, skipped };
            assert_eq!(it.gap(), gap, "{it:?}");
            it
        };
        let certain = InstructionCoverage { decided: Some(true), ..instruction(&cases[3]) };
        assert_eq!((certain.gap(), certain.ways()), (None, Share { covered: 1, total: 1 }));
        let coverage = KernelCoverage { kernel: "k".into(), instructions: cases.iter().map(instruction).collect() };
        assert_eq!(coverage.instructions(), Share { covered: 6, total: 8 });
        assert_eq!(coverage.branches(), Share { covered: 4, total: 8 });
        assert_eq!(coverage.guards(), Share { covered: 2, total: 4 });
        assert_eq!((Share { covered: 1, total: 4 }.ratio(), Share::default().ratio()), (0.25, 1.0));
    }
}
