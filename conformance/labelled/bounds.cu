// Accesses beyond the end of arrays whose length the module knows.
#include "labelled.h"

// One element too many.
KERNEL(one_too_many)(int *out, const int *in) {
    __shared__ int s[BAD(255) GOOD(256)];
    int t = threadIdx.x;
    if (t < 256) s[t] = in[t];
    __syncthreads();
    if (t < 255) out[t] = s[254 - t];
}

// The neighbour to the right of the last element.
KERNEL(right_neighbour)(int *out, const int *in) {
    __shared__ int s[256];
    int t = threadIdx.x;
    if (t < 256) s[t] = in[t];
    __syncthreads();
    if (t < BAD(256) GOOD(255)) out[t] = s[t + 1];
}

// The neighbour to the left of the first element.
KERNEL(left_neighbour)(int *out, const int *in) {
    __shared__ int s[256];
    int t = threadIdx.x;
    if (t < 256) s[t] = in[t];
    __syncthreads();
    if (t < 256 GOOD(&& t > 0)) out[t] = s[t - 1];
}

// Rows and columns are exchanged in an array that is not square.
KERNEL(exchanged, 32, 8)(float *out, const float *in) {
    __shared__ float s[8][32];
    int x = threadIdx.x, y = threadIdx.y;
    if (x < 32 && y < 8) BAD(s[x][y]) GOOD(s[y][x]) = in[y * 32 + x];
    __syncthreads();
    if (x < 8 && y < 8) out[y * 8 + x] = s[x][y];
}

// The array is indexed with the index in the grid.
KERNEL(index_of_grid)(int *out, const int *in) {
    __shared__ int s[256];
    int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
    s[BAD(g) GOOD(t)] = in[g];
    __syncthreads();
    out[g] = s[255 - t];
}

// A loop runs one round too far.
KERNEL(loop_too_far)(int *out, const int *in) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 64) s[t] = in[t];
    __syncthreads();
    int sum = 0;
    for (int i = 0; i BAD(<=) GOOD(<) 64; i++) sum += s[i] * t;
    out[t] = sum;
}

// A tree of additions that begins with the whole block.
KERNEL(reduce_from_top)(int *out, const int *in) {
    __shared__ int s[256];
    int t = threadIdx.x;
    if (t < 256) s[t] = in[t];
    __syncthreads();
    for (int half = BAD(256) GOOD(128); half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) out[0] = s[0];
}

// A table in local memory.
KERNEL(local_table)(int *out, const int *in) {
    int table[8];
    for (int i = 0; i < 8; i++) table[i] = in[i];
    int t = threadIdx.x;
    out[t] = table[t % BAD(9) GOOD(8)];
}

// A local array is filled one too far.
KERNEL(local_fill)(int *out, const int *in) {
    int list[16];
    int t = threadIdx.x;
#pragma unroll 1
    for (int i = 0; i BAD(<=) GOOD(<) 16; i++) list[i] = in[t + i];
    out[t] = list[in[t] & 15];
}

// A negative index of a local array.
KERNEL(local_negative)(int *out, const int *in) {
    int list[32];
    int t = threadIdx.x;
    for (int i = 0; i < 32; i++) list[i] = in[i * 64 + t];
    int lane = t & 31;
    out[t] = list[lane BAD(- 1) GOOD(^ 1)];
}

// A table in constant memory.
__constant__ int weights[16];
KERNEL(constant_table)(int *out) {
    int t = threadIdx.x;
    if (t < BAD(17) GOOD(16)) out[t] = weights[t] * 2;
}

// A table of the module in global memory.
__device__ int results[100];
KERNEL(module_table)(const int *in) {
    int t = threadIdx.x;
    if (t BAD(<=) GOOD(<) 100) results[t] = in[t];
}

// Vectors of 16 bytes beyond the end.
KERNEL(vectors)(int4 *out, const int *in) {
    __shared__ __attribute__((aligned(16))) int s[BAD(1020) GOOD(1024)];
    int t = threadIdx.x;
    if (t < 256)
        for (int i = 0; i < BAD(3) GOOD(4); i++) s[t + 256 * i] = in[t + 256 * i];
    __syncthreads();
    if (t < 256) out[t] = reinterpret_cast<int4 *>(s)[t];
}

