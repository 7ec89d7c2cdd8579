// Threads of one block meet in global memory.
#include "labelled.h"

// The neighbour's element is overwritten while it is read.
KERNEL(shift_left)(int *data, int n) {
    int t = threadIdx.x;
    int v = t + 1 < n ? data[t + 1] : 0;
    GOOD(__syncthreads();)
    if (t < n) data[t] = v;
}

// All threads add to one word.
KERNEL(sum)(int *out, const int *in) {
    BAD(out[0] += in[threadIdx.x];)
    GOOD(atomicAdd(out, in[threadIdx.x]);)
}

// All threads count in one word.
KERNEL(count)(int *out, const int *in) {
    if (in[threadIdx.x] > 0) {
        BAD(out[0]++;)
        GOOD(atomicAdd(out, 1);)
    }
}

// A histogram of known places.
KERNEL(histogram)(int *out) {
    int t = threadIdx.x;
    BAD(out[t % 50] += t;)
    GOOD(atomicAdd(&out[t % 50], t);)
}

// Pairs of threads share an element.
KERNEL(pairs)(int *out) {
    int t = threadIdx.x;
    BAD(out[t / 2] = t;)
    GOOD(out[t] = t / 2;)
}

// Every thread stores its number in one word.
KERNEL(last_one_wins)(int *out) {
    int t = threadIdx.x;
    GOOD(if (t == 0)) out[0] = t;
}

// What the first thread writes all others read.
KERNEL(first_writes)(int *data) {
    int t = threadIdx.x;
    if (t == 0) data[0] = 7;
    GOOD(__syncthreads();)
    data[t + 1] = data[0] + t;
}

// The first thread initialises, and others already add.
KERNEL(initialised_late)(int *out, const int *in) {
    if (threadIdx.x == 0) out[0] = 0;
    GOOD(__syncthreads();)
    atomicAdd(out, in[threadIdx.x]);
}

// An array is turned round in place.
KERNEL(reverse)(int *data) {
    int t = threadIdx.x;
    int v = data[blockDim.x - 1 - t];
    GOOD(__syncthreads();)
    data[t] = v;
}

// Copies of 16 bytes overlap by 4.
KERNEL(overlapping_copies)(int *out, const int *in) {
    int t = threadIdx.x;
    for (int i = 0; i < 4; i++) out[t * BAD(3) GOOD(4) + i] = in[t * 4 + i] + t;
}

// Rows are one element too short.
KERNEL(short_rows, 16, 16)(float *out) {
    int x = threadIdx.x, y = threadIdx.y;
    out[y * BAD(15) GOOD(16) + x] = x + 100 * y;
}

// The tree of additions in global memory has no barrier.
KERNEL(reduce)(int *data) {
    int t = threadIdx.x;
    for (int half = 128; half > 0; half /= 2) {
        if (t < half) data[t] += data[t + half];
        GOOD(__syncthreads();)
    }
}

// A step of a stencil writes where the same step reads.
KERNEL(stencil)(float *data) {
    int t = threadIdx.x + 1;
    float v = data[t - 1] + data[t] + data[t + 1];
    GOOD(__syncthreads();)
    data[t] = v;
}

// Two threads that are named write different values to one place.
KERNEL(two_writers)(int *out) {
    int t = threadIdx.x;
    if (t == 3) out[0] = 1;
    GOOD(__syncthreads();)
    if (t == 70) out[0] = 2;
}

// The store of one array and the load of the next element.
KERNEL(neighbour_result)(int *data, const int *in) {
    int t = threadIdx.x;
    data[t] = in[t] * 2;
    GOOD(__syncthreads();)
    if (t > 0) data[t + 1024] = data[t - 1];
}

// A vector is written by all threads at one place.
KERNEL(vector)(float4 *out) {
    float t = threadIdx.x;
    out[BAD(0) GOOD(threadIdx.x)] = make_float4(t, t + 1, t + 2, t + 3);
}

// Vectors that overlap single elements of others.
KERNEL(vector_and_element)(int *data) {
    int t = threadIdx.x;
    reinterpret_cast<int2 *>(data)[t] = make_int2(t, t + 1);
    GOOD(__syncthreads();)
    data[t + 600] = data[t];
}

// Bytes of a word by several threads, each of which writes the whole word.
KERNEL(bytes)(unsigned *out, const unsigned char *in) {
    int t = threadIdx.x;
    BAD(out[t / 4] = (out[t / 4] & ~(255u << (8 * (t % 4)))) | ((unsigned)in[t] << (8 * (t % 4)));)
    GOOD(reinterpret_cast<unsigned char *>(out)[t] = in[t];)
}

// A structure with a pointer.
struct Task { int *result; const int *input; int length; };
KERNEL(structure_of_pointers)(Task task) {
    int t = threadIdx.x;
    if (t < task.length) {
        BAD(task.result[0] = task.input[t] + t;)
        GOOD(task.result[t] = task.input[t] + t;)
    }
}

// A counter that the module has.
__device__ int tickets;
KERNEL(module_counter)(int *out) {
    BAD(int ticket = tickets; tickets = ticket + 1;)
    GOOD(int ticket = atomicAdd(&tickets, 1);)
    out[threadIdx.x] = ticket;
}

