// Programmatic dependent launches: a kernel that may begin before the one before it has ended waits for that where it needs its results.
#include "check.h"

__global__ void produce(int *data, int add) {
    cudaTriggerProgrammaticLaunchCompletion();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = i + add;
}

__global__ void consume(const int *data, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, own = 3 * i;
    cudaGridDependencySynchronize();
    out[i] = own + data[i];
    cudaTriggerProgrammaticLaunchCompletion();
}

int main() {
    const int count = 4 * 64;
    int *data, *out;
    CHECK(cudaMalloc(&data, count * sizeof(int)));
    CHECK(cudaMalloc(&out, count * sizeof(int)));
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(4);
    config.blockDim = dim3(64);
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    for (int round = 0; round < 3; round++) {
        // Without the attribute it begins when everything before it is over.
        produce<<<4, 64, 0, stream>>>(data, round);
        CHECK(cudaLaunchKernelEx(&config, consume, (const int *)data, out));
    }
    std::vector<int> host(count);
    CHECK(cudaMemcpyAsync(host.data(), out, count * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    for (int i = 0; i < count; i++) REQUIRE(host[i] == 4 * i + 2);
    return passed();
}
