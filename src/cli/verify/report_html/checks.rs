//! Checks of kernels.

use super::super::report::{CheckRow, error};
use super::table::{ColumnHeading, RowVerdict, number, row_head, table, wide};
use super::{Head, PageSection, coverage, plots};
use crate::kernels::Work;
use crate::render::markup::{MarkupElement, element};
use crate::validate::specification::RoofPoint;
use crate::validate::{Coverage, Deviation, Growth};

const COLUMNS: [ColumnHeading; 12] = [
    ColumnHeading::Text("Verdict"),
    ColumnHeading::Text("Kernel"),
    ColumnHeading::Text("Type"),
    ColumnHeading::Number("Absolute error"),
    ColumnHeading::Number("allowed"),
    ColumnHeading::Number("Relative error"),
    ColumnHeading::Number("allowed"),
    ColumnHeading::Number("Used"),
    ColumnHeading::Number("Mismatches"),
    ColumnHeading::Number("NaN"),
    ColumnHeading::Number("Inf"),
    ColumnHeading::Number("Time"),
];

/// Suites, errors, growth, roofline, verdicts, coverage.
pub(in super::super) fn checks(
    head: &Head,
    rows: &[CheckRow],
    growth: &[Growth],
    counted: Option<&Coverage>,
) -> Vec<PageSection> {
    let suites: Vec<SuiteChecks> = rows.chunk_by(|a, b| a.suite == b.suite).map(SuiteChecks).collect();
    let columns = [
        ColumnHeading::Text("Verdict"),
        ColumnHeading::Text("Suite"),
        ColumnHeading::Number("Passed"),
        ColumnHeading::Number("Most tolerance used"),
        ColumnHeading::Text("Description"),
    ];
    let content = vec![table("Suites", &columns, suites.iter().map(SuiteChecks::summary))];
    let mut sections = vec![PageSection { id: "suites", title: "Suites", content }];
    sections.extend(plots::errors(rows));
    sections.extend(plots::growth(growth));
    sections.extend(plots::roofline(head, &points(rows)));
    let content = suites.iter().flat_map(SuiteChecks::verdicts).collect();
    sections.push(PageSection { id: "checks", title: "Verdicts", content });
    sections.extend(counted.map(coverage::section));
    sections
}

/// The checks of a suite, or those of none.
struct SuiteChecks<'a>(&'a [CheckRow]);

impl SuiteChecks<'_> {
    fn name(&self) -> &'static str {
        self.0[0].suite.map_or("other", |suite| suite.name())
    }

    fn about(&self) -> &'static str {
        self.0[0].suite.map_or("", |suite| suite.summary())
    }

    fn id(&self) -> String {
        format!("suite-{}", self.name())
    }

    fn summary(&self) -> MarkupElement {
        let passed = self.0.iter().filter(|row| row.passed).count();
        let all = self.0.len();
        let (verdict, word) = if passed == all { (RowVerdict::Good, "PASS") } else { (RowVerdict::Bad, "FAIL") };
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
    fn verdicts(&self) -> [MarkupElement; 2] {
        let heading = element("h3").set("id", self.id()).text(format!("{} ", self.name()));
        let mut sorted: Vec<&CheckRow> = self.0.iter().collect();
        sorted.sort_by_key(|row| row.passed);
        let rows = sorted.into_iter().flat_map(check);
        let table = table(&format!("Suite {}", self.name()), &COLUMNS, rows);
        [heading.with(element("small").text(self.about())), table]
    }
}

/// A row for each output, or one for what has kept the check from ending; what is wrong is told below.
fn check(row: &CheckRow) -> Vec<MarkupElement> {
    if let Some(error) = &row.error {
        let rest = element("td").set("colspan", COLUMNS.len() - 3);
        let cells = [RowVerdict::Bad.cell("FAIL"), row_head(&readable(row)), element("td").text(row.dtype), rest];
        return vec![RowVerdict::Bad.row(cells), note(error)];
    }
    row.outputs.iter().flat_map(|it| output(row, it)).collect()
}

