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
        (&["--kernel=race", "race.ptx"][..], "write `--arg` for each"),
        (&["--arg=1", "race.ptx", "good.ptx"], "is that of one file"),
        (&["--fix", "race.ptx"], "faults have no fixes"),
        (&["--arg=1", "--arg=2", "race.ptx"], "too many arguments at `2`: there is 1 parameter"),
        (&["nowhere.ptx"], "nowhere.ptx"),
    ] {
        run(&folder, arguments).fails_with(words);
    }
}
