//! What the package pulls in.

use std::process::Command;

/// Names of all packages that end up in a build, without this one.
fn tree(options: &[&str]) -> Vec<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args(["tree", "--frozen", "--edges", "normal", "--prefix", "none"]);
    let output = cargo.args(["--package", "ptx-linter"]).args(options).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    let mut names: Vec<String> = text.lines().filter_map(|line| line.split(' ').next().map(str::to_string)).collect();
    names.sort();
    names.dedup();
    names.retain(|name| name != "ptx-linter");
    names
}

#[test]
fn the_bare_library_needs_logos_and_nom_alone() {
    for (features, more) in [("", None), ("lint", Some("xxhash-rust")), ("kernels", Some("xxhash-rust"))] {
        let direct = tree(&["--no-default-features", "--features", features, "--depth", "1"]);
        let expected: Vec<&str> = ["logos", "nom"].into_iter().chain(more).collect();
        assert_eq!(direct, expected, "{features}");
    }
    // All but the last three of these only run in the compiler, as parts of logos' derive macro.
    let all = tree(&["--no-default-features"]);
    let expected = [
        "aho-corasick",
        "fnv",
        "logos",
        "logos-codegen",
        "logos-derive",
        "memchr",
        "nom",
        "proc-macro2",
        "quote",
        "regex-automata",
        "regex-syntax",
        "syn",
        "unicode-ident",
    ];
    assert_eq!(all, expected);
}

/// textwrap above 0.16.2 brings 34 packages of Unicode data: `cargo update -p textwrap --precise 0.16.2`.
#[test]
fn the_tool_stays_small() {
    let all = tree(&[]);
    assert!(!all.iter().any(|name| name.starts_with("icu_")), "{all:?}");
    assert!(all.len() <= 100, "{}: {all:?}", all.len());
}
