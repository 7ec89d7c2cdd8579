"""Kernels of numba, each with NumPy's answer.

A case is a function that takes ``run(kernel, signature, grid, block, args)`` and compares what the kernel has written.
"""

import math

import numpy as np
from numba import boolean, cuda, float32, float64, int32, int64, uint8, uint32, uint64, void

CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def random(*shape, seed=0, dtype=np.float32):
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


@case
def saxpy_with_a_strided_loop(run):
    def kernel(a, x, y):
        for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
            y[i] += a * x[i]

    x, y = random(500), random(500, seed=1)
    right = y + np.float32(1.5) * x
    run(kernel, void(float32, float32[::1], float32[::1]), 2, 64, [1.5, x, y])
    np.testing.assert_allclose(y, right, rtol=1e-5, atol=1e-6)


@case
def tiled_matmul(run):
    def kernel(a, b, c):
        left, right = cuda.shared.array((8, 8), float32), cuda.shared.array((8, 8), float32)
        i, j = cuda.grid(2)
        x, y = cuda.threadIdx.x, cuda.threadIdx.y
        total = float32(0)
        for start in range(0, a.shape[1], 8):
            left[x, y] = a[i, start + y] if i < a.shape[0] and start + y < a.shape[1] else float32(0)
            right[x, y] = b[start + x, j] if start + x < b.shape[0] and j < b.shape[1] else float32(0)
            cuda.syncthreads()
            for k in range(8):
                total += left[x, k] * right[k, y]
            cuda.syncthreads()
        if i < c.shape[0] and j < c.shape[1]:
            c[i, j] = total

    a, b, c = random(20, 13), random(13, 17, seed=1), np.zeros((20, 17), np.float32)
    run(kernel, void(*3 * [float32[:, ::1]]), (3, 3), (8, 8), [a, b, c])
    np.testing.assert_allclose(c, a @ b, rtol=1e-4, atol=1e-5)


@case
def column_major_arrays(run):
    def kernel(x, out):
        i, j = cuda.grid(2)
        if i < x.shape[0] and j < x.shape[1]:
            out[j, i] = 2 * x[i, j]

    x, out = np.asfortranarray(random(9, 12, dtype=np.float64)), np.zeros((12, 9))
    run(kernel, void(float64[::1, :], float64[:, ::1]), (2, 2), (8, 8), [x, out])
    np.testing.assert_array_equal(out, 2 * x.T)


@case
def sum_by_shuffles(run):
    def kernel(x, out):
        i = cuda.grid(1)
        value = x[i] if i < x.size else int32(0)
        for distance in (16, 8, 4, 2, 1):
            value += cuda.shfl_down_sync(0xFFFFFFFF, value, distance)
        if cuda.laneid == 0:
            cuda.atomic.add(out, 0, value)

    x, out = np.arange(-40, 260, dtype=np.int32), np.zeros(1, np.int32)
    run(kernel, void(int32[::1], int32[::1]), 3, 128, [x, out])
    assert out[0] == x.sum()


@case
def histogram_in_shared_memory(run):
    def kernel(x, bins):
        local = cuda.shared.array(16, uint32)
        t = cuda.threadIdx.x
        if t < 16:
            local[t] = 0
        cuda.syncthreads()
        i = cuda.grid(1)
        if i < x.size:
            cuda.atomic.add(local, x[i] & 15, 1)
        cuda.syncthreads()
        if t < 16:
            cuda.atomic.add(bins, t, local[t])

    x, bins = np.random.default_rng(0).integers(0, 256, 500).astype(np.uint8), np.zeros(16, np.uint32)
    run(kernel, void(uint8[::1], uint32[::1]), 4, 128, [x, bins])
    np.testing.assert_array_equal(bins, np.bincount(x & 15, minlength=16))


@case
def inclusive_scan(run):
    def kernel(x):
        tile = cuda.shared.array(128, int64)
        t = cuda.threadIdx.x
        tile[t] = x[t]
        cuda.syncthreads()
        distance = 1
        while distance < 128:
            before = tile[t - distance] if t >= distance else 0
            cuda.syncthreads()
            tile[t] += before
            cuda.syncthreads()
            distance *= 2
        x[t] = tile[t]

    x = np.random.default_rng(0).integers(-(2**40), 2**40, 128)
    right = x.cumsum()
    run(kernel, void(int64[::1]), 1, 128, [x])
    np.testing.assert_array_equal(x, right)


