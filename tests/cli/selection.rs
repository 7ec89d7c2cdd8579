//! Which files are linted, and with what.

use super::json::Schema;
use super::{ERROR, Folder, Run, WARNING, kernel, run, run_on, tool};
use serde_json::Value;

/// A folder with files at several depths.
fn folder() -> Folder {
    let folder = Folder::new();
    for name in ["a.ptx", "gen/b.ptx", "gen/deep/c.ptx", "src/d.ptx", "src/e.txt"] {
        folder.add(name, kernel(ERROR));
    }
    folder
}

fn files<const N: usize>(folder: &Folder, arguments: [&str; N]) -> Vec<String> {
    let run = Run::of(tool().current_dir(folder.path()).arg("--show-files").args(arguments));
    run.ends_with(0).lines().map(|line| line.replace('\\', "/")).collect()
}

#[test]
fn files_are_shown() {
    assert_eq!(files(&folder(), []), ["a.ptx", "gen/b.ptx", "gen/deep/c.ptx", "src/d.ptx"]);
    assert_eq!(files(&folder(), ["src/e.txt", "gen/deep"]), ["gen/deep/c.ptx", "src/e.txt"]);
    folder().run(["--show-files", "nowhere.ptx", "a.ptx"]).fails_with("cannot lint nowhere.ptx: there is no such");
}

#[test]
fn files_can_be_excluded() {
    let folder = folder();
    assert_eq!(files(&folder, ["--exclude", "gen/"]), ["a.ptx", "src/d.ptx"]);
    assert_eq!(files(&folder, ["--exclude", "gen,d.ptx"]), ["a.ptx"]);
    assert_eq!(files(&folder, ["--exclude", "deep", "--exclude", "/a.ptx", "."]), ["gen/b.ptx", "src/d.ptx"]);
    // What is named is excluded, too, as tools want that pass on the names of changed files.
    assert_eq!(files(&folder, ["--exclude", "gen", "gen/b.ptx", "gen", "a.ptx"]), ["a.ptx"]);
    let absolute = folder.path().join("gen/b.ptx").to_string_lossy().into_owned();
    assert_eq!(files(&folder, ["--exclude", "/gen", absolute.as_str(), "a.ptx"]), ["a.ptx"]);
    folder.run(["--exclude", "*.ptx"]).fails_with("no .ptx file in this folder");
    folder.run(["--exclude", "*.ptx", "a.ptx"]).fails_with("nothing left to check");
    assert!(
        folder.run(["--exclude", "*.ptx", "--allow-empty", "a.ptx"]).ends_with(0).starts_with("no findings in 0 files")
    );
    folder.run(["--exclude", "{a", "a.ptx"]).fails_with("`--exclude {a`");
}

#[test]
fn a_configuration_excludes_files() {
    let folder = folder();
    folder.add("ptxlint.toml", "exclude = [\"/gen\", \"d.ptx\"]\n");
    assert_eq!(files(&folder, []), ["a.ptx"]);
    assert_eq!(files(&folder, ["gen/b.ptx", "a.ptx"]), ["a.ptx"]);
    assert_eq!(files(&folder, ["--no-config", "src"]), ["src/d.ptx"]);
}

#[test]
fn patterns_name_files() {
    let folder = folder();
    assert_eq!(files(&folder, ["**/*.ptx"]), ["a.ptx", "gen/b.ptx", "gen/deep/c.ptx", "src/d.ptx"]);
    assert_eq!(files(&folder, ["gen/*.ptx"]), ["gen/b.ptx"]);
    assert_eq!(files(&folder, ["./{gen,src}/?.*"]), ["gen/b.ptx", "src/d.ptx", "src/e.txt"]);
    assert_eq!(files(&folder, ["**/*.ptx", "a.ptx", "--exclude", "gen"]), ["a.ptx", "src/d.ptx"]);
    folder.run(["nothing/*.ptx"]).fails_with("cannot lint nothing/*.ptx: ");
    folder.run(["x*.ptx"]).fails_with("cannot lint x*.ptx: no file matches this pattern");
    folder.run(["a{.ptx"]).fails_with("invalid pattern");
    // A file may be called like a pattern.
    if cfg!(unix) {
        folder.add("[x].ptx", kernel(""));
        assert_eq!(files(&folder, ["[x].ptx"]), ["[x].ptx"]);
    }
}

