#include <cstdio>
__constant__ int table[4] = {10, 20, 30, 40};

extern "C" __global__ void kernel(int *out) {
    out[threadIdx.x] = table[threadIdx.x & 3] + threadIdx.x;
    if (threadIdx.x == 5) printf("thread %d of %s has %.2f\n", threadIdx.x, "five", out[5] * 0.5);
}
