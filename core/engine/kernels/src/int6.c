// Products with 6-bit weights: as in int8.c, but each sub-block has its own scale.
#ifdef ISA_AMX
#include "amx-inl.h"

static void unpack(const Tile *tile, uint8_t *numbers) {
    for (int panel = 0; panel < tile->panels; panel++)
        for (int s = 0; s < tile->blocks * SUB_BLOCKS; s++) {
            const uint8_t *held = tile->numbers + panel * tile->panel_stride + s * SUB_BLOCK_QUADS * LINE;
            const __m512 scale = load_f16(tile->scales + panel * tile->scale_stride + s * NR);
            const __m512 offset = _mm512_mul_ps(scale, _mm512_set1_ps(-ZERO_POINT_6));
            for (int k = 0; k < SUB_BLOCK_QUADS; k++, numbers += 2 * LINE)
                unpack_quad(numbers, _mm512_loadu_si512(held + k * LINE), 255, scale, offset);
        }
}

#elif defined(ISA_I8MM)
#define TOKEN_BLOCK TokenBlock6
#include "i8mm-inl.h"

enum { SUB_BLOCK_STEPS = STEPS / SUB_BLOCKS };

ALWAYS_INLINE void tile_of(const Tile *tile, const Pair *x) {
    Floats sum[PAIRS][ROW_PAIRS];
    begin_sums(tile, sum);
    for (int b = 0; b < tile->blocks; b++, x += PAIRS)
        for (int s = 0; s < SUB_BLOCKS; s++) {
            Ints total[PAIRS][ROW_PAIRS];
            begin_totals(total, x, CORRECTION + s);
            for (int step = s * SUB_BLOCK_STEPS; step < (s + 1) * SUB_BLOCK_STEPS; step++) {
                uint8x16_t w[ROW_PAIRS];
                load_rows(tile->numbers + (b * QUADS + 2 * step) * LINE, w);
                add_products(total, w, x, step);
            }
            add_scaled(sum, total, x, tile->scales + (b * SUB_BLOCKS + s) * NR);
        }
    store_sums(tile, sum);
}

#else
#include "vectors-inl.h"

#ifdef ISA_AVX2
// VPMADDUBSW: four products of 63 x 127 fit into 16 bits, so two quads are added up in 16 bits.
enum { MR = 2, AT_ONCE = 2 };  // the sums of three tokens and two quads of weights would take all 16 registers

static inline __m256i add_pairs(__m256i total, __m256i first, __m256i second, const int32_t *quads) {
    const __m256i pairs = _mm256_add_epi16(_mm256_maddubs_epi16(first, broadcast_int(quads[0])),
                                           _mm256_maddubs_epi16(second, broadcast_int(quads[1])));
    return _mm256_add_epi32(total, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

#define add_products(total, w, v, quads) add_pairs(total, w[0][v], w[1][v], quads)
#else
enum { MR = LANES == 16 ? 4 : 3, AT_ONCE = 1 };  // as in int8.c

#define add_products(total, w, v, quads) dot4(total, w[0][v], broadcast_int(*(quads)))
#endif

ALWAYS_INLINE void tile_of(const Tile *tile, const int n) {
    const size_t x_stride = tile->x_stride;
    Floats sum[MR][TILE_VECTORS];
    begin_sums(tile, MR, n, sum);
    for (int s = 0; s < tile->blocks * SUB_BLOCKS; s++) {
        const uint8_t *numbers = tile->numbers + (size_t)s * SUB_BLOCK_QUADS * LINE;
        const TokenBlock6 *x[MR];
        const int32_t *quads[MR];
        Ints total[MR][TILE_VECTORS];
        UNROLLED for (int t = 0; t < MR; t++) {
            x[t] = (const TokenBlock6 *)(tile->x + t * x_stride) + s / SUB_BLOCKS;
            quads[t] = (const int32_t *)x[t]->numbers + s % SUB_BLOCKS * SUB_BLOCK_QUADS;
            UNROLLED for (int v = 0; v < n; v++) total[t][v] = broadcast_int(x[t]->correction[s % SUB_BLOCKS]);
        }
        QUADS_UNROLLED for (int k = 0; k < SUB_BLOCK_QUADS; k += AT_ONCE) {
            Ints w[AT_ONCE][TILE_VECTORS];
            UNROLLED for (int i = 0; i < AT_ONCE; i++)
                UNROLLED for (int v = 0; v < n; v++)
                    w[i][v] = load_ints(numbers + panel_of(v) * tile->panel_stride + (k + i) * LINE + row_of(v) * KR);
            UNROLLED for (int t = 0; t < MR; t++)
                UNROLLED for (int v = 0; v < n; v++) total[t][v] = add_products(total[t][v], w, v, quads[t] + k);
        }
        UNROLLED for (int v = 0; v < n; v++) {
            const Floats scale = load_f16(tile->scales + panel_of(v) * tile->scale_stride + s * NR + row_of(v));
            UNROLLED for (int t = 0; t < MR; t++) {
                const Floats factor = multiply(scale, broadcast_float(x[t]->scale));
                sum[t][v] = multiply_add(to_floats(total[t][v]), factor, sum[t][v]);
            }
        }
    }
    store_sums(tile, MR, n, sum);
}
#endif

const Kernel EXPORTED(int6) = {
    .name = "int6 (" ISA_TITLE ")",
    .kind = INT6,
    .w_bytes = QUADS * LINE,
    .scales = SUB_BLOCKS * NR,
#ifdef ISA_AMX
    BY_AMX,
    .unpack = unpack,
#elif defined(ISA_I8MM)
    BY_I8MM(round_for_int6),
#else
    BY_VECTORS(TokenBlock6, round_for_int6),
#endif
};
