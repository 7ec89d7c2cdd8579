//! Small tools that the standard library lacks.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A hash map for dense ids, which need no protection against chosen keys.
pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<IdHasher>>;

/// Multiplicative hashing of a few integers (Knuth, TAOCP 6.4).
#[derive(Clone, Copy, Default)]
pub(crate) struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(29) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
}

/// The candidate that a misspelt name most likely meant: the one at the least edit distance (Damerau and Levenshtein, adjacent
/// transpositions included), if that is at most a third of the name's length.
pub(crate) fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.len() / 3).max(1);
    let near = candidates.filter(|candidate| candidate.len().abs_diff(name.len()) <= limit && *candidate != name);
    near.map(|candidate| (edit_distance(name.as_bytes(), candidate.as_bytes()), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, candidate)| (distance, candidate))
        .map(|(_, candidate)| candidate)
}

fn edit_distance(a: &[u8], b: &[u8]) -> usize {
    // Names in machine-made code can be thousands of bytes long.
    if a.len().max(b.len()) > 256 {
        return usize::from(a != b) * a.len().max(b.len());
    }
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let substitution = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = substitution.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

/// "`.a`, `.b` or `.c`"
pub(crate) fn alternatives(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.map(|item| format!("`{item}`")).collect();
    match items.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestions_are_near() {
        let names = ["bitwise-type", "cvt-rounding", "shfl-width"];
        assert_eq!(closest("bitwise-typ", names.into_iter()), Some("bitwise-type"));
        assert_eq!(closest("shlf-width", names.into_iter()), Some("shfl-width"));
        assert_eq!(closest("nothing-like-it", names.into_iter()), None);
        assert_eq!(edit_distance(b"ab", b"ba"), 1);
        assert_eq!(edit_distance(b"kitten", b"sitting"), 3);
    }

    #[test]
    fn alternatives_read_well() {
        let list = |items: &[&str]| alternatives(items.iter().map(|item| item.to_string()));
        assert_eq!(list(&[".a"]), "`.a`");
        assert_eq!(list(&[".a", ".b", ".c"]), "`.a`, `.b` or `.c`");
    }
}
