//! Products of a vector and a matrix of single-precision numbers, `y = x · A`: three ways to read the matrix.
//!
//! `A` has `k` rows and `n` columns and lies row by row; `x` has `k` elements, `y` has `n`: `y[j] = Σᵢ x[i] · A[i, j]`. All three
//! kernels have the parameters `y`, `a`, `x`, `k_dim`, `n_dim`.

use super::builder::{
    BuildError, Builder, Cursor, F32, Global, LaunchAxis, MutableRegister, Pointer, Reduction, Reg, U32, WARP,
};
use super::common::{MAX_GRID_Y, THREADS, demand, elements, largest, load_run, vector_width};
use super::recipe::{Recipe, values};
use super::{Arithmetic, ExpectedBuffer, Kernel, LaunchConfig, ParameterValue, Work};
use crate::isa::Target;

/// A warp for each column. Neighbouring lanes read elements that are a row apart, so each of them costs a memory
/// transaction of its own: the baseline that the other forms are measured against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NaiveGemv {
    /// Rows of the matrix.
    pub k: u32,
    /// Columns of the matrix.
    pub n: u32,
}

/// A thread for each column, 256 to the block: neighbouring threads read neighbouring elements. The block keeps tiles of 256
/// elements of `x` in shared memory, so `k` has no limit; threads beyond the last column help to fill the tiles and
/// meet every barrier, they only store nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoalescedGemv {
    /// Rows of the matrix.
    pub k: u32,
    /// Columns of the matrix.
    pub n: u32,
}

/// Few columns saturate a large device only if the rows are split, too. A block makes 128 columns (32 if `n` is no multiple of 4):
/// its lanes read 4 neighbouring elements at a time, its warps take turns with the rows, and `%ctaid.y` selects one of `splits`
/// ranges of rows. The warps' sums meet in shared memory, the blocks' by atomic addition: `y` must be zero before the
/// launch, and the last bits of the result depend on the order of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitGemv {
    /// Rows of the matrix.
    pub k: u32,
    /// Columns of the matrix.
    pub n: u32,
    /// Parts that the rows are split into.
    pub splits: u32,
    /// Warps of a block.
    pub warps: u32,
}

/// The parameters of all three.
struct Parameters {
    y: Pointer<Global, F32>,
    a: Pointer<Global, F32>,
    x: Pointer<Global, F32>,
    k: Reg<U32>,
    n: Reg<U32>,
}

impl Parameters {
    fn declare(b: &mut Builder) -> Self {
        b.summary("y[j] = sum over i of x[i] * a[i, j]; a has k_dim rows and n_dim columns");
        Self {
            y: b.pointer_parameter("y"),
            a: b.pointer_parameter("a"),
            x: b.pointer_parameter("x"),
            k: b.parameter("k_dim"),
            n: b.parameter("n_dim"),
        }
    }

    /// The address of an element of the matrix.
    fn element(&self, b: &mut Builder, row: Reg<U32>, column: Reg<U32>) -> Pointer<Global, F32> {
        let start = b.mul_wide(row, self.n);
        let row = b.element(self.a, start);
        b.element(row, column)
    }
}

/// Index arithmetic adds at most a few thousand to a dimension.
fn check_dimensions(k: u32, n: u32) -> Result<(), BuildError> {
    demand((1..=1 << 31).contains(&k) && (1..=1 << 31).contains(&n), "a matrix has 1 to 2^31 rows and columns")
}

fn recipes(seed: u64, k: u32, n: u32, y: Recipe) -> Vec<Recipe> {
    let a = Recipe::floats(seed, 0, elements(&[k, n]), 1);
    let x = Recipe::floats(seed, 1, k as usize, 1);
    vec![y, a, x, ParameterValue::U32(k).into(), ParameterValue::U32(n).into()]
}

fn reference(inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
    let (a, x) = (inputs[1].floats(), inputs[2].floats());
    let (k, n) = (inputs[3].integer(), inputs[4].integer());
    let mut values = vec![0.0; n as usize];
    for (row, &x) in a.chunks(n as usize).zip(x) {
        for (sum, &element) in values.iter_mut().zip(row) {
            *sum += f64::from(x) * f64::from(element);
        }
    }
    vec![ExpectedBuffer { parameter: 0, values, arithmetic: arithmetic(k, largest(a), largest(x)) }]
}

