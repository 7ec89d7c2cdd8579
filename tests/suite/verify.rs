//! Validation: right kernels pass, broken ones fail, and rules are confirmed by their demonstrations.

use ptxlint::device::{Buffer, Checks, Cpu, Device, DeviceError, FaultKind};
use ptxlint::forward_device;
use ptxlint::isa::Target;
use ptxlint::kernels::builder::{Builder, F16};
use ptxlint::kernels::{
    self, BatchedResidualAdd, BuildError, CoalescedGemv, ExpectedBuffer, Gemm, HalfAttention, HalfFormat, Kernel,
    LaunchConfig, NaiveGemv, ParameterValue, RandomHalves, RandomWords, Recipe, ResidualAdd, RmsNorm, Softmax, Swiglu,
    ToleranceSource,
};
use ptxlint::rules::{self, Rule};
use ptxlint::validate::{
    self, Behaviour, Case, Check, Confirmation, Coverage, Demonstration, Deviation, KernelOutcome, KernelValidator,
    Obstacle, Placement, Reading, Reference, Suite, SuiteSize, Twin,
};
use std::collections::BTreeSet;

fn target() -> Target {
    Target::lookup("sm_80").expect("known")
}

fn check_at(placement: Placement, case: &Case, source: ToleranceSource) -> Check {
    case.check(&mut Cpu::new(), target(), source, placement)
}

fn check(case: &Case, source: ToleranceSource) -> Check {
    check_at(Placement::Host, case, source)
}

/// Whether two errors are the same but for the rounding of references: `unit` is that of the largest right value.
fn near(host: f64, device: f64, unit: f64) -> bool {
    host == device || (host.is_nan() && device.is_nan()) || (host - device).abs() <= unit
}

/// All suites, compared on the host and on the device: same verdicts, same counts, and the same errors.
#[test]
fn shipped_kernels_pass() {
    let mut cases = 0;
    for case in Suite::ALL.into_iter().flat_map(|suite| suite.cases(SuiteSize::Small)) {
        let [host, device] =
            [Placement::Host, Placement::Device].map(|place| check_at(place, &case, ToleranceSource::Computed));
        let title = case.title();
        for check in [&host, &device] {
            assert!(check.passed() && check.time.is_some(), "{title}: {:?}", check.outcome);
        }
        let [host, device] = [host, device].map(|check| check.outcome.expect("it passed"));
        assert_eq!(host.len(), device.len(), "{title}");
        for (host, device) in host.iter().zip(&device) {
            let counts = |it: &Deviation| (it.parameter, it.elements, it.mismatches, it.nans, it.infinities, it.first);
            assert_eq!(counts(host), counts(device), "{title}");
            assert!(device.tolerance.relative >= host.tolerance.relative, "{title}");
            assert_eq!(device.placement, Placement::Device, "{title}");
            if case.kernel.name() == "gemv_split" {
                // Parts of sums are added in whatever order they are there: no two runs need be the same.
                continue;
            }
            // Half a unit in the last place of the reference, and of the difference.
            let rounding = f64::from(f32::EPSILON);
            let largest = largest_output(&case, host.parameter);
            assert!(near(host.max_absolute, device.max_absolute, rounding * largest), "{title}: {host:?} {device:?}");
            assert!(
                near(host.max_relative, device.max_relative, rounding * (1.0 + host.max_relative)),
                "{title}: {host:?} {device:?}"
            );
        }
        cases += 1;
    }
    assert!(cases >= 175, "{cases}");
}

/// The largest magnitude of what an output should hold.
fn largest_output(case: &Case, parameter: usize) -> f64 {
    let values: Vec<ParameterValue> = case.inputs.iter().map(|recipe| recipe.value()).collect();
    let expected = case.kernel.reference(&values);
    let output = expected.iter().find(|expected| expected.parameter == parameter).expect("an output");
    output.values.iter().map(|value| value.abs()).filter(|value| value.is_finite()).fold(0.0, f64::max)
}

#[test]
fn suites_at_full_extent_can_be_built() {
    for suite in Suite::ALL {
        for case in suite.cases(SuiteSize::Full) {
            assert!(case.kernel.ptx(target()).is_ok(), "{}", case.title());
        }
    }
}

