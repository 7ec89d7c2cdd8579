//! Leaves out of a plan what nothing depends on that others may notice: most of a kernel computes values, and few of them are addresses or
//! decide about branches (Weiser, *Program Slicing*, ICSE 1981).

use super::actions::{AwaitedName, NumberSource, PlannedAddress, RehearsedAction, RehearsedStep};

/// Makes those steps idle that compute nothing that is needed, and lets others write nothing that is not. Whether anything needed is loaded
/// from shared memory, so that it matters what is stored there.
pub(super) fn slice(steps: &mut [RehearsedStep], registers: usize) -> bool {
    let mut needed = vec![false; registers];
    let mut reads_memory = false;
    loop {
        let mut grows = false;
        for step in steps.iter().rev() {
            let is_load = matches!(step.action, RehearsedAction::Load(..) | RehearsedAction::Atomic { .. });
            let loads = is_load && !step.action.is_pure();
            if loads && !reads_memory && writes_any(step, &needed) {
                (reads_memory, grows) = (true, true);
            }
            for reg in if counts(step, &needed) { registers_of(step, reads_memory) } else { Vec::new() } {
                grows |= !std::mem::replace(&mut needed[reg], true);
            }
        }
        if !grows {
            break;
        }
    }
    for step in steps {
        if !counts(step, &needed) {
            *step = RehearsedStep::IDLE;
        } else if !writes_any(step, &needed) {
            step.writes.clear();
        }
    }
    reads_memory
}

/// Whether a step has to be done: for what it does, or for a register that it writes.
fn counts(step: &RehearsedStep, needed: &[bool]) -> bool {
    !step.action.is_pure() || step.is_collective || writes_any(step, needed)
}

fn writes_any(step: &RehearsedStep, needed: &[bool]) -> bool {
    step.writes.iter().any(|&(reg, _)| needed[reg])
}

/// The registers that a step reads; not what it stores, if nobody asks for that.
fn registers_of(step: &RehearsedStep, reads_memory: bool) -> Vec<usize> {
    let mut found: Vec<usize> = step.guard.iter().map(|&(reg, _)| reg).collect();
    step.action.for_each_source(reads_memory, &mut |source| {
        if let NumberSource::Register { reg, .. } = source {
            found.push(reg);
        }
    });
    found
}

impl RehearsedStep {
    /// A step that does nothing.
    const IDLE: RehearsedStep =
        RehearsedStep { guard: None, action: RehearsedAction::None, writes: Vec::new(), is_collective: false };

    /// Whether it does nothing.
    pub(super) fn is_idle(&self) -> bool {
        self.guard.is_none()
            && self.writes.is_empty()
            && !self.is_collective
            && matches!(self.action, RehearsedAction::None)
    }
}

impl RehearsedAction {
    /// Whether nothing comes of it but what it writes into registers.
    pub(super) fn is_pure(&self) -> bool {
        match self {
            Self::None
            | Self::Compute(_)
            | Self::Pack(_)
            | Self::Unpack(..)
            | Self::Window(..)
            | Self::Map(..)
            | Self::Mask(_)
            | Self::Vote(..)
            | Self::Shuffle(..) => true,
            Self::IsMoreWork | Self::LoadData(..) | Self::LoadFields | Self::LoadPointer(_) => true,
            Self::Load(address, ..) => matches!(address.base, NumberSource::Parameter(_)),
            _ => false,
        }
    }

    /// Where the numbers come from that it needs; those that it stores only if somebody reads them.
    fn for_each_source(&self, reads_memory: bool, visit: &mut impl FnMut(NumberSource)) {
        let mut all = |sources: &[NumberSource]| sources.iter().copied().for_each(&mut *visit);
        let base = |address: &PlannedAddress| address.base;
        match self {
            Self::Compute(computation) => all(&computation.sources),
            Self::Pack(halves) => all(halves),
            Self::Unpack(source, _) | Self::Window(source, _) | Self::Vote(source, _) => all(&[*source]),
            Self::Mask(source) => all(&[source.unwrap_or(NumberSource::Unknown)]),
            Self::Map(address, rank) | Self::Free(address, rank) => all(&[*address, *rank]),
            Self::Shuffle(source, lane) => all(&[*source, lane.unwrap_or(NumberSource::Unknown)]),
            Self::Store(address, ..) | Self::Atomic { address, .. } if !reads_memory => all(&[base(address)]),
            Self::Atomic { address, addend, .. } => {
                all(&[base(address), addend.unwrap_or(NumberSource::Unknown)]);
            }
            Self::Load(address, ..)
            | Self::LoadData(address, _)
            | Self::ThreadCopy(address, _)
            | Self::StoreToBuffer(address, _)
            | Self::Invalidate(address)
            | Self::CopiesArrive(address, _)
            | Self::TensorAccess { address, .. } => all(&[base(address)]),
            Self::Store(address, _, _, value) | Self::Init(address, value) | Self::ExpectBytes(address, value) => {
                all(&[base(address), *value]);
            }
            Self::Allocate(address, columns) => all(&[base(address), *columns]),
            Self::Barrier { id, count, .. } => all(&[*id, count.unwrap_or(NumberSource::Unknown)]),
            Self::Arrive { barrier, count, bytes, .. } => {
                all(&[base(barrier)]);
                all(&[*count, *bytes].map(|it| it.unwrap_or(NumberSource::Unknown)));
            }
            Self::Wait { barrier, phase: AwaitedName::Parity(name) | AwaitedName::Token(name), .. } => {
                all(&[base(barrier), *name]);
            }
            Self::Copy(copy) => {
                let addresses =
                    [copy.to, copy.from, copy.from_buffer, copy.barrier, copy.beside].map(|it| it.map(|it| it.base));
                all(&addresses.map(|it| it.unwrap_or(NumberSource::Unknown)));
                all(&[copy.bytes, copy.blocks].map(|it| it.unwrap_or(NumberSource::Unknown)));
            }
            Self::Await(_, number) | Self::Jump(number, _) => all(&[*number]),
            Self::Product { matrices, sums, .. } => {
                all(matrices);
                if let Some(sums) = sums {
                    all(&[base(&sums.address), sums.descriptor]);
                }
            }
            Self::CommitProducts(barrier, blocks) => {
                all(&[base(barrier), blocks.unwrap_or(NumberSource::Unknown)]);
            }
            Self::None
            | Self::Unknown
            | Self::Elect(_)
            | Self::Branch(_)
            | Self::Exit
            | Self::SetRegisters { .. }
            | Self::ClusterArrive { .. }
            | Self::Fence
            | Self::IsMoreWork
            | Self::LoadFields
            | Self::LoadPointer(_)
            | Self::ClusterWait
            | Self::FenceProxies(_)
            | Self::Commit(_)
            | Self::AwaitCopies => {}
        }
    }
}
