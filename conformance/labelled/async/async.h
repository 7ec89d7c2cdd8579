// What the kernels of the asynchronous protocol are written with: one statement of PTX a function, as CUTLASS, DeepGEMM and others have
// them. The kernels are compiled twice, as those of `labelled.h`.
#pragma once

#ifdef WITH_MISTAKE
#define BAD(...) __VA_ARGS__
#define GOOD(...)
#else
#define BAD(...)
#define GOOD(...) __VA_ARGS__
#endif

// The name, and the threads of a block. Such kernels fix what registers they get by it.
#define KERNEL(name, threads) extern "C" __global__ void __launch_bounds__(threads, 1) name
// In clusters of two blocks.
#define PAIR_KERNEL(name, threads) extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(threads, 1) name

#define FUNCTION static __device__ __forceinline__
typedef unsigned u32;
typedef unsigned long long u64;

FUNCTION u32 smem(const void *p) { return (u32)__cvta_generic_to_shared(p); }
FUNCTION u32 elect() {
    u32 chosen;
    asm volatile("{\n .reg .pred P;\n elect.sync _|P, 0xffffffff;\n selp.b32 %0, 1, 0, P;\n}" : "=r"(chosen));
    return chosen;
}
FUNCTION u32 cluster_rank() {
    u32 rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}
FUNCTION u32 peer(u32 address, u32 rank) {
    u32 mapped;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(address), "r"(rank));
    return mapped;
}

// mbarriers
FUNCTION void mbar_init(u64 *bar, u32 count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(smem(bar)), "r"(count) : "memory");
}
FUNCTION void mbar_inval(u64 *bar) { asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(smem(bar)) : "memory"); }
FUNCTION void fence_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
FUNCTION void mbar_arrive(u64 *bar) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(smem(bar)) : "memory");
}
FUNCTION void mbar_arrive_at(u64 *bar, u32 rank) {
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(peer(smem(bar), rank)) : "memory");
}
FUNCTION void mbar_arrive_expect(u64 *bar, u32 bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(smem(bar)), "r"(bytes) : "memory");
}
FUNCTION void mbar_expect(u64 *bar, u32 bytes) {
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(smem(bar)), "r"(bytes) : "memory");
}
// The loop is within the statement, as in CUTLASS.
FUNCTION void mbar_wait(u64 *bar, u32 parity) {
    asm volatile("{\n .reg .pred P1;\nLAB_WAIT:\n mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n @P1 bra DONE;\n"
                 " bra LAB_WAIT;\nDONE:\n}" ::"r"(smem(bar)), "r"(parity) : "memory");
}
// The loop is the caller's, as with cuda::ptx.
FUNCTION bool mbar_try(u64 *bar, u32 parity) {
    u32 done;
    asm volatile("{\n .reg .pred P1;\n mbarrier.try_wait.parity.shared::cta.b64 P1, [%1], %2;\n selp.b32 %0, 1, 0, P1;\n}"
                 : "=r"(done) : "r"(smem(bar)), "r"(parity) : "memory");
    return done;
}
FUNCTION void mbar_wait_cluster(u64 *bar, u32 parity) {
    u32 done;
    do
        asm volatile("{\n .reg .pred P1;\n mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 P1, [%1], %2;\n"
                     " selp.b32 %0, 1, 0, P1;\n}" : "=r"(done) : "r"(smem(bar)), "r"(parity) : "memory");
    while (!done);
}

// Bulk copies
FUNCTION void bulk_load(void *to, const void *from, u32 bytes, u64 *bar) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(smem(to)), "l"(from),
                 "r"(bytes), "r"(smem(bar)) : "memory");
}
FUNCTION void bulk_load_multicast(void *to, const void *from, u32 bytes, u64 *bar, unsigned short mask) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(
                     smem(to)), "l"(from), "r"(bytes), "r"(smem(bar)), "h"(mask) : "memory");
}
FUNCTION void bulk_store(void *to, const void *from, u32 bytes) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(smem(from)), "r"(bytes) : "memory");
}
FUNCTION void bulk_add(float *to, const void *from, u32 bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;" ::"l"(to), "r"(smem(from)), "r"(bytes)
                 : "memory");
}
// From this block's shared memory to that of another one.
FUNCTION void bulk_send(u32 to, const void *from, u32 bytes, u32 bar) {
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
                 "r"(smem(from)), "r"(bytes), "r"(bar) : "memory");
}
FUNCTION void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> FUNCTION void bulk_wait() { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory"); }
template <int N> FUNCTION void bulk_wait_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
FUNCTION void fence_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// Tensor copies
struct alignas(64) TensorMap { char opaque[128]; };
FUNCTION void tensor_load(void *to, const TensorMap *map, int x, int y, u64 *bar) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
                     smem(to)), "l"(map), "r"(x), "r"(y), "r"(smem(bar)) : "memory");
}
FUNCTION void tensor_store(const TensorMap *map, int x, int y, const void *from) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map), "r"(x), "r"(y),
                 "r"(smem(from)) : "memory");
}

// cp.async
FUNCTION void copy16(void *to, const void *from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(smem(to)), "l"(from) : "memory");
}
FUNCTION void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> FUNCTION void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
FUNCTION void copy_arrive(u64 *bar) {
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(smem(bar)) : "memory");
}

// Blocks and clusters
FUNCTION void bar_sync(int id, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); }
FUNCTION void bar_arrive(int id, int threads) { asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); }
FUNCTION void cluster_arrive() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
FUNCTION void cluster_arrive_relaxed() { asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory"); }
FUNCTION void cluster_wait() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
FUNCTION void cluster_sync() { cluster_arrive(); cluster_wait(); }
FUNCTION float load_peer(u32 address) {
    float value;
    asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(value) : "r"(address) : "memory");
    return value;
}
FUNCTION void store_peer(u32 address, float value) {
    asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(address), "f"(value) : "memory");
}
FUNCTION void store_peer_async(u32 address, u32 value, u32 bar) {
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(address), "r"(value), "r"(bar)
                 : "memory");
}
FUNCTION void dependency_wait() { asm volatile("griddepcontrol.wait;" ::: "memory"); }
FUNCTION void launch_dependents() { asm volatile("griddepcontrol.launch_dependents;" ::: "memory"); }
template <int N> FUNCTION void more_registers() { asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(N)); }
template <int N> FUNCTION void fewer_registers() { asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(N)); }

// The stage of a ring, and the parity of its round.
template <int STAGES> struct Place {
    int stage = 0;
    u32 phase = 0;
    FUNCTION Place start(u32 phase) { Place p; p.phase = phase; return p; }
    __device__ __forceinline__ void next() {
        if (++stage == STAGES) {
            stage = 0;
            phase ^= 1;
        }
    }
};
