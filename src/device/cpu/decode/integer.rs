//! Integer and bit operations.

use super::super::lanes::{Compute, Lane, binary, quaternary, ternary, unary};
use super::super::program::{Insight, RegisterSlot};
use super::words::Words;
use super::{Decoder, Result};
use crate::isa::{Instruction, ScalarType, TypeClass, Word, op, word};

/// Binds a Rust type to an integer type of PTX.
macro_rules! for_integer {
    ($ty:expr, $T:ident => $body:expr, $otherwise:expr) => {
        match ($ty.bits(), $ty.class()) {
            (8, TypeClass::Signed) => {
                type $T = i8;
                $body
            }
            (8, _) => {
                type $T = u8;
                $body
            }
            (16, TypeClass::Signed) => {
                type $T = i16;
                $body
            }
            (16, _) => {
                type $T = u16;
                $body
            }
            (32, TypeClass::Signed) => {
                type $T = i32;
                $body
            }
            (32, _) => {
                type $T = u32;
                $body
            }
            (64, TypeClass::Signed) => {
                type $T = i64;
                $body
            }
            (64, _) => {
                type $T = u64;
                $body
            }
            _ => $otherwise,
        }
    };
}

/// Both halves of a packed register.
fn pairs(f: impl Fn(u16, u16) -> u16 + Send + Sync + 'static) -> Compute {
    super::moves::halves(move |a, b, _| f(a, b))
}

fn packed_arithmetic(op: Instruction, signed: bool, relu: bool) -> Option<Compute> {
    let clamp = move |a: u16| if relu && (a as i16) < 0 { 0 } else { a };
    Some(match (op, signed) {
        (op::ADD, _) => pairs(u16::wrapping_add),
        (op::SUB, _) => pairs(u16::wrapping_sub),
        (op::MIN, true) => pairs(move |a, b| clamp((a as i16).min(b as i16) as u16)),
        (op::MAX, true) => pairs(move |a, b| clamp((a as i16).max(b as i16) as u16)),
        (op::MIN, false) => pairs(|a, b| a.min(b)),
        (op::MAX, false) => pairs(|a, b| a.max(b)),
        (op::NEG, true) => pairs(|a, _| a.wrapping_neg()),
        _ => return None,
    })
}

fn shift_left(bits: u32) -> Compute {
    match bits {
        16 => binary(|a: u16, b: u32| a.checked_shl(b).unwrap_or(0)),
        32 => binary(|a: u32, b: u32| a.checked_shl(b).unwrap_or(0)),
        _ => binary(|a: u64, b: u32| a.checked_shl(b).unwrap_or(0)),
    }
}

/// `bfe`: the field of `a` from bit `b` on of `c` bits; signed ones are extended with the highest bit of the field.
fn extract(ty: ScalarType) -> Compute {
    let width = ty.bits();
    let signed = ty.class() == TypeClass::Signed;
    let bound = field_bound(width);
    ternary(move |a: u64, position: u32, length: u32| {
        let (position, length) = (position & bound, length & bound);
        let last = position.saturating_add(length).saturating_sub(1).min(width - 1);
        let fill = signed && length > 0 && a >> last & 1 == 1;
        let mut result = 0u64;
        let kept = length.min(width.saturating_sub(position));
        if kept > 0 {
            result = a >> position & low_mask(kept);
        }
        if fill {
            result |= !low_mask(kept);
        }
        result & low_mask(width)
    })
}

/// The bits of a position or length that `bfe` and `bfi` look at: what the hardware does not do itself is composed of shifts, which
/// take all of them.
const fn field_bound(width: u32) -> u32 {
    if width == 64 { u32::MAX } else { 0xff }
}

