//! Batched kernels against their references.

use super::json::parity_schema;
use super::{Folder, Run, run, tool};
use serde_json::Value;

const DIMENSIONS: [&str; 8] = ["--hidden", "1536", "--intermediate", "8960", "--heads", "12", "--head-dim", "128"];

const HEADER: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// A kernel that doubles its elements; `vector` are instructions that add to the address in `%rd1`.
fn double(name: &str, vector: &str) -> String {
    format!(
        ".visible .entry {name}(.param .u64 x)\n{{\n    .reg .b32 %r<3>;\n    .reg .f32 %f<3>;\n    .reg .b64 %rd<5>;\n    \
         ld.param.u64 %rd1, [x];\n    cvta.to.global.u64 %rd1, %rd1;\n    {vector}\n    mov.u32 %r1, %tid.x;\n    \
         mul.wide.u32 %rd2, %r1, 4;\n    add.u64 %rd2, %rd1, %rd2;\n    ld.global.f32 %f1, [%rd2];\n    \
         add.f32 %f2, %f1, %f1;\n    st.global.f32 [%rd2], %f2;\n    ret;\n}}\n"
    )
}

const GRID_Y: &str = "mov.u32 %r2, %ctaid.y;\n    mul.wide.u32 %rd3, %r2, 4096;\n    add.u64 %rd1, %rd1, %rd3;";
/// The index of the vector goes nowhere.
const NOWHERE: &str = "mov.u32 %r2, %ctaid.y;";

/// Vectors are found in a way that is not compared.
const GRID_Z: &str = "mov.u32 %r2, %ctaid.z;\n    mul.wide.u32 %rd3, %r2, 4096;\n    add.u64 %rd1, %rd1, %rd3;";

/// Two files of kernels.
fn folder(batched: &[String], references: &[String]) -> Folder {
    let folder = Folder::new();
    folder.add("b.ptx", format!("{HEADER}{}", batched.concat()));
    folder.add("r.ptx", format!("{HEADER}{}", references.concat()));
    folder
}

const FILES: [&str; 5] = ["parity", "--batched", "b.ptx", "--reference", "r.ptx"];

impl Folder {
    fn parity(&self, options: &[&str]) -> Run {
        Run::of(tool().current_dir(self.path()).args(options))
    }
}

#[test]
fn the_shipped_pairs_pass() {
    let run = run(["parity"].into_iter().chain(DIMENSIONS));
    let table = "\
hidden 1536, intermediate 8960, 12 heads of 128, sm_80
┌──────────────────────────────────┬────────┬─────────────────┐
│ Kernel Pair                      │ Status │ Dispatch        │
├──────────────────────────────────┼────────┼─────────────────┤
│ BatchedRmsNorm ↔ RmsNorm         │ PASS   │ grid_y          │
│ BatchedQ4KGemv ↔ Q4KGemv         │ PASS   │ register_unroll │
│ BatchedQ6KGemv ↔ Q6KGemv         │ PASS   │ register_unroll │
│ BatchedResidualAdd ↔ ResidualAdd │ PASS   │ grid_y          │
│ BatchedRope ↔ Rope               │ PASS   │ grid_y          │
│ BatchedSwiglu ↔ Swiglu           │ PASS   │ grid_y          │
└──────────────────────────────────┴────────┴─────────────────┘
6/6 kernel pairs passed PTX parity
";
    assert_eq!(run.ends_with(0), table);
}

#[test]
fn tables_can_be_ascii() {
    let mut tool = tool();
    let run = Run::of(tool.env("LC_ALL", "C").arg("parity").args(DIMENSIONS));
    assert!(run.ends_with(0).is_ascii());
    assert!(run.stdout.contains("| BatchedRope <-> Rope               | PASS   | grid_y          |"), "{run:?}");
}

