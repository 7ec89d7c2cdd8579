//! `ptxlint run`: kernels on data that tests make by hand.

use super::json::Schema;
use super::{Folder, Run, tool};
use serde_json::Value;
use std::fs;

/// `out[i] = alpha * x[i] + out[i]`, and how many threads there are.
const SAXPY: &str = ".version 8.0
.target sm_80
.address_size 64
.global .align 4 .u32 threads;
.const .align 4 .f32 offset = 0f00000000;
.visible .entry saxpy(.param .u64 x, .param .u64 out, .param .u32 n, .param .f32 alpha)
{
    .reg .pred %p<2>; .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [out]; ld.param.u32 %r1, [n]; ld.param.f32 %f1, [alpha];
    mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.u32 %r5, %r2, %r3, %r4;
    setp.ge.u32 %p1, %r5, %r1;
    @%p1 bra done;
    mul.wide.u32 %rd3, %r5, 4; add.u64 %rd1, %rd1, %rd3; add.u64 %rd2, %rd2, %rd3;
    ld.global.f32 %f2, [%rd1];
    ld.global.f32 %f3, [%rd2];
    ld.const.f32 %f4, [offset];
    fma.rn.f32 %f3, %f1, %f2, %f3; add.f32 %f3, %f3, %f4;
    st.global.f32 [%rd2], %f3;
    red.global.add.u32 [threads], 1;
done:
    ret;
}
";

/// Reads a structure with a pointer and two numbers.
const VIEW: &str = ".version 8.0
.target sm_80
.address_size 64
.visible .entry view(.param .align 8 .b8 what[16], .param .u64 out)
.reqntid 1, 1, 1
{
    .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [what]; ld.param.u32 %r1, [what+8]; ld.param.f32 %f1, [what+12]; ld.param.u64 %rd2, [out];
    ld.global.u32 %r2, [%rd1]; add.u32 %r2, %r2, %r1;
    st.global.u32 [%rd2], %r2; st.global.f32 [%rd2+4], %f1;
    ret;
}
";

/// What nvcc makes of parameters of 16 bits, structures that nest, and pointers in memory and variables.
const VALUES: &str = ".version 8.0
.target sm_80
.address_size 64
.global .align 8 .u64 table[2];
.global .align 8 .u64 head;
.global .align 4 .u32 counter;
.visible .entry half(.param .align 2 .b8 h[2], .param .b16 b, .param .u64 out)
.reqntid 1, 1, 1
{
    .reg .b16 %h<3>; .reg .b64 %rd<2>;
    ld.param.b16 %h1, [h]; ld.param.b16 %h2, [b]; ld.param.u64 %rd1, [out];
    st.global.b16 [%rd1], %h1; st.global.b16 [%rd1+2], %h2;
    ret;
}
.visible .entry nested(.param .align 8 .b8 p[32], .param .u64 out)
.reqntid 1, 1, 1
{
    .reg .b32 %r<4>; .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out]; ld.param.u32 %r1, [p+8]; ld.param.u32 %r2, [p+12]; ld.param.u32 %r3, [p+24];
    st.global.u32 [%rd1], %r1; st.global.u32 [%rd1+4], %r2; st.global.u32 [%rd1+8], %r3;
    ret;
}
.visible .entry chain(.param .u64 pp, .param .u64 out)
.reqntid 1, 1, 1
{
    .reg .b32 %r<4>; .reg .b64 %rd<5>;
    ld.param.u64 %rd1, [pp]; ld.param.u64 %rd2, [out];
    ld.global.u64 %rd3, [%rd1+8]; ld.global.u32 %r1, [%rd3]; st.global.u32 [%rd2], %r1;
    ld.global.u64 %rd3, [table+8]; ld.global.u32 %r1, [%rd3]; st.global.u32 [%rd2+4], %r1;
    ld.global.u64 %rd3, [head]; ld.global.u32 %r1, [%rd3]; st.global.u32 [%rd2+8], %r1;
    red.global.add.u32 [counter], 8;
    ret;
}
";

