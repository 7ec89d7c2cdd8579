//! A roofline: what kernels reach of what their intensity allows (Williams, Waterman and Patterson, *Roofline*, 2009).

use super::super::Obstacle;
use super::performance::NO_GPU;
use super::{Bench, Item, ItemResult};
use crate::device::Properties;
use crate::kernels::{CopyFloats, Gemm, HalfFormat, HalfGemm, Kernel, SplitGemv, Work};

/// Runs of each kernel.
const RUNS: u32 = 100;
/// What a kernel should reach at least: below, the lab says "investigate".
const ENOUGH: f64 = 0.6;

pub(super) static ITEMS: &[Item] = &[
    Item { id: "R1", title: "copy of 256 MiB", wanted: "60 % of its roof", measure: copy },
    Item { id: "R2", title: "1 x 8192 x 8192, the fastest form", wanted: "60 % of its roof", measure: gemv },
    Item { id: "R3", title: "2048 x 2048 x 2048 in single precision", wanted: "60 % of its roof", measure: gemm },
    Item { id: "R4", title: "2048 x 2048 x 2048 in half precision", wanted: "60 % of its roof", measure: half_gemm },
];

/// A kernel in a roofline.
#[derive(Clone, PartialEq, Debug)]
pub struct RoofPoint {
    /// The kernel's name.
    pub kernel: String,
    /// With its dimensions.
    pub title: String,
    /// What it has to do.
    pub work: Work,
    /// Whether it is under the roof of tensor cores on half-precision numbers.
    pub is_half: bool,
    /// How long a launch takes, where that was measured.
    pub seconds: Option<f64>,
}

/// The least seconds that a launch takes on a device: its bytes and its operations at full speed, side by side.
fn least_time(work: Work, gpu: &Properties, peak: f64) -> f64 {
    (work.bytes / gpu.bandwidth).max(work.operations / peak)
}

/// Holds the time of a kernel against the roof over its intensity.
fn judge(bench: &mut Bench<'_>, kernel: &dyn Kernel, is_half: bool) -> Result<ItemResult, Obstacle> {
    let Some(work) = kernel.work() else { return Ok(ItemResult::open("nothing is known of its work")) };
    let seconds = if bench.gpu().is_some() { Some(bench.time(kernel, RUNS)?.mean) } else { None };
    let (name, title) = (kernel.name().to_string(), format!("{kernel:?}"));
    bench.keep(RoofPoint { kernel: name, title, work, is_half, seconds });
    let intensity = format!("{:.2} operations for each byte", work.intensity());
    let (Some(gpu), Some(mean)) = (bench.gpu(), seconds) else {
        return Ok(ItemResult::open(format!("{intensity}; {NO_GPU}")));
    };
    let Some(peak) = (if is_half { gpu.peak_half() } else { gpu.peak_single() }) else {
        return Ok(ItemResult::open(format!("{intensity}; the peak of this device is not known")));
    };
    let efficiency = least_time(work, gpu, peak) / mean;
    let bound = if work.intensity() < peak / gpu.bandwidth { "memory" } else { "computation" };
    let text = format!(
        "{intensity}, bound by {bound}; {:.4} ms, {:.2} TFLOP/s, {:.0} GB/s: {:.1} % of the roof",
        mean * 1e3,
        work.operations / mean / 1e12,
        work.bytes / mean / 1e9,
        100.0 * efficiency
    );
    Ok(ItemResult::judged(efficiency >= ENOUGH, text))
}

fn copy(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    judge(bench, &CopyFloats { count: 1 << 26, width: 4 }, false)
}

fn gemv(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    let (k, n) = (8192, 8192);
    let kernel = if bench.gpu().is_some() { bench.fastest(k, n, RUNS)?.0 } else { SplitGemv::new(k, n, 1) };
    judge(bench, &kernel, false)
}

fn gemm(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    judge(bench, &Gemm { m: 2048, n: 2048, k: 2048 }, false)
}

fn half_gemm(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    let kernel = HalfGemm { m: 2048, n: 2048, k: 2048, format: HalfFormat::F16 };
    judge(bench, &kernel, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_higher_bound_counts() {
        let gpu = Properties {
            multiprocessors: 100,
            clock: 1e9,
            bandwidth: 1e12,
            l2_bytes: 0,
            memory_bytes: 0,
            capability: (8, 0),
            driver: 0,
        };
        let peak = gpu.peak_single().expect("known");
        assert_eq!(peak, 12.8e12);
        assert_eq!(least_time(Work { operations: 1e9, bytes: 1e9 }, &gpu, peak), 1e-3);
        assert_eq!(least_time(Work { operations: 12.8e12, bytes: 1e9 }, &gpu, peak), 1.0);
    }
}
