//! The product of two matrices.

use super::builder::{BuildError, Builder, F32, LaunchAxis, MutableRegister, Pointer, Pred, Reg, Shared, U32};
use super::common::{MAX_GRID_Y, demand, elements, largest};
use super::recipe::{Recipe, values};
use super::{Arithmetic, ExpectedBuffer, Kernel, LaunchConfig, ParameterValue, Work};
use crate::isa::Target;

/// `C = A · B` in single precision: `A` has `m` rows and `k` columns, `B` has `k` rows and `n` columns; all lie row by row.
///
/// Parameters: `a`, `b`, `c`. A block makes a tile of 64 × 64 elements of `C`, a thread 4 × 4 of them: it steps along `k` by tiles of
/// 16 of `A` and `B` in shared memory. Where a tile goes beyond a matrix it is filled up with zeros, so all threads do the same and
/// meet every barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gemm {
    /// Rows of `A` and `C`.
    pub m: u32,
    /// Columns of `B` and `C`.
    pub n: u32,
    /// Columns of `A`, rows of `B`.
    pub k: u32,
}

/// Rows and columns of the tile of `C`.
const TILE: u32 = 64;
/// Columns of the tile of `A`, rows of that of `B`.
const DEPTH: u32 = 16;
/// Threads along each edge of the block.
const EDGE: u32 = 16;
/// Elements of `C` along each edge that a thread makes; they are `EDGE` apart.
const OWN: u32 = TILE / EDGE;
/// Elements of a row of the tile of `A`: one more than there are, so that the rows begin in different banks.
const A_ROW: u32 = DEPTH + 1;

impl Kernel for Gemm {
    fn name(&self) -> &'static str {
        "gemm"
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        let Self { m, n, k } = *self;
        demand(
            [m, n, k].iter().all(|extent| (1..=1 << 30).contains(extent)),
            "a matrix has 1 to 2^30 rows and columns",
        )?;
        demand(m.div_ceil(TILE) <= MAX_GRID_Y, "a has at most 64 * 65535 rows")?;
        let mut b = Builder::new(self.name(), target, self.launch().block);
        b.summary("c = a * b; a is m x k, b is k x n, row by row");
        let matrix_a = b.pointer_parameter::<F32>("a");
        let matrix_b = b.pointer_parameter::<F32>("b");
        let matrix_c = b.pointer_parameter::<F32>("c");
        let tile_a = b.shared_array::<F32>("a_tile", TILE * A_ROW);
        let tile_a = b.shared_base_addr(&tile_a);
        let tile_b = b.shared_array::<F32>("b_tile", DEPTH * TILE);
        let tile_b = b.shared_base_addr(&tile_b);
        let (x, y) = (b.thread_index(LaunchAxis::X), b.thread_index(LaunchAxis::Y));
        let (block_x, block_y) = (b.block_index(LaunchAxis::X), b.block_index(LaunchAxis::Y));
        let columns = Own::of(&mut b, block_x, x, n);
        let rows = Own::of(&mut b, block_y, y, m);
        let sums: Vec<MutableRegister<F32>> = (0..OWN * OWN).map(|_| b.variable(0.0)).collect();

