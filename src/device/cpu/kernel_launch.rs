//! A kernel on its way: what its blocks share.

use super::Checks;
use super::Cpu;
use super::Lines;
use super::PrintSink;
use super::block::BlockState;
use super::coverage::StepCounts;
use super::dependents::PrimaryGrid;
use super::grid_order::Releases;
use super::host_memory::DeviceHeap;
use super::launch_control::Clusters;
use super::made_up::ObjectFilling;
use super::memory::{GlobalBuffer, HostRange};
use super::program::Program;
use super::reports::Reports;
use super::shadow::{PageBudget, ShadowAccess};
use super::unfinished::UnfinishedStores;
use super::warp::StepFailure;
use crate::device::error::{Fault, FaultKind, OtherAccess, ThreadIndex};
use crate::device::{ImageObject, LoadedModule};
use crate::launch::LaunchConfig;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// A kernel on its way.
pub struct KernelLaunch<'a> {
    /// What runs.
    pub program: &'a Program,
    /// The module of the kernel.
    pub module: LoadedModule,
    /// What is looked for.
    pub checks: Checks,
    /// Grid, clusters and blocks.
    pub shape: LaunchShape,
    /// What kernels find besides their arguments.
    pub surroundings: Surroundings,
    /// The memory that all blocks see.
    pub memory: LaunchMemory<'a>,
    /// What orders the accesses of blocks, and the records of those accesses.
    pub order: LaunchOrder<'a>,
    /// How far the grid is, and whether it goes on.
    pub progress: LaunchProgress,
    /// Who hears of what happens.
    pub observers: Observers<'a>,
}

/// The extents of a launch.
pub struct LaunchShape {
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
    /// Blocks of a cluster.
    pub cluster: [u32; 3],
    /// Bytes of shared memory of a block.
    pub shared_bytes: u32,
}

impl LaunchShape {
    /// Of a launch, where the kernel may ask for clusters of its own.
    pub fn new(program: &Program, config: LaunchConfig, cluster: Option<[u32; 3]>) -> Self {
        Self {
            grid: config.grid,
            block: config.block,
            cluster: program.required_cluster.or(cluster).unwrap_or([1; 3]),
            shared_bytes: program.shared_bytes + config.shared_bytes,
        }
    }
}

/// What the kernels of a device find besides their arguments.
#[derive(Clone, Copy, Default)]
pub struct Surroundings {
    /// The handle of the graph that launches are part of; 0 for others.
    pub graph: u64,
    /// What stands for textures, surfaces and tensor maps that nobody has made; nothing where that is a fault.
    pub objects: Option<ObjectFilling>,
}

impl Cpu {
    /// Launches are parts of the graph of a handle, until they are parts of another one or, for 0, of none (`%current_graph_exec`).
    pub fn set_graph(&mut self, handle: u64) {
        self.surroundings.graph = handle;
    }

    /// Makes up textures, surfaces and tensor maps where kernels name none, with numbers in them. How large they are nobody asks.
    pub fn make_objects_up(&mut self, objects: Option<ObjectFilling>) {
        self.surroundings.objects = objects;
    }
}

/// What all blocks of a launch can address.
pub struct LaunchMemory<'a> {
    /// Global memory.
    pub buffers: &'a [Option<GlobalBuffer>],
    /// Those that have addresses of the host, in order.
    pub host_ranges: &'a [HostRange],
    /// Textures and surfaces.
    pub images: &'a [Option<ImageObject>],
    /// The address of what a cooperative launch knows of its grid; 0 for others.
    pub workspace: u64,
    /// Where `malloc` takes memory from.
    pub heap: Option<&'a DeviceHeap>,
    /// Parameter memory.
    pub parameters: Vec<u8>,
    /// Held while an atomic reads and writes.
    pub atomics: Mutex<()>,
}

