//! Faults that a launch has gone on after.
//!
//! A race costs nothing: the access is done. What is left out of a thread's work by any other fault may lead to further ones, so of each
//! thread only the first such fault is told, and none of the kinds by which a block shows that a thread of it has gone astray.

use super::kernel_launch::KernelLaunch;
use super::warp::StepFailure;
use crate::device::error::{Fault, FaultKind, FaultReport, OtherAccess, ThreadIndex};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Times that faults are met in a launch before it is ended, or no more races are told: who meets more learns nothing new.
const MOST_TIMES: u64 = 1 << 16;

/// Where a fault is: its place, its kind and the place of the other access.
type Site = (u32, &'static str, u32);

#[derive(Default)]
struct Noted {
    sites: BTreeMap<Site, FaultReport>,
    times: u64,
    /// Threads that have done something else than the kernel says, and where that began.
    astray: HashMap<ThreadIndex, u32>,
    /// Their blocks.
    blocks: HashSet<[u32; 3]>,
    /// Some block did not come to its end.
    cut: bool,
}

/// What has been reported so far.
pub struct Reports {
    noted: Mutex<Noted>,
    /// Faults have been met so often that races are not told any more, nor other faults that a GPU does not notice at steps that had one.
    has_enough: AtomicBool,
    /// The steps at which there was such a fault.
    unnoticed: Box<[AtomicBool]>,
}

/// Order of threads: by block, then by thread.
fn rank(thread: ThreadIndex) -> [[u32; 3]; 2] {
    [thread.block, thread.thread].map(|[x, y, z]| [z, y, x])
}

fn site(fault: &Fault) -> Site {
    (fault.span.start, fault.kind.name(), fault.other.as_ref().map_or(0, |other| other.span.start))
}

impl Noted {
    fn is_consequence(&self, fault: &Fault) -> bool {
        use FaultKind::{Assertion, BarrierDivergence, Deadlock, InactiveLane, StepLimit, TimeLimit, Trap};
        // An access that came too early to find a value is what others race with.
        let is_astray = |other: &OtherAccess| self.astray.get(&other.thread).is_some_and(|&at| at != other.span.start);
        let waits = matches!(
            fault.kind,
            Assertion | BarrierDivergence | Deadlock | InactiveLane | StepLimit | TimeLimit | Trap
        );
        self.astray.contains_key(&fault.thread)
            || fault.other.as_ref().is_some_and(is_astray)
            || waits && (self.cut || self.blocks.contains(&fault.thread.block))
    }

    fn add(&mut self, fault: Fault, ends_block: bool) {
        self.times += 1;
        if self.is_consequence(&fault) {
            return;
        }
        if fault.kind != FaultKind::Race {
            self.astray.insert(fault.thread, fault.span.start);
            self.blocks.insert(fault.thread.block);
        }
        let site = site(&fault);
        let Some(known) = self.sites.get_mut(&site) else {
            self.sites.insert(site, FaultReport { fault, times: 1, ends_block });
            return;
        };
        known.times += 1;
        known.ends_block |= ends_block;
        // Whichever block comes first, the report is the same.
        if rank(fault.thread) < rank(known.fault.thread) {
            known.fault = fault;
        }
    }
}

impl Reports {
    /// Of a launch of a program of so many steps.
    pub fn new(steps: usize) -> Self {
        let unnoticed = (0..steps).map(|_| AtomicBool::new(false)).collect();
        Self { noted: Mutex::default(), has_enough: AtomicBool::new(false), unnoticed }
    }

    /// Notes a fault. Whether there is any use in going on.
    fn note(&self, fault: Fault) -> bool {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        // What a GPU does not notice leaves a program as it is, however often it happens.
        let is_unnoticed = matches!(fault.kind, FaultKind::Race | FaultKind::Uninitialised | FaultKind::InactiveLane);
        noted.add(fault, false);
        let has_enough = noted.times >= MOST_TIMES;
        self.has_enough.store(has_enough, Relaxed);
        is_unnoticed || !has_enough
    }

    /// Whether such a fault has been told of this place.
    fn knows(&self, fault: &Fault) -> bool {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner).sites.contains_key(&site(fault))
    }

    /// A block has ended by a fault.
    pub fn cut(&self, fault: Fault) {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        noted.add(fault, true);
        noted.cut = true;
    }

    /// All reports, by place.
    pub fn into_reports(self) -> Vec<FaultReport> {
        self.noted.into_inner().unwrap_or_else(PoisonError::into_inner).sites.into_values().collect()
    }
}

