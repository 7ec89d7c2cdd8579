use super::*;
use crate::facts::Facts;
use crate::isa::Target;
use crate::kernels;
use crate::parity::compare::initial_classes;
use crate::parity::shape::match_parameters;
use crate::source::Source;

/// A loop whose result is used behind it without a join.
const LOOP: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry powers(.param .u64 x)
{
    .reg .pred %p<2>;
    .reg .b32 %r<2>;
    .reg .f32 %f<3>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, 0;
    ld.global.f32 %f1, [%rd1];
$again:
    setp.ge.u32 %p1, %r1, 8;
    @%p1 bra $done;
    mul.f32 %f1, %f1, %f1;
    add.u32 %r1, %r1, 1;
    bra $again;
$done:
    add.f32 %f2, %f1, %f1;
    st.global.f32 [%rd1], %f2;
    ret;
}
";

/// What a graph takes over from one with other classes is what it would have computed itself.
#[test]
fn what_is_taken_over_is_right() {
    let target = Target::lookup("sm_80").expect("known");
    let shipped = kernels::all().into_iter().map(|kernel| kernel.ptx(target).expect("clean"));
    for ptx in shipped.chain([LOOP.to_string()]) {
        let module = crate::parser::parse(Source::new(ptx.as_bytes()).expect("small"));
        let function = module.function_ids().next().expect("a kernel");
        let facts = Facts::new(&module, function, None);
        let matching = match_parameters(&facts, &facts, "m_dim").into_iter().next().expect("the same");
        let [parameters, _] = matching.parameters;
        let mut table = ParityTable::default();
        let mut shape = KernelShape::new(&facts, parameters, matching.pointers, true).expect("small");
        let mut known = shape.find_counters(&mut table, &mut 1_000_000);
        let initial = initial_classes(&shape);
        let mut other_loops = initial.clone();
        other_loops.loops.values_mut().for_each(|class| *class += 1);
        for classes in [initial, other_loops] {
            let computed = ValueGraph::new(&shape, &mut table, &classes, 0, None, None);
            let taken = ValueGraph::new(&shape, &mut table, &classes, 0, Some(&known), None);
            assert!(taken.values == computed.values, "{ptx}");
            let effects = |graph: &ValueGraph| -> Vec<_> {
                graph.effects.iter().map(|effect| (effect.inst, effect.id, effect.is_guarded)).collect()
            };
            assert_eq!(effects(&taken), effects(&computed), "{ptx}");
            let strides = |graph: &ValueGraph| -> Vec<_> {
                graph.strides.iter().map(|stride| (stride.inst, stride.parameter, stride.terms)).collect()
            };
            assert_eq!(strides(&taken), strides(&computed), "{ptx}");
            known = computed;
        }
    }
}
