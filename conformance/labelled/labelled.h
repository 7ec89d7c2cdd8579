// What all labelled kernels are written with. Each kernel is compiled twice: with its mistake (`WITH_MISTAKE`) and without. `BAD(…)` is
// there in the first, `GOOD(…)` in the second. nvcc brings CUDA's functions along; for clang without a CUDA toolkit they are declared here.
#pragma once

#ifdef WITH_MISTAKE
#define BAD(...) __VA_ARGS__
#define GOOD(...)
#else
#define BAD(...)
#define GOOD(...) __VA_ARGS__
#endif

// The name, and the block with which it is meant to be launched if that is not one of 256 threads.
#define KERNEL(name, ...) extern "C" __global__ void name

#ifdef __clang__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __noinline__ __attribute__((noinline))
#define __forceinline__ __attribute__((always_inline)) inline
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define FUNCTION static __device__ __forceinline__

#define INDEX(type, name, reg)                                                                                        \
    struct type {                                                                                                     \
        __declspec(property(get = get_x)) unsigned x;                                                                 \
        __declspec(property(get = get_y)) unsigned y;                                                                 \
        __declspec(property(get = get_z)) unsigned z;                                                                 \
        static __device__ __forceinline__ unsigned get_x() { return __nvvm_read_ptx_sreg_##reg##_x(); }               \
        static __device__ __forceinline__ unsigned get_y() { return __nvvm_read_ptx_sreg_##reg##_y(); }               \
        static __device__ __forceinline__ unsigned get_z() { return __nvvm_read_ptx_sreg_##reg##_z(); }               \
    };                                                                                                                \
    extern const __device__ __attribute__((weak)) type name;
INDEX(ThreadIndex, threadIdx, tid)
INDEX(BlockIndex, blockIdx, ctaid)
INDEX(BlockExtent, blockDim, ntid)
INDEX(GridExtent, gridDim, nctaid)

struct alignas(8) int2 { int x, y; };
struct alignas(16) int4 { int x, y, z, w; };
struct alignas(8) float2 { float x, y; };
struct alignas(16) float4 { float x, y, z, w; };
FUNCTION int2 make_int2(int x, int y) { return {x, y}; }
FUNCTION float2 make_float2(float x, float y) { return {x, y}; }
FUNCTION float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }

FUNCTION int __syncthreads_or(int predicate) { return __nvvm_bar0_or(predicate); }
FUNCTION int __syncthreads_count(int predicate) { return __nvvm_bar0_popc(predicate); }
FUNCTION void __syncwarp(unsigned mask = ~0u) { __nvvm_bar_warp_sync(mask); }
FUNCTION void __threadfence_block() { __nvvm_membar_cta(); }
FUNCTION void __threadfence() { __nvvm_membar_gl(); }
FUNCTION void __threadfence_system() { __nvvm_membar_sys(); }
FUNCTION int __shfl_sync(unsigned mask, int v, int lane, int width = 32) {
    return __nvvm_shfl_sync_idx_i32(mask, v, lane, ((32 - width) << 8) | 31);
}
FUNCTION int __shfl_down_sync(unsigned mask, int v, unsigned delta, int width = 32) {
    return __nvvm_shfl_sync_down_i32(mask, v, delta, ((32 - width) << 8) | 31);
}
FUNCTION int __shfl_up_sync(unsigned mask, int v, unsigned delta, int width = 32) {
    return __nvvm_shfl_sync_up_i32(mask, v, delta, (32 - width) << 8);
}
FUNCTION int __shfl_xor_sync(unsigned mask, int v, int lanes, int width = 32) {
    return __nvvm_shfl_sync_bfly_i32(mask, v, lanes, ((32 - width) << 8) | 31);
}
FUNCTION unsigned __ballot_sync(unsigned mask, int predicate) { return __nvvm_vote_ballot_sync(mask, predicate); }
FUNCTION int __any_sync(unsigned mask, int predicate) { return __nvvm_vote_any_sync(mask, predicate); }
FUNCTION int __all_sync(unsigned mask, int predicate) { return __nvvm_vote_all_sync(mask, predicate); }
FUNCTION unsigned __activemask() {
    unsigned mask;
    asm volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}
FUNCTION int __popc(unsigned bits) { return __builtin_popcount(bits); }
FUNCTION int __ffs(int bits) { return __builtin_ffs(bits); }
FUNCTION int min(int a, int b) { return a < b ? a : b; }
FUNCTION int max(int a, int b) { return a > b ? a : b; }
FUNCTION int atomicAdd(int *p, int v) { return __nvvm_atom_add_gen_i(p, v); }
FUNCTION unsigned atomicAdd(unsigned *p, unsigned v) { return __nvvm_atom_add_gen_i((int *)p, v); }
FUNCTION float atomicAdd(float *p, float v) { return __nvvm_atom_add_gen_f(p, v); }
FUNCTION int atomicMax(int *p, int v) { return __nvvm_atom_max_gen_i(p, v); }
FUNCTION int atomicMin(int *p, int v) { return __nvvm_atom_min_gen_i(p, v); }
FUNCTION int atomicExch(int *p, int v) { return __nvvm_atom_xchg_gen_i(p, v); }
FUNCTION int atomicCAS(int *p, int old, int v) { return __nvvm_atom_cas_gen_i(p, old, v); }
FUNCTION int atomicOr(int *p, int v) { return __nvvm_atom_or_gen_i(p, v); }
FUNCTION int atomicAdd_block(int *p, int v) { return __nvvm_atom_cta_add_gen_i(p, v); }
FUNCTION int atomicCAS_block(int *p, int old, int v) { return __nvvm_atom_cta_cas_gen_i(p, old, v); }
FUNCTION int atomicExch_block(int *p, int v) { return __nvvm_atom_cta_xchg_gen_i(p, v); }
FUNCTION int __ldg(const int *p) { return __nvvm_ldg_i(p); }
FUNCTION unsigned __cvta_generic_to_shared(const void *p) {
    return (unsigned)(unsigned long long)(__attribute__((address_space(3))) const char *)p;
}
#endif

// Barriers by number, and what else CUDA C++ has no functions for.
static __device__ __forceinline__ void bar_sync(int id, int threads) {
    asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
static __device__ __forceinline__ void bar_arrive(int id, int threads) {
    asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
static __device__ __forceinline__ int load_acquire(const int *p) {
    int value;
    asm volatile("ld.acquire.gpu.global.b32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
    return value;
}
static __device__ __forceinline__ int load_acquire_block(const int *p) {
    int value;
    asm volatile("ld.acquire.cta.global.b32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
    return value;
}
static __device__ __forceinline__ int load_relaxed(const int *p) {
    int value;
    asm volatile("ld.relaxed.gpu.global.b32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
    return value;
}
static __device__ __forceinline__ void store_release(int *p, int value) {
    asm volatile("st.release.gpu.global.b32 [%0], %1;" ::"l"(p), "r"(value) : "memory");
}
static __device__ __forceinline__ void store_release_block(int *p, int value) {
    asm volatile("st.release.cta.global.b32 [%0], %1;" ::"l"(p), "r"(value) : "memory");
}
static __device__ __forceinline__ void store_relaxed(int *p, int value) {
    asm volatile("st.relaxed.gpu.global.b32 [%0], %1;" ::"l"(p), "r"(value) : "memory");
}
