//! List E: times and traffic. Times need a GPU; traffic is counted by the interpreter and predicted by rules on any machine.

use super::super::{Obstacle, Prediction};
use super::{Bench, Item, ItemResult};
use crate::device::Traffic;
use crate::kernels::{Kernel, NaiveGemv, SplitGemv};

/// Runs of a latency.
pub(super) const RUNS: u32 = 1000;
/// Rows and columns of the product whose traffic is counted: no multiples of what blocks take.
const COUNTED: (u32, u32) = (500, 1000);
/// Products of a vector and a matrix for a token of LLaMA 7B: 32 layers, 6 projections each.
const PRODUCTS_OF_TOKEN: f64 = 192.0;
/// Why times are open.
pub(super) const NO_GPU: &str = "needs a GPU: times of the interpreter say nothing about one";

pub(super) static ITEMS: &[Item] = &[
    Item {
        id: "E1",
        title: "latency of 1 x 4096 x 4096",
        wanted: "mean below 0.1 ms",
        measure: |b| latency(b, 4096, 0.1e-3),
    },
    Item {
        id: "E2",
        title: "latency of 1 x 2048 x 2048",
        wanted: "mean below 0.03 ms",
        measure: |b| latency(b, 2048, 0.03e-3),
    },
    Item {
        id: "E3",
        title: "latency of 1 x 8192 x 8192",
        wanted: "mean below 0.3 ms",
        measure: |b| latency(b, 8192, 0.3e-3),
    },
    Item { id: "E4", title: "launches of 1 x 4096 x 4096 a second", wanted: "above 10,000", measure: throughput },
    Item {
        id: "E5",
        title: "achieved bandwidth, 1 x 8192 x 8192",
        wanted: "90 % of a measured copy",
        measure: bandwidth,
    },
    Item {
        id: "E6",
        title: "coalescing of global loads",
        wanted: "above 90 %, predicted and counted",
        measure: coalescing,
    },
    Item { id: "E7", title: "tokens a second at 192 products each", wanted: "above 50", measure: tokens },
    Item { id: "E8", title: "against the naive form", wanted: "10 times as fast", measure: improvement },
    Item { id: "E9", title: "against cuBLAS, 1 x 4096 x 4096", wanted: "within 1.5 times its time", measure: library },
    Item { id: "E10", title: "bank conflicts of shared memory", wanted: "efficiency above 90 %", measure: banks },
    Item { id: "E11", title: "hits in the level 2 cache", wanted: "above 50 %", measure: cache },
    Item { id: "E12", title: "active lanes of executed warps", wanted: "above 90 %", measure: lanes },
];

/// The fastest form's name and milliseconds.
fn told(kernel: &SplitGemv, seconds: f64) -> String {
    format!("{:.4} ms ({} ranges of rows, {} warps)", seconds * 1e3, kernel.splits, kernel.warps)
}

fn latency(bench: &mut Bench<'_>, size: u32, most: f64) -> Result<ItemResult, Obstacle> {
    if bench.gpu().is_none() {
        return Ok(ItemResult::open(NO_GPU));
    }
    let (kernel, timing) = bench.fastest(size, size, RUNS)?;
    let text =
        format!("mean {} of {} runs, at least {:.4} ms", told(&kernel, timing.mean), timing.runs, timing.least * 1e3);
    Ok(ItemResult::judged(timing.mean < most, text))
}

fn throughput(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    if bench.gpu().is_none() {
        return Ok(ItemResult::open(NO_GPU));
    }
    let rate = 1.0 / bench.fastest(4096, 4096, RUNS)?.1.mean;
    Ok(ItemResult::judged(rate > 10_000.0, format!("{rate:.0} a second")))
}

fn bandwidth(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    const SIZE: u32 = 8192;
    if bench.gpu().is_none() {
        return Ok(ItemResult::open(NO_GPU));
    }
    let copy = bench.copy_bandwidth(4)?;
    let (kernel, timing) = bench.fastest(SIZE, SIZE, RUNS)?;
    let achieved = kernel.work().map_or(0.0, |work| work.bytes / timing.mean);
    let peak = bench.gpu().map_or(0.0, |gpu| gpu.bandwidth);
    let text = format!(
        "{:.0} GB/s, {:.1} % of the copy's {:.0} GB/s, which is {:.1} % of the device's {:.0} GB/s",
        achieved / 1e9,
        100.0 * achieved / copy,
        copy / 1e9,
        100.0 * copy / peak,
        peak / 1e9
    );
    Ok(ItemResult::judged(achieved >= 0.9 * copy, text))
}

