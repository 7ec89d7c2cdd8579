// Textures and surfaces of CUDA arrays, and textures of linear and pitched memory.
#include "check.h"
#include <vector>

__global__ void fetch_linear(cudaTextureObject_t texture, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // The last threads fetch from behind the end, which gives zeros.
    if (i < n) out[i] = tex1Dfetch<float>(texture, i);
}

__global__ void sample(cudaTextureObject_t texture, float *out, float scale, float shift, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = tex2D<float>(texture, x * scale + shift, y * scale + shift);
}

__global__ void sample_volume(cudaTextureObject_t texture, float4 *out, int layers) {
    int x = threadIdx.x, y = threadIdx.y;
    for (int z = 0; z < layers; z++) out[(z * 4 + y) * 4 + x] = tex3D<float4>(texture, x + 0.5f, y + 0.5f, z + 0.5f);
}

__global__ void sample_layers(cudaTextureObject_t texture, int *out, int layers) {
    for (int z = 0; z < layers; z++) out[z * 8 + threadIdx.x] = tex1DLayered<short>(texture, threadIdx.x + 0.5f, z);
}

__global__ void invert(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height) {
    int x = threadIdx.x, y = threadIdx.y;
    uchar4 texel;
    surf2Dread(&texel, from, (x + 1) * 4, y, cudaBoundaryModeClamp);
    texel.x = 255 - texel.x;
    surf2Dwrite(texel, to, x * 4, height - 1 - y);
    if (x == 0) surf2Dwrite(texel, to, (width + 3) * 4, y, cudaBoundaryModeZero);
}

static cudaTextureObject_t texture_of(cudaResourceDesc resource, cudaTextureFilterMode filter, bool normalised,
                                      cudaTextureAddressMode beyond, cudaTextureReadMode reads = cudaReadModeElementType) {
    cudaTextureDesc description = {};
    for (auto &mode : description.addressMode) mode = beyond;
    description.filterMode = filter;
    description.readMode = reads;
    description.normalizedCoords = normalised;
    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}

static void linear() {
    const int n = 300;
    std::vector<unsigned char> bytes(n);
    for (int i = 0; i < n; i++) bytes[i] = i;
    unsigned char *data;
    float *out;
    CHECK(cudaMalloc(&data, n));
    CHECK(cudaMalloc(&out, 512 * sizeof(float)));
    CHECK(cudaMemcpy(data, bytes.data(), n, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {data, cudaCreateChannelDesc<unsigned char>(), n};
    auto texture = texture_of(resource, cudaFilterModePoint, false, cudaAddressModeClamp, cudaReadModeNormalizedFloat);
    fetch_linear<<<2, 256>>>(texture, out, 512);
    std::vector<float> found(512);
    CHECK(cudaMemcpy(found.data(), out, 512 * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 512; i++) REQUIRE(found[i] == (i < n ? bytes[i] / 255.0f : 0.0f));
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFree(data));
    CHECK(cudaFree(out));
}

static void plane() {
    const int width = 6, height = 5;
    float values[height][width], found[height][width];
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) values[y][x] = 10 * y + x;
    auto channels = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CHECK(cudaMallocArray(&array, &channels, width, height));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, values, width * 4, width * 4, height, cudaMemcpyHostToDevice));
    float *out;
    CHECK(cudaMalloc(&out, sizeof values));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    auto run = [&](cudaTextureObject_t texture, float scale, float shift) {
        sample<<<1, dim3(8, 8)>>>(texture, out, scale, shift, width, height);
        CHECK(cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost));
        CHECK(cudaDestroyTextureObject(texture));
    };
    // Between two texels, and clamped at the edges.
    run(texture_of(resource, cudaFilterModeLinear, false, cudaAddressModeClamp), 1, 1.0f);
    REQUIRE(found[0][0] == 5.5f && found[2][3] == 28.5f && found[4][5] == 45.0f);
    // The image again, one step to the left and up of itself.
    run(texture_of(resource, cudaFilterModePoint, true, cudaAddressModeWrap), 1 / 30.0f, -0.01f);
    REQUIRE(found[0][0] == 45.0f && found[1][1] == 0.0f);
    run(texture_of(resource, cudaFilterModePoint, false, cudaAddressModeBorder), 1, -1.5f);
    REQUIRE(found[0][3] == 0.0f && found[2][2] == 0.0f && found[3][3] == 11.0f);
    CHECK(cudaMemcpy2DFromArray(found, width * 4, array, 4, 1, 8, 2, cudaMemcpyDeviceToHost));
    REQUIRE(found[0][0] == 11 && found[0][1] == 12 && found[1][0] == 21);

    float *rows;
    size_t pitch;
    CHECK(cudaMallocPitch(&rows, &pitch, width * 4, height));
    CHECK(cudaMemcpy2D(rows, pitch, values, width * 4, width * 4, height, cudaMemcpyHostToDevice));
    cudaResourceDesc pitched = {};
    pitched.resType = cudaResourceTypePitch2D;
    pitched.res.pitch2D = {rows, channels, width, height, pitch};
    run(texture_of(pitched, cudaFilterModePoint, false, cudaAddressModeClamp), 1, 0.5f);
    REQUIRE(found[4][5] == 45.0f && found[2][1] == 21.0f);
    CHECK(cudaFree(rows));
    CHECK(cudaFree(out));
    CHECK(cudaFreeArray(array));
    REQUIRE(cudaFreeArray(array) != cudaSuccess);
    cudaGetLastError();
}