#[test]
fn dimensions_that_do_not_fit_are_no_failures_of_kernels() {
    let parity = |text: &str| run(["parity"].into_iter().chain(text.split(' ')));
    let ragged = parity("--hidden 100 --intermediate 100 --heads 5");
    assert!(ragged.ends_with(2).contains("BatchedQ4KGemv: not compared: the kernels cannot be written"), "{ragged:?}");
    assert!(ragged.stdout.contains("│ ERROR  │ register_unroll │"), "{ragged:?}");
    assert!(ragged.stdout.ends_with("4/6 kernel pairs passed PTX parity, 2 not compared\n"), "{ragged:?}");
    let document = parity("--hidden 100 --intermediate 100 --heads 5 --format json");
    let document = parity_schema().check(document.ends_with(2));
    assert_eq!(document["pairs"][1]["status"], "error");
    let summary = serde_json::json!({ "passed": 4, "partial": 0, "failed": 0, "errors": 2, "skipped": 0 });
    assert_eq!(document["summary"], summary);
    parity("--hidden 100 --intermediate 100 --heads 7").fails_with("`--head-dim` is needed");
    parity("--hidden 100 --intermediate 100 --heads 0").fails_with("--heads");
    parity("--hidden 100").fails_with("--intermediate");
    parity("--hidden 1 --intermediate 1 --heads 1 --model m.gguf").fails_with("cannot be used with");
}

#[test]
fn pairs_can_be_skipped() {
    let parity = |names: &str| run(["parity", "--skip", names].into_iter().chain(DIMENSIONS));
    let some = parity("BatchedQ4KGemv,rope");
    assert!(some.ends_with(0).contains("4/4 kernel pairs passed PTX parity, 2 skipped"), "{some:?}");
    assert_eq!(some.stdout.matches("│ SKIP   │").count(), 2);
    parity("BatchedRopes").fails_with("unknown pair of kernels; did you mean `BatchedRope`?");
}

#[test]
fn two_files_are_compared() {
    let good = folder(&[double("batched_double", GRID_Y)], &[double("double", "")]);
    let run = good.parity(&FILES);
    assert!(run.ends_with(0).contains("│ batched_double ↔ double │ PASS   │ grid_y   │"), "{run:?}");
    assert!(run.stdout.ends_with("1/1 kernel pairs passed PTX parity\n"));
    let bad = folder(&[double("batched_double", NOWHERE)], &[double("double", "")]);
    let run = bad.parity(&FILES);
    assert!(run.ends_with(1).contains("\nb.ptx:4:17: error[missing-batch-dispatch] "), "{run:?}");
    assert!(run.stdout.ends_with("0/1 kernel pairs passed PTX parity; `--verbose` shows the instructions\n"));
    let run = bad.parity(&[&FILES[..], &["--verbose"]].concat());
    assert!(run.ends_with(1).contains("b.ptx:4:17]"), "{run:?}");
    assert!(run.stdout.contains("%ctaid.y;") && run.stdout.contains("─┬─"), "the listing is shown: {run:?}");
}

#[test]
fn the_expected_dispatch_can_be_given() {
    let folder = folder(&[double("batched_double", GRID_Y)], &[double("double", "")]);
    let parity = |dispatch: &str| folder.parity(&[&FILES[..], &["--dispatch", dispatch]].concat());
    parity("grid_y").ends_with(0);
    let run = parity("register_unroll");
    assert!(run.ends_with(1).contains("error[wrong-dispatch-strategy]"), "{run:?}");
    parity("grid_z").fails_with("register_unroll");
    folder.add("ptxlint.toml", "[[kernel]]\nname = '*'\ndispatch = 'register_unroll'\n");
    assert!(folder.parity(&FILES).ends_with(1).contains("register_unroll"));
    parity("grid_y").ends_with(0);
    folder.parity(&[&FILES[..], &["--no-config"]].concat()).ends_with(0);
}

