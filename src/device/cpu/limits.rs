//! How large launches and copies may be.

use super::MOST_SHARED;
use super::program::Program;
use crate::device::DeviceError;
use crate::launch::LaunchConfig;

/// Most blocks of a cluster.
const MOST_CLUSTER_BLOCKS: u32 = 16;

/// Most threads of a block.
const MOST_THREADS: u64 = 1024;

/// Whether so many bytes at an offset are within a buffer.
pub(super) fn check_room(buffer: u64, offset: u64, bytes: usize, way: &str) -> Result<(), DeviceError> {
    if offset.checked_add(bytes as u64).is_some_and(|end| end <= buffer) {
        return Ok(());
    }
    let at = if offset > 0 { format!(" at offset {offset}") } else { String::new() };
    Err(DeviceError::Handle(format!("{bytes} bytes {way} a buffer of {buffer}{at}")))
}

/// Whether a grid can be launched.
pub(super) fn check_shape(
    program: &Program,
    config: LaunchConfig,
    cluster: Option<[u32; 3]>,
) -> Result<(), DeviceError> {
    let launch = |message: String| Err(DeviceError::Launch(message));
    let LaunchConfig { grid, block, shared_bytes } = config;
    let threads: u64 = block.iter().map(|&extent| u64::from(extent)).product();
    if grid.contains(&0) || block.contains(&0) {
        return launch(format!("a grid of {grid:?} blocks of {block:?} threads is empty"));
    }
    if grid[1] > 65_535 || grid[2] > 65_535 || grid[0] > i32::MAX as u32 {
        return launch(format!("a grid of {grid:?} blocks is too large"));
    }
    if program.wants_cluster && program.required_cluster.or(cluster).is_none() {
        return launch("the kernel wants clusters, and does not say of how many blocks".into());
    }
    if let (Some(required), Some(cluster)) = (program.required_cluster, cluster)
        && required != cluster
    {
        return launch(format!("the kernel wants clusters of {required:?} blocks"));
    }
    let cluster = program.required_cluster.or(cluster).unwrap_or([1; 3]);
    if cluster.iter().product::<u32>() > MOST_CLUSTER_BLOCKS {
        return launch(format!("a cluster of {cluster:?} blocks is too large"));
    }
    if (0..3).any(|axis| !grid[axis].is_multiple_of(cluster[axis])) {
        return launch(format!("a grid of {grid:?} blocks is not made of clusters of {cluster:?}"));
    }
    let blocks: u64 = grid.iter().map(|&extent| u64::from(extent)).product();
    if blocks > u64::from(u32::MAX) {
        return launch(format!("a grid of {blocks} blocks is too large"));
    }
    if threads > MOST_THREADS || block[2] > 64 {
        return launch(format!("a block of {block:?} threads is too large"));
    }
    if program.required_block.is_some_and(|required| required != block) {
        return launch(format!("the kernel wants blocks of {:?} threads", program.required_block.unwrap_or(block)));
    }
    if let Some(most) = program.most_threads.filter(|&most| threads > most) {
        return launch(format!("{threads} threads in a block, and the kernel takes at most {most}"));
    }
    let shared = u64::from(program.shared_bytes) + u64::from(shared_bytes);
    if shared > MOST_SHARED {
        return launch(format!("{shared} bytes of shared memory, and a block has at most {MOST_SHARED}"));
    }
    Ok(())
}

/// Bytes of the registers and local variables of all blocks that run at the same time.
pub(super) fn block_bytes(program: &Program, config: LaunchConfig, together: bool) -> u64 {
    let code = program.functions[0];
    let threads: u32 = config.block.iter().product();
    // Each register has 64 bits in each lane, each byte of local memory a flag.
    let registers = u64::from(threads.div_ceil(32)) * u64::from(code.registers) * (8 * 32 + 4);
    let block = registers + 2 * u64::from(threads) * u64::from(code.frame);
    let blocks: u64 = config.grid.iter().map(|&extent| u64::from(extent)).product();
    block.saturating_mul(if together { blocks } else { blocks.min(rayon::current_num_threads() as u64) })
}
