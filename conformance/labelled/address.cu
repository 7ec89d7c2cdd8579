// Addresses that no memory can have, memory that nobody may write, and addresses that do not fit the access.
#include "labelled.h"

// A compiler may mend a mistake: it loads element by element what it knows not to be aligned, and ends what stores to constants. Then
// nothing is left of it in the builds behind `gone:`.

// A null pointer is written through.
KERNEL(null_store)(int *out) {
    int *p = BAD(nullptr) GOOD(out);
    *(volatile int *)p = threadIdx.x;
}

// A null pointer is read.
KERNEL(null_load)(int *out) {
    const int *p = BAD(nullptr) GOOD(out + 1);
    out[0] = *(const volatile int *)p;
}

// A member of a structure that a null pointer stands for.
struct Node { int value; Node *next; };
KERNEL(null_member)(Node *list) {
    Node *node = BAD(nullptr) GOOD(list);
    ((volatile Node *)node)->value = 1;
    list[1].value = 2;
}

// A small number that was meant to be an index.
KERNEL(index_as_pointer)(int *out) {
    int *p = BAD(reinterpret_cast<int *>(16)) GOOD(out + 4);
    *(volatile int *)p = 3;
    out[0] = 1;
}

// The pointer is null on one way.
KERNEL(null_on_one_way)(int *out, int mode) {
    int *p = out;
    if (mode == 3) p = BAD(nullptr) GOOD(out + 7);
    *(volatile int *)p = mode;
}

// A helper gets a null pointer.
__device__ __noinline__ void set(volatile int *p, int v) { *p = v; }
KERNEL(null_for_helper)(int *out) {
    set(BAD(nullptr) GOOD(out), 1);
    out[1] = 2;
}

// An atomic operation at a null pointer.
KERNEL(null_atomic)(int *out) { out[0] = atomicAdd(BAD((int *)nullptr) GOOD(out + 1), 1); }

// A vector at a null pointer.
KERNEL(null_vector)(float4 *out) {
    float4 *p = BAD(nullptr) GOOD(out);
    ((volatile float *)p)[threadIdx.x & 3] = 1;
    out[1] = make_float4(1, 2, 3, 4);
}

// Constant memory is written.
__constant__ int constants[10];
KERNEL(constant_store)(int *out) { // gone: nvcc -O3
    int *p = const_cast<int *>(constants);
    BAD(p[threadIdx.x % 10] = 1;)
    out[threadIdx.x] = p[threadIdx.x % 10];
}

#ifndef __clang__ // which has no such instruction
// Constant memory is counted up.
KERNEL(constant_atomic)(int *out) { // gone: nvcc -O3
    out[0] = constants[1];
    BAD(atomicAdd(const_cast<int *>(constants), 1);)
    GOOD(atomicAdd(out + 1, constants[0]);)
}
#endif

// A vector at an address that is a multiple of 4 only.
KERNEL(vector_of_ints)(float4 *out) { // gone: clang -O2
    __shared__ __attribute__((aligned(16))) int s[272];
    int t = threadIdx.x;
    if (t < 256) s[t] = t;
    if (t < 16) s[t + 256] = 0;
    __syncthreads();
    if (t < 64) out[t] = *reinterpret_cast<float4 *>(&s[4 * t BAD(+ 1)]);
}

// A vector for each thread, at the stride of single elements.
KERNEL(vector_stride)(float2 *out) { // gone: nvcc -G, clang -O2
    __shared__ __attribute__((aligned(8))) float s[260];
    int t = threadIdx.x;
    if (t < 256) s[t] = t;
    if (t < 4) s[256 + t] = 0;
    __syncthreads();
    if (t < 128) out[t] = *reinterpret_cast<float2 *>(&s[BAD(t) GOOD(2 * t)]);
}

// A word at odd bytes.
KERNEL(odd_word)(int *out, const char *in) { // gone: clang -O2
    __shared__ __attribute__((aligned(4))) char s[264];
    int t = threadIdx.x;
    if (t < 264) s[t] = in[t];
    __syncthreads();
    if (t < 64) out[t] = *reinterpret_cast<int *>(&s[4 * t BAD(+ 2)]);
}

// A vector of the kernel's own table at an offset.
__device__ __attribute__((aligned(16))) float table[1028];
KERNEL(table_vector)(float4 *out) { // gone: clang -O2
    int t = threadIdx.x;
    if (t < 256) out[t] = *reinterpret_cast<float4 *>(&table[4 * t BAD(+ 2)]);
}

// The read-only path for memory that the kernel writes.
KERNEL(read_only_path)(int *data) {
    int t = threadIdx.x;
    data[t] = t;
    __syncthreads();
    BAD(data[t + 512] = __ldg(&data[255 - t]);)
    GOOD(data[t + 512] = data[255 - t];)
}

// The element before the first one, counted without a sign.
KERNEL(before_unsigned)(int *out, const int *in) {
    unsigned i = threadIdx.x;
    GOOD(if (i > 0)) out[i] = in[i - 1];
}

// The neighbour to the left in a grid of unsigned indices: only the right end is asked for.
KERNEL(left_of_unsigned)(float *out, const float *in, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n GOOD(&& i >= 1)) out[i] = in[i - 1] + in[i + 1];
}

// An index of 32 bits for as many elements as 64 bits can count.
KERNEL(narrow_index)(char *out, unsigned long n) {
    GOOD(unsigned long) BAD(int) i = GOOD((unsigned long)) blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 1;
}

// The same in a loop that strides over the grid.
KERNEL(narrow_stride)(char *out, unsigned long n) {
    GOOD(unsigned long) BAD(int) i = GOOD((unsigned long)) blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < n; i += GOOD((unsigned long)) blockDim.x * gridDim.x) out[i] = 1;
}

// Vectors behind a number of single elements.
KERNEL(vector_behind_offset)(float4 *out, const float *in, int offset) {
    int t = threadIdx.x;
    out[t] = *reinterpret_cast<const float4 *>(in + 4 * t + GOOD(4 *) offset);
}
