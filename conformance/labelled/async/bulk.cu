// Bulk copies by one thread or a few, and what the block does around them.
// targets: sm_90a, sm_100a
#include "async.h"

// Nothing but a barrier of the block stands between a copy and those who read it.
KERNEL(load_not_awaited, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[512];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mbar_arrive_expect(&full, sizeof tile);
        bulk_load(tile, in + 512 * blockIdx.x, sizeof tile, &full);
    }
    GOOD(mbar_wait(&full, 0);)
    BAD(__syncthreads();)
    for (int i = threadIdx.x; i < 512; i += 128) out[512 * blockIdx.x + i] = tile[i];
}

// Only the thread that copies waits, and tells nobody.
KERNEL(load_awaited_by_one, 96)(float *out, const float *in, int n) {
    __shared__ __align__(16) float tile[96];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
        mbar_arrive_expect(&full, sizeof tile);
        bulk_load(tile, in, sizeof tile, &full);
        while (!mbar_try(&full, 0)) {}
    }
    GOOD(__syncthreads();)
    out[threadIdx.x] = 2 * tile[threadIdx.x ^ 1];
}

// The first wait is for the phase before the first one, which is over at once.
KERNEL(load_parity_one, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[128];
    __shared__ u64 full;
    if (threadIdx.x < 32 && elect()) {
        mbar_init(&full, 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x < 32 && elect()) {
        mbar_arrive_expect(&full, sizeof tile);
        bulk_load(tile, in, sizeof tile, &full);
    }
    BAD(mbar_wait(&full, 1);)
    GOOD(mbar_wait(&full, 0);)
    out[threadIdx.x] = tile[127 - threadIdx.x];
}

// Two arrays on one barrier, which expects the first only.
KERNEL(expects_one_of_two, 64)(float *out, const float *in, int n) {
    __shared__ __align__(128) float a[256];
    __shared__ __align__(128) float b[256];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        BAD(mbar_arrive_expect(&full, sizeof a);)
        GOOD(mbar_arrive_expect(&full, sizeof a + sizeof b);)
        bulk_load(a, in, sizeof a, &full);
        bulk_load(b, in + 4 * n, sizeof b, &full);
    }
    mbar_wait(&full, 0);
    for (int i = threadIdx.x; i < 256; i += 64) out[i] = a[i] * b[i];
}

// Elements are counted instead of bytes.
KERNEL(expects_elements, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[1024];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mbar_arrive_expect(&full, BAD(1024) GOOD(4096));
        for (int part = 0; part < 4; part++) bulk_load(tile + 256 * part, in + 4 * part * n, 1024, &full);
    }
    mbar_wait(&full, 0);
    for (int i = threadIdx.x; i < 1024; i += 128) out[i] = tile[i];
}

// More bytes are expected than come: the copy was made smaller, and what it is told was not.
KERNEL(expects_too_many, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[1024];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mbar_arrive_expect(&full, BAD(4096) GOOD(2048));
        bulk_load(tile, in, 2048, &full);
    }
    mbar_wait(&full, 0);
    for (int i = threadIdx.x; i < 512; i += 128) out[i] = tile[i];
}

// Every lane of the first warp announces the bytes and arrives, where one was meant to.
KERNEL(every_lane_expects, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[512];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        BAD(mbar_arrive_expect(&full, sizeof tile);)
        if (elect()) {
            GOOD(mbar_arrive_expect(&full, sizeof tile);)
            bulk_load(tile, in, sizeof tile, &full);
        }
    }
    mbar_wait(&full, 0);
    for (int i = threadIdx.x; i < 512; i += 128) out[i] = tile[i];
}

// The barrier is made and handed to the copy without a fence.
KERNEL(init_without_fence, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[128];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        GOOD(fence_init();)
    }
    __syncthreads();
    if (threadIdx.x == 32) {
        mbar_arrive_expect(&full, sizeof tile);
        bulk_load(tile, in, sizeof tile, &full);
    }
    mbar_wait(&full, 0);
    out[threadIdx.x] = tile[threadIdx.x];
}

// Others wait at a barrier that may not have been made.
KERNEL(init_not_handed_over, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[128];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
        mbar_arrive_expect(&full, sizeof tile);
        bulk_load(tile, in, sizeof tile, &full);
    }
    GOOD(__syncthreads();)
    mbar_wait(&full, 0);
    out[threadIdx.x] = tile[threadIdx.x];
}

// The barrier is made invalid while other threads may still wait at it.
KERNEL(inval_in_use, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[128];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mbar_arrive_expect(&full, sizeof tile);
        bulk_load(tile, in, sizeof tile, &full);
    }
    mbar_wait(&full, 0);
    out[threadIdx.x] = tile[threadIdx.x];
    GOOD(__syncthreads();)
    if (threadIdx.x == 0) mbar_inval(&full);
}

