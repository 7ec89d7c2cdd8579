//! Kernels without launches: launches are made up, and what is wrong in all of them is reported.
//!
//! The launches are those that rules try first (`facts::candidates`), each with buffers of zeros, of counted and of small random
//! integers, and each goes on after faults. A fault is told if every one of these that comes to its places shows it: so neither what
//! buffers hold nor the sizes that were chosen are to blame. What nobody can know without real data is not judged at all, and that is
//! told, too: where buffers end, whether pointers in memory lead anywhere, races between addresses that parameters scale or data name
//! (or between blocks, or of threads that do the same, unless the text shows them in every launch),
//! and how large textures, surfaces and the boxes of tensor maps are, which are made up, too.

use super::Replayer;
use super::launch::{ALL_FILLINGS, Observation, Runner};
use crate::device::{DeviceError, Fault, FaultKind, FaultReport, MOST_SHARED, Schedule};
use crate::diagnostic::{Diagnostic, Level, RuleInfo, SecondaryLabel};
use crate::facts::protocol::works_in_pairs;
use crate::facts::{self, BlockModel, Facts, MemoryAccess};
use crate::ids::{FunctionId, InstId};
use crate::ir::{FunctionKind, Module};
use crate::isa::{Role, StateSpace};
use crate::options::Options;
use crate::rules::sanitizer::{
    BEYOND, DEADLOCK, DIVERGENCE, ENDLESS, INACTIVE_LANE, INVALID_OPERAND, MISALIGNED, NOT_JUDGED, RACE,
    STACK_OVERFLOW, TRAP, UNINITIALIZED, racing_instructions,
};
use crate::source::{LineIndex, Source};
use crate::span::Span;
use crate::witness::{LaunchScope, Witness};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Launches that are made up for a kernel, before what buffers hold.
const MOST_LAUNCHES: usize = 6;

/// After so many without a fault to look into, no more are made.
const QUIET_LAUNCHES: usize = 2;

/// After so many that take too many steps, no more are made.
const MOST_LONG: usize = 2;

/// What a kind of fault is called.
fn rule_of(kind: FaultKind) -> &'static RuleInfo {
    let rule = match kind {
        FaultKind::OutOfBounds => BEYOND,
        FaultKind::Misaligned => &MISALIGNED,
        FaultKind::Uninitialised => &UNINITIALIZED,
        FaultKind::Race => &RACE,
        FaultKind::Deadlock => &DEADLOCK,
        FaultKind::BarrierDivergence => DIVERGENCE,
        FaultKind::InactiveLane => &INACTIVE_LANE,
        FaultKind::StepLimit | FaultKind::TimeLimit => &ENDLESS,
        FaultKind::StackOverflow => &STACK_OVERFLOW,
        FaultKind::Trap | FaultKind::Assertion => &TRAP,
        // What the interpreter does not implement ends a launch and never gets into a report.
        FaultKind::InvalidOperand | FaultKind::Unsupported => &INVALID_OPERAND,
    };
    &rule.info
}

/// A fault of a launch as a finding on the module in `bytes`.
pub fn finding_of(bytes: &[u8], report: &FaultReport, level: Level) -> Option<Diagnostic> {
    let module = crate::parser::parse(Source::new(bytes).ok()?);
    Some(finding(&module, report, level, None))
}

fn finding(module: &Module<'_>, report: &FaultReport, level: Level, witness: Option<Witness>) -> Diagnostic {
    let FaultReport { fault, times, .. } = report;
    let place = |span: Span| source_place(module, span).map_or(String::new(), |place| format!(", {place}"));
    let more = match times {
        0 | 1 => String::new(),
        _ => format!(", and {} more", if *times == 2 { "once".to_string() } else { format!("{} times", times - 1) }),
    };
    let label = fault.other.as_ref().map(|other| {
        let verb = if other.writes { "written" } else { "read" };
        SecondaryLabel { span: other.span, message: format!("{verb} by {}{}", other.thread, place(other.span)) }
    });
    let function = module
        .function_ids()
        .find(|&id| module[id].span.start <= fault.span.start && fault.span.start < module[id].span.end);
    Diagnostic {
        rule: rule_of(fault.kind),
        level,
        message: fault.message.clone(),
        span: fault.span,
        caption: Some(format!("{}{more}{}", fault.thread, place(fault.span))),
        labels: label.into_iter().collect(),
        help: None,
        fixes: Vec::new(),
        function: function.and_then(|id| module[id].name).map(|name| module.name(name).into()),
        witness: witness.map(Box::new),
        confirmation: None,
    }
}

