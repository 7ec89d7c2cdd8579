//! The specification of matrix-vector products: right devices pass, broken ones do not, and times are judged as it says.

use ptxlint::device::{Arg, Buffer, Cpu, Device, DeviceError, LoadedModule, Product, Properties, Repetition};
use ptxlint::forward_device;
use ptxlint::isa::Target;
use ptxlint::kernels::{CoalescedGemv, LaunchConfig};
use ptxlint::validate::specification::{Bench, ItemResult, ItemVerdict, items};
use ptxlint::validate::{Case, KernelValidator};
use std::cell::Cell;
use std::time::Duration;

fn check(open: &dyn Fn() -> Box<dyn Device>, ids: &[&str]) -> Vec<(&'static str, ItemResult)> {
    let mut bench = Bench::new(open, Target::lookup("sm_80").expect("known"), false);
    items().filter(|item| ids.contains(&item.id)).map(|item| (item.id, item.check(&mut bench))).collect()
}

fn verdicts(open: &dyn Fn() -> Box<dyn Device>, ids: &[&str]) -> Vec<(&'static str, ItemVerdict)> {
    check(open, ids).into_iter().map(|(id, finding)| (id, finding.verdict)).collect()
}

#[test]
fn numbers_are_those_of_the_specification() {
    let ids: Vec<&str> = items().map(|item| item.id).collect();
    let list = |letter: &str, count: u32| (1..=count).map(|number| format!("{letter}{number}")).collect::<Vec<_>>();
    let wanted = [list("D", 10), list("F", 5), list("E", 12), list("H", 5), list("R", 4)].concat();
    assert_eq!(ids, wanted);
}

#[test]
fn the_interpreter_passes() {
    let open = || -> Box<dyn Device> { Box::new(Cpu::new()) };
    let everything: Vec<&str> = items().map(|item| item.id).filter(|id| !matches!(*id, "F3" | "F4")).collect();
    for (id, finding) in check(&open, &everything) {
        let timed = matches!(id, "H2" | "H3" | "H4" | "H5")
            || id.starts_with('R')
            || id.starts_with('E') && !matches!(id, "E6" | "E10" | "E12");
        let wanted = if timed { ItemVerdict::Open } else { ItemVerdict::Met };
        assert_eq!(finding.verdict, wanted, "{id}: {}", finding.text);
    }
}

/// What is wrong with a device.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Defect {
    /// Every hundredth download has a wrong bit.
    WrongBit,
    /// Some memory is not given back.
    Leak,
    /// A download brings what the one before should have brought.
    Stale,
    /// What cannot be launched is ignored.
    Lenient,
}

struct Broken {
    device: Cpu,
    defect: Defect,
    downloads: u32,
    frees: u32,
    before: Vec<u8>,
}

impl Device for Broken {
    forward_device! { alloc upload load free_memory }

    fn name(&self) -> String {
        "a broken device".to_string()
    }
    fn free(&mut self, buffer: Buffer) -> Result<(), DeviceError> {
        self.frees += 1;
        if self.defect == Defect::Leak && self.frees.is_multiple_of(1000) { Ok(()) } else { self.device.free(buffer) }
    }
    fn download(&mut self, buffer: Buffer, bytes: &mut [u8]) -> Result<(), DeviceError> {
        self.device.download(buffer, bytes)?;
        self.downloads += 1;
        if self.defect == Defect::WrongBit && self.downloads.is_multiple_of(100) {
            bytes[0] ^= 1;
        }
        if self.defect == Defect::Stale {
            let now = bytes.to_vec();
            if self.before.len() == bytes.len() {
                bytes.copy_from_slice(&self.before);
            }
            self.before = now;
        }
        Ok(())
    }
    fn launch(
        &mut self,
        module: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        args: &[Arg],
    ) -> Result<(), DeviceError> {
        match self.device.launch(module, kernel, config, args) {
            Err(DeviceError::Launch(_)) if self.defect == Defect::Lenient => Ok(()),
            other => other,
        }
    }
    fn synchronise(&mut self) -> Result<(), DeviceError> {
        Ok(())
    }
}

