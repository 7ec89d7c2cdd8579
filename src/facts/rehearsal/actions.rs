//! What the instructions of a kernel do in a rehearsal.

use super::lane_operation::LaneOperation;
use crate::facts::expr::Expr;
use crate::ids::{InstId, OpcodeId, VarId};
use crate::isa::{Instruction, ScalarType, SpecialKind, Word, op};
use crate::semantics::{InstructionForm, IntegerFormat};

/// Where an operand gets its number from.
#[derive(Clone, Copy, Debug)]
pub(super) enum NumberSource {
    Register {
        reg: usize,
        negated: bool,
    },
    Number(u64),
    Special(SpecialKind, usize),
    /// An address in the shared memory of the own block.
    Shared(u64),
    /// What a kernel is given.
    Parameter(VarId),
    Unknown,
}

/// An address: a base and what is added to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlannedAddress {
    pub(super) base: NumberSource,
    pub(super) offset: u64,
    /// Whether it is known to be in shared memory.
    pub(super) is_shared: bool,
}

/// What computes registers from registers.
#[derive(Clone, Debug)]
pub(super) struct RegisterComputation {
    pub(super) instruction: Instruction,
    pub(super) words: Vec<Word>,
    pub(super) to: IntegerFormat,
    pub(super) from: IntegerFormat,
    pub(super) sources: Vec<NumberSource>,
    /// The same for all lanes at once, if it is frequent.
    pub(super) operation: Option<LaneOperation>,
}

impl RegisterComputation {
    /// Gives registers of 32 bits a number.
    pub(super) fn of_number(number: u64) -> Self {
        let format = IntegerFormat::of(ScalarType::B32);
        let (instruction, words, sources) = (op::MOV, Vec::new(), vec![NumberSource::Number(number)]);
        Self { instruction, words, to: format, from: format, sources, operation: None }
    }

    pub(super) fn form(&self) -> InstructionForm<'_> {
        InstructionForm { instruction: self.instruction, words: &self.words, to: self.to, from: self.from }
    }
}

/// A tensor map, and the opcode of those that copy by it: copies that have both in common bring the same number of bytes.
pub(super) type MapUse = (Expr, OpcodeId);

/// A bulk or tensor copy, or a store that works like one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlannedCopy {
    pub(super) to: Option<PlannedAddress>,
    pub(super) from: Option<PlannedAddress>,
    /// Where it reads a buffer in global memory that threads write, too.
    pub(super) from_buffer: Option<PlannedAddress>,
    pub(super) bytes: Option<NumberSource>,
    pub(super) barrier: Option<PlannedAddress>,
    pub(super) blocks: Option<NumberSource>,
    /// Whether different numbers of bytes are copied at different times.
    pub(super) is_of_any_size: bool,
    /// Whether what it finds there matters, as to reductions.
    pub(super) reduces: bool,
    /// Whether it only answers a request for work, for which nobody has to wait.
    pub(super) is_request: bool,
    /// Where registers go, of which only the block matters.
    pub(super) beside: Option<PlannedAddress>,
    /// Pairs of blocks count what either of them gets.
    pub(super) in_pairs: bool,
    /// The tensor map that tells how much comes, if it is always the same one.
    pub(super) map: Option<MapUse>,
}

/// Whose groups of work are made and waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GroupWorker {
    Copies,
    BulkCopies,
    Warpgroup,
    TensorLoads,
    TensorStores,
}

/// The sums of a product in tensor memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct TensorSums {
    /// The first of their columns.
    pub(super) address: PlannedAddress,
    /// The instruction descriptor.
    pub(super) descriptor: NumberSource,
    /// Each has 32 bits, whatever the descriptor says.
    pub(super) are_words: bool,
}

impl TensorSums {
    /// How many columns they fill at least, by their descriptor (PTX ISA 9.7.16.4.2): as many as the product has, or half of them if they may be of 16
    /// bits, or if the columns are shared out between two blocks.
    pub(super) fn columns(self, descriptor: u64, in_pairs: bool) -> u32 {
        let columns = (descriptor >> 17 & 0x3f) as u32 * 8;
        let are_words = self.are_words || descriptor >> 4 & 3 != 0;
        if are_words && !in_pairs { columns } else { columns / 2 }
    }
}

/// What a vote tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum VoteMode {
    All,
    Any,
    Uniform,
    Ballot,
}

impl VoteMode {
    /// What it tells when these lanes say yes, and these no.
    pub(super) fn result(self, yes: u32, no: u32) -> u64 {
        match self {
            Self::All => u64::from(no == 0),
            Self::Any => u64::from(yes != 0),
            Self::Uniform => u64::from(yes == 0 || no == 0),
            Self::Ballot => u64::from(yes),
        }
    }
}

/// How a phase is named that is waited for.
#[derive(Clone, Copy, Debug)]
pub(super) enum AwaitedName {
    Parity(NumberSource),
    /// What an arrival has returned.
    Token(NumberSource),
}

