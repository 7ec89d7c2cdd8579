//! Processor time and memory, as Linux tells them; nothing elsewhere.

/// What the process has used.
pub(crate) struct Meter {
    limit: u64,
    start: std::time::Instant,
}

impl Meter {
    pub(crate) fn new() -> Self {
        Self { limit: 0, start: std::time::Instant::now() }
    }

    /// Seconds of the processor that this thread has had: other programs do not count.
    pub(crate) fn total(&self) -> f64 {
        let read =
            || std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse::<u64>().ok();
        read().map_or_else(|| self.start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds as f64 * 1e-9)
    }

    /// The most memory that the process has needed so far, in bytes; 0 where nobody tells.
    pub(crate) fn peak(&self) -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).map_or(0, |kilobytes| kilobytes << 10)
    }

    /// The memory that is needed, if that is more than `limit` and than at the last time.
    pub(crate) fn grew_beyond(&mut self, limit: u64) -> Option<u64> {
        let peak = self.peak();
        let grew = peak > limit.max(self.limit);
        self.limit = self.limit.max(peak);
        grew.then_some(peak)
    }
}
