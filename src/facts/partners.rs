//! Threads that are run for others to meet: whose elements are as far from those of a thread that a kernel names as two accesses are apart.

use super::expr::{Axis, Expr, Node, Term};
use super::shapes::uncast;
use super::{Base, Facts};

/// Most threads that are named or are partners of those.
const MOST: usize = 64;

/// Most distances between accesses, and most addresses in each array that are compared.
const MOST_DISTANCES: usize = 6;
const MOST_PLACES: usize = 24;

/// The threads that the kernel names, and those that may meet them, in order: few of a large block are run, and these should be among them.
pub(super) fn sampled_threads(facts: &Facts<'_, '_>) -> Vec<u32> {
    let named = facts.named_threads();
    let mut found = named.to_vec();
    if named.is_empty() {
        return found;
    }
    let Distances { between, places } = Distances::of(facts);
    found.extend(places);
    for distance in between {
        found.push(distance);
        found.extend(
            named.iter().flat_map(|&thread| [thread.checked_sub(distance), thread.checked_add(distance)]).flatten(),
        );
    }
    found.truncate(MOST);
    found.sort_unstable();
    found.dedup();
    found
}

/// How many threads' elements lie between accesses, and which threads' elements are accessed by all alike.
#[derive(Default)]
struct Distances {
    between: Vec<u32>,
    places: Vec<u32>,
}

/// The place of an access: the stride between threads, the other terms, and the constant.
type ArrayPlace = (i64, Vec<Term>, i64);

impl Distances {
    fn of(facts: &Facts<'_, '_>) -> Self {
        let mut arrays: Vec<(Base, Vec<ArrayPlace>)> = Vec::new();
        for access in facts.accesses().iter().filter(|access| access.base != Base::Unknown) {
            let known = arrays.iter().position(|(base, _)| *base == access.base);
            let number = known.unwrap_or_else(|| {
                arrays.push((access.base, Vec::new()));
                arrays.len() - 1
            });
            let places = &mut arrays[number].1;
            if let Some(place) = access.address.and_then(|address| place(facts, address))
                && places.len() < MOST_PLACES
                && !places.contains(&place)
            {
                places.push(place);
            }
        }
        let mut found = Self::default();
        for (_, places) in &arrays {
            for (number, one) in places.iter().enumerate() {
                places[..number].iter().for_each(|other| found.add(one, other));
            }
        }
        found
    }

    fn add(
        &mut self,
        (stride, terms, constant): &ArrayPlace,
        (other_stride, other_terms, other_constant): &ArrayPlace,
    ) {
        if terms != other_terms {
            return;
        }
        let step = (*stride).max(*other_stride);
        let apart = other_constant.wrapping_sub(*constant);
        let threads = apart.unsigned_abs().checked_div(step.unsigned_abs());
        let Some(threads) = threads.and_then(|threads| u32::try_from(threads).ok()) else { return };
        let list = match (*stride, *other_stride) {
            (one, other) if one == other => &mut self.between,
            (0, _) | (_, 0) => &mut self.places,
            _ => return,
        };
        let is_exact = apart.checked_rem(step) == Some(0) && (1..1024).contains(&threads);
        if is_exact && list.len() < MOST_DISTANCES && !list.contains(&threads) {
            list.push(threads);
        }
    }
}

/// The place at an address, if nothing but `%tid.x` tells threads of a row apart.
fn place(facts: &Facts<'_, '_>, address: Expr) -> Option<ArrayPlace> {
    let exprs = facts.exprs();
    let table = &exprs.table;
    let (terms, mut constant) = table.terms(address);
    let (mut stride, mut others) = (0, Vec::new());
    for &(expr, factor) in terms.iter() {
        let (inner, offset) = table.terms(uncast(table, expr));
        match inner[..] {
            // An index to which a number is added before it is widened is one all the same.
            [(index, times)] if table.node(index) == Node::Tid(Axis::X) => {
                stride = times.wrapping_mul(factor).wrapping_add(stride);
                constant = constant.wrapping_add(offset.wrapping_mul(factor));
            }
            _ => others.push((expr, factor)),
        }
    }
    (stride >= 0).then_some((stride, others, constant))
}
