// Barriers by number: who comes, how many, and in which order.
#include "labelled.h"

// Producers and consumers: the consumers do not wait.
KERNEL(no_wait, 128)(int *out, const int *in) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 64) {
        s[t] = in[t];
        bar_arrive(1, 128);
    } else if (t < 128) {
        GOOD(bar_sync(1, 128);)
        BAD(bar_arrive(1, 128);)
        out[t] = s[127 - t];
    }
}

// The buffer is filled again before it has been read.
KERNEL(taken_back, 128)(int *out, const int *in, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 64) {
        for (int i = 0; i < n; i++) {
            GOOD(bar_sync(2, 128);)
            s[t] = in[i * 64 + t];
            bar_arrive(1, 128);
        }
    } else if (t < 128) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            GOOD(bar_arrive(2, 128);)
            bar_sync(1, 128);
            sum += s[127 - t];
        }
        out[t] = sum;
    }
}

// Both sides use a number of their own.
KERNEL(different_numbers, 128)(int *out, const int *in) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 64) {
        s[t] = in[t];
        bar_sync(1, BAD(64) GOOD(128));
    } else if (t < 128) {
        bar_sync(BAD(2, 64) GOOD(1, 128));
        out[t] = s[127 - t];
    }
}

// The count leaves out a warp that comes.
KERNEL(count_too_small)(int *out, const int *in) {
    __shared__ int s[96];
    int t = threadIdx.x;
    if (t < 96) {
        s[t] = in[t];
        bar_sync(1, BAD(64) GOOD(96));
        out[t] = s[95 - t];
    }
}

// More are awaited than ever come.
KERNEL(count_too_large)(int *out, const int *in) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 64) {
        s[t] = in[t];
        bar_sync(1, BAD(128) GOOD(64));
        out[t] = s[63 - t];
    }
}

// Two groups wait for each other in opposite order.
KERNEL(circular, 128)(int *out, const int *in) {
    __shared__ int s[64], r[64];
    int t = threadIdx.x;
    if (t < 64) {
        s[t] = in[t];
        BAD(bar_sync(1, 128); bar_arrive(2, 128);)
        GOOD(bar_arrive(2, 128); bar_sync(1, 128);)
        out[t] = r[63 - t];
    } else if (t < 128) {
        r[t - 64] = in[t];
        bar_sync(2, 128);
        bar_arrive(1, 128);
        out[t] = s[127 - t];
    }
}

// A count that is no multiple of a warp.
KERNEL(part_of_warp)(int *out, const int *in) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 64) {
        s[t] = in[t];
        bar_sync(1, BAD(48) GOOD(64));
        out[t] = s[63 - t];
    }
}

// A group meets in a branch that part of its threads do not take.
KERNEL(group_divides)(int *out, const int *in) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 64) {
        s[t] = in[t];
        if (BAD(t < 32) GOOD(t < 64)) bar_sync(1, 64);
        out[t] = s[63 - t];
    }
}

// The second barrier of a producer is the first one of the consumers again.
KERNEL(reused_number, 64)(int *out, const int *in) {
    __shared__ int a[32], b[32];
    int t = threadIdx.x;
    if (t < 32) {
        a[t] = in[t];
        bar_arrive(1, 64);
        b[t] = in[t + 32];
        bar_arrive(BAD(1) GOOD(2), 64);
    } else if (t < 64) {
        bar_sync(1, 64);
        out[t] = a[63 - t];
        bar_sync(BAD(1) GOOD(2), 64);
        out[t + 64] = b[63 - t];
    }
}

// Two buffers of which the second is read after the barrier of the first.
KERNEL(second_buffer, 128)(int *out, const int *in) {
    __shared__ int a[64], b[64];
    int t = threadIdx.x;
    if (t < 64) {
        a[t] = in[t];
        bar_arrive(1, 128);
        b[t] = in[t + 64];
        bar_arrive(2, 128);
    } else if (t < 128) {
        bar_sync(1, 128);
        out[t] = a[127 - t] + BAD(b[127 - t]) GOOD(0);
        bar_sync(2, 128);
        out[t + 64] = b[127 - t];
    }
}
