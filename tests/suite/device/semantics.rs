//! The interpreter computes what `ptxlint::semantics` defines.

use super::launch::{block, kernel, run};
use ptxlint::isa::{Class, ScalarType, Word, op, word};
use ptxlint::kernels::LaunchConfig;
use ptxlint::semantics::{InstructionForm, InstructionResult, IntegerFormat, is_carried};

/// Opcodes with one source, two, and so on; the last may be a predicate.
const UNARY: &str = "
    abs.s16 abs.s32 abs.s64 neg.s16 neg.s32 neg.s64 not.b16 not.b32 not.b64 not.pred cnot.b16 cnot.b32 cnot.b64
    popc.b32 popc.b64 clz.b32 clz.b64 brev.b32 brev.b64 bfind.u32 bfind.s32 bfind.u64 bfind.s64 bfind.shiftamt.u32
    bfind.shiftamt.s32 bfind.shiftamt.s64 mov.b16 mov.b32 mov.b64 cvt.s32.s16 cvt.u64.s32 cvt.s64.u32
    cvt.sat.u16.s32 cvt.sat.s16.u64 cvt.u16.s64
";
const BINARY: &str = "
    add.u16 add.s32 add.sat.s32 add.u64 add.cc.u32 add.cc.s64 addc.u32 addc.cc.u32 addc.cc.u64 sub.s16 sub.u32
    sub.sat.s32 sub.s64 sub.cc.u32 sub.cc.u64 subc.u32 subc.cc.s32 subc.cc.u64 mul.lo.u16 mul.hi.u16 mul.hi.s16
    mul.wide.u16 mul.wide.s16 mul.lo.s32 mul.hi.u32 mul.hi.s32 mul.wide.u32 mul.wide.s32 mul.lo.u64 mul.hi.u64
    mul.hi.s64 mul24.lo.u32 mul24.lo.s32 mul24.hi.u32 mul24.hi.s32 div.u16 div.s16 div.u32 div.s32 div.u64 div.s64
    rem.u16 rem.s16 rem.u32 rem.s32 rem.u64 rem.s64 min.u16 min.s16 min.u32 min.s32 min.relu.s32 min.u64 max.s16
    max.u32 max.relu.s32 max.s64 and.b16 and.b32 or.b64 xor.b32 and.pred or.pred xor.pred shl.b16 shl.b32 shl.b64
    shr.u16 shr.s16 shr.b32 shr.s32 shr.u64 shr.s64 bmsk.clamp.b32 bmsk.wrap.b32 szext.clamp.s32 szext.wrap.u32
    setp.eq.u16 setp.ne.s32 setp.lt.u32 setp.lt.s32 setp.lo.u64 setp.ls.u32 setp.hi.u32 setp.ge.s64 setp.hs.u16 set.lt.u32.s32
";
const TERNARY: &str = "
    mad.lo.u16 mad.hi.s16 mad.wide.u16 mad.wide.s16 mad.lo.s32 mad.hi.u32 mad.hi.s32 mad.hi.sat.s32 mad.wide.u32
    mad.wide.s32 mad.lo.u64 mad.hi.s64 mad.lo.cc.u32 mad.hi.cc.u32 mad.lo.cc.s64 madc.lo.u32 madc.hi.cc.u32
    madc.hi.cc.u64 mad24.lo.u32 mad24.lo.s32 mad24.hi.s32 mad24.hi.sat.s32 sad.u16 sad.s16 sad.u32 sad.s32 sad.u64
    sad.s64 bfe.u32 bfe.s32 bfe.u64 bfe.s64 shf.l.clamp.b32 shf.l.wrap.b32 shf.r.clamp.b32 shf.r.wrap.b32 prmt.b32
    prmt.b32.f4e prmt.b32.b4e prmt.b32.rc8 prmt.b32.ecl prmt.b32.ecr prmt.b32.rc16
    fns.b32 selp.b16 selp.b32 selp.b64 slct.b32.s32 slct.u64.s32 setp.gt.and.s32 setp.le.or.u32 setp.eq.xor.b64 set.ge.and.s32.u64
";

const QUATERNARY: &str = "bfi.b32 bfi.b64";

/// The words of an opcode as the parser reads them, and its types.
fn decoded(opcode: &str) -> (ptxlint::isa::Instruction, Vec<Word>, Vec<ScalarType>) {
    let text = kernel(&format!("{opcode} %r1;"));
    let module = ptxlint::parser::parse(ptxlint::source::Source::new(text.as_bytes()).expect("it is small"));
    let found = module.opcodes.iter().find(|it| module.name(it.name) == opcode).expect("the kernel has it");
    let words = module.modifiers(found).iter().map(|it| it.word.expect("known"));
    let (types, words) = words.partition::<Vec<Word>, _>(|word| matches!(word.class(), Class::Type(_)));
    let types = types.into_iter().filter_map(|word| match word.class() {
        Class::Type(ty) => Some(ty),
        _ => None,
    });
    (found.instruction.expect("known"), words, types.collect())
}

