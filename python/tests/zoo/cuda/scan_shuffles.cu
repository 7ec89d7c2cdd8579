// An inclusive scan of one block by shuffles.
extern "C" __global__ void kernel(const float *x, float *out) {
    __shared__ float sums[32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float v = x[threadIdx.x];
    for (int d = 1; d < 32; d *= 2) {
        float before = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += before;
    }
    if (lane == 31) sums[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; ++w) v += sums[w];
    out[threadIdx.x] = v;
}
