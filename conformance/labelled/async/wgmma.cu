// Warpgroups multiply what lies in shared memory.
// targets: sm_90a
#include "async.h"

// A tile of 64 rows and 16 columns of halves, and one of 16 columns of the other factor, in core matrices of 128 bytes.
#define A_BYTES 2048
#define B_BYTES 512

FUNCTION u64 descriptor(const void *p) {
    return (u64)((smem(p) & 0x3ffff) >> 4) | (u64)(128 >> 4) << 16 | (u64)(256 >> 4) << 32;
}
FUNCTION void mma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
FUNCTION void mma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> FUNCTION void mma_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
FUNCTION void mma(float (&d)[8], u64 a, u64 b, int add = 1) {
    asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %10, 0;\n"
                 " wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p, 1, 1, 0, 0;\n}"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
                 : "l"(a), "l"(b), "r"(add));
}
FUNCTION void mma_registers(float (&d)[8], const u32 (&a)[4], u64 b) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, %12, 1, 1, 1, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}
FUNCTION void keep(float *out, const float (&d)[8]) {
    for (int i = 0; i < 8; i++) out[8 * threadIdx.x + i] = d[i];
}
// The compiler does not move what a group works on across this.
FUNCTION void pin(float (&d)[8]) {
    for (int i = 0; i < 8; i++) asm volatile("" : "+f"(d[i])::"memory");
}

// Operands come by a bulk copy; the registers of the sum are touched and handed over without a fence.
KERNEL(first_fence, 128)(float *out, const char *in, int n) {
    __shared__ __align__(1024) char a[A_BYTES], b[B_BYTES];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mbar_arrive_expect(&full, A_BYTES + B_BYTES);
        bulk_load(a, in, A_BYTES, &full);
        bulk_load(b, in + A_BYTES, B_BYTES, &full);
    }
    float d[8] = {};
    mbar_wait(&full, 0);
    pin(d);
    GOOD(mma_fence();)
    mma(d, descriptor(a), descriptor(b));
    mma_commit();
    mma_wait<0>();
    keep(out, d);
}

// The sum is read while it is computed.
KERNEL(sum_not_awaited, 128)(float *out, const char *in, int n) {
    __shared__ __align__(1024) char a[A_BYTES], b[B_BYTES];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
        mbar_arrive_expect(&full, A_BYTES + B_BYTES);
        bulk_load(a, in, A_BYTES, &full);
        bulk_load(b, in + A_BYTES, B_BYTES, &full);
    }
    __syncthreads();
    float d[8] = {};
    mbar_wait(&full, 0);
    pin(d);
    mma_fence();
    mma(d, descriptor(a), descriptor(b));
    mma_commit();
    GOOD(mma_wait<0>();)
    keep(out, d);
}

// A loop with one group under way, whose last one is not waited for.
KERNEL(last_group_not_awaited, 128)(float *out, const char *in, int n) {
    __shared__ __align__(1024) char a[4 * A_BYTES], b[4 * B_BYTES];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
        mbar_arrive_expect(&full, 4 * A_BYTES + 4 * B_BYTES);
        bulk_load(a, in, 4 * A_BYTES, &full);
        bulk_load(b, in + 4 * A_BYTES, 4 * B_BYTES, &full);
    }
    __syncthreads();
    float d[8] = {};
    mbar_wait(&full, 0);
#pragma unroll 1
    for (int k = 0; k < 4; k++) {
        pin(d);
        mma_fence();
        mma(d, descriptor(a + k * A_BYTES), descriptor(b + k * B_BYTES));
        mma_commit();
        mma_wait<1>();
    }
    GOOD(mma_wait<0>();)
    keep(out, d);
}

// The work is waited for without having been made a group.
KERNEL(group_not_closed, 128)(float *out, const char *in, int n) {
    __shared__ __align__(1024) char a[A_BYTES], b[B_BYTES];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
        mbar_arrive_expect(&full, A_BYTES + B_BYTES);
        bulk_load(a, in, A_BYTES, &full);
        bulk_load(b, in + A_BYTES, B_BYTES, &full);
    }
    __syncthreads();
    float d[8];
    mbar_wait(&full, 0);
    pin(d);
    mma_fence();
    mma(d, descriptor(a), descriptor(b), 0);
    GOOD(mma_commit();)
    mma_wait<0>();
    keep(out, d);
}