#[test]
fn references_are_found_by_name() {
    let batched = [double("BatchedDouble", GRID_Y), double("batched_twice", GRID_Y), double("helper", "")];
    let folder = folder(&batched, &[double("double", ""), double("helper", "")]);
    let run = folder.parity(&FILES);
    assert!(run.ends_with(0).contains("│ BatchedDouble ↔ double │ PASS"), "{run:?}");
    assert!(run.stdout.contains("batched_twice: skipped: no kernel's name is the same without `batched`"));
    assert!(run.stdout.contains("1/1 kernel pairs passed PTX parity, 1 skipped"));
    let named = |options: &[&str]| folder.parity(&[&FILES[..], options].concat());
    let run = named(&["--kernel", "batched_twice", "--reference-kernel", "double"]);
    assert!(run.ends_with(0).contains("│ batched_twice ↔ double │ PASS"), "{run:?}");
    let run = named(&["--kernel", "batched_twice", "--reference-kernel", "duoble"]);
    assert!(run.ends_with(2).contains("batched_twice: not compared: there is no kernel `duoble`"), "{run:?}");
    named(&["--kernel", "twice"]).fails_with("unknown kernel `twice`; expected `BatchedDouble`, `batched_twice`");
    named(&["--kernel", "batched_twice"]).fails_with("`--reference-kernel` (`double` or `helper`)");
    named(&["--reference-kernel", "double"]).fails_with("--kernel");
    let run = folder.parity(&["parity", "--batched", "b.ptx", "--reference", "nowhere.ptx"]);
    run.fails_with("cannot read nowhere.ptx");
    assert!(!run.stderr.contains("--reference-kernel"), "{run:?}");
    folder.add("empty.ptx", HEADER);
    folder
        .parity(&["parity", "--batched", "b.ptx", "--reference", "empty.ptx"])
        .fails_with("no kernel in the file with");
}

#[test]
fn long_names_are_cut() {
    let (batched, reference) = ("batched_long_".to_string() + &"x".repeat(500), "long_".to_string() + &"x".repeat(500));
    let folder = folder(&[double(&batched, GRID_Y)], &[double(&reference, "")]);
    let run = folder.parity(&FILES);
    assert!(run.ends_with(0).lines().all(|line| line.chars().count() < 160), "{run:?}");
}

#[test]
fn pairs_of_the_configuration_are_compared() {
    let folder = folder(&[double("rows_double", GRID_Y)], &[double("double", ""), double("rows_half", GRID_Y)]);
    folder.run(["parity"]).fails_with("no pair of kernels was found; name a model (`--model`)");
    folder.add("ptxlint.toml", "[[kernel]]\nname = 'rows_*'\nreference = '*'\ndispatch = 'grid_y'\n");
    let run = folder.run(["parity"]);
    assert!(run.ends_with(2).contains("│ rows_double ↔ double │ PASS   │ grid_y   │"), "{run:?}");
    assert!(run.stdout.contains("rows_half: not compared: there is no kernel `half`"));
    folder.run(["parity", "--kernel", "rows_double"]).ends_with(0);
    folder.run(["parity", "--skip", "rows_half", "b.ptx", "r.ptx"]).ends_with(0);
    folder.run(["parity", "b.ptx", "--no-config"]).fails_with("no pair of kernels was found");
    folder.add("ptxlint.toml", "[[kernel]]\nname = 'r*_*'\nreference = '*'\n");
    folder
        .run(["parity"])
        .fails_with("ptxlint.toml:3:13: with `*` in a reference, the name needs exactly one `*` and no `?`");
    let empty = Folder::new().run(["parity"]);
    empty.fails_with("no pair of kernels was found");
    assert_eq!(empty.stdout, "");
    // A name of several stars, and one shorter than its pattern.
    folder.add("ptxlint.toml", "[[kernel]]\nname = 'r*_dou*ble*'\nreference = 'double'\n[[kernel]]\nname = 'x*x'\n");
    folder.run(["parity"]).ends_with(0);
}

#[test]
fn what_cannot_be_read_hides_nothing() {
    let folder = folder(&[double("rows_double", GRID_Y)], &[double("double", "")]);
    folder.add("ptxlint.toml", "[[kernel]]\nname = 'rows_*'\nreference = '*'\n");
    folder.add("z.ptx", b"\x7fELF");
    let run = folder.run(["parity"]);
    run.fails_with("z.ptx is not PTX: the file is an ELF object");
    assert!(run.stdout.contains("1/1 kernel pairs passed PTX parity"));
    std::fs::remove_file(folder.path().join("z.ptx")).expect("a file");
    folder.add("r.ptx", format!("{HEADER}{}", double("double", "add.u32 %r1 %r2")));
    let run = folder.run(["parity"]);
    assert!(run.ends_with(2).contains("`double` cannot be analysed; `ptxlint r.ptx` may say why"), "{run:?}");
}

