//! Findings at the lines of the source: `.loc` and `.file`, inlined calls, comments in the source, names of C++.

use super::json::Schema;
use super::{Folder, Run};
use serde_json::{Value, json};

/// As nvcc writes it: `half_of` is inlined into `k`.
const PTX: &str = r#".version 8.0
.target sm_80
.address_size 64
.visible .entry _Z1kPf()
{
    .reg .b32 %r<4>;
    .loc 1 6 5
    mov.u32 %r1, %tid.x;
    .loc 1 2 12, function_name $L__info_string0, inlined_at 1 7 15
    and.u32 %r2, %r1, %r1;
    .loc 1 8 0
    and.u32 %r3, %r2, %r1;
    .loc 1 0 0
    and.u32 %r3, %r3, %r1;
    ret;
}
.file 1 "/elsewhere/src/k.cu"
.section .debug_str
{
$L__info_string0:
.b8 95,90,55,104,97,108,102,95,111,102,102,0
}
"#;

const SOURCE: &str = "\
__device__ float half_of(float x) {
    return x & x; // 2
}

__global__ void k(float *y) {
    int i = threadIdx.x;
    y[i] =    half_of(y[i]);
    y[0] = i;
}
";

fn folder(source: &str) -> Folder {
    let folder = Folder::new();
    folder.add("build/k.ptx", PTX);
    folder.add("src/k.cu", source);
    folder
}

const ROOT: [&str; 4] = ["--source-root", ".", "--ignore", "all"];

fn run(folder: &Folder, more: &[&str]) -> Run {
    let mut tool = super::tool();
    tool.current_dir(folder.path()).args(ROOT).args(["--select", "bitwise-type"]).args(more).arg("build/k.ptx");
    Run::of(&mut tool)
}

/// Where each text stands in another, in order.
#[track_caller]
fn holds(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part:?} is not in its place in {text}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn reports_show_the_source_first() {
    let folder = folder(SOURCE);
    let report = run(&folder, &["--all"]);
    let text = report.ends_with(1);
    holds(
        text,
        &[
            "[src/k.cu:2:12]",
            " 2 │     return x & x; // 2",
            "   ·            ─",
            " 7 │     y[i] =    half_of(y[i]);",
            "inlined here",
            "[build/k.ptx:10:8]",
            "note: `half_of(float)` was inlined at src/k.cu:7:15",
        ],
    );
    // A line without a column is underlined as a whole, and line 0 is none.
    holds(text, &["[src/k.cu:8:5]", "   ·     ─────────", "[build/k.ptx:12:8]", "`.u32`\n    ╭─[build/k.ptx:14:8]"]);
    let lines = run(&folder, &["--format", "compact"]);
    let places = ["(src/k.cu:2:12)\n", "(src/k.cu:8)\n", "`.u32`\n"];
    for (line, place) in lines.ends_with(1).split_inclusive('\n').zip(places) {
        assert!(line.ends_with(place), "{line:?} {place:?}");
    }
}

#[test]
fn names_of_inlined_functions_may_have_a_directive_for_each_byte() {
    let folder = folder(SOURCE);
    let (code, names) = PTX.split_once(".section").expect("names");
    folder.add("build/k.ptx", format!("{code}.section{}", names.replace(',', "\n.b8 ")));
    let report = run(&folder, &["--all"]);
    holds(report.ends_with(1), &["note: `half_of(float)` was inlined at src/k.cu:7:15"]);
}

