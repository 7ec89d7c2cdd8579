//! What stands around linting: configurations to begin with and to extend, completions, manual pages, the version.

use super::{ERROR, Folder, WARNING, kernel, run};
use boon::{Compiler, Schemas};
use serde_json::Value;
use std::process::Command;

#[test]
fn a_configuration_is_begun() {
    let folder = Folder::new();
    folder.add("k.ptx", kernel(WARNING));
    assert_eq!(folder.run(["init"]).ends_with(0), "wrote ptxlint.toml\n");
    folder.run(["init"]).fails_with("ptxlint.toml already exists");
    let with = folder.run(["--format", "compact", "k.ptx"]);
    assert_eq!(with.ends_with(0), folder.run(["--no-config", "--format", "compact", "k.ptx"]).ends_with(0));
    assert_eq!(folder.run(["init", "--schema", "new/sub"]).ends_with(0).lines().count(), 2);
    let text = std::fs::read_to_string(folder.path().join("new/sub/ptxlint.toml")).expect("a file");
    assert!(text.starts_with("#:schema ./ptxlint.schema.json\n"));
    assert!(folder.path().join("new/sub/ptxlint.schema.json").is_file());
}

/// TOML as JSON, for the schema.
fn toml(text: &str) -> Value {
    fn convert(value: &toml::de::DeValue<'_>) -> Value {
        use toml::de::DeValue;
        match value {
            DeValue::String(text) => text.as_ref().into(),
            DeValue::Integer(number) => number.as_str().parse::<i64>().expect("a number").into(),
            DeValue::Float(number) => number.as_str().parse::<f64>().expect("a number").into(),
            DeValue::Boolean(value) => (*value).into(),
            DeValue::Datetime(time) => time.to_string().into(),
            DeValue::Array(items) => items.iter().map(|item| convert(item.get_ref())).collect(),
            DeValue::Table(table) => {
                let entries = table.iter().map(|(key, value)| (key.get_ref().to_string(), convert(value.get_ref())));
                Value::Object(entries.collect())
            }
        }
    }
    let document = toml::de::DeTable::parse(text).expect("TOML");
    convert(&toml::de::DeValue::Table(document.into_inner()))
}

/// The schema and the reader of configurations agree.
#[test]
fn the_schema_allows_what_is_read() {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let folder = Folder::new();
    folder.run(["init", "--schema"]).ends_with(0);
    let path = folder.path().join("ptxlint.schema.json");
    let schema = compiler.compile(&path.to_string_lossy(), &mut schemas).expect("a schema");
    let example = super::documents::configuration();
    let cases: [(&str, bool); 13] = [
        (&example, true),
        ("", true),
        ("exclude = [\"gen/\"]\nblock = 64", true),
        ("block = [8, 8]\n[levels]\nall = \"warn\"\nwarnings = \"deny\"", true),
        ("[levels]\nbitwise-typ = \"deny\"", false),
        ("[levels]\nbitwise-type = \"forbid\"", false),
        ("blok = 64", false),
        ("block = 0", false),
        ("block = []", false),
        ("target = 80", false),
        ("[[kernel]]\nblock = 64", false),
        ("[[override]]\npaths = [\"a\"]\nextend = \"b\"", false),
        ("expect-kernel = \"k\"", false),
    ];
    folder.add("k.ptx", kernel(""));
    for (text, is_right) in cases {
        assert_eq!(schemas.validate(&toml(text), schema).is_ok(), is_right, "{text}");
        folder.add("ptxlint.toml", text);
        assert_eq!(folder.run(["--show-settings"]).code == Some(0), is_right, "{text}");
    }
    // Every rule and group may be named.
    for name in
        ptxlint::rules::listed().map(|rule| rule.name).chain(ptxlint::rules::Group::ALL.map(|group| group.name()))
    {
        assert!(schemas.validate(&toml(&format!("[levels]\n{name} = \"deny\"")), schema).is_ok(), "{name}");
    }
}

