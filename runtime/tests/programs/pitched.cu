// Rows and layers with pitches: memory, copies, fills.
#include "check.h"

__global__ void transpose(const float *in, size_t in_pitch, float *out, size_t out_pitch, int width, int height) {
    __shared__ float tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = *((const float *)((const char *)in + y * in_pitch) + x);
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
    if (x < height && y < width) *((float *)((char *)out + y * out_pitch) + x) = tile[threadIdx.x][threadIdx.y];
}

int main() {
    const int width = 37, height = 21;
    std::vector<float> in(width * height), out(width * height, -1);
    for (int i = 0; i < width * height; i++) in[i] = i;
    float *din, *dout;
    size_t in_pitch, out_pitch;
    CHECK(cudaMallocPitch(&din, &in_pitch, width * 4, height));
    CHECK(cudaMallocPitch(&dout, &out_pitch, height * 4, width));
    REQUIRE(in_pitch >= width * 4 && in_pitch % 256 == 0);
    CHECK(cudaMemset2D(dout, out_pitch, 0, height * 4, width));
    CHECK(cudaMemcpy2D(din, in_pitch, in.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice));
    transpose<<<dim3(3, 2), dim3(16, 16)>>>(din, in_pitch, dout, out_pitch, width, height);
    CHECK(cudaMemcpy2D(out.data(), height * 4, dout, out_pitch, height * 4, width, cudaMemcpyDeviceToHost));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) REQUIRE(out[x * height + y] == in[y * width + x]);
    REQUIRE(cudaMemcpy2D(din, 8, in.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
    cudaPitchedPtr box;
    CHECK(cudaMalloc3D(&box, make_cudaExtent(10, 3, 2)));
    CHECK(cudaMemset3D(box, 7, make_cudaExtent(10, 3, 2)));
    unsigned char bytes[60];
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = box;
    copy.dstPtr = make_cudaPitchedPtr(bytes, 10, 10, 3);
    copy.extent = make_cudaExtent(10, 3, 2);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&copy));
    for (unsigned char byte : bytes) REQUIRE(byte == 7);
    return passed();
}
