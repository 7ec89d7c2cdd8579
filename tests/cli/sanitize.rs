//! `ptxlint sanitize`: kernels in launches that are made up, or given.

use super::json::Schema;
use super::{Folder, Run, tool};
use serde_json::Value;

/// Each thread reads what another has written, without a barrier; `.loc` knows where that stood.
const RACE: &str = ".version 8.0
.target sm_80
.address_size 64
.visible .entry race(.param .u64 out) .reqntid 64
{
    .shared .b32 s[64];
    .reg .b32 %r<9>; .reg .b64 %rd<9>;
    .loc 1 7 3
    ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r4, %r2, %r3;
    xor.b32 %r5, %r3, 128; add.u32 %r5, %r2, %r5; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, %rd1, %rd2;
    st.shared.u32 [%r4], %r1;
    .loc 1 9 5
    ld.shared.u32 %r6, [%r5];
    st.global.u32 [%rd1], %r6;
    ret;
}
.file 1 \"/home/me/race.cu\"
";

/// `out[index[i]] = i`: a race, or none, as the index has it.
const SCATTER: &str = ".version 8.0
.target sm_80
.address_size 64
.visible .entry scatter(.param .u64 out, .param .u64 index)
{
    .reg .b32 %r<9>; .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [index]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;
    add.u64 %rd2, %rd2, %rd3;
    ld.global.u32 %r2, [%rd2];
    mul.wide.u32 %rd4, %r2, 4; add.u64 %rd4, %rd1, %rd4;
    st.global.u32 [%rd4], %r1;
    ret;
}
";

/// `s[tid + 1] = 1` of a static array with 64 elements, and a kernel with dynamic shared memory beside it.
const OVERRUN: &str = ".version 8.0
.target sm_80
.address_size 64
.extern .shared .align 4 .b8 dynamic[];
.visible .entry static_overrun(.param .u64 out)
{
    .shared .align 4 .b8 s[256];
    .reg .b32 %r<9>;
    mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, s; add.u32 %r4, %r3, %r2;
    st.shared.u32 [%r4+4], 1;
    ret;
}
.visible .entry dynamic_store(.param .u64 out)
{
    .reg .b32 %r<9>;
    mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, dynamic; add.u32 %r4, %r3, %r2;
    st.shared.u32 [%r4+4], 1;
    st.shared.u32 [%r4+40000], 1;
    ret;
}
";

/// Correct kernels with a texture, a surface and the map of a tensor.
const OBJECTS: &str = ".version 8.6
.target sm_90
.address_size 64
.visible .entry textured(.param .u64 texture, .param .u64 out)
{
    .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>;
    ld.param.u64 %rd1, [texture]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x; cvt.rn.f32.u32 %f1, %r1; mov.f32 %f2, 0f3F000000;
    tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [%rd1, {%f1, %f2}];
    mul.wide.u32 %rd3, %r1, 4; add.u64 %rd3, %rd2, %rd3;
    st.global.f32 [%rd3], %f3;
    ret;
}
.visible .entry drawn(.param .u64 surface)
{
    .reg .b32 %r<9>; .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [surface]; mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, 0;
    sust.b.2d.b32.trap [%rd1, {%r2, %r3}], {%r1};
    ret;
}
.visible .entry copied(.param .align 64 .b8 map[128], .param .u64 out) .reqntid 32
{
    .shared .align 128 .b8 tile[128]; .shared .align 8 .b64 bar;
    .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<4>;
    ld.param.u64 %rd2, [out]; mov.b64 %rd1, map; cvta.param.u64 %rd1, %rd1; mov.u32 %r1, %tid.x; mov.u32 %r2, tile; mov.u32 %r3, bar; mov.u32 %r7, 0;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra ready;
    mbarrier.init.shared.b64 [%r3], 1;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r3], 128;
    cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r2], [%rd1, {%r7}], [%r3];
ready:
    bar.sync 0;
