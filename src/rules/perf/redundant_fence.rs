use crate::diagnostic::Finding;
use crate::facts::forward::{FlowState, forward};
use crate::facts::ordering::order_of;
use crate::facts::{Barrier, Block, BlockEntry, Divergence, Facts, ThreadScope, is_reduction};
use crate::ids::{InstId, OpcodeId};
use crate::ir::{Module, Opcode};
use crate::isa::{Effects, Semantics, Word, op, word};
use crate::rules::sync::divergence::guard_level;
use crate::rules::{Context, Hook, declare_rule};
use crate::util::FastMap;

declare_rule! {
    /// ## What it does
    /// Reports fences and barriers of the whole block that order nothing: on every path, the thread has executed one that orders as much, and
    /// has neither accessed memory nor synchronised since.
    ///
    /// ## Why is this bad
    /// A fence waits until earlier accesses are done, a barrier until all threads of the block have arrived. The second one in a row has
    /// nothing to order, but takes its time.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .b32 %r<4>;
    ///     .reg .b64 %rd<5>;
    ///     .shared .align 4 .b8 tile[4096];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd3, %r1, 4;
    ///     add.u64 %rd4, %rd2, %rd3;
    ///     mov.u32 %r2, tile;
    ///     shl.b32 %r3, %r1, 2;
    ///     add.u32 %r3, %r2, %r3;
    ///     st.shared.u32 [%r3], %r1;
    ///     bar.sync 0;
    ///     bar.sync 0;
    ///     ld.shared.u32 %r3, [%r2];
    ///     st.global.u32 [%rd4], %r3;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .b32 %r<4>;
    ///     .reg .b64 %rd<5>;
    ///     .shared .align 4 .b8 tile[4096];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd3, %r1, 4;
    ///     add.u64 %rd4, %rd2, %rd3;
    ///     mov.u32 %r2, tile;
    ///     shl.b32 %r3, %r1, 2;
    ///     add.u32 %r3, %r2, %r3;
    ///     st.shared.u32 [%r3], %r1;
    ///     bar.sync 0;
    ///     ld.shared.u32 %r3, [%r2];
    ///     st.global.u32 [%rd4], %r3;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A fence covers another one if both order the same proxies and it has at least the scope and the semantics of the other one. A barrier
    /// covers another one only where all threads of the block take the same path to both. Barriers for part of a block, `mbarrier` objects,
    /// barriers of clusters and fences with operands are not looked at. A scope that is wider than needed is not reported: who else looks at
    /// memory is not known.
    ///
    /// ## References
    /// PTX ISA 9.7.13.1 "bar, barrier", 9.7.13.4 "membar, fence".
    pub static REDUNDANT_FENCE = "redundant-fence" {
        group: Perf,
        level: Perf,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let fences = Fences::of(facts);
    if fences.kinds.is_empty() {
        return;
    }
    let cfg = facts.cfg();
    let entered = (!cfg.is_empty()).then_some((Block(0), Held::default()));
    let through = |block: Block, held: Held| cfg.insts(block).fold(held, |held, inst| fences.after(inst, held));
    let Some(starts) = forward(facts, entered, through) else { return };
    for &block in cfg.reverse_postorder() {
        let Some(mut held) = starts[block.index()] else { continue };
        for inst in cfg.insts(block) {
            let covered = fences.kinds.get(&inst).is_some_and(|&kind| fences.is_covered(kind, held));
            if covered && (!is_barrier(facts.module, inst) || is_reached_by_all(facts, block)) {
                cx.report(fences.finding(facts, inst));
            }
            held = fences.after(inst, held);
        }
    }
}

/// The kinds of fences that have been executed since anything but computing: a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Held(u64);

impl FlowState for Held {
    fn join(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// Most kinds of fences in a function: bits of [`Held`]. There are fewer in all.
const MOST_KINDS: usize = 64;

/// The fences and barriers of a function.
struct Fences<'m, 's> {
    module: &'m Module<'s>,
    /// What kind each is of; empty unless there are two.
    kinds: FastMap<InstId, usize>,
    /// For each kind those that order at least as much.
    covering: Vec<u64>,
}

impl<'m, 's> Fences<'m, 's> {
    fn of(facts: &Facts<'m, 's>) -> Self {
        let module = facts.module;
        let mut kinds = FastMap::default();
        let wanted = Effects::FENCE.union(Effects::BARRIER);
        let mut samples: Vec<InstId> = Vec::new();
        if module.has_effects(wanted) {
            let mut numbers: FastMap<(OpcodeId, Option<u32>), usize> = FastMap::default();
            for inst in module.insts_of(facts.function) {
                let Some(number) = kind_of(facts, inst) else { continue };
                let kind = *numbers.entry(number).or_insert(samples.len());
                if kind == samples.len() && kind < MOST_KINDS {
                    samples.push(inst);
                }
                kinds.insert(inst, kind);
            }
            kinds.retain(|_, kind| *kind < samples.len());
        }
        if kinds.len() < 2 {
            kinds.clear();
        }
        let row = |&inst: &InstId| {
            let covers = |&(_, &other): &(usize, &InstId)| covers(module, other, inst);
            samples.iter().enumerate().filter(covers).fold(0, |row, (kind, _)| row | 1 << kind)
        };
        Self { module, kinds, covering: samples.iter().map(row).collect() }
    }

    /// Whether what is held orders as much as a fence.
    fn is_covered(&self, kind: usize, held: Held) -> bool {
        held.0 & self.covering[kind] != 0
    }

    /// What is held behind an instruction. A fence that orders more gives a barrier behind it something to say to the other threads, and the
    /// other way round.
    fn after(&self, inst: InstId, held: Held) -> Held {
        match self.kinds.get(&inst) {
            Some(&kind) if self.is_covered(kind, held) => Held(held.0 | 1 << kind),
            Some(&kind) if self.module.guard(inst).is_none() => Held(1 << kind),
            None if only_computes(self.module, inst) => held,
            _ => Held::default(),
        }
    }

    fn finding(&self, facts: &Facts<'_, '_>, inst: InstId) -> Finding {
        let (message, help) = match is_barrier(self.module, inst) {
            true => ("this barrier orders nothing", "remove the barrier"),
            false => ("this fence orders nothing", "remove the fence"),
        };
        let finding = Finding::new(self.module[inst].span, message)
            .caption("no access to memory since the one before")
            .help(help);
        let covering = self.covering[self.kinds[&inst]];
        let cfg = facts.cfg();
        let earlier = cfg.insts(cfg.block_of(inst)).take_while(|&other| other != inst);
        let covers = |other: &InstId| self.kinds.get(other).is_some_and(|&kind| covering >> kind & 1 != 0);
        match earlier.filter(covers).last() {
            Some(earlier) => finding.label(self.module[earlier].span, "orders as much"),
            None => finding,
        }
    }
}

fn is_barrier(module: &Module<'_>, inst: InstId) -> bool {
    module.opcode(inst).effects.intersects(Effects::BARRIER)
}

/// What tells a fence or a barrier of the whole block apart from others: what it says, and the number of the barrier.
fn kind_of(facts: &Facts<'_, '_>, inst: InstId) -> Option<(OpcodeId, Option<u32>)> {
    let module = facts.module;
    let effects = module.opcode(inst).effects;
    if effects.intersects(Effects::FENCE) && module.operands(inst).is_empty() {
        return Some((module[inst].opcode, None));
    }
    // A reduction also computes something.
    let is_wait = effects.intersects(Effects::BARRIER) && !is_reduction(module.opcode(inst).instruction?);
    let number = Barrier::of(facts, inst).filter(|_| is_wait && facts.waits_for_block(inst))?.id?;
    Some((module[inst].opcode, Some(number)))
}

/// Whether one fence or barrier orders all that another one does.
fn covers(module: &Module<'_>, other: InstId, inst: InstId) -> bool {
    let [covering, covered] = [other, inst].map(|inst| module.opcode(inst));
    if is_barrier(module, other) || is_barrier(module, inst) {
        return is_barrier(module, other) && is_barrier(module, inst);
    }
    let Some((strong, weak)) = order_of(module, other).zip(order_of(module, inst)) else {
        return covers_proxy(module, covering, covered);
    };
    let orders = |semantics: Semantics| [semantics.acquires(), semantics.releases(), semantics == Semantics::Sc];
    let as_much = orders(strong.semantics).into_iter().zip(orders(weak.semantics)).all(|(own, other)| own || !other);
    is_plain(module, covering) && is_plain(module, covered) && as_much && strong.scope >= weak.scope
}

/// Whether a fence says semantics and a scope, and nothing that restricts which accesses it is for.
fn is_plain(module: &Module<'_>, opcode: &Opcode) -> bool {
    let words = [
        word::SC,
        word::ACQ_REL,
        word::ACQUIRE,
        word::RELEASE,
        word::CTA,
        word::CLUSTER,
        word::GPU,
        word::GL,
        word::SYS,
    ];
    module.modifiers(opcode).iter().all(|modifier| modifier.word.is_some_and(|word| words.contains(&word)))
}

/// The parts of memory that a fence of the asynchronous proxy can be for; without any it is for all.
const SPACES: [Word; 3] = [word::GLOBAL, word::SHARED_CTA, word::SHARED_CLUSTER];

/// Whether a fence between proxies says the same as another one, or leaves out for which space it is.
fn covers_proxy(module: &Module<'_>, covering: &Opcode, covered: &Opcode) -> bool {
    let words = |opcode: &Opcode| -> Vec<Option<Word>> {
        let words = module.modifiers(opcode).iter().map(|modifier| modifier.word);
        words.filter(|word| !word.is_some_and(|word| SPACES.contains(&word))).collect()
    };
    covering.instruction == covered.instruction
        && words(covering) == words(covered)
        && (!module.has_any_modifier(covering, &SPACES)
            || SPACES
                .into_iter()
                .all(|space| module.has_modifier(covering, space) == module.has_modifier(covered, space)))
}

/// Whether an instruction neither accesses memory that others see nor synchronises.
fn only_computes(module: &Module<'_>, inst: InstId) -> bool {
    let opcode = module.opcode(inst);
    let is_argument = opcode.instruction == Some(op::LD) && module.has_modifier(opcode, word::PARAM);
    is_argument || opcode.effects.are_none() || opcode.instruction == Some(op::BRA)
}

/// Whether all threads of the block come to a basic block together.
fn is_reached_by_all(facts: &Facts<'_, '_>, block: Block) -> bool {
    let (Some(conditions), Some(uniformity)) = (facts.conditions(), facts.uniformity()) else { return false };
    let is_uniform =
        |way: &BlockEntry| guard_level(facts, uniformity, way.inst, ThreadScope::Block) == Divergence::Uniform;
    conditions.all(facts, block).iter().all(is_uniform)
}
