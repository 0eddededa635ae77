// VPDPBUSD without AVX-512, for each of 8 rows.
#include "vectors_256.h"

enum { TOKENS = 3 };  // 6 of the 16 registers hold F32 sums, 6 a block's integers

#define first_total _mm256_set1_epi32
#define as_multiplied(held) held
#define size_of(w) (w)
#define add_products(total, w, size, four) _mm256_dpbusd_avx_epi32(total, w, ((void)(size), four))
#define QUADS_UNROLLED UNROLLED
#define to_floats _mm256_cvtepi32_ps

#include "int8_tile.h"

const Kernel int8_avxvnni = {
    "int8 (AVX-VNNI)", INT8, TOKENS, PIECE_TOKENS, TOKEN, QUADS * LINE, STRIP, round_to_int8,
    tile, NULL, NULL, NULL,
};