/// The place in the language that a compiler has translated: `saxpy.cu:12:5`.
fn source_place(module: &Module<'_>, span: Span) -> Option<String> {
    let function =
        module.function_ids().find(|&id| module[id].span.start <= span.start && span.start < module[id].span.end)?;
    let inst = module.insts_of(function).take_while(|&inst| module[inst].span.start <= span.start).last()?;
    let first = module[function].insts.start;
    let within = |location: &&crate::ir::Location| location.inst <= inst && location.inst.index() >= first as usize;
    let location = module.locations.iter().rev().find(within).filter(|location| location.line > 0)?;
    let file = module.files.iter().find(|file| file.index == location.file)?;
    let name = String::from_utf8_lossy(module.source.slice(file.name)).trim_matches('"').to_string();
    let name = name.rsplit(['/', '\\']).next().unwrap_or(&name).to_string();
    Some(format!("{name}:{}:{}", location.line, location.column))
}

/// Runs all kernels of a module in launches that are made up. Faults are warnings, since nobody has said that the kernel is launched so;
/// a note for each kernel says what was not judged. `None` for more bytes than a module may have.
pub fn sanitize(bytes: &[u8], options: &Options) -> Option<Vec<Diagnostic>> {
    sanitize_kernels(bytes, options, Schedule::default(), |_| true)
}

/// As [`sanitize`], for those kernels whose names are wanted, with asynchronous copies done by a schedule.
pub fn sanitize_kernels(
    bytes: &[u8],
    options: &Options,
    schedule: Schedule,
    is_wanted: impl Fn(&str) -> bool,
) -> Option<Vec<Diagnostic>> {
    let replayer = Replayer::new(bytes)?;
    let is_kernel = |id: &FunctionId| {
        let function = &replayer.module[*id];
        let name = function.name.map_or("", |name| replayer.module.name(name));
        function.kind == FunctionKind::Entry && function.is_definition() && !function.broken && is_wanted(name)
    };
    let each = replayer.module.function_ids().filter(is_kernel);
    let mut findings: Vec<Diagnostic> = each.flat_map(|id| kernel(&replayer, id, options, schedule)).collect();
    findings.retain_mut(|finding| {
        let heard = options.levels.heard(finding.rule, finding.level);
        finding.level = heard.unwrap_or(finding.level);
        heard.is_some() || *finding.rule == NOT_JUDGED.info
    });
    findings.sort_by_key(|finding| finding.span.start);
    Some(findings)
}

