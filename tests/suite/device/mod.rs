//! The interpreter runs the reference kernels.

mod arithmetic;
mod bulk_copies;
mod clusters;
mod compiled;
mod dependents;
mod faults;
mod fixtures;
mod fragments;
mod going_on;
mod hostile;
mod launch;
mod limits;
mod mbarriers;
mod order;
mod partial;
mod registers;
mod replay;
mod schedules;
mod semantics;
mod session;
mod sparse_products;
mod sparse_tensor_products;
mod stacks;
mod tensor_memory;
mod tensors;
mod warpgroups;
mod warps;

use ptxlint::device::{Arg, Cpu, Device, DeviceError};
use ptxlint::isa::Target;
use ptxlint::kernels::{self, Kernel};

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