waits:
    mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0;
    @!%p2 bra waits;
    shl.b32 %r4, %r1, 2; add.u32 %r4, %r2, %r4;
    ld.shared.u32 %r5, [%r4];
    mul.wide.u32 %rd3, %r1, 4; add.u64 %rd3, %rd2, %rd3;
    st.global.u32 [%rd3], %r5;
    ret;
}
";

/// Tensor memory that two blocks allocate together, of which the first one reads what the second one has for an address.
const PAIR: &str = ".version 8.6
.target sm_100a
.address_size 64
.visible .entry pair(.param .u64 out) .reqntid 32
{
    .shared .b32 place;
    .reg .b32 %r<9>; .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, place; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, %rd1, %rd2;
    tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%r2], 32;
    barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
    mapa.shared::cluster.u32 %r3, %r2, 1;
    ld.shared::cluster.u32 %r4, [%r3];
    st.global.u32 [%rd1], %r4;
    barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
    tcgen05.dealloc.cta_group::2.sync.aligned.b32 %r4, 32;
    ret;
}
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.add("race.ptx", RACE);
    folder.add("good.ptx", RACE.replace(".loc 1 9 5", "bar.sync 0;"));
    folder.add("scatter.ptx", SCATTER);
    folder
}

#[track_caller]
fn run(folder: &Folder, arguments: &[&str]) -> Run {
    Run::of(tool().current_dir(folder.path()).arg("sanitize").args(arguments))
}

#[test]
fn both_accesses_are_underlined() {
    let folder = folder();
    let run = run(&folder, &["race.ptx"]);
    let text = run.ends_with(0);
    for part in [
        "warning[race]: shared memory at offset",
        "st.shared.u32 [%r4], %r1;",
        "ld.shared.u32 %r6, [%r5];",
        "race.cu:9:5",
        "race.cu:7:3",
        "`ptxlint explain race`",
    ] {
        assert!(text.contains(part), "{part:?} is missing: {text}");
    }
    let good = self::run(&folder, &["good.ptx"]);
    assert!(!good.ends_with(0).contains("warning"), "{good:?}");
}

#[test]
fn every_form_of_report() {
    let folder = folder();
    let report = Schema::of("report.schema.json").check(run(&folder, &["--format=json", "."]).ends_with(0));
    let races: Vec<&Value> =
        report["findings"].as_array().expect("a list").iter().filter(|finding| finding["rule"] == "race").collect();
    assert_eq!(races.len(), 1, "{report}");
    assert_eq!((&races[0]["path"], &races[0]["function"]), (&"race.ptx".into(), &"race".into()));
    assert_eq!(races[0]["witness"]["block"], serde_json::json!([64, 1, 1]));
    for format in ["compact", "json-lines", "sarif", "github", "gitlab", "junit"] {
        let denied = run(&folder, &["--deny", "warnings", "--format", format, "race.ptx"]);
        assert!(denied.ends_with(1).contains("race"), "{format}: {denied:?}");
    }
    let ignored = run(&folder, &["--ignore=race,uninitialized", "race.ptx"]);
    assert!(!ignored.ends_with(0).contains("warning"), "{ignored:?}");
}

#[test]
fn what_takes_data_is_told_and_not_guessed() {
    let folder = folder();
    let made_up = run(&folder, &["scatter.ptx"]);
    let text = made_up.ends_with(0);
    assert!(text.contains("not-judged") && text.contains("line 11") && !text.contains("warning"), "{text}");
    // With data it is judged.
    let launch = ["scatter.ptx", "--block=32", "--arg=out=zeros(32,u32)"];
    let same = run(&folder, &[&launch[..], &["--arg=index=zeros(32,u32)"]].concat());
    let text = same.ends_with(1);
    assert!(text.contains("error[race]: global memory at offset 0 is written without order"), "{text}");
    let each = run(&folder, &[&launch[..], &["--arg=index=iota(32,u32)"]].concat());
    assert!(!each.ends_with(0).contains("race"), "{each:?}");
    let beyond = run(&folder, &["scatter.ptx", "--block=33", "--arg=zeros(32,u32)", "--arg=iota(33,u32)"]);
    assert!(beyond.ends_with(1).contains("error[out-of-bounds]: 4 bytes at offset 128 of 128 bytes"), "{beyond:?}");
    folder.add("wide.ptx", SCATTER.replace("ret;", "mov.u32 %r1, %pm0; ret;"));
    let refused = run(&folder, &["wide.ptx"]);
    assert!(refused.ends_with(0).contains("`scatter`: not run: line 12"), "{refused:?}");
}

