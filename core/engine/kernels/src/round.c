// As ggml rounds to Q8_0, the largest of 32 becomes 127; but the scale stays F32, in whose range any gradient is.
#include <immintrin.h>
#include <string.h>

#include "packed.h"

static const float SMALLEST = 1e-30f;  // what is smaller becomes zero: 127 / largest has to be finite

// Sizes of numbers are in the order of their bits, with infinity and NaN above all: the scale, and with it the product,
// becomes what a number was that is not finite.
static inline __m256i larger(__m256i most, __m256 x) {
    return _mm256_max_epi32(most, _mm256_and_si256(_mm256_castps_si256(x), _mm256_set1_epi32(0x7fffffff)));
}

static inline float largest_of(__m256i sizes) {
    __m128i most = _mm_max_epi32(_mm256_castsi256_si128(sizes), _mm256_extracti128_si256(sizes, 1));
    most = _mm_max_epi32(most, _mm_shuffle_epi32(most, 0x4e));
    most = _mm_max_epi32(most, _mm_shuffle_epi32(most, 0xb1));
    return _mm_cvtss_f32(_mm_castsi128_ps(most));
}

static inline int32_t sum_of(__m256i numbers) {
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256(numbers, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1)));
}

// A block's scale, and its numbers as integers.
static inline float round_block(const float *x, __m256i n[4]) {
    __m256 from[4];
    __m256i sizes = _mm256_setzero_si256();
    for (int i = 0; i < 4; i++) {
        from[i] = _mm256_loadu_ps(x + i * 8);
        sizes = larger(sizes, from[i]);
    }
    const float largest = largest_of(sizes);
    const __m256 inverse = _mm256_set1_ps(largest > SMALLEST ? 127 / largest : 0);
    for (int i = 0; i < 4; i++) n[i] = _mm256_cvtps_epi32(_mm256_mul_ps(from[i], inverse));
    return largest * (1.0f / 127);
}

static inline void store_bytes(int8_t *to, const __m256i n[4]) {
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);  // packing works on halves
    const __m256i words = _mm256_packs_epi32(n[0], n[1]), more = _mm256_packs_epi32(n[2], n[3]);
    _mm256_storeu_si256((__m256i *)to, _mm256_permutevar8x32_epi32(_mm256_packs_epi16(words, more), order));
}

// What is taken off for weights that are held a zero point above what they are. Wraps where a number is not finite.
static inline int32_t correction_of(int zero_point, __m256i numbers) {
    return (int32_t)(-(uint32_t)zero_point * (uint32_t)sum_of(numbers));
}

static inline __m256i all_of(const __m256i n[4]) {
    return _mm256_add_epi32(_mm256_add_epi32(n[0], n[1]), _mm256_add_epi32(n[2], n[3]));
}

void round_for_int8(const float *x, int blocks, uint8_t *rounded) {
    TokenBlock8 *to = (TokenBlock8 *)rounded;
    for (int b = 0; b < blocks; b++, to++) {
        __m256i n[4];
        to->scale = round_block(x + b * BLOCK, n);
        to->correction = correction_of(ZERO_POINT_8, all_of(n));
        store_bytes(to->numbers, n);
    }
}

void round_for_int4(const float *x, int blocks, uint8_t *rounded) {
    TokenBlock4 *to = (TokenBlock4 *)rounded;
    for (int b = 0; b < blocks; b++, to++) {
        __m256i n[4];
        to->scale = round_block(x + b * BLOCK, n);
        to->minus_sum = to->scale * -(float)sum_of(all_of(n));
        store_bytes(to->numbers, n);
    }
}

void round_for_int6(const float *x, int blocks, uint8_t *rounded) {
    TokenBlock6 *to = (TokenBlock6 *)rounded;
    for (int b = 0; b < blocks; b++, to++) {
        __m256i n[4];
        to->scale = round_block(x + b * BLOCK, n);
        for (int s = 0; s < SUB_BLOCKS; s++)
            to->correction[s] = correction_of(ZERO_POINT_6, _mm256_add_epi32(n[2 * s], n[2 * s + 1]));
        store_bytes(to->numbers, n);
    }
}
