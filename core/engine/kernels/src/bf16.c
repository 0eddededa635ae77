// Weights and tokens in BF16. A panel's block is [BLOCK / 2][NR][2] numbers. VDPBF16PS adds the products of two
// neighbouring numbers to an F32 sum, for each of 16 rows; AMX's tiles are in amx.c.
#ifdef ISA_AMX
#include "amx.h"
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
