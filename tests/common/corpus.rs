//! Output of compilers, in `fixtures/_corpus`.

use super::fixture::Verdict;
use std::path::PathBuf;

/// The files that the assembler rejects: names with dots, and a conversion that the target lacks.
const REJECTED: [&str; 2] = ["llvm/llc22.dots.sm_90a-O3.ptx", "triton/casts5_0_sm75.ptx"];

/// A file.
pub struct File {
    /// Its path below the folder.
    pub name: String,
    pub text: Vec<u8>,
    /// What the assembler says.
    pub verdict: Verdict,
}

/// The folder of all files.
pub fn folder() -> PathBuf {
    super::repository("fixtures/_corpus")
}

/// All files by name.
pub fn files() -> Vec<File> {
    let read = |path: PathBuf| {
        let name = super::relative(&path, &folder());
        let verdict = if REJECTED.contains(&name.as_str()) { Verdict::Reject } else { Verdict::Accept };
        File { name, text: std::fs::read(path).expect("a readable file"), verdict }
    };
    super::files_below(&folder(), "ptx").into_iter().map(read).collect()
}
