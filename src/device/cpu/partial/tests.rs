//! What is known of results, against the semantics of instructions: for all values of eight and ten bits that may each be unknown.

use super::*;
use crate::device::cpu::decode::{insight, words::Words};
use crate::ids::InstId;
use crate::isa::{Instruction, Word, op, word};
use crate::parser;
use crate::semantics::{InstructionForm, IntegerFormat};
use crate::source::Source;

/// An instruction on 32 bits, as it is decoded and as it is defined.
struct InstructionCase {
    opcode: &'static str,
    form: InstructionForm<'static>,
}

fn case(opcode: &'static str, instruction: Instruction, words: &'static [Word], signed: bool) -> InstructionCase {
    let format = IntegerFormat { bits: 32, signed };
    InstructionCase { opcode, form: InstructionForm { instruction, words, to: format, from: format } }
}

impl InstructionCase {
    fn insight(&self) -> Insight {
        let text = format!(
            ".version 8.7\n.target sm_90\n.address_size 64\n.entry k() {{ .reg .b32 %r<6>; {} %r1, %r2, %r3, %r4, %r5; }}",
            self.opcode
        );
        let module = parser::parse(Source::new(text.as_bytes()).expect("short"));
        let words = Words::of(&module, &module[module[InstId::new(0)].opcode]).expect("an instruction");
        assert_eq!(words.op, self.form.instruction, "{}", self.opcode);
        insight(&words)
    }

    fn evaluate(&self, operands: [u64; 4]) -> u64 {
        self.form.evaluate(&operands, false).expect("it is defined").bits
    }

    /// For each choice of known values and unknown bits of `inputs` (operand and bit), with what else the operands hold: the bits that
    /// the interpreter calls known, and those that are the same for all values of the unknown ones.
    fn each(&'static self, inputs: &[(usize, u32)], rest: [u64; 4], mut judge: impl FnMut(u64, u64, &str)) {
        let count = 1usize << inputs.len();
        let spread = |bits: usize| {
            let mut operands = [0; 4];
            for (index, (operand, bit)) in inputs.iter().enumerate() {
                operands[*operand] |= (bits as u64 >> index & 1) << bit;
            }
            operands
        };
        let with_rest = |bits: usize| {
            let operands = spread(bits);
            std::array::from_fn(|i| operands[i] | rest[i])
        };
        // Whatever is the same whether an unknown bit is 0 or 1 is the same with one unknown bit more.
        let mut all = vec![(0u64, 0u64); count * count];
        let choices =
            || (0..count).flat_map(|unknown| (0..count).filter(move |v| v & unknown == 0).map(move |v| (v, unknown)));
        for (values, unknown) in choices() {
            let bit = unknown & unknown.wrapping_neg();
            all[values + unknown * count] = if unknown == 0 {
                let result = self.evaluate(with_rest(values));
                (result, result)
            } else {
                let at = |values: usize| all[values + (unknown ^ bit) * count];
                let ((ones, any), (other_ones, other_any)) = (at(values), at(values | bit));
                (ones & other_ones, any | other_any)
            };
        }
        let compute: Compute = Box::new(move |from: &[&Lanes; 4], out: &mut Lanes| {
            for (lane, out) in out.iter_mut().enumerate() {
                *out = self.evaluate(from.map(|lanes| lanes[lane]));
            }
        });
        let (insight, choices) = (self.insight(), choices().collect::<Vec<_>>());
        for chunk in choices.chunks(WARP) {
            let lane = |lane: usize| chunk.get(lane).copied().unwrap_or((0, 0));
            let values: [Lanes; 4] = std::array::from_fn(|i| std::array::from_fn(|l| with_rest(lane(l).0)[i]));
            let known: [Lanes; 4] = std::array::from_fn(|i| std::array::from_fn(|l| !spread(lane(l).1)[i]));
            let operands = Operands { values: values.each_ref(), known: &known, from: [0, 1, 2, 3].map(RegisterSlot) };
            let found = operands.known_results(&compute, insight);
            for (&(value, unknown), found) in chunk.iter().zip(found) {
                let (ones, any) = all[value + unknown * count];
                let what = format_args!("{} of {value:b}, unknown {unknown:b}, {rest:x?}", self.opcode).to_string();
                judge(found & 0xffff_ffff, !(ones ^ any) & 0xffff_ffff, &what);
            }
        }
    }

    /// What is called known must be; `exactly` all of it.
    fn check(self, inputs: &[(usize, u32)], rest: &[[u64; 4]], exactly: bool) {
        let case: &'static Self = Box::leak(Box::new(self));
        let mut useful = false;
        for rest in rest {
            case.each(inputs, *rest, |found, right, what| {
                assert_eq!(found & !right, 0, "{what}: called known, and is not");
                assert!(!exactly || found == right, "{what}: {found:x} instead of {right:x}");
                useful |= found != 0;
            });
        }
        assert!(useful, "{}: nothing is known", case.opcode);
    }
}

