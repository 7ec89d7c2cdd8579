extern "C" __global__ void kernel(const unsigned *x, unsigned *out) {
    int i = threadIdx.x;
    unsigned v = x[i], w = x[(i + 1) % blockDim.x];
    out[6 * i] = __popc(v) << 16 | __clz(v) << 8 | __ffs(v);
    out[6 * i + 1] = __brev(v);
    out[6 * i + 2] = __byte_perm(v, w, 0x2517);
    out[6 * i + 3] = __funnelshift_l(v, w, 11);
    out[6 * i + 4] = __dp4a(v, w, 7u);
    out[6 * i + 5] = __vabsdiffu4(v, w);
}
