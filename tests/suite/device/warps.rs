//! What threads do together: matrices, asynchronous copies, votes, calls, divergence.

use super::launch::{block, fails, kernel, run, succeeds};
use half::f16;
use ptxlint::device::{Checks, Cpu, Device, DeviceError, FaultKind};
use ptxlint::kernels::ParameterValue;

/// `%r1` is the lane, `%rd3` the address of its word of the output.
const LANE: &str = "mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd3, %rd1, %rd3;";

fn each(body: &str, right: impl Fn(u32) -> u32) {
    let out = succeeds(&format!("{LANE} {body} st.global.u32 [%rd3], %r2;"), block(32));
    for (lane, &found) in out[..32].iter().enumerate() {
        assert_eq!(found, right(lane as u32), "lane {lane}: {body}");
    }
}

/// `redux` of floating-point numbers, which only some targets have.
#[test]
fn reductions_of_floats() {
    let body = "mov.u32 %r1, %tid.x; cvt.rn.f32.u32 %f1, %r1; neg.f32 %f1, %f1; redux.sync.max.abs.f32 %f2, %f1, -1;
        redux.sync.max.f32 %f3, %f1, -1; redux.sync.min.NaN.f32 %f4, %f1, -1; st.global.v2.f32 [%rd1], {%f2, %f3}; st.global.f32 [%rd1+8], %f4;";
    let ptx = kernel(body).replace("sm_90a", "sm_100a");
    let out = run(&ptx, block(32), &[0; 4], 3).expect("it runs");
    assert_eq!(out.iter().map(|&bits| f32::from_bits(bits)).collect::<Vec<_>>(), [31.0, 0.0, -31.0]);
}

#[test]
fn shuffles_and_votes() {
    each("shfl.sync.up.b32 %r2, %r1, 3, 0, -1;", |lane| if lane < 3 { lane } else { lane - 3 });
    each(
        "shfl.sync.down.b32 %r2|%p1, %r1, 3, 31, -1; @!%p1 mov.u32 %r2, 99;",
        |lane| {
            if lane > 28 { 99 } else { lane + 3 }
        },
    );
    // Segments of eight.
    each("shfl.sync.idx.b32 %r2, %r1, 2, 0x181f, -1;", |lane| lane / 8 * 8 + 2);
    each("shfl.sync.bfly.b32 %r2, %r1, 5, 31, -1;", |lane| lane ^ 5);
    each("setp.lt.u32 %p1, %r1, 5; vote.sync.ballot.b32 %r2, %p1, -1;", |_| 0x1f);
    each("setp.lt.u32 %p1, %r1, 5; vote.sync.any.pred %p2, %p1, -1; selp.u32 %r2, 1, 0, %p2;", |_| 1);
    each("and.b32 %r4, %r1, 3; match.any.sync.b32 %r2, %r4, -1;", |lane| 0x1111_1111 << (lane % 4));
    each("redux.sync.add.u32 %r2, %r1, -1;", |_| 496);
    each(
        "setp.gt.u32 %p1, %r1, 9; mov.u32 %r2, 0; @%p1 activemask.b32 %r2;",
        |lane| {
            if lane > 9 { 0xffff_fc00 } else { 0 }
        },
    );
}

