//! Tables of verdicts.

use crate::render::markup::{MarkupElement, element};

/// What came of something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum RowVerdict {
    Bad,
    Open,
    Good,
}

impl RowVerdict {
    const fn class(self) -> &'static str {
        match self {
            Self::Bad => "bad",
            Self::Open => "open",
            Self::Good => "good",
        }
    }

    /// A cell that says it with a sign and a word; the colour only repeats it.
    pub(super) fn cell(self, word: &str) -> MarkupElement {
        let sign = match self {
            Self::Bad => "✗",
            Self::Open => "?",
            Self::Good => "✓",
        };
        let text = element("span").class(&format!("verdict {}", self.class())).text(format!("{sign} {word}"));
        element("td").with(text)
    }

    /// A row of it.
    pub(super) fn row(self, cells: impl IntoIterator<Item = MarkupElement>) -> MarkupElement {
        element("tr").class(if self == Self::Bad { "bad" } else { "" }).with_all(cells)
    }
}

/// A column's heading; numbers are at the right.
#[derive(Clone, Copy)]
pub(super) enum ColumnHeading {
    Text(&'static str),
    Number(&'static str),
}

impl ColumnHeading {
    fn head(self) -> MarkupElement {
        let (name, class) = match self {
            Self::Text(name) => (name, ""),
            Self::Number(name) => (name, "number"),
        };
        element("th").set("scope", "col").class(class).text(name)
    }
}

/// A table that scrolls in a box of its own where it is too wide for the page.
pub(super) fn table(
    caption: &str,
    columns: &[ColumnHeading],
    rows: impl IntoIterator<Item = MarkupElement>,
) -> MarkupElement {
    let head = element("thead").with(element("tr").with_all(columns.iter().map(|column| column.head())));
    let table = element("table").with(element("caption").text(caption)).with(head);
    scroll(caption, table.with(element("tbody").with_all(rows)))
}

/// A box in which something wide scrolls, by the keyboard, too.
pub(super) fn scroll(label: &str, content: MarkupElement) -> MarkupElement {
    let area = element("div").class("scroll").set("role", "region").set("aria-label", label).set("tabindex", 0);
    area.with(content)
}

/// A figure with its explanation.
pub(super) fn figure(label: &str, picture: MarkupElement, caption: &str) -> MarkupElement {
    element("figure").with(scroll(label, picture)).with(element("figcaption").text(caption))
}

pub(super) fn number(text: impl std::fmt::Display) -> MarkupElement {
    element("td").class("number").text(text)
}

/// The heading of a row.
pub(super) fn row_head(text: &str) -> MarkupElement {
    element("th").set("scope", "row").class("wide").text(text)
}

/// Text that may be long.
pub(super) fn wide(text: &str) -> MarkupElement {
    element("td").class("wide").text(text)
}
