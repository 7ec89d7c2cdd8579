// Memory of the host that kernels access: pinned, and registered.
#include "check.h"

__global__ void negate(const int *in, int *out, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = -in[i];
}

int main() {
    const int n = 100;
    int *in, *device;
    CHECK(cudaHostAlloc(&in, n * sizeof(int), cudaHostAllocMapped));
    std::vector<int> out(n, 7);
    for (int i = 0; i < n; i++) in[i] = i;
    CHECK(cudaHostRegister(out.data(), n * sizeof(int), cudaHostRegisterMapped));
    CHECK(cudaHostGetDevicePointer(&device, out.data(), 0));
    negate<<<1, 128>>>(in, device, n);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++) REQUIRE(out[i] == -i);
    CHECK(cudaHostUnregister(out.data()));
    REQUIRE(cudaHostUnregister(out.data()) != cudaSuccess);
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, in + 3));
    REQUIRE(attributes.type == cudaMemoryTypeHost);
    CHECK(cudaPointerGetAttributes(&attributes, &attributes));
    REQUIRE(attributes.type == cudaMemoryTypeUnregistered);
    CHECK(cudaFreeHost(in));
    return passed();
}
