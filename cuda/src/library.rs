//! Products of matrices by cuBLAS, if it is there.

use crate::driver::{Memory, Stream};
use crate::failure::{Failure, Stage};
use cudarc::cublas::result::{self, CublasError};
use cudarc::cublas::sys::{self, cublasOperation_t as Operation};
use std::ffi::c_int;

/// `C = A B` of row-major matrices in single precision: `A` is `m × k`, `B` is `k × n`, `C` is `m × n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Product {
    /// Rows of `A`.
    pub m: u32,
    /// Columns of `B`.
    pub n: u32,
    /// Columns of `A`.
    pub k: u32,
    /// The buffer of `A`.
    pub a: u32,
    /// The buffer of `B`.
    pub b: u32,
    /// The buffer of `C`.
    pub c: u32,
}

/// cuBLAS in a context.
pub struct Library(sys::cublasHandle_t);

/// A product whose matrices are there.
pub struct Operands<'a> {
    /// `m`, `n` and `k`
    extents: [c_int; 3],
    /// `A`, `B` and `C`
    matrices: [&'a Memory; 3],
}

fn failure(error: CublasError) -> Failure {
    let name = format!("{:?}", error.0);
    Failure::new(Stage::Library, &name, "cuBLAS has failed")
}

impl Library {
    /// The library, if it is installed, working in a stream of the current context.
    pub fn open(stream: &Stream) -> Result<Option<Self>, Failure> {
        // SAFETY: it only loads the library, whose initialisers are as safe as those of any system library.
        if !unsafe { sys::is_culib_present() } {
            return Ok(None);
        }
        let library = Self(result::create_handle().map_err(failure)?);
        // SAFETY: the handle was just created, and the stream outlives it.
        unsafe { result::set_stream(library.0, stream.0.cast()) }.map_err(failure)?;
        Ok(Some(library))
    }

    /// Starts a product.
    pub fn start(&self, operands: &Operands<'_>) -> Result<(), Failure> {
        let (one, zero) = (1.0, 0.0);
        let [m, n, k] = operands.extents;
        let [a, b, c] = operands.matrices.map(|matrix| matrix.address as *mut f32);
        // The library's matrices are column-major: what is row-major here it sees transposed, so it is asked for Cᵀ = Bᵀ Aᵀ.
        // SAFETY: the handle is there, the matrices are as large as the extents say (`Operands::new`), and the factors are read
        // before the calls return.
        let started = unsafe {
            if m == 1 {
                result::sgemv(self.0, Operation::CUBLAS_OP_N, n, k, &one, b, n, a, 1, &zero, c, 1)
            } else if n == 1 {
                result::sgemv(self.0, Operation::CUBLAS_OP_T, k, m, &one, a, k, b, 1, &zero, c, 1)
            } else {
                let plain = Operation::CUBLAS_OP_N;
                sys::cublasSgemm_v2(self.0, plain, plain, n, m, k, &one, b, n, a, k, &zero, c, n).result()
            }
        };
        started.map_err(failure)
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        // SAFETY: it was created, and nobody else destroys it.
        let _ = unsafe { result::destroy_handle(self.0) };
    }
}

impl<'a> Operands<'a> {
    /// Checks that the matrices are as large as they must be.
    pub fn new(product: &Product, matrices: [&'a Memory; 3]) -> Result<Self, Failure> {
        let Product { m, n, k, .. } = *product;
        let extent = |extent: u32| c_int::try_from(extent).ok().filter(|&extent| extent > 0);
        let [Some(rows), Some(columns), Some(inner)] = [m, n, k].map(extent) else {
            return Err(Failure::launch(format!("a product of {m} × {k} and {k} × {n}")));
        };
        for ((name, matrix), [height, width]) in ["A", "B", "C"].iter().zip(matrices).zip([[m, k], [k, n], [m, n]]) {
            if u128::from(height) * u128::from(width) * 4 > u128::from(matrix.bytes) {
                let message = format!("{name} is {height} × {width}, and its buffer has {} bytes", matrix.bytes);
                return Err(Failure::handle(message));
            }
        }
        Ok(Self { extents: [rows, columns, inner], matrices })
    }
}
