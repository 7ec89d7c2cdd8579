//! What rehearsals of a block show, for the rules that report it.

use super::unpaired_mbarrier::UNPAIRED_MBARRIER;
use crate::diagnostic::{Diagnostic, Finding, Group};
use crate::facts::rehearsal::{ProtocolFault, ProtocolFaultKind, RehearsedLaunch};
use crate::facts::{BlockModel, Facts, Sample, Thread};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::rules::Context;
use crate::witness::{Deed, LaunchScope, Witness};

/// What goes wrong in a rehearsal of a kernel, unless another rule has already told of a mistake in its synchronisation.
pub(crate) fn fault(cx: &Context<'_, '_>, facts: &Facts<'_, '_>) -> Option<(RehearsedLaunch, ProtocolFault)> {
    let module = cx.module;
    if module[facts.function].kind != FunctionKind::Entry {
        return None;
    }
    // A barrier that only one side uses is why others wait for ever, but not why two accesses to something else are in each other's way.
    let (unpaired, others): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
        cx.reported(Group::Sync).partition(|it| it.rule.name == UNPAIRED_MBARRIER.info.name);
    let is_about = |inst: InstId| unpaired.iter().any(|it| module[inst].span.contains(it.span.start));
    let is_told = |fault: &ProtocolFault| match fault.kind {
        ProtocolFaultKind::Race { other, .. } => is_about(other) || is_about(fault.inst),
        _ => !unpaired.is_empty(),
    };
    if others.is_empty() { facts.rehearsal().filter(|(_, fault)| !is_told(fault)) } else { None }
}

/// Says of a finding that data decide about it, if they do.
pub(crate) fn with_condition(mut finding: Finding, launch: RehearsedLaunch) -> Finding {
    if launch.data.is_some() {
        finding.message += ", for some data in global memory";
    }
    finding
}

/// The launch that was rehearsed, with what threads do at some places in it.
pub(crate) fn witness(facts: &Facts<'_, '_>, launch: RehearsedLaunch, acts: &[(InstId, u32)]) -> Witness {
    let places: Vec<InstId> = acts.iter().map(|&(inst, _)| inst).collect();
    let model = BlockModel::of(facts, Sample::with_sizes(launch.block, launch.size as i64));
    let mut witness = model.witness(&[], &places, LaunchScope::Some);
    witness.grid = launch.grid;
    acts.iter().fold(witness, |witness, &(inst, thread)| {
        witness.act(model.act(thread_of(launch, thread), Deed::Executes, facts.module[inst].span))
    })
}

/// The thread of a number in the linear order of a block.
pub(crate) fn thread_of(launch: RehearsedLaunch, number: u32) -> Thread {
    let [x, y, _] = launch.block;
    Thread { index: [number % x, number / x % y, number / x / y] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_numbered_along_the_first_axis() {
        let launch = RehearsedLaunch { block: [32, 4, 2], grid: [1; 3], cluster: [1; 3], size: 9, data: None };
        assert_eq!(thread_of(launch, 33).index, [1, 1, 0]);
        assert_eq!(thread_of(launch, 129).index[2], 1);
    }
}
