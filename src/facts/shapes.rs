//! Shapes of blocks: what a kernel tells of how many threads its author has had in mind, along which axes.

use super::block_warps::{asked_axis, counts_warps_of_row, index_divisors, is_for_warps};
use super::device::{MAX_THREADS, WARP};
use super::expr::{Axis, Expr, ExprTable, IntegerRelation, LeafKinds, Node, Operation, Term};
use super::launches::is_shared;
use super::model::{Conditions, truths_and_guards};
use super::unrolled::{UnrolledFills, unrolled_steps};
use super::{AccessKind, BarrierCount, Base, BlockModel, Facts, MemoryAccess};
use crate::isa::StateSpace;
use crate::util::FastMap;

/// Most usual shapes of blocks, and most others.
const MOST_SHAPES: usize = 12;
const MOST_OTHERS: usize = 18;

/// The usual shapes, the most plausible first, and others.
pub(super) type Shapes = (Vec<[u32; 3]>, Vec<[u32; 3]>);

/// Shapes of blocks that are consistent with a kernel, which lays shared memory out by some axes.
pub(super) fn shapes(facts: &Facts<'_, '_>, laid_out: [bool; 3]) -> Shapes {
    let shape = facts.block_shape();
    if let [Some(x), Some(y), Some(z)] = shape.exact {
        return (vec![[x, y, z]], Vec::new());
    }
    let most = shape.most_threads;
    let mut reads = Axis::ALL.map(|axis| facts.uses_thread_axis(axis) && !shape.is_flat(axis));
    reads[0] |= !reads[1] && !reads[2];
    let [x, y, z] = Axis::ALL.map(|axis| reads[axis.index()] && laid_out[axis.index()]);
    let steps = steps(facts, |_| true);
    let unrolled = UnrolledFills::of(facts);
    let mut usual: Vec<[u32; 3]> = match (x, y, z) {
        (_, false, false) => {
            unrolled.threads.map(|n| [n, 1, 1]).into_iter().chain(along(facts, steps, Axis::X)).collect()
        }
        (false, true, _) => along(facts, steps, Axis::Y),
        (true, true, false) if has_rows_of_one(facts) || chooses_row_of_one(facts) => along(facts, steps, Axis::Y),
        (false, false, true) => along(facts, steps, Axis::Z),
        (true, false, true) => rows_in_layers(facts),
        _ => {
            let plane = if let [Some(x), Some(y), _] = unrolled.axes { Some([unpadded(x), y, 1]) } else { None };
            plane.into_iter().chain(planes(facts, steps, most)).collect()
        }
    };
    if let Some(count) = last_thread(facts) {
        usual.insert(0, [count, 1, 1]);
    }
    if let Some(count) = counted_threads(facts).filter(|_| !reads[1] && !reads[2]) {
        usual.retain(|shape| shape[0] > count);
        usual.insert(0, [count, 1, 1]);
    }
    if x && y && z {
        // Most blocks have one layer, also those of kernels that count layers.
        let layered = |&[x, y, _]: &[u32; 3]| [x, y, if x * y <= 512 { 2 } else { 1 }];
        let layers = usual.iter().map(layered);
        usual = layouts(facts).into_iter().chain(layers).chain(usual.iter().copied().take(2)).collect();
    }
    if let Some(shape) = filled_planes(&unrolled) {
        usual.insert(0, shape);
    }
    if y && counts_warps_of_row(facts) {
        usual.insert(0, [4 * WARP, 2, 1]);
    }
    if usual.iter().any(|shape| shape[1..] != [1, 1]) && is_for_warps(facts) && layout_of_rank(facts).is_none() {
        usual.retain(|shape| shape[0].is_multiple_of(WARP));
        usual.push(if z && !y { [WARP, 1, 4] } else { [WARP, 4, 1] });
    }
    let mut others: Vec<[u32; 3]> = not_meant(facts, (steps, unrolled), &mut usual);
    others.extend(further(facts, reads));
    let fits = |shape: &[u32; 3]| {
        let threads = shape.iter().fold(1u32, |product, &extent| product.saturating_mul(extent));
        (1..=most).contains(&threads) && shape[2] <= 64
    };
    let mut seen: Vec<[u32; 3]> = Vec::new();
    let mut chosen = |found: Vec<[u32; 3]>, most: usize| {
        let mut kept = Vec::new();
        for shape in found.into_iter().filter(fits) {
            if kept.len() < most && !seen.contains(&shape) {
                seen.push(shape);
                kept.push(shape);
            }
        }
        kept
    };
    (chosen(usual, MOST_SHAPES), chosen(others, MOST_OTHERS))
}

