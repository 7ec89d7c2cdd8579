use super::provenance::{is_base, is_by_index};
use crate::diagnostic::{Applicability, Edit, Finding, Level};
use crate::facts::expr::{Expr, Node, Term};
use crate::facts::{
    Answer, Base, BlockModel, Candidate, Conditions, Facts, MemoryAccess, Sample, Thread, Verdict, axes_of, candidates,
    judge,
};
use crate::ids::{InstId, VarId};
use crate::ir::Module;
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;
use crate::util::{FastMap, FastSet};
use crate::witness::{LaunchScope, Witness};
use std::cell::OnceCell;

declare_rule! {
    /// ## What it does
    /// Reports accesses whose address, for some thread, is not a multiple of the access size: vector loads with the stride of a
    /// single element, odd constant offsets, arrays declared with too small an alignment.
    ///
    /// ## Why is this bad
    /// The hardware faults (`CUDA_ERROR_MISALIGNED_ADDRESS`), and the context is lost. The assembler does not check addresses.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 data)
    /// {
    ///     .reg .f32 %f<5>;
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<5>;
    ///     ld.param.u64 %rd1, [data];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd3, %r1, 4;
    ///     add.s64 %rd4, %rd2, %rd3;
    ///     ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd4];
    ///     st.global.f32 [%rd4], %f1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 data)
    /// {
    ///     .reg .f32 %f<5>;
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<5>;
    ///     ld.param.u64 %rd1, [data];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd3, %r1, 16;
    ///     add.s64 %rd4, %rd2, %rd3;
    ///     ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd4];
    ///     st.global.f32 [%rd4], %f1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// The alignment of variables is known. Pointers in parameters are assumed to be multiples of 16 or of their `.align`; what
    /// depends on that is a warning, and so is what needs particular block shapes. Tensor copies need multiples of 128 in shared memory, and
    /// tensor maps multiples of 64; what a swizzle needs beyond that is written in the map, which is not known here, and dynamic shared memory
    /// is taken to begin at a multiple of that, whatever its declaration says. Addresses with a stride from a parameter are not
    /// reported, nor are addresses that depend on data. A parameter that is added to an index, so many elements of fewer bytes, is a warning
    /// where no condition asks for it.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
    ///
    /// ## References
    /// PTX ISA 6.4.1 "Addresses as Operands", 9.7.9.8 `ld`, 9.7.9.11 `st`.
    pub static MISALIGNED_ACCESS = "misaligned-access" {
        group: Memory,
        level: Error,
        fixable: true,
        hooks: [Hook::Function(check)],
    }
}

/// What pointers in parameters are taken to be multiples of: memory allocators give more.
const POINTER_ALIGNMENT: i64 = 16;

/// Most usual launches that are tried.
const MOST_USUAL: usize = 6;

/// Why an access is misaligned.
enum MisalignmentCause {
    /// This thread's distance from the base is no multiple of the size.
    Offset { thread: Thread, distance: i64, sample: Sample },
    /// Two threads, whose distances differ by no multiple of the size, can't both be right wherever the base is.
    Stride { threads: [Thread; 2], distances: [i64; 2], sample: Sample },
    /// The variable is declared with this alignment only.
    Declaration(i64),
    /// A parameter says how many elements of fewer bytes come before the access, and nothing asks whether they are a whole number of it.
    Parameter { var: VarId, bytes: i64, thread: Thread, sample: Sample },
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let mut known = KnownAddresses::default();
    for access in facts.own_accesses() {
        if access.alignment >= 2
            && access.alignment.is_power_of_two()
            && let Some((cause, scope)) = cause(facts, access, &mut known)
        {
            cx.report(describe(facts, access, &cause, scope));
        }
    }
}

/// What is found out of a function once, for all its accesses.
#[derive(Default)]
struct KnownAddresses {
    pitches: OnceCell<FastSet<Expr>>,
    /// Whether distances may be too little aligned, by the alignment of the access and of its base.
    suspects: FastMap<(Expr, i64, i64), bool>,
}

impl KnownAddresses {
    /// Whether the distance of some thread from the base, whether it gets to the access or not, is no multiple of the alignment, or two of them
    /// differ by something else. That is so for few, and to follow threads to the access takes long.
    fn is_suspect(&mut self, facts: &Facts<'_, '_>, distance: Expr, [size, base]: [i64; 2]) -> bool {
        // Unrolled accesses differ by multiples of it.
        let reduced = {
            let table = &mut facts.exprs().table;
            let (terms, constant) = table.terms(distance);
            let terms = terms.to_vec();
            table.sum(terms, constant.rem_euclid(size)).unwrap_or(distance)
        };
        *self.suspects.entry((reduced, size, base)).or_insert_with(|| may_be_misaligned(facts, reduced, [size, base]))
    }
}

