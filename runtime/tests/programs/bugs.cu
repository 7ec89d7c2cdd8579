// A mistake for each name: what it is called by, and the rule that reports it, stand in its line, and the schedule that shows it if not all do.
#include "check.h"
#include <cassert>
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <map>
#include <mma.h>
#include <string>

namespace cg = cooperative_groups;

static std::map<std::string, void (*)()> &bugs() {
    static std::map<std::string, void (*)()> all;
    return all;
}

#define BUG(name)                                                          \
    static void run_##name();                                              \
    static const bool known_##name = (bugs()[#name] = run_##name, true);   \
    static void run_##name()

template <typename T> static T *memory(size_t count) {
    T *made;
    CHECK(cudaMalloc(&made, count * sizeof(T)));
    return made;
}

template <typename T> static T *zeros(size_t count) {
    T *made = memory<T>(count);
    CHECK(cudaMemset(made, 0, count * sizeof(T)));
    return made;
}

// Accesses outside of memory.

__global__ void past_the_end(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) out[i] = i; //~ past_the_end out-of-bounds
}
BUG(past_the_end) { past_the_end<<<1, 128>>>(memory<int>(100), 100); }

__global__ void before_the_beginning(const float *in, float *out) {
    int i = threadIdx.x;
    out[i] = in[i - 1]; //~ before_the_beginning out-of-bounds
}
BUG(before_the_beginning) { before_the_beginning<<<1, 64>>>(zeros<float>(64), memory<float>(64)); }

__global__ void null_pointer(int *out) { out[threadIdx.x] = 1; } //~ null_pointer out-of-bounds
BUG(null_pointer) { null_pointer<<<1, 32>>>(nullptr); }

__global__ void freed(int *out) { out[threadIdx.x] = 1; } //~ freed out-of-bounds
BUG(freed) {
    int *out = memory<int>(32);
    CHECK(cudaFree(out));
    freed<<<1, 32>>>(out);
}

__global__ void host_pointer(int *out) { *out = 1; } //~ host_pointer out-of-bounds
BUG(host_pointer) {
    static int out;
    host_pointer<<<1, 1>>>(&out);
}

__global__ void shared_overflow(int *out, int shift) {
    __shared__ int values[64];
    values[threadIdx.x + shift] = threadIdx.x; //~ shared_overflow out-of-bounds
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x];
}
BUG(shared_overflow) { shared_overflow<<<1, 64>>>(memory<int>(64), 1); }

__global__ void too_little_dynamic(int *out) {
    extern __shared__ int dynamic[];
    dynamic[threadIdx.x] = threadIdx.x; //~ too_little_dynamic out-of-bounds
    __syncthreads();
    out[threadIdx.x] = dynamic[threadIdx.x ^ 1];
}
BUG(too_little_dynamic) { too_little_dynamic<<<1, 64, 63 * sizeof(int)>>>(memory<int>(64)); }

__global__ void local_overflow(int *out, int n) {
    int values[8];
    for (int i = 0; i < n; i++) values[i] = i; //~ local_overflow out-of-bounds
    out[threadIdx.x] = values[threadIdx.x % 8];
}
BUG(local_overflow) { local_overflow<<<1, 8>>>(memory<int>(8), 9); }

__global__ void vector_tail(const float4 *in, float4 *out) { out[threadIdx.x] = in[threadIdx.x]; } //~ vector_tail out-of-bounds
BUG(vector_tail) { vector_tail<<<1, 26>>>((float4 *)zeros<float>(101), memory<float4>(26)); }

__constant__ int table[4] = {1, 2, 3, 4};
__global__ void constant_index(int *out, int n) { out[threadIdx.x] = table[threadIdx.x + n]; } //~ constant_index out-of-bounds
BUG(constant_index) { constant_index<<<1, 4>>>(memory<int>(4), 1); }