/// A launch counts clusters of two blocks.
const CLUSTERS: &str = ".version 9.0
.target sm_90
.address_size 64
.visible .entry count(.param .u64 out)
.blocksareclusters
.reqntid 32, 1, 1
.reqnctapercluster 2, 1, 1
{
    .reg .b32 %r<4>; .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [out]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %nctaid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, %rd1, %rd2;
    st.global.u32 [%rd1], %r2;
    ret;
}
";

/// A file of NumPy, version 1.0.
fn npy(descr: &str, shape: &str, bytes: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
    let mut file = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    file.extend(format!("{header:<117}\n").bytes());
    file.extend(bytes);
    file
}

fn floats(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// A folder with the kernels, and arrays.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.add("saxpy.ptx", SAXPY);
    folder.add("view.ptx", VIEW);
    let x: Vec<f32> = (0..100).map(|i| i as f32).collect();
    folder.add("x.npy", npy("<f4", "100,", &floats(&x)));
    let right: Vec<f32> = x.iter().map(|x| 0.5 * x + 1.0).collect();
    folder.add("right.npy", npy("<f4", "100,", &floats(&right)));
    folder.add("x.raw", floats(&x));
    folder
}

#[track_caller]
fn run(folder: &Folder, arguments: &[&str]) -> Run {
    Run::of(tool().current_dir(folder.path()).arg("run").args(arguments))
}

const LAUNCH: [&str; 7] =
    ["saxpy.ptx", "--grid=2", "--block=64", "x=@x.npy", "out=ones(100, f32)", "n=100", "alpha=0.5"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    LAUNCH.iter().chain(more).copied().collect()
}

#[test]
fn arrays_in_and_out() {
    let folder = folder();
    let saved = with(&["--save", "out=out.npy", "--save=x=x.bin", "--expect", "out=@right.npy"]);
    let run = run(&folder, &saved);
    let text = run.ends_with(0);
    for part in [
        "`saxpy`: grid 2, block 64, interpreter on",
        "PASS  out: as expected\n",
        "unchanged  f32[100]",
        "written    f32[100]     1 1.5 2 ",
    ] {
        assert!(text.contains(part), "{part:?} is missing: {text}");
    }
    let out = fs::read(folder.path().join("out.npy")).expect("it was written");
    let right = fs::read(folder.path().join("right.npy")).expect("it is there");
    assert_eq!(out[out.len() - 400..], right[right.len() - 400..]);
    assert!(out.starts_with(b"\x93NUMPY\x01\x00") && out.len() % 64 == 400 % 64);
    assert_eq!(
        fs::read(folder.path().join("x.bin")).expect("written"),
        fs::read(folder.path().join("x.raw")).expect("there")
    );
}

#[test]
fn arguments_in_order_and_pointers() {
    let folder = folder();
    let ordered = ["saxpy.ptx", "--block=32", "@x.raw:f32", "ones(4x8, f32)", "0x20", "-1"];
    let run_ordered = run(&folder, &ordered);
    assert!(run_ordered.ends_with(0).contains("f32[4x8]     1 0 -1 -2 -3 -4 … -30"), "{run_ordered:?}");
    // The second half of a buffer, added to the first.
    let halves = ["saxpy.ptx", "--block=32", "out=iota(64, f32)", "x=out+128", "n=32", "alpha=1"];
    assert!(run(&folder, &halves).ends_with(0).contains("32 34 36 38 40 42 … 63"));
    let view = [
        "view.ptx",
        "--buffer",
        "data=iota(8, u32)",
        "what={data+12, u32 5, f32 0.5}",
        "out=zeros(2, u32)",
        "--format=json",
    ];
    let report = Schema::of("run.schema.json").check(run(&folder, &view).ends_with(0));
    assert_eq!(report["block"], serde_json::json!([1, 1, 1]), "the kernel says");
    let shown = run(&folder, &view[..view.len() - 1]);
    assert!(shown.ends_with(0).contains(&format!("8 {}", 0.5f32.to_bits())), "{shown:?}");
    let by_value = ["view.ptx", "what=bytes(00)", "out=zeros(2, u32)"];
    run(&folder, &by_value).fails_with("parameter `what`: it has 16 bytes, but the value has 1");
}

