// What programs ask of the nodes of graphs, memory of graphs, and nodes that run while or as kernels say.
#include "check.h"
#include <cstring>

__global__ void add(int *data, int number) { data[threadIdx.x] += number; }

__global__ void count_down(cudaGraphConditionalHandle handle, int *left) {
    if (threadIdx.x == 0) {
        *left -= 1;
        cudaGraphSetConditional(handle, *left > 0);
    }
}

__device__ int table[4];

static void increment(void *data) { ++*static_cast<int *>(data); }

static cudaKernelNodeParams kernel(void **arguments) {
    cudaKernelNodeParams node = {};
    node.func = reinterpret_cast<void *>(add);
    node.gridDim = 1;
    node.blockDim = 32;
    node.kernelParams = arguments;
    return node;
}

static void queries(int *data) {
    int one = 1, four = 4, called = 0, numbers[4] = {1, 2, 3, 4}, back[4] = {};
    void *with_one[] = {&data, &one}, *with_four[] = {&data, &four};
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t first, second, host, to, from;
    cudaKernelNodeParams parameters = kernel(with_one);
    CHECK(cudaGraphAddKernelNode(&first, graph, nullptr, 0, &parameters));
    parameters = kernel(with_four);
    CHECK(cudaGraphAddKernelNode(&second, graph, &first, 1, &parameters));
    cudaHostNodeParams call = {increment, &called};
    CHECK(cudaGraphAddHostNode(&host, graph, &second, 1, &call));
    CHECK(cudaGraphAddMemcpyNodeToSymbol(&to, graph, &host, 1, table, numbers, 16, 0, cudaMemcpyHostToDevice));
    CHECK(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &to, 1, back, table, 16, 0, cudaMemcpyDeviceToHost));

    size_t count = 0;
    CHECK(cudaGraphNodeGetDependencies(second, nullptr, nullptr, &count));
    REQUIRE(count == 1);
    cudaGraphNode_t after[2];
    count = 2;
    CHECK(cudaGraphNodeGetDependentNodes(second, after, nullptr, &count));
    REQUIRE(count == 1 && after[0] == host);
    cudaKernelNodeParams told = {};
    CHECK(cudaGraphKernelNodeGetParams(second, &told));
    REQUIRE(told.func == reinterpret_cast<void *>(add) && told.blockDim.x == 32);
    REQUIRE(*static_cast<int *>(told.kernelParams[1]) == 4);
    cudaHostNodeParams told_call = {};
    CHECK(cudaGraphHostNodeGetParams(host, &told_call));
    REQUIRE(told_call.fn == increment && told_call.userData == &called);

    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CHECK(cudaGraphLaunch(executable, nullptr));
    CHECK(cudaDeviceSynchronize());
    int found[32];
    CHECK(cudaMemcpy(found, data, sizeof(found), cudaMemcpyDeviceToHost));
    REQUIRE(found[31] == 5 && called == 1 && back[3] == 4);
    CHECK(cudaGraphNodeSetEnabled(executable, second, 0));
    unsigned is_enabled = 1;
    CHECK(cudaGraphNodeGetEnabled(executable, second, &is_enabled));
    REQUIRE(is_enabled == 0);
    CHECK(cudaGraphLaunch(executable, nullptr));
    CHECK(cudaMemcpy(found, data, sizeof(found), cudaMemcpyDeviceToHost));
    REQUIRE(found[31] == 6);

    cudaGraph_t copy;
    CHECK(cudaGraphClone(&copy, graph));
    cudaGraphNode_t twin;
    CHECK(cudaGraphNodeFindInClone(&twin, second, copy));
    REQUIRE(twin != second);
    CHECK(cudaGraphRemoveDependencies(copy, nullptr, nullptr, nullptr, 0));
    CHECK(cudaGraphDestroyNode(twin));
    CHECK(cudaGraphGetNodes(copy, nullptr, &count));
    REQUIRE(count == 4);
    REQUIRE(cudaGraphNodeFindInClone(&twin, second, copy) == cudaErrorInvalidValue);
    cudaGetLastError();
}

static void memory() {
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaMemAllocNodeParams wanted = {};
    wanted.poolProps.allocType = cudaMemAllocationTypePinned;
    wanted.poolProps.location.type = cudaMemLocationTypeDevice;
    wanted.bytesize = 128;
    cudaGraphNode_t allocated, filled, added, copied, freed;
    CHECK(cudaGraphAddMemAllocNode(&allocated, graph, nullptr, 0, &wanted));
    cudaMemsetParams fill = {};
    fill.dst = wanted.dptr;
    fill.elementSize = 4;
    fill.width = 32;
    fill.height = 1;
    CHECK(cudaGraphAddMemsetNode(&filled, graph, &allocated, 1, &fill));
    int four = 4, found[32];
    void *arguments[] = {&wanted.dptr, &four};
    cudaKernelNodeParams parameters = kernel(arguments);
    CHECK(cudaGraphAddKernelNode(&added, graph, &filled, 1, &parameters));
    CHECK(cudaGraphAddMemcpyNode1D(&copied, graph, &added, 1, found, wanted.dptr, 128, cudaMemcpyDeviceToHost));
    CHECK(cudaGraphAddMemFreeNode(&freed, graph, &copied, 1, wanted.dptr));
    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < 2; i++) {
        CHECK(cudaGraphLaunch(executable, nullptr));
        CHECK(cudaDeviceSynchronize());
        REQUIRE(found[31] == 4);
    }
    unsigned long long used = 0;
    CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
    REQUIRE(used == 128);
}

static void conditions(int *left) {
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphConditionalHandle handle;
    CHECK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    cudaGraphNodeParams parameters = {};
    parameters.type = cudaGraphNodeTypeConditional;
    parameters.conditional.handle = handle;
    parameters.conditional.type = cudaGraphCondTypeWhile;
    parameters.conditional.size = 1;
    cudaGraphNode_t node, inner;
    CHECK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &parameters));
    void *arguments[] = {&handle, &left};
    cudaKernelNodeParams body = {};
    body.func = reinterpret_cast<void *>(count_down);
    body.gridDim = 1;
    body.blockDim = 32;
    body.kernelParams = arguments;
    CHECK(cudaGraphAddKernelNode(&inner, parameters.conditional.phGraph_out[0], nullptr, 0, &body));
    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    for (int number : {7, 1}) {
        CHECK(cudaMemcpy(left, &number, 4, cudaMemcpyHostToDevice));
        CHECK(cudaGraphLaunch(executable, nullptr));
        CHECK(cudaMemcpy(&number, left, 4, cudaMemcpyDeviceToHost));
        REQUIRE(number == 0);
    }
}

static void spoilt_captures(int *data) {
    cudaStream_t stream, other;
    cudaEvent_t event;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamCreate(&other));
    CHECK(cudaEventCreate(&event));
    cudaGraph_t graph;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    REQUIRE(cudaStreamSynchronize(stream) == cudaErrorStreamCaptureUnsupported);
    REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    CHECK(cudaEventRecord(event, stream));
    CHECK(cudaStreamWaitEvent(other, event));
    add<<<1, 32, 0, other>>>(data, 1);
    REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureUnjoined);
    cudaGetLastError();
}

int main() {
    int *data;
    CHECK(cudaMalloc(&data, 128));
    CHECK(cudaMemset(data, 0, 128));
    queries(data);
    memory();
    conditions(data);
    spoilt_captures(data);
    return passed();
}