/// Shapes that say nothing of what the author has had in mind, for a kernel that reads some axes of the index.
fn further(facts: &Facts<'_, '_>, reads: [bool; 3]) -> Vec<[u32; 3]> {
    let mut others = named(facts);
    others.extend([64, 96, 160, 192, 224, 384, 32].map(|n| [n, 1, 1]));
    if reads[1] {
        others.extend([
            [128, 1, 1],
            [32, 4, 1],
            [16, 16, 1],
            [32, 2, 1],
            [64, 4, 1],
            [32, 16, 1],
            [32, 32, 1],
            [8, 8, 1],
        ]);
        others.extend([[1, 64, 1], [4, 64, 1]]);
    }
    if reads[2] {
        others.extend([[32, 4, 2], [1, 1, 64], [64, 1, 2]]);
    }
    others
}

/// Takes away the shapes that have fewer threads than the author has had in mind, or more, as far as the kernel tells: it works on rows and
/// they have none, or they are larger than the share of a block.
fn not_meant(
    facts: &Facts<'_, '_>,
    (all, unrolled): (Steps, UnrolledFills),
    usual: &mut Vec<[u32; 3]>,
) -> Vec<[u32; 3]> {
    let is_plane = usual.iter().any(|&[x, y, _]| x > 1 && y > 1);
    let is_less = |&[x, y, _]: &[u32; 3]| is_plane && (x == 1 || y == 1);
    let shares = shares(facts);
    // More threads would store to the places of others in the next round.
    let stored = stored_steps(facts).map(|step| step.filter(|&step| is_plane || step >= WARP || is_few(step)));
    // They would take what others take, too, unless the kernel keeps them away.
    let named = facts.named_threads();
    let taken = all.threads.map(|step| step.filter(|step| *step >= WARP && !named.contains(step)));
    let is_more = |shape: &[u32; 3]| {
        let most = |axis: usize| [shares[axis], stored[axis], taken[axis]].into_iter().flatten().min();
        unrolled.threads.is_some_and(|most| shape[0] > most)
            || (0..2).any(|axis| shape[1] > 1 && unrolled.axes[axis].is_some_and(|most| shape[axis] > most))
            || (0..3).any(|axis| most(axis).is_some_and(|most| shape[axis] > most))
    };
    let planes = filled_planes(&unrolled);
    let has_more_planes = |shape: &[u32; 3]| {
        planes.is_some_and(|most| shape[1..] != [1, 1] && (0..3).any(|axis| shape[axis] > most[axis]))
    };
    let mut others = Vec::new();
    let mut drop = |is_other: &dyn Fn(&[u32; 3]) -> bool| {
        if !usual.iter().all(is_other) {
            others.extend(usual.extract_if(.., |shape| is_other(shape)));
        }
    };
    drop(&|shape| is_less(shape) || is_more(shape));
    drop(&has_more_planes);
    others
}

/// Whether each thread fills a row of a shared array: a second one in the row would store to the next one.
fn has_rows_of_one(facts: &Facts<'_, '_>) -> bool {
    let exprs = facts.exprs();
    let table = &exprs.table;
    let is_store = |access: &&MemoryAccess| access.kind == AccessKind::Write && is_shared(facts, access);
    let mut parts: FastMap<Vec<Term>, Vec<(i64, i64)>> = FastMap::default();
    for access in facts.own_accesses().filter(is_store) {
        let Some((terms, constant)) = access.address.map(|address| table.terms(address)) else { continue };
        parts.entry(terms.to_vec()).or_default().push((constant, i64::from(access.size)));
    }
    parts.into_iter().any(|(terms, mut parts)| {
        let stride =
            |axis: Axis| terms.iter().find(|(expr, _)| table.node(*expr) == Node::Tid(axis)).map(|term| term.1);
        let [Some(x), Some(y)] = [Axis::X, Axis::Y].map(stride) else { return false };
        parts.sort_unstable();
        let first = parts[0].0;
        let end = parts.iter().fold(first, |end, &(at, size)| if at <= end { end.max(at + size) } else { end });
        (1..=y).contains(&x) && end - first >= y
    })
}

