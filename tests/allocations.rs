//! How often and how much the parser and the analyses allocate.

mod common;

use dhat::{HeapStats, Profiler};
use ptxlint::source::Source;

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

/// Runs `work` and returns the number of allocations it made and the most bytes that it held at once.
fn measure<T>(work: impl FnOnce() -> T) -> (u64, usize) {
    let _profiler = Profiler::builder().testing().build();
    let result = work();
    let stats = HeapStats::get();
    drop(result);
    (stats.total_blocks, stats.max_bytes)
}

/// Compiler-like kernels of at least `size` bytes.
fn kernels(size: usize) -> String {
    let mut text = String::from(".version 8.0\n.target sm_80\n.address_size 64\n\n");
    for number in 0.. {
        if text.len() >= size {
            break;
        }
        text += &kernel(number);
    }
    text
}

fn kernel(number: usize) -> String {
    let rounds: String = (0..40).map(|round| statement(10 * round)).collect();
    format!(
        "\t// .globl\tkernel_{number}\n.visible .entry kernel_{number}(\n\t.param .u64 kernel_{number}_param_0,\n\t.param .u32 \
         kernel_{number}_param_1\n)\n{{\n\t.reg .pred \t%p<2>;\n\t.reg .f32 \t%f<500>;\n\t.reg .b32 \t%r<500>;\n\t.reg .b64 \
         \t%rd<500>;\n\n\tld.param.u64 \t%rd1, [kernel_{number}_param_0];\n\tmov.u32 \t%r1, %tid.x;\n{rounds}\tret;\n}}\n"
    )
}

fn statement(n: usize) -> String {
    format!(
        "\tmul.wide.s32 \t%rd{}, %r1, 4;\n\tadd.s64 \t%rd{}, %rd1, %rd{};\n\tld.global.f32 \t%f{n}, [%rd{}+{n}];\n\tfma.rn.f32 \
         \t%f{}, %f{n}, 0f3F800000, %f{n};\n\tsetp.lt.s32 \t%p1, %r1, {n};\n\t@%p1 bra \t$L__BB0_{n};\n$L__BB0_{n}:\n",
        n + 2,
        n + 3,
        n + 2,
        n + 3,
        n + 1
    )
}

/// What analyses hold at once is at most twenty times the text, besides what they report and what budgets allow small functions as well.
fn analyses_take_little_room() {
    for (name, make) in common::growth::SHAPES {
        let text = make(400_000 * 1000 / make(1000).len());
        let (mut reported, mut held) = (0, 0);
        let (_, peak) = measure(|| {
            let report = ptxlint::check(text.as_bytes(), &ptxlint::Options::default()).expect("a short text");
            held = HeapStats::get().curr_bytes;
            drop(report);
            reported = held - HeapStats::get().curr_bytes;
        });
        println!(
            "{name}: at most {:.1} bytes for a byte, {reported} of them reported",
            peak as f64 / text.len() as f64
        );
        let most = 20 * text.len() + 2 * reported + (4 << 20);
        assert!(peak <= most, "{name}: {peak} bytes for {}, and {reported} for the report", text.len());
    }
}

/// One test, because the allocator counts for all threads.
#[test]
fn parsing_allocates_little() {
    // What analyses allocate grows with the text, and so does the work of which it is part.
    for (name, make) in common::growth::SHAPES {
        let [(short, few), (long, many)] = [1000, 4000].map(|n| {
            let text = make(n);
            let (count, _) = measure(|| ptxlint::check(text.as_bytes(), &ptxlint::Options::default()));
            (text.len(), count)
        });
        println!("{name}: {few} allocations for {short} bytes, {many} for {long}");
        assert!(many * short as u64 <= 2 * few * long as u64, "{name}: {many} allocations, {few} for a quarter of it");
    }
    analyses_take_little_room();

    // The arenas grow by doubling, and nothing is allocated for an instruction, an operand or a name of its own.
    let medium = kernels(100_000);
    let (count, _) = measure(|| ptxlint::parser::parse(Source::new(medium.as_bytes()).expect("small")));
    assert!(count < 200, "{count} allocations for {} bytes", medium.len());

    let large = kernels(1_000_000);
    let (more, _) = measure(|| ptxlint::parser::parse(Source::new(large.as_bytes()).expect("small")));
    assert!(more < count + 100, "{more} allocations for {} bytes, {count} for a tenth of it", large.len());

    let huge = kernels(10_000_000);
    let (_, peak) = measure(|| ptxlint::parser::parse(Source::new(huge.as_bytes()).expect("small")));
    assert!(peak < 10 * huge.len(), "parsing holds {peak} bytes for {} bytes", huge.len());
    let (_, peak) = measure(|| ptxlint::check(huge.as_bytes(), &ptxlint::Options::default()));
    assert!(peak < 10 * huge.len(), "checking holds {peak} bytes for {} bytes", huge.len());

    // A finding takes some hundred bytes, and there may be one for each byte of the text.
    for (name, make) in common::hostile::SHAPES {
        let text = make(1000);
        let (_, peak) = measure(|| ptxlint::check(text.as_bytes(), &common::with_all_rules(Default::default())));
        assert!(peak < 1000 * text.len() + (4 << 20), "{name}: {peak} bytes for {}", text.len());
    }
    println!("{count} and {more} allocations; peak {:.1} bytes for a byte", peak as f64 / huge.len() as f64);
}