/// Puts the low bits of a word into a register that an operand of so many bits may be.
fn narrowed(bits: u8, number: usize) -> (String, String) {
    let wide = format!("%rd{}", 10 + number);
    let (register, step) = match bits {
        1 => (
            format!("%p{}", 10 + number),
            format!("and.b64 %rd30, {wide}, 1; setp.ne.u64 %p{}, %rd30, 0;", 10 + number),
        ),
        8 | 16 => (format!("%h{}", 10 + number), format!("cvt.u16.u64 %h{}, {wide};", 10 + number)),
        32 => (format!("%r{}", 10 + number), format!("cvt.u32.u64 %r{}, {wide};", 10 + number)),
        _ => (wide, String::new()),
    };
    (register, step)
}

/// Four numbers for each of so many threads: edges of all widths, small ones, and any.
fn numbers(threads: usize) -> Vec<[u64; 4]> {
    let mut generator = fastrand::Rng::with_seed(17);
    let edges = [
        0,
        1,
        2,
        7,
        8,
        31,
        32,
        33,
        63,
        64,
        0x7f,
        0x80,
        0xff,
        0x7fff,
        0x8000,
        0xffff,
        0x7f_ffff,
        0x80_0000,
        0x7fff_ffff,
    ];
    let all = edges.into_iter().chain([0x8000_0000, 0xffff_ffff, i64::MAX as u64, i64::MIN as u64, u64::MAX]);
    let edges: Vec<u64> = all.collect();
    let mut one = |kind: u32| match kind {
        0 => edges[generator.usize(..edges.len())],
        1 => generator.u64(..70),
        2 => generator.u64(..) >> generator.u32(..64),
        _ => generator.u64(..),
    };
    (0..threads).map(|thread| std::array::from_fn(|i| one((thread >> (2 * i)) as u32 & 3))).collect()
}

/// Runs an opcode with so many sources on all numbers, and compares each result with what is defined.
fn check(opcode: &str, sources: usize, numbers: &[[u64; 4]]) {
    let (instruction, words, types) = decoded(opcode);
    let (to, from) = (IntegerFormat::of(types[0]), IntegerFormat::of(types[types.len() - 1]));
    let form = InstructionForm { instruction, words: &words, to, from };
    let mut steps = String::new();
    let mut operands = Vec::new();
    for index in 0..sources {
        let (register, step) = narrowed(form.operand(index).bits, index);
        steps += &step;
        operands.push(register);
    }
    let bits = match instruction {
        op::MUL_WIDE | op::MAD_WIDE => 2 * from.bits,
        op::POPC | op::CLZ | op::BFIND => 32,
        op::SETP => 1,
        _ => to.bits,
    };
    let (result, last) = match bits {
        1 => ("%p1", "selp.u64 %rd20, 1, 0, %p1;"),
        8 | 16 => ("%h1", "cvt.u64.u16 %rd20, %h1;"),
        32 => ("%r1", "cvt.u64.u32 %rd20, %r1;"),
        _ => ("%rd20", ""),
    };
    let writes_carry = words.contains(&word::CC);
    let result = if instruction == op::SETP { "%p1|%p2" } else { result };
    let other = match (writes_carry, instruction) {
        (true, _) => "addc.u64 %rd21, 0, 0;",
        (_, op::SETP) => "selp.u64 %rd21, 1, 0, %p2;",
        _ => "mov.u64 %rd21, 0;",
    };
    let body = format!(
        "mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; mad.lo.u32 %r2, %r3, 256, %r2;
        mul.wide.u32 %rd5, %r2, 32; add.u64 %rd6, %rd2, %rd5; ld.global.v2.u64 {{%rd10, %rd11}}, [%rd6];
        ld.global.v2.u64 {{%rd12, %rd13}}, [%rd6+16]; {steps}
        mul.wide.u32 %rd5, %r2, 16; add.u64 %rd7, %rd1, %rd5; shr.u64 %rd8, %rd13, 63;
        add.cc.u64 %rd9, %rd8, -1;
        {opcode} {result}, {};
        {other} {last}
        st.global.v2.u64 [%rd7], {{%rd20, %rd21}};",
        operands.join(", ")
    );
    let input: Vec<u8> = numbers.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
    let config = LaunchConfig { grid: [numbers.len() as u32 / 256, 1, 1], ..block(256) };
    let found =
        run(&kernel(&body), config, &input, 4 * numbers.len()).unwrap_or_else(|error| panic!("{opcode}: {error}"));
    for (numbers, found) in numbers.iter().zip(found.chunks_exact(4)) {
        // The flag is set by adding all ones to what is one or zero.
        let carry = numbers[3] >> 63 == 1;
        let Some(InstructionResult { bits: right, carry: flag, second }) = form.evaluate(&numbers[..sources], carry)
        else {
            continue;
        };
        let right = right & u64::MAX >> (64 - u32::from(bits));
        let wide = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let found = (wide(found[0], found[1]), wide(found[2], found[3]));
        let other = u64::from(flag.or(second).unwrap_or_default());
        let shown = if is_carried(instruction) { format!(" with carry {carry}") } else { String::new() };
        assert_eq!(found, (right, other), "{opcode} of {numbers:#x?}{shown}");
    }
}

