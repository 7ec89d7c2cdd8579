//! A kernel as the interpreter runs it: flat steps with every operand resolved.

use super::clocks::{FencedSpaces, KernelFences};
use super::extents::SharedExtent;
use super::fragment::Fragment;
use super::lanes::{Compute, ComputeMany};
use super::launch_control::CancelLaunch;
use super::packing;
use super::register_pool::RegisterStep;
use super::stack::StackStep;
use super::tensor::TensorCopy;
use super::tensor_memory::{TensorCommit, TensorMemoryCopy, TensorMemoryStep, TensorProduct, TensorShift};
use super::texture::{SurfaceAccess, TextureFetch};
use super::unwritten::WantedRegisters;
use super::warpgroup::WarpgroupProduct;
use super::written::StoreOrigins;
use crate::isa::{SpecialRegister, StateSpace};
use crate::launch::LaunchConfig;
use crate::span::Span;

/// A register of a frame or a constant of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RegisterSlot(pub u32);

impl RegisterSlot {
    /// Set in slots of constants, which all frames share.
    pub const CONSTANT: u32 = 1 << 31;
}

/// What a constant slot holds before the first step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    /// The same bits in every lane.
    Bits(u64),
    /// A special register that does not change; the component by number.
    Special(SpecialRegister, u8),
    /// The address of an offset in the shared memory of the thread's block.
    Shared(u64),
}

/// Address spaces as the interpreter tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MemorySpace {
    /// Any, by the address.
    Generic,
    /// Global and constant memory.
    Global,
    /// Shared memory of the block.
    Shared,
    /// Local memory of the thread.
    Local,
    /// Parameters of the kernel.
    Param,
    /// Variables of the function's frame, relative to it.
    Frame,
}

impl MemorySpace {
    /// The name for messages.
    pub const fn name(self) -> &'static str {
        match self {
            MemorySpace::Generic => "generic",
            MemorySpace::Global => StateSpace::Global.name(),
            MemorySpace::Shared => StateSpace::Shared.name(),
            MemorySpace::Local => StateSpace::Local.name(),
            MemorySpace::Param => StateSpace::Param.name(),
            MemorySpace::Frame => "frame",
        }
    }
}

/// `[base+offset]`
#[derive(Clone, Copy, Debug)]
pub struct StepAddress {
    /// Where.
    pub space: MemorySpace,
    /// The base address.
    pub base: RegisterSlot,
    /// What is added to it.
    pub offset: i64,
}

/// How an operation is ordered against those of other threads.
#[derive(Clone, Copy, Default, Debug)]
pub struct AccessOrder {
    /// `.acquire`, `.acq_rel`
    pub acquires: bool,
    /// `.release`, `.acq_rel`
    pub releases: bool,
    /// `.cta`: for the threads of the block only.
    pub narrow: bool,
}

/// A load or a store.
#[derive(Debug)]
pub struct Transfer {
    /// The address.
    pub place: StepAddress,
    /// A register for each element; `None` for `_`.
    pub elements: Vec<Option<RegisterSlot>>,
    /// Bytes of an element.
    pub size: u32,
    /// `.nc`: a load of what nobody writes in the launch.
    pub non_coherent: bool,
    /// Loads: bytes that the program makes no use of, the lowest bit for the first one.
    pub unused: u32,
    /// Loads: the bit from which the sign is copied upwards, and the width up to which. 0: none.
    pub sign_from: u32,
    /// See `sign_from`.
    pub sign_to: u32,
    /// Ordered against other threads: volatile, relaxed, acquire, release.
    pub strong: bool,
    /// What it orders.
    pub order: AccessOrder,
}

impl Transfer {
    /// An access to the lower bytes of one register, without further ado.
    pub fn plain(place: StepAddress, register: RegisterSlot, size: u32) -> Self {
        Self {
            place,
            elements: vec![Some(register)],
            size,
            unused: 0,
            sign_from: 0,
            sign_to: 0,
            non_coherent: false,
            strong: false,
            order: AccessOrder::default(),
        }
    }
}

/// New from old and operands; `None`: memory stays as it is.
pub type Update = Box<dyn Fn(u64, u64, u64) -> Option<u64> + Send + Sync>;

