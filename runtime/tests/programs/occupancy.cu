// Launches that are chosen by the device: its properties and the occupancy of kernels.
#include "check.h"
#include <cstring>

__global__ void __launch_bounds__(256) iota(int *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = i;
}

int main() {
    int devices, device, driver, runtime, grid, block, blocks, value;
    CHECK(cudaGetDeviceCount(&devices));
    REQUIRE(devices == 1);
    CHECK(cudaSetDevice(0));
    REQUIRE(cudaSetDevice(1) == cudaErrorInvalidDevice);
    cudaGetLastError();
    CHECK(cudaGetDevice(&device));
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, device));
    REQUIRE(std::strstr(properties.name, "ptxlint") && properties.warpSize == 32 && properties.major == 9);
    REQUIRE(properties.maxThreadsPerBlock == 1024 && properties.maxThreadsPerMultiProcessor == 2048);
    REQUIRE(properties.sharedMemPerBlock == 49152 && properties.managedMemory == 1 && properties.clusterLaunch == 1);
    REQUIRE(properties.sharedMemPerBlockOptin == 232448 && properties.maxBlocksPerMultiProcessor == 32);
    REQUIRE(properties.maxGridSize[0] == 2147483647 && properties.regsPerMultiprocessor == 65536);
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, 0));
    REQUIRE(value == properties.major);
    CHECK(cudaDriverGetVersion(&driver));
    CHECK(cudaRuntimeGetVersion(&runtime));
    REQUIRE(runtime / 1000 == CUDART_VERSION / 1000 && driver >= runtime / 1000 * 1000);
    size_t unused, all;
    CHECK(cudaMemGetInfo(&unused, &all));
    REQUIRE(unused > 0 && unused <= all);
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, iota));
    REQUIRE(block == 256 && grid > 0);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, iota, block, 0));
    REQUIRE(blocks == 8);
    const int n = 10000;
    int *out;
    CHECK(cudaMallocManaged(&out, n * sizeof(int)));
    iota<<<grid, block>>>(out, n);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++) REQUIRE(out[i] == i);
    iota<<<1, 512>>>(out, n);
    REQUIRE(cudaGetLastError() != cudaSuccess);
    iota<<<1, 2048>>>(out, n);
    REQUIRE(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
    REQUIRE(!std::strcmp(cudaGetErrorName(cudaGetLastError()), "cudaErrorInvalidConfiguration"));
    REQUIRE(cudaMalloc(&out, size_t(1) << 50) == cudaErrorMemoryAllocation);
    return passed();
}
