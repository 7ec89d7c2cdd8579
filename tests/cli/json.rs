//! Reports for programs.

use super::{ERROR, Folder, WARNING, kernel, run, run_on};
use boon::{Compiler, SchemaIndex, Schemas};
use insta::assert_snapshot;
use serde_json::Value;

/// The schema of the repository.
pub(super) struct Schema {
    schemas: Schemas,
    report: SchemaIndex,
    finding: SchemaIndex,
}

impl Schema {
    pub(super) fn read() -> Self {
        Self::of("report.schema.json")
    }

    pub(super) fn of(name: &str) -> Self {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/schema");
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let mut compile = |part: &str| compiler.compile(&format!("{folder}/{part}"), &mut schemas).expect("a schema");
        let (report, finding) = (compile(name), compile("report.schema.json#/$defs/finding"));
        Self { schemas, report, finding }
    }

    fn allows(&self, value: &Value) -> bool {
        self.schemas.validate(value, self.report).is_ok()
    }

    #[track_caller]
    pub(super) fn check(&self, text: &str) -> Value {
        let value = serde_json::from_str(text).expect("JSON");
        if let Err(error) = self.schemas.validate(&value, self.report) {
            panic!("{error:#}\n{text}");
        }
        value
    }
}

/// The schema of what `ptxlint parity` writes.
pub(super) fn parity_schema() -> Schema {
    Schema::of("parity.schema.json")
}

/// Files with every status, and findings with everything that findings can have.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.add("bad.ptx", kernel(&format!("{ERROR}\n{WARNING}\n.reg .b64 %rd<2>; st.shared.b32 [%rd1], %r1;")));
    folder.add("broken.ptx", format!("\u{feff}{}", kernel("add.u32 %r1 %r2\nadd.u32 %r1")));
    folder.add("clean.ptx", kernel(""));
    folder.add("empty.ptx", "");
    folder
}

#[test]
fn reports_have_the_form_of_the_schema() {
    let schema = Schema::read();
    let folder = folder();
    for options in [&["--statistics"][..], &["--max-findings", "1"], &["--deny", "all"], &["--expect-kernel", "x"]] {
        let mut tool = super::tool();
        tool.current_dir(folder.path()).args(["--format", "json", ".", "nowhere.ptx"]).args(options);
        let run = super::Run::of(&mut tool);
        let report = schema.check(run.ends_with(2));
        let files = report["files"].as_array().expect("files").iter();
        let statuses: Vec<String> = files.map(|file| format!("{} {}", file["path"], file["status"])).collect();
        let expected = [
            r#""bad.ptx" "ok""#,
            r#""broken.ptx" "syntax-error""#,
            r#""clean.ptx" "ok""#,
            r#""empty.ptx" "not-ptx""#,
            r#""nowhere.ptx" "unreadable""#,
        ];
        assert_eq!(statuses, expected);
    }
}

#[test]
fn the_schema_knows_all_groups_and_levels() {
    let schema: Value = serde_json::from_str(include_str!("../../schema/report.schema.json")).expect("JSON");
    let groups: Vec<&str> = ptxlint::rules::Group::ALL.iter().map(|group| group.name()).collect();
    let levels: Vec<&str> = ptxlint::diagnostic::Level::ALL.iter().rev().map(|level| level.name()).collect();
    assert_eq!(schema["$defs"]["group"]["enum"], Value::from(groups));
    assert_eq!(schema["$defs"]["level"]["enum"], Value::from(levels));
}

/// A schema that allowed anything would prove nothing.
#[test]
fn the_schema_is_strict() {
    let schema = Schema::read();
    let report = schema.check(folder().run(["--format", "json", "."]).ends_with(2));
    let spoilt = |pointer: &str, value: Value| {
        let mut copy = report.clone();
        *copy.pointer_mut(pointer).expect(pointer) = value;
        !schema.allows(&copy)
    };
    assert!(schema.allows(&report));
    assert!(spoilt("/schema_version", 2.into()));
    assert!(spoilt("/files/3/status", "fine".into()));
    assert!(spoilt("/files/0/status", "not-ptx".into()), "a reason is missing");
    assert!(spoilt("/findings/0/level", "fatal".into()));
    assert!(spoilt("/findings/0/start/column", 0.into()));
    assert!(spoilt("/findings/0/labels", Value::Null));
    assert!(spoilt("/summary", serde_json::json!({ "error": 1 })));
    let mut more = report.clone();
    more["findings"][0]["extra"] = 1.into();
    assert!(!schema.allows(&more));
}

#[test]
fn every_line_is_a_finding() {
    let schema = Schema::read();
    let folder = folder();
    let lines = folder.run(["--format", "json-lines", "."]);
    let document = schema.check(folder.run(["--format", "json", "."]).ends_with(2));
    let findings: Vec<Value> =
        lines.ends_with(2).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(findings.iter().all(|finding| schema.schemas.validate(finding, schema.finding).is_ok()));
    assert_eq!(Value::from(findings), document["findings"]);
}

