//! The hypotheses H1 to H5, each with the prediction that confirms it and the number that would falsify it.

use super::super::Obstacle;
use super::performance::{NO_GPU, RUNS, worst_coalescing};
use super::{Bench, Item, ItemResult, ItemVerdict};
use crate::kernels::SplitGemv;

pub(super) static ITEMS: &[Item] = &[
    Item {
        id: "H1",
        title: "neighbouring threads read neighbouring elements",
        wanted: "efficiency of loads above 90 %; falsified below 50 %",
        measure: coalescing,
    },
    Item {
        id: "H2",
        title: "coalesced products are fast",
        wanted: "1 x 4096 x 4096 below 0.05 ms; falsified above 0.1 ms",
        measure: latency,
    },
    Item {
        id: "H3",
        title: "throughput, as its review restates it",
        wanted: "above 10,000 products of 1 x 4096 x 4096 a second",
        measure: throughput,
    },
    Item {
        id: "H4",
        title: "loads of four elements are faster than of one",
        wanted: "2 times the bandwidth; falsified below 1.5",
        measure: vectors,
    },
    Item {
        id: "H5",
        title: "more threads in a block do not help",
        wanted: "1024 threads below 1.2 times as fast as 256",
        measure: occupancy,
    },
];

/// Between what confirms and what falsifies, the hypothesis is undecided.
fn decided(confirmed: bool, falsified: bool, text: String) -> ItemResult {
    let verdict = match (confirmed, falsified) {
        (true, _) => ItemVerdict::Met,
        (false, true) => ItemVerdict::Missed,
        (false, false) => ItemVerdict::Open,
    };
    let text = if verdict == ItemVerdict::Open { format!("undecided: {text}") } else { text };
    ItemResult { verdict, text }
}

fn coalescing(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    let Some(part) = worst_coalescing(bench)? else { return Ok(ItemResult::open("nothing was loaded")) };
    Ok(decided(part > 0.9, part < 0.5, format!("{:.1} %, counted by the interpreter", 100.0 * part)))
}

fn latency(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    if bench.gpu().is_none() {
        return Ok(ItemResult::open(NO_GPU));
    }
    let mean = bench.fastest(4096, 4096, RUNS)?.1.mean;
    Ok(decided(mean < 0.05e-3, mean > 0.1e-3, format!("{:.4} ms", mean * 1e3)))
}

fn throughput(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    if bench.gpu().is_none() {
        return Ok(ItemResult::open(NO_GPU));
    }
    let rate = 1.0 / bench.fastest(4096, 4096, RUNS)?.1.mean;
    Ok(decided(rate > 10_000.0, rate <= 10_000.0, format!("{rate:.0} a second")))
}

/// A copy isolates the width of accesses from everything else.
fn vectors(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    if bench.gpu().is_none() {
        return Ok(ItemResult::open(NO_GPU));
    }
    let (four, one) = (bench.copy_bandwidth(4)?, bench.copy_bandwidth(1)?);
    let ratio = four / one;
    let text = format!("{ratio:.2} times: {:.0} and {:.0} GB/s in a copy", four / 1e9, one / 1e9);
    Ok(decided(ratio > 2.0, ratio < 1.5, text))
}

fn occupancy(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    if bench.gpu().is_none() {
        return Ok(ItemResult::open(NO_GPU));
    }
    let (k, n) = (8192, 8192);
    let mut times = Vec::new();
    for warps in [2, 4, 8, 16, 32] {
        // As many warps on the device in all.
        let kernel = SplitGemv { k, n, splits: 256 / warps, warps };
        times.push((32 * warps, bench.time(&kernel, 100)?.mean));
    }
    let time = |threads| times.iter().find(|time| time.0 == threads).map_or(f64::NAN, |time| time.1);
    let ratio = time(256) / time(1024);
    let list: Vec<_> = times.iter().map(|(threads, mean)| format!("{threads}: {:.4} ms", mean * 1e3)).collect();
    Ok(decided(ratio < 1.2, ratio >= 1.2, format!("{ratio:.2} times; threads in a block {}", list.join(", "))))
}
