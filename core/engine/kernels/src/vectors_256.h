// 256 bits: a tile of one strip, in two vectors, whose sums fit into 16 registers. TOKENS is the kernel's.
#pragma once
#include <immintrin.h>

#include "kernel.h"

enum { LANES = 8, STRIPS = 1 };

typedef __m256 Floats;
typedef __m256i Ints;

#define load_floats _mm256_loadu_ps
#define store_floats _mm256_storeu_ps
#define same_floats _mm256_set1_ps
#define load_ints(from) _mm256_loadu_si256((const __m256i *)(from))
#define same_ints _mm256_set1_epi32
#define no_ints _mm256_setzero_si256
#define multiply _mm256_mul_ps
#define multiply_add _mm256_fmadd_ps
#define load_halves(from) _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(from)))
#define low_bits(ints) _mm256_and_si256(ints, _mm256_set1_epi8(15))
#define high_bits(ints) _mm256_and_si256(_mm256_srli_epi16(ints, 4), _mm256_set1_epi8(15))

static inline void tile_of(const Tile *tile, int n);

static void tile(const Tile *tile) {
    Tile one = *tile;
    for (int strip = 0; strip < tile->strips; strip++) {
        tile_of(&one, STRIP / LANES);
        one.numbers += tile->strip_step;
        one.scales += tile->scale_step;
        one.y += STRIP;
    }
}
