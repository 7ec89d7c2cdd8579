//! Kernels that say how they are launched (`//@ launch: …`), on the interpreter and on a GPU: all buffers should end up the same, bit for bit.

use ptxlint::device::{self, Arg, Cpu, Cuda, Device, DeviceError};
use ptxlint::kernels::Launch;
use std::path::PathBuf;

/// What the buffers of a launch hold when it is done.
type Outcome = Result<Vec<Vec<u8>>, DeviceError>;

/// Runs the first kernel of each file below folders, and prints where the devices differ. After a fault the GPU is lost to the process:
/// what is left can be run by another one, with the number that this one tells.
pub(crate) fn run(folders: &[String], skip: usize) -> Result<(), Box<dyn std::error::Error>> {
    let folders: Vec<PathBuf> = match folders {
        [] => vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fixtures")],
        named => named.iter().map(PathBuf::from).collect(),
    };
    let mut gpu = Cuda::open(0)?;
    println!("{}", gpu.name());
    let (mut same, mut differing, mut rejected, mut refused) = (0, 0, 0, 0);
    for (number, file) in crate::wild::files(&folders)?.iter().enumerate().skip(skip) {
        let path = file.path.display();
        let is_bad = file.path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("bad"));
        let ptx = String::from_utf8(std::fs::read(&file.path)?).unwrap_or_default();
        let Some(launch) = ptx.lines().find_map(|line| line.strip_prefix("//@ launch: ")) else { continue };
        if is_bad || launch == "none" {
            continue;
        }
        let launch = Launch::parse(launch)?;
        let ours = match outcome(&mut Cpu::new(), &ptx, &launch) {
            Ok(ours) => ours,
            Err(error) => {
                refused += 1;
                println!("{path}: the interpreter: {error}");
                continue;
            }
        };
        match outcome(&mut gpu, &ptx, &launch) {
            Ok(theirs) if theirs == ours => same += 1,
            Ok(theirs) => {
                differing += 1;
                println!("{path}: {}", difference(&theirs, &ours));
            }
            Err(DeviceError::Rejected(_)) => rejected += 1,
            Err(error) => {
                println!("{path}: the GPU: {error}");
                if error.is_loss() {
                    println!("go on with --offset {}", number + 1);
                    break;
                }
            }
        }
    }
    println!("{same} the same, {differing} not, {rejected} not for this GPU, {refused} not run by the interpreter");
    Ok(())
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
