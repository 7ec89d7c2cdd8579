//! Instances on devices, and their results side by side.

use super::{BLOCK, Instance, KERNELS, POISON, THREADS, Width, module};
use ptxlint::device::{Arg, Buffer, Cpu, Cuda, Device, DeviceError};
use ptxlint::kernels::LaunchConfig;
use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fs;

/// What a device has computed, or why it has not.
type Outcome = Result<Vec<u8>, String>;

/// Runs instances one after another.
struct Bench<'d> {
    device: &'d mut dyn Device,
    /// Operands that are on the device.
    operands: HashMap<Vec<u64>, Buffer>,
}

impl Bench<'_> {
    /// The results of each instance.
    fn run(&mut self, target: &str, instances: &[Instance]) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        for group in instances.chunks(KERNELS) {
            match self.device.load(&module(target, group)) {
                Ok(module) => {
                    for (index, instance) in group.iter().enumerate() {
                        let outcome = self.launch(module, &format!("k{index}"), instance);
                        outcomes.push(outcome.map_err(|error| error.to_string()));
                    }
                }
                Err(error) if group.len() == 1 => outcomes.push(Err(error.to_string())),
                Err(_) => {
                    for instance in group {
                        outcomes.extend(self.run(target, std::slice::from_ref(instance)));
                    }
                }
            }
        }
        outcomes
    }

    fn launch(
        &mut self,
        module: ptxlint::device::LoadedModule,
        kernel: &str,
        instance: &Instance,
    ) -> Result<Vec<u8>, DeviceError> {
        let words = instance.operands();
        let operands = match self.operands.get(&words) {
            Some(&buffer) => buffer,
            None => {
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                let buffer = self.device.alloc(bytes.len() as u64)?;
                self.device.upload(buffer, &bytes)?;
                self.operands.insert(words, buffer);
                buffer
            }
        };
        let mut results = vec![POISON; THREADS * 8 * instance.results.len()];
        let buffer = self.device.alloc(results.len() as u64)?;
        self.device.upload(buffer, &results)?;
        let config = LaunchConfig::new([(THREADS as u32) / BLOCK, 1, 1], [BLOCK, 1, 1]);
        self.device.launch(module, kernel, config, &[Arg::Buffer(operands), Arg::Buffer(buffer)])?;
        self.device.synchronise()?;
        self.device.download(buffer, &mut results)?;
        self.device.free(buffer)?;
        Ok(results)
    }
}

/// FNV-1a of 64 bits.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Runs all instances on the interpreter and the GPU. What the GPU computes goes to a file: a hash of each instance's results, in the
/// place of what was there. Where the interpreter differs its folder gets the results themselves.
pub(crate) fn measure(instances: &[Instance], target: &str, file: &str, folder: &str) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let mut gpu = Cuda::open(0)?;
    let name = gpu.name();
    let found = Bench { device: &mut gpu, operands: HashMap::new() }.run(target, instances);
    let mut known = read(&fs::read_to_string(file).unwrap_or_default());
    for (instance, outcome) in instances.iter().zip(&found) {
        match outcome {
            Ok(results) => drop(known.insert(instance.name.clone(), hash(results))),
            Err(error) => println!("the GPU takes no {}: {error}", instance.name),
        }
    }
    let mut out = format!(
        "# What {name} computes: `conformance values --measure` wrote it. A hash of the results, and the instruction.\n"
    );
    known.iter().for_each(|(name, hash)| out += &format!("{hash:016x} {name}\n"));
    fs::write(file, out)?;
    let ours = interpret(instances, target);
    for ((instance, gpu), cpu) in instances.iter().zip(&found).zip(&ours) {
        match (gpu, cpu) {
            (Ok(gpu), Ok(cpu)) if gpu == cpu => {}
            (Ok(gpu), cpu) => {
                fs::write(results_of(folder, instance), gpu)?;
                match cpu {
                    Ok(cpu) => print_difference(instance, gpu, cpu),
                    Err(error) => println!("refused {}: {error}", instance.name),
                }
            }
            (Err(_), _) => {}
        }
    }
    Ok(())
}

