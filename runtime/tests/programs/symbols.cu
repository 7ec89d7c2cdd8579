// Variables of a module: constants, tables, addresses of others.
#include "check.h"

__constant__ float coefficients[4] = {1, 2, 3, 4};
__device__ int counters[8];
__device__ int *pointer = counters + 2;
static __device__ long unwritten;

__global__ void evaluate(const float *x, float *out) {
    float value = 0;
    for (int i = 3; i >= 0; i--) value = value * x[threadIdx.x] + coefficients[i];
    out[threadIdx.x] = value;
    atomicAdd(&pointer[threadIdx.x % 4], 1);
    if (threadIdx.x == 0) unwritten += 5;
}

int main() {
    float x[32], out[32], *dx, *dout;
    for (int i = 0; i < 32; i++) x[i] = i * 0.25f;
    CHECK(cudaMalloc(&dx, sizeof x));
    CHECK(cudaMalloc(&dout, sizeof out));
    CHECK(cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice));
    for (int round = 0; round < 2; round++) {
        evaluate<<<1, 32>>>(dx, dout);
        CHECK(cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost));
        float c = round ? 8 : 1;
        for (int i = 0; i < 32; i++) REQUIRE(out[i] == ((4 * x[i] + 3) * x[i] + 2) * x[i] + c);
        c = 8;
        CHECK(cudaMemcpyToSymbol(coefficients, &c, sizeof c));
    }
    int counts[8];
    long sum;
    CHECK(cudaMemcpyFromSymbol(counts, counters, sizeof counts));
    for (int i = 0; i < 8; i++) REQUIRE(counts[i] == (i >= 2 && i < 6 ? 16 : 0));
    CHECK(cudaMemcpyFromSymbol(&sum, unwritten, sizeof sum));
    REQUIRE(sum == 10);
    void *address;
    size_t size;
    CHECK(cudaGetSymbolAddress(&address, counters));
    CHECK(cudaGetSymbolSize(&size, counters));
    REQUIRE(size == sizeof counts);
    CHECK(cudaMemset(address, 0xff, size));
    CHECK(cudaMemcpyFromSymbol(counts, counters, 4, 16));
    REQUIRE(counts[0] == -1);
    return passed();
}