/// An H100 has shown all of this.
#[test]
fn lanes_that_have_ended_hold_nobody_up() {
    let ended = |count: u32, body: &str, right: &dyn Fn(u32) -> u32| {
        for exit in ["@%p1 ret;", "@%p1 bra end;"] {
            let text = format!("{LANE} setp.ge.u32 %p1, %r1, {count}; {exit} {body} st.global.u32 [%rd3], %r2; end:");
            let out = succeeds(&text, block(64));
            for thread in 0..count.min(64) {
                assert_eq!(out[thread as usize], right(thread), "thread {thread}: {text}");
            }
        }
    };
    ended(16, "vote.sync.ballot.b32 %r2, 1, -1;", &|_| 0xffff);
    ended(16, "redux.sync.add.u32 %r2, %r1, -1;", &|_| 120);
    ended(16, "and.b32 %r4, %r1, 1; match.any.sync.b32 %r2, %r4, -1;", &|lane| 0x5555 << (lane % 2));
    ended(16, "bar.warp.sync -1; mov.u32 %r2, 7;", &|_| 7);
    ended(40, "bar.sync 0; mov.u32 %r2, 7;", &|_| 7);
    ended(32, "barrier.sync 1; mov.u32 %r2, 7;", &|_| 7);
    ended(40, "barrier.sync 0, 64; mov.u32 %r2, 7;", &|_| 7);
    ended(40, "setp.eq.u32 %p2, %r1, %r1; bar.red.popc.u32 %r2, 0, %p2;", &|_| 40);
    // Lanes that go the long way round end after the others have come.
    let late = "setp.ge.u32 %p1, %r1, 16; @!%p1 bra wait; mov.u32 %r4, 0; loop: add.u32 %r4, %r4, 1;
        setp.lt.u32 %p2, %r4, 9; @%p2 bra loop; ret; wait: vote.sync.ballot.b32 %r2, 1, -1;";
    let out = succeeds(&format!("{LANE} {late} st.global.u32 [%rd3], %r2;"), block(32));
    assert_eq!(out[..16], [0xffff; 16]);
    // As the manual has it, lanes at an aligned barrier wait for their whole warp.
    let strict = kernel(&format!("{LANE} setp.ge.u32 %p1, %r1, 16; @%p1 bra end; bar.sync 0; end:"));
    let mut cpu = Cpu::with_checks(Checks { aligned: true, ..Checks::default() });
    let module = cpu.load(&strict).expect("it is PTX");
    let args =
        cpu.arguments(&[ParameterValue::Floats(vec![0.0; 64]), ParameterValue::Floats(vec![0.0; 64])]).expect("memory");
    let error = cpu.launch(module, "kernel", block(64), &args).expect_err("lanes end");
    assert!(matches!(error, DeviceError::Fault(ref fault) if fault.kind == FaultKind::BarrierDivergence), "{error}");
}

#[test]
fn lanes_part_and_meet() {
    // Each lane goes round as often as its number says.
    each(
        "mov.u32 %r2, 0; mov.u32 %r4, 0; loop: setp.ge.u32 %p1, %r4, %r1; @%p1 bra done;
        add.u32 %r4, %r4, 1; add.u32 %r2, %r2, %r4; bra loop; done:",
        |lane| lane * (lane + 1) / 2,
    );
    each(
        "and.b32 %r4, %r1, 3; table: .branchtargets a, b, c, d; brx.idx %r4, table;
        a: mov.u32 %r2, 10; bra done; b: mov.u32 %r2, 20; bra done; c: mov.u32 %r2, 30; bra done; d: mov.u32 %r2, 40;
        done:",
        |lane| lane % 4 * 10 + 10,
    );
}

#[test]
fn functions() {
    let module = "
.version 8.6
.target sm_90
.address_size 64
.func (.param .b32 result) power(.param .b32 base, .param .b32 exponent)
{
    .reg .pred %p<2>;
    .reg .b32 %r<6>;
    ld.param.u32 %r1, [base];
    ld.param.u32 %r2, [exponent];
    mov.u32 %r3, 1;
    setp.eq.u32 %p1, %r2, 0;
    @%p1 bra done;
    sub.u32 %r2, %r2, 1;
    {
        .param .b32 a;
        .param .b32 b;
        .param .b32 back;
        st.param.b32 [a], %r1;
        st.param.b32 [b], %r2;
        call.uni (back), power, (a, b);
        ld.param.b32 %r4, [back];
    }
    mul.lo.u32 %r3, %r4, %r1;
done:
    st.param.b32 [result], %r3;
    ret;
}
.func (.reg .u32 %out) twice(.reg .u32 %in) { add.u32 %out, %in, %in; ret; }
.global .align 8 .u64 functions[2] = {0, power};
.visible .entry kernel(.param .u64 out, .param .u64 in)
{
    .reg .b32 %r<6>;
    .reg .b64 %rd<6>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    {
        .param .b32 a;
        .param .b32 b;
        .param .b32 back;
        st.param.b32 [a], 3;
        st.param.b32 [b], %r1;
        ld.global.u64 %rd4, [functions+8];
        prototype: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b32 _);
        call (back), %rd4, (a, b), prototype;
        ld.param.b32 %r2, [back];
    }
    call (%r3), twice, (%r2);
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r3;
    ret;
}
";
    let out = run(module, block(16), &[0; 4], 16).unwrap_or_else(|error| panic!("{error}"));
    for (lane, &found) in out.iter().enumerate() {
        assert_eq!(found, 2 * 3u32.pow(lane as u32), "lane {lane}");
    }
}

