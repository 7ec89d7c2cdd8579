#include <cub/cub.cuh>

extern "C" __global__ void __launch_bounds__(96) kernel(const long long *x, long long *out, long long *total) {
    using Scan = cub::BlockScan<long long, 96>;
    __shared__ typename Scan::TempStorage scratch;
    long long mine, all;
    Scan(scratch).ExclusiveSum(x[threadIdx.x], mine, all);
    out[threadIdx.x] = mine;
    if (threadIdx.x == 0) *total = all;
}