#[test]
fn variables_of_the_module() {
    let folder = folder();
    let set = with(&[
        "--set",
        "offset=full(1, f32, 2)",
        "--expect",
        "threads=full(1, u32, 100)",
        "--save=threads=threads.bin",
    ]);
    let run_set = run(&folder, &set);
    assert!(run_set.ends_with(0).contains("written    f32[100]     3 3.5 4 "), "{run_set:?}");
    assert_eq!(fs::read(folder.path().join("threads.bin")).expect("written"), 100u32.to_le_bytes());
    let as_number = run(&folder, &with(&["--set=offset=2", "--save=threads=threads.npy"]));
    assert!(as_number.ends_with(0).contains("written    f32[100]     3 3.5 4 "), "{as_number:?}");
    let saved = fs::read(folder.path().join("threads.npy")).expect("written");
    assert!(String::from_utf8_lossy(&saved).contains("'descr': '<u4'"), "as it is declared");
    run(&folder, &with(&["--set", "offset=zeros(2, f32)"]))
        .fails_with("variable `offset` has 4 bytes, and its value 8");
    run(&folder, &with(&["--save", "nothing=x.npy"]))
        .fails_with("no variable `nothing`: the module has `threads`, `offset`");
}

/// A parameter of two bytes does not say which type of 16 bits it has.
#[test]
fn numbers_of_16_bits() {
    let folder = folder();
    folder.add("values.ptx", VALUES);
    let half = ["values.ptx", "--kernel=half", "h={f16 0.5}", "b={bf16 0.5}", "out=zeros(2, u16)"];
    let launched = run(&folder, &half);
    assert!(launched.ends_with(0).contains(&format!("{} {}", 0x3800, 0x3f00)), "{launched:?}");
    let fails = |h: &str, b: &str, words: &str| {
        run(&folder, &["values.ptx", "--kernel=half", h, b, "out=zeros(2, u16)"]).fails_with(words);
    };
    let hint = "say its type, as in `{f16 0.333}` or `{bf16 0.333}`";
    fails("h=0.333", "b=1", &format!("parameter `h`: `0.333` is not a value for 2 bytes: {hint}"));
    fails("h={f16 1}", "b=0.333", &format!("parameter `b`: `0.333` is not a valid u16: {hint}"));
}

#[test]
fn structures_and_addresses() {
    let folder = folder();
    folder.add("values.ptx", VALUES);
    let nested = ["values.ptx", "--kernel=nested", "p={f64 1, {u32 5, {u32 6}}, {u64 7, u32 8}}", "out=zeros(3, u32)"];
    assert!(run(&folder, &nested).ends_with(0).contains("5 6 8"), "each at a multiple of the largest size in it");
    for (wrong, words) in [("{{u32 1}", "no `}`"), ("{u32 1}}", "too many"), ("{{u32 1}}, u32 2}", "a `}` too many")] {
        run(&folder, &["values.ptx", "--kernel=nested", &format!("p={wrong}"), "0"]).fails_with(words);
    }
    // Buffers and variables of the module with addresses of buffers that are named later.
    let chain = [
        "values.ptx",
        "--kernel=chain",
        "--buffer=pp={a, a+4}",
        "--buffer=a=iota(8, u32)",
        "--set=table={a, a+8}",
        "--set=head=a+12",
        "--set=counter=5",
        "pp=pp",
        "out=zeros(3, u32)",
    ];
    let whole = run(&folder, &[&chain[..], &["--expect=counter=13", "--repeat=2"]].concat());
    let text = whole.ends_with(0);
    assert!(text.contains("1 2 3") && text.contains("PASS  counter") && text.contains("unchanged  u64[2]"), "{text}");
    run(&folder, &[&chain[..], &["--expect=counter=14"]].concat()).ends_with(1);
    run(&folder, &[&chain[..], &["--expect=a=14"]].concat())
        .fails_with("`--expect a` is not an array; for elements that are all alike write `full(N, TYPE, 14)`");
    run(&folder, &["values.ptx", "--kernel=chain", "--buffer=pp={b}", "pp=pp", "0"])
        .fails_with("buffer `pp`: unknown buffer `b`");
}

