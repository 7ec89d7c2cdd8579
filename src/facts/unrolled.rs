//! How many threads unrolled loops are for. An unrolled fill of shared memory (`s[t] = …; s[t + 128] = …`) is not meant for more than 128
//! threads, which would store to the places of others, and so it is with what such a loop does in global memory.

use super::device::MAX_THREADS;
use super::expr::{
    Axis, Expr, ExprTable, LeafMarks, Mask, Node, RowEnvironment, Rows, Term, Terms, ThreadRow, leaf_in_row,
};
use super::{AccessKind, Base, Block, Divergence, Facts, MemoryAccess, ThreadScope, WARP, guard_value};
use crate::ids::InstId;
use crate::isa::StateSpace;
use crate::util::FastMap;
use std::hash::Hash;

/// Most threads of a block.
const MOST_THREADS: i64 = MAX_THREADS as i64;

/// Most distances between places of threads that are looked at.
const MOST_DISTANCES: usize = 16;

/// A store that is not for the threads below or above a number alone.
struct FillStore {
    /// How many barriers are before it in the text.
    barriers: usize,
    address: Expr,
    size: u32,
    /// All threads make it.
    is_whole: bool,
}

/// How many threads the unrolled fills of a function are for.
#[derive(Clone, Copy, Default)]
pub(super) struct UnrolledFills {
    /// The most threads of which none stores to a place that another one stores to by the next instruction of the same fill, where their
    /// places leave no gaps; nothing if that are fewer than a warp has, as the fill is then something else. What some threads leave out may
    /// be a smaller fill than others.
    pub threads: Option<u32>,
    /// The same along each axis, where places are those of a plane or of several, gaps or not.
    pub axes: [Option<u32>; 3],
}

impl UnrolledFills {
    /// Looks at the fills of a function.
    pub(super) fn of(facts: &Facts<'_, '_>) -> Self {
        let (whole, others): (Vec<_>, Vec<_>) = fills(facts).into_iter().partition(|fill| fill.is_whole);
        let all: Vec<&FillStore> = whole.iter().chain(&others).collect();
        let all = distances(facts, &all);
        let [whole, others] = [whole, others].map(|fills| distances(facts, &fills.iter().collect::<Vec<_>>()));
        let mut row = FirstRow::new();
        let mut threads = |fills: &[FillStep]| {
            let table = &facts.exprs().table;
            fills.iter().filter_map(|fill| most_apart(table, &mut row, fill)).collect::<Vec<u32>>()
        };
        let along = |axis: Axis| {
            let least = |fills: &mut dyn Iterator<Item = &FillStep>| {
                fills.filter_map(|fill| most_along(facts, fill, axis)).min()
            };
            least(&mut whole.iter().chain(&others)).or_else(|| least(&mut all.iter()))
        };
        Self {
            threads: threads(&whole).into_iter().min().or_else(|| threads(&others).into_iter().max()),
            axes: Axis::ALL.map(along),
        }
    }
}

/// How many threads along an axis have places of a plane, or of several, before the next instruction of a fill begins; but for the last axis also
/// how many there are before the next row or plane.
fn most_along(facts: &Facts<'_, '_>, &(address, distance, _): &FillStep, axis: Axis) -> Option<u32> {
    let exprs = facts.exprs();
    let table = &exprs.table;
    let terms = table.terms(address).0;
    let stride = |axis: Axis| {
        let term = terms.iter().find(|(expr, _)| table.node(*expr) == Node::Tid(axis));
        term.map(|&(_, stride)| stride).filter(|&stride| stride > 0)
    };
    let of_threads = terms.iter().filter(|(expr, _)| table.depends_on_thread(*expr)).count();
    let strides = Axis::ALL.map(stride);
    let [Some(column), Some(row), plane] = strides else { return None };
    if of_threads != 2 + usize::from(plane.is_some()) || column >= row || plane.is_some_and(|plane| plane < row) {
        return None;
    }
    // Rows of planes that have other lengths have a margin.
    if plane.is_some() && (row % column != 0 || !(row / column).unsigned_abs().is_power_of_two()) {
        return None;
    }
    let own = strides[axis.index()]?;
    let next = strides[axis.index() + 1..].iter().copied().flatten().next();
    let count = match next {
        Some(next) if distance < next && distance > own && distance % own == 0 => distance / own,
        Some(next) if next % own == 0 => next / own,
        None if distance % own == 0 => distance / own,
        _ => return None,
    };
    // Rows that are as far apart as planes are one each, and a plane may be alone.
    let least = if plane.is_some() { 1 } else { 2 };
    u32::try_from(count).ok().filter(|count| (least..=MOST_THREADS as u32).contains(count))
}

