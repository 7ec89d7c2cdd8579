//! Work on parts of a module, on cores that have nothing else to do.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Scope};

/// The stack of a helper: as much as the main thread has.
const STACK: usize = 8 << 20;

/// Instructions that have to be left for a helper to be worth its start, which takes as long as a few of them.
const LEAST: usize = 1000;

/// Cores that have nothing to do. Checks that share them take each as soon as it is idle, and give it back at their end.
///
/// ```
/// use ptxlint::driver::{Cores, check_on};
///
/// let kernel = b".version 8.0\n.target sm_80\n.address_size 64\n.entry k() { ret; }";
/// let options = ptxlint::Options::default();
/// // Three threads besides this one, if there is enough to do. The report is the same with any number.
/// let report = check_on(kernel, &options, &Cores::idle(3))?;
/// assert!(report.findings.is_empty());
/// # Ok::<(), ptxlint::source::SourceTooLarge>(())
/// ```
#[derive(Debug)]
pub struct Cores {
    idle: AtomicUsize,
}

impl Cores {
    /// So many idle cores, besides those that the callers' threads run on.
    pub const fn idle(count: usize) -> Self {
        Self { idle: AtomicUsize::new(count) }
    }

    /// Adds a core that has nothing more to do.
    pub fn add(&self) {
        self.idle.fetch_add(1, Ordering::Relaxed);
    }

    fn take(&self) -> Option<TakenCore<'_>> {
        let less = |idle: usize| idle.checked_sub(1);
        let taken = self.idle.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok();
        taken.then(|| TakenCore(self))
    }

    /// The results of `work` on the parts of a module, in their order. `sizes` are how many instructions they have.
    pub(crate) fn spread<T: Send>(&self, sizes: &[usize], work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        let left: usize = sizes.iter().sum();
        if left < LEAST || sizes.len() < 2 {
            return (0..sizes.len()).map(work).collect();
        }
        let parts = Parts::new(sizes, left);
        let mut results = thread::scope(|scope| {
            let mut helpers = Vec::new();
            let mut own = Vec::with_capacity(sizes.len());
            while let Some(part) = parts.next() {
                if parts.left() >= LEAST
                    && let Some(core) = self.take()
                {
                    helpers.extend(start(scope, core, &parts, &work));
                }
                own.push((part, work(part)));
            }
            for helper in helpers {
                // What panics is judged within the work; a panic outside of it goes on here.
                own.extend(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            own
        });
        results.sort_unstable_by_key(|&(part, _)| part);
        results.into_iter().map(|(_, result)| result).collect()
    }
}

/// A core that is in use until this is dropped.
struct TakenCore<'c>(&'c Cores);

impl Drop for TakenCore<'_> {
    fn drop(&mut self) {
        self.0.add();
    }
}

/// A thread that works on parts while there are any; none when the system grants no more.
fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    core: TakenCore<'scope>,
    parts: &'scope Parts,
    work: &'scope (impl Fn(usize) -> T + Sync),
) -> Option<thread::ScopedJoinHandle<'scope, Vec<(usize, T)>>> {
    let help = move || {
        let _core = core;
        std::iter::from_fn(|| parts.next()).map(|part| (part, work(part))).collect()
    };
    thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help).ok()
}

/// Parts that wait for somebody to work on them, large ones first: nobody is left with a large one while all others have ended.
struct Parts {
    order: Vec<u32>,
    /// How many instructions are left from each place of the order on.
    left: Vec<usize>,
    next: AtomicUsize,
}

impl Parts {
    fn new(sizes: &[usize], mut total: usize) -> Self {
        let mut order: Vec<u32> = (0..sizes.len() as u32).collect();
        order.sort_by_key(|&part| std::cmp::Reverse(sizes[part as usize]));
        let left = |&part: &u32| {
            total -= sizes[part as usize];
            total
        };
        let left = order.iter().map(left).collect();
        Self { order, left, next: AtomicUsize::new(0) }
    }

    fn next(&self) -> Option<usize> {
        let part = self.order.get(self.next.fetch_add(1, Ordering::Relaxed))?;
        Some(*part as usize)
    }

    /// How many instructions the parts have that nobody works on.
    fn left(&self) -> usize {
        let next = self.next.load(Ordering::Relaxed);
        next.checked_sub(1).and_then(|last| self.left.get(last)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::sync::Mutex;
    use std::time::Duration;

    #[test]
    fn results_come_in_the_order_of_the_parts() {
        let sizes: Vec<usize> = (0..200).map(|i| i * 37 % 101).collect();
        for count in [0, 1, 7] {
            let cores = Cores::idle(count);
            let threads = Mutex::new(HashSet::new());
            let work = |part: usize| {
                thread::sleep(Duration::from_micros(sizes[part] as u64));
                threads.lock().expect("nothing panics").insert(thread::current().id());
                part
            };
            assert_eq!(cores.spread(&sizes, work), (0..200).collect::<Vec<_>>());
            assert_eq!(cores.idle.into_inner(), count, "all are given back");
            assert!(threads.into_inner().expect("nothing panics").len() <= count + 1);
        }
    }

    #[test]
    fn little_work_starts_no_thread() {
        let cores = Cores::idle(4);
        let here = thread::current().id();
        assert_eq!(cores.spread(&[10; 9], |_| thread::current().id()), [here; 9]);
        assert_eq!(cores.spread(&[9 * LEAST], |_| thread::current().id()), [here]);
    }

    #[test]
    fn a_core_that_becomes_idle_is_taken() {
        let cores = Cores::idle(0);
        let work = |part: usize| {
            if part == 0 {
                cores.add();
            }
            thread::sleep(Duration::from_millis(2));
            thread::current().id()
        };
        let threads: HashSet<_> = cores.spread(&[LEAST; 50], work).into_iter().collect();
        assert_eq!(threads.len(), 2);
    }
}
