//! What decides who makes the accesses of a race, and where they meet.

use super::block_warps::index_divisors;
use super::device::WARP;
use super::expr::{Axis, Expr, ExprTable, IntegerRelation, Node, Operation, Term};
use super::launches::is_structured;
use super::races::Race;
use super::{AccessKind, Base, BlockModel, Definition, Facts, Value};
use crate::util::FastSet;

/// Most phis that are followed.
const MOST_PHIS: usize = 64;

/// Whether a parameter without sample values has a part in where two accesses meet, or in who makes them.
pub(super) fn is_structured_race(facts: &Facts<'_, '_>, race: &Race) -> bool {
    deciding(facts, race).iter().any(|&root| is_structured(facts, root))
        || divides_memory(facts, race, &roots_of(facts, race))
}

/// What decides who makes the accesses of a race, and how far apart their addresses are.
pub(super) fn deciding(facts: &Facts<'_, '_>, race: &Race) -> Vec<Expr> {
    let addresses = race.accesses.map(|index| facts.accesses()[index].address);
    let mut roots = roots_of(facts, race);
    roots.retain(|&root| !addresses.contains(&Some(root)));
    roots.extend(own_parts(facts, race));
    roots
}

/// The addresses of a race without the terms that both have, and that are the same for both threads, as these and their blocks have the same
/// indices there: where threads are in one row of a length that a parameter gives, they meet whatever that is.
pub(super) fn own_parts(facts: &Facts<'_, '_>, race: &Race) -> Vec<Expr> {
    let addresses = race.accesses.map(|index| facts.accesses()[index].address);
    let mut exprs = facts.exprs();
    let table = &mut exprs.table;
    let terms = addresses.map(|address| address.map_or(Vec::new(), |address| table.terms(address).0.to_vec()));
    let [first, second] = race.threads.map(|thread| thread.index);
    let moves =
        |axis: Axis| race.places.is_some_and(|[one, other]| one.block[axis.index()] != other.block[axis.index()]);
    let may_differ = |node: Node| match node {
        Node::Tid(axis) => first[axis.index()] != second[axis.index()],
        Node::Ctaid(axis) => moves(axis),
        Node::Param { .. } | Node::Ntid(_) | Node::Nctaid(_) => false,
        node => node.is_leaf(),
    };
    let is_common = |table: &ExprTable, term: &Term| {
        terms.iter().all(|terms| terms.contains(term)) && !table.contains(term.0, may_differ)
    };
    let part = |(address, terms): (Option<Expr>, &Vec<Term>)| {
        let own: Vec<Term> = terms.iter().filter(|term| !is_common(table, term)).copied().collect();
        if own.len() == terms.len() { address } else { table.sum(own, 0).or(address) }
    };
    addresses.into_iter().zip(&terms).filter_map(part).collect()
}

/// Whether a number that the kernel is given says how far arrays in dynamic shared memory are apart: the addresses have it so many times,
/// and no index of a thread is compared with it. The caller passes one with which the arrays do not overlap.
fn divides_memory(facts: &Facts<'_, '_>, race: &Race, roots: &[Expr]) -> bool {
    let accesses = race.accesses.map(|index| &facts.accesses()[index]);
    let [Some(one), Some(other)] = accesses.map(|access| access.address) else { return false };
    let model = BlockModel::of(facts, race.sample);
    if !accesses.iter().all(|access| matches!(access.base, Base::Variable(var) if model.is_dynamic(var))) {
        return false;
    }
    let exprs = facts.exprs();
    let table = &exprs.table;
    let (ours, theirs) = (table.terms(one).0, table.terms(other).0);
    let apart = |from: &[Term], to: &[Term]| -> Vec<Expr> {
        let differs = |term: &&Term| !to.contains(term) && matches!(table.node(term.0), Node::Param { .. });
        from.iter().filter(differs).map(|&(expr, _)| expr).collect()
    };
    let distances = [apart(&ours, &theirs), apart(&theirs, &ours)].concat();
    let is_compared = |distance: Expr| {
        let with_index = |node: Node| match node {
            Node::Compare(_, _, a, b) => {
                let among = |expr| table.parts(expr).contains(&distance);
                (among(a) || among(b)) && (table.depends_on_thread(a) || table.depends_on_thread(b))
            }
            _ => false,
        };
        roots.iter().any(|&root| table.contains(root, with_index))
    };
    distances.into_iter().any(|distance| !is_compared(distance))
}

