//! What atomic operations and reductions make of a value in memory.

use super::super::exact::FloatFormat;
use super::super::half_lanes::{HalfLane, add_odd};
use super::super::lanes::Lane;
use super::super::program::{MemorySpace, Update};
use super::float::{add_doubles, extremum};
use crate::isa::{ScalarType, TypeClass, Word, word};
use half::{bf16, f16};

/// An operation on both halves of a word.
fn both(of_half: impl Fn(u64, u64) -> u64, old: u64, value: u64) -> u64 {
    let half = |shift: u32| of_half(old >> shift & 0xffff, value >> shift & 0xffff) << shift;
    half(0) | half(16)
}

fn add_half<H: HalfLane>(old: u64, value: u64) -> u64 {
    H::nearest(add_odd(H::get(old).wide(), H::get(value).wide())).bits()
}

/// What becomes of a value in memory. Sums differ in shared memory, where threads compute them: elsewhere single precision flushes
/// subnormal numbers, and double precision keeps NaNs as they are. Generic addresses count as global ones.
pub(super) fn update(operation: Word, ty: ScalarType, space: MemorySpace) -> Option<Update> {
    let is_shared = space == MemorySpace::Shared;
    let width = ty.bits();
    let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
    let signed = move |bits: u64| (bits << (64 - width)) as i64 >> (64 - width);
    let is_signed = ty.class() == TypeClass::Signed;
    macro_rules! always {
        ($f:expr) => {{
            let f = $f;
            Box::new(move |old: u64, value: u64, _: u64| Some(f(old, value)))
        }};
    }
    Some(match (operation, ty) {
        (word::ADD, ScalarType::F32) => always!(move |old: u64, value: u64| {
            let flushed = |bits: u64| if is_shared { bits } else { FloatFormat::F32.flush(bits) };
            let [old, value] = [old, value].map(|bits| f32::from_bits(flushed(bits) as u32));
            flushed(Lane::bits(old + value))
        }),
        (word::ADD, ScalarType::F64) => always!(move |old: u64, value: u64| add_doubles(old, value, is_shared)),
        (word::ADD, ScalarType::F16) => always!(add_half::<f16>),
        (word::ADD, ScalarType::Bf16) => always!(add_half::<bf16>),
        (word::ADD, ScalarType::F16x2) => always!(|old, value| both(add_half::<f16>, old, value)),
        (word::ADD, ScalarType::Bf16x2) => always!(|old, value| both(add_half::<bf16>, old, value)),
        (word::MIN | word::MAX, ScalarType::F16 | ScalarType::Bf16 | ScalarType::F16x2 | ScalarType::Bf16x2) => {
            let is_brain = matches!(ty, ScalarType::Bf16 | ScalarType::Bf16x2);
            let format = if is_brain { FloatFormat::BF16 } else { FloatFormat::F16 };
            let of_half = move |old, value| extremum(format, operation == word::MAX, false, old, value);
            match width {
                16 => always!(of_half),
                _ => always!(move |old, value| both(of_half, old, value)),
            }
        }
        (_, _) if ty.is_float() => return None,
        (word::ADD, _) => always!(move |old: u64, value: u64| old.wrapping_add(value) & mask),
        (word::AND, _) => always!(|old: u64, value: u64| old & value),
        (word::OR, _) => always!(|old: u64, value: u64| old | value),
        (word::XOR, _) => always!(|old: u64, value: u64| old ^ value),
        (word::EXCH, _) => always!(move |_: u64, value: u64| value & mask),
        (word::MIN, _) if is_signed => {
            always!(move |old: u64, value: u64| if signed(old) <= signed(value) { old } else { value })
        }
        (word::MAX, _) if is_signed => {
            always!(move |old: u64, value: u64| if signed(old) >= signed(value) { old } else { value })
        }
        (word::MIN, _) => always!(|old: u64, value: u64| old.min(value)),
        (word::MAX, _) => always!(|old: u64, value: u64| old.max(value)),
        (word::INC, _) => always!(|old: u64, value: u64| if old >= value { 0 } else { old + 1 }),
        (word::DEC, _) => always!(|old: u64, value: u64| if old == 0 || old > value { value } else { old - 1 }),
        (word::CAS, _) => Box::new(move |old, compare, value| (old == compare & mask).then_some(value & mask)),
        _ => return None,
    })
}