/// What an atomic does with the old value and its operands.
pub struct Atomic {
    /// The address.
    pub place: StepAddress,
    /// Where the old value goes, if anywhere.
    pub result: Option<RegisterSlot>,
    /// The operands.
    pub operands: [RegisterSlot; 2],
    /// Bytes.
    pub size: u32,
    /// Its order.
    pub order: AccessOrder,
    /// The new value.
    pub update: Update,
}

/// `atom.exch.b128`, `atom.cas.b128`: each operand is two registers, the lower half first.
pub struct WideAtomic {
    /// The address.
    pub place: StepAddress,
    /// Where the old value goes, if anywhere.
    pub result: Option<[RegisterSlot; 2]>,
    /// What has to be there for the new value to be stored.
    pub compare: Option<[RegisterSlot; 2]>,
    /// The new value.
    pub value: [RegisterSlot; 2],
    /// Its order.
    pub order: AccessOrder,
}

/// Which lane a shuffle reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shuffle {
    /// `.up`
    Up,
    /// `.down`
    Down,
    /// `.bfly`
    Butterfly,
    /// `.idx`
    Index,
}

/// What the lanes of a warp find out together.
pub enum Vote {
    /// `vote.all`, `.any`, `.uni`: whether.
    All,
    /// Whether any.
    Any,
    /// Whether all are alike.
    Uniform,
    /// `vote.ballot`: which.
    Ballot,
    /// `match.any`: which have the same value.
    MatchAny,
    /// `match.all`: the mask if all have the same value; the second result says whether.
    MatchAll,
    /// `redux`: all values together.
    Reduce(fn(u64, u64) -> u64),
}

/// What is known of a result if not all operands have values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Insight {
    /// Nothing.
    None,
    /// Each bit depends on at most one bit of each operand.
    Bits {
        /// How many.
        width: u32,
        /// The bits of each operand that say which bits those are, such as the count of a shift. Without them nothing is known.
        steering: [u64; 4],
    },
    /// It is a product: nothing times zero is zero.
    Product,
    /// It is a product and a third operand.
    ProductAndSum,
    /// An integer sum or difference: carries go from lower to higher bits only.
    Sum,
    /// Packed numbers, each made of those at its place in the operands: how many bits one has there, and in the result.
    Elements {
        /// In the operands.
        from: u32,
        /// In the result.
        to: u32,
    },
    /// Two numbers side by side, of so many bits each: the first operand makes the upper one.
    Pair(u32),
}

/// What a barrier instruction does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BarrierKind {
    /// Waits.
    Sync,
    /// Is counted, and goes on.
    Arrive,
    /// Waits; whether the predicate holds for all.
    All,
    /// Waits; whether it holds for any.
    Any,
    /// Waits; for how many it holds.
    Count,
}

/// A barrier instruction.
#[derive(Debug)]
pub struct BarrierStep {
    /// What it does.
    pub kind: BarrierKind,
    /// Which barrier.
    pub id: RegisterSlot,
    /// For how many threads; all of the block when `None`.
    pub count: Option<RegisterSlot>,
    /// The result and the predicate of a reduction.
    pub reduction: Option<(RegisterSlot, RegisterSlot)>,
    /// All threads of the warp must come to the same instruction.
    pub aligned: bool,
}

/// What is done to an mbarrier object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MBarrierKind {
    /// `init`, the operand being the number of arrivals.
    Init,
    /// `inval`
    Invalidate,
    /// `expect_tx`, the operand being bytes.
    Expect,
    /// `complete_tx`, the operand being bytes.
    Complete,
    /// `arrive`, `arrive_drop`
    Arrive {
        /// Later phases expect that many arrivals less.
        drops: bool,
        /// The operand is the bytes that the phase has to wait for, rather than the number of arrivals.
        expects: bool,
        /// The phase may end by it.
        completes: bool,
    },
    /// `cp.async.mbarrier.arrive`
    ArriveAfterCopies {
        /// The phase waits for one arrival more.
        increments: bool,
    },
    /// `test_wait`, `try_wait`
    Wait {
        /// The operand is the parity of a phase rather than a state.
        parity: bool,
    },
}

