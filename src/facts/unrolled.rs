//! How many threads an unrolled fill of shared memory is for: `s[t] = …; s[t + 128] = …` is not meant for more than 128 threads, which would
//! store to the places of others.

use super::expr::{Axis, Expr, ExprTable, Node, evaluate};
use super::{AccessKind, Block, Divergence, Facts, MemoryAccess, ThreadScope, WARP, guard_value};
use crate::ids::InstId;
use crate::isa::StateSpace;
use crate::util::FastMap;

/// Most threads of a block.
const MOST_THREADS: i64 = 1024;

/// Most distances between places of threads that are looked at.
const MOST_DISTANCES: usize = 8;

/// A store of all threads, each to a place of its own.
struct Fill {
    block: Block,
    inst: InstId,
    address: Expr,
    size: u32,
}

/// The most threads of which none stores to a place that another one stores to by the next instruction of the same fill, where their places
/// leave no gaps; nothing if that are fewer than a warp has, as the fill is then something else.
pub(super) fn most_threads(facts: &Facts<'_, '_>) -> Option<u32> {
    let fills = fills(facts);
    let mut distances: Vec<(Expr, i64, u32)> = Vec::new();
    for pair in fills.windows(2) {
        let [one, other] = pair else { continue };
        if one.block != other.block || one.size != other.size || has_barrier_between(facts, one.inst, other.inst) {
            continue;
        }
        let table = &facts.exprs().table;
        let ((terms, start), (others, next)) = (table.terms(one.address), table.terms(other.address));
        let found = (one.address, (next - start).abs(), one.size);
        let is_known = distances.iter().any(|&(address, distance, size)| {
            (distance, size) == (found.1, found.2) && table.terms(address).0.iter().eq(terms.iter())
        });
        if start != next && terms.iter().eq(others.iter()) && !is_known {
            distances.push(found);
        }
        if distances.len() == MOST_DISTANCES {
            break;
        }
    }
    let most = |(address, distance, size)| most_apart(facts, address, distance, size);
    distances.into_iter().filter_map(most).filter(|&threads| threads >= WARP).min()
}

/// The stores to shared memory that all threads of a block make, in the order of the code.
fn fills(facts: &Facts<'_, '_>) -> Vec<Fill> {
    let is_store = |access: &&MemoryAccess| {
        access.kind == AccessKind::Write
            && access.lanes == WARP
            && !access.called
            && facts.module.guard(access.inst).is_none()
            && access.actual_space(facts) == Some(StateSpace::Shared)
    };
    let mut reached: Option<(Block, bool)> = None;
    let mut found = Vec::new();
    for access in facts.accesses().iter().filter(is_store) {
        let Some(address) = access.address else { continue };
        let block = facts.cfg().block_of(access.inst);
        let is_reached = match reached {
            Some((known, is_reached)) if known == block => is_reached,
            _ => is_reached_by_all(facts, block),
        };
        reached = Some((block, is_reached));
        if is_reached {
            found.push(Fill { block, inst: access.inst, address, size: access.size });
        }
    }
    found
}

fn is_reached_by_all(facts: &Facts<'_, '_>, block: Block) -> bool {
    let (Some(conditions), Some(uniformity)) = (facts.conditions(), facts.uniformity()) else { return false };
    let is_uniform = |inst: InstId| {
        guard_value(facts, inst).is_some_and(|value| uniformity.level(value, ThreadScope::Block) != Divergence::Thread)
    };
    conditions.all(facts, block).iter().all(|way| is_uniform(way.inst))
}

fn has_barrier_between(facts: &Facts<'_, '_>, one: InstId, other: InstId) -> bool {
    facts.barriers().iter().any(|barrier| (one..other).contains(&barrier.inst))
}

/// The least number of a thread that stores to the place of an earlier one so many bytes further on, or before, if all before it fill these
/// bytes.
fn most_apart(facts: &Facts<'_, '_>, address: Expr, distance: i64, size: u32) -> Option<u32> {
    let exprs = facts.exprs();
    let table = &exprs.table;
    let terms: Vec<(Expr, i64)> =
        table.terms(address).0.iter().copied().filter(|&(expr, _)| is_of_thread(table, expr)).collect();
    let place = |thread: i64| -> Option<i64> {
        let leaf = |_: Expr, node: Node| match node {
            Node::Tid(Axis::X) => Some(thread),
            Node::Tid(_) => Some(0),
            Node::Lane => Some(thread % i64::from(WARP)),
            Node::Warp => Some(thread / i64::from(WARP)),
            _ => None,
        };
        terms
            .iter()
            .try_fold(0i64, |sum, &(expr, factor)| sum.checked_add(evaluate(table, expr, &leaf)?.checked_mul(factor)?))
    };
    let mut places: FastMap<i64, i64> = FastMap::default();
    let (mut least, mut most) = (i64::MAX, i64::MIN);
    for thread in 0..MOST_THREADS {
        let own = place(thread)?;
        if own % i64::from(size) != 0 || places.insert(own, thread).is_some() {
            // Threads share places as it is, or the places are not those of an array.
            return None;
        }
        if places.contains_key(&(own - distance)) || places.contains_key(&(own + distance)) {
            let is_dense = most - least + i64::from(size) == distance && thread * i64::from(size) == distance;
            return u32::try_from(thread).ok().filter(|_| is_dense);
        }
        (least, most) = (least.min(own), most.max(own));
    }
    None
}

fn is_of_thread(table: &ExprTable, expr: Expr) -> bool {
    table.contains(expr, |node| matches!(node, Node::Tid(_) | Node::Lane | Node::Warp))
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
        most_threads(&Facts::new(&module, kernel, None))
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
