// 128 bits, and what compilers make of divisions.
extern "C" __global__ void kernel(const unsigned long long *x, const unsigned long long *y, unsigned long long *out) {
    int i = threadIdx.x;
    unsigned __int128 product = (unsigned __int128)x[i] * y[i] + 12345;
    unsigned __int128 quotient = product / (y[i] >> 3 | 1);
    out[5 * i] = (unsigned long long)product;
    out[5 * i + 1] = (unsigned long long)(product >> 64);
    out[5 * i + 2] = (unsigned long long)quotient;
    out[5 * i + 3] = x[i] / (y[i] >> 40 | 1);
    out[5 * i + 4] = x[i] % 1000003;
}
