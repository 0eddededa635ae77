// What Q8_0 and Q4_K share: tokens in 8 bits with a scale for each 32, and VPDPBUSD, which adds four products of an
// unsigned byte (the weight's) with a signed one (the token's) to an integer, for each of 16 rows.
#pragma once
#include <string.h>

#include "product.h"

enum { QUADS = BLOCK / 4, TOKENS = 4 };  // 12 registers hold F32 sums, 12 a block's integers

typedef struct {
    int8_t numbers[BLOCK];
    float scale;
    int32_t shift;  // -128 times the numbers' sum
} Token;

static inline const Token *token(const uint8_t *x, size_t x_stride, int t, int block) {
    return (const Token *)(x + t * x_stride) + block;
}

static inline float half(const uint8_t *bytes) {
    uint16_t bits;
    memcpy(&bits, bytes, 2);
    return _cvtsh_ss(bits);
}

// As ggml rounds to Q8_0, the largest becomes 127; the scale stays F32.
static void round_to_int8(const float *x, int blocks, uint8_t *rounded) {
    for (int b = 0; b < blocks; b++, x += BLOCK) {
        Token *to = (Token *)rounded + b;
        const __m512 low = _mm512_loadu_ps(x), high = _mm512_loadu_ps(x + LANES);
        const float largest = _mm512_reduce_max_ps(_mm512_max_ps(_mm512_abs_ps(low), _mm512_abs_ps(high)));
        const __m512 inverse = _mm512_set1_ps(largest > 0 ? 127 / largest : 0);
        const __m512i low_bytes = _mm512_cvtps_epi32(_mm512_mul_ps(low, inverse));
        const __m512i high_bytes = _mm512_cvtps_epi32(_mm512_mul_ps(high, inverse));
        _mm_storeu_si128((__m128i *)to->numbers, _mm512_cvtepi32_epi8(low_bytes));
        _mm_storeu_si128((__m128i *)(to->numbers + LANES), _mm512_cvtepi32_epi8(high_bytes));
        to->scale = largest * (1.0f / 127);
        to->shift = -128 * _mm512_reduce_add_epi32(_mm512_add_epi32(low_bytes, high_bytes));
    }
}

// Four numbers of every row times the same four of each token.
static inline __attribute__((always_inline)) void add_products(__m512i total[TOKENS][VECTORS],
                                                               const __m512i weights[VECTORS], const uint8_t *x,
                                                               size_t x_stride, int block, int quad) {
    UNROLLED for (int t = 0; t < TOKENS; t++) {
        const int32_t *quads = (const int32_t *)token(x, x_stride, t, block)->numbers;
        const __m512i four = _mm512_set1_epi32(quads[quad]);
        UNROLLED for (int v = 0; v < VECTORS; v++) total[t][v] = _mm512_dpbusd_epi32(total[t][v], weights[v], four);
    }
}