// Threads write an operand themselves, and nothing makes that visible to the matrix unit.
KERNEL(operand_without_proxy_fence, 128)(float *out, const u32 *in, int n) {
    __shared__ __align__(1024) u32 a[A_BYTES / 4], b[B_BYTES / 4];
    for (int i = threadIdx.x; i < A_BYTES / 4; i += 128) a[i] = in[i];
    for (int i = threadIdx.x; i < B_BYTES / 4; i += 128) b[i] = in[A_BYTES / 4 + i];
    GOOD(fence_async();)
    __syncthreads();
    float d[8] = {};
    pin(d);
    mma_fence();
    mma(d, descriptor(a), descriptor(b));
    mma_commit();
    mma_wait<0>();
    keep(out, d);
}

// The same with cp.async, in a ring of three stages.
KERNEL(copied_without_proxy_fence, 128)(float *out, const char *in, int n) {
    __shared__ __align__(1024) char a[3][A_BYTES], b[3][B_BYTES];
    auto load = [&](int k) {
        int s = k % 3;
        copy16(a[s] + 16 * threadIdx.x, in + k * (A_BYTES + B_BYTES) + 16 * threadIdx.x);
        if (threadIdx.x < B_BYTES / 16)
            copy16(b[s] + 16 * threadIdx.x, in + k * (A_BYTES + B_BYTES) + A_BYTES + 16 * threadIdx.x);
    };
    load(0);
    copy_commit();
    load(1);
    copy_commit();
    float d[8] = {};
    for (int k = 0; k < n; k++) {
        copy_wait<1>();
        GOOD(fence_async();)
        __syncthreads();
        pin(d);
        mma_fence();
        mma(d, descriptor(a[k % 3]), descriptor(b[k % 3]));
        mma_commit();
        mma_wait<0>();
        if (k + 2 < n) load(k + 2);
        copy_commit();
    }
    keep(out, d);
}

// The stage goes back to the producer while the matrix unit reads it.
KERNEL(stage_freed_in_flight, 256)(float *out, const char *in, int n) {
    __shared__ __align__(1024) char a[2][A_BYTES], b[2][B_BYTES];
    __shared__ u64 full[2], empty[2];
    if (threadIdx.x == 0) {
        for (int i = 0; i < 2; i++) {
            mbar_init(&full[i], 1);
            mbar_init(&empty[i], 128);
        }
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x / 128 == 0) {
        if (threadIdx.x == 0) {
            Place<2> place = Place<2>::start(1);
            for (int k = 0; k < n; k++, place.next()) {
                mbar_wait(&empty[place.stage], place.phase);
                mbar_arrive_expect(&full[place.stage], A_BYTES + B_BYTES);
                bulk_load(a[place.stage], in, A_BYTES, &full[place.stage]);
                bulk_load(b[place.stage], in + A_BYTES, B_BYTES, &full[place.stage]);
                in += A_BYTES + B_BYTES;
            }
        }
    } else {
        float d[8] = {};
        Place<2> place;
        for (int k = 0; k < n; k++, place.next()) {
            mbar_wait(&full[place.stage], place.phase);
            pin(d);
            mma_fence();
            mma(d, descriptor(a[place.stage]), descriptor(b[place.stage]));
            mma_commit();
            BAD(mbar_arrive(&empty[place.stage]);)
            mma_wait<0>();
            GOOD(mbar_arrive(&empty[place.stage]);)
        }
        for (int i = 0; i < 8; i++) out[8 * (threadIdx.x - 128) + i] = d[i];
    }
}