__global__ void managed_overflow(int *values, int n) {
    for (int i = 0; i <= n; i++) values[i] = i; //~ managed_overflow out-of-bounds
}
BUG(managed_overflow) {
    int *values;
    CHECK(cudaMallocManaged(&values, 10 * sizeof(int)));
    managed_overflow<<<1, 1>>>(values, 10);
}

__global__ void pinned_overflow(int *values) { values[threadIdx.x] = 1; } //~ pinned_overflow out-of-bounds
BUG(pinned_overflow) {
    int *values;
    CHECK(cudaMallocHost(&values, 31 * sizeof(int)));
    pinned_overflow<<<1, 32>>>(values);
}

__global__ void stencil(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + in[i + 1]; //~ stencil out-of-bounds
}
BUG(stencil) { stencil<<<2, 64>>>(zeros<float>(128), memory<float>(128), 128); }

__global__ void wrapped_index(int *out, unsigned n) {
    unsigned i = n - 1 - threadIdx.x;
    out[i] = 1; //~ wrapped_index out-of-bounds
}
BUG(wrapped_index) { wrapped_index<<<1, 32>>>(memory<int>(16), 16); }

__global__ void wrong_pitch(char *rows, int pitch) { rows[threadIdx.y * pitch + threadIdx.x] = 1; } //~ wrong_pitch out-of-bounds
BUG(wrong_pitch) {
    char *rows;
    size_t pitch;
    CHECK(cudaMallocPitch(&rows, &pitch, 20, 4));
    wrong_pitch<<<1, dim3(20, 4)>>>(rows, 2 * pitch);
}

__global__ void bad_string(const char *text) { printf("%s\n", text); } //~ bad_string out-of-bounds
BUG(bad_string) {
    char *text = memory<char>(4);
    CHECK(cudaMemset(text, 'a', 4));
    bad_string<<<1, 1>>>(text);
}

struct Node {
    int value;
    Node *next;
};
__global__ void walk(const Node *node, int *out) {
    while (node) {
        *out += node->value; //~ dangling_list out-of-bounds
        node = node->next;
    }
}
BUG(dangling_list) {
    Node *first, *second;
    CHECK(cudaMallocManaged(&first, sizeof(Node)));
    CHECK(cudaMallocManaged(&second, sizeof(Node)));
    *first = Node{1, second};
    CHECK(cudaFree(second));
    walk<<<1, 1>>>(first, zeros<int>(1));
}

// Addresses that are not aligned.

__global__ void misaligned_int(char *bytes) { *(int *)(bytes + 1) = 1; } //~ misaligned_int misaligned
BUG(misaligned_int) { misaligned_int<<<1, 1>>>(memory<char>(8)); }

__global__ void misaligned_vector(const float *in, float4 *out) { *out = *(const float4 *)(in + 1); } //~ misaligned_vector misaligned
BUG(misaligned_vector) { misaligned_vector<<<1, 1>>>(zeros<float>(8), memory<float4>(1)); }

__global__ void misaligned_shared(double *out, int shift) {
    __shared__ alignas(8) char bytes[64];
    for (int i = 0; i < 64; i++) bytes[i] = 0;
    *out = *(double *)(bytes + shift); //~ misaligned_shared misaligned
}
BUG(misaligned_shared) { misaligned_shared<<<1, 1>>>(memory<double>(1), 4); }

__global__ void misaligned_atomic(char *bytes) { atomicAdd((unsigned *)(bytes + 2), 1u); } //~ misaligned_atomic misaligned
BUG(misaligned_atomic) { misaligned_atomic<<<1, 1>>>(zeros<char>(8)); }

// Races.

