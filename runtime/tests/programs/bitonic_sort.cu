// Sorts in shared memory, with keys that have structure.
#include "check.h"
#include <algorithm>

struct Pair {
    unsigned key;
    unsigned short value;
};

__global__ void sort(Pair *pairs) {
    __shared__ Pair shared[256];
    int i = threadIdx.x;
    shared[i] = pairs[i];
    __syncthreads();
    for (int size = 2; size <= 256; size *= 2) {
        for (int step = size / 2; step > 0; step /= 2) {
            int other = i ^ step;
            if (other > i) {
                bool up = (i & size) == 0;
                if ((shared[i].key > shared[other].key) == up) {
                    Pair pair = shared[i];
                    shared[i] = shared[other];
                    shared[other] = pair;
                }
            }
            __syncthreads();
        }
    }
    pairs[i] = shared[i];
}

int main() {
    std::vector<Pair> pairs(256);
    for (int i = 0; i < 256; i++) pairs[i] = Pair{(unsigned)(i * 2654435761u >> 5), (unsigned short)i};
    Pair *device;
    CHECK(cudaMalloc(&device, 256 * sizeof(Pair)));
    CHECK(cudaMemcpy(device, pairs.data(), 256 * sizeof(Pair), cudaMemcpyHostToDevice));
    sort<<<1, 256>>>(device);
    std::vector<Pair> sorted(256);
    CHECK(cudaMemcpy(sorted.data(), device, 256 * sizeof(Pair), cudaMemcpyDeviceToHost));
    std::sort(pairs.begin(), pairs.end(), [](Pair a, Pair b) { return a.key < b.key; });
    for (int i = 0; i < 256; i++) REQUIRE(sorted[i].key == pairs[i].key && sorted[i].value == pairs[i].value);
    return passed();
}
