//! `verify --report`: pages for the browser. `browser` looks at them in one.

use super::{Folder, Run, run, tool};
use roxmltree::{Document, Node, ParsingOptions};
use std::fs;

/// Parses a page as XML, which is stricter than HTML.
pub(super) fn parse(page: &str) -> Document<'_> {
    assert!(page.starts_with("<!DOCTYPE html>\n<html "), "{}", &page[..100]);
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(page, options).expect("well-formed")
}

/// The text of an element and of all in it.
pub(super) fn text(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

pub(super) fn by_id<'a, 'p>(page: &'a Document<'p>, id: &str) -> Node<'a, 'p> {
    page.descendants().find(|node| node.attribute("id") == Some(id)).unwrap_or_else(|| panic!("there is no `{id}`"))
}

fn with_class<'a, 'p>(node: Node<'a, 'p>, class: &str) -> Vec<Node<'a, 'p>> {
    let has = |node: &Node| node.attribute("class").is_some_and(|classes| classes.split(' ').any(|it| it == class));
    node.descendants().filter(has).collect()
}

/// Runs the tool with a page besides the normal output.
fn report(arguments: &[&str]) -> (Run, String) {
    let folder = Folder::new();
    let path = folder.path().join("out.html");
    let mut command = tool();
    command.args(["verify", "--device=cpu"]).args(arguments).arg("--report").arg(&path);
    let run = Run::of(&mut command);
    (run, fs::read_to_string(path).expect("a page"))
}

/// What holds for every page.
fn is_in_order(page: &Document<'_>) {
    let html = page.root_element();
    assert_eq!(html.attribute("lang"), Some("en"));
    for name in ["title", "header", "main", "nav", "h1"] {
        assert_eq!(
            html.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/1999/xhtml", name))).count(),
            1
        );
    }
    let mut ids: Vec<&str> = page.descendants().filter_map(|node| node.attribute("id")).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "ids are there once");
    for node in page.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(!["script", "img", "iframe", "object", "base"].contains(&name), "{name}");
        assert!(name != "th" || node.attribute("scope").is_some(), "{}", text(node));
        for attribute in node.attributes() {
            let value = attribute.value();
            match attribute.name() {
                "href" if value.starts_with('#') => assert!(ids.contains(&&value[1..]), "{value}"),
                "href" => assert_eq!(value, "data:,"),
                "aria-labelledby" => assert!(ids.contains(&value), "{value}"),
                "src" | "style" | "onclick" => panic!("{attribute:?}"),
                _ => assert!(!value.contains("NaN,") && !value.contains("inf,"), "{attribute:?}"),
            }
        }
        if name == "svg" {
            assert!(node.attribute("aria-label").is_some() && node.attribute("role") == Some("img"));
        }
        if name == "table" {
            assert_eq!(node.first_element_child().map(|child| child.tag_name().name()), Some("caption"));
            let columns = node.descendants().filter(|node| node.attribute("scope") == Some("col")).count();
            let width = |node: Node| node.attribute("colspan").map_or(1, |span| span.parse().expect("a number"));
            for row in node.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/1999/xhtml", "tr"))) {
                let cells: usize = row.children().filter(Node::is_element).map(width).sum();
                assert_eq!(cells, columns, "{}", text(row));
            }
        }
    }
}

/// The page without what differs from run to run.
fn timeless(page: &Document<'_>) -> String {
    let is_time = |node: &Node| node.ancestors().any(|node| node.tag_name().name() == "time");
    let texts = page.descendants().filter(|node| node.is_text() && !is_time(node)).filter_map(|node| node.text());
    let attributes = page.descendants().flat_map(|node| node.attributes()).map(|attribute| attribute.value());
    texts.chain(attributes).collect::<Vec<_>>().join("\n")
}

