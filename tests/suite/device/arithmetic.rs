//! Arithmetic is exact: against the host's, against `half`, and against wider integers.

use super::launch::{block, kernel, run};
use super::mbarriers::succeeds;
use half::{bf16, f16};
use ptxlint::kernels::LaunchConfig;

/// Applies instructions to pairs of words: `%r10` and `%r11` to `%r12` and, if wanted, `%r13`.
fn apply(instructions: &str, inputs: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let body = format!(
        "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mad.lo.u32 %r1, %r2, %r3, %r1;
        mul.wide.u32 %rd5, %r1, 8; add.u64 %rd6, %rd1, %rd5; add.u64 %rd7, %rd2, %rd5;
        ld.global.v2.u32 {{%r10, %r11}}, [%rd7]; mov.u32 %r13, 0;
        mov.b32 {{%h1, %h2}}, %r10; mov.b32 {{%h3, %h4}}, %r11; mov.b32 %f1, %r10; mov.b32 %f2, %r11;
        mov.b64 %rd10, {{%r10, %r11}}; mov.b64 %fd1, %rd10;
        {instructions}
        st.global.v2.u32 [%rd6], {{%r12, %r13}};"
    );
    let mut bytes: Vec<u8> = Vec::new();
    let threads = inputs.len().next_multiple_of(256);
    for i in 0..threads {
        let (a, b) = inputs[i % inputs.len()];
        bytes.extend(a.to_le_bytes().iter().chain(&b.to_le_bytes()));
    }
    let config = LaunchConfig { grid: [threads as u32 / 256, 1, 1], ..block(256) };
    let out =
        run(&kernel(&body), config, &bytes, 2 * threads).unwrap_or_else(|error| panic!("{instructions}: {error}"));
    out.chunks_exact(2).map(|pair| (pair[0], pair[1])).take(inputs.len()).collect()
}

/// Checks the first result against a function of the words.
fn check(instructions: &str, inputs: &[(u32, u32)], right: impl Fn(u32, u32) -> u32) {
    for (&(a, b), (found, _)) in inputs.iter().zip(apply(instructions, inputs)) {
        let right = right(a, b);
        assert_eq!(found, right, "{instructions} of {a:#x}, {b:#x}: {found:#x} instead of {right:#x}");
    }
}

fn check_wide(instructions: &str, inputs: &[(u32, u32)], right: impl Fn(u32, u32) -> u64) {
    for (&(a, b), (low, high)) in inputs.iter().zip(apply(instructions, inputs)) {
        let (found, right) = (u64::from(low) | u64::from(high) << 32, right(a, b));
        assert_eq!(found, right, "{instructions} of {a:#x}, {b:#x}: {found:#x} instead of {right:#x}");
    }
}

/// All patterns of 16 bits.
fn halves() -> Vec<(u32, u32)> {
    (0..=0xffffu32).map(|bits| (bits, bits.wrapping_mul(40503) >> 3 & 0xffff)).collect()
}

/// Words with interesting exponents, edges and neighbours.
fn words() -> Vec<(u32, u32)> {
    let edges = [
        0,
        1,
        2,
        31,
        32,
        33,
        0x7f,
        0x80,
        0xff,
        0x7fff,
        0x8000,
        0xffff,
        0x7f_ffff,
        0x80_0000,
        0x3f80_0000,
        0x3f80_0001,
        0x7f7f_ffff,
        0x7f80_0000,
        0x7fc0_0000,
        0x7fff_ffff,
        0x8000_0000,
        0x8000_0001,
        0xbf80_0000,
        0xff80_0000,
        u32::MAX,
        0x3fc0_0000,
        0x4020_0000,
        0xc020_0000,
        0x4f00_0000,
        0xcf00_0000,
        0x4f80_0000,
    ];
    let mut generator = fastrand::Rng::with_seed(11);
    let mut words: Vec<(u32, u32)> = edges.iter().flat_map(|&a| edges.map(|b| (a, b))).collect();
    for _ in 0..2000 {
        let a = generator.u32(..);
        words.push((a, generator.u32(..)));
        words.push((a, (a ^ 0x8000_0000).wrapping_add(generator.u32(..64))));
        words.push((0x3f00_0000 + generator.u32(..0x0100_0000), 0x3f00_0000 + generator.u32(..0x0100_0000)));
        words.push((generator.u32(..0x0180_0000), 0x3f00_0000 + generator.u32(..0x0100_0000)));
        words.push((a, generator.u32(..40)));
    }
    words
}