/// What an instruction does.
#[derive(Clone, Debug)]
pub(super) enum RehearsedAction {
    /// What it writes is unknown, and nothing else.
    None,
    /// What cannot be followed.
    Unknown,
    Compute(RegisterComputation),
    Pack([NumberSource; 2]),
    Unpack(NumberSource, [Option<usize>; 2]),
    /// From one window to another: what is added.
    Window(NumberSource, i64),
    Map(NumberSource, NumberSource),
    Elect(Option<usize>),
    Shuffle(NumberSource, Option<NumberSource>),
    /// The lanes that execute it, or for each those with the same number.
    Mask(Option<NumberSource>),
    /// What the lanes that execute it say together.
    Vote(NumberSource, VoteMode),
    /// The first so many lanes read so many bytes each.
    Load(PlannedAddress, u32, u32),
    /// Integers of so many bytes are loaded from elsewhere.
    LoadData(PlannedAddress, u32),
    /// Integers of 32 bits are loaded from a structure that the kernel is given.
    LoadFields,
    /// A pointer to global memory is loaded from there: the address of a buffer of its own.
    LoadPointer(u64),
    /// They write a number.
    Store(PlannedAddress, u32, u32, NumberSource),
    /// One lane after the other adds a number to so many bytes, or changes them in another way.
    Atomic {
        address: PlannedAddress,
        /// Whether it is known to be in global memory.
        is_global: bool,
        bytes: u32,
        addend: Option<NumberSource>,
    },
    /// Lanes write so many bytes each into a buffer in global memory that copies read, too.
    StoreToBuffer(PlannedAddress, u32),
    /// A copy of so many bytes by `cp.async`.
    ThreadCopy(PlannedAddress, u32),
    Branch(InstId),
    /// To the place in a list that a number tells.
    Jump(NumberSource, Vec<InstId>),
    Exit,
    Barrier {
        id: NumberSource,
        count: Option<NumberSource>,
        waits: bool,
    },
    /// Whether it gives to others what was done before.
    ClusterArrive {
        releases: bool,
    },
    ClusterWait,
    /// What was done before is there for those who hear of what is done after it, and the other way round.
    Fence,
    /// What threads have written is there for the asynchronous proxy: in shared memory, and in global memory.
    FenceProxies([bool; 2]),
    Init(PlannedAddress, NumberSource),
    Invalidate(PlannedAddress),
    Arrive {
        barrier: PlannedAddress,
        count: Option<NumberSource>,
        bytes: Option<NumberSource>,
        releases: bool,
    },
    ExpectBytes(PlannedAddress, NumberSource),
    /// Copies of the thread arrive when they are done.
    CopiesArrive(PlannedAddress, bool),
    Wait {
        barrier: PlannedAddress,
        phase: AwaitedName,
        acquires: bool,
    },
    Copy(Box<PlannedCopy>),
    Commit(GroupWorker),
    Await(GroupWorker, NumberSource),
    /// All copies of the thread, in a group or not.
    AwaitCopies,
    Product {
        matrices: Vec<NumberSource>,
        /// Where the sums are in tensor memory.
        sums: Option<TensorSums>,
        /// Whether the matrices are in both blocks of a pair.
        in_pairs: bool,
    },
    CommitProducts(PlannedAddress, Option<NumberSource>),
    TensorAccess {
        address: PlannedAddress,
        writes: bool,
        /// Whether its 32 lanes are those of the warp.
        has_own_lanes: bool,
    },
    /// A warp has so many registers from here on, for more of which it waits.
    SetRegisters {
        count: u32,
        increases: bool,
    },
    Allocate(PlannedAddress, NumberSource),
    Free(NumberSource, NumberSource),
    /// Whether there was another block's work to take.
    IsMoreWork,
}

/// What others do for the threads of a kernel, or have done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct WorkKinds {
    /// They bring something into shared memory, or multiply what is there.
    pub(super) fills: bool,
    /// They take something out of it.
    pub(super) takes: bool,
}

impl WorkKinds {
    /// The work that an instruction asks for.
    pub(super) fn of(action: &RehearsedAction) -> Self {
        match action {
            RehearsedAction::Copy(copy) if copy.to.is_none() => Self { fills: false, takes: true },
            RehearsedAction::Copy(_) | RehearsedAction::ThreadCopy(..) | RehearsedAction::Product { .. } => {
                Self { fills: true, takes: false }
            }
            _ => Self::default(),
        }
    }

    /// Either of both.
    pub(super) fn or(self, other: Self) -> Self {
        Self { fills: self.fills || other.fills, takes: self.takes || other.takes }
    }
}

/// An instruction.
#[derive(Clone, Debug)]
pub(super) struct RehearsedStep {
    /// The register that says whether it is executed, and what it has to be.
    pub(super) guard: Option<(usize, bool)>,
    pub(super) action: RehearsedAction,
    /// Registers that it writes: the index and the width of each.
    pub(super) writes: Vec<(usize, u32)>,
    /// Whether the lanes of a warp execute it together.
    pub(super) is_collective: bool,
}

impl RehearsedStep {
    /// Whether lanes that execute it have waited for each other.
    pub(super) fn meets(&self) -> bool {
        let is_barrier = |action: &RehearsedAction| {
            matches!(
                action,
                RehearsedAction::Barrier { .. } | RehearsedAction::ClusterArrive { .. } | RehearsedAction::Elect(_)
            )
        };
        self.is_collective || is_barrier(&self.action)
    }

    /// Whether it changes what is in shared memory.
    pub(super) fn changes_memory(&self) -> bool {
        matches!(self.action, RehearsedAction::Store(..) | RehearsedAction::Atomic { .. })
    }

    /// Whether others may notice that it is left out.
    pub(super) fn is_noticed(&self) -> bool {
        let is_left_out = matches!(
            self.action,
            RehearsedAction::Load(..)
                | RehearsedAction::Store(..)
                | RehearsedAction::Atomic { .. }
                | RehearsedAction::StoreToBuffer(..)
                | RehearsedAction::Branch(_)
                | RehearsedAction::FenceProxies(_)
                | RehearsedAction::Fence
        );
        !(is_left_out || self.action.is_pure())
    }
}
