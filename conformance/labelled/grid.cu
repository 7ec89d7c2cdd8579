// Blocks meet in global memory.
#include "labelled.h"

// The index of the block is forgotten.
KERNEL(no_block_index)(int *out) {
    int t = threadIdx.x;
    int i = BAD(t) GOOD(blockIdx.x * blockDim.x + t);
    out[i] = blockIdx.x + t;
}

// The next element belongs to the next block at its edge.
KERNEL(edge)(int *data, int n) {
    __shared__ int s[257];
    int g = blockIdx.x * 256 + threadIdx.x;
    s[threadIdx.x] = data[g];
    if (threadIdx.x == 255) s[256] = BAD(data[g + 1]) GOOD(0);
    __syncthreads();
    data[g] = s[threadIdx.x] + s[threadIdx.x + 1];
}

// In-place shift over the whole grid.
KERNEL(shift)(int *out, int *data) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int v = data[g + 1];
    BAD(__syncthreads(); data[g] = v;)
    GOOD(out[g] = v;)
}

// Sums of blocks in one word.
KERNEL(block_sums)(int *out, const int *in) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) {
        BAD(*out += s[0];)
        GOOD(atomicAdd(out, s[0]);)
    }
}

// Every block writes its sum to the first place.
KERNEL(block_result, 64)(int *out, const int *in) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int i = 0; i < 64; i++) sum += s[i];
        out[BAD(0) GOOD(blockIdx.x)] = sum + blockIdx.x;
    }
}

// Rows by x, blocks by y: the row of the block is missing in the index.
KERNEL(rows, 16, 16)(float *out, const float *in, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    out[BAD(threadIdx.y) GOOD(y) * width + x] = in[y * width + x] + blockIdx.y;
}

// The stride of blocks is half of what it should be.
KERNEL(half_stride)(int *out) {
    int t = threadIdx.x;
    out[blockIdx.x * BAD(128) GOOD(256) + t] = t + 1000 * blockIdx.x;
}

// A block leaves its result for the next one without any order.
KERNEL(chain)(int *sums, const int *in, int *out) {
    int t = threadIdx.x;
    if (t == 0) {
        int before = BAD(blockIdx.x > 0 ? sums[blockIdx.x - 1] : 0) GOOD(0);
        sums[blockIdx.x] = before + in[blockIdx.x];
    }
}

// Block 0 initialises what all use.
KERNEL(initialised_by_first)(int *count, const int *in) {
    BAD(if (blockIdx.x == 0 && threadIdx.x == 0) *count = 0;)
    __syncthreads();
    if (in[blockIdx.x * blockDim.x + threadIdx.x] > 0) atomicAdd(count, 1);
}

// The first block writes a table that all others read.
KERNEL(table_by_first)(int *table, int *out) {
    int t = threadIdx.x;
    BAD(if (blockIdx.x == 0) table[t] = t * t;)
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = table[t];
}

// A stencil in place.
KERNEL(stencil)(float *out, float *data) {
    int g = blockIdx.x * blockDim.x + threadIdx.x + 1;
    float v = data[g - 1] + data[g + 1];
    __syncthreads();
    BAD(data[g] = v;)
    GOOD(out[g] = v;)
}

// Two dimensions in place.
KERNEL(jacobi, 16, 16)(float *out, float *grid) {
    int x = blockIdx.x * 16 + threadIdx.x + 1, y = blockIdx.y * 16 + threadIdx.y + 1;
    float v = grid[(y - 1) * 1026 + x] + grid[(y + 1) * 1026 + x] + grid[y * 1026 + x - 1] + grid[y * 1026 + x + 1];
    BAD(grid[y * 1026 + x] = v;)
    GOOD(out[y * 1026 + x] = v;)
}

// A histogram of known places.
KERNEL(histogram)(int *bins) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    BAD(if (threadIdx.x < 16) bins[threadIdx.x] += g;)
    GOOD(if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], g);)
}

// The counter of the module, once for each block.
__device__ unsigned blocks_done;
KERNEL(done)(unsigned *out) {
    if (threadIdx.x == 0) {
        BAD(unsigned number = blocks_done; blocks_done = number + 1;)
        GOOD(unsigned number = atomicAdd(&blocks_done, 1u);)
        out[blockIdx.x] = number;
    }
}

