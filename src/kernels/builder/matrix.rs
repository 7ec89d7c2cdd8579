//! Products of matrices on the tensor cores: fragments that the lanes of a warp hold together.

use super::Builder;
use super::memory::braces;
use super::types::{BF16, Element, F16, F32, MutableRegister, Pointer, Reg, Shared, U32};
use std::marker::PhantomData;

/// Formats of 16 bits whose products the tensor cores add up in single precision.
pub trait Half: Element {
    /// The format in the names of instructions.
    const FORMAT: &'static str;
    /// The first architecture that multiplies them.
    const SINCE: u32;
}

impl Half for F16 {
    const FORMAT: &'static str = "f16";
    const SINCE: u32 = 75;
}

impl Half for BF16 {
    const FORMAT: &'static str = "bf16";
    const SINCE: u32 = 80;
}

/// A left factor: 16 rows and 16 columns.
#[derive(Clone, Copy, Debug)]
pub struct LeftFragment<H: Half> {
    /// The quarters, 8 × 8 each: upper left, lower left, upper right, lower right.
    quarters: [Reg<U32>; 4],
    format: PhantomData<H>,
}

/// A right factor: 16 rows and 8 columns.
#[derive(Clone, Copy, Debug)]
pub struct RightFragment<H: Half> {
    /// The upper and the lower half.
    halves: [Reg<U32>; 2],
    format: PhantomData<H>,
}

/// A sum of products: 16 rows and 8 columns, in single precision.
#[derive(Clone, Copy, Debug)]
pub struct ProductFragment([MutableRegister<F32>; 4]);

impl ProductFragment {
    /// The lane's elements in row `lane / 4` and, eight rows below, in row `lane / 4 + 8`; in both they are in columns
    /// `2 * (lane % 4)` and `2 * (lane % 4) + 1` (PTX ISA, `mma.m16n8k16`).
    pub fn rows(&self) -> [[MutableRegister<F32>; 2]; 2] {
        let [a, b, c, d] = self.0;
        [[a, b], [c, d]]
    }
}

/// A matrix in shared memory, row by row, from which a warp loads fragments; see [`Builder::matrix_rows`].
#[derive(Clone, Copy, Debug)]
pub struct MatrixRows<H: Half> {
    /// The eight elements whose address the lane contributes to the fragment at the matrix's beginning.
    own: Pointer<Shared, H>,
    /// Elements from one row to the next.
    stride: u32,
}

impl<H: Half> MatrixRows<H> {
    fn at(&self, row: u32, column: u32) -> Pointer<Shared, H> {
        self.own.offset((row * self.stride + column) as i32)
    }
}

impl Builder {
    /// The matrix at `first`, whose rows begin `stride` elements apart. Address and stride must be multiples of 16 bytes.
    pub fn matrix_rows<H: Half>(&mut self, first: Pointer<Shared, H>, stride: u32) -> MatrixRows<H> {
        let lane = self.lane();
        let row = self.and(lane, 15);
        let right = self.shr(lane, 4);
        let column = self.shl(right, 3);
        let distance = self.mad(row, stride, column);
        MatrixRows { own: self.element(first, distance), stride }
    }

    /// A sum without terms.
    pub fn product_fragment(&mut self) -> ProductFragment {
        ProductFragment([(); 4].map(|()| self.variable(0.0)))
    }

    /// Loads 16 rows and 16 columns, beginning at an element whose column is a multiple of 8. Needs sm_75.
    pub fn load_left<H: Half>(&mut self, matrix: MatrixRows<H>, row: u32, column: u32) -> LeftFragment<H> {
        LeftFragment { quarters: self.load_quarters("", matrix.at(row, column)), format: PhantomData }
    }

    /// Loads 16 rows and 16 columns: two right factors, beside each other. The column is a multiple of 8. Needs sm_75.
    pub fn load_right<H: Half>(&mut self, matrix: MatrixRows<H>, row: u32, column: u32) -> [RightFragment<H>; 2] {
        let [a, b, c, d] = self.load_quarters(".trans", matrix.at(row, column));
        [[a, b], [c, d]].map(|halves| RightFragment { halves, format: PhantomData })
    }

    fn load_quarters<H: Half>(&mut self, order: &str, own: Pointer<Shared, H>) -> [Reg<U32>; 4] {
        self.require("ldmatrix", 75);
        self.convergent("ldmatrix.sync");
        let quarters = [(); 4].map(|()| self.register());
        self.emit(format_args!("ldmatrix.sync.aligned.m8n8.x4{order}.shared.b16"), &[&braces(&quarters), &own]);
        quarters
    }

    /// `sum += left × right` by a warp. Needs [`Half::SINCE`].
    pub fn multiply_matrices<H: Half>(&mut self, sum: ProductFragment, left: LeftFragment<H>, right: RightFragment<H>) {
        self.require("mma.sync", H::SINCE);
        self.convergent("mma.sync");
        let quarters = left.quarters;
        if self.target.number() >= 80 {
            self.emit_product::<H>(16, sum, &quarters, &right.halves);
        } else {
            for (columns, rows) in quarters.chunks(2).zip(right.halves.chunks(1)) {
                self.emit_product::<H>(8, sum, columns, rows);
            }
        }
    }

    fn emit_product<H: Half>(&mut self, depth: u32, sum: ProductFragment, left: &[Reg<U32>], right: &[Reg<U32>]) {
        let sum = braces(&sum.0.map(|element| *element));
        let opcode = format!("mma.sync.aligned.m16n8k{depth}.row.col.f32.{0}.{0}.f32", H::FORMAT);
        self.emit(opcode, &[&sum, &braces(left), &braces(right), &sum]);
    }
}
