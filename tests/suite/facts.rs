//! Facts about functions: annotated files, and random programs against naive computations.

use crate::common;
use crate::common::programs::{Program, REGISTERS, Source};
use ptxlint::facts::{Block, Cfg, Definition, Exit, Facts, Ssa, Value};
use ptxlint::ids::{FunctionId, InstId, RegId};
use ptxlint::ir::{Access, FunctionKind, LabelKind, Module, Operand, OperandKind};
use ptxlint::source::Source as Text;
use std::collections::BTreeSet;

/// Calls `check` with some hundred random programs and the facts of each.
fn for_random_programs(check: impl Fn(&Program, &Facts<'_, '_>)) {
    for seed in 0..400 {
        let mut random = fastrand::Rng::with_seed(seed);
        let len = random.usize(1..40);
        let program = Program::random(&mut random, len);
        let text = program.text();
        let module = parse(&text);
        assert_eq!(module.insts.len(), len, "{text}");
        check(&program, &Facts::new(&module, module.function_ids().next().expect("a kernel"), None));
    }
}

fn parse(text: &str) -> Module<'_> {
    let module = ptxlint::parser::parse(Text::new(text.as_bytes()).expect("small"));
    assert!(module.syntax_errors.is_empty() && module.name_errors.is_empty(), "{text}");
    module
}

/// The nodes that a search from the successors of `start` finds, without passing through `without`.
fn reached(count: usize, start: usize, without: Option<usize>, next: impl Fn(usize) -> Vec<usize>) -> Vec<bool> {
    let mut seen = vec![false; count];
    let mut work = vec![start];
    while let Some(node) = work.pop() {
        for successor in next(node) {
            if Some(successor) != without && !std::mem::replace(&mut seen[successor], true) {
                work.push(successor);
            }
        }
    }
    seen
}

/// The same, with `start` itself.
fn reached_with_start(count: usize, without: Option<usize>, next: impl Fn(usize) -> Vec<usize>) -> Vec<bool> {
    let mut seen = vec![false; count];
    if without != Some(0) {
        seen = reached(count, 0, without, next);
        seen[0] = true;
    }
    seen
}

fn indices(blocks: &[Block]) -> Vec<usize> {
    blocks.iter().map(|block| block.index()).collect()
}

#[test]
fn edges_are_those_of_the_program() {
    for_random_programs(|program, facts| {
        let cfg = facts.cfg();
        for block in cfg.blocks() {
            let last = cfg.last(block);
            for inst in cfg.insts(block) {
                let (expected, leaves) = program.successors(inst.index());
                let mut found: Vec<usize> = if inst == last {
                    cfg.successors(block).iter().map(|&successor| cfg.first(successor).index()).collect()
                } else {
                    vec![inst.index() + 1]
                };
                found.sort_unstable();
                assert_eq!(found, expected, "successors of {inst:?} in\n{}", program.text());
                let found = inst == last && cfg.exit(block) != Exit::None;
                assert_eq!(found, leaves, "whether {inst:?} leaves\n{}", program.text());
                assert_eq!(cfg.block_of(inst), block);
            }
            assert_eq!(cfg.exit(block) == Exit::Always, cfg.successors(block).is_empty(), "{}", program.text());
        }
    });
}

#[test]
fn predecessors_and_order_agree_with_successors() {
    for_random_programs(|program, facts| {
        let cfg = facts.cfg();
        for (a, b) in cfg.blocks().flat_map(|a| cfg.blocks().map(move |b| (a, b))) {
            assert_eq!(cfg.successors(a).contains(&b), cfg.predecessors(b).contains(&a), "{}", program.text());
        }
        let reachable = reached_with_start(cfg.len(), None, |block| indices(cfg.successors(Block(block as u32))));
        for block in cfg.blocks() {
            assert_eq!(cfg.is_reachable(block), reachable[block.index()], "{}", program.text());
            let position = cfg.position(block);
            assert_eq!(position.map(|position| cfg.reverse_postorder()[position]), position.map(|_| block));
        }
        assert_eq!(cfg.reverse_postorder().len(), reachable.iter().filter(|&&reachable| reachable).count());
    });
}