#[test]
fn having_nothing_to_lint_may_be_fine() {
    let folder = Folder::new();
    folder.add("readme.md", "");
    folder.run(["."]).fails_with("no .ptx file in this folder");
    assert!(folder.run(["--allow-empty", "."]).ends_with(0).starts_with("no findings in 0 files"));
    assert_eq!(folder.run(["--allow-empty", "--quiet", "x*.ptx"]).ends_with(0), "");
    folder.run(["--allow-empty", "nowhere.ptx"]).fails_with("there is no such file");
    let report = Schema::read().check(folder.run(["--allow-empty", "--format", "json"]).ends_with(0));
    assert_eq!(report["files"], serde_json::json!([]));
}

#[test]
fn the_standard_input_may_have_a_name() {
    let named = run_on(["--format", "compact", "--stdin-filename", "gen/k.ptx", "-"], kernel(ERROR));
    assert!(named.ends_with(1).starts_with("gen/k.ptx:7:8: error[bitwise-type]"), "{named:?}");
    run(["--stdin-filename", "k.ptx", "a.ptx"]).fails_with("`-` has to be among the paths");
    // Its configuration is that of the file which it is said to be.
    let folder = Folder::new();
    folder.add("gen/ptxlint.toml", "[[override]]\npaths = [\"k.ptx\"]\nlevels = { isa = \"ignore\" }\n");
    let text = folder.add("text", kernel(ERROR));
    let code = |name: &str| {
        let stdin = std::fs::File::open(&text).expect("a file");
        let mut tool = tool();
        Run::of(tool.current_dir(folder.path()).args(["--stdin-filename", name, "-"]).stdin(stdin)).code
    };
    assert_eq!((code("gen/k.ptx"), code("gen/other.ptx"), code("k.ptx")), (Some(0), Some(1), Some(1)));
}

#[test]
fn settings_are_shown() {
    let folder = Folder::new();
    folder.add("base.toml", "target = \"sm_80\"\n[levels]\nsync = \"ignore\"\n");
    folder.add("ptxlint.toml", "extend = \"base.toml\"\n[[kernel]]\nname = \"m*\"\nblock = 64\n");
    for name in ["a.ptx", "b.ptx", "sub/c.ptx"] {
        folder.add(name, kernel(WARNING));
    }
    folder.add("sub/ptxlint.toml", "ptx-version = \"8.1\"\ntoolchain = \"r550\"\n");
    let human = folder.run(["--show-settings", "--deny", "bitwise-type"]);
    let text = human.ends_with(0);
    assert!(text.starts_with("a.ptx\nb.ptx\n  configuration    ptxlint.toml, which extends base.toml\n"), "{text}");
    for line in [
        "  target           sm_80\n",
        "  ptx-version      8.1\n",
        "  toolchain        12.4\n",
        "  kernel           m*: block 64, 1, 1\n",
    ] {
        assert!(text.contains(line), "{line:?} is missing in {text}");
    }
    let json = folder.run(["--show-settings", "--format", "json", "--deny", "redundant-move"]);
    let json: Value = serde_json::from_str(json.ends_with(0)).expect("JSON");
    let [top, sub] = json["settings"].as_array().expect("a list").as_slice() else { panic!("{json:#}") };
    assert_eq!(top["files"], serde_json::json!(["a.ptx", "b.ptx"]));
    assert_eq!((&top["rules"]["shfl-width"], &sub["rules"]["shfl-width"]), (&Value::Null, &"warning".into()));
    assert_eq!(top["rules"]["redundant-move"], "error");
    assert_eq!((&top["target"], &sub["target"]), (&"sm_80".into(), &Value::Null));
    // They are what files are linted with.
    let linted = folder.run(["--format", "compact"]);
    let named = |line: &&str| line.contains("shfl-width");
    let found: Vec<&str> = linted.ends_with(0).lines().filter(named).map(|line| &line[..9]).collect();
    assert_eq!(found, ["sub/c.ptx"]);
}
