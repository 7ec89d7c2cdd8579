//! What the caller knows and wants: levels of rules, launches, names.

use crate::diagnostic::{Group, Level, RuleInfo};
use crate::isa::{CudaRelease, Target};
use crate::util;

/// What the caller knows and wants.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Levels that differ from the rules' own.
    pub levels: Levels,
    /// Kernels that the module must define.
    pub expected_kernels: Vec<String>,
    /// Extents of the blocks that kernels without `.reqntid` are launched with.
    pub block: Option<[u32; 3]>,
    /// The target to judge against, instead of the module's own.
    pub target: Option<Target>,
    /// The PTX version to judge against, times 10, instead of the module's own.
    pub version: Option<u8>,
    /// The CUDA release whose assembler or driver has to take the module.
    pub toolchain: Option<CudaRelease>,
    /// Name of the parameter that holds the number of vectors of a batch; `m_dim` when empty.
    pub batch_parameter: String,
    /// What is known of kernels by their names; later ones win.
    pub kernels: Vec<KernelExpectation>,
    /// How much work rules may do on a function before they give up, and say so.
    pub effort: Effort,
}

/// How much work analyses may do on a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Effort {
    /// A quarter of the usual.
    Low,
    /// Answers while one types.
    #[default]
    Default,
    /// Sixteen times the usual.
    High,
    /// As much as it takes.
    Unlimited,
}

impl Effort {
    /// All, least first.
    pub const ALL: [Effort; 4] = [Effort::Low, Effort::Default, Effort::High, Effort::Unlimited];

    /// The word in options.
    pub const fn name(self) -> &'static str {
        match self {
            Effort::Low => "low",
            Effort::Default => "default",
            Effort::High => "high",
            Effort::Unlimited => "unlimited",
        }
    }

    /// The next one, that looks at more.
    pub const fn more(self) -> Option<Effort> {
        match self {
            Effort::Low => Some(Effort::Default),
            Effort::Default => Some(Effort::High),
            Effort::High => Some(Effort::Unlimited),
            Effort::Unlimited => None,
        }
    }

    /// What a usual budget becomes.
    pub const fn scale(self, steps: usize) -> usize {
        match self {
            Effort::Low => steps.div_ceil(4),
            Effort::Default => steps,
            Effort::High => steps.saturating_mul(16),
            Effort::Unlimited => usize::MAX,
        }
    }
}

/// What the caller knows of the kernels whose names match a pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelExpectation {
    /// The pattern: `*` stands for any characters, `?` for one.
    pub name: String,
    /// How these kernels find the vector of a batch, which their names need not tell.
    pub dispatch: Option<Strategy>,
    /// Extents of the blocks that they are launched with, unless they have `.reqntid`; before [`Options::block`].
    pub block: Option<[u32; 3]>,
    /// The rest of how they are launched.
    pub launch: ExpectedLaunch,
}

/// What is known of a launch besides its block: for launches on the interpreter, not for rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExpectedLaunch {
    /// Blocks of the grid.
    pub grid: Option<[u32; 3]>,
    /// Blocks of a cluster.
    pub cluster: Option<[u32; 3]>,
    /// Bytes of dynamic shared memory.
    pub shared_bytes: Option<u32>,
    /// Arguments, written as for `ptxlint run`.
    pub arguments: Option<Vec<String>>,
}

impl KernelExpectation {
    /// Whether it is about a kernel of this name.
    pub fn matches(&self, kernel: &str) -> bool {
        util::matches_pattern(&self.name, kernel)
    }
}

impl Options {
    /// How the kernel of this name is expected to find the vector of a batch.
    pub fn expected_dispatch(&self, kernel: &str) -> Option<Strategy> {
        self.kernels.iter().rev().filter(|it| it.matches(kernel)).find_map(|it| it.dispatch)
    }

    /// Extents of the blocks that the kernel of this name is launched with.
    pub fn block_of(&self, kernel: &str) -> Option<[u32; 3]> {
        let expected = self.kernels.iter().rev().filter(|it| it.matches(kernel)).find_map(|it| it.block);
        expected.or(self.block)
    }

    /// How the kernel of this name is launched, as far as that is known.
    pub fn launch_of(&self, kernel: &str) -> ExpectedLaunch {
        let mut known = ExpectedLaunch::default();
        for ExpectedLaunch { grid, cluster, shared_bytes, arguments } in
            self.kernels.iter().filter(|it| it.matches(kernel)).map(|it| &it.launch)
        {
            known.grid = grid.or(known.grid);
            known.cluster = cluster.or(known.cluster);
            known.shared_bytes = shared_bytes.or(known.shared_bytes);
            known.arguments = arguments.clone().or(known.arguments);
        }
        known
    }

    /// Name of the parameter that holds the number of vectors of a batch.
    pub fn batch_parameter(&self) -> &str {
        if self.batch_parameter.is_empty() { "m_dim" } else { &self.batch_parameter }
    }
}

/// Which rules run, and at which level.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    overrides: Vec<(Selector, Setting)>,
}

/// What an override applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selector {
    /// Every rule.
    All,
    /// Findings of this level, whatever their rule.
    Level(Level),
    /// The rules of a group.
    Group(Group),
    /// One rule.
    Rule(&'static RuleInfo),
}

/// What an override says of the findings that it applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// They are not heard.
    Off,
    /// They are heard.
    On,
    /// They are heard at this level. A [`Selector::Level`] moves only what is heard anyway, so that denying all warnings
    /// wakes no rule that somebody switched off.
    At(Level),
}

impl Selector {
    fn matches(self, rule: &RuleInfo, level: Level) -> bool {
        match self {
            Self::All => true,
            Self::Level(wanted) => level == wanted,
            Self::Group(group) => rule.group == group,
            Self::Rule(other) => other.name == rule.name,
        }
    }
}

impl Levels {
    /// Adds an override; later ones win.
    pub fn set(&mut self, selector: Selector, setting: Setting) {
        self.overrides.push((selector, setting));
    }

    /// Adds other overrides, which win.
    pub fn extend(&mut self, later: &Levels) {
        self.overrides.extend_from_slice(&later.overrides);
    }

    /// The level at which a finding is heard whose rule gave it `level`, if it is heard. Without overrides a rule of level `perf` or `note`
    /// says nothing, whatever level it gives: nobody has asked for it.
    pub fn heard(&self, rule: &RuleInfo, level: Level) -> Option<Level> {
        let (mut is_heard, mut level) = (rule.is_default() && level >= Level::Warning, level);
        for &(selector, setting) in &self.overrides {
            match setting {
                _ if !selector.matches(rule, level) => {}
                Setting::Off => is_heard = false,
                Setting::On => is_heard = true,
                Setting::At(_) if matches!(selector, Selector::Level(_)) && !is_heard => {}
                Setting::At(other) => (is_heard, level) = (true, other),
            }
        }
        is_heard.then_some(level)
    }

    /// Whether a rule has to run: whether a finding of it would be heard at some level.
    pub fn runs(&self, rule: &RuleInfo) -> bool {
        Level::ALL.into_iter().any(|level| self.heard(rule, level).is_some())
    }
}

/// One of the two strategies of batched kernels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// `%ctaid.y` selects the vector: for elementwise kernels.
    GridY,
    /// Each block works on all vectors, `m_dim` of them: for matrix-vector products, whose weights are then read once.
    RegisterUnroll,
}

impl Strategy {
    /// The name in reports and configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Strategy::GridY => "grid_y",
            Strategy::RegisterUnroll => "register_unroll",
        }
    }
}
