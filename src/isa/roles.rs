//! What operands are to their instructions, and how instructions order memory: `isa/roles.isa`.

/// What an operand is to its instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// A value that is read.
    Source,
    /// A register that is written.
    Result,
    /// Registers that are read and written.
    Accumulator,
    /// An address in memory.
    Address,
    /// The handle of a place in another node's memory.
    Remote,
    /// The handle of a texture.
    Texture,
    /// The handle of a sampler.
    Sampler,
    /// The handle of a surface.
    Surface,
    /// The address of a tensor map; the access is to the tensor, but for instructions that make or change maps.
    TensorMap,
    /// An address in tensor memory.
    TensorMemory,
    /// The address of an mbarrier object.
    Barrier,
    /// What an arrival at an mbarrier object returned.
    BarrierState,
    /// The parity of a phase of an mbarrier object.
    BarrierPhase,
    /// The number of one of the block's barriers.
    NamedBarrier,
    /// Describes a matrix in shared memory; the access is to the matrix.
    MatrixDescriptor,
    /// Describes types and shapes of a matrix operation.
    InstructionDescriptor,
    /// Whether a product is added to what the accumulator holds.
    Accumulate,
    /// A cache policy.
    Policy,
    /// The lanes of the warp that take part.
    LaneMask,
    /// The blocks of the cluster that get a copy.
    BlockMask,
    /// The bytes that are copied.
    ByteMask,
    /// A number of bytes.
    Size,
    /// A number of threads, arrivals, groups, columns or registers.
    Count,
    /// Coordinates in a texture, surface or tensor.
    Coordinates,
    /// What is added to coordinates or to the address that a handle stands for.
    Offset,
    /// Where control may go.
    Target,
}

/// How memory is reached. Accesses by different proxies need a proxy fence between them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proxy {
    /// Ordinary loads and stores.
    Generic,
    /// Bulk copies and matrix units.
    Async,
    /// Textures.
    Texture,
    /// Surfaces.
    Surface,
}

/// What an instruction does to what an operand names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RoleAccess {
    /// It reads.
    pub reads: bool,
    /// It writes.
    pub writes: bool,
    /// It does so asynchronously: the instruction is complete before the access is.
    pub later: bool,
    /// By which proxy.
    pub proxy: Proxy,
}

impl RoleAccess {
    /// No access.
    pub const NONE: RoleAccess = RoleAccess { reads: false, writes: false, later: false, proxy: Proxy::Generic };

    /// Whether anything is read or written.
    pub const fn is_any(self) -> bool {
        self.reads || self.writes
    }

    /// Whether anything is read or written by the asynchronous proxy.
    pub const fn is_by_async_proxy(self) -> bool {
        self.is_any() && matches!(self.proxy, Proxy::Async)
    }
}

/// A set of roles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Roles(u64);

impl Roles {
    /// The set with one more.
    #[must_use]
    pub const fn with(self, role: Role) -> Self {
        Self(self.0 | 1 << role as u32)
    }

    /// Whether a role is in the set.
    pub const fn contains(self, role: Role) -> bool {
        self.0 >> role as u32 & 1 != 0
    }
}

/// How an instruction orders the memory accesses around it (PTX ISA, memory consistency model).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Semantics {
    /// Not at all.
    Weak,
    /// Not at all, but it may race with others of its kind.
    Relaxed,
    /// What follows sees what was released.
    Acquire,
    /// Whoever acquires sees what comes before.
    Release,
    /// Both.
    AcqRel,
    /// Both, in one order with all others of its kind.
    Sc,
}

impl Semantics {
    /// Whether what follows sees what was released.
    pub const fn acquires(self) -> bool {
        matches!(self, Self::Acquire | Self::AcqRel | Self::Sc)
    }

    /// Whether whoever acquires sees what comes before.
    pub const fn releases(self) -> bool {
        matches!(self, Self::Release | Self::AcqRel | Self::Sc)
    }
}

/// The threads among which an ordering holds, from few to many.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Scope {
    /// Those of the block.
    Cta,
    /// Those of the cluster.
    Cluster,
    /// Those of the GPU.
    Gpu,
    /// All, those of the host and of other GPUs too.
    Sys,
}

/// Semantics and scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Order {
    /// What is ordered.
    pub semantics: Semantics,
    /// Among whom; `None` for weak accesses, which order nothing.
    pub scope: Option<Scope>,
}
