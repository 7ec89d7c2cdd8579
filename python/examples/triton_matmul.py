"""A matrix product of Triton on tensor cores, compiled for a GPU that is not there, and run on arrays of NumPy."""

import numpy as np
import ptxlint
import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def matmul(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    sums = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, K, BK):
        left = tl.load(a + m[:, None] * K + (start + k)[None, :], mask=(m[:, None] < M) & ((start + k)[None, :] < K), other=0.0)
        right = tl.load(b + (start + k)[:, None] * N + n[None, :], mask=((start + k)[:, None] < K) & (n[None, :] < N), other=0.0)
        sums += tl.dot(left, right)
    tl.store(c + m[:, None] * N + n[None, :], sums, mask=(m[:, None] < M) & (n[None, :] < N))


def main(capability: int = 80) -> None:
    signature = {"a": "*fp16", "b": "*fp16", "c": "*fp32", "M": "i32", "N": "i32", "K": "i32"}
    tile = {"BM": 32, "BN": 32, "BK": 32}
    source = triton.compiler.ASTSource(matmul, {**signature, **dict.fromkeys(tile, "constexpr")}, constexprs=tile)
    kernel = ptxlint.from_triton(triton.compile(source, target=GPUTarget("cuda", capability, 32)))

    M, N, K = 40, 50, 70
    random = np.random.default_rng(0)
    a, b = random.standard_normal((M, K)).astype(np.float16), random.standard_normal((K, N)).astype(np.float16)
    c = np.full((M, N), np.nan, np.float32)
    kernel.launch(grid=(-(-M // 32), -(-N // 32)), args=[a, b, c, M, N, K])

    np.testing.assert_allclose(c, a.astype(np.float32) @ b.astype(np.float32), rtol=1e-3, atol=1e-3)
    print(f"matmul for sm_{capability}: {kernel.statistics}")


if __name__ == "__main__":
    main(80)
