//! Bytes per second of lexing, parsing and linting on one thread, and the time that the program needs to start.
//!
//! The text is what compilers wrote: `fixtures/_corpus`, or the `.ptx` files of the folder that `PTXLINT_BENCH` names.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ptxlint::source::Source;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;

fn corpus() -> Vec<Vec<u8>> {
    let named = std::env::var_os("PTXLINT_BENCH").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/_corpus"));
    let paths = ignore::Walk::new(&folder).filter_map(Result::ok).map(ignore::DirEntry::into_path);
    let modules = paths.filter(|path| path.extension().is_some_and(|extension| extension == "ptx"));
    let texts: Vec<Vec<u8>> = modules.map(|path| std::fs::read(path).expect("a readable file")).collect();
    assert!(!texts.is_empty(), "no .ptx file below {}", folder.display());
    texts
}

fn throughput(criterion: &mut Criterion) {
    let texts = corpus();
    let sources: Vec<Source<'_>> = texts.iter().map(|text| Source::new(text).expect("below 4 GiB")).collect();
    let options = ptxlint::Options::default();
    let mut group = criterion.benchmark_group("throughput");
    group.throughput(Throughput::BytesDecimal(texts.iter().map(|text| text.len() as u64).sum()));
    group.bench_function("lex", |bencher| {
        bencher.iter(|| sources.iter().for_each(|&source| drop(black_box(ptxlint::lexer::lex(source)))));
    });
    group.bench_function("parse", |bencher| {
        bencher.iter(|| sources.iter().for_each(|&source| drop(black_box(ptxlint::parser::parse(source)))));
    });
    group.bench_function("lint", |bencher| {
        bencher.iter(|| texts.iter().for_each(|text| drop(black_box(ptxlint::check(text, &options)))));
    });
    group.finish();
}

fn start_up(criterion: &mut Criterion) {
    let kernel = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/demo.ptx");
    criterion.bench_function("start-up", |bencher| {
        bencher.iter(|| {
            Command::new(env!("CARGO_BIN_EXE_ptxlint")).arg("--quiet").arg(&kernel).output().expect("it starts")
        });
    });
}

criterion_group!(benches, throughput, start_up);
criterion_main!(benches);
