//! List D: products whose results are known.

use super::super::{Deviation, Obstacle};
use super::{Bench, Item, ItemResult};
use crate::kernels::{Kernel, NaiveGemv, random};

/// Matrices of the stress test.
const MATRICES: u64 = 100;

pub(super) static ITEMS: &[Item] = &[
    Item { id: "D1", title: "identity matrix", wanted: "y = x, exactly", measure: identity },
    Item { id: "D2", title: "zero matrix", wanted: "y = 0, exactly", measure: zero },
    Item { id: "D3", title: "matrix of ones", wanted: "every y is the sum of x, exactly", measure: ones },
    Item { id: "D4", title: "4 x 8 matrix, worked out by hand", wanted: "exactly", measure: by_hand },
    Item { id: "D5", title: "64 x 64 matrix", wanted: "largest error below 1e-5", measure: medium },
    Item {
        id: "D6",
        title: "4096 x 4096 matrix of the specification",
        wanted: "within the bound of theory",
        measure: large,
    },
    Item { id: "D7", title: "negative values", wanted: "right signs: exactly", measure: negative },
    Item { id: "D8", title: "values from 1e6 to 1e7", wanted: "no overflow", measure: huge },
    Item { id: "D9", title: "values from 1e-6 to 1e-5", wanted: "no underflow", measure: tiny },
    Item { id: "D10", title: "100 random matrices", wanted: "all within the bound of theory", measure: stress },
];

/// The largest absolute error of all forms.
fn largest(comparisons: &[Deviation]) -> f64 {
    comparisons
        .iter()
        .map(|comparison| comparison.max_absolute)
        .fold(0.0, |a, b| if b > a || b.is_nan() { b } else { a })
}

/// A number in two digits.
fn short(number: f64) -> String {
    if number == 0.0 { "0".to_string() } else { format!("{number:.1e}") }
}

fn exactly(comparisons: &[Deviation]) -> ItemResult {
    let error = largest(comparisons);
    let elements: usize = comparisons.iter().map(|comparison| comparison.elements).sum();
    ItemResult::judged(
        error == 0.0,
        format!("largest error {}, {elements} elements of {} forms", short(error), comparisons.len()),
    )
}

/// Whether everything is a number within the bound.
fn within(comparisons: &[Deviation]) -> ItemResult {
    let mismatches: usize = comparisons.iter().map(|comparison| comparison.mismatches).sum();
    let infinities: usize = comparisons.iter().map(|comparison| comparison.infinities + comparison.nans).sum();
    let used = comparisons.iter().map(|comparison| comparison.used).fold(0.0, f64::max);
    let text = format!(
        "largest error {}, {:.0} % of what is allowed; {mismatches} mismatches, {infinities} infinite or no numbers",
        short(largest(comparisons)),
        100.0 * used
    );
    ItemResult::judged(mismatches + infinities == 0, text)
}

/// Small integers: every sum of their products is exact, in any order.
fn integers(seed: u64, stream: u32, count: usize) -> Vec<f32> {
    random::floats(seed, stream, count).into_iter().map(|number| (number * 8.0).round()).collect()
}

fn identity(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    const N: u32 = 100;
    let a: Vec<f32> = (0..N * N).map(|i| if i / N == i % N { 1.0 } else { 0.0 }).collect();
    bench.products(N, N, &a, &random::floats(1, 0, N as usize)).map(|all| exactly(&all))
}

fn zero(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    let (k, n) = (200, 300);
    bench.products(k, n, &vec![0.0; (k * n) as usize], &random::floats(1, 0, k as usize)).map(|all| exactly(&all))
}

fn ones(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    let (k, n) = (200, 300);
    bench.products(k, n, &vec![1.0; (k * n) as usize], &integers(1, 0, k as usize)).map(|all| exactly(&all))
}

fn by_hand(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    let a: Vec<f32> = (1..=32u8).map(f32::from).collect();
    let x = [1.0, 2.0, 3.0, 4.0];
    let comparisons = bench.products(4, 8, &a, &x)?;
    // Column j has 1 + j, 9 + j, 17 + j and 25 + j, so y[j] = 1 + 18 + 51 + 100 + 10 j.
    let right: Vec<f64> = (0..8).map(|j| 170.0 + 10.0 * f64::from(j)).collect();
    let kernel = NaiveGemv { k: 4, n: 8 };
    let reference = kernel.reference(&Bench::inputs(&kernel, &a, &x));
    let agree = reference.iter().all(|expected| expected.values == right);
    Ok(if agree { exactly(&comparisons) } else { ItemResult::judged(false, "the reference is wrong") })
}

fn medium(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    let all = bench.products(64, 64, &random::floats(1, 0, 64 * 64), &random::floats(1, 1, 64))?;
    let error = largest(&all);
    Ok(ItemResult::judged(error < 1e-5, format!("largest error {}", short(error))))
}

fn large(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    let size = bench.size(4096, 512);
    let a: Vec<f32> = (0..size * size).map(|i| i as f32 * 0.0001).collect();
    let x: Vec<f32> = (0..size).map(|i| i as f32 * 0.001).collect();
    let largest = f64::from(x[x.len() - 1]) * f64::from(a[a.len() - 1]) * f64::from(size) / 3.0;
    let mut finding = within(&bench.products(size, size, &a, &x)?);
    // The distance of neighbouring single-precision numbers.
    let spacing = (largest.log2().floor() - 23.0).exp2();
    let results =
        format!("; results up to some {largest:.0e}, where floats are {spacing:.0e} apart: no 1e-4 can be asked for");
    finding.text.push_str(&results);
    if size < 4096 {
        finding.text.push_str(&format!("; {size} x {size} without a GPU"));
    }
    Ok(finding)
}

fn negative(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    let (k, n) = (127, 63);
    bench.products(k, n, &integers(2, 0, (k * n) as usize), &integers(2, 1, k as usize)).map(|all| exactly(&all))
}

/// Numbers from `low` to ten times as much.
fn decade(low: f32, stream: u32, count: usize) -> Vec<f32> {
    random::floats(3, stream, count).into_iter().map(|number| low * (5.5 + 4.5 * number)).collect()
}

fn huge(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    bench.products(256, 128, &decade(1e6, 0, 256 * 128), &decade(1e6, 1, 256)).map(|all| within(&all))
}

fn tiny(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    let all = bench.products(256, 128, &decade(1e-6, 0, 256 * 128), &decade(1e-6, 1, 256))?;
    let relative = all.iter().map(|comparison| comparison.max_relative).fold(0.0, f64::max);
    let mut finding = within(&all);
    finding.text.push_str(&format!("; largest relative error {relative:.1e}: nothing is flushed to zero"));
    Ok(if relative < 1e-4 {
        finding
    } else {
        ItemResult::judged(false, format!("largest relative error {relative:.1e}"))
    })
}

fn stress(bench: &mut Bench<'_>) -> Result<ItemResult, Obstacle> {
    let mut all = Vec::new();
    for seed in 0..MATRICES {
        let [k, n] = [0, 1].map(|index| random::word(seed, index) % 150 + 1);
        let (a, x) = (random::floats(seed, 2, (k * n) as usize), random::floats(seed, 3, k as usize));
        all.extend(bench.products(k, n, &a, &x)?);
    }
    Ok(within(&all))
}
