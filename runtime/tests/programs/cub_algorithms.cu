// CUB: sums and selections over a device, with storage that it asks for.
#include "check.h"
#include <cub/cub.cuh>

struct IsEven {
    __device__ bool operator()(int x) const { return x % 2 == 0; }
};

int main() {
    const int n = 3000;
    int *in, *out, *count;
    CHECK(cudaMallocManaged(&in, n * sizeof(int)));
    CHECK(cudaMallocManaged(&out, n * sizeof(int)));
    CHECK(cudaMallocManaged(&count, sizeof(int)));
    long expected = 0;
    for (int i = 0; i < n; i++) expected += in[i] = i * 31 % 101;
    void *storage = nullptr;
    size_t bytes = 0;
    CHECK(cub::DeviceReduce::Sum(storage, bytes, in, count, n));
    CHECK(cudaMalloc(&storage, bytes));
    CHECK(cub::DeviceReduce::Sum(storage, bytes, in, count, n));
    CHECK(cudaDeviceSynchronize());
    REQUIRE(*count == expected);
    CHECK(cudaFree(storage));
    storage = nullptr;
    CHECK(cub::DeviceSelect::If(storage, bytes, in, out, count, n, IsEven()));
    CHECK(cudaMalloc(&storage, bytes));
    CHECK(cub::DeviceSelect::If(storage, bytes, in, out, count, n, IsEven()));
    CHECK(cudaDeviceSynchronize());
    int found = 0;
    for (int i = 0; i < n; i++) {
        if (in[i] % 2 == 0) REQUIRE(out[found++] == in[i]);
    }
    REQUIRE(*count == found);
    return passed();
}
