"""A kernel of numba, compiled for a GPU that is not there, and run on arrays of NumPy."""

import numpy as np
import ptxlint
from numba import cuda, float32, int32


def blur(x, out, radius):
    tile = cuda.shared.array(128, float32)
    i = cuda.grid(1)
    if i < x.size:
        tile[cuda.threadIdx.x] = x[i]
    cuda.syncthreads()
    if i < x.size:
        total = float32(0)
        count = 0
        for j in range(max(0, i - radius), min(x.size, i + radius + 1)):
            here = j - cuda.blockIdx.x * cuda.blockDim.x
            if 0 <= here and here < cuda.blockDim.x:
                total += tile[here]
            else:
                total += x[j]
            count += 1
        out[i] = total / count


def main(capability: tuple[int, int] = (8, 0)) -> None:
    kernel = ptxlint.from_numba(blur, (float32[::1], float32[::1], int32), cc=capability)
    x = np.random.default_rng(0).random(300, dtype=np.float32)
    out = np.zeros_like(x)
    kernel.launch(grid=3, block=128, args=[x, out, 2])

    right = np.array([x[max(0, i - 2) : i + 3].mean() for i in range(len(x))])
    np.testing.assert_allclose(out, right, rtol=1e-5)
    print(f"blur for compute capability {capability}: {kernel.statistics}")


if __name__ == "__main__":
    main()