/// An instruction on an mbarrier object.
#[derive(Debug)]
pub struct MBarrierStep {
    /// What it does.
    pub kind: MBarrierKind,
    /// Where the object is.
    pub place: StepAddress,
    /// What goes in, by the kind; 1 when `None`.
    pub operand: Option<RegisterSlot>,
    /// The state that the object had, or whether the phase is over.
    pub to: Option<RegisterSlot>,
    /// Whoever sees the end of the phase knows what the thread did before.
    pub releases: bool,
    /// It names the scope of a block: who waits in another one learns nothing.
    pub narrow: bool,
    /// The thread knows what those did before who have arrived.
    pub acquires: bool,
}

/// What tells that a bulk copy is done.
#[derive(Clone, Copy, Debug)]
pub enum BulkCompletion {
    /// An mbarrier object, by the bytes that it counts.
    MBarrier(StepAddress),
    /// The thread's next bulk group.
    Group,
}

/// `cp.async`
pub struct AsyncCopy {
    /// Where to.
    pub to: StepAddress,
    /// Where from.
    pub from: StepAddress,
    /// Bytes that are written.
    pub size: u32,
    /// Bytes that are read, the others being zero; all when `None`.
    pub source_size: Option<RegisterSlot>,
}

/// `ldmatrix`, `stmatrix`
pub struct MatrixTransfer {
    /// The address.
    pub place: StepAddress,
    /// A register for each matrix.
    pub registers: Vec<RegisterSlot>,
    /// Elements are exchanged across the diagonal.
    pub transposed: bool,
    /// Writes.
    pub stores: bool,
}

/// `cp.async.bulk`, `cp.reduce.async.bulk`
pub struct BulkCopy {
    /// Where to.
    pub to: StepAddress,
    /// Where from.
    pub from: StepAddress,
    /// How many bytes.
    pub size: RegisterSlot,
    /// What tells that it is done.
    pub completion: BulkCompletion,
    /// The blocks of the cluster that get the bytes; the one of the address when `None`.
    pub receivers: Option<RegisterSlot>,
    /// The new value from the old and the copied one, and the bytes of each.
    pub reduce: Option<(Update, u32)>,
}

impl BulkCopy {
    /// Bytes that are written at once.
    pub fn unit(&self) -> u32 {
        self.reduce.as_ref().map_or(4, |(_, size)| *size)
    }
}

/// `st.async`, `red.async`
pub struct AsyncStore {
    /// Where to.
    pub to: StepAddress,
    /// The object that counts the bytes.
    pub mbarrier: StepAddress,
    /// The values.
    pub values: Vec<RegisterSlot>,
    /// Bytes of each.
    pub size: u32,
    /// The new value from the old and the stored one.
    pub reduce: Option<Update>,
}

/// How a value gets into the frame of a called function, or back.
#[derive(Clone, Copy, Debug)]
pub enum Pass {
    /// From one register to another.
    Register {
        /// In the frame of the giver.
        from: RegisterSlot,
        /// In the frame of the taker.
        to: RegisterSlot,
    },
    /// A register into a variable of the frame.
    Store {
        /// In the frame of the giver.
        from: RegisterSlot,
        /// Offset in the frame of the taker.
        to: u32,
        /// Bytes.
        size: u32,
    },
    /// A variable of the frame into a register.
    Load {
        /// Offset in the frame of the giver.
        from: u32,
        /// In the frame of the taker.
        to: RegisterSlot,
        /// Bytes.
        size: u32,
    },
    /// Bytes of the frames.
    Copy {
        /// Offset in the frame of the giver.
        from: u32,
        /// Offset in the frame of the taker.
        to: u32,
        /// Bytes.
        size: u32,
    },
}

/// A call of one function.
#[derive(Debug)]
pub struct CallTarget {
    /// Which function of the program.
    pub function: u32,
    /// Its address.
    pub address: u64,
    /// From the caller to the callee.
    pub arguments: Vec<Pass>,
    /// From the callee to the caller.
    pub results: Vec<Pass>,
}

