// Memory that kernels allocate themselves: lists that one kernel makes and another one walks.
#include "check.h"

struct Node {
    int value;
    Node *next;
};

__device__ Node *heads[32];

__global__ void build(int n) {
    Node *head = nullptr;
    for (int i = 0; i < n + threadIdx.x; i++) {
        Node *node = new Node;
        node->value = i;
        node->next = head;
        head = node;
    }
    heads[threadIdx.x] = head;
}

__global__ void sum(int *out) {
    int total = 0;
    for (Node *node = heads[threadIdx.x]; node;) {
        total += node->value;
        Node *next = node->next;
        delete node;
        node = next;
    }
    out[threadIdx.x] = total;
}

__global__ void too_much(int *out) { *out = malloc(size_t(1) << 40) == nullptr; }

int main() {
    int *out;
    size_t bytes;
    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20));
    CHECK(cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize));
    REQUIRE(bytes == 1 << 20);
    CHECK(cudaMallocManaged(&out, 32 * sizeof(int)));
    build<<<1, 32>>>(5);
    sum<<<1, 32>>>(out);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; i++) REQUIRE(out[i] == (i + 5) * (i + 4) / 2);
    too_much<<<1, 1>>>(out);
    CHECK(cudaDeviceSynchronize());
    REQUIRE(out[0] == 1);
    return passed();
}
