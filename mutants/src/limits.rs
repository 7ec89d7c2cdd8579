//! Processor time and memory, as Linux tells them; little elsewhere.

use std::fs;
use std::time::Instant;

/// What the process has used.
pub(crate) struct Meter {
    start: Instant,
}

impl Meter {
    pub(crate) fn new() -> Self {
        Self { start: Instant::now() }
    }

    /// Seconds of the processor that this thread has had: other programs do not count.
    pub(crate) fn seconds(&self) -> f64 {
        let read = || fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse::<u64>().ok();
        read().map_or_else(|| self.start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds as f64 * 1e-9)
    }

    /// Forgets the greatest memory so far.
    pub(crate) fn forget_peak(&self) {
        // Where the system refuses, the peak is that of all mutants so far: more than there is, never less.
        let _ = fs::write("/proc/self/clear_refs", "5");
    }

    /// The most memory that the process has had since [`Self::forget_peak`], in bytes; 0 where nobody tells.
    pub(crate) fn peak(&self) -> u64 {
        field("/proc/self/status", "VmHWM:")
    }

    /// The memory that the process has, in bytes; 0 where nobody tells.
    pub(crate) fn resident(&self) -> u64 {
        field("/proc/self/status", "VmRSS:")
    }
}

/// The memory that another process has, in bytes; 0 where nobody tells.
pub(crate) fn resident(process: u32) -> u64 {
    field(&format!("/proc/{process}/status"), "VmRSS:")
}

fn field(path: &str, name: &str) -> u64 {
    let status = fs::read_to_string(path).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).map_or(0, |kilobytes| kilobytes << 10)
}
