// Addresses that a program reserves, memory that it maps there, and kernels and copies that go from one piece to the next.
// nvcc: -lcuda
#include "check.h"
#include <cuda.h>

#define CHECK_DRIVER(call) REQUIRE((call) == CUDA_SUCCESS)

__global__ void count(int *to, size_t n) {
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x)
        to[i] = int(i) * 3;
}

int main() {
    CHECK(cudaFree(nullptr));
    int supported = 0;
    CHECK_DRIVER(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0));
    REQUIRE(supported == 1);
    CUmemAllocationProp properties = {};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    size_t piece = 0;
    CHECK_DRIVER(cuMemGetAllocationGranularity(&piece, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    REQUIRE(piece > 0 && (piece & (piece - 1)) == 0);

    CUdeviceptr start;
    CHECK_DRIVER(cuMemAddressReserve(&start, 4 * piece, 0, 0, 0));
    CUmemGenericAllocationHandle memory[2];
    for (auto &each : memory)
        CHECK_DRIVER(cuMemCreate(&each, piece, &properties, 0));
    CUmemAllocationProp found;
    CHECK_DRIVER(cuMemGetAllocationPropertiesFromHandle(&found, memory[0]));
    REQUIRE(found.type == properties.type && found.location.type == properties.location.type);
    CUmemAccessDesc access = {};
    access.location = properties.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;

    // An array that grows in its place.
    CHECK_DRIVER(cuMemMap(start, piece, 0, memory[0], 0));
    REQUIRE(cuMemMap(start, piece, 0, memory[1], 0) != CUDA_SUCCESS);
    CHECK_DRIVER(cuMemSetAccess(start, piece, &access, 1));
    unsigned long long flags = 0;
    CHECK_DRIVER(cuMemGetAccess(&flags, &access.location, start));
    REQUIRE(flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    const size_t words = piece / sizeof(int);
    count<<<8, 128>>>((int *)start, words);
    CHECK(cudaDeviceSynchronize());
    CHECK_DRIVER(cuMemMap(start + piece, piece, 0, memory[1], 0));
    CHECK_DRIVER(cuMemSetAccess(start + piece, piece, &access, 1));
    std::vector<int> values(2 * words);
    CHECK(cudaMemcpy(values.data(), (void *)start, piece, cudaMemcpyDeviceToHost));
    REQUIRE(values[words - 1] == int(words - 1) * 3);
    count<<<8, 128>>>((int *)start, 2 * words);
    CHECK(cudaMemcpy(values.data(), (void *)start, 2 * piece, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < 2 * words; i++)
        REQUIRE(values[i] == int(i) * 3);
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, (void *)(start + piece)));
    REQUIRE(attributes.type == cudaMemoryTypeDevice);

    // The same memory at another place, where it still holds what it held.
    CHECK_DRIVER(cuMemUnmap(start, piece));
    REQUIRE(cudaMemset((void *)start, 1, piece) != cudaSuccess);
    REQUIRE(cuMemMap(start + 2 * piece, piece, piece, memory[0], 0) != CUDA_SUCCESS);
    CHECK_DRIVER(cuMemMap(start + 2 * piece, piece, 0, memory[0], 0));
    CHECK_DRIVER(cuMemSetAccess(start + 2 * piece, piece, &access, 1));
    int one = 0;
    CHECK(cudaMemcpy(&one, (int *)(start + 2 * piece) + 5, sizeof one, cudaMemcpyDeviceToHost));
    REQUIRE(one == 15);
    CUmemGenericAllocationHandle again;
    CHECK_DRIVER(cuMemRetainAllocationHandle(&again, (void *)(start + 2 * piece)));
    REQUIRE(again == memory[0]);
    CHECK_DRIVER(cuMemRelease(again));

    // Memory lives as long as it is mapped.
    for (auto each : memory)
        CHECK_DRIVER(cuMemRelease(each));
    REQUIRE(cuMemRelease(memory[0]) != CUDA_SUCCESS);
    CHECK(cudaMemset((void *)(start + piece), 1, 2 * piece));
    REQUIRE(cuMemAddressFree(start, 4 * piece) != CUDA_SUCCESS);
    CHECK_DRIVER(cuMemUnmap(start + piece, 2 * piece));
    CHECK_DRIVER(cuMemAddressFree(start, 4 * piece));
    cudaGetLastError();
    return passed();
}
