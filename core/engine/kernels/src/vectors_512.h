// AVX-512: a vector is a strip; 12 of the 32 registers hold a tile's F32 sums, 12 a block's integers.
#pragma once
#include <immintrin.h>

#include "kernel.h"

enum { LANES = 16, TOKENS = 4, STRIPS = 3 };

typedef __m512 Floats;
typedef __m512i Ints;

#define load_floats _mm512_loadu_ps
#define store_floats _mm512_storeu_ps
#define same_floats _mm512_set1_ps
#define load_ints _mm512_loadu_si512
#define same_ints _mm512_set1_epi32
#define no_ints _mm512_setzero_si512
#define multiply _mm512_mul_ps
#define multiply_add _mm512_fmadd_ps
#define load_halves(from) _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(from)))
#define low_bits(ints) _mm512_and_si512(ints, _mm512_set1_epi8(15))
#define high_bits(ints) _mm512_and_si512(_mm512_srli_epi16(ints, 4), _mm512_set1_epi8(15))

static inline void tile_of(const Tile *tile, int n);

static void tile(const Tile *tile) {
    switch (tile->strips) {
        case 1: tile_of(tile, 1); break;
        case 2: tile_of(tile, 2); break;
        default: tile_of(tile, 3);
    }
}
