// Products with 4-bit weights: sum w x = scale sum q x - min sum x. All kernels but AMX's compute the same to the bit.
#ifdef ISA_AMX
#include "amx-inl.h"

static void unpack(const Tile *tile, uint8_t *numbers) {
    for (int panel = 0; panel < tile->panels; panel++)
        for (int b = 0; b < tile->blocks; b++, numbers += BF16_PANEL) {
            const uint8_t *held = tile->numbers + panel * tile->panel_stride + b * NIBBLE_QUADS * LINE;
            const uint16_t *scales = tile->scales + panel * tile->scale_stride + b * 2 * NR;
            const __m512 scale = load_f16(scales);
            const __m512 offset = _mm512_sub_ps(_mm512_setzero_ps(), load_f16(scales + NR));
            for (int k = 0; k < NIBBLE_QUADS; k++) {
                const __m512i both = _mm512_loadu_si512(held + k * LINE);
                unpack_quad(numbers + 2 * k * LINE, both, 15, scale, offset);
                unpack_quad(numbers + 2 * (k + NIBBLE_QUADS) * LINE, _mm512_srli_epi32(both, 4), 15, scale, offset);
            }
        }
}

#elif defined(ISA_I8MM)
#define TOKEN_BLOCK TokenBlock4
#include "i8mm-inl.h"

enum { MINUS_SUM = CORRECTION };  // of a pair's words

ALWAYS_INLINE void tile_of(const Tile *tile, const Pair *x) {
    Floats sum[PAIRS][ROW_PAIRS];
    begin_sums(tile, sum);
    for (int b = 0; b < tile->blocks; b++, x += PAIRS) {
        const uint16_t *scales = tile->scales + b * 2 * NR;
        Ints total[PAIRS][ROW_PAIRS];
        zero_totals(total);
        for (int step = 0; step < STEPS / 2; step++) {
            uint8x16_t both[ROW_PAIRS], w[ROW_PAIRS];
            load_rows(tile->numbers + (b * NIBBLE_QUADS + 2 * step) * LINE, both);
            UNROLLED for (int v = 0; v < ROW_PAIRS; v++) w[v] = vandq_u8(both[v], vdupq_n_u8(15));
            add_products(total, w, x, step);
            UNROLLED for (int v = 0; v < ROW_PAIRS; v++) w[v] = vshrq_n_u8(both[v], 4);
            add_products(total, w, x, step + STEPS / 2);
        }
        add_scaled(sum, total, x, scales);
        add_by_rows(sum, x, MINUS_SUM, scales + NR);
    }
    store_sums(tile, sum);
}

#else
#include "vectors-inl.h"

enum { MR = LANES == 16 ? 4 : 3 };  // 12 of 32 registers (6 of AVX2's 16) hold F32 sums, and as many a block's integers

#ifdef ISA_AVX2
// VPMADDUBSW: a block's 16 products of 15 x 127 fit into 16 bits, two sums for each of 8 rows.
#define add_products(total, w, x) _mm256_add_epi16(total, _mm256_maddubs_epi16(w, x))
#define total_to_floats(total) to_floats(_mm256_madd_epi16(total, _mm256_set1_epi16(1)))
#else
#define add_products dot4
#define total_to_floats to_floats
#endif

ALWAYS_INLINE void tile_of(const Tile *tile, const int n) {
    const size_t x_stride = tile->x_stride;
    Floats sum[MR][TILE_VECTORS];
    begin_sums(tile, MR, n, sum);
    for (int b = 0; b < tile->blocks; b++) {
        const TokenBlock4 *x[MR];
        Ints total[MR][TILE_VECTORS];
        UNROLLED for (int t = 0; t < MR; t++) {
            x[t] = (const TokenBlock4 *)(tile->x + t * x_stride) + b;
            UNROLLED for (int v = 0; v < n; v++) total[t][v] = zero_ints();
        }
        const uint8_t *numbers = tile->numbers + (size_t)b * NIBBLE_QUADS * LINE;
        QUADS_UNROLLED for (int k = 0; k < NIBBLE_QUADS; k++) {
            Ints low[TILE_VECTORS], high[TILE_VECTORS];
            UNROLLED for (int v = 0; v < n; v++) {
                high[v] = load_ints(numbers + panel_of(v) * tile->panel_stride + k * LINE + row_of(v) * KR);
                low[v] = low_nibbles(high[v]);
                high[v] = high_nibbles(high[v]);
            }
            UNROLLED for (int t = 0; t < MR; t++) {
                const Ints quad = broadcast_int(((const int32_t *)x[t]->numbers)[k]);
                UNROLLED for (int v = 0; v < n; v++) total[t][v] = add_products(total[t][v], low[v], quad);
            }
            UNROLLED for (int t = 0; t < MR; t++) {
                const Ints quad = broadcast_int(((const int32_t *)x[t]->numbers)[k + NIBBLE_QUADS]);
                UNROLLED for (int v = 0; v < n; v++) total[t][v] = add_products(total[t][v], high[v], quad);
            }
        }
        UNROLLED for (int v = 0; v < n; v++) {
            const uint16_t *scales = tile->scales + panel_of(v) * tile->scale_stride + b * 2 * NR + row_of(v);
            const Floats scale = load_f16(scales), min = load_f16(scales + NR);
            UNROLLED for (int t = 0; t < MR; t++) {
                const Floats factor = multiply(scale, broadcast_float(x[t]->scale));
                sum[t][v] = multiply_add(total_to_floats(total[t][v]), factor, sum[t][v]);
                sum[t][v] = multiply_add(min, broadcast_float(x[t]->minus_sum), sum[t][v]);
            }
        }
    }
    store_sums(tile, MR, n, sum);
}
#endif

const Kernel EXPORTED(int4) = {
    .name = "int4 (" ISA_TITLE ")",
    .kind = INT4,
    .w_bytes = NIBBLE_QUADS * LINE,
    .scales = 2 * NR,
#ifdef ISA_AMX
    BY_AMX,
    .unpack = unpack,
#elif defined(ISA_I8MM)
    BY_I8MM(round_for_int4),
#else
    BY_VECTORS(TokenBlock4, round_for_int4),
#endif
};
