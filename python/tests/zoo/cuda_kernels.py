"""Kernels of CUDA C++, each with NumPy's answer. `cuda/` has their sources, which NVIDIA's compiler makes PTX of.

A case is a function that takes ``run(name, grid, block, args, **options)``, which returns the kernel, and compares what it has written.
``run.architecture`` is what it is compiled for, and ``run.change`` may change its text.
"""

import re
from math import gamma

import numpy as np
import ptxlint

CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def random(*shape, seed=0, dtype=np.float32):
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


def integers(low, high, size, dtype, seed=0):
    return np.random.default_rng(seed).integers(low, high, size, dtype=dtype)


@case
def reduce_groups(run):
    x, out = integers(-100, 100, 1000, np.int32), np.zeros(1, np.int32)
    run("reduce_groups", 3, 128, [x, 1000, out])
    assert out[0] == x.sum()


@case
def scan_shuffles(run):
    x, out = random(256), np.zeros(256, np.float32)
    run("scan_shuffles", 1, 256, [x, out])
    np.testing.assert_allclose(out, x.astype(float).cumsum(), rtol=1e-4, atol=1e-4)


@case
def transpose_padded(run):
    x, out = random(50, 70), np.zeros((70, 50), np.float32)
    run("transpose_padded", (3, 2), (32, 8), [x, out, 50, 70])
    np.testing.assert_array_equal(out, x.T)


@case
def compact_warps(run):
    x, out, count = integers(-50, 50, 300, np.int32), np.zeros(300, np.int32), np.zeros(1, np.int32)
    run("compact_warps", 5, 64, [x, 300, out, count])
    np.testing.assert_array_equal(np.sort(out[: count[0]]), np.sort(x[x > 0]))


@case
def cub_sort(run):
    keys, out, ranks = integers(0, 2**32, 128, np.uint32), np.zeros(128, np.uint32), np.zeros(128, np.int32)
    run("cub_sort", 1, 64, [keys, out, ranks])
    np.testing.assert_array_equal(out, np.sort(keys))
    np.testing.assert_array_equal(keys[ranks], out)


@case
def cub_scan(run):
    x, out, total = integers(-(2**60), 2**60, 96, np.int64), np.zeros(96, np.int64), np.zeros(1, np.int64)
    run("cub_scan", 1, 96, [x, out, total])
    np.testing.assert_array_equal(out, np.concatenate([[0], x.cumsum()[:-1]]))
    assert total[0] == x.sum()


@case
def halves(run):
    x, y, out = random(200, dtype=np.float16), random(200, seed=1, dtype=np.float16), np.zeros(200, np.float16)
    run("halves", 2, 64, [x, y, out, 100])
    right = x.astype(float) * y.astype(float) + np.maximum(x, -y)
    np.testing.assert_array_equal(out, right.astype(np.float16))


@case
def function_pointers(run):
    x, which, out = random(64, dtype=np.float64), integers(0, 3, 64, np.int32), np.zeros(64)
    run("function_pointers", 1, 64, [x, which, out])
    np.testing.assert_allclose(out, np.choose(which, [2 * x, x * x, 1 / x]), rtol=1e-15)


@case
def virtual_functions(run):
    x, out = random(48), np.zeros(48, np.float32)
    run("virtual_functions", 1, 48, [x, out])
    np.testing.assert_allclose(out, np.where(np.arange(48) % 3, x * x, 3 * x * x), rtol=1e-6)


@case
def opcodes_by_switch(run):
    push = lambda n: n << 3  # noqa: E731
    code = np.array([3, push(7), 2, 1, push(255), 4, 5, push(-3), 6, 3, 7, 1], np.int32)
    x, out = integers(-1000, 1000, 64, np.int32), np.zeros(64, np.int32)
    run("opcodes_by_switch", 1, 64, [code, len(code), x, out])
    v = np.maximum(-((x + 7 * x) ^ 255), -3)
    np.testing.assert_array_equal(out, v + [bin(it & 0xFFFFFFFF).count("1") for it in v.tolist()])


@case
def tensor_cores(run):
    a, b, c = random(16, 64, dtype=np.float16), random(64, 16, seed=1, dtype=np.float16), np.zeros((16, 16), np.float32)
    run("tensor_cores", 1, 32, [a, b, c, 64])
    np.testing.assert_allclose(c, a.astype(np.float32) @ b.astype(np.float32), rtol=1e-3, atol=1e-3)


@case
def pipeline(run):
    x, out = random(4 * 64 * 4), np.zeros(64, np.float32)
    run("pipeline", 1, 64, [x, out, 4])
    np.testing.assert_allclose(out, x.reshape(4, 64, 4)[:, ::-1].sum((0, 2)), rtol=1e-4, atol=1e-5)


