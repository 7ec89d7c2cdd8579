//! Launches: extents, values of parameters, and both as a line of text. What kernels are made of and devices run.

mod half;
mod text;
mod value;

pub use half::HalfFormat;
pub use text::Launch;
pub use value::ParameterValue;

/// How a kernel is launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize, serde::Deserialize))]
pub struct LaunchConfig {
    /// Blocks in x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y and z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory of a block.
    pub shared_bytes: u32,
}

impl LaunchConfig {
    /// A launch without dynamic shared memory.
    pub const fn new(grid: [u32; 3], block: [u32; 3]) -> Self {
        Self { grid, block, shared_bytes: 0 }
    }
}
