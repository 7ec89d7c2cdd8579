// Not all threads of a block come to a barrier.
#include "labelled.h"

// The barrier is behind a condition on the index.
KERNEL(half)(int *out, const int *in) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    if (t < 128) {
        BAD(__syncthreads();)
        out[t] = in[t + 1];
    }
    GOOD(__syncthreads();)
    out[t + 256] = s[255 - t];
}

// The threads beyond the end leave before the barrier.
KERNEL(early_return)(int *out, const int *in, int n) {
    __shared__ int s[256];
    int t = threadIdx.x, g = blockIdx.x * 256 + t;
    BAD(if (g >= n) return;)
    s[t] = GOOD(g >= n ? 0 :) in[g];
    __syncthreads();
    if (g < n) out[g] = s[255 - t];
}

// The number of rounds is the index.
KERNEL(rounds_by_index, 64)(int *data) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (int i = 0; i < BAD(t) GOOD(64); i++) {
        data[t] += s[(t + i) % 64];
        __syncthreads();
    }
}

// A tree of additions whose barrier is in the branch.
KERNEL(reduce)(int *out, const int *in) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half) {
            s[t] += s[t + half];
            BAD(__syncthreads();)
        }
        GOOD(__syncthreads();)
    }
    if (t == 0) out[0] = s[0];
}

// Both ways of a branch have a barrier of their own, one of them two.
KERNEL(one_and_two, 128)(int *out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = t;
    if (t < 64) {
        __syncthreads();
        out[t] = s[127 - t];
        BAD(__syncthreads();)
    } else {
        __syncthreads();
        out[t] = s[t - 64];
    }
}

// Only the first warp comes.
KERNEL(first_warp)(int *out, const int *in) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 32) {
        s[t] = in[t];
        BAD(__syncthreads();)
        GOOD(__syncwarp();)
        out[t] = s[31 - t];
    }
}

// Threads leave a loop with a barrier at different times.
KERNEL(break_by_index)(int *data) {
    int t = threadIdx.x;
    for (int i = 0; i < 16; i++) {
        BAD(if (i * 16 > t) break;)
        data[t + i * 256] += i;
        __syncthreads();
        data[(t + 1) % 256 + i * 256] += t;
        __syncthreads();
    }
}

// A loop over elements in steps of the block, with a barrier in it: the last round is not for all.
KERNEL(strided_loop)(int *out, const int *in) {
    __shared__ int s[256];
    int t = threadIdx.x;
    for (int i = t; BAD(i < 1000) GOOD(i - t < 1000); i += 256) {
        s[t] = i < 1000 ? in[i] : 0;
        __syncthreads();
        if (i < 1000) out[i] = s[255 - t];
        __syncthreads();
    }
}

// A condition on both indices.
KERNEL(interior, 16, 16)(float *out, const float *in) {
    __shared__ float s[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = in[y * 16 + x];
    if (x > 0 && y > 0 && x < 15 && y < 15) {
        BAD(__syncthreads();)
        out[y * 16 + x] = in[y * 16 + x];
    }
    GOOD(__syncthreads();)
    out[256 + y * 16 + x] = s[15 - y][15 - x];
}

// Each case of a switch but one has the barrier.
KERNEL(cases, 128)(int *out, const int *in) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    switch (t % 4) {
    case 0: out[t] = 1; BAD(__syncthreads();) break;
    case 1: out[t] = in[t]; BAD(__syncthreads();) break;
    case 2: out[t] = 3 * in[t]; BAD(__syncthreads();) break;
    default: out[t] = 0;
    }
    GOOD(__syncthreads();)
    out[t + 128] = s[127 - t];
}

// The barrier is in a helper that only some threads call.
__device__ __noinline__ void exchange(int *s) {
    int t = threadIdx.x;
    int v = s[127 - t];
    __syncthreads();
    s[t] = v;
}
KERNEL(helper, 128)(int *data) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    BAD(if (t != 17)) exchange(s);
    data[t] = s[t];
}

// The last thread leaves in the middle.
KERNEL(last_leaves)(int *out, const int *in) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    BAD(if (t == 255) return;)
    int v = s[255 - t];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    out[t] = s[t ^ 1];
}