/// The hashes of a file, by the names of instances.
fn read(text: &str) -> BTreeMap<String, u64> {
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    lines.filter_map(|(hash, name)| Some((name.to_string(), u64::from_str_radix(hash, 16).ok()?))).collect()
}

/// Where the results of an instance are kept.
fn results_of(folder: &str, instance: &Instance) -> String {
    format!("{folder}/{:016x}.bin", hash(instance.text.as_bytes()))
}

fn interpret(instances: &[Instance], target: &str) -> Vec<Outcome> {
    Bench { device: &mut Cpu::new(), operands: HashMap::new() }.run(target, instances)
}

/// A few threads that differ, and how many do.
fn print_difference(instance: &Instance, gpu: &[u8], cpu: &[u8]) {
    let (operands, count) = (instance.operands(), instance.results.len());
    let width = 8 * count;
    let differing: Vec<usize> = (0..gpu.len() / width)
        .filter(|thread| gpu[thread * width..][..width] != cpu[thread * width..][..width])
        .collect();
    println!("DIFFERS {} of {}: {}", differing.len(), gpu.len() / width, instance.name);
    let word = |bytes: &[u8], thread: usize, k: usize| {
        let at = thread * width + 8 * k;
        u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
    };
    let show = |bits: u64, width: Width| match width {
        Width::Predicate => format!("{}", bits & 1),
        Width::Bits16 => format!("{:04x}", bits & 0xffff),
        Width::Bits32 => format!("{:08x}", bits & 0xffff_ffff),
        Width::Bits64 => format!("{bits:016x}"),
    };
    for &thread in differing.iter().step_by(differing.len().div_ceil(6).max(1)) {
        let sources = instance.sources.iter().enumerate();
        let from: Vec<_> =
            sources.map(|(k, source)| show(operands[thread * instance.sources.len() + k], source.width)).collect();
        let [right, found] = [gpu, cpu].map(|bytes| {
            let results = instance.results.iter().enumerate();
            results.map(|(k, result)| show(word(bytes, thread, k), result.width)).collect::<Vec<_>>().join(" ")
        });
        println!("    {} -> GPU {right}, interpreter {found}", from.join(" "));
    }
}

/// Holds the interpreter against what a GPU has computed.
pub(crate) fn check(instances: &[Instance], target: &str, file: &str, folder: &str) -> Result<(), Box<dyn Error>> {
    let known = read(&fs::read_to_string(file)?);
    let ours = interpret(instances, target);
    let mut tallies: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for (instance, outcome) in instances.iter().zip(&ours) {
        let tally = tallies.entry(instance.name.split(['.', ' ']).next().unwrap_or_default()).or_default();
        match (outcome, known.get(&instance.name)) {
            (Err(error), _) => {
                tally[2] += 1;
                println!("refused {}: {error}", instance.name);
            }
            (Ok(_), None) => println!("not measured {}", instance.name),
            (Ok(results), Some(&right)) if right == hash(results) => tally[0] += 1,
            (Ok(results), Some(_)) => {
                tally[1] += 1;
                match fs::read(results_of(folder, instance)) {
                    Ok(gpu) => print_difference(instance, &gpu, results),
                    Err(_) => println!("DIFFERS {}", instance.name),
                }
            }
        }
    }
    println!("| instruction | as the GPU | not | refused |\n|---|---|---|---|");
    for (name, [same, differing, refused]) in &tallies {
        println!("| `{name}` | {same} | {differing} | {refused} |");
    }
    let total = tallies.values().fold([0; 3], |sum, tally| [0, 1, 2].map(|k| sum[k] + tally[k]));
    println!("{} spellings as the GPU, {} not, {} refused", total[0], total[1], total[2]);
    Ok(())
}
