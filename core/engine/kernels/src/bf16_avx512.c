// Weights and tokens in BF16: VDPBF16PS adds the products of two neighbouring numbers to an F32 sum, for each of 16
// rows. A strip's block is [BLOCK / 2][STRIP][2] numbers.
#include <immintrin.h>

#include "kernel.h"

#define UNROLLED _Pragma("GCC unroll 16")
#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { LANES = 16, TOKENS = 8, STRIPS = 3, PAIRS = BLOCK / 2 };  // 24 of the 32 registers hold sums

void round_to_bf16(const float *x, int blocks, uint8_t *rounded) {
    for (int b = 0; b < blocks; b++, x += BLOCK) {
        const __m512bh block = _mm512_cvtne2ps_pbh(_mm512_loadu_ps(x + LANES), _mm512_loadu_ps(x));
        _mm512_storeu_si512(rounded + b * LINE, (__m512i)block);
    }
}

ALWAYS_INLINE void tile_of(const Tile *tile, const int n) {
    __m512 sum[TOKENS][STRIPS];
    UNROLLED for (int t = 0; t < TOKENS; t++)
        UNROLLED for (int v = 0; v < n; v++)
            sum[t][v] = tile->adds ? _mm512_loadu_ps(tile->y + t * tile->y_step + v * LANES) : _mm512_setzero_ps();
    for (int k = 0; k < tile->blocks * PAIRS; k++) {
        __m512i w[STRIPS];
        UNROLLED for (int v = 0; v < n; v++)
            w[v] = _mm512_loadu_si512(tile->numbers + v * tile->strip_step + (size_t)k * LINE);
        UNROLLED for (int t = 0; t < TOKENS; t++) {
            const __m512i pair = _mm512_set1_epi32(((const int32_t *)(tile->x + t * tile->x_step))[k]);
            UNROLLED for (int v = 0; v < n; v++)
                sum[t][v] = _mm512_dpbf16_ps(sum[t][v], (__m512bh)w[v], (__m512bh)pair);
        }
    }
    UNROLLED for (int t = 0; t < TOKENS; t++)
        UNROLLED for (int v = 0; v < n; v++)
            _mm512_storeu_ps(tile->y + t * tile->y_step + v * LANES, sum[t][v]);
}

static void tile(const Tile *tile) {
    switch (tile->strips) {
        case 1: tile_of(tile, 1); break;
        case 2: tile_of(tile, 2); break;
        default: tile_of(tile, 3);
    }
}

const Kernel bf16_avx512 = {
    "BF16 (AVX-512)", BF16, TOKENS, PIECE_TOKENS, BLOCK * sizeof(uint16_t), PAIRS * LINE, 0, round_to_bf16,
    tile, NULL, NULL, NULL,
};
