// Objects that live as long as graphs that use them, and the graph that a kernel is part of.
#include "check.h"

static int ended = 0;

static void end(void *number) { ended += *(int *)number; }

__global__ void handle_of_graph(unsigned long long *to) {
    unsigned long long handle;
    asm("mov.u64 %0, %%current_graph_exec;" : "=l"(handle));
    *to = handle;
}

int main() {
    int one = 1, ten = 10;
    cudaUserObject_t object, other;
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaUserObjectCreate(&object, &one, end, 1, cudaUserObjectNoDestructorSync));
    CHECK(cudaUserObjectCreate(&other, &ten, end, 2, cudaUserObjectNoDestructorSync));
    CHECK(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
    CHECK(cudaGraphRetainUserObject(graph, other, 3, 0));
    CHECK(cudaGraphReleaseUserObject(graph, other, 2));
    REQUIRE(cudaGraphReleaseUserObject(graph, other, 2) == cudaErrorInvalidValue);
    CHECK(cudaUserObjectRetain(other, 1));
    CHECK(cudaUserObjectRelease(other, 3));
    REQUIRE(ended == 0);

    unsigned long long *to, handle = 1;
    CHECK(cudaMalloc(&to, sizeof *to));
    void *arguments[] = {&to};
    cudaKernelNodeParams parameters = {};
    parameters.func = (void *)handle_of_graph;
    parameters.gridDim = parameters.blockDim = dim3(1);
    parameters.kernelParams = arguments;
    cudaGraphNode_t node;
    CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CHECK(cudaGraphDestroy(graph));
    REQUIRE(ended == 0);
    CHECK(cudaGraphLaunch(executable, nullptr));
    CHECK(cudaMemcpy(&handle, to, sizeof handle, cudaMemcpyDeviceToHost));
    REQUIRE(handle != 0);
    handle_of_graph<<<1, 1>>>(to);
    CHECK(cudaMemcpy(&handle, to, sizeof handle, cudaMemcpyDeviceToHost));
    REQUIRE(handle == 0);
    CHECK(cudaGraphExecDestroy(executable));
    REQUIRE(ended == 11);
    CHECK(cudaFree(to));
    cudaGetLastError();
    return passed();
}