fn output(row: &CheckRow, output: &Deviation) -> Vec<MarkupElement> {
    let is_right = output.mismatches == 0;
    let (verdict, word) = if is_right { (RowVerdict::Good, "PASS") } else { (RowVerdict::Bad, "FAIL") };
    let mut title = row_head(&readable(row));
    if row.outputs.len() > 1 {
        title = title.text(format!(", parameter {}", output.parameter));
    }
    let time = row.time_us.map_or(String::new(), |time| format!("{:.1} ms", time / 1e3));
    let first = verdict.row([
        verdict.cell(word),
        title,
        element("td").text(row.dtype),
        number(error(output.max_absolute)),
        number(allowed(output.tolerance.absolute)),
        number(error(output.max_relative)),
        number(allowed(output.tolerance.relative)),
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

/// A title whose kernel and dimensions are words instead of a value of Rust.
fn readable(row: &CheckRow) -> String {
    match row.title.split_once(" { ").and_then(|(_, rest)| rest.rsplit_once(" }")) {
        Some((dimensions, rest)) => format!("{} ({}){rest}", row.kernel, dimensions.replace(": ", " ")),
        None => row.title.clone(),
    }
}

/// What is allowed. A bound that no normal number of single precision reaches demands the exact result.
fn allowed(bound: f64) -> String {
    if bound > 0.0 && bound < f64::from(f32::MIN_POSITIVE) { "≈ 0".to_string() } else { error(bound) }
}

fn percent(part: f64) -> String {
    format!("{:.0} %", 100.0 * part)
}

/// A row that says what is wrong with the one above.
fn note(text: &str) -> MarkupElement {
    let cell = element("td").set("colspan", COLUMNS.len() - 1).text(text);
    element("tr").class("bad note").with(element("td")).with(cell)
}

/// The kernels whose work is known.
fn points(rows: &[CheckRow]) -> Vec<RoofPoint> {
    let point = |row: &CheckRow, work: Work| RoofPoint {
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
    use crate::kernels::{Arithmetic, ExpectedBuffer, ToleranceSource};
    use crate::validate::{Check, Deviation, Obstacle};

    fn rows(outcomes: Vec<Result<f64, &str>>) -> Vec<CheckRow> {
        let check = |outcome: Result<f64, &str>| {
            let expected = ExpectedBuffer { parameter: 0, values: vec![1.0], arithmetic: Arithmetic::EXACT };
            let outcome = outcome
                .map(|found| vec![Deviation::new(&expected, &[found], ToleranceSource::Computed)])
                .map_err(|error| Obstacle::Device(DeviceError::Internal(error.to_string())));
            let title = "</th><script>k</script>".to_string();
            Check { kernel: "<k>", title, dtype: "f32", suite: None, length: None, time: None, outcome }
        };
        outcomes.into_iter().map(|outcome| CheckRow::new(&check(outcome), None)).collect()
    }

    #[test]
    fn failures_come_first_and_say_why() {
        let rows = rows(vec![Ok(1.0), Err("<broken> & gone"), Ok(2.0), Ok(f64::NAN)]);
        let text = element("div").with_all(SuiteChecks(&rows).verdicts()).to_string();
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
    fn titles_and_bounds_are_words() {
        let mut row = rows(vec![Ok(1.0)]).remove(0);
        row.kernel = "softmax";
        for (title, expected) in [
            ("Softmax { rows: 1, columns: 2 }", "softmax (rows 1, columns 2)"),
            ("Softmax { rows: 1 }, all the same", "softmax (rows 1), all the same"),
            ("anything else", "anything else"),
        ] {
            row.title = title.to_string();
            assert_eq!(readable(&row), expected);
        }
        assert_eq!([0.0, 1.4e-44, 1e-5].map(allowed), ["0", "≈ 0", "1.0e-5"]);
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