/// An address, the distance to that of the next store of the same fill, and the bytes of a store.
type FillStep = (Expr, i64, u32);

/// Addresses in order, with the numbers in them.
type RowPlaces = Vec<(i64, Expr)>;

/// Addresses that differ by numbers alone, in order, each once, with what else they have in common.
fn rows<K: Copy + Eq + Hash>(table: &ExprTable, addresses: impl Iterator<Item = (K, Expr)>) -> Vec<(K, RowPlaces)> {
    let mut rows: FastMap<(K, &[Term]), RowPlaces> = FastMap::default();
    for (key, address) in addresses {
        if let (Terms::Sum(terms), start) = table.terms(address) {
            rows.entry((key, terms)).or_default().push((start, address));
        }
    }
    let in_order = |mut places: RowPlaces| {
        places.sort_unstable();
        places.dedup();
        places
    };
    rows.into_iter().map(|((key, _), places)| (key, in_order(places))).collect()
}

/// How far addresses lie from the ones before them.
fn distances_of(places: &[(i64, Expr)]) -> impl Iterator<Item = i64> {
    places.windows(2).map(|pair| pair[1].0.saturating_sub(pair[0].0))
}

/// The least distances between stores whose addresses differ by a number, with no barrier in between.
fn distances(facts: &Facts<'_, '_>, fills: &[&FillStore]) -> Vec<FillStep> {
    let exprs = facts.exprs();
    let mut found = Vec::new();
    let stores = fills.iter().map(|fill| ((fill.barriers, fill.size), fill.address));
    for ((_, size), mut places) in rows(&exprs.table, stores) {
        // What a thread stores side by side is one place.
        let own = column_of(&exprs.table, places[0].1).unwrap_or(0);
        let mut last = i64::MIN;
        places.retain(|&(start, _)| {
            let is_next = last == i64::MIN || start.saturating_sub(last) >= own;
            last = if is_next { start } else { last };
            is_next
        });
        let least = distances_of(&places).min();
        found.extend(least.map(|distance| (places[0].1, distance, size)));
    }
    found.sort_unstable();
    found.truncate(MOST_DISTANCES);
    found
}

/// How far apart the places of neighbours in a row are, if rows of threads are side by side.
fn column_of(table: &ExprTable, address: Expr) -> Option<i64> {
    let terms = table.terms(address).0;
    let stride =
        |axis: Axis| terms.iter().find(|(expr, _)| table.node(*expr) == Node::Tid(axis)).map(|&(_, stride)| stride);
    let (column, row) = (stride(Axis::X)?, stride(Axis::Y)?);
    (0 < column && column < row).then_some(column)
}

/// As many accesses as an unrolled loop has at least.
const UNROLLED: usize = 4;

/// Addresses in global memory that are accessed again and again with the same distance in between, where threads of a row lie closer together: by
/// the rounds of an unrolled loop.
pub(super) fn unrolled_steps(table: &ExprTable, accesses: &[&MemoryAccess]) -> Vec<(Expr, i64)> {
    let given = accesses.iter().filter(|access| matches!(access.base, Base::Parameter(..)));
    let addresses = given.filter_map(|access| Some(((access.base, access.size), access.address?)));
    let mut found = Vec::new();
    for ((_, size), places) in rows(table, addresses) {
        let steps = || distances_of(&places);
        let is_even = steps().all(|step| Some(step) == steps().next() && step > i64::from(size));
        if places.len() >= UNROLLED && is_even {
            found.extend(steps().next().map(|step| (places[0].1, step)));
        }
    }
    found.sort_unstable();
    found
}

