//! Two versions of kernels.

use super::json::Schema;
use super::{ERROR, Folder, WARNING, kernel};
use serde_json::{Value, json};

/// A kernel that adds in a loop, with so many more loads, and shared memory of so many bytes.
fn looping(name: &str, loads: usize, shared: usize) -> String {
    let registers = 8 + loads;
    let values = (0..loads).map(|i| format!("    ld.global.b32 %r{}, [%rd1+{}];\n", i + 8, 4 * i)).collect::<String>();
    let sum = (0..loads).map(|i| format!("    add.s32 %r2, %r2, %r{};\n", i + 8)).collect::<String>();
    format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.entry {name}(.param .u64 p)\n{{\n    .reg .b32 %r<{registers}>;\n    \
         .reg .b64 %rd<3>;\n    .reg .pred %p<2>;\n    .shared .align 4 .b8 s[{shared}];\n    ld.param.u64 %rd1, [p];\n    \
         mov.b32 %r1, 0;\n    mov.b32 %r2, 0;\n{values}L:\n{sum}    add.s32 %r1, %r1, 1;\n    setp.lt.s32 %p1, %r1, 9;\n    \
         @%p1 bra L;\n    bar.sync 0;\n    st.shared.b32 [s], %r2;\n    st.global.b32 [%rd1], %r2;\n    ret;\n}}\n"
    )
}

fn json<const N: usize>(folder: &Folder, arguments: [&str; N], code: i32) -> Value {
    let mut tool = super::tool();
    tool.current_dir(folder.path()).args(["diff", "--format", "json"]).args(arguments);
    Schema::of("diff.schema.json").check(super::Run::of(&mut tool).ends_with(code))
}

#[test]
fn what_has_changed_is_measured() {
    let folder = Folder::new();
    folder.add("old.ptx", looping("k", 2, 64));
    folder.add("new.ptx", looping("k", 6, 128));
    let report = json(&folder, ["old.ptx", "new.ptx"], 0);
    let kernel = &report["kernels"][0];
    let metric = |name: &str| (kernel["metrics"][name]["old"].as_u64(), kernel["metrics"][name]["new"].as_u64());
    assert_eq!(metric("shared"), (Some(64), Some(128)));
    assert_eq!(metric("local"), (Some(0), Some(0)));
    assert_eq!(metric("barriers"), (Some(1), Some(1)));
    let (old, new) = metric("instructions");
    assert_eq!(new.zip(old).map(|(new, old)| new - old), Some(8));
    // Four more values are live through the loop.
    let (old, new) = metric("registers");
    assert_eq!(new.zip(old).map(|(new, old)| new - old), Some(4));
    let mix = |class: &str, loops: u64| {
        let found = kernel["instructions"].as_array().expect("a list").iter();
        let mut found = found.filter(|it| it["class"] == class && it["loops"] == loops);
        found.next().map(|it| (it["old"].as_u64(), it["new"].as_u64()))
    };
    assert_eq!(mix("integer", 1), Some((Some(3), Some(7))));
    assert_eq!(mix("memory", 0), Some((Some(5), Some(9))));
    assert_eq!((mix("synchronization", 0), mix("control", 1)), (Some((Some(1), Some(1))), Some((Some(1), Some(1)))));
    // All instructions are in the mix.
    let sum: u64 = kernel["instructions"].as_array().expect("a list").iter().filter_map(|it| it["new"].as_u64()).sum();
    assert_eq!(Some(sum), metric("instructions").1);
    let human = folder.run(["diff", "old.ptx", "new.ptx"]);
    assert!(human.ends_with(0).contains("  shared                         64 -> 128      (+100.0 %)\n"), "{human:?}");
    assert!(
        human.stdout.contains("    integer in 1 loop")
            && human.stdout.ends_with("1 kernel: 0 same, 1 changed, 0 new, 0 gone\n")
    );
    assert!(!human.stdout.contains("barriers"), "what stays is not told: {human:?}");
    assert_eq!(folder.run(["diff", "old.ptx", "old.ptx"]).ends_with(0), "1 kernel: 1 same, 0 changed, 0 new, 0 gone\n");
}

