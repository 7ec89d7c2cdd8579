//! A progress bar for long runs that somebody watches.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// Runs that end sooner show no bar.
const PATIENCE: Duration = Duration::from_millis(400);

/// How far a run has come.
pub(super) struct RunProgress {
    started: Instant,
    total: usize,
    done: usize,
    is_wanted: bool,
    template: &'static str,
    bar: Option<ProgressBar>,
}

impl RunProgress {
    /// A bar for `total` steps, which appears when it is wanted and the run is long.
    pub(super) fn new(total: usize, template: &'static str, is_wanted: bool) -> Self {
        Self { started: Instant::now(), total, done: 0, is_wanted, template, bar: None }
    }

    /// Counts a step, and lets `write` write its report where the bar is.
    pub(super) fn step<R>(&mut self, write: impl FnOnce() -> R) -> R {
        self.done += 1;
        if self.is_wanted && self.bar.is_none() && self.started.elapsed() > PATIENCE {
            let style = ProgressStyle::with_template(self.template);
            self.bar =
                Some(ProgressBar::new(self.total as u64).with_style(style.unwrap_or(ProgressStyle::default_bar())));
        }
        match &self.bar {
            None => write(),
            Some(bar) => {
                bar.set_position(self.done as u64);
                bar.suspend(write)
            }
        }
    }
}

impl Drop for RunProgress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