/// A kernel with a change in its text or its launch.
#[derive(Debug)]
struct Broken<K> {
    kernel: K,
    from: &'static str,
    to: &'static str,
    blocks: Option<u32>,
}

impl<K: Kernel> Kernel for Broken<K> {
    fn name(&self) -> &'static str {
        self.kernel.name()
    }
    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        let ptx = self.kernel.ptx(target)?;
        assert!(ptx.contains(self.from), "{}: {ptx}", self.from);
        // The last place: results, not addresses.
        let at = ptx.rfind(self.from).expect("it is there");
        Ok(format!("{}{}{}", &ptx[..at], self.to, &ptx[at + self.from.len()..]))
    }
    fn launch(&self) -> LaunchConfig {
        let mut launch = self.kernel.launch();
        launch.grid[0] = self.blocks.unwrap_or(launch.grid[0]);
        launch
    }
    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        self.kernel.inputs(seed)
    }
    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        self.kernel.reference(inputs)
    }
}

fn broken<K: Kernel + 'static>(kernel: K, from: &'static str, to: &'static str) -> Check {
    let case = Case::random(Box::new(Broken { kernel, from, to, blocks: None }));
    let [host, device] =
        [Placement::Host, Placement::Device].map(|placement| check_at(placement, &case, ToleranceSource::Computed));
    let verdict = |check: &Check| match &check.outcome {
        Ok(outputs) => outputs.iter().map(|it| (it.mismatches, it.nans, it.first.map(|(place, ..)| place))).collect(),
        Err(obstacle) => panic!("{obstacle}"),
    };
    if host.outcome.is_ok() {
        let (host, device): (Vec<_>, Vec<_>) = (verdict(&host), verdict(&device));
        assert_eq!(host, device, "{}", case.title());
    } else {
        assert_eq!(host.outcome, device.outcome);
    }
    host
}

#[test]
fn broken_kernels_fail() {
    let add = || ResidualAdd { length: 255 };
    let wrong = [
        broken(add(), "add.rn.f32", "sub.rn.f32"),
        broken(Swiglu { length: 255 }, "mul.rn.f32", "add.rn.f32"),
        broken(Gemm { m: 9, n: 9, k: 9 }, "fma.rn.f32", "fma.rz.ftz.f32"),
        broken(Softmax { rows: 2, columns: 300 }, "max.f32", "min.f32"),
        broken(RmsNorm { hidden: 300, epsilon: 1e-6 }, "sqrt.rn.f32", "abs.f32"),
        broken(RandomWords { count: 100, seed: 1, low: 10, range: 6 }, "mul.hi.u32", "mul.lo.u32"),
        broken(RandomHalves { count: 100, seed: 1, format: HalfFormat::F16 }, "cvt.rn.f16.f32", "cvt.rz.f16.f32"),
    ];
    for (number, check) in wrong.iter().enumerate() {
        // Rounding in another way stays within the bound of a sum, but not within that of a single operation.
        let is_harmless = number == 2;
        assert_eq!(check.passed(), is_harmless, "{number}: {check:?}");
        let outputs = check.outcome.as_ref().expect("they run");
        assert_eq!(outputs[0].first.is_none(), is_harmless, "{number}: {outputs:?}");
    }
    let faulty = broken(add(), "st.global", "st.shared");
    assert!(matches!(faulty.outcome, Err(Obstacle::Device(DeviceError::Fault(_)))), "{faulty:?}");
    let foreign = broken(add(), "add.rn.f32", "add.rn.f33");
    assert!(matches!(foreign.outcome, Err(Obstacle::Device(_))), "{foreign:?}");
}

/// The edge cases find what random inputs do not: exponentials of numbers that are not shifted overflow.
#[test]
fn edge_cases_break_unstable_kernels() {
    let unstable = |input: f32| {
        let kernel = Softmax { rows: 1, columns: 64 };
        let mut case = Case::random(Box::new(Broken { kernel, from: "sub.rn.f32", to: "add.rn.f32", blocks: None }));
        case.inputs[0] = ParameterValue::Floats(vec![input; 64]).into();
        check(&case, ToleranceSource::Computed)
    };
    assert!(unstable(1.0).passed(), "the same factor everywhere");
    let check = unstable(1000.0);
    assert!(!check.passed() && check.outcome.expect("it runs")[0].nans == 64);
}

