// Short kernels in the manner of verifiers' own tests: one thing each.
#include "labelled.h"

// Neighbours exchange through shared memory, and the result is taken without a second barrier.
KERNEL(exchange_twice)(int *out) {
    __shared__ int s[257];
    int t = threadIdx.x;
    if (t < 256) {
        s[t] = t;
    }
    __syncthreads();
    int v = t < 256 ? s[t + (t < 255)] : 0;
    GOOD(__syncthreads();)
    if (t < 256) s[t] = v + 1;
    __syncthreads();
    if (t < 256) out[t] = s[255 - t];
}

// A ping-pong of two arrays where both are the same.
KERNEL(ping_pong)(int *out, const int *in, int rounds) {
    __shared__ int s[2][256];
    int t = threadIdx.x & 255, from = 0;
    s[0][t] = in[t];
    for (int i = 0; i < rounds; i++) {
        __syncthreads();
        int v = s[from][(t + 1) & 255];
        GOOD(from ^= 1;)
        s[from][t] = v;
    }
    __syncthreads();
    out[t] = s[from][t];
}

// A barrier under a condition on the thread.
KERNEL(half_at_barrier)(int *out) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t & 255] = t;
    BAD(if (t < 128)) __syncthreads();
    out[t] = s[(t + 1) & 255];
}

// A barrier in a loop that threads leave after their own number of rounds.
KERNEL(own_rounds)(int *out) {
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < BAD(t) GOOD(blockDim.x); i++) {
        sum += i * t;
        __syncthreads();
    }
    out[t] = sum;
}

// Both branches have a barrier of their own.
KERNEL(barrier_in_both)(int *out, int n) {
    __shared__ int s[256];
    int t = threadIdx.x & 255;
    if (BAD(t) GOOD(n) % 2 == 0) {
        s[t] = n;
        __syncthreads();
        out[t] = s[255 - t];
    } else {
        s[t] = t;
        __syncthreads();
        out[t + 256] = s[255 - t] + 1;
    }
}

// A prefix sum that reads and writes in the same step.
KERNEL(scan_step)(int *out, const int *in) {
    __shared__ int s[256];
    int t = threadIdx.x & 255;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < 256; d <<= 1) {
        int v = t >= d ? s[t - d] : 0;
        GOOD(__syncthreads();)
        s[t] += v;
        __syncthreads();
    }
    out[t] = s[t];
}

// A matrix product whose tile is overwritten while it is read.
KERNEL(matrix_product, 16, 16)(float *c, const float *a, const float *b, int n) {
    __shared__ float x[16][16], y[16][16];
    int tx = threadIdx.x & 15, ty = threadIdx.y & 15, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        x[ty][tx] = a[row * n + k + tx];
        y[ty][tx] = b[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < 16; i++) sum += x[ty][i] * y[i][tx];
        GOOD(__syncthreads();)
    }
    c[row * n + col] = sum;
}

// The array is as long as the block, and the last thread reads one more.
KERNEL(difference, 128)(float *out, const float *in) {
    __shared__ float s[128];
    int t = threadIdx.x;
    if (t < 128) s[t] = in[t];
    __syncthreads();
    if (t < 128) out[t] = s[t GOOD(% 127) + 1] - s[t];
}

// Columns and rows of a padded tile.
KERNEL(padded_tile, 32, 8)(float *out, const float *in) {
    __shared__ float s[32][BAD(31) GOOD(33)];
    int x = threadIdx.x, y = threadIdx.y;
    if (x < 32 && y < 8)
        for (int j = 0; j < 32; j += 8) s[y + j][x] = in[(y + j) * 32 + x];
    __syncthreads();
    if (x < 32 && y < 8)
        for (int j = 0; j < 32; j += 8) out[(y + j) * 32 + x] = s[x][y + j];
}

// A histogram with a bin too few.
KERNEL(bins)(int *out, const int *in) {
    __shared__ int bins[BAD(63) GOOD(64)];
    int t = threadIdx.x;
    if (t < 64) bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[in[t] & BAD(31) GOOD(63)], 1);
    __syncthreads();
    if (t < 32) out[t] = bins[t];
}

// An index that becomes negative in the first thread.
KERNEL(before_first)(int *out, const int *in) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 64) s[t GOOD(+ 1) - 1] = in[t];
    __syncthreads();
    if (t < 63) out[t] = s[t];
}

