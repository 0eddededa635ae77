// 4 bits by VPDPBUSD without AVX-512, for each of 8 rows.
#include "vectors_256.h"

enum { TOKENS = 3 };

#define add_products _mm256_dpbusd_avx_epi32
#define QUADS_UNROLLED UNROLLED
#define to_floats _mm256_cvtepi32_ps

#include "int4_tile.h"

const Kernel int4_avxvnni = {
    "int4 (AVX-VNNI)", INT4, TOKENS, PIECE_TOKENS, TOKEN, HALF * LINE, 2 * STRIP, round_to_int4,
    tile, NULL, NULL, NULL,
};