#[test]
fn formats_for_programs_know_both_places() {
    let folder = folder(SOURCE);
    let report = Schema::read().check(run(&folder, &["--format", "json"]).ends_with(1));
    let call = json!({ "path": "src/k.cu", "line": 7, "column": 15 });
    let source = json!({
        "path": "src/k.cu", "line": 2, "column": 12, "function": "_Z7half_off", "function_demangled": "half_of(float)",
        "inlined_at": [call],
    });
    let finding = &report["findings"][0];
    assert_eq!((&finding["source"], &finding["start"]["line"]), (&source, &json!(10)));
    assert_eq!((&finding["function"], &finding["function_demangled"]), (&json!("_Z1kPf"), &json!("k(float*)")));
    assert!(report["findings"][2].get("source").is_none());
    let log: Value = serde_json::from_str(run(&folder, &["--format", "sarif"]).ends_with(1)).expect("JSON");
    let result = &log["runs"][0]["results"][0];
    let place = |location: &Value| {
        let place = &location["physicalLocation"];
        (place["artifactLocation"]["uri"].clone(), place["region"]["startLine"].clone())
    };
    assert_eq!(place(&result["locations"][0]), ("src/k.cu".into(), 2.into()));
    assert_eq!(place(&result["relatedLocations"][0]), ("build/k.ptx".into(), 10.into()));
    let annotations = run(&folder, &["--format", "github"]);
    holds(annotations.ends_with(1), &["::error file=src/k.cu,line=2,col=12,", "%0APTX: build/k.ptx:10:8\n"]);
    let issues: Value = serde_json::from_str(run(&folder, &["--format", "gitlab"]).ends_with(1)).expect("JSON");
    assert_eq!(issues[0]["location"], json!({ "path": "src/k.cu", "lines": { "begin": 2, "end": 2 } }));
}

/// What a function of CUDA's headers does is mended where it is called: formats that know one place name that.
#[test]
fn headers_of_cuda_are_nobodys_place() {
    let header = "a/venv/nvidia/cu13/include/sm_32_intrinsics.hpp";
    for (name, marker) in
        [(header, "a/venv/nvidia/cu13/include/cuda_runtime_api.h"), ("/opt/cuda/include/gone.hpp", "x")]
    {
        let folder = folder(SOURCE);
        let inlined = PTX.replace(".loc 1 2 12,", ".loc 2 2 12,");
        folder.add("build/k.ptx", format!("{inlined}.file 2 \"{name}\"\n"));
        folder.add(header, SOURCE);
        folder.add(marker, "");
        let first = |format: &str| {
            let report = run(&folder, &["--format", format]);
            report.ends_with(1).to_string()
        };
        assert!(first("compact").lines().next().is_some_and(|line| line.ends_with("(src/k.cu:7:15)")), "{name}");
        holds(&first("github"), &["::error file=src/k.cu,line=7,col=15,", "%0APTX: build/k.ptx:10:8\n"]);
        let issues: Value = serde_json::from_str(&first("gitlab")).expect("JSON");
        assert_eq!(issues[0]["location"], json!({ "path": "src/k.cu", "lines": { "begin": 7, "end": 7 } }), "{name}");
        let log: Value = serde_json::from_str(&first("sarif")).expect("JSON");
        let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
        assert_eq!((&place["artifactLocation"]["uri"], &place["region"]["startLine"]), (&json!("src/k.cu"), &json!(7)));
        holds(&first("junit"), &["bitwise-type at src/k.cu:7:15", "src/k.cu:7:15: ", "PTX: build/k.ptx:10:8"]);
        // The whole way is for those who read all of it.
        let report: Value = serde_json::from_str(&first("json")).expect("JSON");
        assert_eq!(report["findings"][0]["source"]["line"], 2, "{name}");
    }
}

/// People know functions by the names that they wrote, programs by those of the module.
#[test]
fn what_is_shown_to_people_has_names_of_cpp() {
    let folder = Folder::new();
    folder.add("k.ptx", super::kernel("mov.u32 %r1, _ZN4mine4tileE;"));
    for format in ["human", "compact", "sarif", "github", "gitlab", "junit"] {
        let report = folder.run(["--format", format, "k.ptx"]);
        let text = report.ends_with(1);
        assert!(text.contains("`mine::tile`"), "{format}: {text}");
    }
    let report = folder.run(["--format", "json", "k.ptx"]);
    assert!(report.ends_with(1).contains("`_ZN4mine4tileE`"), "{report:?}");
}

