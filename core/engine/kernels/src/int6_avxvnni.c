// 6 bits by VPDPBUSD without AVX-512, for each of 8 rows.
#include "vectors_256.h"

enum { TOKENS = 3, AT_ONCE = 1 };

#define first_total _mm256_set1_epi32
#define add_products(total, w, v, fours) (*(total) = _mm256_dpbusd_avx_epi32(*(total), w[0][v], same_ints(*(fours))))
#define QUADS_UNROLLED UNROLLED
#define to_floats _mm256_cvtepi32_ps

#include "int6_tile.h"

const Kernel int6_avxvnni = {
    "int6 (AVX-VNNI)", INT6, TOKENS, PIECE_TOKENS, HALVED_TOKEN, QUADS * LINE, HALVES * STRIP, round_to_halves,
    tile, NULL, NULL, NULL,
};
