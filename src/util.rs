//! Small tools that the standard library lacks.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A hash map for dense ids, which need no protection against chosen keys.
pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<IdHasher>>;

/// A hash set for dense ids.
pub(crate) type FastSet<K> = HashSet<K, BuildHasherDefault<IdHasher>>;

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

/// Puts items in the order of their buckets, otherwise as they are. Returns where each bucket starts, and the items.
pub(crate) fn bucketed<T: Copy>(items: &[T], buckets: usize, bucket: impl Fn(&T) -> usize) -> (Vec<u32>, Vec<T>) {
    // First the ends, which then move down to the starts.
    let mut starts = vec![0u32; buckets + 1];
    items.iter().for_each(|item| starts[bucket(item)] += 1);
    let mut end = 0;
    for start in &mut starts {
        end += *start;
        *start = end;
    }
    let mut ordered = items.to_vec();
    for item in items.iter().rev() {
        let start = &mut starts[bucket(item)];
        *start -= 1;
        ordered[*start as usize] = *item;
    }
    (starts, ordered)
}

/// The greatest number that divides two numbers; the other one where one is 0.
pub(crate) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The hash of a few integers.
pub(crate) fn hash_of(key: &impl Hash) -> u64 {
    let mut hasher = IdHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}

/// The candidate that a misspelt name most likely meant: the one at the least edit distance (Damerau and Levenshtein, adjacent
/// transpositions included), if that is at most a third of the name's length.
pub(crate) fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.len() / 3).max(1);
    let distance = |candidate: &str| edit_distance(name.as_bytes(), candidate.as_bytes(), limit);
    let near = candidates.filter(|candidate| *candidate != name);
    let near = near.filter_map(|candidate| Some((distance(candidate)?, candidate)));
    near.min_by_key(|&(distance, candidate)| (distance, candidate)).map(|(_, candidate)| candidate)
}

/// Suggestions for the misspelt names of one module. A module full of them gets suggestions for the first ones only.
pub(crate) struct Suggestions {
    comparisons_left: usize,
}

impl Suggestions {
    pub(crate) fn new() -> Self {
        Self { comparisons_left: 100_000 }
    }

    /// See [`closest`].
    pub(crate) fn closest<'a>(&mut self, name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        let left = &mut self.comparisons_left;
        let within_budget = candidates.take_while(|_| {
            *left = left.saturating_sub(1);
            *left > 0
        });
        closest(name, within_budget).filter(|_| *left > 0)
    }
}

/// Longest names that are compared; those in machine-made code can be thousands of bytes long.
const MAX_COMPARED: usize = 64;

/// The edit distance, if it is at most `limit`.
fn edit_distance(a: &[u8], b: &[u8], limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit || a.len().max(b.len()) > MAX_COMPARED {
        return None;
    }
    // Two rows back, the row above and the current row of the table of distances between beginnings.
    let mut rows = [[0; MAX_COMPARED + 1]; 3];
    let [before, above, row] = &mut rows;
    let (mut before, mut above, mut row) = (before, above, row);
    for (j, cell) in above[..=b.len()].iter_mut().enumerate() {
        *cell = j as u8;
    }
    for i in 1..=a.len() {
        row[0] = i as u8;
        for j in 1..=b.len() {
            let substitution = above[j - 1] + u8::from(a[i - 1] != b[j - 1]);
            row[j] = substitution.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        // A transposition reaches back two rows: only two bad rows in succession settle it.
        let is_hopeless = |row: &[u8]| row[..=b.len()].iter().all(|&distance| usize::from(distance) > limit);
        if is_hopeless(row) && is_hopeless(above) {
            return None;
        }
        (before, above, row) = (above, row, before);
    }
    Some(usize::from(above[b.len()])).filter(|&distance| distance <= limit)
}

/// Whether a name matches a pattern in which `*` stands for any characters and `?` for one.
pub(crate) fn matches_pattern(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut at, mut next) = (0, 0);
    // Where the latest star stands, and up to where it reaches. Earlier stars need not be tried again.
    let mut star = None;
    while next < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, next));
                at += 1;
            }
            Some(&byte) if byte == b'?' || byte == name[next] => (at, next) = (at + 1, next + 1),
            _ => {
                let Some((place, end)) = star else { return false };
                star = Some((place, end + 1));
                (at, next) = (place + 1, end + 1);
            }
        }
    }
    pattern[at..].iter().all(|&byte| byte == b'*')
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
    }

    #[test]
    fn distances() {
        for (a, b, distance) in
            [("ab", "ba", 1), ("kitten", "sitting", 3), ("", "abc", 3), ("abcd", "abcd", 0), ("abcd", "acbd", 1)]
        {
            for limit in 0..6 {
                let expected = Some(distance).filter(|&distance| distance <= limit);
                assert_eq!(edit_distance(a.as_bytes(), b.as_bytes(), limit), expected, "{a} {b} {limit}");
            }
        }
        assert_eq!(edit_distance(&[b'a'; 100], &[b'a'; 100], 9), None);
    }

    #[test]
    fn suggestions_come_to_an_end() {
        let mut suggestions = Suggestions { comparisons_left: 3 };
        assert_eq!(suggestions.closest("abcd", ["abce", "x"].into_iter()), Some("abce"));
        assert_eq!(suggestions.closest("abcd", ["abce", "x"].into_iter()), None);
    }

    #[test]
    fn patterns_match_whole_names() {
        for (pattern, name, matches) in [
            ("batched_*", "batched_rope", true),
            ("batched_*", "my_batched_rope", false),
            ("*rope", "rope", true),
            ("r?pe", "rope", true),
            ("rope?", "rope", false),
            ("rope", "ropes", false),
            ("*a*b", "xaxbxaxb", true),
            ("*a*b*", "bbba", false),
            ("", "", true),
            ("**", "", true),
        ] {
            assert_eq!(matches_pattern(pattern, name), matches, "{pattern} {name}");
        }
        assert!(!matches_pattern(&"*a".repeat(50), &"a".repeat(49)), "and in no exponential time");
    }

    #[test]
    fn alternatives_read_well() {
        let list = |items: &[&str]| alternatives(items.iter().map(|item| item.to_string()));
        assert_eq!(list(&[".a"]), "`.a`");
        assert_eq!(list(&[".a", ".b", ".c"]), "`.a`, `.b` or `.c`");
    }
}
