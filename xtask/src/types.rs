//! A type's name says what it is wherever it is read: no two have the same.

use crate::isa::root;
use std::collections::BTreeMap;
use std::path::Path;

/// A type, trait or alias at the level of a module.
#[derive(Debug, PartialEq)]
struct Definition {
    name: String,
    /// Whether other modules see it.
    is_visible: bool,
}

/// The types that a formatted text defines. Associated types have the names that their traits give them, and do not count.
fn definitions(text: &str) -> Vec<Definition> {
    let of_line = |line: &str| {
        let code = line.trim_start();
        // `pub(in crate::cli) struct`: what stands between has no space but in parentheses.
        let (visibility, rest) = match code.strip_prefix("pub") {
            Some(rest) => (true, rest.split_once(')').filter(|_| rest.starts_with('(')).map_or(rest, |(_, rest)| rest)),
            None => (false, code),
        };
        let (keyword, rest) = rest.trim_start().split_once(' ')?;
        let is_type = matches!(keyword, "struct" | "enum" | "union" | "trait")
            || keyword == "type" && (visibility || code.len() == line.len());
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        (is_type && name.starts_with(char::is_uppercase)).then_some(Definition { name, is_visible: visibility })
    };
    text.lines().filter_map(of_line).collect()
}

fn collect(folder: &Path, found: &mut BTreeMap<String, Vec<(String, bool)>>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let file = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            for Definition { name, is_visible } in definitions(&std::fs::read_to_string(&path)?) {
                found.entry(name).or_default().push((file.clone(), is_visible));
            }
        }
    }
    Ok(())
}

/// Types that stay in their files may share a name with each other: whoever reads them sees which is meant.
#[test]
fn types_that_others_see_have_names_of_their_own() {
    let mut found = BTreeMap::new();
    collect(&root().join("src"), &mut found).expect("the sources can be read");
    assert!(found.len() > 500, "types are found");
    found.retain(|_, places| places.len() > 1 && places.iter().any(|(_, is_visible)| *is_visible));
    assert!(found.is_empty(), "rename all but one: {found:#?}");
}

#[test]
fn definitions_are_found() {
    let text = "pub struct A;\npub(in crate::cli) enum B {}\n    type Output = A;\ntype C = A;\n    struct D {}\nimpl Trait for A {}\npub(super) type E = A;\n// struct F\n";
    let found: Vec<_> = definitions(text).into_iter().map(|found| (found.name, found.is_visible)).collect();
    let expected = [("A", true), ("B", true), ("C", false), ("D", false), ("E", true)];
    assert_eq!(found, expected.map(|(name, is_visible)| (name.to_string(), is_visible)));
}