// The word of a barrier becomes data without having been made invalid.
KERNEL(reused_without_inval, 64)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[64];
    __shared__ __align__(16) u64 word[2];
    if (threadIdx.x == 0) {
        mbar_init(word, 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mbar_arrive_expect(word, sizeof tile);
        bulk_load(tile, in, sizeof tile, word);
    }
    mbar_wait(word, 0);
    __syncthreads();
    GOOD(if (threadIdx.x == 0) mbar_inval(word);)
    if (threadIdx.x == 0) *(volatile float *)word = tile[0] + tile[63];
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x] / *(volatile float *)word;
}

// The second load comes into what other threads may still read.
KERNEL(load_over_readers, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[128];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
    }
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < n; i++) {
        if (threadIdx.x == 0) {
            mbar_arrive_expect(&full, sizeof tile);
            bulk_load(tile, in + 128 * i, sizeof tile, &full);
        }
        mbar_wait(&full, i & 1);
        sum += tile[threadIdx.x ^ 3];
        GOOD(__syncthreads();)
    }
    out[threadIdx.x] = sum;
}

// The wait of a loop never changes its parity.
KERNEL(loop_parity_stays, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[128];
    __shared__ u64 full;
    u32 phase = 0;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
    }
    __syncthreads();
    for (int i = 0; i < n; i++) {
        if (threadIdx.x == 0) {
            mbar_arrive_expect(&full, sizeof tile);
            bulk_load(tile, in + 128 * i, sizeof tile, &full);
        }
        while (!mbar_try(&full, phase)) {}
        GOOD(phase ^= 1;)
        out[128 * i + threadIdx.x] = tile[threadIdx.x];
        __syncthreads();
    }
}

// One try, whose answer nobody looks at.
KERNEL(one_try, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[128];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mbar_arrive_expect(&full, sizeof tile);
        bulk_load(tile, in, sizeof tile, &full);
    }
    BAD(mbar_try(&full, 0);)
    GOOD(while (!mbar_try(&full, 0)) {})
    out[threadIdx.x] = tile[threadIdx.x];
}

// A result goes to the copy unit without a fence between the proxies.
KERNEL(store_without_fence, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[128];
    tile[threadIdx.x] = in[128 * blockIdx.x + threadIdx.x] + 1;
    GOOD(fence_async();)
    __syncthreads();
    if (threadIdx.x == 0) {
        bulk_store(out + 128 * blockIdx.x, tile, sizeof tile);
        bulk_commit();
        bulk_wait_read<0>();
    }
}

// The barrier between those who write and the one who stores is missing.
KERNEL(store_without_barrier, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[128];
    tile[threadIdx.x] = in[threadIdx.x] + 1;
    fence_async();
    GOOD(__syncthreads();)
    if (threadIdx.x == 0) {
        bulk_store(out, tile, sizeof tile);
        bulk_commit();
        bulk_wait<0>();
    }
}

// Sums go to global memory; the fence comes before the last of them is written.
KERNEL(add_fence_too_early, 64)(float *out, const float *in, int n) {
    __shared__ __align__(128) float sums[64];
    float sum = 0;
    for (int i = 0; i < n; i++) sum += in[64 * i + threadIdx.x];
    BAD(fence_async();)
    sums[threadIdx.x] = sum;
    GOOD(fence_async();)
    __syncthreads();
    if (threadIdx.x < 32 && elect()) {
        bulk_add(out, sums, sizeof sums);
        bulk_commit();
        bulk_wait_read<0>();
    }
}

// The kernel ends while the copy may still read its shared memory.
KERNEL(store_not_awaited, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[256];
    tile[threadIdx.x] = in[threadIdx.x] + 1;
    tile[threadIdx.x + 128] = in[threadIdx.x] - 1;
    fence_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        bulk_store(out, tile, sizeof tile);
        bulk_commit();
        GOOD(bulk_wait_read<0>();)
    }
}

// The wait stands before the group is closed.
KERNEL(commit_after_wait, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[128];
    tile[threadIdx.x] = in[threadIdx.x] + 1;
    fence_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        bulk_store(out, tile, sizeof tile);
        GOOD(bulk_commit();)
        bulk_wait<0>();
        BAD(bulk_commit();)
    }
}

// The next tile is written while the copy of the last one reads it.
KERNEL(store_loop_reuse, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[128];
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        tile[threadIdx.x] = in[128 * i + threadIdx.x] * 3;
        fence_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            bulk_store(out + 128 * i, tile, sizeof tile);
            bulk_commit();
            GOOD(bulk_wait_read<0>();)
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) bulk_wait<0>();
}

// Two buffers in turn, of which two copies may be under way.
KERNEL(store_two_buffers, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[2][128];
    for (int i = 0; i < n; i++) {
        if (threadIdx.x == 0) {
            BAD(bulk_wait_read<2>();)
            GOOD(bulk_wait_read<1>();)
        }
        __syncthreads();
        tile[i & 1][threadIdx.x] = in[128 * i + threadIdx.x] * 3;
        fence_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            bulk_store(out + 128 * i, tile[i & 1], sizeof tile[0]);
            bulk_commit();
        }
    }
    if (threadIdx.x == 0) bulk_wait_read<0>();
}

