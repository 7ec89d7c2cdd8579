//! The labelled kernels of the asynchronous protocol on the interpreter.

use super::pairs::Pair;
use crate::gpu::Gpu;
use ptxlint::device::{
    Arg, Buffer, Checks, Cpu, Device, DeviceError, KernelFormal, Schedule, TensorElement, TensorMap, kernels,
};
use ptxlint::launch::LaunchConfig;
use std::collections::BTreeSet;
use std::time::Duration;

/// What each integer is, but for kernels that say `// n: 0`.
const NUMBER: i64 = 7;

/// Bytes of each buffer: zeros in the first, which kernels write and have their flags in, counted numbers in single precision in the others.
const BUFFER: u64 = 1 << 18;

/// Bytes of a tensor map.
const TENSOR_MAP: usize = 128;

/// When copies are done.
const SCHEDULES: [Schedule; 4] = [Schedule::Late, Schedule::Early, Schedule::Random(1), Schedule::Random(2)];

/// The kernel that has just been launched when one that waits for it begins.
const PRIMARY: &str = "dependency_wait_late";

/// The kernels of a text that fail in one of their launches: with copies late, early and by chance; two blocks or clusters where they ask for
/// their number, one otherwise; and, where they wait for the kernel before, on what that one has written.
pub(super) fn failing(text: &str, pairs: &[Pair]) -> Result<BTreeSet<String>, DeviceError> {
    let formals = kernels(text)?;
    let mut failing = BTreeSet::new();
    for pair in pairs {
        let Some((_, formals)) = formals.iter().find(|(name, _)| *name == pair.name) else { continue };
        let body = body(text, &pair.name);
        let is_dependent = body.contains("griddepcontrol.wait");
        let fails = SCHEDULES.iter().any(|&schedule| {
            let fails = |is_dependent| LabelledLaunch { text, pair, formals, body, schedule, is_dependent }.fails();
            fails(false) || (is_dependent && fails(true))
        });
        if fails {
            failing.insert(pair.name.clone());
        }
    }
    Ok(failing)
}

/// The text of a kernel.
fn body<'t>(text: &'t str, kernel: &str) -> &'t str {
    let head = format!(".entry {kernel}(");
    let from = text.find(&head).map_or("", |at| &text[at..]);
    from.split("\n}").next().unwrap_or(from)
}

struct LabelledLaunch<'t> {
    text: &'t str,
    pair: &'t Pair,
    formals: &'t [KernelFormal],
    body: &'t str,
    schedule: Schedule,
    is_dependent: bool,
}

impl LabelledLaunch<'_> {
    fn fails(&self) -> bool {
        let checks =
            Checks { schedule: self.schedule, steps: 2_000_000, time: Duration::from_secs(60), ..Checks::default() };
        let mut cpu = Cpu::with_checks(checks);
        self.run(&mut cpu).is_err()
    }

    fn run(&self, cpu: &mut Cpu) -> Result<(), DeviceError> {
        let module = cpu.load(self.text)?;
        let (arguments, _) = self.arguments(cpu)?;
        if self.is_dependent {
            cpu.launch(module, PRIMARY, self.config(), &arguments)?;
            cpu.set_dependent(true);
        }
        cpu.launch(module, &self.pair.name, self.config(), &arguments)?;
        cpu.synchronise()
    }

    /// What all buffers hold afterwards.
    fn contents(&self, device: &mut dyn Device) -> Result<Vec<Vec<u8>>, DeviceError> {
        let module = device.load(self.text)?;
        let (arguments, buffers) = self.arguments(device)?;
        device.launch(module, &self.pair.name, self.config(), &arguments)?;
        device.synchronise()?;
        let content = |buffer| {
            let mut bytes = vec![0; BUFFER as usize];
            device.download(buffer, &mut bytes)?;
            Ok(bytes)
        };
        buffers.into_iter().map(content).collect()
    }

    fn config(&self) -> LaunchConfig {
        let blocks = if self.body.contains(".reqnctapercluster") { 2 } else { 1 };
        let grid = if self.body.contains("%ctaid") { 2 * blocks } else { blocks };
        let shared_bytes = if self.text.contains(".extern .shared") { 65_536 } else { 0 };
        LaunchConfig { grid: [grid, 1, 1], block: self.pair.block, shared_bytes }
    }

    /// The arguments, and the buffers that they point to.
    fn arguments(&self, device: &mut dyn Device) -> Result<(Vec<Arg>, Vec<Buffer>), DeviceError> {
        let mut buffers = Vec::new();
        let mut common: Option<Buffer> = None;
        let mut arguments = Vec::new();
        for formal in self.formals {
            arguments.push(match (formal.size, common) {
                (4, _) => Arg::Integer(self.pair.number.unwrap_or(NUMBER)),
                // What the kernel before writes is what this one reads.
                (8, Some(buffer)) if self.is_dependent => Arg::Buffer(buffer),
                (TENSOR_MAP, _) => {
                    buffers.push(counted(device)?);
                    let map = TensorMap::dense(0, TensorElement::F32, &[128, 128], &[32, 32]);
                    let bytes = map.encode().map_err(DeviceError::Launch)?.to_vec();
                    // A map begins with the address of its tensor.
                    Arg::Structure(bytes, vec![(0, buffers[buffers.len() - 1], 0)])
                }
                _ => {
                    let buffer = if common.is_none() { zeros(device)? } else { counted(device)? };
                    buffers.push(buffer);
                    common = Some(buffer);
                    Arg::Buffer(buffer)
                }
            });
        }
        Ok((arguments, buffers))
    }
}

