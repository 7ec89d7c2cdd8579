// Tensor memory and what multiplies in it.
// targets: sm_100a
#include "async.h"

// A tile of 128 rows and 16 columns of halves, and one of 64 columns of the other factor; 64 columns of sums.
#define A_BYTES 4096
#define B_BYTES 2048

FUNCTION u64 descriptor(const void *p) {
    return (u64)((smem(p) & 0x3ffff) >> 4) | (u64)(128 >> 4) << 16 | (u64)(256 >> 4) << 32 | 1ull << 46;
}
#define KIND (1u << 4 | (64u >> 3) << 17 | (128u >> 4) << 24)

FUNCTION void alloc(u32 *at, u32 columns) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(smem(at)), "r"(columns) : "memory");
}
FUNCTION void dealloc(u32 base, u32 columns) {
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(base), "r"(columns));
}
FUNCTION void no_more_allocs() { asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;"); }
FUNCTION void mma(u32 d, u64 a, u64 b, u32 add) {
    asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %4, 0;\n tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\n}" ::"r"(d),
                 "l"(a), "l"(b), "r"(KIND), "r"(add) : "memory");
}
FUNCTION void mma_commit(u64 *bar) {
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(smem(bar)) : "memory");
}
FUNCTION void load8(u32 (&v)[8], u32 from) {
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
                 : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]), "=r"(v[4]), "=r"(v[5]), "=r"(v[6]), "=r"(v[7]) : "r"(from));
}
FUNCTION void store8(u32 to, const u32 (&v)[8]) {
    asm volatile("tcgen05.st.sync.aligned.32x32b.x8.b32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8};" ::"r"(to), "r"(v[0]), "r"(v[1]),
                 "r"(v[2]), "r"(v[3]), "r"(v[4]), "r"(v[5]), "r"(v[6]), "r"(v[7]) : "memory");
}
FUNCTION void wait_loads() { asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory"); }
FUNCTION void wait_stores() { asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory"); }
FUNCTION void fence_before() { asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory"); }
FUNCTION void fence_after() { asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory"); }
FUNCTION u32 warp() { return __shfl_sync(~0u, threadIdx.x / 32, 0); }
FUNCTION u32 rows_of_warp(u32 base) { return base + (warp() % 4 << 21); }

// A kernel of one product. `LOAD` fills the operands by bulk copies and waits.
#define SHARED                                                                                                        \
    __shared__ __align__(1024) char a[A_BYTES];                                                                       \
    __shared__ __align__(1024) char b[B_BYTES];                                                                       \
    __shared__ u64 full, done;                                                                                        \
    __shared__ u32 place
FUNCTION void begin(u64 *full, u64 *done) {
    if (threadIdx.x == 0) {
        mbar_init(full, 1);
        mbar_init(done, 1);
        fence_init();
    }
}
FUNCTION void operands(char *a, char *b, const char *in, u64 *full) {
    mbar_arrive_expect(full, A_BYTES + B_BYTES);
    bulk_load(a, in, A_BYTES, full);
    bulk_load(b, in + A_BYTES, B_BYTES, full);
}
FUNCTION void keep(u32 *out, u32 base) {
    u32 v[8];
    load8(v, rows_of_warp(base));
    wait_loads();
    for (int i = 0; i < 8; i++) out[8 * threadIdx.x + i] = v[i];
}

// The tensor memory is never given back.
KERNEL(never_freed, 128)(u32 *out, const char *in, int n) {
    SHARED;
    begin(&full, &done);
    if (warp() == 0) {
        alloc(&place, 64);
        no_more_allocs();
    }
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = place;
    if (warp() == 0 && elect()) {
        operands(a, b, in, &full);
        mbar_wait(&full, 0);
        mma(base, descriptor(a), descriptor(b), 0);
        mma_commit(&done);
    }
    __syncwarp();
    mbar_wait(&done, 0);
    fence_after();
    keep(out, base);
    fence_before();
    __syncthreads();
    GOOD(if (warp() == 0) dealloc(base, 64);)
}

// The memory is given back while other warps may still read it.
KERNEL(freed_too_early, 128)(u32 *out, const char *in, int n) {
    SHARED;
    begin(&full, &done);
    if (warp() == 0) alloc(&place, 64);
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = place;
    if (warp() == 0 && elect()) {
        operands(a, b, in, &full);
        mbar_wait(&full, 0);
        mma(base, descriptor(a), descriptor(b), 0);
        mma_commit(&done);
    }
    __syncwarp();
    mbar_wait(&done, 0);
    fence_after();
    keep(out, base);
    GOOD(fence_before();)
    GOOD(__syncthreads();)
    if (warp() == 0) {
        no_more_allocs();
        dealloc(base, 64);
    }
}

// Half of the columns is given back.
KERNEL(freed_in_part, 128)(u32 *out, const char *in, int n) {
    SHARED;
    begin(&full, &done);
    if (warp() == 0) alloc(&place, 128);
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = place;
    if (warp() == 0 && elect()) {
        operands(a, b, in, &full);
        mbar_wait(&full, 0);
        mma(base + 64, descriptor(a), descriptor(b), 0);
        mma_commit(&done);
    }
    __syncwarp();
    mbar_wait(&done, 0);
    fence_after();
    keep(out, base + 64);
    fence_before();
    __syncthreads();
    if (warp() == 0) {
        no_more_allocs();
        dealloc(base, BAD(64) GOOD(128));
    }
}

// More is allocated after the permit has been given up.
KERNEL(alloc_without_permit, 128)(u32 *out, const char *in, int n) {
    __shared__ u32 place[2];
    if (warp() == 0) {
        alloc(&place[0], 32);
        BAD(no_more_allocs();)
        alloc(&place[1], 32);
        GOOD(no_more_allocs();)
    }
    fence_before();
    __syncthreads();
    fence_after();
    u32 v[8];
    for (int i = 0; i < 8; i++) v[i] = threadIdx.x + i;
    store8(rows_of_warp(place[threadIdx.x / 32 & 1]), v);
    wait_stores();
    load8(v, rows_of_warp(place[threadIdx.x / 32 & 1]));
    wait_loads();
    for (int i = 0; i < 8; i++) out[8 * threadIdx.x + i] = v[i];
    __syncthreads();
    if (warp() == 0) {
        dealloc(place[0], 32);
        dealloc(place[1], 32);
    }
}

// The address is read before it is there.
KERNEL(address_not_awaited, 128)(u32 *out, const char *in, int n) {
    SHARED;
    begin(&full, &done);
    if (warp() == 0) alloc(&place, 64);
    BAD(u32 base = *(volatile u32 *)&place;)
    fence_before();
    __syncthreads();
    fence_after();
    GOOD(u32 base = *(volatile u32 *)&place;)
    if (warp() == 0 && elect()) {
        operands(a, b, in, &full);
        mbar_wait(&full, 0);
        mma(base, descriptor(a), descriptor(b), 0);
        mma_commit(&done);
    }
    __syncwarp();
    mbar_wait(&done, 0);
    fence_after();
    keep(out, base);
    fence_before();
    __syncthreads();
    if (warp() == 0) dealloc(base, 64);
}

// The values are stored while they are loaded.
KERNEL(loads_not_awaited, 128)(u32 *out, const char *in, int n) {
    SHARED;
    begin(&full, &done);
    if (warp() == 1) alloc(&place, 64);
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = place;
    if (warp() == 0 && elect()) {
        operands(a, b, in, &full);
        mbar_wait(&full, 0);
        mma(base, descriptor(a), descriptor(b), 0);
        mma_commit(&done);
    }
    __syncwarp();
    mbar_wait(&done, 0);
    fence_after();
    u32 v[8];
    for (int part = 0; part < 8; part++) {
        load8(v, rows_of_warp(base) + 8 * part);
        GOOD(wait_loads();)
        for (int i = 0; i < 8; i++) out[(8 * part + i) * 128 + threadIdx.x] = v[i];
    }
    wait_loads();
    fence_before();
    __syncthreads();
    if (warp() == 1) dealloc(base, 64);
}

// What was stored to tensor memory is loaded by the same warp without a wait.
KERNEL(stores_not_awaited, 128)(u32 *out, const u32 *in, int n) {
    __shared__ u32 place;
    if (warp() == 0) alloc(&place, 32);
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = rows_of_warp(place);
    u32 v[8];
    for (int i = 0; i < 8; i++) v[i] = in[8 * threadIdx.x + i];
    store8(base, v);
    GOOD(wait_stores();)
    load8(v, base);
    wait_loads();
    for (int i = 0; i < 8; i++) out[8 * threadIdx.x + i] = v[i];
    fence_before();
    __syncthreads();
    if (warp() == 0) dealloc(place, 32);
}

// Sums start from values that the warps store; the product starts without waiting for these.
KERNEL(start_values_not_stored, 128)(u32 *out, const char *in, int n) {
    SHARED;
    begin(&full, &done);
    if (warp() == 0) alloc(&place, 64);
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = place;
    u32 v[8] = {1, 2, 3, 4, 5, 6, 7, threadIdx.x};
    for (int part = 0; part < 8; part++) store8(rows_of_warp(base) + 8 * part, v);
    GOOD(wait_stores();)
    fence_before();
    __syncthreads();
    fence_after();
    if (warp() == 0 && elect()) {
        operands(a, b, in, &full);
        mbar_wait(&full, 0);
        mma(base, descriptor(a), descriptor(b), 1);
        mma_commit(&done);
    }
    __syncwarp();
    mbar_wait(&done, 0);
    fence_after();
    keep(out, base);
    fence_before();
    __syncthreads();
    if (warp() == 0) dealloc(base, 64);
}

// The end of the product is announced at the barrier of the operands.
KERNEL(commit_to_operands, 128)(u32 *out, const char *in, int n) {
    SHARED;
    begin(&full, &done);
    if (warp() == 0) alloc(&place, 64);
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = place;
    if (warp() == 0 && elect()) {
        operands(a, b, in, &full);
        mbar_wait(&full, 0);
        mma(base, descriptor(a), descriptor(b), 0);
        mma_commit(BAD(&full) GOOD(&done));
    }
    __syncwarp();
    mbar_wait(&done, 0);
    fence_after();
    keep(out, base);
    fence_before();
    __syncthreads();
    if (warp() == 0) dealloc(base, 64);
}

// The sum is loaded without waiting for the product.
KERNEL(product_not_awaited, 128)(u32 *out, const char *in, int n) {
    SHARED;
    begin(&full, &done);
    if (warp() == 0) alloc(&place, 64);
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = place;
    if (warp() == 0 && elect()) {
        operands(a, b, in, &full);
        mbar_wait(&full, 0);
        mma(base, descriptor(a), descriptor(b), 0);
        mma_commit(&done);
    }
    __syncwarp();
    BAD(mbar_wait(&full, 0);)
    GOOD(mbar_wait(&done, 0);)
    fence_after();
    keep(out, base);
    fence_before();
    __syncthreads();
    if (warp() == 0) {
        BAD(mbar_wait(&done, 0);)
        dealloc(base, 64);
    }
}

// Nothing orders the loads behind the wait.
KERNEL(no_fence_after_wait, 128)(u32 *out, const char *in, int n) {
    SHARED;
    begin(&full, &done);
    if (warp() == 2) alloc(&place, 64);
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = place;
    if (warp() == 0 && elect()) {
        operands(a, b, in, &full);
        mbar_wait(&full, 0);
        mma(base, descriptor(a), descriptor(b), 0);
        mma_commit(&done);
    }
    __syncwarp();
    mbar_wait(&done, 0);
    GOOD(fence_after();)
    keep(out, base);
    fence_before();
    __syncthreads();
    if (warp() == 2) dealloc(base, 64);
}

// Operands are written by threads and multiplied without a proxy fence.
KERNEL(operand_without_proxy_fence, 128)(u32 *out, const u32 *in, int n) {
    SHARED;
    begin(&full, &done);
    if (warp() == 0) alloc(&place, 64);
    for (int i = threadIdx.x; i < A_BYTES / 4; i += 128) ((u32 *)a)[i] = in[i];
    for (int i = threadIdx.x; i < B_BYTES / 4; i += 128) ((u32 *)b)[i] = in[A_BYTES / 4 + i];
    GOOD(fence_async();)
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = place;
    if (warp() == 0 && elect()) {
        mma(base, descriptor(a), descriptor(b), 0);
        mma_commit(&done);
    }
    __syncwarp();
    mbar_wait(&done, 0);
    fence_after();
    keep(out, base);
    fence_before();
    __syncthreads();
    if (warp() == 0) dealloc(base, 64);
}

// Two products one after the other; the second wait is for the first.
KERNEL(second_product_parity, 128)(u32 *out, const char *in, int n) {
    SHARED;
    begin(&full, &done);
    if (warp() == 0) alloc(&place, 64);
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = place;
    for (int i = 0; i < 2; i++) {
        if (warp() == 0 && elect()) {
            operands(a, b, in + i * (A_BYTES + B_BYTES), &full);
            mbar_wait(&full, i);
            mma(base, descriptor(a), descriptor(b), 0);
            mma_commit(&done);
        }
        __syncwarp();
        mbar_wait(&done, BAD(0) GOOD(i));
        fence_after();
        keep(out + 1024 * i, base);
        fence_before();
        __syncthreads();
        fence_after();
    }
    if (warp() == 0) dealloc(base, 64);
}

// A ring: the stage goes back when the product has been started, and not when it is done.
KERNEL(stage_freed_by_thread, 192)(u32 *out, const char *in, int n) {
    __shared__ __align__(1024) char a[2][A_BYTES];
    __shared__ __align__(1024) char b[2][B_BYTES];
    __shared__ u64 full[2], empty[2], done;
    __shared__ u32 place;
    if (threadIdx.x == 0) {
        for (int i = 0; i < 2; i++) {
            mbar_init(&full[i], 1);
            mbar_init(&empty[i], 1);
        }
        mbar_init(&done, 1);
        fence_init();
    }
    if (warp() == 5) alloc(&place, 64);
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = place;
    if (warp() == 4) {
        if (elect()) {
            Place<2> place = Place<2>::start(1);
            for (int k = 0; k < n; k++, place.next()) {
                mbar_wait(&empty[place.stage], place.phase);
                operands(a[place.stage], b[place.stage], in + k * (A_BYTES + B_BYTES), &full[place.stage]);
            }
        }
    } else if (warp() == 5) {
        if (elect()) {
            Place<2> place;
            for (int k = 0; k < n; k++, place.next()) {
                mbar_wait(&full[place.stage], place.phase);
                fence_after();
                mma(base, descriptor(a[place.stage]), descriptor(b[place.stage]), k > 0);
                BAD(mbar_arrive(&empty[place.stage]);)
                GOOD(mma_commit(&empty[place.stage]);)
            }
            mma_commit(&done);
        }
    } else {
        mbar_wait(&done, 0);
        fence_after();
        keep(out, base);
        fence_before();
    }
    __syncthreads();
    if (warp() == 5) {
        fence_after();
        dealloc(base, 64);
    }
}

// Persistent, with two accumulators: an accumulator goes back before its loads are done.
KERNEL(accumulator_freed_before_wait, 192)(u32 *out, const char *in, int n) {
    __shared__ __align__(1024) char a[A_BYTES];
    __shared__ __align__(1024) char b[B_BYTES];
    __shared__ u64 full, done[2], free[2];
    __shared__ u32 place;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        for (int i = 0; i < 2; i++) {
            mbar_init(&done[i], 1);
            mbar_init(&free[i], 128);
        }
        fence_init();
    }
    if (warp() == 4) alloc(&place, 128);
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = place;
    if (warp() == 4) {
        if (elect()) {
            operands(a, b, in, &full);
            mbar_wait(&full, 0);
            for (int tile = 0; tile < n; tile++) {
                mbar_wait(&free[tile & 1], (tile >> 1 & 1) ^ 1);
                fence_after();
                mma(base + 64 * (tile & 1), descriptor(a), descriptor(b), 0);
                mma_commit(&done[tile & 1]);
            }
        }
    } else if (warp() < 4) {
        for (int tile = 0; tile < n; tile++) {
            mbar_wait(&done[tile & 1], tile >> 1 & 1);
            fence_after();
            u32 v[8];
            load8(v, rows_of_warp(base) + 64 * (tile & 1));
            GOOD(wait_loads();)
            fence_before();
            mbar_arrive(&free[tile & 1]);
            BAD(wait_loads();)
            for (int i = 0; i < 8; i++) out[1024 * tile + 8 * threadIdx.x + i] = v[i];
        }
    }
    __syncthreads();
    if (warp() == 4) {
        fence_after();
        dealloc(base, 128);
    }
}

// The same; the reader does not give its accumulator back at all.
KERNEL(accumulator_not_freed, 192)(u32 *out, const char *in, int n) {
    __shared__ __align__(1024) char a[A_BYTES];
    __shared__ __align__(1024) char b[B_BYTES];
    __shared__ u64 full, done[2], free[2];
    __shared__ u32 place;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        for (int i = 0; i < 2; i++) {
            mbar_init(&done[i], 1);
            mbar_init(&free[i], 4);
        }
        fence_init();
    }
    if (warp() == 4) alloc(&place, 128);
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = place;
    if (warp() == 4) {
        if (elect()) {
            operands(a, b, in, &full);
            mbar_wait(&full, 0);
            for (int tile = 0; tile < n; tile++) {
                mbar_wait(&free[tile & 1], (tile >> 1 & 1) ^ 1);
                fence_after();
                mma(base + 64 * (tile & 1), descriptor(a), descriptor(b), 0);
                mma_commit(&done[tile & 1]);
            }
        }
    } else if (warp() < 4) {
        for (int tile = 0; tile < n; tile++) {
            mbar_wait(&done[tile & 1], tile >> 1 & 1);
            fence_after();
            keep(out + 1024 * tile, base + 64 * (tile & 1));
            fence_before();
            GOOD(if (elect()) mbar_arrive(&free[tile & 1]);)
        }
    }
    __syncthreads();
    if (warp() == 4) {
        fence_after();
        dealloc(base, 128);
    }
}

// The next product starts while the warps still load the sums of the last one.
KERNEL(product_over_loads, 128)(u32 *out, const char *in, int n) {
    SHARED;
    begin(&full, &done);
    if (warp() == 0) alloc(&place, 64);
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = place;
    if (threadIdx.x == 0) operands(a, b, in, &full);
    for (int i = 0; i < n; i++) {
        if (threadIdx.x == 0) {
            mbar_wait(&full, 0);
            mma(base, descriptor(a), descriptor(b), i > 0);
            mma_commit(&done);
        }
        __syncwarp();
        mbar_wait(&done, i & 1);
        fence_after();
        keep(out + 1024 * i, base);
        GOOD(fence_before();)
        GOOD(__syncthreads();)
        GOOD(fence_after();)
    }
    BAD(fence_before();)
    BAD(__syncthreads();)
    if (warp() == 0) dealloc(base, 64);
}

// Warps load the rows of the first warp, which are out of their reach.
KERNEL(rows_of_another_warp, 128)(u32 *out, const char *in, int n) {
    SHARED;
    begin(&full, &done);
    if (warp() == 0) alloc(&place, 64);
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = place;
    if (warp() == 0 && elect()) {
        operands(a, b, in, &full);
        mbar_wait(&full, 0);
        mma(base, descriptor(a), descriptor(b), 0);
        mma_commit(&done);
    }
    __syncwarp();
    mbar_wait(&done, 0);
    fence_after();
    u32 v[8];
    load8(v, BAD(base) GOOD(rows_of_warp(base)));
    wait_loads();
    for (int i = 0; i < 8; i++) out[8 * threadIdx.x + i] = v[i];
    fence_before();
    __syncthreads();
    if (warp() == 0) dealloc(base, 64);
}

// One way out of the kernel gives nothing back.
KERNEL(freed_by_one_way, 128)(u32 *out, const char *in, int n) { // n: 0
    SHARED;
    begin(&full, &done);
    if (warp() == 0) alloc(&place, 64);
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = place;
    if (BAD(n == 0) GOOD(false)) return;
    if (warp() == 0 && elect()) {
        operands(a, b, in, &full);
        mbar_wait(&full, 0);
        mma(base, descriptor(a), descriptor(b), 0);
        mma_commit(&done);
    }
    __syncwarp();
    mbar_wait(&done, 0);
    fence_after();
    keep(out, base);
    fence_before();
    __syncthreads();
    if (warp() == 0) dealloc(base, 64);
}

// The commit comes from another thread than the product.
KERNEL(commit_by_another_thread, 128)(u32 *out, const char *in, int n) {
    SHARED;
    begin(&full, &done);
    if (warp() == 0) alloc(&place, 64);
    fence_before();
    __syncthreads();
    fence_after();
    u32 base = place;
    if (threadIdx.x == 0) {
        operands(a, b, in, &full);
        mbar_wait(&full, 0);
        mma(base, descriptor(a), descriptor(b), 0);
    }
    BAD(__syncthreads();)
    if (threadIdx.x == BAD(32) GOOD(0)) mma_commit(&done);
    __syncwarp();
    mbar_wait(&done, 0);
    fence_after();
    keep(out, base);
    fence_before();
    __syncthreads();
    if (warp() == 0) dealloc(base, 64);
}
