// 4 bits by VPMADDUBSW: a block's 16 products of 15 x 127 fit into 16 bits, two sums for each of 8 rows.
#include "vectors_256.h"

enum { TOKENS = 3 };

#define add_products(total, w, four) _mm256_add_epi16(total, _mm256_maddubs_epi16(w, four))
#define QUADS_UNROLLED _Pragma("GCC unroll 1")  // else GCC puts off sums, and they leave the registers
#define to_floats(total) _mm256_cvtepi32_ps(_mm256_madd_epi16(total, _mm256_set1_epi16(1)))

#include "int4_tile.h"

const Kernel int4_avx2 = {
    "int4 (AVX2)", INT4, TOKENS, PIECE_TOKENS, TOKEN, HALF * LINE, 2 * STRIP, round_to_int4,
    tile, NULL, NULL, NULL,
};
