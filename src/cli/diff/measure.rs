//! What can be counted in a kernel without running it.

use super::super::ptxas::Assembled;
use crate::diagnostic::{Diagnostic, Group, Level};
use crate::facts::device::static_shared;
use crate::facts::traffic::{sectors, turns};
use crate::facts::{AccessKind, Facts, has_too_many_edges};
use crate::fingerprint::{self, Identity};
use crate::ids::{FunctionId, InstId, VarId};
use crate::ir::{FunctionKind, Module};
use crate::isa::{Effects, Instruction, StateSpace};
use crate::options::Options;
use crate::rules;
use crate::source::{LineIndex, Source};
use std::collections::BTreeMap;

/// Something that is counted.
pub(in crate::cli) struct Metric {
    /// Its name in reports and budgets.
    pub name: &'static str,
    /// What it is.
    pub meaning: &'static str,
}

const fn metric(name: &'static str, meaning: &'static str) -> Metric {
    Metric { name, meaning }
}

/// All that is counted for each kernel.
pub(in crate::cli) const METRICS: [Metric; 15] = [
    metric("registers", "estimated from what is live at once"),
    metric("shared", "bytes of static shared memory"),
    metric("local", "bytes of local variables of each thread"),
    metric("instructions", "in the text"),
    metric("barriers", "instructions that wait for other threads of the block or cluster"),
    metric("sectors", "of 32 bytes that a warp touches in global memory, each access once"),
    metric("excess-sectors", "those among them that are not needed"),
    metric("bank-turns", "that a warp takes in shared memory, each access once"),
    metric("errors", "findings of this level"),
    metric("warnings", "findings of this level"),
    metric("findings", "of any enabled level"),
    metric("ptxas-registers", "as the assembler says, with `--ptxas`"),
    metric("ptxas-stack", "bytes of the stack frame, with `--ptxas`"),
    metric("ptxas-spills", "bytes spilled for lack of registers, with `--ptxas`"),
    metric("ptxas-shared", "bytes of shared memory, with `--ptxas`"),
];

/// Kinds of instructions, by the sections of the PTX manual.
const CLASSES: [(&str, &str); 11] = [
    ("9.7.6.", "compare"),
    ("9.7.7.", "compare"),
    ("9.7.8.", "logic"),
    ("9.7.9.", "move"),
    ("9.7.10.", "texture"),
    ("9.7.11.", "texture"),
    ("9.7.12.", "control"),
    ("9.7.13.", "synchronization"),
    ("9.7.14.", "matrix"),
    ("9.7.15.", "matrix"),
    ("9.7.16.", "matrix"),
];

/// The sections of arithmetic, of which instructions like `add` have one for all types.
const ARITHMETIC: [&str; 5] = ["9.7.1.", "9.7.2.", "9.7.3.", "9.7.4.", "9.7.5."];

