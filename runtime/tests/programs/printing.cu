// What kernels print comes between what the host prints before and after.
#include "check.h"
#include <cstring>
#include <unistd.h>

__global__ void print(const char *word) {
    printf("%s %d of %d: %5.2f\n", word, threadIdx.x + 1, blockDim.x, threadIdx.x / 4.0);
}

int main() {
    char *word, text[4096];
    CHECK(cudaMallocManaged(&word, 8));
    std::strcpy(word, "thread");
    FILE *file = std::tmpfile();
    int old = dup(1);
    dup2(fileno(file), 1);
    std::printf("before\n");
    print<<<1, 3>>>(word);
    CHECK(cudaDeviceSynchronize());
    std::printf("after\n");
    std::fflush(stdout);
    dup2(old, 1);
    std::rewind(file);
    text[std::fread(text, 1, sizeof text - 1, file)] = 0;
    const char *expected = "before\nthread 1 of 3:  0.00\nthread 2 of 3:  0.25\nthread 3 of 3:  0.50\nafter\n";
    REQUIRE(!std::strcmp(text, expected));
    return passed();
}
