//! Kernels on an NVIDIA GPU: a [`Session`] owns a context with its modules and buffers, launches kernels and times them.
//!
//! The driver library is loaded when it is first needed, so programs with this package start without one. A kernel that faults
//! leaves the process without a usable context, and one that never ends cannot be stopped. Where the GPU sees all memory of the host
//! (heterogeneous memory management) a kernel can even write to it. Whoever runs kernels that may do any of this should do so in a
//! process of its own.

mod driver;
mod failure;
mod library;
mod log;
mod module;
mod session;
mod timing;

pub use failure::{Failure, Stage};
pub use library::Product;
pub use session::{Launch, Properties, Session};
pub use timing::Repetition;

#[cfg(test)]
mod tests {
    use super::*;

    /// Where there is no driver, nothing but an error happens.
    #[test]
    fn failures_are_told() {
        let failure = Session::open(u32::MAX).err().expect("there are not so many GPUs");
        assert_eq!(failure.stage, Stage::Device);
        assert!(failure.name.starts_with("CUDA_ERROR_"), "{failure:?}");
    }
}
