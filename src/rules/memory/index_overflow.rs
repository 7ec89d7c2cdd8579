use super::provenance::is_by_index;
use crate::diagnostic::{Finding, Level};
use crate::facts::expr::{Axis, Expr, ExprTable, IntegerFormat, LeafKinds, Node};
use crate::facts::{
    Answer, Base, Block, BlockEntry, BlockModel, Candidate, Conditions, Facts, MemoryAccess, Sample, Thread, User,
    Verdict, axes_of, candidates, is_structured, judge,
};
use crate::ids::{InstId, VarId};
use crate::ir::FunctionKind;
use crate::isa::{ScalarType, StateSpace, TypeClass, op, word};
use crate::rules::{Context, Hook, declare_rule};
use crate::util::FastMap;
use crate::witness::LaunchScope;

declare_rule! {
    /// ## What it does
    /// Reports indices of 32 bits that wrap round before they become part of a 64-bit address: unsigned ones that are below zero for some
    /// thread.
    ///
    /// As notes, which have to be asked for, it also reports what needs arrays of billions of elements: indices that are compared with a
    /// size of 64 bits, and products of 32 bits of an index and a parameter that nothing bounds.
    ///
    /// ## Why is this bad
    /// `data[i - 1]` with an unsigned `i` of 0 lies 16 GiB after the array, not before it. `int i = blockIdx.x * blockDim.x + threadIdx.x`
    /// is negative from the 2,147,483,648th element on, which `i < n` lets pass whatever the 64 bits of `n` are.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 data, .param .u64 out)
    /// {
    ///     .reg .b32 %r<4>;
    ///     .reg .b64 %rd<7>;
    ///     ld.param.u64 %rd1, [data];
    ///     ld.param.u64 %rd2, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     cvta.to.global.u64 %rd2, %rd2;
    ///     mov.u32 %r1, %tid.x;
    ///     add.s32 %r2, %r1, -1;
    ///     mul.wide.u32 %rd3, %r2, 4;
    ///     add.s64 %rd4, %rd1, %rd3;
    ///     ld.global.u32 %r3, [%rd4];
    ///     mul.wide.u32 %rd5, %r1, 4;
    ///     add.s64 %rd6, %rd2, %rd5;
    ///     st.global.u32 [%rd6], %r3;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 data, .param .u64 out)
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<4>;
    ///     .reg .b64 %rd<7>;
    ///     ld.param.u64 %rd1, [data];
    ///     ld.param.u64 %rd2, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     cvta.to.global.u64 %rd2, %rd2;
    ///     mov.u32 %r1, %tid.x;
    ///     setp.eq.s32 %p1, %r1, 0;
    ///     @%p1 ret;
    ///     add.s32 %r2, %r1, -1;
    ///     mul.wide.u32 %rd3, %r2, 4;
    ///     add.s64 %rd4, %rd1, %rd3;
    ///     ld.global.u32 %r3, [%rd4];
    ///     mul.wide.u32 %rd5, %r1, 4;
    ///     add.s64 %rd6, %rd2, %rd5;
    ///     st.global.u32 [%rd6], %r3;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Only pointers in parameters are looked at; arrays of the module are for `out-of-bounds`. What is below zero has to follow from
    /// indices and constants alone. An index is taken to be compared with a size of 64 bits where the comparison comes before the access
    /// on all ways; one that is also compared as 32 bits is not reported, nor are counters of loops that no index of a block is part of.
    /// Nothing is said of accesses that are made where a parameter masks, shifts, divides or scales an index of a thread.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
    ///
    /// ## References
    /// PTX ISA 9.7.1 "Integer Arithmetic Instructions", 9.7.9.22 `cvt`; CWE-190 "Integer Overflow or Wraparound".
    pub static INDEX_OVERFLOW = "index-overflow" {
        group: Memory,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

/// Most usual launches that are tried.
const MOST_USUAL: usize = 6;

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if facts.module[facts.function].kind != FunctionKind::Entry {
        return;
    }
    let is_far = |access: &&MemoryAccess| {
        let global = matches!(access.space, None | Some(StateSpace::Global));
        global && matches!(access.base, Base::Parameter(..)) && access.address.is_some()
    };
    let accesses: Vec<&MemoryAccess> = facts.own_accesses().filter(is_far).collect();
    if accesses.is_empty() {
        return;
    }
    for access in &accesses {
        if let Some(found) = wrapped(facts, access) {
            cx.report(describe_wrapped(facts, access, &found));
        }
    }
    let by_term = by_term(facts, &accesses);
    let with_terms = |index: Expr| {
        let first = facts.exprs().table.terms(index).0.first().map(|term| term.0);
        first.and_then(|first| by_term.get(&first)).into_iter().flatten().take(MOST_ACCESSES)
    };
    for inst in facts.module.insts_of(facts.function) {
        if let Some((source, size)) = compared(facts, inst)
            && let Some(access) = with_terms(source).find(|access| is_used(facts, access, inst, source))
        {
            cx.report(describe_compared(facts, inst, access, size));
        } else if let Some((product, by)) = product(facts, inst)
            && let Some(access) = with_terms(product).find(|access| is_unbounded(facts, access, product))
        {
            cx.report(describe_product(facts, inst, access, by));
        }
    }
}

/// Most accesses that are looked at for an index.
const MOST_ACCESSES: usize = 8;

/// The accesses that have a term in their address, by the term.
fn by_term<'f>(facts: &Facts<'_, '_>, accesses: &[&'f MemoryAccess]) -> FastMap<Expr, Vec<&'f MemoryAccess>> {
    let mut found: FastMap<Expr, Vec<&MemoryAccess>> = FastMap::default();
    let exprs = facts.exprs();
    for access in accesses {
        let Some(address) = access.address else { continue };
        for &(expr, _) in exprs.table.terms(address).0.iter() {
            found.entry(expr).or_default().push(access);
        }
    }
    found
}

