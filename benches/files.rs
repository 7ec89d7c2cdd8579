//! What linting each file of a folder costs, by the folders in it: processor time for a megabyte of text, and memory for a byte.
//!
//! `PTXLINT_BENCH` names the folder; without it, it is `fixtures/_corpus`. Each file is linted by a process of its own, on one thread, with all default
//! rules and the allocator of the command. Times are of the process and not of the clock, but rough where others use the machine.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

#[global_allocator]
static ALLOCATOR: ptxlint_allocator::Allocator = ptxlint_allocator::Allocator;

/// Smaller files are all constant parts.
const LEAST_BYTES: u64 = 30_000;

/// What any process takes.
const BASE_BYTES: f64 = 4e6;

/// A process that lints this file and prints what it has used.
const FILE: &str = "PTXLINT_BENCH_FILE";

fn main() {
    ptxlint_allocator::give_back_large_blocks();
    match std::env::var_os(FILE) {
        Some(path) => lint(Path::new(&path)),
        None => all(),
    }
}

/// The seconds that this process has been on a processor, and the bytes that it has held at most. Linux tells both.
fn used() -> (f64, f64) {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let number = |text: Option<&str>| text.and_then(|text| text.parse::<f64>().ok()).unwrap_or(f64::NAN);
    let (times, status) = (read("/proc/self/schedstat"), read("/proc/self/status"));
    let held = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next());
    (number(times.split_whitespace().next()) / 1e9, number(held) * 1024.0)
}

fn lint(path: &Path) {
    let text = std::fs::read(path).expect("a readable file");
    let (before, _) = used();
    drop(std::hint::black_box(ptxlint::check(&text, &ptxlint::Options::default())));
    let (after, held) = used();
    println!("{} {held}", after - before);
}

/// The sums of a folder's files, and the worst of them.
#[derive(Default)]
struct Cost {
    files: usize,
    bytes: f64,
    seconds: f64,
    slowest: f64,
    most_held: f64,
}

fn all() {
    let named = std::env::var_os("PTXLINT_BENCH").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/_corpus"));
    let walk = ignore::WalkBuilder::new(&folder).standard_filters(false).build();
    let paths = walk.filter_map(Result::ok).map(ignore::DirEntry::into_path);
    let mut costs: BTreeMap<String, Cost> = BTreeMap::new();
    for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "ptx")) {
        let bytes = path.metadata().map_or(0, |data| data.len());
        if bytes < LEAST_BYTES {
            continue;
        }
        let (bytes, (seconds, held)) = (bytes as f64, in_a_process(&path));
        let parts = path.strip_prefix(&folder).ok().and_then(|rest| rest.components().next());
        let name = parts.map_or(String::new(), |part| part.as_os_str().to_string_lossy().into_owned());
        let cost = costs.entry(name).or_default();
        cost.files += 1;
        cost.bytes += bytes;
        cost.seconds += seconds;
        cost.slowest = cost.slowest.max(seconds / bytes);
        cost.most_held = cost.most_held.max((held - BASE_BYTES) / bytes);
    }
    assert!(!costs.is_empty(), "no .ptx file of 30 KB below {}", folder.display());
    println!("| PTX of | files from 30 KB on | MB | s/MB, all | s/MB, slowest | times the text, most |");
    println!("|---|---|---|---|---|---|");
    for (name, Cost { files, bytes, seconds, slowest, most_held }) in costs {
        let [megabytes, each, slowest] = [bytes / 1e6, seconds / bytes * 1e6, slowest * 1e6];
        println!("| {name} | {files} | {megabytes:.1} | {each:.3} | {slowest:.2} | {most_held:.1} |");
    }
}

fn in_a_process(path: &Path) -> (f64, f64) {
    let program = std::env::current_exe().expect("a program");
    let output = Command::new(program).env(FILE, path).output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers = text.trim().split_once(' ').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    numbers.unwrap_or_else(|| panic!("{}: {text}{}", path.display(), String::from_utf8_lossy(&output.stderr)))
}