fn arithmetic(k: u32, a: f64, x: f64) -> Arithmetic {
    Arithmetic::of_sum(k, a * x)
}

/// The matrix is read once, and each of its elements multiplied and added.
fn work(k: u32, n: u32) -> Work {
    let (k, n) = (f64::from(k), f64::from(n));
    Work { operations: 2.0 * k * n, bytes: 4.0 * (k * n + k + n) }
}

impl Kernel for NaiveGemv {
    fn name(&self) -> &'static str {
        "gemv_naive"
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        check_dimensions(self.k, self.n)?;
        let mut b = Builder::new(self.name(), target, self.launch().block);
        let p = Parameters::declare(&mut b);
        let column = b.block_index(LaunchAxis::X);
        let lane = b.thread_index(LaunchAxis::X);
        b.comment("Each lane takes every 32nd row.");
        let sum = b.variable(0.0);
        b.for_range(lane, p.k, WARP, |b, row| {
            let element = p.element(b, row, column);
            let element = b.load(element);
            let x = b.element(p.x, row);
            let x = b.load(x);
            b.fma_in_place(sum, x, element);
        });
        let total = b.warp_reduce(Reduction::Sum, *sum);
        let first = b.equal(lane, 0);
        let target = b.element(p.y, column);
        b.predicated(first, |b| b.store(target, total));
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        LaunchConfig::new([self.n, 1, 1], [WARP, 1, 1])
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        values(&self.recipes(seed))
    }

    fn recipes(&self, seed: u64) -> Vec<Recipe> {
        recipes(seed, self.k, self.n, Recipe::Unwritten(self.n as usize))
    }

    fn arithmetic(&self, largest: &[f64]) -> Option<Arithmetic> {
        Some(arithmetic(self.k, largest[1], largest[2]))
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        reference(inputs)
    }

    fn work(&self) -> Option<Work> {
        Some(work(self.k, self.n))
    }
}

impl Kernel for CoalescedGemv {
    fn name(&self) -> &'static str {
        "gemv_coalesced"
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        check_dimensions(self.k, self.n)?;
        let mut b = Builder::new(self.name(), target, self.launch().block);
        let p = Parameters::declare(&mut b);
        let tile = b.shared_array::<F32>("x_tile", THREADS);
        let tile = b.shared_base_addr(&tile);
        let thread = b.thread_index(LaunchAxis::X);
        let column = b.global_index(LaunchAxis::X);
        let inside = b.less(column, p.n);
        let own = b.element(tile, thread);
        let sum = b.variable(0.0);
        b.for_range(0, p.k, THREADS, |b, row| {
            b.comment("The block loads a tile of x, filled up with zeros.");
            let index = b.add(row, thread);
            let exists = b.less(index, p.k);
            let x = b.element(p.x, index);
            let x = b.ld_global_f32_predicated(x, exists, 0.0);
            b.store(own, x);
            b.barrier();

            b.comment("Each thread walks down its column.");
            let left = b.sub(p.k, row);
            let rows = b.min(left, THREADS);
            b.if_then(inside, |b| {
                b.for_range(0, rows, 1, |b, index| {
                    let x = b.element(tile, index);
                    let x = b.load(x);
                    let row = b.add(row, index);
                    let element = p.element(b, row, column);
                    let element = b.load(element);
                    b.fma_in_place(sum, x, element);
                });
            });
            b.barrier();
        });
        let target = b.element(p.y, column);
        b.predicated(inside, |b| b.store(target, sum));
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        LaunchConfig::new([self.n.div_ceil(THREADS), 1, 1], [THREADS, 1, 1])
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        values(&self.recipes(seed))
    }

    fn recipes(&self, seed: u64) -> Vec<Recipe> {
        recipes(seed, self.k, self.n, Recipe::Unwritten(self.n as usize))
    }

    fn arithmetic(&self, largest: &[f64]) -> Option<Arithmetic> {
        Some(arithmetic(self.k, largest[1], largest[2]))
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        reference(inputs)
    }

    fn work(&self) -> Option<Work> {
        Some(work(self.k, self.n))
    }
}

