//! What the rules on shared memory that is touched too early share.

use crate::diagnostic::Finding;
use crate::facts::{AccessKind, Base, BlockModel, Facts, MemoryAccess, Race};
use crate::ids::InstId;
use crate::span::Span;
use std::collections::BTreeMap;

/// The two accesses of a race as a report shows them.
pub(super) struct ShownRace<'f> {
    /// The one that happens first, and the other.
    pub(super) accesses: [&'f MemoryAccess; 2],
    /// `tile+64`
    pub(super) place: String,
    race: &'f Race,
}

impl<'f> ShownRace<'f> {
    /// Names the place where the threads meet.
    pub(super) fn new(facts: &'f Facts<'_, '_>, race: &'f Race) -> Self {
        let accesses = race.accesses.map(|index| &facts.accesses()[index]);
        let variable = accesses.iter().find_map(|access| match access.base {
            Base::Variable(var) => facts.module[var].name.map(|name| (var, facts.module.name(name))),
            _ => None,
        });
        let place = match variable {
            Some((var, name)) => match race.conflict.address - BlockModel::of(facts, race.sample).window(var) {
                0 => format!("`{name}`"),
                offset => format!("`{name}+{offset}`"),
            },
            // Where a loaded pointer points, nothing says.
            None if matches!(accesses[0].base, Base::Loaded(_)) => "the same address".to_string(),
            None => race.place(facts).unwrap_or_else(|| format!("address {}", race.conflict.address)),
        };
        Self { accesses, place, race }
    }

    /// `thread 3 writes here`
    pub(super) fn deed(&self, which: usize) -> String {
        format!("{} {} {}", self.race.thread_name(which), verb(self.accesses[which]), self.place)
    }

    /// Adds the earlier access to a finding on the later one, if it is another instruction.
    pub(super) fn label(&self, finding: Finding) -> Finding {
        if self.race.insts[0] == self.race.insts[1] {
            return finding;
        }
        finding.label(self.accesses[0].span(), self.deed(0))
    }

    /// Where the later access stands.
    pub(super) fn span(&self) -> Span {
        self.accesses[1].span()
    }
}

fn verb(access: &MemoryAccess) -> &'static str {
    match (access.kind, access.asynchronous) {
        (AccessKind::Read, _) => "reads",
        (AccessKind::Write, false) => "writes",
        (AccessKind::Write, true) => "copies to",
        (AccessKind::Atomic, _) => "updates",
    }
}

/// The races to report: of all that end at the same instruction the first.
pub(super) fn by_place<'f>(races: impl Iterator<Item = &'f Race>) -> Vec<&'f Race> {
    let mut chosen: BTreeMap<InstId, &Race> = BTreeMap::new();
    for race in races {
        let known = chosen.entry(race.insts[1]).or_insert(race);
        if known.conflict.same_warp && !race.conflict.same_warp {
            *known = race;
        }
    }
    chosen.into_values().collect()
}
