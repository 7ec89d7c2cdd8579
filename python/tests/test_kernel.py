"""Launches on arrays."""

import pickle

import numpy as np
import ptxlint
import pytest
from kernels import HEADER, RACE, SCALE, module


def test_arrays_are_changed_in_place():
    scale = ptxlint.Kernel(SCALE)
    assert [(it.name, it.size, it.type) for it in scale.parameters] == [("x", 8, "u64"), ("out", 8, "u64"), ("alpha", 4, "f32")]
    x, out = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    statistics = scale.launch(block=64, args=[x, out, 0.5])
    assert (out == x / 2).all() and (x == np.arange(64)).all()
    assert statistics is scale.statistics and statistics.warp_efficiency == 1.0
    assert statistics.thread_instructions == 64 * (SCALE.count(";\n") - SCALE.count(".reg") - 0)


def test_views_share_the_memory_of_their_array():
    data = np.arange(128, dtype=np.float32)
    ptxlint.Kernel(SCALE).launch(block=64, args=[data[:64], data[64:], np.float32(2)])
    assert (data[64:] == 2 * np.arange(64)).all()
    matrix = np.asfortranarray(np.arange(64, dtype=np.float32).reshape(8, 8))
    out = np.zeros_like(matrix)
    ptxlint.Kernel(SCALE).launch(block=64, args=[matrix, out, 1])
    assert (out == matrix).all()


def test_arguments_by_name():
    scale = ptxlint.Kernel(SCALE)
    x, out = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    scale.launch(block=64, args={"alpha": 2, "out": out, "x": x})
    assert (out == 2 * x).all()
    with pytest.raises(ptxlint.LaunchError, match="no argument for `out`"):
        scale.launch(block=64, args={"alpha": 2, "x": x})
    with pytest.raises(ptxlint.LaunchError, match="no parameter `beta`"):
        scale.launch(block=64, args={"alpha": 2, "out": out, "x": x, "beta": 1})


def test_what_is_no_ptx():
    with pytest.raises(ptxlint.LaunchError, match="is it PTX"):
        ptxlint.Kernel("nonsense")


def test_arguments_that_do_not_fit():
    scale = ptxlint.Kernel(SCALE, "scale")
    x = np.zeros(64, np.float32)
    for args, words in [
        ([x, x], "2 arguments for 3"),
        ([x, x, b"12345"], "4 bytes"),
        ([x[::2], x, 1.0], "contiguous"),
    ]:
        with pytest.raises((ptxlint.LaunchError, ValueError), match=words):
            scale.launch(block=64, args=args)
    with pytest.raises(ptxlint.LaunchError, match="how many threads"):
        scale.launch(args=[x, x, 1.0])
    with pytest.raises(ptxlint.LaunchError, match="scale"):
        ptxlint.Kernel(SCALE, "other")
    frozen = np.zeros(64, np.float32)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        scale.launch(block=64, args=[np.ones(64, np.float32), frozen, 1.0])


def test_faults_say_what_and_where():
    out = np.zeros(64, np.uint32)
    with pytest.raises(ptxlint.Fault) as caught:
        ptxlint.Kernel(RACE).launch(block=64, args=[out])
    fault = next(it for it in caught.value.reports if it.kind == "data race")
    assert len(fault.threads) == 2 and fault.threads[0] != fault.threads[1]
    assert {"st.shared.u32 [%r4], %r1;", "ld.shared.u32 %r6, [%r5];"} == {fault.text, fault.other.text}
    assert all("shared" in RACE.splitlines()[line - 1] for line in fault.lines)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.kind, again.reports) == (caught.value.kind, caught.value.reports)
    # Without a look for races the kernel still reads what nobody has written yet, or not: one warp comes after the other.
    fixed = ptxlint.Kernel(RACE.replace("xor", "bar.sync 0; xor"))
    fixed.launch(block=64, args=[out])
    assert (out == np.arange(64) ^ 32).all()


def test_a_launch_ends_although_a_thread_leaves_its_buffer():
    x, out = np.ones(64, np.float32), np.zeros(60, np.float32)
    with pytest.raises(ptxlint.Fault) as caught:
        ptxlint.Kernel(SCALE).launch(block=64, args=[x, out, 3.0])
    assert (caught.value.kind, caught.value.reports[0].times) == ("out of bounds", 4)
    assert (out == 3).all()


@pytest.mark.parametrize("dtype, ptx", [(np.float16, "f16"), ("bfloat16", "bf16")])
def test_half_precision(dtype, ptx):
    if dtype == "bfloat16":
        dtype = pytest.importorskip("ml_dtypes").bfloat16
    text = module(
        ".param .u64 x",
        f"""    mul.wide.u32 %rd4, %r1, 2;
    add.u64 %rd4, %rd1, %rd4;
    ld.global.b16 %h1, [%rd4];
    fma.rn.{ptx} %h1, %h1, %h1, %h1;
    st.global.b16 [%rd4], %h1;""",
    )
    x = np.linspace(-2, 2, 32).astype(dtype)
    expected = (x.astype(np.float64) ** 2 + x.astype(np.float64)).astype(dtype)
    ptxlint.Kernel(text).launch(block=32, args=[x])
    assert (x == expected).all()