/// `a` dominates `b` when `b` is out of reach without `a`.
#[test]
fn dominators_are_those_of_the_definition() {
    for_random_programs(|program, facts| {
        let (cfg, dominators) = (facts.cfg(), facts.dominators());
        let next = |block| indices(cfg.successors(Block(block as u32)));
        let reachable = reached_with_start(cfg.len(), None, next);
        let mut strict = vec![Vec::new(); cfg.len()];
        for a in cfg.blocks() {
            let without = reached_with_start(cfg.len(), Some(a.index()), next);
            for b in cfg.blocks() {
                let expected = reachable[a.index()] && reachable[b.index()] && !without[b.index()];
                assert_eq!(dominators.dominates(a, b), expected, "{a:?} dominates {b:?} in\n{}", program.text());
                if expected && a != b {
                    strict[b.index()].push(a);
                }
            }
        }
        for block in cfg.blocks() {
            // The immediate dominator is the one that all other strict ones dominate.
            let above = &strict[block.index()];
            let closest = above.iter().copied().find(|&a| above.iter().all(|&other| dominators.dominates(other, a)));
            assert_eq!(dominators.immediate(block), closest, "{block:?} in\n{}", program.text());
        }
    });
}

/// Two blocks are in one cycle when each reaches the other.
#[test]
fn loops_are_mutual_reach() {
    for_random_programs(|program, facts| {
        let (cfg, loops) = (facts.cfg(), facts.loops());
        let next = |block| indices(cfg.successors(Block(block as u32)));
        let reach: Vec<Vec<bool>> = (0..cfg.len()).map(|block| reached(cfg.len(), block, None, next)).collect();
        for (a, b) in cfg.blocks().flat_map(|a| cfg.blocks().map(move |b| (a, b))) {
            let mutual = reach[a.index()][b.index()] && reach[b.index()][a.index()];
            let expected = mutual && cfg.is_reachable(a);
            let found = loops.component(a).is_some() && loops.component(a) == loops.component(b);
            assert_eq!(found, expected, "{a:?} and {b:?} in\n{}", program.text());
        }
        for component in 0..loops.len() {
            let inside = |block: Block| loops.component(block) == Some(component);
            let leaves = |block: &Block| {
                cfg.exit(*block) != Exit::None || cfg.successors(*block).iter().any(|&successor| !inside(successor))
            };
            let expected = cfg.blocks().filter(|&block| inside(block)).any(|block| leaves(&block));
            assert_eq!(loops.has_exit(component), expected, "{}", program.text());
        }
    });
}

/// A write, or nothing for the value on entry.
type Definitions = BTreeSet<Option<usize>>;

/// The writes that reach each instruction, by the textbook's iteration over the instructions that control reaches.
fn reaching_definitions(module: &Module<'_>, program: &Program, reg: RegId) -> Vec<Definitions> {
    let count = program.insts.len();
    let mut before = vec![Definitions::new(); count];
    before[0].insert(None);
    let mut changed = true;
    while changed {
        changed = false;
        for i in 0..count {
            let mut after = before[i].clone();
            if after.is_empty() {
                continue;
            }
            let mut writes = false;
            module.for_each_register(InstId::new(i), |access| {
                writes |= access.reg == reg && access.access == Access::Write;
            });
            if writes {
                if program.insts[i].guard.is_none() {
                    after.clear();
                }
                after.insert(Some(i));
            }
            for next in program.successors(i).0 {
                let old = before[next].len();
                before[next].extend(&after);
                changed |= before[next].len() != old;
            }
        }
    }
    before
}

/// The writes that a value stands for.
fn writes_of(ssa: &Ssa, cfg: &Cfg, value: Value) -> Definitions {
    let mut writes = Definitions::new();
    let mut seen = BTreeSet::from([value]);
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        let mut follow = |value: Value| {
            if seen.insert(value) {
                work.push(value);
            }
        };
        match ssa.data(value).definition {
            Definition::Entry => drop(writes.insert(None)),
            Definition::Write { inst, previous } => {
                writes.insert(Some(inst.index()));
                previous.into_iter().for_each(&mut follow);
            }
            Definition::Phi { .. } => ssa.inputs(cfg, value).iter().copied().for_each(&mut follow),
        }
    }
    writes
}

