//! Checks of kernels.

use super::super::report::{Output, Row, error};
use super::table::{Column, Verdict, number, row_head, table};
use super::{Head, Section, coverage, plots};
use crate::kernels::Work;
use crate::render::markup::{Element, element};
use crate::validate::specification::RoofPoint;
use crate::validate::{Coverage, Growth};

const COLUMNS: [Column; 12] = [
    Column::Text("Verdict"),
    Column::Text("Kernel"),
    Column::Text("Type"),
    Column::Number("Absolute error"),
    Column::Number("allowed"),
    Column::Number("Relative error"),
    Column::Number("allowed"),
    Column::Number("Used"),
    Column::Number("Mismatches"),
    Column::Number("NaN"),
    Column::Number("Inf"),
    Column::Number("Time"),
];

/// Verdicts by suite, errors, growth, roofline, coverage.
pub(in super::super) fn checks(
    head: &Head,
    rows: &[Row],
    growth: &[Growth],
    counted: Option<&Coverage>,
) -> Vec<Section> {
    let suites = rows.chunk_by(|a, b| a.suite == b.suite).flat_map(suite).collect();
    let mut sections = vec![Section { id: "checks", title: "Verdicts", content: suites }];
    sections.extend(plots::errors(rows));
    sections.extend(plots::growth(growth));
    sections.extend(plots::roofline(head, &points(rows)));
    sections.extend(counted.map(coverage::section));
    sections
}

/// A suite's checks, failures first.
fn suite(rows: &[Row]) -> [Element; 2] {
    let name = rows[0].suite.map_or("checks", |suite| suite.name());
    let summary = rows[0].suite.map_or("", |suite| suite.summary());
    let passed = rows.iter().filter(|row| row.passed).count();
    let summary = element("small").text(format!("{summary}: {passed} of {} passed", rows.len()));
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by_key(|row| row.passed);
    let rows = sorted.into_iter().flat_map(check);
    [element("h3").text(format!("{name} ")).with(summary), table(&format!("Suite {name}"), &COLUMNS, rows)]
}

/// A row for each output, or one for what has kept the check from ending.
fn check(row: &Row) -> Vec<Element> {
    if let Some(error) = &row.error {
        let title = row_head(&row.title).with(note(error));
        let rest = element("td").set("colspan", COLUMNS.len() - 3);
        return vec![Verdict::Bad.row([Verdict::Bad.cell("FAIL"), title, element("td").text(row.dtype), rest])];
    }
    row.outputs.iter().map(|it| output(row, it)).collect()
}

fn output(row: &Row, output: &Output) -> Element {
    let is_right = output.mismatches == 0;
    let verdict = if is_right { Verdict::Good } else { Verdict::Bad };
    let mut title = row_head(&row.title);
    if row.outputs.len() > 1 {
        title = title.text(format!(", parameter {}", output.parameter));
    }
    if let Some(first) = &output.first_mismatch {
        title = title.with(note(&format!(
            "first mismatch: parameter {}, element {}: {:e} instead of {:e}",
            output.parameter, first.index, first.found, first.right
        )));
    }
    let time = row.time_us.map_or(String::new(), |time| format!("{:.1} ms", time / 1e3));
    verdict.row([
        verdict.cell(if is_right { "PASS" } else { "FAIL" }),
        title,
        element("td").text(row.dtype),
        number(error(output.max_absolute_error)),
        number(error(output.absolute_tolerance)),
        number(error(output.max_relative_error)),
        number(error(output.relative_tolerance)),
        number(format!("{:.0} %", 100.0 * output.used)),
        number(output.mismatches),
        number(output.nans),
        number(output.infinities),
        element("td").class("number").with(element("time").text(time)),
    ])
}

fn note(text: &str) -> Element {
    element("span").class("note").text(text)
}

/// The kernels whose work is known.
fn points(rows: &[Row]) -> Vec<RoofPoint> {
    let point = |row: &Row, work: Work| RoofPoint {
        kernel: row.kernel.to_string(),
        title: row.title.clone(),
        work,
        is_half: row.dtype != "f32",
        seconds: row.time_us.map(|time| time * 1e-6),
    };
    rows.iter().filter_map(|row| Some(point(row, row.work?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::DeviceError;
    use crate::kernels::{Arithmetic, Expected, ToleranceSource};
    use crate::validate::{Check, Comparison, Obstacle};

    fn rows(outcomes: Vec<Result<f64, &str>>) -> Vec<Row> {
        let check = |outcome: Result<f64, &str>| {
            let expected = Expected { parameter: 0, values: vec![1.0], arithmetic: Arithmetic::EXACT };
            let outcome = outcome
                .map(|found| vec![Comparison::new(&expected, &[found], ToleranceSource::Computed)])
                .map_err(|error| Obstacle::Device(DeviceError::Internal(error.to_string())));
            let title = "</th><script>k</script>".to_string();
            Check { kernel: "<k>", title, dtype: "f32", suite: None, length: None, time: None, outcome }
        };
        outcomes.into_iter().map(|outcome| Row::new(&check(outcome), None)).collect()
    }

    #[test]
    fn failures_come_first_and_say_why() {
        let rows = rows(vec![Ok(1.0), Err("<broken> & gone"), Ok(2.0), Ok(f64::NAN)]);
        let text = element("div").with_all(suite(&rows)).to_string();
        let tree = roxmltree::Document::parse(&text).expect("well-formed");
        let verdicts: Vec<_> = tree
            .descendants()
            .filter(|node| node.attribute("class").is_some_and(|class| class.starts_with("verdict")))
            .filter_map(|node| node.text())
            .collect();
        assert_eq!(verdicts, ["✗ FAIL", "✗ FAIL", "✗ FAIL", "✓ PASS"]);
        let notes: Vec<_> = tree
            .descendants()
            .filter(|node| node.attribute("class") == Some("note"))
            .filter_map(|node| node.text())
            .collect();
        assert!(notes[0].contains("<broken> & gone"), "{notes:?}");
        assert_eq!(notes[1], "first mismatch: parameter 0, element 0: 2e0 instead of 1e0");
        assert_eq!(notes[2], "first mismatch: parameter 0, element 0: NaN instead of 1e0");
        assert!(!tree.descendants().any(|node| node.has_tag_name("script")));
    }

    #[test]
    fn errors_of_any_kind_can_be_drawn() {
        for outcomes in [vec![], vec![Err("x")], vec![Ok(1.0)], vec![Ok(f64::NAN), Ok(f64::INFINITY), Ok(1.5)]] {
            let rows = rows(outcomes);
            let drawn = rows.iter().any(|row| !row.outputs.is_empty());
            let section = plots::errors(&rows);
            assert_eq!(section.is_some(), drawn);
            for part in section.into_iter().flat_map(|section| section.content) {
                roxmltree::Document::parse(&part.to_string()).expect("well-formed");
            }
        }
    }
}
