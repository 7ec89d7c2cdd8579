// Graph codes on compressed rows: vertices and their neighbours, pulled and pushed, with data structures that are updated.
#include "labelled.h"

// The neighbours of each vertex are pushed to without atomics: the sum of all vertices in one word.
KERNEL(total_of_neighbours)(const int *row, const int *col, const int *weight, int *total, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) {
        for (int e = row[v]; e < row[v + 1]; e++) {
            BAD(total[0] += weight[col[e]];)
            GOOD(atomicAdd(total, weight[col[e]]);)
        }
    }
}

// The greatest label of any neighbour is kept in one word.
KERNEL(greatest_label)(const int *row, const int *col, const int *label, int *most, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) {
        int best = 0;
        for (int e = row[v]; e < row[v + 1]; e++) best = max(best, label[col[e]]);
        BAD(if (*most < best) *most = best;)
        GOOD(if (*(volatile int *)most < best) atomicMax(most, best);)
    }
}

// The worklist's end is read and written.
KERNEL(append_to_list)(const int *row, const int *col, int *list, int *size, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n && row[v + 1] - row[v] > 3) {
        BAD(int at = *size; *size = at + 1;)
        GOOD(int at = atomicAdd(size, 1);)
        list[at] = v;
    }
}

// Whether anything has changed: threads that store the same value.
KERNEL(changed_number)(const int *row, const int *col, int *dist, const int *before, int *changed, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) {
        int d = before[v];
        for (int e = row[v]; e < row[v + 1]; e++) d = min(d, before[col[e]] + 1);
        dist[v] = d;
        if (d < before[v]) {
            BAD(changed[0]++;)
            GOOD(changed[0] = 1;)
        }
    }
}

// A warp for each vertex, whose lanes add to the vertex without protection.
KERNEL(warp_per_vertex)(const int *row, const int *col, const int *weight, int *sum, int n) {
    int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (v < n) {
        for (int e = row[v] + lane; e < row[v + 1]; e += 32) {
            BAD(sum[v] += weight[col[e]];)
            GOOD(atomicAdd(&sum[v], weight[col[e]]);)
        }
    }
}

// A block for each vertex: the sum in shared memory is taken before all have added.
KERNEL(block_per_vertex)(const int *row, const int *col, const int *weight, int *sum, int n) {
    __shared__ int s;
    int v = blockIdx.x;
    if (v < n) {
        if (threadIdx.x == 0) s = 0;
        __syncthreads();
        for (int e = row[v] + threadIdx.x; e < row[v + 1]; e += blockDim.x) atomicAdd(&s, weight[col[e]]);
        GOOD(__syncthreads();)
        if (threadIdx.x == 0) sum[v] = s;
    }
}

// The same, where the word is cleared without a barrier.
KERNEL(cleared_late)(const int *row, const int *col, const int *weight, int *sum, int n) {
    __shared__ int s;
    int v = blockIdx.x;
    if (v < n) {
        if (threadIdx.x == 0) s = 0;
        GOOD(__syncthreads();)
        for (int e = row[v] + threadIdx.x; e < row[v + 1]; e += blockDim.x) atomicMax(&s, weight[col[e]]);
        __syncthreads();
        if (threadIdx.x == 0) sum[v] = s;
    }
}

// Vertices are handed to the block by its first thread.
KERNEL(handed_out)(const int *row, const int *list, int *degree, int *next, int n) {
    __shared__ int s;
    for (;;) {
        if (threadIdx.x == 0) s = atomicAdd(next, blockDim.x);
        __syncthreads();
        int at = s + threadIdx.x;
        GOOD(__syncthreads();)
        if (at - threadIdx.x >= n) break;
        if (at < n) degree[at] = row[list[at] + 1] - row[list[at]];
    }
}

// A barrier that only threads with a vertex reach.
KERNEL(barrier_for_vertices)(const int *row, int *degree, int *most, int n) {
    __shared__ int s[256];
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    BAD(if (v >= n) return;)
    int d = GOOD(v < n ?) row[v + 1] - row[v] GOOD(: 0);
    s[threadIdx.x & 255] = d;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half) s[threadIdx.x] = max(s[threadIdx.x], s[threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicMax(most, s[0]);
    if (v < n) degree[v] = d;
}

// The partial sums of warps are read by the first warp too early.
KERNEL(partial_sums)(const int *row, int *total, int n) {
    __shared__ int parts[32];
    int v = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int d = v < n ? row[v + 1] - row[v] : 0;
    for (int k = 16; k > 0; k /= 2) d += __shfl_down_sync(~0u, d, k);
    if (lane == 0) parts[warp] = d;
    GOOD(__syncthreads();)
    if (warp == 0) {
        d = lane < blockDim.x / 32 ? parts[lane] : 0;
        for (int k = 16; k > 0; k /= 2) d += __shfl_down_sync(~0u, d, k);
        if (lane == 0) atomicAdd(total, d);
    }
}

// Results per block, of which one word is shared by two blocks.
KERNEL(per_block)(const int *row, int *result, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0 && v < n) result[blockIdx.x BAD(/ 2)] = row[v];
}

// The frontier of the next round is written where this round's is read.
KERNEL(frontier)(int *frontier, int *other, const int *next, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int v = frontier[n - 1 - i];
        BAD(frontier[i] = next[v];)
        GOOD(other[i] = next[v];)
    }
}
