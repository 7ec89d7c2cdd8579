//! ptxlint: a static analyzer for PTX, NVIDIA's virtual assembly.
//!
//! [`check()`] lints one module and returns its findings. The way of a module through the library:
//! [`source`] text, [`lexer`] tokens, [`parser`] and resolver to the flat [`ir`], [`isa`] table and [`mod@check`]er,
//! lazily computed [`facts`] about functions, and the [`rules`] that read them all, run by the [`driver`].

pub mod check;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "device")]
pub mod device;
pub mod diagnostic;
pub mod driver;
pub mod facts;
pub mod fingerprint;
pub mod fix;
pub mod ids;
pub mod ir;
pub mod isa;
pub mod kernels;
pub mod launch;
pub mod lexer;
pub mod names;
pub mod options;
pub mod parity;
pub mod parser;
#[cfg(feature = "cli")]
pub mod render;
mod resolve;
pub mod rules;
#[cfg(feature = "serde")]
mod serial;
pub mod source;
pub mod span;
mod suppress;
mod util;
#[cfg(feature = "device")]
pub mod validate;
pub mod witness;

pub use driver::{Report, Status, check, lint, lint_with};
pub use options::{KernelExpectation, Levels, Options, Selector, Setting};
