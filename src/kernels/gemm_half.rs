//! The product of two matrices of 16-bit numbers, summed up in single precision on the tensor cores.

use super::builder::{
    BF16, BuildError, Builder, Element, F16, F32, Global, Half, LaunchAxis, MatrixRows, Pointer, ProductFragment, Reg,
    Shared, U16, U32,
};
use super::common::{MAX_GRID_Y, demand, elements};
use super::recipe::{Recipe, values};
use super::{Arithmetic, ExpectedBuffer, HalfFormat, Kernel, LaunchConfig, ParameterValue, Work};
use crate::isa::Target;

/// `C = A · B`: `A` has `m` rows and `k` columns, `B` has `k` rows and `n` columns, both of 16-bit numbers; `C` is in single
/// precision, and so are the sums. All lie row by row.
///
/// Parameters: `a`, `b`, `c`. A block of four warps makes a tile of 64 × 64 elements of `C`, a warp 32 × 32 of them in fragments of
/// 16 × 8: it steps along `k` by tiles of 32 of `A` and `B` in shared memory, which are filled up with zeros where they go beyond a
/// matrix. Rows of a length that is a multiple of 8 are loaded 16 bytes at a time.
///
/// Where the tensor cores do not have the format (bfloat16 before sm_80) the lanes multiply what would be their own elements of
/// the fragments one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfGemm {
    /// Rows of `A` and `C`.
    pub m: u32,
    /// Columns of `B` and `C`.
    pub n: u32,
    /// Columns of `A`, rows of `B`.
    pub k: u32,
    /// The format of `A` and `B`.
    pub format: HalfFormat,
}

/// Rows and columns of the tile of `C`.
const TILE: u32 = 64;
/// Columns of the tile of `A`, rows of that of `B`.
const DEPTH: u32 = 32;
/// Threads of a block: four warps, two of them beside each other.
const THREADS: u32 = 128;
/// Rows and columns of a warp's part of the tile of `C`.
const PART: u32 = 32;
/// Rows of a fragment of `C`, and rows and columns of one of `A`.
const ROWS: u32 = 16;
/// Columns of a fragment of `C` and of `B`.
const COLUMNS: u32 = 8;
/// Elements between unused ones at the ends of the rows of a tile: eight rows that are loaded together begin in different banks.
const GAP: u32 = 8;
/// Elements of a row of the tile of `A`.
const A_ROW: u32 = DEPTH + GAP;
/// Elements of a row of the tile of `B`.
const B_ROW: u32 = TILE + GAP;

impl Kernel for HalfGemm {
    fn name(&self) -> &'static str {
        match self.format {
            HalfFormat::F16 => "gemm_f16",
            HalfFormat::Bf16 => "gemm_bf16",
        }
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        demand(
            [self.m, self.n, self.k].iter().all(|extent| (1..=1 << 30).contains(extent)),
            "a matrix has 1 to 2^30 rows and columns",
        )?;
        demand(self.m.div_ceil(TILE) <= MAX_GRID_Y, "a has at most 64 * 65535 rows")?;
        match self.format {
            HalfFormat::F16 => self.build::<F16>(target, |b, word| b.unpack_halves(word).map(|half| b.convert(half))),
            HalfFormat::Bf16 => self.build::<BF16>(target, Builder::unpack_bf16),
        }
    }

    fn launch(&self) -> LaunchConfig {
        LaunchConfig::new([self.n.div_ceil(TILE), self.m.div_ceil(TILE), 1], [THREADS, 1, 1])
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        values(&self.recipes(seed))
    }

    fn recipes(&self, seed: u64) -> Vec<Recipe> {
        let Self { m, n, k, .. } = *self;
        let matrix = |stream, extents| Recipe::halves(seed, stream, elements(extents), self.format);
        vec![matrix(0, &[m, k]), matrix(1, &[k, n]), Recipe::Unwritten(elements(&[m, n]))]
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let (n, k) = (self.n as usize, self.k as usize);
        let value = |&bits: &u16| f64::from(self.format.to_f32(bits));
        let product = |row: &[u16]| {
            let mut sums = vec![0.0; n];
            for (a, elements) in row.iter().zip(inputs[1].halves().chunks(n)) {
                for (sum, element) in sums.iter_mut().zip(elements) {
                    *sum += value(a) * value(element);
                }
            }
            sums
        };
        let values = inputs[0].halves().chunks(k).flat_map(product).collect();
        let [a, b] = [0, 1].map(|index: usize| {
            inputs[index].halves().iter().map(value).fold(0.0, |largest: f64, value| largest.max(value.abs()))
        });
        vec![ExpectedBuffer { parameter: 2, values, arithmetic: self.of_sum(a * b) }]
    }

    fn arithmetic(&self, largest: &[f64]) -> Option<Arithmetic> {
        Some(self.of_sum(largest[0] * largest[1]))
    }

    fn dtype(&self) -> &'static str {
        self.format.name()
    }

    fn work(&self) -> Option<Work> {
        let [m, n, k] = [self.m, self.n, self.k].map(f64::from);
        Some(Work { operations: 2.0 * m * n * k, bytes: 2.0 * (m * k + k * n) + 4.0 * m * n })
    }
}

