/* Lints a module, runs its kernels, and looks at what they did. */
#include <ptxlint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text =
    ".version 8.0\n"
    ".target sm_80\n"
    ".address_size 64\n"
    ".global .align 4 .u32 factor = 3;\n"
    ".global .align 1 .b8 words[11] = {37, 100, 32, 115, 101, 118, 101, 110, 115, 10, 0};\n"
    ".extern .func (.param .b32 r) vprintf(.param .b64 format, .param .b64 values);\n"
    ".visible .entry scale(.param .u64 data, .param .u32 by) {\n"
    "    .reg .b32 %r<5>;\n"
    "    .reg .b64 %rd<3>;\n"
    "    ld.param.u64 %rd1, [data];\n"
    "    ld.param.u32 %r1, [by];\n"
    "    mov.u32 %r2, %tid.x;\n"
    "    mad.wide.u32 %rd2, %r2, 4, %rd1;\n"
    "    ld.global.u32 %r3, [factor];\n"
    "    mul.lo.u32 %r3, %r3, %r1;\n"
    "    mad.lo.u32 %r3, %r3, %r2, %r2;\n"
    "    // The fifth thread leaves the buffer.\n"
    "    \n"
    "    \n"
    "    st.global.u32 [%rd2], %r3;\n"
    "    ret;\n"
    "}\n"
    ".visible .entry print(.param .u32 n) {\n"
    "    .reg .b32 %r<3>;\n"
    "    .reg .b64 %rd<3>;\n"
    "    .local .align 8 .b8 stack[8];\n"
    "    ld.param.u32 %r1, [n];\n"
    "    st.local.u32 [stack], %r1;\n"
    "    mov.u64 %rd1, stack;\n"
    "    cvta.local.u64 %rd1, %rd1;\n"
    "    mov.u64 %rd2, words;\n"
    "    cvta.global.u64 %rd2, %rd2;\n"
    "    {\n"
    "        .param .b64 format;\n"
    "        .param .b64 values;\n"
    "        .param .b32 r;\n"
    "        st.param.b64 [format], %rd2;\n"
    "        st.param.b64 [values], %rd1;\n"
    "        call.uni (r), vprintf, (format, values);\n"
    "    }\n"
    "    ret;\n"
    "}\n";

#define REQUIRE(condition)                                                 \
    do {                                                                   \
        if (!(condition)) {                                                \
            fprintf(stderr, "line %d: not so: %s\n", __LINE__, #condition); \
            exit(1);                                                       \
        }                                                                  \
    } while (0)

static void print(const char *printed, size_t length, void *data) {
    strncat(data, printed, length);
}

int main(void) {
    REQUIRE(strlen(ptxlint_version()) > 0);
    char *findings = ptxlint_lint(text, strlen(text), NULL);
    REQUIRE(findings && findings[0] == '[');
    ptxlint_string_free(findings);
    REQUIRE(!ptxlint_lint(text, strlen(text), "sm_1"));

    PtxlintSettings settings = {
        .max_steps = 1000000, .threads = 1, .schedule = PTXLINT_SCHEDULE_RANDOM, .seed = 7};
    PtxlintDevice *device = ptxlint_device_new(&settings);
    REQUIRE(device);
    uint32_t module;
    REQUIRE(ptxlint_load(device, "nonsense", 8, &module) == PTXLINT_STATUS_ILLEGAL);
    REQUIRE(strlen(ptxlint_error(device)) > 0);
    REQUIRE(ptxlint_load(device, text, strlen(text), &module) == PTXLINT_STATUS_OK);
    REQUIRE(ptxlint_kernel_count(device, module) == 2);
    REQUIRE(!strcmp(ptxlint_kernel_name(device, module, 1), "print"));

    uint64_t data, factor, size;
    uint32_t out[4], by = 2, five = 5;
    REQUIRE(ptxlint_alloc(device, sizeof out, &data) == PTXLINT_STATUS_OK);
    REQUIRE(ptxlint_variable(device, module, "factor", &factor, &size) == PTXLINT_STATUS_OK && size == 4);
    REQUIRE(ptxlint_upload(device, factor, &five, sizeof five) == PTXLINT_STATUS_OK);
    const void *arguments[] = {&data, &by};
    PtxlintLaunch launch = {.grid = {1, 1, 1}, .block = {4, 1, 1}, .arguments = arguments, .argument_count = 2};
    REQUIRE(ptxlint_launch(device, module, "scale", &launch) == PTXLINT_STATUS_OK);
    REQUIRE(ptxlint_statistics(device).thread_instructions == 9 * 4);
    REQUIRE(ptxlint_download(device, data, out, sizeof out) == PTXLINT_STATUS_OK);
    for (uint32_t i = 0; i < 4; i++) REQUIRE(out[i] == 11 * i);
    REQUIRE(ptxlint_launch(device, module, "none", &launch) == PTXLINT_STATUS_ARGUMENT);

    launch.block[0] = 5;
    REQUIRE(ptxlint_launch(device, module, "scale", &launch) == PTXLINT_STATUS_FAULT);
    REQUIRE(ptxlint_fault_count(device) == 1);
    PtxlintFault fault;
    REQUIRE(ptxlint_fault(device, 0, &fault) == PTXLINT_STATUS_OK && !fault.has_other);
    printf("%s in line %u by thread %u of block %u, %llu time\n", fault.kind, fault.line, fault.thread[0],
           fault.block[0], (unsigned long long)fault.times);
    char *faults = ptxlint_faults_json(device);
    REQUIRE(faults);
    puts(faults);
    ptxlint_string_free(faults);

    char printed[64] = "";
    ptxlint_on_print(device, print, printed);
    uint32_t seven = 7;
    const void *number[] = {&seven};
    PtxlintLaunch second = {.grid = {1, 1, 1}, .block = {1, 1, 1}, .arguments = number, .argument_count = 1};
    REQUIRE(ptxlint_launch(device, module, "print", &second) == PTXLINT_STATUS_OK);
    printf("printed: %s", printed);
    REQUIRE(ptxlint_release(device, data) == PTXLINT_STATUS_OK);
    REQUIRE(ptxlint_release(device, data) == PTXLINT_STATUS_ARGUMENT);
    ptxlint_device_free(device);
    return 0;
}
