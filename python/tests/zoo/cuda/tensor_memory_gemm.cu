#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda/ptx>

// C = A Bᵀ, a block for each 128 by 64 elements: one warp copies tiles by tensor maps, a second one has the tensor core multiply them, and
// then all four write the result.
namespace ptx = cuda::ptx;

constexpr int M = 128, N = 64, K = 64, STAGES = 2;

struct __align__(1024) Shared {
    half a[STAGES][M * K], b[STAGES][N * K];
    uint64_t full[STAGES], empty[STAGES], done;
    uint32_t tensor;
};

static __device__ uint32_t address(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }

static __device__ void wait(uint64_t *barrier, uint32_t parity) {
    while (!ptx::mbarrier_try_wait_parity(barrier, parity)) {}
}

// Rows of 128 bytes in groups of eight, swizzled by 128 bytes.
static __device__ uint64_t descriptor(uint32_t start) {
    return (start >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 46 | 2ull << 61;
}

static __device__ void multiply(uint32_t sums, uint64_t a, uint64_t b, uint32_t instruction, bool continues) {
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %4, 0;\ntcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\n}"
                 ::"r"(sums), "l"(a), "l"(b), "r"(instruction), "r"(uint32_t(continues)) : "memory");
}

extern "C" __global__ void __launch_bounds__(128) kernel(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                                                         float *c, int columns, int steps) {
    extern __shared__ __align__(1024) unsigned char bytes[];
    Shared &s = *reinterpret_cast<Shared *>(bytes);
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) {
        for (int i = 0; i < STAGES; ++i) {
            ptx::mbarrier_init(&s.full[i], 1);
            ptx::mbarrier_init(&s.empty[i], 1);
        }
        ptx::mbarrier_init(&s.done, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    if (warp == 0) {
        ptx::tcgen05_alloc(ptx::cta_group_1, &s.tensor, N);
        ptx::tcgen05_relinquish_alloc_permit(ptx::cta_group_1);
    }
    ptx::tcgen05_fence_before_thread_sync();
    __syncthreads();
    ptx::tcgen05_fence_after_thread_sync();
    uint32_t tensor = s.tensor;
    if (warp == 0 && lane == 0) {
        for (int i = 0; i < steps; ++i) {
            int stage = i % STAGES;
            if (i >= STAGES) wait(&s.empty[stage], (i / STAGES - 1) & 1);
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &s.full[stage], (M + N) * K * sizeof(half));
            const int32_t of_a[2] = {i * K, static_cast<int>(blockIdx.x) * M}, of_b[2] = {i * K, static_cast<int>(blockIdx.y) * N};
            ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, s.a[stage], &a, of_a, &s.full[stage]);
            ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, s.b[stage], &b, of_b, &s.full[stage]);
        }
    } else if (warp == 1 && lane == 0) {
        // 128 rows, 64 columns, single-precision sums of half-precision products.
        uint32_t instruction = 1u << 4 | (N / 8) << 17 | (M / 16) << 24;
        for (int i = 0; i < steps; ++i) {
            int stage = i % STAGES;
            wait(&s.full[stage], i / STAGES & 1);
            ptx::tcgen05_fence_after_thread_sync();
            uint64_t of_a = descriptor(address(s.a[stage])), of_b = descriptor(address(s.b[stage]));
            for (int k = 0; k < K / 16; ++k) multiply(tensor, of_a + 2 * k, of_b + 2 * k, instruction, i + k > 0);
            ptx::tcgen05_commit(ptx::cta_group_1, &s.empty[stage]);
        }
        ptx::tcgen05_commit(ptx::cta_group_1, &s.done);
    }
    __syncwarp();
    wait(&s.done, 0);
    ptx::tcgen05_fence_after_thread_sync();
    float *row = c + (blockIdx.x * M + threadIdx.x) * columns + blockIdx.y * N;
    uint32_t sums[N];
    ptx::tcgen05_ld_32x32b(sums, tensor + (warp << 21));
    ptx::tcgen05_wait_ld();
    for (int i = 0; i < N; ++i) row[i] = __uint_as_float(sums[i]);
    ptx::tcgen05_fence_before_thread_sync();
    __syncthreads();
    if (warp == 0) ptx::tcgen05_dealloc(ptx::cta_group_1, tensor, N);
}