#[test]
fn the_demonstration() {
    assert_snapshot!(run(["--format", "json", "--max-findings", "3", "examples/demo.ptx"]).ends_with(1));
}

#[test]
fn an_empty_report_is_a_report() {
    let report = Schema::read().check(run_on(["--format", "json", "-"], kernel("")).ends_with(0));
    assert_eq!(report["files"][0]["path"], "<stdin>");
    assert_eq!(report["findings"], serde_json::json!([]));
}

#[test]
fn findings_are_sorted_and_counted() {
    let report = folder().run(["--format", "json", ".", "--max-findings", "3", "--statistics"]);
    let report: Value = serde_json::from_str(report.ends_with(2)).expect("JSON");
    let findings = report["findings"].as_array().expect("findings");
    let keys: Vec<_> = findings.iter().map(|f| (f["path"].to_string(), f["start"]["offset"].as_u64())).collect();
    assert!(keys.is_sorted(), "{keys:?}");
    let sum = |items: &Value, key: &str| -> u64 {
        items.as_array().expect("a list").iter().filter_map(|item| item[key].as_u64()).sum()
    };
    let summary = &report["summary"];
    let levels: u64 = ["error", "warning", "perf", "note"].iter().filter_map(|level| summary[level].as_u64()).sum();
    assert_eq!(sum(&report["files"], "findings"), levels);
    assert_eq!(sum(&report["statistics"], "findings"), levels);
    assert_eq!(summary["omitted"].as_u64(), Some(levels - 3));
}

/// Offsets, lines and columns are about the same bytes.
#[test]
fn places_agree() {
    let text = kernel(&format!("/* \u{6f22} */\t{ERROR}")).replace('\n', "\r\n");
    let report: Value = serde_json::from_str(run_on(["--format", "json", "-"], &text).ends_with(1)).expect("JSON");
    let finding = &report["findings"][0];
    let offset = |place: &str| finding[place]["offset"].as_u64().expect("an offset") as usize;
    assert_eq!(&text[offset("start")..offset("end")], ".u32");
    let line_start = text[..offset("start")].rfind('\n').map_or(0, |at| at + 1);
    assert_eq!(finding["start"]["line"], 7);
    assert_eq!(finding["start"]["column"].as_u64(), Some((offset("start") - line_start + 1) as u64));
    let edit = &finding["fixes"][0]["edits"][0];
    let fixed = text[..edit["start"].as_u64().expect("a start") as usize].to_string()
        + edit["text"].as_str().expect("a text")
        + &text[edit["end"].as_u64().expect("an end") as usize..];
    assert_eq!(fixed, text.replace("and.u32", "and.b32"));
}

/// Two threads add to one word: the launch, what the parameters hold, and who touches which bytes.
#[test]
fn witnesses_are_launches() {
    let text = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry sum(.param .u64 data, .param .u32 n, .param .f32 scale)
{
    .reg .pred %p<2>;
    .reg .f32 %f<4>;
    .reg .b32 %r<3>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [data];
    ld.param.u32 %r2, [n];
    ld.param.f32 %f2, [scale];
    mov.u32 %r1, %tid.x;
    setp.ge.u32 %p1, %r1, %r2;
    @%p1 ret;
    cvt.rn.f32.u32 %f1, %r1;
    mul.f32 %f3, %f1, %f2;
    cvta.to.global.u64 %rd2, %rd1;
    st.global.f32 [%rd2+8], %f1;
    ret;
}
";
    let report = Schema::read().check(run_on(["--format", "json", "-"], text).ends_with(0));
    let finding = &report["findings"][0];
    assert_eq!(finding["rule"], "global-race", "{report:#}");
    let witness = &finding["witness"];
    assert!(["some", "every"].iter().any(|scope| witness["launches"] == *scope), "{witness:#}");
    let [_, _, _] = [&witness["block"], &witness["grid"], &witness["acts"][0]["thread"]].map(|extents| {
        assert_eq!(extents.as_array().map(Vec::len), Some(3), "{witness:#}");
    });
    let [data, n, scale] = [0, 1, 2].map(|index| &witness["parameters"][index]);
    assert_eq!((&data["name"], &data["holds"], &data["bits"]), (&"data".into(), &"buffer".into(), &64.into()));
    assert_eq!((&n["name"], &n["holds"], &n["decides"]), (&"n".into(), &"integer".into(), &true.into()));
    assert!(n["value"].as_i64().is_some_and(|n| n > 1));
    assert_eq!((&scale["holds"], &scale["decides"]), (&"anything".into(), &false.into()));
    let acts = witness["acts"].as_array().expect("acts");
    assert_eq!(acts.len(), 2);
    for act in acts {
        assert_eq!((&act["does"], &act["start"]["line"]), (&"writes".into(), &20.into()));
        assert_eq!(act["memory"], serde_json::json!({ "base": "data", "offset": 8, "bytes": 4 }));
    }
    let shown = run_on(["-"], text);
    assert!(shown.ends_with(0).contains(&format!("threads, n = {}", n["value"])), "{}", shown.ends_with(0));
}