/// Bytes that nobody meant to give are worse than a complaint.
#[test]
fn files_of_another_kind() {
    let folder = folder();
    folder.add("x.npz", b"PK\x03\x04rest");
    folder.add("k.cu", "__global__ void k(float *x) { x[threadIdx.x] = 1; }\n");
    run(&folder, &["saxpy.ptx", "--block=32", "x=@x.npz", "0", "0", "0"])
        .fails_with("cannot read x.npz: it is an archive of arrays (`numpy.savez`); save one with `numpy.save`");
    run(&folder, &["saxpy.ptx", "--block=32", "x=@x.npz:f32", "0", "0", "0"]).fails_with("it is an archive of arrays");
    run(&folder, &["k.cu"]).fails_with("k.cu is not PTX");
}

#[test]
fn blocks_are_clusters() {
    let folder = Folder::new();
    folder.add("clusters.ptx", CLUSTERS);
    let launch = ["clusters.ptx", "--grid=3", "out=zeros(6, u32)", "--expect=out=full(6, u32, 6)"];
    assert!(run(&folder, &launch).ends_with(0).contains("PASS  out"));
}

#[test]
fn faults_and_differences() {
    let folder = folder();
    let mut past = LAUNCH;
    past[5] = "n=101";
    let fault = run(&folder, &past);
    let text = fault.ends_with(1);
    assert!(text.contains("FAULT  saxpy.ptx:14: out of bounds: 4 bytes at offset 400 of 400 bytes of global memory, thread (36, 0, 0) of block (1, 0, 0)\n"), "{text}");
    assert!(text.contains("   14 │     ld.global.f32 %f2, [%rd1];\n"), "{text}");
    let schema = Schema::of("run.schema.json");
    let report = schema.check(run(&folder, &[&past[..], &["--format=json"]].concat()).ends_with(1));
    assert_eq!((&report["fault"]["line"], &report["finished"]), (&Value::from(14), &Value::Bool(false)));
    // Somebody else's word is read, and one's own written.
    let race = ["saxpy.ptx", "--block=64", "out=iota(65, f32)", "x=out+4", "n=64", "alpha=1", "--format=json"];
    let report = schema.check(run(&folder, &race).ends_with(1));
    assert_eq!(
        (&report["fault"]["kind"], report["fault"]["other"]["line"].is_u64()),
        (&Value::from("data race"), true)
    );
    run(&folder, &[&race[..], &["--races=off"]].concat()).ends_with(0);
    let undefined = ["saxpy.ptx", "--block=4", "@x.npy", "undefined(4, f32)", "4", "1"];
    assert!(run(&folder, &undefined).ends_with(1).contains("saxpy.ptx:15: uninitialised"));

    let all = report["faults"].as_array().expect("all faults");
    assert!(all.iter().all(|fault| fault["times"].as_u64() > Some(1)), "{report}");

    let wrong = with(&["--expect=out=@x.npy"]);
    let differs = run(&folder, &wrong);
    assert!(
        differs
            .ends_with(1)
            .contains("FAIL  out: 99 of 100 elements not as expected, first element 0: 1 instead of 0, off by 4.8e1 and inf relatively at most"),
        "{differs:?}"
    );
    // Half of what is expected, and one.
    run(&folder, &with(&["--expect=out=@x.npy", "--tolerance=1,0.5"])).ends_with(0);
    let report =
        schema.check(run(&folder, &with(&["--expect=out=@x.npy", "--format=json", "--repeat=3"])).ends_with(1));
    assert_eq!((&report["comparisons"][0]["mismatches"], &report["runs"]), (&Value::from(99), &Value::from(3)));
    assert!(run(&folder, &with(&["--repeat=2", "--threads=2"])).ends_with(0).contains("2 runs left the same\n"));
}