/// An index that wraps round for a thread of a launch.
struct Wrapped {
    thread: Thread,
    address: i64,
    index: i64,
    sample: Sample,
    scope: LaunchScope,
}

/// The thread whose unsigned index is below zero, if one makes the access.
fn wrapped(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<Wrapped> {
    let address = access.address?;
    let index = unsigned_below_zero(&facts.exprs().table, address)?;
    let conditions = facts.conditions()?;
    let block = facts.cfg().block_of(access.inst);
    let is_made_to_fit = |way: &BlockEntry| way.truth.is_some_and(|truth| is_structured(facts, truth));
    if facts.module.guard(access.inst).is_some() || conditions.all(facts, block).iter().any(is_made_to_fit) {
        return None;
    }
    let claim = |sample: Sample| {
        let model = BlockModel::of(facts, sample);
        let exprs = facts.exprs();
        let arrival = model.arrival(&exprs.table, conditions, block);
        let mut reached = false;
        for thread in model.threads().filter(|thread| matches!(model.linear(*thread), 0..4)) {
            if arrival.of(thread) != Some(true) {
                continue;
            }
            let Some(value) = model.value(&exprs.table, index, thread) else { return Answer::Silence };
            reached = true;
            if let Some(address) = model.value(&exprs.table, address, thread).filter(|_| value > i64::from(i32::MAX)) {
                return Answer::Yes((thread, address, value, sample));
            }
        }
        if reached { Answer::No } else { Answer::Silence }
    };
    let axes = axes_of(&facts.exprs().table, address);
    let (usual, others): (Vec<Candidate>, Vec<Candidate>) = candidates(facts, axes).partition(|it| it.usual);
    let found = |(thread, address, index, sample), scope| Wrapped { thread, address, index, sample, scope };
    match judge(usual.into_iter().take(MOST_USUAL).chain(others), claim) {
        Verdict::Every(it) => Some(found(it, LaunchScope::Every)),
        Verdict::Some(it) => Some(found(it, LaunchScope::Some)),
        Verdict::None => None,
    }
}

/// The part of an address that reads a sum of indices as an unsigned number although it may be below zero.
fn unsigned_below_zero(table: &ExprTable, address: Expr) -> Option<Expr> {
    let is_unsigned = |format: IntegerFormat| !format.signed && format.bits == 32;
    let terms = table.terms(address).0;
    let casts = terms.iter().map(|&(expr, _)| expr).filter(|&expr| match table.node(expr) {
        Node::Cast(format, inner) => {
            is_unsigned(format) && is_by_index(table, inner) && (i64::MIN / 2..0).contains(&table.bounds(inner).low)
        }
        _ => false,
    });
    casts.into_iter().next()
}

fn describe_wrapped(facts: &Facts<'_, '_>, access: &MemoryAccess, found: &Wrapped) -> Finding {
    let model = BlockModel::of(facts, found.sample);
    let act = model.touch(found.thread, access, Some(found.address));
    let roots: Vec<Expr> = access.address.into_iter().collect();
    let index = found.index - (1 << 32);
    Finding::new(access.span(), format!("the index of this access is {index}, and is taken for {}", found.index))
        .caption(format!("in {}: unsigned numbers of 32 bits wrap round below zero", found.thread))
        .help("leave out the threads that have no such element, or compute the index with a sign")
        .witness(model.witness(&roots, &[access.inst], found.scope).act(act))
}

/// An index of 32 bits that an instruction widens and something compares with a size of 64: the index, and the size.
fn compared(facts: &Facts<'_, '_>, inst: InstId) -> Option<(Expr, VarId)> {
    let module = facts.module;
    let opcode = module.opcode(inst);
    if opcode.instruction != Some(op::CVT) {
        return None;
    }
    let types: Vec<ScalarType> = module.types(opcode).collect();
    let [to, from] = types[..] else { return None };
    if to.bits() != 64 || from.bits() != 32 || from.is_float() || to.is_float() {
        return None;
    }
    let [target, source] = module.operands(inst) else { return None };
    let index = facts.exprs().operand(facts, inst, *source)?;
    if !may_wrap(&facts.exprs().table, index, from) {
        return None;
    }
    let value = facts.ssa()?.write(inst, target.register()?)?;
    let size = facts.users()?.of(value).find_map(|user| match user {
        User::Inst(user) => size_compared(facts, user),
        User::Value(_) => None,
    });
    Some((index, size?))
}

/// Whether an index of the grid has more numbers than a type.
fn may_wrap(table: &ExprTable, index: Expr, ty: ScalarType) -> bool {
    let format = IntegerFormat { bits: 32, signed: ty.class() == TypeClass::Signed };
    let counts_blocks = |node: Node| match node {
        Node::Product(a, b) => [a, b].map(|part| table.node(part)).contains(&Node::Ctaid(Axis::X)),
        _ => false,
    };
    table.bounds(index).low >= 0 && !table.bounds(index).fits(format) && table.contains(index, counts_blocks)
}

/// The parameter of 64 bits that an instruction compares something with.
fn size_compared(facts: &Facts<'_, '_>, inst: InstId) -> Option<VarId> {
    let module = facts.module;
    let opcode = module.opcode(inst);
    if opcode.instruction != Some(op::SETP) || module.types(opcode).next().is_none_or(|ty| ty.bits() != 64) {
        return None;
    }
    let equals = |word| matches!(word, Some(word::EQ | word::NE));
    if module.modifiers(opcode).iter().any(|modifier| equals(modifier.word)) {
        return None;
    }
    module.operands(inst).iter().skip(1).find_map(|&operand| {
        let expr = facts.exprs().operand(facts, inst, operand)?;
        match facts.exprs().table.node(expr) {
            Node::Param { var, .. } if module[var].ty.is_some_and(|ty| ty.bits() == 64) => Some(var),
            _ => None,
        }
    })
}

/// Whether an access that comes after an instruction has an index in its address, and nothing has asked for its 32 bits.
fn is_used(facts: &Facts<'_, '_>, access: &MemoryAccess, inst: InstId, index: Expr) -> bool {
    let (Some(address), Some(conditions)) = (access.address, facts.conditions()) else { return false };
    let block = facts.cfg().block_of(access.inst);
    let comes_before = facts.dominators().dominates(facts.cfg().block_of(inst), block);
    if !comes_before || !has_terms(&facts.exprs().table, address, index) {
        return false;
    }
    comes_unbounded(facts, conditions, block, index)
}

/// Whether no condition on the way to a block compares an index as a number of 32 bits.
fn comes_unbounded(facts: &Facts<'_, '_>, conditions: &Conditions, block: Block, index: Expr) -> bool {
    let ways = conditions.all(facts, block);
    let exprs = facts.exprs();
    ways.iter().all(|way| {
        way.truth.is_none_or(|truth| !bounds_index(&exprs.table, truth, &|expr| has_terms(&exprs.table, expr, index)))
    })
}

/// Whether an address has all terms of an index, each so many times.
fn has_terms(table: &ExprTable, address: Expr, index: Expr) -> bool {
    let (all, wanted) = (table.terms(address).0, table.terms(index).0);
    let mut scale = None;
    !wanted.is_empty()
        && wanted.iter().all(|&(expr, factor)| {
            let found = all.iter().find(|&&(other, _)| other == expr).and_then(|&(_, times)| times.checked_div(factor));
            found.is_some_and(|times| times != 0 && *scale.get_or_insert(times) == times)
        })
}

/// Whether a condition compares numbers of 32 bits of which one is wanted.
fn bounds_index(table: &ExprTable, truth: Expr, is_wanted: &dyn Fn(Expr) -> bool) -> bool {
    table.contains(truth, |node| match node {
        Node::Compare(_, format, a, b) => format.bits == 32 && (is_wanted(a) || is_wanted(b)),
        _ => false,
    })
}

fn describe_compared(facts: &Facts<'_, '_>, inst: InstId, access: &MemoryAccess, size: VarId) -> Finding {
    let module = facts.module;
    let signed = module.types(module.opcode(inst)).last().is_some_and(|ty| ty.class() == TypeClass::Signed);
    let (first, how) = if signed { (1_u64 << 31, "is negative") } else { (1 << 32, "begins again at 0") };
    let name = module[size].name.map_or("the size", |name| module.name(name));
    Finding::new(module[inst].span, format!("this index {how} from element {first} on, which `{name}` may ask for"))
        .caption(format!("32 bits are compared with the 64 of `{name}`"))
        .label(access.span(), "the index of this access")
        .label(module[size].span, "declared here")
        .level(Level::Note)
        .help("compute the index in 64 bits: `mad.wide.u32`")
}

/// The product of 32 bits of an index and a parameter that an instruction computes, and the parameter.
fn product(facts: &Facts<'_, '_>, inst: InstId) -> Option<(Expr, VarId)> {
    let module = facts.module;
    let opcode = module.opcode(inst);
    let multiplies = matches!(opcode.instruction, Some(op::MUL_LO | op::MAD_LO));
    if !multiplies || module.types(opcode).next().is_none_or(|ty| ty.bits() != 32) {
        return None;
    }
    let [_, a, b, ..] = *module.operands(inst) else { return None };
    let [a, b] = [a, b].map(|operand| facts.exprs().operand(facts, inst, operand));
    let (a, b) = (a?, b?);
    let mut exprs = facts.exprs();
    let parameter = |table: &ExprTable, expr: Expr| match table.node(expr) {
        Node::Param { var, .. } => Some(var),
        _ => None,
    };
    let counts = |table: &ExprTable, expr: Expr| table.has_any(expr, LeafKinds::CTAID.or(LeafKinds::TID));
    let by = match [parameter(&exprs.table, a), parameter(&exprs.table, b)] {
        [Some(var), None] if counts(&exprs.table, b) => var,
        [None, Some(var)] if counts(&exprs.table, a) => var,
        _ => return None,
    };
    Some((exprs.table.multiply(a, b)?, by))
}

/// Whether an access has a product in its address, and no condition bounds it.
fn is_unbounded(facts: &Facts<'_, '_>, access: &MemoryAccess, product: Expr) -> bool {
    let (Some(address), Some(conditions)) = (access.address, facts.conditions()) else { return false };
    let has_product = has_terms(&facts.exprs().table, address, product);
    has_product && comes_unbounded(facts, conditions, facts.cfg().block_of(access.inst), product)
}

fn describe_product(facts: &Facts<'_, '_>, inst: InstId, access: &MemoryAccess, by: VarId) -> Finding {
    let module = facts.module;
    let name = module[by].name.map_or("a parameter", |name| module.name(name));
    Finding::new(module[inst].span, format!("this product of 32 bits wraps round where it reaches {}", 1_u64 << 31))
        .caption(format!("nothing bounds an index times `{name}`"))
        .label(access.span(), "part of the index of this access")
        .level(Level::Note)
        .help("multiply in 64 bits if the array may have as many elements: `mul.wide.s32`")
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Level;
    use crate::options::{Options, Selector, Setting};

    /// The levels of what is found when notes are asked for.
    fn levels(text: &str) -> Vec<Level> {
        let mut options = Options::default();
        options.levels.set(Selector::parse("index-overflow").expect("a rule"), Setting::On);
        let report = crate::driver::check(text.as_bytes(), &options).expect("PTX");
        let own = report.findings.into_iter().filter(|finding| finding.rule.name == "index-overflow");
        own.map(|finding| finding.level).collect()
    }

    #[test]
    fn products_that_nothing_bounds_are_notes() {
        let text = include_str!("../../../fixtures/index-overflow/bad_product.ptx");
        assert_eq!(levels(text), [Level::Note]);
        let bounded = "setp.ge.s32 %p1, %r1, %r5";
        assert_eq!(
            levels(
                &text
                    .replace(bounded, &format!("mul.lo.s32 %r8, %r1, %r6;\n{bounded}").replace("%r1, %r5", "%r8, %r5"))
            ),
            []
        );
    }

    #[test]
    fn sizes_of_64_bits_are_notes() {
        let signed = include_str!("../../../fixtures/index-overflow/bad_size_of_64_bits.ptx");
        let unsigned = include_str!("../../../fixtures/index-overflow/bad_unsigned_size.ptx");
        assert_eq!([levels(signed), levels(unsigned)], [[Level::Note], [Level::Note]]);
        assert_eq!(levels(include_str!("../../../fixtures/index-overflow/good_size_of_32_bits.ptx")), []);
        assert_eq!(levels(include_str!("../../../fixtures/index-overflow/good_index_of_64_bits.ptx")), []);
    }
}