// The halo of a row on both sides, of which one is missing.
KERNEL(halo_of_row)(float *out, const float *in) {
    __shared__ float s[BAD(257) GOOD(258)];
    int t = threadIdx.x;
    if (t < 256) s[t + 1] = in[t + 1];
    if (t == 0) {
        s[0] = in[0];
        s[257] = in[257];
    }
    __syncthreads();
    if (t < 255) out[t] = s[t] + s[t + 1] + s[t + 2];
}

// A constant address of a device that does not exist here.
KERNEL(register_of_device)(int *out) {
    volatile int *device = BAD(reinterpret_cast<volatile int *>(0x400)) GOOD(out + 256);
    *device = 1;
    out[0] = 2;
}

// A pointer is cleared before its last use.
KERNEL(cleared_pointer)(int **table, int *out) {
    int *p = out;
    if (threadIdx.x == 0) table[0] = p;
    BAD(p = nullptr;)
    ((volatile int *)p)[threadIdx.x] = 1;
}

// The end of a list in a loop.
struct Link { Link *next; int value; };
KERNEL(after_the_list)(Link *list, int *out) {
    Link *link = list;
    while (link->next != nullptr) link = link->next;
    BAD(link = link->next;)
    out[0] = ((volatile Link *)link)->value;
}

// Two kernels' worth of work in two blocks.
KERNEL(two_blocks)(int *flag, int *data, int *out) {
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0) data[0] = 42;
    } else if (blockIdx.x == 1) {
        if (threadIdx.x == 0) out[0] = data[BAD(0) GOOD(1)];
    }
}

// Each block adds its sum to one word.
KERNEL(sum_of_blocks)(int *total, const int *in) {
    int v = __syncthreads_count(in[blockIdx.x * blockDim.x + threadIdx.x] > 0);
    if (threadIdx.x == 0) {
        BAD(total[0] += v;)
        GOOD(atomicAdd(total, v);)
    }
}

// Tiles of consecutive blocks overlap by a row.
KERNEL(overlapping_tiles, 16, 16)(float *out, const float *in, int width) {
    int x = threadIdx.x, y = blockIdx.x * BAD(15) GOOD(16) + threadIdx.y;
    if (x < 16 && threadIdx.y < 16) out[y * 16 + x] = in[y * 16 + x] + blockIdx.x;
}

// Blocks read the edge that the neighbour writes.
KERNEL(edge_of_neighbour)(float *data, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float s[1024];
    s[threadIdx.x] = i < n ? data[i] : 0;
    __syncthreads();
    float right = threadIdx.x + 1 < blockDim.x ? s[threadIdx.x + 1] : i + 1 < n ? data[i + 1] : 0;
    if (i < n) BAD(data) GOOD(out)[i] = s[threadIdx.x] + right;
}

// A message between blocks whose flag is set before the data is there.
KERNEL(message)(int *data, int *flag, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        data[0] = 42;
        GOOD(__threadfence();)
        atomicExch(flag, 1);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (atomicAdd(flag, 0) == 0) {}
        GOOD(__threadfence();)
        out[0] = *(volatile int *)data;
    }
}

// Counting across blocks with the atomics of a block.
KERNEL(counter_of_block)(int *counter, int *slots) {
    if (threadIdx.x == 0) {
        int at = BAD(atomicAdd_block) GOOD(atomicAdd)(counter, 1);
        slots[at] = blockIdx.x;
    }
}

// The last block sums up, without a fence after the partial sums.
KERNEL(last_block)(int *partial, int *done, int *total, const int *in) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = in[blockIdx.x];
        GOOD(__threadfence();)
        last = atomicAdd(done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        GOOD(__threadfence();)
        int sum = 0;
        for (int i = 0; i < gridDim.x; i++) sum += ((volatile int *)partial)[i];
        *total = sum;
    }
}

// A lock between blocks with a fence of a block.
KERNEL(lock_of_block)(int *lock, int *sum, const int *in) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {}
        BAD(__threadfence_block();)
        GOOD(__threadfence();)
        *(volatile int *)sum = *(volatile int *)sum + in[blockIdx.x];
        BAD(__threadfence_block();)
        GOOD(__threadfence();)
        atomicExch(lock, 0);
    }
}
