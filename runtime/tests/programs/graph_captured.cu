// A graph that two streams are captured into, launched again and again, and updated.
#include "check.h"

__global__ void add(int *values, int by) { values[threadIdx.x] += by; }

static cudaGraph_t capture(cudaStream_t first, cudaStream_t second, int *a, int *b, int by) {
    cudaGraph_t graph;
    cudaEvent_t fork, join;
    CHECK(cudaEventCreate(&fork));
    CHECK(cudaEventCreate(&join));
    CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    cudaStreamCaptureStatus status;
    CHECK(cudaStreamIsCapturing(first, &status));
    REQUIRE(status == cudaStreamCaptureStatusActive);
    CHECK(cudaMemsetAsync(a, 0, 32 * sizeof(int), first));
    CHECK(cudaEventRecord(fork, first));
    CHECK(cudaStreamWaitEvent(second, fork));
    add<<<1, 32, 0, first>>>(a, by);
    add<<<1, 32, 0, second>>>(b, by);
    CHECK(cudaEventRecord(join, second));
    CHECK(cudaStreamWaitEvent(first, join));
    CHECK(cudaMemcpyAsync(a + 32, b, 32 * sizeof(int), cudaMemcpyDeviceToDevice, first));
    CHECK(cudaStreamEndCapture(first, &graph));
    CHECK(cudaStreamIsCapturing(first, &status));
    REQUIRE(status == cudaStreamCaptureStatusNone);
    return graph;
}

int main() {
    int *a, *b, host[64];
    CHECK(cudaMalloc(&a, 64 * sizeof(int)));
    CHECK(cudaMalloc(&b, 32 * sizeof(int)));
    CHECK(cudaMemset(b, 0, 32 * sizeof(int)));
    cudaStream_t first, second;
    CHECK(cudaStreamCreate(&first));
    CHECK(cudaStreamCreate(&second));
    cudaGraph_t graph = capture(first, second, a, b, 5);
    size_t nodes = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    REQUIRE(nodes == 4);
    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < 3; i++) CHECK(cudaGraphLaunch(executable, first));
    CHECK(cudaStreamSynchronize(first));
    CHECK(cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++) REQUIRE(host[i] == (i < 32 ? 5 : 15));
    cudaGraph_t other = capture(first, second, a, b, 7);
    cudaGraphExecUpdateResultInfo info;
    CHECK(cudaGraphExecUpdate(executable, other, &info));
    REQUIRE(info.result == cudaGraphExecUpdateSuccess);
    CHECK(cudaGraphLaunch(executable, first));
    CHECK(cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++) REQUIRE(host[i] == (i < 32 ? 7 : 22));
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphDestroy(other));
    return passed();
}
