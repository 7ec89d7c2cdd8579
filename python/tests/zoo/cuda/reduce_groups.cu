#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

// The sum of an array: tiles reduce by themselves, their leaders add up in shared memory.
extern "C" __global__ void kernel(const int *x, int n, int *out) {
    __shared__ int total;
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    if (block.thread_rank() == 0) total = 0;
    block.sync();
    int mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += x[i];
    mine = cg::reduce(tile, mine, cg::plus<int>());
    if (tile.thread_rank() == 0) atomicAdd(&total, mine);
    block.sync();
    if (block.thread_rank() == 0) atomicAdd(out, total);
}
