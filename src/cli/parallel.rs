//! Work on all cores, results in order.

use crate::driver::Cores;
use rayon::ThreadPoolBuilder;
use rayon::iter::{ParallelBridge, ParallelIterator};
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};

/// Results that may wait to be taken before the workers have to wait, too.
const QUEUE: usize = 256;

/// Does `work` on every item on up to `jobs` threads, and hands the results to `take` in the order of the items, each as soon as it and
/// all before it are there. The first error of `take` ends it all. What of these threads no item is left for, work may use.
pub(super) fn in_order<T: Sync, R: Send>(
    items: &[T],
    jobs: Option<NonZeroUsize>,
    work: impl Fn(&T, &Cores) -> R + Sync,
    mut take: impl FnMut(R) -> io::Result<()>,
) -> io::Result<()> {
    let available = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = jobs.map_or_else(available, NonZeroUsize::get);
    let threads = jobs.min(items.len());
    let cores = Cores::idle(jobs - threads);
    let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build().ok()).flatten();
    // One thread is enough for one file, and has to be when the system grants no more.
    let Some(pool) = pool else { return items.iter().try_for_each(|item| take(work(item, &cores))) };
    let (sender, receiver) = sync_channel(QUEUE);
    let begun = AtomicUsize::new(0);
    let work = &|item: &T| {
        begun.fetch_add(1, Ordering::Relaxed);
        let result = work(item, &cores);
        if begun.load(Ordering::Relaxed) == items.len() {
            cores.add();
        }
        result
    };
    pool.in_place_scope(|scope| {
        scope.spawn(move |_| {
            let numbered = items.iter().enumerate().par_bridge();
            // Nobody receives any more when `take` has failed: then this stops as well.
            let _ = numbered.try_for_each_with(sender, |sender, (i, item)| sender.send((i, work(item))));
        });
        sort(receiver, &mut take)
    })
}

/// Hands numbered results on by number.
fn sort<R>(results: Receiver<(usize, R)>, take: &mut impl FnMut(R) -> io::Result<()>) -> io::Result<()> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (i, result) in results {
        early.insert(i, result);
        while let Some(result) = early.remove(&next) {
            take(result)?;
            next += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Earlier items take longer, so that results arrive in the wrong order.
    fn slow_start(i: &usize, _: &Cores) -> usize {
        std::thread::sleep(Duration::from_millis(20_u64.saturating_sub(*i as u64)));
        *i
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..100).collect();
        for jobs in [1, 2, 7] {
            let mut taken = Vec::new();
            let take = |result| {
                taken.push(result);
                Ok(())
            };
            in_order(&items, NonZeroUsize::new(jobs), slow_start, take).expect("nothing fails");
            assert_eq!(taken, items);
        }
    }

    #[test]
    fn a_closed_pipe_ends_the_work() {
        let items: Vec<usize> = (0..100_000).collect();
        let done = AtomicUsize::new(0);
        let work = |_: &usize, _: &Cores| done.fetch_add(1, Ordering::Relaxed);
        let end = in_order(&items, NonZeroUsize::new(2), work, |_| Err(io::ErrorKind::BrokenPipe.into()));
        assert_eq!(end.map_err(|error| error.kind()), Err(io::ErrorKind::BrokenPipe));
        assert!(done.into_inner() < items.len() / 2);
    }
}