#[test]
fn kernels_come_and_go() {
    let folder = Folder::new();
    for (name, kernel) in [("old/a.ptx", "k"), ("old/b.ptx", "gone"), ("new/c.ptx", "k"), ("new/d.ptx", "fresh")] {
        folder.add(name, looping(kernel, 1, 4));
    }
    let report = json(&folder, ["old", "new"], 0);
    let kernels = report["kernels"].as_array().expect("a list").iter();
    let kernels: Vec<Value> = kernels.map(|it| json!([it["name"], it["old_path"], it["new_path"]])).collect();
    // A kernel may move to another file.
    assert_eq!(json!(kernels), json!([["k", "a.ptx", "c.ptx"], ["fresh", null, "d.ptx"], ["gone", "b.ptx", null]]));
    let human = folder.run(["diff", "old", "new"]);
    let text = human.ends_with(0);
    assert!(text.contains("fresh d.ptx (new)\n") && text.contains("gone b.ptx (gone)\n"), "{text}");
    assert!(text.ends_with("3 kernels: 1 same, 0 changed, 1 new, 1 gone\n"), "{text}");
    // Where a name stands for several kernels the file decides.
    folder.add("old/c.ptx", looping("k", 9, 4));
    let report = json(&folder, ["old", "new"], 0);
    assert_eq!(report["kernels"][0]["old_path"], "c.ptx");
}

#[test]
fn findings_come_and_go() {
    let folder = Folder::new();
    folder.add("old.ptx", kernel(&format!("{ERROR}\n{WARNING}")));
    folder.add("new.ptx", kernel(&format!("// moved\n\n{}\nor.u32 %r1, %r2, %r2;", WARNING.replace("%r1", "%r3"))));
    let report = json(&folder, ["old.ptx", "new.ptx"], 0);
    let (came, went) = (&report["kernels"][0]["came"], &report["kernels"][0]["went"]);
    assert_eq!(
        (came[0]["rule"].as_str(), came[0]["line"].as_u64(), came.as_array().map(Vec::len)),
        (Some("bitwise-type"), Some(10), Some(1))
    );
    assert_eq!((went[0]["line"].as_u64(), went.as_array().map(Vec::len)), (Some(7), Some(1)));
    let human = folder.run(["diff", "old.ptx", "new.ptx"]);
    assert!(human.ends_with(0).contains("\n  - old.ptx:7:8: error[bitwise-type] `and`"), "{human:?}");
    assert!(human.stdout.contains("\n  + new.ptx:10:3: error[bitwise-type] `or`"), "{human:?}");
    assert!(!human.stdout.contains("shfl-width"));
    // What is outside kernels is told, too.
    folder.add("new.ptx", format!("{}.reg .u8x %x;\n", kernel(&format!("{ERROR}\n{WARNING}"))));
    let outside = json(&folder, ["old.ptx", "new.ptx"], 0);
    assert!(!outside["other_findings"]["came"].as_array().expect("a list").is_empty(), "{outside:#}");
    assert_eq!(
        json(&folder, ["--ignore", "all", "old.ptx", "new.ptx"], 0)["kernels"][0]["metrics"]["errors"],
        json!({"old": 0, "new": 0})
    );
}

