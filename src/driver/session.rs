//! Checks a module again and again while it is edited: functions that nothing has changed about are not judged again.

use super::memory::{FunctionMemory, FunctionResults, Remembering};
use super::{Cores, Report, check_by};
use crate::options::Options;
use crate::source::SourceTooLarge;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// Texts of which the findings are kept: as many steps back may be undone without judging anything anew.
const GENERATIONS: u64 = 16;

/// Checks the texts of a module as it is edited.
///
/// What the rules find in a function depends on its text, on what the module declares outside functions, on the functions that it calls,
/// and on the options. A session keeps findings by these, and judges only functions that are new. Its reports are those of
/// [`check`](super::check()).
///
/// ```
/// let mut session = ptxlint::driver::CheckSession::new(ptxlint::Options::default());
/// let kernel = ".version 8.0\n.target sm_80\n.address_size 64\n\
///     .entry k() { .reg .b32 %r<3>; and.u32 %r1, %r2, %r2; ret; }\n";
/// assert_eq!(session.check(kernel.as_bytes())?.findings.len(), 1);
/// let edited = format!("{kernel}.entry other() {{ ret; }}\n");
/// assert_eq!(session.check(edited.as_bytes())?.findings.len(), 1);
/// # Ok::<(), ptxlint::source::SourceTooLarge>(())
/// ```
#[derive(Debug)]
pub struct CheckSession {
    options: Options,
    cores: Cores,
    cache: FunctionCache,
}

impl CheckSession {
    /// A session that knows nothing yet.
    pub fn new(options: Options) -> Self {
        Self { options, cores: Cores::idle(0), cache: FunctionCache::default() }
    }

    /// Lets it judge functions on other cores, too.
    pub fn with_cores(self, cores: Cores) -> Self {
        Self { cores, ..self }
    }

    /// The options of its reports.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Checks the text as it is now.
    ///
    /// # Errors
    /// [`SourceTooLarge`] for more than 4 GiB.
    pub fn check(&mut self, bytes: &[u8]) -> Result<Report, SourceTooLarge> {
        self.judge(bytes, &|| true)
    }

    /// Checks the text as it is now, unless `wanted` says before the end that nobody waits for it any more. It is asked between rules.
    ///
    /// # Errors
    /// [`SourceTooLarge`] for more than 4 GiB.
    pub fn check_while(
        &mut self,
        bytes: &[u8],
        wanted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Report>, SourceTooLarge> {
        let is_interrupted = AtomicBool::new(false);
        let still_wanted = || {
            let is_wanted = wanted();
            is_interrupted.fetch_or(!is_wanted, Ordering::Relaxed);
            is_wanted
        };
        let report = self.judge(bytes, &still_wanted)?;
        Ok((!is_interrupted.into_inner()).then_some(report))
    }

    fn judge(&mut self, bytes: &[u8], wanted: &(dyn Fn() -> bool + Sync)) -> Result<Report, SourceTooLarge> {
        self.cache.generation += 1;
        let report = check_by(bytes, &self.options, &self.cores, Some(Remembering { memory: &mut self.cache, wanted }));
        let oldest = self.cache.generation.saturating_sub(GENERATIONS);
        self.cache.entries.retain(|_, entry| entry.used > oldest);
        report
    }

    /// How many instructions there are in the functions that the last check has judged.
    pub fn judged_instructions(&self) -> usize {
        self.cache.judged_instructions
    }

    /// How many functions the last check has judged, and how many it knew.
    pub fn judged(&self) -> (usize, usize) {
        (self.cache.judged, self.cache.known)
    }
}

/// What is known of functions, by their keys.
#[derive(Debug, Default)]
struct FunctionCache {
    entries: HashMap<u128, CachedFunction>,
    generation: u64,
    judged: usize,
    known: usize,
    /// Instructions of those that were judged.
    judged_instructions: usize,
}

#[derive(Debug)]
struct CachedFunction {
    results: FunctionResults,
    /// The last generation that asked for it.
    used: u64,
}

impl FunctionMemory for FunctionCache {
    fn start(&mut self, _definitions: usize) -> bool {
        (self.judged, self.known) = (0, 0);
        self.judged_instructions = 0;
        true
    }

    fn recall(&mut self, key: u128, instructions: usize) -> Option<FunctionResults> {
        let Some(entry) = self.entries.get_mut(&key) else {
            self.judged += 1;
            self.judged_instructions += instructions;
            return None;
        };
        entry.used = self.generation;
        self.known += 1;
        Some(entry.results.clone())
    }

    fn keep(&mut self, key: u128, results: FunctionResults) {
        self.entries.insert(key, CachedFunction { results, used: self.generation });
    }
}
