//! Values of which some bits are known: bit-fields, padding.

use super::launch::{block, fails, succeeds};
use ptxlint::device::FaultKind::Uninitialised;

const OUT: &str = "st.global.u32 [%rd1], %r1;";

#[test]
fn bit_fields() {
    let field =
        ".local .b32 l; ld.local.u32 %r1, [l]; and.b32 %r1, %r1, -256; or.b32 %r1, %r1, 7; st.local.u32 [l], %r1;";
    succeeds(&format!("{field} ld.local.u8 %r1, [l]; {OUT}"), block(1));
    succeeds(&format!("{field} ld.local.u32 %r1, [l]; bfe.u32 %r1, %r1, 2, 5; {OUT}"), block(1));
    fails(&format!("{field} ld.local.u8 %r1, [l+1]; {OUT}"), block(1), Uninitialised, "st.global");
    fails(
        &format!("{field} ld.local.u32 %r1, [l]; bfe.u32 %r1, %r1, 2, 7; @%p1 bra e; e:"),
        block(1),
        Uninitialised,
        "bra",
    );
    // A single bit of a byte.
    succeeds(
        &format!(
            ".local .b8 l; ld.local.u8 %r1, [l]; or.b32 %r1, %r1, 4; st.local.u8 [l], %r1; ld.local.u8 %r1, [l]; shr.u32 %r1, %r1, 2; and.b32 %r1, %r1, 1; {OUT}"
        ),
        block(1),
    );
    succeeds(&format!("bfi.b32 %r1, 3, %r9, 0, 8; bfi.b32 %r1, 3, %r1, 8, 24; {OUT}"), block(1));
}

#[test]
fn unknown_bits_stay_unknown() {
    for body in [
        "and.b32 %r1, %r9, 255;",
        "xor.b32 %r1, %r8, %r9;",
        "shl.b32 %r1, %r9, 1; shr.u32 %r1, %r1, 1;",
        "not.b32 %r1, %r9;",
        "cvt.u16.u32 %h1, %r9; cvt.u32.u16 %r1, %h1;",
    ] {
        fails(&format!("{body} {OUT}"), block(1), Uninitialised, "st.global");
    }
    succeeds(&format!("shl.b32 %r1, %r9, 8; and.b32 %r1, %r1, 255; {OUT}"), block(1));
    // Sums carry upwards; a lane that is written anew is known again.
    succeeds(&format!("shl.b32 %r1, %r9, 8; sub.u32 %r1, %r1, 1; and.b32 %r1, %r1, 255; {OUT}"), block(1));
    for body in [
        "shl.b32 %r1, %r9, 8; add.u32 %r1, %r1, 1; shr.u32 %r1, %r1, 8;",
        "shr.u32 %r1, %r9, 1; add.u32 %r1, %r1, 1; shr.u32 %r1, %r1, 31;",
    ] {
        fails(&format!("{body} {OUT}"), block(1), Uninitialised, "st.global");
    }
    succeeds(&format!("shl.b32 %r1, %r9, 8; mov.u32 %r1, 1; {OUT}"), block(1));
}

/// Packed numbers are known one by one: compilers leave places of a vector without a value that nobody reads.
#[test]
fn elements_of_packed_numbers() {
    let pair = "mov.b32 %f1, 0x3f800000; cvt.rn.f16x2.f32 %r1, %f9, %f1;";
    let swapped = "mov.b32 %f1, 0x3f800000; cvt.rn.f16x2.f32 %r1, %f1, %f9; shr.u32 %r1, %r1, 16;";
    let low = "and.b32 %r1, %r1, 65535;";
    succeeds(&format!("{pair} {low} {OUT}"), block(1));
    succeeds(&format!("{swapped} {OUT}"), block(1));
    succeeds(&format!("{pair} fma.rn.f16x2 %r1, %r1, %r1, %r1; add.rn.f16x2 %r1, %r1, %r1; {low} {OUT}"), block(1));
    succeeds(&format!("{pair} min.f16x2 %r1, %r1, %r1; set.nan.f16x2.f16x2 %r1, %r1, %r1; {low} {OUT}"), block(1));
    for body in [
        format!("{pair} shr.u32 %r1, %r1, 16;"),
        format!("{pair} fma.rn.f16x2 %r1, %r1, %r1, %r1; shr.u32 %r1, %r1, 16;"),
        format!("{pair} fma.rn.f16x2 %r1, %r9, %r1, %r1; {low}"),
        format!("{pair} add.u32 %r1, %r1, -1; shr.u32 %r1, %r1, 16;"),
    ] {
        fails(&format!("{body} {OUT}"), block(1), Uninitialised, "st.global");
    }
}

