// Copies that run ahead of their use: cuda::pipeline, cuda::barrier and cp.async in two stages.
#include "check.h"
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;
constexpr int TILE = 128;

__global__ void staged(const int *in, int *out, int tiles) {
    __shared__ int stage[2][TILE];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int fetch = 0, use = 0; use < tiles; use++) {
        for (; fetch < tiles && fetch < use + 2; fetch++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, stage[fetch % 2], in + fetch * TILE, cuda::aligned_size_t<16>(sizeof stage[0]), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += stage[use % 2][(threadIdx.x + 1) % TILE];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

__global__ void split_barrier(int *out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int values[TILE];
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    values[threadIdx.x] = threadIdx.x * 3;
    auto token = bar.arrive();
    int own = threadIdx.x * 7;
    bar.wait(std::move(token));
    out[threadIdx.x] = own + values[TILE - 1 - threadIdx.x];
}

int main() {
    const int tiles = 9;
    std::vector<int> in(tiles * TILE), out(TILE);
    for (size_t i = 0; i < in.size(); i++) in[i] = int(i * 13 % 101);
    int *a, *b;
    CHECK(cudaMalloc(&a, in.size() * 4));
    CHECK(cudaMalloc(&b, TILE * 4));
    CHECK(cudaMemcpy(a, in.data(), in.size() * 4, cudaMemcpyHostToDevice));
    staged<<<1, TILE>>>(a, b, tiles);
    CHECK(cudaMemcpy(out.data(), b, TILE * 4, cudaMemcpyDeviceToHost));
    for (int t = 0; t < TILE; t++) {
        int expected = 0;
        for (int k = 0; k < tiles; k++) expected += in[k * TILE + (t + 1) % TILE];
        REQUIRE(out[t] == expected);
    }
    split_barrier<<<1, TILE>>>(b);
    CHECK(cudaMemcpy(out.data(), b, TILE * 4, cudaMemcpyDeviceToHost));
    for (int t = 0; t < TILE; t++) REQUIRE(out[t] == 7 * t + 3 * (TILE - 1 - t));
    return passed();
}