/// `wmma.load`, `wmma.store`
pub struct FragmentMemory {
    /// Where the matrix is.
    pub place: StepAddress,
    /// Elements from one row to the next, or from one column.
    pub stride: RegisterSlot,
    /// The registers.
    pub registers: Vec<RegisterSlot>,
    /// What they hold.
    pub fragment: Fragment,
    /// The elements of a column follow each other.
    pub by_columns: bool,
    /// Writes.
    pub stores: bool,
}

/// A step at the barrier of a cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClusterStep {
    /// `barrier.cluster.arrive`
    Arrive {
        /// Whoever waits knows what the thread did before.
        releases: bool,
    },
    /// `barrier.cluster.wait`
    Wait,
}

/// What a step does.
pub enum Op {
    /// Computes a register from others.
    Compute {
        /// The function.
        compute: Compute,
        /// The result.
        to: RegisterSlot,
        /// The operands; those that are not needed repeat another one.
        from: [RegisterSlot; 4],
        /// What the result may be known by though not all operands are.
        insight: Insight,
    },
    /// `to = condition ? a : b`, whose definedness follows the choice.
    Select {
        /// The result.
        to: RegisterSlot,
        /// If the condition holds, and if not.
        from: [RegisterSlot; 2],
        /// The condition.
        condition: RegisterSlot,
    },
    /// Reads memory.
    Load(Transfer),
    /// Writes memory.
    Store(Transfer),
    /// Reads and writes memory at once.
    Atomic(Atomic),
    /// The same with 16 bytes.
    WideAtomic(Box<WideAtomic>),
    /// Fetches from a texture.
    Texture(Box<TextureFetch>),
    /// Loads from a surface, or stores to it.
    Surface(Box<SurfaceAccess>),
    /// Copies bytes from one place to another: `cp.async`.
    Copy(AsyncCopy),
    /// `cp.async.commit_group`
    CommitCopies,
    /// `cp.async.wait_group`: all groups but the last few; every copy when `None`.
    WaitCopies {
        /// How many groups may still be under way.
        keep: Option<u32>,
    },
    /// The address of a variable in the frame, as an address of local memory.
    FrameAddress {
        /// The result.
        to: RegisterSlot,
        /// Offset in the frame.
        offset: u32,
    },
    /// Memory of a function's own that is not in its frame.
    Stack(StackStep),
    /// A special register that changes.
    Clock {
        /// The result.
        to: RegisterSlot,
    },
    /// `activemask`
    ActiveMask {
        /// The result.
        to: RegisterSlot,
    },
    /// Goes elsewhere.
    Branch {
        /// The step.
        to: u32,
    },
    /// Goes to one of several places.
    BranchIndexed {
        /// Which.
        index: RegisterSlot,
        /// The steps.
        targets: Vec<u32>,
    },
    /// Calls one of several functions: the one whose address is in the register, or the first one.
    Call {
        /// The address.
        address: Option<RegisterSlot>,
        /// The functions.
        targets: Vec<CallTarget>,
    },
    /// Returns.
    Return,
    /// The thread ends.
    Exit,
    /// The kernel ends with an error.
    Trap,
    /// `__assertfail`: the address of the condition, that of the file, the line, and the address of the function.
    FailAssertion([RegisterSlot; 4]),
    /// A barrier of the block.
    Barrier(BarrierStep),
    /// `bar.warp.sync`
    WarpBarrier {
        /// Which lanes.
        members: RegisterSlot,
    },
    /// `shfl`
    Shuffle {
        /// How.
        mode: Shuffle,
        /// The value, and whether the lane read was in range.
        to: [Option<RegisterSlot>; 2],
        /// Value, lane, clamp.
        from: [RegisterSlot; 3],
        /// Which lanes take part; those that are there when `None`.
        members: Option<RegisterSlot>,
    },
    /// Lanes decide together.
    Vote {
        /// What.
        vote: Vote,
        /// The result, and a predicate.
        to: [Option<RegisterSlot>; 2],
        /// The value.
        from: RegisterSlot,
        /// Which lanes take part; those that are there when `None`.
        members: Option<RegisterSlot>,
    },
    /// `elect.sync`
    Elect {
        /// The lane, and whether it is this one.
        to: [Option<RegisterSlot>; 2],
        /// Which lanes take part.
        members: RegisterSlot,
    },
    /// An mbarrier object.
    MBarrier(Box<MBarrierStep>),
    /// Bulk copies.
    BulkCopy(Box<BulkCopy>),
    /// Stores to shared memory of the cluster that an mbarrier object counts.
    AsyncStore(Box<AsyncStore>),
    /// Asks for the work of another cluster.
    CancelLaunch(Box<CancelLaunch>),
    /// Bulk copies of boxes of tensors.
    TensorCopy(Box<TensorCopy>),
    /// `tensormap.cp_fenceproxy`: where to, and where from.
    PublishTensorMap(Box<[StepAddress; 2]>),
    /// `fence.proxy.tensormap::generic.acquire`
    AcquireTensorMap(StepAddress),
    /// `cp.async.bulk.commit_group`
    CommitBulk,
    /// `cp.async.bulk.wait_group`
    WaitBulk {
        /// How many groups may still be under way.
        keep: u32,
        /// Others need only have read their sources.
        reads: bool,
    },
    /// `griddepcontrol.launch_dependents`
    LetDependentsBegin,
    /// `griddepcontrol.wait`
    WaitForPrimary,
    /// Fences: orders what the thread did before.
    Fence {
        /// Only for the threads of the block.
        narrow: bool,
    },
    /// `fence.mbarrier_init`
    FenceInit,
    /// `fence.proxy.async`: asynchronous copies see what the thread did and knows, in some kinds of memory.
    ProxyFence(FencedSpaces),
    /// A function of all registers of a warp: the matrix instructions. Every lane must be there.
    Matrix {
        /// Operands to results.
        compute: ComputeMany,
        /// The results.
        to: Vec<RegisterSlot>,
        /// The operands.
        from: Vec<RegisterSlot>,
    },
    /// `ldmatrix`, `stmatrix`: rows of 16 bytes, whose addresses lanes hold.
    MatrixMemory(MatrixTransfer),
    /// A matrix of `wmma`. Every lane must be there.
    FragmentMemory(Box<FragmentMemory>),
    /// `wgmma.mma_async`. Every lane must be there.
    WarpgroupProduct(Box<WarpgroupProduct>),
    /// `wgmma.fence`
    FenceProducts,
    /// `wgmma.commit_group`
    CommitProducts,
    /// `wgmma.wait_group`
    WaitProducts {
        /// How many groups may still be under way.
        keep: u32,
    },
    /// `setmaxnreg`
    SetRegisters(RegisterStep),
    /// What a whole warp does to tensor memory. Every lane must be there.
    TensorMemory(Box<TensorMemoryStep>),
    /// `tcgen05.cp`
    TensorMemoryCopy(Box<TensorMemoryCopy>),
    /// Moves rows of tensor memory by one: `tcgen05.shift`.
    TensorShift(Box<TensorShift>),
    /// `tcgen05.fence::before_thread_sync`
    ReleaseTensorMemory,
    /// `tcgen05.fence::after_thread_sync`
    AcquireTensorMemory,
    /// `tcgen05.mma`
    TensorProduct(Box<TensorProduct>),
    /// `tcgen05.commit`
    TensorCommit(Box<TensorCommit>),
    /// The barrier of the cluster.
    ClusterBarrier(ClusterStep),
    /// `vprintf`: the addresses of the format and of the values.
    Print([RegisterSlot; 2]),
    /// `malloc`
    Allocate {
        /// The address, or 0.
        to: RegisterSlot,
        /// How many bytes.
        bytes: RegisterSlot,
    },
    /// Nothing.
    Nothing,
}