#[test]
fn broken_devices_do_not_pass() {
    let missed = |defect, ids: &[&str]| {
        let open = move || -> Box<dyn Device> {
            Box::new(Broken { device: Cpu::new(), defect, downloads: 0, frees: 0, before: Vec::new() })
        };
        for (id, verdict) in verdicts(&open, ids) {
            assert_eq!(verdict, ItemVerdict::Missed, "{id}");
        }
    };
    missed(Defect::WrongBit, &["F1", "F2"]);
    missed(Defect::Stale, &["F2"]);
    missed(Defect::Leak, &["F4"]);
    missed(Defect::Lenient, &["F5"]);
}

/// A GPU that runs nothing and whose kernels take as long as is said, in microseconds.
struct FakeGpu {
    device: Cpu,
    times: fn(&str, LaunchConfig) -> f64,
    library: Option<f64>,
}

fn runs(microseconds: f64, repetition: Repetition) -> Vec<Duration> {
    assert!(repetition.cold && repetition.warm_up > 0);
    vec![Duration::from_secs_f64(microseconds * 1e-6); repetition.runs as usize]
}

impl Device for FakeGpu {
    forward_device! { free load }

    fn name(&self) -> String {
        "a GPU of paper".to_string()
    }
    fn properties(&self) -> Option<Properties> {
        let properties = Properties {
            multiprocessors: 100,
            clock: 2e9,
            bandwidth: 4e12,
            l2_bytes: 50 << 20,
            memory_bytes: 100 << 30,
            capability: (9, 0),
            driver: 13_000,
        };
        Some(properties)
    }
    fn alloc(&mut self, _bytes: u64) -> Result<Buffer, DeviceError> {
        self.device.alloc(4)
    }
    fn upload(&mut self, _buffer: Buffer, _bytes: &[u8]) -> Result<(), DeviceError> {
        Ok(())
    }
    fn download(&mut self, _buffer: Buffer, _bytes: &mut [u8]) -> Result<(), DeviceError> {
        Ok(())
    }
    fn launch(&mut self, _: LoadedModule, _: &str, _: LaunchConfig, _: &[Arg]) -> Result<(), DeviceError> {
        Ok(())
    }
    fn synchronise(&mut self) -> Result<(), DeviceError> {
        Ok(())
    }
    fn free_memory(&mut self) -> Result<u64, DeviceError> {
        Ok(1 << 30)
    }
    fn benchmark(
        &mut self,
        _: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        _: &[Arg],
        repetition: Repetition,
    ) -> Result<Vec<Duration>, DeviceError> {
        Ok(runs((self.times)(kernel, config), repetition))
    }
    fn library_product(
        &mut self,
        product: &Product,
        repetition: Repetition,
    ) -> Result<Option<Vec<Duration>>, DeviceError> {
        assert_eq!((product.m, product.n, product.k), (1, 4096, 4096));
        Ok(self.library.map(|time| runs(time, repetition)))
    }
}

/// Columns of a product, as the grid of its split form tells.
fn columns(config: LaunchConfig) -> f64 {
    f64::from(config.grid[0] * 128)
}

/// 3.6 of 4 TB/s, half of that with single elements; one form is the best.
fn fast(kernel: &str, config: LaunchConfig) -> f64 {
    let bytes = 4.0 * columns(config) * columns(config);
    match kernel {
        "copy" if config.grid[0] == 65_536 => 536_870_912.0 / 3.6e6,
        "copy" => 2.1 * 536_870_912.0 / 3.6e6,
        "gemv_split" if config.grid[1] == 16 => bytes / 3.5e6,
        "gemv_split" => bytes / 3.0e6,
        "gemv_naive" => 67_108_864.0 / 0.2e6,
        // 70 and 80 % of the peak.
        "gemm" => 17_179_869_184.0 / (0.7 * 51.2e6),
        "gemm_f16" => 17_179_869_184.0 / (0.8 * 819.2e6),
        other => panic!("{other} is not timed"),
    }
}

