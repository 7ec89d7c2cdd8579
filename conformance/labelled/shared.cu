// Threads of a block meet in shared memory.
#include "labelled.h"

// A neighbour's element is read before the barrier.
KERNEL(neighbour_right)(int *out, const int *in) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    GOOD(__syncthreads();)
    out[t] = s[(t + 1) % 256];
}

// The array is turned round without a barrier.
KERNEL(reverse, 128)(int *data) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = data[t];
    GOOD(__syncthreads();)
    data[t] = s[127 - t];
}

// The barrier stands before the store instead of after it.
KERNEL(barrier_too_early)(int *out, const int *in) {
    __shared__ int s[256];
    int t = threadIdx.x;
    BAD(__syncthreads();)
    s[t] = in[t];
    GOOD(__syncthreads();)
    out[t] = s[t ^ 32];
}

// A tree of additions without a barrier in its loop.
KERNEL(reduce_tree)(int *out, const int *in) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int half = 128; half > 0; half >>= 1) {
        if (t < half) s[t] += s[t + half];
        GOOD(__syncthreads();)
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

// The first barrier of a tree of additions is missing.
KERNEL(reduce_first_barrier, 512)(int *out, const int *in) {
    __shared__ int s[512];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 512 + t];
    GOOD(__syncthreads();)
    for (int half = 256; half > 0; half >>= 1) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

// The last 32 threads add without meeting.
KERNEL(reduce_last_warp, 64)(int *out, const int *in) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        int sum = s[t] + s[t + 32];
        GOOD(__syncwarp();)
        s[t] = sum;
        GOOD(__syncwarp();)
        if (t < 16) sum = s[t] + s[t + 16];
        GOOD(__syncwarp();)
        if (t < 16) s[t] = sum;
        GOOD(__syncwarp();)
        if (t == 0) out[0] = s[0] + s[8];
    }
}

// A scan reads what another thread has already written in this step.
KERNEL(scan_in_place)(int *data) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int add = t >= d ? s[t - d] : 0;
        GOOD(__syncthreads();)
        s[t] += add;
        __syncthreads();
    }
    data[t] = s[t];
}

// The barrier at the end of a round is missing.
KERNEL(scan_end_of_round)(int *data) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int add = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += add;
        GOOD(__syncthreads();)
    }
    data[t] = s[t];
}

// A tile is transposed without a barrier.
KERNEL(transpose, 16, 16)(float *out, const float *in) {
    __shared__ float tile[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 16 + x];
    GOOD(__syncthreads();)
    out[y * 16 + x] = tile[x][y];
}

// The tile of the next round is loaded while others still read this one.
KERNEL(matmul_second_barrier, 16, 16)(float *c, const float *a, const float *b, int n) {
    __shared__ float sa[16][16], sb[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        sa[y][x] = a[row * n + k + x];
        sb[y][x] = b[(k + y) * n + col];
        __syncthreads();
        for (int i = 0; i < 16; i++) sum += sa[y][i] * sb[i][x];
        GOOD(__syncthreads();)
    }
    c[row * n + col] = sum;
}

