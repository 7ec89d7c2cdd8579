"""Kernels of Triton, each with NumPy's answer.

A case is a function that takes ``run(kernel, grid, args, types, **constants)``, with ``run.capability``, and compares what the kernel has
written. ``types`` has Triton's name for the type of each argument. Kernels that write what they have read work on one element a thread: where a block has
more threads, those that are left over read, too, in no order with the others' writes, which is a data race though nobody uses the value.
"""

import ml_dtypes
import numpy as np
import triton
import triton.language as tl

CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def random(*shape, seed=0, dtype=np.float32):
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


def blocks(extent, size):
    return -(-extent // size)


@triton.jit
def _add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) + tl.load(y + i, mask=i < n), mask=i < n)


@case
def add_f32(run):
    x, y, out = random(1000), random(1000, seed=1), np.full(1000, np.nan, np.float32)
    run(_add, 4, [x, y, out, 1000], "*fp32 *fp32 *fp32 i32", BLOCK=256)
    np.testing.assert_array_equal(out, x + y)


@case
def add_f16(run):
    x, y = random(300, dtype=np.float16), random(300, seed=1, dtype=np.float16)
    out = np.zeros(300, np.float16)
    run(_add, 3, [x, y, out, 300], "*fp16 *fp16 *fp16 i32", BLOCK=128)
    np.testing.assert_array_equal(out, x + y)


@case
def add_bf16(run):
    x, y = random(256, dtype=ml_dtypes.bfloat16), random(256, seed=1, dtype=ml_dtypes.bfloat16)
    out = np.zeros(256, ml_dtypes.bfloat16)
    run(_add, 2, [x, y, out, 256], "*bf16 *bf16 *bf16 i32", BLOCK=128)
    np.testing.assert_array_equal(out.view(np.int16), (x + y).view(np.int16))


@case
def add_i64(run):
    x = np.arange(200, dtype=np.int64) << 33
    y, out = x[::-1].copy(), np.zeros(200, np.int64)
    run(_add, 2, [x, y, out, 200], "*i64 *i64 *i64 i32", BLOCK=128)
    np.testing.assert_array_equal(out, x + y)