fn low_mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// `prmt`: picks bytes of `b:a`.
fn permute(mode: Option<Word>) -> Compute {
    let control: fn(u32) -> u32 = match mode {
        None => |c| c,
        Some(word::F4E) => |c| [0x3210, 0x4321, 0x5432, 0x6543][c as usize & 3],
        Some(word::B4E) => |c| [0x5670, 0x6701, 0x7012, 0x0123][c as usize & 3],
        Some(word::RC8) => |c| [0x0000, 0x1111, 0x2222, 0x3333][c as usize & 3],
        Some(word::ECL) => |c| [0x3210, 0x3211, 0x3222, 0x3333][c as usize & 3],
        Some(word::ECR) => |c| [0x0000, 0x1110, 0x2210, 0x3210][c as usize & 3],
        Some(_) => |c| [0x1010, 0x3232, 0x1010, 0x3232][c as usize & 3],
    };
    let replicates = mode.is_none();
    ternary(move |a: u32, b: u32, c: u32| {
        let bytes = u64::from(a) | u64::from(b) << 32;
        let selectors = control(c);
        let mut result = 0;
        for i in 0..4 {
            let selector = selectors >> (4 * i) & 0xf;
            let byte = (bytes >> (8 * (selector & 7))) as u8;
            let byte = if replicates && selector & 8 != 0 { (byte as i8 >> 7) as u8 } else { byte };
            result |= u32::from(byte) << (8 * i);
        }
        result
    })
}

fn dot_product(words: &Words<'_>, a_signed: bool, b_signed: bool) -> Compute {
    let extend = |byte: u32, signed: bool| if signed { i64::from(byte as u8 as i8) } else { i64::from(byte as u8) };
    if words.op == op::DP4A {
        return ternary(move |a: u32, b: u32, c: u32| {
            let product = |i: u32| extend(a >> (8 * i), a_signed) * extend(b >> (8 * i), b_signed);
            c.wrapping_add((0..4).map(product).sum::<i64>() as u32)
        });
    }
    let first = if words.op == op::DP2A_HI { 2 } else { 0 };
    ternary(move |a: u32, b: u32, c: u32| {
        let half = |i: u32| {
            let half = (a >> (16 * i)) as u16;
            if a_signed { i64::from(half as i16) } else { i64::from(half) }
        };
        let product = |i: u32| half(i) * extend(b >> (8 * (first + i)), b_signed);
        c.wrapping_add((0..2).map(product).sum::<i64>() as u32)
    })
}

/// The bit where `lop3`'s table says so.
fn logic3(table: u8) -> Compute {
    // Any function of three bits is an exclusive or of products of them: bit `i` of `terms` says whether the product is one of them of those
    // bits that are set in `i`.
    let mut terms = table;
    for (shift, upper) in [(1, 0xaa), (2, 0xcc), (4, 0xf0)] {
        terms ^= terms << shift & upper;
    }
    let [one, c, b, bc, a, ac, ab, abc] = std::array::from_fn(|i| 0u32.wrapping_sub(u32::from(terms >> i & 1)));
    match table {
        0x96 => ternary(|a: u32, b: u32, c: u32| a ^ b ^ c),
        0xe8 => ternary(|a: u32, b: u32, c: u32| a & b | a & c | b & c),
        0xca => ternary(|a: u32, b: u32, c: u32| a & b | !a & c),
        _ => ternary(move |x: u32, y: u32, z: u32| {
            one ^ z & c ^ y & (b ^ z & bc) ^ x & (a ^ z & ac ^ y & (ab ^ z & abc))
        }),
    }
}

/// The part of a product that an instruction keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ProductPart {
    Low,
    High,
    Whole,
}

/// The part of the product that a multiplication keeps, and whether it adds a third operand.
fn product_part(op: Instruction) -> Option<(ProductPart, bool)> {
    Some(match op {
        op::MUL | op::MUL_LO => (ProductPart::Low, false),
        op::MUL_HI => (ProductPart::High, false),
        op::MUL_WIDE => (ProductPart::Whole, false),
        op::MAD | op::MAD_LO | op::MADC_LO => (ProductPart::Low, true),
        op::MAD_HI | op::MADC_HI => (ProductPart::High, true),
        op::MAD_WIDE => (ProductPart::Whole, true),
        _ => return None,
    })
}