/// The fragments of a warp's part of `C`, row by row.
type FragmentSums = [[ProductFragment; (PART / COLUMNS) as usize]; (PART / ROWS) as usize];

/// The values of the two numbers in a word.
type Unpack = fn(&mut Builder, Reg<U32>) -> [Reg<F32>; 2];

impl HalfGemm {
    /// Products are exact. Tensor cores cut sums off instead of rounding them, which is off by twice as much.
    fn of_sum(&self, magnitude: f64) -> Arithmetic {
        Arithmetic::of_sum(2 * self.k, magnitude)
    }

    fn build<H: Half>(&self, target: Target, unpack: Unpack) -> Result<String, BuildError> {
        let Self { m, n, k, .. } = *self;
        let mut b = Builder::new(self.name(), target, self.launch().block);
        b.summary("c = a * b; a is m x k, b is k x n, of 16-bit numbers, c of single-precision ones, row by row");
        let matrix_a = b.pointer_parameter::<H>("a");
        let matrix_b = b.pointer_parameter::<H>("b");
        let matrix_c = b.pointer_parameter::<F32>("c");
        let tile_a = b.shared_array::<H>("a_tile", TILE * A_ROW);
        let tile_a = b.shared_base_addr(&tile_a);
        let tile_b = b.shared_array::<H>("b_tile", DEPTH * B_ROW);
        let tile_b = b.shared_base_addr(&tile_b);
        let load_a = TileLoad::new(&mut b, Matrix { first: matrix_a, rows: m, columns: k }, tile_a, [TILE, DEPTH]);
        let load_b = TileLoad::new(&mut b, Matrix { first: matrix_b, rows: k, columns: n }, tile_b, [DEPTH, TILE]);
        let [block_row, block_column] = [LaunchAxis::Y, LaunchAxis::X].map(|axis| {
            let block = b.block_index(axis);
            b.mul(block, TILE)
        });

        b.comment("The part of the tile that the warp makes.");
        let thread = b.thread_index(LaunchAxis::X);
        let warp = b.shr(thread, 5);
        let [row, column] = [b.shr(warp, 1), b.and(warp, 1)].map(|place| b.mul(place, PART));
        let first = b.mul(row, A_ROW);
        let part_a = b.element(tile_a, first);
        let part_b = b.element(tile_b, column);
        let sums: FragmentSums = std::array::from_fn(|_| std::array::from_fn(|_| b.product_fragment()));
        let fragments =
            (target.number() >= H::SINCE).then(|| (b.matrix_rows(part_a, A_ROW), b.matrix_rows(part_b, B_ROW)));
        b.for_range(0, k, DEPTH, |b, start| {
            b.comment("Load both tiles.");
            load_a.emit(b, block_row, start);
            load_b.emit(b, start, block_column);
            b.barrier();

            b.comment("Multiply them.");
            match fragments {
                Some((left, right)) => multiply_fragments(b, &sums, left, right),
                None => multiply_elements(b, &sums, part_a, part_b, unpack),
            }
            b.barrier();
        });

        b.comment("Store what lies in the matrix.");
        let row = b.add(block_row, row);
        let column = b.add(block_column, column);
        store(&mut b, &sums, Matrix { first: matrix_c, rows: m, columns: n }, row, column);
        b.finish()
    }
}

/// Multiplies the tiles on the tensor cores.
fn multiply_fragments<H: Half>(b: &mut Builder, sums: &FragmentSums, left: MatrixRows<H>, right: MatrixRows<H>) {
    for depth in (0..DEPTH).step_by(16) {
        let left: Vec<_> = (0..PART).step_by(16).map(|row| b.load_left(left, row, depth)).collect();
        let right: Vec<_> = (0..PART).step_by(16).flat_map(|column| b.load_right(right, depth, column)).collect();
        for (sums, &left) in sums.iter().zip(&left) {
            for (&sum, &right) in sums.iter().zip(&right) {
                b.multiply_matrices(sum, left, right);
            }
        }
    }
}

/// Multiplies the tiles element by element: `left` and `right` are where the warp's rows and columns begin.
fn multiply_elements<H: Half>(
    b: &mut Builder,
    sums: &FragmentSums,
    left: Pointer<Shared, H>,
    right: Pointer<Shared, H>,
    unpack: Unpack,
) {
    let [row, column] = fragment_place(b);
    let first = b.mul(row, A_ROW);
    let left = b.element(left, first);
    let right = b.element(right, column);
    for depth in (0..DEPTH).step_by(2) {
        let mut pair = |pointer: Pointer<Shared, H>, distance: u32| {
            let word = b.load(pointer.offset(distance as i32).cast::<U32>());
            unpack(b, word)
        };
        let left: Vec<_> = (0..PART / 8).map(|row| pair(left, 8 * row * A_ROW + depth)).collect();
        let mut row_of =
            |depth| (0..PART / COLUMNS).map(|index| pair(right, depth * B_ROW + index * COLUMNS)).collect();
        let right: [Vec<_>; 2] = [row_of(depth), row_of(depth + 1)];
        for (step, right) in right.iter().enumerate() {
            for (row, left) in left.iter().enumerate() {
                for (fragment, right) in sums[row / 2].iter().zip(right) {
                    for (sum, &right) in fragment.rows()[row % 2].into_iter().zip(right) {
                        b.fma_in_place(sum, left[step], right);
                    }
                }
            }
        }
    }
}