// One group stays under way: the stage of the round before may go back, and not the one of this round.
KERNEL(current_stage_freed, 256)(float *out, const char *in, int n) {
    __shared__ __align__(1024) char a[4][A_BYTES], b[4][B_BYTES];
    __shared__ u64 full[4], empty[4];
    if (threadIdx.x == 0) {
        for (int i = 0; i < 4; i++) {
            mbar_init(&full[i], 1);
            mbar_init(&empty[i], 1);
        }
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x / 128 == 0) {
        fewer_registers<40>();
        if (threadIdx.x < 32 && elect()) {
            for (int k = 0; k < n; k++) {
                int s = k & 3;
                mbar_wait(&empty[s], (k >> 2 & 1) ^ 1);
                mbar_arrive_expect(&full[s], A_BYTES + B_BYTES);
                bulk_load(a[s], in + k * (A_BYTES + B_BYTES), A_BYTES, &full[s]);
                bulk_load(b[s], in + k * (A_BYTES + B_BYTES) + A_BYTES, B_BYTES, &full[s]);
            }
        }
    } else {
        float d[8] = {};
        for (int k = 0; k < n; k++) {
            int s = k & 3;
            mbar_wait(&full[s], k >> 2 & 1);
            pin(d);
            mma_fence();
            mma(d, descriptor(a[s]), descriptor(b[s]));
            mma_commit();
            mma_wait<1>();
            if (threadIdx.x == 128 && (BAD(true) GOOD(k > 0))) mbar_arrive(&empty[BAD(s) GOOD((k - 1) & 3)]);
        }
        mma_wait<0>();
        for (int i = 0; i < 8; i++) out[8 * (threadIdx.x - 128) + i] = d[i];
    }
}

// The factor in registers changes while the matrix unit reads it.
KERNEL(factor_changed_in_flight, 128)(float *out, const u32 *in, int n) {
    __shared__ __align__(1024) u32 b[B_BYTES / 4];
    b[threadIdx.x] = in[threadIdx.x];
    fence_async();
    __syncthreads();
    float d[8] = {};
    u32 f[4] = {in[128 + threadIdx.x], in[256 + threadIdx.x], in[384 + threadIdx.x], in[512 + threadIdx.x]};
    pin(d);
    mma_fence();
    mma_registers(d, f, descriptor(b));
    mma_commit();
    GOOD(mma_wait<0>();)
    for (int i = 0; i < 4; i++) asm volatile("add.u32 %0, %0, 1;" : "+r"(f[i]));
    BAD(mma_wait<0>();)
    pin(d);
    mma_fence();
    mma_registers(d, f, descriptor(b));
    mma_commit();
    mma_wait<0>();
    keep(out, d);
}

// The sum is scaled between the fence and the work.
KERNEL(scaled_behind_fence, 128)(float *out, const u32 *in, int n) {
    __shared__ __align__(1024) u32 a[A_BYTES / 4], b[B_BYTES / 4];
    for (int i = threadIdx.x; i < A_BYTES / 4; i += 128) a[i] = in[i];
    b[threadIdx.x] = in[A_BYTES / 4 + threadIdx.x];
    fence_async();
    __syncthreads();
    float d[8] = {};
    for (int k = 0; k < n; k++) {
        BAD(mma_fence();)
        for (int i = 0; i < 8; i++) asm volatile("mul.f32 %0, %0, %1;" : "+f"(d[i]) : "f"(0.5f));
        GOOD(mma_fence();)
        mma(d, descriptor(a), descriptor(b));
        mma_commit();
        mma_wait<0>();
    }
    keep(out, d);
}

// The result goes into the place of an operand that the other group still reads.
KERNEL(epilogue_over_operand, 256)(float *out, const u32 *in, int n) {
    __shared__ __align__(1024) u32 a[2][A_BYTES / 4], b[1024];
    for (int i = threadIdx.x; i < A_BYTES / 2; i += 256) a[i / (A_BYTES / 4)][i % (A_BYTES / 4)] = in[i];
    if (threadIdx.x < 128) b[threadIdx.x] = in[A_BYTES / 2 + threadIdx.x];
    fence_async();
    __syncthreads();
    int group = threadIdx.x / 128;
    float d[8] = {};
    pin(d);
    mma_fence();
    mma(d, descriptor(a[group]), descriptor(b));
    mma_commit();
    mma_wait<0>();
    GOOD(__syncthreads();)
    if (group == 0)
        for (int i = 0; i < 8; i++) b[i * 128 + threadIdx.x] = __float_as_uint(d[i]);
    __syncthreads();
    for (int i = 0; i < 8; i++) out[8 * threadIdx.x + i] = d[i] + __uint_as_float(b[i * 128 + threadIdx.x % 128]);
}

