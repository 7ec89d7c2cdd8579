// Half and bfloat16 arithmetic, against the host's in single precision.
#include "check.h"
#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class Two, class One> __global__ void polynomial(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2) return;
    Two x;
    x.x = One(in[2 * i]);
    x.y = One(in[2 * i + 1]);
    Two y = __hfma2(x, x, __hadd2(x, x));
    y = __hmax2(y, h2sqrt(__habs2(x)));
    out[2 * i] = float(y.x);
    out[2 * i + 1] = float(y.y);
}

template <class Two, class One> static void test(float tolerance) {
    const int n = 1000;
    std::vector<float> in(n), out(n);
    for (int i = 0; i < n; i++) in[i] = (i - 500) / 128.0f;
    float *a, *b;
    CHECK(cudaMalloc(&a, n * sizeof *a));
    CHECK(cudaMalloc(&b, n * sizeof *b));
    CHECK(cudaMemcpy(a, in.data(), n * sizeof *a, cudaMemcpyHostToDevice));
    polynomial<Two, One><<<(n / 2 + 63) / 64, 64>>>(a, b, n);
    CHECK(cudaMemcpy(out.data(), b, n * sizeof *b, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
        float x = float(One(in[i])), expected = std::fmax(x * x + 2 * x, std::sqrt(std::fabs(x)));
        REQUIRE(std::fabs(out[i] - expected) <= tolerance * (1 + std::fabs(expected) + x * x));
    }
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}

int main() {
    test<__half2, __half>(1.0f / 1024);
    test<__nv_bfloat162, __nv_bfloat16>(1.0f / 128);
    return passed();
}
