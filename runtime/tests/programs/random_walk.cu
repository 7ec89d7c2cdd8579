// Numbers at random, in registers, by a linear congruential generator; doubles and 64-bit integers; mathematics.
#include "check.h"
#include <cmath>

__global__ void pi(unsigned long long seed, int rounds, double *out) {
    unsigned long long state = seed + blockIdx.x * blockDim.x + threadIdx.x;
    int hits = 0;
    for (int i = 0; i < rounds; i++) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        double x = (state >> 11) * 0x1p-53;
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        double y = (state >> 11) * 0x1p-53;
        hits += hypot(x, y) <= 1;
    }
    atomicAdd(out, 4.0 * hits / rounds / (gridDim.x * blockDim.x));
}

__global__ void functions(const double *x, double *out) {
    int i = threadIdx.x;
    double v = x[i];
    out[i] = sin(v) * sin(v) + cos(v) * cos(v) + log(exp(v)) - v + sqrt(v * v) - fabs(v) + pow(v, 2) - v * v;
}

int main() {
    double *out, *x;
    CHECK(cudaMallocManaged(&out, 64 * sizeof(double)));
    CHECK(cudaMallocManaged(&x, 64 * sizeof(double)));
    pi<<<2, 64>>>(12345, 40, out);
    CHECK(cudaDeviceSynchronize());
    REQUIRE(std::fabs(out[0] - 3.14159) < 0.1);
    for (int i = 0; i < 64; i++) x[i] = i / 8.0 + 0.1;
    functions<<<1, 64>>>(x, out);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 64; i++) REQUIRE(std::fabs(out[i] - 1) < 1e-12);
    return passed();
}
