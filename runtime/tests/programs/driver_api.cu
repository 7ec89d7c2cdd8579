// The driver's functions alone: PTX as text, modules, launches in three ways, linking, graphs, errors.
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

/// What is wrong with a text, in the program's own memory.
static void log_of_errors() {
    CUmodule module;
    char errors[200];
    std::memset(errors, 'x', sizeof errors);
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {errors, (void *)sizeof errors};
    const char *broken = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { nonsense; ret; }\n";
    REQUIRE(cuModuleLoadDataEx(&module, broken, 2, options, values) == CUDA_ERROR_INVALID_PTX);
    REQUIRE((size_t)values[1] == std::strlen(errors) && std::strlen(errors) > 10);
    REQUIRE(std::strstr(errors, "line 4"));
    values[1] = (void *)8;
    REQUIRE(cuModuleLoadDataEx(&module, broken, 2, options, values) == CUDA_ERROR_INVALID_PTX);
    REQUIRE(std::strlen(errors) == 7 && (size_t)values[1] == 7);
    values[1] = (void *)sizeof errors;
    CHECK(cuModuleLoadDataEx(&module, text, 2, options, values));
    REQUIRE(!*errors && !values[1]);
    CHECK(cuModuleUnload(module));
}

static void CUDA_CB count_up(void *count) { ++*(int *)count; }

/// A graph that is built: fill, then scale twice, then copy, with a function of the host between.
static void graph(CUfunction kernel, CUcontext context) {
    unsigned host[32] = {}, n = 32;
    int calls = 0;
    CUdeviceptr data;
    CHECK(cuMemAlloc(&data, sizeof host));
    CUgraph graph, copy;
    CUgraphNode nodes[6], found[8];
    CHECK(cuGraphCreate(&graph, 0));
    CUDA_MEMSET_NODE_PARAMS fill = {};
    fill.dst = data;
    fill.elementSize = 4;
    fill.value = 7;
    fill.width = n;
    fill.height = 1;
    CHECK(cuGraphAddMemsetNode(&nodes[0], graph, nullptr, 0, &fill, context));
    void *arguments[] = {&data, &n};
    CUDA_KERNEL_NODE_PARAMS launch = {};
    launch.func = kernel;
    launch.gridDimX = launch.gridDimY = launch.gridDimZ = launch.blockDimY = launch.blockDimZ = 1;
    launch.blockDimX = n;
    launch.kernelParams = arguments;
    CHECK(cuGraphAddKernelNode(&nodes[1], graph, &nodes[0], 1, &launch));
    CUDA_HOST_NODE_PARAMS call = {};
    call.fn = count_up;
    call.userData = &calls;
    CHECK(cuGraphAddHostNode(&nodes[2], graph, &nodes[1], 1, &call));
    CHECK(cuGraphAddKernelNode(&nodes[3], graph, nullptr, 0, &launch));
    CHECK(cuGraphAddDependencies(graph, &nodes[2], &nodes[3], nullptr, 1));
    CHECK(cuGraphAddEmptyNode(&nodes[4], graph, &nodes[3], 1));
    CUDA_MEMCPY3D back = {};
    back.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    back.srcDevice = data;
    back.dstMemoryType = CU_MEMORYTYPE_HOST;
    back.dstHost = host;
    back.WidthInBytes = sizeof host;
    back.Height = back.Depth = 1;
    CHECK(cuGraphAddMemcpyNode(&nodes[5], graph, &nodes[4], 1, &back, context));
    size_t count = 8;
    CHECK(cuGraphGetNodes(graph, found, &count));
    REQUIRE(count == 6);
    count = 8;
    CHECK(cuGraphGetRootNodes(graph, found, &count));
    REQUIRE(count == 1 && found[0] == nodes[0]);
    CHECK(cuGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
    REQUIRE(count == 5);
    CUgraphNodeType type;
    CHECK(cuGraphNodeGetType(nodes[2], &type));
    REQUIRE(type == CU_GRAPH_NODE_TYPE_HOST);
    CUgraphExec executable;
    CHECK(cuGraphClone(&copy, graph));
    CHECK(cuGraphInstantiateWithFlags(&executable, graph, 0));
    CHECK(cuGraphLaunch(executable, nullptr));
    CHECK(cuCtxSynchronize());
    for (unsigned number : host) REQUIRE(number == 7 * 25);
    REQUIRE(calls == 1);
    // Another number to begin with.
    fill.value = 2;
    CHECK(cuGraphExecMemsetNodeSetParams(executable, nodes[0], &fill, context));
    CHECK(cuGraphLaunch(executable, nullptr));
    CHECK(cuCtxSynchronize());
    for (unsigned number : host) REQUIRE(number == 2 * 25);
    CUgraphExecUpdateResultInfo result;
    CHECK(cuGraphExecUpdate(executable, copy, &result));
    CHECK(cuGraphLaunch(executable, nullptr));
    CHECK(cuCtxSynchronize());
    for (unsigned number : host) REQUIRE(number == 7 * 25);
    CHECK(cuGraphExecDestroy(executable));
    CHECK(cuGraphDestroy(copy));
    CHECK(cuGraphDestroy(graph));
    CHECK(cuMemFree(data));
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
    CHECK(cuFuncGetName(&words, kernel));
    REQUIRE(!std::strcmp(words, "scale"));
    int peer;
    REQUIRE(cuDeviceCanAccessPeer(&peer, 0, 1) == CUDA_ERROR_INVALID_DEVICE);
    log_of_errors();
    graph(kernel, context);
    CHECK(cuMemFree(data));
    CHECK(cuModuleUnload(module));
    REQUIRE(cuModuleGetFunction(&kernel, module, "scale") != CUDA_SUCCESS);
    CHECK(cuDevicePrimaryCtxRelease(device));
    std::printf("passed\n");
    return 0;
}
