//! `--report`: what came of a run as one HTML page that needs nothing else.

mod checks;
mod coverage;
mod plots;
mod rules;
mod specification;
mod table;

pub(super) use checks::checks;
pub(super) use rules::rules;
pub(super) use specification::specification;

use super::super::Ending;
use super::super::terminal::{Terminal, unwatched};
use super::choice::Backend;
use super::evidence;
use crate::device::Properties;
use crate::render::json::Tool;
use crate::render::markup::{MarkupElement, element};
use std::fs;
use std::path::Path;

/// What the top of a page tells.
pub(super) struct Head {
    /// What was run.
    pub title: &'static str,
    /// The numbers of verdicts, in a sentence.
    pub total: String,
    pub standing: PageVerdict,
    /// What the device is.
    pub device: String,
    pub properties: Option<Properties>,
    /// What there is to say of the choice of the device.
    pub note: Option<String>,
    /// What else one should know, by name.
    pub facts: Vec<(&'static str, String)>,
}

/// How all of it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PageVerdict {
    Passed,
    Failed,
    Interrupted,
}

impl Head {
    pub(super) fn new(title: &'static str, total: String, ending: Ending, backend: &Backend) -> Self {
        let standing = match ending {
            Ending::Clean => PageVerdict::Passed,
            Ending::Findings => PageVerdict::Failed,
            Ending::Failure => PageVerdict::Interrupted,
        };
        let (device, properties, note) = (backend.name(), backend.open().properties(), backend.note.clone());
        let facts = match backend.unwatched() {
            0 => Vec::new(),
            bytes => vec![("Races", unwatched(bytes))],
        };
        Self { title, total, standing, device, properties, note, facts }
    }

    fn banner(&self) -> MarkupElement {
        let (class, word) = match self.standing {
            PageVerdict::Passed => ("good", "✓ Passed"),
            PageVerdict::Failed => ("bad", "✗ Failed"),
            PageVerdict::Interrupted => ("open", "! Incomplete"),
        };
        let verdict = element("strong").set("id", "verdict").text(word);
        element("p").class(&format!("banner {class}")).with(verdict).text(format!(": {}", self.total))
    }

    fn list(&self) -> MarkupElement {
        let tool = Tool::THIS;
        let mut facts = vec![("Tool", format!("{} {}", tool.name, tool.version)), ("Device", self.device.clone())];
        facts.extend(self.properties.iter().map(|gpu| ("", in_words(gpu))));
        facts.extend(self.note.iter().map(|note| ("", note.clone())));
        facts.extend(self.facts.iter().cloned());
        let rows = facts.into_iter().flat_map(|(name, fact)| [element("dt").text(name), element("dd").text(fact)]);
        let date = element("dd").with(element("time").text(evidence::now()));
        element("dl").with_all(rows).with(element("dt").text("Date")).with(date)
    }
}

fn in_words(gpu: &Properties) -> String {
    format!(
        "compute capability {}.{}, {} multiprocessors at {:.2} GHz, {:.0} GB/s",
        gpu.capability.0,
        gpu.capability.1,
        gpu.multiprocessors,
        gpu.clock / 1e9,
        gpu.bandwidth / 1e9
    )
}

/// A part of a page.
pub(super) struct PageSection {
    id: &'static str,
    title: &'static str,
    content: Vec<MarkupElement>,
}

/// The document.
fn page(head: &Head, sections: Vec<PageSection>) -> String {
    let title = format!("ptxlint verify: {}", head.title);
    let meta = element("meta").set("name", "viewport").set("content", "width=device-width, initial-scale=1");
    let top = element("head")
        .with(element("meta").set("charset", "utf-8"))
        .with(meta)
        // A page without an icon of its own makes browsers ask for one.
        .with(element("link").set("rel", "icon").set("href", "data:,"))
        .with(element("title").text(&title))
        .with(element("style").sheet(include_str!("style.css")));
    let link = |section: &PageSection| {
        element("li").with(element("a").set("href", format!("#{}", section.id)).text(section.title))
    };
    let contents = element("nav").set("aria-label", "Contents").with(element("ul").with_all(sections.iter().map(link)));
    let header = element("header").with(element("h1").text(&title)).with(head.banner()).with(head.list());
    let part = |section: PageSection| {
        let heading = element("h2").set("id", format!("{}-title", section.id)).text(section.title);
        let part = element("section").set("id", section.id).set("aria-labelledby", format!("{}-title", section.id));
        part.with(heading).with_all(section.content)
    };
    let main = element("main").with_all(sections.into_iter().map(part));
    let body = element("body").with(header.with(contents)).with(main);
    let html = element("html").set("xmlns", "http://www.w3.org/1999/xhtml").set("lang", "en").with(top).with(body);
    format!("<!DOCTYPE html>\n{html}")
}

/// Writes a page. When that cannot be done, so the run ends.
pub(super) fn write(path: &Path, head: &Head, sections: Vec<PageSection>, terminal: Terminal) -> Option<Ending> {
    let error = fs::write(path, page(head, sections)).err()?;
    terminal.complain(&format!("cannot write {}: {error}", path.display()));
    Some(Ending::Failure)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_sheet_reads_the_same_in_html_and_xml() {
        assert!(!include_str!("style.css").contains(['<', '>', '&']));
    }

    #[test]
    fn every_look_has_a_colour() {
        for look in 0..crate::render::plot::LOOKS {
            assert!(
                include_str!("style.css").contains(&format!(".series-{look} {{ color: var(--s{look}) }}")),
                "{look}"
            );
        }
    }
}
