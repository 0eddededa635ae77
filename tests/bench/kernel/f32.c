// F32: a fused multiply-add takes one number of each of 16 rows.
#include <string.h>

#include "product.h"

enum { TOKENS = 24 / VECTORS };  // 24 of the 32 registers hold sums

static void copy(const float *x, int blocks, uint8_t *rounded) { memcpy(rounded, x, blocks * BLOCK * sizeof(float)); }

static void tile(const uint8_t *panel, const uint8_t *x, size_t x_stride, int blocks, float *y, size_t y_stride,
                 int adds) {
    __m512 sum[TOKENS][VECTORS];
    LOAD_SUMS(sum, TOKENS);
    for (int k = 0; k < blocks * BLOCK; k++) {
        __m512 w[VECTORS];
        UNROLLED for (int v = 0; v < VECTORS; v++) w[v] = _mm512_loadu_ps(panel + ((size_t)k * VECTORS + v) * 64);
        UNROLLED for (int t = 0; t < TOKENS; t++) {
            const __m512 number = _mm512_set1_ps(((const float *)(x + t * x_stride))[k]);
            UNROLLED for (int v = 0; v < VECTORS; v++) sum[t][v] = _mm512_fmadd_ps(w[v], number, sum[t][v]);
        }
    }
    STORE_SUMS(sum, TOKENS);
}

// [rows][depth] -> panels, in each [depth][ROWS].
static void pack(const void *file, int rows, int depth, void *panels) {
    const float *w = file;
    float *packed = panels;
    for (int row = 0; row < rows; row++)
        for (int k = 0; k < depth; k++)
            packed[((size_t)(row / ROWS) * depth + k) * ROWS + row % ROWS] = *w++;
}

const Kernel f32_kernel = {TOKENS, ROWS * BLOCK * sizeof(float), BLOCK * sizeof(float), pack, copy, tile};
