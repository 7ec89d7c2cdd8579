//! Words that a kernel loads more than once, as a number of rows that it asks for before each loop: in the launches that are tried they are the same
//! numbers each time.

use super::ssa::Definition;
use super::{AccessKind, Facts, MemoryAccess, Value};
use crate::isa::{StateSpace, op};
use crate::util::FastMap;

/// The values of repeated loads, each with that of the first load of the same word.
pub(super) fn repeated_loads(facts: &Facts<'_, '_>) -> FastMap<Value, Value> {
    let mut repeated = FastMap::default();
    let Some(ssa) = facts.ssa() else { return repeated };
    let is_far = |access: &&MemoryAccess| {
        let space = access.actual_space(facts);
        !matches!(space, Some(StateSpace::Shared | StateSpace::Local))
    };
    let is_plain = |access: &&MemoryAccess| {
        access.kind == AccessKind::Read && !access.strong && !access.volatile && access.is_made_by(facts, op::LD)
    };
    let mut first: FastMap<_, Value> = FastMap::default();
    for load in facts.own_accesses().filter(is_plain).filter(is_far) {
        let register = facts.module.operands(load.inst).first().and_then(|operand| operand.register());
        let value = register.and_then(|register| ssa.write(load.inst, register));
        let (Some(value), Some(address)) = (value, load.address) else { continue };
        // Under a guard it may be another number, which was there before.
        if !matches!(ssa.data(value).definition, Definition::Write { previous: None, .. }) {
            continue;
        }
        let known = *first.entry((address, load.size)).or_insert(value);
        if known != value {
            repeated.insert(value, known);
        }
    }
    repeated
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many values of a kernel are those of words that it has loaded before.
    fn repeated(body: &str) -> usize {
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) {{ .reg .pred %p; .reg .b32 %r<9>; .reg .b64 %rd<9>;
            .shared .align 4 .b32 s; ld.param.u64 %rd1, [p]; ld.global.u64 %rd2, [%rd1+8]; {body} ret; }}"
        );
        let source = crate::source::Source::new(text.as_bytes()).expect("small");
        let module = crate::parser::parse(source);
        let kernel = module.function_ids().next().expect("a kernel");
        repeated_loads(&Facts::new(&module, kernel, None)).len()
    }

    #[test]
    fn words_that_are_loaded_again_are_told() {
        assert_eq!(repeated("ld.global.u32 %r1, [%rd1]; bar.sync 0; ld.global.u32 %r2, [%rd1];"), 1);
        assert_eq!(repeated("ld.u32 %r1, [%rd2+4]; ld.u32 %r2, [%rd2+4]; ld.u32 %r3, [%rd2+4];"), 2);
    }

    #[test]
    fn other_words_and_other_loads_are_not() {
        assert_eq!(repeated("ld.global.u32 %r1, [%rd1]; ld.global.u32 %r2, [%rd1+4]; ld.global.u16 %r3, [%rd1];"), 0);
        assert_eq!(repeated("ld.shared.u32 %r1, [s]; ld.shared.u32 %r2, [s];"), 0);
        assert_eq!(repeated("ld.volatile.global.u32 %r1, [%rd1]; ld.volatile.global.u32 %r2, [%rd1];"), 0);
        assert_eq!(repeated("ld.global.u32 %r1, [%rd1]; ld.acquire.gpu.global.u32 %r2, [%rd1];"), 0);
        let guarded = "mov.u32 %r2, 0; setp.eq.u32 %p, %r1, 0; @%p ld.global.u32 %r2, [%rd1];";
        assert_eq!(repeated(&format!("ld.global.u32 %r1, [%rd1]; {guarded}")), 0);
    }
}
