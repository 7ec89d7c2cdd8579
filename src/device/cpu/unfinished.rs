//! Stores that are on their way: the records of the race detector know them, memory does not hold them yet.
//!
//! Blocks run at the same time. One that stores what another has stored does not race with it, but finds that out by a look at memory, which
//! must not come too early.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Which blocks are in the middle of a store to global memory.
#[derive(Default)]
pub struct UnfinishedStores([OneStore; Self::COUNT]);

/// Held by a block while it stores. In a cache line of its own.
#[derive(Default)]
#[repr(align(64))]
struct OneStore(Mutex<()>);

impl OneStore {
    fn hold(&self) -> MutexGuard<'_, ()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl UnfinishedStores {
    /// As many as threads of the host mostly are; blocks whose numbers differ by that share one.
    const COUNT: usize = 16;

    /// A block, by its linear index, begins to note a store, which memory holds when the guard is dropped.
    pub fn begin(&self, block: u32) -> MutexGuard<'_, ()> {
        self.0[block as usize % Self::COUNT].hold()
    }

    /// Waits until all stores that have begun are in memory. Who calls it holds no guard.
    pub fn finish(&self) {
        self.0.iter().for_each(|store| drop(store.hold()));
    }
}

#[cfg(test)]
mod tests {
    use super::UnfinishedStores;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::sync::mpsc::channel;
    use std::time::Duration;

    #[test]
    fn a_store_that_has_begun_is_waited_for() {
        let (stores, is_stored) = (UnfinishedStores::default(), AtomicBool::new(false));
        let (noted, is_noted) = channel();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let _guard = stores.begin(17);
                noted.send(()).expect("somebody waits");
                std::thread::sleep(Duration::from_millis(50));
                is_stored.store(true, Relaxed);
            });
            is_noted.recv().expect("a store has begun");
            stores.finish();
            assert!(is_stored.load(Relaxed));
        });
        stores.finish();
    }
}