// The halo of a tile has one row only.
KERNEL(tile_halo, 16, 16)(float *out, const float *in) {
    __shared__ float s[BAD(17) GOOD(18)][18];
    int x = threadIdx.x, y = threadIdx.y;
    if (x < 16 && y < 16) s[y + 1][x + 1] = in[y * 16 + x];
    if (y == 0 && x < 16) s[0][x + 1] = s[17][x + 1] = 0;
    if (y == 1 && x < 16) s[x + 1][0] = s[x + 1][17] = 0;
    __syncthreads();
    if (x < 16 && y < 16) out[y * 16 + x] = s[y][x + 1] + s[y + 1][x] + s[y + 1][x + 2];
}

// One sum for each warp, and too few places.
KERNEL(warp_sums)(int *out, const int *in) {
    __shared__ int sums[BAD(7) GOOD(8)];
    int t = threadIdx.x;
    if (t < 256 && t % 32 == 0) sums[t / 32] = in[t];
    __syncthreads();
    if (t < 7) out[t] = sums[t];
}

// A shift that is one short.
KERNEL(shifted)(int *out, const int *in) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 64) s[t] = in[t];
    __syncthreads();
    if (t < 256) out[t] = s[t >> BAD(1) GOOD(2)];
}

// The last of the threads that are asked for is one too many.
KERNEL(guarded_one_late)(int *out, const int *in) {
    __shared__ int s[100];
    int t = threadIdx.x;
    if (t BAD(<=) GOOD(<) 100) s[t] = in[t];
    __syncthreads();
    if (t < 99) out[t] = s[99 - t];
}

// A constant index beyond the end.
KERNEL(constant_index)(int *out, const int *in) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 32) s[t] = in[t];
    __syncthreads();
    if (t == 0) s[BAD(32) GOOD(31)] = 7;
    __syncthreads();
    out[t] = s[t & 31];
}

// The mirror of the index is one beyond the end.
KERNEL(mirror)(int *out, const int *in) {
    __shared__ int s[128];
    int t = threadIdx.x;
    if (t < 128) s[t] = in[t];
    __syncthreads();
    if (t < 128) out[t] = s[BAD(128) GOOD(127) - t];
}

// Two elements for each thread, and room for one and a half.
KERNEL(two_each)(int *out, const int *in) {
    __shared__ int s[BAD(192) GOOD(256)];
    int t = threadIdx.x;
    if (t < 128) {
        s[2 * t] = in[2 * t];
        s[2 * t + 1] = in[2 * t + 1];
    }
    __syncthreads();
    if (t < 128) out[t] = s[t];
}

// Three planes of a volume, of which four are addressed.
KERNEL(planes)(float *out, const float *in) {
    __shared__ float s[BAD(3) GOOD(4)][8][8];
    int x = threadIdx.x & 7, y = threadIdx.x >> 3 & 7, z = threadIdx.x >> 6;
    if (z < 4) s[z][y][x] = in[threadIdx.x];
    __syncthreads();
    if (z < 3) out[threadIdx.x] = s[z][x][y];
}

// Bytes of a word array, counted in words.
KERNEL(bytes_for_words)(int *out, const int *in) {
    __shared__ __attribute__((aligned(4))) char s[256];
    int *words = reinterpret_cast<int *>(s);
    int t = threadIdx.x;
    if (t < BAD(128) GOOD(64)) words[t] = in[t];
    __syncthreads();
    if (t < 64) out[t] = words[63 - t];
}

// A window that begins before the array.
KERNEL(window)(int *out, const int *in) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 64) s[t] = in[t];
    __syncthreads();
    if (t < 64 GOOD(&& t >= 2 && t < 62)) {
        int sum = 0;
        for (int i = -2; i <= 2; i++) sum += s[t + i];
        out[t] = sum;
    }
}

// A structure whose last member is beyond the array.
struct Pair { int first, second; };
KERNEL(pairs)(int *out, const int *in) {
    __shared__ Pair s[BAD(63) GOOD(64)];
    int t = threadIdx.x;
    if (t < 64) s[t].second = in[t];
    __syncthreads();
    if (t < 63) out[t] = s[t].second;
}