fn single(value: f32) -> u32 {
    if value.is_nan() { 0x7fff_ffff } else { value.to_bits() }
}

fn half_bits(value: f16) -> u32 {
    u32::from(if value.is_nan() { 0x7fff } else { value.to_bits() })
}

fn brain_bits(value: bf16) -> u32 {
    u32::from(if value.is_nan() { 0x7fff } else { value.to_bits() })
}

#[test]
fn conversions_of_16_bits() {
    let halves = halves();
    let f16_of = |a: u32| f16::from_bits(a as u16);
    check("cvt.f32.f16 %f3, %h1; mov.b32 %r12, %f3;", &halves, |a, _| single(f16_of(a).to_f32()));
    // The bits are moved, those of NaNs, too.
    check("cvt.f32.bf16 %f3, %h1; mov.b32 %r12, %f3;", &halves, |a, _| a << 16);
    check_wide("cvt.f64.f16 %fd2, %h1; mov.b64 {%r12, %r13}, %fd2;", &halves, |a, _| {
        let wide = f64::from(f16_of(a).to_f32());
        let payload = u64::from(a & 0x8000) << 48 | u64::from(a & 0x3ff) << 42;
        if wide.is_nan() { payload | 0x7ff8_0000_0000_0000 } else { wide.to_bits() }
    });
    check("cvt.rzi.s32.f16 %r12, %h1;", &halves, |a, _| f16_of(a).to_f32() as i32 as u32);
    check("cvt.rni.s32.f16 %r12, %h1;", &halves, |a, _| f16_of(a).to_f32().round_ties_even() as i32 as u32);
    check("cvt.rmi.u32.f16 %r12, %h1;", &halves, |a, _| f16_of(a).to_f32().floor() as u32);
    check("cvt.rpi.f16.f16 %h5, %h1; cvt.u32.u16 %r12, %h5;", &halves, |a, _| {
        half_bits(f16::from_f32(f16_of(a).to_f32().ceil()))
    });
    check("cvt.rn.f16.s16 %h5, %h1; cvt.u32.u16 %r12, %h5;", &halves, |a, _| {
        half_bits(f16::from_f32(f32::from(a as u16 as i16)))
    });
    check("cvt.rn.bf16.s16 %h5, %h1; cvt.u32.u16 %r12, %h5;", &halves, |a, _| {
        brain_bits(bf16::from_f32(f32::from(a as u16 as i16)))
    });
}

#[test]
fn roundings_to_16_bits() {
    let words = words();
    let number = f32::from_bits;
    check("cvt.rn.f16.f32 %h5, %f1; cvt.u32.u16 %r12, %h5;", &words, |a, _| half_bits(f16::from_f32(number(a))));
    check("cvt.rn.bf16.f32 %h5, %f1; cvt.u32.u16 %r12, %h5;", &words, |a, _| brain_bits(bf16::from_f32(number(a))));
    check("cvt.rn.f16x2.f32 %r12, %f1, %f2;", &words, |a, b| {
        half_bits(f16::from_f32(number(a))) << 16 | half_bits(f16::from_f32(number(b)))
    });
    check("cvt.rn.relu.bf16x2.f32 %r12, %f1, %f2;", &words, |a, b| {
        let relu = |x: f32| if x <= 0.0 { 0 } else { brain_bits(bf16::from_f32(x)) };
        relu(number(a)) << 16 | relu(number(b))
    });
    // Towards zero: the nearest number that is no larger.
    check("cvt.rz.f16.f32 %h5, %f1; cvt.u32.u16 %r12, %h5;", &words, |a, _| {
        let near = f16::from_f32(number(a));
        let beyond = near.to_f32().abs() > number(a).abs();
        if beyond { u32::from(near.to_bits() - 1) } else { half_bits(near) }
    });
    check("cvt.rna.tf32.f32 %r12, %f1;", &words, |a, _| match number(a) {
        x if x.is_nan() => a & !0x1fff,
        x if x.is_infinite() => a,
        _ => (a + 0x1000) & !0x1fff,
    });
}

