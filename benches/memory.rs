//! The most memory that parsing and linting hold at once, in bytes for a byte of text, on the files that `throughput` reads.

use dhat::{HeapStats, Profiler};
use ptxlint::source::Source;
use std::path::{Path, PathBuf};

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

fn peak<T>(work: impl FnOnce() -> T) -> usize {
    let _profiler = Profiler::builder().testing().build();
    drop(work());
    HeapStats::get().max_bytes
}

fn main() {
    let named = std::env::var_os("PTXLINT_BENCH").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/_corpus"));
    let paths = ignore::Walk::new(&folder).filter_map(Result::ok).map(ignore::DirEntry::into_path);
    let (mut bytes, mut parsing, mut linting, mut worst) = (0, 0, 0, 0.0_f64);
    for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "ptx")) {
        let text = std::fs::read(&path).expect("a readable file");
        let source = Source::new(&text).expect("below 4 GiB");
        let parsed = peak(|| ptxlint::parser::parse(source));
        let linted = peak(|| ptxlint::check(&text, &ptxlint::Options::default()));
        bytes += text.len();
        parsing += parsed;
        linting += linted;
        // A small file is all constant parts.
        if text.len() > 20_000 {
            worst = worst.max(linted as f64 / text.len() as f64);
        }
    }
    let ratio = |part: usize| part as f64 / bytes as f64;
    println!(
        "peak memory in bytes for a byte of text: parsing {:.1}, linting {:.1}, at worst {worst:.1}",
        ratio(parsing),
        ratio(linting)
    );
}
