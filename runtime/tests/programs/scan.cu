// Prefix sums of a block by Hillis and Steele, and of many blocks with the sums of blocks added.
#include "check.h"

__global__ void scan(const int *in, int *out, int *sums, int n) {
    __shared__ int values[2][128];
    int i = blockIdx.x * blockDim.x + threadIdx.x, now = 0;
    values[0][threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int step = 1; step < blockDim.x; step *= 2) {
        int value = values[now][threadIdx.x];
        if (threadIdx.x >= step) value += values[now][threadIdx.x - step];
        values[1 - now][threadIdx.x] = value;
        now = 1 - now;
        __syncthreads();
    }
    if (i < n) out[i] = values[now][threadIdx.x];
    if (sums && threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = values[now][threadIdx.x];
}

__global__ void add(int *out, const int *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];
}

int main() {
    const int n = 3000, blocks = (n + 127) / 128;
    std::vector<int> in(n), out(n);
    for (int i = 0; i < n; i++) in[i] = i * 7 % 13;
    int *din, *dout, *dsums;
    CHECK(cudaMalloc(&din, n * sizeof(int)));
    CHECK(cudaMalloc(&dout, n * sizeof(int)));
    CHECK(cudaMalloc(&dsums, blocks * sizeof(int)));
    CHECK(cudaMemcpy(din, in.data(), n * sizeof(int), cudaMemcpyDefault));
    scan<<<blocks, 128>>>(din, dout, dsums, n);
    scan<<<1, 128>>>(dsums, dsums, nullptr, blocks);
    add<<<blocks, 128>>>(dout, dsums, n);
    CHECK(cudaMemcpy(out.data(), dout, n * sizeof(int), cudaMemcpyDefault));
    for (int i = 0, sum = 0; i < n; i++) REQUIRE(out[i] == (sum += in[i]));
    return passed();
}