/// Whether the threads of one row that the kernel names store to one place in global memory, and it compares no index within a row with anything: it
/// is written for rows of one thread, as the blocks of Kokkos are.
fn chooses_row_of_one(facts: &Facts<'_, '_>) -> bool {
    let truths = truths_and_guards(facts);
    let compares_columns = {
        let exprs = facts.exprs();
        let table = &exprs.table;
        let is_column = |side: Expr| table.node(side) == Node::Tid(Axis::X);
        !table
            .walk_all(truths, &mut |_, node| !matches!(node, Node::Compare(_, _, a, b) if is_column(a) || is_column(b)))
    };
    if compares_columns {
        return false;
    }
    let is_global = |access: &MemoryAccess| access.actual_space(facts).is_none_or(|space| space == StateSpace::Global);
    let stores = facts.own_accesses().filter(|access| access.kind == AccessKind::Write && is_global(access));
    stores.filter_map(|store| Some((store, store.address?))).any(|(store, address)| {
        let truths = facts.deciding_truths(store.inst);
        let exprs = facts.exprs();
        let table = &exprs.table;
        let names_row = |truth: &Expr| asked_axis(table, table.node(*truth)) == Some(Axis::Y);
        let moves = |expr: Expr| table.has_any(expr, LeafKinds::tid(Axis::X).or(LeafKinds::tid(Axis::Y)));
        let names_thread = |truth: Expr| table.has_any(truth, LeafKinds::tid(Axis::X));
        !moves(address) && truths.iter().any(names_row) && !truths.into_iter().any(names_thread)
    })
}

/// The most threads that a barrier of a block counts, if any is for so many.
pub(super) fn counted_at_barriers(facts: &Facts<'_, '_>) -> Option<u32> {
    let counts = facts.barriers().iter().filter_map(|barrier| match barrier.count {
        BarrierCount::Threads(threads) => Some(threads),
        _ => None,
    });
    counts.max()
}

/// How many threads a block has if barriers are for so many of them: fewer would wait for ever. Where the index is divided for the number of a group of
/// threads that is as large, there are two groups.
fn counted_threads(facts: &Facts<'_, '_>) -> Option<u32> {
    let most = counted_at_barriers(facts).filter(|&most| most > WARP)?;
    let truths = truths_and_guards(facts);
    let divisors = index_divisors(&facts.exprs().table, truths, Node::Tid(Axis::X));
    let group = divisors.into_iter().filter_map(|it| u32::try_from(it).ok()).find(|&group| group >= most);
    let groups = last_group(facts).filter(|&threads| threads >= most && threads <= MAX_THREADS as u32);
    Some(group.map(|group| group.saturating_mul(2)).or(groups).unwrap_or(most))
}

/// How many threads there are up to the last group that conditions choose by its number: `%tid.x >> 7` is 1 in the second one of 128.
pub(super) fn last_group(facts: &Facts<'_, '_>) -> Option<u32> {
    last_asked_for(facts, |table, index, number| {
        let Node::Binary(Operation::Shr, _, thread, bits) = table.node(index) else { return None };
        let bits = table.as_constant(bits).filter(|_| table.node(uncast(table, thread)) == Node::Tid(Axis::X))?;
        u32::try_from(number.checked_add(1)?.checked_shl(u32::try_from(bits).ok()?)?).ok()
    })
}

/// The most that comes of an index and of a number that conditions ask for.
pub(super) fn last_asked_for(facts: &Facts<'_, '_>, of: impl Fn(&ExprTable, Expr, i64) -> Option<u32>) -> Option<u32> {
    let truths = truths_and_guards(facts);
    let exprs = facts.exprs();
    let table = &exprs.table;
    let mut last = None;
    table.walk_all(truths, &mut |_, node| {
        if let Node::Compare(IntegerRelation::Equal | IntegerRelation::NotEqual, _, a, b) = node {
            let mut sides = [(a, b), (b, a)].into_iter();
            last = last.max(sides.find_map(|(index, number)| of(table, index, table.as_constant(number)?)));
        }
        true
    });
    last
}

/// The block whose threads fill several planes of shared memory.
fn filled_planes(unrolled: &UnrolledFills) -> Option<[u32; 3]> {
    if let [Some(x), Some(y), Some(z)] = unrolled.axes { Some([x, y, z]) } else { None }
}