// The tile is read before all of it is there.
KERNEL(matmul_first_barrier, 16, 16)(float *c, const float *a, const float *b, int n) {
    __shared__ float sa[16][16], sb[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        sa[y][x] = a[row * n + k + x];
        sb[y][x] = b[(k + y) * n + col];
        GOOD(__syncthreads();)
        for (int i = 0; i < 16; i++) sum += sa[y][i] * sb[i][x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

// The first thread writes what all read.
KERNEL(broadcast)(int *out, const int *in) {
    __shared__ int value;
    if (threadIdx.x == 0) value = in[blockIdx.x];
    GOOD(__syncthreads();)
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

// The last thread writes what the first one reads.
KERNEL(last_to_first)(int *out, const int *in) {
    __shared__ int last;
    int t = threadIdx.x;
    if (t == blockDim.x - 1) last = in[t];
    GOOD(__syncthreads();)
    if (t == 0) out[0] = last;
}

// A broadcast in a loop: the next value is written while the last is read.
KERNEL(broadcast_loop)(int *out, const int *in, int n) {
    __shared__ int value;
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (threadIdx.x == 0) value = in[i];
        __syncthreads();
        sum += value * threadIdx.x;
        GOOD(__syncthreads();)
    }
    out[threadIdx.x] = sum;
}

// A histogram that counts without atomic operations.
KERNEL(histogram)(int *out, const unsigned char *in) {
    __shared__ int bins[64];
    int t = threadIdx.x;
    if (t < 64) bins[t] = 0;
    __syncthreads();
    int bin = t % 50;
    BAD(bins[bin] += in[t];)
    GOOD(atomicAdd(&bins[bin], in[t]);)
    __syncthreads();
    if (t < 64) out[t] = bins[t];
}

// A counter that all threads count up.
KERNEL(counter)(int *out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    BAD(count++;)
    GOOD(atomicAdd(&count, 1);)
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = count;
}

// The counter is read before all have counted.
KERNEL(counter_read_early)(int *out, const int *in) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (in[threadIdx.x] > 0) atomicAdd(&count, 1);
    GOOD(__syncthreads();)
    out[threadIdx.x] = count;
}

// The counter is set to zero while others already count.
KERNEL(counter_reset)(int *out, const int *in) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    GOOD(__syncthreads();)
    atomicAdd(&count, in[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) out[0] = count;
}

// A stencil whose edges are loaded by a few threads without a barrier.
KERNEL(stencil_halo)(float *out, const float *in) {
    __shared__ float s[258];
    int t = threadIdx.x, g = blockIdx.x * 256 + t;
    s[t + 1] = in[g + 1];
    if (t == 0) s[0] = in[g];
    if (t == 255) s[257] = in[g + 2];
    GOOD(__syncthreads();)
    out[g] = s[t] + s[t + 1] + s[t + 2];
}

// Two rounds of a stencil in the same array.
KERNEL(stencil_twice)(float *out, const float *in) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    float left = s[t > 0 ? t - 1 : 0], right = s[t < 255 ? t + 1 : 255];
    GOOD(__syncthreads();)
    s[t] = 0.5f * (left + right);
    __syncthreads();
    out[t] = s[255 - t];
}

// Two buffers that take turns, with one barrier too few: a fast thread writes what a slow one still reads.
KERNEL(double_buffer, 128)(int *out, const int *in, int n) {
    __shared__ int s[2][128];
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < n; i++) {
        int b = BAD(0) GOOD(i & 1);
        s[b][t] = in[i * 128 + t];
        __syncthreads();
        sum += s[b][127 - t];
    }
    out[t] = sum;
}

// Even and odd threads share a pair of places.
KERNEL(pair_sort)(int *data) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    if (t % 2 == 0) {
        int a = s[t], b = s[t + 1];
        s[t] = min(a, b);
        s[t + 1] = max(a, b);
    }
    GOOD(__syncthreads();)
    if (t % 2 == 1 && t < 255) {
        int a = s[t], b = s[t + 1];
        s[t] = min(a, b);
        s[t + 1] = max(a, b);
    }
    __syncthreads();
    data[t] = s[t];
}

// A bitonic sort without its inner barrier.
KERNEL(bitonic)(int *data) {
    __shared__ int s[256];
    unsigned t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    for (unsigned k = 2; k <= 256; k *= 2) {
        for (unsigned j = k / 2; j > 0; j /= 2) {
            unsigned other = t ^ j;
            if (other > t) {
                int a = s[t], b = s[other];
                if ((a > b) == ((t & k) == 0)) {
                    s[t] = b;
                    s[other] = a;
                }
            }
            GOOD(__syncthreads();)
        }
    }
    data[t] = s[t];
}

// Each warp leaves its sum; the first warp reads them without a barrier.
KERNEL(warp_sums)(int *out, const int *in) {
    __shared__ int sums[8];
    int t = threadIdx.x, v = in[t];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
    if (t % 32 == 0) sums[t / 32] = v;
    GOOD(__syncthreads();)
    if (t < 8) out[t] = sums[7 - t];
}