/// `*out = tid`, `*out = ctaid`, `*out = 7` and `*out = n[tid]`: whether threads store different values, the text tells of the first two.
const ONE_WORD: &str = ".version 8.0
.target sm_80
.address_size 64
.visible .entry threads(.param .u64 out)
{
    .reg .b32 %r<9>; .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x;
    st.global.u32 [%rd1], %r1;
    ret;
}
.visible .entry blocks(.param .u64 out)
{
    .reg .b32 %r<9>; .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [out]; mov.u32 %r1, %ctaid.x;
    st.global.u32 [%rd1], %r1;
    ret;
}
.visible .entry same(.param .u64 out)
{
    .reg .b32 %r<9>; .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [out];
    st.global.u32 [%rd1], 7;
    ret;
}
.visible .entry data(.param .u64 out, .param .u64 n)
{
    .reg .b32 %r<9>; .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [n]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd2, %rd2, %rd3;
    ld.global.u32 %r2, [%rd2];
    st.global.u32 [%rd1], %r2;
    ret;
}
";

/// A kernel that asks for indices and stores them all to one word is not meant for one thread.
#[test]
fn different_values_in_one_word() {
    let folder = Folder::new();
    folder.add("word.ptx", ONE_WORD);
    let text = run(&folder, &["--format=compact", "word.ptx"]).ends_with(0).to_string();
    for line in [8, 15] {
        let race = format!("word.ptx:{line}:5: warning[race] global memory at offset 131072 is written without order");
        assert!(text.contains(&race), "{line}: {text}");
    }
    assert_eq!(text.matches("warning").count(), 2, "{text}");
}

/// Blocks that allocate tensor memory in pairs are launched in pairs.
#[test]
fn pairs_of_blocks() {
    let folder = Folder::new();
    folder.add("pair.ptx", PAIR);
    let text = run(&folder, &["--format=compact", "pair.ptx"]).ends_with(0).to_string();
    assert!(!text.contains("there is no block 1"), "{text}");
}

/// No argument that is made up is a texture, a surface or a tensor map: others stand for them, of which nobody knows how large they are.
#[test]
fn objects_are_made_up() {
    let folder = Folder::new();
    folder.add("objects.ptx", OBJECTS);
    let text = run(&folder, &["--format=compact", "objects.ptx"]).ends_with(0).to_string();
    assert!(!text.contains("warning"), "{text}");
    for (kernel, line) in [("textured", 8), ("drawn", 17), ("copied", 29)] {
        let note = format!("`{kernel}`: not judged: how large textures, surfaces or tensor maps in line {line} are");
        assert!(text.contains(&note), "{kernel}: {text}");
    }
}