/// What nobody can open from here is named in words, and annotations stay with the PTX.
#[test]
fn sources_that_are_missing() {
    let folder = folder(SOURCE);
    std::fs::remove_file(folder.path().join("src/k.cu")).expect("it was there");
    holds(run(&folder, &[]).ends_with(1), &["[build/k.ptx:10:8]", "note: from /elsewhere/src/k.cu:2:12"]);
    holds(run(&folder, &["--format", "github"]).ends_with(1), &["::error file=build/k.ptx,line=10"]);
    // Beside the PTX it is found without a root.
    folder.add("build/k.cu", SOURCE);
    holds(folder.run(["build/k.ptx"]).ends_with(1), &["[build/k.cu:2:12]"]);
    // A file that is shorter than it should be is another one.
    folder.add("build/k.cu", "// short\n");
    holds(folder.run(["build/k.ptx"]).ends_with(1), &["note: from build/k.cu:2:12"]);
}

#[test]
fn comments_in_sources_hide_findings() {
    let count = |source: &str| {
        let report = run(&folder(source), &["--format", "compact"]);
        report.stdout.lines().count()
    };
    assert_eq!(count(SOURCE), 3);
    assert_eq!(count(&SOURCE.replace("// 2", "// ptxlint: allow(shfl-width, bitwise-type) as is")), 2);
    assert_eq!(count(&SOURCE.replace("// 2", "// ptxlint: allow(shfl-width)")), 3);
    // Where the function was inlined; in a line of its own before.
    assert_eq!(count(&SOURCE.replace("(y[i]);", "(y[i]); /* ptxlint: allow(bitwise-type) */")), 2);
    let before = SOURCE.replace("    int i = threadIdx.x;\n    y[i]", "    // ptxlint: allow(bitwise-type)\n    y[i]");
    assert_eq!(count(&before), 2);
    // What comes from no line stays.
    assert_eq!(count(&SOURCE.replace("// 2", "// ptxlint: allow-file(bitwise-type)")), 1);
    // No comment, no rule.
    assert_eq!(count(&SOURCE.replace("// 2", "; ptxlint: allow(bitwise-type)")), 3);
}

const ASSEMBLY: &str = "\
__device__ int f(int x) {
    int y;
    asm volatile(\"and.u32 %0, %1, 3;\" : \"=r\"(y) : \"r\"(x));
    asm(PREFIX \".u32 %0;\" : \"=r\"(y));
    return y;
}
";

#[test]
fn assembly_in_sources_is_judged_in_its_place() {
    let folder = Folder::new();
    folder.add("k.cu", ASSEMBLY);
    let report = folder.run(["k.cu"]);
    let text = report.ends_with(1);
    holds(
        text,
        &[
            "error[bitwise-type]",
            "[k.cu:3:22]",
            "and.u32 %0",
            "   ·                      ──┬─",
            "1 of 2 asm statements",
        ],
    );
    let report = Schema::read().check(folder.run(["--format", "json", "k.cu"]).ends_with(1));
    assert_eq!(report["findings"][0]["start"], json!({ "line": 3, "column": 22, "offset": 58 }));
    // Folders are walked for PTX only, and PTX may have any name.
    folder.add("k.ptx", super::kernel(""));
    folder.add("p.cu", super::kernel(super::WARNING));
    folder.run(["."]).ends_with(0);
    holds(folder.run(["p.cu"]).ends_with(0), &["warning[shfl-width]"]);
}

#[test]
fn fixes_of_assembly_are_written_into_sources() {
    let folder = Folder::new();
    let text = "void f(int *p) {\n  int x;\n  asm(\"atom.global.add.u32 %0, [%1], 1;\" : \"=r\"(x) : \"l\"(p));\n}\n";
    folder.add("k.cu", text);
    assert!(folder.run(["--diff", "k.cu"]).stdout.contains("+  asm volatile(\"atom"));
    folder.run(["--fix", "k.cu"]).ends_with(0);
    let fixed = std::fs::read_to_string(folder.path().join("k.cu")).expect("the file");
    assert_eq!(fixed, text.replace("asm(", "asm volatile("));
}
