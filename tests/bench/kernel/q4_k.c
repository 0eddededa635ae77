// Q4_K: w = scale q - least, q in 4 bits, both per 32 numbers. sum w x = scale sum q x - least sum x, and a token's
// shift is -128 sum x. In the panels two quads share a byte; only the F32 scales make them larger than the file.
#include "int8.h"

enum { SUPER = 256, HALF = QUADS / 2 };

typedef struct {
    uint8_t numbers[HALF][ROWS][4];  // low bits: quad k, high bits: quad k + 4
    float scale[ROWS], least[ROWS];  // least: / 128
} Weights;

static void tile(const uint8_t *panel, const uint8_t *x, size_t x_stride, int blocks, float *y, size_t y_stride,
                 int adds) {
    const __m512i low_bits = _mm512_set1_epi8(15);
    __m512 sum[TOKENS][VECTORS];
    LOAD_SUMS(sum, TOKENS);
    for (int b = 0; b < blocks; b++) {
        const Weights *w = (const Weights *)panel + b;
        __m512i total[TOKENS][VECTORS];
        UNROLLED for (int t = 0; t < TOKENS; t++)
            UNROLLED for (int v = 0; v < VECTORS; v++) total[t][v] = _mm512_setzero_si512();
        UNROLLED for (int k = 0; k < HALF; k++) {
            __m512i both, low[VECTORS], high[VECTORS];
            UNROLLED for (int v = 0; v < VECTORS; v++) {
                both = _mm512_load_si512(w->numbers[k][v * LANES]);
                low[v] = _mm512_and_si512(both, low_bits);
                high[v] = _mm512_and_si512(_mm512_srli_epi16(both, 4), low_bits);
            }
            add_products(total, low, x, x_stride, b, k);
            add_products(total, high, x, x_stride, b, k + HALF);
        }
        UNROLLED for (int v = 0; v < VECTORS; v++) {
            const __m512 scale = _mm512_load_ps(w->scale + v * LANES), least = _mm512_load_ps(w->least + v * LANES);
            UNROLLED for (int t = 0; t < TOKENS; t++) {
                const Token *by = token(x, x_stride, t, b);
                const __m512 scales = _mm512_mul_ps(scale, _mm512_set1_ps(by->scale));
                sum[t][v] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(total[t][v]), scales, sum[t][v]);
                sum[t][v] = _mm512_fmadd_ps(least, _mm512_set1_ps(by->scale * by->shift), sum[t][v]);
            }
        }
    }
    STORE_SUMS(sum, TOKENS);
}

// The six bits of scale and least of block j, spread over 12 bytes: j < 4 in one byte each, the others in two.
static void six_bits(const uint8_t *packed, int j, int *scale, int *least) {
    if (j < 4) {
        *scale = packed[j] & 63;
        *least = packed[j + 4] & 63;
    } else {
        *scale = (packed[j + 4] & 15) | (packed[j - 4] >> 6) << 4;
        *least = packed[j + 4] >> 4 | (packed[j] >> 6) << 4;
    }
}

// ggml's block_q4_K: two F16 factors, 12 bytes of scales, 128 of numbers; the bytes of blocks 2i and 2i + 1 are shared.
static void pack(const void *file, int rows, int depth, void *panels) {
    const uint8_t *from = file;
    const int blocks = depth / BLOCK;
    for (int row = 0; row < rows; row++)
        for (int b = 0; b < blocks; b++) {
            const int j = b % (SUPER / BLOCK), r = row % ROWS;
            const uint8_t *bytes = from + 16 + j / 2 * BLOCK;
            Weights *to = (Weights *)panels + (size_t)(row / ROWS) * blocks + b;
            int scale, least;
            six_bits(from + 4, j, &scale, &least);
            to->scale[r] = half(from) * scale;
            to->least[r] = half(from + 2) * least / 128;
            for (int k = 0; k < BLOCK / 2; k++) {
                const int low = bytes[k] >> j % 2 * 4 & 15, high = bytes[k + BLOCK / 2] >> j % 2 * 4 & 15;
                to->numbers[k / 4][r][k % 4] = low | high << 4;
            }
            if (j == SUPER / BLOCK - 1) from += 16 + SUPER / 2;
        }
}

const Kernel q4_K_kernel = {TOKENS, sizeof(Weights), sizeof(Token), pack, round_to_int8, tile};
