//! Rules and whether their demonstrations confirm them.

use super::super::rules::{DemonstrationRow, DemonstrationStatus, RulesWriter};
use super::PageSection;
use super::table::{ColumnHeading, RowVerdict, row_head, table, wide};
use crate::render::markup::{MarkupElement, element};

/// Those that were tried, and those that this device cannot show.
pub(in super::super) fn rules(report: &RulesWriter) -> Vec<PageSection> {
    let (mut tried, silent): (Vec<&DemonstrationRow>, Vec<&DemonstrationRow>) =
        report.rows.iter().partition(|row| row.status != DemonstrationStatus::NotShown);
    tried.sort_by_key(|row| verdict(row));
    let columns =
        ["Verdict", "Bad demonstration", "Good twin", "What the bad kernel did", "Details"].map(ColumnHeading::Text);
    let mut content = vec![table("Demonstrations of rules", &columns, tried.into_iter().map(row))];
    content.extend(report.shuffle.as_ref().map(|shuffle| element("p").text(shuffle.sentence())));
    let mut sections = vec![PageSection { id: "rules", title: "Demonstrations", content }];
    if !silent.is_empty() {
        let columns = ["Rule", "Why"].map(ColumnHeading::Text);
        let rows = silent.into_iter().map(|row| element("tr").with(row_head(row.rule)).with(wide(&row.details)));
        let content = vec![table("Rules that this device cannot confirm", &columns, rows)];
        sections.push(PageSection { id: "not-confirmable", title: "Not confirmable on this device", content });
    }
    sections
}

fn verdict(row: &DemonstrationRow) -> RowVerdict {
    match row.status {
        DemonstrationStatus::Confirmed => RowVerdict::Good,
        DemonstrationStatus::NotConfirmed => RowVerdict::Bad,
        DemonstrationStatus::NotShown => RowVerdict::Open,
    }
}

fn row(row: &DemonstrationRow) -> MarkupElement {
    let verdict = verdict(row);
    let word = if verdict == RowVerdict::Good { "confirmed" } else { "not confirmed" };
    verdict.row([
        verdict.cell(word),
        row_head(row.bad.unwrap_or(row.rule)),
        element("td").text(row.good.unwrap_or_default()),
        element("td").text(row.misbehaviour.unwrap_or_default()),
        wide(&row.details),
    ])
}
