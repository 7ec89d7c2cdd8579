//! The README and the book are true: what is generated in them is fresh, their links lead somewhere, their configuration works.
//! `BLESS=1` writes the generated parts anew.

use super::{Folder, kernel, run, tool};
use ptxlint::rules::{self, Rule};
use std::path::{Path, PathBuf};
use std::{env, fs};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

pub(super) fn is_blessing() -> bool {
    env::var_os("BLESS").is_some()
}

/// A file of the repository.
fn path(name: &str) -> PathBuf {
    Path::new(ROOT).join(name)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The pages that people write, without those of the rules.
pub(super) fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(path).into();
    let book = fs::read_dir(path("docs/src")).expect("the book").map(|entry| entry.expect("an entry").path());
    pages.extend(book.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    pages.sort();
    pages
}

/// Compares a file with what it should be; `BLESS=1` writes it.
fn check_file(name: &str, expected: &str) {
    let path = path(name);
    if fs::read_to_string(&path).is_ok_and(|text| text == expected) {
        return;
    }
    assert!(is_blessing(), "{name} is out of date: `cargo xtask bless` writes it");
    fs::write(&path, expected).unwrap_or_else(|error| panic!("{name}: {error}"));
}

/// The text of a page with another part between `<!-- name -->` and `<!-- end -->`.
fn with_part(page: &str, name: &str, part: &str) -> String {
    let text = read(&path(page));
    let mark = format!("<!-- {name} -->\n");
    let (before, rest) = text.split_once(&mark).unwrap_or_else(|| panic!("{page} has no part `{name}`"));
    let (_, after) = rest.split_once("<!-- end -->").unwrap_or_else(|| panic!("`{name}` in {page} has no end"));
    format!("{before}{mark}{part}<!-- end -->{after}")
}

/// The example of a configuration.
pub(super) fn configuration() -> String {
    let text = read(&path("docs/src/configuration.md"));
    let (_, rest) = text.split_once("```toml\n").expect("the example");
    rest.split_once("```").expect("its end").0.to_string()
}

/// The first example below a heading of a rule's page, and a name for its file.
fn example<'a>(page: &'a str, heading: &str) -> (&'static str, &'a str) {
    let find = |language| page.split(&format!("## {heading}\n```{language}\n")).nth(1);
    let (file, rest) = find("ptx")
        .map(|rest| ("bad.ptx", rest))
        .or_else(|| find("cuda").map(|rest| ("bad.cu", rest)))
        .expect("an example");
    (file, rest.split("```").next().unwrap_or(rest))
}

#[test]
fn examples_of_inline_assembly_are_bad_and_good() {
    for rule in rules::inline_asm::ALL {
        let page = run(["explain", rule.name]);
        for heading in ["Bad", "Good"] {
            let (file, text) = example(page.ends_with(0), heading);
            let folder = Folder::new();
            folder.add(file, text);
            let report = folder.run(["--format", "compact", "--select", rule.name, file]);
            let mut found: Vec<&str> = report.stdout.lines().filter_map(|line| line.split(['[', ']']).nth(1)).collect();
            found.dedup();
            let expected = if heading == "Bad" { vec![rule.name] } else { Vec::new() };
            assert_eq!(found, expected, "{}: {heading}: {report:?}", rule.name);
        }
    }
}

/// The page of a rule, with what the tool says of its first bad example.
fn rule_page(rule: &Rule) -> String {
    let page = run(["explain", rule.name]);
    let page = page.ends_with(0);
    let (file, bad) = example(page, "Bad");
    let folder = Folder::new();
    folder.add(file, bad);
    let options = bad.lines().next().and_then(|line| line.strip_prefix("// ptxlint "));
    let mut command = tool();
    command.current_dir(folder.path()).args(["--quiet", "--select", rule.name, file]);
    command.args(options.into_iter().flat_map(str::split_whitespace));
    let report = super::Run::of(&mut command);
    assert!(report.stdout.contains(&format!("[{}]", rule.name)), "{report:?}");
    let report = report.stdout.trim_end();
    let said = format!("## Report\nptxlint on the first bad example:\n\n```text\n{report}\n```\n\n## Good\n");
    page.replacen("## Good\n", &said, 1)
}

#[test]
fn every_rule_has_its_page_in_the_book() {
    let others = ["parity-divergence", "internal-error"].map(|name| rules::by_name(name).expect("a rule"));
    for rule in rules::listed() {
        check_file(&format!("docs/src/rules/{}.md", rule.name), &rule_page(rule));
    }
    for rule in others {
        check_file(&format!("docs/src/rules/{}.md", rule.name), run(["explain", rule.name]).ends_with(0));
    }
    let names = || rules::listed().chain(others).map(|rule| rule.name);
    let summary = read(&path("docs/src/SUMMARY.md"));
    let (before, _) = summary.split_once("- [Rules](rules.md)\n").expect("the chapter of the rules");
    let entries: String = names().map(|name| format!("  - [{name}](rules/{name}.md)\n")).collect();
    check_file("docs/src/SUMMARY.md", &format!("{before}- [Rules](rules.md)\n{entries}"));
    for entry in fs::read_dir(path("docs/src/rules")).expect("the pages") {
        let file = entry.expect("an entry").file_name().into_string().expect("a name");
        assert!(names().any(|name| file == format!("{name}.md")), "docs/src/rules/{file} is about no rule");
    }
    let table = run(["rules", "--format", "markdown"]);
    check_file("docs/src/rules.md", &with_part("docs/src/rules.md", "rules", table.ends_with(0)));
}

