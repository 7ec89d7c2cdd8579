// Lanes of a warp: masks, shuffles, and threads that have left.
#include "labelled.h"

// The mask names all lanes, of which half come.
KERNEL(half_comes)(int *out, const int *in) {
    int t = threadIdx.x, v = in[t];
    if (t % 32 < 16) out[t] = __shfl_xor_sync(BAD(~0u) GOOD(0xffffu), v, 1);
}

// The mask leaves out the lane that executes.
KERNEL(not_in_mask)(int *out, const int *in) {
    int t = threadIdx.x, lane = t & 31, v = in[t];
    if (lane < 17) out[t] = __any_sync(BAD(0xffffu) GOOD(0x1ffffu), v);
}

// A mask from a ballot of fewer lanes than use it.
KERNEL(mask_of_ballot)(int *out, const int *in) {
    int t = threadIdx.x, lane = t & 31;
    unsigned mask = __ballot_sync(~0u, lane < 16);
    if (lane < BAD(20) GOOD(16)) {
        __syncwarp(mask);
        out[t] = in[t];
    }
}

// A shuffle reads a lane that does not take part.
KERNEL(lane_outside)(int *out, const int *in) {
    int t = threadIdx.x, lane = t & 31, v = in[t];
    if (lane < 8) out[t] = __shfl_sync(0xffu, v, BAD(12) GOOD(3));
}

// The lower half leaves before all are to meet.
KERNEL(half_leaves)(int *out, const int *in) {
    int t = threadIdx.x, lane = t & 31;
    BAD(if (lane < 16) return;)
    __syncwarp();
    int sum = in[t];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    out[t] = sum;
}

// Threads beyond 100 leave, and their lanes are read.
KERNEL(last_leave)(int *out, const int *in) {
    int t = threadIdx.x;
    BAD(if (t > 100) return;)
    int v = t > 100 ? 0 : in[t];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
    if (t % 32 == 0) out[t / 32] = v;
}

// A vote in a loop whose rounds depend on the lane.
KERNEL(rounds_by_lane)(int *out, const int *in) {
    int t = threadIdx.x, lane = t & 31, sum = 0;
    for (int i = 0; i < BAD(lane) GOOD(32); i++) sum += __all_sync(~0u, in[i * 32 + lane] > 0);
    out[t] = sum;
}

// Even lanes shuffle and odd ones vote, each with all lanes in the mask.
KERNEL(two_ways)(int *out, const int *in) {
    int t = threadIdx.x, v = in[t];
    if (t & 1) out[t] = __shfl_xor_sync(BAD(~0u) GOOD(0xaaaaaaaau), v, 2);
    else out[t] = __ballot_sync(BAD(~0u) GOOD(0x55555555u), v > 4);
}

// The first lane alone meets a warp.
KERNEL(first_alone)(int *out, const int *in) {
    int t = threadIdx.x;
    if (t % 32 == 0) {
        out[t] = in[t];
        BAD(__syncwarp();)
    }
    GOOD(__syncwarp();)
    out[t + 1024] = in[t + 1];
}

// A sum of 32 lanes of which 24 take part.
KERNEL(two_dozen)(int *out, const int *in) {
    int t = threadIdx.x, lane = t & 31;
    if (lane < 24) {
        int v = in[t];
        for (int d = BAD(16) GOOD(4); d > 0; d /= 2) v += __shfl_xor_sync(BAD(~0u) GOOD(0xffffffu), v, d);
        out[t] = v;
    }
}

// The mask is a constant of the wrong half.
KERNEL(wrong_half)(int *out, const int *in) {
    int t = threadIdx.x, lane = t & 31;
    if (lane >= 16) out[t] = __ballot_sync(BAD(0xffffu) GOOD(0xffff0000u), in[t] > 0);
}

// The reduction of a warp is in a branch on the index of the thread within the warp.
KERNEL(guarded_reduction)(int *out, const int *in) {
    int t = threadIdx.x, v = in[t];
    if (t BAD(< 40) GOOD(< 64)) {
        for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
        if (t % 32 == 0) out[t / 32] = v;
    }
}

// Lanes are read that have left a loop.
KERNEL(left_loop)(int *out, const int *in) {
    int t = threadIdx.x, lane = t & 31, v = in[t];
    BAD(for (int i = 0; i <= lane; i++) v += __shfl_sync(~0u, v, i);)
    GOOD(for (int i = 0; i < 32; i++) {
        int other = __shfl_sync(~0u, v, i);
        if (i <= lane) v += other;
    })
    out[t] = v;
}

// A segment of 8 lanes that is read across its end.
KERNEL(mask_of_segment)(int *out, const int *in) {
    int t = threadIdx.x, lane = t & 31, v = in[t];
    unsigned mask = 0xffu << (lane / 8 * 8);
    out[t] = __shfl_sync(mask, v, BAD((lane + 8) % 32) GOOD(lane / 8 * 8));
}

// A mask of the lanes that are active by chance, for work that all lanes share.
KERNEL(mask_of_active)(int *out, const int *in) {
    int t = threadIdx.x, lane = t & 31, v = in[t];
    if (lane < 16) {
        unsigned mask = BAD(__activemask() | 0x10000u) GOOD(0xffffu);
        out[t] = __shfl_xor_sync(mask, v, 1);
    }
}

// The shuffle is in a condition that stops after the first operand.
KERNEL(short_circuit)(int *out, const int *in) {
    int t = threadIdx.x, lane = t & 31, v = in[t];
    BAD(int yes = lane > 3 && __shfl_xor_sync(~0u, v, 1) > 0;)
    GOOD(int other = __shfl_xor_sync(~0u, v, 1); int yes = lane > 3 && other > 0;)
    out[t] = yes;
}
