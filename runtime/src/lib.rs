//! Takes the place of CUDA's runtime (`libcudart.so`) and driver (`libcuda.so.1`): programs that load this library run without a GPU.
//!
//! Kernels run on ptxlint's interpreter, under all checks, at the call that launches them: streams have an order, and nothing says how
//! late their work begins. `ptxlint exec` sets everything up and makes a report of what happens (`ptxlint::cli::exec`).
//!
//! The runtime's functions (`runtime`) and the driver's (`driver`) are thin: they read arguments and call the modules below, which know
//! one [`state`]. Memory of devices has addresses that no program of the host can use; memory that both share (managed, pinned) has the
//! same for both, and its words are the interpreter's.

mod api;
mod device;
mod driver;
mod error;
mod graph;
mod image;
mod launch;
mod memory;
mod missing;
mod module;
mod parent;
mod pool;
mod report;
mod runtime;
mod state;
mod stream;
mod user_object;
mod virtual_memory;
mod work;