/// What a kernel does with what it has from them is judged: shared memory, barriers, waits.
#[test]
fn what_kernels_do_with_objects_is_judged() {
    let judged = |from: &str, to: &str| {
        assert!(OBJECTS.contains(from), "{from}");
        let folder = Folder::new();
        folder.add("objects.ptx", OBJECTS.replace(from, to));
        run(&folder, &["--format=compact", "objects.ptx"]).ends_with(0).to_string()
    };
    let waits = "waits:\n    mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0;\n    @!%p2 bra waits;";
    let early = judged(waits, "");
    assert!(early.contains("objects.ptx:34:5: warning[race]"), "a tile is read before it is there: {early}");
    let twice = judged("mbarrier.init.shared.b64 [%r3], 1;", "mbarrier.init.shared.b64 [%r3], 2;");
    assert!(twice.contains("warning[deadlock]"), "an arrival is missing: {twice}");
    let load =
        "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r2], [%rd1, {%r7}], [%r3];";
    let twice = judged(load, &load.repeat(2));
    assert!(twice.contains("objects.ptx:29:114: warning[race]"), "two boxes come to one place: {twice}");
    let awaited_load = format!("mbarrier.arrive.expect_tx.shared.b64 _, [%r3], 128;\n    {load}");
    let store = "cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%rd1, {%r7}], [%r2]; mbarrier.arrive.shared.b64 _, [%r3];";
    let unwritten = judged(&awaited_load, store);
    assert!(
        unwritten.contains("objects.ptx:28:5: warning[uninitialized]"),
        "a tile without values is stored: {unwritten}"
    );
    let shared = "st.global.f32 [%rd3], %f3;\n    ret;";
    let race = ".shared .b32 s; st.shared.f32 [s], %f1; bar.sync 0; ld.shared.f32 %f3, [s];\n    st.global.f32 [%rd3], %f3;\n    ret;";
    let text = judged(shared, race);
    assert!(text.contains("warning[race] shared memory"), "different values in one word: {text}");
}

/// Dynamic shared memory behind static arrays would hide that these end.
#[test]
fn static_arrays_end_where_shared_memory_does() {
    let folder = Folder::new();
    folder.add("overrun.ptx", OVERRUN);
    let text = run(&folder, &["--format=compact", "--block=64", "overrun.ptx"]).ends_with(0).to_string();
    assert!(text.contains("overrun.ptx:10:5: warning[out-of-bounds] offset 256 of `s`, which has 256 bytes"), "{text}");
    assert_eq!(text.matches("out-of-bounds").count(), 1, "{text}");
    let report = run(&folder, &["--format=json", "--block=64", "overrun.ptx"]);
    let report: Value = serde_json::from_str(report.ends_with(0)).expect("JSON");
    assert_eq!(report["findings"][0]["witness"]["dynamic_shared"], 0, "{report}");
}

#[test]
fn one_kernel_of_several() {
    let folder = folder();
    folder.add("overrun.ptx", OVERRUN);
    let other = run(&folder, &["--format=compact", "--block=64", "--kernel=dynamic_store", "overrun.ptx"]);
    assert_eq!(other.ends_with(0), "", "{other:?}");
    let chosen = run(&folder, &["--format=compact", "--block=64", "--kernel=static_overrun", "."]);
    assert!(chosen.ends_with(0).contains("out-of-bounds") && !chosen.ends_with(0).contains("race"), "{chosen:?}");
    run(&folder, &["--kernel=static", "overrun.ptx"])
        .fails_with("overrun.ptx has no kernel `static`; it has `static_overrun` or `dynamic_store`");
}

/// Each block copies 16 bytes, a million bytes behind those of the one before, to shared memory.
const FAR_COPY: &str = ".version 8.6
.target sm_90
.address_size 64
.visible .entry far_copy(.param .u64 data) .reqntid 32
{
    .shared .align 16 .b8 tile[16]; .shared .align 8 .b64 bar;
    .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<4>;
    ld.param.u64 %rd1, [data]; mov.u32 %r1, %tid.x; mov.u32 %r2, tile; mov.u32 %r3, bar; mov.u32 %r4, %ctaid.x;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra done;
    mul.wide.u32 %rd2, %r4, 1048576; add.u64 %rd1, %rd1, %rd2;
    mbarrier.init.shared.b64 [%r3], 1;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r3], 16;
    cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r2], [%rd1+1048576], 16, [%r3];
