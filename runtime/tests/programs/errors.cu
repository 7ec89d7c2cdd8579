// Calls that CUDA refuses, with the errors that it has for them, and a context that survives them.
#include "check.h"
#include <cstring>

__global__ void nothing() {}

int main() {
    int *memory, value = 0;
    CHECK(cudaMalloc(&memory, 400));
    CHECK(cudaFree(nullptr));
    CHECK(cudaFreeHost(nullptr));
    REQUIRE(cudaMemcpy(memory, &value, 4, (cudaMemcpyKind)7) == cudaErrorInvalidMemcpyDirection);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    float milliseconds;
    REQUIRE(cudaEventElapsedTime(&milliseconds, start, stop) == cudaErrorInvalidResourceHandle);
    REQUIRE(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)100000, 0) == cudaErrorInvalidValue);
    // There is one device, which is no peer of itself.
    REQUIRE(cudaDeviceCanAccessPeer(&value, 0, 1) == cudaErrorInvalidDevice);
    REQUIRE(cudaDeviceCanAccessPeer(&value, 1, 0) == cudaErrorInvalidDevice);
    CHECK(cudaDeviceCanAccessPeer(&value, 0, 0));
    REQUIRE(value == 0);
    size_t limit;
    REQUIRE(cudaDeviceGetLimit(&limit, (cudaLimit)99) == cudaErrorUnsupportedLimit);
    REQUIRE(cudaGetLastError() == cudaErrorUnsupportedLimit);
    REQUIRE(cudaGetLastError() == cudaSuccess);
    void *address;
    REQUIRE(cudaGetSymbolAddress(&address, (const void *)&value) == cudaErrorInvalidSymbol);
    REQUIRE(cudaFuncSetCacheConfig((const void *)&value, cudaFuncCachePreferL1) == cudaErrorInvalidDeviceFunction);
    cudaGetLastError();
    CHECK(cudaFuncSetCacheConfig(nothing, cudaFuncCachePreferL1));
    REQUIRE(!std::strcmp(cudaGetErrorString(cudaErrorIllegalAddress), "an illegal memory access was encountered"));
    REQUIRE(!std::strcmp(cudaGetErrorName(cudaErrorNotReady), "cudaErrorNotReady"));
    nothing<<<1, 1>>>();
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaDeviceReset());
    nothing<<<1, 1>>>();
    CHECK(cudaGetLastError());
    return passed();
}
