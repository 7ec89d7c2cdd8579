//! Against definitions that are written otherwise: all numbers of eight bits, and many of any width.

use super::*;

const BYTE: IntegerFormat = IntegerFormat { bits: 8, signed: false };
const SIGNED: IntegerFormat = IntegerFormat { bits: 8, signed: true };

fn form(instruction: Instruction, words: &[Word], format: IntegerFormat) -> InstructionForm<'_> {
    InstructionForm { instruction, words, to: format, from: format }
}

/// The number that a byte is.
fn number(format: IntegerFormat, bits: u64) -> i64 {
    if format.signed { i64::from(bits as u8 as i8) } else { i64::from(bits as u8) }
}

/// Checks an operation on all pairs of bytes, with and without sign.
fn check(instruction: Instruction, words: &[Word], right: impl Fn(IntegerFormat, u64, u64) -> u64) {
    for format in [BYTE, SIGNED] {
        for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
            let found = form(instruction, words, format).evaluate(&[a, b], false).map(|outcome| outcome.bits);
            let right = right(format, a, b) & 0xff;
            assert_eq!(found, Some(right), "{} {words:?} {format:?} of {a:#x} and {b:#x}", instruction.name());
        }
    }
}

#[test]
fn sums_and_products_of_bytes() {
    let on = |f: fn(i64, i64) -> i64| move |format, a, b| f(number(format, a), number(format, b)) as u64;
    check(op::ADD, &[], on(|a, b| a + b));
    check(op::SUB, &[], on(|a, b| a - b));
    check(op::MUL_LO, &[], on(|a, b| a * b));
    check(op::MUL_HI, &[], on(|a, b| (a * b).div_euclid(256)));
    check(op::MIN, &[], on(|a, b| if a < b { a } else { b }));
    check(op::MAX, &[], on(|a, b| if a < b { b } else { a }));
    check(op::ABS, &[], on(|a, _| if a < 0 { -a } else { a }));
    check(op::NEG, &[], on(|a, _| 256 - a));
    let clamp =
        |format: IntegerFormat, sum: i64| sum.clamp(number(format, 0x80).min(0), if format.signed { 127 } else { 255 });
    check(op::ADD, &[word::SAT], |f, a, b| clamp(f, number(f, a) + number(f, b)) as u64);
    check(op::SUB, &[word::SAT], |f, a, b| clamp(f, number(f, a) - number(f, b)) as u64);
    for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
        for format in [BYTE, SIGNED] {
            let (x, y) = (number(format, a), number(format, b));
            let wide = form(op::MUL_WIDE, &[], format).evaluate(&[a, b], false);
            assert_eq!(wide, Some(InstructionResult::from((x * y) as u64 & 0xffff)));
            for (instruction, right) in [(op::DIV, x.checked_div(y)), (op::REM, x.checked_rem(y))] {
                let found = form(instruction, &[], format).evaluate(&[a, b], false).map(|outcome| outcome.bits);
                assert_eq!(found, right.map(|right| right as u64 & 0xff), "{} of {x} and {y}", instruction.name());
            }
        }
    }
}

