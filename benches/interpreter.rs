//! How many instructions of threads the interpreter executes in a second, on one core and on two.
//!
//! `cargo bench --bench interpreter`: an element is an instruction of one thread. `-- 'grids'` runs the launches of several blocks only,
//! with one thread of the host and with two.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ptxlint::device::{Arg, Checks, Cpu, Device};
use ptxlint::isa::Target;
use ptxlint::kernels::{Attention, Gemm, Kernel, LaunchConfig, Q4KGemv, Softmax, Swiglu};
use std::num::NonZeroUsize;

/// A loop of integer arithmetic without memory.
const INTEGERS: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry integers(.param .u64 out)
{
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r4, %ctaid.x;
    mov.u32 %r5, %ntid.x;
    mov.u32 %r1, %tid.x;
    mad.lo.u32 %r4, %r4, %r5, %r1;
    mov.u32 %r1, %r4;
    mov.u32 %r2, 0;
loop:
    mad.lo.s32 %r1, %r1, 1664525, 1013904223;
    shr.u32 %r3, %r1, 7;
    xor.b32 %r1, %r1, %r3;
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p1, %r2, 2000;
    @%p1 bra loop;
    mul.wide.u32 %rd2, %r4, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r1;
    ret;
}";

/// A loop of products of tensor cores, which are its time: 1,000 of each of four warps.
const MATRICES: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry matrices(.param .u64 out)
{
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    .reg .f32 %f<5>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mad.lo.u32 %r2, %r1, 16777259, 1065369472;
    and.b32 %r2, %r2, 1069498303;
    or.b32 %r3, %r2, 16257;
    mov.f32 %f1, 0f00000000;
    mov.f32 %f2, %f1;
    mov.f32 %f3, %f1;
    mov.f32 %f4, %f1;
    mov.u32 %r4, 0;
loop:
    mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f1, %f2, %f3, %f4}, {%r2, %r3, %r2, %r3}, {%r3, %r2}, {%f1, %f2, %f3, %f4};
    add.u32 %r4, %r4, 1;
    setp.lt.u32 %p1, %r4, 1000;
    @%p1 bra loop;
    add.f32 %f1, %f1, %f2;
    add.f32 %f3, %f3, %f4;
    add.f32 %f1, %f1, %f3;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.f32 [%rd3], %f1;
    ret;
}";

/// Makes the arguments.
type Make = Box<dyn Fn(&mut Cpu) -> Vec<Arg>>;

struct Case {
    name: String,
    ptx: String,
    kernel: &'static str,
    config: LaunchConfig,
    make: Make,
}

fn cases() -> Vec<Case> {
    let make = |cpu: &mut Cpu| vec![Arg::Buffer(cpu.alloc(4 * 256).expect("memory"))];
    let config = LaunchConfig::new([1, 1, 1], [256, 1, 1]);
    let mut cases =
        vec![Case { name: "integers".into(), ptx: INTEGERS.into(), kernel: "integers", config, make: Box::new(make) }];
    let make = |cpu: &mut Cpu| vec![Arg::Buffer(cpu.alloc(4 * 128).expect("memory"))];
    let config = LaunchConfig::new([1, 1, 1], [128, 1, 1]);
    cases.push(Case {
        name: "matrices".into(),
        ptx: MATRICES.into(),
        kernel: "matrices",
        config,
        make: Box::new(make),
    });
    let kernels: Vec<(&str, Box<dyn Kernel>)> = vec![
        ("swiglu", Box::new(Swiglu { length: 100_000 })),
        ("softmax", Box::new(Softmax { rows: 16, columns: 4096 })),
        ("gemm", Box::new(Gemm { m: 128, n: 128, k: 64 })),
        ("attention", Box::new(Attention { heads: 2, length: 64, head_dim: 64, causal: true })),
        ("q4k gemv", Box::new(Q4KGemv { k: 1024, n: 64 })),
    ];
    let target = Target::lookup("sm_80").expect("known");
    for (name, kernel) in kernels {
        let inputs = kernel.inputs(1);
        cases.push(Case {
            name: name.into(),
            ptx: kernel.ptx(target).expect("clean"),
            kernel: kernel.name(),
            config: kernel.launch(),
            make: Box::new(move |cpu| cpu.arguments(&inputs).expect("memory")),
        });
    }
    cases
}

fn interpret(criterion: &mut Criterion) {
    let one_core = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for (label, races) in [("checked", true), ("without race detection", false)] {
        let mut group = criterion.benchmark_group(format!("interpreter, {label}"));
        group.sample_size(10);
        for case in cases() {
            let mut cpu = Cpu::with_checks(Checks { races, ..Checks::default() });
            let module = cpu.load(&case.ptx).expect("PTX");
            let args = (case.make)(&mut cpu);
            cpu.launch(module, case.kernel, case.config, &args).expect("no fault");
            let instructions = cpu.statistics().thread_instructions;
            group.throughput(Throughput::Elements(instructions));
            let mut launch =
                || one_core.install(|| cpu.launch(module, case.kernel, case.config, &args).expect("no fault"));
            group.bench_function(&case.name, |bencher| bencher.iter(&mut launch));
        }
        group.finish();
    }
}

/// Launches of 4 (too few for two threads to matter), 16, 64 and 256 blocks.
fn grids() -> Vec<Case> {
    let target = Target::lookup("sm_80").expect("known");
    let mut cases = Vec::new();
    for blocks in [4, 16, 64, 256] {
        let make = move |cpu: &mut Cpu| vec![Arg::Buffer(cpu.alloc(4 * 64 * u64::from(blocks)).expect("memory"))];
        let config = LaunchConfig::new([blocks, 1, 1], [64, 1, 1]);
        cases.push(Case {
            name: format!("integers, {blocks} blocks"),
            ptx: INTEGERS.into(),
            kernel: "integers",
            config,
            make: Box::new(make),
        });
        let kernels: [Box<dyn Kernel>; 3] = [
            Box::new(Swiglu { length: 256 * blocks }),
            Box::new(Softmax { rows: blocks, columns: 1024 }),
            Box::new(Gemm { m: 64 * blocks, n: 64, k: 16 }),
        ];
        for kernel in kernels {
            let inputs = kernel.inputs(1);
            cases.push(Case {
                name: format!("{}, {blocks} blocks", kernel.name()),
                ptx: kernel.ptx(target).expect("clean"),
                kernel: kernel.name(),
                config: kernel.launch(),
                make: Box::new(move |cpu| cpu.arguments(&inputs).expect("memory")),
            });
        }
    }
    cases
}

/// One thread of the host and two of them.
fn share(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("interpreter, grids");
    group.sample_size(10);
    for case in grids() {
        for threads in [1, 2] {
            let mut cpu = Cpu::default();
            cpu.set_threads(NonZeroUsize::new(threads).expect("some")).expect("threads");
            let module = cpu.load(&case.ptx).expect("PTX");
            let args = (case.make)(&mut cpu);
            cpu.launch(module, case.kernel, case.config, &args).expect("no fault");
            group.throughput(Throughput::Elements(cpu.statistics().thread_instructions));
            let mut launch = || cpu.launch(module, case.kernel, case.config, &args).expect("no fault");
            group.bench_function(format!("{}, {threads} of the host", case.name), |bencher| bencher.iter(&mut launch));
        }
    }
    group.finish();
}

criterion_group!(benches, interpret, share);
criterion_main!(benches);
