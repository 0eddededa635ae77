// Products of packed weights, and what packing holds.
#include <string.h>

#include "harness.h"
#include "packed.h"

void luthier_pack_int8(const Submatrix *from, const uint16_t *scales, uint8_t *panels);
void luthier_pack_int4(const Submatrix *from, const float *scales, const float *mins, uint8_t *panels);
void luthier_pack_int6(const Submatrix *from, const float *scales, uint8_t *panels);
void luthier_pack_bf16(const Submatrix *from, uint8_t *panels);
void reference_dequantize(int kind, const uint8_t *panels, int64_t rows, int64_t depth, double *w);
void reference_product(int kind, int in_bf16, const uint8_t *panels, int64_t rows, int64_t depth, const float *x,
                       int64_t tokens, double *y);

enum { MOST_TOKENS = 192, SHORT_TOKENS = 29 };
static const int KINDS[] = {INT8, INT4, INT6, BF16};
static const int SHAPES[][2] = {{32, 16}, {64, 32}, {96, 64}, {576, 80}, {608, 48},  // depth, rows; the short form's
                                {1536, 112}, {2080, 16}, {4864, 16}};
static const int TOKENS[] = {1, 2, 3, 5, 7, 8, 12, 13, 95, 97, 130, 192};
static const int FEW_TOKENS[] = {1, 7, SHORT_TOKENS};

static size_t packed_bytes(int kind, int depth, int rows) {
    const size_t blocks = (size_t)depth / BLOCK * rows;
    return blocks * (kind == INT8 ? BLOCK + 2 : kind == INT6 ? BLOCK + 4 : kind == INT4 ? BLOCK / 2 + 4 : 2 * BLOCK);
}

static uint8_t *pack_as(int kind, const float *values, int depth, int rows, const Submatrix *part) {
    uint8_t *panels = zeros(packed_bytes(kind, depth, rows), 1);
    float *scales = zeros((size_t)depth / BLOCK * SUB_BLOCKS * rows, sizeof(float));
    float *mins = zeros((size_t)depth / BLOCK * rows, sizeof(float));
    const int per_scale = kind == INT6 ? BLOCK / SUB_BLOCKS : BLOCK;
    for (size_t i = 0; i < (size_t)depth * rows; i += per_scale) {
        float least = values[i], most = values[i], largest = 0;
        for (int k = 0; k < per_scale; k++) {
            least = fminf(least, values[i + k]);
            most = fmaxf(most, values[i + k]);
            largest = fmaxf(largest, fabsf(values[i + k]));
        }
        scales[i / per_scale] = kind == INT6 ? largest / 31 : (most - least) / 15;
        if (kind == INT4) mins[i / BLOCK] = -least;
    }
    if (kind == INT8) luthier_pack_int8(part, NULL, panels);
    if (kind == INT4) luthier_pack_int4(part, scales, mins, panels);
    if (kind == INT6) luthier_pack_int6(part, scales, panels);
    if (kind == BF16) luthier_pack_bf16(part, panels);
    return panels;
}

static uint8_t *pack(int kind, const float *values, int depth, int rows) {
    const Submatrix part = {values, depth, 1, 0, rows, 0, depth, rows, depth};
    return pack_as(kind, values, depth, rows, &part);
}

// As core/engine/ops/frozen_product.py lays it out.
static float *product(const Kernel *kernel, const uint8_t *panels, int depth, int rows, const float *x, int tokens,
                      int threads) {
    ProductArgs args = {kernel, depth / BLOCK, 0, NULL};
    const int64_t lines = (depth / BLOCK * kernel->x_bytes + LINE - 1) / LINE | 1;
    const int64_t padded = (tokens + kernel->mr - 1) / kernel->mr * kernel->mr;
    float *y = zeros((size_t)tokens * rows, sizeof(float));
    memset(y, 0xff, (size_t)tokens * rows * sizeof(float));
    const struct ggml_tensor from = tensor(GGML_TYPE_F32, x, depth, tokens, 1);
    const struct ggml_tensor weight = tensor(GGML_TYPE_I8, panels, packed_bytes(kernel->kind, depth, rows), 1, 1);
    struct ggml_tensor rounded = tensor(GGML_TYPE_I8, zeros(lines * LINE, padded), lines * LINE, padded, 1);
    struct ggml_tensor to = tensor(GGML_TYPE_F32, y, rows, tokens, 1);
    for (int run = 0; run < 2; run++) {  // a graph runs many times
        COMPUTE(luthier_round, &rounded, threads, &args, &from);
        COMPUTE(luthier_multiply, &to, threads, &args, &weight, &rounded);
    }
    return y;
}

// Integers to the bit; BFMMLA rounds sums of two products in its own way (to odd), and adds them up in F32.
static double bound_of(int kind) { return kind == BF16 ? 2e-6 : 0; }

static void test_shape(int kind, int depth, int rows) {
    seed(depth + rows);
    const uint8_t *panels = pack(kind, normal((size_t)depth * rows, 0.02f), depth, rows);
    const float *x = normal((size_t)depth * MOST_TOKENS, 1);
    double *truth = zeros((size_t)rows * MOST_TOKENS, sizeof(double));
    reference_product(kind, kind == BF16, panels, rows, depth, x, is_short ? SHORT_TOKENS : MOST_TOKENS, truth);
    const int *tokens = is_short ? FEW_TOKENS : TOKENS;
    const int n = is_short ? sizeof(FEW_TOKENS) / sizeof(int) : sizeof(TOKENS) / sizeof(int);
    const Kernel *kernel;
    for (int choice = 0; (kernel = luthier_kernel(kind, choice)); choice++)
        for (int i = 0; i < n; i++) {
            const float *y = product(kernel, panels, depth, rows, x, tokens[i], 1 + i % 3);
            note(kernel->name, "product", error_of(y, truth, (size_t)tokens[i] * rows), bound_of(kind));
        }
    forget();
}

