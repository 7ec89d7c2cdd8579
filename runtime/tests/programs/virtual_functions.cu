// Objects made by a kernel, whose functions another one calls by their tables; function pointers; recursion.
#include "check.h"
#include <new>

struct Shape {
    __device__ virtual float area() const = 0;
};

struct Square : Shape {
    float side;
    __device__ explicit Square(float side) : side(side) {}
    __device__ float area() const override { return side * side; }
};

struct Box : Shape {
    float a, b;
    __device__ Box(float a, float b) : a(a), b(b) {}
    __device__ float area() const override { return a * b; }
};

union Room {
    char square[sizeof(Square)], box[sizeof(Box)];
    void *alignment;
};

__global__ void make(Room *rooms) {
    int i = threadIdx.x;
    if (i % 2) new (&rooms[i]) Square(i);
    else new (&rooms[i]) Box(i, 2);
}

__global__ void measure(const Room *rooms, float *out) {
    out[threadIdx.x] = reinterpret_cast<const Shape *>(&rooms[threadIdx.x])->area();
}

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__global__ void recurse(int *out) { out[threadIdx.x] = fibonacci(threadIdx.x); }

int main() {
    Room *rooms;
    float *out;
    int *numbers;
    CHECK(cudaMalloc(&rooms, 16 * sizeof(Room)));
    CHECK(cudaMallocManaged(&out, 16 * sizeof(float)));
    CHECK(cudaMallocManaged(&numbers, 12 * sizeof(int)));
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
    make<<<1, 16>>>(rooms);
    measure<<<1, 16>>>(rooms, out);
    recurse<<<1, 12>>>(numbers);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 16; i++) REQUIRE(out[i] == (i % 2 ? i * i : 2 * i));
    for (int i = 2; i < 12; i++) REQUIRE(numbers[i] == numbers[i - 1] + numbers[i - 2]);
    return passed();
}