fn may_be_misaligned(facts: &Facts<'_, '_>, distance: Expr, [size, base]: [i64; 2]) -> bool {
    tried_candidates(facts, distance).any(|candidate| {
        let model = BlockModel::of(facts, candidate.sample);
        let threads = model.threads().filter(|&thread| is_tried(&model, thread));
        let mut values = threads.map_while(|thread| model.value(&facts.exprs().table, distance, thread));
        let mut first = None;
        values.any(|value| {
            let before = *first.get_or_insert(value);
            value.rem_euclid(size.min(base)) != 0 || (value - before).rem_euclid(size) != 0
        })
    })
}

/// The launches in which addresses are looked at.
fn tried_candidates(facts: &Facts<'_, '_>, distance: Expr) -> impl Iterator<Item = Candidate> {
    let axes = axes_of(&facts.exprs().table, distance);
    let (usual, others): (Vec<Candidate>, Vec<Candidate>) =
        candidates(facts, axes).partition(|candidate| candidate.usual);
    usual.into_iter().take(MOST_USUAL).chain(others)
}

/// The threads of which addresses are looked at.
fn is_tried(model: &BlockModel<'_, '_, '_>, thread: Thread) -> bool {
    matches!(model.linear(thread), 0..6 | 31..34)
}

fn cause(
    facts: &Facts<'_, '_>,
    access: &MemoryAccess,
    known: &mut KnownAddresses,
) -> Option<(MisalignmentCause, LaunchScope)> {
    let (size, base) = (i64::from(access.alignment), base_alignment(facts.module, access.base)?);
    let Some(distance) = distance(facts, access.address?, (base >= size).then_some(size)) else {
        return by_parameter(facts, access, size, &known.pitches)
            .filter(|_| base >= size)
            .map(|cause| (cause, LaunchScope::Some));
    };
    let is_declared = is_placed_by(facts.module, access.base, size) && base < size;
    if !is_declared && !known.is_suspect(facts, distance, [size, base]) {
        return None;
    }
    let conditions = facts.conditions()?;
    let mut happened = false;
    let claim = |sample: Sample| {
        let model = BlockModel::of(facts, sample);
        let mut first: Option<(Thread, i64)> = None;
        for thread in model.threads().filter(|&thread| is_tried(&model, thread)) {
            let Some(value) = model.value(&facts.exprs().table, distance, thread) else { return Answer::Silence };
            // Only threads that tell something new have to be followed to the access.
            let misplaced = value.rem_euclid(size.min(base)) != 0;
            let strange = first.is_some_and(|(_, other)| (value - other).rem_euclid(size) != 0);
            if (!misplaced && !strange && first.is_some()) || !happens(facts, &model, conditions, access.inst, thread) {
                continue;
            }
            happened = true;
            match first {
                _ if misplaced => return Answer::Yes(MisalignmentCause::Offset { thread, distance: value, sample }),
                Some((other, before)) => {
                    let (threads, distances) = ([other, thread], [before, value]);
                    return Answer::Yes(MisalignmentCause::Stride { threads, distances, sample });
                }
                None => first = Some((thread, value)),
            }
        }
        if first.is_some() { Answer::No } else { Answer::Silence }
    };
    match judge(tried_candidates(facts, distance), claim) {
        Verdict::Every(cause) => Some((cause, LaunchScope::Every)),
        Verdict::Some(cause) => Some((cause, LaunchScope::Some)),
        Verdict::None => {
            (is_declared && happened).then_some((MisalignmentCause::Declaration(base), LaunchScope::Every))
        }
    }
}