// The sums of a first pass are overwritten by the second.
KERNEL(warp_sums_reused)(int *out, const int *in) {
    __shared__ int sums[8];
    int t = threadIdx.x, warp = t / 32;
    if (t % 32 == 0) sums[warp] = in[t];
    __syncthreads();
    int first = sums[0] + sums[7];
    GOOD(__syncthreads();)
    if (t % 32 == 0) sums[warp] = in[t + 256] + first;
    __syncthreads();
    out[t] = sums[t % 8] + first;
}

// Stores of vectors overlap those of single elements.
KERNEL(vector_store)(int *out, const int4 *in) {
    __shared__ __attribute__((aligned(16))) int s[1024];
    int t = threadIdx.x;
    reinterpret_cast<int4 *>(s)[t] = in[t];
    GOOD(__syncthreads();)
    out[t] = s[t];
}

// Bytes of one word.
KERNEL(bytes)(unsigned *out, const unsigned char *in) {
    __shared__ __attribute__((aligned(4))) unsigned char s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    GOOD(__syncthreads();)
    if (t < 64) out[t] = reinterpret_cast<unsigned *>(s)[t];
}

// Dynamic shared memory in two parts.
KERNEL(dynamic_parts)(int *out, const int *in) {
    extern __shared__ int dynamic[];
    int t = threadIdx.x;
    int *a = dynamic, *b = dynamic + blockDim.x;
    a[t] = in[t];
    b[t] = in[t + blockDim.x];
    GOOD(__syncthreads();)
    out[t] = a[blockDim.x - 1 - t] + b[t];
}

// The parts of two arrays overlap by one element.
KERNEL(overlapping_parts)(int *out, const int *in) {
    __shared__ int s[257];
    int t = threadIdx.x;
    int *a = s, *b = s + BAD(127) GOOD(128);
    if (t < 128) a[t] = in[t];
    else b[t - 128] = in[t];
    __syncthreads();
    if (t < 128) out[t] = a[t] + b[t];
}

// A structure in shared memory whose members are filled by different threads.
struct Box { int low, high; };
KERNEL(structure)(int *out, const int *in) {
    __shared__ Box box;
    int t = threadIdx.x;
    if (t == 0) box.low = in[0];
    if (t == 32) box.high = in[1];
    GOOD(__syncthreads();)
    out[t] = box.high - box.low;
}

// Every thread writes the same place with what it has itself.
KERNEL(all_write)(int *out, const int *in) {
    __shared__ int chosen;
    int t = threadIdx.x;
    BAD() GOOD(if (t == 0)) chosen = in[t] + t;
    __syncthreads();
    out[t] = chosen;
}

// Threads write to half as many places.
KERNEL(two_to_one)(int *out) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[BAD(t / 2) GOOD(t)] = t;
    __syncthreads();
    out[t] = s[t / 2];
}

// A write behind a condition on data, and a read of the neighbour without one.
KERNEL(conditional_write)(int *data) {
    __shared__ int s[257];
    int t = threadIdx.x;
    s[t] = data[t];
    if (t == 0) s[256] = 0;
    __syncthreads();
    int next = s[t + 1];
    GOOD(__syncthreads();)
    if (next > data[t]) s[t] = next;
    __syncthreads();
    data[t] = s[t];
}

// A helper that is not inlined writes what the caller reads.
__device__ __noinline__ void fill(int *s, const int *in) { s[threadIdx.x] = in[threadIdx.x]; }
KERNEL(helper_writes)(int *out, const int *in) {
    __shared__ int s[256];
    fill(s, in);
    GOOD(__syncthreads();)
    out[threadIdx.x] = s[255 - threadIdx.x];
}

// A helper adds to a word.
__device__ __noinline__ void add_to(int *p, int v) { BAD(*p += v;) GOOD(atomicAdd(p, v);) }
KERNEL(helper_adds)(int *out, const int *in) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    add_to(&sum, in[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) out[0] = sum;
}

