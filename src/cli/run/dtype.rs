//! Types of elements.

use half::{bf16, f16};

/// The type of an element of a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dtype {
    U8,
    S8,
    U16,
    S16,
    U32,
    S32,
    U64,
    S64,
    F16,
    Bf16,
    F32,
    F64,
}

use Dtype::{Bf16, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64};

/// The types with their names, that of PTX first, and what NumPy calls them.
const NAMES: [(Dtype, &[&str], &str); 12] = [
    (U8, &["u8", "b8", "uint8", "bool", "e4m3", "e5m2"], "|u1"),
    (S8, &["s8", "i8", "int8"], "|i1"),
    (U16, &["u16", "b16", "uint16"], "<u2"),
    (S16, &["s16", "i16", "int16"], "<i2"),
    (U32, &["u32", "b32", "uint32", "f16x2", "bf16x2"], "<u4"),
    (S32, &["s32", "i32", "int32"], "<i4"),
    (U64, &["u64", "b64", "uint64"], "<u8"),
    (S64, &["s64", "i64", "int64"], "<i8"),
    (F16, &["f16", "float16"], "<f2"),
    // NumPy has none; this is how `ml_dtypes` saves it.
    (Bf16, &["bf16", "bfloat16"], "<V2"),
    (F32, &["f32", "float32"], "<f4"),
    (F64, &["f64", "float64"], "<f8"),
];

impl Dtype {
    /// The type of a name.
    pub(super) fn of(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, names, _)| names.contains(&name)).map(|&(dtype, ..)| dtype)
    }

    /// All names, for sentences.
    pub(super) fn names() -> String {
        NAMES.iter().map(|(_, names, _)| names[0]).collect::<Vec<_>>().join(", ")
    }

    fn row(self) -> &'static (Self, &'static [&'static str], &'static str) {
        NAMES.iter().find(|(dtype, ..)| *dtype == self).unwrap_or(&NAMES[0])
    }

    pub(super) fn name(self) -> &'static str {
        self.row().1[0]
    }

    /// NumPy's name.
    pub(super) fn descr(self) -> &'static str {
        self.row().2
    }

    /// The type that NumPy calls so. Byte order is that of GPUs.
    pub(super) fn of_descr(descr: &str) -> Option<Self> {
        match descr {
            "|b1" => return Some(U8),
            "|V2" | "|V2.bfloat16" => return Some(Bf16),
            _ => {}
        }
        let plain = descr.trim_start_matches(['<', '|', '=']);
        let found = NAMES.iter().find(|(.., numpy)| numpy.trim_start_matches(['<', '|']) == plain);
        found.map(|&(dtype, ..)| dtype)
    }

    /// Bytes of an element.
    pub(super) fn size(self) -> usize {
        match self {
            U8 | S8 => 1,
            U16 | S16 | F16 | Bf16 => 2,
            U32 | S32 | F32 => 4,
            U64 | S64 | F64 => 8,
        }
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, F16 | Bf16 | F32 | F64)
    }

    /// The bytes of a floating-point number as an element of a floating-point type.
    pub(super) fn float_bytes(self, number: f64) -> Vec<u8> {
        match self {
            F16 => f16::from_f64(number).to_le_bytes().to_vec(),
            Bf16 => bf16::from_f64(number).to_le_bytes().to_vec(),
            F32 => (number as f32).to_le_bytes().to_vec(),
            _ => number.to_le_bytes().to_vec(),
        }
    }

    /// The bytes of a number; as an integer it has to fit.
    ///
    /// # Errors
    /// It does not.
    pub(super) fn bytes_of(self, text: &str) -> Result<Vec<u8>, String> {
        let wrong = || format!("`{text}` is not a valid {}", self.name());
        if self.is_float() {
            return float(text).map(|number| self.float_bytes(number)).ok_or_else(wrong);
        }
        let number = integer(text).ok_or_else(wrong)?;
        let bits = 8 * self.size() as u32;
        // Bit patterns may be written for signed types, and negative numbers for unsigned ones.
        let fits = number >= -(1i128 << (bits - 1)) && number < 1i128 << bits;
        if fits { Ok(number.to_le_bytes()[..self.size()].to_vec()) } else { Err(wrong()) }
    }

    /// An element as a number; integers of 64 bits may be rounded.
    pub(super) fn number(self, element: &[u8]) -> f64 {
        let mut bytes = [0; 8];
        bytes[..element.len()].copy_from_slice(element);
        let bits = u64::from_le_bytes(bytes);
        match self {
            U8 | U16 | U32 | U64 => bits as f64,
            S8 => f64::from(bits as i8),
            S16 => f64::from(bits as i16),
            S32 => f64::from(bits as i32),
            S64 => bits as i64 as f64,
            F16 => f16::from_bits(bits as u16).to_f64(),
            Bf16 => bf16::from_bits(bits as u16).to_f64(),
            F32 => f64::from(f32::from_bits(bits as u32)),
            F64 => f64::from_bits(bits),
        }
    }

    /// An element as it is written.
    pub(super) fn show(self, element: &[u8]) -> String {
        let mut bytes = [0; 8];
        bytes[..element.len()].copy_from_slice(element);
        match self {
            U64 => u64::from_le_bytes(bytes).to_string(),
            S64 => i64::from_le_bytes(bytes).to_string(),
            F32 => (self.number(element) as f32).to_string(),
            _ => self.number(element).to_string(),
        }
    }
}

/// A floating-point number, or an integer.
pub(super) fn float(text: &str) -> Option<f64> {
    text.parse().ok().or_else(|| integer(text).map(|number| number as f64))
}

/// An integer in decimal or, behind `0x`, hexadecimal.
pub(super) fn integer(text: &str) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let magnitude = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) if !digits.starts_with(['+', '-']) => i128::from_str_radix(digits, 16).ok()?,
        None if !digits.starts_with(['+', '-']) => digits.parse().ok()?,
        _ => return None,
    };
    Some(if negative { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(U32.bytes_of("-1"), Ok(vec![0xff; 4]));
        assert_eq!(S32.bytes_of("0xffffffff"), Ok(vec![0xff; 4]));
        assert_eq!(U8.bytes_of("255"), Ok(vec![255]));
        assert_eq!(F16.bytes_of("1.5"), Ok(vec![0, 0x3e]));
        assert_eq!(Bf16.bytes_of("-2"), Ok(vec![0, 0xc0]));
        assert_eq!(F32.bytes_of("inf"), Ok(f32::INFINITY.to_le_bytes().to_vec()));
        for (dtype, wrong) in
            [(U8, "256"), (U32, "1.5"), (S16, "-32769"), (U64, "--1"), (F32, "x"), (U32, "0x"), (U32, "0x-1")]
        {
            assert!(dtype.bytes_of(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn names() {
        for (dtype, names, descr) in NAMES {
            assert!(names.iter().all(|name| Dtype::of(name) == Some(dtype)));
            assert_eq!((Dtype::of_descr(descr), dtype.descr()), (Some(dtype), descr));
        }
        assert_eq!((Dtype::of("f33"), Dtype::of_descr(">f4")), (None, None));
    }
}