/// What is no number stays so when it is rounded to 16 bits.
#[test]
fn halves_keep_nans() {
    for format in [HalfFormat::F16, HalfFormat::Bf16] {
        let mut case = Case::random(Box::new(HalfAttention { heads: 1, length: 2, head_dim: 3, causal: true, format }));
        case.inputs[2] = ParameterValue::Halves(vec![0x7fff; 6]).into();
        for placement in [Placement::Host, Placement::Device] {
            let check = check_at(placement, &case, ToleranceSource::Computed);
            assert!(check.passed(), "{format:?}: {check:?}");
            assert_eq!(check.outcome.expect("it ran")[0].nans, 6);
        }
    }
}

#[test]
fn batched_kernels_are_held_against_those_for_one_vector() {
    let as_single = |length, single: Box<dyn Kernel>| {
        let case = Case::batched(Box::new(BatchedResidualAdd { length, batch: 3 }), single, 2);
        check(&case, ToleranceSource::Computed)
    };
    let single = || ResidualAdd { length: 260 };
    assert!(as_single(260, Box::new(single())).passed());
    let different = Broken { kernel: single(), from: "add.rn.f32", to: "sub.rn.f32", blocks: None };
    let check = as_single(260, Box::new(different));
    assert!(!check.passed());
    assert_eq!(check.outcome.expect("it runs")[0].elements, 3 * 260);
    let faulty = Broken { kernel: single(), from: "st.global", to: "st.shared", blocks: None };
    assert!(as_single(260, Box::new(faulty)).outcome.is_err());
    let ragged = as_single(255, Box::new(ResidualAdd { length: 255 })).outcome.expect_err("misaligned");
    assert!(ragged.to_string().contains("vectors of 1020 bytes"), "{ragged}");
}

/// References on the device: the tolerance is what both kernels may be off, told from magnitudes that the device finds.
#[test]
fn kernels_are_held_against_others() {
    let against = |twin: Box<dyn Kernel>, placement| {
        let mut case = Case::random(Box::new(CoalescedGemv { k: 300, n: 40 }));
        case.reference = Reference::Kernel(Twin::same(twin, &case.inputs, 0));
        check_at(placement, &case, ToleranceSource::Computed)
    };
    for placement in [Placement::Host, Placement::Device] {
        let check = against(Box::new(NaiveGemv { k: 300, n: 40 }), placement);
        let outputs = check.outcome.as_ref().expect("it runs");
        assert!(check.passed() && outputs[0].placement == placement, "{check:?}");
        let roundings = 2.0 * 300.0 * f64::from(f32::EPSILON) / 2.0;
        assert!((outputs[0].tolerance.relative / roundings - 1.0).abs() < 1e-6, "{:?}", outputs[0].tolerance);
        // Inputs are at most one, and the largest of so many nearly so.
        let magnitude = outputs[0].tolerance.absolute / roundings;
        assert!((0.98..=1.0).contains(&magnitude), "{magnitude}");
        let wrong = Broken { kernel: NaiveGemv { k: 300, n: 40 }, from: "fma.rn.f32", to: "fma.rz.f32", blocks: None };
        assert!(against(Box::new(wrong), placement).outcome.is_err(), "it does not tell its bound");
    }
}

/// The interpreter, counting the bytes that travel.
struct Counting {
    device: Cpu,
    bytes: usize,
}

impl Device for Counting {
    forward_device! { name alloc free load launch synchronise free_memory }

    fn upload(&mut self, buffer: Buffer, bytes: &[u8]) -> Result<(), DeviceError> {
        self.bytes += bytes.len();
        self.device.upload(buffer, bytes)
    }
    fn download(&mut self, buffer: Buffer, bytes: &mut [u8]) -> Result<(), DeviceError> {
        self.bytes += bytes.len();
        self.device.download(buffer, bytes)
    }
}