/// What rules predict of a kernel and what the interpreter counts, of one kind of traffic.
fn both(
    bench: &Bench<'_>,
    kernel: &dyn Kernel,
    predicted: fn(&Prediction) -> Option<f64>,
    counted: fn(&crate::device::MemoryTraffic) -> Traffic,
) -> Result<[Option<f64>; 2], Obstacle> {
    let prediction = Prediction::of(&bench.ptx(kernel)?, kernel.name());
    let statistics = bench.count(kernel)?;
    Ok([prediction.as_ref().and_then(predicted), counted(&statistics.memory).efficiency()])
}

fn percent(part: Option<f64>) -> String {
    part.map_or("unknown".to_string(), |part| format!("{:.1} %", 100.0 * part))
}

/// Predicted and counted efficiencies of the three forms; all but the naive one must be good in both.
fn efficiencies(
    bench: &Bench<'_>,
    predicted: fn(&Prediction) -> Option<f64>,
    counted: fn(&crate::device::MemoryTraffic) -> Traffic,
) -> Result<ItemResult, Obstacle> {
    let (k, n) = COUNTED;
    let mut texts = Vec::new();
    let mut good = true;
    for (name, kernel) in ["naive", "coalesced", "split"].into_iter().zip(Bench::forms(k, n)) {
        let [predicted, counted] = both(bench, kernel.as_ref(), predicted, counted)?;
        if predicted.is_none() && counted.is_none() {
            continue;
        }
        good &= name == "naive" || [predicted, counted].into_iter().flatten().all(|part| part > 0.9);
        texts.push(format!("{name} {} predicted, {} counted", percent(predicted), percent(counted)));
    }
    Ok(ItemResult::judged(good, texts.join("; ")))
}

fn coalescing(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    efficiencies(bench, |prediction| prediction.global_loads, |memory| memory.global_loads)
}

fn banks(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    efficiencies(bench, |prediction| prediction.shared, |memory| memory.shared)
}

/// The counted coalescing of the forms that should be good: the worst one.
pub(super) fn worst_coalescing(bench: &Bench<'_>) -> Result<Option<f64>, Obstacle> {
    let (k, n) = COUNTED;
    let mut worst: Option<f64> = None;
    for kernel in Bench::forms(k, n).into_iter().skip(1) {
        let counted = bench.count(kernel.as_ref())?.memory.global_loads.efficiency();
        worst = counted.map(|part| worst.map_or(part, |worst: f64| worst.min(part))).or(worst);
    }
    Ok(worst)
}

fn tokens(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    if bench.gpu().is_none() {
        return Ok(ItemResult::open(NO_GPU));
    }
    let rate = 1.0 / (PRODUCTS_OF_TOKEN * bench.fastest(4096, 4096, RUNS)?.1.mean);
    Ok(ItemResult::judged(rate > 50.0, format!("{rate:.0} tokens a second if nothing else took time")))
}

fn improvement(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    if bench.gpu().is_none() {
        return Ok(ItemResult::open(NO_GPU));
    }
    let naive = bench.time(&NaiveGemv { k: 4096, n: 4096 }, 100)?.mean;
    let (kernel, timing) = bench.fastest(4096, 4096, RUNS)?;
    let ratio = naive / timing.mean;
    let text = format!("{ratio:.1} times: {} instead of {:.4} ms", told(&kernel, timing.mean), naive * 1e3);
    Ok(ItemResult::judged(ratio >= 10.0, text))
}

fn library(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    if bench.gpu().is_none() {
        return Ok(ItemResult::open(NO_GPU));
    }
    let Some(library) = bench.library((1, 4096, 4096), RUNS)? else {
        return Ok(ItemResult::open("there is no cuBLAS on this machine"));
    };
    let (kernel, timing) = bench.fastest(4096, 4096, RUNS)?;
    let ratio = timing.mean / library.mean;
    let text = format!("{ratio:.2} times: {}, cuBLAS {:.4} ms", told(&kernel, timing.mean), library.mean * 1e3);
    Ok(ItemResult::judged(ratio <= 1.5, text))
}

fn cache(_: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    Ok(ItemResult::open(
        "needs the counters of a profiler; a matrix that is read once cannot hit, so the bound says nothing about the kernel",
    ))
}

fn lanes(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    let (k, n) = COUNTED;
    let mut texts = Vec::new();
    let mut good = true;
    for (name, kernel) in ["naive", "coalesced", "split"].into_iter().zip(Bench::forms(k, n)) {
        let active = bench.count(kernel.as_ref())?.warp_efficiency();
        good &= active.is_some_and(|part| part > 0.9);
        texts.push(format!("{name} {}", percent(active)));
    }
    Ok(ItemResult::judged(good, texts.join("; ")))
}