def test_structures_scalars_and_null():
    text = module(
        ".param .u64 out, .param .align 8 .b8 pair[16], .param .s16 small, .param .f64 wide, .param .u64 null",
        """    ld.param.u64 %rd2, [pair];
    ld.param.s32 %r2, [pair+8];
    ld.param.f32 %f1, [pair+12];
    ld.param.s16 %h1, [small];
    cvt.s32.s16 %r3, %h1;
    ld.param.f64 %fd1, [wide];
    cvt.rzi.s32.f64 %r4, %fd1;
    cvt.rzi.s32.f32 %r5, %f1;
    ld.param.u64 %rd5, [null];
    cvt.u32.u64 %r6, %rd5;
    ld.global.u32 %r7, [%rd2];
    st.global.v4.u32 [%rd1], {%r2, %r3, %r4, %r5};
    st.global.v2.u32 [%rd1+16], {%r6, %r7};""",
    )
    kernel = ptxlint.Kernel(text)
    out, other = np.zeros(6, np.int32), np.array([42], np.uint32)
    kernel.launch(block=1, args=[out, (other, np.int32(-5), np.float32(7)), -3, 9.5, None])
    assert out.tolist() == [-5, -3, 9, 7, 0, 42]
    record = np.array([(1, -6, 8.0)], dtype=[("p", "u8"), ("i", "i4"), ("f", "f4")])[0]
    with pytest.raises(ptxlint.Fault, match="no memory at address 0x1|is not a multiple"):
        kernel.launch(block=1, args=[out, record, np.int16(4), np.float64(1), 0])
    with pytest.raises(ptxlint.LaunchError, match="does not fit"):
        kernel.launch(block=1, args=[out, bytes(16), 1 << 20, 1.0, 0])


def test_structures_within_structures():
    text = module(
        ".param .u64 out, .param .align 8 .b8 p[24]",
        """    ld.param.u32 %r2, [p+8];
    ld.param.u32 %r3, [p+12];
    ld.param.u32 %r4, [p+16];
    st.global.u32 [%rd1], %r2;
    st.global.u32 [%rd1+4], %r3;
    st.global.u32 [%rd1+8], %r4;""",
    )
    kernel = ptxlint.Kernel(text)
    i, out = np.int32, np.zeros(3, np.int32)
    pair = np.array([(22, 33)], dtype=[("b", "i4"), ("c", "i4")])[0]
    for members in [
        (np.float64(1), i(11), (i(22), i(33))),
        (np.float64(1), i(11), i(22), i(33)),
        (np.float64(1), (i(11), (i(22),)), i(33)),
        (np.float64(1), i(11), pair),
    ]:
        out[:] = 0
        kernel.launch(block=1, args=[out, members])
        assert out.tolist() == [11, 22, 33], members
    # A structure ends at a multiple of its alignment, so that the next of an array is aligned.
    kernel.launch(block=1, args=[out, ((np.float64(1), i(11)), i(22))])
    assert out.tolist() == [11, 0, 22]
    with pytest.raises(ptxlint.LaunchError, match="`p` has 24 bytes, and the members for it 12"):
        kernel.launch(block=1, args=[out, (np.float64(1), i(11))])
    with pytest.raises(ptxlint.LaunchError, match="`p` has 24 bytes, and the members for it 28"):
        kernel.launch(block=1, args=[out, (np.float64(1), i(11), i(22), i(33), i(44), i(55))])


def test_variables_are_numbers_and_pointers():
    text = module(
        ".param .u64 out",
        """    ld.global.u64 %rd2, [table+8];
    ld.global.u32 %r2, [%rd2];
    ld.global.u32 %r3, [counter];
    ld.global.f32 %f1, [factor];
    cvt.rzi.s32.f32 %r4, %f1;
    st.global.u32 [%rd1], %r2;
    st.global.u32 [%rd1+4], %r3;
    st.global.u32 [%rd1+8], %r4;""",
    ).replace(".visible", ".global .u64 table[2];\n.global .u32 counter;\n.global .f32 factor;\n.visible")
    out, x = np.zeros(3, np.int32), np.arange(8, dtype=np.int32)
    values = {"table": (x, x[3:]), "counter": 5, "factor": 7}
    ptxlint.Kernel(text).launch(block=1, args=[out], set=values)
    assert out.tolist() == [3, 5, 7]
    with pytest.raises(ptxlint.LaunchError, match="no integer"):
        ptxlint.Kernel(text).launch(block=1, args=[out], set={"counter": 0.5})


def test_variables_printing_and_blocks():
    text = (
        HEADER
        + """
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 v);
.global .align 1 .b8 format[4] = {37, 100, 10, 0};
.global .u32 counter;
.visible .entry kernel() .reqntid 2
{
    .local .align 8 .b8 values[8];
    .reg .b32 %r<4>;
    .reg .b64 %rd<6>;
    .param .b64 f;
    .param .b64 v;
    .param .b32 r;
    atom.global.add.u32 %r1, [counter], 1;
    mov.u64 %rd1, values;
    cvta.local.u64 %rd1, %rd1;
    mov.u64 %rd3, format;
    cvta.global.u64 %rd3, %rd3;
    st.u32 [%rd1], %r1;
    st.param.b64 [f], %rd3;
    st.param.b64 [v], %rd1;
    call.uni (r), vprintf, (f, v);
    ret;
}
"""
    )
    kernel = ptxlint.Kernel(text)
    kernel.launch(set={"counter": np.uint32(5)}, read=["counter"])
    assert sorted(kernel.printed.split()) == ["5", "6"]
    assert kernel.variables == {"counter": (7).to_bytes(4, "little")}
    with pytest.raises(ptxlint.LaunchError, match="nothing"):
        kernel.launch(read=["nothing"])


def test_what_cannot_be_run():
    with pytest.raises(ptxlint.IllegalPtx) as caught:
        ptxlint.Kernel(SCALE.replace("mul.f32", "mul.f33")).launch(block=1, args=[0, 0, 0.0])
    assert caught.value.line
    endless = ptxlint.Kernel(module("", "LOOP:\n    bra LOOP;"))
    with pytest.raises(ptxlint.Fault) as ended:
        endless.launch(block=1, max_steps=1000)
    assert ended.value.kind == "steps without end"