/// What tells one fault from others, in all launches: its kind and its lines.
type Site = (&'static str, u32, u32);

fn site(fault: &Fault) -> Site {
    let other = fault.other.as_ref().map_or(fault.line, |other| other.line);
    // Which of both accesses comes first is chance.
    (fault.kind.name(), fault.line.min(other), fault.line.max(other))
}

/// Why something is not judged.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Unjudged {
    /// An access to a place that may exist in other buffers.
    Extent,
    /// A race that parameters or data may prevent.
    Addresses,
    /// What takes a texture, a surface or the map of a tensor, which are made up.
    Objects,
    /// A fault that does not show in all launches.
    Data(&'static str),
    /// A launch that has not ended.
    Steps,
    /// A launch that a trap has ended.
    Trap,
}

/// What launches have shown.
#[derive(Default)]
struct SanitizerResult {
    sites: BTreeMap<Site, (FaultReport, Witness, usize)>,
    runs: Vec<(Vec<u32>, HashSet<Site>)>,
    unjudged: BTreeMap<Unjudged, BTreeSet<u32>>,
    /// Instructions that race whatever buffers hold, once somebody asks.
    racing: OnceCell<HashSet<[Span; 2]>>,
}

impl SanitizerResult {
    /// Adds a launch. Whether it came to its end, as far as steps go.
    fn add(&mut self, facts: &Facts<'_, '_>, witness: &Witness, observation: Observation) -> bool {
        let Observation { faults, executed } = observation;
        let traps = |kind: FaultKind| matches!(kind, FaultKind::Trap | FaultKind::Assertion);
        let ends = |kind: FaultKind| traps(kind) || matches!(kind, FaultKind::StepLimit | FaultKind::TimeLimit);
        if let Some(report) = faults.iter().find(|report| ends(report.fault.kind)) {
            let why = if traps(report.fault.kind) { Unjudged::Trap } else { Unjudged::Steps };
            let is_short = why != Unjudged::Steps;
            self.unjudged.entry(why).or_default().insert(report.fault.line);
            return is_short;
        }
        let mut sites = HashSet::new();
        for report in faults {
            match self.why_unjudged(facts, &report.fault) {
                Some(why) => {
                    self.unjudged.entry(why).or_default().insert(report.fault.line);
                }
                None => {
                    let site = site(&report.fault);
                    sites.insert(site);
                    self.sites.entry(site).or_insert_with(|| (report, witness.clone(), 0)).2 += 1;
                }
            }
        }
        self.runs.push((executed, sites));
        true
    }

    /// Why a fault says nothing, if it doesn't: what follows from the text needs no data.
    fn why_unjudged(&self, facts: &Facts<'_, '_>, fault: &Fault) -> Option<Unjudged> {
        let why = why_unjudged(facts, fault)?;
        let racing = || {
            let span = |inst: InstId| facts.module[inst].span;
            racing_instructions(facts).into_iter().flat_map(|[a, b]| [[span(a), span(b)], [span(b), span(a)]]).collect()
        };
        let other = fault.other.as_ref().filter(|_| fault.kind == FaultKind::Race);
        let follows = other.is_some_and(|other| self.racing.get_or_init(racing).contains(&[fault.span, other.span]));
        (!follows).then_some(why)
    }

    /// Faults that all launches show which come to their places; others are not judged.
    fn settled(&mut self) -> Vec<(FaultReport, Witness)> {
        let runs = &self.runs;
        let refuted = |&(kind, first, second): &Site| {
            let reaches = |lines: &Vec<u32>| [first, second].iter().all(|line| lines.binary_search(line).is_ok());
            runs.iter().any(|(lines, sites)| reaches(lines) && !sites.contains(&(kind, first, second)))
        };
        let mut settled = Vec::new();
        for (site, (report, witness, _)) in std::mem::take(&mut self.sites) {
            if refuted(&site) {
                self.unjudged.entry(Unjudged::Data(site.0)).or_default().insert(report.fault.line);
            } else {
                settled.push((report, witness));
            }
        }
        settled
    }
}

fn kernel(replayer: &Replayer<'_>, id: FunctionId, options: &Options, schedule: Schedule) -> Vec<Diagnostic> {
    let module = &replayer.module;
    let name = module[id].name.map_or("", |name| module.name(name));
    let note = |message: String| vec![note(module, id, message)];
    if facts::has_too_many_edges(module, id) {
        return note("not run: its control flow is too complex for launches to be made up".to_string());
    }
    let text = match replayer.isolated(name) {
        Ok(text) => text,
        Err(reason) => return note(format!("not run: {reason}")),
    };
    let known = options.launch_of(name);
    let facts = Facts::new(module, id, options.block_of(name));
    let cluster = known.cluster.or_else(|| works_in_pairs(&facts).then_some([2, 1, 1]));
    let runner = Runner::new(text, name, replayer.pointers(name)).schedule(schedule).cluster(cluster);
    let axes = facts::laid_out(&facts, |access| facts::is_shared(&facts, access));
    let usual = facts::candidates(&facts, axes).filter(|candidate| candidate.usual).take(MOST_LAUNCHES);
    let mut shown = SanitizerResult::default();
    let (mut refusal, mut long) = (None, 0);
    for (number, candidate) in usual.enumerate() {
        if number >= QUIET_LAUNCHES && shown.sites.is_empty() || long >= MOST_LONG {
            break;
        }
        let mut witness = BlockModel::of(&facts, candidate.sample).witness(&[], &[], LaunchScope::Some);
        witness.grid = known.grid.unwrap_or(witness.grid);
        // How much a launch would give nobody knows, so nobody is blamed for what a device may have.
        let most = if witness.dynamic_shared > 0 { MOST_SHARED } else { 0 };
        witness.dynamic_shared = known.shared_bytes.map_or(most, u64::from);
        if let (Some(cluster), None) = (cluster, known.grid) {
            let whole = |axis: usize| witness.grid[axis].next_multiple_of(cluster[axis]);
            witness.grid = std::array::from_fn(whole);
        }
        for filling in ALL_FILLINGS {
            match runner.observe(&witness, filling, &replayer.lines) {
                Ok(observation) => {
                    if !shown.add(&facts, &witness, observation) {
                        long += 1;
                        break;
                    }
                }
                // Other launches fare no better where the module is to blame.
                Err(
                    error
                    @ (DeviceError::Unsupported { .. } | DeviceError::Illegal { .. } | DeviceError::Syntax { .. }),
                ) => {
                    return note(format!("not run: {error}"));
                }
                Err(error) => refusal = Some(error),
            }
        }
    }
    if shown.runs.is_empty() && shown.unjudged.is_empty() {
        let why = refusal.map_or("no launch could be made up".to_string(), |error| error.to_string());
        return note(format!("not run: {why}"));
    }
    let objects = lines_of_objects(module, &replayer.lines);
    let executed = |line: &u32| shown.runs.iter().any(|(lines, _)| lines.binary_search(line).is_ok());
    let objects: BTreeSet<u32> = objects.into_iter().filter(executed).collect();
    if !objects.is_empty() {
        shown.unjudged.insert(Unjudged::Objects, objects);
    }
    let settled = shown.settled();
    let mut findings: Vec<Diagnostic> =
        settled.into_iter().map(|(report, witness)| finding(module, &report, Level::Warning, Some(witness))).collect();
    findings.extend(words(&shown.unjudged).map(|words| self::note(module, id, format!("not judged: {words}"))));
    findings
}

fn note(module: &Module<'_>, id: FunctionId, message: String) -> Diagnostic {
    let name = module[id].name.map_or("", |name| module.name(name));
    Diagnostic {
        rule: &NOT_JUDGED.info,
        level: Level::Note,
        message: format!("`{name}`: {message}"),
        span: module[id].name_span,
        caption: None,
        labels: Vec::new(),
        help: Some("`ptxlint run` takes arguments and data".to_string()),
        fixes: Vec::new(),
        function: Some(name.into()),
        witness: None,
        confirmation: None,
    }
}

/// What is not judged, in words; nothing if that is nothing.
fn words(unjudged: &BTreeMap<Unjudged, BTreeSet<u32>>) -> Option<String> {
    const MOST_LINES: usize = 5;
    let part = |(why, lines): (&Unjudged, &BTreeSet<u32>)| {
        let mut numbers: Vec<String> = lines.iter().take(MOST_LINES).map(u32::to_string).collect();
        if lines.len() > MOST_LINES {
            numbers.push("…".to_string());
        }
        let places = format!("line{} {}", if lines.len() == 1 { "" } else { "s" }, numbers.join(", "));
        match why {
            Unjudged::Extent => {
                format!("whether addresses in {places} lie in buffers, which take real sizes and pointers")
            }
            Unjudged::Addresses => format!("races in {places}, whose addresses depend on parameters or data"),
            Unjudged::Objects => {
                format!(
                    "how large textures, surfaces or tensor maps in {places} are, which were made up, and races on what they hold"
                )
            }
            Unjudged::Data(kind) => format!("{kind} in {places}, which not all launches show"),
            Unjudged::Steps => format!("launches that take too many steps, in {places}"),
            Unjudged::Trap => format!("launches that end by a trap, in {places}"),
        }
    };
    let parts: Vec<String> = unjudged.iter().map(part).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The lines of a module whose instructions take a texture, a surface or a tensor map: those of launches that are made up are made up, too.
fn lines_of_objects(module: &Module<'_>, lines: &LineIndex) -> Vec<u32> {
    let handles = [Role::Texture, Role::Sampler, Role::Surface, Role::TensorMap];
    let takes_object = |&inst: &InstId| module.operand_specs(inst).any(|(_, spec)| handles.contains(&spec.role()));
    let insts = module.function_ids().flat_map(|function| module.insts_of(function));
    insts.filter(takes_object).map(|inst| lines.position(module[inst].span.start).line).collect()
}

/// Why a fault of a launch that was made up says nothing, if it doesn't.
fn why_unjudged(facts: &Facts<'_, '_>, fault: &Fault) -> Option<Unjudged> {
    let access = |span: Span| facts.accesses().iter().find(|access| facts.module[access.inst].span == span);
    let space = |access: &MemoryAccess| access.actual_space(facts);
    // Copies access both.
    let own = |span: Span| {
        let mut accesses = facts.accesses().iter().filter(|access| facts.module[access.inst].span == span).peekable();
        let is_own =
            |access| space(access).is_some_and(|space| !matches!(space, StateSpace::Global | StateSpace::Const));
        accesses.peek().is_some() && accesses.all(is_own)
    };
    // Indices of shared memory that cannot be expressed are the kernel's own business; those of buffers may come from anywhere.
    let is_told = |span: Span| {
        access(span).is_some_and(|access| match access.address {
            Some(address) => !facts::is_structured(facts, address),
            None => space(access) == Some(StateSpace::Shared),
        })
    };
    match fault.kind {
        FaultKind::OutOfBounds if !own(fault.span) => Some(Unjudged::Extent),
        FaultKind::OutOfBounds | FaultKind::Misaligned => (!is_told(fault.span)).then_some(Unjudged::Addresses),
        FaultKind::Race => {
            let Some(other) = &fault.other else { return Some(Unjudged::Addresses) };
            let one_block = fault.thread.block == other.thread.block;
            // Where all threads do the same in a buffer, one thread may be all that is launched.
            let differs = |span: Span| {
                access(span).is_some_and(|access| {
                    space(access) == Some(StateSpace::Shared)
                        || access.address.is_none_or(|address| facts.exprs().table.depends_on_thread(address))
                })
            };
            (!one_block
                || ![fault.span, other.span].into_iter().any(differs)
                || ![fault.span, other.span].into_iter().all(is_told))
            .then_some(Unjudged::Addresses)
        }
        _ => None,
    }
}