static void volume() {
    float4 values[2][4][4], found[2][4][4];
    for (int i = 0; i < 32; i++) (&values[0][0][0])[i] = make_float4(i, -i, 2 * i, 1);
    auto channels = cudaCreateChannelDesc<float4>();
    cudaArray_t array;
    CHECK(cudaMalloc3DArray(&array, &channels, make_cudaExtent(4, 4, 2)));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(values, 4 * sizeof(float4), 4, 4);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(4, 4, 2);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    float4 *out;
    CHECK(cudaMalloc(&out, sizeof values));
    auto texture = texture_of(resource, cudaFilterModePoint, false, cudaAddressModeClamp);
    sample_volume<<<1, dim3(4, 4)>>>(texture, out, 2);
    CHECK(cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost));
    REQUIRE(!memcmp(found, values, sizeof found));
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));

    short numbers[3][8];
    for (int i = 0; i < 24; i++) (&numbers[0][0])[i] = 100 - 10 * i;
    channels = cudaCreateChannelDesc<short>();
    CHECK(cudaMalloc3DArray(&array, &channels, make_cudaExtent(8, 0, 3), cudaArrayLayered));
    copy.srcPtr = make_cudaPitchedPtr(numbers, sizeof numbers[0], 8, 1);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(8, 1, 3);
    CHECK(cudaMemcpy3D(&copy));
    resource.res.array.array = array;
    texture = texture_of(resource, cudaFilterModePoint, false, cudaAddressModeClamp);
    sample_layers<<<1, 8>>>(texture, (int *)out, 3);
    int read[24];
    CHECK(cudaMemcpy(read, out, sizeof read, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 24; i++) REQUIRE(read[i] == 100 - 10 * i);
    cudaExtent extent;
    unsigned flags;
    CHECK(cudaArrayGetInfo(&channels, &extent, &flags, array));
    REQUIRE(channels.x == 16 && channels.f == cudaChannelFormatKindSigned && extent.depth == 3 && flags == cudaArrayLayered);
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(out));
}

static void surfaces() {
    const int width = 8, height = 4;
    uchar4 texels[height][width], found[height][width];
    for (int i = 0; i < width * height; i++) (&texels[0][0])[i] = make_uchar4(i, 2 * i, 3, 4);
    auto channels = cudaCreateChannelDesc<uchar4>();
    cudaArray_t arrays[2];
    cudaSurfaceObject_t objects[2];
    for (int i = 0; i < 2; i++) {
        CHECK(cudaMallocArray(&arrays[i], &channels, width, height, cudaArraySurfaceLoadStore));
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = arrays[i];
        CHECK(cudaCreateSurfaceObject(&objects[i], &resource));
    }
    CHECK(cudaMemcpy2DToArray(arrays[0], 0, 0, texels, width * 4, width * 4, height, cudaMemcpyHostToDevice));
    invert<<<1, dim3(width, height)>>>(objects[0], objects[1], width, height);
    CHECK(cudaMemcpy2DFromArray(found, width * 4, arrays[1], 0, 0, width * 4, height, cudaMemcpyDeviceToHost));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            uchar4 from = texels[height - 1 - y][x + 1 < width ? x + 1 : width - 1];
            REQUIRE(found[y][x].x == 255 - from.x && found[y][x].y == from.y && found[y][x].w == 4);
        }
    for (int i = 0; i < 2; i++) {
        CHECK(cudaDestroySurfaceObject(objects[i]));
        CHECK(cudaFreeArray(arrays[i]));
    }
}

int main() {
    linear();
    plane();
    volume();
    surfaces();
    puts("passed");
}
