//! Results on disk: a file for each, named by its key.

use super::replace;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, DirEntry, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, SystemTime};

/// Bytes of the largest file. What has so many findings is not judged for their sake alone.
const LARGEST: usize = 1 << 20;

/// Folders, each of keys with one first digit: whoever writes a few results looks at the sizes of a few folders.
const FOLDERS: usize = 16;

/// Most files and bytes of a folder.
const MOST: FolderSize = FolderSize { files: 1 << 10, bytes: 8 << 20 };

/// A file that is asked for is marked as new again if it is older than this.
const FRESH: Duration = Duration::from_secs(60 * 60);

/// The results of texts and functions.
#[derive(Debug)]
pub(super) struct ResultFiles {
    folder: PathBuf,
    /// The folders that have got new files, as bits.
    grown: AtomicU16,
}

#[derive(Clone, Copy, Debug)]
struct FolderSize {
    files: usize,
    bytes: u64,
}

impl ResultFiles {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, grown: AtomicU16::new(0) }
    }

    /// The folder of a key, and the file in it.
    fn place(&self, key: u128) -> (usize, PathBuf) {
        let name = format!("{key:032x}");
        ((key >> 124) as usize, self.folder.join(&name[..1]).join(name))
    }

    /// What is kept for a key, unless it is damaged.
    pub(super) fn get<T: DeserializeOwned>(&self, key: u128) -> Option<T> {
        let (_, path) = self.place(key);
        let content = fs::read(&path).ok()?;
        let stored = serde_json::from_slice(&content).ok()?;
        keep_fresh(&path);
        Some(stored)
    }

    /// Keeps something for a key. Files are replaced as a whole, so others never read half of one.
    pub(super) fn add(&self, key: u128, stored: &impl Serialize) {
        let Ok(content) = serde_json::to_vec(stored) else { return };
        let (folder, path) = self.place(key);
        let is_written = content.len() <= LARGEST
            && path.parent().is_some_and(|parent| fs::create_dir_all(parent).is_ok())
            && replace(&path, &content).is_ok();
        if is_written {
            self.grown.fetch_or(1 << folder, Ordering::Relaxed);
        }
    }

    /// Drops what has not been asked for for the longest time where there is too much.
    pub(super) fn sweep(&self) {
        let grown = self.grown.load(Ordering::Relaxed);
        for folder in (0..FOLDERS).filter(|folder| grown >> folder & 1 == 1) {
            sweep(&self.folder.join(format!("{folder:x}")), MOST);
        }
    }
}

/// Marks a file as new, so that it is dropped late.
fn keep_fresh(path: &Path) {
    let is_fresh = |modified: SystemTime| modified.elapsed().is_ok_and(|age| age < FRESH);
    if !fs::metadata(path).and_then(|metadata| metadata.modified()).is_ok_and(is_fresh) {
        let _ = File::options().append(true).open(path).and_then(|file| file.set_modified(SystemTime::now()));
    }
}

/// Drops the oldest files of a folder until it has room for a quarter more.
fn sweep(folder: &Path, most: FolderSize) {
    let file = |entry: DirEntry| {
        let metadata = entry.metadata().ok()?;
        Some((metadata.modified().ok()?, metadata.len(), entry.path()))
    };
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<(SystemTime, u64, PathBuf)> = entries.filter_map(|entry| file(entry.ok()?)).collect();
    let mut size = FolderSize { files: files.len(), bytes: files.iter().map(|(_, bytes, _)| bytes).sum() };
    if size.files <= most.files && size.bytes <= most.bytes {
        return;
    }
    files.sort_unstable();
    for (_, bytes, path) in files {
        if size.files <= most.files / 4 * 3 && size.bytes <= most.bytes / 4 * 3 {
            return;
        }
        let _ = fs::remove_file(path);
        size = FolderSize { files: size.files - 1, bytes: size.bytes - bytes };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = || ResultFiles::new(folder.path().join("results"));
        let keys = [7, u128::MAX];
        keys.iter().for_each(|&key| open().add(key, &format!("of {key}")));
        assert_eq!(keys.map(|key| open().get::<String>(key)), keys.map(|key| Some(format!("of {key}"))));
        assert_eq!(open().get::<String>(8), None);
        let (_, path) = open().place(7);
        for content in ["", "\"of", "{}", "\0\0\0"] {
            fs::write(&path, content).expect("it is writable");
            assert_eq!(open().get::<String>(7), None, "{content:?}");
        }
        open().add(9, &"long".repeat(LARGEST));
        assert_eq!(open().get::<String>(9), None, "too large a result is not kept");
    }

    #[test]
    fn the_oldest_results_go_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let hour = |number: u64| SystemTime::UNIX_EPOCH + Duration::from_secs(3600 * number);
        let path = |number: u64| folder.path().join(number.to_string());
        let names = || (0..8).filter(|&number| path(number).exists()).collect::<Vec<_>>();
        let fill = || {
            for number in 0..8 {
                fs::write(path(number), [0; 10]).expect("it is writable");
                let file = File::options().append(true).open(path(number)).expect("it is there");
                file.set_modified(hour(number)).expect("the owner may");
            }
            keep_fresh(&path(0));
        };
        fill();
        sweep(folder.path(), FolderSize { files: 8, bytes: 80 });
        assert_eq!(names().len(), 8);
        sweep(folder.path(), FolderSize { files: 8, bytes: 79 });
        assert_eq!(names(), [0, 4, 5, 6, 7]);
        fill();
        sweep(folder.path(), FolderSize { files: 4, bytes: 80 });
        assert_eq!(names(), [0, 6, 7]);
    }
}