impl KernelLaunch<'_> {
    /// Whether a launch that goes on has met so many faults that races are not told any more.
    pub fn has_enough(&self) -> bool {
        self.observers.reports.as_ref().is_some_and(|reports| reports.has_enough.load(Relaxed))
    }

    /// Whether a launch that goes on has told such a fault of this place.
    pub fn has_told(&self, failure: &StepFailure) -> bool {
        self.observers.reports.as_ref().is_some_and(|reports| reports.knows(failure))
    }

    /// Whether a fault of a step that a GPU does not notice has been told, and so many others that nothing more is said of it.
    pub fn is_told_often(&self, step: u32) -> bool {
        self.observers
            .reports
            .as_ref()
            .is_some_and(|reports| reports.unnoticed[step as usize].load(Relaxed) && reports.has_enough.load(Relaxed))
    }

    /// Notes a fault of a step that a GPU does not notice, other than a race, as [`KernelLaunch::tolerate`] does. Programs that compute
    /// with memory that nobody has written do so in each thread of each launch: once it has been told often, no words are made for it.
    ///
    /// # Errors
    /// The fault, if the launch does not go on.
    #[cold]
    pub fn tolerate_unnoticed(&self, step: u32, fault: impl FnOnce() -> StepFailure) -> Result<(), StepFailure> {
        let Some(reports) = &self.observers.reports else { return Err(fault()) };
        let is_told = &reports.unnoticed[step as usize];
        if is_told.load(Relaxed) && reports.has_enough.load(Relaxed) {
            return Ok(());
        }
        is_told.store(true, Relaxed);
        self.tolerate(fault())
    }

    /// Notes a fault, if the launch goes on after faults.
    ///
    /// # Errors
    /// The fault, if it does not.
    #[cold]
    pub fn tolerate(&self, failure: StepFailure) -> Result<(), StepFailure> {
        match &self.observers.reports {
            Some(reports) if failure.kind != FaultKind::Unsupported && reports.note((*failure).clone()) => Ok(()),
            _ => Err(failure),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::device::{Arg, Cpu, Device, DeviceError, FaultKind};
    use crate::launch::LaunchConfig;

    /// Each thread reads what its neighbour writes, without order, and says in the end how often it has.
    const RACES: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry races(.param .u64 out) {
        .reg .pred %p; .reg .b32 %r<9>; .reg .b64 %rd<4>; .shared .b32 s[64];
        ld.param.u64 %rd1, [out];
        mov.u32 %r1, %tid.x; mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r4, %r2, %r3; xor.b32 %r5, %r4, 4;
        mov.u32 %r6, 0;
        again:
        st.shared.u32 [%r4], %r6;
        ld.shared.u32 %r7, [%r5];
        add.u32 %r6, %r6, 1;
        setp.lt.u32 %p, %r6, 1200;
        @%p bra again;
        mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, %rd1, %rd2;
        st.global.u32 [%rd1], %r6;
        ret;
    }";

    #[test]
    fn launches_with_many_races_come_to_their_end() {
        let mut cpu = Cpu::new();
        cpu.go_on_after_faults(true);
        let module = cpu.load(RACES).expect("a module");
        let out = cpu.alloc(256).expect("a buffer");
        let ended = cpu.launch(module, "races", LaunchConfig::new([1; 3], [64, 1, 1]), &[Arg::Buffer(out)]);
        assert!(matches!(ended, Err(DeviceError::Fault(fault)) if fault.kind == FaultKind::Race));
        assert!(cpu.faults().iter().map(|report| report.times).sum::<u64>() >= super::MOST_TIMES - 64);
        let mut left = [0; 256];
        cpu.download(out, &mut left).expect("room");
        assert!(left.chunks(4).all(|word| word == 1200u32.to_le_bytes()), "every thread has come to its end: {left:?}");
    }

    /// Each thread reads what nobody has written, or votes though it is not in its mask.
    const UNNOTICED: &str = ".version 8.0\n.target sm_80\n.address_size 64
    .entry unwritten(.param .u64 out) {
        .reg .b32 %r<3>; .reg .b64 %rd<2>; .reg .pred %p;
        ld.param.u64 %rd1, [out];
        ld.global.u32 %r1, [%rd1];
        ld.global.u32 %r2, [%rd1+4];
        setp.ne.u32 %p, %r1, 0;
        @%p exit;
        setp.ne.u32 %p, %r2, 0;
        @%p exit;
        ret;
    }
    .entry others(.param .u64 out) {
        .reg .b32 %r<3>; .reg .pred %p;
        setp.eq.u32 %p, 1, 1;
        vote.sync.ballot.b32 %r1, %p, 0;
        vote.sync.ballot.b32 %r2, %p, 0;
        ret;
    }";

    #[test]
    fn what_a_gpu_does_not_notice_is_told_often_and_not_always() {
        let mut cpu = Cpu::new();
        cpu.go_on_after_faults(true);
        let module = cpu.load(UNNOTICED).expect("a module");
        let out = cpu.alloc(8).expect("a buffer");
        let blocks = 2 * super::MOST_TIMES as u32 / 1024;
        let shape = LaunchConfig::new([blocks, 1, 1], [1024, 1, 1]);
        // Of a block only the first lane that is left out is told. Threads of the host that meet a fault at once do not see each other.
        let often = super::MOST_TIMES / 2..super::MOST_TIMES + 64;
        let by_block = 1..u64::from(blocks) / 2;
        let kernels = [("unwritten", FaultKind::Uninitialised, often), ("others", FaultKind::InactiveLane, by_block)];
        for (kernel, kind, times) in kernels {
            let ended = cpu.launch(module, kernel, shape, &[Arg::Buffer(out)]);
            assert!(matches!(ended, Err(DeviceError::Fault(fault)) if fault.kind == kind), "{kernel}");
            let [report] = cpu.faults() else { panic!("what a thread does after it has gone astray is not told") };
            assert!(times.contains(&report.times), "{kernel}: {}", report.times);
        }
    }
}
