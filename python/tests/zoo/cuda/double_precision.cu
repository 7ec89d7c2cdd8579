extern "C" __global__ void kernel(const double *x, double *out) {
    int i = threadIdx.x;
    double v = x[i];
    out[6 * i] = sin(v);
    out[6 * i + 1] = exp(v);
    out[6 * i + 2] = log(fabs(v) + 1);
    out[6 * i + 3] = cbrt(v);
    out[6 * i + 4] = tgamma(fabs(v) + 1);
    out[6 * i + 5] = sqrt(fabs(v)) / (v * v + 1);
}
