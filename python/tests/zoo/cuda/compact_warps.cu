// Keeps what is positive: one atomic for each warp.
extern "C" __global__ void kernel(const int *x, int n, int *out, int *count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? x[i] : 0;
    unsigned kept = __ballot_sync(~0u, v > 0);
    int lane = threadIdx.x & 31, first = 0;
    if (lane == 0 && kept) first = atomicAdd(count, __popc(kept));
    first = __shfl_sync(~0u, first, 0);
    if (v > 0) out[first + __popc(kept & ((1u << lane) - 1))] = v;
}
