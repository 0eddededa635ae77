// 6 bits by VPDPBUSD, for each of 16 rows.
#include "vectors_512.h"

enum { AT_ONCE = 1 };

#define first_total _mm512_set1_epi32
#define add_products(total, w, v, fours) (*(total) = _mm512_dpbusd_epi32(*(total), w[0][v], same_ints(*(fours))))
#define QUADS_UNROLLED UNROLLED
#define to_floats _mm512_cvtepi32_ps

#include "int6_tile.h"

const Kernel int6_avx512 = {
    "int6 (AVX-512 VNNI)", INT6, TOKENS, PIECE_TOKENS, HALVED_TOKEN, QUADS * LINE, HALVES * STRIP, round_to_halves,
    tile, NULL, NULL, NULL,
};
