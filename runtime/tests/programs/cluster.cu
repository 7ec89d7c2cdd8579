// Clusters: blocks read each other's shared memory; the size is fixed in the kernel, and by an attribute of the launch.
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ void exchange(int *out) {
    __shared__ int values[32];
    cg::cluster_group cluster = cg::this_cluster();
    values[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
    cluster.sync();
    int *other = cluster.map_shared_rank(values, (cluster.block_rank() + 1) % cluster.num_blocks());
    out[blockIdx.x * 32 + threadIdx.x] = other[31 - threadIdx.x];
    cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) fixed(int *out) { exchange(out); }

__global__ void chosen(int *out) { exchange(out); }

int main() {
    int *out;
    CHECK(cudaMallocManaged(&out, 8 * 32 * sizeof(int)));
    fixed<<<8, 32>>>(out);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 8 * 32; i++) REQUIRE(out[i] == (i / 32 ^ 1) * 100 + 31 - i % 32);
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 4;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    config.gridDim = dim3(8);
    config.blockDim = dim3(32);
    config.attrs = &attribute;
    config.numAttrs = 1;
    CHECK(cudaLaunchKernelEx(&config, chosen, out));
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 8 * 32; i++) {
        int block = i / 32, next = block / 4 * 4 + (block + 1) % 4;
        REQUIRE(out[i] == next * 100 + 31 - i % 32);
    }
    attribute.val.clusterDim.x = 3;
    REQUIRE(cudaLaunchKernelEx(&config, chosen, out) == cudaErrorInvalidClusterSize);
    return passed();
}