// A barrier with a vote, for some.
KERNEL(vote)(int *out, const int *in) {
    int t = threadIdx.x, any = 0;
    if (t % 2 == 0) {
        BAD(any = __syncthreads_or(in[t]);)
        out[t] = 1;
    }
    GOOD(any = __syncthreads_or(t % 2 == 0 ? in[t] : 0);)
    out[t + 256] = any;
}

// A barrier that counts, in the last round only for some.
KERNEL(count)(int *out, const int *in) {
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < 8; i++) {
        BAD(if (i * 32 + t < 250) sum += __syncthreads_count(in[i * 32 + t]);)
        GOOD(sum += __syncthreads_count(i * 32 + t < 250 && in[i * 32 + t]);)
    }
    out[t] = sum;
}

// Nested conditions, the inner one on the index.
KERNEL(nested)(int *out, const int *in, int mode) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    if (mode == 1) {
        if (t > 31) {
            out[t] = in[t];
            BAD(__syncthreads();)
        }
        GOOD(__syncthreads();)
        out[t + 256] = s[255 - t];
    }
}

// Threads go on while their own element is not done.
KERNEL(until_done, 128)(int *data) {
    __shared__ int s[128];
    int t = threadIdx.x, v = data[t];
    BAD(while (v > 1) {
        s[t] = v;
        __syncthreads();
        v = s[t] / 2;
    })
    GOOD(while (__syncthreads_or(v > 1)) {
        s[t] = v;
        __syncthreads();
        v = s[t] / 2;
    })
    data[t] = v;
}

// The condition is on what a thread has loaded.
KERNEL(by_data, 128)(int *out, const int *in) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    if (in[t + 128] > 0) {
        BAD(__syncthreads();)
        out[t] = in[t];
    }
    GOOD(__syncthreads();)
    out[t + 128] = s[127 - t];
}

// The rank in the warp decides.
KERNEL(by_lane)(int *out, const int *in) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    if ((t & 31) != 0) {
        BAD(__syncthreads();)
        out[t] = 1;
    }
    GOOD(__syncthreads();)
    out[t + 256] = s[255 - t];
}

// The second loop has one round more for the lower half.
KERNEL(one_round_more, 128)(int *data) {
    int t = threadIdx.x;
    int rounds = BAD(t < 64 ? 5 : 4) GOOD(5);
    for (int i = 0; i < rounds; i++) {
        int v = data[(t + i) % 128];
        __syncthreads();
        data[t] = v + i;
        __syncthreads();
    }
}

// A condition on an element that threads share by rows.
KERNEL(by_row, 32, 8)(int *out, const int *in) {
    __shared__ int s[8][32];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = in[y * 32 + x];
    if (y != 3) {
        BAD(__syncthreads();)
        out[y * 32 + x] = y;
    }
    GOOD(__syncthreads();)
    out[256 + y * 32 + x] = s[7 - y][x];
}

// The triangle of a matrix: rows of threads end at different rounds.
KERNEL(triangle, 32)(float *m) {
    int t = threadIdx.x;
    for (int k = 0; k < 32; k++) {
        BAD(if (t <= k) continue;)
        float f = GOOD(t <= k ? 0 :) m[t * 32 + k] / m[k * 33];
        __syncthreads();
        GOOD(if (t > k)) m[t * 32 + k] = f;
        __syncthreads();
    }
}

// A goto jumps over the barrier.
KERNEL(jump, 128)(int *out, const int *in) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    if (t == 5) {
        out[0] = s[t];
        BAD(goto end;)
    }
    __syncthreads();
    out[t + 256] = s[127 - t];
end:
    out[t + 1] = s[t];
}

// Threads of a block with several rows leave by their own column.
KERNEL(columns_leave, 16, 16)(float *out, const float *in) {
    __shared__ float s[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    BAD(if (x >= 12) return;)
    s[y][x] = in[y * 16 + x];
    __syncthreads();
    out[y * 16 + x] = s[x][y];
}

// A barrier in a short-circuit condition.
KERNEL(short_circuit)(int *out, const int *in) {
    int t = threadIdx.x;
    BAD(int yes = t > 40 && __syncthreads_or(in[t]);)
    GOOD(int yes = __syncthreads_or(in[t]) && t > 40;)
    out[t] = yes;
}
