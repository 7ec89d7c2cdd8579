// Managed memory and managed variables: a list that the host makes and kernels walk, and the other way round.
#include "check.h"

struct Node {
    int value;
    Node *next;
};

__managed__ int total = 3;
__managed__ Node nodes[4];

__global__ void walk(Node *node) {
    for (; node; node = node->next) {
        total += node->value;
        node->value = -node->value;
    }
}

__global__ void link() {
    for (int i = 0; i < 4; i++) nodes[i] = Node{i + 10, i < 3 ? &nodes[i + 1] : nullptr};
}

int main() {
    Node *list = nullptr;
    for (int i = 1; i <= 10; i++) {
        Node *node;
        CHECK(cudaMallocManaged(&node, sizeof(Node)));
        *node = Node{i, list};
        list = node;
    }
    walk<<<1, 1>>>(list);
    CHECK(cudaDeviceSynchronize());
    REQUIRE(total == 58);
    total = 0;
    for (Node *node = list; node; node = node->next) REQUIRE(node->value < 0);
    walk<<<1, 1>>>(list);
    link<<<1, 1>>>();
    CHECK(cudaDeviceSynchronize());
    REQUIRE(total == -55);
    int sum = 0;
    for (Node *node = nodes; node; node = node->next) sum += node->value;
    REQUIRE(sum == 46);
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, list));
    REQUIRE(attributes.type == cudaMemoryTypeManaged && attributes.hostPointer == list);
    while (list) {
        Node *next = list->next;
        CHECK(cudaFree(list));
        list = next;
    }
    return passed();
}
