// Sums by shared memory and by shuffles, with static and dynamic shared memory.
#include "check.h"

__global__ void by_shared(const int *in, int *out, int n) {
    __shared__ int sums[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sums[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int step = blockDim.x / 2; step > 0; step /= 2) {
        if (threadIdx.x < step) sums[threadIdx.x] += sums[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

template <typename T> __global__ void by_shuffle(const T *in, T *out, int n) {
    extern __shared__ unsigned char bytes[];
    T *warps = reinterpret_cast<T *>(bytes);
    T sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0;
        for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
        if (threadIdx.x == 0) atomicAdd(out, sum);
    }
}

int main() {
    const int n = 5000;
    std::vector<int> in(n);
    long expected = 0;
    for (int i = 0; i < n; i++) expected += in[i] = i % 97;
    int *din, *dout;
    CHECK(cudaMalloc(&din, n * sizeof(int)));
    CHECK(cudaMemcpy(din, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    const int blocks = (n + 255) / 256;
    CHECK(cudaMalloc(&dout, blocks * sizeof(int)));
    by_shared<<<blocks, 256>>>(din, dout, n);
    std::vector<int> parts(blocks);
    CHECK(cudaMemcpy(parts.data(), dout, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    long sum = 0;
    for (int part : parts) sum += part;
    REQUIRE(sum == expected);

    std::vector<double> doubles(in.begin(), in.end());
    double *ddoubles, *dsum, result;
    CHECK(cudaMalloc(&ddoubles, n * sizeof(double)));
    CHECK(cudaMalloc(&dsum, sizeof(double)));
    CHECK(cudaMemcpy(ddoubles, doubles.data(), n * sizeof(double), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(dsum, 0, sizeof(double)));
    by_shuffle<double><<<3, 128, 128 / 32 * sizeof(double)>>>(ddoubles, dsum, n);
    CHECK(cudaMemcpy(&result, dsum, sizeof(double), cudaMemcpyDeviceToHost));
    REQUIRE(result == expected);
    return passed();
}