@case
def game_of_life(run):
    def kernel(board, out):
        i, j = cuda.grid(2)
        rows, columns = board.shape
        if i < rows and j < columns:
            alive = 0
            for di in range(-1, 2):
                for dj in range(-1, 2):
                    if di != 0 or dj != 0:
                        alive += board[(i + di + rows) % rows, (j + dj + columns) % columns]
            out[i, j] = 1 if alive == 3 or (alive == 2 and board[i, j] == 1) else 0

    board = np.random.default_rng(0).integers(0, 2, (15, 18)).astype(np.uint8)
    out = np.zeros_like(board)
    run(kernel, void(uint8[:, ::1], uint8[:, ::1]), (2, 3), (8, 8), [board, out])
    around = sum(np.roll(board, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1)) - board
    np.testing.assert_array_equal(out, (around == 3) | ((around == 2) & (board == 1)))


@case
def mandelbrot(run):
    def kernel(out):
        i, j = cuda.grid(2)
        if i < out.shape[0] and j < out.shape[1]:
            re, im = -2.0 + 3.0 * j / out.shape[1], -1.0 + 2.0 * i / out.shape[0]
            x = y = 0.0
            steps = 0
            while steps < 30 and x * x + y * y <= 4.0:
                x, y = x * x - y * y + re, 2.0 * x * y + im
                steps += 1
            out[i, j] = steps

    out = np.zeros((16, 24), np.int32)
    run(kernel, void(int32[:, ::1]), (2, 3), (8, 8), [out])
    right = np.zeros_like(out)
    for i in range(16):
        for j in range(24):
            c, z = complex(-2 + 3 * j / 24, -1 + 2 * i / 16), 0j
            while right[i, j] < 30 and z.real**2 + z.imag**2 <= 4:
                z, right[i, j] = z * z + c, right[i, j] + 1
    assert (out != right).mean() < 0.02


@case
def bodies(run):
    def kernel(positions, forces):
        i = cuda.grid(1)
        if i < positions.shape[0]:
            x = y = z = float32(0)
            for j in range(positions.shape[0]):
                dx = positions[j, 0] - positions[i, 0]
                dy = positions[j, 1] - positions[i, 1]
                dz = positions[j, 2] - positions[i, 2]
                inverse = float32(1) / math.sqrt(dx * dx + dy * dy + dz * dz + float32(0.01))
                cube = inverse * inverse * inverse
                x += dx * cube
                y += dy * cube
                z += dz * cube
            forces[i, 0], forces[i, 1], forces[i, 2] = x, y, z

    p, out = random(40, 3), np.zeros((40, 3), np.float32)
    run(kernel, void(float32[:, ::1], float32[:, ::1]), 2, 32, [p, out])
    d = p[None] - p[:, None]
    right = (d * ((d**2).sum(2, keepdims=True) + 0.01) ** -1.5).sum(1)
    np.testing.assert_allclose(out, right, rtol=2e-3, atol=2e-3)


@case
def functions_of_mathematics(run):
    def kernel(x, out):
        i = cuda.grid(1)
        if i < x.size:
            out[i, 0] = math.sin(x[i])
            out[i, 1] = math.exp(x[i])
            out[i, 2] = math.log(abs(x[i]) + 1.0)
            out[i, 3] = math.pow(abs(x[i]), 1.7)
            out[i, 4] = math.atan2(x[i], 2.0)
            out[i, 5] = math.floor(x[i])
            out[i, 6] = math.erf(x[i])
            out[i, 7] = math.tanh(x[i])

    x, out = 3 * random(100, dtype=np.float64), np.zeros((100, 8))
    run(kernel, void(float64[::1], float64[:, ::1]), 1, 128, [x, out])
    right = [np.sin(x), np.exp(x), np.log(abs(x) + 1), abs(x) ** 1.7, np.arctan2(x, 2), np.floor(x)]
    right += [np.vectorize(math.erf)(x), np.tanh(x)]
    np.testing.assert_allclose(out, np.array(right).T, rtol=1e-12, atol=1e-14)


@case
def votes(run):
    def kernel(x, ballots, all_positive):
        i = cuda.grid(1)
        positive = x[i] > 0
        ballots[i] = cuda.ballot_sync(0xFFFFFFFF, positive)
        all_positive[i] = cuda.all_sync(0xFFFFFFFF, positive)

    x, ballots, every = random(64), np.zeros(64, np.uint32), np.zeros(64, np.bool_)
    x[32:] = 1
    run(kernel, void(float32[::1], uint32[::1], boolean[::1]), 1, 64, [x, ballots, every])
    mask = sum(int(x[lane] > 0) << lane for lane in range(32))
    assert (ballots[:32] == mask).all() and (ballots[32:] == 0xFFFFFFFF).all()
    assert not every[:32].any() and every[32:].all()


