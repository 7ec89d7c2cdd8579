// A mistake for each name: what it is called by, and the rule that reports it, stand in its line.
#include "check.h"
#include <cstring>
#include <map>
#include <string>

__global__ void past_the_end(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) out[i] = i; //~ past_the_end out-of-bounds
}

static void run_past_the_end() {
    int *out;
    CHECK(cudaMalloc(&out, 100 * sizeof(int)));
    past_the_end<<<1, 128>>>(out, 100);
}

int main(int count, char **arguments) {
    const std::map<std::string, void (*)()> bugs = {
        {"past_the_end", run_past_the_end},
    };
    auto found = bugs.find(count > 1 ? arguments[1] : "");
    REQUIRE(found != bugs.end());
    found->second();
    cudaDeviceSynchronize();
    return 0;
}
