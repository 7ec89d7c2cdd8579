#include <cuda/barrier>

// Halves of a block hand a tile over: one writes, the other reads.
extern "C" __global__ void kernel(const int *x, int *out, int rounds) {
    __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
    __shared__ int tile[32];
    if (threadIdx.x == 0) {
        init(&full, 64);
        init(&empty, 64);
    }
    __syncthreads();
    int lane = threadIdx.x & 31;
    for (int i = 0; i < rounds; ++i) {
        if (threadIdx.x < 32) {
            tile[lane] = x[i * 32 + lane];
            (void)full.arrive();
            empty.arrive_and_wait();
        } else {
            full.arrive_and_wait();
            out[i * 32 + lane] = tile[31 - lane];
            (void)empty.arrive();
        }
    }
}