/// The flag says that a sum was too large for its register, and that a difference borrowed nothing.
#[test]
fn carries_of_bytes() {
    let cc = [word::CC];
    for (a, b) in (0..256u64).flat_map(|a| (0..256).map(move |b| (a, b))) {
        for carry in [false, true] {
            let of = |instruction| form(instruction, &cc, BYTE).evaluate(&[a, b], carry);
            let outcome =
                |bits: u64, carry| Some(InstructionResult { bits: bits & 0xff, carry: Some(carry), second: None });
            let one = u64::from(carry);
            assert_eq!(of(op::ADD), outcome(a + b, a + b > 255));
            assert_eq!(of(op::ADDC), outcome(a + b + one, a + b + one > 255));
            assert_eq!(of(op::SUB), outcome(256 + a - b, a >= b));
            assert_eq!(of(op::SUBC), outcome(256 + a + one - b - 1, a + one > b));
            for c in [0, 1, 0x7f, 0xff] {
                let of = |instruction| form(instruction, &cc, BYTE).evaluate(&[a, b, c], carry);
                let (low, high) = ((a * b) & 0xff, (a * b) >> 8);
                assert_eq!(of(op::MAD_LO), outcome(low + c, low + c > 255));
                assert_eq!(of(op::MADC_HI), outcome(high + c + one, high + c + one > 255));
            }
        }
    }
    // As the assembler folds them: it keeps the complement of a borrow, which sums and differences read alike.
    let word = IntegerFormat { bits: 32, signed: false };
    let after = |first: Instruction, a, b, then: Instruction, c, d| {
        let carry = form(first, &cc, word).evaluate(&[a, b], false).and_then(|outcome| outcome.carry);
        form(then, &[], word).evaluate(&[c, d], carry.unwrap_or_default()).map(|outcome| outcome.bits)
    };
    assert_eq!(after(op::SUB, 5, 3, op::ADDC, 0, 0), Some(1));
    assert_eq!(after(op::ADD, u64::MAX, 2, op::SUBC, 100, 0), Some(100));
    assert_eq!(after(op::ADD, 1, 2, op::SUBC, 100, 0), Some(99));
}

#[test]
fn bits_of_bytes() {
    /// A byte of eight bits, the lowest first.
    fn of(bit: impl Fn(usize) -> bool) -> u64 {
        (0..8).filter(|&index| bit(index)).map(|index| 1 << index).sum::<u64>()
    }
    let bits = |a: u64| -> [bool; 8] { std::array::from_fn(|index| a / (1 << index) % 2 == 1) };
    check(op::AND, &[], |_, a, b| of(|i| bits(a)[i] && bits(b)[i]));
    check(op::OR, &[], |_, a, b| of(|i| bits(a)[i] || bits(b)[i]));
    check(op::XOR, &[], |_, a, b| of(|i| bits(a)[i] != bits(b)[i]));
    check(op::NOT, &[], |_, a, _| 255 - a);
    check(op::CNOT, &[], |_, a, _| u64::from(a == 0));
    check(op::POPC, &[], |_, a, _| bits(a).into_iter().map(u64::from).sum());
    check(op::CLZ, &[], |_, a, _| bits(a).into_iter().rev().take_while(|bit| !bit).map(|_| 1).sum());
    check(op::BREV, &[], |_, a, _| of(|i| bits(a)[7 - i]));
    check(op::SHL, &[], |_, a, count| if count < 8 { a * (1 << count) } else { 0 });
    check(op::SHR, &[], |format, a, count| number(format, a).div_euclid(1 << count.min(20)) as u64);
    for format in [BYTE, SIGNED] {
        for a in 0..256 {
            let sign = format.signed && a > 127;
            let highest = (0..8).rev().find(|&index| bits(a)[index] != sign).map(|index| index as u64);
            let find =
                |words: &[Word]| form(op::BFIND, words, format).evaluate(&[a], false).map(|outcome| outcome.bits);
            assert_eq!(find(&[]), Some(highest.unwrap_or(0xffff_ffff)));
            assert_eq!(find(&[word::SHIFTAMT]), Some(highest.map_or(0xffff_ffff, |index| 7 - index)));
        }
    }
}