/// The low bits of an operand.
fn low(operand: usize, bits: u32) -> impl Iterator<Item = (usize, u32)> {
    (0..bits).map(move |bit| (operand, bit))
}

/// All bytes for the second operand.
fn bytes() -> Vec<[u64; 4]> {
    (0..256).map(|b| [0, b, 0, 0]).collect()
}

#[test]
fn one_operand_with_unknown_bits() {
    let inputs: Vec<_> = low(0, 8).collect();
    for (opcode, instruction) in [("and.b32", op::AND), ("or.b32", op::OR), ("xor.b32", op::XOR)] {
        case(opcode, instruction, &[], false).check(&inputs, &bytes(), true);
    }
    let counts: Vec<[u64; 4]> = (0..40).map(|count| [0, count, 0, 0]).collect();
    case("shl.b32", op::SHL, &[], false).check(&inputs, &counts, true);
    case("shr.u32", op::SHR, &[], false).check(&inputs, &counts, true);
    case("not.b32", op::NOT, &[], false).check(&inputs, &[[0; 4]], true);
    case("brev.b32", op::BREV, &[], false).check(&inputs, &[[0; 4]], true);
    // Carries may stop earlier than anywhere an unknown bit can be seen to reach.
    case("add.u32", op::ADD, &[], false).check(&inputs, &bytes(), false);
    case("sub.s32", op::SUB, &[], true).check(&inputs, &bytes(), false);
    case("mul.lo.u32", op::MUL_LO, &[], false).check(&inputs, &bytes(), false);
}

/// The upper bits, on which signs depend.
#[test]
fn signs_that_are_unknown() {
    let inputs: Vec<_> = (24..32).map(|bit| (0, bit)).collect();
    let counts: Vec<[u64; 4]> = (0..40).map(|count| [0, count, 0, 0]).collect();
    case("shr.s32", op::SHR, &[], true).check(&inputs, &counts, true);
    let fields: Vec<[u64; 4]> =
        (20..34).flat_map(|position| (0..14).map(move |length| [0, position, length, 0])).collect();
    case("bfe.s32", op::BFE, &[], true).check(&inputs, &fields, true);
    case("bfe.u32", op::BFE, &[], false).check(&inputs, &fields, true);
}

#[test]
fn two_operands_with_unknown_bits() {
    let inputs: Vec<_> = low(0, 5).chain(low(1, 5)).collect();
    for (opcode, instruction) in [("and.b32", op::AND), ("or.b32", op::OR), ("xor.b32", op::XOR)] {
        case(opcode, instruction, &[], false).check(&inputs, &[[0; 4]], true);
    }
    case("add.u32", op::ADD, &[], false).check(&inputs, &[[0; 4]], false);
    case("sub.u32", op::SUB, &[], false).check(&inputs, &[[0; 4]], false);
    case("mul.lo.u32", op::MUL_LO, &[], false).check(&inputs, &[[0; 4]], false);
    // Counts, positions and selectors of which bits are unknown.
    case("shl.b32", op::SHL, &[], false).check(&inputs, &[[0; 4]], false);
    case("shr.s32", op::SHR, &[], true).check(&inputs, &[[0x8000_0000, 0, 0, 0]], false);
    let fields = [[0, 0, 3, 0], [0, 0, 8, 0], [0x100, 0, 8, 0]];
    case("bfe.s32", op::BFE, &[], true).check(&inputs, &fields, false);
    let inserted = [[0, 0, 0, 3], [0, 0, 2, 2], [0, 0, 30, 9]];
    case("bfi.b32", op::BFI, &[], false).check(&inputs, &inserted, true);
    let position: Vec<_> = low(0, 4).chain(low(2, 5)).collect();
    case("bfi.b32", op::BFI, &[], false).check(&position, &[[0, 0xf0f0, 0, 4]], false);
    for count in [0, 3, 30, 32, 40] {
        case("shf.l.clamp.b32", op::SHF_L, &[word::CLAMP], false).check(&inputs, &[[0, 0, count, 0]], true);
        case("shf.r.wrap.b32", op::SHF_R, &[word::WRAP], false).check(&inputs, &[[0, 0, count, 0]], true);
    }
    let selectors = [[0, 0, 0x3210, 0], [0, 0, 0x5140, 0], [0, 0, 0x8c04, 0]];
    case("prmt.b32", op::PRMT, &[], false).check(&inputs, &selectors, true);
    let selector: Vec<_> = low(0, 3).chain(low(2, 6)).collect();
    case("prmt.b32", op::PRMT, &[], false).check(&selector, &[[0x80, 0x1234, 0, 0]], false);
}

/// Three operands, of which two together may make a difference that none makes alone.
#[test]
fn three_operands_with_unknown_bits() {
    let inputs: Vec<_> = low(0, 2).chain(low(1, 2)).chain(low(2, 2)).collect();
    let tables: Vec<[u64; 4]> = (0..256).map(|table| [0, 0, 0, table]).collect();
    case("lop3.b32", op::LOP3, &[], false).check(&inputs, &tables, true);
}
