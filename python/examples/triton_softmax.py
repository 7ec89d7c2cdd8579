"""A softmax of Triton, compiled for a GPU that is not there, and run on arrays of NumPy."""

import numpy as np
import ptxlint
import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def softmax(out, x, stride, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    values = tl.load(x + row * stride + offsets, mask=offsets < columns, other=-float("inf"))
    values = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * stride + offsets, values / tl.sum(values, axis=0), mask=offsets < columns)


def main(capability: int = 80) -> None:
    signature = {"out": "*fp32", "x": "*fp32", "stride": "i32", "columns": "i32", "BLOCK": "constexpr"}
    source = triton.compiler.ASTSource(softmax, signature, constexprs={"BLOCK": 128})
    kernel = ptxlint.from_triton(triton.compile(source, target=GPUTarget("cuda", capability, 32)))

    rows, columns = 5, 100
    x = np.random.default_rng(0).standard_normal((rows, columns), dtype=np.float32)
    out = np.full_like(x, np.nan)
    kernel.launch(grid=rows, args=[out, x, columns, columns])

    right = np.exp(x - x.max(axis=1, keepdims=True))
    right /= right.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(out, right, rtol=1e-5)
    print(f"softmax for sm_{capability}: {kernel.statistics}")


if __name__ == "__main__":
    main(80)
