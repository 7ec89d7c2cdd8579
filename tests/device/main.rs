//! The interpreter runs the reference kernels and finds what is wrong with the demonstrations.

mod arithmetic;
mod compiled;
mod faults;
mod launch;
mod warps;

use ptxlint::device::{Arg, Checks, Cpu, Device, DeviceError};
use ptxlint::isa::Target;
use ptxlint::kernels::{self, Argument, Demonstration, Kernel, LaunchConfig};

/// Runs a kernel as written for a target and compares what it leaves with its reference.
fn run(kernel: &dyn Kernel, target: &str) -> Result<(), String> {
    let target = Target::lookup(target).expect("known");
    let ptx = kernel.ptx(target).map_err(|error| error.to_string())?;
    let words = |error: DeviceError| format!("{error}\n{ptx}");
    let mut cpu = Cpu::new();
    let module = cpu.load(&ptx).map_err(words)?;
    let inputs = kernel.inputs(1);
    let args = cpu.arguments(&inputs).map_err(words)?;
    cpu.launch(module, kernel.name(), kernel.launch(), &args).map_err(words)?;
    for expected in kernel.reference(&inputs) {
        let Arg::Buffer(buffer) = args[expected.parameter] else { panic!("outputs are buffers") };
        let mut bytes = inputs[expected.parameter].to_bytes();
        cpu.download(buffer, &mut bytes).map_err(words)?;
        let found = inputs[expected.parameter].decode(&bytes);
        if let Some((index, found, right)) = expected.mismatch(&found) {
            return Err(format!("parameter {}, element {index}: {found} instead of {right}", expected.parameter));
        }
    }
    Ok(())
}

#[test]
fn kernels_agree_with_their_references() {
    let kernels = kernels::all();
    // Turing lacks instructions that some kernels make up for.
    let runs = kernels.iter().flat_map(|kernel| ["sm_75", "sm_80"].map(|target| (kernel, target)));
    let failed: Vec<String> = runs
        .filter_map(|(kernel, target)| {
            Some(format!("{kernel:?} for {target}: {}", run(kernel.as_ref(), target).err()?))
        })
        .collect();
    assert!(failed.is_empty(), "{} kernels:\n{}", failed.len(), failed.join("\n"));
}

/// What a demonstration leaves in its first buffer.
fn demonstrate(demonstration: &Demonstration) -> Result<Vec<u32>, DeviceError> {
    let launch = demonstration.launch().expect("every demonstration can be launched");
    let mut cpu = Cpu::with_checks(Checks { steps: 1 << 20, ..Checks::default() });
    let module = cpu.load(demonstration.ptx)?;
    let args = cpu.arguments_of(&launch)?;
    let config = LaunchConfig::new(launch.grid, launch.block);
    let name = demonstration.ptx.split(".entry ").nth(1).and_then(|rest| rest.split('(').next()).expect("a kernel");
    cpu.launch(module, name, config, &args)?;
    let (Arg::Buffer(buffer), Argument::Zeros(words)) = (&args[0], launch.arguments[0]) else { panic!("an output") };
    let mut bytes = vec![0; 4 * words];
    cpu.download(*buffer, &mut bytes)?;
    Ok(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
}

#[test]
fn bad_demonstrations_misbehave_and_good_ones_do_not() {
    for demonstration in kernels::DEMONSTRATIONS {
        let thread = |i: usize| i as u32;
        let right: Box<dyn Fn(usize) -> u32> = match demonstration.rule().expect("a rule").name {
            "missing-batch-dispatch" => Box::new(move |i| thread(i) % 32),
            "shfl-width" => Box::new(|_| 496),
            "loop-branch-direction" | "infinite-loop" => Box::new(move |i| thread(i) * 8),
            other => panic!("what is right for {other}?"),
        };
        // Only the first lane of a sum that goes downwards has all of it.
        let looked_at = if demonstration.name.starts_with("shfl-width") { 1 } else { 64 };
        let outcome = demonstrate(demonstration);
        let behaves = match &outcome {
            Ok(words) => words.iter().take(looked_at).enumerate().all(|(i, &word)| word == right(i)),
            Err(_) => false,
        };
        assert_eq!(behaves, !demonstration.is_bad(), "{}: {outcome:?}", demonstration.name);
    }
}
