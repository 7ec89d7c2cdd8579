//! The lists of the specification.

use super::super::specification::{Row, heading};
use super::table::{Column, Verdict, table, wide};
use super::{Head, Section, plots};
use crate::render::markup::{Element, element};
use crate::validate::specification::RoofPoint;

/// Each list, and the roofline of what was looked at for it.
pub(in super::super) fn specification(head: &Head, rows: &[Row], points: &[RoofPoint]) -> Vec<Section> {
    let columns = ["Item", "Verdict", "Item", "Requirement", "Found"].map(Column::Text);
    let lists = rows.chunk_by(|a, b| a.id[..1] == b.id[..1]).flat_map(|list| {
        let heading = heading(list[0].id);
        [element("h3").text(heading), table(heading, &columns, list.iter().map(row))]
    });
    let mut sections = vec![Section { id: "specification", title: "Specification", content: lists.collect() }];
    sections.extend(plots::roofline(head, points));
    sections
}

fn row(row: &Row) -> Element {
    let verdict = match row.verdict {
        "met" => Verdict::Good,
        "missed" => Verdict::Bad,
        _ => Verdict::Open,
    };
    let word = row.word().0.to_lowercase();
    let id = element("th").set("scope", "row").text(row.id);
    let title = element("td").text(row.title);
    verdict.row([id, verdict.cell(&word), title, element("td").text(row.wanted), wide(&row.found)])
}
