//! Looks at the pages of `verify --report` in a browser: nothing is loaded, nothing complains, nothing is too wide, empty, hidden behind
//! something else or too faint to be read.
//!
//! `BROWSER` names a Chromium or Chrome; otherwise one on the path is taken. Where there is none the tests say so and pass, unless
//! `PTXLINT_REQUIRE_BROWSER` is set.

mod chromium;

use self::chromium::{Chromium, Scheme};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Measures a page and tells the one around it.
const PROBE: &str = include_str!("probe.js");

/// Widths of a phone and of a large screen.
const WIDTHS: [u32; 2] = [360, 1600];

/// The browser; nothing after it has been told that there is none.
fn browser() -> Option<Chromium> {
    Chromium::find().map_err(|reason| skipped(&reason)).ok()
}

/// Says visibly that a test did not run. Harnesses swallow what passing tests print, so this goes past them.
fn skipped(reason: &str) {
    use std::io::Write;
    let is_required = env::var_os("PTXLINT_REQUIRE_BROWSER").is_some();
    assert!(!is_required, "no browser ({reason}), and PTXLINT_REQUIRE_BROWSER is set");
    let _ = writeln!(std::io::stderr().lock(), "skipped: no browser ({reason})");
}

/// A page of the tool in a folder of its own.
struct Page {
    folder: tempfile::TempDir,
    text: String,
}

impl Page {
    fn of(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("page.html");
        let mut tool = Command::new(env!("CARGO_BIN_EXE_ptxlint"));
        tool.args(["verify", "--device=cpu"]).args(arguments).arg("--report").arg(&path);
        let output = tool.output().expect("the tool runs");
        assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
        let text = fs::read_to_string(path).expect("a page");
        Self { folder, text }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("page.html")
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path
    }

    /// Measures the page in a frame of each width: windows of browsers have a least width.
    fn measure(&self, browser: &Chromium, scheme: Scheme) -> Vec<Value> {
        self.write("probed.html", &self.text.replace("</body>", &format!("<script>{PROBE}</script></body>")));
        let frame = |width: &u32| {
            format!("<iframe src=\"probed.html\" style=\"width: {width}px; height: 800px; border: 0\"></iframe>")
        };
        let frames: String = WIDTHS.iter().map(frame).collect();
        let collect = "onmessage = it => document.getElementById('told').textContent += it.data + '\\n'";
        let page = format!("<!DOCTYPE html><script>{collect}</script><pre id=\"told\"></pre>{frames}");
        let view = browser.dump(&self.write("frames.html", &page), scheme);
        assert_eq!(view.console, Vec::<String>::new());
        let told = view.document.split("<pre id=\"told\">").nth(1).and_then(|rest| rest.split("</pre>").next());
        let told = told.unwrap_or_default().replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        let parse = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        let mut measured: Vec<Value> = told.lines().map(parse).collect();
        measured.sort_by_key(|page| page["width"].as_u64());
        assert_eq!(
            measured.iter().map(|page| page["width"].as_u64()).collect::<Vec<_>>(),
            WIDTHS.map(|it| Some(it.into()))
        );
        measured
    }
}

/// What has to be empty in a measured page.
const COMPLAINTS: [&str; 6] = ["empty", "tooWide", "outside", "overlapping", "faint", "loaded"];

fn looks_right(arguments: &[&str], pictures: u64) {
    let Some(browser) = browser() else { return };
    let page = Page::of(arguments);
    for scheme in [Scheme::Light, Scheme::Dark] {
        for page in page.measure(&browser, scheme) {
            let at = format!("{} pixels, {scheme:?}", page["width"]);
            for complaint in COMPLAINTS {
                assert_eq!(page[complaint], Value::Array(Vec::new()), "{complaint} at {at}");
            }
            assert_eq!(page["overflow"], 0, "{at}: the page scrolls sideways");
            assert!(page["tables"].as_u64() > Some(0) && page["pictures"].as_u64() >= Some(pictures), "{at}: {page}");
            assert_eq!(page["isDark"], scheme == Scheme::Dark);
        }
    }
}

#[test]
fn kernels_look_right() {
    // Failures, growth, a roofline and coverage.
    let kernels = ["softmax", "gemm", "gemv_coalesced", "gemv_split", "attention", "layer_norm"];
    looks_right(&[&kernels[..], &["--tolerance=typical", "--coverage"]].concat(), 4);
}

#[test]
fn rules_look_right() {
    looks_right(&["--rules"], 0);
}

#[test]
fn the_specification_looks_right() {
    looks_right(&["--specification"], 1);
}

#[test]
fn screens_show_something() {
    let Some(browser) = browser() else { return };
    let page = Page::of(&["softmax"]);
    let shot = |file: &Path, scheme| {
        let picture = page.folder.path().join("picture.png");
        browser.screenshot(file, &picture, scheme);
        fs::read(picture).expect("a picture")
    };
    let empty = shot(&page.write("empty.html", "<!DOCTYPE html><title>empty</title>"), Scheme::Light);
    let [light, dark] = [Scheme::Light, Scheme::Dark].map(|scheme| shot(&page.path(), scheme));
    for picture in [&light, &dark] {
        assert!(picture.starts_with(b"\x89PNG") && picture.len() > 4 * empty.len(), "{} bytes", picture.len());
    }
    assert_ne!(light, dark);
}

/// What the other tests rely on: a bad page is told from a good one.
#[test]
fn bad_pages_are_noticed() {
    const BAD: &str = "<div style='width: 1700px'>wide</div>\
        <svg class='plot' style='width: 0; display: block'></svg>\
        <p class='soft' style='color: #bbb'>faint</p>\
        <img src='missing.png' alt='' />\
        <svg class='plot' style='display: block' viewBox='0 0 100 20'><text y='15'>first</text><text y='15' x='10'>next</text>\
        <text y='15' x='95'>last</text></svg></main>";
    let Some(browser) = browser() else { return };
    let page = Page::of(&["copy"]);
    let bad = Page { text: page.text.replace("</main>", BAD), ..page };
    for page in bad.measure(&browser, Scheme::Light) {
        let is_named = |complaint: &&str| page[complaint].as_array().is_some_and(|list| !list.is_empty());
        assert_eq!(COMPLAINTS.iter().filter(|complaint| !is_named(complaint)).count(), 0, "{page}");
        assert!(page["overflow"].as_u64() > Some(0), "{page}");
    }
    let complaint = bad.write("complaint.html", "<script>console.error('a complaint')</script>");
    let console = browser.dump(&complaint, Scheme::Light).console;
    assert!(console.iter().any(|line| line.contains("a complaint")), "{console:?}");
}