impl Op {
    /// The wait at an mbarrier object, if it is one.
    pub fn wait(&self) -> Option<&MBarrierStep> {
        match self {
            Self::MBarrier(step) if matches!(step.kind, MBarrierKind::Wait { .. }) => Some(step),
            _ => None,
        }
    }
}

/// An operation, its guard and its place.
pub struct Step {
    /// The operation.
    pub op: Op,
    /// Only lanes where the register is true, or false (`@!p`).
    pub guard: Option<(RegisterSlot, bool)>,
    /// It is the first one of its instruction.
    pub counted: bool,
    /// How many computations without guards follow each other from here on.
    pub run: u32,
    /// The instruction.
    pub span: Span,
}

/// A function within a program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Code {
    /// Its first step.
    pub entry: u32,
    /// Registers of its frame.
    pub registers: u32,
    /// Bytes of its frame.
    pub frame: u32,
}

/// A parameter of the kernel.
#[derive(Clone, Debug)]
pub struct ParameterSlot {
    /// Its name.
    pub name: String,
    /// Its place in parameter memory.
    pub offset: u32,
    /// Its bytes.
    pub size: u32,
}

/// A kernel with all functions that it may call.
#[derive(Default)]
pub struct Program {
    /// The steps of all functions.
    pub steps: Vec<Step>,
    /// The functions; the kernel is the first.
    pub functions: Vec<Code>,
    /// What the constant slots hold.
    pub constants: Vec<Constant>,
    /// The parameters.
    pub parameters: Vec<ParameterSlot>,
    /// Bytes of parameter memory.
    pub parameter_bytes: u32,
    /// Bytes of shared memory that the module declares.
    pub shared_bytes: u32,
    /// The variables that these bytes belong to, and those of dynamic shared memory as one.
    pub shared_variables: Vec<SharedExtent>,
    /// Addresses of shared memory that are named as one of a variable, and lie outside of it.
    pub beyond_variables: Vec<u64>,
    /// For each step, which of the variables it means.
    pub extents: Vec<Option<u32>>,
    /// Blocks must have this shape (`.reqntid`).
    pub required_block: Option<[u32; 3]>,
    /// Blocks of a cluster (`.reqnctapercluster`).
    pub required_cluster: Option<[u32; 3]>,
    /// Functions ask for local memory besides their frames.
    pub moves_stack: bool,
    /// It calls `malloc`.
    pub allocates: bool,
    /// Fences of tensor memory.
    pub fences: KernelFences,
    /// Blocks may take over others.
    pub cancels: bool,
    /// It runs in clusters only (`.explicitcluster`).
    pub wants_cluster: bool,
    /// Launches say how many clusters there are, and not how many blocks (`.blocksareclusters`).
    pub counts_clusters: bool,
    /// Registers that each thread has when it starts, if the assembler can tell (`setmaxnreg`).
    pub entry_registers: Option<u32>,
    /// The number of the target that the text names, if that is known: 80 for `sm_80`.
    pub target: Option<u32>,
    /// Blocks must not have more threads (`.maxntid`).
    pub most_threads: Option<u64>,
    /// What it can write, once it has been launched.
    pub writes: Option<StoreOrigins>,
    /// Whose values its steps want, once it has been launched.
    pub wanted: WantedRegisters,
}

impl Program {
    /// What the slot of a constant holds.
    pub fn constant(&self, slot: RegisterSlot) -> Option<Constant> {
        self.constants.get((slot.0 & !RegisterSlot::CONSTANT) as usize).copied()
    }

    /// A launch in blocks, whatever the kernel has its launches count. With `.blocksareclusters` the module says what a cluster and a
    /// block are, so a launch of CUDA's leaves the block out, which makes it 1.
    pub fn in_blocks(&self, config: LaunchConfig) -> LaunchConfig {
        let (true, Some(cluster)) = (self.counts_clusters, self.required_cluster) else { return config };
        let block = if config.block == [1; 3] { self.required_block.unwrap_or(config.block) } else { config.block };
        let grid = std::array::from_fn(|axis| config.grid[axis].saturating_mul(cluster[axis]));
        LaunchConfig { grid, block, ..config }
    }

    /// Gets ready for launches, before the first one: most kernels of a module are never launched.
    pub fn prepare(&mut self) {
        if self.writes.is_none() {
            // That is asked of registers, which share slots afterwards.
            self.writes = Some(StoreOrigins::of(self));
            self.extents = self.find_extents();
            packing::pack(self);
            self.wanted = WantedRegisters::of(self);
        }
    }
}