@triton.jit
def _gelu(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(out + i, 0.5 * v * (1 + tl.erf(v * 0.7071067811865476)), mask=i < n)


@case
def gelu(run):
    from math import erf

    x, out = random(500), np.zeros(500, np.float32)
    run(_gelu, 2, [x, out, 500], "*fp32 *fp32 i32", BLOCK=256)
    right = [0.5 * v * (1 + erf(v / 2**0.5)) for v in x.astype(float)]
    np.testing.assert_allclose(out, right, rtol=1e-5, atol=1e-6)


@triton.jit
def _swiglu(gate, up, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    g = tl.load(gate + i, mask=i < n).to(tl.float32)
    u = tl.load(up + i, mask=i < n).to(tl.float32)
    tl.store(out + i, (g * tl.sigmoid(g) * u).to(tl.float16), mask=i < n)


@case
def swiglu(run):
    g, u = random(333, dtype=np.float16), random(333, seed=1, dtype=np.float16)
    out = np.zeros(333, np.float16)
    run(_swiglu, 3, [g, u, out, 333], "*fp16 *fp16 *fp16 i32", BLOCK=128)
    g, u = g.astype(np.float32), u.astype(np.float32)
    np.testing.assert_allclose(out, g / (1 + np.exp(-g)) * u, rtol=2e-3, atol=1e-3)


@triton.jit
def _layer_norm(x, weight, bias, out, columns, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    inside = c < columns
    v = tl.load(x + row * columns + c, mask=inside, other=0.0)
    mean = tl.sum(v, axis=0) / columns
    centred = tl.where(inside, v - mean, 0.0)
    scale = 1 / tl.sqrt(tl.sum(centred * centred, axis=0) / columns + eps)
    w, b = tl.load(weight + c, mask=inside), tl.load(bias + c, mask=inside)
    tl.store(out + row * columns + c, centred * scale * w + b, mask=inside)


@case
def layer_norm(run):
    x, w, b = random(4, 200), random(200, seed=1), random(200, seed=2)
    out = np.zeros_like(x)
    run(_layer_norm, 4, [x, w, b, out, 200, 1e-5], "*fp32 *fp32 *fp32 *fp32 i32 fp32", BLOCK=256)
    centred = x - x.mean(1, keepdims=True)
    np.testing.assert_allclose(out, centred / np.sqrt(x.var(1, keepdims=True) + 1e-5) * w + b, rtol=1e-4, atol=1e-5)


@triton.jit
def _rms_norm(x, weight, out, columns, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, columns, BLOCK):
        c = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * columns + c, mask=c < columns, other=0.0).to(tl.float32)
        total += v * v
    scale = tl.rsqrt(tl.sum(total, axis=0) / columns + eps)
    for start in range(0, columns, BLOCK):
        c = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * columns + c, mask=c < columns, other=0.0).to(tl.float32)
        tl.store(out + row * columns + c, v * scale * tl.load(weight + c, mask=c < columns), mask=c < columns)


@case
def rms_norm_in_blocks(run):
    x, w, out = random(3, 300), random(300, seed=1), np.zeros((3, 300), np.float32)
    run(_rms_norm, 3, [x, w, out, 300, 1e-6], "*fp32 *fp32 *fp32 i32 fp32", BLOCK=128)
    right = x / np.sqrt((x.astype(float) ** 2).mean(1, keepdims=True) + 1e-6) * w
    np.testing.assert_allclose(out, right, rtol=1e-4, atol=1e-5)


@triton.jit
def _column_sums(x, out, rows, columns, R: tl.constexpr, C: tl.constexpr):
    c = tl.program_id(0) * C + tl.arange(0, C)
    sums = tl.zeros((C,), tl.float32)
    for start in range(0, rows, R):
        r = start + tl.arange(0, R)
        inside = (r[:, None] < rows) & (c[None, :] < columns)
        sums += tl.sum(tl.load(x + r[:, None] * columns + c[None, :], mask=inside, other=0.0), axis=0)
    tl.store(out + c, sums, mask=c < columns)


@case
def column_sums(run):
    x, out = random(50, 70), np.zeros(70, np.float32)
    run(_column_sums, 3, [x, out, 50, 70], "*fp32 *fp32 i32 i32", R=16, C=32)
    np.testing.assert_allclose(out, x.sum(0, dtype=float), rtol=1e-4, atol=1e-5)


@triton.jit
def _argmax(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    v = tl.load(x + row * columns + c, mask=c < columns, other=-float("inf"))
    tl.store(out + row, tl.argmax(v, axis=0))


@case
def argmax(run):
    x, out = random(6, 100), np.full(6, -1, np.int32)
    run(_argmax, 6, [x, out, 100], "*fp32 *i32 i32", BLOCK=128)
    np.testing.assert_array_equal(out, x.argmax(1))


@triton.jit
def _cumsum(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    v = tl.load(x + row * columns + c, mask=c < columns, other=0)
    tl.store(out + row * columns + c, tl.cumsum(v, axis=0), mask=c < columns)


@case
def cumsum(run):
    x = np.random.default_rng(0).integers(-50, 50, (3, 200)).astype(np.int32)
    out = np.zeros_like(x)
    run(_cumsum, 3, [x, out, 200], "*i32 *i32 i32", BLOCK=256)
    np.testing.assert_array_equal(out, x.cumsum(1))


@triton.jit
def _last(left_flag, left, right_flag, right):
    return left_flag | right_flag, tl.where(right_flag, right, left)


@triton.jit
def _forward_fill(x, flags, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    _, filled = tl.associative_scan((tl.load(flags + i) != 0, tl.load(x + i)), 0, _last)
    tl.store(out + i, filled)


@case
def forward_fill(run):
    """A scan of pairs by an operator of one's own."""
    x = np.arange(128, dtype=np.int32) + 1000
    flags = (np.random.default_rng(0).random(128) < 0.2).astype(np.int8)
    flags[0] = 1
    out = np.zeros(128, np.int32)
    run(_forward_fill, 1, [x, flags, out], "*i32 *i8 *i32", BLOCK=128)
    np.testing.assert_array_equal(out, x[np.maximum.accumulate(np.where(flags, np.arange(128), 0))])


@triton.jit
def _sort(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.sort(tl.load(x + i)))


@case
def sort(run):
    x, out = random(128), np.zeros(128, np.float32)
    run(_sort, 1, [x, out], "*fp32 *fp32", BLOCK=128)
    np.testing.assert_array_equal(out, np.sort(x))


@triton.jit
def _matmul(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, ACC: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    sums = tl.zeros((BM, BN), dtype=ACC)
    for start in range(0, K, BK):
        left = tl.load(a + m[:, None] * K + (start + k)[None, :], mask=(m[:, None] < M) & ((start + k)[None, :] < K), other=0.0)
        right = tl.load(b + (start + k)[:, None] * N + n[None, :], mask=((start + k)[:, None] < K) & (n[None, :] < N), other=0.0)
        sums = tl.dot(left, right, sums, out_dtype=ACC)
    tl.store(c + m[:, None] * N + n[None, :], sums, mask=(m[:, None] < M) & (n[None, :] < N))


def _product(run, a, b, kind, accumulator, out, tolerance, tile=(32, 32, 32)):
    (M, K), N = a.shape, b.shape[1]
    BM, BN, BK = tile
    c = np.zeros((M, N), out)
    types = f"*{kind} *{kind} *{'i32' if out == np.int32 else 'fp32'} i32 i32 i32"
    run(_matmul, (blocks(M, BM), blocks(N, BN)), [a, b, c, M, N, K], types, BM=BM, BN=BN, BK=BK, ACC=accumulator)
    np.testing.assert_allclose(c, a.astype(float) @ b.astype(float), rtol=tolerance, atol=tolerance)


@case
def matmul_f16(run):
    _product(run, random(40, 70, dtype=np.float16), random(70, 50, seed=1, dtype=np.float16), "fp16", tl.float32, np.float32, 1e-3)


@case
def matmul_bf16(run):
    a, b = random(32, 64, dtype=ml_dtypes.bfloat16), random(64, 33, seed=1, dtype=ml_dtypes.bfloat16)
    _product(run, a, b, "bf16", tl.float32, np.float32, 1e-3)


@case
def matmul_tf32(run):
    _product(run, random(33, 40), random(40, 64, seed=1), "fp32", tl.float32, np.float32, 3e-2)


@case
def matmul_i8(run):
    a = np.random.default_rng(0).integers(-128, 128, (35, 64)).astype(np.int8)
    b = np.random.default_rng(1).integers(-128, 128, (64, 40)).astype(np.int8)
    _product(run, a, b, "i8", tl.int32, np.int32, 0)


# Tiles of 64 rows are products of warpgroups (`wgmma`) for sm_90.


@case
def matmul_f16_of_warpgroups(run):
    a, b = random(100, 80, dtype=np.float16), random(80, 70, seed=1, dtype=np.float16)
    _product(run, a, b, "fp16", tl.float32, np.float32, 2e-3, (64, 64, 64))


@case
def matmul_bf16_of_warpgroups(run):
    a, b = random(64, 96, dtype=ml_dtypes.bfloat16), random(96, 128, seed=1, dtype=ml_dtypes.bfloat16)
    _product(run, a, b, "bf16", tl.float32, np.float32, 2e-3, (64, 128, 32))


@case
def matmul_narrow_of_warpgroups(run):
    a, b = random(128, 16, dtype=np.float16), random(16, 16, seed=1, dtype=np.float16)
    _product(run, a, b, "fp16", tl.float32, np.float32, 1e-3, (128, 16, 16))


@case
def matmul_tf32_of_warpgroups(run):
    _product(run, random(64, 64), random(64, 32, seed=1), "fp32", tl.float32, np.float32, 5e-2, (64, 32, 32))


@case
def matmul_i8_of_warpgroups(run):
    a = np.random.default_rng(0).integers(-128, 128, (64, 128)).astype(np.int8)
    b = np.random.default_rng(1).integers(-128, 128, (128, 64)).astype(np.int8)
    _product(run, a, b, "i8", tl.int32, np.int32, 0, (64, 64, 64))


@case
def matmul_fp8(run):
    a = random(64, 64).astype(ml_dtypes.float8_e4m3fn)
    b = random(64, 64, seed=1).astype(ml_dtypes.float8_e4m3fn)
    if run.capability >= 90:
        _product(run, a, b, "fp8e4nv", tl.float32, np.float32, 5e-2, (64, 64, 64))


@triton.jit
def _split_k(a, b, c, K, SPLIT: tl.constexpr, B: tl.constexpr):
    m, n, k = tl.arange(0, B), tl.arange(0, B), tl.arange(0, B)
    sums = tl.zeros((B, B), dtype=tl.float32)
    for start in range(tl.program_id(0) * B, K, SPLIT * B):
        sums += tl.dot(tl.load(a + m[:, None] * K + start + k[None, :]), tl.load(b + (start + k)[:, None] * B + n[None, :]))
    tl.atomic_add(c + m[:, None] * B + n[None, :], sums)


@case
def split_k(run):
    a, b, c = random(16, 128, dtype=np.float16), random(128, 16, seed=1, dtype=np.float16), np.zeros((16, 16), np.float32)
    run(_split_k, 4, [a, b, c, 128], "*fp16 *fp16 *fp32 i32", SPLIT=4, B=16)
    np.testing.assert_allclose(c, a.astype(np.float32) @ b.astype(np.float32), rtol=1e-3, atol=1e-3)


@triton.jit
def _matmul_of_tensors(a, b, c, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n = tl.program_id(0) * BM, tl.program_id(1) * BN
    sums = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        sums = tl.dot(a.load([m, k]), b.load([k, n]), sums)
    c.store([m, n], sums.to(tl.float16))


@case
def matmul_of_tensors(run):
    if run.capability < 90:
        return
    a, b, c = random(100, 136, dtype=np.float16), random(136, 72, seed=1, dtype=np.float16), np.zeros((100, 72), np.float16)
    types = "tensordesc<fp16[64,64]> tensordesc<fp16[64,32]> tensordesc<fp16[64,32]> i32"
    run(_matmul_of_tensors, (2, 3), [a, b, c, 136], types, BM=64, BN=32, BK=64)
    np.testing.assert_allclose(c, a.astype(np.float32) @ b.astype(np.float32), rtol=2e-3, atol=2e-2)


@triton.jit
def _double_tensor(x, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    source = tl.make_tensor_descriptor(x, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    target = tl.make_tensor_descriptor(out, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    m = tl.program_id(0) * BM
    for n in range(0, N, BN):
        target.store([m, n], source.load([m, n]) * 2)


@case
def tensor_maps_on_the_device(run):
    if run.capability < 90:
        return
    x, out = random(20, 72), np.zeros((20, 72), np.float32)
    run(_double_tensor, 3, [x, out, 20, 72], "*fp32 *fp32 i32 i32", BM=8, BN=32)
    np.testing.assert_array_equal(out, 2 * x)


@triton.jit
def _attention(q, k, v, out, length, scale, B: tl.constexpr, D: tl.constexpr):
    rows = tl.program_id(0) * B + tl.arange(0, B)
    d = tl.arange(0, D)
    queries = tl.load(q + rows[:, None] * D + d[None, :], mask=rows[:, None] < length, other=0.0)
    peak = tl.full((B,), -float("inf"), tl.float32)
    weight = tl.zeros((B,), tl.float32)
    sums = tl.zeros((B, D), tl.float32)
    for start in range(0, length, B):
        columns = start + tl.arange(0, B)
        inside = columns[:, None] < length
        keys = tl.load(k + columns[:, None] * D + d[None, :], mask=inside, other=0.0)
        values = tl.load(v + columns[:, None] * D + d[None, :], mask=inside, other=0.0)
        scores = tl.dot(queries, tl.trans(keys)) * scale
        scores = tl.where((columns[None, :] < length) & (rows[:, None] >= columns[None, :]), scores, -float("inf"))
        higher = tl.maximum(peak, tl.max(scores, axis=1))
        shares = tl.exp(scores - higher[:, None])
        correction = tl.exp(peak - higher)
        weight = weight * correction + tl.sum(shares, axis=1)
        sums = sums * correction[:, None] + tl.dot(shares.to(tl.float16), values)
        peak = higher
    tl.store(out + rows[:, None] * D + d[None, :], sums / weight[:, None], mask=rows[:, None] < length)


@case
def causal_attention(run):
    _check_attention(run, 40, 32, 32)


def _check_attention(run, length, D, B):
    q, k, v = (random(length, D, seed=seed, dtype=np.float16) for seed in range(3))
    out = np.zeros((length, D), np.float32)
    run(_attention, blocks(length, B), [q, k, v, out, length, D**-0.5], "*fp16 *fp16 *fp16 *fp32 i32 fp32", B=B, D=D)
    scores = q.astype(float) @ k.astype(float).T * D**-0.5
    scores[np.triu_indices(length, 1)] = -np.inf
    shares = np.exp(scores - scores.max(1, keepdims=True))
    np.testing.assert_allclose(out, shares / shares.sum(1, keepdims=True) @ v.astype(float), rtol=5e-3, atol=5e-3)


@case
def causal_attention_of_warpgroups(run):
    _check_attention(run, 100, 64, 64)


@triton.jit
def _transpose(x, out, M, N, B: tl.constexpr):
    m = tl.program_id(0) * B + tl.arange(0, B)
    n = tl.program_id(1) * B + tl.arange(0, B)
    tile = tl.load(x + m[:, None] * N + n[None, :], mask=(m[:, None] < M) & (n[None, :] < N))
    tl.store(out + n[:, None] * M + m[None, :], tl.trans(tile), mask=(n[:, None] < N) & (m[None, :] < M))


@case
def transpose(run):
    x, out = random(45, 70), np.zeros((70, 45), np.float32)
    run(_transpose, (2, 3), [x, out, 45, 70], "*fp32 *fp32 i32 i32", B=32)
    np.testing.assert_array_equal(out, x.T)


@triton.jit
def _dropout(x, out, n, p, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    kept = tl.rand(seed, i) > p
    v = tl.load(x + i, mask=i < n)
    tl.store(out + i, tl.where(kept, v / (1 - p), 0.0), mask=i < n)


@case
def dropout(run):
    x, out = np.ones(1000, np.float32), np.full(1000, np.nan, np.float32)
    run(_dropout, 4, [x, out, 1000, 0.25, 7], "*fp32 *fp32 i32 fp32 i32", BLOCK=256)
    np.testing.assert_allclose(out[out != 0], 4 / 3, rtol=1e-6)
    assert 0.7 < (out != 0).mean() < 0.8


@triton.jit
def _count(x, bins, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(bins + tl.load(x + i, mask=i < n, other=0), 1, mask=i < n)


@case
def histogram_by_atomics(run):
    x = np.random.default_rng(0).integers(0, 10, 700).astype(np.int32)
    bins = np.zeros(10, np.int32)
    run(_count, 3, [x, bins, 700], "*i32 *i32 i32", BLOCK=256)
    np.testing.assert_array_equal(bins, np.bincount(x, minlength=10))


@triton.jit
def _maximum(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_max(out, tl.max(tl.load(x + i, mask=i < n, other=-(2**31)), axis=0))


@case
def maximum_by_atomics(run):
    x = np.random.default_rng(0).integers(-(10**9), 10**9, 1000).astype(np.int32)
    out = np.full(1, -(2**31), np.int32)
    run(_maximum, 4, [x, out, 1000], "*i32 *i32 i32", BLOCK=256)
    assert out[0] == x.max()


@triton.jit
def _embedding(table, index, out, D: tl.constexpr):
    row = tl.program_id(0)
    d = tl.arange(0, D)
    tl.store(out + row * D + d, tl.load(table + tl.load(index + row) * D + d))


@case
def embedding(run):
    table, index = random(20, 64, dtype=np.float16), np.random.default_rng(0).integers(0, 20, 9).astype(np.int64)
    out = np.zeros((9, 64), np.float16)
    run(_embedding, 9, [table, index, out], "*fp16 *i64 *fp16", D=64)
    np.testing.assert_array_equal(out, table[index])


@triton.jit
def _cross_entropy(logits, labels, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    v = tl.load(logits + row * columns + c, mask=c < columns, other=-float("inf"))
    peak = tl.max(v, axis=0)
    total = tl.log(tl.sum(tl.exp(v - peak), axis=0)) + peak
    tl.store(out + row, total - tl.load(logits + row * columns + tl.load(labels + row)))


@case
def cross_entropy(run):
    x, labels = random(5, 90), np.array([0, 89, 5, 40, 17], np.int32)
    out = np.zeros(5, np.float32)
    run(_cross_entropy, 5, [x, labels, out, 90], "*fp32 *i32 *fp32 i32", BLOCK=128)
    right = np.log(np.exp(x.astype(float)).sum(1)) - x[np.arange(5), labels]
    np.testing.assert_allclose(out, right, rtol=1e-5)


@triton.jit
def _rope(x, cosine, sine, HALF: tl.constexpr):
    row = tl.program_id(0)
    d = tl.arange(0, HALF)
    first, second = tl.load(x + row * 2 * HALF + d), tl.load(x + row * 2 * HALF + HALF + d)
    c, s = tl.load(cosine + row * HALF + d), tl.load(sine + row * HALF + d)
    tl.store(x + row * 2 * HALF + d, first * c - second * s)
    tl.store(x + row * 2 * HALF + HALF + d, second * c + first * s)


@case
def rotary_embedding_in_place(run):
    x = random(6, 256)
    angles = np.outer(np.arange(6), 10000.0 ** (-np.arange(128) / 128)).astype(np.float32)
    cosine, sine = np.cos(angles), np.sin(angles)
    a, b = x[:, :128].copy(), x[:, 128:].copy()
    run(_rope, 6, [x, cosine, sine], "*fp32 *fp32 *fp32", HALF=128)
    np.testing.assert_allclose(x, np.hstack([a * cosine - b * sine, b * cosine + a * sine]), rtol=1e-5, atol=1e-6)


@triton.jit
def _adam(weights, gradient, m, v, n, rate, step, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    g = tl.load(gradient + i, mask=inside)
    first = 0.9 * tl.load(m + i, mask=inside) + 0.1 * g
    second = 0.999 * tl.load(v + i, mask=inside) + 0.001 * g * g
    tl.store(m + i, first, mask=inside)
    tl.store(v + i, second, mask=inside)
    corrected = first / (1 - tl.exp(step * tl.log(0.9)))
    root = tl.sqrt(second / (1 - tl.exp(step * tl.log(0.999))))
    tl.store(weights + i, tl.load(weights + i, mask=inside) - rate * corrected / (root + 1e-8), mask=inside)


@case
def adam(run):
    w, g, m, v = random(200), random(200, seed=1), random(200, seed=2), random(200, seed=3) ** 2
    first, second = 0.9 * m.astype(float) + 0.1 * g, 0.999 * v.astype(float) + 0.001 * g.astype(float) ** 2
    right = w - 0.01 * (first / (1 - 0.9**3)) / (np.sqrt(second / (1 - 0.999**3)) + 1e-8)
    run(_adam, 2, [w, g, m, v, 200, 0.01, 3.0], "*fp32 *fp32 *fp32 *fp32 i32 fp32 fp32", BLOCK=128)
    np.testing.assert_allclose(w, right, rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(m, first, rtol=1e-5, atol=1e-6)


@triton.jit
def _quantize(x, out, scales, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    v = tl.load(x + row * columns + c, mask=c < columns, other=0.0)
    scale = tl.max(tl.abs(v), axis=0) / 127
    rounded = v / scale + tl.where(v < 0, -0.5, 0.5)
    tl.store(out + row * columns + c, rounded.to(tl.int8), mask=c < columns)
    tl.store(scales + row, scale)


@case
def quantize_rows(run):
    x, out, scales = random(4, 100), np.zeros((4, 100), np.int8), np.zeros(4, np.float32)
    run(_quantize, 4, [x, out, scales, 100], "*fp32 *i8 *fp32 i32", BLOCK=128)
    assert np.abs(out * scales[:, None] - x).max() <= scales.max() * 0.51


@triton.jit
def _to_fp8(x, out, back, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    small = tl.load(x + i, mask=i < n, other=0.0).to(tl.float8e5)
    tl.store(out + i, small, mask=i < n)
    tl.store(back + i, small.to(tl.float32), mask=i < n)


@case
def fp8(run):
    x = random(128)
    out, back = np.zeros(128, ml_dtypes.float8_e5m2), np.zeros(128, np.float32)
    run(_to_fp8, 1, [x, out, back, 128], "*fp32 *fp8e5 *fp32 i32", BLOCK=128)
    np.testing.assert_array_equal(out.view(np.uint8), x.astype(ml_dtypes.float8_e5m2).view(np.uint8))
    np.testing.assert_array_equal(back, x.astype(ml_dtypes.float8_e5m2).astype(np.float32))


@triton.jit
def _convolution(x, taps, out, n, TAPS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    sums = tl.zeros((BLOCK,), tl.float32)
    for tap in tl.static_range(TAPS):
        j = i + tap - TAPS // 2
        sums += tl.load(taps + tap) * tl.load(x + j, mask=(j >= 0) & (j < n), other=0.0)
    tl.store(out + i, sums, mask=i < n)


@case
def convolution(run):
    x, taps, out = random(300), random(5, seed=1), np.zeros(300, np.float32)
    run(_convolution, 3, [x, taps, out, 300], "*fp32 *fp32 *fp32 i32", TAPS=5, BLOCK=128)
    np.testing.assert_allclose(out, np.convolve(x, taps[::-1], mode="same"), rtol=1e-4, atol=1e-5)


@triton.jit
def _spin_lock(lock, total, BLOCK: tl.constexpr):
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.debug_barrier()
    i = tl.arange(0, BLOCK)
    tl.store(total + i, tl.load(total + i) + tl.program_id(0) * i)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


@case
def lock(run):
    lock, total = np.zeros(1, np.int32), np.zeros(128, np.int32)
    run(_spin_lock, 6, [lock, total], "*i32 *i32", BLOCK=128)
    assert (total == 15 * np.arange(128)).all() and lock[0] == 0
