//! Arithmetic, comparisons and conversions.

use super::Builder;
use super::types::{
    F16, F32, F64, Float, Integer, MutableRegister, Numeric, Pred, Reg, S32, Type, TypedOperand, U32, U64, Word32,
};

/// How [`Builder::compare`] compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// `==`; false of a NaN.
    Equal,
    /// `!=`; false of a NaN.
    NotEqual,
    /// `<`; false of a NaN.
    Less,
    /// `<=`; false of a NaN.
    LessOrEqual,
    /// `>`; false of a NaN.
    Greater,
    /// `>=`; false of a NaN.
    GreaterOrEqual,
}

impl Predicate {
    const fn name(self) -> &'static str {
        match self {
            Predicate::Equal => "eq",
            Predicate::NotEqual => "ne",
            Predicate::Less => "lt",
            Predicate::LessOrEqual => "le",
            Predicate::Greater => "gt",
            Predicate::GreaterOrEqual => "ge",
        }
    }
}

/// Conversions of values from `Self` to `To`.
pub trait Convert<To: Type>: Type {
    /// The instruction. To a narrower floating-point type it rounds to nearest even, to an integer too.
    const OPCODE: &'static str;
}

macro_rules! conversions {
    ($($from:ident => $to:ident: $opcode:literal;)*) => {
        $(impl Convert<$to> for $from {
            const OPCODE: &'static str = $opcode;
        })*
    };
}

conversions! {
    U32 => U64: "cvt.u64.u32";
    U64 => U32: "cvt.u32.u64";
    U32 => F32: "cvt.rn.f32.u32";
    S32 => F32: "cvt.rn.f32.s32";
    F32 => S32: "cvt.rni.s32.f32";
    F16 => F32: "cvt.f32.f16";
    F32 => F16: "cvt.rn.f16.f32";
    F32 => F64: "cvt.f64.f32";
    F64 => F32: "cvt.rn.f32.f64";
}

impl Builder {
    /// `a + b`; integers wrap.
    pub fn add<T: Numeric>(&mut self, a: Reg<T>, b: impl Into<TypedOperand<T>>) -> Reg<T> {
        self.make(format_args!("add{}.{}", T::ADD, T::NAME), &[&a, &b.into()])
    }

    /// `variable += b`.
    pub fn add_in_place<T: Numeric>(&mut self, variable: MutableRegister<T>, b: impl Into<TypedOperand<T>>) {
        self.make_in(*variable, format_args!("add{}.{}", T::ADD, T::NAME), &[&variable.0, &b.into()]);
    }

    /// `a - b`; integers wrap.
    pub fn sub<T: Numeric>(&mut self, a: Reg<T>, b: impl Into<TypedOperand<T>>) -> Reg<T> {
        self.make(format_args!("sub{}.{}", T::ADD, T::NAME), &[&a, &b.into()])
    }

    /// `a * b`; integers wrap.
    pub fn mul<T: Numeric>(&mut self, a: Reg<T>, b: impl Into<TypedOperand<T>>) -> Reg<T> {
        self.make(format_args!("mul{}.{}", T::MUL, T::NAME), &[&a, &b.into()])
    }

    /// `a * b`, all 64 bits.
    pub fn mul_wide(&mut self, a: Reg<U32>, b: impl Into<TypedOperand<U32>>) -> Reg<U64> {
        self.make("mul.wide.u32", &[&a, &b.into()])
    }

    /// The upper 32 bits of `a * b`.
    pub fn mul_high(&mut self, a: Reg<U32>, b: impl Into<TypedOperand<U32>>) -> Reg<U32> {
        self.make("mul.hi.u32", &[&a, &b.into()])
    }

    /// `a * b + c`; integers wrap.
    pub fn mad<T: Integer>(
        &mut self,
        a: Reg<T>,
        b: impl Into<TypedOperand<T>>,
        c: impl Into<TypedOperand<T>>,
    ) -> Reg<T> {
        self.make(format_args!("mad.lo.{}", T::NAME), &[&a, &b.into(), &c.into()])
    }

    /// `a * b + c`, rounded once.
    pub fn fma<T: Float>(&mut self, a: Reg<T>, b: impl Into<TypedOperand<T>>, c: impl Into<TypedOperand<T>>) -> Reg<T> {
        self.make(format_args!("fma.rn.{}", T::NAME), &[&a, &b.into(), &c.into()])
    }