        // What a thread loads and reads of the tiles: of A its rows at column x, of B its columns at row y.
        let own_a = b.mad(y, A_ROW, x);
        let own_a = b.element(tile_a, own_a);
        let own_b = b.mad(y, TILE, x);
        let own_b = b.element(tile_b, own_b);
        let row_a = b.mul(y, A_ROW);
        let row_a = b.element(tile_a, row_a);
        let column_b = b.element(tile_b, x);
        b.for_range(0, k, DEPTH, |b, start| {
            b.comment("Load both tiles.");
            let column = b.add(start, x);
            let column_exists = b.less(column, k);
            let row = b.add(start, y);
            let row_exists = b.less(row, k);
            let distance = b.mul_wide(row, n);
            let source_b = b.element(matrix_b, distance);
            for index in 0..OWN as usize {
                let exists = b.both(rows.exists[index], column_exists);
                let distance = b.mul_wide(rows.places[index], k);
                let source = b.element(matrix_a, distance);
                let source = b.element(source, column);
                let value = b.ld_global_f32_predicated(source, exists, 0.0);
                b.store(own_a.offset((index as u32 * EDGE * A_ROW) as i32), value);
                let exists = b.both(columns.exists[index], row_exists);
                let source = b.element(source_b, columns.places[index]);
                let value = b.ld_global_f32_predicated(source, exists, 0.0);
                b.store(own_b.offset((index as u32 * EDGE) as i32), value);
            }
            b.barrier();

            b.comment("Multiply them.");
            for depth in 0..DEPTH {
                let left = load_own(b, row_a.offset(depth as i32), EDGE * A_ROW);
                let right = load_own(b, column_b.offset((depth * TILE) as i32), EDGE);
                for (sum, index) in sums.iter().zip(0..) {
                    b.fma_in_place(*sum, left[index / OWN as usize], right[index % OWN as usize]);
                }
            }
            b.barrier();
        });

        b.comment("Store what lies in the matrix.");
        for row in 0..OWN as usize {
            let distance = b.mul_wide(rows.places[row], n);
            let target = b.element(matrix_c, distance);
            for column in 0..OWN as usize {
                let exists = b.both(rows.exists[row], columns.exists[column]);
                let target = b.element(target, columns.places[column]);
                b.predicated(exists, |b| b.store(target, sums[row * OWN as usize + column]));
            }
        }
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        LaunchConfig::new([self.n.div_ceil(TILE), self.m.div_ceil(TILE), 1], [EDGE, EDGE, 1])
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        values(&self.recipes(seed))
    }

    fn recipes(&self, seed: u64) -> Vec<Recipe> {
        let Self { m, n, k } = *self;
        let [a, b] = [(0, [m, k]), (1, [k, n])].map(|(stream, it)| Recipe::floats(seed, stream, elements(&it), 1));
        vec![a, b, Recipe::Unwritten(elements(&[m, n]))]
    }

    fn arithmetic(&self, largest: &[f64]) -> Option<Arithmetic> {
        Some(Arithmetic::of_sum(self.k, largest[0] * largest[1]))
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let (n, k) = (self.n as usize, self.k as usize);
        let rows = inputs[0].floats().chunks(k);
        let product = |row: &[f32]| {
            let mut sums = vec![0.0; n];
            for (&a, elements) in row.iter().zip(inputs[1].floats().chunks(n)) {
                for (sum, &element) in sums.iter_mut().zip(elements) {
                    *sum += f64::from(a) * f64::from(element);
                }
            }
            sums
        };
        let values = rows.flat_map(product).collect();
        let arithmetic = Arithmetic::of_sum(self.k, largest(inputs[0].floats()) * largest(inputs[1].floats()));
        vec![ExpectedBuffer { parameter: 2, values, arithmetic }]
    }

    fn work(&self) -> Option<Work> {
        let [m, n, k] = [self.m, self.n, self.k].map(f64::from);
        Some(Work { operations: 2.0 * m * n * k, bytes: 4.0 * (m * k + k * n + m * n) })
    }
}

/// Loads a thread's elements of a tile's row or column, `stride` apart.
fn load_own(b: &mut Builder, first: Pointer<Shared, F32>, stride: u32) -> Vec<Reg<F32>> {
    (0..OWN).map(|index| b.load(first.offset((index * stride) as i32))).collect()
}

/// The rows or columns of `C` that a thread makes.
struct Own {
    places: Vec<Reg<U32>>,
    exists: Vec<Reg<Pred>>,
}

impl Own {
    fn of(b: &mut Builder, block: Reg<U32>, thread: Reg<U32>, extent: u32) -> Self {
        let first = b.mad(block, TILE, thread);
        let places: Vec<_> = (0..OWN).map(|index| b.add(first, index * EDGE)).collect();
        let exists = places.iter().map(|&place| b.less(place, extent)).collect();
        Self { places, exists }
    }
}
