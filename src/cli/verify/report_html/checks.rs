//! Checks of kernels.

use super::super::report::{Row, error};
use super::table::{Column, Verdict, number, row_head, table, wide};
use super::{Head, Section, coverage, plots};
use crate::kernels::Work;
use crate::render::markup::{Element, element};
use crate::validate::specification::RoofPoint;
use crate::validate::{Comparison, Coverage, Growth};

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

/// Suites, errors, growth, roofline, verdicts, coverage.
pub(in super::super) fn checks(
    head: &Head,
    rows: &[Row],
    growth: &[Growth],
    counted: Option<&Coverage>,
) -> Vec<Section> {
    let suites: Vec<Part> = rows.chunk_by(|a, b| a.suite == b.suite).map(Part).collect();
    let columns = [
        Column::Text("Verdict"),
        Column::Text("Suite"),
        Column::Number("Passed"),
        Column::Number("Most tolerance used"),
        Column::Text("Description"),
    ];
    let content = vec![table("Suites", &columns, suites.iter().map(Part::summary))];
    let mut sections = vec![Section { id: "suites", title: "Suites", content }];
    sections.extend(plots::errors(rows));
    sections.extend(plots::growth(growth));
    sections.extend(plots::roofline(head, &points(rows)));
    let content = suites.iter().flat_map(Part::verdicts).collect();
    sections.push(Section { id: "checks", title: "Verdicts", content });
    sections.extend(counted.map(coverage::section));
    sections
}

/// The checks of a suite, or those of none.
struct Part<'a>(&'a [Row]);

impl Part<'_> {
    fn name(&self) -> &'static str {
        self.0[0].suite.map_or("other", |suite| suite.name())
    }

    fn about(&self) -> &'static str {
        self.0[0].suite.map_or("", |suite| suite.summary())
    }

    fn id(&self) -> String {
        format!("suite-{}", self.name())
    }

    fn summary(&self) -> Element {
        let passed = self.0.iter().filter(|row| row.passed).count();
        let all = self.0.len();
        let (verdict, word) = if passed == all { (Verdict::Good, "PASS") } else { (Verdict::Bad, "FAIL") };
        let used = self.0.iter().flat_map(|row| &row.outputs).map(|output| output.used);
        // NaN is the worst of all.
        let most = used.reduce(|most, used| if most.is_nan() || most > used { most } else { used });
        let link = element("a").set("href", format!("#{}", self.id())).text(self.name());
        verdict.row([
            verdict.cell(word),
            element("th").set("scope", "row").with(link),
            number(format!("{passed} of {all}")),
            number(most.map_or(String::new(), percent)),
            wide(self.about()),
        ])
    }

    /// The checks, failures first.
    fn verdicts(&self) -> [Element; 2] {
        let heading = element("h3").set("id", self.id()).text(format!("{} ", self.name()));
        let mut sorted: Vec<&Row> = self.0.iter().collect();
        sorted.sort_by_key(|row| row.passed);
        let rows = sorted.into_iter().flat_map(check);
        let table = table(&format!("Suite {}", self.name()), &COLUMNS, rows);
        [heading.with(element("small").text(self.about())), table]
    }
}

/// A row for each output, or one for what has kept the check from ending; what is wrong is told below.
fn check(row: &Row) -> Vec<Element> {
    if let Some(error) = &row.error {
        let rest = element("td").set("colspan", COLUMNS.len() - 3);
        let cells = [Verdict::Bad.cell("FAIL"), row_head(&row.title), element("td").text(row.dtype), rest];
        return vec![Verdict::Bad.row(cells), note(error)];
    }
    row.outputs.iter().flat_map(|it| output(row, it)).collect()
}

fn output(row: &Row, output: &Comparison) -> Vec<Element> {
    let is_right = output.mismatches == 0;
    let (verdict, word) = if is_right { (Verdict::Good, "PASS") } else { (Verdict::Bad, "FAIL") };
    let mut title = row_head(&row.title);
    if row.outputs.len() > 1 {
        title = title.text(format!(", parameter {}", output.parameter));
    }
    let time = row.time_us.map_or(String::new(), |time| format!("{:.1} ms", time / 1e3));
    let first = verdict.row([
        verdict.cell(word),
        title,
        element("td").text(row.dtype),
        number(error(output.max_absolute)),
        number(error(output.tolerance.absolute)),
        number(error(output.max_relative)),
        number(error(output.tolerance.relative)),
        number(percent(output.used)),
        number(output.mismatches),
        number(output.nans),
        number(output.infinities),
        element("td").class("number").with(element("time").text(time)),
    ]);
    let wrong = output.first.map(|(index, found, right)| {
        note(&format!(
            "First mismatch: parameter {}, element {index}: {found:e} instead of {right:e}",
            output.parameter
        ))
    });
    [first].into_iter().chain(wrong).collect()
}

fn percent(part: f64) -> String {
    format!("{:.0} %", 100.0 * part)
}

/// A row that says what is wrong with the one above.
fn note(text: &str) -> Element {
    let cell = element("td").set("colspan", COLUMNS.len() - 1).text(text);
    element("tr").class("bad note").with(element("td")).with(cell)
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
        let text = element("div").with_all(Part(&rows).verdicts()).to_string();
        let tree = roxmltree::Document::parse(&text).expect("well-formed");
        let verdicts: Vec<_> = tree
            .descendants()
            .filter(|node| node.attribute("class").is_some_and(|class| class.starts_with("verdict")))
            .filter_map(|node| node.text())
            .collect();
        assert_eq!(verdicts, ["✗ FAIL", "✗ FAIL", "✗ FAIL", "✓ PASS"]);
        let notes: Vec<_> = tree
            .descendants()
            .filter(|node| node.attribute("class") == Some("bad note"))
            .filter_map(|node| node.last_element_child()?.text())
            .collect();
        assert!(notes[0].contains("<broken> & gone"), "{notes:?}");
        assert_eq!(notes[1], "First mismatch: parameter 0, element 0: 2e0 instead of 1e0");
        assert_eq!(notes[2], "First mismatch: parameter 0, element 0: NaN instead of 1e0");
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
