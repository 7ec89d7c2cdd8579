//! PTX in files of other kinds. How they are read is tested beside the code; here is what users see of it.

use super::json::Schema;
use super::{ERROR, Folder, Run, kernel, packages, run, tool};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A fat binary with one entry of PTX for sm_80.
fn fat_binary(text: &str) -> Vec<u8> {
    let size = text.len().next_multiple_of(8);
    let mut file = vec![0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0];
    file.extend((64 + size as u64).to_le_bytes());
    let header = file.len();
    file.resize(header + 64, 0);
    file[header] = 1;
    file[header + 4] = 64;
    file[header + 8..header + 16].copy_from_slice(&(size as u64).to_le_bytes());
    file[header + 28] = 80;
    file.extend(text.as_bytes());
    file.resize(header + 64 + size, 0);
    file
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.add("lib/k.fatbin", fat_binary(&kernel(ERROR)));
    folder
}

const PLACE: &str = "lib/k.fatbin!k.1.sm_80.ptx:7:8";

#[test]
fn texts_in_files_are_linted_and_named() {
    let folder = folder();
    for path in ["lib/k.fatbin", ".", "lib", "lib/*.fatbin", "lib/k.fatbin!k.1.sm_80.ptx"] {
        let report = folder.run(["--format", "compact", path]);
        assert!(report.ends_with(1).starts_with(&format!("{PLACE}: error[bitwise-type]")), "{path}: {report:?}");
    }
    assert!(folder.run(["lib/k.fatbin"]).ends_with(1).contains(&format!("[{PLACE}]")));
    let text = folder.run(["extract", "lib/k.fatbin"]);
    assert_eq!(text.ends_with(0), kernel(ERROR));
    let listed = folder.run(["extract", "-o", "out", "lib"]);
    let path = Path::new(listed.ends_with(0).trim());
    assert_eq!(path, Path::new("out/lib/k.fatbin/k.1.sm_80.ptx"));
    assert_eq!(std::fs::read_to_string(folder.path().join(path)).expect("the text"), kernel(ERROR));
    folder.run(["lib/k.fatbin!k.2.sm_80.ptx"]).fails_with("there is no such file");
}

/// A line of a text within a file is no line of the file: formats for other programs must not say so.
#[test]
fn every_format_names_the_file_and_the_text() {
    let folder = folder();
    let report = Schema::read().check(folder.run(["--format", "json", "."]).ends_with(1));
    let finding = &report["findings"][0];
    assert_eq!((&finding["member"], &finding["start"]["line"]), (&"k.1.sm_80.ptx".into(), &7.into()));
    assert_eq!(report["files"][0]["member"], "k.1.sm_80.ptx");
    let log: Value = serde_json::from_str(folder.run(["--format", "sarif", "."]).ends_with(1)).expect("JSON");
    assert_eq!(log["runs"][0]["artifacts"].as_array().map(Vec::len), Some(1));
    let result = &log["runs"][0]["results"][0];
    let place = &result["locations"][0];
    assert_eq!(place["physicalLocation"]["artifactLocation"]["uri"], "lib/k.fatbin");
    assert!(place["physicalLocation"].get("region").is_none() && result.get("fixes").is_none(), "{result}");
    assert_eq!(place["logicalLocations"][0]["fullyQualifiedName"], PLACE);
    let annotations = folder.run(["--format", "github", "."]);
    let annotation = annotations.ends_with(1);
    assert!(annotation.starts_with("::error file=lib/k.fatbin,title=ptxlint%3A bitwise-type::k.1.sm_80.ptx:7:8: "));
    let issues: Value = serde_json::from_str(folder.run(["--format", "gitlab", "."]).ends_with(1)).expect("JSON");
    assert_eq!(issues[0]["location"]["path"], "lib/k.fatbin");
    assert!(folder.run(["--format", "junit", "."]).ends_with(1).contains(PLACE));
}

#[test]
fn texts_in_files_are_not_written() {
    let folder = folder();
    let before = fat_binary(&kernel(ERROR));
    let report = folder.run(["--fix", "."]);
    assert!(report.ends_with(1).contains("fixed 0 findings"), "{report:?}");
    assert_eq!(std::fs::read(folder.path().join("lib/k.fatbin")).expect("the file"), before);
    assert!(folder.run(["--diff", "."]).ends_with(1).contains("+    and.b32 %r1, %r2, %r2;"));
    folder.run(["--baseline", "b.json", "--update-baseline", "."]).ends_with(0);
    folder.run(["--baseline", "b.json", "lib/k.fatbin"]).ends_with(0);
    // What is not linted this time stays.
    folder.add("other.ptx", kernel(""));
    folder.run(["--baseline", "b.json", "--update-baseline", "other.ptx"]).ends_with(0);
    folder.run(["--baseline", "b.json", "."]).ends_with(0);
}