// The barrier is only on the way that the first warp does not take.
KERNEL(rows_of_block, 32, 8)(float *out, const float *in) {
    __shared__ float row[32][8];
    int x = threadIdx.x, y = threadIdx.y;
    row[x][y] = in[y * 32 + x];
    GOOD(__syncthreads();)
    if (y == 0) {
        float sum = 0;
        for (int i = 0; i < 8; i++) sum += row[x][i];
        out[x] = sum;
    }
}

// The maximum is kept by whoever comes last.
KERNEL(maximum)(int *out, const int *in) {
    __shared__ int most;
    int t = threadIdx.x, v = in[t];
    if (t == 0) most = 0;
    __syncthreads();
    BAD(if (v > most) most = v;)
    GOOD(atomicMax(&most, v);)
    __syncthreads();
    if (t == 0) out[blockIdx.x] = most;
}

// A queue in shared memory: its end is moved without an atomic operation.
KERNEL(queue)(int *out, const int *in) {
    __shared__ int end;
    __shared__ int items[256];
    int t = threadIdx.x;
    if (t == 0) end = 0;
    items[t] = -1;
    __syncthreads();
    if (in[t] & 1) {
        BAD(int at = end; end = at + 1;)
        GOOD(int at = atomicAdd(&end, 1);)
        items[at & 255] = t;
    }
    __syncthreads();
    out[t] = items[t];
}

// A copy from global to shared memory is read before it is there.
KERNEL(asynchronous_copy)(int *out, const int *in) {
    __shared__ int s[256];
    int t = threadIdx.x;
    unsigned place = (unsigned)__cvta_generic_to_shared(&s[t]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(place), "l"(in + t) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    GOOD(asm volatile("cp.async.wait_group 0;" ::: "memory");)
    __syncthreads();
    out[t] = s[255 - t];
}

// Each thread waits for its own copy, but not for those of others.
KERNEL(asynchronous_copy_of_others)(int *out, const int *in) {
    __shared__ int s[256];
    int t = threadIdx.x;
    unsigned place = (unsigned)__cvta_generic_to_shared(&s[t]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(place), "l"(in + t) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    GOOD(__syncthreads();)
    out[t] = s[255 - t];
}

// Prefix sums by columns, where the second pass begins too early.
KERNEL(two_passes, 16, 16)(int *data) {
    __shared__ int s[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = data[y * 16 + x];
    __syncthreads();
    if (y == 0)
        for (int i = 1; i < 16; i++) s[i][x] += s[i - 1][x];
    GOOD(__syncthreads();)
    if (x == 0)
        for (int i = 1; i < 16; i++) s[y][i] += s[y][i - 1];
    __syncthreads();
    data[y * 16 + x] = s[y][x];
}

// The threads of a warp hand values on without meeting.
KERNEL(within_warp)(int *out, const int *in) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 32) {
        s[t] = in[t];
        GOOD(__syncwarp();)
        out[t] = s[31 - t];
    }
}

// A flag that the second warp sets and the first reads in the same phase.
KERNEL(found_flag)(int *out, const int *in) {
    __shared__ int found;
    int t = threadIdx.x;
    if (t == 0) found = 0;
    __syncthreads();
    if (in[t] == 42) found = 1;
    GOOD(__syncthreads();)
    if (found) out[t] = in[t];
}

// A loop whose end all threads read from a flag that one of them sets again.
KERNEL(loop_flag)(int *data, int rounds) {
    __shared__ int again;
    int t = threadIdx.x;
    for (int i = 0; i < rounds; i++) {
        if (t == 0) again = 0;
        GOOD(__syncthreads();)
        if (data[t] > i) again = 1;
        __syncthreads();
        int more = again;
        __syncthreads();
        if (!more) break;
        data[t] += 1;
    }
}

// Fewer threads than elements: each does several, and the neighbour's share is read too early.
KERNEL(shares)(int *out, const int *in) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    for (int i = 0; i < 4; i++) s[t * 4 + i] = in[t * 4 + i];
    GOOD(__syncthreads();)
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += s[t + i * 256];
    out[t] = sum;
}