#[test]
fn what_is_missing_is_asked_for() {
    let folder = folder();
    let fails = |arguments: &[&str], complaint: &str| run(&folder, arguments).fails_with(complaint);
    fails(&["saxpy.ptx"], "`saxpy` has no `.reqntid`: use `--block` to give the number of threads per block");
    fails(
        &["saxpy.ptx", "--block=32", "n=5"],
        "no argument for `x` (.u64, a number or a buffer: `x=zeros(N, f32)`), `out` (.u64, a number or a buffer: `out=zeros(N, f32)`), \
         `alpha` (.f32: `alpha=1`)",
    );
    fails(&["saxpy.ptx", "--block=32", "m=5"], "unknown parameter `m`; the parameters are");
    fails(&["saxpy.ptx", "--block=32", "n=5", "n=6"], "parameter `n` has two arguments");
    fails(&["saxpy.ptx", "--block=32", "1", "2", "3", "4", "5"], "too many arguments at `5`: there are 4 parameters");
    fails(&["saxpy.ptx", "--block=32", "0", "0", "0.5", "1"], "parameter `n`: `0.5` is not a valid u32");
    fails(&["saxpy.ptx", "--block=32", "y+4", "0", "1", "1"], "unknown buffer `y`");
    fails(&["saxpy.ptx", "--kernel=axpy"], "saxpy.ptx has no kernel `axpy`; it has `saxpy`");
    fails(&["nowhere.ptx"], "nowhere.ptx");
    fails(&with(&["--save=out"]), "`--save out` has no file");
    fails(&with(&["--expect=out=zeros(3, f32)"]), "`out` has 400 bytes, but 12 are expected");
    fails(&with(&["--cluster=3"]), "is not made of clusters");
    run(&folder, &with(&["--cluster=2"])).ends_with(0);
}

/// Copies a box of 2 × 8 numbers from row 1 and column 4 on.
const BOX: &str = ".version 8.6
.target sm_90
.address_size 64
.visible .entry copy(.param .align 64 .b8 map[128], .param .u64 out)
.reqntid 32, 1, 1
{
    .shared .align 128 .b8 s[64]; .shared .align 8 .b64 bar;
    .reg .pred %p<3>; .reg .b32 %r<3>; .reg .b64 %rd<5>;
    mov.b64 %rd1, map; cvta.param.u64 %rd2, %rd1; ld.param.u64 %rd3, [out];
    mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0;
    @!%p1 bra done;
    mbarrier.init.shared::cta.b64 [bar], 1;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 64;
    cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%rd2, {4, 1}], [bar];
wait:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;
    @!%p2 bra wait;
    cp.async.bulk.global.shared::cta.bulk_group [%rd3], [s], 64;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
done:
    ret;
}
";

#[test]
fn tensor_maps() {
    let folder = Folder::new();
    folder.add("k.ptx", BOX);
    let mapped = |rows: &str, map: &str| {
        let buffer = format!("x=iota({rows},f32)");
        run(&folder, &["k.ptx", "--buffer", &buffer, map, "out=zeros(16,f32)", "--save", "out=out.bin"])
    };
    mapped("4x12", "map=tma(x, box=2x8, fill=nan)").ends_with(0);
    let out = fs::read(folder.path().join("out.bin")).expect("it was written");
    let right: Vec<f32> = [16, 28].iter().flat_map(|&first| (first..first + 8).map(|number| number as f32)).collect();
    assert_eq!(out, floats(&right));
    let complaint = |run: Run, words: &str| {
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.stderr.contains(words), "{run:?}");
    };
    complaint(mapped("4x10", "map=tma(x, box=2x8)"), "stride of 40 bytes");
    complaint(mapped("4x12", "map=tma(x, box=2x8, swizzle=16)"), "swizzle=16");
    complaint(mapped("4x12", "map=tma(x, im2col=8x4)"), "images have 3 to 5 dimensions");
    complaint(mapped("4x12", "map=tma(x, box=2x8, lower=1)"), "lower=1");
    complaint(mapped("4x12", "map=tma(y, box=2x8)"), "unknown buffer `y`");
    complaint(run(&folder, &["k.ptx", "out=zeros(16,f32)"]), "map=tma(x, box=8x64)");
}