/// The stores to shared memory that any thread of a block may make, in the order of the code.
fn fills(facts: &Facts<'_, '_>) -> Vec<FillStore> {
    let is_store = |access: &&MemoryAccess| {
        access.kind == AccessKind::Write
            && access.lanes == WARP
            && !access.called
            && access.actual_space(facts) == Some(StateSpace::Shared)
    };
    let mut reached: Option<(Block, Option<bool>)> = None;
    let mut found = Vec::new();
    for access in facts.accesses().iter().filter(is_store) {
        let Some(address) = access.address else { continue };
        let block = facts.cfg().block_of(access.inst);
        let of_block = match reached {
            Some((known, of_block)) if known == block => of_block,
            _ => reach(facts, block),
        };
        reached = Some((block, of_block));
        let guard = if facts.module.guard(access.inst).is_none() { Some(true) } else { is_whole(facts, access.inst) };
        if let (Some(of_block), Some(of_guard)) = (of_block, guard) {
            let barriers = facts.barriers().partition_point(|barrier| barrier.inst < access.inst);
            found.push(FillStore { barriers, address, size: access.size, is_whole: of_block && of_guard });
        }
    }
    found
}

/// Whether all threads reach a block; nothing where the number of a thread alone decides.
fn reach(facts: &Facts<'_, '_>, block: Block) -> Option<bool> {
    let ways = facts.conditions()?.all(facts, block);
    ways.iter().try_fold(true, |all, way| Some(all & is_whole(facts, way.inst)?))
}

/// Whether what guards an instruction is the same for all threads; nothing where it compares the number of a thread with one that is known.
fn is_whole(facts: &Facts<'_, '_>, inst: InstId) -> Option<bool> {
    let uniformity = facts.uniformity()?;
    let level = guard_value(facts, inst).map(|value| uniformity.level(value, ThreadScope::Block));
    if level.is_some_and(|level| level != Divergence::Thread) {
        return Some(true);
    }
    let truth = facts.exprs().guard(facts, inst)?;
    let exprs = facts.exprs();
    let table = &exprs.table;
    let is_unknown =
        |node: Node| node.is_leaf() && !matches!(node, Node::Const(_) | Node::Tid(_) | Node::Lane | Node::Warp);
    let is_known = |expr: Expr| !table.contains(expr, is_unknown);
    let bounds = |node| matches!(node, Node::Compare(_, _, a, b) if is_known(a) && is_known(b));
    (!table.contains(truth, bounds)).then_some(false)
}

/// The threads of the first row of a block, a hundred or so at a time, and numbers of expressions in them.
struct FirstRow {
    rows: Vec<Rows>,
}

/// How many threads of a row are looked at together.
const TOGETHER: usize = Mask::BITS as usize;

/// Some threads of the first row, from a number on.
struct RowThreads {
    first: i64,
}

impl RowEnvironment for RowThreads {
    fn leaf(&mut self, _: Expr, node: Node) -> ThreadRow {
        match node {
            Node::Const(number) => ThreadRow::Same(Some(number)),
            Node::Tid(Axis::Y | Axis::Z) => ThreadRow::Same(Some(0)),
            Node::Tid(Axis::X) | Node::Lane | Node::Warp => {
                ThreadRow::of_leaf((0..TOGETHER).map(|thread| leaf_in_row(node, self.first + thread as i64)))
            }
            _ => ThreadRow::Same(None),
        }
    }

    fn varies(&self, _: Node) -> LeafMarks {
        0
    }
}

impl FirstRow {
    fn new() -> Self {
        Self { rows: Vec::new() }
    }

    /// What terms come to in the first threads; nothing if it is not known in each.
    fn sums(&mut self, table: &ExprTable, terms: &[Term], threads: usize) -> Option<Vec<i64>> {
        let mut sums = Vec::with_capacity(threads);
        for (group, first) in (0..threads).step_by(TOGETHER).enumerate() {
            if group == self.rows.len() {
                self.rows.push(Rows::new(TOGETHER));
            }
            let environment = &mut RowThreads { first: first as i64 };
            let of = |&(expr, factor): &Term| (self.rows[group].of(table, expr, environment), factor);
            let parts: Vec<(ThreadRow, i64)> = terms.iter().map(of).collect();
            for thread in 0..TOGETHER.min(threads - first) {
                let add =
                    |sum: i64, (row, factor): &(ThreadRow, i64)| sum.checked_add(row.at(thread)?.checked_mul(*factor)?);
                sums.push(parts.iter().try_fold(0, add)?);
            }
        }
        Some(sums)
    }
}

