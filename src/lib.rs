//! ptxlint: a static analyzer for PTX, NVIDIA's virtual assembly.
//!
//! [`check()`] lints one module and returns its findings. The way of a module through the library:
//! [`source`] text, [`lexer`] tokens, [`parser`] and resolver to the flat [`ir`], [`isa`] table and [`mod@check`]er,
//! lazily computed [`facts`] about functions, and the [`rules`] that read them all, run by the [`driver`].

#[cfg(feature = "lint")]
pub mod check;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "lint")]
mod cores;
#[cfg(feature = "lint")]
pub mod describe;
#[cfg(feature = "device")]
pub mod device;
#[cfg(feature = "lint")]
pub mod diagnostic;
#[cfg(feature = "lint")]
pub mod driver;
#[cfg(feature = "lint")]
pub mod facts;
#[cfg(feature = "lint")]
pub mod fingerprint;
#[cfg(feature = "lint")]
pub mod fix;
#[cfg(feature = "lint")]
mod guard;
pub mod ids;
pub mod ir;
pub mod isa;
#[cfg(feature = "kernels")]
pub mod kernels;
#[cfg(feature = "kernels")]
pub mod launch;
#[cfg(feature = "lint")]
mod legality;
pub mod lexer;
#[cfg(feature = "lint")]
pub mod litmus;
pub mod names;
#[cfg(feature = "lint")]
pub mod options;
#[cfg(feature = "kernels")]
pub mod parity;
pub mod parser;
#[cfg(feature = "lint")]
pub mod render;
#[cfg(feature = "device")]
pub mod replay;
mod resolve;
#[cfg(feature = "lint")]
pub mod rules;
#[cfg(feature = "lint")]
pub mod semantics;
#[cfg(feature = "serde")]
mod serial;
pub mod source;
pub mod span;
#[cfg(feature = "lint")]
mod suppress;
#[cfg(feature = "lint")]
mod util;
#[cfg(feature = "device")]
pub mod validate;
#[cfg(feature = "lint")]
pub mod witness;

/// The version of this library.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

#[cfg(feature = "lint")]
pub use driver::{FileStatus, Incomplete, Report, Waiting, check, lint, lint_with};
#[cfg(feature = "lint")]
pub use options::{Effort, ExpectedLaunch, KernelExpectation, Levels, Options, Selector, Setting};
