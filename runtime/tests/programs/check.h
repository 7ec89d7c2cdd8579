// What all programs use: errors of CUDA and wrong results end them.
#pragma once
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                     \
    do {                                                                                                \
        cudaError_t error_ = (call);                                                                    \
        if (error_ != cudaSuccess) {                                                                    \
            std::printf("line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(error_));              \
            std::exit(3);                                                                               \
        }                                                                                               \
    } while (0)

#define REQUIRE(condition)                                                                              \
    do {                                                                                                \
        if (!(condition)) {                                                                             \
            std::printf("line %d: not so: %s\n", __LINE__, #condition);                                 \
            std::exit(4);                                                                               \
        }                                                                                               \
    } while (0)

static int passed() {
    std::printf("passed\n");
    return 0;
}
