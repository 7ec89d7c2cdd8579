//! A library that stands for `libcuda.so` in tests: it has the functions that ptxlint calls, with their documented behaviour, and
//! runs kernels on the interpreter. Errors of kernels come when somebody waits for them, and from then on every call gives the
//! same error. With it goes a small cuBLAS.
//!
//! The variable `FAKE_CUDA` of the environment says what goes wrong; see [`settings`].

mod blas;
mod driver;
mod exports;
pub mod settings;