/// The word of an operand of `mma` in which element `index` of a lane's four halves is `value(row, column)`.
fn packed(value: impl Fn(usize) -> f32) -> u32 {
    let half = |i: usize| u32::from(f16::from_f32(value(i)).to_bits());
    half(0) | half(1) << 16
}

#[test]
fn matrices() {
    let a = |row: usize, k: usize| (row * 3 + k) as f32 % 7.0 - 3.0;
    let b = |k: usize, column: usize| (k * 5 + column * 2) as f32 % 5.0 - 1.0;
    let mut input = Vec::new();
    for lane in 0..32 {
        let (group, thread) = (lane / 4, lane % 4);
        for register in 0..4 {
            let (row, k) = (group + 8 * (register % 2), thread * 2 + 8 * (register / 2));
            input.push(packed(|i| a(row, k + i)));
        }
        for register in 0..2 {
            input.push(packed(|i| b(thread * 2 + 8 * register + i, group)));
        }
    }
    let bytes: Vec<u8> = input.iter().flat_map(|word| word.to_le_bytes()).collect();
    let body = "mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 24; add.u64 %rd3, %rd2, %rd3; mul.wide.u32 %rd4, %r1, 16;
        add.u64 %rd4, %rd1, %rd4; ld.global.u32 %r10, [%rd3]; ld.global.u32 %r11, [%rd3+4]; ld.global.u32 %r12, [%rd3+8];
        ld.global.u32 %r13, [%rd3+12]; ld.global.u32 %r14, [%rd3+16]; ld.global.u32 %r15, [%rd3+20]; mov.f32 %f1, 0f3F800000;
        mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f2, %f3, %f4, %f5}, {%r10, %r11, %r12, %r13}, {%r14, %r15},
            {%f1, %f1, %f1, %f1};
        st.global.v4.f32 [%rd4], {%f2, %f3, %f4, %f5};";
    let out = run(&kernel(body), block(32), &bytes, 128).unwrap_or_else(|error| panic!("{error}"));
    for (i, &bits) in out.iter().enumerate() {
        let (lane, element) = (i / 4, i % 4);
        let (row, column) = (lane / 4 + 8 * (element / 2), lane % 4 * 2 + element % 2);
        let right = 1.0 + (0..16).map(|k| a(row, k) * b(k, column)).sum::<f32>();
        assert_eq!(f32::from_bits(bits), right, "row {row}, column {column}");
    }
    // Rows in shared memory; the transposed matrix; and its transposition.
    let rows = ".shared .align 16 .b8 tile[128]; mov.u32 %r4, tile; shl.b32 %r5, %r1, 2; add.u32 %r5, %r4, %r5;
        shl.b32 %r6, %r1, 1; add.u32 %r7, %r6, 1; shl.b32 %r7, %r7, 16; or.b32 %r6, %r6, %r7; st.shared.u32 [%r5], %r6;
        bar.sync 0; and.b32 %r8, %r1, 7; shl.b32 %r8, %r8, 4; add.u32 %r8, %r4, %r8;";
    let word = |first: u32, second: u32| first | second << 16;
    each(&format!("{rows} ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{%r2}}, [%r8];"), |lane| {
        word(2 * lane, 2 * lane + 1)
    });
    let transposed = |lane: u32| {
        let (row, column) = (lane / 4, lane % 4 * 2);
        word(column * 8 + row, column * 8 + 8 + row)
    };
    each(&format!("{rows} ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {{%r2}}, [%r8];"), transposed);
    each(
        &format!(
            "{rows} ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{%r3}}, [%r8];
            movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r3;"
        ),
        transposed,
    );
}