#[test]
fn halves_in_arithmetic() {
    let halves = halves();
    let two = |a: u32, b: u32| [a, b].map(|bits| f16::from_bits(bits as u16).to_f32());
    for (name, right) in [("add", (|a, b| a + b) as fn(f32, f32) -> f32), ("sub", |a, b| a - b), ("mul", |a, b| a * b)]
    {
        // Twice the bits and two more: rounding twice is rounding once (Figueroa, "When is double rounding innocuous?").
        check(&format!("{name}.rn.f16 %h5, %h1, %h3; cvt.u32.u16 %r12, %h5;"), &halves, |a, b| {
            let [a, b] = two(a, b);
            half_bits(f16::from_f32(right(a, b)))
        });
        check(&format!("{name}.rn.f16x2 %r12, %r10, %r11;"), &halves, |a, b| {
            let [x, y] = two(a, b);
            let [zero, other] = two(a >> 16, b >> 16);
            half_bits(f16::from_f32(right(zero, other))) << 16 | half_bits(f16::from_f32(right(x, y)))
        });
    }
    // Sums of products in double precision are exact for these magnitudes.
    let small: Vec<(u32, u32)> = halves.iter().map(|&(a, b)| (a & 0xbfff | 0x2000, b & 0xbfff | 0x2000)).collect();
    check("fma.rn.f16 %h5, %h1, %h3, %h1; cvt.u32.u16 %r12, %h5;", &small, |a, b| {
        let [a, b] = two(a, b).map(f64::from);
        let exact = a.mul_add(b, a);
        let near = f16::from_f32(exact as f32);
        // The sum has at most 34 bits, so that single precision may have rounded it to a tie.
        let candidates = [near.to_bits().wrapping_sub(1), near.to_bits(), near.to_bits() + 1].map(f16::from_bits);
        let distance = |x: &f16| (f64::from(x.to_f32()) - exact).abs();
        let best = candidates
            .iter()
            .filter(|x| !x.is_nan())
            .min_by(|x, y| distance(x).total_cmp(&distance(y)).then((x.to_bits() & 1).cmp(&(y.to_bits() & 1))));
        half_bits(best.copied().unwrap_or(near))
    });
    // A product half way between two numbers, and an addend far below it that decides.
    let [factor, third] = [bf16::from_f32(1.007_812_5), bf16::from_f32(1.5)].map(|x| u32::from(x.to_bits()));
    for (addend, right) in [("0x0d80", 0x3fc2), ("0x8d80", 0x3fc1)] {
        let instructions = format!("mov.b16 %h7, {addend}; fma.rn.bf16 %h5, %h1, %h3, %h7; cvt.u32.u16 %r12, %h5;");
        check(&instructions, &[(factor, third)], |_, _| right);
    }
    check("max.f16 %h5, %h1, %h3; cvt.u32.u16 %r12, %h5;", &halves, |a, b| {
        let [x, y] = two(a, b);
        match (x.is_nan(), y.is_nan()) {
            (true, true) => 0x7fff,
            (true, _) => b,
            (_, true) => a,
            _ if x == y && x == 0.0 => a & b,
            _ => {
                if x >= y {
                    a
                } else {
                    b
                }
            }
        }
    });
}