/// Copies four pixels of four channels under a filter's second column.
const PIXELS: &str = ".version 8.6
.target sm_90
.address_size 64
.visible .entry pixels(.param .align 64 .b8 map[128], .param .u64 out) .reqntid 1, 1, 1
{
    .reg .b32 %r<2>; .reg .b64 %rd<4>; .reg .b16 %h<3>; .reg .pred %p<2>;
    .shared .align 128 .b8 in[64]; .shared .align 8 .b64 bar;
    ld.param.u64 %rd1, [out]; mov.b64 %rd2, map; cvta.param.u64 %rd2, %rd2; mov.b16 %h1, 1; mov.b16 %h2, 0;
    mbarrier.init.shared.b64 [bar], 1; mbarrier.arrive.expect_tx.shared.b64 _, [bar], 64;
    cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [in], [%rd2, {0, 1, 2, 0}], [bar], {%h1, %h2};
wait:
    mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0;
    @!%p1 bra wait;
    cp.async.bulk.global.shared::cta.bulk_group [%rd1], [in], 64;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
    ret;
}
";

#[test]
fn maps_of_pixels() {
    let folder = Folder::new();
    folder.add("k.ptx", PIXELS);
    let map = "map=tma(x, im2col=4x4, upper=0x-1, step=1x1x2x1)";
    run(&folder, &["k.ptx", "--buffer", "x=iota(2x3x5x4,f32)", map, "out=zeros(16,f32)", "--save", "out=out.bin"])
        .ends_with(0);
    let out = fs::read(folder.path().join("out.bin")).expect("it was written");
    // Places are columns 0 and 2 of five less one, so after column 1 and 3 of the last row comes the first of the next image.
    let pixel = |image: usize, row: usize, column: usize| ((image * 3 + row) * 5 + column) * 4;
    let firsts = [pixel(0, 2, 2), pixel(0, 2, 4), pixel(1, 0, 1), pixel(1, 0, 3)];
    let right: Vec<f32> = firsts.iter().flat_map(|&first| (first..first + 4).map(|number| number as f32)).collect();
    assert_eq!(out, floats(&right));
}

/// Samples between the texels of a row, and stores what it found to a surface, if the texels are in memory.
const SAMPLE: &str = ".version 8.0
.target sm_80
.address_size 64
.visible .entry sample(.param .u64 from, .param .u64 to)
.reqntid 4, 1, 1
{
    .reg .pred %p1; .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [from]; ld.param.u64 %rd2, [to];
    mov.u32 %r1, %tid.x; cvt.rn.f32.u32 %f1, %r1; add.f32 %f1, %f1, 0f3F800000;
    tex.1d.v4.f32.f32 {%f2, %f3, %f4, %f5}|%p1, [%rd1, {%f1}];
    shl.b32 %r2, %r1, 2; mov.b32 %r3, %f2;
    @!%p1 mov.b32 %r3, 0;
    sust.b.1d.b32.trap [%rd2, {%r2}], {%r3};
    ret;
}
";