__global__ void no_barrier(int *out) {
    __shared__ int values[64];
    values[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = values[63 - threadIdx.x]; //~ no_barrier race
}
BUG(no_barrier) { no_barrier<<<1, 64>>>(memory<int>(64)); }

__global__ void one_barrier_too_few(const int *in, int *out) {
    __shared__ int sums[128];
    sums[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int step = 64; step > 0; step /= 2) {
        if (threadIdx.x < step) sums[threadIdx.x] += sums[threadIdx.x + step]; //~ one_barrier_too_few race
    }
    if (threadIdx.x == 0) *out = sums[0];
}
BUG(one_barrier_too_few) { one_barrier_too_few<<<1, 128>>>(zeros<int>(128), memory<int>(1)); }

__global__ void no_second_barrier(const int *in, int *out) {
    __shared__ int tile[32];
    for (int round = 0; round < 2; round++) {
        if (threadIdx.x < 32) tile[threadIdx.x] = in[threadIdx.x] + round; //~ no_second_barrier race
        __syncthreads();
        out[threadIdx.x] = tile[31 - threadIdx.x % 32];
    }
}
BUG(no_second_barrier) { no_second_barrier<<<1, 64>>>(zeros<int>(32), memory<int>(64)); }

__global__ void within_a_warp(int *out) {
    __shared__ int values[32];
    values[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = values[threadIdx.x ^ 1]; //~ within_a_warp race
}
BUG(within_a_warp) { within_a_warp<<<1, 32>>>(memory<int>(32)); }

__global__ void in_place(int *values) {
    int i = threadIdx.x;
    values[i] = values[(i + 1) % 64] + 1; //~ in_place race
}
BUG(in_place) { in_place<<<1, 64>>>(zeros<int>(64)); }

__global__ void between_blocks(int *out) {
    if (threadIdx.x == 0) *out = blockIdx.x; //~ between_blocks race
}
BUG(between_blocks) { between_blocks<<<4, 32>>>(memory<int>(1)); }

__global__ void plain_counter(int *counter) { *counter += 1; } //~ plain_counter race
BUG(plain_counter) { plain_counter<<<2, 32>>>(zeros<int>(1)); }

__global__ void atomic_and_plain(int *counter, int *out) {
    atomicAdd(counter, 1);
    out[threadIdx.x] = *counter; //~ atomic_and_plain race
}
BUG(atomic_and_plain) { atomic_and_plain<<<1, 64>>>(zeros<int>(1), memory<int>(64)); }

__global__ void no_grid_sync(int *a, int *b) {
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank(), n = grid.size();
    a[i] = i;
    b[i] = a[(i + 32) % n]; //~ no_grid_sync race
    grid.sync();
}
BUG(no_grid_sync) {
    int *a = zeros<int>(64), *b = memory<int>(64);
    void *arguments[] = {&a, &b};
    CHECK(cudaLaunchCooperativeKernel((void *)no_grid_sync, dim3(2), dim3(32), arguments));
}

__global__ void __cluster_dims__(2, 1, 1) no_cluster_sync(int *out) {
    __shared__ int value;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) value = 0;
    cluster.sync();
    if (threadIdx.x == 0) value = blockIdx.x;
    if (threadIdx.x == 0) out[blockIdx.x] = *cluster.map_shared_rank(&value, cluster.block_rank() ^ 1); //~ no_cluster_sync race
    cluster.sync();
}
BUG(no_cluster_sync) { no_cluster_sync<<<2, 32>>>(memory<int>(2)); }

__global__ void no_wait(const int *in, int *out) {
    __shared__ int staged[32];
    __pipeline_memcpy_async(&staged[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    out[threadIdx.x] = staged[threadIdx.x]; //~ no_wait uninitialized
    __pipeline_wait_prior(0);
}
BUG(no_wait) { no_wait<<<1, 32>>>(zeros<int>(32), memory<int>(32)); }

// Values that were never written.

__global__ void unwritten_memory(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x] + 1; } //~ unwritten_memory uninitialized
BUG(unwritten_memory) { unwritten_memory<<<1, 32>>>(memory<int>(32), memory<int>(32)); }

__global__ void half_copied(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; } //~ half_copied uninitialized
BUG(half_copied) {
    int host[16] = {}, *in = memory<int>(32);
    CHECK(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice));
    half_copied<<<1, 32>>>(in, memory<int>(32));
}

__global__ void copied_unwritten(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; } //~ copied_unwritten uninitialized
BUG(copied_unwritten) {
    int *in = memory<int>(32), *copy = zeros<int>(32);
    CHECK(cudaMemcpy(copy, in, 32 * sizeof(int), cudaMemcpyDeviceToDevice));
    copied_unwritten<<<1, 32>>>(copy, memory<int>(32));
}

__global__ void unwritten_shared(int *out) {
    __shared__ int values[32];
    if (threadIdx.x < 31) values[threadIdx.x] = 0;
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x]; //~ unwritten_shared uninitialized
}
BUG(unwritten_shared) { unwritten_shared<<<1, 32>>>(memory<int>(32)); }

