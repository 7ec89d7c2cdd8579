// Loops as suites of parallel loops have them, each iteration a thread: dependences between iterations, reductions, collapsed and
// triangular loops, indices that are computed.
#include "labelled.h"

// Each iteration reads what the next one writes.
KERNEL(antidependence)(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) {
        BAD(a[i] = a[i + 1] + 1;)
        GOOD(a[n + i] = a[i + 1] + 1;)
    }
}

// Each iteration reads what the one before writes.
KERNEL(true_dependence)(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) {
        BAD(a[i + 1] = a[i] + 1;)
        GOOD(a[i] = a[i] + 1;)
    }
}

// The first half is computed from the second, and one element belongs to both.
KERNEL(overlapping_halves)(int *a) {
    int i = threadIdx.x;
    if (i < 128 BAD(+ 1)) a[i] = a[i + 128] * 2;
}

// Every second element and its neighbour.
KERNEL(stride_of_two)(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i + 2 < n) a[2 * i + BAD(2) GOOD(1)] = a[2 * i] + i;
}

// An output dependence: one element is written in all iterations.
KERNEL(output_dependence)(int *a, int n, int *x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[i] = i;
        BAD(x[0] = i;)
        GOOD(if (i == n - 1) x[0] = i;)
    }
}

// A temporary that all iterations share.
__device__ int temporary;
KERNEL(shared_temporary)(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    GOOD(int temporary;)
    if (i < n) {
        BAD(*(volatile int *)&)temporary = a[i] + i;
        a[i] = BAD(*(volatile int *)&)temporary * 2;
    }
}

// A loop within a loop: the rows depend on each other.
KERNEL(rows_depend, 16, 16)(float *b, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n && j > 0 && j < n) {
        BAD(b[i * n + j] = b[(i - 1) * n + j - 1];)
        GOOD(b[n * n + i * n + j] = b[(i - 1) * n + j - 1];)
    }
}

// A thread for each row, whose loop reads the row above.
KERNEL(row_above)(float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n)
        for (int j = 0; j < 8; j++) b[i * 8 + j] += b[(i BAD(- 1)) * 8 + j];
}

// A sum that no reduction clause protects.
KERNEL(dot_product)(float *sum, const float *x, const float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        BAD(*sum += x[i] * y[i];)
        GOOD(atomicAdd(sum, x[i] * y[i]);)
    }
}

// The greatest element, compared and written without protection.
KERNEL(greatest)(int *most, const int *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        BAD(if (x[i] > *most) *most = x[i];)
        GOOD(atomicMax(most, x[i]);)
    }
}

// A condition that only some elements meet.
KERNEL(counted_outliers)(int *count, const float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 100.0f) {
        BAD(count[0] = count[0] + 1;)
        GOOD(atomicAdd(count, 1);)
    }
}

// A triangular loop whose diagonal is written by two threads.
KERNEL(symmetric, 16, 16)(float *m) {
    int i = threadIdx.y, j = threadIdx.x;
    if (i BAD(!= j) GOOD(< j)) {
        float v = i + 2 * j;
        m[i * 16 + j] = v;
        m[j * 16 + i] = v;
    }
}

// A stencil in place.
KERNEL(jacobi_in_place)(float *u, float *v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) {
        BAD(u[i] = 0.5f * (u[i - 1] + u[i + 1]);)
        GOOD(v[i] = 0.5f * (u[i - 1] + u[i + 1]);)
    }
}

// The last element is copied to the front while others read the front.
KERNEL(wrap_around)(int *a) {
    int t = threadIdx.x;
    int v = a[(t + 1) % blockDim.x];
    GOOD(__syncthreads();)
    a[t] = v;
}

// Polynomials: the power of one iteration is that of the one before times x.
KERNEL(powers)(float *p, float x) {
    int t = threadIdx.x;
    if (t == 0) p[0] = 1;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        float before = t >= d ? p[t - d] : 1;
        GOOD(__syncthreads();)
        if (t >= d) p[t] = before * x;
        __syncthreads();
    }
}

// The index is taken modulo a number that is less than that of the threads.
KERNEL(folded_index)(int *a, const int *in) {
    int t = threadIdx.x;
    BAD(a[t & 63] += in[t];)
    GOOD(a[t & 255] += in[t];)
}

// A flag that one iteration sets and all look at.
KERNEL(found_first)(int *found, int *a, const int *keys, int key) {
    int i = threadIdx.x;
    if (keys[i] == key) found[0] = i;
    GOOD(__syncthreads();)
    a[i] = found[0];
}