// A table of the module that is filled and read without a barrier.
__device__ int table[256];
KERNEL(module_table)(int *out) {
    int t = threadIdx.x;
    table[t] = t * t;
    GOOD(__syncthreads();)
    out[t] = table[255 - t];
}

// A counter is read plainly while others count.
KERNEL(counter_read)(int *counter, int *out) {
    int t = threadIdx.x;
    atomicAdd(counter, 1);
    GOOD(__syncthreads();)
    out[t] = *counter;
}

// The maximum without an atomic operation.
KERNEL(maximum)(int *out, const int *in) {
    int v = in[threadIdx.x];
    BAD(if (v > *out) *out = v;)
    GOOD(atomicMax(out, v);)
}

// A loop over the array in steps of the block, one element too far.
KERNEL(strided_neighbour)(int *data, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        BAD(data[i] = data[i + 1] + 1;)
        GOOD(data[i] = data[i] + 1;)
    }
}

// The step of the loop is one less than the block has threads.
KERNEL(step_too_small)(int *out) {
    for (int i = threadIdx.x; i < 4096; i += blockDim.x BAD(- 1)) out[i] = threadIdx.x;
}

// Threads of a warp rely on running together.
KERNEL(within_warp, 32)(double *data) {
    int t = threadIdx.x;
    if (t < 16) data[t] += data[t + 16];
    GOOD(__syncwarp();)
    if (t < 8) data[t] += data[t + 8];
}

// A matrix is transposed in place.
KERNEL(transpose_in_place, 16, 16)(float *m) {
    int x = threadIdx.x, y = threadIdx.y;
    float v = m[x * 16 + y];
    GOOD(__syncthreads();)
    m[y * 16 + x] = v;
}

// Columns are summed by rows of threads.
KERNEL(column_sums, 32, 8)(float *sums, const float *m) {
    int x = threadIdx.x, y = threadIdx.y;
    BAD(sums[x] += m[y * 32 + x];)
    GOOD(atomicAdd(&sums[x], m[y * 32 + x]);)
}

// A helper that is not inlined writes what the caller reads.
__device__ __noinline__ void put(int *p, int i, int v) { p[i] = v; }
KERNEL(helper)(int *data) {
    int t = threadIdx.x;
    put(data, t, t);
    GOOD(__syncthreads();)
    data[t + 512] = data[(t + 1) & 255];
}

// A helper adds on one word for all.
__device__ __noinline__ void accumulate(float *p, float v) { BAD(*p += v;) GOOD(atomicAdd(p, v);) }
KERNEL(helper_sum)(float *out, const float *in) { accumulate(out, in[threadIdx.x]); }

// A parameter says how far away the other element is.
KERNEL(offset_by_parameter)(int *data, int distance) {
    int t = threadIdx.x;
    int v = data[t + distance];
    GOOD(__syncthreads();)
    data[t] = v + 1;
}

// Whoever finds the value leaves its place: several may.
KERNEL(found_at)(int *out, const int *in) {
    int t = threadIdx.x;
    if (in[t] == 42) {
        BAD(*out = t;)
        GOOD(atomicMin(out, t);)
    }
}

// A queue whose end is moved without an atomic operation.
KERNEL(queue)(int *items, int *end, const int *in) {
    int t = threadIdx.x;
    if (in[t] != 0) {
        BAD(int at = *end; *end = at + 1;)
        GOOD(int at = atomicAdd(end, 1);)
        items[at] = t;
    }
}

// A division of the index that sends three threads to one place.
KERNEL(thirds)(int *out, const int *in) {
    int t = threadIdx.x;
    BAD(out[t / 3] = in[t] + t;)
    GOOD(out[t] = in[t / 3] + t;)
}

// The lower half writes what the upper half reads.
KERNEL(halves)(int *data) {
    int t = threadIdx.x;
    if (t < 128) data[t] = t;
    GOOD(__syncthreads();)
    if (t >= 128) data[t] = data[t - 128];
}

// The barrier stands in the loop before the wrong step.
KERNEL(ping_pong)(float *a, float *b) {
    int t = threadIdx.x + 1;
    for (int round = 0; round < 8; round++) {
        b[t] = a[t - 1] + a[t + 1];
        GOOD(__syncthreads();)
        a[t] = b[t];
        __syncthreads();
    }
}

// Digits of a number, written by overlapping strings.
KERNEL(strings)(char *out) {
    int t = threadIdx.x;
    char *p = out + t * BAD(4) GOOD(5);
    p[0] = '#';
    p[1] = '0' + t / 100;
    p[2] = '0' + t / 10 % 10;
    p[3] = '0' + t % 10;
    p[4] = 0;
}

// The flag says that something is done before it is.
KERNEL(done_flag)(int *data, int *done) {
    int t = threadIdx.x;
    if (t == 0) {
        data[0] = 5;
        *done = 1;
    }
    GOOD(__syncthreads();)
    if (t == 64 && *done) data[1] = data[0];
}