#[test]
fn instructions_compute_what_is_defined() {
    let numbers = numbers(1024);
    for (sources, opcodes) in [(1, UNARY), (2, BINARY), (3, TERNARY), (4, QUATERNARY)] {
        for opcode in opcodes.split_whitespace() {
            check(opcode, sources, &numbers);
        }
    }
}

/// `multimem` on the only device there is.
#[test]
fn multimem_of_one_device() {
    let body = "mov.u32 %r1, 5; multimem.st.relaxed.gpu.global.u32 [%rd1], %r1; multimem.red.relaxed.gpu.global.add.u32 [%rd1], %r1;
        multimem.ld_reduce.relaxed.gpu.global.add.u32 %r2, [%rd1]; st.global.u32 [%rd1+4], %r2;
        mov.f32 %f1, 0f3f800000; multimem.st.weak.global.v2.f32 [%rd1+8], {%f1, %f1};
        multimem.red.release.sys.global.add.v2.f32 [%rd1+8], {%f1, %f1};
        multimem.ld_reduce.weak.global.add.v2.f32 {%f2, %f3}, [%rd1+8]; st.global.f32 [%rd1+16], %f3;";
    let out = run(&kernel(body), block(1), &[0; 4], 5).expect("it runs");
    assert_eq!(out, [10, 10, 0x4000_0000, 0x4000_0000, 0x4000_0000]);
}

/// Video instructions on single numbers, by the manual's pseudocode.
#[test]
fn video_instructions_on_numbers() {
    let cases: [(&str, u32); 17] = [
        ("vadd.u32.u32.u32 %r4, %r1, %r2;", 0x80ff_7f01 + 3),
        ("vadd.s32.s32.u32.sat %r4, %r1.b2, %r2;", 2),
        ("vadd.s32.u32.u32.sat %r4, %r1, %r2;", 0x7fff_ffff),
        ("vadd.u32.u32.u32 %r4.b1, %r1.b1, %r2, %r3;", 0x0000_8264),
        ("vadd.s32.s32.s32.sat %r4.b1, %r1.b1, %r2, %r3;", 0x0000_7f64),
        ("vsub.s32.u32.u32.add %r4, %r2, %r1.h0, %r3;", 3u32.wrapping_sub(0x7f01).wrapping_add(100)),
        ("vabsdiff.u32.s32.s32 %r4, %r1.b3, %r2;", 131),
        ("vmin.s32.s32.s32 %r4, %r1.h1, %r2;", 0xffff_80ff),
        ("vmax.u32.u32.u32.min %r4, %r1, %r2, %r3;", 100),
        ("vshl.u32.u32.u32.clamp.add %r4, %r1, %r3, %r2;", 3),
        ("vshl.u32.u32.u32.wrap %r4, %r2, %r3;", 48),
        ("vshr.s32.s32.u32.clamp %r4, %r1, %r3;", 0xffff_ffff),
        ("vset.s32.u32.lt %r4, %r1, %r2;", 1),
        ("vset.u32.u32.gt.add %r4, %r1, %r2, %r3;", 101),
        ("vmad.s32.s32.u32.shr7 %r4, %r1.b3, %r3, %r2;", ((-128i32 * 100 + 3) >> 7) as u32),
        ("vmad.u32.u32.u32.po %r4, %r2, %r3, %r2;", 304),
        ("vmad.s32.u32.u32.sat %r4, %r2, %r3, -%r1;", 0x7f00_822b),
    ];
    for (line, right) in cases {
        let body =
            format!("mov.u32 %r1, 0x80ff7f01; mov.u32 %r2, 3; mov.u32 %r3, 100; {line} st.global.u32 [%rd1], %r4;");
        let out = run(&kernel(&body), block(1), &[0; 4], 1).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(out, [right], "{line}");
    }
}
