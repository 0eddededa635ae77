// BF16: VDPBF16PS adds the products of two neighbouring numbers to an F32 sum, for each of 16 rows.
#include "product.h"

enum { TOKENS = 24 / VECTORS, PAIRS = BLOCK / 2 };

static void round_to_bf16(const float *x, int blocks, uint8_t *rounded) {
    for (int b = 0; b < blocks; b++, x += BLOCK) {
        const __m512bh block = _mm512_cvtne2ps_pbh(_mm512_loadu_ps(x + LANES), _mm512_loadu_ps(x));
        _mm512_storeu_si512(rounded + b * 64, (__m512i)block);
    }
}

static void tile(const uint8_t *panel, const uint8_t *x, size_t x_stride, int blocks, float *y, size_t y_stride,
                 int adds) {
    __m512 sum[TOKENS][VECTORS];
    LOAD_SUMS(sum, TOKENS);
    for (int k = 0; k < blocks * PAIRS; k++) {
        __m512i w[VECTORS];
        UNROLLED for (int v = 0; v < VECTORS; v++) w[v] = _mm512_load_si512(panel + ((size_t)k * VECTORS + v) * 64);
        UNROLLED for (int t = 0; t < TOKENS; t++) {
            const __m512i pair = _mm512_set1_epi32(((const int32_t *)(x + t * x_stride))[k]);
            UNROLLED for (int v = 0; v < VECTORS; v++)
                sum[t][v] = _mm512_dpbf16_ps(sum[t][v], (__m512bh)w[v], (__m512bh)pair);
        }
    }
    STORE_SUMS(sum, TOKENS);
}

// [rows][depth] -> panels, in each [depth / 2][ROWS][2].
static void pack(const void *file, int rows, int depth, void *panels) {
    const uint16_t *w = file;
    uint16_t *packed = panels;
    for (int row = 0; row < rows; row++)
        for (int k = 0; k < depth; k++) {
            const size_t pair = (size_t)(row / ROWS) * depth / 2 + k / 2;
            packed[(pair * ROWS + row % ROWS) * 2 + k % 2] = *w++;
        }
}

const Kernel bf16_kernel = {
    TOKENS, ROWS * BLOCK * sizeof(uint16_t), BLOCK * sizeof(uint16_t), pack, round_to_bf16, tile,
};
