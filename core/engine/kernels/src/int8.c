// Products with 8-bit weights. As sum (w + 128) x = sum w x + 128 sum x, a block's integers begin at the token's
// correction, and are exact when they are scaled into the F32 sums. All kernels but AMX's add up in the same order:
// they compute the same to the bit, on x86 and ARM.
#ifdef ISA_AMX
#include "amx-inl.h"

static void unpack(const Tile *tile, uint8_t *numbers) {
    for (int panel = 0; panel < tile->panels; panel++)
        for (int b = 0; b < tile->blocks; b++) {
            const uint8_t *held = tile->numbers + panel * tile->panel_stride + b * QUADS * LINE;
            const __m512 scale = load_f16(tile->scales + panel * tile->scale_stride + b * NR);
            const __m512 offset = _mm512_mul_ps(scale, _mm512_set1_ps(-ZERO_POINT_8));
            for (int k = 0; k < QUADS; k++, numbers += 2 * LINE)
                unpack_quad(numbers, _mm512_loadu_si512(held + k * LINE), 255, scale, offset);
        }
}

#elif defined(ISA_I8MM)
#define TOKEN_BLOCK TokenBlock8
#include "i8mm-inl.h"

ALWAYS_INLINE void tile_of(const Tile *tile, const Pair *x) {
    Floats sum[PAIRS][ROW_PAIRS];
    begin_sums(tile, sum);
    for (int b = 0; b < tile->blocks; b++, x += PAIRS) {
        Ints total[PAIRS][ROW_PAIRS];
        begin_totals(total, x, CORRECTION);
        for (int step = 0; step < STEPS; step++) {
            uint8x16_t w[ROW_PAIRS];
            load_rows(tile->numbers + (b * QUADS + 2 * step) * LINE, w);
            add_products(total, w, x, step);
        }
        add_scaled(sum, total, x, tile->scales + b * NR);
    }
    store_sums(tile, sum);
}

#else
#include "vectors-inl.h"

enum { MR = LANES == 16 ? 4 : 3 };  // 12 of 32 registers (6 of AVX2's 16) hold F32 sums, and as many a block's integers

#ifdef ISA_AVX2
// VPMADDUBSW adds two products to 16 bits, which 255 x 127 twice would leave. With the weight's sign moved to the token
// it is 128 x 127 at most. The numbers are made signed again for that: nothing has to be taken off at the end.
#define first_total(correction) zero_ints()
#define as_multiplied(held) _mm256_xor_si256(held, _mm256_set1_epi8(-128))
#define size_of _mm256_abs_epi8

static inline __m256i add_products(__m256i total, __m256i w, __m256i size, __m256i x) {
    const __m256i pairs = _mm256_maddubs_epi16(size, _mm256_sign_epi8(x, w));
    return _mm256_add_epi32(total, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}
#elif defined(__aarch64__)
// SDOT multiplies signed numbers.
#define first_total(correction) zero_ints()
#define as_multiplied flip_signs
#define size_of(w) (w)
#define add_products(total, w, size, x) dot4(total, w, ((void)(size), x))
#else
#define first_total broadcast_int
#define as_multiplied(held) held
#define size_of(w) (w)
#define add_products(total, w, size, x) dot4(total, w, ((void)(size), x))
#endif

ALWAYS_INLINE void tile_of(const Tile *tile, const int n) {
    const size_t x_stride = tile->x_stride;
    Floats sum[MR][TILE_VECTORS];
    begin_sums(tile, MR, n, sum);
    for (int b = 0; b < tile->blocks; b++) {
        const TokenBlock8 *x[MR];
        Ints total[MR][TILE_VECTORS];
        UNROLLED for (int t = 0; t < MR; t++) {
            x[t] = (const TokenBlock8 *)(tile->x + t * x_stride) + b;
            UNROLLED for (int v = 0; v < n; v++) total[t][v] = first_total(x[t]->correction);
        }
        const uint8_t *numbers = tile->numbers + (size_t)b * QUADS * LINE;
        QUADS_UNROLLED for (int k = 0; k < QUADS; k++) {
            Ints w[TILE_VECTORS], sizes[TILE_VECTORS];
            UNROLLED for (int v = 0; v < n; v++) {
                w[v] = as_multiplied(load_ints(numbers + panel_of(v) * tile->panel_stride + k * LINE + row_of(v) * KR));
                sizes[v] = size_of(w[v]);
            }
            UNROLLED for (int t = 0; t < MR; t++) {
                const Ints quad = broadcast_int(((const int32_t *)x[t]->numbers)[k]);
                UNROLLED for (int v = 0; v < n; v++) total[t][v] = add_products(total[t][v], w[v], sizes[v], quad);
            }
        }
        UNROLLED for (int v = 0; v < n; v++) {
            const Floats scale = load_f16(tile->scales + panel_of(v) * tile->scale_stride + b * NR + row_of(v));
            UNROLLED for (int t = 0; t < MR; t++) {
                const Floats factor = multiply(scale, broadcast_float(x[t]->scale));
                sum[t][v] = multiply_add(to_floats(total[t][v]), factor, sum[t][v]);
            }
        }
    }
    store_sums(tile, MR, n, sum);
}
#endif

const Kernel EXPORTED(int8) = {
    .name = "int8 (" ISA_TITLE ")",
    .kind = INT8,
    .w_bytes = QUADS * LINE,
    .scales = NR,
#ifdef ISA_AMX
    BY_AMX,
    .unpack = unpack,
#elif defined(ISA_I8MM)
    BY_I8MM(round_for_int8),
#else
    BY_VECTORS(TokenBlock8, round_for_int8),
#endif
};
