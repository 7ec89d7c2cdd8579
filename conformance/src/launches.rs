//! Kernels that say how they are launched (`//@ launch: …`), on the interpreter and on a GPU: all buffers should end up the same, bit for bit.
//! Kernels of others are run in launches that are made up.

use crate::gpu::Gpu;
use ptxlint::device::{self, Arg, Checks, Cpu, Device, DeviceError};
use ptxlint::kernels::Launch;
use ptxlint::replay::{BufferFilling, Replayer};
use std::path::PathBuf;
use std::time::Duration;

/// What the buffers of a launch hold when it is done.
type Outcome = Result<Vec<Vec<u8>>, DeviceError>;

/// How long a GPU may take for one step of a launch.
const LIMIT: Duration = Duration::from_secs(20);

/// Runs the first kernel of each file below folders, and prints where the devices differ.
pub(crate) fn run(folders: &[String], tool: &str) -> Result<(), Box<dyn std::error::Error>> {
    let folders: Vec<PathBuf> = match folders {
        [] => vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fixtures")],
        named => named.iter().map(PathBuf::from).collect(),
    };
    let gpu = Gpu::find(tool, LIMIT)?;
    println!("{}", gpu.name());
    let mut device = gpu.open();
    let mut tally = LaunchTally::default();
    for file in &crate::wild::files(&folders)? {
        let place = file.path.display().to_string();
        let is_bad = file.path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("bad"));
        let ptx = String::from_utf8(std::fs::read(&file.path)?).unwrap_or_default();
        let Some(launch) = ptx.lines().find_map(|line| line.strip_prefix("//@ launch: ")) else { continue };
        if is_bad || launch == "none" {
            continue;
        }
        let launch = Launch::parse(launch)?;
        let ours = outcome(&mut Cpu::new(), &ptx, &launch);
        if tally.compare(&place, ours, || outcome(&mut device, &ptx, &launch)) == Comparison::Lost {
            device = gpu.open();
        }
    }
    tally.print();
    Ok(())
}

/// What came of launches on both devices.
#[derive(Default)]
struct LaunchTally {
    same: usize,
    differing: usize,
    /// The interpreter found a fault, or ran out of steps.
    faulty: usize,
    /// Not run by the interpreter.
    refused: usize,
    /// Not for this GPU.
    rejected: usize,
    /// The GPU found a fault, and the interpreter none.
    failed: usize,
}

/// What is to be done after a launch.
#[derive(PartialEq, Eq)]
enum Comparison {
    GoOn,
    /// Other launches of the kernel fare no better.
    Skip,
    /// The device is lost.
    Lost,
}

impl LaunchTally {
    fn compare(&mut self, place: &str, ours: Outcome, theirs: impl FnOnce() -> Outcome) -> Comparison {
        let ours = match ours {
            Ok(ours) => ours,
            Err(DeviceError::Fault(_)) => {
                self.faulty += 1;
                return Comparison::GoOn;
            }
            Err(error) => {
                self.refused += 1;
                println!("{place}: the interpreter: {error}");
                return Comparison::Skip;
            }
        };
        match theirs() {
            Ok(theirs) if theirs == ours => self.same += 1,
            Ok(theirs) => {
                self.differing += 1;
                println!("{place}: {}", difference(&theirs, &ours));
            }
            Err(DeviceError::Rejected(error)) => {
                self.rejected += 1;
                let first = error.lines().find(|line| line.contains("error")).unwrap_or(&error);
                println!("{place}: rejected: {}", first.chars().take(160).collect::<String>());
                return Comparison::Skip;
            }
            Err(error) => {
                self.failed += 1;
                println!("{place}: the GPU: {error}");
                return if error.is_loss() { Comparison::Lost } else { Comparison::GoOn };
            }
        }
        Comparison::GoOn
    }

    fn print(&self) {
        let Self { same, differing, faulty, refused, rejected, failed } = self;
        println!(
            "{same} the same, {differing} not, {failed} failed on the GPU alone; {faulty} with a fault, {rejected} not for this GPU, \
             {refused} not run by the interpreter"
        );
    }
}

fn outcome(device: &mut dyn Device, ptx: &str, launch: &Launch) -> Outcome {
    let missing = || DeviceError::Internal("no kernel".to_string());
    let (kernel, _) = device::kernels(ptx)?.into_iter().next().ok_or_else(missing)?;
    let module = device.load(ptx)?;
    let args = device.arguments(&launch.arguments)?;
    device.launch(module, &kernel, launch.config(), &args)?;
    device.synchronise()?;
    let mut buffers = Vec::new();
    for (arg, value) in args.iter().zip(&launch.arguments) {
        if let Arg::Buffer(buffer) = *arg {
            let mut bytes = vec![0; value.buffer_bytes() as usize];
            device.download(buffer, &mut bytes)?;
            device.free(buffer)?;
            buffers.push(bytes);
        }
    }
    Ok(buffers)
}

/// The first word that differs.
fn difference(gpu: &[Vec<u8>], cpu: &[Vec<u8>]) -> String {
    for (number, (gpu, cpu)) in gpu.iter().zip(cpu).enumerate() {
        let words = |bytes: &[u8]| -> Vec<String> { bytes.chunks(4).map(|word| format!("{word:02x?}")).collect() };
        let (gpu, cpu) = (words(gpu), words(cpu));
        let count = gpu.iter().zip(&cpu).filter(|(a, b)| a != b).count();
        if let Some(at) = gpu.iter().zip(&cpu).position(|(a, b)| a != b) {
            return format!(
                "buffer {number}, word {at}: GPU {}, interpreter {} ({count} words differ)",
                gpu[at], cpu[at]
            );
        }
    }
    "buffers of different sizes".to_string()
}

/// Launches that are made up for a kernel.
const LAUNCHES: usize = 2;

/// Dynamic shared memory at most, in bytes.
const MOST_DYNAMIC: u64 = 64 << 10;

/// Runs all kernels below folders in launches that are made up, on the interpreter and, where it finds no fault, on a GPU: every
/// `step`-th file, from that of the number `skip` on.
pub(crate) fn run_made_up(
    folders: &[String],
    tool: &str,
    (skip, step): (usize, usize),
) -> Result<(), Box<dyn std::error::Error>> {
    let folders: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
    let gpu = Gpu::find(tool, LIMIT)?;
    let mut device = gpu.open();
    let mut tally = LaunchTally::default();
    for file in crate::wild::files(&folders)?.iter().skip(skip).step_by(step.max(1)) {
        let bytes = std::fs::read(&file.path)?;
        let Some(replayer) = Replayer::new(&bytes) else { continue };
        for kernel in crate::replay::kernels(&bytes) {
            for mut witness in replayer.plausible(&kernel, LAUNCHES) {
                witness.dynamic_shared = witness.dynamic_shared.min(MOST_DYNAMIC);
                let place = format!("{}: `{kernel}` {:?} {:?}", file.path.display(), witness.grid, witness.block);
                let comparisons = [BufferFilling::Small, BufferFilling::Counting].map(|filling| {
                    let checks = Checks { steps: 1 << 16, time: LIMIT, ..Checks::default() };
                    let ours = replayer.contents(&mut Cpu::with_checks(checks), &kernel, &witness, filling);
                    let theirs = || replayer.contents(&mut device, &kernel, &witness, filling);
                    let comparison = tally.compare(&format!("{place} {filling:?}"), ours, theirs);
                    if comparison == Comparison::Lost {
                        device = gpu.open();
                    }
                    comparison
                });
                if comparisons.contains(&Comparison::Skip) {
                    break;
                }
            }
        }
    }
    tally.print();
    Ok(())
}