__global__ void unwritten_index(const int *order, int *out) { out[order[threadIdx.x]] = 1; } //~ unwritten_index uninitialized
BUG(unwritten_index) { unwritten_index<<<1, 32>>>(memory<int>(32), memory<int>(32)); }

// Barriers and warps.

__global__ void two_barriers(int *out) {
    if (threadIdx.x % 2) {
        __syncthreads(); //~ two_barriers divergent-barrier
        out[threadIdx.x] = 1;
    } else {
        __syncthreads();
        out[threadIdx.x] = 2;
    }
}
BUG(two_barriers) { two_barriers<<<1, 32>>>(memory<int>(32)); }

__global__ void nobody_comes() { asm volatile("bar.sync 1, 64;"); } //~ nobody_comes deadlock
BUG(nobody_comes) { nobody_comes<<<1, 32>>>(); }

__global__ void odd_barrier(int count) { asm volatile("bar.sync 1, %0;" ::"r"(count)); } //~ odd_barrier invalid-operand
BUG(odd_barrier) { odd_barrier<<<1, 64>>>(48); }

__global__ void no_such_barrier(int number) { asm volatile("bar.sync %0;" ::"r"(number)); } //~ no_such_barrier invalid-operand
BUG(no_such_barrier) { no_such_barrier<<<1, 64>>>(16); }

__global__ void half_a_warp(int *out) {
    if (threadIdx.x < 16) out[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, 3); //~ half_a_warp inactive-lane
    else out[threadIdx.x] = __ballot_sync(0xffffffff, 1);
}
BUG(half_a_warp) { half_a_warp<<<1, 32>>>(zeros<int>(32)); }

__global__ void own_lane_missing(int *out) { out[threadIdx.x] = __shfl_xor_sync(0x0000ffff, threadIdx.x, 1); } //~ own_lane_missing inactive-lane
BUG(own_lane_missing) { own_lane_missing<<<1, 32>>>(memory<int>(32)); }

__global__ void absent_lane(int *out) { out[threadIdx.x] = __shfl_sync(__activemask(), threadIdx.x, 20); } //~ absent_lane inactive-lane
BUG(absent_lane) { absent_lane<<<1, 16>>>(memory<int>(16)); }

__global__ void small_warp(const half *a, float *c) {
    using namespace nvcuda::wmma;
    fragment<matrix_a, 16, 16, 16, half, row_major> fa;
    fragment<matrix_b, 16, 16, 16, half, row_major> fb;
    fragment<accumulator, 16, 16, 16, float> fc;
    fill_fragment(fc, 0.0f);
    load_matrix_sync(fa, a, 16); //~ small_warp inactive-lane
    load_matrix_sync(fb, a, 16);
    mma_sync(fc, fa, fb, fc);
    store_matrix_sync(c, fc, 16, mem_row_major);
}
BUG(small_warp) { small_warp<<<1, 16>>>(zeros<half>(256), memory<float>(256)); }

