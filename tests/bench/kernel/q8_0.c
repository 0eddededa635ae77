// Q8_0. Weights are held as w + 128, which is unsigned. As sum (w + 128) x = sum w x + 128 sum x, a block's integers
// begin at -128 sum x, which a token brings along, and are exact when they are scaled into the F32 sums.
#include "int8.h"

typedef struct {
    uint8_t numbers[QUADS][ROWS][4];  // + 128
    float scale[ROWS];
} Weights;

static void tile(const uint8_t *panel, const uint8_t *x, size_t x_stride, int blocks, float *y, size_t y_stride,
                 int adds) {
    __m512 sum[TOKENS][VECTORS];
    LOAD_SUMS(sum, TOKENS);
    for (int b = 0; b < blocks; b++) {
        const Weights *w = (const Weights *)panel + b;
        __m512i total[TOKENS][VECTORS];
        UNROLLED for (int t = 0; t < TOKENS; t++)
            UNROLLED for (int v = 0; v < VECTORS; v++) total[t][v] = _mm512_set1_epi32(token(x, x_stride, t, b)->shift);
        UNROLLED for (int k = 0; k < QUADS; k++) {
            __m512i numbers[VECTORS];
            UNROLLED for (int v = 0; v < VECTORS; v++) numbers[v] = _mm512_load_si512(w->numbers[k][v * LANES]);
            add_products(total, numbers, x, x_stride, b, k);
        }
        UNROLLED for (int v = 0; v < VECTORS; v++) {
            const __m512 scale = _mm512_load_ps(w->scale + v * LANES);
            UNROLLED for (int t = 0; t < TOKENS; t++) {
                const __m512 both = _mm512_mul_ps(scale, _mm512_set1_ps(token(x, x_stride, t, b)->scale));
                sum[t][v] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(total[t][v]), both, sum[t][v]);
            }
        }
    }
    STORE_SUMS(sum, TOKENS);
}

// ggml's block_q8_0: a scale in F16, then 32 signed numbers.
static void pack(const void *file, int rows, int depth, void *panels) {
    const uint8_t *from = file;
    const int blocks = depth / BLOCK;
    for (int row = 0; row < rows; row++)
        for (int b = 0; b < blocks; b++, from += 2 + BLOCK) {
            Weights *to = (Weights *)panels + (size_t)(row / ROWS) * blocks + b;
            to->scale[row % ROWS] = half(from);
            for (int k = 0; k < BLOCK; k++) to->numbers[k / 4][row % ROWS][k % 4] = from[2 + k] + 128;
        }
}

const Kernel q8_0_kernel = {TOKENS, sizeof(Weights), sizeof(Token), pack, round_to_int8, tile};