// An operand is written for the next step while the matrix unit reads it for this one.
KERNEL(operand_over_reader, 128)(float *out, const u32 *in, int n) {
    __shared__ __align__(1024) u32 a[A_BYTES / 4], b[B_BYTES / 4];
    float d[8] = {};
    for (int k = 0; k < n; k++) {
        for (int i = threadIdx.x; i < A_BYTES / 4; i += 128) a[i] = in[640 * k + i];
        b[threadIdx.x] = in[640 * k + 512 + threadIdx.x];
        fence_async();
        __syncthreads();
        pin(d);
        mma_fence();
        mma(d, descriptor(a), descriptor(b));
        mma_commit();
        GOOD(mma_wait<0>();)
        __syncthreads();
    }
    mma_wait<0>();
    keep(out, d);
}

// Results are stored by the copy unit without a fence, by an elected thread of each warpgroup.
KERNEL(epilogue_store_without_fence, 128)(float *out, const char *in, int n) {
    __shared__ __align__(1024) char a[A_BYTES], b[B_BYTES];
    __shared__ __align__(128) float c[1024];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
        mbar_arrive_expect(&full, A_BYTES + B_BYTES);
        bulk_load(a, in, A_BYTES, &full);
        bulk_load(b, in + A_BYTES, B_BYTES, &full);
    }
    __syncthreads();
    float d[8] = {};
    mbar_wait(&full, 0);
    pin(d);
    mma_fence();
    mma(d, descriptor(a), descriptor(b));
    mma_commit();
    mma_wait<0>();
    for (int i = 0; i < 8; i++) c[128 * i + threadIdx.x] = d[i];
    GOOD(fence_async();)
    bar_sync(1, 128);
    if (threadIdx.x < 32 && elect()) {
        bulk_store(out, c, sizeof c);
        bulk_commit();
        bulk_wait_read<0>();
    }
}

// The second group of warps takes part in the product of a stage for which only the first has waited.
KERNEL(second_group_not_waiting, 384)(float *out, const char *in, int n) {
    __shared__ __align__(1024) char a[2][2 * A_BYTES], b[2][B_BYTES];
    __shared__ u64 full[2], empty[2];
    int group = threadIdx.x / 128;
    if (threadIdx.x == 0) {
        for (int i = 0; i < 2; i++) {
            mbar_init(&full[i], 1);
            mbar_init(&empty[i], 2);
        }
        fence_init();
    }
    __syncthreads();
    if (group == 2) {
        if (threadIdx.x == 256) {
            Place<2> place = Place<2>::start(1);
            for (int k = 0; k < n; k++, place.next()) {
                mbar_wait(&empty[place.stage], place.phase);
                mbar_arrive_expect(&full[place.stage], 2 * A_BYTES + B_BYTES);
                bulk_load(a[place.stage], in, 2 * A_BYTES, &full[place.stage]);
                bulk_load(b[place.stage], in + 2 * A_BYTES, B_BYTES, &full[place.stage]);
                in += 2 * A_BYTES + B_BYTES;
            }
        }
    } else {
        float d[8] = {};
        Place<2> place;
        for (int k = 0; k < n; k++, place.next()) {
            BAD(if (group == 0)) mbar_wait(&full[place.stage], place.phase);
            pin(d);
            mma_fence();
            mma(d, descriptor(a[place.stage] + A_BYTES * group), descriptor(b[place.stage]));
            mma_commit();
            mma_wait<0>();
            if (threadIdx.x % 128 == 0) mbar_arrive(&empty[place.stage]);
        }
        keep(out, d);
    }
}
