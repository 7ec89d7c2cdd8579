//! What is known of the run: one for the process, behind a lock.

use crate::error::{Answer, Code};
use crate::graph::Graphs;
use crate::image::Images;
use crate::memory::Allocation;
use crate::module::Modules;
use crate::parent;
use crate::pool::Pools;
use crate::report::Reporter;
use crate::stream::Streams;
use crate::virtual_memory::VirtualMemory;
use ptxlint::device::{Checks, Cpu};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Everything that functions share.
pub struct State {
    pub cpu: Cpu,
    pub reporter: Reporter,
    /// By the address of their beginning.
    pub allocations: BTreeMap<u64, Allocation>,
    pub pools: Pools,
    pub virtual_memory: VirtualMemory,
    pub images: Images,
    pub modules: Modules,
    pub streams: Streams,
    pub graphs: Graphs,
    /// A kernel has faulted: the context is lost, and all functions say so.
    pub sticky: Option<Code>,
    /// The stream whose last work was a launch that nothing has waited for, if no other work has come since.
    pub last_launch: Option<usize>,
    /// Limits by their numbers.
    pub limits: BTreeMap<i32, usize>,
}

static STATE: LazyLock<Mutex<State>> = LazyLock::new(|| Mutex::new(State::new()));

/// The state. Nobody keeps it while functions of the program are called.
pub fn lock() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Something that has an address and nothing behind it, which programs hold for us.
pub fn handle() -> usize {
    Box::leak(Box::new(0u64)) as *mut u64 as usize
}

unsafe extern "C" {
    static stdout: *mut libc::FILE;
    static stderr: *mut libc::FILE;
}

/// Prints as C does, so that what kernels and the program print keeps its order.
fn print(text: &str) {
    // SAFETY: the stream is open from the beginning, and the bytes are there.
    unsafe { libc::fwrite(text.as_ptr().cast(), 1, text.len(), stdout) };
}

/// What CUDA says of an assertion of a kernel that has failed.
fn complain(text: &str) {
    // SAFETY: as above.
    unsafe { libc::fwrite(text.as_ptr().cast(), 1, text.len(), stderr) };
}

/// How long a launch may take.
fn time_limit(seconds: Option<u64>) -> Duration {
    seconds.map_or(Checks::default().time, Duration::from_secs)
}

impl State {
    /// How long a launch may take.
    pub fn time_limit(&self) -> Duration {
        time_limit(self.reporter.settings.seconds)
    }

    fn new() -> Self {
        let reporter = Reporter::new();
        let settings = &reporter.settings;
        settings.command.into_iter().for_each(parent::watch);
        let default = Checks::default();
        let mut cpu = Cpu::with_checks(Checks {
            races: settings.races,
            schedule: settings.schedule,
            steps: settings.steps.unwrap_or(default.steps),
            time: time_limit(settings.seconds),
            ..default
        });
        cpu.go_on_after_faults(true);
        cpu.remember_launches(!settings.every_launch);
        cpu.on_print(print);
        cpu.on_assertion(complain);
        let threads = settings.threads.and_then(NonZeroUsize::new);
        if let Some(Err(error)) = threads.map(|threads| cpu.set_threads(threads)) {
            eprintln!("ptxlint: {error}");
        }
        Self {
            cpu,
            reporter,
            allocations: BTreeMap::new(),
            pools: Pools::default(),
            virtual_memory: VirtualMemory::default(),
            images: Images::default(),
            modules: Modules::default(),
            streams: Streams::default(),
            graphs: Graphs::default(),
            sticky: None,
            last_launch: None,
            // cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize
            limits: BTreeMap::from([(0, 1024), (1, 1 << 20), (2, 8 << 20)]),
        }
    }

    /// Sets a limit of the device.
    pub fn set_limit(&mut self, limit: i32, value: usize) {
        const HEAP: i32 = 2;
        if limit == HEAP {
            self.cpu.set_heap(value as u64);
        }
        self.limits.insert(limit, value);
    }

    /// The program waits for what is under way; whether kernels have faulted.
    pub fn synchronise(&mut self) -> Answer {
        self.last_launch = None;
        self.pools.settle();
        self.check()
    }

    /// Whether kernels have faulted.
    pub fn check(&self) -> Answer {
        self.sticky.map_or(Ok(()), Err)
    }
}
