//! List F: what many launches leave behind.

use super::super::Obstacle;
use super::{Bench, Item, ItemResult};
use crate::device::{Device, DeviceError};
use crate::kernels::{CoalescedGemv, Kernel, LaunchConfig, ParameterValue, SplitGemv, random};
use std::collections::HashSet;

/// Launches of F1.
const REPEATS: usize = 1000;
/// Launches of F3 and F4.
const MANY: usize = 10_000;
/// Rows and columns of the small products: fewer columns than a block has threads.
const SMALL: (u32, u32) = (16, 8);

pub(super) static ITEMS: &[Item] = &[
    Item { id: "F1", title: "same input, 1000 launches", wanted: "identical outputs", measure: repeated },
    Item {
        id: "F2",
        title: "different inputs one after another",
        wanted: "no state leaks, all correct",
        measure: sequence,
    },
    Item { id: "F3", title: "10,000 launches", wanted: "no failure, all correct", measure: many },
    Item { id: "F4", title: "memory over 10,000 launches", wanted: "no leak", measure: memory },
    Item {
        id: "F5",
        title: "invalid launch, then a valid one",
        wanted: "an error, then the right result",
        measure: recovery,
    },
];

/// A product whose sums are exact in any order, with small integers that depend on the seed.
fn exact_inputs(kernel: &dyn Kernel, (k, n): (u32, u32), seed: u64) -> Vec<ParameterValue> {
    let integers = |stream, count: u32| -> Vec<f32> {
        random::floats(seed, stream, count as usize).into_iter().map(|number| (number * 8.0).round()).collect()
    };
    Bench::inputs(kernel, &integers(0, k * n), &integers(1, k))
}

/// The bytes that the reference gives.
fn right(kernel: &dyn Kernel, inputs: &[ParameterValue]) -> Vec<u8> {
    let reference = kernel.reference(inputs);
    reference[0].values.iter().flat_map(|&number| (number as f32).to_le_bytes()).collect()
}

fn repeated(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    let (k, n) = (64, 130);
    let different = |bench: &Bench<'_>, kernel: &dyn Kernel, inputs: &[ParameterValue]| -> Result<usize, Obstacle> {
        let mut device = bench.device();
        let module = device.load(&bench.ptx(kernel)?)?;
        let mut outputs = HashSet::new();
        for _ in 0..REPEATS {
            outputs.insert(Bench::launch(device.as_mut(), module, kernel, inputs)?);
        }
        Ok(outputs.len())
    };
    let (coalesced, split) = (CoalescedGemv { k, n }, SplitGemv::new(k, n, 4));
    let coalesced_outputs = different(bench, &coalesced, &coalesced.inputs(1))?;
    // Atomic additions round in the order of blocks; with exact sums the order shows nothing.
    let split_outputs = different(bench, &split, &exact_inputs(&split, (k, n), 1))?;
    let free = different(bench, &split, &split.inputs(1))?;
    let text = format!(
        "different outputs: {coalesced_outputs} of the coalesced form, {split_outputs} of the split form with exact sums \
         ({free} with rounded ones, whose last bits depend on the order of blocks)"
    );
    Ok(ItemResult::judged(coalesced_outputs == 1 && split_outputs == 1, text))
}

/// How many of so many launches on one device, each with inputs of its own, leave what is right.
fn correct(bench: &Bench<'_>, kernel: &dyn Kernel, launches: usize) -> Result<usize, Obstacle> {
    const KINDS: u64 = 7;
    let kinds: Vec<_> = (0..KINDS).map(|seed| exact_inputs(kernel, SMALL, seed)).collect();
    let right: Vec<_> = kinds.iter().map(|inputs| right(kernel, inputs)).collect();
    let mut device = bench.device();
    let module = device.load(&bench.ptx(kernel)?)?;
    let mut correct = 0;
    for launch in 0..launches {
        let kind = launch % kinds.len();
        correct += usize::from(Bench::launch(device.as_mut(), module, kernel, &kinds[kind])? == right[kind]);
    }
    Ok(correct)
}

fn sequence(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    let (mut total, mut correct_ones) = (0, 0);
    for kernel in Bench::forms(SMALL.0, SMALL.1) {
        total += 100;
        correct_ones += correct(bench, kernel.as_ref(), 100)?;
    }
    Ok(ItemResult::judged(correct_ones == total, format!("{correct_ones} of {total} correct")))
}

fn many(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    let kernel = SplitGemv::new(SMALL.0, SMALL.1, 2);
    let correct = correct(bench, &kernel, MANY)?;
    Ok(ItemResult::judged(correct == MANY, format!("{correct} of {MANY} correct")))
}

fn memory(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    let kernel = CoalescedGemv { k: SMALL.0, n: SMALL.1 };
    let inputs = kernel.inputs(1);
    let mut device = bench.device();
    let module = device.load(&bench.ptx(&kernel)?)?;
    // The driver takes some for itself with the first launch.
    Bench::launch(device.as_mut(), module, &kernel, &inputs)?;
    let before = device.free_memory()?;
    for _ in 0..MANY {
        Bench::launch(device.as_mut(), module, &kernel, &inputs)?;
    }
    let after = device.free_memory()?;
    let lost = before.saturating_sub(after);
    Ok(ItemResult::judged(lost == 0, format!("{lost} bytes less are free after {MANY} launches")))
}

fn recovery(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    let kernel = CoalescedGemv { k: SMALL.0, n: SMALL.1 };
    let inputs = exact_inputs(&kernel, SMALL, 1);
    let mut device = bench.device();
    let module = device.load(&bench.ptx(&kernel)?)?;
    let args = device.arguments(&inputs)?;
    let launch = |device: &mut dyn Device, config, args| {
        device.launch(module, kernel.name(), config, args).and_then(|()| device.synchronise())
    };
    let too_large = LaunchConfig { block: [4096, 1, 1], ..kernel.launch() };
    let too_much = LaunchConfig { shared_bytes: 1 << 30, ..kernel.launch() };
    let errors: Vec<DeviceError> = [
        launch(device.as_mut(), too_large, &args[..]),
        launch(device.as_mut(), too_much, &args[..]),
        launch(device.as_mut(), kernel.launch(), &args[1..]),
        device.launch(module, "no_such_kernel", kernel.launch(), &args),
    ]
    .into_iter()
    .filter_map(Result::err)
    .collect();
    let recovers = Bench::launch(device.as_mut(), module, &kernel, &inputs)? == right(&kernel, &inputs);
    let after = if recovers { "right" } else { "wrong" };
    let text = format!(
        "{} of 4 invalid launches are refused (first: {}), the next result is {after}",
        errors.len(),
        errors.first().map_or(String::new(), ToString::to_string)
    );
    Ok(ItemResult::judged(errors.len() == 4 && recovers, text))
}
