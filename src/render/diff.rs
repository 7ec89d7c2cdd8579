//! Unified diffs, which `patch` and `git apply` take.

use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};
use std::io::Write;

/// Lines around a change.
const CONTEXT: usize = 3;

/// What has to be done to `old` to get `new`, both called `name`; nothing when they are the same.
pub fn unified(name: &str, old: &[u8], new: &[u8]) -> Vec<u8> {
    let lines =
        |text: &'_ [u8]| -> Vec<Vec<u8>> { text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect() };
    let (old, new) = (lines(old), lines(new));
    let operations = capture_diff_slices(Algorithm::Myers, &old, &new);
    let mut diff = Vec::new();
    for hunk in group_diff_ops(operations, CONTEXT) {
        if diff.is_empty() {
            let _ = write!(diff, "--- {name}\n+++ {name}\n");
        }
        write_hunk(&mut diff, &hunk, &old, &new);
    }
    diff
}

// Writing to a vector can't fail.
fn write_hunk(diff: &mut Vec<u8>, hunk: &[DiffOp], old: &[Vec<u8>], new: &[Vec<u8>]) {
    let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { return };
    let range = |start: usize, end: usize| match end - start {
        // An empty range is said to stand behind the line before it.
        0 => format!("{start},0"),
        1 => format!("{}", start + 1),
        length => format!("{},{length}", start + 1),
    };
    let olds = range(first.old_range().start, last.old_range().end);
    let news = range(first.new_range().start, last.new_range().end);
    let _ = writeln!(diff, "@@ -{olds} +{news} @@");
    for operation in hunk {
        if let DiffOp::Equal { .. } = operation {
            write_lines(diff, b' ', &old[operation.old_range()]);
        } else {
            write_lines(diff, b'-', &old[operation.old_range()]);
            write_lines(diff, b'+', &new[operation.new_range()]);
        }
    }
}

fn write_lines(diff: &mut Vec<u8>, sign: u8, lines: &[Vec<u8>]) {
    for line in lines {
        diff.push(sign);
        diff.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            diff.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(old: &str, new: &str) -> String {
        String::from_utf8(unified("k", old.as_bytes(), new.as_bytes())).expect("text")
    }

    #[test]
    fn changes_are_shown_with_what_is_around() {
        let old: String = (1..=20).map(|i| format!("{i}\n")).collect();
        let new = old.replace("5\n", "five\n").replace("\n20\n", "\n20");
        let expected = "--- k\n+++ k\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n\
            @@ -12,9 +12,9 @@\n 12\n 13\n 14\n-15\n+1five\n 16\n 17\n 18\n 19\n-20\n+20\n\\ No newline at end of file\n";
        assert_eq!(diff(&old, &new), expected);
        assert_eq!(diff("a\n", "a\n"), "");
        assert_eq!(diff("", "a\n"), "--- k\n+++ k\n@@ -0,0 +1 @@\n+a\n");
    }
}
