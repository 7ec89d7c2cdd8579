// A product of matrices in tiles, and one by tensor cores.
#include "check.h"
#include <cuda_fp16.h>
#include <mma.h>

__global__ void tiled(const float *a, const float *b, float *c, int n) {
    __shared__ float at[16][16], bt[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        at[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
        bt[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
        __syncthreads();
        for (int i = 0; i < 16; i++) sum += at[threadIdx.y][i] * bt[i][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

__global__ void tensor(const half *a, const half *b, float *c) {
    using namespace nvcuda::wmma;
    fragment<matrix_a, 16, 16, 16, half, row_major> fa;
    fragment<matrix_b, 16, 16, 16, half, row_major> fb;
    fragment<accumulator, 16, 16, 16, float> fc;
    fill_fragment(fc, 1.0f);
    load_matrix_sync(fa, a, 16);
    load_matrix_sync(fb, b, 16);
    mma_sync(fc, fa, fb, fc);
    store_matrix_sync(c, fc, 16, mem_row_major);
}

int main() {
    const int n = 48;
    float *a, *b, *c;
    half *ha, *hb;
    CHECK(cudaMallocManaged(&a, n * n * 4));
    CHECK(cudaMallocManaged(&b, n * n * 4));
    CHECK(cudaMallocManaged(&c, n * n * 4));
    CHECK(cudaMallocManaged(&ha, 512));
    CHECK(cudaMallocManaged(&hb, 512));
    for (int i = 0; i < n * n; i++) a[i] = i % 7 - 3, b[i] = i % 5 - 2;
    tiled<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
            REQUIRE(c[i * n + j] == sum);
        }
    for (int i = 0; i < 256; i++) ha[i] = __float2half(a[i]), hb[i] = __float2half(b[i]);
    tensor<<<1, 32>>>(ha, hb, c);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++) {
            float sum = 1;
            for (int k = 0; k < 16; k++) sum += a[i * 16 + k] * b[k * 16 + j];
            REQUIRE(c[i * 16 + j] == sum);
        }
    return passed();
}
