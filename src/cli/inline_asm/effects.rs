//! What a statement does, against what it lets the compiler assume.

use super::module::AsmModule;
use super::statement::{AsmLanguage, AsmStatement};
use super::{AsmFindings, AsmSite};
use crate::diagnostic::{Applicability, Finding, Level};
use crate::ids::InstId;
use crate::ir;
use crate::isa::{Effects, StateSpace, op, word};
use crate::rules::inline_asm::{MISSING_MEMORY_CLOBBER, MISSING_VOLATILE};
use crate::span::Span;

/// Why a compiler must not treat an instruction as the mere computation of its outputs, mildest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Reason {
    /// It reads memory that may have been written since.
    Reads,
    /// Each time it may give something else: it reads a counter, or what other threads write.
    Changes,
    /// It does something besides.
    Acts,
}

/// What does more than to compute outputs.
const ACTS: Effects = Effects::WRITES_MEMORY
    .union(Effects::ATOMIC)
    .union(Effects::FENCE)
    .union(Effects::BARRIER)
    .union(Effects::BARRIER_ARRIVE)
    .union(Effects::CLUSTER_BARRIER)
    .union(Effects::ASYNCHRONOUS)
    .union(Effects::COMMITS)
    .union(Effects::CALL)
    .union(Effects::TRAP);

/// What orders or changes what other code reads and writes.
const TOUCHES: Effects = Effects::WRITES_MEMORY
    .union(Effects::ATOMIC)
    .union(Effects::FENCE)
    .union(Effects::BARRIER)
    .union(Effects::CLUSTER_BARRIER)
    .union(Effects::WAITS);

/// Whether an instruction works on memory that nothing but the statement sees.
fn is_private(module: &ir::Module<'_>, inst: InstId) -> bool {
    let space = module.space(module.opcode(inst));
    matches!(space, Some(StateSpace::Param | StateSpace::Local))
}

fn reason(module: &ir::Module<'_>, inst: InstId) -> Option<Reason> {
    let opcode = module.opcode(inst);
    let instruction = opcode.instruction?;
    if is_private(module, inst) {
        return None;
    }
    if opcode.effects.intersects(ACTS) {
        return Some(Reason::Acts);
    }
    let is_counter = |operand: &ir::Operand| match operand.kind {
        ir::OperandKind::Special { register, .. } => register.kind.is_counter(),
        _ => false,
    };
    let is_strong = module
        .modifiers(opcode)
        .iter()
        .filter_map(|modifier| modifier.word)
        .any(|word| word == word::MMIO || word.is_like(word::RELAXED) && word != word::WEAK);
    let reads = opcode.effects.intersects(Effects::READS_MEMORY);
    if opcode.effects.intersects(Effects::WAITS)
        || instruction == op::ACTIVEMASK
        || reads && is_strong
        || module.operands(inst).iter().any(is_counter)
    {
        return Some(Reason::Changes);
    }
    let is_constant = matches!(module.space(opcode), Some(StateSpace::Const)) || module.has_modifier(opcode, word::NC);
    // Textures do not change while a kernel runs.
    let is_texture = matches!(instruction, op::TEX | op::TEX_BASE | op::TEX_LEVEL | op::TEX_GRAD | op::TLD4 | op::LDU);
    (reads && !is_constant && !is_texture).then_some(Reason::Reads)
}

/// Where an opcode is.
fn opcode_span(module: &ir::Module<'_>, inst: InstId) -> Span {
    let start = module[inst].span.start;
    let length = module.name(module.opcode(inst).name).len() as u32;
    Span::new(start, start + length)
}

/// Judges a statement whose module is legal.
pub(super) fn judge(site: &AsmSite<'_>, parsed: &ir::Module<'_>, told: &mut AsmFindings<'_>) {
    if site.statement.assumptions.is_pure {
        volatile(site, parsed, told);
    } else {
        clobber(site, parsed, told);
    }
}

