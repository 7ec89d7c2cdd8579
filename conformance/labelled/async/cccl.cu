// CUDA's own interfaces: cuda::barrier, cuda::ptx and the primitives of pipelines.
// targets: sm_90a, sm_100a
#include "async.h"
#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda_pipeline_primitives.h>

using Barrier = cuda::barrier<cuda::thread_scope_block>;
namespace ptx = cuda::ptx;

// One thread starts a copy on the barrier of all; the token is never waited for.
KERNEL(token_dropped, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[256];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ Barrier bar;
    if (threadIdx.x == 0) {
        init(&bar, 128);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::device::memcpy_async_tx(tile, in, cuda::aligned_size_t<16>(sizeof tile), bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof tile);
    } else {
        token = bar.arrive();
    }
    GOOD(bar.wait(std::move(token));)
    out[threadIdx.x] = tile[threadIdx.x] + tile[threadIdx.x + 128];
}

// The barrier is told of a quarter of the bytes.
KERNEL(arrive_tx_counts_elements, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[256];
    __shared__ Barrier bar;
    if (threadIdx.x == 0) {
        init(&bar, 128);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::device::memcpy_async_tx(tile, in, cuda::aligned_size_t<16>(sizeof tile), bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, BAD(256) GOOD(sizeof tile));
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token));
    out[threadIdx.x] = tile[threadIdx.x] + tile[threadIdx.x + 128];
}

// Fewer threads arrive than the barrier counts.
KERNEL(barrier_counts_all, 128)(float *out, const float *in, int n) {
    __shared__ float tile[128];
    __shared__ Barrier bar;
    if (threadIdx.x == 0) init(&bar, BAD(128) GOOD(96));
    __syncthreads();
    if (threadIdx.x < 96) {
        tile[threadIdx.x] = in[threadIdx.x];
        bar.arrive_and_wait();
        out[threadIdx.x] = tile[95 - threadIdx.x];
    }
}

// The example of the programming guide for bulk stores, without its fence.
KERNEL(guide_store, 128)(int *out, const int *in, int n) {
    __shared__ __align__(16) int data[256];
    __shared__ Barrier bar;
    int offset = 256 * blockIdx.x;
    if (threadIdx.x == 0) {
        init(&bar, 128);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    if (threadIdx.x == 0) cuda::memcpy_async(data, in + offset, cuda::aligned_size_t<16>(sizeof data), bar);
    Barrier::arrival_token token = bar.arrive();
    bar.wait(std::move(token));
    for (int i = threadIdx.x; i < 256; i += 128) data[i] += 1;
    GOOD(ptx::fence_proxy_async(ptx::space_shared);)
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + offset, data, sizeof data);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}

// The same with cuda::ptx alone; the reader tests the barrier once.
KERNEL(ptx_try_once, 64)(int *out, const int *in, int n) {
    __shared__ __align__(16) int data[64];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 64);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    uint64_t token;
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, data, in, sizeof data, &bar);
        token = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof data);
    } else {
        token = ptx::mbarrier_arrive(&bar);
    }
    BAD(ptx::mbarrier_try_wait(&bar, token);)
    GOOD(while (!ptx::mbarrier_try_wait(&bar, token)) {})
    out[threadIdx.x] = data[63 - threadIdx.x];
}

// Two stages with parities; the second use of a stage asks for the parity of the first.
KERNEL(ptx_two_stages, 64)(int *out, const int *in, int n) {
    __shared__ __align__(16) int data[2][64];
    __shared__ uint64_t bar[2];
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar[0], 1);
        ptx::mbarrier_init(&bar[1], 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int s = i % 2;
        if (threadIdx.x == 0) {
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar[s], sizeof data[s]);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, data[s], in + 64 * i, sizeof data[s], &bar[s]);
        }
        while (!ptx::mbarrier_try_wait_parity(&bar[s], BAD(0) GOOD(i / 2 % 2))) {}
        sum += data[s][threadIdx.x ^ 1];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

// Copies of two stages; the last step waits for all but one group.
KERNEL(pipeline_last_step, 128)(float *out, const float *in, int n) {
    __shared__ __align__(16) float4 stage[2][128];
    __pipeline_memcpy_async(&stage[0][threadIdx.x], (const float4 *)in + threadIdx.x, 16);
    __pipeline_commit();
    float sum = 0;
    for (int i = 0; i < n; i++) {
        if (i + 1 < n) {
            __pipeline_memcpy_async(&stage[(i + 1) & 1][threadIdx.x], (const float4 *)in + 128 * (i + 1) + threadIdx.x, 16);
            __pipeline_commit();
        } GOOD(else __pipeline_commit();)
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += stage[i & 1][threadIdx.x ^ 1].x;
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

// The copies are not made a group before they are waited for.
KERNEL(pipeline_not_committed, 128)(float *out, const float *in, int n) {
    __shared__ __align__(16) float4 stage[128];
    __pipeline_memcpy_async(&stage[threadIdx.x], (const float4 *)in + threadIdx.x, 16);
    GOOD(copy_commit();)
    copy_wait<0>();
    __syncthreads();
    float4 v = stage[threadIdx.x ^ 5];
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

// Each thread waits for its own copies and reads those of others.
KERNEL(pipeline_no_barrier, 128)(float *out, const float *in, int n) {
    __shared__ __align__(16) float4 stage[128];
    __pipeline_memcpy_async(&stage[threadIdx.x], (const float4 *)in + threadIdx.x, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    GOOD(__syncthreads();)
    out[threadIdx.x] = stage[127 - threadIdx.x].x;
}

// Three stages of which two may be under way; one more is allowed.
KERNEL(three_stages_wait_two, 128)(float *out, const float *in, int n) {
    __shared__ __align__(16) float4 stage[3][128];
    for (int s = 0; s < 2; s++) {
        copy16(&stage[s][threadIdx.x], (const float4 *)in + 128 * s + threadIdx.x);
        copy_commit();
    }
    float sum = 0;
    for (int i = 0; i < n; i++) {
        copy_wait<BAD(2) GOOD(1)>();
        __syncthreads();
        if (i + 2 < n) copy16(&stage[(i + 2) % 3][threadIdx.x], (const float4 *)in + 128 * (i + 2) + threadIdx.x);
        copy_commit();
        sum += stage[i % 3][threadIdx.x ^ 33].y;
    }
    out[threadIdx.x] = sum;
}

// The threads arrive as soon as they have started their copies, and not when those are done.
KERNEL(arrives_before_copies, 160)(float *out, const float *in, int n) {
    __shared__ __align__(16) float4 stage[128];
    __shared__ u64 full;
    if (threadIdx.x == 0) mbar_init(&full, 128);
    __syncthreads();
    if (threadIdx.x < 128) {
        copy16(&stage[threadIdx.x], (const float4 *)in + threadIdx.x);
        BAD(mbar_arrive(&full);)
        GOOD(copy_arrive(&full);)
    } else {
        mbar_wait(&full, 0);
        for (int i = threadIdx.x - 128; i < 128; i += 32) out[i] = stage[i].x;
    }
}
