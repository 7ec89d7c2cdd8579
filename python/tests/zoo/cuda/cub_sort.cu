#include <cub/cub.cuh>

extern "C" __global__ void __launch_bounds__(64) kernel(const unsigned *keys, unsigned *out, int *ranks) {
    using Sort = cub::BlockRadixSort<unsigned, 64, 2, int>;
    __shared__ typename Sort::TempStorage scratch;
    unsigned mine[2];
    int place[2];
    for (int i = 0; i < 2; ++i) mine[i] = keys[threadIdx.x * 2 + i], place[i] = threadIdx.x * 2 + i;
    Sort(scratch).Sort(mine, place);
    for (int i = 0; i < 2; ++i) out[threadIdx.x * 2 + i] = mine[i], ranks[threadIdx.x * 2 + i] = place[i];
}