@case
def wide_integers(run):
    x, y = integers(0, 2**64, 32, np.uint64), integers(0, 2**64, 32, np.uint64, seed=1)
    out = np.zeros((32, 5), np.uint64)
    run("wide_integers", 1, 32, [x, y, out])
    low = 2**64 - 1
    for (a, b), row in zip(zip(x.tolist(), y.tolist()), out.tolist()):
        product = a * b + 12345
        quotient = product // (b >> 3 | 1)
        assert row == [product & low, product >> 64, quotient & low, a // (b >> 40 | 1), a % 1000003]


@case
def bits(run):
    x, out = integers(0, 2**32, 32, np.uint32), np.zeros((32, 6), np.uint32)
    x[3], x[4] = 0, 2**32 - 1
    run("bits", 1, 32, [x, out])
    for i in range(32):
        v, w = int(x[i]), int(x[(i + 1) % 32])
        lowest = (v & -v).bit_length()
        both = list(v.to_bytes(4, "little") + w.to_bytes(4, "little"))
        pairs = list(zip(both[:4], both[4:]))
        assert out[i].tolist() == [
            bin(v).count("1") << 16 | (32 - v.bit_length()) << 8 | lowest,
            int(f"{v:032b}"[::-1], 2),
            int.from_bytes(bytes(both[it] for it in (7, 1, 5, 2)), "little"),
            (w << 11 | v >> 21) & 0xFFFFFFFF,
            sum(a * b for a, b in pairs) + 7,
            int.from_bytes(bytes(abs(a - b) for a, b in pairs), "little"),
        ]


@case
def recursion(run):
    out = np.zeros(12, np.int32)
    run("recursion", 1, 12, [out])
    assert out.tolist() == [1, 2, 3, 4, 2, 3, 4, 5, 3, 5, 7, 9]


@case
def last_block(run):
    x, sums, out = random(8 * 64), np.zeros(8, np.float32), np.zeros(1, np.float32)
    run("last_block", 8, 64, [x, sums, out])
    np.testing.assert_allclose(out[0], x.sum(dtype=float), rtol=1e-4, atol=1e-4)


@case
def barrier_objects(run):
    x, out = np.arange(5 * 32, dtype=np.int32), np.zeros(5 * 32, np.int32)
    run("barrier_objects", 1, 64, [x, out, 5])
    np.testing.assert_array_equal(out.reshape(5, 32), x.reshape(5, 32)[:, ::-1])


@case
def double_precision(run):
    x, out = 2 * random(32, dtype=np.float64), np.zeros((32, 6))
    run("double_precision", 1, 32, [x, out])
    right = [np.sin(x), np.exp(x), np.log(abs(x) + 1), np.cbrt(x), [gamma(abs(it) + 1) for it in x], abs(x) ** 0.5 / (x * x + 1)]
    np.testing.assert_allclose(out, np.array(right).T, rtol=1e-13, atol=1e-15)


@case
def locals_of_structures(run):
    kind = np.dtype([("position", np.float32, 3), ("velocity", np.float32, 3), ("id", np.int32)])
    particles = np.zeros(40, kind)
    particles["position"], particles["velocity"], particles["id"] = random(40, 3), random(40, 3, seed=1), np.arange(40)
    start = np.array((np.ones(3, np.float32), np.zeros(3, np.float32), 100), kind)
    right = particles["position"] + np.float32(0.5) * particles["velocity"] + 1
    run("locals_of_structures", 2, 32, [particles, start.tobytes(), 40, 0.5])
    np.testing.assert_allclose(particles["position"], right, rtol=1e-5, atol=1e-6)
    np.testing.assert_array_equal(particles["id"], np.arange(40) + 100)


@case
def constants_and_prints(run):
    out = np.zeros(16, np.int32)
    kernel = run("constants_and_prints", 1, 16, [out])
    np.testing.assert_array_equal(out, np.array([10, 20, 30, 40] * 4) + np.arange(16))
    assert kernel.printed == "thread 5 of five has 12.50\n"


@case
def tensor_memory_gemm(run):
    if run.architecture != "sm_100a":
        return
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal(shape).astype(np.float16) for shape in [(128, 256), (128, 256)])
    right = a.astype(np.float32) @ b.astype(np.float32).T

    def launch():
        c = np.zeros((128, 128), np.float32)
        maps = [ptxlint.tensor_map(array, (rows, 64), swizzle=128) for array, rows in [(a, 128), (b, 64)]]
        run("tensor_memory_gemm", (1, 2), 128, [*maps, c, 128, 4], shared=50_000)
        np.testing.assert_allclose(c, right, rtol=1e-3, atol=1e-3)

    launch()
    # Each step of the protocol that is left out is reported: the instruction, and what stands for it.
    steps = {
        "tcgen05.alloc": "",
        "mbarrier.init": "",
        "mbarrier.arrive.expect_tx": "",
        "cp.async.bulk.tensor": "",
        "tcgen05.commit": "",
        "mbarrier.try_wait": "mov.pred P_OUT, -1;",
        "tcgen05.wait::ld": "",
        "tcgen05.dealloc": "",
        "bar.sync": "",
    }
    for step, instead in steps.items():
        count = 0
        while True:
            found = []

            def change(text):
                found.extend(re.finditer(rf"(?<![\w.]){re.escape(step)}[^;]*;", text))
                place = found[min(count, len(found) - 1)]
                return text[: place.start()] + instead + text[place.end() :]

            run.change = change
            try:
                launch()
                raise AssertionError(f"{step} number {count} is missing, and nothing is reported")
            except ptxlint.Fault:
                pass
            count += 1
            if count >= len(found):
                break