/// Shapes along one axis.
fn along(facts: &Facts<'_, '_>, steps: Steps, axis: Axis) -> Vec<[u32; 3]> {
    let flat = |n: u32| std::array::from_fn(|i| if i == axis.index() { n } else { 1 });
    let most = facts.block_shape().most_threads;
    // A shorter step is one of something else, unless what is stored goes on by it.
    let mut found: Vec<u32> = steps.threads[axis.index()].into_iter().filter(|&step| step >= WARP).collect();
    let stored = stored_steps(facts)[axis.index()];
    found.extend(stored.filter(|&step| is_few(step)));
    found.extend(shares(facts)[axis.index()]);
    if most < 1024 {
        found.push(most);
    }
    // An array with one element for each thread, as it often is, tells how many there are.
    found.extend(lengths(facts));
    found.extend([256, 128, 64, 512, 1024, 32]);
    found.into_iter().map(flat).collect()
}

/// Whether so few threads are those of a template that is made for small rows, too.
fn is_few(threads: u32) -> bool {
    (4..WARP).contains(&threads) && threads.is_power_of_two()
}

/// Shapes with several rows. Rows are as long as the stride between them says.
fn planes(facts: &Facts<'_, '_>, Steps { threads: steps, row }: Steps, most: u32) -> Vec<[u32; 3]> {
    let mut found = Vec::new();
    let whole = if most < 1024 { most } else { 256 };
    // What a loop steps by is the block.
    let stepped = if let [Some(x), Some(y), _] = steps { Some([x, y, 1]) } else { None };
    if let Some(RankLayout { row: x, rows }) = layout_of_rank(facts).filter(|layout| layout.row <= most) {
        let named = stepped.filter(|shape| shape[0] == x).or(rows.map(|y| [x, y, 1]));
        return named
            .map_or_else(|| [most / x, whole / x, 4, 2].map(|y| [x, y.max(1), 1]).to_vec(), |shape| vec![shape]);
    }
    match steps {
        [Some(x), Some(y), _] => found.push([x, y, 1]),
        [Some(x), None, _] => found.push([x, (whole / x).max(1), 1]),
        [None, Some(y), _] => found.push([(whole / y).min(row.unwrap_or(whole)).max(1), y, 1]),
        [None, None, _] => {}
    }
    if let [Some(x), Some(y), _] = shares(facts) {
        found.push([x, y, 1]);
    }
    found.extend(layouts(facts));
    for x in strides(facts).into_iter().map(unpadded).filter(|&x| x <= most) {
        found.extend([[x, x, 1], [x, (most.min(256) / x).max(1), 1]]);
    }
    let [x, y, _] = BlockModel::new(facts, 0).shape;
    found.push([x, y, 1]);
    // Several rows where the kernel has one or the other way round: such launches mostly make no sense, since rows are missing.
    found.extend([[16, 16, 1], [256, 1, 1], [1, 256, 1], [32, 8, 1], [8, 8, 1], [32, 32, 1], [64, 1, 1], [1, 64, 1]]);
    found.extend([[64, 4, 1], [8, 32, 1], [32, 4, 1]]);
    found
}

/// Shapes that the kernel names: numbers that it compares extents and indices with.
fn named(facts: &Facts<'_, '_>) -> Vec<[u32; 3]> {
    let Some(conditions) = facts.conditions() else { return Vec::new() };
    let mut found = Vec::new();
    let exprs = facts.exprs();
    let table = &exprs.table;
    table.walk_all(conditions.truths(), &mut |_, node| {
        if let Node::Compare(relation, _, a, b) = node {
            let (a_number, b_number) = (table.as_constant(a), table.as_constant(b));
            let (index, number) = if a_number.is_some() { (b, a_number) } else { (a, b_number) };
            let number = number.and_then(|number| u32::try_from(number).ok()).filter(|n| (2..=1024).contains(n));
            match (table.node(index), number) {
                (Node::Ntid(Axis::X), Some(n)) if relation != IntegerRelation::NotEqual => found.push([n, 1, 1]),
                (Node::Tid(Axis::X), Some(n)) => found.push([(n + 1).next_multiple_of(32), 1, 1]),
                _ => {}
            }
        }
        found.len() < MOST_NAMED
    });
    found
}

/// Most shapes that a kernel names.
const MOST_NAMED: usize = 4;