fn insts<'a>(parsed: &'a ir::Module<'_>, module: &'a AsmModule) -> impl Iterator<Item = InstId> + 'a {
    let function = parsed.function_ids().next();
    let all = function.into_iter().flat_map(|function| parsed.insts_of(function));
    all.filter(|&inst| module.inside.contains(parsed[inst].span.start))
}

fn volatile(site: &AsmSite<'_>, parsed: &ir::Module<'_>, told: &mut AsmFindings<'_>) {
    let reasons = insts(parsed, site.module).filter_map(|inst| Some((reason(parsed, inst)?, inst)));
    // The first of the worst.
    let worst = reasons.fold(None, |worst: Option<(Reason, InstId)>, next| match worst {
        Some(worst) if worst.0 >= next.0 => Some(worst),
        _ => Some(next),
    });
    let Some((reason, inst)) = worst else { return };
    let span = opcode_span(parsed, inst);
    let Some(place) = site.module.source(span) else { return };
    let name = parsed.name(parsed[parsed[inst].opcode].name);
    let AsmStatement { language, keyword, .. } = *site.statement;
    let (lacks, help) = match language {
        AsmLanguage::Llvm => ("`is_pure=True` says otherwise", "pass `is_pure=False`"),
        AsmLanguage::Rust => ("`options(pure)` says otherwise", "remove `pure`"),
        AsmLanguage::Extended | AsmLanguage::Basic => ("the statement is not `volatile`", "write `asm volatile`"),
    };
    let (message, caption, level) = match reason {
        Reason::Acts => (
            format!("`{name}` has an effect besides its outputs, but {lacks}"),
            "the compiler may remove, merge or move it",
            Level::Warning,
        ),
        Reason::Changes => (
            format!("`{name}` may give another value each time, but {lacks}"),
            "the compiler may execute it once and keep the value, also in a loop that waits for another one",
            Level::Warning,
        ),
        Reason::Reads => (
            format!("`{name}` reads memory that may change, but {lacks}"),
            "the compiler may move it over stores and barriers, and keep its value",
            Level::Note,
        ),
    };
    let mut finding = Finding::new(place, message).level(level).caption(caption).help(help);
    if let AsmLanguage::Extended | AsmLanguage::Basic = language {
        let end = Span::new(keyword.end, keyword.end);
        finding = finding.label(keyword, "`volatile` is missing here").fix(Applicability::Safe, end, " volatile");
    }
    told.report(&MISSING_VOLATILE, finding);
}

fn clobber(site: &AsmSite<'_>, parsed: &ir::Module<'_>, told: &mut AsmFindings<'_>) {
    let assumptions = site.statement.assumptions;
    if !assumptions.writes_nothing {
        return;
    }
    for inst in insts(parsed, site.module) {
        let opcode = &parsed[parsed[inst].opcode];
        let touches = opcode.effects.intersects(TOUCHES);
        let reads = assumptions.reads_nothing && reason(parsed, inst) == Some(Reason::Reads);
        if !touches && !reads || is_private(parsed, inst) {
            continue;
        }
        let Some(place) = site.module.source(opcode_span(parsed, inst)) else { continue };
        let name = parsed.name(opcode.name);
        let does = match () {
            () if !touches => "reads memory",
            () if opcode.effects.intersects(Effects::WRITES_MEMORY.union(Effects::ATOMIC)) => "writes memory",
            () => "orders accesses to memory",
        };
        let (message, help, level) = if assumptions.is_explicit {
            let option = if assumptions.reads_nothing { "nomem" } else { "readonly" };
            let message = format!("`{name}` {does}, but `options({option})` says that the statement does not");
            (message, format!("remove `{option}`"), Level::Warning)
        } else {
            let message = format!("`{name}` {does}, and the statement has no \"memory\" clobber");
            (message, "add `: \"memory\"` after the inputs".to_string(), Level::Note)
        };
        let caption = "the compiler may keep values in registers, and move its own accesses over the statement";
        told.report(&MISSING_MEMORY_CLOBBER, Finding::new(place, message).level(level).caption(caption).help(help));
        return;
    }
}