// Groups belong to the thread that made them: another one waits in vain.
KERNEL(store_awaited_by_another, 64)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[64];
    for (int i = 0; i < n; i++) {
        tile[threadIdx.x] = in[64 * i + threadIdx.x];
        fence_async();
        __syncthreads();
        if (threadIdx.x == 32) {
            bulk_store(out + 64 * i, tile, sizeof tile);
            bulk_commit();
        }
        if (threadIdx.x == BAD(0) GOOD(32)) bulk_wait_read<0>();
        __syncthreads();
    }
}

// Another block is told that the data is there when only its source has been read.
KERNEL(flag_after_read_wait, 64)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[64];
    u32 *flag = (u32 *)(out + 4096);
    if (blockIdx.x == 0) {
        tile[threadIdx.x] = in[threadIdx.x];
        fence_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            bulk_store(out, tile, sizeof tile);
            bulk_commit();
            BAD(bulk_wait_read<0>();)
            GOOD(bulk_wait<0>();)
            asm volatile("fence.proxy.async.global;" ::: "memory");
            asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
        }
    } else {
        u32 seen = 0;
        while (!seen) asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
        out[64 + threadIdx.x] = 2 * out[threadIdx.x];
    }
}

// A tile is read, changed in place and stored: the fence is missing in the second round trip only.
KERNEL(load_change_store, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[128];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
    }
    __syncthreads();
    for (int i = 0; i < n; i++) {
        if (threadIdx.x == 0) {
            mbar_arrive_expect(&full, sizeof tile);
            bulk_load(tile, in + 128 * i, sizeof tile, &full);
        }
        mbar_wait(&full, i & 1);
        tile[threadIdx.x] *= 2;
        GOOD(fence_async();)
        __syncthreads();
        if (threadIdx.x == 0) {
            bulk_store(out + 128 * i, tile, sizeof tile);
            bulk_commit();
            bulk_wait_read<0>();
        }
        __syncthreads();
    }
}

// The next load overwrites what the store of the last round still reads.
KERNEL(load_over_store, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[128];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
    }
    __syncthreads();
    for (int i = 0; i < n; i++) {
        if (threadIdx.x == 0) {
            GOOD(bulk_wait_read<0>();)
            mbar_arrive_expect(&full, sizeof tile);
            bulk_load(tile, in + 128 * i, sizeof tile, &full);
        }
        mbar_wait(&full, i & 1);
        tile[threadIdx.x] *= 2;
        fence_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            bulk_store(out + 128 * i, tile, sizeof tile);
            bulk_commit();
        }
    }
    if (threadIdx.x == 0) bulk_wait<0>();
}

// Global memory is read, then waited for the kernel before.
KERNEL(dependency_wait_late, 128)(float *out, const float *in, int n) {
    BAD(float x = in[128 * blockIdx.x + threadIdx.x];)
    dependency_wait();
    GOOD(float x = in[128 * blockIdx.x + threadIdx.x];)
    out[128 * blockIdx.x + threadIdx.x] = x * n;
    launch_dependents();
}

// The copy unit is set to work before the wait for the kernel before.
KERNEL(dependency_wait_after_load, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[128];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
        GOOD(dependency_wait();)
        mbar_arrive_expect(&full, sizeof tile);
        bulk_load(tile, in, sizeof tile, &full);
        BAD(dependency_wait();)
    }
    __syncthreads();
    mbar_wait(&full, 0);
    GOOD(dependency_wait();)
    out[threadIdx.x] = tile[threadIdx.x];
}

// One warp waits for the kernel before, the others read what it writes.
KERNEL(dependency_wait_by_one_warp, 128)(float *out, const float *in, int n) {
    GOOD(dependency_wait();)
    if (threadIdx.x < 32) {
        BAD(dependency_wait();)
        out[threadIdx.x] = in[threadIdx.x];
    } else {
        out[threadIdx.x] = in[threadIdx.x] * n;
    }
}

// A tile by tensor map; the bytes are those of half of it.
KERNEL(tensor_expects_half, 128)(float *out, const __grid_constant__ TensorMap map, int n) {
    __shared__ __align__(1024) float tile[32 * 32];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mbar_arrive_expect(&full, BAD(2048) GOOD(4096));
        tensor_load(tile, &map, 0, 0, &full);
    }
    mbar_wait(&full, 0);
    for (int i = threadIdx.x; i < 1024; i += 128) out[i] = tile[i];
}

// A tile goes through the tensor map without a fence.
KERNEL(tensor_store_without_fence, 256)(float *in, const __grid_constant__ TensorMap map, int n) {
    __shared__ __align__(1024) float tile[32 * 32];
    for (int i = threadIdx.x; i < 1024; i += 256) tile[i] = in[i];
    GOOD(fence_async();)
    __syncthreads();
    if (threadIdx.x < 32 && elect()) {
        tensor_store(&map, 0, 0, tile);
        bulk_commit();
        bulk_wait_read<0>();
    }
}
