//! Which threads of a block execute an instruction.

use crate::facts::device::WARP;
use crate::facts::expr::{Expr, ExprTable, Node, evaluate};
use crate::facts::model::{BlockModel, Conditions, Thread};
use crate::facts::ssa::{Definition, ValuePlace};
use crate::facts::uniformity::{Divergence, ThreadScope};
use crate::facts::{Block, Facts};
use crate::ids::InstId;
use crate::isa::op;
use crate::util::FastMap;

/// The shape of a block whose kernel does not say it.
pub const USUAL_SHAPE: [u32; 3] = [128, 1, 1];

/// Another one, with more warps.
pub const LARGER_SHAPE: [u32; 3] = [256, 1, 1];

/// How deep decisions may be nested around an instruction: deeper ones would take the stack of a thread.
const MOST_NESTED: usize = 256;

/// The shape of the blocks of a kernel, or the usual one if it is not too large.
pub fn shape_of(facts: &Facts<'_, '_>) -> [u32; 3] {
    let [x, y, z] = facts.block_shape().exact;
    let most = facts.block_shape().most_threads;
    x.zip(y).zip(z).map_or([USUAL_SHAPE[0].min(most), 1, 1], |((x, y), z)| [x, y, z])
}

/// The threads of a block that execute an instruction, wherever control of the whole block gets to it: exactly these. Which threads of two
/// neighbouring blocks *may* execute one, if anything is unknown, is another question, which rules of global memory ask
/// (`rules::sync::executors`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Executing {
    /// For each thread of the block, in linear order.
    pub threads: Vec<bool>,
}

impl Executing {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.threads.iter().filter(|&&executes| executes).count()
    }

    /// Whether some thread does that is not among others.
    pub fn exceeds(&self, others: &Executing) -> bool {
        self.threads.iter().zip(&others.threads).any(|(&own, &other)| own && !other)
    }

    /// Takes others in.
    pub fn add(&mut self, others: &Executing) {
        self.threads.iter_mut().zip(&others.threads).for_each(|(own, &other)| *own |= other);
    }

    /// All threads of their warps.
    pub fn whole_warps(&self) -> Executing {
        let warps = self.threads.chunks(WARP as usize);
        Executing { threads: warps.flat_map(|warp| vec![warp.contains(&true); warp.len()]).collect() }
    }

    /// A thread that executes it and one of the same warp that does not, if there is a warp of which some do.
    pub fn partial_warp(&self) -> Option<[usize; 2]> {
        self.partial_group(WARP as usize)
    }

    /// The same for groups of so many threads.
    pub fn partial_group(&self, size: usize) -> Option<[usize; 2]> {
        self.threads.chunks(size).enumerate().find_map(|(group, threads)| {
            let thread = |wanted: bool| threads.iter().position(|&executes| executes == wanted);
            Some([thread(true)?, thread(false)?].map(|thread| group * size + thread))
        })
    }

    /// Whether some thread is among others, too.
    pub fn meets(&self, others: &Executing) -> bool {
        self.threads.iter().zip(&others.threads).any(|(&own, &other)| own && other)
    }
}

/// The threads that execute an instruction, in a block of a shape; of what is elected, the first lane. `None` where it depends on anything
/// but a thread's index: conditions that are the same in the whole block are taken to hold.
pub fn executing(facts: &Facts<'_, '_>, shape: [u32; 3], inst: InstId) -> Option<Executing> {
    let conditions = facts.conditions()?;
    let guard = match facts.module.guard(inst) {
        Some(_) => Some(facts.exprs().guard(facts, inst)?),
        None => None,
    };
    // Asks for expressions itself.
    facts.uniformity()?;
    let model = BlockModel::with_shape(facts, 0, shape);
    let builder = facts.exprs();
    let judge = Judge { facts, conditions, table: &builder.table, model };
    let block = facts.cfg().block_of(inst);
    let executes = |thread: Thread| {
        if !facts.spend(facts.cfg().len().min(64)) {
            return None;
        }
        let passes = match guard {
            Some(guard) => judge.holds(guard, true, thread)?,
            None => true,
        };
        Some(passes && judge.reaches(block, thread, &mut FastMap::default(), MOST_NESTED)?)
    };
    let threads = judge.model.all_threads().into_iter().map(executes).collect::<Option<Vec<bool>>>()?;
    Some(Executing { threads })
}

struct Judge<'j, 'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    conditions: &'f Conditions,
    table: &'j ExprTable,
    model: BlockModel<'f, 'a, 's>,
}

impl Judge<'_, '_, '_, '_> {
    /// Whether a thread gets to a block. `known` holds what was found, and what is being looked at as unreachable; decisions that are nested
    /// more than `depth` deep are not followed.
    fn reaches(
        &self,
        block: Block,
        thread: Thread,
        known: &mut FastMap<Block, Option<bool>>,
        depth: usize,
    ) -> Option<bool> {
        if let Some(&answer) = known.get(&block) {
            return answer;
        }
        let depth = depth.checked_sub(1)?;
        known.insert(block, Some(false));
        let dominators = self.facts.dominators();
        let mut ways =
            self.conditions.of(block).iter().filter(|way| !dominators.dominates(block, way.branch)).peekable();
        let mut answer = Some(ways.peek().is_none());
        for way in ways {
            let taken = way.truth.and_then(|truth| self.holds(truth, way.wanted, thread));
            let taken = match taken {
                Some(false) => Some(false),
                taken => match self.reaches(way.branch, thread, known, depth) {
                    Some(true) => taken,
                    other => other,
                },
            };
            match taken {
                Some(true) => {
                    answer = Some(true);
                    break;
                }
                Some(false) => {}
                None => answer = None,
            }
        }
        known.insert(block, answer);
        answer
    }

    /// Whether a condition is as wanted in a thread.
    fn holds(&self, truth: Expr, wanted: bool, thread: Thread) -> Option<bool> {
        if self.is_same_in_block(truth) {
            return Some(true);
        }
        let linear = i64::from(self.model.linear(thread));
        // A part that is the same in the whole block is taken to hold, where that is what lets threads pass.
        let leaf = |expr: Expr, node: Node| match node {
            Node::Opaque(value) => self.is_elected(value).then_some(i64::from(linear % i64::from(WARP) == 0)),
            Node::Compare(..) if wanted && self.is_same_in_block(expr) => Some(1),
            Node::Tid(_) | Node::Lane | Node::Warp | Node::Ntid(_) => self.model.value(self.table, expr, thread),
            _ => None,
        };
        evaluate(self.table, truth, &leaf).map(|value| (value != 0) == wanted)
    }

    fn is_same_in_block(&self, expr: Expr) -> bool {
        let same = |value| {
            let uniformity = self.facts.uniformity();
            uniformity.is_some_and(|it| it.level(value, ThreadScope::Block) == Divergence::Uniform)
        };
        self.table.walk(expr, &mut |_, node| match node {
            Node::Tid(_) | Node::Lane | Node::Warp => false,
            Node::Opaque(value) => same(value),
            _ => true,
        })
    }

    /// Whether a value says that a lane was elected.
    fn is_elected(&self, value: crate::facts::Value) -> bool {
        let (module, Some(ssa)) = (self.facts.module, self.facts.ssa()) else { return false };
        let data = ssa.data(value);
        let Definition::Write { inst, previous: None } = data.definition else { return false };
        let is_truth = |reg| module.declaration(reg).ty == Some(crate::isa::ScalarType::Pred);
        let ValuePlace::Reg(reg) = data.place else { return false };
        module.opcode(inst).instruction == Some(op::ELECT) && is_truth(reg)
    }
}