impl Decoder<'_, '_> {
    /// `add`, `sub`, `mul`, `mad`, `div`, `rem`, `min`, `max`, `abs`, `neg`
    pub(super) fn integer_arithmetic(&mut self, words: &Words<'_>, ty: ScalarType) -> Result<()> {
        if words.op == op::SUB && !words.has(word::CC) && self.clears()? {
            return self.clear();
        }
        if words.has(word::CC) {
            return self.with_carry(words);
        }
        let saturates = words.has(word::SAT);
        let relu = words.has(word::RELU);
        let count = self.operand_count().saturating_sub(1);
        if matches!(ty, ScalarType::U16x2 | ScalarType::S16x2) {
            let compute = packed_arithmetic(words.op, ty == ScalarType::S16x2, relu);
            let compute = compute.filter(|_| !saturates).ok_or_else(|| self.refuse_form())?;
            return self.emit_sources(ty, count, compute);
        }
        if saturates {
            return match words.op {
                op::ADD => self.emit_sources(ty, 2, binary(i32::saturating_add)),
                op::SUB => self.emit_sources(ty, 2, binary(i32::saturating_sub)),
                op::MAD_HI => self.emit_sources(
                    ty,
                    3,
                    ternary(|a: i32, b: i32, c: i32| (((i64::from(a) * i64::from(b)) >> 32) as i32).saturating_add(c)),
                ),
                _ => Err(self.refuse_form()),
            };
        }
        if relu {
            return match (words.op, ty) {
                (op::MIN, ScalarType::S32) => self.emit_sources(ty, 2, binary(|a: i32, b: i32| a.min(b).max(0))),
                (op::MAX, ScalarType::S32) => self.emit_sources(ty, 2, binary(|a: i32, b: i32| a.max(b).max(0))),
                _ => Err(self.refuse_form()),
            };
        }
        if let Some((part, adds)) = product_part(words.op) {
            return self.multiply(part, adds, ty);
        }
        let compute = for_integer!(ty, T => match words.op {
            op::ADD => binary(|a: T, b: T| a.wrapping_add(b)),
            op::SUB => binary(|a: T, b: T| a.wrapping_sub(b)),
            // By zero: all bits set, as the hardware's.
            op::DIV => binary(|a: T, b: T| if b == 0 { T::get(u64::MAX) } else { a.wrapping_div(b) }),
            op::REM => binary(|a: T, b: T| if b == 0 { T::get(u64::MAX) } else { a.wrapping_rem(b) }),
            op::MIN if count == 3 => ternary(|a: T, b: T, c: T| a.min(b).min(c)),
            op::MAX if count == 3 => ternary(|a: T, b: T, c: T| a.max(b).max(c)),
            op::MIN => binary(|a: T, b: T| a.min(b)),
            op::MAX => binary(|a: T, b: T| a.max(b)),
            op::ABS => unary(|a: T| if a.bits() >> (T::BITS - 1) != 0 && T::MIN != 0 { (0 as T).wrapping_sub(a) } else { a }),
            op::NEG => unary(|a: T| (0 as T).wrapping_sub(a)),
            _ => return Err(self.refuse_form()),
        }, return Err(self.refuse_form()));
        self.emit_sources(ty, count, compute)
    }

    /// Whether both operands are the same register, so that the result is zero whatever it holds.
    fn clears(&self) -> Result<bool> {
        let [a, b] = [self.operand(1)?.register(), self.operand(2)?.register()];
        Ok(a.is_some() && a == b)
    }

    fn clear(&mut self) -> Result<()> {
        let to = self.result(0)?;
        let zero = self.bits(0);
        self.emit_copy(to, zero);
        Ok(())
    }

    fn multiply(&mut self, part: ProductPart, adds: bool, ty: ScalarType) -> Result<()> {
        macro_rules! product {
            ($T:ty, $W:ty, $U:ty) => {
                match (part, adds) {
                    (ProductPart::Low, false) => binary(|a: $T, b: $T| a.wrapping_mul(b)),
                    (ProductPart::Low, true) => ternary(|a: $T, b: $T, c: $T| a.wrapping_mul(b).wrapping_add(c)),
                    (ProductPart::High, false) => binary(|a: $T, b: $T| ((a as $W * b as $W) >> <$T>::BITS) as $T),
                    (ProductPart::High, true) => {
                        ternary(|a: $T, b: $T, c: $T| (((a as $W * b as $W) >> <$T>::BITS) as $T).wrapping_add(c))
                    }
                    (ProductPart::Whole, false) => binary(|a: $T, b: $T| (a as $W * b as $W) as $U),
                    (ProductPart::Whole, true) => {
                        ternary(|a: $T, b: $T, c: $U| ((a as $W * b as $W) as $U).wrapping_add(c))
                    }
                }
            };
        }
        let compute = match ty {
            ScalarType::U16 => product!(u16, u32, u32),
            ScalarType::S16 => product!(i16, i32, i32),
            ScalarType::U32 => product!(u32, u64, u64),
            ScalarType::S32 => product!(i32, i64, i64),
            ScalarType::U64 => product!(u64, u128, u64),
            ScalarType::S64 => product!(i64, i128, i64),
            _ => return Err(self.refuse_form()),
        };
        let wide = match ty.bits() {
            16 if part == ProductPart::Whole => ScalarType::U32,
            32 if part == ProductPart::Whole => ScalarType::U64,
            _ => ty,
        };
        let mut from = vec![self.source(1, ty)?, self.source(2, ty)?];
        if adds {
            from.push(self.source(3, wide)?);
        }
        let to = self.result(0)?;
        self.emit_compute(to, &from, compute);
        Ok(())
    }