/// The least number of a thread that stores to the place of an earlier one so many bytes further on, or before, if all before it fill these
/// bytes.
fn most_apart(table: &ExprTable, row: &mut FirstRow, &(address, distance, size): &FillStep) -> Option<u32> {
    let size = i64::from(size);
    // As many as the bytes have places.
    let threads = distance / size;
    if distance % size != 0 || !(i64::from(WARP)..MOST_THREADS).contains(&threads) {
        return None;
    }
    let terms: Vec<Term> =
        table.terms(address).0.iter().copied().filter(|&(expr, _)| table.depends_on_thread(expr)).collect();
    let mut places = row.sums(table, &terms, threads as usize + 1)?;
    let next = places.pop()?;
    places.sort_unstable();
    let (least, most) = (*places.first()?, *places.last()?);
    let is_dense = places.windows(2).all(|pair| pair[1] - pair[0] == size);
    // The next thread's place is that of another round.
    let is_there = |place: i64| (least..=most).contains(&place);
    let meets = is_there(next - distance) || is_there(next + distance);
    (is_dense && least % size == 0 && next % size == 0 && meets).then_some(threads as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn threads(body: &str) -> Option<u32> {
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u32 n) {{ .reg .pred %p<4>; .reg .b32 %r<9>;
            .shared .align 16 .b8 s[8192]; ld.param.u32 %r5, [n]; mov.u32 %r1, %tid.x; mov.u32 %r2, s; shl.b32 %r3, %r1, 4;
            add.u32 %r3, %r3, %r2; shr.u32 %r6, %r1, 3; and.b32 %r6, %r6, 7; xor.b32 %r6, %r6, %r1; shl.b32 %r6, %r6, 4; add.u32 %r6, %r6, %r2;
            {body} ret; }}"
        );
        let source = crate::source::Source::new(text.as_bytes()).expect("small");
        let module = crate::parser::parse(source);
        let kernel = module.function_ids().next().expect("a kernel");
        UnrolledFills::of(&Facts::new(&module, kernel, None)).threads
    }

    fn stores(at: &str, offsets: [u32; 2], between: &str) -> String {
        let store = |offset| format!("st.shared.v4.b32 [{at}+{offset}], {{%r1, %r1, %r1, %r1}};");
        format!("{} {between} {}", store(offsets[0]), store(offsets[1]))
    }

    #[test]
    fn fills_tell_how_many_threads_they_are_for() {
        assert_eq!(threads(&stores("%r3", [0, 2048], "")), Some(128));
        assert_eq!(threads(&stores("%r3", [2368, 320], "")), Some(128));
        // Places within rows are exchanged.
        assert_eq!(threads(&stores("%r6", [64, 2112], "")), Some(128));
        let several = format!("{} {}", stores("%r3", [0, 2048], ""), stores("%r3", [4096, 5120], ""));
        assert_eq!(threads(&several), Some(64));
        // Rows behind the end of something are left out.
        let guarded = stores("%r3", [0, 2048], "").replace("st.", "@%p1 st.");
        assert_eq!(threads(&format!("setp.lt.u32 %p1, %r1, %r5; {guarded}")), Some(128));
        assert_eq!(threads(&format!("setp.lt.u32 %p1, %r1, 64; {guarded}")), None);
        let branches = "shr.u32 %r7, %r1, 3; setp.lt.u32 %p1, %r7, %r5; @!%p1 bra E;";
        assert_eq!(threads(&format!("{branches} {} E:", stores("%r3", [0, 2048], ""))), Some(128));
    }

    #[test]
    fn other_stores_tell_nothing() {
        // Each thread has both places side by side, or fewer threads than a warp are meant.
        assert_eq!(threads("st.shared.b32 [%r3], %r1; st.shared.b32 [%r3+4], %r1;"), None);
        assert_eq!(threads(&stores("%r3", [0, 256], "")), None);
        // The second store is another round's, or that of some threads.
        assert_eq!(threads(&stores("%r3", [0, 2048], "bar.sync 0;")), None);
        assert_eq!(threads(&stores("%r3", [0, 2048], "setp.lt.u32 %p1, %r1, 64; @%p1")), None);
        // What all threads agree on is no hindrance.
        let uniform = |condition: &str| format!("{condition} @%p1 bra E; {} E:", stores("%r3", [0, 2048], ""));
        assert_eq!(threads(&uniform("setp.lt.u32 %p1, %r5, 64;")), Some(128));
        assert_eq!(threads(&uniform("setp.lt.u32 %p1, %r1, 64;")), None);
    }
}