// Launches that begin before the one before them has ended.

__global__ void primary(int *data) {
    cudaTriggerProgrammaticLaunchCompletion();
    data[threadIdx.x] = threadIdx.x;
}
__global__ void dependent(const int *data, int *out) {
    int early = data[threadIdx.x]; //~ early_dependent race
    cudaGridDependencySynchronize();
    out[threadIdx.x] = early;
}
BUG(early_dependent) {
    int *data = zeros<int>(64);
    primary<<<1, 64>>>(data);
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1);
    config.blockDim = dim3(64);
    config.attrs = &attribute;
    config.numAttrs = 1;
    CHECK(cudaLaunchKernelEx(&config, dependent, (const int *)data, memory<int>(64)));
}

// Blocks that tell others of data too early.

__global__ void fence_after_the_signal(int *parts, unsigned *ticket, int *sum) {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = blockIdx.x;
        is_last = atomicAdd(ticket, 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        int all = 0;
        for (int i = 0; i < gridDim.x; i++) all += parts[i]; //~ fence_after_the_signal race
        *sum = all;
    }
}
BUG(fence_after_the_signal) { fence_after_the_signal<<<4, 64>>>(zeros<int>(4), zeros<unsigned>(1), memory<int>(1)); }

// The running sum is released, and the own one before it is not. Blocks that run to their end in order never see the own one.
__global__ void relaxed_flag(int *flags, int *own, int *sums) {
    if (threadIdx.x != 0) return;
    int block = blockIdx.x, before = 0;
    if (block > 0) {
        own[block] = block;
        asm volatile("st.relaxed.gpu.global.u32 [%0], 1;" ::"l"(flags + block) : "memory");
    }
    for (int p = block - 1; p >= 0; p--) {
        int flag = 0;
        while (flag == 0) asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(flag) : "l"(flags + p) : "memory");
        before += flag == 2 ? sums[p] : own[p]; //~ relaxed_flag race random:1
        if (flag == 2) break;
    }
    sums[block] = before + block;
    asm volatile("st.release.gpu.global.u32 [%0], 2;" ::"l"(flags + block) : "memory");
}
BUG(relaxed_flag) { relaxed_flag<<<32, 32>>>(zeros<int>(32), zeros<int>(32), zeros<int>(32)); }

__global__ void wait_without_a_fence(int *flag, int *data, int *out) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        *data = 5;
        __threadfence();
        *(volatile int *)flag = 1;
    } else {
        while (*(volatile int *)flag == 0) {}
        *out = *data; //~ wait_without_a_fence race
    }
}
BUG(wait_without_a_fence) { wait_without_a_fence<<<2, 32>>>(zeros<int>(1), zeros<int>(1), memory<int>(1)); }

// Kernels that do not end as they should.

__global__ void failed_assertion(const int *in) { assert(in[threadIdx.x] > 0); } //~ failed_assertion trap
BUG(failed_assertion) { failed_assertion<<<1, 32>>>(zeros<int>(32)); }

__global__ void trapped(int n) {
    if (n > 3) __trap(); //~ trapped trap
}
BUG(trapped) { trapped<<<1, 1>>>(4); }

__global__ void endless(volatile int *flag) {
    while (*flag == 0) {} //~ endless endless
}
BUG(endless) { endless<<<1, 32>>>(zeros<int>(1)); }

__device__ __noinline__ int deeper(int n, volatile int *out) {
    out[0] = n;
    return deeper(n + 1, out) + out[0]; //~ bottomless stack-overflow
}
__global__ void bottomless(int *out) { out[1] = deeper(0, out); }
BUG(bottomless) { bottomless<<<1, 1>>>(memory<int>(2)); }

int main(int count, char **arguments) {
    auto found = bugs().find(count > 1 ? arguments[1] : "");
    REQUIRE(found != bugs().end());
    found->second();
    cudaDeviceSynchronize();
    return 0;
}