#[test]
fn values_are_the_reaching_definitions() {
    for_random_programs(|program, facts| {
        let (module, cfg) = (facts.module, facts.cfg());
        let ssa = facts.ssa().expect("simple enough");
        for register in module[facts.function].registers.indices() {
            let reg = RegId::new(register);
            let reaching = reaching_definitions(module, program, reg);
            for inst in module.insts_of(facts.function).filter(|&inst| cfg.is_reachable(cfg.block_of(inst))) {
                let mut reads = false;
                module.for_each_register(inst, |access| {
                    reads |= access.reg == reg && access.access == Access::Read;
                });
                if reads {
                    let value = ssa.read(inst, reg).expect("the instruction reads it");
                    let found = writes_of(ssa, cfg, value);
                    let name = module.register_name(reg);
                    assert_eq!(found, reaching[inst.index()], "{name} at {inst:?} in\n{}", program.text());
                }
            }
        }
    });
}

#[test]
fn users_are_the_readers() {
    for_random_programs(|program, facts| {
        let module = facts.module;
        let (ssa, users) = (facts.ssa().expect("simple enough"), facts.users().expect("simple enough"));
        for inst in module.insts_of(facts.function) {
            module.for_each_register(inst, |access| {
                if access.access == Access::Read {
                    let value = ssa.read(inst, access.reg).expect("the instruction reads it");
                    let found = users.of(value).any(|user| user == ptxlint::facts::User::Inst(inst));
                    assert!(found, "{inst:?} reads {value:?} in\n{}", program.text());
                }
            });
        }
    });
}

/// Whatever is called constant has that value whenever control comes by.
#[test]
fn constants_are_what_execution_finds() {
    let known = std::cell::Cell::new(0);
    for_random_programs(|program, facts| {
        let module = facts.module;
        let register = |name: &str| {
            let all = module[facts.function].registers.indices().map(RegId::new);
            all.into_iter().find(|&reg| module.register_name(reg) == name)
        };
        let registers: Vec<Option<RegId>> = (0..REGISTERS).map(|i| register(&format!("%r{i}"))).collect();
        let mut random = fastrand::Rng::with_seed(program.insts.len() as u64);
        for _ in 0..10 {
            program.run(&mut random, 200, |at, state| {
                let inst = InstId::new(at);
                // The first operand is what the instruction writes.
                for &operand in module.operands(inst).iter().skip(1) {
                    let Some(constant) = facts.constant(inst, operand) else { continue };
                    let actual = match operand.register() {
                        Some(reg) => match registers.iter().position(|&other| other == Some(reg)) {
                            Some(register) => state.value(Source::Register(register)),
                            None => continue,
                        },
                        None => continue,
                    };
                    known.set(known.get() + 1);
                    assert_eq!(constant, u64::from(actual), "{inst:?} in\n{}", program.text());
                }
            });
        }
    });
    assert!(known.get() > 1000, "only {} constants were put to the test", known.get());
}

// Annotated files --------------------------------------------------------------------------------------------------

/// A kernel of an annotated file. Blocks go by the label before their first instruction, the first one is `entry`.
struct Annotated<'a, 's> {
    facts: &'a Facts<'a, 's>,
}

impl Annotated<'_, '_> {
    fn name(&self, block: Block) -> String {
        let module = self.facts.module;
        let labels = &module.labels[module[self.facts.function].labels.indices()];
        let first = self.facts.cfg().first(block);
        let label = labels.iter().find(|label| matches!(label.kind, LabelKind::Code(inst) if inst == first));
        label.map_or_else(|| "entry".to_string(), |label| module.name(label.name).to_string())
    }

    fn block(&self, name: &str) -> Block {
        let mut blocks = self.facts.cfg().blocks();
        blocks.find(|&block| self.name(block) == name).unwrap_or_else(|| panic!("no block `{name}`"))
    }