@case
def counters_by_compare_and_swap(run):
    def kernel(slots, counters):
        mine = cuda.grid(1) + 1
        place = mine % slots.size
        while cuda.atomic.cas(slots, place, 0, mine) != 0:
            place = (place + 1) % slots.size
        cuda.atomic.add(counters, 0, 1)

    slots, counters = np.zeros(128, np.int32), np.zeros(1, np.int32)
    run(kernel, void(int32[::1], int32[::1]), 2, 32, [slots, counters])
    assert counters[0] == 64 and sorted(slots[slots != 0]) == list(range(1, 65))


@case
def random_walks(run):
    def kernel(out):
        i = cuda.grid(1)
        state = uint64(i + 1) * uint64(0x9E3779B97F4A7C15)
        total = int64(0)
        for _ in range(50):
            state ^= state << uint64(13)
            state ^= state >> uint64(7)
            state ^= state << uint64(17)
            total += 1 if state & uint64(1) else -1
        out[i] = total

    out = np.zeros(64, np.int64)
    run(kernel, void(int64[::1]), 1, 64, [out])
    mask, right = 2**64 - 1, []
    for i in range(64):
        state, total = (i + 1) * 0x9E3779B97F4A7C15 & mask, 0
        for _ in range(50):
            state ^= state << 13 & mask
            state ^= state >> 7
            state ^= state << 17 & mask
            total += 1 if state & 1 else -1
        right.append(total)
    np.testing.assert_array_equal(out, right)


@case
def bitonic_sort(run):
    def kernel(x):
        tile = cuda.shared.array(64, float32)
        t = cuda.threadIdx.x
        tile[t] = x[t]
        size = 2
        while size <= 64:
            distance = size // 2
            while distance > 0:
                cuda.syncthreads()
                other = t ^ distance
                if other > t:
                    first, second = tile[t], tile[other]
                    if (first > second) == ((t & size) == 0):
                        tile[t], tile[other] = second, first
                distance //= 2
            size *= 2
        cuda.syncthreads()
        x[t] = tile[t]

    x = random(64)
    right = np.sort(x)
    run(kernel, void(float32[::1]), 1, 64, [x])
    np.testing.assert_array_equal(x, right)


@case
def local_arrays(run):
    def kernel(x, out):
        powers = cuda.local.array(8, float64)
        i = cuda.grid(1)
        if i < x.size:
            powers[0] = 1.0
            for k in range(1, 8):
                powers[k] = powers[k - 1] * x[i]
            total = 0.0
            for k in range(8):
                total += powers[(k * 3 + i) % 8]
            out[i] = total

    x, out = random(50, dtype=np.float64), np.zeros(50)
    run(kernel, void(float64[::1], float64[::1]), 1, 64, [x, out])
    np.testing.assert_allclose(out, sum(x**k for k in range(8)), rtol=1e-9, atol=1e-9)


@case
def constant_tables(run):
    table = np.array([3, 1, 4, 1, 5, 9, 2, 6], np.int32)

    def kernel(out):
        known = cuda.const.array_like(table)
        i = cuda.grid(1)
        out[i] = known[i % 8] * i

    out = np.zeros(32, np.int32)
    run(kernel, void(int32[::1]), 1, 32, [out])
    np.testing.assert_array_equal(out, table[np.arange(32) % 8] * np.arange(32))


@case
def stencil_in_three_dimensions(run):
    def kernel(x, out):
        i, j, k = cuda.grid(3)
        if 0 < i < x.shape[0] - 1 and 0 < j < x.shape[1] - 1 and 0 < k < x.shape[2] - 1:
            out[i, j, k] = x[i - 1, j, k] + x[i + 1, j, k] + x[i, j - 1, k] + x[i, j + 1, k] + x[i, j, k - 1] + x[i, j, k + 1]

    x, out = random(6, 7, 9), np.zeros((6, 7, 9), np.float32)
    run(kernel, void(float32[:, :, ::1], float32[:, :, ::1]), (2, 2, 3), (4, 4, 4), [x, out])
    right = np.zeros_like(x)
    for axis in range(3):
        right += np.roll(x, 1, axis) + np.roll(x, -1, axis)
    inner = (slice(1, -1),) * 3
    np.testing.assert_allclose(out[inner], right[inner], rtol=1e-5, atol=1e-5)
    assert out[0].sum() == 0
