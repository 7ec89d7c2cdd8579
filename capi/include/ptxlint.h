// ptxlint for C: findings, and kernels on the interpreter. Written by cbindgen from capi/src; a test compares the two.

#ifndef PTXLINT_H
#define PTXLINT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// When asynchronous copies get done, within what is allowed: from when they begin until somebody has waited for them.
typedef enum {
  // When somebody waits.
  PTXLINT_SCHEDULE_LATE = 0,
  // At once.
  PTXLINT_SCHEDULE_EARLY = 1,
  // Each either at once or when somebody waits, by a seed.
  PTXLINT_SCHEDULE_RANDOM = 2,
} PtxlintSchedule;

// What became of a call.
typedef enum {
  // It succeeded.
  PTXLINT_STATUS_OK = 0,
  // The kernel did something that is undefined: see `ptxlint_fault`. The launch went on as far as there was sense in it.
  PTXLINT_STATUS_FAULT = 1,
  // The text is not PTX that an assembler takes.
  PTXLINT_STATUS_ILLEGAL = 2,
  // The interpreter does not implement an instruction of the kernel.
  PTXLINT_STATUS_UNSUPPORTED = 3,
  // The arguments of the call do not fit: no such kernel, address or variable, or a launch of no shape.
  PTXLINT_STATUS_ARGUMENT = 4,
  // There is not enough memory.
  PTXLINT_STATUS_OUT_OF_MEMORY = 5,
  // Anything else.
  PTXLINT_STATUS_OTHER = 6,
} PtxlintStatus;

// An interpreter with its modules and buffers.
typedef struct PtxlintDevice PtxlintDevice;

// How a device works. Settings that are all zero are the defaults.
typedef struct {
  // Do not look for races, which takes less time and memory.
  bool ignore_races;
  // Instructions that a warp may execute in a launch; 0 for the default.
  uint64_t max_steps;
  // Seconds that a launch may take; 0 for the default.
  uint64_t max_seconds;
  // Threads that interpret; 0 for as many as there are processors.
  size_t threads;
  // When asynchronous copies get done.
  PtxlintSchedule schedule;
  // The seed of `PTXLINT_SCHEDULE_RANDOM`.
  uint64_t seed;
} PtxlintSettings;

// Is told what a thread prints; `text` lives during the call. Threads of the interpreter may call it at once.
typedef void (*PtxlintPrinter)(const char *text, size_t length, void *data);

// A launch.
typedef struct {
  // Blocks in x, y and z.
  uint32_t grid[3];
  // Threads of a block in x, y and z.
  uint32_t block[3];
  // Blocks of a cluster in x, y and z; zeros for what the kernel says.
  uint32_t cluster[3];
  // Bytes of dynamic shared memory.
  uint32_t shared_bytes;
  // All blocks run side by side, so that they may wait for one another.
  bool cooperative;
  // For each parameter the address of its value.
  const void *const *arguments;
  // How many there are.
  size_t argument_count;
} PtxlintLaunch;

// What a kernel did that is undefined, in one place.
typedef struct {
  // What kind, such as `data race`.
  const char *kind;
  // What happened, in a sentence.
  const char *message;
  // The line of the instruction in the module, from 1.
  uint32_t line;
  // The first block that did it.
  uint32_t block[3];
  // The first thread of it.
  uint32_t thread[3];
  // How often threads did it.
  uint64_t times;
  // Whether there is another access, as races have one.
  bool has_other;
  // Its line.
  uint32_t other_line;
  // Its block.
  uint32_t other_block[3];
  // Its thread.
  uint32_t other_thread[3];
  // Whether it writes.
  bool other_writes;
} PtxlintFault;

// What the last launch has done.
typedef struct {
  // Instructions that threads have executed.
  uint64_t thread_instructions;
  // Instructions that warps have executed.
  uint64_t warp_instructions;
  // Lanes that were active in these.
  uint64_t active_lanes;
} PtxlintStatistics;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version, as `1.2.3`; it lives as long as the process.
const char *ptxlint_version(void);

// The findings of the rules on a module, as a JSON array; the caller frees it with `ptxlint_string_free`. `target` is a name such as
// `sm_90`, or null for what the module declares. Null if the text is no PTX, or there is no such target.
//
// # Safety
// `ptx` points to `length` bytes, and `target` to a string or nowhere.
char *ptxlint_lint(const char *ptx,
                   size_t length,
                   const char *target);

