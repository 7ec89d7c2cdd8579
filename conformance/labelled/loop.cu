// Loops that never end.
#include "labelled.h"

// The counter is not stepped.
KERNEL(not_stepped)(volatile int *data) {
    int i = 0;
    while (i < 16) {
        data[i] = 1;
        GOOD(i++;)
    }
}

// Another variable is stepped.
KERNEL(other_stepped)(volatile int *data) {
    int i = 0, j = 0;
    while (i < 16) {
        data[j] = i;
        j++;
        GOOD(i++;)
    }
    data[100] = j;
}

// Counter and bound move together.
KERNEL(both_move)(volatile int *data, int n) {
    int i = 0, end = n;
    while (i < end) {
        data[i] = 1;
        i++;
        BAD(end++;)
    }
}

// The bound moves away with each round.
KERNEL(bound_moves)(volatile int *data) {
    unsigned i = 0, end = 64;
    while (i != end) {
        data[i & 63] = 1;
        BAD(i += 1; end += 1;)
        GOOD(i += 1;)
    }
}

// The counter is halved and never gets beyond 0.
KERNEL(halved)(volatile int *data) {
    for (int half = 128; half >= BAD(0) GOOD(1); half /= 2) data[half] = half;
}

// The counter is doubled from 0.
KERNEL(doubled_from_zero)(volatile int *data) {
    for (int d = BAD(0) GOOD(1); d < 256; d *= 2) data[d] = d;
}

// The step is 0.
KERNEL(step_of_zero)(volatile int *data) {
    int step = BAD(0) GOOD(1);
    for (int i = 0; i < 100; i += step) data[i] = step;
}

// The inner loop steps the outer counter.
KERNEL(wrong_counter)(volatile int *data) {
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; BAD(data[90] = i) GOOD(j++)) data[i * 8 + j] = 1;
}

// An unsigned counter that counts down to below 0.
KERNEL(unsigned_down)(volatile int *data) {
    for (unsigned i = 15; BAD(i < 100 || i > 99) GOOD(i < 16); i--) data[i & 15] = i;
}

// A thread waits for a flag that only it could set.
KERNEL(waits_for_itself)(int *out) {
    __shared__ int flag;
    int t = threadIdx.x;
    if (t == 0) flag = 0;
    __syncthreads();
    BAD(if (t == 0) {
        while (flag == 0) {}
        flag = 1;
    })
    GOOD(if (t == 0) flag = 1; __syncthreads();)
    out[t] = flag;
}

// The condition is on what was read once.
KERNEL(read_once)(volatile int *data, const int *in) {
    int v = in[0];
    while (v > 0) {
        data[threadIdx.x] = v;
        GOOD(v--;)
    }
}

// The counter is set back in each round.
KERNEL(set_back)(volatile int *data) {
    int i = 0;
    while (i < 10) {
        data[i] = 3;
        BAD(i = 1;)
        GOOD(i = i + 1;)
    }
}

// The condition of a loop at its end is on the index of the thread.
KERNEL(on_index)(volatile int *data) {
    int t = threadIdx.x, i = 0;
    do {
        data[i] = t;
        i++;
    } while (BAD(t) GOOD(i) < 10);
}

// A loop over the bits of a word that clears none.
KERNEL(bits)(volatile int *data) {
    unsigned bits = threadIdx.x + 1;
    while (bits != 0) {
        data[bits & 31] = 1;
        BAD(bits &= bits;)
        GOOD(bits &= bits - 1;)
    }
}
