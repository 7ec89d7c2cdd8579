//! Drawings of control-flow graphs.

mod dot;
mod layout;
mod svg;

pub use dot::dot;
pub use svg::svg;

use super::text::Charset;
use crate::diagnostic::{Diagnostic, Level};
use crate::facts::{self, Block, Facts, ThreadScope, guard_value};
use crate::ids::{InstId, LabelId};
use crate::ir::{LabelKind, Module};
use crate::isa::Effects;
use crate::source::LineIndex;
use crate::util::FastMap;

/// What is special about a line, mildest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GraphMark {
    /// Nothing.
    None,
    /// A barrier of the block.
    Barrier,
    /// A branch at which threads of a block may part.
    Divergent,
    /// A finding below the level of errors.
    Warning,
    /// An error.
    Error,
}

/// A line of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphLine {
    /// The text.
    pub text: String,
    /// All of it, where the text is cut off.
    pub whole: Option<String>,
    /// What is special about it.
    pub mark: GraphMark,
    /// The line of the source that it is, from 1; nothing for remarks.
    pub number: Option<u32>,
}

/// A basic block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphNode {
    /// Labels, instructions, remarks.
    pub lines: Vec<GraphLine>,
    /// Whether control gets there.
    pub is_reachable: bool,
}

impl GraphNode {
    /// The gravest of its lines.
    fn mark(&self) -> GraphMark {
        self.lines.iter().map(|line| line.mark).max().unwrap_or(GraphMark::None)
    }
}

/// A way from one block to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The block that is left.
    pub from: usize,
    /// The block that is entered.
    pub to: usize,
    /// The branch is taken (`true`), or its guard is false; nothing when there is no choice.
    pub taken: Option<bool>,
    /// It goes back to a block that comes before in every execution, as loops do.
    pub is_back: bool,
}

/// The graph of a function, ready to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlowGraph {
    /// Name of the function.
    pub title: String,
    /// Its blocks in the order of the source.
    pub nodes: Vec<GraphNode>,
    /// The ways between them.
    pub edges: Vec<Edge>,
}

/// Longest lines that are shown.
const MAX_COLUMNS: usize = 100;
/// Lines of a block that are shown unless somebody wants more or fewer.
pub const MAX_LINES: usize = 32;

impl FlowGraph {
    /// The graph of a function with a body, with the findings that lie in it. Blocks of more than `max_lines` lines are shown without
    /// what is in their middle, except for lines that are marked and instructions that end a block.
    pub fn new(facts: &Facts<'_, '_>, findings: &[Diagnostic], max_lines: usize) -> Self {
        let (module, cfg) = (facts.module, facts.cfg());
        let index = LineIndex::new(module.source.bytes());
        let name = module[facts.function].name.map_or("", |name| module.name(name));
        let mut labels: FastMap<InstId, Vec<LabelId>> = FastMap::default();
        for label in module[facts.function].labels.indices().map(LabelId::new) {
            if let LabelKind::Code(inst) = module[label].kind {
                labels.entry(inst).or_default().push(label);
            }
        }
        let labels_of = |block| labels.get(&cfg.first(block)).map_or(&[][..], Vec::as_slice);
        let nodes = cfg.blocks().map(|block| {
            let lines = Self::lines(facts, findings, block, labels_of(block), &index);
            GraphNode { lines: shortened(lines, max_lines), is_reachable: cfg.is_reachable(block) }
        });
        let nodes = nodes.collect();
        let mut edges = Vec::new();
        for block in cfg.blocks() {
            let last = cfg.last(block);
            let chooses = module.guard(last).is_some() && module.opcode(last).effects.intersects(Effects::BRANCH);
            for (number, &to) in cfg.successors(block).iter().enumerate() {
                let taken = (chooses && cfg.successors(block).len() == 2).then_some(number == 0);
                let is_back = match (cfg.position(block), cfg.position(to)) {
                    (Some(from), Some(to)) => to <= from,
                    _ => to <= block,
                };
                edges.push(Edge { from: block.index(), to: to.index(), taken, is_back });
            }
        }
        Self { title: Charset::Unicode.line(name), nodes, edges }
    }

