// The driver's functions alone: PTX as text, modules, launches in three ways, linking, errors.
// nvcc: -lcuda
#include <cuda.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define REQUIRE(condition)                                                      \
    do {                                                                        \
        if (!(condition)) {                                                     \
            std::printf("line %d: not so: %s\n", __LINE__, #condition);         \
            std::exit(4);                                                       \
        }                                                                       \
    } while (0)
#define CHECK(call) REQUIRE((call) == CUDA_SUCCESS)

static const char *text = R"(
.version 8.0
.target sm_80
.address_size 64
.global .align 4 .u32 factor = 3;
.visible .entry scale(.param .u64 data, .param .u32 n) {
    .reg .pred %p; .reg .b32 %r<7>; .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [data];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;
    mad.lo.u32 %r4, %r2, %r3, %r4;
    setp.ge.u32 %p, %r4, %r1;
    @%p bra done;
    mad.wide.u32 %rd2, %r4, 4, %rd1;
    ld.global.u32 %r5, [%rd2];
    ld.global.u32 %r6, [factor];
    mul.lo.u32 %r5, %r5, %r6;
    st.global.u32 [%rd2], %r5;
done:
    ret;
}
)";

/// Two modules that are linked: the first one calls what the second one defines.
static const char *caller = R"(
.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 result) thrice(.param .b32 number);
.global .align 4 .u32 own = 1;
.visible .entry call(.param .u64 out) {
    .reg .b32 %r<4>; .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out];
    ld.global.u32 %r1, [own];
    {
        .param .b32 number;
        .param .b32 result;
        st.param.b32 [number], %r1;
        call.uni (result), thrice, (number);
        ld.param.b32 %r2, [result];
    }
    st.global.u32 [%rd1], %r2;
    ret;
}
)";

static const char *callee = R"(
.version 8.0
.target sm_80
.address_size 64
.global .align 4 .u32 own = 40;
.visible .func (.param .b32 result) thrice(.param .b32 number) {
    .reg .b32 %r<4>;
    ld.param.b32 %r1, [number];
    ld.global.u32 %r2, [own];
    mad.lo.u32 %r3, %r1, 3, %r2;
    st.param.b32 [result], %r3;
    ret;
}
)";

static void link(CUdeviceptr out) {
    CUlinkState state;
    CHECK(cuLinkCreate(0, nullptr, nullptr, &state));
    for (const char *part : {caller, callee})
        CHECK(cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)part, std::strlen(part) + 1, "part", 0, nullptr, nullptr));
    void *image;
    size_t size;
    CUmodule module;
    CUfunction kernel;
    CHECK(cuLinkComplete(state, &image, &size));
    CHECK(cuModuleLoadData(&module, image));
    CHECK(cuLinkDestroy(state));
    CHECK(cuModuleGetFunction(&kernel, module, "call"));
    void *arguments[] = {&out};
    unsigned found = 0;
    CHECK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
    CHECK(cuMemcpyDtoH(&found, out, 4));
    REQUIRE(found == 43);
    CHECK(cuModuleUnload(module));
}

int main() {
    CUdevice device;
    CUcontext context, now;
    CUmodule module;
    CUfunction kernel;
    CUdeviceptr data, factor;
    int count, major;
    char name[64];
    size_t bytes;
    CHECK(cuInit(0));
    CHECK(cuDeviceGetCount(&count));
    REQUIRE(count == 1);
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDeviceGetName(name, sizeof name, device));
    REQUIRE(std::strlen(name) > 0);
    CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    REQUIRE(major == 9);
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CHECK(cuCtxGetCurrent(&now));
    REQUIRE(now == context);
    REQUIRE(cuModuleLoadData(&module, ".version 8.0\n.target sm_80\nnonsense") == CUDA_ERROR_INVALID_PTX);
    CHECK(cuModuleLoadDataEx(&module, text, 0, nullptr, nullptr));
    REQUIRE(cuModuleGetFunction(&kernel, module, "other") == CUDA_ERROR_NOT_FOUND);
    CHECK(cuModuleGetFunction(&kernel, module, "scale"));
    unsigned host[100], n = 100, five = 5;
    for (unsigned i = 0; i < n; i++) host[i] = i;
    CHECK(cuMemAlloc(&data, sizeof host));
    CHECK(cuMemcpyHtoD(data, host, sizeof host));
    void *arguments[] = {&data, &n};
    CUstream stream;
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CHECK(cuLaunchKernel(kernel, 4, 1, 1, 32, 1, 1, 0, stream, arguments, nullptr));
    CHECK(cuModuleGetGlobal(&factor, &bytes, module, "factor"));
    REQUIRE(bytes == 4);
    CHECK(cuMemcpyHtoD(factor, &five, 4));
    struct {
        CUdeviceptr data;
        unsigned n;
    } packed = {data, n};
    size_t size = 12;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    CHECK(cuLaunchKernel(kernel, 4, 1, 1, 32, 1, 1, 0, stream, nullptr, extra));
    CUlaunchConfig config = {};
    config.gridDimX = 4;
    config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
    config.blockDimX = 32;
    config.hStream = stream;
    CHECK(cuLaunchKernelEx(&config, kernel, arguments, nullptr));
    CHECK(cuStreamSynchronize(stream));
    CHECK(cuMemcpyDtoH(host, data, sizeof host));
    for (unsigned i = 0; i < n; i++) REQUIRE(host[i] == i * 75);
    CHECK(cuMemsetD32(data, 0xdead, n));
    CHECK(cuMemcpyDtoH(host, data, sizeof host));
    for (unsigned i = 0; i < n; i++) REQUIRE(host[i] == 0xdead);
    REQUIRE(cuLaunchKernel(kernel, 0, 1, 1, 32, 1, 1, 0, stream, arguments, nullptr) == CUDA_ERROR_INVALID_VALUE);
    const char *words;
    CHECK(cuGetErrorName(CUDA_ERROR_INVALID_PTX, &words));
    REQUIRE(!std::strcmp(words, "CUDA_ERROR_INVALID_PTX"));
    CUdeviceptr base;
    CHECK(cuMemGetAddressRange(&base, &bytes, data + 17));
    REQUIRE(base == data && bytes == sizeof host);
    CUresult (*init)(unsigned);
    CUdriverProcAddressQueryResult found;
    CHECK(cuGetProcAddress("cuInit", (void **)&init, 12000, 0, &found));
    REQUIRE(found == CU_GET_PROC_ADDRESS_SUCCESS && init(0) == CUDA_SUCCESS);
    link(data);
    CHECK(cuMemFree(data));
    CHECK(cuModuleUnload(module));
    REQUIRE(cuModuleGetFunction(&kernel, module, "scale") != CUDA_SUCCESS);
    CHECK(cuDevicePrimaryCtxRelease(device));
    std::printf("passed\n");
    return 0;
}
