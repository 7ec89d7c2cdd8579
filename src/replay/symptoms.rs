//! How what a rule says shows on the interpreter.

use crate::device::FaultKind;

/// How a rule's findings show when they are run.
#[derive(Clone, Copy, Debug)]
pub struct Symptoms {
    /// The faults that bear a finding out.
    pub kinds: &'static [FaultKind],
    /// Whether such a fault counts wherever it is: threads that wait for each other may do so at any barrier.
    pub anywhere: bool,
    /// Why a launch without a fault says nothing, if it doesn't.
    pub unseen: Option<&'static str>,
}

/// How findings of the rule of this name show; `None` for rules that are not about launches.
pub fn symptoms(rule: &str) -> Option<Symptoms> {
    use FaultKind::{
        BarrierDivergence, Deadlock, InactiveLane, InvalidOperand, Misaligned, OutOfBounds, Race, Uninitialised,
    };
    // A read that comes too early finds a value, or none.
    const ORDER: &[FaultKind] = &[Race, Uninitialised];
    const MEETING: &[FaultKind] = &[Deadlock, BarrierDivergence, InactiveLane];
    let near = |kinds| Some(Symptoms { kinds, anywhere: false, unseen: None });
    match rule {
        "missing-barrier" | "global-race" | "missing-async-wait" | "exit-before-barrier" => near(ORDER),
        // What works on its own is in the way of many, or of its barrier.
        "async-race" => Some(Symptoms { kinds: &[Race, Uninitialised, InvalidOperand], anywhere: true, unseen: None }),
        "async-deadlock" => Some(Symptoms { kinds: &[Deadlock, InvalidOperand], anywhere: true, unseen: None }),
        "divergent-barrier" | "barrier-thread-count" => Some(Symptoms { kinds: MEETING, anywhere: true, unseen: None }),
        "warp-sync-divergence" => near(MEETING),
        "misaligned-access" => near(&[Misaligned, InvalidOperand]),
        "index-overflow" => near(&[OutOfBounds]),
        "out-of-bounds" => Some(Symptoms {
            kinds: &[OutOfBounds],
            anywhere: false,
            unseen: Some("the interpreter knows where memory ends, and not where each variable does"),
        }),
        _ => None,
    }
}