impl SplitGemv {
    /// With 8 warps in a block.
    pub const fn new(k: u32, n: u32, splits: u32) -> Self {
        Self { k, n, splits, warps: 8 }
    }

    /// Columns of a block.
    fn columns(&self) -> u32 {
        WARP * vector_width(self.n)
    }

    /// Rows of one part.
    fn rows(&self) -> u32 {
        self.k.div_ceil(self.splits)
    }
}

impl Kernel for SplitGemv {
    fn name(&self) -> &'static str {
        "gemv_split"
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        check_dimensions(self.k, self.n)?;
        demand(
            (1..=MAX_GRID_Y.min(self.k)).contains(&self.splits),
            "the rows split into 1 to 65535 parts, none empty",
        )?;
        demand((1..=32).contains(&self.warps), "a block has 1 to 32 warps")?;
        let (width, warps) = (vector_width(self.n), self.warps);
        let mut b = Builder::new(self.name(), target, self.launch().block);
        let p = Parameters::declare(&mut b);
        let partial = b.shared_array::<F32>("partial_sums", warps * self.columns());
        let partial = b.shared_base_addr(&partial);
        let lane = b.thread_index(LaunchAxis::X);
        let warp = b.thread_index(LaunchAxis::Y);
        let block = b.block_index(LaunchAxis::X);
        let first_of_lane = if width > 1 { b.mul(lane, width) } else { lane };
        let column = b.mad(block, self.columns(), first_of_lane);
        let inside = b.less(column, p.n);

        b.comment(&format!("The warp's rows: one of {warps} of the block's part."));
        let part = b.block_index(LaunchAxis::Y);
        let start = b.mul(part, self.rows());
        let end = b.add(start, self.rows());
        let end = b.min(end, p.k);
        let row = b.add(start, warp);
        let sums: Vec<MutableRegister<F32>> = (0..width).map(|_| b.variable(0.0)).collect();
        b.if_then(inside, |b| {
            let x = b.element(p.x, row);
            let x: Cursor<Global, F32> = b.cursor(x);
            b.for_range(row, end, warps, |b, row| {
                let elements = p.element(b, row, column);
                let elements = load_run(b, elements, width);
                let value = b.load(*x);
                for (&sum, element) in sums.iter().zip(elements) {
                    b.fma_in_place(sum, value, element);
                }
                b.advance(x, warps);
            });
        });

        b.comment("The sums of the warps, one row for each.");
        let index = b.mad(warp, self.columns(), first_of_lane);
        let own = b.element(partial, index);
        match sums[..] {
            [x, y, z, w] => b.store_vector(own, [*x, *y, *z, *w]),
            _ => b.store(own, sums[0]),
        }
        b.barrier();

        b.comment("A thread for each column adds them up.");
        let thread = b.linear_thread();
        b.for_range(thread, self.columns(), WARP * warps, |b, index| {
            let column = b.mad(block, self.columns(), index);
            let inside = b.less(column, p.n);
            b.if_then(inside, |b| {
                let first = b.element(partial, index);
                let mut total = b.load(first);
                for warp in 1..warps as i32 {
                    let next = b.load(first.offset(warp * self.columns() as i32));
                    total = b.add(total, next);
                }
                let target = b.element(p.y, column);
                b.atomic_add(target, total);
            });
        });
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        LaunchConfig::new([self.n.div_ceil(self.columns()), self.splits, 1], [WARP, self.warps, 1])
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        values(&self.recipes(seed))
    }

    fn recipes(&self, seed: u64) -> Vec<Recipe> {
        recipes(seed, self.k, self.n, ParameterValue::Floats(vec![0.0; self.n as usize]).into())
    }

    fn buffer_bytes(&self) -> Vec<u64> {
        NaiveGemv { k: self.k, n: self.n }.buffer_bytes()
    }

    fn arithmetic(&self, largest: &[f64]) -> Option<Arithmetic> {
        Some(arithmetic(self.k, largest[1], largest[2]))
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        reference(inputs)
    }

    fn work(&self) -> Option<Work> {
        Some(work(self.k, self.n))
    }
}
