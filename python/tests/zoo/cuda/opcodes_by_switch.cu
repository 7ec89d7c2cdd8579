// A machine with a stack: the switch becomes a table of jumps.
extern "C" __global__ void kernel(const int *code, int length, const int *x, int *out) {
    int stack[8], top = 0;
    stack[top++] = x[threadIdx.x];
    for (int i = 0; i < length; ++i) {
        int word = code[i];
        switch (word & 7) {
        case 0: stack[top++] = word >> 3; break;
        case 1: --top; stack[top - 1] += stack[top]; break;
        case 2: --top; stack[top - 1] *= stack[top]; break;
        case 3: stack[top] = stack[top - 1]; ++top; break;
        case 4: --top; stack[top - 1] ^= stack[top]; break;
        case 5: stack[top - 1] = -stack[top - 1]; break;
        case 6: --top; stack[top - 1] = max(stack[top - 1], stack[top]); break;
        default: stack[top - 1] = __popc(stack[top - 1]);
        }
    }
    out[threadIdx.x] = stack[top - 1];
}
