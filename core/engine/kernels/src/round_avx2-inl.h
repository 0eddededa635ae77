// Rounding a block of 32 numbers with AVX2: see round.c.
#pragma once
#include <immintrin.h>

#include "packed.h"

enum { VECTORS = BLOCK / 8 };  // of a block
typedef __m256i Ints;

// Compares magnitudes by their bits, with infinity and NaN above all: a number that is not finite makes the scale, and
// so the product, not finite too.
static inline __m256i larger(__m256i most, __m256 x) {
    return _mm256_max_epi32(most, _mm256_and_si256(_mm256_castps_si256(x), _mm256_set1_epi32(0x7fffffff)));
}

static inline float largest_of(__m256i sizes) {
    __m128i most = _mm_max_epi32(_mm256_castsi256_si128(sizes), _mm256_extracti128_si256(sizes, 1));
    most = _mm_max_epi32(most, _mm_shuffle_epi32(most, 0x4e));
    most = _mm_max_epi32(most, _mm_shuffle_epi32(most, 0xb1));
    return _mm_cvtss_f32(_mm_castsi128_ps(most));
}

static inline int32_t sum_of(const __m256i *n, int vectors) {
    __m256i numbers = n[0];
    for (int i = 1; i < vectors; i++) numbers = _mm256_add_epi32(numbers, n[i]);
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256(numbers, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1)));
}

// A block's scale, and its numbers as integers.
static inline float round_block(const float *x, __m256i n[VECTORS]) {
    __m256 from[VECTORS];
    __m256i sizes = _mm256_setzero_si256();
    for (int i = 0; i < VECTORS; i++) {
        from[i] = _mm256_loadu_ps(x + i * 8);
        sizes = larger(sizes, from[i]);
    }
    const float largest = largest_of(sizes);
    const __m256 inverse = _mm256_set1_ps(largest > SMALLEST ? 127 / largest : 0);
    for (int i = 0; i < VECTORS; i++) n[i] = _mm256_cvtps_epi32(_mm256_mul_ps(from[i], inverse));
    return largest * (1.0f / 127);
}

static inline __m256i to_bytes(const __m256i n[VECTORS]) {
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);  // packing works on halves
    const __m256i words = _mm256_packs_epi32(n[0], n[1]), more = _mm256_packs_epi32(n[2], n[3]);
    return _mm256_permutevar8x32_epi32(_mm256_packs_epi16(words, more), order);
}

static inline void store_bytes(int8_t *to, const __m256i n[VECTORS]) {
    _mm256_storeu_si256((__m256i *)to, to_bytes(n));
}

// Numbers 0 and 2 of every quad, then 1 and 3.
static inline void store_words(int16_t *to, const __m256i n[VECTORS]) {
    const __m256i bytes = to_bytes(n);
    _mm256_storeu_si256((__m256i *)to, _mm256_srai_epi16(_mm256_slli_epi16(bytes, 8), 8));
    _mm256_storeu_si256((__m256i *)to + 1, _mm256_srai_epi16(bytes, 8));
}
