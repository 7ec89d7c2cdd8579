//! What users see of a rule: findings point at it.

use super::Level;

/// A family of rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Group {
    /// What the assembler rejects.
    Isa,
    /// How batched kernels find their vector.
    Dispatch,
    /// Addresses and state spaces.
    Memory,
    /// Barriers and warp-synchronous instructions.
    Sync,
    /// Values and control flow.
    Dataflow,
    /// Speed.
    Perf,
    /// Registers, shared memory, occupancy.
    Resource,
    /// Portability and tidiness.
    Style,
}

impl Group {
    /// All groups.
    pub const ALL: [Group; 8] = [
        Group::Isa,
        Group::Dispatch,
        Group::Memory,
        Group::Sync,
        Group::Dataflow,
        Group::Perf,
        Group::Resource,
        Group::Style,
    ];

    /// The word in options and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Isa => "isa",
            Group::Dispatch => "dispatch",
            Group::Memory => "memory",
            Group::Sync => "sync",
            Group::Dataflow => "dataflow",
            Group::Perf => "perf",
            Group::Resource => "resource",
            Group::Style => "style",
        }
    }
}

impl std::fmt::Display for Group {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A rule without its code: its name, its place in the catalogue and its page.
pub struct RuleInfo {
    /// Kebab-case name; the only id that users see.
    pub name: &'static str,
    /// Family.
    pub group: Group,
    /// Level of its findings, unless one says otherwise.
    pub level: Level,
    /// Whether its findings offer fixes.
    pub fixable: bool,
    /// The page that `ptxlint explain` shows, in Markdown.
    pub documentation: &'static str,
}

impl RuleInfo {
    /// Whether the rule runs without being asked for.
    pub fn is_default(&self) -> bool {
        self.level >= Level::Warning
    }

    /// The page without the blank that a documentation comment has before each line.
    pub fn page(&self) -> String {
        self.documentation
            .lines()
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
            .fold(String::new(), |page, line| page + line + "\n")
    }

    /// The first sentence of the page, in one line.
    pub fn summary(&self) -> String {
        let text = self.documentation.split("## What it does").nth(1).unwrap_or(self.documentation);
        let paragraph = text.trim_start().split("\n\n").next().unwrap_or(text);
        let words = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        let end = words.find(". ").map_or(words.len(), |stop| stop + 1);
        words[..end].to_string()
    }
}

impl std::fmt::Debug for RuleInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Rule({})", self.name)
    }
}

impl Eq for RuleInfo {}

impl PartialEq for RuleInfo {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
