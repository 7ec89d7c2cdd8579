// A grid that synchronises as a whole: each phase reads what other blocks wrote in the one before.
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void rotate(int *a, int *b, int rounds) {
    cg::grid_group grid = cg::this_grid();
    int n = grid.size(), i = grid.thread_rank();
    for (int round = 0; round < rounds; round++) {
        b[i] = a[(i + blockDim.x) % n] + 1;
        grid.sync();
        int *other = a;
        a = b;
        b = other;
    }
}

int main() {
    int blocks, multiprocessors, supported, rounds = 6;
    CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
    REQUIRE(supported);
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, rotate, 64, 0));
    REQUIRE(blocks > 0);
    const int count = 8, n = count * 64;
    int *a, *b;
    CHECK(cudaMallocManaged(&a, n * sizeof(int)));
    CHECK(cudaMallocManaged(&b, n * sizeof(int)));
    for (int i = 0; i < n; i++) a[i] = i;
    void *arguments[] = {&a, &b, &rounds};
    CHECK(cudaLaunchCooperativeKernel((void *)rotate, dim3(count), dim3(64), arguments));
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++) REQUIRE(a[i] == (i + 64 * rounds) % n + rounds);
    dim3 many(blocks * multiprocessors + 1);
    REQUIRE(cudaLaunchCooperativeKernel((void *)rotate, many, dim3(64), arguments) == cudaErrorCooperativeLaunchTooLarge);
    return passed();
}
