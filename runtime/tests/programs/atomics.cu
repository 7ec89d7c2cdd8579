// Atomics of all kinds in shared and global memory: a histogram, a lock, a queue, and cuda::atomic.
#include "check.h"
#include <cuda/atomic>

__global__ void histogram(const unsigned char *in, unsigned *out, int n) {
    __shared__ unsigned bins[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x) bins[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i] & 63], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < 64; i += blockDim.x) atomicAdd(&out[i], bins[i]);
}

__global__ void locked(int *lock, int *value) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1)) {}
        __threadfence();
        *(volatile int *)value += 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

__global__ void mixed(unsigned long long *wide, double *sum, int *least, int *greatest, unsigned *bits, cuda::atomic<int> *counter) {
    int i = threadIdx.x;
    atomicAdd(wide, 1ull << 33);
    atomicAdd(sum, 0.5);
    atomicMin(least, 100 - i);
    atomicMax(greatest, i);
    atomicOr(bits, 1u << (i % 32));
    counter->fetch_add(2, cuda::memory_order_relaxed);
}

int main() {
    const int n = 4096;
    unsigned char *in;
    unsigned *bins;
    CHECK(cudaMallocManaged(&in, n));
    CHECK(cudaMallocManaged(&bins, 64 * sizeof(unsigned)));
    unsigned expected[64] = {};
    for (int i = 0; i < n; i++) expected[(in[i] = i * i >> 3) & 63]++;
    histogram<<<4, 128>>>(in, bins, n);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 64; i++) REQUIRE(bins[i] == expected[i]);
    int *lock;
    CHECK(cudaMallocManaged(&lock, 8));
    locked<<<16, 32>>>(lock, lock + 1);
    CHECK(cudaDeviceSynchronize());
    REQUIRE(lock[0] == 0 && lock[1] == 16);
    struct All {
        unsigned long long wide;
        double sum;
        int least, greatest;
        unsigned bits;
        cuda::atomic<int> counter;
    } *all;
    CHECK(cudaMallocManaged(&all, sizeof(All)));
    all->least = 1000;
    mixed<<<1, 64>>>(&all->wide, &all->sum, &all->least, &all->greatest, &all->bits, &all->counter);
    CHECK(cudaDeviceSynchronize());
    REQUIRE(all->wide == 64ull << 33 && all->sum == 32 && all->least == 37 && all->greatest == 63);
    REQUIRE(all->bits == 0xffffffff && all->counter.load() == 128);
    return passed();
}
