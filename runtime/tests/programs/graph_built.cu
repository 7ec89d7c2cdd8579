// A graph built node by node: memory, kernels, a function of the host, a graph within it, new arguments.
#include "check.h"

__global__ void square(int *values, int n) {
    int i = threadIdx.x;
    if (i < n) values[i] *= values[i];
}

static int calls;

static void CUDART_CB count(void *) { calls++; }

int main() {
    const int n = 64;
    std::vector<int> in(n), out(n);
    for (int i = 0; i < n; i++) in[i] = i - 20;
    int *values, length = n;
    CHECK(cudaMalloc(&values, n * sizeof(int)));
    cudaGraph_t graph, child;
    cudaGraphNode_t up, kernel, down, host, fill, inner;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphCreate(&child, 0));
    CHECK(cudaGraphAddMemcpyNode1D(&up, graph, nullptr, 0, values, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    cudaKernelNodeParams parameters = {};
    void *arguments[] = {&values, &length};
    parameters.func = (void *)square;
    parameters.gridDim = dim3(1);
    parameters.blockDim = dim3(n);
    parameters.kernelParams = arguments;
    CHECK(cudaGraphAddKernelNode(&kernel, graph, &up, 1, &parameters));
    CHECK(cudaGraphAddMemcpyNode1D(&down, graph, nullptr, 0, out.data(), values, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaGraphAddDependencies(graph, &kernel, &down, nullptr, 1));
    cudaHostNodeParams function = {count, nullptr};
    CHECK(cudaGraphAddHostNode(&host, graph, &down, 1, &function));
    cudaMemsetParams zeros = {};
    zeros.dst = values;
    zeros.elementSize = 4;
    zeros.value = 9;
    zeros.width = n;
    zeros.height = 1;
    CHECK(cudaGraphAddMemsetNode(&fill, child, nullptr, 0, &zeros));
    CHECK(cudaGraphAddChildGraphNode(&inner, graph, &host, 1, child));
    cudaGraphNodeType type;
    CHECK(cudaGraphNodeGetType(kernel, &type));
    REQUIRE(type == cudaGraphNodeTypeKernel);
    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CHECK(cudaGraphLaunch(executable, 0));
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++) REQUIRE(out[i] == in[i] * in[i]);
    std::vector<int> nines(n);
    CHECK(cudaMemcpy(nines.data(), values, n * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) REQUIRE(nines[i] == 9);
    length = 10;
    CHECK(cudaGraphExecKernelNodeSetParams(executable, kernel, &parameters));
    CHECK(cudaGraphLaunch(executable, 0));
    for (int i = 0; i < n; i++) REQUIRE(out[i] == (i < 10 ? in[i] * in[i] : in[i]));
    REQUIRE(calls == 2);
    return passed();
}