/// Threads that a kernel names: the numbers that branches and guards of accesses compare `%tid.x`, or a multiple of it, with, and their
/// neighbours.
pub(super) fn named_threads(facts: &Facts<'_, '_>) -> Vec<u32> {
    if facts.conditions().is_none() {
        return Vec::new();
    }
    let truths = truths_and_guards(facts);
    let exprs = facts.exprs();
    let table = &exprs.table;
    let mut found: Vec<u32> = Vec::new();
    table.walk_all(truths, &mut |_, node| {
        if let Node::Compare(_, _, a, b) = node {
            for (index, number) in [(a, b), (b, a)] {
                let (terms, constant) = table.terms(uncast(table, index));
                let [(index, factor)] = terms[..] else { continue };
                if table.node(index) != Node::Tid(Axis::X) || factor == 0 {
                    continue;
                }
                let Some(number) = table.as_constant(number) else { continue };
                let thread = |number: i64| u32::try_from(number.checked_sub(constant)?.checked_div(factor)?).ok();
                // What is subtracted before it is compared is where a range of threads begins.
                for named in [Some(number), (constant < 0).then_some(0)].into_iter().flatten().filter_map(thread) {
                    found.extend([named.saturating_sub(1), named, named.saturating_add(1)]);
                }
            }
        }
        found.len() < MOST_NAMED_THREADS
    });
    found.sort_unstable();
    found.dedup();
    found
}

/// What an expression is made of before it takes another format.
pub(crate) fn uncast(table: &ExprTable, mut expr: Expr) -> Expr {
    while let Node::Cast(_, inner) = table.node(expr) {
        expr = inner;
    }
    expr
}

/// Most threads that a kernel names, so that they and the usual ones run side by side.
const MOST_NAMED_THREADS: usize = 48;

/// How many threads go on together in the loops of a kernel.
#[derive(Clone, Copy, Default)]
struct Steps {
    /// Along each axis.
    threads: [Option<u32>; 3],
    /// In a row at most.
    row: Option<u32>,
}

/// Steps of loops that threads begin at their index along an axis: as many threads there are along it. So it is with the distance between
/// accesses of an unrolled loop.
fn steps(facts: &Facts<'_, '_>, is_wanted: impl Fn(&MemoryAccess) -> bool) -> Steps {
    let wanted: Vec<&MemoryAccess> = facts.accesses().iter().filter(|access| is_wanted(access)).collect();
    let exprs = facts.exprs();
    let mut found = Steps::default();
    for address in wanted.iter().filter_map(|access| access.address) {
        let terms = exprs.table.terms(address).0;
        let strides = strides_of(&exprs.table, &terms);
        let rounds = |&(expr, step): &Term| matches!(exprs.table.node(expr), Node::Iteration(_)).then_some(step);
        terms.iter().filter_map(rounds).for_each(|step| found.add(step, &strides));
    }
    for (address, step) in unrolled_steps(&exprs.table, &wanted) {
        found.narrow(step, &strides_of(&exprs.table, &exprs.table.terms(address).0));
    }
    drop(exprs);
    found.threads[0] = found.threads[0].or_else(|| counted_step(facts));
    found
}

/// The steps by which stores go on, along each axis.
fn stored_steps(facts: &Facts<'_, '_>) -> [Option<u32>; 3] {
    steps(facts, |access| access.kind == AccessKind::Write).threads
}

/// Whether threads of a row go on by as many threads as there are in it, and store.
pub(super) fn names_row(facts: &Facts<'_, '_>) -> bool {
    stored_steps(facts)[0].is_some_and(|step| step >= WARP)
}

impl Steps {
    /// Adds the distance between accesses of an unrolled loop. A step of the loop around it that is so many times as long is that of several of them.
    fn narrow(&mut self, step: i64, strides: &[(i64, Axis)]) {
        let mut unrolled = Self::default();
        unrolled.add(step, strides);
        for (known, found) in self.threads.iter_mut().zip(unrolled.threads) {
            let is_part = known.zip(found).is_some_and(|(known, found)| found >= WARP && known.is_multiple_of(found));
            if known.is_none() || is_part {
                *known = found.or(*known);
            }
        }
        self.row = self.row.or(unrolled.row);
    }

    /// Adds a step, which may be many times the strides of several axes: it belongs to the one with the greatest, since the step of rows is also
    /// one of many columns.
    fn add(&mut self, step: i64, strides: &[(i64, Axis)]) {
        let row = |place: usize| row_of(&strides[..=place]);
        let threads = |place: usize| {
            let (stride, _) = strides[place];
            let count = if step % stride == 0 { u32::try_from(step / stride).ok() } else { None };
            // Threads that go on by the block, whose rank is in the address, may be those of a single row.
            let least = if row(place).is_some() { 1 } else { 2 };
            count.filter(|count| (least..=1024).contains(count)).map(|count| (place, count))
        };
        if let Some((place, count)) = (0..strides.len()).rev().find_map(threads) {
            let axis = strides[place].1.index();
            self.threads[axis] = self.threads[axis].or(Some(count));
            self.row = self.row.or(row(place));
            if count == 1 {
                self.threads[0] = self.threads[0].or(row(place));
            }
        }
    }
}