#[test]
fn asynchronous_copies() {
    let copy = ".shared .align 16 .b8 s[256]; mov.u32 %r4, s; shl.b32 %r5, %r1, 2; add.u32 %r5, %r4, %r5;
        mul.wide.u32 %rd4, %r1, 4; add.u64 %rd4, %rd2, %rd4; cp.async.ca.shared.global [%r5], [%rd4], 4;
        cp.async.commit_group; cp.async.ca.shared.global [%r5+128], [%rd4], 4, 2; cp.async.commit_group;";
    let first = format!("{LANE} {copy} cp.async.wait_group 1;");
    succeeds(&format!("{first} ld.shared.u32 %r2, [%r5];"), block(32));
    fails(&format!("{first} ld.shared.u32 %r2, [%r5+128];"), block(32), FaultKind::Race, "ld.shared");
    let input: Vec<u8> = (0..64u32).flat_map(|i| (i * 0x0001_0001).to_le_bytes()).collect();
    let body = format!("{first} cp.async.wait_all; ld.shared.u32 %r2, [%r5+128]; st.global.u32 [%rd3], %r2;");
    let out = run(&kernel(&body), block(32), &input, 32).unwrap_or_else(|error| panic!("{error}"));
    assert!(out.iter().enumerate().all(|(i, &word)| word == i as u32), "two bytes and two zeros: {out:x?}");
    for (ignored, is_even) in [("%p1", false), ("!%p1", true)] {
        let body = format!(
            "{LANE} .shared .align 16 .b8 s[128]; mov.u32 %r4, s; shl.b32 %r5, %r1, 2; add.u32 %r5, %r4, %r5; and.b32 %r6, %r1, 1;
            setp.eq.u32 %p1, %r6, 0; mul.wide.u32 %rd4, %r1, 4; add.u64 %rd4, %rd2, %rd4;
            cp.async.ca.shared.global [%r5], [%rd4], 4, {ignored}; cp.async.wait_all; ld.shared.u32 %r2, [%r5];
            st.global.u32 [%rd3], %r2;"
        );
        let out = run(&kernel(&body), block(32), &input, 32).unwrap_or_else(|error| panic!("{error}"));
        let expected = |lane: u32| if lane.is_multiple_of(2) == is_even { lane * 0x0001_0001 } else { 0 };
        assert!((0..).zip(&out).all(|(lane, &word)| word == expected(lane)), "{ignored}: {out:x?}");
    }
}

#[test]
fn atomics() {
    let sum = |body: &str, words: usize| {
        let out = run(&kernel(body), ptxlint::kernels::LaunchConfig::new([4, 1, 1], [64, 1, 1]), &[0; 4], words);
        out.unwrap_or_else(|error| panic!("{error}: {body}"))
    };
    assert_eq!(sum("mov.u32 %r1, 1; red.global.add.u32 [%rd1], %r1;", 1), [256]);
    assert_eq!(sum("mov.u32 %r1, 4; atom.global.inc.u32 %r2, [%rd1], %r1;", 1), [256 % 5]);
    assert_eq!(sum("mov.u32 %r1, -5; atom.global.min.s32 %r2, [%rd1], %r1;", 1), [-5i32 as u32]);
    assert_eq!(sum("mov.f32 %f1, 0f3F000000; red.global.add.f32 [%rd1], %f1;", 1), [128f32.to_bits()]);
    assert_eq!(sum("mov.u64 %rd4, 0x100000000; red.global.add.u64 [%rd1], %rd4;", 2), [0, 256]);
    let halves = sum("mov.u32 %r1, 0x38003c00; red.global.add.noftz.f16x2 [%rd1], %r1;", 1)[0];
    assert_eq!(f16::from_bits(halves as u16).to_f32(), 256.0);
    assert_eq!(f16::from_bits((halves >> 16) as u16).to_f32(), 128.0);
    let most =
        sum("mov.u32 %r1, 0x3c00c000; mov.u32 %r2, 0x40003800; red.global.max.noftz.v2.f16x2 [%rd1], {%r1, %r2};", 2);
    assert_eq!(most, [0x3c00_0000, 0x4000_3800]);
    // Single precision is flushed in global memory alone.
    let tiny = "mov.b32 %f1, 0x00000003; red.global.add.f32 [%rd1], %f1;";
    assert_eq!(sum(tiny, 1), [0]);
    let own = "mov.u32 %r1, %tid.x; mov.u32 %r2, 0; atom.global.cas.b32 %r3, [%rd1], %r2, 7; setp.eq.u32 %p1, %r3, 0;
        @%p1 red.global.add.u32 [%rd1+4], 1;";
    assert_eq!(sum(own, 2), [7, 1], "one thread finds the zero");
}

