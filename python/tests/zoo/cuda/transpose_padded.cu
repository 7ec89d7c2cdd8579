extern "C" __global__ void kernel(const float *x, float *out, int rows, int columns) {
    __shared__ float tile[32][33];
    int c = blockIdx.x * 32 + threadIdx.x;
    for (int dy = 0; dy < 32; dy += 8) {
        int r = blockIdx.y * 32 + threadIdx.y + dy;
        if (r < rows && c < columns) tile[threadIdx.y + dy][threadIdx.x] = x[r * columns + c];
    }
    __syncthreads();
    int r = blockIdx.y * 32 + threadIdx.x;
    for (int dy = 0; dy < 32; dy += 8) {
        int to = blockIdx.x * 32 + threadIdx.y + dy;
        if (to < columns && r < rows) out[to * rows + r] = tile[threadIdx.x][threadIdx.y + dy];
    }
}
