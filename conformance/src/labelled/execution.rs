//! The labelled kernels of the asynchronous protocol on the interpreter.

use super::pairs::Pair;
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
        let blocks = if self.body.contains(".reqnctapercluster") { 2 } else { 1 };
        let grid = if self.body.contains("%ctaid") { 2 * blocks } else { blocks };
        let shared_bytes = if self.text.contains(".extern .shared") { 65_536 } else { 0 };
        let config = LaunchConfig { grid: [grid, 1, 1], block: self.pair.block, shared_bytes };
        let mut common: Option<Buffer> = None;
        let mut arguments = Vec::new();
        for formal in self.formals {
            arguments.push(match (formal.size, common) {
                (4, _) => Arg::Integer(self.pair.number.unwrap_or(NUMBER)),
                // What the kernel before writes is what this one reads.
                (8, Some(buffer)) if self.is_dependent => Arg::Buffer(buffer),
                (TENSOR_MAP, _) => {
                    let buffer = counted(cpu)?;
                    let map = TensorMap::dense(cpu.address(buffer)?, TensorElement::F32, &[128, 128], &[32, 32]);
                    Arg::Bytes(map.encode().map_err(DeviceError::Launch)?.to_vec())
                }
                _ => {
                    let buffer = if common.is_none() { zeros(cpu)? } else { counted(cpu)? };
                    common = Some(buffer);
                    Arg::Buffer(buffer)
                }
            });
        }
        if self.is_dependent {
            cpu.launch(module, PRIMARY, config, &arguments)?;
            cpu.set_dependent(true);
        }
        cpu.launch(module, &self.pair.name, config, &arguments)?;
        cpu.synchronise()
    }
}

fn zeros(cpu: &mut Cpu) -> Result<Buffer, DeviceError> {
    let buffer = cpu.alloc(BUFFER)?;
    cpu.upload(buffer, &vec![0; BUFFER as usize])?;
    Ok(buffer)
}

fn counted(cpu: &mut Cpu) -> Result<Buffer, DeviceError> {
    let buffer = cpu.alloc(BUFFER)?;
    let numbers: Vec<u8> = (0..BUFFER / 4).flat_map(|number| (number as f32).to_le_bytes()).collect();
    cpu.upload(buffer, &numbers)?;
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