#[test]
fn singles() {
    let words = words();
    let number = f32::from_bits;
    for (name, right) in [
        ("add.rn.f32", (|a, b| a + b) as fn(f32, f32) -> f32),
        ("sub.rn.f32", |a, b| a - b),
        ("mul.rn.f32", |a, b| a * b),
        ("div.rn.f32", |a, b| a / b),
    ] {
        check(&format!("{name} %f3, %f1, %f2; mov.b32 %r12, %f3;"), &words, |a, b| single(right(number(a), number(b))));
        // Directed: the nearest one or its neighbour, on the right side of what double precision says.
        for (rounding, down) in [("rm", true), ("rp", false)] {
            let name = name.replace("rn", rounding);
            let wide: fn(f64, f64) -> f64 = match &name[..3] {
                "add" => |a, b| a + b,
                "sub" => |a, b| a - b,
                "mul" => |a, b| a * b,
                _ => |a, b| a / b,
            };
            let found = apply(&format!("{name} %f3, %f1, %f2; mov.b32 %r12, %f3;"), &words);
            for (&(a, b), (bits, _)) in words.iter().zip(found) {
                let (exact, value) = (wide(number(a).into(), number(b).into()), number(bits));
                if exact.is_nan() || exact.is_infinite() {
                    assert_eq!(single(exact as f32), bits, "{name} {a:#x} {b:#x}");
                    continue;
                }
                let [inner, outer] = if down { [value, value.next_up()] } else { [value, value.next_down()] };
                let (x, y) = if down { (f64::from(inner), exact) } else { (exact, f64::from(inner)) };
                assert!(x <= y, "{name} {a:#x} {b:#x}: {value:e} is on the wrong side of {exact:e}");
                let (x, y) = if down { (exact, f64::from(outer)) } else { (f64::from(outer), exact) };
                assert!(x <= y, "{name} {a:#x} {b:#x}: {value:e} is too far from {exact:e}");
            }
        }
    }
    check("fma.rn.f32 %f3, %f1, %f2, %f1; mov.b32 %r12, %f3;", &words, |a, b| {
        single(number(a).mul_add(number(b), number(a)))
    });
    check("sqrt.rn.f32 %f3, %f1; mov.b32 %r12, %f3;", &words, |a, _| single(number(a).sqrt()));
    check("rcp.rn.f32 %f3, %f1; mov.b32 %r12, %f3;", &words, |a, _| single(1.0 / number(a)));
    let flush = |x: f32| if x.is_subnormal() { 0f32.copysign(x) } else { x };
    check("mul.rn.ftz.f32 %f3, %f1, %f2; mov.b32 %r12, %f3;", &words, |a, b| {
        single(flush(flush(number(a)) * flush(number(b))))
    });
    check("add.rn.sat.f32 %f3, %f1, %f2; mov.b32 %r12, %f3;", &words, |a, b| {
        let sum = number(a) + number(b);
        if sum.is_nan() || sum <= 0.0 { 0 } else { single(sum.min(1.0)) }
    });
    check("min.NaN.f32 %f3, %f1, %f2; mov.b32 %r12, %f3;", &words, |a, b| match (number(a), number(b)) {
        (x, y) if x.is_nan() || y.is_nan() => 0x7fff_ffff,
        (x, y) if x == y => a | b,
        (x, y) => {
            if x < y {
                a
            } else {
                b
            }
        }
    });
    check("cvt.rzi.s32.f32 %r12, %f1;", &words, |a, _| number(a) as i32 as u32);
    check("cvt.rni.u32.f32 %r12, %f1;", &words, |a, _| number(a).round_ties_even() as u32);
    check("cvt.rmi.f32.f32 %f3, %f1; mov.b32 %r12, %f3;", &words, |a, _| single(number(a).floor()));
    check_wide("cvt.rpi.s64.f32 %rd11, %f1; mov.b64 {%r12, %r13}, %rd11;", &words, |a, _| match number(a) {
        x if x.is_nan() => 1 << 63,
        x => x.ceil() as i64 as u64,
    });
    check("cvt.rn.f32.u32 %f3, %r10; mov.b32 %r12, %f3;", &words, |a, _| single(a as f32));
    check("cvt.rz.f32.u32 %f3, %r10; mov.b32 %r12, %f3;", &words, |a, _| {
        let near = a as f32;
        single(if f64::from(near) > f64::from(a) { near.next_down() } else { near })
    });
    for (name, holds) in [
        ("lt", (|a, b| a < b) as fn(f32, f32) -> bool),
        ("neu", |a, b| a != b),
        ("ne", |a, b| a != b && !a.is_nan() && !b.is_nan()),
        ("gtu", |a, b| a > b || a.is_nan() || b.is_nan()),
        ("nan", |a, b| a.is_nan() || b.is_nan()),
    ] {
        check(&format!("setp.{name}.f32 %p1, %f1, %f2; selp.u32 %r12, 1, 0, %p1;"), &words, |a, b| {
            u32::from(holds(number(a), number(b)))
        });
    }
}

