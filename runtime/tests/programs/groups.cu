// Cooperative groups within a block: tiles, coalesced threads, reductions, copies that are asynchronous.
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void sums(const int *in, int *out) {
    cg::thread_block block = cg::this_thread_block();
    __shared__ alignas(16) int staged[128];
    cg::memcpy_async(block, staged, in, sizeof staged);
    cg::wait(block);
    auto tile = cg::tiled_partition<8>(block);
    int sum = cg::reduce(tile, staged[block.thread_rank()], cg::plus<int>());
    if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = sum;
    if (threadIdx.x % 3 == 0) {
        cg::coalesced_group active = cg::coalesced_threads();
        if (active.thread_rank() == 0) atomicAdd(&out[16], active.size());
    }
}

int main() {
    int *in, *out;
    CHECK(cudaMallocManaged(&in, 128 * sizeof(int)));
    CHECK(cudaMallocManaged(&out, 17 * sizeof(int)));
    for (int i = 0; i < 128; i++) in[i] = i;
    sums<<<1, 128>>>(in, out);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 16; i++) REQUIRE(out[i] == 64 * i + 28);
    REQUIRE(out[16] == 43);
    return passed();
}