fn slow(kernel: &str, config: LaunchConfig) -> f64 {
    if kernel == "gemv_split" { 7.0 * fast(kernel, config) } else { 2.0 * fast(kernel, config) }
}

const TIMED: [&str; 17] =
    ["E1", "E2", "E3", "E4", "E5", "E7", "E8", "E9", "E11", "H2", "H3", "H4", "H5", "R1", "R2", "R3", "R4"];

#[test]
fn a_fast_gpu_meets_everything() {
    let open = || -> Box<dyn Device> { Box::new(FakeGpu { device: Cpu::new(), times: fast, library: Some(18.0) }) };
    for (id, finding) in check(&open, &TIMED) {
        let wanted = if id == "E11" { ItemVerdict::Open } else { ItemVerdict::Met };
        assert_eq!(finding.verdict, wanted, "{id}: {}", finding.text);
        match id {
            "E1" => assert!(
                finding.text.contains("0.0192 ms (16 ranges of rows, 4 warps) of 1000 runs"),
                "{}",
                finding.text
            ),
            "E5" => assert!(
                finding.text.starts_with("3501 GB/s, 97.2 % of the copy's 3600 GB/s, which is 90.0 %"),
                "{}",
                finding.text
            ),
            "E9" => assert!(finding.text.starts_with("1.07 times: "), "{}", finding.text),
            "R1" => assert!(finding.text.ends_with("90.0 % of the roof"), "{}", finding.text),
            "R4" => assert!(
                finding.text.contains("bound by computation") && finding.text.ends_with("80.0 % of the roof"),
                "{}",
                finding.text
            ),
            _ => {}
        }
    }
}

#[test]
fn a_slow_gpu_does_not() {
    let open = || -> Box<dyn Device> { Box::new(FakeGpu { device: Cpu::new(), times: slow, library: None }) };
    for (id, finding) in check(&open, &TIMED) {
        let wanted = match id {
            // 0.134 ms for the product is too much, and 38 tokens a second are too few.
            "E1" | "E2" | "E3" | "E4" | "E5" | "E7" | "E8" | "H2" | "H3" | "R1" | "R2" | "R3" | "R4" => {
                ItemVerdict::Missed
            }
            "E9" | "E11" => ItemVerdict::Open,
            _ => ItemVerdict::Met,
        };
        assert_eq!(finding.verdict, wanted, "{id}: {}", finding.text);
    }
}

#[test]
fn between_two_bounds_nothing_is_decided() {
    let medium: fn(&str, LaunchConfig) -> f64 = |kernel, config| 4.0 * fast(kernel, config);
    let open = move || -> Box<dyn Device> { Box::new(FakeGpu { device: Cpu::new(), times: medium, library: None }) };
    let [(_, finding)] = &check(&open, &["H2"])[..] else { panic!("one item") };
    assert_eq!(finding.verdict, ItemVerdict::Open);
    assert_eq!(finding.text, "undecided: 0.0767 ms");
}

/// Opening a GPU takes long: one is enough as long as nothing fails on it. What an interpreter knows of a case ends with it.
#[test]
fn gpus_are_kept() {
    let opened = |open: &dyn Fn() -> Box<dyn Device>| {
        let count = Cell::new(0);
        let open = || {
            count.set(count.get() + 1);
            open()
        };
        let mut validator = KernelValidator::new(Target::lookup("sm_80").expect("known"), open);
        let failing = Case::random(Box::new(CoalescedGemv { k: 0, n: 1 }));
        let fine = || Case::random(Box::new(CoalescedGemv { k: 3, n: 5 }));
        let cases = [fine(), fine(), failing, fine()];
        assert_eq!(cases.map(|case| validator.validate(&case).outcome.is_ok()), [true, true, false, true]);
        count.get()
    };
    assert_eq!(opened(&|| Box::new(FakeGpu { device: Cpu::new(), times: fast, library: None })), 2);
    assert_eq!(opened(&|| Box::new(Cpu::new())), 4);
}