/// Where in a fragment of `C` the lane's first element is: row and column.
fn fragment_place(b: &mut Builder) -> [Reg<U32>; 2] {
    let lane = b.lane();
    let row = b.shr(lane, 2);
    let quarter = b.and(lane, 3);
    [row, b.shl(quarter, 1)]
}

/// Stores the warp's part of `C` that begins at a row and column, as far as it lies in the matrix.
fn store(b: &mut Builder, sums: &FragmentSums, matrix: Matrix<F32>, row: Reg<U32>, column: Reg<U32>) {
    let place = fragment_place(b);
    let row = b.add(row, place[0]);
    let column = b.add(column, place[1]);
    let columns: Vec<_> = (0..PART / COLUMNS).map(|index| b.add(column, index * COLUMNS)).collect();
    for (fragments, index) in sums.iter().zip(0..) {
        for half in 0..2 {
            let row = b.add(row, index * ROWS + half * 8);
            let exists = b.less(row, matrix.rows);
            let distance = b.mul_wide(row, matrix.columns);
            let target = b.element(matrix.first, distance);
            for (fragment, &column) in fragments.iter().zip(&columns) {
                let pair = fragment.rows()[half as usize].map(|sum| *sum);
                let target = b.element(target, column);
                let stored = b.less(column, matrix.columns);
                let stored = b.both(stored, exists);
                // The second of a pair may be beyond an odd number of columns, and pairs of odd rows are not aligned.
                if matrix.columns.is_multiple_of(2) {
                    b.predicated(stored, |b| b.store_vector(target, pair));
                } else {
                    b.predicated(stored, |b| b.store(target, pair[0]));
                    let next = b.add(column, 1);
                    let next_stored = b.less(next, matrix.columns);
                    let next_stored = b.both(next_stored, exists);
                    b.predicated(next_stored, |b| b.store(target.offset(1), pair[1]));
                }
            }
        }
    }
}

/// A matrix in global memory, row by row.
#[derive(Clone, Copy)]
struct Matrix<E: Element> {
    first: Pointer<Global, E>,
    rows: u32,
    columns: u32,
}

/// How a block copies tiles of a matrix to shared memory.
struct TileLoad<H: Half> {
    matrix: Matrix<H>,
    /// Rows and columns of the tile.
    tile: [u32; 2],
    /// Neighbouring elements that a thread copies at once.
    width: u32,
    /// Where in the tile the thread begins; its other elements are below.
    row: Reg<U32>,
    column: Reg<U32>,
    /// The same place in shared memory.
    own: Pointer<Shared, H>,
}

impl<H: Half> TileLoad<H> {
    fn new(b: &mut Builder, matrix: Matrix<H>, shared: Pointer<Shared, H>, tile: [u32; 2]) -> Self {
        let width = if matrix.columns.is_multiple_of(8) { 8 } else { 1 };
        let across = tile[1] / width;
        let thread = b.thread_index(LaunchAxis::X);
        let row = b.shr(thread, across.ilog2());
        let column = b.and(thread, across - 1);
        let column = b.mul(column, width);
        let distance = b.mad(row, tile[1] + GAP, column);
        Self { matrix, tile, width, row, column, own: b.element(shared, distance) }
    }

    /// Copies the tile that begins at a row and column. What lies beyond the matrix is zero.
    fn emit(&self, b: &mut Builder, row: Reg<U32>, column: Reg<U32>) {
        let Matrix { first, rows, columns } = self.matrix;
        let [tile_rows, tile_columns] = self.tile;
        let first_row = b.add(row, self.row);
        let column = b.add(column, self.column);
        let column_exists = b.less(column, columns);
        let rows_at_once = THREADS / (tile_columns / self.width);
        for below in (0..tile_rows).step_by(rows_at_once as usize) {
            let row = b.add(first_row, below);
            let exists = b.less(row, rows);
            let exists = b.both(exists, column_exists);
            let distance = b.mul_wide(row, columns);
            let source = b.element(first, distance);
            let source = b.element(source, column);
            let target = self.own.offset((below * (tile_columns + GAP)) as i32);
            if self.width == 8 {
                let words = b.load_vector_predicated::<4, _, U32>(source.cast(), exists, 0);
                b.store_vector(target.cast::<U32>(), words);
            } else {
                let half = b.load_predicated::<_, U16>(source.cast(), exists, 0);
                b.store(target.cast::<U16>(), half);
            }
        }
    }
}
