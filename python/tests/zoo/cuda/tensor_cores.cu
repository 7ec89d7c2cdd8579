#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

// 16 x 16 x K by one warp.
extern "C" __global__ void kernel(const __half *a, const __half *b, float *c, int K) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
    wmma::fill_fragment(sums, 0.0f);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(left, a + k, K);
        wmma::load_matrix_sync(right, b + k * 16, 16);
        wmma::mma_sync(sums, left, right, sums);
    }
    wmma::store_matrix_sync(c, sums, 16, wmma::mem_row_major);
}