    /// `variable += a * b`, rounded once.
    pub fn fma_in_place<T: Float>(&mut self, variable: MutableRegister<T>, a: Reg<T>, b: impl Into<TypedOperand<T>>) {
        self.make_in(*variable, format_args!("fma.rn.{}", T::NAME), &[&a, &b.into(), &variable.0]);
    }

    /// `a / b`: the quotient of integers, or the nearest floating-point number.
    pub fn div<T: Numeric>(&mut self, a: Reg<T>, b: impl Into<TypedOperand<T>>) -> Reg<T> {
        self.make(format_args!("div{}.{}", T::ADD, T::NAME), &[&a, &b.into()])
    }

    /// The remainder of `a / b`.
    pub fn rem<T: Integer>(&mut self, a: Reg<T>, b: impl Into<TypedOperand<T>>) -> Reg<T> {
        self.make(format_args!("rem.{}", T::NAME), &[&a, &b.into()])
    }

    /// The smaller one; of a NaN and a number the number.
    pub fn min<T: Numeric>(&mut self, a: Reg<T>, b: impl Into<TypedOperand<T>>) -> Reg<T> {
        self.make(format_args!("min.{}", T::NAME), &[&a, &b.into()])
    }

    /// The larger one; of a NaN and a number the number.
    pub fn max<T: Numeric>(&mut self, a: Reg<T>, b: impl Into<TypedOperand<T>>) -> Reg<T> {
        self.make(format_args!("max.{}", T::NAME), &[&a, &b.into()])
    }

    /// `variable = max(variable, b)`.
    pub fn max_in_place<T: Numeric>(&mut self, variable: MutableRegister<T>, b: impl Into<TypedOperand<T>>) {
        self.make_in(*variable, format_args!("max.{}", T::NAME), &[&variable.0, &b.into()]);
    }

    /// `-a`.
    pub fn neg<T: Float>(&mut self, a: Reg<T>) -> Reg<T> {
        self.make(format_args!("neg.{}", T::NAME), &[&a])
    }

    /// The absolute value.
    pub fn abs<T: Float>(&mut self, a: Reg<T>) -> Reg<T> {
        self.make(format_args!("abs.{}", T::NAME), &[&a])
    }

    /// The square root, correctly rounded.
    pub fn sqrt<T: Float>(&mut self, a: Reg<T>) -> Reg<T> {
        self.make(format_args!("sqrt.rn.{}", T::NAME), &[&a])
    }

    /// 1 / a, correctly rounded.
    pub fn reciprocal<T: Float>(&mut self, a: Reg<T>) -> Reg<T> {
        self.make(format_args!("rcp.rn.{}", T::NAME), &[&a])
    }

    /// `2^a` with a relative error of at most 2^-22.5 (PTX ISA, `ex2.approx.f32`).
    pub fn exp2(&mut self, a: Reg<F32>) -> Reg<F32> {
        self.make("ex2.approx.f32", &[&a])
    }

    /// `e^a`: the exponent's product with log₂e is carried in two parts, so that the error stays at that of [`Builder::exp2`].
    pub fn exp(&mut self, a: Reg<F32>) -> Reg<F32> {
        const LOG2_E: f32 = std::f32::consts::LOG2_E;
        const REST: f32 = (std::f64::consts::LOG2_E - LOG2_E as f64) as f32;
        let product = self.mul(a, LOG2_E);
        let rounded = self.neg(product);
        let error = self.fma(a, LOG2_E, rounded);
        let error = self.fma(a, REST, error);
        // An infinite product leaves no rest but NaN.
        let magnitude = self.abs(product);
        let finite = self.compare(Predicate::Less, magnitude, f32::INFINITY);
        let error = self.select(finite, error, 0.0);
        let main = self.exp2(product);
        let scaled = self.mul(error, std::f32::consts::LN_2);
        let correction = self.mul(main, scaled);
        let corrected = self.add(main, correction);
        let overflows = self.compare(Predicate::Equal, main, f32::INFINITY);
        self.select(overflows, main, corrected)
    }

    /// The sine of an angle in [-π, π], to 2^-20.5 absolutely (PTX ISA, `sin.approx.f32`).
    pub fn sin(&mut self, a: Reg<F32>) -> Reg<F32> {
        self.make("sin.approx.f32", &[&a])
    }

    /// The cosine of an angle in [-π, π], to 2^-20.5 absolutely (PTX ISA, `cos.approx.f32`).
    pub fn cos(&mut self, a: Reg<F32>) -> Reg<F32> {
        self.make("cos.approx.f32", &[&a])
    }

