//! The lists of the specification.

use super::super::specification::{ItemRow, heading};
use super::table::{ColumnHeading, RowVerdict, table, wide};
use super::{Head, PageSection, plots};
use crate::render::markup::{MarkupElement, element};
use crate::validate::specification::RoofPoint;

/// Each list, and the roofline of what was looked at for it.
pub(in super::super) fn specification(head: &Head, rows: &[ItemRow], points: &[RoofPoint]) -> Vec<PageSection> {
    let columns = ["Item", "Verdict", "Item", "Requirement", "Found"].map(ColumnHeading::Text);
    let lists = rows.chunk_by(|a, b| a.id[..1] == b.id[..1]).flat_map(|list| {
        let heading = heading(list[0].id);
        [element("h3").text(heading), table(heading, &columns, list.iter().map(row))]
    });
    let mut sections = vec![PageSection { id: "specification", title: "Specification", content: lists.collect() }];
    sections.extend(plots::roofline(head, points));
    sections
}

fn row(row: &ItemRow) -> MarkupElement {
    let verdict = match row.verdict {
        "met" => RowVerdict::Good,
        "missed" => RowVerdict::Bad,
        _ => RowVerdict::Open,
    };
    let word = row.word().0.to_lowercase();
    let id = element("th").set("scope", "row").text(row.id);
    let title = element("td").text(row.title);
    verdict.row([id, verdict.cell(&word), title, element("td").text(row.wanted), wide(&row.found)])
}
