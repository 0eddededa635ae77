// Products with 8-bit weights. As sum (w + 128) x = sum w x + 128 sum x, a block's integers begin at the token's
// correction, and are exact when they are scaled into the F32 sums. All kernels except AMX's add up in the same order:
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
// VPMADDUBSW would add two products in 16 bits, which 255 x 127 twice exceeds. So words are multiplied, half a quad at
// a time. (VPMADDUBSW would work with the weight's sign moved to the token, but VPSIGNB uses the multipliers' port on
// Zen.)
typedef TokenWords8 Token;
enum { PARTS = 2 };
#define first_total broadcast_int
#define part(held, i) ((i) ? _mm256_srli_epi16(held, 8) : _mm256_and_si256(held, _mm256_set1_epi16(255)))
#define add_products(total, w, x) _mm256_add_epi32(total, _mm256_madd_epi16(w, x))
#else
typedef TokenBlock8 Token;
enum { PARTS = 1 };
#ifdef __aarch64__
// SDOT multiplies signed numbers.
#define first_total(correction) zero_ints()
#define part(held, i) flip_signs(held)
#else
#define first_total broadcast_int
#define part(held, i) held
#endif
#define add_products dot4
#endif

ALWAYS_INLINE void tile_of(const Tile *tile, const int n) {
    const size_t x_stride = tile->x_stride;
    Floats sum[MR][TILE_VECTORS];
    begin_sums(tile, MR, n, sum);
    for (int b = 0; b < tile->blocks; b++) {
        const Token *x[MR];
        Ints total[MR][TILE_VECTORS];
        UNROLLED for (int t = 0; t < MR; t++) {
            x[t] = (const Token *)(tile->x + t * x_stride) + b;
            UNROLLED for (int v = 0; v < n; v++) total[t][v] = first_total(x[t]->correction);
        }
        const uint8_t *numbers = tile->numbers + (size_t)b * QUADS * LINE;
        QUADS_UNROLLED for (int k = 0; k < QUADS; k++) {
            Ints w[PARTS][TILE_VECTORS];
            UNROLLED for (int v = 0; v < n; v++) {
                const Ints held = load_ints(numbers + panel_of(v) * tile->panel_stride + k * LINE + row_of(v) * KR);
                UNROLLED for (int i = 0; i < PARTS; i++) w[i][v] = part(held, i);
            }
            UNROLLED for (int t = 0; t < MR; t++)
                UNROLLED for (int i = 0; i < PARTS; i++) {
                    const Ints quad = broadcast_int(((const int32_t *)x[t]->numbers)[i * QUADS + k]);
                    UNROLLED for (int v = 0; v < n; v++) total[t][v] = add_products(total[t][v], w[i][v], quad);
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
#elif defined(ISA_AVX2)
    BY_VECTORS(Token, round_to_words8),
#else
    BY_VECTORS(Token, round_for_int8),
#endif
};
