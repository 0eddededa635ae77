// Vectors of 512, 256 or 128 bits, and helpers for the tiles of all integer types.
#pragma once
#include "isa.h"
#include "packed.h"
#include "unrolled.h"

#ifdef __aarch64__
#include "neon-inl.h"
#else
#include <immintrin.h>
#endif

#if defined(__AVX512F__)

enum { LANES = 16, TILE_PANELS = PANELS };

typedef __m512 Floats;
typedef __m512i Ints;

#define load_floats _mm512_loadu_ps
#define store_floats _mm512_storeu_ps
#define broadcast_float _mm512_set1_ps
#define load_ints _mm512_loadu_si512
#define broadcast_int _mm512_set1_epi32
#define zero_ints _mm512_setzero_si512
#define to_floats _mm512_cvtepi32_ps
#define multiply _mm512_mul_ps
#define multiply_add _mm512_fmadd_ps
#define load_f16(from) _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(from)))
#define low_nibbles(ints) _mm512_and_si512(ints, _mm512_set1_epi8(15))
#define high_nibbles(ints) _mm512_and_si512(_mm512_srli_epi16(ints, 4), _mm512_set1_epi8(15))

#elif !defined(__aarch64__)

enum { LANES = 8, TILE_PANELS = 1 };  // more sums would not fit into 16 registers

typedef __m256 Floats;
typedef __m256i Ints;

#define load_floats _mm256_loadu_ps
#define store_floats _mm256_storeu_ps
#define broadcast_float _mm256_set1_ps
#define load_ints(from) _mm256_loadu_si256((const __m256i *)(from))
#define broadcast_int _mm256_set1_epi32
#define zero_ints _mm256_setzero_si256
#define to_floats _mm256_cvtepi32_ps
#define multiply _mm256_mul_ps
#define multiply_add _mm256_fmadd_ps
#define load_f16(from) _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(from)))
#define low_nibbles(ints) _mm256_and_si256(ints, _mm256_set1_epi8(15))
#define high_nibbles(ints) _mm256_and_si256(_mm256_srli_epi16(ints, 4), _mm256_set1_epi8(15))

#endif

// VPDPBUSD adds four products of an unsigned byte with a signed one to each integer.
#if defined(ISA_AVX512VNNI)
#define dot4 _mm512_dpbusd_epi32
#elif defined(ISA_AVXVNNI)
#define dot4 _mm256_dpbusd_avx_epi32
#endif

// VNNI unrolls the quads of a block; AVX2 does not, because GCC would delay sums, which then leave the registers.
#ifdef ISA_AVX2
#define QUADS_UNROLLED _Pragma("GCC unroll 1")
#else
#define QUADS_UNROLLED UNROLLED
#endif

enum { PANEL_VECTORS = NR / LANES, TILE_VECTORS = TILE_PANELS * PANEL_VECTORS };

// The panel of vector v of a tile's rows, and the vector's rows within the panel.
#define panel_of(v) ((v) / PANEL_VECTORS)
#define row_of(v) ((v) % PANEL_VECTORS * LANES)

// The F32 sums of a tile, mr tokens by n vectors of rows: the present values of y, or zero.
ALWAYS_INLINE void begin_sums(const Tile *tile, const int mr, const int n, Floats sum[][TILE_VECTORS]) {
    UNROLLED for (int t = 0; t < mr; t++)
        UNROLLED for (int v = 0; v < n; v++)
            sum[t][v] = tile->adds ? load_floats(tile->y + t * tile->y_stride + v * LANES) : broadcast_float(0);
}

ALWAYS_INLINE void store_sums(const Tile *tile, const int mr, const int n, Floats sum[][TILE_VECTORS]) {
    UNROLLED for (int t = 0; t < mr; t++)
        UNROLLED for (int v = 0; v < n; v++) store_floats(tile->y + t * tile->y_stride + v * LANES, sum[t][v]);
}

static inline void tile_of(const Tile *tile, int vectors);

static void tile(const Tile *tile) {
#ifdef __AVX512F__
    switch (tile->panels) {
        case 1: tile_of(tile, 1); break;
        case 2: tile_of(tile, 2); break;
        default: tile_of(tile, 3);
    }
#else
    Tile one = *tile;
    for (int panel = 0; panel < tile->panels; panel++) {
        tile_of(&one, TILE_VECTORS);
        one.numbers += tile->panel_stride;
        one.scales += tile->scale_stride;
        one.y += NR;
    }
#endif
}

// A Kernel's fields about tokens, for tiles of these vectors.
#define BY_VECTORS(token_block, rounding) \
    .mr = MR,                             \
    .mc = MC,                             \
    .x_bytes = sizeof(token_block),       \
    .round = rounding,                    \
    .tile = tile