#[test]
fn budgets_fail_the_run() {
    let folder = Folder::new();
    folder.add("old.ptx", looping("k", 2, 64));
    folder.add("new.ptx", looping("k", 6, 128));
    folder.add("fresh.ptx", looping("fresh", 6, 128));
    let code = |budget: &str, new: &str| folder.run(["diff", "old.ptx", new, "--fail-if", budget]).code;
    assert_eq!((code("shared>+0%", "new.ptx"), code("shared>+100%", "new.ptx")), (Some(1), Some(0)));
    assert_eq!((code("shared>127", "new.ptx"), code("shared>127", "old.ptx")), (Some(1), Some(0)));
    assert_eq!((code("registers>+5%", "new.ptx"), code("registers>+5%", "old.ptx")), (Some(1), Some(0)));
    // A new kernel has no old number, but it has one.
    assert_eq!((code("shared>+0%", "fresh.ptx"), code("shared>127", "fresh.ptx")), (Some(0), Some(1)));
    let both = ["diff", "old.ptx", "new.ptx", "--fail-if", "shared>+0", "--fail-if", "errors>+0"];
    let told = folder.run(both);
    assert!(told.ends_with(1).contains("error: `k` breaks the budget shared>+0: 128, was 64 (+100.0 %)\n"), "{told:?}");
    let report = json(&folder, ["old.ptx", "new.ptx", "--fail-if", "shared>+0"], 1);
    assert_eq!(
        report["broken"],
        json!([{ "budget": "shared>+0", "metric": "shared", "kernel": "k", "old": 64, "new": 128 }])
    );
    // What cannot be measured keeps within no budget.
    folder.add("illegal.ptx", looping("k", 1, 32).replacen("ret;", "frobnicate.u32 %r1;\n    ret;", 1));
    let told = folder.run(["diff", "old.ptx", "illegal.ptx", "--fail-if", "registers>+5%"]);
    assert!(
        told.ends_with(1).contains("error: the new version is not legal PTX (1 error, the first at illegal.ptx:"),
        "{told:?}"
    );
    let report = json(&folder, ["old.ptx", "illegal.ptx", "--fail-if", "shared>127"], 1);
    assert_eq!(report["illegal"][0]["rule"], "unknown-instruction");
    assert_eq!(
        (code("shared>127", "illegal.ptx"), json(&folder, ["old.ptx", "illegal.ptx"], 0)["illegal"].clone()),
        (Some(1), json!([]))
    );
    folder.run(["diff", "old.ptx", "new.ptx", "--fail-if", "regsters>5"]).fails_with("did you mean `registers`?");
    folder.run(["diff", "old.ptx", "new.ptx", "--fail-if", "ptxas-spills>0"]).fails_with("needs `--ptxas`");
}

#[test]
fn what_cannot_be_compared_is_told() {
    let folder = Folder::new();
    folder.add("old.ptx", looping("k", 2, 64));
    folder.add("letter.ptx", "Dear Sir or Madam");
    folder.run(["diff", "old.ptx", "nowhere.ptx"]).fails_with("cannot compare nowhere.ptx: there is no such file");
    folder.run(["diff", "letter.ptx", "old.ptx"]).fails_with("cannot compare letter.ptx: not PTX");
    folder.run(["diff", "old.ptx"]).fails_with("<NEW>");
}

#[cfg(unix)]
#[test]
fn the_assembler_is_asked() {
    let folder = Folder::new();
    let option = format!("--ptxas={}", super::assembler::accepting(&folder).display());
    folder.add("k.ptx", kernel(""));
    let report = json(&folder, ["k.ptx", "k.ptx", &option, "--fail-if", "ptxas-spills>0"], 1);
    let metrics = &report["kernels"][0]["metrics"];
    assert_eq!((&metrics["ptxas-registers"]["new"], &metrics["ptxas-stack"]["old"]), (&14.into(), &16.into()));
    assert_eq!((&metrics["ptxas-spills"]["new"], &metrics["ptxas-shared"]["new"]), (&8.into(), &1024.into()));
}

/// Sectors and turns are those that the rules speak of.
#[test]
fn traffic_is_measured() {
    let folder = Folder::new();
    let access = |stride: u32| {
        kernel(&format!(
            ".reg .b64 %rd<3>; .shared .align 4 .b8 s[8192]; mov.u32 %r1, %tid.x; mul.lo.u32 %r2, %r1, {stride}; mov.u32 %r3, s;\n    \
             add.u32 %r4, %r3, %r2; ld.shared.b32 %r5, [%r4];"
        ))
    };
    folder.add("old.ptx", access(4));
    folder.add("new.ptx", access(128));
    let report = json(&folder, ["old.ptx", "new.ptx"], 0);
    assert_eq!(report["kernels"][0]["metrics"]["bank-turns"], json!({ "old": 1, "new": 32 }));
}