#[test]
fn configurations_extend_others() {
    let folder = Folder::new();
    folder.add("k.ptx", kernel(&format!("{ERROR}\n{WARNING}")));
    let levels = || {
        let run = folder.run(["--format", "compact", "k.ptx"]);
        let level = |rule: &str| {
            let line = run.stdout.lines().find(|line| line.contains(&format!("[{rule}]")))?.to_string();
            Some(line.split(' ').nth(1)?.split('[').next()?.to_string())
        };
        (level("bitwise-type"), level("shfl-width"))
    };
    let (error, warning) = (Some("error".to_string()), Some("warning".to_string()));
    folder.add("team/base.toml", "extend = \"more.toml\"\n[levels]\nsync = \"ignore\"\n");
    folder.add("team/more.toml", "[levels]\nisa = \"warn\"\nsync = \"deny\"\n");
    folder.add("ptxlint.toml", "extend = \"team/base.toml\"\n");
    assert_eq!(levels(), (warning.clone(), None));
    folder.add("ptxlint.toml", "extend = \"team/base.toml\"\n[levels]\nshfl-width = \"deny\"\n");
    assert_eq!(levels(), (warning, error.clone()));
    // Patterns of a base are about the folder of the file that extends it.
    folder.add(
        "team/base.toml",
        "exclude = [\"/other.ptx\"]\n[[override]]\npaths = [\"/k.ptx\"]\nlevels = { sync = \"ignore\" }\n",
    );
    folder.add("other.ptx", kernel(""));
    assert_eq!(folder.run(["--show-files"]).ends_with(0), "k.ptx\n");
    // What a file says itself wins, even over special settings of its base.
    assert_eq!(levels(), (error.clone(), error));
    folder.add("ptxlint.toml", "block = 64\nextend = \"nowhere.toml\"\n");
    folder.run(["k.ptx"]).fails_with("ptxlint.toml:2:10: there is no file nowhere.toml");
    folder.add("ptxlint.toml", "extend = \"other.toml\"\n");
    folder.add("other.toml", "extend = \"./ptxlint.toml\"\n");
    folder.run(["k.ptx"]).fails_with("extends itself");
    folder.add("other.toml", "blok = 1\n");
    folder.run(["k.ptx"]).fails_with("other.toml:1:1: unknown key `blok`");
}

#[test]
fn shells_complete_options() {
    for (shell, word) in [
        ("bash", "--output-file"),
        ("zsh", "--output-file"),
        ("fish", "output-file"),
        ("powershell", "--output-file"),
        ("elvish", "--output-file"),
    ] {
        let script = run(["completions", shell]);
        assert!(script.ends_with(0).contains(word), "{shell}");
        assert!(!script.stdout.contains("run-kernel"), "what is hidden is not completed");
    }
    let folder = Folder::new();
    let script = folder.add("ptxlint.bash", run(["completions", "bash"]).ends_with(0));
    // Where there is a bash it has to complete.
    let ask = format!(
        ". {}; COMP_WORDS=(ptxlint --format sa); COMP_CWORD=2; _ptxlint ptxlint sa --format; echo \"${{COMPREPLY[@]}}\"",
        script.display()
    );
    if let Ok(output) = Command::new("bash").args(["--norc", "-c", &ask]).output() {
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "sarif", "{output:?}");
    }
}

#[test]
fn there_are_manual_pages() {
    let page = run(["man"]);
    assert!(page.ends_with(0).contains(".TH ptxlint 1") && page.stdout.contains("\\-\\-output\\-file"));
    let folder = Folder::new();
    folder.run(["man", "--output", "pages"]).ends_with(0);
    let names: Vec<String> = std::fs::read_dir(folder.path().join("pages"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    for name in ["ptxlint.1", "ptxlint-parity.1", "ptxlint-verify.1", "ptxlint-kernels-emit.1"] {
        assert!(names.iter().any(|found| found == name), "{name} is missing: {names:?}");
    }
    assert!(!names.iter().any(|name| name.contains("run-kernel")), "{names:?}");
    folder.add("file", "");
    folder.run(["man", "--output", "file"]).fails_with("cannot write the manual pages into file");
}

#[test]
fn the_version_tells_what_is_known() {
    let short = run(["-V"]);
    let version = short.ends_with(0).trim();
    // Optimised builds name their commit.
    let (name, commit) = version.split_once(" (").unwrap_or((version, "0000000000 2000-01-01)"));
    assert_eq!(name, concat!("ptxlint ", env!("CARGO_PKG_VERSION")));
    assert!(commit.ends_with(')') && commit.split(' ').next().is_some_and(|hash| hash.len() >= 10), "{version}");
    let long = run(["--version"]);
    let lines: Vec<&str> = long.ends_with(0).lines().collect();
    assert_eq!(lines[0], version);
    assert!(lines[1].starts_with("PTX ISA up to 9.") && lines[1].contains(" instructions, "), "{long:?}");
}
