// Pools of memory in the runtime and the driver, where memory should be, and what else the driver tells.
// nvcc: -lcuda
#include "check.h"
#include <cstring>
#include <cuda.h>

#define CHECK_DRIVER(call) REQUIRE((call) == CUDA_SUCCESS)

static void runtime_pools(cudaStream_t stream) {
    cudaMemPool_t pool;
    CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
    unsigned long long kept = ~0ull, found = 0;
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept));
    CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &found));
    REQUIRE(found == kept);
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    cudaMemPool_t own;
    CHECK(cudaMemPoolCreate(&own, &properties));
    void *memory;
    CHECK(cudaMallocFromPoolAsync(&memory, 256, own, stream));
    CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &found));
    REQUIRE(found == 256);
    CHECK(cudaFreeAsync(memory, stream));
    CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &found));
    REQUIRE(found == 0);
    CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemHigh, &found));
    REQUIRE(found == 256);
    cudaMemAccessFlags access;
    CHECK(cudaMemPoolGetAccess(&access, own, &properties.location));
    REQUIRE(access == cudaMemAccessFlagsProtReadWrite);
    CHECK(cudaMemPoolDestroy(own));
    REQUIRE(cudaMallocFromPoolAsync(&memory, 256, own, stream) == cudaErrorInvalidValue);
    cudaGetLastError();
}

static void driver_pools(CUstream stream) {
    CUmemPoolProps properties = {};
    properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    CUmemoryPool pool, current;
    CHECK_DRIVER(cuMemPoolCreate(&pool, &properties));
    CHECK_DRIVER(cuDeviceSetMemPool(0, pool));
    CHECK_DRIVER(cuDeviceGetMemPool(&current, 0));
    REQUIRE(current == pool);
    CUdeviceptr memory;
    CHECK_DRIVER(cuMemAllocAsync(&memory, 1024, stream));
    cuuint64_t found = 0;
    CHECK_DRIVER(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &found));
    REQUIRE(found == 1024);
    CHECK_DRIVER(cuMemFreeAsync(memory, stream));
    CHECK_DRIVER(cuMemAllocFromPoolAsync(&memory, 64, pool, stream));
    CHECK_DRIVER(cuMemFreeAsync(memory, stream));
    CHECK_DRIVER(cuMemPoolTrimTo(pool, 0));
    CHECK_DRIVER(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, &found));
    REQUIRE(found == 0);
    CHECK_DRIVER(cuMemPoolDestroy(pool));
    CHECK_DRIVER(cuDeviceGetMemPool(&current, 0));
    REQUIRE(current != pool);
}

static void advice() {
    int *memory, found = 0;
    CHECK(cudaMallocManaged(&memory, 4096));
    cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
    CHECK(cudaMemAdvise(memory, 4096, cudaMemAdviseSetReadMostly, device));
    CHECK(cudaMemRangeGetAttribute(&found, 4, cudaMemRangeAttributeReadMostly, memory, 4096));
    REQUIRE(found == 1);
    CHECK(cudaMemRangeGetAttribute(&found, 4, cudaMemRangeAttributeLastPrefetchLocation, memory, 4096));
    REQUIRE(found == cudaInvalidDeviceId);
    CHECK(cudaMemPrefetchAsync(memory, 4096, device, 0, nullptr));
    CHECK(cudaMemRangeGetAttribute(&found, 4, cudaMemRangeAttributeLastPrefetchLocation, memory, 4096));
    REQUIRE(found == 0);
}

static void values(CUstream stream) {
    CUdeviceptr memory;
    CHECK_DRIVER(cuMemAlloc(&memory, 16));
    CHECK_DRIVER(cuStreamWriteValue32(stream, memory, 77, 0));
    CHECK_DRIVER(cuStreamWaitValue32(stream, memory, 77, CU_STREAM_WAIT_VALUE_EQ));
    CHECK_DRIVER(cuStreamWriteValue64(stream, memory + 8, 5, 0));
    CHECK_DRIVER(cuStreamWaitValue64(stream, memory + 8, 4, CU_STREAM_WAIT_VALUE_GEQ));
    cudaLaunchAttributeValue given = {}, found = {};
    given.syncPolicy = cudaSyncPolicyYield;
    CHECK(cudaStreamSetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &given));
    CHECK(cudaStreamGetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &found));
    REQUIRE(found.syncPolicy == cudaSyncPolicyYield);
}

static void broken_link() {
    char log[256] = "";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
    CUlinkState link;
    CHECK_DRIVER(cuLinkCreate(2, options, values, &link));
    char text[] = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { bogus; }\n";
    REQUIRE(cuLinkAddData(link, CU_JIT_INPUT_PTX, text, sizeof(text), "k", 0, nullptr, nullptr) == CUDA_ERROR_INVALID_PTX);
    REQUIRE(std::strstr(log, "line 4") != nullptr);
    CHECK_DRIVER(cuLinkDestroy(link));
}

int main() {
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    runtime_pools(stream);
    driver_pools(stream);
    advice();
    values(stream);
    broken_link();
    return passed();
}