#[test]
fn doubles() {
    let words = words();
    let number = |a: u32, b: u32| f64::from_bits(u64::from(a) | u64::from(b) << 32);
    const QUIET: u64 = 1 << 51;
    // A NaN is handed on, quiet; what is undefined is a negative one.
    let bits = |a: f64, x: f64| match (a.is_nan(), x.is_nan()) {
        (true, _) => a.to_bits() | QUIET,
        (_, true) => 0xfff8_0000_0000_0000,
        _ => x.to_bits(),
    };
    for (name, right) in [
        ("add.rn.f64 %fd2, %fd1, 0d3ff0000000000001", (|a| a + (1.0 + f64::EPSILON)) as fn(f64) -> f64),
        ("mul.rn.f64 %fd2, %fd1, 0d3ff8000000000001", |a| a * f64::from_bits(0x3ff8_0000_0000_0001)),
        ("div.rn.f64 %fd2, 0d3ff0000000000000, %fd1", |a| 1.0 / a),
        ("sqrt.rn.f64 %fd2, %fd1", f64::sqrt),
        ("rsqrt.approx.f64 %fd2, %fd1", reciprocal_root),
        ("fma.rn.f64 %fd2, %fd1, %fd1, %fd1", |a| a.mul_add(a, a)),
        ("cvt.rni.f64.f64 %fd2, %fd1", f64::round_ties_even),
    ] {
        check_wide(&format!("{name}; mov.b64 {{%r12, %r13}}, %fd2;"), &words, |a, b| {
            bits(number(a, b), right(number(a, b)))
        });
    }
    // The upper bits of a NaN's payload.
    let nan = |b: u32, a: u32| b & 0x8000_0000 | 0x7fc0_0000 | (b & 0xf_ffff) << 3 | a >> 29;
    let single = |a: u32, b: u32, x: f32| if x.is_nan() { nan(b, a) } else { single(x) };
    check("cvt.rn.f32.f64 %f3, %fd1; mov.b32 %r12, %f3;", &words, |a, b| single(a, b, number(a, b) as f32));
    check("cvt.rp.f32.f64 %f3, %fd1; mov.b32 %r12, %f3;", &words, |a, b| {
        let (exact, near) = (number(a, b), number(a, b) as f32);
        single(a, b, if f64::from(near) < exact { near.next_up() } else { near })
    });
    check("cvt.rn.f16.f64 %h5, %fd1; cvt.u32.u16 %r12, %h5;", &words, |a, b| {
        let exact = number(a, b);
        let odd = match exact as f32 {
            x if f64::from(x) == exact || !x.is_finite() || x == 0.0 || exact.is_nan() => x,
            x => {
                let inner = if f64::from(x.abs()) > exact.abs() { f32::from_bits(x.to_bits() - 1) } else { x };
                f32::from_bits(inner.to_bits() | 1)
            }
        };
        let nan = b >> 16 & 0x8000 | 0x7e00 | (b & 0xf_ffff) >> 10;
        if exact.is_nan() { nan } else { half_bits(f16::from_f32(odd)) }
    });
}

/// The nearest of the neighbours of what two roundings give.
fn reciprocal_root(a: f64) -> f64 {
    let near = 1.0 / a.sqrt();
    if !near.is_normal() {
        return near;
    }
    // In the middle of the range, where nothing is lost.
    let scale = 2f64.powi(-(near.log2().floor() as i32));
    let (root, a) = (near * scale, a / scale / scale);
    let off = |y: f64| {
        let (square, rest) = (y * y, y.mul_add(y, -(y * y)));
        a.mul_add(square, -1.0).mul_add(1.0, a * rest).abs()
    };
    let candidates = [root, root.next_down(), root.next_up()];
    candidates.into_iter().min_by(|x, y| off(*x).total_cmp(&off(*y))).expect("there are three") / scale
}