/// A kernel of a version.
#[derive(Debug)]
pub(super) struct MeasuredKernel {
    /// Its name.
    pub name: String,
    /// The file that defines it.
    pub path: String,
    /// What was counted, by the names of metrics. What is not known is not there.
    pub numbers: BTreeMap<&'static str, u64>,
    /// Instructions by class and number of loops around them.
    pub mix: BTreeMap<(&'static str, u32), u64>,
    /// What was found in it.
    pub findings: Vec<MeasuredFinding>,
}

/// A finding.
#[derive(Clone, Debug)]
pub(super) struct MeasuredFinding {
    pub identity: Identity,
    pub level: Level,
    pub path: String,
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl MeasuredFinding {
    /// Whether the assembler rejects the text for it.
    pub fn is_illegal(&self) -> bool {
        let of_isa = rules::by_name(self.identity.rule).is_some_and(|rule| rule.group == Group::Isa);
        of_isa && self.level == Level::Error
    }
}

/// Measures the kernels of a text; findings that belong to none of them come beside.
pub(super) fn kernels(
    path: &str,
    bytes: &[u8],
    options: &Options,
    assembled: Option<&Assembled>,
) -> Result<(Vec<MeasuredKernel>, Vec<MeasuredFinding>), String> {
    let source = Source::new(bytes).map_err(|error| error.to_string())?;
    if let Some(reason) = crate::driver::why_not_ptx(source) {
        return Err(format!("not PTX: {reason}"));
    }
    let module = crate::parser::parse(source);
    let mut findings = found(path, bytes, &crate::driver::lint(&module, options));
    let mut kernels = Vec::new();
    for id in module.function_ids() {
        let function = &module[id];
        let name = function.name.map(|name| module.name(name));
        if function.kind != FunctionKind::Entry || function.body.is_none() || name.is_none() {
            continue;
        }
        let name = name.unwrap_or_default().to_string();
        let own;
        (own, findings) = findings.into_iter().partition(|found| found.identity.function.as_deref() == Some(&name));
        let (mut numbers, mix) = measure(&module, id, options);
        count_findings(&own, &mut numbers);
        if let Some(resources) = assembled.and_then(|it| it.functions.iter().find(|it| it.name == name)) {
            numbers.insert("ptxas-registers", resources.registers.into());
            numbers.insert("ptxas-stack", resources.stack.into());
            numbers.insert("ptxas-spills", resources.spill_stores.into());
            numbers.insert("ptxas-shared", resources.shared.into());
        }
        kernels.push(MeasuredKernel { name, path: path.to_string(), numbers, mix, findings: own });
    }
    Ok((kernels, findings))
}

fn found(path: &str, bytes: &[u8], findings: &[Diagnostic]) -> Vec<MeasuredFinding> {
    let lines = LineIndex::new(bytes);
    let identities = fingerprint::identities(bytes, findings);
    let found = |(finding, identity): (&Diagnostic, Identity)| {
        let at = lines.position(finding.span.start.min(bytes.len() as u32));
        let (level, message) = (finding.level, finding.message.clone());
        MeasuredFinding { identity, level, path: path.to_string(), line: at.line, column: at.column, message }
    };
    findings.iter().zip(identities).map(found).collect()
}

fn count_findings(findings: &[MeasuredFinding], numbers: &mut BTreeMap<&'static str, u64>) {
    let of = |level| findings.iter().filter(|found| found.level == level).count() as u64;
    numbers.insert("errors", of(Level::Error));
    numbers.insert("warnings", of(Level::Warning));
    numbers.insert("findings", findings.len() as u64);
}

type Mix = BTreeMap<(&'static str, u32), u64>;

fn measure(module: &Module<'_>, id: FunctionId, options: &Options) -> (BTreeMap<&'static str, u64>, Mix) {
    let mut numbers = BTreeMap::new();
    let mut mix = Mix::new();
    let size =
        |vars: &mut dyn Iterator<Item = VarId>| vars.filter_map(|var| module[var].size).fold(0, u64::saturating_add);
    numbers.insert("shared", size(&mut static_shared(module, id).into_iter()));
    let variables = module[id].variables.indices().map(VarId::new);
    numbers.insert("local", size(&mut variables.filter(|&var| module[var].space == StateSpace::Local)));
    numbers.insert("instructions", module.insts_of(id).count() as u64);
    let waits =
        |inst: &InstId| module.opcode(*inst).effects.intersects(Effects::BARRIER.union(Effects::CLUSTER_BARRIER));
    numbers.insert("barriers", module.insts_of(id).filter(waits).count() as u64);
    if module[id].broken || has_too_many_edges(module, id) {
        return (numbers, mix);
    }
    let block = module[id].name.and_then(|name| options.block_of(module.name(name)));
    let facts = Facts::new(module, id, block);
    if let Some(pressure) = facts.pressure() {
        numbers.insert("registers", pressure.registers.into());
    }
    let loops = facts.natural_loops();
    for inst in module.insts_of(id) {
        let depth = loops.innermost(facts.cfg().block_of(inst)).map_or(0, |id| loops.get(id).depth);
        *mix.entry((class(module, inst), depth)).or_default() += 1;
    }
    traffic(&facts, &mut numbers);
    (numbers, mix)
}

/// The class of an instruction: what it does to memory, or the section that describes it.
fn class(module: &Module<'_>, inst: InstId) -> &'static str {
    let opcode = module.opcode(inst);
    let section = opcode.instruction.map_or("", Instruction::section);
    let of_section = || CLASSES.iter().find(|(prefix, _)| section.starts_with(prefix)).map(|&(_, class)| class);
    match of_section() {
        Some("move") | Some("synchronization") | None if opcode.effects.intersects(Effects::ATOMIC) => "atomic",
        Some("move") if opcode.effects.intersects(Effects::READS_MEMORY.union(Effects::WRITES_MEMORY)) => "memory",
        Some(class) => class,
        None if !ARITHMETIC.iter().any(|prefix| section.starts_with(prefix)) => "other",
        None => match module.types(opcode).last() {
            Some(ty) if ty.is_float() && ty.bits() >= 64 => "double",
            Some(ty) if ty.is_float() && ty.bits() / ty.lanes().max(1) <= 16 => "half",
            Some(ty) if ty.is_float() => "float",
            _ => "integer",
        },
    }
}

/// Sectors and turns, where all addresses of the accesses that count are known for some.
fn traffic(facts: &Facts<'_, '_>, numbers: &mut BTreeMap<&'static str, u64>) {
    let accesses = || facts.own_accesses().filter(|access| access.kind != AccessKind::Atomic);
    let sectors: Vec<_> = accesses().filter_map(|access| sectors(facts, access)).collect();
    if !sectors.is_empty() {
        numbers.insert("sectors", sectors.iter().map(|sectors| sectors.touched as u64).sum());
        let excess = sectors.iter().map(|sectors| sectors.touched.saturating_sub(sectors.needed) as u64);
        numbers.insert("excess-sectors", excess.sum());
    }
    let turns: Vec<usize> = accesses().filter_map(|access| turns(facts, access)).collect();
    if !turns.is_empty() {
        numbers.insert("bank-turns", turns.iter().map(|&turns| turns as u64).sum());
    }
}