/// With a reference on the device nothing but a few words travels, and everything is given back.
#[test]
fn only_a_few_words_travel() {
    let mut found = 0;
    for case in Suite::Gemm.cases(SuiteSize::Small).into_iter().filter(|case| case.title().contains("against gem")) {
        let travelled = |placement| {
            let mut device = Counting { device: Cpu::new(), bytes: 0 };
            let free = device.free_memory();
            let check = case.check(&mut device, target(), ToleranceSource::Computed, placement);
            assert!(check.passed(), "{}: {check:?}", case.title());
            assert_eq!(device.free_memory(), free, "{}", case.title());
            device.bytes
        };
        let (host, device) = (travelled(Placement::Host), travelled(Placement::Device));
        // The result of the comparison, two or more magnitudes, each with its zeros before; a vector of a split sum starts with zeros.
        let zeros = if case.kernel.name() == "gemv_split" { 2 * 4 * 132 } else { 0 };
        assert!(device <= 2 * 4 * (7 + 4) + zeros && host > 100 * 132, "{}: {host} {device}", case.title());
        found += 1;
    }
    assert_eq!(found, 4 + 2 * 4 + 2);
}

/// What no machine has the memory for is an error of its check alone.
#[test]
fn checks_without_memory() {
    let mut validator = KernelValidator::new(target(), || Box::new(Cpu::new()));
    let huge = Case::random(Box::new(Softmax { rows: (1 << 31) - 1, columns: 1 << 30 }));
    let check = validator.validate(&huge);
    let Err(Obstacle::Device(DeviceError::OutOfMemory { bytes, free: Some(free) })) = check.outcome else {
        panic!("{check:?}")
    };
    assert!(bytes > free, "{bytes} {free}");
    assert!(validator.validate(&Case::random(Box::new(ResidualAdd { length: 100 }))).passed());
}

#[test]
fn validators_collect_checks() {
    let mut validator = KernelValidator::new(target(), || Box::new(Cpu::new()));
    assert!(validator.validate(&Case::random(Box::new(ResidualAdd { length: 100 }))).passed());
    let wrong = Broken { kernel: ResidualAdd { length: 100 }, from: "add.rn.f32", to: "sub.rn.f32", blocks: None };
    validator.place(Placement::Device);
    assert!(!validator.validate(&Case::random(Box::new(wrong))).passed());
    // What panics is told, and others are still checked.
    let missing = Broken { kernel: ResidualAdd { length: 100 }, from: "not there", to: "", blocks: None };
    assert!(matches!(validator.validate(&Case::random(Box::new(missing))).outcome, Err(Obstacle::Device(_))));
    let report = validator.report();
    assert_eq!((report.total(), report.passed(), report.failed()), (3, 1, 2));
    let text = report.to_string();
    assert!(text.starts_with("[PASS] ResidualAdd") && text.ends_with("1/3 passed"), "{text}");
}

/// A kernel that cannot be run.
#[derive(Debug)]
struct Unfit {
    ptx: fn(Target) -> Result<String, BuildError>,
    launch: LaunchConfig,
    recipes: Vec<Recipe>,
}

impl Kernel for Unfit {
    fn name(&self) -> &'static str {
        "k"
    }
    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        (self.ptx)(target)
    }
    fn launch(&self) -> LaunchConfig {
        self.launch
    }
    fn inputs(&self, _seed: u64) -> Vec<ParameterValue> {
        self.recipes.iter().map(Recipe::value).collect()
    }
    fn recipes(&self, _seed: u64) -> Vec<Recipe> {
        self.recipes.clone()
    }
    fn reference(&self, _inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        Vec::new()
    }
}