// Runs all kernels of a module in launches that are made up, and gives their faults as `ptxlint_lint` gives findings.
//
// # Safety
// `ptx` points to `length` bytes.
char *ptxlint_sanitize(const char *ptx,
                       size_t length);

// Frees a string that the caller was given to free.
//
// # Safety
// It is one, or null.
void ptxlint_string_free(char *text);

// A device; null if there are not as many threads as the settings ask for. `settings` may be null.
//
// # Safety
// `settings` points to settings or nowhere.
PtxlintDevice *ptxlint_device_new(const PtxlintSettings *settings);

// Frees a device with all that is in it.
//
// # Safety
// It is one of `ptxlint_device_new`, or null.
void ptxlint_device_free(PtxlintDevice *device);

// What went wrong last, in words.
//
// # Safety
// `device` is a device.
const char *ptxlint_error(const PtxlintDevice *device);

// Tells somebody what kernels print (`vprintf`).
//
// # Safety
// `device` is a device. `printer` may be called by several threads at once with `data`, until the device is freed.
void ptxlint_on_print(PtxlintDevice *device,
                      PtxlintPrinter printer,
                      void *data);

// Loads a module from its text. `module` gets its number.
//
// # Safety
// `device` is a device, `ptx` points to `length` bytes, and `module` to a number.
PtxlintStatus ptxlint_load(PtxlintDevice *device, const char *ptx, size_t length, uint32_t *module);

// How many kernels a module has; 0 if there is no such module.
//
// # Safety
// `device` is a device.
size_t ptxlint_kernel_count(PtxlintDevice *device, uint32_t module);

// The name of a kernel of a module, by its number from 0; null if there is none.
//
// # Safety
// `device` is a device.
const char *ptxlint_kernel_name(PtxlintDevice *device, uint32_t module, size_t kernel);

// Makes a buffer of bytes without values. `address` gets what kernels know it by.
//
// # Safety
// `device` is a device, and `address` points to a number.
PtxlintStatus ptxlint_alloc(PtxlintDevice *device, uint64_t bytes, uint64_t *address);

// Frees a buffer, by its address. Kernels that access it later have a fault.
//
// # Safety
// `device` is a device.
PtxlintStatus ptxlint_release(PtxlintDevice *device, uint64_t address);

// Copies bytes to an address within a buffer.
//
// # Safety
// `device` is a device, and `from` points to `bytes` bytes.
PtxlintStatus ptxlint_upload(PtxlintDevice *device, uint64_t address, const void *from, size_t bytes);

// Copies bytes from an address within a buffer.
//
// # Safety
// `device` is a device, and `to` points to room for `bytes` bytes.
PtxlintStatus ptxlint_download(PtxlintDevice *device, uint64_t address, void *to, size_t bytes);

// The address and the bytes of a variable that a module has in global or constant memory.
//
// # Safety
// `device` is a device, `name` a string, and `address` and `bytes` point to numbers or nowhere.
PtxlintStatus ptxlint_variable(PtxlintDevice *device,
                               uint32_t module,
                               const char *name,
                               uint64_t *address,
                               uint64_t *bytes);

// Runs a kernel to its end, under all checks.
//
// # Safety
// `device` is a device, `kernel` a string, and `launch` a launch whose arguments point to as many bytes as the parameters have.
PtxlintStatus ptxlint_launch(PtxlintDevice *device,
                             uint32_t module,
                             const char *kernel,
                             const PtxlintLaunch *launch);

// How many faults the last launch had.
//
// # Safety
// `device` is a device.
size_t ptxlint_fault_count(const PtxlintDevice *device);

// A fault of the last launch, by its number from 0. Its strings live until the next launch.
//
// # Safety
// `device` is a device, and `fault` points to a fault.
PtxlintStatus ptxlint_fault(PtxlintDevice *device, size_t number, PtxlintFault *fault);

// The faults of the last launch as a JSON array, in the order of `ptxlint_fault`; the caller frees it with `ptxlint_string_free`. Each is an
// object with `kind`, `message`, `line`, `thread` (`block` and `thread`, each with three numbers), `other` (null, or `line`, `thread` and
// `writes`) as the `fault` of `ptxlint run --format json` is, and `times`.
//
// # Safety
// `device` is a device.
char *ptxlint_faults_json(const PtxlintDevice *device);

// What the last launch has done that came to its end.
//
// # Safety
// `device` is a device.
PtxlintStatistics ptxlint_statistics(const PtxlintDevice *device);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PTXLINT_H */