#[test]
fn documents_have_the_form_of_the_schema() {
    let schema = parity_schema();
    let folder = folder(
        &[double("batched_double", NOWHERE), double("batched_half", GRID_Y), double("batched_twice", GRID_Y)],
        &[double("double", ""), double("half", "")],
    );
    let json = [&FILES[..], &["--format", "json"]].concat();
    let run = folder.parity(&json);
    let document = schema.check(run.ends_with(1));
    let status = |pair: &Value| format!("{} {}", pair["batched"].as_str().expect("a name"), pair["status"]);
    let pairs: Vec<String> = document["pairs"].as_array().expect("pairs").iter().map(status).collect();
    assert_eq!(pairs, [r#"batched_double "fail""#, r#"batched_half "pass""#, r#"batched_twice "skip""#]);
    assert_eq!(
        document["summary"],
        serde_json::json!({ "passed": 1, "partial": 0, "failed": 1, "errors": 0, "skipped": 1 })
    );
    assert_eq!(document["pairs"][0]["violations"][0]["path"], "b.ptx");
    assert_eq!(folder.parity(&json).stdout, run.stdout);
    let shipped = super::run(["parity", "--format", "json"].into_iter().chain(DIMENSIONS));
    let shipped = schema.check(shipped.ends_with(0));
    assert_eq!(shipped["summary"]["passed"], 6);
    let dimensions = serde_json::json!({ "hidden": 1536, "intermediate": 8960, "heads": 12, "head_dim": 128 });
    assert_eq!((&shipped["dimensions"], &document["dimensions"]), (&dimensions, &Value::Null));
}

#[test]
fn a_pair_compared_in_part_does_not_pass() {
    let folder = folder(&[double("batched_double", GRID_Z)], &[double("double", "")]);
    let run = folder.parity(&FILES);
    let report = run.ends_with(0);
    assert!(report.contains("│ batched_double ↔ double │ PART   │ grid_y   │"), "{report}");
    let reason =
        "batched_double: only the dispatch was compared, not what the kernel computes: it has neither `%ctaid.y`";
    assert!(report.contains(reason), "{report}");
    assert!(report.ends_with("0/1 kernel pairs passed PTX parity, 1 compared in part\n"), "{report}");
    let run = folder.parity(&[&FILES[..], &["--format", "json"]].concat());
    let document = parity_schema().check(run.ends_with(0));
    assert_eq!((&document["pairs"][0]["status"], &document["summary"]["partial"]), (&"partial".into(), &1.into()));
}

/// Sums with the carry of something else are something else, although they name the same registers.
#[test]
fn carries_are_compared() {
    let kernel = |name: &str, row: &str, setter: &str| {
        format!(
            ".version 8.0
.target sm_80
.address_size 64
.visible .entry {name}(.param .u64 a, .param .u64 out)
.reqntid 32, 1, 1
{{
    .reg .b32 %r<9>; .reg .b64 %rd<9>;
    ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;
    {row}
    add.u64 %rd1, %rd1, %rd3; add.u64 %rd2, %rd2, %rd3;
    ld.global.u32 %r2, [%rd1];
    {setter} addc.u32 %r4, %r2, 0;
    st.global.u32 [%rd2], %r4;
    ret;
}}
"
        )
    };
    let row = "mov.u32 %r8, %ctaid.y; mul.wide.u32 %rd4, %r8, 128; add.u64 %rd1, %rd1, %rd4; add.u64 %rd2, %rd2, %rd4;";
    let compare = |ours: &str, theirs: &str| {
        let folder = Folder::new();
        folder.add("batched.ptx", kernel("batched_k", row, ours));
        folder.add("reference.ptx", kernel("k", "", theirs));
        folder.run(["parity", "--batched", "batched.ptx", "--reference", "reference.ptx"])
    };
    let (sum, difference) = ("add.cc.u32 %r3, %r2, 5;", "sub.cc.u32 %r3, %r2, 5;");
    compare(sum, sum).ends_with(0);
    compare(sum, difference).ends_with(1);
    let chain = format!("{sum} addc.cc.u32 %r5, %r2, 1;");
    compare(&chain, &chain).ends_with(0);
    compare(&chain, &format!("{difference} addc.cc.u32 %r5, %r2, 1;")).ends_with(1);
    compare(&format!("add.u32 %r6, %r2, 1; {sum}"), sum).ends_with(0);
}