/// How many threads are in a row at most, if the strides of two axes are those of a rank.
fn row_of(strides: &[(i64, Axis)]) -> Option<u32> {
    let &[(element, Axis::X), (row, Axis::Y)] = strides else { return None };
    let threads = u32::try_from(row / element).ok().filter(|_| row % element == 0)?;
    (2..=1024).contains(&threads).then(|| unpadded(threads))
}

/// How many threads a block has along each axis if each handles one element of its share: so many times the stride of threads is that of
/// blocks, in addresses and in what is compared with how much there is to do. A share that the kernel compares an index with is one of few threads.
fn shares(facts: &Facts<'_, '_>) -> [Option<u32>; 3] {
    let mut places: Vec<Expr> = facts.accesses().iter().filter_map(|access| access.address).collect();
    let named = facts.named_threads();
    let rounded = rounded_share(facts);
    let compared = compared_places(facts);
    let exprs = facts.exprs();
    places.extend(compared);
    let mut found = [None; 3];
    for address in places {
        for axis in Axis::ALL {
            let strides = exprs.table.strides_along(address, axis);
            let strides = strides.filter(|[block, thread]| *thread > 0 && block % thread == 0);
            let share = strides.and_then(|[block, thread]| u32::try_from(block / thread).ok());
            let share = share.filter(|share| (2..=1024).contains(share) && !named.contains(share));
            found[axis.index()] = found[axis.index()].max(share);
        }
    }
    found[0] = found[0].or(rounded);
    found
}

/// The sums that conditions compare.
fn compared_places(facts: &Facts<'_, '_>) -> Vec<Expr> {
    let conditions = facts.conditions();
    let exprs = facts.exprs();
    let mut found = Vec::new();
    exprs.table.walk_all(conditions.into_iter().flat_map(Conditions::truths), &mut |_, node| {
        if let Node::Compare(_, _, a, b) = node {
            found.extend([a, b]);
        }
        true
    });
    found
}

/// How many threads a block has if work is rounded up to whole blocks: the index of a thread is compared with a multiple of a constant, so that
/// all threads go through as many rounds.
fn rounded_share(facts: &Facts<'_, '_>) -> Option<u32> {
    let conditions = facts.conditions()?;
    let exprs = facts.exprs();
    let table = &exprs.table;
    let multiple = |expr: Expr| {
        let Node::Binary(Operation::And, _, a, b) = table.node(expr) else { return None };
        let mask = table.as_constant(a).or(table.as_constant(b))?;
        Some(mask.wrapping_neg() as u32).filter(|n| n.is_power_of_two() && (WARP..=1024).contains(n))
    };
    let is_thread = |expr: Expr| table.node(expr) == Node::Tid(Axis::X);
    let mut found = None;
    table.walk_all(conditions.truths(), &mut |_, node| {
        if let Node::Compare(_, _, a, b) = node {
            let share =
                [(a, b), (b, a)].into_iter().find_map(|(index, end)| multiple(end).filter(|_| is_thread(index)));
            found = found.or(share);
        }
        found.is_none()
    });
    found
}

/// By how many threads a loop goes on from the index of a thread to a number, if the kernel compares how often it goes round: as unrolled loops do, for
/// which a division of the distance is left.
fn counted_step(facts: &Facts<'_, '_>) -> Option<u32> {
    facts.conditions()?;
    let truths = truths_and_guards(facts);
    let exprs = facts.exprs();
    let table = &exprs.table;
    let mut found = None;
    table.walk_all(truths, &mut |_, node| {
        if let Node::Binary(Operation::Shr, _, distance, bits) = node {
            let terms = table.terms(uncast(table, distance)).0;
            let is_distance =
                terms.iter().any(|&(term, factor)| table.node(term) == Node::Tid(Axis::X) && factor == -1);
            let step = table.as_constant(bits).and_then(|bits| 1_u32.checked_shl(u32::try_from(bits).ok()?));
            found = found.or(step.filter(|step| is_distance && (WARP..=1024).contains(step)));
        }
        found.is_none()
    });
    found
}

/// The strides of thread indices among the terms of an address, as far as they are positive, the least first.
fn strides_of(table: &ExprTable, terms: &[Term]) -> Vec<(i64, Axis)> {
    let stride = |&(expr, stride): &Term| match table.node(expr) {
        Node::Tid(axis) if stride > 0 => Some((stride, axis)),
        _ => None,
    };
    let mut found: Vec<(i64, Axis)> = terms.iter().filter_map(stride).collect();
    found.sort_unstable();
    found
}

