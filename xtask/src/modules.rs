//! Which module of the library uses which: no cycle, and `ARCHITECTURE.md` shows what there is.

use crate::isa::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// Modules by name, each with those that it uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

const START: &str = "<!-- modules: written by `cargo xtask bless` -->\n";
const END: &str = "<!-- end of modules -->\n";

/// What the library's root exports under its own name, and the modules that it comes from.
const EXPORTED: [(&str, &str); 9] = [
    ("KernelExpectation", "options"),
    ("Levels", "options"),
    ("Options", "options"),
    ("Selector", "options"),
    ("Setting", "options"),
    ("Report", "driver"),
    ("Status", "driver"),
    ("lint", "driver"),
    ("forward_device", "device"),
];

/// Writes the picture of the modules into `ARCHITECTURE.md`.
pub(crate) fn bless() -> Result<(), Box<dyn std::error::Error>> {
    let path = root().join("ARCHITECTURE.md");
    Ok(std::fs::write(&path, with_picture(&std::fs::read_to_string(&path)?)?)?)
}

/// The page with the picture of the modules as they are.
fn with_picture(page: &str) -> Result<String, Box<dyn std::error::Error>> {
    let (before, rest) = page.split_once(START).ok_or("ARCHITECTURE.md has no place for the modules")?;
    let (_, after) = rest.split_once(END).ok_or("the modules in ARCHITECTURE.md have no end")?;
    Ok(format!("{before}{START}{}{END}{after}", picture(&uses()?)?))
}

/// The layers as a picture, each module one above the highest that it uses; then what each of them uses.
fn picture(uses: &Uses) -> Result<String, String> {
    let layers = layers(uses)?;
    let rows: Vec<String> = layers.iter().rev().map(|layer| layer.join("   ")).collect();
    let wide = rows.iter().map(String::len).max().unwrap_or(0);
    let border = |left, middle: &str, right| format!("{left}{}{right}\n", middle.repeat(wide + 2));
    let mut text = format!("```text\n{}", border("┌", "─", "┐"));
    for (number, row) in rows.iter().enumerate() {
        if number > 0 {
            text.push_str(&border("├", "─", "┤"));
        }
        let _ = writeln!(text, "│ {row:^wide$} │");
    }
    let _ = write!(text, "{}```\n\n| module | uses |\n|---|---|\n", border("└", "─", "┘"));
    for (module, used) in
        layers.iter().rev().flatten().map(|module| (module, &uses[module])).filter(|(_, used)| !used.is_empty())
    {
        let used: Vec<&str> = used.iter().map(String::as_str).collect();
        let _ = writeln!(text, "| `{module}` | {} |", used.join(", "));
    }
    Ok(text)
}

/// Modules that use nothing, then those that use these alone, and so on. An error names a cycle.
fn layers(uses: &Uses) -> Result<Vec<Vec<String>>, String> {
    let mut layers: Vec<Vec<String>> = Vec::new();
    let mut placed = BTreeSet::new();
    while placed.len() < uses.len() {
        let is_next =
            |(module, used): &(&String, &BTreeSet<String>)| !placed.contains(*module) && used.is_subset(&placed);
        let layer: Vec<String> = uses.iter().filter(is_next).map(|(module, _)| module.clone()).collect();
        if layer.is_empty() {
            return Err(format!("these modules use each other: {}", cycle(uses, &placed).join(" -> ")));
        }
        placed.extend(layer.iter().cloned());
        layers.push(layer);
    }
    Ok(layers)
}

/// A way from a module back to itself among those that are not placed.
fn cycle(uses: &Uses, placed: &BTreeSet<String>) -> Vec<String> {
    let open = |module: &&String| !placed.contains(*module);
    let mut way: Vec<String> = uses.keys().find(open).cloned().into_iter().collect();
    while let Some(next) = way.last().and_then(|last| uses[last].iter().find(open)) {
        if let Some(start) = way.iter().position(|module| module == next) {
            way.push(next.clone());
            return way.split_off(start);
        }
        way.push(next.clone());
    }
    way
}

/// What the modules of `src` use, tests aside.
fn uses() -> std::io::Result<Uses> {
    let mut files = Vec::new();
    collect(&root().join("src"), &mut files)?;
    let mut uses = Uses::new();
    for (path, _) in &files {
        let module = path.split('/').next().unwrap_or(path).trim_end_matches(".rs");
        if !matches!(module, "lib" | "main") {
            uses.insert(module.to_string(), BTreeSet::new());
        }
    }
    for (path, text) in &files {
        let module = path.split('/').next().unwrap_or(path).trim_end_matches(".rs");
        let is_test = path.split('/').any(|part| part.trim_end_matches(".rs") == "tests");
        if is_test || !uses.contains_key(module) {
            continue;
        }
        for used in mentioned(text, &uses) {
            if used != module {
                uses.entry(module.to_string()).or_default().insert(used);
            }
        }
    }
    Ok(uses)
}

fn collect(folder: &Path, files: &mut Vec<(String, String)>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root().join("src")).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            files.push((name, std::fs::read_to_string(&path)?));
        }
    }
    Ok(())
}

/// The modules of all paths that begin with `crate::`, in a text without comments and tests.
fn mentioned(text: &str, uses: &Uses) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut found = BTreeSet::new();
    for path in code.split("crate::").skip(1) {
        // `{a::B, c}` names several, anything else one.
        let names: Vec<&str> = match path.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap_or(list).split(',').map(str::trim).collect(),
            None => vec![path],
        };
        for name in names {
            let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
            let (name, rest) = name.split_at(end);
            match EXPORTED.iter().find(|(exported, _)| *exported == name) {
                Some((_, module)) => found.insert(module.to_string()),
                // The module of this name, or the function beside it.
                None if name == "check" && !rest.starts_with("::") => found.insert("driver".to_string()),
                None if uses.contains_key(name) => found.insert(name.to_string()),
                None => false,
            };
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_use_each_other_in_one_direction_and_as_the_map_shows() {
        let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page is there");
        let fresh = with_picture(&page).unwrap_or_else(|error| panic!("{error}"));
        assert!(fresh == page, "the modules in ARCHITECTURE.md are not those of src: run `cargo xtask bless`");
    }

    fn graph(edges: &[(&str, &[&str])]) -> Uses {
        edges
            .iter()
            .map(|(module, used)| (module.to_string(), used.iter().map(|it| it.to_string()).collect()))
            .collect()
    }

    #[test]
    fn cycles_are_named() {
        let uses = graph(&[("a", &["b"]), ("b", &["c"]), ("c", &["b", "d"]), ("d", &[])]);
        assert_eq!(layers(&uses).unwrap_err(), "these modules use each other: b -> c -> b");
        let uses = graph(&[("a", &["b", "d"]), ("b", &["d"]), ("d", &[])]);
        assert_eq!(layers(&uses), Ok(vec![vec!["d".to_string()], vec!["b".to_string()], vec!["a".to_string()]]));
    }

    #[test]
    fn paths_are_found() {
        let uses =
            graph(&[("ir", &[]), ("isa", &[]), ("check", &[]), ("driver", &[]), ("options", &[]), ("facts", &[])]);
        let text = "use crate::{Options, ir::Module};\n// crate::facts\nfn f() { crate::isa::x(); crate::check(); }\n\
                    #[cfg(test)]\nmod tests { use crate::facts; }";
        assert_eq!(mentioned(text, &uses).into_iter().collect::<Vec<_>>(), ["driver", "ir", "isa", "options"]);
    }
}
