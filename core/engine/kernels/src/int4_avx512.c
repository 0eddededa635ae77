// 4 bits by VPDPBUSD, for each of 16 rows.
#include "vectors_512.h"

#define add_products _mm512_dpbusd_epi32
#define QUADS_UNROLLED UNROLLED
#define to_floats _mm512_cvtepi32_ps

#include "int4_tile.h"

const Kernel int4_avx512 = {
    "int4 (AVX-512 VNNI)", INT4, TOKENS, PIECE_TOKENS, TOKEN, HALF * LINE, 2 * STRIP, round_to_int4,
    tile, NULL, NULL, NULL,
};
