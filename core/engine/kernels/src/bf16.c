// Weights and tokens in BF16. A panel's block is [BLOCK / 2][NR][2] numbers. VDPBF16PS adds the products of two
// neighbouring numbers to an F32 sum, for each of 16 rows; BFMMLA those of four, for two rows and two tokens; AMX's
// tiles are in amx.c.
#ifdef ISA_AMX
#include "amx.h"
#elif defined(ISA_NEONBF16)
enum { PAIRS = 6 };  // with four of rows, 24 of 32 registers hold sums
#include "pairs-inl.h"

enum { STEPS = BLOCK / 4, MOST_BLOCKS = KC_BYTES / (PANELS * BF16_PANEL) };

// A block of two tokens, in BFMMLA's layout.
typedef struct {
    uint8_t numbers[STEPS][16];
} Pair;

void round_to_bf16(const float *x, int blocks, uint8_t *rounded) {
    for (int i = 0; i < blocks * BLOCK; i += 8) {
        const bfloat16x8_t low = vcvtq_low_bf16_f32(vld1q_f32(x + i));
        vst1q_bf16((bfloat16_t *)rounded + i, vcvtq_high_bf16_f32(low, vld1q_f32(x + i + 4)));
    }
}

ALWAYS_INLINE void pair_tokens(const Tile *tile, Pair *to) {
    for (int b = 0; b < tile->blocks; b++)
        for (int p = 0; p < PAIRS; p++, to++) {
            const uint8_t *first = tile->x + 2 * p * tile->x_stride + b * LINE;
            for (int step = 0; step < STEPS; step += 2)
                pair_bytes(first + step * 8, first + tile->x_stride + step * 8, to->numbers[step]);
        }
}

#include "pairs_tile-inl.h"

ALWAYS_INLINE void tile_of(const Tile *half, const Pair *x) {
    Floats sum[PAIRS][ROW_PAIRS];
    begin_sums(half, sum);
    for (int b = 0; b < half->blocks; b++, x += PAIRS)
        for (int step = 0; step < STEPS; step++) {
            uint8x16_t w[ROW_PAIRS];
            load_rows(half->numbers + (b * STEPS + step) * 2 * LINE, w);
            UNROLLED for (int p = 0; p < PAIRS; p++) {
                const bfloat16x8_t numbers = vreinterpretq_bf16_u8(vld1q_u8(x[p].numbers[step]));
                UNROLLED for (int v = 0; v < ROW_PAIRS; v++)
                    sum[p][v] = vbfmmlaq_f32(sum[p][v], vreinterpretq_bf16_u8(w[v]), numbers);
            }
        }
    store_sums(half, sum);
}
#else
#include <immintrin.h>

#include "isa.h"
#include "kernel.h"
#include "unrolled.h"

enum { LANES = 16, MR = 8, PAIRS = BLOCK / 2 };  // MR x PANELS = 24 of the 32 registers hold sums

void round_to_bf16(const float *x, int blocks, uint8_t *rounded) {
    for (int b = 0; b < blocks; b++, x += BLOCK) {
        const __m512bh block = _mm512_cvtne2ps_pbh(_mm512_loadu_ps(x + LANES), _mm512_loadu_ps(x));
        _mm512_storeu_si512(rounded + b * LINE, (__m512i)block);
    }
}

ALWAYS_INLINE void tile_of(const Tile *tile, const int n) {
    __m512 sum[MR][PANELS];
    UNROLLED for (int t = 0; t < MR; t++)
        UNROLLED for (int v = 0; v < n; v++)
            sum[t][v] = tile->adds ? _mm512_loadu_ps(tile->y + t * tile->y_stride + v * LANES) : _mm512_setzero_ps();
    for (int k = 0; k < tile->blocks * PAIRS; k++) {
        __m512i w[PANELS];
        UNROLLED for (int v = 0; v < n; v++)
            w[v] = _mm512_loadu_si512(tile->numbers + v * tile->panel_stride + (size_t)k * LINE);
        UNROLLED for (int t = 0; t < MR; t++) {
            const __m512i pair = _mm512_set1_epi32(((const int32_t *)(tile->x + t * tile->x_stride))[k]);
            UNROLLED for (int v = 0; v < n; v++)
                sum[t][v] = _mm512_dpbf16_ps(sum[t][v], (__m512bh)w[v], (__m512bh)pair);
        }
    }
    UNROLLED for (int t = 0; t < MR; t++)
        UNROLLED for (int v = 0; v < n; v++)
            _mm512_storeu_ps(tile->y + t * tile->y_stride + v * LANES, sum[t][v]);
}

static void tile(const Tile *tile) {
    switch (tile->panels) {
        case 1: tile_of(tile, 1); break;
        case 2: tile_of(tile, 2); break;
        default: tile_of(tile, 3);
    }
}
#endif

const Kernel EXPORTED(bf16) = {
    .name = "BF16 (" ISA_TITLE ")",
    .kind = BF16,
    .w_bytes = BF16_PANEL,
#ifdef ISA_AMX
    BY_AMX,
#else
    .mr = MR,
    .mc = MC,
    .x_bytes = BLOCK * sizeof(uint16_t),
    .round = round_to_bf16,
    .tile = tile,
#endif
};