/// A parameter that is the only part of an address which is no multiple of the size: a number of elements that come before. Where it is
/// multiplied with an index it is a pitch, which callers choose to fit.
fn by_parameter(
    facts: &Facts<'_, '_>,
    access: &MemoryAccess,
    size: i64,
    pitches: &OnceCell<FastSet<Expr>>,
) -> Option<MisalignmentCause> {
    let (address, conditions) = (access.address?, facts.conditions()?);
    let (leaf, var, bytes) = {
        let exprs = facts.exprs();
        let table = &exprs.table;
        let (terms, constant) = table.terms(address);
        let points = |expr: Expr| match table.node(expr) {
            Node::Param { var, .. } => matches!(access.base, Base::Parameter(pointer, _) if pointer == var),
            node => is_base(node),
        };
        let fits = |&&(expr, factor): &&Term| {
            (factor == 1 && points(expr)) || table.alignment(expr).saturating_mul(factor) % size == 0
        };
        let mut rest = terms.iter().filter(|term| !fits(term));
        let &(leaf, bytes) = rest.next().filter(|_| rest.next().is_none() && constant % size == 0)?;
        let Node::Param { var, .. } = table.node(leaf) else { return None };
        (leaf, var, bytes)
    };
    let block = facts.cfg().block_of(access.inst);
    let ways = conditions.all(facts, block);
    let asks = |truth| {
        facts.exprs().table.contains(truth, |node| matches!(node, Node::Param { var: other, .. } if other == var))
    };
    // Strides in bytes are for callers to choose.
    if bytes < 2
        || pitches.get_or_init(|| pitches_of(facts)).contains(&leaf)
        || facts.module.guard(access.inst).is_some()
        || ways.iter().any(|way| way.truth.is_none_or(asks))
    {
        return None;
    }
    let axes = axes_of(&facts.exprs().table, address);
    let usual = candidates(facts, axes).find(|candidate| candidate.usual)?;
    let sample = usual.sample.fixing(leaf, 1);
    let model = BlockModel::of(facts, sample);
    let thread = model.threads().next().filter(|&thread| happens(facts, &model, conditions, access.inst, thread))?;
    Some(MisalignmentCause::Parameter { var, bytes, thread, sample })
}

/// The parameters that say how far rows are apart, not how many elements come before something: addresses have them multiplied with something
/// else, or by different numbers of bytes.
fn pitches_of(facts: &Facts<'_, '_>) -> FastSet<Expr> {
    let exprs = facts.exprs();
    let table = &exprs.table;
    let is_parameter = |expr: Expr| matches!(table.node(expr), Node::Param { .. });
    let (mut found, mut factors) = (FastSet::default(), FastMap::default());
    let addresses: Vec<Expr> = facts.accesses().iter().filter_map(|access| access.address).collect();
    for &address in &addresses {
        for &(expr, factor) in table.terms(address).0.iter().filter(|term| is_parameter(term.0)) {
            if *factors.entry(expr).or_insert(factor) != factor {
                found.insert(expr);
            }
        }
    }
    table.walk_all(addresses, &mut |_, node| {
        if let Node::Product(a, b) = node {
            found.extend([a, b].into_iter().filter(|&part| is_parameter(part)));
        }
        true
    });
    found
}

/// Whether the declaration of a variable says where it lies: dynamic shared memory begins where launches have always put it, at a multiple
/// of more than compilers declare.
fn is_placed_by(module: &Module<'_>, base: Base, alignment: i64) -> bool {
    let Base::Variable(var) = base else { return false };
    alignment <= POINTER_ALIGNMENT || module[var].size.is_some_and(|size| size > 0)
}

/// What the base of an address is a multiple of; `None` for an unknown base.
fn base_alignment(module: &Module<'_>, base: Base) -> Option<i64> {
    match base {
        Base::Variable(var) => module[var].alignment().and_then(|align| i64::try_from(align).ok()),
        Base::Parameter(var, _) => {
            let declared = module[var].pointer.and_then(|pointer| pointer.align).unwrap_or(1);
            Some(POINTER_ALIGNMENT.max(i64::try_from(declared).ok()?))
        }
        Base::Loaded(_) | Base::Unknown => None,
    }
}

/// An address without its base, when it follows from indices and constants alone and is not known to be a multiple of `unit`.
fn distance(facts: &Facts<'_, '_>, address: Expr, unit: Option<i64>) -> Option<Expr> {
    let mut exprs = facts.exprs();
    let table = &exprs.table;
    let (terms, constant) = table.terms(address);
    let is_own_base = |&&(expr, coefficient): &&Term| coefficient == 1 && is_base(table.node(expr));
    let bases = terms.iter().filter(is_own_base).count();
    let rest = || terms.iter().filter(|term| !is_own_base(term));
    let fits = |&(expr, coefficient): &Term, unit: i64| table.alignment(expr).saturating_mul(coefficient) % unit == 0;
    let aligned = unit.is_some_and(|unit| constant % unit == 0 && rest().all(|term| fits(term, unit)));
    // What the address of the base itself is masked for aligns it.
    let uses_base = |&(expr, _): &Term| table.contains(expr, is_base);
    if bases > 1 || aligned || rest().any(uses_base) || !rest().all(|&(expr, _)| is_by_index(table, expr)) {
        return None;
    }
    let rest: Vec<Term> = rest().copied().collect();
    exprs.table.sum(rest, constant)
}