    /// The carry register of the function.
    fn carry(&mut self) -> RegisterSlot {
        match self.carry {
            Some(slot) => slot,
            None => {
                let slot = self.temporary();
                self.carry = Some(slot);
                slot
            }
        }
    }

    /// `add.cc` … `madc`: sums of three terms in 128 bits. A difference is the sum with the complement and one more, so the flag is set
    /// where nothing is borrowed, and `subc` adds it; whatever has set it, sums and differences read the same flag.
    pub(super) fn with_carry(&mut self, words: &Words<'_>) -> Result<()> {
        let ty = words.ty().ok_or_else(|| self.refuse_form())?;
        let writes_carry = words.has(word::CC);
        let reads_carry = matches!(words.op, op::ADDC | op::SUBC | op::MADC_LO | op::MADC_HI);
        let subtracts = matches!(words.op, op::SUB | op::SUBC);
        let width = ty.bits();
        if !matches!(width, 32 | 64) {
            return Err(self.refuse_form());
        }
        // It takes several steps, which are no products.
        self.insight = Insight::None;
        let [mut a, mut b] = [self.source(1, ty)?, self.source(2, ty)?];
        if let Some((part, true)) = product_part(words.op) {
            if part == ProductPart::Whole {
                return Err(self.refuse_form());
            }
            let high = part == ProductPart::High;
            let product = self.temporary();
            let signed = ty.class() == TypeClass::Signed;
            let compute = binary(move |a: u64, b: u64| {
                let wide = |bits: u64| match (signed, width) {
                    (true, 32) => i128::from(bits as i32),
                    (true, _) => i128::from(bits as i64),
                    (false, _) => i128::from(bits),
                };
                let product = wide(a).wrapping_mul(wide(b)) as u128;
                (if high { product >> width } else { product }) as u64 & low_mask(width)
            });
            self.emit_compute(product, &[a, b], compute);
            a = product;
            b = self.source(3, ty)?;
        }
        let carry_in = if reads_carry { self.carry() } else { self.bits(u64::from(subtracts)) };
        let sum = move |a: u64, b: u64, carry: u64| {
            let b = if subtracts { !b & low_mask(width) } else { b };
            u128::from(a) + u128::from(b) + u128::from(carry)
        };
        let carry_out = self.temporary();
        if writes_carry {
            let compute = ternary(move |a: u64, b: u64, carry: u64| (sum(a, b, carry) >> width) as u64 & 1);
            self.emit_compute(carry_out, &[a, b, carry_in], compute);
        }
        let to = self.result(0)?;
        let compute = ternary(move |a: u64, b: u64, carry: u64| sum(a, b, carry) as u64 & low_mask(width));
        self.emit_compute(to, &[a, b, carry_in], compute);
        if writes_carry {
            let carry = self.carry();
            self.emit_copy(carry, carry_out);
        }
        Ok(())
    }

