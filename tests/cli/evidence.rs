//! What was run is kept, and what has changed since is found.

use super::json::Schema;
use super::run;
use ptxlint::isa::Target;
use ptxlint::validate::Demonstration;
use ptxlint::validate::{Case, Suite, SuiteSize, fingerprint};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The files of a folder and those below.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Shipped cases by suite and title.
fn cases() -> BTreeMap<(&'static str, String), Case> {
    let all = [SuiteSize::Small, SuiteSize::Full].into_iter().flat_map(|extent| {
        Suite::ALL.into_iter().flat_map(move |suite| suite.cases(extent).into_iter().map(move |case| (suite, case)))
    });
    all.map(|(suite, case)| ((suite.name(), case.title()), case)).collect()
}

/// Why a record is not about the kernels of today, and how to renew it.
fn stale(record: &Value, cases: &BTreeMap<(&'static str, String), Case>) -> Option<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let name = text(&record["name"]);
    let (today, command) = match record["kind"].as_str() {
        Some("rule") => {
            let rule = name.split('/').next().unwrap_or_default().to_string();
            let kernels = record["kernels"].as_array().expect("kernels").iter();
            let ptx = |kernel: &Value| Demonstration::by_name(kernel["name"].as_str()?).map(|it| it.ptx.to_string());
            (kernels.map(ptx).collect::<Vec<_>>(), format!("ptxlint verify --rules {rule} --evidence evidence"))
        }
        _ => {
            let suite = text(&record["suite"]);
            let case = cases.iter().find(|((of, title), _)| *of == suite && *title == name).map(|(_, case)| case);
            let target = Target::lookup(record["target"].as_str().unwrap_or_default()).expect("a target");
            let ptx = case.and_then(|case| case.kernel.ptx(target).ok());
            (vec![ptx], format!("ptxlint verify --suite {suite} --evidence evidence"))
        }
    };
    let is_current = |(ptx, kernel): (&Option<String>, &Value)| {
        ptx.as_deref().map(fingerprint).is_some_and(|hash| kernel["hash"] == hash.as_str())
    };
    let kernels = record["kernels"].as_array().expect("kernels");
    let all = kernels.len() == today.len() && today.iter().zip(kernels).all(is_current);
    (!all).then(|| format!("{name}: the kernel has changed since it was run; `{command}` runs it again"))
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("readable")).expect("JSON")
}

/// The evidence that is kept in the repository is about the kernels of today.
#[test]
fn evidence_is_not_stale() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("evidence");
    let (schema, cases) = (Schema::of("evidence.schema.json"), cases());
    let records: Vec<Value> =
        files(&folder).iter().map(|path| schema.check(&fs::read_to_string(path).expect("readable"))).collect();
    let complaints: Vec<String> = records.iter().filter_map(|record| stale(record, &cases)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    if !records.iter().any(|record| record["device"]["is_gpu"] == true) {
        // Past the harness, which shows what is printed by failing tests only.
        let line = "no evidence from a GPU is kept: on one, run `ptxlint verify --rules --evidence evidence`";
        writeln!(std::io::stderr(), "{line}").expect("stderr");
    }
}

#[test]
fn what_was_run_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    run(["verify", "--device=cpu", "--rules", "shfl-width", "cvt-rounding", "--evidence", path]).ends_with(0);
    run(["verify", "--device=cpu", "residual_add", "--target=sm_90", "--evidence", path]).ends_with(0);
    let (schema, cases, files) = (Schema::of("evidence.schema.json"), cases(), files(folder.path()));
    // Five lengths; what the interpreter does not judge is no evidence.
    assert_eq!(files.len(), 1 + 5, "{files:?}");
    for file in &files {
        let record = schema.check(&fs::read_to_string(file).expect("readable"));
        assert_eq!(stale(&record, &cases), None);
        assert_eq!((&record["device"]["is_gpu"], &record["device"]["driver"]), (&Value::Bool(false), &Value::Null));
        assert!(record["device"]["name"].as_str().is_some_and(|name| name.starts_with("interpreter")));
    }
    assert_eq!(read(&folder.path().join("rules/shfl-width/bad_sum.json"))["outcome"]["status"], "confirmed");

    // A kernel that has changed, or is gone.
    for file in [&files[0], files.last().expect("files")] {
        let mut record = read(file);
        record["kernels"][0]["hash"] = fingerprint("another text").into();
        let complaint = stale(&record, &cases).expect("it is stale");
        assert!(complaint.contains("`ptxlint verify --") && complaint.contains("--evidence evidence`"), "{complaint}");
        let mut record = read(file);
        record["name"] = "gone".into();
        record["kernels"][0]["name"] = "gone".into();
        assert!(stale(&record, &cases).is_some());
    }
}

#[test]
fn folders_that_cannot_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("written");
    let path = file.to_str().expect("text");
    for what in [&["fill_zero"][..], &["--rules", "shfl-width"]] {
        let run = run(["verify", "--device=cpu", "--evidence", path].iter().chain(what));
        run.fails_with("cannot write the evidence");
        assert_eq!(run.stdout, "", "it is known before anything is run");
    }
    run(["verify", "--specification", "--evidence", path]).fails_with("cannot be used with");
}