/// Whether a thread of a model provably executes an instruction.
fn happens(
    facts: &Facts<'_, '_>,
    model: &BlockModel<'_, '_, '_>,
    conditions: &Conditions,
    inst: InstId,
    thread: Thread,
) -> bool {
    let guard = facts.exprs().guard(facts, inst);
    let exprs = facts.exprs();
    let guarded = match (facts.module.guard(inst), guard) {
        (None, _) => true,
        (Some(_), guard) => {
            guard.and_then(|guard| model.value(&exprs.table, guard, thread)).is_some_and(|value| value != 0)
        }
    };
    guarded && model.reaches(&exprs.table, conditions, facts.cfg().block_of(inst), thread) == Some(true)
}

/// The edit that declares a variable with an alignment.
fn aligned(module: &Module<'_>, var: VarId, align: u32) -> Option<Edit> {
    const WORD: &str = ".align";
    let storage = module[var].storage_span;
    let text = module.source.text_of(storage);
    let Some(word) = text.find(WORD) else {
        let ty = storage.start + text.rfind('.')? as u32;
        return Some(Edit { span: Span::at(ty), text: format!("{WORD} {align} ") });
    };
    let rest = &text[word + WORD.len()..];
    let digits = rest.find(|c: char| c.is_ascii_digit()).filter(|&at| rest[..at].trim().is_empty())?;
    let length = rest[digits..].find(|c: char| !c.is_ascii_digit())?;
    let start = storage.start + (word + WORD.len() + digits) as u32;
    Some(Edit { span: Span::new(start, start + length as u32), text: align.to_string() })
}

fn describe(facts: &Facts<'_, '_>, access: &MemoryAccess, cause: &MisalignmentCause, scope: LaunchScope) -> Finding {
    let (module, size) = (facts.module, access.alignment);
    let base = match access.base {
        Base::Variable(var) | Base::Parameter(var, _) => module[var].name.map_or("the base", |name| module.name(name)),
        Base::Loaded(_) | Base::Unknown => "the base",
    };
    let finding = Finding::new(access.span(), format!("this access needs an address that is a multiple of {size}"));
    let finding = match cause {
        MisalignmentCause::Offset { thread, distance, .. } => {
            finding.caption(format!("{thread} is {distance} bytes from `{base}`"))
        }
        MisalignmentCause::Stride { threads: [a, b], distances: [x, y], .. } => finding
            .caption(format!("{a} is {x} bytes from `{base}`, {b} is {y}: they cannot both be multiples of {size}")),
        MisalignmentCause::Parameter { var, bytes, .. } => {
            let name = module[*var].name.map_or("a parameter", |name| module.name(name));
            finding.caption(format!(
                "`{name}` times {bytes} bytes from `{base}`: no multiple of {size} where `{name}` is 1"
            ))
        }
        MisalignmentCause::Declaration(align) => {
            finding.caption(format!("`{base}` is declared with an alignment of only {align}"))
        }
    };
    let certain = matches!(access.base, Base::Variable(_))
        && !matches!(cause, MisalignmentCause::Declaration(_))
        && scope == LaunchScope::Every;
    let finding = match (cause, access.base) {
        (MisalignmentCause::Declaration(_), Base::Variable(var)) => {
            let finding = finding.label(module[var].span, "declared here");
            let finding = finding.help(format!("declare it with `.align {size}`"));
            // What other modules declare, too, has to be the same in all of them.
            let is_own = module[var].function.is_some();
            let applicability = if is_own { Applicability::Safe } else { Applicability::Unsafe };
            match aligned(module, var, size) {
                Some(edit) => finding.fixes(applicability, vec![edit]),
                None => finding,
            }
        }
        _ => finding.help("align the offset to the size of the access, or use narrower accesses"),
    };
    let finding = match *cause {
        MisalignmentCause::Offset { thread, sample, .. } => {
            finding.witness(witness(facts, access, &[thread], sample, scope))
        }
        MisalignmentCause::Stride { threads, sample, .. } => {
            finding.witness(witness(facts, access, &threads, sample, scope))
        }
        MisalignmentCause::Parameter { thread, sample, .. } => {
            finding.witness(witness(facts, access, &[thread], sample, scope))
        }
        MisalignmentCause::Declaration(_) => finding,
    };
    if certain { finding } else { finding.level(Level::Warning) }
}

/// The addresses that threads access in a launch.
fn witness(
    facts: &Facts<'_, '_>,
    access: &MemoryAccess,
    threads: &[Thread],
    sample: Sample,
    scope: LaunchScope,
) -> Witness {
    let model = BlockModel::of(facts, sample);
    let address = |thread| access.address.and_then(|expr| model.value(&facts.exprs().table, expr, thread));
    let acts = threads.iter().map(|&thread| model.touch(thread, access, address(thread)));
    let roots: Vec<Expr> = access.address.into_iter().collect();
    acts.fold(model.witness(&roots, &[access.inst], scope), Witness::act)
}