waits:
    mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0;
    @!%p2 bra waits;
done:
    ret;
}
";

#[test]
fn copies_beyond_what_is_made_up_are_not_judged() {
    let folder = Folder::new();
    folder.add("far.ptx", FAR_COPY);
    let made_up = run(&folder, &["--format=compact", "far.ptx"]);
    assert!(!made_up.ends_with(0).contains("out-of-bounds"), "{made_up:?}");
    let given = run(&folder, &["--format=compact", "far.ptx", "--grid=1", "--arg=zeros(64,u32)"]);
    assert!(given.ends_with(1).contains("error[out-of-bounds]"), "{given:?}");
}

/// That is so for every kernel, so the report says it once; programs read findings alone.
#[test]
fn ends_of_buffers_are_not_judged() {
    const NOTE: &str = "so where buffers end was not judged";
    let folder = folder();
    let all = run(&folder, &["."]);
    assert_eq!(all.ends_with(0).matches(NOTE).count(), 1, "{all:?}");
    let given = run(&folder, &["scatter.ptx", "--block=32", "--arg=zeros(32,u32)", "--arg=iota(32,u32)"]);
    assert!(!given.ends_with(0).contains(NOTE), "{given:?}");
    assert!(!run(&folder, &["--format=compact", "."]).ends_with(0).contains(NOTE));
    assert!(!run(&folder, &["--quiet", "."]).ends_with(0).contains(NOTE));
}

#[test]
fn the_configuration_knows_launches() {
    let folder = folder();
    let config = |launch: &str| folder.add("ptxlint.toml", format!("[[kernel]]\nname = \"scat*\"\n{launch}"));
    config("block = 32\narguments = [\"out=zeros(64,u32)\", \"index=iota(32,u32)\"]");
    let judged = run(&folder, &["scatter.ptx"]);
    assert!(!judged.ends_with(0).contains("not-judged"), "{judged:?}");
    // The second block stores what the first one has.
    config("block = 32\ngrid = 2\narguments = [\"out=zeros(64,u32)\", \"index=iota(32,u32)\"]");
    let text = run(&folder, &["scatter.ptx"]).ends_with(0).to_string();
    assert!(!text.contains("race"), "both store the same: {text}");
    config("block = 33\nshared = 64\ncluster = 1\narguments = [\"zeros(64,u32)\", \"iota(32,u32)\"]");
    let beyond = run(&folder, &["--schedule", "early", "scatter.ptx"]);
    assert!(beyond.ends_with(1).contains("error[out-of-bounds]: 4 bytes at offset 128 of 128 bytes"), "{beyond:?}");
    config("arguments = [\"index=iota(32,u32)\"]\nblock = 32");
    run(&folder, &["scatter.ptx"]).fails_with("out");
    // Without arguments launches are made up, of this grid.
    folder.add("ptxlint.toml", "[[kernel]]\nname = \"race\"\ngrid = [3, 2]\nshared = 512");
    let report: Value = serde_json::from_str(run(&folder, &["--format=json", "race.ptx"]).ends_with(0)).expect("JSON");
    assert_eq!(report["findings"][0]["witness"]["grid"], serde_json::json!([3, 2, 1]), "{report}");
    run(&folder, &["--schedule", "soon", "race.ptx"]).fails_with("`soon` is not a schedule");
}

#[test]
fn mistakes() {
    let folder = folder();
    for (arguments, words) in [
        (&["--grid=2", "race.ptx"][..], "write `--arg` for each"),
        (&["--arg=1", "race.ptx", "good.ptx"], "is that of one file"),
        (&["--fix", "race.ptx"], "faults have no fixes"),
        (&["--arg=1", "--arg=2", "race.ptx"], "too many arguments at `2`: there is 1 parameter"),
        (&["nowhere.ptx"], "nowhere.ptx"),
    ] {
        run(&folder, arguments).fails_with(words);
    }
}