    fn lines(
        facts: &Facts<'_, '_>,
        findings: &[Diagnostic],
        block: Block,
        labels: &[LabelId],
        index: &LineIndex,
    ) -> Vec<GraphLine> {
        let (module, cfg) = (facts.module, facts.cfg());
        let mut lines = Vec::new();
        for &label in labels {
            let text = format!("{}:", module.name(module[label].name));
            lines.push(GraphLine::of(&text, GraphMark::None).at(index.position(module[label].span.start).line));
        }
        for inst in cfg.insts(block) {
            let (mark, remark) = what_is_special(facts, inst);
            let around = module.guard(inst).map_or(module[inst].span, |guard| guard.span.to(module[inst].span));
            let line = GraphLine::of(&(source_text(module, inst) + remark), mark);
            lines.push(line.at(index.position(around.start).line));
            // Findings are in the order of their places.
            let first = findings.partition_point(|finding| finding.span.start < around.start);
            for finding in findings[first..].iter().take_while(|finding| finding.span.start < around.end) {
                let mark = if finding.level == Level::Error { GraphMark::Error } else { GraphMark::Warning };
                let text = format!("^ {}[{}]: {}", finding.level, finding.rule.name, finding.message);
                lines.push(GraphLine::of(&text, mark));
            }
        }
        lines
    }
}

/// An instruction with its guard, in one line.
fn source_text(module: &Module<'_>, inst: InstId) -> String {
    let text = |span| String::from_utf8_lossy(module.source.slice(span)).into_owned();
    let guard = module.guard(inst).map_or(String::new(), |guard| format!("@{} ", text(guard.span)));
    let words = text(module[inst].span);
    guard + &words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Why one should look at an instruction.
fn what_is_special(facts: &Facts<'_, '_>, inst: InstId) -> (GraphMark, &'static str) {
    let module = facts.module;
    let effects = module.opcode(inst).effects;
    if effects.intersects(Effects::BARRIER.union(Effects::BARRIER_ARRIVE).union(Effects::CLUSTER_BARRIER)) {
        return (GraphMark::Barrier, "  // barrier");
    }
    let goes = effects.intersects(Effects::BRANCH.union(Effects::EXIT).union(Effects::RETURN));
    let level = guard_value(facts, inst)
        .filter(|_| goes)
        .and_then(|value| facts.uniformity().map(|uniformity| uniformity.level(value, ThreadScope::Block)));
    match level {
        Some(facts::Divergence::Thread) => (GraphMark::Divergent, "  // divergent: depends on the thread's index"),
        Some(facts::Divergence::Data) => (GraphMark::Divergent, "  // may diverge: depends on loaded data"),
        _ => (GraphMark::None, ""),
    }
}

impl GraphLine {
    /// A line that can be shown.
    fn of(text: &str, mark: GraphMark) -> Self {
        let text = Charset::Unicode.line(text);
        match text.char_indices().nth(MAX_COLUMNS) {
            Some((end, _)) => Self { text: text[..end].to_string() + "…", whole: Some(text), mark, number: None },
            None => Self { text, whole: None, mark, number: None },
        }
    }

    /// The same as a line of the source.
    fn at(self, number: u32) -> Self {
        Self { number: Some(number), ..self }
    }
}

/// The lines of a block without the ordinary ones in its middle, if they are many. The first one may be its label, and the last one tells
/// where control goes.
fn shortened(lines: Vec<GraphLine>, max_lines: usize) -> Vec<GraphLine> {
    if lines.len() <= max_lines {
        return lines;
    }
    let (count, mut left_out, mut short) = (lines.len(), 0, Vec::new());
    let flush = |left_out: &mut usize, short: &mut Vec<GraphLine>| {
        if *left_out > 0 {
            short.push(GraphLine::of(&format!("… {left_out} more"), GraphMark::None));
            *left_out = 0;
        }
    };
    let middle = (max_lines / 2).max(1)..count - (max_lines / 4).max(1);
    // A remark stays with its instruction.
    let has_remark: Vec<bool> = lines.iter().skip(1).map(|line| line.number.is_none()).chain([false]).collect();
    for (number, line) in lines.into_iter().enumerate() {
        if line.mark == GraphMark::None && middle.contains(&number) && !has_remark[number] {
            left_out += 1;
        } else {
            flush(&mut left_out, &mut short);
            short.push(line);
        }
    }
    short
}
