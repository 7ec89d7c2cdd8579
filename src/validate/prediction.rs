//! What the rules about memory traffic expect of a kernel, as a number that a device can be held against.

use crate::facts::traffic::{sectors, turns};
use crate::facts::{AccessKind, Facts, MemoryAccess};
use crate::ir::FunctionKind;
use crate::parser;
use crate::source::Source;

/// What `uncoalesced-access` and `bank-conflict` expect of the accesses in the innermost loops of a kernel, where its time goes.
/// Accesses whose addresses are not known count for nothing.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Prediction {
    /// The part of the sectors that loads from global memory touch which their bytes need, from 0 to 1. `None` if nothing
    /// is known of any.
    pub global_loads: Option<f64>,
    /// One over the turns that an access to shared memory takes on average. `None` as above.
    pub shared: Option<f64>,
}

impl Prediction {
    /// For a kernel of a module; nothing if there is no such kernel.
    pub fn of(ptx: &str, kernel: &str) -> Option<Self> {
        let module = parser::parse(Source::new(ptx.as_bytes()).ok()?);
        let is_wanted = |function: &crate::ir::Function| {
            function.kind == FunctionKind::Entry && function.name.is_some_and(|name| module.name(name) == kernel)
        };
        let id = module.function_ids().find(|&id| is_wanted(&module[id]))?;
        let facts = Facts::new(&module, id, None);
        let loads = facts.own_accesses().filter(|access| access.kind == AccessKind::Read);
        let loads = loads.filter_map(|access| {
            let sectors = sectors(&facts, access)?;
            Some((depth(&facts, access), sectors.needed, sectors.touched))
        });
        let shared = facts.own_accesses().filter(|access| access.kind != AccessKind::Atomic);
        let shared = shared.filter_map(|access| Some((depth(&facts, access), 1, turns(&facts, access)?)));
        Some(Self {
            global_loads: efficiency(&loads.collect::<Vec<_>>()),
            shared: efficiency(&shared.collect::<Vec<_>>()),
        })
    }
}

/// Loops around an access.
fn depth(facts: &Facts<'_, '_>, access: &MemoryAccess) -> u32 {
    let loops = facts.natural_loops();
    loops.innermost(facts.cfg().block_of(access.inst)).map_or(0, |id| loops.get(id).depth)
}

/// What the deepest accesses need of what they get: depth, needed, served.
fn efficiency(accesses: &[(u32, usize, usize)]) -> Option<f64> {
    let deepest = accesses.iter().map(|&(depth, ..)| depth).max()?;
    let deep = accesses.iter().filter(|&&(depth, ..)| depth == deepest);
    let (needed, served) = deep.fold((0, 0), |(needed, served), access| (needed + access.1, served + access.2));
    (served > 0).then(|| needed as f64 / served as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::Target;
    use crate::kernels::{CoalescedGemv, Kernel, NaiveGemv, SplitGemv};

    fn predict(kernel: &dyn Kernel) -> Prediction {
        let ptx = kernel.ptx(Target::lookup("sm_80").expect("known")).expect("clean");
        Prediction::of(&ptx, kernel.name()).expect("the kernel is there")
    }

    #[test]
    fn products_of_vector_and_matrix() {
        let (k, n) = (1024, 512);
        let naive = predict(&NaiveGemv { k, n });
        // The column costs 32 sectors for the 4 that it needs, the vector 4.
        assert_eq!(naive, Prediction { global_loads: Some(8.0 / 36.0), shared: None });
        assert_eq!(predict(&CoalescedGemv { k, n }), Prediction { global_loads: Some(1.0), shared: Some(1.0) });
        assert_eq!(predict(&SplitGemv::new(k, n, 2)).global_loads, Some(1.0));
    }

    #[test]
    fn no_kernel_no_prediction() {
        assert_eq!(Prediction::of("", "k"), None);
    }
}