// Counts those tokens that are finite although they should not be, or the other way round.
static void test_not_finite(const Kernel *kernel) {
    enum { DEPTH = 256, ROWS = 32, N = 5, BAD = 2 };
    const float bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        seed(7);
        const uint8_t *panels = pack(kernel->kind, normal(DEPTH * ROWS, 0.02f), DEPTH, ROWS);
        float *x = normal(DEPTH * N, 1);
        x[BAD * DEPTH + 40] = bad[i];
        const float *y = product(kernel, panels, DEPTH, ROWS, x, N, 1);
        int wrong = 0;
        for (int k = 0; k < N * ROWS; k++) wrong += !isfinite(y[k]) != (k / ROWS == BAD);
        note(kernel->name, "what is not finite stays so", wrong, 0);
        forget();
    }
}

// Numbers that F32 itself holds coarsely may become zero: the error is as a part of the largest, or of 1e-30.
static void test_sizes(const Kernel *kernel) {
    enum { DEPTH = 256, ROWS = 32, N = 5 };
    const float sizes[] = {0, 1e-40f, 1e-25f, 1e25f};
    for (int i = 0; i < 4; i++) {
        seed(8);
        const uint8_t *panels = pack(kernel->kind, normal(DEPTH * ROWS, 0.02f), DEPTH, ROWS);
        const float *x = normal(DEPTH * N, sizes[i]), *y = product(kernel, panels, DEPTH, ROWS, x, N, 1);
        double *w = zeros(DEPTH * ROWS, sizeof(double)), off = 0, largest = 0;
        reference_dequantize(kernel->kind, panels, ROWS, DEPTH, w);
        for (int k = 0; k < N * ROWS; k++) {
            double truth = 0;
            for (int j = 0; j < DEPTH; j++) truth += w[k % ROWS * DEPTH + j] * x[k / ROWS * DEPTH + j];
            off = fmax(off, fabs(y[k] - truth));
            largest = fmax(largest, fabs(truth));
        }
        note(kernel->name, "tiny and huge tokens", off / fmax(largest, 1e-28), 1e-2);
        forget();
    }
}

// What is held is off by half a step of rounding at most; the error is as a part of the largest.
static void test_packing(int kind, const char *name) {
    enum { DEPTH = 96, ROWS = 48 };
    seed(9);
    const float *values = normal(DEPTH * ROWS, 1);
    double *held = zeros(DEPTH * ROWS, sizeof(double)), off = 0, largest = 0;
    reference_dequantize(kind, pack(kind, values, DEPTH, ROWS), ROWS, DEPTH, held);
    for (int i = 0; i < DEPTH * ROWS; i++) {
        off = fmax(off, fabs(held[i] - values[i]));
        largest = fmax(largest, fabs((double)values[i]));
    }
    const double bound = kind == INT8 ? 0.5 / 127 : kind == INT6 ? 0.5 / 31 : kind == INT4 ? 1.1 / 15 : 1.0 / 256;
    note(name, "packing", off / largest, bound);
    forget();
}

// A part of a weight from its transpose's rows is packed as from its own. The error: bytes that differ.
static void test_transpose(int kind, const char *name) {
    enum { DEPTH = 64, ROWS = 96 };
    seed(10);
    const float *turned = normal(DEPTH * ROWS, 1);
    float *values = zeros(DEPTH * ROWS, sizeof(float));
    for (int i = 0; i < DEPTH * ROWS; i++) values[i % ROWS * DEPTH + i / ROWS] = turned[i];
    const uint8_t *by_rows = pack(kind, values, DEPTH, ROWS);
    uint8_t *by_columns = zeros(packed_bytes(kind, DEPTH, ROWS), 1);
    for (int first = 0; first < DEPTH; first += 32) {
        const Submatrix part = {turned + first * ROWS, 1, ROWS, 0, ROWS, first, 32, ROWS, DEPTH};
        if (kind == INT8) luthier_pack_int8(&part, NULL, by_columns);
        else luthier_pack_bf16(&part, by_columns);
    }
    int differ = 0;
    for (size_t i = 0; i < packed_bytes(kind, DEPTH, ROWS); i++) differ += by_rows[i] != by_columns[i];
    note(name, "packing of a transpose", differ, 0);
    forget();
}

void test_products(void) {
    static const char *const PACKING[] = {"int8", "int4", "int6", "BF16"};
    const int n = sizeof(SHAPES) / sizeof(*SHAPES);
    for (int i = 0; i < 4; i++) {
        const Kernel *kernel;
        test_packing(KINDS[i], PACKING[i]);
        if (KINDS[i] == INT8 || KINDS[i] == BF16) test_transpose(KINDS[i], PACKING[i]);
        for (int shape = 0; shape < n; shape++)
            if (!is_short || SHAPES[shape][0] < 1000) test_shape(KINDS[i], SHAPES[shape][0], SHAPES[shape][1]);
        for (int choice = 0; (kernel = luthier_kernel(KINDS[i], choice)); choice++) {
            test_not_finite(kernel);
            test_sizes(kernel);
        }
    }
}