// Each block copies its share and one element more.
KERNEL(copies_one_more, 64)(int *out) {
    for (int i = threadIdx.x; i < BAD(257) GOOD(256); i += 64) out[blockIdx.x * 256 + i] = blockIdx.x;
}

// A loop over the grid whose step is the block instead of the grid.
KERNEL(grid_stride)(int *data) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 100000; i += blockDim.x BAD() GOOD(*gridDim.x)) data[i] += 1;
}

// Blocks of odd numbers read what those of even numbers write.
KERNEL(odd_and_even)(int *out, int *data) {
    int t = threadIdx.x, b = blockIdx.x;
    BAD(if (b % 2 == 0) data[b * 256 + t] = t;
        else out[b * 256 + t] = data[(b - 1) * 256 + t];)
    GOOD(if (b % 2 == 0) data[b * 256 + t] = t;
         else out[b * 256 + t] = t;)
}

// A matrix is transposed in place by tiles.
KERNEL(transpose, 16, 16)(float *out, float *m) {
    __shared__ float tile[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = m[(blockIdx.y * 16 + y) * 1024 + blockIdx.x * 16 + x];
    __syncthreads();
    BAD(m[(blockIdx.x * 16 + y) * 1024 + blockIdx.y * 16 + x] = tile[x][y];)
    GOOD(out[(blockIdx.x * 16 + y) * 1024 + blockIdx.y * 16 + x] = tile[x][y];)
}

// A matrix is transposed into itself, element by element.
KERNEL(transpose_elements, 16, 16)(float *out, float *m) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float v = m[y * 512 + x];
    BAD(m[x * 512 + y] = v;)
    GOOD(out[x * 512 + y] = v;)
}

// The array is turned round in place.
KERNEL(reverse)(int *out, int *data) {
    int g = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    int v = data[n - 1 - g];
    BAD(data[g] = v;)
    GOOD(out[g] = v;)
}

// Vectors at an offset by single elements.
KERNEL(vectors, 64)(int *out) {
    int g = blockIdx.x * 64 + threadIdx.x;
    BAD(out[g] = g; out[g + 64] = -g;)
    GOOD(out[g] = g;)
}

// A flag that any block sets after it has been read.
KERNEL(changed)(int *changed, const int *in, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    BAD(if (g == 0) *changed = 0;)
    if (in[g] != out[g]) {
        out[g] = in[g];
        *changed = 1;
    }
}

// Each block keeps the maximum.
KERNEL(maximum)(int *out, const int *in) {
    if (threadIdx.x == 0) {
        int v = in[blockIdx.x];
        BAD(if (v > *out) *out = v;)
        GOOD(atomicMax(out, v);)
    }
}

// The last element is written by all blocks.
KERNEL(last_element)(int *out, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g < n) out[g] = g;
    BAD(if (threadIdx.x == 0) out[n] = blockIdx.x;)
    GOOD(if (g == 0) out[n] = n;)
}

// A structure with a pointer.
struct View { int *data; int pitch; };
KERNEL(structure)(View view) {
    int t = threadIdx.x;
    view.data[BAD(t) GOOD(blockIdx.x * blockDim.x + t)] = blockIdx.x * t;
}

// A helper that is not inlined stores by the index of the thread.
__device__ __noinline__ void store(int *p, int i, int v) { p[i] = v; }
KERNEL(helper)(int *out) {
    int t = threadIdx.x;
    store(out, BAD(t) GOOD(blockIdx.x * blockDim.x + t), blockIdx.x);
}

// Layers of blocks write to the same plane.
KERNEL(layers)(float *out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int plane = blockIdx.z;
    out[BAD() GOOD(plane * 65536 +) x] = plane * 0.5f;
}

// A scan by blocks adds the sum of the block before, which may not be there.
KERNEL(scan_blocks)(int *sums, int *data) {
    int t = threadIdx.x, g = blockIdx.x * 256 + t;
    if (t == 255) sums[blockIdx.x] = data[g];
    __syncthreads();
    BAD(if (blockIdx.x > 0) data[g] += sums[blockIdx.x - 1];)
    GOOD(data[g] += sums[blockIdx.x];)
}
