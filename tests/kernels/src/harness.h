// What the tests of the ARM kernels are written with: they run in an emulator, where there is no Python.
#pragma once
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "f32.h"
#include "kernel.h"
#include "pack.h"

extern int is_short;  // fewer cases

// Numbers that are the same on every run: normally distributed, as good as that, whole ones in from .. to - 1.
void seed(uint64_t number);
float *normal(size_t n, float size);
int whole(int from, int to);

void *zeros(size_t n, size_t size);      // of that many bytes each; freed by `forget`
void forget(void);                       // all of these

// A tensor of contiguous numbers.
struct ggml_tensor tensor(enum ggml_type type, const void *data, int64_t ne0, int64_t ne1, int64_t ne2);

// A node of the graph, on so many threads at once. src: up to the first NULL, where there are fewer than GGML_MAX_SRC.
void compute(ggml_custom_op_t node, struct ggml_tensor *dst, const struct ggml_tensor *const *src, int threads,
             void *data);
#define COMPUTE(node, dst, threads, data, ...) \
    compute(node, dst, (const struct ggml_tensor *const[]){__VA_ARGS__, NULL}, threads, data)

// A row of the table for each kernel and what is asked of it: how many cases, and the largest error, which may not be
// above its bound. Errors are relative to the truth, both as lengths.
void note(const char *kernel, const char *what, double error, double bound);
double error_of(const float *found, const double *truth, size_t n);

void test_products(void);
void test_f32(const F32Kernels *kernels);
void test_recurrences(const F32Kernels *kernels);