    /// The nearest integer as a floating-point number.
    pub fn round(&mut self, a: Reg<F32>) -> Reg<F32> {
        self.make("cvt.rni.f32.f32", &[&a])
    }

    /// Bitwise `a & b`.
    pub fn and<T: Integer>(&mut self, a: Reg<T>, b: impl Into<TypedOperand<T>>) -> Reg<T> {
        self.make(format_args!("and.{}", T::BITS), &[&a, &b.into()])
    }

    /// Bitwise `a | b`.
    pub fn or<T: Integer>(&mut self, a: Reg<T>, b: impl Into<TypedOperand<T>>) -> Reg<T> {
        self.make(format_args!("or.{}", T::BITS), &[&a, &b.into()])
    }

    /// Bitwise `a ^ b`.
    pub fn xor<T: Integer>(&mut self, a: Reg<T>, b: impl Into<TypedOperand<T>>) -> Reg<T> {
        self.make(format_args!("xor.{}", T::BITS), &[&a, &b.into()])
    }

    /// `a << bits`.
    pub fn shl<T: Integer>(&mut self, a: Reg<T>, bits: impl Into<TypedOperand<U32>>) -> Reg<T> {
        self.make(format_args!("shl.{}", T::BITS), &[&a, &bits.into()])
    }

    /// `a >> bits`, with the sign of signed integers.
    pub fn shr<T: Integer>(&mut self, a: Reg<T>, bits: impl Into<TypedOperand<U32>>) -> Reg<T> {
        self.make(format_args!("shr.{}", T::NAME), &[&a, &bits.into()])
    }

    /// Whether `a` compares so with `b`.
    pub fn compare<T: Numeric>(
        &mut self,
        comparison: Predicate,
        a: Reg<T>,
        b: impl Into<TypedOperand<T>>,
    ) -> Reg<Pred> {
        self.make(format_args!("setp.{}.{}", comparison.name(), T::NAME), &[&a, &b.into()])
    }

    /// `a < b`.
    pub fn less<T: Numeric>(&mut self, a: Reg<T>, b: impl Into<TypedOperand<T>>) -> Reg<Pred> {
        self.compare(Predicate::Less, a, b)
    }

    /// `a == b`.
    pub fn equal<T: Numeric>(&mut self, a: Reg<T>, b: impl Into<TypedOperand<T>>) -> Reg<Pred> {
        self.compare(Predicate::Equal, a, b)
    }

    /// Whether `a` is a NaN.
    pub fn is_nan<T: Float>(&mut self, a: Reg<T>) -> Reg<Pred> {
        self.make(format_args!("setp.nan.{}", T::NAME), &[&a, &a])
    }

    /// Both hold.
    pub fn both(&mut self, a: Reg<Pred>, b: Reg<Pred>) -> Reg<Pred> {
        self.make("and.pred", &[&a, &b])
    }

    /// One of them holds, or both do.
    pub fn either(&mut self, a: Reg<Pred>, b: Reg<Pred>) -> Reg<Pred> {
        self.make("or.pred", &[&a, &b])
    }

    /// `a` where the predicate holds, else `b`.
    pub fn select<T: Numeric>(
        &mut self,
        predicate: Reg<Pred>,
        a: impl Into<TypedOperand<T>>,
        b: impl Into<TypedOperand<T>>,
    ) -> Reg<T> {
        self.make(format_args!("selp.{}", T::NAME), &[&a.into(), &b.into(), &predicate])
    }

    /// The value as another type.
    pub fn convert<From: Convert<To>, To: Type>(&mut self, a: Reg<From>) -> Reg<To> {
        self.make(From::OPCODE, &[&a])
    }

    /// The bits as another type.
    pub fn reinterpret<From: Word32, To: Word32>(&mut self, a: Reg<From>) -> Reg<To> {
        self.make("mov.b32", &[&a])
    }

    /// The values of the two numbers in a word, the lower one first.
    pub fn unpack_bf16(&mut self, word: Reg<U32>) -> [Reg<F32>; 2] {
        let lower = self.shl(word, 16);
        let upper = self.and(word, 0xffff_0000);
        [lower, upper].map(|bits| self.reinterpret(bits))
    }

    /// The lower and the upper half of a word.
    pub fn unpack_halves(&mut self, word: Reg<U32>) -> [Reg<F16>; 2] {
        let halves = [self.register(), self.register()];
        self.emit("mov.b32", &[&format_args!("{{{}, {}}}", halves[0], halves[1]), &word]);
        halves
    }
}
