//! The functions of cuBLAS, as `cublas_v2.h` declares them: column-major matrices in single precision.
#![allow(non_snake_case, missing_docs, clippy::too_many_arguments, clippy::missing_safety_doc)]

use crate::driver::{Driver, INVALID_HANDLE, Status, call_in_context};
use std::ffi::{c_int, c_void};

type Handle = *mut c_void;

const HANDLE: usize = 0xb1a5;
/// What a product takes by the device's clock.
const MILLISECONDS: f64 = 0.125;
/// `CUBLAS_OP_N`
const PLAIN: c_int = 0;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cublasCreate_v2(handle: *mut Handle) -> Status {
    // SAFETY: the caller has room for a handle.
    call_in_context("cublasCreate_v2", |_| unsafe {
        handle.write(std::ptr::without_provenance_mut(HANDLE));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cublasDestroy_v2(handle: Handle) -> Status {
    call_in_context("cublasDestroy_v2", |_| check(handle))
}

#[unsafe(no_mangle)]
pub extern "C" fn cublasSetStream_v2(handle: Handle, stream: Handle) -> Status {
    call_in_context("cublasSetStream_v2", |driver| {
        check(handle)?;
        if driver.streams.contains(&stream.addr()) { Ok(()) } else { Err(INVALID_HANDLE) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cublasSgemv_v2(
    handle: Handle,
    transposed: c_int,
    rows: c_int,
    columns: c_int,
    alpha: *const f32,
    a: u64,
    lda: c_int,
    x: u64,
    incx: c_int,
    beta: *const f32,
    y: u64,
    incy: c_int,
) -> Status {
    call_in_context("cublasSgemv_v2", |driver| {
        check(handle)?;
        // SAFETY: the caller's factors are there.
        assert_eq!((unsafe { (*alpha, *beta) }, incx, incy), ((1.0, 0.0), 1, 1), "what ptxlint needs");
        let (m, k) = if transposed == PLAIN { (rows, columns) } else { (columns, rows) };
        let place = |row: usize, column: usize| {
            if transposed == PLAIN { row + column * lda as usize } else { column + row * lda as usize }
        };
        product(driver, [m, 1, k], [a, x, y], place, |row, _| row, |row, _| row)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cublasSgemm_v2(
    handle: Handle,
    transposed_a: c_int,
    transposed_b: c_int,
    m: c_int,
    n: c_int,
    k: c_int,
    alpha: *const f32,
    a: u64,
    lda: c_int,
    b: u64,
    ldb: c_int,
    beta: *const f32,
    c: u64,
    ldc: c_int,
) -> Status {
    call_in_context("cublasSgemm_v2", |driver| {
        check(handle)?;
        // SAFETY: the caller's factors are there.
        let factors = unsafe { (*alpha, *beta) };
        assert_eq!((factors, transposed_a, transposed_b), ((1.0, 0.0), PLAIN, PLAIN), "what ptxlint needs");
        let place = |leading: c_int| move |row: usize, column: usize| row + column * leading as usize;
        product(driver, [m, n, k], [a, b, c], place(lda), place(ldb), place(ldc))
    })
}

fn check(handle: Handle) -> Result<(), Status> {
    if handle.addr() == HANDLE { Ok(()) } else { Err(INVALID_HANDLE) }
}

/// `C = A B`, with the places of elements by row and column.
fn product(
    driver: &mut Driver,
    extents: [c_int; 3],
    [a, b, c]: [u64; 3],
    place_a: impl Fn(usize, usize) -> usize,
    place_b: impl Fn(usize, usize) -> usize,
    place_c: impl Fn(usize, usize) -> usize,
) -> Result<(), Status> {
    let [m, n, k] = extents.map(|extent| extent as usize);
    let left = floats(driver, a, place_a(m - 1, k - 1) + 1)?;
    let right = floats(driver, b, place_b(k - 1, n - 1) + 1)?;
    let mut result = vec![0.0f32; place_c(m - 1, n - 1) + 1];
    for row in 0..m {
        for column in 0..n {
            let terms = (0..k).map(|inner| left[place_a(row, inner)] * right[place_b(inner, column)]);
            result[place_c(row, column)] = terms.sum();
        }
    }
    driver.clock += MILLISECONDS;
    let bytes: Vec<u8> = result.iter().flat_map(|number| number.to_le_bytes()).collect();
    driver.write(c, &bytes)
}

fn floats(driver: &mut Driver, address: u64, count: usize) -> Result<Vec<f32>, Status> {
    let mut bytes = vec![0; 4 * count];
    driver.read(address, &mut bytes)?;
    Ok(bytes.chunks_exact(4).map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
}