    pub(super) fn integer_function(&mut self, words: &Words<'_>) -> Result<()> {
        let types = words.types();
        let &ty = types.last().ok_or_else(|| self.refuse_form())?;
        let signed = ty.class() == TypeClass::Signed;
        let width = ty.bits();
        let mask = low_mask(width);
        let b32 = ScalarType::B32;
        match words.op {
            op::AND => self.emit_sources(ty, 2, binary(|a: u64, b: u64| a & b)),
            op::OR => self.emit_sources(ty, 2, binary(|a: u64, b: u64| a | b)),
            op::XOR if self.clears()? => self.clear(),
            op::XOR => self.emit_sources(ty, 2, binary(|a: u64, b: u64| a ^ b)),
            op::NOT => self.emit_sources(ty, 1, unary(move |a: u64| !a & mask)),
            op::CNOT => self.emit_sources(ty, 1, unary(move |a: u64| u64::from(a & mask == 0))),
            op::POPC => self.emit_sources(ty, 1, unary(|a: u64| a.count_ones())),
            op::CLZ => self.emit_sources(ty, 1, unary(move |a: u64| (a & mask).leading_zeros() - (64 - width))),
            op::BREV => self.emit_sources(ty, 1, unary(move |a: u64| a.reverse_bits() >> (64 - width))),
            op::SHL => self.emit_typed(&[ty, b32], shift_left(width)),
            op::SHR => {
                let compute = for_integer!(ty, T => binary(|a: T, b: u32| {
                    a.checked_shr(b).unwrap_or(if a.bits() >> (T::BITS - 1) != 0 && T::MIN != 0 { T::get(u64::MAX) } else { 0 })
                }), return Err(self.refuse_form()));
                self.emit_typed(&[ty, b32], compute)
            }
            op::MUL24_LO | op::MUL24_HI | op::MAD24_LO | op::MAD24_HI => {
                let high = matches!(words.op, op::MUL24_HI | op::MAD24_HI);
                let extend = move |a: u32| match signed {
                    true => i64::from((a << 8) as i32 >> 8),
                    false => i64::from(a & 0xff_ffff),
                };
                let product = move |a: u32, b: u32| {
                    let product = extend(a) * extend(b);
                    (if high { product >> 16 } else { product }) as u32
                };
                if matches!(words.op, op::MUL24_LO | op::MUL24_HI) {
                    return self.emit_sources(ty, 2, binary(product));
                }
                if words.has(word::SAT) {
                    let add = move |a: u32, b: u32, c: u32| (product(a, b) as i32).saturating_add(c as i32);
                    return self.emit_sources(ty, 3, ternary(add));
                }
                self.emit_sources(ty, 3, ternary(move |a: u32, b: u32, c: u32| product(a, b).wrapping_add(c)))
            }
            op::SAD => {
                let compute = for_integer!(ty, T => ternary(|a: T, b: T, c: T| {
                    c.wrapping_add(if a < b { b.wrapping_sub(a) } else { a.wrapping_sub(b) })
                }), return Err(self.refuse_form()));
                self.emit_sources(ty, 3, compute)
            }
            op::BFE => self.emit_typed(&[ty, b32, b32], extract(ty)),
            op::BFI => {
                let bound = field_bound(width);
                let compute = quaternary(move |a: u64, b: u64, position: u32, length: u32| {
                    let position = position & bound;
                    if position >= width {
                        return b;
                    }
                    let field = low_mask(length & bound) << position & mask;
                    b & !field | a << position & field
                });
                let from = [self.source(1, ty)?, self.source(2, ty)?, self.source(3, b32)?, self.source(4, b32)?];
                let to = self.result(0)?;
                self.emit_compute(to, &from, compute);
                Ok(())
            }
            op::BFIND => {
                let shift_amount = words.has(word::SHIFTAMT);
                let compute = unary(move |a: u64| {
                    let negative = signed && a >> (width - 1) & 1 == 1;
                    let significant = if negative { !a & mask } else { a & mask };
                    match significant.checked_ilog2() {
                        None => u32::MAX,
                        Some(bit) if shift_amount => width - 1 - bit,
                        Some(bit) => bit,
                    }
                });
                self.emit_sources(ty, 1, compute)
            }
            op::LOP3 => {
                let table = self.operand(4)?.constant().and_then(|id| self.module[id].integer());
                let table = table.ok_or_else(|| self.refuse_form())?;
                if let Some(operation) = words.one_of(&[word::OR, word::AND]) {
                    return self.logic_and_test(operation == word::OR, ty, logic3(table as u8));
                }
                self.emit_sources(ty, 3, logic3(table as u8))
            }
            op::SHF_L | op::SHF_R => {
                let wraps = words.has(word::WRAP);
                words.has(word::CLAMP);
                let right = words.op == op::SHF_R;
                let both = |a: u32, b: u32| u64::from(a) | u64::from(b) << 32;
                let compute = match (right, wraps) {
                    (true, true) => ternary(move |a: u32, b: u32, c: u32| (both(a, b) >> (c & 31)) as u32),
                    (true, false) => ternary(move |a: u32, b: u32, c: u32| (both(a, b) >> c.min(32)) as u32),
                    (false, true) => ternary(move |a: u32, b: u32, c: u32| (both(a, b) << (c & 31) >> 32) as u32),
                    (false, false) => ternary(move |a: u32, b: u32, c: u32| (both(a, b) << c.min(32) >> 32) as u32),
                };
                self.emit_sources(ty, 3, compute)
            }
            op::PRMT => {
                let mode = words.one_of(&[word::F4E, word::B4E, word::RC8, word::ECL, word::ECR, word::RC16]);
                self.emit_sources(ty, 3, permute(mode))
            }
            op::DP4A | op::DP2A_LO | op::DP2A_HI => {
                let signs = [types[0], ty].map(|ty| ty.class() == TypeClass::Signed);
                let compute = dot_product(words, signs[0], signs[1]);
                self.emit_sources(b32, 3, compute)
            }
            op::BMSK => {
                let wraps = words.has(word::WRAP);
                words.has(word::CLAMP);
                let compute = binary(move |a: u32, b: u32| {
                    let (a, b) = if wraps { (a & 31, b & 31) } else { (a.min(32), b.min(32)) };
                    (low_mask(b) << a) as u32
                });
                self.emit_sources(ty, 2, compute)
            }
            op::SZEXT => {
                let wraps = words.has(word::WRAP);
                words.has(word::CLAMP);
                let compute = binary(move |a: u32, b: u32| {
                    let bits = if wraps { b & 31 } else { b.min(32) };
                    match bits {
                        0 => 0,
                        _ if signed => ((a << (32 - bits)) as i32 >> (32 - bits)) as u32,
                        _ => a & low_mask(bits) as u32,
                    }
                });
                self.emit_sources(ty, 2, compute)
            }
            op::FNS => self.emit_sources(ty, 3, ternary(find_nth)),
            _ => Err(self.refuse_form()),
        }
    }

