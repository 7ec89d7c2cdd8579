//! A register of a warp: one value for each of 32 lanes, and functions over them.
//!
//! A lane holds the register's bits, the higher ones zero. Whoever computes gets whole registers, so that its loop over lanes is
//! one that the compiler can vectorise.

use half::{bf16, f16};

/// Threads of a warp.
pub const WARP: usize = 32;

/// A register of all lanes.
pub type Lanes = [u64; WARP];

/// Computes a register from up to four.
pub type Compute = Box<dyn Fn(&[&Lanes; 4], &mut Lanes) + Send + Sync>;

/// Computes registers from registers.
pub type ComputeMany = Box<dyn Fn(&[&Lanes], &mut [Lanes]) + Send + Sync>;

/// A type whose bits a lane holds.
pub trait Lane: Copy + 'static {
    /// Reads the low bits.
    fn get(bits: u64) -> Self;
    /// The bits, the higher ones zero.
    fn bits(self) -> u64;
}

macro_rules! integer_lanes {
    ($($ty:ty, $unsigned:ty;)*) => {$(
        impl Lane for $ty {
            #[inline(always)]
            fn get(bits: u64) -> Self {
                bits as $ty
            }
            #[inline(always)]
            fn bits(self) -> u64 {
                self as $unsigned as u64
            }
        }
    )*};
}

integer_lanes! { u8, u8; i8, u8; u16, u16; i16, u16; u32, u32; i32, u32; u64, u64; i64, u64; }

impl Lane for bool {
    #[inline(always)]
    fn get(bits: u64) -> Self {
        bits & 1 != 0
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(self)
    }
}

/// Results that are no number have the bits that the hardware gives them.
impl Lane for f32 {
    #[inline(always)]
    fn get(bits: u64) -> Self {
        f32::from_bits(bits as u32)
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(if self.is_nan() { 0x7fff_ffff } else { self.to_bits() })
    }
}

impl Lane for f64 {
    #[inline(always)]
    fn get(bits: u64) -> Self {
        f64::from_bits(bits)
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        if self.is_nan() { 0x7fff_ffff_ffff_ffff } else { self.to_bits() }
    }
}

impl Lane for f16 {
    #[inline(always)]
    fn get(bits: u64) -> Self {
        f16::from_bits(bits as u16)
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(if self.is_nan() { 0x7fff } else { self.to_bits() })
    }
}

impl Lane for bf16 {
    #[inline(always)]
    fn get(bits: u64) -> Self {
        bf16::from_bits(bits as u16)
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(if self.is_nan() { 0x7fff } else { self.to_bits() })
    }
}

/// A function of one register.
pub fn unary<A: Lane, R: Lane>(f: impl Fn(A) -> R + Send + Sync + 'static) -> Compute {
    Box::new(move |[a, ..], out| {
        for (out, &a) in out.iter_mut().zip(a.iter()) {
            *out = f(A::get(a)).bits();
        }
    })
}

/// A function of two registers.
pub fn binary<A: Lane, B: Lane, R: Lane>(f: impl Fn(A, B) -> R + Send + Sync + 'static) -> Compute {
    Box::new(move |[a, b, ..], out| {
        for i in 0..WARP {
            out[i] = f(A::get(a[i]), B::get(b[i])).bits();
        }
    })
}

/// A function of three registers.
pub fn ternary<A: Lane, B: Lane, C: Lane, R: Lane>(f: impl Fn(A, B, C) -> R + Send + Sync + 'static) -> Compute {
    Box::new(move |[a, b, c, _], out| {
        for i in 0..WARP {
            out[i] = f(A::get(a[i]), B::get(b[i]), C::get(c[i])).bits();
        }
    })
}

/// A function of four registers.
pub fn quaternary<A: Lane, B: Lane, C: Lane, D: Lane, R: Lane>(
    f: impl Fn(A, B, C, D) -> R + Send + Sync + 'static,
) -> Compute {
    Box::new(move |[a, b, c, d], out| {
        for i in 0..WARP {
            out[i] = f(A::get(a[i]), B::get(b[i]), C::get(c[i]), D::get(d[i])).bits();
        }
    })
}

/// The lanes of a mask, lowest first.
#[inline]
pub fn lanes_of(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lane < WARP).then_some(lane)
    })
}

/// The lanes whose lowest bit is set.
#[inline]
pub fn mask_of(lanes: &Lanes) -> u32 {
    let mut mask = 0;
    for (i, &lane) in lanes.iter().enumerate() {
        mask |= ((lane & 1) as u32) << i;
    }
    mask
}