/// Operands without values that decide nothing.
#[test]
fn what_is_decided_anyway() {
    let yes = "mov.u32 %r5, 1; setp.eq.u32 %p1, %r5, 1;";
    let show = "selp.u32 %r1, 1, 0, %p2;";
    for body in [
        &format!("{yes} or.pred %p2, %p1, %p3; {show}"),
        &format!("{yes} not.pred %p1, %p1; and.pred %p2, %p3, %p1; {show}"),
        &format!("{yes} setp.lt.or.u32 %p2, %r8, %r9, %p1; {show}"),
        &format!("{yes} setp.eq.or.u32 %p2, %r5, 1, %p3; {show}"),
        &format!("{yes} setp.ne.and.u32 %p2, %r5, 1, %p3; {show}"),
        "or.b32 %r1, %r9, -1;",
        "mov.u32 %r5, 0; mul.lo.u32 %r1, %r9, %r5;",
        "mov.u32 %r5, 0; mad.lo.u32 %r1, %r5, %r9, 3;",
        "selp.u32 %r1, 3, 3, %p3;",
    ] {
        succeeds(&format!("{body} {OUT}"), block(1));
    }
    for body in [
        &format!("{yes} and.pred %p2, %p1, %p3; {show}"),
        &format!("{yes} xor.pred %p2, %p1, %p3; {show}"),
        &format!("{yes} setp.lt.and.u32 %p2, %r8, %r9, %p1; {show}"),
        "mov.u32 %r5, 2; mul.lo.u32 %r1, %r9, %r5;",
        "mov.u32 %r5, 0; mad.lo.u32 %r1, %r5, 3, %r9;",
        "mov.u32 %r5, 0; add.cc.u32 %r1, %r5, %r9;",
        "selp.u32 %r1, 3, 4, %p3;",
    ] {
        fails(&format!("{body} {OUT}"), block(1), Uninitialised, "");
    }
}

#[test]
fn padding_is_copied() {
    let pair = ".local .align 8 .b8 l[16]; mov.u32 %r1, 5; st.local.u32 [l], %r1; ld.local.u64 %rd3, [l]; st.local.u64 [l+8], %rd3;";
    succeeds(&format!("{pair} ld.local.u32 %r1, [l+8]; {OUT}"), block(1));
    fails(&format!("{pair} ld.local.u32 %r1, [l+12]; {OUT}"), block(1), Uninitialised, "st.global");
    succeeds(&format!("{pair} st.global.u64 [%rd1], %rd3; ld.global.u32 %r1, [%rd1]; {OUT}"), block(1));
    let shared = ".shared .align 8 .b8 s[16]; mov.u32 %r1, 5; st.shared.v2.u32 [s], {%r1, %r9}; ld.shared.v2.u32 {%r1, %r2}, [s];";
    succeeds(&format!("{shared} {OUT}"), block(1));
    fails(&format!("{shared} st.global.u32 [%rd1], %r2;"), block(1), Uninitialised, "st.global");
}

#[test]
fn bytes_that_are_not_used() {
    let load = |before: &str| {
        format!(
            ".shared .align 8 .b8 s[8]; mov.u32 %r1, 5; st.shared.u32 [s], %r1; {before} ld.shared.v2.u32 {{%r1, %r2}}, [s]; st.shared.u32 [s], %r2; {OUT}"
        )
    };
    succeeds(&load(".pragma \"used_bytes_mask 15\";"), block(1));
    for before in [
        "",
        ".pragma \"used_bytes_mask 255\";",
        ".pragma \"nounroll\";",
        ".pragma \"used_bytes_mask 15\"; mov.u32 %r2, 1;",
    ] {
        fails(&load(before), block(1), Uninitialised, "ld.shared");
    }
}