    /// `lop3.or.b32 d|p, a, b, c, table, q`: whether any bit of the result is set, combined with `q`.
    fn logic_and_test(&mut self, any: bool, ty: ScalarType, compute: Compute) -> Result<()> {
        let from = [self.source(1, ty)?, self.source(2, ty)?, self.source(3, ty)?];
        let with = self.source(5, ScalarType::Pred)?;
        let operand = self.operand(0)?;
        let results = self.pair(operand)?;
        let &[to, test] = &results[..] else { return Err(self.refuse_form()) };
        let value = self.temporary();
        self.emit_compute(value, &from, compute);
        let holds = self.temporary();
        let test_of = binary(move |a: u32, with: bool| if any { a != 0 || with } else { a != 0 && with });
        self.emit_compute(holds, &[value, with], test_of);
        self.emit_pair(&[to, test], value, Some(holds));
        Ok(())
    }

    /// Appends a computation from operands of these types.
    fn emit_typed(&mut self, types: &[ScalarType], compute: Compute) -> Result<()> {
        let mut from = Vec::new();
        for (i, &ty) in types.iter().enumerate() {
            from.push(self.source(i + 1, ty)?);
        }
        let to = self.result(0)?;
        self.emit_compute(to, &from, compute);
        Ok(())
    }
}

/// `fns`: the n-th set bit from a base, upwards or downwards.
fn find_nth(mask: u32, base: u32, offset: i32) -> u32 {
    let bits: Vec<u32> = match offset {
        0 => return if base < 32 && mask >> base & 1 == 1 { base } else { u32::MAX },
        1.. => (base.min(32)..32).filter(|bit| mask >> bit & 1 == 1).collect(),
        _ => (0..=base.min(31)).rev().filter(|bit| mask >> bit & 1 == 1).collect(),
    };
    bits.get(offset.unsigned_abs() as usize - 1).copied().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::super::lanes::WARP;
    use super::logic3;

    /// A table is what its function makes of the three operands that have each combination of bits once.
    #[test]
    fn every_table_of_lop3() {
        for table in 0..=u8::MAX {
            let [a, b, c] = [0xf0, 0xcc, 0xaa].map(|bits| [bits; WARP]);
            let mut out = [0; WARP];
            logic3(table)(&[&a, &b, &c, &c], &mut out);
            assert_eq!(out.map(|value| value as u8), [table; WARP], "{table:#04x}");
        }
    }
}
