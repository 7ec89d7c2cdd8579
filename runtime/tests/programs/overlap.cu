// Streams that wait for events, managed memory with advice, constants, templates with dynamic shared memory, and a graph of all that.
#include "check.h"

__constant__ float weights[8];
__managed__ int total;

template <class T> __global__ void convolve(const T *in, T *out, int n) {
    extern __shared__ unsigned char raw[];
    T *tile = reinterpret_cast<T *>(raw);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < n ? in[i] : T(0);
    if (threadIdx.x < 8) tile[blockDim.x + threadIdx.x] = i + blockDim.x < n ? in[i + blockDim.x] : T(0);
    __syncthreads();
    T sum = 0;
    for (int k = 0; k < 8; k++) sum += tile[threadIdx.x + k] * T(weights[k]);
    if (i < n) out[i] = sum;
}

__global__ void add_up(const float *in, int n) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += in[i];
    for (int offset = 16; offset; offset /= 2) sum += __shfl_down_sync(~0u, sum, offset);
    if (threadIdx.x % 32 == 0) atomicAdd_system(&total, int(sum));
}

int main() {
    const int n = 5000;
    float host[8];
    for (int k = 0; k < 8; k++) host[k] = k + 1;
    CHECK(cudaMemcpyToSymbol(weights, host, sizeof host));
    float *in, *out;
    CHECK(cudaMallocManaged(&in, n * sizeof *in));
    CHECK(cudaMallocManaged(&out, n * sizeof *out));
    for (int i = 0; i < n; i++) in[i] = i % 10;
    cudaStream_t first, second;
    cudaEvent_t done;
    CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    CHECK(cudaStreamCreate(&second));
    CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
    cudaGraph_t graph;
    CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    convolve<float><<<(n + 127) / 128, 128, (128 + 8) * sizeof(float), first>>>(in, out, n);
    CHECK(cudaEventRecord(done, first));
    CHECK(cudaStreamWaitEvent(second, done, 0));
    add_up<<<1, 256, 0, second>>>(out, n);
    CHECK(cudaEventRecord(done, second));
    CHECK(cudaStreamWaitEvent(first, done, 0));
    CHECK(cudaStreamEndCapture(first, &graph));
    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    for (int round = 0; round < 3; round++) CHECK(cudaGraphLaunch(executable, first));
    CHECK(cudaStreamSynchronize(first));
    long expected = 0;
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < 8; k++) sum += i + k < n ? in[i + k] * host[k] : 0;
        REQUIRE(out[i] == sum);
        expected += long(sum);
    }
    REQUIRE(total == 3 * expected);
    return passed();
}