#[test]
fn addresses() {
    each(
        ".shared .b32 s[32]; .local .b32 l[2]; mov.u32 %r4, s; cvt.u64.u32 %rd4, %r4; cvta.shared.u64 %rd5, %rd4;
        mul.wide.u32 %rd6, %r1, 4; add.u64 %rd5, %rd5, %rd6; st.u32 [%rd5], %r1; isspacep.shared %p1, %rd5;
        isspacep.global %p2, %rd5; mov.u64 %rd7, l; cvta.local.u64 %rd8, %rd7; st.u32 [%rd8+4], %r1;
        ld.local.u32 %r5, [%rd7+4]; ld.u32 %r2, [%rd5]; add.u32 %r2, %r2, %r5; @!%p1 mov.u32 %r2, 1000;
        @%p2 mov.u32 %r2, 2000;",
        |lane| 2 * lane,
    );
    let module = kernel(
        "ld.const.u32 %r1, [table+8]; ld.global.u64 %rd3, [pointer]; ld.u32 %r2, [%rd3+4];
        st.global.v2.u32 [%rd1], {%r1, %r2};",
    )
    .replace(
        ".visible",
        ".const .align 4 .b32 table[4] = {10, 20, 30, 40};
.global .align 4 .b32 numbers[2] = {5, 6};
.global .align 8 .u64 pointer = generic(numbers);
.visible",
    );
    assert_eq!(run(&module, block(1), &[0; 4], 2).unwrap_or_else(|error| panic!("{error}")), [30, 6]);
    let spaces = kernel(
        "mov.u64 %rd3, table; cvta.const.u64 %rd3, %rd3; mov.u64 %rd4, numbers; cvta.global.u64 %rd4, %rd4;
        isspacep.const %p1, %rd3; isspacep.global %p2, %rd3; isspacep.const %p3, %rd4; isspacep.global %p4, %rd4;
        selp.u32 %r1, 1, 0, %p1; selp.u32 %r2, 1, 0, %p2; selp.u32 %r3, 1, 0, %p3; selp.u32 %r4, 1, 0, %p4;
        st.global.v4.u32 [%rd1], {%r1, %r2, %r3, %r4};",
    )
    .replace(".visible", ".const .b32 table[4] = {10, 20}; .global .b32 numbers[2] = {5, 6};\n.visible");
    assert_eq!(run(&spaces, block(1), &[0; 4], 4).unwrap_or_else(|error| panic!("{error}")), [1, 0, 0, 1]);
    // 128 bits at once.
    let wide = kernel(
        ".reg .b128 %q<2>; mov.u64 %rd3, 1; mov.u64 %rd4, 2; mov.b128 %q1, {%rd3, %rd4};
        st.global.b128 [%rd1], %q1; ld.global.b128 %q0, [%rd1]; mov.b128 {%rd5, %rd6}, %q0; add.u64 %rd6, %rd5, %rd6;
        st.global.u64 [%rd1+8], %rd6;",
    );
    assert_eq!(run(&wide, block(1), &[0; 4], 4).unwrap_or_else(|error| panic!("{error}")), [1, 0, 3, 0]);
}

/// The words of an opcode may stand apart, with comments between them.
#[test]
fn opcodes_in_several_lines() {
    each("mul.lo /* words */ // of a product\n .u32 %r2, %r1, 3; add\n.u32 %r2, %r2, 1;", |lane| 3 * lane + 1);
}

#[test]
fn atomics_of_sixteen_bytes() {
    // Each thread adds one to the lower half and three to the upper one, both at once.
    let body = ".reg .b128 %q<3>; .reg .b64 %x<6>;
        mov.u64 %x0, 0; mov.b128 %q0, {%x0, %x0};
        again: mov.b128 {%x0, %x1}, %q0; add.u64 %x2, %x0, 1; add.u64 %x3, %x1, 3; mov.b128 %q1, {%x2, %x3};
        atom.global.relaxed.gpu.cas.b128 %q2, [%rd1], %q0, %q1;
        mov.b128 {%x4, %x5}, %q2; setp.ne.u64 %p1, %x4, %x0; mov.b128 %q0, %q2; @%p1 bra again;
        bar.sync 0; mov.u32 %r1, %tid.x; setp.ne.u32 %p2, %r1, 5; @%p2 ret;
        mov.u64 %x0, 77; mov.u64 %x1, 78; mov.b128 %q0, {%x0, %x1};
        atom.global.exch.b128 %q1, [%rd1+16], %q0; st.global.b128 [%rd1+32], %q1;";
    let setup = "st.global.v4.u32 [%rd1], {0, 0, 0, 0}; st.global.v4.u32 [%rd1+16], {9, 0, 8, 0}; bar.sync 0;";
    let out = run(&kernel(&format!("{setup} {body}")), block(64), &[0; 4], 12);
    assert_eq!(out.expect("it runs"), [64, 0, 192, 0, 77, 0, 78, 0, 9, 0, 8, 0]);
}