/// Whether loaded numbers say how far the accesses of a race are apart, and decide who makes them, too: where data is made up for addresses, and lets
/// anybody come, both are not of one launch.
pub(super) fn is_placed_by_what_decides(facts: &Facts<'_, '_>, race: &Race) -> bool {
    let [Some(one), Some(other)] = race.accesses.map(|index| facts.accesses()[index].address) else { return false };
    let truths = race.insts.map(|inst| facts.deciding_truths(inst)).concat();
    let exprs = facts.exprs();
    let table = &exprs.table;
    let is_phi = |value| facts.ssa().is_some_and(|ssa| matches!(ssa.data(value).definition, Definition::Phi { .. }));
    let decides = |node: Node| {
        matches!(node, Node::Opaque(value) if !is_phi(value))
            && truths.iter().any(|&truth| table.contains(truth, |leaf| leaf == node))
    };
    let (ours, theirs) = (table.terms(one).0, table.terms(other).0);
    let apart =
        |from: &[Term], to: &[Term]| from.iter().any(|term| !to.contains(term) && table.contains(term.0, decides));
    apart(&ours, &theirs) || apart(&theirs, &ours)
}

/// The addresses of the accesses of a race, and all that decides who makes them.
pub(super) fn roots_of(facts: &Facts<'_, '_>, race: &Race) -> Vec<Expr> {
    let mut roots: Vec<Expr> = Vec::new();
    for (&access, &inst) in race.accesses.iter().zip(&race.insts) {
        roots.extend(facts.accesses()[access].address);
        roots.extend(facts.deciding_truths(inst));
    }
    roots
}

/// Expressions with what phis that they are made of get on all ways.
pub(super) fn with_phis(facts: &Facts<'_, '_>, roots: Vec<Expr>) -> Vec<Expr> {
    let Some(ssa) = facts.ssa() else { return roots };
    let mut known: FastSet<Value> = FastSet::default();
    let (mut work, mut all) = (roots, Vec::new());
    while let Some(root) = work.pop() {
        all.push(root);
        let mut found: Vec<Value> = Vec::new();
        facts.exprs().table.walk(root, &mut |_, node| {
            if let Node::Opaque(value) = node
                && matches!(ssa.data(value).definition, Definition::Phi { .. })
                && known.len() < MOST_PHIS
                && known.insert(value)
            {
                found.push(value);
            }
            true
        });
        for value in found {
            let inputs = ssa.inputs(facts.cfg(), value).to_vec();
            work.extend(inputs.into_iter().map(|input| facts.exprs().value(facts, input)));
        }
    }
    all
}

/// Whether a kernel is written for blocks with the threads of a race: what decides who comes, or where, tells warps apart or names the last.
pub(super) fn names_thread(facts: &Facts<'_, '_>, race: &Race) -> bool {
    let last = race.threads.iter().map(|thread| i64::from(thread.index[0])).max().unwrap_or_default();
    let roots = roots_of(facts, race);
    let table = &facts.exprs().table;
    let is_index = |expr: Expr| table.node(expr) == Node::Tid(Axis::X);
    let is_warp = |node: Node| match node {
        Node::Binary(Operation::Shr, _, index, by) => {
            is_index(index) && table.as_constant(by) == Some(i64::from(WARP.trailing_zeros()))
        }
        Node::Warp => true,
        _ => false,
    };
    let mut bounds: Vec<i64> = Vec::new();
    let mut names = |node: Node| match node {
        Node::Compare(relation, _, a, b) => {
            let number = if is_index(a) { table.as_constant(b) } else { table.as_constant(a).filter(|_| is_index(b)) };
            // Those up to 63 are those below 64.
            bounds.extend(number.and_then(|number| match relation {
                IntegerRelation::Less => number.checked_add(i64::from(is_index(b))),
                IntegerRelation::LessEqual => number.checked_add(i64::from(is_index(a))),
                IntegerRelation::Equal | IntegerRelation::NotEqual => None,
            }));
            (last >= i64::from(WARP) && number.is_some_and(|number| number == last || number == last + 1))
                || [a, b].into_iter().any(|side| table.contains(side, is_warp))
        }
        _ => false,
    };
    let is_named = !table.walk_all(roots, &mut |_, node| !names(node));
    // Where some warps store and less of them read, those between the two are there. Several stores may be the rounds of a fill.
    let reads = race.accesses.iter().any(|&index| facts.accesses()[index].kind == AccessKind::Read);
    let is_between = |&least: &i64| (i64::from(WARP)..=last).contains(&least) && bounds.iter().any(|&most| most > last);
    is_named || (reads && bounds.iter().any(is_between))
}

/// Whether the addresses of a race have the remainder of an index by a number that no block has as threads: written for more threads than
/// there are places, of which there are at least so many.
pub(super) fn divides_index(facts: &Facts<'_, '_>, least: i64, race: &Race) -> bool {
    let table = &facts.exprs().table;
    let is_no_block = |by: i64| by >= least && by % i64::from(WARP) != 0;
    let is_divided = |address: Expr| index_divisors(table, [address], Node::Tid(Axis::X)).into_iter().any(is_no_block);
    race.accesses.iter().all(|&index| facts.accesses()[index].address.is_some_and(is_divided))
}