/// What a kernel takes for the lengths of the rows and layers of a block.
#[derive(Clone, Copy)]
struct RankLayout {
    /// Threads of a row.
    row: u32,
    /// Rows of a layer, where there are layers.
    rows: Option<u32>,
}

/// How long rows and layers of a block are if the kernel computes the rank of a thread with numbers for them, and takes it to pieces.
fn layout_of_rank(facts: &Facts<'_, '_>) -> Option<RankLayout> {
    let addresses: Vec<Expr> = facts.accesses().iter().filter_map(|access| access.address).collect();
    // Conditions are made of expressions: they come before these are looked at.
    let conditions = facts.conditions();
    let exprs = facts.exprs();
    let table = &exprs.table;
    let rank = |expr: Expr| {
        let terms = table.terms(expr).0;
        let factor =
            |axis| terms.iter().find(|(part, _)| table.node(*part) == Node::Tid(axis)).map(|&(_, factor)| factor);
        let length = |factor: i64| u32::try_from(factor).ok().filter(|length| (2..=1024).contains(length));
        let row = length(factor(Axis::Y)?)?;
        let layer = factor(Axis::Z).and_then(length).filter(|layer| layer.is_multiple_of(row));
        let axes = 2 + usize::from(layer.is_some());
        let rows = layer.map(|layer| layer / row);
        (terms.iter().count() == axes && factor(Axis::X) == Some(1)).then_some(RankLayout { row, rows })
    };
    let mut found = None;
    table.walk_all(addresses, &mut |_, node| {
        if let Node::Binary(Operation::And | Operation::Shr | Operation::Div | Operation::Rem, _, a, _) = node {
            found = found.or_else(|| rank(a));
        }
        found.is_none()
    });
    found.or_else(|| {
        // Whole warps go a way of their own.
        let is_warps = |number: Expr| {
            let number = table.as_constant(number).filter(|&number| number > 0);
            let of_warp = number.map(|number| number % i64::from(WARP));
            of_warp.is_some_and(|number| number == 0 || number == i64::from(WARP) - 1)
        };
        let mut found = None;
        table.walk_all(conditions?.truths(), &mut |_, node| {
            found = found.or_else(|| match node {
                Node::Compare(_, _, a, b) if is_warps(b) => rank(a),
                Node::Compare(_, _, a, b) if is_warps(a) => rank(b),
                _ => None,
            });
            found.is_none()
        });
        found
    })
}

/// Rows are a bit longer than blocks, against conflicts of banks.
fn unpadded(x: u32) -> u32 {
    if x > 2 && (x - 1).is_power_of_two() { x - 1 } else { x }
}

/// Shapes that the shared arrays have, those with most axes first: an index goes as far as the stride of the next one, and the last one as far as the array.
fn layouts(facts: &Facts<'_, '_>) -> Vec<[u32; 3]> {
    let mut found: Vec<(usize, [u32; 3])> = Vec::new();
    for access in facts.accesses().iter().filter(|access| access.kind == AccessKind::Write && is_shared(facts, access))
    {
        let (Some(address), Some((_, size))) = (access.address, access.extent(facts)) else { continue };
        let exprs = facts.exprs();
        let strides = strides_of(&exprs.table, &exprs.table.terms(address).0);
        let ends = strides.iter().skip(1).map(|&(stride, _)| stride).chain([size]);
        let mut shape = [1; 3];
        let mut fits = strides.len() > 1;
        for (&(stride, axis), end) in strides.iter().zip(ends) {
            let extent = u32::try_from(end / stride).unwrap_or(u32::MAX);
            fits &= (2..=1024).contains(&extent);
            shape[axis.index()] = if end == size { extent } else { unpadded(extent) };
        }
        if fits && !found.contains(&(strides.len(), shape)) {
            found.push((strides.len(), shape));
        }
    }
    found.sort_by_key(|&(axes, _)| std::cmp::Reverse(axes));
    found.into_iter().take(MOST_LAYOUTS).map(|(_, shape)| shape).collect()
}