#[test]
fn integers() {
    let words = words();
    let wide = |a: u32, b: u32| u64::from(a) * u64::from(b);
    let signed = |a: u32, b: u32| i64::from(a as i32) * i64::from(b as i32);
    type Case = (&'static str, fn(u32, u32) -> u32);
    let cases: [Case; 30] = [
        ("add.u32 %r12, %r10, %r11;", u32::wrapping_add),
        ("sub.s32 %r12, %r10, %r11;", u32::wrapping_sub),
        ("mul.hi.u32 %r12, %r10, %r11;", |a, b| ((u64::from(a) * u64::from(b)) >> 32) as u32),
        ("mul.hi.s32 %r12, %r10, %r11;", |a, b| ((i64::from(a as i32) * i64::from(b as i32)) >> 32) as u32),
        ("div.s32 %r12, %r10, %r11;", |a, b| if b == 0 { u32::MAX } else { (a as i32).wrapping_div(b as i32) as u32 }),
        ("rem.u32 %r12, %r10, %r11;", |a, b| if b == 0 { u32::MAX } else { a % b }),
        ("shl.b32 %r12, %r10, %r11;", |a, b| if b > 31 { 0 } else { a << b }),
        ("shr.u32 %r12, %r10, %r11;", |a, b| if b > 31 { 0 } else { a >> b }),
        ("shr.s32 %r12, %r10, %r11;", |a, b| (a as i32 >> b.min(31)) as u32),
        ("min.s32 %r12, %r10, %r11;", |a, b| (a as i32).min(b as i32) as u32),
        ("max.u32 %r12, %r10, %r11;", u32::max),
        ("abs.s32 %r12, %r10;", |a, _| (a as i32).wrapping_abs() as u32),
        ("neg.s32 %r12, %r10;", |a, _| a.wrapping_neg()),
        ("sad.s32 %r12, %r10, %r11, 7;", |a, b| (a as i32).abs_diff(b as i32).wrapping_add(7)),
        ("popc.b32 %r12, %r10;", |a, _| a.count_ones()),
        ("clz.b32 %r12, %r10;", |a, _| a.leading_zeros()),
        ("brev.b32 %r12, %r10;", |a, _| a.reverse_bits()),
        ("bfind.u32 %r12, %r10;", |a, _| a.checked_ilog2().unwrap_or(u32::MAX)),
        ("bfind.s32 %r12, %r10;", |a, _| (a ^ (a as i32 >> 31) as u32).checked_ilog2().unwrap_or(u32::MAX)),
        ("shf.l.wrap.b32 %r12, %r10, %r11, 7;", |a, b| b << 7 | a >> 25),
        ("shf.r.clamp.b32 %r12, %r10, %r11, 40;", |_, b| b),
        ("prmt.b32 %r12, %r10, %r11, 0x3276;", |a, b| {
            let bytes = [a.to_le_bytes(), b.to_le_bytes()].concat();
            u32::from_le_bytes([bytes[6], bytes[7], bytes[2], bytes[3]])
        }),
        ("lop3.b32 %r12, %r10, %r11, 0x0f0f0f0f, 0x1e;", |a, b| a ^ (b | 0x0f0f_0f0f)),
        ("bfi.b32 %r12, %r10, %r11, 4, 12;", |a, b| b & !0xfff0 | a << 4 & 0xfff0),
        ("bfe.u32 %r12, %r10, 3, 9;", |a, _| a >> 3 & 0x1ff),
        ("bfe.s32 %r12, %r10, 3, 9;", |a, _| ((a << 20) as i32 >> 23) as u32),
        ("bfe.s32 %r12, %r10, 28, 9;", |a, _| (a as i32 >> 28) as u32),
        ("mul24.lo.s32 %r12, %r10, %r11;", |a, b| ((a << 8) as i32 >> 8).wrapping_mul((b << 8) as i32 >> 8) as u32),
        ("dp4a.s32.u32 %r12, %r10, %r11, 5;", |a, b| {
            let products = a.to_le_bytes().into_iter().zip(b.to_le_bytes());
            products.map(|(a, b)| i32::from(a as i8) * i32::from(b)).sum::<i32>().wrapping_add(5) as u32
        }),
        ("cvt.sat.s8.s32 %r12, %r10;", |a, _| (a as i32).clamp(-128, 127) as u32),
    ];
    for (instruction, right) in cases {
        check(instruction, &words, right);
    }
    check_wide("mul.wide.u32 %rd11, %r10, %r11; mov.b64 {%r12, %r13}, %rd11;", &words, wide);
    check_wide("mad.wide.s32 %rd11, %r10, %r11, 9; mov.b64 {%r12, %r13}, %rd11;", &words, |a, b| {
        signed(a, b).wrapping_add(9) as u64
    });
    // 64-bit sums, differences and products in halves, with carries.
    check_wide("add.cc.u32 %r12, %r10, %r11; addc.u32 %r13, %r11, %r10;", &words, |a, b| {
        let [x, y] = [u64::from(a) | u64::from(b) << 32, u64::from(b) | u64::from(a) << 32];
        x.wrapping_add(y)
    });
    check_wide("sub.cc.u32 %r12, %r10, %r11; subc.u32 %r13, %r11, %r10;", &words, |a, b| {
        let [x, y] = [u64::from(a) | u64::from(b) << 32, u64::from(b) | u64::from(a) << 32];
        x.wrapping_sub(y)
    });
    check_wide("mad.lo.cc.u32 %r12, %r10, %r11, %r10; madc.hi.u32 %r13, %r10, %r11, %r11;", &words, |a, b| {
        wide(a, b).wrapping_add(u64::from(a) | u64::from(b) << 32)
    });
    // The flag is set where nothing is borrowed, and sums and differences read the same one.
    check_wide("sub.cc.u32 %r12, %r10, %r11; addc.u32 %r13, 0, 0;", &words, |a, b| {
        u64::from(a.wrapping_sub(b)) | u64::from(a >= b) << 32
    });
    check_wide("add.cc.u32 %r12, %r10, %r11; subc.u32 %r13, 100, 0;", &words, |a, b| {
        u64::from(a.wrapping_add(b)) | (if a.checked_add(b).is_none() { 100 } else { 99 }) << 32
    });
    check_wide("mul.hi.u64 %rd11, %rd10, 0x123456789abcdef1; mov.b64 {%r12, %r13}, %rd11;", &words, |a, b| {
        ((u128::from(u64::from(a) | u64::from(b) << 32) * 0x1234_5678_9abc_def1) >> 64) as u64
    });
}

#[test]
fn atomics_on_vectors() {
    let out = succeeds(
        "mov.f32 %f1, 0f3F800000; mov.f32 %f2, 0f40000000; st.global.v2.f32 [%rd1], {%f1, %f2};
        atom.global.add.v2.f32 {%f2, %f1}, [%rd1], {%f1, %f2}; red.global.add.v2.f32 [%rd1], {%f1, %f2};
        st.global.v2.f32 [%rd1+8], {%f1, %f2};",
        block(1),
    );
    assert_eq!(out[..4].iter().map(|&bits| f32::from_bits(bits)).collect::<Vec<_>>(), [4.0, 5.0, 2.0, 1.0]);
}

#[test]
fn products_of_bits() {
    // Lane l holds row l/4 of the first matrix and column l/4 of the second one, a word of each: ones in as many bits as given.
    let product = |operation: &str| {
        succeeds(
            &format!(
                "mov.u32 %r1, %tid.x; mov.u32 %r2, 0xff; mov.u32 %r3, 0xf0f; mov.u32 %r4, 0;
                mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.{operation}.popc {{%r5, %r6}}, {{%r2}}, {{%r3}}, {{%r1, %r4}};
                mul.wide.u32 %rd3, %r1, 4; add.u64 %rd3, %rd1, %rd3; st.global.u32 [%rd3], %r5; st.global.u32 [%rd3+128], %r6;"
            ),
            block(32),
        )
    };
    assert_eq!(product("and")[..3], [16, 17, 18]);
    assert_eq!(product("xor")[..3], [32, 33, 34]);
    assert_eq!(product("xor")[32], 32);
}

/// `fma.oob` gives zero where a factor is what copies leave outside of a tensor, as an H100 does.
#[test]
fn products_out_of_bounds() {
    let edges = [0x7ff7, 0xfff7, 0x7ff6, 0x7e00, 0x7c00, 0x3c00, 0, 0x8000];
    let pairs: Vec<(u32, u32)> = edges.iter().flat_map(|&a| edges.map(|b| (a, b))).collect();
    let is_out = |bits: u32| bits & 0x7fff == 0x7ff7;
    for (ty, sat) in [("f16", ".sat"), ("f16", ""), ("f16", ".relu"), ("bf16", ""), ("bf16", ".relu")] {
        let of =
            |oob: &str| apply(&format!("fma.rn{oob}{sat}.{ty} %h5, %h1, %h3, %h1; cvt.u32.u16 %r12, %h5;"), &pairs);
        for ((&(a, b), (found, _)), (usual, _)) in pairs.iter().zip(of(".oob")).zip(of("")) {
            let right = if is_out(a) || is_out(b) { 0 } else { usual };
            assert_eq!(found, right, "{ty}{sat} of {a:#x}, {b:#x}");
        }
    }
    // An addend may be anything, and halves of a word are on their own.
    let addend = |a: u32| {
        apply(&format!("mov.b32 %r14, {a}; fma.rn.oob.f16x2 %r12, %r10, %r11, %r14;"), &[(0x3c00_7ff7, 0x4000_3c00)])
    };
    assert_eq!(addend(0x3c00_7ff7)[0].0, 0x4200_0000);
    assert_eq!(addend(0x7ff7_3c00)[0].0, 0x7fff_0000);
}
