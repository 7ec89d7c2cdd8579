//! Reports of the library in the forms that serde knows.

use crate::diagnostic::Diagnostic;
use crate::parity::ParityReport;
use crate::source::LineIndex;
use crate::span::Span;
use serde::{Serialize, Serializer};

/// As a row of `ptxlint parity --format json`: names, `dispatch`, `passed`, `obstacle`, `assumptions`, `violations` with lines and columns
/// from 1 into `ptx`.
impl Serialize for ParityReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lines = LineIndex::new(self.ptx.as_bytes());
        let report = Parity {
            batched: &self.batched,
            reference: &self.reference,
            dispatch: self.expected.name(),
            passed: self.passed(),
            obstacle: self.obstacle.as_deref(),
            assumptions: &self.assumptions,
            violations: self.violations.iter().map(|violation| Violation::new(violation, &lines)).collect(),
            ptx: &self.ptx,
        };
        report.serialize(serializer)
    }
}

#[derive(Serialize)]
struct Parity<'a> {
    batched: &'a str,
    reference: &'a str,
    dispatch: &'static str,
    passed: bool,
    obstacle: Option<&'a str>,
    assumptions: &'a [String],
    violations: Vec<Violation<'a>>,
    ptx: &'a str,
}

#[derive(Serialize)]
struct Violation<'a> {
    rule: &'static str,
    level: &'static str,
    message: &'a str,
    caption: Option<&'a str>,
    help: Option<&'a str>,
    line: u32,
    column: u32,
    labels: Vec<SerialLabel<'a>>,
}

#[derive(Serialize)]
struct SerialLabel<'a> {
    message: &'a str,
    line: u32,
    column: u32,
}

impl<'a> Violation<'a> {
    fn new(violation: &'a Diagnostic, lines: &LineIndex) -> Self {
        let (line, column) = place(violation.span, lines);
        let label = |label: &'a crate::diagnostic::SecondaryLabel| {
            let (line, column) = place(label.span, lines);
            SerialLabel { message: &label.message, line, column }
        };
        Self {
            rule: violation.rule.name,
            level: violation.level.name(),
            message: &violation.message,
            caption: violation.caption.as_deref(),
            help: violation.help.as_deref(),
            line,
            column,
            labels: violation.labels.iter().map(label).collect(),
        }
    }
}

fn place(span: Span, lines: &LineIndex) -> (u32, u32) {
    let position = lines.position(span.start);
    (position.line, position.column)
}

#[cfg(feature = "device")]
mod checks {
    use crate::validate::{Check, Deviation, Suite, ValidationReport};
    use serde::{Serialize, Serializer};

    /// The numbers of checks, and each with the names of `ptxlint verify --format json`. Numbers that are not finite become null in
    /// JSON.
    impl Serialize for ValidationReport<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let (total, passed, failed) = (self.total(), self.passed(), self.failed());
            let checks = self.checks.iter().map(SerialRow::new).collect();
            SerialChecks { total, passed, failed, checks }.serialize(serializer)
        }
    }

    #[derive(Serialize)]
    struct SerialChecks<'a> {
        total: usize,
        passed: usize,
        failed: usize,
        checks: Vec<SerialRow<'a>>,
    }

    #[derive(Serialize)]
    struct SerialRow<'a> {
        suite: Option<&'static str>,
        kernel: &'static str,
        title: &'a str,
        dtype: &'static str,
        passed: bool,
        time_us: Option<f64>,
        error: Option<String>,
        outputs: Vec<&'a Deviation>,
    }

    impl<'a> SerialRow<'a> {
        fn new(check: &'a Check) -> Self {
            Self {
                suite: check.suite.map(Suite::name),
                kernel: check.kernel,
                title: &check.title,
                dtype: check.dtype,
                passed: check.passed(),
                time_us: check.time.map(|time| time.as_secs_f64() * 1e6),
                error: check.outcome.as_ref().err().map(ToString::to_string),
                outputs: check.outcome.iter().flatten().collect(),
            }
        }
    }

    /// Errors, tolerances and counts with the names of `ptxlint verify --format json`, without the first mismatch.
    impl Serialize for Deviation {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let output = SerialOutput {
                parameter: self.parameter,
                elements: self.elements,
                max_absolute_error: self.max_absolute,
                max_relative_error: self.max_relative,
                absolute_tolerance: self.tolerance.absolute,
                relative_tolerance: self.tolerance.relative,
                used: self.used,
                mismatches: self.mismatches,
                nans: self.nans,
                infinities: self.infinities,
                compared_on: self.placement.name(),
            };
            output.serialize(serializer)
        }
    }

    #[derive(Serialize)]
    struct SerialOutput {
        parameter: usize,
        elements: usize,
        max_absolute_error: f64,
        max_relative_error: f64,
        absolute_tolerance: f64,
        relative_tolerance: f64,
        used: f64,
        mismatches: usize,
        nans: usize,
        infinities: usize,
        compared_on: &'static str,
    }
}

#[cfg(all(test, feature = "cuda"))]
mod tests {
    use crate::device::Cpu;
    use crate::isa::Target;
    use crate::kernels::KernelParity;
    use crate::kernels::{BatchedResidualAdd, ResidualAdd};
    use crate::validate::{Case, KernelValidator};

    fn target() -> Target {
        Target::lookup("sm_80").expect("known")
    }

    #[test]
    fn reports_of_parity() {
        let mut report = BatchedResidualAdd { length: 64, batch: 3 }.validate_batch_dispatch(target());
        let json = serde_json::to_value(&report).expect("it serialises");
        assert_eq!((&json["batched"], &json["dispatch"]), (&"batched_residual_add".into(), &"grid_y".into()));
        assert_eq!((&json["passed"], &json["violations"]), (&true.into(), &serde_json::json!([])));
        let other = BatchedResidualAdd { length: 0, batch: 3 }.validate_batch_dispatch(target());
        report.violations = other.violations;
        let json = serde_json::to_value(&report).expect("it serialises");
        assert_eq!((&json["passed"], &json["violations"][0]["line"]), (&false.into(), &1.into()));
        assert!(json["violations"][0]["message"].as_str().is_some_and(|text| text.contains("cannot be written")));
    }

    #[test]
    fn reports_of_checks() {
        let mut validator = KernelValidator::new(target(), || Box::new(Cpu::new()));
        validator.validate(&Case::random(Box::new(ResidualAdd { length: 8 })));
        validator.validate(&Case::random(Box::new(ResidualAdd { length: 0 })));
        let json = serde_json::to_value(validator.report()).expect("it serialises");
        assert_eq!((&json["total"], &json["passed"], &json["failed"]), (&2.into(), &1.into(), &1.into()));
        assert_eq!(json["checks"][0]["outputs"][0]["max_absolute_error"], 0.0);
        assert!(json["checks"][1]["error"].is_string() && json["checks"][1]["outputs"] == serde_json::json!([]));
    }
}
