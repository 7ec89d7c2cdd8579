// Conversions between numbers and integers, and arithmetic that rounds in a direction, as the host does them.
#include "check.h"
#include <cfenv>
#include <cmath>

struct Results {
    float single, down, up, cut, rounded;
    double wide, floor, reciprocal;
    int nearest, lower;
    unsigned cut_unsigned;
    long long large;
};

__global__ void convert(const double *x, Results *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double d = x[i];
    float f = (float)d;
    Results r;
    r.single = f;
    r.down = __fmaf_rd(f, f, 1.1f);
    r.up = __fadd_ru(f, 0.3f);
    r.cut = __fmul_rz(f, 1.7f);
    r.rounded = rintf(f);
    r.wide = (double)f;
    r.floor = floor(d);
    r.reciprocal = 1.0 / d;
    r.nearest = __double2int_rn(d);
    r.lower = __float2int_rd(f);
    r.cut_unsigned = (unsigned)fabs(d);
    r.large = (long long)(d * 1e6);
    out[i] = r;
}

static float rounded(int direction, float a, float b, float c) {
    std::fesetround(direction);
    volatile float x = a, y = b, z = c;
    volatile float result = std::fmaf(x, y, z);
    std::fesetround(FE_TONEAREST);
    return result;
}

int main() {
    const int n = 1000;
    std::vector<double> x(n);
    for (int i = 0; i < n; i++) x[i] = (i - 499.75) * (1.0 / 7) * (i % 3 ? 1.0 : 1000.123);
    double *dx;
    Results *dout;
    CHECK(cudaMalloc(&dx, n * sizeof(double)));
    CHECK(cudaMalloc(&dout, n * sizeof(Results)));
    CHECK(cudaMemcpy(dx, x.data(), n * sizeof(double), cudaMemcpyHostToDevice));
    convert<<<(n + 127) / 128, 128>>>(dx, dout, n);
    CHECK(cudaGetLastError());
    std::vector<Results> out(n);
    CHECK(cudaMemcpy(out.data(), dout, n * sizeof(Results), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
        const Results &r = out[i];
        double d = x[i];
        float f = (float)d;
        REQUIRE(r.single == f && r.wide == (double)f && r.rounded == std::rint(f));
        REQUIRE(r.down == rounded(FE_DOWNWARD, f, f, 1.1f));
        REQUIRE(r.up == rounded(FE_UPWARD, f, 1.0f, 0.3f));
        REQUIRE(r.cut == rounded(FE_TOWARDZERO, f, 1.7f, 0.0f));
        REQUIRE(r.floor == std::floor(d) && r.reciprocal == 1.0 / d);
        REQUIRE(r.nearest == (int)std::nearbyint(d) && r.lower == (int)std::floor(f));
        REQUIRE(r.cut_unsigned == (unsigned)std::fabs(d) && r.large == (long long)(d * 1e6));
    }
    return passed();
}
