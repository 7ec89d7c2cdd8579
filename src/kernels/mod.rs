//! Kernels: a [`builder`] for PTX, and reference kernels written with it.
//!
//! A [`Kernel`] is a Rust type with its dimensions as fields. It gives its PTX for any target, how to launch it, inputs that can be
//! made again anywhere from a seed, and what the outputs must be, computed in double precision on the CPU. So whoever can run
//! PTX can test it: fill the [`ParameterValue`]s of [`Kernel::inputs`], launch, and hold what is in the buffers against
//! [`Kernel::reference`]. [`all`] lists every kernel in several sizes.

mod attention;
pub mod builder;
mod common;
mod conv;
mod copy;
mod elementwise;
mod fill;
mod gemm;
mod gemm_half;
mod gemv;
mod norm;
mod parity;
pub mod quantized;
mod quantized_gemv;
pub mod random;
mod recipe;
mod registry;
mod rope;
mod rows;
mod tolerance;
mod value;
mod verify;

pub use crate::launch::{HalfFormat, Launch, LaunchConfig, ParameterValue};
pub use attention::{Attention, HalfAttention};
pub use builder::BuildError;
pub use conv::Conv2d;
pub use copy::CopyFloats;
pub use elementwise::{BatchedResidualAdd, BatchedSwiglu, ResidualAdd, Swiglu};
pub use fill::{Fill, Pattern, RandomFloats, RandomHalves, RandomWords, Widen};
pub use gemm::Gemm;
pub use gemm_half::HalfGemm;
pub use gemv::{CoalescedGemv, NaiveGemv, SplitGemv};
pub use norm::{BatchedRmsNorm, RmsNorm};
pub use parity::{Dimensions, KernelPair, KernelParity, PAIRS};
pub use quantized_gemv::{BatchedQ4KGemv, BatchedQ6KGemv, Q4KGemv, Q6KGemv};
pub use recipe::Recipe;
pub use registry::all;
pub use rope::{BatchedRope, Rope, RopeLayout};
pub use rows::{LayerNorm, Softmax};
pub use tolerance::{Arithmetic, NumberFormat, Tolerance, ToleranceSource};
pub use value::{ExpectedBuffer, Work};
pub use verify::{ReduceMax, Verification, Verify, VerifyWords, WordVerification};

use crate::isa::Target;

/// A kernel with its dimensions.
pub trait Kernel: std::fmt::Debug {
    /// The name of the entry in the module.
    fn name(&self) -> &'static str;

    /// The module's text for a target.
    ///
    /// # Errors
    /// Dimensions that the kernel does not take, or a target that lacks its instructions.
    fn ptx(&self, target: Target) -> Result<String, BuildError>;

    /// Grid, block and dynamic shared memory.
    fn launch(&self) -> LaunchConfig;

    /// One value for each parameter, in order: pseudo-random inputs, and outputs as they are before the launch.
    fn inputs(&self, seed: u64) -> Vec<ParameterValue>;

    /// How the values of [`Kernel::inputs`] come about, for devices that can make them themselves.
    fn recipes(&self, seed: u64) -> Vec<Recipe> {
        self.inputs(seed).into_iter().map(Recipe::Given).collect()
    }

    /// Bytes of the buffer of each parameter, 0 for a number, `u64::MAX` for more than can be counted: what a launch needs is known
    /// before there is memory for its inputs.
    fn buffer_bytes(&self) -> Vec<u64> {
        self.recipes(0).iter().map(Recipe::buffer_bytes).collect()
    }

    /// The format of the numbers that it works on.
    fn dtype(&self) -> &'static str {
        "f32"
    }

    /// How its result comes about, told by the largest magnitude of each parameter alone; `None` if it takes more.
    fn arithmetic(&self, _largest: &[f64]) -> Option<Arithmetic> {
        None
    }

    /// What the output buffers hold after a launch with these values.
    ///
    /// # Panics
    /// If the values do not have the types and lengths of [`Kernel::inputs`].
    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer>;

    /// What a launch has to do at least, for kernels that are measured.
    fn work(&self) -> Option<Work> {
        None
    }
}
