//! Lists of which each is stored once: equal lists have the same index.

use crate::util::FastMap;
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;

/// Index of a list.
pub(super) struct ListId<T> {
    index: u32,
    item: PhantomData<T>,
}

// Derived, these would ask the same of the items.
impl<T> Clone for ListId<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ListId<T> {}

impl<T> PartialEq for ListId<T> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl<T> Eq for ListId<T> {}

impl<T> Hash for ListId<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

impl<T> std::fmt::Debug for ListId<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "List({})", self.index)
    }
}

/// All lists of one type of items.
pub(super) struct Lists<T> {
    items: Vec<T>,
    /// Where the items of each list end.
    ends: Vec<u32>,
    /// By hash, or the next number that was free.
    known: FastMap<u64, u32>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { items: Vec::new(), ends: Vec::new(), known: FastMap::default() }
    }
}

impl<T: Copy + Eq + Hash> Lists<T> {
    pub fn intern(&mut self, items: &[T]) -> ListId<T> {
        let mut key = self.known.hasher().hash_one(items);
        while let Some(&index) = self.known.get(&key) {
            let list = ListId { index, item: PhantomData };
            if self.get(list) == items {
                return list;
            }
            key = key.wrapping_add(1);
        }
        let index = self.ends.len() as u32;
        self.items.extend_from_slice(items);
        self.ends.push(self.items.len() as u32);
        self.known.insert(key, index);
        ListId { index, item: PhantomData }
    }

    pub fn get(&self, list: ListId<T>) -> &[T] {
        let index = list.index as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.items[start as usize..self.ends[index] as usize]
    }
}