/// What orders the accesses of different blocks.
pub struct LaunchOrder<'a> {
    /// What blocks have released.
    pub releases: Releases,
    /// Memory for the race detector of global memory.
    pub budget: PageBudget,
    /// The grid before, if this one need not wait for its end.
    pub primary: Option<&'a PrimaryGrid>,
    /// The kernel has let its dependents begin.
    pub lets_dependents_begin: AtomicBool,
    /// Stores to global memory that have been noted, but not been done.
    pub stores: UnfinishedStores,
}

impl<'a> LaunchOrder<'a> {
    /// Before any of so many blocks has begun.
    pub fn new(blocks: u32, budget: PageBudget, primary: Option<&'a PrimaryGrid>) -> Self {
        Self {
            releases: Releases::new(blocks),
            budget,
            primary,
            lets_dependents_begin: AtomicBool::new(false),
            stores: UnfinishedStores::default(),
        }
    }
}

/// How far a launch is.
pub struct LaunchProgress {
    /// The clusters that have begun, if blocks may take over others.
    pub clusters: Option<Clusters>,
    /// A block has failed.
    pub stop: AtomicBool,
    /// When it has taken too long.
    pub deadline: Option<Instant>,
}

impl LaunchProgress {
    /// At the beginning of a launch that may take so long.
    pub fn new(time: Duration) -> Self {
        Self { clusters: None, stop: AtomicBool::new(false), deadline: Instant::now().checked_add(time) }
    }
}

/// Who hears of what a launch does.
pub struct Observers<'a> {
    /// What steps have done, if that is wanted.
    pub counts: Option<Mutex<StepCounts>>,
    /// Lines of the text.
    pub lines: &'a Lines,
    /// Faults so far, if the launch goes on after them.
    pub reports: Option<Reports>,
    /// Who is told what the kernel prints.
    pub printer: Option<&'a PrintSink>,
    /// Who is told of assertions that have failed.
    pub assertions: Option<&'a PrintSink>,
}

impl KernelLaunch<'_> {
    /// Whether another block has failed.
    pub fn is_stopped(&self) -> bool {
        self.progress.stop.load(Relaxed)
    }

    /// Whether it has taken too long.
    pub fn is_late(&self) -> bool {
        self.progress.deadline.is_some_and(|deadline| Instant::now() > deadline)
    }

    /// `%tid` of a linear index.
    pub fn thread_index(&self, linear: u32) -> [u32; 3] {
        let [x, y, _] = self.shape.block;
        [linear % x, linear / x % y, linear / x / y]
    }

    /// `%ctaid` of a linear index.
    pub fn block_index(&self, linear: u32) -> [u32; 3] {
        let [x, y, _] = self.shape.grid;
        [linear % x, linear / x % y, linear / x / y]
    }

    /// A fault at a step.
    #[cold]
    pub fn fault(&self, kind: FaultKind, message: String, step: u32, block: &BlockState, thread: u32) -> StepFailure {
        let span = self.program.steps[step as usize].span;
        let line = self.observers.lines.line(span);
        Box::new(Fault { kind, message, span, line, thread: self.thread_of(block, thread), other: None })
    }

    /// Which thread of the launch one of a block, or of the blocks of a cluster, is.
    pub fn thread_of(&self, block: &BlockState, thread: u32) -> ThreadIndex {
        let (rank, own) = block.identity(thread);
        ThreadIndex { block: block.cluster.index(rank), thread: self.thread_index(own) }
    }

    /// A race with an earlier access.
    #[cold]
    pub fn race(
        &self,
        message: String,
        step: u32,
        block: &BlockState,
        thread: u32,
        earlier: ShadowAccess,
    ) -> StepFailure {
        let mut fault = self.fault(FaultKind::Race, message, step, block, thread);
        let span = self.program.steps[earlier.step as usize].span;
        fault.other = Some(OtherAccess {
            thread: ThreadIndex { block: self.block_index(earlier.block), thread: self.thread_index(earlier.thread) },
            span,
            line: self.observers.lines.line(span),
            writes: earlier.writes,
        });
        fault
    }
}
