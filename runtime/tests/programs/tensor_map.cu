// Tensor maps that the host makes by the driver's function, which the runtime finds.
// nvcc: -gencode arch=compute_90a,code=compute_90a
#include "check.h"
#include <cstdint>
#include <cuda.h>
#include <cuda/ptx>
#include <cstdio>

constexpr int ROWS = 20, COLUMNS = 48, BOX_ROWS = 8, BOX_COLUMNS = 16;

__global__ void turned(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to) {
    __shared__ alignas(128) float in[BOX_ROWS][BOX_COLUMNS];
    __shared__ alignas(128) float out[BOX_ROWS][BOX_COLUMNS];
    __shared__ uint64_t arrived;
    namespace ptx = cuda::ptx;
    const int corner[2] = {int(blockIdx.x) * BOX_COLUMNS, int(blockIdx.y) * BOX_ROWS};
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::fence_proxy_async(ptx::space_shared);
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, in, &from, corner, &arrived);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, sizeof(in));
    }
    __syncthreads();
    while (!ptx::mbarrier_try_wait_parity(&arrived, 0)) {}
    for (int i = threadIdx.x; i < BOX_ROWS * BOX_COLUMNS; i += blockDim.x) {
        out[i / BOX_COLUMNS][i % BOX_COLUMNS] = -in[i / BOX_COLUMNS][i % BOX_COLUMNS];
    }
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &to, corner, out);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}

using Encode = CUresult (*)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *,
                            const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                            CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

static CUresult encode(Encode function, CUtensorMap *map, float *data, cuuint32_t box_rows) {
    const cuuint64_t shape[2] = {COLUMNS, ROWS}, strides[1] = {COLUMNS * sizeof(float)};
    const cuuint32_t box[2] = {BOX_COLUMNS, box_rows}, steps[2] = {1, 1};
    return function(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, data, shape, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                    CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

int main() {
    void *found = nullptr;
    cudaDriverEntryPointQueryResult result;
    CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault, &result));
    float *from, *to;
    CHECK(cudaMalloc(&from, ROWS * COLUMNS * sizeof(float)));
    CHECK(cudaMalloc(&to, ROWS * COLUMNS * sizeof(float)));
    float data[ROWS * COLUMNS];
    for (int i = 0; i < ROWS * COLUMNS; i++) data[i] = i;
    CHECK(cudaMemcpy(from, data, sizeof(data), cudaMemcpyHostToDevice));
    CUtensorMap maps[2];
    const Encode function = reinterpret_cast<Encode>(found);
    if (encode(function, &maps[0], from, BOX_ROWS) || encode(function, &maps[1], to, BOX_ROWS)) return 1;
    if (encode(function, &maps[0], from, 257) != CUDA_ERROR_INVALID_VALUE) return 2;
    turned<<<dim3(COLUMNS / BOX_COLUMNS, (ROWS + BOX_ROWS - 1) / BOX_ROWS), 64>>>(maps[0], maps[1]);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(data, to, sizeof(data), cudaMemcpyDeviceToHost));
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        if (data[i] != -i) {
            printf("%d: %g\n", i, data[i]);
            return 3;
        }
    }
    puts("passed");
}
