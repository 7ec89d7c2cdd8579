// Measures kernels as benchmarks do, launching them again and again: what is like a launch before is not run, and leaves the same.
// recalled: 49 + 48 + 18
#include "check.h"

__global__ void scale(const float *in, float *out, int n, float factor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = i < n ? in[i] : 0.0f;
    for (int turn = 0; turn < 200; turn++) value = value * 0.99f + factor;
    if (i < n) out[i] = value;
}

__global__ void count(const int *in, int *bins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = i < n ? in[i] : 0;
    for (int turn = 0; turn < 200; turn++) value = (value * 5 + 3) & 15;
    if (i < n) atomicAdd(&bins[value], 1);
}

__global__ void step(float *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = data[i] * 0.5f + 1.0f;
}

const int N = 2000, BLOCKS = (N + 255) / 256;

/// Reads nothing that it writes, 50 times: runs once.
static void scales() {
    std::vector<float> in(N), first(N), last(N);
    for (int i = 0; i < N; i++) in[i] = i;
    float *din, *dout;
    CHECK(cudaMalloc(&din, N * sizeof(float)));
    CHECK(cudaMalloc(&dout, N * sizeof(float)));
    for (int round = 0; round < 50; round++) {
        CHECK(cudaMemcpy(din, in.data(), N * sizeof(float), cudaMemcpyHostToDevice));
        scale<<<BLOCKS, 256>>>(din, dout, N, 1.0f);
        CHECK(cudaMemcpy((round ? last : first).data(), dout, N * sizeof(float), cudaMemcpyDeviceToHost));
        REQUIRE(round == 0 || last == first);
    }
    // Other numbers, another result.
    in[7] = 1e30f;
    CHECK(cudaMemcpy(din, in.data(), N * sizeof(float), cudaMemcpyHostToDevice));
    scale<<<BLOCKS, 256>>>(din, dout, N, 1.0f);
    CHECK(cudaMemcpy(last.data(), dout, N * sizeof(float), cudaMemcpyDeviceToHost));
    REQUIRE(last[7] != first[7] && last[8] == first[8]);
    scale<<<BLOCKS, 256>>>(din, dout, N, 2.0f);
    CHECK(cudaMemcpy(last.data(), dout, N * sizeof(float), cudaMemcpyDeviceToHost));
    REQUIRE(last[8] != first[8]);
}

/// Adds to what is cleared before, 50 times: the second one tells what it finds and leaves.
static void counts() {
    std::vector<int> in(N), bins(16);
    for (int i = 0; i < N; i++) in[i] = i;
    int *din, *dbins;
    CHECK(cudaMalloc(&din, N * sizeof(int)));
    CHECK(cudaMalloc(&dbins, sizeof(int) * 16));
    CHECK(cudaMemcpy(din, in.data(), N * sizeof(int), cudaMemcpyHostToDevice));
    for (int round = 0; round < 50; round++) {
        CHECK(cudaMemset(dbins, 0, sizeof(int) * 16));
        count<<<BLOCKS, 256>>>(din, dbins, N);
        CHECK(cudaMemcpy(bins.data(), dbins, sizeof(int) * 16, cudaMemcpyDeviceToHost));
        int sum = 0;
        for (int bin : bins) sum += bin;
        REQUIRE(sum == N);
    }
}

/// Goes on from what it has left: each runs. A graph of a kernel that reads nothing that it writes: the first runs.
static void steps() {
    float *data, value;
    CHECK(cudaMalloc(&data, N * sizeof(float)));
    CHECK(cudaMemset(data, 0, N * sizeof(float)));
    for (int round = 0; round < 10; round++) step<<<BLOCKS, 256>>>(data, N);
    CHECK(cudaMemcpy(&value, data + N - 1, sizeof value, cudaMemcpyDeviceToHost));
    float expected = 0;
    for (int round = 0; round < 10; round++) expected = expected * 0.5f + 1.0f;
    REQUIRE(value == expected);
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    float *out;
    CHECK(cudaMalloc(&out, N * sizeof(float)));
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    scale<<<BLOCKS, 256, 0, stream>>>(data, out, N, 3.0f);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    for (int round = 0; round < 19; round++) CHECK(cudaGraphLaunch(executable, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost));
    REQUIRE(value > 6.0f);
}

int main() {
    scales();
    counts();
    steps();
    return passed();
}
