// Streams, pinned memory, events between streams, functions of the host in their order.
#include "check.h"

__global__ void scale(float *values, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] *= factor;
}

static int order[3], calls;

static void CUDART_CB note(void *number) { order[calls++] = *static_cast<int *>(number); }

static void CUDART_CB called(cudaStream_t, cudaError_t status, void *number) {
    if (status == cudaSuccess) order[calls++] = *static_cast<int *>(number);
}

int main() {
    const int n = 512;
    float *host, *device[2];
    CHECK(cudaMallocHost(&host, 2 * n * sizeof(float)));
    for (int i = 0; i < 2 * n; i++) host[i] = i;
    cudaStream_t streams[2];
    cudaEvent_t ready;
    CHECK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
    int least, greatest;
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CHECK(cudaStreamCreateWithFlags(&streams[0], cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithPriority(&streams[1], cudaStreamNonBlocking, greatest));
    int numbers[3] = {1, 2, 3};
    for (int s = 0; s < 2; s++) {
        CHECK(cudaMallocAsync(&device[s], n * sizeof(float), streams[s]));
        CHECK(cudaMemcpyAsync(device[s], host + s * n, n * sizeof(float), cudaMemcpyHostToDevice, streams[s]));
    }
    scale<<<2, 256, 0, streams[0]>>>(device[0], 2, n);
    CHECK(cudaLaunchHostFunc(streams[0], note, &numbers[0]));
    CHECK(cudaEventRecord(ready, streams[0]));
    CHECK(cudaStreamWaitEvent(streams[1], ready));
    CHECK(cudaLaunchHostFunc(streams[1], note, &numbers[1]));
    scale<<<2, 256, 0, streams[1]>>>(device[1], 3, n);
    CHECK(cudaStreamAddCallback(streams[1], called, &numbers[2], 0));
    for (int s = 0; s < 2; s++) {
        CHECK(cudaMemcpyAsync(host + s * n, device[s], n * sizeof(float), cudaMemcpyDeviceToHost, streams[s]));
        CHECK(cudaFreeAsync(device[s], streams[s]));
        CHECK(cudaStreamSynchronize(streams[s]));
        REQUIRE(cudaStreamQuery(streams[s]) == cudaSuccess);
        CHECK(cudaStreamDestroy(streams[s]));
    }
    for (int i = 0; i < 2 * n; i++) REQUIRE(host[i] == i * (i < n ? 2 : 3));
    for (int i = 0; i < 3; i++) REQUIRE(order[i] == i + 1);
    REQUIRE(cudaEventQuery(ready) == cudaSuccess);
    CHECK(cudaEventDestroy(ready));
    CHECK(cudaFreeHost(host));
    return passed();
}