    /// The first instruction of a block that reads a register, and the operand.
    fn read(&self, block: &str, register: &str) -> (InstId, Operand) {
        let module = self.facts.module;
        let reads = |operand: &Operand| matches!(operand.kind, OperandKind::Reg { reg, .. } if module.register_name(reg) == register);
        let mut insts = self.facts.cfg().insts(self.block(block));
        let found = insts.find_map(|inst| module.operands(inst).iter().skip(1).copied().find(reads).map(|o| (inst, o)));
        found.unwrap_or_else(|| panic!("nothing in `{block}` reads `{register}`"))
    }

    /// What the annotation `kind: subject` says, as the facts have it.
    fn answer(&self, kind: &str, subject: &str) -> String {
        let (facts, cfg) = (self.facts, self.facts.cfg());
        let names = |blocks: &[Block]| blocks.iter().map(|&block| self.name(block)).collect::<Vec<_>>();
        let place =
            || subject.split_once(' ').map(|(block, register)| self.read(block, register)).expect("block register");
        match kind {
            "edges" => {
                let block = self.block(subject);
                let mut targets = names(cfg.successors(block));
                targets.extend((cfg.exit(block) != Exit::None).then(|| "exit".to_string()));
                sorted(targets)
            }
            "unreachable" => (!cfg.is_reachable(self.block(subject))).to_string(),
            "idom" => facts.dominators().immediate(self.block(subject)).map_or("none".into(), |block| self.name(block)),
            "loop" => {
                let component = facts.loops().component(self.block(subject));
                component.map_or("none".into(), |component| sorted(names(facts.loops().blocks(component))))
            }
            "constant" | "varying" => {
                let (inst, operand) = place();
                facts.constant(inst, operand).map_or("varying".into(), |value| value.to_string())
            }
            "reaches" => {
                let (inst, operand) = place();
                let OperandKind::Reg { reg, .. } = operand.kind else { panic!("not a register") };
                let ssa = facts.ssa().expect("simple enough");
                let writes = writes_of(ssa, cfg, ssa.read(inst, reg).expect("it is read"));
                let place = |write: Option<usize>| match write {
                    Some(inst) => self.name(cfg.block_of(InstId::new(inst))),
                    None => "nothing".to_string(),
                };
                sorted(writes.into_iter().map(place).collect())
            }
            _ => panic!("unknown annotation `{kind}`"),
        }
    }
}

fn sorted(mut names: Vec<String>) -> String {
    names.sort();
    names.dedup();
    names.join(", ")
}

/// Splits an annotation into its kind, what it is about, and what is expected.
fn annotation(line: &str) -> Option<(&str, String, String)> {
    let (kind, text) = line.trim().strip_prefix("//=")?.split_once(':')?;
    let (kind, text) = (kind.trim(), text.trim());
    let list = |text: &str| sorted(text.split(',').map(|name| name.trim().to_string()).collect());
    let (subject, expected) = match kind {
        "edges" => text.split_once("->").map(|(a, b)| (a, list(b))),
        "reaches" => text.split_once("<-").map(|(a, b)| (a, list(b))),
        "idom" | "constant" => text.split_once('=').map(|(a, b)| (a, b.trim().to_string())),
        "loop" => text.split_once(',').map(|(first, _)| (first, list(text))),
        "unreachable" => Some((text, "true".to_string())),
        "varying" => Some((text, "varying".to_string())),
        _ => None,
    }?;
    Some((kind, subject.trim().to_string(), expected))
}

#[test]
fn annotated_files_have_their_facts() {
    for path in common::entries(&common::repository("fixtures/_facts")) {
        let text = std::fs::read_to_string(&path).expect("a text file");
        let module = parse(&text);
        let is_kernel = |id: &FunctionId| module[*id].kind == FunctionKind::Entry;
        let facts = Facts::new(&module, module.function_ids().find(is_kernel).expect("a kernel"), None);
        let annotated = Annotated { facts: &facts };
        let mut count = 0;
        for line in text.lines().filter(|line| line.contains("//=")) {
            let (kind, subject, expected) = annotation(line).unwrap_or_else(|| panic!("{}: {line}", path.display()));
            assert_eq!(annotated.answer(kind, &subject), expected, "{}: {line}", path.display());
            count += 1;
        }
        assert!(count > 0, "{} says nothing", path.display());
    }
}
