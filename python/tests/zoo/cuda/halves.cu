#include <cuda_fp16.h>

extern "C" __global__ void kernel(const __half2 *x, const __half2 *y, __half2 *out, int pairs) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs) out[i] = __hfma2(x[i], y[i], __hmax2(x[i], __hneg2(y[i])));
}