/// The commands that a help lists.
fn commands(help: &str) -> Vec<&str> {
    let (_, list) = help.split_once("\nCommands:\n").unwrap_or_default();
    let entries = list.lines().take_while(|line| line.starts_with("  "));
    // Names are indented by two; further lines of a description by more.
    let names = entries.filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect()
}

fn reference(command: &[&str]) -> String {
    let help = run(command.iter().copied().chain(["--help"]));
    let help = help.ends_with(0);
    let lines: String = help.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    let name = [&["ptxlint"], command].concat().join(" ");
    let own = format!("## {name}\n\n```text\n{lines}```\n\n");
    let below = commands(help).into_iter().map(|name| reference(&[command, &[name]].concat()));
    own + &below.collect::<String>()
}

#[test]
fn the_page_of_the_commands_is_their_help() {
    check_file("docs/src/commands.md", &with_part("docs/src/commands.md", "commands", &reference(&[])));
}

#[test]
fn pictures_are_what_the_commands_draw() {
    let graph = run(["graph", "--format", "svg", "examples/demo.ptx"]);
    check_file("docs/src/graph.svg", graph.ends_with(0));
    let report = run(["--color", "always", "--quiet", "examples/demo.ptx"]);
    let terminal = anstyle_svg::Term::new().palette(anstyle_svg::WIN10_CONSOLE);
    check_file("docs/src/report.svg", &terminal.render_svg(report.ends_with(1).trim_end()));
}

#[test]
fn the_configuration_of_the_book_works() {
    let folder = Folder::new();
    folder.add("ptxlint.toml", configuration());
    let shuffle = kernel(super::WARNING).replace("k()", "main()");
    folder.add("k.ptx", &shuffle);
    folder.add("generated/k.ptx", kernel(super::ERROR));
    let report = folder.run(["--format", "compact"]);
    let errors: Vec<&str> = report.ends_with(1).lines().filter(|line| line.contains(" error[")).collect();
    assert!(matches!(errors[..], [line] if line.starts_with("generated/k.ptx")), "{report:?}");
    assert!(!report.stdout.contains("shfl-width"));
}

/// The targets of links and pictures in Markdown.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

/// What a heading is called in links to it, as mdBook and GitHub have it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut checked = 0;
    for page in pages() {
        let text = read(&page);
        let folder = page.parent().expect("a folder");
        for link in links(&text).filter(|link| !link.starts_with("http")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { folder.join(file) };
            assert!(target.exists(), "{}: {link}", page.display());
            // A book is a folder of its own: what lies outside is not there once it is built.
            let inside = fs::canonicalize(&target).expect("a path").starts_with(path("docs/src"));
            assert!(inside || !page.starts_with(path("docs")), "{}: {link} leaves the book", page.display());
            if !heading.is_empty() {
                let target = read(&target);
                let mut headings = target.lines().filter_map(|line| line.strip_prefix('#'));
                let is_there = headings.any(|it| anchor(it.trim_start_matches('#').trim()) == heading);
                assert!(is_there, "{}: {link}", page.display());
            }
            checked += 1;
        }
    }
    assert!(checked > 2 * rules::ALL.len(), "{checked} links");
}

#[test]
fn every_page_is_in_the_book() {
    let summary = read(&path("docs/src/SUMMARY.md"));
    let listed: Vec<&str> = links(&summary).collect();
    for page in pages().iter().filter(|page| page.starts_with(path("docs"))) {
        let name = page.file_name().and_then(|name| name.to_str()).expect("a name");
        assert!(name == "SUMMARY.md" || listed.contains(&name), "{name} is not in SUMMARY.md");
    }
}

#[test]
fn the_readme_is_a_front_door() {
    let readme = read(&path("README.md"));
    assert!(readme.lines().count() <= 150, "what is longer belongs into docs/src");
    for command in ["cargo run --release -- examples/demo.ptx", "cargo test --workspace"] {
        assert!(readme.contains(&format!("\n{command} ")), "{command}");
    }
}

#[test]
fn the_help_shows_commands_that_work() {
    let help = run(["--help"]);
    assert!(help.stdout.contains("ptxlint graph"));
    for option in ["--deny warnings", "--ignore all --select sync", "--max-findings 0 --statistics"] {
        assert!(help.ends_with(0).contains(option));
        let arguments = option.split(' ').chain(["examples/demo.ptx"]);
        assert!(run(arguments).code.is_some_and(|code| code < 2), "{option}");
    }
}
