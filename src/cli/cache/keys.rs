//! Lists of keys on disk.

use super::replace;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Bytes of a key.
pub(super) const KEY: usize = 16;

/// Keys in two files, a newer and an older one. Each is a sorted list.
#[derive(Debug)]
pub(super) struct KeyFiles {
    paths: [PathBuf; 2],
    /// Most keys of a file; the older one is dropped when the newer one has as many.
    most: usize,
    /// The contents of the files, once they have been asked for.
    known: OnceLock<[Vec<u8>; 2]>,
    /// Keys that the newer file does not have.
    new: Mutex<BTreeSet<u128>>,
}

impl KeyFiles {
    pub(super) fn new(folder: &Path, name: &str, most: usize) -> Self {
        let paths = [folder.join(name), folder.join(format!("{name}.old"))];
        Self { paths, most, known: OnceLock::new(), new: Mutex::default() }
    }

    /// Whether a key has been added, by an earlier run or by this one.
    pub(super) fn knows(&self, key: u128) -> bool {
        let [newer, older] = self.known.get_or_init(|| self.paths.each_ref().map(|path| self.read(path)));
        let has = |keys: &[u8]| keys.as_chunks::<KEY>().0.binary_search(&key.to_be_bytes()).is_ok();
        if has(newer) {
            return true;
        }
        if has(older) {
            self.add(key);
            return true;
        }
        self.new_keys().contains(&key)
    }

    pub(super) fn add(&self, key: u128) {
        self.new_keys().insert(key);
    }

    pub(super) fn new_keys(&self) -> MutexGuard<'_, BTreeSet<u128>> {
        self.new.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what is new. Other processes may do so at the same time: each file is replaced as a whole, and what one of them loses is
    /// found again the next time.
    pub(super) fn write(self) {
        let new = std::mem::take(&mut *self.new_keys());
        if new.is_empty() {
            return;
        }
        let [newer, older] = &self.paths;
        // As it is by now.
        let keys = self.read(newer);
        let mut keys: Vec<[u8; KEY]> = keys.as_chunks::<KEY>().0.to_vec();
        if keys.len() >= self.most {
            let _ = fs::rename(newer, older);
            keys.clear();
        }
        keys.extend(new.into_iter().map(u128::to_be_bytes));
        keys.sort_unstable();
        keys.dedup();
        keys.truncate(self.most);
        let _ = replace(newer, keys.as_flattened());
    }

    /// A list of keys; an empty one where there is none, or no list.
    fn read(&self, path: &Path) -> Vec<u8> {
        let is_list = |keys: &Vec<u8>| {
            let (keys, rest) = keys.as_chunks::<KEY>();
            rest.is_empty() && keys.is_sorted()
        };
        let is_small = |metadata: fs::Metadata| metadata.is_file() && metadata.len() <= (self.most * KEY) as u64;
        let keys = if fs::metadata(path).is_ok_and(is_small) { fs::read(path).unwrap_or_default() } else { Vec::new() };
        if is_list(&keys) { keys } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_keys_go_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let most = 1000;
        let open = || KeyFiles::new(folder.path(), "keys", most as usize);
        let learn = |numbers: std::ops::Range<u128>| {
            let files = open();
            numbers.for_each(|number| files.add(number));
            files.write();
        };
        let knows = |number: u128| open().knows(number);
        learn(0..most);
        learn(most..most + 1);
        assert!(knows(0) && knows(most), "the full file is kept as the older one");
        // What is asked for again stays.
        let files = open();
        assert!(files.knows(7));
        files.write();
        learn(most..2 * most);
        learn(2 * most..2 * most + 1);
        assert!(knows(2 * most) && !knows(0));
        let sizes = open().paths.map(|path| fs::metadata(path).map_or(0, |file| file.len()));
        assert!(sizes.iter().sum::<u64>() <= 2 * most as u64 * KEY as u64, "{sizes:?}");
    }

    #[test]
    fn processes_keep_what_others_write() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = || KeyFiles::new(folder.path(), "keys", 1000);
        let files = [open(), open()];
        files.iter().zip([3, 5]).for_each(|(files, number)| files.add(number));
        files.into_iter().for_each(KeyFiles::write);
        assert!([3, 5].into_iter().all(|number| open().knows(number)));
    }
}