/// A module for `sm_80` with this entry.
fn module(entry: &str) -> String {
    format!(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry {entry}\n")
}

/// Whatever is wrong with a kernel, its error names what and why, and others are still checked.
#[test]
fn kernels_that_cannot_be_run() {
    let block = |threads| LaunchConfig::new([1; 3], [threads, 1, 1]);
    let no_recipes = Vec::new;
    let two: fn(Target) -> Result<String, BuildError> = |_| Ok(module("k(.param .u64 a, .param .u32 n) { ret; }"));
    let empty: fn(Target) -> Result<String, BuildError> = |_| Ok(module("k() { ret; }"));
    let one: fn(Target) -> Result<String, BuildError> = |_| Ok(module("k(.param .u64 a) { ret; }"));
    let shared = LaunchConfig { shared_bytes: 1 << 20, ..block(32) };
    let number = || Recipe::from(ParameterValue::U64(7));
    let unfit = |ptx, launch, recipes| Unfit { ptx, launch, recipes };
    let kernels: [(Unfit, &[&str]); 10] = [
        (unfit(two, block(32), vec![Recipe::Unwritten(4)]), &["1 arguments", "2 parameters"]),
        (unfit(two, block(32), vec![Recipe::Unwritten(4), number()]), &["8 bytes", "`n`"]),
        (unfit(empty, shared, no_recipes()), &["1048576 bytes of shared memory", "232448"]),
        (unfit(empty, block(2048), no_recipes()), &["block", "2048"]),
        (
            unfit(one, block(32), vec![Recipe::Unwritten(1 << 40)]),
            &["not enough memory: 52776558133248 bytes are needed, and "],
        ),
        (unfit(|_| Ok(module("k() { L: bra L; }")), block(32), no_recipes()), &["line 4", "steps without end"]),
        (unfit(|_| Ok(module("j() { ret; }")), block(32), no_recipes()), &["no kernel `k`", "`j`"]),
        (unfit(|_| Ok(module("k() { ret }")), block(32), no_recipes()), &["line 4", "not PTX"]),
        (
            unfit(|_| Ok(module("k() { wgmma.fence.sync.aligned; ret; }")), block(128), no_recipes()),
            &["line 4", "`sm_80` does not support `wgmma.fence"],
        ),
        (unfit(loads_matrices, block(32), no_recipes()), &["`ldmatrix` needs sm_75"]),
    ];
    for placement in [Placement::Host, Placement::Device] {
        let open = || -> Box<dyn Device> {
            Box::new(Cpu::with_checks(Checks { steps: 1 << 20, aligned: true, ..Checks::default() }))
        };
        let old = Target::lookup("sm_70").expect("known");
        let mut validator = KernelValidator::new(old, open);
        validator.place(placement);
        for (kernel, words) in &kernels {
            let Unfit { ptx, launch, recipes } = kernel;
            let check = validator.validate(&Case::random(Box::new(unfit(*ptx, *launch, recipes.clone()))));
            let obstacle = check.outcome.as_ref().expect_err("it cannot be run").to_string();
            assert!(words.iter().all(|word| obstacle.contains(word)), "{words:?}: {obstacle}");
        }
        assert!(validator.validate(&Case::random(Box::new(ResidualAdd { length: 64 }))).passed());
        assert_eq!(validator.report().failed(), kernels.len());
    }
}

fn loads_matrices(target: Target) -> Result<String, BuildError> {
    let mut b = Builder::new("k", target, [32, 1, 1]);
    let tile = b.shared_array::<F16>("tile", 1024);
    let first = b.shared_base_addr(&tile);
    let rows = b.matrix_rows(first, 32);
    b.load_left(rows, 0, 0);
    b.finish()
}

/// Elements that nobody writes are NaN, and say so.
#[test]
fn missing_elements_are_counted() {
    let kernel = Broken { kernel: ResidualAdd { length: 1536 }, from: "add.rn", to: "add.rn", blocks: Some(1) };
    let check = check(&Case::random(Box::new(kernel)), ToleranceSource::Computed);
    let outputs = check.outcome.expect("it runs");
    let [output] = &outputs[..] else { panic!("one output") };
    assert!(output.mismatches > 0 && output.mismatches == output.nans, "{output:?}");
    assert!(output.max_absolute.is_nan() && output.used.is_nan(), "{output:?}");
}

#[test]
fn tolerances_come_from_where_they_should() {
    let case = Case::random(Box::new(CoalescedGemv { k: 4100, n: 36 }));
    let check = |source| check(&case, source);
    assert!(check(ToleranceSource::Computed).passed());
    // A sum of so many terms is further off than Composable Kernel's default for single precision allows.
    assert!(!check(ToleranceSource::Typical).passed());
    assert!(check(ToleranceSource::Fixed).passed());
}

fn confirm(rule: &'static Rule) -> Confirmation {
    let open = || -> Box<dyn Device> {
        Box::new(Cpu::with_checks(Checks { steps: 1 << 20, aligned: true, ..Checks::default() }))
    };
    validate::confirm(rule, &open)
}

/// What the interpreter says of each rule that it can show.
#[test]
fn rules_are_confirmed() {
    let expected: &[(&str, &str)] = &[
        ("syntax-error", "rejected at load"),
        ("invalid-identifier", "rejected at load"),
        ("undeclared-symbol", "rejected at load"),
        ("undefined-label", "rejected at load"),
        ("duplicate-symbol", "rejected at load"),
        ("missing-batch-dispatch", "wrong result"),
        ("wrong-dispatch-strategy", "more traffic"),
        ("state-space-mismatch", "fault"),
        ("misaligned-access", "fault"),
        ("out-of-bounds", "fault"),
        ("missing-bounds-check", "fault"),
        ("kernel-name-mismatch", "rejected at load"),
        ("null-access", "fault"),
        ("index-overflow", "fault"),
        ("constant-store", "fault"),
        ("divergent-barrier", "deadlock"),
        // A lane that reads too early may find a word that nobody has written.
        ("missing-barrier", "race or fault"),
        ("missing-async-wait", "race or fault"),
        ("exit-before-barrier", "fault"),
        ("warp-sync-divergence", "fault"),
        ("missing-copy-wait", "race"),
        ("missing-copy-barrier", "race or fault"),
        ("barrier-thread-count", "deadlock"),
        ("global-race", "race"),
        ("insufficient-scope", "race"),
        ("insufficient-cluster-scope", "race"),
        ("missing-fence", "race"),
        ("unprotected-store", "race"),
        ("shfl-width", "wrong result"),
        ("loop-branch-direction", "wrong result"),
        ("infinite-loop", "never ends"),
        ("missing-proxy-fence", "race"),
        ("missing-tcgen05-wait", "race"),
        ("missing-bulk-wait", "race"),
        ("mbarrier-parity", "deadlock"),
        ("mbarrier-byte-count", "deadlock"),
        ("tcgen05-allocation", "fault"),
        ("missing-cluster-barrier", "fault"),
        ("unpaired-mbarrier", "deadlock"),
        ("mbarrier-init-order", "race"),
        ("mbarrier-arrival-count", "deadlock"),
        ("tcgen05-handover", "race"),
        ("async-race", "race"),
        ("async-deadlock", "deadlock"),
        ("uninitialized-register", "fault"),
        ("non-inplace-accumulator", "wrong result"),
        ("launch-bounds", "not started"),
        ("uncoalesced-access", "more traffic"),
        ("bank-conflict", "more traffic"),
        ("narrow-access", "more traffic"),
    ];
    let mut expected = expected.iter();
    for &rule in rules::ALL {
        let Confirmation::Tried(trials) = confirm(rule) else { continue };
        let (silent, told): (Vec<_>, Vec<_>) = trials.iter().partition(|trial| trial.is_impossible());
        for trial in silent {
            // Twins that differ in time leave the same.
            assert!(matches!(trial.misbehaviour, Behaviour::NotShown(_)), "{trial:?}");
            match &trial.bad_outcome {
                KernelOutcome::Stopped(error) => assert!(matches!(error, DeviceError::Illegal { .. }), "{trial:?}"),
                finished => assert_eq!(*finished, trial.good_outcome),
            }
        }
        if told.is_empty() {
            continue;
        }
        let (name, way) = expected.next().expect("no more rules");
        assert_eq!(rule.name, *name);
        for trial in told {
            let shown = trial.misbehaviour.name().is_some_and(|shown| way.split(" or ").any(|way| way == shown));
            assert!(trial.confirms() && shown, "{trial:?}");
        }
    }
    assert_eq!(expected.next(), None);
}

/// Whatever is not shown has a reason; of the rules about text and waste alone there are no demonstrations.
#[test]
fn every_rule_has_demonstrations_or_a_reason() {
    let mut without = Vec::new();
    for &rule in rules::ALL {
        match confirm(rule) {
            Confirmation::NotShown(reason) => {
                assert!(!reason.is_empty());
                without.push(rule.name);
            }
            Confirmation::Tried(trials) => assert!(!trials.is_empty()),
        }
    }
    let expected = [
        "shared-u64-address",
        "stale-nc-load",
        "aligned-divergence",
        "operand-out-of-range",
        "setmaxnreg-count",
        "wgmma-hazard",
        "unchecked-mbarrier-wait",
        "missing-dependency-wait",
        "missing-tensormap-fence",
        "uninitialized-accumulator",
        "unreachable-code",
        "dead-store",
        "unused-register",
        "unused-parameter",
        "redundant-move",
        "empty-loop",
        "setmaxnreg-limit",
        "toolchain-too-old",
        "setmaxnreg-ignored",
        "wgmma-serialized",
        "redundant-fence",
        "unused-suppression",
    ];
    assert_eq!(without, expected);
}

/// Bad kernels misbehave as their rule says, not by something else.
#[test]
fn faults_are_those_of_the_rule() {
    let kind = |name: &str| {
        let demonstration = Demonstration::by_name(name).expect("it is listed");
        let Confirmation::Tried(trials) = confirm(demonstration.rule().expect("a rule")) else { panic!("{name}") };
        let trial = trials.iter().find(|trial| trial.bad == demonstration).expect("it is tried");
        match &trial.misbehaviour {
            Behaviour::Stopped(DeviceError::Fault(fault)) => fault.kind,
            other => panic!("{name}: {other:?}"),
        }
    };
    for name in ["out-of-bounds/bad_block", "out-of-bounds/bad_before_start", "out-of-bounds/bad_last_round"] {
        assert_eq!(kind(name), FaultKind::OutOfBounds, "{name}");
    }
    for name in ["misaligned-access/bad_vector_stride", "misaligned-access/bad_half_index"] {
        assert_eq!(kind(name), FaultKind::Misaligned, "{name}");
    }
}

/// What good twins leave where bad ones leave something else.
#[test]
fn good_demonstrations_are_right() {
    let sum_of_own = |count: u32| move |thread: u32| thread * count;
    type Right = Box<dyn Fn(u32) -> u32>;
    let expected: [(&str, usize, Right); 5] = [
        ("missing-batch-dispatch/good_row_offset", 64, Box::new(|index| index % 32)),
        ("shfl-width/good_sum", 1, Box::new(|_| 31 * 32 / 2)),
        ("loop-branch-direction/good_counts_up", 32, Box::new(sum_of_own(8))),
        ("loop-branch-direction/good_do_while", 32, Box::new(sum_of_own(8))),
        ("non-inplace-accumulator/good_add", 1, Box::new(|_| 28f32.to_bits())),
    ];
    for (name, looked_at, right) in expected {
        let demonstration = Demonstration::by_name(name).expect("it is listed");
        let Confirmation::Tried(trials) = confirm(demonstration.rule().expect("a rule")) else { panic!("{name}") };
        let trial = trials.iter().find(|trial| trial.good == demonstration).expect("it is tried");
        let KernelOutcome::Finished(buffers) = &trial.good_outcome else { panic!("{name}: {:?}", trial.good_outcome) };
        for (index, &word) in (0..).zip(&buffers[0][..looked_at]) {
            assert_eq!(word, right(index), "{name}: word {index}");
        }
    }
}

#[test]
fn the_operand_of_shuffles_is_a_clamp_and_a_mask() {
    let confirmation = confirm(rules::by_name("shfl-width").expect("a rule"));
    let (reading, measured) = validate::read_shuffle(&confirmation).expect("one of the readings");
    assert_eq!(reading, Reading::ClampAndMask);
    assert_ne!(measured, Reading::Width.sums());
}

/// What the shipped kernels' cases execute. What they do not is shown when this fails.
#[test]
fn shipped_kernels_are_covered() {
    const WANTED: f64 = 0.9;
    let mut coverage = Coverage::default();
    for case in Suite::ALL.into_iter().flat_map(|suite| suite.cases(SuiteSize::Small)) {
        let mut cpu = Cpu::with_checks(Checks { coverage: true, ..Checks::default() });
        let check = case.check(&mut cpu, target(), ToleranceSource::Computed, Placement::Host);
        assert!(check.passed(), "{}", case.title());
        coverage.add(cpu.coverage(), &case.title());
    }
    let mut gaps = String::new();
    for form in &coverage.forms {
        let (kernel, configuration) = (&form.coverage.kernel, &form.configurations[0]);
        for (instruction, gap) in form.gaps() {
            gaps += &format!("{kernel}, {configuration}: line {}: {}: {gap}\n", instruction.line, instruction.text);
        }
    }
    let total = coverage.total();
    for share in [total.instructions, total.branches, total.guards] {
        assert!(share.total > 200 && share.ratio() >= WANTED, "{total:?}\n{gaps}");
    }
    let names: BTreeSet<&str> = coverage.forms.iter().map(|form| form.coverage.kernel.as_str()).collect();
    assert_eq!(names, kernels::all().iter().map(|kernel| kernel.name()).collect());
    for kernel in coverage.kernels() {
        assert_eq!(kernel.instructions.covered, kernel.instructions.total, "{kernel:?}\n{gaps}");
        assert!(kernel.branches.ratio() >= 0.75 && kernel.guards.ratio() >= 0.75, "{kernel:?}\n{gaps}");
    }
}

/// Nothing is counted unless that is wanted; what is, is what a kernel does.
#[test]
fn counts() {
    const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 out)\n{
    .reg .pred %p<3>;
    .reg .b32 %r<4>;
    .reg .b64 %rd<3>;
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 10;
    @%p1 mov.u32 %r2, 1;
    @!%p1 mov.u32 %r2, 2;
    setp.ge.u32 %p2, %r1, 64;
    @%p2 bra END;
    ld.param.u64 %rd1, [out];
    mad.wide.u32 %rd2, %r1, 4, %rd1;
    st.global.u32 [%rd2], %r2;
END:
    ret;
    trap;
}";
    for is_wanted in [false, true] {
        let mut cpu = Cpu::with_checks(Checks { coverage: is_wanted, ..Checks::default() });
        let module = cpu.load(PTX).expect("PTX");
        assert!(cpu.coverage().is_empty(), "nothing was launched");
        let [out, small] = [64, 40].map(|words| cpu.alloc(4 * words).expect("memory"));
        for _ in 0..2 {
            cpu.launch(module, "k", LaunchConfig::new([1, 1, 1], [96, 1, 1]), &[small.into()]).expect_err("too small");
            cpu.launch(module, "k", LaunchConfig::new([1, 1, 1], [96, 1, 1]), &[out.into()]).expect("no fault");
        }
        if !is_wanted {
            assert!(cpu.coverage().is_empty());
            continue;
        }
        let coverage = cpu.coverage();
        let [kernel] = &coverage[..] else { panic!("{coverage:?}") };
        // What a faulty launch has done counts, too, as far as it came.
        assert!(kernel.instructions[0].executed > 2 * 96, "{kernel:?}");
        let mut cpu = Cpu::with_checks(Checks { coverage: true, ..Checks::default() });
        let (module, out) = (cpu.load(PTX).expect("PTX"), cpu.alloc(4 * 64).expect("memory"));
        cpu.launch(module, "k", LaunchConfig::new([1, 1, 1], [96, 1, 1]), &[out.into()]).expect("no fault");
        let coverage = cpu.coverage();
        let counts: Vec<_> = coverage[0].instructions.iter().map(|it| (it.executed, it.skipped)).collect();
        let all = (96, 0);
        let inside = (64, 0);
        assert_eq!(counts, [all, all, (10, 86), (86, 10), all, (32, 64), inside, inside, inside, all, (0, 0)]);
        let texts: Vec<_> = coverage[0].instructions.iter().map(|it| (it.line, it.text.as_str())).collect();
        assert_eq!((texts[2], texts[5]), ((11, "@%p1 mov.u32 %r2, 1;"), (14, "@%p2 bra END;")));
        let gaps: Vec<_> = coverage[0].instructions.iter().filter_map(|it| it.gap()).collect();
        assert_eq!(gaps, ["never reached"]);
    }
}
