//! A litmus test: threads, locations and the condition.

use super::condition::{Condition, Expression, Observable};
use super::parse::{self, ParseError};
use crate::isa::Scope;

/// A program of a few threads with a condition on its final state.
#[derive(Clone, Debug)]
pub struct Test {
    /// The name that the first line gives it.
    pub name: String,
    pub(super) threads: Vec<LitmusThread>,
    pub(super) locations: Vec<LitmusLocation>,
    /// Executions whose final state does not satisfy this are not considered.
    pub(super) filter: Option<Expression>,
    /// What is asked about the final states.
    pub condition: Option<Condition>,
    /// What final states show besides that which the condition mentions.
    pub(super) shown: Vec<Observable>,
}

impl Test {
    /// Reads a test in the format of herd7.
    ///
    /// # Errors
    /// What is not understood, with its position.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        parse::test(text)
    }

    /// What makes up a final state, in the order of its first mention.
    #[must_use]
    pub fn observables(&self) -> Vec<Observable> {
        let mut all = Vec::new();
        let mentioned = self.condition.iter().flat_map(|condition| condition.expression.observables());
        for observable in mentioned.chain(self.shown.iter().copied()) {
            if !all.contains(&observable) {
                all.push(observable);
            }
        }
        all
    }

    /// How a state names an observable.
    #[must_use]
    pub fn name_of(&self, observable: Observable) -> String {
        match observable {
            Observable::Register { thread, register } => {
                let thread = &self.threads[thread];
                format!("P{}:{}", thread.number, thread.registers[register].name)
            }
            Observable::Location(location) => self.locations[location].name.clone(),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct LitmusThread {
    pub number: u32,
    pub place: Place,
    pub registers: Vec<LitmusRegister>,
    pub code: Vec<LitmusInstruction>,
}

#[derive(Clone, Debug)]
pub(super) struct LitmusRegister {
    pub name: String,
    pub initial: i64,
}

/// Where a thread runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub cta: u32,
    /// Without one the block is a cluster of its own.
    pub cluster: Option<u32>,
    pub gpu: u32,
}

impl Place {
    /// Whether a scope of a thread here includes a thread there.
    pub(super) fn includes(self, scope: Scope, other: Self) -> bool {
        let is_same_cta = self == other;
        match scope {
            Scope::Cta => is_same_cta,
            Scope::Cluster => {
                is_same_cta || (self.gpu == other.gpu && self.cluster.is_some() && self.cluster == other.cluster)
            }
            Scope::Gpu => self.gpu == other.gpu,
            Scope::Sys => true,
        }
    }
}

/// A name of memory. Several names may stand for the same memory.
#[derive(Clone, Debug)]
pub(super) struct LitmusLocation {
    pub name: String,
    pub initial: i64,
    /// The location whose memory this is: itself unless it is an alias.
    pub memory: usize,
    /// The location whose virtual address this has: itself unless it names the same address for another proxy.
    pub address: usize,
}

/// The numbers that stand for addresses of locations in registers.
pub(super) const ADDRESSES: i64 = 1 << 40;

/// The semantics of a memory operation or fence, as far as they matter for the order of others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LitmusOrder {
    /// Neither weak nor without a scope.
    pub is_strong: bool,
    pub acquires: bool,
    pub releases: bool,
    /// Of a fence: sequentially consistent.
    pub is_sc: bool,
}

impl LitmusOrder {
    pub(super) const WEAK: Self = Self { is_strong: false, acquires: false, releases: false, is_sc: false };
    pub(super) const RELAXED: Self = Self { is_strong: true, ..Self::WEAK };
    pub(super) const ACQUIRE: Self = Self { acquires: true, ..Self::RELAXED };
    pub(super) const RELEASE: Self = Self { releases: true, ..Self::RELAXED };
    pub(super) const ACQUIRE_RELEASE: Self = Self { releases: true, ..Self::ACQUIRE };
    pub(super) const SC: Self = Self { is_sc: true, ..Self::ACQUIRE_RELEASE };
}

/// How memory is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LitmusProxy {
    Generic,
    Texture,
    Surface,
    Constant,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct LitmusAccess {
    pub at: LitmusAddress,
    pub order: LitmusOrder,
    pub scope: Scope,
    pub proxy: LitmusProxy,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum LitmusAddress {
    Location(usize),
    /// The register holds the address of a location.
    Register(usize),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum LitmusOperand {
    Constant(i64),
    Register(usize),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    And,
    Or,
    Xor,
    Min,
    Max,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    pub(super) fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::LessOrEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterOrEqual => left >= right,
        }
    }
}

/// What an atomic operation stores.
#[derive(Clone, Copy, Debug)]
pub(super) enum AtomicUpdate {
    Binary(Binary, LitmusOperand),
    Exchange(LitmusOperand),
    CompareAndSwap { expected: LitmusOperand, new: LitmusOperand },
}

#[derive(Clone, Copy, Debug)]
pub(super) enum LitmusOperation {
    Move { to: usize, from: LitmusOperand },
    Compute { what: Binary, to: usize, operands: [LitmusOperand; 2] },
    Compare { what: Comparison, to: usize, operands: [LitmusOperand; 2] },
    Load { to: usize, access: LitmusAccess },
    Store { access: LitmusAccess, value: LitmusOperand },
    Atomic { to: Option<usize>, access: LitmusAccess, update: AtomicUpdate },
    Fence { order: LitmusOrder, scope: Scope },
    ProxyFence(LitmusProxy),
    AliasFence,
    Barrier(LitmusBarrier),
    Branch { when: Option<(Comparison, [LitmusOperand; 2])>, to: usize },
}

/// A barrier of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct LitmusBarrier {
    /// Whether the thread waits; `bar.arrive` does not.
    pub waits: bool,
    /// The place in the program that threads come to together.
    pub instance: i64,
    pub resource: Option<LitmusOperand>,
    /// How many threads it takes; without it all threads that have such a barrier.
    pub count: Option<LitmusOperand>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct LitmusInstruction {
    /// The instruction has an effect only if this register is (or is not) zero.
    pub guard: Option<(usize, bool)>,
    pub operation: LitmusOperation,
}
