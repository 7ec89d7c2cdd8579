// A tensor map of images that the host makes by the driver's function, and copies of the pixels under one place of a filter after the other.
// nvcc: -gencode arch=compute_90a,code=compute_90a
#include "check.h"
#include <cstdint>
#include <cuda.h>
#include <cuda/ptx>
#include <cstdio>

constexpr int IMAGES = 2, ROWS = 5, COLUMNS = 6, CHANNELS = 8, PIXELS = 64;

__global__ void unrolled(const __grid_constant__ CUtensorMap map, float *out) {
    __shared__ alignas(128) float in[PIXELS][CHANNELS];
    __shared__ uint64_t arrived;
    namespace ptx = cuda::ptx;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::fence_proxy_async(ptx::space_shared);
        const uint16_t right = blockIdx.x, down = blockIdx.y;
        asm volatile(
            "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %3, %2}], [%4], {%5, %6};"
            :
            : "r"(uint32_t(__cvta_generic_to_shared(in))), "l"(&map), "r"(0), "r"(-1), "r"(uint32_t(__cvta_generic_to_shared(&arrived))),
              "h"(right), "h"(down)
            : "memory");
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, sizeof(in));
    }
    __syncthreads();
    while (!ptx::mbarrier_try_wait_parity(&arrived, 0)) {}
    float *const own = out + (blockIdx.y * gridDim.x + blockIdx.x) * PIXELS * CHANNELS;
    for (int i = threadIdx.x; i < PIXELS * CHANNELS; i += blockDim.x) own[i] = in[i / CHANNELS][i % CHANNELS];
}

using Encode = CUresult (*)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *, const int *,
                            const int *, cuuint32_t, cuuint32_t, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                            CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

static CUresult encode(Encode function, CUtensorMap *map, float *data, cuuint32_t pixels) {
    const cuuint64_t shape[4] = {CHANNELS, COLUMNS, ROWS, IMAGES};
    const cuuint64_t strides[3] = {CHANNELS * 4, COLUMNS * CHANNELS * 4, ROWS * COLUMNS * CHANNELS * 4};
    // The first column and row of a filter of three, and padding on both sides.
    const int lower[2] = {-1, -1}, upper[2] = {-1, -1};
    const cuuint32_t steps[4] = {1, 1, 1, 1};
    return function(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, data, shape, strides, lower, upper, CHANNELS, pixels, steps,
                    CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                    CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

int main() {
    void *found = nullptr;
    cudaDriverEntryPointQueryResult result;
    CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeIm2col", &found, 12000, cudaEnableDefault, &result));
    static float data[IMAGES * ROWS * COLUMNS * CHANNELS], left[9 * PIXELS * CHANNELS];
    float *from, *to;
    CHECK(cudaMalloc(&from, sizeof(data)));
    CHECK(cudaMalloc(&to, sizeof(left)));
    for (int i = 0; i < IMAGES * ROWS * COLUMNS * CHANNELS; i++) data[i] = i + 1;
    CHECK(cudaMemcpy(from, data, sizeof(data), cudaMemcpyHostToDevice));
    CUtensorMap map;
    const Encode function = reinterpret_cast<Encode>(found);
    if (encode(function, &map, from, 1025) != CUDA_ERROR_INVALID_VALUE) return 2;
    if (encode(function, &map, from, PIXELS)) return 1;
    unrolled<<<dim3(3, 3), 64>>>(map, to);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(left, to, sizeof(left), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 9 * PIXELS * CHANNELS; i++) {
        const int channel = i % CHANNELS, pixel = i / CHANNELS % PIXELS, place = i / CHANNELS / PIXELS;
        // Each place of the filter is one of the image's pixels, and what it covers there one row and column before it.
        const int column = pixel % COLUMNS - 1 + place % 3, row = pixel / COLUMNS % ROWS - 1 + place / 3, image = pixel / COLUMNS / ROWS;
        const bool inside = column >= 0 && column < COLUMNS && row >= 0 && row < ROWS && image < IMAGES;
        const float right = inside ? ((image * ROWS + row) * COLUMNS + column) * CHANNELS + channel + 1 : 0;
        if (left[i] != right) {
            printf("%d: %g instead of %g\n", i, left[i], right);
            return 3;
        }
    }
    puts("passed");
}
