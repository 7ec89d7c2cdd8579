//! Pools that streams allocate memory from. The memory is as any other: a pool counts it, and remembers what programs tell it.

use crate::error::{Answer, Code};
use crate::state::{self, State};
use std::collections::HashMap;

/// The handle of the pool that is always there.
pub const DEFAULT_POOL: usize = 0x100;

/// The handle of the pool of the memory of graphs, which programs do not see.
pub const GRAPH_POOL: usize = 0x110;

/// What is known of a pool.
struct Pool {
    /// How memory is used again, which nothing here depends on.
    switches: [i32; 3],
    /// Bytes that stay with the pool when nobody uses them.
    threshold: u64,
    used: u64,
    most_used: u64,
    reserved: u64,
    most_reserved: u64,
}

/// All pools, by handle.
pub struct Pools {
    pools: HashMap<usize, Pool>,
    /// The one that streams allocate from unless they name another.
    current: usize,
}

/// An attribute of a pool, which is a switch or a number of bytes.
#[derive(Clone, Copy)]
pub enum PoolAttribute {
    Switch(i32),
    Bytes(u64),
}

/// The attributes that programs may set (`cudaMemPoolAttr`); the highest marks can be set to 0.
const LAST_SWITCH: i32 = 3;
const THRESHOLD: i32 = 4;
const RESERVED: i32 = 5;
const MOST_RESERVED: i32 = 6;
const USED: i32 = 7;
const MOST_USED: i32 = 8;

impl Default for Pools {
    fn default() -> Self {
        Self {
            pools: HashMap::from([DEFAULT_POOL, GRAPH_POOL].map(|handle| (handle, Pool::new()))),
            current: DEFAULT_POOL,
        }
    }
}

impl Pool {
    fn new() -> Self {
        Self { switches: [1; 3], threshold: 0, used: 0, most_used: 0, reserved: 0, most_reserved: 0 }
    }

    fn take(&mut self, bytes: u64) {
        self.used += bytes;
        self.reserved = self.reserved.max(self.used);
        self.most_used = self.most_used.max(self.used);
        self.most_reserved = self.most_reserved.max(self.reserved);
    }

    /// Gives back what nobody uses, except for some bytes.
    fn trim(&mut self, keep: u64) {
        self.reserved = self.reserved.min(keep).max(self.used);
    }
}

impl Pools {
    pub fn create(&mut self) -> usize {
        let handle = state::handle();
        self.pools.insert(handle, Pool::new());
        handle
    }

    /// Ends a pool; its memory lives on until it is freed.
    pub fn destroy(&mut self, handle: usize) -> Answer {
        if matches!(handle, DEFAULT_POOL | GRAPH_POOL) {
            return Err(Code::INVALID_VALUE);
        }
        self.pools.remove(&handle).ok_or(Code::INVALID_VALUE)?;
        if self.current == handle {
            self.current = DEFAULT_POOL;
        }
        Ok(())
    }

    /// The pool that streams allocate from unless they name another.
    pub fn current(&self) -> usize {
        self.current
    }

    pub fn set_current(&mut self, handle: usize) -> Answer {
        self.check(handle)?;
        self.current = handle;
        Ok(())
    }

    /// Whether there is such a pool.
    pub fn check(&self, handle: usize) -> Answer {
        self.pools.contains_key(&handle).then_some(()).ok_or(Code::INVALID_VALUE)
    }

    fn pool(&mut self, handle: usize) -> Answer<&mut Pool> {
        self.pools.get_mut(&handle).ok_or(Code::INVALID_VALUE)
    }

    pub fn trim(&mut self, handle: usize, keep: u64) -> Answer {
        self.pool(handle)?.trim(keep);
        Ok(())
    }

    /// The program waits: pools give back what is beyond their thresholds.
    pub fn settle(&mut self) {
        self.pools.values_mut().for_each(|pool| pool.trim(pool.threshold));
    }

    /// Memory of a pool has been freed.
    pub fn give_back(&mut self, handle: usize, bytes: u64) {
        if let Some(pool) = self.pools.get_mut(&handle) {
            pool.used = pool.used.saturating_sub(bytes);
        }
    }

    /// An attribute by its number, which the runtime and the driver share.
    pub fn attribute(&mut self, handle: usize, number: i32) -> Answer<PoolAttribute> {
        let pool = self.pool(handle)?;
        Ok(match number {
            1..=LAST_SWITCH => PoolAttribute::Switch(pool.switches[number as usize - 1]),
            THRESHOLD => PoolAttribute::Bytes(pool.threshold),
            RESERVED => PoolAttribute::Bytes(pool.reserved),
            MOST_RESERVED => PoolAttribute::Bytes(pool.most_reserved),
            USED => PoolAttribute::Bytes(pool.used),
            MOST_USED => PoolAttribute::Bytes(pool.most_used),
            _ => return Err(Code::INVALID_VALUE),
        })
    }

    /// Sets an attribute, whose value `switch` or `bytes` reads.
    pub fn set_attribute(
        &mut self,
        handle: usize,
        number: i32,
        switch: impl FnOnce() -> i32,
        bytes: impl Fn() -> u64,
    ) -> Answer {
        let pool = self.pool(handle)?;
        match number {
            1..=LAST_SWITCH => pool.switches[number as usize - 1] = switch(),
            THRESHOLD => pool.threshold = bytes(),
            MOST_RESERVED if bytes() == 0 => pool.most_reserved = pool.reserved,
            MOST_USED if bytes() == 0 => pool.most_used = pool.used,
            _ => return Err(Code::INVALID_VALUE),
        }
        Ok(())
    }
}

impl State {
    /// Memory from a pool: that of the device, if none is named.
    pub fn allocate_from(&mut self, pool: Option<usize>, bytes: u64) -> Answer<u64> {
        let handle = pool.unwrap_or(self.pools.current);
        self.pools.check(handle)?;
        let address = self.allocate(bytes)?;
        if let Some(allocation) = self.allocations.get_mut(&address) {
            allocation.pool = Some(handle);
        }
        self.pools.pool(handle)?.take(bytes);
        Ok(address)
    }
}