#[test]
fn textures() {
    let folder = Folder::new();
    folder.add("k.ptx", SAMPLE);
    let buffers = ["k.ptx", "--buffer", "x=iota(4,f32)", "--buffer", "y=undefined(4,f32)", "--save", "y=y.bin"];
    let sampled = |from: &str, to: &str| run(&folder, &[&buffers[..], &[from, to]].concat());
    let expect = |from: &str, right: &[f32]| {
        sampled(from, "to=surf(y)").ends_with(0);
        assert_eq!(fs::read(folder.path().join("y.bin")).expect("it was written"), floats(right), "{from}");
    };
    expect("from=tex(x, filter=linear)", &[0.5, 1.5, 2.5, 3.0]);
    expect("from=tex(x)", &[1.0, 2.0, 3.0, 3.0]);
    expect("from=tex(x, address=border)", &[1.0, 2.0, 3.0, 0.0]);
    expect("from=tex(x, coordinates=normalized, address=wrap)", &[0.0; 4]);
    let fault = sampled("from=surf(x)", "to=surf(y)");
    assert!(fault.ends_with(1).contains("the handle is that of a surface"), "{fault:?}");
    let beyond =
        run(&folder, &["k.ptx", "--buffer", "x=iota(4,f32)", "--buffer", "y=zeros(3,f32)", "tex(x)", "surf(y)"]);
    assert!(beyond.ends_with(1).contains("4 bytes at byte 12 of row 0"), "{beyond:?}");
    let mistaken = sampled("from=tex(x, channels=2)", "to=surf(y)");
    assert!(mistaken.code == Some(2) && mistaken.stderr.contains("2 channels"), "{mistaken:?}");
}

/// Fetches in the directions of threads from a cube, and from the second of two.
const CUBE: &str = ".version 8.0
.target sm_80
.address_size 64
.visible .entry sides(.param .u64 from, .param .u64 directions, .param .u64 out)
.reqntid 6, 1, 1
{
    .reg .b32 %r<9>; .reg .f32 %f<20>; .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [from]; ld.param.u64 %rd2, [directions]; ld.param.u64 %rd3, [out];
    mov.u32 %r1, %tid.x; mul.wide.u32 %rd4, %r1, 12; add.u64 %rd2, %rd2, %rd4; mul.wide.u32 %rd5, %r1, 8; add.u64 %rd3, %rd3, %rd5;
    ld.global.f32 %f1, [%rd2]; ld.global.f32 %f2, [%rd2+4]; ld.global.f32 %f3, [%rd2+8]; mov.f32 %f4, 0f00000000; mov.u32 %r2, 1;
    tex.cube.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd1, {%f1, %f2, %f3, %f4}];
    tex.acube.v4.f32.f32 {%f9, %f10, %f11, %f12}, [%rd1, {%r2, %f1, %f2, %f3}];
    st.global.f32 [%rd3], %f5; st.global.f32 [%rd3+4], %f9;
    ret;
}
";

#[test]
fn cubes() {
    let folder = Folder::new();
    folder.add("k.ptx", CUBE);
    // From each axis a little along the others: to the right of the middle, and above it or below.
    let directions =
        [[2f32, 1.0, -1.0], [-2.0, 1.0, 1.0], [1.0, 2.0, -1.0], [1.0, -2.0, 1.0], [1.0, -1.0, 2.0], [-1.0, 1.0, -2.0]];
    let bytes: Vec<u8> = directions.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
    fs::write(folder.path().join("d.bin"), bytes).expect("it can be written");
    let sampled = |extents: &str| {
        let (buffer, directions) = (format!("x=iota({extents},f32)"), "directions=@d.bin:f32");
        run(
            &folder,
            &["k.ptx", "--buffer", &buffer, "from=tex(x)", directions, "out=zeros(12,f32)", "--save", "out=out.bin"],
        )
    };
    sampled("12x2x2").ends_with(0);
    // Columns are the second ones throughout; rows are first where the way down is negative.
    let rows = [0, 0, 0, 0, 1, 0];
    let right: Vec<f32> =
        (0..6).flat_map(|side| [side, side + 6].map(|side| (side * 4 + rows[side % 6] * 2 + 1) as f32)).collect();
    assert_eq!(fs::read(folder.path().join("out.bin")).expect("it was written"), floats(&right));
    let fault = sampled("4x2x2");
    assert!(fault.ends_with(1).contains("2 × 2 × 4 elements is not a cube"), "{fault:?}");
}