#[test]
fn kernels_that_pass() {
    let arguments = ["softmax", "gemm", "attention", "causal_attention", "gemv_coalesced", "--coverage"];
    let (run, text_of_page) = report(&arguments);
    let total = run.ends_with(0).lines().last().expect("a total").to_string();
    let page = parse(&text_of_page);
    is_in_order(&page);
    assert_eq!(text(by_id(&page, "verdict")), "✓ Passed");
    let header = text(by_id(&page, "verdict").parent().expect("a banner").parent().expect("a header"));
    assert!(header.contains(&total) && header.contains(concat!("ptxlint ", env!("CARGO_PKG_VERSION"))), "{header}");
    assert!(header.contains("interpreter on ") && header.contains(" UTC"), "{header}");
    let count = total.split('/').next().expect("a number").parse::<usize>().expect("a number");
    let verdicts = with_class(by_id(&page, "checks"), "verdict");
    assert_eq!(verdicts.len(), count, "a row for each check");
    assert!(verdicts.into_iter().all(|node| text(node) == "✓ PASS"));
    assert_eq!(
        with_class(by_id(&page, "errors"), "series-0").len(),
        4,
        "the legend and the marks, for screens and for phones"
    );
    let growth = by_id(&page, "growth");
    assert!(with_class(growth, "verdict").iter().all(|node| text(*node) == "✓ no jump"));
    let roofline = text(by_id(&page, "roofline"));
    assert!(roofline.contains("Reference device, not the one of this run") && roofline.contains("H200"), "{roofline}");
    let coverage = by_id(&page, "coverage");
    assert!(with_class(coverage, "code").iter().any(|node| text(*node).starts_with("ld.global")));
    let gaps: Vec<String> = with_class(coverage, "bad").into_iter().map(text).filter(|text| !text.is_empty()).collect();
    assert!(gaps.contains(&"✗ guard always holds".to_string()), "{gaps:?}");
    let again = report(&arguments).1;
    assert_eq!(timeless(&parse(&again)), timeless(&page));
}

#[test]
fn kernels_that_fail() {
    let (run, page) = report(&["gemv_coalesced", "--tolerance=typical", "--format=json"]);
    let value: serde_json::Value = serde_json::from_str(run.ends_with(1)).expect("JSON as without a page");
    assert_eq!(value["summary"]["failed"], 1);
    let page = parse(&page);
    is_in_order(&page);
    assert_eq!(text(by_id(&page, "verdict")), "✗ Failed");
    let checks = by_id(&page, "checks");
    assert_eq!(text(with_class(checks, "verdict")[0]), "✗ FAIL", "failures come first");
    let found = value["checks"].as_array().expect("checks").iter().find(|check| check["passed"] == false);
    let index = &found.expect("one fails")["outputs"][0]["first_mismatch"]["index"];
    assert!(
        text(with_class(checks, "note")[0]).starts_with(&format!("First mismatch: parameter 0, element {index}: "))
    );
    assert_eq!(with_class(by_id(&page, "errors"), "series-1")[1].children().filter(Node::is_element).count(), 1);
}

#[test]
fn rules() {
    let (run, page) = report(&["--rules", "shfl-width", "missing-barrier", "low-occupancy"]);
    let total = run.ends_with(0).lines().last().expect("a total").to_string();
    let page = parse(&page);
    is_in_order(&page);
    assert!(text(by_id(&page, "verdict").parent().expect("a banner")).ends_with(&total));
    let rules = by_id(&page, "rules");
    assert!(with_class(rules, "verdict").iter().all(|node| text(*node) == "✓ confirmed"));
    let all = text(rules);
    assert!(all.contains("missing-barrier/bad_tree") && all.contains("c is a clamp and a segment mask"), "{all}");
    let silent = text(by_id(&page, "not-confirmable"));
    assert!(silent.contains("low-occupancy") && silent.contains("times of the interpreter tell nothing"), "{silent}");
}

#[test]
fn the_specification() {
    let (run, page) = report(&["--specification", "d1", "E1", "H1", "R"]);
    let total = run.ends_with(0).lines().last().expect("a total").to_string();
    let page = parse(&page);
    is_in_order(&page);
    assert!(text(by_id(&page, "verdict").parent().expect("a banner")).ends_with(&total));
    let verdicts: Vec<_> = with_class(by_id(&page, "specification"), "verdict").into_iter().map(text).collect();
    assert_eq!(verdicts[..3], ["✓ pass", "? open", "✓ confirmed"]);
    let kernels = ["gemv_split", "gemm", "gemm_f16"];
    let roofline = text(by_id(&page, "roofline"));
    assert!(kernels.iter().all(|kernel| roofline.contains(kernel)), "{roofline}");
}

#[test]
fn pages_that_cannot_be_written() {
    run(["verify", "--device=cpu", "copy", "--report=missing/out.html"]).fails_with("there is no folder missing");
    run(["verify", "--device=cpu", "--rules", "--report=src"]).fails_with("cannot write src: it is a folder");
    #[cfg(target_os = "linux")]
    {
        // Where not even root makes files.
        let unwritable = run(["verify", "--device=cpu", "copy", "--report=/proc/out.html"]);
        unwritable.fails_with("cannot write /proc/out.html: ");
        assert_eq!(unwritable.stdout, "", "it is known before anything is run");
    }
    let unwritable = run(["verify", "--device=cpu", "copy", "--report=/dev/full"]);
    if cfg!(target_os = "linux") {
        unwritable.fails_with("cannot write /dev/full: ");
        assert!(unwritable.stdout.ends_with("4/4 checks passed\n"), "the results are there nevertheless");
    }
}
