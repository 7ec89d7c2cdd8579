// Memory of the host that kernels access: pinned, and registered; one waits for what a thread of the host writes.
#include "check.h"
#include <chrono>
#include <thread>

__global__ void negate(const int *in, int *out, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = -in[i];
}

__global__ void wait_for(volatile int *flag, int *seen) {
    while (*flag == 0) {}
    *seen = *flag;
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
    volatile int *flag = in;
    *flag = 0;
    in[1] = 0;
    std::thread writer([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        *flag = 9;
    });
    wait_for<<<1, 1>>>(flag, in + 1);
    writer.join();
    CHECK(cudaDeviceSynchronize());
    REQUIRE(in[1] == 9);
    CHECK(cudaFreeHost(in));
    return passed();
}