/// What a GPU shows of a mistake.
pub(super) enum Demonstration {
    /// What happens instead of what its twin does.
    Shown(String),
    /// As its twin, each time.
    Hidden,
    /// The twin does not do the same each time and on the interpreter, or fails.
    TwinFails(String),
    /// The GPU does not take the kernels.
    NotRun(String),
}

/// How often a kernel with a mistake is run on a GPU.
const TRIES: usize = 20;

/// The parameters of a kernel.
fn formals_of(text: &str, pair: &Pair) -> Result<Vec<KernelFormal>, DeviceError> {
    let missing = || DeviceError::Internal("no kernel".to_string());
    Ok(kernels(text)?.into_iter().find(|(name, _)| *name == pair.name).ok_or_else(missing)?.1)
}

/// Runs a kernel with a mistake and its twin on a GPU, the twin on the interpreter, too.
pub(super) fn demonstrate(
    gpu: &Gpu,
    [bad, good]: [&str; 2],
    pair: &Pair,
) -> Result<Demonstration, Box<dyn std::error::Error>> {
    let [bad_formals, good_formals] = [formals_of(bad, pair)?, formals_of(good, pair)?];
    let launch = |text, formals| {
        let body = body(text, &pair.name);
        LabelledLaunch { text, pair, formals, body, schedule: Schedule::Late, is_dependent: false }
    };
    let (bad, good) = (launch(bad, &bad_formals), launch(good, &good_formals));
    if good.formals.iter().any(|formal| formal.size == TENSOR_MAP) {
        return Ok(Demonstration::NotRun("tensor maps are the interpreter's own".to_string()));
    }
    let mut device = gpu.open();
    let first = match good.contents(&mut device) {
        Ok(first) => first,
        Err(error @ DeviceError::Rejected(_)) => return Ok(Demonstration::NotRun(error.to_string())),
        Err(error) => return Ok(Demonstration::TwinFails(error.to_string())),
    };
    match good.contents(&mut Cpu::new()) {
        Ok(ours) if ours != first => return Ok(Demonstration::TwinFails("differs from the interpreter".to_string())),
        Ok(_) => {}
        Err(error) => return Ok(Demonstration::TwinFails(format!("the interpreter: {error}"))),
    }
    for _ in 1..TRIES {
        if good.contents(&mut device)? != first {
            return Ok(Demonstration::TwinFails("differs from run to run".to_string()));
        }
    }
    for _ in 0..TRIES {
        match bad.contents(&mut device) {
            Ok(contents) if contents == first => {}
            Ok(_) => return Ok(Demonstration::Shown("other values".to_string())),
            Err(error) => return Ok(Demonstration::Shown(error.to_string())),
        }
    }
    Ok(Demonstration::Hidden)
}

fn zeros(device: &mut dyn Device) -> Result<Buffer, DeviceError> {
    let buffer = device.alloc(BUFFER)?;
    device.upload(buffer, &vec![0; BUFFER as usize])?;
    Ok(buffer)
}

fn counted(device: &mut dyn Device) -> Result<Buffer, DeviceError> {
    let buffer = device.alloc(BUFFER)?;
    let numbers: Vec<u8> = (0..BUFFER / 4).flat_map(|number| (number as f32).to_le_bytes()).collect();
    device.upload(buffer, &numbers)?;
    Ok(buffer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_that_is_named_is_taken() {
        let text = ".entry aa(\n)\n{\nret;\n}\n.entry a(\n)\n.reqnctapercluster 2, 1, 1\n{\nexit;\n}\n";
        assert!(body(text, "a").contains("exit") && !body(text, "aa").contains("exit"));
    }
}
