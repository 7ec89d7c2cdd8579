//! Runs cases and keeps what came of them.

use super::pool::Pool;
use super::{Case, Check, Obstacle, Placement};
use crate::device::{Device, DeviceError};
use crate::isa::Target;
use crate::kernels::ToleranceSource;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs cases on a device, and collects the checks. After a case that failed to run there is a fresh device, so that what one does to it
/// does not reach the next.
///
/// ```
/// use ptxlint::device::Cpu;
/// use ptxlint::isa::Target;
/// use ptxlint::kernels::{Gemm, Softmax};
/// use ptxlint::validate::{Case, KernelValidator, Placement};
///
/// let target = Target::lookup("sm_80").expect("known");
/// let mut validator = KernelValidator::new(target, || Box::new(Cpu::new()));
/// let check = validator.validate(&Case::random(Box::new(Gemm { m: 33, n: 20, k: 48 })));
/// assert!(check.passed());
///
/// // Inputs made and outputs compared by kernels on the device, as on a GPU.
/// validator.place(Placement::Device);
/// validator.validate(&Case::random(Box::new(Softmax { rows: 4, columns: 100 })));
/// let report = validator.report();
/// assert_eq!((report.total(), report.failed()), (2, 0));
/// println!("{report}");
/// ```
///
/// A kernel of your own is a type that implements [`Kernel`](crate::kernels::Kernel): its text, its launch, inputs, and what is right.
pub struct KernelValidator<'o> {
    pool: Pool<'o>,
    target: Target,
    tolerances: ToleranceSource,
    placement: Option<Placement>,
    checks: Vec<Check>,
}

/// What came of all cases so far.
#[derive(Debug)]
pub struct ValidationReport<'v> {
    /// The checks, in the order in which they ran.
    pub checks: &'v [Check],
}

impl<'o> KernelValidator<'o> {
    /// Kernels are written for `target`, and `open` gives fresh devices.
    pub fn new(target: Target, open: impl Fn() -> Box<dyn Device> + 'o) -> Self {
        let (pool, tolerances) = (Pool::new(open), ToleranceSource::default());
        Self { pool, target, tolerances, placement: None, checks: Vec::new() }
    }

    /// Takes tolerances from somewhere else than theory.
    pub fn tolerances(&mut self, source: ToleranceSource) {
        self.tolerances = source;
    }

    /// Makes inputs and compares there, instead of where [`Placement::for_device`] says.
    pub fn place(&mut self, placement: Placement) {
        self.placement = Some(placement);
    }

    /// Runs a case. Nothing that goes wrong gets out of it, not even a panic.
    pub fn validate(&mut self, case: &Case) -> &Check {
        let run = |device: &mut dyn Device| {
            let placement = self.placement.unwrap_or_else(|| Placement::for_device(device));
            case.check(device, self.target, self.tolerances, placement)
        };
        let run = || self.pool.with(run, |check| check.outcome.is_ok());
        let check = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
            let message = "the check has failed in a way that is a bug of the kernel's type or of ptxlint";
            case.ended(None, Err(Obstacle::Device(DeviceError::Internal(message.to_string()))))
        });
        self.checks.push(check);
        &self.checks[self.checks.len() - 1]
    }

    /// What came of the cases so far.
    pub fn report(&self) -> ValidationReport<'_> {
        ValidationReport { checks: &self.checks }
    }
}

impl ValidationReport<'_> {
    /// How many cases there were.
    pub fn total(&self) -> usize {
        self.checks.len()
    }

    /// How many of them are right.
    pub fn passed(&self) -> usize {
        self.checks.iter().filter(|check| check.passed()).count()
    }

    /// How many are not, or were not run to their end.
    pub fn failed(&self) -> usize {
        self.total() - self.passed()
    }
}

/// A line for each output of each check, and the total.
impl fmt::Display for ValidationReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for check in self.checks {
            let verdict = if check.passed() { "PASS" } else { "FAIL" };
            write!(f, "[{verdict}] {} {}", check.title, check.dtype)?;
            match &check.outcome {
                Err(obstacle) => writeln!(f, ": {obstacle}")?,
                Ok(outputs) => {
                    for output in outputs {
                        let (absolute, relative) = (output.max_absolute, output.max_relative);
                        write!(f, "  abs={absolute:.2e} (≤{:.1e})", output.tolerance.absolute)?;
                        write!(f, "  rel={relative:.2e} (≤{:.1e})", output.tolerance.relative)?;
                        write!(f, "  nan={} inf={}", output.nans, output.infinities)?;
                    }
                    writeln!(f)?;
                }
            }
        }
        write!(f, "{}/{} passed", self.passed(), self.total())
    }
}
