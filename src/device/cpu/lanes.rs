//! A register of a warp: one value for each of 32 lanes, and functions over them.
//!
//! A lane holds the register's bits, the higher ones zero. Whoever computes gets whole registers, so that its loop over lanes is
//! one that the compiler can vectorise: for the instructions that all machines have, and once more for those that this one has, where a
//! product and a sum rounded once is an instruction rather than a call.

use fearless_simd::Level;
#[cfg(target_arch = "x86_64")]
use fearless_simd::Simd;
use half::{bf16, f16};

/// Threads of a warp.
pub const WARP: usize = 32;

/// A register of all lanes.
pub type Lanes = [u64; WARP];

/// Computes a register from up to four, all lanes of it.
pub type Compute = Box<dyn Fn(&[&Lanes; 4], &mut Lanes) + Send + Sync>;

/// Computes registers from registers, or says what is wrong with these. Before, the results are anything; afterwards they change places with
/// what was there.
pub type ComputeMany = Box<dyn Fn(&[&Lanes], &mut [Box<Lanes>]) -> Result<(), String> + Send + Sync>;

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

/// The vectors that this machine has beyond those that all have.
#[derive(Clone, Copy)]
pub struct Vectors(Level);

impl Default for Vectors {
    fn default() -> Self {
        Self::new()
    }
}

impl Vectors {
    /// Looks once what there is.
    pub fn new() -> Self {
        Self(Level::new())
    }

    /// Does some work, which is compiled for these vectors if all of it is inlined.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn with<R>(self, work: impl FnOnce() -> R) -> R {
        match self.0.as_avx2() {
            Some(vectors) => vectors.vectorize(work),
            None => work(),
        }
    }

    /// Does some work: other machines' compilers use all vectors as it is.
    #[cfg(not(target_arch = "x86_64"))]
    #[inline(always)]
    pub fn with<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }
}

/// A function of one register.
pub fn unary<A: Lane, R: Lane>(f: impl Fn(A) -> R + Send + Sync + 'static) -> Compute {
    let vectors = Vectors::new();
    Box::new(move |[a, ..], out| {
        vectors.with(
            #[inline(always)]
            || {
                for (out, &a) in out.iter_mut().zip(a.iter()) {
                    *out = f(A::get(a)).bits();
                }
            },
        );
    })
}

/// A function of two registers.
pub fn binary<A: Lane, B: Lane, R: Lane>(f: impl Fn(A, B) -> R + Send + Sync + 'static) -> Compute {
    let vectors = Vectors::new();
    Box::new(move |[a, b, ..], out| {
        vectors.with(
            #[inline(always)]
            || {
                for i in 0..WARP {
                    out[i] = f(A::get(a[i]), B::get(b[i])).bits();
                }
            },
        );
    })
}

/// A function of three registers.
pub fn ternary<A: Lane, B: Lane, C: Lane, R: Lane>(f: impl Fn(A, B, C) -> R + Send + Sync + 'static) -> Compute {
    let vectors = Vectors::new();
    Box::new(move |[a, b, c, _], out| {
        vectors.with(
            #[inline(always)]
            || {
                for i in 0..WARP {
                    out[i] = f(A::get(a[i]), B::get(b[i]), C::get(c[i])).bits();
                }
            },
        );
    })
}

/// A function of four registers.
pub fn quaternary<A: Lane, B: Lane, C: Lane, D: Lane, R: Lane>(
    f: impl Fn(A, B, C, D) -> R + Send + Sync + 'static,
) -> Compute {
    let vectors = Vectors::new();
    Box::new(move |[a, b, c, d], out| {
        vectors.with(
            #[inline(always)]
            || {
                for i in 0..WARP {
                    out[i] = f(A::get(a[i]), B::get(b[i]), C::get(c[i]), D::get(d[i])).bits();
                }
            },
        );
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
    // Halves are laid over each other, so that the compiler can vectorise what would be 32 shifts.
    let mut bits: [u64; WARP / 2] = std::array::from_fn(|i| lanes[i] & 1 | (lanes[i + WARP / 2] & 1) << (WARP / 2));
    for half in [8, 4, 2, 1] {
        for i in 0..half {
            bits[i] |= bits[i + half] << half;
        }
    }
    bits[0] as u32
}
