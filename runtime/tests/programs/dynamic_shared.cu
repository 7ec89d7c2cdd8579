// Dynamic shared memory beyond 48 KiB, which a kernel has to be allowed.
// nvcc: -gencode arch=compute_80,code=compute_80
#include "check.h"

extern __shared__ int words[];

__global__ void reverse(int *out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) words[i] = i;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = words[n - 1 - i];
}

int main() {
    const int n = 20000, bytes = n * sizeof(int);
    int *out, most;
    CHECK(cudaMallocManaged(&out, bytes));
    reverse<<<1, 256, bytes>>>(out, n);
    REQUIRE(cudaGetLastError() == cudaErrorInvalidValue);
    REQUIRE(cudaGetLastError() == cudaSuccess);
    CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    REQUIRE(most >= bytes);
    CHECK(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, reverse));
    REQUIRE(attributes.maxDynamicSharedSizeBytes == bytes && attributes.maxThreadsPerBlock == 1024);
    // By this, and not by the device, CUB tells how a kernel was compiled.
    REQUIRE(attributes.ptxVersion == 80);
    reverse<<<1, 256, bytes>>>(out, n);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++) REQUIRE(out[i] == n - 1 - i);
    return passed();
}
