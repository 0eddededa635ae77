// 6 bits by VPMADDUBSW: four products of 63 x 127 fit into 16 bits, so two quads are added up there.
#include "vectors_256.h"

enum { TOKENS = 2, AT_ONCE = 2 };

#define first_total _mm256_set1_epi32
#define QUADS_UNROLLED _Pragma("GCC unroll 1")  // else GCC puts off sums, and they leave the registers
#define to_floats _mm256_cvtepi32_ps

static inline void add_pairs(__m256i *total, __m256i first, __m256i second, const int32_t *fours) {
    const __m256i pairs = _mm256_add_epi16(_mm256_maddubs_epi16(first, same_ints(fours[0])),
                                           _mm256_maddubs_epi16(second, same_ints(fours[1])));
    *total = _mm256_add_epi32(*total, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

#define add_products(total, w, v, fours) add_pairs(total, w[0][v], w[1][v], fours)

#include "int6_tile.h"

const Kernel int6_avx2 = {
    "int6 (AVX2)", INT6, TOKENS, PIECE_TOKENS, HALVED_TOKEN, QUADS * LINE, HALVES * STRIP, round_to_halves,
    tile, NULL, NULL, NULL,
};
