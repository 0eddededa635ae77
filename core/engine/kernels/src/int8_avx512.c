// VPDPBUSD adds four products of an unsigned byte with a signed one to an integer, for each of 16 rows.
#include "vectors_512.h"

#define first_total _mm512_set1_epi32
#define as_multiplied(held) held
#define size_of(w) (w)
#define add_products(total, w, size, four) _mm512_dpbusd_epi32(total, w, ((void)(size), four))
#define QUADS_UNROLLED UNROLLED
#define to_floats _mm512_cvtepi32_ps

#include "int8_tile.h"

const Kernel int8_avx512 = {
    "int8 (AVX-512 VNNI)", INT8, TOKENS, PIECE_TOKENS, TOKEN, QUADS * LINE, STRIP, round_to_int8,
    tile, NULL, NULL, NULL,
};