/// `bfe` and `bfi` as the manual writes them down.
#[test]
fn fields_of_bytes() {
    for (position, length) in (0..12).flat_map(|position| (0..12).map(move |length| (position, length))) {
        for a in 0..256u64 {
            let bit = |index: u64| if index < 64 { a >> index & 1 } else { 0 };
            for format in [BYTE, SIGNED] {
                let sign = match format.signed && length > 0 {
                    true => bit((position + length - 1).min(7)),
                    false => 0,
                };
                let field = |index| if index < length && position + index <= 7 { bit(position + index) } else { sign };
                let right = (0..8).map(|index| field(index) << index).sum::<u64>();
                let found = form(op::BFE, &[], format).evaluate(&[a, position, length], false);
                assert_eq!(found, Some(right.into()), "{format:?} {a:#x} {position} {length}");
            }
            for b in [0, 0xff, 0x5a] {
                let mut right = b;
                for index in (0..length).take_while(|index| position + index <= 7) {
                    right = right & !(1 << (position + index)) | bit(index) << (position + index);
                }
                let found = form(op::BFI, &[], BYTE).evaluate(&[a, b, position, length], false);
                assert_eq!(found, Some(right.into()), "{a:#x} {b:#x} {position} {length}");
            }
        }
    }
}

#[test]
fn relations_of_bytes() {
    type Comparison<'w> = (&'w [Word], fn(i64, i64) -> bool);
    let comparisons: [Comparison<'_>; 6] = [
        (&[word::EQ], |a, b| a == b),
        (&[word::NE], |a, b| a != b),
        (&[word::LT, word::LO], |a, b| a < b),
        (&[word::LE, word::LS], |a, b| a <= b),
        (&[word::GT, word::HI], |a, b| a > b),
        (&[word::GE, word::HS], |a, b| a >= b),
    ];
    for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
        for (format, (words, right)) in [BYTE, SIGNED].into_iter().flat_map(|f| comparisons.map(|it| (f, it))) {
            let holds = right(number(format, a), number(format, b));
            for &word in words {
                let words = [word];
                let setp = form(op::SETP, &words, format).evaluate(&[a, b], false);
                assert_eq!(setp, Some(InstructionResult { bits: u64::from(holds), second: Some(!holds), carry: None }));
                let set = form(op::SET, &words, format).evaluate(&[a, b], false);
                assert_eq!(set, Some(if holds { 0xff } else { 0 }.into()));
            }
        }
    }
    for (combination, other) in [word::AND, word::OR, word::XOR].into_iter().flat_map(|w| [(w, false), (w, true)]) {
        let words = [word::LT, combination];
        let found = form(op::SETP, &words, BYTE).evaluate(&[1, 2, u64::from(other)], false);
        let right = |holds: bool| match combination {
            word::AND => holds && other,
            word::OR => holds || other,
            _ => holds != other,
        };
        let second = Some(right(false));
        assert_eq!(found, Some(InstructionResult { bits: u64::from(right(true)), second, carry: None }));
    }
}

/// Conversions keep what fits, cut what does not, or stop at the limits.
#[test]
fn conversions_of_bytes() {
    let formats =
        [8, 16, 32, 64].into_iter().flat_map(|bits| [false, true].map(|signed| IntegerFormat { bits, signed }));
    for (from, to) in [BYTE, SIGNED].into_iter().flat_map(|from| formats.clone().map(move |to| (from, to))) {
        for a in 0..256 {
            let of = |words: &[Word]| {
                let form = InstructionForm { instruction: op::CVT, words, to, from };
                form.evaluate(&[a], false).map(|outcome| outcome.bits as i64)
            };
            let value = number(from, a);
            let (least, most) = match (to.bits, to.signed) {
                (8, true) => (-128, 127),
                (8, false) => (0, 255),
                (_, true) => (i64::MIN, i64::MAX),
                (_, false) => (0, i64::MAX),
            };
            assert_eq!(of(&[word::SAT]), Some(value.clamp(least, most)), "{from:?} to {to:?} of {a:#x}");
            assert_eq!(of(&[]), Some(to.read(value)), "{from:?} to {to:?} of {a:#x}");
        }
    }
}