/// A kernel of two lines of a source, in each of which a thread reads behind the end of the same buffer.
const TWICE: &str = ".version 8.0
.target sm_80
.address_size 64
.visible .entry twice(.param .u64 x)
{
    .reg .pred %p1; .reg .b32 %r<3>; .reg .b64 %rd<2>;
    .loc 1 2 5
    ld.param.u64 %rd1, [x]; mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0;
    @%p1 ld.global.u32 %r2, [%rd1+16];
    .loc 1 3 5
    @!%p1 ld.global.u32 %r2, [%rd1+32];
    ret;
}
.file 1 \"twice.cu\"
";

#[test]
fn all_faults_and_their_lines_of_the_source() {
    let folder = Folder::new();
    folder.add("twice.ptx", TWICE);
    folder.add("twice.cu", "__global__ void twice(int *x) {\n    x[4];\n    x[8];\n}\n");
    let found = run(&folder, &["twice.ptx", "--block=3", "x=zeros(4,u32)"]);
    let text = found.ends_with(1);
    assert!(text.contains("FAULT  twice.ptx:9: out of bounds"), "{text}");
    assert!(text.contains("  which is twice.cu:2\n      2 │     x[4];\n"), "{text}");
    let report = Schema::of("run.schema.json")
        .check(run(&folder, &["twice.ptx", "--block=3", "x=zeros(4,u32)", "--format=json"]).ends_with(1));
    let all = report["faults"].as_array().expect("faults");
    let lines: Vec<_> = all.iter().map(|fault| (&fault["line"], &fault["source"]["line"], &fault["times"])).collect();
    let [first, second] = [[9, 2, 1], [11, 3, 2]].map(|numbers| numbers.map(Value::from));
    assert_eq!(lines, [&first, &second].map(|[line, source, times]| (line, source, times)));
    assert_eq!(report["fault"], all[0]);
}

/// Two kernels, of which the second reads what the first has written, before it waits and after.
const DEPENDENT: &str = ".version 8.0
.target sm_90
.address_size 64
.visible .entry first(.param .u64 x)
{
    .reg .b32 %r<3>; .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [x]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2;
    griddepcontrol.launch_dependents;
    st.global.u32 [%rd3], %r1;
    ret;
}
.visible .entry second(.param .u64 x)
{
    .reg .b32 %r<3>; .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [x]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2;
    ld.global.u32 %r2, [%rd3];
    griddepcontrol.wait;
    st.global.u32 [%rd3+128], %r2;
    ret;
}
";

#[test]
fn launches_that_begin_early() {
    let folder = Folder::new();
    folder.add("early.ptx", DEPENDENT);
    folder.add(
        "late.ptx",
        DEPENDENT.replace(
            "ld.global.u32 %r2, [%rd3];\n    griddepcontrol.wait;",
            "griddepcontrol.wait;\n    ld.global.u32 %r2, [%rd3];",
        ),
    );
    let arguments = ["--kernel=second", "--block=32", "x=zeros(64,u32)"];
    run(&folder, &[&["early.ptx"], &arguments[..]].concat()).ends_with(0);
    let primary = "--primary=first";
    let early = run(&folder, &[&["early.ptx", primary], &arguments[..]].concat());
    let text = early.ends_with(1);
    assert!(text.contains("early.ptx:16: data race") && text.contains("no griddepcontrol.wait"), "{text}");
    run(&folder, &[&["late.ptx", primary], &arguments[..]].concat()).ends_with(0);
    let unknown = run(&folder, &[&["late.ptx", "--primary=third"], &arguments[..]].concat());
    unknown.ends_with(2);
    assert!(unknown.stderr.contains("no kernel `third`"), "{unknown:?}");
}
