#include <cuda_pipeline.h>

// Two stages: while one is summed up, the next is on its way.
extern "C" __global__ void kernel(const float4 *x, float *out, int tiles) {
    __shared__ float4 stage[2][64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&stage[0][t], &x[t], sizeof(float4));
    __pipeline_commit();
    float total = 0;
    for (int i = 0; i < tiles; ++i) {
        if (i + 1 < tiles) __pipeline_memcpy_async(&stage[(i + 1) & 1][t], &x[(i + 1) * 64 + t], sizeof(float4));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        float4 v = stage[i & 1][63 - t];
        total += v.x + v.y + v.z + v.w;
        __syncthreads();
    }
    out[t] = total;
}