/// Numbers as Rust's types compute with them, of all widths.
#[test]
fn numbers_of_all_widths() {
    let mut generator = fastrand::Rng::with_seed(5);
    macro_rules! against {
        ($($T:ident $signed:literal),*) => {$(
            let format = IntegerFormat { bits: $T::BITS as u8, signed: $signed };
            for _ in 0..20_000 {
                let [a, b] = [0, 1].map(|_| generator.u64(..) >> generator.u32(..64));
                let (x, y) = (a as $T, b as $T);
                let bits = |value: $T| Some(value as u64 & u64::MAX >> (64 - $T::BITS));
                let of = |instruction, operands: &[u64]| {
                    form(instruction, &[], format).evaluate(operands, false).map(|outcome| outcome.bits)
                };
                assert_eq!(of(op::ADD, &[a, b]), bits(x.wrapping_add(y)));
                assert_eq!(of(op::SUB, &[a, b]), bits(x.wrapping_sub(y)));
                assert_eq!(of(op::MUL_LO, &[a, b]), bits(x.wrapping_mul(y)));
                assert_eq!(of(op::MUL_HI, &[a, b]), bits(((x as i128).wrapping_mul(y as i128) >> $T::BITS) as $T));
                assert_eq!(of(op::DIV, &[a, b]), (y != 0).then(|| bits(x.wrapping_div(y))).flatten());
                assert_eq!(of(op::REM, &[a, b]), (y != 0).then(|| bits(x.wrapping_rem(y))).flatten());
                assert_eq!(of(op::MIN, &[a, b]), bits(x.min(y)));
                assert_eq!(of(op::MAX, &[a, b]), bits(x.max(y)));
                assert_eq!(of(op::SHL, &[a, b & 127]), bits(x.checked_shl((b & 127) as u32).unwrap_or(0)));
                let out = if (x as i128) < 0 { !0 } else { 0 };
                assert_eq!(of(op::SHR, &[a, b & 127]), bits(x.checked_shr((b & 127) as u32).unwrap_or(out)));
                assert_eq!(of(op::POPC, &[a]), Some(u64::from(x.count_ones())));
                assert_eq!(of(op::CLZ, &[a]), Some(u64::from(x.leading_zeros())));
                assert_eq!(of(op::BREV, &[a]), bits(x.reverse_bits()));
                assert_eq!(of(op::SAD, &[a, b, a]), bits(x.wrapping_add(x.abs_diff(y) as $T)));
            }
        )*};
    }
    against!(u16 false, i16 true, u32 false, i32 true, u64 false, i64 true);
}

#[test]
fn words_are_permuted() {
    let of = |words: &[Word], a: u64, b: u64, c: u64| {
        let format = IntegerFormat { bits: 32, signed: false };
        form(op::PRMT, words, format).evaluate(&[a, b, c], false).map(|outcome| outcome.bits)
    };
    let (a, b) = (0x3322_1180, 0x7766_5544);
    assert_eq!(of(&[], a, b, 0x7531), Some(0x7755_3311));
    assert_eq!(of(&[], a, b, 0x8888), Some(0xffff_ffff), "the sign of the lowest byte");
    assert_eq!(of(&[word::F4E], a, b, 1), Some(0x4433_2211));
    assert_eq!(of(&[word::B4E], a, b, 1), Some(0x6677_8011));
    assert_eq!(of(&[word::RC8], a, b, 2), Some(0x2222_2222));
    assert_eq!(of(&[word::ECL], a, b, 2), Some(0x3322_2222));
    assert_eq!(of(&[word::ECR], a, b, 2), Some(0x2222_1180));
    assert_eq!(of(&[word::RC16], a, b, 1), Some(0x3322_3322));
}

/// Literals are read as the operand is: a count in 32 bits, the sum's term of a wide product in its width.
#[test]
fn operands_have_formats() {
    let signed = IntegerFormat { bits: 16, signed: true };
    assert_eq!(form(op::SHR, &[], signed).operand(0), signed);
    assert_eq!(form(op::SHR, &[], signed).operand(1), IntegerFormat { bits: 32, signed: false });
    assert_eq!(form(op::MAD_WIDE, &[], signed).operand(2), IntegerFormat { bits: 32, signed: true });
    assert_eq!(IntegerFormat::of(ScalarType::S16), signed);
}
