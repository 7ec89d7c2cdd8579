// Fills and copies of many bytes that begin and end anywhere.
#include "check.h"

int main() {
    const size_t bytes = 300001;
    unsigned char *device, *second;
    CHECK(cudaMalloc(&device, bytes + 8));
    CHECK(cudaMalloc(&second, bytes + 8));
    CHECK(cudaMemset(device, 1, bytes + 8));
    CHECK(cudaMemset(device + 3, 7, bytes));
    std::vector<unsigned char> found(bytes + 8);
    CHECK(cudaMemcpy(found.data(), device, bytes + 8, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < bytes + 8; i++) REQUIRE(found[i] == (i < 3 || i >= bytes + 3 ? 1 : 7));

    std::vector<unsigned char> given(bytes);
    for (size_t i = 0; i < bytes; i++) given[i] = (unsigned char)(i * 37);
    CHECK(cudaMemcpy(device + 5, given.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(second + 2, device + 5, bytes, cudaMemcpyDeviceToDevice));
    std::vector<unsigned char> back(bytes - 1);
    CHECK(cudaMemcpy(back.data(), second + 3, bytes - 1, cudaMemcpyDeviceToHost));
    for (size_t i = 1; i < bytes; i++) REQUIRE(back[i - 1] == given[i]);
    CHECK(cudaMemcpy(found.data(), device, bytes + 8, cudaMemcpyDeviceToHost));
    REQUIRE(found[4] == 7 && found[bytes + 5] == 1);
    return passed();
}
