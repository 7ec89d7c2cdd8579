//! Rules and whether their demonstrations confirm them.

use super::super::rules::{Report, Row, Status};
use super::Section;
use super::table::{Column, Verdict, row_head, table, wide};
use crate::render::markup::{Element, element};

/// Those that were tried, and those that this device cannot show.
pub(in super::super) fn rules(report: &Report) -> Vec<Section> {
    let (mut tried, silent): (Vec<&Row>, Vec<&Row>) =
        report.rows.iter().partition(|row| row.status != Status::NotShown);
    tried.sort_by_key(|row| verdict(row));
    let columns = ["Verdict", "Bad demonstration", "Good twin", "What the bad kernel did", "Details"].map(Column::Text);
    let mut content = vec![table("Demonstrations of rules", &columns, tried.into_iter().map(row))];
    content.extend(report.shuffle.as_ref().map(|shuffle| element("p").text(shuffle.sentence())));
    let mut sections = vec![Section { id: "rules", title: "Demonstrations", content }];
    if !silent.is_empty() {
        let columns = ["Rule", "Why"].map(Column::Text);
        let rows = silent.into_iter().map(|row| element("tr").with(row_head(row.rule)).with(wide(&row.details)));
        let content = vec![table("Rules that this device cannot confirm", &columns, rows)];
        sections.push(Section { id: "not-confirmable", title: "Not confirmable on this device", content });
    }
    sections
}

fn verdict(row: &Row) -> Verdict {
    match row.status {
        Status::Confirmed => Verdict::Good,
        Status::NotConfirmed => Verdict::Bad,
        Status::NotShown => Verdict::Open,
    }
}

fn row(row: &Row) -> Element {
    let verdict = verdict(row);
    let word = if verdict == Verdict::Good { "confirmed" } else { "not confirmed" };
    verdict.row([
        verdict.cell(word),
        row_head(row.bad.unwrap_or(row.rule)),
        element("td").text(row.good.unwrap_or_default()),
        element("td").text(row.misbehaviour.unwrap_or_default()),
        wide(&row.details),
    ])
}