#[test]
fn files_without_ptx_say_so() {
    let folder = Folder::new();
    folder.add("k.o", b"\x7fELF\x02\x01\x01 and no more");
    folder.add("k.ptx", kernel(""));
    folder.add("empty.fatbin", [0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    folder.run(["."]).ends_with(0);
    folder.run(["empty.fatbin"]).fails_with("there is no PTX in this file");
    folder.run(["--allow-empty", "empty.fatbin"]).ends_with(0);
    folder.run(["k.o"]).fails_with("it is a damaged ELF file");
    let mut cut = fat_binary(&kernel(ERROR));
    cut.truncate(90);
    folder.add("cut.fatbin", cut);
    folder.run(["."]).fails_with("the fat binary at byte 0 is damaged");
}

const CUOBJDUMP: &str = "nvidia-cuda-cuobjdump==13.5.37";
/// A wheel whose libraries have PTX for any version of Python.
const WHEEL: &str = "ri-kernels-cuda13==0.2.2";

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            found.extend(files(&entry, extension));
        } else if entry.extension().is_some_and(|it| it == extension) {
            found.push(entry);
        }
    }
    found
}

/// The texts below a folder by their names.
fn texts(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    files(folder, "ptx").iter().map(|path| (name(path), std::fs::read(path).expect("a text"))).collect()
}

/// Compares the texts in the libraries below a folder with those that cuobjdump finds there, byte for byte; how many there are.
fn compare_with_cuobjdump(cuobjdump: &Path, libraries: &Path) -> usize {
    let mut count = 0;
    for library in files(libraries, "so") {
        let (theirs, ours) = (Folder::new(), Folder::new());
        let output =
            Command::new(cuobjdump).args(["-all", "-xptx", "all"]).arg(&library).current_dir(theirs.path()).output();
        let output = output.expect("cuobjdump runs");
        let reason = String::from_utf8_lossy(&output.stderr).into_owned();
        if let Some(refusal) = reason.lines().find(|line| line.starts_with("cuobjdump fatal")) {
            // It knows no code of architectures that its release has dropped.
            let _ = writeln!(std::io::stderr().lock(), "not compared: {refusal}");
            continue;
        }
        let folder = ours.path().to_string_lossy().into_owned();
        Run::of(tool().arg("extract").arg(&library).args(["-o", &folder]));
        let (theirs, ours) = (texts(theirs.path()), texts(ours.path()));
        assert!(theirs == ours, "{}: {:?} and {:?}", library.display(), theirs.keys(), ours.keys());
        count += ours.len();
    }
    count
}

#[test]
fn texts_are_those_that_cuobjdump_finds() {
    let packages = packages::folder("cuobjdump", &[CUOBJDUMP, WHEEL]);
    let Ok(packages) = packages.map_err(|reason| packages::skipped(&reason)) else { return };
    let count = compare_with_cuobjdump(&packages.join("nvidia/cu13/bin/cuobjdump"), &packages);
    assert!(count > 0, "the wheel has PTX");
    assert!(run(["--show-files", &packages.to_string_lossy()]).ends_with(0).lines().count() >= count);
}

/// The same for wheels of one's choice: `PTXLINT_WHEELS="bitsandbytes==0.50.2 warp-lang"`. What is found in the texts of a wheel is found
/// in the wheel, too.
#[test]
fn texts_of_other_wheels_are_those_that_cuobjdump_finds() {
    let Some(wheels) = std::env::var_os("PTXLINT_WHEELS") else { return };
    let cuobjdump = packages::folder("cuobjdump", &[CUOBJDUMP, WHEEL]).expect("cuobjdump");
    let cuobjdump = cuobjdump.join("nvidia/cu13/bin/cuobjdump");
    for wheel in wheels.to_string_lossy().split_whitespace() {
        let installed = packages::folder("wheel", &[wheel]).unwrap_or_else(|reason| panic!("{wheel}: {reason}"));
        let count = compare_with_cuobjdump(&cuobjdump, &installed);
        let texts = Folder::new();
        Run::of(tool().arg("extract").arg(&installed).arg("-o").arg(texts.path()));
        let keys = |path: &Path| -> Vec<(Value, Value, Value)> {
            let report = Run::of(tool().args(["--format", "json", "--allow-empty"]).arg(path));
            let report: Value = serde_json::from_str(&report.stdout).expect("JSON");
            let findings = report["findings"].as_array().expect("findings").iter();
            let mut keys: Vec<_> =
                findings.map(|it| (it["rule"].clone(), it["message"].clone(), it["start"].clone())).collect();
            keys.sort_by_key(|key| format!("{key:?}"));
            // Copies of a text within a folder are linted once.
            keys.dedup();
            keys
        };
        assert_eq!(keys(&installed), keys(texts.path()), "{wheel}");
        let _ = writeln!(std::io::stderr().lock(), "{wheel}: {count} texts");
    }
}

/// `nvcc --keep` leaves the same PTX in `k.ptx`, `k.fatbin` and `k.o`, there without comments.
#[test]
fn copies_in_a_folder_are_linted_once() {
    let folder = folder();
    folder.add("lib/k.ptx", format!("// Compiled by hand\n{}", kernel(ERROR)));
    folder.add("lib/other.fatbin", fat_binary(&kernel(ERROR)));
    folder.add("lib/new.fatbin", fat_binary(&kernel("")));
    let shown = || folder.run(["--show-files", "."]).stdout;
    assert_eq!(shown(), "lib/k.ptx\nlib/new.fatbin!new.1.sm_80.ptx\n");
    // What is named is linted, and so is what another folder has.
    let named = folder.run(["--show-files", "lib/k.ptx", "lib/k.fatbin"]);
    assert_eq!(named.stdout, "lib/k.fatbin!k.1.sm_80.ptx\nlib/k.ptx\n");
    folder.add("bin/k.fatbin", fat_binary(&kernel(ERROR)));
    assert!(shown().contains("bin/k.fatbin!"));
}
