// Null pointers on their way to an access: through branches, loops, calls, structures and tables; and stores that reach constants so.
#include "labelled.h"

// One of two ways assigns no pointer.
KERNEL(null_otherwise)(int *out, int n) {
    volatile int *p;
    if (n > 4) p = out;
    else p = BAD(nullptr) GOOD(out + 1);
    p[threadIdx.x] = n;
}

// The pointer is set in a branch only.
KERNEL(null_unless_set)(int *out, int mode) {
    volatile int *p = BAD(nullptr) GOOD(out);
    if (mode & 1) p = out + 256;
    p[threadIdx.x] = mode;
}

// Half of the threads have no pointer.
KERNEL(null_for_some_threads)(int *out) {
    int t = threadIdx.x;
    volatile int *p = t < 100 ? out : BAD(nullptr) GOOD(out + 256);
    p[t] = t;
}

// A case of several has no pointer.
KERNEL(null_case)(int *a, int *b, int mode) {
    volatile int *p;
    switch (mode) {
    case 0: p = a; break;
    case 1: p = b; break;
    default: p = BAD(nullptr) GOOD(a + 256);
    }
    p[threadIdx.x] = 1;
}

// A helper returns what it was meant to look up.
__device__ __noinline__ volatile int *look_up(int *table, int key) {
    (void)table;
    return BAD(nullptr) GOOD(table + key);
}
KERNEL(null_returned)(int *out) {
    *look_up(out, 3) = 1;
    out[5] = 2;
}

// A helper may return a null pointer, which nobody asks for.
__device__ __noinline__ volatile int *find(int *table, int key) {
    if (key < 0) return BAD(nullptr) GOOD(table);
    return table + key;
}
KERNEL(null_returned_on_one_way)(int *out, int key) { *find(out, key) = 1; }

// A structure on the stack whose second pointer nobody has set.
struct Pair { volatile int *first, *second; };
KERNEL(null_in_structure)(int *out) {
    Pair pair = {out, BAD(nullptr) GOOD(out + 256)};
    pair.first[threadIdx.x] = 1;
    pair.second[threadIdx.x] = 2;
}

// The structure is passed on by its address.
__device__ __noinline__ void write_second(const Pair &pair, int i) { pair.second[i] = i; }
KERNEL(null_in_passed_structure)(int *out) {
    Pair pair = {out, BAD(nullptr) GOOD(out + 256)};
    write_second(pair, threadIdx.x);
    pair.first[threadIdx.x] = 1;
}

// A view of memory, with a method that indexes it.
struct View {
    volatile int *data;
    int size;
    __device__ volatile int &at(int i) const { return data[i]; }
};
KERNEL(null_view)(int *out, int n) {
    View view = {BAD(nullptr) GOOD(out), n};
    if (threadIdx.x < view.size) view.at(threadIdx.x) = 1;
    out[300] = 2;
}

// A member behind others, in a structure that a null pointer stands for.
struct Header { long stamp; int counts[16]; float sums[32]; };
KERNEL(null_far_member)(Header *headers) {
    volatile Header *header = BAD(nullptr) GOOD(headers);
    header->sums[threadIdx.x % 32] = 1;
}

// A null pointer with a running index.
KERNEL(null_in_loop)(int *out, int n) {
    volatile int *p = BAD(nullptr) GOOD(out);
    for (int i = 0; i < n; i++) p[i] = i;
    out[n] = 1;
}

// The pointer steps, and began at nothing.
KERNEL(null_stepped)(int *out, int n) {
    volatile int *p = BAD(nullptr) GOOD(out);
    for (int i = 0; i < n; i++, p++) *p = i;
    out[n] = 1;
}

// The pointer is given up within the loop that uses it.
KERNEL(null_from_fourth_round)(int *out, int n) {
    volatile int *p = out;
    for (int i = 0; i < n; i++) {
        p[i] = i;
        if (i == 3) p = BAD(nullptr) GOOD(out + 64);
    }
}

// One of two entries of a table has no pointer.
KERNEL(null_in_table)(int *out) {
    int *table[2] = {out, BAD(nullptr) GOOD(out + 256)};
    *(volatile int *)table[threadIdx.x & 1] = 1;
}

// A number that stands for nothing.
KERNEL(address_one)(char *out) {
    volatile char *p = BAD(reinterpret_cast<char *>(1)) GOOD(out + 1);
    *p = 1;
    out[0] = 2;
}

// It is chosen among numbers.
KERNEL(small_addresses)(char *out, int mode) {
    volatile char *p = mode ? BAD(reinterpret_cast<char *>(8)) GOOD(out + 8) : BAD(reinterpret_cast<char *>(1)) GOOD(out + 1);
    *p = 1;
    out[0] = 2;
}

// A helper is given a number for a pointer, and goes on from there.
__device__ __noinline__ void fill(volatile int *p, int n) {
    for (int i = 0; i < n; i++) p[i] = i;
}
KERNEL(null_for_loop)(int *out, int n) {
    fill(BAD(nullptr) GOOD(out), 5);
    out[n] = 2;
}

// An atomic maximum at a member of nothing.
KERNEL(null_atomic_member)(Header *headers) {
    Header *header = BAD(nullptr) GOOD(headers);
    atomicMax(&header->counts[3], (int)threadIdx.x);
    headers[1].stamp = 1;
}

// Constants are written by a helper that takes any pointer.
__constant__ int settings[16];
__device__ __noinline__ void put(volatile int *p, int i, int v) { p[i] = v; }
KERNEL(constant_for_helper)(int *out) {
    out[0] = settings[0];
    put(BAD(const_cast<int *>(settings)) GOOD(out), 3, 1);
}

// Constants are one of two places that are written.
KERNEL(constant_on_one_way)(int *out, int mode) {
    volatile int *p = out;
    if (mode == 3) p = BAD(const_cast<int *>(settings)) GOOD(out + 1);
    *p = settings[2];
}

// Constants behind a pointer of a structure.
KERNEL(constant_in_structure)(int *out) { // gone: nvcc -O3
    Pair pair = {out, BAD(const_cast<int *>(settings)) GOOD(out + 16)};
    pair.first[0] = settings[1];
    pair.second[threadIdx.x & 15] = 2;
}

// The pointer has to be asked for before it is used.
KERNEL(null_and_not_asked_for)(int *out, int mode) {
    volatile int *p = mode == 3 ? nullptr : out;
    GOOD(if (p)) p[threadIdx.x] = 1;
}