/// Shapes with layers of one row: each layer has as many elements of a shared array as a row has threads, and the array says how many layers there are.
fn rows_in_layers(facts: &Facts<'_, '_>) -> Vec<[u32; 3]> {
    let mut found = layouts(facts);
    for access in facts.accesses().iter().filter(|access| access.kind == AccessKind::Write && is_shared(facts, access))
    {
        let (Some(address), Some((_, size))) = (access.address, access.extent(facts)) else { continue };
        let exprs = facts.exprs();
        let strides = strides_of(&exprs.table, &exprs.table.terms(address).0);
        let Some(&(layer, _)) = strides.iter().find(|(_, axis)| *axis == Axis::Z) else { continue };
        let [row, layers] = [layer.checked_div(i64::from(access.size)), size.checked_div(layer)]
            .map(|extent| extent.and_then(|extent| u32::try_from(extent).ok()).unwrap_or_default());
        let shape = [row, 1, layers.min(MAX_THREADS as u32 / row.max(1))];
        if (2..=MAX_THREADS as u32).contains(&row) && layers > 0 && !found.contains(&shape) {
            found.push(shape);
        }
    }
    found.truncate(MOST_LAYOUTS);
    found.extend([[256, 1, 1], [128, 1, 2], [64, 1, 2], [32, 1, 4], [16, 1, 16]]);
    found
}

/// Most shapes that are taken from arrays.
const MOST_LAYOUTS: usize = 2;

/// How many threads a kernel for less than a warp has, if it says which one is the last: `%tid.x + 1` is compared with their number.
fn last_thread(facts: &Facts<'_, '_>) -> Option<u32> {
    let conditions = facts.conditions()?;
    let exprs = facts.exprs();
    let table = &exprs.table;
    let mut most = None;
    for truth in conditions.truths() {
        let Node::Compare(IntegerRelation::Equal | IntegerRelation::NotEqual, _, a, b) = table.node(truth) else {
            continue;
        };
        let (index, Some(number)) =
            (if table.as_constant(b).is_some() { a } else { b }, table.as_constant(a).or(table.as_constant(b)))
        else {
            continue;
        };
        let (terms, 1) = table.terms(index) else { continue };
        let is_rank = terms.iter().all(|&(expr, factor)| match table.node(expr) {
            Node::Tid(Axis::X) => factor == 1,
            Node::Product(..) => table.has_any(expr, LeafKinds::NTID),
            _ => false,
        }) && terms.iter().any(|&(expr, _)| table.node(expr) == Node::Tid(Axis::X));
        let number = u32::try_from(number).ok().filter(|n| (4..32).contains(n) && n.is_power_of_two());
        most = most.max(number.filter(|_| is_rank));
    }
    most
}

/// Ratios of the strides of `%tid.y` and `%tid.x` in the addresses of shared accesses.
fn strides(facts: &Facts<'_, '_>) -> Vec<u32> {
    let exprs = facts.exprs();
    let mut found = Vec::new();
    for access in facts.accesses().iter().filter(|access| is_shared(facts, access)) {
        let Some(address) = access.address else { continue };
        let terms = exprs.table.terms(address).0;
        let stride = |axis: Axis| {
            let term = terms.iter().find(|(expr, _)| exprs.table.node(*expr) == Node::Tid(axis));
            term.map(|&(_, coefficient)| coefficient)
        };
        if let (Some(x), Some(y)) = (stride(Axis::X), stride(Axis::Y))
            && x > 0
            && y % x == 0
            && let Ok(ratio) = u32::try_from(y / x)
            && !found.contains(&ratio)
            && ratio > 1
        {
            found.push(ratio);
        }
    }
    found.truncate(2);
    found
}

/// Numbers of elements of the shared arrays to which each thread writes the element of its index.
pub(super) fn lengths(facts: &Facts<'_, '_>) -> Vec<u32> {
    let exprs = facts.exprs();
    let mut found = Vec::new();
    for access in facts.accesses().iter().filter(|access| access.kind == AccessKind::Write) {
        let (Base::Variable(var), Some(address)) = (access.base, access.address) else { continue };
        let size = i64::from(access.size);
        let terms = exprs.table.terms(address).0;
        let own = |&(expr, stride): &(_, i64)| stride == size && exprs.table.node(expr) == Node::Tid(Axis::X);
        // Padding makes an array longer.
        let pads = |&(expr, _): &(Expr, i64)| {
            exprs.table.node(expr) != Node::Tid(Axis::X) && exprs.table.has_any(expr, LeafKinds::tid(Axis::X))
        };
        let length = u32::try_from(facts.module[var].size.unwrap_or(0) / u64::from(access.size.max(1)));
        if let Ok(length) = length
            && length >= 32
            && terms.iter().any(own)
            && !terms.iter().any(pads)
            && !found.contains(&length)
        {
            found.push(length);
        }
    }
    found.truncate(2);
    found
}
